"""Section 3.1: the promise of MWEM, round by round.

Replacing a record changes each query's error |q(D) - q(A)| by at most 1. So it changes each weight a^-error by a factor
of at most 1/a, and also their sum: the selection is a²-private. The measurement is a count with geometric noise. The
weights after a round are a function of the released answers, so the levels of T rounds multiply.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import close_quotients

claim = Claim("dwork2013.section-3-1.private", "MWEM is private", section="3.1", position=20, kept={"α ≤ 1": "a level"})

i, j, k, m, n, r, t, y, z = indices("i j k m n r t y z")
a, b, c = numbers("a α c")
f, g = vectors("f g")
p, q = (variable(name, INDEX_MAP) for name in "pq")
x = matrix("x")
levels = (0 < a, a <= 1)
step = (z <= y + 1, y <= z + 1)
weight = explained("w_{0}({1})", (a, z), (1 / a) ** abs(z))
selected = explained("S_{0}({1}; {2}, {3})", (a, p, j, m), weight(a, p[j]) / Sum(k, 0, m, weight(a, p[k])))
"""The probability of the query j among those whose errors are p."""


@lemma([1 <= c, 0 <= i])
def powers_grow(proof):
    """For β ≥ 1 and i, k ≥ 0: β^i ≤ β^(i+k)."""
    inner, _ = proof.inductive(c**i <= c ** (i + k), k, 0, [])
    positive = inner.use(lemmas.power_positive(), α=c, k=i + k)
    return inner.closed(
        inner.have(c**i <= c ** (i + k + 1), inner.product(0 <= c - 1, inner.have(0 <= c ** (i + k), positive)))
    )


@claim.clause("weights", *levels, *step, a * weight(a, y) <= weight(a, z))
def weights(proof):
    grows = proof.use(powers_grow(), c=1 / a, i=abs(y), k=abs(z) + 1 - abs(y))
    scaled = Proof([0 < a, f[0] <= 1 / a * g[0]], a * f[0] <= g[0])
    return proof.use(
        scaled.qed(),
        proof.have(weight(a, y) <= 1 / a * weight(a, z), grows),
        f=function(k, weight(a, y)),
        g=function(k, weight(a, z)),
    )


close = All(k, between(0, k, m), (p[k] <= q[k] + 1) & (q[k] <= p[k] + 1))


@claim.clause("selection", *levels, close, between(0, j, m), a**2 * selected(a, p, j, m) <= selected(a, q, j, m))
def selection(proof):
    def change(inner, first, second, at):
        return inner.cite("#weights", *inner.know(close)(at).parts(), y=first[at], z=second[at])

    inner = proof.assuming(between(0, k, m))
    back = change(inner, q, p, k)
    sums = [Sum(k, 0, m, weight(a, each[k])) for each in (p, q)]
    factor = proof.use(lemmas.scaled_sum(), low=0, high=m, t=a, f=function(k, weight(a, q[k])))
    less = proof.termwise(k, 0, m, back)
    total = proof.have(a * sums[1] <= sums[0], factor, less)
    positive = [
        proof.use(
            lemmas.positive_sum(),
            proof.all(
                inner.have(0 <= weight(a, each[k]), inner.use(lemmas.power_positive(), α=1 / a, k=abs(each[k]))),
                k,
                between(0, k, m),
            ),
            proof.use(lemmas.power_positive(), α=1 / a, k=abs(each[j])),
            low=0,
            high=m,
            f=function(k, weight(a, each[k])),
        )
        for each in (p, q)
    ]
    one = proof.use(lemmas.power_positive(), α=1 / a, k=abs(p[j]))
    size = proof.have(0 <= weight(a, p[j]), one)
    return proof.restated(
        proof.use(
            close_quotients(),
            size,
            change(proof, p, q, j),
            total,
            *positive,
            u=weight(a, p[j]),
            v=weight(a, q[j]),
            α=a,
            s=sums[0],
            t=sums[1],
        )
    )


@claim.clause("measurement", 0 <= b, b <= 1, *step, b * two_sided(b, y) <= two_sided(b, z))
def measurement(proof):
    falls = proof.use(lemmas.power_falls(), i=abs(z), k=abs(y) + 1)
    return proof.qed(proof.product(0 <= (1 - b) / (1 + b), falls))


rounds = All(k, between(1, k, t), (0 <= f[k]) & (a**2 * b * f[k] <= g[k]))


@claim.clause("rounds", 0 <= b, 0 <= t, rounds, (a**2 * b) ** t * Product(k, 1, t, f[k]) <= Product(k, 1, t, g[k]))
def of_rounds(proof):
    level = proof.have(0 <= a**2 * b, proof.fact(core.square(a)))
    return proof.use(
        lemmas.levels_multiply(), level, n=t, α=a**2 * b, d=function(k, as_index(1)), h=function(k, k)
    ).parts()[-1]


claim.clause("epsilon", 0 <= t, (a**2 * a**2) ** t == a ** (4 * t))(by_arithmetic)
claim.clause("no-weight-at-1", weight(1, z) == 1)(by_arithmetic)
claim.clause("no-data-at-1", private(x, 1, n, m), between(0, i, n - 1), between(0, r, m), x[i, r] == x[i + 1, r])(
    lambda proof: proof.indirect(proof.goal, proof.parts(private(x, 1, n, m))[-1](i, r))
)
