"""The scene: the document as items, refreshed by identity, and the overlays over it."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QToolTip

from battlemap.geometry.footprint import footprint
from battlemap.ui.overlays.arc_overlay import ArcOverlay
from battlemap.ui.overlays.drawing import DrawingOverlay
from battlemap.ui.overlays.overlay import Z_OBSTACLE, Z_RAY, Overlay
from battlemap.ui.overlays.path_overlay import PathOverlay, TriggerOverlay
from battlemap.ui.overlays.range_overlay import RangeNumbers, RangeOverlay
from battlemap.ui.overlays.threat_overlay import ThreatOverlay
from battlemap.ui.scene.coordinates import (
    SCENE_SCALE,
    SHEET_PIXEL,
    map_rect,
    to_map,
    to_scene,
)
from battlemap.ui.scene.heights import paint_height_numbers
from battlemap.ui.scene.notes import note_at, paint_notes
from battlemap.ui.scene.obstacles import paint_obstacles
from battlemap.ui.scene.painter import Layers, Sheet, occupied_cells, paint_ground, stacking
from battlemap.ui.scene.pictures import PictureStore
from battlemap.ui.scene.strokes import plate_width
from battlemap.ui.scene.token_art import NAME_HEIGHT, height_place, name_place
from battlemap.ui.scene.token_item import Z_DRAGGED, Z_GHOST, Z_TOKEN, TokenItem
from battlemap.ui.scene.token_look import disc, look_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtWidgets import QGraphicsSceneHelpEvent, QStyleOptionGraphicsItem, QWidget

    from battlemap.geometry.cell import Cell, Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.scene.token_look import TokenLook
    from battlemap.ui.theme import Theme


class _ObstacleItem(QGraphicsItem):
    """All walls, doors and props as one item, and the numbers of heights."""

    def __init__(self, scene: MapScene) -> None:
        super().__init__()
        self._scene = scene
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(Z_OBSTACLE)

    def moved(self) -> None:
        """Say that the map has another size."""
        self.prepareGeometryChange()

    def boundingRect(self) -> QRectF:
        """Return the map's box and room for thick walls on its rim."""
        return map_rect(self._scene.grid).adjusted(-40, -40, 40, 40)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw what lies in the exposed part."""
        del widget
        self._scene.paint_standing(painter, option.exposedRect)


class MapScene(QGraphicsScene):
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
        super().__init__()
        self.bridge = bridge
        self.theme = theme
        self.unit = SHEET_PIXEL
        self.pictures = PictureStore(self)
        self.pictures.arrived.connect(self._picture_arrived)
        self.items_by_token: dict[str, TokenItem] = {}
        self.revision = 0
        """Counts up whenever tokens may have moved or changed."""
        self._looks: dict[str, tuple[tuple[object, ...], TokenLook]] = {}
        self._hidden_for: object = None
        self._hidden: frozenset[Cell] = frozenset()
        self._lifted: dict[str, QPointF] = {}
        self._ghosts: dict[str, TokenItem] = {}
        self._standing = _ObstacleItem(self)
        self.addItem(self._standing)
        self.range = RangeOverlay(theme)
        self.numbers = RangeNumbers(theme, self.range)
        self.threats = ThreatOverlay(theme)
        self.arcs = ArcOverlay(theme)
        self.paths = PathOverlay(theme)
        self.triggers = TriggerOverlay(theme)
        self.sight = DrawingOverlay(theme)
        self.evidence = DrawingOverlay(theme, Z_RAY + 2)
        self.measure = DrawingOverlay(theme, Z_RAY + 4)
        for overlay in self.overlays():
            self.addItem(overlay)
        bridge.changed.connect(self._changed)
        bridge.session_changed.connect(self.reset)
        bridge.selection_changed.connect(self.refresh_looks)
        bridge.target_changed.connect(self.refresh_looks)
        bridge.overlays_changed.connect(self._switched)
        self.reset()

    # What is on it ----------------------------------------------------------------------------

    @property
    def encounter(self) -> Encounter:
        """The document."""
        return self.bridge.encounter

    @property
    def grid(self) -> Grid:
        """The map's grid."""
        return self.encounter.map.grid.grid

    @property
    def folder(self) -> Path | None:
        """Where the document's file lies."""
        path = self.bridge.session.path
        return path.parent if path is not None else None

    @property
    def cell_px(self) -> float:
        """Pixels in the width of a cell now."""
        return SCENE_SCALE / self.unit

    def overlays(self) -> Iterator[Overlay]:
        """Yield every overlay."""
        yield from (self.range, self.numbers, self.threats, self.arcs, self.paths, self.triggers)
        yield from (self.sight, self.evidence, self.measure)

    def reset(self) -> None:
        """Build everything anew: another document was opened."""
        self.pictures.clear()
        for overlay in self.overlays():
            overlay.clear()
        for item in (*self.items_by_token.values(), *self._ghosts.values()):
            self.removeItem(item)
        self.items_by_token.clear()
        self._ghosts.clear()
        self._lifted.clear()
        self._looks.clear()
        self._map_changed()
        self.refresh_looks()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colors."""
        self.theme = theme
        for overlay in self.overlays():
            overlay.set_theme(theme)
        for item in (*self.items_by_token.values(), *self._ghosts.values()):
            item.set_theme(theme)
        self.redraw()

    def set_unit(self, unit: float) -> None:
        """Follow the zoom: so many scene units are one pixel now."""
        if unit == self.unit:
            return
        self.unit = unit
        for overlay in self.overlays():
            overlay.set_unit(unit)
        for item in (*self.items_by_token.values(), *self._ghosts.values()):
            item.set_cell_px(self.cell_px)
        self.zoomed.emit()

    def _changed(self, before: Encounter, after: Encounter) -> None:
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
            self.refresh_looks()

    def redraw(self) -> None:
        """Draw everything anew, the cached background too."""
        for view in self.views():
            view.resetCachedContent()
        self.update()

    def _map_changed(self) -> None:
        self._standing.moved()
        self.setSceneRect(map_rect(self.grid))
        self.redraw()

    def _switched(self) -> None:
        self.refresh_looks()
        self.redraw()

    def _picture_arrived(self, key: str) -> None:
        for item in self.items_by_token.values():
            if item.look.art == key:
                item.forget_picture()
        background = self.encounter.map.background
        if background is not None and background.asset == key:
            self.redraw()

    # Tokens -----------------------------------------------------------------------------------

    def refresh_looks(self, *_: object) -> None:
        """Give every token its look and its place; unchanged ones are left alone."""
        self.revision += 1
        bridge, encounter, grid = self.bridge, self.encounter, self.grid
        system = bridge.system
        shown = {
            key: token
            for key, token in encounter.tokens.items()
            if bridge.overlay.gm or not token.hidden
        }
        for key in set(self.items_by_token) - set(shown):
            self.removeItem(self.items_by_token.pop(key))
        taken = self._taken(shown.values())
        for key, token in shown.items():
            look = replace(
                self._look(token),
                active=key == encounter.turn_order.active,
                selected=key in bridge.selected,
                targeted=key == bridge.target,
                name_above=self._name_above(token, taken),
            )
            item = self.items_by_token.get(key)
            if item is None:
                item = TokenItem(key, look, self.theme, self._find_art)
                item.set_cell_px(self.cell_px)
                self.items_by_token[key] = item
                self.addItem(item)
            item.set_look(look)
            item.set_names(bridge.overlay.names)
            alive, small, _ = stacking(system, token)
            item.setZValue(
                Z_DRAGGED if key in self._lifted else Z_TOKEN + (2 if alive else 0) + small * 0.01
            )
            place = to_scene(disc(grid, token)[0])
            item.setPos(self._lifted.get(key, place))

    def _look(self, token: Token) -> TokenLook:
        """Return the look of *token* by itself, made anew only where something changed."""
        made_from = (token, self.encounter.map, self.encounter.rules)
        known = self._looks.get(token.id)
        if known is not None and all(a is b for a, b in zip(known[0], made_from, strict=True)):
            return known[1]
        look = look_of(self.encounter, self.bridge.system, token)
        self._looks[token.id] = (made_from, look)
        return look

    def _taken(self, tokens: Iterable[Token]) -> dict[Cell, str]:
        return {
            cell: token.id
            for token in tokens
            if not self.bridge.system.is_out(token)
            for cell in footprint(self.grid, token.at, token.size, token.turned)
        }

    def _name_above(self, token: Token, taken: dict[Cell, str]) -> bool:
        """Tell whether the name must stand above, because another token stands right below."""
        center, radius = disc(self.grid, token)
        below = taken.get(self.grid.cell_at((center.x, center.y + radius + 0.4)), token.id)
        above = taken.get(self.grid.cell_at((center.x, center.y - radius - 0.4)), token.id)
        return below != token.id and above == token.id

    def _find_art(self, key: str, width: float) -> QImage | None:
        if not key:
            return None
        picture = self.pictures.get(key, self.encounter.assets, self.folder)
        return picture.level_for(width) if picture is not None else None

    def token_at(self, place: QPointF) -> str | None:
        """Return the token whose disc lies under a place of the scene, the topmost."""
        best: tuple[float, str] | None = None
        for key, item in self.items_by_token.items():
            away = (place - item.pos()) / self.unit
            if item.shape().contains(away) and (best is None or item.zValue() > best[0]):
                best = (item.zValue(), key)
        return best[1] if best is not None else None

    def tokens_in(self, box: QRectF) -> list[str]:
        """Return the tokens whose centers lie in *box*, in the document's order."""
        return [
            key
            for key in self.encounter.tokens
            if key in self.items_by_token and box.contains(self.items_by_token[key].pos())
        ]

    def cell_at(self, place: QPointF) -> Cell:
        """Return the cell under a place of the scene, on the map or off it."""
        return self.grid.cell_at(to_map(place))

    def center_of(self, token_id: str, at: Cell | None = None) -> QPointF:
        """Return the place of a token's center, also if it stood at *at*."""
        return to_scene(disc(self.grid, self.encounter.tokens[token_id], at)[0])

    def ring_of(self, token_id: str) -> tuple[Point, float]:
        """Return center and ring radius of a token in cells."""
        return disc(self.grid, self.encounter.tokens[token_id])

    def discs(self) -> dict[str, QRectF]:
        """Return the box of each token's disc in scene units."""
        boxes = {}
        for key, item in self.items_by_token.items():
            place, r = item.pos(), item.look.radius * SCENE_SCALE
            boxes[key] = QRectF(place.x() - r, place.y() - r, 2 * r, 2 * r)
        return boxes

    def crowd(self) -> list[QRectF]:
        """Return the boxes of discs and name plates in scene units; labels keep clear of them."""
        boxes = list(self.discs().values())
        for item in self.items_by_token.values():
            look, place = item.look, item.pos()
            half = (plate_width(look.name) / 2 + 2) * self.unit
            middle = place.y() + name_place(look, self.cell_px) * self.unit
            tall = (NAME_HEIGHT / 2 + 2) * self.unit
            boxes.append(QRectF(place.x() - half, middle - tall, 2 * half, 2 * tall))
            if look.height:
                box = height_place(look, self.cell_px)
                corner = place + box.topLeft() * self.unit
                boxes.append(QRectF(corner, box.size() * self.unit))
        return boxes

    # Dragged tokens -----------------------------------------------------------------------------

    def lift(self, token_id: str) -> None:
        """Take a token off the map: it follows the pointer, a dashed ghost stays behind."""
        item = self.items_by_token.get(token_id)
        if item is None or token_id in self._lifted:
            return
        self._lifted[token_id] = item.pos()
        ghost = TokenItem(
            token_id,
            replace(item.look, ghost=True, selected=False, targeted=False),
            self.theme,
            self._find_art,
        )
        ghost.set_cell_px(self.cell_px)
        ghost.setZValue(Z_GHOST)
        ghost.setPos(item.pos())
        self._ghosts[token_id] = ghost
        self.addItem(ghost)
        item.setZValue(Z_DRAGGED)

    def carry(self, token_id: str, place: QPointF) -> None:
        """Let a lifted token hang at *place*."""
        if token_id in self._lifted:
            self._lifted[token_id] = place
            self.items_by_token[token_id].setPos(place)

    def put_down(self) -> None:
        """Put every lifted token back where the document has it."""
        for ghost in self._ghosts.values():
            self.removeItem(ghost)
        self._ghosts.clear()
        if self._lifted:
            self._lifted.clear()
            self.refresh_looks()

    @property
    def lifted(self) -> tuple[str, ...]:
        """The tokens that hang at the pointer."""
        return tuple(self._lifted)

    # Drawing ------------------------------------------------------------------------------------

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        """Draw void, floor, picture, terrain, heights and grid."""
        switches = self.bridge.overlay
        sheet = Sheet(painter, self.theme, rect, self.unit)
        layers = Layers(void=True, grid=switches.grid, gm=switches.gm)
        painter.save()
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
        paint_ground(sheet, self.encounter, layers, self.pictures, self.folder)
        painter.restore()

    def _hidden_cells(self) -> frozenset[Cell]:
        """Return the cells in which a token or its name would hide a number."""
        key = (self.revision, self.unit, self.bridge.overlay.names)
        if key != self._hidden_for:
            found = set(occupied_cells(self.encounter, gm=self.bridge.overlay.gm))
            if self.bridge.overlay.names:
                for box in self.crowd():
                    middle = box.center().y()
                    for x in (box.left(), box.center().x(), box.right()):
                        found.add(self.cell_at(QPointF(x, middle)))
            self._hidden_for, self._hidden = key, frozenset(found)
        return self._hidden

    def paint_standing(self, painter: QPainter, rect: QRectF) -> None:
        """Draw walls, doors, props and the numbers of heights."""
        gm = self.bridge.overlay.gm
        sheet = Sheet(painter, self.theme, rect, self.unit)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        battle_map = self.encounter.map
        pictured = battle_map.background is not None
        paint_obstacles(sheet, battle_map.obstacles, gm=gm, pictured=pictured)
        paint_height_numbers(sheet, self.encounter.map, self._hidden_cells())
        paint_notes(sheet, battle_map.marks, gm=gm)

    def helpEvent(self, event: QGraphicsSceneHelpEvent) -> None:
        """Show the text of the note at the pointer."""
        marks, gm = self.encounter.map.marks, self.bridge.overlay.gm
        note = note_at(marks, event.scenePos(), self.unit, gm=gm)
        if note is not None:
            # As rich text the tooltip breaks its lines; the note itself is plain.
            QToolTip.showText(event.screenPos(), f"<p>{escape(note.text)}</p>")
            event.accept()
        else:
            super().helpEvent(event)
