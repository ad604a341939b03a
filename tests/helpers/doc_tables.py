"""The tables of the documentation that name modules, options and tests."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
COVERAGE = ROOT / "docs" / "rules-coverage"
HEADS = ("rule", "section", "point")


def rows(page: Path, columns: int | None = None) -> list[list[str]]:
    """Return the cells of each row of the page's tables, without heads and rules.

    Parameters
    ----------
    columns
        Only rows with so many cells.
    """
    found = []
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("|") and not re.fullmatch(r"[|\s:-]+", line):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if cells[0].lower() not in HEADS and columns in (None, len(cells)):
                found.append(cells)
    return found


@cache
def names_in(path: Path) -> frozenset[str]:
    """Return the functions and classes of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    )


@cache
def source_of(test: str) -> str:
    """Return the source of a test ("systems/test_x.py::test_y"), its parameters included."""
    path, _, name = test.partition("::")
    text = (ROOT / "tests" / path).read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    return ""
