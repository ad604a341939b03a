"""The tables in docs/rules-coverage name modules and tests that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "rules-coverage").glob("*.md"))


def rows(page: Path) -> list[list[str]]:
    """Return the cells of each row of the page's tables, without heads and rules."""
    found = []
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("|") and not re.fullmatch(r"[|\s:-]+", line):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if cells[0].lower() != "rule":
                found.append(cells)
    return found


@cache
def names_in(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    )


def test_there_are_pages():
    assert PAGES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_row_names_a_module_and_a_test_that_exist(page):
    table = rows(page)
    assert len(table) > 10
    for cells in table:
        assert len(cells) == 3, cells
        rule, where, tests = cells
        assert rule
        modules = re.findall(r"`([^`]+)`", where)
        assert modules, rule
        for module in modules:
            assert (ROOT / "battlemap" / module).exists(), f"{rule}: {module}"
        named = re.findall(r"`([^`]+)`", tests)
        assert named, rule
        for test in named:
            path, _, name = test.partition("::")
            assert (ROOT / "tests" / path).is_file(), f"{rule}: {path}"
            assert name in names_in(ROOT / "tests" / path), f"{rule}: {test}"


def test_the_overview_counts_the_rules_of_each_page():
    overview = (ROOT / "docs" / "rules-coverage.md").read_text(encoding="utf-8")
    counted = re.findall(r"\| (\d+) \| \[rules-coverage/(\w+)\.md\]", overview)
    assert {page: int(number) for number, page in counted} == {
        page.stem: len(rows(page)) for page in PAGES
    }
