"""Lemma 5.4, its proof: what a row sums to that is α times, or 1/α times, another.

If row i of C were all ↓, row i+1 of x would be α times row i, and sum to α; if it were all ↑, to 1/α. Entry by entry
the proof says that x_ir > x_(i+1)r for all r, that is, outside of Z-columns, which the section ignores. There is a
column that is none.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.lemma-5.4.proof",
    title="the proof of Lemma 5.4",
    section="5",
    position=62,
    statement=(
        "Where α·x_ir = x_(i+1)r and 0 < α < 1, x_ir > x_(i+1)r outside of Z-columns, and 0 = 0 in them. As a row sums "
        "to 1, some column is not a Z-column. A row that is α times one with the sum 1 sums to α < 1, and so row i of "
        "C can't be all ↓; for all ↑ the sum is 1/α > 1. In row i of any C the columns with ↓ hold at most 1/(1+α) of "
        "row i of x, and those with ↑ at most α/(1+α); G attains both in every row."
    ),
    latex=r"\sum_r x_{(i+1)r} = \alpha < 1 \ (\text{all} \downarrow), \qquad \sum_r x_{(i+1)r} = \tfrac1\alpha > 1 \ "
    r"(\text{all} \uparrow), \qquad \sum_{C(i,r) = \downarrow} x_{ir} \le \tfrac{1}{1+\alpha}",
    domain="n ≥ 1, 0 ≤ i < n, 0 < α < 1, α-private mechanisms with any number of responses",
    every_n=True,
    verdict="proved",
    scope="all n, i, α and mechanisms",
    uses=("ghosh2009.lemma-5.4",),
)


@claim.instances(
    "in a Z-column it is 0 = 0, n = 1 and the constant answer 0: in column 1, α·x_01 = x_11, and x_01 > x_11 fails, at "
    "three levels",
    mutants={"column 0 of G": {"rows": (("2/3", "1/3"), ("1/3", "2/3")), "column": 0, "levels": ("1/2",)}},
)
def zero_column(rows=((1, 0), (1, 0)), column=1, levels=("1/5", "1/2", "9/10")):
    x = Mechanism(rows)
    for alpha in map(Fraction, levels):
        require(alpha * x[0, column] == x[1, column], "it is not α times the entry above")
        require(not x[0, column] > x[1, column], "it is smaller than the entry above")


@claim.proof(
    "x - α·x = (1-α)·x > 0 for x > 0; a sum whose terms are α times those of another is α times the other, by its "
    "growth; and 1-α > 0 and 1/α - 1 = (1-α)/α > 0 for what the rows sum to",
    mutants={"at α ≤ 1": {"below_one": False}, "x ≥ 0": {"zero": True}, "α² times": {"power": 2}},
)
def sums(below_one=True, zero=False, power=1):
    assumed = Assumed(
        "a x",
        lambda a, x: {"α": a} | ({"1-α": 1 - a} if below_one else {}) | ({} if zero else {"x": x}),
        lambda a, x: ({} if below_one else {"1-α": 1 - a}) | ({"x": x} if zero else {}),
        witness=[Fraction(1, 2), Fraction(1)],
    )
    signs(assumed, lambda given, a, x: [(x - a * x, given["1-α"] * given["x"]), (1 - a, given["1-α"])])

    def growth(a, k):
        x, upper, lower = entry("x", k), entry("sum of row i", k), entry("sum of row i+1", k)
        yield (lower + a**power * x) - a * (upper + x), lower - a * upper

    identity("a", growth, Domain("k", lambda k: [k]))


@claim.proof(
    "how much the ↓ hold: with A their sum in row i, the others of row i+1 sum to B = 1 - α·A, and by privacy α·B ≤ "
    "1-A; this difference is (1-α)·(1 - (1+α)·A), so A ≤ 1/(1+α). With the rows exchanged the ↑ hold at most 1/(1+α) "
    "of row i+1, and α times as much of row i",
    mutants={"A ≤ 1/(1+α²)": {"square": 2}, "B ≤ 1-A": {"factor": 0}},
)
def most_of_the_arrows(square=1, factor=1):
    def pairs(a, held):
        others = 1 - a * held
        yield (1 - held) - a**factor * others, (1 - a) * (1 - (1 + a**square) * held)

    identity("a A", pairs)


@claim.instances(
    "maps of G, all for n ≤ 2 and some for n = 3, also mixed with G and with the uniform distribution, two levels: no "
    "row is all ↓ or all ↑ outside of Z-columns, there is such a column, and the arrows hold at most these parts; for "
    "G exactly these",
    mutants={
        "at most 1/2": {"most": Fraction(1, 2)},
        "fewer than 1/(1+α)": {"strict": True},
        "no Z-columns": {"z": 0},
    },
    every=1,
)
def by_library(most=None, strict=False, z=None, every=5):
    for n, alpha in product(range(1, 4), map(Fraction, ("1/4", "9/10"))):
        bound = 1 / (1 + alpha) if most is None else most
        source, size = geometric(n=n, alpha=alpha), n + 1
        flat = [[Fraction(1, size)] * size] * size
        for images in list(product(range(size), repeat=size))[:: every if n == 3 else 1]:
            made = (source @ deterministic(images, responses=range(size))).rows
            for other in (made, source.rows, flat):
                pairs = zip(made, other, strict=True)
                x = Mechanism([[(u + v) / 2 for u, v in zip(*rows, strict=True)] for rows in pairs])
                found = constraint_matrix(x, alpha)
                require(found.z <= (n if z is None else z), f"{found.z} Z-columns at n = {n}")
                for i, row in enumerate(found.entries):
                    require(set(row) - {"Z"} not in ({"↓"}, {"↑"}), f"row {i} reads {row}")
                    down, up = (sum(v for v, c in zip(x.rows[i], row, strict=True) if c == arrow) for arrow in "↓↑")
                    require(down < bound if strict else down <= bound, f"↓ hold {down} of row {i} of {x.rows}")
                    require(up <= alpha * bound, f"↑ hold {up} of row {i} of {x.rows}")
                    require(x.rows != source.rows or (down, up) == (bound, alpha * bound), f"{down} and {up} for G")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
