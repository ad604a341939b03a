"""Tokens that go in and out: copy and paste between maps, files of combatants, the bestiary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from battlemap.geometry.cell import Cell
from battlemap.geometry.names import cell_name
from battlemap.model.store import FileError
from battlemap.session import bestiary
from battlemap.session.combatants import (
    Combatants,
    combatants_bytes,
    combatants_in,
    read_combatants,
    write_combatants,
)
from battlemap.ui.commands import command
from battlemap.ui.panels.wording import count
from battlemap.ui.scene.coordinates import to_scene
from battlemap.ui.window.edit_commands import EditCommands
from battlemap.ui.window.placing import Newcomers, cell_away

if TYPE_CHECKING:
    from battlemap.model.token import Token


COMBATANTS_FILTER = "Combatants (*.json *.battlemap);;All files (*)"


class TokenCommands(EditCommands):
    """Copy, cut and paste; export and import; quick-add from the bestiary."""

    @command(
        "edit.copy",
        "Copy tokens",
        menu="Edit",
        section=2,
        shortcut="Ctrl+C",
        help="Copy the selected tokens, sheets and pictures included, also for another map",
    )
    def copy_tokens(self) -> bool:
        """Put the selected tokens on the clipboard; tell whether there were any."""
        tokens = self._selected()
        if not tokens:
            return False
        # As text, which Qt keeps by itself: data made here would outlive Python on some platforms.
        QGuiApplication.clipboard().setText(combatants_bytes(self.encounter, tokens).decode())
        return True

    @command(
        "edit.cut",
        "Cut tokens",
        menu="Edit",
        section=2,
        shortcut="Ctrl+X",
        help="Copy the selected tokens and take them off the map",
    )
    def cut_tokens(self) -> None:
        """Put the selected tokens on the clipboard and take them off the map."""
        if self.copy_tokens():
            self.delete()

    @command(
        "edit.paste",
        "Paste tokens",
        menu="Edit",
        section=2,
        shortcut="Ctrl+V",
        help="Put the copied tokens at the pointer, or in the middle of what is seen",
    )
    def paste_tokens(self) -> None:
        """Put the tokens on the clipboard on the map."""
        text = QGuiApplication.clipboard().text()
        if '"combatants"' not in text[:4096]:
            self.bridge.say("There are no tokens on the clipboard: copy some first.", "warn")
            return
        try:
            pasted = combatants_in(text.encode())
        except FileError as error:
            self.bridge.say(f"The clipboard can't be pasted: {error}", "error")
            return
        place = self.bridge.pointed
        self._put_in("Paste", pasted, place.cell if place is not None else self.middle_cell())

    @command(
        "map.bestiary",
        "Add from the bestiary...",
        menu="Map",
        shortcut="Ctrl+B",
        icon="token-add",
        help="Search creatures by name and put them on the map, ready to fight",
    )
    def add_from_bestiary(self) -> None:
        """Ask for a creature and put it beside the pointer, else in the middle of what is seen."""
        pointed = self.bridge.pointed
        on_map = pointed is not None and pointed.cell in self.bridge.board.grid
        self.add_from_bestiary_at(pointed.cell if pointed is not None and on_map else None)

    def add_from_bestiary_at(self, cell: Cell | None) -> None:
        """Ask for a creature and put it at *cell*.

        None: in the middle of what is seen, away from its enemies.
        """
        from battlemap.ui.dialogs.bestiary import BestiaryDialog

        system = self.bridge.system
        try:
            known = bestiary.creatures(system)
        except FileError as error:
            self.bridge.say(f"Your own creatures can't be read: {error}", "error")
            known = Combatants(system.key, tuple(system.bestiary()), MappingProxyType({}))
        where = (
            f"They stand at {cell_name(self.bridge.board.grid, cell)} and beside it."
            if cell is not None
            else "They stand in the middle of the view, away from their enemies; point at a cell "
            "before Ctrl+B to put them there."
        )
        dialog = BestiaryDialog(system, known.tokens, self, where=where)
        if not self.run_dialog(dialog):
            return
        creature = dialog.chosen()
        if creature is None:
            return
        if (side := dialog.chosen_side()) is not None:
            creature = replace(creature, side=side)
        near = cell if cell is not None else self._cell_away(creature)
        several = tuple(replace(creature, at=near) for _ in range(dialog.number.value()))
        self._put_in("Add", replace(known, tokens=several), near)

    def _cell_away(self, creature: Token) -> Cell:
        """Return the cell in view, nearest to its middle, that lies away from enemies."""
        view, grid = self.view, self.bridge.board.grid
        port = view.viewport().rect()
        seen = {
            cell
            for cell in grid.cells()
            if port.contains(view.pixel_of(to_scene(grid.center(cell))).toPoint())
        }
        return cell_away(self.encounter, creature, self.middle_cell(), seen)

    @command(
        "map.keep",
        "Keep in the bestiary",
        menu="Map",
        help="Keep the selected tokens, unhurt, to add them to other maps",
    )
    def keep_in_bestiary(self) -> None:
        """Keep the selected tokens in the GM's own part of the bestiary."""
        tokens = self._selected()
        if not tokens:
            self.bridge.say("Select the tokens to keep first.", "warn")
            return
        try:
            bestiary.keep(self.bridge.system.key, tokens, self.encounter.assets)
        except FileError as error:
            self.bridge.say(str(error), "error")
            return
        what = tokens[0].name if len(tokens) == 1 else count(len(tokens), "token")
        self.bridge.say(f"{what} kept in the bestiary (Ctrl+B).", "info")

    @command(
        "map.export_tokens",
        "Export combatants...",
        menu="Map",
        help="Write the selected tokens, or all of them, with their sheets to a JSON file",
    )
    def export_tokens(self) -> None:
        """Ask for a file and write the selected tokens into it; all where none is selected."""
        tokens = self._selected() or list(self.encounter.tokens.values())
        if not tokens:
            self.bridge.say("There are no tokens on the map to export.", "warn")
            return
        name = self.pick_to_save("Export combatants", "combatants.json", COMBATANTS_FILTER)
        if not name:
            return
        path = Path(name) if Path(name).suffix else Path(f"{name}.json")
        try:
            write_combatants(path, self.encounter, tokens)
        except FileError as error:
            self.bridge.say(str(error), "error")

    @command(
        "map.import_tokens",
        "Import combatants...",
        menu="Map",
        help="Put the combatants of a JSON file, or the tokens of another map, on this map",
    )
    def import_tokens(self) -> None:
        """Ask for a file and put its combatants on the map."""
        name = self.pick_to_open("Import combatants", COMBATANTS_FILTER)
        if not name:
            return
        try:
            found = read_combatants(Path(name))
        except FileError as error:
            self.bridge.say(str(error), "error")
            return
        self._put_in("Import", found, self.middle_cell())

    # Helping ----------------------------------------------------------------------------------

    def _put_in(self, verb: str, found: Combatants, near: Cell) -> None:
        """Put tokens on the map around *near*, as they stood to each other; one step of undo."""
        if not found.tokens:
            self.bridge.say("There are no tokens in it.", "warn")
            return
        before = self.encounter
        is_ours = found.system == before.rules.system
        encounter = replace(before, assets=MappingProxyType({**found.assets, **before.assets}))
        coming, first = Newcomers(encounter), found.tokens[0].at
        made: list[str] = []
        for token in found.tokens:
            own = coming.renamed(token if is_ours else _without_records(token))
            wanted = Cell(near.q + token.at.q - first.q, near.r + token.at.r - first.r)
            own = replace(own, facing=self.bridge.board.grid.nearest_facing(own.facing))
            made.append(coming.put(own, wanted).id)
        encounter = coming.encounter
        what = encounter.tokens[made[0]].name if len(made) == 1 else count(len(made), "token")
        if self.bridge.edit(f"{verb} {what}", encounter):
            self.bridge.select(made)
            if not is_ours:
                self.bridge.say(
                    f"They come from {found.system}: names, sizes and pictures were taken, "
                    "sheets were not.",
                    "warn",
                )


def _without_records(token: Token) -> Token:
    weapons = tuple(replace(weapon, details=None) for weapon in token.weapons)
    return replace(token, sheet=None, status=None, conditions=frozenset(), weapons=weapons)
