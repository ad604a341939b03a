"""What happens once while the program starts."""

import gc

from battlemap.ui.application import spare_the_collector


def test_what_lives_as_long_as_the_program_is_left_out_of_collections():
    before = gc.get_freeze_count()
    spare_the_collector()
    try:
        assert gc.get_freeze_count() > before
    finally:
        gc.unfreeze()
