"""Commands: one decorator feeds the menus, the palette and the shortcut sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

MENUS = ("File", "Edit", "View", "Map", "Fight", "Rules", "Help")
"""The menus of the top bar, in order."""

MNEMONICS = {**{name: f"&{name}" for name in MENUS}, "Fight": "F&ight"}
"""The names as the bar shows them; Alt with the letter after the ampersand opens the menu."""


@dataclass(frozen=True)
class Command:
    """What menus, palette and shortcut sheet say about one command."""

    id: str
    label: str
    menu: str
    shortcut: str = ""
    """In Qt's portable spelling; several, separated by "; "."""
    help: str = ""
    icon: str = ""
    section: int = 0
    """Commands of another section of the same menu stand below a line."""
    checkable: bool = False
    method: str = ""
    """Name of the method that carries it out."""

    @property
    def shortcuts(self) -> tuple[str, ...]:
        """The keys, each by itself."""
        return tuple(part for part in self.shortcut.split("; ") if part)


_Method = TypeVar("_Method", bound="Callable[..., object]")


def command(
    identifier: str,
    label: str,
    *,
    menu: str,
    shortcut: str = "",
    help: str = "",  # noqa: A002  # the word that the menus use
    icon: str = "",
    section: int = 0,
    checkable: bool = False,
) -> Callable[[_Method], _Method]:
    """Mark a method of the main window as a command.

    Parameters
    ----------
    identifier
        Stable, with the menu in front: "fight.end_turn".
    label
        As the menu says it; three dots at the end where a dialog follows.
    menu
        One of ``MENUS``.
    shortcut
        In Qt's portable spelling; several, separated by "; ".
    help
        One sentence for the palette and the shortcut sheet.
    icon
        Name of an icon in assets/icons.
    section
        Commands of another section of the same menu stand below a line.
    checkable
        The command is a switch; the window keeps its check mark.

    Raises
    ------
    ValueError
        If there is no such menu.
    """
    if menu not in MENUS:
        raise ValueError(f"{menu!r} is no menu; the menus are {', '.join(MENUS)}")

    def mark(method: _Method) -> _Method:
        made = Command(
            identifier, label, menu, shortcut, help, icon, section, checkable, method.__name__
        )
        method.__battlemap_command__ = made  # type: ignore[attr-defined]
        return method

    return mark


def commands_of(owner: type) -> tuple[Command, ...]:
    """Return the commands of a class and its bases, menu by menu and section by section."""
    found: dict[str, Command] = {}
    for kind in reversed(owner.__mro__):
        for value in vars(kind).values():
            made = getattr(value, "__battlemap_command__", None)
            if isinstance(made, Command):
                found[made.id] = made
    return tuple(sorted(found.values(), key=lambda made: (MENUS.index(made.menu), made.section)))


def matches(command: Command, words: str) -> int | None:
    """Return how well *words* find a command, less is better; None: not at all.

    Every word must occur in label, menu or help; a label that begins with the words comes first.

    Examples
    --------
    >>> undo = Command("edit.undo", "Undo", "Edit", "Ctrl+Z", "Take back the last deed")
    >>> matches(undo, "un"), matches(undo, "last deed"), matches(undo, "door")
    (0, 3, None)
    """
    wanted = words.lower().split()
    label = command.label.lower()
    if label.startswith(" ".join(wanted)):
        return 0
    if all(any(part.startswith(word) for part in label.split()) for word in wanted):
        return 1
    if all(word in label for word in wanted):
        return 2
    everything = f"{label} {command.menu} {command.help}".lower()
    return 3 if all(word in everything for word in wanted) else None
