"""The scene: the document as items, refreshed by identity, and the overlays over it."""

from __future__ import annotations

from html import escape
from math import ceil
from time import thread_time
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QGraphicsItem, QToolTip

from battlemap.ui.area_marks import area_at
from battlemap.ui.guard import guarded
from battlemap.ui.overlays.arc_overlay import ArcOverlay
from battlemap.ui.overlays.area_overlay import AreaOverlay, AreaSigns
from battlemap.ui.overlays.best_overlay import BestOverlay
from battlemap.ui.overlays.drawing import DrawingOverlay
from battlemap.ui.overlays.overlay import Z_OBSTACLE, Z_RAY, Overlay
from battlemap.ui.overlays.path_overlay import PathOverlay, TriggerOverlay
from battlemap.ui.overlays.range_overlay import RangeNumbers, RangeOverlay
from battlemap.ui.overlays.threat_overlay import ThreatOverlay
from battlemap.ui.scene.coordinates import SCENE_SCALE, map_rect, to_map, to_scene
from battlemap.ui.scene.heights import paint_height_numbers
from battlemap.ui.scene.lights import paint_lights
from battlemap.ui.scene.notes import note_at, paint_notes
from battlemap.ui.scene.obstacles import paint_obstacles
from battlemap.ui.scene.painter import Layers, Sheet, occupied_cells, paint_ground
from battlemap.ui.scene.token_scene import TokenScene
from battlemap.ui.state_lines import token_tooltip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QGraphicsSceneHelpEvent, QStyleOptionGraphicsItem, QWidget

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.session.best_position import Position
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.theme import Theme


_CACHE_KB = 64 * 1024
"""Room for the pictures of a few large screens; Qt's own limit of 10 MiB is less than one."""


_HALF_NUMBER = (24.0, 9.0)
"""Half the width and height of a height's plate, in pixels."""


