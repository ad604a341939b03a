"""What a save replaces is kept once, and the files opened last are remembered."""

from __future__ import annotations

import json
import logging
import shutil
from hashlib import sha256
from pathlib import Path

from battlemap.model.atomic import write_atomically
from battlemap.session.state_folder import folder, state_folder

MOST_RECENT = 12
"""How many files are remembered."""

_logger = logging.getLogger(__name__)


def backup_path(path: Path) -> Path:
    """Return where the previous version of a map file is kept."""
    mark = sha256(str(path.resolve()).encode()).hexdigest()[:8]
    return state_folder() / "backups" / f"{path.stem}-{mark}{path.suffix}.bak"


def back_up(path: Path) -> Path | None:
    """Keep a copy of the file that is about to be replaced; None where there is none.

    A copy that can't be made is logged and doesn't stop the save.
    """
    if not path.is_file():
        return None
    target = backup_path(path)
    try:
        folder("backups")
        fresh = target.with_suffix(".new")
        shutil.copy2(path, fresh)
        fresh.replace(target)
    except OSError:
        _logger.exception("No backup of %s", path)
        return None
    return target


def recent_files() -> list[Path]:
    """Return the files opened or saved last that still exist, the latest first."""
    try:
        listed = json.loads((state_folder() / "recent.json").read_bytes())
    except (OSError, ValueError):
        return []
    if not isinstance(listed, list):
        return []
    paths = [Path(name) for name in listed if isinstance(name, str)]
    return [path for path in paths if path.is_file()]


def add_recent_file(path: Path) -> None:
    """Remember a file as the one opened or saved last."""
    path = path.resolve()
    others = [other for other in recent_files() if other != path]
    _write([path, *others][:MOST_RECENT])


def forget_recent_files() -> None:
    """Forget all of them."""
    _write([])


def _write(paths: list[Path]) -> None:
    try:
        folder("")
        data = json.dumps([str(path) for path in paths], ensure_ascii=False, indent=1)
        write_atomically(state_folder() / "recent.json", data.encode())
    except OSError:
        _logger.exception("The list of recent files can't be written")
