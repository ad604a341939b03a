"""Starting the program: preflight, theme, the window, what a crash left behind."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from battlemap.preflight import check, choose_platform

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from PySide6.QtCore import QObject
    from PySide6.QtWidgets import QApplication

    from battlemap.session.recovery import Recovery
    from battlemap.session.session import Session
    from battlemap.ui.beside import Work
    from battlemap.ui.collector import Collector
    from battlemap.ui.main_window import MainWindow

_logger = logging.getLogger(__name__)

SETTLED_MS = 3_000
"""After so long everything is imported, the window painted and the first map read."""

THEME_VARIABLE = "BATTLEMAP_THEME"
"""Environment variable: "light" or "dark"; without it the window follows the desktop."""


def run(path: str | None = None) -> int:
    """Open the window, on the map in *path* if there is one; return the exit status.

    Parameters
    ----------
    path
        A .battlemap or map.json file, or one of another tool to import.
    """
    hold_the_collector()
    platform = choose_platform(os.environ)
    report = check(platform)
    if not report.is_ready:
        print(report.sentence(), file=sys.stderr)
        return 2
    if platform is not None and platform not in ("windows", "cocoa"):
        os.environ.setdefault("QT_QPA_PLATFORM", platform)
    from PySide6.QtCore import QTimer

    app = make_application()
    window = open_window(path)
    if window.starts_maximized:
        window.showMaximized()
    else:
        window.show()
    offer_recovery(window)
    QTimer.singleShot(SETTLED_MS, lambda: _spare_what_comes(app, window))
    return int(app.exec())


def hold_the_collector() -> None:
    """Do without Python's garbage collection while the window is made.

    Almost nothing of what is made then is garbage soon, and looking through it all again and again
    is a sixth of the time until the window is there.
    """
    gc.disable()


def spare_the_collector(parent: QObject) -> Collector:
    """Collect garbage from now on, in this thread, without what lives as long as the program.

    A full round through all modules, the window and the first map takes a tenth of a second, in the
    middle of a drag; without them it takes less than a millisecond.
    """
    from battlemap.ui.collector import Collector

    gc.freeze()
    return Collector(parent)


def _spare_what_comes(app: QApplication, window: MainWindow) -> None:
    collector = spare_the_collector(app)
    window.bridge.session_changed.connect(collector.spare_later)


def paint_in_one_thread() -> None:
    """Keep Qt from handing parts of every larger translucent shape to threads of its own.

    The shapes of a map are small: waiting for the threads takes longer than painting, many times
    longer while other programs keep the processor busy. To be called before anything is painted.
    """
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")


def make_application() -> QApplication:
    """Return the application with its names, and with Ctrl+C in the terminal closing it."""
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QGuiApplication, QIcon
    from PySide6.QtWidgets import QApplication

    from battlemap.resources import asset_path

    paint_in_one_thread()
    QGuiApplication.setApplicationName("Battlemap")
    QGuiApplication.setDesktopFileName("battlemap")
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    picture = asset_path("app", "battlemap.svg")
    if picture.is_file():
        app.setWindowIcon(QIcon(str(picture)))
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, lambda *_: app.closeAllWindows())
        # Python sees a signal only when it runs: let it, now and then.
        ticker = QTimer(app)
        ticker.timeout.connect(lambda: None)
        ticker.start(400)
    return app


def chosen_theme_name() -> str:
    """Return "light" or "dark": as the environment says, the last window was, or the desktop is."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication

    from battlemap.ui.window.preferences import load_preferences

    for asked in (os.environ.get(THEME_VARIABLE, "").lower(), load_preferences().theme):
        if asked in ("light", "dark"):
            return asked
    scheme = QGuiApplication.styleHints().colorScheme()
    return "light" if scheme is Qt.ColorScheme.Light else "dark"


