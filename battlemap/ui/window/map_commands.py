"""The Map menu: background, tokens, settings; and doors."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from battlemap.geometry.names import cell_name
from battlemap.model.battle_map import Background
from battlemap.model.intent import SetDoor
from battlemap.model.obstacle import Door
from battlemap.model.token import PARTY, Token
from battlemap.ui.bridge import Offer
from battlemap.ui.commands import command
from battlemap.ui.dialogs.add_token import fresh_id
from battlemap.ui.panels.wording import count
from battlemap.ui.window.base import PICTURE_FILTER, WindowBase
from battlemap.ui.window.file_commands import PICTURE_SUFFIXES, with_assets
from battlemap.ui.window.placing import with_new_tokens

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QPoint

    from battlemap.geometry.cell import Cell

LARGEST_FILE = 256 * 1024 * 1024
"""Pictures of more bytes than this are refused."""


class MapCommands(WindowBase):
    """What changes the map itself."""

    @command(
        "map.add_token",
        "Add token...",
        menu="Map",
        shortcut="Ctrl+T",
        icon="token-add",
        help="Put new tokens on the map: name, side, size, picture",
    )
    def add_token(self) -> None:
        """Ask for tokens and put them in the middle of what is seen."""
        self.add_token_at(None)

    def add_token_at(self, cell: Cell | None) -> None:
        """Ask for tokens and put them at *cell*; None: in the middle of what is seen."""
        from battlemap.ui.dialogs.add_token import AddTokenDialog

        dialog = AddTokenDialog(self)
        if not self.run_dialog(dialog):
            return
        near = cell if cell is not None else self.middle_cell()
        tokens = dialog.tokens(self.encounter.tokens, near)
        label = (
            f"Add {tokens[0].name}" if len(tokens) == 1 else f"Add {count(len(tokens), 'token')}"
        )
        if self.bridge.edit(label, with_new_tokens(self.encounter, tokens, near)):
            self.bridge.select(token.id for token in tokens)

    @command(
        "map.picture",
        "Import picture as background...",
        menu="Map",
        section=1,
        icon="picture",
        help="Lay a picture under the grid",
    )
    def import_picture(self) -> None:
        """Ask for a picture and lay it under the grid."""
        from pathlib import Path

        if name := self.pick_to_open("Background", PICTURE_FILTER):
            self.use_picture(Path(name))

    def take_dropped(self, path: Path, where: QPoint) -> None:
        """Open a dropped file; ask at the drop place what a picture on a map in use is to be.

        Parameters
        ----------
        where
            On the window.
        """
        encounter = self.encounter
        is_in_use = bool(encounter.tokens) or encounter.map.background is not None
        if path.suffix.lower() not in PICTURE_SUFFIXES or not is_in_use:
            self.open_path(path)
            return
        if self._read_picture(path) is None:
            return
        viewport = self.view.viewport()
        pixel = viewport.mapFrom(self, where)
        cell = self.view.map_scene.cell_at(self.view.place_at(pixel.toPointF()))
        on_map = viewport.rect().contains(pixel) and cell in encounter.map.grid.grid
        menu = QMenu(self)
        menu.addAction(path.name).setEnabled(False)
        menu.addSeparator()
        label = f"Token here ({cell_name(encounter.map.grid.grid, cell)})" if on_map else "Token"
        token = menu.addAction(label)
        token.triggered.connect(lambda: self.add_picture_token(path, cell if on_map else None))
        menu.addAction("Background...").triggered.connect(lambda: self.use_picture(path))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(where))

    def add_picture_token(self, path: Path, cell: Cell | None) -> bool:
        """Put a token with this picture at *cell*; None: in the middle of what is seen."""
        read = self._read_picture(path)
        if read is None:
            return False
        data, _ = read
        words = " ".join(path.stem.replace("_", " ").replace("-", " ").split())
        name = words[:1].upper() + words[1:] or "Token"
        token_id = fresh_id(name, self.encounter.tokens)
        near = cell if cell is not None else self.middle_cell()
        key = _asset_key(data, path)
        token = Token(token_id, name, PARTY, near, art=key)
        encounter = with_new_tokens(with_assets(self.encounter, key, data), [token], near)
        if not self.bridge.edit(f"Add {name}", encounter):
            return False
        self.bridge.select([token_id])
        self.show_tab("token")
        return True

    def _read_picture(self, path: Path) -> tuple[bytes, tuple[int, int]] | None:
        """Return a picture's bytes and its size; None where it can't be used, which is said."""
        from battlemap.ui.dialogs.import_picture import picture_size

        try:
            if path.stat().st_size > LARGEST_FILE:
                raise ValueError(f"{path.name} is larger than 256 MB.")
            data = path.read_bytes()
            return data, picture_size(data, path.name)
        except OSError as error:
            self._refuse(f"{path.name} can't be read: {error.strerror or error}.")
        except ValueError as error:
            self._refuse(str(error))
        return None

    def use_picture(self, path: Path) -> bool:
        """Lay a picture under the map; tell whether it was."""
        from battlemap.ui.dialogs.import_picture import ImportPictureDialog

        read = self._read_picture(path)
        if read is None:
            return False
        data, size = read
        dialog = ImportPictureDialog(path.name, data, size, self.encounter, self.theme, self)
        if not self.run_dialog(dialog):
            return False
        key = _asset_key(data, path)
        pixels = dialog.pixels.value()
        background = Background(
            key,
            -dialog.offset_x.value() / pixels,
            -dialog.offset_y.value() / pixels,
            size[0] / pixels,
            size[1] / pixels,
        )
        battle_map = replace(self.encounter.map, background=background)
        spec = dialog.grid()
        if spec != battle_map.grid:
            # The layers have one number for each cell: another size begins with blank ones.
            battle_map = replace(
                battle_map,
                grid=spec,
                terrain=None,  # type: ignore[arg-type]
                elevation=None,  # type: ignore[arg-type]
            )
        encounter = with_assets(self.encounter, key, data).with_map(battle_map)
        if not self.bridge.edit(f"Background {path.name}", encounter):
            return False
        self.left_welcome()
        self.view.fit()
        return True

    def _refuse(self, sentence: str) -> None:
        self.bridge.offer(Offer(sentence, "error", (("Choose one", self.import_picture),)))

    @command(
        "map.no_picture",
        "Remove background",
        menu="Map",
        section=1,
        help="Take the picture under the grid away",
    )
    def remove_picture(self) -> None:
        """Take the picture under the grid away."""
        battle_map = replace(self.encounter.map, background=None)
        self.bridge.edit("Remove background", self.encounter.with_map(battle_map))

    @command(
        "map.settings",
        "Map settings...",
        menu="Map",
        section=2,
        icon="settings",
        help="Name, feet a cell, how diagonals count",
    )
    def map_settings(self) -> None:
        """Ask for the map's name and measures."""
        from battlemap.ui.dialogs.map_settings import MapSettingsDialog

        dialog = MapSettingsDialog(self.encounter.map, self)
        if self.run_dialog(dialog):
            self.bridge.edit("Map settings", self.encounter.with_map(dialog.changed_map()))

    # Doors ----------------------------------------------------------------------------------

    def toggle_door(self, door_id: str) -> None:
        """Open a shut door, shut an open one."""
        door = self.encounter.map.obstacles.get(door_id)
        if isinstance(door, Door):
            self.bridge.perform(SetDoor(door_id, not door.is_open))

    def toggle_lock(self, door_id: str) -> None:
        """Lock a door, or unlock it."""
        door = self.encounter.map.obstacles.get(door_id)
        if isinstance(door, Door):
            self._change_door(replace(door, is_locked=not door.is_locked), "Lock")

    def toggle_secret(self, door_id: str) -> None:
        """Make a door secret, or known."""
        door = self.encounter.map.obstacles.get(door_id)
        if isinstance(door, Door):
            self._change_door(replace(door, is_secret=not door.is_secret), "Secret door")

    def _change_door(self, door: Door, label: str) -> None:
        from types import MappingProxyType

        battle_map = self.encounter.map
        obstacles = MappingProxyType({**battle_map.obstacles, door.id: door})
        self.bridge.edit(label, self.encounter.with_map(replace(battle_map, obstacles=obstacles)))


def _asset_key(data: bytes, path: Path) -> str:
    return f"{hashlib.sha256(data).hexdigest()}{path.suffix.lower()}"
