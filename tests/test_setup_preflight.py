"""The preflight: which platform, which libraries, which packages, and the one line about it."""

import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from battlemap import preflight
from battlemap.cli import main, snapshot
from battlemap.preflight import Report

PROJECT = Path(__file__).parent.parent


def run_preflight(*arguments, **environment):
    """Run the command with the given variables instead of those that choose a platform."""
    chosen = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    kept = {name: value for name, value in os.environ.items() if name not in chosen}
    return subprocess.run(
        [sys.executable, "-m", "battlemap.preflight", *arguments],
        env={**kept, **environment},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("environment", "system", "platform"),
    [
        ({"DISPLAY": ":0"}, "linux", "xcb"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", "wayland"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "linux", "xcb"),
        ({"DISPLAY": ""}, "linux", None),
        ({"QT_QPA_PLATFORM": "wayland;xcb", "DISPLAY": ":0"}, "linux", "wayland"),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", "offscreen"),
        ({}, "win32", "windows"),
        ({}, "darwin", "cocoa"),
    ],
)
def test_the_platform_follows_the_environment(environment, system, platform):
    assert preflight.choose_platform(environment, system) == platform


def test_missing_libraries_are_read_from_the_linker():
    text = (
        "\tlibxcb-cursor.so.0 => /lib/x86_64-linux-gnu/libxcb-cursor.so.0 (0x00007f)\n"
        "\tlibxcb-icccm.so.4 => not found\n"
        "\tlibglib-2.0.so.0 => not found\n"
        "\tlibxcb-icccm.so.4 => not found\n"
    )
    assert preflight.missing_in(text) == {"libxcb-icccm.so.4", "libglib-2.0.so.0"}


def test_a_missing_library_is_read_from_an_import_error():
    text = "ImportError: libGL.so.1: cannot open shared object file: No such file or directory"
    assert preflight.missing_in(text) == {"libGL.so.1"}


def test_every_package_of_a_platform_brings_a_known_library():
    named = {
        *preflight.OFFSCREEN_PACKAGES,
        *preflight.X11_PACKAGES,
        *preflight.WAYLAND_PACKAGES,
    }
    assert named <= set(preflight.PACKAGE_OF.values())


def test_two_libraries_of_one_package_name_it_once():
    libraries = ["libgthread-2.0.so.0", "libglib-2.0.so.0", "libEGL.so.1", "libunheard.so.1"]
    assert preflight.packages_for(libraries) == ("libegl1", "libglib2.0-0")


@pytest.mark.parametrize(("root", "line"), [(True, ": apt-get"), (False, ": sudo apt-get")])
def test_the_line_asks_for_sudo_only_where_it_is_needed(monkeypatch, root, line):
    monkeypatch.setattr(preflight.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(preflight, "is_root", lambda: root)
    sentence = Report("xcb", ("libxcb-icccm.so.4", "libodd.so.7"), ("libxcb-icccm4",)).sentence()
    assert f"{line} install -y libxcb-icccm4" in sentence
    assert "libodd.so.7" in sentence
    assert "\n" not in sentence


def test_where_there_is_no_apt_the_libraries_are_named(monkeypatch):
    monkeypatch.setattr(preflight.shutil, "which", lambda name: None)
    sentence = Report("xcb", ("libxcb-icccm.so.4",), ("libxcb-icccm4",)).sentence()
    assert sentence.endswith("libxcb-icccm.so.4")
    assert "apt" not in sentence


def test_offscreen_is_ready_here():
    report = preflight.check("offscreen", thorough=True)
    assert report == Report("offscreen")
    assert report.is_ready
    assert report.sentence() == ""


def test_without_a_display_there_is_one_clear_line_and_status_2():
    run = run_preflight()
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.strip() == preflight.NO_DISPLAY


def test_a_display_that_no_server_answers_on_is_named(monkeypatch):
    monkeypatch.setattr(preflight, "linked_and_missing", lambda platform: set())
    monkeypatch.setenv("DISPLAY", ":4711")
    report = preflight.check("xcb")
    assert "':4711'" in report.problem
    assert not report.is_ready


def test_an_unknown_platform_is_a_problem_and_no_abort():
    run = run_preflight("--platform", "no-such-platform")
    assert run.returncode == 2
    assert "no-such-platform" in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1


def test_what_the_probe_dies_of_is_turned_into_packages(monkeypatch):
    died = SimpleNamespace(
        returncode=1,
        stdout="",
        stderr="ImportError: libEGL.so.1: cannot open shared object file: No such file",
    )
    monkeypatch.setattr(preflight, "linked_and_missing", lambda platform: None)
    monkeypatch.setattr(preflight.subprocess, "run", lambda *args, **kwargs: died)
    report = preflight.check("offscreen")
    assert report == Report("offscreen", ("libEGL.so.1",), ("libegl1",))


def test_a_silent_abort_asks_the_linker(monkeypatch):
    aborted = SimpleNamespace(returncode=-6, stdout="", stderr="")
    answers = iter([None, {"libxcb-keysyms.so.1"}])
    monkeypatch.setattr(preflight, "linked_and_missing", lambda platform: next(answers))
    monkeypatch.setattr(preflight, "display_answers", lambda display: True)
    monkeypatch.setattr(preflight.subprocess, "run", lambda *args, **kwargs: aborted)
    assert preflight.check("xcb").packages == ("libxcb-keysyms1",)


def test_fixing_installs_the_whole_set_of_the_platform_and_looks_again(monkeypatch, capsys):
    reports = iter([Report("xcb", ("libxcb-icccm.so.4",), ("libxcb-icccm4",)), Report("xcb")])
    installed = []
    monkeypatch.setattr(preflight, "check", lambda platform, thorough: next(reports))
    monkeypatch.setattr(preflight, "is_root", lambda: True)
    monkeypatch.setattr(preflight.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(preflight, "install", lambda names: installed.append(names) or True)
    assert preflight.main(["--fix"]) == 0
    assert set(installed[0]) == {*preflight.OFFSCREEN_PACKAGES, *preflight.X11_PACKAGES}
    assert "installing as root" in capsys.readouterr().out


def test_without_root_nothing_is_installed(monkeypatch, capsys):
    report = Report("xcb", ("libxcb-icccm.so.4",), ("libxcb-icccm4",))
    monkeypatch.setattr(preflight, "check", lambda platform, thorough: report)
    monkeypatch.setattr(preflight, "is_root", lambda: False)
    monkeypatch.setattr(preflight, "install", lambda names: pytest.fail("installed without root"))
    assert preflight.main(["--fix"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_command_that_lacks_a_library_names_the_package(monkeypatch, capsys):
    def draw(arguments):
        raise ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(snapshot, "run", draw)
    monkeypatch.setattr(preflight, "linked_and_missing", lambda platform: {"libEGL.so.1"})
    monkeypatch.setattr(preflight.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert main(["snapshot", "any.battlemap", "any.png"]) == 2
    assert "apt-get install -y libegl1" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="X11 sockets are Unix sockets")
def test_an_x_server_is_known_by_its_socket():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        assert preflight.display_answers(f"127.0.0.1:{port - 6000}.0")
    assert not preflight.display_answers(":4711")
    assert not preflight.display_answers("nonsense")
