"""What Qt's PDF writer leaves to be put right: page boxes, dates and identifiers."""

from __future__ import annotations

import hashlib
import io
import re
import uuid
from typing import TYPE_CHECKING

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    BooleanObject,
    ByteStringObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    RectangleObject,
    StreamObject,
    TextStringObject,
)

from battlemap.ui.printing.lengths import MM_PER_POINT
from battlemap.ui.printing.pdf_text import name_letters

if TYPE_CHECKING:
    from typing import IO

    from pypdf import PageObject

_DATES = re.compile(rb'\s+xmp:(?:CreateDate|ModifyDate|MetadataDate)="[^"]*"')
_DOCUMENT_ID = re.compile(rb'xmpMM:DocumentID="uuid:[^"]*"')
_SUBSET = re.compile(r"/[A-Z]{6}\+(.+)")


def exact(data: bytes, width_mm: float, height_mm: float) -> bytes:
    """Return a PDF file of Qt's put right; see ``make_exact``."""
    target = io.BytesIO()
    make_exact(io.BytesIO(data), target, width_mm, height_mm)
    return target.getvalue()


def make_exact(source: IO[bytes], target: IO[bytes], width_mm: float, height_mm: float) -> None:
    """Write a PDF file of Qt's with exact page boxes, and without what differs each time.

    Qt rounds the paper to whole points (A4 becomes 595 by 842 rather than 595.28 by 841.89),
    and writes the time, a random identifier and random tags of its fonts. Here the boxes become
    exact, the drawing stays at the same distance from the upper left corner, the dates go, and
    identifier and tags are made from the contents: the same map gives the same bytes.
    """
    writer = PdfWriter(clone_from=PdfReader(source))
    width, height = width_mm / MM_PER_POINT, height_mm / MM_PER_POINT
    box = RectangleObject((0, 0, _number(width), _number(height)))
    moved: set[int] = set()
    for page in writer.pages:
        # Qt's drawing hangs from the top of its own box.
        shift = height - float(page.mediabox.height)
        opening = DecodedStreamObject()
        opening.set_data(f"1 0 0 1 0 {shift:.6f} cm\n".encode())
        contents = page.raw_get("/Contents")
        page[NameObject("/Contents")] = ArrayObject([writer._add_object(opening), contents])  # noqa: SLF001  # pypdf has no public way to add a stream
        _shift_patterns(page, shift, moved)
        for name in ("/MediaBox", "/TrimBox"):
            page[NameObject(name)] = box
    name_letters(writer)
    _name_subsets(writer)
    # Readers offer to print at 100 % instead of shrinking the page, and show the title.
    writer.root_object[NameObject("/ViewerPreferences")] = DictionaryObject(
        {
            NameObject("/PrintScaling"): NameObject("/None"),
            NameObject("/DisplayDocTitle"): BooleanObject(True),
        }
    )
    writer.root_object[NameObject("/Lang")] = TextStringObject("en")
    info = writer.metadata or {}
    kept = {key: str(value) for key, value in info.items() if not key.endswith("Date")}
    writer.metadata = None
    writer.add_metadata(kept)
    digest = _fingerprint(writer)
    xmp = writer.root_object.get("/Metadata")
    if xmp is not None:
        stream = xmp.get_object()
        assert isinstance(stream, StreamObject)  # the PDF format says so
        text = _DATES.sub(b"", stream.get_data())
        own = str(uuid.UUID(bytes=digest[:16])).encode()
        stream.set_data(_DOCUMENT_ID.sub(b'xmpMM:DocumentID="uuid:' + own + b'"', text))
    identifier = ByteStringObject(digest[:16])
    writer._ID = ArrayObject([identifier, identifier])  # noqa: SLF001  # the public one is random
    # The veil over the overlap is transparent, which files before 1.4 don't know.
    writer.pdf_header = "%PDF-1.4"
    writer.write(target)


def _shift_patterns(page: PageObject, shift: float, moved: set[int]) -> None:
    # The matrix of a gradient or pattern starts from the page, whatever the drawing was moved by.
    resources = page["/Resources"].get_object()
    assert isinstance(resources, DictionaryObject)  # the PDF format says so
    patterns = resources.get("/Pattern", DictionaryObject()).get_object()
    assert isinstance(patterns, DictionaryObject)
    for name in patterns:
        pattern = patterns[name].get_object()
        # Pages may share a pattern, which is to be moved once.
        if id(pattern) in moved or not isinstance(pattern, DictionaryObject):
            continue
        moved.add(id(pattern))
        if "/Matrix" in pattern:
            matrix = [float(value) for value in pattern["/Matrix"]]
            matrix[5] += shift
            pattern[NameObject("/Matrix")] = ArrayObject(
                FloatObject(f"{value:.6f}") for value in matrix
            )


def _name_subsets(writer: PdfWriter) -> None:
    # Qt makes the six letters before a font's name from a hash with a random seed.
    for item in writer._objects:  # noqa: SLF001  # pypdf lists them nowhere else
        if not isinstance(item, DictionaryObject):
            continue
        for key in ("/FontName", "/BaseFont"):
            subset = _SUBSET.fullmatch(str(item.get(key, "")))
            if subset is not None:
                item[NameObject(key)] = NameObject(f"/{_letters(subset[1])}+{subset[1]}")


def _letters(name: str) -> str:
    return "".join(chr(ord("A") + byte % 26) for byte in hashlib.sha256(name.encode()).digest()[:6])


def _fingerprint(writer: PdfWriter) -> bytes:
    digest = hashlib.sha256()
    for page in writer.pages:
        contents = page.get_contents()
        if contents is not None:
            digest.update(contents.get_data())
        digest.update(repr(page.mediabox).encode())
    return digest.digest()


def _number(value: float) -> FloatObject:
    return FloatObject(f"{value:.4f}")
