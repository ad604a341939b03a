"""Rolling a d20 check: Advantage, a called Play, and allies who Intervene."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.dice.d20 import kept_face
from battlemap.model.event import DiceShown, Die, Noted, StatusChanged
from battlemap.model.token import are_hostile
from battlemap.model.words import signed
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, ask, happen, roll
from battlemap.systems.crawler.degrees import CHECK_NAMES, Degree, degree_of, margin_words
from battlemap.systems.crawler.modifiers import level_words
from battlemap.systems.crawler.price import paid
from battlemap.systems.crawler.readings import Intervening
from battlemap.systems.crawler.sheet import is_crawler
from battlemap.systems.crawler.status import status_of

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.options import Options

INTERVENE_SIDES = 6

FINE = 10
"""By how much a fine success reaches more than its difficulty."""


@dataclass(frozen=True)
class Check:
    """A d20 check before the dice."""

    token: str
    what: str
    """"Evade of Brute's axe", "First Aid"."""
    bonus: int
    difficulty: int
    level: int = 0
    is_stat_check: bool = False
    """Nobody can Intervene in a Stat Check."""
    play: int = 0
    """A called Play that counts for this check."""
    asks_when_fine: bool = True
    """Whether allies are asked to make a success one by 10 or more; False: it changes nothing, or
    they can still do it later."""


@dataclass(frozen=True)
class CheckResult:
    """What a check came to."""

    check: Check
    faces: tuple[int, ...]
    natural: int
    total: int
    """With everything that was added to reach it."""
    degree: Degree
    play_spare: bool
    """Whether the called Play wasn't needed, and goes into damage where there is any."""
    lines: tuple[str, ...]

    @property
    def shown(self) -> DiceShown:
        """The dice for the Result panel."""
        kept = self.natural
        dice = []
        spent = False
        for face in self.faces:
            counts = face == kept and not spent
            spent = spent or counts
            dice.append(Die(face, counts and self.degree.succeeds))
        said = margin_words(self.total, self.check.difficulty)
        headline = f"{self.total} against {self.check.difficulty}"
        return DiceShown(tuple(dice), self.check.what, headline, said)


def play_for(token: Token, action: str) -> int:
    """Return the bonus of a Play that was called for this action."""
    status = status_of(token)
    return status.play if status.play and status.play_for == action else 0


def check_level(token: Token) -> int:
    """Return -1 for a token that has Disadvantage on its checks, else 0."""
    return -1 if token.has("shaken") else 0


def checked(
    system: Crawler, encounter: Encounter, check: Check
) -> Part[tuple[Encounter, CheckResult]]:
    """Roll a check and ask the allies whom its failure gives a chance to Intervene."""
    token = encounter.tokens[check.token]
    count = 2 if check.level else 1
    how = f" with {level_words(check.level)}" if check.level else ""
    why = f"{name_of(token)}, {check.what}{how}, {signed(check.bonus)} against {check.difficulty}"
    faces = yield from roll(count, 20, why, check.token)
    natural = kept_face(faces, check.level)
    total = natural + check.bonus
    degree = degree_of(natural, total, check.difficulty)
    dice = f"{count}d20: {' '.join(str(face) for face in faces)}"
    if count > 1:
        dice += f", {natural} counts"
    sum_words = f"{natural} {signed(check.bonus)} = {total} against {check.difficulty}"
    lines = [f"{dice}; {sum_words}, {CHECK_NAMES[degree].lower()}"]
    spare = bool(check.play)
    if check.play and not degree.succeeds:
        spare = False
        total += check.play
        degree = degree_of(natural, total, check.difficulty)
        lines.append(f"Called Play {signed(check.play)}: {total}, {CHECK_NAMES[degree].lower()}")
    if check.play:
        status = replace(status_of(encounter.tokens[check.token]), play=0, play_for="")
        encounter = yield from happen(StatusChanged(check.token, status))
    encounter, total, said = yield from _interventions(system, encounter, check, natural, total)
    lines.extend(said)
    degree = degree_of(natural, total, check.difficulty)
    result = CheckResult(check, faces, natural, total, degree, spare, tuple(lines))
    return encounter, result


