"""Files dropped on the window: maps are opened, pictures laid under the grid or made tokens."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent

from battlemap.ui.window.file_commands import PICTURE_SUFFIXES, VTT_SUFFIXES

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData
    from PySide6.QtWidgets import QWidget

MAP_SUFFIXES = (".battlemap", ".json")
TAKEN = (*MAP_SUFFIXES, *VTT_SUFFIXES, *PICTURE_SUFFIXES)


def dropped_file(data: QMimeData) -> Path | None:
    """Return the first local file that can be opened, or None."""
    for url in data.urls():
        if url.isLocalFile():
            path = Path(url.toLocalFile())
            if path.suffix.lower() in TAKEN:
                return path
    return None


class FileDrops(QObject):
    """Lets a widget take dropped files."""

    dropped = Signal(object, object)
    """The file's path, and the QPoint of the widget where it was dropped."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take files that can be opened, and nothing else."""
        if not isinstance(event, QDropEvent):
            return False
        path = dropped_file(event.mimeData())
        if path is None:
            return False
        # A file manager may propose to move the file, and would delete what it believes moved.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self.dropped.emit(path, event.position().toPoint())
        return True
