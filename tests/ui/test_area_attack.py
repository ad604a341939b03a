"""An area attack from the panel: aimed with the mouse, chosen, rolled, undone, in every game."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import QPoint, Qt

from battlemap.geometry.cell import Cell
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter, RulesChoice
from battlemap.model.event import Noted
from battlemap.model.intent import AreaAttack
from battlemap.session.journal import Journal
from battlemap.session.registry import find_system, system_keys
from battlemap.session.session import Session
from battlemap.ui import application


def caster_of(system):
    """A creature of the bestiary with an area attack that is put somewhere, else any."""
    found = [(one, system.areas(one)) for one in system.bestiary() if system.areas(one)]
    if not found:
        return None, None
    found.sort(key=lambda pair: pair[1][0].range_feet == 0)
    return found[0][0], found[0][1][0]


GAMES = [key for key in system_keys() if caster_of(find_system(key))[0] is not None]


@pytest.fixture(params=GAMES)
def game(request, open_window):
    """A caster, two victims beside each other, and a friend of theirs far away."""
    system = find_system(request.param)
    caster, area = caster_of(system)
    victim = next(one for one in system.bestiary() if one.size == 1 and not system.areas(one))
    tokens = [
        replace(caster, id="caster", side="party", at=Cell(2, 4), facing=90.0),
        replace(victim, id="one", name="One", side="foe", at=Cell(6, 4)),
        replace(victim, id="two", name="Two", side="foe", at=Cell(6, 5)),
        replace(victim, id="far", name="Far", side="foe", at=Cell(17, 9)),
    ]
    encounter = Encounter(
        BattleMap(GridSpec(columns=20, rows=11)),
        MappingProxyType({token.id: token for token in tokens}),
        rules=RulesChoice(system.key),
    )
    window = open_window(Session.new(encounter, seed=11))
    window.bridge.select(("caster",))
    window.view.setFocus()
    window._choose_tool("area")
    return window, area


def arm(window, area, qtbot):
    panel = window.area_panel
    index = panel.weapon.findData(area.name)
    assert index > 0
    panel.weapon.setCurrentIndex(index)
    panel.weapon.activated.emit(index)
    qtbot.wait(10)
    return panel


def place(window, cell, qtbot, pixel_of):
    pixel = pixel_of(window, cell)
    qtbot.mouseMove(window.view.viewport(), pixel - QPoint(3, 3))
    qtbot.mouseClick(window.view.viewport(), Qt.MouseButton.LeftButton, pos=pixel)
    qtbot.wait(80)


def answer_all(window):
    """Answer every question with its first available option."""
    session = window.bridge.session
    for _ in range(60):
        if session.pending is None:
            return
        options = session.pending.options
        window.bridge.answer(next(one.key for one in options if not one.unavailable))
    raise AssertionError("it never ends")


def test_there_is_a_game_with_areas():
    assert len(GAMES) >= 2


def test_the_weapon_says_what_its_area_is_like(game, qtbot):
    window, area = game
    panel = arm(window, area, qtbot)
    settings = window.bridge.area_plan.settings
    assert settings.kind.value == area.shape
    assert settings.size == area.size_feet
    assert settings.margin == area.splash_feet
    assert not panel.kind.isVisible()
    assert not panel.form.size_box.isVisible()
    assert panel.about.text() == settings.words()
    panel.weapon.setCurrentIndex(0)
    panel.weapon.activated.emit(0)
    assert panel.kind.isVisible()
    assert panel.keep_button.isVisible()
    assert not panel.roll_button.isVisible()


def test_everybody_inside_is_listed_and_rolled_in_one_step(game, qtbot, pixel_of):
    window, area = game
    panel = arm(window, area, qtbot)
    place(window, Cell(6, 4), qtbot, pixel_of)
    listed = {row.token for row in panel.targets.target_rows}
    assert {"one", "two"} & listed
    assert "far" not in listed
    assert all(row.line.reason.text() for row in panel.targets.target_rows)
    assert panel.attack_view.chart.isVisible()
    assert panel.roll_button.isEnabled(), panel.attack_view.warnings.text()
    before = window.encounter
    steps = len(window.bridge.session.history.commits)
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    answer_all(window)
    history = window.bridge.session.history
    assert len(history.commits) == steps + 1
    assert isinstance(history.commits[-1].intent, AreaAttack)
    assert window.encounter is not before
    qtbot.wait(80)
    assert panel.attack_view.result.isVisible()
    assert not panel.targets.target_rows, "the area was taken away after the roll"
    # The next click chooses a token and lays no other area.
    assert window.view.tool == "select"
    assert window.tabs.key == "area", "what came of it stays on show"
    window.bridge.undo()
    assert window.encounter is before


def test_an_area_is_laid_and_rolled_without_a_mouse(game, qtbot):
    window, area = game
    panel = arm(window, area, qtbot)
    view, plan, steps = window.view, window.bridge.area_plan, window.bridge.session.history.position
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.wait(80)
    first = plan.area
    assert first is not None
    assert not plan.is_placed
    cells = set()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(view, key)
        cells.add(plan.area.template)
    assert len(cells) == 4, "each key leads it somewhere else"
    if not plan.area.caught:
        goal = window.bridge.board.grid.center(window.encounter.tokens["one"].at)
        at = view.current_tool.place
        ways = ((goal.x - at.x, Qt.Key.Key_Right, Qt.Key.Key_Left),)
        ways += ((goal.y - at.y, Qt.Key.Key_Down, Qt.Key.Key_Up),)
        for way, more, less in ways:
            for _ in range(2 * round(abs(way))):
                qtbot.keyClick(view, more if way > 0 else less)
                if plan.area is not None and plan.area.caught:
                    break
    assert plan.area.caught
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert plan.is_placed
    assert window.bridge.session.history.position == steps, "the first Enter only puts it down"
    qtbot.wait(80)
    assert panel.can_roll
    qtbot.keyClick(view, Qt.Key.Key_Return)
    answer_all(window)
    assert window.bridge.session.history.position == steps + 1


def test_the_area_stays_drawn_while_somebody_is_asked(game, qtbot, pixel_of):
    window, area = game
    if window.bridge.system.key not in ("grimhowl", "prowess"):
        pytest.skip("nobody is asked in this game")
    panel, bridge = arm(window, area, qtbot), window.bridge
    place(window, Cell(6, 4), qtbot, pixel_of)
    laid, plan = bridge.area_plan.area, panel.attack_view.plan
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    qtbot.wait(80)
    assert bridge.session.pending is not None
    assert bridge.area_plan.area is not None
    assert bridge.area_plan.area.template == laid.template
    assert window.view.map_scene.area.isVisible()
    name = bridge.encounter.tokens["caster"].name
    assert panel.about.text().startswith(f"{name}, ")
    # It is the attack as it is rolled, not the next one.
    assert panel.attack_view.plan == plan
    assert not panel.roll_button.isEnabled()
    # Taken back, it is still aimed as it was.
    bridge.undo()
    qtbot.wait(80)
    assert bridge.area_plan.area.template == laid.template
    qtbot.keyClick(window, Qt.Key.Key_Return)
    answer_all(window)
    qtbot.wait(80)
    assert bridge.area_plan.area is None
    told = panel.attack_view.result.text()
    for event in bridge.session.history.commits[-1].events:
        if isinstance(event, Noted) and event.outcome is not None:
            hurt = event.outcome
            who = bridge.encounter.tokens[hurt.target].name
            amount = f"{hurt.damage} damage" if hurt.damage else "no damage"
            assert f"{who}: {amount}" in told
            name = ""
    assert not name, "somebody was hit"


def test_a_recovered_question_has_its_area_on_the_map(game, open_window, qtbot, pixel_of):
    left, area = game
    if left.bridge.system.key not in ("grimhowl", "prowess"):
        pytest.skip("nobody is asked in this game")
    session = Session.new(left.encounter, seed=11, journal=Journal())
    left.bridge.set_session(session)
    left.bridge.select(("caster",))
    arm(left, area, qtbot)
    place(left, Cell(6, 4), qtbot, pixel_of)
    laid = left.bridge.area_plan.area
    left.view.setFocus()
    qtbot.keyClick(left, Qt.Key.Key_Return)
    qtbot.wait(80)
    asked = session.pending
    assert asked is not None
    session._journal.abandon()  # as a killed process leaves it

    window = open_window(Session.new(journal=Journal()), welcome=True)
    application.offer_recovery(window)
    qtbot.mouseClick(window.message_bar.buttons[0], Qt.MouseButton.LeftButton)
    qtbot.wait(80)
    bridge = window.bridge
    assert bridge.session.pending == asked
    assert window.view.current_tool.key == "area"
    assert window.view.map_scene.area.isVisible()
    assert bridge.area_plan.is_placed
    assert bridge.area_plan.area.template == laid.template
    assert bridge.area_plan.area.cells == laid.cells
    assert window.area_panel.attack_view.plan.targets == left.area_panel.attack_view.plan.targets
    answer_all(window)
    qtbot.wait(80)
    assert bridge.area_plan.area is None
    assert not window.view.map_scene.area.isVisible()


def test_choices_go_into_the_plan(game, qtbot, pixel_of):
    window, area = game
    panel = arm(window, area, qtbot)
    place(window, Cell(6, 4), qtbot, pixel_of)
    plan = panel.attack_view.plan
    owners = [*panel.attack_view.choice_rows.values()]
    owners += [row for target in panel.targets.target_rows for row in target.choice_rows.values()]
    choices = [*plan.choices, *(c for target in plan.targets for c in target.choices)]
    for choice in choices:
        other = next(
            (o for o in choice.options if o.key != choice.selected and not o.unavailable), None
        )
        if other is None:
            continue
        window.bridge.area_plan.set_choice(choice.key, other.key)
        qtbot.wait(60)
        now = panel.attack_view.plan
        shown = {c.key: c for c in (*now.choices, *(c for t in now.targets for c in t.choices))}
        assert shown[choice.key].selected == other.key
        break
    assert len(owners) == len(choices)


def test_an_attack_that_cannot_be_made_says_why_and_can_be_forced(game, qtbot, pixel_of):
    window, area = game
    if not area.range_feet:
        pytest.skip("it starts at the caster and is never out of range")
    small = window.encounter
    far = replace(small.map, grid=GridSpec(columns=200, rows=11))
    window.bridge.edit("Wider", small.with_map(far))
    panel = arm(window, area, qtbot)
    tool = window.view.current_tool
    from battlemap.geometry.cell import Point

    tool.origin = Point(190.5, 4.5)
    tool._is_placed = True
    tool._lay()
    qtbot.wait(80)
    assert not panel.roll_button.isEnabled()
    assert panel.attack_view.warnings.text()
    assert panel.attack_view.force.isVisible()


def test_without_area_attacks_there_is_only_the_template(open_window, qtbot):
    window = open_window("sunken-hall")
    plain = next(
        t.id for t in window.encounter.tokens.values() if not window.bridge.system.areas(t)
    )
    window.bridge.select((plain,))
    window._choose_tool("area")
    assert not window.area_panel.weapon.isVisible()
    assert window.area_panel.keep_button.isVisible()


def test_the_tool_begins_with_the_weapon_in_hand(game, qtbot):
    window, area = game
    window._choose_tool("select")
    window.bridge.area_plan.arm(None)
    window.bridge.set_weapon(area.name)
    window._choose_tool("area")
    assert window.bridge.area_plan.weapon == area.name
    window.area_panel.weapon.setCurrentIndex(0)
    window.area_panel.weapon.activated.emit(0)
    assert window.bridge.area_plan.weapon == ""


def test_the_map_shows_the_area_as_the_rules_have_it(game, qtbot, pixel_of):
    from battlemap.geometry.shapes import Coverage

    window, area = game
    window.bridge.area_plan.set(coverage=Coverage.ANY, stopped_by_walls=False)
    panel = arm(window, area, qtbot)
    place(window, Cell(6, 4), qtbot, pixel_of)
    assert not panel.form.coverage.isVisible()
    assert not panel.form.walls.isVisible()
    drawn, ruled = window.bridge.area_plan.area, panel.attack_view.plan.area
    assert drawn.cells == ruled.cells
    assert drawn.splash_cells == ruled.splash_cells


def test_named_results_and_announcing_are_said_in_the_panel(open_window, qtbot):
    from battlemap.model.intent import BeginFight

    window = open_window("floor-three")
    window.bridge.perform(BeginFight())
    while window.bridge.session.pending is not None:
        window.bridge.answer("no")
    tokens = window.encounter.tokens.values()
    mob = next(t for t in tokens if t.side == "foe")
    hero = next(t for t in tokens if t.side == "party")
    window.bridge.select([mob.id])
    window.bridge.set_target(hero.id)
    qtbot.wait(60)
    panel = window.attack_panel
    assert panel.roll_button.text() == "Announce"
    window.bridge.select([hero.id])
    window.bridge.set_target(mob.id)
    window.bridge.set_choice("force", "yes")
    qtbot.wait(60)
    assert panel.roll_button.text() == "Roll"
    plan = panel.plan
    assert plan.odds.degrees
    assert all(name in panel.degrees.text() for name, chance in plan.odds.degrees if chance > 0)
    assert panel.degrees.isVisible()


def test_enter_never_rolls_an_attack_behind_another_tab(game, qtbot, pixel_of):
    window, area = game
    window.bridge.set_target("one")
    arm(window, area, qtbot)
    window.show_tab("area")
    window.view.setFocus()
    steps = len(window.bridge.session.history.commits)
    qtbot.keyClick(window, Qt.Key.Key_Return)
    assert len(window.bridge.session.history.commits) == steps
    assert "press where it goes" in window.message_bar.text.text()
    window._choose_tool("select")
    window.bridge.area_plan.arm(None)
    window.show_tab("token")
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_Return)
    assert window.bridge.session.pending is None
    assert len(window.bridge.session.history.commits) == steps


def test_a_target_of_ones_own_side_is_dropped_when_another_attacks(game):
    window, _ = game
    window.bridge.set_target("one")
    window.bridge.select(("two",))
    assert window.bridge.target is None
    window.bridge.set_target("far")
    assert window.bridge.target == "far", "a GM may choose a friend all the same"
    window.bridge.select(("caster",))
    assert window.bridge.target == "far"


def test_with_nobody_inside_there_is_no_head_of_modifiers(game, qtbot, pixel_of):
    window, area = game
    panel = arm(window, area, qtbot)
    place(window, Cell(12, 1), qtbot, pixel_of)
    view = panel.attack_view

    def rows():
        return [row for row in view.modifier_rows if row.isVisible()]

    assert view.modifiers_head.isVisible() == bool(rows())
    place(window, Cell(6, 4), qtbot, pixel_of)
    assert view.modifiers_head.isVisible() == bool(rows())
