"""Readings of what the text of Grimhowl leaves open about ground, ills and Gnawing damage."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from every_roll import every_end
from grim_boards import (
    BOMB,
    DieSize,
    Rank,
    Sigil,
    Training,
    blast,
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
)

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Act, Attack, Move
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.systems.grimhowl.kinds import DamageType
from battlemap.systems.grimhowl.options import Options
from battlemap.systems.grimhowl.readings import (
    GnawingRule,
    IllsRule,
    LoweredSkills,
    PassiveRounding,
)
from battlemap.systems.grimhowl.sheet import Gnawing, Status, WeaponDetails
from battlemap.tactics.board import Board
from battlemap.tactics.movement import path_along

FIRE = Gnawing("burning", 1, DieSize.D6, DamageType.FIRE)
VENOM = Gnawing("venom", 1, DieSize.D4, DamageType.POISON)
QUIETLY = {"defense": "passive", "stars": "none"}


def bitten(*gnawing, weapon=None, dice=2, **sigils):
    """Return Seren with some dice beside an orc that suffers Gnawing damage."""
    blade = weapon or Weapon("sword", details=WeaponDetails(die=DieSize.D4))
    seren = someone("seren", (3, 3), weapons=[blade], sheet={"fighting": Training(dice)})
    sheet = {"vitality": 60, **{name: Sigil(1, die) for name, die in sigils.items()}}
    orc = someone("orc", (4, 3), "foe", sheet=sheet, status=Status(gnawing=gnawing))
    return table(seren, orc)


# Gnawing damage ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "script", "taken"),
    [
        (GnawingRule.NOTHING, (6, 1, 3, 5), 3 + 5),
        (GnawingRule.SIGILS, (6, 1, 3, 5, 2), 3 + 5 - 2),
        # A Sigil that stops all of it heals nobody.
        (GnawingRule.SIGILS, (6, 1, 3, 2, 4), 3),
    ],
)
def test_what_resists_gnawing_damage(reading, script, taken):
    encounter = bitten(FIRE, elemental=DieSize.D4)
    attack = Attack("seren", "orc", "sword", QUIETLY)
    after, log = play(encounter, attack, *script, system=rules(gnawing=reading))
    assert status(after, "orc").damage == taken
    said = any("elemental takes off" in line for line in log[-1].details)
    assert said is (reading is GnawingRule.SIGILS)


@pytest.mark.parametrize(
    ("reading", "ills"),
    [(GnawingRule.NOTHING, IllsRule.ELEMENTAL), (GnawingRule.SIGILS, IllsRule.ENERGY)],
)
def test_the_odds_count_every_way_gnawing_damage_is_resisted(reading, ills):
    encounter = bitten(VENOM, dice=1, elemental=DieSize.D4, energy=DieSize.D4)
    system = rules(gnawing=reading, ills=ills)
    attack = Attack("seren", "orc", "sword", QUIETLY)
    found = Counter()
    for chance, after in every_end(system, encounter, attack):
        found[status(after, "orc").damage] += chance
    assert sum(found.values()) == 1
    odds = plan(encounter, "seren", "orc", system, choices=QUIETLY).odds
    for amount in set(found) | set(odds.damage):
        assert odds.damage.get(amount, 0.0) == pytest.approx(float(found[amount]), abs=1e-12)


@pytest.mark.parametrize(
    ("reading", "gnawed"),
    # A d4 less a d4, never below 0: 1, 2 and 3 in 3, 2 and 1 of 16 ways.
    [(GnawingRule.NOTHING, 2.5), (GnawingRule.SIGILS, 10 / 16)],
)
def test_the_odds_of_an_area_count_it_too(reading, gnawed):
    system = rules(gnawing=reading)
    orc = someone(
        "orc",
        (5, 5),
        "foe",
        sheet={"vitality": 60, "elemental": Sigil(1, DieSize.D4)},
        status=Status(gnawing=(VENOM,)),
    )
    slashing = replace(BOMB.details, die=DieSize.D4, damage_type=DamageType.SLASHING)
    bomb = replace(BOMB, details=slashing)
    seren = someone("seren", (1, 5), weapons=[bomb], sheet={"casting": Training(1)})
    attack = blast((5, 5), size=0.6, attacker="seren", choices={"stars": "none"})
    planned = plan_area(table(seren, orc), attack, system)
    [one] = [one for one in planned.targets if one.token == "orc"]
    assert one.odds.mean == pytest.approx(one.odds.hit * (2.5 + gnawed), abs=1e-12)
    assert 0 < one.odds.hit < 1


@pytest.mark.parametrize("ill", [DamageType.POISON, DamageType.DISEASE])
@pytest.mark.parametrize(
    ("reading", "stops"),
    [(IllsRule.ELEMENTAL, "Elemental"), (IllsRule.ENERGY, "Energy"), (IllsRule.NOTHING, "")],
)
def test_which_sigil_resists_poison_and_disease(reading, stops, ill):
    fang = Weapon("fang", details=WeaponDetails(damage_type=ill))
    encounter = bitten(weapon=fang, elemental=DieSize.D4, energy=DieSize.D4)
    script = (6, 1, 3, 1) if stops else (6, 1, 3)
    attack = Attack("seren", "orc", "fang", QUIETLY)
    after, log = play(encounter, attack, *script, system=rules(ills=reading))
    assert status(after, "orc").damage == 3 - len(script[3:])
    assert any(line.startswith(f"{stops} 1d4") for line in log[-1].details) is bool(stops)


# Ground and what skills move over --------------------------------------------------------------


@pytest.mark.parametrize(("extra", "cost"), [(0, 100), (1, 200), (2, 300)])
@pytest.mark.parametrize("ground", [Terrain.DIFFICULT, Terrain.CLIMB, Terrain.WATER])
def test_what_bad_ground_costs_more(extra, cost, ground):
    encounter = table(someone("seren", (1, 3)), terrain={ground: [(2, 3)]})
    system = rules(difficult_extra=extra)
    board = Board.of(encounter, system)
    how = system.mover(encounter, encounter.tokens["seren"])
    path, wrong = path_along(board, "seren", how, (Cell(1, 3), Cell(2, 3)))
    assert not wrong
    assert path.cost == cost


@pytest.mark.parametrize(("sure", "cost"), [(True, 100), (False, 200)])
def test_what_athletics_moves_over(sure, cost):
    system = rules(sure_athletics=sure)
    rough = {Terrain.DIFFICULT: [(2, 3)]}
    encounter = fight(
        someone("seren", (1, 3)), someone("orc", (1, 14), "foe"), terrain=rough, system=system
    )
    encounter, log = play(encounter, Act("seren", "athletics"), 4, 5, 6, system=system)
    assert ("at no extra cost" in log[-1].details[1]) is sure
    how = system.mover(encounter, encounter.tokens["seren"])
    board = Board.of(encounter, system)
    path, _ = path_along(board, "seren", how, (Cell(1, 3), Cell(2, 3)))
    assert path.cost == cost


@pytest.mark.parametrize(("quiet", "strikers"), [(True, []), (False, ["orc"])])
def test_who_strikes_at_finesse(quiet, strikers):
    system = rules(opportunity=True, quiet_skills=quiet)
    encounter = fight(someone("seren", (3, 3)), someone("orc", (4, 3), "foe"), system=system)
    encounter, log = play(encounter, Act("seren", "finesse"), 6, 6, 6, system=system)
    assert ("nobody may strike" in log[-1].details[1]) is quiet
    away = Move("seren", (Cell(3, 3), Cell(2, 3), Cell(1, 3)))
    board = Board.of(encounter, system)
    token = encounter.tokens["seren"]
    path, wrong = path_along(board, "seren", system.mover(encounter, token), away.cells)
    assert not wrong
    assert [t.by for t in system.move_triggers(board, token, path)] == strikers


# Passive defense and ranks ----------------------------------------------------------------------


def against_rank(rank, dice):
    """Return Seren with *dice* dice beside an orc whose Parry has a rank and who can't react."""
    seren = someone("seren", (3, 3), sheet={"fighting": Training(dice)})
    return table(seren, someone("orc", (4, 3), "foe", sheet={"vitality": 60, "parry": guard(rank)}))


