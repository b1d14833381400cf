"""Lemma 5, the order (L, L'): why the second objective is needed, and which row makes L' fall.

Where the loss says nothing, as for a constant loss or a row outside S, an optimum in L alone may break the pattern.
The step lowers L' strictly, since row 0 (row n in the second case) is moved and lies nearer to the column that gains.
For n = 1 and a loss that isn't constant on any input L alone is enough: both errors could be lowered together.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, positive_number, require, signs
from exactdp.claims.examples import in_turn
from exactdp.claims.optima import accepted_optimum
from exactdp.claims.words import row_pattern
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal

claim = Claim(
    id="gupte2010.lemma-5.tie-break",
    title="why (L, L') and not L alone",
    section="4.2",
    position=18,
    statement=(
        "An optimum in L alone may break the pattern: for 0 < α < 1, n = 1 and a constant loss all entries 1/2 do, and "
        "for n = 2, S = {0, 1} and |i-r| the rows (1, α, 0), (α, 1, 0), (1, α, 0) over 1+α. For n = 1 and l(0,0) < "
        "l(0,1), l(1,1) < l(1,0) every optimum in L has the pattern, so that 2 is the least n for such a loss. The "
        "step's L' falls strictly: 0 < (j+k)/2 < n, so row 0, moved in the first case, is nearer to j by k-j, and row "
        "n, moved in the second, nearer to k by k-j."
    ),
    latex=r"|0-k| - |0-j| = k-j > 0, \qquad |n-j| - |n-k| = k-j > 0",
    domain="n ≥ 1, 0 < α < 1, columns 0 ≤ j < k ≤ n; the two examples and all losses on n = 1",
    every_n=True,
    verdict="proved",
    scope="all n, α and columns; for n = 1 all losses and all S",
    uses=("gupte2010.section-4-2.all-optimal", "gupte2010.lemma-5.loss", "gupte2010.lemma-5.contradiction-hypothesis"),
)


@claim.instances(
    "≻ on pairs is a strict total order: of any two, one of a ≻ b, a = b, b ≻ a holds, and it is transitive; run over "
    "all signs of the differences, for three pairs with entries 0, 1, 2",
    mutants={"b ≥ d for b > d": {"strict": False}, "without a = c": {"tied": False}},
)
def total_order(strict=True, tied=True):
    def above(p, q):
        second = p[1] > q[1] if strict else p[1] >= q[1]
        return p[0] > q[0] or ((p[0] == q[0] or not tied) and second)

    # Three numbers are ordered as some three of 0, 1, 2 are, so that nothing else can happen.
    points = list(product(range(3), repeat=2))
    for p, q in product(points, repeat=2):
        require([above(p, q), p == q, above(q, p)].count(True) == 1, f"{p} and {q} are not compared in one way")
        for r in points:
            require(above(p, r) or not (above(p, q) and above(q, r)), f"{p}, {q}, {r} are not in order")


@claim.proof(
    "n = 1, a constant loss, all entries 1/2: α·x_00 < x_10 and α·x_11 < x_01, as (1-α)/2 > 0; n = 2, in row 1: x_20 - "
    "α·x_10 and x_11 - α·x_21 are (1-α²)/(1+α) > 0",
    mutants={"row 0 for row 1": {"upper": 0}, "entries 1/2 and 1/4": {"entry": Fraction(1, 4)}},
)
def broken(upper=1, entry=Fraction(1, 2)):
    inside = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])

    def pairs(given, a):
        yield entry - a * Fraction(1, 2), given["1-α"] * Fraction(1, 2)
        rows = [[a**0, a], [a, a**0], [a**0, a]]
        here, below = rows[upper], rows[upper + 1]
        j, k = 0, 1
        yield below[j] - a * here[j], given["1-α"] * (positive_number(1) + given["α"])
        yield here[k] - a * below[k], given["1-α"] * (positive_number(1) + given["α"])

    signs(inside, pairs)


EVEN = ((Fraction(1, 2), Fraction(1, 2)),) * 2


@claim.instances(
    "the kernel accepts both as optimal in L, they break the pattern, and the optimum in (L, L') does not; α = 1/10, "
    "1/2, 9/10",
    mutants={"the 0-1 loss for the constant one": {"truth": 0}, "S = {0, 1, 2}": {"inside": (0, 1, 2)}},
)
def by_library(truth=1, inside=(0, 1)):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        constant = table([[truth, 1], [1, truth]])
        for consumer, x in (
            (MinimaxConsumer(constant, inputs=range(2)), Mechanism(EVEN)),
            (MinimaxConsumer(absolute(), inputs=range(3), side_information=inside), in_turn(n=2, alpha=alpha)),
        ):
            best = accepted_optimum(Problem(consumer, alpha), x)
            require(not row_pattern(x, alpha), f"{x.rows} has the pattern")
            second = lexicographic(best)
            require(isinstance(second, Optimum), "the linear program was not solved")
            accepted(second)
            require(bool(row_pattern(second.mechanism, alpha)), "the optimum in (L, L') breaks the pattern")


@claim.proof(
    "n = 1: with p = x_01 and q = x_10 a broken row means g = p - α·(1-q) > 0 and h = q - α·(1-p) > 0. With p and q "
    "both less t the gaps are g - (1+α)·t and h - (1+α)·t, the other two constraints gain (1+α)·t, and the losses of "
    "inputs 0 and 1 fall by t·(l(0,1) - l(0,0)) and t·(l(1,0) - l(1,1))",
    mutants={"only p less t": {"second": 0}, "gaps less t": {"share": 0}, "l(1,1) = l(1,0) allowed": {"rising": False}},
)
def one_row(second=1, share=1, rising=True):
    def pairs(a, p, q, t, *losses):
        k, d, m, e = losses
        y, z = p - t, q - second * t
        yield y - a * (1 - z), (p - a * (1 - q)) - (1 + share * a) * t
        yield z - a * (1 - y), (q - a * (1 - p)) - (1 + share * a) * t
        yield (1 - y) - a * z, (1 - p - a * q) + (1 + a) * t
        yield (1 - z) - a * y, (1 - q - a * p) + (1 + a) * t
        # l(0,0) = k, l(0,1) = k + d; l(1,1) = m, l(1,0) = m + e.
        yield ((1 - p) * k + p * (k + d)) - ((1 - y) * k + y * (k + d)), t * d
        yield ((1 - q) * m + q * (m + e)) - ((1 - z) * m + z * (m + e)), t * e

    identity("a p q t k d m e", pairs)
    positive = Assumed(
        "t d e",
        lambda t, d, e: {"t": t, "d": d} | ({"e": e} if rising else {}),
        lambda t, d, e: {} if rising else {"e": e},
        witness=[Fraction(1)] * 3,
    )
    signs(positive, lambda given, t, d, e: [(t * d, given["t"] * given["d"]), (t * e, given["t"] * given["e"])])


@claim.proof(
    "0 < (j+k)/2 < n as j + k ≥ k ≥ 1 and n - j + n - k ≥ n - j ≥ 1; rows 0 and n have the distances j, k and n-j, n-k",
    mutants={"also j = k": {"apart": 0}, "row 1 for row 0": {"first": 1}},
)
def end_rows(apart=1, first=0):
    def pairs(z, n, j, k):
        # Whether a comparison fails, as a coefficient.
        yield z * (1 if j + k <= 0 else 0), z * 0
        yield z * (1 if j + k >= 2 * n else 0), z * 0
        yield z ** abs(first - k), z ** abs(first - j) * z ** (k - j)
        yield z ** abs(n - j), z ** abs(n - k) * z ** (k - j)

    identity("z", pairs, Domain("n j k", lambda n, j, k: [j, k - j - apart, n - k]))


@claim.instances(
    "for n = 1, α = 1/10, 1/2, 9/10, four losses and all S: no optimum among the mechanisms with entries in twentieths "
    "breaks the pattern; for the constant loss some do",
    mutants={"with the constant loss": {"constant": True}},
)
def on_one(constant=False):
    losses = [absolute(), squared(), zero_one(), table([[0, 1], [5, 2]])] + ([table([[1, 1], [1, 1]])] * constant)
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        for loss, inside in product(losses, ([0], [1], [0, 1])):
            best = optimal(Problem(MinimaxConsumer(loss, inputs=range(2), side_information=inside), alpha)).value
            for a, b in product(range(21), repeat=2):
                p, q = Fraction(a, 20), Fraction(b, 20)
                here = {0: (1 - p) * loss(0, 0) + p * loss(0, 1), 1: (1 - q) * loss(1, 1) + q * loss(1, 0)}
                gaps = [p - alpha * (1 - q), q - alpha * (1 - p), 1 - p - alpha * q, 1 - q - alpha * p]
                if min(gaps) >= 0 and max(here[i] for i in inside) == best:
                    require(min(gaps[:2]) == 0, f"α = {alpha}, {loss}, S = {inside}, p = {p}, q = {q} breaks it")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
