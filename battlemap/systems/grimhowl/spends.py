"""What stars are spent on: damage, larger dice, status effects (Spending stars)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from battlemap.dice.stars import LADDER
from battlemap.model.words import counted
from battlemap.rules.plan import Choice, ChoiceOption
from battlemap.systems.grimhowl.readings import PastTwelve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.dice.stars import DamageDice
    from battlemap.systems.grimhowl.options import Options
    from battlemap.systems.grimhowl.sheet import StarEffect

SIZE_STARS = 2
"""What raising the damage die one size costs."""

ASK, BEST, DAMAGE, SIZES = "ask", "best", "damage", "sizes"
NONE, FIRST = "none", "effect"


@dataclass(frozen=True)
class Spending:
    """How stars are spent."""

    damage: int = 0
    """Stars for +1 damage each."""
    sizes: int = 0
    """Sizes that the damage die is raised by, two stars each."""
    effects: tuple[StarEffect, ...] = ()
    left: int = 0
    """Stars that are not spent."""

    @property
    def words(self) -> str:
        """What was bought: "+2 damage, die 1 size up, ↓ agility"."""
        parts = []
        if self.damage:
            parts.append(f"+{self.damage} damage")
        if self.sizes:
            parts.append(f"die {counted(self.sizes, 'size')} up")
        parts.extend(effect.name for effect in self.effects)
        return ", ".join(parts) or "nothing"


def spendable(options: Options, stars: int) -> int:
    """Return the stars of a hit that can be spent."""
    return max(0, stars - 1) if options.hit_uses_star else stars


def raised(options: Options, dice: DamageDice, sizes: int) -> DamageDice:
    """Return damage dice so many sizes larger."""
    return dice.raised(sizes, beyond=options.past_twelve is PastTwelve.PLUS_ONE)


def with_spending(options: Options, dice: DamageDice, spending: Spending) -> DamageDice:
    """Return the damage dice that are rolled after the stars were spent."""
    return raised(options, dice, spending.sizes).with_bonus(spending.damage)


def can_raise(options: Options, dice: DamageDice, sizes: int) -> bool:
    """Tell whether another size does anything to dice raised by *sizes* already."""
    if dice.count <= 0:
        return False
    return (
        options.past_twelve is PastTwelve.PLUS_ONE
        or raised(options, dice, sizes).sides < LADDER[-1]
    )


def planned(
    options: Options,
    policy: str,
    stars: int,
    dice: DamageDice,
    effects: Sequence[StarEffect] = (),
) -> Spending:
    """Return how a policy of the Attack panel spends so many effective stars.

    "damage" buys only damage, "sizes" raises the die as often as it can and then buys damage,
    "effect:N" buys the N-th status effect first where it can; then, and with "best" and "ask", the
    rest goes where it does the most damage on average. "none" spends nothing.
    """
    left = spendable(options, stars)
    if policy == NONE:
        return Spending(left=left)
    bought: tuple[StarEffect, ...] = ()
    kind, _, number = policy.partition(":")
    if kind == FIRST and number.isdecimal() and int(number) < len(effects):
        wanted = effects[int(number)]
        if wanted.stars <= left:
            bought, left = (wanted,), left - wanted.stars
    most = 0
    while SIZE_STARS * (most + 1) <= left and can_raise(options, dice, most):
        most += 1
    if policy == DAMAGE:
        tried: Sequence[int] = (0,)
    else:
        tried = (most,) if policy == SIZES else range(most + 1)
    found = [Spending(left - SIZE_STARS * sizes, sizes, bought) for sizes in tried]
    return max(found, key=lambda one: (with_spending(options, dice, one).mean, one.damage))


def spending_choice(wish: str, effects: Sequence[StarEffect]) -> Choice:
    """Return the selector of what the stars are spent on."""
    listed = [
        ChoiceOption(ASK, "Ask after the roll"),
        ChoiceOption(BEST, "The most damage"),
        ChoiceOption(DAMAGE, "All on damage"),
        ChoiceOption(SIZES, "Larger dice first"),
        *(
            ChoiceOption(
                f"{FIRST}:{index}", f"{effect.name} first, {counted(effect.stars, 'star')}"
            )
            for index, effect in enumerate(effects)
        ),
        ChoiceOption(NONE, "Nothing"),
    ]
    known = {option.key for option in listed}
    return Choice(
        "stars",
        "Stars are spent on",
        tuple(listed),
        wish if wish in known else ASK,
        "before damage",
    )


def more_damage(spending: Spending) -> Spending:
    """Return the spending with one star more on damage."""
    return replace(spending, damage=spending.damage + 1, left=spending.left - 1)


def larger_die(spending: Spending) -> Spending:
    """Return the spending with the die one size larger."""
    return replace(spending, sizes=spending.sizes + 1, left=spending.left - SIZE_STARS)


def with_effect(spending: Spending, effect: StarEffect) -> Spending:
    """Return the spending with a status effect more."""
    return replace(spending, effects=(*spending.effects, effect), left=spending.left - effect.stars)
