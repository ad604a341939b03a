"""An area attack in the Area panel: who is in or out and why, choices, odds, what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from battlemap.model.event import Noted
from battlemap.model.intent import AreaAttack
from battlemap.model.words import counted
from battlemap.ui.panels.choice_row import ChoiceRow
from battlemap.ui.panels.line_lists import ModifierList
from battlemap.ui.panels.odds_chart import SHORT, OddsChart, degree_words
from battlemap.ui.panels.parts import SectionHead, Sign, Wrapped
from battlemap.ui.panels.wording import name_of

if TYPE_CHECKING:
    from battlemap.rules.plan import AreaPlan
    from battlemap.ui.bridge import Bridge


class AreaAttackView(QWidget):
    """What belongs to the one roll: modifiers, choices, odds, warnings; and the last result."""

    choice_made = Signal(str, str)
    modifier_switched = Signal(str, str)
    rule_asked = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.modifiers_head = SectionHead("Modifiers", self)
        self._modifiers = ModifierList(self)
        self._modifiers.switched.connect(self.modifier_switched)
        self._modifiers.rule_asked.connect(self.rule_asked)
        self.modifier_rows = self._modifiers.rows
        self.choice_rows: dict[str, ChoiceRow] = {}
        self._choices = QVBoxLayout()
        self._choices.setSpacing(0)
        self.odds_head = SectionHead("Odds of the roll", self)
        self.chart = OddsChart(self)
        self.chart.set_height(SHORT)
        self.degrees = Wrapped("", self, role="reason")
        self.sign = Sign("shield", "bad", self)
        self.warnings = Wrapped("", self, role="warning")
        self.warning_row = QWidget(self)
        line = QHBoxLayout(self.warning_row)
        line.setContentsMargins(0, 8, 0, 4)
        line.setSpacing(8)
        line.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.warnings, 1)
        self.force = QPushButton("Force it (GM)", self)
        self.force.setProperty("role", "link")
        self.force.setToolTip("Carry the attack out against the rules; the log says so")
        self.force.clicked.connect(self._toggle_force)
        self.result_head = SectionHead("Result", self)
        self.result = Wrapped("", self, role="fact-value")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 0)
        column.setSpacing(4)
        column.addWidget(self.modifiers_head)
        column.addWidget(self._modifiers)
        column.addLayout(self._choices)
        for widget in (
            self.odds_head,
            self.chart,
            self.degrees,
            self.warning_row,
            self.force,
            self.result_head,
            self.result,
        ):
            column.addWidget(widget)
        self.plan: AreaPlan | None = None

    def show_plan(self, plan: AreaPlan | None) -> None:
        """Show the attack; None: it isn't aimed yet, or there is none."""
        self.plan = plan
        # With nobody inside there is nothing to modify.
        self.modifiers_head.setVisible(plan is not None and bool(plan.modifiers))
        self._show_modifiers(plan)
        self._show_choices(plan)
        odds = plan.odds if plan is not None else None
        self.odds_head.setVisible(odds is not None)
        self.chart.setVisible(odds is not None)
        if odds is not None:
            self.odds_head.side.setText(odds.summary)
            self.chart.show_odds(odds)
        self.degrees.setText(degree_words(odds) if odds is not None else "")
        self.degrees.setVisible(bool(self.degrees.text()))
        lines = [plan.illegal, *plan.warnings] if plan is not None else []
        text = "\n".join(line for line in lines if line)
        self.warnings.setText(text)
        self.warning_row.setVisible(bool(text))
        is_forced = plan is not None and plan.intent.choices.get("force") == "yes"
        self.force.setText("By the rules again" if is_forced else "Force it (GM)")
        self.force.setVisible(plan is not None and (bool(plan.illegal) or is_forced))
        self._show_result()

    def _show_modifiers(self, plan: AreaPlan | None) -> None:
        shown = plan.modifiers if plan is not None else ()
        self.modifiers_head.side.setText(plan.net if plan is not None else "")
        self._modifiers.show_modifiers(shown, can_switch=self.bridge.session.open_deed is None)
        for row in self.modifier_rows:
            row.eye.hide()

    def _show_choices(self, plan: AreaPlan | None) -> None:
        choices = plan.choices if plan is not None else ()
        keys = {choice.key for choice in choices}
        for key, row in self.choice_rows.items():
            row.setVisible(key in keys)
        for choice in choices:
            if choice.key not in self.choice_rows:
                row = ChoiceRow(self)
                row.chosen.connect(lambda value, key=choice.key: self.choice_made.emit(key, value))
                self._choices.addWidget(row)
                self.choice_rows[choice.key] = row
            self.choice_rows[choice.key].show_choice(choice)
            self.choice_rows[choice.key].show()

    def _toggle_force(self) -> None:
        is_forced = self.plan is not None and self.plan.intent.choices.get("force") == "yes"
        self.choice_made.emit("force", "" if is_forced else "yes")

    def _result_line(self, noted: Noted) -> str:
        """Return what came of it for one creature: who, how much damage, what follows."""
        outcome = noted.outcome
        if outcome is None:
            return noted.headline
        worth_telling = (
            f"{outcome.damage} damage" if outcome.damage else "no damage",
            outcome.location,
            outcome.critical,
            outcome.consequence,
        )
        said = ", ".join(part for part in worth_telling if part)
        return f"{name_of(self.bridge.encounter, outcome.target)}: {said}"

    def _show_result(self) -> None:
        """Show what came of the last deed, where it was an area attack."""
        history = self.bridge.session.history
        commit = history.commits[history.position - 1] if history.position else None
        lines: list[str] = []
        if commit is not None and isinstance(commit.intent, AreaAttack):
            lines = [
                self._result_line(event)
                for event in commit.events
                if isinstance(event, Noted) and event.kind in ("attack", "damage")
            ]
        self.result_head.side.setText(counted(len(lines), "line") if lines else "")
        self.result.setText("\n".join(lines))
        self.result_head.setVisible(bool(lines))
        self.result.setVisible(bool(lines))
