import re
from dataclasses import replace
from itertools import pairwise
from math import hypot, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from printing_boards import PlainSystem, empty_map, full_map, pixels_of, stroked_lines
from pypdf import PdfReader
from pypdf.generic import ContentStream
from PySide6.QtCore import QBuffer, QMarginsF, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPageLayout, QPainter, QPdfWriter
from PySide6.QtPrintSupport import QPrinter

from battlemap.geometry.grid import GridKind
from battlemap.model.battle_map import Background
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.lengths import parse_length
from battlemap.ui.printing.map_window import paint_window
from battlemap.ui.printing.paper import LETTER, LayoutError, Orientation, PageSetup, Rect
from battlemap.ui.printing.pdf_file import exact
from battlemap.ui.printing.picture import encoded
from battlemap.ui.printing.printer import (
    PrintCancelledError,
    export_pdf,
    prepare_printer,
    print_on,
    within_margins_of,
)
from battlemap.ui.printing.sheet import Printout

pytestmark = pytest.mark.usefixtures("qapp")

SYSTEM = PlainSystem()
GRID_GRAY = 0xA6 / 255
HUNDREDTH_MM = 0.01


def grid_lines(lines):
    return [line for line in lines if line[5] == pytest.approx(GRID_GRAY, abs=1e-3)]


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "tabloid", "legal", "300x420"])
@pytest.mark.parametrize("cell", ["1in", "25mm", "28mm", "30mm", "12.34mm"])
def test_each_line_of_squares_is_exact_on_each_page(tmp_path, paper, cell):
    path = tmp_path / "map.pdf"
    laid = export_pdf(empty_map(), SYSTEM, path, paper=paper, cell=cell, layers=Content.of("grid"))
    cell_mm = parse_length(cell)
    pages = stroked_lines(path)
    assert len(pages) == len(laid.pages)
    for page, lines in zip(laid.pages, pages, strict=True):
        window, place = page.window, page.place
        found_x = sorted(line[0] for line in grid_lines(lines) if line[0] == line[2])
        found_y = sorted(line[1] for line in grid_lines(lines) if line[0] != line[2])
        columns = [c for c in range(21) if window.x - 1e-9 <= c <= window.right + 1e-9]
        rows = [r for r in range(16) if window.y - 1e-9 <= r <= window.bottom + 1e-9]
        wanted_x = [place.x + (c - window.x) * cell_mm for c in columns]
        wanted_y = [place.y + (r - window.y) * cell_mm for r in rows]
        assert found_x == pytest.approx(wanted_x, abs=HUNDREDTH_MM)
        assert found_y == pytest.approx(wanted_y, abs=HUNDREDTH_MM)
        # From line to line it is a cell, whatever the place of the first.
        assert [b - a for a, b in pairwise(found_x)] == pytest.approx(
            [cell_mm] * (len(columns) - 1), abs=HUNDREDTH_MM
        )


def test_an_inch_is_72_points_in_the_file(tmp_path):
    path = tmp_path / "map.pdf"
    export_pdf(empty_map(columns=5, rows=4), SYSTEM, path, layers=Content.of("grid"))
    (lines,) = stroked_lines(path)
    xs = sorted(line[0] / 25.4 * 72 for line in grid_lines(lines) if line[0] == line[2])
    assert [b - a for a, b in pairwise(xs)] == pytest.approx([72] * 5, abs=1e-4)


@pytest.mark.parametrize("kind", [GridKind.HEX_POINTY, GridKind.HEX_FLAT])
@pytest.mark.parametrize("cell_mm", [25.4, 30.0])
def test_each_border_of_hexes_is_exact_on_each_page(tmp_path, kind, cell_mm):
    path = tmp_path / "map.pdf"
    encounter = empty_map(kind, 12, 11)
    laid = export_pdf(encounter, SYSTEM, path, cell=cell_mm, layers=Content.of("grid"))
    grid = encounter.map.grid.grid
    for page, lines in zip(laid.pages, stroked_lines(path), strict=True):
        ends = {
            (round(x, 4), round(y, 4))
            for x1, y1, x2, y2, *_ in grid_lines(lines)
            for x, y in ((x1, y1), (x2, y2))
        }
        borders = [hypot(x2 - x1, y2 - y1) for x1, y1, x2, y2, *_ in grid_lines(lines)]
        assert borders == pytest.approx([cell_mm / sqrt(3)] * len(borders), abs=HUNDREDTH_MM)
        shown = 0
        for cell in grid.cells():
            for corner in grid.corners(cell):
                x = page.place.x + (corner.x - page.window.x) * cell_mm
                y = page.place.y + (corner.y - page.window.y) * cell_mm
                inside = page.place.x <= x <= page.place.right
                if inside and page.place.y <= y <= page.place.bottom:
                    shown += 1
                    assert min(hypot(x - a, y - b) for a, b in ends) < HUNDREDTH_MM
        assert shown > 0


