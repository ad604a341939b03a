"""What the map says about an attacker and a target, and what the rules make of it.

Distance, arc, reach, cover, sight, flanking and elevation; the evidence is the geometry that
proves each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from battlemap.cli.output import plain, print_json, print_words, yes
from battlemap.cli.parser import UsageError, add_attack, add_map, add_stand, attack_of
from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import signed
from battlemap.tactics.sight import both_ways, visible_share

if TYPE_CHECKING:
    from argparse import Namespace

    from battlemap.cli.parser import Parser
    from battlemap.rules.plan import AttackPlan
    from battlemap.tactics.board import Board


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    add_map(parser)
    add_attack(parser)
    add_stand(parser)


def run(arguments: Namespace) -> int:
    """Print the facts and return the exit status."""
    plan, board = planned(arguments)
    found = facts_of(plan, board)
    if arguments.json:
        print_json(found)
    else:
        print_words(in_words(found, plan))
    return 0


def planned(arguments: Namespace) -> tuple[AttackPlan, Board]:
    """Return the plan of the attack, and its board: from the imagined place if one is given.

    Raises
    ------
    UsageError
        If that cell isn't on the map, or a facing is given without it.
    """
    from battlemap.session.session import Session

    session = Session.open(arguments.map)
    attack = attack_of(arguments, session.encounter)
    if arguments.stand is None:
        if arguments.facing is not None:
            raise UsageError("argument --facing: it goes with --from.")
        return session.plan(attack), session.board
    if arguments.stand not in session.board.grid:
        raise UsageError(f"argument --from: {tuple(arguments.stand)} is not on the map.")
    stand = arguments.stand, arguments.facing
    return session.plan_from(attack, *stand), session.board_from(attack.attacker, *stand)


def facts_of(plan: AttackPlan, board: Board) -> dict[str, Any]:
    """Return the facts of a plan as plain JSON, with what the rules make of them.

    Parameters
    ----------
    board
        The board on which it is planned: it is asked from the target's side, too.
    """
    pair = plan.situation.attacker, plan.situation.target
    both = both_ways(board, *pair)
    found: dict[str, Any] = plan.situation.to_json()
    evidence = found.pop("evidence")
    counted = any(row.fact == "cover" and row.enabled and row.value for row in plan.modifiers)
    found["cover"]["applies"] = plan.situation.cover.grade is CoverGrade.TOTAL or counted
    return {
        **found,
        "visible_share": plain(visible_share(board, *pair)),
        "from_target": {
            "line_of_sight": both.back,
            "cover": {
                "grade": both.cover_back.grade.word,
                "share": plain(both.cover_back.share),
                "by": list(both.cover_back.by),
                "reason": both.cover_back.reason,
            },
            "differences": list(both.differences),
        },
        "modifiers": plain(plan.modifiers),
        "net": plan.net,
        "illegal": plan.illegal,
        "warnings": list(plan.warnings),
        "evidence": evidence,
    }


def in_words(found: dict[str, Any], plan: AttackPlan) -> str:
    """Return the facts as lines for people."""
    situation, cover = plan.situation, found["cover"]
    lines = [
        f"{found['attacker']} against {found['target']} with {found['weapon']}",
        f"  distance       {found['distance']['feet']} ft ({_cells(found['distance']['cells'])})",
        f"  in reach       {yes(found['in_reach'])}: {situation.in_reach.reason}",
        f"  arc            {found['arc'] or 'none, the system has no facing'}",
        f"  cover          {cover['grade']}: {cover['reason']}",
        f"  in view        {found['visible_share']:.0%} of its space, past walls and props",
        f"  line of sight  {yes(found['line_of_sight'])}: {situation.sight.reason}",
        f"  sees           {yes(situation.target_seen.value)}: {situation.target_seen.reason}",
        f"  is seen        {yes(situation.attacker_seen.value)}: {situation.attacker_seen.reason}",
        f"  elevation      {signed(situation.height.feet)} ft: {situation.height.reason}",
        f"  higher ground  {found['high_ground'] or 'nobody'}",
        f"  prone          {_prone(found)}",
        f"  target moved   {_moved(found['target_moved'])}: {situation.target_motion.reason}",
        f"  sizes          {situation.sizes.attacker} and {situation.sizes.target}: "
        f"{situation.sizes.reason}",
        f"  flanked        {yes(situation.flanked.value)}: {situation.flanked.reason}",
        f"  tight space    {yes(situation.tight.value)}: {situation.tight.reason}",
        f"  engaged by     {', '.join(found['engaged_by']) or 'nobody'}",
    ]
    lines += [f"  other way      {words}" for words in found["from_target"]["differences"]]
    lines += [modifier_line(row) for row in plan.modifiers]
    lines.append(f"  net            {plan.net}")
    lines += [f"  illegal        {plan.illegal}"] if plan.illegal else []
    lines += [f"  note           {warning}" for warning in plan.warnings]
    return "\n".join(lines)


def _prone(found: dict[str, Any]) -> str:
    lying = [role for role in ("attacker", "target") if found["prone"][role]]
    return " and ".join(found[role] for role in lying) or "neither"


def _moved(value: bool | None) -> str:
    return "unknown" if value is None else yes(value)


def _cells(count: float) -> str:
    return "1 cell" if count == 1 else f"{count:g} cells"


def modifier_line(row: Any) -> str:  # noqa: ANN401  # a Modifier, whose import would be for this only
    """Return one modifier as a line."""
    state = "" if row.enabled else " (overruled)"
    return f"  {row.label:<14} {signed(row.value)} {row.unit}{state}: {row.reason} [{row.source}]"
