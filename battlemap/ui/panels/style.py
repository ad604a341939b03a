"""The style sheet of what only the window has: top bar, rail, cards, key caps, section heads."""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from battlemap.ui.guard import guarded
from battlemap.ui.panels.lettering import enlarged, font, scale

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PySide6.QtWidgets import QApplication

    from battlemap.ui.theme import Theme

SLICE_SECONDS = 0.02
PAUSE_MS = 10
FIRST_PAUSE_MS = 80
"""What is seen is painted first."""
_POLISHED = Qt.WidgetAttribute.WA_WState_Polished

_DRESSED = "battlemap.dressed"
"""Property of the application: the scale of letters with which it has style and font."""


def dress(app: QApplication, theme: Theme) -> None:
    """Dress the application and every window in it, unless it wears this already.

    What is seen changes at once; what is hidden (other tabs, closed menus) follows in slices.
    """
    sheet = enlarged(theme.stylesheet() + window_stylesheet(theme))
    if app.styleSheet() == sheet:
        return
    # Each of these polishes every widget anew; only the colors change from theme to theme.
    if app.property(_DRESSED) is None:
        app.setStyle("Fusion")
    if app.property(_DRESSED) != scale():
        app.setFont(font())
        app.setProperty(_DRESSED, scale())
    if not app.styleSheet():
        app.setPalette(theme.palette())
        app.setStyleSheet(sheet)
        return
    # For a new style sheet Qt polishes every widget that it remembers, and with each all below it:
    # one ten levels down ten times. Without memory it polishes none, and we do it once for each.
    style = app.style()
    style.unpolish(app)
    app.setPalette(theme.palette())
    app.setStyleSheet(sheet)
    style.polish(app)
    hidden = _polish(_with_all_below(app.topLevelWidgets()), is_hidden_too=False)
    _Followers.of(app).take(hidden)


def is_dressing(app: QApplication) -> bool:
    """Tell whether hidden widgets still wear another theme."""
    return _Followers.of(app).are_left


def _with_all_below(widgets: Iterable[QWidget]) -> Iterator[QWidget]:
    """Yield widgets, each before its children: they inherit its font."""
    left = list(widgets)
    while left:
        widget = left.pop()
        yield widget
        left += [child for child in widget.children() if isinstance(child, QWidget)]


def _polish(
    widgets: Iterable[QWidget], *, is_hidden_too: bool, until: float = inf
) -> list[QWidget]:
    """Put the style sheet on widgets; return those that are left, hidden or for lack of time."""
    left = []
    for widget in widgets:
        if not isValid(widget) or not widget.testAttribute(_POLISHED):
            continue  # it is polished when it is shown first
        if perf_counter() > until or not (is_hidden_too or widget.isVisible()):
            left.append(widget)
            continue
        widget.style().polish(widget)
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.StyleChange))
    return left


class _Followers(QObject):
    """Polishes widgets that nobody sees yet, a slice in each turn of the event loop."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._left: list[QWidget] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    @staticmethod
    def of(app: QApplication) -> _Followers:
        """Return those of the application, made at the first call."""
        return app.findChild(_Followers) or _Followers(app)

    @property
    def are_left(self) -> bool:
        """Whether any are still to be polished."""
        return bool(self._left)

    def take(self, widgets: list[QWidget]) -> None:
        """Polish these, from the next turn on; earlier ones are among them."""
        self._left = widgets
        # The pause begins after what is seen is painted, however long that takes.
        QTimer.singleShot(0, self, lambda: self._timer.start(FIRST_PAUSE_MS))

    @guarded
    def _go_on(self) -> None:
        self._timer.setInterval(PAUSE_MS)
        until = perf_counter() + SLICE_SECONDS
        self._left = _polish(self._left, is_hidden_too=True, until=until)
        if not self._left:
            self._timer.stop()


def window_stylesheet(theme: Theme) -> str:
    """Return the rules to add to the theme's own style sheet."""
    return _RULES % vars(theme)


