"""The View menu: zoom, theme, overlays, panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication

from battlemap.ui.commands import command
from battlemap.ui.window.base import WindowBase

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from battlemap.model.encounter import Encounter

ZOOM_STEP = 1.25
_LOG_STRIP = 170
"""How high the log is under the map, in logical pixels."""


class ViewCommands(WindowBase):
    """What changes how the map is seen, and nothing in it."""

    @command(
        "view.zoom_in",
        "Zoom in",
        menu="View",
        shortcut="Ctrl++; Ctrl+=",
        icon="plus",
        help="Show the map larger",
    )
    def zoom_in(self) -> None:
        """Show the map larger."""
        self.view.zoom_to(self.view.zoom * ZOOM_STEP)

    @command(
        "view.zoom_out",
        "Zoom out",
        menu="View",
        shortcut="Ctrl+-",
        icon="minus",
        help="Show the map smaller",
    )
    def zoom_out(self) -> None:
        """Show the map smaller."""
        self.view.zoom_to(self.view.zoom / ZOOM_STEP)

    @command(
        "view.fit",
        "Fit the map",
        menu="View",
        shortcut="Ctrl+0",
        icon="fit",
        help="Show the whole map",
    )
    def fit(self) -> None:
        """Show the whole map."""
        self.view.fit()

    @command(
        "view.actual",
        "Zoom to 100 %",
        menu="View",
        shortcut="Ctrl+1",
        help="Show the map at 60 pixels a cell",
    )
    def actual_size(self) -> None:
        """Show the map at 100 %."""
        self.view.zoom_to(1.0)

    @command(
        "view.center",
        "Center on token",
        menu="View",
        shortcut="C",
        help="Bring the selected token, or the one whose turn it is, to the middle",
    )
    def center(self) -> None:
        """Bring the selected or the active token to the middle."""
        if self.bridge.attacker is not None:
            self.view.center_on(self.bridge.attacker)

    @command(
        "view.arcs",
        "Arcs",
        menu="View",
        section=1,
        shortcut="A",
        checkable=True,
        icon="arcs",
        help="Front, sides and rear of the target, else of the selected token",
    )
    def toggle_arcs(self) -> None:
        """Switch the arcs."""
        self.bridge.switch_overlay("arcs")

    @command(
        "view.their_reach",
        "Their reach",
        menu="View",
        section=1,
        shortcut="D",
        checkable=True,
        icon="threat",
        help="Cells that enemies threaten",
    )
    def toggle_their_reach(self) -> None:
        """Switch the enemies' threatened cells."""
        self.bridge.switch_overlay("their_reach")

    @command(
        "view.my_reach",
        "My reach",
        menu="View",
        section=1,
        shortcut="F",
        checkable=True,
        icon="reach",
        help="Cells that the selected token threatens",
    )
    def toggle_my_reach(self) -> None:
        """Switch the selected token's threatened cells."""
        self.bridge.switch_overlay("my_reach")

    @command(
        "view.range",
        "Range",
        menu="View",
        section=1,
        shortcut="G",
        checkable=True,
        icon="range",
        help="Where the selected token can go, by actions",
    )
    def toggle_range(self) -> None:
        """Switch the movement range."""
        self.bridge.switch_overlay("range")

    @command(
        "view.safest",
        "Safest path",
        menu="View",
        section=1,
        checkable=True,
        icon="safest",
        help="The path with the fewest reactions beside the shortest one",
    )
    def toggle_safest(self) -> None:
        """Switch the safest path."""
        self.bridge.switch_overlay("safest")

    @command(
        "view.best",
        "Best position",
        menu="View",
        section=1,
        checkable=True,
        shortcut="B",
        icon="target",
        help="Tint the cells in reach by the odds of the planned attack from there",
    )
    def toggle_best(self) -> None:
        """Switch the best positions."""
        self.bridge.switch_overlay("best")

    @command(
        "view.sight",
        "Sight",
        menu="View",
        section=1,
        shortcut="L",
        checkable=True,
        icon="sight",
        help="Rays of sight and cover to the target",
    )
    def toggle_sight(self) -> None:
        """Switch the rays of sight."""
        self.bridge.switch_overlay("sight")

    @command(
        "view.seen",
        "What the selected see",
        menu="View",
        section=1,
        shortcut="Shift+O",
        checkable=True,
        icon="eye",
        help="Darken what the selected, or the party, don't see: past walls, beyond the lights",
    )
    def toggle_seen(self) -> None:
        """Switch the veil over what isn't seen."""
        self.bridge.switch_overlay("seen")

    @command(
        "view.grid",
        "Grid",
        menu="View",
        section=2,
        shortcut="Ctrl+G",
        checkable=True,
        icon="grid",
        help="The lines between the cells",
    )
    def toggle_grid(self) -> None:
        """Switch the grid lines."""
        self.bridge.switch_overlay("grid")

    @command(
        "view.names",
        "Names",
        menu="View",
        section=2,
        shortcut="Ctrl+Shift+N",
        checkable=True,
        help="The tokens' name plates",
    )
    def toggle_names(self) -> None:
        """Switch the name plates."""
        self.bridge.switch_overlay("names")

    @command(
        "view.gm",
        "GM layers",
        menu="View",
        section=2,
        shortcut="Ctrl+Shift+G",
        checkable=True,
        help="Hidden tokens, secret doors and notes; off: as players see it",
    )
    def toggle_gm(self) -> None:
        """Switch what only the GM sees."""
        self.bridge.switch_overlay("gm")

    @command(
        "view.theme",
        "Light theme",
        menu="View",
        section=3,
        shortcut="Ctrl+Shift+L",
        checkable=True,
        icon="sun",
        help="Light colors in place of dark ones",
    )
    def toggle_theme(self) -> None:
        """Go from the dark theme to the light one, or back."""
        from battlemap.ui.theme import DARK, LIGHT

        self.set_theme(LIGHT if self.theme.is_dark else DARK)

    @command(
        "view.initiative",
        "Initiative panel",
        menu="View",
        section=4,
        checkable=True,
        help="Show or hide the initiative panel",
    )
    def toggle_initiative(self) -> None:
        """Show or hide the initiative panel."""
        self.toggle_dock(self.initiative_dock)

    @command(
        "view.groups",
        "Group tokens of one kind",
        menu="View",
        section=4,
        checkable=True,
        help="Let minions whose turns follow each other share a line of the initiative panel",
    )
    def toggle_groups(self) -> None:
        """Let tokens of one kind share a line, or list each."""
        self.initiative.set_grouped(not self.initiative.grouped)

    @command(
        "view.follow",
        "Follow whose turn it is",
        menu="View",
        section=4,
        checkable=True,
        help="Bring the token whose turn begins into view",
    )
    def toggle_follow(self) -> None:
        """Bring the token whose turn begins into view, or leave the map where it is."""
        self.follows_turn = not self.follows_turn

    def follow_turn(self, before: Encounter, after: Encounter) -> None:
        """Bring the token whose turn has begun into view."""
        active = after.turn_order.active
        if (
            self.follows_turn
            and active in after.tokens
            and (before.turn_order.active, before.turn_order.round)
            != (active, after.turn_order.round)
            and before.map is after.map
        ):
            self.view.reveal(active)

    @command(
        "view.log",
        "Log panel",
        menu="View",
        section=4,
        checkable=True,
        icon="history",
        shortcut="Ctrl+L",
        help="Show or hide the log",
    )
    def toggle_log(self) -> None:
        """Show or hide the log."""
        self.toggle_dock(self.log_dock)
        if self.log_dock.isVisible() and self.measures is not None and self.measures.is_narrow:
            # Under the map it takes a strip only.
            QTimer.singleShot(
                0,
                lambda: self.resizeDocks([self.log_dock], [_LOG_STRIP], Qt.Orientation.Vertical),
            )

    def toggle_strip(self) -> None:
        """Take the strip below the map away, log and history; show the log where there is none."""
        open_docks = [dock for dock in (self.log_dock, self.history_dock) if not dock.isHidden()]
        for dock in open_docks:
            dock.hide()
        if not open_docks:
            self.toggle_log()

    @command(
        "view.details",
        "Attack and Token panel",
        menu="View",
        section=4,
        checkable=True,
        help="Show or hide the right panel",
    )
    def toggle_details(self) -> None:
        """Show or hide the right panel."""
        self.toggle_dock(self.details_dock)

    def toggle_dock(self, dock: QWidget) -> None:
        """Show or hide a panel."""
        dock.setVisible(not dock.isVisible())

    @command(
        "view.float",
        "Panels in windows of their own",
        menu="View",
        section=4,
        checkable=True,
        help="Let the panels float, for a second screen; again: dock them",
    )
    def toggle_floating(self) -> None:
        """Let the panels float, or dock them again."""
        docks = (self.initiative_dock, self.log_dock, self.history_dock, self.details_dock)
        floats = any(dock.isFloating() for dock in docks)
        for dock in docks:
            dock.setFloating(not floats)

    @command(
        "view.panels",
        "Map only",
        menu="View",
        section=5,
        shortcut="F11",
        checkable=True,
        help="Hide tool rail, panels and bars; again: bring them back",
    )
    def toggle_panels(self) -> None:
        """Hide everything but the map, or bring it back."""
        self.show_only_map(not self.is_only_map)

    @command(
        "view.full_screen",
        "Full screen",
        menu="View",
        section=5,
        shortcut="Alt+Return",
        checkable=True,
        help="Fill the screen",
    )
    def toggle_full_screen(self) -> None:
        """Fill the screen, or go back to a window."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    @command(
        "view.player_window",
        "Player window",
        menu="View",
        section=5,
        shortcut="Ctrl+F11",
        checkable=True,
        icon="player-window",
        help="The map without anything of the GM's, for a second screen; F11 there fills it",
    )
    def toggle_player_window(self) -> None:
        """Open the window for players, on another screen where there is one, or close it."""
        if self.player_window is not None:
            self.close_player_window()
            return
        from battlemap.ui.player_window import PlayerWindow

        made = self.player_window = PlayerWindow(self.bridge, self.theme, self.view)
        made.closed.connect(self._player_window_gone)
        other = [screen for screen in QGuiApplication.screens() if screen is not self.screen()]
        if other:
            made.setGeometry(other[0].availableGeometry())
            made.showFullScreen()
        else:
            made.show()

    def close_player_window(self) -> None:
        """Close the window for players, if it is open."""
        if self.player_window is not None:
            self.player_window.close()

    def _player_window_gone(self) -> None:
        gone, self.player_window = self.player_window, None
        if gone is not None:
            gone.deleteLater()
        self.update_actions()

    @command(
        "view.region",
        "Next region",
        menu="View",
        section=5,
        shortcut="F6",
        help="Move the focus on: map, actions, right panel, initiative, log",
    )
    def next_region(self) -> None:
        """Move the focus to the next region."""
        self.focus_region(1)

    @command(
        "view.region_back",
        "Previous region",
        menu="View",
        section=5,
        shortcut="Shift+F6",
        help="Move the focus back: log, initiative, right panel, actions, map",
    )
    def previous_region(self) -> None:
        """Move the focus to the previous region."""
        self.focus_region(-1)

    @command(
        "view.palette",
        "Search commands",
        menu="View",
        section=6,
        shortcut="Ctrl+K",
        icon="search",
        help="Find any command by its words",
    )
    def open_palette(self) -> None:
        """Open the command palette."""
        self.palette_card.open()

    @command(
        "view.menus",
        "Menus by keyboard",
        menu="View",
        section=6,
        shortcut="F10",
        help="Open the first menu; the arrow keys lead to the others, Alt with a letter to each",
    )
    def open_menus(self) -> None:
        """Open the first menu of the top bar."""
        bar = self.top_bar.menus
        if bar.isVisible():
            bar.setFocus(Qt.FocusReason.MenuBarFocusReason)
            bar.setActiveAction(bar.actions()[0])
        else:
            self.bridge.say("Only the map is shown: F11 brings the menus back.", "info")
