"""The bar offers to end the fight once a side has fallen, and takes that back with the blow."""

from PySide6.QtCore import Qt

from battlemap.model.intent import BeginFight, SetCondition

LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def fell(window, side):
    for key, token in window.encounter.tokens.items():
        if token.side == side:
            window.bridge.perform(SetCondition(key, "dead", True))


def test_the_last_foe_falls_and_the_fight_can_be_ended(open_window, qtbot):
    window = open_window("arena")
    bar = window.message_bar
    window.bridge.perform(BeginFight())
    fell(window, "foe")
    qtbot.waitUntil(bar.isVisible)
    assert bar.text.text() == "No foe stands any more."
    qtbot.keyClick(window.view, Qt.Key.Key_Z, CONTROL)
    assert not bar.isVisible(), "one stands again"
    qtbot.keyClick(window.view, Qt.Key.Key_Z, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(bar.isVisible)
    qtbot.mouseClick(bar.buttons[0], LEFT)
    assert not window.encounter.turn_order.is_running
    assert not bar.isVisible()
    window.bridge.undo()
    assert window.encounter.turn_order.is_running


def test_nothing_is_offered_without_a_fight_and_the_party_counts_too(open_window, qtbot):
    window = open_window("arena")
    fell(window, "foe")
    qtbot.wait(60)
    assert not window.message_bar.isVisible()
    window.bridge.perform(BeginFight())
    fell(window, "party")
    qtbot.waitUntil(window.message_bar.isVisible)
    assert window.message_bar.text.text() == "Nobody of the party stands any more."
