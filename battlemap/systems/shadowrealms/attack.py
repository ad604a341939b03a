"""An attack in ShadowRealms: attack dice, damage dice, ladder, glancing blow, location, critical.

``aim_blow`` is the one description of an attack; the panel's odds and the dice both come from it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from battlemap.dice.pool import Funnel, Pool, PoolResult
from battlemap.model.event import (
    DiceShown,
    Die,
    Noted,
    Outcome,
    StatusChanged,
)
from battlemap.model.intent import Attack
from battlemap.model.obstacle import CoverGrade
from battlemap.rules.plan import AttackPlan, Choice, ChoiceOption, Odds
from battlemap.rules.procedure import Ask, AskOption, IllegalIntentError, Roll, ask, happen, roll
from battlemap.rules.trigger import Trigger
from battlemap.systems.shadowrealms import modifiers as mods
from battlemap.systems.shadowrealms.harm import (
    critical,
    fell_minion,
    hurt,
    location_of,
    shown_die,
    strain,
    wound,
)
from battlemap.systems.shadowrealms.options import (
    ActiveDefense,
    DefenseModel,
    GrappledStrikes,
    MinionDamage,
    SkippedAttackRoll,
)
from battlemap.systems.shadowrealms.sheet import (
    BOXES,
    Tier,
    details_of,
    name_of,
    sheet_of,
    status_of,
)
from battlemap.tactics.board import Board
from battlemap.tactics.situation import survey

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from battlemap.model.encounter import Encounter
    from battlemap.model.event import Event
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.rules.procedure import Procedure
    from battlemap.systems.shadowrealms import ShadowRealms
    from battlemap.systems.shadowrealms.sheet import Sheet, Status
    from battlemap.tactics.situation import Situation

LADDER = (0, 1, 2, 4, 8, 16)
"""Damage for 0, 1, 2, 3, 4 and 5 or more damage successes (section 10, step 7)."""

DEFENSELESS = frozenset({"unconscious", "helpless", "paralyzed", "unaware"})
"""Conditions against which the attack roll is skipped (section 10)."""

RATING, DODGE, PARRY = "rating", "dodge", "parry"


@dataclass(frozen=True)
class Blow:
    """Everything that decides an attack, before the dice."""

    attacker: Token
    target: Token
    weapon: Weapon
    modifiers: tuple[Modifier, ...]
    levels: int
    pool: int
    """Attack dice after penalties."""
    defense: str
    """"rating", "dodge" or "parry"."""
    funnel: Funnel
    target_words: str
    """How the target number comes about; or why there is no attack roll."""
    damage_words: str

    @property
    def summary(self) -> str:
        """The attack in one line: "5d20 vs 13, damage vs 11"."""
        sides = self.funnel.sides
        if self.funnel.first is None:
            return f"{self.pool}d{sides} damage vs {self.funnel.target}"
        return f"{self.pool}d{sides} vs {self.funnel.first.target}, damage vs {self.funnel.target}"


def weapon_of(system: ShadowRealms, token: Token, name: str) -> Weapon:
    """Return the named weapon of *token*, the first one where none is named.

    Raises
    ------
    IllegalIntentError
        If it has no such weapon.
    """
    weapons = system.weapons(token)
    if not name:
        return weapons[0]
    for weapon in weapons:
        if weapon.name == name:
            return weapon
    known = ", ".join(weapon.name for weapon in weapons)
    raise IllegalIntentError(f"{name_of(token)} has no {name}, but {known}.")


def modifiers_of(
    system: ShadowRealms, board: Board, attack: Attack, situation: Situation
) -> tuple[Modifier, ...]:
    """Return what the facts are worth, overruled ones included."""
    weapon = weapon_of(system, board.token(attack.attacker), attack.weapon)
    return mods.modifiers(board, attack, situation, weapon, system.options)


def plan(system: ShadowRealms, board: Board, attack: Attack) -> AttackPlan:
    """Return everything that is known about an attack before the dice.

    Raises
    ------
    IllegalIntentError
        If attacker, target or weapon do not exist.
    """
    tokens = board.encounter.tokens
    for key in (attack.attacker, attack.target):
        if key not in tokens:
            raise IllegalIntentError(f'There is no token "{key}" on the map.')
    attacker, target = tokens[attack.attacker], tokens[attack.target]
    weapon = weapon_of(system, attacker, attack.weapon)
    if attack.attacker == attack.target:
        raise IllegalIntentError(f"{name_of(attacker)} cannot attack itself.")
    situation = survey(board, attack.attacker, attack.target, weapon.name)
    rows = mods.modifiers(board, attack, situation, weapon, system.options)
    defenses = defense_choice(system, board.encounter, attack, weapon)
    blow = aim_blow(system, attacker, target, weapon, rows, defenses.selected)
    forced = attack.choices.get("force") == "yes"
    hard = _out_of_the_question(system, board, situation, attacker, target, weapon)
    soft = _not_now(system, board.encounter, attack, attacker, weapon)
    triggers = () if hard else attack_triggers(board, attack, situation, weapon)
    warnings = [_trigger_words(board, trigger) for trigger in triggers if trigger.fires]
    if (hard or soft) and forced:
        warnings.append(f"Forced by the GM: {hard or soft}")
    if blow.funnel.first is None:
        warnings.append(blow.target_words)
    wish = attack.choices.get("defence", "")
    refused = next((o.unavailable for o in defenses.options if o.key == wish), "")
    if refused:
        warnings.append(f"{wish.capitalize()} isn't possible: {refused}")
    return AttackPlan(
        intent=attack,
        situation=situation,
        modifiers=rows,
        net=mods.net_words(blow.levels),
        choices=(*cost_choices(attack, weapon), defenses),
        odds=None if hard and not forced else odds_of(blow),
        triggers=triggers,
        warnings=tuple(warnings),
        illegal="" if forced else hard or soft,
        weapon_line=weapon_line(attacker, weapon),
    )


def aim_blow(
    system: ShadowRealms,
    attacker: Token,
    target: Token,
    weapon: Weapon,
    rows: tuple[Modifier, ...],
    defense: str,
) -> Blow:
    """Return the description of an attack from which its odds and its dice both come."""
    options, details = system.options, details_of(weapon)
    sides = options.pool_die.sides
    levels = mods.net_levels(rows, options)
    pool = max(0, mods.base_pool(attacker, weapon) + mods.net_dice(rows))
    theirs = sheet_of(target)
    protection = max(0, theirs.protection.against(details.damage_type) - details.penetration)
    bare = theirs.toughness - details.attack_strength
    first: Pool | None = None
    if reason := _no_attack_roll(system, target, defense):
        words = f"No attack roll: {reason}"
    else:
        number, words = _target_number(system, attacker, target, weapon, defense)
        first = Pool(pool, sides, number, levels)
    spread = options.skipped_attack_roll is SkippedAttackRoll.ON_DAMAGE
    funnel = Funnel(
        first=first,
        target=bare + protection,
        sides=sides,
        ladder=LADDER if theirs.tier is Tier.FULL else tuple(range(max(1, pool) + 1)),
        near_target=bare if protection and theirs.tier is Tier.FULL else None,
        dice=pool if first is None else 0,
        levels=levels if first is None and spread else 0,
    )
    damage_words = f"Toughness {theirs.toughness} + protection {protection}"
    if details.attack_strength:
        damage_words += f" − attack strength {details.attack_strength}"
    return Blow(attacker, target, weapon, rows, levels, pool, defense, funnel, words, damage_words)


def odds_of(blow: Blow) -> Odds:
    """Return the exact odds of a blow."""
    found = blow.funnel.odds()
    tier, status = sheet_of(blow.target).tier, status_of(blow.target)
    if tier is Tier.FULL:
        # Full once: unconscious or not is up to a test; what counts as a drop is the full track.
        drop = found.amount.at_least(max(1, BOXES - status.boxes))
    else:
        drop = found.successes.at_least(max(1, tier.falls_at - status.minion_hits))
    return Odds(
        hit=float(found.hits.at_least(1)),
        hits=found.hits.floats(),
        damage=found.amount.floats(),
        mean=float(found.amount.mean),
        summary=blow.summary,
        glancing=float(found.near),
        drop=float(drop),
    )


def weapon_line(attacker: Token, weapon: Weapon) -> str:
    """Return what the panel says beside the weapon: "slashing, Fighting 5"."""
    skill, name = _skill(sheet_of(attacker), weapon)
    return f"{details_of(weapon).damage_type.value}, {name} {skill}"


def _skill(sheet: Sheet, weapon: Weapon) -> tuple[int, str]:
    if weapon.is_ranged:
        return sheet.marksmanship, "Marksmanship"
    return sheet.fighting, "Fighting"


def _no_attack_roll(system: ShadowRealms, target: Token, defense: str) -> str:
    """Return why the whole pool is rolled as damage dice; empty: it isn't."""
    helpless = sorted(target.conditions & DEFENSELESS)
    if helpless:
        return f"{name_of(target)} is {helpless[0]}"
    if system.options.defense_model is DefenseModel.DAMAGE_ONLY and defense == RATING:
        return f"{name_of(target)} spends no Reaction"
    return ""


