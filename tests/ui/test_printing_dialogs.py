from types import SimpleNamespace

import pytest
from printing_boards import PlainSystem, empty_map, full_map, stroked_lines
from pypdf import PdfReader
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QFileDialog, QGraphicsScene, QGraphicsView, QPushButton

from battlemap.geometry.grid import GridKind
from battlemap.ui.printing import print_dialog, printer, progress
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.dialogs import (
    ExportPdfDialog,
    ExportPictureDialog,
    PrintDialog,
    shown_region,
)
from battlemap.ui.printing.paper import LETTER, Orientation, Rect
from battlemap.ui.printing.print_form import Choices
from battlemap.ui.printing.region import region_of
from battlemap.ui.theme import DARK, LIGHT


class Source:
    """A document as the dialogs see it, which hears what they say."""

    def __init__(self, encounter, path=None):
        self.encounter, self.system = encounter, PlainSystem()
        self.session = SimpleNamespace(path=path)
        self.said = []

    def say(self, text, kind):
        self.said.append((text, kind))


@pytest.fixture(autouse=True)
def _fresh_choices(monkeypatch):
    monkeypatch.setattr(print_dialog, "_LAST", [Choices()])


@pytest.fixture
def open_print(qtbot):
    def make(encounter=None, *, theme=DARK, path=None, view=None):
        dialog = PrintDialog(Source(encounter or full_map(), path), theme, view=view)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.preview.is_drawn)
        return dialog

    return make


@pytest.fixture
def open_export(qtbot):
    def make(encounter=None, *, theme=LIGHT, path=None):
        dialog = ExportPictureDialog(Source(encounter or full_map(), path), theme)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def answer_file_dialog(monkeypatch, path, kind=""):
    asked = []

    def choose(_parent, title, suggested, filters):
        asked.append((title, suggested, filters))
        return str(path) if path else "", kind

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    return asked


def test_it_says_how_many_pages_and_at_what_scale(open_print):
    dialog = open_print()
    assert dialog.summary.text() == "6 pages, A4 portrait"
    assert dialog.details.text() == "3 across, 2 down. 1 cell = 25.4 mm = 5 ft"
    assert len(dialog.preview.page_boxes()) == 6


@pytest.mark.parametrize(
    ("cell", "summary"), [("25mm", "6 pages"), ("30 mm", "8 pages"), ("8 mm", "1 page,")]
)
def test_the_length_of_a_cell_can_be_typed(open_print, qtbot, cell, summary):
    dialog = open_print()
    edit = dialog.form.cell.lineEdit()
    edit.selectAll()
    qtbot.keyClicks(edit, cell)
    qtbot.waitUntil(lambda: dialog.summary.text().startswith(summary))
    assert dialog.problem.isHidden()


def test_paper_orientation_and_overlap_change_the_pages(open_print, qtbot):
    dialog = open_print()
    dialog.form.paper.setCurrentIndex(dialog.form.paper.findData("Letter"))
    qtbot.waitUntil(lambda: dialog.printout.setup.paper == LETTER)
    segment = dialog.form.orientation
    qtbot.mouseClick(segment, Qt.MouseButton.LeftButton, pos=QPoint(segment.width() - 20, 14))
    qtbot.waitUntil(lambda: dialog.printout.page_set.orientation is Orientation.LANDSCAPE)
    dialog.form.overlap.setValue(0)
    dialog.refresh()
    assert all(page.overlaps == () for page in dialog.printout.page_set.pages)


def test_a_custom_paper_has_its_own_size(open_print):
    dialog = open_print()
    assert not dialog.form.width_mm.isVisible()
    dialog.form.paper.setCurrentIndex(dialog.form.paper.count() - 1)
    dialog.form.width_mm.setValue(600)
    dialog.form.height_mm.setValue(900)
    dialog.refresh()
    assert dialog.form.width_mm.isVisible()
    assert dialog.summary.text() == "1 page, Custom portrait"


