"""The only remap T with G·T = x, in closed form, and the condition for derivability that follows.

G⁻¹ has at most three entries that are not 0 in each row. So T_k is (1+α²)·x_k - α·(x_(k-1) + x_(k+1)) over (1-α)² for
0 < k < n. At the ends, T_0 is x_0 - α·x_1 over 1-α, and T_n is x_n - α·x_(n-1) over 1-α. If x_k = 1 for all k, then
T_k = 1. So if the rows of x sum to 1, so do the rows of T. At the ends, T is not negative because x is private.
"""

from exactdp.claims.language import *

claim = Claim(
    "exactdp.remap-in-closed-form",
    "the remap that takes G to a given matrix",
    section="1",
    position=10,
    kept={
        **dict.fromkeys(("0 ≤ α", "α < 1"), "the papers' levels"),
        "1 ≤ n": "G is defined for n ≥ 1",
        "x is stochastic on {0..n} × {0..m}": "instances are decided only for mechanisms",
    },
)

n, m, i, k, r = indices("n m i k r")
a = number("α")
x, T = matrices("x T")
G, preimage = geometric_mechanism(n, a), geometric_preimage(x, a, n)
level = (1 <= n, 0 <= a, a < 1)

claim.clause("solves", *level, between(0, i, n), product(G, preimage, n)[i, r] == x[i, r])(
    lambda proof: proof.qed(proof.use(lemmas.geometric_inverse()))
)
claim.clause("only", *level, between(0, k, n), T[k, r] == geometric_preimage(product(G, T, n), a, n)[k, r])(
    lambda proof: proof.use(lemmas.inverse_geometric())
)

rows = All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1)

claim.clause("rows", *level, rows, between(0, k, n), Sum(r, 0, m, preimage[k, r]) == 1)(
    lambda proof: proof.use(lemmas.preimage_rows())
)

entries = Every((k, 0, n), (r, 0, m), 0 <= preimage[k, r])


@claim.clause("derivable-if", *level, 0 <= m, stochastic(x, n, m), entries, derivable(x, a, n, m))
def derivable_if(proof):
    row = proof.assuming(between(0, k, n))
    sums = proof.all(row.use(lemmas.preimage_rows()), k, between(0, k, n))
    each = proof.assuming(between(0, i, n), between(0, r, m)).use(lemmas.geometric_inverse())
    image = proof.every((i, 0, n), (r, 0, m), each)
    return proof.qed(proof.witness(unfold(derivable(x, a, n, m)), preimage, sums, image))


@claim.clause("derivable-only-if", *level, derivable(x, a, n, m), entries)
def derivable_only_if(proof):
    some = proof.parts(derivable(x, a, n, m))[-1]
    chances, _, image = proof.let(some, T).parts()[-3:]
    entry = proof.assuming(between(0, k, n), between(0, r, m))

    def from_image(lemma, form, divisor, *near):
        def at(case):
            equal = case.have(form == divisor * T[k, r], case.use(lemma()), *(image(each, r) for each in near))
            same = case.have(preimage[k, r] == T[k, r], equal)
            return case.opaque(0 <= preimage[k, r], same, chances(k, r))

        return at

    inside = (1 + a * a) * x[k, r] - a * (x[k - 1, r] + x[k + 1, r])
    each = entry.cases(
        0 <= preimage[k, r],
        (k == 0, from_image(lemmas.first_entry_of_image, x[0, r] - a * x[1, r], 1 - a, 0, 1)),
        (k == n, from_image(lemmas.last_entry_of_image, x[n, r] - a * x[n - 1, r], 1 - a, n, n - 1)),
        (TRUE, from_image(lemmas.three_entries_of_image, inside, (1 - a) * (1 - a), k - 1, k, k + 1)),
    )
    return proof.every((k, 0, n), (r, 0, m), each)


outer = (k == 0) | (k == n)


@claim.clause("ends", 1 <= n, a < 1, private(x, a, n, m), outer, between(0, r, m), 0 <= preimage[k, r])
def ends(proof):
    near = proof.parts(private(x, a, n, m))[-1]
    sides = (lambda case, at=at: case.have(proof.goal, near(at, r)) for at in (0, n - 1))
    return proof.either(proof.know(outer), *sides)
