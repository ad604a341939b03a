"""Who may strike because of a deed in reach, or because of a move, and who is spared."""

from __future__ import annotations

import pytest
from tactics_boards import EnteringReading, board, token, wall

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.token import Weapon
from battlemap.tactics.conventions import Conventions, CrossingRule
from battlemap.tactics.crossings import armed_feet, crossings
from battlemap.tactics.deeds import Provoking, Strikers, action_triggers, one_weapon_each
from battlemap.tactics.manners import disengaging, exemption
from battlemap.tactics.path import Path

DAGGER, SWORD = Weapon("dagger", reach_feet=5), Weapon("sword", reach_feet=5)
SPEAR = Weapon("spear", reach_feet=10)
BOW = Weapon("bow", range_feet=60)
LISTED = {"cast", "shoot", "grapple"}


def path(*cells):
    return Path(tuple(Cell(*cell) for cell in cells), tuple(100 * i for i in range(len(cells))))


def walked(tokens, cells, manner="walk", rule=CrossingRule.LEAVING_OR_THROUGH, **more):
    made = board(tokens, conventions=Conventions(crossings=rule), **more)
    return crossings(made, "a", path(*cells), manner)


def provoking(found):
    return [(c.step, c.by, c.provokes) for c in found if c.provokes]


@pytest.mark.parametrize("kind", list(GridKind))
def test_a_listed_deed_in_reach_provokes_each_weapon_that_reaches(kind):
    made = board(
        [
            token("a", (5, 5), "party"),
            token("near", (6, 5), weapons=(SWORD, SPEAR, BOW)),
            token("far", (7, 5), weapons=(SPEAR,)),
            token("beyond", (8, 5), weapons=(SPEAR,)),
            token("friend", (4, 5), "ally"),
        ],
        kind=kind,
    )
    found = action_triggers(made, "a", "cast", LISTED)
    assert [(f.by, f.weapon) for f in found] == [
        ("near", "sword"), ("near", "spear"), ("far", "spear")
    ]  # fmt: skip
    assert all(f.counts and f.touched == (Cell(5, 5),) and f.cell == Cell(5, 5) for f in found)
    assert [f.from_cell for f in found] == [Cell(6, 5), Cell(6, 5), Cell(7, 5)]
    assert found[2].reason == "casts a spell in the reach of Far (spear)"


def test_what_is_not_listed_provokes_nobody():
    made = board([token("a", (5, 5), "party"), token("b", (6, 5))])
    assert action_triggers(made, "a", "speak", LISTED) == ()
    assert action_triggers(made, "a", "speak", {"speak": Provoking("speaks")})[0].reason == (
        "speaks in the reach of B (hand)"
    )


def test_the_unable_the_walled_off_and_the_too_high_do_not_strike():
    made = board(
        [
            token("a", (5, 5), "party"),
            token("dead", (4, 5), conditions=frozenset({"dead"})),
            token("walled", (6, 5)),
            token("flier", (5, 4), elevation_feet=10),
            token("low_flier", (5, 6), elevation_feet=5),
            token("neutral", (4, 4), "neutral"),
        ],
        [wall("w", (6, 4.5), (6, 6.5))],
    )
    assert [f.by for f in action_triggers(made, "a", "shoot", LISTED)] == ["low_flier"]


def test_a_spent_reactor_is_listed_and_does_not_count():
    made = board([token("a", (5, 5), "party"), token("b", (6, 5), conditions=frozenset({"spent"}))])
    [found] = action_triggers(made, "a", "cast", LISTED)
    assert not found.is_ready
    assert not found.counts
    assert found.exempt == ""


def test_only_the_target_or_everybody_else():
    made = board([token("a", (5, 5), "party"), token("b", (6, 5)), token("c", (4, 5))])

    def strikers(who):
        how = {"grapple": Provoking(strikers=who)}
        return [f.by for f in action_triggers(made, "a", "grapple", how, target="b")]

    assert strikers(Strikers.ANYBODY) == ["b", "c"]
    assert strikers(Strikers.TARGET) == ["b"]
    assert strikers(Strikers.OTHERS) == ["c"]


def test_only_longer_weapons_answer_a_deed_done_with_a_shorter_one():
    made = board([token("a", (5, 5), "party"), token("b", (6, 5), weapons=(SWORD, SPEAR))])
    how = {"attack": Provoking(longer_only=True)}
    by_dagger = action_triggers(made, "a", "attack", how, target="b", weapon=DAGGER)
    assert [f.weapon for f in by_dagger] == ["spear"]
    assert action_triggers(made, "a", "attack", how, target="b", weapon=SPEAR) == ()


def test_a_deed_is_judged_where_it_will_be_done_and_by_every_own_cell():
    made = board([token("a", (1, 1), "party", size=2), token("b", (6, 5))])
    assert action_triggers(made, "a", "cast", LISTED) == ()
    [found] = action_triggers(made, "a", "cast", LISTED, at=Cell(4, 5))
    assert found.touched == (Cell(5, 5), Cell(5, 6))
    assert found.cell == Cell(4, 5)


