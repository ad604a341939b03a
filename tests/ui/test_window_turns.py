"""Whose turn it is and what is selected go together: starting, ending and undoing turns."""

from PySide6.QtCore import Qt

from battlemap.geometry.cell import Cell
from battlemap.model.intent import BeginFight, Move
from battlemap.rules.procedure import Ask, AskOption

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def active_of(window):
    return window.encounter.turn_order.active


def test_starting_the_fight_selects_who_acts_so_that_the_arrow_keys_move(open_window, qtbot):
    window = open_window("bridge-duel")
    qtbot.keyClick(window.view, Qt.Key.Key_I, CONTROL)
    active = active_of(window)
    assert active is not None
    assert window.bridge.selected == (active,)
    before = window.encounter.tokens[active].at
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Down):
        qtbot.keyClick(window.view, key)
        if window.encounter.tokens[active].at != before or window.bridge.is_waiting:
            break
    commits = window.bridge.session.history.commits
    assert window.bridge.is_waiting or isinstance(commits[-1].intent, Move)


def test_with_real_dice_the_first_to_act_is_selected_once_they_are_typed(open_window, qtbot):
    window = open_window("bridge-duel")
    window.bridge.session.manual_dice = True
    qtbot.keyClick(window.view, Qt.Key.Key_I, CONTROL)
    assert window.bridge.session.pending is not None
    while (roll := window.bridge.session.pending) is not None:
        assert window.bridge.selected == ()
        window.bridge.give_dice([1] * roll.count)
    qtbot.waitUntil(lambda: window.bridge.selected == (active_of(window),))


def test_undoing_the_end_of_a_turn_selects_whose_turn_it_is_again(window, qtbot):
    qtbot.keyClick(window.view, Qt.Key.Key_I, CONTROL)
    first = active_of(window)
    qtbot.keyClick(window.view, Qt.Key.Key_Space, CONTROL)
    second = active_of(window)
    assert second != first
    assert window.bridge.selected == (second,)
    qtbot.keyClick(window.view, Qt.Key.Key_Z, CONTROL)
    assert active_of(window) == first
    assert window.bridge.selected == (first,)
    qtbot.keyClick(window.view, Qt.Key.Key_Y, CONTROL)
    assert window.bridge.selected == (second,)


def test_a_selection_of_another_token_stays_through_undo(window, qtbot):
    window.bridge.perform(BeginFight(()))
    qtbot.keyClick(window.view, Qt.Key.Key_Space, CONTROL)
    other = next(key for key in window.encounter.tokens if key != active_of(window))
    window.bridge.select([other])
    qtbot.keyClick(window.view, Qt.Key.Key_Z, CONTROL)
    assert window.bridge.selected == (other,)


def test_a_key_that_does_nothing_says_why(window, qtbot):
    qtbot.keyClick(window.view, Qt.Key.Key_Left)
    assert window.message_bar.isVisible()
    assert window.message_bar.text.text() == (
        "Arrow keys move the selected token: click one, or press Tab."
    )


def test_starting_a_fight_while_a_question_is_open_says_why_not(window, qtbot):
    window.bridge.session.manual_dice = True
    qtbot.keyClick(window.view, Qt.Key.Key_I, CONTROL)
    open_roll = window.bridge.session.pending
    assert open_roll is not None
    assert window.focusWidget() is window.prompt.dice.boxes[0], "the dice can be typed at once"
    window.run_command("fight.begin")
    assert window.bridge.session.pending is open_roll
    assert window.message_bar.text.text() == (
        "Answer the open question first, or take it back: then the fight can start."
    )


def test_the_status_bar_leaves_out_answers_that_cannot_be_given(window, monkeypatch):
    options = (
        AskOption("a", "Strike"),
        AskOption("b", "Parry", unavailable="no weapon in hand"),
        AskOption("c", "Let go"),
    )
    monkeypatch.setattr(type(window.bridge.session), "pending", Ask("seren", "Orc leaves", options))
    window.update_actions()
    shown = dict(window.foot_bar._shown)
    assert (shown["1"], shown["3"]) == ("Strike", "Let go")
    assert "2" not in shown


def test_a_fight_starts_without_the_hidden_unless_they_are_selected(window, qtbot):
    hidden = {key for key, token in window.encounter.tokens.items() if token.hidden}
    assert hidden
    window.bridge.select([])
    qtbot.keyClick(window.view, Qt.Key.Key_I, CONTROL)
    fighters = {slot.token for slot in window.encounter.turn_order.slots}
    assert fighters
    assert not fighters & hidden
    window.bridge.session.undo()
    everybody = tuple(window.encounter.tokens)
    window.bridge.select(everybody)
    qtbot.keyClick(window.view, Qt.Key.Key_I, CONTROL)
    assert {slot.token for slot in window.encounter.turn_order.slots} == fighters | hidden


def test_a_drag_shows_its_keys_and_its_price_without_a_target_too(window, qtbot, pixel_of):
    assert window.bridge.target is None
    viewport, start = window.view.viewport(), window.encounter.tokens["seren"].at
    qtbot.mousePress(viewport, LEFT, pos=pixel_of(window, start))
    for step in (1, 2):
        qtbot.mouseMove(viewport, pixel_of(window, Cell(start.q + step, start.r)))
        qtbot.wait(30)
    assert dict(window.foot_bar._shown)["Ctrl"] == "waypoint"
    qtbot.waitUntil(lambda: "1 of" in window.action_bar.note.text())
    qtbot.mouseMove(viewport, pixel_of(window, start))
    qtbot.wait(30)
    qtbot.mouseRelease(viewport, LEFT, pos=pixel_of(window, start))
    assert "Ctrl" not in dict(window.foot_bar._shown)
    assert window.encounter.tokens["seren"].at == start
