"""What docs/ says about maps and boards holds."""

import json
import re
from pathlib import Path

from battlemap.model import store
from battlemap.model.mapfile import keys
from battlemap.model.notation import parse, to_text

DOCS = Path(__file__).parents[2] / "docs"


def test_the_map_by_hand_in_the_documentation_is_read():
    text = (DOCS / "map-file.md").read_text(encoding="utf-8")
    (sample,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert len(store.loads(sample.encode()).tokens) == 2
    assert json.loads(sample)["format"] == 1


def test_every_key_of_the_map_file_is_documented():
    text = (DOCS / "map-file.md").read_text(encoding="utf-8")
    for keys_of_one in keys.OBJECTS.values():
        for key in keys_of_one:
            assert f"`{key}`" in text, key


def test_the_board_in_the_documentation_is_read_and_written_the_same():
    text = (DOCS / "notation.md").read_text(encoding="utf-8")
    board = re.search(r"(?:^    .*\n)+", text, re.MULTILINE)
    assert board is not None
    encounter = parse(board.group(0))
    assert set(encounter.tokens) == {"seren", "orc"}
    assert len(encounter.map.obstacles) == 7
    assert parse(to_text(encounter)) == encounter


def test_every_line_in_the_documentation_is_understood():
    text = (DOCS / "notation.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| `((?:difficult|elevation|wall|door|prop|token) .*?)`", text, re.M)
    assert len(lines) == 7
    parse("\n".join(["square 20x20", *lines]))
