"""Section 2.6: why no single mechanism is optimal at face value for all consumers.

Let n = 1, and let an error cost 1 on input 0 and c on input 1. A mechanism is given by a = x_01 and b = x_10, and
privacy requires b ≥ α(1-a), among others. For c ≥ 1 the worst loss max(a, c·b) is least, cα/(1+cα), at a = cα/(1+cα), b
= α/(1+cα) only: at another point for every c.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named

claim = Claim(
    "gupte2010.section-2-6.knowledge",
    "one optimum for each consumer",
    section="2.6",
    position=3,
    kept=KEPT | {"1 ≤ c": "the weights of the paper's example"},
)

i, r = indices("i r")
a, b, c, d = numbers("α b c d")
x = matrix("x")
given = (0 < a, a <= 1, 1 <= c)
consumer = (private(x, a, 1, 1), x[0, 1] <= b, c * x[1, 0] <= b)
value = c * a / (1 + c * a)


@claim.clause("no-less", *given, *consumer, value <= b)
def no_less(proof):
    _, ones, near = proof.parts(consumer[0])[-3:]
    # b ≥ c·x_10 ≥ cα·x_00 = cα·(1 - x_01) ≥ cα·(1-b)
    below = proof.have(c * (a * x[0, 0]) <= c * x[1, 0], near(0, 0))
    errors = proof.have(c * a * (1 - b) <= c * a * x[0, 0], ones(0), factors=3)
    return proof.qed(proof.have(c * a * (1 - b) <= b, below, errors, factors=1), 0 < 1 + c * a)


@claim.clause("only-one", *given, *consumer, b == value, (x[0, 1] == value) & (x[1, 0] == a / (1 + c * a)))
def only_one(proof):
    _, ones, near = proof.parts(consumer[0])[-3:]
    k, error, other = 1 + c * a, x[0, 1], x[1, 0]
    scale, inverse = proof.have(0 < k), proof.have(0 < 1 / (c * a), 0 < c * a)
    worst = proof.have(k * b == c * a, scale)
    below = proof.have(c * (a * x[0, 0]) <= c * other, near(0, 0))
    errors = proof.have(c * a * (1 - error) <= b, proof.have(c * a * (1 - error) == c * (a * x[0, 0]), ones(0)), below)
    large = proof.have(c * a * (c * a) <= c * a * (k * error), proof.product(errors, scale), worst)
    least = proof.have(c * a <= k * error, large, inverse)
    most = proof.have(k * error <= c * a, worst, proof.product(error <= b, scale))
    first = proof.use(lemmas.between_each_other(), most, least, α=k * error, β=c * a)
    small = proof.have(c * (k * other) <= c * a, proof.product(c * other <= b, scale), worst)
    small = proof.have(k * other <= a, small, 0 < 1 / c)
    rest = proof.have(a * (1 - error) <= other, proof.have(a * (1 - error) == a * x[0, 0], ones(0)), near(0, 0))
    enough = proof.have(a <= k * other, proof.product(rest, scale), proof.have(a * (k * error) == a * (c * a), first))
    second = proof.use(lemmas.between_each_other(), small, enough, α=k * other, β=a)
    return proof.qed(proof.have(error == value, first, scale), proof.have(other == a / k, second, scale))


rows = If(i == 0, If(r == 0, 1, c * a), If(r == 0, a, 1 + c * a - a)) / (1 + c * a)
best = Definition("x_({0},{1})", (a, c), function(i, r, rows))(a, c)

claim.clause("attained", *given, private(best, a, 1, 1))(lambda proof: proof.qed(0 < 1 + c * a, factors=3))
claim.clause("different", *given, c < d, value < d * a / (1 + d * a))(
    lambda proof: proof.qed(0 < 1 + c * a, 0 < 1 + d * a, factors=3)
)


# n = 2, α = 1/2, |i-r|: what is optimal for all inputs loses 4/7 on input 0, and for S = {0, 1} there is one with 1/3.
three = (private(x, "1/2", 2, 2), All(i, between(0, i, 2), expected_loss(absolute_loss, x, 2, i) <= b))


def constraints(proof):
    _, ones, near = proof.parts(three[0])[-3:]
    losses = proof.know(three[1])
    return *map(losses, range(3)), *map(ones, range(3)), *(near(row, at) for row in (0, 1) for at in range(3))


claim.clause("three-inputs", *three, "4/7" <= b)(lambda proof: proof.qed(*constraints(proof), factors=1))
claim.clause("three-inputs-first", *three, b == "4/7", expected_loss(absolute_loss, x, 2, 0) == "4/7")(
    lambda proof: proof.indirect(proof.goal, *constraints(proof), factors=1)
)

two = named("y", table([["2/3", "1/3", 0], ["1/3", "2/3", 0], ["1/3", "2/3", 0]]))
claim.clause(
    "two-inputs",
    private(two, "1/2", 2, 2) & All(i, between(0, i, 1), expected_loss(absolute_loss, two, 2, i) == Fraction(1, 3)),
)(by_evaluation)
