"""Writing a file so that after a crash either the old or the new content stands there."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE


def write_atomically(path: Path, content: bytes) -> None:
    """Put *content* in the place of *path*: written aside, synced, and renamed over it.

    A link is followed, so that it goes on pointing at its file; the file's permissions stay.

    Raises
    ------
    OSError
        If the folder can't be written or the disk is full; the old file is untouched then.
    """
    target = Path(os.path.realpath(path))
    number, name = tempfile.mkstemp(prefix=".battlemap-", suffix=".part", dir=target.parent)
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(_mode(target))
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    sync_folder(target.parent)


def _mode(target: Path) -> int:
    """Return the permissions of the file that is replaced, or those that a new file gets."""
    with suppress(OSError):
        return S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def sync_folder(folder: Path) -> None:
    """Make new names in a folder durable, where the system can (Windows can't open folders)."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