def _target_number(
    system: ShadowRealms, attacker: Token, target: Token, weapon: Weapon, defense: str
) -> tuple[int, str]:
    """Return the target number of the attack roll, and how it comes about in words."""
    theirs = sheet_of(target)
    skill, skill_name = _skill(sheet_of(attacker), weapon)
    less = f" − {skill_name} {skill}"
    rating = theirs.defense_rating - skill
    rating_words = f"Defense Rating {theirs.defense_rating}{less} = {rating}"
    if defense == RATING:
        return rating, rating_words
    added, added_name = (
        (theirs.acrobatics, "Acrobatics") if defense == DODGE else (theirs.fighting, "Fighting")
    )
    subtract = system.options.active_defense_minus_skill
    active = theirs.evasion + added - (skill if subtract else 0)
    words = f"{defense.capitalize()}: Evasion {theirs.evasion} + {added_name} {added}"
    words += f"{less if subtract else ''} = {active}"
    both = (
        system.options.defense_model is DefenseModel.RATING
        and system.options.active_defense is ActiveDefense.WHEN_HIGHER
    )
    if both and active <= rating:
        return rating, f"{words}, no better than {rating_words}"
    return active, words


# Choices and what forbids an attack --------------------------------------------------------


def defense_choice(
    system: ShadowRealms, encounter: Encounter, attack: Attack, weapon: Weapon
) -> Choice:
    """Return how the target may defend; what is impossible stays listed with its reason."""
    target = encounter.tokens[attack.target]
    status = status_of(target)
    helpless = sorted(target.conditions & DEFENSELESS)
    spent = encounter.turn_order.is_running and not (status.reaction or status.extra_defenses)
    reason = ""
    if helpless:
        reason = f"{name_of(target)} is {helpless[0]}"
    elif not system.is_able(target):
        reason = f"{name_of(target)} cannot act"
    elif spent:
        reason = "Reaction spent"
    passive = "Rating" if system.options.defense_model is DefenseModel.RATING else "None"
    choices = (
        ChoiceOption(RATING, passive),
        ChoiceOption(DODGE, "Dodge", reason),
        ChoiceOption(PARRY, "Parry", reason or ("melee only" if weapon.is_ranged else "")),
    )
    wish = attack.choices.get("defence", RATING)
    possible = {choice.key for choice in choices if not choice.unavailable}
    hint = "Reaction ready"
    if spent:
        hint = "Reaction spent"
    elif status.extra_defenses:
        count = status.extra_defenses
        hint = f"{count} extra defense{'' if count == 1 else 's'}"
    return Choice(
        "defence",
        f"{name_of(target)} defends",
        choices,
        wish if wish in possible else RATING,
        reason if helpless else hint,
    )


