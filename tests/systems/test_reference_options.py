"""The rules reference names each option as the dialog of options does, and no other."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from battlemap.session.registry import find_system

REFERENCE = Path(__file__).parents[2] / "docs" / "rules"
SYSTEMS = sorted(path.stem for path in REFERENCE.glob("*.md") if path.stem != "README")


@cache
def questions(system):
    options = find_system(system).options
    return {part.name: part.metadata["question"].lower() for part in fields(options)}


@cache
def named(system):
    """What stands in italics on the page, but for the word that says so."""
    text = " ".join((REFERENCE / f"{system}.md").read_text(encoding="utf-8").split())
    found = re.findall(r"(?<![*\w])\*(?!\*)([^*]+)\*(?!\*)", text.replace("**", ""))
    return [words.lower() for words in found if words != "italics"]


def fits(words, question):
    """Whether the page names a question, whose last words may be left out in a sentence."""
    return len(words.split()) > 2 and question.startswith(words)


def test_every_game_has_its_page():
    assert SYSTEMS == ["crawler", "grimhowl", "prowess", "shadowrealms"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_page_names_is_an_option(system):
    unknown = [w for w in named(system) if not any(fits(w, q) for q in questions(system).values())]
    assert unknown == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_page_names_every_option(system):
    left_out = [
        name for name, q in questions(system).items() if not any(fits(w, q) for w in named(system))
    ]
    assert left_out == []
