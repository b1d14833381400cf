"""Figure 2: its mechanism is optimal for the user of the caption, and no other mechanism is.

The loss |i-r|^(3/2) is irrational, and the prices that prove it are sums of square roots. The constraints that are
tight at F, without one of two in each row but the last of its Z-column, are as many as the unknowns. So the objective
is one combination of them. Bounds on √2, √3 and √5 say that all prices are positive: then no mechanism loses less, and
one that loses as little has all these constraints tight, and is F.
"""

from fractions import Fraction

from flint import fmpq, fmpq_mat

from exactdp.arithmetic.radicals import power
from exactdp.claims import Claim, core
from exactdp.claims.examples import figure_2
from exactdp.claims.formulas import NUMBER, All, Definition, If, Sum, as_number, between, function, indices, matrix
from exactdp.claims.polytope_words import figure_2_mechanism
from exactdp.claims.vocabulary import bayesian_loss, private
from exactdp.commands.cli import main

claim = Claim(
    "ghosh2009.figure-2.optimality",
    "Figure 2's mechanism is the only optimal one for its user",
    section="5",
    position=25,
)

i, k, r = indices("i k r")
y = matrix("y")
F, half = figure_2_mechanism(), Fraction(1, 2)
root = Definition("√{0}", (k,), None, sort=NUMBER, latex=r"\sqrt{{{0}}}", decide=lambda k: power(k, "1/2"))
distance = abs(i - r)
powers = {2: 2 * root(2), 3: 3 * root(3), 4: as_number(8), 5: 5 * root(5)}
body = as_number(distance)
for at, value in powers.items():
    body = If(distance == at, value, body)
loss = Definition("l", (), function(i, r, body), latex="l")()
prior = function(i, If(i == 1, Fraction(0), If(i == 3, Fraction(0), Fraction(1, 4))))
RADICANDS = (1, 2, 3, 5)
least = Fraction(1, 3) + Fraction(17, 48) * root(2) + Fraction(9, 64) * root(3) + Fraction(5, 96) * root(5)
given = private(y, half, 5, 5)


def loss_of(x):
    return bayesian_loss(prior, loss, x, 5, 5)


def roots(proof):
    """The square roots between decimals."""
    decimals = ((2, 1414213), (3, 1732050), (5, 2236067))
    near = (between(Fraction(v, 10**6), root(k), Fraction(v + 1, 10**6)) for k, v in decimals)
    return [proof.fact(core.evaluate(f)) for f in near]


@claim.clause("power", All(i, between(0, i, 5), All(r, between(0, r, 5), loss[i, r] == distance * root(distance))))
def power_of_distance(proof):
    return proof.fact(core.evaluate(proof.goal))


@claim.clause("loss", loss_of(F) == least)
def expected_loss(proof):
    return proof.qed()


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


def prices():
    """The price of each tight constraint, and of each row sum, by the coefficients of the square roots."""
    columns = [{(low, c): Fraction(1), (high, c): -half} for low, high, c in tight_constraints()]
    columns += [{(row, c): Fraction(1) for c in range(6)} for row in range(6)]
    cells = [(row, c) for row in range(6) for c in range(6)]

    def cost(cell, radicand):
        apart = abs(cell[0] - cell[1])
        square, free = {4: (2, 1)}.get(apart, (1, apart))
        return Fraction(apart * square, 4) * (free == radicand and cell[0] not in (1, 3))

    def exact(value):
        return fmpq(value.numerator, value.denominator)

    system = fmpq_mat([[exact(column.get(cell, Fraction(0))) for column in columns] for cell in cells])
    right = fmpq_mat([[exact(Fraction(cost(cell, radicand))) for radicand in RADICANDS] for cell in cells])
    solved = system.solve(right)
    units = [as_number(1), *map(root, RADICANDS[1:])]
    return [
        sum((Fraction(int(v.p), int(v.q)) * unit for v, unit in zip(row, units, strict=True)), as_number(0))
        for row in solved.table()
    ]


def priced(proof):
    """Each tight constraint times its price, which is > 0, and each row sum times its own."""
    _, ones, near = proof.parts(given)[-3:]
    known, found = roots(proof), []
    *of_constraints, _, _, _, _, _, _ = every = prices()
    for (low, high, column), price in zip(tight_constraints(), of_constraints, strict=True):
        positive = proof.have(0 < price, *known, factors=1)
        slack = proof.have(0 <= y[low, column] - half * y[high, column], near(min(low, high), column), factors=1)
        found.append(
            (positive, slack, proof.have(0 <= price * (y[low, column] - half * y[high, column]), positive, slack))
        )
    sums = [proof.have(price * (Sum(r, 0, 5, y[row, r]) - 1) == 0, ones(row)) for row, price in enumerate(every[-6:])]
    return found, sums


@claim.clause("optimal", given, loss_of(F) <= loss_of(y))
def no_smaller_loss(proof):
    found, sums = priced(proof)
    value = proof.cite("ghosh2009.figure-2.optimality#loss")
    return proof.qed(*(product for _, _, product in found), *sums, value, *roots(proof), factors=1)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
