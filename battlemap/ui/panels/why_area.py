"""What the Why card says about one creature in an area attack: a fact, or a modifier of its own."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.rules.ruleable_facts import fact_key
from battlemap.ui.overlays.drawing import Drawing
from battlemap.ui.panels.area_facts import verdict_on
from battlemap.ui.panels.fact_switch import MAP
from battlemap.ui.panels.fact_words import geometry_words
from battlemap.ui.panels.why_page import OVERRULES, WhyPage
from battlemap.ui.panels.wording import name_of, named, percent, worth

if TYPE_CHECKING:
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.plan import AreaTarget
    from battlemap.ui.bridge import Bridge
    from battlemap.ui.panels.area_facts import AreaVerdict


def area_page(bridge: Bridge, token: str, fact: str, key: str = "") -> WhyPage | None:
    """Return the page of a fact of a creature in the area, or of a modifier of its own by its key.

    None where the creature, the fact or the modifier is there no more.
    """
    verdict = verdict_on(bridge, token)
    if verdict is None:
        return None
    modifier = _modifier(verdict.target, fact, key)
    if key and modifier is None:
        return None
    fact = fact or (modifier.fact if modifier is not None else "")
    line = next((one for one in verdict.lines() if one.fact == fact), None)
    if modifier is None and line is None:
        return None
    is_open = bridge.session.open_deed is not None
    ruling = verdict.ruling(fact) if fact and not key and not is_open else None
    name = name_of(bridge.encounter, token)
    rows = [("Creature", name)]
    if line is not None and (modifier is not None or not fact):
        rows.append(("Verdict", f"{line.label}: {line.value}"))
    if fact in verdict.target.facts:
        rows.append(("Map", verdict.by_map(fact)))
    elif verdict.target.situation is not None and line is not None:
        words = geometry_words(verdict.target.situation, fact, bridge.encounter, bridge.board)
        rows.append(("Geometry", f"{words[:1].upper()}{words[1:]}"))
    overrule, odds = None, ""
    if modifier is not None:
        rows.append(("Reason", named(bridge.encounter, modifier.reason)))
        rows.append(("Effect", worth(modifier.value, modifier.unit)))
        rows.append(("Rule", modifier.source))
        if not is_open:
            state = "map" if modifier.enabled else modifier.overruled or "once"
            options = tuple(ChoiceOption(name, words) for name, words in OVERRULES)
            overrule = Choice("overrule", "Overrule", options, state)
        switched = f"{modifier.key}:{token}", "off" if modifier.enabled else "on"
        word = f"{'without' if modifier.enabled else 'with'} {modifier.label.lower()}"
        odds = _odds_words(verdict, switched, word)
    else:
        rows.append(("Effect", verdict.target.reason or "No modifier counts for it"))
        if fact in bridge.system.sections:
            rows.append(("Rule", bridge.system.sections[fact]))
    if ruling is not None and ruling.lasts:
        odds = _odds_words(verdict, (fact_key(ruling.key, token), MAP), "by the map")
    has_drawing = bool(fact) and line is not None
    return WhyPage(
        title=f"{name}: {modifier.label.lower()}" if modifier else verdict.title(fact),
        rows=tuple(rows),
        evidence=verdict.evidence(fact, pinned=True) if has_drawing else None,
        drawing=verdict.drawing(fact) if has_drawing else Drawing(),
        tokens=(token,),
        overrule=overrule,
        ruling=ruling,
        odds=odds,
        fact=fact,
        modifier=modifier.key if modifier is not None else "",
        inside=token,
    )


def _modifier(target: AreaTarget, fact: str, key: str) -> Modifier | None:
    for modifier in target.modifiers:
        if modifier.key == key or (not key and fact and modifier.fact == fact):
            return modifier
    return None


def _odds_words(verdict: AreaVerdict, switched: tuple[str, str], word: str) -> str:
    """Return the odds against the creature as they are, and as they would be otherwise."""
    intent = verdict.plan.intent
    other = MappingProxyType({**intent.switched, switched[0]: switched[1]})
    plan = verdict.bridge.area_attack_plan(replace(intent, switched=other))
    then = (
        next((t for t in plan.targets if t.token == verdict.target.token), None) if plan else None
    )
    return f"Now {_chance(verdict.target)}; {word} {_chance(then)}."


def _chance(target: AreaTarget | None) -> str:
    if target is None or not target.is_included or target.odds is None:
        return "unaffected"
    return f"{percent(target.odds.hit)}, mean {target.odds.mean:.2f}"
