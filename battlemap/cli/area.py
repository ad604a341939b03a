"""The cells and creatures that an area covers, with the share of each.

For each creature inside also the cover from the origin of the area.
"""

from __future__ import annotations

import argparse
import re
from math import isfinite
from typing import TYPE_CHECKING, Any

from battlemap.cli.output import percent, print_json, print_words, yes
from battlemap.cli.parser import UsageError, add_map, cell, degrees, token_id
from battlemap.model.words import counted

if TYPE_CHECKING:
    from argparse import Namespace

    from battlemap.cli.parser import Parser
    from battlemap.session.session import Session
    from battlemap.tactics.areas import Template

KINDS = ("blast", "burst", "line", "cone", "ring", "square")
AIMED = ("line", "cone")

_LENGTH = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*(ft|cells?)?")


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    add_map(parser)
    parser.add_argument("--kind", required=True, choices=KINDS, help="the shape")
    parser.add_argument(
        "--size",
        required=True,
        type=length,
        metavar="LENGTH",
        help="radius, length or side: 20 or 20ft in feet, 4cells in cells",
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--at", type=point, metavar="X,Y", help="the origin in map units")
    where.add_argument("--cell", type=cell, metavar="C,R", help="the cell of the origin")
    where.add_argument(
        "--caster", metavar="ID", help="the token from whose space burst, line or cone start"
    )
    parser.add_argument(
        "--attacker", metavar="ID", help="the token that aims (default: the caster)"
    )
    parser.add_argument(
        "--aim", type=point, metavar="X,Y", help="where a line or cone points, in map units"
    )
    parser.add_argument(
        "--width", type=length, metavar="LENGTH", help="of a line or ring (default: 1 cell)"
    )
    parser.add_argument(
        "--angle", type=degrees, default=60.0, metavar="DEGREES", help="of a cone (default: 60)"
    )
    parser.add_argument(
        "--margin", type=length, metavar="LENGTH", help="splash: how much wider the outer part is"
    )
    parser.add_argument(
        "--snap",
        choices=("corner", "center", "both", "free"),
        default="free",
        help="where the origin may lie (default: free)",
    )
    parser.add_argument(
        "--coverage",
        choices=("any", "half", "center"),
        default="half",
        help="when a cell counts as covered (default: half)",
    )
    parser.add_argument("--walls", action="store_true", help="walls and shut doors stop it")


def run(arguments: Namespace) -> int:
    """Print cells and creatures and return the exit status."""
    from battlemap.geometry.shapes import Coverage
    from battlemap.session.session import Session
    from battlemap.tactics.area_situation import survey_area

    session = Session.open(arguments.map)
    template = template_of(arguments, session)
    attacker = None
    if arguments.attacker is not None:
        attacker = token_id(arguments.attacker, session.encounter)
    coverage = Coverage[arguments.coverage.upper()]
    found = survey_area(session.board, template, attacker, coverage).to_json()
    if arguments.json:
        print_json(found)
    else:
        print_words(in_words(found))
    return 0


def template_of(arguments: Namespace, session: Session) -> Template:
    """Return the template that the arguments describe.

    Raises
    ------
    UsageError
        If the origin, the aim or a size makes no sense for the kind.
    """
    from battlemap.geometry.cell import Point
    from battlemap.geometry.shapes import Snap
    from battlemap.tactics.areas import AreaKind, Template

    grid = session.board.grid
    per_cell = session.encounter.map.grid.feet_per_cell
    caster = None
    if arguments.caster is not None:
        caster = token_id(arguments.caster, session.encounter)
        if arguments.kind not in ("burst", *AIMED):
            raise UsageError(f"argument --caster: a {arguments.kind} starts at a place.")
    if arguments.cell is not None:
        if arguments.cell not in grid:
            raise UsageError(f"argument --cell: {tuple(arguments.cell)} is not on the map.")
        origin = grid.center(arguments.cell)
    elif caster is not None:
        origin = grid.centroid(session.board.cells_of(caster))
    else:
        origin = Point(*arguments.at)
    aim = None
    if arguments.kind in AIMED:
        if arguments.aim is None:
            raise UsageError(f"a {arguments.kind} needs --aim X,Y.")
        aim = Point(*arguments.aim)
        if aim == origin:
            raise UsageError("argument --aim: it is where the area starts.")
    if not 0 < arguments.angle <= 360:
        raise UsageError("argument --angle: a cone opens by more than 0 and at most 360 degrees.")
    size = _cells(arguments.size, per_cell)
    width = _cells(arguments.width, per_cell) if arguments.width is not None else 1.0
    if size <= 0 or width <= 0:
        raise UsageError("sizes and widths are more than 0.")
    return Template(
        AreaKind(arguments.kind),
        origin,
        size,
        aim,
        caster,
        width,
        arguments.angle,
        _cells(arguments.margin, per_cell) if arguments.margin is not None else 0.0,
        # From a cell the radius of a blast runs from its outline, from a point from the point.
        arguments.cell is not None,
        Snap[arguments.snap.upper()],
        arguments.walls,
    )


def length(text: str) -> tuple[float, str]:
    """Return number and unit of a length such as ``20``, ``20ft`` or ``4cells``.

    Raises
    ------
    argparse.ArgumentTypeError
        If it reads otherwise.
    """
    found = _LENGTH.fullmatch(text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(f"{text} is no length; write 20, 20ft or 4cells")
    return float(found.group(1)), found.group(2) or "ft"


def _cells(given: tuple[float, str], feet_per_cell: float) -> float:
    value, unit = given
    return value / feet_per_cell if unit == "ft" else value


def point(text: str) -> tuple[float, float]:
    """Return the point that a text such as ``7.5,5`` names.

    Raises
    ------
    argparse.ArgumentTypeError
        If it isn't a pair of finite numbers.
    """
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        x = y = float("nan")
    if not (isfinite(x) and isfinite(y)):
        raise argparse.ArgumentTypeError(f"{text} is no point; write x,y in cells: 7.5,5")
    return x, y


def in_words(found: dict[str, Any]) -> str:
    """Return cells and creatures as lines for people."""
    x, y = found["origin"]
    lines = [f"{found['kind']} from {x:g},{y:g}: {counted(len(found['cells']), 'cell')}"]
    if found["attacker"] is not None:
        seen = found["origin_seen"]
        lines.append(
            f"  aimed by {found['attacker']} from {found['distance']['feet']} ft; "
            f"sees the origin: {yes(seen['value'])}, {seen['reason']}"
        )
    lines += [f"  {_cell(row)}" for row in found["cells"]]
    if found["splash_cells"]:
        lines.append(f"splash: {counted(len(found['splash_cells']), 'cell')}")
        lines += [f"  {_cell(row)}" for row in found["splash_cells"]]
    lines.append(f"inside: {counted(len(found['caught']), 'creature')}")
    for row in found["caught"]:
        splash = ", splash only" if row["splash_only"] else ""
        share = row["splash_share"] if row["splash_only"] else row["share"]
        cover = f"cover {row['cover']['grade']}: {row['cover']['reason']}"
        where = f"{row['distance']['feet']} ft from the origin"
        relation = f"{row['relation']}, " if row["relation"] else ""
        lines.append(f"  {row['token']}  {percent(share)}{splash}; {cover}; {relation}{where}")
    return "\n".join(lines)


def _cell(row: dict[str, Any]) -> str:
    q, r = row["cell"]
    return f"{q},{r}  {percent(row['share'])}"
