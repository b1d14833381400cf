"""Section 2.4.3: the linear program of the optimal interaction.

Minimise d over d and T, where d is at least every e_i, T is stochastic and x = y·T. For a given T the least such d is
the maximum of the e_i. The truthful T is feasible. Each e_i is linear in T. Their maximum is not: at two interactions
with the truth it is 1, and halfway between them 1/2. So the program needs the variable d.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

identity = unit_matrix()
claim = Claim(
    "gupte2010.section-2-4-3.linear-program",
    "the LP of the interaction",
    section="2.4.3",
    position=10,
    printed="n² variables",
    slip="statement",
    weight="value",
    kept={"b bounds the loss l of (y ·_m T) on S within {0..n} × {0..m}": "the definition of the worst loss"},
)

n, m, i, j, r, z = indices("n m i j r z")
b, d, u, v = numbers("b d u v")
y, T, U, loss = matrices("y T U l")
S = variable("S", SET)
entries = Sum(z, 0, n, Sum(r, 0, n, 1))
N = as_number(n)

claim.printed_as("entries", 0 <= n, entries == N**2, at={"n": 3})
claim.clause("entries", 0 <= n, entries == (N + 1) ** 2)(by_arithmetic)


def bounds(value, mechanism):
    return bounds_loss(value, loss, mechanism, S, n, m)


worst = worst_loss(b, loss, product(y, T, m), S, n, m)

claim.clause("feasible", bounds(b, product(y, T, m)), b <= d, bounds(d, product(y, T, m)))(
    lambda proof: proof.have(proof.goal)
)


@claim.clause("value", worst, bounds(d, product(y, T, m)), b <= d)
def value(proof):
    return proof.obtain(
        proof.parts(worst)[-1], j, lambda inner, _: inner.have(b <= d, inner.know(bounds(d, product(y, T, m)))(j))
    )


claim.clause(
    "linear",
    expected_loss(loss, product(y, function(z, r, u * T[z, r] + v * U[z, r]), m), m, i)
    == u * expected_loss(loss, product(y, T, m), m, i) + v * expected_loss(loss, product(y, U, m), m, i),
)(by_arithmetic)

claim.clause("truthful", stochastic(identity, m, m))(lambda proof: proof.use(lemmas.identity_stochastic(), n=m))
claim.clause("truthful-loss", bounds(b, y), bounds(b, product(y, identity, m)))(
    lambda proof: proof.cite("gupte2010.section-2-5.direct#face-value", x=y)
)


# The maximum of both losses is 1 at either of two interactions with the truth, and 1/2 between them.
TURNS = {"always_1": [0, 1], "always_0": [1, 0], "halves": ["1/2", "1/2"]}
turns = [named(name, table([row, row])) for name, row in TURNS.items()]
found = [expected_loss(absolute_loss, product(identity, turn, 1), 1, row) for turn in turns for row in (0, 1)]
claim.clause(
    "not-linear", both(*(e == share for e, share in zip(found, map(Fraction, (1, 0, 0, 1, "1/2", "1/2")), strict=True)))
)(by_evaluation)
