"""Attacks: what counts, what may be chosen, what stars buy, what resists, what is left behind."""

from __future__ import annotations

from dataclasses import replace

import pytest
from grim_boards import (
    BOW,
    FLAMES,
    HEX,
    PIKE,
    SPLIT,
    SWORD,
    DieSize,
    Rank,
    Sigil,
    Training,
    box,
    fight,
    guard,
    plan,
    play,
    rules,
    someone,
    status,
    table,
    values,
    with_conditions,
    with_status,
)

from battlemap.geometry.grid import GridKind
from battlemap.model.encounter import Override
from battlemap.model.intent import Act, Attack, EndTurn, Overrule, SetDoor
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.grimhowl.kinds import (
    DamageType,
    EffectKind,
    Target,
)
from battlemap.systems.grimhowl.readings import (
    ExposedCover,
    FlankedEffect,
    FlankedFor,
    FlankedReading,
    OutRule,
    PastTwelve,
    PoolDie,
    ReactionEffect,
    RepeatedReactions,
    RepeatReset,
    SameAction,
    SigilRule,
    WornRule,
)
from battlemap.systems.grimhowl.sheet import (
    StarEffect,
    WeaponDetails,
    Wear,
)

QUIETLY = {"defense": "passive", "stars": "none"}


def pair(*, weapons=(SWORD,), fighting: int = 4, **orc):
    sheet = {"vitality": 40, **orc.pop("sheet", {})}
    return table(
        someone(
            "seren",
            (3, 3),
            weapons=list(weapons),
            sheet={"fighting": Training(fighting), "marksmanship": Training(fighting)},
        ),
        someone("orc", (4, 3), "foe", sheet=sheet, **orc),
    )


def strike(encounter, *script, system=None, weapon="sword", **choices):
    attack = Attack("seren", "orc", weapon, {**QUIETLY, **choices})
    return play(encounter, attack, *script, system=system)


# The roll -----------------------------------------------------------------------------------


@pytest.mark.parametrize("die", list(PoolDie))
def test_the_die_of_the_pools_is_an_option(die):
    planned = plan(pair(), "seren", "orc", rules(pool_die=die), choices=QUIETLY)
    assert planned.odds.summary.startswith(f"4{die} at DC 3")
    _, lines = strike(pair(fighting=1), die.sides, 3, system=rules(pool_die=die))
    assert lines[-1].outcome.hits == 1


def test_a_dc_above_the_die_gives_no_stars():
    encounter = pair(sheet={"parry": guard(dc=7)})
    planned = plan(encounter, "seren", "orc", choices=QUIETLY)
    assert planned.odds.hit == 0
    assert planned.warnings == ("No d6 reaches DC 7: the attack cannot hit",)
    _, lines = strike(encounter, 6, 6, 6, 6)
    assert lines[-1].headline == "Seren misses Orc"


def test_gear_adds_dice_where_the_option_says_so():
    fine = Weapon("sword", details=WeaponDetails(gear=2))
    assert values(plan(pair(weapons=[fine]), "seren", "orc")) == {"gear": 2}
    assert plan(pair(weapons=[fine]), "seren", "orc").odds.summary.startswith("6d6")
    bare = plan(pair(weapons=[fine]), "seren", "orc", rules(gear_dice=False))
    assert values(bare) == {}
    assert bare.odds.summary.startswith("4d6")


@pytest.mark.parametrize(
    ("condition", "weapon", "dice"),
    [("↓ might", "sword", 3), ("↓ agility", "sword", 4), ("↓ agility", "bow", 3)],
)
def test_a_lowered_skill_rolls_a_die_less(condition, weapon, dice):
    encounter = with_conditions(pair(weapons=[SWORD, BOW]), "seren", condition)
    planned = plan(encounter, "seren", "orc", weapon=weapon)
    assert planned.odds.summary.startswith(f"{dice}d6")
    assert ("lowered" in values(planned)) is (dice == 3)


def test_a_lowered_skill_dodges_with_a_die_less():
    encounter = with_conditions(pair(), "orc", "↓ agility")
    [defense] = [c for c in plan(encounter, "seren", "orc").choices if c.key == "defense"]
    labels = {option.key: option.label for option in defense.options}
    assert (labels["dodge"], labels["parry"]) == ("Dodge, 2 dice", "Parry, 3 dice")
    _, lines = strike(encounter, 6, 6, 6, 1, 6, 1, 2, defense="dodge")
    assert lines[-1].outcome.hits == 2


@pytest.mark.parametrize(
    ("weapon", "line"),
    [
        (SWORD, "1d6 slashing, Fighting against Parry"),
        (BOW, "1d6 piercing, Marksmanship against Dodge"),
        (HEX, "1d6 curse, Casting against Will"),
    ],
)
def test_the_weapon_names_skill_and_defense(weapon, line):
    assert plan(pair(weapons=[weapon]), "seren", "orc").weapon_line == line


# Repeating ------------------------------------------------------------------------------------


