"""Carrying an area attack out: one roll for everybody (Resolving an Area Attack)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.model.event import DiceShown, Die, Noted, Outcome
from battlemap.model.words import counted
from battlemap.rules.by_hand import name_of
from battlemap.rules.fact_rulings import ruling_on
from battlemap.rules.procedure import IllegalIntentError, happen, roll
from battlemap.systems.grimhowl import cover, questions
from battlemap.systems.grimhowl.area import plan_area
from battlemap.systems.grimhowl.area_choices import area_defense, area_sigil, effect_choice
from battlemap.systems.grimhowl.blow import PASSIVE
from battlemap.systems.grimhowl.economy import spend
from battlemap.systems.grimhowl.harm import afflict, suffer, wear_words
from battlemap.systems.grimhowl.kinds import Skill
from battlemap.systems.grimhowl.pools import attack_key, roll_stars, stars_words
from battlemap.systems.grimhowl.readings import AreaSpending
from battlemap.systems.grimhowl.report import modifier_lines, shown
from battlemap.systems.grimhowl.salvo import (
    combined,
    helps_all,
    named_effect,
    reaching,
    reserved,
    salvo_of,
    spent_as,
)
from battlemap.systems.grimhowl.sheet import (
    details_of,
    sheet_of,
    status_of,
)
from battlemap.systems.grimhowl.sigils import roll_resistance, wear_down
from battlemap.systems.grimhowl.spends import ASK, Spending, with_spending
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.dice.pool import PoolResult
    from battlemap.dice.stars import DamageDice
    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack
    from battlemap.rules.procedure import Part, Procedure
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.salvo import Inside, Salvo
    from battlemap.systems.grimhowl.sheet import StarEffect


def perform_area(system: Grimhowl, encounter: Encounter, attack: AreaAttack) -> Procedure:
    """Carry out an area attack: one roll, everybody's defense, one damage roll, each mitigation."""
    board = Board.of(encounter, system)
    planned = plan_area(system, board, attack)
    if planned.illegal:
        raise IllegalIntentError(planned.illegal)
    salvo = salvo_of(system, board, attack)
    policy = next(choice.selected for choice in planned.choices if choice.key == "stars")
    return (yield from _Burst(system, attack, salvo, policy).resolve(encounter))


