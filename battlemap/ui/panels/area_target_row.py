"""One creature of an area attack: in or out and why, its share and odds, its own switches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from battlemap.ui.overlays.area_overlay import share_text
from battlemap.ui.panels.area_facts import AreaVerdict
from battlemap.ui.panels.attack_rows import ModifierRow
from battlemap.ui.panels.choice_row import ChoiceRow
from battlemap.ui.panels.creature_row import CreatureRow
from battlemap.ui.panels.line_lists import FactList, ModifierList
from battlemap.ui.panels.parts import Wrapped
from battlemap.ui.panels.wording import percent, worth

if TYPE_CHECKING:
    from battlemap.rules.plan import AreaPlan, AreaTarget
    from battlemap.ui.bridge import Bridge

_INDENT = 34
"""What belongs to a creature stands under its name, right of the portrait."""


class AreaTargetRow(QWidget):
    """One creature: in or out with the reason, its share, its odds, and its own choices."""

    pointed = Signal(str, bool)
    pinned = Signal(str, bool)
    chosen = Signal(str, str)
    fact_pointed = Signal(str, str, bool)
    """(creature, fact, whether pointer or focus is on its line)."""
    fact_pinned = Signal(str, str, bool)
    switched = Signal(str, str, str)
    """(creature, key of a modifier of its own, "map" | "once" | "until cleared")."""
    rule_asked = Signal(str)
    why_asked = Signal(str, str, str)
    """(creature, fact, key of the modifier): the card that explains it is wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = _TargetLine(self)
        self.line.pointed.connect(self.pointed)
        self.line.pinned.connect(self.pinned)
        self.line.why_asked.connect(lambda token: self.why_asked.emit(token, "", ""))
        self.choice_rows: dict[str, ChoiceRow] = {}
        self.details = QWidget(self)
        """What the map says about it, and what that gives it; shown while it is pinned."""
        self._facts, self._modifiers = FactList(self.details), ModifierList(self.details)
        self.fact_rows, self.modifier_rows = self._facts.rows, self._modifiers.rows
        for part in (self._facts, self._modifiers):
            part.pointed.connect(lambda fact, on: self.fact_pointed.emit(self.token, fact, on))
            part.pinned.connect(lambda fact, on: self.fact_pinned.emit(self.token, fact, on))
        self._facts.why_asked.connect(lambda fact: self.why_asked.emit(self.token, fact, ""))
        self._modifiers.switched.connect(
            lambda key, value: self.switched.emit(self.token, key, value)
        )
        self._modifiers.rule_asked.connect(self.rule_asked)
        self._modifiers.why_asked.connect(
            lambda fact, key: self.why_asked.emit(self.token, fact, key)
        )
        inner = QVBoxLayout(self.details)
        inner.setContentsMargins(_INDENT, 0, 0, 6)
        inner.setSpacing(0)
        inner.addWidget(self._facts)
        inner.addWidget(self._modifiers)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 2)
        self._column.setSpacing(0)
        self._column.addWidget(self.line)
        self._column.addWidget(self.details)

    @property
    def token(self) -> str:
        """The id of the creature."""
        return self.line.evidence

    @property
    def is_pointed(self) -> bool:
        """Whether pointer or focus is on it."""
        return self.line.is_pointed

    def line_under_pointer(self) -> tuple[str, str] | None:
        """Return (fact, key of the modifier) of the line with the pointer or the focus.

        Both are empty for the line of the creature itself; None: it is on none of them.
        """
        for row in (*self.modifier_rows, *self.fact_rows):
            if row.isVisible() and (row.underMouse() or row.isAncestorOf(self.focusWidget())):
                return row.fact, row.key if isinstance(row, ModifierRow) else ""
        is_here = self.line.underMouse() or self.line.isAncestorOf(self.focusWidget())
        return ("", "") if is_here else None

    def show_target(
        self, target: AreaTarget, plan: AreaPlan, bridge: Bridge, *, pinned: bool
    ) -> None:
        """Show this creature, with its facts while it is pinned."""
        self.line.show_target(target, bridge, pinned=pinned)
        self.details.setVisible(pinned)
        if pinned:
            self._show_facts(AreaVerdict(bridge, plan, target), bridge)
            self._modifiers.show_modifiers(
                target.modifiers, can_switch=bridge.session.open_deed is None
            )
        keys = {choice.key for choice in target.choices}
        for key, row in self.choice_rows.items():
            row.setVisible(key in keys)
        for choice in target.choices:
            if choice.key not in self.choice_rows:
                row = ChoiceRow(self)
                row.setContentsMargins(40, 0, 8, 4)
                row.chosen.connect(lambda value, key=choice.key: self.chosen.emit(key, value))
                self._column.addWidget(row)
                self.choice_rows[choice.key] = row
            self.choice_rows[choice.key].show_choice(choice)
            self.choice_rows[choice.key].show()

    def _show_facts(self, verdict: AreaVerdict, bridge: Bridge) -> None:
        lines, name = verdict.lines(), bridge.encounter.tokens[verdict.target.token].name
        held = bridge.pinned
        pinned = [
            line.fact
            for line in lines
            if held is not None and held == verdict.evidence(line.fact, pinned=True)
        ]
        self._facts.show_lines(lines, pinned)
        for row in self.fact_rows:
            row.eye.setAccessibleDescription(name)


class _TargetLine(CreatureRow):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reason = Wrapped("", self, role="reason")
        self.value = QLabel("", self)
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.lay_out(self.reason, self.value)

    def show_target(self, target: AreaTarget, bridge: Bridge, *, pinned: bool) -> None:
        token = bridge.encounter.tokens[target.token]
        name = token.name or token.id
        self.evidence = token.id
        self.portrait.show_token(token, bridge.encounter)
        splash = ", splash" if target.is_splashed else ""
        state = "" if target.is_included else "Out: "
        self.title.setText(f"{name}{splash}")
        self.title.set_struck(not target.is_included)
        own = "; ".join(
            f"{row.label} {worth(row.value, row.unit)}" for row in target.modifiers if row.enabled
        )
        parts = [f"{state}{target.reason}", own, f"{share_text(target.share)} inside"]
        self.reason.setText(". ".join(part for part in parts if part))
        odds = target.odds
        value = f"{percent(odds.hit)}\n{odds.mean:.1f} dmg" if odds and target.is_included else "–"
        self.value.setText(value)
        role = "fact-value" if target.is_included else "line-off"
        if self.value.property("role") != role:
            self.value.setProperty("role", role)
            self.value.style().unpolish(self.value)
            self.value.style().polish(self.value)
        words = f"{self.title.text()}: {self.reason.text()}. {value}".replace("\n", ", ")
        self.setAccessibleName(words)
        self.eye.setAccessibleName(f"{words}. Show on the map")
        self.set_pinned(pinned)