class _ObstacleItem(QGraphicsItem):
    """All walls, doors and props as one item, and the numbers of heights."""

    def __init__(self, scene: MapScene) -> None:
        super().__init__()
        self._scene = scene
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(Z_OBSTACLE)
        # Stroking walls is most of what a frame of a drag would paint, and they stay the same.
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        QPixmapCache.setCacheLimit(max(QPixmapCache.cacheLimit(), _CACHE_KB))

    def moved(self) -> None:
        """Say that the map has another size."""
        self.prepareGeometryChange()

    def boundingRect(self) -> QRectF:
        """Return the map's box and room for thick walls on its rim."""
        return map_rect(self._scene.grid).adjusted(-40, -40, 40, 40)

    @guarded
    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw what lies in the exposed part."""
        del widget
        self._scene.paint_standing(painter, option.exposedRect)


class MapScene(TokenScene):
    """The map of the bridge's document.

    Parameters
    ----------
    bridge
        The document, selection, target and overlay switches.
    theme
        The colors.
    """

    zoomed = Signal()
    """The size of a cell on the screen changed."""

    def __init__(self, bridge: Bridge, theme: Theme) -> None:
        super().__init__(bridge, theme)
        self.pictures.arrived.connect(self._picture_arrived)
        self._more_overlays: list[Overlay] = []
        self._fresh: Encounter | None = None
        """The document for which everything was built anew, until ``changed`` tells of it."""
        self._hidden_for: object = None
        self._hidden: frozenset[Cell] = frozenset()
        self._standing = _ObstacleItem(self)
        self.addItem(self._standing)
        self.range = RangeOverlay(theme)
        self.numbers = RangeNumbers(theme, self.range)
        self.best = BestOverlay(theme)
        self.threats = ThreatOverlay(theme)
        self.arcs = ArcOverlay(theme)
        self.area_signs = AreaSigns(theme)
        self.area = AreaOverlay(theme, self.area_signs)
        self.paths = PathOverlay(theme)
        self.triggers = TriggerOverlay(theme)
        self.sight = DrawingOverlay(theme)
        self.evidence = DrawingOverlay(theme, Z_RAY + 2)
        self.chosen = DrawingOverlay(theme, Z_RAY + 3)
        self.measure = DrawingOverlay(theme, Z_RAY + 4)
        for overlay in self.overlays():
            self.addItem(overlay)
        bridge.changed.connect(self._changed)
        bridge.session_changed.connect(self.reset)
        for signal in (bridge.selection_changed, bridge.target_changed, bridge.targets_changed):
            signal.connect(self.refresh_marks)
        bridge.overlays_changed.connect(self._switched)
        self.reset()

    def overlays(self) -> Iterator[Overlay]:
        """Yield every overlay."""
        yield from (self.range, self.numbers, self.best, self.threats, self.arcs)
        yield self.threats.faint
        yield from (
            self.paths,
            self.triggers,
            self.area,
            self.area_signs,
            self.sight,
            self.evidence,
            self.chosen,
            self.measure,
        )
        yield self.arcs.names
        yield from self._more_overlays

    def add_overlays(self, *overlays: Overlay) -> None:
        """Take in overlays of others; they follow zoom and theme from now on."""
        for overlay in overlays:
            overlay.set_unit(self.unit)
            self.addItem(overlay)
        self._more_overlays.extend(overlays)

    def reset(self) -> None:
        """Build everything anew: another document was opened."""
        self.pictures.clear()
        for overlay in self.overlays():
            overlay.clear()
        self.forget_tokens()
        self._map_changed()
        self.refresh_looks()
        self._fresh = self.encounter

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colors."""
        self.theme = theme
        for overlay in self.overlays():
            overlay.set_theme(theme)
        for item in self.token_items():
            item.set_theme(theme)
        self.redraw()

    def set_unit(self, unit: float) -> None:
        """Follow the zoom: so many scene units are one pixel now."""
        if unit == self.unit:
            return
        self.unit = unit
        for overlay in self.overlays():
            overlay.set_unit(unit)
        for item in self.token_items():
            item.set_cell_px(self.cell_px)
        self.lay_names()
        self._crowd.fit()
        self.zoomed.emit()

    def _changed(self, before: Encounter, after: Encounter) -> None:
        fresh, self._fresh = self._fresh, None
        if fresh is after:
            return
        if before.map is not after.map:
            if before.map.grid != after.map.grid or before.map.background != after.map.background:
                self._map_changed()
            else:
                self.redraw()
        if (
            before.tokens is not after.tokens
            or before.map is not after.map
            or before.turn_order is not after.turn_order
            or before.rules is not after.rules
        ):
            self.follow(before, after)

    def redraw(self) -> None:
        """Draw everything anew, the cached background too."""
        for view in self.views():
            view.resetCachedContent()
        self._standing.update()
        self.update()

    def _moved(self) -> None:
        """Let the numbers of heights make room for tokens."""
        if self.encounter.map.elevation.values.any():
            self._standing.update()

    def _map_changed(self) -> None:
        self._standing.moved()
        self.setSceneRect(map_rect(self.grid))
        self.redraw()

    def _switched(self) -> None:
        self.refresh_looks()
        self.redraw()

    def _picture_arrived(self, key: str) -> None:
        for item in (*self.items_by_token.values(), *self._gone.values()):
            if item.look.art == key:
                item.forget_picture()
        background = self.encounter.map.background
        if background is not None and background.asset == key:
            self.redraw()

    # Drawing ------------------------------------------------------------------------------------

    @guarded
    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        """Draw void, floor, picture, terrain, heights and grid."""
        start = thread_time()
        switches = self.bridge.overlay
        sheet = Sheet(painter, self.theme, rect, self.unit)
        layers = Layers(void=True, grid=switches.grid, gm=switches.gm)
        painter.save()
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
        paint_ground(sheet, self.encounter, layers, self.pictures, self.folder)
        painter.restore()
        self._crowd.spend(thread_time() - start)

    def _hidden_cells(self) -> frozenset[Cell]:
        """Return the cells in which a token or its name would hide a number."""
        key = (self.revision, self.unit, self.bridge.overlay.names)
        if key != self._hidden_for:
            found = set(occupied_cells(self.encounter, gm=self.bridge.overlay.gm))
            if self.bridge.overlay.names:
                for box in self.plates():
                    found.update(self._cells_beside(box))
            self._hidden_for, self._hidden = key, frozenset(found)
        return self._hidden

    def _cells_beside(self, box: QRectF) -> Iterator[Cell]:
        """Yield the cells in whose middle a number would touch *box*."""
        across, down = (half * self.unit for half in _HALF_NUMBER)
        room = box.adjusted(-across, -down, across, down)
        columns, rows = (ceil(length / SCENE_SCALE) for length in (room.width(), room.height()))
        for column in range(columns + 1):
            for row in range(rows + 1):
                x = room.left() + room.width() * column / columns
                y = room.top() + room.height() * row / rows
                cell = self.cell_at(QPointF(x, y))
                if room.contains(to_scene(self.grid.center(cell))):
                    yield cell

    def show_best(self, positions: Sequence[Position]) -> None:
        """Show the best positions; names of tokens and arcs give way to their percentages."""
        self.best.show_positions(self.grid, positions)
        self.lay_names()
        self.arcs.names.update()

    def boxes_before_names(self) -> list[QRectF]:
        """Return where the percentages of the best positions stand."""
        return self.best.boxes_in_cells()

    def paint_standing(self, painter: QPainter, rect: QRectF) -> None:
        """Draw walls, doors, props and the numbers of heights."""
        gm = self.bridge.overlay.gm
        sheet = Sheet(painter, self.theme, rect, self.unit)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        battle_map = self.encounter.map
        pictured = battle_map.background is not None
        paint_obstacles(sheet, battle_map.obstacles, gm=gm, pictured=pictured)
        # From afar names cover thousands of cells, and no number is shown.
        if battle_map.elevation.values.any() and not sheet.is_small:
            hidden, told = self._hidden_cells(), self.bridge.overlay.names
            paint_height_numbers(sheet, battle_map, hidden, tokens_tell=told)
        paint_notes(sheet, battle_map.marks, gm=gm)
        if gm:
            paint_lights(sheet, battle_map.lights)

    def helpEvent(self, event: QGraphicsSceneHelpEvent) -> None:
        """Show name, states and notes of the token at the pointer, else the note or area there."""
        item = self.items_by_token.get(self.token_at(event.scenePos()) or "")
        if item is not None:
            token, gm = self.encounter.tokens[item.token_id], self.bridge.overlay.gm
            words = token_tooltip(self.bridge.system, self.encounter, token, gm=gm)
            if not words and item.look.plate_name != item.look.name:
                words = item.look.name
            if words:
                QToolTip.showText(event.screenPos(), words)
                event.accept()
                return
        marks, gm = self.encounter.map.marks, self.bridge.overlay.gm
        note = note_at(marks, event.scenePos(), self.unit, gm=gm)
        note = note or area_at(marks, to_map(event.scenePos()), gm=gm)
        if note is not None and note.text:
            # As rich text the tooltip breaks its lines; the note itself is plain.
            QToolTip.showText(event.screenPos(), f"<p>{escape(note.text)}</p>")
            event.accept()
        else:
            super().helpEvent(event)
