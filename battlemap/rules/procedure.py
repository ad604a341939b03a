"""The three things a procedure may say: roll, ask, and this happens.

A procedure is a generator. It never rolls and never waits: whoever runs it sends back the faces
of a roll, the key of an answer, or the encounter after an event. A procedure lasts one intent.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from battlemap.model.apply import apply
from battlemap.model.encounter import Encounter
from battlemap.model.event import Event

if TYPE_CHECKING:
    from battlemap.model.token import Token


UNASKED = "unasked"
"""What a question gets that waits for a fight while none runs: nobody reacts, and no word of it."""


@dataclass(frozen=True)
class Roll:
    """Roll *count* dice of *sides* sides; the answer is a tuple of faces.

    ``why`` is said beside the boxes in which a GM types real dice: "Seren's attack, 3d20 vs 12".
    """

    count: int
    sides: int
    why: str
    token: str | None = None
    so_far: str = field(default="", compare=False)
    """What the rolls before came to, for a GM who types: "3 hits", "2 damage, chest"."""


@dataclass(frozen=True)
class AskOption:
    """One answer. An unavailable one stays listed, with the reason."""

    key: str
    label: str
    detail: str = ""
    unavailable: str = ""


@dataclass(frozen=True)
class Ask:
    """Ask the GM (for *token*); the answer is the key of an option.

    ``kind`` names the question for "always / never" settings: "opportunity attack", "defense"...
    ``facts`` are short lines for the card: weapon, cost. ``odds`` are the chance and the mean.
    """

    token: str
    headline: str
    options: tuple[AskOption, ...]
    kind: str = ""
    facts: tuple[str, ...] = ()
    to_hit: float | None = None
    mean: float | None = None
    focus: tuple[str, ...] = ()
    """Tokens that the map shows while the question is open."""
    in_fights_only: bool = False
    """Outside a fight it isn't asked, unless the GM wants it: the answer is ``UNASKED`` then."""


Result = TypeVar("Result")

Part: TypeAlias = Generator[Roll | Ask | Event, Any, Result]
"""A part of a procedure that ends with a result of its own."""

Procedure: TypeAlias = Part[Encounter]
"""What an intent leads to; it ends with the encounter afterwards."""


class IllegalIntentError(ValueError):
    """The rules forbid the intent; the message says why, in one sentence for the GM."""


def token_of(encounter: Encounter, token_id: str) -> Token:
    """Return the token that an intent names.

    Raises
    ------
    IllegalIntentError
        If there is none with this id on the map.
    """
    if token_id not in encounter.tokens:
        raise IllegalIntentError(f'There is no token "{token_id}" on the map.')
    return encounter.tokens[token_id]


def roll(
    count: int, sides: int, why: str, token: str | None = None, so_far: str = ""
) -> Part[tuple[int, ...]]:
    """Ask for dice and return their faces; no dice need no asking."""
    if count <= 0:
        return ()
    return cast("tuple[int, ...]", (yield Roll(count, sides, why, token, so_far)))


def ask(question: Ask) -> Part[str]:
    """Ask the GM and return the key of the answer."""
    return cast("str", (yield question))


def happen(event: Event) -> Procedure:
    """Say what happened and return the encounter after it."""
    return cast("Encounter", (yield event))


def run(
    procedure: Procedure, encounter: Encounter, script: Sequence[int | str | tuple[int, ...]]
) -> tuple[Encounter, list[Event]]:
    """Run a procedure against a list of faces and answers; for tests and examples.

    A roll takes as many integers from the script as it has dice (or one tuple of that length), a
    question takes one string.

    Raises
    ------
    ValueError
        If the script ends too early, has something left, or holds the wrong kind of answer.
    """
    answers: Iterator[int | str | tuple[int, ...]] = iter(script)
    events: list[Event] = []
    answer: object = None
    while True:
        try:
            said = procedure.send(answer)
        except StopIteration as stop:
            if (rest := list(answers)) != []:
                raise ValueError(f"the procedure ended before the script: {rest}") from None
            return cast("Encounter", stop.value), events
        if isinstance(said, Roll):
            faces: list[int] = []
            while len(faces) < said.count:
                given = _next(answers, said)
                if isinstance(given, str):
                    raise ValueError(f"{said} needs faces, the script says {given!r}")
                faces.extend(given if isinstance(given, tuple) else (given,))
            answer = tuple(faces)
        elif isinstance(said, Ask):
            answer = _next(answers, said)
            if not isinstance(answer, str):
                raise ValueError(f"{said.headline} needs an answer, the script says {answer!r}")
        else:
            events.append(said)
            encounter = apply(encounter, said)
            answer = encounter


def _next(
    answers: Iterator[int | str | tuple[int, ...]], said: object
) -> int | str | tuple[int, ...]:
    try:
        return next(answers)
    except StopIteration:
        raise ValueError(f"the script ends before {said}") from None
