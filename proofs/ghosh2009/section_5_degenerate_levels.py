"""The degenerate levels: Theorem 3.1 at α = 0 and at α = 1.

At α = 0 the geometric mechanism is truthful, so every mechanism is a remap of it. At α = 1 all its masses are 0,
so x^G does not exist and the theorem says nothing. With G on {0..n}, or with any other mechanism, the theorem holds at
α = 1: a 1-private mechanism has equal rows, and this row is a remap. Neither case needs a monotone loss.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.section-5.degenerate-levels",
    "the theorem at α = 0 and α = 1",
    section="5",
    position=5,
    printed="the theorem is trivially true for α = 1 as for α = 0",
    slip="statement",
    weight="edge",
)

n, m, i, k, r, s, z = indices("n m i k r s z")
low, high = indices("low high")
a = number("α")
x, y = matrices("x y")


def mass(a):
    """Return the probability of the response z of x^G on input i."""
    return two_sided(a, z - i)


claim.clause("at-0", stochastic(x, n, m), private(x, 0, n, m))(by_arithmetic)

truth = If(z == i, Fraction(1), 0)

claim.clause("truthful-at-0", mass(as_number(0)) == truth)(by_arithmetic)
claim.clause("remap-at-0", low <= i, i <= high, Sum(z, low, high, truth * x[z, r]) == x[i, r])(
    lambda proof: proof.qed(proof.telescope(z, low, high, truth * x[z, r], lambda v: If(v <= i, 0, x[i, r])))
)


@claim.clause("equal-rows-at-1", private(x, 1, n, m), between(0, i, n), between(0, r, m), x[i, r] == x[0, r])
def equal_rows(proof):
    down = proof.detach(proof.use(lemmas.entry_of_private(), α=1, i=0, k=i))
    up = proof.detach(proof.use(lemmas.entry_of_private_upwards(), α=1, i=0, k=i))
    return proof.indirect(proof.goal, down, up)


remap = function(z, r, x[0, r])


@claim.clause(
    "remap-at-1",
    private(x, 1, n, m),
    stochastic(y, n, s),
    between(0, i, n),
    between(0, r, m),
    product(y, remap, s)[i, r] == x[i, r],
)
def remap_at_one(proof):
    ones = proof.parts(stochastic(y, n, s))[-1]
    return proof.qed(proof.cite("ghosh2009.section-5.degenerate-levels#equal-rows-at-1"), ones(i))


# The mass within the distance k of the input. At α = 1 it is 0 for every k.
whole = Sum(z, i - k, i + k, mass(a))


@claim.clause(
    "masses",
    0 <= a,
    a <= 1,
    0 <= k,
    whole == 1 - 2 * a ** (k + 1) / (1 + a),
    kept={each: KEPT[each] for each in ("0 ≤ α", "α ≤ 1")},
)
def masses(proof):
    def up_to(v):
        return If(v <= i, a ** (i + 1 - v) / (1 + a), 1 - a ** (v - i) / (1 + a))

    return proof.qed(proof.telescope(z, i - k, i + k, mass(a), up_to))


claim.printed_as(
    "x-g-at-1", 0 <= a, a <= 1, 0 <= k, 0 < whole, at={"α": "1", "k": 50, "i": 0}, instead=("masses", "remap-at-1")
)