def test_repeating_costs_up_to_three_dice_and_never_the_last_one():
    encounter = fight(
        someone("seren", (3, 3), sheet={"fighting": Training(3)}),
        someone("orc", (4, 3), "foe", sheet={"vitality": 90}),
        system=rules(actions=6),
    )
    system = rules(actions=6)
    seen = []
    for _ in range(5):
        planned = plan(encounter, "seren", "orc", system)
        seen.append((values(planned).get("repeat", 0), planned.odds.summary[:3]))
        dice = int(planned.odds.summary[0])
        encounter, _ = strike(encounter, *([1] * dice), system=system)
    assert seen == [(0, "3d6"), (-1, "2d6"), (-2, "1d6"), (-3, "1d6"), (-3, "1d6")]
    button = next(a for a in system.actions(encounter, encounter.tokens["seren"]))
    assert button.key == "move"
    attack = next(
        a for a in system.actions(encounter, encounter.tokens["seren"]) if a.key == "attack"
    )
    assert attack.penalty == "−3 dice"


@pytest.mark.parametrize(("least", "dice"), [(1, 1), (0, 0), (2, 2)])
def test_how_many_dice_repeating_leaves_is_an_option(least, dice):
    system = rules(repeat_least_dice=least, repeat_most=3, actions=5)
    encounter = fight(
        someone("seren", (3, 3), sheet={"fighting": Training(3)}),
        someone("orc", (4, 3), "foe"),
        system=system,
    )
    for _ in range(3):
        count = int(plan(encounter, "seren", "orc", system).odds.summary[0])
        encounter, _ = strike(encounter, *([1] * count), system=system)
    assert plan(encounter, "seren", "orc", system).odds.summary.startswith(f"{dice}d6")


def test_where_the_penalty_stops_is_an_option():
    system = rules(repeat_most=1)
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"), system=system)
    encounter, _ = strike(encounter, 1, 1, 1, 1, system=system)
    encounter, _ = strike(encounter, 1, 1, 1, system=system)
    assert values(plan(encounter, "seren", "orc", system)) == {"repeat": -1}


@pytest.mark.parametrize(("rule", "dice"), [(SameAction.ANY, 2), (SameAction.WEAPON, 3)])
def test_which_attacks_repeat_each_other_is_an_option(rule, dice):
    system = rules(same_action=rule)
    encounter = fight(
        someone("seren", (3, 3), weapons=[SWORD, BOW]),
        someone("orc", (4, 3), "foe"),
        system=system,
    )
    encounter, _ = strike(encounter, 1, 1, 1, 1, system=system)
    planned = plan(encounter, "seren", "orc", system, weapon="bow")
    assert planned.odds.summary.startswith(f"{dice}d6")


