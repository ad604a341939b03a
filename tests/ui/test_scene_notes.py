"""Notes and drawings on the map: who sees them, where they are hit, what they look like."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from battlemap.geometry.cell import Point
from battlemap.model.battle_map import Mark
from battlemap.ui.scene.coordinates import SCENE_SCALE, SHEET_PIXEL
from battlemap.ui.scene.notes import note_at, note_number, note_rect, paint_notes, shown_marks
from battlemap.ui.scene.sheet import Sheet
from battlemap.ui.theme import DARK

pytestmark = pytest.mark.usefixtures("qapp")

OPEN = Mark("open", "note", (Point(1, 1),), "1. Look here.")
SECRET = Mark("secret", "note", (Point(1.05, 1.05),), "Not for players.", gm_only=True)
FIELD = Mark("field", "area", (Point(2, 2), Point(4, 2), Point(4, 4), Point(2, 4)))
MARKS = {mark.id: mark for mark in (OPEN, SECRET, FIELD)}


def painted(marks, *, gm, cell_px=60.0):
    size = round(5 * cell_px)
    image = QImage(size, size, QImage.Format.Format_RGB32)
    image.fill(QColor("#808080"))
    painter = QPainter(image)
    scale = cell_px / SCENE_SCALE
    painter.scale(scale, scale)
    area = painter.worldTransform().inverted()[0].mapRect(image.rect().toRectF())
    paint_notes(Sheet(painter, DARK, area, 1 / scale), marks, gm=gm)
    painter.end()
    return image


def test_players_do_not_get_the_notes_of_the_gm():
    assert [mark.id for mark in shown_marks(MARKS, gm=False)] == ["open", "field"]
    assert [mark.id for mark in shown_marks(MARKS, gm=True)] == ["open", "secret", "field"]


def test_a_note_is_found_under_the_pointer_topmost_first():
    place = QPointF(105, 105)
    assert note_at(MARKS, place, SHEET_PIXEL, gm=True) is SECRET
    assert note_at(MARKS, place, SHEET_PIXEL, gm=False) is OPEN
    assert note_at(MARKS, QPointF(300, 300), SHEET_PIXEL, gm=True) is None


@pytest.mark.parametrize(("cell_px", "side"), [(200, 20), (60, 20), (50, 17), (30, 13)])
def test_a_sign_keeps_its_size_and_is_smaller_in_small_cells(cell_px, side):
    unit = SCENE_SCALE / cell_px
    assert note_rect(OPEN, unit).width() / unit == pytest.approx(side)


@pytest.mark.parametrize(
    ("text", "number"),
    [("7. Door", "7"), ("12) Pit", "12"), ("3 goblins", ""), ("", ""), ("1.5 m", "")],
)
def test_only_a_leading_number_is_one(text, number):
    assert note_number(Mark("m", "note", (Point(0, 0),), text)) == number


def test_notes_and_areas_are_drawn():
    image = painted(MARKS, gm=False)
    assert image.pixelColor(60, 52) == QColor(DARK.plate)
    assert image.pixelColor(180, 180) != QColor("#808080")
    assert image.pixelColor(280, 30) == QColor("#808080")


def test_a_secret_note_leaves_no_trace_for_players():
    alone = {"secret": SECRET}
    assert painted(alone, gm=False) == painted({}, gm=True)
    assert painted(alone, gm=True) != painted({}, gm=True)


def test_small_cells_keep_areas_only():
    small = painted(MARKS, gm=True, cell_px=20)
    assert small == painted({"field": FIELD}, gm=True, cell_px=20)
    assert small != painted({}, gm=True, cell_px=20)
