"""The history: snapshots of the frozen document, with what happened as the record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.model.intent import BeginFight, EndTurn

if TYPE_CHECKING:
    from battlemap.dice.source import Dice
    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.model.intent import Intent


@dataclass(frozen=True)
class RollRecord:
    """Dice that fell: what for, which faces, and whether someone typed them."""

    why: str
    sides: int
    faces: tuple[int, ...]
    typed: bool = False
    after_events: int = 0
    """How many events of its deed had happened before."""


@dataclass(frozen=True)
class AnswerRecord:
    """A question and how it was answered."""

    headline: str
    token: str
    key: str
    label: str
    by: str
    """"gm" or "policy"."""
    after_events: int = 0
    """How many events of its deed had happened before."""
    after_rolls: int = 0
    """How many rolls of its deed had been made before."""


@dataclass(frozen=True)
class Commit:
    """One step of undo: an intent that was carried out, or an edit of the map."""

    label: str
    before: Encounter
    after: Encounter
    events: tuple[Event, ...] = ()
    """What happened, in order; nothing for an edit."""
    log_ids: tuple[int, ...] = ()
    """Numbers of the log entries that tell of it."""
    number: int = 0
    """Counts from 1 and is never used again."""
    time: float = 0.0
    """When, in seconds since 1970 (UTC)."""
    intent: Intent | None = None
    rolls: tuple[RollRecord, ...] = ()
    answers: tuple[AnswerRecord, ...] = ()
    merge_key: str | None = None
    """A commit with the same key that follows at once becomes one with this one."""
    dice_before: Dice | None = None
    """The dice source before; None for an edit, which leaves it alone."""
    dice_after: Dice | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing changed and nothing happened."""
        return not self.events and not self.rolls and self.after == self.before


def begins_turn(commit: Commit) -> bool:
    """Tell whether another turn, phase or round began with a commit."""
    before, after = commit.before.turn_order, commit.after.turn_order
    is_next = isinstance(commit.intent, (BeginFight, EndTurn))
    return after.is_running and (
        is_next
        or (before.round, before.phase, before.active) != (after.round, after.phase, after.active)
    )


class History:
    """The commits of one session, and how many of them are in force."""

    def __init__(self) -> None:
        self._commits: tuple[Commit, ...] = ()
        self._position = 0
        self._clean: int | None = 0
        self._last_number = 0

    @property
    def commits(self) -> tuple[Commit, ...]:
        """All commits, oldest first, those undone included."""
        return self._commits

    @property
    def position(self) -> int:
        """How many of the commits are in force."""
        return self._position

    @property
    def can_undo(self) -> bool:
        """Whether there is a commit to take back."""
        return self._position > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a commit to put back."""
        return self._position < len(self._commits)

    @property
    def is_clean(self) -> bool:
        """Whether the document stands as it was last saved or opened."""
        return self._clean == self._position

    @property
    def next_number(self) -> int:
        """The number that the next commit gets."""
        return self._last_number + 1

    def mark_clean(self) -> None:
        """Remember that the document was saved as it stands."""
        self._clean = self._position

    def mark_unsaved(self) -> None:
        """Remember that no state in the history is the saved one."""
        self._clean = None

    def merges(self, commit: Commit) -> bool:
        """Tell whether *commit* would become one with the last commit in force."""
        last = self._commits[self._position - 1] if self._position else None
        return last is not None and _can_merge(last, commit) and not self.is_clean

    def push(self, commit: Commit) -> Commit | None:
        """Add a commit; what was undone is forgotten.

        One that changes nothing is dropped. One with the merge key of the commit before it becomes
        one with that, unless the document was saved between the two; if both together change
        nothing, both go.

        Returns
        -------
        Commit | None
            The commit as it stands in the history, or None if it was dropped.
        """
        if commit.is_empty:
            return None
        self._last_number = max(self._last_number, commit.number)
        if self._clean is not None and self._clean > self._position:
            self._clean = None
        kept = self._commits[: self._position]
        if self.merges(commit):
            commit = _merged(kept[-1], commit)
            kept = kept[:-1]
            if commit.is_empty:
                self._commits = kept
                self._position = len(kept)
                return None
        self._commits = (*kept, commit)
        self._position = len(self._commits)
        return commit

    def undo(self) -> Commit | None:
        """Take the last commit in force back and return it; None if there is none."""
        if not self.can_undo:
            return None
        self._position -= 1
        return self._commits[self._position]

    def redo(self) -> Commit | None:
        """Put the first undone commit back in force and return it; None if there is none."""
        if not self.can_redo:
            return None
        self._position += 1
        return self._commits[self._position - 1]


def _can_merge(last: Commit, commit: Commit) -> bool:
    same_key = commit.merge_key is not None and commit.merge_key == last.merge_key
    return same_key and last.after is commit.before


def _merged(last: Commit, commit: Commit) -> Commit:
    events, rolls = len(last.events), len(last.rolls)
    return replace(
        last,
        after=commit.after,
        label=commit.label,
        events=last.events + commit.events,
        log_ids=last.log_ids + commit.log_ids,
        time=commit.time,
        rolls=last.rolls
        + tuple(replace(one, after_events=one.after_events + events) for one in commit.rolls),
        answers=last.answers
        + tuple(
            replace(
                one,
                after_events=one.after_events + events,
                after_rolls=one.after_rolls + rolls,
            )
            for one in commit.answers
        ),
        dice_before=last.dice_before or commit.dice_before,
        dice_after=commit.dice_after or last.dice_after,
    )
