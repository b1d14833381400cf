"""Lemma 2 at its edges: the privacy parameters 0 and 1, and the sizes with few columns.

At α = 0 G is the identity and det G(k, x) = x_k, which is what all three parts say. At α = 1 and n ≥ 2 at least two
columns of G' are left besides the replaced one, and all are (1, …, 1): every det G'(k, x) is 0. Of G, an inner column
that is left is 0, or both outer ones are left and equal. At n = 1 the lemma holds at α = 1 too; at n = 0 there is no
x_1.
"""

from fractions import Fraction
from itertools import product

from flint import fmpq_mat

from exactdp.arithmetic.exact import to_fmpq, to_fraction
from exactdp.claims import (
    Claim,
    Domain,
    determinant,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    scaled_geometric,
    three_term,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.geometric import scaled_geometric as scaled_matrix

claim = Claim(
    id="gupte2010.lemma-2.edges",
    title="the edges of Lemma 2",
    section="3",
    position=54,
    statement=(
        "At α = 0: det G(k, x) = det G'(k, x) = x_k, and all three parts hold, for every n ≥ 1. At α = 1: for n = 1 "
        "parts 1 and 2 hold, as det G'(0, x) = x_0 - x_1 and det G'(1, x) = x_1 - x_0; for n ≥ 2 all det G(k, x) and "
        "det G'(k, x) are 0, so that parts 1 and 2 fail for each x with x_0 > x_1, or x_n > x_(n-1), and part 3 fails "
        "where x_k is below the mean of its neighbours. For n = 1 there is no column for part 3 and for n = 2 one."
    ),
    latex=r"\alpha = 0:\ \det G_{n,\alpha}(k,x) = x_k; \qquad \alpha = 1,\ n \ge 2:\ \det G_{n,\alpha}(k,x) = 0",
    domain="α = 0 and α = 1, n ≥ 1, every k and x. At n = 0 G is (1), det G(0, x) = x_0, and parts 1 and 2 have no x_1",
    every_n=True,
    verdict="corrected",
    scope="all n, k and x",
    printed="the three parts, with no condition on α or n",
    slip="statement",
    uses=("gupte2010.lemma-2",),
)

ENTRIES = Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j])


def replaced(matrix, k, x):
    """The determinant with column k replaced by x."""
    changed = fmpq_mat(matrix.flint)
    for i, value in enumerate(x):
        changed[i, k] = to_fmpq(Fraction(value))
    return to_fraction(changed.det())


@claim.counterexample(
    "α = 1, n = 2: x = (1, 0, 0) has x_0 > x_1, x = (0, 0, 1) has x_2 > x_1, and both determinants are 0; for x = (1, "
    "0, 1) and k = 1 the difference is -2 and the determinant 0, not < 0",
    mutants={"at α = 1/2": {"alpha": "1/2"}, "at α = 99/100": {"alpha": "99/100"}},
)
def at_one(alpha="1"):
    for each in (geometric(n=2, alpha=alpha), scaled_matrix(n=2, alpha=alpha)):
        for k, x in ((0, (1, 0, 0)), (2, (0, 0, 1)), (1, (1, 0, 1))):
            found = replaced(each, k, x)
            require(found == 0, f"the determinant for k = {k}, x = {x} is {found}")


@claim.proof(
    "α = 0: the entries of G' and of (1+α)·G less those of the identity are multiples of α, so that every column but "
    "the replaced one is a unit vector; det G(k, x) is then x_k",
    mutants={"multiples of α²": {"power": 2}},
)
def at_zero(power=1):
    def pairs(a, n, i, j):
        d, inside = abs(i - j), j not in (0, n)
        unit = number(1) if i == j else number(0)
        multiple = number(0) if i == j else a ** (d - power)
        yield scaled_geometric(a, i, j), unit + a**power * multiple
        if inside:
            multiple = -number(1) if i == j else (1 - a) * multiple
        yield geometric_times_one_plus_alpha(a, n, i, j), unit + a**power * multiple

    identity("a", pairs, ENTRIES)


@claim.proof(
    "α = 1, n ≥ 2: of the columns left of G', all ones, two are equal; of those of G the inner column 1 is 0 where "
    "column 0 or n is replaced, and otherwise the columns 0 and n are equal",
    mutants={"n = 1 too": {"least": 1}, "column 0 of G for column 1": {"zero": 0}},
)
def at_one_for_all(least=2, zero=1):
    def pairs(n, i, k):
        one = number(1)
        if k in (0, n):
            left = (1, 2) if k == 0 else (0, 1)
            yield geometric_times_one_plus_alpha(one, n, i, zero), number(0)
        else:
            left = (0, n)
            both = (geometric_times_one_plus_alpha(one, n, i, j) for j in left)
            yield next(both), next(both)
        first, second = left
        yield scaled_geometric(one, i, first), scaled_geometric(one, i, second)

    identity("", pairs, Domain("n i k", lambda n, i, k: [n - least, i, n - i, k, n - k]))


@claim.proof(
    "n = 1, every α: det G'(0, x) = x_0 - α·x_1 and det G'(1, x) = x_1 - α·x_0, and (1+α)·det G(k, x) the same, with "
    "no power of 1-α² that is 0 at α = 1",
    mutants={"times 1-α²": {"power": 1}},
)
def one_step(power=0):
    def pairs(a):
        x = [entry("x", i) for i in range(2)]
        for at in (lambda i, j: scaled_geometric(a, i, j), lambda i, j: geometric_times_one_plus_alpha(a, 1, i, j)):
            for k in range(2):
                rows = [[x[i] if j == k else at(i, j) for j in range(2)] for i in range(2)]
                yield determinant(rows), (1 - a**2) ** power * (x[k] - a * x[1 - k])

    identity("a", pairs)


@claim.proof(
    "the difference of part 3 at α = 1 is twice that of x_k and the mean of x_(k-1) and x_(k+1)",
    mutants={"once": {"times": 1}},
)
def mean(times=2):
    def pairs():
        x = [entry("x", i) for i in range(3)]
        difference = three_term(number(1), lambda i: x[i], 2, 1)
        yield difference, times * (x[1] - Fraction(1, 2) * (x[0] + x[2]))

    identity("", pairs)


@claim.instances(
    "n from 0 to 4, the library's G and G', all x with the entries 0, 1, 2 (n ≤ 2) and some (n ≤ 4): x_k at α = 0; 0 "
    "at α = 1 and n ≥ 2; at n = 0, where both are (1), x_0",
    mutants={"0 at α = 1 and n = 1 too": {"least": 1}, "x_(k+1) at α = 0": {"shift": 1}},
)
def by_library(least=2, shift=0):
    for n in range(5):
        values = product(range(3), repeat=n + 1) if n <= 2 else [(1,) * n + (0,), (0, 2) + (1,) * (n - 1)]
        for x in values:
            for k in range(n + 1):
                for make in (geometric, scaled_matrix):
                    found = replaced(make(n=n, alpha=0), k, x)
                    require(found == x[(k + shift) % (n + 1)], f"n = {n}, α = 0, k = {k}, x = {x}: {found}")
                    found = replaced(make(n=n, alpha=1), k, x)
                    wanted = 0 if n >= least else x[k] if n == 0 else x[k] - x[1 - k]
                    half = Fraction(1, 2) if n and make is geometric else 1
                    require(found == wanted * half, f"n = {n}, α = 1, k = {k}, x = {x}: {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