@pytest.mark.parametrize(
    ("paper", "width", "height"), [("a4", 595.276, 841.890), ("letter", 612, 792)]
)
def test_page_boxes_are_exact(tmp_path, paper, width, height):
    path = tmp_path / "map.pdf"
    export_pdf(full_map(), SYSTEM, path, paper=paper, orientation="portrait")
    for page in PdfReader(path).pages:
        for box in (page.mediabox, page.trimbox):
            assert [float(v) for v in box] == pytest.approx([0, 0, width, height], abs=1e-3)
    export_pdf(full_map(), SYSTEM, path, paper=paper, orientation="landscape")
    box = PdfReader(path).pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx((height, width), abs=1e-3)


def test_the_tags_of_fonts_are_the_same_whatever_qt_wrote():
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    painter = QPainter(writer)
    painter.drawText(500, 500, "Goblin")
    painter.end()
    data = buffer.data().data()
    other, count = re.subn(rb"/[A-Z]{6}\+", b"/ZYXWVU+", data)
    assert count
    assert other != data
    assert exact(other, 210, 297) == exact(data, 210, 297)


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("kind", GridKind)
def test_the_same_map_gives_the_same_bytes_whatever_the_time(tmp_path, look, kind):
    first, second = tmp_path / "a.pdf", tmp_path / "b.pdf"
    for path in (first, second):
        export_pdf(full_map(kind), SYSTEM, path, look=look)
    assert first.read_bytes() == second.read_bytes()
    data = first.read_bytes()
    assert b"CreationDate" not in data
    assert b"ModDate" not in data
    assert b"CreateDate" not in data


def test_another_map_has_another_identifier(tmp_path):
    first, second = tmp_path / "a.pdf", tmp_path / "b.pdf"
    export_pdf(full_map(), SYSTEM, first)
    export_pdf(empty_map(), SYSTEM, second)
    assert PdfReader(first).trailer["/ID"] != PdfReader(second).trailer["/ID"]


@pytest.mark.parametrize("look", Look)
def test_type_is_embedded_and_line_art_stays_vector(tmp_path, look):
    path = tmp_path / "map.pdf"
    export_pdf(full_map(), SYSTEM, path, look=look, layers=Content(tokens=look is Look.INK_SAVER))
    fonts = set()
    for page in PdfReader(path).pages:
        resources = page["/Resources"]
        assert "/XObject" not in resources or not resources["/XObject"]
        for font in resources["/Font"].values():
            (below,) = font.get_object()["/DescendantFonts"]
            descriptor = below.get_object()["/FontDescriptor"].get_object()
            assert descriptor["/FontFile2"].get_object().get_data()
            fonts.add(descriptor["/FontName"])
    assert any("Inter" in name for name in fonts)


def test_each_page_says_what_it_is(tmp_path):
    path = tmp_path / "map.pdf"
    laid = export_pdf(full_map(), SYSTEM, path, orientation="portrait", cell="1in")
    assert [page.label for page in laid.pages] == ["A1", "A2", "A3", "B1", "B2", "B3"]
    texts = [page.extract_text() for page in PdfReader(path).pages]
    for page, text in zip(laid.pages, texts, strict=True):
        assert "The Sunken Hall" in text
        assert f"Page {page.label}, {page.number} of 6" in text
        assert "1 cell = 25.4 mm = 5 ft" in text
        assert "this bar measures exactly 100 mm" in text
        assert "Ink-saver on, GM layers off, tokens on, A4 portrait" in text
        for overlap in page.overlaps:
            assert f"overlap 10 mm, glue page {overlap.neighbor} here" in text
    assert "glue" not in texts[-1]


