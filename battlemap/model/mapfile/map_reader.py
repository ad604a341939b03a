"""From the JSON of a map file to the document; every key but a few has a default."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.encounter import Encounter, Override, RulesChoice
from battlemap.model.intent import Intent
from battlemap.model.mapfile import keys
from battlemap.model.mapfile.decoding import decode
from battlemap.model.mapfile.ground_reader import read_battle_map
from battlemap.model.mapfile.options_reader import read_options
from battlemap.model.mapfile.record import Record
from battlemap.model.mapfile.system_types import SystemTypes, no_types
from battlemap.model.mapfile.token_reader import own_record, read_tokens
from battlemap.model.turn_order import Slot, TurnOrder

if TYPE_CHECKING:
    from collections.abc import Callable

    from battlemap.model.mapfile.system_types import TypesOf

SCORE = 1_000_000
"""Highest and lowest score in a turn order, and the last round."""


def ignore(_sentence: str) -> None:
    """Let a warning pass."""


def read_map(
    data: object, types: TypesOf = no_types, warn: Callable[[str], None] = ignore
) -> Encounter:
    """Return the document that a map file's JSON, in the current format, describes.

    Parameters
    ----------
    data
        The JSON, already migrated.
    types
        The records of the rule systems.
    warn
        Called with one sentence for each thing that was left out or replaced.

    Raises
    ------
    FileError
        If a key isn't known, a value is wrong, or an id is used twice.
    """
    record = Record(data, "", keys.MAP)
    system = record.text("system", "shadowrealms")
    known = types(system) or SystemTypes()
    battle_map = read_battle_map(record, warn)
    return Encounter(
        map=battle_map,
        tokens=MappingProxyType(read_tokens(record, battle_map.grid.grid, known)),
        turn_order=_read_turn_order(record),
        declared=decode(
            tuple[Intent, ...],
            record.values["declared"] if record.has("declared") else [],
            "declared",
        ),
        overrides=tuple(_read_override(*item) for item in record.items("overrides")),
        rules=RulesChoice(system, _read_options(record, known.options, warn)),
    )


def _read_options(record: Record, kind: type | None, warn: Callable[[str], None]) -> object | None:
    if kind is None or not record.has("options"):
        return own_record(record, "options", kind)
    found: object = read_options(kind, record.values["options"], record.at("options"), warn)
    return found


def _read_turn_order(record: Record) -> TurnOrder:
    if not record.has("turn_order"):
        return TurnOrder()
    order = Record(record.values["turn_order"], "turn_order", keys.TURN_ORDER)
    return TurnOrder(
        round=order.integer("round", 0, 0, SCORE),
        phase=order.text("phase", ""),
        slots=tuple(_read_slot(*item) for item in order.items("slots")),
        active=order.text("active") if order.has("active") else None,
    )


def _read_slot(value: object, where: str) -> Slot:
    slot = Record(value, where, keys.SLOT)
    return Slot(
        token=slot.text("token"),
        score=slot.integer("score", 0, -SCORE, SCORE),
        round=slot.integer("round", 1, 0, SCORE),
        note=slot.text("note", ""),
        turn=slot.integer("turn", 1, 1, SCORE),
        arranged=slot.flag("arranged", False),
        begun=slot.flag("begun", False),
    )


def _read_override(value: object, where: str) -> Override:
    override = Record(value, where, keys.OVERRIDE)
    return Override(
        key=override.text("key"),
        attacker=override.text("attacker", ""),
        target=override.text("target", ""),
        value=override.text("value", "off"),
    )