@pytest.mark.parametrize("rule", list(RepeatReset))
def test_when_the_penalty_begins_anew_is_an_option(rule):
    system = rules(repeat_reset=rule)
    encounter = fight(
        someone("seren", (3, 3)),
        someone("kael", (3, 4)),
        someone("orc", (4, 3), "foe", sheet={"vitality": 99}),
        system=system,
    )
    encounter, _ = play(encounter, EndTurn(), system=system)
    for weapon in ("sword",):
        attack = Attack("kael", "orc", weapon, QUIETLY)
        encounter, _ = play(encounter, attack, 1, 1, 1, 1, system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    encounter, _ = play(encounter, EndTurn(), system=system)
    assert encounter.turn_order.round == 2
    assert encounter.turn_order.active == "seren"
    assert (status(encounter, "kael").times("attack") > 0) is (rule is RepeatReset.TURN)
    encounter = with_status(encounter, "kael", drawn=100)
    encounter, _ = play(encounter, EndTurn(), system=system)
    assert status(encounter, "kael").times("attack") == 0
    assert status(encounter, "kael").drawn == (0 if rule is RepeatReset.TURN else 100)


# Flanking and Cover ------------------------------------------------------------------------------


def surrounded(second=(5, 3), **options):
    return table(
        someone("seren", (3, 3)),
        someone("kael", second),
        someone("orc", (4, 3), "foe", sheet={"parry": guard(dc=3)}),
        **options,
    )


@pytest.mark.parametrize(
    ("effect", "summary"),
    [
        (FlankedEffect.LOWER_DC, "4d6 at DC 2"),
        (FlankedEffect.DIE, "5d6 at DC 3"),
        (FlankedEffect.NOTHING, "4d6 at DC 3"),
    ],
)
def test_what_flanking_is_worth_is_an_option(effect, summary):
    planned = plan(surrounded(), "seren", "orc", rules(flanked=effect))
    assert planned.odds.summary.startswith(summary)


@pytest.mark.parametrize(
    ("reading", "places"),
    [
        (FlankedReading.OPPOSITE, {(5, 3)}),
        (FlankedReading.WITHIN_60, {(5, 3), (5, 4)}),
        (FlankedReading.ANY_TWO, {(5, 3), (5, 4), (4, 4)}),
    ],
)
def test_where_flankers_stand_is_an_option(reading, places):
    found = {
        place
        for place in ((5, 3), (5, 4), (4, 4))
        if values(plan(surrounded(place), "seren", "orc", rules(flanking=reading)))
    }
    assert found == places


def test_flanking_on_hexes_takes_opposite_borders():
    encounter = table(
        someone("seren", (3, 3)),
        someone("kael", (5, 3)),
        someone("orc", (4, 3), "foe"),
        kind=GridKind.HEX_POINTY,
    )
    assert values(plan(encounter, "seren", "orc")) == {"flanked": -1}


def test_flanking_never_takes_the_dc_below_one():
    encounter = table(
        someone("seren", (3, 3)),
        someone("kael", (5, 3)),
        someone("orc", (4, 3), "foe", sheet={"parry": guard(dc=1)}),
    )
    assert plan(encounter, "seren", "orc").odds.summary.startswith("4d6 at DC 1")


@pytest.mark.parametrize(
    ("reading", "helped"),
    [
        (FlankedFor.EVERYBODY, {"seren sword", "seren bow", "dace sword", "lyra bow"}),
        (FlankedFor.MELEE, {"seren sword", "dace sword"}),
        (FlankedFor.FLANKERS, {"seren sword"}),
    ],
)
def test_whom_flanking_helps_is_an_option(reading, helped):
    """Seren and Kael flank the orc; Dace stands beside it and Lyra far away."""
    both = [SWORD, BOW]
    encounter = table(
        someone("seren", (3, 3), weapons=both),
        someone("kael", (5, 3)),
        someone("dace", (4, 4), weapons=both),
        someone("lyra", (12, 9), weapons=both),
        someone("orc", (4, 3), "foe"),
    )
    system = rules(flanked_for=reading)
    found = {
        f"{key} {weapon}"
        for key, weapon in (
            ("seren", "sword"),
            ("seren", "bow"),
            ("dace", "sword"),
            ("lyra", "bow"),
        )
        if "flanked" in values(plan(encounter, key, "orc", system, weapon=weapon))
    }
    assert found == helped
    third = plan(encounter, "dace", "orc", system).situation.flanked
    if reading is not FlankedFor.FLANKERS:
        assert (third.flanker, third.partner) == ("seren", "kael")
        assert third.reason.startswith("Seren flanks Orc: Kael stands across")
    off = plan(encounter, "dace", "orc", system, switched={"fact:flanked": "off"})
    assert values(off) == {}


def test_those_who_cannot_act_or_are_not_hostile_flank_nobody_for_anybody():
    def flanked(kael):
        encounter = table(
            someone("seren", (3, 3)),
            kael,
            someone("dace", (4, 4)),
            someone("orc", (4, 3), "foe"),
        )
        return "flanked" in values(plan(encounter, "dace", "orc"))

    assert flanked(someone("kael", (5, 3)))
    assert not flanked(someone("kael", (5, 3), conditions=["stunned"]))
    assert not flanked(someone("kael", (5, 3), "foe"))
    assert not flanked(someone("kael", (5, 3), weapons=[BOW]))
    assert not flanked(someone("kael", (5, 3), elevation_feet=10))


def test_a_stunned_ally_flanks_nobody():
    stunned = with_conditions(surrounded(), "kael", "stunned")
    assert values(plan(stunned, "seren", "orc")) == {}


def test_facing_is_an_option_that_lets_one_flank_from_behind():
    encounter = table(someone("seren", (3, 3)), someone("orc", (4, 3), "foe", facing=90.0))
    assert values(plan(encounter, "seren", "orc")) == {}
    assert values(plan(encounter, "seren", "orc", rules(facing=True))) == {"flanked": -1}
    ahead = table(someone("seren", (5, 3)), someone("orc", (4, 3), "foe", facing=90.0))
    assert values(plan(ahead, "seren", "orc", rules(facing=True))) == {}


def behind_a_crate(at=(2, 5), **more):
    encounter = table(
        someone("seren", at, weapons=[BOW, HEX, PIKE]),
        someone("orc", (8, 5), "foe", **more),
        props={"crate": ((7.2, 4.9), (7.8, 6.1))},
    )
    return play(encounter, Act("orc", "take_cover"))[0]


def test_cover_is_a_state_and_not_the_map_alone():
    encounter = behind_a_crate()
    assert values(plan(encounter, "seren", "orc", weapon="bow")) == {"cover": 1}
    standing = with_status(encounter, "orc", cover=None)
    assert values(plan(standing, "seren", "orc", weapon="bow")) == {}


@pytest.mark.parametrize(
    ("target", "helped"),
    [(Target.PARRY, True), (Target.DODGE, True), (Target.WILL, False), (Target.FORTITUDE, False)],
)
def test_cover_helps_parry_and_dodge_only(target, helped):
    encounter = behind_a_crate()
    spell = Weapon("spell", range_feet=60, details=WeaponDetails(against=target))
    seren = replace(encounter.tokens["seren"], weapons=(spell,))
    planned = plan(encounter.with_token(seren), "seren", "orc", weapon="spell")
    assert values(planned) == ({"cover": 1} if helped else {})
    assert any("doesn't help" in warning for warning in planned.warnings) is not helped


def test_the_gm_may_extend_cover_to_another_defense():
    encounter = behind_a_crate()
    planned = plan(encounter, "seren", "orc", weapon="hex", switched={"cover": "on"})
    assert values(planned) == {"cover": 1}
    assert planned.odds.summary.startswith("3d6 at DC 4")


@pytest.mark.parametrize(
    ("said", "counted"), [("none", {}), ("minor", {"cover": 1}), ("major", {"cover": 1})]
)
def test_what_the_gm_says_of_cover_takes_the_place_of_the_object(said, counted):
    encounter = behind_a_crate()
    planned = plan(encounter, "seren", "orc", weapon="bow", switched={"fact:cover": said})
    assert values(planned) == counted
    spell = plan(encounter, "seren", "orc", weapon="hex", switched={"fact:cover": said})
    assert values(spell) == {}


@pytest.mark.parametrize(("percent", "counts"), [(50, True), (75, False), (100, False)])
def test_how_many_rays_must_cross_the_object_is_an_option(percent, counts):
    encounter = behind_a_crate((2, 2))
    planned = plan(encounter, "seren", "orc", rules(cover_percent=percent), weapon="bow")
    assert ("cover" in values(planned)) is counts
    assert any("2 of 4 rays" in row.reason for row in planned.modifiers) is counts


@pytest.mark.parametrize(
    ("reading", "at", "kept"),
    [
        (ExposedCover.IGNORED, (14, 5), True),
        (ExposedCover.LOST, (14, 5), False),
        (ExposedCover.LOST, (2, 5), True),
    ],
)
def test_cover_that_protects_nothing_here_may_be_lost(reading, at, kept):
    system = rules(exposed_cover=reading)
    encounter = behind_a_crate(at)
    attack = Attack("seren", "orc", "bow", {"defense": "passive"})
    after, log = play(encounter, attack, 1, 1, 1, system=system)
    assert (status(after, "orc").cover is not None) is kept
    lost = "Orc loses Cover: it protects nothing here"
    assert (lost in log[0].details) is not kept


def test_cover_ends_with_the_object_with_the_place_and_with_an_open_door():
    encounter = behind_a_crate()
    gone = encounter.with_map(replace(encounter.map, obstacles={}))
    assert values(plan(gone, "seren", "orc", weapon="bow")) == {}
    orc = encounter.tokens["orc"]
    pushed = encounter.with_token(replace(orc, at=orc.at.plus((0, 1))))
    assert values(plan(pushed, "seren", "orc", weapon="bow")) == {}
    shoved = replace(encounter.map, obstacles={"crate": box("crate", (7.2, 4.8), (7.8, 6.0))})
    assert values(plan(encounter.with_map(shoved), "seren", "orc", weapon="bow")) == {}

    hall = table(
        someone("seren", (2, 5), weapons=[PIKE, BOW]),
        someone("orc", (8, 5), "foe"),
        doors={"door": ((8, 5), (8, 6))},
    )
    hall, _ = play(hall, Act("orc", "take_cover"))
    hall, _ = play(hall, SetDoor("door", True))
    assert values(plan(hall, "seren", "orc", weapon="bow")) == {}
    assert [one.label for one in rules().effects(hall, hall.tokens["orc"])] == ["In Cover"]


# Rulings --------------------------------------------------------------------------------------


def test_the_gm_overrules_once_and_until_cleared():
    once = plan(surrounded(), "seren", "orc", switched={"flanked": "off"})
    assert [(row.key, row.enabled) for row in once.modifiers] == [("flanked", False)]
    assert once.odds.summary.startswith("4d6 at DC 3")
    encounter, _ = play(surrounded(), Overrule("flanked", "seren", "orc", "-2"))
    assert encounter.overrides == (Override("flanked", "seren", "orc", "-2"),)
    assert plan(encounter, "seren", "orc").odds.summary.startswith("4d6 at DC 1")
    added = plan(pair(), "seren", "orc", added=(("blessed", 2),))
    assert added.odds.summary.startswith("6d6 at DC 3")
    assert added.net == "+2 dice"


# Defense ---------------------------------------------------------------------------------------


def test_the_defender_chooses_after_the_attack_roll():
    encounter = fight(
        someone("seren", (3, 3)), someone("orc", (4, 3), "foe", sheet={"vitality": 40})
    )
    attack = Attack("seren", "orc", "sword", {"stars": "none"})
    encounter, lines = play(encounter, attack, 6, 6, 6, 1, "parry", 5, 1, 4, 3)
    assert lines[-1].outcome.hits == 1
    assert (status(encounter, "orc").actions, status(encounter, "seren").actions) == (2, 2)
    assert status(encounter, "orc").times("parry") == 1
    assert status(encounter, "orc").damage == 3


def test_the_summary_names_what_a_reaction_rolls():
    planned = plan(pair(), "seren", "orc", choices={"defense": "dodge", "stars": "none"})
    assert planned.odds.summary == "4d6 at DC 3, dodge 3d6 at DC 4, 1d6"


def test_nobody_is_asked_when_no_star_comes_in():
    _, lines = play(pair(), Attack("seren", "orc", "sword"), 1, 1, 1, 1)
    assert lines[-1].headline == "Seren misses Orc"


@pytest.mark.parametrize(
    ("effect", "left"), [(ReactionEffect.ONE_FOR_ONE, 1), (ReactionEffect.ALL_OR_NOTHING, 3)]
)
def test_what_a_reaction_does_is_an_option(effect, left):
    system = rules(reaction=effect)
    attack = Attack("seren", "orc", "sword", {"stars": "none", "defense": "dodge"})
    _, lines = play(pair(), attack, 6, 6, 6, 1, 5, 5, 1, 2, system=system)
    assert lines[-1].outcome.hits == left


def test_the_dc_of_rolls_that_target_nobody_is_an_option():
    attack = Attack("seren", "orc", "sword", {"stars": "none", "defense": "dodge"})
    _, lines = play(pair(), attack, 6, 6, 6, 1, 5, 5, 1, 2, system=rules(skill_dc=6))
    assert lines[-1].outcome.hits == 3


def test_a_reaction_and_passive_defense_never_apply_both():
    master = pair(sheet={"parry": guard(Rank.MASTER), "vitality": 40})
    attack = Attack("seren", "orc", "sword", {"stars": "none", "defense": "parry"})
    _, lines = play(master, attack, 6, 6, 6, 6, 5, 1, 1, 2)
    # Four stars less one; rank V would have left one of four.
    assert lines[-1].outcome.hits == 3


def test_a_block_needs_a_shield_and_a_parry_a_blade_in_reach():
    bare = plan(pair(weapons=[SWORD, BOW]), "seren", "orc", weapon="bow")
    [defense] = [choice for choice in bare.choices if choice.key == "defense"]
    reasons = {option.key: option.unavailable for option in defense.options}
    assert reasons == {
        "ask": "",
        "passive": "",
        "dodge": "",
        "parry": "melee only",
        "block": "needs a whole shield",
    }
    shielded = pair(sheet={"shield": Sigil(1, DieSize.D6), "block": Training(2)})
    attack = Attack("seren", "orc", "sword", {"stars": "none", "defense": "block"})
    _, lines = play(shielded, attack, 6, 6, 6, 1, 4, 4, 2, 1)
    assert lines[-1].outcome.hits == 1
    broken = with_status(shielded, "orc", worn=(Wear("shield", 2, "repair"),))
    planned = plan(broken, "seren", "orc", choices={"defense": "block"})
    assert "Block isn't possible: needs a whole shield" in planned.warnings


def test_a_spell_against_the_mind_is_not_dodged():
    planned = plan(pair(weapons=[HEX]), "seren", "orc")
    [defense] = [choice for choice in planned.choices if choice.key == "defense"]
    assert [option.key for option in defense.options if not option.unavailable] == ["passive"]


@pytest.mark.parametrize(
    ("rule", "dice"),
    [
        (RepeatedReactions.SAME_KIND, {"dodge": 2, "parry": 3}),
        (RepeatedReactions.ANY, {"dodge": 2, "parry": 2}),
        (RepeatedReactions.NEVER, {"dodge": 3, "parry": 3}),
    ],
)
def test_which_reactions_repeat_each_other_is_an_option(rule, dice):
    system = rules(repeated_reactions=rule)
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"), system=system)
    attack = Attack("seren", "orc", "sword", {"stars": "none", "defense": "dodge"})
    encounter, _ = play(encounter, attack, 6, 1, 1, 1, 6, 6, 6, system=system)
    planned = plan(encounter, "seren", "orc", system)
    [defense] = [choice for choice in planned.choices if choice.key == "defense"]
    labels = {option.key: option.label for option in defense.options}
    assert {kind: labels[kind] for kind in dice} == {
        kind: f"{kind.capitalize()}, {count} dice" for kind, count in dice.items()
    }


def test_without_an_action_there_is_no_reaction():
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    encounter = with_status(encounter, "orc", actions=0)
    planned = plan(encounter, "seren", "orc")
    [defense] = [choice for choice in planned.choices if choice.key == "defense"]
    assert defense.selected == "passive"
    assert {o.unavailable for o in defense.options if o.key in ("dodge", "parry")} == {
        "no action left for it"
    }


@pytest.mark.parametrize("early", [True, False])
def test_actions_of_a_turn_to_come_serve_for_reactions_as_the_option_says(early):
    system = rules(early_reactions=early)
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"), system=system)
    planned = plan(encounter, "seren", "orc", system)
    [defense] = [choice for choice in planned.choices if choice.key == "defense"]
    assert (defense.selected == "ask") is early


# Stars -----------------------------------------------------------------------------------------


def test_stars_are_spent_one_by_one_as_the_attacker_says():
    attack = Attack("seren", "orc", "sword", {"defense": "passive"})
    encounter, lines = play(pair(), attack, 6, 6, 6, 6, "effect:0", "damage", "none", 2)
    assert status(encounter, "orc").damage == 3
    assert encounter.tokens["orc"].has("↓ agility")
    assert "Stars spent on +1 damage, ↓ agility, 1 star unspent: 1d6 + 1" in lines[-1].details


@pytest.mark.parametrize(
    ("policy", "words", "face", "damage"),
    [
        ("damage", "+4 damage: 1d6 + 4", 1, 5),
        ("sizes", "die 2 sizes up: 1d10", 9, 9),
        ("effect:0", "+2 damage, ↓ agility: 1d6 + 2", 1, 3),
        ("none", "nothing, 4 stars unspent: 1d6", 5, 5),
    ],
)
def test_the_plan_may_say_how_stars_are_spent(policy, words, face, damage):
    encounter, lines = strike(pair(), 6, 6, 6, 6, face, stars=policy)
    assert f"Stars spent on {words}" in lines[-1].details
    assert status(encounter, "orc").damage == damage


def test_the_odds_follow_the_plan_of_spending():
    means = {
        policy: plan(pair(), "seren", "orc", choices={**QUIETLY, "stars": policy}).odds.mean
        for policy in ("ask", "damage", "sizes", "none")
    }
    assert means["ask"] == max(means.values())
    assert means["none"] == min(means.values())
    assert means["damage"] > means["sizes"]


def test_many_dice_are_better_raised():
    hail = Weapon("hail", details=WeaponDetails(dice=4, die=DieSize.D4))
    attack = Attack("seren", "orc", "hail", {"defense": "passive", "stars": "best"})
    _, lines = play(pair(weapons=[hail], fighting=2), attack, 6, 6, 3, 3, 3, 3)
    assert "Stars spent on die 1 size up: 4d6" in lines[-1].details
    # "All on damage" means it, whatever would do more.
    attack = Attack("seren", "orc", "hail", {"defense": "passive", "stars": "damage"})
    _, lines = play(pair(weapons=[hail], fighting=2), attack, 6, 6, 3, 3, 3, 3)
    assert "Stars spent on +2 damage: 4d4 + 2" in lines[-1].details


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (PastTwelve.PLUS_ONE, "die 2 sizes up: 1d12 + 1"),
        (PastTwelve.STOPS, "+2 damage, die 1 size up: 1d12 + 2"),
    ],
)
def test_what_lies_past_a_d12_is_an_option(rule, words):
    heavy = Weapon("maul", details=WeaponDetails(die=DieSize.D10))
    _, lines = strike(
        pair(weapons=[heavy]),
        6,
        6,
        6,
        6,
        3,
        weapon="maul",
        stars="sizes",
        system=rules(past_twelve=rule),
    )
    assert f"Stars spent on {words}" in lines[-1].details


