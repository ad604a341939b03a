"""Paper minis and flat tokens: at the map's scale, measured; their art on both sides."""

from dataclasses import replace

import pytest
from printing_boards import FightingSystem, empty_map, full_map, pixels_of, texts_of
from pypdf import PdfReader
from PySide6.QtGui import QImage, QPainter

from battlemap.geometry.cell import Cell
from battlemap.geometry.grid import GridKind
from battlemap.model.token import Token
from battlemap.ui.printing.appendix import Parts
from battlemap.ui.printing.brush import UNITS, PaperBrush
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.cut_outs import (
    NAME_MM,
    PLAY_MM,
    _Figure,
    cut_out_pages,
    flat_radius,
    mini_of,
    packed,
)
from battlemap.ui.printing.paper import PageSetup, Rect
from battlemap.ui.printing.picture import encoded
from battlemap.ui.printing.printer import write_pdf
from battlemap.ui.printing.sheet import Printout

pytestmark = pytest.mark.usefixtures("qapp")

SYSTEM = FightingSystem()
ROOM = Rect(12.0, 22.0, 186.0, 239.0)


def of(encounter, cell_mm=25.4, look=Look.COLOR, content=None, **parts):
    return Printout(
        encounter,
        SYSTEM,
        PageSetup(cell_mm=cell_mm),
        content or Content(),
        look,
        parts=Parts(map=False, **parts),
    )


def one(size=1, **more):
    token = Token("orc", "Orc", "foe", Cell(2, 2), size=size, **more)
    return empty_map(columns=8, rows=8).with_token(token), token


@pytest.mark.parametrize("cell_mm", [25.4, 28.0, 20.0])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 4])
def test_a_mini_fits_into_its_space_and_a_flat_token_too(size, cell_mm):
    encounter, token = one(size)
    printout = of(encounter, cell_mm)
    mini = mini_of(printout, token, ROOM)
    space = max(size, 0.6) * cell_mm
    assert mini.width == pytest.approx(space - PLAY_MM)
    assert 2 * mini.base <= mini.width + 1e-6, "its base stays inside its space as well"
    assert mini.length <= ROOM.height + 1e-6
    assert 2 * flat_radius(printout, token) <= max(size, 0.9) * cell_mm + 0.6


def test_a_mini_is_as_high_as_the_creature_is_tall():
    encounter, token = one(1, height_feet=6)
    mini = mini_of(of(encounter), token, ROOM)
    assert mini.height - NAME_MM == pytest.approx(6 / 5 * 25.4)


def test_a_giant_is_as_high_as_the_sheet_allows():
    encounter, token = one(4, height_feet=60)
    mini = mini_of(of(encounter), token, ROOM)
    assert mini.length == pytest.approx(ROOM.height)
    assert mini.base >= 6.0


def test_no_figure_lies_over_another_or_off_the_sheet():
    sizes = [(30.0, 80.0)] * 7 + [(90.0, 170.0), (16.0, 20.0), (186.0, 60.0)] + [(24.0, 82.0)] * 9
    figures = [_Figure(width, height, lambda *_: None) for width, height in sizes]
    pages = packed(figures, ROOM)
    assert sum(len(page) for page in pages) == len(figures)
    for page in pages:
        boxes = [(x, y, x + f.width, y + f.height) for x, y, f in page]
        for a in boxes:
            assert a[0] >= ROOM.x
            assert a[1] >= ROOM.y
            assert a[2] <= ROOM.right + 1e-6
            assert a[3] <= ROOM.bottom + 1e-6
            for b in boxes:
                apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
                assert a is b or apart


def test_each_token_that_is_seen_has_a_figure(tmp_path):
    path = tmp_path / "minis.pdf"
    write_pdf(of(full_map(), minis=True, flat_tokens=True), path)
    minis, tokens = texts_of(path)
    for name in ("Seren", "Orc Brute", "Kael", "Guard"):
        assert minis.count(name) == 2, "on the front and on the back"
        assert tokens.count(name) == 1
    assert "Skulk" not in minis + tokens
    assert "front" in minis
    assert "rear" in minis
    write_pdf(of(full_map(), content=Content(gm=True), minis=True), path)
    assert texts_of(path)[0].count("Skulk") == 2


