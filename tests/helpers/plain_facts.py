"""Threat, arcs, flanking and tight space the slow, obvious way."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import cos, hypot, radians

from hypothesis import assume
from plain_rays import beside, cross, is_in, meet, within

from battlemap.geometry.angle import Arc
from battlemap.geometry.footprint import border_steps
from battlemap.geometry.grid import GridKind
from battlemap.model.obstacle import Door, Prop
from battlemap.model.terrain import Terrain
from battlemap.model.token import are_hostile
from battlemap.tactics.conventions import FlankingRule, TightRule
from battlemap.tactics.reach import Ahead, Around, WithinFeet
from battlemap.tactics.threat import threatens

ROUNDING = 1e-9


# Threat -----------------------------------------------------------------------------------------


def stops_of_weapons(made, token_id):
    """The walls and shut doors that stop the blows of a token: those that aren't below them."""
    token = made.token(token_id)
    # From the full height of the body down to the middle of another as tall; three quarters of it.
    height = made.elevation_of(token) + token.body_feet - Fraction(token.body_feet, 4)
    found = []
    for one in made.encounter.map.obstacles.values():
        if isinstance(one, Prop) or not (isinstance(one, Door) or one.blocks_move):
            continue
        if isinstance(one, Door) and one.is_open:
            continue
        segment = made.grid.lattice(one.start), made.grid.lattice(one.end)
        is_low = one.height_feet is not None and one.elevation_feet + one.height_feet < height
        if segment[0] != segment[1] and not is_low:
            found.append(segment)
    return found


def blow_lands(made, walls, start, cell):
    """Whether a weapon gets from one cell into another; borders by sampling, else all corners."""
    grid = made.grid
    common = [p for p in grid.lattice_corners(start) if p in grid.lattice_corners(cell)]
    if len(common) == 2:
        (x0, y0), (x1, y1) = common
        eyes = grid.lattice_center(start), grid.lattice_center(cell)
        # A wall through a center hides nothing, which sampling can't see.
        assume(
            not any(cross(*wall, eye) == 0 and within(*wall, eye) for wall in walls for eye in eyes)
        )
        shares = [Fraction(2 * i + 1, 94) for i in range(47)]
        places = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in shares]
        return any(
            not any(meet(*wall, eye, place) for wall in walls for eye in eyes) for place in places
        )

    def usable(of):
        center = grid.lattice_center(of)
        corners = grid.lattice_corners(of, inset=True)
        free = [c for c in corners if not any(meet(*wall, center, c) for wall in walls)]
        return free or [center]

    def is_stopped(p, q):
        return any(cross(*wall, p) * cross(*wall, q) < 0 and meet(*wall, p, q) for wall in walls)

    return any(not is_stopped(p, q) for p in usable(start) for q in usable(cell))


