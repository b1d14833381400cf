"""Table 1(c): the consumer's interaction with the geometric mechanism, exactly.

Its product with G_{3,1/4} is the mechanism of Table 1(a), which is the only optimal one. As G has an inverse, the
interaction is the only one too.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "gupte2010.table-1c",
    "the consumer's interaction",
    section="2.5",
    position=30,
    printed="9/11 and 2/11 for 68/83 and 15/83; the corner 0 7 is read as 0 0",
    slip="print",
    weight="value",
    kept=KEPT | {"r ≤ 3": "the responses"},
)

i, k, r, s = indices("i k r s")
b, T = number("b"), matrix("T")
level, value = Fraction(1, 4), Fraction(168, 415)
G = geometric_mechanism(3, level)


def interaction(stay):
    """Return the interaction that reads 0 and 3 as themselves with this probability."""
    stay = Fraction(stay)
    return table([[stay, 1 - stay, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1 - stay, stay]])


def loss_at_most(remap, bound):
    return All(i, between(0, i, 3), expected_loss(absolute_loss, product(G, remap, 3), 3, i) <= bound)


exact, printed = named("interaction", interaction("68/83")), named("Table 1(c)", interaction("9/11"))
optimum = named(
    "optimum",
    table(
        [
            [Fraction(v, 1660) for v in row]
            for row in ((1088, 489, 66, 17), (272, 1056, 264, 68), (68, 264, 1056, 272), (17, 66, 489, 1088))
        ]
    ),
)
given = (stochastic(T, 3, 3), loss_at_most(T, b))

claim.printed_as("optimal", loss_at_most(printed, value), instead=("loss", "unique"))
claim.clause("printed-loss", expected_loss(absolute_loss, product(G, printed, 3), 3, 0) == Fraction(357, 880))(
    by_evaluation
)
claim.clause("loss", stochastic(exact, 3, 3) & loss_at_most(exact, value))(by_evaluation)
claim.clause("product", Every((i, 0, 3), (r, 0, 3), product(G, exact, 3)[i, r] == optimum[i, r]))(by_evaluation)
claim.clause("rounding", exact[0, 0] - printed[0, 0] == Fraction(1, 913))(by_evaluation)
claim.clause("geometric-private", private(G, level, 3, 3))(by_evaluation)


def induced(proof):
    """Return that G·T is private."""
    deployed = proof.cite("gupte2010.table-1c#geometric-private")
    return proof.use(lemmas.post_processing(), deployed, x=G, α=level, n=3, s=3, m=3)


claim.clause("optimal", *given, value <= b)(
    lambda proof: proof.cite("gupte2010.table-1a#optimal", induced(proof), x=product(G, T, 3))
)


@claim.clause("unique", *given, b == value, between(0, k, 3), between(0, s, 3), T[k, s] == exact[k, s])
def unique(proof):
    private_product = induced(proof)
    rows = [proof.cite("gupte2010.table-1a#unique", private_product, x=product(G, T, 3), k=row) for row in range(4)]

    def each(case, index, step):
        return case.cases(proof.goal, *((index == at, step) for at in range(3)), (TRUE, step))

    return each(proof, k, lambda row: each(row, s, lambda entry: entry.have(proof.goal, *rows)))
