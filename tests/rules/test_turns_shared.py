"""Who joins a fight, whose turns come, and when nobody is left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import rules, someone, table

from battlemap.model.intent import BeginFight
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.rules import turns
from battlemap.rules.procedure import IllegalIntentError, run


def fight(*slots, **conditions):
    encounter = table(someone("seren", (5, 5)), someone("brug", (6, 5)), someone("ilse", (8, 8)))
    tokens = {
        key: replace(token, conditions=frozenset(conditions.get(key, ())))
        for key, token in encounter.tokens.items()
    }
    order = TurnOrder(round=1, slots=tuple(Slot(key, 9, 1) for key in slots))
    return replace(encounter, tokens=tokens, turn_order=order if slots else TurnOrder())


def ids(tokens):
    return [token.id for token in tokens]


def test_all_who_stand_and_are_not_in_it_yet_join():
    assert ids(turns.joining(rules(), fight(), BeginFight())) == ["seren", "brug", "ilse"]
    late = fight("seren", brug=["dead"])
    assert ids(turns.joining(rules(), late, BeginFight())) == ["ilse"]
    assert ids(turns.joining(rules(), late, BeginFight(("seren", "ilse")))) == ["ilse"]


@pytest.mark.parametrize("named", [("seren",), ("brug",), ("seren", "brug")])
def test_those_in_the_fight_and_the_fallen_cannot_join(named):
    with pytest.raises(IllegalIntentError, match="nobody to roll initiative"):
        turns.joining(rules(), fight("seren", brug=["unconscious"]), BeginFight(named))


def test_no_turn_ends_where_there_is_none():
    turns.check_turns(fight("seren"))
    for encounter in (fight(), replace(fight(), turn_order=TurnOrder(round=1))):
        with pytest.raises(IllegalIntentError, match="No turn is under way"):
            turns.check_turns(encounter)


def test_the_turns_of_the_dead_and_removed_go_and_the_unconscious_keep_theirs():
    encounter = fight("seren", "gone", "brug", "ilse", seren=["dead"], brug=["unconscious"])
    assert [slot.token for slot in turns.slots_that_come(encounter)] == ["brug", "ilse"]
    down = [slot.token for slot in encounter.turn_order.slots if turns.is_down(encounter, slot)]
    assert down == ["seren", "gone", "brug"]


def test_where_nobody_is_left_no_turn_is_active_and_the_log_says_so():
    encounter = fight("seren", "brug", seren=["dead"], brug=["unconscious"])
    slots = turns.slots_that_come(encounter)
    after, events = run(turns.nobody_left(encounter, slots), encounter, ())
    assert (after.turn_order.active, after.turn_order.slots) == (None, slots)
    assert events[-1].headline == "Nobody is left to act"
