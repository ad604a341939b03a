"""Carry out an attack with seeded dice, or with the faces that are given.

The map's file is not touched; --output writes the map as it is afterwards.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from battlemap.cli.output import plain, print_json, print_words
from battlemap.cli.parser import UsageError, add_attack, add_map, attack_of, faces

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from battlemap.cli.parser import Parser
    from battlemap.model.intent import Attack
    from battlemap.session.history import Commit
    from battlemap.session.session import Session


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    add_map(parser)
    add_attack(parser)
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the dice's seed (default: another each time)"
    )
    parser.add_argument(
        "--dice",
        type=faces,
        default=(),
        metavar="12,11,20",
        help="faces of real dice, used before the seeded ones",
    )
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="KEY",
        help="answer to a question that comes up, in order; the rest is declined",
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write the map as it is afterwards"
    )


def run(arguments: Namespace) -> int:
    """Resolve the attack, print what happened and return the exit status."""
    from battlemap.session.documents import save_encounter
    from battlemap.session.session import Session

    session = Session.open(arguments.map, seed=arguments.seed)
    attack = attack_of(arguments, session.encounter)
    resolve(session, attack, arguments.dice, arguments.answer)
    found = outcome_of(session)
    if arguments.output is not None:
        save_encounter(arguments.output, session.encounter, session.log.entries)
    if arguments.json:
        print_json(found)
    else:
        print_words(in_words(found))
    return 0


def resolve(session: Session, attack: Attack, dice: Sequence[int], answers: Sequence[str]) -> None:
    """Carry out *attack* to its end; questions beyond *answers* are declined.

    Raises
    ------
    UsageError
        If a face is not on its die, or an answer is none of those that the question has.
    """
    from battlemap.rules.procedure import Ask, IllegalIntentError
    from battlemap.session.policy import answer_by_policy

    left = list(answers)
    session.asks_outside_fights = bool(left)
    try:
        session.type_next(dice)
        session.perform(attack)
        while isinstance(question := session.pending, Ask):
            key = left.pop(0) if left else answer_by_policy(question, "never")
            if key is None:
                known = ", ".join(option.key for option in question.options)
                raise UsageError(f"{question.headline}: it needs an --answer out of {known}.")
            session.answer(key)
    except IllegalIntentError:
        raise
    except ValueError as error:
        raise UsageError(str(error)) from error


def outcome_of(session: Session) -> dict[str, Any]:
    """Return what the last deed came to as plain JSON."""
    commit = session.history.commits[-1]
    mine = frozenset(commit.log_ids)
    return {
        "label": commit.label,
        "seed": session.seed,
        "steps": _steps(commit),
        "events": [{"event": type(event).__name__, **_record(event)} for event in commit.events],
        "log": [
            {
                "headline": entry.headline,
                "details": list(entry.details),
                "kind": entry.kind,
                "token": entry.token,
                "outcome": plain(entry.outcome),
            }
            for entry in session.log.entries
            if entry.number in mine
        ],
        "dice_left": list(session.typed_next),
    }


def _record(value: object) -> dict[str, Any]:
    found = plain(value)
    assert isinstance(found, dict)  # events are records
    return found


def _steps(commit: Commit) -> list[dict[str, Any]]:
    """Return rolls, answers and events in the order in which they came."""
    found: list[tuple[tuple[int, int, int], dict[str, Any]]] = []
    for index, roll in enumerate(commit.rolls):
        step = {
            "step": "roll",
            "why": roll.why,
            "sides": roll.sides,
            "faces": list(roll.faces),
            "typed": roll.typed,
        }
        found.append(((roll.after_events, index, 1), step))
    for answer in commit.answers:
        step = {
            "step": "answer",
            "question": answer.headline,
            "token": answer.token,
            "key": answer.key,
            "label": answer.label,
        }
        found.append(((answer.after_events, answer.after_rolls, 0), step))
    for index, event in enumerate(commit.events):
        step = {"step": "event", "event": type(event).__name__, **_record(event)}
        found.append(((index + 1, -1, 0), step))
    return [step for _, step in sorted(found, key=lambda pair: pair[0])]


def in_words(found: dict[str, Any]) -> str:
    """Return what happened as lines for people."""
    lines = [f"{found['label']} (seed {found['seed']})"]
    for step in found["steps"]:
        if step["step"] == "roll":
            shown = " ".join(str(face) for face in step["faces"])
            lines.append(f"  {step['why']}: {shown}{' (typed)' if step['typed'] else ''}")
        elif step["step"] == "answer":
            lines.append(f"  {step['question']}: {step['label']}")
    for entry in found["log"]:
        lines.append(entry["headline"])
        lines += [f"  {detail}" for detail in entry["details"]]
    return "\n".join(lines)
