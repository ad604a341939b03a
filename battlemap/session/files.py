"""What the program keeps on the disk beside the GM's own files, in one folder.

Journals, the previous version of each saved map, the list of recent files and the log for errors.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
from contextlib import suppress
from hashlib import sha256
from logging.handlers import RotatingFileHandler
from pathlib import Path

from battlemap.model.atomic import write_atomically

STATE_VARIABLE = "BATTLEMAP_STATE_DIR"
"""Environment variable that puts the folder elsewhere."""

MOST_RECENT = 12
"""How many files are remembered."""

_LOG_BYTES = 1_000_000

_logger = logging.getLogger(__name__)


def state_folder() -> Path:
    """Return the folder, which need not exist yet: of the platform, or as the variable says."""
    chosen = os.environ.get(STATE_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_state_path

    return user_state_path("battlemap", appauthor=False)


def folder(name: str) -> Path:
    """Return a folder inside the state folder; made, and closed to other users, if need be.

    Raises
    ------
    OSError
        If it can't be made.
    """
    path = state_folder() / name
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def log_file() -> Path:
    """Return the file into which errors go with their tracebacks; it need not exist yet."""
    return state_folder() / "log" / "battlemap.log"


def start_logging() -> Path:
    """Send the program's messages and tracebacks to the log file, and return its path.

    Where the file can't be written they go nowhere: a full disk must not stop a fight.
    """
    logger = logging.getLogger("battlemap")
    for handler in [*logger.handlers]:
        if isinstance(handler, RotatingFileHandler):
            logger.removeHandler(handler)
            handler.close()
    path = log_file()
    with suppress(OSError):
        folder("log")
        handler = RotatingFileHandler(
            path, maxBytes=_LOG_BYTES, backupCount=2, encoding="utf-8", delay=True
        )
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    return path


def backup_path(path: Path) -> Path:
    """Return where the previous version of a map file is kept."""
    mark = sha256(str(path.resolve()).encode()).hexdigest()[:8]
    return state_folder() / "backups" / f"{path.stem}-{mark}{path.suffix}.bak"


def back_up(path: Path) -> Path | None:
    """Keep a copy of the file that is about to be replaced; None where there is none.

    A copy that can't be made is logged and doesn't stop the save.
    """
    target = backup_path(path)
    fresh = target.with_suffix(".new")
    try:
        if not path.is_file():
            return None
        folder("backups")
        shutil.copy2(path, fresh)
        fresh.replace(target)
    except OSError:
        _logger.exception("No backup of %s", path)
        with suppress(OSError):
            fresh.unlink()  # half a copy would only fill the disk further
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


def _write(paths: list[Path]) -> None:
    try:
        folder("")
        data = json.dumps([str(path) for path in paths], ensure_ascii=False, indent=1)
        write_atomically(state_folder() / "recent.json", data.encode())
    except OSError:
        _logger.exception("The list of recent files can't be written")
