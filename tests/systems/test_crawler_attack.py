"""Attacks: what is worth Advantage, what forbids them, their odds, and what degrees bring."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from crawler_boards import (
    AXE,
    BOW,
    MISSILE,
    PIKE,
    SWORD,
    fight,
    levels,
    plan,
    play,
    rules,
    someone,
    status,
    table,
    with_conditions,
    with_status,
)

from battlemap.geometry.cell import Cell
from battlemap.model.apply import apply
from battlemap.model.encounter import Override
from battlemap.model.event import Noted
from battlemap.model.intent import Act, Attack, Overrule
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import Token, Weapon
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.rules.procedure import Ask, IllegalIntentError, Roll
from battlemap.systems.crawler.readings import (
    HinderedMob,
    LeastCover,
    ObscuredSight,
    OppositeModifiers,
    Unevaded,
)
from battlemap.systems.crawler.rulings import KNOWN, RULINGS
from battlemap.systems.crawler.sheet import Place, Role, Sheet, Stat, WeaponDetails
from battlemap.tactics.board import Board


def pair(weapon=SWORD, column=4, seren=None, orc=None, **parts):
    return table(
        someone("seren", (3, 3), weapons=[weapon], **(seren or {})),
        someone("orc", (column, 3), "foe", **(orc or {})),
        **parts,
    )


# What counts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "who", "key", "value"),
    [
        ("severe weather", "seren", "weather", -1),
        ("shifting ground", "seren", "ground", -1),
        ("shaken", "seren", "shaken", -1),
        ("blinded", "seren", "unseen", -1),
        ("hidden", "orc", "unseen", -1),
        ("invisible", "orc", "unseen", -1),
        ("blinded", "orc", "unseen_attacker", 1),
        ("hidden", "seren", "unseen_attacker", 1),
    ],
)
@pytest.mark.parametrize("weapon", [SWORD, BOW])
def test_conditions_hinder_melee_as_well_as_shots(condition, who, key, value, weapon):
    encounter = with_conditions(pair(weapon, 8 if weapon is BOW else 4), who, condition)
    assert levels(plan(encounter, "seren", "orc")) == {key: value}


def test_size_counts_from_four_classes_of_difference():
    for size, expected in ((4, {}), (5, {"larger": 1})):
        orc = {"sheet": {"size_class": size}}
        assert levels(plan(pair(orc=orc), "seren", "orc")) == expected
    seren = {"sheet": {"size_class": 6}}
    assert levels(plan(pair(seren=seren), "seren", "orc")) == {"smaller": -1}
    near = pair(seren={"sheet": {"size_class": 3}})
    assert levels(plan(near, "seren", "orc", rules(size_classes=2))) == {"smaller": -1}


def test_high_ground_and_an_unseeing_target_may_give_advantage():
    encounter = with_conditions(pair(elevation={5: [(3, 3)]}), "orc", "blinded")
    assert levels(plan(encounter, "seren", "orc")) == {"high_ground": 1, "unseen_attacker": 1}
    assert levels(plan(encounter, "seren", "orc", rules(may_advantage=False))) == {}
    higher = rules(high_ground_feet=10)
    assert levels(plan(encounter, "seren", "orc", higher)) == {"unseen_attacker": 1}


@pytest.mark.parametrize(
    ("least", "grade", "expected"),
    [
        (LeastCover.MINOR, CoverGrade.MINOR, {"cover": -1}),
        (LeastCover.MAJOR, CoverGrade.MINOR, {}),
        (LeastCover.MAJOR, CoverGrade.MAJOR, {"cover": -1}),
    ],
)
def test_which_cover_hinders_a_shot(least, grade, expected):
    encounter = pair(BOW, 8, props={"crate": ((6, 3), (7, 4), grade)})
    planned = plan(encounter, "seren", "orc", rules(least_cover=least))
    assert planned.situation.cover.grade is grade
    assert levels(planned) == expected


@pytest.mark.parametrize(
    ("reading", "least", "expected"),
    [
        (CreaturesCover.NONE, LeastCover.MINOR, {}),
        (CreaturesCover.MINOR, LeastCover.MINOR, {"cover": -1}),
        (CreaturesCover.MINOR, LeastCover.MAJOR, {}),
        (CreaturesCover.MAJOR, LeastCover.MAJOR, {"cover": -1}),
    ],
)
def test_creatures_give_cover_where_the_option_says_so(reading, least, expected):
    encounter = table(
        someone("seren", (3, 3), weapons=[BOW]),
        someone("orc", (8, 3), "foe"),
        # Side by side, so that no ray gets past.
        *(someone(f"hob{row}", (6, row), "foe") for row in (2, 3, 4)),
    )
    planned = plan(encounter, "seren", "orc", rules(creatures_cover=reading, least_cover=least))
    assert planned.situation.cover.grade is reading.grade
    assert levels(planned) == expected
    assert planned.illegal == ""


def test_leaning_out_past_a_wall_of_ones_own_cell():
    wall = [((4, 3), (4, 4), CoverGrade.TOTAL)]
    encounter = pair(BOW, 8, walls=wall)
    assert plan(encounter, "seren", "orc").situation.cover.grade > CoverGrade.NONE
    leaning = plan(encounter, "seren", "orc", rules(lean_out=True))
    assert leaning.situation.cover.grade < plan(encounter, "seren", "orc").situation.cover.grade


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        (ObscuredSight.HINDERS, {"darkness": -1}),
        (ObscuredSight.HIDES, {"unseen": -1, "unseen_attacker": 1}),
        (ObscuredSight.NOTHING, {}),
    ],
)
def test_darkness_between(reading, expected):
    encounter = pair(BOW, 8, terrain={Terrain.OBSCURED: [(6, 3)]})
    planned = plan(encounter, "seren", "orc", rules(obscured_sight=reading))
    assert levels(planned) == expected


def test_a_shot_is_hindered_only_by_enemies_who_are_able():
    encounter = pair(BOW, 4)
    assert levels(plan(encounter, "seren", "orc")) == {"melee_reach": -1}
    for condition in ("stunned", "dead", "surprised"):
        out = with_conditions(pair(BOW, 4), "orc", condition)
        assert levels(plan(out, "seren", "orc")) == {}
    spell = pair(MISSILE, 4)
    assert levels(plan(spell, "seren", "orc")) == {"melee_reach": -1}


def test_opposite_modifiers_cancel_or_are_counted():
    encounter = with_conditions(pair(elevation={5: [(3, 3)]}), "orc", "blinded")
    encounter = with_conditions(encounter, "seren", "shaken")
    assert plan(encounter, "seren", "orc").net == "Plain roll"
    counting = rules(opposite=OppositeModifiers.COUNT)
    assert plan(encounter, "seren", "orc", counting).net == "Advantage"
    evened = with_conditions(encounter, "seren", "severe weather")
    assert plan(evened, "seren", "orc", counting).net == "Plain roll"


def test_every_modifier_names_its_section_and_can_be_overruled():
    encounter = pair()
    for key, known in KNOWN.items():
        assert RULINGS.source(key) == f"Crawler, {known.section}"
        by_hand = plan(encounter, "seren", "orc", switched={key: "on"})
        assert levels(by_hand)[key] == known.value
    encounter, log = play(encounter, Overrule("high_ground", "", "", "on"))
    assert encounter.overrides == (Override("high_ground", "", "", "on"),)
    assert log[-1].kind == "gm"
    assert plan(encounter, "seren", "orc").net == "Advantage"
    off = plan(encounter, "seren", "orc", switched={"high_ground": "off"})
    assert off.net == "Plain roll"


# What forbids it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "weapon", "why"),
    [
        (6, SWORD, "15 ft away, reach 5 ft."),
        (5, PIKE, ""),
        (6, PIKE, "15 ft away, reach 10 ft."),
        (19, replace(BOW, range_feet=75), "80 ft away, range 75 ft; out of range it fails."),
    ],
)
def test_range_and_reach(column, weapon, why):
    assert plan(pair(weapon, column), "seren", "orc").illegal == why


def test_total_cover_and_the_dead_cannot_be_attacked():
    behind = pair(BOW, 8, walls=[((6, 0), (6, 15))])
    assert "total cover" in plan(behind, "seren", "orc").illegal
    dead = with_conditions(pair(), "orc", "dead")
    planned = plan(dead, "seren", "orc")
    assert planned.illegal == "Orc is dead."
    assert planned.odds is None
    forced = plan(dead, "seren", "orc", choices={"force": "yes"})
    assert forced.illegal == ""
    assert "Forced by the GM: Orc is dead." in forced.warnings


def test_who_does_not_exist_is_named():
    with pytest.raises(IllegalIntentError, match='no token "nobody"'):
        plan(pair(), "seren", "nobody")
    with pytest.raises(IllegalIntentError, match="has no club, but sword"):
        plan(pair(), "seren", "orc", weapon="club")
    with pytest.raises(IllegalIntentError, match="cannot attack itself"):
        plan(pair(), "seren", "seren")


def test_mana_uses_inventory_floor_and_breakage():
    knives = replace(BOW, name="knives", details=WeaponDetails(uses=1, place=Place.INVENTORY))
    encounter = fight(
        someone("seren", (3, 3), weapons=[SWORD, MISSILE, knives], sheet={"mana": 3}),
        someone("orc", (8, 3), "foe"),
        phase="act",
    )
    assert "in the inventory" in plan(encounter, "seren", "orc", weapon="knives").illegal
    encounter, _ = play(encounter, Act("seren", "retrieve"), "hotlist")
    encounter, log = play(encounter, Attack("seren", "orc", "knives"), 18, 3)
    assert log[-1].headline.startswith("Seren hits Orc")
    assert "no knives left" in plan(refreshed(encounter), "seren", "orc", weapon="knives").illegal
    encounter, log = play(refreshed(encounter), Attack("seren", "orc", "missile"), 3)
    assert log[0].headline == "Seren changes weapons"
    assert status(encounter, "seren").mana_spent == 2
    poor = plan(refreshed(encounter), "seren", "orc", weapon="missile")
    assert poor.illegal == "Seren has 1 mana, missile costs 2."
    for field, word in (("dropped", "lies on the floor"), ("broken", "is broken")):
        without = with_status(encounter, "seren", actions=2, **{field: ("sword",)})
        near = without.with_token(replace(without.tokens["orc"], at=Cell(4, 3)))
        assert word in plan(near, "seren", "orc", weapon="sword").illegal


def refreshed(encounter):
    return with_status(encounter, "seren", actions=2)


# Numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "words", "harm"),
    [
        (SWORD, "Melee 3 + Str 5", "1d8 +5"),
        (BOW, "Ranged 4 + Dex 1", "1d8"),
        (MISSILE, "Spells 6 + Int 4", "1d6 +4"),
        (
            Weapon("rapier", details=WeaponDetails(stat=Stat.DEXTERITY, damage_stat=Stat.NONE)),
            "Melee 3 + Dex 1",
            "1d6",
        ),
        (Weapon("rune", details=WeaponDetails(stat=Stat.NONE, rank=9)), "Melee 9", "1d6 +5"),
    ],
)
def test_which_stat_and_rank_an_attack_uses(weapon, words, harm):
    sheet = Sheet(
        strength_mod=5,
        dexterity_mod=1,
        intelligence_mod=4,
        melee_rank=3,
        ranged_rank=4,
        spell_rank=6,
    )
    encounter = pair(weapon, seren={"sheet": sheet}, orc={"sheet": {"evade": 5}})
    planned = plan(encounter, "seren", "orc")
    _, log = play(encounter, Attack("seren", "orc", weapon.name), *((2,) * planned_dice(planned)))
    assert any(line.startswith(words) for line in log[-1].details)
    kinds = " and ".join(weapon.details.damage_types)
    assert planned.odds.summary.endswith(f"{harm} {kinds}")


def planned_dice(planned):
    """A natural 2 or better hits Evade 5 with each of these: one d20 (or two) and one die."""
    return (1 if planned.net == "Plain roll" else 2) + 1


def test_the_attack_value_of_a_mob_without_one():
    encounter = pair(orc={"weapons": [BOW], "sheet": {"dexterity_mod": 4}})
    planned = plan(encounter, "orc", "seren", rules(floor=3), choices={"evade": "evade"})
    assert "vs Attack 17" in planned.odds.summary


# Odds ---------------------------------------------------------------------------------------


def enumerated(encounter, attack, system):
    """Play every throw of the dice through the real procedure; returns chances by damage."""
    found: Counter[int] = Counter()

    def explore(throws, chance):
        said, damage = played(encounter, attack, system, throws)
        if said is None:
            found[damage] += chance
            return
        faces = list(product(range(1, said.sides + 1), repeat=said.count))
        for thrown in faces:
            explore((*throws, thrown), chance / len(faces))

    explore((), Fraction(1))
    return found


def played(encounter, attack, system, throws):
    """Return the first roll that isn't thrown yet, or None, and the damage that was done."""
    procedure, answer, damage, left = system.perform(encounter, attack), None, 0, list(throws)
    while True:
        try:
            said = procedure.send(answer)
        except StopIteration:
            return None, damage
        if isinstance(said, Roll):
            if not left:
                return said, damage
            answer = left.pop(0)
        elif isinstance(said, Ask):
            answer = "none"
        else:
            if isinstance(said, Noted) and said.outcome is not None:
                damage = said.outcome.damage
            answer = encounter = apply(encounter, said)


