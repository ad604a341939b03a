"""The GM overrules a fact: what follows from it changes, in each game, and it can be taken back."""

from __future__ import annotations

from dataclasses import replace

import crawler_boards
import grim_boards
import prowess_boards
import pytest
import shadow_boards

from battlemap.geometry.cell import Point
from battlemap.model.encounter import RulesChoice
from battlemap.model.intent import AreaAttack, Attack, Overrule
from battlemap.model.obstacle import CoverGrade
from battlemap.rules.fact_rulings import value_of
from battlemap.rules.procedure import IllegalIntentError
from battlemap.rules.ruleable_facts import FACTS, PREFIX
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.session import Session
from battlemap.tactics.situation import survey


def pair(boards, weapon=None, distance=1, **parts):
    """Return two who face each other, on one line."""
    extra = {"facing": 90} if boards is shadow_boards else {}
    weapons = {"weapons": [weapon or boards.SWORD]}
    encounter = boards.table(
        boards.someone("seren", (5, 5), **weapons, **extra),
        boards.someone("orc", (5 + distance, 5), "foe", **({"facing": 270} if extra else {})),
        **parts,
    )
    key = boards.rules().key
    return replace(encounter, rules=RulesChoice(key, boards.rules().options))


WALL = [((7, 0), (7, 15))]
LOW_WALL = [((7, 0), (7, 15), CoverGrade.MINOR)]
SHADOW, GRIM, CRAWL, PROWESS = shadow_boards, grim_boards, crawler_boards, prowess_boards

CASES = [
    # (board, fact, what the GM says, words that the plan then has, words that it has no more)
    (pair(SHADOW), "arc", "rear", "rear", ""),
    (pair(SHADOW), "in_reach", "off", "out of reach", ""),
    (pair(SHADOW, distance=4), "in_reach", "on", "", "20 ft away"),
    (pair(SHADOW), "cover", "minor", "cover", ""),
    (pair(SHADOW, SHADOW.BOW, 4, walls=LOW_WALL), "cover", "none", "", "cover"),
    (pair(SHADOW, SHADOW.BOW, 4, walls=WALL), "cover", "major", "", "total cover"),
    (pair(SHADOW, SHADOW.BOW, 4, walls=WALL), "sight", "on", "", "total cover"),
    (pair(SHADOW, SHADOW.BOW, 4), "sight", "off", "unseen", ""),
    (pair(SHADOW), "height", "attacker", "higher_ground", ""),
    (pair(SHADOW, elevation={10: [(5, 5)]}), "height", "level", "", "higher_ground"),
    (pair(SHADOW), "tight", "on", "tight_space", ""),
    (pair(SHADOW), "target_seen", "off", "unseen", ""),
    (pair(SHADOW), "attacker_seen", "off", "is unaware of", ""),
    (pair(SHADOW), "target_posture", "on", "target_prone", ""),
    (
        SHADOW.with_conditions(pair(SHADOW), "orc", "prone"),
        "target_posture",
        "off",
        "",
        "target_prone",
    ),
    (pair(SHADOW), "attacker_posture", "on", "attacker_prone", ""),
    (pair(SHADOW, SHADOW.BOW, 4), "target_motion", "on", "moving_target", ""),
    (pair(GRIM), "flanked", "on", "flanked", ""),
    (pair(GRIM), "cover", "minor", "cover", ""),
    (pair(GRIM), "in_reach", "off", "out of reach", ""),
    (pair(CRAWL, CRAWL.BOW, 4), "engaged_by", "on", "melee_reach", ""),
    (pair(CRAWL, CRAWL.BOW, 1), "engaged_by", "off", "", "melee_reach"),
    (pair(CRAWL), "sizes", "larger", "larger", ""),
    (pair(CRAWL), "sizes", "smaller", "smaller", ""),
    (pair(CRAWL), "height", "attacker", "high_ground", ""),
    (pair(CRAWL), "target_seen", "off", "unseen", ""),
    (pair(CRAWL), "attacker_seen", "off", "unseen_attacker", ""),
    (pair(CRAWL, CRAWL.BOW, 4), "cover", "major", "cover", ""),
    (pair(PROWESS), "flanked", "on", "flanking", ""),
    (pair(PROWESS), "cover", "major", "cover_major", ""),
    (pair(PROWESS), "height", "target", "higher", ""),
    (pair(PROWESS), "attacker_seen", "off", "hidden", ""),
    (pair(PROWESS), "in_reach", "off", "out of reach", ""),
]
IDS = [f"{case[0].rules.system}-{case[1]}-{case[2]}-{case[3] or case[4]}" for case in CASES]


def words_of(planned) -> str:
    """Return what forbids, warns and counts, as one text."""
    rows = [row.key for row in planned.modifiers if row.enabled]
    return " | ".join((planned.illegal, *planned.warnings, *rows)).lower()


