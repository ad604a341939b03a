"""One description of an area attack, from which its odds and its dice both come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.dice.stars import DamageDice, effective, left_after
from battlemap.rules.area import laid, template_of
from battlemap.rules.fact_rulings import ruling_on
from battlemap.rules.procedure import token_of
from battlemap.rules.ruleable_facts import BY_GM
from battlemap.systems.grimhowl import cover
from battlemap.systems.grimhowl.attack import (
    weapon_of,
)
from battlemap.systems.grimhowl.blow import (
    attack_pool,
    base_dice,
    net_dc,
    target_of,
)
from battlemap.systems.grimhowl.kinds import Rank, Skill
from battlemap.systems.grimhowl.modifiers import of_attacker
from battlemap.systems.grimhowl.pools import pool_words
from battlemap.systems.grimhowl.readings import (
    AreaSpending,
    LowerReactor,
    ReactionEffect,
    SharedReactors,
)
from battlemap.systems.grimhowl.rulings import DC, RULINGS
from battlemap.systems.grimhowl.sheet import (
    defense_of,
    details_of,
    training_of,
)
from battlemap.systems.grimhowl.spends import DAMAGE, NONE, spendable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.dice.pool import Pool
    from battlemap.model.intent import AreaAttack
    from battlemap.model.token import Token, Weapon
    from battlemap.rules.modifier import Modifier
    from battlemap.systems.grimhowl import Grimhowl
    from battlemap.systems.grimhowl.sheet import StarEffect
    from battlemap.tactics.areas import Area, Caught
    from battlemap.tactics.board import Board


@dataclass(frozen=True)
class Inside:
    """One creature in the area, and what the attack meets there."""

    caught: Caught
    token: Token
    modifiers: tuple[Modifier, ...]
    dc: int
    """Of its defense, Cover included."""
    rank: Rank


@dataclass(frozen=True)
class Salvo:
    """Everything that decides an area attack before the dice."""

    area: Area
    attacker: Token
    weapon: Weapon
    inside: tuple[Inside, ...]
    """Everybody in the area who is not dead."""
    modifiers: tuple[Modifier, ...]
    dc: int
    """The Defense DC that is attacked; 0 where nobody is inside."""
    pool: Pool
    rank: Rank
    """The highest among those at the chosen DC: the attack is resolved against it."""
    base: DamageDice

    @property
    def included(self) -> tuple[Inside, ...]:
        """Whom the attack affects: all whose DC is not above the chosen one."""
        return tuple(one for one in self.inside if one.dc <= self.dc)

    @property
    def summary(self) -> str:
        """The attack in one line: "4d6 at DC 4, 2 stars for 1, 2d6"."""
        divisor = f", {self.rank.divisor} stars for 1" if self.rank.divisor > 1 else ""
        return f"{pool_words(self.pool)}{divisor}, {self.base}"


def salvo_of(system: Grimhowl, board: Board, attack: AreaAttack) -> Salvo:
    """Return the description of an area attack from which its odds and its dice both come.

    Raises
    ------
    IllegalIntentError
        If attacker or weapon do not exist, or the area can't be laid.
    """
    attacker = token_of(board.encounter, attack.attacker)
    weapon = weapon_of(system, attacker, attack.weapon)
    area = laid(board, attack, template_of(attack))
    inside = tuple(
        _inside(system, board, attack, area, weapon, caught)
        for caught in area.caught
        if not board.token(caught.token).has("dead")
    )
    own = tuple(of_attacker(system, board.encounter, attacker, weapon))
    rows = tuple(
        row for row in RULINGS.overruled(board.encounter, attack, "", own) if row.unit != DC
    )
    dcs = sorted({one.dc for one in inside})
    wish = attack.choices.get("dc", "")
    dc = int(wish) if wish in {str(known) for known in dcs} else max(dcs, default=0)
    ranks = [one.rank for one in inside if one.dc == dc]
    return Salvo(
        area=area,
        attacker=attacker,
        weapon=weapon,
        inside=inside,
        modifiers=rows,
        dc=dc,
        pool=attack_pool(system, attacker, weapon, rows, dc),
        rank=max(ranks, default=Rank.NOVICE),
        base=base_dice(system, weapon, rows),
    )


def _inside(
    system: Grimhowl, board: Board, attack: AreaAttack, area: Area, weapon: Weapon, caught: Caught
) -> Inside:
    token = board.token(caught.token)
    against = target_of(weapon, area=True)
    guard = defense_of(token, against)
    rows = []
    bound = cover.against_area(board, area, token)
    helps = against in cover.COVERED
    said = ruling_on(board.encounter, attack, token.id, "cover")
    if said:
        if helps and said != "none":
            rows.append(RULINGS.row("cover", f"Cover, {BY_GM}"))
    elif bound is not None and helps and cover.counts(system.options, bound):
        rows.append(RULINGS.row("cover", bound.reason))
    # The GM switches Cover for everybody ("cover") or for one creature ("cover:ID").
    switched = {key: value for key, value in attack.switched.items() if key == "cover"}
    if (own := attack.switched.get(f"cover:{token.id}")) is not None:
        switched["cover"] = own
    asked = replace(attack, switched=switched, added=())
    kept = tuple(
        row for row in RULINGS.overruled(board.encounter, asked, token.id, rows) if row.unit == DC
    )
    return Inside(caught, token, kept, net_dc(guard.dc, kept), guard.rank)


def helps_all(system: Grimhowl, salvo: Salvo, token: Token, kind: str) -> bool:
    """Tell whether a creature's Dodge or Block helps everybody included (Shared Defense)."""
    if system.options.lower_reactor is LowerReactor.EVERYBODY:
        return True
    return training_of(token, Skill(kind)).rank > salvo.rank


