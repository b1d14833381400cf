"""Lemma 5.8, the count of tight constraints in its proof: how many there are, and how many can be independent.

Column by column: a column of zeros has its n+1 signs (6) tight, and all its 2n privacy constraints, which follow from
the signs. Any other column with t entries S has n-t tight constraints. With the n+1 sums (5), no more than (n+1)² + z -
s are independent, for any mechanism. A vertex has (n+1)² independent ones, so s ≤ z there. If x is not a vertex, s > z
occurs at n = 1, even for optimal mechanisms of a strict user. If G and a constant answer are both optimal, so are the
mechanisms between them.

The proof says that every other tight constraint belongs to an arrow. Those in Z-columns do not; they do not count, as
they follow from the signs.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import down, downs, slack, slacks, slacks_down_to, up, ups, zero, zero_columns

claim = Claim(
    "ghosh2009.lemma-5.8.counting",
    "the count of tight constraints in the proof of Lemma 5.8",
    section="5",
    position=102,
    printed="every tight privacy constraint corresponds to a ↓ or ↑ entry",
    slip="proof",
    weight="remark",
    kept={**KEPT, "0 ≤ t": "a mixture", "t ≤ 1": "a mixture"},
)

n, m, i, k = indices("n m i k")
a, x = number("α"), matrix("x")
given = (0 < a, a < 1, private(x, a, n, m))


def bit(f):
    return as_number(If(f, 1, 0))


def two(proof, first, second):
    """The sum of first + second over the columns k, in two."""
    return proof.use(lemmas.sum_of_two(), low=0, high=m, f=function(k, first), g=function(k, second), t=1)


def positive(proof, row, other):
    """Where column k is positive in one row, it is in the other."""
    return proof.cite("ghosh2009.section-5.z-columns#all-positive", i=other, k=row, r=k)


@claim.clause(
    "row",
    0 <= m,
    *given,
    0 <= i,
    i < n,
    downs(x, a, i, m) + ups(x, a, i, m) + slacks(x, a, i, m) == m + 1 - zero_columns(x, m),
)
def row(proof):
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    kinds = [bit(f) for f in (down(x, a, i, k), up(x, a, i, k), slack(x, a, i, k), x[0, k] == 0)]
    sums, total = [], kinds[0]
    each = proof.assuming(between(0, k, m))
    for kind in kinds[1:]:
        sums.append(two(proof, total, kind))
        total = total + Fraction(1) * kind
    term = total == 1
    above, below = x[i, k], x[i + 1, k]

    def here(p):
        ends = p.have(0 < below, positive(p, i, i + 1)), p.have(x[0, k] != 0, positive(p, i, 0))
        p.remember(*ends)

        def falls(q):
            less = q.have(a * below < above, ends[0], factors=3)
            no_slack = q.have(below <= a * above)
            return q.decided(term, *ends, no_slack, q.have(above != a * below, less))

        def rises(q):
            return q.decided(term, *ends, q.have(above <= a * below), q.have(below != a * above))

        def neither(q):
            less = q.have(a * above < below, near(i, k)), q.have(a * below < above, near(i, k))
            loose = q.have(below != a * above), q.have(above != a * below)
            return q.decided(term, *ends, *less, *loose)

        return p.cases(term, (below == a * above, falls), (above == a * below, rises), (TRUE, neither))

    def nothing(p):
        # The column is 0 throughout.
        empty = p.indirect(above == 0, nonneg(i, k))
        others = []
        for row in (0, i + 1):
            none = p.by_contradiction(
                x[row, k] <= 0, lambda q, row=row: q.contradiction(x[row, k] <= 0, positive(q, row, i))
            )
            others.append(p.indirect(x[row, k] == 0, nonneg(row, k), none))
        return p.decided(term, *others, p.have(below <= a * above, empty, *others))

    shown = each.cases(term, (0 < above, here), (TRUE, nothing))
    return proof.qed(proof.termwise(k, 0, m, term, proof.all(shown, k, between(0, k, m))(k)), *sums)


claim.printed_as(
    "tight-is-an-arrow",
    *given,
    0 <= i,
    i < n,
    between(0, k, m),
    x[i + 1, k] == a * x[i, k],
    down(x, a, i, k),
    instead=("arrows", "zero-follows"),
)

z, s = zero_columns(x, n), slacks_down_to(x, a, n - 1, n)
arrows = Sum(i, 0, n - 1, downs(x, a, i, n) + ups(x, a, i, n))


@claim.clause("arrows", 1 <= n, 0 < a, a < 1, private(x, a, n, n), arrows == n * (n + 1 - z) - s)
def all_arrows(proof):
    inner = proof.assuming(between(0, i, n - 1))
    row = inner.cite("ghosh2009.lemma-5.8.counting#row", m=n)
    total = downs(x, a, i, n) + ups(x, a, i, n) + slacks(x, a, i, n)
    return proof.qed(proof.termwise(i, 0, n - 1, total == n + 1 - z, row))


# Of the entries 0 there are z(n+1).
@claim.clause(
    "signs",
    0 <= n,
    0 < a,
    private(x, a, n, m),
    Sum(i, 0, n, Sum(k, 0, m, bit(x[i, k] == 0))) == (n + 1) * zero_columns(x, m),
)
def signs(proof):
    nonneg = proof.parts(private(x, a, n, m))[-3]
    row = proof.assuming(between(0, i, n))
    cell = row.assuming(between(0, k, m))
    term = bit(x[i, k] == 0) == bit(x[0, k] == 0)

    def here(p):
        return p.decided(term, p.have(x[i, k] != 0), p.have(x[0, k] != 0, positive(p, i, 0)))

    def nothing(p):
        empty = p.indirect(x[i, k] == 0, nonneg(i, k))
        none = p.by_contradiction(x[0, k] <= 0, lambda q: q.contradiction(x[0, k] <= 0, positive(q, 0, i)))
        return p.decided(term, empty, p.indirect(x[0, k] == 0, nonneg(0, k), none))

    shown = cell.cases(term, (0 < x[i, k], here), (TRUE, nothing))
    return proof.qed(proof.termwise(i, 0, n, row.termwise(k, 0, m, term, shown)))


claim.clause("zero-follows", zero(x, i, k), (x[i + 1, k] == a * x[i, k]) & (x[i, k] == a * x[i + 1, k]))(by_arithmetic)

u, v, w = numbers("z s n")
claim.clause("total", (w + 1) + u * (w + 1) + w * (w + 1 - u) - v == (w + 1) * (w + 1) + u - v)(by_arithmetic)
claim.clause("needed", (w + 1) * (w + 1) - (w + 1) - u * (w + 1) == (w + 1) * (w - u))(by_arithmetic)

# It has to be a vertex: for n = 1, all mixtures of G and the constant answer 0 are optimal.
t, y = number("t"), matrix("y")
mixture = Definition(
    "mixture_({0},{1})",
    (t, a),
    function(
        i,
        k,
        If(i == 0, If(k == 0, t / (1 + a) + 1 - t, t * a / (1 + a)), If(k == 0, t * a / (1 + a) + 1 - t, t / (1 + a))),
    ),
)
mixed = mixture(t, a)
weights = Definition("p_{0}", (a,), function(i, If(i == 0, 1 / (1 + a), a / (1 + a))))(a)
two_ends = (0 < a, a < 1, 0 <= t, t <= 1)

claim.clause("mixture-private", *two_ends, private(mixed, a, 1, 1))(lambda proof: proof.qed(factors=3))

claim.clause(
    "mixture-optimal",
    *two_ends,
    private(y, a, 1, 1),
    bayesian_loss(weights, absolute_loss, mixed, 1, 1) <= bayesian_loss(weights, absolute_loss, y, 1, 1),
)(lambda proof: proof.qed(proof.parts(private(y, a, 1, 1))[-1](0, 1)))

claim.clause("mixture-counts", 0 < a, a < 1, 0 < t, t < 1, slack(mixed, a, 0, 0) & up(mixed, a, 0, 1))(by_arithmetic)
