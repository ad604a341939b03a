"""The exact odds of an area attack for each creature, with the Reactions that are chosen."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from battlemap.dice.distribution import Distribution
from battlemap.dice.stars import higher, through
from battlemap.rules.plan import Choice, Odds
from battlemap.systems.grimhowl import sigils
from battlemap.systems.grimhowl.blow import (
    gnawing_dice,
    spent_dice,
)
from battlemap.systems.grimhowl.kinds import Skill
from battlemap.systems.grimhowl.pools import REACTIONS, skill_pool
from battlemap.systems.grimhowl.readings import ReactionEffect, SharedReactors
from battlemap.systems.grimhowl.salvo import effective_after, helps_all, reserved, spent_as
from battlemap.systems.grimhowl.sheet import (
    details_of,
    sheet_of,
    status_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack
    from battlemap.model.token import Token
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.salvo import Inside, Salvo


def area_odds(
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
    more = gnawing_dice(system.options, one.token)

    reach = _reach_odds(
        salvo.pool.odds(),
        salvo.rank.divisor,
        _together(system, shared),
        own,
        whole=system.options.reaction is ReactionEffect.ALL_OR_NOTHING,
        spare=system.options.passive_rounding.spare(salvo.rank.divisor),
    )

    kept = [reserved(system, attack, salvo, budget) for budget in range(salvo.pool.count + 1)]

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
    spare: int,
) -> Distribution:
    """Return how likely each pair is: effective stars of the whole attack, those of one creature.

    The pair (b, c) is the value 1000 b + c.
    """
    found: dict[int, int] = {}
    nobody: Mapping[int | None, int] = {None: 1}
    for stars, weight in rolled.weights.items():
        for a, chance in (together.weights if together else nobody).items():
            for b, other in (own.weights if own else nobody).items():
                budget, left = effective_after(divisor, stars, a, b, whole=whole, spare=spare)
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