def test_an_upgraded_weapon_has_a_larger_die():
    keen = Weapon("sword", details=WeaponDetails(upgrades=2))
    planned = plan(pair(weapons=[keen]), "seren", "orc", choices=QUIETLY)
    assert values(planned) == {"upgrade": 2}
    assert planned.odds.summary == "4d6 at DC 3, 1d10"


@pytest.mark.parametrize(("uses", "damage"), [(False, 5), (True, 4)])
def test_whether_the_hit_uses_up_a_star_is_an_option(uses, damage):
    encounter, _ = strike(pair(), 6, 6, 6, 6, 1, stars="damage", system=rules(hit_uses_star=uses))
    assert status(encounter, "orc").damage == damage


# Resistance ------------------------------------------------------------------------------------


def armored():
    return pair(sheet={"armor": Sigil(1, DieSize.D6), "shield": Sigil(1, DieSize.D8)})


def test_the_defender_chooses_one_sigil_before_rolling():
    attack = Attack("seren", "orc", "sword", QUIETLY)
    encounter, lines = play(armored(), attack, 6, 6, 1, 1, "armor", 5, 2)
    assert status(encounter, "orc").damage == 3
    assert "Armor 1d6: 2 = 2 less" in lines[-1].details
    planned = plan(armored(), "seren", "orc")
    [choice] = [choice for choice in planned.choices if choice.key == "sigil"]
    assert [option.key for option in choice.options] == ["ask", "shield", "armor"]
    _, lines = strike(armored(), 6, 6, 1, 1, 5, 8, sigil="shield")
    assert lines[-1].outcome.damage == 0


