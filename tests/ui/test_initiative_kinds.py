"""Every kind of turn order at the table: passes, action points, a side in any order; waiting."""

from __future__ import annotations

from dataclasses import replace

from answer_keys import answer
from PySide6.QtCore import QPoint, Qt

from battlemap.resources import maps_path
from battlemap.session.session import Session
from battlemap.systems.grimhowl.readings import OrderRule
from battlemap.ui.panels.initiative_list import ROW_ROLE

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def begin(open_window, qtbot, sample, **more):
    window = open_window(sample, **more)
    window.initiative.set_grouped(False)
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_I, CONTROL)
    answer(window, qtbot)
    qtbot.wait(30)
    return window


def press(window, qtbot, key, modifier=CONTROL):
    window.view.setFocus()
    qtbot.keyClick(window, key, modifier)
    answer(window, qtbot)
    qtbot.wait(30)


def rows(window):
    return window.initiative.model.rows


def sections(window):
    """Return the tokens below each heading; the first ones stand below none."""
    found, heading = {"": []}, ""
    for row in rows(window):
        if row.heading:
            heading = row.heading
            found[heading] = []
        else:
            found[heading].append(row)
    return found


def active(window):
    return window.encounter.turn_order.active


def box_of(window, token):
    panel = window.initiative
    number = next(i for i, row in enumerate(rows(window)) if row.token == token)
    index = panel.model.index(number)
    panel.list.scrollTo(index)
    return number, panel.list.visualRect(index)


def test_revolving_several_turns_in_a_round_and_the_place_in_the_next_is_known(open_window, qtbot):
    window = begin(open_window, qtbot, "sunken-hall")
    first = active(window)
    score = window.encounter.turn_order.slots[0].score
    assert rows(window)[0].state.startswith("Turn 1") or rows(window)[0].token == first
    press(window, qtbot, Qt.Key.Key_Space)
    again = sections(window)["Again this round"]
    mine = next(row for row in again if row.token == first)
    assert int(mine.score) == score - 20
    assert not mine.has_acted
    # Whoever is done for the round stands in the next one already, with what was carried over.
    known = {}
    for _ in range(30):
        known = next((v for k, v in sections(window).items() if k.endswith("already known")), [])
        if known:
            break
        press(window, qtbot, Qt.Key.Key_Space)
    assert known
    assert all(row.has_acted for row in known)
    slot = window.encounter.turn_order.slots[known[0].slot]
    assert slot.round == 2
    assert known[0].state == slot.note
    assert "+" in slot.note


def test_descending_with_action_points_that_a_click_spends(open_window, qtbot):
    window = begin(open_window, qtbot, "bridge-duel")
    scores = [int(row.score) for row in sections(window)[""]]
    assert scores == sorted(scores, reverse=True)
    mine = next(row for row in rows(window) if row.is_active)
    points = [pip for pip in mine.pips if pip.kind == "point"]
    assert [pip.state for pip in points] == ["left"] * 6
    button = next(b for b in window.action_bar.buttons if b.action.key == "dash")
    cost = button.action.cost.count("point")
    qtbot.mouseClick(button, LEFT)
    answer(window, qtbot)
    qtbot.wait(30)
    mine = next(row for row in rows(window) if row.is_active)
    spent = [pip.state for pip in mine.pips if pip.kind == "point"].count("spent")
    assert spent == cost > 0
    press(window, qtbot, Qt.Key.Key_Space)
    done = next(row for row in sections(window)["Round 2"] if row.token == mine.token)
    assert done.has_acted


def test_a_side_goes_in_any_order_and_ticks_say_who_has_acted(open_window, qtbot):
    session = Session.open(maps_path() / "barricade.battlemap", seed=3)
    rules = session.encounter.rules
    options = replace(session.system.options, order=OrderRule.SIDES)
    session.edit("Sides", replace(session.encounter, rules=replace(rules, options=options)))
    window = open_window(session)
    window.initiative.set_grouped(False)
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_I, CONTROL)
    qtbot.wait(30)
    question = window.bridge.session.pending
    assert question.headline == "Who goes next?"
    assert window.prompt.isVisible()
    chosen = question.options[1].key
    qtbot.keyClick(window, Qt.Key.Key_2)
    qtbot.wait(30)
    assert active(window) == chosen
    qtbot.keyClick(window, Qt.Key.Key_Space, CONTROL)
    qtbot.wait(30)
    assert chosen not in {option.key for option in window.bridge.session.pending.options}
    acted = [row.token for row in rows(window) if row.has_acted]
    assert acted == [chosen]
    index = window.initiative.model.index(box_of(window, chosen)[0])
    assert "has acted" in window.initiative.model.data(index)


def test_the_tick_of_whoever_has_acted_is_drawn(open_window, qtbot):
    window = begin(open_window, qtbot, "barricade")
    first = active(window)
    press(window, qtbot, Qt.Key.Key_Space)
    panel = window.initiative
    number, box = box_of(window, first)
    qtbot.wait(30)
    box = panel.list.visualRect(panel.model.index(number))
    with_tick = panel.list.viewport().grab(box).toImage()
    changed = list(panel.model.rows)
    changed[number] = replace(changed[number], has_acted=False)
    panel.model.set_rows(changed)
    panel.list.scrollTo(panel.model.index(number))
    qtbot.wait(30)
    assert panel.list.viewport().grab(box).toImage() != with_tick


