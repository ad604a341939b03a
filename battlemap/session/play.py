"""Playing: intents are carried out, dice rolled, questions asked and answered."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from battlemap.model.apply import apply
from battlemap.model.event import Noted
from battlemap.model.intent import Act
from battlemap.rules.choices import check_choices
from battlemap.rules.fact_rulings import telling_rulings
from battlemap.rules.forced import forbidden, telling_force
from battlemap.rules.lasting import counting_down
from battlemap.rules.procedure import UNASKED, Ask, IllegalIntentError, Roll
from battlemap.rules.trigger_rulings import ending_once
from battlemap.session.naming import label_of
from battlemap.session.open_document import OpenDocument
from battlemap.session.policy import STANDING, PolicyMode, answer_by_policy
from battlemap.session.procedure_run import (
    Given,
    ProcedureRun,
    QuestionOpenError,
    check_answer,
    check_roll,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.model.intent import Intent
    from battlemap.rules.procedure import Procedure
    from battlemap.session.log import LogEntry


class Play(OpenDocument):
    """A document in which intents are carried out, one at a time."""

    _manual_dice = False
    _asks_outside_fights = False
    _run: ProcedureRun | None = None
    _is_running = False
    _policies: Mapping[tuple[str, str], PolicyMode] = MappingProxyType({})
    _known_faces: tuple[tuple[int, ...], ...] = ()
    """How the next rolls come out while a deed is carried out anew."""

    @property
    def is_modified(self) -> bool:
        """Whether the document differs from the file; undo back to the saved state is the file."""
        return self._run is not None or super().is_modified

    @property
    def pending(self) -> Ask | Roll | None:
        """The open question; a roll only where the GM types all dice."""
        return self._run.waiting if self._run else None

    @property
    def open_deed(self) -> Intent | None:
        """The intent that is being carried out while a question is open."""
        return self._run.intent if self._run else None

    @property
    def before_deed(self) -> Encounter | None:
        """The document before that intent."""
        return self._run.before if self._run else None

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
    def asks_outside_fights(self) -> bool:
        """Whether reactions are asked for while no fight runs, too."""
        return self._asks_outside_fights

    @asks_outside_fights.setter
    def asks_outside_fights(self, on: bool) -> None:
        if on != self._asks_outside_fights:
            self._asks_outside_fights = on
            self._record("outside", on=on, now=True)

    @property
    def typed_next(self) -> tuple[int, ...]:
        """The faces typed ahead that are not used up yet."""
        return self._dice.typed

    # Play ---------------------------------------------------------------------------------

    def perform(self, intent: Intent, *, label: str = "", merge_key: str | None = None) -> None:
        """Carry out *intent* until it is done or a question is pending.

        Parameters
        ----------
        intent
            What is to be done.
        label
            What undo calls it; empty: what the intent says.
        merge_key
            Deeds with the same key that follow each other become one step of undo: a formation
            that moves, several that strike.

        Raises
        ------
        IllegalIntentError
            If the rules forbid it, or a question is open (QuestionOpenError); nothing changed.
        ValueError
            If a face typed ahead is not on the die that is rolled; nothing changed.
        """
        self._refuse_while_busy()
        check_choices(intent)
        with self._subscribers.heard_out():
            procedure = self._performed(intent)
            procedure = telling_rulings(procedure, self._encounter, intent)
            procedure = ending_once(procedure, intent)
            procedure = counting_down(self._encounter, procedure, intent)
            self._run = ProcedureRun(
                intent,
                procedure,
                self._encounter,
                self._dice,
                self.history.next_number,
                label,
                merge_key,
            )
            self._record("perform", intent=intent, label=label, merge_key=merge_key)
            self._advance(None)

    def _performed(self, intent: Intent) -> Procedure:
        """Return what the rules make of *intent*; the log says what the GM forces."""
        procedure = self.system.perform(self._encounter, intent)
        token = self._encounter.tokens.get(intent.token) if isinstance(intent, Act) else None
        if not isinstance(intent, Act) or token is None or "force" not in intent.choices:
            return procedure
        why = forbidden(self.system.actions(self._encounter, token), intent)
        return telling_force(procedure, self._encounter, intent, why) if why else procedure

    def answer(self, key: str) -> None:
        """Answer the pending question with the key of an option.

        The answers "always" and "never" also settle questions of this kind for this token.

        Raises
        ------
        ValueError
            If no question is open or the key is not one of its available answers.
        """
        self._refuse_while_running()
        question = self.pending
        check_answer(question, key)
        with self._subscribers.heard_out():
            if isinstance(question, Ask) and key in STANDING:
                self.set_policy(
                    question.token, question.kind, "never" if key == "never" else "always"
                )
            self._give(key)

    def give_dice(self, faces: Sequence[int]) -> None:
        """Give the faces of real dice to the pending roll.

        Raises
        ------
        ValueError
            If no roll is pending, or the faces are not what it needs; the range is named.
        """
        self._refuse_while_running()
        checked = check_roll(self.pending, faces)
        with self._subscribers.heard_out():
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
        self._refuse_while_running()
        if self._run is not None:
            with self._subscribers.heard_out():
                self._abandon("cancel")

    def undo(self) -> str | None:
        """Put the document before the last commit back; while a question is open, cancel instead.

        Returns
        -------
        str | None
            The label of what was undone; None if there was nothing.
        """
        if self._run is None:
            return super().undo()
        self._refuse_while_running()
        label = self._label(self._run)
        self.cancel()
        return label

    def go_to(self, position: int) -> None:
        """Undo or redo until so many commits are in force; an open question is canceled first.

        Raises
        ------
        ValueError
            If the history has no such place.
        """
        if self._run is not None and 0 <= position <= len(self.history.commits):
            self._refuse_while_running()
            self.cancel()
        super().go_to(position)

    def set_policy(self, token_id: str, kind: str, mode: PolicyMode) -> None:
        """Answer questions of one kind for one token without asking; logged.

        "always" takes the first available answer that does something, "never" the one that
        declines, "ask" asks the GM again.
        """
        if self.policy(token_id, kind) == mode:
            return
        self._policies = MappingProxyType({**self._policies, (token_id, kind): mode})
        token = self._encounter.tokens.get(token_id)
        name = token.name if token else token_id
        entry = self._enter(f"{name}, {kind}: {mode}", kind="gm", token=token_id, gm=True)
        self._record("policy", token=token_id, question=kind, mode=mode, entry=entry, now=True)

    def restore_policy(self, token_id: str, kind: str, mode: PolicyMode, entry: LogEntry) -> None:
        """Settle a kind of questions as a journal says, with the log entry that it made."""
        self._policies = MappingProxyType({**self._policies, (token_id, kind): mode})
        self.log.restore(entry)

    def policy(self, token_id: str, kind: str) -> PolicyMode:
        """Return how questions of this kind are answered for a token."""
        return self._policies.get((token_id, kind), "ask")

    def settled(self, token_id: str) -> Mapping[str, PolicyMode]:
        """Return the kinds of questions that aren't asked any more for a token, and how not."""
        return {
            kind: mode
            for (token, kind), mode in self._policies.items()
            if token == token_id and mode != "ask"
        }

    # Running a procedure ----------------------------------------------------------------------

    def replay(
        self,
        intent: Intent,
        faces: Iterable[tuple[int, ...]],
        *,
        label: str = "",
        merge_key: str | None = None,
    ) -> None:
        """Carry out *intent* as after a crash: rolls come out as they did, then the dice go on.

        Raises
        ------
        IllegalIntentError, ValueError
            As ``perform`` does.
        """
        self._known_faces = tuple(faces)
        self.perform(intent, label=label, merge_key=merge_key)

    def end_replay(self) -> None:
        """Say that whatever comes now was not done before."""
        self._known_faces = ()

    def _give(self, given: Given) -> None:
        run = self._run
        assert run is not None  # a question is open
        waiting, run.waiting = run.waiting, None
        if isinstance(given, tuple):
            assert isinstance(waiting, Roll)  # only rolls are answered with faces
            faces = (*run.started, *given)
            run.started = ()
            self._record("faces", faces=given, by="gm", now=True)
            run.rolled(waiting, faces, typed=True)
            self._advance(faces)
        else:
            assert isinstance(waiting, Ask)  # only questions are answered with a key
            run.answered(waiting, given, "gm")
            self._record("answer", key=given, by="gm", now=True)
            self._advance(given)

    def _advance(self, given: Given | None) -> None:
        """Run on from what was last said; stop at a question or the end.

        Whatever goes wrong, the state before the intent is put back.
        """
        run = self._run
        assert run is not None  # set by ``perform``
        self._is_running = True
        try:
            run.advance(
                given,
                roll=partial(self._faces, run),
                decide=partial(self._decide, run),
                happen=partial(self._happen, run),
            )
            label = self._label(run) if run.waiting is None else ""
        except BaseException as error:
            error.add_note(f"while carrying out {run.intent!r}")
            self._abandon("fail")
            raise
        finally:
            self._is_running = False
        if run.waiting is None:
            self._finish(run, label)
        else:
            if self._journal is not None:
                self._journal.flush()
            self._tell(self._encounter, "ask")

    def _faces(self, run: ProcedureRun, roll: Roll) -> tuple[int, ...] | None:
        """Return the faces of a roll, or None where the GM is to type them."""
        typed = len(self._dice.typed)
        try:
            if self._manual_dice and typed < roll.count:
                run.started, self._dice = self._dice.roll(typed, roll.sides)
                run.waiting = replace(roll, count=roll.count - typed)
                return None
            faces, self._dice = self._dice.roll(roll.count, roll.sides)
        except ValueError as error:
            # Kept, they would stand in the way of every later roll.
            run.dice_before = run.dice_before.with_typed(())
            raise ValueError(f"{roll.why}: {error}") from None
        if self._known_faces:
            faces, *later = self._known_faces
            self._known_faces = tuple(later)
            if len(faces) != roll.count:
                raise ValueError(f"{roll.why}: {roll.count} dice, and {len(faces)} fell before")
        run.rolled(roll, faces, typed=typed > 0)
        self._record("faces", faces=faces, by="dice")
        return faces

    def _decide(self, run: ProcedureRun, question: Ask) -> str | None:
        """Return the answer that a policy gives, or None where the GM is asked."""
        if all(option.unavailable for option in question.options):
            # Nobody could answer it, and the fight would stand still.
            raise IllegalIntentError(f"{question.headline} There is no answer that can be chosen.")
        mode = self.policy(question.token, question.kind)
        key = answer_by_policy(question, mode)
        if key is None and self._waits_for_a_fight(question):
            return UNASKED
        if key is None:
            run.waiting = question
            return None
        record = run.answered(question, key, "policy")
        details = (f"Answered by itself ({mode}): {record.label}",)
        entry = self._enter(
            question.headline, details, kind="gm", token=question.token, commit=run.number, gm=True
        )
        run.log_ids.append(entry.number)
        self._record("answer", key=key, by="policy")
        return key

    def _waits_for_a_fight(self, question: Ask) -> bool:
        """Tell whether nobody is to be asked now: reactions are for fights."""
        running = self._encounter.turn_order.is_running
        return question.in_fights_only and not running and not self._asks_outside_fights

    def _happen(self, run: ProcedureRun, event: Event) -> Encounter:
        """Return the encounter after an event; a line of the log is entered."""
        before, self._encounter = self._encounter, apply(self._encounter, event)
        if isinstance(event, Noted):
            self._note(run, event)
        self._tell(before, "step")
        return self._encounter

    def _note(self, run: ProcedureRun, noted: Noted) -> None:
        entry = self._enter(
            noted.headline,
            noted.details,
            kind=noted.kind,
            token=noted.token,
            commit=run.number,
            gm=noted.kind == "gm",
            outcome=noted.outcome,
        )
        run.log_ids.append(entry.number)

    def _finish(self, run: ProcedureRun, label: str) -> None:
        self._run = None
        if not run.log_ids and run.events:
            run.log_ids.append(self._enter(label, commit=run.number).number)
        self._put(run.commit(label, self._encounter, self._dice))
        self._tell(run.before, "commit")

    def _abandon(self, how: Literal["cancel", "fail"]) -> None:
        run = self._run
        assert run is not None  # only a running or waiting deed is abandoned
        run.procedure.close()
        self._run = None
        self._known_faces = ()
        before, self._encounter = self._encounter, run.before
        self._dice = run.dice_before
        self.log.strike(run.log_ids)
        self._record(how, entries=self._entries(run.log_ids), dice=self._dice, now=True)
        if before is not self._encounter or how == "cancel":
            self._tell(before, "undo")

    def _label(self, run: ProcedureRun) -> str:
        return run.label or label_of(run.intent, run.before, self.system, run.events)

    def _refuse_while_running(self) -> None:
        if self._is_running:
            raise QuestionOpenError("The last deed is still being carried out.")

    def _refuse_while_busy(self) -> None:
        self._refuse_while_running()
        if self._run is not None:
            raise QuestionOpenError("Answer the open question first, or undo to cancel it.")
