"""Theorem 2: a matrix T with G·T = M exists for α < 1, is unique, and has rows that sum to 1.

The entries of T = G⁻¹·M are (m_0 - α·m_1)/(1-α) in row 0, the mirror image of that in row n, and between them the
difference of Theorem 2's condition over (1-α)². These expressions turn column z of G into column z of the unit matrix.
So they give T from G·T. The rows of T sum to 1, because the rows of M do. For α = 1 all rows of G are equal, and T is
not unique.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.theorem-2.unique-remap",
    "the unique matrix T with G·T = M",
    section="3",
    position=42,
    printed="M = G_{n,α}·T for some T, which is uniquely defined: not so for α = 1, which Definition 2 allows",
    slip="statement",
    weight="edge",
    kept=KEPT,
)

n, m, i, k, r, z = indices("n m i k r z")
a = number("α")
x, T, U = matrices("x T U")
G = geometric_mechanism(n, a)
given = (1 <= n, 0 <= a, a < 1)
inverse = geometric_preimage(x, a, n)
rows = All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1)
remapped = is_image(x, G, T, n, m)
is_nonnegative = nonnegative(inverse, n, m)

claim.clause("exists", *given, between(0, i, n), Sum(z, 0, n, G[i, z] * inverse[z, r]) == x[i, r])(
    lambda proof: proof.use(lemmas.geometric_inverse())
)


@claim.clause("unique", *given, remapped, between(0, k, n), between(0, r, m), T[k, r] == inverse[k, r])
def unique(proof):
    at = proof.know(remapped)
    same = proof.goal

    def first(case):
        equation = x[0, r] - a * x[1, r] == (1 - a) * T[0, r]
        return case.have(same, case.have(equation, case.use(lemmas.first_entry_of_image()), at(0, r), at(1, r)))

    def last(case):
        equation = x[n, r] - a * x[n - 1, r] == (1 - a) * T[n, r]
        return case.have(same, case.have(equation, case.use(lemmas.last_entry_of_image()), at(n, r), at(n - 1, r)))

    def inner(case):
        equation = three_entries(x, a, k, r) == (1 - a) * (1 - a) * T[k, r]
        image = case.use(lemmas.three_entries_of_image())
        return case.have(same, case.have(equation, image, at(k - 1, r), at(k, r), at(k + 1, r)))

    return proof.cases(same, (k == 0, first), (k == n, last), (TRUE, inner))


claim.clause("rows", *given, rows, between(0, k, n), Sum(r, 0, m, inverse[k, r]) == 1)(
    lambda proof: proof.use(lemmas.preimage_rows())
)


@claim.clause("remap", *given, rows, is_nonnegative, derivable(x, a, n, m), witnesses={"T": inverse})
def remap(proof):
    sums = proof.for_all(
        All(k, between(0, k, n), Sum(r, 0, m, inverse[k, r]) == 1), lambda inner: inner.use(lemmas.preimage_rows())
    )
    image = proof.for_all(substitute(remapped, {"T": inverse}), lambda inner: inner.use(lemmas.geometric_inverse()))
    return proof.qed(proof.witness(unfold(derivable(x, a, n, m)), inverse, sums, image))


@claim.clause("only-remap", *given, derivable(x, a, n, m), between(0, k, n), between(0, r, m), inverse[k, r] >= 0)
def only_remap(proof):
    proof.let(proof.know(unfold(derivable(x, a, n, m))), T)
    same = proof.cite("gupte2010.theorem-2.unique-remap#unique")
    return proof.replace(same, lambda entry: entry >= 0, proof.parts(stochastic(T, n, m))[-2](k, r))


claim.printed_as(
    "unique-for-every-level",
    1 <= n,
    0 <= a,
    a <= 1,
    All(i, between(0, i, n), Sum(z, 0, n, G[i, z] * T[z, 0]) == Sum(z, 0, n, G[i, z] * U[z, 0])),
    T[0, 0] == U[0, 0],
    at={"n": 1, "α": 1, "T": ((1,), (0,)), "U": ((0,), (1,))},
    instead="unique",
)
