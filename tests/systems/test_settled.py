"""The table of settled points names options that can be chosen, and the tests of each reading."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from enum import Enum

import pytest
from doc_tables import COVERAGE, ROOT, names_in, rows, source_of

from battlemap.model.battle_map import GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.session.presets import read_preset, write_preset
from battlemap.session.registry import find_system
from battlemap.session.session import Session

PAGE = COVERAGE / "settled.md"
GAMES = ("shadowrealms", "grimhowl", "crawler", "prowess")


def settled():
    for section, point, option, tests in rows(PAGE, 4):
        yield pytest.param(point, option, tests, id=f"{section}-{option.strip('`')}")


def options_named():
    return [option.strip("`") for _, _, option, _ in rows(PAGE, 4)]


def test_every_game_has_its_points_and_the_index_leads_there():
    assert {name.partition(".")[0] for name in options_named()} == {*GAMES, "map"}
    assert len(rows(PAGE, 4)) > 100
    for where, link in (
        ("docs/index.md", "(rules-coverage/settled.md)"),
        ("docs/rules-coverage.md", "(rules-coverage/settled.md)"),
    ):
        assert link in (ROOT / where).read_text(encoding="utf-8")


@pytest.mark.parametrize(("point", "option", "tests"), list(settled()))
def test_every_point_has_an_option_and_tests_that_exist(point, option, tests):
    assert point
    game, _, key = option.strip("`").partition(".")
    if game == "map":
        assert key.removeprefix("grid.") in {part.name for part in fields(GridSpec)}
    else:
        part, value = _option(game, key)
        assert len(readings(value)) > 1 or isinstance(value, str) or "limits" in part.metadata
    named = re.findall(r"`([^`]+)`", tests)
    assert named
    for test in named:
        path, _, name = test.partition("::")
        assert (ROOT / "tests" / path).is_file(), path
        assert name in names_in(ROOT / "tests" / path), test


@pytest.mark.parametrize(("point", "option", "tests"), list(settled()))
def test_the_tests_name_every_reading_but_the_default(point, option, tests):
    game, _, key = option.strip("`").partition(".")
    text = "\n".join(source_of(test) for test in re.findall(r"`([^`]+)`", tests))
    if game == "map":
        assert key.removeprefix("grid.") in text
        return
    _, value = _option(game, key)
    if not isinstance(value, Enum):
        assert key in text, f"{point}: no test gives {key} another value"
        return
    kind = type(value)
    every = re.search(rf"(in|,) \b{kind.__name__}\b[:)]|list\({kind.__name__}\)", text)
    for reading in kind:
        known = (f"{kind.__name__}.{reading.name}", f'"{reading.value}"')
        assert every or reading is value or any(word in text for word in known), (
            f"{point}: no test plays {reading!r}"
        )


@pytest.mark.parametrize("game", GAMES)
def test_numbers_have_limits(game):
    options = find_system(game).options
    for part in fields(options):
        value = getattr(options, part.name)
        if isinstance(value, (int, float)) and not isinstance(value, (bool, Enum)):
            least, most = part.metadata["limits"]
            assert least <= value <= most
            assert least < most


def _option(game, key):
    options = find_system(game).options
    return next((part, getattr(options, key)) for part in fields(options) if part.name == key)


def readings(value):
    """What can be chosen where a value is not a number or a text."""
    if isinstance(value, bool):
        return (True, False)
    return tuple(type(value)) if isinstance(value, Enum) else ()


def another(part, value):
    """Return a value of an option that isn't its default."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        return next(reading for reading in type(value) if reading is not value)
    if isinstance(value, str):
        return ", ".join(reversed(value.split(", ")))
    _, most = part.metadata["limits"]
    return value + 1 if value + 1 <= most else value - 1


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_kept_in_the_map_file_and_in_a_preset(game, tmp_path):
    plain = find_system(game).options
    changed = replace(
        plain, **{part.name: another(part, getattr(plain, part.name)) for part in fields(plain)}
    )
    assert all(getattr(changed, p.name) != getattr(plain, p.name) for p in fields(plain))
    session = Session.new(Encounter(rules=RulesChoice(game, changed)), seed=1)
    session.save(tmp_path / "house.battlemap")
    opened = Session.open(tmp_path / "house.battlemap")
    assert opened.system.options == changed
    write_preset(tmp_path / "house.toml", opened.system)
    warnings = []
    assert read_preset(tmp_path / "house.toml", find_system(game), warnings.append) == changed
    assert warnings == []
