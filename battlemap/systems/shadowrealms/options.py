"""What the text of ShadowRealms leaves open: each reading is an option with its choices.

Every field says in one sentence what it settles, and where the text is silent or contradicts
itself; the first choice of each is the default of the rules reference.
"""

from __future__ import annotations

from dataclasses import dataclass

from battlemap.rules.options import check_limits
from battlemap.systems.shadowrealms.board_options import BoardOptions
from battlemap.systems.shadowrealms.skill_options import SkillOptions
from battlemap.systems.shadowrealms.strike_options import StrikeOptions


@dataclass(frozen=True)
class Options(SkillOptions, BoardOptions, StrikeOptions):
    """The GM's readings of ShadowRealms; the fields of the last base come first."""

    def __post_init__(self) -> None:
        for front, side, where in (
            (self.square_front_half, self.square_side_half, "squares"),
            (self.hex_front_half, self.hex_side_half, "hexes"),
        ):
            if not 0 < front <= side <= 180:
                raise ValueError(
                    f"the arcs on {where} need 0 < front half <= side half <= 180 degrees, "
                    f"not {front:g} and {side:g}"
                )
        check_limits(self)
