"""One procedure while it runs: what came of it so far, and what it waits for."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from battlemap.dice.source import check_faces
from battlemap.rules.procedure import Ask, IllegalIntentError, Roll
from battlemap.session.history import AnswerRecord, Commit, RollRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from battlemap.dice.source import Dice
    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.model.intent import Intent
    from battlemap.rules.procedure import Procedure

Given: TypeAlias = "str | tuple[int, ...]"
"""What a procedure was sent: the key of an answer, or the faces of a roll."""


class QuestionOpenError(IllegalIntentError):
    """Something was asked for while a question waits for its answer."""


@dataclass
class ProcedureRun:
    """A procedure between its first and its last word. Lives only while one intent is carried out.

    ``started`` holds the faces of the open roll that are known already (typed ahead).
    """

    intent: Intent
    procedure: Procedure
    before: Encounter
    dice_before: Dice
    number: int
    """The number of the commit that it is going to be."""
    label: str = ""
    """What undo is to call it; empty: what the intent says."""
    merge_key: str | None = None
    """Deeds with the same key that follow each other become one step of undo."""
    events: list[Event] = field(default_factory=list)
    log_ids: list[int] = field(default_factory=list)
    rolls: list[RollRecord] = field(default_factory=list)
    answers: list[AnswerRecord] = field(default_factory=list)
    waiting: Ask | Roll | None = None
    started: tuple[int, ...] = ()

    def rolled(self, roll: Roll, faces: tuple[int, ...], typed: bool) -> None:
        """Note dice that fell."""
        self.rolls.append(RollRecord(roll.why, roll.sides, faces, typed, len(self.events)))

    def answered(self, question: Ask, key: str, by: str) -> AnswerRecord:
        """Note how a question was answered."""
        label = next(option.label for option in question.options if option.key == key)
        record = AnswerRecord(
            question.headline,
            question.token,
            key,
            label,
            by,
            len(self.events),
            len(self.rolls),
        )
        self.answers.append(record)
        return record

    def advance(
        self,
        given: Given | None,
        *,
        roll: Callable[[Roll], tuple[int, ...] | None],
        decide: Callable[[Ask], str | None],
        happen: Callable[[Event], Encounter],
    ) -> None:
        """Run on from what was last said, up to a question for the GM or to the end.

        Parameters
        ----------
        given
            The answer to what was last said; None at the beginning.
        roll, decide
            Return faces and answers; None: the GM has to give them.
        happen
            Returns the encounter after an event.
        """
        answer: Given | Encounter | None = given
        while True:
            try:
                said = self.procedure.send(answer)
            except StopIteration:
                return
            if isinstance(said, Roll):
                answer = roll(said)
            elif isinstance(said, Ask):
                answer = decide(said)
            else:
                self.events.append(said)
                answer = happen(said)
            if answer is None:
                return

    def commit(self, label: str, after: Encounter, dice_after: Dice) -> Commit:
        """Return the step of undo that the procedure comes to."""
        return Commit(
            label=label,
            before=self.before,
            after=after,
            events=tuple(self.events),
            log_ids=tuple(self.log_ids),
            number=self.number,
            time=time.time(),
            intent=self.intent,
            rolls=tuple(self.rolls),
            answers=tuple(self.answers),
            merge_key=self.merge_key,
            dice_before=self.dice_before,
            dice_after=dice_after,
        )


def check_answer(question: Ask | Roll | None, key: str) -> str:
    """Return *key* if it answers the open question.

    Raises
    ------
    ValueError
        If no question is open, or *key* is not among its answers or not available.
    """
    if not isinstance(question, Ask):
        raise ValueError("No question is open that has answers to choose from.")
    for option in question.options:
        if option.key == key:
            if option.unavailable:
                raise ValueError(f"{option.label} can't be chosen: {option.unavailable}.")
            return key
    known = ", ".join(option.key for option in question.options)
    raise ValueError(f'"{key}" is no answer to this question; the answers are: {known}.')


def check_roll(question: Ask | Roll | None, faces: Sequence[int]) -> tuple[int, ...]:
    """Return *faces* if they are what the open roll needs.

    Raises
    ------
    ValueError
        If no roll is open, or there are too many or too few faces, or one is out of range.
    """
    if not isinstance(question, Roll):
        raise ValueError("No roll is open that dice could be typed for.")
    checked = tuple(faces)
    check_faces(checked, question.sides)
    if len(checked) != question.count:
        dice = f"{question.count} d{question.sides}"
        raise ValueError(f"The roll needs {dice}; {len(checked)} faces were given.")
    return checked
