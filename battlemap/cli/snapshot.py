"""Write the map as a picture (PNG, JPEG, WebP), or as a PDF at true scale on sheets of paper."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlemap.cli.output import print_json
from battlemap.cli.parser import UsageError, add_map

if TYPE_CHECKING:
    from argparse import Namespace

    from battlemap.cli.parser import Parser

_PDF_ONLY = ("paper", "cell", "orientation", "overlap", "margin")


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    add_map(parser)
    parser.add_argument("output", type=Path, metavar="OUT", help="out.png, .jpg, .webp or .pdf")
    parser.add_argument("--paper", metavar="NAME", help="paper of the PDF (default a4)")
    parser.add_argument(
        "--cell", metavar="LENGTH", help="printed length of a cell: 1in (default), 25mm"
    )
    parser.add_argument(
        "--orientation", choices=("auto", "portrait", "landscape"), help="default: fewest pages"
    )
    parser.add_argument(
        "--overlap", metavar="LENGTH", help="strip that neighboring pages share (default 10mm)"
    )
    parser.add_argument(
        "--margin", metavar="LENGTH", help="what the printer leaves white (default 6mm)"
    )
    parser.add_argument(
        "--pixels-per-cell", type=float, metavar="N", help="size of a picture (default 100)"
    )
    parser.add_argument("--transparent", action="store_true", help="no color outside the cells")
    parser.add_argument("--look", choices=("color", "ink-saver"), help="how the map is drawn")
    view = parser.add_mutually_exclusive_group()
    view.add_argument("--gm", action="store_true", help="with hidden tokens, secret doors, notes")
    view.add_argument("--players", action="store_true", help="without them (the default)")
    parser.add_argument(
        "--hide",
        action="append",
        default=[],
        metavar="LAYER",
        help="leave a layer out, for example tokens; may be repeated",
    )


def run(arguments: Namespace) -> int:
    """Write the file, say what was written and return the exit status."""
    kind = arguments.output.suffix.lower()
    if kind == ".pdf":
        if arguments.pixels_per_cell is not None or arguments.transparent:
            raise UsageError("--pixels-per-cell and --transparent belong to pictures, not PDF.")
    elif ignored := [name for name in _PDF_ONLY if getattr(arguments, name) is not None]:
        names = ", ".join(f"--{name}" for name in ignored)
        print(f"battlemap snapshot: {names} count for PDF only.", file=sys.stderr)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from battlemap.ui.printing.picture import PictureError

    try:
        written = _write_pdf(arguments) if kind == ".pdf" else _write_picture(arguments)
    except PictureError as error:
        raise UsageError(f"{error}.") from error
    if arguments.json:
        print_json(written)
    else:
        print(", ".join(f"{key}: {value}" for key, value in written.items()))
    return 0


def _write_picture(arguments: Namespace) -> dict[str, Any]:
    from battlemap.session.session import Session
    from battlemap.ui.printing.content import Look
    from battlemap.ui.printing.picture import export_picture

    session = Session.open(arguments.map)
    width, height = export_picture(
        session.encounter,
        session.system,
        arguments.output,
        pixels_per_cell=100 if arguments.pixels_per_cell is None else arguments.pixels_per_cell,
        layers=_layers(arguments),
        look=Look(arguments.look or "color"),
        transparent=arguments.transparent,
        folder=arguments.map.resolve().parent,
    )
    return {"file": str(arguments.output), "width": width, "height": height}


def _write_pdf(arguments: Namespace) -> dict[str, Any]:
    from battlemap.session.session import Session
    from battlemap.ui.printing.content import Look
    from battlemap.ui.printing.lengths import parse_length
    from battlemap.ui.printing.printer import export_pdf

    session = Session.open(arguments.map)
    try:
        pages = export_pdf(
            session.encounter,
            session.system,
            arguments.output,
            paper=arguments.paper or "a4",
            cell=arguments.cell or "1in",
            orientation=arguments.orientation or "auto",
            overlap_mm=parse_length(arguments.overlap) if arguments.overlap else 10.0,
            margin_mm=parse_length(arguments.margin) if arguments.margin else 6.0,
            layers=_layers(arguments),
            look=Look(arguments.look or "ink-saver"),
            title=session.encounter.map.name or arguments.map.stem,
            folder=arguments.map.resolve().parent,
        )
    except ValueError as error:
        raise UsageError(f"{error}.".replace("..", ".")) from error
    return {"file": str(arguments.output), "pages": len(pages.pages)}


def _layers(arguments: Namespace) -> Any:  # noqa: ANN401  # a Content, of which only ui knows
    from dataclasses import replace

    from battlemap.ui.printing.content import Content

    content = Content()
    for name in arguments.hide:
        try:
            Content.of(name)
        except ValueError as error:
            raise UsageError(f"argument --hide: {error}.") from error
        content = content.without(name)
    return replace(content, gm=arguments.gm)
