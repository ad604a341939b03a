"""Area attacks carried out: one check, one roll of damage, and each creature's own share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from battlemap.geometry.cell import Point
from battlemap.geometry.names import cell_name
from battlemap.model.event import Noted
from battlemap.model.words import direction
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, ask, happen, roll
from battlemap.systems.crawler.announce import is_sound, number_of, take_back, words_of
from battlemap.systems.crawler.area import (
    Inside,
    Laid,
    dice_of,
    extra_of,
    lay_area,
    lead_strike,
    member_strike,
)
from battlemap.systems.crawler.area_plan import plan_area
from battlemap.systems.crawler.attack import EVADE, evades_at_all, why_no_evade, why_unable
from battlemap.systems.crawler.consequences import befall
from battlemap.systems.crawler.degrees import ATTACK_NAMES, CHECK_NAMES, Degree, degree_of
from battlemap.systems.crawler.evading import evade_attack
from battlemap.systems.crawler.landing import apply_damage, damage_dice, injure
from battlemap.systems.crawler.odds import odds_of
from battlemap.systems.crawler.price import pay
from battlemap.systems.crawler.readings import ScatterRule
from battlemap.systems.crawler.report import Report, modifier_lines
from battlemap.systems.crawler.resolution import roll_attack, spend, wants_to_evade
from battlemap.systems.crawler.sheet import details_of, is_crawler
from battlemap.systems.crawler.status import status_of
from battlemap.systems.crawler.strike import How, Strike
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler

SCATTER_FEET = 5
"""An attack that scatters lands 2d4 × 5 ft away, or where the GM says (an option)."""

FARTHEST_FEET = 60
"""How far away the GM may let it land."""


def perform_area(system: Crawler, encounter: Encounter, attack: AreaAttack) -> Procedure:
    """Carry an area attack out now: the check, the damage, and where a failure lands."""
    board = Board.of(encounter, system)
    planned = plan_area(system, board, attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    laid = lay_area(system, board, attack)
    lead = lead_strike(system, board, attack, laid)
    encounter = yield from spend(system, encounter, attack)
    evaded: dict[str, tuple[Degree, Strike]] = {}
    if not is_crawler(laid.attacker):
        encounter, evaded = yield from _evade_all(system, encounter, attack, laid)
    return (yield from _carry_out(system, encounter, attack, laid, lead, evaded, ""))


def _evade_all(
    system: Crawler, encounter: Encounter, attack: AreaAttack, laid: Laid
) -> Part[tuple[Encounter, dict[str, tuple[Degree, Strike]]]]:
    """Ask everybody inside an area that nobody announced, and let them evade who want to."""
    wishes = {}
    for inside in laid.inside:
        wishes[inside.token] = yield from _evades(system, encounter, attack, laid, inside)
    evaded: dict[str, tuple[Degree, Strike]] = {}
    for inside in laid.inside:
        if wishes[inside.token]:
            encounter, degree, strike = yield from _evade_now(
                system, encounter, attack, laid, inside
            )
            evaded[inside.token] = degree, strike
    return encounter, evaded


def resolve_announced_area(system: Crawler, encounter: Encounter, attack: AreaAttack) -> Procedure:
    """Carry out an announced area attack: whoever was inside then is hit, evaded or not."""
    words = words_of(encounter, attack)
    attacker = encounter.tokens.get(attack.attacker)
    number = number_of(attack)
    why = ""
    if attacker is None:
        why = "nobody is there any longer"
    elif not system.is_able(attacker):
        why = f"{name_of(attacker)} is {why_unable(attacker)}"
    elif not is_sound(system, encounter, attack):
        why = f"{name_of(attacker)} has no {attack.weapon} any longer"
    if why:
        encounter = yield from take_back(encounter, attack)
        return (yield from happen(Noted(f"{words} comes to nothing", (why,), "attack")))
    board = Board.of(encounter, system)
    laid = lay_area(system, board, attack)
    inside: list[Inside] = []
    evaded: dict[str, tuple[Degree, Strike]] = {}
    for token in encounter.tokens.values():
        incoming = status_of(token).incoming_of(number)
        if incoming is None or token.has("dead"):
            continue
        one = Inside(token.id, incoming.splashed)
        inside.append(one)
        if incoming.natural:
            strike = member_strike(system, board, attack, laid, one, evades=True)
            degree = degree_of(incoming.natural, incoming.total, strike.difficulty)
            evaded[token.id] = degree, strike
    others = [one.token for one in inside if one.token != attack.attacker]
    chosen = laid.chosen if laid.chosen in others else ""
    laid = replace(laid, inside=tuple(inside), chosen=chosen or (others[0] if others else ""))
    lead = lead_strike(system, board, attack, laid)
    encounter = yield from take_back(encounter, attack)
    return (yield from _carry_out(system, encounter, attack, laid, lead, evaded, "As announced"))


def _evades(
    system: Crawler, encounter: Encounter, attack: AreaAttack, laid: Laid, inside: Inside
) -> Part[bool]:
    """Tell whether a crawler evades an area that nobody announced: as chosen, else as asked."""
    token = encounter.tokens[inside.token]
    if not evades_at_all(system, laid.attacker, token, is_area=True):
        return False
    wish = attack.choices.get(f"evade:{token.id}", "")
    if why_no_evade(system, encounter, token):
        return False
    if wish:
        return wish == EVADE
    board = Board.of(encounter, system)
    strike = member_strike(system, board, attack, laid, inside, evades=True)
    return (yield from wants_to_evade(laid.attacker.id, token, odds_of(strike)))


def _evade_now(
    system: Crawler, encounter: Encounter, attack: AreaAttack, laid: Laid, inside: Inside
) -> Part[tuple[Encounter, Degree, Strike]]:
    """Let a crawler evade an area that nobody announced."""
    board = Board.of(encounter, system)
    strike = member_strike(system, board, attack, laid, inside, evades=True)
    encounter = yield from pay(encounter, inside.token)
    encounter, result = yield from evade_attack(system, encounter, inside.token, attack)
    return encounter, result.degree, strike


def _carry_out(
    system: Crawler,
    encounter: Encounter,
    attack: AreaAttack,
    laid: Laid,
    lead: Strike | None,
    evaded: dict[str, tuple[Degree, Strike]],
    because: str,
) -> Procedure:
    name, weapon = name_of(laid.attacker), laid.weapon
    degree: Degree | None = None
    play = False
    lines = [f"With {weapon.name}"]
    lines.extend([because] if because else [])
    if lead is not None and lead.how is How.ATTACKER:
        encounter, result = yield from roll_attack(system, encounter, lead)
        degree, play = result.degree, result.play_spare
        lines.append(f"{lead.check_words}, against {name_of(lead.target)}")
        lines.extend(modifier_lines(lead.modifiers))
        lines.extend(result.lines)
        lines.append(ATTACK_NAMES[degree])
    if degree is not None and not degree.succeeds:
        encounter = yield from happen(
            Noted(f"{name}'s {weapon.name} fails", tuple(lines), "attack", laid.attacker.id)
        )
        encounter = yield from _scatter(system, encounter, attack, laid, evaded)
        if lead is not None:
            encounter = yield from befall(system, encounter, lead, degree)
        return encounter
    if is_crawler(laid.attacker):
        # Allies evade once it is known that the attack succeeds.
        encounter, evaded = yield from _evade_all(system, encounter, attack, laid)
    faces: tuple[int, ...] = ()
    if laid.inside:
        faces = yield from _dice(laid, lead, degree)
        added = [] if lead is None else [lead.added_words(degree), f"Play {lead.play}" * play]
        lines.append(_dice_line(laid, faces, ", ".join(part for part in added if part)))
    names = ", ".join(name_of(encounter.tokens[one.token]) for one in laid.inside)
    encounter = yield from happen(
        Noted(
            f"{name}'s {weapon.name} hits {names or 'nobody'}",
            tuple(lines),
            "attack",
            laid.attacker.id,
        )
    )
    extra = extra_of(lead, degree, play=play, options=system.options)
    return (yield from _share_out(system, encounter, attack, laid, evaded, (sum(faces), extra)))


def _dice(laid: Laid, lead: Strike | None, degree: Degree | None) -> Part[tuple[int, ...]]:
    count = dice_of(lead, laid.weapon, degree)
    sides = details_of(laid.weapon).sides
    why = f"{name_of(laid.attacker)}'s damage with {laid.weapon.name}, {count}d{sides}"
    return (yield from roll(count, sides, why, laid.attacker.id))


def _dice_line(laid: Laid, faces: tuple[int, ...], added: str) -> str:
    rolled = "Damage without dice"
    if faces:
        shown = " ".join(str(face) for face in faces)
        sides = details_of(laid.weapon).sides
        rolled = f"Damage, once for all, {len(faces)}d{sides}: {shown}"
    return f"{rolled}, {added}" if added else rolled


def _share_out(
    system: Crawler,
    encounter: Encounter,
    attack: AreaAttack,
    laid: Laid,
    evaded: dict[str, tuple[Degree, Strike]],
    rolled: tuple[int, int],
) -> Procedure:
    """Give each creature inside its share of the damage, halved for splash and Evade first."""
    board = Board.of(encounter, system)
    for one in laid.inside:
        degree: Degree | None = None
        if one.token in evaded:
            degree, strike = evaded[one.token]
        else:
            strike = member_strike(system, board, attack, laid, one, evades=False)
        strike = replace(strike, target=encounter.tokens[one.token], splashed=one.splashed)
        report = Report(strike)
        words = ["In the splash: half" if one.splashed else "In the area"]
        if degree is not None:
            words.append(f"Evade: {CHECK_NAMES[degree].lower()}")
        report.lines.extend(words)
        damage = strike.damage(degree, rolled[0], extra=rolled[1])
        report.hits = 1
        report.lines.append(f"{damage} before defenses")
        encounter = yield from apply_damage(system, encounter, strike, damage, report)
        encounter = yield from injure(encounter, strike, degree, report)
        encounter = yield from happen(report.noted(encounter))
    return encounter


# Scatter ----------------------------------------------------------------------------------


def _scatter(
    system: Crawler,
    encounter: Encounter,
    attack: AreaAttack,
    laid: Laid,
    evaded: dict[str, tuple[Degree, Strike]],
) -> Procedure:
    """Let a failed blast land somewhere else; whoever is there is hit (Area Attacks).

    An Evade that was made against the attack counts there too.
    """
    if not details_of(laid.weapon).scatters or attack.shape != "blast":
        return encounter
    grid = encounter.map.grid.grid
    start = grid.cell_at(laid.area.origin)
    legs, words = yield from _where_to(system, encounter, laid)
    cell = start
    for index, feet in legs:
        step = grid.directions[index]
        for _ in range(max(1, round(feet / encounter.map.grid.feet_per_cell))):
            if cell.plus(step) not in grid:
                break
            cell = cell.plus(step)
    before, after = grid.center(start), grid.center(cell)
    origin = laid.area.origin
    landed = Point(origin.x + after.x - before.x, origin.y + after.y - before.y)
    elsewhere = replace(attack, origin=landed)
    there = lay_area(system, Board.of(encounter, system), elsewhere)
    names = ", ".join(name_of(encounter.tokens[one.token]) for one in there.inside)
    lines = [words, f"Lands on {cell_name(grid, cell)}"]
    faces: tuple[int, ...] = ()
    if there.inside:
        count = details_of(laid.weapon).dice
        strike = member_strike(
            system, Board.of(encounter, system), elsewhere, there, there.inside[0], evades=False
        )
        faces = yield from damage_dice(strike, count)
        lines.append(_dice_line(laid, faces, strike.damage_words))
    headline = f"{laid.weapon.name.capitalize()} scatters and hits {names or 'nobody'}"
    encounter = yield from happen(Noted(headline, tuple(lines), "attack", laid.attacker.id))
    return (yield from _share_out(system, encounter, elsewhere, there, evaded, (sum(faces), 0)))


Legs: TypeAlias = "tuple[tuple[int, int], ...]"
"""Directions by their index, and the feet that are gone in each, one after the other."""


def _where_to(system: Crawler, encounter: Encounter, laid: Laid) -> Part[tuple[Legs, str]]:
    """Return the way of a scatter from where it was aimed at, and its words."""
    grid = encounter.map.grid.grid
    count = len(grid.directions)
    ways = [direction(facing) for facing in grid.facings]
    if system.options.scatter is ScatterRule.BY_HAND:
        return (yield from _by_hand(laid, ways))
    [face] = yield from roll(1, count, f"Which way {laid.weapon.name} scatters", laid.attacker.id)
    faces = yield from roll(2, 4, f"How far it scatters, 2d4 × {SCATTER_FEET} ft", laid.attacker.id)
    feet_away = sum(faces) * SCATTER_FEET
    way_words = ways[face - 1]
    words = f"1d{count}: {face}, {way_words}; 2d4: {faces[0]} {faces[1]}, {feet_away} ft"
    return ((face - 1, feet_away),), words


def _by_hand(laid: Laid, ways: Sequence[str]) -> Part[tuple[Legs, str]]:
    """Ask the GM for one or two legs: with two of them, every cell in range can be named."""
    directions = tuple(AskOption(str(index), way) for index, way in enumerate(ways))
    distances = tuple(
        AskOption(str(feet), f"{feet} ft")
        for feet in range(SCATTER_FEET, FARTHEST_FEET + 1, SCATTER_FEET)
    )
    headline, options = f"Where does {laid.weapon.name} land?", directions
    legs: list[tuple[int, int]] = []
    for _ in range(2):
        way = yield from ask(Ask(laid.attacker.id, headline, options, kind="scatter direction"))
        if way == "none":
            break
        how_far = Ask(
            laid.attacker.id, f"How far {ways[int(way)]}?", distances, kind="scatter distance"
        )
        feet = yield from ask(how_far)
        legs.append((int(way), int(feet)))
        headline = "And from there?"
        options = (AskOption("none", "It lands there"), *directions)
    words = ", then ".join(f"{feet} ft {ways[index]}" for index, feet in legs)
    return tuple(legs), f"{words}, by the GM"
