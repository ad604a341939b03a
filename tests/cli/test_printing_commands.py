"""print, snapshot and replay with their switches: what each changes, and what the files hold."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import ContentStream
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer

from battlemap.cli import drawing, print_map
from battlemap.geometry.cell import Cell
from battlemap.model.intent import Turn
from battlemap.session.journal import Journal
from battlemap.session.session import Session

pytestmark = pytest.mark.usefixtures("qapp")


def text_of(path):
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)


def test_the_sheets_that_are_asked_for_follow_the_map(command, board, tmp_path):
    out = tmp_path / "map.pdf"
    found = command(
        "print", board(), out, "--legend", "--turn-order", "--token-sheets", "--minis",
        "--flat-tokens", "--attacker", "orc", "--target", "seren", "--json",
    )  # fmt: skip
    labels = found.json["sheets"]
    assert labels[-6:] == ["Situation", "Legend", "Turn order", "Token sheets", "Minis", "Tokens"]
    assert labels[0] == "A1"
    assert len(PdfReader(out).pages) == found.json["pages"] == len(labels)
    assert "Orc attacks Seren" in text_of(out)


def test_sheets_can_be_had_without_the_map(command, board, tmp_path):
    out = tmp_path / "map.pdf"
    found = command("print", board(), out, "--no-map", "--minis", "--json")
    assert found.json["sheets"] == ["Minis"]


def test_fit_makes_the_map_as_large_as_so_many_pages_hold(command, board, tmp_path):
    one = command("print", board(), tmp_path / "a.pdf", "--fit", "1x1", "--json").json
    four = command("print", board(), tmp_path / "b.pdf", "--fit", "2x2", "--json").json
    assert one["pages"] == 1
    assert four["pages"] <= 4
    assert four["cell_mm"] > 1.8 * one["cell_mm"]


def test_title_and_date_are_said_where_they_are_given(command, board, tmp_path):
    out = tmp_path / "map.pdf"
    command("print", board(), out, "--title", "Cellar", "--date", "2 May 2026", "--fit", "1x1")
    assert "Cellar" in text_of(out)
    assert "2 May 2026" in text_of(out)
    command("print", board(), out, "--fit", "1x1")
    assert "2026" not in text_of(out)


def test_a_region_has_its_cells_alone(command, board, tmp_path):
    out = tmp_path / "map.pdf"
    command("print", board(), out, "--region", "E5:H8", "--margin", "0", "--overlap", "0")
    words = text_of(out)
    assert "E5" in words
    assert "D5" not in words
    assert "H9" not in words


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_a_drawing_is_as_large_as_its_cells(command, board, tmp_path, kind):
    out = tmp_path / f"map.{kind}"
    found = command("snapshot", board(), out, "--cell", "25mm", "--json").json
    assert (found["width"], found["height"]) == (2000, 1500)
    if kind == "pdf":
        (page,) = PdfReader(out).pages
        size = [float(side) * 25.4 / 72 for side in (page.mediabox.width, page.mediabox.height)]
        assert size == pytest.approx([500, 375], abs=0.01)
    else:
        head = out.read_text(encoding="utf-8")[:400]
        assert 'width="500' in head
        assert 'viewBox="0 0 2000 1500"' in head
        assert QSvgRenderer(str(out)).isValid()


def test_the_same_command_gives_the_same_bytes(command, board, tmp_path):
    for name, kind in (("print", "pdf"), ("snapshot", "svg"), ("snapshot", "pdf")):
        files = [tmp_path / f"{name}-{number}.{kind}" for number in (1, 2)]
        for file in files:
            command(name, board(), file, "--show", "reach", "--show", "arcs")
        assert files[0].read_bytes() == files[1].read_bytes()


def test_two_processes_give_the_same_bytes(board, tmp_path):
    # Without this variable Qt takes another hash seed in each process.
    environment = {key: value for key, value in os.environ.items() if key != "QT_HASH_SEED"}
    files = [tmp_path / f"{number}.pdf" for number in (1, 2)]
    for file in files:
        subprocess.run(
            [sys.executable, "-m", "battlemap", "print", str(board()), str(file), "--legend"],
            env=environment, check=True, capture_output=True,
        )  # fmt: skip
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_gray_leaves_no_color(command, board, tmp_path, kind):
    plain, gray = tmp_path / f"a.{kind}", tmp_path / f"b.{kind}"
    command("snapshot", board(), plain, "--pixels-per-cell", "20")
    command("snapshot", board(), gray, "--pixels-per-cell", "20", "--gray")
    if kind == "pdf":
        assert {len(values) for values in set_colors(plain)} == {3}
        assert {len(values) for values in set_colors(gray)} == {1}
        return
    assert colors(plain)
    assert not colors(gray)


def set_colors(path):
    """Return what the page of a PDF sets as color: one number each, or three."""
    page = PdfReader(path).pages[0]
    operations = ContentStream(page.get_contents(), page.pdf).operations
    return [
        [float(value) for value in operands if not isinstance(value, str)]
        for operands, operator in operations
        if operator in (b"scn", b"SCN") and not any(isinstance(v, str) for v in operands)
    ]


def colors(path):
    """Return the colors of a picture that are no grays."""
    if path.suffix == ".svg":
        from PySide6.QtGui import QPainter

        image = QImage(200, 150, QImage.Format.Format_RGB32)
        image.fill(0xFFFFFFFF)
        painter = QPainter(image)
        QSvgRenderer(str(path)).render(painter)
        painter.end()
    else:
        image = QImage(str(path))
    found = set()
    for y in range(0, image.height(), 2):
        for x in range(0, image.width(), 2):
            color = image.pixelColor(x, y)
            if len({color.red(), color.green(), color.blue()}) > 1:
                found.add(color.name())
    return found


def test_a_folder_of_maps_becomes_a_contact_sheet(command, board, tmp_path):
    folder = tmp_path / "maps"
    folder.mkdir()
    for name in ("one", "two"):
        board().rename(folder / f"{name}.json")
    (folder / "broken.battlemap").write_bytes(b"nothing")
    (folder / "notes.txt").write_text("no map", encoding="utf-8")
    out = tmp_path / "sheet.pdf"
    found = command("snapshot", folder, out, "--json")
    assert found.json == {"file": str(out), "maps": 2, "unreadable": ["broken.battlemap"]}
    assert found.err.count("broken.battlemap") == 1  # named once
    words = text_of(out)
    for name in ("one.json", "two.json", "broken.battlemap"):
        assert name in words
    assert "notes.txt" not in words
    picture = command("snapshot", folder, tmp_path / "sheet.png", "--json")
    assert picture.json["maps"] == 2


def test_a_folder_without_maps_is_said(command, tmp_path):
    found = command("snapshot", tmp_path, tmp_path / "sheet.png")
    assert found.status == 2
    assert "no map" in found.err


@pytest.fixture
def fight(board):
    """Return the path of a map that is open, after two deeds and one that was undone."""
    path = board()
    session = Session.open(path, seed=3, journal=Journal())
    session.perform(Turn("seren", 180.0))
    session.perform(Turn("seren", 270.0))
    session.perform(Turn("orc", 0.0))
    session.undo()
    yield path
    session.close()


def test_a_fight_that_is_open_becomes_an_animation(command, fight, tmp_path):
    for kind in ("gif", "webp"):
        out = tmp_path / f"fight.{kind}"
        found = command(
            "replay", fight, out, "--pixels-per-cell", "12", "--seconds", "0.5", "--json"
        )
        assert found.json == {"file": str(out), "pictures": 3}
        with Image.open(out) as film:
            assert film.n_frames == 3
            assert film.size[0] == 240
            film.seek(1)
            film.load()
            assert film.info["duration"] in (500, 1250)  # of a frame, or of the last one


def test_a_fight_becomes_a_folder_of_pictures(command, fight, tmp_path):
    out = tmp_path / "frames"
    command("replay", fight, out, "--pixels-per-cell", "12", "--no-captions")
    names = sorted(path.name for path in out.iterdir())
    assert [name[:3] for name in names] == ["001", "002", "003"]
    assert all(name.endswith(".png") for name in names)
    assert QImage(str(out / names[0])).height() == 180
    assert (out / names[0]).read_bytes() != (out / names[1]).read_bytes()


def test_a_map_that_nobody_plays_has_no_states(command, board, tmp_path):
    found = command("replay", board(), tmp_path / "fight.gif")
    assert found.status == 2
    assert "open it in a window" in found.err.lower()
    assert not (tmp_path / "fight.gif").exists()


def test_the_journal_is_not_touched(command, fight, tmp_path):
    from battlemap.session.states import journal_of

    before = journal_of(fight).read_bytes()
    command("replay", fight, tmp_path / "fight.gif", "--pixels-per-cell", "12")
    assert journal_of(fight).read_bytes() == before
    assert json.loads(before.splitlines()[0])["what"] == "begin"
    assert Cell(5, 5) == Session.open(fight).encounter.tokens["seren"].at


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_is_told_how_far_it_is_once_that_takes_a_while(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(drawing.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(drawing.sys, "stderr", Terminal())
    tell = drawing.telling("page")
    assert tell(0, 9)
    assert drawing.sys.stderr.getvalue() == "", "who is quick says nothing"
    now[0] = 1.0
    assert tell(4, 9)
    assert drawing.sys.stderr.getvalue() == "\rpage 5 of 9"
    assert tell(9, 9)
    assert drawing.sys.stderr.getvalue().endswith("\r"), "and cleans up"


def test_a_file_is_told_nothing(monkeypatch):
    monkeypatch.setattr(drawing, "PATIENCE", -1)
    monkeypatch.setattr(drawing.sys, "stderr", io.StringIO())
    assert drawing.telling("page")(1, 9)
    assert drawing.sys.stderr.getvalue() == ""


def test_ctrl_c_leaves_nothing_behind(command, board, tmp_path, monkeypatch):
    def stop(_done, _total):
        raise KeyboardInterrupt

    monkeypatch.setattr(print_map, "telling", lambda _: stop)
    out = tmp_path / "map.pdf"
    assert command("print", board(), out).status == 130
    assert not out.exists()
