"""Files that are damaged or mean harm: one clear sentence each, and no memory taken."""

import io
import json
import struct
import zipfile

import pytest
from encounters import png, types_of

from battlemap.model import limits, store
from battlemap.model.store import FileError


def packed(*members, method=zipfile.ZIP_DEFLATED):
    """Return a zip of (name, bytes) pairs."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as zipped:
        for name, content in members:
            zipped.writestr(name, content)
    return target.getvalue()


MAP = b'{"format": 1}'


def message(data):
    """Return what is said about a file of these bytes."""
    with pytest.raises(FileError) as caught:
        store.loads(data, types_of)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 400
    assert text.endswith((".", "?", "1."))
    return text


def map_message(**content):
    return message(json.dumps({"format": 1, **content}).encode())


@pytest.mark.parametrize("data", [b"", b"  \n", b"\xef\xbb\xbf"])
def test_an_empty_file(data):
    assert "empty" in message(data) or "isn't JSON" in message(data)


@pytest.mark.parametrize("share", [0.02, 0.5, 0.99])
def test_a_truncated_zip(share):
    data = packed(("map.json", MAP * 200), ("log.jsonl", b"{}\n" * 400))
    assert "can't be read" in message(data[: max(4, int(len(data) * share))])


@pytest.mark.parametrize("cut", [1, 2, 4])
def test_every_cut_of_a_zip_is_refused_or_read(cut):
    data = packed(("map.json", b'{"format": 1, "name": "Vault"}'))
    for end in range(0, len(data), cut):
        with pytest.raises(FileError):
            store.loads(data[:end], types_of)


@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_truncated_json(share):
    text = json.dumps({"format": 1, "name": "a" * 50}).encode()
    assert "isn't JSON" in message(text[: int(len(text) * share)])


def test_a_member_that_was_changed_fails_its_checksum():
    data = packed(("map.json", MAP), method=zipfile.ZIP_STORED).replace(MAP, b'{"format": 7}', 1)
    assert "can't be read" in message(data)


def test_text_that_is_not_utf_8():
    assert "isn't UTF-8" in message('{"format": 1, "name": "Gr\xfcn"}'.encode("latin-1"))
    assert "isn't UTF-8" in message('{"format": 1}'.encode("utf-16"))


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_none(word):
    text = f'{{"format": 1, "walls": [{{"from": [{word}, 0], "to": [1, 1]}}]}}'
    said = message(text.encode())
    assert f"walls[0].from[0]: expected a finite number, found {word}." in said


@pytest.mark.parametrize("word", ["NaN", "1e999", "9" * 400 + ".0"])
def test_numbers_that_are_none_in_records_of_a_system_that_is_not_known(word):
    text = f'{{"format": 1, "tokens": [{{"id": "a", "at": [1, 1], "sheet": {{"x": [{word}]}}}}]}}'
    assert "tokens[0].sheet.x[0]: expected a finite number" in message(text.encode())


@pytest.mark.parametrize("word", ["1e30", "-1e30", "9" * 200])
def test_numbers_beyond_all_measure(word):
    text = f'{{"format": 1, "walls": [{{"from": [{word}, 0], "to": [1, 1]}}]}}'
    assert "walls[0].from[0]: expected a number from -10000 to 10000" in message(text.encode())


def test_a_number_of_too_many_digits():
    assert "too many digits" in message(b'{"format": 1, "name": ' + b"9" * 10_000 + b"}")


def test_deep_nesting():
    assert "nested" in message(b'{"format": ' + b"[" * 100_000 + b"]" * 100_000 + b"}")
    assert "isn't JSON" in message(b"{" * 30)
    brackets = "[" * 90
    assert store.loads(f'{{"format": 1, "name": "{brackets}"}}'.encode()).map.name == brackets


def test_too_many_values():
    assert "values" in message(b"[" + b"[]," * (limits.MAP_PARTS // 2 + 2) + b"]")


def test_a_text_that_is_too_large():
    assert "more than 32 MB" in message(b" " * (limits.MAP_BYTES + 1))


def test_a_key_that_stands_twice():
    assert '"format" twice' in message(b'{"format": 1, "format": 2}')


def test_half_a_character():
    assert "half a character" in map_message(name="\ud800")
    assert "half a character" in message(b'{"format": 1, "name": "\\ud800"}')
    token = b'{"id": "a", "at": [1, 1], "sheet": {"x": ["\\uDFFF"]}}'
    assert message(b'{"format": 1, "tokens": [' + token + b"]}").startswith("tokens[0].sheet.x[0]")
    assert "half" in message(b'{"format": 1, "tokens": [{"\\uD800": 1}]}')
    assert store.loads(b'{"format": 1, "name": "\\ud83c\\udfb2"}').map.name == "\U0001f3b2"


def test_claims_of_a_picture_header_are_not_believed():
    huge = png(40_000, 40_000)
    assert len(huge) < 100
    text = message(packed(("map.json", MAP), ("assets/a.png", huge)))
    assert "assets/a.png: the picture claims 40,000 x 40,000 pixels" in text
    wide = png(20_000, 30_000)  # 2 GB once decoded
    assert "once decoded" in message(packed(("map.json", MAP), ("assets/a.png", wide)))


def test_a_picture_that_is_none():
    text = message(packed(("map.json", MAP), ("assets/a.png", b"<svg/>")))
    assert "isn't a PNG, JPEG, WebP or GIF" in text


@pytest.mark.parametrize(
    "name",
    [
        "assets/../../evil.png",
        "assets/sub/evil.png",
        "../evil.txt",
        "/etc/evil",
        "C:evil",
        "a\\..\\evil",
        "assets/run.exe",
        "assets/.png",
    ],
)
def test_names_that_lead_elsewhere(name):
    assert "nothing was unpacked" in message(packed(("map.json", MAP), (name, png(1, 1))))


def test_a_zip_without_a_map():
    assert "no map.json" in message(packed(("scene.json", MAP)))
    assert "no map.json" in message(packed())


def test_two_members_of_one_name():
    with pytest.warns(UserWarning, match="Duplicate"):
        data = packed(("map.json", MAP), ("map.json", MAP))
    assert "two files of the same name" in message(data)


def test_an_encrypted_zip():
    data = bytearray(packed(("map.json", MAP)))
    central = data.index(b"PK\x01\x02")
    data[6] |= 1
    data[central + 8] |= 1
    assert "encrypted" in message(bytes(data))


def test_a_method_that_is_not_used():
    assert "method 14" in message(packed(("map.json", MAP), method=zipfile.ZIP_LZMA))


def test_a_bomb():
    data = packed(("map.json", MAP), ("log.jsonl", b"\n" * (limits.BOMB_BYTES + 1)))
    assert "squeezed" in message(data)


def test_a_claim_of_many_gigabytes():
    data = bytearray(packed(("map.json", MAP), ("log.jsonl", b"{}")))
    central = data.rindex(b"PK\x01\x02")
    struct.pack_into("<I", data, central + 24, 0xFFFFFFF0)
    assert "4,096 MB unpacked" in message(bytes(data))


def test_a_member_larger_than_it_claims():
    """The claim is believed for the limits, so what is read must not go beyond it."""
    content = b'{"format": 1, "name": "' + b"a" * 5000 + b'"}'
    data = bytearray(packed(("map.json", content)))
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.index(signature) + offset, 20)
    assert message(bytes(data))


def test_too_many_members():
    members = [(f"assets/{n}.png", b"") for n in range(limits.ARCHIVE_MEMBERS + 1)]
    assert "more than 5,000 files" in message(packed(("map.json", MAP), *members))


def test_a_newer_format():
    assert "newer Battlemap (format 2" in message(b'{"format": 2}')


@pytest.mark.parametrize("version", ["0", '"1"', "true", "1.5", "-3"])
def test_a_format_that_is_none(version):
    assert "format: expected a version" in message(f'{{"format": {version}}}'.encode())


def test_files_of_other_kinds():
    assert "Import it instead" in message(b'{"resolution": {}, "line_of_sight": []}')
    assert 'no "format"' in message(b'{"hello": 1}')
    assert "expected a map" in message(b"[1, 2]")
    assert "this isn't a map" in message(b"Dear players, tonight...")
    picture = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 3, 2) + b"\x08\x06\0\0\0"
    assert "PNG picture, not a map" in message(picture)
    assert "not a map" in message(png(1, 1))


WALL = {"from": [0, 0], "to": [1, 1]}
TOKEN = {"id": "orc", "at": [1, 1]}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"tokens": [TOKEN, {"id": "elf", "at": "x"}]}, "tokens[1].at: expected a cell such as"),
        ({"tokens": [{"id": "elf"}]}, 'tokens[0]: "at" is missing: expected a cell'),
        ({"tokens": [{"at": [1, 1]}]}, 'tokens[0]: "id" is missing'),
        ({"tokens": [{"id": " ", "at": [1, 1]}]}, "tokens[0].id: expected a text that isn't empty"),
        ({"tokens": [{"id": "a", "at": [1.5, 1]}]}, "two whole numbers, found [1.5, 1]"),
        ({"tokens": [{"id": "a", "at": [True, 1]}]}, "tokens[0].at"),
        ({"tokens": [TOKEN, TOKEN]}, 'tokens[1].id: the id "orc" is used twice'),
        ({"tokens": [{**TOKEN, "size": 21}]}, "tokens[0].size: expected a whole number from 0 to"),
        ({"tokens": [{**TOKEN, "size": "big"}]}, 'found "big"'),
        ({"tokens": [{**TOKEN, "facing": "north"}]}, "tokens[0].facing: expected a number"),
        ({"tokens": [{**TOKEN, "hidden": 1}]}, "tokens[0].hidden: expected true or false"),
        ({"tokens": [{**TOKEN, "conditions": "prone"}]}, "conditions: expected a list in brackets"),
        ({"tokens": [{**TOKEN, "conditions": [1]}]}, "tokens[0].conditions[0]: expected a text"),
        (
            {"tokens": [{**TOKEN, "facng": 90}]},
            'tokens[0].facng: this key isn\'t known here. Did you mean "facing"?',
        ),
        ({"tokens": [{**TOKEN, "weapons": [{}]}]}, 'tokens[0].weapons[0]: "name" is missing'),
        (
            {"tokens": [{**TOKEN, "weapons": [{"name": "a", "reach_feet": 30_000}]}]},
            "tokens[0].weapons[0].reach_feet: expected a whole number from 0 to 1000",
        ),
        ({"tokens": {"orc": TOKEN}}, "tokens: expected a list in brackets"),
        ({"tokens": ["orc"]}, 'tokens[0]: expected an object in braces, found "orc"'),
        ({"walls": [{"from": [0, 0]}]}, 'walls[0]: "to" is missing'),
        ({"walls": [{**WALL, "to": [1]}]}, "walls[0].to: expected a point such as"),
        ({"walls": [{**WALL, "to": [1, None]}]}, "walls[0].to[1]: expected a number"),
        (
            {"walls": [{**WALL, "cover": "thick"}]},
            'walls[0].cover: expected one of "none", "minor"',
        ),
        ({"walls": [{**WALL, "id": "a"}], "doors": [{**WALL, "id": "a"}]}, "doors[0].id: the id"),
        (
            {"props": [{"outline": [[0, 0], [1, 1], [0, 0]]}]},
            "props[0].outline: expected at least 3",
        ),
        ({"props": [{}]}, 'props[0]: "outline" is missing'),
        ({"grid": {"kind": "triangle"}}, 'grid.kind: expected one of "square", "hex-pointy"'),
        ({"grid": {"columns": 0}}, "grid.columns: expected a whole number from 1 to 1000"),
        ({"grid": {"columns": 10**9}}, "grid.columns: expected a whole number from 1 to 1000"),
        ({"grid": {"rows": 2.5}}, "grid.rows"),
        ({"grid": []}, "grid: expected an object"),
        ({"terrain": [{"cells": [[1, 1]]}]}, 'terrain[0]: "kind" is missing'),
        ({"terrain": [{"kind": "lava", "cells": []}]}, "terrain[0].kind: expected one of"),
        ({"terrain": [{"kind": "water", "cells": [[1]]}]}, "terrain[0].cells[0]: expected a cell"),
        ({"elevation": [{"cells": [[1, 1]]}]}, 'elevation[0]: "feet" is missing'),
        ({"elevation": [{"feet": 40_000, "cells": []}]}, "elevation[0].feet"),
        ({"lights": [{"at": [1, 1], "color": "red"}]}, "lights[0].color: expected a color"),
        ({"background": "../secret.png"}, None),
        ({"turn_order": {"slots": [{}]}}, 'turn_order.slots[0]: "token" is missing'),
        ({"declared": [{"type": "Explode"}]}, 'declared[0].type: expected one of "Move"'),
        ({"declared": [{"type": "Turn", "token": "a"}]}, 'declared[0]: "facing" is missing'),
        ({"system": 5}, "system: expected a text in quotes, found 5"),
        ({"wals": []}, 'wals: this key isn\'t known here. Did you mean "walls"?'),
        ({"system": "trial", "options": {"bonus": "x"}}, "options.bonus: expected a whole number"),
        ({"system": "trial", "options": {"stanse": "open"}}, 'Did you mean "stance"?'),
        (
            {"system": "trial", "tokens": [{**TOKEN, "sheet": {"strenght": 4}}]},
            'Did you mean "strength"?',
        ),
        (
            {"system": "trial", "tokens": [{**TOKEN, "status": {"wounds": [{}]}}]},
            'tokens[0].status.wounds[0]: "severity" is missing',
        ),
        (
            {"system": "trial", "tokens": [{**TOKEN, "weapons": [{"name": "a", "damge": "d4"}]}]},
            "tokens[0].weapons[0].damge",
        ),
    ],
)
def test_errors_name_the_place_and_what_was_expected(content, expected):
    if expected is None:
        assert store.loads(json.dumps({"format": 1, **content}).encode()).map.background is not None
    else:
        assert expected in map_message(**content)


@pytest.mark.parametrize(
    "name", ["../secret.png", "/etc/secret.png", "a/../../secret.png", "C:\\secret.png", "\\secret"]
)
def test_pictures_of_a_bare_map_lie_in_its_folder(tmp_path, name):
    folder = tmp_path / "map"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(png(1, 1))
    path = folder / "map.json"
    path.write_text(json.dumps({"format": 1, "background": name}))
    with pytest.raises(FileError, match=r"map.json: background.picture: .* leads out"):
        store.load(path)


def test_a_picture_name_that_no_folder_can_hold_is_missing(tmp_path):
    path = tmp_path / "map.json"
    path.write_text(json.dumps({"format": 1, "background": "a" * 5000 + ".png"}))
    (warning,) = store.read(path).warnings
    assert "can't be read" in warning
    assert len(warning) < 200


def test_a_link_does_not_lead_out_of_the_folder(tmp_path):
    folder = tmp_path / "map"
    folder.mkdir()
    (tmp_path / "secret.png").write_bytes(png(1, 1))
    (folder / "cave.png").symlink_to(tmp_path / "secret.png")
    (folder / "map.json").write_text('{"format": 1, "background": "cave.png"}')
    with pytest.raises(FileError, match="link out of the folder"):
        store.load(folder / "map.json")


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileError, match=r"none.battlemap: there is no such file"):
        store.load(tmp_path / "none.battlemap")
    with pytest.raises(FileError, match="this is a folder"):
        store.load(tmp_path)
    with pytest.raises(FileError, match="can't be written"):
        store.save(tmp_path / "no" / "folder.battlemap", store.loads(MAP))


def test_a_file_that_is_too_large_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "large.battlemap"
    path.write_bytes(b"PK\x03\x04" + b"a" * 100)
    monkeypatch.setattr(limits, "ARCHIVE_BYTES", 50)
    with pytest.raises(FileError, match="larger than 50 bytes"):
        store.load(path)
