"""Section 6.1: how private the Laplace mechanism is, and the mechanism that rounds its answers.

At the answer i+z+v, with x = α^v and y = α^(1-v), the densities on i and i+1 are α^|z+v| and α^|z-1+v| up to a factor.
Outside [i, i+1] one density is α times the other. Rounded noise, with s = √α, satisfies the three-term condition: it is
geometric noise plus an independent step of -1, 0 or 1. So rounded noise gives the true result less often than geometric
noise.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.laplace import laplace, laplace_cell
from exactdp.claims.vocabulary.polytope import within_level

claim = Claim(
    "ghosh2009.section-6-1.laplace-ratio",
    "the Laplace mechanism's level, and its rounded answers",
    section="6.1",
    position=3,
    kept={
        **KEPT,
        **dict.fromkeys(("0 < c", "c < 1"), "a root of the level"),
        **dict.fromkeys(("0 < s", "s < 1"), "s is √α"),
        **dict.fromkeys(("0 < x", "x ≤ 1", "0 < y", "y ≤ 1"), "powers of the level"),
    },
)

k, m, z = indices("k m z")
a, b, c, s, u, v, x, y = numbers("α β c s u v x y")

density = explained("density({2}; {0},{1})", (x, y, z), If(z >= 0, (x * y) ** z * x, (x * y) ** (-z - 1) * y))
"""The density of Laplace noise at z+v over that at 0, where x = α^v and y = α^(1-v)."""
here, there = density(x, y, z), density(x, y, z - 1)
powers = (0 < x, x <= 1, 0 < y, y <= 1)

claim.clause("above", *powers, 1 <= z, here == x * y * there)(by_arithmetic)
claim.clause("below", *powers, z <= -1, there == x * y * here)(by_arithmetic)


@claim.clause("private", *powers, within_level(here, there, x * y))
def private(proof):
    below_1 = proof.have(x * y <= 1)

    def beside(larger, exponent, end, name):
        def step(case):
            size = case.product(case.use(lemmas.power_positive(), α=x * y, k=exponent), 0 < end)
            known = Proof([u == a * v, 0 < v, 0 < a, a <= 1], within_level(v, u, a))
            same = known.have(a * u <= v, known.product(known.have(0 <= 1 - a * a), known.know(0 < v)))
            names = {"u": there if larger is here else here, "v": larger, "α": x * y}
            found = case.use(known.qed(same), case.have(0 < larger, size), below_1, **names)
            return case.have(proof.goal, *found.parts())

        return step

    sides = (1 <= z, beside(there, z - 1, x, "#above")), (z <= -1, beside(here, -z - 1, y, "#below"))
    return proof.cases(proof.goal, (z == 0, lambda case: case.have(proof.goal, factors=3)), *sides)


@claim.clause("no-larger-level", *powers, 1 <= z, b * there <= here, b <= x * y)
def no_larger_level(proof):
    power = proof.use(lemmas.power_positive(), α=x * y, k=z - 1)
    size = proof.have(0 < there, proof.product(power, 0 < x))
    return proof.use(lemmas.quotient_order(), size, α=b, β=x * y, t=there)


# Answers known to a multiple of 1/m

grid = (1 <= m, 0 < c, c < 1)


@claim.clause("cells", *grid, within_level(laplace_cell(c, k, m), laplace_cell(c, k - m, m), c**m))
def cells(proof):
    room = proof.have(0 <= (1 - c) / 2)

    def by(one, other):
        def step(case):
            falls = [case.use(lemmas.power_falls(), α=c, i=i, k=k + m) for i, k in ((one, other), (other, one))]
            return case.have(proof.goal, *(case.product(room, each) for each in falls))

        return step

    sides = (k <= 0, by(-k, m - k)), (m < k, by(k - 1, k - m - 1)), (TRUE, by(k - 1, m - k))
    return proof.cases(proof.goal, *sides)


# Rounded to the nearest integer


def rounded(z):
    return laplace(s, 2 * z + 1, 2) - laplace(s, 2 * z - 1, 2)


root = (0 < s, s < 1)
claim.clause("rounded-at-0", *root, rounded(0) == 1 - s)(by_arithmetic)

mass = s * (1 - s * s) / 2 * (s * s) ** (z - 1)

claim.clause("rounded", *root, 1 <= z, both(rounded(z) == mass, rounded(-z) == mass))(by_arithmetic)
claim.clause("rounded-private", *root, within_level(rounded(z), rounded(z + 1), s * s))(
    lambda proof: proof.qed(proof.cite("gupte2010.section-2-1.laplace#rounded-private"))
)


@claim.clause("rounded-level", *root, 1 <= z, b * rounded(z) <= rounded(z + 1), b <= s * s)
def rounded_level(proof):
    power = proof.use(lemmas.power_positive(), α=s, k=2 * z - 1)
    size = proof.have(0 < rounded(z), proof.product(power, 0 < (1 - s * s) / 2))
    return proof.use(lemmas.quotient_order(), size, α=b, β=s * s, t=rounded(z))


step = s / (2 * (1 + s) ** 2)


def noise(z):
    return two_sided(s * s, z)


claim.clause("step", *root, rounded(z) == step * noise(z - 1) + (1 - 2 * step) * noise(z) + step * noise(z + 1))(
    by_arithmetic
)
claim.clause("chances", *root, both(0 < step, step < "1/2"))(by_arithmetic)
truth = (1 - s**2) / (1 + s**2) - (1 - s)


@claim.clause("less-truth", *root, both(truth == s * (1 - s) ** 2 / (1 + s**2), 0 < truth))
def less_truth(proof):
    form, right = proof.have(proof.goal.args[0]), proof.goal.args[0].args[1]
    positive = proof.have(0 < right, proof.product(0 < s, *[proof.have(0 < 1 - s)] * 2))
    return proof.both(form, proof.opaque(0 < truth, form, positive, terms=[(1 - s**2) / (1 + s**2), right]))


clamped = (1 - laplace(s, 1, 2), laplace(s, 1, 2))

claim.clause("clamped-to-one", *root, both(clamped[0] == s / (2 - s) * clamped[1], s * s < s / (2 - s)))(
    lambda proof: proof.qed(proof.product(0 < s, *[proof.have(0 < 1 - s)] * 2))
)
claim.clause("clamped", *root, 1 <= z, laplace(s, -2 * z - 1, 2) == s * s * laplace(s, 1 - 2 * z, 2))(by_arithmetic)
