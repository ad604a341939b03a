"""SVG and one-page PDF, the window as a picture, replays and contact sheets."""

import re
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image
from printing_boards import FightingSystem, full_map, pixels_of, texts_of
from pypdf import PdfReader
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.session.states import State
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.paper import Rect
from battlemap.ui.printing.picture import (
    PictureError,
    Portrayal,
    draw_picture,
    export_picture,
    picture_bytes,
)
from battlemap.ui.printing.printer import PrintCancelledError
from battlemap.ui.printing.replay import CAPTION_PX, Film, frames, write_animation, write_frames
from battlemap.ui.printing.window_picture import draw_window, export_window
from battlemap.ui.theme import DARK, LIGHT

pytestmark = pytest.mark.usefixtures("qapp")

SYSTEM = FightingSystem()


def rendered(data, width, height):
    """Return an SVG file as pixels on white."""
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    renderer = QSvgRenderer(QByteArray(data))
    assert renderer.isValid()
    renderer.render(painter)
    painter.end()
    return pixels_of(image).astype(int)


# SVG and PDF ----------------------------------------------------------------------------------


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("kind", GridKind)
def test_svg_shows_what_the_picture_shows(kind, look):
    content = Content(cell_names=False, token_names=False, notes=False, elevation=False)
    asked = Portrayal(pixels_per_cell=30, layers=content, look=look)
    encounter = full_map(kind, 12, 10)
    image = pixels_of(draw_picture(encounter, SYSTEM, asked)).astype(int)
    svg = rendered(picture_bytes(encounter, SYSTEM, "svg", asked), image.shape[1], image.shape[0])
    differing = np.abs(image - svg)[..., :3].max(axis=2) > 90
    assert differing.mean() < 0.02


def test_lines_stay_lines_in_svg_and_words_stay_words():
    asked = Portrayal(layers=Content(), look=Look.INK_SAVER)
    data = picture_bytes(full_map(columns=10, rows=10), SYSTEM, "svg", asked).decode()
    assert data.count("<poly") + data.count("<path") > 50
    assert "<image" not in data
    assert ">Orc Brute</text>" in data
    assert "sans-serif" in data


@pytest.mark.parametrize("name", ["grid", "walls", "terrain", "tokens", "templates", "cell_names"])
@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_a_switch_leaves_things_out_of_drawings_as_well(kind, name):
    asked = Portrayal(layers=Content(), look=Look.INK_SAVER)
    on = picture_bytes(full_map(columns=18, rows=10), SYSTEM, kind, asked)
    off = replace(asked, layers=Content().without(name))
    assert len(picture_bytes(full_map(columns=18, rows=10), SYSTEM, kind, off)) < len(on)


def test_hidden_things_are_in_no_drawing():
    for kind in ("svg", "pdf"):
        data = picture_bytes(full_map(), SYSTEM, kind, Portrayal(look=Look.INK_SAVER))
        assert b"Skulk" not in data
        assert b"trap" not in data


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_what_is_outside_the_cells_can_be_clear_in_svg(theme):
    encounter = full_map(GridKind.HEX_POINTY, 12, 10)
    asked = Portrayal(pixels_per_cell=20, theme=theme)
    filled = rendered(picture_bytes(encounter, SYSTEM, "svg", asked), 240, 200)
    clear = replace(asked, transparent=True)
    open_ = rendered(picture_bytes(encounter, SYSTEM, "svg", clear), 240, 200)
    assert filled[1, 1, 3] == 255
    assert open_[1, 1, 3] == 0
    assert open_[100, 120, 3] == 255


def test_a_page_is_exactly_as_large_as_its_cells(tmp_path):
    path = tmp_path / "map.pdf"
    for cell_mm, region in ((25.4, None), (30.0, Rect(2, 2, 5, 4)), (8.0, None)):
        asked = Portrayal(cell_mm=cell_mm, region=region)
        export_picture(full_map(), SYSTEM, path, asked)
        (page,) = PdfReader(path).pages
        shown = region or Rect(0, 0, 20, 15)
        size = [float(side) * 25.4 / 72 for side in page.mediabox[2:]]
        assert size == pytest.approx([shown.width * cell_mm, shown.height * cell_mm], abs=0.001)


def test_a_page_longer_than_readers_show_is_refused(tmp_path):
    with pytest.raises(PictureError, match=r"5\.08 m"):
        export_picture(full_map(), SYSTEM, tmp_path / "map.pdf", Portrayal(cell_mm=1000))
    assert not list(tmp_path.iterdir())


# The window -------------------------------------------------------------------------------------


@pytest.fixture
def window(qtbot):
    made = QLabel("Seren faces the orc")
    made.setWindowTitle("Cellar")
    made.resize(200, 80)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("kind", ["png", "jpg", "webp", "svg", "pdf"])
def test_the_window_can_be_written_in_each_format(window, tmp_path, kind):
    path = tmp_path / f"window.{kind}"
    assert export_window(window, path, 2.0) == (400, 160)
    if kind == "pdf":
        assert "Seren faces the orc" in texts_of(path)[0]
        assert PdfReader(path).metadata.title == "Cellar"
    elif kind == "svg":
        assert "Seren faces the orc" in path.read_text(encoding="utf-8")
    else:
        image = QImage(str(path))
        assert (image.width(), image.height()) == (400, 160)
        assert len(np.unique(pixels_of(image)[..., 0])) > 5


