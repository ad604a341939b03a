"""Every command runs; palette, theme, layout and keyboard reach everything."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QToolButton

from battlemap.geometry.cell import Cell, Point
from battlemap.model.intent import BeginFight
from battlemap.model.obstacle import Door
from battlemap.ui.bridge import MenuPlace
from battlemap.ui.commands import MENUS, command, commands_of
from battlemap.ui.main_window import MainWindow
from battlemap.ui.theme import DARK, LIGHT
from battlemap.ui.window.layout import NARROW, WIDE

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
COMMANDS = commands_of(MainWindow)


def test_a_command_in_an_unknown_menu_is_refused():
    with pytest.raises(ValueError, match="Tools"):
        command("x.y", "Label", menu="Tools")


def test_every_command_can_be_triggered(window, qtbot, no_dialogs, monkeypatch):
    monkeypatch.setattr(window, "open_url", lambda url: None)
    closed = []
    monkeypatch.setattr(window, "close", lambda: closed.append(True))
    for made in COMMANDS:
        # What is selected or who acts may have changed with the command before.
        if "seren" in window.encounter.tokens:
            window.bridge.select(["seren"])
        window.run_command(made.id)
        qtbot.wait(2)
        window.palette_card.hide()
        if window.bridge.session.pending is not None:
            window.bridge.undo()
        if window.is_only_map:
            window.run_command("view.panels")
    assert closed == [True]
    kinds = {type(dialog).__name__ for dialog in no_dialogs}
    assert {
        "NewMapDialog",
        "PrintDialog",
        "ExportPdfDialog",
        "ExportPictureDialog",
        "AddTokenDialog",
        "MapSettingsDialog",
        "RulesOptionsDialog",
        "ManualDialog",
        "ShortcutSheet",
        "AboutDialog",
    } <= kinds


@pytest.mark.parametrize("made", COMMANDS, ids=lambda made: made.id)
def test_commands_say_what_they_do(made):
    assert made.menu in MENUS
    assert made.help
    assert not made.help.endswith(".")
    assert made.id.count(".") == 1


def test_icons_of_commands_exist():
    from battlemap.resources import asset_path

    missing = [
        made.icon
        for made in COMMANDS
        if made.icon and not asset_path("icons", f"{made.icon}.svg").is_file()
    ]
    assert missing == []


def test_menus_are_in_order_of_their_sections_and_file_begins_with_new(window):
    for name in MENUS:
        sections = [made.section for made in COMMANDS if made.menu == name]
        assert sections == sorted(sections)
    labels = [a.text() for a in window._menus["File"].actions() if not a.isSeparator()]
    assert labels[:4] == ["New map...", "Open...", "Open recent", "Samples"]
    assert labels[-1] == "Quit"


def test_the_palette_finds_and_runs_a_command(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    qtbot.wait(5)
    palette = window.palette_card
    assert palette.isVisible()
    assert palette.list.count() == len(COMMANDS)
    qtbot.keyClicks(palette.search, "light th")
    assert palette.list.currentItem().text() == "Light theme"
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert not palette.isVisible()
    assert window.theme is LIGHT


def test_the_palette_finds_and_does_what_the_selected_token_can_do(window, qtbot):
    window.bridge.perform(BeginFight(()))
    window.bridge.select([window.encounter.turn_order.active])
    commits = window.bridge.session.history.commits
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    palette = window.palette_card
    qtbot.keyClicks(palette.search, "aim")
    assert palette.list.currentItem().text() == "Aim"
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    done = window.bridge.session.history.commits
    assert len(done) == len(commits) + 1
    assert done[-1].intent.action == "aim"
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    qtbot.keyClicks(palette.search, "stand up")
    row = palette.list.item(0)
    assert row.text() == "Stand up"
    assert not row.flags() & Qt.ItemFlag.ItemIsEnabled
    assert row.data(Qt.ItemDataRole.UserRole).help == "Not now: stands already"


def test_the_palette_says_that_nothing_is_found(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_K, CONTROL)
    palette = window.palette_card
    assert not palette.nothing.isVisible()
    qtbot.keyClicks(palette.search, "xyzzy")
    assert palette.nothing.isVisible()
    assert palette.nothing.text() == "Nothing found"
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert palette.isVisible()
    for _ in "xyzzy":
        qtbot.keyClick(palette.search, Qt.Key.Key_Backspace)
    assert palette.list.isVisible()


def test_the_palette_closes_with_escape_and_lists_what_is_off_last(window, qtbot):
    window.open_palette()
    palette = window.palette_card
    qtbot.keyClicks(palette.search, "turn")
    items = [palette.list.item(i) for i in range(palette.list.count())]
    enabled = [bool(item.flags() & Qt.ItemFlag.ItemIsEnabled) for item in items]
    assert True in enabled
    assert enabled == sorted(enabled, reverse=True)
    end_turn = next(item for item in items if item.text() == "End turn")
    assert not end_turn.flags() & Qt.ItemFlag.ItemIsEnabled
    qtbot.keyClick(palette.search, Qt.Key.Key_Escape)
    assert not palette.isVisible()


def test_the_theme_is_switched_and_everything_follows(window, qtbot):
    before = window.grab().toImage()
    qtbot.keyClick(window, Qt.Key.Key_L, CONTROL | SHIFT)
    qtbot.wait(20)
    assert window.theme is LIGHT
    assert window.view.theme is LIGHT
    after = window.grab().toImage()
    # The left dock's ground is the panel color of each theme.
    place = window.initiative.mapTo(window, window.initiative.rect().bottomLeft())
    assert before.pixelColor(place.x() + 2, place.y() - 2).name().upper() == DARK.panel
    assert after.pixelColor(place.x() + 2, place.y() - 2).name().upper() == LIGHT.panel
    window.run_command("view.theme")
    assert window.theme is DARK


@pytest.mark.parametrize(("size", "measures"), [((1366, 768), NARROW), ((1920, 1080), WIDE)])
def test_the_layout_fits_the_screen(open_window, qtbot, size, measures):
    window = open_window(size=size)
    qtbot.wait(60)
    assert (window.width(), window.height()) == size
    assert window.initiative_dock.width() == measures.left
    assert window.details_dock.width() == measures.right
    assert window.map_host.width() >= 0.6 * size[0]
    assert window.action_bar.height() == (52 if measures.is_narrow else 76)
    assert window.top_bar.height() == 40
    assert window.foot_bar.height() == 24
    assert window.rail.width() == 48
    # The action bar stands under the map only.
    left = window.action_bar.mapTo(window, window.action_bar.rect().topLeft()).x()
    assert left == window.map_host.mapTo(window, window.map_host.rect().topLeft()).x()


def test_narrow_and_wide_follow_each_other(open_window, qtbot):
    window = open_window(size=(1920, 1080))
    window.resize(1366, 768)
    qtbot.wait(60)
    assert window.initiative.delegate.compact
    assert not window.log_dock.isVisible()
    qtbot.mouseClick(window.initiative.log_button, Qt.MouseButton.LeftButton)
    assert window.log_dock.isVisible()
    window.resize(1920, 1080)
    qtbot.wait(60)
    assert not window.initiative.delegate.compact
    assert window.log_dock.isVisible()
    assert window.initiative_dock.width() == WIDE.left


def test_f11_leaves_only_the_map(window, qtbot):
    before = window.map_host.width()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    qtbot.wait(30)
    assert window.map_host.width() == window.width()
    assert not window.rail.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    qtbot.wait(60)
    assert window.rail.isVisible()
    assert abs(window.map_host.width() - before) <= 2


def test_f6_goes_through_the_regions_and_back(window, qtbot):
    window.view.setFocus()
    seen = []
    for _ in range(7):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        seen.append(QApplication.focusWidget())
    assert len(set(seen)) >= 5
    assert any(window.initiative.isAncestorOf(widget) for widget in seen)
    assert any(window.action_bar.isAncestorOf(widget) for widget in seen)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6, SHIFT)
    assert QApplication.focusWidget() is not seen[-1]


def test_panels_float_and_dock_again(window, qtbot):
    window.run_command("view.float")
    assert window.details_dock.isFloating()
    assert window.command_actions["view.float"].isChecked()
    window.run_command("view.float")
    assert not window.details_dock.isFloating()


def test_tab_goes_through_tokens_on_the_map(window, qtbot):
    window.view.setFocus()
    qtbot.keyClick(window.view, Qt.Key.Key_Tab)
    first = window.bridge.selected
    qtbot.keyClick(window.view, Qt.Key.Key_Tab)
    assert len(first) == 1
    assert window.bridge.selected != first
    qtbot.keyClick(window.view, Qt.Key.Key_Tab, SHIFT)
    assert window.bridge.selected == first


def test_the_status_bar_tells_the_cell(window, qtbot, pixel_of):
    def told():
        # Asked anew each time: on a busy machine the map is still fitted into the window.
        place = pixel_of(window, Cell(6, 8))
        qtbot.mouseMove(window.view.viewport(), place - QPoint(2, 0))
        qtbot.mouseMove(window.view.viewport(), place)
        return "G9" in window.foot_bar.place.text()

    qtbot.waitUntil(told)
    assert "difficult" in window.foot_bar.place.text() or "normal" in window.foot_bar.place.text()


def test_widgets_have_names_for_screen_readers(window):
    silent = [
        widget
        for kind in (QPushButton, QToolButton)
        for widget in window.findChildren(kind)
        if widget.isVisible()
        and not (widget.accessibleName() or widget.text() or widget.toolTip())
        and not widget.objectName().startswith("qt_")
    ]
    assert silent == []


# Context menus ---------------------------------------------------------------------------------


def entry(menu, *words):
    for word in words:
        action = next(a for a in menu.actions() if a.text() == word)
        menu = action.menu() or menu
    return action


def test_a_right_click_opens_the_menu_of_the_token(window, qtbot, pixel_of, monkeypatch):
    asked = []
    window.bridge.menu_requested.connect(lambda place, where: asked.append(place))
    place = pixel_of(window, window.encounter.tokens["seren"].at)
    qtbot.mouseClick(
        window.view.viewport(), Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier, place
    )
    assert asked[0].token == "seren"
    popup = QApplication.activePopupWidget()
    assert popup is not None
    popup.close()


def test_the_tokens_menu_does_what_it_says(window, qtbot):
    at = window.encounter.tokens["seren"].at
    window.bridge.select(["orc-brute"])
    menu = window.context_menu(MenuPlace(at, "seren"))
    entry(menu, "Face", "South").trigger()
    assert window.encounter.tokens["seren"].facing == 180
    entry(menu, "Conditions", "Prone").trigger()
    assert window.encounter.tokens["seren"].has("prone")
    entry(menu, "Size", "Large (2)").trigger()
    assert window.encounter.tokens["seren"].size == 2
    entry(menu, "Target").trigger()
    assert window.bridge.target == "seren"
    entry(menu, "Reactions and defenses", "Opportunity attacks", "Never").trigger()
    assert window.bridge.session.policy("seren", "opportunity attack") == "never"
    entry(menu, "Delete").trigger()
    assert "seren" not in window.encounter.tokens


def test_a_door_is_opened_by_its_menu(window):
    door = next(
        key
        for key, thing in window.encounter.map.obstacles.items()
        if type(thing).__name__ == "Door"
        and not thing.is_open
        and not thing.is_locked
        and not thing.is_window
    )
    menu = window.context_menu(MenuPlace(Cell(0, 0), door=door))
    entry(menu, "Open door").trigger()
    assert window.encounter.map.obstacles[door].is_open
    window.run_command("edit.undo")
    assert not window.encounter.map.obstacles[door].is_open
    entry(window.context_menu(MenuPlace(Cell(0, 0), door=door)), "Locked").trigger()
    assert window.encounter.map.obstacles[door].is_locked


def test_a_door_is_broken_by_its_menu(window):
    encounter = window.encounter
    seren = encounter.tokens["seren"]
    left = float(seren.at.q)
    gate = Door("gate", Point(left, float(seren.at.r)), Point(left, seren.at.r + 1.0))
    nearby = replace(encounter.map, obstacles={"gate": gate})
    window.bridge.edit("Put a door", encounter.with_map(nearby))
    window.bridge.select(["seren"])
    menu = window.context_menu(MenuPlace(seren.at, door="gate"))
    entry(menu, "Break object (Seren)").trigger()
    question = window.bridge.session.pending
    assert question.kind == "structural point"
    window.bridge.session.answer("whole")
    lines = [line.headline for line in window.bridge.session.log.entries]
    assert lines[-1] in ("Seren strikes door gate", "Seren breaks door gate")


def test_the_menu_of_a_cell_paints_ground_and_puts_tokens(window):
    cell = Cell(5, 4)
    window.bridge.select(["seren"])
    menu = window.context_menu(MenuPlace(cell))
    entry(menu, "Ground", "Difficult").trigger()
    assert "difficult" in window.encounter.map.terrain_at(cell).names
    entry(menu, "Put Seren here (GM)").trigger()
    assert window.encounter.tokens["seren"].at == cell


# Tokens ----------------------------------------------------------------------------------------


def test_turn_raise_hide_duplicate_delete_by_keys(window, qtbot):
    window.bridge.select(["seren"])
    qtbot.wait(5)
    window.view.setFocus()
    facing = window.encounter.tokens["seren"].facing
    qtbot.keyClick(window.view, Qt.Key.Key_R)
    assert window.encounter.tokens["seren"].facing == (facing + 45) % 360
    qtbot.keyClick(window.view, Qt.Key.Key_R, SHIFT)
    assert window.encounter.tokens["seren"].facing == facing
    window.run_command("edit.raise")
    assert window.bridge.board.elevation_of(window.encounter.tokens["seren"]) == 5
    window.run_command("edit.lower")
    assert window.encounter.tokens["seren"].elevation_feet is None
    qtbot.keyClick(window.view, Qt.Key.Key_H)
    assert window.encounter.tokens["seren"].hidden
    window.run_command("edit.duplicate")
    assert window.bridge.selected == ("seren-2",)
    copy = window.encounter.tokens["seren-2"]
    assert copy.name == "Seren 2"
    assert copy.at != window.encounter.tokens["seren"].at
    qtbot.wait(5)
    qtbot.keyClick(window.view, Qt.Key.Key_Delete)
    assert "seren-2" not in window.encounter.tokens


def test_add_token_puts_numbered_tokens_on_free_cells(window, monkeypatch):
    def fill(dialog):
        dialog.name.setText("Wolf")
        dialog.number.setValue(3)
        dialog.side.setCurrentIndex(dialog.side.findData("foe"))
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", fill)
    window.add_token_at(window.encounter.tokens["kael"].at)
    wolves = [t for t in window.encounter.tokens.values() if t.name.startswith("Wolf")]
    assert [t.name for t in wolves] == ["Wolf 1", "Wolf 2", "Wolf 3"]
    cells = [t.at for t in window.encounter.tokens.values() if t.size == 1]
    assert len(set(cells)) == len(cells)
    window.run_command("edit.undo")
    assert not any(t.name.startswith("Wolf") for t in window.encounter.tokens.values())


def test_add_token_needs_a_name(window, qtbot):
    from battlemap.ui.dialogs.add_token import AddTokenDialog

    dialog = AddTokenDialog(window)
    qtbot.addWidget(dialog)
    dialog.accept()
    assert dialog.result() == QDialog.DialogCode.Rejected
    assert dialog.error.text() == "The token needs a name."


def test_the_active_token_is_not_deleted_in_its_turn(window):
    window.bridge.perform(BeginFight())
    active = window.encounter.turn_order.active
    window.bridge.select([active])
    window.run_command("edit.delete")
    assert active in window.encounter.tokens
    assert "turn" in window.message_bar.text.text()


def test_rule_options_are_applied_as_one_step(window, qtbot, monkeypatch):
    def change(dialog):
        qtbot.waitUntil(lambda: dialog.options.is_whole)
        dialog.options.editors["off_hand_level"].setChecked(False)
        dialog.options.editors["square_front_half"].setValue(45.0)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", change)
    window.run_command("rules.options")
    assert window.bridge.system.options.square_front_half == 45.0
    assert not window.bridge.system.options.off_hand_level
    window.run_command("edit.undo")
    assert window.bridge.system.options.square_front_half == 67.5


def test_map_settings_change_name_and_diagonals(window, monkeypatch):
    def change(dialog):
        dialog.name.setText("Cellar")
        dialog.diagonals.setCurrentIndex(dialog.diagonals.findData("1-2-1"))
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", change)
    window.run_command("map.settings")
    assert window.encounter.map.name == "Cellar"
    assert window.bridge.board.conventions.diagonals == "1-2-1"
    assert window.top_bar.title.text() == "Cellar"


def test_the_action_bar_uses_its_room_at_once(open_window, qtbot):
    window = open_window(size=(1500, 900))
    window.bridge.select(["seren"])
    window.action_bar.refresh()
    fitting = len(window.action_bar.buttons)
    assert fitting >= 3
    qtbot.wait(50)
    window.action_bar.refresh()
    assert len(window.action_bar.buttons) == fitting
    assert all(button.y() >= 0 for button in window.action_bar.buttons)
    right = max(button.geometry().right() for button in window.action_bar.buttons)
    assert window.action_bar.more.x() > right


# Drops -----------------------------------------------------------------------------------------


def drop(window, path):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    place = QPointF(window.rect().center())
    none = Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(
        place.toPoint(), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none
    )
    QApplication.sendEvent(window, entered)
    dropped = QDropEvent(place, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, none)
    QApplication.sendEvent(window, dropped)
    return entered.isAccepted()


def test_a_dropped_map_is_opened_and_other_files_are_not(window, tmp_path):
    from battlemap.resources import maps_path

    text = tmp_path / "notes.txt"
    text.write_text("no map")
    assert not drop(window, text)
    assert drop(window, maps_path() / "arena.battlemap")
    assert window.bridge.session.path.name == "arena.battlemap"


def test_a_picture_dropped_on_an_empty_map_becomes_the_background(
    open_window, tmp_path, monkeypatch
):
    from PySide6.QtGui import QImage

    from battlemap.session.session import Session

    window = open_window(Session.new())
    picture = tmp_path / "cave.png"
    image = QImage(1400, 700, QImage.Format.Format_RGB32)
    image.fill(0)
    image.save(str(picture))
    monkeypatch.setattr(QDialog, "exec", lambda d: (d.accept(), d.result())[1])
    assert drop(window, picture)
    spec = window.encounter.map.grid
    assert (spec.columns, spec.rows) == (20, 10)
    background = window.encounter.map.background
    assert (background.width, background.height) == (20, 10)
    assert window.encounter.assets[background.asset] == picture.read_bytes()


def test_a_broken_picture_gets_one_sentence(window, tmp_path):
    picture = tmp_path / "cave.png"
    picture.write_bytes(b"no picture at all")
    before = window.encounter
    drop(window, picture)
    assert window.encounter is before
    assert window.message_bar.text.text() == "cave.png is no picture that can be read."
    assert [button.text() for button in window.message_bar.buttons] == ["Choose one"]


def test_a_picture_that_claims_too_many_pixels_is_refused():
    import struct
    import zlib

    from battlemap.ui.dialogs.import_picture import picture_size

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk
    png += struct.pack(">I", zlib.crc32(chunk))
    png += struct.pack(">I", 8) + b"IDAT" + bytes(12)
    with pytest.raises(ValueError, match="60000 × 60000"):
        picture_size(png, "huge.png")


# The Token panel -------------------------------------------------------------------------------


def test_the_token_panel_edits_each_field_as_a_step(window, qtbot):
    window.bridge.select(["kael"])
    qtbot.wait(5)
    panel = window.token_panel
    panel.name.setText("Sir Kael")
    qtbot.keyClick(panel.name, Qt.Key.Key_Return)
    assert window.encounter.tokens["kael"].name == "Sir Kael"
    panel.side.setCurrentIndex(panel.side.findData("neutral"))
    assert window.encounter.tokens["kael"].side == "neutral"
    panel.facing.setCurrentIndex(panel.facing.findData(180.0))
    assert window.encounter.tokens["kael"].facing == 180
    qtbot.mouseClick(panel.chips["prone"], Qt.MouseButton.LeftButton)
    assert window.encounter.tokens["kael"].has("prone")
    panel.sheet_form.editors["might"].setValue(9)
    assert window.encounter.tokens["kael"].sheet.might == 9
    panel.sheet_form.editors["protection"].editors["slashing"].setValue(6)
    assert window.encounter.tokens["kael"].sheet.protection.slashing == 6
    for _ in range(6):
        window.run_command("edit.undo")
    assert window.encounter.tokens["kael"].name == "Kael"


def test_a_value_the_sheet_refuses_is_named_and_not_taken(window, qtbot):
    window.bridge.select(["kael"])
    qtbot.wait(5)
    before = window.encounter
    form = window.token_panel.sheet_form
    form.editors["might"].setValue(500)
    assert window.encounter is before
    assert "might" in form.error.text().lower()
    assert form.editors["might"].value() == form.record.might


def test_wounds_are_set_by_hand(window, qtbot):
    window.bridge.select(["kael"])
    qtbot.wait(5)
    window.show_tab("token")
    window.token_panel.status_form.editors["damage"].setValue(9)
    qtbot.wait(5)
    assert window.encounter.tokens["kael"].status.damage == 9
    assert window.token_panel.track.text().startswith("9 of 16")
    window.run_command("edit.undo")
    assert window.encounter.tokens["kael"].status.damage == 4


def test_weapons_are_added_and_taken_away(window, qtbot, monkeypatch):
    window.bridge.select(["kael"])
    qtbot.wait(5)
    number = len(window.encounter.tokens["kael"].weapons)

    def fill(dialog):
        dialog.name.setText("lance")
        dialog.reach_feet.setValue(10)
        dialog.reach.setChecked(True)
        dialog.accept()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", fill)
    qtbot.mouseClick(window.token_panel.add_weapon, Qt.MouseButton.LeftButton)
    weapon = window.encounter.tokens["kael"].weapons[-1]
    assert (weapon.name, weapon.reach_feet, weapon.reach) == ("lance", 10, True)
    window.token_panel._remove_weapon(number)
    assert len(window.encounter.tokens["kael"].weapons) == number


def test_switching_tokens_never_writes_into_the_other(window, qtbot):
    window.bridge.select(["kael"])
    qtbot.wait(5)
    window.token_panel.name.setFocus()
    window.token_panel.name.setText("Half typed")
    window.bridge.select(["bryn"])
    qtbot.wait(5)
    window.view.setFocus()
    assert window.encounter.tokens["bryn"].name == "Bryn"
    assert window.token_panel.name.text() == "Bryn"


def test_a_double_click_opens_the_sheet(window, qtbot, pixel_of):
    place = pixel_of(window, window.encounter.tokens["bryn"].at)
    none = Qt.KeyboardModifier.NoModifier
    qtbot.mouseDClick(window.view.viewport(), Qt.MouseButton.LeftButton, none, place)
    assert window.tabs.key == "token"
    assert window.bridge.selected == ("bryn",)


def test_tokens_that_fell_are_drawn_as_such(window, qtbot):
    token = window.encounter.tokens["kael"]
    fallen = replace(token, conditions=frozenset({"dead"}))
    window.bridge.edit("Fell", window.encounter.with_token(fallen))
    qtbot.wait(5)
    row = next(r for r in window.initiative.model.rows if r.token == "kael")
    assert row.is_out
    assert row.pips == ()


def test_the_clock_takes_log_and_history_away_together(open_window, qtbot):
    window = open_window(size=(1366, 768))
    button = window.initiative.log_button
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.log_dock.isVisible()
    qtbot.keyClick(window.view, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.history_dock.isVisible)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.log_dock.isHidden()
    assert window.history_dock.isHidden()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.log_dock.isVisible()


def test_the_map_may_be_moved_after_the_players_window_is_gone(window, qtbot):
    window.run_command("view.player_window")
    gone = []
    window.player_window.destroyed.connect(lambda: gone.append(1))
    window.run_command("view.player_window")
    assert window.player_window is None
    qtbot.waitUntil(lambda: bool(gone))
    bar = window.view.horizontalScrollBar()
    # What fails in a slot fails the test.
    bar.setRange(0, 5000)
    bar.setValue(bar.value() + 40)
    qtbot.wait(20)
