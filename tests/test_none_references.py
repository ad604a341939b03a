"""The bindings must not lose references to None: PySide6 6.12.0 did on Python 3.11 and aborted."""

import sys

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen

CALLS = 1_000


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
@pytest.mark.parametrize(
    "call",
    [
        lambda painter: painter.setBrush(QBrush(QColor("red"))),
        lambda painter: painter.setPen(QPen(Qt.PenStyle.NoPen)),
        lambda painter: painter.drawEllipse(QRectF(1, 1, 6, 6)),
        lambda painter: painter.fillRect(QRectF(0, 0, 8, 8), QColor("blue")),
    ],
    ids=["setBrush", "setPen", "drawEllipse", "fillRect"],
)
def test_a_thousand_paint_calls_keep_the_references_to_none(qapp, call):
    image = QImage(8, 8, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    call(painter)
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        call(painter)
    after = sys.getrefcount(None)
    painter.end()
    assert abs(after - before) < CALLS // 10
