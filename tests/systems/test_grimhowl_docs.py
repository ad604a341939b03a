"""The documentation lists every key with its default, every modifier, option and action."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from docs_page import check_keys, check_readings, headings_of, page_of, reference_of

from battlemap.session.reference import section_for
from battlemap.systems.grimhowl import Grimhowl
from battlemap.systems.grimhowl.deeds import DEEDS
from battlemap.systems.grimhowl.options import Options
from battlemap.systems.grimhowl.rulings import KNOWN, RULINGS
from battlemap.systems.grimhowl.sheet import (
    Sheet,
    Status,
    WeaponDetails,
)

PAGE = page_of("grimhowl")
RULES = reference_of("grimhowl")
HEADINGS = headings_of(RULES)


@pytest.mark.parametrize(
    ("heading", "record"),
    [("Sheet", Sheet), ("Weapons", WeaponDetails), ("Status", Status), ("Options", Options)],
)
def test_every_key_is_listed_with_its_default(heading, record):
    check_keys(PAGE, heading, record)


def test_every_reading_is_listed():
    check_readings(PAGE, Options)


def test_every_action_condition_and_creature_is_named():
    for deed in DEEDS:
        assert f"- {deed.label}:" in PAGE
    for condition in Grimhowl.conditions:
        assert f"`{condition}`" in PAGE
    for creature in Grimhowl().bestiary():
        assert f"| {creature.name} |" in PAGE


@pytest.mark.parametrize("key", KNOWN)
def test_every_modifier_leads_to_a_heading(key):
    game, _, words = RULINGS.source(key).partition(", ")
    assert game == Grimhowl.title
    assert words in HEADINGS
    assert section_for(RULES, RULINGS.source(key)) == words


@pytest.mark.parametrize("field", fields(Options), ids=lambda field: field.name)
def test_every_option_leads_to_a_heading_that_names_it(field):
    source, question = field.metadata["source"], field.metadata["question"]
    assert section_for(RULES, source) in HEADINGS
    flat = " ".join(RULES.split())
    named = re.findall(r"\*([A-Z][^*]+)\*", flat)
    assert any(question.startswith(words) for words in named), question


def test_every_heading_of_the_text_has_a_section():
    text = (
        "Combat Rounds & Time",
        "Initiative",
        "Turn Structure",
        "Repeat Action Penalty",
        "Movement & Positioning",
        "Cover",
        "Flanking",
        "Skill-Based Movement",
        "Attack Resolution",
        "Passive Defense",
        "Active Reactions",
        "Held Actions & Reactions",
        "Damage Resolution",
        "Resolving an Area Attack",
        "Choosing Your Targets",
        "Shared Defense",
        "Physical Damage",
        "Energy Damage",
        "Elemental Damage",
        "Gnawing Damage",
        "Damage Dice Upgrades",
        "Equipment Damage",
    )
    assert set(text) <= set(HEADINGS)


@pytest.mark.parametrize("fact", Grimhowl.sections)
def test_every_fact_leads_to_a_heading(fact):
    assert section_for(RULES, Grimhowl.sections[fact]) in HEADINGS
