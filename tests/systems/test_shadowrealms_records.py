from __future__ import annotations

import json
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path

import pytest
from shadow_boards import rules, someone, table

from battlemap.model.encounter import RulesChoice
from battlemap.model.store import SystemTypes, dumps, loads
from battlemap.model.token import Weapon
from battlemap.rules.options import Ruling
from battlemap.systems.shadowrealms import BARE_HANDS, ShadowRealms
from battlemap.systems.shadowrealms.criticals import (
    LOCATIONS,
    critical,
    critical_tables,
    location_of,
)
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.readings import PoolDie, RoundEnd
from battlemap.systems.shadowrealms.rulings import KNOWN
from battlemap.systems.shadowrealms.sheet import (
    DamageType,
    Injury,
    Protection,
    Sheet,
    Status,
    Tier,
    WeaponDetails,
)
from battlemap.tactics.reach import Ahead, WithinFeet


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Sheet(might=-1), "might is a number from 0 to 99, not -1"),
        (lambda: Sheet(movement_feet=2000), "feet from 0 to 1000"),
        (lambda: Sheet(toughness=0), "toughness and stamina"),
        (lambda: Protection(slashing=-3), "slashing"),
        (lambda: WeaponDetails(attack_strength=99), "attack_strength"),
        (lambda: Status(actions=-1), "actions cannot be -1"),
        (lambda: Options(square_front_half=120.0), "arcs on squares"),
        (lambda: Options(hex_side_half=200.0), "arcs on hexes"),
        (lambda: Options(higher_ground_feet=-5), "higher_ground_feet"),
        (lambda: Options(easy_difficulty=41), "easy_difficulty is a number from 0 to 40"),
        (lambda: Options(sprint_actions=0), "sprint_actions is a number from 1 to 4"),
        (lambda: Options(test_successes=0), "test_successes is a number from 1 to 9"),
        (lambda: WeaponDetails(knockback=-1), "knockback is a number of areas"),
    ],
)
def test_nonsense_is_refused_with_the_reason(make, why):
    with pytest.raises(ValueError, match=why):
        make()


def test_every_option_says_what_it_settles():
    for info in fields(Options):
        assert info.metadata["question"]
        assert info.metadata["source"].startswith("Section")
        if isinstance(info.default, Ruling):
            readings = list(type(info.default))
            assert readings[0] is info.default
            assert all(reading.sentence for reading in readings)
            assert len(readings) > 1


def test_every_reading_is_played_in_some_test():
    """No option without a test of what it changes; the first reading is the rules' default."""
    tests = Path(__file__).parents[1]
    pages = [tests / "systems" / "test_board_readings.py"]
    pages += (tests / "systems").glob("test_shadowrealms*.py")
    pages += (tests / "worked_examples").glob("test_shadowrealms*.py")
    played = "".join(
        path.read_text(encoding="utf-8")
        for path in pages
        if path.name != "test_shadowrealms_laws.py"
    )
    for info in fields(Options):
        if isinstance(info.default, Ruling):
            others = [r for r in type(info.default) if r is not info.default]
            assert all(f"{type(r).__name__}.{r.name}" in played for r in others), info.name
        else:
            assert f"{info.name}=" in played, info.name


def test_conventions_follow_the_options():
    chosen = rules(square_front_half=45.0, lean_out=True, elevation_in_distance=False)
    found = chosen.conventions()
    assert found.square_front_half == 45.0
    assert found.lean_out
    assert not found.elevation_counts
    assert rules().conventions().elevation_counts


def test_what_a_token_reaches_with():
    spear = Weapon("spear", 10, reach=True)
    pike = Weapon("pike", 15, reach=True)
    tail = Weapon("tail", 10)
    whip = Weapon("whip", 15, minimum_feet=10)
    bow = Weapon("bow", range_feet=60)
    token = someone("hob", (1, 1), weapons=[spear, pike, tail, whip, bow])
    assert [(r.weapon, r.pattern) for r in rules().reaches(token)] == [
        ("spear", Ahead(2)),
        ("pike", Ahead(3)),
        ("tail", WithinFeet(10)),
        ("whip", WithinFeet(15, 10)),
    ]
    bare = someone("hob", (1, 1), weapons=[])
    assert rules().weapons(bare) == (BARE_HANDS,)
    assert [r.pattern for r in rules().reaches(bare)] == [WithinFeet(5)]
    assert rules().reaches(replace(token, conditions=frozenset({"stunned"}))) == ()


