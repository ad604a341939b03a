from __future__ import annotations

import json
from html.parser import HTMLParser
from zipfile import ZipFile

import pytest

from battlemap.model.file_error import FileError
from battlemap.session.log import LogEntry
from battlemap.session.log_export import export_log, log_html, log_json, log_text
from battlemap.session.session import Session

ENTRIES = (
    LogEntry(1, "Orc <b>moves</b>", ("30 ft", "2 & more"), "move", "orc", time=86400.5),
    LogEntry(2, "Seren strikes", kind="attack", struck=True),
    LogEntry(3, "GM: door", kind="gm", gm=True),
)


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.items, self.tags = [], [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag == "li":
            self.items.append((dict(attrs)["class"], []))
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "li" in self.open:
            self.items[-1][1].append(data)


def test_a_page_is_whole_and_says_everything():
    page = Page()
    page.feed(log_html(ENTRIES, "Hall & more"))
    assert page.open == []
    assert "b" not in page.tags, "a name is text, not markup"
    assert [kind for kind, _ in page.items] == ["move", "attack struck", "gm"]
    assert page.items[0][1] == ["1", "Orc <b>moves</b>", "move", "30 ft", "2 & more"]
    assert "attack, undone" in page.items[1][1]


def test_json_says_everything():
    read = json.loads(log_json(ENTRIES, "Hall"))
    assert read["title"] == "Hall"
    first, second, third = read["entries"]
    assert first == {
        "number": 1,
        "time": "1970-01-02T00:00:00+00:00",
        "kind": "move",
        "token": "orc",
        "headline": "Orc <b>moves</b>",
        "details": ["30 ft", "2 & more"],
        "undone": False,
        "gm": False,
    }
    assert second["undone"]
    assert second["time"] is None
    assert third["gm"]


@pytest.mark.parametrize(
    ("name", "begins"), [("x.html", "<!doctype"), ("x.json", "{"), ("x.txt", "1. "), ("x", "1. ")]
)
def test_the_ending_says_how(name, begins, tmp_path):
    export_log(tmp_path / name, ENTRIES, "Hall")
    assert (tmp_path / name).read_text().startswith(begins)


def test_a_place_that_cannot_be_written(tmp_path):
    with pytest.raises(FileError, match="the log can't be written"):
        export_log(tmp_path / "no" / "x.txt", ENTRIES, "Hall")


def test_text_marks_what_was_undone_and_what_the_gm_did():
    assert "2. [undone] Seren strikes\n3. [GM] GM: door\n" in log_text(ENTRIES)


@pytest.mark.parametrize(
    "line",
    [
        '{"headline": "x", "time": 1e308}',
        '{"headline": "x", "time": NaN}',
        '{"headline": "x", "time": -1e18}',
        '{"headline": "x", "time": Infinity}',
        '{"headline": "x", "time": 1' + "0" * 400 + "}",
        r'{"headline": "\ud800", "details": ["\udfff"], "kind": "\ud800", "token": "\ud800"}',
    ],
)
def test_whatever_an_earlier_log_says_can_be_read_saved_and_exported(tmp_path, line):
    path = tmp_path / "old.battlemap"
    text = json.dumps({"format": 1, "system": "shadowrealms"})
    with ZipFile(path, "w") as zipped:
        zipped.writestr("map.json", text)
        zipped.writestr("log.jsonl", line + "\n")
    session = Session.open(path)
    earlier = [entry for entry in session.log.entries if entry.earlier]
    for name in ("log.txt", "log.html", "log.json"):
        export_log(tmp_path / name, earlier, "Old")
        assert (tmp_path / name).is_file()
    session.save(tmp_path / "new.battlemap")
    again = Session.open(tmp_path / "new.battlemap").log.entries
    assert [e.headline for e in again if e.earlier] == [e.headline for e in earlier]


def test_half_a_sign_is_exported_as_a_question_mark(tmp_path):
    export_log(tmp_path / "log.txt", [LogEntry(1, "Orc \ud800")], "Half")
    assert (tmp_path / "log.txt").read_text(encoding="utf-8") == "1. Orc ?\n"
