"""The plan of an area attack: who is in at which Defense DC, and what it can do to each.

Resolving an Area Attack, Choosing Your Targets, Shared Defense.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from battlemap.dice.distribution import Distribution
from battlemap.dice.stars import DamageDice, StarStrike, effective, higher, left_after, through
from battlemap.model.words import counted
from battlemap.rules.area import template_of
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import AreaPlan, AreaTarget, Choice, ChoiceOption, Odds
from battlemap.rules.procedure import IllegalIntentError, token_of
from battlemap.systems.grimhowl import cover, sigils
from battlemap.systems.grimhowl.attack import (
    sentence,
    sigil_choice,
    weapon_line,
    weapon_of,
    why_no_reaction,
    why_not_now,
    why_unable,
)
from battlemap.systems.grimhowl.blow import (
    PASSIVE,
    attack_pool,
    base_dice,
    gnawing_dice,
    net_dc,
    odds_of,
    spent_dice,
    target_of,
)
from battlemap.systems.grimhowl.economy import reactions_left
from battlemap.systems.grimhowl.modifiers import net_words, of_attacker
from battlemap.systems.grimhowl.options import (
    AreaSpending,
    LowerReactor,
    ReactionEffect,
    SharedReactors,
)
from battlemap.systems.grimhowl.pools import REACTIONS, pool_words, skill_pool
from battlemap.systems.grimhowl.rulings import DC, RULINGS
from battlemap.systems.grimhowl.sheet import (
    Rank,
    Skill,
    defense_of,
    details_of,
    sheet_of,
    status_of,
    training_of,
)
from battlemap.systems.grimhowl.spends import ASK, BEST, DAMAGE, NONE, SIZES
from battlemap.tactics.areas import AreaKind, lay

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from battlemap.dice.pool import Pool
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.sheet import StarEffect
    from battlemap.tactics.areas import Area, Caught
    from battlemap.tactics.board import Board

_POLICIES = (ASK, BEST, DAMAGE, SIZES, NONE)


@dataclass(frozen=True)
class Inside:
    """One creature in the area, and what the attack meets there."""

    caught: Caught
    token: Token
    modifiers: tuple[Modifier, ...]
    dc: int
    """Of its defense, Cover included."""
    rank: Rank


@dataclass(frozen=True)
class Salvo:
    """Everything that decides an area attack before the dice."""

    area: Area
    attacker: Token
    weapon: Weapon
    inside: tuple[Inside, ...]
    """Everybody in the area who is not dead."""
    modifiers: tuple[Modifier, ...]
    dc: int
    """The Defense DC that is attacked; 0 where nobody is inside."""
    pool: Pool
    rank: Rank
    """The highest among those at the chosen DC: the attack is resolved against it."""
    base: DamageDice

    @property
    def included(self) -> tuple[Inside, ...]:
        """Whom the attack affects: all whose DC is not above the chosen one."""
        return tuple(one for one in self.inside if one.dc <= self.dc)

    @property
    def summary(self) -> str:
        """The attack in one line: "4d6 at DC 4, 2 stars for 1, 2d6"."""
        divisor = f", {self.rank.divisor} stars for 1" if self.rank.divisor > 1 else ""
        return f"{pool_words(self.pool)}{divisor}, {self.base}"


def salvo_of(system: Grimhowl, board: Board, attack: AreaAttack) -> Salvo:
    """Return the description of an area attack from which its odds and its dice both come.

    Raises
    ------
    IllegalIntentError
        If attacker or weapon do not exist, or the area can't be laid.
    """
    attacker = token_of(board.encounter, attack.attacker)
    weapon = weapon_of(system, attacker, attack.weapon)
    template = template_of(attack)
    if template.kind in (AreaKind.LINE, AreaKind.CONE) and template.aim is None:
        raise IllegalIntentError("A line or cone has to be aimed somewhere.")
    area = lay(board, template)
    inside = tuple(
        _inside(system, board, attack, area, weapon, caught)
        for caught in area.caught
        if not board.token(caught.token).has("dead")
    )
    own = tuple(of_attacker(system, board.encounter, attacker, weapon))
    rows = tuple(
        row for row in RULINGS.overruled(board.encounter, attack, "", own) if row.unit != DC
    )
    dcs = sorted({one.dc for one in inside})
    wish = attack.choices.get("dc", "")
    dc = int(wish) if wish in {str(known) for known in dcs} else max(dcs, default=0)
    ranks = [one.rank for one in inside if one.dc == dc]
    return Salvo(
        area=area,
        attacker=attacker,
        weapon=weapon,
        inside=inside,
        modifiers=rows,
        dc=dc,
        pool=attack_pool(system, attacker, weapon, rows, dc),
        rank=max(ranks, default=Rank.NOVICE),
        base=base_dice(system, weapon, rows),
    )


def _inside(
    system: Grimhowl, board: Board, attack: AreaAttack, area: Area, weapon: Weapon, caught: Caught
) -> Inside:
    token = board.token(caught.token)
    against = target_of(weapon, area=True)
    guard = defense_of(token, against)
    rows = []
    bound = cover.against_area(board, area, token)
    if bound is not None and against in cover.COVERED and cover.counts(system.options, bound):
        rows.append(RULINGS.row("cover", bound.reason))
    # The GM switches Cover for everybody ("cover") or for one creature ("cover:ID").
    switched = {key: value for key, value in attack.switched.items() if key == "cover"}
    if (own := attack.switched.get(f"cover:{token.id}")) is not None:
        switched["cover"] = own
    asked = replace(attack, switched=switched, added=())
    kept = tuple(
        row for row in RULINGS.overruled(board.encounter, asked, token.id, rows) if row.unit == DC
    )
    return Inside(caught, token, kept, net_dc(guard.dc, kept), guard.rank)


def plan_area(system: Grimhowl, board: Board, attack: AreaAttack) -> AreaPlan:
    """Return everything that is known about an area attack before the dice."""
    salvo = salvo_of(system, board, attack)
    choices = _choices(salvo, attack)
    chosen = {choice.key: choice.selected for choice in choices}
    forced = attack.choices.get("force") == "yes"
    hard = _out_of_the_question(system, board, attack, salvo)
    soft = why_not_now(system, board.encounter, attack, salvo.attacker)
    defenses = {
        one.token.id: area_defense(system, board.encounter, attack, salvo, one)
        for one in salvo.included
    }
    targets = [
        _target(system, board.encounter, attack, salvo, one, defenses, chosen["stars"])
        for one in salvo.inside
    ]
    targets += [
        AreaTarget(caught.token, False, "dead", caught.share, caught.is_splashed_only)
        for caught in salvo.area.caught
        if board.token(caught.token).has("dead")
    ]
    warnings = []
    if (hard or soft) and forced:
        warnings.append(f"Forced by the GM: {hard or soft}")
    if salvo.inside and salvo.pool.favorable == 0:
        warnings.append(f"No d{salvo.pool.sides} reaches DC {salvo.dc}: the attack cannot hit")
    strike = StarStrike(
        salvo.pool,
        salvo.rank.divisor,
        damages=spent_dice(
            system,
            salvo.weapon,
            salvo.base,
            spent_as(system, chosen["stars"]),
            salvo.pool.count,
        ),
    )
    odds = None
    if salvo.inside and not (hard and not forced):
        whole = odds_of(strike, salvo.inside[0].token, salvo.summary)
        odds = replace(whole, drop=0.0)
    return AreaPlan(
        intent=attack,
        area=salvo.area,
        targets=tuple(targets),
        modifiers=salvo.modifiers,
        net=net_words(salvo.modifiers),
        choices=choices,
        odds=odds,
        warnings=tuple(warnings),
        illegal="" if forced else hard or soft,
        weapon_line=weapon_line(salvo.weapon, area=True),
    )


def _choices(salvo: Salvo, attack: AreaAttack) -> tuple[Choice, ...]:
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


def spent_as(system: Grimhowl, policy: str) -> str:
    """Return how a policy spends stars here: after damage is rolled, no die can be raised."""
    late = system.options.area_spending is AreaSpending.AFTER
    return DAMAGE if late and policy != NONE else policy


def area_defense(
    system: Grimhowl, encounter: Encounter, attack: AreaAttack, salvo: Salvo, one: Inside
) -> Choice:
    """Return how a creature in the area may defend: passively, or by Dodge or Block."""
    bodily = target_of(salvo.weapon, area=True).value in REACTIONS
    options = [ChoiceOption(PASSIVE, f"Passive, rank {salvo.rank.numeral}")]
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


def helps_all(system: Grimhowl, salvo: Salvo, token: Token, kind: str) -> bool:
    """Tell whether a creature's Dodge or Block helps everybody included (Shared Defense)."""
    if system.options.lower_reactor is LowerReactor.EVERYBODY:
        return True
    return training_of(token, Skill(kind)).rank > salvo.rank


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


