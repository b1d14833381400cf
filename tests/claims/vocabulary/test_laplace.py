"""The words about Laplace noise, against enclosures of its integrals."""

from fractions import Fraction

import pytest
from flint import arb, ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims.clause import Clause, run_clause
from exactdp.claims.logic.deriving import by_arithmetic
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.formulas import indices, numbers
from exactdp.claims.statements.notation import text
from exactdp.claims.statements.terms import conjuncts, unfold
from exactdp.claims.vocabulary.laplace import at_least_exponential, at_most_exponential, laplace, laplace_cell

k, m = indices("k m")
a, c, e = numbers("α c ε")


@pytest.mark.parametrize("root", ["1/4", "9/10"])
@pytest.mark.parametrize("steps", [1, 3])
def test_the_distribution_function_is_the_integral_of_the_density(root: str, steps: int) -> None:
    with ctx.workprec(128):
        rate = -to_arb(Fraction(root)).log() * steps

        def density(t: arb) -> arb:
            return rate / 2 * (-rate * abs(t)).exp()

        for at in range(-4, 5):
            given = {"c": Fraction(root), "k": at, "m": steps}
            # The integral over a cell lies between the width times the least and the largest value.
            width = arb(1) / steps
            ends = [density(arb(at - 1) / steps), density(arb(at) / steps)]
            low, high = sorted(ends)
            found = to_arb(value(laplace_cell(c, k, m), given))
            assert width * low < found < width * high
        assert value(laplace(c, k, m), {"c": Fraction(root), "k": 0, "m": steps}) == Fraction(1, 2)


@pytest.mark.parametrize(("level", "rate", "order"), [("1/3", 1, -1), ("2/5", 1, 1), ("1/2", "69/100", -1), (1, 0, 0)])
def test_a_level_is_compared_with_an_exponential(level: str, rate: str, order: int) -> None:
    given = {"α": Fraction(level), "ε": Fraction(rate)}
    with ctx.workprec(128):
        difference = to_arb(given["α"]) - (-to_arb(given["ε"])).exp()
        assert (difference < 0, difference > 0) == (order < 0, order > 0)
    assert value(at_most_exponential(a, e), given) == (order <= 0)
    assert value(at_least_exponential(a, e), given) == (order >= 0)
    # The sums up to m, for all m that matter at these levels.
    for word, expected in ((at_most_exponential, order <= 0), (at_least_exponential, order >= 0)):
        _, _, one = conjuncts(unfold(word(a, e)))[-1].args
        assert all(value(one, given | {"m": last}) for last in range(12)) == expected


def test_no_level_is_compared_with_an_exponential_above_1() -> None:
    """ "For α ≤ e^-ε: α ≤ 1" was proved, but 2 ≤ e^1."""
    assert text(at_most_exponential(a, e)) == "α ≤ e^-ε ≤ 1"
    for level in (Fraction(1, 2), Fraction(2)):
        assert value(at_most_exponential(a, e), {"α": level, "ε": Fraction(-1)}) is False
    given = run_clause(Clause("given", (at_most_exponential(a, e),), 0 <= e, by_arithmetic))
    assert given.evidence == "proved"
