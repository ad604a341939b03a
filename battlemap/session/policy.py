"""Questions that the GM doesn't want to be asked again: "always" and "never" for a token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from battlemap.rules.procedure import Ask

PolicyMode: TypeAlias = Literal["ask", "always", "never"]

DECLINING = frozenset({"no", "none", "decline", "pass", "skip", "let_go", "let go", "ignore"})
"""Keys of answers that mean "do nothing". A question without one declines with its last answer."""


def answer_by_policy(question: Ask, mode: PolicyMode) -> str | None:
    """Return the key that *mode* gives to a question, or None where the GM has to be asked.

    "always" takes the first answer that is available and does something, "never" the one that
    declines.
    """
    if mode == "ask":
        return None
    open_options = [option for option in question.options if not option.unavailable]
    declining = [option for option in open_options if option.key in DECLINING]
    if not declining and len(question.options) > 1:
        declining = [option for option in open_options[-1:] if option is question.options[-1]]
    if mode == "never":
        return declining[0].key if declining else None
    acting = [option for option in open_options if option not in declining]
    if acting:
        return acting[0].key
    return declining[0].key if declining else None
