"""The facts of an attack after what the GM rules about them; the same in every game.

The facts are found first, as the map shows them; what the GM says takes their place before any
rule reads them.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from battlemap.geometry.angle import Arc
from battlemap.model.event import Noted
from battlemap.model.intent import AreaAttack, Attack
from battlemap.model.obstacle import GRADES, CoverGrade
from battlemap.rules.ruleable_facts import BY_GM, FACTS, PREFIX, fact_of, is_value
from battlemap.tactics.situation import survey

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Intent
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.procedure import Procedure
    from battlemap.tactics.board import Board
    from battlemap.tactics.facts import Cover, Seeing
    from battlemap.tactics.situation import Situation

_NOTHING: Mapping[str, str] = MappingProxyType({})


def facts_between(
    board: Board,
    attacker_id: str,
    target_id: str,
    weapon: str = "",
    switched: Mapping[str, str] = _NOTHING,
) -> Situation:
    """Return the facts about an attacker and a target after the GM's rulings.

    Parameters
    ----------
    switched
        Rulings for one attack only, by key (``Attack.switched``); they go before those that stand.

    Raises
    ------
    KeyError
        If a token or the weapon does not exist.
    """
    situation = survey(board, attacker_id, target_id, weapon)
    return ruled(board.encounter, situation, switched)


def ruled(
    encounter: Encounter, situation: Situation, switched: Mapping[str, str] = _NOTHING
) -> Situation:
    """Return *situation* with what the GM says in the place of what the map shows."""
    said = rulings_of(encounter, situation.attacker, situation.target, switched)
    said.pop("inside", None)
    if not said:
        return situation
    # Sight first: cover and seeing follow from it, unless they are ruled upon themselves.
    for fact in sorted(said, key=lambda name: name != "sight"):
        situation = _with_value(situation, fact, said[fact][0])
    by_hand = {fact: lasts for fact, (_, lasts) in said.items()}
    return replace(situation, by_hand=MappingProxyType(by_hand))


def rulings_of(
    encounter: Encounter, attacker: str, target: str, switched: Mapping[str, str] = _NOTHING
) -> dict[str, tuple[str, str]]:
    """Return by fact what the GM says of it, and for how long: "once" or "until cleared"."""
    said: dict[str, tuple[str, str]] = {}
    for kept in encounter.overrides:
        fact = kept.key.removeprefix(PREFIX)
        fits = kept.attacker in ("", attacker) and kept.target in ("", target)
        if kept.key != fact and fits and is_value(fact, kept.value):
            said[fact] = kept.value, "until cleared"
    # What is said of one target's fact goes before what is said of all targets'.
    for key, value in sorted(switched.items(), key=lambda item: bool(fact_of(item[0])[1])):
        fact, of_target = fact_of(key)
        if not fact or of_target not in ("", target):
            continue
        if value == "map":
            said.pop(fact, None)
        elif is_value(fact, value):
            said[fact] = value, "once"
    return said


def ruling_on(encounter: Encounter, attack: Attack | AreaAttack, target: str, fact: str) -> str:
    """Return what the GM says of one fact of an attack; empty: it is as the map shows."""
    said = rulings_of(encounter, attack.attacker, target, attack.switched)
    return said.get(fact, ("", ""))[0]


def ruled_cover(
    encounter: Encounter, attack: Attack | AreaAttack, target: str, cover: Cover
) -> Cover:
    """Return the cover from the origin of an area after the GM's rulings about this target."""
    value = ruling_on(encounter, attack, target, "cover")
    if not value:
        return cover
    return replace(cover, grade=GRADES[value], reason=_reason("cover", value))


def value_of(situation: Situation, fact: str) -> str:
    """Return what a fact is, as one of the values that can be said of it; empty: not known."""
    if fact == "arc":
        return "" if situation.arc.arc is None else Arc(situation.arc.arc).value
    if fact == "cover":
        return CoverGrade(situation.cover.grade).word
    if fact == "height":
        feet = situation.height.feet
        return "attacker" if feet > 0 else "target" if feet < 0 else "level"
    if fact == "sizes":
        apart = situation.sizes.difference
        return "smaller" if apart > 0 else "larger" if apart < 0 else "even"
    known: Mapping[str, object] = {
        "in_reach": situation.in_reach.value,
        "flanked": situation.flanked.value,
        "sight": situation.sight.clear,
        "tight": situation.tight.value,
        "engaged_by": bool(situation.engaged_by),
        "target_seen": situation.target_seen.value,
        "attacker_seen": situation.attacker_seen.value,
        "target_posture": situation.target_posture.prone,
        "attacker_posture": situation.attacker_posture.prone,
        "target_motion": situation.target_motion.value,
    }
    return "" if known.get(fact) is None else "on" if known[fact] else "off"


def said_of(situation: Situation, fact: str) -> bool | None:
    """Return whether the GM says that a fact is so; None: it is as the map shows."""
    return value_of(situation, fact) == "on" if fact in situation.by_hand else None


def _reason(fact: str, value: str) -> str:
    return f"{FACTS[fact].label}: {FACTS[fact].words(value).lower()}, {BY_GM}"


