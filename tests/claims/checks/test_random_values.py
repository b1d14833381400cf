"""Random formulas: a term that is shown to have a value has one wherever the assumptions hold."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from exactdp.claims.statements.evaluation import NotRunThrough, Undefined, compiled
from exactdp.claims.statements.formulas import (
    All,
    Largest,
    Least,
    Product,
    Some,
    Sum,
    between,
    function,
    indices,
    numbers,
    vectors,
)
from exactdp.claims.statements.names import named
from exactdp.claims.statements.terms import TRUE, Definition, Formula, If, Term, as_index, as_number
from exactdp.claims.vocabulary import listed
from tests.claims.checks.test_shown_values import without_shown_value

i, k, n, r = indices("i k n r")
x, y = numbers("x y")
(f,) = vectors("f")
LISTS = [listed([1, 0, 2]), named("the list", listed([1, 0, 2]))]
NUMBERS = [
    Definition("five({0})", (x,), as_number(5)),
    Definition("same({0})", (x,), x),
    Definition("inverse({0})", (x,), 1 / x),
]
OF_FUNCTIONS = [Definition("unread({0})", (f,), as_number(5)), Definition("first({0})", (f,), f[0])]
FUNCTIONS = [
    Definition("constant({0})", (x,), function(k, as_number(k))),
    Definition("times({0})", (x,), function(k, x * k)),
]
CONDITIONS = [Definition("{0} is not 0", (x,), (x < 0) | (0 < x)), Definition("{0} is real", (x,), TRUE)]
GIVEN: list[tuple[Formula, ...]] = [(), (0 <= n,), (0 < x,), (CONDITIONS[0](y),), (0 <= i, i <= n), (1 <= n, 0 < x)]


class Maker:
    """Make terms and formulas over the given indices."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def any(self, *options: Any) -> Any:
        return self.rng.choice(options)()

    def index(self, deep: int, over: list[Term]) -> Any:
        near = self.rng.choice(over) + self.rng.randint(-1, 1)
        known = as_index(self.rng.randint(-1, 3))
        if deep <= 0:
            return self.rng.choice([near, known])
        inner = lambda: self.index(deep - 1, over)  # noqa: E731
        return self.any(
            lambda: near, lambda: near, lambda: known, lambda: If(self.formula(deep - 1, over), inner(), inner())
        )

    def function(self, deep: int, over: list[Term]) -> Any:
        if deep <= 0:
            return self.rng.choice(LISTS)
        v = self.rng.choice([i, k, r])

        def inner() -> Any:
            return self.function(deep - 1, over)

        return self.any(
            lambda: function(v, self.number(deep - 1, [*over, v])),
            lambda: self.rng.choice(FUNCTIONS)(self.number(deep - 1, over)),
            lambda: If(self.formula(deep - 1, over), inner(), inner()),
        )

    def number(self, deep: int, over: list[Term]) -> Any:
        if deep <= 0:
            return self.rng.choice([x, y, as_number(self.rng.randint(-1, 2)), as_number(self.rng.choice(over))])
        v = self.rng.choice([i, k, r])

        def inner() -> Any:
            return self.number(deep - 1, over)

        def at() -> Any:
            return self.index(deep - 1, over)

        ranged = self.rng.choice([Sum, Product, Least, Largest])
        return self.any(
            lambda: inner() / inner(),
            lambda: inner() ** at(),
            lambda: inner() + inner(),
            lambda: self.rng.choice(NUMBERS)(inner()),
            lambda: self.rng.choice(OF_FUNCTIONS)(self.function(deep - 1, over)),
            lambda: self.function(deep - 1, over)[at()],
            lambda: ranged(v, at(), at(), self.number(deep - 1, [*over, v])),
            lambda: If(self.formula(deep - 1, over), inner(), inner()),
        )

    def formula(self, deep: int, over: list[Term]) -> Any:
        if deep <= 0:
            return self.number(0, over) <= self.number(0, over)
        v = self.rng.choice([i, k, r])

        def inner() -> Any:
            return self.formula(deep - 1, over)

        def at() -> Any:
            return self.index(deep - 1, over)

        def side() -> Any:
            return self.number(deep - 1, over)

        quantified = self.rng.choice([All, Some])
        return self.any(
            lambda: side() <= side(),
            lambda: at() < at(),
            lambda: side() != side(),
            lambda: inner() & inner(),
            lambda: inner() | inner(),
            lambda: inner() >> inner(),
            lambda: self.rng.choice(CONDITIONS)(side()),
            lambda: ~CONDITIONS[1](side()),
            lambda: quantified(v, between(at(), v, at()), self.formula(deep - 1, [*over, v])),
        )


def values(rng: Random) -> dict[str, Any]:
    return {
        **{name: rng.randint(-1, 4) for name in "in"},
        **{name: Fraction(rng.choice([0, 0, 1, -1, 2])) for name in "xy"},
    }


@pytest.mark.parametrize("seed", range(4))
def test_what_is_shown_has_a_value_wherever_the_assumptions_hold(seed: int) -> None:
    rng, tried = Random(seed), 0
    maker = Maker(rng)
    for _ in range(1500):
        given = [*rng.choice(GIVEN), *([maker.formula(2, [i, n])] if rng.random() < 0.4 else [])]
        says = maker.formula(3, [i, n])
        if without_shown_value(given, says) is not None:
            continue
        for at in [values(rng) for _ in range(12)]:
            try:
                holds = all(compiled(each)(at) for each in given)
            except Undefined:
                continue
            try:
                tried += holds and compiled(says)(at) in (True, False)
            except NotRunThrough:
                pass
            except Undefined as error:
                pytest.fail(f"{at}: {given} ⊢ {says}: {error}")
    assert tried > 500
