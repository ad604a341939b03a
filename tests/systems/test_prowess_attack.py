"""The plan of an attack: modifiers, choices, exact odds, and what forbids it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from prowess_boards import (
    BOW,
    DAGGER,
    FIREBALL,
    SPEAR,
    SWORD,
    fight,
    plan,
    rules,
    someone,
    table,
    with_conditions,
    with_status,
    worth,
)

from battlemap.dice.added import AddedRoll
from battlemap.model.obstacle import CoverGrade
from battlemap.model.token import Weapon
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.prowess.blow import Harm, damage, damage_with
from battlemap.systems.prowess.readings import CoverReading, Flanking, Helpless
from battlemap.systems.prowess.sheet import WeaponDetails


def pair(*more, seren=None, orc=None, **parts):
    return table(
        someone("seren", (5, 5), **(seren or {})),
        someone("orc", (6, 5), "foe", **(orc or {})),
        *more,
        **parts,
    )


def choice(planned, key):
    return next(choice for choice in planned.choices if choice.key == key)


def by_hand(attack: AddedRoll, defense: AddedRoll, harm: Harm) -> dict[int, Fraction]:
    """The damage of every way in which all dice can fall."""
    found: Counter[int] = Counter()
    own = list(product(range(1, 7), repeat=attack.dice + attack.plain))
    other = list(product(range(1, 7), repeat=defense.dice))
    rolled = list(product(range(1, harm.sides + 1), repeat=harm.dice))
    whole = 0
    for d20, faces, against, parry in product(range(1, 21), own, range(1, 21), other):
        crits = faces[: attack.dice].count(6)
        less = parry.count(6)
        total = d20 + attack.bonus + sum(faces)
        for weapon, extra, taken in product(
            rolled,
            product(range(1, 7), repeat=crits),
            product(range(1, 7), repeat=less),
        ):
            weight = 6 ** (attack.dice - crits) * 6 ** (defense.dice - less)
            whole += weight
            if total < against + defense.bonus + sum(parry):
                found[0] += weight
                continue
            dealt = sum(weapon) + harm.bonus + sum(extra) + crits * harm.critical
            dealt -= harm.reduction + sum(taken) + less * harm.parried
            found[max(0, dealt)] += weight
    return {value: Fraction(weight, whole) for value, weight in found.items()}


@pytest.mark.parametrize(
    ("attack", "defense", "harm"),
    [
        (AddedRoll(4), AddedRoll(3), Harm(1, 8, 2, 2, 1)),
        (AddedRoll(4, 1), AddedRoll(3), Harm(1, 6, 2, 2, 4)),
        (AddedRoll(4, 1, 1), AddedRoll(5), Harm(1, 4, 3, 3, 2)),
        (AddedRoll(0, 1), AddedRoll(2, 1), Harm(1, 4, 1, 1, 0, 3)),
        (AddedRoll(2, 2), AddedRoll(2), Harm(0, 6, 5, 2, 3)),
    ],
)
def test_damage_is_exact(attack, defense, harm):
    found = damage(attack, defense, harm)
    expected = by_hand(attack, defense, harm)
    assert {value: found.chance(value) for value in found.weights} == {
        value: chance for value, chance in expected.items() if chance
    }


def test_damage_of_criticals():
    assert damage_with(Harm(1, 8, 2, 2, 0), 0, 0).mean == Fraction(13, 2)
    assert damage_with(Harm(1, 8, 2, 2, 0), 1, 0).mean == Fraction(12)
    assert damage_with(Harm(1, 1, 0, 0, 99), 0, 0).chance(0) == 1


def test_the_plan_of_a_plain_attack():
    planned = plan(pair(), "seren", "orc")
    assert planned.net == "Even"
    assert planned.illegal == ""
    assert planned.odds.summary == "d20 + 4 vs d20 + 3, 1d8 + 2 damage"
    # 4 above 3 with ties to the attacker: 229 of 400.
    assert planned.odds.hit == pytest.approx(229 / 400)
    assert planned.odds.hits_label == "criticals"
    assert dict(planned.odds.degrees)["Miss"] == pytest.approx(171 / 400)
    assert [c.key for c in planned.choices] == ["kind", "dice", "defense"]
    assert [o.key for o in choice(planned, "dice").options] == ["0", "1", "2", "3", "4"]
    assert choice(planned, "defense").selected == "evasion"


def test_the_odds_follow_the_number_of_prowess_dice():
    plain = plan(pair(), "seren", "orc").odds
    two = plan(pair(), "seren", "orc", choices={"dice": "2"}).odds
    assert two.summary.startswith("d20 + 4 + 2d6")
    assert two.hit > plain.hit
    assert two.mean > plain.mean
    assert sum(chance for _, chance in two.degrees) == pytest.approx(1)
    most = plan(pair(), "seren", "orc", choices={"dice": "99"})
    assert choice(most, "dice").selected == "4"
    nothing = plan(pair(), "seren", "orc", choices={"dice": "many"})
    assert choice(nothing, "dice").selected == "0"


def test_a_technique_leaves_a_die_less_to_add():
    planned = plan(pair(), "seren", "orc", choices={"kind": "wounding_strike"})
    assert [o.key for o in choice(planned, "dice").options] == ["0", "1", "2", "3"]
    assert choice(planned, "wound").selected == "torso"
    assert choice(planned, "kind").hint == "costs 1 prowess die"
    assert planned.net == "−4"


def test_parries_show_their_price_and_dice():
    planned = plan(pair(), "seren", "orc", choices={"defense": "perfect", "defense_dice": "2"})
    assert worth(planned) == {"perfect_parry": 4}
    assert choice(planned, "defense_dice").hint == "2 AP, 1 prowess die"
    assert planned.odds.summary.startswith("d20 + 4 vs d20 + 2d6")
    running = fight(someone("seren", (5, 5)), someone("orc", (6, 5), "foe", status={"points": 1}))
    poor = with_status(running, "orc", points=1)
    refused = plan(poor, "seren", "orc", choices={"defense": "parry"})
    assert choice(refused, "defense").selected == "evasion"
    assert "Parry isn't possible: needs 2 AP" in refused.warnings


def test_no_parry_without_a_melee_weapon():
    planned = plan(pair(orc={"weapons": [BOW]}), "seren", "orc")
    options = {o.key: o.unavailable for o in choice(planned, "defense").options}
    assert options["parry"] == "needs a melee weapon"
    assert options["perfect"] == "needs a melee weapon"


def test_flanking_gives_one_die_and_hidden_no_second():
    encounter = pair(someone("kael", (7, 5)))
    planned = plan(encounter, "seren", "orc")
    assert worth(planned) == {"flanking": 1}
    assert planned.net == "+1 die"
    assert planned.odds.summary.startswith("d20 + 4 + 1d6")
    hidden = with_conditions(encounter, "seren", "hidden")
    assert worth(plan(hidden, "seren", "orc")) == {"flanking": 1}
    assert worth(plan(hidden, "seren", "orc", switched={"hidden": "on"})) == {
        "flanking": 1,
        "hidden": 1,
    }
    assert plan(hidden, "seren", "orc", switched={"hidden": "on"}).net == "+1 die"


def test_ranged_attacks_flank_by_option_only():
    encounter = pair(someone("kael", (7, 5)), seren={"weapons": [BOW, SWORD]})
    assert "flanking" not in worth(plan(encounter, "seren", "orc", weapon="bow"))
    allowed = rules(ranged_flanking=True)
    assert "flanking" in worth(plan(encounter, "seren", "orc", weapon="bow", system=allowed))


def test_the_die_of_flanking_is_critical_by_option():
    encounter = pair(someone("kael", (7, 5)))
    counts = plan(encounter, "seren", "orc").odds
    assert counts.hits[1] > 0
    silent = rules(flanking_criticals=False)
    plain = plan(encounter, "seren", "orc", system=silent).odds
    assert set(plain.hits) == {0}
    assert plain.hit == pytest.approx(counts.hit)


@pytest.mark.parametrize(
    ("ally", "readings"),
    # Seren stands west of the target at (6, 5).
    [
        ((7, 5), {Flanking.ACROSS, Flanking.WITHIN, Flanking.ACROSS_OR_WITHIN, Flanking.ANY_TWO}),
        ((7, 6), {Flanking.WITHIN, Flanking.ACROSS_OR_WITHIN, Flanking.ANY_TWO}),
        ((6, 6), {Flanking.ANY_TWO}),
        ((9, 9), set()),
    ],
)
def test_other_readings_of_across(ally, readings):
    encounter = pair(someone("kael", ally))
    for reading in Flanking:
        planned = plan(encounter, "seren", "orc", system=rules(flanking=reading))
        assert ("flanking" in worth(planned)) is (reading in readings), reading
    strict = rules(flanking=Flanking.WITHIN, flanking_tolerance=0)
    planned = plan(encounter, "seren", "orc", system=strict)
    assert ("flanking" in worth(planned)) is (ally == (7, 5))


def test_across_or_within_takes_either():
    # Across a large target, but not in a straight line with its center.
    wide = rules(flanking=Flanking.ACROSS_OR_WITHIN, flanking_tolerance=0)
    encounter = table(
        someone("seren", (0, 1)), someone("kael", (3, 1)), someone("orc", (1, 1), "foe", size=2)
    )
    for reading, flanks in ((Flanking.ACROSS, True), (Flanking.WITHIN, False)):
        narrow = rules(flanking=reading, flanking_tolerance=0)
        planned = plan(encounter, "seren", "orc", system=narrow)
        assert ("flanking" in worth(planned)) is flanks
    assert "flanking" in worth(plan(encounter, "seren", "orc", system=wide))


def shot(*more, orc=None, **parts):
    return table(
        someone("seren", (2, 5), weapons=[BOW]),
        someone("orc", (8, 5), "foe", **(orc or {})),
        *more,
        **parts,
    )


def test_cover_by_the_obstacles_own_grade():
    bush = shot(props={"bush": ((6, 4.9), (6.5, 5.4), CoverGrade.MINOR)})
    assert worth(plan(bush, "seren", "orc")) == {"cover_minor": -2}
    wall = shot(props={"wall": ((6, 4.9), (6.5, 5.4), CoverGrade.MAJOR)})
    planned = plan(wall, "seren", "orc")
    assert worth(planned) == {"cover_major": -5}
    assert planned.net == "−5"
    assert planned.odds.summary.startswith("d20 + 4 vs d20 + 8")
    share = rules(cover_grade=CoverReading.BY_SHARE)
    assert planned.situation.cover.share < 0.5
    assert worth(plan(wall, "seren", "orc", system=share)) == {"cover_minor": -2}


def test_creatures_in_the_line_and_standing_above():
    crowd = shot(someone("wolf", (5, 5), "foe"))
    assert worth(plan(crowd, "seren", "orc")) == {"cover_minor": -2}
    open_ = rules(creatures_cover=CreaturesCover.NONE)
    assert worth(plan(crowd, "seren", "orc", system=open_)) == {}
    major = rules(creatures_cover=CreaturesCover.MAJOR)
    assert worth(plan(crowd, "seren", "orc", system=major)) == {"cover_major": -5}
    # Not even a whole row of them is total cover.
    row = shot(*(someone(f"wolf{row}", (5, row), "foe") for row in (4, 5, 6)))
    assert worth(plan(row, "seren", "orc", system=major)) == {"cover_major": -5}
    assert plan(row, "seren", "orc", system=major).illegal == ""
    high = shot(elevation={5: [(8, 5)]})
    assert worth(plan(high, "seren", "orc")) == {"higher": -2}
    assert worth(plan(high, "seren", "orc", system=rules(higher_ground_feet=10))) == {}
    assert worth(plan(high, "seren", "orc", system=rules(higher_ground_feet=0))) == {}


def test_a_ruled_cover_does_not_add_to_the_one_on_the_map():
    wall = shot(props={"wall": ((6, 4.9), (6.5, 5.4), CoverGrade.MAJOR)})
    planned = plan(wall, "seren", "orc", switched={"cover_minor": "on"})
    assert worth(planned) == {"cover_major": -5, "cover_minor": -2}
    assert planned.odds.summary.startswith("d20 + 4 vs d20 + 8")
    ignored = plan(wall, "seren", "orc", switched={"cover_major": "off"})
    assert ignored.odds.summary.startswith("d20 + 4 vs d20 + 3")
    added = plan(wall, "seren", "orc", added=(("Luck", 2),))
    assert added.odds.summary.startswith("d20 + 6 vs d20 + 8")


def test_total_cover_and_reach():
    shut = shot(walls=[((5, 0), (5, 15))])
    assert "has total cover" in plan(shut, "seren", "orc").illegal
    assert plan(shut, "seren", "orc").odds is None
    far = table(someone("seren", (1, 1)), someone("orc", (4, 1), "foe"))
    assert plan(far, "seren", "orc").illegal == "15 ft away, reach 5 ft."
    forced = plan(far, "seren", "orc", choices={"force": "yes"})
    assert forced.illegal == ""
    assert forced.warnings == ("Forced by the GM: 15 ft away, reach 5 ft.",)


def test_an_aura_is_five_feet_at_least_and_all_around():
    short = table(
        someone("seren", (5, 5), weapons=[DAGGER], facing=0.0), someone("orc", (5, 6), "foe")
    )
    assert plan(short, "seren", "orc").illegal == ""
    long = table(someone("seren", (5, 5), weapons=[SPEAR]), someone("orc", (7, 7), "foe"))
    assert plan(long, "seren", "orc").illegal == ""


def test_wounds_hinder_by_option():
    hurt = with_status(pair(), "seren", wounds=("arm", "leg"))
    assert worth(plan(hurt, "seren", "orc")) == {}
    assert worth(plan(hurt, "seren", "orc", system=rules(wound_penalty=2))) == {"wounded": -4}


def test_assistants_add_up_by_option():
    helped = with_status(pair(), "seren", assisted_by=("kael", "dace"))
    assert worth(plan(helped, "seren", "orc")) == {"assist": 4}
    assert worth(plan(helped, "seren", "orc", system=rules(assists_add=True))) == {"assist": 8}


def test_armor_pierce_may_cost_two_dice():
    choices = {"kind": "armor_pierce"}
    two = rules(armor_pierce_dice=2)
    assert len(choice(plan(pair(), "seren", "orc", choices=choices), "dice").options) == 4
    found = plan(pair(), "seren", "orc", choices=choices, system=two)
    assert len(choice(found, "dice").options) == 3
    bar = {a.key: a for a in two.actions(pair(), pair().tokens["seren"])}
    assert bar["armor_pierce"].cost == ("point",) * 3 + ("die",) * 2


def test_the_helpless_are_hit_by_option():
    lying = with_conditions(pair(), "orc", "unconscious")
    sure = plan(lying, "seren", "orc")
    assert sure.odds.hit == 1
    assert sure.odds.summary.startswith("d20 + 4 vs no defense")
    assert {o.key for o in choice(sure, "defense").options if not o.unavailable} == {"evasion"}
    rolled = plan(lying, "seren", "orc", system=rules(helpless=Helpless.ROLLS))
    assert rolled.odds.hit == pytest.approx(229 / 400)


def test_the_chance_to_fell():
    weak = pair(orc={"sheet": {"health": 3, "armor": 0}})
    odds = plan(weak, "seren", "orc").odds
    assert odds.drop == pytest.approx(odds.at_least(3))


@pytest.mark.parametrize(
    ("conditions", "why"),
    [(("dead",), "Orc is dead"), ((), "")],
)
def test_the_dead_are_left_alone(conditions, why):
    assert plan(with_conditions(pair(), "orc", *conditions), "seren", "orc").illegal.startswith(why)


def test_whoever_cannot_act_attacks_nobody():
    out = with_conditions(pair(), "seren", "stunned")
    assert plan(out, "seren", "orc").illegal == "Seren cannot act: stunned."


def test_opportunity_attacks_by_hand():
    encounter = fight(someone("seren", (5, 5)), someone("orc", (6, 5), "foe", weapons=[SWORD, BOW]))
    waiting = plan(encounter, "orc", "seren")
    assert waiting.illegal == "It is Seren's turn."
    assert {o.key: o.unavailable for o in choice(waiting, "cost").options} == {
        "attack": "not its turn",
        "opportunity": "",
    }
    strike = plan(encounter, "orc", "seren", choices={"cost": "opportunity"})
    assert strike.illegal == ""
    assert [c.key for c in strike.choices] == ["cost", "dice", "defense"]
    assert len(choice(strike, "dice").options) == 4
    bow = plan(encounter, "orc", "seren", weapon="bow", choices={"cost": "opportunity"})
    assert bow.illegal == "An opportunity attack is a melee attack."
    empty = with_status(encounter, "orc", spent_dice=4)
    assert (
        "no prowess die left"
        in plan(empty, "orc", "seren", choices={"cost": "opportunity"}).illegal
    )
    surprised = with_conditions(encounter, "orc", "surprised")
    assert "surprised" in plan(surprised, "orc", "seren", choices={"cost": "opportunity"}).illegal


def test_names_that_do_not_exist():
    with pytest.raises(IllegalIntentError, match='no token "ghost"'):
        plan(pair(), "seren", "ghost")
    with pytest.raises(IllegalIntentError, match="Seren has no bow, but sword"):
        plan(pair(), "seren", "orc", weapon="bow")
    with pytest.raises(IllegalIntentError, match="cannot attack itself"):
        plan(pair(), "seren", "seren")


def test_weapons_with_an_area_threaten_nothing():
    breath = Weapon("breath", details=WeaponDetails(shape=FIREBALL.details.shape))
    token = someone("seren", (1, 1), weapons=[breath, DAGGER])
    assert [reach.weapon for reach in rules().reaches(token)] == ["dagger"]


def test_the_chance_to_drop_is_that_of_all_the_health_that_is_left():
    encounter = table(someone("seren", (1, 1)), someone("orc", (2, 1), "foe"))
    # 1d8 + 2 less 1: 9 at most, of 20; with 12 lost an 8 or a 7 on the die drops the orc.
    assert plan(encounter, "seren", "orc").odds.drop == 0
    hurt = with_status(encounter, "orc", damage=12)
    odds = plan(hurt, "seren", "orc").odds
    assert odds.drop == pytest.approx(odds.hit * 2 / 8)
    # Whoever lies at the end of its health already is dropped by any damage.
    tough = table(someone("seren", (1, 1)), someone("orc", (2, 1), "foe", sheet={"armor": 3}))
    done = plan(with_status(tough, "orc", damage=25), "seren", "orc").odds
    assert 1 in done.damage
    assert done.drop == pytest.approx(sum(p for n, p in done.damage.items() if n))


def test_a_die_that_a_perfect_parry_costs_is_not_added_to_it():
    encounter = table(
        someone("seren", (1, 1)), someone("orc", (2, 1), "foe", sheet={"prowess_dice": 1})
    )
    for defense, dice in (("parry", ["0", "1"]), ("perfect", ["0"]), ("heavy", ["0"])):
        planned = plan(encounter, "seren", "orc", choices={"defense": defense})
        [choice] = [one for one in planned.choices if one.key == "defense_dice"]
        assert [option.key for option in choice.options] == dice
