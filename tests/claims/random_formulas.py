"""Random formulas of every operation, several levels deep, with variables bound again within their own scope."""

from fractions import Fraction
from random import Random
from typing import Any

from exactdp.claims.statements.expressions import INDEX_MAP, SET
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
    matrices,
    numbers,
    vectors,
)
from exactdp.claims.statements.terms import Definition, Formula, If, Term, as_number, negation, variable

i, k, n, r = indices("i k n r")
a, b, t = numbers("a b t")
f, g = vectors("f g")
(x,) = matrices("x")
d, S = variable("d", INDEX_MAP), variable("S", SET)

area = Definition("area", (f, n), Sum(k, 0, n, f[k]))
gap = Definition("gap", (a, b), a - b)
rising = Definition("{0} is rising on {{0..{1}}}", (f, n), All(k, between(0, k, n - 1), f[k] <= f[k + 1]))
NAMES: dict[str, Any] = {
    "area": lambda of, to: sum((of(at) for at in range(int(to) + 1)), Fraction(0)),
    "gap": lambda u, v: u - v,
}


class Maker:
    """Make formulas and terms; every index variable may also be bound."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def any(self, *options: Any) -> Any:
        return self.rng.choice(options)()

    def name(self) -> Term:
        return self.rng.choice([i, k, n, r])

    def small(self) -> int:
        return self.rng.choice([-2, -1, 0, 1, 2, 3])

    def index(self, deep: int) -> Any:
        if deep <= 0:
            return self.any(self.name, self.name, self.small)
        return self.any(
            self.name,
            lambda: self.index(deep - 1) + self.index(deep - 1),
            lambda: self.index(deep - 1) - self.index(deep - 1),
            lambda: self.small() * self.name() + self.small(),
            lambda: self.name() * self.index(deep - 1),
            lambda: d[self.index(deep - 1)],
            lambda: abs(self.name() - self.index(deep - 1)),
            lambda: If(self.formula(deep - 2), self.name(), self.index(deep - 1)),
        )

    def few(self) -> tuple[Any, Any]:
        """Return the ends of a range; it may be empty."""
        low = self.any(lambda: 0, lambda: 1, self.name)
        return low, self.any(self.name, lambda: low + self.rng.randrange(-1, 3))

    def function(self, deep: int) -> Term:
        v = self.name()
        return self.any(lambda: f, lambda: g, lambda: function(v, self.number(deep - 1)))  # type: ignore[no-any-return]

    def ranged(self, deep: int) -> Term:
        low, high = self.few()
        kind = self.rng.choice([Sum, Sum, Product, Least, Largest])
        return kind(self.name(), low, high, self.number(deep - 1))

    def number(self, deep: int) -> Any:
        if deep <= 0:
            return self.any(
                lambda: self.rng.choice([a, b, t]),
                lambda: f[self.index(0)],
                lambda: as_number(self.index(0)),
                lambda: as_number(self.rng.choice([Fraction(1, 2), Fraction(-2, 3), 2, -1])),
            )
        less = deep - 1
        return self.any(
            lambda: self.number(less) + self.number(less),
            lambda: self.number(less) - self.number(less),
            lambda: self.number(less) * self.number(less),
            lambda: self.number(less) / self.number(less),
            lambda: -self.number(less),
            lambda: abs(self.number(less)),
            lambda: self.number(less) ** self.rng.choice([-2, -1, 0, 1, 2, 3]),
            lambda: self.number(less) ** self.index(0),
            lambda: as_number(self.index(less)),
            lambda: self.ranged(deep),
            lambda: self.ranged(deep),
            lambda: If(self.formula(less), self.number(less), self.number(less)),
            lambda: x[self.index(less), self.index(0)],
            lambda: f[self.index(less)],
            lambda: area(self.function(less), self.index(0)),
            lambda: gap(self.number(less), self.number(less)),
        )

    def related(self, deep: int) -> Formula:
        kinds = (self.index, self.number, self.number)
        of = self.rng.choice(kinds)
        left, right = of(deep - 1), of(deep - 1)
        left = as_number(left) if isinstance(left, int) else left
        compare = self.rng.choice(["<=", "<", "=", "!=", ">=", ">"])
        made: dict[str, Any] = {
            "<=": lambda: left <= right,
            "<": lambda: left < right,
            "=": lambda: left == right,
            "!=": lambda: left != right,
            ">=": lambda: left >= right,
            ">": lambda: left > right,
        }
        return made[compare]()  # type: ignore[no-any-return]

    def quantified(self, deep: int) -> Formula:
        v = self.name()
        low = self.any(lambda: 0, lambda: -1, lambda: 1)
        high = self.any(lambda: 2, lambda: 3, lambda: self.rng.choice([e for e in (i, k, n, r) if e is not v]))
        more = [self.formula(deep - 2)] if self.rng.random() < 0.3 else []
        return self.rng.choice([All, Some])(v, low <= v, v <= high, *more, self.formula(deep - 1))

    def formula(self, deep: int) -> Formula:
        if deep <= 0:
            return self.any(lambda: self.related(1), lambda: self.related(1), lambda: S[self.index(0)])  # type: ignore[no-any-return]
        less = deep - 1
        return self.any(  # type: ignore[no-any-return]
            lambda: self.related(deep),
            lambda: self.formula(less) & self.formula(less),
            lambda: self.formula(less) | self.formula(less),
            lambda: self.formula(less) >> self.formula(less),
            lambda: negation(self.formula(less)),
            lambda: self.quantified(deep),
            lambda: self.quantified(deep),
            lambda: between(self.index(0), self.name(), self.index(0)),
            lambda: rising(self.function(less), self.rng.choice([n, 2])),
            lambda: negation(rising(f, self.name())),
        )
