"""Quick-add: type a few letters of a creature's name, Enter puts it on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QListWidgetItem

from battlemap.model.token import SIDES
from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.parts import SearchField
from battlemap.ui.panels.record_form import Combo, Spin
from battlemap.ui.panels.wording import size_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from battlemap.model.token import Token
    from battlemap.rules.system import RuleSystem

_AS_LISTED = "as listed"
_WAYS = {"fly_feet": "fly", "burrow_feet": "burrow", "swim_feet": "swim", "climb_feet": "climb"}
"""Fields of a sheet with a speed of its own, and how a GM calls that way to move."""


class BestiaryDialog(FormDialog):
    """Lists the creatures of a rule system; what is chosen is put on the map, as *where* says."""

    def __init__(
        self,
        system: RuleSystem,
        creatures: Sequence[Token],
        parent: QWidget | None = None,
        *,
        where: str = "",
    ) -> None:
        super().__init__(f"{system.title}: bestiary", "Add", parent)
        self._system = system
        self._creatures = tuple(creatures)
        self.search = SearchField(
            "Name, weapon, note, or fly, burrow, swim, climb", "Search the bestiary", self
        )
        self.search.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Creatures found")
        self.list.setMinimumHeight(260)
        self.list.itemDoubleClicked.connect(lambda _: self.accept())
        self.about = QLabel("", self)
        self.about.setProperty("role", "secondary")
        self.about.setWordWrap(True)
        self.about.setMinimumHeight(34)
        self.number = Spin(self)
        self.number.setRange(1, 50)
        self.number.setAccessibleName("How many")
        self.side = Combo(self)
        self.side.setAccessibleName("Side")
        self.side.addItem("Side as listed", _AS_LISTED)
        for side in SIDES:
            self.side.addItem(side.capitalize(), side)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(QLabel("How many", self))
        line.addWidget(self.number, 1)
        line.addWidget(self.side, 2)
        self.column.insertWidget(0, self.search)
        self.column.insertWidget(1, self.list, 1)
        self.column.insertWidget(2, self.about)
        self.column.insertLayout(3, line)
        self.where = QLabel(where, self)
        self.where.setProperty("role", "secondary")
        self.where.setWordWrap(True)
        self.where.setVisible(bool(where))
        self.column.insertWidget(4, self.where)
        self.search.textChanged.connect(self._fill)
        self.list.currentRowChanged.connect(lambda _: self._describe())
        self._fill()
        self.resize(520, 520)

    def found(self) -> list[Token]:
        """Return the creatures that the search leaves, those whose name begins with it first."""
        wanted = self.search.text().casefold().split()
        hits = [
            token
            for token in self._creatures
            if all(word in self._searched(token) for word in wanted)
        ]
        start = self.search.text().strip().casefold()
        return sorted(hits, key=lambda token: not token.name.casefold().startswith(start))

    def chosen(self) -> Token | None:
        """Return the creature that is chosen, or None."""
        item = self.list.currentItem()
        return item.data(Qt.ItemDataRole.UserRole) if item is not None else None

    def chosen_side(self) -> str | None:
        """Return the side that it is to be on; None: its own."""
        side = self.side.currentData()
        return None if side == _AS_LISTED else str(side)

    def problem(self) -> str:
        """Return what is missing."""
        return "" if self.chosen() is not None else "No creature is chosen."

    def _searched(self, token: Token) -> str:
        weapons = " ".join(weapon.name for weapon in token.weapons)
        return f"{token.name} {weapons} {token.notes} {_ways_of(token)}".casefold()

    def _fill(self) -> None:
        self.list.clear()
        for token in self.found():
            weapons = ", ".join(weapon.name for weapon in self._system.weapons(token))
            item = QListWidgetItem(f"{token.name}    {size_name(token.size)}, {weapons}")
            item.setData(Qt.ItemDataRole.UserRole, token)
            self.list.addItem(item)
        if self.list.count():
            self.list.setCurrentRow(0)
        self._describe()

    def _describe(self) -> None:
        token = self.chosen()
        self.accept_button.setEnabled(token is not None)
        if token is None:
            none = "No creature is called so." if self._creatures else "The bestiary is empty."
            self.about.setText(none)
            return
        track = self._system.track(token).label
        track = track[:1].upper() + track[1:]
        ways = _ways_of(token)
        known = ". ".join(part for part in (track, ways[:1].upper() + ways[1:]) if part)
        self.about.setText(f"{known}. {token.notes}".strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys go through the list while the search keeps the focus."""
        keys = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        if (
            watched is self.search
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in keys
        ):
            step = 1 if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_PageDown) else -1
            row = self.list.currentRow() + step
            self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
            return True
        return super().eventFilter(watched, event)


def _ways_of(token: Token) -> str:
    """Return the ways to move for which a creature has a speed: "fly 60 ft, swim 30 ft"."""
    speeds = ((word, getattr(token.sheet, field, 0)) for field, word in _WAYS.items())
    return ", ".join(f"{word} {feet} ft" for word, feet in speeds if feet)