def test_with_the_option_all_sigils_are_rolled_and_the_best_counts():
    system = rules(sigils=SigilRule.BEST)
    # Whichever of the two rolls it, 4 is taken off 5.
    for shield, armor in ((1, 4), (4, 1), (4, 4)):
        encounter, _ = strike(armored(), 6, 6, 1, 1, 5, shield, armor, system=system)
        assert status(encounter, "orc").damage == 1
    chosen = plan(armored(), "seren", "orc", choices=QUIETLY).odds.mean
    assert plan(armored(), "seren", "orc", system, choices=QUIETLY).odds.mean < chosen


@pytest.mark.parametrize(
    ("damage_type", "resists"),
    [
        (DamageType.SLASHING, "armor"),
        (DamageType.CURSE, "energy"),
        (DamageType.FIRE, "elemental"),
    ],
)
def test_energy_and_elemental_damage_have_sigils_of_their_own(damage_type, resists):
    blade = Weapon("sword", details=WeaponDetails(damage_type=damage_type))
    sheet = {name: Sigil(1, DieSize.D4) for name in ("armor", "energy", "elemental")}
    _, lines = strike(pair(weapons=[blade], sheet=sheet), 6, 1, 1, 1, 6, 2)
    assert f"{resists.capitalize()} 1d4: 2 = 2 less" in lines[-1].details


