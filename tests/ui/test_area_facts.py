"""Each creature in an area attack has its facts: drawn by a click, overruled in the Why card."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import QPoint, Qt

from battlemap.geometry.cell import Cell, Point
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import AreaAttack
from battlemap.model.obstacle import CoverGrade, Prop
from battlemap.rules.fact_rulings import rulings_of
from battlemap.session.registry import find_system, system_keys
from battlemap.session.session import Session
from battlemap.tactics.areas import cover_in
from battlemap.ui.scene.coordinates import cells_path, to_scene

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier


def caster_of(system):
    found = [(one, system.areas(one)) for one in system.bestiary() if system.areas(one)]
    found.sort(key=lambda pair: pair[1][0].range_feet == 0)
    return (found[0][0], found[0][1][0]) if found else (None, None)


GAMES = [key for key in system_keys() if caster_of(find_system(key))[0] is not None]


def session_of(key):
    """Two foes in the area of a cast blast, of whom one is behind a low wall, and one far away."""
    system = find_system(key)
    caster, _ = caster_of(system)
    victim = next(one for one in system.bestiary() if one.size == 1 and not system.areas(one))
    tokens = [
        replace(caster, id="caster", name="Caster", side="party", at=Cell(2, 4), facing=90.0),
        replace(victim, id="one", name="One", side="foe", at=Cell(6, 4)),
        replace(victim, id="two", name="Two", side="foe", at=Cell(6, 5)),
        replace(victim, id="far", name="Far", side="foe", at=Cell(17, 9)),
    ]
    wall = Prop(
        "wall",
        (Point(6.0, 4.95), Point(7.0, 4.95), Point(7.0, 5.0), Point(6.0, 5.0)),
        name="low wall",
        cover=CoverGrade.MAJOR,
        blocks_move=False,
        blocks_sight=False,
    )
    board = BattleMap(GridSpec(columns=20, rows=11), obstacles=MappingProxyType({"wall": wall}))
    held = MappingProxyType({token.id: token for token in tokens})
    return Session.new(Encounter(board, held, rules=RulesChoice(key)), seed=11)


@pytest.fixture(params=GAMES)
def aimed(request, open_window, qtbot, pixel_of):
    """The area laid on One and Two; nothing is pinned."""
    window = open_window(session_of(request.param), size=(1600, 1100))
    bridge, panel = window.bridge, window.area_panel
    bridge.select(("caster",))
    window.view.setFocus()
    window._choose_tool("area")
    _, area = caster_of(bridge.system)
    index = panel.weapon.findData(area.name)
    panel.weapon.setCurrentIndex(index)
    panel.weapon.activated.emit(index)
    qtbot.wait(10)
    pixel = pixel_of(window, Cell(6, 4))
    qtbot.mouseMove(window.view.viewport(), pixel - QPoint(3, 3))
    qtbot.mouseClick(window.view.viewport(), LEFT, pos=pixel)
    qtbot.wait(80)
    return window


def row_of(window, token):
    return next(row for row in window.area_panel.targets.target_rows if row.token == token)


def click(qtbot, widget, place=None):
    scroll = None
    parent = widget.parentWidget()
    while parent is not None and scroll is None:
        scroll = parent if hasattr(parent, "ensureWidgetVisible") else None
        parent = parent.parentWidget()
    if scroll is not None:
        scroll.ensureWidgetVisible(widget)
    qtbot.mouseClick(widget, LEFT, PLAIN, place or widget.rect().center())
    qtbot.wait(80)


def unfold(window, qtbot, token):
    """Click the line of a creature: its facts stand below it."""
    row = row_of(window, token)
    click(qtbot, row.line, QPoint(60, 10))
    assert row.details.isVisible()
    return row


def fact_row(row, fact):
    return next(one for one in row.fact_rows if one.isVisible() and one.fact == fact)


def open_card(window, qtbot, row, fact):
    """Double-click a fact with the mouse."""
    line = fact_row(row, fact)
    window.area_panel.scroll.ensureWidgetVisible(line)
    qtbot.mouseDClick(line.value, LEFT)
    qtbot.wait(80)
    assert window.why_card.isVisible()
    return window.why_card


def choose(segmented, qtbot, key):
    index = [option.key for option in segmented._options].index(key)
    qtbot.mouseClick(segmented, LEFT, PLAIN, segmented._box(index).center().toPoint())
    qtbot.wait(80)


def drawn(window):
    return window.view.map_scene.evidence.drawing


def test_a_click_on_a_fact_draws_the_rays_from_the_origin(aimed, qtbot):
    window = aimed
    row = unfold(window, qtbot, "two")
    facts = [one.fact for one in row.fact_rows if one.isVisible()]
    assert facts[0] == "inside"
    plan, board = window.bridge.area_attack_plan(), window.bridge.board
    target = next(one for one in plan.targets if one.token == "two")
    if "cover" in target.facts:
        assert fact_row(row, "cover").eye.isChecked(), "unfolding draws what explains most"
        click(qtbot, fact_row(row, "inside").eye)
    (surface,) = drawn(window).areas
    assert surface.path == cells_path(board.grid, board.cells_of("two"), inset=3)
    assert "100 %" in drawn(window).labels[0].text
    if "cover" not in target.facts:
        click(qtbot, row.line, QPoint(60, 10))
        assert not drawn(window).areas
        assert not row.details.isVisible()
        return
    click(qtbot, fact_row(row, "cover").eye)
    cover = cover_in(board, plan.area, "two")
    assert cover.rays
    ends = {(line.end.x(), line.end.y()) for line in drawn(window).lines}
    for ray in cover.rays:
        end = to_scene(ray.end)
        assert (end.x(), end.y()) in ends
    click(qtbot, fact_row(row, "cover").eye)
    assert not drawn(window).lines


def test_one_creature_is_ruled_out_this_time_and_isn_t_struck(aimed, qtbot):
    window = aimed
    bridge, before = window.bridge, window.encounter
    row = unfold(window, qtbot, "one")
    card = open_card(window, qtbot, row, "inside")
    assert card.fact_switch.values._selected == "map"
    choose(card.fact_switch.values, qtbot, "out")
    assert bridge.area_plan.switched == {"fact:inside:one": "out"}
    assert window.encounter is before
    plan = bridge.area_attack_plan()
    by_token = {target.token: target for target in plan.targets}
    assert not by_token["one"].is_included
    assert by_token["two"].is_included
    assert "by the map" in card.odds.text()
    # The map follows: no ring around who isn't in any more, the cells stay.
    laid = window.view.map_scene.area
    assert [caught.token for caught in laid.area.caught] == ["two"]
    assert len(laid.ringed) == 1
    assert window.area_panel.inside.side.text().startswith("1 creature")
    assert "overruled by the GM" in fact_row(row, "inside").value.text()
    card.leave()
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    for _ in range(60):
        if bridge.session.pending is None:
            break
        options = bridge.session.pending.options
        bridge.answer(next(one.key for one in options if not one.unavailable))
    commit = bridge.session.history.commits[-1]
    assert isinstance(commit.intent, AreaAttack)
    assert window.encounter.tokens["one"] == before.tokens["one"]
    lines = [line for entry in bridge.session.log.entries for line in entry.details]
    assert "One: Place: outside, overruled by the GM, this time" in lines
    qtbot.wait(80)
    assert bridge.area_plan.switched == {}


def test_what_stands_is_kept_undone_and_taken_back(aimed, qtbot):
    window = aimed
    bridge = window.bridge
    row = unfold(window, qtbot, "one")
    before = bridge.area_attack_plan()
    card = open_card(window, qtbot, row, "inside")
    choose(card.fact_switch.lasts, qtbot, "until cleared")
    choose(card.fact_switch.values, qtbot, "out")
    (kept,) = window.encounter.overrides
    assert (kept.key, kept.attacker, kept.target, kept.value) == (
        "fact:inside",
        "caster",
        "one",
        "out",
    )
    assert bridge.session.log.entries[-1].headline == "GM: place counts as outside"
    assert not next(t for t in bridge.area_attack_plan().targets if t.token == "one").is_included
    bridge.undo()
    qtbot.wait(80)
    assert bridge.area_attack_plan() == before
    bridge.redo()
    qtbot.wait(80)
    choose(card.fact_switch.values, qtbot, "map")
    assert window.encounter.overrides == ()
    assert bridge.area_attack_plan().targets == before.targets


def test_who_is_only_touched_has_a_line_and_is_ruled_in(aimed, qtbot):
    window = aimed
    bridge = window.bridge
    at = bridge.area_plan.area.template.origin
    touched = [
        cell
        for cell, share in bridge.area_plan.area.touched.items()
        if 0.02 < share < 0.5 and cell not in bridge.area_plan.area.cells
    ]
    if not touched:
        pytest.skip("this area has no cells at its edge")
    far = replace(window.encounter.tokens["far"], at=touched[0])
    bridge.edit("Move", window.encounter.with_token(far))
    qtbot.wait(80)
    assert bridge.area_plan.area.template.origin == at
    row = unfold(window, qtbot, "far")
    assert "At the edge" in row.line.reason.text()
    assert row.line.title.text() == "Far"
    card = open_card(window, qtbot, row, "inside")
    choose(card.fact_switch.values, qtbot, "in")
    target = next(one for one in bridge.area_attack_plan().targets if one.token == "far")
    assert target.is_included
    assert target.odds is not None
    assert "far" in {caught.token for caught in window.view.map_scene.area.area.caught}


def test_cover_is_overruled_for_one_creature_alone(aimed, qtbot):
    window = aimed
    bridge = window.bridge
    plan = bridge.area_attack_plan()
    covered = next(one for one in plan.targets if one.token == "two")
    if "cover" not in covered.facts:
        pytest.skip("cover from the origin counts for nobody in this game")
    other = next(one for one in plan.targets if one.token == "one")
    row = unfold(window, qtbot, "two")
    line = fact_row(row, "cover")
    qtbot.keyClick(line.eye, Qt.Key.Key_W)
    card = open_card(window, qtbot, row, "cover")
    choose(card.fact_switch.values, qtbot, "major")
    after = {one.token: one for one in bridge.area_attack_plan().targets}
    said = rulings_of(window.encounter, "caster", "two", bridge.area_plan.switched)
    assert said == {"cover": ("major", "once")}
    assert rulings_of(window.encounter, "caster", "one", bridge.area_plan.switched) == {}
    assert after["one"].modifiers == other.modifiers
    choose(card.fact_switch.values, qtbot, "none")
    plain = {one.token: one for one in bridge.area_attack_plan().targets}["two"]
    assert [row.key for row in plain.modifiers if row.fact == "cover"] == []
    assert line.value.text() == "None, overruled by the GM"


def test_w_explains_the_line_in_focus_and_esc_closes(aimed, qtbot):
    window = aimed
    row = unfold(window, qtbot, "one")
    line = fact_row(row, "inside")
    line.eye.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(line.eye, Qt.Key.Key_W)
    qtbot.wait(60)
    card = window.why_card
    assert card.isVisible()
    assert card.page.inside == "one"
    assert dict(card.page.rows)["Map"].startswith("100 % of its space")
    assert card.fact_switch.values.hasFocus()
    qtbot.keyClick(card.fact_switch.values, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert window.bridge.pinned is None
