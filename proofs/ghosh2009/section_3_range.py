"""Section 3: restricting responses to N costs a user nothing, and x^G serves users exactly as G does.

The clamping map w sends integers below 0 to 0 and integers above n to n. It moves no response farther from an input in
N, so no monotone loss rises. G is w∘x^G. Conversely x^G is a remap of G, which spreads the ends 0 and n. So their
remaps induce the same mechanisms.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import within_level

claim = Claim("ghosh2009.section-3.range", "responses in N, and all integers", section="3", position=40)

n, s, i, k, r, z = indices("n s i k r z")
(a,) = numbers("α")
x, l = matrices("x l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")

w = clamped(n, r)
inputs = between(0, i, n)
PAPER = {
    **dict.fromkeys(("0 ≤ α", "α < 1"), "the paper's levels"),
    **dict.fromkeys(("0 ≤ i", "i ≤ n"), "the inputs are {0..n}"),
    "1 ≤ n": "G is defined for n ≥ 1",
    "0 ≤ k": "the sums are limits for growing k",
}


def kept(*assumptions):
    return {each: PAPER[each] for each in assumptions}


claim.clause("nearer", inputs, abs(i - w) <= abs(i - r))(by_arithmetic)

entries = All(r, between(-s, r, n + s), 0 <= x[i, r])


def loss(reading):
    return Sum(r, -s, n + s, x[i, r] * l[i, reading])


@claim.clause("no-more-loss", 0 <= i, i <= n, monotone_around(l, n, s), entries, loss(w) <= loss(r), kept=kept("i ≤ n"))
def no_more_loss(proof):
    inner = proof.assuming(between(-s, r, n + s))
    inner.remember(inner.cite("ghosh2009.section-3.range#nearer"), inner.have(-s <= w), inner.have(w <= n + s))
    smaller = inner.know(monotone_around(l, n, s))(i)(w)(r)
    return proof.qed(proof.termwise(r, -s, n + s, x[i, r] * l[i, w] <= x[i, r] * l[i, r], smaller))


to_n = function(z, r, If(clamped(n, z) == r, as_number(1), 0))
near = All(z, between(-s, z, n + s), within_level(x[i, z], x[i + 1, z], a))
clamped_x = explained("clamped({0}; {1},{2})", (x, n, s), function(i, r, Sum(z, -s, n + s, x[i, z] * to_n[z, r])))(
    x, n, s
)


@claim.clause("clamped-private", near, within_level(clamped_x[i, r], clamped_x[i + 1, r], a))
def clamped_private(proof):
    inner = proof.assuming(between(-s, z, n + s))
    chosen = Proof([], 0 <= If(i == r, as_number(1), 0)).qed()
    weights = inner.use(chosen, i=clamped(n, z))
    return proof.restated(proof.cite("ghosh2009.section-2-3.remap#parts", weights, low=-s, high=n + s, T=to_n))


levels = (0 <= a, a < 1, 0 <= i, i <= n)
mass, G = two_sided(a, r - i), geometric_mechanism(n, a)
bound = 2 * (1 / (1 - a))

lower, upper = function(k, Sum(r, -k, 0, mass)), function(k, Sum(r, n, n + k, mass))
outside = function(k, Sum(r, -k, -1, mass) + Sum(r, n + 1, n + k, mass))


def below(last):
    return lambda inner: inner.telescope(r, -k, last, mass, lambda v: (a ** (i - v + 1) - a ** (i + k + 1)) / (1 + a))


def above(first):
    return lambda inner: inner.telescope(r, first, n + k, mass, lambda v: (a ** (first - i) - a ** (v - i)) / (1 + a))


claim.clause(
    "lower-end",
    *levels,
    1 <= n,
    tends(lower, G[i, 0]),
    kept=kept("0 ≤ α", "i ≤ n", "1 ≤ n", "0 ≤ k"),
    witnesses={"C": bound},
)(lambda proof: lemmas.limit_by_powers(proof, lower, G[i, 0], [i + k + 1], below(as_index(0))))

claim.clause(
    "upper-end",
    *levels,
    1 <= n,
    tends(upper, G[i, n]),
    kept=kept("0 ≤ α", "0 ≤ i", "1 ≤ n", "0 ≤ k"),
    witnesses={"C": bound},
)(lambda proof: lemmas.limit_by_powers(proof, upper, G[i, n], [n - i + k + 1], above(n)))


@claim.clause("between-the-ends", *levels, 0 < r, r < n, mass == G[i, r], kept=kept("0 ≤ α", "α < 1", "0 ≤ i", "i ≤ n"))
def between_the_ends(proof):
    sides = [(f, lambda case: case.have(proof.goal)) for f in (i <= r, TRUE)]
    return proof.cases(proof.goal, *sides)


leaving = (a ** (i + 1) + a ** (n - i + 1)) / (1 + a)


@claim.clause("leaves", *levels, tends(outside, leaving), kept=kept("0 ≤ α", "0 ≤ k"), witnesses={"C": bound})
def leaves(proof):
    def total(inner):
        return inner.both(below(-1)(inner), above(n + 1)(inner))

    return lemmas.limit_by_powers(proof, outside, leaving, [i + k + 1, n - i + k + 1], total)


claim.clause(
    "spread-below",
    *levels,
    1 <= n,
    r <= 0,
    mass == G[i, 0] * ((1 - a) * a ** (-r)),
    kept=kept("0 ≤ α", "α < 1", "i ≤ n", "1 ≤ n"),
)(by_arithmetic)

claim.clause(
    "spread-above",
    *levels,
    1 <= n,
    n <= r,
    mass == G[i, n] * ((1 - a) * a ** (r - n)),
    kept=kept("0 ≤ α", "α < 1", "0 ≤ i", "1 ≤ n"),
)(by_arithmetic)

spread = function(k, Sum(r, 0, k, (1 - a) * a**r))


@claim.clause("spread", 0 <= a, a < 1, tends(spread, 1), kept=kept("0 ≤ α", "0 ≤ k"), witnesses={"C": 1 / (1 - a)})
def spread_is_a_distribution(proof):
    def facts(inner):
        later = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
        power, rate = inner.use(lemmas.power_nonnegative()), inner.use(lemmas.power_rates()).parts()[0]
        sign = inner.product(later, inner.have(0 <= a ** (k + 1), power))
        at_k = inner.have((k + 1) * a**k <= 1 / (1 - a), rate)
        less = inner.product(later, inner.have(0 <= a**k - a ** (k + 1), power))
        small = inner.have((k + 1) * a ** (k + 1) <= 1 / (1 - a), inner.use(between_them, less, at_k, **terms))
        return inner.have(1 - spread[k] == a ** (k + 1), inner.use(lemmas.geometric_sum())), sign, small

    c, u, v, t = numbers("c u v t")
    between_them = Proof([0 <= c * (u - v), c * u <= t], c * v <= t).qed()
    terms = {"c": k + 1, "u": a**k, "v": a ** (k + 1), "t": 1 / (1 - a)}
    return lemmas.limit(proof, function(k, a ** (k + 1)), 1 / (1 - a), facts, f=spread, t=1)


minus_1 = function(i, r, If(r == -1, as_number(0), 1))


@claim.clause("other-losses", prior(p, n), stochastic(x, n, n), bayesian_loss(p, minus_1, x, n, n) == 1)
def other_losses(proof):
    row = proof.assuming(inputs)
    lost = row.termwise(r, 0, n, x[i, r] * minus_1[i, r] == x[i, r])
    return proof.qed(proof.termwise(i, 0, n, p[i] * lost.says.args[0] == p[i]))
