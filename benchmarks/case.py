"""What one benchmark is: how large the fields are, what is timed, and what it is held against."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Work = Callable[[], float]
"""The timed call. It returns what it found (cells, rays, feet...), which must not be 0, so that a
case which no longer does its work is noticed."""


@dataclass(frozen=True)
class Size:
    """How large the fields are: the real thing, or just enough to see that a case runs."""

    side: int
    large_side: int
    far: int
    """The longer of the two movement ranges, in cells."""
    tokens: int
    many_tokens: int
    walls: int
    many_walls: int
    targets: int
    screen: tuple[int, int]


FULL = Size(200, 500, 60, 100, 500, 1_000, 5_000, 100, (1920, 1080))
SMOKE = Size(40, 60, 20, 12, 30, 40, 120, 8, (800, 600))


@dataclass(frozen=True)
class Trial:
    """A case made ready: the call that is timed, and the calls of the peers.

    The runner takes them in turns, so that a busy moment of the machine meets all of them.
    """

    work: Work
    peers: Mapping[str, Work] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Case:
    """One line of the table."""

    name: str
    text: str
    prepare: Callable[[Size], Trial]
    goal: float | None = None
    """In milliseconds (or the unit of ``unit``), on a machine of which two cores are ours."""
    unit: str = "ms"
    """"ms": the call is timed. "MiB": what the call returns is the figure."""