@pytest.mark.parametrize(
    ("reading", "rank", "left"),
    # Of 1, 2, 3, 4 and 5 stars that come in.
    [
        (PassiveRounding.DOWN, Rank.EXPERT, (0, 1, 1, 2, 2)),
        (PassiveRounding.DOWN, Rank.MASTER, (0, 0, 1, 1, 1)),
        (PassiveRounding.UP, Rank.EXPERT, (1, 1, 2, 2, 3)),
        (PassiveRounding.UP, Rank.MASTER, (1, 1, 1, 2, 2)),
        (PassiveRounding.NEAREST, Rank.EXPERT, (1, 1, 2, 2, 3)),
        (PassiveRounding.NEAREST, Rank.MASTER, (0, 1, 1, 1, 2)),
        (PassiveRounding.UP, Rank.TRAINED, (1, 2, 3, 4, 5)),
    ],
)
def test_how_effective_stars_are_rounded(reading, rank, left):
    system = rules(passive_rounding=reading)
    attack = Attack("seren", "orc", "sword", QUIETLY)
    for stars, expected in enumerate(left, 1):
        encounter = against_rank(rank, stars)
        # No star at all stays none, however it is rounded.
        _, log = play(encounter, attack, *[1] * stars, system=system)
        assert log[-1].outcome.hits in (0, None)
        damage = (3,) if expected else ()
        _, log = play(encounter, attack, *[6] * stars, *damage, system=system)
        assert log[-1].outcome.hits == expected


