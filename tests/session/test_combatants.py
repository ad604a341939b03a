from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from battlemap import resources
from battlemap.model.file_error import FileError
from battlemap.session.combatants import (
    combatants_bytes,
    combatants_in,
    read_combatants,
    write_combatants,
)
from battlemap.session.documents import load_encounter

HALL = resources.maps_path() / "sunken-hall.battlemap"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000"
    "000301010018dd8db00000000049454e44ae426082"
)


def test_combatants_come_back_with_records_and_pictures(tmp_path):
    encounter = load_encounter(HALL)
    first, second = list(encounter.tokens.values())[:2]
    first = replace(first, art="face.png")
    encounter = replace(
        encounter.with_token(first), assets=MappingProxyType({"face.png": PIXEL, "other": b"x"})
    )
    path = tmp_path / "two.json"
    write_combatants(path, encounter, [first, second])
    found = read_combatants(path)
    assert found.system == encounter.rules.system
    assert [token.id for token in found.tokens] == [first.id, second.id]
    assert found.tokens[1] == second
    assert replace(found.tokens[0], art="") == replace(first, art="")
    assert dict(found.assets) == {found.tokens[0].art: PIXEL}
    assert found.tokens[0].art != "face.png", "named by its content"


def test_all_tokens_of_a_map_are_combatants_too():
    encounter = load_encounter(HALL)
    found = read_combatants(HALL)
    assert found.tokens == tuple(encounter.tokens.values())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "no combatants"),
        ('{"format": 1}', "no combatants"),
        ('{"combatants": 7}', "format 7 isn't known"),
        ('{"combatants": "' + "7" * 5000 + '"}', "777... isn't known"),
        ('{"combatants": 1, "walls": []}', "walls: this key"),
        ('{"combatants": 1, "tokens": [{"id": "x", "at": "here"}]}', "tokens[0].at"),
        ('{"combatants": 1, "tokens": [], "pictures": []}', "pictures: expected an object"),
        ('{"combatants": 1, "tokens": [], "pictures": {"a": "%"}}', "pictures.a: this isn't"),
        ('{"combatants": 1, "tokens": [], "pictures": {"a": 3}}', "no picture"),
        ('{"combatants": 1, "tokens": [], "pictures": {"a": "AAAA"}}', "pictures.a"),
    ],
)
def test_wrong_combatants_are_named(text, why):
    with pytest.raises(FileError) as caught:
        combatants_in(text.encode())
    assert why in str(caught.value)


def test_files_that_hold_none(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("nonsense")
    with pytest.raises(FileError, match=r"x\.json"):
        read_combatants(path)
    with pytest.raises(FileError, match="can't be written"):
        write_combatants(tmp_path / "no" / "x.json", load_encounter(HALL), [])


def test_bytes_name_the_system_first():
    encounter = load_encounter(HALL)
    text = combatants_bytes(encounter, list(encounter.tokens.values())[:1]).decode()
    assert text.index('"combatants"') < text.index('"system"') < text.index('"tokens"')
