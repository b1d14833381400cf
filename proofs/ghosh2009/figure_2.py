"""Figure 2: a 1/2-private mechanism for n = 5, and the remap that makes it from the geometric mechanism.

Rows 0 and 1 of column 0 are 2/3 and 1/3, so the mechanism is not private at any larger level. G has an inverse. So if
G·T = F, row k of T is a combination of the rows k-1, k and k+1 of F (of two rows at the ends). So the remap is unique.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.polytope import figure_2_mechanism

claim = Claim(
    "ghosh2009.figure-2", "a mechanism for n = 5 that is G with response 1 read as 2", section="5", position=20
)

i, k, r, z = indices("i k r z")
a, T = number("α"), matrix("T")
half = Fraction(1, 2)
F, G = figure_2_mechanism(), geometric_mechanism(5, half)
remap = named("remap", function(z, r, as_number(If(r == If(z == 1, 2, z), 1, 0))))


def for_all_entries(formula):
    return Every((i, 0, 5), (r, 0, 5), formula)


claim.clause("private", private(F, half, 5, 5))(by_evaluation)
claim.clause("at-no-larger-level", private(F, a, 5, 5), a <= half)(
    lambda proof: proof.qed(proof.parts(private(F, a, 5, 5))[-1](0, 0))
)
claim.clause("remapped", for_all_entries(product(G, remap, 5)[i, r] == F[i, r]), kept={"0 ≤ r": "the columns of F"})(
    by_evaluation
)


@claim.clause(
    "only-remap",
    for_all_entries(product(G, T, 5)[i, r] == F[i, r]),
    between(0, k, 5),
    between(0, r, 5),
    T[k, r] == remap[k, r],
)
def only_remap(proof):
    rows = proof.know(proof.given[0])

    def at(row, column):
        def step(p):
            near = [rows(q, column) for q in (row - 1, row, row + 1) if 0 <= q <= 5]
            return p.have(proof.goal, p.have(T[row, column] == remap[row, column], *near))

        return step

    def in_row(row):
        return lambda p: p.cases(proof.goal, *((r == column, at(row, column)) for column in range(6)))

    return proof.cases(proof.goal, *((k == row, in_row(row)) for row in range(6)))
