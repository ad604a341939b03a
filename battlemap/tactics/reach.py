"""How far a weapon reaches, as a pattern; ``tactics.threat`` lays it on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from battlemap.geometry.ruling import Ruling


class ReachMeasure(Ruling):
    """How far a cell is from whoever reaches around; never farther than so many steps."""

    NEAREST = "nearest", "between the nearest cells, a diagonal as one step"
    DIAGONALS = "diagonals", "between the nearest cells, diagonals as they measure elsewhere"
    OUTLINE = "outline", "as the crow flies, from the border of its space to a cell's center"
    CENTER = (
        "center",
        "as the crow flies, from the center of its space to a cell's; cells beside always count",
    )


@dataclass(frozen=True)
class Around:
    """All cells within *cells* steps, whatever the facing, but none nearer than *minimum*.

    Steps are cells between the nearest cells, where *measure* doesn't say otherwise.
    """

    cells: int = 1
    minimum: int = 0
    measure: ReachMeasure = ReachMeasure.NEAREST


@dataclass(frozen=True)
class Ahead:
    """The three cells ahead, and the same three moved ahead step by step: *rows* in all."""

    rows: int = 2


@dataclass(frozen=True)
class WithinFeet:
    """All cells within *feet*, but none nearer than *minimum*, in cells of the map; one or more."""

    feet: int = 5
    minimum: int = 0
    measure: ReachMeasure = ReachMeasure.NEAREST

    def around(self, feet_per_cell: int) -> Around:
        """Return the pattern on a map whose cells are so long.

        Examples
        --------
        >>> [WithinFeet(feet).around(5).cells for feet in (5, 10, 12)]
        [1, 2, 2]
        >>> [WithinFeet(feet).around(10).cells for feet in (5, 10, 20)]
        [1, 1, 2]
        """
        cells = max(1, self.feet // feet_per_cell)
        return Around(cells, self.minimum // feet_per_cell, self.measure)


ReachPattern: TypeAlias = Around | Ahead | WithinFeet


def on_map(pattern: ReachPattern, feet_per_cell: int) -> Around | Ahead:
    """Return a pattern in cells of a map."""
    return pattern.around(feet_per_cell) if isinstance(pattern, WithinFeet) else pattern


@dataclass(frozen=True)
class WeaponReach:
    """One weapon's pattern, and when it may strike beside at somebody who leaves it."""

    weapon: str
    pattern: ReachPattern
    feet: int
    on_entering: bool = False
    """Whether it may strike at somebody who comes into the reach (a braced polearm)."""
    on_entering_shorter: bool = False
    """Whether it may strike at somebody who comes into the reach with a shorter melee weapon.

    Weapons are compared by their own lengths (``Weapon.reach_feet``); the unarmed have none.
    """
