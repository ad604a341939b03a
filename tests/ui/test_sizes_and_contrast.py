"""Letters, what can be hit, and contrast: the measures that every panel keeps."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractButton, QLabel

from battlemap.ui.panels import lettering
from battlemap.ui.panels.buttons import EyeButton
from battlemap.ui.theme import DARK, HIT_AREA, LIGHT

LEFT = Qt.MouseButton.LeftButton


def luminance(color):
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_text_stands_out_from_its_ground(theme):
    for ink in ("ink", "ink2", "ink3", "accent", "good", "bad", "warn"):
        assert contrast(getattr(theme, ink), theme.panel) >= 4.5, ink
    for ink in ("ink", "ink2"):
        assert contrast(getattr(theme, ink), theme.selected) >= 4.5, ink
    assert contrast(theme.on_accent, theme.accent) >= 4.5
    assert contrast(theme.on_plate, theme.plate) >= 4.5


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
@pytest.mark.parametrize("tab", ["attack", "token", "area", "map"])
def test_whatever_is_clicked_is_large_enough(open_window, qtbot, size, tab):
    window = open_window(size=size)
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    window.show_tab(tab)
    qtbot.wait(120)
    small = [
        (type(button).__name__, button.text() or button.accessibleName(), button.size())
        for button in window.findChildren(QAbstractButton)
        # The line of a fact can be clicked as a whole, not its eye alone.
        if button.isVisible()
        and not isinstance(button, EyeButton)
        and min(button.width(), button.height()) < HIT_AREA
    ]
    assert small == []


def body_height(window):
    return QFontMetricsF(window.attack_panel.fact_rows[0].value.font()).height()


def test_a_very_wide_window_has_larger_letters_and_nothing_is_cut(open_window, qtbot):
    window = open_window(size=(1920, 1080))
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    qtbot.wait(120)
    usual, labels = body_height(window), window.view.map_scene.plates()
    menus = window.top_bar.menus.width()
    window.resize(3840, 2160)
    qtbot.wait(600)
    assert lettering.scale() == 1.25
    assert body_height(window) == pytest.approx(1.25 * usual, rel=0.05)
    assert window.top_bar.menus.width() > menus
    for row in window.attack_panel.fact_rows:
        if row.isVisible():
            room = row.label.contentsRect().width()
            assert row.label.fontMetrics().horizontalAdvance(row.label.text()) <= room
            assert row.value.height() >= row.value.heightForWidth(row.value.width())
    hint = window.top_bar.search.findChild(QLabel)
    words = window.top_bar.search.fontMetrics().horizontalAdvance(window.top_bar.search.text())
    assert 14 + 24 + words <= hint.geometry().right() - hint.fontMetrics().horizontalAdvance(
        "Ctrl K"
    )
    pips = window.action_bar.pips
    assert pips.geometry().right() <= window.action_bar._who.width()
    assert len(labels) == len(window.view.map_scene.plates())
    window.resize(1920, 1080)
    qtbot.wait(600)
    assert lettering.scale() == 1.0
    assert body_height(window) == usual
    assert window.top_bar.menus.width() == menus


def test_a_small_screen_shows_the_chance_without_scrolling(open_window, qtbot):
    window = open_window(size=(1366, 768))
    window.bridge.select(["seren"])
    window.bridge.set_target("orc-brute")
    qtbot.wait(200)
    panel = window.attack_panel
    qtbot.mouseClick(panel.force, LEFT)
    qtbot.wait(200)
    chart, port = panel.chart, panel.scroll.viewport()
    top = chart.mapTo(port, chart.rect().topLeft()).y()
    assert top + 30 <= port.height(), (top, port.height())
