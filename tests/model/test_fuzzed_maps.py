"""Whatever stands in a file, it is read or refused with a sentence, and nothing else happens."""

import json

from encounters import encounters, types_of
from hypothesis import given
from hypothesis import strategies as st

from battlemap.model import store
from battlemap.model.check import check
from battlemap.model.mapfile import keys
from battlemap.model.store import FileError

plain = (
    st.none()
    | st.booleans()
    | st.integers(-3, 30)
    | st.floats()
    | st.sampled_from(["", "orc", "minor", "difficult", "hex-flat", "trial", "Move", "#ffffff"])
)
pairs = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(list)
every_key = st.sampled_from(sorted({key for one in keys.OBJECTS.values() for key in one}))
values = st.recursive(
    plain | pairs,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(every_key, inner, max_size=4),
    max_leaves=15,
)


def records(name, **needed):
    """Objects with the keys of one kind, some of them wrong."""
    likely = st.fixed_dictionaries(
        {key: st.just(value) | values for key, value in needed.items()},
        optional={key: values for key in keys.OBJECTS[name] if key not in needed},
    )
    return st.lists(likely, max_size=2)


maps = st.fixed_dictionaries(
    {"format": st.just(1)},
    optional={
        "system": st.sampled_from(["trial", "other"]) | values,
        "grid": records("grid").map(lambda found: found[0] if found else {}) | values,
        "terrain": records("terrain", kind="water", cells=[[1, 1]]),
        "elevation": records("elevation", feet=5, cells=[[1, 1]]),
        "walls": records("wall", **{"from": [0, 0], "to": [1, 1]}),
        "doors": records("door", **{"from": [0, 0], "to": [1, 1]}),
        "props": records("prop", outline=[[0, 0], [1, 0], [1, 1]]),
        "tokens": records("token", id="orc", at=[1, 1]),
        "lights": records("light", at=[1, 1]),
        "marks": records("mark", id="m1"),
        "turn_order": values,
        "overrides": records("override", key="rear"),
        "declared": values,
        "background": values,
        "options": values,
    },
)


def read_or_refused(data):
    """Return the map in these bytes, None where they are refused in one line."""
    try:
        return store.loads(data, types_of)
    except FileError as error:
        said = str(error)
    assert said.splitlines() == [said]
    return None


@given(maps)
def test_any_values_under_known_keys(content):
    encounter = read_or_refused(json.dumps(content).encode())
    if encounter is not None:
        check(encounter)
        assert store.loads(store.dumps(encounter, types_of), types_of) == encounter


@given(encounters(), st.data())
def test_any_changed_byte_of_a_map(encounter, data):
    saved = bytearray(store.dumps(encounter, types_of))
    place = data.draw(st.integers(0, len(saved) - 1))
    saved[place] = data.draw(st.integers(0, 255))
    read_or_refused(bytes(saved))


@given(st.binary(max_size=200))
def test_any_bytes(data):
    for start in (b"", b"PK\x03\x04", b'{"format": 1, ', b"\xef\xbb\xbf"):
        read_or_refused(start + data)
