"""A lock that ends with the process that holds it, however the process ends."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class FileLock:
    """Holds a lock file. The system lets go of it when the process dies, also by ``kill -9``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Take the lock if nobody has it; tell whether it is ours now."""
        if self._descriptor is not None:
            return True
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if sys.platform == "win32":
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def release(self, *, remove: bool = False) -> None:
        """Let go of the lock; *remove*: its file goes too."""
        if self._descriptor is None:
            return
        if remove and sys.platform != "win32":
            self.path.unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = None
        if remove and sys.platform == "win32":
            self.path.unlink(missing_ok=True)