def _with_value(situation: Situation, fact: str, value: str) -> Situation:
    """Return the facts with one of them as the GM says; its geometry stays what the map shows."""
    reason, on = _reason(fact, value), value == "on"
    match fact:
        case "arc":
            return replace(situation, arc=replace(situation.arc, arc=Arc(value)))
        case "in_reach":
            cells = situation.in_reach.cells if on else ()
            found = replace(situation.in_reach, value=on, cells=cells, reason=reason)
            return replace(situation, in_reach=found)
        case "flanked":
            flanked = replace(situation.flanked, value=on, reason=reason)
            return replace(situation, flanked=flanked)
        case "cover":
            cover = replace(situation.cover, grade=GRADES[value], reason=reason)
            return replace(situation, cover=cover)
        case "sight":
            return _with_sight(situation, clear=on, reason=reason)
        case "height":
            return _with_height(situation, value, reason)
        case "tight":
            return replace(situation, tight=replace(situation.tight, value=on, reason=reason))
        case "engaged_by":
            return _with_engaged(situation, on=on)
        case "target_seen":
            seen = _seen(situation.target_seen, on, "GM", reason)
            return replace(situation, target_seen=seen)
        case "attacker_seen":
            seen = _seen(situation.attacker_seen, on, "GM", reason)
            return replace(situation, attacker_seen=seen)
        case "target_posture":
            posture = replace(situation.target_posture, prone=on, reason=reason)
            return replace(situation, target_posture=posture)
        case "attacker_posture":
            posture = replace(situation.attacker_posture, prone=on, reason=reason)
            return replace(situation, attacker_posture=posture)
        case "target_motion":
            moved = replace(situation.target_motion, value=on, reason=reason)
            return replace(situation, target_motion=moved)
        case "sizes":
            return _with_sizes(situation, value, reason)
    raise AssertionError(fact)


def _with_sight(situation: Situation, *, clear: bool, reason: str) -> Situation:
    """Return the facts with sight as the GM says, and what follows from it: cover, seeing."""
    sight = replace(situation.sight, clear=clear, obscured_cells=(), reason=reason)
    cover = situation.cover
    if clear and cover.grade is CoverGrade.TOTAL:
        cover = replace(cover, grade=CoverGrade.MAJOR, reason=reason)
    elif not clear:
        cover = replace(cover, grade=CoverGrade.TOTAL, reason=reason)
    target_seen, attacker_seen = (
        _seen(seen, clear, "sight", reason)
        if not clear or seen.hidden_by in ("sight", "obscured")
        else seen
        for seen in (situation.target_seen, situation.attacker_seen)
    )
    return replace(
        situation,
        sight=sight,
        cover=cover,
        target_seen=target_seen,
        attacker_seen=attacker_seen,
    )


def _seen(seen: Seeing, on: bool, by: str, reason: str) -> Seeing:
    return replace(seen, value=on, hidden_by="" if on else by, obscured_cells=(), reason=reason)


def _with_height(situation: Situation, value: str, reason: str) -> Situation:
    """Return the facts with one of the two as much higher as counts, or neither."""
    ground = situation.high_ground
    least = max(1, ground.least_feet)
    feet = max(least, abs(situation.height.feet)) if value != "level" else 0
    holders = {"attacker": situation.attacker, "target": situation.target, "level": None}
    return replace(
        situation,
        height=replace(situation.height, feet=-feet if value == "target" else feet, reason=reason),
        high_ground=replace(ground, holder=holders[value], feet=feet, reason=reason),
    )


def _with_engaged(situation: Situation, *, on: bool) -> Situation:
    if not on:
        return replace(situation, engaged_by=(), reach_holders=(), engaged=())
    return replace(
        situation, engaged_by=tuple(dict.fromkeys((situation.target, *situation.engaged_by)))
    )


def _with_sizes(situation: Situation, value: str, reason: str) -> Situation:
    """Return the facts with the target much larger or smaller, or both alike."""
    sizes = situation.sizes
    apart = {"larger": _MUCH, "even": 0, "smaller": -_MUCH}[value]
    return replace(situation, sizes=replace(sizes, target=sizes.attacker + apart, reason=reason))


_MUCH = 20
"""Size classes that are enough for any rule."""


def told(rows: Iterable[Modifier], situation: Situation) -> Iterator[Modifier]:
    """Yield *rows* with the GM named as the reason where a fact is as the GM says."""
    for row in rows:
        value = value_of(situation, row.fact) if row.fact in situation.by_hand else ""
        words = FACTS[row.fact].words(value) if value else ""
        yield replace(row, reason=f"{words}, {BY_GM}") if value else row


def telling_rulings(procedure: Procedure, encounter: Encounter, intent: Intent) -> Procedure:
    """Return *procedure* whose first line in the log says which facts the GM set for it."""
    lines = set_by_hand(encounter, intent)
    answer: Any = None
    while True:
        try:
            said = procedure.send(answer)
        except StopIteration as end:
            after: Encounter = end.value
            return after
        if isinstance(said, Noted) and lines:
            said, lines = replace(said, details=(*lines, *said.details)), ()
        answer = yield said


def set_by_hand(encounter: Encounter, intent: Intent) -> tuple[str, ...]:
    """Return a line for each fact of an attack that is as the GM says."""
    if not isinstance(intent, Attack | AreaAttack):
        return ()
    if isinstance(intent, Attack):
        return tuple(_lines(rulings_of(encounter, intent.attacker, intent.target, intent.switched)))
    common = _lines(rulings_of(encounter, intent.attacker, "", intent.switched))
    own: list[str] = []
    for target in dict.fromkeys(fact_of(key)[1] for key in intent.switched):
        if target in encounter.tokens:
            keys = {k: v for k, v in intent.switched.items() if fact_of(k)[1] == target}
            said = rulings_of(encounter, intent.attacker, target, keys)
            name = encounter.tokens[target].name or target
            own += [f"{name}: {line}" for line in _lines(said)]
    return (*common, *own)


def _lines(said: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    """Yield what the GM set, each fact in a line of the log."""
    when = {"once": "this time", "until cleared": "until cleared"}
    for fact, (value, lasts) in said.items():
        words = FACTS[fact].words(value).lower()
        yield f"{FACTS[fact].label}: {words}, {BY_GM}, {when[lasts]}"
