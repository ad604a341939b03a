"""Who decides while a question is open, and who gave rise to it: rings and words on the map."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath

from battlemap.model.intent import Move
from battlemap.rules.procedure import Ask
from battlemap.ui.overlays.drawing import (
    SQUARE,
    Drawing,
    DrawingOverlay,
    Line,
    Mark,
    beside_plates,
)
from battlemap.ui.overlays.label_place import FARTHEST, label_place
from battlemap.ui.overlays.overlay import Z_PATH, Z_TRIGGER, Overlay
from battlemap.ui.scene.strokes import plate, plate_width, stroke

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from battlemap.geometry.cell import Cell
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.scene.map_scene import MapScene
    from battlemap.ui.theme import Theme

STRIKES = ("opportunity attack", "brace")
"""Kinds of questions about a strike at whoever does something else."""
_AWAY, _WIDTH = 13.0, 3.4
"""How far from the disc the ring is, and how wide, in pixels."""
_HEIGHT = 18.0


@dataclass(frozen=True)
class AskedMark:
    """A ring around a token and a word beside it; who decides has the ring unbroken, with horns."""

    token: str
    disc: QRectF
    word: str
    decides: bool


def marks_of(bridge: Bridge, discs: dict[str, QRectF]) -> tuple[AskedMark, ...]:
    """Return the marks of the open question; none where there is no question."""
    question = bridge.session.pending
    if not isinstance(question, Ask):
        return ()
    actor = actor_of(bridge)
    is_reaction = actor is not None and question.token != actor
    marks = []
    for key in dict.fromkeys((question.token, *question.focus)):
        if key not in discs:
            continue
        if key == question.token:
            word = "Reacts?" if is_reaction else "Decides"
        elif is_reaction and key == actor:
            word = "Provokes" if question.kind in STRIKES else "Acts"
        else:
            word = ""
        marks.append(AskedMark(key, discs[key], word, key == question.token))
    return tuple(marks)


def actor_of(bridge: Bridge) -> str | None:
    """Return whose deed the open question belongs to, or None."""
    deed = bridge.session.open_deed
    actor = getattr(deed, "attacker", None) or getattr(deed, "token", None)
    return actor if isinstance(actor, str) else None


class AskedOverlay(Overlay):
    """Draws the marks of an open question."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Z_TRIGGER + 2, margin=FARTHEST + 90)
        self.marks: tuple[AskedMark, ...] = ()

    def show_marks(self, marks: tuple[AskedMark, ...]) -> None:
        """Show these; none: nothing."""
        self.marks = marks
        content = QRectF()
        for mark in marks:
            content = content.united(mark.disc)
        self.present(content)

    def boxes(self) -> list[QRectF]:
        """Return where the words stand, in scene units: beside tokens, names and each other."""
        scene, unit = self.scene(), self.unit
        tokens = list(scene.discs().values()) if scene is not None else []
        plates = [*scene.plates(), *scene.arcs.names.boxes()] if scene is not None else []
        found: list[QRectF] = []
        for mark in self.marks:
            if not mark.word:
                found.append(QRectF())
                continue
            others = [other for other in found if not other.isNull()]
            places = []
            for box in self._around(mark):
                by = label_place(box, unit, tokens=tokens, plates=plates + others)
                places.append(box.translated(by))
                if by.isNull():
                    break
            # The word of one token must not stand beside another.
            middle = mark.disc.center()
            free = [] if not by.isNull() else places[-1:]
            found.append(min(free or places, key=lambda box: _distance(box.center(), middle)))
        return found

    def _around(self, mark: AskedMark) -> list[QRectF]:
        """Return where the word would stand beside the ring: above, right, left and below."""
        unit, disc = self.unit, mark.disc
        width = (plate_width(mark.word, 11, 700, 7) + 2) * unit
        upright = disc.height() / 2 + (_AWAY + _HEIGHT / 2 + 4) * unit
        across = disc.width() / 2 + (_AWAY + 4) * unit + width / 2
        boxes = []
        for x, y in ((0.0, -upright), (across, 0.0), (-across, 0.0), (0.0, upright)):
            box = QRectF(0, 0, width, _HEIGHT * unit)
            box.moveCenter(disc.center() + QPointF(x, y))
            boxes.append(box)
        return boxes

    def draw(self, painter: QPainter, exposed: QRectF) -> None:
        """Draw the rings, then the words."""
        theme, unit = self.theme, self.unit
        # Rings pass under names.
        painter.save()
        painter.setClipRegion(beside_plates(self, exposed), Qt.ClipOperation.IntersectClip)
        for mark in self.marks:
            away = _AWAY * unit
            ring = QPainterPath()
            ring.addEllipse(mark.disc.adjusted(-away, -away, away, away))
            stroke(painter, ring, theme, theme.warn, _WIDTH, unit, () if mark.decides else (7, 6))
            if mark.decides:
                stroke(painter, _horns(mark.disc, away, unit), theme, theme.warn, _WIDTH, unit)
        painter.restore()
        for mark, box in zip(self.marks, self.boxes(), strict=True):
            if mark.word:
                plate(
                    painter,
                    box.center(),
                    mark.word,
                    unit,
                    ink=theme.on_plate,
                    fill=theme.plate,
                    edge=theme.warn,
                    weight=700,
                    height=_HEIGHT,
                    padding=7,
                    alpha=1.0,
                )


def _distance(one: QPointF, other: QPointF) -> float:
    return hypot(one.x() - other.x(), one.y() - other.y())


def _horns(disc: QRectF, away: float, unit: float) -> QPainterPath:
    """Return four strokes outward from the ring, at its sides, top and foot."""
    path, middle = QPainterPath(), disc.center()
    start = disc.width() / 2 + away
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        path.moveTo(middle + QPointF(x, y) * start)
        path.lineTo(middle + QPointF(x, y) * (start + 7 * unit))
    return path


class AskedMarks(QObject):
    """Keeps the marks true to the open question, and the way on which a mover waits."""

    def __init__(self, bridge: Bridge, scene: MapScene) -> None:
        super().__init__(scene)
        self._bridge, self._scene = bridge, scene
        self.overlay = AskedOverlay(scene.theme)
        self.way = DrawingOverlay(scene.theme, Z_PATH)
        scene.add_overlays(self.way, self.overlay)
        bridge.asked.connect(self.refresh)

    def refresh(self, *_: object) -> None:
        """Mark who is asked now, and where who moves is going."""
        self.overlay.show_marks(marks_of(self._bridge, self._scene.discs()))
        places = [self._scene.center_of(*step) for step in way_left(self._bridge)]
        if len(places) < 2:
            self.way.clear()
            return
        lines = [Line(a, b, "shortest", 3.0, (7, 5)) for a, b in pairwise(places)]
        self.way.show_drawing(Drawing(tuple(lines), (Mark(places[-1], SQUARE, "shortest"),)))


def way_left(bridge: Bridge) -> list[tuple[str, Cell]]:
    """Return the token that waits on its way and each cell from where it is to the end."""
    deed = bridge.session.open_deed
    if bridge.session.pending is None or not isinstance(deed, Move):
        return []
    token = bridge.token(deed.token)
    if token is None or token.at not in deed.cells:
        return []
    return [(token.id, cell) for cell in deed.cells[deed.cells.index(token.at) :]]
