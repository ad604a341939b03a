"""What is odd about a map: tokens off it or on top of each other, missing pictures.

The exit status is 1 where something can't be played rightly, 0 where there are warnings only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.cli.output import print_json, print_words
from battlemap.cli.parser import add_map

if TYPE_CHECKING:
    from argparse import Namespace

    from battlemap.cli.parser import Parser


def declare(parser: Parser) -> None:
    """Declare the arguments."""
    add_map(parser)


def run(arguments: Namespace) -> int:
    """Print the findings and return the exit status."""
    from battlemap.model.check import ERROR, check
    from battlemap.session.documents import read_document

    document = read_document(arguments.map)
    findings = check(document.encounter)
    said = {finding.sentence for finding in findings}
    others = [warning for warning in document.warnings if warning not in said]
    rows = [(f.level, f.subject, f.sentence) for f in findings]
    rows += [("warning", "", warning) for warning in others]
    failed = any(level == ERROR for level, _, _ in rows)
    if arguments.json:
        listed = [{"level": a, "subject": b, "sentence": c} for a, b, c in rows]
        print_json({"ok": not failed, "findings": listed})
    else:
        print_words("\n".join(f"{a}: {c}" for a, _, c in rows) or "The map is in order.")
    return 1 if failed else 0