def cost_choices(attack: Attack, weapon: Weapon) -> tuple[Choice, ...]:
    """Return what the strike may be paid with, where there is a choice."""
    details = details_of(weapon)
    if mods.cost_of(attack) == "reaction" or not (details.off_hand or details.haft):
        return ()
    bonus = "Bonus, off-hand" if details.off_hand else "Bonus, haft"
    return (
        Choice(
            "cost",
            "Paid with",
            (ChoiceOption("action", "Action"), ChoiceOption("bonus", bonus)),
            mods.cost_of(attack),
        ),
    )


def _out_of_the_question(
    system: ShadowRealms,
    board: Board,
    situation: Situation,
    attacker: Token,
    target: Token,
    weapon: Weapon,
) -> str:
    """Return why the attack is impossible whoever's turn it is; empty: it isn't."""
    if target.has("dead"):
        return f"{name_of(target)} is dead."
    if not system.is_able(attacker):
        return f"{name_of(attacker)} cannot act: {_why_unable(attacker)}."
    if not situation.in_reach.value:
        return _sentence(situation.in_reach.reason)
    grade, reason = mods.effective_cover(board, situation, system.options)
    if grade is CoverGrade.TOTAL:
        return f"{name_of(target)} has total cover: {reason}."
    held = attacker.has("grappled")
    if held and details_of(weapon).large:
        return f"{weapon.name.capitalize()} is too large to use while grappled."
    others = status_of(attacker).grappled_by != target.id
    if held and others and system.options.grappled_strikes is GrappledStrikes.FORBIDDEN:
        return f"{name_of(attacker)} is grappled and can only strike at its grappler."
    return ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _why_unable(token: Token) -> str:
    order = ("dead", "unconscious", "surprised", "stunned", "paralyzed", "helpless")
    return next((condition for condition in order if token.has(condition)), "not able")


