"""A search that may take long: what it says while it runs, and its answer where it met a limit."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from exactdp.arithmetic.exact import Undecided
from exactdp.shown import Shown

Progress: TypeAlias = Callable[[str], None]
"""A function that a long computation calls with the name of each stage."""


def silent(stage: str) -> None:
    """Ignore the name of a stage: the `Progress` of every computation that is given no other.

    >>> silent("the certificates")
    """


@dataclass(frozen=True)
class Unsolved(Shown):
    """The search met a limit before it found an answer; `reason` says which limit.

    `question` is what was to be solved: a problem, a linear program or a user. `bool()` raises, because the question is
    undecided: neither yes nor no.

    >>> found = Unsolved("not solved within 8 exact pivots")
    >>> found.reason
    'not solved within 8 exact pivots'
    >>> "yes" if found else "no"
    Traceback (most recent call last):
    exactdp.arithmetic.exact.Undecided: not decided: not solved within 8 exact pivots
    """

    reason: str
    question: object = field(default=None, repr=False)

    def __bool__(self) -> bool:
        raise self.error

    @property
    def error(self) -> Undecided:
        """What to raise where an answer is needed."""
        return Undecided(f"not decided: {self.reason}")
