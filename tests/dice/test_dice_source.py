from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.dice.source import Dice, _split_mix, check_faces


def test_the_generator_is_split_mix_64():
    # The reference values of SplitMix64 for the seed 1234567.
    drawn, state = [], 1234567
    for _ in range(3):
        number, state = _split_mix(state)
        drawn.append(number)
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(), st.integers(1, 30), st.integers(1, 1000))
def test_a_saved_state_gives_the_same_faces_again(seed, count, sides):
    _, kept = Dice.seeded(seed).roll(3, 20)
    faces, later = kept.roll(count, sides)
    assert all(1 <= face <= sides for face in faces)
    others, after = Dice(0, kept.state).roll(count, sides)
    assert others == faces
    assert after.state == later.state


def test_rolls_are_counted():
    _, dice = Dice.seeded(1).roll(5, 20)
    _, dice = dice.roll(1, 6)
    assert dice.rolls == 2


def test_faces_are_fair_within_four_sigma():
    throws = 100_000
    counts = Counter(Dice.seeded(4711).roll(throws, 20)[0])
    sigma = (throws * 0.05 * 0.95) ** 0.5
    assert set(counts) == set(range(1, 21))
    assert all(abs(count - throws / 20) < 4 * sigma for count in counts.values())


def test_numbers_that_would_make_a_face_likelier_are_thrown_away():
    # A die of 2^64 - 1 sides leaves one of 2^64 numbers over: the highest.
    highest = (1 << 64) - 1
    state = _before(highest)
    number, state_after = _split_mix(state)
    assert number == highest
    (face,), later = Dice(0, state).roll(1, highest)
    following, after = _split_mix(state_after)
    assert (face, later.state) == (1 + following % highest, after)


def _before(number: int) -> int:
    """The state from which SplitMix64 draws *number*: each of its steps backwards."""
    mask = (1 << 64) - 1
    number = _unshifted(number, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & mask
    number = _unshifted(number, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & mask
    return (_unshifted(number, 30) - 0x9E3779B97F4A7C15) & mask


def _unshifted(number: int, bits: int) -> int:
    found = number
    for _ in range(64 // bits):
        found = number ^ (found >> bits)
    return found


def test_typed_faces_come_first_and_in_order():
    dice = Dice.seeded(7).with_typed([3, 4, 20])
    faces, dice = dice.roll(2, 6)
    assert faces == (3, 4)
    assert dice.typed == (20,)
    with pytest.raises(ValueError, match="1 to 6, not 20"):
        dice.roll(1, 6)
    assert dice.typed == (20,)
    faces, dice = dice.roll(1, 20)
    assert faces == (20,)
    assert dice == Dice.seeded(7)


def test_seeded_dice_go_on_where_typed_faces_end():
    faces, dice = Dice.seeded(7).with_typed([3]).roll(3, 20)
    assert faces == (3, *Dice.seeded(7).roll(2, 20)[0])
    assert (dice.typed, dice.rolls) == ((), 1)


def test_no_dice_take_nothing():
    dice = Dice.seeded(7).with_typed([3])
    assert dice.roll(0, 20) == ((), dice)


def test_impossible_requests_are_refused():
    with pytest.raises(ValueError, match="side"):
        Dice.seeded(1).roll(1, 0)
    with pytest.raises(ValueError, match="-1 dice"):
        Dice.seeded(1).roll(-1, 6)
    with pytest.raises(ValueError, match="state"):
        Dice(1, 1 << 64)
    with pytest.raises(ValueError, match="not 0"):
        check_faces((0,), 6)
