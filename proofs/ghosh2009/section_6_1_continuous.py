"""Section 6.1: in which sense the Laplace mechanism is a continuous version of the geometric one.

Laplace noise is the difference of two exponential variables. Their whole parts differ by the geometric noise Z, and
their fractional parts by V in (-1, 1), which is independent of Z. V has the density ε/(2(1-α)²)·(α^|v| - α^(2-|v|)),
whose integral is taken here as its distribution function. With x = α^v and y = α^(1-v) for 0 ≤ v ≤ 1, every
probability is a rational function: F_V(z; x,y) is the distribution function of V at z+v, and F_X(z; x,y) is that of
Laplace noise. So the Laplace mechanism is x^G plus independent noise: a remap of x^G.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.laplace import laplace

claim = Claim(
    "ghosh2009.section-6-1.continuous",
    "the Laplace mechanism as a continuous version",
    section="6.1",
    position=1,
    kept={
        **KEPT,
        "1 ≤ k": "a tail",
        **dict.fromkeys(("0 < c", "c < 1"), "a root of the level"),
        **dict.fromkeys(("0 < x", "x ≤ 1", "0 < y", "y ≤ 1", "u ≤ x", "w ≤ 1"), "powers of the level"),
    },
)

i, j, k, m, n, q, r, s, z = indices("i j k m n q r s z")
a, b, c, d, x, y, u, v = numbers("α b c d x y u w")
(p,) = vectors("p")
M, T, U, l = matrices("M T U l")  # noqa: E741 (the paper's name of a loss)

up_to = explained(
    "P_{0}(Z ≤ {1})",
    (a, z),
    If(z >= 0, 1 - a ** (z + 1) / (1 + a), a ** (-z) / (1 + a)),
    within=(0 < a) & (a < 1),
)
fraction = explained(
    "F_V({2}; {0},{1})",
    (x, y, z),
    If(
        z >= 1,
        1,
        If(
            z == 0,
            1 - x * (1 - y) ** 2 / (2 * (1 - x * y) ** 2),
            If(z == -1, y * (1 - x) ** 2 / (2 * (1 - x * y) ** 2), 0),
        ),
    ),
)
"""The distribution function of V at z+v, where x = α^v and y = α^(1-v)."""
continuous = explained(
    "F_X({2}; {0},{1})",
    (x, y, z),
    If(z >= 0, 1 - (x * y) ** z * x / 2, (x * y) ** (-z - 1) * y / 2),
)
"""The distribution function of Laplace noise at z+v."""

level, powers = (0 < a, a < 1), (0 < x, x <= 1, 0 < y, y <= 1, x * y < 1)

claim.clause("laplace-at-integers", 0 < c, c < 1, continuous(1, c, z) == laplace(c, z, 1))(by_arithmetic)
claim.clause("geometric", *level, up_to(a, z) - up_to(a, z - 1) == two_sided(a, z))(by_arithmetic)
claim.clause("geometric-sums", *level, 0 <= k, Sum(j, z - k, z, two_sided(a, j)) == up_to(a, z) - up_to(a, z - k - 1))(
    lambda proof: proof.telescope(j, z - k, z, two_sided(a, j), lambda at: up_to(a, at - 1))
)

claim.clause(
    "sum",
    *powers,
    up_to(x * y, z - 1) + two_sided(x * y, z) * fraction(x, y, 0) + two_sided(x * y, z + 1) * fraction(x, y, -1)
    == continuous(x, y, z),
)(by_arithmetic)

answers = Sum(j, r - k, r + 1, two_sided(x * y, j - i) * fraction(x, y, r - j))


@claim.clause("remap", *powers, 1 <= k, up_to(x * y, r - k - 1 - i) + answers == continuous(x, y, r - i))
def remap(proof):
    def ends(at):
        before = up_to(x * y, r - 1 - i)
        nearest = before + two_sided(x * y, r - i) * fraction(x, y, 0)
        return If(at <= r, up_to(x * y, at - 1 - i), If(at == r + 1, nearest, continuous(x, y, r - i)))

    return proof.qed(proof.telescope(j, r - k, r + 1, two_sided(x * y, j - i) * fraction(x, y, r - j), ends))


lost = [bayesian_loss(p, l, of, n, q) for of in (product(product(M, T, s), U, m), product(M, product(T, U, m), s))]
remaps = (stochastic(T, s, m), stochastic(U, m, q))


@claim.clause("no-better", *remaps, both(lost[0] == lost[1], stochastic(product(T, U, m), s, q)))
def no_better(proof):
    same, *remap = proof.use(lemmas.remap_of_remap(), x=M, n=s, s=m, m=q).parts()
    each = lemmas.scaled(proof, l[i, r], same)
    row = lemmas.scaled(proof, p[i], proof.termwise(r, 0, q, each))
    return proof.qed(proof.have(lost[0] == lost[1], proof.termwise(i, 0, n, row)), *remap)


# The distribution function of V, from -1 to 1

claim.clause("ends", *level, both(fraction(1, a, -1) == 0, fraction(1, a, 0) == "1/2", fraction(a, 1, 0) == 1))(
    by_arithmetic
)
claim.clause("symmetric", *powers, fraction(y, x, -1) == 1 - fraction(x, y, 0))(by_arithmetic)
same_level = (*powers, 0 < u, u <= x, 0 < v, v <= 1, v == x * y / u)
between_them = (x - u) * (1 - y * v) / (2 * (1 - x * y) ** 2)


@claim.clause("interval", *same_level, fraction(u, v, 0) - fraction(x, y, 0) == between_them)
def interval(proof):
    same, size = proof.have(u * v == x * y), 2 * (1 - x * y) ** 2
    tops = [u * (1 - v) ** 2, x * (1 - y) ** 2, (x - u) * (1 - y * v)]
    apart = proof.use(
        Proof([b == a - c], b / d == a / d - c / d).qed(),
        tops[2] == tops[1] - tops[0],
        α=tops[1],
        b=tops[2],
        c=tops[0],
        d=size,
    )
    values = [
        proof.replace(same, lambda w: fraction(u, v, 0) == 1 - tops[0] / (2 * (1 - w) ** 2)),
        proof.have(fraction(x, y, 0) == 1 - tops[1] / size),
    ]
    terms = [*(each.says.args[0] for each in values), *(top / size for top in tops)]
    return proof.opaque(proof.goal, *values, apart, terms=terms)


@claim.clause("rises", *same_level, fraction(x, y, 0) <= fraction(u, v, 0))
def rises(proof):
    whole, size = proof.cite("#interval"), 2 * (1 - x * y) ** 2
    room = proof.have(0 < size)
    sign = proof.product(0 <= x - u, 0 <= 1 - y * v)
    top = (x - u) * (1 - y * v)
    positive = proof.use(Proof([0 <= a, 0 < d], 0 <= a / d).qed(), proof.have(0 <= top, sign), room, α=top, d=size)
    return proof.opaque(proof.goal, whole, positive, terms=[*whole.says.args[0].args, between_them])


# Whole parts, with the masses (1-α)·α^k

whole_parts = function(k, Sum(j, 0, k, (1 - a) * a**j * (1 - a) * a ** (j + abs(z))))
claim.clause("whole-parts", *level, tends(whole_parts, two_sided(a, z)), witnesses={"C": two_sided(a, z) / (1 - a)})(
    lambda proof: proof.cite("gupte2010.section-2-1.laplace#difference")
)

# Geometric noise on the multiples of 1/m, at the level c with c^m = α

grid = (1 <= m, 0 < c, c < 1, 1 <= k)
tails = [1 - up_to(c, k - 1), 1 - laplace(c, k, m)]
claim.clause("tails", *grid, both(tails[0] == c**k / (1 + c), tails[1] == c**k / 2))(by_arithmetic)


@claim.clause("tails-near", *grid, both(0 < tails[0] - tails[1], m * c**m * (tails[0] - tails[1]) <= "1/2"))
def tails_near(proof):
    apart = c**k * (1 - c) / (2 * (1 + c))
    less = proof.have(tails[0] - tails[1] == apart, proof.cite("#tails"))
    powers = [proof.use(lemmas.power_positive(), α=c, k=at) for at in (k, m)]
    positive = proof.have(0 < apart, proof.product(powers[0], 0 < (1 - c) / (2 * (1 + c))))
    rate = proof.have(m * c**m * (1 - c) <= 1, proof.use(lemmas.power_rates(), α=c, k=m).parts()[0], powers[1])
    share = proof.have(c**k / (1 + c) <= 1, proof.use(lemmas.power_below_one(), α=c))
    small = proof.product(rate, proof.have(0 <= c**k / (1 + c), powers[0]))
    return proof.qed(less, positive, proof.have(m * c**m * apart <= "1/2", small, share))
