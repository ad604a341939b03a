"""Pointing at another token while an attack is planned; comparing targets and positions."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainterPath

from battlemap.geometry.cell import Cell
from battlemap.model.intent import Attack
from battlemap.ui.overlays.free_place import distance, free_place, hides
from battlemap.ui.panels.compare_view import Compared, sentence
from battlemap.ui.panels.wording import percent, worth


def settle(qtbot):
    qtbot.wait(60)


def put(window, token_id, cell, **changes):
    token = replace(window.encounter.tokens[token_id], at=Cell(*cell), **changes)
    window.bridge.edit(f"Put {token_id}", window.encounter.with_token(token))


def point_at(window, qtbot, pixel_of, key):
    port = window.view.viewport()
    middle = window.view.pixel_of(window.view.map_scene.center_of(key)).toPoint()
    qtbot.mouseMove(port, middle + (port.rect().center() - middle) * 0.02)
    qtbot.mouseMove(port, middle)
    settle(qtbot)
    return window.view.cards.odds_card


def test_another_token_shows_its_odds_and_the_target_stays(window, qtbot, pixel_of):
    put(window, "seren", (11, 7), facing=90)
    put(window, "goblin-2", (10, 8))
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    card = point_at(window, qtbot, pixel_of, "goblin-2")
    plan = window.bridge.attack_plan(Attack("seren", "goblin-2"))
    assert card.title == f"Goblin 2, {plan.situation.weapon}"
    assert card.chance == percent(plan.odds.hit)
    lines = dict(card.lines)
    assert lines["Mean damage"] == f"{plan.odds.mean:.2f}"
    assert lines["All in all"] == plan.net
    strongest = max((m for m in plan.modifiers if m.enabled), key=lambda m: abs(m.value))
    assert lines[strongest.label] == worth(strongest.value, strongest.unit)
    assert window.bridge.target == "orc-brute"
    assert window.attack_panel.plan.intent.target == "orc-brute"
    # The target itself is in the panel already, and off the token there is no card.
    assert point_at(window, qtbot, pixel_of, "orc-brute") is None
    assert point_at(window, qtbot, pixel_of, "goblin-2") == card
    qtbot.mouseMove(window.view.viewport(), pixel_of(window, Cell(2, 12)))
    settle(qtbot)
    assert window.view.cards.odds_card is None


def test_the_card_stands_beside_its_token_and_inside_the_map(window, qtbot, pixel_of):
    window.bridge.select(["seren"])
    settle(qtbot)
    for key in ("archer", "skulk", "goblin-3", "hob-spear"):
        assert point_at(window, qtbot, pixel_of, key) is not None
        box = window.view.cards.odds_box()
        disc = window.view.viewportTransform().mapRect(window.view.map_scene.discs()[key])
        assert not box.intersects(disc)
        assert QRectF(window.view.cards.rect()).contains(box)


def test_who_cannot_be_attacked_says_why(window, qtbot, pixel_of):
    window.bridge.select(["seren"])
    settle(qtbot)
    card = point_at(window, qtbot, pixel_of, "archer")
    assert card.chance == ""
    assert card.lines[0][0].startswith("6")  # ft away, out of reach


def test_friends_show_odds_only_while_an_attack_is_planned(window, qtbot, pixel_of):
    window.bridge.select(["seren"])
    settle(qtbot)
    assert point_at(window, qtbot, pixel_of, "kael") is None
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    assert point_at(window, qtbot, pixel_of, "kael") is not None
    window.view.set_tool("ruler")
    settle(qtbot)
    assert point_at(window, qtbot, pixel_of, "kael") is None


@pytest.mark.parametrize("name", ["sunken-hall", "barricade", "floor-three", "bridge-duel"])
def test_every_game_shows_odds_at_the_pointer(open_window, qtbot, pixel_of, name):
    window = open_window(name)
    tokens = window.encounter.tokens
    hero = next(t for t in tokens.values() if t.side == "party")
    foe = next(t for t in window.bridge.board.enemies_of(hero) if not t.hidden)
    window.bridge.select([hero.id])
    settle(qtbot)
    card = point_at(window, qtbot, pixel_of, foe.id)
    assert card is not None
    assert card.title.startswith(foe.name)
    assert card.chance or card.lines


# Comparing ------------------------------------------------------------------------------------


def test_a_pinned_place_is_compared_with_the_end_of_a_planned_move(window, qtbot, pixel_of):
    put(window, "seren", (12, 8), facing=0)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    here = window.attack_panel.plan.odds.hit
    qtbot.mouseClick(window.tab_head.compare, Qt.MouseButton.LeftButton)
    port = window.view.viewport()
    start, end = pixel_of(window, Cell(12, 8)), pixel_of(window, Cell(11, 7))
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=start)
    for share in (0.5, 1.0):
        qtbot.mouseMove(port, start + (end - start) * share)
        settle(qtbot)
    grid = window.attack_panel.compared._grid

    def heads():
        return [grid.itemAtPosition(1, column).widget().text() for column in (1, 2)]

    qtbot.waitUntil(lambda: heads() == ["From M9", "From L8"])
    there = window.attack_panel.plan.odds.hit
    assert here != there
    words = grid.itemAtPosition(0, 0).widget().side.text()
    assert words == f"From M9 {percent(here)}, from L8 {percent(there)}"
    window.view.cancel_drag()
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=end)


def test_two_targets_are_named():
    one = Compared("Ann → Orc, axe", "Orc", "A1", "35 %", {})
    other = Compared("Ann → Hob, axe", "Hob", "A1", "62 %", {})
    assert sentence(one, other) == "Orc 35 %, Hob 62 %"


# Where a card stands --------------------------------------------------------------------------


def test_a_free_place_hides_nothing_that_must_stay_in_sight():
    area, size = QRectF(0, 0, 1000, 700), QSizeF(424, 300)
    proof = QPainterPath()
    proof.addRect(QRectF(380, 40, 240, 320))
    disc = QPainterPath()
    disc.addEllipse(QRectF(100, 500, 60, 60))
    corner = free_place(area, size, [proof, disc], [], QPointF(500, 200))
    card = QRectF(corner, size)
    assert area.contains(card)
    assert not hides(card, proof)
    assert not hides(card, disc)
    # Where there is no room the card hides as little as it can.
    wide = QPainterPath()
    wide.addRect(QRectF(0, 0, 1000, 690))
    assert QRectF(free_place(area, size, [wide], [], QPointF(500, 200)), size).bottom() == 700


def test_of_free_places_the_nearest_is_taken_and_others_are_spared():
    area, size = QRectF(0, 0, 1000, 700), QSizeF(200, 100)
    target = QPointF(500, 350)
    near = QRectF(free_place(area, size, [], [], target), size)
    assert 0 < distance(near, target) < 120
    spared = QRectF(free_place(area, size, [], [near], target), size)
    assert not spared.intersects(near)
