"""Open country on hexes, from the ground of its map.json: meadow, wood, water, hills, marsh."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from canvas import Canvas, ball, blob, brush, pen, polygon, smooth, stone
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import Grid, GridKind, make_grid

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Country:
    """Colors of a landscape."""

    grass: str
    dark_grass: str
    tuft: str
    water: str
    deep: str
    foam: str
    shore: str
    leaves: tuple[str, ...]


MEADOW = Country(
    grass="#D3DDB4",
    dark_grass="#B3C48F",
    tuft="#7F9A5C",
    water="#93BED3",
    deep="#6FA3BF",
    foam="#D8ECF2",
    shore="#C9BE96",
    leaves=("#6F9A55", "#7FA862", "#648C4C", "#8AB06A"),
)
MARSH = Country(
    grass="#A9AE7F",
    dark_grass="#7C8659",
    tuft="#5F6C3E",
    water="#6E8E87",
    deep="#4E6F6C",
    foam="#A9C2B4",
    shore="#6E6443",
    leaves=("#6D7F4B", "#7C8D58", "#5C6E42", "#8A975F"),
)


def grid_of(source: dict[str, Any]) -> Grid:
    spec = source["grid"]
    return make_grid(GridKind(spec["kind"]), spec["columns"], spec["rows"])


def cells(source: dict[str, Any], kind: str) -> list[Cell]:
    found = (
        Cell(*cell)
        for group in source.get("terrain", [])
        if group["kind"] == kind
        for cell in group["cells"]
    )
    return list(dict.fromkeys(found))


def centers(grid: Grid, area: Iterable[Cell]) -> list[tuple[float, float]]:
    return [(p.x, p.y) for p in (grid.center(cell) for cell in area)]


def area_of(grid: Grid, area: Iterable[Cell], grow: float = 1.06) -> QPainterPath:
    """The cells as one area, each a little larger so that no seams stay."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for cell in area:
        middle = grid.center(cell)
        corners = [
            (middle.x + (p.x - middle.x) * grow, middle.y + (p.y - middle.y) * grow)
            for p in grid.corners(cell)
        ]
        path.addPath(polygon(corners))
    return path


def land(source: dict[str, Any], country: Country, scale: int, seed: int) -> Canvas:
    """Grass all over the map, with its patches and tufts."""
    grid = grid_of(source)
    canvas = Canvas(grid.width, grid.height, scale, country.grass, seed)
    canvas.blend(country.dark_grass, np.clip(canvas.noise(4.5, 5) * 0.75 + 0.22, 0, 0.85))
    canvas.lighten(0.06 * canvas.noise(0.5, 3) + 0.05 * canvas.noise(0.06, 2))
    painter = canvas.painter()
    for _ in range(int(grid.width * grid.height * 3.2)):
        x = canvas.rng.uniform(0, grid.width)
        y = canvas.rng.uniform(0, grid.height)
        _tuft(painter, x, y, country.tuft, canvas.rng, canvas.rng.uniform(0.05, 0.1))
    painter.end()
    return canvas


def _tuft(
    painter: QPainter, x: float, y: float, color: str, rng: np.random.Generator, size: float
) -> None:
    painter.setPen(pen(color, 0.016, 0.6))
    for lean in (-0.5, 0.0, 0.5):
        tip = QPointF(x + (lean + rng.uniform(-0.2, 0.2)) * size, y - size * rng.uniform(0.8, 1.3))
        painter.drawLine(QPointF(x + lean * size * 0.3, y), tip)


