"""Footnote 5: with a prior over databases, an oblivious mechanism is optimal for some users and not for others.

For an oblivious mechanism (10) is (1) with the induced prior on results, so Theorem 3.1 applies among these mechanisms.
For the users of Theorem 6.3 that prior is 1/2 on the results 1 and 2. With p = x_11 and q = x_21 an oblivious mechanism
loses at least (1-p)/2 + q/2 ≥ 1/3, by p ≤ 2q and 1-q ≤ 2(1-p). The mechanism x_1 of Figure 4 loses less.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import induced_prior, maps_to

claim = Claim(
    "ghosh2009.footnote-5",
    "Theorem 3.1 for oblivious mechanisms, and the cost of being oblivious",
    section="6.2",
    position=80,
)

n, s, d, i, r = indices("n s d i r")
a, e = numbers("α ε")
(q,) = vectors("q")
x, l = matrices("x l")  # noqa: E741 (the paper's name of a loss)
f, g = (variable(name, INDEX_MAP) for name in ("f", "g"))

results, induced = maps_to(f, s, n), induced_prior(q, f, s)
G = geometric_mechanism(n, a)
best = best_readings(g, weighed_loss(induced, l, G, n), n, n)
databases = (prior(q, s), results, 1 <= n, 0 <= a, a <= 1, monotone(l, n, n), best, private(x, a, n, n))


def loss(mechanism):
    """Return the expected loss (10) of an oblivious mechanism."""
    return Sum(d, 0, s, q[d] * expected_loss(l, mechanism, n, f[d]))


@claim.clause(
    "oblivious",
    *databases,
    loss(product(G, reads(g), n)) <= loss(x),
    kept={
        "0 ≤ α": "the paper's levels",
        **{text(each): "Theorem 3.1 is about such users" for each in (prior(q, s), monotone(l, n, n))},
    },
)
def oblivious(proof):
    of_results = [
        proof.cite("ghosh2009.section-2-2.equation-1#databases", x=mechanism, m=n)
        for mechanism in (product(G, reads(g), n), x)
    ]
    weights = proof.cite("ghosh2009.section-2-2.equation-1#induced")
    proof.remember(weights)
    least = proof.cite("ghosh2009.theorem-3.1#deterministic", p=induced, f=g)
    first, second = of_results
    return proof.chain(
        first.says.args[0],
        (first.says.args[1], first),
        ("<=", second.says.args[1], least),
        (second.says.args[0], second),
    )


half = Fraction(1, 2)
errs = Every((i, 1, 2), (r, 0, 3), zero_one[i, r] <= l[i, r])
on_1_and_2 = (expected_loss(l, x, 3, 1) + expected_loss(l, x, 3, 2)) / 2


@claim.clause("cost", private(x, half, 3, 3), errs, term(Fraction(1, 3)) <= on_1_and_2)
def cost(proof):
    entries, rows, near = proof.parts(private(x, half, 3, 3))[-3:]
    facts = [rows(1), rows(2), *(near(1, r) for r in range(4)), *(entries(i, r) for i in (1, 2) for r in range(4))]
    cells = [
        proof.have(x[i, r] * zero_one[i, r] <= x[i, r] * l[i, r], proof.know(errs)(i)(r), entries(i, r))
        for i in (1, 2)
        for r in range(4)
    ]
    return proof.qed(*facts, *cells)


# The databases {1} and {2}, whose result is 1, and {2, 3} and {1, 3}, whose result is 2; the responses are 1 and 2.
x_1 = named("x_1", table([["11/12", "1/12"], ["2/3", "1/3"], ["1/3", "2/3"], ["5/6", "1/6"]]))
weight = function(d, If(d <= 1, Fraction(1, 4), If(d == 2, half - e, e)))
of_x_1 = Sum(d, 0, 3, weight[d] * If(d <= 1, x_1[d, 1], x_1[d, 0]))

claim.clause("x-1", of_x_1 == Fraction(13, 48) + e / 2)(by_arithmetic)
claim.clause(
    "x-1-loses-less", 0 <= e, e < Fraction(1, 8), of_x_1 < Fraction(1, 3), kept={"0 ≤ ε": "ε is a weight of the prior"}
)(by_arithmetic)
claim.clause("x-1-loses-more", Fraction(1, 8) <= e, Fraction(1, 3) <= of_x_1)(by_arithmetic)
