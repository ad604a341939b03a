"""What the map painters share: noise, pictures as arrays, brushes; all of it seeded."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QImageWriter,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
)
from scipy.ndimage import gaussian_filter, zoom

if TYPE_CHECKING:
    from pathlib import Path

Array = NDArray[np.float64]


def noise(
    width: int, height: int, feature: float, rng: np.random.Generator, octaves: int = 4
) -> Array:
    """Smooth noise from -1 to 1 whose largest features are *feature* pixels wide."""
    total = np.zeros((height, width))
    weight, whole = 1.0, 0.0
    for _ in range(octaves):
        if feature < 1:
            break
        columns = max(2, int(np.ceil(width / feature)) + 3)
        rows = max(2, int(np.ceil(height / feature)) + 3)
        coarse = rng.uniform(-1, 1, (rows, columns))
        fine = zoom(coarse, feature, order=3, mode="grid-wrap", grid_mode=True)
        y, x = rng.integers(0, max(1, int(feature)), 2)
        total += weight * fine[y : y + height, x : x + width]
        whole += weight
        weight *= 0.5
        feature /= 2
    return np.clip(total / whole * 1.6, -1, 1)


class Canvas:
    """A picture of a map: one unit of the painter is one cell."""

    def __init__(self, width: float, height: float, scale: int, ground: str, seed: int) -> None:
        self.scale = scale
        self.width, self.height = width, height
        self.image = QImage(round(width * scale), round(height * scale), QImage.Format.Format_RGB32)
        self.image.fill(QColor(ground))
        self.rng = np.random.default_rng(seed)

    @property
    def size(self) -> tuple[int, int]:
        return self.image.width(), self.image.height()

    def painter(self) -> QPainter:
        painter = QPainter(self.image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.scale, self.scale)
        return painter

    def pixels(self) -> NDArray[np.uint8]:
        """The picture's own bytes: blue, green, red and one unused."""
        width, height = self.size
        data = np.frombuffer(self.image.bits(), np.uint8)
        return data.reshape(height, self.image.bytesPerLine() // 4, 4)[:, :width]

    def noise(self, feature: float, octaves: int = 4) -> Array:
        """Noise of the picture's size; *feature* in cells."""
        return noise(*self.size, feature * self.scale, self.rng, octaves)

    def lighten(self, amount: Array) -> None:
        """Multiply the brightness by 1 + *amount*."""
        pixels = self.pixels()
        lit = pixels[..., :3] * (1 + amount[..., None])
        pixels[..., :3] = np.clip(lit, 0, 255).astype(np.uint8)

    def blend(self, color: str, share: Array) -> None:
        """Lay *color* over the picture, *share* of it (0 to 1) at each pixel."""
        pixels = self.pixels()
        tone = QColor(color)
        target = np.array([tone.blue(), tone.green(), tone.red()])
        mixed = pixels[..., :3] * (1 - share[..., None]) + target * share[..., None]
        pixels[..., :3] = np.clip(mixed, 0, 255).astype(np.uint8)

    def mask(self, path: QPainterPath) -> Array:
        """1 inside *path* (in cells), 0 outside, with a soft border of one pixel."""
        width, height = self.size
        image = QImage(width, height, QImage.Format.Format_Grayscale8)
        image.fill(0)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.scale, self.scale)
        painter.fillPath(path, QColor("white"))
        painter.end()
        data = np.frombuffer(image.constBits(), np.uint8)
        return data.reshape(height, image.bytesPerLine())[:, :width] / 255.0

    def soft(self, mask: Array, radius: float) -> Array:
        """*mask* blurred by *radius* cells."""
        return gaussian_filter(mask, radius * self.scale)

    def save(self, target: Path, quality: int = 86) -> None:
        """Write a JPEG.

        Raises
        ------
        OSError
            If it can't be written.
        """
        writer = QImageWriter(str(target), b"jpg")
        writer.setQuality(quality)
        writer.setOptimizedWrite(True)
        if not writer.write(self.image):
            raise OSError(f"{target}: {writer.errorString()}")


def polygon(points: list[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def pen(color: str, width: float, alpha: float = 1.0) -> QPen:
    tone = QColor(color)
    tone.setAlphaF(alpha)
    made = QPen(tone, width)
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return made


def brush(color: str, alpha: float = 1.0) -> QBrush:
    tone = QColor(color)
    tone.setAlphaF(alpha)
    return QBrush(tone)


def ball(x: float, y: float, radius: float, light: str, dark: str) -> QBrush:
    """A brush that makes a disc look round, lit from the top left."""
    gradient = QRadialGradient(
        QPointF(x - radius * 0.35, y - radius * 0.4),
        radius * 1.5,
        QPointF(x - radius * 0.35, y - radius * 0.4),
    )
    gradient.setColorAt(0, QColor(light))
    gradient.setColorAt(1, QColor(dark))
    return QBrush(gradient)


def blob(
    x: float,
    y: float,
    radius: float,
    rng: np.random.Generator,
    corners: int = 9,
    rough: float = 0.18,
) -> QPainterPath:
    """A closed, uneven, smooth outline around a point."""
    angles = np.linspace(0, 2 * np.pi, corners, endpoint=False) + rng.uniform(0, 1)
    radii = radius * (1 + rng.uniform(-rough, rough, corners))
    points = [
        QPointF(x + r * np.cos(a), y + r * np.sin(a)) for a, r in zip(angles, radii, strict=True)
    ]
    return smooth(points, closed=True)


def smooth(points: list[QPointF], *, closed: bool = False) -> QPainterPath:
    """A smooth line through *points* (Catmull and Rom)."""
    count = len(points)
    path = QPainterPath(points[0])
    for i in range(count if closed else count - 1):
        before = points[(i - 1) % count] if closed or i > 0 else points[0]
        start, end = points[i], points[(i + 1) % count]
        after = points[(i + 2) % count] if closed or i + 2 < count else points[-1]
        path.cubicTo(start + (end - before) / 6, end - (after - start) / 6, end)
    if closed:
        path.closeSubpath()
    return path


def stone(
    painter: QPainter,
    x: float,
    y: float,
    radius: float,
    rng: np.random.Generator,
    tone: str = "#7D786C",
) -> None:
    """One loose stone with a lit top and a shadow."""
    outline = blob(x, y, radius, rng, corners=6, rough=0.25)
    painter.fillPath(outline.translated(radius * 0.18, radius * 0.25), brush("#000000", 0.35))
    color = QColor(tone).lighter(int(100 + rng.uniform(-14, 14)))
    painter.setPen(pen("#1B1914", 0.018, 0.8))
    painter.setBrush(color)
    painter.drawPath(outline)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(255, 255, 255, 34))
    painter.drawPath(blob(x - radius * 0.2, y - radius * 0.25, radius * 0.5, rng, corners=6))


def rect(x: float, y: float, width: float, height: float) -> QRectF:
    return QRectF(x, y, width, height)
