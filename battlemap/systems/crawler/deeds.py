"""The actions of the text: when each may be done, on whom, and what it does.

Each deed says why it can't be done now, and describes what it does as a procedure that pays for
itself (Reaction-phase Interrupts, Crawler-phase Actions).
"""

from __future__ import annotations

from battlemap.systems.crawler.carried import (
    cast,
    no_item,
    no_spell,
    nothing_to_fetch,
    nothing_to_heal_with,
    retrieve,
    use_healing,
    use_item,
)
from battlemap.systems.crawler.deed import INTERRUPT_TIME, OWN_TIME, Deed
from battlemap.systems.crawler.evading import evade, nothing_to_evade
from battlemap.systems.crawler.helping import (
    catch,
    intervene_now,
    no_catcher,
    not_to_be_caught_for,
    not_to_be_helped,
)
from battlemap.systems.crawler.phases import DECLARE
from battlemap.systems.crawler.taunting import not_to_be_taunted, taunt
from battlemap.systems.crawler.teamwork import (
    call_play,
    first_aid,
    look_for_clues,
    make_check,
    not_a_riddle,
    not_to_be_aided,
    not_to_be_called,
)

DEEDS: tuple[Deed, ...] = (
    Deed(
        "move",
        "Move",
        "Up to the Move value and a step; with every other Action comes a step alone",
        by_mobs=None,
    ),
    Deed(
        "attack",
        "Attack",
        "With a weapon or attack spell; drawing another from the Hotlist is free. Mobs announce it",
        by_mobs=None,
        needs_target=True,
    ),
    Deed(
        "evade",
        "Evade",
        "A check against the Attack value for each announced attack; in an area it halves",
        INTERRUPT_TIME,
        why_not=nothing_to_evade,
        do=evade,
    ),
    Deed(
        "intervene",
        "Intervene",
        "1d6 more for an ally's check that it can better; in step 4 it is asked for at once",
        INTERRUPT_TIME,
        wrong_target=not_to_be_helped,
        nobody="no ally's check can be bettered by 1d6",
        do=intervene_now,
    ),
    Deed(
        "catch",
        "Catcher",
        "Take an announced attack for an adjacent ally; it can't be evaded",
        INTERRUPT_TIME,
        why_not=no_catcher,
        wrong_target=not_to_be_caught_for,
        nobody="no adjacent ally is attacked",
        do=catch,
    ),
    Deed(
        "taunt",
        "Taunt",
        "An Int-opposed check that turns a mob's announced attacks on oneself",
        INTERRUPT_TIME,
        wrong_target=not_to_be_taunted,
        nobody="no attack is announced",
        do=taunt,
    ),
    Deed(
        "heal",
        "Heal",
        "Use a healing spell or Hotlist item, before the damage of mobs or in step 4",
        OWN_TIME | INTERRUPT_TIME,
        why_not=nothing_to_heal_with,
        do=use_healing,
    ),
    Deed(
        "call_play",
        "Call a Play",
        "Name an ally's action: the higher of 2d6 to its check, or else to its damage",
        wrong_target=not_to_be_called,
        nobody="no ally who can act",
        do=call_play,
    ),
    Deed(
        "cast",
        "Cast a spell",
        "A spell that is no attack, for its mana",
        why_not=no_spell,
        do=cast,
    ),
    Deed(
        "use_item",
        "Use a Hotlist item",
        "A potion, a scroll or another prepared thing",
        why_not=no_item,
        do=use_item,
    ),
    Deed(
        "first_aid",
        "First Aid",
        "A check that restores a slot of somebody adjacent, two if it goes well",
        wrong_target=not_to_be_aided,
        nobody="nobody adjacent is hurt",
        do=first_aid,
    ),
    Deed(
        "check",
        "Make a check",
        "Another skill, or a bare stat",
        do=make_check,
    ),
    Deed(
        "clues",
        "Look for Clues",
        "A check that reveals something about a Boss, two things if it goes well",
        wrong_target=not_a_riddle,
        nobody="no Boss with anything to find out",
        do=look_for_clues,
    ),
    Deed(
        "retrieve",
        "Retrieve",
        "From the inventory to Hotlist, hand or floor, or from the floor to the hand",
        why_not=nothing_to_fetch,
        do=retrieve,
    ),
    Deed(
        "call_off",
        "Call off",
        "Take back what the mob announced last",
        frozenset({DECLARE}),
        by_mobs=True,
        is_free=True,
    ),
)
"""The actions in the order of the action bar."""
