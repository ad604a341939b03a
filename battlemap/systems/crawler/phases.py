"""The five steps of a round, and who may do what in them (The five steps)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.systems.crawler.sheet import is_crawler

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.token import Token

SURPRISE = "surprise"
"""Before the first round, where the crawlers surprise the mobs."""
DECLARE = "declare"
INTERRUPT = "interrupt"
RESOLVE = "resolve"
ACT = "act"
CLEAN_UP = "clean up"

STEPS = (DECLARE, INTERRUPT, RESOLVE, ACT, CLEAN_UP)

HEADINGS = {
    SURPRISE: "Surprise: one free Action each",
    DECLARE: "1 Mobs declare",
    INTERRUPT: "2 Crawlers interrupt",
    RESOLVE: "3 Mob actions resolve",
    ACT: "4 Crawlers act",
    CLEAN_UP: "5 Clean up",
}
"""What the sections of the initiative panel are called."""


def number_of(phase: str) -> int:
    """Return the number of a step, from 1; 0 for the surprise before."""
    return STEPS.index(phase) + 1 if phase in STEPS else 0


def phase_of(encounter: Encounter) -> str:
    """Return the step of the round; empty: no fight is under way."""
    order = encounter.turn_order
    return order.phase if order.is_running else ""


def deed_of(encounter: Encounter, token: Token) -> str:
    """Return what carrying out an attack is called where it isn't rolled yet."""
    return "Announce" if phase_of(encounter) == DECLARE and not is_crawler(token) else ""


def why_not_its_phase(encounter: Encounter, token: Token) -> str:
    """Return why a token can't take an action of its own now; empty: it can."""
    phase = phase_of(encounter)
    if not phase:
        return ""
    if is_crawler(token):
        return "" if phase in (ACT, SURPRISE) else "crawlers act in step 4"
    return "" if phase == DECLARE else "mobs announce in step 1"
