"""The Edit menu: undo, redo, select, duplicate, delete; turn and conditions of tokens."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.model.intent import SetCondition, Turn
from battlemap.ui.commands import command
from battlemap.ui.panels.wording import count, name_of
from battlemap.ui.window.base import WindowBase
from battlemap.ui.window.placing import Newcomers

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token


class EditCommands(WindowBase):
    """What changes tokens on the map."""

    @command(
        "edit.undo",
        "Undo",
        menu="Edit",
        shortcut="Ctrl+Z",
        icon="undo",
        help="Take back the last deed, dice included; while a question is open, that deed",
    )
    def undo(self) -> None:
        """Take back the last deed."""
        self.bridge.undo()

    @command(
        "edit.redo",
        "Redo",
        menu="Edit",
        shortcut="Ctrl+Shift+Z; Ctrl+Y",
        icon="redo",
        help="Do again what was taken back, with the same dice",
    )
    def redo(self) -> None:
        """Do again what was taken back."""
        self.bridge.redo()

    @command(
        "edit.select_all",
        "Select all tokens",
        menu="Edit",
        section=1,
        shortcut="Ctrl+A",
        help="Select every token on the map",
    )
    def select_all(self) -> None:
        """Select every token."""
        self.bridge.select(self.encounter.tokens)

    @command(
        "edit.select_none",
        "Select nothing",
        menu="Edit",
        section=1,
        shortcut="Ctrl+D",
        help="Drop selection and target",
    )
    def select_none(self) -> None:
        """Drop selection and target."""
        self.bridge.plan_move(None)
        self.bridge.set_target(None)
        self.bridge.select(())

    @command(
        "edit.duplicate",
        "Duplicate token",
        menu="Edit",
        section=2,
        shortcut="Ctrl+Shift+D",
        icon="copy",
        help="Put copies of the selected tokens beside them",
    )
    def duplicate(self) -> None:
        """Put copies of the selected tokens beside them."""
        coming = Newcomers(self.encounter)
        made = [coming.put(coming.copy_of(token), token.at).id for token in self._selected()]
        if made:
            self.bridge.edit(f"Duplicate {count(len(made), 'token')}", coming.encounter)
            self.bridge.select(made)

    @command(
        "edit.delete",
        "Delete token",
        menu="Edit",
        section=2,
        shortcut="Del",
        icon="trash",
        help="Take the selected tokens off the map",
    )
    def delete(self) -> None:
        """Take the selected tokens off the map."""
        tokens = self._selected()
        if tokens:
            self._take_off(tokens, "Delete")

    @command(
        "edit.remove_dead",
        "Remove the dead",
        menu="Edit",
        section=2,
        help="Take every token off the map that is dead, one step of undo",
    )
    def remove_dead(self) -> None:
        """Take every dead token off the map; the merely unconscious stay."""
        system = self.bridge.system
        knows_death = "dead" in system.conditions
        dead = [
            token
            for token in self.encounter.tokens.values()
            if (token.has("dead") if knows_death else system.is_out(token))
        ]
        if dead:
            self._take_off(dead, "Remove")
        else:
            self.bridge.say("Nobody on the map is dead.", "info")

    def _take_off(self, tokens: list[Token], verb: str) -> None:
        gone = {token.id for token in tokens}
        rest = {key: token for key, token in self.encounter.tokens.items() if key not in gone}
        encounter = replace(self.encounter, tokens=MappingProxyType(rest))
        order = encounter.turn_order
        slots = tuple(slot for slot in order.slots if slot.token not in gone)
        if order.active in gone:
            self.bridge.say("The token whose turn it is can't go: end its turn first.", "warn")
            return
        encounter = replace(encounter, turn_order=replace(order, slots=slots))
        what = tokens[0].name if len(tokens) == 1 else count(len(tokens), "token")
        self.bridge.edit(f"{verb} {what}", encounter)

    @command(
        "edit.turn_right",
        "Turn right",
        menu="Edit",
        section=3,
        shortcut="R",
        icon="turn-right",
        help="Turn the selected tokens one step clockwise",
    )
    def turn_right(self) -> None:
        """Turn the selected tokens one step clockwise."""
        self._turn(1)

    @command(
        "edit.turn_left",
        "Turn left",
        menu="Edit",
        section=3,
        shortcut="Shift+R",
        icon="turn-left",
        help="Turn the selected tokens one step counter-clockwise",
    )
    def turn_left(self) -> None:
        """Turn the selected tokens one step counter-clockwise."""
        self._turn(-1)

    @command(
        "edit.raise",
        "Raise 5 ft",
        menu="Edit",
        section=3,
        shortcut="Ctrl+Up",
        help="Lift the selected tokens 5 feet above where they are",
    )
    def raise_token(self) -> None:
        """Lift the selected tokens 5 feet."""
        self._lift(5)

    @command(
        "edit.lower",
        "Lower 5 ft",
        menu="Edit",
        section=3,
        shortcut="Ctrl+Down",
        help="Lower the selected tokens 5 feet; on the ground they stand on it again",
    )
    def lower_token(self) -> None:
        """Lower the selected tokens 5 feet."""
        self._lift(-5)

    @command(
        "edit.hide",
        "Hide or show token",
        menu="Edit",
        section=3,
        shortcut="H",
        icon="hidden",
        help="Hide the selected tokens from players, or show them again",
    )
    def toggle_hidden(self) -> None:
        """Hide the selected tokens, or show them if all are hidden."""
        tokens = self._selected()
        if not tokens:
            return
        hide = not all(token.hidden for token in tokens)
        changed = [replace(token, hidden=hide) for token in tokens]
        self.bridge.edit("Hide tokens" if hide else "Show tokens", self._with(changed))

    # Helping ----------------------------------------------------------------------------------

    def _selected(self) -> list[Token]:
        tokens = self.encounter.tokens
        return [tokens[key] for key in self.bridge.selected if key in tokens]

    def _with(self, changed: list[Token]) -> Encounter:
        """Return the document with these tokens in the place of their namesakes."""
        tokens = {**self.encounter.tokens, **{token.id: token for token in changed}}
        return replace(self.encounter, tokens=MappingProxyType(tokens))

    def _turn(self, steps: int) -> None:
        grid = self.bridge.board.grid
        tokens = self._selected()
        self.bridge.group.perform(
            [Turn(token.id, grid.turned_facing(token.facing, steps)) for token in tokens],
            f"Turn {count(len(tokens), 'token')}",
        )

    def _lift(self, feet: int) -> None:
        tokens, changed = self._selected(), []
        for token in tokens:
            before = self.bridge.board.elevation_of(token)
            ground = self.bridge.board.elevation_of(replace(token, elevation_feet=None))
            after = before + feet
            changed.append(replace(token, elevation_feet=None if after == ground else after))
        if tokens:
            names = ",".join(token.id for token in tokens)
            label = "Raise" if feet > 0 else "Lower"
            self.bridge.edit(label, self._with(changed), f"lift:{names}")

    def toggle_condition(self, token_id: str, condition: str) -> None:
        """Give a token a condition, or take it away."""
        token = self.encounter.tokens[token_id]
        self.bridge.perform(SetCondition(token_id, condition, not token.has(condition)))

    def token_name(self, token_id: str) -> str:
        """Return what a token is called."""
        return name_of(self.encounter, token_id)
