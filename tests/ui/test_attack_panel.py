"""The Attack panel over several rolls: what ends with a roll, what stays, and what Enter does."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from battlemap.geometry.cell import Cell
from battlemap.model.intent import BeginFight, EndTurn
from battlemap.rules.procedure import Ask, Roll
from battlemap.rules.trigger import Trigger
from battlemap.systems.shadowrealms.sheet import Tier
from battlemap.ui.bridge import AttackSettings

NO_MODIFIER = Qt.KeyboardModifier.NoModifier


def settle(qtbot):
    qtbot.wait(20)


def put(window, token_id, cell, **changes):
    token = replace(window.encounter.tokens[token_id], at=Cell(*cell), **changes)
    window.bridge.edit(f"Put {token_id}", window.encounter.with_token(token))


def aim(window, qtbot):
    """Let Seren stand behind the Orc Brute and choose him as target."""
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    window.view.setFocus()
    settle(qtbot)
    return window.attack_panel


@pytest.fixture
def panel(window, qtbot):
    return aim(window, qtbot)


def roll(window, qtbot):
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.attack_panel.result.outcome is not None


def row_of(panel, key):
    return next(row for row in panel.modifier_rows if row.key == key and row.isVisible())


def test_what_is_overruled_this_time_ends_with_the_roll(window, panel, qtbot):
    qtbot.mouseClick(row_of(panel, "rear").switch, Qt.MouseButton.LeftButton)
    window.bridge.add_modifier("wet rocks", -2)
    settle(qtbot)
    assert not row_of(panel, "rear").switch.isChecked()
    roll(window, qtbot)
    assert window.bridge.settings == AttackSettings()
    assert row_of(panel, "rear").switch.isChecked()
    assert not any(m.key == "gm:wet rocks" for m in panel.plan.modifiers)


def test_what_is_overruled_this_time_ends_with_typed_dice_too(window, panel, qtbot):
    qtbot.mouseClick(row_of(panel, "rear").switch, Qt.MouseButton.LeftButton)
    settle(qtbot)
    panel.type_dice()
    settle(qtbot)
    # Taken back half-way, the attack stays as it was set.
    window.bridge.undo()
    settle(qtbot)
    assert window.bridge.settings.switched == {"rear": "off"}
    panel.type_dice()
    while window.bridge.session.pending is not None:
        window.bridge.give_dice([1] * window.bridge.session.pending.count)
    settle(qtbot)
    assert panel.result.outcome is not None
    assert window.bridge.settings == AttackSettings()


def test_a_modifier_of_the_gm_is_typed_with_enter_and_taken_away_by_its_button(
    window, panel, qtbot
):
    row = panel.add_row
    qtbot.mouseClick(row.link, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(row.label, "wet rocks")
    row.value.setFocus()
    row.value.selectAll()
    qtbot.keyClicks(row.value, "-2")
    assert row.value.text() == "-2 levels"
    qtbot.keyClick(row.value, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.bridge.settings.added == (("wet rocks", -2),)
    assert not row.form.isVisible()
    assert panel.result.outcome is None
    own = row_of(panel, "gm:wet rocks")
    assert not own.switch.isVisible()
    qtbot.mouseClick(own.remove, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert window.bridge.settings.added == ()
    assert not any(r.remove.isVisible() for r in panel.modifier_rows)


def test_enter_in_the_reason_adds_once_and_closes_the_form(window, panel, qtbot):
    row = panel.add_row
    qtbot.mouseClick(row.link, Qt.MouseButton.LeftButton)
    qtbot.keyClicks(row.label, "cheers")
    qtbot.keyClick(row.label, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.bridge.settings.added == (("cheers", 1),)
    assert not row.form.isVisible()


def test_the_result_keeps_the_odds_it_was_rolled_at(window, panel, qtbot):
    window.bridge.add_modifier("blessed", 3)
    settle(qtbot)
    rolled_at = panel.plan.odds
    roll(window, qtbot)
    assert panel.plan.odds != rolled_at
    assert panel.chart.odds == rolled_at
    assert panel.chart.outlined == (panel.result.outcome.hits, panel.result.outcome.damage)
    # Whoever sets up the next strike sees the odds of that one, and the old ones again after.
    window.bridge.add_modifier("tired", -1)
    settle(qtbot)
    assert panel.chart.odds == panel.plan.odds
    assert panel.chart.outlined == (None, None)
    window.bridge.remove_modifier(0)
    settle(qtbot)
    assert panel.chart.odds == rolled_at
    window.bridge.undo()
    settle(qtbot)
    assert panel.chart.odds == panel.plan.odds
    assert panel.chart.outlined == (None, None)


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_the_result_is_in_view_after_the_roll(open_window, qtbot, size):
    window = open_window(size=size)
    panel = aim(window, qtbot)
    roll(window, qtbot)
    qtbot.wait(200)
    viewport = panel.scroll.viewport()
    top = panel._result_head.mapTo(viewport, QPoint(0, 0)).y()
    foot = panel.result.mapTo(viewport, QPoint(0, panel.result.height())).y()
    assert top >= 0
    assert foot <= viewport.height() or top == 0


def test_after_a_roll_the_button_says_strike_again_with_its_penalty(window, panel, qtbot):
    roll(window, qtbot)
    assert panel.roll_button.text() == "Strike again"
    assert panel.roll_button.hint == "Enter"
    window.bridge.undo()
    window.bridge.perform(BeginFight(("seren", "orc-brute")))
    while window.encounter.turn_order.active != "seren":
        window.bridge.perform(EndTurn())
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    roll(window, qtbot)
    assert (panel.roll_button.text(), panel.roll_button.hint) == ("Strike again", "−1")
    repeat = next(row for row in panel.modifier_rows if row.key == "repeat")
    qtbot.mouseClick(repeat.switch, Qt.MouseButton.LeftButton)
    settle(qtbot)
    assert panel.roll_button.hint == "Enter", "what is overruled costs nothing"


def test_enter_on_undo_roll_takes_back_and_strikes_no_more(window, panel, qtbot):
    before = window.encounter
    roll(window, qtbot)
    panel.second_button.setFocus(Qt.FocusReason.TabFocusReason)
    assert panel.second_button.hasFocus()
    qtbot.keyClick(panel.second_button, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.encounter is before
    assert window.bridge.session.pending is None
    assert panel.result.outcome is None


def test_compared_pairs_stand_over_their_own_columns_and_nothing_is_cut(open_window, qtbot):
    window = open_window(size=(1366, 768))
    panel = aim(window, qtbot)
    panel.compare(True)
    window.bridge.set_target("hob-spear")
    body = panel.scroll.widget()
    # Lines that wrap find their heights in a few rounds.
    qtbot.wait(60)
    qtbot.waitUntil(lambda: body.height() == body.minimumSizeHint().height())
    grid = panel.compared._grid
    heads = [grid.itemAtPosition(1, column).widget() for column in (1, 2)]
    assert heads[0].text().startswith("Seren → Orc Brute")
    assert heads[1].text().startswith("Seren → Hob Spear")
    distances = [grid.itemAtPosition(2, column).widget().text() for column in (0, 1, 2)]
    assert distances == ["Distance", "5 ft, in reach", "15 ft, out of reach"]
    for column in range(3):
        for row in range(1, grid.rowCount()):
            item = grid.itemAtPosition(row, column)
            label = item.widget() if item is not None else None
            if label is not None and label.text():
                assert label.height() >= label.heightForWidth(label.width())
                if column == 0:
                    assert label.width() >= label.fontMetrics().horizontalAdvance(label.text())


def test_the_panel_is_as_wide_as_its_dock_beside_a_scroll_bar(open_window, qtbot):
    window = open_window(size=(1366, 768))
    panel = aim(window, qtbot)
    window.bridge.add_modifier("wet rocks", -2)
    panel.add_row.open_form(True)
    qtbot.wait(100)
    assert panel.scroll.verticalScrollBar().isVisible()
    assert panel.scroll.widget().width() <= panel.scroll.viewport().width()


def test_after_adding_a_modifier_the_map_has_the_focus_again_and_enter_rolls(window, panel, qtbot):
    qtbot.mouseClick(panel.add_row.link, Qt.MouseButton.LeftButton)
    qtbot.keyClick(panel.add_row.label, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.view.hasFocus()
    roll(window, qtbot)


def test_the_whole_state_of_the_target_is_shown(open_window, qtbot):
    window = open_window(size=(1366, 768))
    token = window.encounter.tokens["orc-brute"]
    elite = replace(token, sheet=replace(token.sheet, tier=Tier.ELITE))
    window.bridge.edit("Elite", window.encounter.with_token(elite))
    panel = aim(window, qtbot)
    qtbot.wait(50)
    line = panel.head.target_line
    assert line.text().startswith("Large, 0 of ")
    assert line.height() >= line.heightForWidth(line.width()) > line.fontMetrics().height()


def test_the_net_of_the_modifiers_is_shown_whole(open_window, qtbot):
    window = open_window(size=(1366, 768))
    panel = aim(window, qtbot)
    window.bridge.add_modifier("blessed", 3)
    qtbot.wait(50)
    net = panel._modifiers_head.side
    assert net.text() == panel.plan.net
    assert net.width() >= net.fontMetrics().horizontalAdvance(panel.plan.net)


def test_a_warning_of_the_rules_is_not_said_again(window, qtbot):
    panel = aim(window, qtbot)
    trigger = Trigger(1, Cell(11, 7), "hob-spear", "spear", "attacks", "Seren shoots in its reach")
    said = "Hob Spear may strike first: Seren shoots in its reach"
    panel._show_warnings(replace(panel.plan, warnings=(said,), triggers=(trigger,)))
    assert panel.warnings.text() == said
    panel._show_warnings(replace(panel.plan, warnings=(), triggers=(trigger,)))
    assert panel.warnings.text() == said


def test_the_link_gets_the_focus_back_where_it_was_opened_from_the_keyboard(window, panel, qtbot):
    row = panel.add_row
    row.link.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(row.link, Qt.Key.Key_Return)
    assert row.label.hasFocus()
    qtbot.keyClick(row.label, Qt.Key.Key_Escape)
    assert row.link.isVisible()
    assert row.link.hasFocus()
    assert window.bridge.settings.added == ()


def test_enter_on_a_choice_of_the_token_does_not_roll(window, panel, qtbot):
    window.show_tab("token")
    settle(qtbot)
    window.token_panel.side.setFocus()
    qtbot.keyClick(window.token_panel.side, Qt.Key.Key_Return)
    settle(qtbot)
    assert not any(entry.outcome for entry in window.bridge.session.log.entries)


def test_enter_held_down_strikes_once_and_undoes_once(window, panel, qtbot):
    def hold(widget):
        for repeats in (False, True, True):
            event = QKeyEvent(
                QEvent.Type.KeyPress, Qt.Key.Key_Return, NO_MODIFIER, "\r", autorep=repeats
            )
            QApplication.sendEvent(widget, event)
            settle(qtbot)

    position = window.bridge.session.history.position
    hold(window.view)
    assert window.bridge.session.history.position == position + 1
    panel.second_button.setFocus(Qt.FocusReason.TabFocusReason)
    hold(panel.second_button)
    assert window.bridge.session.history.position == position
    assert window.bridge.session.pending is None


def tove_shoots(window, qtbot):
    """Let Tove, whose turn it is, roll typed dice at the Wall guard; return the plan before."""
    bridge = window.bridge
    bridge.perform(BeginFight())
    while bridge.encounter.turn_order.active != "tove":
        bridge.perform(EndTurn())
        while isinstance(question := bridge.session.pending, Ask):
            bridge.answer(next(o.key for o in question.options if not o.unavailable))
    bridge.select(["tove"])
    bridge.set_target("guard")
    settle(qtbot)
    before = window.attack_panel.plan
    qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot)
    assert isinstance(bridge.session.pending, Roll)
    return before


def test_while_a_question_is_open_the_panel_shows_the_attack_as_it_is_rolled(open_window, qtbot):
    window = open_window("barricade")
    panel, bridge = window.attack_panel, window.bridge
    before = tove_shoots(window, qtbot)
    assert bridge.attack_plan() != before
    assert panel.plan == before
    assert panel.chart.odds == before.odds
    shown = [row.title.text() for row in panel.modifier_rows if row.isVisible()]
    assert shown == [one.label for one in before.modifiers]
    assert "Repeat Action Penalty" not in shown
    assert not panel.add_row.isEnabled()
    assert not panel.roll_button.isEnabled()
    # Another selection doesn't take the open deed away.
    bridge.select(["brae"])
    settle(qtbot)
    assert panel.plan == before
    bridge.select(["tove"])
    while (question := bridge.session.pending) is not None:
        if isinstance(question, Roll):
            bridge.give_dice((4,) * question.count)
        else:
            bridge.answer(next(o.key for o in question.options if not o.unavailable))
    bridge.set_target("guard")
    settle(qtbot)
    assert panel.add_row.isEnabled()
    assert panel._odds_head.title.text() == "Odds of this roll"
    assert panel.chart.odds == before.odds
    assert panel.plan.odds != before.odds
    bridge.add_modifier("tired", -1)
    settle(qtbot)
    assert panel._odds_head.title.text() == "Odds"
    assert panel.chart.odds == panel.plan.odds


def test_an_open_question_brings_attacker_and_target_with_it(open_window, qtbot):
    window = open_window("barricade")
    before = tove_shoots(window, qtbot)
    other = open_window("sunken-hall")
    other.show_session(window.bridge.session)
    settle(qtbot)
    assert other.bridge.selected == ("tove",)
    assert other.bridge.target == "guard"
    assert other.attack_panel.plan == before
    assert other.prompt.isVisible()


def test_a_question_of_a_move_leaves_the_odds_of_the_panel_those_of_a_plan(window, qtbot, drag):
    put(window, "seren", (7, 7))
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    window.bridge.ask_outside_fights(True)
    drag(window, Cell(7, 7), Cell(9, 7), Cell(11, 7))
    assert isinstance(window.bridge.session.pending, Ask)
    settle(qtbot)
    assert window.attack_panel.plan is not None
    assert window.attack_panel._odds_head.title.text() == "Odds"
