"""What an action is: its button, when it may be done and by whom, on whom, and what it does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, token_of
from battlemap.systems.crawler.phases import ACT, INTERRUPT, SURPRISE, number_of, phase_of
from battlemap.systems.crawler.price import why_no_action
from battlemap.systems.crawler.sheet import is_crawler

if TYPE_CHECKING:
    from collections.abc import Callable

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler

WhyNot: TypeAlias = "Callable[[Crawler, Encounter, Token], str]"
WrongTarget: TypeAlias = "Callable[[Crawler, Encounter, Token, Token], str]"
Doing: TypeAlias = "Callable[[Crawler, Encounter, Act], Procedure]"

OWN_TIME = frozenset({ACT, SURPRISE})
INTERRUPT_TIME = frozenset({INTERRUPT})


@dataclass(frozen=True)
class Deed:
    """One action. ``do`` is None where an intent of its own does it; it pays by itself."""

    key: str
    label: str
    help: str
    phases: frozenset[str] = OWN_TIME
    by_mobs: bool | None = False
    """None: by crawlers and by mobs, each in its step."""
    is_free: bool = False
    needs_target: bool = False
    """The target is chosen on the map before; for other actions the GM is asked."""
    why_not: WhyNot | None = None
    wrong_target: WrongTarget | None = None
    """Why somebody can't be the target; with it the action has one."""
    nobody: str = ""
    """The reason where nobody can be the target."""
    do: Doing | None = None


def why_not(
    system: Crawler, encounter: Encounter, token: Token, deed: Deed, *, knows_target: bool = False
) -> str:
    """Return why *token* can't do this now; empty: it can.

    Parameters
    ----------
    knows_target
        Whether the target is given, so that it need not be looked for.
    """
    if not system.is_able(token):
        return f"{name_of(token)} cannot act"
    crawler = is_crawler(token)
    if deed.by_mobs is not None and deed.by_mobs is crawler:
        return "only mobs do" if deed.by_mobs else "only crawlers do"
    if why := _wrong_time(encounter, deed):
        return why
    if not deed.is_free and (why := why_no_action(encounter, token)):
        return why
    if deed.why_not and (why := deed.why_not(system, encounter, token)):
        return why
    if deed.wrong_target and not knows_target and not candidates(system, encounter, token, deed):
        return deed.nobody
    return ""


def _wrong_time(encounter: Encounter, deed: Deed) -> str:
    phase = phase_of(encounter)
    if not phase:
        return "only in step 2 of a round" if deed.phases == INTERRUPT_TIME else ""
    if phase in deed.phases:
        return ""
    numbers = sorted(number for name in deed.phases if (number := number_of(name)))
    steps = " and ".join(str(number) for number in numbers)
    return f"in step {steps} of the round"


def candidates(
    system: Crawler, encounter: Encounter, token: Token, deed: Deed
) -> tuple[Token, ...]:
    """Return on whom an action can be done, in the map's order."""
    wrong = deed.wrong_target
    if wrong is None:
        return ()
    return tuple(
        other for other in encounter.tokens.values() if not wrong(system, encounter, token, other)
    )


def with_target(
    system: Crawler, encounter: Encounter, token: Token, act: Act, deed: Deed
) -> Part[Act]:
    """Return the action with its target: as given, the only one possible, or as the GM says.

    Raises
    ------
    IllegalIntentError
        If the target given is none for this action, or there is nobody.
    """
    if deed.wrong_target is None:
        return act
    if act.target is not None:
        target = token_of(encounter, act.target)
        if wrong := deed.wrong_target(system, encounter, token, target):
            raise IllegalIntentError(wrong)
        return act
    possible = candidates(system, encounter, token, deed)
    if not possible:
        raise IllegalIntentError(f"{deed.label}: {deed.nobody or 'needs a target'}.")
    if len(possible) == 1:
        return replace(act, target=possible[0].id)
    answer = yield from choose_token(token, f"{deed.label}: whom?", possible)
    return replace(act, target=answer)


def choose_token(token: Token, headline: str, possible: tuple[Token, ...]) -> Part[str]:
    """Ask on whom something is done; returns the id of the one chosen."""
    answer = yield from ask(
        Ask(
            token=token.id,
            headline=headline,
            options=tuple(AskOption(f"on:{other.id}", name_of(other)) for other in possible),
            kind="whom",
            focus=(token.id, *(other.id for other in possible)),
        )
    )
    return answer.removeprefix("on:")


def choose(token: Token, headline: str, names: tuple[str, ...], wish: str, kind: str) -> Part[str]:
    """Return the name wished for, the only one there is, or what the GM answers.

    Raises
    ------
    IllegalIntentError
        If the wish is not among the names, or there are none.
    """
    if wish:
        if wish not in names:
            raise IllegalIntentError(f"{name_of(token)} has no {wish} for that.")
        return wish
    if not names:
        raise IllegalIntentError(f"{name_of(token)} has nothing for that.")
    if len(names) == 1:
        return names[0]
    options = tuple(AskOption(f"is:{name}", name) for name in names)
    answer = yield from ask(Ask(token.id, headline, options, kind=kind, focus=(token.id,)))
    return answer.removeprefix("is:")