def named_effect(choice: str, effects: Sequence[StarEffect]) -> StarEffect | None:
    """Return the status effect that a selector names; None: none."""
    _, _, number = choice.partition(":")
    return effects[int(number)] if number.isdecimal() and int(number) < len(effects) else None


def reserved(attack: AreaAttack, salvo: Salvo, budget: int) -> int:
    """Return the stars kept for status effects that were chosen before the roll.

    They are paid for each creature in turn, as far as the stars go.
    """
    effects = details_of(salvo.weapon).effects
    kept = 0
    for one in salvo.included:
        wish = attack.choices.get(f"effect:{one.token.id}", "")
        wanted = named_effect(wish, effects)
        if wanted is not None and kept + wanted.stars <= budget:
            kept += wanted.stars
    return kept


def area_sigil(system: Grimhowl, attack: AreaAttack, salvo: Salvo, one: Inside) -> Choice | None:
    """Return which Sigil a creature resists with, where it has a choice."""
    key = f"sigil:{one.token.id}"
    return sigil_choice(system, one.token, salvo.weapon, attack.choices.get(key, ""), key)


def _target(
    system: Grimhowl,
    encounter: Encounter,
    attack: AreaAttack,
    salvo: Salvo,
    one: Inside,
    defenses: Mapping[str, Choice],
    policy: str,
) -> AreaTarget:
    caught = one.caught
    guard = target_of(salvo.weapon, area=True).value.capitalize()
    words = f"{guard} DC {one.dc}, {one.rank.name.capitalize()}"
    if one.dc > salvo.dc:
        reason = f"{words}: above the chosen DC {salvo.dc}"
        return AreaTarget(
            caught.token, False, reason, caught.share, caught.is_splashed_only, one.modifiers
        )
    choices = [defenses[caught.token]]
    sigil = area_sigil(system, attack, salvo, one)
    choices.extend(choice for choice in (sigil, effect_choice(attack, salvo, one)) if choice)
    return AreaTarget(
        caught.token,
        True,
        words,
        caught.share,
        caught.is_splashed_only,
        one.modifiers,
        tuple(choices),
        _odds(system, encounter, attack, salvo, one, defenses, policy, sigil),
    )


