"""What was rolled and asked while an intent was carried out, played back to a referee."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.apply import apply
from battlemap.rules.procedure import Ask, Roll

if TYPE_CHECKING:
    from random import Random

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Intent
    from battlemap.rules.system import RuleSystem


class Tape:
    """One intent carried out with random faces and answers, to be played back in order."""

    def __init__(self, system: RuleSystem, encounter: Encounter, intent: Intent, dice: Random):
        self.entries: list[tuple[Roll | Ask, tuple[int, ...] | str]] = []
        procedure, answer = system.perform(encounter, intent), None
        while True:
            try:
                said = procedure.send(answer)
            except StopIteration:
                break
            if isinstance(said, Roll):
                answer = tuple(dice.randint(1, said.sides) for _ in range(said.count))
                self.entries.append((said, answer))
            elif isinstance(said, Ask):
                answer = dice.choice([one.key for one in said.options if not one.unavailable])
                self.entries.append((said, answer))
            else:
                answer = encounter = apply(encounter, said)
        self.after = encounter

    @property
    def is_over(self) -> bool:
        return not self.entries

    @property
    def asks(self) -> str:
        """The kind of the next question; empty: a roll is next, or nothing."""
        said = self.entries[0][0] if self.entries else None
        return said.kind if isinstance(said, Ask) else ""

    def roll(self, token: str, count: int, sides: int) -> tuple[int, ...]:
        """Return the faces of the next roll, which must be this one; none for no dice."""
        if not count:
            return ()
        assert self.entries, f"{token} should have rolled {count}d{sides}"
        said, faces = self.entries.pop(0)
        assert isinstance(said, Roll), said
        assert (said.token, said.count, said.sides) == (token, count, sides), said.why
        return faces

    def answer(self, kind: str) -> tuple[Ask, str]:
        """Return the next question, which must be of this kind, and its answer."""
        assert self.entries, f"{kind} should have been asked"
        said, key = self.entries.pop(0)
        assert isinstance(said, Ask), said
        assert said.kind == kind, said.headline
        return said, key


def offered(question: Ask) -> set[str]:
    """Return what a question lets one choose."""
    return {one.key for one in question.options if not one.unavailable}
