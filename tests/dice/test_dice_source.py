from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from battlemap.dice.source import RandomDice, ScriptedDice, check_faces


def test_the_generator_is_split_mix_64():
    # The reference values of SplitMix64 for the seed 1234567.
    dice = RandomDice(1234567)
    drawn = [dice._next() for _ in range(3)]
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(), st.integers(0, 30), st.integers(1, 1000))
def test_a_saved_state_gives_the_same_faces_again(seed, count, sides):
    dice = RandomDice(seed)
    dice.roll(3, 20)
    kept = dice.state
    faces = dice.roll(count, sides)
    assert all(1 <= face <= sides for face in faces)
    other = RandomDice(0)
    other.state = kept
    assert other.roll(count, sides) == faces
    assert other.state == dice.state


def test_rolls_are_counted():
    dice = RandomDice(1)
    dice.roll(5, 20)
    dice.roll(1, 6)
    assert dice.rolls == 2


def test_faces_are_fair_within_four_sigma():
    throws = 100_000
    counts = Counter(RandomDice(4711).roll(throws, 20))
    sigma = (throws * 0.05 * 0.95) ** 0.5
    assert set(counts) == set(range(1, 21))
    assert all(abs(count - throws / 20) < 4 * sigma for count in counts.values())


def test_scripted_dice_come_in_order():
    dice = ScriptedDice([3, 4, 20])
    assert dice.roll(2, 6) == (3, 4)
    assert dice.left == (20,)
    with pytest.raises(ValueError, match="1 to 6, not 20"):
        dice.roll(1, 6)
    assert dice.left == (20,)
    assert dice.roll(1, 20) == (20,)
    with pytest.raises(ValueError, match="0 faces are left"):
        dice.roll(1, 20)


def test_impossible_requests_are_refused():
    with pytest.raises(ValueError, match="side"):
        RandomDice(1).roll(1, 0)
    with pytest.raises(ValueError, match="-1 dice"):
        RandomDice(1).roll(-1, 6)
    with pytest.raises(ValueError, match="state"):
        RandomDice(1).state = 1 << 64
    with pytest.raises(ValueError, match="not 0"):
        check_faces((0,), 6)