def test_tracks():
    token = someone("seren", (1, 1), status=Status(damage=5))
    track = rules().track(token)
    assert (track.taken, track.size, track.label) == (5, 16, "5 of 16 boxes taken")
    assert track.bands == ((4, "0"), (8, "−1"), (12, "−2"), (16, "−3"))
    beyond = rules().track(replace(token, status=Status(damage=18)))
    assert (beyond.taken, beyond.label) == (16, "16 of 16 boxes taken, 2 beyond")
    minion = someone("goblin", (1, 1), sheet=Sheet(tier=Tier.ELITE), status=Status(minion_hits=2))
    assert rules().track(minion).label == "2 of 3 damage dice taken"


def test_locations_cover_the_d20():
    assert [location_of(face) for face in (2, 3, 4, 5, 8, 9, 12, 13, 15, 16, 18, 19)] == [
        "right leg",
        "left leg",
        "left leg",
        "abdomen",
        "abdomen",
        "chest",
        "chest",
        "right arm",
        "right arm",
        "left arm",
        "left arm",
        "head",
    ]


@pytest.mark.parametrize("kind", list(DamageType))
@pytest.mark.parametrize("location", [place for _, place in LOCATIONS])
def test_critical_tables_are_complete_and_ascend(kind, location):
    rows = critical_tables()[kind.value, location.split()[-1]]
    assert [row.least for row in rows] == sorted({row.least for row in rows})
    assert rows[0].least == 1
    assert len({row.text for row in rows}) == len(rows)
    for row in rows:
        assert row.bleeding >= 0 <= row.dice
        assert set(row.conditions) <= set(ShadowRealms.conditions)
    for total in range(1, 73):
        found = critical(kind, location, total)
        assert found.least <= total
        assert found in rows
    assert critical(kind, location, 72) is rows[-1]


def test_the_text_is_named_for_every_modifier():
    assert all(known.section.startswith("section ") for known in KNOWN.values())
    assert all(known.value for known in KNOWN.values())


def types(key: str) -> SystemTypes | None:
    if key != "shadowrealms":
        return None
    return SystemTypes(Options, Sheet, Status, WeaponDetails)


def test_the_file_keeps_every_record():
    system = rules(pool_die=PoolDie.D10, round_end=RoundEnd.BELOW_ZERO, side_arc_levels=1)
    weapon = Weapon("blade", details=WeaponDetails(DamageType.PUNCTURE, 2, 1, off_hand=True))
    token = someone(
        "seren",
        (1, 1),
        weapons=[weapon],
        sheet=Sheet(might=7, protection=Protection(1, 2, 3), wear_difficulty=3, tier=Tier.ELITE),
        status=Status(
            damage=3, cover_by=("crate",), injuries=(Injury("a cut", "chest", bleeding=1),)
        ),
    )
    encounter = replace(table(token), rules=RulesChoice("shadowrealms", system.options))
    text = dumps(encounter, types)
    again = loads(text, types)
    assert again.tokens["seren"] == token
    assert again.rules == encounter.rules


def test_a_hand_written_sheet_needs_only_what_differs():
    text = json.dumps(
        {
            "format": 1,
            "system": "shadowrealms",
            "grid": {"kind": "square", "columns": 20, "rows": 15},
            "tokens": [
                {
                    "id": "seren",
                    "side": "party",
                    "at": [5, 5],
                    "sheet": {"might": 6, "protection": {"slashing": 4}},
                    "weapons": [
                        {"name": "spear", "reach": True, "reach_feet": 10, "penetration": 2}
                    ],
                }
            ],
        }
    )
    token = loads(text.encode(), types).tokens["seren"]
    assert token.sheet == Sheet(might=6, protection=Protection(slashing=4))
    assert token.weapons[0].details == WeaponDetails(penetration=2)
    assert token.status is None


def test_enums_are_words():
    words = [member.value for info in fields(Options)
             if isinstance(info.default, Enum) for member in type(info.default)]  # fmt: skip
    assert all(len(str(word)) < 20 for word in words)
