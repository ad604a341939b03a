"""The stone floor of a dungeon, from the walls and the ground of its map.json."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Any

import numpy as np
from canvas import Canvas, ball, brush, pen, polygon, stone
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

FLOOR = ("#4A4F4C", "#464B49", "#4E524E", "#424745", "#50534D", "#484C47")
SLAB_EDGE = "#232725"


def cells(source: dict[str, Any], kind: str) -> set[tuple[int, int]]:
    return {
        (cell[0], cell[1])
        for group in source.get("terrain", [])
        if group["kind"] == kind
        for cell in group["cells"]
    }


def paint(
    source: dict[str, Any], rooms: list[tuple[int, int, int, int]], scale: int, seed: int
) -> Canvas:
    """The picture of a dungeon whose floors are *rooms* (column, row, columns, rows)."""
    grid = source["grid"]
    canvas = Canvas(grid["columns"], grid["rows"], scale, "#17181A", seed)
    inside = QPainterPath()
    for column, row, columns, rows in rooms:
        room = QPainterPath()
        room.addRect(QRectF(column, row, columns, rows))
        inside = inside.united(room)
    _rock(canvas)
    painter = canvas.painter()
    painter.setClipPath(inside)
    _slabs(painter, canvas, rooms, cells(source, "water"))
    painter.end()
    floor = canvas.mask(inside)
    _wear(canvas, floor)
    _raised(canvas, source)
    _water(canvas, cells(source, "water"), floor)
    painter = canvas.painter()
    _pit(painter, cells(source, "hazardous"), canvas.rng)
    _rubble(painter, cells(source, "difficult") - cells(source, "water"), canvas.rng)
    painter.end()
    _steam(canvas, cells(source, "obscured"))
    _shade(canvas, floor)
    painter = canvas.painter()
    for prop in source.get("props", []):
        _prop(painter, prop, canvas.rng)
    painter.end()
    _lamps(canvas, source, floor)
    painter = canvas.painter()
    _walls(painter, source)
    painter.end()
    return canvas


def _rock(canvas: Canvas) -> None:
    """The unhewn rock around: dark, with a faint slanted grain."""
    width, height = canvas.size
    y, x = np.mgrid[0:height, 0:width]
    grain = np.where((x + y) % round(canvas.scale * 0.16) < 1.5, 0.3, 0.0)
    canvas.lighten(0.16 * canvas.noise(2.4, 5) + grain)


def _slabs(
    painter: QPainter,
    canvas: Canvas,
    rooms: list[tuple[int, int, int, int]],
    wet: set[tuple[int, int]],
) -> None:
    """A slab for each cell, some of them split, each a little different in tone."""
    rng = canvas.rng
    seen = set()
    for left, top, columns, rows in rooms:
        for row in range(top, top + rows):
            for column in range(left, left + columns):
                if (column, row) in seen:
                    continue
                seen.add((column, row))
                for x, y, w, h in _split(column, row, rng):
                    _slab(painter, x, y, w, h, rng)
    for column, row in sorted(seen - wet):
        if rng.random() < 0.16:
            _crack(painter, column, row, rng)


def _split(
    column: int, row: int, rng: np.random.Generator
) -> list[tuple[float, float, float, float]]:
    chance = rng.random()
    if chance < 0.56:
        return [(column, row, 1, 1)]
    if chance < 0.72:
        return [(column, row, 0.5, 1), (column + 0.5, row, 0.5, 1)]
    if chance < 0.88:
        return [(column, row, 1, 0.5), (column, row + 0.5, 1, 0.5)]
    return [(column + x, row + y, 0.5, 0.5) for x in (0, 0.5) for y in (0, 0.5)]


def _slab(
    painter: QPainter, x: float, y: float, w: float, h: float, rng: np.random.Generator
) -> None:
    tone = QColor(FLOOR[rng.integers(len(FLOOR))]).lighter(int(100 + rng.uniform(-9, 9)))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillRect(QRectF(x, y, w, h), QColor(SLAB_EDGE))
    gap = 0.018
    face = QRectF(x + gap, y + gap, w - 2 * gap, h - 2 * gap)
    painter.setBrush(tone)
    painter.drawRoundedRect(face, 0.05, 0.05)
    painter.setPen(pen("#FFFFFF", 0.02, 0.07))
    painter.drawPolyline([face.bottomLeft(), face.topLeft(), face.topRight()])
    painter.setPen(pen("#000000", 0.02, 0.22))
    painter.drawPolyline([face.bottomLeft(), face.bottomRight(), face.topRight()])
    painter.setPen(Qt.PenStyle.NoPen)
    for _ in range(2):
        light = rng.random() < 0.5
        painter.setBrush(QColor(255, 255, 255, 10) if light else QColor(0, 0, 0, 16))
        bx, by = x + rng.uniform(0.1, 0.5) * w, y + rng.uniform(0.1, 0.5) * h
        painter.drawRoundedRect(
            QRectF(bx, by, rng.uniform(0.25, 0.45) * w, rng.uniform(0.25, 0.45) * h), 0.05, 0.05
        )


def _crack(painter: QPainter, column: int, row: int, rng: np.random.Generator) -> None:
    x, y = column + rng.uniform(0.1, 0.4), row + rng.uniform(0.05, 0.3)
    points = [QPointF(x, y)]
    heading = rng.uniform(0.5, 1.2)
    for _ in range(5):
        heading += rng.uniform(-0.7, 0.7)
        x = min(max(x + 0.16 * np.cos(heading), column + 0.03), column + 0.97)
        y = min(max(y + 0.16 * np.sin(heading), row + 0.03), row + 0.97)
        points.append(QPointF(x, y))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen("#1B1E1C", 0.022, 0.75))
    painter.drawPolyline(points)
    painter.setPen(pen("#FFFFFF", 0.012, 0.08))
    painter.drawPolyline([point + QPointF(0.018, 0.018) for point in points])


def _wear(canvas: Canvas, floor: np.ndarray) -> None:
    """Stains, dust and moss over the slabs."""
    canvas.lighten(floor * (0.13 * canvas.noise(3.2, 5) + 0.07 * canvas.noise(0.09, 2)))
    moss = np.clip(canvas.noise(2.6, 5) - 0.34, 0, 1) * 0.75
    canvas.blend("#4C5B3C", floor * moss)


def _raised(canvas: Canvas, source: dict[str, Any]) -> None:
    """Higher ground is lighter and throws a shadow on the floor below it."""
    for group in source.get("elevation", []):
        area = QPainterPath()
        for column, row in group["cells"]:
            cell = QPainterPath()
            cell.addRect(QRectF(column, row, 1, 1))
            area = area.united(cell)
        mask = canvas.mask(area)
        drop = canvas.soft(canvas.mask(area.translated(-0.08, 0.16)), 0.14)
        canvas.blend("#000000", np.clip(drop - mask, 0, 1) * 0.55)
        canvas.blend("#8C8676", mask * min(0.024 * group["feet"], 0.3))
        painter = canvas.painter()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen("#A39B86", 0.05, 0.8))
        painter.drawPath(area)
        painter.setPen(pen("#1A1B19", 0.025, 0.8))
        if group["feet"] <= 5:
            for column, row in group["cells"]:
                for step in (0.25, 0.5, 0.75):
                    painter.drawLine(QPointF(column, row + step), QPointF(column + 1, row + step))
        painter.end()


def _water(canvas: Canvas, wet: set[tuple[int, int]], floor: np.ndarray) -> None:
    if not wet:
        return
    area = QPainterPath()
    area.setFillRule(Qt.FillRule.WindingFill)
    for column, row in sorted(wet):
        area.addRect(QRectF(column - 0.06, row - 0.06, 1.12, 1.12))
    depth = canvas.soft(canvas.mask(area), 0.22) + 0.1 * canvas.noise(0.9, 3)
    mask = np.clip((depth - 0.5) * 24, 0, 1) * floor
    shore = np.clip((depth - 0.38) * 8, 0, 1) * floor
    canvas.blend("#101B1E", (shore - mask * shore) * 0.7)
    canvas.blend("#1D4049", mask * np.clip(0.55 + depth * 0.35, 0, 0.9))
    ripple = np.sin(canvas.noise(1.6, 3) * 16)
    canvas.blend("#7FB0B4", mask * np.clip(ripple - 0.88, 0, 1) * 1.1)


def _pit(painter: QPainter, area: set[tuple[int, int]], rng: np.random.Generator) -> None:
    """Rotten boards over darkness."""
    if not area:
        return
    left, top = min(c for c, _ in area), min(r for _, r in area)
    right, bottom = max(c for c, _ in area) + 1, max(r for _, r in area) + 1
    painter.setPen(pen("#17130E", 0.05))
    painter.setBrush(QColor("#120F0C"))
    hole = QRectF(left, top, right - left, bottom - top).adjusted(0.08, 0.08, -0.08, -0.08)
    painter.drawRoundedRect(hole, 0.1, 0.1)
    y = hole.top() + 0.02
    while y < hole.bottom() - 0.1:
        height = rng.uniform(0.15, 0.22)
        height = min(height, hole.bottom() - y)
        tone = QColor("#5A452E").lighter(int(100 + rng.uniform(-22, 14)))
        x, end = hole.left() + 0.02, hole.right() - 0.02
        pieces = [(x, end)]
        if rng.random() < 0.55:
            gap = rng.uniform(x + 0.3, end - 0.5)
            pieces = [(x, gap), (gap + rng.uniform(0.12, 0.5), end)]
        for a, b in pieces:
            if b - a < 0.1:
                continue
            painter.setPen(pen("#1C150D", 0.02))
            painter.setBrush(tone)
            jag = rng.uniform(-0.05, 0.05)
            painter.drawPath(
                polygon(
                    [(a, y), (b + jag, y), (b - jag, y + height - 0.025), (a, y + height - 0.025)]
                )
            )
            painter.setPen(pen("#000000", 0.012, 0.3))
            for _ in range(2):
                grain = y + rng.uniform(0.04, max(height - 0.05, 0.05))
                painter.drawLine(QPointF(a + 0.04, grain), QPointF(b - 0.08, grain))
        y += height


def _rubble(painter: QPainter, area: set[tuple[int, int]], rng: np.random.Generator) -> None:
    for column, row in sorted(area):
        for _ in range(16):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(20, 20, 18, 90))
            x, y = column + rng.uniform(0.02, 0.98), row + rng.uniform(0.02, 0.98)
            painter.drawEllipse(QPointF(x, y), 0.025, 0.02)
        for _ in range(7):
            stone(
                painter,
                column + rng.uniform(0.16, 0.84),
                row + rng.uniform(0.16, 0.84),
                rng.uniform(0.07, 0.17),
                rng,
            )


def _steam(canvas: Canvas, area: set[tuple[int, int]]) -> None:
    if not area:
        return
    path = QPainterPath()
    for column, row in sorted(area):
        cell = QPainterPath()
        cell.addRect(QRectF(column, row, 1, 1))
        path = path.united(cell)
    veil = canvas.soft(canvas.mask(path), 0.25) * (0.34 + 0.16 * canvas.noise(1.1, 4))
    canvas.blend("#C4CCD2", np.clip(veil, 0, 1) * canvas.mask(path))


def _shade(canvas: Canvas, floor: np.ndarray) -> None:
    """Corners and the foot of each wall are darker; the rock beyond fades out."""
    near = canvas.soft(floor, 0.34)
    canvas.lighten(-0.72 * np.clip(1 - near, 0, 1) * floor)
    rim = np.clip(canvas.soft(floor, 0.22) * 2, 0, 1) * (1 - floor)
    canvas.blend("#0B0C0E", rim * 0.8)


def _prop(painter: QPainter, prop: dict[str, Any], rng: np.random.Generator) -> None:
    points = prop["outline"]
    path = polygon([(x, y) for x, y in points])
    center = path.boundingRect().center()
    x, y = center.x(), center.y()
    name = prop.get("name", "")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(path.translated(0.07, 0.1), brush("#000000", 0.45))
    if name == "Pillar":
        painter.setPen(pen("#16171A", 0.04))
        painter.setBrush(QColor("#4E4C46"))
        painter.drawPath(path)
        painter.setBrush(ball(x, y, 0.33, "#918D81", "#55524B"))
        painter.drawEllipse(QPointF(x, y), 0.31, 0.31)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen("#FFFFFF", 0.02, 0.18))
        painter.drawEllipse(QPointF(x, y), 0.25, 0.25)
    elif name == "Crates":
        for cx, cy, size in ((13.5, 2.52, 0.42), (14.42, 2.54, 0.44)):
            _crate(painter, cx, cy, size)
    elif name == "Fallen column":
        _column(painter, points, rng)
    elif name == "Boiler":
        _boiler(painter, path.boundingRect())
    elif name == "Anvil":
        _anvil(painter, path.boundingRect())
    elif name == "Coal heap":
        _coal(painter, path.boundingRect(), rng)
    elif name == "Chest":
        painter.setPen(pen("#17110A", 0.035))
        painter.setBrush(QColor("#7A5630"))
        painter.drawRoundedRect(path.boundingRect(), 0.05, 0.05)
        painter.setBrush(QColor("#B8913F"))
        for band in (0.12, 0.42):
            painter.drawRect(QRectF(points[0][0] + band, points[0][1], 0.06, 0.45))
        painter.drawEllipse(QPointF(x, y + 0.08), 0.05, 0.05)
    else:
        painter.setPen(pen("#16171A", 0.035))
        painter.setBrush(QColor("#6A6459"))
        painter.drawPath(path)


def _boiler(painter: QPainter, box: QRectF) -> None:
    """An iron kettle with a riveted rim, its fire seen through the hatch in the west."""
    x, y, radius = box.center().x(), box.center().y(), box.width() / 2
    painter.setPen(pen("#0F0D0C", 0.05))
    painter.setBrush(ball(x, y, radius, "#7A6A5C", "#2E2723"))
    painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen("#A08C74", 0.035, 0.8))
    painter.drawEllipse(QPointF(x, y), radius * 0.72, radius * 0.72)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#B9A58A"))
    for index in range(16):
        turn = index * np.pi / 8
        at = QPointF(x + 0.86 * radius * np.cos(turn), y + 0.86 * radius * np.sin(turn))
        painter.drawEllipse(at, 0.03, 0.03)
    painter.setPen(pen("#0F0D0C", 0.04))
    painter.setBrush(ball(x, y, radius * 0.34, "#FFC266", "#B8380F"))
    painter.drawEllipse(QPointF(x, y), radius * 0.34, radius * 0.34)
    for offset in (-0.12, 0.0, 0.12):
        painter.drawLine(QPointF(x + offset, y - 0.25), QPointF(x + offset, y + 0.25))


def _anvil(painter: QPainter, box: QRectF) -> None:
    """An anvil from above: a waist between face and horn."""
    left, top, width, height = box.x(), box.y(), box.width(), box.height()
    painter.setPen(pen("#101113", 0.035))
    painter.setBrush(QColor("#5B6066"))
    painter.drawRoundedRect(box, 0.06, 0.06)
    painter.setBrush(QColor("#8B9198"))
    painter.drawRect(QRectF(left + 0.08, top + height * 0.3, width * 0.6, height * 0.4))
    horn = [
        (left + 0.08 + width * 0.6, top + height * 0.3),
        (left + width - 0.03, top + height * 0.5),
        (left + 0.08 + width * 0.6, top + height * 0.7),
    ]
    painter.drawPath(polygon(horn))


def _coal(painter: QPainter, box: QRectF, rng: np.random.Generator) -> None:
    """A heap of coal, some of it glowing."""
    painter.setPen(pen("#050505", 0.02))
    for index in range(34):
        x = box.x() + box.width() * float(rng.uniform(0.08, 0.92))
        y = box.y() + box.height() * float(rng.uniform(0.08, 0.92))
        size = float(rng.uniform(0.06, 0.12))
        glows = index % 7 == 0
        painter.setBrush(ball(x, y, size, "#FF9A4D" if glows else "#4A4A4D", "#1B1B1D"))
        painter.drawEllipse(QPointF(x, y), size, size)


def _crate(painter: QPainter, x: float, y: float, size: float) -> None:
    box = QRectF(x - size, y - size, 2 * size, 2 * size)
    painter.setPen(pen("#1A1209", 0.03))
    painter.setBrush(QColor("#66502F"))
    painter.drawRect(box)
    painter.setPen(pen("#3A2A17", 0.016, 0.8))
    for part in (0.25, 0.5, 0.75):
        height = box.top() + part * box.height()
        painter.drawLine(QPointF(box.left(), height), QPointF(box.right(), height))
    painter.setPen(pen("#7E653F", 0.1))
    inner = box.adjusted(0.06, 0.06, -0.06, -0.06)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(inner.topLeft(), inner.bottomRight())
    painter.drawRect(inner)
    painter.setPen(pen("#1A1209", 0.014, 0.6))
    painter.drawRect(box.adjusted(0.11, 0.11, -0.11, -0.11))


def _column(painter: QPainter, points: list[list[float]], rng: np.random.Generator) -> None:
    (ax, ay), (bx, by), (cx, cy) = points[:3]
    length, width = hypot(bx - ax, by - ay), hypot(cx - bx, cy - by)
    painter.save()
    painter.translate((ax + cx) / 2, (ay + cy) / 2)
    painter.rotate(degrees(atan2(by - ay, bx - ax)))
    drums = 4
    each = length / drums
    for index in range(drums):
        painter.save()
        painter.translate(-length / 2 + index * each, rng.uniform(-0.03, 0.03))
        painter.setPen(pen("#16171A", 0.03))
        for part, tone in ((0.0, "#8F8A7D"), (0.3, "#79756A"), (0.62, "#5A564E")):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tone))
            painter.drawRect(
                QRectF(0.02, -width / 2 + part * width, each - 0.04, width * (1 - part))
            )
        painter.setPen(pen("#2A2925", 0.014, 0.6))
        for part in (0.2, 0.4, 0.6, 0.8):
            height = -width / 2 + part * width
            painter.drawLine(QPointF(0.03, height), QPointF(each - 0.05, height))
        painter.setPen(pen("#16171A", 0.028))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(0.02, -width / 2, each - 0.04, width), 0.03, 0.03)
        painter.restore()
    painter.restore()


def _walls(painter: QPainter, source: dict[str, Any]) -> None:
    """The walls; a secret door looks like one, or the picture would tell on it."""
    walls = [*source.get("walls", []), *(d for d in source.get("doors", []) if d.get("secret"))]
    for color, low_width, width in (("#0B0C0E", 0.13, 0.22), ("#8C877B", 0.08, 0.15)):
        for wall in walls:
            low = wall.get("cover", "total") != "total"
            painter.setPen(pen(color, low_width if low else width))
            painter.drawLine(QPointF(*wall["from"]), QPointF(*wall["to"]))
    painter.setPen(pen("#B7B1A2", 0.03, 0.7))
    lit = QPointF(-0.02, -0.03)
    for wall in walls:
        painter.drawLine(QPointF(*wall["from"]) + lit, QPointF(*wall["to"]) + lit)


def _lamps(canvas: Canvas, source: dict[str, Any], floor: np.ndarray) -> None:
    """A warm glow around each light."""
    width, height = canvas.size
    y, x = np.mgrid[0:height, 0:width] / canvas.scale
    glow = np.zeros((height, width))
    for light in source.get("lights", []):
        far = np.hypot(x - light["at"][0], y - light["at"][1])
        glow += np.exp(-((far / (light["range"] * 0.55)) ** 2))
    if source.get("lights"):
        canvas.lighten(floor * (np.clip(glow, 0, 1.2) * 0.42 - 0.1))
        canvas.blend("#FFB45E", floor * np.clip(glow, 0, 1) * 0.05)
