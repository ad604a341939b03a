"""Effects by hand, auras, links and states of a token: Token panel, map, and the bar above it."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QGraphicsSceneHelpEvent, QToolTip

from battlemap.model.intent import SetCondition
from battlemap.model.lasting import Aura, AuraFor, Lasting, Link
from battlemap.tactics.auras import aura_cells
from battlemap.ui.panels.initiative_rows import initiative_rows
from battlemap.ui.panels.keeping_form import SECTIONS
from battlemap.ui.scene.coordinates import cells_path
from battlemap.ui.theme import LIGHT

LEFT = Qt.MouseButton.LeftButton


def type_over(qtbot, editor, text):
    editor.setFocus()
    editor.selectAll()
    qtbot.keyClicks(editor, text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.wait(20)


@pytest.fixture
def dace(window, qtbot):
    """The window with Dace in the Token panel."""
    window.bridge.select(["dace"])
    window.show_tab("token")
    qtbot.wait(40)
    return window


def token(window, key="dace"):
    return window.encounter.tokens[key]


def test_effects_by_hand_are_typed_and_taken_away(dace, qtbot):
    window, form = dace, dace.token_panel.keeping
    steps = window.bridge.session.history.position
    qtbot.mouseClick(form.add_buttons["lasting"], LEFT)
    qtbot.wait(20)
    assert token(window).lasting == (Lasting("Effect", 1),)
    (row,) = form.rows["lasting"]
    type_over(qtbot, row.name, "Haste")
    type_over(qtbot, row.detail, "twice as fast")
    type_over(qtbot, row.rounds, "3")
    assert token(window).lasting == (Lasting("Haste", 3, "twice as fast"),)
    assert form.rows["lasting"] == [row], "the row that is typed in stays"
    assert "Haste 3 rounds: twice as fast" in window.token_panel.states.texts()
    looks = window.view.map_scene.items_by_token["dace"].look
    assert "lasting" in looks.conditions
    rows = initiative_rows(window.bridge)
    assert "Haste 3 rounds" in next(one.state for one in rows if one.token == "dace")
    assert window.bridge.session.history.position == steps + 4
    qtbot.mouseClick(row.remove, LEFT)
    qtbot.wait(20)
    assert token(window).lasting == ()
    assert form.rows["lasting"] == []
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.wait(20)
    assert token(window).lasting == (Lasting("Haste", 3, "twice as fast"),)


def test_the_name_of_a_new_effect_is_typed_over(dace, qtbot):
    window, form = dace, dace.token_panel.keeping
    for field in ("lasting", "auras", "links"):
        form.add_buttons[field].click()
        qtbot.wait(60)  # the panel follows the change
        name = form.rows[field][-1].name
        assert window.focusWidget() is name
        qtbot.keyClicks(name, "Mine")
        assert name.text() == "Mine"
        qtbot.keyClick(name, Qt.Key.Key_Return)


def test_an_aura_is_drawn_for_the_selected_the_pinned_and_all_with_alt(dace, qtbot, pixel_of):
    window, form = dace, dace.token_panel.keeping
    qtbot.mouseClick(form.add_buttons["auras"], LEFT)
    qtbot.wait(20)
    (row,) = form.rows["auras"]
    type_over(qtbot, row.name, "Ward")
    type_over(qtbot, row.radius, "15")
    row.affects.setFocus()
    qtbot.keyClick(row.affects, Qt.Key.Key_Down)
    qtbot.wait(20)
    aura = Aura("Ward", 15, AuraFor.FRIENDS)
    assert token(window).auras == (aura,)
    assert row.inside.text() == "Inside: Seren, Bryn"
    overlay = window.kept.auras
    (area,) = overlay.drawing.areas
    board = window.bridge.board
    wanted = cells_path(board.grid, aura_cells(board, "dace", aura), inset=2.5)
    assert area.path == wanted
    assert area.color == "party"
    assert overlay.drawing.labels[0].text == "Ward, 15 ft, friends"

    window.bridge.select(["kael"])
    qtbot.waitUntil(lambda: not overlay.isVisible())
    viewport = window.view.viewport()
    qtbot.mouseMove(viewport, pixel_of(window, token(window).at))
    qtbot.waitUntil(overlay.isVisible)
    qtbot.mouseMove(viewport, pixel_of(window, window.encounter.tokens["kael"].at))
    qtbot.waitUntil(lambda: not overlay.isVisible())
    window.view.setFocus()
    qtbot.keyPress(window.view, Qt.Key.Key_Alt)
    qtbot.waitUntil(overlay.isVisible)
    qtbot.keyRelease(window.view, Qt.Key.Key_Alt)
    qtbot.waitUntil(lambda: not overlay.isVisible())

    window.bridge.select(["dace"])
    qtbot.wait(30)
    qtbot.mouseClick(form.rows["auras"][0].pin, LEFT)
    window.bridge.select(["kael"])
    qtbot.wait(30)
    assert overlay.isVisible()
    assert window.bridge.pinned_auras == {"dace"}


def test_a_link_is_drawn_and_its_end_is_offered_when_its_owner_falls(dace, qtbot):
    window, bridge, form = dace, dace.bridge, dace.token_panel.keeping
    bridge.set_target("seren")
    bridge.toggle_target("bryn")
    qtbot.mouseClick(form.add_buttons["links"], LEFT)
    qtbot.wait(20)
    (row,) = form.rows["links"]
    type_over(qtbot, row.name, "Bless")
    assert token(window).links == (Link("Bless", ("seren", "bryn")),)
    assert row.to.text() == "To Seren, Bryn"
    scene = window.view.map_scene
    ends = [line.end for line in window.kept.links.drawing.lines]
    assert ends == [scene.center_of("seren"), scene.center_of("bryn")]
    row.menu.aboutToShow.emit()
    entries = {action.text(): action for action in row.menu.actions()}
    assert entries["Bryn"].isChecked()
    entries["Bryn"].trigger()
    qtbot.wait(20)
    assert token(window).links == (Link("Bless", ("seren",)),)

    steps = bridge.session.history.position
    bridge.perform(SetCondition("dace", "unconscious", True))
    qtbot.waitUntil(window.message_bar.isVisible)
    assert window.message_bar.text.text() == "Dace is out and kept up Bless."
    assert token(window).links, "nothing ends by itself"
    qtbot.mouseClick(window.message_bar.buttons[0], LEFT)
    qtbot.wait(20)
    assert token(window).links == ()
    assert bridge.session.history.position == steps + 2
    bridge.undo()
    assert token(window).links == (Link("Bless", ("seren",)),)
    assert token(window).has("unconscious")


def test_conditions_have_signs_words_and_a_line_in_both_themes(dace, qtbot):
    window, panel = dace, dace.token_panel
    system = window.bridge.system
    qtbot.mouseClick(panel.chips["prone"], LEFT)
    qtbot.wait(30)
    assert token(window).has("prone")
    assert f"Prone: {system.condition_help('prone')}" in panel.states.texts()
    for condition, chip in panel.chips.items():
        assert chip.toolTip() == system.condition_help(condition)
        assert not chip.icon().isNull()
    before = panel.chips["prone"].icon().pixmap(14, 14).toImage()
    window.set_theme(LIGHT)
    qtbot.wait(20)
    assert panel.chips["prone"].icon().pixmap(14, 14).toImage() != before
    from battlemap.ui.bridge import MenuPlace

    menu = window.context_menu(MenuPlace(token(window).at, "dace"))
    conditions = next(a for a in menu.actions() if a.text() == "Conditions").menu()
    prone = next(a for a in conditions.actions() if a.text() == "Prone")
    assert prone.isChecked()
    assert prone.toolTip() == system.condition_help("prone")
    assert not prone.icon().isNull()


def test_pointing_at_a_token_tells_states_and_notes_to_the_gm_alone(window, qtbot):
    bridge, view = window.bridge, window.view
    noted = replace(token(window), notes="Knows the way", conditions=frozenset({"prone"}))
    bridge.edit("Note", window.encounter.with_token(noted))

    def tip():
        event = QGraphicsSceneHelpEvent(QGraphicsSceneHelpEvent.Type.GraphicsSceneHelp)
        event.setScenePos(view.map_scene.center_of("dace"))
        event.setScreenPos(view.mapToGlobal(QPoint(300, 300)))
        QApplication.sendEvent(view.map_scene, event)
        text = QToolTip.text()
        QToolTip.hideText()
        return text

    assert bridge.system.condition_help("prone") in tip()
    assert "Knows the way" in tip()
    bridge.switch_overlay("gm", False)
    qtbot.wait(20)
    assert "Knows the way" not in tip()
    assert bridge.system.condition_help("prone") in tip()


def test_the_dead_are_marked_and_leave_the_map_in_one_step(window, qtbot):
    bridge = window.bridge
    bridge.perform(SetCondition("orc-brute", "dead", True))
    bridge.perform(SetCondition("kael", "unconscious", True))
    qtbot.wait(20)
    looks = {key: item.look for key, item in window.view.map_scene.items_by_token.items()}
    assert looks["orc-brute"].is_out
    assert looks["orc-brute"].conditions == ()
    assert looks["kael"].conditions == ("unconscious",), "who can still be saved keeps the sign"
    dead = [key for key, one in window.encounter.tokens.items() if one.has("dead")]
    assert len(dead) > 1
    before = window.encounter
    window.run_command("edit.remove_dead")
    assert set(before.tokens) - set(window.encounter.tokens) == set(dead)
    bridge.undo()
    assert window.encounter is before
    qtbot.wait(20)


def test_the_player_window_shows_the_map_without_anything_of_the_gm(window, qtbot):
    window.view.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F11, Qt.KeyboardModifier.ControlModifier)
    qtbot.wait(60)
    players = window.player_window
    assert players.isVisible()
    assert window.command_actions["view.player_window"].isChecked()
    scene = players.view.map_scene
    hidden = [key for key, one in window.encounter.tokens.items() if one.hidden]
    assert hidden
    assert set(scene.items_by_token) == set(window.encounter.tokens) - set(hidden)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    qtbot.wait(30)
    looks = [item.look for item in scene.items_by_token.values()]
    assert not any(look.selected or look.targeted for look in looks)
    assert not any(overlay.isVisible() for overlay in scene.overlays())
    assert not players.findChildren(type(window.attack_panel))

    moved = replace(token(window, "seren"), hidden=True)
    window.bridge.edit("Hide", window.encounter.with_token(moved))
    assert "seren" not in scene.items_by_token
    window.bridge.undo()
    assert "seren" in scene.items_by_token


def test_the_players_camera_follows_until_it_is_moved(window, qtbot):
    window.run_command("view.player_window")
    players = window.player_window
    view = players.view
    qtbot.wait(60)

    def middle(one):
        return one.place_at(one.viewport().rect().center().toPointF())

    def apart():
        wanted = window.view.place_at(window.view.free_area().center())
        return (middle(view) - wanted).manhattanLength()

    window.view.zoom_to(2.0)
    window.view.center_on("seren")
    qtbot.waitUntil(lambda: apart() < 3)
    assert view.follows

    viewport = view.viewport()
    qtbot.mousePress(viewport, LEFT, pos=QPoint(300, 300))
    qtbot.mouseMove(viewport, QPoint(340, 330))
    qtbot.mouseRelease(viewport, LEFT, pos=QPoint(340, 330))
    assert not view.follows
    stays = middle(view)
    window.view.center_on("kael")
    qtbot.wait(40)
    assert (middle(view) - stays).manhattanLength() < 1
    zoom = view.zoom
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom > zoom
    qtbot.keyClick(view, Qt.Key.Key_F)
    qtbot.waitUntil(lambda: apart() < 3)


def test_the_player_window_fills_the_screen_and_goes_with_the_document_and_the_window(
    open_window, qtbot, monkeypatch
):
    window = open_window()
    window.run_command("view.player_window")
    players = window.player_window
    qtbot.wait(40)
    qtbot.keyClick(players.view, Qt.Key.Key_F11)
    assert players.isFullScreen()
    qtbot.keyClick(players.view, Qt.Key.Key_Escape)
    assert not players.isFullScreen()
    from battlemap.resources import maps_path
    from battlemap.session.session import Session

    other = Session.open(maps_path() / "arena.battlemap", seed=1)
    window.show_session(other)
    qtbot.wait(40)
    assert players.bridge.session is other
    assert set(players.view.map_scene.items_by_token) <= set(other.encounter.tokens)
    window.run_command("view.player_window")
    qtbot.wait(20)
    assert window.player_window is None
    window.run_command("view.player_window")
    assert window.player_window is not players
    window.close()
    qtbot.wait(20)
    assert window.player_window is None


def test_every_section_of_the_form_names_a_field_of_the_token(dace):
    for field, _, _ in SECTIONS:
        assert hasattr(token(dace), field)