def hills(canvas: Canvas, source: dict[str, Any], tone: str) -> None:
    """Raised ground, lit from the top left."""
    grid = grid_of(source)
    height = np.zeros((canvas.size[1], canvas.size[0]))
    groups = sorted(source.get("elevation", []), key=lambda group: group["feet"])
    for level in range(len(groups)):
        higher = [Cell(*cell) for other in groups[level:] for cell in other["cells"]]
        mask = canvas.soft(canvas.mask(area_of(grid, higher)), 0.12)
        canvas.blend(tone, mask * 0.34)
        height += mask
    slope_y, slope_x = np.gradient(canvas.soft(height, 0.1))
    light = (slope_x + slope_y) * canvas.scale * 0.1
    canvas.lighten(np.clip(light, -0.3, 0.16))
    shadow = canvas.soft(
        np.roll(height > 0.5, (canvas.scale // 9, canvas.scale // 12), (0, 1)), 0.07
    )
    canvas.blend("#2E2A1A", np.clip(shadow - height, 0, 1) * 0.3)


def water(canvas: Canvas, source: dict[str, Any], country: Country) -> None:
    grid = grid_of(source)
    wet = cells(source, "water")
    if not wet:
        return
    # The mask reaches past the map's border, so that water at the border has no shore there.
    depth = canvas.soft(canvas.mask(area_of(grid, [*wet, *_beyond(grid, wet)], 1.1)), 0.26)
    depth += 0.09 * canvas.noise(0.9, 4)
    mask = np.clip((depth - 0.5) * 22, 0, 1)
    bank = np.clip((depth - 0.34) * 7, 0, 1)
    canvas.blend(country.shore, bank * (1 - mask) * 0.85)
    canvas.blend(country.water, mask)
    canvas.blend(country.deep, mask * np.clip((depth - 0.66) * 2.4, 0, 1))
    edge = np.clip(1 - np.abs(depth - 0.54) * 34, 0, 1)
    canvas.blend(country.foam, edge * mask * 0.8)
    ripple = np.sin(canvas.noise(2.2, 3) * 22)
    calm = np.clip(canvas.noise(1.4, 3) * 2.5 - 0.1, 0, 1)
    canvas.blend(country.foam, mask * calm * np.clip(ripple - 0.9, 0, 1) * 4)


def _beyond(grid: Grid, area: Iterable[Cell]) -> list[Cell]:
    """Cells off the map that touch *area*."""
    around = {cell.plus(step) for cell in area for step in grid.directions}
    return sorted(cell for cell in around if cell not in grid)


def road(canvas: Canvas, points: list[tuple[float, float]], width: float, tone: str) -> None:
    """A beaten road through *points*, with ruts."""
    line = smooth([QPointF(x, y) for x, y in points])
    painter = canvas.painter()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for extra, color, alpha in ((0.16, "#7A6A45", 0.3), (0.06, "#8A7750", 0.35), (0, tone, 1)):
        painter.setPen(pen(color, width + extra, alpha))
        painter.drawPath(line)
    for step in np.arange(0, 1, 0.004):
        at = line.pointAtPercent(float(step))
        for _ in range(2):
            shift = canvas.rng.uniform(-0.5, 0.5, 2) * width * 0.95
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(brush("#6F5F3D", 0.22))
            size = canvas.rng.uniform(0.012, 0.035)
            painter.drawEllipse(QPointF(at.x() + shift[0], at.y() + shift[1]), size, size * 0.7)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for side in (-0.17, 0.17):
        rut = [
            QPointF(at.x() - np.sin(angle) * side, at.y() + np.cos(angle) * side)
            for at, angle in (
                (line.pointAtPercent(float(p)), np.radians(-line.angleAtPercent(float(p))))
                for p in np.linspace(0, 1, 60)
            )
        ]
        painter.setPen(pen("#7A6844", 0.035, 0.4))
        painter.drawPath(smooth(rut))
    painter.end()


def trees(
    canvas: Canvas, places: list[tuple[float, float]], country: Country, spread: float = 0.3
) -> None:
    """A clump of round crowns at each place; the southern ones lie over the northern ones."""
    rng = canvas.rng
    crowns = []
    for x, y in places:
        for angle in np.arange(5) * 1.2566 + rng.uniform(0, 1.2):
            reach = spread * rng.uniform(0.85, 1.1)
            crowns.append(
                (y + np.sin(angle) * reach, x + np.cos(angle) * reach, rng.uniform(0.2, 0.27))
            )
        crowns.append((y, x, 0.25))
    painter = canvas.painter()
    for y, x, radius in crowns:
        painter.fillPath(
            blob(x + 0.08, y + 0.13, radius * 1.08, rng, 9, 0.08), brush("#1E2A14", 0.26)
        )
    for y, x, radius in sorted(crowns):
        tone = QColor(country.leaves[rng.integers(len(country.leaves))])
        painter.setPen(pen("#2F4422", 0.022, 0.7))
        painter.setBrush(ball(x, y, radius, tone.lighter(116).name(), tone.darker(132).name()))
        painter.drawPath(blob(x, y, radius, rng, 10, 0.07))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(255, 255, 255, 36))
        painter.drawEllipse(
            QPointF(x - radius * 0.3, y - radius * 0.36), radius * 0.34, radius * 0.27
        )
    painter.end()


def boulder(canvas: Canvas, outline: list[list[float]]) -> None:
    path = polygon([(x, y) for x, y in outline])
    middle = path.boundingRect().center()
    painter = canvas.painter()
    painter.fillPath(path.translated(0.07, 0.11), brush("#1E1E16", 0.35))
    painter.setPen(pen("#33322C", 0.03))
    painter.setBrush(ball(middle.x(), middle.y(), 0.42, "#BBB8AC", "#78756A"))
    painter.drawPath(path)
    painter.setPen(pen("#4A4840", 0.018, 0.7))
    painter.drawLine(middle, QPointF(*outline[2]))
    painter.drawLine(middle, QPointF(*outline[4]))
    painter.drawLine(middle, QPointF(*outline[6]))
    painter.end()


def reeds(canvas: Canvas, places: list[tuple[float, float]]) -> None:
    rng = canvas.rng
    painter = canvas.painter()
    for x, y in places:
        painter.fillPath(blob(x, y, 0.5, rng, 10, 0.12), brush("#5D6A3C", 0.4))
    stems = [
        (y + rng.uniform(-0.38, 0.42), x + rng.uniform(-0.44, 0.44))
        for x, y in places
        for _ in range(26)
    ]
    for y, x in sorted(stems):
        tall = rng.uniform(0.16, 0.3)
        lean = rng.uniform(-0.06, 0.06)
        tone = QColor("#8C9A55").lighter(int(100 + rng.uniform(-28, 18))).name()
        painter.setPen(pen("#2E3620", 0.034, 0.55))
        painter.drawLine(QPointF(x, y), QPointF(x + lean, y - tall))
        painter.setPen(pen(tone, 0.02))
        painter.drawLine(QPointF(x, y), QPointF(x + lean, y - tall))
        if rng.random() < 0.22:
            painter.setPen(pen("#5B3B22", 0.045))
            painter.drawLine(QPointF(x + lean, y - tall), QPointF(x + lean * 1.2, y - tall - 0.07))
    painter.end()


def mud(canvas: Canvas, grid: Grid, area: list[Cell]) -> None:
    if not area:
        return
    depth = canvas.soft(canvas.mask(area_of(grid, area)), 0.16) + 0.12 * canvas.noise(0.7, 4)
    mask = np.clip((depth - 0.5) * 9, 0, 1)
    canvas.blend("#5E5136", mask * 0.75)
    gloss = np.sin(canvas.noise(0.9, 3) * 14)
    canvas.blend("#9A8A63", mask * np.clip(gloss - 0.8, 0, 1) * 1.6)


def gas(canvas: Canvas, grid: Grid, area: list[Cell]) -> None:
    if not area:
        return
    veil = canvas.soft(canvas.mask(area_of(grid, area)), 0.24)
    canvas.blend("#4E5A2C", veil * 0.55)
    canvas.blend("#D6DE7C", veil * np.clip(0.28 + 0.4 * canvas.noise(0.9, 4), 0, 0.7))
    painter = canvas.painter()
    for x, y in centers(grid, area):
        for _ in range(7):
            at = QPointF(x + canvas.rng.uniform(-0.36, 0.36), y + canvas.rng.uniform(-0.36, 0.36))
            size = canvas.rng.uniform(0.025, 0.07)
            painter.setPen(pen("#39431D", 0.018, 0.8))
            painter.setBrush(QColor(222, 232, 140, 130))
            painter.drawEllipse(at, size, size)
    painter.end()


def causeway(canvas: Canvas, points: list[tuple[float, float]], width: float) -> None:
    """A road of split logs."""
    rng = canvas.rng
    line = smooth([QPointF(x, y) for x, y in points])
    painter = canvas.painter()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen("#2B2517", width + 0.16, 0.4))
    painter.drawPath(line)
    painter.setPen(pen("#4A3E28", width * 0.9, 1))
    painter.drawPath(line)
    count = round(line.length() / 0.15)
    for index in range(count + 1):
        share = index / count
        at, angle = line.pointAtPercent(share), line.angleAtPercent(share)
        if rng.random() < 0.05:
            continue
        painter.save()
        painter.translate(at)
        painter.rotate(-angle + rng.uniform(-5, 5))
        long = width * rng.uniform(0.94, 1.1)
        tone = QColor("#8B7450").lighter(int(100 + rng.uniform(-20, 16)))
        painter.setPen(pen("#2B2215", 0.02))
        painter.setBrush(tone)
        painter.drawRoundedRect(QRectF(-0.063, -long / 2, 0.126, long), 0.04, 0.04)
        painter.setPen(pen("#FFFFFF", 0.016, 0.16))
        painter.drawLine(QPointF(-0.025, -long / 2 + 0.04), QPointF(-0.025, long / 2 - 0.04))
        painter.restore()
    painter.end()


