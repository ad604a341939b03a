"""What a right click offers for a wall, a door or a prop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.obstacle import Door, Prop, Wall
from battlemap.ui.map_drawing import obstacle_words
from battlemap.ui.panels.obstacle_form import COVERS, ONE_WAY_CHOICES
from battlemap.ui.window.map_commands import MapCommands

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from battlemap.model.obstacle import Obstacle


class ObstacleMenus(MapCommands):
    """Entries that change one obstacle, or all that are chosen with it."""

    def obstacle_entries(self, menu: QMenu, key: str) -> None:
        """Add the entries for an obstacle; one that is chosen stands for all that are."""
        drawing = self.view.drawing
        obstacle = drawing.obstacles.get(key)
        if obstacle is None:
            return
        keys = drawing.chosen if key in drawing.chosen else (key,)
        words = obstacle_words(drawing.obstacles[one] for one in keys)
        menu.addAction(f"Properties of {words}...").triggered.connect(lambda: drawing.open(keys))
        self._choices(menu.addMenu("Cover"), keys, "cover", COVERS, obstacle.cover)
        if isinstance(obstacle, Wall):
            crossing = menu.addMenu("Steps cross")
            self._choices(crossing, keys, "one_way", ONE_WAY_CHOICES, obstacle.one_way)
        self._flags(menu, keys, obstacle)
        menu.addAction(f"Delete {words}").triggered.connect(lambda: drawing.delete(keys))

    def _choices(
        self,
        menu: QMenu,
        keys: tuple[str, ...],
        name: str,
        options: tuple[tuple[str, object], ...],
        now: object,
    ) -> None:
        for words, value in options:
            entry = menu.addAction(words.capitalize())
            entry.setCheckable(True)
            entry.setChecked(value == now)
            entry.triggered.connect(lambda _=False, v=value: self._set_field(keys, name, v))

    def _flags(self, menu: QMenu, keys: tuple[str, ...], obstacle: Obstacle) -> None:
        """Add switches for what it blocks; doors have theirs in the menu already."""
        flags: tuple[tuple[str, str], ...] = ()
        if isinstance(obstacle, Wall | Prop):
            flags = (("blocks_move", "Blocks movement"), ("blocks_sight", "Blocks sight"))
        elif isinstance(obstacle, Door):
            flags = (("is_window", "Window"),)
        for name, words in flags:
            entry = menu.addAction(words)
            entry.setCheckable(True)
            entry.setChecked(bool(getattr(obstacle, name)))
            entry.triggered.connect(lambda on, n=name: self._set_field(keys, n, on))

    def _set_field(self, keys: tuple[str, ...], name: str, value: object) -> None:
        self.view.drawing.choose(keys)
        self.view.drawing.set_field(name, value)
