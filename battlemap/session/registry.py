"""Which rule systems there are: our own, and those of installed plug-ins."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from battlemap.rules.system import RuleSystem

ENTRY_POINT_GROUP = "battlemap.systems"

# Named and not imported, so that a command which needs no rules starts without them.
_BUILT_IN = {
    "shadowrealms": "battlemap.systems.shadowrealms:ShadowRealms",
    "grimhowl": "battlemap.systems.grimhowl:Grimhowl",
    "crawler": "battlemap.systems.crawler:Crawler",
    "prowess": "battlemap.systems.prowess:Prowess",
}


class UnknownSystemError(LookupError):
    """There is no rule system with this key; the message is one sentence that lists those known."""


def system_keys() -> tuple[str, ...]:
    """Return the keys of all rule systems, our own first."""
    others = sorted({point.name for point in entry_points(group=ENTRY_POINT_GROUP)})
    return tuple(dict.fromkeys((*_BUILT_IN, *others)))


def system_packages() -> frozenset[str]:
    """Return the top-level packages that rule systems and the document live in."""
    modules = [*_BUILT_IN.values(), *(p.value for p in entry_points(group=ENTRY_POINT_GROUP))]
    names = {module.split(":")[0].split(".")[0] for module in modules}
    return frozenset({"battlemap", *names})


@cache
def system_class(key: str) -> type[RuleSystem]:
    """Return the class of the rule system with this key.

    Raises
    ------
    UnknownSystemError
        If neither we nor an installed plug-in (entry point group ``battlemap.systems``) has it, or
        the plug-in can't be imported.
    """
    from battlemap.rules.system import RuleSystem

    found: object = None
    if key in _BUILT_IN:
        module, name = _BUILT_IN[key].split(":")
        found = getattr(import_module(module), name)
    else:
        for point in entry_points(group=ENTRY_POINT_GROUP, name=key):
            try:
                found = point.load()
            except Exception as error:
                raise UnknownSystemError(
                    f'The plug-in for the rule system "{key}" can\'t be loaded: {error}.'
                ) from error
    if found is None:
        known = ", ".join(system_keys())
        raise UnknownSystemError(f'There is no rule system "{key}"; there are: {known}.')
    if not (isinstance(found, type) and issubclass(found, RuleSystem)):
        raise UnknownSystemError(f'The plug-in "{key}" is not a rule system.')
    return found


def find_system(key: str, options: object | None = None) -> RuleSystem:
    """Return the rule system with this key and the GM's options (None: its defaults).

    Raises
    ------
    UnknownSystemError
        If there is none with this key.
    """
    return system_class(key)(options)