def test_a_larger_picture_of_the_window_has_larger_type(window):
    small, large = (pixels_of(draw_window(window, scale)) for scale in (1, 3))
    assert large.shape[:2] == (240, 600)

    def ink_rows(pixels):
        rows = np.nonzero((pixels[..., 0] < 128).any(axis=1))[0]
        return rows[-1] - rows[0] + 1

    assert ink_rows(large) == pytest.approx(3 * ink_rows(small), abs=4)


# Replays ----------------------------------------------------------------------------------------


def fight():
    """Return three states: a step, and a step that nobody sees."""
    first = full_map(columns=10, rows=13)
    seren, skulk = first.tokens["seren"], first.tokens["skulk"]
    second = first.with_token(replace(seren, at=Cell(7, 7)))
    third = second.with_token(replace(skulk, at=Cell(8, 11)))
    return [State("Beginning", first), State("Seren moves", second), State("It stirs", third)]


FILM = Film(Portrayal(pixels_per_cell=20, layers=Content(cell_names=False)))


def test_each_state_is_a_picture_with_what_was_done_below():
    shown = [pixels_of(image) for image in frames(fight(), SYSTEM, FILM)]
    assert [pixels.shape for pixels in shown] == [(13 * 20 + CAPTION_PX, 200, 4)] * 3
    maps = [pixels[: 13 * 20] for pixels in shown]
    captions = [pixels[13 * 20 :] for pixels in shown]
    assert not np.array_equal(maps[0], maps[1])
    assert len({caption.tobytes() for caption in captions}) == 3


def test_a_move_is_drawn_for_one_picture_and_only_if_it_is_seen():
    plain = replace(FILM, has_captions=False)
    states = fight()
    _, second, third = (pixels_of(image) for image in frames(states, SYSTEM, plain))
    bare = pixels_of(draw_picture(states[1].encounter, SYSTEM, plain.portrayal))
    assert not np.array_equal(second, bare), "an arrow shows the way"
    assert np.array_equal(third, bare), "nobody sees the second step, and the first arrow is gone"


def test_frames_are_numbered_and_named(tmp_path):
    assert write_frames(fight(), SYSTEM, tmp_path / "film", FILM) == 3
    names = sorted(path.name for path in (tmp_path / "film").iterdir())
    assert names == ["001-beginning.png", "002-seren-moves.png", "003-it-stirs.png"]


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_an_animation_holds_every_state_and_starts_over(tmp_path, kind):
    path = tmp_path / f"film.{kind}"
    assert write_animation(fight(), SYSTEM, path, FILM) == 3
    wanted = [pixels_of(image)[..., :3].astype(int) for image in frames(fight(), SYSTEM, FILM)]
    with Image.open(path) as film:
        assert film.n_frames == 3
        assert film.info["loop"] == 0
        stays = []
        for index, pixels in enumerate(wanted):
            film.seek(index)
            film.load()
            stays.append(film.info["duration"])
            found = np.asarray(film.convert("RGB")).astype(int)
            # GIF has 256 colors, WebP blurs a little.
            error = np.abs(found - pixels)
            assert error.mean() < 6
            colored = pixels.max(axis=2) - pixels.min(axis=2) > 90
            assert error[colored].mean() < 12, "rings keep the color of their side"
    assert stays[:2] == [1500, 1500]
    assert stays[2] == 3750


def test_the_same_fight_gives_the_same_bytes(tmp_path):
    files = [tmp_path / name for name in ("a.gif", "b.gif")]
    for file in files:
        write_animation(fight(), SYSTEM, file, FILM)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("look", Look)
def test_a_replay_in_grays_has_no_color(look):
    gray = Film(replace(FILM.portrayal, is_gray=True, look=look))
    for image in frames(fight(), SYSTEM, gray):
        pixels = pixels_of(image)
        assert (pixels[..., 0] == pixels[..., 2]).all()


def test_stopping_leaves_no_animation(tmp_path):
    told = []

    def stop(done, total):
        told.append((done, total))
        return done < 1

    with pytest.raises(PrintCancelledError):
        write_animation(fight(), SYSTEM, tmp_path / "film.gif", FILM, stop)
    assert told == [(0, 3), (1, 3)]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "film", "sentence"),
    [
        ("film.png", {}, "gif"),
        ("film.gif", {"portrayal": Portrayal(pixels_per_cell=0.2)}, "at least one pixel"),
        ("film.gif", {"portrayal": Portrayal(pixels_per_cell=3000)}, "fewer pixels"),
    ],
)
def test_an_impossible_replay_is_refused_in_one_sentence(tmp_path, name, film, sentence):
    with pytest.raises(PictureError, match=re.escape(sentence)):
        write_animation(fight(), SYSTEM, tmp_path / name, replace(FILM, **film))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("seconds", [0.0, 61.0, float("nan")])
def test_a_picture_stays_a_while(seconds):
    with pytest.raises(PictureError, match="seconds"):
        Film(Portrayal(), seconds)
