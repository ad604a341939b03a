"""The overlays that stand as long as a token is selected or a target chosen."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from battlemap.geometry.angle import bearing
from battlemap.geometry.grid import GridKind
from battlemap.model.obstacle import CoverGrade
from battlemap.rules.ruleable_facts import BY_GM
from battlemap.tactics.situation import survey
from battlemap.tactics.threat import threatened
from battlemap.ui.overlays.arc_overlay import ArcBand
from battlemap.ui.overlays.drawing import Drawing, Label
from battlemap.ui.overlays.evidence import evidence_of
from battlemap.ui.overlays.rays import cover_drawing
from battlemap.ui.overlays.threat_overlay import MINE, THEIRS, Zone
from battlemap.ui.planned import board_of_plan
from battlemap.ui.scene.remembered import Remembered
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.geometry.angle import Arc
    from battlemap.geometry.cell import Cell
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation
    from battlemap.ui.bridge import Bridge, Evidence
    from battlemap.ui.scene.map_scene import MapScene

_TOUCHING = 100
"""Hundredths of a cell: nearer than this the rays of an open sight say nothing."""


_SLICE_SECONDS = 0.015
"""So long the threats of a crowd are gone through at once; the window goes on in between."""


class _Threats:
    """What each able token of a board threatens; with hundreds of them it takes several slices."""

    def __init__(self, board: Board) -> None:
        tokens = board.encounter.tokens
        self._board = board
        self._left = [key for key, token in tokens.items() if board.reading.is_able(token)]
        self._left.reverse()
        self.found: dict[str, frozenset[Cell]] = {}
        self._zones: dict[tuple[str, bool], Zone] = {}
        self._owners: dict[Cell, list[str]] = {}

    def owners_in(self, cells: Iterable[Cell]) -> set[str]:
        """Return who threatens any of *cells*; for when all are found."""
        if not self._owners:
            for key, threatened_cells in self.found.items():
                for cell in threatened_cells:
                    self._owners.setdefault(cell, []).append(key)
        return {key for cell in cells for key in self._owners.get(cell, ())}

    def zone_of(self, key: str, *, is_full: bool) -> Zone:
        """Return an enemy's zone, the same one each time it is asked for."""
        if (key, is_full) not in self._zones:
            cells = self.found.get(key, frozenset())
            self._zones[key, is_full] = Zone(key, cells, THEIRS, is_full)
        return self._zones[key, is_full]

    def go_on(self) -> bool:
        """Find some more; tell whether all are found."""
        end = perf_counter() + _SLICE_SECONDS
        while self._left and perf_counter() < end:
            key = self._left.pop()
            self.found[key] = frozenset().union(*threatened(self._board, key).values())
        return not self._left


def _enemies_of(board: Board, subject: Token | None) -> list[str]:
    return [token.id for token in board.enemies_of(subject)] if subject is not None else []


