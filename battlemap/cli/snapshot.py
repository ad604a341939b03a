"""Write the map as a picture: PNG, JPEG, WebP, SVG, or a PDF of one page as large as the map.

Given a folder, a contact sheet of all maps in it. `print` spreads a map over sheets of paper.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlemap.cli.drawing import (
    add_drawing,
    content_of,
    grid_style_of,
    length_of,
    region_of,
    stay_off_screen,
    telling,
    theme_of,
)
from battlemap.cli.output import print_json
from battlemap.cli.parser import UsageError, add_json

if TYPE_CHECKING:
    from argparse import Namespace

    from battlemap.cli.parser import Parser


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "map", type=Path, metavar="MAP", help="a .battlemap file, a map.json, or a folder of them"
    )
    add_json(parser)
    parser.add_argument(
        "output", type=Path, metavar="OUT", help="out.png, .jpg, .webp, .svg or .pdf"
    )
    parser.add_argument(
        "--pixels-per-cell", type=float, metavar="N", help="size of a picture (default 100)"
    )
    parser.add_argument("--transparent", action="store_true", help="no color outside the cells")
    parser.add_argument(
        "--cell", metavar="LENGTH", help="length of a cell in a PDF or SVG: 1in (default), 25mm"
    )
    add_drawing(parser, "color")


def run(arguments: Namespace) -> int:
    """Write the file, say what was written and return the exit status."""
    stay_off_screen()
    from battlemap.ui.printing.picture import PictureError

    try:
        written = (
            _write_contact_sheet(arguments) if arguments.map.is_dir() else _write_picture(arguments)
        )
    except PictureError as error:
        raise UsageError(f"{error}.") from error
    if arguments.json:
        print_json(written)
    else:
        print(", ".join(f"{key}: {value}" for key, value in written.items()))
    return 0


def portrayal_of(arguments: Namespace, **more: Any) -> Any:  # noqa: ANN401  # a Portrayal, of which only ui knows
    """Return how the arguments want a map drawn; *more* are further fields of it."""
    from battlemap.ui.printing.content import Look
    from battlemap.ui.printing.picture import Portrayal

    return Portrayal(
        layers=content_of(arguments, cell_names=False),
        theme=theme_of(arguments),
        look=Look(arguments.look),
        grid_style=grid_style_of(arguments),
        is_gray=arguments.gray,
        **more,
    )


def _write_picture(arguments: Namespace) -> dict[str, Any]:
    from battlemap.session.session import Session
    from battlemap.ui.printing.lengths import MM_PER_INCH
    from battlemap.ui.printing.picture import VECTORS, export_picture

    kind = arguments.output.suffix.lower().removeprefix(".")
    if arguments.cell is not None and kind not in VECTORS:
        print("battlemap snapshot: --cell counts for PDF and SVG only.", file=sys.stderr)
    pixels = 100.0 if arguments.pixels_per_cell is None else arguments.pixels_per_cell
    session = Session.open(arguments.map)
    portrayal = portrayal_of(
        arguments,
        pixels_per_cell=pixels,
        transparent=arguments.transparent,
        region=region_of(arguments, session.encounter.map.grid.grid),
        folder=arguments.map.resolve().parent,
        cell_mm=length_of(arguments, "cell", MM_PER_INCH),
    )
    width, height = export_picture(session.encounter, session.system, arguments.output, portrayal)
    return {"file": str(arguments.output), "width": width, "height": height}


def _write_contact_sheet(arguments: Namespace) -> dict[str, Any]:
    from battlemap.ui.printing.contact_sheet import export_contact_sheet

    for name in ("region", "pixels_per_cell", "cell"):
        if getattr(arguments, name) is not None:
            raise UsageError(f"argument --{name.replace('_', '-')}: not for a folder of maps.")
    found = export_contact_sheet(
        arguments.map, arguments.output, portrayal_of(arguments), progress=telling("map")
    )
    for entry in found:
        if entry.problem:
            # Whatever is wrong with a file names it already; other errors don't.
            name = "" if entry.problem.startswith(entry.file) else f"{entry.file}: "
            print(f"battlemap snapshot: {name}{entry.problem}", file=sys.stderr)
    return {
        "file": str(arguments.output),
        "maps": len([entry for entry in found if not entry.problem]),
        "unreadable": [entry.file for entry in found if entry.problem],
    }
