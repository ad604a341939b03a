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

from battlemap.systems.crawler import Crawler
from battlemap.systems.crawler.deeds import DEEDS
from battlemap.systems.crawler.options import Options
from battlemap.systems.crawler.rulings import KNOWN, RULINGS
from battlemap.systems.crawler.sheet import Lasting, Prepared, Sheet, WeaponDetails
from battlemap.systems.crawler.status import Status

PAGE = page_of("crawler")
RULES = reference_of("crawler")
HEADINGS = headings_of(RULES)


@pytest.mark.parametrize(
    ("heading", "record"),
    [
        ("Sheet", Sheet),
        ("Weapons", WeaponDetails),
        ("Prepared things", Prepared),
        ("Effects", Lasting),
        ("Status", Status),
        ("Options", Options),
    ],
)
def test_every_key_is_listed_with_its_default(heading, record):
    check_keys(PAGE, heading, record)


def test_every_reading_is_listed():
    check_readings(PAGE, Options)


def test_every_action_and_condition_is_named():
    for deed in DEEDS:
        assert deed.label in PAGE
    for condition in Crawler.conditions:
        assert f"`{condition}`" in PAGE
    for creature in Crawler().bestiary():
        assert creature.name in PAGE


@pytest.mark.parametrize("key", KNOWN)
def test_every_modifier_leads_to_a_heading(key):
    game, _, words = RULINGS.source(key).partition(", ")
    assert game == Crawler.title
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
        "The round at a glance, Surprise, The five steps, Mobs declare, Evade, Intervene, Catcher",
        "Heal, Taunt, Mob actions resolve, Attack, Call a Play, Cast a Spell, Clean Up, Injuries",
        "First Aid and checks, Look for Clues, Move and steps, Retrieve, Use a Hotlist Item, Size",
        "Making an attack, Which Stat, Degrees of success and failure, Conditions, Taking damage",
        "Advantage and Disadvantage, Cover, Darkness and sight, Weather and ground, High ground",
        "Shooting in melee reach, Area Attacks, Scatter, At 0% Health",
    }
    assert {name for line in promised for name in line.split(", ")} == set(HEADINGS)


def test_creatures_of_the_bestiary_can_fight():
    check_creatures(Crawler(), Sheet, 12)
