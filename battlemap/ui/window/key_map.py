"""The GM's own keys: which commands were given others, and which two want the same."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtGui import QKeySequence

from battlemap.model.atomic import write_atomically
from battlemap.session.files import state_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from battlemap.ui.commands import Command

KeyMap: TypeAlias = "Mapping[str, str]"
"""Keys by the id of their command, in Qt's portable spelling, several separated by "; "; only of
commands whose keys differ from the usual ones. Empty text: no key."""

NO_KEYS: KeyMap = MappingProxyType({})

_logger = logging.getLogger(__name__)


def keys_path() -> Path:
    """Return the file in which the GM's keys are kept; it need not exist."""
    return state_folder() / "keys.json"


def normal(keys: str) -> str:
    """Return keys in Qt's portable spelling; what Qt doesn't understand is left out.

    Examples
    --------
    >>> normal("ctrl+z;  Ctrl+Shift+Z"), normal("nonsense+"), normal("")
    ('Ctrl+Z; Ctrl+Shift+Z', '', '')
    """
    found = []
    for part in keys.split("; "):
        sequence = QKeySequence(part.strip())
        text = sequence.toString(QKeySequence.SequenceFormat.PortableText)
        if text and all(sequence[at].key() != _UNKNOWN for at in range(sequence.count())):
            found.append(text)
    return "; ".join(dict.fromkeys(found))


_UNKNOWN = 0x01FFFFFF
"""Qt's key of a name that it doesn't know."""


def native(keys: str) -> str:
    """Return keys as people on this system write them, with commas between several."""
    form = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(form) for key in keys.split("; ") if key)


def load_keys() -> KeyMap:
    """Return the keys that the GM chose; none where they can't be read."""
    try:
        kept = json.loads(keys_path().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return NO_KEYS
    if not isinstance(kept, dict):
        return NO_KEYS
    return MappingProxyType(
        {
            key: normal(value)
            for key, value in kept.items()
            if isinstance(key, str) and isinstance(value, str)
        }
    )


def save_keys(keys: KeyMap) -> None:
    """Keep the keys; where that fails the next start has the usual ones."""
    path = keys_path()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, json.dumps(dict(sorted(keys.items())), indent=1).encode())
    except OSError:
        _logger.exception("%s can't be written", path)


def with_keys(commands: Iterable[Command], keys: KeyMap) -> tuple[Command, ...]:
    """Return the commands with the GM's keys in the place of the usual ones."""
    return tuple(
        replace(command, shortcut=keys.get(command.id, command.shortcut)) for command in commands
    )


def differing(commands: Iterable[Command], chosen: Mapping[str, str]) -> KeyMap:
    """Return those of the *chosen* keys that aren't the usual ones of their command."""
    usual = {command.id: normal(command.shortcut) for command in commands}
    return MappingProxyType(
        {key: value for key, value in chosen.items() if value != usual.get(key)}
    )


def conflicts(commands: Sequence[Command]) -> Mapping[str, tuple[str, ...]]:
    """Return the keys that several commands want, each with the ids of those."""
    wanted: dict[str, list[str]] = {}
    for command in commands:
        for key in normal(command.shortcut).split("; "):
            if key:
                wanted.setdefault(key, []).append(command.id)
    return MappingProxyType({key: tuple(ids) for key, ids in wanted.items() if len(ids) > 1})
