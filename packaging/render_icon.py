"""Draw assets/app/battlemap.png from battlemap.svg beside it."""

import sys
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "app"


def main() -> int:
    """Write the picture; return 0, or 1 where that failed."""
    application = QGuiApplication(sys.argv)
    drawing = QSvgRenderer(str(FOLDER / "battlemap.svg"))
    picture = QImage(256, 256, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.render(painter, QRectF(0, 0, 256, 256))
    painter.end()
    written = picture.save(str(FOLDER / "battlemap.png"))
    application.quit()
    return 0 if written else 1


if __name__ == "__main__":
    raise SystemExit(main())
