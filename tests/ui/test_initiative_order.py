"""Arranging the turns by hand: with the mouse, with keys, by the menu; groups and effects."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from battlemap.model.intent import BeginFight, EndTurn
from battlemap.rules.plan import Effect
from battlemap.systems.shadowrealms import ShadowRealms

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def fight(window, qtbot):
    window.initiative.set_grouped(False)
    if not window.encounter.turn_order.is_running:
        window.bridge.perform(BeginFight())
    qtbot.wait(30)
    return window


def order(window):
    now = window.encounter.turn_order
    return [slot.token for slot in now.slots if slot.round == now.round]


def center(panel, row):
    index = panel.model.index(row)
    panel.list.scrollTo(index)
    return panel.list.visualRect(index).center()


def row_of(panel, slot):
    return next(i for i, row in enumerate(panel.model.rows) if row.slot == slot)


def test_a_row_is_dragged_before_another(fight, qtbot):
    panel = fight.initiative
    before = order(fight)
    view = panel.list.viewport()
    start = center(panel, row_of(panel, 3))
    upper = panel.list.visualRect(panel.model.index(row_of(panel, 1)))
    qtbot.mousePress(view, LEFT, pos=start)
    qtbot.mouseMove(view, (start + upper.center()) / 2)
    qtbot.mouseMove(view, upper.topLeft() + (upper.topRight() - upper.topLeft()) / 2)
    assert panel.list.drop_row == row_of(panel, 1)
    qtbot.mouseRelease(view, LEFT, pos=upper.center())
    qtbot.wait(20)
    after = order(fight)
    assert after == [before[0], before[3], before[1], before[2], *before[4:]]
    fight.bridge.perform(EndTurn())
    assert fight.encounter.turn_order.active == before[3]


def test_escape_takes_a_drag_back_and_a_click_still_selects(fight, qtbot):
    panel = fight.initiative
    before = fight.encounter.turn_order
    view = panel.list.viewport()
    start = center(panel, row_of(panel, 2))
    qtbot.mousePress(view, LEFT, pos=start)
    qtbot.mouseMove(view, center(panel, row_of(panel, 0)))
    assert panel.list.drop_row is not None
    qtbot.keyClick(panel.list, Qt.Key.Key_Escape)
    qtbot.mouseRelease(view, LEFT, pos=center(panel, row_of(panel, 0)))
    assert fight.encounter.turn_order == before
    qtbot.mouseClick(view, LEFT, pos=center(panel, row_of(panel, 2)))
    assert fight.bridge.selected == (before.slots[2].token,)


def test_alt_and_an_arrow_key_move_the_row_in_focus(fight, qtbot):
    panel = fight.initiative
    before = order(fight)
    panel.list.setCurrentIndex(panel.model.index(row_of(panel, 2)))
    qtbot.keyClick(panel.list, Qt.Key.Key_Up, ALT)
    assert order(fight) == [before[0], before[2], before[1], *before[3:]]
    fight.bridge.undo()
    assert order(fight) == before


def test_the_menu_of_a_row_moves_a_turn_and_takes_one_out(fight):
    before = order(fight)
    menu = fight.turn_menu(before[2], 2)
    entries = {action.text(): action for action in menu.actions()}
    entries["Later (Alt+Down)"].trigger()
    assert order(fight)[2:4] == [before[3], before[2]]
    fight.bridge.undo()
    entries = {a.text(): a for a in fight.turn_menu(before[4], 4).actions()}
    entries["Next"].trigger()
    assert order(fight)[1] == before[4]
    fight.bridge.undo()
    total = len(fight.encounter.turn_order.slots)
    {a.text(): a for a in fight.turn_menu(before[2], 2).actions()}["Take this turn out"].trigger()
    assert len(fight.encounter.turn_order.slots) == total - 1
    first = {a.text(): a for a in fight.turn_menu(before[0], 0).actions()}
    assert not first["Earlier (Alt+Up)"].isEnabled()
    assert not first["Take this turn out"].isEnabled(), "it is under way"


def test_a_turn_that_goes_to_another_round_belongs_to_it(fight):
    slots = fight.encounter.turn_order.slots
    rounds = [slot.round for slot in slots]
    if len(set(rounds)) == 1:
        later = tuple(replace(slot, round=slot.round + 1) for slot in slots[1:3])
        turns = replace(fight.encounter.turn_order, slots=(*slots, *later))
        fight.bridge.edit("Two more", replace(fight.encounter, turn_order=turns))
        slots = fight.encounter.turn_order.slots
        rounds = [slot.round for slot in slots]
    first_later = next(i for i, number in enumerate(rounds) if number > rounds[0])
    fight.initiative.move_turn(2, len(slots) - 1)
    assert fight.encounter.turn_order.slots[-1].round == rounds[-1]
    assert fight.encounter.turn_order.slots[-1].token == slots[2].token
    del first_later


def alike(window):
    """Three goblins whose turns follow each other."""
    tokens = window.encounter.tokens
    goblin = next(
        t for t in tokens.values() if t.name.startswith("Goblin") and t.has("dead") is False
    )
    encounter = window.encounter
    for number in (7, 8, 9):
        encounter = encounter.with_token(
            replace(goblin, id=f"g{number}", name=f"Goblin {number}", conditions=frozenset())
        )
    turns = encounter.turn_order
    slot = turns.slots[1]
    more = tuple(replace(slot, token=f"g{number}", score=5) for number in (7, 8, 9))
    encounter = replace(encounter, turn_order=replace(turns, slots=(turns.slots[0], *more)))
    window.bridge.edit("Goblins", encounter)


def test_tokens_of_one_kind_share_a_line_that_unfolds(fight, qtbot):
    alike(fight)
    panel = fight.initiative
    panel.set_grouped(True)
    row = next(i for i, r in enumerate(panel.model.rows) if r.members)
    assert panel.model.rows[row].members == ("g7", "g8", "g9")
    assert "Goblin x3" in str(panel.model.data(panel.model.index(row)))
    count = len(panel.model.rows)
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=center(panel, row))
    assert len(panel.model.rows) == count + 3
    assert [r.token for r in panel.model.rows[row + 1 : row + 4]] == ["g7", "g8", "g9"]
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=center(panel, row + 2))
    assert fight.bridge.selected == ("g8",)
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=center(panel, row))
    assert len(panel.model.rows) == count


def test_effects_show_the_rounds_that_are_left(fight, monkeypatch):
    monkeypatch.setattr(
        ShadowRealms,
        "effects",
        lambda _self, _encounter, token: (Effect("Haste", 2),) if token.id == "seren" else (),
    )
    fight.initiative.refresh()
    row = next(r for r in fight.initiative.model.rows if r.token == "seren")
    assert row.state.endswith(", Haste 2 rounds")


def test_what_is_announced_stands_first(fight, monkeypatch):
    from battlemap.model.intent import Attack

    monkeypatch.setattr(
        ShadowRealms,
        "announced",
        lambda _self, _encounter: ((Attack("kael", "seren"), "strikes Seren"),),
    )
    fight.initiative.refresh()
    rows = fight.initiative.model.rows
    assert rows[0].heading == "Announced"
    assert (rows[1].token, rows[1].state) == ("kael", "strikes Seren")
    assert rows[2].heading.startswith("Round")


def test_the_map_follows_the_turn_unless_it_may_not(fight, qtbot):
    view = fight.view
    view.zoom_to(3.0)

    def shows(token_id):
        place = view.pixel_of(view.map_scene.center_of(token_id)).toPoint()
        return view.viewport().rect().contains(place)

    def end_turn_far_away():
        far = next(t for t in fight.encounter.tokens if not shows(t))
        slots = fight.encounter.turn_order.slots
        place = next(i for i, s in enumerate(slots) if s.token == far)
        fight.initiative.move_turn(place, 1)
        fight.bridge.perform(EndTurn())
        assert fight.encounter.turn_order.active == far
        return far

    view.center_on(fight.encounter.turn_order.active)
    assert shows(end_turn_far_away())
    fight.run_command("view.follow")
    assert not shows(end_turn_far_away())
    fight.update_actions()
    assert not fight.command_actions["view.follow"].isChecked()


def test_the_step_of_a_guided_round_is_marked(open_window, qtbot):
    window = open_window("floor-three")
    window.bridge.perform(BeginFight())
    seen = []
    for _ in range(12):
        for _ in range(40):
            pending = window.bridge.session.pending
            if pending is None:
                break
            window.bridge.answer(next(o.key for o in pending.options if not o.unavailable))
        qtbot.wait(15)
        panel = window.initiative
        panel.refresh()
        marked = [row.heading for row in panel.model.rows if row.heading and row.is_active]
        assert len(marked) == 1
        assert panel.phase_label.text() == marked[0]
        if not seen or seen[-1] != marked[0]:
            seen.append(marked[0])
        window.bridge.perform(EndTurn())
    assert [heading[0] for heading in seen[:5]] == ["1", "2", "3", "4", "5"] or [
        heading[0] for heading in seen[:3]
    ] == ["1", "4", "5"], seen


def test_what_is_announced_is_drawn_until_it_is_carried_out(open_window, qtbot):
    from battlemap.model.intent import Attack
    from battlemap.ui.scene.coordinates import to_scene

    window = open_window("floor-three")
    window.bridge.perform(BeginFight())
    while window.bridge.session.pending is not None:
        window.bridge.answer("no")
    overlay = window.announced.overlay
    assert not overlay.isVisible()
    tokens = window.encounter.tokens.values()
    hero = next(t for t in tokens if t.side == "party")
    mob = next(
        t
        for t in tokens
        if t.side == "foe"
        and any(
            not window.bridge.session.plan(Attack(t.id, hero.id, w.name)).illegal
            for w in window.bridge.system.weapons(t)
        )
    )
    weapon = next(
        w.name
        for w in window.bridge.system.weapons(mob)
        if not window.bridge.session.plan(Attack(mob.id, hero.id, w.name)).illegal
    )
    window.bridge.perform(Attack(mob.id, hero.id, weapon))
    assert overlay.isVisible()
    (line,) = overlay.drawing.lines
    ends = [to_scene(window.view.map_scene.ring_of(key)[0]) for key in (mob.id, hero.id)]
    whole = (ends[1] - ends[0]).manhattanLength()
    assert (line.start - ends[0]).manhattanLength() < whole
    assert (line.end - ends[1]).manhattanLength() < whole
    window.bridge.undo()
    assert not overlay.isVisible()
