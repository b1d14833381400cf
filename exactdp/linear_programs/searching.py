"""Long searches: their progress, and their answer if a limit stopped them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from exactdp.arithmetic.errors import Undecided
from exactdp.shown import Shown

Progress: TypeAlias = Callable[[str], None]
"""A function that a long computation calls with the name of each stage."""


def silent(stage: str) -> None:
    """Ignore the name of a stage: the default `Progress`.

    >>> silent("the certificates")
    """


@dataclass(frozen=True)
class Unsolved(Shown):
    """A limit stopped the search before it found an answer; `reason` says which limit.

    `question` is the unsolved problem, linear program or user. `bool()` raises: the question is undecided.

    >>> found = Unsolved("not solved within 8 exact pivots")
    >>> found.reason
    'not solved within 8 exact pivots'
    >>> "yes" if found else "no"
    Traceback (most recent call last):
    exactdp.arithmetic.errors.Undecided: not decided: not solved within 8 exact pivots
    """

    reason: str
    question: object = field(default=None, repr=False)

    def __bool__(self) -> bool:
        raise self.error

    @property
    def error(self) -> Undecided:
        """The error to raise if an answer is required."""
        return Undecided(f"not decided: {self.reason}")