def _odds(
    system: Grimhowl,
    encounter: Encounter,
    attack: AreaAttack,
    salvo: Salvo,
    one: Inside,
    defenses: Mapping[str, Choice],
    policy: str,
    sigil: Choice | None,
) -> Odds:
    """Return the exact odds for one creature, with the Reactions that are chosen so far."""
    pools = {
        other.token.id: skill_pool(
            system,
            encounter,
            other.token,
            Skill(defenses[other.token.id].selected),
            defenses[other.token.id].selected,
        )
        for other in salvo.included
        if defenses[other.token.id].selected in REACTIONS
    }
    shared = [
        pools[other.token.id].odds()
        for other in salvo.included
        if other.token.id in pools
        and helps_all(system, salvo, other.token, defenses[other.token.id].selected)
    ]
    mine = defenses[one.token.id].selected
    alone = one.token.id in pools and not helps_all(system, salvo, one.token, mine)
    own = pools[one.token.id].odds() if alone else None
    spent = spent_as(system, policy)
    dice = spent_dice(system, salvo.weapon, salvo.base, spent, salvo.pool.count)
    damage_type = details_of(salvo.weapon).damage_type
    wish = sigil.selected if sigil is not None else ""
    sources = sigils.used_against(system.options, one.token, damage_type, wish)
    resistances = tuple(sigils.resistance(system.options, one.token, s) for s in sources)
    more = gnawing_dice(one.token)

    reach = _reach_odds(
        salvo.pool.odds(),
        salvo.rank.divisor,
        _together(system, shared),
        own,
        whole=system.options.reaction is ReactionEffect.ALL_OR_NOTHING,
    )

    kept = [reserved(attack, salvo, budget) for budget in range(salvo.pool.count + 1)]

    def hurt(pair: int) -> Distribution:
        budget, left = divmod(pair, _PAIR)
        budget -= kept[budget]
        rolled = dice[min(budget, len(dice) - 1)] if budget else salvo.base
        return through(rolled if left else None, resistances, more)

    stars, damage = reach.map(lambda pair: pair % _PAIR), reach.then(hurt)
    left = max(1, _vitality_left(one.token))
    return Odds(
        hit=float(stars.at_least(1)),
        hits=stars.floats(),
        damage=damage.floats(),
        mean=float(damage.mean),
        summary=salvo.summary,
        drop=float(damage.at_least(left)),
        hits_label="effective stars",
    )