def helpers_of(system: Crawler, encounter: Encounter, token: Token) -> tuple[Token, ...]:
    """Return the crawlers on a token's side that have an Action left to Intervene with."""
    return tuple(
        other
        for other in encounter.tokens.values()
        if other.id != token.id
        and is_crawler(other)
        and not are_hostile(other.side, token.side)
        and system.is_able(other)
        and status_of(other).actions > 0
    )


def may_help(options: Options, natural: int, total: int, difficulty: int, helpers: int = 1) -> bool:
    """Tell whether 1d6 of each helper could save a failed check, or soften it; naturals stay.

    A check that succeeds can be made a success by 10 or more, where the reading says so.
    """
    degree = degree_of(natural, total, difficulty)
    if degree is Degree.SUCCESS:
        within = total + INTERVENE_SIDES >= difficulty + FINE
        return within and options.intervene_in is Intervening.ANY
    best = degree_of(natural, total + INTERVENE_SIDES * helpers, difficulty)
    if degree.succeeds or degree.is_natural:
        return False
    return best.succeeds or (degree is Degree.BAD and best > degree)


def _interventions(
    system: Crawler, encounter: Encounter, check: Check, natural: int, total: int
) -> Part[tuple[Encounter, int, tuple[str, ...]]]:
    lines: list[str] = []
    token = encounter.tokens[check.token]
    if not encounter.turn_order.is_running or not is_crawler(token):
        return encounter, total, ()
    asked: set[str] = set()
    while not check.is_stat_check:
        near = [t for t in helpers_of(system, encounter, token) if t.id not in asked]
        if total >= check.difficulty and not check.asks_when_fine:
            break
        if asked and not system.options.several_intervene:
            break
        options = system.options
        if not near or not may_help(options, natural, total, check.difficulty, len(near)):
            break
        answer = yield from ask(_who_intervenes(check, token, near, total))
        if not answer.startswith("by:"):
            break
        helper = answer.removeprefix("by:")
        asked.add(helper)
        encounter, face = yield from intervene(encounter, helper, name_of(token))
        total += face
        said = CHECK_NAMES[degree_of(natural, total, check.difficulty)].lower()
        name = name_of(encounter.tokens[helper])
        lines.append(f"{name} intervenes, 1d6: {face}, {total} against {check.difficulty}, {said}")
    return encounter, total, tuple(lines)


def intervene(encounter: Encounter, helper: str, whom: str) -> Part[tuple[Encounter, int]]:
    """Spend an Action of *helper* and roll the d6; returns the face."""
    token = encounter.tokens[helper]
    encounter = yield from happen(StatusChanged(helper, paid(encounter, token)))
    why = f"{name_of(token)} intervenes for {whom}, 1d6"
    faces = yield from roll(1, INTERVENE_SIDES, why, helper)
    encounter = yield from happen(
        Noted(f"{name_of(token)} intervenes for {whom}", (f"1d6: {faces[0]}",), "note", helper)
    )
    return encounter, faces[0]


def _who_intervenes(check: Check, token: Token, near: list[Token], total: int) -> Ask:
    short = check.difficulty - total
    needs = short if short > 0 else short + FINE
    said = margin_words(total, check.difficulty)
    options = [
        AskOption(f"by:{ally.id}", f"{name_of(ally)} intervenes", _chance(needs, short))
        for ally in near
    ]
    return Ask(
        token=token.id,
        headline=f"{name_of(token)}, {check.what}: {total}, {said}",
        options=(
            *options,
            AskOption("none", "Nobody intervenes"),
            AskOption("never", "Never", f"Don't ask for {name_of(token)} again"),
        ),
        # Two questions, so that "never" for successes leaves the near misses.
        kind="intervene" if short > 0 else "intervene in a success",
        facts=("+1d6 for an Action of the ally",),
        focus=(token.id, *(ally.id for ally in near)),
    )


def _chance(needs: int, short: int) -> str:
    wins = max(0, min(INTERVENE_SIDES, INTERVENE_SIDES + 1 - needs))
    words = "to succeed" if short > 0 else f"to succeed by {FINE}"
    return f"{wins} in {INTERVENE_SIDES} {words}"
