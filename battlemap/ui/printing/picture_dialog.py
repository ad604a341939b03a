"""The dialog that exports the map as a picture."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.ui.panels.buttons import Segmented
from battlemap.ui.panels.record_form import Spin
from battlemap.ui.printing.choosers import (
    LayerChooser,
    RegionChooser,
    document_path,
    fit_on_screen,
    lay_over_foot,
    row,
    section,
    selected_region,
    stack,
)
from battlemap.ui.printing.content import Content, Look
from battlemap.ui.printing.picture import (
    FORMATS,
    PictureError,
    Portrayal,
    check_size,
    draw_picture,
    export_picture,
    picture_size,
)
from battlemap.ui.printing.picture_view import PictureView
from battlemap.ui.printing.sheet import Materials
from battlemap.ui.printing.window_picture import draw_window, export_window
from battlemap.ui.theme import DARK, LIGHT
from battlemap.ui.timers import single_shot

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from battlemap.ui.printing.choosers import Source
    from battlemap.ui.printing.paper import Rect
    from battlemap.ui.theme import Theme

PREVIEW_PIXELS = 900
"""The longer side of the preview's own picture."""

FILTERS = {
    "PNG pictures (*.png)": "png",
    "WebP pictures (*.webp)": "webp",
    "JPEG pictures (*.jpg)": "jpg",
    "SVG drawings (*.svg)": "svg",
    "PDF pages (*.pdf)": "pdf",
}
SUBJECTS = (("map", "The map"), ("window", "The window"))
LOOKS = (("light", "Light"), ("dark", "Dark"), ("ink", "Ink saver"))


