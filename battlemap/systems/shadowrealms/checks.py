"""How hard a test is, and the tests that ground, danger and stealth call for (sections 2 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.rules.acting import note
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, ask
from battlemap.systems.shadowrealms.deed import tested
from battlemap.systems.shadowrealms.pools import dice_in_action, physical_dice
from battlemap.systems.shadowrealms.sheet import sheet_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.deed import Tested
    from battlemap.systems.shadowrealms.options import Options

SKILLS = ("Acrobatics", "Athletics", "Swim", "Alertness", "Stealth")
"""The skills of which the GM may call for a test."""

STEPS = ("easy", "moderate", "hard", "extreme")
"""The difficulties that the text names (section 2)."""

NONE, NEVER = "none", "never"


def number_of(options: Options, step: str) -> int:
    """Return the difficulty that a step of the text's scale means.

    Examples
    --------
    >>> from battlemap.systems.shadowrealms.options import Options
    >>> [number_of(Options(), step) for step in STEPS]
    [8, 12, 16, 20]
    """
    return options.easy_difficulty + STEPS.index(step) * options.difficulty_step


def choose_difficulty(
    system: ShadowRealms,
    token: Token,
    headline: str,
    kind: str,
    *,
    given: str = "",
    waive: str = "",
    usually_waived: bool = False,
    facts: Sequence[str] = (),
) -> Part[str]:
    """Ask the GM how hard a test is, unless it is *given*.

    Parameters
    ----------
    kind
        Names the question for "never ask again".
    waive
        What the answer says that needs no test; empty: there is none.
    usually_waived
        Whether that answer stands first.

    Returns
    -------
    str
        One of ``STEPS``, or "none" where no test is made.
    """
    if given in STEPS:
        return given
    answers = [
        AskOption(step, step.capitalize(), f"Difficulty {number_of(system.options, step)}")
        for step in STEPS
    ]
    if waive:
        # Ground seldom needs a check, so that this comes first; an ambush nearly always does.
        answers.insert(0 if usually_waived else len(answers), AskOption(NONE, waive))
        answers.append(AskOption(NEVER, "Never", f"Don't ask for {name_of(token)} again"))
    answer = yield from ask(
        Ask(token.id, headline, tuple(answers), kind, tuple(facts), focus=(token.id,))
    )
    return NONE if answer == NEVER else answer


def skill_test(
    system: ShadowRealms,
    encounter: Encounter,
    token: Token,
    skill: str,
    difficulty: int,
    *,
    is_action: bool = True,
) -> Tested:
    """Roll a test of a named skill; for all but Alertness options say which dice.

    Those are rolled after wounds. Alertness rolls Awareness or Intuition, whichever is higher
    (section 2: the player chooses); full tracks hinder it where it is part of an action.
    """
    sheet = sheet_of(token)
    alert = max(sheet.awareness, sheet.intuition)
    nimble = physical_dice(token, system.options.acrobatics_dice.dice(sheet))
    strong = physical_dice(token, system.options.athletics_dice.dice(sheet))
    dice = {
        "Acrobatics": nimble,
        "Stealth": nimble,
        "Athletics": strong,
        "Swim": strong,
        "Alertness": dice_in_action(token, alert) if is_action else alert,
    }[skill]
    level: int = getattr(sheet, skill.lower())
    what = f"{skill}, {difficulty} − {skill} {level},"
    return (yield from tested(system, encounter, token, dice, difficulty - level, what))


def called_test(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Roll a test that the GM calls for: high winds, a cave-in, a sudden obstacle (section 6)."""
    token = encounter.tokens[act.token]
    skill = act.choices.get("skill", "").capitalize()
    if skill not in SKILLS:
        options = tuple(
            AskOption(name, name, f"{name} {getattr(sheet_of(token), name.lower())}")
            for name in SKILLS
        )
        headline = f"Which skill does {name_of(token)} test?"
        skill = yield from ask(Ask(token.id, headline, options, "skill", focus=(token.id,)))
    step = yield from choose_difficulty(
        system,
        token,
        f"How hard is {name_of(token)}'s test of {skill}?",
        "difficulty",
        given=act.choices.get("difficulty", ""),
    )
    encounter, passed, line = yield from skill_test(
        system, encounter, token, skill, number_of(system.options, step)
    )
    verb = "passes" if passed else "fails"
    return (yield from note(token, f"{name_of(token)} {verb} a test of {skill}", (line,)))
