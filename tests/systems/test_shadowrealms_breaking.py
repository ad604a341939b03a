"""Attacks on walls, doors and things."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shadow_boards import BOW, SWORD, fight, plan, play, rules, someone, status, with_status

from battlemap.geometry.cell import Point
from battlemap.model.intent import Act
from battlemap.model.obstacle import CoverGrade, Door, Prop, Wall
from battlemap.model.token import Weapon
from battlemap.rules.procedure import IllegalIntentError
from battlemap.systems.shadowrealms.breaking import aim_smash
from battlemap.systems.shadowrealms.objects import TABLE, threshold_at, toughness_of
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.readings import (
    HalfThreshold,
    RepeatPenalty,
    SiegeDoubling,
    SkippedAttackRoll,
)
from battlemap.systems.shadowrealms.sheet import Injury, WeaponDetails

AXE = Weapon("axe", details=WeaponDetails(attack_strength=4, penetration=2))
RAM = Weapon("ram", details=WeaponDetails(attack_strength=4, penetration=2, siege=True))


def at_a(obstacle, weapon=AXE, **more):
    encounter = fight(
        someone("seren", (5, 5), weapons=[weapon], **more), someone("orc", (6, 5), "foe", 270)
    )
    return with_obstacles(encounter, obstacle)


def with_obstacles(encounter, *obstacles):
    put = {obstacle.id: obstacle for obstacle in obstacles}
    return encounter.with_map(replace(encounter.map, obstacles=put))


def door(**more):
    return Door("gate", Point(6.0, 5.0), Point(6.0, 6.0), **more)


def crate(**more):
    ring = tuple(Point(float(x), float(y)) for x, y in ((4, 5), (5, 5), (5, 6), (4, 6)))
    return Prop("crate", ring, **more)


def smash(obstacle, structural="no", **choices):
    return Act("seren", "break", None, {"obstacle": obstacle, "structural": structural, **choices})


def test_the_whole_pool_is_damage_dice_against_durability():
    """An interior door: Durability 9, less attack strength 4, breaks at 4."""
    encounter = at_a(door())
    after, log = play(encounter, smash("gate"), 5, 4, 4, 4)
    assert log[-1].details[:3] == (
        "With axe",
        "No attack roll: an object",
        "Damage vs 5: Durability 9 − attack strength 4",
    )
    assert after.map.obstacles["gate"].damage == 1
    assert (status(after, "seren").actions, status(after, "seren").strikes) == (2, 1)
    assert status(after, "seren").strenuous
    again, log = play(after, smash("gate"), 5, 5, 5, 1, 5)
    assert "Repeated strike -1" in log[-1].details[2].replace("−", "-")
    assert log[-1].headline == "Seren breaks door gate"
    assert "gate" not in again.map.obstacles


def test_damage_adds_up_and_misses_change_nothing():
    encounter = at_a(door())
    missed, _ = play(encounter, smash("gate"), 1, 1, 1, 1)
    assert missed.map is encounter.map
    worn, _ = play(encounter, smash("gate"), 5, 5, 1, 1)
    assert worn.map.obstacles["gate"].damage == 2
    broken, _ = play(worn, smash("gate"), 5, 5, 5, 1, 1)
    assert "gate" not in broken.map.obstacles


def test_cover_goes_with_the_thing_that_gave_it():
    shot = Weapon("bow", range_feet=100, details=WeaponDetails(attack_strength=9))
    encounter = fight(someone("seren", (5, 5), weapons=[shot]), someone("orc", (9, 5), "foe", 270))
    ring = tuple(Point(float(x), float(y)) for x, y in ((7, 5), (8, 5), (8, 6), (7, 6)))
    table_top = Prop("table", ring, name="oak table", cover=CoverGrade.MAJOR)
    encounter = with_obstacles(encounter, table_top)
    assert "cover" in {row.key for row in plan(encounter, "seren", "orc").modifiers}
    after, _ = play(encounter, smash("table"), 20, 20, 20)
    assert "table" not in after.map.obstacles
    assert "cover" not in {row.key for row in plan(after, "seren", "orc").modifiers}


def test_a_structural_point_gives_way_at_half_and_a_door_hangs_open():
    encounter = at_a(door(is_locked=True))
    after, _ = play(encounter, smash("gate", "yes"), 7, 7, 7, 1)
    hangs = after.map.obstacles["gate"]
    assert (hangs.is_open, hangs.is_locked, hangs.damage) == (True, False, 4)
    chest = crate(name="chest")
    odd, _ = play(at_a(chest), smash("crate", "yes"), 6, 6, 1, 1)
    assert odd.map.obstacles["crate"].damage == 2
    down = rules(half_threshold=HalfThreshold.DOWN)
    gone, _ = play(at_a(chest), smash("crate", "yes"), 6, 6, 1, 1, system=down)
    assert "crate" not in gone.map.obstacles


def test_half_a_threshold():
    up, down = Options(), Options(half_threshold=HalfThreshold.DOWN)
    assert [threshold_at(up, n, structural=True) for n in (1, 2, 5, 16)] == [1, 1, 3, 8]
    assert [threshold_at(down, n, structural=True) for n in (1, 2, 5, 16)] == [1, 1, 2, 8]
    assert threshold_at(up, 5, structural=False) == 5


def test_what_and_where_is_asked_with_the_exact_chance():
    encounter = with_obstacles(at_a(door()), door(), crate(name="barrel"))
    procedure = rules().perform(encounter, Act("seren", "break"))
    question = procedure.send(None)
    assert [option.key for option in question.options] == ["crate", "gate"]
    assert question.options[1].detail.startswith("axe, 4 of 4 to break it")
    question = procedure.send("gate")
    assert [option.key for option in question.options] == ["whole", "joint"]
    planned = aim_smash(rules(), encounter.tokens["seren"], AXE, door())
    assert question.to_hit == planned.to_break
    # Three of four dice at 16/20 do 4 damage, four do 8.
    assert planned.to_break == pytest.approx(4 * 0.8**3 * 0.2 + 0.8**4, abs=1e-12)
    after, _ = play(encounter, Act("seren", "break"), "gate", "joint", 5, 5, 1, 1)
    assert after.map.obstacles["gate"].is_open


@pytest.mark.parametrize(
    ("how", "damage"), [(SiegeDoubling.SUCCESSES, 8), (SiegeDoubling.DAMAGE, 4)]
)
def test_siege_counts_twice(how, damage):
    wall = Wall("wall", Point(6.0, 0.0), Point(6.0, 10.0))
    after, _ = play(at_a(wall, RAM), smash("wall"), 14, 14, 1, 1, system=rules(siege=how))
    assert after.map.obstacles["wall"].damage == damage


def test_siege_halves_protection_before_penetration():
    """18 of a wall, 7 of it protection: 11 + (3 - 2) - 4 = 8; without siege 11 + (7 - 2) - 4."""
    wall = Wall("wall", Point(6.0, 0.0), Point(6.0, 10.0))
    seren = at_a(wall).tokens["seren"]
    assert aim_smash(rules(), seren, RAM, wall, protection=7).funnel.target == 8
    assert aim_smash(rules(), seren, AXE, wall, protection=7).funnel.target == 12
    assert aim_smash(rules(), seren, AXE, wall).funnel.target == 14
    _, log = play(at_a(wall, RAM), smash("wall", protection="7"), 8, 1, 1, 1)
    assert "Damage vs 8" in log[-1].details[2]


def test_four_siege_successes_may_let_a_part_collapse():
    wall = Wall("wall", Point(6.0, 0.0), Point(6.0, 10.0), break_threshold=99)
    encounter = at_a(wall, RAM)
    holds, _ = play(encounter, smash("wall"), 14, 14, 14, 14, "none")
    assert holds.map.obstacles["wall"].damage == 16
    breach, _ = play(encounter, smash("wall"), 14, 14, 14, 14, "collapse")
    parts = sorted((part.start.y, part.end.y) for part in breach.map.obstacles.values())
    assert parts == [(0.0, 5.0), (6.0, 10.0)]
    assert set(breach.map.obstacles) == {"wall", "wallb"}


def test_the_second_part_of_a_wall_gets_a_free_id():
    wall = Wall("wall", Point(6.0, 0.0), Point(6.0, 10.0), durability=5, break_threshold=1)
    other = Wall("wallb", Point(0.0, 0.0), Point(1.0, 0.0))
    encounter = with_obstacles(at_a(wall), wall, other)
    after, _ = play(encounter, smash("wall"), 20, 20, 1, 1)
    assert set(after.map.obstacles) == {"wall", "wallb", "wallb2"}
    assert after.map.obstacles["wallb"] is other


def test_what_an_attacker_brings_along_counts_and_nothing_of_a_target():
    encounter = with_status(
        at_a(door(), conditions=["prone"]),
        "seren",
        strikes=1,
        assist=1,
        injuries=(Injury("a cut", "chest", dice=1),),
    )
    seren = encounter.tokens["seren"]
    rows = {row.key: row.value for row in aim_smash(rules(), seren, AXE, door()).modifiers}
    assert rows == {"repeat": -1, "assist": 1, "injured": -1, "attacker_prone": -2}
    planned = aim_smash(rules(), seren, AXE, door())
    assert (planned.funnel.dice, planned.funnel.levels) == (3, -2)
    lost = rules(skipped_attack_roll=SkippedAttackRoll.LOST)
    assert aim_smash(lost, seren, AXE, door()).funnel.levels == 0
    dice = rules(repeat_penalty=RepeatPenalty.DICE)
    assert aim_smash(dice, seren, AXE, door()).funnel.dice == 2


def test_only_what_is_in_reach_is_struck():
    far = Wall("far", Point(9.0, 0.0), Point(9.0, 10.0))
    with pytest.raises(IllegalIntentError, match="nothing to break here"):
        play(at_a(far), smash("far"))
    both = with_obstacles(at_a(far), far, crate(name="barrel"))
    with pytest.raises(IllegalIntentError, match="reaches no wall far"):
        play(both, smash("far"))
    with pytest.raises(IllegalIntentError, match='reaches no "moon"'):
        play(both, smash("moon"))
    archer = with_obstacles(
        fight(someone("seren", (5, 5), weapons=[BOW, SWORD]), someone("orc", (6, 5), "foe")), far
    )
    after, log = play(archer, smash("far"), 20, 20, 20)
    assert log[-1].details[0] == "With bow"
    secret = with_obstacles(at_a(door()), door(is_secret=True))
    with pytest.raises(IllegalIntentError, match="nothing to break"):
        play(secret, smash("gate"))
    assert after.map.obstacles["far"].damage == 4


@pytest.mark.parametrize(
    ("obstacle", "durability", "threshold"),
    [
        (crate(name="glass bottle"), 4, 1),
        (crate(name="Old oak table"), 8, 3),
        (crate(name="hay wagon"), 12, 8),
        (crate(name="iron-bound chest"), 13, 8),
        (crate(name="statue of the king"), 14, 10),
        (crate(), 8, 3),
        (crate(cover=CoverGrade.TOTAL), 14, 10),
        (door(), 9, 4),
        (door(is_locked=True), 11, 6),
        (door(is_window=True), 4, 1),
        (Wall("w", Point(0, 0), Point(1, 0)), 18, 16),
        (Wall("w", Point(0, 0), Point(1, 0), CoverGrade.MINOR), 9, 4),
        (door(durability=17), 17, 14),
        (door(durability=9), 9, 4),
        (door(durability=17, break_threshold=3), 17, 3),
    ],
)
def test_what_things_withstand(obstacle, durability, threshold):
    found = toughness_of(obstacle)
    assert (found.durability, found.threshold) == (durability, threshold)


def test_the_table_of_the_text():
    assert [(row.durability, row.threshold) for row in TABLE] == [
        *((4, 1), (5, 1), (7, 2), (8, 3), (8, 3), (9, 4), (11, 6), (10, 5), (12, 8), (10, 5)),
        *((13, 8), (14, 10), (15, 10), (16, 12), (17, 14), (18, 16)),
    ]
