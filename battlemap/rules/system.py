"""The plug-in interface of a rule system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from battlemap.model.encounter import Encounter
    from battlemap.model.intent import Attack, Intent
    from battlemap.model.token import Token, Weapon
    from battlemap.model.turn_order import TurnOrder
    from battlemap.rules.plan import Action, AttackPlan, Pip, Track
    from battlemap.rules.procedure import Procedure
    from battlemap.rules.trigger import Trigger
    from battlemap.tactics.board import Board
    from battlemap.tactics.conventions import Conventions
    from battlemap.tactics.movement import Mover
    from battlemap.tactics.path import Path
    from battlemap.tactics.reach import WeaponReach


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

    # Procedures --------------------------------------------------------------------------

    @abstractmethod
    def perform(self, encounter: Encounter, intent: Intent) -> Procedure:
        """Describe what happens when *intent* is carried out.

        Raises
        ------
        IllegalIntentError
            From the procedure, before its first event, if the rules forbid the intent.
        """
