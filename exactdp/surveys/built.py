"""What is built in this room: a mechanism on a finite list of inputs, with the neighbours among them."""

from dataclasses import dataclass
from functools import cached_property
from math import prod

from exactdp.arithmetic.exact import InputError, counted
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.privacy.level import Level, level
from exactdp.shown import Shown

BUILT_ENTRIES = 1_000_000
"""The most entries of a matrix that is built."""


@dataclass(frozen=True)
class Built(Shown):
    """A mechanism, and the neighbours it is for.

    Domain: neighbours on the mechanism's inputs. Raises: `level` as `exactdp.privacy.level.level`.

    >>> from exactdp.model.neighbours import complete
    >>> print(Built(Mechanism([["3/4", "1/4"], ["1/4", "3/4"]]), complete(inputs=range(2))).level)
    1/3
    """

    mechanism: Mechanism
    neighbours: Neighbours

    @cached_property
    def level(self) -> Level:
        """The exact level between these neighbours, with the place that attains it."""
        return level(self.mechanism, self.neighbours)


def check_entries(inputs: int, *responses: int) -> None:
    """Refuse a matrix with too many entries, before it is built. Raises: `InputError` above `BUILT_ENTRIES`.

    >>> check_entries(10, 11, 11)
    >>> check_entries(10**6, 2)
    Traceback (most recent call last):
    exactdp.InputError: the matrix would have 2,000,000 entries: write smaller sizes, for at most 1,000,000
    """
    entries = inputs * prod(responses)
    if entries > BUILT_ENTRIES:
        shown = counted(entries, "entry", "entries") if entries < 10**15 else "more than 10^15 entries"
        raise InputError(f"the matrix would have {shown}: write smaller sizes, for at most {BUILT_ENTRIES:,}")
