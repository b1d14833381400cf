"""Theorem 2, the first direction: T ≥ 0 needs the condition in the inner rows and privacy in the outer ones.

The condition is about rows with two neighbours, so it makes T_kr ≥ 0 for 0 < k < n. T_0r and T_nr are m_0r - α·m_1r and
m_nr - α·m_(n-1)r over 1-α. For these the theorem's hypothesis that M is private is needed, which the proof's last step
does not mention. And its lemma is not enough: parts 1 and 2 of Lemma 2 say when the determinants are positive, where
privacy makes them ≥ 0: in G itself m_01 = α·m_11. With ≥ for > the parts hold as well, by the same formulas.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-2.sufficiency",
    "the condition makes T non-negative, with privacy at the ends",
    section="3",
    position=45,
    printed=(
        "s_ij ≥ 0 for all i, j by Lemma 2; but its parts 1 and 2 are strict, det > 0 iff x_1 > α·x_2 and its mirror "
        "image, and privacy gives no strict inequality"
    ),
    slip="proof",
    weight="edge",
    kept=KEPT,
)

n, m, k, r = indices("n m k r")
a, x = number("α"), matrix("x")
T = geometric_preimage(x, a, n)
given = (1 <= n, 0 <= a, a < 1)
condition = three_entries_condition(x, a, n, m)

claim.clause("inner-rows", *given, condition, 0 < k, k < n, between(0, r, m), T[k, r] >= 0)(
    lambda proof: proof.qed(proof.parts(condition)[-1](k, r))
)


@claim.clause("outer-rows", *given, private(x, a, n, m), between(0, r, m), (T[0, r] >= 0) & (T[n, r] >= 0))
def outer_rows(proof):
    near = proof.parts(private(x, a, n, m))[-1]
    return proof.qed(near(0, r), near(n - 1, r))


claim.printed_as(
    "strict-in-outer-rows",
    *(*given, private(x, a, n, m), between(0, r, m)),
    a * x[1, r] < x[0, r],
    at={"n": 1, "m": 1, "α": "1/2", "x": (("2/3", "1/3"), ("1/3", "2/3")), "r": 1},
    instead="outer-rows",
)


@claim.clause("derivable", *given, private(x, a, n, m), condition, derivable(x, a, n, m), witnesses={"T": T})
def sufficient(proof):
    inner = proof.inside(Every((k, 0, n), (r, 0, m), T[k, r] >= 0))
    outer = inner.cite("gupte2010.theorem-2.sufficiency#outer-rows")
    entries = inner.closed(
        inner.cases(
            inner.goal,
            (k == 0, lambda case: case.have(inner.goal, outer)),
            (k == n, lambda case: case.have(inner.goal, outer)),
            (TRUE, lambda case: case.cite("gupte2010.theorem-2.sufficiency#inner-rows")),
        )
    )
    return proof.cite("gupte2010.theorem-2.unique-remap#remap", entries)


# The columns 0, 1/2, 1 and 1, 1/2, 0
straight = table([[0, 1], ["1/2", "1/2"], [1, 0]])

claim.clause(
    "not-by-the-condition-alone",
    Some(
        x,
        stochastic(x, 2, 1) & three_entries_condition(x, "1/2", 2, 1),
        (geometric_preimage(x, "1/2", 2)[0, 0] < 0) & (geometric_preimage(x, "1/2", 2)[2, 1] < 0),
    ),
    witnesses={"x": straight},
)(lambda proof: proof.witness(proof.goal, straight))
