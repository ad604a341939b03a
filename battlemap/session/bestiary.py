"""Creatures to start a fight with: the rule system's own, and those that the GM kept."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.file_error import FileError
from battlemap.session.combatants import Combatants, read_combatants, write_combatants
from battlemap.session.files import folder, state_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from battlemap.model.token import Token
    from battlemap.rules.system import RuleSystem


def kept_path(system: str) -> Path:
    """Return the file of the creatures that the GM kept for a rule system; it need not exist."""
    safe = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in system)
    return state_folder() / "bestiary" / f"{safe}.json"


def kept_creatures(system: str) -> Combatants:
    """Return the creatures that the GM kept for this rule system.

    Raises
    ------
    FileError
        If their file is damaged.
    """
    path = kept_path(system)
    if not path.is_file():
        return Combatants(system, (), MappingProxyType({}))
    return read_combatants(path)


def creatures(system: RuleSystem) -> Combatants:
    """Return all creatures to choose from: the GM's own first, then those of the rule system.

    Raises
    ------
    FileError
        If the file of the GM's own is damaged.
    """
    own = kept_creatures(system.key)
    return replace(own, tokens=(*own.tokens, *system.bestiary()))


def keep(system: str, tokens: Iterable[Token], assets: Mapping[str, bytes]) -> None:
    """Keep *tokens*, fresh and free of conditions; one of the same name is replaced.

    Raises
    ------
    FileError
        If the file of the GM's own is damaged or can't be written.
    """
    own = kept_creatures(system)
    fresh = {
        token.name or token.id: replace(
            token, id=f"kept-{token.id}", status=None, conditions=frozenset(), hidden=False
        )
        for token in tokens
    }
    kept = [token for token in own.tokens if (token.name or token.id) not in fresh]
    _write(system, (*kept, *fresh.values()), {**own.assets, **assets})


def forget(system: str, name: str) -> None:
    """Drop a kept creature by its name.

    Raises
    ------
    FileError
        If the file of the GM's own is damaged or can't be written.
    """
    own = kept_creatures(system)
    _write(system, [one for one in own.tokens if (one.name or one.id) != name], own.assets)


def _write(system: str, tokens: Iterable[Token], assets: Mapping[str, bytes]) -> None:
    # Ids only tell the creatures of one file apart: each gets another one on a map.
    numbered = [replace(token, id=f"kept-{number}") for number, token in enumerate(tokens, 1)]
    document = Encounter(rules=RulesChoice(system), assets=MappingProxyType(dict(assets)))
    try:
        folder("bestiary")
    except OSError as error:
        raise FileError("", "", f"the bestiary can't be kept: {error.strerror}.") from error
    write_combatants(kept_path(system), document, numbered)
