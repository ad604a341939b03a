"""docs/window-coverage.md names tests that exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "window-coverage.md"


def test_every_row_names_tests_that_exist():
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 20
    for row in rows:
        named = re.findall(r"`(test_\w+\.py)::(\w+)`", row)
        assert named, row
        for file, name in named:
            tree = ast.parse((HERE / file).read_text("utf-8"))
            names = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert name in names, f"{file}::{name}"
