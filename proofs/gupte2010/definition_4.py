"""Definition 4: the range-restricted geometric mechanism is a mechanism, α-private, and private at no larger level.

The first z probabilities of input k telescope to α^(k+1-z)/(1+α) for z ≤ k, and to 1 - α^(z-k)/(1+α) after it. The
responses 0 and n get the probability that the geometric mechanism has up to 0 and from n on. Its first M + 1 terms
there lack α^(k+M+1)/(1+α) or α^(n-k+M+1)/(1+α), which goes to 0 for α < 1.
"""

from exactdp.claims.language import *

claim = Claim("gupte2010.definition-4", "the range-restricted geometric mechanism", section="3", position=10, kept=KEPT)

n, M, i, k, r, t, z = indices("n M i k r t z")
a, b = numbers("α β")
G = geometric_mechanism(n, a)
given = (1 <= n, 0 <= a, a <= 1)
unbounded = (1 - a) / (1 + a)


@claim.clause("stochastic", *given, stochastic(G, n, n))
def is_stochastic(proof):
    entries = Every((i, 0, n), (r, 0, n), G[i, r] >= 0)
    rows = All(i, between(0, i, n), Sum(r, 0, n, G[i, r]) == 1)
    return proof.qed(
        proof.for_all(entries, lambda inner: inner.use(lemmas.geometric_nonnegative(), z=r)),
        proof.for_all(rows, lambda inner: inner.use(lemmas.geometric_rows())),
    )


@claim.clause("private", *given, private(G, a, n, n))
def is_private(proof):
    inner = proof.inside(unfold(private(G, a, n, n)).args[1])
    # One of the two holds with equality, and the other differs by 1-α² times an entry.
    entries = [inner.use(lemmas.geometric_nonnegative(), i=row, z=r) for row in (i, i + 1)]
    rows = inner.closed(inner.have(inner.goal, *entries, factors=3))
    return proof.qed(proof.cite("gupte2010.definition-4#stochastic"), rows)


claim.clause("no-larger-level", 1 <= n, 0 <= a, private(G, b, n, n), b <= a)(
    lambda proof: proof.qed(proof.parts(private(G, b, n, n))[-1](0, 0))
)
claim.clause("inner-responses", 1 <= n, 0 <= a, between(0, k, n), 0 < z, z < n, G[k, z] == unbounded * a ** abs(z - k))(
    by_arithmetic
)

claim.clause(
    "below-zero",
    *given,
    between(0, k, n),
    0 <= M,
    G[k, 0] == Sum(t, 0, M, unbounded * a ** (k + t)) + a ** (k + M + 1) / (1 + a),
)(lambda proof: proof.qed(proof.telescope(t, 0, M, unbounded * a ** (k + t), lambda v: -(a ** (k + v)) / (1 + a))))


@claim.clause(
    "above-n",
    *given,
    between(0, k, n),
    0 <= M,
    G[k, n] == Sum(t, 0, M, unbounded * a ** (n - k + t)) + a ** (n - k + M + 1) / (1 + a),
)
def above_n(proof):
    return proof.qed(proof.telescope(t, 0, M, unbounded * a ** (n - k + t), lambda v: -(a ** (n - k + v)) / (1 + a)))


def goes_to(entry, exponent, partial):
    """Prove the limit of the partial sums from what they lack, α^(exponent+k+1)/(1+α)."""

    def prove(proof):
        lacks = function(k, a ** (exponent + k + 1) / (1 + a))

        def facts(inner):
            first = inner.cite(f"gupte2010.definition-4#{partial}", k=i, M=k)
            count = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
            power = inner.use(lemmas.power_nonnegative(), k=exponent + k + 1)
            # (k+1)·(1-α)·α^k is at most 1, and so is α^(exponent+1).
            rate = inner.use(lemmas.power_rates()).parts()[0]
            least = inner.use(lemmas.power_nonnegative(), k=exponent + 1)
            most = inner.use(lemmas.power_at_most_one(), k=exponent + 1)
            bounded = inner.have((k + 1) * (1 - a) * a ** (exponent + k + 1) <= 1, rate, least, most)
            return [
                inner.have(entry - sums(exponent)[k] == lacks[k], first),
                inner.have(0 <= (k + 1) * lacks[k], inner.product(count, power)),
                inner.have((k + 1) * lacks[k] <= 1 / (1 - a), bounded),
            ]

        return lemmas.limit(proof, lacks, 1 / (1 - a), facts, f=sums(exponent), t=entry)

    return prove


def sums(exponent):
    return function(k, Sum(t, 0, k, unbounded * a ** (exponent + t)))


below_one = (1 <= n, 0 <= a, a < 1, between(0, i, n))
claim.clause("clamped-below", *below_one, tends(sums(i), G[i, 0]))(goes_to(G[i, 0], i, "below-zero"))
claim.clause("clamped-above", *below_one, tends(sums(n - i), G[i, n]))(goes_to(G[i, n], n - i, "above-n"))

had_back = (G[k, 0] * ((1 - a) * a**t) == unbounded * a ** (k + t)) & (
    G[k, n] * ((1 - a) * a**t) == unbounded * a ** (n - k + t)
)
claim.clause("had-back", *given, between(0, k, n), 0 <= t, had_back)(by_arithmetic)