def open_window(path: str | None) -> MainWindow:
    """Return the window on the map in *path*; without one, or where it can't be read, empty."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from battlemap.session.files import start_logging
    from battlemap.session.journal import Journal
    from battlemap.session.session import Session
    from battlemap.ui.main_window import MainWindow
    from battlemap.ui.panels.style import dress
    from battlemap.ui.theme import DARK, LIGHT
    from battlemap.ui.window.file_commands import PICTURE_SUFFIXES, VTT_SUFFIXES
    from battlemap.ui.window.preferences import load_preferences

    start_logging()
    theme = LIGHT if chosen_theme_name() == "light" else DARK
    app = QApplication.instance()
    if isinstance(app, QApplication):
        # Before the window is made: its parts measure themselves with the theme's fonts.
        dress(app, theme)
    session: Session = Session.new(journal=Journal())
    window = MainWindow(session, theme, welcome=True)
    window.take_preferences(load_preferences())
    install_exception_hook(window)
    if path is not None:
        if Path(path).suffix.lower() in (*VTT_SUFFIXES, *PICTURE_SUFFIXES):
            # These ask something first: the window they ask for is to be there by then.
            QTimer.singleShot(0, window, lambda: window.open_path(Path(path)))
        else:
            window.open_path(Path(path))
    return window


def install_exception_hook(window: MainWindow) -> Callable[[], None]:
    """Send uncaught errors to the log file and a sentence to the bar above the map.

    Never a dialog: the fight goes on. Returns a function that puts the old hook back.
    """
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        _logger.error("Uncaught", exc_info=(kind, error, trace))
        report_error(window, error)

    sys.excepthook = hook

    def restore() -> None:
        sys.excepthook = before

    return restore


def report_error(window: MainWindow, error: BaseException) -> None:
    """Say in one sentence that something went wrong, and where more of it can be read."""
    from battlemap.ui.bridge import Offer

    words = str(error).strip().splitlines()
    reason = f": {words[0]}" if words else ""
    text = f"Something went wrong ({type(error).__name__}{reason}). The map is as it was before."
    window.bridge.offer(Offer(text, "error", (("Open log file", window.open_log_file),)))


# After a crash ----------------------------------------------------------------------------------


def ago(seconds: float) -> str:
    """Return how long ago something was, in words.

    Examples
    --------
    >>> ago(20), ago(130), ago(7300), ago(3 * 86400)
    ('less than a minute ago', '2 minutes ago', '2 hours ago', '3 days ago')
    """
    for length, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        number = int(seconds // length)
        if number:
            return f"{number} {word}{'' if number == 1 else 's'} ago"
    return "less than a minute ago"


def offer_recovery(window: MainWindow) -> None:
    """Offer the latest fight that was left open, and then the others one after another."""
    from battlemap.session.recovery import recover
    from battlemap.ui.beside import CancelledError, beside

    try:
        found = beside(window, "Looking for fights left open", lambda _: recover())
    except CancelledError:
        return
    except OSError:
        _logger.exception("The journals can't be looked at")
        return
    _offer_first(window, found)


def _offer_first(window: MainWindow, found: list[Recovery]) -> None:
    if not found:
        return
    from battlemap.ui.bridge import Offer

    first, *rest = found

    def take() -> None:
        if _recover(window, first):
            _offer_first(window, rest)

    def drop() -> None:
        first.discard()
        _offer_first(window, rest)

    steps = f"{first.commits} step{'' if first.commits == 1 else 's'}"
    when = ago(max(0.0, time.time() - first.changed))
    question = ", a question open" if first.is_waiting else ""
    text = f"The fight in {first.name} was not closed ({steps}{question}, {when})."
    window.bridge.offer(Offer(text, "warn", (("Recover", take), ("Discard", drop))))


def _recover(window: MainWindow, recovery: Recovery) -> bool:
    from battlemap.session.recovery import RecoveryError
    from battlemap.ui.beside import CancelledError, beside
    from battlemap.ui.bridge import Offer
    from battlemap.ui.scene.prepared import prepare

    if not window.may_close():
        return False

    def job(work: Work) -> Session:
        session = recovery.restore()
        try:
            work.check()
        except CancelledError:
            session.leave()
            raise
        prepare(session.encounter.map)
        return session

    try:
        session = beside(
            window, f"Recovering {recovery.name}", job, drop=lambda session: session.leave()
        )
    except CancelledError:
        # It stays where it is: the next start offers it again.
        return False
    except RecoveryError as error:
        actions = (("Open log file", window.open_log_file),)
        window.bridge.offer(Offer(str(error), "error", actions))
        return False
    window.show_session(session)
    return True
