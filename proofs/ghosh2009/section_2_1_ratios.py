"""Section 2.1: the ratio in [α, 1/α], written as two products.

For y > 0 the ratio x/y is at least α exactly if x ≥ α·y, and at most 1/α exactly if y ≥ α·x. The cases with y = 0
remain: there 0/0 counts as 1, and x/0 is above every number. At α = 0, which the section includes, 1/α is undefined.
The two products have a meaning there: they hold for all x and y, so they protect nothing.
"""

from exactdp.claims.language import *

claim = Claim(
    "ghosh2009.section-2-1.ratios",
    "the interval [α, 1/α], also at α = 0",
    section="2.1",
    position=2,
    printed="for α ∈ [0, 1], the ratio of two probabilities lies in the interval [α, 1/α], where 0/0 is read as 1",
    slip="statement",
    weight="edge",
)

a, x, y = numbers("α x y")

ratio = Definition(
    "the ratio of {1} to {2} is between {0} and its reciprocal",
    (a, x, y),
    ((x == 0) & (y == 0)) | ((0 < y) & ((a <= x / y) & (x / y <= 1 / a))),
)
"""The ratio lies in the interval, where 0/0 is 1, and x/0 is above every number."""

KEPT = {"0 < α": "otherwise 1/α is not defined"}
given = (0 < a, 0 <= x, 0 <= y)
products = (a * y <= x) & (a * x <= y)

same = (ratio(a, x, y) >> products) & (products >> ratio(a, x, y))
claim.printed_as(
    "every-level",
    *(0 <= a, a <= 1, 0 <= x, 0 <= y),
    same,
    at={"α": 0, "x": 0, "y": 1},
    instead=("products", "ratio", "level-0"),
)


@claim.clause("products", *given, ratio(a, x, y), products, kept=KEPT)
def to_products(proof):
    def positive(case):
        return case.both(case.have(a * y <= x), case.have(a * x <= y, factors=3))

    return proof.either(proof.know(ratio(a, x, y)), lambda case: case.have(products), positive)


@claim.clause("ratio", *given, a * y <= x, a * x <= y, ratio(a, x, y))
def to_ratio(proof):
    goal = unfold(ratio(a, x, y))

    def positive(case):
        lower, upper = case.have(a <= x / y), case.have(x / y <= 1 / a)
        return case.alternative(goal, case.both(case.know(0 < y), case.both(lower, upper)))

    def zero(case):
        return case.alternative(goal, case.both(case.indirect(x == 0), case.indirect(y == 0)))

    return proof.cases(ratio(a, x, y), (0 < y, positive), (TRUE, zero))


@claim.clause("inverse", *given, ratio(a, x, y), ratio(a, y, x), kept=KEPT)
def inverse(proof):
    products = proof.cite("ghosh2009.section-2-1.ratios#products")
    return proof.cite("ghosh2009.section-2-1.ratios#ratio", *products.parts(), x=y, y=x)


claim.clause("level-0", 0 <= x, 0 <= y, (0 * y <= x) & (0 * x <= y))(by_arithmetic)
