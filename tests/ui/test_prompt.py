"""Questions at the map's foot: nothing is cut, also where one follows another at once."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QLineF, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Move
from battlemap.rules.procedure import Ask, AskOption, Roll


def settle(qtbot):
    qtbot.wait(20)


def put(window, token_id, cell, **changes):
    token = replace(window.encounter.tokens[token_id], at=Cell(*cell), **changes)
    window.bridge.edit(f"Put {token_id}", window.encounter.with_token(token))


def walk_past_the_spear(window):
    put(window, "seren", (7, 7))
    window.bridge.select(["seren"])
    window.bridge.ask_outside_fights(True)
    window.bridge.perform(Move("seren", tuple(Cell(x, 7) for x in range(7, 12))))
    assert isinstance(window.bridge.session.pending, Ask)


def assert_nothing_is_cut(prompt):
    """Every part has the height it needs, within the card, and no part lies on another."""
    assert prompt.height() >= prompt.heightForWidth(prompt.width())
    kinds = (QLabel, QLineEdit, QPushButton)
    parts = [w for w in prompt.findChildren(kinds[0]) if w.isVisible() and w.text()]
    for kind in kinds[1:]:
        parts += [w for w in prompt.findChildren(kind) if w.isVisible()]
    boxes = []
    for part in parts:
        wanted = part.heightForWidth(part.width())
        wanted = wanted if wanted > 0 else part.minimumSizeHint().height()
        assert part.height() >= wanted, (part, part.height(), wanted)
        box = part.rect().translated(part.mapTo(prompt, part.rect().topLeft()))
        assert prompt.rect().contains(box)
        assert not any(box.intersects(other) for other in boxes), part
        boxes.append(box)


def test_questions_that_follow_each_other_are_shown_whole(window, qtbot):
    window.bridge.session.manual_dice = True
    walk_past_the_spear(window)
    prompt = window.prompt
    kinds, said = [], []
    while (question := window.bridge.session.pending) is not None:
        settle(qtbot)
        kinds.append(type(question))
        assert_nothing_is_cut(prompt)
        if isinstance(question, Roll):
            said.append(prompt.facts.text().splitlines()[0])
        if isinstance(question, Ask):
            qtbot.keyClick(prompt.focusWidget(), Qt.Key.Key_1)
            continue
        qtbot.keyClick(prompt.dice.boxes[-1], Qt.Key.Key_Return)
        settle(qtbot)
        assert prompt.dice.error.text()
        assert_nothing_is_cut(prompt)
        for box in prompt.dice.boxes:
            box.setText(str(question.sides))
        qtbot.mouseClick(prompt.use, Qt.MouseButton.LeftButton)
    assert kinds[:2] == [Ask, Ask]
    assert kinds.count(Roll) >= 2
    # The first roll has nothing before it; the next says what that came to.
    assert said[0].startswith("Roll ")
    assert said[1] == "4 hits on Seren."
    assert said[2].startswith("4 hits, ")
    assert said[3].startswith(said[2].rstrip(".")), said


def test_enter_with_an_empty_box_says_what_is_missing_until_all_are_typed(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot)
    dice = window.prompt.dice
    qtbot.keyClick(dice.boxes[0], Qt.Key.Key_Return)
    settle(qtbot)
    assert dice.error.isVisible()
    assert dice.error.text() == "Type each die: 1 to 20."
    dice.boxes[-1].setFocus()
    settle(qtbot)
    assert dice.error.text() == "Type each die: 1 to 20."
    qtbot.keyClicks(dice.boxes[0], "21")
    qtbot.keyClick(dice.boxes[0], Qt.Key.Key_Return)
    assert dice.error.text() == "21 is not on this die: it shows 1 to 20."


STARS = Ask(
    token="seren",
    headline="Seren has 3 stars to spend",
    facts=("Damage 1d4",),
    options=(
        AskOption("all", "+3 damage", "all the stars that are left"),
        AskOption("one", "+1 damage", "1 star"),
        AskOption("size", "Damage die one size up", "2 stars"),
        AskOption("agility", "↓ agility", "2 stars"),
        AskOption(
            "stunned",
            "stunned",
            unavailable="3 of 4 stars, and no condition of this kind "
            "can be given by a weapon that only cuts",
        ),
        AskOption("none", "Nothing more"),
    ),
)


@pytest.mark.parametrize("size", [(1366, 768), (960, 540), (1920, 1080)])
def test_many_long_answers_stand_in_rows_within_the_map(open_window, qtbot, size):
    window = open_window(size=size)
    prompt = window.prompt
    prompt.ask(STARS)
    settle(qtbot)
    host = prompt.parentWidget()
    assert host.rect().contains(prompt.geometry())
    buttons = prompt.options
    assert all(b.width() >= b.sizeHint().width() for b in buttons if b.height() < 60)
    for button in buttons:
        assert button.height() >= button.heightForWidth(button.width())
        assert button.width() <= prompt.scroll.viewport().width()
        assert not any(button.geometry().intersects(o.geometry()) for o in buttons if o != button)
    # The arrow keys go round the answers that can be given, and scroll to each.
    seen = [prompt.focusWidget().option.key]
    for _ in range(5):
        qtbot.keyClick(prompt.focusWidget(), Qt.Key.Key_Right)
        focused = prompt.focusWidget()
        seen.append(focused.option.key)
        assert focused.visibleRegion().boundingRect().height() >= min(
            focused.height(), prompt.scroll.viewport().height()
        )
    assert seen == ["all", "one", "size", "agility", "none", "all"]


def test_the_card_scrolls_where_the_map_is_low(open_window, qtbot):
    window = open_window(size=(960, 540))
    prompt = window.prompt
    many = tuple(AskOption(f"k{n}", f"Answer number {n} of a long list", "why") for n in range(24))
    prompt.ask(replace(STARS, options=many))
    settle(qtbot)
    assert prompt.parentWidget().rect().contains(prompt.geometry())
    bar = prompt.scroll.verticalScrollBar()
    assert bar.maximum() > 0
    assert not prompt.options[-1].visibleRegion().boundingRect().isValid()
    qtbot.keyClick(prompt.focusWidget(), Qt.Key.Key_Left)
    assert prompt.focusWidget() is prompt.options[-1]
    assert prompt.options[-1].visibleRegion().boundingRect().height() > 30
    assert bar.value() == bar.maximum()


def type_keys(qtbot, window, text):
    """Type where the focus is, key by key, as a GM does."""
    for key in text:
        qtbot.keyClicks(window.focusWidget(), key)


def test_faces_typed_in_a_row_fill_the_boxes(window, qtbot):
    prompt = window.prompt
    prompt.ask(Roll(3, 6, "Three dice"))
    settle(qtbot)
    dice = prompt.dice
    type_keys(qtbot, window, "654")
    assert [box.text() for box in dice.boxes] == ["6", "5", "4"]
    prompt.ask(Roll(4, 6, "Four dice"))
    settle(qtbot)
    # Spaces after a face that jumped on by itself skip nothing, a 7 is kept to be corrected.
    type_keys(qtbot, window, "6 5, 7")
    assert [box.text() for box in dice.boxes] == ["6", "5", "7", ""]
    assert window.focusWidget() is dice.boxes[2]
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Backspace)
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Backspace)
    assert window.focusWidget() is dice.boxes[1]
    type_keys(qtbot, window, "421")
    assert [box.text() for box in dice.boxes] == ["6", "4", "2", "1"]


def test_two_digits_are_waited_for_where_they_can_follow(window, qtbot):
    prompt = window.prompt
    prompt.ask(Roll(5, 20, "Five dice"))
    settle(qtbot)
    type_keys(qtbot, window, "12203" + "1 2")
    assert [box.text() for box in prompt.dice.boxes] == ["12", "20", "3", "1", "2"]


def test_tab_after_the_last_die_reaches_the_button_and_enter_uses_them(window, qtbot):
    put(window, "seren", (11, 7), facing=90)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    settle(qtbot)
    first = window.bridge.session.pending
    while (roll := window.bridge.session.pending) is not None:
        type_keys(qtbot, window, "3" * roll.count)
        assert window.focusWidget() is window.prompt.dice.boxes[-1]
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        assert window.focusWidget() is window.prompt.use
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Return)
        settle(qtbot)
    commit = window.bridge.session.history.commits[-1]
    assert commit.rolls[0].faces == (3,) * first.count
    assert commit.rolls[0].typed


def test_answers_beside_each_other_are_of_one_height(window, qtbot):
    walk_past_the_spear(window)
    settle(qtbot)
    assert {bool(button.under) for button in window.prompt.options} == {True, False}
    assert len({button.height() for button in window.prompt.options}) == 1


def test_the_map_and_the_panel_say_whose_reaction_is_awaited(window, qtbot):
    walk_past_the_spear(window)
    settle(qtbot)
    overlay = window.view.asked.overlay
    question = window.bridge.session.pending
    words = {mark.token: (mark.word, mark.decides) for mark in overlay.marks}
    assert words == {question.token: ("Reacts?", True), "seren": ("Provokes", False)}
    assert overlay.isVisible()
    discs = window.view.map_scene.discs()
    for box in overlay.boxes():
        assert not any(box.intersects(disc) for disc in discs.values())
    hint = window.attack_panel.hint
    qtbot.waitUntil(lambda: hint.height() >= hint.heightForWidth(hint.width()))
    assert hint.isVisible()
    name = window.encounter.tokens[question.token].name
    assert hint.text().startswith(f"{name}'s reaction is awaited: {question.headline}")
    assert "choose a target" not in hint.text()
    qtbot.keyClick(window.prompt.focusWidget(), Qt.Key.Key_2)
    while window.bridge.session.pending is not None:
        settle(qtbot)
        qtbot.keyClick(window.prompt.focusWidget(), Qt.Key.Key_2)
    settle(qtbot)
    assert not overlay.isVisible()
    assert "awaited" not in hint.text()


def test_the_way_that_is_left_is_drawn_while_the_mover_waits(window, qtbot):
    walk_past_the_spear(window)
    settle(qtbot)
    way, scene = window.view.asked.way, window.view.map_scene
    deed, here = window.bridge.session.open_deed, window.encounter.tokens["seren"].at
    left = deed.cells[deed.cells.index(here) :]
    assert len(left) > 1
    assert way.isVisible()
    ends = [way.drawing.lines[0].start, *(line.end for line in way.drawing.lines)]
    assert ends == [scene.center_of("seren", cell) for cell in left]
    assert [mark.place for mark in way.drawing.marks] == ends[-1:]
    while window.bridge.session.pending is not None:
        qtbot.keyClick(window.prompt.focusWidget(), Qt.Key.Key_2)
        settle(qtbot)
    assert not way.isVisible()


def test_the_word_of_who_is_asked_stands_beside_its_own_token(window, qtbot):
    """Right below another token, whose name stands in between."""
    from dataclasses import replace

    from battlemap.ui.overlays.asked_overlay import AskedMark

    scene, overlay = window.view.map_scene, window.view.asked.overlay
    encounter = window.encounter
    below = encounter.tokens["seren"].at
    for step in (2, 1):
        kael = replace(encounter.tokens["kael"], at=below.plus((0, -step)))
        window.bridge.edit("Put Kael", encounter.with_token(kael))
        discs = scene.discs()
        overlay.show_marks((AskedMark("seren", discs["seren"], "Reacts?", True),))
        (box,) = overlay.boxes()
        own, other = (discs[key].center() for key in ("seren", "kael"))
        assert not any(box.intersects(disc) for disc in discs.values())
        assert QLineF(box.center(), own).length() < QLineF(box.center(), other).length()


def test_the_status_bar_leaves_no_answer_out(window, qtbot, monkeypatch):
    walk_past_the_spear(window)

    def shown():
        labels = window.foot_bar._keys.findChildren(QLabel)
        return [label.text() for label in labels if label.isVisible()]

    qtbot.waitUntil(lambda: {"Strike", "Let go", "Never"} <= set(shown()))
    six = replace(STARS, options=tuple(replace(one, unavailable="") for one in STARS.options))
    monkeypatch.setattr(type(window.bridge.session), "pending", property(lambda _: six))
    window.bridge.asked.emit(six)
    qtbot.waitUntil(lambda: "answer" in shown())
    assert len(window.prompt.options) == 6
    caps = [cap.accessibleName() or cap.text() for cap in caps_of(window)]
    assert "1 to 6" in caps
    monkeypatch.undo()


def caps_of(window):
    from battlemap.ui.panels.bars import KeyCap

    return [cap for cap in window.foot_bar._keys.findChildren(KeyCap) if cap.isVisible()]