class _Burst:
    """One area attack while it is carried out; lives no longer than the procedure."""

    def __init__(self, system: Grimhowl, attack: AreaAttack, salvo: Salvo, policy: str) -> None:
        self.system = system
        self.attack = attack
        self.salvo = salvo
        self.policy = policy
        self.lines: list[str] = []
        self.rolls: list[DiceShown] = []

    def resolve(self, encounter: Encounter) -> Procedure:
        """Run through the steps of the text."""
        system, salvo = self.system, self.salvo
        action = attack_key(system.options, salvo.weapon)
        encounter = yield from spend(encounter, salvo.attacker.id, action)
        self._opening()
        encounter = yield from self._expose(encounter)
        result = yield from roll_stars(salvo.pool, "area attack", salvo.attacker)
        self._rolled(result)
        stars = result.successes
        encounter, together, own = yield from self._defenses(encounter, stars)
        budget, _ = reaching(system, salvo, stars, together, None)
        if together is None:
            rank = salvo.rank
            self.lines.append(
                f"Resolved against {system.options.rank_title(rank)}: "
                f"{counted(budget, 'effective star')}"
            )
        else:
            self.lines.append(f"{counted(budget, 'effective star')} left for everybody")
        struck = [
            (one, left)
            for one in salvo.included
            if (left := reaching(system, salvo, stars, together, own.get(one.token.id))[1])
        ]
        if not struck:
            self.lines.append("Nobody is struck")
            return (yield from happen(self._noted()))
        return (yield from self._strike(encounter, struck, budget))

    def _expose(self, encounter: Encounter) -> Procedure:
        """End the Cover of those whom it doesn't protect from here, where the option says so."""
        board = Board.of(encounter, self.system)
        for one in self.salvo.included:
            bound = cover.against_area(board, self.salvo.area, one.token)
            before = encounter
            if not ruling_on(encounter, self.attack, one.token.id, "cover"):
                encounter = yield from cover.lose_if_exposed(
                    self.system.options, encounter, one.token.id, bound
                )
            if encounter is not before:
                self.lines.append(f"{name_of(one.token)} loses Cover: it protects nothing here")
        return encounter

    def _opening(self) -> None:
        salvo = self.salvo
        self.lines.append(f"With {salvo.weapon.name}, Defense DC {salvo.dc}")
        reached = ", ".join(name_of(one.token) for one in salvo.included)
        self.lines.append(f"In it: {reached}")
        missed = [one for one in salvo.inside if one.dc > salvo.dc]
        if missed:
            words = ", ".join(f"{name_of(one.token)} (DC {one.dc})" for one in missed)
            self.lines.append(f"Not affected: {words}")
        self.lines.extend(modifier_lines(salvo.modifiers))
        for one in salvo.included:
            self.lines.extend(
                f"{name_of(one.token)}: {line}" for line in modifier_lines(one.modifiers)
            )

    def _rolled(self, result: PoolResult) -> None:
        pool = self.salvo.pool
        words = counted(result.successes, "star")
        self.lines.append(stars_words(pool, result))
        self.rolls.append(shown(pool, result, "stars", words, f"at DC {pool.target}"))

    def _defenses(
        self, encounter: Encounter, stars: int
    ) -> Part[tuple[Encounter, int | None, dict[str, int]]]:
        """Let everybody defend, the highest rank first; returns what helps all, and whom alone."""
        system, salvo = self.system, self.salvo
        shared: list[int] = []
        own: dict[str, int] = {}
        for one in sorted(salvo.included, key=lambda one: -one.rank):
            target = encounter.tokens[one.token.id]
            choice = area_defense(system, encounter, self.attack, salvo, one)
            defense = yield from questions.ask_defense(
                system, encounter, salvo.attacker, target, choice, stars, salvo.rank
            )
            if defense == PASSIVE:
                continue
            encounter, pool, result = yield from questions.react(system, encounter, target, defense)
            for_all = helps_all(system, salvo, target, defense)
            if for_all:
                shared.append(result.successes)
            else:
                own[one.token.id] = result.successes
            whom = "for everybody" if for_all else "for itself"
            self.lines.append(f"{name_of(target)}'s {defense} {whom}, {stars_words(pool, result)}")
            words = counted(result.successes, "star")
            self.rolls.append(shown(pool, result, defense, words, whom))
            if defense == Skill.DODGE:
                encounter, line = yield from questions.dodge_away(
                    system, encounter, target.id, result.successes - stars
                )
                if line:
                    self.lines.append(line)
        return encounter, combined(system, shared), own

    def _strike(
        self, encounter: Encounter, struck: list[tuple[Inside, int]], budget: int
    ) -> Procedure:
        """Spend the stars, roll damage once, and apply it to each with its own mitigation."""
        system, salvo = self.system, self.salvo
        kept = reserved(system, self.attack, salvo, budget)
        early = system.options.area_spending is AreaSpending.BEFORE
        spending = Spending(left=max(0, budget - kept))
        if early:
            spending = yield from self._spend(budget - kept, sizes=True)
        dice = with_spending(system.options, salvo.base, spending)
        faces = yield from self._damage(dice)
        amount = sum(faces) + dice.bonus
        if not early:
            spending = yield from self._spend(budget - kept, sizes=False)
            amount += spending.damage
        self.lines.append(f"Stars spent on {spending.words} for everybody: {amount} damage")
        self.rolls.append(
            DiceShown(
                tuple(Die(face, True) for face in faces), "damage", f"{amount} damage", str(dice)
            )
        )
        encounter = yield from happen(self._noted())
        left = spending.left + kept
        for one, stars in struck:
            encounter, left = yield from self._land(encounter, one, stars, amount, left)
        return encounter

    def _spend(self, stars: int, *, sizes: bool) -> Part[Spending]:
        salvo = self.salvo
        return (
            yield from questions.ask_spending(
                self.system,
                salvo.attacker,
                self.policy if self.policy == ASK else spent_as(self.system, self.policy),
                stars,
                salvo.base,
                (),
                sizes=sizes,
                focus=(salvo.attacker.id, *(one.token.id for one in salvo.included)),
            )
        )

    def _damage(self, dice: DamageDice) -> Part[tuple[int, ...]]:
        kind = details_of(self.salvo.weapon).damage_type
        faces = yield from roll(
            dice.count,
            dice.sides,
            f"{name_of(self.salvo.attacker)}'s damage, {dice} {kind}",
            self.salvo.attacker.id,
        )
        shown_faces = " + ".join(str(face) for face in faces) or "no dice"
        bonus = f" + {dice.bonus}" if dice.bonus else ""
        self.lines.append(f"Damage {dice} {kind}: {shown_faces}{bonus}")
        return faces

    def _land(
        self, encounter: Encounter, one: Inside, stars: int, amount: int, left: int
    ) -> Part[tuple[Encounter, int]]:
        """Apply the damage to one creature, and what stars buy on it; returns the stars left."""
        system, salvo = self.system, self.salvo
        details = details_of(salvo.weapon)
        before = encounter.tokens[one.token.id]
        name = name_of(before)
        lines: list[str] = []
        sources = yield from questions.ask_sigil(
            system, before, details.damage_type, area_sigil(system, self.attack, salvo, one)
        )
        stopped, used = yield from roll_resistance(
            system, before, sources, None, f"{amount} damage"
        )
        if used:
            lines.append(f"{used.capitalize()} takes off {stopped}")
        encounter, said = yield from suffer(system, encounter, before.id, max(0, amount - stopped))
        lines.extend(said)
        effect = yield from self._effect(encounter, one, left)
        if effect is not None:
            left -= effect.stars
            encounter, said = yield from afflict(system, encounter, before.id, effect, sources)
            lines.extend(said)
        if used and details.sunders and not encounter.tokens[before.id].has("dead"):
            encounter = yield from wear_down(encounter, before.id, used, details.sunders)
            lines.append(wear_words(encounter.tokens[before.id], used, details.sunders))
        after = encounter.tokens[before.id]
        vitality = sheet_of(after).vitality
        taken = max(0, status_of(after).damage - status_of(before).damage)
        lines.append(f"Damage {taken}, {status_of(after).damage} of {vitality} Vitality lost")
        headline = f"{name} is struck by {name_of(salvo.attacker)}'s {salvo.weapon.name}"
        outcome = Outcome(
            salvo.attacker.id,
            before.id,
            salvo.weapon.name,
            tuple(self.rolls),
            stars,
            taken,
            taken_before=min(vitality, status_of(before).damage),
            taken_after=min(vitality, status_of(after).damage),
        )
        encounter = yield from happen(Noted(headline, tuple(lines), "damage", before.id, outcome))
        return encounter, left

    def _effect(self, encounter: Encounter, one: Inside, left: int) -> Part[StarEffect | None]:
        effects = details_of(self.salvo.weapon).effects
        choice = effect_choice(self.attack, self.salvo, one)
        target = encounter.tokens[one.token.id]
        if choice is None or target.has("dead"):
            return None
        if choice.selected == ASK:
            return (yield from questions.ask_effect(self.salvo.attacker, target, effects, left))
        wanted = named_effect(choice.selected, effects)
        return wanted if wanted is not None and wanted.stars <= left else None

    def _noted(self) -> Noted:
        salvo = self.salvo
        headline = f"{name_of(salvo.attacker)} attacks an area with {salvo.weapon.name}"
        return Noted(headline, tuple(self.lines), "attack", salvo.attacker.id)
