"""The user-specific LP (2)-(6): it has a feasible point, and its objective has bounds.

Equal rows of 1/(n+1) keep every constraint. The objective is a mean of losses, with the weights p_i·x_ir. So it is
between 0 and the largest loss, for every α and every loss.
"""

from exactdp.claims.language import *

claim = Claim("ghosh2009.section-5.linear-program", "the LP is feasible and bounded", section="5", position=10)

n, i, r = indices("n i r")
a, t = numbers("α t")
x, l = matrices("x l")  # noqa: E741 (the paper's letter)
(p,) = vectors("p")

equal_rows = function(i, r, 1 / as_number(n + 1))

claim.clause("feasible", 0 <= n, a <= 1, private(equal_rows, a, n, n), kept={"0 ≤ n": "n + 1 is a number of inputs"})(
    by_arithmetic
)

given = (prior(p, n), private(x, a, n, n))


def of_averages(lemma):
    """The objective is an average over p of averages over the rows."""

    def step(proof):
        row = proof.assuming(between(0, i, n))
        of_row = row.use(lemma(), n=n, p=lambda r: x[i, r], f=lambda r: l[i, r])
        return proof.qed(proof.use(lemma(), of_row, f=lambda i: Sum(r, 0, n, x[i, r] * l[i, r]), t=t))

    return step


def bounded(relation):
    return Every((i, 0, n), (r, 0, n), relation(l[i, r]))


claim.clause("at-least", *given, bounded(lambda v: t <= v), t <= bayesian_loss(p, l, x, n, n))(
    of_averages(lemmas.average_at_least)
)
claim.clause("at-most", *given, bounded(lambda v: v <= t), bayesian_loss(p, l, x, n, n) <= t)(
    of_averages(lemmas.average_at_most)
)
