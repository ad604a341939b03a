"""Sheets, weapons, status and options: what is refused, what the file keeps, what is read."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest
from grim_boards import BOMB, BOW, SWORD, rules, someone, table

from battlemap.geometry.cell import Cell, Point
from battlemap.geometry.grid import DiagonalMetric
from battlemap.model.encounter import RulesChoice
from battlemap.model.store import SystemTypes, dumps, loads
from battlemap.model.token import Weapon
from battlemap.rules.options import Ruling
from battlemap.systems.grimhowl import BARE_HANDS, Grimhowl
from battlemap.systems.grimhowl.kinds import (
    LOWERED,
    DamageType,
    DieSize,
    EffectKind,
    Kind,
    Rank,
    Skill,
)
from battlemap.systems.grimhowl.options import Options
from battlemap.systems.grimhowl.readings import FlankedEffect, OutRule, PoolDie
from battlemap.systems.grimhowl.sheet import (
    Defense,
    Gnawing,
    Lasting,
    Repeat,
    Sheet,
    Sigil,
    StarEffect,
    Status,
    TakenCover,
    Training,
    WeaponDetails,
    Wear,
    training_of,
)
from battlemap.tactics.conventions import FlankingRule
from battlemap.tactics.reach import WithinFeet


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Sheet(vitality=0), "vitality is a number from 1 to 999, not 0"),
        (lambda: Sheet(movement_feet=2000), "feet from 0 to 1000"),
        (lambda: Training(dice=-1), "Skill: dice"),
        (lambda: Defense(dc=0), "dc is 1 at least"),
        (lambda: Defense(dice=99), "Defense: dice"),
        (lambda: Sigil(dice=-2), "Sigil: dice"),
        (lambda: StarEffect("stunned", 0), "stars are 1 at least"),
        (lambda: WeaponDetails(gear=-1), "gear"),
        (lambda: Status(held=-1), "held cannot be -1"),
        (lambda: Options(actions=0), "actions is a number from 1 to 9"),
        (lambda: Options(cover_percent=120), "cover_percent"),
    ],
)
def test_nonsense_is_refused_with_the_reason(make, why):
    with pytest.raises(ValueError, match=why):
        make()


def test_every_option_says_what_it_settles():
    for info in fields(Options):
        assert info.metadata["question"]
        assert info.metadata["source"]
        if isinstance(info.default, Ruling):
            readings = list(type(info.default))
            assert readings[0] is info.default
            assert all(reading.sentence for reading in readings)
            assert len(readings) > 1


def test_ranks_and_their_divisors():
    assert [rank.numeral for rank in Rank] == ["I", "II", "III", "IV", "V"]
    assert [rank.divisor for rank in Rank] == [1, 1, 2, 2, 3]
    assert Rank.TRAINED < Rank.EXPERT < Rank.MASTER


def test_every_skill_has_a_line_on_the_sheet():
    token = someone("seren", (1, 1))
    for skill in Skill:
        assert training_of(token, skill).dice >= 0
    assert set().union(*LOWERED.values()) == set(Skill)


def test_types_of_damage_have_a_kind():
    assert {one.kind for one in DamageType} == set(Kind)
    assert DamageType.SLASHING.kind is Kind.PHYSICAL
    assert DamageType.CURSE.kind is Kind.ENERGY
    assert DamageType.ACID.kind is Kind.ELEMENTAL


def test_conventions_follow_the_options():
    plain = rules().conventions()
    assert not plain.has_facing
    assert plain.flanking is FlankingRule.ACROSS
    assert plain.flanking_counts
    other = rules(
        facing=True, flanked=FlankedEffect.NOTHING, diagonals=DiagonalMetric.ALTERNATING
    ).conventions()
    assert other.has_facing
    assert not other.flanking_counts
    assert other.diagonals is DiagonalMetric.ALTERNATING


def test_what_a_token_reaches_with():
    whip = Weapon("whip", 15, minimum_feet=10)
    token = someone("hob", (1, 1), weapons=[SWORD, whip, BOW, BOMB])
    assert [(reach.weapon, reach.pattern) for reach in rules().reaches(token)] == [
        ("sword", WithinFeet(5)),
        ("whip", WithinFeet(15, 10)),
    ]
    bare = someone("hob", (1, 1), weapons=[])
    assert rules().weapons(bare) == (BARE_HANDS,)
    assert rules().reaches(replace(token, conditions=frozenset({"stunned"}))) == ()


def types(key: str) -> SystemTypes | None:
    return SystemTypes(Options, Sheet, Status, WeaponDetails) if key == Grimhowl.key else None


def test_the_file_keeps_every_record():
    chosen = Options(pool_die=PoolDie.D8, out=OutRule.DOWN, skill_dc=5)
    details = WeaponDetails(effect=StarEffect("venom", 2, EffectKind.GNAWING), natural=True)
    token = someone(
        "seren",
        (1, 1),
        weapons=[Weapon("fangs", details=details)],
        sheet=Sheet(
            vitality=20,
            fighting=Training(5, Rank.MASTER),
            parry=Defense(4, Rank.EXPERT, 4),
            shell=Sigil(2, DieSize.D8, "moults"),
        ),
        status=Status(
            damage=3,
            repeats=(Repeat("attack", 2),),
            cover=TakenCover("crate", Cell(1, 1), (Point(2.0, 1.0), Point(3.0, 1.0))),
            gnawing=(Gnawing("venom", 1, DieSize.D4, DamageType.POISON),),
            lasting=(Lasting("stunned", 1),),
            worn=(Wear("shell", 1, "moults"),),
        ),
    )
    encounter = replace(table(token), rules=RulesChoice("grimhowl", chosen))
    again = loads(dumps(encounter, types), types)
    assert again.tokens["seren"] == token
    assert again.rules == encounter.rules


def test_a_hand_written_sheet_needs_only_what_differs():
    text = json.dumps(
        {
            "format": 1,
            "system": "grimhowl",
            "grid": {"kind": "square", "columns": 20, "rows": 15},
            "tokens": [
                {
                    "id": "seren",
                    "side": "party",
                    "at": [5, 5],
                    "sheet": {"vitality": 14, "parry": {"dc": 4, "rank": "expert"}},
                    "weapons": [{"name": "broadsword", "die": "d8", "effect": {"name": "↓ might"}}],
                }
            ],
        }
    )
    token = loads(text.encode(), types).tokens["seren"]
    assert token.sheet == Sheet(vitality=14, parry=Defense(dc=4, rank=Rank.EXPERT))
    assert token.weapons[0].details == WeaponDetails(die=DieSize.D8, effect=StarEffect("↓ might"))
    assert token.status is None
