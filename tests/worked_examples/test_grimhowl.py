"""The worked examples of the rules page, and the text's own examples, one test each."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from grim_boards import (
    BOMB,
    BOW,
    HEX,
    Rank,
    Training,
    blast,
    box,
    fight,
    guard,
    plan,
    plan_area,
    play,
    rules,
    someone,
    status,
    table,
    values,
    with_status,
)

from battlemap.dice.pool import Pool
from battlemap.dice.stars import StarStrike
from battlemap.model.intent import Act, Attack
from battlemap.model.token import Weapon
from battlemap.systems.grimhowl.kinds import DamageType, DieSize
from battlemap.systems.grimhowl.sheet import Gnawing, WeaponDetails

QUIETLY = {"defense": "passive", "stars": "none"}


def duel(rank: Rank, dice: int, dc: int = 3):
    return table(
        someone("darius", (3, 3), sheet={"fighting": Training(dice, Rank.EXPERT)}),
        someone("orc", (4, 3), "foe", sheet={"vitality": 30, "parry": guard(rank, dc)}),
    )


@pytest.mark.parametrize(
    ("stars", "rank", "effective"),
    [
        (6, Rank.MASTER, 2),
        (4, Rank.EXPERT, 2),
        (4, Rank.TRAINED, 4),
        (4, Rank.MASTER, 1),
        (2, Rank.MASTER, 0),
        (4, Rank.NOVICE, 4),
        (5, Rank.VETERAN, 2),
    ],
)
def test_example_1_passive_defense_by_rank(stars, rank, effective):
    encounter = duel(rank, stars)
    script = [6] * stars + ([4] if effective else [])
    _, lines = play(encounter, Attack("darius", "orc", "sword", QUIETLY), *script)
    assert lines[-1].outcome.hits == effective


def crowd(**third):
    return table(
        someone("kael", (2, 2), weapons=[BOMB], sheet={"casting": Training(4)}),
        someone("a", (10, 5), "foe", sheet={"dodge": guard(Rank.EXPERT, 3)}),
        someone("b", (11, 5), "foe", sheet={"dodge": guard(Rank.TRAINED, 3)}),
        someone("c", (10, 6), "foe", sheet={"dodge": guard(Rank.TRAINED, 4)}),
        **third,
    )


@pytest.mark.parametrize(("dc", "inside"), [("4", {"a", "b", "c"}), ("3", {"a", "b"})])
def test_example_2_the_chosen_dc_says_who_is_in(dc, inside):
    planned = plan_area(crowd(), blast((10, 5), choices={"dc": dc}))
    assert {target.token for target in planned.targets if target.is_included} == inside
    [choice] = [choice for choice in planned.choices if choice.key == "dc"]
    assert choice.selected == dc
    assert {option.key: option.label for option in choice.options} == {
        "4": "DC 4: A, B, C",
        "3": "DC 3: A, B; not C",
    }


def test_example_3_shared_defense():
    two = table(
        someone("kael", (2, 2), weapons=[BOMB], sheet={"casting": Training(4)}),
        someone("expert", (10, 5), "foe", sheet={"dodge": guard(Rank.EXPERT, 3)}),
        someone("trained", (11, 5), "foe", sheet={"dodge": guard(Rank.TRAINED, 4)}),
    )
    attack = {"stars": "none", "effect:expert": "none", "effect:trained": "none"}
    passive = {"defense:expert": "passive", "defense:trained": "passive"}
    _, lines = play(two, blast((10, 5), choices={**attack, **passive}), 6, 6, 6, 1, 3)
    # Rank II at DC 4: each star counts.
    assert [line.outcome.hits for line in lines if line.outcome] == [3, 3]
    dodging = {"defense:expert": "dodge", "defense:trained": "passive"}
    _, lines = play(two, blast((10, 5), choices={**attack, **dodging}), 6, 6, 6, 1, 5, 5, 1, 3)
    # The Expert's two stars come off for both, and no rank divides what is left.
    assert [line.outcome.hits for line in lines if line.outcome] == [1, 1]


def covered(at):
    """Orc in Cover behind a barricade to its west, attacked from *at*."""
    encounter = table(
        someone("seren", at, weapons=[BOW, HEX], sheet={"fighting": Training(4)}),
        someone("orc", (8, 5), "foe", sheet={"dodge": guard(dc=3), "will": guard(dc=3)}),
        props={"barricade": ((7.2, 4.0), (7.8, 7.0))},
    )
    encounter, _ = play(encounter, Act("orc", "take_cover"))
    return encounter


def test_example_4_cover_counts_from_its_side_only():
    ahead = plan(covered((2, 5)), "seren", "orc", weapon="bow")
    assert values(ahead) == {"cover": 1}
    assert ahead.odds.summary.startswith("3d6 at DC 4")
    behind = plan(covered((14, 5)), "seren", "orc", weapon="bow")
    assert values(behind) == {}
    assert behind.odds.summary.startswith("3d6 at DC 3")
    assert any("doesn't count here" in warning for warning in behind.warnings)
    spell = plan(covered((2, 5)), "seren", "orc", weapon="hex")
    assert values(spell) == {}
    assert spell.odds.summary.startswith("3d6 at DC 3")


def test_example_5_the_third_identical_attack_with_five_dice_has_three():
    encounter = fight(
        someone("seren", (3, 3), sheet={"fighting": Training(5)}),
        someone("orc", (4, 3), "foe", sheet={"vitality": 99}),
    )
    for count in (5, 4, 3):
        planned = plan(encounter, "seren", "orc")
        assert planned.odds.summary.startswith(f"{count}d6 at DC 3")
        attack = Attack("seren", "orc", "sword", QUIETLY)
        encounter, _ = play(encounter, attack, *([1] * count))


def test_example_6_gnawing_damage_with_each_hit():
    burning = Gnawing("burning", 1, DieSize.D6, DamageType.FIRE)
    encounter = table(
        someone("seren", (3, 3), sheet={"fighting": Training(1)}),
        someone("orc", (4, 3), "foe", sheet={"vitality": 30}),
    )
    encounter = with_status(encounter, "orc", gnawing=(burning,))
    attack = Attack("seren", "orc", "sword", QUIETLY)
    encounter, _ = play(encounter, attack, 6, 3, 5)
    assert status(encounter, "orc").damage == 3 + 5
    encounter, _ = play(encounter, attack, 6, 2, 6)
    assert status(encounter, "orc").damage == 8 + 2 + 6
    odds = plan(encounter, "seren", "orc", choices=QUIETLY).odds
    # 1d6 + 1d6, where the attack hits: two dice in three.
    assert odds.damage[2] == pytest.approx(2 / 3 / 36)
    assert odds.damage[12] == pytest.approx(2 / 3 / 36)


def test_example_7_exact_odds():
    odds = plan(duel(Rank.TRAINED, 2, 4), "darius", "orc", choices=QUIETLY).odds
    assert odds.hits == {0: 0.25, 1: 0.5, 2: 0.25}
    odds = plan(duel(Rank.EXPERT, 2, 4), "darius", "orc", choices=QUIETLY).odds
    assert odds.hits == {0: 0.75, 1: 0.25}
    assert StarStrike(Pool(2, 6, 4), 2).stars().chance(1) == Fraction(1, 4)


def test_the_texts_own_attack_darius_against_the_orc():
    attack = Attack("darius", "orc", "sword", {"stars": "none", "defense": "passive"})
    _, lines = play(duel(Rank.TRAINED, 4), attack, 6, 6, 6, 6, 4)
    assert lines[-1].outcome.hits == 4
    _, lines = play(duel(Rank.EXPERT, 4), attack, 6, 6, 6, 6, 4)
    assert lines[-1].outcome.hits == 2
    parried = Attack("darius", "orc", "sword", {"stars": "none", "defense": "parry"})
    _, lines = play(duel(Rank.EXPERT, 4), parried, 6, 6, 6, 6, 5, 5, 5, 4)
    assert lines[-1].outcome.hits == 1


def test_the_texts_own_spending_in_an_area():
    """Two stars for the effect on three creatures are six; damage counts for all of them."""
    encounter = table(
        someone("kael", (2, 2), weapons=[BOMB], sheet={"casting": Training(9)}),
        *(someone(key, at, "foe") for key, at in (("a", (10, 5)), ("b", (11, 5)), ("c", (10, 6)))),
    )
    passive = {f"defense:{key}": "passive" for key in "abc"}
    bought = {f"effect:{key}": "effect:0" for key in "abc"}
    attack = blast((10, 5), choices={**passive, **bought, "stars": "damage"})
    encounter, lines = play(encounter, attack, *([6] * 9), 2)
    assert "Stars spent on +3 damage for everybody: 5 damage" in lines[0].details
    for key in "abc":
        assert encounter.tokens[key].has("↓ agility")
        assert status(encounter, key).damage == 5


def test_the_texts_own_gnawing_example():
    """1d6 Gnawing fire and a hit of 1d4 fire: both are suffered."""
    details = WeaponDetails(die=DieSize.D4, damage_type=DamageType.FIRE)
    dart = Weapon("dart", range_feet=30, details=details)
    encounter = table(
        someone("seren", (3, 3), weapons=[dart], sheet={"marksmanship": Training(1)}),
        someone("orc", (6, 3), "foe"),
    )
    fire = Gnawing("burning", 1, DieSize.D6, DamageType.FIRE)
    encounter = with_status(encounter, "orc", gnawing=(fire,))
    encounter, _ = play(encounter, Attack("seren", "orc", "dart", QUIETLY), 6, 4, 6)
    assert status(encounter, "orc").damage == 10


def test_an_object_that_moves_takes_its_cover_along():
    encounter = covered((2, 5))
    elsewhere = {"barricade": box("barricade", (7.2, 4.5), (7.8, 7.5))}
    moved = encounter.with_map(replace(encounter.map, obstacles=elsewhere))
    assert values(plan(moved, "seren", "orc", weapon="bow")) == {}
    assert rules().effects(moved, moved.tokens["orc"]) == ()
