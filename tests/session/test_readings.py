"""Every reading of every registered rule system is one that a GM can understand and choose."""

from dataclasses import fields
from enum import Enum

import pytest

from battlemap.session.registry import find_system, system_keys

KEYS = ("crawler", "grimhowl", "prowess", "shadowrealms")


def choices():
    for key in system_keys():
        options = find_system(key).options
        if options is None:
            continue
        for field in fields(options):
            value = getattr(options, field.name)
            if isinstance(value, Enum):
                yield pytest.param(list(type(value)), field, id=f"{key}-{field.name}")


def test_the_four_games_are_among_the_registered():
    assert set(KEYS) <= set(system_keys())


@pytest.mark.parametrize(("readings", "field"), list(choices()))
def test_every_reading_says_in_words_of_its_own_what_it_means(readings, field):
    assert field.metadata["question"]
    assert field.metadata["source"]
    sentences = [getattr(reading, "sentence", "") for reading in readings]
    assert len(readings) > 1
    assert all(sentences)
    assert len(set(sentences)) == len(sentences)
    for reading, sentence in zip(readings, sentences, strict=True):
        # A bare word explains nothing.
        assert sentence != str(reading.value).replace("_", " ")
        assert " " in sentence