class StandingOverlays(QObject):
    """Arcs, threatened cells and the line to the target; refreshed when idle after a change.

    Parameters
    ----------
    bridge
        Whose selection, target and switches count.
    scene
        Where it is drawn.
    """

    def __init__(self, bridge: Bridge, scene: MapScene) -> None:
        super().__init__(scene)
        self._bridge = bridge
        self._scene = scene
        self._threats = Remembered(_Threats, kept=4)
        self._surveys = Remembered(survey, kept=4)
        self._enemies = Remembered(_enemies_of, kept=2)
        self._threats_of: tuple[object, ...] = ()
        self._evidence: Evidence | None = None
        self._subject: str | None = None
        self._touched: frozenset[Cell] = frozenset()
        self._route_owners: frozenset[str] = frozenset()
        self._hovered: str | None = None
        self._all = False
        self._is_measuring = False
        self._timer = single_shot(self, self.refresh)
        bridge.changed.connect(self.later)
        bridge.selection_changed.connect(self.later)
        bridge.target_changed.connect(self.later)
        bridge.overlays_changed.connect(self.later)
        bridge.attack_changed.connect(self.later)
        bridge.planned.connect(self.later)
        bridge.evidence.connect(self.show_evidence)

    def later(self, *_: object) -> None:
        """Refresh once at the next idle moment, however many changes came."""
        self._timer.start()

    # What the pointer asks --------------------------------------------------------------------

    def set_hovered(self, token_id: str | None) -> None:
        """Hatch what the token under the pointer threatens."""
        if token_id != self._hovered:
            self._hovered = token_id
            self.later()

    def set_all(self, on: bool) -> None:
        """Hatch every zone while a key is held."""
        if on != self._all:
            self._all = on
            self.later()

    def set_measuring(self, on: bool) -> None:
        """Leave the rays of the attack out: something else is measured over them."""
        if on != self._is_measuring:
            self._is_measuring = on
            self._refresh_sight()
            self._refresh_evidence()

    def set_route(
        self, subject: str | None, touched: frozenset[Cell], owners: frozenset[str]
    ) -> None:
        """Say whose route is drawn, which cells it touches and who reacts to it."""
        if (subject, touched, owners) != (self._subject, self._touched, self._route_owners):
            self._subject, self._touched, self._route_owners = subject, touched, owners
            self._timer.stop()
            self._refresh_threats()

    def show_evidence(self, evidence: Evidence | None) -> None:
        """Draw the proof of a fact; None: nothing."""
        if evidence is self._evidence:
            return
        self._evidence = evidence
        self._refresh_evidence()
        self._refresh_arcs()
        self._refresh_sight()

    # Drawing ------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draw everything anew."""
        self._refresh_arcs()
        self._refresh_threats()
        self._refresh_sight()
        self._refresh_evidence()

    def _situation(self) -> Situation | None:
        bridge = self._bridge
        attacker, target = bridge.attacker, bridge.target
        if attacker is None or target is None or attacker == target:
            return None
        if not {attacker, target} <= set(bridge.encounter.tokens):
            return None
        # A survey of the map knows nothing of what the GM has overruled.
        if bridge.plan_route is not None or bridge.settings.switched or bridge.encounter.overrides:
            plan = bridge.attack_plan()
            if plan is not None:
                return plan.situation
        return self._surveys(bridge.board, attacker, target, bridge.active_weapon)

    def _refresh_arcs(self) -> None:
        bridge, scene = self._bridge, self._scene
        conventions = bridge.board.conventions
        evidence = self._evidence
        asked = evidence.situation if evidence is not None and evidence.fact == "arc" else None
        key = bridge.target if bridge.attacker is not None else None
        if asked is not None:
            key = asked.target
        if key is None and len(bridge.selected) == 1:
            key = bridge.selected[0]
        token = bridge.token(key)
        # Another fact that is asked about stands alone: its labels are where the arcs' would be.
        is_aside = asked is None and evidence is not None and evidence.situation is not None
        if (
            token is None
            or is_aside
            or not conventions.has_facing
            or not (bridge.overlay.arcs or asked is not None)
            or bridge.system.is_out(token)
            or token.id in scene.lifted
        ):
            scene.arcs.clear()
            return
        square = scene.grid.kind is GridKind.SQUARE
        center, radius = scene.ring_of(token.id)
        marked: Arc | None = None
        toward: float | None = None
        if asked is not None:
            marked = asked.arc.arc
            other = scene.grid.center(asked.arc.from_cell)
            toward = bearing(center, other) if other != center else None
        scene.arcs.show_band(
            ArcBand(
                center,
                radius,
                token.facing,
                conventions.square_front_half if square else conventions.hex_front_half,
                conventions.square_side_half if square else conventions.hex_side_half,
                marked,
                toward,
            )
        )

    def _refresh_threats(self) -> None:
        bridge, scene = self._bridge, self._scene
        board = bridge.board
        subject = bridge.token(self._subject or bridge.attacker)
        zones: list[Zone] = []
        made_from = (
            board,
            subject,
            bridge.overlay,
            self._touched,
            self._route_owners,
            self._hovered,
            self._all,
            scene.lifted,
        )
        # A drag asks twice for each cell: with its route, and at the next idle moment.
        if made_from == self._threats_of and scene.threats.isVisible():
            return
        self._threats_of = made_from
        if bridge.overlay.their_reach or bridge.overlay.my_reach or self._all:
            search = self._threats(board)
            if not search.go_on():
                scene.threats.clear()
                self.later()
                return
            threats = search.found
            enemies = self._enemies(board, subject)
            full = self._route_owners | search.owners_in(self._touched)
            if bridge.overlay.their_reach:
                tokens, gm = bridge.encounter.tokens, bridge.overlay.gm
                zones.extend(
                    search.zone_of(key, is_full=self._all or key in full or key == self._hovered)
                    for key in enemies
                    if gm or not tokens[key].hidden
                )
            mine = subject.id if subject is not None else None
            if mine is not None and bridge.overlay.my_reach and mine not in scene.lifted:
                zones.append(Zone(mine, threats.get(mine, frozenset()), MINE, True))
            # A token that hangs at the pointer threatens from where it is dropped, not from here.
            hovered = bridge.token(self._hovered if self._hovered not in scene.lifted else None)
            known = {zone.owner for zone in zones}
            if hovered is not None and bridge.overlay.their_reach and hovered.id not in known:
                kind = THEIRS if hovered.side == "foe" else MINE
                zones.append(Zone(hovered.id, threats.get(hovered.id, frozenset()), kind, True))
        if zones:
            scene.threats.show_zones(scene.grid, zones)
        else:
            scene.threats.clear()

    def _refresh_sight(self) -> None:
        scene, switches = self._scene, self._bridge.overlay
        asked = self._evidence.fact if self._evidence is not None else ""
        if scene.lifted or self._is_measuring or not (switches.sight or switches.flank):
            scene.sight.clear()
            return
        situation = self._situation()
        drawing = Drawing()
        if situation is not None:
            # A fact that is asked about stands alone: its own drawing is the answer.
            board = board_of_plan(self._bridge, situation.attacker)
            if switches.sight and not asked and not _is_plain(situation):
                drawing = self._pair(situation)
            if switches.flank and asked != "flanked" and situation.flanked.value:
                drawing = drawing.plus(evidence_of(board, "flanked", situation))
        if drawing.box().isNull():
            scene.sight.clear()
        else:
            scene.sight.show_drawing(drawing)

    def _pair(self, situation: Situation) -> Drawing:
        """Return cover and sight of the pair, with its distance and difference of height."""
        drawing = cover_drawing(self._bridge.board, situation.cover)
        if not drawing.labels:
            return drawing
        words = [f"{situation.distance.feet} ft"]
        if situation.arc.arc is not None:
            ruled = f" ({BY_GM})" if "arc" in situation.by_hand else ""
            words.append(f"{situation.arc.arc.value}{ruled}")
        if situation.height.feet:
            words.append(f"{abs(situation.height.feet)} ft " + _side_of(situation.height.feet))
        if not situation.sight.clear:
            words.append("no line of sight")
        anchor = drawing.labels[0]
        return drawing.plus(
            Drawing(labels=(Label(anchor.place, ", ".join(words), below=anchor.below + 21),))
        )

    def _refresh_evidence(self) -> None:
        evidence = self._evidence
        if evidence is None or self._is_measuring:
            self._scene.evidence.clear()
            return
        drawing = evidence.drawing or Drawing()
        if evidence.situation is not None:
            board = board_of_plan(self._bridge, evidence.situation.attacker)
            drawing = evidence_of(board, evidence.fact, evidence.situation)
        if drawing.box().isNull():
            self._scene.evidence.clear()
        else:
            self._scene.evidence.show_drawing(drawing)


def _is_plain(situation: Situation) -> bool:
    """Tell whether the two stand side by side on level ground with nothing between them."""
    is_open = situation.cover.grade is CoverGrade.NONE and situation.sight.clear
    near = situation.distance.hundredths <= _TOUCHING
    return is_open and near and not situation.height.feet


def _side_of(feet: int) -> str:
    return "higher" if feet > 0 else "lower"
