"""What defender and attacker are asked between attack roll and damage."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.dice.stars import effective
from battlemap.model.event import StatusChanged
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, ask, happen
from battlemap.systems.grimhowl import sigils
from battlemap.systems.grimhowl.blow import PASSIVE
from battlemap.systems.grimhowl.economy import spend_reaction
from battlemap.systems.grimhowl.kinds import Rank, Skill
from battlemap.systems.grimhowl.movement import remaining
from battlemap.systems.grimhowl.pools import (
    pool_words,
    reaction_key,
    roll_stars,
    skill_pool,
)
from battlemap.systems.grimhowl.sheet import status_of
from battlemap.systems.grimhowl.spends import (
    ASK,
    SIZE_STARS,
    Spending,
    can_raise,
    larger_die,
    more_damage,
    planned,
    spendable,
    with_effect,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.dice.pool import Pool, PoolResult
    from battlemap.dice.stars import DamageDice
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.plan import Choice
    from battlemap.rules.procedure import Part
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.kinds import DamageType
    from battlemap.systems.grimhowl.sheet import StarEffect


def ask_defense(
    system: Grimhowl,
    encounter: Encounter,
    attacker: Token,
    target: Token,
    choice: Choice,
    stars: int,
    rank: Rank,
) -> Part[str]:
    """Return how the target defends: as it was chosen, or as it says after the attack roll.

    Nobody spends an action where no star comes in.
    """
    if not stars:
        return PASSIVE
    if choice.selected != ASK:
        return choice.selected
    options = []
    for option in choice.options:
        if option.key == ASK:
            continue
        if option.key == PASSIVE:
            spare = system.options.passive_rounding.spare(rank.divisor)
            left = effective(stars, rank.divisor, spare)
            detail = f"{counted(stars, 'star')}, {left} effective"
        else:
            pool = skill_pool(system, encounter, target, Skill(option.key), option.key)
            detail = f"{pool_words(pool)}, for an action"
        options.append(AskOption(option.key, option.label, detail, option.unavailable))
    # What spends nothing stands last, so that it is what a "never" means.
    options.sort(key=lambda option: option.key == PASSIVE)
    return (
        yield from ask(
            Ask(
                token=target.id,
                headline=f"How does {name_of(target)} defend against {counted(stars, 'star')}?",
                options=tuple(options),
                kind="defense",
                facts=(f"{name_of(attacker)} rolled {counted(stars, 'star')}", choice.hint),
                focus=(attacker.id, target.id),
            )
        )
    )


def react(
    system: Grimhowl, encounter: Encounter, target: Token, kind: str
) -> Part[tuple[Encounter, Pool, PoolResult]]:
    """Pay for a Dodge, Parry or Block and roll it."""
    pool = skill_pool(system, encounter, target, Skill(kind), kind)
    encounter = yield from spend_reaction(encounter, target.id, reaction_key(system.options, kind))
    result = yield from roll_stars(pool, kind, target)
    return encounter, pool, result


def dodge_away(
    system: Grimhowl, encounter: Encounter, target_id: str, stars: int
) -> Part[tuple[Encounter, str]]:
    """Let the stars that a Dodge has left over buy movement, within the pool that remains."""
    target = encounter.tokens[target_id]
    per_star = system.options.feet_per_star * 100 // encounter.map.grid.feet_per_cell
    stride = min(stars * per_star, remaining(system, encounter, target))
    if stars <= 0 or stride <= 0 or not system.is_able(target):
        return encounter, ""
    status = replace(status_of(target), stride=stride, stride_by=Skill.DODGE.value)
    encounter = yield from happen(StatusChanged(target_id, status))
    feet = stride * encounter.map.grid.feet_per_cell / 100
    return encounter, f"{name_of(target)} may move {feet:g} ft with {counted(stars, 'star')} left"


def ask_sigil(
    system: Grimhowl, target: Token, damage_type: DamageType, choice: Choice | None
) -> Part[tuple[str, ...]]:
    """Return the sources that resist: the one that the defender names before rolling."""
    if choice is None:
        return sigils.used_against(system.options, target, damage_type)
    if choice.selected != ASK:
        return (choice.selected,)
    answer = yield from ask(
        Ask(
            token=target.id,
            headline=f"Which Sigil does {name_of(target)} resist with?",
            options=tuple(
                AskOption(option.key, option.label)
                for option in choice.options
                if option.key != ASK
            ),
            kind="sigil",
            facts=(f"{damage_type.value.capitalize()} damage",),
            focus=(target.id,),
        )
    )
    return (answer,)


def ask_spending(
    system: Grimhowl,
    attacker: Token,
    policy: str,
    stars: int,
    dice: DamageDice,
    effects: Sequence[StarEffect],
    *,
    sizes: bool = True,
    focus: tuple[str, ...] = (),
) -> Part[Spending]:
    """Return how the effective stars are spent: as planned, or star by star as the attacker says.

    Parameters
    ----------
    sizes
        Whether the damage die can still be raised.
    """
    options = system.options
    if policy != ASK:
        return planned(options, policy, stars, dice, effects)
    spending = Spending(left=spendable(options, stars))
    while spending.left > 0:
        answer = yield from ask(
            _offer(system, attacker, spending, dice, effects, sizes=sizes, focus=focus)
        )
        if answer == "all_damage":
            while spending.left > 0:
                spending = more_damage(spending)
        elif answer == "damage":
            spending = more_damage(spending)
        elif answer == "size":
            spending = larger_die(spending)
        elif answer == "none":
            break
        else:
            spending = with_effect(spending, effects[int(answer.partition(":")[2])])
    return spending


def _offer(
    system: Grimhowl,
    attacker: Token,
    spending: Spending,
    dice: DamageDice,
    effects: Sequence[StarEffect],
    *,
    sizes: bool,
    focus: tuple[str, ...],
) -> Ask:
    left = spending.left
    listed = [AskOption("all_damage", f"+{left} damage", "all the stars that are left")]
    if left > 1:
        listed.append(AskOption("damage", "+1 damage", "1 star"))
    if sizes:
        why = ""
        if not can_raise(system.options, dice, spending.sizes):
            why = "the die is as large as can be"
        elif left < SIZE_STARS:
            why = f"{left} of {SIZE_STARS} stars"
        listed.append(AskOption("size", "Damage die one size up", f"{SIZE_STARS} stars", why))
    for index, effect in enumerate(effects):
        why = "bought already" if effect in spending.effects else ""
        if not why and effect.stars > left:
            why = f"{left} of {effect.stars} stars"
        listed.append(AskOption(f"effect:{index}", effect.name, counted(effect.stars, "star"), why))
    listed.append(AskOption("none", "Nothing more"))
    bought = () if spending == Spending(left=left) else (f"Bought: {spending.words}",)
    return Ask(
        token=attacker.id,
        headline=f"{name_of(attacker)} has {counted(left, 'star')} to spend",
        options=tuple(listed),
        kind="stars",
        facts=(f"Damage {dice}", *bought),
        focus=focus or (attacker.id,),
    )


def ask_effect(
    attacker: Token, target: Token, effects: Sequence[StarEffect], left: int
) -> Part[StarEffect | None]:
    """Return the status effect that stars of an area attack buy on one creature, or None."""
    affordable = [effect for effect in effects if effect.stars <= left]
    if not affordable:
        return None
    answer = yield from ask(
        Ask(
            token=attacker.id,
            headline=f"Spend stars on {name_of(target)}?",
            options=(
                *(
                    AskOption(
                        f"effect:{index}",
                        effect.name,
                        counted(effect.stars, "star"),
                        "" if effect.stars <= left else f"{left} of {effect.stars} stars",
                    )
                    for index, effect in enumerate(effects)
                ),
                AskOption("none", "Nothing"),
            ),
            kind="effect",
            facts=(f"{counted(left, 'star')} left, paid for each creature",),
            focus=(attacker.id, target.id),
        )
    )
    return None if answer == "none" else effects[int(answer.partition(":")[2])]
