"""Table 1(a): the optimal mechanism of one consumer; the printed, rounded table is not a mechanism.

All four inputs have the loss 168/415. A linear program finds exact prices. The sum of the constraints with these prices
proves that no private mechanism is better, and that no other one is as good.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "gupte2010.table-1a",
    "the optimal mechanism of one consumer",
    section="2.5",
    position=10,
    printed="2/3, 5/17, 1/25, 1/98 and 1/6, 7/11, 7/44, 2/49 for the first two rows",
    slip="print",
    weight="value",
    kept=KEPT | {"i ≤ 3": "the inputs", "r ≤ 3": "the responses"},
)

i, k, r, s = indices("i k r s")
b, x = number("b"), matrix("x")
level, value = Fraction(1, 4), Fraction(168, 415)
rows = (1088, 489, 66, 17), (272, 1056, 264, 68), (68, 264, 1056, 272), (17, 66, 489, 1088)
exact = named("optimum", table([[Fraction(v, 1660) for v in row] for row in rows]))
lines = "2/3 5/17 1/25 1/98", "1/6 7/11 7/44 2/49", "2/49 7/44 7/11 1/6", "1/98 1/25 5/17 2/3"
printed = named("Table 1(a)", table([line.split() for line in lines]))
given = (private(x, level, 3, 3), All(i, between(0, i, 3), expected_loss(absolute_loss, x, 3, i) <= b))

claim.printed_as("a-mechanism", stochastic(printed, 3, 3), instead=("printed-sums", "rounding"))
claim.printed_as(
    "private",
    Every((i, 0, 2), (r, 0, 3), level * printed[i, r] <= printed[i + 1, r]),
    instead=("is-private", "optimal", "unique"),
)
claim.clause(
    "printed-sums",
    (Sum(r, 0, 3, printed[0, r]) == 1 + Fraction(1373, 124950))
    & (Sum(r, 0, 3, printed[1, r]) == 1 + Fraction(19, 6468)),
)(by_evaluation)
claim.clause("is-private", private(exact, level, 3, 3))(by_evaluation)
claim.clause("loss", All(i, between(0, i, 3), expected_loss(absolute_loss, exact, 3, i) == value))(by_evaluation)
claim.clause(
    "rounding",
    Every((i, 0, 3), (r, 0, 3), abs(printed[i, r] - exact[i, r]) <= Fraction(14, 1245)),
)(by_evaluation)


def constraints(proof):
    entries, ones, near = proof.parts(given[0])[-3:]
    for row in range(4):
        yield from (ones(row), proof.know(given[1])(row))
        for column in range(4):
            yield entries(row, column)
            if row < 3:
                yield near(row, column)


claim.clause("optimal", *given, value <= b)(lambda proof: proof.qed(*constraints(proof), factors=1))


@claim.clause("unique", *given, b == value, between(0, k, 3), between(0, s, 3), x[k, s] == exact[k, s])
def unique(proof):
    facts = list(constraints(proof))

    def each(case, index, step):
        return case.cases(proof.goal, *((index == at, step) for at in range(3)), (TRUE, step))

    return each(proof, k, lambda row: each(row, s, lambda entry: entry.indirect(proof.goal, *facts, factors=1)))
