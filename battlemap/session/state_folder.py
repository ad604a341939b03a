"""Where the program keeps what is not the GM's own file: journals, backups, the log for errors."""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

STATE_VARIABLE = "BATTLEMAP_STATE_DIR"
"""Environment variable that puts the folder elsewhere."""

_LOG_BYTES = 1_000_000


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