class ExportPictureDialog(QDialog):
    """Saves the map as a picture, or copies it, at a chosen number of pixels a cell.

    Parameters
    ----------
    source
        A session or the bridge to one.
    theme
        The window's theme, which the picture starts with.
    view
        The part of the map that the window shows, in cells; None: it isn't offered.
    window
        The window itself, which can be the picture as well; None: it isn't offered.
    """

    def __init__(
        self,
        source: Source,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        view: Rect | None = None,
        window: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export picture")
        self._window = window
        self.setModal(True)
        self._source, self._theme = source, theme
        self._materials = Materials()
        self.saved: Path | None = None
        """The file that was written, once one was."""
        self.pixels = Spin(self)
        self.pixels.setRange(8, 1200)
        self.pixels.setValue(100)
        self.pixels.setSuffix(" px")
        self.pixels.setToolTip("140 for most virtual tabletops, 300 to print at an inch a cell")
        self.subject = Segmented("Picture of", self)
        self.subject.setVisible(window is not None)
        self.scale = Spin(self)
        self.scale.setRange(1, 4)
        self.scale.setSuffix(" ×")
        self.scale.setToolTip("Pixels for each pixel of the window")
        self.look = Segmented("Look", self)
        self.gray = QCheckBox("Grays only", self)
        self.region = RegionChooser(
            source.encounter.map.grid.grid, view, self, selection=selected_region(source)
        )
        self.transparent = QCheckBox("Clear outside the cells (not JPEG)", self)
        self.layers = LayerChooser(Content(cell_names=False), self)
        self.size_label = QLabel("", self)
        self.size_label.setProperty("role", "heading")
        self.problem = QLabel("", self)
        self.problem.setProperty("role", "bad")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.save_button = QPushButton("Save picture...", self)
        self.save_button.setProperty("role", "primary")
        self.save_button.setDefault(True)
        self.copy_button = QPushButton("Copy", self)
        self.close_button = QPushButton("Cancel", self)
        for button in (self.copy_button, self.close_button):
            button.setAutoDefault(False)
        self.preview = PictureView(theme, self)
        self._delay = single_shot(self, self.refresh, 120)
        self._show_look("dark" if theme.is_dark else "light")
        self._show_subject("map")
        self._lay_out()
        self._connect()
        fit_on_screen(self, 980, 640)
        self.refresh()

    def _lay_out(self) -> None:
        self._of_map = stack(
            self,
            row("Show", self.region, self),
            row("One cell", self.pixels, self),
            section("Look", self),
            self.look,
            self.transparent,
            section("Layers", self),
            self.layers,
        )
        self._of_window = stack(self, row("Size", self.scale, self))
        self._of_window.hide()
        controls = stack(self, self.subject, self._of_map, self._of_window, self.gray)
        controls.setContentsMargins(20, 16, 16, 16)
        controls.setFixedWidth(364)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(controls, 0, Qt.AlignmentFlag.AlignTop)
        body.addWidget(self.preview, 1)
        words = QVBoxLayout()
        words.addWidget(self.size_label)
        words.addWidget(self.problem)
        lay_over_foot(self, body, words, (self.close_button, self.copy_button, self.save_button))

    def _connect(self) -> None:
        self.subject.chosen.connect(lambda key: (self._show_subject(key), self._delay.start()))
        self.look.chosen.connect(lambda key: (self._show_look(key), self._delay.start()))
        for signal in (
            self.pixels.valueChanged,
            self.region.changed,
            self.layers.changed,
            self.transparent.toggled,
            self.gray.toggled,
            self.scale.valueChanged,
        ):
            signal.connect(lambda *_: self._delay.start())
        self.close_button.clicked.connect(self.reject)
        self.copy_button.clicked.connect(self.copy)
        self.save_button.clicked.connect(self.choose_file)

    def _show_look(self, key: str) -> None:
        options = tuple(ChoiceOption(name, label) for name, label in LOOKS)
        self.look.show_choice(Choice("look", "Look", options, key))
        self._look = key
        self.layers.enable_picture(key != "ink")

    def _show_subject(self, key: str) -> None:
        options = tuple(ChoiceOption(name, label) for name, label in SUBJECTS)
        self.subject.show_choice(Choice("subject", "Picture of", options, key))
        self._is_window = key == "window" and self._window is not None

    # State -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the size and a small version of the picture as it is chosen."""
        self._delay.stop()
        self._of_map.setVisible(not self._is_window)
        self._of_window.setVisible(self._is_window)
        if self._is_window:
            self._refresh_window()
            return
        try:
            region = self.region.region()
            width, height = picture_size(self._source.encounter, self.pixels.value(), region)
            check_size(width, height)
        except ValueError as error:
            self._say_problem(str(error))
            self._enable(False)
            return
        self._say_problem("")
        self._enable(True)
        self.size_label.setText(f"{width} × {height} pixels")
        small = max(1.0, self.pixels.value() * min(1.0, PREVIEW_PIXELS / max(width, height)))
        image = draw_picture(
            self._source.encounter,
            self._source.system,
            replace(self.portrayal(), pixels_per_cell=small),
        )
        self.preview.show_image(image)

    def _refresh_window(self) -> None:
        window = self._window
        assert window is not None  # it is offered only where there is one
        scale = self.scale.value()
        self._say_problem("")
        self._enable(True)
        self.size_label.setText(f"{window.width() * scale} × {window.height() * scale} pixels")
        self.preview.show_image(draw_window(window, is_gray=self.gray.isChecked()))

    def portrayal(self) -> Portrayal:
        """Return how the map is drawn, as it is chosen now.

        Raises
        ------
        ValueError
            If the cells to show can't be read.
        """
        path = document_path(self._source)
        return Portrayal(
            pixels_per_cell=self.pixels.value(),
            layers=self.layers.content(),
            theme=DARK if self._look == "dark" else LIGHT,
            look=Look.INK_SAVER if self._look == "ink" else Look.COLOR,
            transparent=self.transparent.isChecked(),
            region=self.region.region(),
            folder=path.parent if path else None,
            is_gray=self.gray.isChecked(),
            materials=self._materials,
        )

    def _enable(self, on: bool) -> None:
        self.save_button.setEnabled(on)
        self.copy_button.setEnabled(on)
        self.size_label.setVisible(on)

    def _say_problem(self, sentence: str) -> None:
        self.problem.setText(sentence[:1].upper() + sentence[1:])
        self.problem.setVisible(bool(sentence))

    # Deeds -------------------------------------------------------------------------------

    def suggested_path(self) -> Path:
        """Return where the picture is offered to be saved: beside the map, under its name."""
        path = document_path(self._source)
        name = self._source.encounter.map.name or (path.stem if path else "Battle map")
        clean = re.sub(r'[\\/:*?"<>|\s]+', " ", name).strip() or "Battle map"
        return (path.parent if path else Path.home()) / f"{clean}.png"

    def choose_file(self) -> None:
        """Ask for a file and save the picture in it."""
        chosen, kind = QFileDialog.getSaveFileName(
            self, "Export picture", str(self.suggested_path()), ";;".join(FILTERS)
        )
        if chosen:
            path = Path(chosen)
            if path.suffix.lower().removeprefix(".") not in FORMATS:
                path = path.with_name(f"{path.name}.{FILTERS.get(kind, 'png')}")
            self.save(path)

    def save(self, path: Path) -> bool:
        """Write the picture to *path*; return whether it was done."""
        QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            width, height = self._write(path)
        except PictureError as error:
            self._say_problem(str(error))
            return False
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self._say_problem(f"{path.name} can't be written: {reason}")
            return False
        finally:
            QGuiApplication.restoreOverrideCursor()
        self.saved = path
        self._done(f"Saved {width} × {height} pixels as {path.name}")
        return True

    def _write(self, path: Path) -> tuple[int, int]:
        if self._is_window and self._window is not None:
            is_gray = self.gray.isChecked()
            return export_window(self._window, path, self.scale.value(), is_gray=is_gray)
        source = self._source
        return export_picture(source.encounter, source.system, path, self.portrayal())

    def _draw(self) -> QImage:
        if self._is_window and self._window is not None:
            return draw_window(self._window, self.scale.value(), is_gray=self.gray.isChecked())
        return draw_picture(self._source.encounter, self._source.system, self.portrayal())

    def copy(self) -> None:
        """Put the picture on the clipboard."""
        try:
            image = self._draw()
        except ValueError as error:
            self._say_problem(str(error))
            return
        QGuiApplication.clipboard().setImage(image)
        self._done(f"Copied {image.width()} × {image.height()} pixels")

    def _done(self, sentence: str) -> None:
        say = getattr(self._source, "say", None)
        if callable(say):
            say(sentence, "info")
        self.accept()
