"""The attack of ShadowRealms as its text has it, in plain numbers, slowly: every face of every die.

Written from the text and the rules page alone; nothing here comes from the app. Numbers in brackets
are sections of the text.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from plain_dice import count_successes

DAMAGE = {0: 0, 1: 1, 2: 2, 3: 4, 4: 8}
"""Damage by damage successes [10, step 7]; 16 for five and more."""

MINION_FALLS = {"lesser": 1, "standard": 2, "elite": 3}
"""Dice of damage that defeat a minion [21]."""


def damage_of(successes):
    return DAMAGE.get(successes, 16)


@cache
def roll(dice, sides, target, advantage, disadvantage):
    """Chances of 0, 1, 2... successes when so many failures and successes are rolled again [9, 10].

    Each die is rolled again once at most, and both look at the roll as it fell.
    """
    found = [Fraction(0)] * (dice + 1)
    for faces in product(range(1, sides + 1), repeat=dice):
        good = sum(face >= target for face in faces)
        lifted = min(advantage, dice - good)
        sunk = min(disadvantage, good)
        for more, chance in enumerate(count_successes(lifted + sunk, sides, target)):
            found[good - sunk + more] += chance / sides**dice
    return found


@cache
def glances(dice, sides, target, unarmored):
    """The chance that no die penetrates, and one would have without the armor [10, step 7]."""
    found = 0
    for faces in product(range(1, sides + 1), repeat=dice):
        stopped = all(face < target for face in faces)
        found += stopped and any(face >= unarmored for face in faces)
    return Fraction(found, sides**dice)


def wound_dice(boxes, fatigue, stamina):
    """Dice that damage and fatigue cost [14]; a full damage track costs four [25]."""
    if boxes >= 16:
        lost = 4
    elif boxes >= 13:
        lost = 3
    elif boxes >= 9:
        lost = 2
    elif boxes >= 5:
        lost = 1
    else:
        lost = 0
    return lost + (1 if fatigue >= stamina else 0)


def attack_dice(attacker, weapon):
    """Might, Agility where an Agile weapon makes it better, Accuracy at range [10, step 2]."""
    if weapon["ranged"]:
        pool = attacker["accuracy"]
    elif weapon["agile"]:
        pool = max(attacker["might"], attacker["agility"])
    else:
        pool = attacker["might"]
    lost = wound_dice(attacker["damage"], attacker["fatigue"], attacker["stamina"])
    return max(0, pool - lost)


def levels(attacker, weapon, target, place):
    """Levels of Advantage, of Disadvantage, and the balance of Totals [2, 4, 5, 9, 11, 17]."""
    better, worse, totals = 0, 0, 0
    ranged = weapon["ranged"]
    better += 2 * place["rear"]
    better += place["higher"]
    if place["tight"]:
        worse += 2 if weapon["reach"] else 1
    if target["prone"]:
        if ranged:
            worse += 2
        else:
            better += 2
    worse += 2 * attacker["prone"]
    if ranged:
        worse += target["moved"]
    aim = min(3, attacker["aim"]) if ranged else 0
    if target["invisible"]:
        if aim:
            totals -= 1
        else:
            worse += 2
    else:
        better += aim
    better += target["off-guard"]
    better += attacker["assist"]
    if attacker["feint"] and not ranged:
        better += 1
    if place["bonus"]:
        # A strike for the bonus action has no penalty for repeating, the other hand has its own.
        worse += not attacker["ambidextrous"]
    else:
        worse += min(3, attacker["strikes"])
    totals += attacker["limit_break"]
    return better, worse, totals


def rerolls(dice, better, worse, totals, opposite):
    """How many failures and successes are rolled again."""
    if totals > 0:
        return dice, 0
    if totals < 0:
        return 0, dice
    if opposite == "both":
        return min(better, dice), min(worse, dice)
    if opposite == "even" and better and worse:
        return 0, 0
    net = better - worse
    return min(dice, max(0, net)), min(dice, max(0, -net))


def target_number(attacker, weapon, target, house):
    """What a die of the attack roll must show; None: there is no attack roll [4, 10, 20]."""
    skill = attacker["marksmanship"] if weapon["ranged"] else attacker["fighting"]
    if target["helpless"]:
        return None
    passive = target["defense_rating"] - skill
    defense = house["defense"]
    if defense == "parry" and weapon["ranged"]:
        defense = "rating"
    if defense == "rating":
        return None if house["model"] == "damage_only" else passive
    added = target["acrobatics"] if defense == "dodge" else target["fighting"]
    active = target["evasion"] + added - skill
    return active if house["model"] == "damage_only" else max(passive, active)


def attack(attacker, weapon, target, place, house):
    """Return the chances of one attack as the text has it."""
    sides = house["sides"]
    dice = attack_dice(attacker, weapon)
    better, worse, totals = levels(attacker, weapon, target, place)
    advantage, disadvantage = rerolls(dice, better, worse, totals, house["opposite"])
    number = target_number(attacker, weapon, target, house)
    armor = max(0, target["protection"][weapon["type"]] - weapon["penetration"])
    unarmored = target["toughness"] - weapon["strength"]
    penetrates = unarmored + armor
    minion = target["tier"] != "full"
    hits, successes, glancing = {}, {}, Fraction(0)
    if number is None:
        hits[dice] = Fraction(1)
        successes = dict(enumerate(roll(dice, sides, penetrates, advantage, disadvantage)))
    else:
        for landed, likely in enumerate(roll(dice, sides, number, advantage, disadvantage)):
            hits[landed] = likely
            for count, chance in enumerate(count_successes(landed, sides, penetrates)):
                successes[count] = successes.get(count, 0) + likely * chance
            if not minion:
                glancing += likely * glances(landed, sides, penetrates, unarmored)
    amount = {}
    for count, chance in successes.items():
        done = count if minion else damage_of(count)
        amount[done] = amount.get(done, Fraction(0)) + chance
    if minion:
        needed = max(1, MINION_FALLS[target["tier"]] - target["minion_hits"])
    else:
        needed = 16 - target["damage"]
    return {
        "hit": sum(chance for landed, chance in hits.items() if landed),
        "hits": hits,
        "damage": amount,
        "mean": sum(done * chance for done, chance in amount.items()),
        "drop": sum(chance for done, chance in amount.items() if done >= needed),
        "glancing": glancing,
    }


def breaking(dice, sides, weapon, thing, strikes, *, at_a_joint):
    """Chances of damage and of breaking an object with one blow [20].

    All dice are damage dice. Siege halves Protection before Penetration comes off, and counts each
    success twice; a joint gives way at half the threshold, rounded up (settled).
    """
    armor = thing["protection"] // 2 if weapon["siege"] else thing["protection"]
    armor = max(0, armor - weapon["penetration"])
    target = thing["durability"] - thing["protection"] + armor - weapon["strength"]
    threshold = thing["threshold"]
    if at_a_joint:
        threshold = (threshold + 1) // 2
    worse = min(dice, 3, strikes)
    amount = {}
    for count, chance in enumerate(roll(dice, sides, target, 0, worse)):
        done = damage_of(2 * count if weapon["siege"] else count)
        amount[done] = amount.get(done, Fraction(0)) + chance
    left = max(1, threshold - thing["damage"])
    return amount, sum(chance for done, chance in amount.items() if done >= left)


def location(face):
    """Where a blow lands [10, step 8; 23]."""
    table = {
        (19, 20): "head",
        (16, 18): "left arm",
        (13, 15): "right arm",
        (9, 12): "chest",
        (5, 8): "abdomen",
        (3, 4): "left leg",
        (1, 2): "right leg",
    }
    return next(part for (low, high), part in table.items() if low <= face <= high)
