"""The manual and the README name commands and keys that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from battlemap.ui.commands import commands_of
from battlemap.ui.main_window import MainWindow
from battlemap.ui.tools.door_tool import DoorTool
from battlemap.ui.tools.eraser_tool import EraserTool
from battlemap.ui.tools.height_tool import HeightTool
from battlemap.ui.tools.light_tool import LightTool
from battlemap.ui.tools.note_tool import NoteTool
from battlemap.ui.tools.obstacle_tool import ObstacleTool
from battlemap.ui.tools.prop_tool import PropTool
from battlemap.ui.tools.terrain_tool import TerrainTool
from battlemap.ui.tools.wall_tool import WallTool

ROOT = Path(__file__).parents[2]
MANUAL = (ROOT / "docs" / "manual.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = commands_of(MainWindow)
TOOLS = [
    DoorTool,
    EraserTool,
    HeightTool,
    LightTool,
    NoteTool,
    ObstacleTool,
    PropTool,
    TerrainTool,
    WallTool,
]
CHORD = r"((?:(?:Ctrl|Shift|Alt)\+)+\w+|F\d+)"
MENUS = {command.menu.replace("&", "") for command in COMMANDS}


def plain(words):
    return words.replace("&", "").replace("...", "").replace("*", "").strip().lower()


LABELS = {(plain(command.menu), plain(command.label)): command for command in COMMANDS}


def keys_of(command):
    """The keys as the pages write them."""
    return {key.replace("Return", "Enter") for key in command.shortcuts}


KEYS = set().union(*map(keys_of, COMMANDS)) | {tool.shortcut for tool in TOOLS}


def test_the_table_of_drawing_tools_has_each_tool_with_its_key():
    rows = re.findall(r"^\| ([\w ]+?) \| (Shift\+\w) \|", MANUAL, re.MULTILINE)
    assert dict(rows) == {tool.label: tool.shortcut for tool in TOOLS}


@pytest.mark.parametrize("page", [MANUAL, README], ids=["manual", "README"])
def test_every_path_through_a_menu_ends_at_a_command(page):
    flat = " ".join(page.split())
    named = re.findall(rf"\b({'|'.join(sorted(MENUS))}) > ([A-Z][^.,;:*()]*)", flat)
    assert named
    for menu, words in named:
        found = [
            label for at, label in LABELS if at == menu.lower() and plain(words).startswith(label)
        ]
        assert found, f"{menu} > {words}"


def test_keys_in_parentheses_belong_to_the_command_before_them():
    flat = " ".join(MANUAL.split()).replace("**", "")
    named = re.findall(rf"\b({'|'.join(sorted(MENUS))}) > ([A-Z][\w ]*) \({CHORD}\)", flat)
    assert len(named) > 3
    for menu, words, keys in named:
        assert keys in keys_of(LABELS[menu.lower(), plain(words)]), f"{menu} > {words}"


@pytest.mark.parametrize("page", [MANUAL, README], ids=["manual", "README"])
def test_every_chord_of_the_pages_does_something(page):
    named = set(re.findall(r"\b(?:Ctrl|Ctrl\+Shift|Ctrl\+Alt)\+(?:[A-Z]|Enter|Space|F\d+)\b", page))
    assert len(named) > 5
    assert named <= KEYS
