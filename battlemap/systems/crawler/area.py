"""Area attacks: who is inside, the one check that decides, and what it means for each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING

from battlemap.geometry.shapes import Coverage, Snap
from battlemap.model.token import are_hostile
from battlemap.rules.area import laid, template_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.plan import AreaWeapon
from battlemap.rules.procedure import token_of
from battlemap.systems.crawler.attack import (
    weapon_of,
)
from battlemap.systems.crawler.checks import play_for
from battlemap.systems.crawler.degrees import Degree
from battlemap.systems.crawler.modifiers import modifiers
from battlemap.systems.crawler.readings import BlastStart, CoveredCell
from battlemap.systems.crawler.sheet import Shape, details_of
from battlemap.systems.crawler.strike import How, Strike, make_strike
from battlemap.tactics.areas import AreaKind

if TYPE_CHECKING:
    from battlemap.model.intent import AreaAttack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.options import Options
    from battlemap.tactics.areas import Area
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation

_COVERAGE = {
    CoveredCell.HALF: Coverage.HALF,
    CoveredCell.CENTER: Coverage.CENTER,
    CoveredCell.ANY: Coverage.ANY,
}


@dataclass(frozen=True)
class Inside:
    """One creature in the area."""

    token: str
    splashed: bool


@dataclass(frozen=True)
class Laid:
    """An area attack on the board."""

    attacker: Token
    weapon: Weapon
    area: Area
    inside: tuple[Inside, ...]
    chosen: str
    """Against whom the one check is made; empty: nobody else is inside."""


def area_weapons(system: Crawler, token: Token) -> tuple[AreaWeapon, ...]:
    """Return the attacks of *token* that have an area."""
    return tuple(
        AreaWeapon(
            name=weapon.name,
            shape=details.area.value,
            size_feet=details.area_feet,
            range_feet=weapon.range_feet if details.area is Shape.BLAST else 0,
            splash_feet=details.splash_feet,
        )
        for weapon in system.weapons(token)
        if (details := details_of(weapon)).has_area
    )


def lay_area(system: Crawler, board: Board, attack: AreaAttack) -> Laid:
    """Return an area attack on the board, with whom it catches; the dead are left out.

    Raises
    ------
    IllegalIntentError
        If attacker or weapon do not exist, or there is no such area.
    """
    attacker = token_of(board.encounter, attack.attacker)
    weapon = weapon_of(system, attacker, attack.weapon, has_area=True)
    options = system.options
    template = template_of(
        attack,
        from_outline=options.blast is BlastStart.OUTLINE,
        stopped_by_walls=options.walls_stop_areas,
    )
    if template.kind is AreaKind.BLAST and options.blast is not BlastStart.OUTLINE:
        corner = options.blast is BlastStart.CORNER
        template = replace(template, snap=Snap.CORNER if corner else Snap.CENTER)
    area = laid(board, attack, template, _COVERAGE[options.covered_cell])
    inside = tuple(
        Inside(caught.token, caught.is_splashed_only)
        for caught in area.caught
        if not board.token(caught.token).has("dead")
    )
    chosen = _chosen(board, attack, area, inside)
    return Laid(attacker, weapon, area, inside, chosen)


def _chosen(board: Board, attack: AreaAttack, area: Area, inside: tuple[Inside, ...]) -> str:
    """Return against whom the check is made: as chosen, else the nearest enemy fully inside."""
    wish = attack.choices.get("against", "")
    others = [one for one in inside if one.token != attack.attacker]
    if any(one.token == wish for one in others):
        return wish
    attacker = board.token(attack.attacker)

    def order(one: Inside) -> tuple[bool, bool, float]:
        token = board.token(one.token)
        center = board.center_of(one.token)
        far = hypot(center.x - area.origin.x, center.y - area.origin.y)
        return not are_hostile(token.side, attacker.side), one.splashed, far

    return min(others, key=order).token if others else ""


def lead_strike(
    system: Crawler,
    board: Board,
    attack: AreaAttack,
    laid: Laid,
    situation: Situation | None = None,
) -> Strike | None:
    """Return the one check of the attack; None where nobody is inside.

    Parameters
    ----------
    situation
        The facts about the attacker and the one chosen, where they are known already.
    """
    if not laid.chosen:
        return None
    situation = situation or facts_between(
        board, attack.attacker, laid.chosen, laid.weapon.name, attack.switched
    )
    rows = modifiers(board, attack, situation, laid.weapon, system.options)
    return make_strike(
        system.options,
        laid.attacker,
        board.token(laid.chosen),
        laid.weapon,
        rows,
        play=play_for(laid.attacker, "attack"),
    )


def member_strike(
    system: Crawler,
    board: Board,
    attack: AreaAttack,
    laid: Laid,
    inside: Inside,
    *,
    evades: bool,
) -> Strike:
    """Return what the area means for one creature inside, once the attack is known to succeed."""
    target = board.token(inside.token)
    rows: tuple[Modifier, ...] = ()
    if evades:
        situation = facts_between(
            board, attack.attacker, inside.token, laid.weapon.name, attack.switched
        )
        rows = modifiers(board, attack, situation, laid.weapon, system.options)
    strike = make_strike(
        system.options,
        laid.attacker,
        target,
        laid.weapon,
        rows,
        evades=evades,
        splashed=inside.splashed,
    )
    if strike.how is How.ATTACKER:
        strike = replace(strike, how=How.NOBODY, check_words="In the area")
    return strike


def extra_of(lead: Strike | None, degree: Degree | None, *, play: bool, options: Options) -> int:
    """Return what a fine success, or a Play that wasn't needed, adds to everybody's damage."""
    if lead is None or degree is None:
        return 0
    more = lead.play if play else 0
    return more + (options.floor if degree is Degree.GREAT else 0)


def dice_of(lead: Strike | None, weapon: Weapon, degree: Degree | None) -> int:
    """Return how many damage dice are rolled once for everybody."""
    if lead is None or degree is None:
        return details_of(weapon).dice
    return lead.dice_count(degree)
