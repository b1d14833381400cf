"""The words for the evidence for a clause, and how a check of it ends otherwise: it fails, or it cannot be run here."""

from collections.abc import Iterable
from typing import Literal, TypeAlias, get_args

Evidence: TypeAlias = Literal["proved", "argued", "verified"]
"""What the evidence for a clause is, the strongest first."""

STRONGEST_FIRST: tuple[Evidence, ...] = get_args(Evidence)


class Failed(Exception):  # noqa: N818
    """A clause of a claim, or a theorem, does not hold as it was to be shown."""


class NotChecked(Exception):  # noqa: N818
    """A theorem cannot be checked here, for want of a program."""


def weakest(found: Iterable[Evidence]) -> Evidence | None:
    """Return the weakest evidence, or None without any.

    >>> weakest(["proved", "verified", "argued"]), weakest([])
    ('verified', None)
    """
    return max(found, key=STRONGEST_FIRST.index, default=None)
