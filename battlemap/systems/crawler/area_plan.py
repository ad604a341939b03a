"""The plan of an area attack: its one check, and what it may do to each creature inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.dice.d20 import kept_d20, sum_of
from battlemap.dice.distribution import Distribution
from battlemap.model.obstacle import CoverGrade
from battlemap.model.token import are_hostile
from battlemap.rules.area import left_out
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.plan import AreaPlan, AreaTarget, Choice, ChoiceOption, Odds
from battlemap.systems.crawler.area import (
    Laid,
    dice_of,
    extra_of,
    lay_area,
    lead_strike,
    member_strike,
)
from battlemap.systems.crawler.attack import (
    EVADE,
    evade_choices,
    is_forced,
    net_words,
    why_not_now,
)
from battlemap.systems.crawler.odds import odds_of
from battlemap.systems.crawler.phases import deed_of
from battlemap.systems.crawler.sheet import SLOTS, Shape, details_of, is_crawler
from battlemap.systems.crawler.status import status_of
from battlemap.systems.crawler.strike import How, Strike, weapon_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from battlemap.model.intent import AreaAttack
    from battlemap.systems.crawler import Crawler
    from battlemap.systems.crawler.degrees import Degree
    from battlemap.systems.crawler.options import Options
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation

_SLACK = 1e-9


def plan_area(system: Crawler, board: Board, attack: AreaAttack) -> AreaPlan:
    """Return everything that is known about an area attack before the dice.

    Raises
    ------
    IllegalIntentError
        If attacker or weapon do not exist, or there is no such area.
    """
    laid = lay_area(system, board, attack)
    facts = (
        facts_between(board, attack.attacker, laid.chosen, laid.weapon.name, attack.switched)
        if laid.chosen
        else None
    )
    lead = lead_strike(system, board, attack, laid, facts)
    hard = _out_of_the_question(board, attack, laid, facts)
    soft = why_not_now(system, board.encounter, laid.attacker, laid.weapon)
    forced = is_forced(attack)
    return AreaPlan(
        intent=attack,
        area=laid.area,
        targets=(
            *_targets(system, board, attack, laid, lead, facts),
            *left_out(board, attack, laid.area),
        ),
        modifiers=lead.modifiers if lead else (),
        net=net_words(lead) if lead else "",
        choices=_against(board, laid) if lead and lead.how is How.ATTACKER else (),
        odds=odds_of(lead) if lead and not (hard and not forced) else None,
        warnings=tuple(_warnings(board, laid, (hard or soft) if forced else "")),
        illegal="" if forced else hard or soft,
        weapon_line=weapon_line(laid.attacker, laid.weapon),
        deed=deed_of(board.encounter, laid.attacker),
    )


def _targets(
    system: Crawler,
    board: Board,
    attack: AreaAttack,
    laid: Laid,
    lead: Strike | None,
    facts: Situation | None,
) -> Iterator[AreaTarget]:
    """Yield each creature inside, with its share of the area and what it may suffer.

    Facts count for whoever the check is made against, and for those who evade.
    """
    shares = {caught.token: caught for caught in laid.area.caught}
    for inside in laid.inside:
        token, share = board.token(inside.token), shares[inside.token]
        key = f":{inside.token}"
        choices = evade_choices(system, board.encounter, attack, laid.attacker, token, key)
        evades = any(choice.selected == EVADE for choice in choices)
        member = member_strike(system, board, attack, laid, inside, evades=evades)
        is_checked = lead is not None and lead.how is How.ATTACKER and inside.token == laid.chosen
        read = facts if is_checked else None
        if evades:
            read = facts_between(
                board, attack.attacker, inside.token, laid.weapon.name, attack.switched
            )
        yield AreaTarget(
            token=inside.token,
            is_included=True,
            reason="In the splash, half" if inside.splashed else "In the area",
            share=share.splash_share if inside.splashed else share.share,
            is_splashed=inside.splashed,
            modifiers=member.modifiers,
            choices=choices,
            odds=_member_odds(lead, member),
            situation=read,
        )


def _warnings(board: Board, laid: Laid, forced: str) -> Iterator[str]:
    """Yield what to know before the roll; *forced* is what the GM does it in spite of."""
    if forced:
        yield f"Forced by the GM: {forced}"
    inside = [board.token(one.token) for one in laid.inside]
    friends = [name_of(one) for one in inside if not are_hostile(one.side, laid.attacker.side)]
    if friends:
        yield f"Also hits {', '.join(friends)}"
    if details_of(laid.weapon).scatters and is_crawler(laid.attacker):
        yield "A failure scatters: it lands somewhere else"


def _against(board: Board, laid: Laid) -> tuple[Choice, ...]:
    options = tuple(ChoiceOption(one.token, name_of(board.token(one.token))) for one in laid.inside)
    return (Choice("against", "Check against", options, laid.chosen, "One check for all"),)


def _out_of_the_question(
    board: Board, attack: AreaAttack, laid: Laid, facts: Situation | None
) -> str:
    """Return why the area attack is impossible at any time; empty: it isn't."""
    details, weapon = details_of(laid.weapon), laid.weapon
    feet = board.encounter.map.grid.feet_per_cell
    if not details.has_area:
        return f"{weapon.name.capitalize()} has no area."
    usual = f"{weapon.name.capitalize()} is a {details.area} of {details.area_feet} ft"
    splash = f" with {details.splash_feet} ft of splash" if details.splash_feet else ""
    if attack.shape != details.area or abs(attack.size * feet - details.area_feet) > _SLACK:
        return f"{usual}{splash}."
    if abs(attack.margin * feet - details.splash_feet) > _SLACK:
        return f"{usual}{splash or ', without splash'}."
    if details.area is Shape.BLAST:
        impact = board.grid.cell_at(laid.area.origin)
        if impact not in board.grid:
            return "The point of impact is not on the map."
        away = min(
            board.grid.distance(cell, impact, board.conventions.diagonals)
            for cell in board.cells_of(laid.attacker.id)
        )
        if away * feet > 100 * weapon.range_feet:
            return f"{away * feet / 100:g} ft away, range {weapon.range_feet} ft; it fails."
    if facts is None:
        return "Nobody else is in the area."
    covered = facts.cover
    if covered.grade is CoverGrade.TOTAL and is_crawler(laid.attacker):
        name = name_of(board.token(laid.chosen))
        return f"{name} has total cover, choose another for the check: {covered.reason}."
    return ""


