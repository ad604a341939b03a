"""The modifiers that Crawler knows; what the GM rules about them is the same in every game."""

from __future__ import annotations

from battlemap.rules.rulings import Known, Rulings

GAME = "Crawler"

KNOWN: dict[str, Known] = {
    "cover": Known("Cover", -1, "Cover", "cover"),
    "darkness": Known("Darkness", -1, "Darkness and sight", "sight"),
    "unseen": Known("Target unseen", -1, "Darkness and sight", "target_seen"),
    "unseen_attacker": Known("Unseen by the target", 1, "Darkness and sight", "attacker_seen"),
    "weather": Known("Severe weather", -1, "Weather and ground"),
    "ground": Known("Shifting ground", -1, "Weather and ground"),
    "high_ground": Known("High ground", 1, "High ground", "height"),
    "larger": Known("Much larger target", 1, "Size"),
    "smaller": Known("Much smaller target", -1, "Size"),
    "melee_reach": Known("Shooting in melee reach", -1, "Shooting in melee reach", "engaged_by"),
    "evaded": Known("Evaded well", 1, "Evade"),
    "shaken": Known("Shaken", -1, "Conditions"),
    "shaken_target": Known("Shaken target", 1, "Conditions"),
}
"""Every modifier that the map, the sheets or the fight can show, by its key."""

RULINGS = Rulings(GAME, KNOWN)

SECTIONS = RULINGS.sections(
    {
        "in_reach": "Making an attack",
        "distance": "Making an attack",
        "cover": "Cover",
        "sight": "Darkness and sight",
        "target_seen": "Darkness and sight",
        "attacker_seen": "Darkness and sight",
        "height": "High ground",
        "high_ground": "High ground",
        "sizes": "Size",
        "engaged_by": "Shooting in melee reach",
        "movement": "Move and steps",
    }
)
"""Where the text has what the facts of an attack, moving and striking at movers come to."""
