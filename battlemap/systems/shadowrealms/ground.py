"""What the ground asks of whoever enters it: hazards, blind sprints, climbs and water (section 6).

A dedicated speed needs no checks, and a flier ignores the ground. Each kind of question is put
once a move; what is answered counts for the rest of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.event import ConditionsChanged, TokenMoved
from battlemap.model.terrain import Terrain
from battlemap.rules.by_hand import name_of
from battlemap.rules.procedure import Ask, AskOption, ask, happen
from battlemap.systems.shadowrealms.checks import (
    NEVER,
    NONE,
    choose_difficulty,
    number_of,
    skill_test,
)
from battlemap.systems.shadowrealms.harm import bruise, come_down, drop
from battlemap.systems.shadowrealms.movement import mode_of
from battlemap.systems.shadowrealms.readings import BlindSprint, GroundChecks
from battlemap.systems.shadowrealms.sheet import sheet_of
from battlemap.tactics.board import Board
from battlemap.tactics.displacement import pushed_to
from battlemap.tactics.hazards import stands_in
from battlemap.tactics.mover import Mode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.geometry.cell import Cell
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.harm import Harm

HARM, ACROBATICS, ALERTNESS = "harm", "acrobatics", "alertness"

_CLIMB_WORDS = ("Ample handholds need no check", "Smooth, slippery or perilous ones do")
_OBSTACLE_WORDS = ("Stepping over it needs no check", "Precarious or sudden obstacles do")
_WATER_WORDS = ("Calm water needs no check", "Currents, storms and undertow do")


class Ground:
    """What the ground has asked during one move; lives no longer than the move."""

    def __init__(self, system: ShadowRealms, token_id: str, *, fast: bool = False) -> None:
        self.system = system
        self.token_id = token_id
        self.fast = fast
        """Whether the move is a sprint or a charge."""
        self.answers: dict[str, str] = {}
        self.lines: list[str] = []

    def entering(
        self, encounter: Encounter, cells: Sequence[Cell], where: str
    ) -> Part[tuple[Encounter, str]]:
        """Settle the checks before these cells are entered; returns why the mover stops."""
        token = encounter.tokens[self.token_id]
        kinds, sheet = _kinds(encounter, cells), sheet_of(token)
        # Fog and darkness are no ground: a flier sees as little in them.
        if Terrain.OBSCURED in kinds and self.fast and mode_of(token)[0] is not Mode.BURROW:
            encounter, stops = yield from self._sprint(encounter, where)
            if stops:
                return encounter, stops
        if off_the_ground(token):
            return encounter, ""
        if Terrain.CLIMB in kinds and not sheet.climb_feet:
            encounter, fails = yield from self._exert(
                encounter, "climb", "Athletics", where, _CLIMB_WORDS
            )
            if fails:
                encounter, said = yield from slip(self.system, encounter, self.token_id)
                self.lines.extend(said)
                return encounter, "loses its hold"
        if Terrain.WATER in kinds and not sheet.swim_feet:
            encounter, fails = yield from self._exert(
                encounter, "water", "Swim", where, _WATER_WORDS
            )
            if fails:
                return encounter, "is held by the water"
        return encounter, ""

    def crossing(
        self, encounter: Encounter, obstacle: str, where: str
    ) -> Part[tuple[Encounter, str]]:
        """Settle the check for climbing over something in the way; returns why the mover stops."""
        encounter, fails = yield from self._exert(
            encounter, "obstacle", "Acrobatics", f"{obstacle} before {where}", _OBSTACLE_WORDS
        )
        return encounter, f"stumbles over {obstacle}" if fails else ""

    def entered(self, encounter: Encounter, cells: Sequence[Cell], where: str) -> Part[Encounter]:
        """Do what hazardous ground does to whoever has entered it."""
        token = encounter.tokens[self.token_id]
        if off_the_ground(token) or token.has("dead"):
            return encounter
        if Terrain.HAZARDOUS not in _kinds(encounter, cells):
            return encounter
        words = f"{name_of(token)} enters hazardous ground at {where}"
        encounter, lines = yield from self._hazard(encounter, words)
        self.lines.extend(lines)
        return encounter

    def _hazard(self, encounter: Encounter, words: str) -> Harm:
        if HARM not in self.answers:
            answer = yield from _ask_hazard(self.system, encounter, self.token_id, words)
            self.answers[HARM] = answer
        return (
            yield from _do_hazard(self.system, encounter, self.token_id, words, self.answers[HARM])
        )

    def _sprint(self, encounter: Encounter, where: str) -> Part[tuple[Encounter, str]]:
        """Check a sprint through what can't be seen, once a move."""
        token, options = encounter.tokens[self.token_id], self.system.options
        if "sprint" in self.answers:
            return encounter, ""
        answer = ACROBATICS
        if options.ground_checks is GroundChecks.NOTED:
            answer = NONE
            words = "is obscured: at speed, an Awareness or Acrobatics check"
            self.lines.append(f"{where} {words}")
        elif options.ground_checks is GroundChecks.ASKED:
            answer = yield from ask(
                Ask(
                    self.token_id,
                    f"{name_of(token)} sprints blindly into {where}",
                    (
                        AskOption(ACROBATICS, "Acrobatics", "A Moderate check"),
                        AskOption(ALERTNESS, "Alertness", "A Moderate check of Awareness"),
                        AskOption(NONE, "No check"),
                        AskOption(NEVER, "Never", f"Don't ask for {name_of(token)} again"),
                    ),
                    "blind sprint",
                    ("Obscured ground, entered at speed",),
                    focus=(self.token_id,),
                )
            )
        self.answers["sprint"] = answer
        if answer not in (ACROBATICS, ALERTNESS):
            return encounter, ""
        encounter, passed, line = yield from skill_test(
            self.system, encounter, token, answer.capitalize(), number_of(options, "moderate")
        )
        self.lines.append(f"{where} is obscured. {line}")
        if passed:
            return encounter, ""
        if options.blind_sprint is BlindSprint.TRIPS:
            conditions = encounter.tokens[self.token_id].conditions | {"prone"}
            encounter = yield from happen(ConditionsChanged(self.token_id, conditions))
            encounter, said = yield from come_down(self.system, encounter, self.token_id)
            self.lines.extend(said)
            return encounter, "trips and falls prone"
        return encounter, "stops short"

    def _exert(
        self, encounter: Encounter, kind: str, skill: str, where: str, facts: Sequence[str]
    ) -> Part[tuple[Encounter, bool]]:
        """Check a climb, a swim or an obstacle, once a move; returns whether it fails."""
        token, options = encounter.tokens[self.token_id], self.system.options
        if kind in self.answers:
            return encounter, False
        step = "moderate"
        if options.ground_checks is GroundChecks.NOTED:
            step = NONE
            what = {
                "climb": "a climb: an Athletics check where it is slippery",
                "water": "water: a Swim check where it is rough",
                "obstacle": "in the way: an Acrobatics check where it is precarious",
            }[kind]
            self.lines.append(f"{where} is {what}")
        elif options.ground_checks is GroundChecks.ASKED:
            verb = {"climb": "climbs at", "water": "swims at", "obstacle": "crosses"}[kind]
            step = yield from choose_difficulty(
                self.system,
                token,
                f"{name_of(token)} {verb} {where}: how hard is it?",
                kind,
                waive="No check",
                usually_waived=True,
                facts=facts,
            )
        self.answers[kind] = step
        if step == NONE:
            return encounter, False
        encounter, passed, line = yield from skill_test(
            self.system, encounter, token, skill, number_of(options, step)
        )
        self.lines.append(f"{where}: {line}")
        return encounter, not passed


