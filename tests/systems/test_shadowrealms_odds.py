"""The odds of the app against a reading of the text that counts every face of every die."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
import shadow_text
from every_roll import every_end
from hypothesis import given
from hypothesis import strategies as st
from shadow_boards import plan, play, rules, someone, status, table

from battlemap.model.intent import Attack, BeginFight, EndTurn
from battlemap.model.obstacle import CoverGrade
from battlemap.model.token import Weapon
from battlemap.systems.shadowrealms.breaking import aim_smash
from battlemap.systems.shadowrealms.readings import (
    BleedingInjuries,
    DefenseModel,
    MinionDamage,
    OppositeLevels,
    PoolDie,
)
from battlemap.systems.shadowrealms.sheet import (
    DamageType,
    Injury,
    Protection,
    Sheet,
    Status,
    Tier,
    WeaponDetails,
)

CLOSE = 1e-12
TYPES = ("slashing", "puncture", "impact")

small = st.integers(0, 3)
maybe = st.booleans()
attackers = st.fixed_dictionaries(
    {
        "might": small,
        "agility": small,
        "accuracy": small,
        "fighting": st.integers(0, 10),
        "marksmanship": st.integers(0, 10),
        "ambidextrous": maybe,
        "stamina": st.integers(1, 16),
        "damage": st.sampled_from((0, 0, 0, 4, 5, 8, 9, 13, 16)),
        "fatigue": st.sampled_from((0, 0, 1, 16)),
        "prone": maybe,
        "aim": st.integers(0, 4),
        "assist": st.integers(0, 2),
        "feint": maybe,
        "strikes": st.integers(0, 4),
        "limit_break": st.sampled_from((False, False, True)),
    }
)
targets = st.fixed_dictionaries(
    {
        "defense_rating": st.integers(0, 30),
        "evasion": st.integers(0, 20),
        "acrobatics": st.integers(0, 8),
        "fighting": st.integers(0, 8),
        "toughness": st.integers(1, 14),
        "protection": st.fixed_dictionaries({kind: st.integers(0, 9) for kind in TYPES}),
        "tier": st.sampled_from(("full", "full", "full", "lesser", "standard", "elite")),
        "damage": st.integers(0, 15),
        "minion_hits": st.integers(0, 1),
        "prone": maybe,
        "invisible": st.sampled_from((False, False, True)),
        "off-guard": maybe,
        "helpless": st.sampled_from((False, False, False, True)),
        "moved": maybe,
    }
)
weapons = st.fixed_dictionaries(
    {
        "ranged": maybe,
        "agile": maybe,
        "reach": maybe,
        "type": st.sampled_from(TYPES),
        "strength": st.integers(-2, 8),
        "penetration": st.integers(0, 10),
    }
)
places = st.fixed_dictionaries({"rear": maybe, "higher": maybe, "tight": maybe, "bonus": maybe})
houses = st.fixed_dictionaries(
    {
        "sides": st.sampled_from((6, 8, 20)),
        "model": st.sampled_from(("rating", "damage_only")),
        "defense": st.sampled_from(("rating", "dodge", "parry")),
        "opposite": st.sampled_from(("cancel", "cancel", "both", "even")),
    }
)


def on_the_board(attacker, weapon, target, place, house):
    """Put the same fight on a board, and return what the app plans."""
    ranged = weapon["ranged"]
    details = WeaponDetails(
        damage_type=DamageType(weapon["type"]),
        attack_strength=weapon["strength"],
        penetration=weapon["penetration"],
        agile=weapon["agile"],
        off_hand=True,
    )
    reach = weapon["reach"] and not ranged
    held = Weapon(
        "thing", 10 if reach else 5, reach=reach, range_feet=100 if ranged else 0, details=details
    )
    weapon["reach"] = reach
    seren = someone(
        "seren",
        (5, 5),
        facing=90,
        weapons=[held, Weapon("other")],
        sheet=Sheet(
            might=attacker["might"],
            agility=attacker["agility"],
            accuracy=attacker["accuracy"],
            fighting=attacker["fighting"],
            marksmanship=attacker["marksmanship"],
            ambidextrous=attacker["ambidextrous"],
            stamina=attacker["stamina"],
        ),
        status=Status(
            damage=attacker["damage"],
            fatigue=min(attacker["fatigue"], attacker["stamina"]),
            aim=attacker["aim"],
            assist=attacker["assist"],
            feint="orc" if attacker["feint"] else "",
            strikes=attacker["strikes"],
            limit_break="ready" if attacker["limit_break"] else "",
        ),
        conditions=["prone"] if attacker["prone"] else [],
    )
    attacker["fatigue"] = min(attacker["fatigue"], attacker["stamina"])
    orc = someone(
        "orc",
        (6, 5),
        "foe",
        facing=90 if place["rear"] else 270,
        sheet=Sheet(
            defense_rating=target["defense_rating"],
            evasion=target["evasion"],
            acrobatics=target["acrobatics"],
            fighting=target["fighting"],
            toughness=target["toughness"],
            protection=Protection(**target["protection"]),
            tier=Tier(target["tier"]),
        ),
        status=Status(
            damage=target["damage"] if target["tier"] == "full" else 0,
            minion_hits=0
            if target["tier"] == "full"
            else min(target["minion_hits"], shadow_text.MINION_FALLS[target["tier"]] - 1),
            moved_last_turn=target["moved"],
        ),
        conditions=[c for c in ("prone", "invisible", "off-guard", "helpless") if target[c]],
    )
    target["minion_hits"] = orc.status.minion_hits
    encounter = table(
        seren,
        orc,
        elevation={5: [(5, 5)]} if place["higher"] else {},
        walls=[((4, 5), (6, 5)), ((4, 6), (6, 6))] if place["tight"] else [],
    )
    system = rules(
        pool_die=PoolDie(f"d{house['sides']}"),
        defense_model=DefenseModel(house["model"]),
        opposite_levels=OppositeLevels(house["opposite"]),
    )
    choices = {"defense": house["defense"], "cost": "bonus" if place["bonus"] else "action"}
    return plan(encounter, "seren", "orc", system, weapon="thing", choices=choices)


def same(found, expected):
    """Whether two distributions are the same, each value for itself."""
    values = set(found) | {value for value, chance in expected.items() if chance}
    return all(abs(found.get(v, 0.0) - float(expected.get(v, 0))) < CLOSE for v in values)


@given(attackers, weapons, targets, places, houses)
def test_the_odds_of_an_attack_are_those_of_the_text(attacker, weapon, target, place, house):
    planned = on_the_board(attacker, weapon, target, place, house)
    odds = planned.odds
    expected = shadow_text.attack(attacker, weapon, target, place, house)
    assert odds is not None, planned.illegal
    assert abs(odds.hit - float(expected["hit"])) < CLOSE
    assert same(odds.hits, expected["hits"])
    assert same(odds.damage, expected["damage"])
    assert abs(odds.mean - float(expected["mean"])) < CLOSE
    assert abs(odds.drop - float(expected["drop"])) < CLOSE
    assert abs(odds.glancing - float(expected["glancing"])) < CLOSE


NOBODY = {
    "might": 3,
    "agility": 2,
    "accuracy": 3,
    "fighting": 4,
    "marksmanship": 2,
    "ambidextrous": False,
    "stamina": 16,
    "damage": 0,
    "fatigue": 0,
    "prone": False,
    "aim": 0,
    "assist": 0,
    "feint": False,
    "strikes": 0,
    "limit_break": False,
}
BODY = {
    "defense_rating": 16,
    "evasion": 12,
    "acrobatics": 3,
    "fighting": 6,
    "toughness": 6,
    "protection": {"slashing": 4, "puncture": 2, "impact": 1},
    "tier": "full",
    "damage": 0,
    "minion_hits": 0,
    "prone": False,
    "invisible": False,
    "off-guard": False,
    "helpless": False,
    "moved": False,
}
BLADE = {
    "ranged": False,
    "agile": False,
    "reach": False,
    "type": "slashing",
    "strength": 1,
    "penetration": 2,
}
HERE = {"rear": False, "higher": False, "tight": False, "bonus": False}
HOUSE = {"sides": 20, "model": "rating", "defense": "rating", "opposite": "cancel"}


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("penetration", [0, 2, 6])
@pytest.mark.parametrize("strikes", [0, 1, 2, 3])
@pytest.mark.parametrize("model", ["rating", "damage_only"])
@pytest.mark.parametrize("defense", ["rating", "dodge", "parry"])
def test_armor_strikes_and_defenses_one_by_one(kind, penetration, strikes, model, defense):
    parts = (
        {**NOBODY, "strikes": strikes},
        {**BLADE, "type": kind, "penetration": penetration},
        dict(BODY),
        dict(HERE),
        {**HOUSE, "model": model, "defense": defense},
    )
    odds = on_the_board(*parts).odds
    expected = shadow_text.attack(*parts)
    assert abs(odds.hit - float(expected["hit"])) < CLOSE
    assert same(odds.damage, expected["damage"])
    assert abs(odds.glancing - float(expected["glancing"])) < CLOSE


CIRCUMSTANCES = [
    *(("attacker", {key: True}) for key in ("prone", "feint", "limit_break", "ambidextrous")),
    *(("attacker", {"aim": aim}) for aim in (1, 2, 3, 4)),
    *(("attacker", {"strikes": strikes}) for strikes in (1, 2, 3, 4)),
    *(("attacker", {"damage": boxes}) for boxes in (4, 5, 8, 9, 12, 13, 15, 16)),
    *(("attacker", {"fatigue": tired}) for tired in (15, 16)),
    ("attacker", {"assist": 2}),
    ("attacker", {"fighting": 0, "marksmanship": 9}),
    ("attacker", {"might": 1, "accuracy": 4}),
    *(("target", {key: True}) for key in ("prone", "invisible", "off-guard", "helpless", "moved")),
    *(("target", {"tier": tier}) for tier in ("lesser", "standard", "elite")),
    *(("target", {"defense_rating": rating}) for rating in (0, 1, 5, 12, 13, 30)),
    *(("target", {"damage": boxes}) for boxes in (8, 14, 15)),
    *(("weapon", {key: True}) for key in ("agile", "reach")),
    *(("place", {key: True}) for key in ("rear", "higher", "tight", "bonus")),
    *(
        ("house", {"model": "damage_only", "defense": kind})
        for kind in ("rating", "dodge", "parry")
    ),
    *(("house", {"defense": kind}) for kind in ("dodge", "parry")),
]


@pytest.mark.parametrize("ranged", [False, True])
@pytest.mark.parametrize("beside", [{}, {"aim": 1, "strikes": 1}])
@pytest.mark.parametrize(("of", "change"), CIRCUMSTANCES)
def test_each_circumstance_by_itself_and_beside_others(of, change, beside, ranged):
    parts = {
        "attacker": {**NOBODY, "agility": 4, "accuracy": 2, **beside},
        "weapon": {**BLADE, "ranged": ranged},
        "target": {**BODY, "defense_rating": 9, "evasion": 6, "toughness": 4},
        "place": dict(HERE),
        "house": {**HOUSE, "sides": 8},
    }
    parts[of] = {**parts[of], **change}
    odds = on_the_board(*parts.values()).odds
    expected = shadow_text.attack(*parts.values())
    assert same(odds.hits, expected["hits"])
    assert same(odds.damage, expected["damage"])
    assert abs(odds.drop - float(expected["drop"])) < CLOSE
    assert abs(odds.glancing - float(expected["glancing"])) < CLOSE


# The dice that are really rolled ---------------------------------------------------------------


def duel(*, might=2, tier=Tier.FULL, weapon=None, hits=0, armor=3, more=()):
    weapon = weapon or Weapon("axe", details=WeaponDetails(attack_strength=1))
    return table(
        someone("seren", (5, 5), facing=90, weapons=[weapon], sheet={"might": might}),
        someone(
            "orc",
            (6, 5),
            "foe",
            facing=270,
            sheet=Sheet(
                defense_rating=8, toughness=3, protection=Protection(armor, armor, armor), tier=tier
            ),
            status=Status(minion_hits=hits),
        ),
        *more,
    )


def attack_dice_only(roll):
    return not roll.why.startswith(("Where", "How bad")) and "Toughness" not in roll.why


@pytest.mark.parametrize("strikes", [0, 1, 2])
@pytest.mark.parametrize("model", list(DefenseModel))
def test_every_way_the_dice_fall_comes_to_the_odds_and_to_the_text(strikes, model):
    system = rules(pool_die=PoolDie.D6, defense_model=model)
    encounter = duel()
    seren = encounter.tokens["seren"]
    encounter = encounter.with_token(
        someone(
            "seren",
            (5, 5),
            facing=90,
            weapons=seren.weapons,
            sheet=seren.sheet,
            status=Status(strikes=strikes),
        )
    )
    found, tired = Counter(), Counter()
    for chance, after in every_end(
        system, encounter, Attack("seren", "orc"), matters=attack_dice_only
    ):
        found[status(after, "orc").damage] += chance
        tired[status(after, "orc").fatigue > 0] += chance
    odds = plan(encounter, "seren", "orc", system).odds
    expected = shadow_text.attack(
        {**NOBODY, "might": 2, "strikes": strikes},
        {**BLADE, "penetration": 0},
        {
            **BODY,
            "defense_rating": 8,
            "toughness": 3,
            "protection": dict.fromkeys(TYPES, 3),
        },
        HERE,
        {**HOUSE, "sides": 6, "model": model.value},
    )
    assert sum(found.values()) == 1
    # No row of the table of criticals for a total of ones does damage of its own.
    assert dict(found) == {n: p for n, p in expected["damage"].items() if p}
    assert same(odds.damage, found)
    assert tired[True] == expected["glancing"]


@pytest.mark.parametrize("tier", [Tier.LESSER, Tier.STANDARD, Tier.ELITE])
@pytest.mark.parametrize("hits", [0, 1])
def test_minions_fall_as_often_as_the_text_says(tier, hits):
    needs = shadow_text.MINION_FALLS[tier.value]
    if hits >= needs:
        pytest.skip("fallen already")
    system = rules(pool_die=PoolDie.D6)
    encounter = duel(might=2, tier=tier, hits=hits)
    fallen = sum(
        chance
        for chance, after in every_end(system, encounter, Attack("seren", "orc"))
        if after.tokens["orc"].has("dead")
    )
    odds = plan(encounter, "seren", "orc", system).odds
    expected = shadow_text.attack(
        {**NOBODY, "might": 2},
        {**BLADE, "penetration": 0},
        {
            **BODY,
            "defense_rating": 8,
            "toughness": 3,
            "protection": dict.fromkeys(TYPES, 3),
            "tier": tier.value,
            "minion_hits": hits,
        },
        HERE,
        {**HOUSE, "sides": 6},
    )
    assert fallen == expected["drop"]
    assert abs(odds.drop - float(fallen)) < CLOSE


@pytest.mark.parametrize("rule", list(MinionDamage))
@pytest.mark.parametrize("first", [Tier.LESSER, Tier.STANDARD])
def test_cleave_hands_on_what_is_left(first, rule):
    """Successes beyond those that fell the first go to the next, who has tasted one already."""
    system = rules(pool_die=PoolDie.D6, minion_damage=rule)
    sweep = Weapon("axe", details=WeaponDetails(attack_strength=1, cleave=True))
    other = someone(
        "hob",
        (5, 6),
        "foe",
        sheet={"tier": Tier.ELITE},
        status=Status(minion_hits=1),
    )
    encounter = duel(might=3, tier=first, weapon=sweep, armor=0, more=(other,))
    found = Counter()
    for chance, after in every_end(system, encounter, Attack("seren", "orc")):
        key = after.tokens["orc"].has("dead"), after.tokens["hob"].has("dead")
        found[(*key, status(after, "hob").minion_hits)] += chance
    needs = shadow_text.MINION_FALLS[first.value]
    # 8 - 4 to hit, 3 - 1 to penetrate.
    expected = Counter()
    for landed, likely in enumerate(shadow_text.roll(3, 6, 4, 0, 0)):
        for count, chance in enumerate(shadow_text.count_successes(landed, 6, 2)):
            left = max(0, count - needs)
            if rule is MinionDamage.ADDS_UP:
                felled, taken = left >= 2, min(3, 1 + left)
            else:
                # One attack must do it: three of its successes, and there are never so many left.
                felled, taken = left >= 3, max(1, left)
            expected[(count >= needs, felled, taken)] += likely * chance
    assert {k: v for k, v in found.items() if v} == {k: v for k, v in expected.items() if v}


things = st.fixed_dictionaries(
    {
        "durability": st.integers(1, 24),
        "protection": st.integers(0, 24),
        "threshold": st.integers(1, 16),
        "damage": st.integers(0, 15),
    }
)
tools = st.fixed_dictionaries(
    {
        "strength": st.integers(-2, 6),
        "penetration": st.integers(0, 6),
        "siege": maybe,
    }
)


@given(st.integers(0, 3), st.sampled_from((6, 8, 20)), tools, things, st.integers(0, 4), maybe)
def test_the_odds_of_breaking_an_object_are_those_of_the_text(
    dice, sides, tool, thing, strikes, joint
):
    thing["protection"] = min(thing["protection"], thing["durability"])
    weapon = Weapon(
        "ram",
        details=WeaponDetails(
            attack_strength=tool["strength"],
            penetration=tool["penetration"],
            siege=tool["siege"],
        ),
    )
    encounter = table(
        someone(
            "seren",
            (5, 5),
            weapons=[weapon],
            sheet={"might": dice},
            status=Status(strikes=strikes),
        ),
        props={"altar": ((6, 5), (7, 6), CoverGrade.MAJOR)},
    )
    altar = replace(
        encounter.map.obstacles["altar"],
        durability=thing["durability"],
        break_threshold=thing["threshold"],
        damage=thing["damage"],
    )
    planned = aim_smash(
        rules(pool_die=PoolDie(f"d{sides}")),
        encounter.tokens["seren"],
        weapon,
        altar,
        structural=joint,
        protection=thing["protection"],
    )
    amount, breaks = shadow_text.breaking(dice, sides, tool, thing, strikes, at_a_joint=joint)
    assert same(planned.funnel.odds().amount.floats(), amount)
    assert abs(planned.to_break - float(breaks)) < CLOSE
    mean = sum(done * chance for done, chance in amount.items())
    assert abs(planned.mean - float(mean)) < CLOSE


# Where a blow lands, and bleeding --------------------------------------------------------------


def test_every_face_of_the_location_die():
    encounter = duel(might=1)
    found = Counter()
    for face in range(1, 21):
        _, log = play(encounter, Attack("seren", "orc"), 20, 20, face, 1)
        where = log[0].outcome.location.split(" (")[0].lower()
        assert where == shadow_text.location(face)
        found[where] += Fraction(1, 20)
    assert found["head"] == Fraction(1, 10)
    assert found["chest"] == found["abdomen"] == Fraction(1, 5)
    assert found["left arm"] == found["right arm"] == Fraction(3, 20)
    assert found["left leg"] == found["right leg"] == Fraction(1, 10)


def test_the_critical_total_is_a_d6_for_each_success():
    encounter = duel(might=2)
    found = Counter()
    for one in range(1, 7):
        for other in range(1, 7):
            _, log = play(encounter, Attack("seren", "orc"), 20, 20, 20, 20, 9, one, other)
            total = int(log[0].outcome.critical.removeprefix("critical total ").split(":")[0])
            assert total == one + other
            found[total] += 1
    assert found[7] == 6
    assert found[2] == found[12] == 1


@pytest.mark.parametrize("toughness", [1, 6, 13])
@pytest.mark.parametrize("wounds", [(), (1,), (2, 3)])
@pytest.mark.parametrize("rule", list(BleedingInjuries))
def test_every_face_of_a_bleeding_test(toughness, wounds, rule):
    system = rules(bleeding_injuries=rule)
    injuries = tuple(Injury("a cut", "chest", bleeding=worth) for worth in wounds)
    encounter = table(
        someone(
            "seren",
            (5, 5),
            sheet={"toughness": toughness},
            status=Status(strenuous=True, injuries=injuries),
            conditions=["bleeding"],
        )
    )
    encounter, _ = play(encounter, BeginFight(), 10, system=system)
    encounter = encounter.with_token(
        someone(
            "seren",
            (5, 5),
            sheet={"toughness": toughness},
            status=Status(strenuous=True, injuries=injuries),
            conditions=["bleeding"],
        )
    )
    kept = 0
    for face in range(1, 21):
        after, _ = play(encounter, EndTurn(), 10, face, system=system)
        kept += status(after, "seren").fatigue == 0
    sign = -1 if rule is BleedingInjuries.LOWER else 1
    rating = toughness + sign * sum(wounds)
    # The die must exceed the rating.
    assert kept == sum(face > rating for face in range(1, 21))
