"""After Definition 4: x^G and its range-restricted version can be derived from each other, each by a unique remap.

Clamping turns x^G into G. Back, 0 is read as -t and n as n+t with probability (1-α)·α^t, and the others as they are.
Columns 0 and -t of x^G are proportional on {0..n}. So the remap to G must treat -t as 0: its mean over t, with weights
(1-α)·α^t > 0, is to answer 0 for sure. Infinite sums are given by partial sums and their remainders.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.definition-4.equivalence",
    "each geometric mechanism is derivable from the other, by a unique remap",
    section="3",
    position=12,
    kept=KEPT,
)

n, M, i, k, r, t, z = indices("n M i k r t z")
a = number("α")
y, w = matrices("y w")
(u,) = vectors("u")
G = geometric_mechanism(n, a)
given = (1 <= n, 0 <= a, a < 1, between(0, k, n))
share = (1 - a) * a**t

claim.clause("stochastic", 0 <= M, Sum(t, 0, M, share) == 1 - a ** (M + 1))(
    lambda proof: proof.qed(proof.telescope(t, 0, M, share, lambda v: -(a**v)))
)

claim.clause(
    "back-outside",
    *given,
    0 <= t,
    (G[k, 0] * share == two_sided(a, -t - k)) & (G[k, n] * share == two_sided(a, n + t - k)),
)(by_arithmetic)
claim.clause("back-inside", *given, 0 < z, z < n, G[k, z] == two_sided(a, z - k))(by_arithmetic)
claim.clause("clamped-below", *given, 0 <= M, Sum(t, 0, M, two_sided(a, -t - k)) == G[k, 0] * (1 - a ** (M + 1)))(
    lambda proof: proof.qed(proof.telescope(t, 0, M, two_sided(a, -t - k), lambda v: -(a ** (k + v)) / (1 + a)))
)


@claim.clause("clamped-above", *given, 0 <= M, Sum(t, 0, M, two_sided(a, n + t - k)) == G[k, n] * (1 - a ** (M + 1)))
def clamped_above(proof):
    return proof.qed(proof.telescope(t, 0, M, two_sided(a, n + t - k), lambda v: -(a ** (n - k + v)) / (1 + a)))


claim.clause(
    "proportional",
    *(0 <= a, a <= 1),
    between(0, k, n),
    0 <= t,
    (two_sided(a, -t - k) == a**t * two_sided(a, -k)) & (two_sided(a, n + t - k) == a**t * two_sided(a, n - k)),
)(by_arithmetic)

answers = All(t, between(0, t, M), 0 <= u[t])


@claim.clause("one-clamping", 0 < a, a < 1, answers, Sum(t, 0, M, share * u[t]) == 0, between(0, t, M), u[t] == 0)
def one_clamping(proof):
    weighed = function(z, (1 - a) * a**z * u[z])
    p = proof.inside(All(z, between(0, z, M), weighed[z] >= 0))
    signs = p.closed(p.have(p.goal, p.product(a < 1, p.use(lemmas.power_positive(), k=z))))
    none = proof.use(lemmas.terms_of_zero_sum(), signs, low=0, high=M, j=t, f=weighed)
    positive = proof.product(a < 1, proof.use(lemmas.power_positive(), k=t))
    return proof.indirect(proof.goal, none, positive, proof.know(answers)(t))


def induced(y, i):
    return Sum(z, 0, n, G[i, z] * y[z, r])


equal = All(i, between(0, i, n), induced(y, i) == induced(w, i))


@claim.clause("one-way-back", *given, equal, y[k, r] == w[k, r])
def one_way_back(proof):
    same, goal = proof.know(equal), proof.goal

    def step(scale, lemma, rows, factors):
        def shown(p):
            columns = [p.use(lemma(), T=each) for each in (y, w)]
            forms = [
                p.have(factor * induced(y, row) == factor * induced(w, row), same(row))
                for row, factor in zip(rows, factors, strict=True)
            ]
            scaled = p.have(scale * y[k, r] == scale * w[k, r], *columns, *forms)
            return p.indirect(goal, scaled, 0 < scale)

        return shown

    return proof.cases(
        goal,
        (k == 0, step(1 - a, lemmas.first_entry_of_image, (0, 1), (1, a))),
        (k == n, step(1 - a, lemmas.last_entry_of_image, (n, n - 1), (1, a))),
        (TRUE, step((1 - a) * (1 - a), lemmas.three_entries_of_image, (k - 1, k, k + 1), (a, 1 + a * a, a))),
    )
