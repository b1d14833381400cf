"""Section 3: a reinterpretation as a matrix T, and the mechanism that it makes from a deployed one.

If response r of y is read as r' with probability T_rr', input i is answered r' with probability Σ_r y_ir·T_rr', the
entry of y·T. It is a mechanism, since y, T ≥ 0 and their rows sum to 1, and α-private if y is: the inequalities α·y_ir
≤ y_kr are added with the coefficients T_rr' ≥ 0. With a generalized stochastic T, entries may fall below 0.
"""

from exactdp.claims.language import *

claim = Claim("gupte2010.section-3.product", "the induced mechanism is y·T", section="3", position=8)

n, m, s, i, k, r = indices("n m s i k r")
a = number("α")
y, T, U = matrices("y T U")
induced = product(y, T, s)
rows, sums = generalized_stochastic(y, n, s), generalized_stochastic(T, s, m)

claim.clause("rows", rows, sums, between(0, i, n), Sum(r, 0, m, induced[i, r]) == 1)(
    lambda proof: proof.qed(proof.use(lemmas.rows_of_product(), x=y))
)
claim.clause("mechanism", stochastic(y, n, s), stochastic(T, s, m), stochastic(induced, n, m))(
    lambda proof: proof.cite("gupte2010.definition-3#mechanism")
)
claim.clause("private", private(y, a, n, s), stochastic(T, s, m), private(induced, a, n, m))(
    lambda proof: proof.use(lemmas.post_processing(), x=y)
)
claim.clause("twice", product(induced, U, m)[i, k] == product(y, product(T, U, m), s)[i, k])(
    lambda proof: proof.qed(proof.use(lemmas.associative(), x=y))
)

truthful, outside = table([[1, 0], [0, 1]]), table([[2, -1], [0, 1]])
negative = Some(y, stochastic(y, 1, 1), Some(T, generalized_stochastic(T, 1, 1), product(y, T, 1)[0, 1] < 0))


@claim.clause("generalized", negative, witnesses={"y": truthful, "T": outside})
def generalized(proof):
    given_truthful = substitute(proof.goal.args[2], {"y": truthful})
    return proof.witness(proof.goal, truthful, proof.witness(given_truthful, outside))
