"""Theorem 1, part 2: Equations (2) to (4) and the chain of inequalities that ends its proof.

A mechanism with the row pattern of Lemma 5 that is not derivable from G has, by Theorem 2, a column j and rows i, i+1,
i+2 with (2). Then column j is not ↑ in row i of the constraint matrix and not ↓ in row i+1. So k ≥ j, where k is the S
of row i or, without one, its last ↓; and in row i+1 all columns after j are ↑. The chain then finds more than 1 in row
i+2.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, number, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="gupte2010.theorem-1.final-chain",
    title="the algebra of the proof of part 2",
    section="4.2",
    position=40,
    statement=(
        "(2) says x_(i+1)j - α·x_(i+2)j < α·(x_ij - α·x_(i+1)j) and x_(i+1)j - α·x_ij < α·(x_(i+2)j - α·x_(i+1)j), so "
        "by privacy x_ij > α·x_(i+1)j and x_(i+2)j > α·x_(i+1)j. For k > j, b' = α·b'' and b > α·b' give (3). From a + "
        "b + c = 1 and αa + b' + c/α = 1 follows (4), and with it α²a + b'' + c/α² = (1-α+α²)/α + ((b+b'')α - "
        "b'(1+α²))/α > 1."
    ),
    latex=(
        r"\alpha^2 a + b'' + c/\alpha^2 = \frac{1-\alpha+\alpha^2}{\alpha} + \frac{(b+b'')\alpha - "
        r"b'(1+\alpha^2)}{\alpha} > 1"
    ),
    domain="0 < α < 1 and all real a, b, b', b'', c and entries of M",
    verdict="corrected",
    scope="all α and all entries",
    printed="for k ≠ j: α·b'' = b, and b ≥ α·b', so b > α²·b', which proves (3)",
    slip="proof",
    uses=("gupte2010.theorem-2",),
)

UNIT = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])


@claim.counterexample(
    "α = 1/2, b = 1, b' = b'' = 2: α·b'' = b, b ≥ α·b' and b > α²·b', but (1+α²)·b' - α·(b+b'') = 1: not (3)",
    mutants={"b' = 1": {"middle": 1}, "b' = 5": {"middle": 5}},
)
def printed_step(middle=2):
    alpha, b, after = Fraction(1, 2), Fraction(1), Fraction(2)
    require(alpha * after == b, "α·b'' is not b")
    require(b >= alpha * middle, "b is below α·b'")
    require(b > alpha**2 * middle, "b is not above α²·b'")
    require((1 + alpha**2) * middle - alpha * (b + after) >= 0, "(3) holds")


@claim.counterexample(
    "b ≥ α·b' alone is not enough, also with b' = α·b'': α = 1/2, b = 1, b' = 2, b'' = 4 has 0 for the left of (3)",
    mutants={"b = 2": {"b": 2}},
)
def weak_step(b=1):
    alpha, middle, after = Fraction(1, 2), Fraction(2), Fraction(4)
    require(middle == alpha * after, "b' is not α·b''")
    require(b >= alpha * middle, "b is below α·b'")
    require((1 + alpha**2) * middle - alpha * (b + after) >= 0, "(3) holds")


@claim.proof(
    "the left of (2) is x_(i+1) - α·x_(i+2) less α·(x_i - α·x_(i+1)), and x_(i+1) - α·x_i less α·(x_(i+2) - "
    "α·x_(i+1)); as privacy makes the first of either pair ≥ 0, the second is > 0",
    mutants={"α for α²": {"power": 1}},
)
def rewritten(power=2):
    identity(
        "a x y z",
        lambda a, x, y, z: [
            ((1 + a**power) * y - a * (x + z), (y - a * z) - a * (x - a * y)),
            ((1 + a**power) * y - a * (x + z), (y - a * x) - a * (z - a * y)),
        ],
    )


@claim.proof(
    "(3) for k > j: as b' = α·b'', its left side is α·(α·b' - b), and b > α·b' strictly: in row i column k is S, or ↓ "
    "and then b - α·b' = (1-α²)·b > 0",
    mutants={"b' = b'' for b' = α·b''": {"shrink": False}, "b' = b for b' = α·b": {"falls": False}},
)
def third(shrink=True, falls=True):
    def pairs(a, b, z):
        middle = a * z if shrink else z
        yield (1 + a**2) * middle - a * (b + z), a * (a * middle - b)

    identity("a b z", pairs)
    inside = Assumed("a b", lambda a, b: {"α": a, "1-α": 1 - a, "b": b}, witness=[Fraction(1, 2), Fraction(1)])
    signs(
        inside,
        lambda given, a, b: [
            (b - a * (a * b if falls else b), (given["1-α"] + given["1-α"] * given["α"]) * given["b"]),
        ],
        strict=True,
    )


@claim.proof(
    "(4), times 1-α² (and the second equation times α): with these a and c both equations hold",
    mutants={"bα for bα²": {"power": 1}, "-b' for -b'α": {"factor": 0}},
)
def fourth(power=2, factor=1):
    def pairs(a, b, m):
        first = 1 - b - a + m * a
        last = a - a**2 + b * a**power - m * a**factor
        square = 1 - a**2
        yield first + b * square + last, square
        yield a**2 * first + a * m * square + last, a * square

    identity("a b m", pairs)


@claim.proof(
    "the second and third step, times α(1-α²)",
    mutants={"-α³ for -α⁴": {"power": 3}, "b'(1+α)": {"square": 1}},
)
def chain(power=4, square=2):
    def pairs(a, b, m, z):
        first = 1 - b - a + m * a
        last = a - a**2 + b * a**2 - m * a
        # c/α² is last/(α²(1-α²)), and last has the factor α.
        over_alpha = 1 - a + b * a - m
        yield last, a * over_alpha
        printed = a**3 - b * a**3 - a**power + m * a**4 + z * a - z * a**3 + 1 - a - m + b * a
        yield a**3 * first + z * a * (1 - a**2) + over_alpha, printed
        yield printed, ((1 - a + a**2) + ((b + z) * a - m * (1 + a**square))) * (1 - a**2)

    identity("a b m z", pairs)


@claim.proof(
    "the fourth step: (1-α+α²)/α - 1 = (1-α)²/α > 0, and the second summand is -1/α times the left of (3)",
    mutants={"1-α-α²": {"sign": -1}},
)
def above_one(sign=1):
    identity("a", lambda a: [(1 - a + sign * a**2 - a, (1 - a) ** 2)])
    identity(
        "a b m z", lambda a, b, m, z: [((b + z) * a - m * (1 + a**2), number(-1) * ((1 + a**2) * m - a * (b + z)))]
    )
    signs(UNIT, lambda given, a: [((1 - a) ** 2, given["1-α"] * given["1-α"])], strict=True)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
