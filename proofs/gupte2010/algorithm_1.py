"""Algorithm 1: which matrices it computes, and what it releases.

The first loop computes T_(i+1) from α_i and α_(i+1), for i up to k. At i = k, α_(k+1) does not exist, and T_(k+1) is
not used. For α_i < 1 only one matrix T_(i+1) meets the equation, and it is stochastic. With i up to k-1 the products
T_1·…·T_i are G_{n,α_i}, so result i is that of the geometric mechanism. Here T[s] is the remap from level s to level
s+1, so T_1 of the paper is G, and its T_(s+1) is T[s].

The paper uses the name k for the number of levels, and again for an input of T_i, a result in {0..n}. So T_i may lack a
row k. The rest of the paper writes G_{n,α_i} for G_{α_i,n}, and section 2.6 writes T_i for T_(i+1).
"""

from exactdp.claims.language import *
from exactdp.model.geometric import geometric

claim = Claim(
    "gupte2010.algorithm-1",
    "the matrices of Algorithm 1",
    section="4.1",
    position=30,
    printed=(
        "the first loop runs for 1 ≤ i ≤ k, and at i = k asks for α_(k+1); the k-th row of T_i for an input k, where k "
        "is the number of levels; G_{α_i,n} for G_{n,α_i}"
    ),
    slip="print",
    kept={"1 ≤ n": "at n = 0, G is not stochastic", "0 ≤ α": "the paper's levels"},
)

n, k, s, i, r, z = indices("n k s i r z")
a = variable("a", VECTOR)
T, P = (variable(name, Function(3, NUMBER)) for name in "TP")
c, b = numbers("α β")
U = matrix("U")

# The loop asks for level i+1, and there are k levels.
claim.printed_as("loop", i >= 1, i <= k, i + 1 <= k, instead="remap-exists")
# The rows of T_i are numbered 0..n.
claim.printed_as(
    "row-k", 1 <= n, 1 <= k, levels(a, k), between(0, k, n), at={"n": 1, "k": 2, "a": (0, 0, "1/2")}, instead="result"
)


def G(level):  # noqa: N802 (the paper's name)
    return geometric_mechanism(n, a[level])


products = Definition(
    "{0} are the cumulative products for {3} levels {2}, the remaps {1} and results {{0..{4}}}",
    (P, T, a, k, n),
    Every((i, 0, n), (r, 0, n), P[1, i, r] == G(1)[i, r])
    & Every((s, 1, k - 1), (i, 0, n), (r, 0, n), P[s + 1, i, r] == Sum(z, 0, n, P[s, i, z] * T[s, z, r])),
)


@generator(products)
def some_products(rng, turn, remaps, a, *sizes):
    """Multiply the remaps."""
    k, n = sizes
    if n < 1 or k < 1:
        return None
    found = [geometric(n=n, alpha=a[1]).rows] * 2
    for each in remaps[1:k]:
        found.append([[sum(u * each[z][c] for z, u in enumerate(row)) for c in range(n + 1)] for row in found[-1]])
    return tuple(tuple(map(tuple, rows)) for rows in found)


given = (1 <= n, 1 <= k, levels(a, k))


transition = function(i, r, If(a[s] < 1, geometric_preimage(G(s + 1), a[s], n)[i, r], G(s + 1)[i, r]))


@claim.clause("remap-exists", *given, 1 <= s, s < k, derivable(G(s + 1), a[s], n, n), witnesses={"T": transition})
def remap_exists(proof):
    bounds, rising = proof.parts(levels(a, k))[-2:]
    return proof.cite(
        "gupte2010.lemma-3#derivable", *bounds(s).parts(), *bounds(s + 1).parts(), rising(s), α=a[s], β=a[s + 1]
    )


deployed, wanted = (geometric_mechanism(n, level) for level in (c, b))


@claim.clause(
    "every-remap", 1 <= n, 0 <= c, c < 1, c <= b, b <= 1, turns_into(U, deployed, wanted, n), stochastic(U, n, n)
)
def every_remap(proof):
    """U is G⁻¹ times the wanted matrix, because G has an inverse, and this product is stochastic by Lemma 3."""
    inverse = geometric_preimage(wanted, c, n)
    at, known = "gupte2010.theorem-2.unique-remap#{}".format, {"α": c, "x": wanted, "m": n}
    image = proof.parts(turns_into(U, deployed, wanted, n))[-1]
    ones = proof.cite("gupte2010.definition-4#stochastic", α=b).parts()[-1]
    exists = proof.cite("gupte2010.lemma-3#derivable")

    row, entry = proof.assuming(between(0, k, n)), proof.assuming(between(0, k, n), between(0, r, n))
    same = entry.cite(at("unique"), image, T=U, **known)
    sign = entry.have(0 <= U[k, r], same, entry.cite(at("only-remap"), exists, **known))
    total = row.termwise(r, 0, n, U[k, r] == inverse[k, r], same)
    one = row.have(Sum(r, 0, n, U[k, r]) == 1, total, row.cite(at("rows"), ones, **known))
    signs = proof.every((k, 0, n), (r, 0, n), sign)
    return proof.qed(signs, proof.all(one, k, between(0, k, n)))


released = Every((i, 0, n), (r, 0, n), P[s, i, r] == G(s)[i, r])


run = explained(
    "{0} are the products of the remaps {1} of Algorithm 1 for {3} levels {2} and results {{0..{4}}}",
    (P, T, a, k, n),
    levels(a, k) & stages(T, a, k, n) & products(P, T, a, k, n),
)


@claim.clause("result", 1 <= n, 1 <= s, s <= k, run(P, T, a, k, n), released)
def result(proof):
    first, following = proof.parts(products(P, T, a, k, n))[-2:]
    remaps = proof.parts(stages(T, a, k, n))[-1]
    inner, before = proof.inductive((s <= k) >> released, s, 1, [first])
    more = inner.assuming(s + 1 <= k)
    here = more.detach(before)

    after = Every((i, 0, n), (r, 0, n), P[s + 1, i, r] == G(s + 1)[i, r])
    cell = more.inside(after)
    term = cell.assuming(between(0, z, n))
    same = term.have(P[s, i, z] * T[s, z, r] == G(s)[i, z] * T[s, z, r], here(i, z))
    total = cell.termwise(z, 0, n, same)
    return proof.detach(
        inner.closed(
            inner.imply(
                s + 1 <= k,
                cell.closed(
                    cell.chain(
                        P[s + 1, i, r],
                        (total.says.args[0], following(s, i, r)),
                        (total.says.args[1], total),
                        (G(s + 1)[i, r], remaps(s).parts()[-1](i, r)),
                    )
                ),
            )
        )
    )
