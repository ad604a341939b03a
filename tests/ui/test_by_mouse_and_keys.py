"""What else a GM does in a fight, with the mouse on the thing itself and real keys."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from answer_keys import answer
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialog

from battlemap.geometry.cell import Cell
from battlemap.model.intent import BeginFight
from battlemap.ui.panels.wording import percent

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def settle(qtbot):
    qtbot.wait(60)


def put(window, token_id, cell, **changes):
    token = replace(window.encounter.tokens[token_id], at=Cell(*cell), **changes)
    window.bridge.edit(f"Put {token_id}", window.encounter.with_token(token))


@pytest.fixture
def pair(window, qtbot):
    """Seren behind the orc, both of them in the panel."""
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    return window


def fight(window, qtbot):
    """Begin the fight; return whose turn it is."""
    window.bridge.perform(BeginFight())
    active = window.encounter.turn_order.active
    window.bridge.select([active])
    settle(qtbot)
    return active


def left_of(window, token):
    pips = window.bridge.system.pips(window.encounter, window.encounter.tokens[token])
    return [pip.kind for pip in pips if pip.state == "left"]


def button(window, key):
    return next(one for one in window.action_bar.buttons if one.action.key == key)


# The action bar -------------------------------------------------------------------------------


@pytest.fixture
def wide(open_window):
    """A window with room for every action's button."""
    return open_window(size=(3840, 2160))


def test_a_click_on_an_action_pays_for_it(wide, qtbot):
    active = fight(wide, qtbot)
    before = left_of(wide, active)
    chosen = button(wide, "extra_defense")
    assert chosen.accessibleDescription().startswith("costs 1 action. ")
    qtbot.mouseClick(chosen, LEFT)
    answer(wide, qtbot)
    before.remove("standard")
    assert left_of(wide, active) == before
    assert wide.bridge.session.history.commits[-1].intent.action == "extra_defense"


def test_shift_and_a_click_force_what_the_rules_forbid_and_the_log_says_so(wide, qtbot):
    fight(wide, qtbot)
    active = wide.encounter.turn_order.active
    wide.bridge.select([next(key for key in wide.encounter.tokens if key not in (active, "skulk"))])
    settle(qtbot)
    off = button(wide, "extra_defense")
    why, steps = off.action.unavailable, wide.bridge.session.history.position
    qtbot.mouseClick(off, LEFT)
    assert wide.bridge.session.history.position == steps
    assert why in wide.message_bar.text.text()
    qtbot.mouseClick(off, LEFT, SHIFT)
    answer(wide, qtbot)
    assert wide.bridge.session.history.position == steps + 1
    said = [f"{e.headline} {' '.join(e.details)}" for e in wide.bridge.session.log.entries[-3:]]
    assert any(why in line for line in said), said


@pytest.mark.parametrize("size", [(1600, 1000), (1366, 768)])
def test_the_penalty_of_a_repeated_strike_is_on_its_button_before_it_is_chosen(
    open_window, qtbot, size
):
    window = open_window(size=size)
    active = fight(window, qtbot)
    assert button(window, "strike").action.penalty == ""
    foe = next(one for one in window.bridge.board.enemies_of(window.encounter.tokens[active]))
    put(window, active, (1, 2))
    put(window, foe.id, (2, 2))
    window.bridge.set_target(foe.id)
    settle(qtbot)
    qtbot.mouseClick(window.attack_panel.roll_button, LEFT)
    answer(window, qtbot)
    settle(qtbot)
    strike = button(window, "strike")
    penalty = strike.action.penalty
    assert penalty
    assert penalty in strike.accessibleDescription()
    # It is painted, not only told: without it the button looks otherwise, and is narrower.
    shown, wide = strike.grab().toImage(), strike.width()
    plain = type(strike)(replace(strike.action, penalty=""), strike.parentWidget(), low=strike._low)
    assert plain.width() <= wide
    plain.setFixedWidth(wide)
    assert plain.grab().toImage() != shown
    plain.deleteLater()


# Facts ----------------------------------------------------------------------------------------


