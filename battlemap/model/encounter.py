"""The document: one map, the tokens on it, and the fight as it stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.battle_map import BattleMap
from battlemap.model.turn_order import TurnOrder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.intent import Intent
    from battlemap.model.token import Token


@dataclass(frozen=True)
class RulesChoice:
    """Which rule system plays, and its options (the system's own frozen dataclass)."""

    system: str = "shadowrealms"
    options: object | None = None


@dataclass(frozen=True)
class Override:
    """A verdict that the GM set by hand: *key* of a fact or modifier, for a pair of tokens."""

    key: str
    attacker: str
    target: str
    value: str
    """``off``, ``on``, or the value that stands instead."""


def _no_tokens() -> Mapping[str, Token]:
    return MappingProxyType({})


def _no_assets() -> Mapping[str, bytes]:
    return MappingProxyType({})


@dataclass(frozen=True)
class Encounter:
    """The whole document. Frozen: every change makes a new one that shares the rest."""

    map: BattleMap = field(default_factory=BattleMap)
    tokens: Mapping[str, Token] = field(default_factory=_no_tokens)
    turn_order: TurnOrder = field(default_factory=TurnOrder)
    declared: tuple[Intent, ...] = ()
    overrides: tuple[Override, ...] = ()
    rules: RulesChoice = RulesChoice()
    assets: Mapping[str, bytes] = field(default_factory=_no_assets)
    """Pictures by key, ``<sha256>.<ext>``; shared, never copied."""

    def with_token(self, token: Token) -> Encounter:
        """Return the encounter with *token* added or put in the place of its namesake."""
        return replace(self, tokens=MappingProxyType({**self.tokens, token.id: token}))

    def without_token(self, token_id: str) -> Encounter:
        """Return the encounter without this token."""
        rest = {key: token for key, token in self.tokens.items() if key != token_id}
        return replace(self, tokens=MappingProxyType(rest))

    def with_map(self, battle_map: BattleMap) -> Encounter:
        """Return the encounter on another map."""
        return replace(self, map=battle_map)
