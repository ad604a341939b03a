"""Questions at the map's foot: nothing is cut, also where one follows another at once."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Move
from battlemap.rules.procedure import Ask, Roll


def settle(qtbot):
    qtbot.wait(20)


def put(window, token_id, cell, **changes):
    token = replace(window.encounter.tokens[token_id], at=Cell(*cell), **changes)
    window.bridge.edit(f"Put {token_id}", window.encounter.with_token(token))


def walk_past_the_spear(window):
    put(window, "seren", (7, 7))
    window.bridge.select(["seren"])
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