@pytest.mark.parametrize(
    ("attacker", "choice", "added"),
    [
        ("seren", "none", ()),
        ("seren", "none", (("by hand", 1),)),
        ("orc", "none", ()),
        ("orc", "evade", ()),
        ("orc", "evade", (("by hand", 1),)),
    ],
)
def test_the_odds_are_those_of_full_enumeration(attacker, choice, added):
    # With two d20s the damage is certain, so that there are fewer throws.
    kinds = ("fire", "ice")
    details = WeaponDetails(dice=0 if added else 1, sides=3, bonus=2, damage_types=kinds)
    weapon = Weapon("club", details=details)
    sheet = Sheet(melee_rank=2, damage_resistance=1, vulnerabilities=("fire",), evade=13)
    encounter = table(
        someone("seren", (3, 3), weapons=[weapon], sheet=sheet),
        someone("orc", (4, 3), "foe", weapons=[weapon], sheet=sheet),
    )
    system = rules(floor=2)
    target = "orc" if attacker == "seren" else "seren"
    attack = Attack(attacker, target, "club", {"evade": choice}, added=added)
    odds = system.plan(Board.of(encounter, system), attack).odds
    exact = enumerated(encounter, attack, system)
    assert dict(odds.damage) == {v: pytest.approx(float(c), abs=1e-12) for v, c in exact.items()}
    assert sum(chance for _, chance in odds.degrees) == pytest.approx(1 if odds.degrees else 0)
    assert odds.mean == pytest.approx(float(sum(v * c for v, c in exact.items())))


