"""The one error of reading and writing files: where, what was expected, what to do."""

from __future__ import annotations

import json

SHOWN = 48
"""Longest piece of a file that an error message quotes, in characters."""


class FileError(ValueError):
    """A file can't be read or written; the message is one line for the GM.

    Parameters
    ----------
    file
        Name of the file, empty while it isn't known.
    where
        Place in the file, for example ``tokens[2].at``; empty where there is none.
    sentence
        What is wrong: what was expected and what was found.
    advice
        What to do about it.
    """

    def __init__(self, file: str, where: str, sentence: str, advice: str = "") -> None:
        super().__init__(file, where, sentence, advice)
        self.file = file
        self.where = where
        self.sentence = sentence
        self.advice = advice

    def __str__(self) -> str:
        place = "".join(f"{part}: " for part in (self.file, self.where) if part)
        return " ".join(f"{place}{self.sentence} {self.advice}".split())

    def in_file(self, file: str) -> FileError:
        """Return the same error with the name of the file."""
        return FileError(file, self.where, self.sentence, self.advice)


def wrong(where: str, expected: str, found: object, advice: str = "") -> FileError:
    """Return the error that something else than *expected* stands at *where*."""
    return FileError("", where, f"expected {expected}, found {shown(found)}.", advice)


def used_twice(where: str, name: str) -> FileError:
    """Return the error that an id is used twice."""
    return FileError("", f"{where}.id", f'the id "{name}" is used twice.', "Give each its own id.")


def shown(value: object) -> str:
    """Return *value* as the file spells it, cut to a length that fits in a sentence."""
    if isinstance(value, (dict, list)) and not value:
        return "nothing"
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
