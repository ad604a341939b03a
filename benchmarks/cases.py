"""What is measured. A case prepares its field once and hands back the call that is timed.

Each call returns a number (cells, rays, feet...) that the runner shows and that must not be 0, so
that a case which no longer does its work is noticed.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType

from battlemap.geometry.grid import DiagonalMetric, GridKind
from battlemap.model.intent import Attack
from battlemap.model.store import dumps, loads
from battlemap.session.documents import types_of
from battlemap.session.registry import find_system
from battlemap.tactics.board import Board
from battlemap.tactics.cover import exposure
from battlemap.tactics.crossings import crossings
from battlemap.tactics.distance import distance_between
from battlemap.tactics.movement import Mover, movement_field
from battlemap.tactics.situation import survey
from battlemap.tactics.threat import threatened
from benchmarks.scenes import battlefield

Work = Callable[[], int]
SYSTEM = find_system("shadowrealms")
TWELVE_CELLS = Mover(rate=1200, actions=1)


@dataclass(frozen=True)
class Size:
    """How large the fields are: the real thing, or just enough to see that a case runs."""

    cells: int
    tokens: int
    walls: int


FULL = Size(cells=200, tokens=100, walls=1_000)
SMOKE = Size(cells=40, tokens=12, walls=40)


def fresh_board(encounter):
    """Return a board that knows nothing yet, of an encounter that no cache knows."""
    obstacles = MappingProxyType(dict(encounter.map.obstacles))
    return Board(encounter.with_map(replace(encounter.map, obstacles=obstacles)), SYSTEM)


def square(size):
    return battlefield(
        GridKind.SQUARE, size.cells, size.cells, tokens=size.tokens, walls=size.walls
    )


def hexes(size):
    return battlefield(
        GridKind.HEX_FLAT, size.cells, size.cells, tokens=size.tokens, walls=size.walls
    )


def distances_on_squares(size: Size) -> Work:
    """10,000 distances with alternating diagonals."""
    grid = square(size).map.grid.grid
    pairs = [
        (grid.from_offset(i % 17, i % 13), grid.from_offset(i % 31, i % 37)) for i in range(10_000)
    ]
    return lambda: sum(grid.distance(a, b, DiagonalMetric.ALTERNATING) for a, b in pairs)


def range_on_squares(size: Size) -> Work:
    """The movement field of 12 cells at the press of a drag, walls already indexed."""
    encounter = square(size)
    board = Board.of(encounter, SYSTEM)
    movement_field(board, "t0", TWELVE_CELLS)
    return lambda: len(movement_field(board, "t0", TWELVE_CELLS).costs)


def range_on_hexes(size: Size) -> Work:
    """The same on a flat-top hex map."""
    board = Board.of(hexes(size), SYSTEM)
    movement_field(board, "t0", TWELVE_CELLS)
    return lambda: len(movement_field(board, "t0", TWELVE_CELLS).costs)


def range_alone(size: Size) -> Work:
    """The movement field of 12 cells with nobody near who could strike."""
    encounter = square(size)
    lone = replace(encounter, tokens=MappingProxyType({"t0": encounter.tokens["t0"]}))
    board = Board.of(lone, SYSTEM)
    movement_field(board, "t0", TWELVE_CELLS)
    return lambda: len(movement_field(board, "t0", TWELVE_CELLS).costs)


def range_on_a_new_board(size: Size) -> Work:
    """The movement field after a change of the walls: indexes and threats are made anew."""
    encounter = square(size)
    return lambda: len(movement_field(fresh_board(encounter), "t0", TWELVE_CELLS).costs)


def drag_frame(size: Size) -> Work:
    """What one new cell under the pointer asks: both paths, and the triggers of both."""
    board = Board.of(square(size), SYSTEM)
    field = movement_field(board, "t0", TWELVE_CELLS)
    far = max(field.costs, key=lambda cell: (field.costs[cell], cell))

    def frame() -> int:
        paths = [path for path in (field.shortest(far), field.safest(far)) if path is not None]
        return len(paths) + sum(len(crossings(board, "t0", path)) for path in paths)

    return frame


def threat_of_all(size: Size) -> Work:
    """The threatened cells of every token, on a board that knows nothing yet."""
    encounter = square(size)

    def every_token() -> int:
        board = Board(encounter, SYSTEM)
        return sum(
            len(cells) for name in encounter.tokens for cells in threatened(board, name).values()
        )

    return every_token


def cover_of_all(size: Size) -> Work:
    """Cover and line of sight from one attacker to every enemy."""
    encounter = square(size)
    board = Board.of(encounter, SYSTEM)
    targets = [token.id for token in board.enemies_of(board.token("t0"))]
    return lambda: sum(len(exposure(board, "t0", name).cover.rays) for name in targets)


def one_survey(size: Size) -> Work:
    """All facts about one attacker and one target, as the hover asks them."""
    encounter = square(size)
    board = Board.of(encounter, SYSTEM)
    survey(board, "t0", "t1")
    return lambda: survey(board, "t0", "t1").distance.feet


def one_plan(size: Size) -> Work:
    """Everything that the Attack panel shows of a pair, odds included."""
    board = Board.of(square(size), SYSTEM)
    enemies = sorted(
        (distance_between(board, "t0", token.id).feet, token.id)
        for token in board.enemies_of(board.token("t0"))
    )
    attack = Attack("t0", enemies[0][1], "bow")
    return lambda: len(SYSTEM.plan(board, attack).weapon_line)


def save_and_open(size: Size) -> Work:
    """The bytes of the whole document, written and read."""
    encounter = square(size)
    return lambda: len(loads(dumps(encounter, types_of), types_of).tokens)


def painted_screen(size: Size) -> Work:
    """The crowded middle of the map on a screen of 1920 x 1080, 60 pixels a cell."""
    from PySide6.QtCore import QPointF, QRectF
    from PySide6.QtGui import QColor, QImage, QPainter
    from PySide6.QtWidgets import QApplication

    from battlemap.ui.scene.painter import paint_map
    from battlemap.ui.scene.pictures import PictureStore
    from battlemap.ui.theme import DARK

    application = QApplication.instance() or QApplication(["benchmarks"])
    encounter, pictures = square(size), PictureStore()
    image = QImage(1920, 1080, QImage.Format.Format_RGB32)
    scale = 60 / 100
    middle = size.cells / 2 * 100
    seen = QRectF(0, 0, 1920 / scale, 1080 / scale)
    seen.moveCenter(QPointF(middle, middle))

    def frame() -> int:
        image.fill(QColor("black"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.translate(-seen.topLeft())
        paint_map(painter, encounter, SYSTEM, DARK, rect=seen, pictures=pictures)
        painter.end()
        drawn = {image.pixel(x, 540) for x in range(0, 1920, 7)}
        return len(drawn) - 1 if application else 0  # one color alone is an empty picture

    return frame


CASES: tuple[Callable[[Size], Work], ...] = (
    distances_on_squares,
    range_on_squares,
    range_on_hexes,
    range_alone,
    range_on_a_new_board,
    drag_frame,
    threat_of_all,
    cover_of_all,
    one_survey,
    one_plan,
    save_and_open,
    painted_screen,
)
