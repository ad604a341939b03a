"""Kinds and sizes of pictures from their first bytes, compared with what a decoder says."""

import struct

import pytest
from encounters import png
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage

from battlemap.model.file_error import FileError
from battlemap.model.limits import ASSET_BYTES
from battlemap.model.picture import PictureInfo, check_picture, picture_info


def vp8(width, height):
    """Return the start of a lossy WebP."""
    body = b"\x30\x01\x00\x9d\x01\x2a" + struct.pack("<HH", width, height)
    return b"RIFF" + struct.pack("<I", 20) + b"WEBPVP8 " + struct.pack("<I", 10) + body


def vp8x(width, height):
    """Return the start of an extended WebP."""
    body = b"\0\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF" + struct.pack("<I", 30) + b"WEBPVP8X" + struct.pack("<I", 10) + body


def gif(width, height):
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\0\0\0"


def jpeg(width, height, *, marker=0xC0, before=b""):
    frame = struct.pack(">BBHBHHB", 0xFF, marker, 11, 8, height, width, 1)
    return b"\xff\xd8\xff\xe0\x00\x04\x00\x00" + before + frame + b"\x01\x11\x00\xff\xd9"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (png(300, 200), "png"),
        (gif(300, 200), "gif"),
        (vp8(300, 200), "webp"),
        (vp8x(300, 200), "webp"),
        (jpeg(300, 200), "jpg"),
        (jpeg(300, 200, marker=0xC2), "jpg"),
        (jpeg(300, 200, before=b"\xff\xff\xff\xc4\x00\x05abc"), "jpg"),
    ],
)
def test_kind_and_size(data, kind):
    assert picture_info(data) == PictureInfo(kind, 300, 200)
    assert check_picture(data, "here").kind == kind


@pytest.mark.parametrize(("form", "kind"), [("PNG", "png"), ("JPG", "jpg"), ("WEBP", "webp")])
def test_real_encoders_agree(form, kind):
    image = QImage(37, 53, QImage.Format.Format_RGB32)
    image.fill(0xFF8800)
    target = QBuffer()
    target.open(QBuffer.OpenModeFlag.WriteOnly)
    assert image.save(target, form)
    assert picture_info(target.data().data()) == PictureInfo(kind, 37, 53)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"BM",
        b"<svg/>",
        png(0, 5),
        gif(3, 0),
        jpeg(5, 5)[:9],
        b"\xff\xd8\xff\xda\x00\x04\x00\x00",
        b"\xff\xd8\xff\xe0\x00\x00",
        b"\xff\xd8\xff\xe0\x00\x02\x00\x00",
        b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x00aaaa",
        b"RIFF\0\0\0\0WAVEfmt ",
    ],
)
def test_what_is_no_picture(data):
    assert picture_info(data) is None
    with pytest.raises(FileError, match="here: this isn't a PNG"):
        check_picture(data, "here")


@pytest.mark.parametrize("make", [png, gif, vp8, vp8x, jpeg])
def test_every_cut_is_no_picture_or_the_same(make):
    whole = make(30, 20)
    for end in range(len(whole)):
        assert picture_info(whole[:end]) in (None, picture_info(whole))


@pytest.mark.parametrize(("width", "height"), [(32_768, 1), (1, 40_000), (20_000, 20_000)])
def test_claims_that_are_too_large(width, height):
    with pytest.raises(FileError, match=f"claims {width:,} x {height:,} pixels"):
        check_picture(png(width, height), "here")


def test_a_file_that_is_too_large():
    with pytest.raises(FileError, match="more than 128 MB"):
        check_picture(bytes(ASSET_BYTES + 1), "here")


@given(st.binary(max_size=60))
def test_any_bytes(data):
    starts = (b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF    WEBPVP8", b"GIF89a")
    for start in starts:
        info = picture_info(start + data)
        assert info is None or info.width > 0
