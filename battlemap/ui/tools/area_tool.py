"""The area tool: a template under the pointer, placed with a press, aimed and sized by a drag."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from battlemap.geometry.cell import Point
from battlemap.geometry.shapes import Snap, snapped
from battlemap.geometry.snapping import next_drawing_point
from battlemap.rules.procedure import IllegalIntentError
from battlemap.tactics.areas import AreaKind, Template, cover_in, lay
from battlemap.ui.area_plan import AIMED, FROM_CASTER, LARGEST_FEET
from battlemap.ui.overlays.area_overlay import Ringed
from battlemap.ui.overlays.rays import cover_drawing
from battlemap.ui.scene.coordinates import SCENE_SCALE, to_map, to_scene
from battlemap.ui.tools.keys import direction_of
from battlemap.ui.tools.tool import Drag, Pointer, Tool

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack
    from battlemap.tactics.areas import Area
    from battlemap.ui.scene.map_view import MapView

_STRIDE = 4
"""Steps of the arrow keys with Shift."""

KINDS = tuple(AreaKind)
"""In the order of the number keys."""


class AreaTool(Tool):
    """Lays an area on the map. It follows the pointer until a press keeps it where it is.

    Line and cone start at the selected token and are aimed by the press and the drag; with no token
    selected the press is their origin. The other kinds are put where the press is, and a drag from
    there sets their size.
    """

    key = "area"
    label = "Area"
    icon = "template"
    shortcut = "E"
    hint = (
        "1 to 6 kind · Shift sizes a line or cone · R turn · arrow keys and Enter without a mouse"
        " · Esc back to select"
    )
    keys = (("1-6", "kind"), ("Drag", "aim, size"), ("Arrows, Enter", "place"), ("R", "turn"))
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.plan = self.bridge.area_plan
        self.origin: Point | None = None
        """Where the pointer put it, snapped; a caster's area starts elsewhere."""
        self.aim: Point | None = None
        self.place: Point | None = None
        """Where the arrow keys have led it; None: the mouse was used last."""
        self._is_placed = False
        self._laid_for: tuple[Encounter, Template, object] | None = None
        self.plan.settings_changed.connect(self._settings_changed)
        self.plan.attack_changed.connect(self._lay)
        self.plan.pointed.connect(self._point)
        self.plan.clear_asked.connect(self._clear)
        self.plan.place_asked.connect(self._place)
        self.bridge.changed.connect(lambda *_: self._lay())
        self.bridge.selection_changed.connect(lambda _: self._settings_changed())

    # Pointer ------------------------------------------------------------------------------------

    def drag(self, press: Pointer) -> Drag:
        """Put the area down, aim and size it until the release."""
        self._choose_caster(press)
        self.place = None
        self._is_placed = False
        self.origin = self.aim = None
        pointer, is_kept, is_far = press, False, False
        try:
            self._follow(press)
            while pointer.is_down:
                pointer = yield
                is_far = is_far or pointer.is_far_from(press)
                if is_far:
                    self._drawn_to(pointer)
            self._is_placed = is_kept = self.plan.area is not None
            self.plan.lay(self.plan.area, is_placed=self._is_placed)
        finally:
            if not is_kept:
                self._clear()

    def hover(self, pointer: Pointer) -> None:
        """Let an area that isn't placed yet follow the pointer."""
        self.place = None
        if not self._is_placed:
            self.origin = self.aim = None
            self._follow(pointer)

    def leave(self) -> None:
        """Take the area away."""
        self._clear()

    def _choose_caster(self, press: Pointer) -> None:
        """Select the pressed token where the kind surrounds one, or starts at one and has none."""
        settings, token = self.plan.settings, press.token
        if token is None or not settings.from_caster:
            return
        is_burst = settings.kind is AreaKind.BURST
        if is_burst or (settings.kind in AIMED and self.caster is None):
            self.bridge.select((token,))

    def _follow(self, pointer: Pointer) -> None:
        """Start, or with a caster aim, at the pointer."""
        place = self._snapped(pointer.point)
        if self.plan.settings.kind in AIMED and self.caster is not None:
            self.aim = place
        else:
            self.origin = place
        self._lay()

    def _drawn_to(self, pointer: Pointer) -> None:
        """Aim or size at the pointer, which was dragged away from the press."""
        settings = self.plan.settings
        place = self._snapped(pointer.point)
        start = self._start()
        if settings.kind in AIMED:
            self.aim = place
            if pointer.shift and start is not None:
                self._size(hypot(place.x - start.x, place.y - start.y))
        elif start is not None:
            dx, dy = abs(pointer.point.x - start.x), abs(pointer.point.y - start.y)
            if settings.kind is AreaKind.SQUARE:
                self._size(2 * max(dx, dy))
            else:
                self._size(hypot(dx, dy) - self._start_radius())
        self._lay()

    def _size(self, cells: float) -> None:
        """Take a size drawn on the map, in whole cells."""
        feet = self.bridge.encounter.map.grid.feet_per_cell
        self.plan.set(size=min(max(1, round(cells)) * feet, LARGEST_FEET))

    def _snapped(self, point: Point) -> Point:
        settings, grid = self.plan.settings, self.scene.grid
        if settings.kind is AreaKind.BLAST and settings.from_outline:
            return grid.center(grid.cell_at(point))
        return snapped(grid, point, settings.snap)

    # Laying -------------------------------------------------------------------------------------

    @property
    def caster(self) -> str | None:
        """The token from whose space the area starts, or None."""
        selected = self.bridge.selected
        settings = self.plan.settings
        if settings.kind not in FROM_CASTER or not settings.from_caster or len(selected) != 1:
            return None
        return selected[0] if selected[0] in self.bridge.encounter.tokens else None

    def _start(self) -> Point | None:
        """Return the middle of what the area starts from."""
        caster = self.caster
        if caster is not None:
            return self.scene.grid.centroid(self.bridge.board.cells_of(caster))
        return self.origin

    def _start_radius(self) -> float:
        """Return how far the outline from which the radius is measured lies from the middle."""
        settings, caster = self.plan.settings, self.caster
        if caster is not None:
            return self.bridge.encounter.tokens[caster].size / 2
        return 0.5 if settings.kind is AreaKind.BLAST and settings.from_outline else 0.0

    def _template(self) -> Template | None:
        """Return the template as it is aimed, or None where something is missing."""
        settings, start = self.plan.settings, self._start()
        if start is None:
            return None
        if settings.kind in AIMED and (self.aim is None or self.aim == start):
            return None
        feet = self.bridge.encounter.map.grid.feet_per_cell
        return Template(
            settings.kind,
            start,
            settings.size / feet,
            self.aim if settings.kind in AIMED else None,
            self.caster,
            settings.width / feet,
            settings.angle,
            settings.margin / feet,
            settings.from_outline,
            # The place is snapped already; a caster's space isn't.
            Snap.FREE,
            settings.stopped_by_walls,
        )

    def _settings_changed(self) -> None:
        if self.view.current_tool is not self:
            return
        needs_aim = self.plan.settings.kind in AIMED
        if needs_aim and self.aim is None and self.caster is not None:
            # It was put somewhere; now it points there.
            self.aim = self.origin
        elif not needs_aim and self.origin is None:
            self.origin = self.aim
        self._lay()

    def _lay(self) -> None:
        """Lay the area anew, unless it lies so already."""
        if self.view.current_tool is not self:
            return
        template, coverage = self._template(), self.plan.settings.coverage
        asked = coverage, self.plan.weapon, self.plan.switched
        if template is None:
            self._show_start()
            return
        encounter, known = self.bridge.encounter, self._laid_for
        if known is not None and known[0] is encounter and known[1:] == (template, asked):
            return
        self._laid_for = (encounter, template, asked)
        area = self._by_the_rules(template) or lay(self.bridge.board, template, coverage)
        self.scene.area.show_area(self.scene.grid, area, self._ringed(area), self._taken())
        self.scene.measure.clear()
        self.plan.lay(area, is_placed=self._is_placed)

    def _by_the_rules(self, template: Template) -> Area | None:
        """Return the area as the attack that it is laid for has it; None: it is only shown."""
        attacker = self.bridge.attacker
        attack = self.plan.attack_at(template, attacker) if attacker is not None else None
        if attack is None:
            return None
        try:
            return self.bridge.session.plan_area(attack).area
        except IllegalIntentError:
            return None

    def _show_start(self) -> None:
        start = self._start()
        self._laid_for = None
        self._is_placed = False
        if start is None:
            self.scene.area.clear()
        else:
            self.scene.area.show_origin(to_scene(start))
        self.plan.lay(None, is_placed=False)

    def _ringed(self, area: Area) -> list[Ringed]:
        found = []
        for caught in area.caught:
            if caught.token in self.scene.items_by_token:
                center, radius = self.scene.ring_of(caught.token)
                share = caught.splash_share if caught.is_splashed_only else caught.share
                found.append(
                    Ringed(to_scene(center), radius * SCENE_SCALE, share, caught.is_splashed_only)
                )
        return found

    def _taken(self) -> frozenset[Cell]:
        board = self.bridge.board
        return frozenset(
            cell for token in self.scene.items_by_token for cell in board.cells_of(token)
        )

    def _clear(self) -> None:
        self.origin = self.aim = self.place = None
        self._is_placed = False
        self._laid_for = None
        self.scene.area.clear()
        self.scene.measure.clear()
        self.plan.lay(None, is_placed=False)

    def _place(self, attack: AreaAttack) -> None:
        """Lay the area of an attack that is being carried out where it was placed."""
        self.origin, self.aim = attack.origin, attack.aim
        self._is_placed, self._laid_for = True, None
        self._lay()

    def _point(self, token: str) -> None:
        """Draw the rays from the origin to a token, or take them away."""
        area = self.plan.area
        if area is None or token not in self.bridge.encounter.tokens:
            if self.view.current_tool is self:
                self.scene.measure.clear()
            return
        cover = cover_in(self.bridge.board, area, token)
        self.scene.measure.show_drawing(cover_drawing(self.bridge.board, cover))

    # Keys ---------------------------------------------------------------------------------------

    def wants(self, event: QKeyEvent) -> bool:
        """Take R, which else turns tokens, while a placed area can be turned."""
        held = event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        return (
            event.key() == Qt.Key.Key_R
            and held == Qt.KeyboardModifier.NoModifier
            and self._is_placed
            and self.aim is not None
        )

    def key_press(self, event: QKeyEvent) -> bool:
        """Choose a kind by its number, turn with R, lead with the arrow keys, place with Enter."""
        if self.wants(event):
            self.turn(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            return True
        if self._lead(event) or self._put_down(event):
            return True
        index = event.key() - Qt.Key.Key_1
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if (
            not 0 <= index < len(KINDS)
            or held != Qt.KeyboardModifier.NoModifier
            or self.bridge.is_waiting
        ):
            return False
        self.plan.set(kind=KINDS[index])
        return True

    def _lead(self, event: QKeyEvent) -> bool:
        """Lead the area to the next place toward an arrow key, four times as far with Shift."""
        held, modifiers = Qt.KeyboardModifier, event.modifiers()
        way = direction_of(event.key(), keypad=False)
        taken = held.ControlModifier | held.AltModifier | held.MetaModifier
        if way is None or modifiers & taken or self.bridge.is_waiting:
            return False
        if self.place is None:
            self.place = self._first_place()
        else:
            for _ in range(_STRIDE if modifiers & held.ShiftModifier else 1):
                self.place = self._next_place(self.place, way)
        self._is_placed = False
        self.origin = self.aim = None
        self._follow(self.pointer_at(self.place))
        self.reveal(self.place)
        return True

    def _first_place(self) -> Point:
        """Return where the arrow keys begin: where it lies, at the target, or in the middle."""
        laid = self.aim if self.plan.settings.kind in AIMED else self.origin
        if laid is not None:
            return laid
        target = self.bridge.target
        if target in self.bridge.encounter.tokens:
            return self.scene.grid.centroid(self.bridge.board.cells_of(target))
        return to_map(self.view.place_at(self.view.viewport().rect().center().toPointF()))

    def _next_place(self, place: Point, way: float) -> Point:
        """Return the next place toward *way* at which the area lies otherwise."""
        before, after = self._snapped(place), place
        for _ in range(4):
            after = next_drawing_point(self.scene.grid, after, way)
            if self._snapped(after) != before:
                break
        return after

    def _put_down(self, event: QKeyEvent) -> bool:
        """Keep an area that the arrow keys have led where it is; the next Enter rolls."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not is_enter or self.place is None or self._is_placed or self.plan.area is None:
            return False
        self._is_placed = True
        self.plan.lay(self.plan.area, is_placed=True)
        return True

    def turn(self, steps: int) -> None:
        """Turn a line or cone by so many steps of the grid, clockwise."""
        start, aim = self._start(), self.aim
        if start is None or aim is None:
            return
        angle = radians(360 / len(self.scene.grid.facings) * steps)
        dx, dy = aim.x - start.x, aim.y - start.y
        self.aim = Point(
            start.x + dx * cos(angle) - dy * sin(angle), start.y + dx * sin(angle) + dy * cos(angle)
        )
        self._lay()
