"""The states through which a fight went, one for each deed: from a session, or from a journal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from battlemap.model.file_error import FileError
from battlemap.session.exact import ExactError
from battlemap.session.files import state_folder
from battlemap.session.journal import read_lines
from battlemap.session.recovery import told_by

if TYPE_CHECKING:
    from pathlib import Path

    from battlemap.model.encounter import Encounter
    from battlemap.session.session import Session

BEGINNING = "Beginning"
"""What the state before the first deed is called."""


@dataclass(frozen=True)
class State:
    """The document as it stood, and what had just been done."""

    label: str
    encounter: Encounter


def states_of(session: Session) -> list[State]:
    """Return the states of a session in order; what was undone is left out."""
    commits = session.history.commits[: session.history.position]
    first = commits[0].before if commits else session.encounter
    return [State(BEGINNING, first), *(State(commit.label, commit.after) for commit in commits)]


def session_of(path: Path) -> Session:
    """Return the session whose states are kept in a journal, or in the journal of a map's file.

    A map's file keeps the document and its log, not the states in between. Those are in the
    journal, as long as the map is open in a window, or after a crash.

    Raises
    ------
    FileError
        If there is no such journal, or it can't be read.
    """
    journal = path if path.suffix == ".jsonl" else journal_of(path)
    if journal is None:
        raise FileError(
            path.name,
            "",
            "a map's file holds no states in between.",
            "Open it in a window while you export its fight.",
        )
    try:
        return told_by(journal)
    except ExactError as error:
        raise FileError(journal.name, "", f"the journal can't be read: {error}") from error
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # Its lines are JSON, but not those that a journal holds.
        raise FileError(journal.name, "", "the journal is damaged.") from error


def journal_of(document: Path) -> Path | None:
    """Return the latest journal of a fight on the map in this file; None: there is none.

    Raises
    ------
    FileError
        If the map's file doesn't exist.
    """
    if not document.is_file():
        raise FileError(str(document), "", "there is no such file.")
    wanted = str(document.resolve())
    folder = state_folder() / "journals"
    journals = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True)
    return next((path for path in journals if _document_of(path) == wanted), None)


def _document_of(journal: Path) -> str | None:
    """Return the file that a journal's map came from or was last saved to."""
    document = None
    for line, _ in read_lines(journal):
        if line["what"] == "begin":
            document = line["document"]
        elif line["what"] == "save":
            document = line["path"]
    return document
