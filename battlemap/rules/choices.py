"""What the choices of an intent may say at all, before any rules look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from battlemap.rules.procedure import IllegalIntentError

if TYPE_CHECKING:
    from battlemap.model.intent import Intent

LONGEST = 4000
"""Characters of a choice; Python reads no numbers of more than 4300 digits."""


def check_choices(intent: Intent) -> None:
    """Refuse an intent with a choice that is longer than anything that can be chosen or said.

    Raises
    ------
    IllegalIntentError
        Naming the choice.
    """
    for key, value in getattr(intent, "choices", {}).items():
        if len(value) > LONGEST:
            raise IllegalIntentError(
                f'The choice "{key[:40]}" is {len(value)} characters long; {LONGEST} are the most.'
            )
