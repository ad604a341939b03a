import pytest

from battlemap.ui.printing.lengths import millimeters, parse_length


@pytest.mark.parametrize(
    ("text", "mm"),
    [
        ("1in", 25.4),
        ("1 inch", 25.4),
        ('1"', 25.4),
        ("0.5IN", 12.7),
        (".5in", 12.7),
        ("25mm", 25.0),
        ("28 mm", 28.0),
        ("2.5cm", 25.0),
        ("2,5 cm", 25.0),
        ("72pt", 25.4),
        (" 30 ", 30.0),
    ],
)
def test_lengths_are_read_as_people_write_them(text, mm):
    assert parse_length(text) == pytest.approx(mm, abs=1e-12)


def test_a_bare_number_takes_the_unit_of_its_field():
    assert parse_length("2", default_unit="in") == pytest.approx(50.8)


@pytest.mark.parametrize(
    "text", ["", "in", "one inch", "25 furlongs", "-3mm", "1e3mm", "nan", "0mm"]
)
def test_what_is_no_length_says_so_in_one_sentence(text):
    with pytest.raises(ValueError, match="is no length") as caught:
        parse_length(text)
    assert "\n" not in str(caught.value)


def test_millimeters_show_no_more_decimals_than_needed():
    assert [millimeters(v) for v in (25.4, 10.0, 33.333333)] == ["25.4 mm", "10 mm", "33.33 mm"]
