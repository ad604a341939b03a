"""Questions that the GM doesn't want to be asked again: "always" and "never" for a token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from battlemap.rules.procedure import Ask

PolicyMode: TypeAlias = Literal["ask", "always", "never"]

STANDING = frozenset({"always", "never"})
"""Keys of answers that also settle the same question from now on."""

DECLINING = frozenset({"no", "none", "decline", "pass", "skip", "let_go"})
"""Keys of answers that mean "do nothing". A question without one declines with its last answer."""


def answer_by_policy(question: Ask, mode: PolicyMode) -> str | None:
    """Return the key that *mode* gives to a question, or None where the GM has to be asked.

    "always" takes the first answer that is available and does something, "never" the one that
    declines.
    """
    if mode == "ask":
        return None
    plain = [option for option in question.options if option.key not in STANDING]
    declining = [option for option in plain if option.key in DECLINING] or plain[-1:]
    acting = [option for option in plain if option not in declining]
    wanted = declining if mode == "never" else [*acting, *declining]
    return next((option.key for option in wanted if not option.unavailable), None)
