"""A graphics view that zooms at a point, pans freely and knows where a pixel lies on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QFrame, QGraphicsView

from battlemap.ui.scene.coordinates import CELL_AT_100, SCENE_SCALE, map_rect
from battlemap.ui.scene.map_scene import MapScene

if TYPE_CHECKING:
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.theme import Theme

SMALLEST_CELL, LARGEST_CELL = 6.0, 260.0
"""Pixels in the width of a cell between which one can zoom."""
ZOOM_STEP = 1.25
FIT_MARGIN = 24.0
BEYOND = 0.9
"""How much of the view may be void when the map is panned to the rim."""


class ZoomView(QGraphicsView):
    """The map at a zoom and a place.

    Parameters
    ----------
    bridge
        The document, and what the window and the map tell each other.
    theme
        The colors.
    """

    zoom_changed = Signal(float)
    """1.0 is 60 pixels a cell."""

    def __init__(self, bridge: Bridge, theme: Theme) -> None:
        super().__init__()
        self.bridge = bridge
        self.theme = theme
        self.map_scene = MapScene(bridge, theme)
        self.setScene(self.map_scene)
        self._scale = CELL_AT_100 / SCENE_SCALE
        self._shows_all = True
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheBackground)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragMode(QGraphicsView.DragMode.NoDrag)
        self.map_scene.sceneRectChanged.connect(self._apply_scale)  # the map has another size

    @property
    def zoom(self) -> float:
        """The zoom: 1.0 is 60 pixels a cell."""
        return self.cell_px / CELL_AT_100

    @property
    def cell_px(self) -> float:
        """Pixels in the width of a cell."""
        return self._scale * SCENE_SCALE

    def zoom_to(self, zoom: float, pixel: QPointF | None = None) -> None:
        """Zoom to *zoom* (1.0 is 60 pixels a cell) and keep the place under *pixel* where it is.

        Parameters
        ----------
        pixel
            On the viewport; None: its middle.
        """
        cell = min(LARGEST_CELL, max(SMALLEST_CELL, zoom * CELL_AT_100))
        scale = cell / SCENE_SCALE
        if scale == self._scale:
            return
        fixed = pixel if pixel is not None else self._middle()
        place = self.place_at(fixed)
        self._shows_all = False
        self._scale = scale
        self._apply_scale()
        self._put(place, fixed)
        self.zoom_changed.emit(self.zoom)

    def zoom_in(self) -> None:
        """Zoom in by a step, at the middle."""
        self.zoom_to(self.zoom * ZOOM_STEP)

    def zoom_out(self) -> None:
        """Zoom out by a step, at the middle."""
        self.zoom_to(self.zoom / ZOOM_STEP)

    def fit(self) -> None:
        """Show the whole map, in a window of another size too, until the GM zooms or pans."""
        box = map_rect(self.map_scene.grid)
        area = self.free_area()
        scale = min(max(1.0, area.width()) / box.width(), max(1.0, area.height()) / box.height())
        limit = LARGEST_CELL / 2 / SCENE_SCALE
        self._scale = min(limit, max(SMALLEST_CELL / SCENE_SCALE, scale))
        self._apply_scale()
        self._put(box.center(), area.center())
        self._shows_all = True
        self.zoom_changed.emit(self.zoom)

    def free_area(self) -> QRectF:
        """Return the part of the viewport in which the whole map is shown by ``fit``."""
        return QRectF(self.viewport().rect()).adjusted(
            FIT_MARGIN, FIT_MARGIN, -FIT_MARGIN, -FIT_MARGIN
        )

    def center_on(self, token_id: str) -> None:
        """Bring a token to the middle; nothing happens for an id that isn't on the map."""
        if token_id in self.bridge.encounter.tokens:
            self._shows_all = False
            self._apply_scale()  # a token may have come to stand off the map
            self._put(self.map_scene.center_of(token_id), self._middle())

    def reveal(self, token_id: str) -> None:
        """Bring a token to the middle only if it isn't wholly in view."""
        if token_id in self.bridge.encounter.tokens:
            place = self.map_scene.center_of(token_id)
            _, radius = self.map_scene.ring_of(token_id)
            half = QPointF(radius, radius) * SCENE_SCALE
            disc = QRectF(self.pixel_of(place - half), self.pixel_of(place + half))
            if not QRectF(self.viewport().rect()).contains(disc):
                self.center_on(token_id)

    def place_at(self, pixel: QPointF) -> QPointF:
        """Return the place in the scene of a point of the viewport, to a fraction of a pixel."""
        inverse, _ = self.viewportTransform().inverted()
        return inverse.map(pixel)

    def pixel_of(self, place: QPointF) -> QPointF:
        """Return the point of the viewport of a place in the scene."""
        return self.viewportTransform().map(place)

    def pan(self, by: QPointF) -> None:
        """Move the view by so many pixels over the map."""
        self._shows_all = False
        self._scroll(by)

    def _scroll(self, by: QPointF) -> None:
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + round(by.x()))
        down.setValue(down.value() + round(by.y()))

    def _middle(self) -> QPointF:
        return QRectF(self.viewport().rect()).center()

    def _apply_scale(self, *_: object) -> None:
        # The map can be panned until it is almost out of view, at any zoom.
        across = self.viewport().width() * BEYOND / self._scale
        down = self.viewport().height() * BEYOND / self._scale
        whole = map_rect(self.map_scene.grid)
        for token_id in self.bridge.encounter.tokens:
            place = self.map_scene.center_of(token_id)
            if not whole.contains(place):
                whole = whole.united(QRectF(place, QSizeF(1, 1)))
        self.setSceneRect(whole.adjusted(-across, -down, across, down))
        self.setTransform(QTransform.fromScale(self._scale, self._scale))
        self.map_scene.set_unit(1 / self._scale)
        self.moved()

    def _put(self, place: QPointF, pixel: QPointF) -> None:
        """Pan so that *place* appears at *pixel*."""
        self._scroll(self.pixel_of(place) - pixel)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Tell what lies over the map that it moved."""
        super().scrollContentsBy(dx, dy)
        self.moved()

    def moved(self) -> None:
        """Follow a pan or a zoom."""
