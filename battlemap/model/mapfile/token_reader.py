"""Tokens and their weapons, from the JSON of a map file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.footprint import MAXIMUM_SIZE
from battlemap.model import limits
from battlemap.model.file_error import used_twice
from battlemap.model.lasting import Aura, AuraFor, Lasting, Link
from battlemap.model.mapfile import keys
from battlemap.model.mapfile.decoding import decode, frozen
from battlemap.model.mapfile.record import Record
from battlemap.model.token import FOE, REACH_FEET, WEDGE_FEET, Token, Weapon, default_name

if TYPE_CHECKING:
    from battlemap.geometry.grid import Grid
    from battlemap.model.mapfile.system_types import SystemTypes

AURA_FEET = 10
"""Radius of an aura where nothing is said."""


def read_tokens(record: Record, grid: Grid, types: SystemTypes) -> dict[str, Token]:
    """Return the tokens by id, in the order of the file.

    Raises
    ------
    FileError
        If an id is used twice or a value is wrong.
    """
    found: dict[str, Token] = {}
    for value, where in record.items("tokens", limits.TOKENS):
        token = _read_token(value, where, grid, types)
        if token.id in found:
            raise used_twice(where, token.id)
        found[token.id] = token
    return found


def own_record(record: Record, key: str, kind: type | None) -> object | None:
    """Return a record of the rule system; as it was read where its type isn't known."""
    value = record.values.get(key)
    if value is None:
        return None
    found: object = decode(object if kind is None else kind, value, record.at(key))
    return found


def _read_token(value: object, where: str, grid: Grid, types: SystemTypes) -> Token:
    record = Record(value, where, keys.TOKEN)
    token_id = record.text("id")
    return Token(
        id=token_id,
        name=record.text("name", default_name(token_id)),
        side=record.text("side", FOE),
        at=record.cell("at"),
        size=record.integer("size", 1, 0, MAXIMUM_SIZE),
        facing=grid.nearest_facing(record.number("facing", 0.0)),
        turned=record.integer("turned", 0, -limits.COORDINATE, limits.COORDINATE) % 6,
        elevation_feet=record.optional_integer("elevation", -limits.FEET, limits.FEET),
        height_feet=record.optional_integer("height_feet", 0, limits.FEET),
        art=record.text("art", ""),
        conditions=frozenset(record.texts("conditions")),
        hidden=record.flag("hidden", False),
        weapons=tuple(
            _read_weapon(*item, types) for item in record.items("weapons", limits.TOKENS)
        ),
        notes=record.text("notes", ""),
        sheet=own_record(record, "sheet", types.sheet),
        status=own_record(record, "status", types.status),
        auras=tuple(_read_aura(*item) for item in record.items("auras", limits.TOKENS)),
        links=tuple(_read_link(*item) for item in record.items("links", limits.TOKENS)),
        lasting=tuple(_read_lasting(*item) for item in record.items("lasting", limits.TOKENS)),
    )


def _read_aura(value: object, where: str) -> Aura:
    record = Record(value, where, keys.AURA)
    words = {kind.value: kind for kind in AuraFor}
    return Aura(
        record.text("name"),
        record.integer("radius_feet", AURA_FEET, 0, limits.REACH_FEET),
        record.choice("affects", AuraFor.ALL, words),
    )


def _read_link(value: object, where: str) -> Link:
    record = Record(value, where, keys.LINK)
    return Link(record.text("name"), record.texts("to"))


def _read_lasting(value: object, where: str) -> Lasting:
    record = Record(value, where, keys.LASTING)
    rounds = record.optional_integer("rounds_left", 0, limits.ROUNDS)
    return Lasting(record.text("name"), rounds, record.text("detail", ""))


def _read_weapon(value: object, where: str, types: SystemTypes) -> Weapon:
    whole = Record(value, where, None)
    general = {key: part for key, part in whole.values.items() if key in keys.WEAPON}
    special = {key: part for key, part in whole.values.items() if key not in keys.WEAPON}
    record = Record(general, where, keys.WEAPON)
    range_feet = record.integer("range_feet", 0, 0, limits.FEET)
    wedge = record.flag("reach", False)
    usual = WEDGE_FEET if wedge else REACH_FEET
    reach_feet = record.integer("reach_feet", usual, 0, limits.REACH_FEET)
    details: object | None = None
    if special:
        details = frozen(special) if types.weapon is None else decode(types.weapon, special, where)
    return Weapon(
        name=record.text("name"),
        reach_feet=reach_feet,
        reach=record.flag("reach", range_feet == 0 and reach_feet > REACH_FEET),
        minimum_feet=record.integer("minimum_feet", 0, 0, limits.FEET),
        range_feet=range_feet,
        details=details,
    )
