"""The main window: docks, bars and menus around the map. What commands do lies in ``ui.window``."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from battlemap.model.intent import AreaAttack
from battlemap.ui.best_positions import BestPositions
from battlemap.ui.bridge import Bridge, Offer
from battlemap.ui.commands import MENUS, MNEMONICS, commands_of
from battlemap.ui.drag_and_drop import FileDrops
from battlemap.ui.fight_over import FightOver
from battlemap.ui.kept_links import KeptLinks
from battlemap.ui.overlays.announced import Announced
from battlemap.ui.overlays.kept import KeptOverlays
from battlemap.ui.panels.action_bar import ActionBar
from battlemap.ui.panels.area_panel import AreaPanel
from battlemap.ui.panels.attack_panel import AttackPanel
from battlemap.ui.panels.bars import FootBar, MessageBar, TopBar
from battlemap.ui.panels.history_panel import HistoryPanel
from battlemap.ui.panels.initiative_panel import InitiativePanel
from battlemap.ui.panels.log_panel import LogPanel
from battlemap.ui.panels.map_panel import MapPanel
from battlemap.ui.panels.painting import use_theme
from battlemap.ui.panels.palette import Palette
from battlemap.ui.panels.prompt import Prompt
from battlemap.ui.panels.token_panel import TokenPanel
from battlemap.ui.panels.why_card import WhyCard
from battlemap.ui.scene.map_view import MapView
from battlemap.ui.theme import DARK, Theme
from battlemap.ui.timers import single_shot
from battlemap.ui.window.arranging import Arranging
from battlemap.ui.window.context_menu import ContextMenus
from battlemap.ui.window.drawing_commands import DrawingCommands
from battlemap.ui.window.file_commands import FileCommands
from battlemap.ui.window.help_commands import HelpCommands
from battlemap.ui.window.history_commands import HistoryCommands
from battlemap.ui.window.key_map import KeyMap, load_keys, with_keys
from battlemap.ui.window.layout import Dock, MapHost, Measures, Rail, TabHead, Tabs
from battlemap.ui.window.preferences import Preferences, save_preferences, size_that_fits
from battlemap.ui.window.telling import Telling
from battlemap.ui.window.view_commands import ViewCommands
from battlemap.ui.window.welcome import Welcome, sample_maps, sample_name

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QObject, QPoint
    from PySide6.QtGui import QCloseEvent

    from battlemap.geometry.cell import Cell
    from battlemap.session.log import LogEntry
    from battlemap.session.session import Session
    from battlemap.ui.bridge import MenuPlace
    from battlemap.ui.commands import Command

_ON_MAP_ONLY = frozenset({"fight.next_token", "fight.previous_token"})
"""Tab goes through tokens on the map and through controls everywhere else."""


_KEEPS_ENTER = (QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QAbstractItemView)
"""Where Enter ends an entry or opens a line; it must not roll dice too."""


class MainWindow(
    Telling,
    Arranging,
    FileCommands,
    ContextMenus,
    DrawingCommands,
    ViewCommands,
    HistoryCommands,
    HelpCommands,
):
    """The window. It talks to the map only through its ``Bridge``."""

    def __init__(self, session: Session, theme: Theme = DARK, *, welcome: bool = False) -> None:
        super().__init__()
        self.setObjectName("MainWindow")
        self.setWindowTitle("Battlemap")
        self.theme = theme
        self.measures: Measures | None = None
        self.is_only_map = False
        self._tab_before_area = "attack"
        self._was_laid_out = False
        self.keeps_preferences = False
        self.starts_maximized = False
        self._hidden_before: list[QWidget] = []
        use_theme(theme)
        self.bridge = Bridge(session, self)
        self.key_map = load_keys()
        self._commands: tuple[Command, ...] = with_keys(commands_of(type(self)), self.key_map)
        self.command_actions: dict[str, QAction] = {}
        self.welcome: Welcome | None = None
        self._build_map()
        self._build_docks()
        self._build_bars()
        self._build_actions()
        self._build_menus()
        self._connect()
        self.set_theme(theme)
        self.resize(self.sizeHint().boundedTo(self.screen().availableSize()))
        if welcome:
            self._show_welcome()
        for button in self.findChildren(QAbstractButton):
            # A click leaves the focus where it was, so that Enter still rolls.
            if button.focusPolicy() is Qt.FocusPolicy.StrongFocus:
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.update_actions()
        self._hovered(None)

    # Building ---------------------------------------------------------------------------------

    def _build_map(self) -> None:
        self.view = MapView(self.bridge, self.theme)
        self.kept = KeptOverlays(self.view)
        self.kept_links = KeptLinks(self.bridge)
        self.fight_over = FightOver(self.bridge)
        self.map_host = MapHost(self.view, self)
        self.message_bar = MessageBar(self)
        self.view.is_squeezed = lambda: self.message_bar.is_passing
        self.action_bar = ActionBar(self.bridge, self)
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.message_bar)
        column.addWidget(self.map_host, 1)
        column.addWidget(self.action_bar)
        self.setCentralWidget(middle)
        self.prompt = Prompt(self.bridge, self.map_host)

    def _build_docks(self) -> None:
        self.initiative = InitiativePanel(self.bridge, self)
        self.log_panel = LogPanel(self.bridge, self)
        self.attack_panel = AttackPanel(self.bridge, self)
        self.token_panel = TokenPanel(self.bridge, self)
        self.tab_head = TabHead(self)
        self.tabs = Tabs(self.tab_head, self)
        self.tabs.add("attack", "Attack", self.attack_panel)
        self.tabs.add("token", "Token", self.token_panel)
        self.area_panel = AreaPanel(self.bridge, self)
        self.tabs.add("area", "Area", self.area_panel)
        self.map_panel = MapPanel(self.view, self)
        self.tabs.add("map", "Map", self.map_panel)
        self.initiative_dock = Dock("Initiative", self.initiative.head, self.initiative, self)
        self.log_dock = Dock("Log", self.log_panel.head, self.log_panel, self)
        self.history_panel = HistoryPanel(self.bridge, self)
        self.history_dock = Dock("History", self.history_panel.head, self.history_panel, self)
        self.why_card = WhyCard(self.attack_panel, self.area_panel.targets, self.map_host)
        self.details_dock = Dock("Details", self.tab_head, self.tabs, self)
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        self.addDockWidget(left, self.initiative_dock)
        self.splitDockWidget(self.initiative_dock, self.log_dock, Qt.Orientation.Vertical)
        self.tabifyDockWidget(self.log_dock, self.history_dock)
        self.history_dock.hide()
        self.addDockWidget(right, self.details_dock)
        self.setCorner(Qt.Corner.BottomLeftCorner, left)
        self.setCorner(Qt.Corner.BottomRightCorner, right)
        self.setDockOptions(self.dockOptions() & ~self.DockOption.AnimatedDocks)

    def _build_bars(self) -> None:
        self.top_bar = TopBar(self)
        self.setMenuWidget(self.top_bar)
        self.rail = Rail(self.view, self)
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.rail)
        self.foot_bar = FootBar(self)
        self.setStatusBar(self.foot_bar)
        self.palette_card = Palette(self._commands, self._is_enabled, self, self.found_actions)
        self.palette_card.chosen.connect(self._run_found)

    def _build_actions(self) -> None:
        for made in self._commands:
            action = QAction(made.label, self)
            action.setObjectName(made.id)
            action.setCheckable(made.checkable)
            # The check mark stands where the icon would.
            action.setIconVisibleInMenu(not made.checkable)
            action.setToolTip(made.help)
            action.setStatusTip("")
            action.setShortcuts([QKeySequence(keys) for keys in made.shortcuts])
            action.triggered.connect(partial(self._run, made))
            if made.id in _ON_MAP_ONLY:
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                self.view.addAction(action)
            else:
                self.addAction(action)
            self.command_actions[made.id] = action
        for name, tip, command_id in (
            ("token-add", "Add token (Ctrl+T)", "map.add_token"),
            ("picture", "Picture as background", "map.picture"),
        ):
            button = self.rail.add_button(name, tip)
            button.clicked.connect(self.command_actions[command_id].trigger)
        self.layers_button = self.rail.add_button("layers", "Layers", foot=True)
        self.layers_button.clicked.connect(self._open_layers)
        settings = self.rail.add_button("settings", "Rule options", foot=True)
        settings.clicked.connect(self.command_actions["rules.options"].trigger)

    def _build_menus(self) -> None:
        bar = self.top_bar.menus
        self._menus: dict[str, QMenu] = {}
        for name in MENUS:
            menu = bar.addMenu(MNEMONICS[name])
            menu.setToolTipsVisible(True)
            section = 0
            for made in self._commands:
                if made.menu != name:
                    continue
                if made.section != section and not menu.isEmpty():
                    menu.addSeparator()
                section = made.section
                menu.addAction(self.command_actions[made.id])
                if made.id == "file.open":
                    self.recent_menu = menu.addMenu("Open recent")
                    self.recent_menu.setToolTipsVisible(True)
                    self.recent_menu.aboutToShow.connect(lambda: self.fill_recent(self.recent_menu))
                    self.sample_menu = menu.addMenu("Samples")
                    for path in sample_maps():
                        entry = self.sample_menu.addAction(sample_name(path))
                        entry.triggered.connect(partial(self._open_from_menu, path))
                if made.id == "fight.roll":
                    self.command_actions[made.id].setText("Roll attack\tEnter")
            self._menus[name] = menu

    def _open_from_menu(self, path: Path, _checked: bool = False) -> None:
        self.open_path(path)

    def _connect(self) -> None:
        bridge = self.bridge
        bridge.changed.connect(lambda *_: self._late.start())
        bridge.changed.connect(lambda *_: self.message_bar.outdate())
        bridge.asked.connect(self._asked)
        bridge.selection_changed.connect(lambda _: self._late.start())
        bridge.selection_changed.connect(lambda _: self._tell_keys())
        bridge.target_changed.connect(self._targeted)
        bridge.overlays_changed.connect(self.update_actions)
        bridge.planned.connect(lambda _: self._tell_keys())
        self.view.drag_ended.connect(self._tell_keys)
        self.view.keys_changed.connect(self._tell_keys)
        bridge.hovered.connect(self._hovered)
        bridge.session_changed.connect(lambda: self._hovered(None))
        bridge.evidence.connect(self.view.show_evidence)
        bridge.message.connect(lambda text, kind: self.message_bar.show_offer(Offer(text, kind)))
        bridge.offered.connect(self.message_bar.show_offer)
        bridge.menu_requested.connect(self._open_menu)
        bridge.changed.connect(self.follow_turn)
        bridge.token_opened.connect(self._open_token)
        self._late = single_shot(self, self.update_actions)
        self._dresses = single_shot(self, self._dress_commands)
        self._undressed: list[Command] = []
        self._clock = QTimer(self)
        self._clock.setInterval(5000)
        self._clock.timeout.connect(self._tell_document)
        self._clock.start()
        self.top_bar.search_asked.connect(self.open_palette)
        self.top_bar.system_asked.connect(self.command_actions["rules.options"].trigger)
        self.top_bar.undo.clicked.connect(self.command_actions["edit.undo"].trigger)
        self.top_bar.redo.clicked.connect(self.command_actions["edit.redo"].trigger)
        self.rail.tool_chosen.connect(self._choose_tool)
        self.view.tool_changed.connect(self._tool_chosen)
        self.area_panel.tool_asked.connect(lambda: self._choose_tool("area"))
        self.area_panel.rolled.connect(self._leave_area)
        self.map_panel.tool_asked.connect(self._choose_tool)
        self.view.drawing.opened.connect(lambda: self.show_tab("map"))
        self.view.drawing.note_asked.connect(self.ask_note)
        self.view.drawing.light_asked.connect(self.ask_light)
        self.initiative.token_chosen.connect(self._choose_token)
        self.initiative.menu_asked.connect(self.open_turn_menu)
        self.initiative.next_asked.connect(self.command_actions["fight.end_turn"].trigger)
        self.initiative.previous_asked.connect(self.command_actions["edit.undo"].trigger)
        self.initiative.log_asked.connect(self.toggle_strip)
        self.log_panel.entry_chosen.connect(self._show_entry)
        self.log_panel.jump_asked.connect(self.jump_to_entry)
        self.history_panel.place_chosen.connect(self.go_to)
        self.history_panel.branch_asked.connect(self.branch)
        self.announced = Announced(self.bridge, self.view.map_scene)
        self.best_positions = BestPositions(self.bridge, self)
        self.best_positions.changed.connect(self.view.map_scene.show_best)
        self.best_positions.progressed.connect(
            lambda done, total: self.foot_bar.show_progress(
                "Best positions", done, total, self.best_positions.cancel
            )
        )
        seen = self.view.seen
        seen.progressed.connect(
            lambda done, total: self.foot_bar.show_progress(
                "What is seen", done, total, seen.cancel
            )
        )
        self.attack_panel.rule_asked.connect(self.show_rule)
        self.attack_panel.target_strip.attack_all_asked.connect(
            self.command_actions["fight.group_attack"].trigger
        )
        self.why_card.rule_asked.connect(self.show_rule)
        self.area_panel.attack_view.rule_asked.connect(self.show_rule)
        self.area_panel.targets.rule_asked.connect(self.show_rule)
        self.action_bar.action_chosen.connect(self.act)
        self.action_bar.end_turn_asked.connect(self.command_actions["fight.end_turn"].trigger)
        self.action_bar.begin_fight_asked.connect(self.command_actions["fight.begin"].trigger)
        self.token_panel.weapon_asked.connect(self._ask_weapon)
        self.tab_head.compare.toggled.connect(self.attack_panel.compare)
        self.drops = FileDrops(self)
        self.drops.dropped.connect(self.take_dropped)
        self.view.viewport().setAcceptDrops(False)
        self.view.installEventFilter(self)
        for dock in (self.initiative_dock, self.log_dock, self.history_dock, self.details_dock):
            dock.visibilityChanged.connect(lambda _: self._late.start())
            dock.topLevelChanged.connect(lambda _: self._late.start())

    # Commands ---------------------------------------------------------------------------------

    def _run(self, made: Command, _checked: bool = False) -> None:
        getattr(self, made.method)()
        self.update_actions()

    def use_keys(self, keys: KeyMap) -> None:
        """Give the commands the GM's keys, and show these wherever keys are shown."""
        self.key_map = keys
        self._commands = with_keys(commands_of(type(self)), keys)
        for made in self._commands:
            self.command_actions[made.id].setShortcuts(
                [QKeySequence(one) for one in made.shortcuts]
            )
        self.palette_card.set_commands(self._commands)
        self.update_actions()

    def run_command(self, command_id: str) -> None:
        """Carry out a command by its id; one that can't be carried out now does nothing."""
        self.update_actions()
        self.command_actions[command_id].trigger()

    def _run_found(self, found: str) -> None:
        if not self.run_action(found):
            self.run_command(found)

    def _is_enabled(self, command_id: str) -> bool:
        return self.command_actions[command_id].isEnabled()

    # The document -----------------------------------------------------------------------------

    def show_session(self, session: Session, *, welcome: bool = False) -> None:
        """Show another document; the one before is closed."""
        before = self.bridge.session
        self.message_bar.hide()
        self.bridge.set_session(session)
        self.bridge.take_up_deed()
        deed = session.open_deed
        if isinstance(deed, AreaAttack):
            self._choose_tool("area")
            self.area_panel.take_up(deed)
        if before is not session:
            before.close()
        if welcome:
            self._show_welcome()
        else:
            self.left_welcome()
        for warning in session.warnings[:1]:
            self.bridge.say(warning, "warn")
        self.update_actions()
        self.view.setFocus()
        if self.bridge.is_waiting:
            self.prompt.take_focus()

    def _show_welcome(self) -> None:
        if self.welcome is None:
            self.welcome = Welcome(self.map_host)
            self.welcome.open_asked.connect(self.open_map)
            self.welcome.new_asked.connect(self.new_map)
            self.welcome.sample_asked.connect(self.open_path)
        self.welcome.show()
        self.welcome.raise_()

    def left_welcome(self) -> None:
        """Take the greeting away: there is a map now."""
        if self.welcome is not None:
            self.welcome.hide()

    # Panels -------------------------------------------------------------------------------------

    def show_tab(self, key: str) -> None:
        """Bring a tab of the right dock to the front, and the dock back if it is away."""
        if not self.is_only_map:
            self.details_dock.show()
        self.tabs.show_key(key)

    def _choose_tool(self, key: str) -> None:
        self.view.set_tool(key)
        self.view.setFocus()

    def _tool_chosen(self, key: str) -> None:
        self.area_panel.show_tool(key)
        if key == "area" and not self.is_only_map:
            self._tab_before_area = "attack" if self.tabs.key == "area" else self.tabs.key
            self.show_tab("area")
        elif self.view.current_tool.group and not self.is_only_map:
            self.show_tab("map")
        elif self.tabs.key == "area":
            self.tabs.show_key(self._tab_before_area)
        self._tell_keys()

    def _leave_area(self) -> None:
        """Give the next click to the tokens again; what the attack came to stays on show."""
        if self.view.tool == "area":
            self._tab_before_area = "area"
            self.view.set_tool("select")

    def _choose_token(self, token_id: str) -> None:
        self.bridge.plan_move(None)
        self.bridge.select([token_id])
        self.view.reveal(token_id)

    def _open_token(self, token_id: str) -> None:
        self.bridge.select([token_id])
        self.show_tab("token")

    def _open_menu(self, place: MenuPlace, where: QPoint) -> None:
        menu = self.context_menu(place)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(where)

    def _open_layers(self) -> None:
        menu = QMenu(self)
        for key in ("view.grid", "view.names", "view.gm"):
            menu.addAction(self.command_actions[key])
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.layers_button.mapToGlobal(self.layers_button.rect().topRight()))

    def _show_entry(self, entry: LogEntry) -> None:
        if entry.token in self.encounter.tokens:
            self.bridge.select([entry.token])
            self.view.reveal(entry.token)

    def _ask_weapon(self, token_id: str, index: int) -> None:
        from battlemap.ui.dialogs.weapon_dialog import WeaponDialog

        token = self.encounter.tokens[token_id]
        weapon = token.weapons[index] if index >= 0 else None
        dialog = WeaponDialog(weapon, self.bridge.system.WeaponDetails, self)
        if self.run_dialog(dialog):
            self.token_panel.put_weapon(token_id, index, dialog.weapon())

    def middle_cell(self) -> Cell:
        """Return the cell in the middle of what the map shows, or the map's own middle."""
        view = self.view
        place = view.place_at(view.viewport().rect().center().toPointF())
        cell = view.map_scene.cell_at(place)
        grid = self.bridge.board.grid
        return cell if cell in grid else grid.from_offset(grid.columns // 2, grid.rows // 2)

    # Keys and closing ----------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let keys reach a drag or the tool: R during a drag is no command."""
        if (
            watched is self.view
            and event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (self.view.is_dragging or self.view.current_tool.wants(event))
        ):
            event.accept()
            return True
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer questions with 1, 2, 3 and roll with Enter, wherever nothing else wants them."""
        key = event.key()
        keypad = bool(event.modifiers() & Qt.KeyboardModifier.KeypadModifier)
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and not keypad and self.prompt.isVisible():
            if self.prompt.press(key - Qt.Key.Key_0):
                return
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.isAutoRepeat():
                # A key held down too long must not strike again, nor press what came in its place.
                return
            if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and self._enter():
                return
        elif key == Qt.Key.Key_Escape:
            if self.view.tool != "select":
                self.view.set_tool("select")
            self.view.setFocus()
            return
        super().keyPressEvent(event)

    def _enter(self) -> bool:
        """Press the button with the focus, else roll; tell whether there was anything to do."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QAbstractButton):
            focus.click()
            return True
        if isinstance(focus, _KEEPS_ENTER):
            return False
        if self.area_panel.isVisible() and self.bridge.area_plan.weapon:
            if self.area_panel.can_roll:
                self.area_panel.roll()
            else:
                self.bridge.say(self.area_panel.why_not(), "warn")
            return True
        if self.enter_rolls:
            self.attack_panel.roll()
            return True
        plan = self.attack_panel.plan if self.attack_panel.isVisible() else None
        if plan is None or not plan.illegal or self.bridge.is_waiting:
            return False
        self.roll_attack()  # it says why not; the reason may lie below the panel's edge
        return True

    @property
    def enter_rolls(self) -> bool:
        """Whether Enter rolls the attack; one that lies behind another tab is never rolled."""
        is_behind = self.tabs.isVisible() and not self.attack_panel.isVisible()
        return self.attack_panel.can_roll and not is_behind

    def take_preferences(self, kept: Preferences) -> None:
        """Be as the last window was, and let the next one be as this."""
        self.keeps_preferences = True
        self.starts_maximized = kept.is_maximized
        self.resize(size_that_fits(kept, self.screen().availableSize()))
        self.bridge.overlay = kept.overlay
        self.follows_turn = kept.follows_turn
        self.bridge.ask_outside_fights(kept.asks_outside_fights)
        self.initiative.set_grouped(kept.groups)
        self.bridge.overlays_changed.emit()

    def preferences(self) -> Preferences:
        """Return what the next window should be like."""
        size = self.normalGeometry().size()
        return Preferences(
            self.theme.name,
            max(640, size.width()),
            max(480, size.height()),
            self.isMaximized(),
            # A window that hides the GM's layers is for one moment only.
            replace(self.bridge.overlay, gm=True),
            self.follows_turn,
            self.initiative.grouped,
            self.bridge.asks_outside_fights,
        )

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes, then close the document and its journal."""
        if not self.may_close():
            event.ignore()
            return
        self._clock.stop()
        self.close_player_window()
        self.best_positions.cancel()
        if self.keeps_preferences:
            save_preferences(self.preferences())
        self.bridge.session.close()
        # Losing focus while it is taken apart, a line must not ask the map for anything.
        self.attack_panel.blockSignals(True)
        event.accept()
