"""Draw what comes from the printer, for the documentation: `docs/pictures/printed-*.png`.

For each sample map its pages, the ink saver above and full color below (A4, an inch a cell); of
the Sunken Hall the sheets that go with it; and the contact sheet of all samples.
"""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QImage, QPainter

from battlemap.model.intent import Attack, BeginFight
from battlemap.resources import maps_path
from battlemap.session.session import Session
from battlemap.ui.printing.appendix import Parts
from battlemap.ui.printing.application import ensure_application
from battlemap.ui.printing.brush import UNITS
from battlemap.ui.printing.contact_sheet import export_contact_sheet
from battlemap.ui.printing.content import Look
from battlemap.ui.printing.paper import PageSetup
from battlemap.ui.printing.sheet import Printout

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PIXELS_PER_MM = 1.6
SHEETS_PER_MM = 2.4
"""Sheets have sentences to be read."""
GAP = 12
TABLE = 0x8A9096


def lay_out(printout: Printout, places: dict[str, tuple[int, int]], pixels_per_mm: float) -> QImage:
    """Return sheets on a table, each in its column and row."""
    width, height = (round(side * pixels_per_mm) for side in printout.paper_size)
    columns = max(column for column, _ in places.values()) + 1
    rows = max(row for _, row in places.values()) + 1
    table = QImage(
        GAP + columns * (width + GAP), GAP + rows * (height + GAP), QImage.Format.Format_RGB32
    )
    table.fill(TABLE)
    for sheet in printout.sheets:
        if sheet.label not in places:
            continue
        column, row = places[sheet.label]
        painter = QPainter(table)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(GAP + column * (width + GAP), GAP + row * (height + GAP))
        painter.fillRect(0, 0, width, height, 0xFFFFFFFF)
        painter.scale(pixels_per_mm / UNITS, pixels_per_mm / UNITS)
        printout.paint_sheet(painter, sheet)
        painter.end()
    return table


def pages_of(path: Path) -> QImage:
    """Return all pages of a map side by side, as one lays them out to glue them, in both looks."""
    session = Session.open(path)
    halves = []
    for look in (Look.INK_SAVER, Look.COLOR):
        printout = Printout(session.encounter, session.system, PageSetup(), look=look)
        places = {page.label: (page.column, page.row) for page in printout.page_set.pages}
        halves.append(lay_out(printout, places, PIXELS_PER_MM))
    both = QImage(halves[0].width(), sum(half.height() for half in halves), halves[0].format())
    painter = QPainter(both)
    painter.drawImage(0, 0, halves[0])
    painter.drawImage(0, halves[0].height(), halves[1])
    painter.end()
    return both


def sheets_of(path: Path) -> QImage:
    """Return the sheets that go with a map: an attack from behind, a fight in its first round."""
    session = Session.open(path, seed=3)
    plan = session.plan(Attack("bryn", "orc-brute"))
    fighters = tuple(t.id for t in session.encounter.tokens.values() if not t.hidden)
    session.perform(BeginFight(fighters))
    while session.pending is not None:
        session.answer(session.pending.options[0].key)
    printout = Printout(
        session.encounter,
        session.system,
        PageSetup(),
        look=Look.COLOR,
        parts=Parts(
            map=False,
            situation=plan,
            legend=True,
            turn_order=True,
            token_sheets=True,
            minis=True,
            flat_tokens=True,
        ),
    )
    labels = [sheet.label for sheet in printout.sheets]
    first = [
        next(label for label in labels if label.startswith(kind))
        for kind in ("Situation", "Legend", "Turn order", "Token sheets", "Minis", "Tokens")
    ]
    places = {label: (index % 3, index // 3) for index, label in enumerate(first)}
    return lay_out(printout, places, SHEETS_PER_MM)


def main() -> int:
    """Write all pictures, or those of the maps named on the command line; return 0."""
    ensure_application()
    PICTURES.mkdir(parents=True, exist_ok=True)
    made = {}
    for path in sorted(maps_path().glob("*.battlemap")):
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            made[f"printed-{path.stem}"] = pages_of(path)
    if not sys.argv[1:] or "sheets" in sys.argv[1:]:
        made["printed-sheets"] = sheets_of(maps_path() / "sunken-hall.battlemap")
    for name, picture in made.items():
        file = PICTURES / f"{name}.png"
        if not picture.save(str(file)):
            print(f"{file} could not be written", file=sys.stderr)
            return 1
        print(file)
    if not sys.argv[1:] or "contact-sheet" in sys.argv[1:]:
        file = PICTURES / "contact-sheet.png"
        export_contact_sheet(maps_path(), file)
        print(file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
