"""A claim is as strong as the weakest evidence for a clause of it."""

from itertools import product

from exactdp.claims.evidence import STRONGEST_FIRST, weakest


def test_the_weakest_evidence_is_that_which_nothing_else_is_weaker_than() -> None:
    assert STRONGEST_FIRST == ("proved", "computed", "argued", "verified")
    for found in product(STRONGEST_FIRST, repeat=3):
        least = next(word for word in ("verified", "argued", "computed", "proved") if word in found)
        assert weakest(found) == weakest(reversed(found)) == least
    assert weakest([]) is None
