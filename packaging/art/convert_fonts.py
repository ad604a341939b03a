"""Turn the web fonts of the ``inter-ui`` package into the TrueType files that the program ships.

Qt doesn't load WOFF2, so ``Inter-*.woff2`` of the npm package ``inter-ui`` 4.1.1 (OFL-1.1) are
unpacked here, with every character kept and only those OpenType features that the window uses:
kerning, marks, contextual alternates, and tabular or proportional digits.

Usage: ``convert_fonts.py PACKAGE_FOLDER`` with fonttools and brotli installed.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]

FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"
STYLES = ("Regular", "Medium", "SemiBold")
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "calt", "case", "tnum", "pnum", "zero"]


def convert(source: Path, target: Path) -> None:
    font = TTFont(source)
    options = Options()
    options.layout_features = FEATURES
    options.name_IDs = ["*"]
    options.name_languages = ["*"]
    options.notdef_outline = True
    options.glyph_names = False
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)
    font.flavor = None
    font.save(target)


def main(package: Path) -> None:
    FONTS.mkdir(parents=True, exist_ok=True)
    for style in STYLES:
        convert(package / "web" / f"Inter-{style}.woff2", FONTS / f"Inter-{style}.ttf")
    shutil.copyfile(package / "LICENSE.txt", FONTS / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
