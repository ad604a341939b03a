"""The documentation lists every key with its default, every modifier and every action."""

from __future__ import annotations

import json
import re
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

import pytest

from battlemap.rules.options import Ruling
from battlemap.systems.shadowrealms import ShadowRealms
from battlemap.systems.shadowrealms.criticals import critical_tables
from battlemap.systems.shadowrealms.deeds import DEEDS
from battlemap.systems.shadowrealms.options import Options
from battlemap.systems.shadowrealms.rulings import KNOWN, RULINGS
from battlemap.systems.shadowrealms.sheet import Power, Sheet, Status, WeaponDetails

PAGE = (Path(__file__).parents[2] / "docs" / "shadowrealms.md").read_text(encoding="utf-8")


def as_json(value: object) -> object:
    if isinstance(value, Enum):
        return value.name.lower() if isinstance(value, int) else value.value
    if is_dataclass(value):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    return list(value) if isinstance(value, tuple) else value


def rows(heading: str) -> dict[str, str]:
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", section, re.MULTILINE))


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
    plain = record()
    listed = {key: json.loads(default) for key, default in rows(heading).items()}
    assert listed == {field.name: as_json(getattr(plain, field.name)) for field in fields(record)}


def test_every_reading_is_listed():
    plain = Options()
    for field in fields(Options):
        default = getattr(plain, field.name)
        if isinstance(default, Ruling):
            for reading in type(default):
                assert f'`"{reading.value}"` {reading.sentence}' in PAGE


def test_every_action_and_condition_is_named():
    for deed in DEEDS:
        assert deed.label in PAGE
    for condition in ShadowRealms.conditions:
        assert f"`{condition}`" in PAGE


def test_the_critical_table_is_printed():
    for (kind, part), results in critical_tables().items():
        assert f"| {kind} | {part} | {' | '.join(row.text for row in results)} |" in PAGE


REFERENCE = (Path(__file__).parents[2] / "docs" / "rules" / "shadowrealms.md").read_text(
    encoding="utf-8"
)
HEADINGS = [line.lstrip("# ").lower() for line in REFERENCE.splitlines() if line.startswith("#")]


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
