"""Equations (7) and (8): the sums of two rows of x whose row of C has the pattern ↓…↓, one entry, ↑…↑.

They are (5) for the rows i and i+1. Four unknowns are left with two equations; privacy in column j then says how large
a and c can be. Both bounds come from the same combination of the two equations, and either is met just where C(i, j) is
an arrow: so in a row of C without an S the ↓ hold 1/(1+α) of row i of x, and the ↑ the rest, for every mechanism.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.lemma-5.6.equations-7-8",
    title="equations (7) and (8)",
    section="5",
    position=81,
    statement=(
        "If row i of C is ↓ before column j and ↑ after it, then a + b + c = 1 and α·a + b' + c/α = 1, with a, b, c "
        "the sums of row i of x before, at and after j, and b' = x_(i+1)j. Together with αb' ≤ b and αb ≤ b' this says "
        "that a ≤ 1/(1+α) and c ≤ α/(1+α), and nothing more: b - αb' = (1-α)(1 - (1+α)·a), and b' - αb = (1-α)(1 - "
        "(1+1/α)·c). So C(i, j) is ↑ just for a = 1/(1+α), and ↓ just for c = α/(1+α). In a row without an S the ↓ "
        "hold 1/(1+α) of row i, and the ↑ α/(1+α)."
    ),
    latex=r"a+b+c = 1,\quad \alpha a + b' + \frac{c}{\alpha} = 1,\qquad a \le \frac{1}{1+\alpha},\quad c \le "
    r"\frac{\alpha}{1+\alpha}",
    domain="0 ≤ i < n, 0 < α < 1, α-private mechanisms with any number of responses, j with a column there",
    every_n=True,
    verdict="proved",
    scope="all n, i, j, α and mechanisms",
    uses=("ghosh2009.lemma-5.5", "ghosh2009.lemma-5.6"),
)


@claim.proof(
    "the sums, by their growth with one more column k: row i+1 gets α·x_k before j and x_k/α after it, so that its sum "
    "less α·a, or α times it less c, does not change; at j the sums grow by b and b'",
    mutants={"α²·x_k before j": {"power": 2}, "b at j of row i+1": {"at": "b"}},
)
def by_growth(power=1, at="b'"):
    def pairs(a, j, k):
        before, here = k < j, k == j
        x, y, upper, lower = (entry(name, k) for name in ("x", "y", "sum of row i", "sum of row i+1"))
        if before:
            yield (lower + a**power * x) - a * (upper + x), lower - a * upper
        elif here:
            yield (lower + entry(at, 0)) - (upper + entry("b", 0)), (lower - upper) + (entry("b'", 0) - entry("b", 0))
        else:
            # Here x = α·y.
            yield a * (lower + y) - (upper + a**power * y), a * lower - upper

    identity("a", pairs, Domain("j k", lambda j, k: [j, k]))


@claim.proof(
    "with (7) and (8), b - α·b' is (1-α)·(1 - (1+α)·a) and α·(b' - α·b) is (1-α)·(α - (1+α)·c)",
    mutants={"b' from α·a + b' + α·c = 1": {"power": 1}, "(1-α)² for 1-α": {"twice": 2}},
)
def two_differences(power=-1, twice=1):
    # Here a is α, and p, c are the paper's a and c; all of (8) times α.
    def pairs(a, p, c):
        b = 1 - p - c
        alpha_below = a - a**2 * p - (c if power < 0 else a**2 * c)
        yield b - alpha_below, (1 - a) ** twice * (1 - (1 + a) * p)
        yield alpha_below - a**2 * b, (1 - a) * (a - (1 + a) * c)

    identity("a p c", pairs)


@claim.proof(
    "so with 1-α > 0 privacy in column j says a ≤ 1/(1+α) and c ≤ α/(1+α); for smaller ones b and b' are > 0: b is "
    "(1/(1+α) - a) + (α/(1+α) - c), and b' is α·(1/(1+α) - a) + (α/(1+α) - c)/α, here times 1+α",
    mutants={"at α ≤ 1": {"below_one": False}, "a may be 1/(1+α), and c too": {"room": False}},
)
def nothing_more(below_one=True, room=True):
    # p and q are what a and c are short of their bounds, times 1+α.
    assumed = Assumed(
        "a p q",
        lambda a, p, q: {"α": a} | ({"1-α": 1 - a} if below_one else {}) | ({"p": p, "q": q} if room else {}),
        lambda a, p, q: ({} if below_one else {"1-α": 1 - a}) | ({} if room else {"p": p, "q": q}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def body(given, a, p, q):
        # (1+α) times the paper's a, c and b, and α times that for b'.
        first, last = 1 - p, a - q
        middle = (1 + a) - first - last
        below = a * (1 + a) - a**2 * first - last
        yield middle, given["p"] + given["q"]
        yield below, given["α"] ** 2 * given["p"] + given["q"]
        yield middle - below, given["1-α"] * (p_plus(given) * given["p"])
        yield below - a**2 * middle, given["1-α"] * (p_plus(given) * given["q"])

    def p_plus(given):
        # 1+α as (1-α) + 2α.
        return given["1-α"] + 2 * given["α"]

    signs(assumed, body)


@claim.instances(
    "for n ≤ 4, three levels, every nondecreasing map of G, also mixed with G, and every row with this pattern: both "
    "equations and bounds; and in rows without an S the ↓ hold 1/(1+α)",
    mutants={
        "c·α for c/α": {"power": 1},
        "j one column later": {"later": 1},
        "a < 1/(1+α) in every row": {"strict": True},
    },
)
def by_library(power=-1, later=0, strict=False):
    rows_seen = 0
    for x, alpha in mechanisms():
        matrix = constraint_matrix(x, alpha)
        for i, row in enumerate(matrix.entries):
            word = [letter for letter in row if letter != "Z"]
            # The first column that is neither ↓ nor Z; by Lemma 5.4 there is one.
            j = min(r for r, letter in enumerate(row) if letter in "S↑") + later
            if set(row[j + 1 :]) <= {"↑", "Z"} and set(row[:j]) <= {"↓", "Z", "S"[:later]}:
                upper, lower = x.rows[i], x.rows[i + 1]
                a, b, c = sum(upper[:j]), sum(upper[j : j + 1]), sum(upper[j + 1 :])
                below = sum(lower[j : j + 1])
                require(a + b + c == 1, f"{a} + {b} + {c}")
                require(alpha * a + below + c * alpha**power == 1, f"{x.rows}, row {i}: the second equation")
                bound = 1 / (1 + alpha)
                require(a < bound if strict else a <= bound, f"{x.rows}, row {i}: a = {a}")
                require(c <= alpha * bound, f"{x.rows}, row {i}: c = {c}")
                require((a == bound) == ("S" not in word), f"{x.rows}, row {i}: a = {a}, {word}")
                rows_seen += 1
    require(rows_seen > 100, f"only {rows_seen} rows have the pattern")


def mechanisms():
    """G with its responses merged without change of their order, and mixtures of these with G."""
    for n, alpha in product(range(1, 5), map(Fraction, ("1/4", "1/2", "9/10"))):
        source = geometric(n=n, alpha=alpha)
        for images in product(range(n + 1), repeat=n + 1):
            if list(images) == sorted(images):
                made = source @ deterministic(images, responses=range(n + 1))
                for other in (made.rows, source.rows):
                    pairs = zip(made.rows, other, strict=True)
                    yield Mechanism([[(u + v) / 2 for u, v in zip(*rows, strict=True)] for rows in pairs]), alpha


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
