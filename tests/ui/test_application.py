"""What happens once while the program starts."""

import gc

from battlemap.ui.application import hold_the_collector, spare_the_collector


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
