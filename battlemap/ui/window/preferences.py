"""What the window remembers from one start to the next: colors, size, overlay switches."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize

from battlemap.session.files import state_folder
from battlemap.ui.bridge import OverlaySwitches

if TYPE_CHECKING:
    from pathlib import Path

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Preferences:
    """Everything that is kept. An empty theme follows the desktop."""

    theme: str = ""
    width: int = 1600
    height: int = 940
    is_maximized: bool = False
    overlay: OverlaySwitches = field(default_factory=OverlaySwitches)
    follows_turn: bool = True
    """The map shows whose turn begins."""
    groups: bool = True
    """Tokens of one kind share a line of the initiative panel."""
    asks_outside_fights: bool = False
    """Reactions are asked for while no fight runs, too."""


FRAME = QSize(0, 32)
"""Room for the title bar that the desktop draws around a window, in logical pixels."""


def size_that_fits(kept: Preferences, screen: QSize) -> QSize:
    """Return the size of the next window, in logical pixels: as it was, but never past the screen.

    Examples
    --------
    >>> size = size_that_fits(Preferences(), QSize(960, 540))
    >>> size.width(), size.height()
    (960, 508)
    """
    return QSize(kept.width, kept.height).boundedTo(screen - FRAME)


def preferences_path() -> Path:
    """Return the file in which they are kept; it need not exist."""
    return state_folder() / "window.json"


def load_preferences() -> Preferences:
    """Return what was kept; whatever can't be read is as at the first start."""
    try:
        kept = json.loads(preferences_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Preferences()
    if not isinstance(kept, dict):
        return Preferences()
    switches = kept.pop("overlay", {})
    overlay = OverlaySwitches(**_fitting(OverlaySwitches, switches))
    return Preferences(**{**_fitting(Preferences, kept), "overlay": overlay})


def _fitting(kind: type, values: object) -> dict[str, Any]:
    """Return the values that a class has a field of the same kind for."""
    if not isinstance(values, dict):
        return {}
    usual = kind()
    return {
        f.name: values[f.name]
        for f in fields(kind)
        if f.name in values and type(values[f.name]) is type(getattr(usual, f.name))
    }


def save_preferences(preferences: Preferences) -> None:
    """Keep them; where that fails the next start is as the first."""
    path = preferences_path()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(preferences), indent=1), encoding="utf-8")
    except OSError:
        _logger.exception("%s can't be written", path)