def drawn(printout, stand_up, pixels_per_mm=8):
    """Return the page as pixels, and where its first figure lies."""
    (page,) = cut_out_pages(printout, ROOM, stand_up=stand_up)
    image = QImage(210 * pixels_per_mm, 297 * pixels_per_mm, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(pixels_per_mm / UNITS, pixels_per_mm / UNITS)
    page(PaperBrush(painter))
    painter.end()
    return pixels_of(image)[..., :3].astype(int), pixels_per_mm


@pytest.mark.parametrize("cell_mm", [25.4, 30.0])
def test_the_cut_line_of_a_flat_token_has_its_size_on_paper(cell_mm):
    encounter, token = one()
    pixels, scale = drawn(of(encounter, cell_mm, Look.INK_SAVER), stand_up=False)
    radius = flat_radius(of(encounter, cell_mm), token)
    # From the leftmost to the rightmost ink on the height of its middle.
    row = pixels[round((ROOM.y + radius) * scale)]
    dark = [x for x in range(row.shape[0]) if row[x].min() < 200]
    assert (dark[-1] - dark[0]) / scale == pytest.approx(2 * radius, abs=0.4)


def striped_art():
    """Return a picture that is red at its left, blue at its right and green at its top."""
    image = QImage(90, 90, QImage.Format.Format_RGB32)
    for x in range(90):
        for y in range(90):
            color = 0x00FF00 if y < 20 else 0xFF0000 if x < 45 else 0x0000FF
            image.setPixel(x, y, 0xFF000000 | color)
    return encoded(image, "png")


def test_front_and_back_show_the_picture_from_both_sides():
    encounter, token = one(art="orc.png")
    encounter = replace(encounter, assets={"orc.png": striped_art()})
    printout = of(encounter)
    pixels, scale = drawn(printout, stand_up=True)
    mini = mini_of(printout, token, ROOM)
    fold = ROOM.y + mini.base + mini.height

    def at(dx, dy):
        return tuple(pixels[round((fold + dy) * scale), round((ROOM.x + dx) * scale)])

    tall = mini.height - NAME_MM
    left, right, low = 0.25 * mini.width, 0.75 * mini.width, tall - 0.3 * mini.width
    assert at(left, low) == (255, 0, 0)
    assert at(right, low) == (0, 0, 255)
    # Behind the fold it stands on its head; folded, left and right are as seen from behind.
    back_left, back_right = at(left, -low), at(right, -low)
    assert back_left[0] > back_left[2] + 60
    assert back_right[2] > back_right[0] + 60
    assert min(back_left) > 100, "the back is paler"
    top = at(mini.width / 2, -(tall - mini.width + 4))
    assert top[1] > top[0] + 60


def test_without_pictures_minis_have_initials(tmp_path):
    path = tmp_path / "minis.pdf"
    encounter, _ = one(art="orc.png")
    encounter = replace(encounter, assets={"orc.png": striped_art()})
    write_pdf(of(encounter, look=Look.INK_SAVER, minis=True), path)
    assert len(images(path)) == 1
    content = Content(picture=False)
    write_pdf(of(encounter, look=Look.INK_SAVER, content=content, minis=True), path)
    assert not images(path)
    assert "Or" in texts_of(path)[0].split()


def images(path):
    found = set()
    for page in PdfReader(path).pages:
        found.update((page["/Resources"].get("/XObject") or {}).keys())
    return found


def test_art_has_no_more_pixels_than_the_paper_asks(tmp_path):
    path = tmp_path / "minis.pdf"
    image = QImage(2000, 2000, QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    encounter, token = one(art="orc.png")
    encounter = replace(encounter, assets={"orc.png": encoded(image, "png")})
    for dpi in (150, 300):
        printout = replace(of(encounter, minis=True), dpi=dpi)
        write_pdf(printout, path)
        (page,) = PdfReader(path).pages
        (shown,) = page["/Resources"]["/XObject"].values()
        wanted = mini_of(printout, token, ROOM).width / 25.4 * dpi
        assert shown.get_object()["/Width"] == pytest.approx(wanted, abs=1)


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("kind", GridKind)
def test_figures_of_any_grid_can_be_printed(tmp_path, kind, look):
    path = tmp_path / "minis.pdf"
    write_pdf(of(full_map(kind), look=look, minis=True, flat_tokens=True), path)
    assert len(PdfReader(path).pages) >= 2


def test_drawn_minis_stay_drawings(tmp_path):
    path = tmp_path / "minis.pdf"
    encounter, _ = one(art="builtin:orc-brute")
    write_pdf(of(encounter, minis=True, flat_tokens=True), path)
    assert not images(path)
    pixels, scale = drawn(of(encounter), stand_up=True)
    middle = pixels[:, round((ROOM.x + 12) * scale)]
    assert (middle.max(axis=1) - middle.min(axis=1)).max() > 60, "it has colors"
