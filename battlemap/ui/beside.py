"""Long work beside the window: it goes on answering, shows progress, and can be told to stop."""

from __future__ import annotations

import sys
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressDialog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QWidget

_Made = TypeVar("_Made")

PATIENCE_MS = 300
"""Before that nothing is shown; what is over by then would only flicker."""

_AT_ONCE_SECONDS = 0.04
"""For what takes no longer the window simply waits."""

_TURNS_SECONDS = 0.001
"""So soon Python lets the window go on while the work runs (usually 5 ms)."""


class CancelledError(Exception):
    """The work was told to stop; nothing has come of it."""


def progress_dialog(
    parent: QWidget | None, words: str, total: int, cancel: Callable[[], object]
) -> QProgressDialog:
    """Show how far long work is (*total* 0: nobody knows) and call *cancel* when it is to stop."""
    dialog = QProgressDialog(words, "Cancel", 0, total, parent)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    dialog.setMinimumDuration(0)
    dialog.setAutoClose(False)
    dialog.setAutoReset(False)
    # By its button, its window's frame, or Esc.
    dialog.canceled.connect(cancel)
    dialog.rejected.connect(cancel)
    dialog.show()
    return dialog


class Work:
    """What work knows of those who wait for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._is_unwanted = self._is_final = False

    def check(self) -> None:
        """Raise CancelledError where nobody waits any more; to be called now and then."""
        if self._is_unwanted:
            raise CancelledError

    def begin_to_write(self) -> None:
        """Say that from here on the work can't be stopped; where it was already, raise."""
        with self._lock:
            self.check()
            self._is_final = True

    def stop(self) -> bool:
        """Want no more of it; False: too late, it has begun to write."""
        with self._lock:
            self._is_unwanted = not self._is_final
            return self._is_unwanted


class _Run(QObject, Generic[_Made]):
    """One piece of work in a thread of its own."""

    over = Signal()

    def __init__(self, job: Callable[[Work], _Made], drop: Callable[[_Made], object]) -> None:
        super().__init__()
        self.work = Work()
        self._job, self._drop = job, drop
        self._made: list[_Made] = []
        self._error: BaseException | None = None
        self.is_over = Event()
        self.thread_ = Thread(target=self._run, name="beside the window", daemon=True)
        self.thread_.start()

    def _run(self) -> None:
        try:
            made = self._job(self.work)
            try:
                self.work.begin_to_write()
            except CancelledError:
                self._drop(made)
                raise
            self._made.append(made)
        except BaseException as error:
            self._error = error
        self.is_over.set()
        # The window may be gone by now, and this with it.
        with suppress(RuntimeError):
            self.over.emit()

    def result(self) -> _Made:
        """Return what was made, or raise what went wrong."""
        if self._error is not None:
            raise self._error
        return self._made[0]


_waiting: list[_Run[object]] = []
"""What is waited for now: one piece of work, or none."""


def beside(
    parent: QWidget,
    words: str,
    job: Callable[[Work], _Made],
    *,
    drop: Callable[[_Made], object] = lambda made: made,
) -> _Made:
    """Do *job* in a thread of its own and return what it makes; meanwhile the window answers.

    Nothing can be done in the window until then but to look at it, and after 300 ms to cancel.

    Parameters
    ----------
    parent
        The window; one that isn't shown waits without more ado.
    words
        What is being done: "Opening moor.battlemap".
    job
        May ask its ``Work`` whether it is still wanted.
    drop
        What becomes of something made that nobody wants any more; called in the thread.

    Raises
    ------
    CancelledError
        If it was cancelled, or something else is waited for already.
    """
    if _waiting:
        raise CancelledError
    if not parent.isVisible():
        return job(Work())
    run = _Run(job, drop)
    run.thread_.join(_AT_ONCE_SECONDS)
    if not run.is_over.is_set():
        _waiting.append(run)  # type: ignore[arg-type]  # whatever it makes
        try:
            with _quick_turns():
                _wait(parent, words, run)
        finally:
            _waiting.clear()
    return run.result()


def _wait(parent: QWidget, words: str, run: _Run[_Made]) -> None:
    loop = QEventLoop()
    run.over.connect(loop.quit, Qt.ConnectionType.QueuedConnection)
    QTimer.singleShot(PATIENCE_MS, loop, loop.quit)
    if not run.is_over.is_set():
        # Without input: whoever clicks now means the window as it will be.
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
    if run.is_over.is_set():
        return
    dialog = progress_dialog(parent, words, 0, loop.quit)
    try:
        while not run.is_over.is_set():
            loop.exec()
            if not run.is_over.is_set():
                if run.work.stop():
                    raise CancelledError
                # It writes already: that is over soon, and half a file helps nobody.
                dialog.reset()
                dialog.setCancelButton(None)
                dialog.show()
    finally:
        dialog.close()
        dialog.deleteLater()


@contextmanager
def _quick_turns() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(_TURNS_SECONDS)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
