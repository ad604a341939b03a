"""The odds of the app against a reading of the text that counts every face of every die."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import grim_text
import pytest
from every_roll import every_end
from grim_boards import (
    BOMB,
    blast,
    guard,
    plan,
    plan_area,
    rules,
    someone,
    status,
    table,
)
from hypothesis import assume, given
from hypothesis import strategies as st

from battlemap.model.intent import Attack
from battlemap.model.token import Weapon
from battlemap.model.turn_order import Slot, TurnOrder
from battlemap.systems.grimhowl.kinds import DamageType, DieSize, Rank
from battlemap.systems.grimhowl.readings import PoolDie
from battlemap.systems.grimhowl.sheet import (
    Defense,
    Gnawing,
    Repeat,
    Sheet,
    Sigil,
    Status,
    Training,
    WeaponDetails,
    Wear,
)

CLOSE = 1e-12
TYPES = {
    "physical": DamageType.SLASHING,
    "energy": DamageType.FORCE,
    "elemental": DamageType.FIRE,
}

sizes = st.sampled_from(grim_text.SIZES)
sigils = st.tuples(st.integers(0, 2), st.sampled_from((4, 6, 8)), st.integers(0, 3))
attackers = st.fixed_dictionaries(
    {
        "sides": st.sampled_from((6, 6, 8)),
        "dice": st.integers(0, 5),
        "lowered": st.integers(0, 1),
        "times": st.integers(0, 5),
    }
)
weapons = st.fixed_dictionaries(
    {
        "dice": st.integers(0, 2),
        "die": sizes,
        "bonus": st.integers(0, 3),
        "upgrades": st.integers(0, 3),
        "worn": st.integers(0, 2),
        "gear": st.integers(0, 1),
        "kind": st.sampled_from(tuple(TYPES)),
    }
)
targets = st.fixed_dictionaries(
    {
        "dc": st.integers(1, 9),
        "rank": st.integers(1, 5),
        "reaction": st.integers(0, 3),
        "times": st.integers(0, 3),
        "flanked": st.integers(0, 1),
        "armor": sigils,
        "shield": sigils,
        "energy": sigils,
        "elemental": sigils,
        "gnawing": st.lists(st.tuples(st.integers(1, 2), st.sampled_from((4, 6))), max_size=2),
        "vitality": st.integers(1, 30),
        "damage": st.integers(0, 20),
    }
)
policies = st.sampled_from(("none", "damage", "sizes", "best", "ask"))


def sigil(of):
    dice, die, _ = of
    return Sigil(dice, DieSize(f"d{die}"))


def armed(weapon, **more):
    return WeaponDetails(
        dice=weapon["dice"],
        die=DieSize(f"d{weapon['die']}"),
        bonus=weapon["bonus"],
        upgrades=weapon["upgrades"],
        gear=weapon["gear"],
        damage_type=TYPES[weapon["kind"]],
        **more,
    )


def on_the_board(attacker, weapon, target):
    """Put the same fight on a board: Kael attacks the orc in a running fight."""
    kael = someone(
        "kael",
        (5, 5),
        weapons=[Weapon("blade", details=armed(weapon))],
        sheet=Sheet(fighting=Training(attacker["dice"])),
        status=Status(
            repeats=(Repeat("attack", attacker["times"]),) if attacker["times"] else (),
            worn=(Wear("blade", weapon["worn"], ""),) if weapon["worn"] else (),
        ),
        conditions=["↓ might"] if attacker["lowered"] else [],
    )
    worn = tuple(
        Wear(name, target[name][2], "")
        for name in ("armor", "shield", "energy", "elemental")
        if target[name][2]
    )
    orc = someone(
        "orc",
        (6, 5),
        "foe",
        sheet=Sheet(
            vitality=target["vitality"],
            parry=Defense(target["reaction"], Rank(target["rank"]), target["dc"]),
            armor=sigil(target["armor"]),
            shield=sigil(target["shield"]),
            energy=sigil(target["energy"]),
            elemental=sigil(target["elemental"]),
        ),
        status=Status(
            damage=target["damage"],
            held=1,
            repeats=(Repeat("parry", target["times"]),) if target["times"] else (),
            worn=worn,
            gnawing=tuple(
                Gnawing(f"bite {n}", dice, DieSize(f"d{die}"), DamageType.FIRE, None)
                for n, (dice, die) in enumerate(target["gnawing"])
            ),
        ),
    )
    friends = [someone("seren", (7, 5))] if target["flanked"] else []
    encounter = table(kael, orc, *friends)
    order = TurnOrder(1, slots=(Slot("kael", 3, 1), Slot("orc", 2, 1)), active="kael")
    return replace(encounter, turn_order=order)


def same(found, expected):
    values = set(found) | {value for value, chance in expected.items() if chance}
    return all(abs(found.get(v, 0.0) - float(expected.get(v, 0))) < CLOSE for v in values)


@given(attackers, weapons, targets, policies)
def test_the_odds_of_an_attack_are_those_of_the_text(attacker, weapon, target, policy):
    target["damage"] = min(target["damage"], target["vitality"] - 1)
    encounter = on_the_board(attacker, weapon, target)
    system = rules(pool_die=PoolDie(f"d{attacker['sides']}"))
    choices = {
        "stars": policy,
        "defense": "parry" if target["reaction"] else "passive",
    }
    planned = plan(encounter, "kael", "orc", system, weapon="blade", choices=choices)
    selected = {choice.key: choice.selected for choice in planned.choices}
    assert selected["defense"] == choices["defense"]
    odds = planned.odds
    assert odds is not None, planned.illegal
    expected = grim_text.attack(attacker, weapon, target, policy)
    assert abs(odds.hit - float(expected["hit"])) < CLOSE
    assert same(odds.hits, expected["stars"])
    assert same(odds.damage, expected["damage"])
    assert abs(odds.mean - float(expected["mean"])) < CLOSE
    assert abs(odds.drop - float(expected["drop"])) < CLOSE


EVEN = {"sides": 6, "dice": 3, "lowered": 0, "times": 0}
AXE = {"dice": 1, "die": 4, "bonus": 0, "upgrades": 0, "worn": 0, "gear": 0, "kind": "physical"}
NO_SIGIL = (0, 6, 0)
OGRE = {
    "dc": 3,
    "rank": 2,
    "reaction": 0,
    "times": 0,
    "flanked": 0,
    "armor": NO_SIGIL,
    "shield": NO_SIGIL,
    "energy": NO_SIGIL,
    "elemental": NO_SIGIL,
    "gnawing": [],
    "vitality": 40,
    "damage": 0,
}


@pytest.mark.parametrize(
    ("dice", "rank", "gnawing", "armor"),
    [
        (2, 1, [], NO_SIGIL),
        (2, 3, [], (1, 4, 0)),
        (3, 5, [], NO_SIGIL),
        (1, 2, [(1, 6)], NO_SIGIL),
        # Armor of d6 that took a point of damage rolls a d4, and after two nothing.
        (1, 2, [(1, 4), (1, 4)], (1, 6, 1)),
        (2, 2, [(1, 4)], (1, 6, 2)),
    ],
)
def test_every_way_the_dice_fall_comes_to_the_odds_and_to_the_text(dice, rank, gnawing, armor):
    attacker = {**EVEN, "dice": dice}
    target = {**OGRE, "rank": rank, "gnawing": gnawing, "armor": armor}
    encounter = on_the_board(attacker, AXE, target)
    attack = Attack("kael", "orc", "blade", {"stars": "damage", "defense": "passive"})
    found = Counter()
    for chance, after in every_end(rules(), encounter, attack):
        found[status(after, "orc").damage] += chance
    expected = grim_text.attack(attacker, AXE, target, "damage")["damage"]
    assert sum(found.values()) == 1
    assert dict(found) == {amount: chance for amount, chance in expected.items() if chance}
    planned = plan(encounter, "kael", "orc", choices=dict(attack.choices))
    assert same(planned.odds.damage, found)


@pytest.mark.parametrize("dice", [1, 2])
def test_every_way_a_parry_falls(dice):
    attacker, target = {**EVEN, "dice": 2}, {**OGRE, "rank": 5, "reaction": dice}
    encounter = on_the_board(attacker, AXE, target)
    attack = Attack("kael", "orc", "blade", {"stars": "damage", "defense": "parry"})
    found = Counter()
    for chance, after in every_end(rules(), encounter, attack):
        found[status(after, "orc").damage] += chance
    expected = grim_text.attack(attacker, AXE, target, "damage")["damage"]
    assert dict(found) == {amount: chance for amount, chance in expected.items() if chance}


# Areas -----------------------------------------------------------------------------------------

crowds = st.lists(
    st.fixed_dictionaries(
        {
            "dc": st.integers(2, 5),
            "rank": st.integers(1, 5),
            "reaction": st.sampled_from((0, 0, 1, 2)),
            "armor": sigils,
            "elemental": sigils,
            "gnawing": st.lists(st.tuples(st.just(1), st.sampled_from((4, 6))), max_size=1),
        }
    ),
    min_size=1,
    max_size=4,
)


@given(
    crowds,
    st.integers(0, 4),
    st.integers(0, 3),
    st.sampled_from(("none", "damage", "sizes", "best")),
    sizes,
)
def test_the_odds_of_an_area_attack_are_those_of_the_text(crowd, dice, which, policy, die):
    places = [(10, 5), (11, 5), (10, 6), (11, 6)]
    dcs = sorted({target["dc"] for target in crowd})
    dc = dcs[which % len(dcs)]
    weapon = {**AXE, "dice": 1, "die": die, "kind": "elemental"}
    for target in crowd:
        # A Dodge has the rank of the Dodge skill itself.
        target["reaction_rank"] = target["rank"]
        target["shield"] = NO_SIGIL
    included = [target for target in crowd if target["dc"] <= dc]
    rank = max(target["rank"] for target in included if target["dc"] == dc)
    reactors = [target for target in included if target["reaction"]]
    # Reactions for all and for oneself at once are no matter of the text.
    assume(len({target["rank"] > rank for target in reactors}) < 2)
    bomb = replace(BOMB, details=replace(BOMB.details, dice=1, die=DieSize(f"d{die}")))
    encounter = table(
        someone("kael", (2, 2), weapons=[bomb], sheet={"casting": Training(dice)}),
        *(
            someone(
                key,
                at,
                "foe",
                sheet=Sheet(
                    vitality=60,
                    dodge=guard(Rank(target["rank"]), target["dc"], target["reaction"]),
                    elemental=sigil(target["elemental"]),
                    armor=sigil(target["armor"]),
                ),
                status=Status(
                    worn=tuple(
                        Wear(name, target[name][2], "")
                        for name in ("armor", "elemental")
                        if target[name][2]
                    ),
                    gnawing=tuple(
                        Gnawing("bite", n, DieSize(f"d{size}"), DamageType.FIRE, None)
                        for n, size in target["gnawing"]
                    ),
                ),
            )
            for target, key, at in zip(crowd, "abcd", places, strict=False)
        ),
    )
    choices = {"dc": str(dc), "stars": policy}
    for target, key in zip(crowd, "abcd", strict=False):
        choices[f"defense:{key}"] = "dodge" if target["reaction"] else "passive"
        choices[f"effect:{key}"] = "none"
    planned = plan_area(encounter, blast((10, 5), choices=choices))
    expected = grim_text.area({"sides": 6, "dice": dice}, weapon, crowd, policy, dc)
    by_token = {one.token: one for one in planned.targets}
    for target, key in zip(expected, "abcd", strict=False):
        assert by_token[key].is_included == (target is not None)
        if target is None:
            continue
        odds = by_token[key].odds
        assert abs(odds.hit - float(target["hit"])) < CLOSE
        assert same(odds.damage, target["damage"])
        assert abs(odds.mean - float(target["mean"])) < CLOSE
