"""One open document: intents are carried out, edits made, all of it undone and redone."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Literal, TypeAlias

from battlemap.model.apply import apply
from battlemap.model.encounter import Encounter
from battlemap.model.event import Noted
from battlemap.rules.procedure import Ask, Roll
from battlemap.session.dice import DiceState
from battlemap.session.documents import load_encounter, save_encounter
from battlemap.session.history import Commit, History, RollRecord
from battlemap.session.log import Log, LogEntry
from battlemap.session.naming import label_of
from battlemap.session.policy import PolicyMode, answer_by_policy
from battlemap.session.preview import MovePreviewer
from battlemap.session.procedure_run import (
    Given,
    ProcedureRun,
    QuestionOpenError,
    check_answer,
    check_roll,
)
from battlemap.session.registry import find_system
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import RulesChoice
    from battlemap.model.intent import Attack, Intent
    from battlemap.rules.plan import AttackPlan
    from battlemap.rules.system import RuleSystem
    from battlemap.session.journal import Journal

__all__ = ["Change", "Session", "load_encounter", "save_encounter"]

ChangeKind: TypeAlias = Literal["step", "commit", "undo", "redo", "open", "ask"]

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Change:
    """What a subscriber hears: the document before and after, and why it changed.

    "step" is one event inside a procedure, "ask" a question that opened (nothing changed), "commit"
    the end of an intent or edit, "undo" also a procedure that was canceled or failed half-way.
    """

    before: Encounter
    after: Encounter
    kind: ChangeKind


class Session:
    """A document with its history, log, dice and journal. Make one with ``new`` or ``open``."""

    def __init__(
        self,
        encounter: Encounter,
        *,
        path: Path | None = None,
        seed: int | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.path = path
        self.history = History()
        self.log = Log()
        self._encounter = encounter
        self._dice = DiceState.seeded(randbits(32) if seed is None else seed)
        self._manual_dice = False
        self._policies: dict[tuple[str, str], PolicyMode] = {}
        self._run: ProcedureRun | None = None
        self._is_running = False
        self._subscribers: list[Callable[[Change], None]] = []
        self._failures: list[Exception] = []
        self._known_system: tuple[RulesChoice, RuleSystem] | None = None
        self._journal = journal

    @classmethod
    def new(
        cls,
        encounter: Encounter | None = None,
        *,
        seed: int | None = None,
        journal: Journal | None = None,
    ) -> Session:
        """Return a session on a document that no file holds yet; None: an empty map.

        Raises
        ------
        UnknownSystemError
            If there is no rule system with the document's key.
        """
        session = cls(encounter or Encounter(), seed=seed, journal=journal)
        session._begin("New map")
        return session

    @classmethod
    def open(
        cls, path: Path | str, *, seed: int | None = None, journal: Journal | None = None
    ) -> Session:
        """Return a session on the document in a file.

        Raises
        ------
        FileError
            If the file can't be read, with one sentence that says why.
        """
        path = Path(path)
        session = cls(load_encounter(path), path=path, seed=seed, journal=journal)
        session._begin(f"Opened {path.name}")
        return session

    def _begin(self, headline: str) -> None:
        _ = self.system  # an unknown one is found out now and not at the first question
        seed = self._dice.seed
        entry = self.log.add(
            LogEntry(0, headline, (f"Dice seed {seed}",), gm=True, time=time.time())
        )
        if self._journal is not None:
            self._journal.begin(self._encounter, self.path, seed, entry)

    # The document -------------------------------------------------------------------------

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
        return self._run is not None or not self.history.is_clean

    @property
    def pending(self) -> Ask | Roll | None:
        """The open question; a roll only where the GM types all dice."""
        return self._run.waiting if self._run else None

    @property
    def manual_dice(self) -> bool:
        """Whether every roll is put to the GM to type."""
        return self._manual_dice

    @manual_dice.setter
    def manual_dice(self, on: bool) -> None:
        if on != self._manual_dice:
            self._manual_dice = on
            self._record("manual", on=on, now=True)

    @property
    def seed(self) -> int:
        """The seed of the dice."""
        return self._dice.seed

    @property
    def typed_next(self) -> tuple[int, ...]:
        """The faces typed ahead that are not used up yet."""
        return self._dice.typed

    def subscribe(self, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Call *callback* at every change; return a function that ends it."""
        self._subscribers.append(callback)

        def unsubscribe() -> None:
            if callback in self._subscribers:
                self._subscribers.remove(callback)

        return unsubscribe

    # Play ---------------------------------------------------------------------------------

    def perform(self, intent: Intent) -> None:
        """Carry out *intent* until it is done or a question is pending.

        Raises
        ------
        IllegalIntentError
            If the rules forbid it, or a question is open (QuestionOpenError); nothing changed.
        ValueError
            If a face typed ahead is not on the die that is rolled; nothing changed.
        """
        self._refuse_while_pending()
        with self._public():
            procedure = self.system.perform(self._encounter, intent)
            self._run = ProcedureRun(
                intent, procedure, self._encounter, self._dice, self.history.next_number
            )
            self._record("perform", intent=intent)
            self._advance(None)

    def answer(self, key: str) -> None:
        """Answer the pending question with the key of an option.

        Raises
        ------
        ValueError
            If no question is open or the key is not one of its available answers.
        """
        check_answer(self.pending, key)
        with self._public():
            self._give(key)

    def give_dice(self, faces: Sequence[int]) -> None:
        """Give the faces of real dice to the pending roll.

        Raises
        ------
        ValueError
            If no roll is pending, or the faces are not what it needs; the range is named.
        """
        checked = check_roll(self.pending, faces)
        with self._public():
            self._give(checked)

    def type_next(self, faces: Sequence[int]) -> None:
        """Use *faces* for the next rolls, before the seeded dice; they replace any typed before.

        Raises
        ------
        ValueError
            If a face is below 1; the upper end is checked when the die is known.
        """
        for face in faces:
            if face < 1:
                raise ValueError(f"Dice show 1 and more; {face} is not a face.")
        self._dice = self._dice.with_typed(faces)
        self._record("typed", faces=tuple(faces), now=True)

    def cancel(self) -> None:
        """Abandon the pending procedure and restore the state before it."""
        if self._run is not None:
            with self._public():
                self._abandon("cancel")

    def set_policy(self, token_id: str, kind: str, mode: PolicyMode) -> None:
        """Answer questions of one kind for one token without asking; logged.

        "always" takes the first available answer that does something, "never" the one that
        declines, "ask" asks the GM again.
        """
        if self._policies.get((token_id, kind), "ask") == mode:
            return
        self._policies[token_id, kind] = mode
        token = self._encounter.tokens.get(token_id)
        name = token.name if token else token_id
        entry = self._enter(f"{name}, {kind}: {mode}", kind="gm", token=token_id, gm=True)
        self._record("policy", token=token_id, question=kind, mode=mode, entry=entry, now=True)

    def policy(self, token_id: str, kind: str) -> PolicyMode:
        """Return how questions of this kind are answered for a token."""
        return self._policies.get((token_id, kind), "ask")

    # Editing and history --------------------------------------------------------------------

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
        self._refuse_while_pending()
        before = self._encounter
        if encounter is before:
            return
        find_system(encounter.rules.system, encounter.rules.options)
        now = time.time()
        commit = Commit(
            label, before, encounter, (), (), self.history.next_number, now, merge_key=merge_key
        )
        if commit.is_empty:
            return
        with self._public():
            merges = self.history.merges(commit)
            if not merges:
                entry = self._enter(label, kind="edit", commit=commit.number)
                commit = replace(commit, log_ids=(entry.number,))
            merged_from = self.history.commits[self.history.position - 1] if merges else None
            self._encounter = encounter
            kept = self.history.push(commit)
            if kept is None and merged_from is not None:
                self.log.strike(merged_from.log_ids)
            self._record("commit", commit=commit, entries=self._entries(commit.log_ids), now=True)
            self._tell(before, "commit")

    def undo(self) -> str | None:
        """Put the document before the last commit back; while a question is open, cancel instead.

        Returns
        -------
        str | None
            The label of what was undone; None if there was nothing.
        """
        if self._run is not None:
            label = self._label(self._run)
            self.cancel()
            return label
        commit = self.history.undo()
        if commit is None:
            return None
        self._put_back(commit, commit.before, commit.dice_before, "undo")
        return commit.label

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
        self._refuse_while_pending()
        commit = self.history.redo()
        if commit is None:
            return None
        self._put_back(commit, commit.after, commit.dice_after, "redo")
        return commit.label

    def _put_back(
        self,
        commit: Commit,
        encounter: Encounter,
        dice: DiceState | None,
        kind: Literal["undo", "redo"],
    ) -> None:
        with self._public():
            before, self._encounter = self._encounter, encounter
            self._dice = dice or self._dice
            self.log.strike(commit.log_ids, struck=kind == "undo")
            self._record(kind, now=True)
            self._tell(before, kind)

    def save(self, path: Path | str | None = None) -> None:
        """Write the document to *path* (None: where it came from), atomically.

        The file that was there before this session's first save is kept among the backups.

        Raises
        ------
        FileError
            If the file can't be written.
        ValueError
            If there is no path yet.
        QuestionOpenError
            If a question is open: half a deed is not saved.
        """
        self._refuse_while_pending()
        target = Path(path) if path is not None else self.path
        if target is None:
            raise ValueError("The map has no file name yet.")
        save_encounter(target, self._encounter)
        self.path = target
        self.history.mark_clean()
        self._record("save", path=str(target), now=True)

    def close(self) -> None:
        """End the session and its journal: nothing is left to recover."""
        self._subscribers.clear()
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    # Questions ------------------------------------------------------------------------------

    def plan(self, attack: Attack) -> AttackPlan:
        """Return everything that is known about an attack before the dice.

        Raises
        ------
        IllegalIntentError
            If attacker, target or weapon do not exist.
        """
        return self.system.plan(self.board, attack)

    def plan_from(self, attack: Attack, cell: Cell, facing: float | None) -> AttackPlan:
        """Return the same as if the attacker stood in *cell*, facing that way (None: as now).

        Raises
        ------
        IllegalIntentError
            If attacker, target or weapon do not exist.
        """
        token = self._encounter.tokens.get(attack.attacker)
        if token is None:
            return self.plan(attack)
        moved = replace(token, at=cell, facing=token.facing if facing is None else facing)
        there = Board.of(self._encounter.with_token(moved), self.system)
        return self.system.plan(there, attack)

    def preview_move(self, token_id: str, *, budget: int | None = None) -> MovePreviewer:
        """Return what answers for a drag of this token; make it once, when it is picked up.

        Parameters
        ----------
        token_id
            The token.
        budget
            Hundredths of a cell that it may walk; None: what its actions buy.

        Raises
        ------
        KeyError
            If there is no such token.
        """
        return MovePreviewer(self.board, self.system, token_id, budget=budget)

    # Running a procedure ----------------------------------------------------------------------

    def _give(self, given: Given) -> None:
        run = self._run
        assert run is not None
        waiting, run.waiting = run.waiting, None
        if isinstance(given, tuple):
            assert isinstance(waiting, Roll)
            self._record("faces", faces=given, typed=True, now=True)
            faces = (*run.started, *given)
            run.started = ()
            run.rolls.append(RollRecord(waiting.why, waiting.sides, faces, typed=True))
            self._advance(faces)
        else:
            self._record("answer", key=given, now=True)
            self._advance(given)

    def _advance(self, given: Given | None) -> None:
        """Run on from what was last said; stop at a question or the end.

        Whatever goes wrong, the state before the intent is put back.
        """
        run = self._run
        assert run is not None
        answer: Given | Encounter | None = given
        self._is_running = True
        try:
            while True:
                try:
                    said = run.procedure.send(answer)
                except StopIteration:
                    break
                if isinstance(said, Roll):
                    answer = self._faces(run, said)
                elif isinstance(said, Ask):
                    answer = self._answer(run, said)
                else:
                    before = self._encounter
                    self._encounter = answer = apply(before, said)
                    run.events.append(said)
                    if isinstance(said, Noted):
                        self._note(run, said)
                    self._tell(before, "step")
                if answer is None:
                    self._flush()
                    self._tell(self._encounter, "ask")
                    return
        except BaseException as error:
            error.add_note(f"while carrying out {run.intent!r}")
            self._abandon("fail")
            raise
        finally:
            self._is_running = False
        self._finish(run)

    def _faces(self, run: ProcedureRun, roll: Roll) -> tuple[int, ...] | None:
        """Return the faces of a roll, or None where the GM is to type them."""
        typed = len(self._dice.typed) > 0
        try:
            if self._manual_dice and len(self._dice.typed) < roll.count:
                run.started, self._dice = self._dice.roll(len(self._dice.typed), roll.sides)
                run.waiting = replace(roll, count=roll.count - len(run.started))
                return None
            faces, self._dice = self._dice.roll(roll.count, roll.sides)
        except ValueError as error:
            # Kept, they would stand in the way of every later roll.
            run.dice_before = run.dice_before.with_typed(())
            raise ValueError(f"{roll.why}: {error}") from None
        run.rolls.append(RollRecord(roll.why, roll.sides, faces, typed=typed))
        self._record("faces", faces=faces, typed=typed)
        return faces

    def _answer(self, run: ProcedureRun, question: Ask) -> str | None:
        """Return the answer that a policy gives, or None where the GM is asked."""
        mode = self.policy(question.token, question.kind)
        key = answer_by_policy(question, mode)
        if key is None:
            run.waiting = question
            return None
        label = next(option.label for option in question.options if option.key == key)
        entry = self._enter(
            question.headline,
            (f"Answered by itself ({mode}): {label}",),
            kind="gm",
            token=question.token,
            commit=run.number,
            gm=True,
        )
        run.log_ids.append(entry.number)
        self._record("answer", key=key)
        return key

    def _note(self, run: ProcedureRun, noted: Noted) -> None:
        entry = self._enter(
            noted.headline,
            noted.details,
            kind=noted.kind,
            token=noted.token,
            commit=run.number,
            gm=noted.kind == "gm",
            noted=noted,
        )
        run.log_ids.append(entry.number)

    def _finish(self, run: ProcedureRun) -> None:
        label = self._label(run)
        self._run = None
        if not run.log_ids and run.events:
            run.log_ids.append(self._enter(label, commit=run.number).number)
        commit = Commit(
            label,
            run.before,
            self._encounter,
            tuple(run.events),
            tuple(run.log_ids),
            run.number,
            time.time(),
            run.intent,
            tuple(run.rolls),
            dice_before=run.dice_before,
            dice_after=self._dice,
        )
        self.history.push(commit)
        self._record("commit", commit=commit, entries=self._entries(commit.log_ids), now=True)
        self._tell(run.before, "commit")

    def _abandon(self, how: Literal["cancel", "fail"]) -> None:
        run = self._run
        assert run is not None
        run.procedure.close()
        self._run = None
        before, self._encounter = self._encounter, run.before
        self._dice = run.dice_before
        self.log.strike(run.log_ids)
        self._record(how, entries=self._entries(run.log_ids), dice=self._dice, now=True)
        if before is not self._encounter or how == "cancel":
            self._tell(before, "undo")

    def _label(self, run: ProcedureRun) -> str:
        return label_of(run.intent, run.before, find_system(*_key_and_options(run.before)))

    def _refuse_while_pending(self) -> None:
        if self._is_running:
            raise QuestionOpenError("The last deed is still being carried out.")
        if self._run is not None:
            raise QuestionOpenError("Answer the open question first, or undo to cancel it.")

    # Log, journal, subscribers ------------------------------------------------------------------

    def _enter(
        self,
        headline: str,
        details: tuple[str, ...] = (),
        *,
        kind: str = "note",
        token: str | None = None,
        commit: int | None = None,
        gm: bool = False,
        noted: Noted | None = None,
    ) -> LogEntry:
        outcome = noted.outcome if noted else None
        entry = LogEntry(
            0, headline, details, kind, token, commit, gm=gm, time=time.time(), outcome=outcome
        )
        return self.log.add(entry)

    def _entries(self, numbers: Sequence[int]) -> tuple[LogEntry, ...]:
        chosen = frozenset(numbers)
        return tuple(entry for entry in self.log.entries if entry.number in chosen)

    def _record(self, what: str, *, now: bool = False, **fields: object) -> None:
        """Note something for the journal; *now*: see that it is on the disk."""
        if self._journal is not None:
            self._journal.record(what, fields)
            if now:
                self._journal.flush()

    def _flush(self) -> None:
        if self._journal is not None:
            self._journal.flush()

    def _tell(self, before: Encounter, kind: ChangeKind) -> None:
        change = Change(before, self._encounter, kind)
        for callback in tuple(self._subscribers):
            try:
                callback(change)
            except Exception as error:
                # Who draws the map must not decide how a deed ends: raised once all is done.
                _logger.exception("A subscriber failed at %s", kind)
                self._failures.append(error)

    @contextmanager
    def _public(self) -> Iterator[None]:
        """Finish a public deed: what subscribers did wrong comes out at its end."""
        yield
        if self._failures:
            failures, self._failures = self._failures, []
            raise failures[0]


def _key_and_options(encounter: Encounter) -> tuple[str, object | None]:
    return encounter.rules.system, encounter.rules.options
