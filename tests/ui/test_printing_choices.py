"""What the dialogs offer besides paper: sheets, grays, grid, marks, selection, window, replay."""

from datetime import date

import pytest
from PIL import Image
from printing_boards import stroked_lines, texts_of
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QColorDialog, QDialog, QFileDialog

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Turn
from battlemap.resources import maps_path
from battlemap.ui.printing import print_dialog, progress
from battlemap.ui.printing.content import Look
from battlemap.ui.printing.dialogs import ExportPictureDialog, PrintDialog, ReplayDialog
from battlemap.ui.printing.paper import Rect
from battlemap.ui.printing.print_form import Choices, today
from battlemap.ui.theme import DARK, LIGHT


@pytest.fixture(autouse=True)
def _fresh_choices(monkeypatch):
    monkeypatch.setattr(print_dialog, "_LAST", [Choices()])


@pytest.fixture
def show(qtbot, open_window):
    """Return a function that opens a dialog over the Arena."""

    def make(kind=PrintDialog, *, theme=DARK, select=(), target=None, **more):
        window = open_window("arena", theme=theme)
        window.bridge.select(select)
        window.bridge.set_target(target)
        dialog = kind(window.bridge, theme, window, **more)
        dialog.show()
        qtbot.wait(20)
        dialog.window_below = window
        return dialog

    return make


def labels(dialog):
    dialog.refresh()
    return [sheet.label for sheet in dialog.printout.sheets]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_each_sheet_is_a_click_away(show, theme):
    dialog = show(theme=theme, select=["mira"], target="pike")
    boxes = dialog.form.parts.boxes
    pages = labels(dialog)
    for name, label in (
        ("situation", "Situation"),
        ("legend", "Legend"),
        ("turn_order", "Turn order"),
        ("token_sheets", "Token sheets"),
        ("minis", "Minis"),
        ("flat_tokens", "Tokens"),
    ):
        boxes[name].click()
        found = labels(dialog)
        assert found[: len(pages)] == pages
        others = found[len(pages) :]
        assert others
        assert all(other.startswith(label) for other in others)
        boxes[name].click()
    boxes["legend"].click()
    boxes["map"].click()
    assert labels(dialog) == ["Legend"]
    assert not dialog.form.crop.isEnabled(), "there is nothing to crop"
    boxes["legend"].click()
    dialog.refresh()
    assert dialog.problem.text() == "There is nothing to print: choose the map or a sheet"


def test_the_situation_is_offered_once_there_is_a_pair(show):
    assert not show().form.parts.boxes["situation"].isEnabled()
    dialog = show(select=["mira"], target="pike")
    assert dialog.form.parts.boxes["situation"].isEnabled()
    dialog.form.parts.boxes["situation"].click()
    assert dialog.form.printout().parts.situation.intent.attacker == "mira"
    assert dialog.form.printout().parts.situation.intent.target == "pike"


def test_the_plan_is_the_one_in_the_panel(show):
    dialog = show(select=["mira"], target="pike")
    dialog.form.parts.boxes["situation"].click()
    plan = dialog.window_below.bridge.attack_plan()
    assert dialog.form.printout().parts.situation == plan


def test_sheets_are_shown_in_the_preview_and_opened(show, qtbot):
    dialog = show()
    dialog.form.parts.boxes["legend"].click()
    dialog.refresh()
    qtbot.waitUntil(lambda: dialog.preview.is_drawn)
    places = {sheet.label: box for sheet, box in dialog.preview.page_boxes()}
    lowest = max(box.bottom() for label, box in places.items() if label != "Legend")
    assert places["Legend"].top() >= lowest
    middle = places["Legend"].center().toPoint()
    qtbot.mouseClick(dialog.preview, Qt.MouseButton.LeftButton, pos=middle)
    assert dialog.preview.open_label == "Legend"
    total = len(dialog.printout.sheets)
    assert dialog.page_name.text() == f"Legend, {total} of {total}"


def test_grays_and_resolution_go_into_the_file(show, tmp_path):
    dialog = show()
    form = dialog.form
    form._show_look(Look.COLOR)
    form.gray.setChecked(True)
    form.dpi.setCurrentIndex(form.dpi.findData(150))
    dialog.refresh()
    assert dialog.printout.is_gray
    assert dialog.printout.dpi == 150
    assert dialog.save_pdf(tmp_path / "map.pdf")
    for page in PdfReader(tmp_path / "map.pdf").pages:
        for picture in page["/Resources"]["/XObject"].values():
            assert picture.get_object()["/ColorSpace"] == "/DeviceGray"


