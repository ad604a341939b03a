from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel

from battlemap.rules.creatures_cover import CreaturesCover
from battlemap.session.registry import find_system, system_keys
from battlemap.ui.dialogs.rules_options import RulesOptionsDialog


@pytest.fixture
def opened(qtbot):
    """Return a function that opens the dialog and waits for its last rows."""

    def make(key="shadowrealms"):
        found = RulesOptionsDialog(find_system(key))
        qtbot.addWidget(found)
        found.show()
        qtbot.waitUntil(lambda: found.options.is_whole)
        return found

    return make


@pytest.fixture
def dialog(opened):
    return opened()


def visible_editors(dialog):
    return {name for name, editor in dialog.options.editors.items() if editor.isVisible()}


def visible_words(dialog):
    labels = dialog.options.findChildren(QLabel)
    return "\n".join(label.text() for label in labels if label.isVisible())


def test_a_search_leaves_what_fits(dialog, qtbot):
    everything = visible_editors(dialog)
    qtbot.keyClicks(dialog.search, "creatures cover")
    assert visible_editors(dialog) == {"creatures_cover"}
    question = dialog.options.editors["creatures_cover"].accessibleName()
    assert question in visible_words(dialog)
    assert dialog.options.editors["pool_die"].accessibleName() not in visible_words(dialog)
    assert dialog.found.text().startswith(f"1 of {len(everything)} readings")
    dialog.search.clear()
    qtbot.keyClicks(dialog.search, "no such thing")
    assert visible_editors(dialog) == set()
    assert dialog.found.text().startswith("None found")
    dialog.search.clear()
    assert visible_editors(dialog) == everything


def test_the_filter_shows_what_differs_and_says_the_default(dialog, qtbot):
    qtbot.mouseClick(dialog.only_changed, Qt.MouseButton.LeftButton, pos=at_box(dialog))
    assert dialog.only_changed.isChecked()
    assert visible_editors(dialog) == set()
    combo = dialog.options.editors["creatures_cover"]
    combo.setCurrentIndex(1)
    assert visible_editors(dialog) == {"creatures_cover"}
    assert "Changed; the default is: none, only walls and things give it" in visible_words(dialog)
    assert "1 differ from the default" in dialog.found.text()


def at_box(dialog):
    return QPoint(8, dialog.only_changed.height() // 2)


@pytest.mark.parametrize("key", system_keys())
def test_presets_go_out_and_come_in(key, opened, tmp_path):
    system = find_system(key)
    dialog = opened(key)
    name = next(n for n, e in dialog.options.editors.items() if hasattr(e, "currentIndex"))
    combo = dialog.options.editors[name]
    combo.setCurrentIndex((combo.currentIndex() + 1) % combo.count())
    chosen = dialog.chosen()
    assert chosen != system.options
    dialog.export_to(tmp_path / "house.toml")
    other = opened(key)
    other.import_from(tmp_path / "house.toml")
    assert other.chosen() == chosen
    assert other.differing() == (name,)


@pytest.mark.parametrize("name", ["house", "house.txt", "house v1.2", "house.TOML"])
def test_a_preset_is_always_a_toml_file_and_the_dialog_says_that_it_wrote_it(
    dialog, qtbot, tmp_path, monkeypatch, name
):
    picked = tmp_path / name
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(picked), ""))
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    (made,) = tmp_path.glob("house*")
    assert made.name == (name if name.endswith("TOML") else f"{name}.toml")
    assert dialog.found.text() == f"Written: {made}"


def test_a_wrong_preset_is_named_and_changes_nothing(dialog, tmp_path):
    before = dialog.chosen()
    path = tmp_path / "bad.toml"
    path.write_text('system = "shadowrealms"\n[options]\nluck = 1\n')
    dialog.import_from(path)
    assert dialog.error.isVisible()
    assert dialog.error.text().startswith("bad.toml: options.luck")
    assert dialog.chosen() == before


def test_a_preset_with_a_reading_that_is_gone_is_taken_in_and_says_so(dialog, tmp_path):
    path = tmp_path / "old.toml"
    path.write_text('system = "shadowrealms"\n[options]\ncreatures_cover = "total"\n')
    dialog.import_from(path)
    assert dialog.chosen().creatures_cover.value == "major"
    assert dialog.error.isVisible()
    assert 'there is no reading "total"' in dialog.error.text()


def test_a_folder_that_cannot_be_written_is_named(dialog, tmp_path):
    dialog.export_to(tmp_path / "none" / "x.toml")
    assert "x.toml: the file can't be written" in dialog.error.text()


def test_every_option_of_every_system_has_an_editor(opened):
    for key in system_keys():
        system = find_system(key)
        dialog = opened(key)
        assert set(dialog.options.editors) == set(system.options.__dataclass_fields__)
        changed = replace(system.options)
        assert dialog.chosen() == changed


@pytest.fixture
def growing(qtbot):
    """A dialog that was opened just now: most of its rows are still to come."""
    found = RulesOptionsDialog(find_system("shadowrealms"))
    qtbot.addWidget(found)
    found.show()
    assert not found.options.is_whole
    return found


def test_a_search_counts_and_hides_rows_that_are_still_to_come(growing, qtbot):
    assert "creatures_cover" not in growing.options.editors
    growing.search.setText("creatures cover")
    assert growing.found.text().startswith(f"1 of {len(growing.chosen().__dataclass_fields__)} ")
    assert visible_editors(growing) == set()
    qtbot.waitUntil(lambda: growing.options.is_whole)
    assert visible_editors(growing) == {"creatures_cover"}
    growing.search.clear()
    assert len(visible_editors(growing)) == len(growing.options.editors)


def test_options_put_in_meanwhile_reach_rows_that_are_still_to_come(growing, qtbot):
    growing.show_options(replace(growing.chosen(), creatures_cover=CreaturesCover.MINOR))
    qtbot.waitUntil(lambda: growing.options.is_whole)
    combo = growing.options.editors["creatures_cover"]
    assert combo.currentData() == CreaturesCover.MINOR.value
    source = growing.options.sources["creatures_cover"]
    assert source.text().startswith("Changed; the default is")
    assert source.property("role") == "warning"
    assert growing.chosen().creatures_cover is CreaturesCover.MINOR


def test_tab_goes_through_late_rows_in_order_and_then_to_the_buttons(growing, qtbot):
    qtbot.waitUntil(lambda: growing.options.is_whole)
    inside = [one for one in growing.editors() if growing.options.isAncestorOf(one)]

    def heights():
        return [one.mapTo(growing.options, QPoint(0, 0)).y() for one in inside]

    qtbot.waitUntil(lambda: heights() == sorted(heights()) and heights()[-1] > heights()[-2])
    growing.activateWindow()
    qtbot.waitUntil(growing.isActiveWindow)
    first, last = inside[0], inside[-1]
    first.setFocus()
    reached = [first]
    while reached[-1] is not last:
        qtbot.keyClick(reached[-1], Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
        assert reached[-1] is inside[len(reached) - 1]
    qtbot.keyClick(last, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is growing.scroll
    qtbot.keyClick(growing.scroll, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() in growing.buttons.buttons()
    assert all(one.accessibleName() for one in growing.options.editors.values())
