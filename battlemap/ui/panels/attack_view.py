"""What the Attack panel shows: pair, facts, modifiers, choices, odds, result."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted
from battlemap.model.intent import Attack
from battlemap.rules.procedure import Ask
from battlemap.ui.bridge import AttackSettings, Evidence
from battlemap.ui.overlays.asked_overlay import actor_of
from battlemap.ui.panels.add_modifier import AddModifierRow
from battlemap.ui.panels.buttons import HintButton
from battlemap.ui.panels.choice_row import ChoiceRow
from battlemap.ui.panels.compare_view import Compared, CompareView
from battlemap.ui.panels.fact_words import fact_lines
from battlemap.ui.panels.line_lists import FactList, ModifierList
from battlemap.ui.panels.odds_chart import ONE_LINE, SHORT, TALL, OddsChart, degree_words
from battlemap.ui.panels.pair_head import PairHead
from battlemap.ui.panels.parts import SectionHead, Sign, Wrapped, scrolled
from battlemap.ui.panels.result_view import ResultView
from battlemap.ui.panels.trigger_list import TriggerList
from battlemap.ui.panels.why_route import trigger_evidence, triggers_now
from battlemap.ui.panels.wording import (
    count,
    name_of,
    named,
    pair_summary,
    percent,
    worth,
)
from battlemap.ui.planned import planned_route
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from battlemap.model.event import Outcome
    from battlemap.rules.plan import AttackPlan, Odds
    from battlemap.rules.trigger import Trigger
    from battlemap.ui.bridge import Bridge, PlannedMove
    from battlemap.ui.panels.fact_words import FactLine

_EDGE = 16
_OVERHANG = 8
"""The ground of a lit line reaches this far into the edge."""
_REST_MS = 30
"""The panel follows a drag when the pointer rests in a cell for so many milliseconds."""


class AttackView(QWidget):
    """Shows ``Session.plan`` of the selected token and the target."""

    fact_pointed = Signal(str, bool)
    fact_pinned = Signal(str, bool)
    modifier_switched = Signal(str, str)
    rule_asked = Signal(str)
    why_asked = Signal(str, str)
    """(fact, key of the modifier): the card that explains it is wanted."""
    trigger_asked = Signal(str, int)
    """(reactor, step) of a trigger in the warnings; step 0: the attack itself."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DockBody")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Attack")
        self.bridge = bridge
        self.plan: AttackPlan | None = None
        self._narrow = False
        self._rolled_odds: tuple[object, int, Odds | None] = (None, -1, None)
        """Session and number of the last deed, and the odds that it was rolled at."""
        self._result_shown = 0
        self.choice_rows: dict[str, ChoiceRow] = {}
        self._build()
        self._refreshes = single_shot(self, self.refresh)
        self._follows = single_shot(self, self.refresh, _REST_MS)
        self._reveals = single_shot(self, self._reveal_result, 150)
        self.scroll.verticalScrollBar().rangeChanged.connect(self._follow_result)
        for signal in (
            bridge.changed,
            bridge.selection_changed,
            bridge.target_changed,
            bridge.attack_changed,
            bridge.asked,
        ):
            signal.connect(self.refresh_later)
        bridge.planned.connect(self._follow_plan)
        self.refresh()

    # Building -----------------------------------------------------------------------------

    def _build(self) -> None:
        self.hint = Wrapped("", self, role="secondary")
        self.hint.setContentsMargins(0, 0, 0, 8)
        self.head = PairHead(self)
        self.head.weapon_chosen.connect(self.bridge.set_weapon)
        self.head.plan_dropped.connect(lambda: self.bridge.plan_move(None))
        self._facts_head = SectionHead("Facts on the map", self)
        self.every_fact = QPushButton("All facts", self)
        self.every_fact.setProperty("role", "link")
        self.every_fact.setCheckable(True)
        self.every_fact.setToolTip("Show the states of both that say nothing, too")
        self.every_fact.toggled.connect(self.refresh_later)
        self._facts_head.layout().addWidget(self.every_fact)
        self._facts_box = FactList(self)
        self._facts_box.pointed.connect(self.fact_pointed)
        self._facts_box.pinned.connect(self.fact_pinned)
        self._facts_box.why_asked.connect(lambda fact: self.why_asked.emit(fact, ""))
        self.fact_rows = self._facts_box.rows
        self._modifiers_head = SectionHead("Modifiers", self)
        self._modifiers_box = ModifierList(self)
        self._modifiers_box.pointed.connect(self.fact_pointed)
        self._modifiers_box.pinned.connect(self.fact_pinned)
        self._modifiers_box.switched.connect(self.modifier_switched)
        self._modifiers_box.rule_asked.connect(self.rule_asked)
        self._modifiers_box.why_asked.connect(self.why_asked)
        self.modifier_rows = self._modifiers_box.rows
        self.add_row = AddModifierRow(self)
        self.add_row.added.connect(self.bridge.add_modifier)
        self._choices_box = QWidget(self)
        self._choices_layout = QVBoxLayout(self._choices_box)
        self._choices_layout.setContentsMargins(0, 0, 0, 6)
        self._choices_layout.setSpacing(0)
        self._odds_head = SectionHead("Odds", self)
        self.chart = OddsChart(self)
        self.degrees = Wrapped("", self, role="reason")
        self.degrees.setContentsMargins(0, 6, 0, 0)
        self.warnings = QLabel("", self)
        self.warnings.setProperty("role", "warning")
        self.warnings.setWordWrap(True)
        self.warning_sign = Sign("shield", "bad", self)
        self.warning_row = QWidget(self)
        line = QHBoxLayout(self.warning_row)
        line.setContentsMargins(0, 10, 0, 4)
        line.setSpacing(8)
        line.addWidget(self.warning_sign, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.warnings, 1)
        self.trigger_list = TriggerList(self)
        self.trigger_list.asked.connect(self.trigger_asked)
        self.trigger_list.pointed.connect(self._point_trigger)
        self.force = QPushButton("Force it (GM)", self)
        self.force.setProperty("role", "link")
        self.force.setToolTip("Carry the attack out against the rules; the log says so")
        self.compared = CompareView(self)
        self._result_head = SectionHead("Result", self)
        self._result_head.setContentsMargins(0, 8, 0, 0)
        self._result_head.setFixedHeight(28)
        self.result = ResultView(self)
        body = QWidget(self)
        body.setObjectName("DockBody")
        self._column = QVBoxLayout(body)
        edge = _EDGE - _OVERHANG
        self._column.setContentsMargins(edge, 14, edge, 12)
        self._column.setSpacing(0)
        for widget in (self.hint, self.head, self._facts_head):
            self._column.addWidget(self._inset(widget))
        self._column.addWidget(self._facts_box)
        self._column.addWidget(self._inset(self._modifiers_head))
        self._column.addWidget(self._modifiers_box)
        for widget in (
            self.add_row,
            self._choices_box,
            self._odds_head,
            self.chart,
            self.degrees,
            self.warning_row,
            self.trigger_list,
            self.force,
            self.compared,
            self._result_head,
            self.result,
        ):
            self._column.addWidget(self._inset(widget))
        self._column.addStretch(1)
        self.scroll, whole = scrolled(self, body)
        whole.addWidget(self._build_foot())

    def _inset(self, widget: QWidget) -> QWidget:
        """Return a box that keeps *widget* out of the overhang."""
        box = QWidget(self)
        row = QHBoxLayout(box)
        row.setContentsMargins(_OVERHANG, 0, _OVERHANG, 0)
        row.addWidget(widget)
        return box

    def _build_foot(self) -> QWidget:
        foot = QWidget(self)
        foot.setObjectName("DockFoot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.roll_button = HintButton("Roll", "Enter", foot)
        self.second_button = QPushButton("Type dice", foot)
        self.second_button.setProperty("role", "second")
        self.second_button.setFixedSize(120, 40)
        row = QHBoxLayout(foot)
        row.setContentsMargins(_EDGE, 10, _EDGE, 12)
        row.setSpacing(8)
        row.addWidget(self.roll_button, 1)
        row.addWidget(self.second_button)
        return foot

    # Showing ------------------------------------------------------------------------------

    def set_narrow(self, narrow: bool) -> None:
        """Lay facts out in two columns and the odds in one line each, for small screens."""
        if narrow != self._narrow:
            self._narrow = narrow
            self.second_button.setFixedSize(92 if narrow else 120, 40)
            edge = _EDGE - _OVERHANG
            self._column.setContentsMargins(edge, 6 if narrow else 14, edge, 12)
            self.refresh()

    @property
    def is_stale(self) -> bool:
        """Whether something changed that is not shown yet."""
        return self._refreshes.isActive() or self._follows.isActive()

    def refresh_later(self, *_: object) -> None:
        """Show the attack anew at the next idle moment."""
        self._refreshes.start()

    def _follow_plan(self, route: PlannedMove | None) -> None:
        """Show the attack from where a dragged token hangs, once the pointer rests in a cell."""
        if route is None or route.is_kept:
            self.refresh_later()
        else:
            self._follows.start()

    def refresh(self) -> None:
        """Show the attack as it stands now."""
        self._refreshes.stop()
        self._follows.stop()
        # A question belongs to the attack as it was rolled, not to the next one.
        open_plan = self.bridge.session.open_plan()
        plan = self.plan = open_plan or self.bridge.attack_plan()
        for part in (self.add_row, self._choices_box, self.head.weapon):
            part.setEnabled(open_plan is None)
        for widget in (
            self.head,
            self._facts_head,
            self._facts_box,
            self._modifiers_head,
            self._modifiers_box,
            self.add_row,
            self._choices_box,
        ):
            widget.setVisible(plan is not None)
        awaited = self._awaited()
        self._say(awaited)
        self.hint.setVisible(plan is None or bool(awaited))
        if plan is None:
            self._show_nothing(awaited)
            return
        self.head.show_pair(plan, self.bridge)
        self._show_facts(plan)
        self._show_modifiers(plan)
        self._show_choices(plan)
        outcome = self._latest_outcome(plan)
        self._show_odds(plan, outcome)
        self._show_warnings(plan)
        self.compared.show_beside(self._compared(plan))
        self._result_head.setVisible(outcome is not None)
        target = self.bridge.encounter.tokens[plan.intent.target]
        track = self.bridge.system.track(target) if outcome is not None else None
        self.result.show_outcome(outcome, track)
        self._result_head.side.setText(f"seed {self.bridge.session.seed}")
        self._show_foot(plan, outcome)
        shown = self._last_commit() if outcome is not None else 0
        if shown and shown != self._result_shown:
            self._reveals.start()
            self._reveal_result()
        self._result_shown = shown
        self.setAccessibleDescription(self.summary())

    def _say(self, text: str) -> None:
        """Show a line above all others, with the height that it needs."""
        if text != self.hint.text():
            self.hint.setText(text)
            # The box around it has kept the height of the line before.
            self.hint.parentWidget().layout().invalidate()
            self.hint.parentWidget().updateGeometry()

    def _awaited(self) -> str:
        """Return whose answer the open question waits for; empty: no question is open."""
        question = self.bridge.session.pending
        if not isinstance(question, Ask):
            return ""
        what = "answer" if question.token == actor_of(self.bridge) else "reaction"
        name = name_of(self.bridge.encounter, question.token)
        asked = question.headline
        stop = "" if asked.endswith((".", "?", "!")) else "."
        return f"{name}'s {what} is awaited: {asked}{stop} Answer on the map."

    def _show_nothing(self, awaited: str) -> None:
        bridge = self.bridge
        if awaited:
            text = awaited
        elif bridge.attacker is None:
            text = "Select the token that attacks."
            if len(bridge.selected) > 1:
                text = "Select one token only: the one that attacks."
        elif bridge.target is None:
            name = name_of(bridge.encounter, bridge.attacker)
            text = f"{name}: choose a target with T or Ctrl+click."
        else:
            text = "A token doesn't attack itself: choose another target with T or Ctrl+click."
        self._say(text)
        for widget in (
            self._odds_head,
            self.chart,
            self.degrees,
            self.warning_row,
            self.trigger_list,
            self.force,
            self._result_head,
            self.result,
            self.compared,
        ):
            widget.hide()
        self.roll_button.set_texts("Roll", "Enter")
        self.roll_button.setEnabled(False)
        self.second_button.setText("Type dice")
        self.second_button.setEnabled(False)
        self.setAccessibleDescription(text)

    def _show_facts(self, plan: AttackPlan) -> None:
        bridge = self.bridge
        self.every_fact.setText("Fewer facts" if self.every_fact.isChecked() else "All facts")
        lines = self._lines(plan, every=self.every_fact.isChecked())
        pinned = (bridge.pinned.fact,) if bridge.pinned is not None else ()
        self._facts_box.show_lines(lines, pinned, narrow=self._narrow)
        if bridge.pinned is not None and bridge.pinned.situation is not None:
            # What is pinned follows the pair as it stands now.
            fresh = Evidence(bridge.pinned.fact, plan.situation, pinned=True)
            if fresh != bridge.pinned:
                bridge.show_evidence(fresh)

    def _show_modifiers(self, plan: AttackPlan) -> None:
        self._modifiers_head.side.setText(plan.net)
        encounter = self.bridge.encounter
        shown = [replace(one, reason=named(encounter, one.reason)) for one in plan.modifiers]
        self._modifiers_box.show_modifiers(
            shown,
            pinned=self.bridge.pinned.fact if self.bridge.pinned is not None else "",
            own=len(plan.intent.added),
            can_switch=self.bridge.session.open_deed is None,
        )

    def _lines(self, plan: AttackPlan, *, every: bool = False) -> list[FactLine]:
        bridge = self.bridge
        return fact_lines(
            plan.situation,
            bridge.encounter,
            bridge.board.conventions,
            after_move=bridge.planned_route(plan.intent.attacker) is not None,
            weighed=bridge.system.sections,
            every=every,
        )

    def _show_choices(self, plan: AttackPlan) -> None:
        keys = {choice.key for choice in plan.choices}
        for key, row in self.choice_rows.items():
            row.setVisible(key in keys)
        for choice in plan.choices:
            row = self._choice_row(choice.key)
            row.show_choice(choice)
            row.show()

    def _choice_row(self, key: str) -> ChoiceRow:
        if key not in self.choice_rows:
            row = ChoiceRow(self._choices_box)
            row.chosen.connect(lambda value: self.bridge.set_choice(key, value))
            self._choices_layout.addWidget(row)
            self.choice_rows[key] = row
        return self.choice_rows[key]

    def _show_odds(self, plan: AttackPlan, outcome: Outcome | None) -> None:
        odds, is_rolled = plan.odds, False
        if outcome is not None and self._is_as_rolled(plan, outcome):
            odds, is_rolled = self._odds_of_roll(), True
        # A question of a move says nothing about the attack in the panel.
        is_open = isinstance(self.bridge.session.open_deed, Attack)
        self._odds_head.title.setText("Odds of this roll" if is_rolled or is_open else "Odds")
        self._odds_head.setVisible(odds is not None)
        self.chart.setVisible(odds is not None)
        self.degrees.setVisible(odds is not None and bool(odds.degrees))
        if odds is None:
            return
        self.degrees.setText(degree_words(odds))
        self._odds_head.side.setText(odds.summary)
        tall = TALL if outcome is None else SHORT
        self.chart.set_height(ONE_LINE if self._narrow else tall)
        self.chart.show_odds(
            odds,
            hits=outcome.hits if outcome is not None and is_rolled else None,
            damage=outcome.damage if outcome is not None and is_rolled else None,
        )

    def _show_warnings(self, plan: AttackPlan) -> None:
        lines = [plan.illegal] if plan.illegal else []
        lines += plan.warnings
        route = self.bridge.planned_route(plan.intent.attacker)
        if route is not None and route.triggers:
            lines.append(f"{count(route.triggers, 'opportunity attack')} on the way")
        encounter = self.bridge.encounter
        lines += [
            f"{name_of(encounter, trigger.by)} may strike first: {trigger.reason}"
            for trigger in plan.triggers
            # A rule system may have put its triggers into its warnings already.
            if trigger.fires and not any(trigger.reason in said for said in plan.warnings)
        ]
        self.warnings.setText("\n".join(dict.fromkeys(lines)))
        self.warning_row.setVisible(bool(lines))
        self.trigger_list.show_triggers(self._known_triggers(plan), encounter)
        is_forced = plan.intent.choices.get("force") == "yes"
        self.force.setText("By the rules again" if is_forced else "Force it (GM)")
        self.force.setVisible(bool(plan.illegal) or is_forced)

    def _known_triggers(self, plan: AttackPlan) -> list[Trigger]:
        """Return what the kept route and the attack itself provoke; a drag draws its own signs."""
        planned = self.bridge.plan_route
        route = None
        if planned is not None and planned.is_kept and planned.token == plan.intent.attacker:
            route = planned_route(self.bridge, planned)
        return [*(route.triggers if route is not None else ()), *plan.triggers]

    def _point_trigger(self, by: str, step: int, on: bool) -> None:
        found = triggers_now(self.bridge) if on else []
        trigger = next((t for t in found if (t.by, t.step) == (by, step)), None)
        shown = trigger_evidence(self.bridge, trigger) if trigger is not None else None
        self.bridge.hover_evidence(shown)

    def _show_foot(self, plan: AttackPlan, outcome: Outcome | None) -> None:
        bridge = self.bridge
        attacker = plan.intent.attacker
        moves = bridge.planned_route(attacker) is not None
        can_roll = not plan.illegal and plan.odds is not None and not bridge.is_waiting
        self.roll_button.setEnabled(can_roll)
        deed = plan.deed or "Roll"
        text, hint = (f"Move, then {deed.lower()}" if moves else deed), "Enter"
        if outcome is not None and not moves:
            again = plan.repeat
            text = "Strike again"
            hint = worth(again.value, again.unit) if again is not None else "Enter"
        self.roll_button.set_texts(text, hint)
        self.second_button.setText("Type dice" if outcome is None else "Undo roll")
        self.second_button.setEnabled(can_roll or outcome is not None)

    def _latest_outcome(self, plan: AttackPlan) -> Outcome | None:
        """Return the outcome of the last deed, where it was an attack of this pair."""
        history = self.bridge.session.history
        if self.bridge.is_waiting or history.position == 0:
            return None
        pair = (plan.intent.attacker, plan.intent.target)
        for event in reversed(history.commits[history.position - 1].events):
            if isinstance(event, Noted) and event.outcome is not None:
                outcome = event.outcome
                if (outcome.attacker, outcome.target) == pair:
                    return outcome
        return None

    def _odds_of_roll(self) -> Odds | None:
        """Return the odds that the last deed was rolled at: its result belongs to them."""
        session, number = self.bridge.session, self._last_commit()
        if self._rolled_odds[:2] != (session, number):
            plan = session.rolled_plan()
            self._rolled_odds = session, number, plan.odds if plan is not None else None
        return self._rolled_odds[2]

    def _is_as_rolled(self, plan: AttackPlan, outcome: Outcome) -> bool:
        """Return whether the odds of the roll are known, and no other attack is being set up."""
        bridge = self.bridge
        return (
            self._odds_of_roll() is not None
            and bridge.settings == AttackSettings()
            and plan.situation.weapon == outcome.weapon
            and bridge.planned_route(plan.intent.attacker) is None
        )

    def _last_commit(self) -> int:
        """Return the number of the last deed in force; 0: there is none."""
        history = self.bridge.session.history
        return history.commits[history.position - 1].number if history.position else 0

    def _follow_result(self, *_: int) -> None:
        """Go on showing a result that has just come while the lines above it find their heights."""
        if self._reveals.isActive():
            self._reveal_result()

    def _reveal_result(self) -> None:
        """Scroll as far as the result needs to be seen whole, or from its heading on."""
        if not self.result.isVisible():
            return
        body, bar = self.scroll.widget(), self.scroll.verticalScrollBar()
        head = self._result_head.mapTo(body, QPoint(0, 0)).y()
        foot = self.result.mapTo(body, QPoint(0, self.result.height())).y() + _EDGE
        bar.setValue(min(head, max(bar.value(), foot - self.scroll.viewport().height())))

    def _values(self, plan: AttackPlan) -> dict[str, str]:
        lines = self._lines(plan)
        values = {line.label: line.value for line in lines}
        values["Modifiers"] = plan.net
        if plan.odds is not None:
            values["To hit"] = percent(plan.odds.hit)
            values["Mean damage"] = f"{plan.odds.mean:.2f}"
        return values

    def _pair_title(self, plan: AttackPlan) -> str:
        encounter = self.bridge.encounter
        names = [name_of(encounter, key) for key in (plan.intent.attacker, plan.intent.target)]
        return f"{names[0]} → {names[1]}, {plan.situation.weapon}"

    def _compared(self, plan: AttackPlan) -> Compared:
        encounter, attacker = self.bridge.encounter, plan.intent.attacker
        route = self.bridge.planned_route(attacker)
        place = route.cells[-1] if route is not None else encounter.tokens[attacker].at
        return Compared(
            self._pair_title(plan),
            name_of(encounter, plan.intent.target),
            cell_name(self.bridge.board.grid, place),
            percent(plan.odds.hit) if plan.odds is not None else "",
            self._values(plan),
        )

    def compare(self, on: bool) -> None:
        """Pin this pair and this place beside the next, or let them go."""
        plan = self.plan
        if on and plan is not None:
            self.compared.pin(self._compared(plan))
        else:
            self.compared.clear()
        self.refresh()

    def summary(self) -> str:
        """Return the pair in one paragraph, for screen readers."""
        plan, bridge = self.plan, self.bridge
        if plan is None:
            return self.hint.text()
        tokens = bridge.encounter.tokens
        lines = self._lines(plan)
        told = {m.label: worth(m.value, m.unit) for m in plan.modifiers if m.enabled}
        if plan.odds is not None:
            told["To hit"] = percent(plan.odds.hit)
            told["Mean damage"] = f"{plan.odds.mean:.2f}"
        return pair_summary(tokens[plan.intent.attacker], tokens[plan.intent.target], lines, told)
