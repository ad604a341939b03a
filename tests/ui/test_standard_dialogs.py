"""Qt's own dialogs wear the theme: signs that can be seen, no pictures on their buttons."""

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QMessageBox, QPushButton, QToolButton

from battlemap.ui.panels.style import dress
from battlemap.ui.theme import DARK, LIGHT


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_the_tool_buttons_of_the_file_dialog_show_signs_in_the_ink_of_the_theme(
    qtbot, qapp, tmp_path, theme
):
    dress(qapp, theme)
    dialog = QFileDialog(None, "Save map", str(tmp_path))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    ink = QColor(theme.ink2)
    shown = [b for b in dialog.findChildren(QToolButton) if b.isVisible() and b.isEnabled()]
    assert len(shown) >= 4
    for button in shown:
        if not button.objectName().endswith("Button") or button.icon().isNull():
            continue
        image = button.grab().toImage()
        inked = sum(
            abs(image.pixelColor(x, y).lightness() - ink.lightness()) < 24
            for x in range(4, image.width() - 4)
            for y in range(4, image.height() - 4)
        )
        assert inked > 12, button.objectName()
    box = dialog.findChild(QDialogButtonBox)
    assert [b.text() for b in box.buttons() if not b.icon().isNull()] == []


def test_a_question_has_plain_buttons(qtbot, qapp):
    dress(qapp, DARK)
    box = QMessageBox()
    qtbot.addWidget(box)
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    box.show()
    qtbot.waitExposed(box)
    assert len(box.buttons()) == 3
    assert all(b.icon().isNull() for b in box.buttons() if isinstance(b, QPushButton))
