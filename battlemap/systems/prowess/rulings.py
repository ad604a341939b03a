"""The modifiers that Prowess knows; what the GM rules about them is the same in every game."""

from __future__ import annotations

from battlemap.rules.rulings import Known, Rulings

GAME = "Prowess"

KNOWN: dict[str, Known] = {
    "flanking": Known("Flanking", 1, "Flanking", "flanked", "die"),
    "hidden": Known("Hidden attacker", 1, "Hide", "attacker_seen", "die"),
    "cover_minor": Known("Minor cover", -2, "Cover", "cover", "bonus"),
    "cover_major": Known("Major cover", -5, "Cover", "cover", "bonus"),
    "higher": Known("Target stands above", -2, "Cover", "height", "bonus"),
    "surprised": Known("Target surprised", 4, "Surprise", "", "bonus"),
    "assist": Known("Assist", 4, "Assist", "", "bonus"),
    "wounding_strike": Known("Wounding Strike", -4, "Wounding Strike", "", "bonus"),
    "guard_break": Known("Guard Break", -4, "Guard Break", "", "bonus"),
    "armor_pierce": Known("Armor Pierce", -4, "Armor Pierce", "", "bonus"),
    "block": Known("Target blocks", -1, "Block", "", "bonus"),
    "perfect_parry": Known("Perfect Parry", 4, "Perfect Parry", "", "bonus"),
    "wounded": Known("Wounded", -1, "Critical Hit", "", "bonus"),
}
"""Every modifier that the map, the sheets or the fight can show, by its key."""

RULINGS = Rulings(GAME, KNOWN)

COVER_KEYS = ("cover_major", "cover_minor", "higher")
"""Cover of any kind, the best first: only one of them counts."""

SECTIONS = RULINGS.sections(
    {
        "in_reach": "Aura of Reach",
        "distance": "Attack",
        "flanked": "Flanking",
        "cover": "Cover",
        "sight": "Cover",
        "height": "Cover",
        "high_ground": "Cover",
        "target_seen": "Hide",
        "attacker_seen": "Hide",
        "target_posture": "Being Prone",
        "attacker_posture": "Being Prone",
        "engaged_by": "Aura of Reach",
        "reach_holders": "Aura of Reach",
        "movement": "Movement Actions",
        "trigger": "Opportunity Attack",
    }
)
"""Where the text has what the facts of an attack, moving and striking at movers come to."""
