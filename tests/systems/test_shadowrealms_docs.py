"""The documentation lists every key with its default, every modifier and every action."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest
from docs_page import check_keys, check_readings, headings_of, page_of, reference_of

from battlemap.systems.shadowrealms import ShadowRealms
from battlemap.systems.shadowrealms.criticals import critical_tables
from battlemap.systems.shadowrealms.deeds import DEEDS
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.rulings import KNOWN, RULINGS
from battlemap.systems.shadowrealms.sheet import Power, Sheet, Status, WeaponDetails

PAGE = page_of("shadowrealms")
HEADINGS = [heading.lower() for heading in headings_of(reference_of("shadowrealms"))]


@pytest.mark.parametrize(
    ("heading", "record"),
    [
        ("Sheet", Sheet),
        ("Realm powers", Power),
        ("Weapons", WeaponDetails),
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
    for condition in ShadowRealms.conditions:
        assert f"`{condition}`" in PAGE


def test_the_critical_table_is_printed():
    for (kind, part), results in critical_tables().items():
        assert f"| {kind} | {part} | {' | '.join(row.text for row in results)} |" in PAGE


@pytest.mark.parametrize("key", list(KNOWN))
def test_the_source_of_every_modifier_is_a_heading_of_the_reference(key):
    title, words = RULINGS.source(key).split(", ", 1)
    assert title == "ShadowRealms"
    assert any(heading.startswith(words.lower()) for heading in HEADINGS)


def test_every_section_that_an_option_names_is_a_heading():
    for field in fields(Options):
        numbers = re.findall(r"\d+", field.metadata["source"].split("(")[0])
        assert numbers, field.name
        for number in numbers:
            assert any(heading.startswith(f"section {number},") for heading in HEADINGS), field.name
