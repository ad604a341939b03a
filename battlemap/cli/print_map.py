"""Write the map as a PDF at true scale, over as many sheets of paper as it takes.

A cell is as long as --cell says, on every page. Sheets that go with the map follow it.
"""

from __future__ import annotations

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
from battlemap.cli.parser import UsageError, add_map, pair, token_id

if TYPE_CHECKING:
    from argparse import Namespace

    from battlemap.cli.parser import Parser
    from battlemap.rules.plan import AttackPlan
    from battlemap.session.session import Session

_SHEETS = {
    "legend": "what the signs on the map mean",
    "turn_order": "who acts when, with boxes for health",
    "token_sheets": "a card for each token",
    "minis": "paper minis to fold, at scale",
    "flat_tokens": "tokens to cut out, at scale",
}


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    add_map(parser)
    parser.add_argument("output", type=Path, metavar="OUT", help="out.pdf")
    add_paper(parser)
    add_drawing(parser, "ink-saver")
    parser.add_argument(
        "--fit", type=_pages, metavar="AxD", help="as large as fits on A pages across, D down"
    )
    parser.add_argument(
        "--dpi", type=int, default=300, metavar="N", help="pixels an inch of pictures, at most"
    )
    parser.add_argument("--title", default="", help="instead of the map's name")
    parser.add_argument("--date", default="", metavar="TEXT", help="said beside the page's name")
    parser.add_argument("--no-crop-marks", action="store_true", help="no lines at the corners")
    parser.add_argument(
        "--registration-marks", action="store_true", help="diamonds on the joints of pages"
    )
    parser.add_argument("--skip-blank", action="store_true", help="leave out pages of bare grid")
    parser.add_argument("--no-map", action="store_true", help="only the sheets named below")
    for name, words in _SHEETS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=words)
    parser.add_argument("--attacker", metavar="ID", help="a sheet of this token's attack...")
    parser.add_argument("--target", metavar="ID", help="...on this one: facts, modifiers, odds")
    parser.add_argument("--weapon", default="", metavar="NAME", help="with which weapon")
    parser.add_argument(
        "--choice",
        action="append",
        default=[],
        type=pair,
        metavar="KEY=VALUE",
        help="a choice of the Attack panel, for example defense=dodge; may be repeated",
    )


def add_paper(parser: Parser) -> None:
    """Declare paper and scale."""
    parser.add_argument("--paper", metavar="NAME", help="a4 (default), letter, 300x400 (mm)...")
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


def run(arguments: Namespace) -> int:
    """Write the file, say what was written and return the exit status."""
    if arguments.output.suffix.lower() != ".pdf":
        raise UsageError(f"{arguments.output} must end in .pdf; snapshot writes pictures.")
    stay_off_screen()
    written = print_to(arguments)
    if arguments.json:
        print_json(written)
    else:
        print(", ".join(f"{key}: {value}" for key, value in written.items()))
    return 0


def print_to(arguments: Namespace) -> dict[str, Any]:
    """Write the PDF and return what was written.

    Raises
    ------
    UsageError
        If a length, the paper or the sheets are impossible.
    """
    from battlemap.session.session import Session
    from battlemap.ui.printing.appendix import Parts
    from battlemap.ui.printing.application import ensure_application
    from battlemap.ui.printing.content import Look
    from battlemap.ui.printing.furniture import PageMarks
    from battlemap.ui.printing.lengths import parse_length
    from battlemap.ui.printing.pages import fitted
    from battlemap.ui.printing.paper import Borders, Orientation, PageSetup, Rect, find_paper
    from battlemap.ui.printing.printer import write_pdf
    from battlemap.ui.printing.sheet import Printout

    if not 30 <= arguments.dpi <= 1200:
        raise UsageError("argument --dpi: between 30 and 1200 pixels an inch.")
    session = Session.open(arguments.map)
    # Sentences are measured while the pages are laid out.
    ensure_application()
    margin = length_of(arguments, "margin", 6.0)
    overlap = length_of(arguments, "overlap", 10.0)
    grid = session.encounter.map.grid.grid
    region = region_of(arguments, grid)
    try:
        setup = PageSetup(
            find_paper(arguments.paper or "a4"),
            Orientation(arguments.orientation or "auto"),
            parse_length(arguments.cell or "1in"),
            overlap,
            Borders(margin, margin, margin, margin),
        )
        if arguments.fit is not None:
            if arguments.cell is not None:
                raise UsageError("argument --fit: not with --cell, which it works out.")
            whole = region or Rect(0.0, 0.0, grid.width, grid.height)
            setup = fitted(whole, setup, *arguments.fit)
        printout = Printout(
            session.encounter,
            session.system,
            setup,
            content_of(arguments),
            Look(arguments.look),
            arguments.title or session.encounter.map.name or arguments.map.stem,
            region,
            theme_of(arguments),
            arguments.map.resolve().parent,
            grid_style=grid_style_of(arguments),
            is_gray=arguments.gray,
            dpi=arguments.dpi,
            marks=PageMarks(not arguments.no_crop_marks, arguments.registration_marks),
            skip_blank=arguments.skip_blank,
            date=arguments.date,
            parts=Parts(
                map=not arguments.no_map,
                situation=_attack(arguments, session),
                **{name: getattr(arguments, name) for name in _SHEETS},
            ),
        )
        sheets = printout.sheets
        write_pdf(printout, arguments.output, telling("page"))
    except ValueError as error:
        raise UsageError(f"{error}.".replace("..", ".")) from error
    return {
        "file": str(arguments.output),
        "pages": len(sheets),
        "cell_mm": round(setup.cell_mm, 4),
        "sheets": [sheet.label for sheet in sheets],
    }


def _attack(arguments: Namespace, session: Session) -> AttackPlan | None:
    from types import MappingProxyType

    from battlemap.model.intent import Attack

    if (arguments.attacker is None) != (arguments.target is None):
        raise UsageError("--attacker and --target go together.")
    if arguments.attacker is None:
        return None
    attacker = token_id(arguments.attacker, session.encounter)
    target = token_id(arguments.target, session.encounter)
    if attacker == target:
        raise UsageError(f"{attacker} can't attack itself.")
    choices = MappingProxyType(dict(arguments.choice))
    return session.plan(Attack(attacker, target, arguments.weapon, choices))


def _pages(text: str) -> tuple[int, int]:
    """Return how many pages across and down a text such as ``2x3`` asks for."""
    from argparse import ArgumentTypeError

    across, _, down = text.lower().partition("x")
    if not (
        across.isdecimal() and down.isdecimal() and 0 < int(across) <= 50 and 0 < int(down) <= 50
    ):
        raise ArgumentTypeError(f"{text} is no number of pages; write 1x1 or 2x3")
    return int(across), int(down)
