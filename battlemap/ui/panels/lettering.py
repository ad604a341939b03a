"""The letters of the panels: larger on very wide screens, where they would be too small to read.

The map's labels and all that is printed keep their size.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from battlemap.ui import theme
from battlemap.ui.theme import BODY

if TYPE_CHECKING:
    from PySide6.QtGui import QFont

_SIZES = re.compile(r"font-size: (\d+)px")


class _Letters:
    scale = 1.0


def use_scale(scale: float) -> None:
    """Let everything that is drawn or dressed from now on have letters so much larger."""
    _Letters.scale = scale


def scale() -> float:
    """Return how much larger than usual the letters of panels are."""
    return _Letters.scale


def scaled(length: float) -> int:
    """Return a length in logical pixels that grows with the letters: a line, a column of labels."""
    return round(length * _Letters.scale)


def font(size: float = BODY, weight: int = 400) -> QFont:
    """Return the font of panels; the parameters are those of the theme's."""
    return theme.font(size * _Letters.scale, weight)


def enlarged(sheet: str) -> str:
    """Return a style sheet with its sizes of type as large as the letters of panels.

    Examples
    --------
    >>> enlarged("QLabel { font-size: 12px; padding: 4px; }")
    'QLabel { font-size: 12px; padding: 4px; }'
    """
    return _SIZES.sub(lambda size: f"font-size: {scaled(int(size[1]))}px", sheet)