def test_the_chance_to_drop_the_target():
    orc = {"sheet": {"evade": 12, "slots": (1,) * 10}}
    encounter = with_status(pair(orc=orc), "orc", marked=6)
    odds = plan(encounter, "seren", "orc").odds
    # 7 and more hits; 4 points are needed: 1d8 + 2 has them from 2 on, with F from 17 on always.
    assert odds.hit == pytest.approx(14 / 20)
    assert odds.drop == pytest.approx((10 * 7 / 8 + 3 + 1) / 20)


# Degrees ------------------------------------------------------------------------------------


def test_a_natural_20_rolls_twice_the_base_dice_and_adds_modifiers_once():
    encounter = pair(orc={"sheet": {"evade": 40}})
    _, log = play(encounter, Attack("seren", "orc"), 20, 3, 4)
    assert log[-1].outcome.damage == 3 + 4 + 2
    assert log[-1].outcome.critical == "Critical hit"


def test_intervene_turns_a_near_miss_into_a_hit():
    encounter = fight(
        someone("seren", (3, 3)),
        someone("kael", (3, 5)),
        someone("orc", (4, 3), "foe", sheet={"evade": 16}),
        phase="act",
    )
    after, log = play(encounter, Attack("seren", "orc"), 10, "by:kael", 1, 5)
    assert log[-1].outcome.damage == 7
    assert status(after, "kael").actions == 1
    missed, log = play(encounter, Attack("seren", "orc"), 10, "none")
    assert log[-1].outcome.critical == "Near miss"
    assert status(missed, "kael").actions == 2


