"""Write a fight as pictures, one for each deed: a folder of PNG files, or an animated GIF or WebP.

A map's file keeps the last state and the log. The states in between are in the journal, as long as
the map is open in a window, or after a crash: MAP is the map that is open, or a journal itself.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlemap.cli.drawing import add_drawing, region_of, stay_off_screen, telling
from battlemap.cli.output import print_json
from battlemap.cli.parser import UsageError, add_json
from battlemap.cli.snapshot import portrayal_of

if TYPE_CHECKING:
    from argparse import Namespace

    from battlemap.cli.parser import Parser


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "map", type=Path, metavar="MAP", help="a map that is open in a window, or a .jsonl journal"
    )
    add_json(parser)
    parser.add_argument("output", type=Path, metavar="OUT", help="out.gif, out.webp, or a folder")
    parser.add_argument(
        "--pixels-per-cell", type=float, default=40.0, metavar="N", help="default 40"
    )
    parser.add_argument(
        "--seconds", type=float, default=1.5, metavar="N", help="for each picture (default 1.5)"
    )
    parser.add_argument("--no-captions", action="store_true", help="don't say what was done")
    add_drawing(parser, "color")


def run(arguments: Namespace) -> int:
    """Write the pictures, say what was written and return the exit status."""
    stay_off_screen()
    from battlemap.ui.printing.picture import PictureError

    try:
        written = _write(arguments)
    except PictureError as error:
        raise UsageError(f"{error}.") from error
    if arguments.json:
        print_json(written)
    else:
        print(", ".join(f"{key}: {value}" for key, value in written.items()))
    return 0


def _write(arguments: Namespace) -> dict[str, Any]:
    from battlemap.session.states import session_of, states_of
    from battlemap.ui.printing.replay import Film, write_animation, write_frames

    session = session_of(arguments.map)
    film = Film(
        portrayal_of(
            arguments,
            pixels_per_cell=arguments.pixels_per_cell,
            region=region_of(arguments, session.encounter.map.grid.grid),
            folder=session.path.resolve().parent if session.path else None,
        ),
        arguments.seconds,
        not arguments.no_captions,
    )
    write = write_animation if arguments.output.suffix else write_frames
    count = write(states_of(session), session.system, arguments.output, film, telling("picture"))
    return {"file": str(arguments.output), "pictures": count}
