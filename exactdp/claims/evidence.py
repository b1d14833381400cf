"""What a step of a proof script has checked: counted as it is checked, so that nothing checked is never a success."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, fields


class Failed(Exception):  # noqa: N818
    """A step of a claim does not hold, or checked nothing."""


@dataclass(frozen=True)
class Evidence:
    """How many cases, identities, signs, instances and certificates were checked."""

    cases: int = 0
    identities: int = 0
    signs: int = 0
    instances: int = 0
    certificates: int = 0

    def __add__(self, other: Evidence) -> Evidence:
        return Evidence(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def __bool__(self) -> bool:
        return self != Evidence()

    def __str__(self) -> str:
        counts = ((getattr(self, each.name), each.name) for each in fields(self))
        return ", ".join(f"{count} {name if count != 1 else name[:-1]}" for count, name in counts if count).replace(
            "identitie,", "identity,"
        )


_evidence: ContextVar[list[Evidence]] = ContextVar("evidence")


def collect() -> list[Evidence]:
    """Begin to collect evidence in this context, and return the list that it goes to. Fails: never."""
    found: list[Evidence] = []
    _evidence.set(found)
    return found


def record(**counts: int) -> None:
    """Count what was just checked; outside of a claim nothing is counted. Fails: TypeError for an unknown kind.

    >>> found = collect()
    >>> record(instances=2)
    >>> str(sum(found, Evidence()))
    '2 instances'
    """
    found = _evidence.get(None)
    if found is not None:
        found.append(Evidence(**counts))


def require(condition: bool, otherwise: str) -> None:
    """Count an instance that holds. Fails: `Failed`, with what is the case otherwise.

    >>> require(1 + 1 == 3, "1 + 1 is 2")
    Traceback (most recent call last):
    exactdp.claims.evidence.Failed: 1 + 1 is 2
    """
    if not condition:
        raise Failed(otherwise)
    record(instances=1)
