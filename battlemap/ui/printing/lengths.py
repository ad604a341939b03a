"""Lengths as people write them, in millimeters inside."""

from __future__ import annotations

import re

MM_PER_INCH = 25.4
MM_PER_POINT = MM_PER_INCH / 72

_UNITS = {
    "mm": 1.0,
    "cm": 10.0,
    "m": 1000.0,
    "in": MM_PER_INCH,
    "inch": MM_PER_INCH,
    "inches": MM_PER_INCH,
    '"': MM_PER_INCH,
    "pt": MM_PER_POINT,
}
_LENGTH = re.compile(
    r'\s*(?P<number>\d+(?:[.,]\d+)?|[.,]\d+)\s*(?P<unit>[a-z]+|")?\s*', re.IGNORECASE
)


def parse_length(text: str, *, default_unit: str = "mm") -> float:
    """Return the length that *text* names, in millimeters.

    Understands mm, cm, m, in, inch, inches, the double prime and pt, with or without a space, and
    a decimal point or comma. A bare number is in *default_unit*.

    Raises
    ------
    ValueError
        If *text* is no length of more than 0, with a sentence that shows what is.

    Examples
    --------
    >>> parse_length("1in"), parse_length("2.5cm"), parse_length("28 mm"), parse_length("30")
    (25.4, 25.0, 28.0, 30.0)
    """
    found = _LENGTH.fullmatch(text)
    unit = ((found["unit"] if found else None) or default_unit).lower()
    if found is None or unit not in _UNITS:
        raise ValueError(f"“{text}” is no length; write 1in, 25mm or 2.5cm")
    length = float(found["number"].replace(",", ".")) * _UNITS[unit]
    if length <= 0:
        raise ValueError(f"“{text}” is no length; it must be more than 0")
    return length


def millimeters(length_mm: float) -> str:
    """Return a length in millimeters with as many decimals as it needs, two at most.

    Examples
    --------
    >>> millimeters(25.4), millimeters(30.0)
    ('25.4 mm', '30 mm')
    """
    return f"{length_mm:.2f}".rstrip("0").rstrip(".") + " mm"
