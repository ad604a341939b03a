"""The plug-in interface of a rule system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from battlemap.rules.procedure import IllegalIntentError

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence
    from enum import Enum

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import AreaAttack, Attack, Intent
    from battlemap.model.token import Token, Weapon
    from battlemap.model.turn_order import TurnOrder
    from battlemap.rules.plan import (
        Action,
        AreaPlan,
        AreaWeapon,
        AttackPlan,
        Effect,
        Pip,
        Track,
    )
    from battlemap.rules.procedure import Procedure
    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.board import Board
    from battlemap.tactics.conventions import Conventions
    from battlemap.tactics.movement import Mover, Price
    from battlemap.tactics.path import Path
    from battlemap.tactics.reach import WeaponReach
    from battlemap.tactics.vantage import Glance


class RuleSystem(ABC):
    """The rules of one game, with the GM's choice of options.

    A system never draws, never rolls and never waits. It answers questions about a board (pure and
    fast: they are asked while the mouse moves), and it describes what happens as a procedure that
    a session runs.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    Options: ClassVar[type]
    Sheet: ClassVar[type]
    Status: ClassVar[type]
    WeaponDetails: ClassVar[type]
    conditions: ClassVar[tuple[str, ...]] = ()
    """The conditions that the rules know, the commonest first; a GM may invent others."""
    condition_rules: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What each condition changes, in one line that ends with the section of the text."""
    sections: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The section of the text for each fact of a Situation, and for "movement" and "trigger"."""
    asked: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"opportunity attack": "Opportunity attacks"}
    )
    """The kinds of questions that can be settled for a token ("always", "never"), in words."""

    def __init__(self, options: Any | None = None) -> None:  # noqa: ANN401  # the system's own Options
        self.options = options if options is not None else self.Options()

    # Questions ---------------------------------------------------------------------------

    @abstractmethod
    def conventions(self) -> Conventions:
        """Return how this game reads the board."""

    @abstractmethod
    def reaches(self, token: Token) -> Sequence[WeaponReach]:
        """Return what *token* threatens with; nothing for one that can't strike."""

    @abstractmethod
    def weapons(self, token: Token) -> tuple[Weapon, ...]:
        """Return what *token* can attack with, never nothing: bare hands at least."""

    @abstractmethod
    def is_able(self, token: Token) -> bool:
        """Tell whether *token* can act: threaten, flank and react."""

    def may_react(self, token: Token) -> bool:
        """Tell whether *token* may strike at somebody who leaves its reach now.

        A system whose reactions can run out says so here, or the safest path is wrong.
        """
        return self.is_able(token)

    @abstractmethod
    def is_out(self, token: Token) -> bool:
        """Tell whether *token* is dead or down: it neither blocks cells nor gives cover."""

    def has_moved(self, token: Token) -> bool | None:  # noqa: ARG002  # not every game counts
        """Tell whether *token* moved in its last turn; None: the game keeps no count of it."""
        return None

    @abstractmethod
    def mover(self, encounter: Encounter, token: Token) -> Mover:
        """Return how *token* moves now: cost of terrain, budget and what an action buys."""

    @abstractmethod
    def move_triggers(
        self, board: Board, token: Token, path: Path, manner: str = "walk"
    ) -> tuple[Trigger, ...]:
        """Return who may react to exactly this path, in order of steps, hollow ones included."""

    @abstractmethod
    def plan(self, board: Board, attack: Attack) -> AttackPlan:
        """Return everything that is known about an attack before the dice.

        Raises
        ------
        IllegalIntentError
            If attacker, target or weapon do not exist.
        """

    @abstractmethod
    def actions(self, encounter: Encounter, token: Token) -> Sequence[Action]:
        """Return the action bar's buttons for *token*."""

    @abstractmethod
    def track(self, token: Token) -> Track:
        """Return the health of *token*."""

    @abstractmethod
    def pips(self, encounter: Encounter, token: Token) -> Sequence[Pip]:
        """Return what *token* has left to spend."""

    @abstractmethod
    def upcoming(self, turn_order: TurnOrder) -> Sequence[tuple[str, Sequence[int]]]:
        """Return the sections of the initiative panel: (heading, indexes of slots)."""

    @abstractmethod
    def subtitle(self, encounter: Encounter, token: Token) -> str:
        """Return the line under a token's name in the initiative panel."""

    # What not every game has ----------------------------------------------------------------

    def odds_key(
        self,
        encounter: Encounter,  # noqa: ARG002  # as below
        attack: Attack,  # noqa: ARG002
        glance: Glance,  # noqa: ARG002
    ) -> Hashable | None:
        """Return what decides whether an attack is legal, and its odds, of the attacker's place.

        Places with equal keys are worth the same, and one plan serves for them all. So every fact
        that changes with the place and that the plan makes more of than words must be in the key;
        the attacker's own place in *encounter* mustn't. None: each place is planned by itself.
        """
        return None

    def surely_firing(
        self,
        board: Board,  # noqa: ARG002  # as above
        token: Token,  # noqa: ARG002
        price: Price,  # noqa: ARG002
    ) -> int | None:
        """Return how many triggers fire on any way of *token* that gives away just so much.

        It saves looking for the way where many are compared, and must be what ``move_triggers``
        makes of it. None: that depends on the way.

        Parameters
        ----------
        price
            It counts those who may react and aren't held back.
        """
        return None

    def areas(self, token: Token) -> Sequence[AreaWeapon]:  # noqa: ARG002  # most games have none
        """Return the attacks of *token* that have an area; none in a game without such attacks."""
        return ()

    def plan_area(self, board: Board, attack: AreaAttack) -> AreaPlan:  # noqa: ARG002  # as above
        """Return everything that is known about an area attack before the dice.

        Raises
        ------
        IllegalIntentError
            If attacker or weapon do not exist, or the game has no area attacks.
        """
        raise IllegalIntentError(f"{self.title} has no area attacks.")

    def effects(self, encounter: Encounter, token: Token) -> Sequence[Effect]:  # noqa: ARG002  # as above
        """Return what lasts on *token*, with the rounds that are left, apart from conditions."""
        return ()

    def condition_help(self, condition: str) -> str:
        """Return what *condition* changes and where the text says so; empty: only what is told."""
        return self.condition_rules.get(condition, "")

    def next_label(self, encounter: Encounter) -> str:  # noqa: ARG002  # as above
        """Return what the button says that goes on: "End turn", "On to the interrupts"."""
        return "End turn"

    def present_section(self, turn_order: TurnOrder) -> str:  # noqa: ARG002  # as above
        """Return the heading of the section of ``upcoming`` that the round stands at.

        Empty in a game whose rounds have no steps.
        """
        return ""

    def announced(self, encounter: Encounter) -> Sequence[tuple[Intent, str]]:  # noqa: ARG002  # as above
        """Return what is declared and not yet carried out, each with its line for the panel."""
        return ()

    def bestiary(self) -> Sequence[Token]:
        """Return creatures of our own to start a fight with; each is placed under a new id."""
        return ()

    def word_of(self, value: Enum) -> str:  # noqa: ARG002  # as above
        """Return what one of several values on a sheet is called; empty: as it is written.

        A game whose options name things says so here.
        """
        return ""

    # Procedures --------------------------------------------------------------------------

    @abstractmethod
    def perform(self, encounter: Encounter, intent: Intent) -> Procedure:
        """Describe what happens when *intent* is carried out.

        Raises
        ------
        IllegalIntentError
            From the procedure, before its first event, if the rules forbid the intent.
        """
