"""Readings of what the text of Grimhowl leaves open about ground, ills and Gnawing damage."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from every_roll import every_end
from grim_boards import (
    BOMB,
    DieSize,
    Sigil,
    Training,
    blast,
    fight,
    plan,
    plan_area,
    play,
    rules,
    someone,
    status,
    table,
)

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Act, Attack, Move
from battlemap.model.terrain import Terrain
from battlemap.model.token import Weapon
from battlemap.systems.grimhowl.kinds import DamageType
from battlemap.systems.grimhowl.options import GnawingRule, IllsRule
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
