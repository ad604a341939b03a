"""Flanking: whether the target stands between the attacker and a partner, and why (not)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import acos, degrees, hypot
from typing import TYPE_CHECKING

from battlemap.geometry.angle import EPSILON, Arc
from battlemap.geometry.bodies import cells_outlines
from battlemap.geometry.rays import on_segment
from battlemap.model.token import are_hostile
from battlemap.tactics.arcs import arc_toward
from battlemap.tactics.conventions import CornerSides, FlankingRule
from battlemap.tactics.facts import Flanking
from battlemap.tactics.threat import threatens, threats_to

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

    from battlemap.geometry.bodies import Outline, Span
    from battlemap.geometry.cell import Cell, LatticePoint, Point
    from battlemap.geometry.grid import Grid
    from battlemap.model.token import Token
    from battlemap.tactics.board import Board

Border = tuple["LatticePoint", "LatticePoint"]


def flanking(board: Board, attacker_id: str, target_id: str) -> Flanking:
    """Return whether the target is flanked for the attacker, by whom, or the reason why not.

    Two flank it who are able, hostile to the target, threaten it and stand within the height limit.
    One of them is the attacker, unless the conventions say that flanking is shared.
    """
    own = _own_flanking(board, attacker_id, target_id)
    if own.value or not board.conventions.flanking_is_shared:
        return own
    return flanking_by_others(board, attacker_id, target_id) or own


def flanking_by_others(board: Board, attacker_id: str, target_id: str) -> Flanking | None:
    """Return how two others than the attacker flank the target; None: no two of them do."""
    rule, target = board.conventions.flanking, board.token(target_id)
    if rule in (FlankingRule.NONE, FlankingRule.REAR_ARC):
        return None
    near = [board.token(key) for key in threats_to(board, target_id) if key != attacker_id]
    fit = [token for token in near if not _unfit(board, token, target)]
    for one, other in combinations(fit, 2):
        if are_hostile(one.side, other.side):
            continue
        fact = _with_partner(board, rule, one, target, other)
        if fact.value:
            reason = f"{one.name} flanks {target.name}: {fact.reason}"
            return replace(fact, flanker=one.id, reason=reason)
    return None


def _own_flanking(board: Board, attacker_id: str, target_id: str) -> Flanking:
    rule = board.conventions.flanking
    if rule is FlankingRule.NONE:
        return Flanking(False, None, "the rules know no flanking")
    attacker, target = board.token(attacker_id), board.token(target_id)
    if not are_hostile(attacker.side, target.side):
        return Flanking(False, None, f"{attacker.name} is not hostile to {target.name}")
    failed = _unfit(board, attacker, target)
    if failed:
        return Flanking(False, None, failed)
    if rule is FlankingRule.REAR_ARC:
        behind = arc_toward(board, target_id, attacker_id).arc is Arc.REAR
        where = "behind" if behind else "not behind"
        return Flanking(behind, None, f"{attacker.name} stands {where} {target.name}")
    reasons = []
    for partner in board.encounter.tokens.values():
        if partner.id in (attacker_id, target_id):
            continue
        if not are_hostile(partner.side, target.side) or are_hostile(partner.side, attacker.side):
            continue
        failed = _unfit(board, partner, target)
        if failed:
            reasons.append(failed)
            continue
        fact = _with_partner(board, rule, attacker, target, partner)
        if fact.value:
            return fact
        reasons.append(fact.reason)
    return Flanking(False, None, "; ".join(reasons) or f"nobody else threatens {target.name}")


def _unfit(board: Board, token: Token, target: Token) -> str:
    """Return why *token* can't take part in flanking *target*; empty if it can."""
    if not board.reading.is_able(token):
        return f"{token.name} is not able to act"
    if not threatens(board, token.id, board.cells_of(target.id)):
        return f"{token.name} doesn't threaten {target.name}"
    if not board.conventions.flanking_from_afar and not _adjoins(board, token, target):
        return f"{token.name} isn't adjacent to {target.name}"
    apart = abs(board.elevation_of(token) - board.elevation_of(target))
    if apart >= board.conventions.flanking_height_feet > 0:
        return f"{token.name} stands {apart} ft higher or lower than {target.name}"
    return ""


