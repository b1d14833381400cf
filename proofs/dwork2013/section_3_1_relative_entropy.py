"""Section 3.1: the relative entropy by which a synthetic table is measured, and how a round changes it.

With t_x of n records in cell x and weights A, n times the relative entropy is the logarithm of the product of
(t_x/(n·A_x))^t_x, a rational number where A is. A round multiplies the cells of q by β^e and divides by 1 + p(β^e - 1),
p being the query's probability, so that it multiplies this product by (1 + p(β^e - 1))^n / β^(e·q(D)).
"""

from fractions import Fraction

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.privacy.sampling import SeededSource
from exactdp.surveys.mwem import MWEM, Query, RelativeEntropy, Run, marginals, normalised, progress, tables

claim = Claim(
    id="dwork2013.section-3-1.relative-entropy",
    title="relative entropy of a synthetic table from the data",
    section="3.1",
    position=30,
    statement=(
        "MWEM's weights are all positive, so the relative entropy of the data to its output is finite however many "
        "cells are empty; it begins at no more than ln |U|, for the uniform weights. A round with exponent e changes "
        "it by (n·ln(1 + p(β^e - 1)) - e·q(D)·ln β)/n, which is negative where e has the sign of q(D) - n·p and β^|e| "
        "is at most the odds ratio of q(D)/n and p (or its inverse). It is not negative for every measurement: with "
        "too large an e, or one of the wrong sign, the table moves away from the data."
    ),
    latex=r"n\,\mathrm{KL}(D \| A') - n\,\mathrm{KL}(D \| A) = \ln \frac{(1 + p(\beta^e - 1))^n}{\beta^{e\,q(D)}}",
    domain="tables of n ≥ 1 records in finite universes, rational β > 1, integers e",
    every_n=True,
    verdict="verified",
    scope="all tables of at most three records in two to four cells with e from -3 to 3, exactly; seeded runs",
)


@claim.instances(
    "the change is the stated ratio, for all tables of at most three records in 2, 3, 4 cells, the query of cell 0 "
    "with uniform weights, and e = -3 … 3",
    mutants={"divided by p·β^e": {"rest": 0}, "β^(e·n) in place of β^(e·q(D))": {"counted": False}},
    largest=5,
)
def change(rest=1, counted=True, largest=3):
    for cells in (2, 3, 4):
        for n in range(1, largest + 1):
            base = 1 + Fraction(1, 2 * n)
            for table in tables(cells=cells, n=n):
                before = RelativeEntropy(table, normalised([1] * cells))
                p = Fraction(1, cells)
                for e in range(-3, 4):
                    factor = base**e
                    scaled = [factor if x == 0 else Fraction(1) for x in range(cells)]
                    total = sum(scaled)
                    after = RelativeEntropy(table, tuple(w / total for w in scaled))
                    ratio = (rest - p * rest + p * factor) ** n / base ** (e * (table[0] if counted else n))
                    require(after.power == before.power * ratio, f"another change at {table}, e = {e}")


@claim.instances(
    "it falls where 1 < β^e ≤ the odds ratio, or 1 > β^e ≥ it, and rises where e ≠ 0 has the other sign: all tables "
    "of at most six records in two cells, uniform weights",
    mutants={"up to the fourth power of the odds ratio": {"slack": 4}, "the wrong sign": {"sign": -1}},
    largest=12,
)
def falls(slack=1, sign=1, largest=6):
    for n in range(1, largest + 1):
        base = 1 + Fraction(1, 2 * n)
        for table in tables(cells=2, n=n):
            if 0 in table:
                continue
            # With p = 1/2 the odds ratio is t_0/t_1.
            odds = Fraction(*table) ** slack
            for e in range(-40, 41):
                factor = base ** (sign * e)
                power = ((1 + factor) / 2) ** n / factor ** table[0]
                within = 1 < base**e <= odds or 1 > base**e >= odds
                if within:
                    require(power < 1, f"it does not fall at {table}, e = {e}")
                elif e and (e > 0) != (table[0] > table[1]):
                    require(power > 1 if sign == 1 else power < 1, f"it does not rise at {table}, e = {e}")


@claim.instances(
    "it is finite and begins at most at ln |U|: for all tables of at most three records, |U|^n over the product's "
    "value at uniform weights is at least 1; equality where all records are in one cell",
    mutants={"at most ln(|U|/2)": {"cells_factor": Fraction(1, 2)}},
)
def beginning(cells_factor=Fraction(1)):
    for cells in (1, 2, 3, 4):
        for n in range(1, 4):
            for table in tables(cells=cells, n=n):
                power = RelativeEntropy(table, normalised([1] * cells)).power
                bound = (cells * cells_factor) ** n
                require(power <= bound, f"above ln |U| for {table}")
                require((power == bound) == (max(table) == n), f"equality at {table}")


@claim.instances(
    "seeded runs over all 1-way marginals of two bits with little noise: all weights stay positive; each round's "
    "change is what its `progress` says; and a measurement 0 of a count 3 moves away from the data",
    mutants={"away also for the true count": {"answer": 3}},
)
def runs(answer=0):
    algorithm = MWEM(4, marginals(2, 1), n=4, rounds=4, selection="1/2", measurement="1/5")
    for table in ((4, 0, 0, 0), (3, 0, 0, 1), (2, 1, 1, 0)):
        for seed in range(5):
            run = algorithm.run(table, SeededSource(seed))
            for each in run.rounds:
                require(min(each.weights) > 0, "a weight is 0")
                before, after = (RelativeEntropy(table, normalised(w)) for w in (each.before, each.weights))
                require(after.power * progress(algorithm, table, each) == before.power, "another change")
    one = MWEM(2, [Query("0", (0,))], n=4, rounds=1, selection="1/2", measurement="1/5")
    (left,) = one.recorded(Run(one, ()), one.queries[0], answer).rounds
    near, far = RelativeEntropy((3, 1), normalised((1, 1))), RelativeEntropy((3, 1), left.distribution)
    require(near < far, "it does not move away")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
