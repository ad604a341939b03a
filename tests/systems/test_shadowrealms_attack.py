from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import (
    BOW,
    KNIFE,
    SPEAR,
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

from battlemap.geometry.grid import GridKind
from battlemap.model.apply import apply
from battlemap.model.encounter import Override
from battlemap.model.intent import Attack, EndTurn, Overrule
from battlemap.model.obstacle import CoverGrade
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.rules.procedure import Ask, IllegalIntentError, Roll
from battlemap.systems.shadowrealms.modifiers import modifiers
from battlemap.systems.shadowrealms.readings import (
    ActiveDefense,
    CoverRule,
    DefenseModel,
    GrappledStrikes,
    MinionDamage,
    ObscuredSight,
    OffGuardRule,
    PoolDie,
    RepeatPenalty,
    SkippedAttackRoll,
    TotalRule,
)
from battlemap.systems.shadowrealms.sheet import (
    Attribute,
    DamageType,
    Injury,
    Protection,
    Sheet,
    Status,
    Tier,
    WeaponDetails,
)
from battlemap.tactics.board import Board


def pair(**more):
    """Seren faces an orc that faces her, one cell apart."""
    return table(
        someone("seren", (5, 5), facing=90, **more), someone("orc", (6, 5), "foe", facing=270)
    )


def archery(distance=6, **parts):
    return table(
        someone("seren", (2, 5), facing=90, weapons=[BOW]),
        someone("orc", (2 + distance, 5), "foe", facing=270),
        **parts,
    )


# Modifiers ---------------------------------------------------------------------------------


def test_an_even_fight_has_no_modifiers():
    planned = plan(pair(), "seren", "orc")
    assert planned.modifiers == ()
    assert planned.net == "Even"
    assert planned.illegal == ""
    assert planned.weapon_line == "slashing, Fighting 4"


def test_rear_attack_names_the_cell_and_the_facing():
    encounter = table(someone("seren", (5, 5)), someone("orc", (6, 5), "foe", facing=90))
    row = plan(encounter, "seren", "orc").modifiers[0]
    assert (row.key, row.value, row.fact) == ("rear", 2, "arc")
    assert row.reason == "F6 lies behind Orc, who faces east"
    assert row.source == "ShadowRealms, section 8"


def test_the_side_arc_counts_only_by_option():
    encounter = table(someone("seren", (5, 5)), someone("orc", (6, 5), "foe", facing=0))
    assert levels(plan(encounter, "seren", "orc")) == {}
    assert levels(plan(encounter, "seren", "orc", rules(side_arc_levels=1))) == {"side": 1}


def test_arc_angles_are_options():
    encounter = table(someone("seren", (5, 5)), someone("orc", (6, 5), "foe", facing=0))
    narrow = rules(square_front_half=45.0, square_side_half=80.0)
    assert levels(plan(encounter, "seren", "orc", narrow)) == {"rear": 2}
    hexes = table(
        someone("seren", (5, 5)),
        someone("orc", (5, 6), "foe", facing=0),
        kind=GridKind.HEX_FLAT,
    )
    assert levels(plan(hexes, "seren", "orc")) == {}
    turned = hexes.with_token(replace(hexes.tokens["orc"], facing=120.0))
    assert levels(plan(turned, "seren", "orc")) == {}
    narrow = rules(hex_front_half=45.0, hex_side_half=100.0)
    assert levels(plan(turned, "seren", "orc", narrow)) == {"rear": 2}


@pytest.mark.parametrize(("feet", "found"), [(0, {}), (5, {"higher_ground": 1})])
def test_higher_ground_needs_a_level(feet, found):
    encounter = table(
        someone("seren", (5, 5)),
        someone("orc", (6, 5), "foe", facing=270),
        elevation={feet: [(5, 5)]},
    )
    assert levels(plan(encounter, "seren", "orc")) == found
    assert levels(plan(encounter, "seren", "orc", rules(higher_ground_feet=10))) == {}


@pytest.mark.parametrize(
    ("grade", "found"), [(CoverGrade.MINOR, {"cover": -1}), (CoverGrade.MAJOR, {"cover": -2})]
)
def test_cover_is_read_off_the_map(grade, found):
    encounter = archery(props={"crate": ((6, 4), (7, 7), grade)})
    planned = plan(encounter, "seren", "orc")
    assert levels(planned) == found
    assert planned.modifiers[0].reason == f"prop: {grade.word}, 4 of 4 rays"
    after = rules(cover=CoverRule.AFTER_TAKE_COVER)
    assert levels(plan(encounter, "seren", "orc", after)) == {}
    covered = with_status(encounter, "orc", cover_by=("crate",))
    assert levels(plan(covered, "seren", "orc", after)) == found


def test_take_cover_raises_the_grade_of_that_object():
    encounter = archery(props={"crate": ((6, 4), (7, 7), CoverGrade.MINOR)})
    covered = with_status(encounter, "orc", cover_by=("crate",))
    assert levels(plan(covered, "seren", "orc")) == {"cover": -2}
    elsewhere = with_status(encounter, "orc", cover_by=("barrel",))
    assert levels(plan(elsewhere, "seren", "orc")) == {"cover": -1}


def test_total_cover_cannot_be_targeted():
    planned = plan(archery(walls=[((5, 0), (5, 15))]), "seren", "orc")
    assert "total cover" in planned.illegal
    assert planned.odds is None
    raised = with_status(
        archery(props={"wall": ((6, 4), (7, 7), CoverGrade.MAJOR)}), "orc", cover_by=("wall",)
    )
    assert "total cover" in plan(raised, "seren", "orc").illegal


def test_creatures_cover_by_option():
    encounter = archery().with_token(someone("bystander", (5, 5), "neutral"))
    assert levels(plan(encounter, "seren", "orc")) == {}
    minor = rules(creatures_cover=CreaturesCover.MINOR)
    assert levels(plan(encounter, "seren", "orc", minor)) == {"cover": -1}
    major = rules(creatures_cover=CreaturesCover.MAJOR)
    assert levels(plan(encounter, "seren", "orc", major)) == {"cover": -2}


@pytest.mark.parametrize(("weapon", "found"), [(SWORD, -1), (SPEAR, -2)])
def test_tight_space_is_worse_for_a_reach_weapon(weapon, found):
    encounter = table(
        someone("seren", (5, 5), facing=90, weapons=[weapon]),
        someone("orc", (6, 5), "foe", facing=270),
        walls=[((0, 5), (20, 5)), ((0, 6), (20, 6))],
    )
    assert levels(plan(encounter, "seren", "orc")) == {"tight_space": found}


def test_prone_helps_in_melee_and_hinders_at_range():
    assert levels(plan(with_conditions(pair(), "orc", "prone"), "seren", "orc")) == {
        "target_prone": 2
    }
    assert levels(plan(with_conditions(archery(), "orc", "prone"), "seren", "orc")) == {
        "target_prone": -2
    }
    assert levels(plan(with_conditions(pair(), "seren", "prone"), "seren", "orc")) == {
        "attacker_prone": -2
    }


@pytest.mark.parametrize(
    ("who", "condition"), [("orc", "invisible"), ("orc", "hidden"), ("seren", "blinded")]
)
def test_an_unseen_target(who, condition):
    planned = plan(with_conditions(pair(), who, condition), "seren", "orc")
    assert levels(planned) == {"unseen": -2}


def test_aim_counts_and_is_lost_on_an_unseen_target():
    encounter = with_status(archery(), "seren", aim=2)
    assert levels(plan(encounter, "seren", "orc")) == {"aim": 2}
    hidden = plan(with_conditions(encounter, "orc", "invisible"), "seren", "orc")
    assert hidden.net == "Total Disadvantage"
    assert [row.key for row in hidden.modifiers] == ["unseen"]


@pytest.mark.parametrize(
    ("reading", "found"),
    [
        (ObscuredSight.BLOCKS, {"unseen": -2}),
        (ObscuredSight.DIMS, {"obscured": -1}),
        (ObscuredSight.NOTHING, {}),
    ],
)
def test_fog_between_them(reading, found):
    encounter = archery(terrain={Terrain.OBSCURED: [(5, 5)]})
    assert levels(plan(encounter, "seren", "orc", rules(obscured_sight=reading))) == found


def test_a_target_that_moved_is_harder_to_shoot():
    assert levels(plan(with_status(archery(), "orc", moved_last_turn=True), "seren", "orc")) == {
        "moving_target": -1
    }
    assert levels(plan(with_status(pair(), "orc", moved_last_turn=True), "seren", "orc")) == {}


@pytest.mark.parametrize(("strikes", "value"), [(1, -1), (2, -2), (3, -3), (5, -3)])
def test_repeated_strikes(strikes, value):
    encounter = with_status(pair(), "seren", strikes=strikes)
    assert levels(plan(encounter, "seren", "orc")) == {"repeat": value}
    dice = plan(encounter, "seren", "orc", rules(repeat_penalty=RepeatPenalty.DICE))
    assert dice.modifiers[0].unit == "die"
    assert dice.net == f"−{-value} {'die' if value == -1 else 'dice'}"
    assert dice.odds.summary.startswith(f"{max(0, 4 + value)}d20")
    for cost in ("bonus", "reaction"):
        choices = {"cost": cost}
        assert levels(plan(encounter, "seren", "orc", choices=choices)) == {}


def test_off_hand_without_ambidextrous():
    encounter = pair(weapons=[SWORD, KNIFE])
    second = {"weapon": "knife", "choices": {"cost": "bonus"}}
    assert levels(plan(encounter, "seren", "orc", **second)) == {"off_hand": -1}
    assert levels(plan(encounter, "seren", "orc", rules(off_hand_level=False), **second)) == {}
    both = pair(weapons=[SWORD, KNIFE], sheet={"ambidextrous": True})
    assert levels(plan(both, "seren", "orc", **second)) == {}
    assert plan(encounter, "seren", "orc", **second).choices[0].key == "cost"


def test_feint_and_assist():
    encounter = with_status(pair(), "seren", feint="orc", assist=1)
    assert levels(plan(encounter, "seren", "orc")) == {"feint": 1, "assist": 1}
    other = with_status(pair(), "seren", feint="somebody")
    assert levels(plan(other, "seren", "orc")) == {}


def test_a_feint_is_for_melee_and_waits_for_it():
    archer = someone("seren", (5, 5), facing=90, weapons=[BOW, SWORD])
    encounter = fight(archer, someone("orc", (6, 5), "foe", facing=270))
    encounter = with_status(encounter, "seren", feint="orc")
    assert levels(plan(encounter, "seren", "orc", weapon="bow")) == {}
    assert levels(plan(encounter, "seren", "orc", weapon="sword")) == {"feint": 1}
    shot, _ = play(encounter, Attack("seren", "orc", "bow"), 1, 1, 1)
    assert levels(plan(shot, "seren", "orc", weapon="sword")) == {"feint": 1, "repeat": -1}


def test_off_guard_is_a_level_by_default():
    encounter = with_conditions(pair(), "orc", "off-guard")
    assert levels(plan(encounter, "seren", "orc")) == {"off_guard": 1}
    assert levels(plan(encounter, "seren", "orc", rules(off_guard=OffGuardRule.NOTHING))) == {}


def test_a_grappled_attacker_against_others():
    encounter = with_conditions(pair(), "seren", "grappled")
    assert levels(plan(encounter, "seren", "orc")) == {"grappled": -1}
    holder = with_status(encounter, "seren", grappled_by="orc")
    assert levels(plan(holder, "seren", "orc")) == {}
    forbidden = rules(grappled_strikes=GrappledStrikes.FORBIDDEN)
    assert "only strike at its grappler" in plan(encounter, "seren", "orc", forbidden).illegal
    assert plan(holder, "seren", "orc", forbidden).illegal == ""
    axe = Weapon("axe", details=WeaponDetails(large=True))
    large = with_conditions(pair(weapons=[axe]), "seren", "grappled")
    assert "too large" in plan(large, "seren", "orc").illegal


@pytest.mark.parametrize(
    ("damage", "lost"), [(0, 0), (4, 0), (5, 1), (8, 1), (9, 2), (12, 2), (13, 3), (15, 3), (16, 4)]
)
def test_wounds_cost_dice(damage, lost):
    planned = plan(with_status(pair(), "seren", damage=damage), "seren", "orc")
    assert levels(planned) == ({"wounded": -lost} if lost else {})
    assert planned.odds.summary.startswith(f"{4 - lost}d20")


def test_wounds_say_what_becomes_of_the_pool():
    encounter = with_status(pair(sheet={"might": 6, "stamina": 8}), "seren", damage=5, fatigue=8)
    rows = plan(encounter, "seren", "orc").modifiers
    assert [(row.key, row.reason) for row in rows] == [
        ("wounded", "Seren 5 of 16 boxes, pool 6 becomes 5"),
        ("exhausted", "Seren has no stamina left, pool 5 becomes 4"),
    ]


def test_injuries_cost_dice_too():
    injury = Injury("a broken arm", "left arm", dice=2)
    encounter = with_status(pair(), "seren", injuries=(injury,))
    assert levels(plan(encounter, "seren", "orc")) == {"injured": -2}


def test_no_dice_no_hits():
    encounter = with_status(pair(sheet={"might": 2}), "seren", damage=13)
    planned = plan(encounter, "seren", "orc")
    assert planned.odds.hits == {0: 1.0}
    encounter, log = play(encounter, Attack("seren", "orc"))
    assert log[0].headline == "Seren misses Orc"


def test_a_limit_break_stays_total_against_levels():
    encounter = with_status(pair(), "seren", limit_break="ready", strikes=2)
    assert plan(encounter, "seren", "orc").net == "Total Advantage"
    assert plan(encounter, "seren", "orc", rules(total=TotalRule.CANCELS)).net == "Even"
    unused = with_status(pair(), "seren", limit_break="next")
    assert plan(unused, "seren", "orc").net == "Even"


def test_two_totals_cancel_and_levels_count():
    encounter = with_status(archery(), "seren", limit_break="ready", aim=1)
    hidden = with_conditions(encounter, "orc", "invisible", "prone")
    assert plan(hidden, "seren", "orc").net == "Disadvantage, 2 levels"


# The GM's word -----------------------------------------------------------------------------


def test_a_modifier_switched_off_once_stays_in_the_list():
    encounter = with_conditions(pair(), "orc", "prone")
    planned = plan(encounter, "seren", "orc", switched={"target_prone": "off"})
    row = planned.modifiers[0]
    assert (row.enabled, row.overruled) == (False, "once")
    assert planned.net == "Even"


def test_a_standing_ruling_can_be_lifted_once():
    encounter, log = play(
        with_conditions(pair(), "orc", "prone"), Overrule("target_prone", "seren", "orc", "off")
    )
    assert log[0].headline == "GM: Target prone ignored"
    row = plan(encounter, "seren", "orc").modifiers[0]
    assert (row.enabled, row.overruled) == (False, "until cleared")
    again = plan(encounter, "seren", "orc", switched={"target_prone": "on"})
    assert levels(again) == {"target_prone": 2}
    assert [row.key for row in plan(encounter, "orc", "seren").modifiers] == ["attacker_prone"]
    cleared, _ = play(encounter, Overrule("target_prone", "seren", "orc", ""))
    assert cleared.overrides == ()
    assert levels(plan(cleared, "seren", "orc")) == {"target_prone": 2}


def test_the_gm_may_say_that_something_counts():
    planned = plan(pair(), "seren", "orc", switched={"higher_ground": "on"}, added=(("Rain", -2),))
    assert levels(planned) == {"higher_ground": 1, "gm:Rain": -2}
    assert planned.net == "Disadvantage, 1 level"
    encounter, _ = play(pair(), Overrule("cover", "seren", "orc", "-2"))
    assert encounter.overrides == (Override("cover", "seren", "orc", "-2"),)
    assert levels(plan(encounter, "seren", "orc")) == {"cover": -2}


@pytest.mark.parametrize(("key", "value"), [("sunshine", "off"), ("rear", "maybe")])
def test_rulings_that_mean_nothing_are_refused(key, value):
    with pytest.raises(IllegalIntentError):
        play(pair(), Overrule(key, "seren", "orc", value))


# Defense and damage ------------------------------------------------------------------------


def test_dodge_and_parry_replace_a_lower_rating():
    nimble = {"evasion": 16, "acrobatics": 4, "fighting": 2}
    encounter = table(
        someone("seren", (5, 5), facing=90), someone("orc", (6, 5), "foe", facing=270, sheet=nimble)
    )
    for defense, number in (("rating", 12), ("dodge", 16), ("parry", 14)):
        planned = plan(encounter, "seren", "orc", choices={"defense": defense})
        assert planned.odds.summary.startswith(f"4d20 vs {number},")
    unsubtracted = rules(active_defense_minus_skill=False)
    planned = plan(encounter, "seren", "orc", unsubtracted, choices={"defense": "dodge"})
    assert planned.odds.summary.startswith("4d20 vs 20,")


@pytest.mark.parametrize("condition", ["stunned", "surprised"])
def test_who_cannot_act_neither_dodges_nor_parries(condition):
    encounter = with_conditions(pair(), "orc", condition)
    planned = plan(encounter, "seren", "orc", choices={"defense": "dodge"})
    defense = planned.choices[-1]
    assert defense.selected == "rating"
    assert [option.unavailable for option in defense.options[1:]] == ["Orc cannot act"] * 2


def test_a_lower_sum_counts_only_by_option():
    clumsy = {"evasion": 5, "acrobatics": 1}
    encounter = table(
        someone("seren", (5, 5), facing=90), someone("orc", (6, 5), "foe", facing=270, sheet=clumsy)
    )
    dodge = {"choices": {"defense": "dodge"}}
    assert plan(encounter, "seren", "orc", **dodge).odds.summary.startswith("4d20 vs 12")
    always = rules(active_defense=ActiveDefense.ALWAYS)
    assert plan(encounter, "seren", "orc", always, **dodge).odds.summary.startswith("4d20 vs 2,")


def test_arrows_cannot_be_parried():
    choice = plan(archery(), "seren", "orc", choices={"defense": "parry"})
    defense = choice.choices[-1]
    assert defense.selected == "rating"
    assert defense.options[2].unavailable == "melee only"
    assert "Parry isn't possible: melee only" in choice.warnings


def test_without_a_reaction_the_whole_pool_is_damage_dice():
    system = rules(defense_model=DefenseModel.DAMAGE_ONLY)
    passive = plan(pair(), "seren", "orc", system)
    assert passive.odds.summary == "4d20 damage vs 6"
    assert passive.odds.hit == 1.0
    assert passive.odds.glancing == 0
    assert passive.choices[-1].options[0].label == "None"
    active = plan(pair(), "seren", "orc", system, choices={"defense": "dodge"})
    assert active.odds.summary == "4d20 vs 11, damage vs 6"


def test_levels_go_to_the_damage_dice_where_the_attack_roll_is_skipped():
    encounter = with_conditions(pair(), "orc", "helpless", "prone")
    planned = plan(encounter, "seren", "orc")
    assert planned.warnings == ("No attack roll: Orc is helpless",)
    assert planned.choices[-1].options[1].unavailable == "Orc is helpless"
    lost = plan(encounter, "seren", "orc", rules(skipped_attack_roll=SkippedAttackRoll.LOST))
    assert planned.odds.mean > lost.odds.mean
    encounter, log = play(encounter, Attack("seren", "orc"), 6, 20, 1, 2, 3, 7, 1, 1, 1, 1)
    outcome = log[0].outcome
    assert outcome.hits is None
    assert [die.was for die in outcome.rolls[0].dice] == [None, None, 1, 2]
    assert outcome.damage == 4


@pytest.mark.parametrize("condition", ["unconscious", "helpless", "paralyzed", "unaware"])
def test_who_is_defenseless_or_unaware_meets_all_dice(condition):
    planned = plan(with_conditions(pair(), "orc", condition), "seren", "orc")
    assert planned.odds.summary == "4d20 damage vs 6"
    assert planned.odds.glancing == 0
    assert planned.warnings == (f"No attack roll: Orc is {condition}",)
    for other in ("stunned", "surprised", "off-guard", "grappled", "prone"):
        able = plan(with_conditions(pair(), "orc", other), "seren", "orc")
        assert able.odds.summary == "4d20 vs 12, damage vs 6"


@pytest.mark.parametrize("die", list(PoolDie))
def test_every_pool_die(die):
    planned = plan(pair(), "seren", "orc", rules(pool_die=die))
    assert planned.odds.summary.startswith(f"4{die}")
    expected = max(0, die.sides - 11) / die.sides
    assert planned.odds.hit == pytest.approx(1 - (1 - expected) ** 4, abs=1e-12)


@pytest.mark.parametrize(
    ("weapon", "dice"),
    [
        (SWORD, 4),
        (BOW, 7),
        (Weapon("rapier", details=WeaponDetails(agile=True)), 5),
        (Weapon("whip", details=WeaponDetails(attribute=Attribute.ACCURACY)), 7),
    ],
)
def test_the_attribute_gives_the_dice(weapon, dice):
    encounter = pair(weapons=[weapon], sheet={"might": 4, "agility": 5, "accuracy": 7})
    assert plan(encounter, "seren", "orc").odds.summary.startswith(f"{dice}d20")


@pytest.mark.parametrize(
    ("kind", "target"),
    [(DamageType.SLASHING, 9), (DamageType.PUNCTURE, 10), (DamageType.IMPACT, 11)],
)
def test_protection_by_damage_type(kind, target):
    blade = Weapon("blade", details=WeaponDetails(damage_type=kind))
    orc = someone("orc", (6, 5), "foe", facing=270, sheet={"protection": Protection(3, 4, 5)})
    encounter = table(someone("seren", (5, 5), weapons=[blade]), orc)
    assert plan(encounter, "seren", "orc").odds.summary.endswith(f"damage vs {target}")


def test_odds_of_the_picture():
    """Five dice at two levels against 13, damage against 11, as the panel was drawn."""
    seren = someone("seren", (5, 5), sheet={"might": 5, "fighting": 5})
    orc = someone(
        "orc", (6, 5), "foe", facing=90, sheet={"defense_rating": 18, "protection": Protection(5)}
    )
    planned = plan(table(seren, orc), "seren", "orc")
    assert planned.odds.summary == "5d20 vs 13, damage vs 11"
    assert planned.odds.hit == pytest.approx(0.9720064, abs=1e-12)
    assert planned.odds.mean == pytest.approx(1.622528, abs=1e-12)
    assert planned.odds.at_least(4) == pytest.approx(0.14144, abs=1e-12)


def test_the_chance_to_drop():
    assert plan(with_status(pair(), "orc", damage=15), "seren", "orc").odds.drop == pytest.approx(
        1 - plan(pair(), "seren", "orc").odds.damage[0]
    )
    fresh = plan(pair(), "seren", "orc").odds
    assert fresh.drop == 0
    assert fresh.at_least(16) == 0


# Legal or not ------------------------------------------------------------------------------


def test_out_of_reach_and_behind():
    far = table(someone("seren", (5, 5)), someone("orc", (9, 5), "foe"))
    assert plan(far, "seren", "orc").illegal == "20 ft away, reach 5 ft."
    turned = table(
        someone("seren", (5, 5), facing=270, weapons=[SPEAR]), someone("orc", (6, 5), "foe")
    )
    assert "ot in front" in plan(turned, "seren", "orc").illegal


def test_the_dead_neither_strike_nor_are_struck():
    assert plan(with_conditions(pair(), "orc", "dead"), "seren", "orc").illegal == "Orc is dead."
    stunned = with_conditions(pair(), "seren", "stunned")
    assert plan(stunned, "seren", "orc").illegal == "Seren cannot act: stunned."


def test_names_that_are_not_there():
    for attack in (Attack("seren", "ghost"), Attack("ghost", "orc"), Attack("seren", "orc", "axe")):
        with pytest.raises(IllegalIntentError):
            plan(pair(), attack.attacker, attack.target, weapon=attack.weapon)
    with pytest.raises(IllegalIntentError, match="itself"):
        plan(pair(), "seren", "seren")


def test_in_a_fight_turns_and_actions_count():
    encounter = fight(*pair().tokens.values())
    assert plan(encounter, "orc", "seren").illegal == "It is Seren's turn."
    assert plan(encounter, "orc", "seren").odds is not None
    spent = with_status(encounter, "seren", actions=0)
    assert plan(spent, "seren", "orc").illegal == "Seren has no actions left."
    forced = plan(spent, "seren", "orc", choices={"force": "yes"})
    assert forced.illegal == ""
    assert forced.warnings == ("Forced by the GM: Seren has no actions left.",)
    assert "not for a bonus" in plan(spent, "seren", "orc", choices={"cost": "bonus"}).illegal
    with pytest.raises(IllegalIntentError, match="no actions left"):
        play(spent, Attack("seren", "orc"))


# The procedure -----------------------------------------------------------------------------


def test_a_strike_spends_an_action_and_counts():
    encounter = fight(*pair().tokens.values())
    encounter, log = play(encounter, Attack("seren", "orc"), 1, 2, 3, 4)
    after = status(encounter, "seren")
    assert (after.actions, after.strikes, after.struck, after.strenuous) == (2, 1, ("orc",), True)
    assert log[0].headline == "Seren misses Orc"
    assert log[0].details[:3] == (
        "With sword",
        "Defense Rating 16 − Fighting 4 = 12",
        "4d20 vs 12: 1 2 3 4, 0 hits",
    )
    encounter, _ = play(encounter, Attack("seren", "orc"), 20, 2, 3, 4, 1)
    assert status(encounter, "seren").strikes == 2


def test_outside_a_fight_nothing_is_spent():
    encounter, _ = play(pair(), Attack("seren", "orc"), 1, 2, 3, 4)
    assert encounter.tokens["seren"].status is None


def test_a_parry_spends_an_extra_defense_first():
    tough = {"evasion": 18}
    encounter = fight(
        someone("seren", (5, 5), facing=90), someone("orc", (6, 5), "foe", facing=270, sheet=tough)
    )
    encounter = with_status(encounter, "orc", extra_defenses=1)
    parry = Attack("seren", "orc", choices={"defense": "parry"})
    encounter, log = play(encounter, parry, 17, 1, 1, 1)
    assert "Parry: Evasion 18 + Fighting 4 − Fighting 4 = 18" in log[0].details
    assert (status(encounter, "orc").extra_defenses, status(encounter, "orc").reaction) == (0, 1)
    encounter, _ = play(encounter, parry, 17, 1, 1, 1)
    assert status(encounter, "orc").reaction == 0
    choice = plan(encounter, "seren", "orc").choices[-1]
    assert choice.hint == "Reaction spent"
    assert choice.options[2].unavailable == "Reaction spent"


def test_an_extra_defense_serves_without_the_reaction():
    encounter = fight(*pair().tokens.values())
    guarded = with_status(encounter, "orc", reaction=0, extra_defenses=2)
    for left in (1, 0):
        dodge = Attack("seren", "orc", choices={"defense": "dodge"})
        guarded, log = play(guarded, dodge, 1, 1, 1, 1)
        assert status(guarded, "orc").extra_defenses == left
        assert log[0].details[1].startswith("Dodge: Evasion 12 + Acrobatics 3")
    assert plan(guarded, "seren", "orc", choices={"defense": "dodge"}).choices[-1].selected == (
        "rating"
    )


def test_aim_feint_and_assist_are_used_up():
    encounter = fight(*pair().tokens.values())
    encounter = with_status(encounter, "seren", feint="orc", assist=1, aim=1, limit_break="ready")
    encounter, _ = play(encounter, Attack("seren", "orc"), 1, 2, 3, 4, 5, 6, 7, 8)
    after = status(encounter, "seren")
    assert (after.feint, after.assist, after.aim, after.limit_break) == ("", 0, 1, "")


def test_a_shot_uses_aim_up_and_a_readied_one_no_limit_break():
    archer = someone("seren", (2, 5), facing=90, weapons=[BOW])
    encounter = fight(archer, someone("orc", (8, 5), "foe", facing=270))
    encounter = with_status(encounter, "seren", aim=2)
    assert levels(plan(encounter, "seren", "orc")) == {"aim": 2}
    shot, _ = play(encounter, Attack("seren", "orc"), 1, 1, 1, 1, 1)
    assert status(shot, "seren").aim == 0
    assert levels(plan(shot, "seren", "orc")) == {"repeat": -1}
    waiting = with_status(encounter, "seren", limit_break="ready", readied=1)
    readied = Attack("seren", "orc", choices={"cost": "readied"})
    after, _ = play(waiting, readied, 1, 1, 1)
    assert (status(after, "seren").limit_break, status(after, "seren").aim) == ("ready", 2)
    assert (status(after, "seren").strikes, status(after, "seren").readied) == (0, 0)


def test_damage_marks_boxes_and_critical_results():
    encounter, log = play(pair(), Attack("seren", "orc"), 12, 13, 14, 1, 6, 7, 20, 20, 4, 4, 4)
    orc = encounter.tokens["orc"]
    assert status(encounter, "orc").damage == 4
    outcome = log[0].outcome
    assert outcome.location == "Head (20)"
    assert outcome.critical == "critical total 12: blood in the eyes"
    assert {"bleeding", "off-guard"} <= orc.conditions
    assert status(encounter, "orc").bleeding == 2
    assert log[0].headline == "Seren hits Orc, head"
    assert "Damage 4, track 4 of 16" in log[0].details
    assert "Critical 3d6: 4 + 4 + 4, total 12: blood in the eyes" in log[0].details


def test_the_consequence_is_said_in_words():
    encounter = with_status(pair(), "orc", damage=3, endured=3)
    _, log = play(encounter, Attack("seren", "orc"), 12, 13, 1, 1, 6, 7, 10, 1, 1)
    assert log[0].outcome.consequence == "Orc now rolls 1 die less"


@pytest.mark.parametrize(
    ("faces", "conditions", "consequence"),
    [
        ((20, 1, 1, 1, 1, 1), set(), "Orc now rolls 1 die less"),
        ((1, 2, 3, 4, 5, 6), {"unconscious", "prone"}, "Orc falls unconscious"),
    ],
)
def test_a_full_track_calls_for_a_test(faces, conditions, consequence):
    encounter = with_status(pair(), "orc", damage=15, endured=15)
    encounter, log = play(encounter, Attack("seren", "orc"), 12, 1, 1, 1, 6, 10, 1, *faces)
    assert encounter.tokens["orc"].conditions == conditions
    assert log[0].outcome.consequence == consequence


def test_how_hard_the_toughness_test_is_is_an_option():
    encounter = with_status(pair(), "orc", damage=15, endured=15)
    blow = (12, 1, 1, 1, 6, 10, 1)
    hard = rules(toughness_difficulty=18)
    down, _ = play(encounter, Attack("seren", "orc"), *blow, *[17] * 6, system=hard)
    assert down.tokens["orc"].has("unconscious")
    up, _ = play(encounter, Attack("seren", "orc"), *blow, 18, *[1] * 5, system=hard)
    assert not up.tokens["orc"].has("unconscious")


def test_a_second_full_track_kills():
    encounter = with_status(pair(), "orc", damage=31, endured=31)
    encounter, log = play(encounter, Attack("seren", "orc"), 12, 1, 1, 1, 6, 10, 1)
    assert encounter.tokens["orc"].has("dead")
    assert log[0].outcome.consequence == "Orc is dead"


def test_a_track_is_full_a_second_time_at_thirty_two_boxes():
    encounter = with_status(pair(), "orc", damage=30, endured=30)
    after, log = play(encounter, Attack("seren", "orc"), 12, 1, 1, 1, 6, 10, 1)
    assert status(after, "orc").damage == 31
    assert not after.tokens["orc"].has("dead")
    # Full once already, and no strain: no test either.
    assert not any("Toughness test" in line for line in log[0].details)


def test_every_six_boxes_bring_a_limit_break():
    encounter = with_status(pair(), "orc", damage=5, endured=5)
    encounter, log = play(encounter, Attack("seren", "orc"), 12, 1, 1, 1, 6, 10, 1)
    assert status(encounter, "orc").limit_break == "next"
    assert "Limit Break: Orc must use it on its next turn" in log[0].details


def minion(tier: str, **more):
    return table(
        someone("seren", (5, 5), facing=90, weapons=[more.pop("weapon", SWORD)]),
        someone("orc", (6, 5), "foe", facing=270, sheet={"tier": tier}, **more),
    )


@pytest.mark.parametrize(("tier", "falls_at"), [("lesser", 1), ("standard", 2), ("elite", 3)])
def test_minions_fall_at_one_two_three(tier, falls_at):
    encounter = minion(Tier(tier))
    for hits in range(1, falls_at + 1):
        encounter, log = play(encounter, Attack("seren", "orc"), 12, 1, 1, 1, 6)
        assert encounter.tokens["orc"].has("dead") is (hits == falls_at)
        assert rules().track(encounter.tokens["orc"]).taken == hits
    assert log[0].outcome.consequence == "Orc falls"
    assert rules().is_out(encounter.tokens["orc"])


def test_one_attack_must_fell_a_minion_by_option():
    system = rules(minion_damage=MinionDamage.ONE_ATTACK)
    encounter = minion(Tier.STANDARD)
    for _ in range(3):
        encounter, _ = play(encounter, Attack("seren", "orc"), 12, 1, 1, 1, 6, system=system)
    assert not encounter.tokens["orc"].has("dead")
    assert levels(plan(encounter, "orc", "seren")) == {"staggered": -1}
    encounter, _ = play(encounter, Attack("seren", "orc"), 12, 12, 1, 1, 6, 6, system=system)
    assert encounter.tokens["orc"].has("dead")


@pytest.mark.parametrize(
    ("rule", "least"), [(MinionDamage.ADDS_UP, 1), (MinionDamage.ONE_ATTACK, 3)]
)
def test_what_still_fells_a_minion_that_was_hit(rule, least):
    """An elite minion that took two: one more, or three at once; in the odds and by a cleave."""
    system = rules(minion_damage=rule)
    axe = Weapon("axe", details=WeaponDetails(cleave=True))
    encounter = minion(Tier.ELITE, weapon=axe, status={"minion_hits": 2})
    odds = plan(encounter, "seren", "orc", system).odds
    expected = sum(chance for count, chance in odds.damage.items() if count >= least)
    assert odds.drop == pytest.approx(expected, abs=1e-12)
    goblin = someone("goblin", (6, 6), "foe", sheet={"tier": Tier.LESSER})
    swept = encounter.with_token(goblin)
    dice = (20,) * 4
    strike = Attack("seren", "goblin")
    after, _ = play(swept, strike, *dice, *dice, "orc", system=system)
    assert after.tokens["orc"].has("dead")


def test_cleave_goes_on_to_other_minions_in_reach():
    axe = Weapon("axe", details=WeaponDetails(cleave=True))
    encounter = minion(Tier.LESSER, weapon=axe)
    near = someone("goblin", (6, 6), "foe", sheet={"tier": Tier.STANDARD})
    encounter = encounter.with_token(near).with_token(
        someone("far", (9, 9), "foe", sheet={"tier": Tier.LESSER})
    )
    encounter, log = play(encounter, Attack("seren", "orc"), 12, 12, 12, 1, 6, 6, 6, "goblin")
    assert encounter.tokens["orc"].has("dead")
    assert encounter.tokens["goblin"].has("dead")
    assert [entry.headline for entry in log] == ["Seren hits Orc", "Seren cleaves into Goblin"]


def test_a_mortally_wounded_attacker_pays_a_box():
    encounter = with_status(pair(sheet={"might": 6}), "seren", damage=16, endured=16)
    encounter, log = play(encounter, Attack("seren", "orc"), 1, 1, *(1, 1, 1, 1, 1, 1))
    assert status(encounter, "seren").damage == 17
    assert encounter.tokens["seren"].has("unconscious")
    assert log[-1].headline == "Seren strains, mortally wounded: 1 box"


@pytest.mark.parametrize(("boxes", "needed"), [(16, 13), (20, 17), (25, 22)])
def test_boxes_beyond_a_full_track_make_staying_awake_harder(boxes, needed):
    """12, one more for each box beyond, the new one too; a d20 can't show 22."""
    encounter = with_status(pair(), "seren", damage=boxes, endured=boxes)
    for face in {min(20, needed - 1), min(20, needed)}:
        after, _ = play(encounter, Attack("seren", "orc"), face, *(1,) * 5)
        assert after.tokens["seren"].has("unconscious") is (face < needed)
        assert status(after, "seren").damage == boxes + 1


def test_whoever_is_stable_and_hurt_again_is_dying_again():
    encounter = with_status(pair(), "orc", damage=17, endured=17, stable=True)
    missed, _ = play(encounter, Attack("seren", "orc"), 1, 1, 1, 1)
    assert status(missed, "orc").stable
    hurt, _ = play(encounter, Attack("seren", "orc"), 12, 1, 1, 1, 6, 10, 1)
    assert not status(hurt, "orc").stable


# Shorter weapon against reach --------------------------------------------------------------


def inside_reach(weapon=SWORD, **more):
    return fight(
        someone("seren", (5, 5), facing=90, weapons=[weapon]),
        someone("hob", (6, 5), "foe", facing=270, weapons=[SPEAR], **more),
    )


def test_attacking_a_reach_holder_with_a_shorter_weapon_provokes():
    planned = plan(inside_reach(), "seren", "hob")
    trigger = planned.triggers[0]
    assert (trigger.by, trigger.weapon, trigger.deed, trigger.fires) == (
        "hob",
        "spear",
        "attacks",
        True,
    )
    encounter, log = play(inside_reach(), Attack("seren", "hob"), "strike", 1, 1, 1, 1, 2, 2, 2, 2)
    assert [entry.headline for entry in log] == ["Hob misses Seren", "Seren misses Hob"]
    assert status(encounter, "hob").reaction == 0
    assert status(encounter, "hob").strikes == 0
    assert plan(encounter, "seren", "hob").triggers[0].fires is False


def test_from_the_side_or_with_reach_nothing_is_provoked():
    turned = inside_reach()
    turned = turned.with_token(replace(turned.tokens["hob"], facing=90.0))
    assert plan(turned, "seren", "hob").triggers == ()
    assert plan(inside_reach(SPEAR), "seren", "hob").triggers == ()
    assert plan(inside_reach(BOW), "seren", "hob").triggers == ()


def test_close_quarters_provokes_with_the_first_attack_only():
    encounter = inside_reach(KNIFE)
    encounter, _ = play(encounter, Attack("seren", "hob"), "let_go", 1, 1, 1, 1)
    trigger = plan(encounter, "seren", "hob").triggers[0]
    assert not trigger.fires
    assert "Close Quarters" in trigger.reason
    play(encounter, Attack("seren", "hob"), 1, 1, 1, 1)
    sword = inside_reach()
    sword, _ = play(sword, Attack("seren", "hob"), "let_go", 1, 1, 1, 1)
    assert plan(sword, "seren", "hob").triggers[0].fires


def test_close_quarters_count_attacks_on_that_holder_in_the_turn_only():
    orc = someone("orc", (5, 6), "foe")
    encounter = inside_reach(KNIFE).with_token(orc)
    other, _ = play(encounter, Attack("seren", "orc"), 1, 1, 1, 1)
    assert plan(other, "seren", "hob").triggers[0].fires
    answer = Attack("seren", "hob", choices={"cost": "reaction"})
    by_reaction, _ = play(encounter, answer, 1, 1, 1, 1)
    assert status(by_reaction, "seren").struck == ()
    assert plan(by_reaction, "seren", "hob").triggers[0].fires
    first, _ = play(encounter, Attack("seren", "hob"), "let_go", 1, 1, 1, 1)
    assert not plan(first, "seren", "hob").triggers[0].fires
    next_turn, _ = play(first, EndTurn())
    assert status(next_turn, "seren").struck == ()


def test_whoever_drops_loses_the_attack():
    encounter = with_status(inside_reach(), "seren", damage=31, endured=31)
    encounter, log = play(encounter, Attack("seren", "hob"), "strike", 20, 1, 1, 1, 20, 10, 1)
    assert log[-1].headline == "Seren loses the attack"
    assert status(encounter, "seren").actions == 2


def test_the_question_names_weapon_reason_and_odds():
    procedure = rules().perform(inside_reach(), Attack("seren", "hob"))
    question = procedure.send(None)
    assert isinstance(question, Ask)
    assert question.headline == "Hob may strike Seren attacking with a shorter weapon"
    assert [option.key for option in question.options] == ["strike", "let_go", "never"]
    assert question.kind == "opportunity attack"
    assert question.facts[0] == "spear, reach 10 ft"
    assert question.to_hit == pytest.approx(0.90849375)
    assert question.focus == ("hob", "seren")


def test_rerolls_are_asked_for_with_their_reason():
    encounter = with_conditions(pair(), "orc", "prone")
    procedure = rules().perform(encounter, Attack("seren", "orc"))
    first = procedure.send(None)
    assert first == Roll(4, 20, "Seren's attack, 4d20 vs 12", "seren")
    again = procedure.send((1, 12, 3, 4))
    assert again == Roll(2, 20, "Seren's attack, 2 failed dice again vs 12", "seren")


def test_a_token_without_records_is_an_ordinary_fresh_fighter():
    given = pair(status=Status(), sheet=Sheet())
    assert plan(given, "seren", "orc").odds == plan(pair(), "seren", "orc").odds


def test_modifiers_alone_equal_those_of_the_plan():
    system, encounter = rules(), with_conditions(pair(), "orc", "prone", "off-guard")
    board = Board.of(encounter, system)
    attack = Attack("seren", "orc")
    planned = system.plan(board, attack)
    (weapon,) = system.weapons(encounter.tokens["seren"])
    found = modifiers(board, attack, planned.situation, weapon, system.options)
    assert found == planned.modifiers


def test_the_log_says_what_the_gm_overruled():
    encounter, _ = play(
        with_conditions(pair(), "orc", "prone", "off-guard"),
        Overrule("off_guard", "seren", "orc", "off"),
    )
    _, log = play(encounter, Attack("seren", "orc", switched={"target_prone": "off"}), 1, 1, 1, 1)
    assert log[0].details[2:4] == (
        "Target prone overruled by the GM, this time",
        "Off-Guard overruled by the GM, until cleared",
    )


def test_a_ruling_of_a_number_and_one_that_makes_no_sense():
    encounter = with_conditions(pair(), "orc", "prone")
    three = replace(encounter, overrides=(Override("target_prone", "", "orc", "3"),))
    row = plan(three, "seren", "orc").modifiers[0]
    assert (row.value, row.overruled) == (3, "until cleared")
    odd = replace(encounter, overrides=(Override("target_prone", "", "", "perhaps"),))
    assert levels(plan(odd, "seren", "orc")) == {"target_prone": 2}
    same, log = play(three, Overrule("target_prone", "", "orc", "3"))
    assert same is three
    assert log == []


def test_a_deadly_critical_kills_at_once():
    maul = Weapon("maul", details=WeaponDetails(attack_strength=5))
    encounter = pair(weapons=[maul], sheet={"might": 7})
    faces = (20,) * 7
    encounter, log = play(encounter, Attack("seren", "orc"), *faces, *faces, 20, *((6,) * 7))
    assert encounter.tokens["orc"].has("dead")
    assert log[0].outcome.critical == "critical total 42: the head is struck off"


def test_hits_of_the_unconscious_call_for_no_test():
    encounter = with_conditions(with_status(pair(), "orc", damage=15), "orc", "unconscious")
    encounter, _ = play(encounter, Attack("seren", "orc"), 6, 1, 1, 1, 10, 1)
    assert status(encounter, "orc").damage == 16


def test_fatigue_ends_with_the_track():
    orc = someone(
        "orc", (6, 5), "foe", facing=270, sheet={"protection": Protection(9)},
        status=Status(fatigue=16, endured=16),
    )  # fmt: skip
    encounter = table(someone("seren", (5, 5), facing=90), orc)
    after, log = play(encounter, Attack("seren", "orc"), 12, 1, 1, 1, 7)
    assert "glances off" in log[0].headline
    assert after == encounter


def test_a_reaction_may_parry_outside_a_fight_for_nothing():
    tough = {"evasion": 18}
    encounter = table(
        someone("seren", (5, 5)), someone("orc", (6, 5), "foe", facing=270, sheet=tough)
    )
    after, _ = play(encounter, Attack("seren", "orc", choices={"defense": "dodge"}), 1, 1, 1, 1)
    assert after == encounter


def test_cleave_asks_for_each_enemy_once_and_for_no_friend():
    """Four successes: one fells the orc, two stagger and fell nobody twice; Kael is a friend."""
    axe = Weapon("axe", details=WeaponDetails(cleave=True))
    encounter = table(
        someone("seren", (5, 5), facing=90, weapons=[axe], sheet={"might": 6}),
        someone("orc", (6, 5), "foe", facing=270, sheet={"tier": Tier.LESSER}),
        someone("kael", (5, 6), sheet={"tier": Tier.LESSER}),
        someone("ogre", (6, 6), "foe", sheet={"tier": Tier.ELITE}),
        someone("imp", (8, 6), "foe", sheet={"tier": Tier.LESSER}),
    )
    offered = []
    procedure = rules().perform(encounter, Attack("seren", "orc"))
    dice = iter([(20,) * 5 + (1,), (20,) * 5])
    said = procedure.send(None)
    while True:
        try:
            if isinstance(said, Roll):
                said = procedure.send(next(dice))
            elif isinstance(said, Ask):
                offered.append([option.key for option in said.options])
                said = procedure.send("ogre")
            else:
                encounter = apply(encounter, said)
                said = procedure.send(encounter)
        except StopIteration:
            break
    # Four are left; the ogre falls to three, and nobody else is near.
    assert offered == [["ogre", "none"]]
    assert encounter.tokens["ogre"].has("dead")
    assert not encounter.tokens["kael"].has("dead")


def test_cleave_may_stop_and_stops_by_itself():
    axe = Weapon("axe", details=WeaponDetails(cleave=True))
    encounter = minion(Tier.LESSER, weapon=axe)
    _, log = play(encounter, Attack("seren", "orc"), 12, 12, 1, 1, 6, 6)
    assert len(log) == 1
    near = encounter.with_token(someone("goblin", (6, 6), "foe", sheet={"tier": Tier.LESSER}))
    after, log = play(near, Attack("seren", "orc"), 12, 12, 1, 1, 6, 6, "none")
    assert len(log) == 1
    assert not after.tokens["goblin"].has("dead")
