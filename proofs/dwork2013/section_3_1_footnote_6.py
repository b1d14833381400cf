"""Section 3.1, footnote 6: the maximum likelihood estimate that a set of marginals determines.

In the model of positive distributions that are products of factors, one for each marginal, a maximum need not exist:
one record of one bit has likelihood p < 1 for every positive p. With limits added to the model it exists and is unique;
it has the marginals of the data, and n·KL(D‖q) - n·KL(D‖p̂) = n·KL(p̂‖q) for every q of the model.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.surveys.mwem import RelativeEntropy, log_linear_estimate, marginals, normalised, tables

claim = Claim(
    id="dwork2013.section-3-1.footnote-6",
    title="the maximum likelihood estimate from marginals",
    section="3.1",
    position=40,
    statement=(
        "The log-linear model of a set of marginals, that is the positive distributions that are products of a factor "
        "for each marginal, has a distribution of largest likelihood only if some positive table has the marginals of "
        "the data: one record of one bit has none, and neither has a table of three bits with no record in 000 and in "
        "111, though all its 2-way marginals may be positive. In the closure of the model it exists and is unique: the "
        "distribution p̂ with the marginals of the data. Its relative entropy from the data bounds that of every other "
        "distribution of the model from below."
    ),
    latex=r"\mathrm{KL}(D \| q) = \mathrm{KL}(D \| \hat p) + \mathrm{KL}(\hat p \| q) \ge \mathrm{KL}(D \| \hat p)",
    domain="sets of marginals and tables with at least one record",
    verdict="corrected",
    scope="the failure by two small examples; the equation for 1-way marginals of two bits, and of three as instances",
    printed="any set of marginals determines the unique distribution of the model that makes the data most likely",
    slip="statement",
)


@claim.counterexample(
    "one record 0 of one bit and its 1-way marginal: every positive distribution p, 1-p has another, (1+p)/2, with a "
    "larger likelihood, as (1+p)/2 - p = (1-p)/2 > 0",
    mutants={"a record 0 and a record 1, from p = 1/2": {"both": True}},
)
def one_record(both=False):
    inside = Assumed("p", lambda p: {"p": p, "1-p": 1 - p}, witness=[Fraction(1, 2)])
    signs(inside, lambda given, p: [((1 + p) * Fraction(1, 2) - p, given["1-p"] * positive_number(Fraction(1, 2)))])
    for p in (Fraction(k, 16) for k in range(1, 16)):
        better = (1 + p) / 2
        first, second = (x * (1 - x if both else 1) for x in (p, better))
        require(second > first, f"the likelihood at {better} is not larger than at {p}")


@claim.counterexample(
    "three bits, no record in 000 and 111, one in each other cell: all 2-way marginals are positive, and every table "
    "with the same ones differs by c·(-1)^(ones), which takes c ≥ 0 in 000 and c ≤ 0 in 111, so none is positive",
    mutants={"a record in 111": {"last": 1}, "one in 000 and in 111": {"first": 1, "last": 1}},
)
def three_bits(first=0, last=0):
    table = (first, 1, 1, 1, 1, 1, 1, last)
    queries = marginals(3, 2)
    require(all(query.count(table) > 0 for query in queries), "a marginal is 0")
    signs_ = [(-1) ** x.bit_count() for x in range(8)]
    require(all(sum(signs_[cell] for cell in query.cells) == 0 for query in queries), "a marginal changes with c")
    # The tables with these marginals: t + c·signs. The queries have rank 7, so there are no others.
    bounds = [-Fraction(count, sign) for count, sign in zip(table, signs_, strict=True)]
    least = max(bound for bound, sign in zip(bounds, signs_, strict=True) if sign > 0)
    most = min(bound for bound, sign in zip(bounds, signs_, strict=True) if sign < 0)
    require(least == most == 0, f"c may be from {least} to {most}")
    require(rank([[int(cell in query.cells) for cell in range(8)] for query in queries]) == 7, "another rank")


def rank(rows):
    """The rank of integer rows, by elimination in fractions."""
    left, found = [[Fraction(x) for x in row] for row in rows], 0
    for column in range(len(left[0])):
        pivot = next((row for row in left if row[column]), None)
        if pivot is not None:
            left.remove(pivot)
            left = [[x - row[column] / pivot[column] * y for x, y in zip(row, pivot, strict=True)] for row in left]
            found += 1
    return found


@claim.proof(
    "the equation rests on Σ_x t_x·g(x) = n·Σ_x p̂_x·g(x) for the sum g of a function for each attribute, here ln q - "
    "ln p̂: with row sums r and column sums s of a 2 × 2 table, p̂ = r_i·s_j/n², the two sides agree times n, as n = "
    "Σ r_i = Σ s_j",
    mutants={"a function of the cell": {"of_cell": True}, "p̂ = r_i·s_j/n": {"power": 2}},
)
def equal_marginals(of_cell=False, power=1):
    def pairs(*_):
        cells = list(product((0, 1), repeat=2))
        t = {cell: entry("t", *cell) for cell in cells}
        r = [t[i, 0] + t[i, 1] for i in (0, 1)]
        s = [t[0, j] + t[1, j] for j in (0, 1)]
        n = r[0] + r[1]
        g = {(i, j): entry("g", i, j) if of_cell else entry("f", i) + entry("h", j) for i, j in cells}
        left = sum((t[cell] * g[cell] for cell in cells[1:]), t[0, 0] * g[0, 0])
        right = sum((r[i] * s[j] * g[i, j] for i, j in cells[1:]), r[0] * s[0] * g[0, 0])
        yield n**power * left, right

    identity("a", pairs, Domain())


@claim.instances(
    "1-way marginals of two bits, all tables of at most three records, and of three bits with at most two, several "
    "products q: exp of n²·KL(D‖q) is that of n²·KL(D‖p̂) times that of n·(n·KL(p̂‖q)); so p̂ is the nearest",
    mutants={"q a mixture of two products": {"mixed": True}},
)
def pythagoras(mixed=False):
    for d, largest in ((2, 3), (3, 2)):
        queries = marginals(d, 1)
        for n in range(1, largest + 1):
            for table in tables(cells=2**d, n=n):
                best = log_linear_estimate(table, queries)
                for q in others(d, mixed):
                    here, there = RelativeEntropy(table, q), RelativeEntropy(table, best)
                    require(here.power >= there.power, f"{q} is nearer to {table}")
                    # p̂·n^d is a table of integers.
                    scaled = tuple(int(p * n**d) for p in best)
                    between = RelativeEntropy(scaled, q).power
                    require(here.power ** (n ** (d - 1)) == there.power ** (n ** (d - 1)) * between, "another sum")


def others(d, mixed):
    """Some products of distributions of single bits, or mixtures of two."""
    found = []
    for shares in product((Fraction(1, 3), Fraction(1, 2), Fraction(3, 4)), repeat=d):
        cells = []
        for record in product((0, 1), repeat=d):
            p = Fraction(1)
            for share, bit in zip(shares, record, strict=True):
                p *= share if bit else 1 - share
            cells.append(p)
        found.append(normalised([int(p * 12**d) for p in cells]))
    if mixed:
        return [tuple((p + q) / 2 for p, q in zip(found[0], found[-1], strict=True))]
    return found


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
