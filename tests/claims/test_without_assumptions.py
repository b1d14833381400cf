"""The run without assumptions finds what `exactdp prove --thorough` fails on, and nothing in a claim that it passes."""

import pytest

from exactdp.claims.claim import Claim
from exactdp.claims.statements.formulas import indices
from exactdp.claims.statements.terms import Formula
from tests.claims.without_assumptions import complaints

i, n = indices("i n")


@pytest.mark.parametrize(
    ("given", "says", "kept", "wrong"),
    [
        ((0 <= i, i < n), n >= 1, {}, None),
        ((0 <= i, n <= 3), i + 1 >= 1, {}, "no instance needs n ≤ 3, and no reason keeps it"),
        ((0 <= i, n <= 3), i + 1 >= 1, {"n ≤ 3": "small sizes"}, None),
        ((0 <= i, i < n), n <= 1, {}, "refuted at i = 0, n = 2"),
        ((i < n, n < i), n <= 1, {}, "no instance meets the assumptions"),
    ],
)
def test_a_clause_is_complained_of_as_a_thorough_run_fails(
    given: tuple[Formula, ...], says: Formula, kept: dict[str, str], wrong: str | None
) -> None:
    subject = Claim("source.lemma-1", "a bound", "1", 10)
    subject.clause("one", *given, says, kept=kept)
    found = complaints(subject)
    assert [each.partition(": ")[2].partition(":")[0] for each in found] == ([wrong] if wrong else [])
    assert bool(subject.run(thorough=True)) == (not found)
