"""Threatened cells: what each weapon of a token reaches from where it stands."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell
from battlemap.geometry.footprint import border_steps
from battlemap.geometry.rays import segments_meet, side
from battlemap.tactics.barriers import Barriers
from battlemap.tactics.distance import are_beside, height_between
from battlemap.tactics.patterns import pattern_cells
from battlemap.tactics.reach import Around, on_map

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from battlemap.geometry.cell import LatticePoint
    from battlemap.geometry.grid import Grid
    from battlemap.geometry.rays import Segment
    from battlemap.tactics.board import Board
    from battlemap.tactics.reach import ReachPattern


def threatened(board: Board, token_id: str) -> Mapping[str, frozenset[Cell]]:
    """Return the cells that a token threatens, by weapon; no entries if it can't strike.

    A creature that cannot act threatens nothing. Its own cells and cells off the map are left out.
    """
    known = board.threats.get(token_id)
    if known is None:
        token = board.token(token_id)
        known = {}
        if board.reading.is_able(token):
            for reach in board.reading.reaches(token):
                cells = _reached(board, token_id, reach.pattern)
                known[reach.weapon] = known.get(reach.weapon, frozenset()) | cells
        board.threats[token_id] = known
    return known


def threatens(board: Board, token_id: str, cells: Iterable[Cell]) -> tuple[str, ...]:
    """Return the weapons with which a token threatens any of *cells*."""
    wanted = set(cells)
    return tuple(
        weapon for weapon, reached in threatened(board, token_id).items() if reached & wanted
    )


def threats_to(
    board: Board, token_id: str, cells: Iterable[Cell] | None = None
) -> Mapping[str, tuple[str, ...]]:
    """Return who threatens a token's space (or the given cells), each with the weapons that do.

    Only enemies of the token that are able count, whoever else could strike there.
    """
    space = tuple(board.cells_of(token_id) if cells is None else cells)
    found = {}
    for enemy in board.enemies_of(board.token(token_id)):
        weapons = threatens(board, enemy.id, space)
        if weapons:
            found[enemy.id] = weapons
    return found


def can_touch(board: Board, a_id: str, b_id: str) -> bool:
    """Tell whether a token can lay hands on another: it is beside, as high, and no wall is between.

    As high is no more than a cell higher or lower, like the reach of a weapon of one cell.
    """
    if not are_beside(board, a_id, b_id):
        return False
    if abs(height_between(board, a_id, b_id).feet) > board.encounter.map.grid.feet_per_cell:
        return False
    space = {*board.cells_of(a_id), *_reached(board, a_id, Around(1))}
    return not space.isdisjoint(board.cells_of(b_id))


def open_cells(board: Board, token_id: str, pattern: ReachPattern) -> dict[Cell, list[Cell]]:
    """Return the cells of a token's pattern with the own cells that reach each; no walls yet."""
    space, facing = board.cells_of(token_id), board.token(token_id).facing
    laid = on_map(pattern, board.encounter.map.grid.feet_per_cell)
    return pattern_cells(board.grid, space, facing, laid, board.conventions.diagonals)


def _reached(board: Board, token_id: str, pattern: ReachPattern) -> frozenset[Cell]:
    token = board.token(token_id)
    space = board.cells_of(token_id)
    found = open_cells(board, token_id, pattern)
    barriers = Barriers.of(board.grid, board.encounter.map.obstacles)
    if not len(barriers.weapon_index) or not found:
        return frozenset(found)
    qs, rs = zip(*found, *space, strict=True)
    # One cell more on all sides holds the corners of all cells.
    first = board.grid.lattice_center(Cell(min(qs) - 1, min(rs) - 1))
    last = board.grid.lattice_center(Cell(max(qs) + 1, max(rs) + 1))
    near = barriers.weapon_index.near((*first, *last)).tolist()
    height = board.elevation_of(token) + token.body_feet
    walls = []
    for i in near:
        segment, top = barriers.weapon_stops[i]
        # The weapon comes from the wielder's full height and goes down to the middle of a body.
        if top is None or top >= height - token.body_feet / 4:
            walls.append(segment)
    if not walls:
        return frozenset(found)
    judge = _Blows(board.grid, walls)
    return frozenset(
        cell for cell, starts in found.items() if any(judge.reaches(s, cell) for s in starts)
    )


