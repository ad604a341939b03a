"""Going through the history, branching from it, and the log for others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication

from battlemap.model.store import FileError
from battlemap.session.documents import save_encounter
from battlemap.session.log_export import export_log, log_text
from battlemap.ui.bridge import Offer
from battlemap.ui.commands import command
from battlemap.ui.window.base import WindowBase

if TYPE_CHECKING:
    from battlemap.session.log import LogEntry

LOG_FILTER = "Web page (*.html);;JSON (*.json);;Text (*.txt)"
BRANCH_FILTER = "Maps (*.battlemap)"


class HistoryCommands(WindowBase):
    """What goes back and forth in time."""

    @command(
        "view.history",
        "History panel",
        menu="View",
        section=4,
        checkable=True,
        icon="history",
        shortcut="Ctrl+H",
        help="Every step that can be undone: go to one, play them, branch from one",
    )
    def toggle_history(self) -> None:
        """Show the history in front of the log, or hide it."""
        dock = self.history_dock
        dock.setVisible(not dock.isVisible())
        if dock.isVisible():
            dock.raise_()

    @command(
        "fight.turn_start",
        "Back to the start of this turn",
        menu="Fight",
        section=1,
        shortcut="Ctrl+Alt+Z",
        icon="undo",
        help="Undo everything that happened since the turn began; Redo brings it back",
    )
    def back_to_turn_start(self) -> None:
        """Undo until the turn under way has just begun."""
        place = self.bridge.session.turn_start()
        if place is not None:
            self.go_to(place)

    def go_to(self, place: int) -> None:
        """Undo or redo until so many steps are in force."""
        self.bridge.go_to(place)

    def jump_to_entry(self, entry: LogEntry) -> None:
        """Undo or redo until the entry's deed is the last one in force."""
        for place, commit in enumerate(self.bridge.session.history.commits, 1):
            if entry.number in commit.log_ids:
                self.go_to(place)
                return
        self.bridge.say("There is no step of undo at this entry.", "info")

    @command(
        "file.branch",
        "Branch from here...",
        menu="File",
        section=1,
        help="Save the fight as it stands at this step as a map of its own, and go on there",
    )
    def branch(self) -> None:
        """Ask for a file, write the document as it stands into it, and open that."""
        session = self.bridge.session
        stem = session.path.stem if session.path else self.encounter.map.name or "map"
        name = self.pick_to_save("Branch from here", f"{stem} branch.battlemap", BRANCH_FILTER)
        if not name:
            return
        path = Path(name) if Path(name).suffix else Path(f"{name}.battlemap")
        if session.path is not None and path.resolve() == session.path.resolve():
            self.bridge.say("A branch needs a file of its own: this map stays as it is.", "warn")
            return
        named = replace(self.encounter, map=replace(self.encounter.map, name=path.stem))
        try:
            save_encounter(path, named, session.log.entries)
        except FileError as error:
            self.bridge.say(str(error), "error")
            return
        # What is left open, and may be saved now, is the newest step and not the one branched from.
        self.go_to(len(session.history.commits))
        self.open_path(path)

    @command(
        "view.copy_log",
        "Copy the log as text",
        menu="View",
        section=4,
        icon="copy",
        help="Put what the log shows on the clipboard, oldest entry first",
    )
    def copy_log(self) -> None:
        """Put the entries that the log shows on the clipboard."""
        entries = self.shown_log()
        QGuiApplication.clipboard().setText(log_text(entries))
        self.bridge.say(f"{len(entries)} log entries copied.", "info")

    @command(
        "file.export_log",
        "Export log...",
        menu="File",
        section=2,
        icon="export",
        help="Write what the log shows to a web page, JSON or text file",
    )
    def export_log(self) -> None:
        """Ask for a file and write the entries that the log shows into it."""
        session = self.bridge.session
        title = self.encounter.map.name or (session.path.stem if session.path else "New map")
        name = self.pick_to_save("Export log", f"{title}.html", LOG_FILTER)
        if not name:
            return
        path = Path(name) if Path(name).suffix else Path(f"{name}.html")
        try:
            export_log(path, self.shown_log(), title)
        except FileError as error:
            self.bridge.say(str(error), "error")
            return
        actions = (("Open", lambda: self.open_url(QUrl.fromLocalFile(str(path)))),)
        self.bridge.offer(Offer(f"Written: {path}", "info", actions))

    def shown_log(self) -> list[LogEntry]:
        """Return the entries that filter and search leave, oldest first."""
        return self.log_panel.model.shown[::-1]
