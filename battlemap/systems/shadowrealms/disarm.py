"""Disarming: what a strike may aim at, and where a weapon that is knocked away lands (section 19).

A strike that aims at the weapon is an ordinary one up to its damage dice: two penetrating
successes knock the weapon free, each further one throws it an area farther.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.geometry.names import cell_name
from battlemap.model.terrain import Terrain
from battlemap.rules.by_hand import name_of
from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.rules.procedure import Ask, AskOption, ask
from battlemap.systems.shadowrealms.blow import DISARM_SUCCESSES
from battlemap.systems.shadowrealms.hands import droppable, lay_down
from battlemap.systems.shadowrealms.readings import DisarmAbility
from battlemap.systems.shadowrealms.sheet import sheet_of
from battlemap.tactics.board import Board
from battlemap.tactics.movement import Mover, path_along

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.procedure import Part
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.blow import Blow
    from battlemap.systems.shadowrealms.report import Report

HARM, DISARM = "harm", "disarm"

_FREE = Mover(rate=10_000, actions=1)


def why_no_disarm(system: ShadowRealms, attacker: Token, target: Token, weapon: Weapon) -> str:
    """Return why a strike can't aim at the target's weapon; empty: it can."""
    if weapon.is_ranged:
        return "melee only"
    if not droppable(system, target):
        return f"{name_of(target)} holds nothing that can be knocked away"
    if system.options.disarm_ability is DisarmAbility.TRAINED and not sheet_of(attacker).disarms:
        return f"{name_of(attacker)} lacks the ability"
    return ""


def aim_choice(
    system: ShadowRealms, attacker: Token, target: Token, weapon: Weapon, wish: str
) -> Choice:
    """Return what the strike aims at: the body, or what the target holds."""
    reason = why_no_disarm(system, attacker, target, weapon)
    options = (ChoiceOption(HARM, "Body"), ChoiceOption(DISARM, "Weapon", reason))
    selected = DISARM if wish == DISARM and not reason else HARM
    return Choice("aim", "Aims at", options, selected)


def knock_away(
    system: ShadowRealms, encounter: Encounter, blow: Blow, successes: int, report: Report
) -> Part[tuple[Encounter, bool]]:
    """Offer the attacker to knock a weapon from the target's hand; returns whether it flew."""
    attacker, target = blow.attacker, encounter.tokens[blow.target.id]
    held = droppable(system, target)
    if not held:
        return encounter, False
    answer = yield from ask(
        Ask(
            attacker.id,
            f"{successes} successes: does {name_of(attacker)} disarm {name_of(target)}?",
            (
                *(AskOption(f"knock:{w.name}", f"Knock the {w.name} away") for w in held),
                AskOption("none", "Strike home instead"),
            ),
            "disarm",
            focus=(attacker.id, target.id),
        )
    )
    if answer == "none":
        return encounter, False
    weapon = answer.partition(":")[2]
    board = Board.of(encounter, system)
    places = landing_cells(board, target, 1 + successes - DISARM_SUCCESSES) or (target.at,)
    place = yield from ask(
        Ask(
            attacker.id,
            f"Where does {name_of(target)}'s {weapon} land?",
            tuple(AskOption(f"{c.q},{c.r}", cell_name(board.grid, c)) for c in places),
            "lands",
            focus=(attacker.id, target.id),
        )
    )
    end = next(cell for cell in places if f"{cell.q},{cell.r}" == place)
    encounter = yield from lay_down(encounter, target.id, weapon, end)
    report.headline = f"{name_of(attacker)} disarms {name_of(target)}"
    report.lines.append(f"The {weapon} lands at {cell_name(board.grid, end)}")
    return encounter, True


def landing_cells(board: Board, target: Token, areas: int) -> tuple[Cell, ...]:
    """Return where a weapon can land: adjacent areas, and farther ones in a straight line.

    Walls and impassable ground end the flight; it never ends under its holder.
    """
    battle_map = board.encounter.map
    space = board.cells_of(target.id)
    found: list[Cell] = []
    for step in board.grid.directions:
        for start in space:
            here = start
            for _ in range(areas):
                end = here.plus(step)
                if end in space:
                    break
                solid = Terrain.IMPASSABLE in battle_map.terrain_at(end)
                if end not in board.grid or solid or _is_walled(board, target, here, end):
                    break
                if end not in found:
                    found.append(end)
                here = end
    distance = board.grid.space_distance
    return tuple(sorted(found, key=lambda cell: (distance(space, (cell,)), found.index(cell))))


def _is_walled(board: Board, target: Token, start: Cell, end: Cell) -> bool:
    """Tell whether something solid stands between two areas; creatures don't stop a weapon."""
    reason = path_along(board, target.id, _FREE, (start, end))[1]
    return bool(reason) and end not in board.standing
