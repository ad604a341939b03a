"""Each fact of an attack has a switch in its Why card: this time, until cleared, by the map."""

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt

from battlemap.rules.ruleable_facts import FACTS, PREFIX
from battlemap.ui.overlays.free_place import hides

LEFT = Qt.MouseButton.LeftButton
PLAIN = Qt.KeyboardModifier.NoModifier
FACTS_OF_A_PAIR = [
    ("arc", "rear"),
    ("in_reach", "on"),
    ("cover", "total"),
    ("sight", "off"),
    ("height", "target"),
    ("engaged_by", "on"),
    ("tight", "on"),
    ("target_seen", "off"),
    ("attacker_seen", "off"),
    ("target_posture", "on"),
    ("attacker_posture", "on"),
    ("target_motion", "on"),
]


def settle(qtbot):
    qtbot.wait(60)


@pytest.fixture
def pair(window, qtbot):
    """Seren and an archer whom she doesn't reach; every fact has its line."""
    window.bridge.select(["seren"])
    window.bridge.set_target("archer")
    settle(qtbot)
    qtbot.mouseClick(window.attack_panel.every_fact, LEFT)
    settle(qtbot)
    return window


def choose(segmented, qtbot, key):
    index = [option.key for option in segmented._options].index(key)
    qtbot.mouseClick(segmented, LEFT, PLAIN, segmented._box(index).center().toPoint())
    settle(qtbot)


def open_line(window, qtbot, fact):
    """Point at the fact's line in the panel and press W."""
    shown = {"in_reach": "distance"}.get(fact, fact)
    row = next(r for r in window.attack_panel.fact_rows if r.isVisible() and r.fact == shown)
    window.attack_panel.scroll.ensureWidgetVisible(row)
    row.eye.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(row.eye, Qt.Key.Key_W)
    settle(qtbot)
    assert window.why_card.isVisible()
    return row


@pytest.mark.parametrize(("fact", "value"), FACTS_OF_A_PAIR)
def test_a_fact_is_overruled_this_time_then_until_cleared_then_not_at_all(pair, qtbot, fact, value):
    window, card = pair, pair.why_card
    before = window.attack_panel.plan
    row = open_line(window, qtbot, fact)
    switch = card.fact_switch
    assert switch.isVisible()
    assert switch.values._selected == "map"
    choose(switch.values, qtbot, value)
    assert window.bridge.settings.switched == {PREFIX + fact: value}
    assert window.encounter.overrides == ()
    assert "overruled by the GM" in row.value.text()
    assert dict(card.page.rows)["Map"]
    planned = window.attack_panel.plan
    assert planned.situation.by_hand == {fact: "once"}
    assert (planned.odds, planned.illegal, planned.situation) != (
        before.odds,
        before.illegal,
        before.situation,
    )

    choose(switch.lasts, qtbot, "until cleared")
    (kept,) = window.encounter.overrides
    assert (kept.key, kept.value) == (PREFIX + fact, value)
    assert (kept.attacker, kept.target) == ("seren", "archer")
    assert window.bridge.settings.switched == {}
    entry = window.bridge.session.log.entries[-1]
    assert FACTS[fact].words(value).lower() in entry.headline
    assert window.attack_panel.plan.odds == planned.odds

    choose(switch.values, qtbot, "map")
    assert window.encounter.overrides == ()
    assert window.attack_panel.plan == before
    window.bridge.undo()
    settle(qtbot)
    assert window.encounter.overrides == (kept,)
    window.run_command("rules.clear_overrules")
    settle(qtbot)
    assert window.encounter.overrides == ()
    assert window.attack_panel.plan.odds == before.odds


def test_what_is_overruled_this_time_ends_with_the_roll_and_is_logged(pair, qtbot):
    window, card = pair, pair.why_card
    window.bridge.set_target("orc-brute")
    settle(qtbot)
    open_line(window, qtbot, "in_reach")
    choose(card.fact_switch.values, qtbot, "on")
    card.leave()
    window.view.setFocus()
    window.attack_panel.roll()
    settle(qtbot)
    while window.bridge.session.pending is not None:
        window.bridge.answer(window.bridge.session.pending.options[-1].key)
        settle(qtbot)
    assert window.bridge.settings.switched == {}
    lines = [line for entry in window.bridge.session.log.entries for line in entry.details]
    assert "Reach: in reach, overruled by the GM, this time" in lines


