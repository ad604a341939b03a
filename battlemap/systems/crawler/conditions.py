"""What the conditions of Crawler change, each in one line with its section."""

from __future__ import annotations

CONDITION_RULES: dict[str, str] = {
    "surprised": "No Actions until the first step 1 or Clean Up; a surprised mob announces nothing "
    "(Surprise)",
    "shaken": "Disadvantage on its attacks and checks; a crawler evades mobs badly (Conditions)",
    "stunned": "Takes no Actions, neither interrupts nor threatens (Conditions)",
    "dying": "No Actions, no movement; the countdown falls at Clean Up and whenever it is hurt; a "
    "slot healed ends it (At 0% Health)",
    "dead": "Out of the fight for good; it neither blocks nor gives cover (At 0% Health)",
    "unconscious": "Takes no Actions; it neither blocks nor gives cover (Conditions)",
    "hidden": "Attacks at it have Disadvantage: it isn't seen (Darkness and sight)",
    "invisible": "Attacks at it have Disadvantage: it isn't seen (Darkness and sight)",
    "unseen": "Attacks at it have Disadvantage: it isn't seen (Darkness and sight)",
    "blinded": "Its attacks have Disadvantage: it sees nobody (Darkness and sight)",
    "severe weather": "Its attacks have Disadvantage, in melee as well (Weather and ground)",
    "shifting ground": "Its attacks have Disadvantage, in melee as well (Weather and ground)",
    "flying": "Difficult ground, climbs and water cost it nothing more (Move and steps)",
}
