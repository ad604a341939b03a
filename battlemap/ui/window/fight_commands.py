"""The Fight menu: turns, targets, the attack, dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.intent import Act, BeginFight, EndFight, EndTurn
from battlemap.ui.commands import command
from battlemap.ui.window.base import WindowBase

if TYPE_CHECKING:
    from battlemap.rules.plan import Action


class FightCommands(WindowBase):
    """What happens in a fight."""

    @command(
        "fight.begin",
        "Start fight",
        menu="Fight",
        shortcut="Ctrl+I",
        icon="swords",
        help="Roll initiative for the selected tokens, or for all in sight; later: let them join",
    )
    def begin_fight(self) -> None:
        """Roll initiative for the selected tokens.

        Where fewer than two are selected, for all who aren't hidden, as those come in later.
        """
        chosen = self.bridge.selected
        was_running = self.encounter.turn_order.is_running
        if self.bridge.is_waiting:
            what = "others can join the fight" if was_running else "the fight can start"
            self.bridge.say(f"Answer the open question first, or take it back: then {what}.")
            return
        if len(chosen) < 2 and not was_running:
            tokens = self.encounter.tokens
            chosen = tuple(key for key, token in tokens.items() if not token.hidden)
        if self.bridge.perform(BeginFight(tuple(chosen))) and not was_running:
            self.select_active()
            if self.tabs.key == "map":
                self.show_tab("attack")
            if not self.bridge.is_waiting:  # or the dice of initiative have the focus
                self.view.setFocus()

    @command(
        "fight.end_turn",
        "End turn",
        menu="Fight",
        shortcut="Ctrl+Space",
        icon="skip",
        help="End the active token's turn and go on to the next",
    )
    def end_turn(self) -> None:
        """End the active token's turn."""
        if self.bridge.perform(EndTurn()):
            self.select_active()

    @command(
        "fight.delay",
        "Put the turn off",
        menu="Fight",
        shortcut="Ctrl+End",
        icon="hourglass",
        help="The active token waits: its turn goes on as the round ends, or where its row is put",
    )
    def delay_turn(self) -> None:
        """Let the turn under way go on after all others of the round."""
        order = self.encounter.turn_order
        last = sum(1 for slot in order.slots if slot.round == order.round) - 1
        if order.active is None:
            self.bridge.say("Nobody has a turn that could be put off.", "warn")
        elif last < 1:
            self.bridge.say("Nobody else has a turn left in this round to wait for.", "warn")
        else:
            self.initiative.move_turn(0, last)
            self.select_active()

    def select_active(self) -> None:
        """Select the token whose turn it is, so that its actions and range are shown.

        While something is asked first, dice of initiative for example, it waits for the answer.
        """
        self.selects_active_next = self.bridge.is_waiting
        active = self.encounter.turn_order.active
        if active in self.encounter.tokens and not self.bridge.is_waiting:
            self.bridge.plan_move(None)
            self.bridge.select([active])

    @command(
        "fight.previous",
        "Previous turn",
        menu="Fight",
        shortcut="Ctrl+Shift+Space",
        help="Take everything back to before the last end of a turn, exactly",
    )
    def previous_turn(self) -> None:
        """Undo up to and with the last end of a turn."""
        history = self.bridge.session.history
        while history.can_undo:
            commit = history.commits[history.position - 1]
            self.bridge.undo()
            # In a game of steps nobody's turn may end: there the GM's going on counts.
            changes_turn = commit.before.turn_order.active != commit.after.turn_order.active
            if changes_turn or isinstance(commit.intent, EndTurn):
                self.select_active()
                return

    @command(
        "fight.end", "End fight", menu="Fight", icon="stop", help="Stop counting turns; wounds stay"
    )
    def end_fight(self) -> None:
        """Stop counting turns."""
        self.bridge.perform(EndFight())

    @command(
        "fight.target",
        "Next target",
        menu="Fight",
        section=1,
        shortcut="T",
        icon="target",
        help="Target the next enemy of the selected token, the nearest first",
    )
    def next_target(self) -> None:
        """Target the next enemy, the nearest first."""
        self._target_step(1)

    @command(
        "fight.target_back",
        "Previous target",
        menu="Fight",
        section=1,
        shortcut="Alt+T",
        help="Target the previous enemy of the selected token",
    )
    def previous_target(self) -> None:
        """Target the previous enemy."""
        self._target_step(-1)

    @command(
        "fight.add_target",
        "Add target",
        menu="Fight",
        section=1,
        shortcut="Shift+T",
        icon="target",
        help="Add what is pointed at to the targets, else the nearest enemy; again: take it out",
    )
    def add_target(self) -> None:
        """Add a target to those there are."""
        if self.view.tool_named("select").add_target():
            self.show_tab("attack")
        elif self.bridge.attacker is None:
            self.bridge.say("Select the token that attacks, then add targets.", "info")
        else:
            self.bridge.say("There is nobody left to target.", "info")

    def _target_step(self, step: int) -> None:
        bridge = self.bridge
        if self.view.tool_named("select").target_next(back=step < 0):
            self.show_tab("attack")
            return
        attacker = bridge.token(bridge.attacker)
        if attacker is None:
            bridge.say("Select the token that attacks; T then goes through its targets.", "info")
        else:
            bridge.say(f"{attacker.name or attacker.id} has no enemies on the map.", "info")

    @command(
        "fight.no_target",
        "No target",
        menu="Fight",
        section=1,
        shortcut="Ctrl+Shift+T",
        help="Drop all targets",
    )
    def no_target(self) -> None:
        """Drop all targets."""
        self.bridge.set_target(None)

    @command(
        "fight.why",
        "Why",
        menu="Fight",
        section=1,
        shortcut="W",
        icon="help",
        help="Explain the line of the Attack tab that is pointed at, pinned, or worth most",
    )
    def why(self) -> None:
        """Open the card that explains a fact or modifier, or close it."""
        if self.why_card.isVisible():
            self.why_card.leave()
            return
        if not self.why_card.open_here():
            self.bridge.say("Choose attacker and target; W then explains a line.", "info")

    @command(
        "fight.roll",
        "Roll attack",
        menu="Fight",
        section=2,
        icon="dice",
        help="Carry out the attack in the panel; Enter does it too",
    )
    def roll_attack(self) -> None:
        """Carry out the attack in the panel."""
        if self.attack_panel.can_roll:
            self.attack_panel.roll()
            return
        plan = self.attack_panel.plan
        why = plan.illegal if plan is not None else self.attack_panel.hint.text()
        self.bridge.say(why or "There is nothing to roll now.", "info")

    @command(
        "fight.type_dice",
        "Type dice for this attack",
        menu="Fight",
        section=2,
        shortcut="Ctrl+R",
        help="Roll real dice and type what they show",
    )
    def type_dice(self) -> None:
        """Carry out the attack in the panel with real dice."""
        if self.attack_panel.can_roll:
            self.attack_panel.type_dice()
        else:
            self.roll_attack()

    @command(
        "fight.manual_dice",
        "Real dice for everything",
        menu="Fight",
        section=2,
        checkable=True,
        help="Put every roll to the table: type each die",
    )
    def toggle_manual_dice(self) -> None:
        """Put every roll to the GM to type, or let the seeded dice roll."""
        session = self.bridge.session
        session.manual_dice = not session.manual_dice
        self.update_actions()

    @command(
        "fight.ask_outside",
        "Ask for reactions outside a fight",
        menu="Fight",
        section=2,
        checkable=True,
        help="Opportunity attacks are asked for in a fight only, unless this is on",
    )
    def toggle_ask_outside(self) -> None:
        """Ask for reactions while no fight runs, too, or in fights only."""
        self.bridge.ask_outside_fights(not self.bridge.asks_outside_fights)
        self.update_actions()

    @command(
        "fight.next_token",
        "Next token",
        menu="Fight",
        section=3,
        shortcut="Tab",
        help="Select the next token; in a fight, in order of turns",
    )
    def next_token(self) -> None:
        """Select the next token."""
        self._token_step(1)

    @command(
        "fight.previous_token",
        "Previous token",
        menu="Fight",
        section=3,
        shortcut="Shift+Tab",
        help="Select the previous token",
    )
    def previous_token(self) -> None:
        """Select the previous token."""
        self._token_step(-1)

    def _token_step(self, step: int) -> None:
        order = [slot.token for slot in self.encounter.turn_order.slots]
        keys = list(dict.fromkeys([*order, *self.encounter.tokens]))
        keys = [key for key in keys if key in self.encounter.tokens]
        if not keys:
            return
        here = self.bridge.attacker
        if not self.bridge.selected:
            index = 0 if here not in keys else keys.index(here)
        else:
            index = (keys.index(here) + step) % len(keys) if here in keys else 0
        self.bridge.plan_move(None)
        self.bridge.select([keys[index]])
        self.view.reveal(keys[index])

    # Actions of the bar -----------------------------------------------------------------------

    def act(self, action: Action, forced: bool) -> None:
        """Carry out an action of the action bar."""
        bridge = self.bridge
        token = bridge.attacker
        if token is None:
            return
        if action.key in ("move", "shift", "withdraw"):
            # The arrow keys and the menu of a cell move what is selected.
            bridge.select([token])
        if action.key == "move":
            self.view.setFocus()
            bridge.say("Drag the token, or move it with the arrow keys.", "info")
            return
        if action.key in ("shift", "withdraw"):
            self.view.setFocus()
            bridge.say(
                f"{action.label}: right-click a cell beside the token and choose it there.", "info"
            )
            return
        if action.needs_target and bridge.target is None:
            bridge.say(f"{action.label}: choose a target with T or Ctrl+click.", "info")
            return
        if action.key in ("strike", "attack") and not forced:
            self.show_tab("attack")
            self.roll_attack()
            return
        choices = {"force": "yes"} if forced else {}
        target = bridge.target if action.needs_target else None
        bridge.perform(Act(token, action.key, target, choices))
