"""Section 2.1: in which sense the geometric mechanism is a discrete Laplace mechanism.

Laplace noise with the scale 1/ε has the density d·exp(-ε|x|) for d = ε/2. With α = exp(-ε) this is d·α^|z| at integers
z, and scaled to the sum 1 it is Definition 1, whatever d is. Laplace noise is also the difference of two exponential
variables, and the noise of Definition 1 that of two geometric ones, with the masses (1-α)·α^k.

Laplace noise that is rounded to the nearest integer has other masses, less at 0, and is α-private too. Let s =
exp(-ε/2), so α = s². Laplace noise is at most k/2 with the probability 1 - s^k/2 for k ≥ 0, and s^(-k)/2 for k ≤ 0. It
rounds to z with the probability that it is between z-1/2 and z+1/2.
"""

from functools import cache

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-1.laplace",
    "the geometric mechanism as a discrete Laplace mechanism",
    section="2.1",
    position=15,
    kept={"0 ≤ k": "the terms of a sequence", "s < 1": "a level below 1"},
)

k, m, v, z = indices("k m v z")
a, c, d, s, t = numbers("α c d s t")
f, g = vectors("f g")
density = Definition("f_({0},{1})({2})", (a, d, z), d * a ** abs(z))
level, root = (0 < a, a < 1), (0 < s, s < 1)
laplace = explained(
    "P_{0}(twice the noise is at most {1})",
    (s, k),
    If(k >= 0, 1 - s**k / 2, s ** (-k) / 2),
    within=(0 < s) & (s < 1),
)
rounded = explained(
    "P_{0}(the noise rounds to {1})",
    (s, z),
    laplace(s, 2 * z + 1) - laplace(s, 2 * z - 1),
    within=(0 < s) & (s < 1),
)
term = (1 - a) * a**v * (1 - a) * a ** (v + abs(z))
difference = function(k, Sum(v, 0, k, term))


@cache
def scaled_limit():
    """If f goes to 1 and g = t·f for t ≥ 0, g goes to t."""
    multiple = All(k, as_index(0) <= k, g[k] == t * f[k])
    proof = Proof([0 <= t, tends(f, 1), multiple], tends(g, t))

    def step(inner, bounded):
        each = inner.assuming(as_index(0) <= k)
        later = each.have(0 <= as_number(k + 1), as_index(0) <= k)
        sides = [each.have((k + 1) * side <= c, later) for side in (f[k] - 1, 1 - f[k])]
        errors = [each.product(0 <= t, side) for side in sides]
        size = each.have((k + 1) * abs(g[k] - t) <= t * c, *errors)
        return inner.witness(proof.goal, t * c, inner.all(size, k, as_index(0) <= k))

    return proof.obtain(proof.know(tends(f, 1)), c, step).theorem


# Scaled to the sum 1


@claim.clause(
    "scaled",
    *level,
    0 < d,
    tends(function(k, two_sided(a, z) * Sum(v, -k, k, density(a, d, v))), density(a, d, z)),
    witnesses={"C": density(a, d, z) * 2 / (1 - a)},
)
def of_scaled(proof):
    whole = proof.cite("ghosh2009.example-2.1#sum")
    inner = proof.assuming(as_index(0) <= k)
    form = proof.goal.args[1]
    sums = [
        inner.use(lemmas.scaled_sum(), low=-k, high=k, t=factor, f=lambda v: a ** abs(v))
        for factor in (d, (1 - a) / (1 + a))
    ]
    same = inner.have(
        form[k] == density(a, d, z) * Sum(v, -k, k, two_sided(a, v)),
        lemmas.scaled(inner, two_sided(a, z), sums[0]),
        lemmas.scaled(inner, density(a, d, z), sums[1]),
    )
    size = proof.have(0 <= density(a, d, z), proof.use(lemmas.power_positive(), k=abs(z)))
    return proof.use(
        scaled_limit(),
        size,
        whole,
        proof.all(same, k, as_index(0) <= k),
        t=density(a, d, z),
        f=whole.says.args[1],
        g=form,
    )


@claim.clause("difference", *level, tends(difference, two_sided(a, z)), witnesses={"C": two_sided(a, z) / (1 - a)})
def of_difference(proof):
    def facts(inner):
        later = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
        power, smaller = (
            inner.use(lemmas.power_nonnegative(), k=2 * k + 2),
            inner.use(lemmas.power_falls(), i=k, k=2 * k + 2),
        )
        rate = inner.have((k + 1) * a**k <= 1 / (1 - a), inner.use(lemmas.power_rates()).parts()[0])
        size = inner.have((k + 1) * a ** (2 * k + 2) <= 1 / (1 - a), rate, inner.product(later, smaller))
        return inner.have(1 - partial[k] == a ** (2 * k + 2)), inner.product(later, power), size

    # A term is the difference of -α^(2·k + |z|)·(1-α)/(1+α).
    def ends(at):
        return -(1 - a) / (1 + a) * a ** (2 * at + abs(z))

    partial = function(k, 1 - a ** (2 * k + 2))
    whole = lemmas.limit(proof, function(k, a ** (2 * k + 2)), 1 / (1 - a), facts, f=partial, t=1)
    inner = proof.assuming(as_index(0) <= m)
    same = inner.have(difference[m] == two_sided(a, z) * partial[m], inner.telescope(v, 0, m, term, ends))
    size = proof.cite("ghosh2009.example-2.1#masses")
    return proof.use(
        scaled_limit(), size, whole, proof.all(same, m, as_index(0) <= m), t=two_sided(a, z), f=partial, g=difference
    )


# Rounded


claim.clause("rounded-at-0", *root, rounded(s, 0) == 1 - s)(by_arithmetic)


@claim.clause("rounded", *root, z != 0, rounded(s, z) == (1 - s * s) / (2 * s) * (s * s) ** abs(z))
def of_rounded(proof):
    def side(exponent):
        return lambda case: case.have(proof.goal)

    return proof.either(proof.know(z != 0), side(-z), side(z))


claim.clause("less-at-0", *root, rounded(s, 0) < two_sided(s * s, 0))(
    lambda proof: proof.qed(proof.have(0 < s * (1 - s) * (1 - s), factors=3))
)


def both_ways(z):
    return (s * s * rounded(s, z) <= rounded(s, z + 1)) & (s * s * rounded(s, z + 1) <= rounded(s, z))


@claim.clause("rounded-private", *root, both_ways(z))
def rounded_is_private(proof):
    here, there, goal = rounded(s, z), rounded(s, z + 1), proof.goal

    def beside(smaller, larger, exponent):
        """Away from 0 one mass is s² times the other."""

        def step(case):
            same = case.have(smaller == s * s * larger)
            size = case.have(0 <= larger, case.use(lemmas.power_positive(), α=s, k=exponent), factors=3)
            known = same, lemmas.scaled(case, s * s, same), size, case.have(0 <= 1 - s * s), case.have(0 <= s * s)
            return case.opaque(goal, *known, factors=3)

        return step

    def beside_0(at):
        def step(case):
            square = case.have(0 <= s * (1 - s) * (1 - s), factors=3)
            powers = (case.use(lemmas.power_at_most_one(), α=s, k=k) for k in (3, 4))
            return case.replace(case.have(as_index(at) == z), both_ways, square, *powers)

        return step

    return proof.cases(
        goal,
        (1 <= z, beside(there, here, 2 * z - 1)),
        (z <= -2, beside(here, there, -2 * z - 3)),
        (z == 0, beside_0(0)),
        (TRUE, beside_0(-1)),
    )
