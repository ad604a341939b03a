"""The documentation lists every key with its default, every modifier, option and action."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from docs_page import (
    check_creatures,
    check_keys,
    check_readings,
    headings_of,
    page_of,
    reference_of,
)

from battlemap.systems.prowess import Prowess
from battlemap.systems.prowess.deeds import DEEDS
from battlemap.systems.prowess.options import Options
from battlemap.systems.prowess.rulings import KNOWN, RULINGS
from battlemap.systems.prowess.sheet import Sheet, Status, WeaponDetails

PAGE = page_of("prowess")
RULES = reference_of("prowess")
HEADINGS = headings_of(RULES)


@pytest.mark.parametrize(
    ("heading", "record"),
    [("Sheet", Sheet), ("Weapons", WeaponDetails), ("Status", Status), ("Options", Options)],
)
def test_every_key_is_listed_with_its_default(heading, record):
    check_keys(PAGE, heading, record)


def test_every_reading_is_listed():
    check_readings(PAGE, Options)


def test_every_action_and_condition_is_named():
    for deed in DEEDS:
        assert deed.label in PAGE
    for condition in Prowess.conditions:
        assert f"`{condition}`" in PAGE
    for creature in Prowess().bestiary():
        assert creature.name in PAGE


@pytest.mark.parametrize("key", KNOWN)
def test_every_modifier_leads_to_a_heading(key):
    game, _, words = RULINGS.source(key).partition(", ")
    assert game == Prowess.title
    assert [heading for heading in HEADINGS if heading == words] == [words]


@pytest.mark.parametrize("field", fields(Options), ids=lambda field: field.name)
def test_every_option_leads_to_a_heading_that_names_it(field):
    source, question = field.metadata["source"], field.metadata["question"]
    headings = [heading for heading in HEADINGS if source.startswith(heading)]
    assert headings
    flat = " ".join(RULES.split())
    named = re.findall(r"\*([A-Z][^*]+)\*", flat)
    assert any(question.startswith(words) for words in named), question


def test_every_heading_of_the_text_has_a_section():
    promised = {
        "Combat Rounds, Initiative, Surprise, Starting Your Turn, Prowess Roll, Ready Action",
        "Item Interaction, Recovery, Loading, Hide, Assist, Disengage, Movement Actions",
        "Passive Movement, Movement, Dash, Difficult Terrain, Being Prone, Attack, Weapon Damage",
        "Parry, Block, Adding Prowess Dice, Flanking, Cover, Aura of Reach, Opportunity Attack",
        "Critical Hit, Grapple, Forced Movement, Shove, Disarm, Wounding Strike, Guard Break",
        "Armor Pierce, Area Attack, Perfect Parry, Heavy Parry",
    }
    assert {name for line in promised for name in line.split(", ")} == set(HEADINGS)


def test_creatures_of_the_bestiary_can_fight():
    check_creatures(Prowess(), Sheet, 8)
    assert all(Prowess().reaches(creature) for creature in Prowess().bestiary())