def flagstones(canvas: Canvas, grid: Grid, area: list[Cell]) -> None:
    """The worn floor of a ruin."""
    if not area:
        return
    path = area_of(grid, area, 1.0)
    painter = canvas.painter()
    painter.setClipPath(path)
    bounds = path.boundingRect()
    painter.fillRect(bounds, QColor("#57564C"))
    rng = canvas.rng
    y = bounds.top()
    while y < bounds.bottom():
        high = rng.uniform(0.26, 0.36)
        x = bounds.left() - rng.uniform(0, 0.3)
        while x < bounds.right():
            wide = rng.uniform(0.28, 0.52)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor("#8E8B7E").lighter(int(100 + rng.uniform(-14, 10))))
            if rng.random() > 0.1:
                painter.drawRoundedRect(
                    QRectF(x + 0.015, y + 0.015, wide - 0.03, high - 0.03), 0.04, 0.04
                )
            x += wide
        y += high
    painter.end()
    mask = canvas.mask(path)
    canvas.blend("#5F6B40", mask * np.clip(canvas.noise(0.9, 4) - 0.1, 0, 1) * 0.8)
    canvas.lighten(mask * 0.1 * canvas.noise(0.3, 3))


def masonry(canvas: Canvas, walls: list[dict[str, Any]]) -> None:
    """Standing walls of a ruin; low ones are lighter and broken."""
    rng = canvas.rng
    painter = canvas.painter()
    for shade in (True, False):
        for wall in walls:
            low = wall.get("cover", "total") != "total"
            start, end = QPointF(*wall["from"]), QPointF(*wall["to"])
            if shade:
                painter.setPen(pen("#1C1B15", 0.26, 0.8))
                painter.drawLine(start + QPointF(0.02, 0.04), end + QPointF(0.02, 0.04))
                continue
            blocks = 4
            for index in range(blocks):
                if low and rng.random() < 0.3:
                    continue
                a = start + (end - start) * ((index + 0.08) / blocks)
                b = start + (end - start) * ((index + 0.92) / blocks)
                tone = QColor("#A29D8D" if low else "#B3AE9E").lighter(
                    int(100 + rng.uniform(-9, 7))
                )
                painter.setPen(pen(tone.name(), 0.15))
                painter.drawLine(a, b)
    painter.end()


