"""The plan of an area attack: who is in at which Defense DC, and what it can do to each.

Resolving an Area Attack, Choosing Your Targets, Shared Defense.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from battlemap.dice.stars import StarStrike
from battlemap.rules.area import left_out
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import AreaPlan, AreaTarget, Choice
from battlemap.systems.grimhowl.area_choices import (
    area_choices,
    area_defense,
    area_sigil,
    effect_choice,
)
from battlemap.systems.grimhowl.area_odds import area_odds
from battlemap.systems.grimhowl.attack import (
    sentence,
    weapon_line,
    why_not_now,
    why_unable,
)
from battlemap.systems.grimhowl.blow import (
    odds_of,
    spent_dice,
    target_of,
)
from battlemap.systems.grimhowl.modifiers import net_words
from battlemap.systems.grimhowl.salvo import salvo_of, spent_as
from battlemap.systems.grimhowl.sheet import details_of
from battlemap.tactics.distance import measured_cells

if TYPE_CHECKING:
    from collections.abc import Mapping

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.salvo import Inside, Salvo
    from battlemap.tactics.board import Board

_FACTS = ("inside", "cover")
"""What the map says about each creature that counts here."""


def plan_area(system: Grimhowl, board: Board, attack: AreaAttack) -> AreaPlan:
    """Return everything that is known about an area attack before the dice."""
    salvo = salvo_of(system, board, attack)
    choices = area_choices(salvo, attack)
    chosen = {choice.key: choice.selected for choice in choices}
    forced = attack.choices.get("force") == "yes"
    hard = _out_of_the_question(system, board, attack, salvo)
    soft = why_not_now(system, board.encounter, attack, salvo.attacker)
    defenses = {
        one.token.id: area_defense(system, board.encounter, attack, salvo, one)
        for one in salvo.included
    }
    targets = [
        _target(system, board.encounter, attack, salvo, one, defenses, chosen["stars"])
        for one in salvo.inside
    ]
    targets += [
        AreaTarget(caught.token, False, "dead", caught.share, caught.is_splashed_only)
        for caught in salvo.area.caught
        if board.token(caught.token).has("dead")
    ]
    targets += left_out(board, attack, salvo.area)
    warnings = []
    if (hard or soft) and forced:
        warnings.append(f"Forced by the GM: {hard or soft}")
    if salvo.inside and salvo.pool.favorable == 0:
        warnings.append(f"No d{salvo.pool.sides} reaches DC {salvo.dc}: the attack cannot hit")
    strike = StarStrike(
        salvo.pool,
        salvo.rank.divisor,
        damages=spent_dice(
            system,
            salvo.weapon,
            salvo.base,
            spent_as(system, chosen["stars"]),
            salvo.pool.count,
        ),
        spare=system.options.passive_rounding.spare(salvo.rank.divisor),
    )
    odds = None
    if salvo.inside and not (hard and not forced):
        whole = odds_of(strike, salvo.inside[0].token, salvo.summary)
        odds = replace(whole, drop=0.0)
    return AreaPlan(
        intent=attack,
        area=salvo.area,
        targets=tuple(targets),
        modifiers=salvo.modifiers,
        net=net_words(salvo.modifiers),
        choices=choices,
        odds=odds,
        warnings=tuple(warnings),
        illegal="" if forced else hard or soft,
        weapon_line=weapon_line(salvo.weapon, area=True),
    )


def _target(
    system: Grimhowl,
    encounter: Encounter,
    attack: AreaAttack,
    salvo: Salvo,
    one: Inside,
    defenses: Mapping[str, Choice],
    policy: str,
) -> AreaTarget:
    caught = one.caught
    guard = target_of(salvo.weapon, area=True).value.capitalize()
    words = f"{guard} DC {one.dc}, {system.options.rank_name(one.rank)}"
    if one.dc > salvo.dc:
        reason = f"{words}: above the chosen DC {salvo.dc}"
        return AreaTarget(
            caught.token,
            False,
            reason,
            caught.share,
            caught.is_splashed_only,
            one.modifiers,
            facts=_FACTS,
        )
    choices = [defenses[caught.token]]
    sigil = area_sigil(system, attack, salvo, one)
    choices.extend(choice for choice in (sigil, effect_choice(attack, salvo, one)) if choice)
    return AreaTarget(
        caught.token,
        True,
        words,
        caught.share,
        caught.is_splashed_only,
        one.modifiers,
        tuple(choices),
        area_odds(system, encounter, attack, salvo, one, defenses, policy, sigil),
        _FACTS,
    )


def _out_of_the_question(system: Grimhowl, board: Board, attack: AreaAttack, salvo: Salvo) -> str:
    """Return why the attack is impossible whoever's turn it is; empty: it isn't."""
    attacker, weapon = salvo.attacker, salvo.weapon
    details = details_of(weapon)
    if not system.is_able(attacker):
        return f"{name_of(attacker)} cannot act: {why_unable(attacker)}."
    if not details.has_area:
        return f"{weapon.name.capitalize()} has no area."
    if salvo.area.template.caster is None:
        far = board.grid.space_distance(
            measured_cells(board, board.cells_of(attacker.id)),
            [board.grid.cell_at(attack.origin)],
            board.conventions.diagonals,
        )
        feet = far * board.encounter.map.grid.feet_per_cell // 100
        if feet > weapon.range_feet:
            return sentence(f"{feet} ft away, range {weapon.range_feet} ft")
    if not salvo.inside:
        return "Nobody is in the area."
    return ""
