"""Reading arguments: kinds of values that several commands share, and errors of one line."""

from __future__ import annotations

import argparse
from difflib import get_close_matches
from math import inf, isfinite
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NoReturn

from battlemap.geometry.cell import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack


class UsageError(Exception):
    """The command was given something that it can't use; the message is one sentence."""


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line and keeps the line breaks of its help."""

    def __init__(self, **settings: object) -> None:
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **settings,  # type: ignore[arg-type]  # texts, as argparse takes them
        )

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage.

        Raises
        ------
        UsageError
            Always.
        """
        raise UsageError(message)


def add_map(parser: Parser) -> None:
    """Declare the map and the switch for JSON."""
    parser.add_argument("map", type=Path, metavar="MAP", help="a .battlemap file or a map.json")
    add_json(parser)


def add_json(parser: Parser) -> None:
    """Declare the switch for JSON."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of sentences")


def add_attack(parser: Parser) -> None:
    """Declare attacker, target, weapon and what the Attack panel's selectors say."""
    parser.add_argument("--attacker", required=True, metavar="ID", help="who attacks")
    parser.add_argument("--target", required=True, metavar="ID", help="who is attacked")
    parser.add_argument(
        "--weapon", default="", metavar="NAME", help="with which weapon (default: its first)"
    )
    parser.add_argument(
        "--choice",
        action="append",
        default=[],
        type=pair,
        metavar="KEY=VALUE",
        help="a choice of the Attack panel, for example defense=dodge; may be repeated",
    )
    parser.add_argument(
        "--switch",
        action="append",
        default=[],
        type=pair,
        metavar="KEY=VALUE",
        help="overrule a modifier (cover=off) or a fact (fact:arc=rear); may be repeated",
    )
    parser.add_argument(
        "--modifier",
        action="append",
        default=[],
        type=labeled_number,
        metavar="LABEL=NUMBER",
        help="add a modifier of your own; may be repeated",
    )


def add_stand(parser: Parser) -> None:
    """Declare where the attacker is imagined to stand."""
    parser.add_argument(
        "--from",
        dest="stand",
        type=cell,
        metavar="C,R",
        help="as if the attacker stood in this cell",
    )
    parser.add_argument(
        "--facing", type=degrees, metavar="DEGREES", help="as if it faced this way (with --from)"
    )


def attack_of(arguments: argparse.Namespace, encounter: Encounter) -> Attack:
    """Return the attack that the arguments describe.

    Raises
    ------
    UsageError
        If attacker or target don't exist, or are the same token.
    """
    from battlemap.model.intent import Attack
    from battlemap.rules.ruleable_facts import PREFIX, why_no_ruling

    attacker = token_id(arguments.attacker, encounter)
    target = token_id(arguments.target, encounter)
    if attacker == target:
        raise UsageError(f"{attacker} can't attack itself.")
    for key, value in arguments.switch:
        if key.startswith(PREFIX):
            if why := why_no_ruling(key, value):
                raise UsageError(f"argument --switch: {why}")
        elif value not in ("on", "off"):
            raise UsageError(f"argument --switch: {key} can be on or off, not {value}.")
    return Attack(
        attacker,
        target,
        arguments.weapon,
        _mapping(arguments.choice),
        _mapping(arguments.switch),
        tuple(arguments.modifier),
    )


def token_id(given: str, encounter: Encounter) -> str:
    """Return the id of a token on the map.

    Raises
    ------
    UsageError
        If there is none with this id.
    """
    if given in encounter.tokens:
        return given
    raise UsageError(f'There is no token "{given}" on the map. {_known(given, encounter.tokens)}')


def _known(given: str, names: Iterable[str]) -> str:
    known = list(names)
    near = get_close_matches(given, known, 1)
    if near:
        return f'Did you mean "{near[0]}"?'
    shown = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
    return f"There are: {shown}." if known else "There are no tokens."


def cell(text: str) -> Cell:
    """Return the cell that a text such as ``7,5`` or ``-1,3`` names.

    Raises
    ------
    argparse.ArgumentTypeError
        If it isn't a pair of whole numbers.
    """
    try:
        q, r = (int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text} is no cell; write column,row on squares and q,r on hexes: 7,5"
        ) from None
    return Cell(q, r)


def faces(text: str) -> tuple[int, ...]:
    """Return the faces that a text such as ``12,11,20`` lists.

    Raises
    ------
    argparse.ArgumentTypeError
        If it isn't a list of whole numbers of at least 1.
    """
    try:
        found = tuple(int(part) for part in text.replace(",", " ").split())
    except ValueError:
        found = ()
    if not found or min(found) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no list of dice; write 12,11,20,3")
    return found


def degrees(text: str) -> float:
    """Return an angle.

    Raises
    ------
    argparse.ArgumentTypeError
        If it isn't a finite number.
    """
    try:
        found = float(text)
    except ValueError:
        found = inf
    if not isfinite(found):
        raise argparse.ArgumentTypeError(f"{text} is no angle; write degrees from north: 90")
    return found


def pair(text: str) -> tuple[str, str]:
    """Return the two sides of ``KEY=VALUE``.

    Raises
    ------
    argparse.ArgumentTypeError
        If one of them is missing.
    """
    key, _, value = text.partition("=")
    if not key or not value:
        raise argparse.ArgumentTypeError(f"{text} should read KEY=VALUE")
    return key, value


def labeled_number(text: str) -> tuple[str, int]:
    """Return the label and the number of ``LABEL=NUMBER``.

    Raises
    ------
    argparse.ArgumentTypeError
        If it reads otherwise.
    """
    label, _, value = text.rpartition("=")
    try:
        number = int(value)
    except ValueError:
        number = 0
    if not label or number == 0:
        raise argparse.ArgumentTypeError(f"{text} should read LABEL=NUMBER, such as Fog=-1")
    return label, number


def _mapping(pairs: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    return MappingProxyType(dict(pairs))
