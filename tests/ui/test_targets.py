"""Several targets: chosen with keys and mouse, numbered on the map, attacked in one step."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from battlemap.geometry.cell import Cell
from battlemap.rules.procedure import Ask
from battlemap.ui.bridge import MenuPlace
from battlemap.ui.panels.wording import percent
from battlemap.ui.targets import Targets

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


def test_targets_keep_their_order_and_show_the_next_one():
    three = Targets().toggled("a").toggled("b").toggled("c")
    assert (three.keys, three.shown) == (("a", "b", "c"), "a")
    assert [three.number_of(key) for key in ("a", "c", "x")] == [1, 3, 0]
    assert three.showing("b").without("b") == Targets(("a", "c"), "c")
    assert three.toggled("a") == Targets(("b", "c"), "b")
    assert three.among({"c"}) == Targets(("c",), "c")
    assert three.among({"c"}).number_of("c") == 0
    assert three.among(()) == Targets()
    assert three.showing("x") is three
    assert three.only("c") == Targets(("c",), "c")


@pytest.fixture
def beside(window, qtbot):
    """Seren between two orcs, both in reach."""
    tokens = window.encounter.tokens
    changed = window.encounter
    for key, cell in (("seren", (11, 7)), ("orc-brute", (12, 7)), ("hob-spear", (11, 8))):
        changed = changed.with_token(replace(tokens[key], at=Cell(*cell), facing=90.0))
    window.bridge.edit("Put", changed)
    window.bridge.select(["seren"])
    window.view.setFocus()
    qtbot.wait(20)
    return window


def test_keys_and_clicks_add_targets_and_the_strip_switches(beside, qtbot, pixel_of):
    window, bridge = beside, beside.bridge
    strip, panel = window.attack_panel.target_strip, window.attack_panel
    qtbot.keyClick(window.view, Qt.Key.Key_T)
    qtbot.wait(20)
    first = bridge.target
    assert bridge.targets.keys == (first,)
    assert not strip.isVisible()
    second = "hob-spear" if first == "orc-brute" else "orc-brute"
    viewport = window.view.viewport()
    place = pixel_of(window, window.encounter.tokens[second].at)
    qtbot.mouseClick(viewport, LEFT, CONTROL | SHIFT, place)
    qtbot.wait(30)
    assert bridge.targets.keys == (first, second)
    assert bridge.target == first
    assert strip.isVisible()
    assert panel.plan.intent.target == first
    looks = {key: item.look for key, item in window.view.map_scene.items_by_token.items()}
    assert (looks[first].target_number, looks[second].target_number) == (1, 2)
    assert looks[second].targeted
    odds = bridge.attack_plan().odds
    assert strip.chips[first].text().endswith(percent(odds.hit))

    qtbot.mouseClick(strip.chips[second], LEFT)
    qtbot.wait(20)
    assert bridge.target == second
    assert bridge.targets.keys == (first, second)
    assert panel.plan.intent.target == second
    assert strip.chips[second].isChecked()
    assert not strip.chips[first].isChecked()

    strip.chips[second].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(strip.chips[second], Qt.Key.Key_Backtab, SHIFT)
    qtbot.wait(20)
    assert bridge.target == first

    window.view.setFocus()
    qtbot.mouseMove(viewport, pixel_of(window, Cell(0, 0)))
    qtbot.wait(20)
    qtbot.keyClick(window.view, Qt.Key.Key_T, SHIFT)
    qtbot.wait(20)
    assert len(bridge.targets.keys) == 3
    qtbot.mouseClick(viewport, LEFT, CONTROL | SHIFT, place)
    qtbot.wait(20)
    assert second not in bridge.targets.keys
    qtbot.keyClick(window, Qt.Key.Key_T, CONTROL | SHIFT)
    qtbot.wait(20)
    assert bridge.targets.keys == ()
    assert bridge.target is None
    assert not strip.isVisible()


def test_attack_with_all_strikes_each_target_in_one_step_of_undo(beside, qtbot):
    window, bridge = beside, beside.bridge
    bridge.set_target("orc-brute")
    bridge.toggle_target("hob-spear")
    qtbot.wait(30)
    before, steps = window.encounter, bridge.session.history.position
    qtbot.mouseClick(window.attack_panel.target_strip.attack_all, LEFT)
    for _ in range(20):
        qtbot.wait(10)
        pending = bridge.session.pending
        if not isinstance(pending, Ask):
            break
        bridge.answer(next(o.key for o in pending.options if not o.unavailable))
    qtbot.wait(20)
    struck = [e.outcome.target for e in bridge.session.log.entries if e.outcome is not None]
    assert struck == ["orc-brute", "hob-spear"]
    assert bridge.session.history.position == steps + 1
    assert bridge.session.history.commits[-1].label == "Seren attacks 2 targets"
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    qtbot.wait(20)
    assert window.encounter is before


def test_targets_that_leave_the_map_or_attack_are_targets_no_more(beside, qtbot):
    window, bridge = beside, beside.bridge
    bridge.set_target("orc-brute")
    bridge.toggle_target("hob-spear")
    bridge.toggle_target("kael")
    bridge.edit("Remove", window.encounter.without_token("orc-brute"))
    assert (bridge.targets.keys, bridge.target) == (("hob-spear", "kael"), "hob-spear")
    bridge.select(["hob-spear"])
    assert (bridge.targets.keys, bridge.target) == (("kael",), "kael")


def test_the_menu_of_a_token_adds_it_to_the_targets_there_are(beside):
    window, bridge = beside, beside.bridge

    def entries(key):
        menu = window.context_menu(MenuPlace(window.encounter.tokens[key].at, key))
        return {action.text(): action for action in menu.actions()}

    assert "Add to the targets (Shift+T)" not in entries("hob-spear")
    bridge.set_target("orc-brute")
    entries("hob-spear")["Add to the targets (Shift+T)"].trigger()
    assert bridge.targets.keys == ("orc-brute", "hob-spear")
    entries("hob-spear")["Take out of the targets (Shift+T)"].trigger()
    assert bridge.targets.keys == ("orc-brute",)
