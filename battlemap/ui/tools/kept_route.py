"""A planned move that stays drawn without a drag: its signs can be pointed at and asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from battlemap.model.intent import Move
from battlemap.ui.panels.why_route import trigger_evidence
from battlemap.ui.planned import planned_route
from battlemap.ui.timers import single_shot
from battlemap.ui.tools.move_preview import MovePreviewOverlays

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from battlemap.rules.trigger import Trigger
    from battlemap.session.preview import Route
    from battlemap.ui.bridge import PlannedMove
    from battlemap.ui.scene.map_view import MapView


class KeptRoute(QObject):
    """Draws the route that the bridge keeps planned, and answers for its signs.

    Parameters
    ----------
    view
        The map.
    """

    trigger_asked = Signal(str, int)
    """(reactor, step) of a trigger that was clicked."""
    cost_asked = Signal(int)
    """The step whose cost was clicked; 0: the whole way."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self._view = view
        self._bridge = view.bridge
        self._shown: MovePreviewOverlays | None = None
        self._route: Route | None = None
        self._pointed: tuple[str, int] | None = None
        self._place: QPointF | None = None
        """Where the pointer was last, in the scene."""
        self._timer = single_shot(self, self.refresh)
        self._bridge.planned.connect(self._planned)
        self._bridge.changed.connect(lambda *_: self._later())
        self._bridge.selection_changed.connect(self._selected)

    @property
    def route(self) -> Route | None:
        """The route that is drawn, with its triggers; None: none is kept."""
        return self._route

    def _later(self) -> None:
        if self._route is not None:
            self._timer.start()

    def _planned(self, plan: PlannedMove | None) -> None:
        if self._view.is_dragging:
            # What is drawn now belongs to the drag, which takes it away by itself.
            self._shown, self._route = None, None
        elif plan is None or plan.is_kept:
            self.refresh()

    def _selected(self, chosen: tuple[str, ...]) -> None:
        plan = self._bridge.plan_route
        if plan is not None and plan.is_kept and plan.token not in chosen:
            self._bridge.plan_move(None)

    def refresh(self) -> None:
        """Draw the kept route as the document stands now."""
        self._timer.stop()
        if self._view.is_dragging:
            return
        if self._shown is not None:
            self._shown.end()
            self._shown = None
        self._route, self._pointed = None, None
        plan = self._bridge.plan_route
        if plan is None or not plan.is_kept:
            return
        self._route = planned_route(self._bridge, plan)
        if self._route is None:
            return
        self._shown = MovePreviewOverlays(self._view, plan.token)
        self._shown.show_kept(self._route)
        firing = len(self._route.firing)
        if firing != plan.triggers:
            self._bridge.plan_move(replace(plan, triggers=firing))

    # Signs --------------------------------------------------------------------------------------

    def trigger_at(self, place: QPointF) -> Trigger | None:
        """Return the trigger whose sign lies at a place of the scene."""
        if self._route is None:
            return None
        sign = self._view.map_scene.triggers.sign_at(place)
        if sign is None:
            return None
        return next(
            (t for t in self._route.triggers if (t.by, t.step) == (sign.by, sign.step)), None
        )

    def step_at(self, place: QPointF) -> int | None:
        """Return the step whose cost stands at a place of the scene, counted from 1."""
        if self._route is None:
            return None
        return self._view.map_scene.paths.cost_at(place)

    def point(self, place: QPointF) -> None:
        """Draw the proof of the trigger under the pointer; away from it, what was drawn before."""
        self._place = place
        trigger = self.trigger_at(place)
        now = (trigger.by, trigger.step) if trigger is not None else None
        if now == self._pointed:
            return
        self._pointed = now
        shown = trigger_evidence(self._bridge, trigger) if trigger is not None else None
        self._bridge.hover_evidence(shown)

    def click(self, place: QPointF) -> bool:
        """Ask why, where a sign or a cost was clicked; tell whether there was one."""
        trigger = self.trigger_at(place)
        if trigger is not None:
            self.trigger_asked.emit(trigger.by, trigger.step)
            return True
        step = self.step_at(place)
        if step is not None:
            self.cost_asked.emit(step)
        return step is not None

    def ask_here(self) -> bool:
        """Ask why of the sign or cost under the pointer; tell whether there is one."""
        return self._place is not None and self.click(self._place)

    def carry_out(self) -> bool:
        """Walk the kept route where no attack waits for Enter; tell whether there was one."""
        plan, bridge = self._bridge.plan_route, self._bridge
        if plan is None or not plan.is_kept or bridge.is_waiting:
            return False
        attack = bridge.attack_plan()
        if attack is not None and not attack.illegal:
            return False
        bridge.plan_move(None)
        bridge.perform(Move(plan.token, plan.cells, jumps=plan.jumps))
        return True
