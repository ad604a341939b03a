"""The tables in docs/rules-coverage name modules and tests that exist."""

from __future__ import annotations

import re

import pytest
from doc_tables import COVERAGE, ROOT, names_in, rows

PAGES = sorted(page for page in COVERAGE.glob("*.md") if page.stem != "settled")


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
