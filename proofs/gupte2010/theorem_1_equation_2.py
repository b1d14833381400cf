"""Theorem 1, Equation (2): what it means that M is not derivable, and what privacy adds.

(2) is the negation of Theorem 2's condition at three consecutive entries of a column. It needs three rows: for n ≤ 1
every private mechanism is derivable, and so it is at α = 0 and α = 1. Each of the two inner differences is at least 0
by privacy, so (2) makes the outer ones positive, and all three entries too.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.theorem-1.equation-2",
    title="a private mechanism that is not derivable has (2)",
    section="4.2",
    position=30,
    statement=(
        "(x_2 - α·x_1) ≥ α·(x_3 - α·x_2) fails exactly where (1+α²)·x_2 - α·(x_1 + x_3) < 0. So for 0 < α < 1 an "
        "α-private M that isn't derivable has n ≥ 2, and a column j and rows i, i+1, i+2 with (2). There 0 ≤ x_(i+1)j "
        "- α·x_(i+2)j < α·(x_ij - α·x_(i+1)j) and 0 ≤ x_(i+1)j - α·x_ij < α·(x_(i+2)j - α·x_(i+1)j), so that the "
        "column is not ↑ in row i and not ↓ in row i+1, and its three entries are > 0."
    ),
    latex=r"(1+\alpha^2)\,x_{i+1,j} - \alpha\,(x_{i,j}+x_{i+2,j}) < 0 \implies x_{i,j} > \alpha x_{i+1,j}, \; "
    r"x_{i+2,j} > \alpha x_{i+1,j}",
    domain="0 < α < 1, n ≥ 2, all α-private mechanisms; at α = 0, at α = 1 and for n ≤ 1 all of them are derivable",
    every_n=True,
    verdict="proved",
    scope="all α, n and entries; that (2) holds somewhere is Theorem 2",
    uses=("gupte2010.theorem-2",),
)


@claim.proof(
    "the two sides of Theorem 2's condition differ by the left of (2), which is also (x_(i+1) - α·x_(i+2)) - α·(x_i - "
    "α·x_(i+1)), in every three consecutive rows",
    mutants={"α for α²": {"power": 1}, "rows i, i+1, i+1": {"third": 1}, "α·x_i + x_(i+2)": {"outer": 0}},
)
def negation(power=2, third=2, outer=1):
    def pairs(a, *indices):
        _, i = indices
        x, y = entry("x", i), entry("x", i + 1)
        z = entry("x", i + third)
        left = (1 + a**power) * y - (a * x + a**outer * z)
        after = entry("x", i + 2)
        yield left, (y - a * x) - a * (after - a * y)
        yield left, (y - a * after) - a * (x - a * y)

    identity("a", pairs, Domain("n i", lambda n, i: [i, n - i - 2]))


@claim.proof(
    "with t > 0 for what (2) is below 0: α·(x - α·y) = (y - α·z) + t and α·(z - α·y) = (y - α·x) + t are > 0; α·x = (y "
    "- α·z) + α²·y + t and α·z likewise are > 0, and so is y ≥ α·x, as α·y = (α·y - α²·x) + α²·x",
    mutants={"without privacy of the first pair": {"private": False}, "≤ 0 for < 0": {"strict": False}},
)
def privacy_adds(private=True, strict=True):
    def left(a, x, y, z):
        return a * (x + z) - (1 + a**2) * y

    assumed = Assumed(
        "a x y z",
        lambda a, x, y, z: {"α": a} | ({"t": left(a, x, y, z)} if strict else {}),
        lambda a, x, y, z: (
            {"y": y, "y-αz": y - a * z}
            | ({"y-αx": y - a * x} if private else {"y-αx": x - x})
            | ({} if strict else {"t": left(a, x, y, z)})
        ),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1, 2), Fraction(1)],
    )

    def pairs(given, a, x, y, z):
        yield a * (x - a * y), given["y-αz"] + given["t"]
        yield a * (z - a * y), given["y-αx"] + given["t"]
        yield a * x, given["y-αz"] + given["t"] + given["α"] * given["α"] * given["y"]
        yield a * z, given["y-αx"] + given["t"] + given["α"] * given["α"] * given["y"]
        positive = given["y-αz"] + given["t"] + given["α"] * given["α"] * given["y"]
        yield y, given["y-αx"] + positive

    signs(assumed, pairs)


@claim.proof(
    "n = 1: T with the rows (x_0 - α·x_1)/(1-α) and (x_1 - α·x_0)/(1-α), per column, has G·T = x, where G = ((1, α), "
    "(α, 1))/(1+α); its entries are ≥ 0 by privacy, and its rows sum to (1-α)/(1-α), here for two columns",
    mutants={"x_0 + α·x_1": {"sign": 1}, "G with α² for α": {"power": 2}},
)
def two_rows(sign=-1, power=1):
    def pairs(a, x, y):
        # Both sides times (1-α)(1+α).
        first, second = x + sign * a * y, y + sign * a * x
        yield first + a**power * second, (1 - a**2) * x
        yield a**power * first + second, (1 - a**2) * y
        # The sum of a row of T, times 1-α, where the entries of each row of x sum to 1.
        yield (x + sign * a * y) + ((1 - x) + sign * a * (1 - y)), 1 - a

    identity("a x y", pairs)


def rows(columns, parts):
    """All rows of so many columns whose entries are multiples of 1/parts."""
    for cuts in product(range(parts + 1), repeat=columns - 1):
        if sum(cuts) <= parts:
            yield tuple(Fraction(v, parts) for v in (*cuts, parts - sum(cuts)))


@claim.instances(
    "all 1/2-private mechanisms with three inputs and two responses in ninths, and with two inputs and three responses "
    "in sixths: derivable, judged by the kernel, exactly if (2) holds nowhere; with two inputs always",
    mutants={"α for α²": {"power": 1}, "also with three inputs always": {"always": True}},
    parts=15,
)
def by_library(power=2, always=False, parts=9):
    alpha = Fraction(1, 2)
    for inputs, columns, size in ((3, 2, parts), (2, 3, 6)):
        for chosen in product(rows(columns, size), repeat=inputs):
            x = Mechanism(chosen)
            if not private(x, alpha):
                continue
            second = any(
                (1 + alpha**power) * chosen[i + 1][j] - alpha * (chosen[i][j] + chosen[i + 2][j]) < 0
                for i in range(inputs - 2)
                for j in range(columns)
            )
            found = derive(x, alpha)
            accepted(found)
            require(bool(found) != (second and not always), f"{chosen}: derivable {bool(found)}, (2) {second}")


@claim.instances(
    "at α = 0 and α = 1 every private mechanism is derivable: rows in quarters, three inputs, two responses",
    mutants={"at α = 1/2": {"levels": (Fraction(1, 2),)}},
)
def ends(levels=(Fraction(0), Fraction(1))):
    for alpha in levels:
        for chosen in product(rows(2, 4), repeat=3):
            if private(Mechanism(chosen), alpha):
                found = derive(Mechanism(chosen), alpha)
                require(bool(found), f"{chosen} is not derivable from {geometric(n=2, alpha=alpha).rows}")
                accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
