"""Pictures of maps and tokens: decoded once, large ones away from the window's thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QObject,
    QRectF,
    QSizeF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter
from PySide6.QtSvg import QSvgRenderer

from battlemap.resources import asset_path

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

BUILTIN = "builtin:"
LARGE_BYTES = 400_000
"""Encoded pictures larger than this are decoded in a thread of their own."""

MAXIMUM_PIXELS = 300_000_000
"""Pictures that claim more pixels than this are not decoded."""

SMALLEST_LEVEL = 48
"""Halving a picture stops when neither side is longer than this, in pixels."""

BLACK = 0.1
"""Lightness under which a picture is so dark that lines on it are lighter than it."""

DARKER = 150
"""How dark grid lines are on a picture: as ``QColor.darker`` counts, in percent."""

DRAWING_PIXELS = 512
"""The longer side of a drawing (SVG) once it is a picture."""


@dataclass(frozen=True)
class Picture:
    """A picture with halved copies of itself, so that zooming out stays fast and smooth."""

    levels: tuple[QImage, ...]
    source: bytes = b""
    """The drawing (SVG) that it was made from; empty: none."""

    @cached_property
    def drawing(self) -> QSvgRenderer | None:
        """What draws it as lines, for paper and files of lines; None where it is pixels."""
        return QSvgRenderer(QByteArray(self.source)) if self.source else None

    @classmethod
    def of(cls, image: QImage, source: bytes = b"") -> Picture:
        """Return *image* with its halved copies.

        Parameters
        ----------
        source
            The file, where that is a drawing.
        """
        levels = [image]
        while max(levels[-1].width(), levels[-1].height()) > SMALLEST_LEVEL:
            last = levels[-1]
            levels.append(
                last.scaled(
                    max(1, last.width() // 2),
                    max(1, last.height() // 2),
                    Qt.AspectRatioMode.IgnoreAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
        return cls(tuple(levels), source if is_drawing(source) else b"")

    @cached_property
    def line_color(self) -> str:
        """The color of grid lines over this picture: its own tone, darker; lighter on a black one.

        One color that fits day and night maps alike, in either theme; opaque, so it is fast to
        draw. Bright parts count more than the darkness around a dungeon.
        """
        image = self.levels[-1]
        red = green = blue = whole = 0.0
        for y in range(image.height()):
            for x in range(image.width()):
                pixel = image.pixelColor(x, y)
                weight = pixel.alphaF() * (0.02 + pixel.lightnessF())
                red += weight * pixel.redF()
                green += weight * pixel.greenF()
                blue += weight * pixel.blueF()
                whole += weight
        if whole == 0:
            return "#808080"
        tone = QColor.fromRgbF(red / whole, green / whole, blue / whole)
        if tone.lightnessF() < BLACK:
            return QColor.fromHslF(max(tone.hslHueF(), 0), tone.hslSaturationF(), 0.22).name()
        return tone.darker(DARKER).name()

    def level_for(self, width_px: float) -> QImage:
        """Return the smallest copy that still fills *width_px* pixels of width."""
        for level in reversed(self.levels):
            if level.width() >= width_px:
                return level
        return self.levels[0]


def scaled_once(image: QImage, most: QSizeF) -> QImage:
    """Return *image* with at most so many pixels, scaled in one step; a smaller one as it is."""
    if image.width() <= most.width() and image.height() <= most.height():
        return image
    return image.scaled(
        max(1, round(most.width())),
        max(1, round(most.height())),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )


def is_drawing(data: bytes) -> bool:
    """Tell whether a file is an SVG drawing."""
    return b"<svg" in data[:4096]


def decode(data: bytes) -> QImage:
    """Return the decoded picture; a null image where *data* isn't one, or claims to be huge."""
    if is_drawing(data):
        return _decode_drawing(data)
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and size.width() * size.height() > MAXIMUM_PIXELS:
        return QImage()
    # Qt's own limit would refuse maps that are just a little larger than 8000 by 8000; the header
    # was checked above.
    QImageReader.setAllocationLimit(MAXIMUM_PIXELS * 4 // (1024 * 1024) + 1)
    image = reader.read()
    if image.isNull():
        return image
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _decode_drawing(data: bytes) -> QImage:
    renderer = QSvgRenderer(QByteArray(data))
    size = QSizeF(renderer.defaultSize())
    if not renderer.isValid() or size.isEmpty():
        return QImage()
    size.scale(QSizeF(DRAWING_PIXELS, DRAWING_PIXELS), Qt.AspectRatioMode.KeepAspectRatio)
    image = QImage(size.toSize(), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    return image


def find_picture(key: str, assets: Mapping[str, bytes], folder: Path | None) -> bytes | None:
    """Return the bytes of a picture: an asset, ``builtin:NAME``, or a file beside the map."""
    if not key:
        return None
    if key in assets:
        return assets[key]
    try:
        return _from_disk(key, folder)
    except (OSError, ValueError):
        # No folder can hold such a name, or it can't be read; an error here would end the painting.
        return None


def _from_disk(key: str, folder: Path | None) -> bytes | None:
    if key.startswith(BUILTIN):
        name = key.removeprefix(BUILTIN)
        if not name or "/" in name or "\\" in name:
            return None
        for ending in ("svg", "png", "webp", "jpg"):
            path = asset_path("tokens", f"{name}.{ending}")
            if path.is_file():
                return path.read_bytes()
        return None
    if folder is None:
        return None
    path = (folder / key).resolve()
    # A map from elsewhere must not make us open files outside its own folder.
    if folder.resolve() not in path.parents or not path.is_file():
        return None
    return path.read_bytes()


_decoder = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pictures")
"""Python waits for its own threads at the end; one of Qt's could want to run Python after it."""


class PictureStore(QObject):
    """The decoded pictures of the open document, by key."""

    decoded = Signal(int, str, object)
    """(generation, key, Picture or None), from the thread that decoded it."""
    arrived = Signal(str)
    """A picture that was asked for can be drawn now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: dict[str, Picture | None] = {}
        self._pending: set[str] = set()
        self._generation = 0
        self.decoded.connect(self._keep, Qt.ConnectionType.QueuedConnection)

    def clear(self) -> None:
        """Forget everything; another document was opened. What is being decoded comes too late."""
        self._generation += 1
        self._known.clear()
        self._pending.clear()

    def get(
        self,
        key: str,
        assets: Mapping[str, bytes],
        folder: Path | None = None,
        *,
        wait: bool = False,
    ) -> Picture | None:
        """Return the picture, or None: there is none, or it is still being decoded.

        Parameters
        ----------
        wait
            Decode here and now, however large; for files and paper.
        """
        if key in self._known:
            return self._known[key]
        if key in self._pending and not wait:
            return None
        data = find_picture(key, assets, folder)
        if data is None:
            self._known[key] = None
        elif wait or len(data) <= LARGE_BYTES:
            image = decode(data)
            self._known[key] = None if image.isNull() else Picture.of(image, data)
        else:
            self._pending.add(key)
            _decoder.submit(self._decode, self._generation, key, data)
            return None
        return self._known[key]

    def _decode(self, generation: int, key: str, data: bytes) -> None:
        image = decode(data)
        picture = None if image.isNull() else Picture.of(image, data)
        # The window may be gone by now, and the store with it.
        with suppress(RuntimeError):
            self.decoded.emit(generation, key, picture)

    def _keep(self, generation: int, key: str, picture: Picture | None) -> None:
        if generation == self._generation and key in self._pending:
            self._pending.discard(key)
            self._known[key] = picture
            self.arrived.emit(key)