def test_a_map_can_be_fitted_to_pages(open_print):
    dialog = open_print()
    dialog.form.scale.setCurrentIndex(1)
    dialog.refresh()
    assert dialog.summary.text().startswith("1 page,")
    assert not dialog.form.cell.isVisible()
    dialog.form.fit_columns.setValue(2)
    dialog.form.fit_rows.setValue(2)
    dialog.refresh()
    assert dialog.printout.page_set.columns <= 2
    assert dialog.printout.setup.cell_mm > 10


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda d: d.form.cell.setCurrentText("soon"), "“soon” is no length"),
        (
            lambda d: d.form.overlap.setValue(150) or d.form.margin.setValue(50),
            "The paper is too small",
        ),
        (lambda d: d.form.cell.setCurrentText("9m"), "At 9000 mm a cell"),
        (lambda d: d.form.region.kind.setCurrentIndex(1), "Name two corners"),
    ],
)
def test_what_is_impossible_is_said_and_can_be_mended(open_print, spoil, sentence):
    dialog = open_print()
    spoil(dialog)
    dialog.refresh()
    assert dialog.problem.text().startswith(sentence)
    assert dialog.problem.isVisible()
    assert not dialog.save_button.isEnabled()
    assert not dialog.print_button.isEnabled()
    dialog.form.cell.setCurrentText("1in")
    dialog.form.overlap.setValue(10)
    dialog.form.margin.setValue(6)
    dialog.form.region.kind.setCurrentIndex(0)
    dialog.refresh()
    assert dialog.problem.isHidden()
    assert dialog.save_button.isEnabled()


def test_a_click_opens_a_page_and_another_shows_all(open_print, qtbot):
    dialog = open_print()
    preview = dialog.preview
    page, box = preview.page_boxes()[4]
    qtbot.mouseMove(preview, box.center().toPoint())
    qtbot.mouseClick(preview, Qt.MouseButton.LeftButton, pos=box.center().toPoint())
    assert preview.open_label == page.label == "B2"
    assert dialog.page_name.text() == "Page B2, 5 of 6"
    ((_, larger),) = preview.page_boxes()
    assert larger.width() > 1.5 * box.width()
    qtbot.mouseClick(dialog.forward, Qt.MouseButton.LeftButton)
    assert preview.open_label == "B3"
    qtbot.keyClick(preview, Qt.Key.Key_Right)
    assert preview.open_label == "A1"
    qtbot.keyClick(preview, Qt.Key.Key_Escape)
    assert preview.open_label is None
    assert dialog.isVisible()


def test_the_preview_draws_what_will_be_printed(open_print, qtbot):
    dialog = open_print()
    box = dialog.preview.page_boxes()[0][1].toRect()
    with_grid = dialog.preview.grab().toImage().copy(box)
    dialog.form.layers.boxes["grid"].click()
    dialog.refresh()
    qtbot.waitUntil(lambda: dialog.preview.is_drawn)
    assert dialog.preview.grab().toImage().copy(box) != with_grid


def test_a_poster_of_many_pages_shows_its_sheets_at_once(open_print):
    dialog = open_print(empty_map(columns=200, rows=200))
    assert "pages" in dialog.summary.text()
    assert len(dialog.preview.page_boxes()) > 400
    dialog.preview.step(1)
    assert dialog.preview.open_label == "A1"


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_saving_writes_the_file_that_was_chosen(open_print, qtbot, monkeypatch, tmp_path, theme):
    dialog = open_print(theme=theme, path=tmp_path / "hall.battlemap")
    asked = answer_file_dialog(monkeypatch, tmp_path / "out")
    dialog.form.layers.boxes["gm"].click()
    qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    path = tmp_path / "out.pdf"
    assert asked[0][1] == str(tmp_path / "The Sunken Hall.pdf")
    assert dialog.saved == path
    assert not dialog.isVisible()
    assert len(PdfReader(path).pages) == 6
    assert "GM layers on" in PdfReader(path).pages[0].extract_text()
    assert dialog._source.said == [("Saved 6 pages, A4 portrait as out.pdf", "info")]


def test_no_file_chosen_leaves_the_dialog_open(open_print, qtbot, monkeypatch):
    dialog = open_print()
    answer_file_dialog(monkeypatch, None)
    qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert dialog.saved is None


def test_a_file_that_cannot_be_written_is_said(open_print, tmp_path):
    dialog = open_print()
    assert not dialog.save_pdf(tmp_path / "nowhere" / "map.pdf")
    assert dialog.problem.text().startswith("Map.pdf can't be written: No such file")
    assert dialog.isVisible()


