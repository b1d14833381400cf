"""Lemma 5.4: no row of a constraint matrix is all ↓ or all ↑.

An entry is ↓ only where x_(i+1)r - α·x_ir is 0, and ↑ only where x_ir - α·x_(i+1)r is. Either difference, summed over
all responses, is 1-α, since both rows sum to 1. So for α < 1 not all of them are 0. In the Z-columns, which the lemma
leaves out, they are 0 anyhow; there the proof's x_ir > x_(i+1)r is an equality, and it need not hold but once.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.lemma-5.4",
    title="no row is all ↓ or all ↑",
    section="5",
    position=60,
    statement=(
        "For 0 < α < 1, no row of the constraint matrix of an α-private mechanism is, without its Z-columns, all ↓ or "
        "all ↑. More exactly, Σ_r (x_(i+1)r - α·x_ir) = Σ_r (x_ir - α·x_(i+1)r) = 1-α in every row i."
    ),
    latex=r"\sum_r (x_{(i+1)r} - \alpha x_{ir}) = \sum_r (x_{ir} - \alpha x_{(i+1)r}) = 1-\alpha > 0",
    domain="n ≥ 1, every row i, 0 < α < 1, every mechanism on {0..n} with any number of responses",
    every_n=True,
    verdict="proved",
    scope="all n, i, α and mechanisms",
)

# Two rows x and y, and X_k, Y_k for the sums of their entries before response k.
RESPONSES = Domain("k", lambda k: [k])


@claim.proof(
    "Y_k - α·X_k begins with 0 at k = 0 and grows by y_k - α·x_k, so its end 1 - α·1 is the sum of these; and likewise "
    "X_k - α·Y_k",
    mutants={"y_k + α·x_k": {"sign": 1}, "an end other than 1-α": {"total": 2}},
)
def telescoping(sign=-1, total=1):
    def pairs(a, k):
        for first, second in (("x", "y"), ("y", "x")):
            x, y = entry(first, k), entry(second, k)
            X, Y = entry(f"sum of {first}", k), entry(f"sum of {second}", k)
            yield (Y + y) - a * (X + x), (Y - a * X) + (y + sign * a * x)
            yield number(1) - a * number(1), total - a

    identity("a", pairs, RESPONSES)


@claim.proof("1-α > 0, so the summands are not all 0", mutants={"at α ≤ 1": {"below_one": False}})
def positive(below_one=True):
    assumed = Assumed(
        "a",
        lambda a: {"α": a} | ({"1-α": 1 - a} if below_one else {}),
        lambda a: {} if below_one else {"1-α": 1 - a},
        witness=[Fraction(1, 2)],
    )
    signs(assumed, lambda given, a: [(1 - a, given["1-α"])])


@claim.instances("at α = 1, for two equal rows, all differences are 0", mutants={"at α = 1/2": {"alpha": "1/2"}})
def at_one(alpha="1"):
    rows = geometric(n=3, alpha=1).rows
    require(all(y == Fraction(alpha) * x for x, y in zip(rows[0], rows[1], strict=True)), "a difference is not 0")


@claim.instances(
    "for n ≤ 5 and three levels: G, G with responses merged in pairs, and either mixed with the uniform distribution; "
    "no row of the library's constraint matrices is all ↓ or all ↑, and the differences sum to 1-α",
    mutants={"no row has an arrow twice": {"most": 1}, "the sum 1-α²": {"power": 2}},
)
def by_library(most=None, power=1):
    for n in range(1, 6):
        for alpha in map(Fraction, ("1/5", "1/2", "99/100")):
            for mechanism in samples(n, alpha):
                found = constraint_matrix(mechanism, alpha)
                for i in range(n):
                    row = found.row(i)
                    limit = len(row) - 1 if most is None else most
                    require(max(row.count("↓"), row.count("↑")) <= limit, f"row {i} reads {row}")
                    here, below = mechanism.rows[i], mechanism.rows[i + 1]
                    falls = sum(y - alpha * x for x, y in zip(here, below, strict=True))
                    rises = sum(x - alpha * y for x, y in zip(here, below, strict=True))
                    require(falls == rises == 1 - alpha**power, f"the sums in row {i} are {falls} and {rises}")


def samples(n, alpha):
    """G, G with its responses merged in pairs, and each mixed half and half with the uniform distribution."""
    source = geometric(n=n, alpha=alpha)
    for mechanism in (source, source @ deterministic([k // 2 for k in range(n + 1)], responses=range(n + 1))):
        yield mechanism
        yield Mechanism([[(x + Fraction(1, n + 1)) / 2 for x in row] for row in mechanism])


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