def test_the_check_ruler_measures_exactly_100_mm(tmp_path):
    path = tmp_path / "map.pdf"
    export_pdf(empty_map(columns=5, rows=5), SYSTEM, path, layers=Content.of())
    (lines,) = stroked_lines(path)
    rails = [line for line in lines if line[1] == line[3] and abs(line[2] - line[0]) > 99]
    assert {round(abs(line[2] - line[0]), 3) for line in rails} == {100.25}
    ticks = sorted(
        {round(line[0], 3) for line in lines if line[0] == line[2] and 4 < line[3] - line[1] < 4.5}
    )
    assert len(ticks) == 11
    assert ticks[-1] - ticks[0] == pytest.approx(100, abs=0.005)


@pytest.mark.parametrize("cell_mm", [25.4, 31.7])
def test_glued_pages_join_without_a_step(tmp_path, cell_mm):
    """Each line that crosses a joint lies at the same place of the map on both pages."""
    path = tmp_path / "map.pdf"
    laid = export_pdf(full_map(), SYSTEM, path, cell=cell_mm, layers=Content.of("grid", "walls"))
    on_map = {}
    for page, lines in zip(laid.pages, stroked_lines(path), strict=True):
        place, window = page.place, page.window

        def cells(x, y, place=place, window=window):
            return window.x + (x - place.x) / cell_mm, window.y + (y - place.y) / cell_mm

        inside = [line for line in lines if place.y - 1 < min(line[1], line[3]) < place.bottom]
        on_map[page.label] = [
            (*cells(line[0], line[1]), *cells(line[2], line[3])) for line in inside
        ]
    joints = 0
    for page in laid.pages:
        for overlap in page.overlaps:
            other = laid.page(overlap.neighbor)
            axis = 0 if overlap.is_upright else 1
            cut = (other.window.x, other.window.y)[axis] + 0.1
            here, there = (_crossings(on_map[p.label], axis, cut) for p in (page, other))
            assert here == pytest.approx(there, abs=HUNDREDTH_MM / cell_mm)
            joints += len(here)
    assert joints > 10


