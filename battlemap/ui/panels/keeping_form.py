"""What the GM keeps on a token by hand: effects with rounds, auras, and links to others."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from battlemap.model.lasting import Aura, Lasting, Link
from battlemap.ui.panels.keeping_rows import AuraRow, LastingRow, LinkRow
from battlemap.ui.panels.parts import SectionHead

if TYPE_CHECKING:
    from collections.abc import Callable

    from battlemap.model.token import Token
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.panels.keeping_rows import KeepingRow

SECTIONS = (
    ("lasting", "Effects by hand", "Add effect"),
    ("auras", "Auras", "Add aura"),
    ("links", "Keeps up", "Add link"),
)
"""The field of the token, the heading, and the button that adds one."""

_WORDS = {"lasting": "Effect on", "auras": "Aura of", "links": "What is kept up by"}
_STARTS = {
    "lasting": Lasting("Effect", 1),
    "auras": Aura("Aura", 10),
    "links": Link("Concentration"),
}


class KeepingForm(QWidget):
    """Edits effects, auras and links of a token; each change is one step of undo."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._token = ""
        self.rows: dict[str, list[Any]] = {field: [] for field, _, _ in SECTIONS}
        self.add_buttons: dict[str, QPushButton] = {}
        self._boxes: dict[str, QVBoxLayout] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for field, title, words in SECTIONS:
            column.addWidget(SectionHead(title, self))
            box = self._boxes[field] = QVBoxLayout()
            box.setSpacing(2)
            column.addLayout(box)
            button = QPushButton(f"+     {words}", self)
            button.setProperty("role", "link")
            button.clicked.connect(lambda _=False, field=field: self._add(field))
            self.add_buttons[field] = button
            line = QHBoxLayout()
            line.addWidget(button)
            line.addStretch(1)
            column.addLayout(line)

    def show_token(self, token: Token) -> None:
        """Show what is kept on this token."""
        is_other = token.id != self._token
        self._token = token.id
        for field, _, _ in SECTIONS:
            values = getattr(token, field)
            rows = self.rows[field]
            if is_other:
                while rows:
                    self._drop(rows.pop())
            while len(rows) > len(values):
                self._drop(rows.pop())
            while len(rows) < len(values):
                row = self._row(field, len(rows))
                rows.append(row)
                self._boxes[field].addWidget(row)
            for row, value in zip(rows, values, strict=True):
                self._show(row, value)

    def _row(self, field: str, index: int) -> KeepingRow:
        row: KeepingRow
        if field == "lasting":
            row = LastingRow(self)
        elif field == "links":
            row = LinkRow(self._bridge, self)
        else:
            auras = row = AuraRow(self)
            auras.pinned.connect(lambda on: self._bridge.pin_auras(self._token, on))
        row.changed.connect(lambda value: self._put(field, index, value))
        return row

    def _show(self, row: KeepingRow, value: Any) -> None:  # noqa: ANN401  # as the row's kind
        if isinstance(row, LastingRow):
            row.show_value(value)
        elif isinstance(row, AuraRow):
            row.show_value(value, self._bridge, self._token)
        elif isinstance(row, LinkRow):
            row.show_value(value, self._token)

    @staticmethod
    def _drop(row: QWidget) -> None:
        row.blockSignals(True)
        row.hide()
        row.deleteLater()

    def _add(self, field: str) -> None:
        start = _STARTS[field]
        if field == "links":
            to = tuple(key for key in self._bridge.targets.keys if key != self._token)
            start = Link("Concentration", to)
        self._edit(field, lambda values: (*values, start), start.name)
        rows = self.rows[field]
        if rows:
            rows[-1].name.setFocus()
            rows[-1].name.selectAll()

    def _put(self, field: str, index: int, value: Any) -> None:  # noqa: ANN401  # as the field
        token = self._bridge.token(self._token)
        if token is None or index >= len(getattr(token, field)):
            return
        before = getattr(token, field)[index]
        new = () if value is None else (value,)

        def changed(values: tuple[Any, ...]) -> tuple[Any, ...]:
            return (*values[:index], *new, *values[index + 1 :])

        ends = value is None
        self._edit(field, changed, f"{before.name} ends" if ends else value.name)

    def _edit(
        self, field: str, change: Callable[[tuple[Any, ...]], tuple[Any, ...]], words: str
    ) -> None:
        bridge = self._bridge
        token = bridge.token(self._token)
        if token is None:
            return
        values = change(getattr(token, field))
        if values == getattr(token, field):
            return
        changed = replace(token, **{field: values})
        label = f"{_WORDS[field]} {token.name or token.id}: {words}"
        bridge.edit(label, bridge.encounter.with_token(changed))
        now = bridge.token(self._token)
        if now is not None:
            self.show_token(now)
