"""The two words for what became of a claim, and how a check ends otherwise: it fails, or it cannot be run here."""

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

Print: TypeAlias = Literal["stands", "corrected", "refuted", "uncheckable"]
"""What became of the sentence that the source prints."""

PRINTS: tuple[Print, ...] = get_args(Print)

Evidence: TypeAlias = Literal["proved", "argued", "verified"]
"""What the evidence for a clause is, the strongest first."""

STRONGEST_FIRST: tuple[Evidence, ...] = get_args(Evidence)


class Failed(Exception):  # noqa: N818
    """A clause does not hold, or Coq does not accept a theorem."""


class NotChecked(Exception):  # noqa: N818
    """A theorem cannot be checked here, as a program is missing."""


def weakest(found: Iterable[Evidence]) -> Evidence | None:
    """Return the weakest evidence, or None without any.

    >>> weakest(["proved", "verified", "argued"]), weakest([])
    ('verified', None)
    """
    return max(found, key=STRONGEST_FIRST.index, default=None)
