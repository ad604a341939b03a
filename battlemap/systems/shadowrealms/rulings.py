"""The modifiers that ShadowRealms knows; what the GM rules about them is the same in every game."""

from __future__ import annotations

from battlemap.rules.rulings import Known, Rulings

GAME = "ShadowRealms"

KNOWN: dict[str, Known] = {
    "rear": Known("Rear attack", 2, "section 8", "arc"),
    "side": Known("Side arc", 1, "section 8", "arc"),
    "higher_ground": Known("Higher ground", 1, "section 9", "height"),
    "cover": Known("Cover", -1, "section 5, Take Cover", "cover"),
    "tight_space": Known("Tight space", -1, "section 9", "tight"),
    "target_prone": Known("Target prone", 2, "section 9", "target_posture"),
    "attacker_prone": Known("Attacking while prone", -2, "section 9", "attacker_posture"),
    "unseen": Known("Target unseen", -2, "section 9", "target_seen"),
    "obscured": Known("Dim sight", -1, "section 6", "sight"),
    "moving_target": Known("Moving target", -1, "section 9", "target_motion"),
    "repeat": Known("Repeated strike", -1, "section 11"),
    "off_hand": Known("Off-hand", -1, "section 11"),
    "aim": Known("Aim", 1, "section 9"),
    "feint": Known("Feint", 1, "section 5"),
    "assist": Known("Assist", 1, "section 5"),
    "power": Known("Realm power", 1, "section 5, Invoke Realm Power"),
    "off_guard": Known("Off-Guard", 1, "section 2"),
    "grappled": Known("Grappled", -1, "section 18"),
    "limit_break": Known("Limit Break", 1, "section 17", is_total=True),
    "wounded": Known("Wounded", -1, "section 14", unit="die"),
    "exhausted": Known("Exhausted", -1, "section 14", unit="die"),
    "staggered": Known("Staggered", -1, "section 21", unit="die"),
    "injured": Known("Injured", -1, "section 23", unit="die"),
}
"""Every modifier that the map, the sheets or the fight can show, by its key."""

RULINGS = Rulings(GAME, KNOWN)

SECTIONS = RULINGS.sections(
    {
        "arc": "section 8",
        "in_reach": "section 7",
        "distance": "section 7",
        "flanked": "section 9",
        "cover": "section 5, Take Cover",
        "sight": "section 9",
        "height": "section 9",
        "high_ground": "section 9",
        "tight": "section 9",
        "engaged_by": "section 7",
        "reach_holders": "section 7",
        "target_seen": "section 9",
        "attacker_seen": "section 9",
        "target_posture": "section 9",
        "attacker_posture": "section 9",
        "target_motion": "section 9",
        "movement": "section 6",
        "trigger": "section 7",
    }
)
"""Where the text has what the facts of an attack, moving and striking at movers come to."""
