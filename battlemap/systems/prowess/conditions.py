"""What the conditions of Prowess change, each in one line with its section."""

from __future__ import annotations

CONDITION_RULES: dict[str, str] = {
    "prone": "Each cell costs twice, more in difficult ground; standing up is a Movement action "
    "(Being Prone)",
    "surprised": "−4 on Evasion against attacks, and no opportunity attacks (Surprise)",
    "hidden": "Attacks at those who don't see it have the die of flanking; it moves half as far "
    "(Hide)",
    "grappled": "Its speed is 0 until it breaks free (Grapple)",
    "stunned": "Can't act or strike at those who pass; an option says how it is hit (Attack)",
    "paralyzed": "Can't act or strike at those who pass; an option says how it is hit (Attack)",
    "helpless": "Can't act or strike at those who pass; an option says how it is hit (Attack)",
    "unconscious": "Out of the fight: its turns pass (Weapon Damage)",
    "dead": "Out of the fight for good; it neither blocks nor gives cover (Weapon Damage)",
}