_RULES = """
QLabel[role="section"] { color: %(ink3)s; font-size: 11px; font-weight: 600; }
QLabel[role="section-side"] { color: %(ink2)s; font-size: 11px; font-weight: 500; }
QLabel[role="fact-label"] { color: %(ink2)s; font-size: 12px; }
QLabel[role="fact-value"] { color: %(ink)s; font-size: 12px; font-weight: 500; }
QLabel[role="line-title"] { color: %(ink)s; font-size: 12px; font-weight: 500; }
QLabel[role="line-bold"] { color: %(ink)s; font-size: 11px; font-weight: 600; }
QLabel[role="line-off"] { color: %(ink3)s; font-size: 12px; font-weight: 500; }
QLabel[role="reason"] { color: %(ink2)s; font-size: 11px; }
QLabel[role="reason-off"] { color: %(ink3)s; font-size: 11px; }
QLabel[role="worth-good"] { color: %(good)s; font-weight: 600; }
QLabel[role="worth-bad"] { color: %(bad)s; font-weight: 600; }
QLabel[role="worth-off"] { color: %(ink3)s; font-weight: 600; }
QLabel[role="gm-tag"] { color: %(panel)s; background: %(warn)s; font-size: 10px; font-weight: 700;
    border-radius: 4px; padding: 0 5px; }
QLabel[role="warning"] { color: %(bad)s; font-size: 12px; font-weight: 500; }
QLabel[role="key"] { color: %(ink2)s; background: %(control)s; border: 1px solid %(line)s;
    border-radius: 4px; font-size: 11px; font-weight: 600; padding: 0 5px; }
QLabel[role="target"] { color: %(ink)s; font-size: 15px; font-weight: 600; }
QLabel[role="document"] { color: %(ink)s; font-weight: 600; }
QLabel[role="quiet12"] { color: %(ink3)s; font-size: 12px; }
QLabel[role="chip"] { color: %(ink2)s; background: %(control)s; border-radius: 6px; font-size: 12px;
    font-weight: 500; padding: 0 12px; }
QLabel[role="status"] { color: %(ink2)s; font-size: 11px; font-weight: 500; padding: 0; }
QLabel[role="status-quiet"] { color: %(ink3)s; font-size: 11px; padding: 0; }
QStatusBar QLabel[role="key"] { color: %(ink2)s; font-size: 11px; padding: 0 5px; }

QCheckBox::indicator:indeterminate { background: %(ink3)s; border-color: %(ink3)s; }

QComboBox { combobox-popup: 0; }
#TopBar { background: %(panel)s; border-bottom: 1px solid %(line)s; }
#TopBar QMenuBar { background: transparent; border: none; min-height: 0; padding: 0 7px; }
#TopBar QMenuBar::item { padding: 5px 8px; margin: 0 1px; }
#SearchButton { color: %(ink3)s; font-size: 12px; text-align: left; padding: 0 10px;
    min-height: 26px; border-radius: 6px; }
#SearchButton:focus { padding: 0 9px; }
#SystemChip { color: %(ink2)s; background: %(control)s; border: none; border-radius: 6px;
    font-size: 12px; font-weight: 500; padding: 0 12px; min-height: 28px; }
#SystemChip:hover { background: %(selected)s; }
#Rail { background: %(panel)s; border: none; border-right: 1px solid %(line)s; padding: 0;
    spacing: 0; }
#ActionBar, #DockFoot { background: %(panel)s; border-top: 1px solid %(line)s; }
#LeftDock { background: %(panel)s; border-right: 1px solid %(line)s; }
#RightDock { background: %(panel)s; border-left: 1px solid %(line)s; }
#DockBody { background: %(panel)s; }
#DockHead { background: %(panel)s; }
#TabHead { background: %(panel)s; border-bottom: 1px solid %(line)s; }
#TabHead QToolButton { color: %(ink2)s; font-size: 12px; padding: 4px 6px; margin-bottom: 3px; }
#MessageBar { border-bottom: 1px solid %(line)s; background: %(control)s; }
#MessageBar QLabel { font-size: 12px; }
#Card { background: %(panel)s; border: 1px solid %(line)s; border-radius: 10px; }
#Card QLabel { background: transparent; }
#Plain, #Plain > QWidget { background: %(panel)s; }
QToolButton[role="weapon"] { text-align: left; padding: 0 12px; min-height: 32px; }
QToolButton[role="flat"] { min-height: 0; }
QPushButton[role="end-turn"] { background: %(selected)s; border: 1px solid %(ink3)s;
    border-radius: 8px; font-weight: 600; min-height: 28px;
    padding: 0 4px; }
QPushButton[role="end-turn"]:focus { border: 2px solid %(focus)s; min-height: 26px; }
QPushButton[role="toggle"] { font-size: 12px; padding: 3px 9px; min-height: 20px; }
QPushButton[role="toggle"]:checked { border: 1px solid %(accent)s; font-weight: 600; }
QPushButton[role="second"] { border: 1px solid %(ink3)s; border-radius: 8px; font-weight: 500;
    padding: 0; min-height: 38px; }
QPushButton[role="second"]:focus { border: 2px solid %(focus)s; min-height: 36px; padding: 0; }
QLineEdit[role="palette"] { font-size: 15px; min-height: 28px; border: none;
    background: transparent; }
QLineEdit[role="palette"]:focus { border: none; padding: 5px 8px; }
QLineEdit[role="die"] { font-size: 15px; font-weight: 600; padding: 0; border-radius: 7px;
    min-height: 34px; }
QLineEdit[role="die"]:focus { padding: 0; min-height: 32px; }
"""