def _not_now(
    system: ShadowRealms, encounter: Encounter, attack: Attack, attacker: Token, weapon: Weapon
) -> str:
    """Return why the attack has to wait; empty: it can be made now, or nobody counts turns."""
    order = encounter.turn_order
    if not order.is_running:
        return ""
    status = status_of(attacker)
    cost = mods.cost_of(attack)
    if cost == "reaction":
        return "" if status.reaction else f"{name_of(attacker)}'s Reaction is spent."
    if order.active != attacker.id:
        active = encounter.tokens.get(order.active or "")
        whose = f"{name_of(active)}'s" if active else "nobody's"
        return f"It is {whose} turn."
    if cost == "bonus":
        details = details_of(weapon)
        if not (details.off_hand or details.haft):
            return f"{weapon.name.capitalize()} strikes for an action, not for a bonus action."
        return "" if bonus_left(system, status) else "The bonus action is spent."
    return "" if status.actions else f"{name_of(attacker)} has no actions left."


def bonus_left(system: ShadowRealms, status: Status) -> bool:
    """Tell whether a bonus action can be paid; with action points it costs one of them."""
    has_bonus = system.fresh(status).bonus > 0
    return bool(status.bonus if has_bonus else status.actions)


def pay_bonus(system: ShadowRealms, status: Status) -> Status:
    """Return *status* with a bonus action spent; with action points, one of them."""
    if system.fresh(status).bonus > 0:
        return replace(status, bonus=max(0, status.bonus - 1))
    return replace(status, actions=max(0, status.actions - 1))


# What the attack itself provokes -------------------------------------------------------------


def attack_triggers(
    board: Board, attack: Attack, situation: Situation, weapon: Weapon
) -> tuple[Trigger, ...]:
    """Return the strike that attacking a reach holder with a shorter weapon provokes (section 7).

    The attacker must stand inside the wedge. A Close Quarters weapon provokes with the first
    attack on that holder in a turn only. Strikes by Reaction provoke nothing (settled).
    """
    if weapon.is_ranged or mods.cost_of(attack) == "reaction":
        return ()
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    found = []
    for holder, name in situation.reach_holders:
        held = next((w for w in board.reading.weapons(target) if w.name == name), None)
        if holder != target.id or held is None or not held.reach:
            continue
        reason = f"{name_of(attacker)}'s {weapon.name} is shorter than {name_of(target)}'s {name}"
        fires = True
        if details_of(weapon).close_quarters and target.id in status_of(attacker).struck:
            fires, reason = False, f"{reason}; Close Quarters, not the first attack this turn"
        elif board.encounter.turn_order.is_running and not status_of(target).reaction:
            fires, reason = False, f"{reason}; its Reaction is spent"
        found.append(Trigger(0, attacker.at, holder, name, "attacks", reason, "Reaction", fires))
        break
    return tuple(found)


def _trigger_words(board: Board, trigger: Trigger) -> str:
    return f"{name_of(board.token(trigger.by))} may strike first: {trigger.reason}"


# The dice ------------------------------------------------------------------------------------