def test_the_preview_is_gray_as_well(show, qtbot):
    dialog = show()
    dialog.form._show_look(Look.COLOR)
    dialog.form.gray.setChecked(True)
    dialog.refresh()
    qtbot.waitUntil(lambda: dialog.preview.is_drawn)
    for pixmap in dialog.preview._pixmaps.values():
        assert pixmap.toImage().allGray()


def test_the_grid_takes_a_color_and_a_width(show, monkeypatch, tmp_path):
    dialog = show()
    chooser = dialog.form.grid_color
    chooser.setCurrentIndex(chooser.findText("Red"))
    chooser.activated.emit(chooser.currentIndex())
    dialog.form.grid_width.setValue(0.6)
    dialog.refresh()
    style = dialog.printout.grid_style
    assert (style.color, style.width_mm) == ("#B5382F", 0.6)
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor("#123456"))
    chooser.setCurrentIndex(chooser.findText("Other..."))
    chooser.activated.emit(chooser.currentIndex())
    assert chooser.color() == "#123456"
    assert chooser.currentText() == "#123456"
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_: QColor())
    chooser.setCurrentIndex(chooser.findText("Other..."))
    chooser.activated.emit(chooser.currentIndex())
    assert chooser.color() == "#123456", "a canceled dialog changes nothing"
    assert dialog.save_pdf(tmp_path / "map.pdf")
    lines = stroked_lines(tmp_path / "map.pdf")[0]
    assert sum(line[4] == pytest.approx(0.6, abs=0.01) for line in lines) > 5


def test_marks_blank_pages_and_date(show, tmp_path):
    dialog = show()
    form = dialog.form
    form.crop.click()
    form.registration.click()
    form.skip_blank.click()
    form.date.click()
    dialog.refresh()
    printout = dialog.printout
    assert (printout.marks.crop, printout.marks.registration) == (False, True)
    assert printout.skip_blank
    assert printout.date == today()
    assert str(date.today().year) in printout.date
    assert dialog.save_pdf(tmp_path / "map.pdf")
    assert today() in texts_of(tmp_path / "map.pdf")[0]


def test_all_of_it_is_offered_again(show, tmp_path):
    dialog = show(select=["mira"], target="pike")
    form = dialog.form
    for box in (form.registration, form.skip_blank, form.date, form.gray):
        box.setChecked(True)
    form.parts.boxes["minis"].click()
    form.parts.boxes["situation"].click()
    form.grid_width.setValue(0.4)
    dialog.refresh()
    assert dialog.save_pdf(tmp_path / "map.pdf")
    again = show(select=["mira"], target="pike").form
    assert again.choices() == form.choices()
    # Without a pair the sheet of the attack can't be printed, and isn't.
    assert not show().form.parts.has_situation()


def test_what_is_around_the_selection_can_be_shown(show):
    assert show().form.region.kind.findData("selection") < 0
    dialog = show(select=["mira"])
    at = dialog.window_below.encounter.tokens["mira"].at
    region = dialog.form.region
    region.kind.setCurrentIndex(region.kind.findData("selection"))
    left, top = max(0, at.q - 2), max(0, at.r - 2)
    assert region.region() == Rect(left, top, min(14, at.q + 3) - left, min(12, at.r + 3) - top)


# Pictures ---------------------------------------------------------------------------------------


def test_the_window_can_be_the_picture(show, qtbot, tmp_path):
    dialog = show(ExportPictureDialog)
    assert not dialog.subject.isVisible(), "without a window there is only the map"
    dialog = show(ExportPictureDialog)
    window = dialog.window_below
    dialog = ExportPictureDialog(window.bridge, DARK, window, window=window)
    dialog.show()
    qtbot.wait(20)
    dialog.subject.chosen.emit("window")
    qtbot.waitUntil(lambda: not dialog._of_map.isVisible())
    assert dialog.size_label.text() == f"{window.width()} × {window.height()} pixels"
    dialog.scale.setValue(2)
    size = f"{2 * window.width()} × {2 * window.height()} pixels"
    qtbot.waitUntil(lambda: dialog.size_label.text() == size)
    assert dialog.save(tmp_path / "window.png")
    image = QImage(str(tmp_path / "window.png"))
    assert (image.width(), image.height()) == (2 * window.width(), 2 * window.height())


