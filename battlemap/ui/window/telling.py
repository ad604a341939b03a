"""What the window says of itself: what can be done, is it saved, which keys count now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from battlemap.geometry.names import cell_name
from battlemap.rules.procedure import Ask
from battlemap.ui.panels.wording import ground_words
from battlemap.ui.tools.points_tool import PointsTool
from battlemap.ui.window.base import WindowBase

if TYPE_CHECKING:
    from battlemap.ui.bridge import MenuPlace

_MOST_ANSWERS = 4
"""With more answers than this the status bar names their keys only."""
_ON_TOKENS = ("turn_right", "turn_left", "raise", "lower", "hide")
"""Commands of the Edit menu that change the selected tokens where they stand."""


class Telling(WindowBase):
    """Keeps menus, top bar and status bar true."""

    def update_actions(self) -> None:
        """Enable what can be done now, and say what undo would undo."""
        self._late.stop()
        bridge, session = self.bridge, self.bridge.session
        history = session.history
        waiting = bridge.is_waiting
        running = self.encounter.turn_order.is_running
        some = bool(bridge.selected)
        any_token = bool(self.encounter.tokens)
        enabled = {
            "edit.undo": history.can_undo or session.pending is not None,
            "edit.redo": history.can_redo and not waiting,
            "edit.select_all": any_token,
            "edit.select_none": some or bridge.target is not None,
            "fight.begin": any_token,
            "fight.end_turn": running and not waiting,
            "fight.previous": running and history.can_undo,
            "fight.end": running and not waiting,
            "fight.turn_start": (session.turn_start() or 0) < history.position and running,
            "file.branch": bool(history.commits) and not waiting,
            "fight.no_target": bridge.target is not None,
            "fight.next_token": any_token,
            "fight.previous_token": any_token,
            "view.center": bridge.attacker is not None,
            "map.no_picture": self.encounter.map.background is not None and not waiting,
            "rules.clear_overrules": bool(self.encounter.overrides) and not waiting,
        }
        for name in (*_ON_TOKENS, "duplicate", "delete", "cut"):
            enabled[f"edit.{name}"] = some and not waiting
        enabled |= {"edit.copy": some, "map.keep": some, "edit.paste": not waiting}
        for key, on in enabled.items():
            self.command_actions[key].setEnabled(on)
        undo, redo = self.command_actions["edit.undo"], self.command_actions["edit.redo"]
        last = history.commits[history.position - 1].label if history.can_undo else ""
        following = history.commits[history.position].label if history.can_redo else ""
        undo.setText(f"Undo {last}" if last and session.pending is None else "Undo")
        redo.setText(f"Redo {following}" if following else "Redo")
        going_on = bridge.system.next_label(self.encounter) if running else "End turn"
        self.command_actions["fight.end_turn"].setText(going_on)
        self.top_bar.undo.setEnabled(undo.isEnabled())
        self.top_bar.undo.setToolTip(f"{undo.text()} (Ctrl+Z)")
        self.top_bar.redo.setEnabled(redo.isEnabled())
        self.top_bar.redo.setToolTip(f"{redo.text()} (Ctrl+Shift+Z)")
        self._check_marks()
        self.top_bar.system.setText(bridge.system.title)
        self._tell_document()
        self._tell_keys()

    def _check_marks(self) -> None:
        checked = {f"view.{name}": on for name, on in vars(self.bridge.overlay).items()}
        checked["view.theme"] = not self.theme.is_dark
        checked["view.initiative"] = self.initiative_dock.isVisible()
        checked["view.log"] = self.log_dock.isVisible()
        checked["view.history"] = self.history_dock.isVisible()
        checked["view.groups"] = self.initiative.grouped
        checked["view.follow"] = self.follows_turn
        checked["view.details"] = self.details_dock.isVisible()
        docks = (self.initiative_dock, self.log_dock, self.history_dock, self.details_dock)
        checked["view.float"] = any(dock.isFloating() for dock in docks)
        checked["view.panels"] = self.is_only_map
        checked["view.full_screen"] = self.isFullScreen()
        checked["view.player_window"] = self.player_window is not None
        checked["fight.manual_dice"] = self.bridge.session.manual_dice
        checked["fight.ask_outside"] = self.bridge.asks_outside_fights
        for key, on in checked.items():
            if key in self.command_actions:
                self.command_actions[key].setChecked(on)

    def _tell_document(self) -> None:
        session = self.bridge.session
        battle_map = self.encounter.map
        name = battle_map.name or (session.path.stem if session.path else "New map")
        failure = session.journal_failure
        if not session.is_modified:
            state = "saved" if session.path else "nothing to save"
        elif session.has_journal and not failure:
            state = "unsaved changes kept in the journal"
        else:
            state = "unsaved changes"
        self.top_bar.set_document(name, state)
        self.setWindowTitle(f"{name}{'*' if session.is_modified else ''} – Battlemap")
        if failure:
            words = failure
        elif session.has_journal:
            words = "Autosaved, journal on"
        else:
            words = "No journal"
        self.foot_bar.journal.setText(words)

    # What is under the pointer, and which keys count ---------------------------------------------

    def _hovered(self, place: MenuPlace | None) -> None:
        if place is None:
            spec = self.encounter.map.grid
            self.foot_bar.place.setText(f"{spec.columns} × {spec.rows} cells")
            return
        words = [cell_name(self.bridge.board.grid, place.cell)]
        words.append(ground_words(self.encounter, place.cell))
        token = self.bridge.token(place.token)
        if token is not None:
            words.append(token.name or token.id)
        elif place.door is not None:
            door = self.encounter.map.obstacles.get(place.door)
            words.append("open door" if getattr(door, "is_open", False) else "door")
        self.foot_bar.place.setText(", ".join(words))

    def _tell_keys(self) -> None:
        bridge = self.bridge
        keys: list[tuple[str, str]]
        pending = bridge.session.pending
        if self.view.map_scene.lifted and not self.view.current_tool.keys:
            keys = [
                ("Ctrl", "waypoint"),
                ("J", "jump"),
                ("Shift", "force"),
                ("V", "safest"),
                ("B", "next route"),
                ("P", "plan"),
                ("W", "why"),
                ("Esc", "cancel"),
            ]
        elif isinstance(pending, Ask):
            open_ones = [(i, o) for i, o in enumerate(pending.options, 1) if not o.unavailable]
            keys = [(str(i), o.label) for i, o in open_ones]
            if len(keys) > _MOST_ANSWERS:
                # The card says them all.
                keys = [(f"{keys[0][0]} to {keys[-1][0]}", "answer")]
            keys.append(("Ctrl Z", "take it back"))
        elif pending is not None:
            keys = [("Tab", "next die"), ("Enter", "use these"), ("Ctrl Z", "take it back")]
        elif self.view.tool != "select":
            tool = self.view.current_tool
            begun = isinstance(tool, PointsTool) and tool.points
            keys = [*tool.keys, ("Esc", "discard" if begun else "back to select")]
        elif bridge.plan_route is not None and bridge.plan_route.is_kept:
            enter = "move, then roll" if self.attack_panel.can_roll else "move"
            keys = [("Enter", enter), ("W", "why"), ("Esc", "drop the plan")]
        elif bridge.selected and bridge.target is not None:
            keys = [("T", "next target"), ("R", "turn"), ("Esc", "no target")]
            if self.enter_rolls:
                keys.insert(0, ("Enter", "roll"))
        elif bridge.selected:
            keys = [("Drag", "move"), ("T", "target"), ("R", "turn"), ("Esc", "select nothing")]
        else:
            keys = [("Click", "select"), ("Tab", "next token"), ("Right drag", "pan")]
        self.foot_bar.show_keys(keys)

    def _asked(self, question: object) -> None:
        self._late.start()
        if question is None:
            if self.selects_active_next:
                # Not at once: the session is still telling everybody what happened.
                QTimer.singleShot(0, self.select_active)
            return
        focus = tuple(getattr(question, "focus", ())) or (getattr(question, "token", None),)
        for token in focus[:1]:
            if token in self.encounter.tokens:
                self.view.reveal(token)

    def _targeted(self, target: str | None) -> None:
        self._late.start()
        if target is not None and not self.is_only_map:
            self.show_tab("attack")
