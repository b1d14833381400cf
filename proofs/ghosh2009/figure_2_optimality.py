"""Figure 2: its mechanism is optimal for the user of the caption, and no other mechanism is.

The loss |i-r|^(3/2) is irrational, and the prices that prove optimality are sums of square roots. Take the constraints
that are tight at F. In each row of its Z-column except the last, leave out one of the two constraints. Then there are
as many constraints as unknowns, so the objective is a unique combination of them. Bounds on √2, √3 and √5 show that all
prices are positive. So no mechanism loses less. If a mechanism loses as little, all these constraints are tight at it,
and so it is F.
"""

from fractions import Fraction

from flint import fmpq, fmpq_mat

from exactdp.arithmetic.radicals import power
from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.examples import figure_2
from exactdp.claims.vocabulary.polytope import figure_2_mechanism

claim = Claim(
    "ghosh2009.figure-2.optimality",
    "Figure 2's mechanism is the only optimal one for its user",
    section="5",
    position=25,
)

i, k, r = indices("i k r")
y = matrix("y")
F, half = figure_2_mechanism(), Fraction(1, 2)
root = computed(
    Definition("sqrt({0})", (k,), None, sort=NUMBER, decide=lambda k: power(k, "1/2")),
    "the nonnegative root, an exact algebraic number",
)
distance = abs(i - r)
powers = {2: 2 * root(2), 3: 3 * root(3), 4: as_number(8), 5: 5 * root(5)}
body = as_number(distance)
for at, value in powers.items():
    body = If(distance == at, value, body)
loss = Definition("l", (), function(i, r, body))()
prior = function(i, If(i == 1, Fraction(0), If(i == 3, Fraction(0), Fraction(1, 4))))
RADICANDS = (1, 2, 3, 5)
NEVER = as_number(0) < as_number(0)
least = Fraction(1, 3) + Fraction(17, 48) * root(2) + Fraction(9, 64) * root(3) + Fraction(5, 96) * root(5)
given = private(y, half, 5, 5)


def loss_of(x):
    return bayesian_loss(prior, loss, x, 5, 5)


def roots(proof):
    """The square roots between decimals."""
    decimals = ((2, 1414213), (3, 1732050), (5, 2236067))
    near = (between(Fraction(v, 10**6), root(k), Fraction(v + 1, 10**6)) for k, v in decimals)
    return [proof.fact(core.evaluate(f)) for f in near]


claim.clause("power", Every((i, 0, 5), (r, 0, 5), loss[i, r] == distance * root(distance)))(
    lambda proof: proof.fact(core.evaluate(proof.goal))
)
claim.clause("loss", loss_of(F) == least)(by_arithmetic)


def tight_constraints():
    """Two neighbours in a column, the one α times the other, for as many constraints as there are unknowns."""
    x, found = figure_2(), []
    for here in range(5):
        for column in range(6):
            for low, high in ((here + 1, here), (here, here + 1)):
                spare = column == 1 and here < 4 and (low == here) == (here > 0)
                if x[low][column] == half * x[high][column] and not spare:
                    found.append((low, high, column))
    return found


CELLS = [(row, column) for row in range(6) for column in range(6)]


def combinations(right):
    """Each column of the right side as a combination of the tight constraints and then of the row sums."""
    columns = [{(low, c): Fraction(1), (high, c): -half} for low, high, c in tight_constraints()]
    columns += [{(row, c): Fraction(1) for c in range(6)} for row in range(6)]

    def exact(value):
        return fmpq(Fraction(value).numerator, Fraction(value).denominator)

    system = fmpq_mat([[exact(column.get(cell, 0)) for column in columns] for cell in CELLS])
    solved = system.solve(fmpq_mat([[exact(value) for value in row] for row in right]))
    return [[Fraction(int(v.p), int(v.q)) for v in row] for row in solved.table()]


