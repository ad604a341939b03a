"""What the Why card says about one verdict of an attack: a fact, or a modifier with its fact."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.rules.ruleable_facts import PREFIX
from battlemap.tactics.sight import both_ways, visible_share
from battlemap.tactics.situation import survey
from battlemap.ui.bridge import Evidence
from battlemap.ui.overlays.drawing import Drawing
from battlemap.ui.overlays.evidence import evidence_of
from battlemap.ui.panels.fact_switch import FactRuling, fact_ruling, ruled_as
from battlemap.ui.panels.fact_words import fact_lines, geometry_words
from battlemap.ui.panels.wording import named, percent, worth
from battlemap.ui.planned import board_of_plan

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.plan import AttackPlan
    from battlemap.tactics.board import Board
    from battlemap.tactics.situation import Situation
    from battlemap.ui.bridge import Bridge

OVERRULES = (
    ("map", "By the map"),
    ("once", "Off this time"),
    ("until cleared", "Off until cleared"),
)


@dataclass(frozen=True)
class WhyPage:
    """One verdict explained."""

    title: str
    rows: tuple[tuple[str, str], ...]
    """(label, words) from the verdict to the rule."""
    evidence: Evidence | None
    drawing: Drawing
    """What the map draws of it: the card keeps clear of it and its leader ends there."""
    tokens: tuple[str, ...]
    """The tokens that it is about, which the card never covers."""
    overrule: Choice | None = None
    """The switch of the modifier, or of a trigger."""
    ruling: FactRuling | None = None
    """The switch of the fact, or of a step's cost."""
    ruled_cells: tuple[Cell, ...] = ()
    """The cells entered by the steps whose cost the switch is about."""
    odds: str = ""
    fact: str = ""
    modifier: str = ""
    """The key of the modifier that is explained."""
    inside: str = ""
    """The creature in an area attack that it is about."""


def attack_page(bridge: Bridge, fact: str, key: str) -> WhyPage | None:
    """Return the page of a fact, or of a modifier by its key; None where there is none."""
    plan = bridge.attack_plan()
    if plan is None:
        return None
    modifier = _modifier(plan, fact, key)
    fact = fact or (modifier.fact if modifier is not None else "")
    if not fact and modifier is None:
        return None
    situation = plan.situation
    board = board_of_plan(bridge, situation.attacker)
    value = _value(bridge, board, situation, fact)
    rows = [("Verdict", value)] if modifier is not None and value else []
    shown, ruling = situation, None
    if fact and not key:
        ruling = fact_ruling(situation, fact)
    if ruled_as(fact) in situation.by_hand:
        shown = survey(board, situation.attacker, situation.target, situation.weapon)
        rows.append(("Map", _value(bridge, board, shown, fact)))
    if fact and (words := geometry_words(shown, fact, bridge.encounter, board)):
        rows.append(("Geometry", words[:1].upper() + words[1:]))
    if not _is_dragged(bridge):
        rows += asked_rows(bridge.encounter, board, shown, fact)
    overrule, odds = None, ""
    if modifier is not None:
        reason = named(bridge.encounter, modifier.reason)
        rows.append(("Reason", reason[:1].upper() + reason[1:]))
        effect = worth(modifier.value, modifier.unit)
        rows.append(("Effect", f"{effect}; all in all: {plan.net}"))
        rows.append(("Rule", modifier.source))
        state = "map" if modifier.enabled else modifier.overruled or "once"
        options = tuple(ChoiceOption(name, words) for name, words in OVERRULES)
        overrule = Choice("overrule", "Overrule", options, state)
        odds = _odds_words(bridge, plan, modifier)
    else:
        rows.append(("Effect", "No modifier counts for it in this attack"))
        odds = _odds_by_map(bridge, plan, ruling)
        if fact in bridge.system.sections:
            rows.append(("Rule", bridge.system.sections[fact]))
    return WhyPage(
        title=modifier.label if modifier is not None else value or fact.replace("_", " "),
        rows=tuple(rows),
        evidence=Evidence(fact, situation, pinned=True) if fact else None,
        drawing=evidence_of(board, fact, situation) if fact else Drawing(),
        tokens=(situation.attacker, situation.target),
        overrule=overrule,
        ruling=ruling,
        odds=odds,
        fact=fact,
        modifier=modifier.key if modifier is not None else "",
    )


def _is_dragged(bridge: Bridge) -> bool:
    """Tell whether the attack is planned from where a drag under way would end."""
    return bridge.plan_route is not None and not bridge.plan_route.is_kept


def asked_rows(
    encounter: Encounter, board: Board, shown: Situation, fact: str
) -> list[tuple[str, str]]:
    """Return what is worked out for the card alone: the exact share in view, and the other side.

    It takes longer than the facts of a frame, so that a card that stays open leaves it out while a
    token is dragged.
    """
    if fact not in ("cover", "sight"):
        return []
    pair = shown.attacker, shown.target
    rows = []
    if fact == "cover" and shown.cover.rays:
        free = sum(1 for ray in shown.cover.rays if not ray.stopped_by) / len(shown.cover.rays)
        seen = percent(round(visible_share(board, *pair), 6), 0)
        words = f"{percent(free, 0)} of the rays free, {seen} of its space visible past walls"
        rows.append(("In view", words))
    both = both_ways(board, *pair, told=lambda reason: named(encounter, reason))
    differs = both.cover_reason if fact == "cover" else both.reason
    return [*rows, ("Other way", differs)] if differs else rows


def _value(bridge: Bridge, board: Board, situation: Situation, fact: str) -> str:
    """Return a fact as the panel's line has it: "Arc: Rear, bears 20°"."""
    lines = fact_lines(
        situation,
        bridge.encounter,
        board.conventions,
        after_move=bridge.planned_route(situation.attacker) is not None,
        weighed=bridge.system.sections,
        every=True,
    )
    line = next((entry for entry in lines if entry.fact == fact), None)
    return f"{line.label}: {line.value}" if line is not None else ""


def _odds_by_map(bridge: Bridge, plan: AttackPlan, ruling: FactRuling | None) -> str:
    """Return what an overruled fact changes: the odds as they are, and as the map has them."""
    if ruling is None or not ruling.lasts:
        return ""
    switched = {**plan.intent.switched, PREFIX + ruling.key: "map"}
    other = bridge.attack_plan(replace(plan.intent, switched=MappingProxyType(switched)))
    if other is None:
        return ""
    return f"Now {_chance(plan)}; by the map {_chance(other)}."


def _chance(plan: AttackPlan) -> str:
    if plan.odds is None:
        return plan.illegal.rstrip(".") or "no odds"
    return f"{percent(plan.odds.hit)}, mean {plan.odds.mean:.2f}"


def _modifier(plan: AttackPlan, fact: str, key: str) -> Modifier | None:
    for modifier in plan.modifiers:
        if modifier.key == key or (not key and fact and modifier.fact == fact):
            return modifier
    return None


def _odds_words(bridge: Bridge, plan: AttackPlan, modifier: Modifier) -> str:
    if plan.odds is None:
        return ""
    attack = plan.intent
    switched = {**attack.switched, modifier.key: "off" if modifier.enabled else "on"}
    other = bridge.attack_plan(replace(attack, switched=MappingProxyType(switched)))
    if other is None or other.odds is None:
        return ""
    now = f"{percent(plan.odds.hit)}, mean {plan.odds.mean:.2f}"
    then = f"{percent(other.odds.hit)}, mean {other.odds.mean:.2f}"
    what = modifier.label.lower()
    return f"Now {now}; {'without' if modifier.enabled else 'with'} {what} {then}."
