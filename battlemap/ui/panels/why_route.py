"""What the Why card says about a move: who may strike at a step, and what the steps cost."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.intent import Attack, Overrule
from battlemap.model.words import counted
from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.rules.procedure import IllegalIntentError
from battlemap.rules.ruleable_facts import BY_GM
from battlemap.rules.step_rulings import step_key, step_ruling, step_value
from battlemap.rules.trigger_rulings import (
    HELD,
    ONCE,
    STRIKES,
    STRIKES_ONCE,
    TRIGGER,
    held_back,
)
from battlemap.tactics.board import Board
from battlemap.tactics.step_costs import BY_HAND, step_costs
from battlemap.ui.bridge import Evidence
from battlemap.ui.overlays.route_evidence import cost_drawing, touched_cells, trigger_drawing
from battlemap.ui.panels.fact_switch import MAP, WAY, FactRuling
from battlemap.ui.panels.fact_switch import ONCE as ONCE_ONLY
from battlemap.ui.panels.why_page import WhyPage
from battlemap.ui.panels.wording import listed, name_of, percent, thing_name
from battlemap.ui.planned import planned_costs, planned_route

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.token import Token
    from battlemap.rules.plan import AttackPlan
    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.step_costs import StepCost
    from battlemap.ui.bridge import Bridge, PlannedMove

OVERRULES = (
    ("map", "By the map"),
    ("once", "Not this time"),
    ("until cleared", "Not until cleared"),
)
HAPPENS = (
    ("map", "By the map"),
    ("once", "Strikes this time"),
    ("until cleared", "Until cleared"),
)
"""What the GM can say of a trigger that comes to nothing by the rules."""
_HOLDS = {"map": "", "once": ONCE, "until cleared": HELD}
_STRIKES = {"map": "", "once": STRIKES_ONCE, "until cleared": STRIKES}
_CHEAPEST_CELLS = 4
"""A step may be said to cost one to so many cells."""
_MOST_ROWS = 9
_NOTHING: Mapping[Cell, int] = MappingProxyType({})
_PARTS = {"climb": "climbing", "handicap": "handicap", "water": "swimming"}


def triggers_now(bridge: Bridge) -> list[Trigger]:
    """Return what the planned move provokes, in order, then what the attack in the panel does."""
    plan = bridge.plan_route
    route = planned_route(bridge, plan) if plan is not None else None
    found = list(route.triggers) if route is not None else []
    attack = bridge.attack_plan()
    return found + (list(attack.triggers) if attack is not None else [])


def mover_now(bridge: Bridge, trigger: Trigger) -> Token | None:
    """Return whom a trigger lets somebody strike at: the planned mover, else the attacker."""
    if trigger.step and bridge.plan_route is not None:
        return bridge.token(bridge.plan_route.token)
    return bridge.token(bridge.attacker)


def trigger_evidence(bridge: Bridge, trigger: Trigger, *, pinned: bool = False) -> Evidence | None:
    """Return what the map draws of a trigger."""
    mover = mover_now(bridge, trigger)
    if mover is None:
        return None
    drawing = trigger_drawing(bridge.board, mover, trigger, _step(bridge, trigger))
    return Evidence("trigger", None, pinned, drawing)


def _step(bridge: Bridge, trigger: Trigger) -> tuple[Cell, Cell] | None:
    """Return the step of the planned way at which a trigger arises; None: at no step."""
    plan = bridge.plan_route
    if plan is None or not 0 < trigger.step < len(plan.cells):
        return None
    return plan.cells[trigger.step - 1], plan.cells[trigger.step]


def trigger_page(bridge: Bridge, by: str, step: int) -> WhyPage | None:
    """Return why somebody may strike at a step of the planned move, or (0) at the attack."""
    trigger = next((t for t in triggers_now(bridge) if (t.by, t.step) == (by, step)), None)
    mover = mover_now(bridge, trigger) if trigger is not None else None
    if trigger is None or mover is None or by not in bridge.encounter.tokens:
        return None
    board, grid, encounter = bridge.board, bridge.board.grid, bridge.encounter
    reactor, way = board.token(by), _step(bridge, trigger)
    touched = touched_cells(board, mover, trigger)
    reason, _, hollow = trigger.reason.partition("; ")
    weapon = next((w for w in bridge.system.weapons(reactor) if w.name == trigger.weapon), None)
    reach = f", reach {weapon.reach_feet} ft" if weapon is not None else ""
    ready = "still can react" if board.reading.may_react(reactor) else "can't react any more"
    verdict = f"{name_of(encounter, by)} may strike" if trigger.fires else "Nobody strikes here"
    rows = [
        ("Verdict", f"{verdict}{f': {hollow}' if hollow else ''}"),
        ("Reactor", f"{name_of(encounter, by)}, {trigger.weapon}{reach}; {ready}"),
    ]
    if way is not None and bridge.plan_route is not None:
        steps = len(bridge.plan_route.cells) - 1
        names = f"{cell_name(grid, way[0])} to {cell_name(grid, way[1])}"
        rows.append(("Step", f"{step} of {steps}, {names}"))
    if touched:
        cells = listed(cell_name(grid, cell) for cell in touched)
        rows.append(("Geometry", f"The {trigger.weapon} reaches {cells}"))
    rows.append(("Reason", _sentence(reason)))
    rows.append(("Cost", _sentence(trigger.cost) or "Nothing"))
    if "trigger" in bridge.system.sections:
        rows.append(("Rule", bridge.system.sections["trigger"]))
    happens = rulings_for(bridge, trigger, mover.id) is _STRIKES
    said = HAPPENS if happens else OVERRULES
    options = tuple(ChoiceOption(key, words) for key, words in said)
    evidence = trigger_evidence(bridge, trigger, pinned=True)
    return WhyPage(
        title=f"{name_of(encounter, by)}'s reaction",
        rows=tuple(rows),
        evidence=evidence,
        drawing=trigger_drawing(board, mover, trigger, way),
        tokens=(by, mover.id),
        overrule=Choice("overrule", "Overrule", options, ruling_of(bridge, by, mover.id)),
        odds=_odds(bridge, mover, trigger),
    )


def rulings_for(bridge: Bridge, trigger: Trigger, mover: str) -> dict[str, str]:
    """Return what each option of the switch says to the rules, for this trigger."""
    is_held = trigger.by in held_back(bridge.encounter, mover)
    hollow = trigger.by_hand or (not trigger.fires and not is_held)
    return _STRIKES if hollow else _HOLDS


def ruling_of(bridge: Bridge, by: str, mover: str) -> str:
    """Return which of the overrulings stands for this reactor and this mover."""
    for kept in bridge.encounter.overrides:
        if (kept.key, kept.attacker) == (TRIGGER, by) and kept.target in ("", mover):
            said = [*_HOLDS.items(), *_STRIKES.items()]
            return next((key for key, value in said if value == kept.value), "map")
    return "map"


def _odds(bridge: Bridge, mover: Token, trigger: Trigger) -> str:
    """Return how the strike would come out, from the cell in which it is made."""
    there = Board.of(bridge.encounter.with_token(replace(mover, at=trigger.cell)), bridge.system)
    try:
        plan = bridge.system.plan(there, Attack(trigger.by, mover.id, trigger.weapon))
    except IllegalIntentError:
        return ""
    return f"The strike: {_chance(plan)}." if plan.odds is not None else ""


def _chance(plan: AttackPlan) -> str:
    assert plan.odds is not None  # asked by the caller
    return f"{percent(plan.odds.hit)} to hit, mean {plan.odds.mean:.2f}"


# Costs ----------------------------------------------------------------------------------------


def cost_page(bridge: Bridge, step: int = 0) -> WhyPage | None:
    """Return why the planned move costs what it costs; with *step*, why this one does."""
    plan = bridge.plan_route
    route = planned_route(bridge, plan) if plan is not None else None
    if plan is None or route is None or not route.path.steps:
        return None
    costs = [one for one in planned_costs(bridge, plan, route) if step in (0, one.step)]
    if not costs:
        return None
    board, grid = bridge.board, bridge.board.grid
    token = board.token(plan.token)
    mover = bridge.system.mover(bridge.encounter, token)
    total = feet(bridge, route.path.cost)
    by_map = step_costs(board, token.id, replace(mover, by_hand=_NOTHING), route.path)
    ruling = _step_ruling(bridge, token.id, costs[0].end) if step else _way_ruling(bridge, plan)
    actions = counted(route.actions, "action")
    rows = [("Verdict", f"{name_of(bridge.encounter, token.id)}: {total}, {actions}")]
    rows += _step_rows(bridge, costs)
    rows += _by_map(bridge, costs, by_map)
    rows += [("Meets", words) for words in _met(bridge, costs)]
    left = feet(bridge, mover.left_over)
    rate = f"An action buys {feet(bridge, mover.rate)}"
    rows.append(("Budget", f"{rate}, {left} left over" if mover.left_over else rate))
    if "movement" in bridge.system.sections:
        rows.append(("Rule", bridge.system.sections["movement"]))
    drawing = cost_drawing(board, token, costs)
    where = f" to {cell_name(grid, costs[0].end)}" if step else ""
    cost = feet(bridge, sum(one.cost for one in costs))
    return WhyPage(
        title=f"Movement: {cost}{where}",
        rows=tuple(rows),
        evidence=Evidence("movement", None, True, drawing),
        drawing=drawing,
        tokens=(token.id,),
        ruling=ruling,
        ruled_cells=tuple(one.end for one in costs),
    )


def _by_map(
    bridge: Bridge, costs: Iterable[StepCost], by_map: Sequence[StepCost]
) -> list[tuple[str, str]]:
    """Return what steps would cost without the GM's rulings."""
    words = [
        f"step {one.step}: {feet(bridge, by_map[one.step - 1].cost)}"
        for one in costs
        if one.cost != by_map[one.step - 1].cost
    ]
    return [("Map", _sentence("; ".join(words)))] if words else []


