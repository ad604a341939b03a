from __future__ import annotations

import pytest

from battlemap.model.encounter import Encounter
from battlemap.model.event import Noted
from battlemap.rules.options import Ruling, option
from battlemap.rules.plan import Odds, Track
from battlemap.rules.procedure import Ask, AskOption, ask, happen, roll, run

START = Encounter()
QUESTION = Ask("seren", "Strike?", (AskOption("yes", "Yes"), AskOption("no", "No")))


def strike():
    """Ask, roll two dice, say so."""
    if (yield from ask(QUESTION)) == "no":
        return START
    faces = yield from roll(2, 6, "two dice")
    return (yield from happen(Noted(str(faces))))


def test_a_script_of_answers_and_faces():
    encounter, events = run(strike(), START, ["yes", 3, 4])
    assert encounter is START
    assert events == [Noted("(3, 4)")]
    _, events = run(strike(), START, ["yes", (5, 6)])
    assert events == [Noted("(5, 6)")]
    assert run(strike(), START, ["no"])[1] == []


@pytest.mark.parametrize(
    ("script", "why"),
    [
        (["yes", 3], "script ends before"),
        (["no", 3], "ended before the script"),
        ([3], "needs an answer"),
        (["yes", "no"], "needs faces"),
        ([], "script ends before"),
    ],
)
def test_scripts_that_do_not_fit(script, why):
    with pytest.raises(ValueError, match=why):
        run(strike(), START, script)


def test_no_dice_need_no_asking():
    def nothing():
        faces = yield from roll(0, 20, "nothing")
        assert faces == ()
        return START

    assert run(nothing(), START, [])[1] == []


def test_a_ruling_is_a_word_and_a_sentence():
    from dataclasses import dataclass, fields

    class Tie(Ruling):
        HIGHER = "higher", "the higher score goes first"
        LOWER = "lower", "the lower score goes first"

    @dataclass(frozen=True)
    class Settled:
        tie: Tie = option(Tie.HIGHER, "Who goes first", source="Section 3")

    (info,) = fields(Settled)
    assert (info.name, info.default) == ("tie", Tie.HIGHER)
    assert info.metadata == {"question": "Who goes first", "source": "Section 3"}
    assert Tie("lower") is Tie.LOWER
    assert Tie.LOWER.sentence == "the lower score goes first"
    assert str(Tie.LOWER) == "lower"


def test_odds_and_tracks_sum_up():
    odds = Odds(0.5, {}, {0: 0.5, 1: 0.25, 4: 0.25}, 1.25, "")
    assert odds.at_least(1) == 0.5
    assert Track(4, 16, "").left == 0.75
    assert Track(0, 0, "").left == 0.0