def off_the_ground(token: Token) -> bool:
    """Tell whether the ground means nothing to a token: it flies, or burrows below it."""
    return token.has("flying") or mode_of(token)[0] is Mode.BURROW


def _kinds(encounter: Encounter, cells: Sequence[Cell]) -> Terrain:
    kinds = Terrain(0)
    for cell in cells:
        kinds |= encounter.map.terrain_at(cell)
    return kinds


def _ask_hazard(system: ShadowRealms, encounter: Encounter, token_id: str, words: str) -> Part[str]:
    token, options = encounter.tokens[token_id], system.options
    if options.ground_checks is GroundChecks.ROLLED:
        return HARM
    if options.ground_checks is GroundChecks.NOTED:
        return NONE
    boxes = options.hazard_boxes
    return (
        yield from ask(
            Ask(
                token_id,
                words,
                (
                    AskOption(HARM, "Harm", f"{boxes} {'box' if boxes == 1 else 'boxes'}"),
                    AskOption(ACROBATICS, "Acrobatics", "A Moderate check avoids the harm"),
                    AskOption(NONE, "Nothing"),
                    AskOption(NEVER, "Never", f"Don't ask for {name_of(token)} again"),
                ),
                "hazard",
                ("Hazardous ground harms on entry and at the start of a turn",),
                focus=(token_id,),
            )
        )
    )