def test_the_window_can_be_copied(show, qtbot):
    dialog = show(ExportPictureDialog)
    window = dialog.window_below
    dialog = ExportPictureDialog(window.bridge, DARK, window, window=window)
    dialog._show_subject("window")
    dialog.copy()
    image = QGuiApplication.clipboard().image()
    assert (image.width(), image.height()) == (window.width(), window.height())


@pytest.mark.parametrize("kind", ["svg", "pdf"])
def test_a_drawing_can_be_chosen(show, monkeypatch, tmp_path, kind):
    dialog = show(ExportPictureDialog)
    filters = f"{kind.upper()} drawings (*.{kind})" if kind == "svg" else "PDF pages (*.pdf)"
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "arena"), filters)
    )
    dialog.choose_file()
    assert (tmp_path / f"arena.{kind}").stat().st_size > 1000


# Replays and contact sheets ---------------------------------------------------------------------


def turn_about(window):
    for facing in (180.0, 270.0):
        window.bridge.session.perform(Turn("mira", facing))


def test_without_a_deed_there_is_no_replay(show):
    dialog = show(ReplayDialog)
    assert not dialog.accept_button.isEnabled()
    assert "no fight to show" in dialog.size.text()


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_replay_is_written_where_it_was_asked(open_window, qtbot, monkeypatch, tmp_path, kind):
    window = open_window("arena")
    turn_about(window)
    dialog = ReplayDialog(window.bridge, LIGHT, window)
    dialog.show()
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
    dialog.pixels.setValue(10)
    assert dialog.size.text().startswith("3 pictures of 140")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "film"), ""))
    dialog.accept()
    with Image.open(tmp_path / f"film.{kind}") as film:
        assert film.n_frames == 3
    assert dialog.saved == tmp_path / f"film.{kind}"
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_a_replay_can_be_a_folder(open_window, monkeypatch, tmp_path):
    window = open_window("arena")
    turn_about(window)
    dialog = ReplayDialog(window.bridge, LIGHT, window)
    dialog.kind.setCurrentIndex(dialog.kind.findData("folder"))
    assert not dialog.seconds.isEnabled()
    dialog.pixels.setValue(10)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "film"))
    dialog.accept()
    assert len(list((tmp_path / "film").glob("*.png"))) == 3


def test_a_replay_can_be_stopped(open_window, monkeypatch, tmp_path):
    window = open_window("arena")
    turn_about(window)
    dialog = ReplayDialog(window.bridge, LIGHT, window)
    dialog.pixels.setValue(10)
    monkeypatch.setattr(progress.QProgressDialog, "wasCanceled", lambda _: True)
    assert not dialog.save(tmp_path / "film.gif")
    assert not (tmp_path / "film.gif").exists()


def test_the_file_menu_has_a_replay_and_a_contact_sheet(open_window, no_dialogs, monkeypatch):
    window = open_window("arena")
    window.export_replay()
    assert isinstance(no_dialogs[-1], ReplayDialog)
    window.export_picture()
    assert isinstance(no_dialogs[-1], ExportPictureDialog)


@pytest.mark.parametrize("name", ["sheet.pdf", "sheet.png"])
def test_a_contact_sheet_of_a_folder(open_window, monkeypatch, tmp_path, name):
    window = open_window("arena")
    monkeypatch.setattr(window, "pick_folder", lambda _: str(maps_path()))
    monkeypatch.setattr(window, "pick_to_save", lambda *_: str(tmp_path / name))
    window.export_contact_sheet()
    assert (tmp_path / name).stat().st_size > 10_000
    if name.endswith("pdf"):
        assert "The Sunken Hall" in texts_of(tmp_path / name)[0]
    monkeypatch.setattr(window, "pick_folder", lambda _: str(tmp_path / "none"))
    (tmp_path / "none").mkdir()
    window.export_contact_sheet()
    assert window.bridge.encounter.tokens["mira"].at == Cell(3, 6)
