"""The attack of Grimhowl as its text has it, in plain numbers, slowly: every face of every die.

Written from the text and the rules page alone; nothing here comes from the app.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from plain_dice import count_successes

STARS_FOR_ONE = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
"""Incoming stars for an effective one, by the defender's rank (Passive Defense)."""

SIZES = (4, 6, 8, 10, 12)
"""Damage dice from the smallest to the largest (Damage Dice Upgrades; settled)."""


@cache
def total(dice, sides):
    """Chances of each sum of some dice."""
    found = {}
    for faces in product(range(1, sides + 1), repeat=dice):
        found[sum(faces)] = found.get(sum(faces), 0) + Fraction(1, sides**dice)
    return found


def larger(dice, sides, sizes):
    """Dice so many sizes up or down, and what is added: past d12 it is 1 a size (settled).

    Below d4 nothing is left.
    """
    if not dice:
        return 0, sides, 0
    place = SIZES.index(sides) + sizes
    if place < 0:
        return 0, sides, 0
    return dice, SIZES[min(place, 4)], max(0, place - 4)


def after_repeats(dice, times):
    """Repeat Action Penalty: 0, 1, 2, 3 dice, no more (settled), and a die is always left."""
    lost = (0, 1, 2, 3)[min(times, 3)]
    return max(min(dice, 1), dice - lost)


def bought(count, dice, policy):
    """Ways to spend so many stars: (more damage, sizes); a size costs two (Spending stars).

    Where there is no die there is none to raise.
    """
    if policy == "none":
        return [(0, 0)]
    ways = [(count - 2 * sizes, sizes) for sizes in range(count // 2 + 1)]
    if policy == "damage" or not dice:
        return ways[:1]
    return ways[-1:] if policy == "sizes" else ways


def mean(chances):
    return sum(value * chance for value, chance in chances.items())


def suffered(hit, resisted, gnawing):
    """Damage of one hit: less resistance, then each Gnawing effect once where any is left."""
    found = {}
    for done, chance in hit.items():
        for stopped, likely in resisted.items():
            left = max(0, done - stopped)
            found[left] = found.get(left, 0) + chance * likely
    for dice, sides in gnawing:
        more = {0: found.get(0, Fraction(0))}
        for done, chance in found.items():
            if done:
                for bite, likely in total(dice, sides).items():
                    more[done + bite] = more.get(done + bite, 0) + chance * likely
        found = more
    return found


def damage(count, weapon, target, policy):
    """Chances of damage with so many effective stars, 1 at least."""
    dice, sides, plus = larger(weapon["dice"], weapon["die"], weapon["upgrades"] - weapon["worn"])
    plus += weapon["bonus"]
    tried = []
    for more, sizes in bought(count, dice, policy):
        thrown, size, past = larger(dice, sides, sizes)
        chances = {
            value + plus + past + more: chance for value, chance in total(thrown, size).items()
        }
        tried.append((mean(chances), more, chances))
    # Of two ways with the same mean the one that buys more damage is taken.
    hit = max(tried, key=lambda one: one[:2])[2]
    return suffered(hit, resisted_by(target, weapon), target["gnawing"])


def resisted_by(target, weapon):
    """What the one Sigil rolls that applies: the best of the physical ones, or its own kind's."""
    if weapon["kind"] == "physical":
        listed = [target["armor"], target["shield"]]
    else:
        listed = [target[weapon["kind"]]]
    worn = [larger(dice, die, -damaged)[:2] for dice, die, damaged in listed]
    rolled = [total(dice, die) for dice, die in worn if dice]
    return max(rolled, key=mean, default={0: Fraction(1)})


def attack(attacker, weapon, target, policy):
    """Return the chances of one attack as the text has it."""
    sides = attacker["sides"]
    dice = max(0, attacker["dice"] + weapon["gear"] - attacker["lowered"])
    dc = max(1, target["dc"] - target["flanked"])
    rolled = count_successes(after_repeats(dice, attacker["times"]), sides, dc)
    effective = {}
    for count, chance in enumerate(rolled):
        if target["reaction"]:
            own = count_successes(after_repeats(target["reaction"], target["times"]), sides, 4)
            for other, likely in enumerate(own):
                left = max(0, count - other)
                effective[left] = effective.get(left, 0) + chance * likely
        else:
            left = count // STARS_FOR_ONE[target["rank"]]
            effective[left] = effective.get(left, 0) + chance
    done = {0: effective.get(0, Fraction(0))}
    for count, chance in effective.items():
        if count:
            for amount, likely in damage(count, weapon, target, policy).items():
                done[amount] = done.get(amount, 0) + chance * likely
    needed = max(1, target["vitality"] - target["damage"])
    return {
        "hit": sum(chance for count, chance in effective.items() if count),
        "stars": effective,
        "damage": done,
        "mean": mean(done),
        "drop": sum(chance for amount, chance in done.items() if amount >= needed),
    }


def area(attacker, weapon, targets, policy, dc):
    """Return the chances for each target of an area attack, None for whom the DC leaves out.

    One roll at the chosen DC, against the highest rank at it. Reactions of a higher rank: the best
    roll comes off for everybody, without passive scaling; of another rank: for itself only.
    """
    sides = attacker["sides"]
    rolled = count_successes(attacker["dice"], sides, dc)
    inside = [target for target in targets if target["dc"] <= dc]
    rank = max(target["rank"] for target in inside if target["dc"] == dc)
    shared = [t for t in inside if t["reaction"] and t["reaction_rank"] > rank]
    together = {-1: Fraction(1)}
    for one in shared:
        better = {}
        for best, chance in together.items():
            for own, likely in enumerate(count_successes(one["reaction"], sides, 4)):
                value = max(best, own)
                better[value] = better.get(value, 0) + chance * likely
        together = better
    found = []
    for target in targets:
        if target["dc"] > dc:
            found.append(None)
            continue
        alone = target["reaction"] and target not in shared
        own = count_successes(target["reaction"], sides, 4) if alone else [Fraction(1)]
        hit, done = Fraction(0), {}
        for count, chance in enumerate(rolled):
            for best, likely in together.items():
                spent = count // STARS_FOR_ONE[rank] if best < 0 else max(0, count - best)
                for other, odds in enumerate(own):
                    part = chance * likely * odds
                    left = max(0, count - other) if alone else spent
                    if not left:
                        done[0] = done.get(0, 0) + part
                        continue
                    hit += part
                    # Damage is bought once for everybody, from what the attack as a whole has left.
                    way = policy if spent else "none"
                    for amount, share in damage(max(1, spent), weapon, target, way).items():
                        done[amount] = done.get(amount, 0) + part * share
        found.append({"hit": hit, "damage": done, "mean": mean(done)})
    return found
