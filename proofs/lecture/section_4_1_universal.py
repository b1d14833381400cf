"""Section 4.1: for which queries the geometric mechanism is universally utility-maximizing.

For one count query, neighbouring results differ by 1. Every user with a monotone loss gets an optimal mechanism from G
by a remap: Theorem 3.1 of Ghosh et al. 2009. That does not carry over to the mechanism of Definition 4.2 for other
sensitivities. For the value of one entry in {0, 1, 2} all results are neighbours, and the noise for α = 1/4 has the
level 1/2. A user with the uniform prior and the 0-1 loss then loses 4/9, and 1/3 by telling the truth with probability
2/3.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "lecture.section-4-1.universal",
    "universally utility-maximizing",
    section="4.1",
    position=110,
    printed="the geometric mechanism is universally utility-maximizing, without a restriction to count queries",
    slip="statement",
    weight="remark",
    kept=KEPT,
)

i, k, m, n, r = indices("i k m n r")
a = number("α")
x, T, l = matrices("x T l")  # noqa: E741 (the papers' letter for a loss)
(p,) = vectors("p")

all_pairs = explained(
    "{0} is {1}-private between all of {{0..{2}}}, with responses {{0..{3}}}",
    (x, a, n, m),
    stochastic(x, n, m) & Every((i, 0, n), (k, 0, n), (r, 0, m), a * x[i, r] <= x[k, r]),
)
noise = geometric_mechanism(2, "1/2")
ROWS = tuple(tuple(Fraction(4 if r == i else 1, 6) for r in range(3)) for i in range(3))
truth = named("truth", table(ROWS))
uniform = function(i, 1 / as_number(3))


def loss(mechanism):
    return bayesian_loss(uniform, zero_one, mechanism, 2, 2)


claim.printed_as(
    "any-sensitivity",
    all_pairs(x, "1/4", 2, 2),
    best_remap(T, uniform, zero_one, "1/2", 2),
    loss(product(noise, T, 2)) <= loss(x),
    at={"x": ROWS, "T": tuple(tuple(Fraction(r == z) for r in range(3)) for z in range(3))},
    instead="count-queries",
)
claim.clause(
    "count-queries",
    *(1 <= n, 0 <= a, a <= 1, prior(p, n), monotone(l, n, n), best_remap(T, p, l, a, n), private(x, a, n, n)),
    bayesian_loss(p, l, product(geometric_mechanism(n, a), T, n), n, n) <= bayesian_loss(p, l, x, n, n),
)(lambda proof: proof.cite("ghosh2009.theorem-3.1#best-remap"))

claim.clause("noise", all_pairs(noise, "1/4", 2, 2))(by_evaluation)
claim.clause("level-of-noise", all_pairs(noise, a, 2, 2), a <= "1/4")(
    lambda proof: proof.qed(proof.parts(all_pairs(noise, a, 2, 2))[-1](0, 2, 0))
)


@claim.clause("by-noise", stochastic(T, 2, 2), loss(product(noise, T, 2)) >= "4/9")
def by_noise(proof):
    entries, rows = proof.parts(stochastic(T, 2, 2))[-2:]
    return proof.qed(*(entries(z, r) for z in range(3) for r in range(3)), *map(rows, range(3)), factors=1)


claim.clause("by-noise-attained", loss(product(noise, unit_matrix(), 2)) == "4/9")(by_arithmetic)


@claim.clause("least", all_pairs(x, "1/4", 2, 2), loss(x) >= "1/3")
def least(proof):
    _, rows, near = proof.parts(all_pairs(x, "1/4", 2, 2))[-3:]
    return proof.qed(*(near(r, z, r) for r in range(3) for z in range(3) if r != z), *map(rows, range(3)), factors=1)


claim.clause("truth", all_pairs(truth, "1/4", 2, 2))(by_evaluation)
claim.clause("least-attained", loss(truth) == "1/3")(by_evaluation)
