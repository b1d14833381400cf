"""Section 4.2: how far the noisy fraction is from p, with which probability.

The tail of the noise is known exactly, Pr[|Z| ≥ k] = 2α^k/(1+α). For β and x = ln(2/β)/ε, |Z| > x means |Z| ≥ k for an
integer k > x, so α^k ≤ α^x = β/2, and the tail is at most β. Chebyshev's bound holds and is far larger: it is that
k²·α^(k-1)·(1-α)² ≤ 1+α, as α^(k-1)·(k²u² + 2kαu + α(1+α)), for u = 1-α, falls from 1+α by k²·α^(k-1)·u³ at each step.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.laplace import at_most_exponential

claim = Claim(
    "lecture.section-4-2.concentration",
    "the error of the geometric mechanism",
    section="4.2",
    position=80,
    kept={**KEPT, **dict.fromkeys(("0 < ε", "α ≤ e^-ε ≤ 1"), "a level for ε"), "1 ≤ k": "a size of the error"},
)

f, k, n, z = indices("f k n z")
a, b, c, d, e, q, t = numbers("α β c d ε q t")
levels = (0 < a, a < 1)
u = 1 - a
variance = 2 * a / u**2
tail = explained("Pr_{0}(|Z| ≥ {1})", (a, k), 1 - Sum(z, 1 - k, k - 1, two_sided(a, z)))
beyond = tail(a, k)

claim.clause("error", 1 <= n, as_number(f + z) / n - as_number(f) / n == as_number(z) / n)(
    lambda proof: proof.qed(proof.use(lemmas.index_order(), j=1, k=n))
)
claim.clause("tail", *levels, 1 <= k, beyond == 2 * a**k / (1 + a))(
    lambda proof: proof.qed(proof.cite("ghosh2009.section-1.noise-scales#tail", k=k - 1))
)
claim.clause("unbounded", *levels, 1 <= k, 0 < beyond)(
    lambda proof: proof.qed(proof.cite("#tail"), proof.use(lemmas.power_positive()))
)


@claim.clause("quantile", *levels, 1 <= k, a**k <= b / 2, beyond <= b)
def quantile(proof):
    power = proof.use(lemmas.power_positive())
    known = Proof([0 < a, 0 < c, c <= b / 2], 2 * c / (1 + a) <= b)
    return proof.qed(proof.cite("#tail"), proof.use(known.qed(), power, c=a**k))


@claim.clause("chebyshev", *levels, 1 <= k, k**2 * beyond <= variance)
def chebyshev(proof):
    def rest(at):
        return a ** (at - 1) * (at**2 * u**2 + 2 * at * a * u + a * (1 + a))

    power, size = proof.use(lemmas.power_nonnegative(), k=k - 1), proof.use(lemmas.index_order(), j=1, k=k)
    others = proof.product(power, proof.have(0 <= 2 * k * a * u + a * (1 + a), size, factors=3))
    inner, _ = proof.inductive(rest(k) <= 1 + a, k, 1, [])
    one, number = inner.have(0 < u), as_number(k)
    power, square = inner.use(lemmas.power_nonnegative(), k=k - 1), inner.fact(core.square(number))
    whole = proof.have(
        k**2 * a ** (k - 1) * u**2 <= 1 + a,
        inner.closed(inner.have(rest(k + 1) <= 1 + a, inner.product(power, square, one, one, one))),
        others,
    )
    known = Proof([*levels, c * u**2 <= 1 + a])
    quotient = known.have(2 * (a * c) / (1 + a) <= variance)
    bound = proof.use(quotient.theorem, whole, c=k**2 * a ** (k - 1))
    form = proof.have(k**2 * beyond == 2 * (a * (k**2 * a ** (k - 1))) / (1 + a), proof.cite("#tail"))
    return proof.chain(k**2 * beyond, (form.says.args[1], form), ("<=", variance, bound))


@claim.clause(
    "chebyshev-by-the-parameter",
    *levels,
    1 <= k,
    0 < e,
    at_most_exponential(a, e),
    0 < c,
    c <= k * e,
    beyond <= 2 / c**2,
)
def by_the_parameter(proof):
    below, exact = proof.cite("lecture.section-4-2.variance#below"), proof.cite("#chebyshev")
    known = Proof([t**2 * b <= d, d < q, q * e**2 == 2, 0 < e, 0 < c, c <= t * e, 0 < b], b <= 2 / c**2)
    square = known.have(c**2 <= t**2 * e**2, known.product(known.have(0 <= t * e - c), known.have(0 <= t * e + c)))
    less = known.have(c**2 * b <= t**2 * e**2 * b, known.product(square, known.know(0 < b)))
    most = known.have(t**2 * b * e**2 <= 2, known.product(known.have(0 <= q - t**2 * b), known.have(0 < e**2)))
    inverse = proof.have(2 / e**2 * e**2 == 2)
    return proof.use(
        known.qed(less, most), exact, below, inverse, proof.cite("#unbounded"), t=k, β=beyond, d=variance, q=2 / e**2
    )
