"""Section 3.3.2: synthetic records use only the released distributions, so they are at least as private.

Everything computed from a release x with independent coins is a remap T. This includes the clamped histograms, the
medians' rates, the generator, and any number of data sets. If one analyst applies a remap U to the synthetic data,
another gets the same from the release by T·U.
"""

from exactdp.claims.language import *

claim = Claim(
    "dwork2013.section-3-3-2.release",
    "synthetic records reveal no more than the distributions",
    section="3.3.2",
    position=20,
)

i, r, n, m, s, q = indices("i r n m s q")
a = number("α")
x, T, U = matrices("x T U")
V = variable("V", MATRIX)

claim.clause("data-are-private", private(x, a, n, s), stochastic(T, s, m), private(product(x, T, s), a, n, m))(
    lambda proof: proof.use(lemmas.post_processing())
)


@claim.clause(
    "no-loss-gets-smaller",
    stochastic(T, s, m),
    stochastic(U, m, q),
    Some(V, stochastic(V, s, q), equal_matrices(product(product(x, T, s), U, m), product(x, V, s), n, q)),
    witnesses={"V": product(T, U, m)},
)
def no_loss_gets_smaller(proof):
    found = proof.use(lemmas.remap_of_remap(), n=s, s=m, m=q)
    same, *_ = found.parts()
    rows = proof.every((i, 0, n), (r, 0, q), same)
    return proof.witness(proof.goal, product(T, U, m), rows, found)
