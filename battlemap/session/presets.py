"""House presets: the options of a rule system as a TOML file, to share between maps and tables."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import tomli_w

from battlemap.model import limits
from battlemap.model.file_error import FileError
from battlemap.model.mapfile.encoding import encode_record
from battlemap.model.mapfile.options_reader import read_options
from battlemap.model.store import read_bytes, write_bytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from battlemap.rules.system import RuleSystem

PRESET_BYTES = limits.MIB
"""Largest preset file."""


def preset_text(system: RuleSystem) -> str:
    """Return the options of *system*, every one of them, as TOML.

    Examples
    --------
    The first line names the rule system, the table ``options`` holds what the map file's key
    ``options`` holds.
    """
    options = {
        key: value for key, value in encode_record(system.options).items() if value is not None
    }
    return tomli_w.dumps({"system": system.key, "options": options})


def write_preset(path: Path, system: RuleSystem) -> None:
    """Write the options of *system* to a file, atomically.

    Raises
    ------
    FileError
        If the file can't be written.
    """
    write_bytes(path, preset_text(system).encode())


def read_preset(path: Path, system: RuleSystem, warn: Callable[[str], None]) -> Any:  # noqa: ANN401  # the system's own Options
    """Return the options in a preset; what it doesn't name has the default.

    Parameters
    ----------
    path
        The preset.
    system
        The rule system that it has to be for.
    warn
        Called with one sentence for each reading that isn't known and was replaced.

    Raises
    ------
    FileError
        If the file can't be read, belongs to another rule system, or holds an option that this
        one doesn't know.
    """
    try:
        data = read_bytes(path, PRESET_BYTES)
        try:
            record = tomllib.loads(data.decode("utf-8-sig"))
        except (UnicodeDecodeError, ValueError, RecursionError) as error:
            raise FileError("", "", f"this isn't TOML: {error}.", "Export a preset anew.") from None
        key = record.get("system")
        if key != system.key:
            found = f'for the rule system "{key}"' if isinstance(key, str) else "no preset"
            raise FileError(
                "", "system", f'this file is {found}, not for "{system.key}".', "Choose another."
            )
        return read_options(type(system.options), record.get("options", {}), "options", warn)
    except FileError as error:
        raise error.in_file(path.name) from error.__cause__
