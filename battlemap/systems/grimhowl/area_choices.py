"""What may be chosen about an area attack, for all and for each creature in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.systems.grimhowl.attack import (
    sigil_choice,
    why_no_reaction,
)
from battlemap.systems.grimhowl.blow import (
    PASSIVE,
    target_of,
)
from battlemap.systems.grimhowl.economy import reactions_left
from battlemap.systems.grimhowl.kinds import Skill
from battlemap.systems.grimhowl.pools import REACTIONS, skill_pool
from battlemap.systems.grimhowl.salvo import helps_all
from battlemap.systems.grimhowl.sheet import details_of
from battlemap.systems.grimhowl.spends import ASK, BEST, DAMAGE, NONE, SIZES

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.salvo import Inside, Salvo

_POLICIES = (ASK, BEST, DAMAGE, SIZES, NONE)


def area_choices(salvo: Salvo, attack: AreaAttack) -> tuple[Choice, ...]:
    """Return the Defense DC with who is in and out at each, and what stars are spent on."""
    options = []
    for dc in sorted({one.dc for one in salvo.inside}, reverse=True):
        reached = [name_of(one.token) for one in salvo.inside if one.dc <= dc]
        missed = [name_of(one.token) for one in salvo.inside if one.dc > dc]
        label = f"DC {dc}: {', '.join(reached)}"
        if missed:
            label += f"; not {', '.join(missed)}"
        options.append(ChoiceOption(str(dc), label))
    found = []
    if options:
        hint = f"{len(salvo.included)} of {counted(len(salvo.inside), 'creature')}"
        found.append(Choice("dc", "Defense DC", tuple(options), str(salvo.dc), hint))
    listed = (
        ChoiceOption(ASK, "Ask after the roll"),
        ChoiceOption(BEST, "The most damage"),
        ChoiceOption(DAMAGE, "All on damage"),
        ChoiceOption(SIZES, "Larger dice first"),
        ChoiceOption(NONE, "Nothing for all"),
    )
    wish = attack.choices.get("stars", ASK)
    found.append(
        Choice(
            "stars",
            "Stars are spent on",
            listed,
            wish if wish in _POLICIES else ASK,
            "damage counts for everybody",
        )
    )
    return tuple(found)


def area_defense(
    system: Grimhowl, encounter: Encounter, attack: AreaAttack, salvo: Salvo, one: Inside
) -> Choice:
    """Return how a creature in the area may defend: passively, or by Dodge or Block."""
    bodily = target_of(salvo.weapon, area=True).value in REACTIONS
    options = [ChoiceOption(PASSIVE, f"Passive, {system.options.rank_title(salvo.rank)}")]
    can_react = False
    for kind in REACTIONS:
        reason = why_no_reaction(system, encounter, one.token, kind, melee=False)
        if kind == Skill.PARRY:
            reason = "not against an area"
        elif not bodily:
            reason = reason or f"doesn't help {target_of(salvo.weapon, area=True)}"
        can_react = can_react or not reason
        dice = skill_pool(system, encounter, one.token, Skill(kind), kind).count
        whom = "for all" if helps_all(system, salvo, one.token, kind) else "for itself"
        label = f"{kind.capitalize()} {whom}, {counted(dice, 'die', 'dice')}"
        options.append(ChoiceOption(kind, label, reason))
    if can_react:
        options.insert(0, ChoiceOption(ASK, "Ask after the roll"))
    possible = {option.key for option in options if not option.unavailable}
    wish = attack.choices.get(f"defense:{one.token.id}", "")
    left = counted(reactions_left(system, encounter, one.token), "action")
    ready = f"{left} for Reactions" if encounter.turn_order.is_running else "Reaction ready"
    return Choice(
        f"defense:{one.token.id}",
        f"{name_of(one.token)} defends",
        tuple(options),
        wish if wish in possible else options[0].key,
        ready if can_react else "No Reaction",
    )


def effect_choice(attack: AreaAttack, salvo: Salvo, one: Inside) -> Choice | None:
    """Return which status effect is paid for on a creature; None: the weapon has none."""
    effects = details_of(salvo.weapon).effects
    if not effects:
        return None
    listed = (
        ChoiceOption(ASK, "Ask"),
        *(
            ChoiceOption(f"effect:{index}", f"{effect.name}, {counted(effect.stars, 'star')}")
            for index, effect in enumerate(effects)
        ),
        ChoiceOption(NONE, "None"),
    )
    key = f"effect:{one.token.id}"
    wish = attack.choices.get(key, ASK)
    known = {option.key for option in listed}
    return Choice(key, f"Spend on {name_of(one.token)}", listed, wish if wish in known else ASK)


def area_sigil(system: Grimhowl, attack: AreaAttack, salvo: Salvo, one: Inside) -> Choice | None:
    """Return which Sigil a creature resists with, where it has a choice."""
    key = f"sigil:{one.token.id}"
    return sigil_choice(system, one.token, salvo.weapon, attack.choices.get(key, ""), key)