def cart(canvas: Canvas, outline: list[list[float]]) -> None:
    """A cart that sank to its axles."""
    path = polygon([(x, y) for x, y in outline])
    painter = canvas.painter()
    painter.fillPath(path.translated(0.05, 0.09), brush("#1C1810", 0.45))
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline
    for share in (0.24, 0.76):
        for far in ((ax, ay, bx, by), (dx, dy, cx, cy)):
            at = QPointF(far[0] + (far[2] - far[0]) * share, far[1] + (far[3] - far[1]) * share)
            painter.setPen(pen("#221A10", 0.05))
            painter.setBrush(QColor("#5A452C"))
            painter.drawEllipse(at, 0.15, 0.1)
    painter.setPen(pen("#221A10", 0.03))
    painter.setBrush(QColor("#7D6038"))
    painter.drawPath(path)
    painter.setPen(pen("#2F2415", 0.018, 0.8))
    for share in (0.2, 0.4, 0.6, 0.8):
        painter.drawLine(
            QPointF(ax + (dx - ax) * share, ay + (dy - ay) * share),
            QPointF(bx + (cx - bx) * share, by + (cy - by) * share),
        )
    painter.setPen(pen("#A08152", 0.05))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.end()


def scatter(canvas: Canvas, grid: Grid, area: list[Cell], count: int, tone: str) -> None:
    """Loose stones in each cell."""
    painter = canvas.painter()
    for x, y in centers(grid, area):
        for _ in range(count):
            stone(
                painter,
                x + canvas.rng.uniform(-0.36, 0.36),
                y + canvas.rng.uniform(-0.36, 0.36),
                canvas.rng.uniform(0.04, 0.1),
                canvas.rng,
                tone,
            )
    painter.end()