def test_cancelling_in_the_middle_writes_nothing(open_print, qtbot, monkeypatch, tmp_path):
    dialog = open_print()
    monkeypatch.setattr(progress.QProgressDialog, "wasCanceled", lambda _: True)
    assert not dialog.save_pdf(tmp_path / "map.pdf")
    assert list(tmp_path.iterdir()) == []
    assert dialog.isVisible()


def test_what_was_chosen_is_offered_again(open_print, tmp_path):
    dialog = open_print()
    dialog.form.paper.setCurrentIndex(dialog.form.paper.findData("A3"))
    dialog.form.cell.setCurrentText("28 mm")
    dialog.form.layers.boxes["tokens"].click()
    dialog.refresh()
    assert dialog.save_pdf(tmp_path / "map.pdf")
    again = open_print()
    assert again.form.paper.currentData() == "A3"
    assert again.form.cell.currentText() == "28 mm"
    assert not again.form.layers.boxes["tokens"].isChecked()
    assert not again.form.layers.boxes["token_names"].isEnabled()


class AcceptingDialog:
    """Stands for the system's print dialog: a person who presses Print."""

    DialogCode = printer.QPrintDialog.DialogCode
    PrintDialogOption = printer.QPrintDialog.PrintDialogOption
    target = None
    result = printer.QPrintDialog.DialogCode.Accepted

    def __init__(self, device, _parent):
        self.device = device

    def setOption(self, *_):  # noqa: N802  # Qt's name
        pass

    def setMinMax(self, least, most):  # noqa: N802  # Qt's name
        self.range = (least, most)

    def exec(self):
        self.device.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        self.device.setOutputFileName(str(self.target))
        return self.result


