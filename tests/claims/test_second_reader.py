"""Printed formulas mean what exactdp checks: an independent reader finds the same values."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactdp.claims.statements.expressions import free
from exactdp.claims.statements.notation import statement_text, text
from tests.claims.random_formulas import NAMES, Maker
from tests.claims.second_reader import Unread, read
from tests.claims.total_values import Unknown, anywhere, total

ENVIRONMENTS = 4


def values(random: Random, e: Any) -> dict[str, Any]:
    return anywhere(list(free(e).values()), random)


def differences(seed: int, deep: int) -> tuple[int, list[str]]:
    """Return how many values were compared, and the texts with other values than their formulas."""
    made, random = Maker(seed), Random(seed)
    kind = ("formula", "term", "statement")[seed % 3]
    e: Any = made.formula(deep) if kind != "term" else made.number(deep)
    given = [made.formula(1) for _ in range(random.randrange(4))] if kind == "statement" else []
    said = statement_text(given, e) if kind == "statement" else text(e)
    whole = e
    for each in reversed(given):
        whole = each >> whole
    met = 0
    try:
        meaning = read(said, NAMES, kind)
    except Unread as error:
        return 0, [f"{said}: {error}"]
    for _ in range(ENVIRONMENTS):
        at = values(random, whole)
        try:
            if total(whole, at) != meaning(at):
                return met, [f"{said} at {at}"]
        except (Unknown, OverflowError):
            continue
        met += 1
    return met, []


@pytest.mark.parametrize("deep", [1, 2, 3])
def test_a_second_reader_finds_the_value_of_the_formula(deep: int) -> None:
    found = [differences(seed, deep) for seed in range(300)]
    assert [each for _, wrong in found for each in wrong] == []
    assert sum(met for met, _ in found) > 900


def test_the_second_reader_notices_a_bracket() -> None:
    at = {"a": Fraction(1), "b": Fraction(2), "t": Fraction(3), "n": 2}
    for one, other in (
        ("a - (b - t)", "a - b - t"),
        ("(Σ_{k=0}^{n} a) + b", "Σ_{k=0}^{n} (a + b)"),
        ("a/(b·t)", "a/b·t"),
    ):
        assert read(one, {}, "term")(at) != read(other, {}, "term")(at)
