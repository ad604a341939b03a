"""The base of all overlays: items in scene units that keep their strokes' width on the screen."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QGraphicsItem

from battlemap.ui.guard import guarded
from battlemap.ui.scene.coordinates import SCENE_SCALE, SHEET_PIXEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from battlemap.ui.theme import Theme

Z_RANGE, Z_THREAT, Z_OBSTACLE, Z_ARC, Z_NUMBER, Z_PATH, Z_RAY, Z_TRIGGER = (
    10,
    20,
    30,
    40,
    45,
    50,
    70,
    80,
)
"""What lies over what; tokens are between paths and rays."""


class Overlay(QGraphicsItem):
    """Something drawn over the map, shown and cleared as a whole.

    Parameters
    ----------
    theme
        Its colors.
    z
        Where it stands among the others.
    margin
        How far its strokes and labels reach beyond its content, in pixels.
    is_kept
        Whether Qt keeps it as a picture: for what stands still while things move over it.
    """

    def __init__(
        self, theme: Theme, z: float, margin: float = 60.0, *, is_kept: bool = False
    ) -> None:
        super().__init__()
        self.theme = theme
        self.unit = SHEET_PIXEL
        self._margin = margin
        self._content = QRectF()
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        if is_kept:
            self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
        self.hide()

    @property
    def cell_px(self) -> float:
        """Pixels in the width of a cell now."""
        return SCENE_SCALE / self.unit

    def set_unit(self, unit: float) -> None:
        """Follow the zoom: so many scene units are one pixel now."""
        if unit != self.unit:
            self.prepareGeometryChange()
            self.unit = unit

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colors."""
        self.theme = theme
        self.update()

    def present(self, content: QRectF, changed: Sequence[QRectF] | None = None) -> None:
        """Show what was set; *content* is its box in scene units, without labels and strokes.

        Parameters
        ----------
        changed
            The boxes of what is drawn otherwise than before; None: everything.
        """
        if changed is not None and content == self._content and self.isVisible():
            self._draw_again(changed)
            return
        self.prepareGeometryChange()
        self._content = content
        self.setVisible(not content.isNull())
        self.update()

    def _draw_again(self, boxes: Sequence[QRectF]) -> None:
        scene, room = self.scene(), self._margin * self.unit
        for box in boxes:
            # An item's own ``update`` would take the box around them all.
            scene.update(box.adjusted(-room, -room, room, room))

    def clear(self) -> None:
        """Show nothing."""
        if self.isVisible():
            self.hide()

    def boundingRect(self) -> QRectF:
        """Return the content's box and what strokes and labels need around it."""
        room = self._margin * self.unit
        return self._content.adjusted(-room, -room, room, room)

    @guarded
    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw what lies in the exposed part."""
        del widget
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        self.draw(painter, option.exposedRect)

    @abstractmethod
    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw in scene units; ``self.unit`` scene units are one pixel."""