def test_print_goes_through_the_print_dialog(open_print, qtbot, monkeypatch, tmp_path):
    monkeypatch.setattr(AcceptingDialog, "target", tmp_path / "printed.pdf")
    monkeypatch.setattr(printer, "QPrintDialog", AcceptingDialog)
    dialog = open_print(empty_map(columns=6, rows=8))
    qtbot.mouseClick(dialog.print_button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()
    (lines,) = stroked_lines(tmp_path / "printed.pdf")
    xs = sorted({line[0] for line in lines if line[0] == line[2] and line[3] - line[1] > 200})
    assert xs == pytest.approx([16 + 25.4 * i for i in range(7)], abs=0.01)


def test_declining_in_the_print_dialog_prints_nothing(open_print, qtbot, monkeypatch, tmp_path):
    monkeypatch.setattr(AcceptingDialog, "target", tmp_path / "printed.pdf")
    monkeypatch.setattr(AcceptingDialog, "result", printer.QPrintDialog.DialogCode.Rejected)
    monkeypatch.setattr(printer, "QPrintDialog", AcceptingDialog)
    dialog = open_print()
    qtbot.mouseClick(dialog.print_button, Qt.MouseButton.LeftButton)
    assert dialog.isVisible()
    assert list(tmp_path.iterdir()) == []


def test_the_dialog_for_files_has_no_printer_and_saves_on_enter(qtbot, monkeypatch, tmp_path):
    dialog = ExportPdfDialog(Source(empty_map(columns=4, rows=4)), DARK)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.windowTitle() == "Export PDF"
    assert not dialog.print_button.isVisible()
    answer_file_dialog(monkeypatch, tmp_path / "map.pdf")
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.saved == tmp_path / "map.pdf"
    assert dialog.saved.is_file()


def test_what_the_window_shows_is_offered_only_when_it_is_a_part(qtbot):
    grid = empty_map(columns=20, rows=15).map.grid.grid
    scene = QGraphicsScene(-1000, -1000, 4000, 4000)
    view = QGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    view.fitInView(-500, -500, 3000, 2500, Qt.AspectRatioMode.KeepAspectRatio)
    assert shown_region(view, grid) is None
    view.resetTransform()
    view.centerOn(0, 0)
    shown = shown_region(view, grid)
    assert (shown.x, shown.y) == (0, 0)
    assert 2.5 < shown.width < 3.5
    view.centerOn(2800, 2800)
    assert shown_region(view, grid) is None


def test_only_a_part_of_the_map_can_be_shown(open_print):
    dialog = open_print(view=Rect(2, 2, 5, 4))
    dialog.form.region.kind.setCurrentIndex(1)
    dialog.refresh()
    assert dialog.printout.page_set.region == Rect(2, 2, 5, 4)
    dialog.form.region.kind.setCurrentIndex(2)
    dialog.form.region.cells.setText("C4:F9")
    dialog.refresh()
    assert dialog.printout.page_set.region == Rect(2, 3, 4, 6)


@pytest.mark.parametrize("kind", GridKind)
def test_a_named_region_holds_just_its_cells(kind):
    grid = empty_map(kind, 12, 9).map.grid.grid
    region = region_of(grid, "c2 to G7")
    corners = [
        corner
        for column in range(2, 7)
        for row in range(1, 7)
        for corner in grid.corners(grid.from_offset(column, row))
    ]
    assert region.x == pytest.approx(min(x for x, _ in corners))
    assert region.right == pytest.approx(max(x for x, _ in corners))
    assert region.y == pytest.approx(min(y for _, y in corners))
    assert region.bottom == pytest.approx(max(y for _, y in corners))
    with pytest.raises(ValueError, match="go from A1 to L9"):
        region_of(grid, "A1:M9")


def test_the_picture_dialog_tells_the_size(open_export, qtbot):
    dialog = open_export()
    assert dialog.size_label.text() == "2000 × 1500 pixels"
    dialog.pixels.setValue(140)
    qtbot.waitUntil(lambda: dialog.size_label.text() == "2800 × 2100 pixels")
    dialog.pixels.setValue(1200)
    qtbot.waitUntil(dialog.problem.isVisible)
    assert "GiB of memory" in dialog.problem.text()
    assert not dialog.save_button.isEnabled()


def test_the_picture_is_saved_as_chosen(open_export, qtbot, monkeypatch, tmp_path):
    dialog = open_export(path=tmp_path / "hall.battlemap")
    dialog.pixels.setValue(30)
    asked = answer_file_dialog(monkeypatch, tmp_path / "out", "WebP pictures (*.webp)")
    qtbot.mouseClick(dialog.save_button, Qt.MouseButton.LeftButton)
    assert asked[0][1] == str(tmp_path / "The Sunken Hall.png")
    image = QImage(str(tmp_path / "out.webp"))
    assert (image.width(), image.height()) == (600, 450)
    assert dialog._source.said == [("Saved 600 × 450 pixels as out.webp", "info")]


def test_the_picture_can_be_copied(open_export, qtbot):
    dialog = open_export(empty_map(columns=4, rows=3))
    qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (400, 300)


def test_jpeg_cannot_be_clear(open_export, tmp_path):
    dialog = open_export()
    dialog.transparent.click()
    assert not dialog.save(tmp_path / "map.jpg")
    assert dialog.problem.text() == "JPEG has no transparency; choose PNG, WebP, SVG or PDF"
    assert dialog.isVisible()


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_the_look_changes_the_preview(open_export, qtbot, theme):
    dialog = open_export(theme=theme)
    first = dialog.preview.grab().toImage()
    segment = dialog.look
    qtbot.mouseClick(segment, Qt.MouseButton.LeftButton, pos=QPoint(segment.width() - 20, 14))
    dialog.refresh()
    assert dialog.preview.grab().toImage() != first
    assert not dialog.layers.boxes["picture"].isEnabled()


@pytest.mark.parametrize("make", ["open_print", "open_export"])
def test_every_control_has_a_name_and_can_be_reached_by_tab(make, request):
    dialog = request.getfixturevalue(make)()
    for button in dialog.findChildren(QPushButton):
        assert button.text()
    for name in ("paper", "cell", "overlap", "pixels"):
        editor = getattr(getattr(dialog, "form", dialog), name, None)
        if editor is not None:
            assert editor.accessibleName()
            assert editor.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_defaults_are_an_inch_on_a4_without_gm_layers():
    choices = Choices()
    assert choices.paper.name == "A4"
    assert choices.cell == "1 in"
    assert choices.look is Look.INK_SAVER
    assert choices.content == Content()
    assert not choices.content.gm
