"""The exact chances of an attack: at least one hit, each number of hits, each amount of damage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battlemap.cli.facts import modifier_line, planned
from battlemap.cli.output import chances, percent, plain, print_json, print_words
from battlemap.cli.parser import add_attack, add_map, add_stand

if TYPE_CHECKING:
    from argparse import Namespace

    from battlemap.cli.parser import Parser
    from battlemap.rules.plan import AttackPlan


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    add_map(parser)
    add_attack(parser)
    add_stand(parser)


def run(arguments: Namespace) -> int:
    """Print the chances and return the exit status."""
    plan, _ = planned(arguments)
    if arguments.json:
        print_json(odds_of(plan))
    else:
        print_words(in_words(plan))
    return 0


def odds_of(plan: AttackPlan) -> dict[str, Any]:
    """Return the chances as plain JSON; ``hit`` is null where the rules allow no attack."""
    odds = plan.odds
    return {
        "attacker": plan.intent.attacker,
        "target": plan.intent.target,
        "weapon": plan.situation.weapon,
        "hit": odds.hit if odds else None,
        "hits": chances(odds.hits) if odds else {},
        "damage": chances(odds.damage) if odds else {},
        "mean": odds.mean if odds else None,
        "summary": odds.summary if odds else "",
        "net": plan.net,
        "modifiers": plain(plan.modifiers),
        "choices": {choice.key: choice.selected for choice in plan.choices},
        "illegal": plan.illegal,
        "warnings": list(plan.warnings),
    }


def in_words(plan: AttackPlan) -> str:
    """Return the chances as lines for people."""
    lines = [f"{plan.intent.attacker} against {plan.intent.target} with {plan.situation.weapon}"]
    lines += [modifier_line(row) for row in plan.modifiers]
    if plan.illegal:
        lines.append(f"  illegal: {plan.illegal}")
    if plan.odds:
        odds = plan.odds
        lines.append(f"  {odds.summary} ({plan.net})")
        lines.append(f"  to hit {percent(odds.hit)}, mean damage {odds.mean:.2f}")
        for name, table in ((odds.hits_label, odds.hits), ("damage", odds.damage)):
            shown = [f"{key}: {percent(table[key])}" for key in sorted(table) if table[key] > 0]
            lines.append(f"  {name:<7} {', '.join(shown)}")
    lines += [f"  note: {warning}" for warning in plan.warnings]
    return "\n".join(lines)