def perform_attack(system: ShadowRealms, encounter: Encounter, attack: Attack) -> Procedure:
    """Carry out an attack: what it provokes, its price, the dice and what comes of them."""
    planned = plan(system, Board.of(encounter, system), attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    for trigger in planned.triggers:
        if trigger.fires:
            encounter, _ = yield from opportunity(system, encounter, trigger, attack.attacker)
    attacker = encounter.tokens[attack.attacker]
    forced = attack.choices.get("force") == "yes"
    if not system.is_able(attacker) and not forced:
        encounter = yield from _pay(system, encounter, attack)
        return (
            yield from happen(
                Noted(
                    f"{name_of(attacker)} loses the attack",
                    (f"{name_of(attacker)} is {_why_unable(attacker)}",),
                    "attack",
                    attacker.id,
                )
            )
        )
    encounter = yield from resolve(system, encounter, attack)
    if mods.cost_of(attack) != "reaction" and system.is_able(encounter.tokens[attack.attacker]):
        encounter, lines = yield from strain(system, encounter, attack.attacker)
        if lines:
            encounter = yield from happen(Noted(lines[0], lines[1:], "damage", attack.attacker))
    return encounter


def opportunity(
    system: ShadowRealms,
    encounter: Encounter,
    trigger: Trigger,
    mover: str,
    *,
    where: str = "",
    brace: bool = False,
) -> Generator[Roll | Ask | Event, Any, tuple[Encounter, bool]]:
    """Ask whether the reactor strikes, and resolve the strike; returns whether it did harm.

    The strike is an ordinary melee attack paid with the Reaction (section 7); it neither suffers
    nor advances the penalty for repeated strikes.
    """
    reactor, provoker = encounter.tokens[trigger.by], encounter.tokens[mover]
    strike = Attack(trigger.by, mover, trigger.weapon, {"cost": "reaction"})
    planned = plan(system, Board.of(encounter, system), strike)
    if planned.illegal:
        return encounter, False
    weapon = weapon_of(system, reactor, trigger.weapon)
    doing = where or "attacking with a shorter weapon"
    may = "may brace against" if brace else "may strike"
    kind = "brace" if brace else "opportunity attack"
    answer = yield from ask(
        Ask(
            token=reactor.id,
            headline=f"{name_of(reactor)} {may} {name_of(provoker)} {doing}",
            options=(
                AskOption(
                    "strike",
                    "Brace" if brace else "Strike",
                    planned.odds.summary if planned.odds else "",
                ),
                AskOption("let_go", "Let go"),
                AskOption("never", "Never", f"Don't ask for {name_of(reactor)} again"),
            ),
            kind=kind,
            facts=(
                f"{weapon.name}, reach {weapon.reach_feet} ft",
                trigger.reason,
                "Costs the Reaction",
            ),
            to_hit=planned.odds.hit if planned.odds else None,
            mean=planned.odds.mean if planned.odds else None,
            focus=(reactor.id, mover),
        )
    )
    if answer != "strike":
        encounter = yield from happen(
            Noted(
                f"{name_of(reactor)} lets {name_of(provoker)} go",
                (trigger.reason,),
                "attack",
                reactor.id,
            )
        )
        return encounter, False
    encounter, strike = yield from _ask_defense(system, encounter, strike)
    before = status_of(encounter.tokens[mover]), encounter.tokens[mover].conditions
    encounter = yield from resolve(system, encounter, strike, title=kind)
    after = status_of(encounter.tokens[mover]), encounter.tokens[mover].conditions
    harmed = before[1] != after[1] or (
        after[0].damage > before[0].damage or after[0].minion_hits > before[0].minion_hits
    )
    return encounter, harmed


def _ask_defense(
    system: ShadowRealms, encounter: Encounter, strike: Attack
) -> Generator[Ask, Any, tuple[Encounter, Attack]]:
    """Ask the target of a Reaction's strike for its defense, where one would help it."""
    board = Board.of(encounter, system)
    planned = plan(system, board, strike)
    choice = next(c for c in planned.choices if c.key == "defence")
    if planned.odds is None:
        return encounter, strike
    options = []
    helps = False
    for option in choice.options:
        tried = replace(strike, choices={**strike.choices, "defence": option.key})
        odds = None if option.unavailable else plan(system, board, tried).odds
        detail = f"{odds.hit:.0%} to hit, mean {odds.mean:.2f}" if odds else ""
        better = odds is not None and odds.mean < planned.odds.mean - 1e-12
        helps = helps or better
        label = option.label if option.key != RATING else f"{option.label}, no Reaction"
        options.append(AskOption(option.key, label, detail, option.unavailable))
    if not helps:
        return encounter, strike
    target = encounter.tokens[strike.target]
    answer = yield from ask(
        Ask(
            token=target.id,
            headline=f"How does {name_of(target)} defend?",
            # The last answer is the one that spends nothing.
            options=(*options[1:], options[0]),
            kind="defence",
            facts=(planned.odds.summary, choice.hint),
            to_hit=planned.odds.hit,
            mean=planned.odds.mean,
            focus=(strike.attacker, strike.target),
        )
    )
    return encounter, replace(strike, choices={**strike.choices, "defence": answer})


def _pay(system: ShadowRealms, encounter: Encounter, attack: Attack) -> Procedure:
    """Spend what the attack costs, and what it uses up: aim, feint, assistance, Limit Break."""
    attacker = encounter.tokens[attack.attacker]
    status = status_of(attacker)
    cost = mods.cost_of(attack)
    spent = replace(status, assist=0)
    if cost != "reaction":
        weapon = weapon_of(system, attacker, attack.weapon)
        spent = replace(
            spent,
            aim=0 if weapon.is_ranged else status.aim,
            feint="" if status.feint == attack.target and not weapon.is_ranged else status.feint,
            limit_break="" if status.limit_break == "ready" else status.limit_break,
        )
    if encounter.turn_order.is_running:
        if cost == "reaction":
            spent = replace(spent, reaction=max(0, status.reaction - 1))
        elif cost == "bonus":
            spent = pay_bonus(system, spent)
        else:
            spent = replace(spent, actions=max(0, status.actions - 1), strikes=status.strikes + 1)
        if cost != "reaction":
            spent = replace(spent, struck=tuple(dict.fromkeys((*status.struck, attack.target))))
    if spent != status:
        encounter = yield from happen(StatusChanged(attacker.id, spent))
    return encounter


def _pay_defense(encounter: Encounter, target_id: str) -> Procedure:
    """Spend an extra defense, or else the Reaction, of whoever dodges or parries."""
    if not encounter.turn_order.is_running:
        return encounter
    status = status_of(encounter.tokens[target_id])
    if status.extra_defenses:
        spent = replace(status, extra_defenses=status.extra_defenses - 1)
    else:
        spent = replace(status, reaction=max(0, status.reaction - 1))
    return (yield from happen(StatusChanged(target_id, spent)))


def resolve(
    system: ShadowRealms, encounter: Encounter, attack: Attack, *, title: str = ""
) -> Procedure:
    """Roll an attack and apply what comes of it, with one line of the log that says every step."""
    board = Board.of(encounter, system)
    planned = plan(system, board, attack)
    defense = next(c.selected for c in planned.choices if c.key == "defence")
    attacker, target = board.token(attack.attacker), board.token(attack.target)
    weapon = weapon_of(system, attacker, attack.weapon)
    blow = aim_blow(system, attacker, target, weapon, planned.modifiers, defense)
    encounter = yield from _pay(system, encounter, attack)
    if blow.funnel.first is not None and defense != RATING:
        encounter = yield from _pay_defense(encounter, target.id)
    report = _Report(blow, title)
    report.opening()
    hits = blow.pool
    if blow.funnel.first is not None:
        result = yield from _roll_pool(blow.funnel.first, f"{name_of(attacker)}'s attack", attacker)
        hits = result.successes
        report.attack_roll(blow.funnel.first, result)
    successes = 0
    faces: tuple[int, ...] = ()
    if hits:
        pool = blow.funnel.second(hits)
        result = yield from _roll_pool(pool, f"{name_of(attacker)}'s damage", attacker)
        successes, faces = result.successes, result.faces
        report.damage_roll(pool, result)
    if successes:
        encounter = yield from _land(system, encounter, blow, successes, report)
    elif blow.funnel.is_near(faces):
        report.glances(hits)
        encounter, lines = yield from hurt(system, encounter, target.id, fatigue=hits)
        report.lines.extend(lines)
    encounter = yield from happen(report.noted(encounter))
    if successes and details_of(weapon).cleave:
        encounter = yield from _cleave(system, encounter, blow, successes)
    return encounter


def _roll_pool(pool: Pool, what: str, token: Token) -> Generator[Roll, Any, PoolResult]:
    named = f"{pool.count}d{pool.sides} vs {pool.target}"
    faces = yield from roll(pool.count, pool.sides, f"{what}, {named}", token.id)
    again = len(pool.to_reroll(faces))
    kind = "failed" if pool.levels > 0 else "successful"
    plural = "die" if again == 1 else "dice"
    later = yield from roll(
        again, pool.sides, f"{what}, {again} {kind} {plural} again vs {pool.target}", token.id
    )
    return pool.result(faces, later)


def _land(
    system: ShadowRealms, encounter: Encounter, blow: Blow, successes: int, report: _Report
) -> Procedure:
    """Apply damage: a minion's count, or boxes, hit location and critical."""
    target = encounter.tokens[blow.target.id]
    if sheet_of(target).tier is not Tier.FULL:
        adds = system.options.minion_damage is MinionDamage.ADDS_UP
        encounter, lines = yield from fell_minion(encounter, target.id, successes, adds_up=adds)
        report.minion(successes, lines)
        return encounter
    damage = blow.funnel.amount(successes)
    faces = yield from roll(1, 20, f"Where {name_of(target)} is hit, d20", blow.attacker.id)
    location = location_of(faces[0])
    sixes = yield from roll(successes, 6, f"How bad it is, {successes}d6", blow.attacker.id)
    row = critical(details_of(blow.weapon).damage_type, location, sum(sixes))
    report.lands(damage, successes, location, faces[0], sixes, row.text)
    encounter, lines = yield from hurt(system, encounter, target.id, boxes=damage)
    report.lines.extend(lines)
    encounter, lines = yield from wound(system, encounter, target.id, row, location)
    report.lines.extend(lines)
    return encounter


def _cleave(system: ShadowRealms, encounter: Encounter, blow: Blow, successes: int) -> Procedure:
    """Offer what is left of a blow to other minions in reach, one after another (section 21)."""
    tier = sheet_of(blow.target).tier
    if tier is Tier.FULL or not encounter.tokens[blow.target.id].has("dead"):
        return encounter
    left = successes - max(1, tier.falls_at - status_of(blow.target).minion_hits)
    done = {blow.target.id}
    while left > 0:
        board = Board.of(encounter, system)
        near = [
            token
            for token in board.enemies_of(board.token(blow.attacker.id))
            if token.id not in done
            and sheet_of(token).tier is not Tier.FULL
            and survey(board, blow.attacker.id, token.id, blow.weapon.name).in_reach.value
        ]
        if not near:
            return encounter
        plural = "" if left == 1 else "es"
        answer = yield from ask(
            Ask(
                token=blow.attacker.id,
                headline=f"{name_of(blow.attacker)} cleaves on, {left} success{plural} left",
                options=(
                    *(
                        AskOption(token.id, name_of(token), system.track(token).label)
                        for token in near
                    ),
                    AskOption("none", "Stop here"),
                ),
                kind="cleave",
                focus=(blow.attacker.id, *(token.id for token in near)),
            )
        )
        if answer == "none":
            return encounter
        struck = encounter.tokens[answer]
        need = max(1, sheet_of(struck).tier.falls_at - status_of(struck).minion_hits)
        given = min(left, need)
        adds = system.options.minion_damage is MinionDamage.ADDS_UP
        encounter, lines = yield from fell_minion(encounter, answer, given, adds_up=adds)
        encounter = yield from happen(
            Noted(
                f"{name_of(blow.attacker)} cleaves into {name_of(struck)}",
                (f"{given} of {left} successes left over", *lines),
                "attack",
                blow.attacker.id,
            )
        )
        left -= given
        done.add(answer)
    return encounter


class _Report:
    """The log line of one attack while it is being rolled."""

    def __init__(self, blow: Blow, title: str) -> None:
        self.blow = blow
        self.title = title
        self.lines: list[str] = []
        self.rolls: list[DiceShown] = []
        self.hits: int | None = None
        self.damage = 0
        self.location = ""
        self.critical = ""
        self.headline = f"{name_of(blow.attacker)} misses {name_of(blow.target)}"

    def opening(self) -> None:
        if self.title:
            self.lines.append(f"{self.title.capitalize()} with {self.blow.weapon.name}")
        else:
            self.lines.append(f"With {self.blow.weapon.name}")
        self.lines.append(self.blow.target_words)
        self.lines.extend(_modifier_lines(self.blow.modifiers))
        if self.blow.levels:
            self.lines.append(mods.net_words(self.blow.levels))

    def attack_roll(self, pool: Pool, result: PoolResult) -> None:
        self.hits = result.successes
        words = _count(result.successes, "hit")
        self.lines.append(f"{_dice_words(pool, result)}, {words}")
        self.rolls.append(_shown(result, "hits", words, _rerolled(result)))

    def damage_roll(self, pool: Pool, result: PoolResult) -> None:
        amount = self.blow.funnel.amount(result.successes)
        words = _count(result.successes, "success", "es")
        self.lines.append(f"Damage vs {pool.target}: {self.blow.damage_words}")
        self.lines.append(f"{_dice_words(pool, result)}, {words}")
        headline = f"{amount} damage" if amount else "no damage"
        detail = f"{words} vs {pool.target}"
        if again := _rerolled(result):
            detail += f", {again}"
        self.rolls.append(_shown(result, "damage", headline, detail))
        self.headline = f"{name_of(self.blow.attacker)} hits {name_of(self.blow.target)}, no harm"

    def glances(self, hits: int) -> None:
        self.headline = (
            f"{name_of(self.blow.attacker)}'s blow glances off {name_of(self.blow.target)}"
        )
        self.lines.append(
            f"Glancing blow: {self.blow.funnel.near_target} would have done without armor, "
            f"{hits} Fatigue"
        )

    def minion(self, successes: int, lines: tuple[str, ...]) -> None:
        self.damage = successes
        self.headline = f"{name_of(self.blow.attacker)} hits {name_of(self.blow.target)}"
        self.lines.extend(lines)

    def lands(
        self,
        damage: int,
        successes: int,
        location: str,
        face: int,
        sixes: tuple[int, ...],
        text: str,
    ) -> None:
        self.damage = damage
        total = sum(sixes)
        shown = " + ".join(str(face) for face in sixes)
        self.location = f"{location.capitalize()} ({face})"
        self.critical = f"critical total {total}: {text}"
        self.headline = (
            f"{name_of(self.blow.attacker)} hits {name_of(self.blow.target)}, {location}"
        )
        self.lines.append(f"{_count(successes, 'success', 'es')} on the ladder: {damage} damage")
        self.lines.append(f"Hit location d20: {face}, {location}")
        self.lines.append(f"Critical {len(sixes)}d6: {shown}, total {total}: {text}")

    def noted(self, encounter: Encounter) -> Noted:
        before, after = self.blow.target, encounter.tokens[self.blow.target.id]
        old, new = status_of(before), status_of(after)
        name = name_of(after)
        minion = sheet_of(after).tier is not Tier.FULL
        taken = (old.minion_hits, new.minion_hits) if minion else (old.boxes, new.boxes)
        size = sheet_of(after).tier.falls_at if minion else BOXES
        if self.damage:
            self.lines.append(f"Damage {self.damage}, track {taken[1]} of {size}")
        if new.fatigue != old.fatigue:
            stamina = sheet_of(after).stamina
            self.lines.append(f"Fatigue {new.fatigue} of {stamina}")
        consequence = ""
        lost = _penalty(after) - _penalty(before)
        if after.has("dead") and not before.has("dead"):
            consequence = f"{name} is dead" if not minion else f"{name} falls"
        elif after.has("unconscious") and not before.has("unconscious"):
            consequence = f"{name} falls unconscious"
        elif lost > 0:
            consequence = f"{name} now rolls {_count(lost, 'die', plural='dice')} less"
        if consequence and consequence not in self.lines:
            self.lines.append(consequence)
        return Noted(
            self.headline,
            tuple(self.lines),
            "attack",
            self.blow.attacker.id,
            Outcome(
                attacker=self.blow.attacker.id,
                target=after.id,
                weapon=self.blow.weapon.name,
                rolls=tuple(self.rolls),
                hits=self.hits,
                damage=self.damage,
                location=self.location,
                critical=self.critical,
                taken_before=taken[0],
                taken_after=taken[1],
                consequence=consequence,
            ),
        )


def _penalty(token: Token) -> int:
    return sum(lost for _, lost, _ in mods.dice_penalties(token))


def _modifier_lines(rows: tuple[Modifier, ...]) -> Iterator[str]:
    for row in rows:
        if not row.enabled:
            when = "this time" if row.overruled == "once" else "until cleared"
            yield f"{row.label} overruled by the GM, {when}"
            continue
        sign = f"{row.value:+d}".replace("-", "−")
        unit = " die" if row.unit == "die" and abs(row.value) == 1 else ""
        unit = " dice" if row.unit == "die" and abs(row.value) != 1 else unit
        if row.is_total:
            sign = "Total Advantage" if row.value > 0 else "Total Disadvantage"
        yield f"{row.label} {sign}{unit}: {row.reason}"


def _dice_words(pool: Pool, result: PoolResult) -> str:
    shown = " ".join(shown_die(die) for die in result.dice)
    return f"{pool.count}d{pool.sides} vs {pool.target}: {shown or 'no dice'}"


def _rerolled(result: PoolResult) -> str:
    again = sum(die.before is not None for die in result.dice)
    return f"{again} rerolled" if again else ""


def _shown(result: PoolResult, label: str, headline: str, detail: str) -> DiceShown:
    dice = tuple(Die(die.face, die.counts, die.before) for die in result.dice)
    return DiceShown(dice, label, headline, detail)


def _count(number: int, what: str, ending: str = "s", *, plural: str = "") -> str:
    if number == 1:
        return f"1 {what}"
    return f"{number} {plural or what + ending}"
