"""The Help menu."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from battlemap.resources import data_path
from battlemap.session.files import log_file
from battlemap.session.registry import system_class, system_keys
from battlemap.ui.commands import command, commands_of
from battlemap.ui.window.base import WindowBase
from battlemap.ui.window.key_map import save_keys, with_keys


class HelpCommands(WindowBase):
    """Where a GM looks things up."""

    @command(
        "help.manual",
        "Manual",
        menu="Help",
        shortcut="Shift+F1",
        icon="help",
        help="How everything works",
    )
    def manual(self) -> None:
        """Show the manual."""
        from battlemap.ui.dialogs.help_sheets import ManualDialog

        self.run_dialog(ManualDialog(manual_text(), self))

    @command(
        "help.keys",
        "Keys and buttons",
        menu="Help",
        shortcut="F1",
        icon="keyboard",
        help="Every key on one sheet",
    )
    def shortcut_sheet(self) -> None:
        """Show the sheet of all keys."""
        from battlemap.ui.dialogs.help_sheets import ShortcutSheet

        self.run_dialog(ShortcutSheet(with_keys(commands_of(type(self)), self.key_map), self))

    @command(
        "help.change_keys",
        "Change keys...",
        menu="Help",
        icon="keyboard",
        help="Remap shortcuts: give commands other keys; a key that two commands want is named",
    )
    def change_keys(self) -> None:
        """Ask which keys the commands are to have, and keep them."""
        from battlemap.ui.dialogs.keys import KeysDialog

        dialog = KeysDialog(commands_of(type(self)), self.key_map, self)
        if self.run_dialog(dialog):
            save_keys(dialog.keys())
            self.use_keys(dialog.keys())

    @command(
        "help.log",
        "Open log file",
        menu="Help",
        section=1,
        icon="note",
        help="The file with errors, for a bug report",
    )
    def open_log_file(self) -> None:
        """Open the log file with whatever opens text files."""
        path = log_file()
        if not path.is_file():
            self.bridge.say("The log file is empty: nothing went wrong so far.", "info")
            return
        self.open_url(QUrl.fromLocalFile(str(path)))

    def open_url(self, url: QUrl) -> None:
        """Hand a file to the desktop, or say where it lies."""
        if not QDesktopServices.openUrl(url):
            self.bridge.say(f"No program opens it by itself: {url.toLocalFile()}", "info")

    @command(
        "help.about",
        "About Battlemap",
        menu="Help",
        section=1,
        icon="info",
        help="Version, rule systems, licenses",
    )
    def about(self) -> None:
        """Say what this program is."""
        from battlemap.ui.dialogs.help_sheets import AboutDialog

        systems = [system_class(key).title for key in system_keys()]
        self.run_dialog(AboutDialog(systems, self))


def manual_text() -> str:
    """Return the manual, or where it can be read if this installation lacks it."""
    path = data_path() / "docs" / "manual.md"
    if path.is_file():
        return path.read_text(encoding="utf-8")
    return "# Manual\n\nThis installation holds no manual. F1 lists all keys and buttons."
