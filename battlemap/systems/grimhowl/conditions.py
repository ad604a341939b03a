"""What the conditions of Grimhowl change, each in one line with its section."""

from __future__ import annotations

CONDITION_RULES: dict[str, str] = {
    "stunned": "Takes no actions and no Reactions, and threatens nobody (Status Effects)",
    "↓ might": "A die less for Fighting, Athletics, Parry and Block (Status Effects)",
    "↓ agility": "A die less for Marksmanship, Finesse and Dodge (Status Effects)",
    "↓ wits": "A die less for Awareness, Medicine and Casting (Status Effects)",
    "↓ spirit": "A die less for Will and Fortitude (Status Effects)",
    "unconscious": "Down: its turns pass, and each of them and each hit adds a death mark until "
    "somebody tends it (Damage Resolution)",
    "dead": "Out of the fight for good; it neither blocks nor gives cover (Damage Resolution)",
}
