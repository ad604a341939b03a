"""What happens once while the program starts."""

import gc

from battlemap.ui.application import hold_the_collector, spare_the_collector
from battlemap.ui.scene import map_view


def test_what_lives_as_long_as_the_program_is_left_out_of_collections():
    before = gc.get_freeze_count()
    try:
        hold_the_collector()
        assert not gc.isenabled()
        spare_the_collector()
        assert gc.get_freeze_count() > before
        assert gc.isenabled()
    finally:
        gc.unfreeze()
        gc.enable()


def test_loading_in_the_background_collects_nothing_there(monkeypatch):
    states = []
    monkeypatch.setattr(map_view, "import_module", lambda _: states.append(gc.isenabled()))
    map_view._load()
    assert states
    assert not any(states), "what is left of a closed window belongs to Qt's own thread"
    assert gc.isenabled()
