"""After a crash: which fights were left open, and the session exactly as it stood."""

from __future__ import annotations

import logging
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlemap.session.exact import ExactError
from battlemap.session.file_lock import FileLock
from battlemap.session.files import state_folder
from battlemap.session.history import Commit
from battlemap.session.journal import FORMAT, Journal, codec_beside, lock_path, read_lines
from battlemap.session.session import Session

if TYPE_CHECKING:
    from battlemap.session.exact import ExactCodec, Json

_PICTURE_SECONDS = 30 * 24 * 3600
"""Pictures that no journal has used for this long are removed."""

_ENDS_DEED = frozenset({"commit", "cancel", "fail"})

_OUTLASTS_DEED = frozenset({"policy", "manual", "outside", "note"})
"""What may be said while a deed waits, and holds whatever becomes of it."""

_logger = logging.getLogger(__name__)

Line = dict[str, Any]


class RecoveryError(Exception):
    """A journal can't be read back; the message says why in one sentence."""


@dataclass(frozen=True)
class Recovery:
    """A fight that a process left behind without closing it."""

    journal: Path
    document: Path | None
    """The file that it came from or was last saved to."""
    started: float
    """When the map was opened, in seconds since 1970 (UTC)."""
    changed: float
    """When the last thing happened."""
    commits: int
    """How many deeds and edits are in it."""
    is_waiting: bool
    """Whether a question was open."""
    title: str = ""
    """What the map is called, where it was never saved."""

    @property
    def name(self) -> str:
        """The name of the map's file, or of a map without one."""
        return self.document.name if self.document else self.title or "New map"

    def restore(self) -> Session:
        """Return the session as it stood, open question included; it goes on with its journal.

        Raises
        ------
        RecoveryError
            If another process has taken it, or the journal doesn't fit this version.
        """
        lock = FileLock(lock_path(self.journal))
        if not lock.acquire():
            raise RecoveryError(f"{self.name} is already open in another window.")
        try:
            return _restored(self.journal, lock)
        except Exception as error:
            # A journal may be damaged in any way; the program must start all the same.
            _logger.exception("%s can't be recovered", self.journal)
            lock.release()
            reason = str(error) or type(error).__name__
            raise RecoveryError(f"{self.name} can't be recovered: {reason}") from error

    def discard(self) -> None:
        """Remove the journal; what is in it is lost."""
        _remove(self.journal)


def recover(directory: Path | None = None) -> list[Recovery]:
    """Return the fights that were left open and hold something that no file holds, latest first.

    Journals of processes that live are left alone, and so are those that can't be read or belong to
    another version; those that hold nothing new are removed.
    """
    directory = directory or state_folder() / "journals"
    found = []
    for path in sorted(directory.glob("*.jsonl")):
        lock = FileLock(lock_path(path))
        try:
            if not lock.acquire():
                continue
            try:
                recovery = _summary(path)
            finally:
                lock.release()
        except Exception:
            # A journal may be damaged in any way; the program must start all the same.
            _logger.exception("%s can't be looked at", path)
            continue
        if recovery is None:
            _remove(path)
        else:
            found.append(recovery)
    with suppress(OSError):
        _forget_old_pictures(directory / "pictures")
    return sorted(found, key=lambda recovery: recovery.changed, reverse=True)


def _summary(path: Path) -> Recovery | None:
    """Return what is in a journal, or None if nothing would be lost with it.

    Raises
    ------
    ExactError
        If another version wrote it, which may still want it.
    """
    document: str | None = None
    first: Line | None = None
    last: Line = {}
    commits = 0
    waiting = False
    for line, _ in read_lines(path):
        what = line["what"]
        if first is None:
            if what != "begin":
                return None
            if line.get("format") != FORMAT:
                raise ExactError("Another version of Battlemap wrote it.")
            first, document = line, line["document"]
        commits += what == "commit"
        if what == "save":
            document = line["path"]
        waiting = (waiting or what == "perform") and what not in _ENDS_DEED
        last = line
    if first is None or not (last.get("modified") or waiting):
        return None
    return Recovery(
        path,
        Path(document) if document else None,
        first["time"],
        last["time"],
        commits,
        waiting,
        _title(first),
    )


def _title(begin: Line) -> str:
    """Return the name of the map with which a journal begins."""
    try:
        title = begin["encounter"]["v"]["map"]["v"]["name"]
    except (KeyError, TypeError):
        return ""
    return title if isinstance(title, str) else ""


def _restored(path: Path, lock: FileLock) -> Session:
    codec = codec_beside(path)
    whole = 0
    session: Session | None = None
    lost: tuple[str, ...] = ()
    open_deed: list[Line] = []
    for line, end in read_lines(path):
        what = line["what"]
        if session is None:
            session = _opened(line, codec)
        elif what == "perform" or (open_deed and what not in _ENDS_DEED):
            open_deed.append(line)
        else:
            for earlier in open_deed:
                if earlier["what"] in _OUTLASTS_DEED:
                    _repeat(session, earlier, codec)
            open_deed.clear()
            try:
                _repeat(session, line, codec)
            except ExactError as error:
                _logger.exception("%s can't be read from byte %d on", path, whole)
                lost = str(error), _keep_aside(path)
                break
        whole = end
    if session is None:
        raise ExactError("it has no beginning.")
    if not lost and _goes_on(path, whole):
        lost = ("A line of the journal is damaged.", _keep_aside(path))
    journal = Journal(path.parent)
    journal.resume(path, whole, lock)
    session.attach(journal)
    if lost:
        session.note("What came after this could not be recovered", lost)
    if open_deed:
        journal.is_replaying = True
        _do_again(session, open_deed, codec)
        journal.is_replaying = False
    return session


