"""What provokes in an Aura of Reach beside moving, and how many strikes its holder can pay for."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.rules.by_hand import name_of
from battlemap.rules.trigger import Trigger
from battlemap.rules.trigger_rulings import let_pass
from battlemap.systems.prowess.readings import Foiling
from battlemap.systems.prowess.sheet import details_of, dice_left
from battlemap.tactics.deeds import Provoking, Strikers, action_triggers, one_weapon_each

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.token import Weapon
    from battlemap.systems.prowess import Prowess
    from battlemap.systems.prowess.options import Options
    from battlemap.tactics.board import Board

PRICE = "1 prowess die"


def listed(options: Options) -> Mapping[str, Provoking]:
    """Return what provokes in an aura under these options."""
    strikers = Strikers.ANYBODY
    if options.foiling is Foiling.TARGET_ONLY:
        strikers = Strikers.TARGET
    found = {
        "cast": Provoking(),
        "shoot": Provoking("makes a ranged attack"),
        "item": Provoking("interacts with an item"),
        "grapple": Provoking(strikers=strikers),
        "shove": Provoking(strikers=strikers),
        "disarm": Provoking(strikers=strikers),
        "open": Provoking("is left vulnerable"),
    }
    if options.loading_provokes:
        found["load"] = Provoking()
    if options.forced_movement_provokes:
        found["force"] = Provoking("forces somebody to move", Strikers.OTHERS)
    return MappingProxyType(found)


def provoked(
    system: Prowess, board: Board, token_id: str, deed: str, target: str | None = None
) -> tuple[Trigger, ...]:
    """Return who may strike because of a deed done in their auras, hollow ones included."""
    chances = [
        chance
        for chance in action_triggers(board, token_id, deed, listed(system.options), target=target)
        if system.has_aura(board.token(chance.by), chance.weapon)
    ]
    actor = name_of(board.token(token_id))
    found = tuple(
        Trigger(
            0,
            chance.cell,
            chance.by,
            chance.weapon,
            deed,
            f"{actor} {chance.reason}" + ("" if chance.is_ready else "; it can't strike"),
            PRICE,
            chance.is_ready,
        )
        for chance in one_weapon_each(board, chances, worth)
    )
    return let_pass(board.encounter, token_id, found)


def worth(weapon: Weapon) -> tuple[int, ...]:
    """Return how good a weapon is for an opportunity attack; the better one is used."""
    details = details_of(weapon)
    mean_twice = details.dice * (details.sides + 1) + 2 * details.bonus
    return mean_twice, details.proficiency, weapon.reach_feet


def hollow_reason(board: Board, by: str, count: int) -> str:
    """Return why the holder of an aura can't make its strike number *count*; empty: it can."""
    reactor = board.token(by)
    if reactor.has("surprised"):
        return "it is surprised"
    if dice_left(reactor) < count:
        return "it has no prowess die left"
    return "" if board.reading.may_react(reactor) else "it can't strike"


def trigger_words(board: Board, trigger: Trigger) -> str:
    """Return the warning of a trigger before the attack."""
    return f"{name_of(board.token(trigger.by))} may strike first: {trigger.reason}"
