"""Lemma 5.8: the constraint matrix of an optimal vertex has as many S entries as Z-columns.

s ≤ z holds at every vertex: of (n+1)² independent tight constraints n+1 are row sums and z(n+1) are entries 0, so that
(n+1)(n-z) others are needed, and each of these is a ↓ or a ↑. (The proof overlooks that the privacy constraints in the
Z-columns are tight as well; but there they follow from the entries 0 and don't count.) There are n(n+1-z) - s arrows.
s ≥ z is Corollary 5.7, and fails with it.
"""

from exactdp.claims import Claim
from exactdp.claims.formulas import Sum, indices, matrices, number, vectors
from exactdp.claims.polytope_words import (
    a_vertex,
    downs,
    patterned,
    slacks_down_to,
    strict_user,
    ups,
    zero_columns,
)
from exactdp.claims.vocabulary import monotone, optimal, prior, private
from exactdp.commands.cli import main

claim = Claim(
    "ghosh2009.lemma-5.8",
    "as many S entries as Z-columns",
    section="5",
    position=100,
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
)

n, i = indices("n i")
a = number("α")
x, loss = matrices("x loss")
(p,) = vectors("p")
s, z = slacks_down_to(x, a, n - 1, n), zero_columns(x, n)
vertex = (1 <= n, 0 < a, a < 1, a_vertex(x, a, n, n))
arrows = Sum(i, 0, n - 1, downs(x, a, i, n) + ups(x, a, i, n))


@claim.clause("arrows-needed", *vertex, (n + 1) * (n - z) <= arrows)
def arrows_needed(proof):
    """What linear algebra says of a vertex, and no rule of the core does."""
    return proof.because(
        "at a vertex (n+1)² of the tight constraints are independent; n+1 are row sums, z(n+1) entries 0, and the "
        "privacy constraints in Z-columns follow from these: the others are arrows",
        proof.goal,
        proof.know(a_vertex(x, a, n, n)),
    )


@claim.clause("vertex", *vertex, s <= z)
def at_vertices(proof):
    private_x = proof.have(private(x, a, n, n), *proof.parts(a_vertex(x, a, n, n)))
    count = proof.cite("ghosh2009.lemma-5.8.counting#arrows", private_x)
    return proof.qed(proof.cite("ghosh2009.lemma-5.8#arrows-needed"), count)


@claim.clause("patterns", *vertex, patterned(x, a, n, n), s == z)
def patterns(proof):
    bounds = proof.cite("ghosh2009.lemma-5.8#vertex"), proof.cite("ghosh2009.corollary-5.7#patterns")
    return proof.equal(proof.goal, *bounds)


level, best = (1 <= n, 0 < a, a < 1), optimal(x, p, loss, a, n, n)


@claim.clause("optimal", *level, strict_user(p, loss, n), best, a_vertex(x, a, n, n), s == z)
def of_optimal(proof):
    return proof.cite("ghosh2009.lemma-5.8#patterns", proof.cite("ghosh2009.corollary-5.7#optimal-patterns"))


claim.printed_as(
    "every-user",
    *level,
    prior(p, n),
    monotone(loss, n, n),
    best,
    a_vertex(x, a, n, n),
    s == z,
    at={
        "n": 2,
        "α": "1/2",
        "p": ("1/2", "1/2", 0),
        "loss": ((0, 1, 2), (1, 0, 1), (2, 1, 0)),
        "x": (("2/3", "1/3", 0), ("1/3", "2/3", 0), ("2/3", "1/3", 0)),
    },
)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
