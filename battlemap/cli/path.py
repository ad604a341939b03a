"""The ways of a token to a cell, from the shortest to the safest, whatever its actions allow.

Each with its cost and the opportunity attacks that it would provoke.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battlemap.cli.output import plain, print_json, print_words
from battlemap.cli.parser import UsageError, add_map, cell, token_id
from battlemap.model.words import counted

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Collection

    from battlemap.cli.parser import Parser
    from battlemap.geometry.cell import Cell
    from battlemap.rules.trigger import Trigger
    from battlemap.session.preview import MovePreviewer, Route
    from battlemap.session.session import Session

WHOLE_MAP = 10**9
"""More hundredths of a cell than any way on any map costs."""


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    add_map(parser)
    parser.add_argument("--token", required=True, metavar="ID", help="who walks")
    parser.add_argument("--to", required=True, type=cell, metavar="C,R", help="where to")
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        type=cell,
        metavar="C,R",
        help="a waypoint; may be repeated",
    )
    parser.add_argument(
        "--jump",
        action="append",
        default=[],
        type=cell,
        metavar="C,R",
        help="jump to this cell, the goal or a waypoint, from the one before; may be repeated",
    )


def run(arguments: Namespace) -> int:
    """Print the ways and return the exit status."""
    from battlemap.session.session import Session

    session = Session.open(arguments.map)
    token = token_id(arguments.token, session.encounter)
    for place in (*arguments.by, arguments.to):
        if place not in session.board.grid:
            raise UsageError(f"The cell {place.q},{place.r} is not on the map.")
    legs = (*arguments.by, arguments.to)
    for place in arguments.jump:
        if place not in legs:
            raise UsageError(f"--jump {place.q},{place.r} is neither the goal nor a waypoint.")
    jumps = frozenset(number for number, place in enumerate(legs) if place in arguments.jump)
    found = paths_of(session, token, arguments.to, tuple(arguments.by), jumps)
    if arguments.json:
        print_json(found)
    else:
        print_words(in_words(found))
    return 0


def paths_of(
    session: Session,
    token: str,
    goal: Cell,
    waypoints: tuple[Cell, ...] = (),
    jumps: Collection[int] = (),
) -> dict[str, Any]:
    """Return the routes as plain JSON; None or empty where the cell can't be reached.

    Parameters
    ----------
    jumps
        The legs that are jumps: 0 leads to the first waypoint, the last one to the goal.
    """
    previewer = session.preview_move(token, budget=WHOLE_MAP)
    preview = previewer.to(goal, waypoints, jumps)
    allowed = previewer.mover.budget
    return {
        "token": token,
        "to": plain(goal),
        "reachable": preview.shortest is not None,
        "shortest": _route(preview.shortest, allowed),
        "safest": _route(preview.safest, allowed),
        "trade_offs": [
            _route(route, allowed) for route in previewer.trade_offs(goal, waypoints, jumps)
        ],
        "why_no_jump": _why_no_jump(previewer, (*waypoints, goal), jumps),
    }


def _why_no_jump(
    previewer: MovePreviewer, legs: tuple[Cell, ...], jumps: Collection[int]
) -> str | None:
    """Return what is wrong with the first jump that can't be made; None: nothing."""
    for number in sorted(jumps):
        why = previewer.why_no_jump(legs[number], legs[:number], jumps)
        if why:
            return why
    return None


def _route(route: Route | None, allowed: int) -> dict[str, Any] | None:
    if route is None:
        return None
    return {
        "cells": plain(route.path.cells),
        "cost_feet": route.feet,
        "jumps": sorted(route.path.jumps),
        "squeezed": sorted(route.path.squeezed),
        "triggers": [_trigger(trigger) for trigger in route.triggers if trigger.fires],
        "hollow": [_trigger(trigger) for trigger in route.triggers if not trigger.fires],
        "actions": route.actions,
        "within_actions": route.path.cost <= allowed,
    }


def _trigger(trigger: Trigger) -> dict[str, Any]:
    return {
        "step": trigger.step,
        "cell": plain(trigger.cell),
        "by": trigger.by,
        "weapon": trigger.weapon,
        "deed": trigger.deed,
        "reason": trigger.reason,
        "cost": trigger.cost,
    }


def in_words(found: dict[str, Any]) -> str:
    """Return the routes as lines for people, the shortest first and the safest last."""
    q, r = found["to"]
    if not found["reachable"]:
        why = f": {found['why_no_jump']}" if found["why_no_jump"] else ""
        return f"{found['token']} can't get to {q},{r}{why}"
    lines = []
    ways = [("between", route) for route in found["trade_offs"][1:-1]]
    for name, route in (("shortest", found["shortest"]), *ways, ("safest", found["safest"])):
        if name == "safest" and route == found["shortest"]:
            lines.append("safest: the same")
            continue
        beyond = "" if route["within_actions"] else ", more than it has"
        cells = " ".join(f"{q},{r}" for q, r in route["cells"])
        actions = counted(route["actions"], "action")
        lines.append(f"{name}: {route['cost_feet']} ft, {actions}{beyond}: {cells}")
        lines += [f"  step {step} is a jump" for step in route["jumps"]]
        lines += [f"  step {step} is squeezed" for step in route["squeezed"]]
        lines += [
            f"  step {trigger['step']}, {trigger['by']} with {trigger['weapon']}: "
            f"{trigger['reason']}"
            for trigger in route["triggers"]
        ]
        if not route["triggers"]:
            lines.append("  provokes nobody")
    return "\n".join(lines)
