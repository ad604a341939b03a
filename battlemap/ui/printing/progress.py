"""Progress of what takes a while in a dialog: shown after 300 ms, stopped by a click or Esc."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QProgressDialog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QWidget

PATIENCE_MS = 300


@contextmanager
def shown_progress(parent: QWidget, words: str) -> Iterator[Callable[[int, int], bool]]:
    """Give a callback that shows how far something is; it returns whether to go on."""
    made: list[QProgressDialog] = []

    def go_on(done: int, total: int) -> bool:
        if not made:
            # Made with the first step, so that the time in a file dialog doesn't count.
            made.append(QProgressDialog(words, "Cancel", 0, total, parent))
            made[0].setWindowModality(Qt.WindowModality.WindowModal)
            made[0].setMinimumDuration(PATIENCE_MS)
        made[0].setValue(done)
        QApplication.processEvents()
        return not made[0].wasCanceled()

    try:
        yield go_on
    finally:
        for dialog in made:
            dialog.close()
            dialog.deleteLater()
