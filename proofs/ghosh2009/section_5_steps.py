"""Section 5, the overview: the three announced steps, compared with the steps that the section takes.

The first and the third agree. The second is announced for every mechanism that is optimal for some user. The section
shows it only for optimal vertices, and for users with a positive prior and a strictly monotone loss on the inputs 0 and
n. An optimal mechanism halfway between two optimal vertices has more S entries than Z-columns. The remap of the third
step, which sends intervals of responses, does not make it.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.polytope import row_pattern, slacks, strict_user, zero_columns

claim = Claim(
    "ghosh2009.section-5.steps",
    "the three steps of the proof",
    section="5",
    position=6,
    printed="the conditions are met by every privacy mechanism that is optimal for some user",
    slip="statement",
    weight="remark",
    kept={
        **KEPT,
        **dict.fromkeys(("p[0] > 0", "p[n] > 0"), "ghosh2009.lemma-5.5.hypotheses has a counterexample"),
        **dict.fromkeys(
            (f"loss({k}, ·) is strictly monotone on {{0..n}}" for k in "0n"),
            "ghosh2009.lemma-5.5.hypotheses has a counterexample",
        ),
    },
)

n, i = indices("n i")
a = number("α")
g, loss, w, x, y, S = matrices("g loss w x y S")
(p,) = vectors("p")
optimum = (1 <= n, 0 < a, a < 1, strict_user(p, loss, n), optimal(x, p, loss, a, n, n))


@claim.clause("rows", *optimum, All(i, between(0, i, n - 1), row_pattern(x, a, i, n)))
def rows(proof):
    pattern = proof.assuming(between(0, i, n - 1)).cite("ghosh2009.lemma-5.5.hypotheses#pattern")
    return proof.all(pattern, i, between(0, i, n - 1))


claim.printed_as(
    "every-optimum",
    *optimum,
    Sum(i, 0, n - 1, slacks(x, a, i, n)) == zero_columns(x, n),
    at={"n": 1, "α": "1/2", "p": ("2/3", "1/3"), "loss": ((0, 1), (1, 0)), "x": (("5/6", "1/6"), ("2/3", "1/3"))},
    instead=("rows", "no-worse"),
)

claim.clause("remap-is-private", private(g, a, n, n), stochastic(S, n, n), private(product(g, S, n), a, n, n))(
    lambda proof: proof.use(lemmas.post_processing(), x=g, T=S, s=n, m=n)
)


# The best remap y of g loses at most what another remap of g does, which is x.
@claim.clause(
    "no-worse",
    0 <= a,
    a <= 1,
    prior(p, n),
    monotone(loss, n, n),
    optimal(x, p, loss, a, n, n),
    private(y, a, n, n),
    bayesian_loss(p, loss, y, n, n) <= bayesian_loss(p, loss, x, n, n),
    optimal(y, p, loss, a, n, n),
)
def no_worse(proof):
    least = proof.parts(optimal(x, p, loss, a, n, n))[-1]
    other = proof.assuming(private(w, a, n, n))
    less = other.have(bayesian_loss(p, loss, y, n, n) <= bayesian_loss(p, loss, w, n, n), least(w))
    return proof.qed(proof.all(less, w, private(w, a, n, n)))