def _step_ruling(bridge: Bridge, mover: str, cell: Cell) -> FactRuling:
    """Return how the cost of a step can be overruled."""
    whole = (100 * cells for cells in range(1, _CHEAPEST_CELLS + 1))
    values = tuple((str(cost), feet(bridge, cost)) for cost in whole)
    said = step_ruling(bridge.encounter, mover, cell)
    key, label = step_key(cell), f"The step to {cell_name(bridge.board.grid, cell)} costs"
    if said is None:
        return FactRuling(key, label, values, MAP)
    return FactRuling(key, label, values, str(said[0]), said[1])


def _way_ruling(bridge: Bridge, plan: PlannedMove) -> FactRuling:
    """Return how the whole way can be said to be open ground."""
    said = {step_ruling(bridge.encounter, plan.token, cell) for cell in plan.cells[1:]}
    values = (("100", "Open ground"),)
    ruling = next(iter(said)) if len(said) == 1 else None
    if ruling is None or ruling[0] != 100:
        return FactRuling(WAY, "The whole way is", values, MAP)
    return FactRuling(WAY, "The whole way is", values, "100", ruling[1])


def rule_on_steps(bridge: Bridge, page: WhyPage, mover: str, value: str, lasts: str) -> None:
    """Let the steps of a page cost what the GM says, in one step of undo."""
    cost = "" if value == MAP else step_value(int(value), once=lasts == ONCE_ONLY)
    for cell in page.ruled_cells:
        bridge.perform(
            Overrule(step_key(cell), mover, "", cost),
            label="Overrule what the way costs",
            merge_key=f"{WAY}{len(page.ruled_cells)}{value}{lasts}",
        )