# Equipment ---------------------------------------------------------------------------------------


def test_a_sundering_blow_wears_down_what_resisted():
    maul = Weapon("maul", details=WeaponDetails(sunders=1))
    encounter = pair(
        weapons=[maul],
        sheet={"armor": Sigil(1, DieSize.D6), "shell": Sigil(1, DieSize.D4, "moults in spring")},
    )
    encounter, lines = strike(encounter, 6, 1, 1, 1, 6, 1, weapon="maul", sigil="armor")
    assert status(encounter, "orc").worn == (Wear("armor", 1, "repair with tools, out of a fight"),)
    assert "Orc's armor takes 1 point of damage, 1 in all" in lines[-1].details[-2]
    encounter, _ = strike(encounter, 6, 1, 1, 1, 6, 1, weapon="maul", sigil="shell")
    assert status(encounter, "orc").worn[-1] == Wear("shell", 1, "moults in spring")
    # The shell's d4 is broken, the armor's d6 is a d4.
    _, lines = strike(encounter, 6, 1, 1, 1, 6, 1, weapon="maul")
    assert "Armor 1d4: 1 = 1 less" in lines[-1].details


def test_what_equipment_damage_does_is_an_option():
    worn = with_status(armored(), "orc", worn=(Wear("armor", 1, "repair"),))
    for rule, dice in ((WornRule.SMALLER_DIE, "1d4"), (WornRule.RECORDED, "1d6")):
        _, lines = strike(worn, 6, 1, 1, 1, 6, 1, sigil="armor", system=rules(worn=rule))
        assert f"Armor {dice}: 1 = 1 less" in lines[-1].details


