"""Where the names of tokens stand, in the window, on pictures and on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from battlemap.ui.scene.name_layout import Bar, Disc, Name, lay_names
from battlemap.ui.scene.token_art import NAME_HEIGHT, height_place, name_away

if TYPE_CHECKING:
    from collections.abc import Iterable

    from battlemap.geometry.cell import Point
    from battlemap.ui.scene.name_layout import NamePlace
    from battlemap.ui.scene.token_look import TokenLook


class Named(NamedTuple):
    """A token that wants its name written."""

    key: str
    look: TokenLook
    center: Point
    """Of its space, in cells."""
    text: str
    active: bool = False
    targeted: bool = False
    matters: bool = False
    """Whether it chooses before others: it acts, is selected or a target."""


def lay_token_names(
    tokens: Iterable[Named], px: float, bars: Iterable[Bar] = ()
) -> dict[str, NamePlace]:
    """Return where the names stand: those that matter now choose first, the dead last.

    Parameters
    ----------
    tokens
        All tokens that are drawn; the dead keep no name off.
    px
        Pixels of type in the width of a cell.
    bars
        What else names give way to, in pixels.
    """
    names: list[tuple[tuple[bool, bool], Name]] = []
    discs: list[tuple[str, Disc]] = []
    taken = list(bars)
    for token in tokens:
        look, x, y = token.look, token.center.x * px, token.center.y * px
        place = Disc(x, y, look.radius * px)
        if not look.is_out:
            discs.append((token.key, place))
        if look.height:
            box = height_place(look, px)
            taken.append(Bar(x + box.left(), y + box.top(), x + box.right(), y + box.bottom()))
        below, above = (
            name_away(look, px, active=token.active, targeted=token.targeted, is_above=is_above)
            for is_above in (False, True)
        )
        name = Name(token.key, token.text, place, y + below, y + above, NAME_HEIGHT)
        names.append(((look.is_out, not token.matters), name))
    names.sort(key=lambda entry: entry[0])
    return lay_names([name for _, name in names], discs, taken)
