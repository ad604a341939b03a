"""Rounds and turns: who goes when, what is held, what lasts, who dies of waiting."""

from __future__ import annotations

from dataclasses import replace

import pytest
from grim_boards import (
    Rank,
    Training,
    fight,
    plan,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.model.intent import (
    Act,
    ArrangeTurns,
    Attack,
    BeginFight,
    EndFight,
    EndTurn,
    SetCondition,
)
from battlemap.model.terrain import Terrain
from battlemap.model.turn_order import Slot
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.grimhowl.kinds import DamageType, DieSize
from battlemap.systems.grimhowl.readings import OrderRule, OutRule, TieRule, UnspentRule
from battlemap.systems.grimhowl.sheet import Gnawing, Lasting


def order(encounter):
    return [slot.token for slot in encounter.turn_order.slots]


def four(**options):
    return table(
        someone("seren", (1, 1)),
        someone("kael", (1, 3), sheet={"readiness": Rank.EXPERT}),
        someone("orc", (9, 1), "foe"),
        someone("hob", (9, 3), "foe", sheet={"readiness": Rank.MASTER}),
        **options,
    )


# Stars of Awareness: Seren 2, Kael 2, Orc 3, Hob 1.
FACES = (4, 4, 1, 6, 5, 1, 4, 4, 4, 4, 1, 1)


def test_awareness_first_then_readiness():
    encounter, lines = play(four(), BeginFight(), *FACES)
    assert order(encounter) == ["orc", "kael", "seren", "hob"]
    assert encounter.turn_order.active == "orc"
    assert lines[0].headline == "The fight begins"
    assert lines[0].details[0] == "Seren: 3d6 at DC 4: 4 4 1, 2 stars"
    assert encounter.turn_order.slots[1].note == "2 stars, readiness III"


def test_ties_in_the_gms_order_are_an_option():
    system = rules(ties=TieRule.GM_ORDER)
    encounter, _ = play(four(), BeginFight(), *FACES, system=system)
    assert order(encounter) == ["orc", "seren", "kael", "hob"]


def test_sides_in_any_order_are_an_option():
    system = rules(order=OrderRule.SIDES)
    encounter, _ = play(four(), BeginFight(), *FACES, "hob", system=system)
    assert order(encounter) == ["hob", "orc", "kael", "seren"]
    assert encounter.turn_order.active == "hob"
    encounter, _ = play(encounter, EndTurn(), system=system)
    assert encounter.turn_order.active == "orc"
    encounter, _ = play(encounter, EndTurn(), "seren", system=system)
    assert order(encounter) == ["seren", "kael", "hob", "orc"]


def test_the_dc_of_awareness_is_an_option():
    encounter, _ = play(four(), BeginFight(), *FACES, system=rules(skill_dc=5))
    assert order(encounter) == ["kael", "hob", "seren", "orc"]


def test_the_order_stays_and_the_gm_may_change_it():
    encounter, _ = play(four(), BeginFight(), *FACES)
    slots = encounter.turn_order.slots
    swapped = (slots[0], slots[3], slots[1], slots[2])
    encounter, lines = play(encounter, ArrangeTurns(swapped))
    assert lines[-1].kind == "gm"
    seen = []
    for _ in range(8):
        seen.append(encounter.turn_order.active)
        encounter, _ = play(encounter, EndTurn())
    assert seen == ["orc", "hob", "kael", "seren"] * 2
    assert encounter.turn_order.round == 3


def test_others_join_in_their_place():
    encounter = fight(someone("seren", (1, 1)), someone("orc", (9, 1), "foe"))
    later = encounter.with_token(someone("kael", (1, 3)))
    encounter, lines = play(later, BeginFight(("kael",)), 6, 6, 6)
    assert order(encounter) == ["seren", "kael", "orc"]
    assert encounter.turn_order.active == "seren"
    assert lines[0].headline == "Kael joins the fight"
    with pytest.raises(IllegalIntentError, match="nobody to roll initiative"):
        play(encounter, BeginFight())


@pytest.mark.parametrize("count", [3, 2, 5])
def test_how_many_actions_a_round_has_is_an_option(count):
    system = rules(actions=count)
    encounter = fight(someone("seren", (1, 1)), someone("orc", (9, 1), "foe"), system=system)
    assert status(encounter, "seren").actions == count
    pips = system.pips(encounter, encounter.tokens["seren"])
    assert [pip.state for pip in pips] == ["left"] * count


@pytest.mark.parametrize(("rule", "held"), [(UnspentRule.HELD, 3), (UnspentRule.LOST, 0)])
def test_what_becomes_of_unspent_actions_is_an_option(rule, held):
    system = rules(unspent=rule)
    encounter = fight(someone("seren", (1, 1)), someone("orc", (9, 1), "foe"), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    assert (status(encounter, "seren").actions, status(encounter, "seren").held) == (0, held)
    assert [pip.kind for pip in system.pips(encounter, encounter.tokens["seren"])].count(
        "reaction"
    ) == held


def test_held_actions_serve_for_reactions_and_on_others_turns_and_end_with_the_round():
    system = rules(unspent=UnspentRule.LOST)
    encounter = fight(
        someone("seren", (3, 3), sheet={"vitality": 40}),
        someone("orc", (4, 3), "foe", sheet={"vitality": 40}),
        system=system,
    )
    hold = Act("seren", "hold", choices={"actions": "2", "what": "when the orc comes"})
    encounter, lines = play(encounter, hold, system=system)
    assert lines[-1].details == ("2 actions held until the round ends", "when the orc comes")
    assert (status(encounter, "seren").actions, status(encounter, "seren").held) == (1, 2)
    encounter, _ = play(encounter, EndTurn(), system=system)
    assert status(encounter, "seren").held == 2
    assert system.subtitle(encounter, encounter.tokens["seren"]) == "Holds 2 actions"
    attack = Attack("orc", "seren", "sword", {"stars": "none", "defense": "parry"})
    encounter, _ = play(encounter, attack, 6, 1, 1, 1, 6, 1, 1, system=system)
    assert status(encounter, "seren").held == 1
    back = Attack("seren", "orc", "sword", {"stars": "none", "defense": "passive"})
    [cost] = [c for c in plan(encounter, "seren", "orc", system).choices if c.key == "cost"]
    assert [option.label for option in cost.options] == ["Held action"]
    encounter, _ = play(encounter, back, 1, 1, 1, 1, system=system)
    assert status(encounter, "seren").held == 0
    with pytest.raises(IllegalIntentError, match="holds no action"):
        play(encounter, back, system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    assert (status(encounter, "seren").actions, status(encounter, "seren").held) == (3, 0)


@pytest.mark.parametrize("seconds", [6, 10])
def test_how_long_a_round_lasts_is_an_option(seconds):
    system = rules(round_seconds=seconds)
    encounter = fight(someone("seren", (1, 1)), someone("orc", (9, 1), "foe"), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, lines = play(encounter, EndTurn(), system=system)
    [started] = [line for line in lines if line.headline == "Round 2 starts"]
    assert started.details == (f"1 round is {seconds} seconds",)
    _, lines = play(encounter, EndFight(), system=system)
    assert lines[-1].details == (f"2 rounds are {2 * seconds} seconds",)


def test_effects_end_with_their_rounds():
    burning = Gnawing("burning", 1, DieSize.D6, DamageType.FIRE, 1)
    venom = Gnawing("venom", 1, DieSize.D6, DamageType.POISON)
    encounter = fight(someone("seren", (1, 1)), someone("orc", (9, 1), "foe"))
    encounter = with_conditions(encounter, "orc", "↓ agility", "stunned")
    encounter = with_status(
        encounter,
        "orc",
        gnawing=(burning, venom),
        lasting=(Lasting("↓ agility", 2), Lasting("stunned", 1)),
    )
    labels = [
        (one.label, one.rounds_left) for one in rules().effects(encounter, encounter.tokens["orc"])
    ]
    assert labels == [("burning", 1), ("venom", None), ("↓ agility", 2), ("stunned", 1)]
    encounter, _ = play(encounter, EndTurn())
    encounter, lines = play(encounter, EndTurn())
    assert encounter.tokens["orc"].conditions == {"↓ agility"}
    assert status(encounter, "orc").gnawing == (venom,)
    [started] = [line for line in lines if line.headline == "Round 2 starts"]
    assert "burning no longer gnaws at Orc" in started.details
    assert "Orc no longer has stunned" in started.details


def test_the_dying_gather_a_mark_at_each_turn_and_are_tended():
    encounter = fight(
        someone("seren", (3, 3), sheet={"medicine": Training(2)}),
        someone("kael", (3, 4)),
        someone("orc", (9, 1), "foe"),
    )
    down = with_conditions(encounter, "kael", "unconscious")
    down = with_status(down, "kael", damage=12, death_marks=1)
    assert rules().subtitle(down, down.tokens["kael"]) == "Down, 1 of 3 death marks"
    passed, lines = play(down, EndTurn())
    assert passed.turn_order.active == "orc"
    assert status(passed, "kael").death_marks == 2
    assert "Kael lies dying" in [line.headline for line in lines]
    tended, lines = play(down, Act("seren", "tend", "kael"), 5, 1)
    assert status(tended, "kael").stable
    assert rules().subtitle(tended, tended.tokens["kael"]) == "Stable, 1 of 3 death marks"
    tended, _ = play(tended, EndTurn())
    assert status(tended, "kael").death_marks == 1
    dead, _ = play(with_status(down, "kael", death_marks=2), EndTurn())
    assert dead.tokens["kael"].conditions == {"dead"}
    assert order(dead) == ["orc", "seren"]


def test_a_turn_says_that_it_passes_and_what_a_large_creature_stands_in():
    encounter = fight(
        someone("seren", (3, 3)),
        someone("kael", (3, 4)),
        someone("ogre", (8, 1), "foe", size=2),
        terrain={Terrain.HAZARDOUS: [(9, 2)]},
    )
    down = with_conditions(encounter, "kael", "unconscious")
    _, lines = play(down, EndTurn())
    started = {line.headline: line.details for line in lines if "turn, round" in line.headline}
    assert "Unconscious, the turn passes" in started["Kael's turn, round 1"]
    assert "Unconscious, the turn passes" not in started["Ogre's turn, round 1"]
    assert any("hazardous ground" in line for line in started["Ogre's turn, round 1"])


def test_whoever_takes_no_part_is_left_alone_by_rounds():
    encounter = fight(someone("seren", (1, 1)), someone("orc", (9, 1), "foe"))
    encounter = encounter.with_token(someone("cook", (1, 9)))
    for _ in range(2):
        encounter, _ = play(encounter, EndTurn())
    assert encounter.turn_order.round == 2
    assert encounter.tokens["cook"].status is None


def test_nothing_is_held_outside_of_a_fight():
    encounter = table(someone("seren", (1, 1)))
    with pytest.raises(IllegalIntentError, match="no fight is under way"):
        play(encounter, Act("seren", "hold"))


def test_a_fight_in_which_only_the_dying_are_left_ends():
    encounter = fight(someone("seren", (3, 3)), someone("orc", (9, 1), "foe"))
    for key in ("seren", "orc"):
        encounter = with_conditions(encounter, key, "unconscious")
        encounter = with_status(encounter, key, damage=12, death_marks=1)
    encounter, lines = play(encounter, EndTurn())
    assert lines[-1].headline == "Nobody is left to act"
    assert all(token.has("dead") for token in encounter.tokens.values())
    asleep = fight(someone("seren", (3, 3)), someone("orc", (9, 1), "foe"))
    for key in ("seren", "orc"):
        asleep = with_conditions(asleep, key, "unconscious")
    asleep, lines = play(asleep, EndTurn())
    assert lines[-1].headline == "Nobody is left to act"
    assert not any(token.has("dead") for token in asleep.tokens.values())
    down = rules(out=OutRule.DOWN)
    stuck = fight(someone("seren", (3, 3)), someone("orc", (9, 1), "foe"), system=down)
    for key in ("seren", "orc"):
        stuck = with_conditions(stuck, key, "unconscious")
    _, lines = play(stuck, EndTurn(), system=down)
    assert lines[-1].headline == "Nobody is left to act"


def test_the_end_of_a_fight_forgets_rounds_and_keeps_wounds():
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    attack = Attack("seren", "orc", "sword", {"defense": "passive", "stars": "none"})
    encounter, _ = play(encounter, attack, 6, 1, 1, 1, 3)
    encounter, lines = play(encounter, EndFight())
    assert lines[-1].headline == "The fight ends after 1 round"
    assert not encounter.turn_order.is_running
    assert status(encounter, "seren").repeats == ()
    assert status(encounter, "orc").damage == 3
    for intent in (EndFight(), EndTurn(), ArrangeTurns((Slot("seren", 1, 1),))):
        with pytest.raises(IllegalIntentError):
            play(encounter, intent)


def test_a_token_that_is_gone_has_no_turn():
    encounter = fight(
        someone("seren", (1, 1)), someone("kael", (1, 3)), someone("orc", (9, 1), "foe")
    )
    encounter, _ = play(encounter.without_token("kael"), EndTurn())
    assert encounter.turn_order.active == "orc"
    assert rules().upcoming(encounter.turn_order) == (
        ("Round 1", (0,)),
        ("Round 2, in the same order", (1,)),
    )


def test_the_gm_knocks_out_wakes_and_kills():
    encounter = fight(
        someone("seren", (1, 1)), someone("kael", (1, 3)), someone("orc", (9, 1), "foe")
    )
    encounter = with_status(encounter, "kael", damage=12, death_marks=2)
    encounter, _ = play(encounter, SetCondition("kael", "Unconscious", True))
    assert encounter.tokens["kael"].has("unconscious")
    encounter, lines = play(encounter, SetCondition("kael", "unconscious", False))
    assert lines[-1].headline == "GM: Kael is no longer unconscious"
    assert (status(encounter, "kael").damage, status(encounter, "kael").death_marks) == (11, 0)
    encounter, _ = play(encounter, SetCondition("kael", "dead", True))
    assert "kael" not in order(encounter)
    again, lines = play(encounter, SetCondition("kael", "dead", True))
    assert again is encounter
    assert lines == []
    with pytest.raises(IllegalIntentError, match="needs a name"):
        play(encounter, SetCondition("seren", " ", True))


def test_a_lasting_condition_that_the_gm_takes_away_does_not_come_back():
    encounter = table(someone("seren", (1, 1)))
    encounter = with_conditions(encounter, "seren", "stunned")
    encounter = with_status(encounter, "seren", lasting=(Lasting("stunned", 3),))
    encounter, _ = play(encounter, SetCondition("seren", "stunned", False))
    assert status(encounter, "seren").lasting == ()


def test_tokens_without_any_record_can_fight():
    plain = [
        replace(someone(key, (n, 1), side), weapons=(), sheet=None, status=None)
        for n, (key, side) in enumerate((("a", "party"), ("b", "foe")))
    ]
    encounter = fight(*plain)
    attack = Attack("a", "b", "", {"defense": "passive", "stars": "none"})
    encounter, lines = play(encounter, attack, 6, 1, 1, 1, 4)
    assert lines[-1].outcome.weapon == "bare hands"
    assert status(encounter, "b").damage == 4