@pytest.mark.parametrize(("rule", "die"), [(WornRule.SMALLER_DIE, 4), (WornRule.RECORDED, 6)])
def test_what_damage_to_a_weapon_does_is_an_option(rule, die):
    worn = with_status(pair(), "seren", worn=(Wear("sword", 1, "repair"),))
    planned = plan(worn, "seren", "orc", rules(worn=rule), choices=QUIETLY)
    assert ("worn" in values(planned)) is (die == 4)
    assert planned.odds.summary.endswith(f"1d{die}")


def test_only_a_weapon_that_sunders_damages_and_only_what_resisted():
    armor = {"armor": Sigil(1, DieSize.D6)}
    plain, _ = strike(pair(sheet=armor), 6, 1, 1, 1, 6, 1)
    assert status(plain, "orc").worn == ()
    maul = Weapon("maul", details=WeaponDetails(sunders=1))
    bare, _ = strike(pair(weapons=[maul]), 6, 1, 1, 1, 6, weapon="maul")
    assert status(bare, "orc").worn == ()


def test_stars_may_split_a_shield_and_a_damaged_weapon_hits_less_hard():
    encounter = pair(sheet={"shield": Sigil(1, DieSize.D6)})
    encounter, _ = strike(encounter, 6, 6, 1, 1, 1, 6, stars="effect:1")
    assert [wear.source for wear in status(encounter, "orc").worn] == ["shield"]
    bare, _ = strike(pair(), 6, 6, 1, 1, 1, stars="effect:1")
    assert [wear.source for wear in status(bare, "orc").worn] == ["sword"]
    back = plan(bare, "orc", "seren", choices=QUIETLY)
    assert values(back) == {"worn": -1}
    assert back.odds.summary.endswith("1d4")


def test_nothing_to_damage_is_said():
    naked = pair(weapons=[Weapon("sword", details=WeaponDetails(effect=SPLIT))])
    orc = replace(naked.tokens["orc"], weapons=())
    encounter, lines = strike(naked.with_token(orc), 6, 6, 1, 1, 1, stars="effect:0")
    assert status(encounter, "orc").worn == ()
    assert "Orc has nothing to damage" in lines[-1].details


# Status effects and Gnawing damage ---------------------------------------------------------------


def test_gnawing_effects_all_apply_and_never_set_each_other_off():
    venom = StarEffect("venom", 1, EffectKind.GNAWING, damage_type=DamageType.POISON)
    blade = Weapon("sword", details=WeaponDetails(effect=FLAMES, second_effect=venom))
    encounter = pair(weapons=[blade])
    encounter, _ = strike(encounter, 6, 6, 1, 1, 3, stars="effect:0")
    encounter, _ = strike(encounter, 6, 1, 1, 1, 3, 2, stars="effect:1")
    assert [one.name for one in status(encounter, "orc").gnawing] == ["burning", "venom"]
    before = status(encounter, "orc").damage
    encounter, lines = strike(encounter, 6, 1, 1, 1, 3, 4, 5)
    assert status(encounter, "orc").damage == before + 3 + 4 + 5
    assert sum("more damage" in line for line in lines[-1].details) == 2


def test_gnawing_damage_waits_for_damage():
    encounter = pair(sheet={"armor": Sigil(1, DieSize.D12)})
    encounter, _ = strike(
        pair(weapons=[Weapon("sword", details=WeaponDetails(effect=FLAMES))]),
        6,
        6,
        1,
        1,
        3,
        stars="effect:0",
    )
    orc = encounter.tokens["orc"]
    armor = replace(orc.sheet, armor=Sigil(1, DieSize.D12))
    encounter = encounter.with_token(replace(orc, sheet=armor))
    before = status(encounter, "orc").damage
    encounter, _ = strike(encounter, 6, 1, 1, 1, 3, 12)
    assert status(encounter, "orc").damage == before


@pytest.mark.parametrize(("minute", "rounds"), [(10, 10), (3, 3)])
def test_a_minute_lasts_as_many_rounds_as_the_option_says(minute, rounds):
    curse = StarEffect("↓ wits", 1, minutes=1)
    blade = Weapon("sword", details=WeaponDetails(effect=curse))
    encounter, _ = strike(
        pair(weapons=[blade]), 6, 1, 1, 1, 2, stars="effect:0", system=rules(minute_rounds=minute)
    )
    assert status(encounter, "orc").lasting[0].rounds_left == rounds


# Going down ---------------------------------------------------------------------------------------