def test_a_deed_spares_whom_its_exemption_names():
    made = board([token("a", (5, 5), "party"), token("b", (6, 5)), token("c", (4, 5))])
    found = action_triggers(made, "a", "cast", LISTED, exempt=exemption(disengaging("b")))
    assert [(f.by, f.counts, f.exempt) for f in found] == [
        ("b", False, "disengages"), ("c", True, "")
    ]  # fmt: skip


@pytest.mark.parametrize("manner", ["shift", "disengage", "teleport", "pushed", "force"])
def test_quiet_manners_provoke_nobody_and_say_so(manner):
    tokens = [token("a", (5, 5), "party"), token("b", (6, 5)), token("c", (4, 5))]
    found = walked(tokens, [(5, 5), (5, 7)], manner)
    assert {(c.by, c.deed) for c in found} == {("b", "leaves"), ("c", "leaves")}
    assert provoking(found) == []
    assert {c.exempt for c in found} == {exemption(manner).reason}
    assert exemption(manner).is_for_all


def test_disengaging_from_one_leaves_the_strike_to_the_other():
    tokens = [token("a", (5, 5), "party"), token("b", (6, 5)), token("c", (4, 5))]
    found = walked(tokens, [(5, 5), (5, 6), (5, 7)], disengaging("b"))
    assert provoking(found) == [(1, "c", "through"), (2, "c", "leaves")]
    assert {c.exempt for c in found if c.by == "b"} == {"disengages"}


def test_moving_within_a_reach_provokes_only_where_the_rules_say_so():
    tokens = [token("a", (5, 5), "party"), token("b", (6, 5))]
    around = [(5, 5), (5, 6), (5, 7)]
    assert provoking(walked(tokens, around)) == [(1, "b", "through"), (2, "b", "leaves")]
    leaving = walked(tokens, around, rule=CrossingRule.LEAVING)
    assert provoking(leaving) == [(2, "b", "leaves")]


def test_a_charge_past_provokes_but_not_by_its_last_cell():
    tokens = [token("a", (1, 5), "party"), token("b", (5, 6))]
    into = [(2, 5), (3, 5), (4, 5)]
    assert provoking(walked(tokens, into, "charge", CrossingRule.LEAVING)) == []
    past = [*into, (5, 5)]
    assert provoking(walked(tokens, past, "charge", CrossingRule.LEAVING)) == [
        (2, "b", "charges past")
    ]
    assert provoking(walked(tokens, past, "walk", CrossingRule.LEAVING)) == []


def entering(mover_weapons, held=SPEAR, cells=((1, 5), (2, 5), (3, 5), (4, 5)), manner="walk"):
    made = board(
        [token("a", cells[0], "party", weapons=mover_weapons), token("b", (5, 5), weapons=(held,))],
        conventions=Conventions(crossings=CrossingRule.LEAVING),
        reading=EnteringReading,
    )
    return provoking(crossings(made, "a", path(*cells), manner))


def test_who_strikes_at_whoever_comes_in_does_so_at_a_charge():
    assert entering((DAGGER,), manner="charge") == [(2, "b", "enters")]
    assert entering((SPEAR,), manner="charge") == [(2, "b", "charges past")]


def test_entering_with_a_shorter_weapon_provokes_once_where_the_reach_begins():
    assert entering((DAGGER,)) == [(2, "b", "enters")]
    assert entering((DAGGER, BOW)) == [(2, "b", "enters")]


def test_equal_and_longer_weapons_and_the_unarmed_enter_in_peace():
    assert entering((SPEAR,)) == []
    assert entering((DAGGER, SPEAR)) == []
    assert entering(()) == []
    assert entering((BOW,)) == []
    assert entering((SWORD,), held=SWORD) == []


def test_the_length_in_hand_is_that_of_the_longest_melee_weapon():
    assert armed_feet(token("a", (0, 0))) is None
    assert armed_feet(token("a", (0, 0), weapons=(BOW,))) is None
    assert armed_feet(token("a", (0, 0), weapons=(DAGGER, SPEAR, BOW))) == 10


def test_one_weapon_strikes_for_each_reactor_and_step():
    tokens = [token("a", (5, 5), "party"), token("b", (6, 5), weapons=(SWORD, SPEAR))]
    made = board(tokens)
    found = action_triggers(made, "a", "cast", LISTED)
    assert len(found) == 2
    [longest] = one_weapon_each(made, found, lambda weapon: (weapon.reach_feet,))
    assert longest.weapon == "spear"
    [first] = one_weapon_each(made, found, lambda _: (0,))
    assert first.weapon == "sword"
    steps = one_weapon_each(
        made,
        crossings(made, "a", path((5, 5), (4, 5), (3, 5))),
        lambda weapon: (weapon.reach_feet,),
    )
    assert [(c.step, c.weapon) for c in steps] == [(1, "spear"), (2, "spear")]


def test_a_large_mover_is_out_of_reach_when_its_last_cell_is():
    tokens = [token("a", (4, 4), "party", size=2), token("b", (3, 4))]
    assert provoking(walked(tokens, [(4, 4), (5, 4)], rule=CrossingRule.LEAVING)) == [
        (1, "b", "leaves")
    ]
    tokens = [token("a", (4, 4), "party", size=2), token("b", (5, 3))]
    assert provoking(walked(tokens, [(4, 4), (5, 4)], rule=CrossingRule.LEAVING)) == []