def _adjoins(board: Board, token: Token, target: Token) -> bool:
    others = board.cells_of(target.id)
    return any(board.grid.steps(a, b) <= 1 for a in board.cells_of(token.id) for b in others)


def _with_partner(
    board: Board, rule: FlankingRule, attacker: Token, target: Token, partner: Token
) -> Flanking:
    segment = board.center_of(attacker.id), board.center_of(partner.id)
    match rule:
        case FlankingRule.ANY_TWO:
            reason = f"{partner.name} threatens {target.name} as well"
            return Flanking(True, partner.id, reason, segment)
        case FlankingRule.WITHIN:
            return _within(board, attacker, target, partner, segment)
        case FlankingRule.ACROSS_OR_WITHIN:
            across = _across(board, target, partner, (attacker, segment))
            wide = _within(board, attacker, target, partner, segment)
            if across.value or wide.value:
                return across if across.value else wide
            return replace(across, reason=f"{across.reason}; {wide.reason}")
    return _across(board, target, partner, (attacker, segment))


def _within(
    board: Board, attacker: Token, target: Token, partner: Token, segment: tuple[Point, Point]
) -> Flanking:
    c = board.center_of(target.id)
    (ax, ay), (bx, by) = ((p.x - c.x, p.y - c.y) for p in segment)
    lengths = hypot(ax, ay) * hypot(bx, by)
    angle = degrees(acos(max(-1.0, min(1.0, (ax * bx + ay * by) / lengths)))) if lengths else 0.0
    value = angle >= 180 - board.conventions.flanking_tolerance - EPSILON
    reason = f"{attacker.name} and {partner.name} stand {angle:.0f}° apart around {target.name}"
    return Flanking(value, partner.id if value else None, reason, segment)


def _across(
    board: Board, target: Token, partner: Token, flanker: tuple[Token, tuple[Point, Point]]
) -> Flanking:
    attacker, segment = flanker
    grid = board.grid
    outlines = cells_outlines(grid, board.cells_of(target.id))
    scale, a = _sixfold_center(grid, board.cells_of(attacker.id))
    other_scale, b = _sixfold_center(grid, board.cells_of(partner.id))
    common = scale * other_scale
    p = (a[0] * other_scale, a[1] * other_scale)
    q = (b[0] * scale, b[1] * scale)
    chosen = board.conventions
    crossed = _ends_of_crossing(outlines, p, q, common, along=chosen.flanking_along_borders)
    if crossed is None:
        reason = f"the line from {attacker.name} to {partner.name} misses {target.name}"
        return Flanking(False, None, reason, segment)
    entered, left = crossed
    drawn = tuple(
        (grid.from_lattice(border[0]), grid.from_lattice(border[1])) for border in (*entered, *left)
    )
    opposite = _opposite_sides(entered, left, chosen.flanking_corners)
    if opposite is not None:
        reason = (
            f"{partner.name} stands across: the line enters by the "
            f"{_name(grid, opposite[0])} and leaves by the {_name(grid, opposite[1])}"
        )
        borders = tuple((grid.from_lattice(x[0]), grid.from_lattice(x[1])) for x in opposite)
        return Flanking(True, partner.id, reason, segment, borders)
    reason = (
        f"the line to {partner.name} enters {target.name} by the {_name(grid, entered[0])} "
        f"and leaves through the {_name(grid, left[0])}"
    )
    return Flanking(False, None, reason, segment, drawn)


def _sixfold_center(grid: Grid, cells: Sequence[Cell]) -> tuple[int, tuple[int, int]]:
    """Return the center of a space as an exact multiple: (count, sum of the cells' centers)."""
    centers = [grid.lattice_center(cell) for cell in cells]
    return len(cells), (sum(c[0] for c in centers), sum(c[1] for c in centers))