def _member_odds(lead: Strike | None, member: Strike) -> Odds:
    """Return the odds for one creature: of the one check first, then of its own Evade."""
    if lead is None or lead.how is not How.ATTACKER:
        return odds_of(member)
    options = member.options
    known: dict[tuple[Degree, bool], Distribution] = {}

    def stage(natural: int) -> Distribution:
        degree, play = lead.degree(natural)
        if (degree, play) not in known:
            known[degree, play] = _after_lead(lead, member, degree, play=play, options=options)
        return known[degree, play]

    kept = kept_d20(lead.level)
    damage = kept.then(stage)
    hit = sum((kept.chance(n) for n in kept.weights if lead.degree(n)[0].succeeds), start=0)
    need = SLOTS - status_of(member.target).marked
    falls = damage.map(lambda left: int(need > 0 and member.slots(left) >= need))
    return Odds(
        hit=float(hit),
        hits={0: 1 - float(hit), 1: float(hit)},
        damage=damage.floats(),
        mean=float(damage.mean),
        summary=f"{'splash, ' if member.splashed else ''}{member.dice_words()}",
        drop=float(falls.chance(1)),
    )


def _after_lead(
    lead: Strike, member: Strike, degree: Degree, *, play: bool, options: Options
) -> Distribution:
    if not degree.succeeds:
        return Distribution.certain(0)
    extra = extra_of(lead, degree, play=play, options=options)
    dice = sum_of(dice_of(lead, lead.weapon, degree), details_of(lead.weapon).sides)
    if member.how is How.NOBODY:
        return dice.map(lambda rolled: member.suffered(member.damage(None, rolled, extra=extra)))
    kept = kept_d20(member.level)
    return kept.then(
        lambda natural: dice.map(
            lambda rolled: member.suffered(
                member.damage(member.degree(natural)[0], rolled, extra=extra)
            )
        )
    )
