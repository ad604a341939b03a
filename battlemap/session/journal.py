"""The journal: each deed is on the disk before the next one can be done.

A file of lines of JSON, only ever added to. The first line holds the document as it was opened; a
commit is the difference to the document before it, so that reading it back needs no rules and
gives the very same document. Only a deed that waits for an answer is carried out anew, with the
faces and answers that were given. A line counts once it ends with a line break.
"""

from __future__ import annotations

import json
import logging
import os
import time
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from battlemap import __version__
from battlemap.model.atomic import sync_folder, write_atomically
from battlemap.session.exact import ExactCodec, ExactError
from battlemap.session.file_lock import FileLock
from battlemap.session.files import folder
from battlemap.session.registry import system_packages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.session.history import Commit
    from battlemap.session.log import LogEntry

FORMAT = 1
"""Version of the journal's lines. Journals live as long as a fight, so others aren't converted."""

_REPEATED = frozenset({"perform", "answer", "faces", "typed", "manual", "outside", "policy"})
"""What a replay does again, and the file holds already."""

_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would turn line breaks into two signs without it."""

_logger = logging.getLogger(__name__)


class Journal:
    """The journal of one session. Nothing is written before the session begins.

    If the disk is full or the folder can't be written, the fight goes on without a journal;
    ``failure`` says so in one sentence.

    Parameters
    ----------
    directory
        Where journals are kept; None: in the state folder.
    """

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = directory
        self.path: Path | None = None
        self.failure = ""
        self.is_replaying = False
        self._descriptor: int | None = None
        self._lock: FileLock | None = None
        self._lines: list[bytes] = []
        self._codec: ExactCodec | None = None
        self._holds = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Write what is recorded meanwhile at the end, at once: several deeds that are one."""
        self._holds += 1
        try:
            yield
        finally:
            self._holds -= 1
            self.flush()

    def begin(
        self,
        encounter: Encounter,
        document: Path | None,
        seed: int,
        entries: Sequence[LogEntry],
        modified: bool = False,
    ) -> None:
        """Start the file with the document as it was opened; *modified*: no file holds it."""
        try:
            directory = self.directory or folder("journals")
            directory.mkdir(parents=True, exist_ok=True)
            stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
            self.path = directory / f"{stamp}-{os.getpid()}-{token_hex(3)}.jsonl"
            self._lock = FileLock(lock_path(self.path))
            self._lock.acquire()
            self._codec = codec_beside(self.path)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | _BINARY
            self._descriptor = os.open(self.path, flags, 0o600)
            sync_folder(directory)
        except OSError as error:
            self._give_up(error)
            return
        self.record(
            "begin",
            {
                "format": FORMAT,
                "version": __version__,
                "document": str(document.resolve()) if document else None,
                "pid": os.getpid(),
                "seed": seed,
                "encounter": encounter,
                "entries": tuple(entries),
                "modified": modified,
            },
        )
        self.flush()

    def resume(self, path: Path, end: int, lock: FileLock) -> None:
        """Go on with a journal that another process left behind; a torn line at its end goes."""
        self.path = path
        self._lock = lock
        self._codec = codec_beside(path)
        try:
            os.truncate(path, end)
            self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | _BINARY)
        except OSError as error:
            self._give_up(error)

    def record(self, what: str, fields: dict[str, object]) -> None:
        """Note one thing that happened; it is written by the next ``flush``."""
        if self._descriptor is None or self._codec is None:
            return
        if self.is_replaying and what in _REPEATED:
            return
        try:
            line: dict[str, Any] = {"what": what, "time": round(time.time(), 3)}
            for name, value in fields.items():
                if name == "commit":
                    line["commit"] = _commit_line(self._codec, value)  # type: ignore[arg-type]  # it is one
                else:
                    line[name] = self._codec.encode(value)
            text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
            self._lines.append(text.encode() + b"\n")
        except (ExactError, OSError, ValueError) as error:
            self._give_up(error)

    def flush(self) -> None:
        """Put what was recorded on the disk, safe from a crash of the whole machine."""
        if self._descriptor is None or not self._lines or self._holds:
            return
        try:
            left = memoryview(b"".join(self._lines))
            while left:
                left = left[os.write(self._descriptor, left) :]
            os.fsync(self._descriptor)
        except OSError as error:
            self._give_up(error)
        self._lines.clear()

    def close(self) -> None:
        """End the journal and remove it: the GM has saved, or wants nothing kept."""
        self._let_go()
        if self.path is not None:
            self.path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release(remove=True)
            self._lock = None

    def abandon(self) -> None:
        """Let go of the file and leave it where it is, as a crash would."""
        self.flush()
        self._let_go()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _let_go(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
        self._lines.clear()

    def _give_up(self, error: Exception) -> None:
        _logger.error("The journal can't be written", exc_info=error)
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        self.failure = f"The fight is not being kept safe on the disk: {reason}."
        with suppress(OSError):
            self._let_go()


def _commit_line(codec: ExactCodec, commit: Commit) -> dict[str, Any]:
    return {
        "label": commit.label,
        "number": commit.number,
        "time": commit.time,
        "change": codec.difference(commit.before, commit.after),
        "events": codec.encode(commit.events),
        "log_ids": list(commit.log_ids),
        "intent": codec.encode(commit.intent),
        "rolls": codec.encode(commit.rolls),
        "answers": codec.encode(commit.answers),
        "merge_key": commit.merge_key,
        "dice_before": codec.encode(commit.dice_before),
        "dice_after": codec.encode(commit.dice_after),
    }


def lock_path(journal: Path) -> Path:
    """Return the lock file of a journal."""
    return journal.with_suffix(".lock")


def codec_beside(journal: Path) -> ExactCodec:
    """Return the codec of a journal; pictures are kept once for all journals of its folder."""
    pictures = journal.parent / "pictures"

    def keep(data: bytes) -> str:
        name = sha256(data).hexdigest()
        path = pictures / name
        if not path.is_file():
            pictures.mkdir(exist_ok=True)
            write_atomically(path, data)
        return name

    def fetch(name: str) -> bytes:
        data = (pictures / Path(name).name).read_bytes()
        if sha256(data).hexdigest() != name:
            raise ExactError("A picture of the journal is damaged.")
        return data

    return ExactCodec(system_packages(), keep, fetch)


def read_lines(path: Path) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the whole lines of a journal, each with the place in the file where it ends.

    Reading stops at the first line that is torn or no JSON object.

    Raises
    ------
    OSError
        If the file can't be read.
    """
    end = 0
    with path.open("rb") as file:
        for raw in file:
            end += len(raw)
            if not raw.endswith(b"\n"):
                return
            try:
                line = json.loads(raw)
            except (ValueError, RecursionError):
                return
            if not isinstance(line, dict) or "what" not in line:
                return
            yield line, end
