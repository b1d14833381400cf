"""Statements for Coq mean what exactdp checks: an independent reader finds the same values."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from exactdp.arithmetic.errors import InputError
from exactdp.claims.coq.statement import statement
from exactdp.claims.statements.expressions import INDEX, NUMBER, TRUTH, Function, free
from exactdp.claims.statements.formulas import All, Some, Sum, as_number, function, number
from exactdp.claims.statements.terms import Formula, If, Term, conjuncts
from tests.claims.coq.coq_reader import read
from tests.claims.random_formulas import Maker, area, f, g, gap, x
from tests.claims.total_values import total

VALUES = [Fraction(each) for each in (0, 0, 1, -1, 2, "1/2", 5)]
LARGEST = 4
u = number("u")


class CoqMaker(Maker):
    """Make what the Coq library can say: indices without differences, and sums that are not empty."""

    def small(self) -> int:
        return self.rng.choice([0, 1, 2])

    def index(self, deep: int) -> Any:
        return self.any(
            self.name,
            self.small,
            lambda: self.name() + self.small(),
            lambda: 2 * self.name() + self.small(),
            lambda: self.name() * self.name(),
            lambda: abs(self.name() - self.name()),
            lambda: If(self.compared(), self.name(), self.small()),
        )

    def compared(self) -> Formula:
        left, right = self.name(), self.name() + self.small()
        return self.rng.choice([left <= right, left < right, left == right, (left < right) | (left == 1)])

    def few(self) -> tuple[Any, Any]:
        low = self.any(self.small, self.name, lambda: self.name() + 1)
        return low, self.any(lambda: low + self.small(), lambda: low + self.name())

    def ranged(self, deep: int) -> Term:
        low, high = self.few()
        return Sum(self.name(), low, high, self.number(deep - 1))

    def number(self, deep: int) -> Any:
        if deep <= 0:
            return super().number(0)
        less = deep - 1
        return self.any(
            lambda: self.number(less) + self.number(less),
            lambda: self.number(less) - self.number(less),
            lambda: self.number(less) * -self.number(less),
            lambda: self.number(less) / self.number(less),
            lambda: self.number(less) ** self.index(0),
            lambda: as_number(self.name() - self.index(0)),
            lambda: self.ranged(deep),
            lambda: self.ranged(deep),
            lambda: If(self.number(less) < self.number(0), self.number(less), self.number(less)),
            lambda: x[self.index(0), self.index(0)],
            lambda: area(self.any(lambda: g, lambda: function(self.name(), self.number(less))), self.name()),
            lambda: gap(f[self.index(0)], self.number(less)),
        )

    def quantified(self, deep: int) -> Formula:
        v = self.name()
        return self.rng.choice([All, Some])(v, self.small() <= v, v <= 3, self.formula(deep - 1))


def curried(of: Callable[..., Any], arity: int) -> Callable[[Any], Any]:
    return of if arity == 1 else lambda k: curried(lambda *at: of(k, *at), arity - 1)


def some(sort: Any, random: Random) -> Any:
    if sort in (INDEX, NUMBER):
        return random.choice(VALUES) if sort == NUMBER else random.randint(0, LARGEST)
    known: dict[tuple[int, ...], Any] = {}
    values = (False, True) if sort.values == TRUTH else VALUES

    def value(*at: int) -> Any:
        return known.setdefault(at, random.choice(values))

    return value


def differences(seed: int, deep: int) -> tuple[int, list[str]]:
    """Return how many values were compared, and the statements with other values than their formulas.

    Half of the statements give the value of a number, which a wrong part seldom leaves as it is.
    """
    made, random = CoqMaker(seed), Random(seed)
    goal = made.formula(deep) if seed % 2 else u == as_number(made.number(deep))
    indices = [v for v in free(goal).values() if v.sort == INDEX]
    given: list[Formula] = [0 <= v for v in indices]
    try:
        said = statement(given, goal)
    except InputError:
        return 0, []
    names, meaning = read(said)
    variables = {name: v for e in (*given, goal) for part in conjuncts(e) for name, v in free(part).items()}
    met = 0
    for _ in range(3):
        at = {name: some(v.sort, random) for name, v in variables.items()}
        if not seed % 2:
            at["u"] = total(goal.args[1], at)
        in_coq = {
            name: curried(at[v.args[0]], v.sort.arity) if isinstance(v.sort, Function) else at[v.args[0]]
            for name, v in zip(names, variables.values(), strict=True)
        }
        met += 1
        if bool(meaning(in_coq)) != bool(total(goal, at)):
            return met, [f"{goal}: {said}"]
    return met, []


def test_a_reader_of_coq_finds_the_value_of_the_formula() -> None:
    found = [differences(seed, deep) for deep in (1, 2, 3) for seed in range(400)]
    assert [each for _, wrong in found for each in wrong] == []
    assert sum(met for met, _ in found) > 3000


def test_the_reader_of_coq_notices_a_bracket() -> None:
    at: dict[str, Any] = {"a": Fraction(1), "b": Fraction(2), "n": 2, "x": Fraction}
    for one, other in (
        ("a - (b - a)", "a - b - a"),
        ("a / (b * b)", "a / b * b"),
        ("sum (S n) (fun k => x (S k))", "sum (S n) (fun k => x k)"),
        ("(b < a -> a < a) -> a < a", "b < a -> a < a -> a < a"),
        ("~ (a < b /\\ b < a)", "~ a < b /\\ b < a"),
        ("exists k : nat, (k < n)%nat -> b < a", "(exists k : nat, (k < n)%nat) -> b < a"),
    ):
        assert read(one)[1](at) != read(other)[1](at)
