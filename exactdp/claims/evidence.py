"""The two words for the outcome of a claim, and the two exceptions: a check failed, or it cannot run here."""

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

Print: TypeAlias = Literal["stands", "corrected", "refuted", "uncheckable"]
"""The outcome of the printed statement."""

PRINTS: tuple[Print, ...] = get_args(Print)

Evidence: TypeAlias = Literal["proved", "computed", "argued", "verified"]
"""The evidence for a clause, the strongest first."""

STRONGEST_FIRST: tuple[Evidence, ...] = get_args(Evidence)


class Failed(Exception):  # noqa: N818
    """A clause does not hold, or Coq does not accept a theorem."""


class NotChecked(Exception):  # noqa: N818
    """A theorem cannot be checked here: Coq or a package is missing, or this version of Coq refuses the library."""


def weakest(found: Iterable[Evidence]) -> Evidence | None:
    """Return the weakest evidence, or None without any.

    >>> weakest(["proved", "verified", "argued"]), weakest(["proved", "computed"]), weakest([])
    ('verified', 'computed', None)
    """
    return max(found, key=STRONGEST_FIRST.index, default=None)
