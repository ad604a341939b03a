"""The style sheet of all widgets, without its colors, and the small pictures that it names."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path


@cache
def _folder() -> Path:
    # A style sheet takes pictures from files only. The folder lives as long as the process.
    keeper = tempfile.TemporaryDirectory(prefix="battlemap-", ignore_cleanup_errors=True)
    _KEPT.append(keeper)
    return Path(keeper.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []

_MARKS = {
    "arrow_down": "M6 9l6 6 6-6",
    "arrow_up": "M6 15l6-6 6 6",
    "arrow_right": "M9 6l6 6-6 6",
    "check": "M5 12l5 5L20 7",
    "close": "M6 6l12 12M18 6L6 18",
    "check_on": "M5 12l5 5L20 7",
    "dot_on": "M12 11a1 1 0 1 0 0 2a1 1 0 1 0 0-2",
    "back": "M19 12H5M11 6l-6 6 6 6",
    "forward": "M5 12h14M13 6l6 6-6 6",
    "folder_up": "M3 7V5h6l2 2h10v12H3zM12 17v-6M9 13.5l3-3 3 3",
    "folder_new": "M3 7V5h6l2 2h10v12H3zM12 10.5v6M9 13.5h6",
    "folder": "M3 7V5h6l2 2h10v12H3z",
    "file": "M6 3h8l4 4v14H6zM14 3v4h4",
    "list": "M4 6h16M4 12h16M4 18h16",
    "details": "M4 6h3M10 6h10M4 12h3M10 12h10M4 18h3M10 18h10",
    "computer": "M3 5h18v11H3zM8 20h8M12 16v4",
    "home": "M4 11l8-7 8 7v9h-6v-6h-4v6H4z",
    "inform": "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 11v5M12 7.5v.5",
    "alarm": "M12 4L2.5 20h19zM12 10v5M12 17.5v.3",
}
"""Small pictures of the style sheet: paths on 24 x 24; what ends in _on lies on the accent."""


@cache
def pictures(color: str, on_accent: str) -> dict[str, str]:
    """Return the paths of the small pictures that the style sheet names."""
    paths = {}
    for name, shape in _MARKS.items():
        ink = on_accent if name.endswith("_on") else color
        width = 6 if name == "dot_on" else 2.6
        path = _folder() / f"{name}-{ink.lstrip('#')}.svg"
        path.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 24 24">'
            f'<path d="{shape}" fill="none" stroke="{ink}" stroke-width="{width}" '
            'stroke-linecap="round" stroke-linejoin="round"/></svg>',
            encoding="utf-8",
        )
        paths[name] = path.as_posix()
    return paths


STYLE_SHEET = """
QWidget { color: %(ink)s; }
QMainWindow, QDialog, QDockWidget, QStackedWidget { background: %(panel)s; }
QMainWindow::separator { background: %(line)s; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: %(accent)s; }
QSplitter::handle { background: %(line)s; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QFrame[frameShape="4"], QFrame[frameShape="5"] { color: %(line)s; }
QLabel { background: transparent; }
QLabel[role="label"] { color: %(ink2)s; font-size: 11px; font-weight: 500; }
QLabel[role="secondary"] { color: %(ink2)s; font-size: 12px; }
QLabel[role="quiet"] { color: %(ink3)s; font-size: 12px; }
QLabel[role="title"] { font-size: 15px; font-weight: 600; }
QLabel[role="heading"] { font-weight: 600; }
QLabel[role="figure"] { font-size: 20px; font-weight: 600; }
QLabel[role="good"] { color: %(good)s; font-weight: 600; }
QLabel[role="bad"] { color: %(bad)s; font-weight: 600; }
QLabel[role="warn"] { color: %(warn)s; }
QLabel:disabled { color: %(ink3)s; }

QMenuBar { background: %(panel)s; border: none; padding: 0 8px; min-height: 40px; }
QMenuBar::item { color: %(ink2)s; background: transparent; padding: 6px 9px; margin: 6px 1px;
    border-radius: 6px; }
QMenuBar::item:selected, QMenuBar::item:pressed { color: %(ink)s; background: %(selected)s; }
QMenu { background: %(panel)s; border: 1px solid %(line)s; border-radius: 8px; padding: 6px; }
QMenu::item { padding: 6px 28px 6px 26px; border-radius: 6px; min-height: 18px; }
QMenu::item:selected { background: %(selected)s; }
QMenu::item:disabled { color: %(ink3)s; background: transparent; }
QMenu::separator { height: 1px; background: %(line)s; margin: 6px 8px; }
QMenu::right-arrow { image: url(%(arrow_right)s); width: 14px; height: 14px; margin-right: 6px; }
QMenu::indicator { width: 14px; height: 14px; margin-left: 6px; }
QMenu::indicator:checked { image: url(%(check)s); }

QPushButton, QToolButton { background: %(control)s; border: 1px solid %(line)s;
    border-radius: %(radius)dpx; padding: 5px 12px; min-height: 18px; }
QPushButton:hover, QToolButton:hover { background: %(hover)s; }
QPushButton:pressed, QToolButton:pressed { background: %(selected)s; }
QPushButton:checked, QToolButton:checked { background: %(selected)s; }
QPushButton:disabled, QToolButton:disabled { color: %(ink3)s; background: transparent;
    border: 1px dashed %(line)s; }
QPushButton:focus, QToolButton:focus { border: 2px solid %(focus)s; padding: 4px 11px; }
QPushButton[role="primary"] { color: %(on_accent)s; background: %(accent)s;
    border-color: %(accent)s; font-weight: 600; min-height: 28px; }
QPushButton[role="primary"]:hover { border-color: %(ink)s; }
QPushButton[role="primary"]:focus { border: 2px solid %(focus)s; }
QPushButton[role="primary"]:disabled { color: %(ink3)s; background: %(control)s;
    border: 1px dashed %(line)s; }
QPushButton[role="large"] { font-weight: 500; min-height: 28px; }
QPushButton[role="link"] { color: %(accent)s; background: transparent; border: none;
    padding: 2px 4px 2px 0; font-weight: 500; text-align: left; min-height: 24px; }
QPushButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="link"]:focus { border: 2px solid %(focus)s; padding: 0; }
QToolButton[role="flat"] { background: transparent; border: 1px solid transparent; padding: 5px; }
QToolButton[role="flat"]:hover { background: %(hover)s; }
QToolButton[role="flat"]:checked { background: %(selected)s; }
QToolButton[role="flat"]:focus { border: 2px solid %(focus)s; padding: 4px; }
QToolButton[role="flat"]:disabled { border: 1px solid transparent; }
QToolButton::menu-indicator { image: none; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QMessageBox { messagebox-warning-icon: url(%(alarm)s); messagebox-critical-icon: url(%(alarm)s);
    messagebox-question-icon: url(%(inform)s); messagebox-information-icon: url(%(inform)s); }
QFileDialog { filedialog-backward-icon: url(%(back)s); backward-icon: url(%(back)s);
    forward-icon: url(%(forward)s); leftarrow-icon: url(%(back)s);
    filedialog-parent-directory-icon: url(%(folder_up)s);
    filedialog-new-directory-icon: url(%(folder_new)s);
    filedialog-listview-icon: url(%(list)s); filedialog-detailedview-icon: url(%(details)s);
    directory-icon: url(%(folder)s); directory-closed-icon: url(%(folder)s);
    directory-open-icon: url(%(folder)s); file-icon: url(%(file)s); home-icon: url(%(home)s);
    computer-icon: url(%(computer)s); desktop-icon: url(%(computer)s); }
QFileDialog QToolButton { padding: 2px; min-height: 0; min-width: 0; }
QFileDialog QToolButton:focus { padding: 1px; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateEdit, QTimeEdit {
    background: %(control)s; border: 1px solid %(line)s; border-radius: %(radius)dpx;
    padding: 5px 8px; min-height: 18px; selection-background-color: %(accent)s;
    selection-color: %(on_accent)s; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QComboBox:focus { border: 2px solid %(focus)s; padding: 4px 7px; }
QLineEdit QToolButton { min-height: 0; min-width: 0; padding: 0; margin: 0; border: none; }
QLineEdit[invalid="true"], QSpinBox[invalid="true"] { border: 2px solid %(bad)s; padding: 4px 7px; }
QLineEdit:disabled, QPlainTextEdit:disabled, QTextEdit:disabled, QSpinBox:disabled,
QDoubleSpinBox:disabled, QComboBox:disabled { color: %(ink3)s; }
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus { background: transparent;
    border: none; padding: 0 0 0 8px; min-height: 0; }
QComboBox QLineEdit, QComboBox QLineEdit:focus { background: transparent; border: none;
    padding: 0; min-height: 0; }
QComboBox { padding-right: 26px; }
QComboBox::drop-down { border: none; width: 26px; }
QComboBox::down-arrow { image: url(%(arrow_down)s); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: %(panel)s; border: 1px solid %(line)s; padding: 4px;
    selection-background-color: %(selected)s; selection-color: %(ink)s; outline: none; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button,
QDoubleSpinBox::down-button { border: none; width: 20px; background: transparent; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(%(arrow_up)s);
    width: 11px; height: 11px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(%(arrow_down)s);
    width: 11px; height: 11px; }

QTabWidget::pane { border: none; border-top: 1px solid %(line)s; background: %(panel)s; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { color: %(ink3)s; background: transparent; border: none; padding: 9px 10px 8px 10px;
    margin-right: 4px; font-weight: 500; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: %(ink)s; }
QTabBar::tab:selected { color: %(ink)s; border-bottom: 2px solid %(accent)s; font-weight: 600; }
QTabBar::tab:focus { border: 2px solid %(focus)s; border-radius: 4px; padding: 7px 8px 6px 8px; }
QTabBar::close-button { image: url(%(close)s); }

QScrollArea, QAbstractScrollArea { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: %(line)s; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: %(ink3)s; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }

QAbstractItemView { background: %(panel)s; border: none; outline: none;
    alternate-background-color: %(control)s; selection-background-color: %(selected)s;
    selection-color: %(ink)s; }
QListView::item, QTreeView::item, QTableView::item { padding: 4px 6px; border-radius: 6px; }
QListView::item:hover, QTreeView::item:hover { background: %(hover)s; }
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected {
    background: %(selected)s; color: %(ink)s; }
QAbstractItemView:focus { border: 2px solid %(focus)s; }
QHeaderView::section { color: %(ink2)s; background: %(panel)s; border: none;
    border-bottom: 1px solid %(line)s; padding: 5px 6px; font-size: 12px; }

QGroupBox { border: 1px solid %(line)s; border-radius: 8px; margin-top: 14px; padding: 10px; }
QGroupBox::title { subcontrol-origin: margin; left: 10px; padding: 0 4px; color: %(ink2)s;
    font-size: 12px; }
QCheckBox, QRadioButton { spacing: 8px; background: transparent; min-height: 28px; }
QCheckBox:disabled, QRadioButton:disabled { color: %(ink3)s; }
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator { width: 14px;
    height: 14px; background: %(control)s; border: 1px solid %(ink3)s; border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: %(accent)s;
    border-color: %(accent)s; image: url(%(check_on)s); }
QRadioButton::indicator:checked { background: %(accent)s; border-color: %(accent)s;
    image: url(%(dot_on)s); }
QCheckBox:focus, QRadioButton:focus { border: 2px solid %(focus)s; border-radius: 6px;
    padding: 0 4px; }
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: %(line)s; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: %(accent)s; }
QSlider { min-height: 20px; }
QSlider::handle:horizontal { width: 14px; height: 14px; margin: -5px 0; border-radius: 7px;
    background: %(ink)s; }
QSlider:focus { border: 2px solid %(focus)s; border-radius: 6px; }
QProgressBar { background: %(control)s; border: none; border-radius: 3px; min-height: 6px;
    max-height: 6px; text-align: center; color: transparent; }
QProgressBar::chunk { background: %(accent)s; border-radius: 3px; }

QStatusBar { background: %(panel)s; border-top: 1px solid %(line)s; min-height: 23px; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: %(ink2)s; font-size: 12px; padding: 0 8px; }
QToolTip { color: %(on_plate)s; background: %(plate)s; border: 1px solid %(line)s; padding: 5px 8px;
    font-size: 12px; }
QDockWidget { border: none; }
QDockWidget::title { background: %(panel)s; padding: 8px 16px; font-weight: 600; }
QToolBar { background: %(panel)s; border: none; spacing: 4px; padding: 4px; }
QToolBar::separator { background: %(line)s; width: 1px; height: 1px; margin: 6px; }
QGraphicsView { background: %(void)s; border: none; }
"""
