"""Which command is meant, and what becomes of an error: one line and exit status 2."""

from __future__ import annotations

import logging
import os
import re
import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from battlemap.cli.output import legible
from battlemap.cli.parser import Parser, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "facts": "distance, arc, reach, cover and the rest between two tokens",
    "path": "the ways to a cell from the shortest to the safest, with what they provoke",
    "reach": "the cells that a token threatens, and its arcs",
    "area": "the cells and creatures that an area covers, with the share of each",
    "odds": "the exact chances of an attack",
    "resolve": "carry out an attack with dice",
    "print": "write the map as a PDF at true scale, over sheets of paper",
    "snapshot": "write the map as a picture, or a folder of maps as a contact sheet",
    "replay": "write a fight as pictures, one for each deed, or as an animation",
    "import": "make a map of a Universal VTT file",
    "check": "say what is odd about a map",
}
"""Each command's help."""

MODULES = {"import": "import_map", "print": "print_map"}
"""Where a command's module in this package can't have its name: Python knows that already."""

FAILED = 2
"""Exit status of whatever could not be done."""

_VALUE_WITH_MINUS = re.compile(r"-\d+(,-?\d+)*")

# Without a handler, logging itself would print tracebacks on stderr.
logging.getLogger("battlemap").addHandler(logging.NullHandler())

_logger = logging.getLogger("battlemap.cli")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status.

    Parameters
    ----------
    arguments
        What follows the program's name; None: as it was called.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    name = given[0] if given and given[0] in COMMANDS else ""
    try:
        return _run(name, given[1:] if name else given)
    except UsageError as error:
        return _say(name, str(error))
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would complain once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        return _failed(name, error)


def _run(name: str, given: list[str]) -> int:
    if not name:
        return _open_window(given)
    module = import_module(f"battlemap.cli.{MODULES.get(name, name)}")
    parser = Parser(prog=f"battlemap {name}", description=module.__doc__)
    module.declare(parser)
    status: int = module.run(parser.parse_args(joined(given)))
    return status


def joined(given: Sequence[str]) -> list[str]:
    """Return the arguments with values that begin with a minus sign tied to their option.

    Examples
    --------
    >>> joined(["map.json", "--to", "-1,3", "--json"])
    ['map.json', '--to=-1,3', '--json']
    """
    found: list[str] = []
    for argument in given:
        last = found[-1] if found else ""
        is_value = _VALUE_WITH_MINUS.fullmatch(argument) is not None
        if is_value and last.startswith("--") and "=" not in last and last != "--":
            found[-1] = f"{last}={argument}"
        else:
            found.append(argument)
    return found


def _open_window(given: list[str]) -> int:
    lines = "\n".join(f"  {name:<10}{text}" for name, text in COMMANDS.items())
    parser = Parser(
        prog="battlemap",
        usage="battlemap [MAP]\n       battlemap COMMAND MAP ... [--json]",
        description="Opens the map in a window. The commands answer without one:\n\n" + lines,
        epilog="`battlemap COMMAND --help` tells more of each.",
    )
    parser.add_argument("map", nargs="?", type=Path, metavar="MAP", help="the map to open")
    parser.add_argument("--version", action="store_true", help="print the version")
    chosen = parser.parse_args(given)
    if chosen.version:
        from battlemap import __version__

        print(f"battlemap {__version__}")
        return 0
    path: Path | None = chosen.map
    if path is not None and not path.exists():
        near = get_close_matches(str(path), COMMANDS, 1)
        meant = f" Did you mean the command {near[0]}?" if near else ""
        raise UsageError(f"{path}: there is no such file.{meant}")
    from battlemap.ui.application import run

    return run(None if path is None else str(path))


def _failed(name: str, error: Exception) -> int:
    """Say what went wrong; the traceback of what nobody expected goes to the log file."""
    from battlemap.model.file_error import FileError
    from battlemap.rules.procedure import IllegalIntentError
    from battlemap.session.registry import UnknownSystemError

    if isinstance(error, (FileError, IllegalIntentError, UnknownSystemError)):
        return _say(name, str(error))
    if isinstance(error, ImportError):
        from battlemap import preflight

        if preflight.missing_in(str(error)):
            return _say(name, preflight.check("offscreen").sentence() or str(error))
    from battlemap.session.files import log_file, start_logging

    if isinstance(error, OSError) and error.strerror is not None:
        place = "" if error.filename is None else f"{error.filename}: "
        return _say(name, f"{place}{error.strerror}.")
    start_logging()
    _logger.error("battlemap %s failed", name, exc_info=error)
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return _say(name, f"something went wrong ({what}); more stands in {log_file()}")


def _say(name: str, sentence: str) -> int:
    """Print one line on stderr and return the status."""
    line = legible(" ".join(sentence.split()))
    print(f"battlemap {name}: {line}" if name else f"battlemap: {line}", file=sys.stderr)
    return FAILED
