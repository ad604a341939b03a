"""The dialog that exports the fight so far as a film."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QDoubleSpinBox, QFileDialog, QLabel

from battlemap.session.states import states_of
from battlemap.ui.dialogs.form_dialog import FormDialog
from battlemap.ui.panels.record_form import Combo, Spin
from battlemap.ui.panels.wording import count
from battlemap.ui.printing.choosers import document_path
from battlemap.ui.printing.content import Content
from battlemap.ui.printing.picture import PictureError, Portrayal, check_size, picture_size
from battlemap.ui.printing.printer import PrintCancelledError
from battlemap.ui.printing.progress import shown_progress
from battlemap.ui.printing.replay import CAPTION_PX, Film, write_animation, write_frames

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from battlemap.ui.bridge import Bridge
    from battlemap.ui.theme import Theme

KINDS = (
    ("gif", "Animated GIF, shown anywhere"),
    ("webp", "Animated WebP, smaller and sharper"),
    ("folder", "A folder of PNG pictures"),
)


class ReplayDialog(FormDialog):
    """Writes one picture for each deed of the fight that is open."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("Export replay", "Save...", parent)
        self.setModal(True)
        self._bridge, self._theme = bridge, theme
        self._states = states_of(bridge.session)
        self.saved: Path | None = None
        """What was written, once it was."""
        self.kind = Combo(self)
        for key, words in KINDS:
            self.kind.addItem(words, key)
        self.pixels = Spin(self)
        self.pixels.setRange(8, 200)
        self.pixels.setValue(40)
        self.pixels.setSuffix(" px")
        self.seconds = QDoubleSpinBox(self)
        self.seconds.setRange(0.1, 30)
        self.seconds.setSingleStep(0.5)
        self.seconds.setDecimals(1)
        self.seconds.setValue(1.5)
        self.seconds.setSuffix(" s")
        # The style sheet's padding doesn't reach the line inside.
        self.seconds.lineEdit().setTextMargins(8, 0, 0, 0)
        self.captions = QCheckBox("Say below each what was done", self)
        self.captions.setChecked(True)
        self.gm = QCheckBox("GM layers: hidden tokens, secret doors, notes", self)
        self.size = QLabel("", self)
        self.size.setProperty("role", "secondary")
        self.add_row("File", self.kind)
        self.add_row("One cell", self.pixels)
        self.add_row("Each picture", self.seconds)
        self.form.addRow(self.captions)
        self.form.addRow(self.gm)
        self.form.addRow(self.size)
        self.accept_button.setEnabled(len(self._states) > 1)
        for signal in (
            self.kind.currentIndexChanged,
            self.pixels.valueChanged,
            self.captions.toggled,
        ):
            signal.connect(lambda *_: self._refresh())
        self._refresh()

    def film(self) -> Film:
        """Return what is chosen."""
        path = document_path(self._bridge)
        portrayal = Portrayal(
            pixels_per_cell=self.pixels.value(),
            layers=Content(cell_names=False, gm=self.gm.isChecked()),
            theme=self._theme,
            folder=path.parent if path else None,
        )
        return Film(portrayal, self.seconds.value(), self.captions.isChecked())

    def accept(self) -> None:
        """Ask where to, and write it there."""
        path = self._ask()
        if path is not None:
            self.save(path)

    def save(self, path: Path) -> bool:
        """Write the film to *path*; return whether it was done."""
        write = write_frames if self.kind.currentData() == "folder" else write_animation
        system = self._bridge.system
        try:
            with shown_progress(self, "Drawing the fight") as go_on:
                number = write(self._states, system, path, self.film(), go_on)
        except PrintCancelledError:
            return False
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self._say(f"{path.name} can't be written: {reason}")
            return False
        self.saved = path
        self._bridge.say(f"Saved {count(number, 'picture')} of the fight as {path.name}", "info")
        super().accept()
        return True

    def _ask(self) -> Path | None:
        path = document_path(self._bridge)
        stem = path.stem if path else "fight"
        folder = path.parent if path else Path.home()
        kind = self.kind.currentData()
        if kind == "folder":
            chosen = QFileDialog.getExistingDirectory(self, "Folder for the pictures", str(folder))
            return Path(chosen) if chosen else None
        name = f"{stem}-replay.{kind}"
        chosen, _ = QFileDialog.getSaveFileName(
            self, "Save replay", str(folder / name), f"{kind.upper()} animations (*.{kind})"
        )
        if not chosen:
            return None
        found = Path(chosen)
        return (
            found if found.suffix.lower() == f".{kind}" else found.with_name(f"{found.name}.{kind}")
        )

    def _refresh(self) -> None:
        self.seconds.setEnabled(self.kind.currentData() != "folder")
        if len(self._states) < 2:
            self.size.setText("Nothing was done yet: there is no fight to show.")
            return
        first = self._states[0].encounter
        try:
            width, height = picture_size(first, self.pixels.value())
            height += CAPTION_PX if self.captions.isChecked() else 0
            check_size(width, height)
        except PictureError as error:
            self._say(str(error))
            self.accept_button.setEnabled(False)
            return
        self._say("")
        self.accept_button.setEnabled(True)
        self.size.setText(f"{count(len(self._states), 'picture')} of {width} × {height} pixels")

    def _say(self, sentence: str) -> None:
        self.error.setText(sentence[:1].upper() + sentence[1:])
        self.error.setVisible(bool(sentence))
