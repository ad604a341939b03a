"""Draw the pages of each sample map as they come from the printer: `docs/pictures/printed-*.png`.

Upper half: the ink saver; lower half: full color. A4, an inch a cell.
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QImage, QPainter

from battlemap.resources import maps_path
from battlemap.session.session import Session
from battlemap.ui.printing.application import ensure_application
from battlemap.ui.printing.brush import UNITS
from battlemap.ui.printing.content import Look
from battlemap.ui.printing.paper import PageSetup
from battlemap.ui.printing.sheet import Printout

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PIXELS_PER_MM = 1.6
GAP = 12
TABLE = 0x8A9096


def draw_pages(printout: Printout) -> QImage:
    """Return all pages side by side, as one lays them out to glue them."""
    laid = printout.page_set
    width, height = (round(side * PIXELS_PER_MM) for side in laid.paper_size)
    sheet = QImage(
        GAP + laid.columns * (width + GAP),
        GAP + laid.rows * (height + GAP),
        QImage.Format.Format_RGB32,
    )
    sheet.fill(TABLE)
    for page in laid.pages:
        painter = QPainter(sheet)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(GAP + page.column * (width + GAP), GAP + page.row * (height + GAP))
        painter.fillRect(0, 0, width, height, 0xFFFFFFFF)
        painter.scale(PIXELS_PER_MM / UNITS, PIXELS_PER_MM / UNITS)
        printout.paint_page(painter, page)
        painter.end()
    return sheet


def main() -> int:
    """Write the picture of each sample map, or of those named on the command line; return 0."""
    ensure_application()
    PICTURES.mkdir(parents=True, exist_ok=True)
    for path in sorted(maps_path().glob("*.battlemap")):
        if sys.argv[1:] and path.stem not in sys.argv[1:]:
            continue
        session = Session.open(path)
        halves = [
            draw_pages(Printout(session.encounter, session.system, PageSetup(), look=look))
            for look in (Look.INK_SAVER, Look.COLOR)
        ]
        both = QImage(halves[0].width(), sum(half.height() for half in halves), halves[0].format())
        painter = QPainter(both)
        painter.drawImage(0, 0, halves[0])
        painter.drawImage(0, halves[0].height(), halves[1])
        painter.end()
        file = PICTURES / f"printed-{path.stem}.png"
        if not both.save(str(file)):
            print(f"{file} could not be written", file=sys.stderr)
            return 1
        print(file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
