"""Section 2.4: the tail of the privacy loss of Gaussian noise with the expected loss ε²/2.

The loss is ε²/2 + ε·N, N standard normal. So it is above m·ε with the probability Φ(ε/2 - m), and above ε²/2 + m·ε with
Φ(-m) ≤ e^(-m²/2)/2. The last inequality holds because (m+u)² ≥ m² + u²: the density at m + u is at most e^(-m²/2) times
the density at u. In sums over steps of width h this is #steps, with b = e^(-h²/2). On the other hand Φ(-x) is at least
h times the density at x + h. At x + h = m - ε/4, where x = m - ε/2, it is c·e^(-m²/2)·e^(εm/4 - ε²/32), which is too
much once m is large.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary import KEPT
from exactdp.claims.vocabulary.enclosure import normal_at_most

claim = Claim(
    "dwork2013.section-2-4.concentrated-tail",
    "the tail of a concentrated privacy loss",
    section="2.4",
    position=81,
    printed="a loss of mε has probability at most e^(-m²/2), for all m",
    slip="statement",
    weight="remark",
    kept={**KEPT, "0 < ε": "a loss", "0 ≤ u": "how much larger m is"},
)

i, k, n = indices("i k n")
s = variable("s", INDEX_MAP)
b, c, e, l, m, u, x = numbers("b c ε l m u x")  # noqa: E741 (l is ln 2)


def bounded(loss, at, factor=1):
    """Return that Φ(loss) is at most this factor times e^(-at²/2)."""
    return normal_at_most(loss, -(as_number(at) ** 2) / 2, factor)


claim.printed_as("tail", 0 < e, 0 <= m, bounded(e / 2 - m, m), at={"ε": Fraction(2), "m": Fraction(2)}, instead="above")


squares = explained(
    "{0} are the squares up to {1}", (s, n), (s[0] == 0) & All(k, between(0, k, n - 1), s[k + 1] == s[k] + 2 * k + 1)
)


@generator(squares)
def some_squares(rng, turn, n):
    """Compute the squares."""
    return tuple(k * k for k in range(n + 1)) if n >= 0 else None


@cache
def power_of_more():
    """For 0 < b ≤ 1, i, k ≥ 0 and i + k ≤ n: b^n ≤ b^i·b^k."""
    proof = Proof([0 < b, b <= 1, 0 <= i, 0 <= k, i + k <= n], b**n <= b**i * b**k)
    return proof.qed(proof.use(lemmas.power_falls(), α=b, i=i + k, k=n))


@claim.clause(
    "steps",
    0 < b,
    b <= 1,
    0 <= i,
    0 <= n,
    squares(s, i + n),
    Sum(k, 0, n, b ** s[i + k]) <= b ** s[i] * Sum(k, 0, n, b ** s[k]),
)
def steps(proof):
    first, step = proof.parts(squares(s, i + n))[-2:]

    def positive(inner, before):
        further = inner.assuming(k + 1 <= i + n)
        return inner.imply(k + 1 <= i + n, further.have(0 <= s[k + 1], further.detach(before), step(k)))

    signs = proof.induction((k <= i + n) >> (0 <= s[k]), k, 0, [first], positive)

    def more(inner, before):
        further = inner.assuming(k + 1 <= n)
        facts = further.detach(before), step(k), step(i + k)
        return inner.imply(k + 1 <= n, further.have(s[i] + s[k + 1] <= s[i + k + 1], *facts))

    apart = proof.induction((k <= n) >> (s[i] + s[k] <= s[i + k]), k, 0, [first], more)
    inner = proof.assuming(between(0, k, n))
    sizes = inner.detach(apart), inner.detach(signs), inner.detach(signs.with_(k=i))
    each = inner.use(power_of_more(), *sizes, i=s[i], k=s[k], n=s[i + k])
    left, right = proof.goal.args
    factor = proof.use(lemmas.scaled_sum(), t=b ** s[i], low=0, high=n, f=lambda at: b ** s[at])
    less = proof.termwise(k, 0, n, each)
    return proof.chain(left, ("<=", less.says.args[1], less), (right, factor))


words = (
    "the density of N at m + u is at most e^(-m²/2) times that at u, as in #steps; N is above 0 with probability 1/2"
)

claim.clause("above-mean", 0 <= m, bounded(-m, m, "1/2"))(lambda proof: proof.because(words, proof.goal))

rest = m - e / 2
claim.clause("above", 0 < e, e / 2 <= m, bounded(-rest, rest, "1/2"))(
    lambda proof: proof.cite("#above-mean", proof.have(0 <= rest), m=rest)
)
claim.clause("fails", both(*(~bounded(as_number(e) / 2 - m, m) for e, m in ((1, 6), (2, 2), ("1/10", 120)))))(
    by_evaluation
)

# x is e^(-m²/2), and c is 1/√(2π); e^y is at least 1 + y
lower_bound = e / 4 * (c * x * (1 + (e * m / 4 - e**2 / 32)))


@claim.clause("fails-later", 0 < e, 0 < c, 0 < x, 0 <= u, m == 16 / (c * e**2) + e / 8 + u, x < lower_bound)
def fails_later(proof):
    more = proof.product(*map(proof.know, (0 < e, 0 < e, 0 < c, 0 < x, 0 <= u)))
    return proof.qed(more, proof.product(*map(proof.know, (0 < e, 0 < c, 0 < x))))


@claim.clause("fails-for-large-m", 0 < e, 0 <= u, m == 41 / e**2 + e / 8 + u, ~bounded(e / 2 - m, m))
def fails_for_large_m(proof):
    """Rest on #fails-later, as 16·√(2π) is below 41."""
    small = (
        "for z = m - ε/2 ≥ 0, Φ(-z) is more than h times the density at z + h. For h = ε/4 that is at least the right "
        "side of #fails-later, with e^(-m²/2) for x and c = 1/√(2π), as e^y ≥ 1 + y; and 16/c < 41. For z < 0, Φ(-z) "
        "is above 1/2, and m above 3/2"
    )
    return proof.because(small, proof.goal)


claim.clause("where-it-holds", 0 < e, m <= e / 4 + 2 * l / e, m**2 - rest**2 <= 2 * l)(lambda proof: proof.qed())