def _vitality_left(token: Token) -> int:
    return sheet_of(token).vitality - status_of(token).damage


_PAIR = 1000
"""Two counts of stars are kept in one number: the first in thousands."""


@lru_cache(maxsize=256)
def _reach_odds(
    rolled: Distribution,
    divisor: int,
    together: Distribution | None,
    own: Distribution | None,
    *,
    whole: bool,
) -> Distribution:
    """Return how likely each pair is: effective stars of the whole attack, those of one creature.

    The pair (b, c) is the value 1000 b + c.
    """
    found: dict[int, int] = {}
    nobody: Mapping[int | None, int] = {None: 1}
    for stars, weight in rolled.weights.items():
        for a, chance in (together.weights if together else nobody).items():
            for b, other in (own.weights if own else nobody).items():
                budget, left = _reaching(divisor, stars, a, b, whole=whole)
                pair = _PAIR * budget + left
                found[pair] = found.get(pair, 0) + weight * chance * other
    return Distribution(found)


def _together(system: Grimhowl, shared: Sequence[Distribution]) -> Distribution | None:
    """Return what Reactions for everybody come to: the best roll, or the sum (an option)."""
    if not shared:
        return None
    found = shared[0]
    for other in shared[1:]:
        if system.options.shared_reactors is SharedReactors.SUM:
            found = found + other
        else:
            found = higher(found, other)
    return found


def combined(system: Grimhowl, stars: Sequence[int]) -> int | None:
    """Return the stars of all Reactions that help everybody; None: there are none."""
    if not stars:
        return None
    return sum(stars) if system.options.shared_reactors is SharedReactors.SUM else max(stars)


def reaching(
    system: Grimhowl, salvo: Salvo, stars: int, together: int | None, own: int | None
) -> tuple[int, int]:
    """Return the effective stars of the attack as a whole, and those that reach one creature.

    Parameters
    ----------
    together
        Stars of the Reactions that help everybody; None: passive defense at the salvo's rank.
    own
        Stars of the creature's own Reaction that helps it alone; None: it made none.
    """
    whole = system.options.reaction is ReactionEffect.ALL_OR_NOTHING
    return _reaching(salvo.rank.divisor, stars, together, own, whole=whole)


def _reaching(
    divisor: int, stars: int, together: int | None, own: int | None, *, whole: bool
) -> tuple[int, int]:
    if together is None:
        budget = effective(stars, divisor)
        return budget, budget if own is None else left_after(stars, own, whole=whole)
    budget = left_after(stars, together, whole=whole)
    if own is None:
        return budget, budget
    return budget, left_after(stars, max(together, own), whole=whole)


def _out_of_the_question(system: Grimhowl, board: Board, attack: AreaAttack, salvo: Salvo) -> str:
    """Return why the attack is impossible whoever's turn it is; empty: it isn't."""
    attacker, weapon = salvo.attacker, salvo.weapon
    details = details_of(weapon)
    if not system.is_able(attacker):
        return f"{name_of(attacker)} cannot act: {why_unable(attacker)}."
    if not details.has_area:
        return f"{weapon.name.capitalize()} has no area."
    if salvo.area.template.caster is None:
        far = board.grid.space_distance(
            board.cells_of(attacker.id),
            [board.grid.cell_at(attack.origin)],
            board.conventions.diagonals,
        )
        feet = far * board.encounter.map.grid.feet_per_cell // 100
        if feet > weapon.range_feet:
            return sentence(f"{feet} ft away, range {weapon.range_feet} ft")
    if not salvo.inside:
        return "Nobody is in the area."
    return ""
