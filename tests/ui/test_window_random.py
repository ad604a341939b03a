"""A GM who does anything at all: nothing fails, and undo leads back to the very start."""

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from battlemap.rules.procedure import Ask, Roll
from battlemap.ui.bridge import MenuPlace

KEYS = (
    Qt.Key.Key_Up,
    Qt.Key.Key_Left,
    Qt.Key.Key_R,
    Qt.Key.Key_T,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_W,
)
LEFT_ALONE = ("file.quit", "view.full_screen", "edit.redo")


class Guest:
    """Somebody who presses and drags at random."""

    def __init__(self, window, qtbot, pixel_of, seed):
        self.window, self.qtbot, self.pixel_of = window, qtbot, pixel_of
        self.random = random.Random(seed)
        self.cells = list(window.bridge.board.grid.cells())

    def cell(self):
        return self.random.choice(self.cells)

    def token(self):
        return self.random.choice(list(self.window.encounter.tokens.values()))

    def answer(self):
        pending = self.window.bridge.session.pending
        if isinstance(pending, Ask):
            number = self.random.randrange(len(pending.options)) + 1
            self.qtbot.keyClick(self.window.prompt, Qt.Key(int(Qt.Key.Key_0) + number))
        elif isinstance(pending, Roll):
            for box in self.window.prompt.dice.boxes:
                box.setText(str(self.random.randint(1, pending.sides)))
            self.window.prompt.dice.give()

    def command(self):
        ids = [key for key in self.window.command_actions if key not in LEFT_ALONE]
        self.window.run_command(self.random.choice(ids))
        self.window.palette_card.hide()
        if self.window.is_only_map:
            self.window.show_only_map(False)

    def drag(self):
        token = self.token()
        self.window.bridge.select([token.id])
        viewport = self.window.view.viewport()
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        self.qtbot.mousePress(viewport, left, none, self.pixel_of(self.window, token.at))
        for _ in range(3):
            self.qtbot.mouseMove(viewport, self.pixel_of(self.window, self.cell()))
            QApplication.processEvents()
        shift = self.random.choice((none, Qt.KeyboardModifier.ShiftModifier))
        self.qtbot.mouseRelease(viewport, left, shift, self.pixel_of(self.window, self.cell()))

    def target(self):
        self.window.bridge.set_target(self.token().id)

    def key(self):
        self.qtbot.keyClick(self.window.view, self.random.choice(KEYS))

    def menu(self):
        token = self.random.choice((None, self.token().id))
        menu = self.window.context_menu(MenuPlace(self.cell(), token))
        self.random.choice(leaves(menu)).trigger()
        menu.deleteLater()

    def act(self):
        actions = self.window.action_bar._actions
        if actions:
            self.window.act(self.random.choice(actions), self.random.random() < 0.2)

    def roll(self):
        if self.window.attack_panel.can_roll:
            self.window.attack_panel.roll()

    def go(self):
        if self.window.bridge.session.pending is not None and self.random.random() < 0.7:
            self.answer()
        elif self.window.encounter.tokens:
            deeds = (self.command, self.drag, self.target, self.key, self.menu, self.act, self.roll)
            self.random.choice(deeds)()
        QApplication.processEvents()


def leaves(menu):
    found = []
    for action in menu.actions():
        if action.menu():
            found += leaves(action.menu())
        elif not action.isSeparator() and action.isEnabled():
            found.append(action)
    return found


@pytest.mark.parametrize(
    ("seed", "board"), [(1, "sunken-hall"), (2, "fell-road"), (3, "arena"), (4, "flat-marsh")]
)
def test_whatever_is_done_nothing_fails_and_undo_leads_back(
    open_window, qtbot, pixel_of, no_dialogs, monkeypatch, seed, board
):
    window = open_window(board, seed=seed)
    monkeypatch.setattr(window, "open_url", lambda url: None)
    guest = Guest(window, qtbot, pixel_of, seed)
    start = window.encounter
    for _ in range(80):
        guest.go()
    session = window.bridge.session
    while session.pending is not None or session.history.can_undo:
        window.bridge.undo()
    assert window.encounter is start
    while session.history.can_redo:
        window.bridge.redo()
    assert (
        window.encounter is session.history.commits[-1].after if session.history.commits else start
    )
