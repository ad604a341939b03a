"""packaging/set_up.py: a virtual environment from nothing, from halves and from ruins."""

import importlib.util
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent


@pytest.fixture
def set_up():
    spec = importlib.util.spec_from_file_location("set_up", PROJECT / "packaging" / "set_up.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def without_ensurepip(set_up, monkeypatch):
    """Make `python -m venv` behave as on a Debian without python3-venv; count the tries."""
    tries = []

    def half_make(folder):
        tries.append(folder)
        set_up.remove(folder)
        (folder / "bin").mkdir(parents=True)
        (folder / "bin" / "python").symlink_to(sys.executable)
        return "The virtual environment was not created because ensurepip is not available.\n"

    monkeypatch.setattr(set_up, "try_to_make", half_make)
    monkeypatch.setattr(set_up.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(set_up, "venv_package", lambda: "python3-venv")
    return tries


@pytest.mark.skipif(sys.platform == "win32", reason="Debian's way of shipping Python")
def test_without_root_one_line_names_the_package_and_the_half_is_gone(
    set_up, without_ensurepip, monkeypatch, tmp_path, capsys
):
    monkeypatch.setattr(set_up.os, "geteuid", lambda: 1000)
    assert set_up.main(["--venv", str(tmp_path / "venv")]) == 2
    said = capsys.readouterr()
    assert said.err == (
        "python3-venv is missing. Install it with: sudo apt-get install -y python3-venv\n"
    )
    assert not (tmp_path / "venv").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Debian's way of shipping Python")
def test_as_root_the_package_is_installed_and_the_environment_tried_again(
    set_up, without_ensurepip, monkeypatch, tmp_path, capsys
):
    commands = []
    monkeypatch.setattr(set_up.os, "geteuid", lambda: 0)
    monkeypatch.setattr(set_up, "run_quietly", lambda command, _: commands.append(command))
    with pytest.raises(set_up.SetUpError):  # the stand-in for venv never makes a whole one
        set_up.make_environment(tmp_path / "venv")
    assert commands[-1][:2] == ["apt-get", "install"]
    assert "python3-venv" in commands[-1]
    assert "installing as root" in capsys.readouterr().out
    assert len(without_ensurepip) == 2
    assert not (tmp_path / "venv").exists()


def test_a_whole_environment_is_left_alone(set_up, monkeypatch):
    monkeypatch.setattr(set_up, "is_usable", lambda folder: True)
    monkeypatch.setattr(set_up, "try_to_make", lambda folder: pytest.fail("made anew"))
    set_up.make_environment(Path("anywhere"))


def test_an_environment_whose_python_is_gone_is_not_usable(set_up, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pip").touch()
    (tmp_path / "bin" / "python").symlink_to(tmp_path / "gone")
    assert not set_up.is_usable(tmp_path)


def test_a_half_without_pip_is_not_usable(set_up, tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    assert not set_up.is_usable(tmp_path)


def test_a_file_in_the_way_is_removed(set_up, tmp_path):
    (tmp_path / "venv").write_text("in the way")
    set_up.remove(tmp_path / "venv")
    assert not (tmp_path / "venv").exists()


def test_the_venv_package_of_another_python_carries_its_version(set_up):
    assert set_up.venv_package("/opt/python/bin/python3", (3, 11)) == "python3-venv"
    assert set_up.venv_package("/usr/local/bin/python3.19", (3, 19)) == "python3.19-venv"


def test_an_old_python_hands_over_to_a_newer_one(set_up, monkeypatch):
    monkeypatch.setattr(
        set_up.shutil, "which", lambda name: "/usr/bin/python3.12" if name == "python3.12" else None
    )
    assert set_up.newer_python() == "/usr/bin/python3.12"
    monkeypatch.setattr(set_up.shutil, "which", lambda name: None)
    with pytest.raises(set_up.SetUpError, match="or later, and this is"):
        set_up.newer_python()


def test_a_command_that_fails_shows_its_output(set_up, capsys):
    with pytest.raises(set_up.SetUpError, match=r"did not work \(its output is above\)"):
        set_up.run_quietly(
            [sys.executable, "-c", "print('why'); raise SystemExit(3)"], "did not work"
        )
    assert capsys.readouterr().err == "why\n"