@pytest.mark.parametrize("reading", PassiveRounding)
def test_the_odds_round_effective_stars_as_the_dice_do(reading):
    system = rules(passive_rounding=reading)
    encounter = against_rank(Rank.MASTER, 4)
    found = Counter()
    for chance, after in every_end(system, encounter, Attack("seren", "orc", "sword", QUIETLY)):
        found[status(after, "orc").damage] += chance
    odds = plan(encounter, "seren", "orc", system, choices=QUIETLY).odds
    for amount in set(found) | set(odds.damage):
        assert odds.damage.get(amount, 0.0) == pytest.approx(float(found[amount]), abs=1e-12)


@pytest.mark.parametrize(("reading", "hit"), [(PassiveRounding.DOWN, 0), (PassiveRounding.UP, 1)])
def test_an_area_attack_rounds_effective_stars_too(reading, hit):
    """One star against a Master in the area: it is lost, or one is left of it."""
    system = rules(passive_rounding=reading)
    orc = someone("orc", (5, 5), "foe", sheet={"dodge": guard(Rank.MASTER)})
    seren = someone("seren", (1, 5), weapons=[BOMB], sheet={"casting": Training(1)})
    encounter = table(seren, orc)
    attack = blast((5, 5), size=0.6, attacker="seren", choices={"stars": "none"})
    planned = plan_area(encounter, attack, system)
    star = 4 / 6  # a d6 reaches DC 3
    assert planned.odds.hit == pytest.approx(star * hit)
    [one] = [one for one in planned.targets if one.token == "orc"]
    assert one.odds.hit == pytest.approx(star * hit)
    quiet = replace(attack, choices={"stars": "none", "defense:orc": "passive"})
    after, _ = play(encounter, quiet, 6, *((4,) if hit else ()), system=system)
    assert (status(after, "orc").damage > 0) is bool(hit)


@pytest.mark.parametrize(("reading", "shown"), [(PassiveRounding.DOWN, 0), (PassiveRounding.UP, 1)])
def test_the_defender_is_told_what_the_rounding_leaves(reading, shown):
    system = rules(passive_rounding=reading)
    encounter = against_rank(Rank.MASTER, 1)
    said = []

    def passively(asked):
        said.extend(option.detail for option in asked.options)
        return "passive"

    attack = Attack("seren", "orc", "sword", {"stars": "none"})
    for _ in every_end(system, encounter, attack, answer=passively):
        pass
    assert f"1 star, {shown} effective" in said


def test_what_the_ranks_are_called():
    system = rules(rank_names="Green, Sworn, Blooded, Old hand, Legend")
    encounter = against_rank(Rank.EXPERT, 2)
    [defense] = [c for c in plan(encounter, "seren", "orc", system).choices if c.key == "defense"]
    assert "Passive, rank III, Blooded" in [option.label for option in defense.options]
    attack = Attack("seren", "orc", "sword", QUIETLY)
    _, log = play(encounter, attack, 6, 6, 3, system=system)
    assert any(line.startswith("Passive defense, rank III, Blooded:") for line in log[-1].details)
    assert system.word_of(Rank.MASTER) == "V, Legend"
    assert rules().word_of(Rank.MASTER) == "V, Master"
    bomber = someone("seren", (1, 5), weapons=[BOMB])
    planned = plan_area(
        table(bomber, someone("orc", (5, 5), "foe")), blast((5, 5), attacker="seren"), system
    )
    assert "Dodge DC 3, Sworn" in [one.reason for one in planned.targets]


@pytest.mark.parametrize(
    "names", ["A, B, C, D", "A, B, C, D, E, F", "A, B, , D, E", "A, B, C, D, A", ""]
)
def test_five_ranks_need_five_names(names):
    with pytest.raises(ValueError, match="rank_names are 5 names"):
        Options(rank_names=names)


# Conditions, and movement by the sheet ----------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "reading", "might", "wits"),
    [
        (1, LoweredSkills.OWN, -1, 0),
        (2, LoweredSkills.OWN, -2, 0),
        (1, LoweredSkills.ALL, -1, -1),
        (0, LoweredSkills.ALL, 0, 0),
    ],
)
def test_what_a_lowered_attribute_takes(dice, reading, might, wits):
    system = rules(lowered_dice=dice, lowered_skills=reading)
    for condition, lost in (("↓ might", might), ("↓ wits", wits)):
        seren = someone("seren", (3, 3), sheet={"fighting": Training(4)}, conditions=[condition])
        encounter = table(seren, someone("orc", (4, 3), "foe"))
        planned = plan(encounter, "seren", "orc", system)
        assert values(planned).get("lowered", 0) == lost
        assert planned.odds.summary.startswith(f"{4 + lost}d6")
        said = system.condition_help(condition)
        assert ("every roll" in said) is (reading is LoweredSkills.ALL and dice > 0)


@pytest.mark.parametrize("usual", [20, 30, 45])
def test_the_usual_movement(usual):
    system = rules(usual_movement_feet=usual)
    plain, own = (
        someone("seren", (1, 3)),
        someone("orc", (9, 3), "foe", sheet={"movement_feet": 10}),
    )
    encounter = table(plain, own)
    assert system.mover(encounter, plain).rate == usual * 20
    assert system.mover(encounter, own).rate == 10 * 20
