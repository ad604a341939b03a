"""Makes the text of Qt's PDF files searchable: which letter each shape of a font stands for.

Qt writes shapes of tabular digits as the font's private characters, and leaves the space out.
"""

from __future__ import annotations

import re
import struct
from functools import cache
from typing import TYPE_CHECKING

from pypdf.generic import DictionaryObject, StreamObject
from PySide6.QtGui import QRawFont, QTextLayout

from battlemap.ui.printing.brush import font as paper_font
from battlemap.ui.theme import font

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pypdf import PdfWriter
    from PySide6.QtGui import QFont

_RANGE = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]{4})> (?:\[([^\]]*)\]|<([0-9A-F]{4})>)")
_PRIVATE = range(0xE000, 0xF900)
_SPACE = 0x0020
_SIGNS = (
    *(code for code in range(0x21, 0x7F) if not chr(code).isalnum()),
    *(0xB0, 0xB7, 0xD7, 0x2013, 0x2014, 0x2022, 0x2026, 0x2192, 0x2212),
)
"""What stands higher between digits and capitals."""


def name_letters(writer: PdfWriter) -> None:
    """Complete the tables from shapes to letters of all fonts of a file."""
    done: set[int] = set()
    for page in writer.pages:
        resources = page["/Resources"].get_object()
        assert isinstance(resources, DictionaryObject)  # the PDF format says so
        fonts = resources.get("/Font", DictionaryObject()).get_object()
        assert isinstance(fonts, DictionaryObject)
        for name in fonts:
            used = fonts[name].get_object()
            if isinstance(used, DictionaryObject) and id(used) not in done:
                done.add(id(used))
                _name_letters_of(used)


def _name_letters_of(used: DictionaryObject) -> None:
    table = used["/ToUnicode"].get_object() if "/ToUnicode" in used else None
    file = _font_file(used)
    if not isinstance(table, StreamObject) or file is None:
        return
    text = table.get_data()
    known: dict[int, int] = {}
    for first, last, letters, start in _RANGE.findall(text):
        codes = range(int(first, 16), int(last, 16) + 1)
        if start:
            values = [int(start, 16) + index for index in range(len(codes))]
        else:
            values = [int(value, 16) for value in re.findall(rb"<([0-9A-F]{4})>", letters)]
        known.update(zip(codes, values, strict=True))
    if not known:
        return
    # Qt has nothing for the space, or another blank that looks the same.
    known.update(dict.fromkeys(_empty_shapes(file), _SPACE))
    known.pop(0, None)
    lines = [
        f"<{code:04X}> <{_public_letters().get(letter, letter):04X}>"
        for code, letter in sorted(known.items())
    ]
    # A block holds at most 100 lines (PDF 32000-1, 9.7.5.4 by way of Adobe's CMap rules).
    blocks = [lines[start : start + 100] for start in range(0, len(lines), 100)]
    body = "".join(
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks
    )
    head, _, _ = text.partition(b"endcodespacerange\n")
    tail = text[text.rindex(b"endcmap") :]
    table.set_data(head + b"endcodespacerange\n" + body.encode() + tail)


def _font_file(used: DictionaryObject) -> bytes | None:
    below = used.get("/DescendantFonts")
    if below is None:
        return None
    descriptor = below.get_object()[0].get_object()["/FontDescriptor"].get_object()
    file = descriptor.get("/FontFile2")
    return file.get_object().get_data() if file is not None else None


def _empty_shapes(file: bytes) -> Iterator[int]:
    """Yield the shapes of a TrueType font that draw nothing."""
    count = struct.unpack_from(">H", file, 4)[0]
    tables: dict[bytes, tuple[int, int]] = {}
    for index in range(count):
        tag, _, offset, length = struct.unpack_from(">4sIII", file, 12 + 16 * index)
        tables[tag] = (offset, length)
    if b"loca" not in tables or b"head" not in tables:
        return
    is_long = struct.unpack_from(">h", file, tables[b"head"][0] + 50)[0] == 1
    offset, length = tables[b"loca"]
    kind, size = ("I", 4) if is_long else ("H", 2)
    starts = struct.unpack_from(f">{length // size}{kind}", file, offset)
    for shape in range(1, len(starts) - 1):
        if starts[shape] == starts[shape + 1]:
            yield shape


@cache
def _public_letters() -> dict[int, int]:
    """Return what the private characters of the interface's font stand for."""
    found: dict[int, int] = {}
    # Paper's own type has digits as wide as they are, the map's has them all alike.
    types = [make(100, weight) for weight in (400, 500, 600) for make in (font, paper_font)]
    for type_ in types:
        raw = QRawFont.fromFont(type_)
        drawn: dict[int, int] = {}
        for letter in (*range(0x21, 0x7F), *_SIGNS):
            shape = _shape_of(chr(letter), type_)
            if shape is not None:
                drawn.setdefault(shape, letter)
        for letter in _SIGNS:
            # Between digits and capitals signs stand higher, with a shape of their own.
            for around in ("{}1", "1{}", "1{}1", "{}A", "A{}", "A{}A"):
                text = around.format(chr(letter))
                shape = _shape_in(text, text.index(chr(letter)), type_)
                if shape is not None:
                    drawn.setdefault(shape, letter)
        for private in _PRIVATE:
            (shape,) = raw.glyphIndexesForString(chr(private)) or (0,)
            if shape in drawn:
                found[private] = drawn[shape]
    return found


def _shape_of(letter: str, type_: QFont) -> int | None:
    shapes = _shapes_of(letter, type_)
    return shapes[0] if len(shapes) == 1 else None


def _shape_in(text: str, index: int, type_: QFont) -> int | None:
    """Return the shape of the letter at *index* where each letter has one, else None."""
    shapes = _shapes_of(text, type_)
    return shapes[index] if len(shapes) == len(text) else None


def _shapes_of(text: str, type_: QFont) -> list[int]:
    layout = QTextLayout(text, type_)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return [shape for run in layout.glyphRuns() for shape in run.glyphIndexes()]