def named_effect(choice: str, effects: Sequence[StarEffect]) -> StarEffect | None:
    """Return the status effect that a selector names; None: none."""
    _, _, number = choice.partition(":")
    return effects[int(number)] if number.isdecimal() and int(number) < len(effects) else None


def reserved(system: Grimhowl, attack: AreaAttack, salvo: Salvo, budget: int) -> int:
    """Return the stars kept for status effects that were chosen before the roll.

    They are paid for each creature in turn, as far as the stars go that can be spent.
    """
    budget = spendable(system.options, budget)
    effects = details_of(salvo.weapon).effects
    kept = 0
    for one in salvo.included:
        wish = attack.choices.get(f"effect:{one.token.id}", "")
        wanted = named_effect(wish, effects)
        if wanted is not None and kept + wanted.stars <= budget:
            kept += wanted.stars
    return kept


def spent_as(system: Grimhowl, policy: str) -> str:
    """Return how a policy spends stars here: after damage is rolled, no die can be raised."""
    late = system.options.area_spending is AreaSpending.AFTER
    return DAMAGE if late and policy != NONE else policy


def combined(system: Grimhowl, stars: Sequence[int]) -> int | None:
    """Return the stars of all Reactions that help everybody; None: there are none."""
    if not stars:
        return None
    return sum(stars) if system.options.shared_reactors is SharedReactors.SUM else max(stars)


def reaching(
    system: Grimhowl, salvo: Salvo, stars: int, together: int | None, own: int | None
) -> tuple[int, int]:
    """Return the effective stars of the attack as a whole, and those that reach one creature.

    Parameters
    ----------
    together
        Stars of the Reactions that help everybody; None: passive defense at the salvo's rank.
    own
        Stars of the creature's own Reaction that helps it alone; None: it made none.
    """
    options, divisor = system.options, salvo.rank.divisor
    whole = options.reaction is ReactionEffect.ALL_OR_NOTHING
    spare = options.passive_rounding.spare(divisor)
    return effective_after(divisor, stars, together, own, whole=whole, spare=spare)


def effective_after(
    divisor: int,
    stars: int,
    together: int | None,
    own: int | None,
    *,
    whole: bool,
    spare: int = 0,
) -> tuple[int, int]:
    """Return what ``reaching`` does, for a divisor of the passive defense and a kind of Reaction.

    Parameters
    ----------
    whole
        Whether Reactions cancel all or nothing.
    spare
        How the passive defense rounds (``dice.stars.effective``).
    """
    if together is None:
        budget = effective(stars, divisor, spare)
        return budget, budget if own is None else left_after(stars, own, whole=whole)
    budget = left_after(stars, together, whole=whole)
    if own is None:
        return budget, budget
    return budget, left_after(stars, max(together, own), whole=whole)
