"""The option by which creatures in the line of an attack give cover; several systems have it."""

from __future__ import annotations

from battlemap.model.obstacle import CoverGrade
from battlemap.rules.options import Ruling


class CreaturesCover(Ruling):
    """The cover that creatures in the line give.

    They never give total cover, since nobody is out of sight behind them.
    """

    NONE = "none", "none, only walls and things give it"
    MINOR = "minor", "minor cover"
    MAJOR = "major", "major cover, as obstacles that give it"

    @classmethod
    def _missing_(cls, value: object) -> CreaturesCover | None:
        """Return what stands for "total", which older map files may hold."""
        return cls.MAJOR if value == CoverGrade.TOTAL.word else None

    @property
    def grade(self) -> CoverGrade:
        """The highest grade that one creature gives on the board."""
        return CoverGrade[self.name]
