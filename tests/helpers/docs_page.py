"""A game's page in docs/, held against what the game has."""

from __future__ import annotations

import json
import re
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

from battlemap.geometry.cell import Cell
from battlemap.resources import asset_path
from battlemap.rules.options import Ruling

DOCS = Path(__file__).parents[2] / "docs"


def page_of(game: str) -> str:
    """Return the page that lists what a game stores."""
    return (DOCS / f"{game}.md").read_text(encoding="utf-8")


def reference_of(game: str) -> str:
    """Return the game's rules reference."""
    return (DOCS / "rules" / f"{game}.md").read_text(encoding="utf-8")


def headings_of(reference: str) -> list[str]:
    """Return the headings of a rules reference, of whatever level below its title."""
    return re.findall(r"^##+ (.+)$", reference, re.MULTILINE)


def check_keys(page: str, heading: str, record: type) -> None:
    """Check that a section's table names every key of a record with its default."""
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| `([^`]*)` \|", section, re.MULTILINE)
    plain = record()
    assert {key: json.loads(default) for key, default in rows} == {
        field.name: _as_json(getattr(plain, field.name)) for field in fields(record)
    }


def check_readings(page: str, options: type) -> None:
    """Check that every reading stands on the page with its sentence."""
    plain = options()
    for field in fields(options):
        default = getattr(plain, field.name)
        if isinstance(default, Ruling):
            for reading in type(default):
                assert f'`"{reading.value}"` {reading.sentence}' in page


def check_creatures(system, sheet: type, at_least: int) -> None:
    """Check that creatures of the bestiary have art, sheet and weapons and can fight."""
    shipped = {path.stem for path in asset_path("tokens").glob("*.svg")}
    creatures = system.bestiary()
    assert len({creature.id for creature in creatures}) == len(creatures) >= at_least
    for creature in creatures:
        assert creature.at == Cell(0, 0)
        assert creature.art.removeprefix("builtin:") in shipped
        assert isinstance(creature.sheet, sheet)
        assert creature.weapons
        assert system.reaches(creature) or system.areas(creature)
        assert system.is_able(creature)


def _as_json(value: object) -> object:
    if isinstance(value, Enum):
        return value.name.lower() if isinstance(value, int) else value.value
    if is_dataclass(value):
        return {field.name: _as_json(getattr(value, field.name)) for field in fields(value)}
    return [_as_json(part) for part in value] if isinstance(value, tuple) else value