def test_previous_takes_a_whole_turn_back_exactly(open_window, qtbot, pixel_of, drag):
    window = begin(open_window, qtbot, "bridge-duel")
    before = window.encounter
    press(window, qtbot, Qt.Key.Key_Space)
    token = window.encounter.tokens[active(window)]
    costs = window.bridge.session.preview_move(token.id).field.costs
    goal = next(cell for cell in costs if cell != token.at)
    drag(window, token.at, goal)
    answer(window, qtbot)
    assert window.encounter.tokens[token.id].at == goal
    qtbot.mouseClick(window.initiative.previous, LEFT)
    if window.encounter is not before:
        qtbot.mouseClick(window.initiative.previous, LEFT)
    assert window.encounter is before


def test_the_map_marks_whose_turn_it_is(open_window, qtbot):
    window = begin(open_window, qtbot, "bridge-duel")

    def marked():
        items = window.view.map_scene.items_by_token
        return [key for key, item in items.items() if item.look.active]

    assert marked() == [active(window)]
    first = active(window)
    press(window, qtbot, Qt.Key.Key_Space)
    assert marked() == [active(window)] != [first]


def test_a_hidden_fighter_has_a_row_with_a_crossed_eye(open_window, qtbot):
    window = begin(open_window, qtbot, "bridge-duel")
    other = rows(window)[2].token
    number, box = box_of(window, other)
    plain = window.initiative.list.viewport().grab(box).toImage()
    token = window.encounter.tokens[other]
    window.bridge.edit("Hide", window.encounter.with_token(replace(token, hidden=True)))
    qtbot.wait(60)
    assert rows(window)[number].token == other
    assert window.initiative.list.viewport().grab(box).toImage() != plain


def test_the_turn_is_put_off_by_key_and_goes_on_where_its_row_is_put(open_window, qtbot):
    window = begin(open_window, qtbot, "bridge-duel")
    order = [row.token for row in sections(window)[""]]
    press(window, qtbot, Qt.Key.Key_End)
    assert active(window) == order[1]
    assert window.bridge.selected == (order[1],)
    now = sections(window)[""]
    assert now[-1].token == order[0]
    assert now[-1].state.startswith("Turn put off")
    assert not now[-1].has_acted
    # The keyboard brings it forward again: it goes on next.
    panel = window.initiative
    for _ in range(len(order) - 2):
        number, _ = box_of(window, order[0])
        panel.list.setFocus()
        panel.list.setCurrentIndex(panel.model.index(number))
        qtbot.keyClick(panel.list, Qt.Key.Key_Up, ALT)
        qtbot.wait(30)
    assert [row.token for row in sections(window)[""]][:2] == [order[1], order[0]]
    press(window, qtbot, Qt.Key.Key_Space)
    assert active(window) == order[0]
    log = window.bridge.session.log.entries
    assert [e.headline for e in log if "goes on" in e.headline]


def test_the_row_of_the_turn_under_way_is_dragged_to_where_it_goes_on(open_window, qtbot):
    window = begin(open_window, qtbot, "bridge-duel")
    before = window.encounter
    order = [row.token for row in sections(window)[""]]
    panel, view = window.initiative, window.initiative.list.viewport()
    _, lower = box_of(window, order[3])
    _, upper = box_of(window, order[0])
    place = lower.topLeft() + QPoint(lower.width() // 2, 2)
    qtbot.mousePress(view, LEFT, pos=upper.center())
    qtbot.mouseMove(view, (upper.center() + place) / 2)
    qtbot.mouseMove(view, place)
    qtbot.mouseRelease(view, LEFT, pos=place)
    answer(window, qtbot)
    qtbot.wait(30)
    assert active(window) == order[1]
    assert [row.token for row in sections(window)[""]][:3] == [order[1], order[2], order[0]]
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert window.encounter is before
    assert panel.model.index(0).data(ROW_ROLE).is_active


def test_the_last_of_a_round_has_nobody_to_wait_for(open_window, qtbot):
    window = begin(open_window, qtbot, "bridge-duel")
    for _ in range(len(sections(window)[""]) - 1):
        press(window, qtbot, Qt.Key.Key_Space)
    last = window.encounter
    press(window, qtbot, Qt.Key.Key_End)
    assert window.encounter is last
    assert "Nobody else has a turn left" in window.message_bar.text.text()


def test_a_readied_action_is_chosen_by_keys_and_stands_in_the_row(open_window, qtbot):
    window = begin(open_window, qtbot, "bridge-duel")
    who = active(window)
    before = next(row.state for row in rows(window) if row.token == who)
    qtbot.keyClick(window.view, Qt.Key.Key_K, CONTROL)
    qtbot.keyClicks(window.palette_card.search, "ready")
    assert window.palette_card.list.currentItem().text() == "Ready"
    qtbot.keyClick(window.palette_card.search, Qt.Key.Key_Return)
    qtbot.wait(30)
    answer(window, qtbot)
    qtbot.wait(30)
    state = next(row.state for row in rows(window) if row.token == who)
    assert state != before
    assert "ready" in state.lower()
    assert window.bridge.system.effects(window.encounter, window.encounter.tokens[who])
