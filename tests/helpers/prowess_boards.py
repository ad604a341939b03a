"""Boards, tokens and short ways to play Prowess in tests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shadow_boards import table as plain_table

from battlemap.geometry.cell import Cell
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.event import Noted
from battlemap.model.intent import Attack, BeginFight, Move
from battlemap.model.token import Token, Weapon
from battlemap.rules.procedure import Ask, run
from battlemap.systems.prowess import Prowess
from battlemap.systems.prowess.options import Options
from battlemap.systems.prowess.sheet import AreaShape, Sheet, Status, WeaponDetails, status_of
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.session.session import Session

SWORD = Weapon("sword", details=WeaponDetails(proficiency=2, dice=1, sides=8))
DAGGER = Weapon("dagger", 3, details=WeaponDetails(proficiency=2, dice=1, sides=4))
SPEAR = Weapon("spear", 10, details=WeaponDetails(proficiency=2, dice=1, sides=6, two_handed=True))
BOW = Weapon("bow", range_feet=100, details=WeaponDetails(proficiency=2, dice=1, sides=8))
CROSSBOW = Weapon("crossbow", range_feet=80, details=WeaponDetails(sides=10, loading=2))
FIREBALL = Weapon(
    "fireball",
    range_feet=60,
    details=WeaponDetails(dice=2, spell=True, shape=AreaShape.BLAST, size_feet=10),
)


def someone(key: str, at, side: str = "party", **more) -> Token:
    """Return a token; ``sheet`` and ``status`` may be given as dictionaries."""
    for name, kind in (("sheet", Sheet), ("status", Status)):
        if isinstance(more.get(name), dict):
            more[name] = kind(**more[name])
    more["weapons"] = tuple(more.get("weapons", (SWORD,)))
    more["conditions"] = frozenset(more.get("conditions", ()))
    return Token(key, key.capitalize(), side, Cell(*at), **more)


def table(*tokens: Token, options: Options | None = None, **parts) -> Encounter:
    """Return an encounter of Prowess; parts as in ``shadow_boards.table``."""
    return replace(plain_table(*tokens, **parts), rules=RulesChoice("prowess", options))


def rules(**options) -> Prowess:
    return Prowess(Options(**options))


def plan(encounter: Encounter, attacker: str, target: str, system=None, **more):
    system = system or rules()
    return system.plan(Board.of(encounter, system), Attack(attacker, target, **more))


def play(encounter: Encounter, intent, *script, system=None):
    """Perform an intent against a script; returns the encounter and the lines of the log."""
    encounter, events = run((system or rules()).perform(encounter, intent), encounter, script)
    return encounter, [event for event in events if isinstance(event, Noted)]


def fight(*tokens: Token, system=None, faces=None, rolled=(), **parts) -> Encounter:
    """Return an encounter in which the first token has its turn, with all its prowess dice.

    ``rolled`` are the faces of its Prowess Roll (all sixes where none are given).
    """
    system = system or rules()
    encounter = table(*tokens, **parts)
    faces = faces or [20 - index for index in range(len(tokens))]
    encounter, _ = play(
        encounter, BeginFight(), *faces, *rolled_or_full(tokens[0], rolled), system=system
    )
    return encounter


def rolled_or_full(token: Token, rolled=()) -> tuple[int, ...]:
    sheet = token.sheet if isinstance(token.sheet, Sheet) else Sheet()
    return tuple(rolled) or (6,) * sheet.prowess_dice


def status(encounter: Encounter, key: str) -> Status:
    return status_of(encounter.tokens[key])


def with_status(encounter: Encounter, key: str, **changes) -> Encounter:
    changed = replace(status(encounter, key), **changes)
    return encounter.with_token(replace(encounter.tokens[key], status=changed))


def with_conditions(encounter: Encounter, key: str, *conditions: str) -> Encounter:
    token = encounter.tokens[key]
    return encounter.with_token(replace(token, conditions=token.conditions | set(conditions)))


def worth(planned) -> dict[str, int]:
    """Return the modifiers of a plan that count, by key."""
    return {row.key: row.value for row in planned.modifiers if row.enabled}


def walk(key: str, *cells) -> Move:
    """Return a move along cells given as pairs, the start first."""
    return Move(key, tuple(Cell(*cell) for cell in cells))


def do(session: Session, intent, *script) -> list[str]:
    """Perform an intent through a session; integers are faces typed ahead, strings are answers.

    Returns the headlines that it wrote in the log.
    """
    before = len(session.log.entries)
    session.type_next([face for face in script if isinstance(face, int)])
    answers = [answer for answer in script if isinstance(answer, str)]
    session.perform(intent)
    while isinstance(question := session.pending, Ask):
        assert answers, f"{question.headline}: {[option.key for option in question.options]}"
        session.answer(answers.pop(0))
    assert not answers, f"answers left: {answers}"
    assert not session.typed_next, f"faces left: {session.typed_next}"
    return [entry.headline for entry in session.log.entries[before:]]
