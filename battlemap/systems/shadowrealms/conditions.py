"""What the conditions of ShadowRealms change, each in one line with its section."""

from __future__ import annotations

CONDITION_RULES: dict[str, str] = {
    "prone": "Melee attacks at it +2 levels, ranged ones −2, its own −2; moving costs an area more "
    "each (section 9)",
    "off-guard": "Caught in the round after a surprise; attackers gain a level if the option says "
    "so (section 2)",
    "surprised": "No turn and no reactions in the first round, off-guard in the second (section 2)",
    "unaware": "Attacks at it are all damage dice; the start of a fight asks for its Surprise test "
    "(section 10)",
    "grappled": "Can't move or shift; strikes at others than its holder at −1 level (section 18)",
    "bleeding": "After a round of strenuous action a d20 must beat its Bleeding Rating, or it "
    "loses stamina, then boxes (section 15)",
    "stunned": "Can't act, react or threaten (section 7)",
    "blinded": "All its targets are unseen: −2 levels; anybody may hide from it (section 9)",
    "unseen": "Attacks at it have −2 levels; aiming at it counts nothing (section 9)",
    "invisible": "Attacks at it have −2 levels, and it may hide in the open (section 9)",
    "hidden": "Attacks at it have −2 levels; its strike out of hiding may be all damage dice "
    "(section 10)",
    "moving": "Ranged attacks at it have −1 level, whatever its last turn was (section 9)",
    "flying": "Uses its fly speed, ignores the ground, and falls when held, stunned or prone "
    "(section 6)",
    "burrowing": "Moves below the ground with its burrow speed, without checks (section 6)",
    "helpless": "Can't act; attacks at it are all damage dice (section 10)",
    "paralyzed": "Can't act; attacks at it are all damage dice (section 10)",
    "unconscious": "Out of the fight; attacks at it are all damage dice (section 22)",
    "dead": "Out of the fight for good; it neither blocks nor gives cover (section 22)",
}