def test_a_fact_that_counts_has_both_switches(window, qtbot):
    """The arc, and the modifier that comes of it."""
    window.bridge.select(["seren"])
    window.bridge.set_target("archer")
    settle(qtbot)
    card = window.why_card
    card.open_for("arc")
    choose(card.fact_switch.values, qtbot, "rear")
    assert card.key == "rear"
    assert card.overrule.isVisible()
    choose(card.overrule, qtbot, "once")
    assert window.bridge.settings.switched == {"fact:arc": "rear", "rear": "off"}


def test_the_keyboard_overrules_a_fact(pair, qtbot):
    window, card = pair, pair.why_card
    open_line(window, qtbot, "sight")
    assert card.fact_switch.values.hasFocus()
    qtbot.keyClick(card.fact_switch.values, Qt.Key.Key_Right)
    settle(qtbot)
    assert window.bridge.settings.switched == {"fact:sight": "on"}
    qtbot.keyClick(card.fact_switch.values, Qt.Key.Key_Right)
    settle(qtbot)
    assert window.attack_panel.plan.illegal


def test_the_line_of_sight_tool_shows_what_stands(pair, qtbot, pixel_of):
    window = pair
    open_line(window, qtbot, "sight")
    choose(window.why_card.fact_switch.lasts, qtbot, "until cleared")
    choose(window.why_card.fact_switch.values, qtbot, "off")
    window.why_card.leave()
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_O)
    tokens = window.encounter.tokens
    port = window.view.viewport()
    for key in ("seren", "archer"):
        qtbot.mouseClick(port, LEFT, PLAIN, QPoint(pixel_of(window, tokens[key].at)))
        settle(qtbot)
    texts = [label.text for label in window.view.map_scene.measure.drawing.labels]
    assert any("overruled by the GM" in text for text in texts), texts


@pytest.mark.parametrize("target", ["goblin-3", "orc-brute"])
def test_the_card_of_an_arc_hides_none_of_the_band(window, qtbot, target):
    window.bridge.select(["bryn"])
    window.bridge.set_target(target)
    settle(qtbot)
    open_line(window, qtbot, "arc")
    view, card = window.view, window.why_card
    band = view.viewportTransform().map(view.map_scene.arcs.surface())
    assert not band.isEmpty()
    corner = view.viewport().mapFrom(window, card.mapTo(window, QPoint(0, 0)))
    assert not hides(QRectF(QPointF(corner), QSizeF(card.size())), band)


@pytest.mark.parametrize(("fact", "index"), [("sight", 1), ("arc", 3), ("cover", 2)])
def test_the_next_click_on_the_card_finds_its_switch_where_it_was(pair, qtbot, fact, index):
    """The card grows with the first choice, by a line above its switch."""
    window, card = pair, pair.why_card
    open_line(window, qtbot, fact)
    values = card.fact_switch.values
    place, height, left = values.mapTo(window, QPoint(0, 0)), card.height(), card.x()
    box = values._box(index).center().toPoint()
    qtbot.mouseClick(values, LEFT, PLAIN, box)
    settle(qtbot)
    assert card.height() > height
    assert values.mapTo(window, QPoint(0, 0)) == place
    assert card.x() == left
    # Where it is on the screen it is clicked again: nothing else is there now.
    assert window.childAt(place + values._box(0).center().toPoint()) is values
    assert card.parentWidget().rect().contains(card.geometry())
    card.move(card.x(), card.parentWidget().height() - card.height() + 40)
    qtbot.mouseClick(values, LEFT, PLAIN, values._box(0).center().toPoint())
    settle(qtbot)
    assert card.parentWidget().rect().contains(card.geometry())
