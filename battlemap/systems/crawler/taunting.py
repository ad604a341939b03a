"""Step 2, Taunt: a mob's announced attacks turn on the taunter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.event import Noted
from battlemap.model.intent import AreaAttack
from battlemap.model.token import are_hostile
from battlemap.model.words import signed
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import facts_between
from battlemap.rules.procedure import (
    happen,
    roll,
    token_of,
)
from battlemap.systems.crawler.announce import (
    as_announced,
    attack_numbered,
    attacks_of,
    number_of,
    redirect,
    redirect_area,
    words_of,
)
from battlemap.systems.crawler.checks import (
    Check,
    check_level,
    checked,
)
from battlemap.systems.crawler.price import pay
from battlemap.systems.crawler.readings import TauntRule, TauntStat
from battlemap.systems.crawler.sheet import Stat, is_crawler, sheet_of
from battlemap.systems.crawler.status import Incoming, status_of
from battlemap.systems.crawler.strike import EVADE_BASE
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Act
    from battlemap.model.token import Token
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.crawler import Crawler


TAUNT_STATS = {
    TauntStat.CHARISMA: Stat.CHARISMA,
    TauntStat.INTELLIGENCE: Stat.INTELLIGENCE,
    TauntStat.NONE: Stat.NONE,
}


def not_to_be_taunted(system: Crawler, encounter: Encounter, token: Token, target: Token) -> str:
    """Return why *target* can't be taunted."""
    del system
    if is_crawler(target) or not are_hostile(token.side, target.side):
        return f"{name_of(target)} is no mob that attacks."
    if not any(attack.attacker == target.id for attack in attacks_of(encounter)):
        return f"{name_of(target)} has announced no attack."
    return ""


def taunt(system: Crawler, encounter: Encounter, act: Act) -> Procedure:
    """Redirect a mob's announced attacks by an Int-opposed Taunt Check."""
    token, mob = encounter.tokens[act.token], token_of(encounter, act.target or "")
    encounter = yield from pay(encounter, token.id)
    mod = sheet_of(mob).intelligence_mod
    difficulty = EVADE_BASE + mod + system.options.floor
    opposed = f"10 + Int {mod} + F {system.options.floor} = {difficulty}"
    if system.options.taunt is TauntRule.ROLLED:
        why = f"{name_of(mob)} keeps its mind on its target, d20 {signed(mod)}"
        faces = yield from roll(1, 20, why, mob.id)
        difficulty = faces[0] + mod
        opposed = f"{name_of(mob)} d20 {faces[0]} + Int {mod} = {difficulty}"
    sheet = sheet_of(token)
    own = TAUNT_STATS[system.options.taunt_stat]
    check = Check(
        token.id,
        f"Taunt of {name_of(mob)}",
        sheet.taunt_rank + sheet.mod(own),
        difficulty,
        check_level(token),
        asks_when_fine=False,
    )
    encounter, result = yield from checked(system, encounter, check)
    words = f"Taunt {sheet.taunt_rank}"
    words += f" + {own.short} {sheet.mod(own)}" if own is not Stat.NONE else ""
    words += f" against {opposed}"
    lines = [words, *result.lines]
    if result.degree.succeeds:
        encounter, said = yield from _draw_attacks(system, encounter, token.id, mob.id)
        lines.extend(said)
    verb = "taunts" if result.degree.succeeds else "fails to taunt"
    headline = f"{name_of(token)} {verb} {name_of(mob)}"
    return (yield from happen(Noted(headline, tuple(lines), "attack", token.id)))


def _draw_attacks(
    system: Crawler, encounter: Encounter, token_id: str, mob_id: str
) -> Part[tuple[Encounter, tuple[str, ...]]]:
    """Aim everything that a mob announced at the taunter, where its weapons reach that far."""
    lines = []
    for attack in [one for one in attacks_of(encounter) if one.attacker == mob_id]:
        board = Board.of(as_announced(encounter, mob_id), system)
        weapon = attack.weapon
        situation = facts_between(board, mob_id, token_id, weapon)
        reaches = situation.in_reach
        number = number_of(attack)
        known = status_of(board.token(token_id)).incoming_of(number)
        if isinstance(attack, AreaAttack):
            length = attack.size * encounter.map.grid.feet_per_cell
            aimed = attack.shape in ("line", "cone") and situation.distance.feet <= length
            if attack.shape == "burst" or not (aimed or reaches.value):
                lines.append(f"{weapon}: the area stays where it is")
                continue
            encounter = yield from redirect_area(system, encounter, attack, token_id)
        elif attack.target == token_id:
            continue
        elif not reaches.value:
            lines.append(f"{weapon} doesn't reach: {reaches.reason}")
            continue
        else:
            encounter = yield from redirect(encounter, attack, token_id, known or Incoming(number))
        changed = attack_numbered(encounter, number)
        if changed is not None:
            lines.append(f"Now {words_of(encounter, changed)}")
    return encounter, tuple(lines)
