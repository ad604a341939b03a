"""The worked examples of ShadowRealms' rules page, numbered as there, through the commands."""

from __future__ import annotations

import pytest

PAIR = ("--attacker", "seren", "--target", "orc")
SEREN = {"id": "seren", "side": "party", "at": [5, 5], "facing": 90, "weapons": [{"name": "blade"}]}
ORC = {"id": "orc", "side": "foe", "at": [6, 5], "facing": 270}


@pytest.fixture
def duel(board):
    """Return a function that writes a map of two, each with changes, and returns its path."""

    def write(seren=None, orc=None, **changes):
        tokens = [{**SEREN, **(seren or {})}, {**ORC, **(orc or {})}]
        return board(tokens=tokens, walls=[], **changes)

    return write


def status_of(found, key):
    changes = [s for s in found["steps"] if s.get("event") == "StatusChanged" and s["token"] == key]
    return changes[-1]["status"] if changes else {"damage": 0, "fatigue": 0}


@pytest.mark.parametrize(("penetration", "target"), [(2, 8), (6, 6)])
def test_4_armor_and_penetration(command, duel, penetration, target):
    blade = {"name": "blade", "penetration": penetration}
    path = duel({"weapons": [blade]}, {"sheet": {"toughness": 6, "protection": {"slashing": 4}}})
    assert (
        command("odds", path, *PAIR, "--json").json["summary"] == f"4d20 vs 12, damage vs {target}"
    )


@pytest.mark.parametrize(
    ("more", "dice", "hits", "damage"),
    [
        ((), "12,11,20,3,7,3,10,1", 2, 1),
        (("--modifier", "Advantage=1"), "12,11,20,3,15,7,3,9,10,1,1", 3, 2),
    ],
)
def test_5_an_attack_in_numbers(command, duel, more, dice, hits, damage):
    blade = {"name": "blade", "penetration": 1, "attack_strength": 2}
    path = duel(
        {"weapons": [blade], "sheet": {"might": 4, "fighting": 5}},
        {"sheet": {"defense_rating": 17, "toughness": 6, "protection": {"slashing": 4}}},
    )
    assert command("odds", path, *PAIR, "--json").json["summary"] == "4d20 vs 12, damage vs 7"
    found = command("resolve", path, *PAIR, *more, "--dice", dice, "--json").json
    outcome = found["steps"][-1]["outcome"]
    assert (outcome["hits"], outcome["damage"]) == (hits, damage)
    assert status_of(found, "orc")["damage"] == damage


@pytest.mark.parametrize(("dice", "fatigue"), [("20,20,8,5", 2), ("20,20,5,4", 0)])
def test_6_a_glancing_blow(command, duel, dice, fatigue):
    path = duel({"sheet": {"might": 2}}, {"sheet": {"toughness": 6, "protection": {"slashing": 5}}})
    assert command("odds", path, *PAIR, "--json").json["summary"].endswith("damage vs 11")
    found = command("resolve", path, *PAIR, "--dice", dice, "--json").json
    assert (status_of(found, "orc")["fatigue"], status_of(found, "orc")["damage"]) == (fatigue, 0)


@pytest.mark.parametrize(
    ("successes", "damage"), [(1, 1), (2, 2), (3, 4), (4, 8), (5, 16), (7, 16)]
)
def test_7_the_damage_ladder(command, duel, successes, damage):
    path = duel({"sheet": {"might": 7}})
    dice = [20] * successes + [1] * (7 - successes) + [20] * successes + [10] + [1] * successes
    if damage == 16:
        dice += [20] * 6
    found = command("resolve", path, *PAIR, "--dice", ",".join(map(str, dice)), "--json").json
    assert status_of(found, "orc")["damage"] == damage


def test_8_rear_and_higher_ground(command, duel):
    path = duel(orc={"facing": 90}, elevation=[{"feet": 10, "cells": [[5, 5]]}])
    found = command("odds", path, *PAIR, "--json").json
    assert {row["key"]: row["value"] for row in found["modifiers"]} == {
        "rear": 2,
        "higher_ground": 1,
    }
    assert found["net"] == "Advantage, 3 levels"


def test_9_the_wedge_of_a_reach_spear(command, duel):
    spear = {"name": "spear", "reach": True, "reach_feet": 10}
    found = command("reach", duel({"weapons": [spear]}), "--token", "seren", "--json").json
    cells = {(q - 5, r - 5) for q, r in found["by_weapon"]["spear"]}
    assert cells == {(1, -1), (1, 0), (1, 1), (2, -1), (2, 0), (2, 1)}


def test_10_no_hits_with_three_dice_against_twelve(command, duel):
    found = command("odds", duel({"sheet": {"might": 3}}), *PAIR, "--json").json
    assert found["hits"]["0"] == pytest.approx(0.166375, abs=1e-12)


def test_11_one_level_of_advantage_on_two_dice(command, duel):
    path = duel({"sheet": {"might": 2}}, {"sheet": {"defense_rating": 15}})
    found = command("odds", path, *PAIR, "--modifier", "Advantage=1", "--json").json
    assert found["hits"] == pytest.approx({"0": 1 / 8, "1": 3 / 8, "2": 1 / 2}, abs=1e-12)