def _do_hazard(
    system: ShadowRealms, encounter: Encounter, token_id: str, words: str, answer: str
) -> Harm:
    token = encounter.tokens[token_id]
    if answer == ACROBATICS and system.is_able(token):
        encounter, passed, line = yield from skill_test(
            system, encounter, token, "Acrobatics", number_of(system.options, "moderate")
        )
        if passed:
            return encounter, (words, line)
        encounter, lines = yield from bruise(
            system, encounter, token_id, system.options.hazard_boxes
        )
        return encounter, (words, line, *lines)
    if answer in (HARM, ACROBATICS):
        encounter, lines = yield from bruise(
            system, encounter, token_id, system.options.hazard_boxes
        )
        return encounter, (words, *lines)
    if system.options.ground_checks is GroundChecks.NOTED:
        return encounter, (f"{words}: apply its effect",)
    return encounter, (f"{words}, nothing comes of it",)


def turn_begins(system: ShadowRealms, encounter: Encounter, token_id: str) -> Harm:
    """Do what hazardous ground does to whoever starts the turn on it (section 6)."""
    token = encounter.tokens[token_id]
    board = Board.of(encounter, system)
    if off_the_ground(token) or not stands_in(board, token_id, Terrain.HAZARDOUS):
        return encounter, ()
    words = f"{name_of(token)} starts the turn on hazardous ground"
    answer = yield from _ask_hazard(system, encounter, token_id, words)
    return (yield from _do_hazard(system, encounter, token_id, words, answer))


def clings(encounter: Encounter, system: ShadowRealms, token: Token) -> bool:
    """Tell whether a token hangs on a climb without a climbing speed of its own."""
    if off_the_ground(token) or sheet_of(token).climb_feet or system.is_out(token):
        return False
    return bool(stands_in(Board.of(encounter, system), token.id, Terrain.CLIMB))


def keep_hold(system: ShadowRealms, encounter: Encounter, token_id: str) -> Harm:
    """Check the hold of whoever takes damage while clinging to a wall (section 6, Climbing)."""
    token, options = encounter.tokens[token_id], system.options
    if not clings(encounter, system, token):
        return encounter, ()
    step = "moderate"
    if options.ground_checks is GroundChecks.NOTED:
        return encounter, (f"{name_of(token)} is hurt on a climb: an Athletics check to hold on",)
    if options.ground_checks is GroundChecks.ASKED:
        step = yield from choose_difficulty(
            system,
            token,
            f"{name_of(token)} is hurt while climbing: how hard is it to hold on?",
            "climb",
            waive="Holds on",
        )
    if step == NONE:
        return encounter, ()
    encounter, passed, line = yield from skill_test(
        system, encounter, token, "Athletics", number_of(options, step)
    )
    if passed:
        return encounter, (line,)
    encounter, lines = yield from slip(system, encounter, token_id)
    return encounter, (line, *lines)


def slip(system: ShadowRealms, encounter: Encounter, token_id: str) -> Harm:
    """Let go of a wall: whoever clings to it drops to the lowest free area beside, prone."""
    token = encounter.tokens[token_id]
    if not clings(encounter, system, token):
        return encounter, ()
    board = Board.of(encounter, system)
    here = board.elevation_of(token)
    below = [cell for cell in pushed_to(board, token_id, token_id) if cell in board.grid]
    end = min(below, key=lambda cell: (board.elevation_of(token, cell), cell), default=token.at)
    feet = max(0, here - board.elevation_of(token, end))
    if feet:
        encounter = yield from happen(TokenMoved(token_id, token.at, end, forced=True))
    conditions = encounter.tokens[token_id].conditions | {"prone"}
    encounter = yield from happen(ConditionsChanged(token_id, conditions))
    encounter, lines = yield from drop(system, encounter, token_id, feet)
    return encounter, (f"{name_of(token)} loses its hold, prone", *lines)
