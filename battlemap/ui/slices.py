"""Long work in the window's own thread, in slices: it is painted in between, and can be stopped."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from battlemap.ui.beside import PATIENCE_MS, progress_dialog

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from PySide6.QtCore import QObject
    from PySide6.QtWidgets import QProgressDialog

_SLICE_SECONDS = 0.04
"""So much of the processor's time the work gets at once."""


class Slices:
    """Lets the window answer between two pieces of work, and shows how far it is after 300 ms.

    Nothing else can be done in the window meanwhile but to cancel. To be used in a ``with``.

    Parameters
    ----------
    parent
        The window; where it is none, or isn't shown, the work is done in one go.
    words
        What is being done.
    total
        How many pieces there are.
    """

    def __init__(self, parent: QObject | None, words: str, total: int) -> None:
        self._parent = parent if isinstance(parent, QWidget) and parent.isVisible() else None
        self._words, self._total = words, total
        self._begun = time.perf_counter()
        self._until = time.thread_time() + _SLICE_SECONDS
        self._dialog: QProgressDialog | None = None
        self._is_cancelled = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._dialog is not None:
            self._dialog.close()
            self._dialog.deleteLater()

    def go_on(self, done: int) -> bool:
        """Let the window answer if it is time to; return whether the work is still wanted."""
        if self._parent is None or time.thread_time() < self._until:
            return not self._is_cancelled
        if self._dialog is None and 1000 * (time.perf_counter() - self._begun) >= PATIENCE_MS:
            self._dialog = progress_dialog(self._parent, self._words, self._total, self._cancel)
        if self._dialog is None:
            # Without input: whoever clicks now means the window as it will be.
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
        else:
            self._dialog.setValue(done)
            QApplication.processEvents()
            self._is_cancelled |= self._dialog.wasCanceled()
        self._until = time.thread_time() + _SLICE_SECONDS
        return not self._is_cancelled

    def _cancel(self) -> None:
        self._is_cancelled = True
