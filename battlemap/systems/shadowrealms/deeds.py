"""The actions of the text beside moving and attacking: what each costs, needs and does.

Each deed names its price, says why it can't be done now, and describes what it does as a
procedure that runs after the price is paid (sections 4, 5, 15, 16, 18 and 22).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.rules.acting import nothing_to_break
from battlemap.systems.shadowrealms.breaking import smash
from battlemap.systems.shadowrealms.checks import called_test
from battlemap.systems.shadowrealms.deed import Deed
from battlemap.systems.shadowrealms.footing import no_second_try, vault
from battlemap.systems.shadowrealms.healing import (
    no_surge,
    not_bleeding,
    not_dying,
    second_wind,
    stabilize,
    stop_bleeding,
)
from battlemap.systems.shadowrealms.hiding import hide, nobody_watches
from battlemap.systems.shadowrealms.powers import power_deeds
from battlemap.systems.shadowrealms.scouting import assess, look_around, not_in_view
from battlemap.systems.shadowrealms.sheet import sheet_of
from battlemap.systems.shadowrealms.stance import (
    aim,
    assist,
    cannot_shift,
    drop_item,
    drop_prone,
    extra_defense,
    feint,
    interact,
    lies_already,
    no_cover_near,
    no_melee_weapon,
    no_ranged_weapon,
    no_second_weapon,
    not_in_melee,
    not_to_be_assisted,
    nothing_in_hand,
    ready,
    speak,
    stand_up,
    stands_already,
    take_cover,
)
from battlemap.systems.shadowrealms.surprise import surprise_test, too_late
from battlemap.systems.shadowrealms.wrestling import (
    drag,
    escape,
    grapple,
    holds_nobody,
    not_grappled,
    not_to_be_seized,
    shove,
    trip,
)

if TYPE_CHECKING:
    from battlemap.model.token import Token

DEEDS: tuple[Deed, ...] = (
    Deed("move", "Move", "standard", "Up to the movement rate for an action; may be split"),
    Deed(
        "strike",
        "Strike",
        "standard",
        "An attack; each further one this turn has a level of Disadvantage more",
        needs_target=True,
    ),
    Deed(
        "off_hand",
        "Off-hand",
        "bonus",
        "A strike with a paired weapon or a haft, with no penalty for repeated strikes",
        needs_target=True,
        why_not=no_second_weapon,
    ),
    Deed(
        "charge",
        "Charge",
        "standard",
        "Run at the target by the shortest way until a melee weapon reaches it",
        needs_target=True,
        why_not=no_melee_weapon,
    ),
    Deed("shift", "Shift", "bonus", "One area that triggers nothing", why_not=cannot_shift),
    Deed(
        "take_cover",
        "Take cover",
        "standard",
        "The cover of the objects beside counts more, until moving",
        why_not=no_cover_near,
        do=take_cover,
    ),
    Deed(
        "feint",
        "Feint",
        "standard",
        "1 level of Advantage on the next Strike at the target this turn",
        needs_target=True,
        why_not=no_melee_weapon,
        wrong_target=not_in_melee,
        do=feint,
    ),
    Deed(
        "aim",
        "Aim",
        "standard",
        "1 level of Advantage on the next ranged attack this turn, at most 3",
        why_not=no_ranged_weapon,
        do=aim,
    ),
    Deed(
        "assist",
        "Assist",
        "standard",
        "1 level of Advantage on an ally's next check",
        needs_target=True,
        wrong_target=not_to_be_assisted,
        do=assist,
    ),
    Deed(
        "extra_defense",
        "Extra defense",
        "standard",
        "One more Parry or Dodge before the next turn",
        do=extra_defense,
    ),
    Deed(
        "disarm",
        "Disarm",
        "standard",
        "A strike at what the target holds: two damage successes knock it away",
        needs_target=True,
        why_not=no_melee_weapon,
    ),
    Deed(
        "stand_up", "Stand up", "standard", "Rise from prone", why_not=stands_already, do=stand_up
    ),
    Deed(
        "drop_prone",
        "Drop prone",
        "free",
        "Drop to the ground",
        why_not=lies_already,
        do=drop_prone,
    ),
    Deed(
        "drop_item",
        "Drop item",
        "free",
        "Let a weapon fall; Interact takes it up again",
        why_not=nothing_in_hand,
        do=drop_item,
    ),
    Deed("speak", "Speak", "free", "A warning, or a few tactical sentences", do=speak),
    Deed(
        "vault",
        "Sure footing",
        "free",
        "An Acrobatics test: passed, difficult ground costs no more than plain ground",
        why_not=no_second_try,
        do=vault,
        is_strenuous=True,
    ),
    Deed(
        "hide",
        "Hide",
        "standard",
        "A Stealth test against each enemy that doesn't see one openly",
        why_not=nobody_watches,
        do=hide,
        pays_itself=True,
    ),
    Deed(
        "assess",
        "Assess",
        "bonus",
        "An Alertness test: what is the target's weakness?",
        needs_target=True,
        wrong_target=not_in_view,
        do=assess,
    ),
    Deed(
        "look_around",
        "Look around",
        "bonus",
        "An Alertness test: secret doors, and enemies that hide",
        do=look_around,
    ),
    Deed(
        "test",
        "Skill test",
        "free",
        "A test that the GM calls for: high winds, a cave-in, a sudden obstacle",
        do=called_test,
    ),
    Deed(
        "surprise",
        "Surprise test",
        "free",
        "An Alertness test before a fight; whoever fails it is surprised",
        why_not=too_late,
        do=surprise_test,
    ),
    Deed(
        "second_wind",
        "Second wind",
        "standard",
        "A healing surge: 4 boxes and 8 stamina, once an encounter",
        why_not=no_surge,
        do=second_wind,
    ),
    Deed(
        "grapple",
        "Grapple",
        "standard",
        "A Grapple test against Grapple Defense to hold the target",
        needs_target=True,
        wrong_target=not_to_be_seized,
        do=grapple,
        is_strenuous=True,
    ),
    Deed(
        "escape",
        "Break free",
        "standard",
        "A Grapple test against the holder's Grapple Defense",
        why_not=not_grappled,
        do=escape,
        is_strenuous=True,
    ),
    Deed(
        "drag",
        "Drag",
        "standard",
        "A Grapple test to move whom one holds, or to back off and pull",
        why_not=holds_nobody,
        do=drag,
        is_strenuous=True,
    ),
    Deed(
        "shove",
        "Shove",
        "standard",
        "A Grapple test to push the target one area",
        needs_target=True,
        wrong_target=not_to_be_seized,
        do=shove,
        is_strenuous=True,
    ),
    Deed(
        "trip",
        "Trip",
        "standard",
        "A Grapple test to knock the target prone",
        needs_target=True,
        wrong_target=not_to_be_seized,
        do=trip,
        is_strenuous=True,
    ),
    Deed(
        "stop_bleeding",
        "Stop bleeding",
        "standard",
        "Medicine 12 + the bleeding penalty",
        needs_target=True,
        wrong_target=not_bleeding,
        do=stop_bleeding,
    ),
    Deed(
        "stabilize",
        "Stabilize",
        "standard",
        "Medicine 12 + boxes beyond the full track",
        needs_target=True,
        wrong_target=not_dying,
        do=stabilize,
    ),
    Deed(
        "break",
        "Break object",
        "standard",
        "A strike at a wall, door or thing: all dice are damage dice",
        why_not=nothing_to_break,
        do=smash,
        is_strenuous=True,
        on_obstacle=True,
        pays_itself=True,
    ),
    Deed(
        "ready",
        "Ready",
        "standard",
        "Spend the action now; strike or move with it when the trigger comes, before the next turn",
        do=ready,
    ),
    Deed(
        "interact",
        "Interact",
        "standard",
        "Take up a weapon, open or shut a door, drink, pull a lever",
        do=interact,
    ),
)
"""The actions in the order of the action bar."""


def deeds_of(token: Token) -> tuple[Deed, ...]:
    """Return all that a token can do: what everybody can, then its realm powers."""
    return (*DEEDS, *power_deeds(token)) if sheet_of(token).powers else DEEDS
