"""Posture, cover, aim, guard, and helping or misleading others (section 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.model.event import ConditionsChanged, ObstacleChanged, StatusChanged
from battlemap.model.obstacle import Door
from battlemap.model.token import are_hostile
from battlemap.model.words import counted
from battlemap.rules.acting import note, pair
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen
from battlemap.systems.shadowrealms.hands import droppable, lay_down, take_up, why_out_of_reach
from battlemap.systems.shadowrealms.harm import come_down
from battlemap.systems.shadowrealms.objects import name_of_object
from battlemap.systems.shadowrealms.price import has_pair
from battlemap.systems.shadowrealms.readings import CoverRule, TakeCoverLasts
from battlemap.systems.shadowrealms.sheet import details_of, status_of
from battlemap.tactics.board import Board
from battlemap.tactics.bound_cover import objects_beside
from battlemap.tactics.objects import objects_within

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.options import Options


MOST_AIM = 3


def no_ranged_weapon(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why aiming is no use."""
    del encounter
    if not any(weapon.is_ranged for weapon in system.weapons(token)):
        return "needs a ranged weapon"
    return "aimed as well as can be" if status_of(token).aim >= MOST_AIM else ""


def no_melee_weapon(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why there is no feint without a blade."""
    del encounter
    melee = any(not weapon.is_ranged for weapon in system.weapons(token))
    return "" if melee else "needs a melee weapon"


def no_second_weapon(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why there is no strike for a bonus action: no haft, and no pair of weapons."""
    del encounter
    found = any(
        details_of(weapon).haft or (details_of(weapon).off_hand and has_pair(system, token, weapon))
        for weapon in system.weapons(token)
    )
    return "" if found else "needs paired weapons or a haft"


def nothing_in_hand(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why there is nothing to drop."""
    del encounter
    return "" if droppable(system, token) else "nothing in hand"


def stands_already(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why nobody has to stand up."""
    del system, encounter
    return "" if token.has("prone") else "stands already"


def lies_already(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why nobody can drop."""
    del system, encounter
    return "lies already" if token.has("prone") else ""


def no_cover_near(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why there is no cover to take."""
    near = objects_beside(Board.of(encounter, system), token.id)
    if not near:
        return "nothing gives cover here"
    return "in cover already" if set(near) <= set(status_of(token).cover_by) else ""


def cannot_shift(system: ShadowRealms, encounter: Encounter, token: Token) -> str:
    """Return why there is no shift."""
    del system, encounter
    return "grappled" if token.has("grappled") else ""


def not_in_melee(system: ShadowRealms, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why *target* can't be reached with any melee weapon."""
    board = Board.of(encounter, system)
    for weapon in system.weapons(token):
        if (
            not weapon.is_ranged
            and facts_between(board, token.id, target.id, weapon.name).in_reach.value
        ):
            return ""
    return f"{name_of(target)} is out of {name_of(token)}'s melee reach."


def not_to_be_assisted(
    system: ShadowRealms, encounter: Encounter, token: Token, target: Token
) -> str:
    """Return why *target* can't be helped: oneself, an enemy, out of reach and sight."""
    if token.id == target.id:
        return "Nobody assists oneself."
    if are_hostile(token.side, target.side):
        return f"{name_of(target)} is an enemy."
    situation = facts_between(Board.of(encounter, system), token.id, target.id)
    if situation.in_reach.value or situation.sight.clear:
        return ""
    return f"{name_of(token)} neither reaches nor sees {name_of(target)}."


def drop_prone(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Drop to the ground, for nothing."""
    token = encounter.tokens[act.token]
    encounter = yield from happen(ConditionsChanged(token.id, token.conditions | {"prone"}))
    encounter, lines = yield from come_down(system, encounter, token.id)
    return (yield from note(token, f"{name_of(token)} drops prone", ("Free", *lines)))


def stand_up(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Rise from prone."""
    del system
    token = encounter.tokens[act.token]
    encounter = yield from happen(ConditionsChanged(token.id, token.conditions - {"prone"}))
    return (yield from note(token, f"{name_of(token)} stands up", ()))


def aim(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Steady a ranged weapon: a level of Advantage more, at most three (section 9)."""
    del system
    token = encounter.tokens[act.token]
    status = status_of(token)
    aim = min(MOST_AIM, status.aim + 1)
    encounter = yield from happen(StatusChanged(token.id, replace(status, aim=aim)))
    line = f"{aim} of {MOST_AIM} levels of Advantage on the next ranged attack this turn"
    return (yield from note(token, f"{name_of(token)} aims", (line,)))


def take_cover(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Hunker down behind the obstacles beside (section 5; what it is worth is an option)."""
    token = encounter.tokens[act.token]
    near = objects_beside(Board.of(encounter, system), token.id)
    status = replace(status_of(token), cover_by=near)
    encounter = yield from happen(StatusChanged(token.id, status))
    named = ", ".join(name_of_object(encounter.map.obstacles[key]) for key in near)
    line = f"The cover of {named} {cover_words(system.options)}"
    return (yield from note(token, f"{name_of(token)} takes cover", (line,)))


def cover_words(options: Options) -> str:
    """Return what Take Cover is worth: "counts 1 grade more until it moves"."""
    grades = options.take_cover_grades
    if options.cover is CoverRule.AFTER_TAKE_COVER or not grades:
        worth = "counts"
    else:
        worth = f"counts {counted(grades, 'grade')} more"
    if options.take_cover_lasts is TakeCoverLasts.UNTIL_TURN:
        return f"{worth} until it moves or its next turn begins"
    return f"{worth} until it moves"


def extra_defense(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Gain one more Parry or Dodge before the next turn."""
    del system
    token = encounter.tokens[act.token]
    status = status_of(token)
    count = status.extra_defenses + 1
    encounter = yield from happen(StatusChanged(token.id, replace(status, extra_defenses=count)))
    line = f"{counted(count, 'extra defense')} (Parry or Dodge) until the next turn"
    return (yield from note(token, f"{name_of(token)} stands on guard", (line,)))


def feint(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Mislead a target in melee for the next Strike at it this turn."""
    del system
    token, target = pair(encounter, act)
    status = replace(status_of(token), feint=target.id)
    encounter = yield from happen(StatusChanged(token.id, status))
    line = f"1 level of Advantage on the next Strike at {name_of(target)} this turn"
    headline = f"{name_of(token)} feints at {name_of(target)}"
    return (yield from note(token, headline, (line,)))


def assist(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Give an ally a level of Advantage on its next check."""
    del system
    token, ally = pair(encounter, act)
    status = status_of(ally)
    more = replace(status, assist=status.assist + 1)
    encounter = yield from happen(StatusChanged(ally.id, more))
    line = f"1 level of Advantage on {name_of(ally)}'s next check"
    headline = f"{name_of(token)} assists {name_of(ally)}"
    return (yield from note(token, headline, (line,)))


def ready(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Hold 1 to 3 actions back for a trigger; lost where it doesn't come (section 5)."""
    del system
    token = encounter.tokens[act.token]
    status = status_of(token)
    wish = act.choices.get("actions", "1")
    count = int(wish) if wish in ("1", "2", "3") else 1
    running = encounter.turn_order.is_running
    # One is paid already, as for every action.
    more = min(count - 1, status.actions) if running else count - 1
    held = replace(status, readied=1 + more)
    if running:
        held = replace(held, actions=status.actions - more)
    encounter = yield from happen(StatusChanged(token.id, held))
    trigger = act.choices.get("what", "")
    lines = (f"{counted(held.readied, 'action')}, until the next turn", trigger)
    headline = f"{name_of(token)} readies an action"
    return (yield from note(token, headline, tuple(line for line in lines if line)))


def speak(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Shout a warning or a few tactical sentences, for nothing."""
    del system
    token = encounter.tokens[act.token]
    what = act.choices.get("what", "")
    return (yield from note(token, f"{name_of(token)} speaks", (what or "Free",)))


def drop_item(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Let a weapon fall to the ground, for nothing; it lies in the area until it is fetched."""
    token = encounter.tokens[act.token]
    names = [weapon.name for weapon in droppable(system, token)]
    weapon = act.choices.get("weapon", "")
    if not names:
        raise IllegalIntentError(f"{name_of(token)} has nothing in hand.")
    if weapon not in names:
        options = tuple(AskOption(name, name[:1].upper() + name[1:]) for name in names)
        weapon = names[0]
        if len(names) > 1:
            headline = f"What does {name_of(token)} drop?"
            weapon = yield from ask(Ask(token.id, headline, options, "drop", focus=(token.id,)))
    encounter = yield from lay_down(encounter, token.id, weapon, token.at)
    headline = f"{name_of(token)} drops the {weapon}"
    return (yield from note(token, headline, ("Free",)))


def interact(system: ShadowRealms, encounter: Encounter, act: Act) -> Procedure:
    """Fetch a lost weapon, open or shut a door, or do what has no rule of its own."""
    token = encounter.tokens[act.token]
    what = act.choices.get("what", "")
    if not what:
        what = yield from _ask_what(system, encounter, token)
    kind, _, key = what.partition(":")
    if kind == "fetch" and key in status_of(token).dropped:
        if far := why_out_of_reach(Board.of(encounter, system), token, key):
            return (yield from note(token, f"{name_of(token)} reaches for the {key}", (far,)))
        encounter = yield from take_up(encounter, token.id, key)
        return (yield from note(token, f"{name_of(token)} takes up the {key}", ()))
    door = encounter.map.obstacles.get(key)
    if kind == "door" and isinstance(door, Door):
        headline = f"{name_of(token)} reaches for {name_of_object(door)}"
        if key not in {
            near.id for near in objects_within(Board.of(encounter, system), token.id, 5)
        }:
            return (yield from note(token, headline, ("It is too far away",)))
        if door.is_locked and not door.is_open:
            return (yield from note(token, headline, ("It is locked",)))
        encounter = yield from happen(ObstacleChanged(replace(door, is_open=not door.is_open)))
        verb = "shuts" if door.is_open else "opens"
        return (yield from note(token, f"{name_of(token)} {verb} {name_of_object(door)}", ()))
    said = () if what in ("", "other") else (what,)
    return (yield from note(token, f"{name_of(token)} interacts", said))


def _ask_what(system: ShadowRealms, encounter: Encounter, token: Token) -> Part[str]:
    """Ask what is handled, where the map offers something."""
    board = Board.of(encounter, system)
    options = [
        AskOption(
            f"fetch:{weapon}",
            f"Take up the {weapon}",
            unavailable=why_out_of_reach(board, token, weapon),
        )
        for weapon in status_of(token).dropped
    ]
    for near in objects_within(board, token.id, 5):
        door = encounter.map.obstacles[near.id]
        if isinstance(door, Door) and not door.is_secret:
            verb = "Shut" if door.is_open else "Open"
            locked = "locked" if door.is_locked and not door.is_open else ""
            name = name_of_object(door)
            options.append(AskOption(f"door:{near.id}", f"{verb} {name}", unavailable=locked))
    if not options:
        return "other"
    options.append(AskOption("other", "Something else"))
    headline = f"What does {name_of(token)} handle?"
    return (yield from ask(Ask(token.id, headline, tuple(options), "interact", focus=(token.id,))))
