"""Theorem 1, Equation (2): the inequality that holds if M is not derivable, and what follows from privacy.

(2) is the negation of Theorem 2's condition at three consecutive entries of a column, so it needs three rows. Each of
the two inner differences is at least 0 by privacy, so (2) makes the outer ones positive, and all three entries too.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-1.equation-2",
    "a private mechanism that is not derivable has (2)",
    section="4.2",
    position=30,
    kept=KEPT,
)

n, m, i, j, k, r = indices("n m i j k r")
a, x = number("α"), matrix("x")
first, second, third = (x[i + row, j] for row in range(3))
second_equation = three_entries(x, a, i + 1, j) < 0
given = (0 < a, a < 1, private(x, a, n, m), 0 <= i, i + 2 <= n, between(0, j, m), second_equation)

claim.clause("negation", three_entries(x, a, i + 1, j) == (second - a * first) - a * (third - a * second))(
    by_arithmetic
)


@claim.clause(
    "somewhere",
    1 <= n,
    0 <= a,
    a <= 1,
    private(x, a, n, m),
    derivable(x, a, n, m) | Some(i, between(0, i, n - 2), Some(j, between(0, j, m), second_equation)),
)
def somewhere(proof):
    some = proof.goal.args[1]

    def none(case):
        condition = case.have(three_entries_condition(x, a, n, m), case.know(negation(some))(k - 1, r))
        return case.alternative(proof.goal, case.cite("gupte2010.theorem-2#if", condition))

    return proof.cases(proof.goal, (some, lambda case: case.alternative(proof.goal, case.know(some))), (TRUE, none))


claim.clause("two-inputs", 0 <= a, a <= 1, private(x, a, 1, m), derivable(x, a, 1, m))(
    lambda proof: proof.cite("gupte2010.theorem-2#if", n=1)
)
claim.clause("no-privacy", 1 <= n, private(x, 0, n, m), derivable(x, 0, n, m))(
    lambda proof: proof.cite("gupte2010.theorem-2.alpha-one#zero-derivable")
)
claim.clause("full-privacy", 1 <= n, private(x, 1, n, m), derivable(x, 1, n, m))(
    lambda proof: proof.cite("gupte2010.theorem-2#if", three_entries_condition(x, 1, n, m), α=1)
)


def near(proof):
    steps = proof.parts(private(x, a, n, m))[-1]
    return steps(i, j), steps(i + 1, j)


claim.clause("first-pair", *given, (0 <= second - a * third) & (second - a * third < a * (first - a * second)))(
    lambda proof: proof.qed(*near(proof))
)
claim.clause("second-pair", *given, (0 <= second - a * first) & (second - a * first < a * (third - a * second)))(
    lambda proof: proof.qed(*near(proof))
)


@claim.clause("not-up-not-down", *given, (a * second < first) & (a * second < third))
def not_up_not_down(proof):
    one, two = (proof.cite(f"gupte2010.theorem-1.equation-2#{pair}-pair").parts() for pair in ("first", "second"))
    above = [proof.have(0 < a * (outer - a * second), *pair) for outer, pair in ((first, one), (third, two))]
    return proof.qed(0 < 1 / a, *above)


@claim.clause("positive", *given, (0 < first) & (0 < second) & (0 < third))
def positive(proof):
    entries = proof.parts(private(x, a, n, m))[-3]
    outer = proof.cite("gupte2010.theorem-1.equation-2#not-up-not-down")
    return proof.qed(proof.have((0 < first) & (0 < third), outer, entries(i + 1, j)), *near(proof))
