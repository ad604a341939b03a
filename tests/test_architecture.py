"""The dependency rule of ARCHITECTURE.md, as written in [tool.importlinter] of pyproject.toml."""

from pathlib import Path

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

PROJECT = Path(__file__).parent.parent


def test_the_import_contracts_are_kept(monkeypatch, capsys):
    monkeypatch.chdir(PROJECT)
    status = lint_imports(config_filename="pyproject.toml", no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out
