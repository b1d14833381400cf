"""Section 2.5: how many queries the Laplace and Gaussian mechanisms can answer; when randomised response is better.

k counts have L1-sensitivity k and L2-sensitivity √k. So Laplace noise for ε-differential privacy has the mean size k/ε.
Gaussian noise for the relaxed notions has a standard deviation of order s/ε with s² = k. Answering n/2 without data is
off by n/2 at most. So the printed sentence is right for Gaussian noise, and wrong for the Laplace mechanism of
Definition 3. With a δ and advanced composition, Laplace noise can also be of order s/ε. Randomised response has a
variance of n·α/(1-α)², which with w = e^(-ε/2) is less than n/ε².
"""

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-2-5.many-queries",
    "the number of queries with useful answers: order n² with Gaussian noise, n with Laplace noise",
    section="2.5",
    position=40,
    printed=(
        "the Laplace and Gaussian mechanisms appear to cease to give meaningful responses after just under n² queries; "
        "but the Laplace mechanism of Definition 3 does so after order n, as section 2.3 says too"
    ),
    slip="statement",
    weight="value",
)

k, n = indices("k n")
a, e, s, w, x, y = numbers("α ε s w x y")
half = as_number(n) / 2

claim.printed_as("laplace", 0 < e, 1 <= k, k < n * n, as_number(k) / e < half, at={"n": 100, "k": 5000, "ε": "1"})

claim.clause(
    "laplace", 0 < e, both((half <= as_number(k) / e) >> (e * half <= k), (e * half <= k) >> (half <= as_number(k) / e))
)(by_arithmetic)


@claim.clause(
    "gaussian",
    0 < e,
    0 <= n,
    0 <= s,
    s**2 == k,
    both((half <= s / e) >> ((e * half) ** 2 <= k), ((e * half) ** 2 <= k) >> (half <= s / e)),
)
def gaussian(proof):
    size = proof.have(0 <= e * half, proof.use(lemmas.index_order(), j=0, k=n))
    squares = Proof([0 <= x, 0 <= s, x <= s], x**2 <= s**2).qed()
    roots = Proof([0 <= x, 0 <= s, x**2 <= s**2], x <= s)
    back = roots.indirect(x <= s)

    def up(inner):
        return inner.have(inner.goal, inner.use(squares, size, e * half <= s, x=e * half))

    def down(inner):
        return inner.have(inner.goal, inner.use(back.theorem, size, x=e * half))

    return proof.both(*(proof.for_all(each, step) for each, step in zip(proof.goal.args, (up, down), strict=True)))


response = (0 < e, 0 < w, w < 1, y == 1 / w, a == w * w, e < y - w)


@claim.clause("from-n-queries-on", *response, 1 <= n, n <= k, n * (a / (1 - a) ** 2) < as_number(k) / e**2)
def from_n_queries_on(proof):
    share, unit = a / (1 - a) ** 2, 1 / e**2
    twice = proof.cite("dwork2013.section-2-3.not-best#smaller-variance")
    parts = proof.have(2 * a / (1 - a) ** 2 == 2 * share), proof.have(2 / e**2 == 2 * unit)
    less = proof.opaque(share < unit, twice, *parts, terms=[share, unit, *(each.says.args[0] for each in parts)])
    sizes = proof.use(lemmas.index_order_strictly(), j=0, k=n), proof.use(lemmas.index_order(), j=n, k=k)
    people = Proof([s < x, 0 < x, 0 < as_number(n), as_number(n) <= k], n * s < k * x).qed()
    more = proof.use(people, less, 0 < unit, *sizes, s=share, x=unit)
    same = proof.have(as_number(k) / e**2 == k * unit)
    return proof.opaque(proof.goal, more, same, terms=[n * share, k * unit, as_number(k) / e**2])
