"""Readings come and go with the versions: a map that names one that is gone opens all the same."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest

from battlemap.model.mapfile.encoding import encode
from battlemap.rules.options import Ruling
from battlemap.session.registry import find_system, system_keys
from battlemap.session.session import Session


@pytest.fixture
def opened(tmp_path):
    """Open a map of a system with these options as a file has them."""

    def open_map(system, **options):
        path = tmp_path / "old.json"
        path.write_text(json.dumps({"format": 1, "system": system, "options": options}))
        return Session.open(path)

    return open_map


def readings(system):
    options = find_system(system).options
    return [f.name for f in fields(options) if isinstance(getattr(options, f.name), Ruling)]


@pytest.mark.parametrize("system", system_keys())
def test_the_default_stands_for_readings_that_are_not_known(opened, system):
    plain = find_system(system).options
    for name in readings(system):
        session = opened(system, **{name: "as in the old days"})
        assert session.system.options == plain
        (said,) = session.warnings
        word = json.dumps(encode(getattr(plain, name)))
        assert said == (
            f'options.{name}: there is no reading "as in the old days", {word} stands in its place.'
        )
        assert said in session.log.entries[0].details


@pytest.mark.parametrize("system", ["shadowrealms", "crawler", "prowess"])
def test_total_cover_by_creatures_is_major_now(opened, system):
    session = opened(system, creatures_cover="total")
    assert session.system.options.creatures_cover.value == "major"
    (said,) = session.warnings
    assert said.startswith('options.creatures_cover: there is no reading "total", "major" stands')


def test_what_is_known_beside_it_is_kept(opened):
    session = opened("crawler", creatures_cover="total", floor=3, least_cover="major")
    assert session.system.options.floor == 3
    assert session.system.options.least_cover.value == "major"
    assert len(session.warnings) == 1


def test_a_reading_may_be_of_any_kind_in_an_old_file(opened):
    session = opened("prowess", flanking=True, cover_grade=["own"])
    assert session.system.options == find_system("prowess").options
    assert len(session.warnings) == 2


def test_the_map_is_saved_with_the_reading_that_counts(opened, tmp_path):
    session = opened("prowess", flanking="rear arc")
    session.save(tmp_path / "new.json")
    assert json.loads((tmp_path / "new.json").read_text())["options"]["flanking"] == "across"
    assert Session.open(tmp_path / "new.json").warnings == ()