@pytest.mark.parametrize(("encounter", "fact", "value", "there", "gone"), CASES, ids=IDS)
def test_an_overruled_fact_changes_what_follows(encounter, fact, value, there, gone):
    session = Session.new(encounter, seed=1)
    plain = Attack("seren", "orc")
    before = session.plan(plain)
    once = session.plan(replace(plain, switched={PREFIX + fact: value}))
    assert value_of(once.situation, fact) == value
    assert there in words_of(once)
    assert there == "" or there not in words_of(before)
    assert not gone or (gone in words_of(before) and gone not in words_of(once))
    assert once.situation.by_hand == {fact: "once"}
    assert session.plan(plain) == before  # this time only

    session.perform(Overrule(PREFIX + fact, "seren", "orc", value))
    standing = session.plan(plain)
    assert standing.situation.by_hand == {fact: "until cleared"}
    assert (standing.odds, standing.illegal, standing.net) == (once.odds, once.illegal, once.net)
    entry = session.log.entries[-1]
    assert entry.kind == "gm"
    assert FACTS[fact].words(value).lower() in entry.headline
    assert entry.details == ("Seren against Orc, until cleared",)
    assert session.plan(replace(plain, switched={PREFIX + fact: "map"})).odds == before.odds

    session.undo()
    assert session.plan(plain) == before
    session.redo()
    session.perform(Overrule(PREFIX + fact, "seren", "orc", ""))
    assert session.encounter.overrides == ()
    assert session.plan(plain) == before
    assert "as the map shows" in session.log.entries[-1].headline


@pytest.mark.parametrize("boards", [SHADOW, GRIM, CRAWL, PROWESS])
def test_the_log_of_the_attack_says_what_the_gm_ruled(boards):
    session = Session.new(pair(boards), seed=1)
    session.perform(Overrule("fact:cover", "seren", "orc", "minor"))
    deed = Attack("seren", "orc", switched={"fact:height": "attacker"})
    count = len(session.log.entries)
    session.perform(deed)
    while session.pending is not None:
        session.answer(session.pending.options[-1].key)
    lines = [line for entry in session.log.entries[count:] for line in entry.details]
    assert "Cover: minor, overruled by the GM, until cleared" in lines
    assert "Height: attacker higher, overruled by the GM, this time" in lines
    session.undo()
    assert all(entry.struck for entry in session.log.entries[count:])


def test_the_facts_themselves_stay_what_the_map_shows():
    session = Session.new(pair(SHADOW), seed=1)
    session.perform(Overrule("fact:arc", "seren", "orc", "rear"))
    shown = survey(session.board, "seren", "orc")
    ruled = session.plan(Attack("seren", "orc")).situation
    assert (shown.arc.arc.value, ruled.arc.arc.value) == ("front", "rear")
    assert ruled.arc.bearing == shown.arc.bearing
    assert ruled.cover == shown.cover


def test_the_reason_of_a_modifier_names_the_gm():
    planned = SHADOW.plan(pair(SHADOW), "seren", "orc", switched={"fact:arc": "rear"})
    (row,) = planned.modifiers
    assert (row.key, row.value) == ("rear", 2)
    assert row.reason == "Rear, overruled by the GM"


def test_other_pairs_are_untouched():
    session = Session.new(pair(SHADOW), seed=1)
    before = session.plan(Attack("orc", "seren"))
    session.perform(Overrule("fact:cover", "seren", "orc", "total"))
    assert "total cover" in session.plan(Attack("seren", "orc")).illegal
    assert session.plan(Attack("orc", "seren")) == before


def test_cover_in_an_area_is_overruled_for_one_creature():
    session = Session.new(pair(PROWESS), seed=1)
    area = AreaAttack("seren", "", "blast", Point(6.5, 5.5), 2.0)
    rows = {t.token: [r.key for r in t.modifiers] for t in session.plan_area(area).targets}
    assert "cover_minor" not in rows["orc"]
    session.perform(Overrule("fact:cover", "seren", "orc", "minor"))
    rows = {t.token: [r.key for r in t.modifiers] for t in session.plan_area(area).targets}
    assert "cover_minor" in rows["orc"]


@pytest.mark.parametrize(
    ("key", "value"), [("fact:luck", "on"), ("fact:cover", "huge"), ("fact:arc", "on")]
)
def test_nonsense_is_refused(key, value):
    session = Session.new(pair(SHADOW), seed=1)
    with pytest.raises(IllegalIntentError):
        session.perform(Overrule(key, "seren", "orc", value))
    assert session.encounter.overrides == ()


def test_a_ruling_that_makes_no_sense_counts_for_nothing():
    encounter = pair(SHADOW)
    plain = SHADOW.plan(encounter, "seren", "orc")
    odd = SHADOW.plan(encounter, "seren", "orc", switched={"fact:cover": "huge", "fact:x": "on"})
    assert (odd.situation, odd.odds) == (plain.situation, plain.odds)


def test_rulings_are_kept_in_the_file(tmp_path):
    session = Session.new(pair(SHADOW), seed=1)
    session.perform(Overrule("fact:arc", "seren", "orc", "rear"))
    session.perform(Overrule("step:5,4", "seren", "", "200 once"))
    path = tmp_path / "ruled.battlemap"
    session.save(path)
    found = Session.open(path)
    assert found.encounter.overrides == session.encounter.overrides
    assert found.plan(Attack("seren", "orc")) == session.plan(Attack("seren", "orc"))
    found.close()


def test_a_crash_in_the_middle_of_the_attack_forgets_no_ruling(tmp_path, monkeypatch):
    monkeypatch.setenv("BATTLEMAP_STATE_DIR", str(tmp_path))
    session = Session.new(pair(SHADOW), seed=1, journal=Journal())
    session.perform(Overrule("fact:cover", "seren", "orc", "minor"))
    session.manual_dice = True
    session.perform(Attack("seren", "orc", switched={"fact:arc": "rear"}))
    assert session.pending is not None
    session._journal.abandon()  # as a killed process leaves it
    (recovery,) = recover()
    found = recovery.restore()
    assert found.pending == session.pending
    plan = found.open_plan()
    assert plan.situation.by_hand == {"cover": "until cleared", "arc": "once"}
    assert [row.key for row in plan.modifiers] == ["rear", "cover"]
    found.close()
