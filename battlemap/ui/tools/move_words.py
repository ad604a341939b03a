"""What the cards say while a token is dragged: costs, reasons, reactions and odds."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from textwrap import wrap
from typing import TYPE_CHECKING

from battlemap.geometry.footprint import footprint
from battlemap.geometry.names import cell_name
from battlemap.model.intent import Attack, Move
from battlemap.model.words import counted
from battlemap.rules.procedure import IllegalIntentError
from battlemap.tactics.board import Board
from battlemap.ui.overlays.card import Callout, MoveCard, RouteRow

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.rules.plan import AttackPlan
    from battlemap.rules.trigger import Trigger
    from battlemap.session.preview import MovePreview, MovePreviewer, Route
    from battlemap.ui.overlays.path_overlay import DrawnTrigger
    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.tools.tool import Pointer

_MOST_CALLOUTS = 2


class MoveWords:
    """The cards of one drag.

    Parameters
    ----------
    view
        The map.
    previewer
        Answers for the token that is dragged.
    """

    def __init__(self, view: MapView, previewer: MovePreviewer) -> None:
        self._scene = view.map_scene
        self._bridge = view.bridge
        self._previewer = previewer
        self._token = previewer.token
        self._plans: dict[tuple[str, str, Cell], AttackPlan | None] = {}
        self._verdicts: dict[Move, str] = {}
        self._feet: dict[int, str] = {}

    def feet(self, hundredths: int) -> str:
        """Return a cost in feet, with a decimal only where it needs one."""
        words = self._feet.get(hundredths)
        if words is None:
            feet = hundredths * self._bridge.encounter.map.grid.feet_per_cell / 100
            words = f"{feet:.0f}" if abs(feet - round(feet)) < 0.05 else f"{feet:.1f}"
            self._feet[hundredths] = words
        return words

    def card(
        self,
        goal: Cell,
        preview: MovePreview,
        chosen: Route | None,
        rank: tuple[int, int] | None,
        pointer: Pointer,
        is_group: bool,
    ) -> MoveCard:
        """Return the card at the pointer: the routes, or why there are none.

        Parameters
        ----------
        rank
            The number of the chosen route and how many there are, where that was asked for.
        """
        if goal == self._token.at and chosen is not None and chosen.path.steps == 0:
            return MoveCard((), "Drop to stay")
        if goal not in self._scene.grid:
            return MoveCard((), "Off the map", True)
        if preview.shortest is None:
            return MoveCard((), self._why_not(goal), True)
        rows = [self._row("Shortest", preview.shortest, False, chosen is preview.shortest)]
        safest = preview.safest
        forbidden = self._forbidden(chosen)
        hint = "Drop to move"
        if rank is not None and chosen is not None and 1 < rank[0] < rank[1]:
            rows.append(self._row(f"{rank[0]} of {rank[1]}", chosen, True, True))
        if safest is not None and not same_way(safest, preview.shortest):
            rows.append(self._row("Safest", safest, True, chosen is safest))
            hint = "Drop to move the safest way" if pointer.safest else hint
            hint += ", hold V for the safest" if not pointer.safest else ""
            hint += ", B for the next"
        if rank is not None:
            hint = "Drop to move, no other way is safer"
            if rank[1] > 1:
                hint = f"Drop to move route {rank[0]} of {rank[1]}, B for the next"
        if chosen is not None and chosen.path.squeezed:
            hint += f", squeezing for {counted(len(chosen.path.squeezed), 'step')}"
        hint += "".join(f". {word}" for word in self._grounded())
        if is_group:
            hint = "Drop to move the formation"
        if forbidden:
            hint = f"{forbidden.rstrip('.')}. Shift to force"
        return MoveCard(tuple(rows), hint, bool(forbidden))

    def _forbidden(self, route: Route | None) -> str:
        """Return why a drop would be refused; the rules say so before anything happens."""
        if route is None or route.path.steps == 0:
            return ""
        move = Move(self._token.id, route.path.cells, jumps=tuple(sorted(route.path.jumps)))
        if move not in self._verdicts:
            bridge = self._bridge
            procedure = bridge.system.perform(bridge.encounter, move)
            try:
                next(procedure)
            except StopIteration:
                pass
            except IllegalIntentError as error:
                self._verdicts[move] = str(error)
            finally:
                procedure.close()
            self._verdicts.setdefault(move, "")
        return self._verdicts[move]

    def _why_not(self, goal: Cell) -> str:
        field = self._previewer.field
        grounded = "".join(f"{word}. " for word in self._grounded())
        if field.costs and max(field.costs.values()) == 0:
            return f"{grounded}No movement left. Shift to force"
        if any(cell in self._others() for cell in self._cells(goal)):
            return "Occupied. Shift to force"
        return f"{grounded}Out of range. Shift to force"

    def _grounded(self) -> list[str]:
        """Return which way to move the token has taken up without a speed for it."""
        return [
            f"{self._token.name or self._token.id} has no {way} speed and walks"
            for state, way in (("flying", "fly"), ("burrowing", "burrow"))
            if self._token.has(state) and getattr(self._token.sheet, f"{way}_feet", None) == 0
        ]

    def _cells(self, at: Cell) -> tuple[Cell, ...]:
        return footprint(self._scene.grid, at, self._token.size, self._token.turned)

    def _others(self) -> set[Cell]:
        standing = self._previewer.board.standing
        return {cell for cell, ids in standing.items() if set(ids) - {self._token.id}}

    def _row(self, label: str, route: Route, is_safest: bool, is_chosen: bool) -> RouteRow:
        firing = len(route.firing)
        return RouteRow(
            label,
            f"{self.feet(route.path.cost)} ft",
            route.actions,
            firing,
            is_safest,
            is_chosen,
        )

    def callouts(
        self, route: Route, drawn: tuple[DrawnTrigger, ...], *, with_odds: bool
    ) -> tuple[Callout, ...]:
        """Return the cards of the first triggers that fire; *drawn* are their places.

        Without *with_odds*, odds that are not known yet are left out.
        """
        made = []
        shown = [
            trigger
            for trigger in route.triggers
            if trigger.by in self._bridge.encounter.tokens and route.path.steps
        ]
        for trigger, mark in zip(shown, drawn, strict=False):
            if not trigger.fires or len(made) == _MOST_CALLOUTS:
                continue
            made.append(self._callout(route, trigger, mark, with_odds))
        return tuple(made)

    def _callout(
        self, route: Route, trigger: Trigger, mark: DrawnTrigger, with_odds: bool
    ) -> Callout:
        encounter, grid = self._bridge.encounter, self._scene.grid
        reactor = encounter.tokens[trigger.by]
        step = min(max(trigger.step, 1), route.path.steps)
        here, there = route.path.cells[step - 1], route.path.cells[step]
        weapon = next(
            (w for w in self._bridge.system.weapons(reactor) if w.name == trigger.weapon), None
        )
        who = f"{reactor.name}, {trigger.weapon}"
        if weapon is not None:
            who += f", reach {weapon.reach_feet} ft"
        way = f"{cell_name(grid, here)} to {cell_name(grid, there)}"
        reason = trigger.reason.removeprefix(f"{way}: ")
        lines = (who, *_wrapped(f"{way}: {reason}"))
        awaits = not with_odds and (trigger.by, trigger.weapon, trigger.cell) not in self._plans
        plan = None if awaits else self._plan(trigger)
        odds = mean = ""
        if plan is not None and plan.odds is not None:
            odds = f"Hit {plan.odds.hit * 100:.1f} %"
            mean = f"mean damage {plan.odds.mean:.1f}"
        return Callout(
            mark.peak(self._scene.unit),
            "Opportunity attack",
            f"step {step} of {route.path.steps}",
            lines,
            _sentence(trigger.cost) or "Reaction",
            odds,
            mean,
            awaits,
        )

    def _plan(self, trigger: Trigger) -> AttackPlan | None:
        """Return the reactor's attack on the token in the cell that it is leaving or entering."""
        at = trigger.cell
        key = (trigger.by, trigger.weapon, at)
        if key not in self._plans:
            encounter = self._bridge.encounter.with_token(replace(self._token, at=at))
            board = Board.of(encounter, self._bridge.system)
            try:
                self._plans[key] = self._bridge.system.plan(
                    board, Attack(trigger.by, self._token.id, trigger.weapon)
                )
            except IllegalIntentError:
                self._plans[key] = None
        return self._plans[key]


def same_way(a: Route, b: Route | None) -> bool:
    """Tell whether two routes lead through the same cells."""
    return b is not None and a.path.cells == b.path.cells


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=256)
def _wrapped(text: str, width: int = 48) -> tuple[str, ...]:
    return tuple(wrap(text, width)) or ("",)
