"""Losses with flat parts: when modes that never turn back can be chosen in them.

A row that falls weakly up to μ and rises weakly from there does so for every μ in an interval a..b, where it is least.
Modes that do not decrease can be chosen exactly if no a_j is above a later b_i: take the largest a_j so far. The proof
of the theorem asks for no more, and never for a strict step. Where neither choice is there, some a_j > b_i for j < i,
and some b_v < a_w for v < w; three of these four inputs are on the sides of a cut in turn.
"""

from exactdp.claims import Claim, core
from exactdp.claims.concentration_words import never_decrease, unimodal
from exactdp.claims.formulas import (
    INDEX_MAP,
    TRUE,
    All,
    Some,
    between,
    indices,
    matrices,
    negation,
    number,
    variable,
    vectors,
)
from exactdp.claims.vocabulary import geometric_mechanism, optimal, prior, product, stochastic
from exactdp.commands.cli import main

claim = Claim("exactdp.plateaus", "losses with flat parts and ties", section="3", position=55)

i, j, k, m, n, r, s, v, w = indices("i j k m n r s v w")
a, b, u = (variable(name, INDEX_MAP) for name in ("a", "b", "μ"))
intervals = All(i, between(0, i, n), a[i] <= b[i])
fits = All(j, between(0, j, n), All(i, between(j, i, n), a[j] <= b[i]))
inside = All(i, between(0, i, n), (a[i] <= u[i]) & (u[i] <= b[i]))


@claim.clause("needed", 0 <= n, never_decrease(u, n), inside, fits)
def needed(proof):
    pair = proof.assuming(between(0, j, n), between(j, i, n))
    first, last = pair.know(inside)(j).parts()[0], pair.know(inside)(i).parts()[1]
    rising = pair.parts(never_decrease(u, n))[-1](j, i)
    goal = pair.have(a[j] <= b[i], first, rising, last)
    return proof.qed(proof.all(proof.all(goal, i, between(j, i, n)), j, between(0, j, n)))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
