"""The dependency rule of ARCHITECTURE.md, as written in [tool.importlinter] of pyproject.toml."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent
PAGE = (PROJECT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_import_contracts_are_kept():
    # In a process of its own: import-linter sets logging up anew and silences our loggers.
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    run = subprocess.run(
        [sys.executable, "-c", command, "--no-cache"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def layers_of_the_page():
    """Return the layers as the picture in ARCHITECTURE.md has them, siblings joined."""
    picture = PAGE.split("## Layers")[1].split("```")[1]
    names = [re.match(r" {8}(\w+(?: \| \w+)?) ", line) for line in picture.splitlines()]
    return [
        " | ".join(f"battlemap.{part}" for part in name[1].split(" | ")) for name in names if name
    ]


def test_the_page_draws_the_layers_of_the_contract():
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {entry["name"]: entry for entry in settings["tool"]["importlinter"]["contracts"]}
    assert layers_of_the_page() == contracts["Layers"]["layers"]


def test_every_folder_of_the_package_is_in_a_layer():
    folders = {
        f"battlemap.{folder.name}"
        for folder in (PROJECT / "battlemap").iterdir()
        if folder.is_dir() and not folder.name.startswith("_")
    }
    drawn = {name for layer in layers_of_the_page() for name in layer.split(" | ")}
    assert folders <= drawn


def test_every_file_that_the_page_names_exists():
    named = re.findall(r"\b(?:battlemap|tests)/[\w/]+(?:\.py|/)", PAGE)
    assert len(named) > 10
    assert [name for name in named if not (PROJECT / name).exists()] == []
