"""A mechanism on a finite list of inputs, with the neighbours among them."""

from dataclasses import dataclass
from functools import cached_property
from math import prod

from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import Exact, exact
from exactdp.arithmetic.spelling import counted
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import Neighbours
from exactdp.privacy.level import Level, level
from exactdp.shown import Shown

BUILT_ENTRIES = 1_000_000
"""The most entries of a matrix."""

BUILT_BITS = 2**30
"""The most bits of all entries of a matrix together."""


@dataclass(frozen=True)
class Built(Shown):
    """A mechanism and its neighbours.

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


def check_entries(inputs: int, *responses: int, bits: int = 1) -> None:
    """Reject a matrix with too many entries, or too many bits, before it is built.

    Raises: `InputError` above `BUILT_ENTRIES`, and above `BUILT_BITS`.

    >>> check_entries(10, 11, 11)
    >>> check_entries(1000, 1000, bits=2000)
    Traceback (most recent call last):
    exactdp.InputError: the matrix would have 1,000,000 entries of 2,000 bits: write smaller sizes or a simpler level
    >>> check_entries(10**6, 2)
    Traceback (most recent call last):
    exactdp.InputError: the matrix would have 2,000,000 entries, above 1,000,000: write smaller sizes
    """
    entries = inputs * prod(responses)
    if entries > BUILT_ENTRIES:
        shown = counted(entries, "entry", "entries") if entries < 10**15 else "more than 10^15 entries"
        raise InputError(f"the matrix would have {shown}, above {BUILT_ENTRIES:,}: write smaller sizes")
    if entries * bits > BUILT_BITS:
        shown = counted(entries, "entry", "entries")
        raise InputError(f"the matrix would have {shown} of {bits:,} bits: write smaller sizes or a simpler level")


def bits_of(level: Exact) -> int:
    """Return the number of bits of a level. Raises: as `exact`.

    >>> bits_of("1/2"), bits_of("0.001")
    (2, 10)
    """
    return exact(level).denominator.bit_length()
