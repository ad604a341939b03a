"""The actions in the order of the action bar: label, help, price, and what does them."""

from __future__ import annotations

from battlemap.rules.acting import nothing_to_break
from battlemap.systems.grimhowl.breaking import break_object
from battlemap.systems.grimhowl.deed import Deed
from battlemap.systems.grimhowl.doings import (
    hold,
    in_a_fight,
    interact,
    is_dead,
    move_by_skill,
    no_cover_near,
    no_fight,
    not_to_be_tended,
    nothing_remains,
    open_move,
    repair,
    rest,
    take_cover,
    take_damage,
    tend,
)
from battlemap.systems.grimhowl.pools import MOVE

DEEDS: tuple[Deed, ...] = (
    Deed(
        MOVE,
        "Move",
        "Walk up to the movement value; each repeat in the round gets 5 ft less",
        do=open_move,
    ),
    Deed(
        "attack",
        "Attack",
        "Roll skill dice against the Defense DC; each repeat in the round loses a die more",
        has_dice=True,
        needs_target=True,
    ),
    Deed(
        "take_cover",
        "Take Cover",
        "Behind an object beside: Parry and Dodge DC +1 from where it stands between",
        why_not=no_cover_near,
        do=take_cover,
    ),
    Deed(
        "athletics",
        "Athletics",
        "Stars buy movement over bad ground, out of the movement that remains",
        has_dice=True,
        why_not=nothing_remains,
        do=move_by_skill,
    ),
    Deed(
        "finesse",
        "Finesse",
        "Stars buy movement at which nobody may strike, out of the movement that remains",
        has_dice=True,
        why_not=nothing_remains,
        do=move_by_skill,
    ),
    Deed(
        "hold",
        "Hold",
        "Keep actions for Reactions, or to act on somebody else's turn in this round",
        is_free=True,
        why_not=no_fight,
        do=hold,
    ),
    Deed(
        "tend",
        "Tend",
        "Medicine: stop the dying of somebody who is down, or end Gnawing damage",
        has_dice=True,
        needs_target=True,
        wrong_target=not_to_be_tended,
        do=tend,
    ),
    Deed(
        "break",
        "Break",
        "Attack an object in reach; destroyed, it gives no Cover any more",
        has_dice=True,
        why_not=nothing_to_break,
        do=break_object,
        on_obstacle=True,
        pays_itself=True,
    ),
    Deed("interact", "Interact", "Draw, fetch, drink, pull a lever, open a door", do=interact),
    Deed(
        "take_damage",
        "Take damage",
        "Damage from ground, a fall or anything else; Gnawing damage comes with it",
        is_free=True,
        befalls=True,
        why_not=is_dead,
        do=take_damage,
    ),
    Deed(
        "repair",
        "Repair",
        "Out of a fight: mend armor, shields and weapons",
        is_free=True,
        why_not=in_a_fight,
        do=repair,
    ),
    Deed(
        "rest",
        "Rest",
        "Out of a fight: shells and natural weapons recover",
        is_free=True,
        why_not=in_a_fight,
        do=rest,
    ),
)
"""The actions in the order of the action bar."""
