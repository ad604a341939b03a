"""The File menu: new, open, save, import, export, print, quit."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QMessageBox

from battlemap.model.store import FileError
from battlemap.resources import maps_path
from battlemap.session.files import add_recent_file, recent_files
from battlemap.session.journal import Journal
from battlemap.session.session import Session
from battlemap.ui.beside import CancelledError, beside
from battlemap.ui.bridge import Offer
from battlemap.ui.commands import command
from battlemap.ui.scene.prepared import prepare
from battlemap.ui.window.base import IMPORT_FILTER, MAP_FILTER, WindowBase

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QMenu

    from battlemap.formats.report import ImportReport
    from battlemap.model.encounter import Encounter
    from battlemap.ui.beside import Work
    from battlemap.ui.printing.dialogs import ExportPictureDialog, PrintDialog, ReplayDialog
    from battlemap.ui.printing.paper import Rect

VTT_SUFFIXES = (".uvtt", ".dd2vtt", ".df2vtt")
PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")


class FileCommands(WindowBase):
    """What has to do with files."""

    @command(
        "file.new",
        "New map...",
        menu="File",
        shortcut="Ctrl+N",
        icon="new",
        help="Start an empty map: kind of grid, columns, rows, rules",
    )
    def new_map(self) -> None:
        """Ask for a grid and start an empty map."""
        from battlemap.ui.dialogs.new_map import NewMapDialog

        dialog = NewMapDialog(self, self.bridge.system.key)
        if self.run_dialog(dialog) and self.may_close():
            with suppress(CancelledError):
                self.show_session(
                    beside(self, "Making the map", lambda _: _new(dialog.encounter()), drop=_close)
                )

    @command(
        "file.open",
        "Open...",
        menu="File",
        shortcut="Ctrl+O",
        icon="open",
        help="Open a .battlemap or map.json file",
    )
    def open_map(self) -> None:
        """Ask for a map file and open it."""
        if name := self.pick_to_open("Open map", MAP_FILTER):
            self.open_path(Path(name))

    @command(
        "file.save",
        "Save",
        menu="File",
        shortcut="Ctrl+S",
        icon="save",
        help="Write the map to its file",
    )
    def save(self) -> bool:
        """Save the map; ask for a name where it has none, or is a sample."""
        path = self.bridge.session.path
        if path is None or is_sample(path):
            return self.save_as()
        return self._save_to(path)

    @command(
        "file.save_as",
        "Save as...",
        menu="File",
        shortcut="Ctrl+Shift+S",
        help="Write the map to another file",
    )
    def save_as(self) -> bool:
        """Ask for a name and save the map there."""
        session = self.bridge.session
        name = session.path.name if session.path else f"{self._file_stem()}.battlemap"
        chosen = self.pick_to_save("Save map", name, MAP_FILTER)
        if not chosen:
            return False
        path = Path(chosen)
        if is_sample(path):
            self.bridge.say("The samples stay as they are: choose another folder.", "warn")
            return False
        return self._save_to(path if path.suffix else path.with_suffix(".battlemap"))

    def _file_stem(self) -> str:
        name = self.encounter.map.name or "map"
        return "".join(c if c.isalnum() or c in " -_" else "-" for c in name).strip() or "map"

    def _save_to(self, path: Path) -> bool:
        def carry_out(write: Callable[[Callable[[], None]], None]) -> None:
            beside(self, f"Saving {path.name}", lambda work: write(work.begin_to_write))

        try:
            self.bridge.session.save(path, carry_out=carry_out)
        except CancelledError:
            return False
        except FileError as error:
            self.bridge.offer(Offer(str(error), "error", (("Save as...", self.save_as),)))
            return False
        except ValueError as error:
            self.bridge.say(str(error), "warn")
            return False
        add_recent_file(path)
        self.update_actions()
        return True

    @command(
        "file.import",
        "Import map...",
        menu="File",
        section=1,
        icon="import",
        help="Import a Universal VTT file: picture, walls, doors, lights",
    )
    def import_map(self) -> None:
        """Ask for a map of another tool and import it."""
        if name := self.pick_to_open("Import map", IMPORT_FILTER):
            self.import_path(Path(name))

    def import_path(self, path: Path) -> bool:
        """Import a map of another tool, after asking what to take; tell whether it was."""
        from battlemap.formats.universal_vtt import read
        from battlemap.ui.dialogs.import_map import ImportMapDialog, ImportReportDialog

        asked = ImportMapDialog(path.name, self)
        if not self.run_dialog(asked) or not self.may_close():
            return False
        blocks_sight = asked.props.isChecked()

        def job(work: Work) -> tuple[Session, ImportReport]:
            encounter, report = read(path, props_block_sight=blocks_sight)
            work.check()
            return _new(encounter, unsaved=True), report

        try:
            session, report = beside(
                self, f"Importing {path.name}", job, drop=lambda made: made[0].close()
            )
        except CancelledError:
            return False
        except (FileError, ValueError, OSError) as error:
            again = (("Choose another", self.import_map),)
            self.bridge.offer(Offer(str(error), "error", again))
            return False
        self.show_session(session)
        head = f"{report.kind}, {report.columns} × {report.rows} cells"
        dialog = ImportReportDialog(path.name, (head, *report.notes), report.warnings, self)
        self.run_dialog(dialog)
        return True

    @command(
        "file.picture",
        "Export picture...",
        menu="File",
        section=2,
        icon="export",
        help="Write the map or the window as PNG, JPEG, WebP, SVG or PDF, or copy it",
    )
    def export_picture(self) -> None:
        """Open the dialog for pictures."""
        from battlemap.ui.printing.dialogs import ExportPictureDialog

        shown = self._shown_region()
        self._offer_saved(
            ExportPictureDialog(self.bridge, self.theme, self, view=shown, window=self)
        )

    @command(
        "file.replay",
        "Export replay...",
        menu="File",
        section=2,
        help="Write the fight so far as an animated GIF or WebP, or as a folder of pictures",
    )
    def export_replay(self) -> None:
        """Open the dialog for replays."""
        from battlemap.ui.printing.dialogs import ReplayDialog

        self._offer_saved(ReplayDialog(self.bridge, self.theme, self))

    @command(
        "file.contact_sheet",
        "Export contact sheet...",
        menu="File",
        section=2,
        help="Write small pictures of all maps of a folder on one sheet",
    )
    def export_contact_sheet(self) -> None:
        """Ask for a folder of maps and for a file, and write the sheet."""
        from battlemap.ui.printing.contact_sheet import export_contact_sheet
        from battlemap.ui.printing.printer import PrintCancelledError
        from battlemap.ui.printing.progress import shown_progress

        folder = self.pick_folder("Folder of maps")
        if not folder:
            return
        name = f"{Path(folder).name or 'maps'}.pdf"
        kinds = "PDF pages (*.pdf);;Pictures (*.png *.jpg *.webp)"
        chosen = self.pick_to_save("Save contact sheet", name, kinds)
        if not chosen:
            return
        path = Path(chosen)
        try:
            with shown_progress(self, "Drawing maps") as go_on:
                found = export_contact_sheet(Path(folder), path, progress=go_on)
        except PrintCancelledError:
            return
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            self.bridge.say(f"{path.name} can't be written: {reason}", "warn")
            return
        unread = [entry.file for entry in found if entry.problem]
        words = f"; not read: {', '.join(unread)}" if unread else ""
        self._offer_to_open(path, f"Written: {path}{words}")

    @command(
        "file.pdf",
        "Export PDF...",
        menu="File",
        section=2,
        shortcut="Ctrl+Shift+P",
        icon="export",
        help="Write the map as a PDF at true scale, tiled over pages",
    )
    def export_pdf(self) -> None:
        """Open the dialog for PDF files."""
        from battlemap.ui.printing.dialogs import ExportPdfDialog

        shown = self._shown_region()
        self._offer_saved(ExportPdfDialog(self.bridge, self.theme, self, view=shown))

    @command(
        "file.print",
        "Print...",
        menu="File",
        section=2,
        shortcut="Ctrl+P",
        icon="print",
        help="Print the map at true scale: 1 inch a cell or any length, tiled over pages",
    )
    def print_map(self) -> None:
        """Open the dialog for printing."""
        from battlemap.ui.printing.dialogs import PrintDialog

        shown = self._shown_region()
        self._offer_saved(PrintDialog(self.bridge, self.theme, self, view=shown))

    def _shown_region(self) -> Rect | None:
        from battlemap.ui.printing.choosers import shown_region

        return shown_region(self.view, self.bridge.board.grid)

    def _offer_saved(self, dialog: PrintDialog | ExportPictureDialog | ReplayDialog) -> None:
        """Run a dialog, and offer to open what it has written."""
        if self.run_dialog(dialog) and dialog.saved is not None:
            self._offer_to_open(dialog.saved, f"Written: {dialog.saved}")

    def _offer_to_open(self, path: Path, sentence: str) -> None:
        actions = (("Open", lambda: self.open_url(QUrl.fromLocalFile(str(path)))),)
        self.bridge.offer(Offer(sentence, "info", actions))

    @command(
        "file.quit", "Quit", menu="File", section=3, shortcut="Ctrl+Q", help="Close the window"
    )
    def quit(self) -> None:
        """Close the window; unsaved changes are asked about."""
        self.close()

    # Recent files and samples -------------------------------------------------------------

    def fill_recent(self, menu: QMenu) -> None:
        """Fill the menu of recent files."""
        menu.clear()
        paths = [path for path in recent_files() if path.is_file()]
        for path in paths:
            action = menu.addAction(path.name)
            action.setToolTip(str(path))
            action.triggered.connect(lambda _=False, p=path: self.open_path(p))
        if not paths:
            menu.addAction("No files yet").setEnabled(False)

    # Opening and closing --------------------------------------------------------------------

    def open_path(self, path: Path) -> bool:
        """Open a map file, or import one of another tool; tell whether it was opened."""
        if path.suffix.lower() in VTT_SUFFIXES:
            return self.import_path(path)
        if path.suffix.lower() in PICTURE_SUFFIXES:
            return self.use_picture(path)
        if not self.may_close():
            return False
        return self.open_without_asking(path)

    def open_without_asking(self, path: Path) -> bool:
        """Open a map file in the place of the one on show, which stays where that fails."""

        def job(work: Work) -> Session:
            session = Session.open(path, journal=Journal())
            try:
                work.check()
            except CancelledError:
                session.close()
                raise
            prepare(session.encounter.map)
            return session

        try:
            session = beside(self, f"Opening {path.name}", job, drop=_close)
        except CancelledError:
            return False
        except (FileError, LookupError) as error:
            again = (("Choose another", self.open_map),)
            self.bridge.offer(Offer(str(error), "error", again))
            return False
        add_recent_file(path)
        self.show_session(session)
        return True

    def may_close(self) -> bool:
        """Ask about unsaved changes; tell whether the document may be left."""
        session = self.bridge.session
        if not session.is_modified and session.pending is None:
            return True
        answer = self.ask_to_save()
        if answer == QMessageBox.StandardButton.Save:
            if session.pending is not None:
                self.bridge.say("Answer the open question first: half a deed isn't saved.", "warn")
                return False
            return self.save()
        return answer == QMessageBox.StandardButton.Discard

    def ask_to_save(self) -> QMessageBox.StandardButton:
        """Ask what becomes of unsaved changes; the one dialog, because data would be lost."""
        name = self.encounter.map.name or "The map"
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("Unsaved changes")
        box.setText(f"{name} has unsaved changes. Save them?")
        box.setInformativeText("Without saving, everything since the last save is lost.")
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        for button, text in (("Save", "&Save"), ("Discard", "&Discard"), ("Cancel", "&Cancel")):
            box.button(buttons[button]).setText(text)
        box.setDefaultButton(buttons.Save)
        return QMessageBox.StandardButton(box.exec())


def _new(encounter: Encounter, *, unsaved: bool = False) -> Session:
    """Return a session on a new document, whose map can be drawn at once."""
    prepare(encounter.map)
    return Session.new(encounter, journal=Journal(), unsaved=unsaved)


def _close(session: Session) -> None:
    session.close()


def is_sample(path: Path) -> bool:
    """Tell whether a file is one of the maps that come with the program, which stay as they are."""
    return path.resolve().parent == maps_path().resolve()


def with_assets(encounter: Encounter, key: str, data: bytes) -> Encounter:
    """Return the encounter with one more picture."""
    return replace(encounter, assets=MappingProxyType({**encounter.assets, key: data}))
