from __future__ import annotations

from dataclasses import fields, replace

import pytest

from battlemap.model.file_error import FileError
from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.session.presets import preset_text, read_preset, write_preset
from battlemap.session.registry import find_system, system_keys


def refuse(sentence):
    """Take no warning: nothing in these presets is to be replaced."""
    raise AssertionError(sentence)


def other_options(options):
    """Every option that is an enum or a bool set to its last other value."""
    changed = {}
    for part in fields(options):
        value = getattr(options, part.name)
        if isinstance(value, bool):
            changed[part.name] = not value
        elif hasattr(type(value), "__members__"):
            changed[part.name] = [one for one in type(value) if one != value][-1]
    return replace(options, **changed)


@pytest.mark.parametrize("key", system_keys())
def test_a_preset_comes_back_as_it_was(key, tmp_path):
    system = find_system(key)
    changed = find_system(key, other_options(system.options))
    assert changed.options != system.options
    for one in (system, changed):
        path = tmp_path / "house.toml"
        write_preset(path, one)
        assert read_preset(path, system, refuse) == one.options


def test_what_a_preset_does_not_name_has_the_default(tmp_path):
    system = find_system("shadowrealms")
    path = tmp_path / "house.toml"
    path.write_text('system = "shadowrealms"\n[options]\ncreatures_cover = "minor"\n')
    assert read_preset(path, system, refuse) == replace(
        system.options, creatures_cover=CreaturesCover.MINOR
    )
    path.write_text('system = "shadowrealms"\n')
    assert read_preset(path, system, refuse) == system.options


def test_a_reading_that_is_not_offered_any_more_is_replaced(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('system = "shadowrealms"\n[options]\ncreatures_cover = "total"\n')
    said = []
    options = read_preset(path, find_system("shadowrealms"), said.append)
    assert options.creatures_cover is CreaturesCover.MAJOR
    assert len(said) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("system = ", "this isn't TOML"),
        ("", "no preset"),
        ('system = "tag"', 'for the rule system "tag", not for "shadowrealms"'),
        ('system = "shadowrealms"\noptions = 3', "expected an object"),
        ('system = "shadowrealms"\n[options]\nluck = 3', "options.luck: this key isn't known"),
        ('system = "shadowrealms"\n[options]\n' + "k" * 5000 + " = 3", "options.kkk"),
        ('system = "shadowrealms"\n[options]\nminor_cover_levels = "many"', "options.minor_cover"),
    ],
)
def test_wrong_presets_are_named(text, why, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(FileError, match=r"house\.toml") as caught:
        read_preset(path, find_system("shadowrealms"), refuse)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 1000  # one that lists ninety options is read by nobody


def test_a_preset_that_is_not_there(tmp_path):
    with pytest.raises(FileError, match="there is no such file"):
        read_preset(tmp_path / "none.toml", find_system("shadowrealms"), refuse)
    with pytest.raises(FileError, match="can't be written"):
        write_preset(tmp_path / "no" / "folder.toml", find_system("shadowrealms"))


def test_a_preset_reads_well():
    text = preset_text(find_system("shadowrealms"))
    assert text.startswith('system = "shadowrealms"\n\n[options]\n')
    assert 'creatures_cover = "none"' in text
