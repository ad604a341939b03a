"""Rows of the Token panel that edit one effect, aura or link each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from battlemap.model import limits
from battlemap.model.lasting import Aura, AuraFor, Lasting, Link
from battlemap.tactics.auras import inside_aura
from battlemap.ui.panels.buttons import IconButton
from battlemap.ui.panels.parts import Wrapped
from battlemap.ui.panels.record_form import Combo, Spin, give_undo_to_window
from battlemap.ui.panels.wording import name_of
from battlemap.ui.state_lines import AURA_FOR

if TYPE_CHECKING:
    from battlemap.ui.bridge import Bridge

MOST_ROUNDS = 999


class KeepingRow(QWidget):
    """One thing that a token keeps; ``changed`` brings the new value, None to take it away."""

    changed = Signal(object)

    def __init__(self, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = QLineEdit(self)
        self.name.setAccessibleName(f"Name of the {what}")
        self.name.editingFinished.connect(self._emit)
        self.remove = IconButton("trash", f"Take this {what} away", self, size=14)
        self.remove.clicked.connect(lambda: self.changed.emit(None))
        self.first = QHBoxLayout()
        self.first.setSpacing(4)
        self.first.addWidget(self.name, 1)
        self.first.addWidget(self.remove)
        self.second = QHBoxLayout()
        self.second.setSpacing(4)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 6)
        self.column.setSpacing(4)
        self.column.addLayout(self.first)
        self.column.addLayout(self.second)
        give_undo_to_window(self.name)

    def _named(self, text: str) -> None:
        # The same text again would take the selection away from whoever begins to type.
        if text != self.name.text() and not (self.name.hasFocus() and self.name.isModified()):
            self.name.setText(text)

    def _emit(self) -> None:
        """Tell the value as it stands in the row now."""


class LastingRow(KeepingRow):
    """An effect by hand: name, rounds left, what it does."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("effect", parent)
        self.value = Lasting("")
        self.rounds = Spin(self)
        self.rounds.setRange(0, MOST_ROUNDS)
        self.rounds.setSpecialValueText("until ended")
        self.rounds.valueChanged.connect(self._count)
        self.rounds.setAccessibleName("Rounds left")
        self.rounds.setKeyboardTracking(False)
        self.rounds.setFixedWidth(124)
        self.rounds.valueChanged.connect(lambda _: self._emit())
        self.detail = QLineEdit(self)
        self.detail.setPlaceholderText("What it does")
        self.detail.setAccessibleName("What the effect does")
        self.detail.editingFinished.connect(self._emit)
        give_undo_to_window(self.detail)
        give_undo_to_window(self.rounds)
        self.second.addWidget(self.detail, 1)
        self.second.addWidget(self.rounds)

    def _count(self, rounds: int) -> None:
        self.rounds.setSuffix(" round" if rounds == 1 else " rounds")

    def show_value(self, value: Lasting) -> None:
        """Show this effect."""
        self.value = value
        blockers = [QSignalBlocker(one) for one in (self.name, self.rounds, self.detail)]
        self._named(value.name)
        self.rounds.setValue(min(MOST_ROUNDS, value.rounds_left or 0))
        self._count(self.rounds.value())
        if not self.detail.hasFocus() or not self.detail.isModified():
            self.detail.setText(value.detail)
        for blocker in blockers:
            blocker.unblock()

    def _emit(self) -> None:
        rounds = self.rounds.value() or None
        name = self.name.text().strip() or self.value.name
        self.changed.emit(Lasting(name, rounds, self.detail.text().strip()))


