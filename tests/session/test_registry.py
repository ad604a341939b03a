from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from battlemap.session import registry
from battlemap.session.registry import UnknownSystemError, find_system, system_class, system_keys
from battlemap.systems.shadowrealms import ShadowRealms


def plug_in(monkeypatch, value):
    def points(*, group, name=None):
        assert group == "battlemap.systems"
        found = [EntryPoint("plug", value, group)]
        return [point for point in found if name in (None, point.name)]

    monkeypatch.setattr(registry, "entry_points", points)
    system_class.cache_clear()


def test_our_own_system_comes_with_its_options():
    assert isinstance(find_system("shadowrealms"), ShadowRealms)
    assert find_system("shadowrealms").options == ShadowRealms.Options()
    options = ShadowRealms.Options(lean_out=True)
    assert find_system("shadowrealms", options).options is options


def test_an_unknown_system_is_named_with_those_known():
    with pytest.raises(UnknownSystemError, match=r'"chess"; there are: shadowrealms'):
        find_system("chess")


def test_a_plug_in_is_found(monkeypatch, skirmish):
    plug_in(monkeypatch, "skirmish_rules:Skirmish")
    assert isinstance(find_system("plug"), skirmish.Skirmish)
    assert "plug" in system_keys()
    assert registry.system_packages() >= {"battlemap", "skirmish_rules"}


def test_a_plug_in_that_cannot_be_loaded_says_so(monkeypatch):
    plug_in(monkeypatch, "no_such_module_at_all:System")
    with pytest.raises(UnknownSystemError, match="can't be loaded"):
        find_system("plug")


def test_a_plug_in_that_is_no_rule_system_says_so(monkeypatch):
    plug_in(monkeypatch, "json:dumps")
    with pytest.raises(UnknownSystemError, match="not a rule system"):
        find_system("plug")
