"""docs/command-line.md names every command and every option, and none that doesn't exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from battlemap.cli.command_line import COMMANDS, MODULES
from battlemap.cli.parser import Parser

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")


def options_of(name):
    module = import_module(f"battlemap.cli.{MODULES.get(name, name)}")
    parser = Parser()
    module.declare(parser)
    found = {option for action in parser._actions for option in action.option_strings}
    return found - {"-h", "--help"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_on_the_page(name):
    assert f"## {name}\n" in PAGE
    for option in options_of(name):
        assert f"`{option}" in PAGE, option


def test_the_page_names_no_option_that_is_not_there():
    known = {"--json"}.union(*(options_of(name) for name in COMMANDS))
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) <= known
