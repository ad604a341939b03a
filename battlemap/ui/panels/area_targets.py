"""Who is in the area: a line each, the facts of the one that is pinned, and their switches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from battlemap.rules.ruleable_facts import fact_key
from battlemap.tactics.areas import cover_in
from battlemap.ui.panels.area_facts import AreaVerdict, verdict_on
from battlemap.ui.panels.area_rows import CaughtRow
from battlemap.ui.panels.area_target_row import AreaTargetRow
from battlemap.ui.panels.overruling import rule_on_fact, rule_on_modifier

if TYPE_CHECKING:
    from battlemap.rules.plan import AreaPlan, AreaTarget
    from battlemap.ui.bridge import Bridge, Evidence


class AreaTargets(QWidget):
    """The creatures that the area catches: of an attack with their facts, else with their cover."""

    rule_asked = Signal(str)
    why_asked = Signal(str, str, str)
    """(creature, fact, key of the modifier): its card is wanted."""

    def __init__(self, bridge: Bridge, margins: tuple[int, int], parent: QWidget) -> None:
        super().__init__(parent)
        self.bridge, self.plan = bridge, bridge.area_plan
        self.rows: list[CaughtRow] = []
        self.target_rows: list[AreaTargetRow] = []
        self._pinned = ""
        """The creature whose line is unfolded."""
        self._kept = "", ""
        """(creature, fact) whose geometry stays drawn."""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(margins[0], 0, margins[1], 0)
        self._column.setSpacing(0)

    # Showing ------------------------------------------------------------------------------

    def show_plan(self, plan: AreaPlan | None) -> None:
        """Show the targets of an attack, or (None) whoever an area without one catches."""
        self._show_caught()
        targets = self._ordered(plan) if plan is not None else []
        while len(self.target_rows) > len(targets):
            row = self.target_rows.pop()
            row.hide()
            row.deleteLater()
        while len(self.target_rows) < len(targets):
            self.target_rows.append(self._target_row())
        if self._pinned not in {*self.inside, *(target.token for target in targets)}:
            self._pinned = ""
        for row, target in zip(self.target_rows, targets, strict=True):
            assert plan is not None  # there are no targets without one
            row.show_target(target, plan, self.bridge, pinned=target.token == self._pinned)
        self._refresh_kept()
        self._draw_rays()

    def _ordered(self, plan: AreaPlan) -> list[AreaTarget]:
        """Return who is inside or ruled out by the GM, as on the map, then who is only touched.

        A line stays where it is when the GM takes its creature out.
        """
        place = {key: index for index, key in enumerate(self.bridge.encounter.tokens)}
        caught = {one.token for one in plan.area.caught}

        def order(target: AreaTarget) -> tuple[bool, int]:
            is_told = target.token in caught or AreaVerdict(self.bridge, plan, target).is_by_hand
            return not is_told, place.get(target.token, 0)

        return sorted(plan.targets, key=order)

    @property
    def inside(self) -> set[str]:
        """The creatures that the area catches."""
        area, tokens = self.plan.area, self.bridge.encounter.tokens
        return {one.token for one in area.caught if one.token in tokens} if area else set()

    def _show_caught(self) -> None:
        area, encounter = self.plan.area, self.bridge.encounter
        caught = [one for one in area.caught if one.token in encounter.tokens] if area else []
        caught = [] if self.plan.weapon else caught
        caught.sort(key=lambda one: (one.is_splashed_only, -one.share, -one.splash_share))
        while len(self.rows) > len(caught):
            row = self.rows.pop()
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(caught):
            new = CaughtRow(self)
            new.pointed.connect(lambda *_: self._draw_rays())
            new.pinned.connect(self._pin_rays)
            self.rows.append(new)
            self._column.addWidget(new)
            new.show()
        for row, one in zip(self.rows, caught, strict=True):
            assert area is not None  # nobody is caught without one
            cover = cover_in(self.bridge.board, area, one.token)
            pinned = one.token == self._pinned
            row.show_caught(one, encounter.tokens[one.token], encounter, cover, pinned=pinned)

    def _target_row(self) -> AreaTargetRow:
        row = AreaTargetRow(self)
        row.pointed.connect(lambda token, on: self._point(token, "", on))
        row.pinned.connect(lambda token, on: self._keep(token, "", on))
        row.chosen.connect(self.plan.set_choice)
        row.fact_pointed.connect(self._point)
        row.fact_pinned.connect(self._keep)
        row.switched.connect(self.rule_on_modifier)
        row.rule_asked.connect(self.rule_asked)
        row.why_asked.connect(self.why_asked)
        self._column.addWidget(row)
        row.show()
        return row

    # Pointing -----------------------------------------------------------------------------

    def line_under_pointer(self) -> tuple[str, str, str] | None:
        """Return (creature, fact, key of the modifier) of the line with pointer or focus."""
        for row in self.target_rows:
            line = row.line_under_pointer() if row.isVisible() else None
            if line is not None:
                return (row.token, *line)
        return None

    def pointed_line(self) -> tuple[str, str, str] | None:
        """Return the same; else of the creature that is pinned, else of the first."""
        here = self.line_under_pointer()
        first = next((row.token for row in self.target_rows), "")
        token = self._pinned or first
        return here or ((token, "", "") if token and self.isVisible() else None)

    def _pin_rays(self, token: str, on: bool) -> None:
        self._pinned = token if on else ""
        self.show_plan(None)

    def _draw_rays(self) -> None:
        """Draw the rays to a creature of an area without an attack."""
        pointed = next((row.token for row in self.rows if row.is_pointed), "")
        self.plan.pointed.emit(pointed or (self._pinned if self.rows else ""))

    def _point(self, token: str, fact: str, on: bool) -> None:
        self.bridge.hover_evidence(self._evidence(token, fact) if on else None)

    def _keep(self, token: str, fact: str, on: bool) -> None:
        """Unfold a creature or fold it up, with the fact that explains it; or keep another one."""
        if not fact:
            self._pinned = token if on else ""
        shown = self._evidence(token, fact, pinned=True) if on else None
        self._kept = (token, shown.fact) if shown is not None else ("", "")
        self.bridge.show_evidence(shown)
        self.show_plan(self.bridge.area_attack_plan())

    def _evidence(self, token: str, fact: str, *, pinned: bool = False) -> Evidence | None:
        verdict = verdict_on(self.bridge, token)
        fact = fact or (verdict.first_fact if verdict is not None else "")
        if verdict is None or not verdict.has(fact):
            return None
        return verdict.evidence(fact, pinned=pinned)

    def _refresh_kept(self) -> None:
        """Let what is kept on the map follow the area, or go with it."""
        if not self._kept[0]:
            return
        fresh = self._evidence(*self._kept, pinned=True)
        held = self.bridge.pinned
        if held is None or (held.fact, held.situation) != (self._kept[1], None):
            self._kept = "", ""
        elif fresh is None:
            self._kept = "", ""
            self.bridge.show_evidence(None)
        elif fresh != held:
            self.bridge.show_evidence(fresh)

    # Overruling ---------------------------------------------------------------------------

    def rule_on_fact(self, token: str, fact: str, value: str, lasts: str) -> None:
        """Let a fact of a creature be what the GM says, for this attack or until cleared.

        Parameters
        ----------
        value
            What it is; "map": as the map shows, whatever was said before.
        lasts
            "once" or "until cleared".
        """
        plan = self.bridge.area_attack_plan()
        if plan is not None:
            switch = partial(self.plan.switch_modifier, fact_key(fact, token))
            pair = plan.intent.attacker, token
            rule_on_fact(self.bridge, pair, fact_key(fact), value, lasts, switch)

    def rule_on_modifier(self, token: str, key: str, value: str) -> None:
        """Let a modifier of one creature count as the GM says."""
        verdict = verdict_on(self.bridge, token)
        rows = verdict.target.modifiers if verdict is not None else ()
        modifier = next((row for row in rows if row.key == key), None)
        if verdict is not None and modifier is not None:
            switch = partial(self.plan.switch_modifier, f"{key}:{token}")
            pair = verdict.plan.intent.attacker, token
            rule_on_modifier(self.bridge, pair, modifier, value, switch)
