"""Whatever goes wrong is one line on stderr and exit status 2."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys

import pytest

from battlemap.cli import command_line
from battlemap.session.files import log_file

PAIR = ("--attacker", "seren", "--target", "orc")


def assert_one_line(found, *words):
    assert found.status == 2
    assert found.out == ""
    assert found.err.count("\n") == 1
    assert found.err.startswith("battlemap")
    assert "Traceback" not in found.err
    for word in words:
        assert word in found.err


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("facts", "MAP"), "--attacker"),
        (("facts", "MAP", "--attacker", "sern", "--target", "orc"), 'Did you mean "seren"?'),
        (("facts", "MAP", "--attacker", "x", "--target", "orc"), "There are: seren, orc"),
        (("facts", "MAP", "--attacker", "orc", "--target", "orc"), "can't attack itself"),
        (("facts", "MAP", *PAIR, "--weapon", "whip"), "whip"),
        (("facts", "MAP", *PAIR, "--facing", "90"), "--from"),
        (("facts", "MAP", *PAIR, "--from", "90,90"), "not on the map"),
        (("facts", "MAP", *PAIR, "--from", "1,1", "--facing", "nan"), "no angle"),
        (("facts", "MAP", *PAIR, "--switch", "cover=maybe"), "on or off"),
        (("facts", "MAP", *PAIR, "--switch", "fact:cover=huge"), "Cover is one of none"),
        (("facts", "MAP", *PAIR, "--choice", "dodge"), "KEY=VALUE"),
        (("facts", "MAP", *PAIR, "--modifier", "Fog"), "LABEL=NUMBER"),
        (("facts", "MAP", *PAIR, "--colour", "red"), "--colour"),
        (("path", "MAP", "--token", "orc", "--to", "5"), "no cell"),
        (("path", "MAP", "--token", "orc", "--to", "-5,3"), "not on the map"),
        (("path", "MAP", "--token", "orc", "--to", "1,2,3"), "no cell"),
        (("path", "MAP", "--token", "ork", "--to", "1,2"), 'Did you mean "orc"?'),
        (("reach", "MAP", "--token", "nobody"), "nobody"),
        (("resolve", "MAP", *PAIR, "--dice", "12,x"), "no list of dice"),
        (("resolve", "MAP", *PAIR, "--dice", "0"), "no list of dice"),
        (("resolve", "MAP", *PAIR, "--dice", "12,99,1,1"), "1 to 20"),
        (("resolve", "MAP", *PAIR, "--seed", "x"), "--seed"),
        (("snapshot", "MAP", "out.gif"), ".png"),
        (("print", "MAP", "out.pdf", "--paper", "b99"), "paper"),
        (("print", "MAP", "out.pdf", "--cell", "wide"), "length"),
        (("print", "MAP", "out.png"), ".pdf"),
        (("print", "MAP", "out.pdf", "--fit", "0x1"), "pages"),
        (("print", "MAP", "out.pdf", "--fit", "2x1", "--cell", "1in"), "--fit"),
        (("print", "MAP", "out.pdf", "--no-map"), "nothing to print"),
        (("print", "MAP", "out.pdf", "--attacker", "seren"), "go together"),
        (("print", "MAP", "out.pdf", "--grid-color", "blue"), "#RRGGBB"),
        (("print", "MAP", "out.pdf", "--region", "Z99:B2"), "A1"),
        (("print", "MAP", "out.pdf", "--dpi", "5"), "--dpi"),
        (("print", "MAP", "out.pdf", "--show", "moon"), "moon"),
        (("snapshot", "MAP", "out.pdf", "--cell", "wide"), "length"),
        (("snapshot", "MAP", "out.pdf", "--pixels-per-cell", "1e9"), "at most 32767 pixels"),
        (("print", "MAP", "out.pdf", "--fit", "²x1"), "no number of pages"),
        (("facts", "MAP", *PAIR, "--modifier", "Fog=999999999999"), "between -99 and 99"),
        (("replay", "MAP", "out.gif"), "no states"),
        (("snapshot", "MAP", "out.png", "--hide", "walls2"), "walls2"),
        (("snapshot", "MAP", "/nowhere/at/all.png"), "nowhere"),
        (("fact", "MAP"), "unrecognized arguments"),
        (("fcts",), "Did you mean the command facts?"),
        (("--colour",), "--colour"),
    ],
)
def test_bad_arguments(command, board, qapp, arguments, word):
    path = board()
    assert_one_line(command(*(path if a == "MAP" else a for a in arguments)), word)


@pytest.mark.parametrize("name", ["facts", "odds", "resolve", "check", "path", "reach", "snapshot"])
@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"{", "JSON"),
        (b"PK\x03\x04 cut off", ""),
        (b'{"format": 1, "tokens": [{"id": "a", "at": [NaN, 1]}]}', "NaN"),
        (b'{"format": 99}', "99"),
        (b'{"format": 1, "system": "chess"}', 'no rule system "chess"'),
        (b"\xff\xfe\x00", ""),
    ],
)
def test_bad_files(command, tmp_path, name, content, word):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    rest = {
        "check": (),
        "path": ("--token", "a", "--to", "1,1"),
        "reach": ("--token", "a"),
        "snapshot": (tmp_path / "out.png",),
    }.get(name, PAIR)
    assert_one_line(command(name, path, *rest), "bad.json", word)


def test_a_map_does_not_command_the_terminal(command, tmp_path):
    path = tmp_path / "map.json"
    tokens = [{"id": "o\x1b[31mrc", "at": [1, 1]}, {"id": "elf", "at": [2, 1]}]
    path.write_text(json.dumps({"format": 1, "tokens": tokens}))
    refused = command("facts", path, "--attacker", "nobody", "--target", "elf")
    assert_one_line(refused, "o\\x1b[31mrc")
    found = command("facts", path, "--attacker", "elf", "--target", "o\x1b[31mrc")
    assert found.status == 0
    assert "\x1b" not in found.out
    assert "o\\x1b[31mrc" in found.out


def test_a_missing_file(command, tmp_path):
    assert_one_line(command("check", tmp_path / "none.json"), "none.json", "no such file")
    assert_one_line(command(tmp_path / "none.battlemap"), "no such file")
    assert_one_line(command("check", tmp_path), "folder")


def test_a_fault_of_ours_goes_to_the_log_file(command, board, monkeypatch):
    def broken(path):
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr("battlemap.session.documents.read_document", broken)
    found = command("check", board())
    assert_one_line(found, "ZeroDivisionError: two lines", str(log_file()))
    assert "Traceback" in log_file().read_text(encoding="utf-8")


def test_a_full_disk_is_said_as_it_is(command, board, monkeypatch):
    def full(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("battlemap.session.documents.read_document", full)
    found = command("check", board())
    assert_one_line(found, os.strerror(errno.ENOSPC))
    assert "went wrong" not in found.err


def test_a_values_minus_sign_is_no_option():
    given = ["m", "--to", "-1,3", "--json", "--by", "-4,-5", "--seed", "-3", "-1,1"]
    assert command_line.joined(given) == [
        "m",
        "--to=-1,3",
        "--json",
        "--by=-4,-5",
        "--seed=-3",
        "-1,1",
    ]


def test_help_and_version(capsys):
    for name in ["", *command_line.COMMANDS]:
        with pytest.raises(SystemExit) as caught:
            command_line.main([name, "--help"] if name else ["--help"])
        assert caught.value.code == 0
        assert "usage: battlemap" in capsys.readouterr().out
    assert command_line.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("battlemap 0")


def test_a_map_or_nothing_opens_the_window(monkeypatch, board):
    opened = []

    def run(path=None):
        opened.append(path)
        return 0

    monkeypatch.setattr("battlemap.ui.application.run", run)
    path = board()
    assert command_line.main([]) == 0
    assert command_line.main([str(path)]) == 0
    assert opened == [None, str(path)]


PROBE = """
import sys
from battlemap.cli import main
status = main(sys.argv[1:])
print(status, "PySide6" in sys.modules, "scipy" in sys.modules, file=sys.stderr)
"""


def test_facts_need_no_qt(board):
    command = [sys.executable, "-c", PROBE, "facts", str(board()), *PAIR, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr.split()[:2] == ["0", "False"]


def test_python_m_battlemap_is_the_same_command(board):
    command = [sys.executable, "-m", "battlemap", "check", str(board())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "The map is in order.\n")


def test_a_closed_pipe_is_no_error(board):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "battlemap", "facts", str(board()), *PAIR, "--json"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert done.returncode == 0
    assert done.stderr == ""
