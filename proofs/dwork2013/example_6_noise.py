"""Example 6: the noise of a histogram, compared with that of k single counts.

Lap(k/ε) on a grid of step k·h has the cells of Lap(1/ε) on one of step h, since both have c = e^(-h·ε). So its size is
k times as large, and its square k² times as large. The same holds for mean and variance, for every grid. If one row is
replaced, the histogram needs Lap(2/ε) and single counts still need Lap(k/ε): the factor is k/2, so two bins save
nothing.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.noise import cell

claim = Claim(
    "dwork2013.example-6.noise",
    "the noise that a histogram saves",
    section="2.3",
    position=55,
    kept={"0 < c": "a power of e", "c < 1": "a power of e"},
)

j, k, m = indices("j k m")
c, h = numbers("c h")

mean = explained("mean({0}, {1}; {2})", (c, h, m), Sum(j, 0, m, h * as_number(j) * cell(c, j)))
"""The mean size of Laplace noise with c = e^(-h/b), rounded down to multiples of h, as far as the cells 0..m go."""
square = explained("square({0}, {1}; {2})", (c, h, m), Sum(j, 0, m, (h * as_number(j)) ** 2 * cell(c, j)))
"""The mean square in the same way."""

claim.clause(
    "times-k",
    *(0 < c, c < 1),
    both(mean(c, k * h, m) == k * mean(c, h, m), square(c, k * h, m) == as_number(k) ** 2 * square(c, h, m)),
)(by_arithmetic)

claim.clause(
    "times-half-of-k",
    *(0 < c, c < 1),
    both(
        mean(c, k * h, m) == as_number(k) / 2 * mean(c, 2 * h, m),
        square(c, k * h, m) == (as_number(k) / 2) ** 2 * square(c, 2 * h, m),
    ),
)(by_arithmetic)


@claim.clause("never-worse", 0 < c, c < 1, 0 <= h, 2 <= k, mean(c, 2 * h, m) <= mean(c, k * h, m))
def never_worse(proof):
    inner = proof.assuming(between(0, j, m))
    size = inner.have(0 <= as_number(j), as_index(0) <= j)
    falls = inner.product(inner.use(lemmas.power_nonnegative(), α=c, k=j), 0 <= 1 - c)
    whole = proof.termwise(j, 0, m, 0 <= h * as_number(j) * cell(c, j), inner.product(falls, size, 0 <= h))
    return proof.qed(proof.product(proof.have(0 <= as_number(k) - 2, 2 <= k), whole))
