"""Tokens by clipboard, by file and from the bestiary, with real keys."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog

from battlemap.geometry.cell import Cell
from battlemap.geometry.footprint import footprint
from battlemap.geometry.names import cell_name
from battlemap.model.battle_map import BattleMap, GridSpec
from battlemap.model.encounter import Encounter
from battlemap.model.token import FOE, Token, Weapon
from battlemap.session import bestiary
from battlemap.systems.shadowrealms import ShadowRealms
from battlemap.ui.dialogs.bestiary import BestiaryDialog
from battlemap.ui.window.placing import KEEPS_AWAY, Newcomers, cell_away

CONTROL = Qt.KeyboardModifier.ControlModifier
WOLF = Token("wolf", "Grey Wolf", "foe", Cell(0, 0), weapons=(Weapon("bite"),), notes="Hunts.")
OGRE = Token("ogre", "Ogre", "foe", Cell(0, 0), size=2, weapons=(Weapon("club"),))


@pytest.fixture
def creatures(monkeypatch):
    monkeypatch.setattr(ShadowRealms, "bestiary", lambda _self: (WOLF, OGRE))


@pytest.fixture
def accept(monkeypatch):
    """Answer the next dialog with a function of it."""

    def by(deed):
        def answer(dialog):
            deed(dialog)
            return QDialog.DialogCode.Accepted

        monkeypatch.setattr(QDialog, "exec", answer)

    return by


def test_copies_are_pasted_at_the_pointer_with_numbers(window, qtbot, pixel_of):
    window.bridge.select(["seren"])
    qtbot.wait(20)  # commands are enabled when idle
    seren = window.encounter.tokens["seren"]
    before = set(window.encounter.tokens)
    qtbot.keyClick(window, Qt.Key.Key_C, CONTROL)
    free = Cell(seren.at.q + 1, seren.at.r + 2)
    qtbot.mouseMove(window.view.viewport(), pixel_of(window, free))
    qtbot.wait(20)
    qtbot.keyClick(window, Qt.Key.Key_V, CONTROL)
    (made,) = set(window.encounter.tokens) - before
    copy = window.encounter.tokens[made]
    assert copy.name == "Seren 2" or copy.name.startswith(seren.name.split()[0])
    assert replace(copy, id="", name="", at=seren.at) == replace(seren, id="", name="")
    assert window.bridge.selected == (made,)
    qtbot.keyClick(window, Qt.Key.Key_Z, CONTROL)
    assert set(window.encounter.tokens) == before


def test_cut_tokens_go_to_another_map_with_their_pictures(open_window, qtbot):
    first = open_window("sunken-hall")
    second = open_window("flat-marsh")
    foes = [t.id for t in first.encounter.tokens.values() if t.side == "foe"][:2]
    names = [first.encounter.tokens[key].name for key in foes]
    first.bridge.select(foes)
    first.run_command("edit.cut")
    assert not set(foes) & set(first.encounter.tokens)
    before = set(second.encounter.tokens)
    second.run_command("edit.paste")
    made = [t for t in second.encounter.tokens.values() if t.id not in before]
    assert len(made) == 2
    assert {t.name.rstrip(" 23456789") for t in made} == {n.rstrip(" 23456789") for n in names}
    grid = second.bridge.board.grid
    assert all(t.at in grid and t.facing in grid.facings for t in made)


@pytest.mark.parametrize("text", ["hello", '{"combatants": 1, "tokens": [{"id": 3}]}', ""])
def test_what_is_no_token_is_said_and_nothing_changes(window, text):
    QGuiApplication.clipboard().setText(text)
    before = window.encounter
    window.run_command("edit.paste")
    assert window.encounter is before
    assert window.message_bar.isVisible()


def test_sheets_of_another_game_are_left_out(window):
    from battlemap.session.combatants import combatants_bytes

    seren = window.encounter.tokens["seren"]
    data = combatants_bytes(window.encounter, [seren]).replace(b'"shadowrealms"', b'"tag"')
    QGuiApplication.clipboard().setText(data.decode())
    window.run_command("edit.paste")
    (key,) = window.bridge.selected
    pasted = window.encounter.tokens[key]
    assert pasted.sheet is None
    assert pasted.status is None
    assert [w.name for w in pasted.weapons] == [w.name for w in seren.weapons]
    assert all(w.details is None for w in pasted.weapons)


def test_the_search_finds_a_creature_and_enter_adds_it(window, qtbot, creatures, accept):
    def choose(dialog):
        assert isinstance(dialog, BestiaryDialog)
        dialog.show()
        qtbot.keyClicks(dialog.search, "wo")
        assert [dialog.list.item(i).text().split("  ")[0] for i in range(dialog.list.count())] == [
            "Grey Wolf"
        ]
        assert "Hunts." in dialog.about.text()
        dialog.number.setValue(3)
        dialog.side.setCurrentIndex(dialog.side.findData("ally"))

    accept(choose)
    qtbot.keyClick(window, Qt.Key.Key_B, CONTROL)
    made = [window.encounter.tokens[key] for key in window.bridge.selected]
    assert [token.name for token in made] == ["Grey Wolf", "Grey Wolf 2", "Grey Wolf 3"]
    assert {token.side for token in made} == {"ally"}
    assert len({token.at for token in made}) == 3


def test_new_foes_stand_at_the_pointer_else_away_from_the_party(
    window, qtbot, creatures, accept, pixel_of
):
    told = []
    accept(lambda dialog: told.append(dialog.where.text()))
    grid = window.bridge.board.grid
    place = window.encounter.tokens["seren"].at
    free = next(
        cell
        for cell in grid.ring(place, 1)
        if cell in grid and all(token.at != cell for token in window.encounter.tokens.values())
    )
    qtbot.mouseMove(window.view.viewport(), pixel_of(window, free))
    qtbot.wait(20)
    qtbot.keyClick(window, Qt.Key.Key_B, CONTROL)
    (made,) = window.bridge.selected
    assert window.encounter.tokens[made].at == free
    assert told[0] == f"They stand at {cell_name(grid, free)} and beside it."
    window.bridge.undo()
    window.bridge.hover(None)
    qtbot.keyClick(window, Qt.Key.Key_B, CONTROL)
    (made,) = window.bridge.selected
    assert "away from their enemies" in told[1]
    party = [t.at for t in window.encounter.tokens.values() if t.side in ("party", "ally")]
    assert min(grid.steps(window.encounter.tokens[made].at, cell) for cell in party) > KEEPS_AWAY


def test_where_everything_is_near_the_party_the_farthest_cell_is_taken(window):
    grid = window.bridge.board.grid
    seren = window.encounter.tokens["seren"]
    alone = replace(window.encounter, tokens={"seren": seren})
    room = [c for c in grid.disc(seren.at, 3) if c in grid]
    cell = cell_away(alone, WOLF, seren.at, set(room))
    assert grid.steps(cell, seren.at) == max(grid.steps(one, seren.at) for one in room)


def test_arrow_keys_go_through_the_list_while_typing(qtbot, creatures):
    dialog = BestiaryDialog(ShadowRealms(), (WOLF, OGRE))
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.keyClick(dialog.search, Qt.Key.Key_Down)
    assert dialog.chosen() == OGRE
    qtbot.keyClick(dialog.search, Qt.Key.Key_Up)
    assert dialog.chosen() == WOLF
    assert dialog.accept_button.isEnabled()
    qtbot.keyClicks(dialog.search, "zzz")
    assert dialog.chosen() is None
    assert not dialog.accept_button.isEnabled()
    dialog.accept()
    assert dialog.error.text() == "No creature is chosen."


def test_the_search_finds_creatures_by_how_they_move(qtbot):
    system = ShadowRealms()
    creatures = system.bestiary()
    dialog = BestiaryDialog(system, creatures)
    qtbot.addWidget(dialog)
    dialog.show()
    fliers = {one.name for one in creatures if one.sheet.fly_feet}
    assert fliers
    assert len(fliers) < len(creatures)
    qtbot.keyClicks(dialog.search, "fly")
    assert fliers <= {one.name for one in dialog.found()}
    assert all(
        one.sheet.fly_feet or "fly" in f"{one.name} {one.notes}".casefold()
        for one in dialog.found()
    )
    assert f"ly {dialog.chosen().sheet.fly_feet} ft" in dialog.about.text()


def test_a_kept_creature_comes_back_unhurt(window, accept):
    token = window.encounter.tokens["seren"]
    hurt = replace(token, conditions=frozenset({"prone"}))
    window.bridge.edit("Hurt", window.encounter.with_token(hurt))
    window.bridge.select(["seren"])
    window.run_command("map.keep")
    (kept,) = bestiary.kept_creatures("shadowrealms").tokens
    assert kept.name == token.name
    assert kept.status is None
    assert kept.conditions == frozenset()
    window.run_command("map.keep")
    assert len(bestiary.kept_creatures("shadowrealms").tokens) == 1
    accept(lambda dialog: dialog.search.setText(token.name))
    window.run_command("map.bestiary")
    (key,) = window.bridge.selected
    assert window.encounter.tokens[key].sheet == token.sheet
    bestiary.forget("shadowrealms", token.name)
    assert bestiary.kept_creatures("shadowrealms").tokens == ()


def test_a_damaged_bestiary_is_named_and_the_rest_is_offered(window, creatures, accept):
    path = bestiary.kept_path("shadowrealms")
    path.parent.mkdir(parents=True)
    path.write_text("{")
    seen = []
    accept(lambda dialog: seen.append(dialog.list.count()))
    window.run_command("map.bestiary")
    assert seen == [2]


def test_combatants_go_to_a_file_and_back(window, tmp_path, monkeypatch):
    path = tmp_path / "two"
    chosen = list(window.encounter.tokens)[:2]
    window.bridge.select(chosen)
    monkeypatch.setattr(window, "pick_to_save", lambda *_: str(path))
    window.run_command("map.export_tokens")
    assert (tmp_path / "two.json").is_file()
    monkeypatch.setattr(window, "pick_to_open", lambda *_: str(tmp_path / "two.json"))
    window.run_command("map.import_tokens")
    assert len(window.bridge.selected) == 2
    for old, new in zip(chosen, window.bridge.selected, strict=True):
        assert window.encounter.tokens[old].sheet == window.encounter.tokens[new].sheet
    monkeypatch.setattr(window, "pick_to_open", lambda *_: str(tmp_path / "none.json"))
    before = window.encounter
    window.run_command("map.import_tokens")
    assert window.encounter is before
    assert window.message_bar.isVisible()


def test_many_copies_get_numbers_ids_and_cells_of_their_own():
    grunts = [Token(f"grunt-{n}", f"Grunt {n}", FOE, Cell(n % 5, n // 5)) for n in range(1, 25)]
    big = Token("ogre", "Ogre", FOE, Cell(8, 1), size=2)
    encounter = Encounter(
        map=BattleMap(grid=GridSpec(columns=12, rows=12)),
        tokens=MappingProxyType({one.id: one for one in (*grunts, big)}),
    )
    coming = Newcomers(encounter)
    made = [coming.put(coming.copy_of(one), one.at) for one in encounter.tokens.values()]
    assert [one.name for one in made] == [f"Grunt {n}" for n in range(25, 49)] + ["Ogre 2"]
    found, grid = coming.encounter, encounter.map.grid.grid
    assert len(found.tokens) == 50
    assert encounter.tokens.keys() <= found.tokens.keys()
    space = [cell for one in found.tokens.values() for cell in footprint(grid, one.at, one.size, 0)]
    assert len(space) == len(set(space)) == 48 + 2 * 4
    assert all(cell in grid for cell in space)
    # A name with a gap before it takes the next free number, not one that went by.
    again = Newcomers(found.without_token("grunt-30"))
    assert again.copy_of(grunts[0]).name == "Grunt 30"


COPY_AND_LEAVE = """
from PySide6.QtWidgets import QApplication
from battlemap.resources import maps_path
from battlemap.session.session import Session
from battlemap.ui.main_window import MainWindow
from battlemap.ui.theme import DARK

application = QApplication([])
window = MainWindow(Session.open(maps_path() / "bridge-duel.battlemap"), DARK, welcome=False)
window.bridge.select(list(window.encounter.tokens))
window.run_command("edit.copy")
assert "combatants" in QApplication.clipboard().text()
window.close()
"""


def test_the_program_ends_cleanly_with_tokens_on_the_clipboard(tmp_path):
    folders = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        **dict.fromkeys(folders, str(tmp_path)),
    }
    ended = subprocess.run(
        [sys.executable, "-c", COPY_AND_LEAVE],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (ended.returncode, "Error" in ended.stderr) == (0, False), ended.stderr
