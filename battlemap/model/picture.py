"""What a picture file claims to be, from its first bytes; nothing is decoded.

Sources: PNG specification, section 11.2.1; JPEG (ITU T.81), annex B; GIF89a, section 18; WebP
container specification and RFC 6386, section 9.1.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from battlemap.model import limits
from battlemap.model.file_error import FileError
from battlemap.model.mapfile.json_text import megabytes

EXTENSIONS = ("png", "jpg", "jpeg", "webp", "gif")
"""File name endings under which a picture may be kept."""

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_LONE = frozenset({0x01, *range(0xD0, 0xD9)})


@dataclass(frozen=True)
class PictureInfo:
    """Kind ("png", "jpg", "webp", "gif") and size in pixels of a picture."""

    kind: str
    width: int
    height: int


def check_picture(data: bytes, where: str) -> PictureInfo:
    """Return kind and size of a picture, once they are known to be harmless.

    Raises
    ------
    FileError
        If it is no picture of a known kind, its header is damaged, or it claims to be too large.
    """
    if len(data) > limits.ASSET_BYTES:
        raise FileError(
            "",
            where,
            f"the picture file is {megabytes(len(data))} large, more than"
            f" {megabytes(limits.ASSET_BYTES)}.",
            "Save it smaller.",
        )
    if (info := picture_info(data)) is None:
        raise FileError(
            "", where, "this isn't a PNG, JPEG, WebP or GIF picture, or its header is damaged."
        )
    side, pixels = max(info.width, info.height), info.width * info.height
    if side > limits.PICTURE_SIDE or pixels > limits.PICTURE_PIXELS:
        raise FileError(
            "",
            where,
            f"the picture claims {info.width:,} x {info.height:,} pixels"
            f" ({megabytes(4 * pixels)} once decoded), more than {limits.PICTURE_PIXELS:,} pixels"
            f" or {limits.PICTURE_SIDE:,} on a side.",
            "Save or export it with fewer pixels for each cell.",
        )
    return info


def picture_info(data: bytes) -> PictureInfo | None:
    """Return kind and size, or None where *data* begins like no picture that has a size."""
    try:
        found = _png(data) or _gif(data) or _webp(data) or _jpeg(data)
    except (struct.error, IndexError):
        return None  # cut short within the header
    return found if found is not None and found.width > 0 and found.height > 0 else None


def _png(data: bytes) -> PictureInfo | None:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return PictureInfo("png", width, height)


def _gif(data: bytes) -> PictureInfo | None:
    if data[:6] not in (b"GIF87a", b"GIF89a"):
        return None
    width, height = struct.unpack_from("<HH", data, 6)
    return PictureInfo("gif", width, height)


def _webp(data: bytes) -> PictureInfo | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    match data[12:16]:
        case b"VP8X":
            width = 1 + int.from_bytes(_slice(data, 24, 3), "little")
            height = 1 + int.from_bytes(_slice(data, 27, 3), "little")
        case b"VP8L" if data[20] == 0x2F:
            bits = int.from_bytes(_slice(data, 21, 4), "little")
            width, height = 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8 " if data[23:26] == b"\x9d\x01\x2a":
            width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
        case _:
            return None
    return PictureInfo("webp", width, height)


def _slice(data: bytes, start: int, count: int) -> bytes:
    piece = data[start : start + count]
    if len(piece) < count:
        raise IndexError(start)
    return piece


def _jpeg(data: bytes) -> PictureInfo | None:
    """Walk over the segments up to the frame header, which tells the size."""
    if data[:3] != b"\xff\xd8\xff":
        return None
    at = 2
    while True:
        if data[at] != 0xFF:
            return None
        while data[at] == 0xFF:  # fill bytes are allowed before a marker
            at += 1
        marker = data[at]
        at += 1
        if marker in _LONE:
            continue
        (length,) = struct.unpack_from(">H", data, at)
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 3)
            return PictureInfo("jpg", width, height)
        if length < 2 or marker == 0xDA:
            return None
        at += length
