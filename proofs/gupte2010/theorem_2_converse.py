"""Theorem 2, the converse: mechanisms derivable from G meet the condition, by a linear functional and by Cramer's rule.

The difference (1+α²)·x_k - α·(x_(k-1) + x_(k+1)) is linear in the column x. On column j of G it is (1-α)² if j = k, and
0 otherwise. On column r of G·T it is (1-α)²·T_kr, which is ≥ 0 for a remap T. That needs no inverse, so it covers α =
1.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.notation import text

claim = Claim(
    "gupte2010.theorem-2.converse",
    "derivable mechanisms meet the condition",
    section="3",
    position=46,
    printed="if column c has (1+α²)·m_ij - α·(m_(i-1)j + m_(i+1)j) < 0 then s_ic < 0: j for c, and s for the t before",
    slip="print",
    kept=KEPT,
)

n, m, c, i, k, r = indices("n m c i k r")
a = number("α")
x, T = matrices("x T")
image = product(geometric_mechanism(n, a), T, n)
inner = (0 < k, k < n)

claim.clause("functional", *inner, 0 <= a, three_entries(image, a, k, r) == (1 - a) * (1 - a) * T[k, r])(
    lambda proof: proof.qed(proof.use(lemmas.three_entries_of_image()))
)


@claim.clause("condition", 0 <= a, derivable(x, a, n, m), three_entries_condition(x, a, n, m))
def condition(proof):
    proof.let(proof.know(unfold(derivable(x, a, n, m))), T)
    each = proof.inside()
    at = each.parts(unfold(derivable(x, a, n, m)).args[2])[-1]
    remap = each.parts(stochastic(T, n, m))[-2](k, r)
    found = each.have(
        three_entries(x, a, k, r) == (1 - a) * (1 - a) * T[k, r],
        each.use(lemmas.three_entries_of_image()),
        at(k - 1, r),
        at(k, r),
        at(k + 1, r),
    )
    return each.closed(each.have(each.goal, found, remap, squares=[1 - a]))


@claim.clause(
    "not-derivable",
    *inner,
    0 <= a,
    between(0, r, m),
    stochastic(x, n, m),
    three_entries(x, a, k, r) < 0,
    ~derivable(x, a, n, m),
    kept={text(stochastic(x, n, m)): "the theorem is about mechanisms"},
)
def not_derivable(proof):
    given = proof.otherwise()
    return given.absurd(given.cite("gupte2010.theorem-2.converse#condition").parts()[-1](k, r))


given = (*inner, 0 <= a, a < 1)

claim.clause("negative-entry", *given, three_entries(x, a, k, r) < 0, geometric_preimage(x, a, n)[k, r] < 0)(
    by_arithmetic
)

rows = All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1)
positive = Some(c, between(0, c, m), geometric_preimage(x, a, n)[k, c] > 0)


@claim.clause("positive-entry", *given, rows, positive)
def some_positive(proof):
    one = proof.cite("gupte2010.theorem-2.unique-remap#rows")
    row = geometric_preimage(x, a, n)
    return proof.use(lemmas.some_positive_term(), one, low=0, high=m, f=lambda c: row[k, c])


claim.printed_as(
    "in-every-column",
    *given,
    rows,
    between(0, r, m),
    between(0, c, m),
    three_entries(x, a, k, r) < 0,
    geometric_preimage(x, a, n)[k, c] < 0,
    at={**{"n": 2, "m": 1, "k": 1, "r": 1, "c": 0, "α": "1/2"}, "x": (("1/3", "2/3"), ("2/3", "1/3"), ("1/3", "2/3"))},
    instead="negative-entry",
)
