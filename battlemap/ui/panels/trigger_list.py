"""Who may strike, one line each: pointing draws it on the map, a click asks why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from battlemap.ui.panels.eye_row import EyeRow
from battlemap.ui.panels.parts import Sign, Wrapped
from battlemap.ui.panels.wording import name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QMouseEvent, QResizeEvent

    from battlemap.model.encounter import Encounter
    from battlemap.rules.trigger import Trigger


class TriggerRow(EyeRow):
    """One trigger: who, with what, at which step; one that doesn't fire says so."""

    asked = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("who may strike", parent)
        self.by, self.step = "", 0
        self._sign = Sign("threat", "bad", self)
        self.words = Wrapped("", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(8)
        row.addWidget(self._sign)
        row.addWidget(self.words, 1)
        row.addWidget(self.eye)
        self.eye.setCheckable(False)
        self.eye.clicked.connect(lambda: self.asked.emit(self.by, self.step))

    def show_trigger(self, trigger: Trigger, encounter: Encounter) -> None:
        """Show this trigger."""
        self.by, self.step = trigger.by, trigger.step
        self.evidence = f"{trigger.by}:{trigger.step}"
        where = f"step {trigger.step}" if trigger.step else "at the attack"
        words = f"{name_of(encounter, trigger.by)}, {trigger.weapon}, {where}"
        hollow = trigger.reason.partition("; ")[2] or "doesn't strike"
        self.words.setText(words if trigger.fires else f"{words}: {hollow}")
        role = "fact-value" if trigger.fires else "reason-off"
        if self.words.property("role") != role:
            self.words.setProperty("role", role)
            self.words.style().unpolish(self.words)
            self.words.style().polish(self.words)
        self.eye.setAccessibleName(f"{words}. Why")
        self.eye.setToolTip("Show on the map; click: why, and overrule")
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the words need at this width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        needed = max(26, self.layout().totalHeightForWidth(self.width()))
        if self.minimumHeight() != needed:
            self.setMinimumHeight(needed)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask why."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.asked.emit(self.by, self.step)


class TriggerList(QWidget):
    """The triggers of the planned move and of the attack."""

    asked = Signal(str, int)
    """(reactor, step): why may it strike?"""
    pointed = Signal(str, int, bool)
    """(reactor, step, whether pointer or focus is on its line)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[TriggerRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 6)
        self._column.setSpacing(0)
        self.hide()

    def show_triggers(self, triggers: Sequence[Trigger], encounter: Encounter) -> None:
        """Show what matters of these triggers: one line for each reactor; none: nothing at all."""
        triggers = _worth_a_line(triggers)
        while len(self.rows) < len(triggers):
            row = TriggerRow(self)
            row.asked.connect(self.asked)
            row.pointed.connect(lambda _, on, r=row: self.pointed.emit(r.by, r.step, on))
            self._column.addWidget(row)
            self.rows.append(row)
        for index, row in enumerate(self.rows):
            row.setVisible(index < len(triggers))
            if index < len(triggers):
                row.show_trigger(triggers[index], encounter)
        self.setVisible(bool(triggers))


def _worth_a_line(triggers: Sequence[Trigger]) -> list[Trigger]:
    """Return for each reactor the first trigger that fires, else the first of all."""
    first: dict[str, Trigger] = {}
    for trigger in triggers:
        known = first.setdefault(trigger.by, trigger)
        if trigger.fires and not known.fires:
            first[trigger.by] = trigger
    return list(first.values())
