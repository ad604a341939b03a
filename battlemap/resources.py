"""Where the pictures, fonts, schemas and sample maps lie: checkout, installed wheel or bundle."""

import sys
from functools import cache
from pathlib import Path


@cache
def data_path() -> Path:
    """Return the folder that holds `assets` and `maps`.

    A checkout is asked first, so that an edited file counts at once; then a frozen bundle, then the
    `_data` folder of an installed wheel.

    Raises
    ------
    FileNotFoundError
        If none of the three places holds the assets: the installation is damaged.
    """
    package = Path(__file__).resolve().parent
    places = [package.parent, package / "_data"]
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle is not None:
        places.insert(0, Path(bundle) / "battlemap" / "_data")
    for place in places:
        if (place / "assets").is_dir() and (place / "maps").is_dir():
            return place
    raise FileNotFoundError(
        f"Battlemap's own files are missing: no assets folder beside {package} or inside it. "
        "Install it again."
    )


def asset_path(*parts: str) -> Path:
    """Return the path of a shipped file, as in `asset_path("icons", "save.svg")`."""
    return data_path().joinpath("assets", *parts)


@cache
def _real_assets() -> Path:
    return asset_path().resolve()


def find_asset(*parts: str) -> Path | None:
    """Return the path of a shipped file, or None where there is none of this name.

    The name may come from a map: one that leads out of the assets, or that no folder can hold, is
    nobody's.
    """
    path = asset_path(*parts)
    try:
        is_ours = path.is_file() and path.resolve().is_relative_to(_real_assets())
    except (OSError, ValueError):
        return None
    return path if is_ours else None


def maps_path() -> Path:
    """Return the folder of the sample maps; treat it as read-only."""
    return data_path() / "maps"
