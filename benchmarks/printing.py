"""A poster on the benchmark: 60 by 40 cells with a picture, an inch a cell, over A4."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from benchmarks.case import Size, Trial

PIXELS = 70
"""Of the picture in a cell, as most map makers export them."""


def printed_map(size: Size) -> Trial:
    """Return the writing of a PDF in full color; the picture is decoded anew each time."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    from battlemap.model.battle_map import Background, BattleMap, GridSpec
    from battlemap.model.encounter import Encounter
    from battlemap.resources import maps_path
    from battlemap.session.session import Session
    from battlemap.ui.printing.application import ensure_application
    from battlemap.ui.printing.content import Look
    from battlemap.ui.printing.picture import encoded
    from battlemap.ui.printing.printer import export_pdf

    ensure_application()
    columns, rows = (60, 40) if size.side >= 100 else (12, 8)
    sample = Session.open(maps_path() / "sunken-hall.battlemap")
    image = QImage.fromData(next(iter(sample.encounter.assets.values())))
    image = image.scaled(
        columns * PIXELS,
        rows * PIXELS,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    encounter = Encounter(
        map=BattleMap(
            GridSpec(columns=columns, rows=rows),
            background=Background("map.jpg", 0, 0, columns, rows),
        ),
        assets=MappingProxyType({"map.jpg": encoded(image, "jpg")}),
    )
    grid = encounter.map.grid.grid
    for index, token in enumerate(sample.encounter.tokens.values()):
        encounter = encounter.with_token(
            replace(token, at=grid.from_offset(index % (columns - 2), index % (rows - 2)))
        )

    def work() -> float:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "map.pdf"
            export_pdf(encounter, sample.system, path, look=Look.COLOR)
            return path.stat().st_size

    return Trial(work)