def wounded(damage=11, **more):
    encounter = table(
        someone("seren", (3, 3), sheet={"fighting": Training(1)}),
        someone("orc", (4, 3), "foe", sheet={"vitality": 12, **more}),
    )
    return with_status(encounter, "orc", damage=damage)


def test_death_marks_gather_until_they_kill():
    encounter, lines = strike(wounded(), 6, 5)
    orc = encounter.tokens["orc"]
    assert orc.conditions == {"unconscious"}
    assert (status(encounter, "orc").damage, status(encounter, "orc").death_marks) == (12, 1)
    assert lines[-1].outcome.consequence == "Orc goes down"
    encounter, _ = strike(encounter, 6, 1)
    assert status(encounter, "orc").death_marks == 2
    encounter, lines = strike(encounter, 6, 1)
    assert encounter.tokens["orc"].conditions == {"dead"}
    assert lines[-1].outcome.consequence == "Orc is dead"
    with pytest.raises(IllegalIntentError, match="Orc is dead"):
        strike(encounter, 6, 1)


def test_whoever_goes_down_holds_nothing_and_loses_cover():
    encounter = behind_a_crate(sheet={"vitality": 1})
    encounter = with_status(encounter, "orc", held=2, stride=200, stride_by="dodge")
    attack = Attack("seren", "orc", "bow", QUIETLY)
    encounter, _ = play(encounter, attack, 6, 1, 1, 4)
    orc = status(encounter, "orc")
    assert encounter.tokens["orc"].has("unconscious")
    assert (orc.held, orc.stride, orc.stride_by, orc.cover) == (0, 0, "", None)


def test_how_many_death_marks_kill_is_an_option():
    encounter, _ = strike(wounded(), 6, 5, system=rules(death_marks=1))
    assert encounter.tokens["orc"].conditions == {"dead"}


def test_at_zero_dead_is_an_option_and_the_lot_of_minions():
    encounter, _ = strike(wounded(), 6, 5, system=rules(out=OutRule.DEAD))
    assert encounter.tokens["orc"].conditions == {"dead"}
    encounter, _ = strike(wounded(minion=True), 6, 5)
    assert encounter.tokens["orc"].conditions == {"dead"}


def test_down_until_twice_the_vitality_is_an_option():
    system = rules(out=OutRule.DOWN)
    encounter, lines = strike(wounded(), 6, 5, system=system)
    assert not any("death mark" in line for line in lines[-1].details)
    assert encounter.tokens["orc"].conditions == {"unconscious"}
    assert status(encounter, "orc").damage == 16
    assert system.track(encounter.tokens["orc"]).label.endswith("4 beyond")
    encounter = with_status(encounter, "orc", damage=23)
    encounter, _ = strike(encounter, 6, 5, system=system)
    assert encounter.tokens["orc"].conditions == {"dead"}
    assert status(encounter, "orc").damage == 24


# What is forbidden ------------------------------------------------------------------------------


def test_what_is_out_of_reach_or_sight_or_turn_is_refused_and_may_be_forced():
    far = table(someone("seren", (3, 3)), someone("orc", (9, 3), "foe"))
    planned = plan(far, "seren", "orc")
    assert planned.illegal == "30 ft away, reach 5 ft."
    assert planned.odds is None
    forced = plan(far, "seren", "orc", choices={"force": "yes"})
    assert forced.illegal == ""
    assert forced.warnings == ("Forced by the GM: 30 ft away, reach 5 ft.",)
    walled = table(
        someone("seren", (3, 3), weapons=[BOW]),
        someone("orc", (9, 3), "foe"),
        walls=[((6, 0), (6, 14))],
    )
    assert plan(walled, "seren", "orc").illegal.startswith("Seren cannot see Orc")
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"))
    waiting = plan(encounter, "orc", "seren")
    assert waiting.illegal == "It is Seren's turn and Orc holds no action."
    stunned = with_conditions(encounter, "seren", "stunned")
    assert plan(stunned, "seren", "orc").illegal == "Seren cannot act: stunned."
    spent = with_status(encounter, "seren", actions=0)
    assert plan(spent, "seren", "orc").illegal == "Seren has no actions left."
    for wrong in (
        Attack("seren", "nobody"),
        Attack("seren", "seren"),
        Attack("seren", "orc", "spoon"),
    ):
        with pytest.raises(IllegalIntentError):
            play(encounter, wrong)


def test_the_result_says_every_step():
    encounter = surrounded()
    _, lines = play(encounter, Attack("seren", "orc", "sword", QUIETLY), 6, 2, 1, 1, 4)
    assert lines[-1].details == (
        "With sword",
        "Against Parry, DC 2",
        "Flanked DC −1: Kael stands across: the line enters by the left border and leaves by the "
        "right border",
        "4d6 at DC 2: 6 2 1 1, 2 stars",
        "Passive defense, rank II, Trained: 2 effective stars",
        "Stars spent on nothing, 2 stars unspent: 1d6",
        "Damage 1d6 slashing: 4 = 4",
        "Damage 4, 4 of 12 Vitality lost",
    )
    outcome = lines[-1].outcome
    assert [shown.label for shown in outcome.rolls] == ["stars", "damage"]
    assert (outcome.damage, outcome.taken_before, outcome.taken_after) == (4, 0, 4)
