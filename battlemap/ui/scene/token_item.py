"""A token as an item of the scene: one cached picture, redrawn when look or zoom change."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem

from battlemap.ui.guard import guarded
from battlemap.ui.scene.coordinates import CELL_AT_100, SCENE_SCALE
from battlemap.ui.scene.token_art import draw_token, extent

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

    from battlemap.ui.scene.token_crowd import TokenCrowd
    from battlemap.ui.scene.token_look import TokenLook
    from battlemap.ui.theme import Theme

Z_TOKEN = 60.0
Z_GHOST = 52.0
Z_DRAGGED = 90.0


class TokenItem(QGraphicsItem):
    """One token. Its own coordinates are pixels around the center of the token's space.

    Parameters
    ----------
    token_id
        Which token it stands for.
    find_art
        Returns the decoded art for a key, at least so many pixels wide, or None.
    """

    def __init__(
        self,
        token_id: str,
        look: TokenLook,
        theme: Theme,
        find_art: Callable[[str, float], QImage | None],
    ) -> None:
        super().__init__()
        self.token_id = token_id
        self.look = look
        self._theme = theme
        self._find_art = find_art
        self._cell_px = CELL_AT_100
        self._names = True
        self._picture: QPixmap | None = None
        self._drawn_in = QRectF(), CELL_AT_100
        """The box of the last picture, and the pixels in a cell that it was drawn for."""
        self._outdated: QPixmap | None = None
        self._box = QRectF()
        self._box_of: TokenLook | None = None
        self._box_px = 0.0
        self._crowd: TokenCrowd | None = None
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(Z_TOKEN)

    def join(self, crowd: TokenCrowd | None) -> None:
        """Let *crowd* draw this token from now on; None: it is drawn by itself."""
        if crowd is not self._crowd:
            self._tell()
            self._crowd = crowd
            self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemHasNoContents, crowd is not None)
            self._tell()

    def _tell(self) -> None:
        if self._crowd is not None:
            self._crowd.changed(self)

    def put(self, place: QPointF) -> None:
        """Stand at *place* in the scene."""
        if place != self.pos():
            self._tell()
            self.setPos(place)
            self._tell()

    def scene_box(self) -> QRectF:
        """Return the box of the token and its plates, in scene units."""
        unit, box, place = SCENE_SCALE / self._cell_px, self.boundingRect(), self.pos()
        return QRectF(
            place.x() + (box.left() - 1) * unit,
            place.y() + (box.top() - 1) * unit,
            (box.width() + 2) * unit,
            (box.height() + 2) * unit,
        )

    def disc_box(self) -> QRectF:
        """Return the box of the token's disc, in scene units."""
        place, r = self.pos(), self.look.radius * SCENE_SCALE
        return QRectF(place.x() - r, place.y() - r, 2 * r, 2 * r)

    def set_height(self, z: float) -> None:
        """Stand so high among the other tokens."""
        if z != self.zValue():
            self.setZValue(z)
            self._tell()

    def set_look(self, look: TokenLook) -> None:
        """Show another look."""
        if look != self.look:
            self._tell()
            self.prepareGeometryChange()
            self.look = look
            self.forget_picture()

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colors."""
        if theme != self._theme:
            self._theme = theme
            self.forget_picture()

    def set_names(self, shown: bool) -> None:
        """Show or hide the plates."""
        if shown != self._names:
            self._names = shown
            self.forget_picture()

    def set_cell_px(self, cell_px: float) -> None:
        """Follow the zoom: so many pixels are one cell now."""
        if cell_px != self._cell_px:
            self.prepareGeometryChange()
            self._cell_px = cell_px
            self._outdate()

    def forget_picture(self) -> None:
        """Draw anew at the next occasion; the art arrived, say."""
        self._outdate()
        self.update()
        self._tell()

    def _outdate(self) -> None:
        self._outdated, self._picture = self._picture or self._outdated, None

    def boundingRect(self) -> QRectF:
        """Return the box of the token and its plates, in pixels."""
        # Qt asks several times for each frame.
        if self._box_of is not self.look or self._box_px != self._cell_px:
            self._box = extent(self.look, self._cell_px)
            self._box_of, self._box_px = self.look, self._cell_px
        return self._box

    def shape(self) -> QPainterPath:
        """Return the disc: plates and badges can't be picked up."""
        path = QPainterPath()
        radius = self.look.radius * self._cell_px + 3
        path.addEllipse(QPointF(0, 0), radius, radius)
        return path

    @guarded
    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw the token where the painter is."""
        del option, widget
        here = painter.worldTransform()
        self.paint_at(painter, QPointF(here.dx(), here.dy()))

    def paint_at(self, painter: QPainter, place: QPointF) -> None:
        """Draw the cached picture, on whole pixels so that type stays crisp.

        Parameters
        ----------
        place
            Where the token's center is on the painter's device, in logical pixels.
        """
        ratio = painter.device().devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = self._draw(ratio)
        here = painter.worldTransform()
        painter.setWorldTransform(
            QTransform.fromTranslate(
                round(place.x() * ratio) / ratio, round(place.y() * ratio) / ratio
            )
        )
        painter.drawPixmap(self.boundingRect().toAlignedRect().topLeft(), self._picture)
        painter.setWorldTransform(here)

    def can_wait(self) -> bool:
        """Tell whether the picture is to be drawn anew and the one before can stand in for it."""
        is_sharp_enough = self._cell_px <= 2 * self._drawn_in[1]
        return self._picture is None and self._outdated is not None and is_sharp_enough

    @property
    def is_fresh(self) -> bool:
        """Whether it was never drawn yet."""
        return self._picture is None and self._outdated is None

    def paint_outdated(self, painter: QPainter, place: QPointF) -> None:
        """Draw the picture before, as large as the token is now; for ``paint_at`` see there."""
        if self._outdated is None:
            return
        box, cell_px = self._drawn_in
        scale = self._cell_px / cell_px
        target = QRectF(box.topLeft() * scale + place, box.size() * scale)
        here = painter.worldTransform()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(target, self._outdated, QRectF(self._outdated.rect()))
        painter.setWorldTransform(here)

    def _draw(self, ratio: float) -> QPixmap:
        box = self.boundingRect().toAlignedRect()
        self._drawn_in, self._outdated = (QRectF(box), self._cell_px), None
        picture = QPixmap(ceil(box.width() * ratio), ceil(box.height() * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.translate(-box.left(), -box.top())
        diameter = 2 * self.look.radius * self._cell_px * ratio
        draw_token(
            painter,
            self.look,
            self._cell_px,
            self._theme,
            self._find_art(self.look.art, diameter),
            names=self._names,
        )
        painter.end()
        return picture
