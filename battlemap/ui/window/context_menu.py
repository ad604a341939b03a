"""What a right click on the map offers: for a token, a door, an empty cell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu

from battlemap.geometry.names import cell_name
from battlemap.model.intent import Act, ArrangeTurns, Attack, BeginFight, Move, Turn
from battlemap.model.obstacle import Door
from battlemap.model.terrain import Layer, Terrain
from battlemap.model.words import direction
from battlemap.ui.area_marks import without_mark
from battlemap.ui.icons import icon_pixmap
from battlemap.ui.panels.wording import size_name
from battlemap.ui.state_lines import sign_of
from battlemap.ui.window.fight_commands import FightCommands
from battlemap.ui.window.group_commands import GroupCommands
from battlemap.ui.window.obstacle_menu import ObstacleMenus
from battlemap.ui.window.rules_commands import RulesCommands
from battlemap.ui.window.token_commands import TokenCommands

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from battlemap.geometry.cell import Cell
    from battlemap.model.token import Token
    from battlemap.ui.bridge import MenuPlace

POLICIES = (("ask", "Ask me"), ("always", "Always"), ("never", "Never"))


def _add_title(menu: QMenu, text: str) -> None:
    """Say at the top what the menu is for."""
    menu.addAction(text).setEnabled(False)
    menu.addSeparator()


class ContextMenus(TokenCommands, FightCommands, GroupCommands, RulesCommands, ObstacleMenus):
    """Builds the menus; each entry does something."""

    def context_menu(self, place: MenuPlace) -> QMenu:
        """Return the menu for what lies at this place."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        token = self.bridge.token(place.token)
        if token is not None:
            self._token_menu(menu, token)
        elif place.door is not None:
            self._door_menu(menu, place.door)
        else:
            self._cell_menu(menu, place.cell)
            obstacle = place.wall or place.prop
            if obstacle is not None:
                menu.addSeparator()
                self.obstacle_entries(menu, obstacle)
        obstacle = place.door or place.prop
        if token is None and obstacle is not None:
            self._actions_on_obstacle(menu, obstacle)
        if token is None and place.light is not None:
            self.light_entries(menu, place.light)
        mark = self.encounter.map.marks.get(place.area) if place.area is not None else None
        if mark is not None:
            menu.addSeparator()
            name = mark.text or "this area"
            menu.addAction(f"Remove {name}").triggered.connect(lambda: self._remove_mark(mark.id))
        return menu

    def turn_menu(self, token_id: str, slot: int | None) -> QMenu:
        """Return the menu of a row of the initiative panel: its turn, then its token."""
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        order = self.encounter.turn_order
        if slot is not None:
            last = len(order.slots) - 1
            for words, place, on in (
                ("Earlier (Alt+Up)", slot - 1, slot > 0),
                ("Later (Alt+Down)", slot + 1, slot < last),
                ("Next", 1 if order.active else 0, slot > 1),
            ):
                entry = menu.addAction(words)
                entry.setEnabled(on and not self.bridge.is_waiting)
                entry.triggered.connect(
                    lambda _=False, place=place: self.initiative.move_turn(slot, place)
                )
            if slot == 0 and order.active is not None:
                off = menu.addAction("Put the turn off (Ctrl+End)")
                off.setEnabled(not self.bridge.is_waiting)
                off.triggered.connect(lambda: self.run_command("fight.delay"))
            out = menu.addAction("Take this turn out")
            out.setEnabled(not self.bridge.is_waiting and (slot > 0 or order.active is None))
            rest = tuple(one for place, one in enumerate(order.slots) if place != slot)
            out.triggered.connect(lambda: self.bridge.perform(ArrangeTurns(rest)))
            menu.addSeparator()
        token = self.bridge.token(token_id)
        if token is not None:
            self._token_menu(menu, token)
        return menu

    def open_turn_menu(self, token_id: str, slot: int | None, where: QPoint) -> None:
        """Show the menu of a row of the initiative panel."""
        menu = self.turn_menu(token_id, slot)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(where)

    def _remove_mark(self, key: str) -> None:
        self.bridge.edit("Remove area", without_mark(self.encounter, key))

    # A token --------------------------------------------------------------------------------

    def _token_menu(self, menu: QMenu, token: Token) -> None:
        bridge = self.bridge
        attacker = bridge.token(bridge.attacker)
        _add_title(menu, token.name or token.id)
        if attacker is not None and attacker.id != token.id:
            menu.addAction("Target").triggered.connect(lambda: self._target(token.id))
            others = [key for key in bridge.targets.keys if key != token.id]
            if others:
                words = "Add to" if token.id not in bridge.targets.keys else "Take out of"
                menu.addAction(f"{words} the targets (Shift+T)").triggered.connect(
                    lambda: bridge.toggle_target(token.id)
                )
            strikes = menu.addMenu("Attack with")
            for weapon in bridge.system.weapons(attacker):
                strikes.addAction(weapon.name).triggered.connect(
                    lambda _=False, w=weapon.name: self._attack_with(token.id, w)
                )
            self._actions_on(menu, attacker, token)
            menu.addSeparator()
        self._actions_of_all(menu, token)
        menu.addAction("Properties").triggered.connect(lambda: self._properties(token.id))
        self._facing_menu(menu, token)
        self._conditions_menu(menu, token)
        self._size_menu(menu, token)
        hidden = menu.addAction("Hidden from players")
        hidden.setCheckable(True)
        hidden.setChecked(token.hidden)
        hidden.triggered.connect(
            lambda on: self._replace(replace(token, hidden=on), f"Hide {token.name}")
        )
        self._questions_menu(menu, token)
        menu.addSeparator()
        in_order = any(slot.token == token.id for slot in self.encounter.turn_order.slots)
        if self.encounter.turn_order.is_running and not in_order:
            menu.addAction("Join the fight").triggered.connect(
                lambda: bridge.perform(BeginFight((token.id,)))
            )
        for words, deed in (
            ("Copy", self.copy_tokens),
            ("Duplicate", self.duplicate),
            ("Keep in the bestiary", self.keep_in_bestiary),
        ):
            menu.addAction(words).triggered.connect(
                lambda _=False, deed=deed: self._with_selected(token.id, deed)
            )
        menu.addAction("Delete").triggered.connect(
            lambda: self._with_selected(token.id, self.delete)
        )

    def _actions_on(self, menu: QMenu, attacker: Token, target: Token) -> None:
        """List the other actions that need a target: grapple, shove, assist..."""
        actions = [
            action
            for action in self.bridge.system.actions(self.encounter, attacker)
            if action.needs_target and action.key not in ("strike", "off_hand")
        ]
        if not actions:
            return
        more = menu.addMenu("Other actions")
        more.setToolTipsVisible(True)
        for action in actions:
            entry = more.addAction(action.label)
            entry.setEnabled(not action.unavailable)
            entry.setToolTip(action.unavailable or action.help)
            entry.triggered.connect(
                lambda _=False, key=action.key: self.bridge.perform(
                    Act(attacker.id, key, target.id)
                )
            )

    def _actions_of_all(self, menu: QMenu, token: Token) -> None:
        """List what everybody who is selected can do, where the token is one of several."""
        bridge = self.bridge
        if token.id not in bridge.selected or len(bridge.selected) < 2:
            return
        whole = menu.addMenu(f"All {len(bridge.selected)} selected")
        whole.setEnabled(not bridge.is_waiting)
        for action, able in self.actions_of_all():
            entry = whole.addAction(f"{action.label} ({len(able)} of {len(bridge.selected)})")
            entry.triggered.connect(lambda _=False, key=action.key: self.act_all(key))

    def _actions_on_obstacle(self, menu: QMenu, obstacle: str) -> None:
        """List what the acting token can do to a door or thing: break it."""
        attacker = self.bridge.token(self.bridge.attacker)
        if attacker is None:
            return
        actions = self.bridge.system.actions(self.encounter, attacker)
        for action in actions:
            if action.on_obstacle:
                entry = menu.addAction(f"{action.label} ({attacker.name or attacker.id})")
                entry.setEnabled(not action.unavailable)
                entry.setToolTip(action.unavailable or action.help)
                entry.triggered.connect(
                    lambda _=False, key=action.key: self.bridge.perform(
                        Act(attacker.id, key, choices={"obstacle": obstacle})
                    )
                )

    def _questions_menu(self, menu: QMenu, token: Token) -> None:
        """Offer to be asked, or not, for each kind of question that the game puts to a token."""
        session = self.bridge.session
        asked = dict(self.bridge.system.asked)
        asked.update({kind: kind.capitalize() for kind in session.settled(token.id)} | asked)
        whole = menu.addMenu("Reactions and defenses")
        for kind, words in asked.items():
            part = whole.addMenu(words)
            for mode, name in POLICIES:
                entry = part.addAction(name)
                entry.setCheckable(True)
                entry.setChecked(session.policy(token.id, kind) == mode)
                entry.triggered.connect(
                    lambda _=False, k=kind, m=mode: session.set_policy(token.id, k, m)
                )

    def _facing_menu(self, menu: QMenu, token: Token) -> None:
        if not self.bridge.board.conventions.has_facing:
            return
        facing = menu.addMenu("Face")
        grid = self.bridge.board.grid
        for degrees in grid.facings:
            entry = facing.addAction(direction(degrees).capitalize())
            entry.setCheckable(True)
            entry.setChecked(grid.nearest_facing(token.facing) == degrees)
            entry.triggered.connect(
                lambda _=False, d=degrees: self.bridge.perform(Turn(token.id, d))
            )

    def _conditions_menu(self, menu: QMenu, token: Token) -> None:
        conditions = menu.addMenu("Conditions")
        conditions.setToolTipsVisible(True)
        system = self.bridge.system
        for condition in dict.fromkeys((*system.conditions, *sorted(token.conditions))):
            sign = icon_pixmap(sign_of(condition), self.theme.ink, 18)
            entry = conditions.addAction(QIcon(sign), condition.capitalize())
            entry.setToolTip(system.condition_help(condition))
            entry.setCheckable(True)
            entry.setChecked(token.has(condition))
            entry.triggered.connect(lambda _=False, c=condition: self.toggle_condition(token.id, c))

    def _size_menu(self, menu: QMenu, token: Token) -> None:
        sizes = menu.addMenu("Size")
        for size in range(1, 5):
            entry = sizes.addAction(f"{size_name(size)} ({size})")
            entry.setCheckable(True)
            entry.setChecked(token.size == size)
            entry.triggered.connect(
                lambda _=False, s=size: self._replace(
                    replace(token, size=s), f"Size of {token.name}"
                )
            )

    def _replace(self, token: Token, label: str) -> None:
        self.bridge.edit(label, self.encounter.with_token(token))

    def _target(self, token_id: str) -> None:
        self.bridge.set_target(token_id)
        self.show_tab("attack")

    def _attack_with(self, target: str, weapon: str) -> None:
        attacker = self.bridge.attacker
        if attacker is None:
            return
        self.bridge.set_target(target)
        self.bridge.set_weapon(weapon)
        self.show_tab("attack")
        attack = Attack(attacker, target, weapon)
        plan = self.bridge.session.plan(attack)
        if plan.illegal:
            self.bridge.say(plan.illegal, "warn")

    def _properties(self, token_id: str) -> None:
        self.bridge.select([token_id])
        self.show_tab("token")

    def _with_selected(self, token_id: str, deed: object) -> None:
        if token_id not in self.bridge.selected:
            self.bridge.select([token_id])
        deed()  # type: ignore[operator]

    # A door ---------------------------------------------------------------------------------

    def _door_menu(self, menu: QMenu, door_id: str) -> None:
        door = self.encounter.map.obstacles.get(door_id)
        if not isinstance(door, Door):
            return
        what = "window" if door.is_window else "door"
        menu.addAction(f"Shut {what}" if door.is_open else f"Open {what}").triggered.connect(
            lambda: self.toggle_door(door_id)
        )
        locked = menu.addAction("Locked")
        locked.setCheckable(True)
        locked.setChecked(door.is_locked)
        locked.triggered.connect(lambda: self.toggle_lock(door_id))
        secret = menu.addAction("Secret")
        secret.setCheckable(True)
        secret.setChecked(door.is_secret)
        secret.triggered.connect(lambda: self.toggle_secret(door_id))
        menu.addSeparator()
        self.obstacle_entries(menu, door_id)

    # An empty cell --------------------------------------------------------------------------

    def _cell_menu(self, menu: QMenu, cell: Cell) -> None:
        grid = self.bridge.board.grid
        inside = cell in grid
        _add_title(menu, cell_name(grid, cell) if inside else "Off the map")
        token = self.bridge.token(self.bridge.attacker) if self.bridge.selected else None
        if inside:
            menu.addAction("Add token here...").triggered.connect(lambda: self.add_token_at(cell))
            menu.addAction("Add from the bestiary here...").triggered.connect(
                lambda: self.add_from_bestiary_at(cell)
            )
            if token is not None:
                self._move_entries(menu, token, cell)
            terrain = menu.addMenu("Ground")
            now = self.encounter.map.terrain_at(cell)
            for kind in Terrain:
                entry = terrain.addAction(str(kind.name).capitalize())
                entry.setCheckable(True)
                entry.setChecked(bool(now & kind))
                entry.triggered.connect(lambda _=False, k=kind: self._paint_ground(cell, now ^ k))
            menu.addSeparator()
        for key in ("edit.select_all", "view.fit"):
            menu.addAction(self.command_actions[key])

    def _move_entries(self, menu: QMenu, token: Token, cell: Cell) -> None:
        name = token.name or token.id
        menu.addAction(f"Put {name} here (GM)").triggered.connect(
            lambda: self.bridge.perform(Move(token.id, (token.at, cell), "force"))
        )
        shift = next(
            (
                action
                for action in self.bridge.system.actions(self.encounter, token)
                if action.key == "shift"
            ),
            None,
        )
        if shift is not None and cell in self.bridge.board.grid.neighbors(token.at):
            entry = menu.addAction(f"{shift.label} {name} here")
            entry.setEnabled(not shift.unavailable)
            entry.setToolTip(shift.unavailable or shift.help)
            entry.triggered.connect(
                lambda: self.bridge.perform(Move(token.id, (token.at, cell), "shift"))
            )

    def _paint_ground(self, cell: Cell, terrain: Terrain) -> None:
        battle_map = self.encounter.map
        values = battle_map.terrain.values.copy()
        column, row = battle_map.grid.grid.offset(cell)
        values[row, column] = int(terrain)
        changed = replace(battle_map, terrain=Layer(values))
        self.bridge.edit("Paint ground", self.encounter.with_map(changed))
