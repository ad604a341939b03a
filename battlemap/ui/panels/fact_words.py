"""The facts of an attack in words: one line each for the panel, and what on the map makes it so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.geometry.angle import Arc
from battlemap.geometry.names import cell_name
from battlemap.model.obstacle import CoverGrade
from battlemap.model.words import counted, direction
from battlemap.rules.fact_rulings import value_of
from battlemap.rules.ruleable_facts import BY_GM, FACTS
from battlemap.ui.panels.fact_switch import ruled_as
from battlemap.ui.panels.wording import count, listed, name_of, named, thing_name

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from battlemap.model.encounter import Encounter
    from battlemap.tactics.board import Board
    from battlemap.tactics.conventions import Conventions
    from battlemap.tactics.situation import Situation

_FAR_APART = 2
"""Sizes that differ by so many classes are worth a line where the rules weigh sizes."""


@dataclass(frozen=True)
class FactLine:
    """One line of "Facts on the map": what it is called, what it is, which fact proves it."""

    fact: str
    label: str
    value: str


def fact_lines(
    situation: Situation,
    encounter: Encounter,
    conventions: Conventions,
    *,
    after_move: bool = False,
    weighed: Container[str] = (),
    every: bool = False,
) -> list[FactLine]:
    """Return the facts on the map in the panel's order, without those the system lacks.

    The states of the two (lying, unseen, moving, much larger) have a line only where they say
    something, or the GM overruled them. What the GM overruled says so.

    Parameters
    ----------
    after_move
        Whether the attack is planned from where a move will end.
    weighed
        Facts that the rules have a section for; sizes are left out unless they are among them.
    every
        Whether the states have their lines in any case, as far as the rules weigh them.
    """
    reach = situation.in_reach
    distance = f"{situation.distance.feet} ft, {'in' if reach.value else 'out of'} reach"
    lines = [FactLine("distance", "Distance", distance)]
    arc = situation.arc
    if arc.arc is not None:
        bears = f"bears {abs(round(arc.bearing))}°"
        lines.append(FactLine("arc", "Arc", f"{Arc(arc.arc).value.capitalize()}, {bears}"))
    if conventions.flanking_counts:
        flank = situation.flanked
        partner = name_of(encounter, flank.partner) if flank.partner else ""
        value = (
            f"Yes, with {partner}" if flank.value and partner else "Yes" if flank.value else "No"
        )
        lines.append(FactLine("flanked", "Flank", value))
    lines.append(FactLine("cover", "Cover", _cover_words(situation, encounter)))
    lines.append(FactLine("sight", "Sight", _sight_words(situation, encounter)))
    lines.append(FactLine("height", "Height", _height_words(situation)))
    later = " (after move)" if after_move and situation.engaged_by else ""
    lines.append(FactLine("engaged_by", "Engaged by", _engaged_words(situation, encounter) + later))
    telling = {line.fact: line for line in _state_lines(situation, weighed)}
    for fact in _STATES:
        if fact in telling:
            lines.append(telling[fact])
        elif fact in situation.by_hand or (every and fact in weighed):
            words = FACTS[fact].words(value_of(situation, fact) or "off")
            lines.append(FactLine(fact, FACTS[fact].label, words))
    return [_by_hand(line, situation) for line in lines]


_STATES = (
    "tight",
    "target_seen",
    "attacker_seen",
    "target_posture",
    "attacker_posture",
    "target_motion",
    "sizes",
)
"""Facts that have a line only where there is something to say."""


def _by_hand(line: FactLine, situation: Situation) -> FactLine:
    """Return the line of a fact with what the GM says in the place of what the map shows."""
    fact = ruled_as(line.fact)
    if fact not in situation.by_hand:
        return line
    if line.fact == "distance":
        return replace(line, value=f"{line.value}, {BY_GM}")
    return replace(line, value=f"{FACTS[fact].words(value_of(situation, fact))}, {BY_GM}")


def _state_lines(situation: Situation, weighed: Container[str]) -> Iterator[FactLine]:
    """Yield a line for each state that says something."""
    if situation.tight.value:
        yield FactLine("tight", "Space", "Tight")
    seen, unseen = situation.target_seen, situation.attacker_seen
    # What stands between them has its own line; it hides both alike.
    if not seen.value and (seen.hidden_by != "sight" or situation.sight.clear):
        yield FactLine("target_seen", "Target seen", f"No, {_hidden(seen.hidden_by)}")
    if not unseen.value and (unseen.hidden_by != "sight" or situation.sight.clear):
        yield FactLine("attacker_seen", "Attacker seen", f"No, {_hidden(unseen.hidden_by)}")
    for fact, label, posture in (
        ("target_posture", "Target", situation.target_posture),
        ("attacker_posture", "Attacker", situation.attacker_posture),
    ):
        if posture.prone:
            yield FactLine(fact, label, posture.condition.capitalize())
    if situation.target_motion.value:
        moved = situation.target_motion.condition.capitalize() or "Moved in its last turn"
        yield FactLine("target_motion", "Motion", moved)
    apart = situation.sizes.difference
    if "sizes" in weighed and abs(apart) >= _FAR_APART:
        word = "smaller" if apart > 0 else "larger"
        value = f"Target {counted(abs(apart), 'class', 'classes')} {word}"
        yield FactLine("sizes", "Size", value)


def _hidden(by: str) -> str:
    return {"sight": "no ray arrives", "obscured": "obscured"}.get(by, by)


def _sight_words(situation: Situation, encounter: Encounter) -> str:
    sight = situation.sight
    if sight.clear:
        return "Clear" if not sight.obscured_cells else "Clear, through obscured ground"
    stops = listed(thing_name(encounter, thing) for thing in sight.ray.stopped_by[:2])
    return f"Blocked by {stops}" if stops else "Blocked"


def _height_words(situation: Situation) -> str:
    feet, ground = situation.height.feet, situation.high_ground
    if feet == 0:
        return "Level"
    words = f"{abs(feet)} ft {'higher' if feet > 0 else 'lower'}"
    if ground.holder is None:
        return f"{words}, {ground.least_feet} ft count"
    return f"{words}, the high ground" if feet > 0 else words


def _engaged_words(situation: Situation, encounter: Encounter) -> str:
    """Return who reaches the attacker, with the weapon where it is the longer one."""
    longer = dict(situation.reach_holders)
    names = [
        name_of(encounter, key) + (f" (longer {longer[key]})" if key in longer else "")
        for key in situation.engaged_by
    ]
    return listed(names) or "Nobody"


def _cover_words(situation: Situation, encounter: Encounter) -> str:
    cover = situation.cover
    if cover.grade == CoverGrade.NONE:
        return "None"
    stopped = sum(1 for ray in cover.rays if ray.stopped_by)
    words = [CoverGrade(cover.grade).word.capitalize()]
    if cover.rays:
        words.append(f"{stopped} of {count(len(cover.rays), 'ray')}")
    if cover.by:
        words.append(thing_name(encounter, cover.by[0]))
    return ", ".join(words)


# What proves them -----------------------------------------------------------------------------


def geometry_words(situation: Situation, fact: str, encounter: Encounter, board: Board) -> str:
    """Return what on the map makes the fact so, in one sentence."""
    grid = board.grid
    if fact == "arc" and situation.arc.arc is not None:
        arc = situation.arc
        return (
            f"{cell_name(grid, arc.from_cell)} bears {abs(round(arc.bearing))}° off the way that "
            f"{name_of(encounter, situation.target)} faces ({direction(arc.facing)})"
        )
    if fact == "distance":
        near, far = situation.distance.nearest
        apart = situation.distance
        cells = "1 cell" if apart.hundredths == 100 else f"{apart.cells:g} cells"
        reach = situation.in_reach.reason.removeprefix(f"{situation.distance.feet} ft away, ")
        there = f"{cell_name(grid, near)} to {cell_name(grid, far)}, {cells}"
        return f"{there}; {reach}" if reach else there
    if fact in ("engaged_by", "reach_holders"):
        found = [
            f"{one.reason} from {cell_name(grid, one.from_cell)}"
            for one in situation.engaged
            if fact == "engaged_by" or one.is_longer
        ]
        return listed(found) or "Nobody reaches the attacker"
    if fact == "height" and situation.high_ground.holder is None and situation.height.feet:
        return f"{situation.height.reason}; high ground takes {situation.high_ground.least_feet} ft"
    if fact == "cover" and situation.cover.by:
        cover = situation.cover
        stopped = sum(1 for ray in cover.rays if ray.stopped_by)
        names = listed(dict.fromkeys(thing_name(encounter, thing) for thing in cover.by))
        return f"{stopped} of {count(len(cover.rays), 'ray')} from the best corner meet {names}"
    return named(encounter, str(getattr(getattr(situation, fact, None), "reason", "")))
