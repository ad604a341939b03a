"""Shipped files whose names may come from a map."""

from __future__ import annotations

import pytest

from battlemap.resources import asset_path, find_asset


def test_a_shipped_file_is_found():
    assert find_asset("tokens", "knight.svg") == asset_path("tokens", "knight.svg")


@pytest.mark.parametrize(
    "name",
    ["nobody.svg", "a" * 300, "a\0b", "..", "", "../../pyproject.toml", "/etc/passwd"],
)
def test_a_name_that_is_none_of_ours_finds_nothing(name):
    assert find_asset("tokens", name) is None
