"""Section 1.1, the differencing attack: a count with the director less one without.

True counts are whole, so errors below 1/2 are undone by rounding, and the difference is the director's bit. The answers
of an α-private mechanism move the odds of the bit by at most 1/α, for only one of the counts has her.
"""

from exactdp.claims import Claim, core
from exactdp.claims.formulas import (
    INDEX_MAP,
    TRUE,
    If,
    Sum,
    as_number,
    between,
    function,
    indices,
    matrices,
    numbers,
    variable,
    vectors,
)
from exactdp.claims.lemmas import one_term, sum_of_two
from exactdp.claims.vocabulary import prior, private, stochastic
from exactdp.commands.cli import main

claim = Claim("dwork2013.section-1-1.differencing", "the differencing attack", section="1.1", position=20)

i, j, k, m, n, q, r, s, z = indices("i j k m n q r s z")
a, f, h, E = numbers("α f h E")
d = variable("d", INDEX_MAP)
[p] = vectors("p")
x, y = matrices("x y")


@claim.clause(
    "difference",
    between(0, j, n - 1),
    Sum(i, 0, n - 1, d[i]) - Sum(i, 0, n - 1, If(i == j, as_number(0), d[i])) == d[j],
)
def difference(proof):
    bits, others = function(i, as_number(d[i])), function(i, If(i == j, as_number(0), as_number(d[i])))
    inner = proof.assuming(between(0, i, n - 1))
    each = inner.have(bits[i] + -1 * others[i] == If(i == j, bits[i], 0))
    both = proof.use(sum_of_two(), low=0, high=n - 1, f=bits, g=others, t=-1)
    one = proof.use(one_term(), low=0, high=n - 1, f=bits)
    return proof.qed(proof.termwise(i, 0, n - 1, each.says, each), both, one)


def within(number, answer):
    return (number - answer <= E) & (answer - number <= E)


# The count k without the director and the bit i, or z and j: both fit the answers f and h
two_counts = (
    within(as_number(k + i), f),
    within(as_number(k), h),
    within(as_number(z + j), f),
    within(as_number(z), h),
)


@claim.clause("known", E < as_number("1/2"), *two_counts, i == j)
def known(proof):
    def apart(smaller, larger):
        return smaller < larger, lambda case: case.contradiction(same.goal, case.have(smaller + 1 <= larger))

    same = proof.assuming(goal=k == z)
    counts = same.cases(same.goal, apart(k, z), apart(z, k), (TRUE, lambda case: case.have(same.goal)))
    same = proof.assuming(counts.says, goal=i == j)
    found = same.cases(same.goal, apart(i, j), apart(j, i), (TRUE, lambda case: case.have(same.goal)))
    return core.cut(found.theorem, counts.theorem)


half = as_number("1/2")


@claim.clause(
    "open",
    between(0, i, 1),
    (as_number(k + i) - (k + half) <= half) & (k + half - as_number(k + i) <= half),
)
def not_known(proof):
    return proof.qed(proof.know(0 <= i), proof.know(i <= 1))


def likelihood(bit):
    return Sum(i, 0, n, p[i] * x[i + bit, r] * y[i, s])


@claim.clause(
    "private",
    private(x, a, n + 1, m),
    stochastic(y, n, q),
    prior(p, n),
    between(0, r, m),
    between(0, s, q),
    (a * likelihood(0) <= likelihood(1)) & (a * likelihood(1) <= likelihood(0)),
)
def odds(proof):
    near, entries, weights = (
        proof.parts(each)[at]
        for each, at in ((private(x, a, n + 1, m), -1), (stochastic(y, n, q), -2), (prior(p, n), -2))
    )
    inner = proof.assuming(between(0, i, n))
    facts = near(i, r), inner.product(inner.have(0 <= p[i], weights(i)), inner.have(0 <= y[i, s], entries(i, s)))
    sides = [(0, 1), (1, 0)]
    return proof.qed(
        *(
            proof.termwise(i, 0, n, a * p[i] * x[i + one, r] * y[i, s] <= p[i] * x[i + other, r] * y[i, s], *facts)
            for one, other in sides
        )
    )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