def feet(bridge: Bridge, hundredths: int) -> str:
    """Return a cost in feet, with a decimal only where it needs one."""
    value = hundredths * bridge.encounter.map.grid.feet_per_cell / 100
    return f"{value:.0f} ft" if abs(value - round(value)) < 0.05 else f"{value:.1f} ft"


def _step_rows(bridge: Bridge, costs: Iterable[StepCost]) -> list[tuple[str, str]]:
    """Return one row for each run of steps that cost the same for the same reasons."""
    rows = []
    for parts, run in groupby(costs, key=lambda one: [(p.kind, p.cost) for p in one.parts]):
        steps = list(run)
        words = ""
        for kind, cost in parts:
            sign = (" − " if cost < 0 else " + ") if words else ""
            words += f"{sign}{_PARTS.get(kind, kind)} {feet(bridge, abs(cost))}"
        if parts[0][0] == BY_HAND:
            words = f"{feet(bridge, parts[0][1])}, {BY_GM}"
        label = f"Step {steps[0].step}"
        if len(steps) > 1:
            label = f"{steps[0].step} to {steps[-1].step}"
            words += " each"
        elif len(parts) > 1:
            words += f" = {feet(bridge, steps[0].cost)}"
        rows.append((label, f"{words}; {feet(bridge, steps[-1].so_far)} so far"))
    if len(rows) > _MOST_ROWS:
        rest = len(rows) - _MOST_ROWS + 1
        rows = [*rows[: _MOST_ROWS - 1], ("And", f"{rest} more turns of the ground")]
    return rows


def _met(bridge: Bridge, costs: Iterable[StepCost]) -> list[str]:
    """Return what the steps meet: danger, things climbed over, drops."""
    grid = bridge.board.grid
    words = []
    for one in costs:
        if one.hazards:
            cells = listed(cell_name(grid, cell) for cell in one.hazards)
            words.append(f"step {one.step}: dangerous ground at {cells}")
        over = dict.fromkeys(thing_name(bridge.encounter, h.obstacle) for h in one.hurdles)
        if over:
            words.append(f"step {one.step}: climbs over {listed(over)}")
        if one.drop_feet:
            words.append(f"step {one.step}: {one.drop_feet} ft down")
    return [_sentence("; ".join(words))] if words else []


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
