"""What the conditions of Grimhowl change, each in one line with its section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.systems.grimhowl.kinds import LOWERED
from battlemap.systems.grimhowl.readings import LoweredSkills

if TYPE_CHECKING:
    from battlemap.systems.grimhowl.options import Options

CONDITION_RULES: dict[str, str] = {
    "stunned": "Takes no actions and no Reactions, and threatens nobody (Status Effects)",
    "unconscious": "Down: its turns pass, and each of them and each hit adds a death mark until "
    "somebody tends it (Damage Resolution)",
    "dead": "Out of the fight for good; it neither blocks nor gives cover (Damage Resolution)",
}


def help_for(options: Options, condition: str) -> str:
    """Return what a condition changes under these options; empty: nothing that the rules know."""
    if condition not in LOWERED:
        return CONDITION_RULES.get(condition, "")
    skills = [skill.value.capitalize() for skill in LOWERED[condition]]
    named = f"{', '.join(skills[:-1])} and {skills[-1]}"
    if options.lowered_skills is LoweredSkills.ALL:
        named = "every roll"
    if not options.lowered_dice:
        return "Nothing but its name (Status Effects)"
    less = "A die" if options.lowered_dice == 1 else f"{options.lowered_dice} dice"
    return f"{less} less for {named} (Status Effects)"
