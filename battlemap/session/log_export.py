"""The log for others: as text, as a web page, as JSON."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING

from battlemap.model.store import write_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from battlemap.session.log import LogEntry

_STYLE = """
body { font: 15px/1.45 Inter, system-ui, sans-serif; color: #191d23; background: #fbfbf9;
       max-width: 46em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.3em; }
li { margin: 0 0 .7em; padding: .1em 0 .1em .8em; border-left: 3px solid #66707c; }
ol { list-style: none; padding: 0; }
li.attack, li.damage { border-color: #b34700; }
li.move { border-color: #0072b2; }
li.gm { border-color: #8f6200; }
li.struck .headline { text-decoration: line-through; color: #66707c; }
.headline { font-weight: 600; }
.number { color: #66707c; font-size: .85em; margin-right: .6em; }
.kind { color: #47505c; font-size: .8em; margin-left: .6em; }
.details { margin: 0; color: #47505c; }
"""


def log_text(entries: Iterable[LogEntry]) -> str:
    """Return the entries as text, oldest first; what was undone is marked so.

    Examples
    --------
    >>> from battlemap.session.log import LogEntry
    >>> print(log_text([LogEntry(1, "Orc moves", ("30 ft",)), LogEntry(2, "Oops", struck=True)]))
    1. Orc moves
       30 ft
    2. [undone] Oops
    <BLANKLINE>
    """
    lines: list[str] = []
    for entry in entries:
        mark = "[undone] " if entry.struck else "[GM] " if entry.gm else ""
        lines.append(f"{entry.number}. {mark}{entry.headline}")
        lines += [f"   {detail}" for detail in entry.details]
    return "".join(f"{line}\n" for line in lines)


def log_html(entries: Iterable[LogEntry], title: str) -> str:
    """Return the entries as one web page that needs nothing beside it."""
    items = []
    for entry in entries:
        struck = " struck" if entry.struck else ""
        details = "".join(f'<p class="details">{escape(line)}</p>' for line in entry.details)
        kind = f"{entry.kind}, undone" if entry.struck else entry.kind
        items.append(
            f'<li class="{escape(entry.kind)}{struck}">'
            f'<span class="number">{entry.number}</span>'
            f'<span class="headline">{escape(entry.headline)}</span>'
            f'<span class="kind">{escape(kind)}</span>{details}</li>'
        )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>\n<ol>\n" + "\n".join(items) + "\n</ol></body></html>\n"
    )


def log_json(entries: Iterable[LogEntry], title: str) -> str:
    """Return the entries as JSON: number, time (UTC), kind, headline, details, what was undone."""
    listed = [
        {
            "number": entry.number,
            "time": datetime.fromtimestamp(entry.time, UTC).isoformat(timespec="seconds")
            if entry.time
            else None,
            "kind": entry.kind,
            "token": entry.token,
            "headline": entry.headline,
            "details": list(entry.details),
            "undone": entry.struck,
            "gm": entry.gm,
        }
        for entry in entries
    ]
    return json.dumps({"title": title, "entries": listed}, ensure_ascii=False, indent=1) + "\n"


def export_log(path: Path, entries: Iterable[LogEntry], title: str) -> None:
    """Write the log to a file, atomically; the ending says how: .html, .json, else text.

    Raises
    ------
    FileError
        If the file can't be written.
    """
    suffix = path.suffix.lower()
    if suffix in (".html", ".htm"):
        text = log_html(entries, title)
    elif suffix == ".json":
        text = log_json(entries, title)
    else:
        text = log_text(entries)
    write_bytes(path, text.encode(errors="replace"), "log")
