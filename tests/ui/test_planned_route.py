"""A planned move that stays: its signs answer a click with why, and let the GM overrule."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from battlemap.geometry.cell import Cell
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.intent import BeginFight
from battlemap.model.terrain import Terrain
from battlemap.model.token import Token, Weapon
from battlemap.rules.trigger_rulings import TRIGGER
from battlemap.session.session import Session
from battlemap.systems.shadowrealms.sheet import status_of
from battlemap.ui.panels.why_route import cost_page, triggers_now

LEFT = Qt.MouseButton.LeftButton
TO_THE_BRUTE = Cell(11, 7)


def settle(qtbot):
    qtbot.wait(60)


@pytest.fixture
def plan(window, qtbot, pixel_of):
    """Drag Seren behind the Orc Brute, past Hob Spear, and keep the route with a key."""

    def go(key=Qt.Key.Key_P, goal=TO_THE_BRUTE, token="seren"):
        port = window.view.viewport()
        start, end = (pixel_of(window, c) for c in (window.encounter.tokens[token].at, goal))
        qtbot.mousePress(port, LEFT, Qt.KeyboardModifier.NoModifier, start)
        for share in (0.3, 0.6, 1.0):
            qtbot.mouseMove(port, start + (end - start) * share)
            qtbot.wait(10)
        qtbot.keyClick(window.view, key)
        qtbot.mouseRelease(port, LEFT, Qt.KeyboardModifier.NoModifier, end)
        settle(qtbot)
        return window.bridge.plan_route

    return go


def click(window, qtbot, place):
    qtbot.mouseClick(
        window.view.viewport(),
        LEFT,
        Qt.KeyboardModifier.NoModifier,
        window.view.pixel_of(place).toPoint(),
    )
    settle(qtbot)


def choose(card, qtbot, index):
    qtbot.mouseClick(
        card.overrule,
        LEFT,
        Qt.KeyboardModifier.NoModifier,
        card.overrule._box(index).center().toPoint(),
    )
    settle(qtbot)


def test_p_keeps_the_route_of_a_drag_and_escape_drops_it(window, plan, qtbot):
    before = window.encounter
    kept = plan()
    assert kept.is_kept
    assert kept.cells[-1] == TO_THE_BRUTE
    assert window.encounter is before
    scene = window.view.map_scene
    assert scene.paths.isVisible()
    assert scene.triggers.isVisible()
    assert [sign.by for sign in scene.triggers.triggers] == ["hob-spear"] * 3
    qtbot.keyClick(window.view, Qt.Key.Key_Escape)
    settle(qtbot)
    assert window.bridge.plan_route is None
    assert not scene.paths.isVisible()
    assert not scene.triggers.isVisible()
    assert window.bridge.selected == ("seren",)


def test_enter_walks_a_kept_route_without_a_target(window, plan, qtbot):
    plan(goal=Cell(5, 9))
    assert window.view.map_scene.paths.isVisible()
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.encounter.tokens["seren"].at == Cell(5, 9)
    assert window.bridge.plan_route is None


def test_the_attack_is_planned_from_the_end_of_a_kept_route(window, plan, qtbot):
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    plan()
    panel = window.attack_panel
    assert panel.head.place.text().startswith("Planned from L8")
    assert panel.roll_button.text() == "Move, then roll"
    assert [row.by for row in panel.trigger_list.rows if row.isVisible()] == ["hob-spear"]


def test_another_selection_drops_a_kept_route(window, plan, qtbot):
    plan()
    window.bridge.select(["kael"])
    settle(qtbot)
    assert window.bridge.plan_route is None
    assert not window.view.map_scene.paths.isVisible()


def test_a_click_on_a_sign_says_who_strikes_with_what_and_why(window, plan, qtbot):
    plan()
    sign = window.view.map_scene.triggers.triggers[0]
    click(window, qtbot, sign.peak(window.view.map_scene.unit))
    card = window.why_card
    assert card.isVisible()
    assert window.bridge.selected == ("seren",)
    rows = dict(card.page.rows)
    assert rows["Verdict"] == "Hob Spear may strike"
    assert rows["Reactor"] == "Hob Spear, Spear, reach 10 ft; still can react"
    assert rows["Step"] == "4 of 7, H8 to I8"
    assert rows["Geometry"] == "The Spear reaches H8"
    assert rows["Cost"] == "Reaction"
    assert rows["Rule"] == "ShadowRealms, section 7"
    assert card.odds.text().startswith("The strike: 90.8")


def test_pointing_at_a_sign_draws_its_proof_and_no_longer_than_that(window, plan, qtbot):
    plan()
    view, sign = window.view, window.view.map_scene.triggers.triggers[0]
    place = view.pixel_of(sign.peak(view.map_scene.unit)).toPoint()
    qtbot.mouseMove(view.viewport(), place - QPoint(80, 90))
    settle(qtbot)
    assert not view.map_scene.evidence.isVisible()
    qtbot.mouseMove(view.viewport(), place)
    settle(qtbot)
    assert view.map_scene.evidence.isVisible()
    qtbot.mouseMove(view.viewport(), place - QPoint(80, 90))
    settle(qtbot)
    assert not view.map_scene.evidence.isVisible()


@pytest.mark.parametrize(("index", "value"), [(1, "once"), (2, "off")])
def test_a_trigger_is_overruled_in_its_card_and_the_move_is_not_stopped(
    window, plan, qtbot, index, value
):
    window.bridge.ask_outside_fights(True)
    plan()
    window.why_card.open_trigger("hob-spear", 4)
    choose(window.why_card, qtbot, index)
    (ruling,) = window.encounter.overrides
    assert (ruling.key, ruling.attacker, ruling.target, ruling.value) == (
        TRIGGER,
        "hob-spear",
        "seren",
        value,
    )
    qtbot.waitUntil(lambda: window.why_card.page.rows[0][1].startswith("Nobody strikes here"))
    assert not any(sign.fires for sign in window.view.map_scene.triggers.triggers)
    assert window.bridge.plan_route.triggers == 0
    assert any("doesn't strike" in e.headline for e in window.bridge.session.log.entries)
    window.why_card.leave()
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.bridge.session.pending is None
    assert window.encounter.tokens["seren"].at == TO_THE_BRUTE
    assert bool(window.encounter.overrides) == (value == "off")


def test_a_ruling_is_taken_back_in_the_card(window, plan, qtbot):
    plan()
    window.why_card.open_trigger("hob-spear", 4)
    choose(window.why_card, qtbot, 2)
    choose(window.why_card, qtbot, 0)
    assert window.encounter.overrides == ()
    assert window.why_card.page.overrule.selected == "map"
    assert window.view.map_scene.triggers.triggers[0].fires


def test_w_during_a_drag_explains_what_the_way_costs(window, plan, qtbot):
    plan(Qt.Key.Key_W)
    card = window.why_card
    assert card.isVisible()
    assert card.title.text() == "Movement: 35 ft"
    rows = dict(card.page.rows)
    assert rows["Verdict"] == "Seren: 35 ft, 2 actions"
    assert rows["Step 1"] == "diagonal 5 ft; 5 ft so far"
    assert rows["2 to 7"] == "straight 5 ft each; 35 ft so far"
    assert rows["Rule"] == "ShadowRealms, section 6"
    assert card.page.overrule is None


def test_a_click_on_a_cost_explains_that_step(window, plan, qtbot):
    plan(goal=Cell(8, 8))
    route = window.view.map_scene.paths.routes[0]
    click(window, qtbot, route.points[-1])
    card = window.why_card
    assert card.isVisible()
    rows = dict(card.page.rows)
    step = window.bridge.plan_route.cells.index(Cell(8, 8))
    assert rows[f"Step {step}"].startswith(("straight 5 ft + difficult 5 ft = 10 ft", "diagonal"))
    assert "difficult 5 ft" in rows[f"Step {step}"]


def test_what_is_met_on_the_way_is_told(window, plan, qtbot):
    plan(goal=Cell(6, 12), token="bryn")
    rows = dict(cost_page(window.bridge).rows)
    assert "dangerous ground at" in rows["Meets"]


def test_ground_that_costs_less_is_taken_off(window, plan, qtbot):
    encounter = window.encounter
    grid, terrain = encounter.map.grid.grid, encounter.map.terrain
    flooded = terrain.with_flag(grid, list(grid.cells()), int(Terrain.WATER))
    seren = encounter.tokens["seren"]
    swims = replace(seren, sheet=replace(seren.sheet, movement_feet=30, swim_feet=60))
    lake = replace(encounter.map, terrain=flooded)
    window.bridge.edit("Flood", encounter.with_map(lake).with_token(swims))
    settle(qtbot)
    plan(goal=Cell(seren.at.q, seren.at.r + 2))
    rows = dict(cost_page(window.bridge).rows)
    assert rows["1 to 2"].startswith("straight 5 ft − swimming 2.5 ft each; 5 ft so far")


def test_the_signs_follow_the_document(window, plan, qtbot):
    plan()
    hob = window.encounter.tokens["hob-spear"]
    away = replace(hob, at=Cell(16, 10))
    window.bridge.edit("Away", window.encounter.with_token(away))
    settle(qtbot)
    assert triggers_now(window.bridge) == []
    assert not window.view.map_scene.triggers.isVisible()
    assert window.view.map_scene.paths.isVisible()


def test_enter_moves_and_then_strikes_where_an_attack_is_planned(window, plan, qtbot):
    window.bridge.perform(BeginFight(("seren", "orc-brute")))
    while window.encounter.turn_order.active != "seren":
        window.run_command("fight.end_turn")
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    window.bridge.session.set_policy("hob-spear", "opportunity attack", "never")
    plan()
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    for _ in range(10):
        settle(qtbot)
    assert window.encounter.tokens["seren"].at == TO_THE_BRUTE
    assert window.attack_panel.result.outcome is not None


def test_what_an_attack_provokes_is_asked_and_overruled_in_the_panel(open_window, qtbot):
    archer = Token("ada", "Ada", "party", Cell(3, 3), weapons=(Weapon("bow", range_feet=60),))
    guard = Token("gus", "Gus", "foe", Cell(4, 3), weapons=(Weapon("sword"),))
    encounter = Encounter(
        BattleMap(GridSpec(columns=10, rows=7)),
        MappingProxyType({"ada": archer, "gus": guard}),
        rules=RulesChoice("prowess"),
    )
    window = open_window(Session.new(encounter, seed=3))
    window.bridge.select(["ada"])
    window.bridge.set_target("gus")
    settle(qtbot)
    (row,) = (row for row in window.attack_panel.trigger_list.rows if row.isVisible())
    assert row.words.text() == "Gus, sword, at the attack"
    window.attack_panel.scroll.ensureWidgetVisible(row)
    row.eye.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(window.view.map_scene.evidence.isVisible)
    qtbot.mouseClick(row, LEFT)
    card = window.why_card
    assert card.isVisible()
    rows = dict(card.page.rows)
    assert rows["Verdict"] == "Gus may strike"
    assert rows["Geometry"] == "The sword reaches D4"
    assert rows["Rule"] == "Prowess, Opportunity Attack"
    choose(card, qtbot, 1)
    qtbot.waitUntil(lambda: card.page.rows[0][1].startswith("Nobody strikes here"))
    qtbot.waitUntil(lambda: row.words.text().endswith("the GM lets it pass"))
    card.leave()
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    settle(qtbot)
    pending = window.bridge.session.pending
    assert pending is None or pending.kind != "opportunity attack"


def test_the_card_goes_out_of_the_way_when_the_map_moves_under_it(window, plan, qtbot):
    plan()
    card = window.why_card
    card.open_trigger("hob-spear", 4)

    def is_clear():
        return not any(path.intersects(QRectF(card.geometry())) for path in card._kept())

    assert is_clear()
    view = window.view
    for way in (QPointF(0, -160), QPointF(180, 0), QPointF(0, 260)):
        view.pan(way)
        settle(qtbot)
        assert is_clear()
    assert view.cards._leads_to is not None
    qtbot.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert view.cards._leads_to is None
    assert window.bridge.pinned is None


def test_a_new_drag_takes_the_place_of_the_plan(window, plan, qtbot, pixel_of):
    plan()
    port = window.view.viewport()
    start, end = pixel_of(window, Cell(4, 8)), pixel_of(window, Cell(5, 9))
    qtbot.mousePress(port, LEFT, Qt.KeyboardModifier.NoModifier, start)
    qtbot.mouseMove(port, (start + end) / 2)
    qtbot.mouseMove(port, end)
    settle(qtbot)
    qtbot.keyClick(window.view, Qt.Key.Key_Escape)
    qtbot.mouseRelease(port, LEFT, Qt.KeyboardModifier.NoModifier, end)
    settle(qtbot)
    assert window.bridge.plan_route is None
    assert window.view.why_route.route is None
    assert not window.view.map_scene.paths.isVisible()
    assert not window.view.map_scene.triggers.isVisible()


def test_w_over_a_sign_or_a_cost_explains_that_one(window, plan, qtbot):
    plan()
    view, scene = window.view, window.view.map_scene
    for place, title in (
        (scene.triggers.triggers[0].peak(scene.unit), "Hob Spear's reaction"),
        (scene.paths.routes[0].points[1], "Movement: 5 ft to F8"),
    ):
        qtbot.mouseMove(view.viewport(), view.pixel_of(place).toPoint())
        settle(qtbot)
        view.setFocus()
        qtbot.keyClick(view, Qt.Key.Key_W)
        assert window.why_card.title.text() == title
        window.why_card.leave()
    # Away from both, the whole way.
    qtbot.mouseMove(view.viewport(), view.pixel_of(scene.center_of("archer")).toPoint())
    settle(qtbot)
    qtbot.keyClick(view, Qt.Key.Key_W)
    assert window.why_card.title.text() == "Movement: 35 ft"


def say(segmented, qtbot, key):
    index = [option.key for option in segmented._options].index(key)
    qtbot.mouseClick(
        segmented,
        LEFT,
        Qt.KeyboardModifier.NoModifier,
        segmented._box(index).center().toPoint(),
    )
    settle(qtbot)


def test_what_a_step_costs_is_overruled_in_its_card_and_the_route_follows(window, plan, qtbot):
    plan()
    card, bridge = window.why_card, window.bridge
    place = window.view.map_scene.paths.routes[0].points[1]
    click(window, qtbot, place)
    assert card.title.text() == "Movement: 5 ft to F8"
    say(card.fact_switch.values, qtbot, "300")
    assert card.title.text() == "Movement: 15 ft to F8"
    rows = dict(card.page.rows)
    assert rows["Step 1"].startswith("15 ft, overruled by the GM")
    assert rows["Map"] == "Step 1: 5 ft"
    assert dict(cost_page(window.bridge).rows)["Verdict"] == "Seren: 45 ft, 2 actions"
    (kept,) = window.encounter.overrides
    assert (kept.attacker, kept.value) == ("seren", "300 once")
    assert "GM: Seren's step to F8 costs 15 ft" in [e.headline for e in bridge.session.log.entries]
    say(card.fact_switch.lasts, qtbot, "until cleared")
    (kept,) = window.encounter.overrides
    assert kept.value == "300"
    card.leave()
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    settle(qtbot)
    while bridge.session.pending is not None:
        bridge.answer("let_go")
        settle(qtbot)
    assert "moves 45 ft" in bridge.session.log.entries[-1].headline
    assert window.encounter.overrides == (kept,)
    window.run_command("rules.clear_overrules")
    assert window.encounter.overrides == ()
    bridge.undo()
    assert window.encounter.overrides == (kept,)


def test_the_whole_way_is_said_to_be_open_ground_in_one_step_of_undo(window, plan, qtbot):
    plan(goal=Cell(8, 9))
    card, bridge = window.why_card, window.bridge
    assert card.open_cost()
    assert dict(card.page.rows)["Verdict"] == "Seren: 25 ft, 1 action"
    position = bridge.session.history.position
    say(card.fact_switch.values, qtbot, "100")
    assert dict(card.page.rows)["Verdict"] == "Seren: 20 ft, 1 action"
    assert bridge.session.history.position == position + 1
    assert len(window.encounter.overrides) == 4
    window.run_command("rules.clear_overrules")
    assert window.encounter.overrides == ()
    assert bridge.session.history.position == position + 2
    bridge.undo()
    assert len(window.encounter.overrides) == 4
    say(card.fact_switch.values, qtbot, "map")
    assert window.encounter.overrides == ()
    bridge.undo()
    bridge.undo()
    settle(qtbot)
    assert dict(card.page.rows)["Verdict"] == "Seren: 25 ft, 1 action"


def test_a_trigger_that_comes_to_nothing_happens_by_the_gms_word(window, plan, qtbot):
    window.bridge.perform(BeginFight(("seren", "hob-spear")))
    while window.encounter.turn_order.active != "seren":
        window.run_command("fight.end_turn")
    hob = window.encounter.tokens["hob-spear"]
    spent = replace(hob, status=replace(status_of(hob), reaction=0))
    window.bridge.edit("Reaction spent", window.encounter.with_token(spent))
    window.bridge.select(["seren"])
    plan()
    assert not any(sign.fires for sign in window.view.map_scene.triggers.triggers)
    card = window.why_card
    assert card.open_trigger("hob-spear", 4)
    assert [option.label for option in card.overrule._options][1] == "Strikes this time"
    choose(card, qtbot, 1)
    assert any(sign.fires for sign in window.view.map_scene.triggers.triggers)
    qtbot.waitUntil(lambda: card.page.rows[0][1] == "Hob Spear may strike: by the GM's word")
    assert card.page.overrule.selected == "once"
    card.leave()
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Return)
    settle(qtbot)
    assert window.bridge.session.pending.token == "hob-spear"
    window.bridge.answer("let_go")
    settle(qtbot)
    assert window.encounter.overrides == ()


def test_the_card_of_one_who_enters_a_reach_gives_the_odds_there(open_window, qtbot, pixel_of):
    window = open_window("bridge-duel")
    viewport, start = window.view.viewport(), window.encounter.tokens["bandit-1"].at
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=pixel_of(window, start))
    for back in (2, 5):
        qtbot.mouseMove(viewport, pixel_of(window, Cell(start.q - back, start.r)))
        qtbot.wait(20)
    cards = window.view.cards
    qtbot.waitUntil(lambda: cards.callouts and not cards.callouts[0].awaits_odds)
    assert "enters" in " ".join(cards.callouts[0].lines)
    assert cards.callouts[0].odds.startswith("Hit ")
    qtbot.keyClick(window.view, Qt.Key.Key_Escape)
