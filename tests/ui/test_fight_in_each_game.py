"""One complete small fight for each game, played in the window with mouse and keys to the end."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt

from battlemap.geometry.cell import Cell
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.rules.procedure import Ask
from battlemap.session.registry import find_system
from battlemap.session.session import Session

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
GAMES = ("shadowrealms", "grimhowl", "crawler", "prowess")
MOST_STEPS = 400


def fighters(system):
    """Two creatures of the bestiary that fight hand to hand, one for each side."""
    able = [
        one
        for one in system.bestiary()
        if one.size == 1 and not system.weapons(one)[0].is_ranged and not system.areas(one)
    ]
    return able[0], able[-1]


@pytest.fixture(params=GAMES)
def arena(request, open_window):
    system = find_system(request.param)
    hero, foe = fighters(system)
    tokens = [
        replace(hero, id="hero", name="Hero", side="party", at=Cell(3, 3), facing=90.0),
        replace(foe, id="foe", name="Foe", side="foe", at=Cell(6, 3), facing=270.0),
    ]
    encounter = Encounter(
        BattleMap(GridSpec(columns=12, rows=8)),
        MappingProxyType({token.id: token for token in tokens}),
        rules=RulesChoice(system.key),
    )
    return open_window(Session.new(encounter, seed=21))


class Player:
    """Plays with mouse and keys, as a GM does."""

    def __init__(self, window, qtbot, pixel_of, drag):
        self.window, self.qtbot, self.pixel_of, self.drag = window, qtbot, pixel_of, drag
        self.asked = 0

    @property
    def bridge(self):
        return self.window.bridge

    def token(self, key):
        return self.window.encounter.tokens[key]

    def is_over(self):
        system = self.bridge.system
        return any(system.is_out(token) for token in self.window.encounter.tokens.values())

    def answer(self):
        """Press 1 (or the first number that is no dead end) until nothing is asked."""
        for _ in range(60):
            self.qtbot.wait(4)
            pending = self.bridge.session.pending
            if pending is None:
                return
            assert isinstance(pending, Ask)
            assert self.window.prompt.isVisible()
            number = next(i for i, o in enumerate(pending.options, 1) if not o.unavailable)
            assert number <= 9
            self.asked += 1
            self.window.view.setFocus()
            self.qtbot.keyClick(self.window, Qt.Key(Qt.Key.Key_0 + number))
            assert self.bridge.session.pending is not pending, "the key answers"
        raise AssertionError(f"asked without end: {pending.headline}")

    def click(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        pixel = self.pixel_of(self.window, self.token(key).at)
        self.qtbot.mouseClick(self.window.view.viewport(), LEFT, modifier, pixel)

    def strike(self, key, other):
        """Select, target with Ctrl+click, Enter; tell whether anything happened."""
        self.click(key)
        if self.bridge.target != other:
            self.click(other, CONTROL)
        self.qtbot.wait(4)
        if not self.window.attack_panel.can_roll:
            return False
        before = len(self.bridge.session.history.commits)
        self.window.view.setFocus()
        self.qtbot.keyClick(self.window, Qt.Key.Key_Return)
        self.answer()
        return len(self.bridge.session.history.commits) > before

    def close_in(self, key, other):
        """Drag a token beside the other; tell whether it moved."""
        token, target = self.token(key), self.token(other)
        grid = self.bridge.board.grid
        costs = self.bridge.session.preview_move(key).field.costs
        goals = [c for c in costs if c != token.at]
        if not goals or grid.steps(token.at, target.at) <= 1:
            return False
        goal = min(goals, key=lambda c: (grid.steps(c, target.at), costs[c]))
        if grid.steps(goal, target.at) >= grid.steps(token.at, target.at):
            return False
        before = self.window.encounter
        self.drag(self.window, token.at, goal)
        self.answer()
        return self.window.encounter is not before

    def go_on(self):
        self.window.view.setFocus()
        self.qtbot.keyClick(self.window, Qt.Key.Key_Space, CONTROL)
        self.answer()

    def whose(self):
        """Return who may act, the active one first."""
        active = self.window.encounter.turn_order.active
        both = ["hero", "foe"]
        return [active, *(k for k in both if k != active)] if active in both else both


def test_a_fight_to_the_end(arena, qtbot, pixel_of, drag):
    player = Player(arena, qtbot, pixel_of, drag)
    first = arena.encounter
    arena.view.setFocus()
    arena.bridge.select(("hero", "foe"))
    qtbot.keyClick(arena, Qt.Key.Key_I, CONTROL)
    player.answer()
    assert arena.encounter.turn_order.is_running
    arena.bridge.select(())
    moved = struck = 0
    for _ in range(MOST_STEPS):
        if player.is_over():
            break
        did = False
        for key in player.whose()[: 1 if arena.encounter.turn_order.active else 2]:
            other = "foe" if key == "hero" else "hero"
            if player.close_in(key, other):
                moved, did = moved + 1, True
            while not player.is_over() and player.strike(key, other):
                struck, did = struck + 1, True
                if struck > MOST_STEPS:
                    break
        if player.is_over():
            break
        del did
        player.go_on()
    assert player.is_over(), "nobody ever falls"
    assert moved
    assert struck
    last = arena.encounter
    out = [t for t in last.tokens.values() if arena.bridge.system.is_out(t)]
    assert out
    log = arena.bridge.session.log.entries
    assert any(entry.kind == "attack" for entry in log)
    history = arena.bridge.session.history
    steps = len(history.commits)
    arena.bridge.go_to(0)
    assert arena.encounter is first
    arena.bridge.go_to(steps)
    assert arena.encounter is last
