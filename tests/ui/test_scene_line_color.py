"""Grid lines over a picture take its tone, so that they are seen on day and night maps alike."""

import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from battlemap.ui.scene.pictures import Picture


def plain(color, *, part=None):
    image = QImage(200, 100, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(color))
    if part is not None:
        painter = QPainter(image)
        painter.fillRect(0, 0, 80, 100, QColor(part))
        painter.end()
    return Picture.of(image)


@pytest.mark.parametrize("color", ["#D3DDB4", "#DCC79C", "#4A4F4C", "#FFFFFF"])
def test_lines_are_darker_than_the_picture_and_of_its_hue(color):
    line, ground = QColor(plain(color).line_color), QColor(color)
    assert 0.3 < line.lightnessF() / ground.lightnessF() < 0.8
    if ground.hslSaturation() > 40:
        assert line.hslHue() == pytest.approx(ground.hslHue(), abs=4)


def test_lines_on_a_black_picture_are_lighter():
    assert QColor(plain("#050505").line_color).lightnessF() > 0.15


def test_the_darkness_around_a_floor_counts_little():
    mixed = QColor(plain("#101010", part="#C0B080").line_color).lightnessF()
    bright = QColor(plain("#C0B080").line_color).lightnessF()
    assert mixed > 0.75 * bright


def test_a_clear_picture_still_has_lines():
    assert QColor(plain("#00000000").line_color) == QColor("#808080")
