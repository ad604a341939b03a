"""What the map is drawn with: the settings of the map tools, and which obstacles are chosen.

The tools on the map and the panel beside it both read and change this; it isn't in the document.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from battlemap.geometry.cell import Point
from battlemap.model.battle_map import Light
from battlemap.model.light_edit import with_light_changed
from battlemap.model.obstacle import Door, Prop, Wall
from battlemap.model.obstacle_edit import with_field, without
from battlemap.model.obstacle_kinds import DOOR_KINDS, PROP_KINDS, WALL_KINDS
from battlemap.model.terrain import Terrain
from battlemap.model.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from battlemap.model.battle_map import Mark
    from battlemap.model.obstacle import Obstacle
    from battlemap.model.terrain import Layer
    from battlemap.ui.bridge import Bridge

HEIGHT_STEP = 5
"""Feet by which the height brush raises and lowers."""

TORCH = Light(Point(0.0, 0.0), 4.0, color="#ffcc88")
"""What lights are like at first."""

ROUND_PROPS = frozenset({"Pillar", "Boulder", "Tree", "Bush"})
"""Usual props that are drawn as circles at first."""

_KINDS = {Wall: "wall", Door: "door", Prop: "prop"}


class PropShape(StrEnum):
    """How a prop's outline is drawn."""

    RECTANGLE = "rectangle"
    POLYGON = "polygon"
    CIRCLE = "circle"


@dataclass(frozen=True)
class DrawingSettings:
    """What the GM chose to draw with; sizes in cells, heights in feet."""

    wall: Wall = WALL_KINDS[0][1]
    door: Door = DOOR_KINDS[0][1]
    prop: Prop = PROP_KINDS[0][1]
    light: Light = TORCH
    shape: PropShape = PropShape.RECTANGLE
    terrain: Terrain = Terrain.DIFFICULT
    """``NORMAL`` clears whatever there is."""
    brush: int = 1
    height: int | None = None
    """What the height brush sets; None: it goes by steps."""
    erases_ground: bool = False
    """The eraser takes ground and heights away as well."""


def obstacle_words(obstacles: Iterable[Obstacle]) -> str:
    """Return what these are, counted: "2 walls, 1 door"; one prop by its name."""
    things = list(obstacles)
    if len(things) == 1 and isinstance(things[0], Prop) and things[0].name:
        return things[0].name
    counts = [(sum(isinstance(one, kind) for one in things), word) for kind, word in _KINDS.items()]
    return ", ".join(counted(number, word) for number, word in counts if number)


class MapDrawing(QObject):
    """The drawing board of the GM."""

    settings_changed = Signal()
    chosen_changed = Signal()
    opened = Signal()
    """Show what is chosen in the panel."""
    edit_asked = Signal()
    """Let the keyboard change what is chosen: the first editor of the panel gets the focus."""
    note_asked = Signal(object, str)
    """(Point, id of the note; empty: a new one): a note is to be written."""
    light_asked = Signal(int)
    """A light, by its place among the lights, is to be changed."""

    def __init__(self, bridge: Bridge) -> None:
        super().__init__(bridge)
        self.bridge = bridge
        self.settings = DrawingSettings()
        self.chosen: tuple[str, ...] = ()
        """Ids of the chosen obstacles."""
        bridge.changed.connect(self._prune)
        bridge.session_changed.connect(lambda: self.choose(()))

    @property
    def obstacles(self) -> Mapping[str, Obstacle]:
        """Everything that stands in the way."""
        return self.bridge.encounter.map.obstacles

    def set(self, **changes: object) -> None:
        """Change settings."""
        changed = replace(self.settings, **changes)  # type: ignore[arg-type]
        if changed != self.settings:
            self.settings = changed
            self.settings_changed.emit()

    def use_kind(self, part: str, label: str, like: Obstacle) -> None:
        """Draw this usual kind from now on; what is round is drawn as a circle.

        Parameters
        ----------
        part
            "wall", "door" or "prop".
        """
        changes: dict[str, object] = {part: like}
        if part == "prop":
            is_round = label in ROUND_PROPS
            changes["shape"] = PropShape.CIRCLE if is_round else PropShape.RECTANGLE
        self.set(**changes)

    # Lights -------------------------------------------------------------------------------------

    def edit_lights(self, label: str, lights: tuple[Light, ...]) -> bool:
        """Put other lights on the map."""
        encounter = self.bridge.encounter
        return self.bridge.edit(label, encounter.with_map(replace(encounter.map, lights=lights)))

    def switch_light(self, index: int) -> None:
        """Switch a light on or off."""
        lights = self.bridge.encounter.map.lights
        on = not lights[index].is_on
        changed = with_light_changed(lights, index, is_on=on)
        self.edit_lights(f"Light {'on' if on else 'off'}", changed)

    # Choosing -----------------------------------------------------------------------------------

    def choose(self, keys: Iterable[str]) -> None:
        """Choose exactly these obstacles."""
        chosen = tuple(key for key in dict.fromkeys(keys) if key in self.obstacles)
        if chosen != self.chosen:
            self.chosen = chosen
            self.chosen_changed.emit()

    def toggle(self, key: str) -> None:
        """Choose an obstacle as well, or no longer."""
        rest = [one for one in self.chosen if one != key]
        self.choose(rest if key in self.chosen else (*self.chosen, key))

    def open(self, keys: Iterable[str]) -> None:
        """Choose these obstacles and show them in the panel."""
        self.choose(keys)
        self.opened.emit()

    def chosen_obstacles(self) -> list[Obstacle]:
        """Return what is chosen, as it stands."""
        return [self.obstacles[key] for key in self.chosen]

    def _prune(self, *_: object) -> None:
        if any(key not in self.obstacles for key in self.chosen):
            self.choose(self.chosen)

    # Edits, each one step of undo ---------------------------------------------------------------

    def edit(
        self, label: str, obstacles: Mapping[str, Obstacle], merge_key: str | None = None
    ) -> bool:
        """Put other obstacles on the map; tell whether they were."""
        encounter = self.bridge.encounter
        changed = replace(encounter.map, obstacles=obstacles)
        return self.bridge.edit(label, encounter.with_map(changed), merge_key)

    def edit_ground(
        self, label: str, *, terrain: Layer | None = None, elevation: Layer | None = None
    ) -> bool:
        """Put other ground or other heights on the map; None: as they are."""
        encounter = self.bridge.encounter
        changed = replace(
            encounter.map,
            terrain=encounter.map.terrain if terrain is None else terrain,
            elevation=encounter.map.elevation if elevation is None else elevation,
        )
        return self.bridge.edit(label, encounter.with_map(changed))

    def edit_marks(self, label: str, marks: Mapping[str, Mark]) -> bool:
        """Put other marks on the map."""
        encounter = self.bridge.encounter
        return self.bridge.edit(label, encounter.with_map(replace(encounter.map, marks=marks)))

    def set_field(self, name: str, value: object) -> None:
        """Set one field of everything that is chosen."""
        words = name.replace("_feet", "").removeprefix("is_").replace("_", " ")
        label = f"{words.capitalize()} of {obstacle_words(self.chosen_obstacles())}"
        changed = with_field(self.obstacles, self.chosen, name, value)
        self.edit(label, changed, f"obstacles:{','.join(self.chosen)}:{name}")

    def delete(self, keys: Iterable[str]) -> None:
        """Take these obstacles off the map."""
        gone = {key for key in keys if key in self.obstacles}
        if gone:
            words = obstacle_words(self.obstacles[key] for key in gone)
            self.edit(f"Delete {words}", without(self.obstacles, gone))
