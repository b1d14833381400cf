"""Footnote 3: what a cryptographically small δ is.

It is a δ(m) that falls below m^-c for every c, as 2^-m does and m^-c for a fixed c does not. For m ≥ 2c one row more
makes m^c at most twice as large, as (m+1)^c·(m-c) ≤ m^(c+1); and m^c ≤ 2^m holds at m = 4c², where it says (4c²)^c ≤
(16^c)^c. A δ of 1/m or more allows a whole row to be published, as in Example 9.
"""

from exactdp.claims import Claim
from exactdp.claims.formulas import as_number, indices, numbers
from exactdp.claims.lemmas import index_order, index_order_strictly, power_nonnegative
from exactdp.claims.neighbour_lemmas import cancelled
from exactdp.commands.cli import main

claim = Claim("dwork2013.footnote-3", "a cryptographically small δ", section="2.3", position=85)

c, k, m, r = indices("c k m r")
a, t, u = numbers("a t u")
two, rows = as_number(2), as_number(m)


@claim.clause("one-row-more", 1 <= c, 2 * c <= m, as_number(m + 1) ** c <= 2 * rows**c)
def one_row_more(proof):

    goal = (c <= m) >> (as_number(m + 1) ** c * (rows - c) <= rows ** (c + 1))

    def step(inner, before):
        later = inner.assuming(c + 1 <= m)
        size = later.use(index_order(), j=0, k=m)
        power = later.use(power_nonnegative(), size, later.have(0 <= as_number(m + 1), size), α=m + 1, k=c)
        least = later.product(power, later.have(0 <= as_number(c + 1), later.use(index_order(), j=0, k=c)))
        more = later.product(size, later.detach(before))
        return inner.imply(
            c + 1 <= m, later.have(as_number(m + 1) ** (c + 1) * (rows - (c + 1)) <= rows ** (c + 2), least, more)
        )

    found = proof.detach(proof.induction(goal, c, 0, [], step))
    half = proof.use(index_order(), j=2 * c, k=m)
    power = proof.use(
        power_nonnegative(), proof.have(0 <= as_number(m + 1), proof.use(index_order(), j=0, k=m)), α=m + 1, k=c
    )
    less = proof.have(as_number(m + 1) ** c * rows <= 2 * rows**c * rows, found, proof.product(power, half))
    return proof.use(
        cancelled(), less, proof.use(index_order_strictly(), j=0, k=m), α=as_number(m + 1) ** c, β=2 * rows**c, t=rows
    )


claim.clause("at-4c2", 1 <= c, (4 * as_number(c) ** 2) ** c <= two ** (4 * c * c))
claim.clause("two-to-the-m", 1 <= c, 4 * c * c <= m, rows**c <= two**m)

claim.clause("no-fixed-power", 0 <= c, 2 <= m, 1 / rows ** (c + 1) < 1 / rows**c)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
