"""Blocks over pages, and words over lines."""

import pytest

from battlemap.ui.printing.brush import UNITS, font
from battlemap.ui.printing.flow import Block, flowed, heading, paragraph, wrapped

pytestmark = pytest.mark.usefixtures("qapp")


def block(height, **more):
    return Block(height, lambda *_: None, **more)


def test_blocks_stand_below_each_other_with_their_space():
    a, b = block(10), block(5, space=2)
    assert flowed([a, b], 100) == [[(0.0, a), (12.0, b)]]


def test_what_does_not_fit_begins_a_page_without_space():
    a, b = block(60), block(50, space=8)
    assert flowed([a, b], 100) == [[(0.0, a)], [(0.0, b)]]


def test_a_heading_goes_with_what_follows():
    a, head, b = block(80), block(10, keeps_next=True), block(20)
    assert [[one for _, one in page] for page in flowed([a, head, b], 100)] == [[a], [head, b]]


def test_two_headings_go_together():
    a, one, two, b = block(75), block(10, keeps_next=True), block(10, keeps_next=True), block(20)
    assert [len(page) for page in flowed([a, one, two, b], 100)] == [1, 3]


def test_a_block_taller_than_a_page_has_one_of_its_own():
    a, b, c = block(10), block(300), block(10)
    assert [[one for _, one in page] for page in flowed([a, b, c], 100)] == [[a], [b], [c]]


def test_no_blocks_are_no_pages():
    assert flowed([], 100) == []


def test_lines_are_no_wider_than_allowed_and_lose_no_word():
    from PySide6.QtGui import QFontMetricsF

    text = "Seren stands behind the pillar and aims at the orc brute that holds the door"
    lines = wrapped(text, 3.0, 40.0)
    metrics = QFontMetricsF(font(3.0 * UNITS, 400))
    assert len(lines) > 1
    assert all(metrics.horizontalAdvance(line) <= 40.0 * UNITS for line in lines)
    assert " ".join(lines) == text


def test_a_word_that_is_too_long_ends_in_dots():
    (line,) = wrapped("Donaudampfschifffahrtsgesellschaft", 4.0, 20.0)
    assert line.endswith("…")


def test_a_paragraph_is_as_high_as_its_lines():
    one = paragraph("word", 3.0, 100.0)
    many = paragraph("word " * 60, 3.0, 100.0)
    assert many.height > 3 * one.height
    assert heading("Facts", 100.0).keeps_next