class AuraRow(KeepingRow):
    """An aura: name, radius, whom it is for, whether it stays drawn, who is inside."""

    pinned = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("aura", parent)
        self.value = Aura("", 0)
        self.radius = Spin(self)
        self.radius.setRange(0, limits.REACH_FEET)
        self.radius.setSingleStep(5)
        self.radius.setSuffix(" ft")
        self.radius.setAccessibleName("Radius")
        self.radius.setKeyboardTracking(False)
        self.radius.valueChanged.connect(lambda _: self._emit())
        give_undo_to_window(self.radius)
        self.affects = Combo(self)
        self.affects.setAccessibleName("Whom the aura is for")
        for kind, words in AURA_FOR.items():
            self.affects.addItem(words.capitalize(), kind)
        self.affects.currentIndexChanged.connect(lambda _: self._emit())
        self.pin = IconButton("pin", "Keep this token's auras drawn on the map", self, size=14)
        self.pin.setCheckable(True)
        self.pin.toggled.connect(self.pinned)
        self.inside = Wrapped("", self, role="reason")
        self.affects.setMinimumContentsLength(5)
        self.second.addWidget(self.radius, 2)
        self.second.addWidget(self.affects, 3)
        self.second.addWidget(self.pin)
        self.column.addWidget(self.inside)

    def show_value(self, value: Aura, bridge: Bridge, owner: str) -> None:
        """Show this aura of a token, and who stands in it now."""
        self.value = value
        blockers = [QSignalBlocker(one) for one in (self.name, self.radius, self.affects, self.pin)]
        self._named(value.name)
        self.radius.setValue(value.radius_feet)
        self.affects.setCurrentIndex(list(AURA_FOR).index(value.affects))
        self.pin.setChecked(owner in bridge.pinned_auras)
        self.pin.restyle()
        for blocker in blockers:
            blocker.unblock()
        found = [name_of(bridge.encounter, key) for key in inside_aura(bridge.board, owner, value)]
        self.inside.setText(f"Inside: {', '.join(found)}" if found else "Nobody is inside")

    def _emit(self) -> None:
        name = self.name.text().strip() or self.value.name
        affects = self.affects.currentData()
        self.changed.emit(Aura(name, self.radius.value(), AuraFor(affects)))


class LinkRow(KeepingRow):
    """A link: name, and the tokens or places that it goes to, chosen in a menu."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__("link", parent)
        self._bridge = bridge
        self._owner = ""
        self.value = Link("")
        self.to = QToolButton(self)
        self.to.setProperty("role", "weapon")
        self.to.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.to.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.to.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.to.setMinimumSize(QSize(80, 30))
        self.menu = QMenu(self.to)
        self.menu.aboutToShow.connect(self.fill)
        self.to.setMenu(self.menu)
        self.second.addWidget(self.to, 1)

    def show_value(self, value: Link, owner: str) -> None:
        """Show this link of a token."""
        self.value, self._owner = value, owner
        blocker = QSignalBlocker(self.name)
        self._named(value.name)
        blocker.unblock()
        names = [self._name(key) for key in value.to]
        words = ", ".join(name for name in names if name)
        self.to.setText(f"To {words}" if words else "To nobody yet: choose")
        self.to.setAccessibleName(self.to.text())
        self.to.setToolTip(self.to.text())

    def _name(self, key: str) -> str:
        encounter = self._bridge.encounter
        if key in encounter.tokens:
            return name_of(encounter, key)
        mark = encounter.map.marks.get(key)
        return (mark.text or mark.kind) if mark is not None else ""

    def fill(self) -> None:
        """List the tokens and marks that the link may go to, those that it goes to checked."""
        self.menu.clear()
        targets = tuple(key for key in self._bridge.targets.keys if key != self._owner)
        if targets:
            entry = self.menu.addAction("The targets that are chosen now")
            entry.triggered.connect(lambda: self.changed.emit(replace(self.value, to=targets)))
            self.menu.addSeparator()
        encounter = self._bridge.encounter
        for key in (*encounter.tokens, *encounter.map.marks):
            if key == self._owner:
                continue
            entry = self.menu.addAction(self._name(key))
            entry.setCheckable(True)
            entry.setChecked(key in self.value.to)
            entry.triggered.connect(lambda _=False, key=key: self._toggle(key))

    def _toggle(self, key: str) -> None:
        to = self.value.to
        kept = tuple(one for one in to if one != key) if key in to else (*to, key)
        self.changed.emit(replace(self.value, to=kept))

    def _emit(self) -> None:
        self.changed.emit(replace(self.value, name=self.name.text().strip() or self.value.name))
