"""Figure 4: the printed rows of x_1 are 1/2-private, and they determine the rows of the other databases.

For neighbours all probabilities of a response are within a factor 2, at distance two within 4, at distance three within
8. The printed rows satisfy these bounds. That alone does not show that they extend to all databases, as a new row must
be close to several printed rows, in both responses. They do extend, in exactly one way.

Databases are the sets of their rows that are 1, in the order {}, {1}, {2}, {1,2}, {3}, {1,3}, {2,3}, {1,2,3}. The rows
of x_1 are those of {1}, {2}, {1,3} and {2,3}. p is the probability of response 1, and its complement that of response
2. The text and the proof call this figure, and the next, Figure 6.2.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "ghosh2009.figure-4",
    "the printed rows of x_1 are private and extend to all databases in one way",
    section="6.2",
    position=40,
)

i, k, r = indices("i k r")
a, p = number("α"), variable("p", VECTOR)
half = Fraction(1, 2)
EDGES = [(d, d | bit) for bit in (1, 2, 4) for d in range(8) if not d & bit]

on_cube = Definition(
    "{0} and its complement are {1}-private on the cube of all databases",
    (p, a),
    All(i, between(0, i, 7), between(0, p[i], 1))
    & both(
        *(
            (a * p[one] <= p[other]) & (a * (1 - p[one]) <= 1 - p[other])
            for d, e in EDGES
            for one, other in ((d, e), (e, d))
        )
    ),
)


def listed(values):
    """A vector that is written out."""
    body = as_number(0)
    for at, value in reversed(list(enumerate(values))):
        body = If(i == at, Fraction(value), body)
    return Definition(f"({' '.join(values)})", (), function(i, body))()


extension = named("p_extended", listed(["5/6", "11/12", "2/3", "5/6", "2/3", "5/6", "1/3", "2/3"]))
printed = (p[1] == Fraction(11, 12), p[2] == Fraction(2, 3), p[5] == Fraction(5, 6), p[6] == Fraction(1, 3))

# The rows of {1}, {2}, {1,3}, {2,3}, and 2 to the number of rows in which they differ.
rows = named("x_1", table([["11/12", "1/12"], ["2/3", "1/3"], ["5/6", "1/6"], ["1/3", "2/3"]]))
factors = named("factor", table([[1, 4, 2, 8], [4, 1, 8, 2], [2, 8, 1, 4], [8, 2, 4, 1]]))

claim.clause(
    "printed-rows",
    Every((i, 0, 3), (k, 0, 3), (r, 0, 1), rows[i, r] <= factors[i, k] * rows[k, r]),
    kept=dict.fromkeys(("0 ≤ i", "0 ≤ r", "r ≤ 1"), "the entries of the tables"),
)(by_evaluation)
claim.clause("extension", on_cube(extension, half))(by_evaluation)


@claim.clause(
    "no-other",
    on_cube(p, half),
    *printed,
    (p[0] == Fraction(5, 6)) & (p[3] == Fraction(5, 6)) & (p[4] == Fraction(2, 3)) & (p[7] == Fraction(2, 3)),
)
def no_other(proof):
    facts = proof.parts(on_cube(p, half))
    values = {0: Fraction(5, 6), 3: Fraction(5, 6), 4: Fraction(2, 3), 7: Fraction(2, 3)}
    return proof.qed(*(proof.indirect(p[d] == value, *facts[2:], factors=1) for d, value in values.items()))


@claim.clause("level", on_cube(extension, a), a <= half)
def level(proof):
    # The probabilities 1/12 on {1} and 1/6 on {}.
    return proof.qed(*proof.parts(on_cube(extension, a))[2:], factors=1)
