"""The modifiers that Grimhowl knows; what the GM rules about them is the same in every game."""

from __future__ import annotations

from battlemap.rules.rulings import Known, Rulings

GAME = "Grimhowl"

DIE, DC, SIZE = "die", "DC", "size"
"""What a modifier changes: dice of the pool, the Defense DC, the size of the damage die."""

KNOWN: dict[str, Known] = {
    "gear": Known("Gear", 1, "Attack Resolution", unit=DIE),
    "flanked": Known("Flanked", -1, "Flanking", "flanked", unit=DC, hinders=True),
    "flanked_die": Known("Flanked, a die more", 1, "Flanking", "flanked", unit=DIE),
    "cover": Known("Cover", 1, "Cover", "cover", unit=DC, hinders=True),
    "lowered": Known("Lowered", -1, "Status Effects", unit=DIE),
    "repeat": Known("Repeat Action Penalty", -1, "Repeat Action Penalty", unit=DIE),
    "upgrade": Known("Damage die upgraded", 1, "Damage Dice Upgrades", unit=SIZE),
    "worn": Known("Weapon damaged", -1, "Equipment Damage", unit=SIZE),
}
"""Every modifier that the map, the sheets or the fight can show, by its key."""

RULINGS = Rulings(GAME, KNOWN)

SECTIONS = RULINGS.sections(
    {
        "in_reach": "Attack Resolution",
        "distance": "Attack Resolution",
        "flanked": "Flanking",
        "cover": "Cover",
        "sight": "Attack Resolution",
        "engaged_by": "Flanking",
        "movement": "Movement",
        "trigger": "Active Reactions",
    }
)
"""Where the text has what the facts of an attack, moving and striking at movers come to."""
