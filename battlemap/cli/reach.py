"""The cells that a token threatens from where it stands, and the cells around it by arc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battlemap.cli.output import plain, print_json, print_words
from battlemap.cli.parser import add_map, token_id

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable

    from battlemap.cli.parser import Parser
    from battlemap.geometry.cell import Cell
    from battlemap.tactics.board import Board


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    add_map(parser)
    parser.add_argument("--token", required=True, metavar="ID", help="whose reach")


def run(arguments: Namespace) -> int:
    """Print the threatened cells and return the exit status."""
    from battlemap.session.session import Session

    session = Session.open(arguments.map)
    found = reach_of(session.board, token_id(arguments.token, session.encounter))
    if arguments.json:
        print_json(found)
    else:
        print_words(in_words(found))
    return 0


def reach_of(board: Board, token: str) -> dict[str, Any]:
    """Return threatened cells and arcs as plain JSON, cells row by row."""
    from battlemap.tactics.arcs import arc_cells
    from battlemap.tactics.threat import threatened

    by_weapon = threatened(board, token)
    together = frozenset[Any]().union(*by_weapon.values())
    return {
        "token": token,
        "threatened": _listed(together),
        "by_weapon": {weapon: _listed(cells) for weapon, cells in by_weapon.items()},
        "arcs": {str(arc): _listed(cells) for arc, cells in arc_cells(board, token).items()},
        "space": plain(board.cells_of(token)),
    }


def _listed(cells: Iterable[Cell]) -> Any:  # noqa: ANN401  # a list of pairs
    return plain(sorted(cells, key=lambda cell: (cell.r, cell.q)))


def in_words(found: dict[str, Any]) -> str:
    """Return reach and arcs as lines for people."""
    lines = [f"{found['token']} threatens {len(found['threatened'])} cells"]
    lines += [f"  {name}: {_cells(cells)}" for name, cells in found["by_weapon"].items()]
    lines += [f"  {arc} arc: {_cells(cells)}" for arc, cells in found["arcs"].items()]
    return "\n".join(lines)


def _cells(cells: list[list[int]]) -> str:
    return " ".join(f"{q},{r}" for q, r in cells) or "none"
