"""The proof of Theorem 6.3: databases that differ in two rows have probabilities within 1/α² = 4 of each other.

Between databases that differ in k rows there are k steps from neighbour to neighbour, each of which loses a factor α at
most. Rows that are independently kept or flipped attain the bound, so that 2 would be wrong at distance two.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.theorem-6.3.distance",
    title="privacy for databases that differ in several rows",
    section="6.2",
    position=68,
    statement=(
        "If x is α-private and d, d' differ in k rows, then x_d'r ≥ α^k·x_dr for every response r; in particular the "
        "factor is 4 for α = 1/2 and two rows. The factor α^k is the best possible: the mechanism on {0,1}^n that "
        "reports every row by itself, rightly with the weight 1 and wrongly with α, over 1+α, attains it."
    ),
    latex=r"|\{j : d_j \ne d'_j\}| = k \implies x_{d' r} \ge \alpha^k\, x_{d r}",
    domain="k ≥ 0, 0 ≤ α ≤ 1, all α-private mechanisms on databases, any n ≥ k and finite D",
    every_n=True,
    verdict="proved",
    scope="all k, n, α and mechanisms",
)


@claim.proof(
    "one more row: y ≥ α^k·x and z ≥ α·y give z - α^(k+1)·x = (z-αy) + α·(y-α^k·x) ≥ 0",
    mutants={"α^k once more": {"more": 0}, "x_dr with a minus": {"factor": -1}},
)
def step_by_step(more=1, factor=1):
    # b stands for α^k, which is any number ≥ 0 here.
    def hypotheses(*bases):
        a, b, x, y, z = bases
        return {"so far": y - b * x, "step": z - a * y, "α": a}

    assumed = Assumed("a b x y z", lambda *bases: {}, hypotheses, witness=[Fraction(1, 2), Fraction(1, 2), 1, 1, 1])

    def reached(given, *bases):
        a, b, x, _, z = bases
        yield z - factor * a**more * b * x, given["step"] + given["α"] * given["so far"]

    signs(assumed, reached, strict=False)


@claim.proof(
    "attained: with the first j rows of d' other than those of d, and the report r = d, the rows up to m contribute "
    "α^min(m, j) for d' and 1 for d, so that x_d'r = α^k·x_dr for j = k; neighbours differ by one factor α, or none",
    mutants={"one row more": {"ahead": 1}, "both rows kept": {"power": 0}},
)
def attained(ahead=0, power=1):
    def pairs(a, n, k, m):
        report = lambda j, m: a ** (power * min(m, j))  # noqa: E731
        # One more row gives the factor α where d' has another value than the report, and 1 where it has the same.
        yield report(k, m + 1), report(k, m) * (a if m < k else 1)
        yield report(k + ahead, n), a**k

    identity("a", pairs, Domain("n k m", lambda n, k, m: [k, n - k, m, n - 1 - m]))


def by_rows(n, alpha):
    """Each row is reported by itself: the databases are the responses."""
    return Mechanism([[alpha ** (d ^ r).bit_count() / (1 + alpha) ** n for r in range(2**n)] for d in range(2**n)])


@claim.instances(
    "D = {0, 1}, n ≤ 3, α = 1/4, 1/2: the kernel accepts that the mechanism that reports row by row is α-private, and "
    "for every two databases the smallest ratio is α^k",
    mutants={"a factor 2 at distance two": {"most": 1}, "the level 3/5": {"level": "3/5"}},
    largest=4,
)
def row_by_row(most=None, level=None, largest=3):
    for n in range(1, largest + 1):
        cube = hypercube(inputs=range(2**n))
        for alpha in map(Fraction, ("1/4", "1/2")):
            x = by_rows(n, alpha)
            found = private(x, Fraction(level or alpha), cube)
            require(bool(found), f"it is not private: {found.violation}")
            accepted(found)
            for d in range(2**n):
                for e in range(2**n):
                    far = (d ^ e).bit_count()
                    least = min(x[e, r] / x[d, r] for r in range(2**n))
                    wanted = alpha ** (far if most is None else min(far, most))
                    require(least == wanted, f"n = {n}: {d:b} and {e:b} have {least}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
