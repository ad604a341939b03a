"""A fight as a film: one picture for each deed, in a folder or as an animated GIF or WebP."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PIL import Image
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from battlemap.ui.printing.application import ensure_application
from battlemap.ui.printing.picture import (
    PictureError,
    Portrayal,
    check_size,
    draw_picture,
    encoded,
    in_grays,
    picture_size,
)
from battlemap.ui.printing.printer import PrintCancelledError, write_whole
from battlemap.ui.scene.coordinates import SCENE_SCALE, to_scene
from battlemap.ui.scene.strokes import line_path, stroke
from battlemap.ui.scene.token_look import disc
from battlemap.ui.theme import font, tint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from battlemap.model.encounter import Encounter
    from battlemap.rules.system import RuleSystem
    from battlemap.session.states import State

CAPTION_PX = 34
"""Height of the line below the map that says what was done."""

ANIMATIONS = ("gif", "webp")

LAST_SHARE = 2.5
"""How much longer than the others the last picture stays."""


@dataclass(frozen=True)
class Film:
    """How a fight is shown.

    Raises
    ------
    PictureError
        If a picture would stay no time, or longer than a minute.
    """

    portrayal: Portrayal
    seconds: float = 1.5
    """How long each picture stays."""
    has_captions: bool = True

    def __post_init__(self) -> None:
        if not 0.02 <= self.seconds <= 60:
            raise PictureError("a picture stays between 0.02 and 60 seconds")


def frames(states: Sequence[State], system: RuleSystem, film: Film) -> Iterator[QImage]:
    """Yield the picture of each state, one at a time, all of the same size.

    Raises
    ------
    PictureError
        If a picture would be too large.
    """
    ensure_application()
    # A map that grew or shrank during the fight is shown in the frame that holds all of it.
    sizes = [
        picture_size(s.encounter, film.portrayal.pixels_per_cell, film.portrayal.region)
        for s in states
    ]
    width, height = max(size[0] for size in sizes), max(size[1] for size in sizes)
    caption = CAPTION_PX if film.has_captions else 0
    check_size(width, height + caption)
    before: Encounter | None = None
    for state in states:
        image = QImage(width, height + caption, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(film.portrayal.theme.panel))
        painter = QPainter(image)
        # The whole is turned gray at the end, arrows and caption too.
        plain = replace(film.portrayal, is_gray=False, transparent=False)
        painter.drawImage(0, 0, draw_picture(state.encounter, system, plain))
        if before is not None:
            _paint_moves(painter, before, state.encounter, film.portrayal)
        if film.has_captions:
            _paint_caption(painter, state, film.portrayal, QRectF(0, height, width, caption))
        painter.end()
        before = state.encounter
        yield in_grays(image) if film.portrayal.is_gray else image


def write_frames(
    states: Sequence[State],
    system: RuleSystem,
    folder: Path,
    film: Film,
    progress: Callable[[int, int], bool] | None = None,
) -> int:
    """Write one PNG for each state into *folder*, numbered in order; return how many.

    Parameters
    ----------
    progress
        Called with the pictures done and their number; returns whether to go on.

    Raises
    ------
    PictureError
        If a picture would be too large.
    PrintCancelledError
        If *progress* said to stop; what was written stays.
    OSError
        If the folder can't be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    digits = max(3, len(str(len(states))))
    for index, image in enumerate(_told(states, system, film, progress)):
        write_whole(
            folder / f"{index + 1:0{digits}}{_slug(states[index].label)}.png", encoded(image, "png")
        )
    return len(states)


