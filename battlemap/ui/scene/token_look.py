"""What a token looks like, as one frozen value: tokens that look the same share one picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.footprint import footprint
from battlemap.geometry.grid import Grid, GridKind
from battlemap.ui.scene.coordinates import CELL_AT_100, cell_loops
from battlemap.ui.state_lines import badges_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.system import RuleSystem

MARGIN = 7 / CELL_AT_100
"""From the middle of the ring to the border of the token's space, in cells."""

SHOWN_CONDITIONS = 3

LONGEST_NAME = 18
"""Letters of a name that a plate in the window shows."""


@dataclass(frozen=True)
class TokenLook:
    """Everything that the picture of a token depends on but its size on the screen.

    ``radius`` is that of the ring, in cells. ``outline`` are the corners of a hex cluster around
    the disc's center, in cells; empty where the disc fills the space.
    """

    name: str
    side: str
    radius: float
    art: str = ""
    facing: float | None = None
    health: float | None = None
    """Share left, None: no bar."""
    conditions: tuple[str, ...] = ()
    """The states with a badge: conditions, and what lasts otherwise."""
    height: str = ""
    is_out: bool = False
    hidden: bool = False
    outline: tuple[tuple[float, float], ...] = ()
    active: bool = False
    selected: bool = False
    targeted: bool = False
    target_number: int = 0
    """Which of several targets; 0: the only one, or none."""
    ghost: bool = False
    """The dashed picture that stays where a drag began."""
    name_above: bool = False
    name_shift: float = 0.0
    """To the right, in pixels: the plate gives way to others."""
    name_shown: str | None = None
    """What the plate has room for, empty: no plate; None: all of it, as on paper."""

    @property
    def plate_name(self) -> str:
        """The name as the plate shows it."""
        return self.name if self.name_shown is None else self.name_shown

    @property
    def initials(self) -> str:
        """Up to two letters that stand for a token without art."""
        words = [word for word in self.name.replace("-", " ").split() if word[:1].isalnum()]
        if not words:
            return "?"
        if len(words) == 1:
            return words[0][:2].capitalize()
        return (words[0][0] + words[-1][0]).upper()


def short_name(name: str) -> str:
    """Return a name as a plate in the window shows it at most.

    Examples
    --------
    >>> short_name("Bryn"), short_name("Bryn of the Long Southern Marches")
    ('Bryn', 'Bryn of the Long…')
    """
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def disc(grid: Grid, token: Token, at: Cell | None = None) -> tuple[Point, float]:
    """Return the center of a token's space and the radius of its ring, in cells."""
    dx, dy, radius = _disc_shape(grid, token.size, token.turned)
    anchor = grid.center(token.at if at is None else at)
    return Point(anchor.x + dx, anchor.y + dy), radius


@lru_cache(maxsize=256)
def _disc_shape(grid: Grid, size: int, turned: int) -> tuple[float, float, float]:
    """Return where the center lies from the anchor's center, and the ring's radius, in cells."""
    zero = Cell(0, 0)
    cells = footprint(grid, zero, size, turned)
    anchor, center = grid.center(zero), grid.centroid(cells)
    dx, dy = center.x - anchor.x, center.y - anchor.y
    if size <= 0:
        return dx, dy, 0.3
    if grid.kind is GridKind.SQUARE:
        return dx, dy, size / 2 - MARGIN
    loops = cell_loops(grid, cells)
    near = min(_distance(center, loop[i - 1], loop[i]) for loop in loops for i in range(len(loop)))
    return dx, dy, near - MARGIN


def _distance(point: Point, a: Point, b: Point) -> float:
    dx, dy = b.x - a.x, b.y - a.y
    share = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return hypot(point.x - a.x - share * dx, point.y - a.y - share * dy)


def look_of(encounter: Encounter, system: RuleSystem, token: Token) -> TokenLook:
    """Return how *token* looks by itself: no selection, no target."""
    grid = encounter.map.grid.grid
    center, radius = disc(grid, token)
    outline: tuple[tuple[float, float], ...] = ()
    if token.size > 1 and grid.kind is not GridKind.SQUARE:
        loop = cell_loops(grid, footprint(grid, token.at, token.size, token.turned))[0]
        outline = tuple((round(p.x - center.x, 4), round(p.y - center.y, 4)) for p in loop)
    track = system.track(token)
    is_out = system.is_out(token)
    return TokenLook(
        name=token.name or token.id,
        side=token.side,
        radius=round(radius, 4),
        art=token.art,
        facing=token.facing if system.conventions().has_facing else None,
        health=track.left if track.size and not is_out else None,
        conditions=badges_of(system, encounter, token),
        height=_height(encounter, token),
        is_out=is_out,
        hidden=token.hidden,
        outline=outline,
        active=encounter.turn_order.active == token.id,
    )


def _height(encounter: Encounter, token: Token) -> str:
    from battlemap.ui.scene.heights import height_text

    if token.elevation_feet is None:
        cells = footprint(encounter.map.grid.grid, token.at, token.size, token.turned)
        feet = max(encounter.map.ground_feet(cell) for cell in cells)
    else:
        feet = token.elevation_feet
    return height_text(feet) if feet else ""
