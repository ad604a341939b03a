"""What `print`, `snapshot` and `replay` share: which layers are drawn and how, and progress."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Any

from battlemap.cli.parser import UsageError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from battlemap.cli.parser import Parser
    from battlemap.geometry.grid import Grid

PATIENCE = 0.3
"""Seconds after which the commands begin to say how far they are."""


def add_drawing(parser: Parser, look: str) -> None:
    """Declare layers, look, colors and the part of the map; *look* is the usual one."""
    parser.add_argument(
        "--look", choices=("color", "ink-saver"), default=look, help=f"default: {look}"
    )
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="colors of the color look"
    )
    parser.add_argument("--gray", action="store_true", help="grays instead of colors")
    parser.add_argument(
        "--region", metavar="CELLS", help="a part of the map by two corners, such as B2:K9"
    )
    view = parser.add_mutually_exclusive_group()
    view.add_argument("--gm", action="store_true", help="with hidden tokens, secret doors, notes")
    view.add_argument("--players", action="store_true", help="without them (the default)")
    for name, words in (("--hide", "leave a layer out"), ("--show", "add a layer")):
        parser.add_argument(
            name,
            action="append",
            default=[],
            metavar="LAYER",
            help=f"{words}, for example {'tokens' if name == '--hide' else 'arcs'}; repeatable",
        )
    parser.add_argument("--grid-color", default="", metavar="#RRGGBB", help="of the grid's lines")
    parser.add_argument("--grid-width", metavar="LENGTH", help="of the grid's lines, such as 0.3mm")


def stay_off_screen() -> None:
    """Let Qt draw without a screen, unless the environment says otherwise."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def content_of(arguments: Namespace, *, cell_names: bool = True) -> Any:  # noqa: ANN401  # a Content, of which only ui knows
    """Return the layers that the arguments ask for.

    Raises
    ------
    UsageError
        If there is no such layer.
    """
    from dataclasses import replace

    from battlemap.ui.printing.content import Content

    content = Content(cell_names=cell_names)
    for option, on in (("hide", False), ("show", True)):
        for name in getattr(arguments, option):
            try:
                Content.of(name)
            except ValueError as error:
                raise UsageError(f"argument --{option}: {error}.") from error
            content = replace(content, **{name: on})
    return replace(content, gm=content.gm or arguments.gm)


def grid_style_of(arguments: Namespace) -> Any:  # noqa: ANN401  # a GridStyle, of which only ui knows
    """Return how the arguments want the grid's lines.

    Raises
    ------
    UsageError
        If the color or the width can't be read.
    """
    from battlemap.ui.printing.content import GridStyle

    width = length_of(arguments, "grid_width", 0.0)
    try:
        return GridStyle(arguments.grid_color, width)
    except ValueError as error:
        raise UsageError(f"{error}.") from error


def region_of(arguments: Namespace, grid: Grid) -> Any:  # noqa: ANN401  # a Rect, of which only ui knows
    """Return the part of the map that the arguments name, in cells; None: all of it.

    Raises
    ------
    UsageError
        If the cells can't be read.
    """
    from battlemap.ui.printing import region

    if arguments.region is None:
        return None
    try:
        return region.region_of(grid, arguments.region)
    except ValueError as error:
        raise UsageError(f"argument --region: {error}.") from error


def length_of(arguments: Namespace, name: str, otherwise: float) -> float:
    """Return the length of an option in millimeters; *otherwise* where it wasn't given.

    Raises
    ------
    UsageError
        If it is no length.
    """
    from battlemap.ui.printing.lengths import parse_length

    text = getattr(arguments, name)
    if text is None:
        return otherwise
    if text.strip().rstrip("m").strip() == "0":
        return 0.0
    try:
        return parse_length(text)
    except ValueError as error:
        raise UsageError(f"argument --{name.replace('_', '-')}: {error}.") from error


def theme_of(arguments: Namespace) -> Any:  # noqa: ANN401  # a Theme, of which only ui knows
    """Return the colors that the arguments name."""
    from battlemap.ui.theme import DARK, LIGHT

    return DARK if arguments.theme == "dark" else LIGHT


def telling(what: str) -> Callable[[int, int], bool]:
    """Return a callback that says on a terminal how far a command is, once it takes a while.

    Ctrl+C stops the command; nothing that is half done is written.
    """
    begun = time.monotonic()
    told = False

    def tell(done: int, total: int) -> bool:
        nonlocal told
        if not sys.stderr.isatty():
            return True
        if done < total and time.monotonic() - begun > PATIENCE:
            print(f"\r{what} {done + 1} of {total}", end="", file=sys.stderr, flush=True)
            told = True
        elif done >= total and told:
            print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
        return True

    return tell
