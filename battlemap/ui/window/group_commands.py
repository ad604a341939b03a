"""What one or several selected tokens do: attacks and actions, as one step of undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.intent import Act, Attack
from battlemap.ui.commands import Command, command
from battlemap.ui.panels.wording import count, name_of
from battlemap.ui.slices import Slices
from battlemap.ui.window.base import WindowBase

if TYPE_CHECKING:
    from battlemap.model.intent import Intent
    from battlemap.rules.plan import Action

_ACTION, _FOR_ALL = "action.", "all."
"""What stands before the key of an action among what the palette finds, of one token or several."""

_BY_HAND = ("move", "shift", "withdraw", "strike", "attack")
"""Actions that have ways of their own for several tokens, or need a cell."""


class GroupCommands(WindowBase):
    """What is done with everybody who is selected."""

    @command(
        "fight.group_attack",
        "Attack with all selected",
        menu="Fight",
        section=2,
        shortcut="Ctrl+Return",
        help="Let every selected token attack every target, one after another; one step of undo",
    )
    def group_attack(self) -> None:
        """Let every selected token attack each target with its first weapon.

        A single attacker strikes with the weapon of the Attack panel.
        """
        bridge = self.bridge
        targets = bridge.targets.keys
        attackers = bridge.selected or ((bridge.attacker,) if bridge.attacker else ())
        if not targets or not attackers:
            bridge.say("Select the attackers and choose a target with T or Ctrl+click.", "info")
            return
        weapon = bridge.active_weapon if len(attackers) == 1 else ""
        wanted = [
            Attack(key, target, weapon) for key in attackers for target in targets if key != target
        ]
        able: list[Attack] = []
        left_out: list[Attack] = []
        with Slices(self, "Planning the attacks", len(wanted)) as slices:
            for done, attack in enumerate(wanted, 1):
                (left_out if self._why_no_attack(attack) else able).append(attack)
                if not slices.go_on(done):
                    return
        if left_out:
            names = ", ".join(
                f"{name_of(self.encounter, one.attacker)} at {name_of(self.encounter, one.target)}"
                if len(targets) > 1
                else name_of(self.encounter, one.attacker)
                for one in left_out
            )
            bridge.say(f"Can't attack from where they stand: {names}.", "info")
        if able:
            who = len({one.attacker for one in able})
            whom = tuple(dict.fromkeys(one.target for one in able))
            one = name_of(self.encounter, whom[0])
            name = one if len(whom) == 1 else count(len(whom), "target")
            by = name_of(self.encounter, able[0].attacker) if who == 1 else count(who, "token")
            label = f"{by} {'attacks' if who == 1 else 'attack'} {name}"
            bridge.group.perform(able, label, skip=self._why_no_attack)

    def _why_no_attack(self, intent: Intent) -> str:
        """Return why an attack can't be made as things stand now; empty: it can."""
        if not isinstance(intent, Attack):
            return ""
        plan = self.bridge.attack_plan(intent)
        return "it can't be planned" if plan is None else plan.illegal

    def actions_of_all(self) -> list[tuple[Action, tuple[str, ...]]]:
        """Return the actions that some of the selected tokens can take now, and who can."""
        bridge = self.bridge
        found: dict[str, tuple[Action, list[str]]] = {}
        selected = bridge.selected
        with Slices(self, "Looking what all can do", len(selected)) as slices:
            for done, key in enumerate(selected, 1):
                for action in bridge.system.actions(self.encounter, self.encounter.tokens[key]):
                    no_target = action.needs_target and bridge.target in (None, key)
                    if action.key in _BY_HAND or action.unavailable or no_target:
                        continue
                    found.setdefault(action.key, (action, []))[1].append(key)
                if not slices.go_on(done):
                    return []
        return [(action, tuple(able)) for action, able in found.values()]

    def act_all(self, action_key: str) -> None:
        """Let every selected token that can take an action do so; one step of undo."""
        bridge = self.bridge
        chosen = next((one for one in self.actions_of_all() if one[0].key == action_key), None)
        if chosen is None or bridge.is_waiting:
            bridge.say("Nobody who is selected can do that now.", "info")
            return
        action, able = chosen
        left_out = [name_of(self.encounter, key) for key in bridge.selected if key not in able]
        if left_out:
            bridge.say(f"{action.label}: not {', '.join(left_out)}.", "info")
        target = bridge.target if action.needs_target else None
        intents = [Act(key, action.key, target) for key in able]
        bridge.group.perform(intents, f"{count(len(able), 'token')}: {action.label}")

    def _found_for_all(self) -> list[tuple[Command, bool]]:
        number = count(len(self.bridge.selected), "token")
        return [
            (
                Command(
                    f"{_FOR_ALL}{action.key}",
                    action.label,
                    f"All selected, {len(able)} of {number}",
                    help=action.help,
                ),
                not self.bridge.is_waiting,
            )
            for action, able in self.actions_of_all()
        ]

    def found_actions(self) -> list[tuple[Command, bool]]:
        """Return what the selected token can do now, as the palette lists it, and what it can't."""
        bridge = self.bridge
        if len(bridge.selected) > 1:
            return self._found_for_all()
        token = bridge.token(bridge.attacker)
        if token is None:
            return []
        found = []
        for action in bridge.system.actions(bridge.encounter, token):
            why = "answer the open question first" if bridge.is_waiting else action.unavailable
            words = f"Not now: {why}" if why else action.help
            made = Command(
                f"{_ACTION}{action.key}", action.label, token.name or token.id, help=words
            )
            found.append((made, not why))
        return found

    def run_action(self, found: str) -> bool:
        """Carry out an action that the palette found; tell whether it is one."""
        token = self.bridge.token(self.bridge.attacker)
        if found.startswith(_FOR_ALL):
            self.act_all(found.removeprefix(_FOR_ALL))
            return True
        if not found.startswith(_ACTION) or token is None:
            return False
        for action in self.bridge.system.actions(self.encounter, token):
            if _ACTION + action.key == found:
                self.act(action, forced=False)
                return True
        return False
