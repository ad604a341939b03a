"""Files dropped on the window: maps are opened, pictures laid under the grid."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal

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

    dropped = Signal(object)
    """The file's path."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Take files that can be opened, and nothing else."""
        if event.type() in (QEvent.Type.DragEnter, QEvent.Type.DragMove):
            if dropped_file(event.mimeData()) is not None:
                event.acceptProposedAction()
                return True
            return False
        if event.type() == QEvent.Type.Drop:
            path = dropped_file(event.mimeData())
            if path is not None:
                event.acceptProposedAction()
                self.dropped.emit(path)
                return True
        return False
