"""Cover and sight the slow, obvious way: one ray, one thing and one piece of the ray at a time.

Everything is counted in Python's own integers, in the integer frame of the grid. Each
ray is cut where it meets the line of any edge; in the middle of each piece we look a hair to its
left and a hair to its right. Something on both sides stops the ray there, so that a seam between
two things that touch stops it as a single thing does.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from battlemap.geometry.footprint import border_steps
from battlemap.model.obstacle import CoverGrade, Door, Prop

FINE = 10**18
"""Into so many parts each unit is divided where we look a hair beside something."""


@dataclass(frozen=True)
class Thing:
    """A wall (two points) or a thing with an interior (its polygons)."""

    id: str
    grade: CoverGrade
    is_opaque: bool
    top: int | None
    segment: tuple = ()
    polygons: tuple = ()

    def is_below(self, height):
        """Whether a ray at this height passes over it."""
        return self.top is not None and height > self.top


@dataclass(frozen=True)
class Eye:
    """One end of rays."""

    exact: tuple
    inset: tuple
    cut_off_by: tuple[Thing, ...] = ()


@dataclass(frozen=True)
class Look:
    """All rays from one start: for each end, what stops it."""

    start: Eye
    rays: tuple[frozenset[Thing], ...]
    made: object

    @property
    def blocked(self):
        return sum(1 for ray in self.rays if ray)

    @property
    def grade(self):
        """The grade of this start, short of total."""
        if not self.blocked:
            return CoverGrade.NONE
        own = max(thing.grade for ray in self.rays for thing in ray)
        if self.made.conventions.own_grade_at_any_ray:
            return min(own, CoverGrade.MAJOR)
        return min(
            own, CoverGrade.MAJOR if 2 * self.blocked >= len(self.rays) else CoverGrade.MINOR
        )

    @property
    def share(self):
        return Fraction(self.blocked, len(self.rays))


def cross(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def within(a, b, c):
    """Whether *c* lies in the box of *a* and *b*."""
    return all(min(a[i], b[i]) <= c[i] <= max(a[i], b[i]) for i in (0, 1))


def meet(a, b, c, d):
    """Whether two closed segments have a point in common."""
    lines = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    if any(cross(*line) == 0 and within(*line) for line in lines):
        return True
    one, two, three, four = (cross(*line) > 0 for line in lines)
    return one != two and three != four and all(cross(*line) for line in lines)


def is_in(polygon, place, scale):
    """Even-odd rule for a place multiplied by *scale*; it lies on no edge."""
    y = place[1]
    inside = False
    for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        a, b = (a[0] * scale, a[1] * scale), (b[0] * scale, b[1] * scale)
        if (a[1] > y) != (b[1] > y) and (cross(a, b, place) > 0) == (b[1] > a[1]):
            inside = not inside
    return inside


def beside(p, q, share):
    """The places a hair left and right of a place on the way from *p* to *q*, and their scale."""
    n, d = share.numerator, share.denominator
    x, y = (p[i] * (d - n) + q[i] * n for i in (0, 1))
    hair = -(q[1] - p[1]) * d, (q[0] - p[0]) * d
    return [(x * FINE + way * hair[0], y * FINE + way * hair[1]) for way in (1, -1)], d * FINE


def things_of(made):
    """Everything that can stop a ray."""
    grid = made.grid
    found = []
    for one in made.encounter.map.obstacles.values():
        top = None if one.height_feet is None else one.elevation_feet + one.height_feet
        if isinstance(one, Prop):
            if one.cover or one.blocks_sight:
                outline = tuple(grid.lattice(p) for p in one.outline)
                found.append(Thing(one.id, one.cover, one.blocks_sight, top, polygons=(outline,)))
            continue
        segment = grid.lattice(one.start), grid.lattice(one.end)
        is_door = isinstance(one, Door)
        sees = one.is_window if is_door else not one.blocks_sight
        is_open = is_door and one.is_open
        if segment[0] != segment[1] and not is_open and (one.cover or not (sees or is_door)):
            found.append(Thing(one.id, one.cover, not sees, top, segment=segment))
    if made.conventions.creatures_cover:
        for token in made.encounter.tokens.values():
            if not made.reading.is_out(token):
                top = made.elevation_of(token) + token.body_feet
                cells = tuple(grid.lattice_corners(cell) for cell in made.cells_of(token.id))
                grade = made.conventions.creatures_cover
                found.append(Thing(token.id, grade, is_opaque=False, top=top, polygons=cells))
    return found


def is_closed(things, place):
    """Whether bodies that meet in *place* leave more than one gap around it."""

    def sides(thing):
        return [p for p in thing.polygons if on_border(p, place)]

    around = [thing for thing in things if thing.polygons and sides(thing)]
    around = [thing for thing in around if not _covers(thing, place)]
    if len(around) < 2:
        return ()
    # A walk around the place, so near that only what touches it is met.
    steps = [(x, 13) for x in range(-12, 13)] + [(13, -y) for y in range(-12, 13)]
    steps += [(-x, -13) for x in range(-12, 13)] + [(-13, y) for y in range(-12, 13)]
    taken = []
    for dx, dy in steps:
        near = _hair_away(place, dx, dy)
        taken.append(any(is_in(p, near, FINE) for thing in around for p in thing.polygons))
    gaps = sum(1 for before, after in pairwise((taken[-1], *taken)) if before and not after)
    return tuple(around) if gaps > 1 else ()


def on_border(polygon, place):
    edges = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return any(cross(a, b, place) == 0 and within(a, b, place) for a, b in edges)


def _hair_away(place, dx, dy):
    """A place a hair from another, on none of the lines that run through it; times FINE."""
    return place[0] * FINE + dx * 7919 + 1, place[1] * FINE + dy * 7919 - 2


def _covers(thing, place):
    """Whether *place* lies inside a thing of several polygons, where they meet."""
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    near = [_hair_away(place, *step) for step in steps]
    return all(any(is_in(p, one, FINE) for p in thing.polygons) for one in near)


def stopped_by(things, start, end, heights, apart):
    """Everything that stops the ray from one eye to another."""
    low, high = heights
    found = set(end.cut_off_by)
    for thing in things:
        if thing.segment:
            a, b = thing.segment
            one, other = cross(a, b, start.inset), cross(a, b, end.inset)
            across = (one < 0 < other) or (other < 0 < one)
            if across and meet(a, b, start.inset, end.inset):
                share = Fraction(one, one - other)
                if not thing.is_below(low + (high - low) * share):
                    found.add(thing)
    bodies = [thing for thing in things if thing.polygons and thing.id not in apart]
    found |= _bodies_met(bodies, start.exact, end.exact, heights)
    return frozenset(found)


def _bodies_met(bodies, p, q, heights):
    low, high = heights
    near = [body for body in bodies if any(_boxes_touch(poly, p, q) for poly in body.polygons)]
    if not near or p == q:
        return set()
    found = set()
    shares = {Fraction(0), Fraction(1)}
    for body in near:
        for polygon in body.polygons:
            for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
                one, other = cross(p, q, a), cross(p, q, b)
                if one == other == 0:
                    shares |= {_share(p, q, a), _share(p, q, b)}
                elif one * other <= 0:
                    at_p, at_q = cross(a, b, p), cross(a, b, q)
                    if at_p != at_q:
                        shares.add(Fraction(at_p, at_p - at_q))
    ordered = sorted(share for share in shares if 0 <= share <= 1)
    for first, last in pairwise(ordered):
        lowest = min(low + (high - low) * share for share in (first, last))
        tall = [body for body in near if not body.is_below(lowest)]
        places, scale = beside(p, q, (first + last) / 2)
        left, right = (
            {body for body in tall if any(is_in(one, place, scale) for one in body.polygons)}
            for place in places
        )
        if left and right:
            found |= left | right
    corners = {point for body in near for polygon in body.polygons for point in polygon}
    for point in corners:
        if cross(p, q, point) == 0 and within(p, q, point):
            height = low + (high - low) * _share(p, q, point)
            found |= set(is_closed([one for one in bodies if not one.is_below(height)], point))
    return found


def _boxes_touch(polygon, p, q):
    return all(
        min(p[i], q[i]) <= max(c[i] for c in polygon)
        and max(p[i], q[i]) >= min(c[i] for c in polygon)
        for i in (0, 1)
    )


def _share(p, q, point):
    axis = 0 if p[0] != q[0] else 1
    return Fraction(point[axis] - p[axis], q[axis] - p[axis])


def eyes_of(made, things, token_id, height, apart):
    """All corners of a token's space, with what cuts each off from the center of its own cell."""
    grid, found = made.grid, []
    tall = [thing for thing in things if not thing.is_below(height) and thing.id not in apart]
    for cell in made.cells_of(token_id):
        center = grid.lattice_center(cell)
        insets = grid.lattice_corners(cell, inset=True)
        for exact, inset in zip(grid.lattice_corners(cell), insets, strict=True):
            cutting = [one for one in tall if one.segment and meet(*one.segment, center, inset)]
            found.append(Eye(exact, inset, (*cutting, *is_closed(tall, exact))))
    return found


