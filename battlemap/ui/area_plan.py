"""The area that is being aimed: its settings, how it lies now, and who hears of it.

The tool on the map and the panel beside it both read and change this; it isn't in the document.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from battlemap.geometry.shapes import Coverage, Snap
from battlemap.model.intent import AreaAttack
from battlemap.tactics.areas import AreaKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.rules.plan import AreaWeapon
    from battlemap.tactics.areas import Area, Template

_NOTHING: Mapping[str, str] = MappingProxyType({})

AIMED = (AreaKind.LINE, AreaKind.CONE)
"""Kinds that point somewhere."""

FROM_CASTER = (AreaKind.BURST, *AIMED)
"""Kinds that start at a creature's space."""

WIDE = (AreaKind.LINE, AreaKind.RING)
"""Kinds with a width beside their size."""

LARGEST_FEET = 1000


@dataclass(frozen=True)
class AreaSettings:
    """What the GM chose for the next area; lengths in feet, angles in degrees."""

    kind: AreaKind = AreaKind.CONE
    size: int = 15
    width: int = 5
    angle: int = 60
    margin: int = 0
    snap: Snap = Snap.BOTH
    coverage: Coverage = Coverage.HALF
    from_caster: bool = True
    """Burst, line and cone start at the selected token, not at a point."""
    from_outline: bool = True
    """A blast's radius runs from the outline of its cell, not from a point."""
    stopped_by_walls: bool = False

    def words(self) -> str:
        """Return kind and size for people.

        Examples
        --------
        >>> AreaSettings().words(), AreaSettings(AreaKind.LINE, 30).words()
        ('Cone, 15 ft', 'Line, 30 × 5 ft')
        """
        size = f"{self.size} × {self.width}" if self.kind in WIDE else f"{self.size}"
        splash = f", splash {self.margin} ft" if self.margin else ""
        return f"{self.kind.value.capitalize()}, {size} ft{splash}"


class AreaPlan(QObject):
    """The area in the hands of the GM."""

    settings_changed = Signal()
    laid_changed = Signal()
    """``area`` or ``is_placed`` is another one now."""
    clear_asked = Signal()
    """Take the area away."""
    attack_changed = Signal()
    """The attack that the area is laid for, or what was set for it, is another one now."""
    place_asked = Signal(object)
    """Lay the area where this attack has it."""
    pointed = Signal(str)
    """Show the cover of this token from the origin; empty: of none."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = AreaSettings()
        self.area: Area | None = None
        self.is_placed = False
        """Whether it stays where it is; else it follows the pointer."""
        self.weapon = ""
        """The attack that the area is laid for; empty: it is only shown."""
        self.choices: Mapping[str, str] = _NOTHING
        self.switched: Mapping[str, str] = _NOTHING

    def set(self, **changes: object) -> None:
        """Change some of the settings, by the names of their fields."""
        changed = replace(self.settings, **changes)  # type: ignore[arg-type]
        if changed != self.settings:
            self.settings = changed
            self.settings_changed.emit()

    def arm(self, weapon: AreaWeapon | None) -> None:
        """Lay the area of an attack from now on; None: one that is only shown."""
        self.weapon = weapon.name if weapon is not None else ""
        self.choices = self.switched = _NOTHING
        if weapon is not None:
            kind = AreaKind(weapon.shape)
            self.set(
                kind=kind,
                size=weapon.size_feet,
                width=weapon.width_feet,
                angle=round(weapon.angle),
                margin=weapon.splash_feet,
                from_caster=kind in FROM_CASTER,
            )
        self.attack_changed.emit()

    def take_up(self, attack: AreaAttack, feet_per_cell: int) -> None:
        """Hold the area of an attack that is being carried out, where it was placed."""
        kind = AreaKind(attack.shape)
        self.weapon = attack.weapon
        self.choices, self.switched = attack.choices, attack.switched
        self.set(
            kind=kind,
            size=round(attack.size * feet_per_cell),
            width=round(attack.width * feet_per_cell),
            angle=round(attack.angle),
            margin=round(attack.margin * feet_per_cell),
            from_caster=kind in FROM_CASTER,
        )
        self.attack_changed.emit()
        self.place_asked.emit(attack)

    def set_choice(self, key: str, value: str) -> None:
        """Set a selector of the attack."""
        self.choices = MappingProxyType({**self.choices, key: value})
        self.attack_changed.emit()

    def switch_modifier(self, key: str, value: str) -> None:
        """Overrule a modifier for this attack only: "off", or "" as the map says."""
        switched = {k: v for k, v in self.switched.items() if k != key}
        if value:
            switched[key] = value
        self.switched = MappingProxyType(switched)
        self.attack_changed.emit()

    def attack_of(self, attacker: str) -> AreaAttack | None:
        """Return the attack as it is aimed, or None without a weapon or a placed area."""
        return None if self.area is None else self.attack_at(self.area.template, attacker)

    def attack_at(self, template: Template, attacker: str) -> AreaAttack | None:
        """Return the attack that *template* would aim, or None without a weapon."""
        if not self.weapon:
            return None
        return AreaAttack(
            attacker,
            self.weapon,
            template.kind.value,
            template.origin,
            template.size,
            template.aim,
            template.width,
            template.angle,
            template.margin,
            self.choices,
            self.switched,
        )

    def lay(self, area: Area | None, *, is_placed: bool) -> None:
        """Say how the area lies; None: nowhere."""
        if area is not self.area or is_placed != self.is_placed:
            self.area, self.is_placed = area, is_placed
            self.laid_changed.emit()
