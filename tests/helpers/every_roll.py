"""Every way the dice of a procedure can fall, each with its exact chance."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial
from typing import TYPE_CHECKING

from battlemap.model.apply import apply
from battlemap.rules.procedure import Ask, Roll

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Intent
    from battlemap.rules.system import RuleSystem


def every_end(
    system: RuleSystem,
    encounter: Encounter,
    intent: Intent,
    *,
    answer: Callable[[Ask], str] = lambda said: said.options[0].key,
    matters: Callable[[Roll], bool] = lambda said: True,
) -> Iterator[tuple[Fraction, Encounter]]:
    """Yield (chance, encounter at the end) for every combination of faces.

    The dice of a handful are alike: of each set of faces one order is played and counted for all.
    Rolls that don't *matter* show ones. Each branch is played anew from the start, so that nothing
    is shared between them but the text of the procedure.
    """
    open_scripts: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while open_scripts:
        script, chance = open_scripts.pop()
        ended = _play(system, encounter, intent, script, answer)
        if not isinstance(ended, Roll):
            yield chance, ended
        elif not matters(ended):
            open_scripts.append(((*script, (1,) * ended.count), chance))
        else:
            share = chance / ended.sides**ended.count
            handfuls = combinations_with_replacement(range(1, ended.sides + 1), ended.count)
            open_scripts.extend(((*script, shown), share * _orders(shown)) for shown in handfuls)


def _orders(faces: tuple[int, ...]) -> int:
    """Return in how many orders these faces can fall."""
    found = factorial(len(faces))
    for face in set(faces):
        found //= factorial(faces.count(face))
    return found


def _play(
    system: RuleSystem,
    encounter: Encounter,
    intent: Intent,
    script: tuple[tuple[int, ...], ...],
    answer: Callable[[Ask], str],
) -> Encounter | Roll:
    """Return the encounter at the end, or the first roll that the script has no faces for."""
    procedure = system.perform(encounter, intent)
    thrown = iter(script)
    reply: object = None
    while True:
        try:
            said = procedure.send(reply)
        except StopIteration as stop:
            return stop.value
        if isinstance(said, Roll):
            reply = next(thrown, None)
            if reply is None:
                procedure.close()
                return said
        elif isinstance(said, Ask):
            reply = answer(said)
        else:
            reply = encounter = apply(encounter, said)
