"""How many skill dice a combatant rolls, and the rolling of them (Repeat Action Penalty)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.dice.pool import Pool
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import roll
from battlemap.systems.grimhowl.kinds import LOWERED, Skill
from battlemap.systems.grimhowl.readings import LoweredSkills, RepeatedReactions, SameAction
from battlemap.systems.grimhowl.sheet import status_of, training_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.dice.pool import PoolResult
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.procedure import Part
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.options import Options

MOVE = "move"


def attack_key(options: Options, weapon: Weapon) -> str:
    """Return which action an attack counts as for the Repeat Action Penalty."""
    return f"attack: {weapon.name}" if options.same_action is SameAction.WEAPON else "attack"


def reaction_key(options: Options, kind: str) -> str:
    """Return which action a Reaction counts as for the Repeat Action Penalty."""
    return "reaction" if options.repeated_reactions is RepeatedReactions.ANY else kind


def repeat_steps(system: Grimhowl, encounter: Encounter, token: Token, action: str) -> int:
    """Return how many skill dice the next repeat of an action costs: 0, 1, 2, 3 and no more."""
    if not encounter.turn_order.is_running:
        return 0
    return min(system.options.repeat_most, status_of(token).times(action))


def reaction_steps(system: Grimhowl, encounter: Encounter, token: Token, kind: str) -> int:
    """Return how many skill dice a Reaction loses as a repeat."""
    if system.options.repeated_reactions is RepeatedReactions.NEVER:
        return 0
    return repeat_steps(system, encounter, token, reaction_key(system.options, kind))


def after_repeats(system: Grimhowl, dice: int, steps: int) -> int:
    """Return a pool after the Repeat Action Penalty, which always leaves a die (settled)."""
    return max(min(dice, system.options.repeat_least_dice), dice - steps)


def lowered(options: Options, token: Token, skill: Skill) -> Iterator[tuple[int, str]]:
    """Yield (dice lost, reason) for each condition that lowers a skill."""
    for condition, skills in LOWERED.items():
        counts = skill in skills or options.lowered_skills is LoweredSkills.ALL
        if counts and options.lowered_dice and token.has(condition):
            yield options.lowered_dice, f"{name_of(token)} has {condition}"


def skill_pool(
    system: Grimhowl, encounter: Encounter, token: Token, skill: Skill, action: str = ""
) -> Pool:
    """Return the dice of a roll that targets nobody: the skill's, less repeats of *action*.

    A Reaction's action is its own skill; an empty one never repeats.
    """
    dice = training_of(token, skill).dice - sum(
        lost for lost, _ in lowered(system.options, token, skill)
    )
    if action in REACTIONS:
        steps = reaction_steps(system, encounter, token, action)
    else:
        steps = repeat_steps(system, encounter, token, action) if action else 0
    pool = after_repeats(system, max(0, dice), steps)
    return Pool(max(0, pool), system.options.pool_die.sides, system.options.skill_dc)


def pool_words(pool: Pool) -> str:
    """Return a pool as players write it: "4d6 at DC 3"."""
    return f"{pool.count}d{pool.sides} at DC {pool.target}"


def roll_stars(pool: Pool, what: str, token: Token, so_far: str = "") -> Part[PoolResult]:
    """Roll a pool; *what* and *so_far* are said to a GM who types real dice."""
    faces = yield from roll(
        pool.count, pool.sides, f"{name_of(token)}'s {what}, {pool_words(pool)}", token.id, so_far
    )
    return pool.result(faces)


def stars_words(pool: Pool, result: PoolResult) -> str:
    """Return a roll as the log shows it: "4d6 at DC 3: 5 1 3 6, 3 stars"."""
    shown = " ".join(str(face) for face in result.faces) or "no dice"
    return f"{pool_words(pool)}: {shown}, {counted(result.successes, 'star')}"


REACTIONS = (Skill.DODGE.value, Skill.PARRY.value, Skill.BLOCK.value)
"""The active Reactions."""