def plain_threat(made, token_id):
    """The cells that each weapon of a token reaches."""
    token, grid, own = made.token(token_id), made.grid, made.cells_of(token_id)
    walls = stops_of_weapons(made, token_id)
    found = {}
    if not made.reading.is_able(token):
        return found
    for reach in made.reading.reaches(token):
        pattern = reach.pattern
        if isinstance(pattern, WithinFeet):
            length = made.encounter.map.grid.feet_per_cell
            pattern = Around(max(1, pattern.feet // length), pattern.minimum // length)
        pairs = []
        if isinstance(pattern, Ahead):
            index, count = grid.facing_index(token.facing), len(grid.directions)
            left, ahead, right = (grid.directions[(index + i) % count] for i in (-1, 0, 1))
            for start in own:
                if start.plus(ahead) not in own:
                    for step in (left, ahead, right):
                        cell = start.plus(step)
                        for _ in range(pattern.rows):
                            pairs.append((start, cell))
                            cell = cell.plus(ahead)
        else:
            for cell in grid.cells():
                far = [grid.steps(cell, start) for start in own]
                if min(far) >= pattern.minimum:
                    near = zip(own, far, strict=True)
                    pairs += [(start, cell) for start, steps in near if steps <= pattern.cells]
        cells = {
            cell
            for start, cell in pairs
            if cell in grid and cell not in own and blow_lands(made, walls, start, cell)
        }
        found[reach.weapon] = found.get(reach.weapon, set()) | cells
    return found


# Arcs and flanking ------------------------------------------------------------------------------


def plain_arc(made, target_id, attacker_id):
    """The arc by the cosine of the bearing; None without facing."""
    conventions, grid = made.conventions, made.grid
    if not conventions.has_facing:
        return None
    halves = (
        (conventions.square_front_half, conventions.square_side_half)
        if grid.kind is GridKind.SQUARE
        else (conventions.hex_front_half, conventions.hex_side_half)
    )
    own = made.cells_of(target_id)
    middle = made.center_of(target_id)
    far = {
        cell: grid.space_distance([cell], own, conventions.diagonals)
        for cell in made.cells_of(attacker_id)
    }
    facing = radians(made.token(target_id).facing)
    ahead = cos(facing - radians(90)), -cos(facing)
    found = []
    for cell, distance in far.items():
        if distance > min(far.values()):
            continue
        x, y = (a - b for a, b in zip(grid.center(cell), middle, strict=True))
        length = hypot(x, y)
        if length < ROUNDING:
            found.append(0)
            continue
        cosine = (x * ahead[0] + y * ahead[1]) / length
        # A border's own bearing counts for one or the other.
        side = ROUNDING if conventions.borders_of_arcs_help_attackers else -ROUNDING
        found.append(sum(cosine < cos(radians(half)) + side for half in halves))
    worst = max if conventions.borders_of_arcs_help_attackers else min
    return (Arc.FRONT, Arc.SIDE, Arc.REAR)[worst(found)]


def plain_flanking(made, a_id, t_id):
    """The ids of all partners with whom *a* flanks *t*; its own id for the rear arc alone."""
    rule, limit = made.conventions.flanking, made.conventions.flanking_height_feet
    a, t = made.token(a_id), made.token(t_id)
    beside = {cell for own in made.cells_of(t_id) for cell in made.grid.disc(own, 1)}

    def is_fit(token):
        apart = abs(made.elevation_of(token) - made.elevation_of(t))
        return (
            are_hostile(token.side, t.side)
            and made.reading.is_able(token)
            and bool(threatens(made, token.id, made.cells_of(t_id)))
            and (not limit or apart < limit)
            and (made.conventions.flanking_from_afar or set(made.cells_of(token.id)) & beside)
        )

    if rule is FlankingRule.NONE or not is_fit(a):
        return set()
    if rule is FlankingRule.REAR_ARC:
        return {a_id} if plain_arc(made, t_id, a_id) is Arc.REAR else set()
    judged = {
        FlankingRule.ACROSS: stand_across,
        FlankingRule.WITHIN: stand_wide_apart,
        FlankingRule.ACROSS_OR_WITHIN: lambda *all_: stand_across(*all_) or stand_wide_apart(*all_),
        FlankingRule.ANY_TWO: lambda *_: True,
    }[rule]
    return {
        partner.id
        for partner in made.encounter.tokens.values()
        if partner.id not in (a_id, t_id)
        and not are_hostile(partner.side, a.side)
        and is_fit(partner)
        and judged(made, a_id, partner.id, t_id)
    }


def middle_of(made, token_id):
    """The center of a space in the integer frame, exactly."""
    centers = [made.grid.lattice_center(cell) for cell in made.cells_of(token_id)]
    return tuple(Fraction(sum(c[i] for c in centers), len(centers)) for i in (0, 1))


def stand_wide_apart(made, a_id, b_id, t_id):
    """Whether two tokens are seen under a wide enough angle from the middle of a third."""
    middle = made.center_of(t_id)
    one, other = (
        (made.center_of(key)[0] - middle[0], made.center_of(key)[1] - middle[1])
        for key in (a_id, b_id)
    )
    lengths = hypot(*one) * hypot(*other)
    if lengths < ROUNDING:
        return False
    cosine = (one[0] * other[0] + one[1] * other[1]) / lengths
    return cosine <= cos(radians(180 - made.conventions.flanking_tolerance)) + ROUNDING


def stand_across(made, a_id, b_id, t_id):
    """Whether the segment between two middles passes a space by opposite borders.

    The segment is cut at all borders of the space's cells; a piece lies inside when a cell of the
    space is found a hair left and a hair right of its middle.
    """
    grid = made.grid
    p, q = middle_of(made, a_id), middle_of(made, b_id)
    if p == q:
        return False
    cells = made.cells_of(t_id)
    polygons = [grid.lattice_corners(cell) for cell in cells]
    outer = []  # borders of the space, each with the normal that points outward, in steps of cells
    for cell, polygon in zip(cells, polygons, strict=True):
        for index, step in enumerate(border_steps(grid)):
            if cell.plus(step) not in cells:
                outer.append((polygon[index], polygon[(index + 1) % len(polygon)], step))
    shares = {Fraction(0), Fraction(1)}
    for polygon in polygons:
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            at_p, at_q = cross(a, b, p), cross(a, b, q)
            if at_p != at_q:
                shares.add(at_p / (at_p - at_q))
            else:
                axis = 0 if p[0] != q[0] else 1
                shares |= {(end[axis] - p[axis]) / (q[axis] - p[axis]) for end in (a, b)}
    inside = []
    for first, last in pairwise(sorted(share for share in shares if 0 <= share <= 1)):
        places, scale = beside(p, q, (first + last) / 2)
        if all(any(is_in(polygon, place, scale) for polygon in polygons) for place in places):
            inside += [first, last]
    if not inside or min(inside) == 0 or max(inside) == 1:
        return False

    def crossed(share):
        place = p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share
        return [step for a, b, step in outer if cross(a, b, place) == 0 and within(a, b, place)]

    return any(
        one.plus(other) == (0, 0) for one in crossed(min(inside)) for other in crossed(max(inside))
    )


# Tight space ------------------------------------------------------------------------------------


def plain_tight(made, a_id, t_id):
    """Whether a fighter has no room, whoever counts under the conventions."""
    if made.conventions.tight is TightRule.EITHER:
        return _no_room(made, a_id, t_id, all) or _no_room(made, t_id, a_id, all)
    return _no_room(made, a_id, t_id, any if made.conventions.tight is TightRule.ONE_SIDE else all)


def _no_room(made, a_id, t_id, enough):
    """Whether enough sides are shut for every rounding of the line of attack."""
    grid, own = made.grid, made.cells_of(a_id)
    a, t = made.center_of(a_id), made.center_of(t_id)
    x, y = t[0] - a[0], t[1] - a[1]
    if hypot(x, y) < ROUNDING:
        return False
    walls = []
    for one in made.encounter.map.obstacles.values():
        if isinstance(one, Prop):
            outline = [grid.lattice(p) for p in one.outline]
            if one.blocks_move:
                walls += zip(outline, (*outline[1:], outline[0]), strict=True)
        elif not (isinstance(one, Door) and one.is_open) and (
            isinstance(one, Door) or one.blocks_move
        ):
            walls.append((grid.lattice(one.start), grid.lattice(one.end)))

    def is_shut(start, cell):
        if cell not in grid or Terrain.IMPASSABLE in made.encounter.map.terrain_at(cell):
            return True
        way = grid.lattice_center(start), grid.lattice_center(cell)
        return any(wall[0] != wall[1] and meet(*wall, *way) for wall in walls)

    zero = grid.center((0, 0))
    places = [grid.center(step) for step in grid.directions]
    steps = [(place[0] - zero[0], place[1] - zero[1]) for place in places]
    likeness = [(x * dx + y * dy) / hypot(x, y) / hypot(dx, dy) for dx, dy in steps]
    count = len(steps)
    both = ((2,), (-2,)) if grid.kind is GridKind.SQUARE else ((1, 2), (-1, -2))
    found = []
    for index in range(count):
        if likeness[index] < max(likeness) - ROUNDING:
            continue
        shut = [
            all(
                is_shut(start, start.plus(grid.directions[(index + turn) % count]))
                for turn in turns
                for start in own
                if start.plus(grid.directions[(index + turn) % count]) not in own
            )
            for turns in both
        ]
        found.append(enough(shut))
    return all(found)
