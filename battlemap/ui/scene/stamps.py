"""Small signs that are drawn once and then stamped wherever they stand, frame after frame."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform

from battlemap.ui.scene.strokes import chevron_badge, plate, plate_width, warning_triangle
from battlemap.ui.theme import pen, tint

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

_ROOM = 3.0
"""Around a sign, for half its stroke and what smoothing adds, in pixels."""


class Sign(ABC):
    """What a small sign looks like; equal ones share their picture."""

    @abstractmethod
    def half(self) -> tuple[float, float]:
        """Return half its width and half its height without strokes, in pixels."""

    @abstractmethod
    def draw(self, painter: QPainter) -> None:
        """Draw it around the origin, in pixels."""


class Stamps:
    """Puts signs in the scene, their edges and type on whole pixels; for a ``with`` statement.

    Nothing else may be drawn meanwhile. Where the painter doesn't draw pixels of a screen (a file
    that is printed, a view that is turned), each sign is drawn instead.

    Parameters
    ----------
    painter
        In scene units.
    unit
        So many scene units are one pixel of a sign.
    """

    def __init__(self, painter: QPainter, unit: float) -> None:
        self._painter, self._unit = painter, unit
        self._shape = painter.worldTransform()
        device = painter.device()
        self._ratio = device.devicePixelRatioF()
        is_raster = device.devType() in _PIXELS
        self._scale = round(self._shape.m11() * unit, 4)
        is_plain = not self._shape.isRotating() and self._shape.m11() == self._shape.m22()
        self._is_exact = is_raster and is_plain and 0 < self._scale < _LARGEST

    def __enter__(self) -> Self:
        if self._is_exact:
            self._painter.setWorldTransform(QTransform())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._painter.setWorldTransform(self._shape)

    def put(self, place: QPointF, sign: Sign) -> None:
        """Put a sign with its middle at a place of the scene."""
        painter, ratio = self._painter, self._ratio
        if not self._is_exact:
            painter.save()
            painter.translate(place)
            painter.scale(self._unit, self._unit)
            sign.draw(painter)
            painter.restore()
            return
        picture, across, down = _picture(sign, self._scale, ratio)
        at = self._shape.map(place)
        x = round((at.x() - across) * ratio) / ratio
        painter.drawPixmap(QPointF(x, round((at.y() - down) * ratio) / ratio), picture)


_PIXELS = (1, 2, 3)
"""The types of device that are made of pixels: widgets, pixmaps and images."""

_LARGEST = 8
"""Signs that are drawn larger have no picture: it would be too large."""


@lru_cache(maxsize=512)
def _picture(sign: Sign, scale: float, ratio: float) -> tuple[QPixmap, float, float]:
    """Return the picture of a sign, and where its middle is in it, in logical pixels."""
    across, down = (ceil((half + _ROOM) * scale) for half in sign.half())
    picture = QPixmap(ceil(2 * across * ratio), ceil(2 * down * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(across, down)
    painter.scale(scale, scale)
    sign.draw(painter)
    painter.end()
    return picture, across, down


@dataclass(frozen=True)
class Plate(Sign):
    """A word on a plate with an edge; colors as in a theme."""

    text: str
    ink: str
    fill: str
    edge: str
    size: float = 11.5
    height: float = 18
    radius: float = 9
    padding: float = 6

    def half(self) -> tuple[float, float]:
        """Return half its width and half its height."""
        width = max(plate_width(self.text, self.size, 600, self.padding), self.height)
        return width / 2, self.height / 2

    def draw(self, painter: QPainter) -> None:
        """Draw the plate and write on it."""
        plate(
            painter,
            QPointF(0, 0),
            self.text,
            1.0,
            ink=self.ink,
            fill=self.fill,
            edge=self.edge,
            size=self.size,
            height=self.height,
            radius=self.radius,
            padding=self.padding,
            alpha=1.0,
        )


@dataclass(frozen=True)
class WarningSign(Sign):
    """A triangle with an exclamation mark."""

    reach: float
    """Half its width in pixels."""
    fill: str
    edge: str
    ink: str
    edge_width: float = 2.2

    def half(self) -> tuple[float, float]:
        """Return half its width and half its height."""
        return self.reach, self.reach

    def draw(self, painter: QPainter) -> None:
        """Draw the triangle."""
        warning_triangle(
            painter,
            QPointF(0, 0),
            1.0,
            self.reach,
            fill=self.fill,
            edge=self.edge,
            ink=self.ink,
            edge_width=self.edge_width,
        )


@dataclass(frozen=True)
class Bar(Sign):
    """A short bar across a step, turned as the step is."""

    width: float
    height: float
    degrees: float
    """Which way the step leads, clockwise from east."""
    fill: str
    edge: str
    edge_width: float

    def half(self) -> tuple[float, float]:
        """Return half the square in which it turns."""
        reach = (self.width + self.height) / 2
        return reach, reach

    def draw(self, painter: QPainter) -> None:
        """Draw the bar."""
        painter.save()
        painter.rotate(self.degrees)
        painter.setPen(pen(self.edge, self.edge_width))
        painter.setBrush(tint(self.fill))
        box = QRectF(-self.width / 2, -self.height / 2, self.width, self.height)
        painter.drawRoundedRect(box, 2, 2)
        painter.restore()


@dataclass(frozen=True)
class Square(Sign):
    """A filled square: a waypoint."""

    side: float
    fill: str
    edge: str

    def half(self) -> tuple[float, float]:
        """Return half its width and half its height."""
        return self.side / 2, self.side / 2

    def draw(self, painter: QPainter) -> None:
        """Draw the square."""
        painter.setPen(pen(self.edge, 2))
        painter.setBrush(tint(self.fill))
        painter.drawRect(QRectF(-self.side / 2, -self.side / 2, self.side, self.side))


@dataclass(frozen=True)
class Chevrons(Sign):
    """The round badge of difficult ground, or of ground that is climbed."""

    fill: str
    ink: str
    bars: bool = False

    def half(self) -> tuple[float, float]:
        """Return half its width and half its height."""
        return 10.5, 10.5

    def draw(self, painter: QPainter) -> None:
        """Draw the badge."""
        chevron_badge(painter, QPointF(0, 0), 1.0, fill=self.fill, ink=self.ink, bars=self.bars)
