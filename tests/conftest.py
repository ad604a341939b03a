"""What every test gets: no display, no one's own files, and the same random examples each time."""

import os
import tempfile

import pytest
from hypothesis import settings

# Before anything imports Qt. Whoever sets a platform keeps it (the tests also run under Xvfb).
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

settings.register_profile("short", max_examples=60, deadline=None, derandomize=True, database=None)
settings.register_profile("long", max_examples=2_000, deadline=None, database=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))


@pytest.fixture(autouse=True, scope="session")
def _no_files_of_the_user():
    """Point the folders for settings, journals and caches at an empty place for the session."""
    names = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    before = {name: os.environ.get(name) for name in names}
    with tempfile.TemporaryDirectory(prefix="battlemap-tests-") as folder:
        os.environ.update({name: f"{folder}/{name.lower()}" for name in names})
        yield
    for name, value in before.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value