def centers_of(made, token_id):
    centers = [made.grid.lattice_center(cell) for cell in made.cells_of(token_id)]
    return [Eye(center, center) for center in centers]


def leaned(made, things, token_id, height, eyes):
    """Where an attacker's eyes get by leaning around its own corners, past the ends of walls."""
    grid, own = made.grid, set(made.cells_of(token_id))
    walls = [thing.segment for thing in things if thing.segment and not thing.is_below(height)]
    found = []
    for place in dict.fromkeys(eye.exact for eye in eyes):
        beside = {
            cell: inset
            for start in own
            for cell in (start, *(start.plus(step) for step in grid.directions))
            for exact, inset in zip(
                grid.lattice_corners(cell), grid.lattice_corners(cell, inset=True), strict=True
            )
            if exact == place
        }
        known = [cell for cell in beside if beside[cell] in {eye.inset for eye in eyes}]
        for cell in known:
            for step in border_steps(grid):
                other = cell.plus(step)
                if other in beside and other not in known:
                    way = beside[cell], beside[other]
                    if not any(meet(*wall, *way) for wall in walls):
                        known.append(other)
        found += [Eye(place, beside[cell]) for cell in known if cell not in own]
    return found


def plain_looks(made, a_id, b_id):
    """The rays from every usable corner of the attacker, one look for each."""
    things = things_of(made)
    a, b = made.token(a_id), made.token(b_id)
    low = Fraction(made.elevation_of(a) + a.body_feet)
    high = made.elevation_of(b) + Fraction(b.body_feet, 2)
    apart = (a_id, b_id)
    starts = [eye for eye in eyes_of(made, things, a_id, low, apart) if not eye.cut_off_by]
    if made.conventions.lean_out:
        starts += leaned(made, things, a_id, low, starts)
    ends = eyes_of(made, things, b_id, high, apart)
    if all(eye.cut_off_by for eye in ends):
        ends = centers_of(made, b_id)
    return [
        Look(
            start,
            tuple(stopped_by(things, start, end, (low, high), apart) for end in ends),
            made,
        )
        for start in starts or centers_of(made, a_id)
    ]


def plain_best(looks):
    """Grade and share from the corner that is best for the attacker."""
    return min((look.grade, look.share) for look in looks)


def plain_cover(looks):
    """Grade and share from the best corner, and whether the target is seen."""
    grade, share = plain_best(looks)
    sealed = all(any(one.is_opaque for one in ray) for look in looks for ray in look.rays)
    return CoverGrade.TOTAL if sealed else grade, share, not sealed