def test_a_play_is_added_to_the_check_or_else_to_the_damage():
    encounter = with_status(pair(orc={"sheet": {"evade": 16}}), "seren", play=4, play_for="attack")
    hit, log = play(encounter, Attack("seren", "orc"), 11, 5)
    assert log[-1].outcome.damage == 5 + 2 + 4
    assert status(hit, "seren").play == 0
    _, log = play(encounter, Attack("seren", "orc"), 8, 5)
    assert log[-1].outcome.damage == 5 + 2
    planned = plan(encounter, "seren", "orc")
    assert planned.odds.hit == pytest.approx(14 / 20)
    assert "A Play was called: +4 to the check, else to the damage" in planned.warnings
    other = with_status(encounter, "seren", play_for="first aid")
    assert plan(other, "seren", "orc").odds.hit == pytest.approx(10 / 20)


@pytest.mark.parametrize(
    ("answer", "field"), [("dropped", "dropped"), ("shaken", "lasting"), ("none", "")]
)
def test_failing_by_10_brings_a_consequence_that_the_gm_chooses(answer, field):
    encounter = pair(orc={"sheet": {"evade": 30}})
    after, log = play(encounter, Attack("seren", "orc"), 5, answer)
    if field:
        assert getattr(status(after, "seren"), field)
        assert log[-1].kind == "attack"
    assert after.tokens["seren"].has("shaken") is (answer == "shaken")


