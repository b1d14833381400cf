"""Theorem 1, Equation (4): a and c from the sums of two rows.

Row i is a + b + c = 1. In row i+1 the columns before k are α times those of row i, the ones after it 1/α times those,
so that αa + b' + c/α = 1. The two equations in a and c, the second times α, have the determinant 1-α², which is not 0
for α < 1; Cramer's rule gives what is printed.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, determinant, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="gupte2010.theorem-1.equation-4",
    title="a and c from the sums of rows i and i+1",
    section="4.2",
    position=36,
    statement=(
        "For rows i, i+1 of a stochastic M with the pattern of Lemma 5 and the column k, a + b + c = 1 and αa + b' + "
        "c/α = 1. For 0 < α < 1 they have exactly one solution, a = (1-b-α+b'α)/(1-α²) and c = (α-α²+bα²-b'α)/(1-α²). "
        "These are ≥ 0 exactly for b' ≥ 1 - (1-b)/α and b' ≤ 1-α+αb. At α = 1 both equations are the same, as b' = b, "
        "and only a + c = 1-b is known."
    ),
    latex=(
        r"a = \frac{1-b-\alpha+b'\alpha}{1-\alpha^2}, \qquad c = \frac{\alpha-\alpha^2+b\alpha^2-b'\alpha}{1-\alpha^2}"
    ),
    domain="n ≥ 1, 0 < α < 1, all stochastic M with the pattern in rows i and i+1",
    every_n=True,
    verdict="proved",
    scope="all n, k, α and entries",
    uses=("gupte2010.theorem-1.column-k",),
)


@claim.proof(
    "the sum of row i+1: with A(m), C(m) for what a and c have from columns before m, and x = α·y after k, α·A + b' + "
    "C/α grows by the entry y_m of row i+1 at each m",
    mutants={"α·C": {"after": 2}, "y = x before k": {"before": 0}},
)
def sums(after=0, before=1):
    def pairs(a, *indices):
        _, k, m = indices
        if m < k:
            # A(m+1) = A(m) + x_m.
            x = entry("x", m)
            total, grown, below = a * entry("A", m), a * (entry("A", m) + x), a**before * x
            yield grown - total, below
        elif m == k:
            yield a * entry("A", k) + entry("y", m) - a * entry("A", k), entry("y", k)
        else:
            # C/α times α.
            y = entry("y", m)
            yield a**after * (entry("C", m) + a * y) - a**after * entry("C", m), a * y

    identity("a", pairs, Domain("n k m", lambda n, k, m: [k, n - k, m, n - m]))


@claim.proof(
    "Cramer's rule for a + c = 1-b and α²·a + c = α·(1-b'): the determinant is 1-α², those of a and c are the printed "
    "numerators",
    mutants={"b for bα²": {"power": 0}, "+b'α in c": {"sign": 1}, "the second equation not times α": {"times": 0}},
)
def cramer(power=2, sign=-1, times=1):
    def pairs(a, b, m):
        one = a**0
        square = determinant([[one, one], [a**2, one]])
        first = determinant([[1 - b, one], [a**times * (1 - m), one]])
        last = determinant([[one, 1 - b], [a**2, a**times * (1 - m)]])
        yield square, 1 - a**2
        yield first, 1 - b - a + m * a
        yield last, a - a**2 + b * a**power + sign * m * a

    identity("a b m", pairs)


@claim.proof(
    "the determinant is (1-α)·(1+α) > 0; the numerators are α·(b' - (1 - (1-b)/α)) and α·((1-α+αb) - b')",
    mutants={"α = 1": {"level": 1}, "1+α for 1-α": {"sign": 1}},
)
def not_zero(level=Fraction(1, 2), sign=-1):
    assumed = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(level)])
    signs(assumed, lambda given, a: [(1 - a**2, given["1-α"] + given["α"] * given["1-α"])])
    identity(
        "a b m",
        lambda a, b, m: [
            (1 - b - a + m * a, a * m - (a - (1 - b))),
            (a - a**2 + b * a**2 - m * a, a * ((1 + sign * a + a * b) - m)),
        ],
    )


def pivot(letters):
    """k: the S, or the last ↓."""
    return letters.index("S") if "S" in letters else max(m for m, letter in enumerate(letters) if letter == "↓")


def printed(alpha, b, after, power=2):
    """(4), read off the page."""
    square = 1 - alpha**2
    return (1 - b - alpha + after * alpha) / square, (alpha - alpha**2 + b * alpha**power - after * alpha) / square


@claim.instances(
    "on all rows of the optima in (L, L') for n ≤ 3, α = 1/4, 2/3, three losses and all S, judged by the kernel: the "
    "sums of the entries before and after k are those of (4)",
    mutants={"bα for bα²": {"power": 1}, "b and b' exchanged": {"exchanged": True}, "k one less": {"less": 1}},
)
def by_library(power=2, exchanged=False, less=0):
    for n in range(1, 4):
        for alpha in map(Fraction, ("1/4", "2/3")):
            for loss in (absolute(), squared(), zero_one()):
                for bits in range(1, 2 ** (n + 1)):
                    inside = [i for i in range(n + 1) if bits >> i & 1]
                    found = lexicographic(optimal(Problem(MinimaxConsumer(loss, n=n, side_information=inside), alpha)))
                    require(isinstance(found, Optimum), "the linear program was not solved")
                    accepted(found)
                    for i, letters in enumerate(constraint_matrix(found.mechanism, alpha).entries):
                        k = max(pivot(letters) - less, 0)
                        here, below = found.mechanism.rows[i], found.mechanism.rows[i + 1]
                        b, after = (below[k], here[k]) if exchanged else (here[k], below[k])
                        sums = sum(here[:k]), sum(here[k + 1 :])
                        formula = printed(alpha, b, after, power)
                        require(sums == formula, f"n = {n}, α = {alpha}, {loss}, S = {inside}, row {i}: {formula}")


@claim.instances(
    "at α = 1 two equal rows (1/3, 1/3, 1/3) and (1/6, 1/3, 1/2) have the same b = b' = 1/3 and other a",
    mutants={"the same rows": {"second": (1, 1, 1)}},
)
def at_one(second=(Fraction(1, 2), 1, Fraction(3, 2))):
    rows = [[Fraction(v, 3) for v in row] for row in ((1, 1, 1), second)]
    require(all(sum(row) == 1 and row[1] == Fraction(1, 3) for row in rows), "the rows are others")
    require(rows[0][0] != rows[1][0], "a is the same")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
