"""Whatever is done in whatever order: undo, redo, save and a crash keep their promises."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from battlemap.geometry.cell import Cell
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import Attack, Move, Turn
from battlemap.model.terrain import Terrain
from battlemap.model.token import Token
from battlemap.rules.procedure import Ask, Roll
from battlemap.session.journal import Journal
from battlemap.session.recovery import recover
from battlemap.session.session import Session

WHO = st.sampled_from(["hero", "orc"])
FACES = st.lists(st.integers(1, 6), max_size=4)


class Play(RuleBasedStateMachine):
    """A session with its journal beside a plain model: the list of documents and a position."""

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed):
        self.folder = tempfile.TemporaryDirectory(prefix="battlemap-laws-")
        self.before = os.environ.get("BATTLEMAP_STATE_DIR")
        os.environ["BATTLEMAP_STATE_DIR"] = self.folder.name
        tokens = {
            "hero": Token("hero", "Hero", "party", Cell(2, 2)),
            "orc": Token("orc", "Orc", "foe", Cell(3, 2)),
        }
        start = Encounter(tokens=tokens, rules=RulesChoice("skirmish"))
        self.session = Session.new(start, seed=seed, journal=Journal())
        self.states = [self.session.encounter]
        self.position = 0
        self.saved = 0

    def teardown(self):
        self.session.close()
        self.folder.cleanup()
        if self.before is None:
            del os.environ["BATTLEMAP_STATE_DIR"]
        else:
            os.environ["BATTLEMAP_STATE_DIR"] = self.before

    def note(self, count):
        """Take over what the session did: *count* commits more than before, or the same."""
        commits = self.session.history.commits
        if len(commits) == self.position + count and count:
            if self.saved is not None and self.saved > self.position:
                self.saved = None
            del self.states[self.position + 1 :]
            self.states.append(self.session.encounter)
            self.position += 1

    is_free = precondition(lambda self: self.session.pending is None)
    is_asked = precondition(lambda self: isinstance(self.session.pending, Ask))

    @is_free
    @rule(token=WHO, turns=st.integers(0, 7))
    def turn(self, token, turns):
        self.session.perform(Turn(token, turns * 45.0))
        self.note(1)

    @is_free
    @rule(attacker=WHO)
    def attack(self, attacker):
        self.session.perform(Attack(attacker, "orc" if attacker == "hero" else "hero"))
        if self.session.pending is None:
            self.note(1)

    @is_free
    @rule(token=WHO, cells=st.lists(st.integers(0, 9), min_size=2, max_size=4, unique=True))
    def move(self, token, cells):
        here = self.session.encounter.tokens[token].at
        self.session.perform(Move(token, (here, *(Cell(c, c % 3) for c in cells))))
        if self.session.pending is None:
            self.note(1)

    @is_asked
    @rule(index=st.integers(0, 1))
    def answer(self, index):
        self.session.answer(self.session.pending.options[index].key)
        if self.session.pending is None:
            self.note(1)

    @rule(faces=FACES)
    def type_ahead(self, faces):
        self.session.type_next(faces)

    @precondition(lambda self: self.session.pending is not None)
    @rule()
    def cancel(self):
        self.session.cancel()

    @rule(token=WHO, mode=st.sampled_from(["ask", "always", "never"]), on=st.booleans())
    def settle(self, token, mode, on):
        self.session.set_policy(token, "defense", mode)
        self.session.note("a note")
        if on:
            self.session.manual_dice = not self.session.manual_dice

    @precondition(lambda self: isinstance(self.session.pending, Roll))
    @rule(data=st.data())
    def throw(self, data):
        roll = self.session.pending
        face = st.integers(1, roll.sides)
        faces = data.draw(st.lists(face, min_size=roll.count, max_size=roll.count))
        self.session.give_dice(faces)
        if self.session.pending is None:
            self.note(1)

    @is_free
    @rule(cell=st.integers(0, 9), kind=st.sampled_from(list(Terrain)))
    def paint(self, cell, kind):
        encounter = self.session.encounter
        grid = encounter.map.grid.grid
        layer = encounter.map.terrain.with_value(grid, [Cell(cell, 0)], int(kind))
        changed = encounter.with_map(replace(encounter.map, terrain=layer))
        changes = changed != encounter
        self.session.edit("Paint", changed)
        self.note(1 if changes else 0)

    @rule()
    def undo(self):
        was_open = self.session.pending is not None
        label = self.session.undo()
        if was_open:
            assert label is not None
        elif self.position:
            self.position -= 1
        else:
            assert label is None

    @is_free
    @rule()
    def redo(self):
        if self.session.redo() is not None:
            self.position += 1

    @is_free
    @rule()
    def save(self):
        self.session.mark_saved(Path(self.folder.name) / "map.json")
        self.saved = self.position

    @rule()
    def crash(self):
        lost = self.session
        lost._journal.abandon()
        found = recover()
        if not lost.is_modified:
            # Nothing to lose, nothing offered; the play goes on without a crash.
            assert found == []
            self.session = Session.new(lost.encounter, seed=lost.seed, journal=Journal())
            self.states, self.position, self.saved = [self.session.encounter], 0, 0
            return
        self.session = found[0].restore()
        assert self.session.encounter == lost.encounter
        assert self.session.pending == lost.pending
        assert self.session._dice == lost._dice
        assert [(e.number, e.headline, e.struck) for e in self.session.log.entries] == [
            (e.number, e.headline, e.struck) for e in lost.log.entries
        ]
        assert self.session.history.commits == lost.history.commits
        # From here on the recovered documents are the ones whose identity counts.
        commits = self.session.history.commits
        if commits:
            self.states = [commits[0].before, *(commit.after for commit in commits)]
        else:
            run = self.session._run
            self.states = [run.before if run else self.session.encounter]

    @invariant()
    def history_and_model_agree(self):
        session = self.session
        assert session.history.position == self.position
        if session.pending is None:
            assert session.encounter is self.states[self.position]
            assert session.is_modified == (self.saved != self.position)
        assert len(session.history.commits) == len(self.states) - 1

    @invariant()
    def the_log_strikes_what_is_undone(self):
        history = self.session.history
        struck = {entry.number for entry in self.session.log.entries if entry.struck}
        for index, commit in enumerate(history.commits):
            assert (set(commit.log_ids) <= struck) == (index >= history.position)


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=max(15, settings().max_examples // 4), deadline=None)