class _Blows:
    """Whether a weapon gets from one cell to another past walls that are near."""

    def __init__(self, grid: Grid, walls: Sequence[Segment]) -> None:
        self.grid = grid
        self.walls = [(wall, _box_of(wall)) for wall in walls]
        self._borders = {step: index for index, step in enumerate(border_steps(grid))}
        self._known: dict[Cell, tuple[tuple[LatticePoint, ...], list[Segment]]] = {}
        self._usable_corners: dict[Cell, list[LatticePoint]] = {}

    def reaches(self, start: Cell, cell: Cell) -> bool:
        """Tell whether a weapon held in *start* reaches into *cell*.

        Touching by a border: stopped only when walls cover the common border wholly. Touching by a
        corner, or apart: some pair of usable corners must be unblocked.
        """
        index = self._borders.get(cell.minus(start))
        if index is not None:
            near = {*self._in(start)[1], *self._in(cell)[1]}
            return not near or not self._is_border_covered(start, cell, index, near)
        own, other = self._in(start)[0], self._in(cell)[0]
        near_box = _box_of((*own, *other))
        between = [wall for wall, box in self.walls if _touch(box, near_box)]
        return not between or any(
            not any(_stops(wall, a, b) for wall in between)
            for a in self._usable(start)
            for b in self._usable(cell)
        )

    def _in(self, cell: Cell) -> tuple[tuple[LatticePoint, ...], list[Segment]]:
        """Return the corners of a cell and the walls that may lie in it."""
        known = self._known.get(cell)
        if known is None:
            corners = self.grid.lattice_corners(cell)
            near_box = _box_of(corners)
            known = corners, [wall for wall, box in self.walls if _touch(box, near_box)]
            self._known[cell] = known
        return known

    def _usable(self, cell: Cell) -> list[LatticePoint]:
        known = self._usable_corners.get(cell)
        if known is None:
            center = self.grid.lattice_center(cell)
            near = self._in(cell)[1]
            known = [
                corner
                for corner in self.grid.lattice_corners(cell, inset=True)
                if not any(segments_meet(center, corner, a, b) for a, b in near)
            ] or [center]
            self._usable_corners[cell] = known
        return known

    def _is_border_covered(
        self, start: Cell, cell: Cell, index: int, near: Iterable[Segment]
    ) -> bool:
        corners = self._in(start)[0]
        p, q = corners[index], corners[(index + 1) % len(corners)]
        shadows = []
        for eye in (self.grid.lattice_center(start), self.grid.lattice_center(cell)):
            for a, b in near:
                shadow = _shadow(eye, p, q, a, b)
                if shadow is not None:
                    shadows.append(shadow)
        reached = Fraction(0)
        for low, high in sorted(shadows):
            if low > reached:
                return False
            reached = max(reached, high)
        return reached >= 1


def _box_of(points: Sequence[LatticePoint]) -> tuple[int, int, int, int]:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def _touch(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def _stops(wall: Segment, p: LatticePoint, q: LatticePoint) -> bool:
    a, b = wall
    return side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) <= 0


def _shadow(
    eye: LatticePoint, p: LatticePoint, q: LatticePoint, a: LatticePoint, b: LatticePoint
) -> tuple[Fraction, Fraction] | None:
    """Return the part of the border p to q that the wall a to b hides from *eye*, or None.

    The wall is clipped to the triangle of eye and border, and its ends are thrown onto the border.
    """
    # In coordinates (u, v) in which eye is (0, 0), p is (whole, 0) and q is (0, whole).
    px, py, qx, qy = p[0] - eye[0], p[1] - eye[1], q[0] - eye[0], q[1] - eye[1]
    whole = px * qy - py * qx
    ax, ay, bx, by = a[0] - eye[0], a[1] - eye[1], b[0] - eye[0], b[1] - eye[1]
    u0, v0 = ax * qy - ay * qx, px * ay - py * ax
    u1, v1 = bx * qy - by * qx, px * by - py * bx
    if whole < 0:
        whole, u0, v0, u1, v1 = -whole, -u0, -v0, -u1, -v1
    if (u0 <= 0 and u1 <= 0) or (v0 <= 0 and v1 <= 0) or (u0 + v0 > whole < u1 + v1):
        return None  # beside the triangle, or beyond the border
    low, high = Fraction(0), Fraction(1)
    for at_start, at_end in ((u0, u1), (v0, v1), (whole - u0 - v0, whole - u1 - v1)):
        if at_start < 0 and at_end < 0:
            return None
        if at_start != at_end:
            share = Fraction(at_start, at_start - at_end)
            if at_start < 0:
                low = max(low, share)
            elif at_end < 0:
                high = min(high, share)
    if low > high:
        return None
    thrown = []
    for share in (low, high):
        u, v = u0 + (u1 - u0) * share, v0 + (v1 - v0) * share
        if u + v == 0:  # the wall runs through the eye itself and hides nothing
            return None
        thrown.append(v / (u + v))
    return min(thrown), max(thrown)
