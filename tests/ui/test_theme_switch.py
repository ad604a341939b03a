"""Another theme: every widget looks as if it had been made in it, those that are hidden as well."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette

from battlemap.ui.icons import icon
from battlemap.ui.panels.style import is_dressing, window_stylesheet
from battlemap.ui.theme import DARK, LIGHT

ROLES = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.Window)


def looks(window):
    """Return colors and font of each widget that has been shown or measured."""
    return {
        widget: (
            *(widget.palette().color(role).name() for role in ROLES),
            widget.font().toString(),
            widget.minimumSize().toTuple(),
        )
        for widget in [window, *window.findChildren(object)]
        if widget.isWidgetType() and widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished)
    }


def test_another_theme_reaches_every_widget(qapp, window, qtbot):
    window.set_theme(DARK)
    qtbot.waitUntil(lambda: not is_dressing(qapp))
    for theme in (LIGHT, DARK):
        before = looks(window)
        window.set_theme(theme)
        assert window.top_bar.palette().windowText().color().name() == theme.ink.lower()
        qtbot.waitUntil(lambda: not is_dressing(qapp))
        qtbot.wait(50)
        after = looks(window)
        hidden = [widget for widget in after if not widget.isVisible()]
        assert any(after[widget] != before[widget] for widget in hidden if widget in before)
        # What Qt makes of the same style sheet by itself, in one go.
        qapp.setStyleSheet(theme.stylesheet() + window_stylesheet(theme) + " ")
        assert looks(window) == after


def test_the_lines_of_the_menus_follow_in_slices(window, qtbot, monkeypatch):
    monkeypatch.setattr("battlemap.ui.window.arranging.SLICE_SECONDS", 0.0001)
    for theme in (LIGHT, DARK):
        window.set_theme(theme)
        qtbot.waitUntil(lambda: not window._undressed and not window._dresses.isActive())
        qtbot.wait(10)
        for made in window._commands:
            if made.icon:
                wanted = icon(made.icon, theme.ink2, 16, off=theme.ink3).pixmap(16).toImage()
                assert window.command_actions[made.id].icon().pixmap(16).toImage() == wanted
