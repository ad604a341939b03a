"""How the window arranges itself: screens, map only, regions, themes."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QWidget,
)

from battlemap.ui.panels.lettering import scale, use_scale
from battlemap.ui.panels.painting import use_theme
from battlemap.ui.panels.parts import restyle
from battlemap.ui.panels.style import FIRST_PAUSE_MS, PAUSE_MS, SLICE_SECONDS, dress
from battlemap.ui.theme import Theme, icon
from battlemap.ui.window.base import WindowBase
from battlemap.ui.window.layout import HUGE, Measures, measures_for

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


class Arranging(WindowBase):
    """Lays the window out."""

    # Layout -------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the measures of this kind of screen."""
        super().resizeEvent(event)
        chosen = measures_for(self.width(), self.height())
        if chosen != self.measures:
            self._lay_out(chosen)

    def _lay_out(self, chosen: Measures) -> None:
        self.measures = chosen
        app = QApplication.instance()
        if isinstance(app, QApplication) and chosen.letters != scale():
            use_scale(chosen.letters)
            dress(app, self.theme)
            restyle(self)
            self.top_bar.fit_menus()
        narrow = chosen.is_narrow
        self.initiative.set_compact(narrow)
        self.attack_panel.set_narrow(narrow)
        self.tab_head.set_narrow(narrow)
        self.action_bar.set_low(narrow)
        for dock in (self.initiative_dock, self.log_dock, self.history_dock, self.details_dock):
            dock.setMinimumWidth(0)
            dock.setMaximumWidth(16777215)
        if narrow:
            self.initiative_dock.setFixedWidth(chosen.left)
            self.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.log_dock)
            self.log_dock.hide()
        else:
            self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.initiative_dock)
            # On a very wide screen the log has a column of its own.
            across = chosen.left == HUGE.left
            way = Qt.Orientation.Horizontal if across else Qt.Orientation.Vertical
            self.splitDockWidget(self.initiative_dock, self.log_dock, way)
            self.log_dock.setVisible(not self.is_only_map)
            self.resizeDocks([self.initiative_dock], [chosen.left], Qt.Orientation.Horizontal)
        was_open = self.history_dock.isVisible()
        self.tabifyDockWidget(self.log_dock, self.history_dock)
        self.history_dock.setVisible(was_open)
        self.resizeDocks([self.details_dock], [chosen.right], Qt.Orientation.Horizontal)
        self._later_measures()

    def _later_measures(self) -> None:
        # Docks take their width only once the window is laid out.
        QTimer.singleShot(0, self._apply_measures)

    def _apply_measures(self) -> None:
        if self.measures is None:
            return
        docks, widths = [self.details_dock], [self.measures.right]
        if not self.measures.is_narrow:
            docks.append(self.initiative_dock)
            widths.append(self.measures.left)
            half = max(200, round(self.height() * 0.49))
            self.resizeDocks(
                [self.initiative_dock, self.log_dock],
                [half, self.height() - half],
                Qt.Orientation.Vertical,
            )
        self.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        if not self._was_laid_out:
            # The map was fitted before the docks had their widths.
            self._was_laid_out = True
            QTimer.singleShot(40, self.view.fit)

    def show_only_map(self, on: bool) -> None:
        """Hide everything but the map, or bring back what was there."""
        self.is_only_map = on
        parts: tuple[QWidget, ...] = (
            self.rail,
            self.initiative_dock,
            self.log_dock,
            self.history_dock,
            self.details_dock,
            self.action_bar,
            self.foot_bar,
            self.top_bar,
        )
        if on:
            self._hidden_before = [part for part in parts if part.isVisible()]
            for part in self._hidden_before:
                part.hide()
        else:
            for part in self._hidden_before:
                part.show()
            self._hidden_before = []
            self._later_measures()
        self.view.setFocus()

    def focus_region(self, step: int) -> None:
        """Move the focus to the next region that is there."""
        regions: list[QWidget] = [
            self.view,
            self.action_bar,
            self.details_dock,
            self.initiative.list,
            self.log_panel.list,
            self.history_panel.list,
            self.rail,
            self.top_bar,
        ]
        here = next(
            (
                i
                for i, region in enumerate(regions)
                if (focus := QApplication.focusWidget()) is not None
                and (region is focus or region.isAncestorOf(focus))
            ),
            0,
        )
        for offset in range(1, len(regions) + 1):
            region = regions[(here + step * offset) % len(regions)]
            if region.isVisible() and self._focus_in(region):
                return

    @staticmethod
    def _focus_in(region: QWidget) -> bool:
        """Give the focus to a region, or to the first part of it that takes it."""
        if region.focusPolicy() & Qt.FocusPolicy.TabFocus:
            region.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        for child in region.findChildren(QWidget):
            if (
                child.focusPolicy() & Qt.FocusPolicy.TabFocus
                and child.isVisible()
                and child.isEnabled()
            ):
                child.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return False

    def set_theme(self, theme: Theme) -> None:
        """Dress the whole window."""
        self.theme = theme
        use_theme(theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            dress(app, theme)
        self.view.set_theme(theme)
        if self.player_window is not None:
            self.player_window.set_theme(theme)
        restyle(self)
        self.top_bar.fit_menus()
        self._undressed = list(self._commands)
        # What is seen is painted first, however long that takes.
        QTimer.singleShot(0, self, lambda: self._dresses.start(FIRST_PAUSE_MS))
        self._late.start()

    def _dress_commands(self) -> None:
        """Give the lines of the menus their icons, a slice in each turn of the event loop.

        Nobody sees them before a menu opens.
        """
        theme, until = self.theme, perf_counter() + SLICE_SECONDS
        while self._undressed and perf_counter() < until:
            made = self._undressed.pop()
            if made.icon:
                picture = icon(made.icon, theme.ink2, 16, off=theme.ink3)
                self.command_actions[made.id].setIcon(picture)
        if self._undressed:
            self._dresses.start(PAUSE_MS)

    def sizeHint(self) -> QSize:
        """Return the size of the usual screen."""
        return QSize(1600, 940)
