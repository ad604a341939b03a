"""The session: one open document, in play, with what is asked of it before anything is done."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from battlemap.model.encounter import Encounter
from battlemap.model.intent import AreaAttack, Attack
from battlemap.rules.choices import check_choices
from battlemap.session.documents import read_document
from battlemap.session.play import Play
from battlemap.session.preview import MovePreviewer
from battlemap.tactics.board import Board

if TYPE_CHECKING:
    from battlemap.geometry.cell import Cell
    from battlemap.rules.plan import AreaPlan, AttackPlan
    from battlemap.session.journal import Journal


class Session(Play):
    """A document with its history, log, dice and journal. Make one with ``new`` or ``open``."""

    @classmethod
    def new(
        cls,
        encounter: Encounter | None = None,
        *,
        seed: int | None = None,
        journal: Journal | None = None,
        unsaved: bool = False,
    ) -> Session:
        """Return a session on a document that no file holds yet; None: an empty map.

        Parameters
        ----------
        encounter
            The document.
        seed
            The dice's seed; None: another each time.
        journal
            Where it is kept safe; None: nowhere.
        unsaved
            It would be a loss if it went without being saved: an import.

        Raises
        ------
        UnknownSystemError
            If there is no rule system with the document's key.
        """
        session = cls(encounter or Encounter(), seed=seed, journal=journal)
        if unsaved:
            session.history.mark_unsaved()
        session._begin("New map")
        return session

    @classmethod
    def open(
        cls, path: Path | str, *, seed: int | None = None, journal: Journal | None = None
    ) -> Session:
        """Return a session on the document in a file.

        Raises
        ------
        FileError
            If the file can't be read, with one sentence that says why.
        """
        path = Path(path)
        kept = read_document(path)
        session = cls(kept.encounter, path=path, seed=seed, journal=journal)
        session.warnings = kept.warnings
        for entry in kept.log:
            session.log.restore(entry)
        session._begin(f"Opened {path.name}", kept.warnings)
        return session

    # Questions ------------------------------------------------------------------------------

    def plan(self, attack: Attack) -> AttackPlan:
        """Return everything that is known about an attack before the dice.

        Raises
        ------
        IllegalIntentError
            If attacker, target or weapon do not exist.
        """
        check_choices(attack)
        return self.system.plan(self.board, attack)

    def plan_area(self, attack: AreaAttack) -> AreaPlan:
        """Return everything that is known about an area attack before the dice.

        Raises
        ------
        IllegalIntentError
            If attacker or weapon do not exist, or the game has no area attacks.
        """
        check_choices(attack)
        return self.system.plan_area(self.board, attack)

    def open_plan(self) -> AttackPlan | None:
        """Return the attack that an open question belongs to, as it stood before its dice.

        None: no question of an attack is open.
        """
        deed, before = self.open_deed, self.before_deed
        if before is None or not isinstance(deed, Attack):
            return None
        return self.system.plan(Board.of(before, self.system), deed)

    def open_area_plan(self) -> AreaPlan | None:
        """Return the area attack that an open question belongs to, as before its dice, or None."""
        deed, before = self.open_deed, self.before_deed
        if before is None or not isinstance(deed, AreaAttack):
            return None
        return self.system.plan_area(Board.of(before, self.system), deed)

    def rolled_plan(self) -> AttackPlan | None:
        """Return the last deed in force, if an attack, as it stood before its dice, or None."""
        commit = self.history.commits[self.history.position - 1] if self.history.position else None
        if commit is None or not isinstance(commit.intent, Attack) or commit.merge_key is not None:
            return None
        return self.system.plan(Board.of(commit.before, self.system), commit.intent)

    def plan_from(self, attack: Attack, cell: Cell, facing: float | None) -> AttackPlan:
        """Return the same as if the attacker stood in *cell*, facing that way (None: as now).

        Raises
        ------
        IllegalIntentError
            If attacker, target or weapon do not exist.
        """
        if attack.attacker not in self._encounter.tokens:
            return self.plan(attack)
        return self.system.plan(self.board_from(attack.attacker, cell, facing), attack)

    def board_from(self, token_id: str, cell: Cell, facing: float | None) -> Board:
        """Return the board as if a token stood in *cell*, facing that way (None: as now).

        Raises
        ------
        KeyError
            If there is no such token.
        """
        token = self._encounter.tokens[token_id]
        moved = replace(token, at=cell, facing=token.facing if facing is None else facing)
        return Board.of(self._encounter.with_token(moved), self.system)

    def preview_move(self, token_id: str, *, budget: int | None = None) -> MovePreviewer:
        """Return what answers for a drag of this token; make it once, when it is picked up.

        Parameters
        ----------
        token_id
            The token.
        budget
            Hundredths of a cell that it may walk; None: what its actions buy.

        Raises
        ------
        KeyError
            If there is no such token.
        """
        return MovePreviewer(self.board, self.system, token_id, budget=budget)