def fell_road(source: dict[str, Any], scale: int) -> Canvas:
    """A road between wood, knoll and mere."""
    grid = grid_of(source)
    canvas = land(source, MEADOW, scale, 11)
    hills(canvas, source, "#D8BE8C")
    water(canvas, source, MEADOW)
    road(
        canvas,
        [(-0.6, 6.7), (2.2, 6.75), (5.2, 6.55), (7.6, 5.7), (9.4, 4.3), (10.1, 2.6), (10.0, -0.6)],
        0.62,
        "#DBC79B",
    )
    wood = cells(source, "difficult")
    canvas.blend("#6B8A4E", canvas.soft(canvas.mask(area_of(grid, wood)), 0.16) * 0.5)
    trees(canvas, centers(grid, wood), MEADOW)
    for prop in source.get("props", []):
        if prop["name"] == "Boulder":
            boulder(canvas, prop["outline"])
    return canvas


def flat_marsh(source: dict[str, Any], scale: int) -> Canvas:
    """A causeway of logs between pools, reeds and a ruined tower."""
    grid = grid_of(source)
    canvas = land(source, MARSH, scale, 23)
    hills(canvas, source, "#A8996A")
    reed_cells = cells(source, "obscured")
    mud(canvas, grid, [c for c in cells(source, "difficult") if c not in reed_cells])
    water(canvas, source, MARSH)
    gas(canvas, grid, cells(source, "hazardous"))
    causeway(
        canvas,
        [(-0.6, 6.4), (1.5, 6.0), (3.6, 5.6), (6.2, 5.75), (8.6, 6.0), (10.4, 5.5), (11.6, 4.5)],
        0.72,
    )
    top = max(source["elevation"], key=lambda group: group["feet"])
    tower = [Cell(*cell) for cell in top["cells"]]
    flagstones(canvas, grid, tower)
    around = [cell for cell in {n for t in tower for n in grid.neighbors(t)} if cell not in tower]
    scatter(canvas, grid, sorted(around), 2, "#A29D8D")
    masonry(canvas, source["walls"])
    reeds(canvas, centers(grid, reed_cells))
    for prop in source["props"]:
        middle = polygon([(x, y) for x, y in prop["outline"]]).boundingRect().center()
        if prop["name"] == "Willow":
            trees(canvas, [(middle.x(), middle.y())], MARSH, 0.24)
        else:
            cart(canvas, prop["outline"])
    return canvas
