"""The project's own files: what make offers, where data lies, what is promised about packages."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from battlemap import resources

PROJECT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture
def fresh_data_path():
    """Let `data_path` look again, before and after a test that moves the places."""
    resources.data_path.cache_clear()
    yield resources.data_path
    resources.data_path.cache_clear()


def test_every_target_of_the_makefile_is_explained_by_make_help():
    text = (PROJECT / "Makefile").read_text(encoding="utf-8")
    phony = set(re.search(r"^\.PHONY: (.*)$", text, re.MULTILINE)[1].split()) - {"help"}
    explained = " ".join(re.findall(r"^\t@echo '(.*)'$", text, re.MULTILINE))
    assert {name for name in phony if re.search(rf"\b{name}\b", explained)} == phony


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no executable bit")
def test_the_ci_script_can_be_started():
    assert os.access(PROJECT / ".ci" / "run", os.X_OK)


def test_python_311_never_gets_the_qt_that_loses_references_to_none():
    bounds = [name for name in SETTINGS["project"]["dependencies"] if name.startswith("PySide6")]
    old = [name for name in bounds if "python_version < '3.12'" in name]
    assert len(old) == 1
    assert "<6.12" in old[0]


def test_no_file_of_the_project_names_a_package_registry():
    names = re.compile(r"(files\.pythonhosted|pypi\.org/simple|--(extra-)?index-url|registry\.npm)")
    files = [PROJECT / name for name in ("pyproject.toml", "Makefile", ".ci/run")]
    files += sorted((PROJECT / "packaging").rglob("*.py"))
    assert [file.name for file in files if names.search(file.read_text(encoding="utf-8"))] == []


def test_a_checkout_uses_its_own_assets_and_maps(fresh_data_path):
    assert fresh_data_path() == PROJECT
    assert resources.asset_path("icons").parent == PROJECT / "assets"
    assert resources.maps_path() == PROJECT / "maps"


@pytest.mark.parametrize("frozen", [False, True], ids=["wheel", "bundle"])
def test_installed_data_is_found(fresh_data_path, monkeypatch, tmp_path, frozen):
    data = tmp_path / "battlemap" / "_data"
    (data / "assets").mkdir(parents=True)
    (data / "maps").mkdir()
    if frozen:
        monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    else:
        monkeypatch.setattr(resources, "__file__", str(tmp_path / "battlemap" / "resources.py"))
    assert fresh_data_path() == data


def test_a_damaged_installation_says_so(fresh_data_path, monkeypatch, tmp_path):
    monkeypatch.setattr(resources, "__file__", str(tmp_path / "battlemap" / "resources.py"))
    with pytest.raises(FileNotFoundError, match="Install it again"):
        fresh_data_path()


@pytest.mark.long
def test_a_wheel_carries_assets_and_maps(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), "."],
        cwd=PROJECT,
        check=True,
    )
    names = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    for folder in ("assets", "maps"):
        for file in (PROJECT / folder).rglob("*"):
            if file.is_file():
                assert f"battlemap/_data/{file.relative_to(PROJECT).as_posix()}" in names
    assert "battlemap/_data/docs/manual.md" in names
