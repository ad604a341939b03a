"""What the groups of commands may ask of the window that they are mixed into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QFileDialog, QMainWindow

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QDockWidget

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.session.session import Session
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.dialogs.reference import ReferenceDialog
    from battlemap.ui.panels.attack_panel import AttackPanel
    from battlemap.ui.panels.bars import TopBar
    from battlemap.ui.panels.initiative_panel import InitiativePanel
    from battlemap.ui.panels.log_panel import LogPanel
    from battlemap.ui.panels.palette import Palette
    from battlemap.ui.panels.why_card import WhyCard
    from battlemap.ui.player_window import PlayerWindow
    from battlemap.ui.scene.map_view import MapView
    from battlemap.ui.theme import Theme
    from battlemap.ui.window.key_map import KeyMap
    from battlemap.ui.window.layout import Measures

MAP_FILTER = "Maps (*.battlemap *.json);;All files (*)"
IMPORT_FILTER = "Universal VTT maps (*.uvtt *.dd2vtt *.df2vtt);;All files (*)"
PICTURE_FILTER = "Pictures (*.png *.jpg *.jpeg *.webp *.bmp *.gif);;All files (*)"


class WindowBase(QMainWindow):
    """The window as its command groups see it; ``MainWindow`` fills it in."""

    bridge: Bridge
    theme: Theme
    view: MapView
    top_bar: TopBar
    palette_card: Palette
    why_card: WhyCard
    initiative_dock: QDockWidget
    log_dock: QDockWidget
    log_panel: LogPanel
    initiative: InitiativePanel
    history_dock: QDockWidget
    details_dock: QDockWidget
    measures: Measures | None
    attack_panel: AttackPanel
    command_actions: dict[str, QAction]
    reference: ReferenceDialog | None = None
    """The rules reference, once it was opened."""
    key_map: KeyMap
    """The keys of commands that aren't the usual ones."""
    player_window: PlayerWindow | None = None
    """The window for players, while it is open."""
    follows_turn: bool = True
    """Whether the map shows whose turn begins."""
    selects_active_next: bool = False
    """Whether the active token is to be selected once the open question is answered."""

    @property
    def encounter(self) -> Encounter:
        """The document as it stands."""
        return self.bridge.encounter

    if TYPE_CHECKING:  # what one group of commands provides and the others may ask for

        def show_session(self, session: Session, *, welcome: bool = False) -> None:
            """Show another document; the one before is closed."""

        def open_path(self, path: Path) -> bool:
            """Open a map file, or import one of another tool."""

        def use_picture(self, path: Path) -> bool:
            """Lay a picture under the map; tell whether it was."""

        def update_actions(self) -> None:
            """Enable what can be done now."""

        def open_url(self, url: QUrl) -> None:
            """Hand a file to the desktop, or say where it lies."""

        def middle_cell(self) -> Cell:
            """Return the cell in the middle of what the map shows."""

        def use_keys(self, keys: KeyMap) -> None:
            """Give the commands these keys."""

        @property
        def enter_rolls(self) -> bool:
            """Whether Enter rolls the attack in the panel."""

        def select_active(self) -> None:
            """Select the token whose turn it is."""

        def left_welcome(self) -> None:
            """Take the greeting away: there is a map now."""

    # Asking; tests answer in the place of a GM ---------------------------------------------

    def run_dialog(self, dialog: QDialog) -> bool:
        """Show a dialog and tell whether it was accepted."""
        return dialog.exec() == QDialog.DialogCode.Accepted

    def pick_to_open(self, title: str, name_filter: str) -> str:
        """Ask for a file to read; empty: none."""
        return QFileDialog.getOpenFileName(self, title, "", name_filter)[0]

    def pick_folder(self, title: str) -> str:
        """Ask for a folder; empty: none."""
        return QFileDialog.getExistingDirectory(self, title)

    def pick_to_save(self, title: str, name: str, name_filter: str) -> str:
        """Ask for a file to write; empty: none."""
        return QFileDialog.getSaveFileName(self, title, name, name_filter)[0]
