"""The rules reference: what the app does for each rule of a game, and which reading is chosen."""

from __future__ import annotations

import re
from dataclasses import fields
from enum import Enum
from typing import TYPE_CHECKING

from battlemap.resources import data_path

if TYPE_CHECKING:
    from battlemap.rules.system import RuleSystem

SETTLED = "Settled readings"
"""The heading under which all readings are listed that the GM can change."""

_HEADING = re.compile(r"^#{2,4} +(.+?) *$", re.MULTILINE)


def reference_text(system: RuleSystem) -> str:
    """Return the reference of a game as Markdown, the readings as they are chosen at its end.

    A game without a page of its own (a plug-in) gets the readings alone.
    """
    page = data_path() / "docs" / "rules" / f"{system.key}.md"
    try:
        text = page.read_text(encoding="utf-8")
    except (OSError, ValueError):
        text = f"# {system.title}\n\nThis game comes without a page of rules.\n"
    return f"{text.rstrip()}\n\n{_settled(system)}"


def _settled(system: RuleSystem) -> str:
    lines = [
        f"## {SETTLED}",
        "",
        "Where the text is silent or says two things, one reading is settled here; "
        "change it in Rules > Rule options.",
        "",
    ]
    for part in fields(system.options):
        question = str(part.metadata.get("question", part.name.replace("_", " ")))
        source = str(part.metadata.get("source", ""))
        value = getattr(system.options, part.name)
        mark = "" if value == getattr(type(system.options)(), part.name) else " (changed)"
        where = f" *{source}*" if source else ""
        lines.append(f"- {question}: **{_words(value)}**{mark}.{where}")
    return "\n".join(lines) + "\n"


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(getattr(value, "sentence", "") or value.value).replace("_", " ")
    return str(value)


def headings(text: str) -> list[str]:
    r"""Return the headings of a page, in order, without its title.

    Examples
    --------
    >>> headings("# Game\n\n## Section 2, Surprise\nWords\n### Section 2, More\n")
    ['Section 2, Surprise', 'Section 2, More']
    """
    return _HEADING.findall(text)


def section_for(text: str, source: str) -> str | None:
    r"""Return the heading to which the source of a modifier or option leads, or None.

    A source is the game's title, a comma, and the words that a heading begins with; what is in
    brackets or after a semicolon says more and leads nowhere.

    Examples
    --------
    >>> page = "## Section 2, Surprise\n## Section 20, Objects\n### Section 5, Take Cover\n"
    >>> section_for(page, "Game, section 2"), section_for(page, "Game, section 5, take cover")
    ('Section 2, Surprise', 'Section 5, Take Cover')
    >>> section_for(page, "Section 20 (silent)"), section_for(page, "GM")
    ('Section 20, Objects', None)
    """
    bare = re.sub(r"\(.*?\)", "", source).split(";")[0].strip().casefold()
    bare = bare.replace("sections ", "section ")
    known = headings(text)
    for words in (bare, bare.partition(", ")[2]):
        while words not in ("", "section"):
            for heading in known:
                if re.match(rf"{re.escape(words)}(?!\w)", heading.casefold()):
                    return heading
            words = words.rpartition(" ")[0].rstrip(",")
    return None