@pytest.mark.parametrize("look", Look)
@pytest.mark.parametrize("kind", GridKind)
def test_glued_pages_are_the_map(kind, look):
    """Laid on each other up to the cut lines, the pages give the picture of the whole map."""
    content = Content(notes=False)
    cell_mm, pixels_per_mm = 20.0, 2
    setup = PageSetup(orientation=Orientation.PORTRAIT, cell_mm=cell_mm)
    printout = Printout(full_map(kind, 14, 15), SYSTEM, setup, content, look)
    laid = printout.page_set
    assert laid.rows > 1
    assert laid.columns > 1

    def drawn(window):
        """Draw a window in exactly its size, from the upper left corner of a picture."""
        width, height = (
            round(side * cell_mm * pixels_per_mm) for side in (window.width, window.height)
        )
        image = QImage(width, height, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(pixels_per_mm / 100, pixels_per_mm / 100)
        place = Rect(0, 0, window.width * cell_mm, window.height * cell_mm)
        paint_window(painter, printout, window, place, cell_mm)
        painter.end()
        return image

    whole = drawn(laid.region)
    glued = QImage(whole.size(), whole.format())
    painter = QPainter(glued)
    for page in laid.pages:
        painter.drawImage(
            QPointF(
                page.window.x * cell_mm * pixels_per_mm, page.window.y * cell_mm * pixels_per_mm
            ),
            drawn(page.window),
        )
    painter.end()
    whole, glued = grays(whole), grays(glued)
    # Half-covered pixels along the joints may differ; a page that lies a pixel off is found.
    assert share_differing(whole, glued) < 0.0005
    assert share_differing(whole[:, 1:], whole[:, :-1]) > 0.002


def grays(image):
    made = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(made.constBits(), np.uint8).reshape(made.height(), made.bytesPerLine())
    return rows[:, : made.width()].astype(int)


def share_differing(one, other):
    return np.mean(np.abs(one - other) > 64)


def _crossings(lines, axis, at):
    """Return where lines along *axis* cross a coordinate, in order."""
    found = []
    for x1, y1, x2, y2 in lines:
        (a, b), (u, v) = ((x1, x2), (y1, y2)) if axis == 0 else ((y1, y2), (x1, x2))
        if abs(u - v) < 1e-6 and min(a, b) < at < max(a, b):
            found.append(u)
    return sorted(found)


def test_hidden_things_are_not_even_in_the_text(tmp_path):
    path = tmp_path / "map.pdf"
    export_pdf(full_map(), SYSTEM, path, layers=Content(gm=False))
    text = "".join(page.extract_text() for page in PdfReader(path).pages)
    assert "Seren" in text
    assert "camp" in text
    assert "Skulk" not in text
    assert "trap" not in text
    export_pdf(full_map(), SYSTEM, path, layers=Content(gm=True))
    text = "".join(page.extract_text() for page in PdfReader(path).pages)
    assert "Skulk" in text
    assert "trap: DC 15" in text
    assert "GM layers on" in text


def test_pictures_are_lossless_and_cut_to_the_page(tmp_path):
    picture = QImage(400, 300, QImage.Format.Format_RGB32)
    picture.fill(0x336699)
    for x in range(0, 400, 20):
        for y in range(300):
            picture.setPixel(x, y, 0xFFFFFFFF)
    encounter = empty_map(background=Background("a.png"))
    encounter = type(encounter)(
        map=encounter.map, assets={"a.png": encoded(picture, "png")}, rules=encounter.rules
    )
    path = tmp_path / "map.pdf"
    export_pdf(encounter, SYSTEM, path, look=Look.COLOR, orientation="portrait")
    for page in PdfReader(path).pages:
        (image,) = (x.get_object() for x in page["/Resources"]["/XObject"].values())
        assert image["/Filter"] == "/FlateDecode"
        assert image["/Width"] <= 160  # 7.4 of 20 cells, 20 pixels each, and no whole map


def test_pictures_are_opaque_whatever_was_drawn_before(tmp_path):
    encounter = full_map()
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    token = replace(encounter.tokens["seren"], art="seren.png")
    assets = {"seren.png": encoded(image, "png")}
    encounter = replace(encounter.with_token(token), assets=assets)
    path = tmp_path / "map.pdf"
    export_pdf(encounter, SYSTEM, path, look=Look.COLOR, layers=Content(health=False))
    drawn = 0
    for page in PdfReader(path).pages:
        states = {
            name: float(state.get_object().get("/ca", 1.0))
            for name, state in page["/Resources"]["/ExtGState"].items()
        }
        stack, opacity = [], 1.0
        for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
            match operator:
                case b"q":
                    stack.append(opacity)
                case b"Q":
                    opacity = stack.pop()
                case b"gs":
                    opacity = states[operands[0]]
                case b"Do":
                    drawn += 1
                    assert opacity == 1.0
    assert drawn


def test_a_map_stays_inside_the_place_it_is_given():
    encounter = full_map()
    for look in Look:
        printout = Printout(encounter, SYSTEM, PageSetup(), look=look, region=Rect(5, 3, 4, 5))
        (page,) = printout.page_set.pages
        image = QImage(420, 594, QImage.Format.Format_RGB32)  # 2 pixels a millimeter
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.scale(0.02, 0.02)
        printout.paint_page(painter, page)
        painter.end()
        # Right of the map there is nothing but crop marks above and below.
        beside = image.copy(int(page.place.right * 2) + 3, 60, 60, int(page.place.height * 2) - 80)
        white = QImage(beside.size(), beside.format())
        white.fill(Qt.GlobalColor.white)
        assert beside == white, look


def test_a_window_of_the_map_can_be_printed(tmp_path):
    path = tmp_path / "map.pdf"
    laid = export_pdf(full_map(), SYSTEM, path, region=Rect(4, 3, 6, 5))
    (page,) = laid.pages
    assert page.window == Rect(4, 3, 6, 5)
    text = PdfReader(path).pages[0].extract_text()
    assert "E4" in text
    assert "A1," in text
    assert "D4" not in text


def test_progress_is_told_and_can_stop_before_anything_is_written(tmp_path):
    path = tmp_path / "map.pdf"
    seen = []
    export_pdf(
        empty_map(), SYSTEM, path, progress=lambda done, total: seen.append((done, total)) or True
    )
    assert seen == [(done, 6) for done in range(7)]
    path.unlink()
    with pytest.raises(PrintCancelledError):
        export_pdf(empty_map(), SYSTEM, path, progress=lambda done, _: done < 3)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"paper": "b7x"}, "is no paper"),
        ({"cell": "wide"}, "is no length"),
        ({"orientation": "sideways"}, "is no orientation; choose portrait"),
        ({"overlap_mm": 400}, "too small"),
        ({"region": Rect(0, 0, 0, 0)}, "nothing to print"),
    ],
)
def test_impossible_options_are_refused_in_one_sentence(tmp_path, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        export_pdf(empty_map(), SYSTEM, tmp_path / "map.pdf", **options)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_an_os_error(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        export_pdf(empty_map(columns=3, rows=3), SYSTEM, tmp_path / "nowhere" / "map.pdf")


def printer_to(path, printout):
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    prepare_printer(printer, printout)
    return printer


def test_a_real_printer_gets_the_same_scale(tmp_path):
    path = tmp_path / "printed.pdf"
    printout = Printout(empty_map(columns=6, rows=8), SYSTEM, PageSetup(LETTER), Content.of("grid"))
    print_on(printer_to(path, printout), printout)
    (lines,) = stroked_lines(path)
    xs = sorted(line[0] for line in grid_lines(lines) if line[0] == line[2])
    assert xs == pytest.approx([16 + 25.4 * i for i in range(7)], abs=HUNDREDTH_MM)


def test_a_printer_with_other_paper_gets_other_pages(tmp_path):
    path = tmp_path / "printed.pdf"
    printout = Printout(empty_map(), SYSTEM, PageSetup(), Content.of("grid"))
    printer = printer_to(path, Printout(empty_map(), SYSTEM, PageSetup(LETTER)))
    print_on(printer, printout)
    reader = PdfReader(path)
    assert float(reader.pages[0].mediabox.height) == pytest.approx(792, abs=1)
    assert "Letter" in reader.pages[0].extract_text()


def test_a_range_of_pages_can_be_printed(tmp_path):
    path = tmp_path / "printed.pdf"
    printout = Printout(empty_map(), SYSTEM, PageSetup(orientation=Orientation.PORTRAIT))
    print_on(printer_to(path, printout), printout)
    everything = stroked_lines(path)
    printer = printer_to(path, printout)
    printer.setFromTo(2, 3)
    print_on(printer, printout)
    assert stroked_lines(path) == everything[1:3]
    assert everything[1] != everything[2]


def test_a_layout_error_is_a_value_error():
    assert issubclass(LayoutError, ValueError)


def pictured(columns, rows, pixels):
    """Return a map with a picture of so many pixels a cell."""
    image = QImage(columns * pixels, rows * pixels, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for index in range(40):
        shade = QColor.fromHsl(index * 9, 200, 60 + 3 * index)
        painter.fillRect(index * image.width() // 40, 0, image.width() // 40 + 1, 9999, shade)
    painter.end()
    encounter = empty_map(
        columns=columns, rows=rows, background=Background("p.png", 0, 0, columns, rows)
    )
    return replace(encounter, assets={"p.png": encoded(image, "png")}), image


def embedded(path):
    """Return the pictures in a file, page by page."""
    return [
        [picture.get_object() for picture in (page["/Resources"].get("/XObject") or {}).values()]
        for page in PdfReader(path).pages
    ]


@pytest.mark.parametrize(
    ("pixels", "dpi", "density"), [(400, 150, 150), (400, 300, 300), (90, 300, 90)]
)
def test_pictures_have_the_density_that_was_chosen_and_no_more(tmp_path, pixels, dpi, density):
    encounter, _ = pictured(13, 4, pixels)
    path = tmp_path / "map.pdf"
    laid = export_pdf(
        encounter, SYSTEM, path, look=Look.COLOR, dpi=dpi, layers=Content.of("picture")
    )
    pages = embedded(path)
    assert len(pages) == len(laid.pages) > 1
    for page, (picture,) in zip(laid.pages, pages, strict=True):
        # Whole pixels of the source: one more at either side.
        most = 2 * density / pixels + 1
        assert abs(picture["/Width"] - page.window.width * density) <= most
        assert picture["/Filter"] == "/FlateDecode"


def test_a_picture_is_scaled_once(tmp_path):
    encounter, image = pictured(6, 4, 400)
    path = tmp_path / "map.pdf"
    export_pdf(encounter, SYSTEM, path, look=Look.COLOR, dpi=100, layers=Content.of("picture"))
    (((picture),),) = embedded(path)
    data = np.frombuffer(picture.get_data(), dtype=np.uint8)
    found = data.reshape(picture["/Height"], picture["/Width"], 3)
    once = image.scaled(
        picture["/Width"],
        picture["/Height"],
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    wanted = pixels_of(once)[..., :3]
    assert np.abs(found.astype(int) - wanted).max() <= 1


@pytest.mark.parametrize("look", Look)
def test_a_gray_file_has_grays_alone(tmp_path, look):
    encounter, _ = pictured(6, 4, 40)
    for token in full_map(columns=6, rows=4).tokens.values():
        encounter = encounter.with_token(
            replace(token, at=encounter.map.grid.grid.from_offset(2, 1))
        )
    path = tmp_path / "map.pdf"
    export_pdf(encounter, SYSTEM, path, look=look, is_gray=True)
    for page in PdfReader(path).pages:
        for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
            if operator in (b"scn", b"SCN") and not any(isinstance(v, str) for v in operands):
                assert len(operands) == 1
        for picture in (page["/Resources"].get("/XObject") or {}).values():
            assert picture.get_object()["/ColorSpace"] == "/DeviceGray"


def test_the_file_asks_for_its_own_size(tmp_path):
    path = tmp_path / "map.pdf"
    export_pdf(full_map(), SYSTEM, path, title="Cellar")
    reader = PdfReader(path)
    preferences = reader.trailer["/Root"]["/ViewerPreferences"]
    assert preferences["/PrintScaling"] == "/None"
    assert preferences["/DisplayDocTitle"]
    assert reader.metadata.title == "Cellar"
    assert b"Cellar" in reader.trailer["/Root"]["/Metadata"].get_object().get_data()


def test_a_printer_gets_the_margins_that_it_needs(tmp_path):
    device = QPrinter(QPrinter.PrinterMode.HighResolution)
    device.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    device.setOutputFileName(str(tmp_path / "printed.pdf"))
    printout = Printout(full_map(), SYSTEM, PageSetup())
    prepare_printer(device, printout)
    assert within_margins_of(device, printout) is printout

    layout = QPageLayout(device.pageLayout())
    layout.setUnits(QPageLayout.Unit.Point)
    layout.setMinimumMargins(QMarginsF(12, 12, 12, 36))
    needy = SimpleNamespace(pageLayout=lambda: layout)
    margins = within_margins_of(needy, printout).setup.margins
    assert tuple(margins) == pytest.approx((12.7, 12.7, 12.7, 12.7), abs=0.02)


def test_drawn_tokens_stay_drawings(tmp_path):
    path = tmp_path / "map.pdf"
    token = replace(full_map().tokens["seren"], art="builtin:swordsman")
    encounter = empty_map(columns=5, rows=8).with_token(token)
    export_pdf(encounter, SYSTEM, path, look=Look.COLOR)
    assert embedded(path) == [[]]
    with_art = path.stat().st_size
    export_pdf(encounter.with_token(replace(token, art="")), SYSTEM, path, look=Look.COLOR)
    assert path.stat().st_size < with_art
    # Who is hidden is drawn faintly, as a picture: lines one over the other would show through.
    hidden = encounter.with_token(replace(token, hidden=True))
    export_pdf(hidden, SYSTEM, path, look=Look.COLOR, layers=Content(gm=True))
    assert len(embedded(path)[0]) >= 1