def test_pointing_at_a_line_draws_it_and_leaving_it_ends_that(pair, qtbot, hover):
    window, evidence = pair, pair.view.map_scene.evidence
    panel = window.attack_panel
    assert not evidence.drawing.areas
    assert not evidence.drawing.lines
    row = next(r for r in panel.fact_rows if r.isVisible() and r.fact == "distance")
    hover(row, QPoint(20, row.height() // 2))
    qtbot.waitUntil(lambda: any("5 ft" in label.text for label in evidence.drawing.labels))
    hover(panel.roll_button, QPoint(30, 10))
    qtbot.waitUntil(lambda: not evidence.drawing.labels)


def test_a_double_click_opens_the_card_of_a_line(pair, qtbot):
    row = next(r for r in pair.attack_panel.fact_rows if r.isVisible() and r.fact == "arc")
    qtbot.mouseClick(row.value, LEFT)
    qtbot.mouseDClick(row.value, LEFT)
    settle(qtbot)
    assert pair.why_card.isVisible()
    assert pair.why_card.fact == "arc"
    assert "section 8" in pair.why_card.accessibleDescription()
    qtbot.keyClick(pair.why_card, Qt.Key.Key_Escape)
    modifier = next(r for r in pair.attack_panel.modifier_rows if r.isVisible())
    next(a for a in modifier.menu().actions() if a.text() == "Why (W)").trigger()
    assert pair.why_card.key == modifier.key


def test_a_pinned_pair_is_compared_with_the_next_target(pair, qtbot, pixel_of):
    window = pair
    put(window, "goblin-2", (10, 8))
    settle(qtbot)
    first = window.attack_panel.plan.odds.hit
    qtbot.mouseClick(window.tab_head.compare, LEFT)
    place = pixel_of(window, Cell(10, 8))
    qtbot.mouseClick(window.view.viewport(), LEFT, CONTROL, place)
    settle(qtbot)
    assert window.bridge.target == "goblin-2"
    second = window.attack_panel.plan.odds.hit
    assert first != second
    grid = window.attack_panel.compared._grid
    words = grid.itemAtPosition(0, 0).widget().side.text()
    assert words == f"Orc Brute {percent(first)}, Goblin 2 {percent(second)}"
    shown = {}
    for row in range(2, grid.rowCount()):
        parts = [grid.itemAtPosition(row, column) for column in (0, 1, 2)]
        if all(part is not None and hasattr(part.widget(), "text") for part in parts):
            label, one, other = (part.widget() for part in parts)
            shown[label.text()] = one, other
    hit = shown["To hit"]
    assert [cell.text() for cell in hit] == [percent(first), percent(second)]
    # What differs is bold, what doesn't isn't.
    for one, other in shown.values():
        is_bold = "strong" in str(other.property("role")) or other.font().weight() >= 600
        assert is_bold == (one.text() != other.text()), (one.text(), other.text())
    qtbot.mouseClick(window.tab_head.compare, LEFT)
    assert not window.attack_panel.compared.isVisible()


# Questions ------------------------------------------------------------------------------------


def test_never_and_always_settle_a_question_for_a_token_and_its_menu_asks_again(
    window, qtbot, drag
):
    put(window, "seren", (7, 7))
    window.bridge.ask_outside_fights(True)

    def walk():
        start = window.encounter.tokens["seren"].at
        drag(window, start, Cell(start.q + 4, start.r))
        settle(qtbot)

    def policy(mode):
        menu = window.context_menu(place_of(window, "hob-spear"))
        part = next(a for a in menu.actions() if a.text() == "Reactions and defenses").menu()
        kind = next(a for a in part.actions() if a.text() == "Opportunity attacks").menu()
        next(a for a in kind.actions() if a.text() == mode).trigger()

    walk()
    question = window.bridge.session.pending
    assert (question.token, question.kind) == ("hob-spear", "opportunity attack")
    # The map stays usable: it is zoomed while the question is open.
    zoom = window.view.zoom
    qtbot.keyClick(window.view, Qt.Key.Key_Plus)
    assert window.view.zoom != zoom
    window.view.fit()
    number = next(i for i, one in enumerate(question.options, 1) if one.key == "never")
    qtbot.keyClick(window, Qt.Key(Qt.Key.Key_0 + number))
    answer(window, qtbot)
    assert window.encounter.tokens["seren"].at == Cell(11, 7)
    put(window, "seren", (7, 7))
    walk()
    assert window.bridge.session.pending is None
    assert window.encounter.tokens["seren"].at == Cell(11, 7)
    policy("Always")
    hob = window.encounter.tokens["hob-spear"]
    put(window, "seren", (7, 7))
    walk()
    answer(window, qtbot)
    struck = [e for e in window.bridge.session.log.entries if e.headline.startswith(hob.name)]
    assert struck
    policy("Ask me")
    put(window, "seren", (7, 7))
    walk()
    assert window.bridge.session.pending is not None


def place_of(window, token):
    from battlemap.ui.bridge import MenuPlace

    return MenuPlace(window.encounter.tokens[token].at, token)


@pytest.mark.parametrize("sample", ["sunken-hall", "barricade", "floor-three", "bridge-duel"])
def test_every_kind_of_question_is_in_the_menu_and_what_is_settled_is_marked(open_window, sample):
    window = open_window(sample)
    session, token = window.bridge.session, next(iter(window.encounter.tokens))
    session.set_policy(token, "unheard of", "never")
    for kind in window.bridge.system.asked:
        session.set_policy(token, kind, "always")
    menu = window.context_menu(place_of(window, token))
    part = next(a for a in menu.actions() if a.text() == "Reactions and defenses").menu()
    checked = {
        action.text(): [one.text() for one in action.menu().actions() if one.isChecked()]
        for action in part.actions()
    }
    assert checked.pop("Unheard of") == ["Never"]
    assert checked == {words: ["Always"] for words in window.bridge.system.asked.values()}


# Log and keys ---------------------------------------------------------------------------------


def test_a_click_on_the_number_of_an_entry_goes_to_that_moment(window, qtbot):
    put(window, "seren", (6, 8))
    then = window.encounter
    put(window, "seren", (7, 8))
    settle(qtbot)
    panel = window.log_panel
    row = next(i for i, e in enumerate(panel.model.shown) if panel_moment(e, window) is then)
    index = panel.model.index(row)
    panel.list.scrollTo(index)
    box = panel.list.visualRect(index)
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=box.topLeft() + QPoint(40, 10))
    assert window.encounter is not then
    number = panel.delegate.number_box(box).center().toPoint()
    qtbot.mouseClick(panel.list.viewport(), LEFT, pos=number)
    assert window.encounter is then


def panel_moment(entry, window):
    commits = window.bridge.session.history.commits
    return next((c.after for c in commits if c.number == entry.commit), None)


def test_the_log_goes_out_as_json_with_dice_and_reasons(pair, qtbot, tmp_path, monkeypatch):
    qtbot.mouseClick(pair.attack_panel.roll_button, LEFT)
    answer(pair, qtbot)
    monkeypatch.setattr(pair, "pick_to_save", lambda *_: str(tmp_path / "log.json"))
    pair.run_command("file.export_log")
    written = json.loads((tmp_path / "log.json").read_text(encoding="utf-8"))
    text = json.dumps(written)
    rolled = next(e for e in pair.bridge.session.log.entries if e.outcome is not None)
    assert rolled.headline in text
    assert all(json.dumps(line)[1:-1] in text for line in rolled.details)


def test_redo_brings_the_same_dice(pair, qtbot):
    def faces():
        history = pair.bridge.session.history
        return [roll.faces for commit in history.commits for roll in commit.rolls]

    hurt = []
    for _ in range(6):
        settle(qtbot)
        qtbot.mouseClick(pair.attack_panel.roll_button, LEFT)
        answer(pair, qtbot)
        hurt.append(pair.encounter)
    before, rolled = pair.encounter, faces()
    assert len({id(one) for one in hurt}) > 1, "somebody is hit"
    pair.view.setFocus()
    settle(qtbot)  # commands are enabled when idle
    for _ in range(6):
        qtbot.keyClick(pair, Qt.Key.Key_Z, CONTROL)
        settle(qtbot)
    assert pair.encounter is not before
    for _ in range(6):
        qtbot.keyClick(pair, Qt.Key.Key_Y, CONTROL)
        settle(qtbot)
    assert pair.encounter is before
    assert faces() == rolled


def test_a_key_is_changed_in_the_dialog_used_and_kept(window, qtbot, monkeypatch, open_window):
    def typed(dialog):
        dialog.show()
        dialog.choose("view.theme")
        dialog.editor.setFocus()
        qtbot.keyClick(dialog.editor, Qt.Key.Key_F9)
        qtbot.mouseClick(dialog.give_button, LEFT)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", typed)
    dark = window.theme
    window.run_command("help.change_keys")
    qtbot.keyClick(window, Qt.Key.Key_F9)
    assert window.theme is not dark
    again = open_window()
    before = again.theme
    qtbot.keyClick(again, Qt.Key.Key_F9)
    assert again.theme is not before


def test_f1_lists_the_keys_that_are_in_force(window, qtbot, monkeypatch):
    shown = []

    def read(dialog):
        dialog.show()
        shown.append(dialog)
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(QDialog, "exec", read)
    qtbot.keyClick(window, Qt.Key.Key_F1)
    QApplication.processEvents()
    texts = []
    for widget in (shown[0] if shown else QApplication.activeWindow()).findChildren(object):
        for name in ("toPlainText", "text"):
            call = getattr(widget, name, None)
            if callable(call):
                try:
                    texts.append(str(call()))
                except TypeError:
                    continue
                break
    whole = "\n".join(texts)
    for keys in ("Ctrl+K", "Ctrl+Space", "Ctrl+End"):
        assert keys in whole