@pytest.mark.parametrize("answer", ["hits:kael", "broken"])
def test_a_natural_1_brings_the_worst(answer):
    encounter = table(
        someone("seren", (3, 3)), someone("kael", (4, 4)), someone("orc", (4, 3), "foe")
    )
    script = (1, answer, 6) if answer.startswith("hits") else (1, answer)
    after, log = play(encounter, Attack("seren", "orc"), *script)
    if answer == "broken":
        assert status(after, "seren").broken == ("sword",)
    else:
        assert log[-1].headline == "Seren hits Kael, 8 damage"
        assert status(after, "kael").marked == 2


# Mobs ---------------------------------------------------------------------------------------


def mob_attack(system, **more):
    encounter = table(
        someone("seren", (3, 3)),
        someone("orc", (4, 3), "foe", weapons=[AXE]),
        elevation={5: [(4, 3)]},
        **more,
    )
    return plan(encounter, "orc", "seren", system, choices={"evade": "evade"})


def test_what_helps_the_mob_hinders_the_evade():
    assert mob_attack(rules()).net == "Evade: Disadvantage"
    assert mob_attack(rules(hindered_mob=HinderedMob.NOTHING)).net == "Evade: Plain roll"


def test_a_shaken_crawler_evades_badly_under_every_reading():
    encounter = with_conditions(pair(orc={"weapons": [AXE]}), "seren", "shaken")
    for reading in HinderedMob:
        planned = plan(
            encounter, "orc", "seren", rules(hindered_mob=reading), choices={"evade": "evade"}
        )
        assert planned.net == "Evade: Disadvantage"


def test_without_an_evade_the_attack_hits_or_is_rolled():
    encounter = pair(orc={"weapons": [AXE]})
    sure = plan(encounter, "orc", "seren")
    assert (sure.odds.hit, sure.net) == (1.0, "Nobody rolls")
    assert sure.choices[0].selected == "none"
    rolled = plan(encounter, "orc", "seren", rules(unevaded=Unevaded.ROLLS))
    # d20 + 4 against 10 + 2 + 2.
    assert rolled.odds.hit == pytest.approx(11 / 20)


def test_a_mob_that_attacks_a_mob_rolls():
    encounter = table(
        someone("orc", (3, 3), "foe", weapons=[AXE]),
        someone("dog", (4, 3), "party", sheet=Sheet(role=Role.MOB, evade=14)),
    )
    planned = plan(encounter, "orc", "dog")
    assert planned.odds.hit == pytest.approx(11 / 20)
    assert planned.choices == ()


def test_a_token_without_any_record_fights():
    encounter = table(Token("a", "", "party", at=Cell(3, 3)), Token("b", "", "foe", at=Cell(4, 3)))
    planned = plan(encounter, "a", "b")
    assert planned.illegal == ""
    assert planned.weapon_line == "physical, Melee 3"
    _, log = play(encounter, Attack("a", "b"), 15, 2)
    assert log[-1].headline == "a hits b, 4 damage"