def told_by(path: Path) -> Session:
    """Return the session that a journal tells of, without taking the journal over.

    A deed that waits for an answer is left out. A journal may be read while its fight goes on.

    Raises
    ------
    ExactError
        If the journal has no beginning or doesn't fit this version.
    OSError
        If the file can't be read.
    """
    codec = codec_beside(path)
    session: Session | None = None
    waits = False
    for line, _ in read_lines(path):
        what = line["what"]
        if session is None:
            session = _opened(line, codec)
            continue
        waits = (waits or what == "perform") and what not in _ENDS_DEED
        if not waits or what in _OUTLASTS_DEED:
            _repeat(session, line, codec)
    if session is None:
        raise ExactError("it has no beginning.")
    return session


def _goes_on(path: Path, end: int) -> bool:
    """Tell whether whole lines follow after the last one that could be read."""
    with path.open("rb") as file:
        file.seek(end)
        return b"\n" in file.read()


def _keep_aside(path: Path) -> str:
    """Keep a copy of a journal that can't be read to its end; return the sentence that says so."""
    shutil.copyfile(path, path.with_suffix(".unread"))
    return f"The whole journal is kept as {path.stem}.unread."


def _opened(line: Line, codec: ExactCodec) -> Session:
    document = line["document"]
    path = Path(document) if document else None
    session = Session(codec.decode(line["encounter"]), path=path, seed=line["seed"])
    for entry in codec.decode(line["entries"]):
        session.log.restore(entry)
    if line["modified"]:
        session.history.mark_unsaved()
    return session


def _repeat(session: Session, line: Line, codec: ExactCodec) -> None:
    """Bring one line of the journal about again, without asking any rules."""
    match line["what"]:
        case "commit":
            kept = line["commit"]
            before = session.encounter
            commit = Commit(
                kept["label"],
                before,
                codec.patched(before, kept["change"]),
                _read(codec, kept["events"], ()),
                tuple(kept["log_ids"]),
                kept["number"],
                kept["time"],
                _read(codec, kept["intent"], None),
                _read(codec, kept["rolls"], ()),
                _read(codec, kept["answers"], ()),
                kept["merge_key"],
                _read(codec, kept["dice_before"], None),
                _read(codec, kept["dice_after"], None),
            )
            session.replay_commit(commit, codec.decode(line["entries"]))
        case "cancel" | "fail":
            session.replay_failure(codec.decode(line["entries"]), _read(codec, line["dice"], None))
        case "undo":
            session.undo()
        case "redo":
            session.redo()
        case "save":
            session.mark_saved(Path(line["path"]))
        case "typed":
            session.type_next(line["faces"])
        case "manual":
            session.manual_dice = line["on"]
        case "outside":
            session.asks_outside_fights = line["on"]
        case "policy":
            entry = codec.decode(line["entry"])
            session.restore_policy(line["token"], line["question"], line["mode"], entry)
        case "note":
            session.log.restore(codec.decode(line["entry"]))


def _read(codec: ExactCodec, kept: Json, otherwise: object) -> Any:  # noqa: ANN401  # any frozen value
    """Return what was kept, or *otherwise* where another version kept what this one doesn't know.

    For what only tells how the document came about; the document itself must be read exactly.
    """
    try:
        return codec.decode(kept)
    except ExactError:
        _logger.exception("A part of the journal is of another version")
        return otherwise


def _do_again(session: Session, lines: list[Line], codec: ExactCodec) -> None:
    """Carry out the deed that was under way, with the faces and answers that were given.

    If the rules have changed since, so that they don't fit any more, the deed is canceled.
    """
    first, *others = lines
    faces = [
        tuple(line["faces"]) for line in others if line["what"] == "faces" and line["by"] == "dice"
    ]
    try:
        session.replay(
            codec.decode(first["intent"]),
            faces,
            label=str(first.get("label", "")),
            merge_key=first.get("merge_key"),
        )
        for line in others:
            match line["what"], line.get("by"):
                case "answer", "gm":
                    session.answer(line["key"])
                case "faces", "gm":
                    session.give_dice(line["faces"])
                case (("typed" | "manual" | "outside" | "policy" | "note"), _):
                    _repeat(session, line, codec)
    except Exception as error:
        # Whatever a changed rule does here, the fight before the deed must come back.
        _logger.exception("The open deed doesn't fit the rules any more")
        session.cancel()
        session.note("The open deed could not be restored", (str(error),))
    session.end_replay()


def _remove(journal: Path) -> None:
    for path in (journal, lock_path(journal)):
        try:
            path.unlink(missing_ok=True)
        except OSError:
            _logger.exception("%s can't be removed", path)


def _forget_old_pictures(pictures: Path) -> None:
    if not pictures.is_dir() or any(pictures.parent.glob("*.jsonl")):
        return
    limit = time.time() - _PICTURE_SECONDS
    for path in pictures.iterdir():
        if path.stat().st_mtime < limit:
            path.unlink()
