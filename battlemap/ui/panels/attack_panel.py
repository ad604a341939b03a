"""The Attack panel: the view of an attack, and what can be done with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from battlemap.model.intent import Move
from battlemap.rules.ruleable_facts import fact_key
from battlemap.ui.bridge import Evidence
from battlemap.ui.panels.attack_view import AttackView
from battlemap.ui.panels.overruling import rule_on_fact, rule_on_modifier
from battlemap.ui.panels.target_strip import TargetStrip
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from battlemap.model.intent import Attack
    from battlemap.ui.bridge import Bridge


class AttackPanel(AttackView):
    """Shows the attack of the selected token on the target, and carries it out."""

    rolled = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        self._after_move: Attack | None = None
        self._types_dice = False
        self._rolling: int | None = None
        """How many deeds were in force before the one that is being rolled."""
        super().__init__(bridge, parent)
        self.target_strip = TargetStrip(bridge, self)
        whole = self.layout()
        if isinstance(whole, QVBoxLayout):
            whole.insertWidget(0, self.target_strip)
        self._goes_on = single_shot(self, self._go_on)
        bridge.asked.connect(self._on_asked)
        bridge.session_changed.connect(self._forget_rolls)
        self.fact_pointed.connect(self._point)
        self.fact_pinned.connect(self._pin)
        self.modifier_switched.connect(self._switch)
        self.force.clicked.connect(self._toggle_force)
        self.roll_button.clicked.connect(self.roll)
        self.second_button.clicked.connect(self._second)

    def _point(self, fact: str, on: bool) -> None:
        plan = self.plan
        if plan is not None and fact:
            self.bridge.hover_evidence(Evidence(fact, plan.situation) if on else None)

    def line_under_pointer(self) -> tuple[str, str]:
        """Return (fact, key of the modifier) of the line with the pointer or the focus."""
        for row in self.modifier_rows:
            if row.isVisible() and (row.underMouse() or row.isAncestorOf(self.focusWidget())):
                return row.fact, row.key
        for row in self.fact_rows:
            if row.isVisible() and (row.underMouse() or row.isAncestorOf(self.focusWidget())):
                return row.fact, ""
        return "", ""

    def pointed_line(self) -> tuple[str, str]:
        """Return (fact, key of the modifier) of the line with pointer, focus or pin, else empty."""
        here = self.line_under_pointer()
        if any(here):
            return here
        pinned = self.bridge.pinned
        if pinned is not None and pinned.situation is not None:
            return pinned.fact, ""
        plan = self.plan
        strongest = max(plan.modifiers, key=lambda m: abs(m.value), default=None) if plan else None
        return ("", strongest.key) if strongest is not None else ("distance" if plan else "", "")

    def _pin(self, fact: str, on: bool) -> None:
        plan = self.plan
        if plan is not None and fact:
            self.bridge.show_evidence(Evidence(fact, plan.situation, pinned=True) if on else None)
            self.refresh_later()

    def _switch(self, key: str, value: str) -> None:
        plan = self.plan
        modifier = next((m for m in plan.modifiers if m.key == key), None) if plan else None
        if plan is None or modifier is None:
            return
        added = self._added_index(key)
        if added is not None:
            self.bridge.remove_modifier(added)
            return
        pair = plan.intent.attacker, plan.intent.target
        rule_on_modifier(
            self.bridge, pair, modifier, value, partial(self.bridge.switch_modifier, key)
        )

    def rule_on_fact(self, fact: str, value: str, lasts: str) -> None:
        """Let a fact of the attack be what the GM says, for this attack or until cleared.

        Parameters
        ----------
        value
            What it is; "map": as the map shows, whatever was said before.
        lasts
            "once" or "until cleared".
        """
        attack = self.bridge.attack()
        if attack is None:
            return
        key, pair = fact_key(fact), (attack.attacker, attack.target)
        rule_on_fact(
            self.bridge, pair, key, value, lasts, partial(self.bridge.switch_modifier, key)
        )

    def _toggle_force(self) -> None:
        is_forced = self.bridge.settings.choices.get("force") == "yes"
        self.bridge.set_choice("force", "" if is_forced else "yes")

    def _added_index(self, key: str) -> int | None:
        """Return which of the GM's own modifiers this is: the last lines, in their order."""
        plan, added = self.plan, self.bridge.settings.added
        if plan is None or not added:
            return None
        own = [modifier.key for modifier in plan.modifiers][-len(added) :]
        return own.index(key) if key in own else None

    @property
    def can_roll(self) -> bool:
        """Whether there is a legal attack to roll now."""
        if self.is_stale:
            self.refresh()
        return self.roll_button.isEnabled()

    def roll(self) -> None:
        """Carry the attack out; where a move is planned, move first."""
        attack = self.bridge.attack()
        if attack is None or not self.can_roll:
            return
        route = self.bridge.planned_route(attack.attacker)
        if route is None:
            self._strike(attack)
            return
        self._after_move = attack
        self.bridge.plan_move(None)
        if self.bridge.perform(Move(route.token, route.cells, jumps=route.jumps)):
            self._goes_on.start()
        else:
            self._after_move = None

    def _strike(self, attack: Attack) -> None:
        self._rolling = self.bridge.session.history.position
        self.bridge.perform(attack)
        self._end_roll()
        self.rolled.emit()
        self.refresh_later()
        self._goes_on.start()

    def _forget_rolls(self) -> None:
        """Another document came: its deeds have the same numbers, but were other rolls."""
        self._rolling = None

    def _end_roll(self) -> None:
        """Once the roll is done, let what was overruled for it end."""
        if self._rolling is None or self.bridge.is_waiting:
            return
        position, self._rolling = self._rolling, None
        if self.bridge.session.history.position > position:
            self.bridge.end_attack()

    def _on_asked(self, question: object) -> None:
        # Not at once: the session is still telling everybody what happened.
        if question is None and (self._after_move or self._types_dice or self._rolling is not None):
            self._goes_on.start()

    def _go_on(self) -> None:
        """Strike once the move before it is done; let the seeded dice roll after typed ones."""
        if self.bridge.is_waiting:
            return
        self._end_roll()
        attack, self._after_move = self._after_move, None
        if attack is not None:
            if attack.attacker in self.bridge.encounter.tokens:
                self._strike(attack)
        elif self._types_dice:
            self._types_dice = False
            self.bridge.session.manual_dice = False

    def _second(self) -> None:
        if self.second_button.text() == "Undo roll":
            self.bridge.undo()
        else:
            self.type_dice()

    def type_dice(self) -> None:
        """Carry the attack out with real dice: each roll is put to the GM to type."""
        session = self.bridge.session
        if not self.can_roll:
            return
        if not session.manual_dice:
            self._types_dice = True
            session.manual_dice = True
        self.roll()
