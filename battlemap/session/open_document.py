"""A document that is open: what stands in it now, how it came so, who wants to hear of it."""

from __future__ import annotations

import time
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Literal

from battlemap.dice.source import Dice
from battlemap.model.file_error import FileError
from battlemap.session.documents import save_encounter
from battlemap.session.files import back_up
from battlemap.session.history import Commit, History, begins_turn
from battlemap.session.journal import Journal
from battlemap.session.log import Log, LogEntry
from battlemap.session.registry import find_system
from battlemap.session.subscribers import Change, Subscribers
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from battlemap.model.encounter import Encounter, RulesChoice
    from battlemap.model.event import Outcome
    from battlemap.rules.system import RuleSystem
    from battlemap.session.subscribers import ChangeKind


class OpenDocument:
    """The document, its history, log, dice and journal. ``Session`` adds the play."""

    def __init__(
        self,
        encounter: Encounter,
        *,
        path: Path | None = None,
        seed: int | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.path = path
        """The file it came from or was last saved to."""
        self.warnings: tuple[str, ...] = ()
        """What the file holds that could not be read, one sentence each."""
        self.history = History()
        self.log = Log()
        self._encounter = encounter
        self._dice = Dice.seeded(randbits(32) if seed is None else seed)
        self._subscribers = Subscribers()
        self._known_system: tuple[RulesChoice, RuleSystem] | None = None
        self._journal = journal
        self._backed_up: set[Path] = set()
        self._last_seen = stamp_of(path) if path is not None else None

    def _begin(self, headline: str, details: tuple[str, ...] = ()) -> None:
        _ = self.system  # an unknown one is found out now and not at the first question
        self._enter(headline, (*details, f"Dice seed {self.seed}"), gm=True)
        if self._journal is not None:
            self._journal.begin(
                self._encounter, self.path, self.seed, self.log.entries, self.is_modified
            )

    @property
    def encounter(self) -> Encounter:
        """The document as it stands, also half-way through a procedure."""
        return self._encounter

    @property
    def system(self) -> RuleSystem:
        """The rule system of the document, with its options."""
        rules = self._encounter.rules
        if self._known_system is None or self._known_system[0] != rules:
            self._known_system = (rules, find_system(rules.system, rules.options))
        return self._known_system[1]

    @property
    def board(self) -> Board:
        """The document as tactics reads it."""
        return Board.of(self._encounter, self.system)

    @property
    def is_modified(self) -> bool:
        """Whether the document differs from the file; undo back to the saved state is the file."""
        return not self.history.is_clean

    @property
    def seed(self) -> int:
        """The seed of the dice."""
        return self._dice.seed

    @property
    def has_journal(self) -> bool:
        """Whether what happens is written down as it happens."""
        return self._journal is not None

    @property
    def journal_failure(self) -> str:
        """Why the fight is not being kept safe on the disk, in one sentence; empty: it is."""
        return self._journal.failure if self._journal else ""

    def subscribe(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Call *callback* at every change; return a function that ends it."""
        return self._subscribers.add(callback)

    # Editing and history ------------------------------------------------------------------

    def edit(self, label: str, encounter: Encounter, *, merge_key: str | None = None) -> None:
        """Put another document in place as one step of undo; one that changes nothing is dropped.

        Parameters
        ----------
        label
            What Undo calls it: "Paint rubble".
        encounter
            The document afterwards.
        merge_key
            Edits with the same key that follow each other become one step (nudges, a stroke).

        Raises
        ------
        QuestionOpenError
            If a question is open; nothing changed.
        UnknownSystemError
            If the new document names a rule system that doesn't exist; nothing changed.
        """
        self._refuse_while_busy()
        before = self._encounter
        if encounter is before:
            return
        if encounter.rules != before.rules:
            find_system(encounter.rules.system, encounter.rules.options)
        number, now = self.history.next_number, time.time()
        commit = Commit(label, before, encounter, number=number, time=now, merge_key=merge_key)
        if commit.is_empty:
            return
        with self._subscribers.heard_out():
            if not self.history.merges(commit):
                entry = self._enter(label, kind="edit", commit=number)
                commit = replace(commit, log_ids=(entry.number,))
            self._put(commit)
            self._tell(before, "commit")

    def undo(self) -> str | None:
        """Put the document before the last commit back, and the dice that were rolled in it.

        Returns
        -------
        str | None
            The label of what was undone; None if there was nothing.
        """
        self._refuse_while_busy()
        commit = self.history.undo()
        if commit is not None:
            self._put_back(commit, "undo")
        return commit.label if commit else None

    def redo(self) -> str | None:
        """Put the very result of the first undone commit back; never rolls again.

        Returns
        -------
        str | None
            The label of what was done again; None if there was nothing.

        Raises
        ------
        QuestionOpenError
            If a question is open.
        """
        self._refuse_while_busy()
        commit = self.history.redo()
        if commit is not None:
            self._put_back(commit, "redo")
        return commit.label if commit else None

    def go_to(self, position: int) -> None:
        """Undo or redo until so many commits are in force; told to subscribers as one change.

        Raises
        ------
        ValueError
            If the history has no such place.
        QuestionOpenError
            If a question is open.
        """
        history = self.history
        if not 0 <= position <= len(history.commits):
            raise ValueError(f"the history has {len(history.commits)} steps, not {position}")
        self._refuse_while_busy()
        if position == history.position:
            return
        kind: Literal["undo", "redo"] = "undo" if position < history.position else "redo"
        before = self._encounter
        with self._subscribers.heard_out():
            while history.position != position:
                commit = history.undo() if kind == "undo" else history.redo()
                if commit is None:  # the range was checked above
                    break
                self._take_over(commit, kind, now=history.position == position)
            self._tell(before, kind)

    def turn_start(self) -> int | None:
        """Return how many commits were in force when the turn under way began; None: no fight."""
        if not self._encounter.turn_order.is_running:
            return None
        commits = self.history.commits[: self.history.position]
        for place in range(len(commits), 0, -1):
            if begins_turn(commits[place - 1]):
                return place
        return 0

    def save(
        self,
        path: Path | str | None = None,
        *,
        carry_out: Callable[[Callable[[Callable[[], None]], None]], None] | None = None,
    ) -> None:
        """Write the document to *path* (None: where it came from), atomically.

        The file that was there before this session's first save is kept among the backups. Where
        another program has changed the file meanwhile, this is said once instead of saving; saving
        again writes over it.

        Parameters
        ----------
        path
            The file.
        carry_out
            Does what takes long, beside the window for example; None: here and now. What it is
            given calls back before it writes anything; if that raises, nothing is saved.

        Raises
        ------
        FileError
            If the file can't be written, or another program has changed it.
        ValueError
            If there is no path yet.
        QuestionOpenError
            If a question is open: half a deed is not saved.
        """
        self._refuse_while_busy()
        target = Path(path) if path is not None else self.path
        if target is None:
            raise ValueError("The map has no file name yet.")
        self._warn_of_change(target)
        encounter, entries = self._encounter, self.log.entries

        def write(before_writing: Callable[[], None] = _nothing) -> None:
            if target not in self._backed_up:
                back_up(target)
            save_encounter(target, encounter, entries, before_writing)

        if carry_out is None:
            write()
        else:
            carry_out(write)
        self._backed_up.add(target)
        self.mark_saved(target)
        if self._encounter is not encounter:
            self.history.mark_unsaved()
        if self._journal is not None and self._journal.failure:
            self._begin_anew(self._journal)

    @contextmanager
    def written_together(self) -> Iterator[None]:
        """Put what happens meanwhile on the disk at its end: a deed of several tokens, in steps.

        A crash in between loses all of it, as one in the middle of any other deed does.
        """
        with self._journal.held() if self._journal is not None else nullcontext():
            yield

    def _warn_of_change(self, target: Path) -> None:
        now = stamp_of(target)
        if target != self.path or now is None or now == self._last_seen:
            return
        self._last_seen = now
        raise FileError(
            target.name,
            "",
            "another program has changed the file since it was opened.",
            "Save again to write over it, or save under another name.",
        )

    def _begin_anew(self, failed: Journal) -> None:
        """Put a new journal in the place of one that could not be written for a while.

        What a save holds is safe; the old journal ends before it and would offer less.
        """
        fresh = Journal(failed.directory)
        fresh.begin(self._encounter, self.path, self.seed, self.log.entries)
        if not fresh.failure:
            failed.close()
            self._journal = fresh

    def mark_saved(self, path: Path) -> None:
        """Remember that the document stands in this file."""
        self.path = path
        self._last_seen = stamp_of(path)
        self.history.mark_clean()
        self._record("save", path=str(path.resolve()), now=True)

    def note(self, headline: str, details: tuple[str, ...] = ()) -> None:
        """Enter a line for the GM into the log that belongs to no deed."""
        entry = self._enter(headline, details, gm=True)
        self._record("note", entry=entry, now=True)

    def close(self) -> None:
        """End the session and its journal: nothing is left to recover."""
        self._subscribers.clear()
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def leave(self) -> None:
        """Let go of the document; its journal stays where it is, to be recovered from."""
        self._subscribers.clear()
        if self._journal is not None:
            self._journal.abandon()
            self._journal = None

    # What recovery needs ------------------------------------------------------------------

    def attach(self, journal: Journal) -> None:
        """Write what happens from now on into a journal that exists already."""
        self._journal = journal

    def replay_commit(self, commit: Commit, entries: Sequence[LogEntry]) -> None:
        """Put a commit of a journal in force again, with the log entries that it brought."""
        for entry in entries:
            self.log.restore(entry)
        self._put(commit)
        self._dice = commit.dice_after or self._dice

    def replay_failure(self, entries: Sequence[LogEntry], dice: Dice | None) -> None:
        """Enter what is left of a deed that was canceled or failed: its entries, struck out."""
        for entry in entries:
            self.log.restore(entry)
        self._dice = dice or self._dice

    # For the session itself -----------------------------------------------------------------

    def _refuse_while_busy(self) -> None:
        """Raise QuestionOpenError while a procedure runs or waits."""

    def _put(self, commit: Commit) -> None:
        """Make *commit* the last one in force and write it down."""
        merges = self.history.merges(commit)
        last = self.history.commits[self.history.position - 1] if merges else None
        self._encounter = commit.after
        if self.history.push(commit) is None and last is not None:
            self.log.strike(last.log_ids)
        self._record("commit", commit=commit, entries=self._entries(commit.log_ids), now=True)

    def _put_back(self, commit: Commit, kind: Literal["undo", "redo"]) -> None:
        with self._subscribers.heard_out():
            before = self._encounter
            self._take_over(commit, kind)
            self._tell(before, kind)

    def _take_over(
        self, commit: Commit, kind: Literal["undo", "redo"], *, now: bool = True
    ) -> None:
        """Stand before or after a commit that the history has just passed."""
        is_undo = kind == "undo"
        self._encounter = commit.before if is_undo else commit.after
        self._dice = (commit.dice_before if is_undo else commit.dice_after) or self._dice
        self.log.strike(commit.log_ids, struck=is_undo)
        self._record(kind, now=now)

    def _enter(
        self,
        headline: str,
        details: tuple[str, ...] = (),
        *,
        kind: str = "note",
        token: str | None = None,
        commit: int | None = None,
        gm: bool = False,
        outcome: Outcome | None = None,
    ) -> LogEntry:
        now = time.time()
        return self.log.add(
            LogEntry(0, headline, details, kind, token, commit, gm=gm, time=now, outcome=outcome)
        )

    def _entries(self, numbers: Sequence[int]) -> tuple[LogEntry, ...]:
        return self.log.numbered(numbers)

    def _record(self, what: str, *, now: bool = False, **fields: object) -> None:
        """Note something for the journal; *now*: see that it is on the disk."""
        if self._journal is not None:
            self._journal.record(what, {**fields, "modified": self.is_modified})
            if now:
                self._journal.flush()

    def _tell(self, before: Encounter, kind: ChangeKind) -> None:
        self._subscribers.tell(Change(before, self._encounter, kind))


def _nothing() -> None:
    """Do nothing before the file is written."""


def stamp_of(path: Path) -> tuple[int, int] | None:
    """Return what changes when a file is written: its time in nanoseconds and its size."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
