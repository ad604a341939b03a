"""Make a map of a Universal VTT file (.uvtt, .dd2vtt, .df2vtt), and say what came in and what not.

A file that is there already is replaced; its last version is kept among the backups.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from battlemap.cli.output import print_json, print_words
from battlemap.cli.parser import UsageError, add_json

if TYPE_CHECKING:
    from argparse import Namespace

    from battlemap.cli.parser import Parser


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    parser.add_argument("source", type=Path, metavar="IN", help="in.dd2vtt, .uvtt or .df2vtt")
    parser.add_argument(
        "output",
        type=Path,
        metavar="OUT",
        help="out.battlemap, or map.json with its picture beside",
    )
    add_json(parser)
    parser.add_argument(
        "--see-past-props",
        action="store_true",
        help="furniture and pillars give cover but don't block sight",
    )
    parser.add_argument("--system", metavar="KEY", help="rule system of the new map")


def run(arguments: Namespace) -> int:
    """Import the file, print the report and return the exit status."""
    from battlemap.formats import universal_vtt
    from battlemap.model.encounter import RulesChoice
    from battlemap.session.documents import save_encounter
    from battlemap.session.files import back_up
    from battlemap.session.registry import system_class

    system = RulesChoice().system if arguments.system is None else arguments.system
    system_class(system)
    if arguments.output.exists() and arguments.output.samefile(arguments.source):
        raise UsageError("The new map would overwrite the file that it is made of.")
    encounter, report = universal_vtt.read(
        arguments.source, props_block_sight=not arguments.see_past_props, system=system
    )
    back_up(arguments.output)
    save_encounter(arguments.output, encounter)
    if arguments.json:
        print_json({**report.to_json(), "output": str(arguments.output)})
    else:
        print_words("\n".join([*report.lines(), f"Written to {arguments.output}"]))
    return 0