def prices():
    """The price of each tight constraint, and of each row sum."""

    def cost(cell, radicand):
        apart = abs(cell[0] - cell[1])
        square, free = {4: (2, 1)}.get(apart, (1, apart))
        return Fraction(apart * square, 4) * (free == radicand and cell[0] not in {1, 3})

    units = [as_number(1), *map(root, RADICANDS[1:])]
    rows = combinations([[cost(cell, radicand) for radicand in RADICANDS] for cell in CELLS])
    return [sum((v * unit for v, unit in zip(row, units, strict=True)), as_number(0)) for row in rows]


def priced(proof):
    """Each tight constraint times its price, which is > 0, and each row sum times its own."""
    _, _ones, near = proof.parts(given)[-3:]
    known, found = roots(proof), []
    *of_constraints, _, _, _, _, _, _ = every = prices()
    for (low, high, column), price in zip(tight_constraints(), of_constraints, strict=True):
        positive = proof.have(0 < price, *known)
        slack = proof.have(0 <= y[low, column] - half * y[high, column], near(min(low, high), column))
        found.append(
            (positive, slack, proof.have(0 <= price * (y[low, column] - half * y[high, column]), positive, slack))
        )
    sums = [proof.have(price * (Sum(r, 0, 5, y[row, r]) - 1) == 0) for row, price in enumerate(every[-6:])]
    return found, sums


@claim.clause("optimal", given, loss_of(F) <= loss_of(y))
def no_smaller_loss(proof):
    found, sums = priced(proof)
    products = [(1, [product.theorem]) for _, _, product in found] + [(-1, [each.theorem]) for each in sums]
    return proof.fact(core.combine(proof.goal, products))


@claim.clause(
    "unique",
    *(given, between(0, i, 5), between(0, r, 5), y[i, r] != F[i, r]),
    loss_of(F) < loss_of(y),
    kept={text(given): "otherwise y may lose less", text(y[i, r] != F[i, r]): "at y = F the losses are equal"},
)
def unique(proof):
    facts = priced(proof)
    return proof.by_contradiction(proof.goal, lambda no: no_other(no, proof.goal, *facts))


def no_other(proof, goal, found, sums):
    """If y loses as little as F, all tight constraints are tight at y, and their only solution is F."""
    less, zero = proof.know(loss_of(y) <= loss_of(F)), as_number(0)
    values = [product.says.args[1] for _, _, product in found]
    parts = [(1, [less.theorem]), *((-1, [each.theorem]) for each in sums)]
    total, tight = core.combine(sum(values, zero) <= 0, parts), []
    for k, (positive, slack, _) in enumerate(found):
        others = [(1, [each.theorem]) for at, (_, _, each) in enumerate(found) if at != k]
        not_more = core.combine(values[k] <= 0, [(1, [total]), *others])
        # Otherwise the price times the constraint is > 0.
        value = slack.says.args[1]
        above = core.absurd(
            core.combine(NEVER, [(1, [not_more]), (1, [positive.theorem, core.assume(0 < value)])]), value == 0
        )
        below = core.absurd(core.combine(NEVER, [(1, [slack.theorem]), (1, [core.assume(value < 0)])]), value == 0)
        differs = core.either(core.assume(value != 0), below, above)
        tight.append(core.by_cases(core.assume(value == 0), differs, value == 0))
    ones = proof.parts(given)[-2]
    tight += [ones(row).theorem for row in range(6)]
    weights = combinations([[cell == other for other in CELLS] for cell in CELLS])

    differs = y[i, r] != F[i, r]

    def at(row, column):
        parts = [(w[6 * row + column], [t]) for w, t in zip(weights, tight, strict=True)]
        entry = core.combine(y[row, column] == F[row, column], parts)
        sides = [
            core.absurd(core.combine(NEVER, [(1, [core.assume(f)]), (sign, [entry])], [i == row, r == column]), goal)
            for f, sign in zip(differs.args, (-1, 1), strict=True)
        ]
        return lambda p: p.fact(core.either(core.assume(differs), *sides))

    def in_row(row):
        return lambda p: p.cases(goal, *((r == column, at(row, column)) for column in range(6)))

    return proof.cases(goal, *((i == row, in_row(row)) for row in range(6)))
