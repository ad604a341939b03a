"""The documentation lists every key with its default, every modifier, option and action."""

from __future__ import annotations

import json
import re
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

import pytest

from battlemap.geometry.cell import Cell
from battlemap.resources import asset_path
from battlemap.rules.options import Ruling
from battlemap.systems.crawler import Crawler
from battlemap.systems.crawler.deeds import DEEDS
from battlemap.systems.crawler.options import Options
from battlemap.systems.crawler.rulings import KNOWN, RULINGS
from battlemap.systems.crawler.sheet import Lasting, Prepared, Sheet, WeaponDetails
from battlemap.systems.crawler.status import Status

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "crawler.md").read_text(encoding="utf-8")
RULES = (DOCS / "rules" / "crawler.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^## (.+)$", RULES, re.MULTILINE)


def as_json(value: object) -> object:
    if isinstance(value, Enum):
        return value.name.lower() if isinstance(value, int) else value.value
    if is_dataclass(value):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    return [as_json(part) for part in value] if isinstance(value, tuple) else value


def rows(heading: str) -> dict[str, str]:
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", section, re.MULTILINE))


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
    system = Crawler()
    shipped = {path.stem for path in asset_path("tokens").glob("*.svg")}
    creatures = system.bestiary()
    assert len({creature.id for creature in creatures}) == len(creatures) >= 12
    for creature in creatures:
        assert creature.at == Cell(0, 0)
        assert creature.art.removeprefix("builtin:") in shipped
        assert isinstance(creature.sheet, Sheet)
        assert creature.weapons
        assert system.reaches(creature) or system.areas(creature)
        assert system.is_able(creature)
