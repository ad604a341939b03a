"""The exact odds of an attack on one token, from the same description as its dice."""

from __future__ import annotations

from battlemap.dice.d20 import kept_d20, sum_of
from battlemap.dice.distribution import Distribution
from battlemap.rules.plan import Odds
from battlemap.systems.crawler.degrees import ATTACK_NAMES, CHECK_NAMES, Degree
from battlemap.systems.crawler.sheet import SLOTS, details_of
from battlemap.systems.crawler.status import status_of
from battlemap.systems.crawler.strike import How, Strike


def odds_of(strike: Strike) -> Odds:
    """Return the exact odds of an attack on one token."""
    if strike.how is How.NOBODY:
        left = _left(strike, None, play=False)
        return _odds(strike, 1.0, left, ())
    kept = kept_d20(strike.level)
    outcomes = {natural: strike.degree(natural) for natural in kept.weights}
    known: dict[tuple[Degree, bool], Distribution] = {}
    for degree, play in outcomes.values():
        if (degree, play) not in known:
            known[degree, play] = _left(strike, degree, play=play)
    damage = kept.then(lambda natural: known[outcomes[natural]])
    degrees = kept.map(lambda natural: int(outcomes[natural][0]))
    names = CHECK_NAMES if strike.how is How.TARGET else ATTACK_NAMES
    named = tuple(
        (names[degree], float(degrees.chance(int(degree)))) for degree in reversed(Degree)
    )
    hit = sum((degrees.chance(int(degree)) for degree in Degree if strike.harms(degree)), start=0)
    return _odds(strike, float(hit), damage, named)


def _left(strike: Strike, degree: Degree | None, *, play: bool) -> Distribution:
    """Return the damage that the defenses leave, for one degree."""
    if not strike.harms(degree):
        return Distribution.certain(0)
    dice = sum_of(strike.dice_count(degree), details_of(strike.weapon).sides)
    return dice.map(lambda rolled: strike.suffered(strike.damage(degree, rolled, play=play)))


def _odds(
    strike: Strike, hit: float, damage: Distribution, degrees: tuple[tuple[str, float], ...]
) -> Odds:
    need = SLOTS - status_of(strike.target).marked
    falls = damage.map(lambda left: int(need > 0 and strike.slots(left) >= need))
    return Odds(
        hit=hit,
        hits={0: 1 - hit, 1: hit} if 0 < hit < 1 else {int(hit): 1.0},
        damage=damage.floats(),
        mean=float(damage.mean),
        summary=strike.summary,
        drop=float(falls.chance(1)),
        degrees=degrees,
    )
