"""What the GM does by hand: conditions, places, and the order of the turns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import someone, table

from battlemap import resources
from battlemap.geometry.cell import Cell
from battlemap.model.event import Noted, TurnOrderChanged
from battlemap.model.intent import ArrangeTurns, BeginFight, EndTurn, SetCondition
from battlemap.model.lasting import Lasting
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.rules.by_hand import (
    arrange_turns,
    condition_of,
    displace,
    keep_arranged,
    mark,
    note_condition,
)
from battlemap.rules.procedure import IllegalIntentError, run
from battlemap.session.session import Session


@pytest.fixture
def session():
    session = Session.open(resources.maps_path() / "sunken-hall.battlemap", seed=5)
    if not session.encounter.turn_order.is_running:
        session.perform(BeginFight())
    return session


def names(session, number):
    slots = session.encounter.turn_order.slots
    return [slot.token for slot in slots if slot.round == number]


def test_the_order_stays_although_scores_say_otherwise(session):
    order = session.encounter.turn_order
    last_in_round = max(i for i, s in enumerate(order.slots) if s.round == order.round)
    slots = list(order.slots)
    moved = slots.pop(last_in_round)
    slots.insert(1, moved)
    session.perform(ArrangeTurns(tuple(slots)))
    assert session.encounter.turn_order.active == order.active
    assert session.encounter.turn_order.slots[1].token == moved.token
    assert "arranges" in session.log.entries[-1].headline
    session.perform(EndTurn())
    assert session.encounter.turn_order.active == moved.token
    session.undo()
    session.undo()
    assert session.encounter.turn_order == order


@pytest.mark.parametrize("sample", ["sunken-hall", "barricade", "bridge-duel"])
def test_every_game_with_turns_keeps_the_order(sample):
    session = Session.open(resources.maps_path() / f"{sample}.battlemap", seed=5)
    if not session.encounter.turn_order.is_running:
        session.perform(BeginFight())
    while session.pending is not None:
        session.answer(next(o.key for o in session.pending.options if not o.unavailable))
    order = session.encounter.turn_order
    wanted = [s.token for s in order.slots if s.round == order.round][-1]
    place = [s.token for s in order.slots].index(wanted)
    slots = list(order.slots)
    slots.insert(1, slots.pop(place))
    session.perform(ArrangeTurns(tuple(slots)))
    session.perform(EndTurn())
    while session.pending is not None:
        session.answer(next(o.key for o in session.pending.options if not o.unavailable))
    assert session.encounter.turn_order.active == wanted


def settled(session):
    while session.pending is not None:
        session.answer(next(o.key for o in session.pending.options if not o.unavailable))


@pytest.mark.parametrize("sample", ["sunken-hall", "barricade", "bridge-duel"])
def test_a_turn_that_is_put_off_goes_on_and_nothing_of_its_start_is_repeated(sample, tmp_path):
    session = Session.open(resources.maps_path() / f"{sample}.battlemap", seed=5)
    if not session.encounter.turn_order.is_running:
        session.perform(BeginFight())
        settled(session)
    order = session.encounter.turn_order
    waiting, following = order.active, order.slots[1].token
    assert waiting != following
    before = session.encounter
    status = before.tokens[waiting].status
    lasting = (Lasting("Haste", rounds_left=2),)
    session.edit("", before.with_token(replace(before.tokens[waiting], lasting=lasting)))
    slots = list(order.slots)
    slots.insert(1, slots.pop(0))
    session.perform(ArrangeTurns(tuple(slots)))
    settled(session)
    now = session.encounter.turn_order
    assert now.active == following
    assert (now.slots[1].token, now.slots[1].begun) == (waiting, True)
    session.save(tmp_path / "x.battlemap")
    assert Session.open(tmp_path / "x.battlemap").encounter.turn_order == now
    session.perform(EndTurn())
    settled(session)
    now = session.encounter.turn_order
    assert now.active == waiting
    assert not now.slots[0].begun
    token = session.encounter.tokens[waiting]
    assert token.status == status, "no second pool, no second Prowess Roll"
    assert token.lasting == lasting, "one turn takes one round off"
    assert any("goes on" in entry.headline for entry in session.log.entries)
    for _ in range(3):
        session.undo()
    assert session.encounter == before


def test_a_turn_that_is_put_off_into_the_next_round_begins_anew(session):
    order = session.encounter.turn_order
    last = len(order.slots) - 1
    first = replace(order.slots[0], round=order.round + 1)
    later = replace(order.slots[last], round=order.round + 1)
    session.perform(ArrangeTurns((*order.slots[1:last], later, first)))
    put = next(s for s in session.encounter.turn_order.slots if s.token == first.token)
    assert not put.begun


def test_the_turn_under_way_is_not_taken_out(session):
    slots = session.encounter.turn_order.slots
    with pytest.raises(IllegalIntentError, match="put off"):
        session.perform(ArrangeTurns(slots[1:]))


def test_the_arranged_order_is_kept_in_the_file(session, tmp_path):
    order = session.encounter.turn_order
    slots = (order.slots[0], order.slots[2], order.slots[1], *order.slots[3:])
    session.perform(ArrangeTurns(slots))
    session.save(tmp_path / "x.battlemap")
    again = Session.open(tmp_path / "x.battlemap")
    assert again.encounter.turn_order == session.encounter.turn_order
    assert again.encounter.turn_order.slots[1].arranged


def test_nothing_changes_where_the_order_is_the_same(session):
    before = len(session.history.commits)
    session.perform(ArrangeTurns(session.encounter.turn_order.slots))
    assert len(session.history.commits) == before


def test_what_cannot_be_arranged(session):
    slots = session.encounter.turn_order.slots
    with pytest.raises(IllegalIntentError, match="nobody"):
        session.perform(ArrangeTurns((replace(slots[0], token="nobody"),)))
    still = replace(session.encounter, turn_order=TurnOrder())
    with pytest.raises(IllegalIntentError, match="No fight"):
        run(arrange_turns(still, ArrangeTurns(slots)), still, [])


def test_only_rounds_whose_order_changed_are_marked(session):
    encounter = session.encounter
    tokens = list(encounter.tokens)[:3]
    slots = tuple(
        Slot(token, 10 - place, number) for number in (1, 2) for place, token in enumerate(tokens)
    )
    encounter = replace(encounter, turn_order=TurnOrder(1, "", slots, tokens[0]))
    turned = (slots[0], slots[2], slots[1], *slots[3:])
    after, events = run(arrange_turns(encounter, ArrangeTurns(turned)), encounter, [])
    assert [slot.arranged for slot in after.turn_order.slots] == [True] * 3 + [False] * 3
    assert [type(event) for event in events] == [TurnOrderChanged, Noted]


def test_arranged_turns_of_several_rounds_keep_apart():
    one = [Slot(t, 5, 1, arranged=True) for t in "ba"]
    two = [Slot(t, 5, 2, arranged=True) for t in "dc"]
    ordered = sorted([*one, *two], key=lambda slot: (slot.round, slot.token))
    kept = keep_arranged(ordered, [*two, *one])
    assert [(slot.round, slot.token) for slot in kept] == [(1, "b"), (1, "a"), (2, "d"), (2, "c")]


def two():
    return table(someone("seren", (5, 5)), someone("brug", (6, 5)))


@pytest.mark.parametrize("named", ["", "   "])
def test_a_condition_without_a_name_is_refused(named):
    with pytest.raises(IllegalIntentError, match="A condition needs a name"):
        condition_of(two(), SetCondition("seren", named, on=True))


def test_a_condition_is_written_small_and_belongs_to_a_token_on_the_map():
    token, condition = condition_of(two(), SetCondition("seren", " Prone ", on=True))
    assert (token.id, condition) == ("seren", "prone")
    with pytest.raises(IllegalIntentError, match='no token "nobody"'):
        condition_of(two(), SetCondition("nobody", "prone", on=True))


def test_a_condition_comes_and_goes_and_leaves_the_others():
    encounter = two().with_token(someone("seren", (5, 5), conditions=frozenset({"stunned"})))
    given, _ = run(mark(encounter.tokens["seren"], "prone", True), encounter, ())
    assert given.tokens["seren"].conditions == {"stunned", "prone"}
    taken, _ = run(mark(given.tokens["seren"], "prone", False), given, ())
    assert taken.tokens["seren"].conditions == {"stunned"}


@pytest.mark.parametrize(("on", "words"), [(True, "is prone"), (False, "is no longer prone")])
def test_the_log_says_that_the_gm_did_it(on, words):
    _, events = run(note_condition(two().tokens["seren"], "prone", on, ("why",)), two(), ())
    assert events == [Noted(f"GM: Seren {words}", ("why",), "gm", "seren")]


def test_a_token_is_brought_anywhere_on_the_map_at_its_height():
    flying = two().with_token(someone("seren", (5, 5), elevation_feet=20))
    after, events = run(displace(flying, flying.tokens["seren"], Cell(9, 9)), flying, ())
    assert (after.tokens["seren"].at, after.tokens["seren"].elevation_feet) == (Cell(9, 9), 20)
    assert [event.forced for event in events] == [True]
    with pytest.raises(IllegalIntentError, match="not on the map"):
        run(displace(flying, flying.tokens["seren"], Cell(99, 9)), flying, ())
