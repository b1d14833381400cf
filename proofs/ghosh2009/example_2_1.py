"""Example 2.1: the geometric mechanism is a mechanism, α-private, and private at no larger level.

Input i has the response r with mass (1-α)/(1+α)·α^|r-i|. Together the responses from i-s to i+z have the mass 1 -
(α^(s+1) + α^(z+1))/(1+α). It goes to 1 if and only if α^k goes to 0, so for α < 1. At α = 1 all masses are 0, so no
mechanism is defined there, although the paper takes α from [0, 1].
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.example-2.1",
    "the geometric mechanism",
    section="2.1",
    position=10,
    printed="Z is a random variable, with no condition on α, which sections 2.1 and 3 take from [0, 1]",
    slip="statement",
    weight="edge",
    kept=KEPT | {"0 ≤ k": "the sums are limits for growing k"},
)

i, k, r, s, z = indices("i k r s z")
a, b = numbers("α β")

within = function(k, Sum(z, -k, k, two_sided(a, z)))
bound = 2 / (1 - a)
levels = (0 <= a, a < 1)

claim.printed_as("every-level", 0 <= a, a <= 1, 0 <= k, 0 < within[k], instead=("sum", "level-1"))


@claim.clause("masses", *levels, 0 <= two_sided(a, z))
def masses(proof):
    return proof.qed(proof.use(lemmas.power_nonnegative(), k=abs(z)), factors=3)


@claim.clause(
    "partial-sums",
    *(0 <= a, a <= 1),
    0 <= s,
    0 <= z,
    Sum(r, i - s, i + z, two_sided(a, r - i)) == 1 - (a ** (s + 1) + a ** (z + 1)) / (1 + a),
)
def partial_sums(proof):
    # The mass below v, from i-s on
    def ends(v):
        return (If(v <= i, a ** (i - v + 1), 1 + a - a ** (v - i)) - a ** (s + 1)) / (1 + a)

    return proof.qed(proof.telescope(r, i - s, i + z, two_sided(a, r - i), ends))


@claim.clause("sum", *levels, tends(within, 1), witnesses={"C": bound})
def total(proof):
    errors = function(k, 2 * a ** (k + 1) / (1 + a))

    def facts(inner):
        sums = inner.cite("ghosh2009.example-2.1#partial-sums", i=0, s=k, z=k)
        power, rate = inner.use(lemmas.power_nonnegative()), inner.use(lemmas.power_rates()).parts()[0]
        later = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
        sign = inner.product(later, inner.have(0 <= errors[k], power))
        return (inner.have(1 - within[k] == errors[k], sums), sign, inner.have((k + 1) * errors[k] <= bound, rate))

    return lemmas.limit(proof, errors, bound, facts, f=within, t=1)


claim.clause("level-1", 0 <= k, 1 - Sum(z, -k, k, two_sided(1, z)) == 1)(
    lambda proof: proof.qed(proof.termwise(z, -k, k, two_sided(1, z) == 0))
)

here, below = two_sided(a, r - i), two_sided(a, r - i - 1)


@claim.clause("private", *levels, (a * below <= here) & (a * here <= below))
def private(proof):
    masses = [proof.cite("ghosh2009.example-2.1#masses", z=at) for at in (r - i, r - i - 1)]
    return proof.cases(
        proof.goal,
        (r <= i, lambda case: case.have(proof.goal, *masses, factors=3)),
        (TRUE, lambda case: case.have(proof.goal, *masses, factors=3)),
    )


@claim.clause("level", *levels, b * two_sided(a, 0) <= two_sided(a, -1), b <= a)
def level(proof):
    case = proof.otherwise(b <= a)
    return case.absurd(case.product(0 < two_sided(a, 0), a < b), proof.given[-1])


claim.clause("truthful", two_sided(0, z) == If(z == 0, as_number(1), 0))(by_arithmetic)
