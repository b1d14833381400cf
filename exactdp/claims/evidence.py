"""What a step of a proof script has checked: counted as it is checked, so that nothing checked is never a success."""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, fields

from exactdp.shown import Shown


class Failed(Exception):  # noqa: N818
    """A step of a claim does not hold, or checked nothing."""


class NotChecked(Exception):  # noqa: N818
    """A step beyond those that a verdict rests on cannot be run here, for want of a program."""


@dataclass(frozen=True)
class Checked(Shown):
    """How many cases, identities, signs, instances, certificates and theorems were checked; for all of which indices.

    >>> str(Checked(instances=3) + Checked(cases=1, identities=1, indices=frozenset("n")))
    '1 case, 1 identity, 3 instances, for all n'
    >>> bool(Checked())
    False
    """

    cases: int = 0
    identities: int = 0
    signs: int = 0
    instances: int = 0
    certificates: int = 0
    theorems: int = 0
    indices: frozenset[str] = frozenset()

    def __add__(self, other: Checked) -> Checked:
        counts = {name: getattr(self, name) + getattr(other, name) for name in COUNTED}
        return Checked(**counts, indices=self.indices | other.indices)

    def __bool__(self) -> bool:
        return any(getattr(self, name) > 0 for name in COUNTED)

    def __str__(self) -> str:
        counts = ((getattr(self, name), name) for name in COUNTED)
        words = [f"{count} {name if count != 1 else _ONE.get(name, name[:-1])}" for count, name in counts if count]
        return ", ".join(words) + (f", for all {', '.join(sorted(self.indices))}" if self.indices else "")


COUNTED = tuple(each.name for each in fields(Checked) if each.name != "indices")
_ONE = {"identities": "identity"}


_evidence: ContextVar[list[Checked]] = ContextVar("evidence")


def collect() -> list[Checked]:
    """Begin to collect evidence in this context, and return the list that it goes to.

    >>> found = collect()
    >>> require(1 + 1 == 2, "1 + 1 is not 2")
    >>> [str(each) for each in found]
    ['1 instance']
    """
    found: list[Checked] = []
    _evidence.set(found)
    return found


def record(indices: Iterable[str] = (), **counts: int) -> None:
    """Count what was just checked; outside of a claim nothing is counted. Raises: TypeError for an unknown kind.

    >>> found = collect()
    >>> record(instances=2)
    >>> str(sum(found, Checked()))
    '2 instances'
    """
    found = _evidence.get(None)
    if found is not None:
        found.append(Checked(**counts, indices=frozenset(indices)))


def require(condition: bool, otherwise: str) -> None:
    """Count an instance that holds. Raises: `Failed`, with what is the case otherwise; TypeError unless True or False.

    >>> require(1 + 1 == 3, "1 + 1 is 2")
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: 1 + 1 is 2
    """
    if not isinstance(condition, bool):
        raise TypeError(f"a condition is True or False, and this is {type(condition).__name__}")
    if not condition:
        raise Failed(otherwise)
    record(instances=1)