def _opposite_sides(
    entered: Sequence[Border], left: Sequence[Border], corners: CornerSides
) -> tuple[Border, Border] | None:
    """Return two opposite sides by which a line comes in and goes out, or None.

    At a corner there are two sides at one end; the conventions may ask for the opposite of each.
    """
    pairs = [(a, b) for a in entered for b in left if _are_opposite(a, b)]
    whole = len({a for a, _ in pairs}) == len(entered) and len({b for _, b in pairs}) == len(left)
    if not pairs or (corners is CornerSides.OPPOSITE and not whole):
        return None
    return pairs[0]


def _ends_of_crossing(
    outlines: Sequence[Outline], p: tuple[int, int], q: tuple[int, int], scale: int, *, along: bool
) -> tuple[list[Border], list[Border]] | None:
    """Return the borders by which p to q first enters and last leaves the interior, or None.

    *p* and *q* are multiplied by *scale*. At a corner both its sides are named; an end inside the
    space makes no crossing. *along*: where p to q misses the interior and runs along a border, the
    ends of that run count.
    """
    from battlemap.geometry.bodies import Outline, inside_spans
    from battlemap.geometry.cell import LatticePoint

    a, b = LatticePoint(*p), LatticePoint(*q)
    spans = []
    grown = []
    for body in outlines:
        larger = Outline(tuple(LatticePoint(x * scale, y * scale) for x, y in body.points))
        grown.append(larger)
        spans.extend(inside_spans(larger, a, b))
    if not spans and along:
        spans = [run for body in grown for edge in body.edges for run in _run_along(edge, a, b)]
    if not spans:
        return None
    first, last = min(span[0] for span in spans), max(span[1] for span in spans)
    if first == 0 or last == 1:
        return None
    found: list[list[Border]] = []
    for share in (first, last):
        borders: list[Border] = []
        for body, larger in zip(outlines, grown, strict=True):
            for small, edge in zip(body.edges, larger.edges, strict=True):
                if _is_on(edge, a, b, share):
                    borders.append(small)
        found.append(borders)
    return found[0], found[1]


def _run_along(edge: Border, a: LatticePoint, b: LatticePoint) -> list[Span]:
    """Return the part of a to b that lies on an edge, in a list; empty: it doesn't run along it."""
    from fractions import Fraction

    dx, dy = b[0] - a[0], b[1] - a[1]
    if not (dx or dy) or any(dx * (point[1] - a[1]) != dy * (point[0] - a[0]) for point in edge):
        return []
    whole = dx * dx + dy * dy
    shares = sorted(
        Fraction(dx * (point[0] - a[0]) + dy * (point[1] - a[1]), whole) for point in edge
    )
    low, high = max(shares[0], Fraction(0)), min(shares[1], Fraction(1))
    return [(low, high)] if low < high else []


def _is_on(edge: Border, a: LatticePoint, b: LatticePoint, share: Fraction) -> bool:
    """Tell whether the place at *share* of a to b lies on the closed edge."""
    n, d = share.numerator, share.denominator
    place = (a[0] * (d - n) + b[0] * n, a[1] * (d - n) + b[1] * n)
    return on_segment((edge[0][0] * d, edge[0][1] * d), (edge[1][0] * d, edge[1][1] * d), place)


def _are_opposite(first: Border, second: Border) -> bool:
    """Tell whether two sides of an outline have opposite outward normals."""
    dx, dy = first[1][0] - first[0][0], first[1][1] - first[0][1]
    ex, ey = second[1][0] - second[0][0], second[1][1] - second[0][1]
    return dx * ey - dy * ex == 0 and dx * ex + dy * ey < 0


def _name(grid: Grid, border: Border) -> str:
    """Return a side's name by its outward direction: "upper border", "northeast border"."""
    p, q = grid.from_lattice(border[0]), grid.from_lattice(border[1])
    # The outline runs clockwise on screen, so outward is left of the direction of travel.
    nx, ny = q.y - p.y, p.x - q.x
    horizontal = "" if abs(nx) < abs(ny) / 3 else ("right" if nx > 0 else "left")
    vertical = "" if abs(ny) < abs(nx) / 3 else ("lower" if ny > 0 else "upper")
    return " ".join(word for word in (vertical, horizontal, "border") if word)