def write_animation(
    states: Sequence[State],
    system: RuleSystem,
    path: Path,
    film: Film,
    progress: Callable[[int, int], bool] | None = None,
) -> int:
    """Write the states as an animated GIF or WebP that starts over at its end; return how many.

    One picture is in memory at a time besides what the format needs.

    Raises
    ------
    PictureError
        If the ending is neither .gif nor .webp, or a picture would be too large.
    PrintCancelledError
        If *progress* said to stop; nothing was written.
    OSError
        If the file can't be written.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind not in ANIMATIONS:
        raise PictureError(f"“{path.name}” must end in .gif or .webp, or name a folder")
    pictures = (_pillow(image) for image in _told(states, system, film, progress))
    if kind == "gif":
        pictures = _in_256_colors(pictures)
    first = next(pictures)
    longest = 65_000  # GIF counts hundredths of a second in 16 bits; WebP milliseconds in 24.
    stay = min(longest, round(film.seconds * 1000))
    last = min(longest, round(stay * LAST_SHARE))
    target = io.BytesIO()
    options = {"quality": 88, "method": 3} if kind == "webp" else {"optimize": False, "disposal": 1}
    first.save(
        target,
        format=kind.upper(),
        save_all=True,
        append_images=pictures,
        duration=[*[stay] * (len(states) - 1), last],
        loop=0,
        **options,
    )
    write_whole(path, target.getvalue())
    return len(states)


def _told(
    states: Sequence[State],
    system: RuleSystem,
    film: Film,
    progress: Callable[[int, int], bool] | None,
) -> Iterator[QImage]:
    """Yield the pictures and tell after each how far it is."""
    for done, image in enumerate(frames(states, system, film)):
        if progress is not None and not progress(done, len(states)):
            raise PrintCancelledError
        yield image
    if progress is not None:
        progress(len(states), len(states))


def _in_256_colors(pictures: Iterator[Image.Image]) -> Iterator[Image.Image]:
    """Yield pictures in the colors that suit the first one, so that what stands still is the same.

    An octree keeps the few pixels of a ring in its color; the median of a map is all gray.
    """
    colors: Image.Image | None = None
    for picture in pictures:
        if colors is None:
            colors = picture.quantize(256, method=Image.Quantize.FASTOCTREE)
        yield picture.quantize(palette=colors, dither=Image.Dither.NONE)


def _pillow(image: QImage) -> Image.Image:
    opaque = image.convertToFormat(QImage.Format.Format_RGB888)
    return Image.frombuffer(
        "RGB",
        (opaque.width(), opaque.height()),
        bytes(opaque.constBits()),
        "raw",
        "RGB",
        opaque.bytesPerLine(),
        1,
    )


def _paint_moves(
    painter: QPainter, before: Encounter, after: Encounter, portrayal: Portrayal
) -> None:
    """Draw a line from where each token stood to where it stands now."""
    shown, grid = portrayal.shown(after), after.map.grid.grid
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = portrayal.pixels_per_cell / SCENE_SCALE
    painter.scale(scale, scale)
    painter.translate(-shown.x * SCENE_SCALE, -shown.y * SCENE_SCALE)
    unit = 1 / scale
    for key, token in after.tokens.items():
        earlier = before.tokens.get(key)
        if earlier is None or earlier.at == token.at or (token.hidden and not portrayal.layers.gm):
            continue
        start, end = to_scene(disc(grid, earlier)[0]), to_scene(disc(grid, token)[0])
        way = end - start
        length = (way.x() ** 2 + way.y() ** 2) ** 0.5
        radius = disc(grid, token)[1] * SCENE_SCALE
        if length <= radius:
            continue
        # It ends at the ring: no line runs over the picture of the token.
        tip = start + way * ((length - radius) / length)
        color = portrayal.theme.shortest
        stroke(painter, line_path(start, tip), portrayal.theme, color, 3.0, unit, (7, 5))
        painter.setBrush(tint(color))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(start), 4 * unit, 4 * unit)
    painter.restore()


def _paint_caption(painter: QPainter, state: State, portrayal: Portrayal, box: QRectF) -> None:
    theme, order = portrayal.theme, state.encounter.turn_order
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.setFont(font(15, 600))
    right = f"Round {order.round}" if order.is_running else ""
    inner = box.adjusted(12, 0, -12, 0)
    painter.setPen(tint(theme.ink2))
    painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), right)
    room = inner.width() - painter.fontMetrics().horizontalAdvance(right) - 12
    words = painter.fontMetrics().elidedText(
        state.label, Qt.TextElideMode.ElideRight, max(0, int(room))
    )
    painter.setPen(tint(theme.ink))
    painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), words)
    painter.restore()


def _slug(label: str) -> str:
    """Return a deed's name as part of a file's name.

    Examples
    --------
    >>> _slug("Seren moves to K9"), _slug("?!")
    ('-seren-moves-to-k9', '')
    """
    words = re.sub(r"[^a-z0-9]+", "-", label.lower()).strip("-")[:48].rstrip("-")
    return f"-{words}" if words else ""
