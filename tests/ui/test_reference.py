"""The rules reference: found by words, by a modifier's section, with the readings as chosen."""

from __future__ import annotations

from dataclasses import fields

import pytest
from PySide6.QtCore import Qt

from battlemap.resources import data_path
from battlemap.session.reference import SETTLED, headings, reference_text, section_for
from battlemap.session.registry import find_system, system_keys
from battlemap.ui.dialogs.reference import ReferenceDialog

WITH_PAGE = [k for k in system_keys() if (data_path() / "docs" / "rules" / f"{k}.md").is_file()]


@pytest.fixture
def dialog(qtbot):
    found = ReferenceDialog()
    qtbot.addWidget(found)
    found.show_system(find_system("shadowrealms"))
    found.show()
    return found


def visible(dialog):
    rows = [dialog.sections.item(i) for i in range(dialog.sections.count())]
    return [item.text() for item in rows if not item.isHidden()]


def test_a_search_lists_the_sections_that_hold_the_words(dialog, qtbot):
    everything = visible(dialog)
    qtbot.keyClicks(dialog.search, "tight space")
    found = visible(dialog)
    assert 0 < len(found) < len(everything)
    assert dialog.browser.textCursor().selectedText().casefold() == "tight space"
    dialog.search.clear()
    assert visible(dialog) == everything
    qtbot.keyClicks(dialog.search, "zzzzz")
    assert visible(dialog) == []


def test_a_section_comes_to_the_top(dialog, qtbot):
    assert dialog.show_source("ShadowRealms, section 14")
    assert dialog.heading.startswith("Section 14")
    assert dialog.browser.textCursor().block().text() == dialog.heading
    qtbot.wait(10)
    assert dialog.browser.verticalScrollBar().value() > 0
    assert not dialog.show_source("GM")


@pytest.mark.parametrize("key", WITH_PAGE)
def test_every_source_of_every_game_leads_to_a_section(key):
    system = find_system(key)
    text = reference_text(system)
    known = set(headings(text))
    for part in fields(system.options):
        assert part.metadata["question"] in text
        assert section_for(text, part.metadata["source"]) in known, part.metadata["source"]


def test_a_game_without_a_page_lists_its_readings(monkeypatch, tmp_path):
    from battlemap.session import reference

    monkeypatch.setattr(reference, "data_path", lambda: tmp_path)
    text = reference_text(find_system("shadowrealms"))
    assert headings(text) == [SETTLED]


def test_a_changed_reading_is_marked():
    system = find_system("shadowrealms")
    name = next(
        p.name for p in fields(system.options) if isinstance(getattr(system.options, p.name), bool)
    )
    from dataclasses import replace

    changed = replace(system.options, **{name: not getattr(system.options, name)})
    assert "(changed)" in reference_text(find_system("shadowrealms", changed))
    assert "(changed)" not in reference_text(system)


def test_one_click_leads_from_a_modifier_to_its_rule(window, qtbot):
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    window.show_tab("attack")
    qtbot.wait(60)
    panel = window.attack_panel
    row = next(row for row in panel.modifier_rows if row.isVisible() and row.rule.isVisible())
    source = next(m.source for m in panel.plan.modifiers if m.key == row.key)
    qtbot.mouseClick(row.rule, Qt.MouseButton.LeftButton)
    assert window.reference.isVisible()
    assert window.reference.heading == section_for(reference_text(window.bridge.system), source)
    window.reference.close()
    assert window.why_card.open_for("", row.key)
    link = next(
        b for b in window.why_card.findChildren(type(window.reference.change)) if b.text() == source
    )
    qtbot.mouseClick(link, Qt.MouseButton.LeftButton)
    assert window.reference.isVisible()
    window.reference.close()


def test_the_page_stays_open_beside_the_fight_and_follows_the_options(window, qtbot):
    window.run_command("rules.reference")
    assert window.reference.isVisible()
    assert not window.reference.isModal()
    window.bridge.select(["seren"])
    assert window.reference.isVisible()
    window.reference.close()


@pytest.mark.parametrize("key", WITH_PAGE)
def test_facts_movement_and_triggers_lead_to_a_section(key):
    from battlemap.tactics.situation import Situation

    system = find_system(key)
    text = reference_text(system)
    assert {"cover", "movement"} <= set(system.sections)
    known = {part.name for part in fields(Situation)} | {"movement", "trigger"}
    for name, source in system.sections.items():
        assert name in known
        assert section_for(text, source) is not None, (name, source)


def test_headings_stand_apart_from_the_text_above_them(qtbot):
    dialog = ReferenceDialog()
    qtbot.addWidget(dialog)
    dialog.show_system(find_system("grimhowl"))
    dialog.show()
    document = dialog.browser.document()
    block, gaps = document.begin().next(), []
    while block.isValid():
        above = block.previous().layout()
        # Places in a table are counted from its cell: there nothing can be compared.
        is_below = above.position().y() < block.layout().position().y()
        if block.blockFormat().headingLevel() and is_below:
            bottom = above.position().y() + above.boundingRect().height()
            gaps.append(block.layout().position().y() - bottom)
        block = block.next()
    assert len(gaps) > 5
    assert min(gaps) >= 16
    assert dialog.show_source("Grimhowl, Attack Resolution")
