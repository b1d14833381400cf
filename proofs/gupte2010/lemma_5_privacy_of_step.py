"""Lemma 5, the step's privacy: the four inequalities between the last moved row i and the row i+1 below it.

In column j the moved row grows: y_ij = x_ij + δ·x_ik. In column k it shrinks: y_ik = (1-δ)·x_ik. Column j needs
α·y_ij ≤ x_(i+1)j and column k needs y_ik ≥ α·x_(i+1)k, which bound δ; the other two hold for all 0 ≤ δ ≤ 1.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.lemma-5.privacy-of-step",
    title="the step keeps privacy between rows i and i+1",
    section="4.2",
    position=12,
    statement=(
        "Let α·x_ij < x_(i+1)j and α·x_(i+1)k < x_ik, with x private. Then α·y_ij ≤ y_(i+1)j and α·y_(i+1)k ≤ y_ik "
        "hold exactly up to δ = min((x_(i+1)j - α·x_ij)/(α·x_ik), (x_ik - α·x_(i+1)k)/x_ik), which is > 0; α·y_(i+1)j "
        "≤ y_ij and α·y_ik ≤ y_(i+1)k hold for all 0 ≤ δ ≤ 1. The assumption itself makes x_ik > 0."
    ),
    latex=r"0 < \delta \le \min\left(\frac{x_{(i+1)j}-\alpha x_{ij}}{\alpha x_{ik}}, \frac{x_{ik}-\alpha "
    r"x_{(i+1)k}}{x_{ik}}\right)",
    domain="0 < α < 1, all private entries of two rows and two columns; at α = 0 only the second bound is left",
    verdict="corrected",
    scope="all α, δ and entries",
    printed=(
        "y_im > x_im > α·x_(i+1)m for m = j and m = k: but y_ik = (1-δ)·x_ik < x_ik, and x_ij > α·x_(i+1)j may be an "
        "equality; α·y_ik < x_(i+1)k, which is listed as the use of the second assumption, needs no assumption on δ"
    ),
    slip="proof",
)

ALPHA = Fraction(1, 2)
# Rows i and i+1, with columns j and k first, and a third that completes them to 1.
ROWS = ((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), (Fraction(3, 8), Fraction(3, 8), Fraction(1, 4)))


def moved(step, rows=ROWS):
    """Rows i and i+1 after the step."""
    (x, z, rest), below = rows
    return (x + step * z, (1 - step) * z, rest), below


def bounds(rows=ROWS):
    """The two bounds on δ."""
    (x, z, _), (u, v, _) = rows
    return (u - ALPHA * x) / (ALPHA * z), (z - ALPHA * v) / z


@claim.counterexample(
    "α = 1/2, rows (1/2, 1/4, 1/4) and (3/8, 3/8, 1/4), j = 0, k = 1, δ = 1/8: y_ik = 7/32 is below x_ik = 8/32",
    mutants={"column j": {"m": 0}, "δ = 0": {"step": Fraction(0)}},
)
def printed_line(m=1, step=Fraction(1, 8)):
    require(ALPHA * ROWS[0][0] < ROWS[1][0] and ALPHA * ROWS[1][1] < ROWS[0][1], "it is no such pair of columns")
    require(moved(step)[0][m] < ROWS[0][m], "y_im is not below x_im")


@claim.counterexample(
    "the line x_ik > α·x_(i+1)k, which the assumption gives, doesn't bound δ: with δ = 3/4 it is as true as before, "
    "and y_ik = 1/16 < α·x_(i+1)k = 3/16",
    mutants={"δ = 1/4": {"step": Fraction(1, 4)}},
)
def bound_is_needed(step=Fraction(3, 4)):
    require(ROWS[0][1] > ALPHA * ROWS[1][1], "the assumption fails")
    require(moved(step)[0][1] < ALPHA * ROWS[1][1], "the step is private in column k")


@claim.counterexample(
    "x_ij > α·x_(i+1)j may be an equality: rows (1/4, 3/4) and (1/2, 1/2) at α = 1/2 have columns j = 0 and k = 1",
    mutants={"columns j = 1, k = 0": {"j": 1}},
)
def may_be_equal(j=0):
    x, u = (Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 2), Fraction(1, 2))
    require(bool(private(Mechanism([x, u]), ALPHA)), "they are not private")
    require(ALPHA * x[j] < u[j] and ALPHA * u[1 - j] < x[1 - j], "it is no such pair of columns")
    require(x[j] == ALPHA * u[j], "x_ij is larger")


@claim.proof(
    "the two bounds: u - α·(x + δz) = α·z·(bound - δ) and (1-δ)·z - α·v = z·(bound - δ), with x, z for row i and u, v "
    "for row i+1; so each inequality holds exactly up to its bound",
    mutants={"α·(x + δ·u)": {"source": "u"}, "1-2δ": {"twice": 2}},
)
def two_bounds(source="z", twice=1):
    def pairs(*bases):
        a, d, x, z, u, v = bases
        taken = {"z": z, "u": u}[source]
        # The bounds times their divisors.
        yield u - a * (x + d * taken), (u - a * x) - a * z * d
        yield (1 - twice * d) * z - a * v, (z - a * v) - z * d

    identity("a d x z u v", pairs)


@claim.proof(
    "both bounds are > 0: their numerators are the two assumptions, and x_ik > α·x_(i+1)k ≥ 0",
    mutants={"without the second assumption": {"second": False}},
)
def bounds_are_positive(second=True):
    assumed = Assumed(
        "a x z u v",
        lambda a, x, z, u, v: {"α": a, "u-αx": u - a * x} | ({"z-αv": z - a * v} if second else {}),
        lambda a, x, z, u, v: {"v": v} | ({} if second else {"z-αv": z - a * v}),
        witness=[ALPHA, Fraction(1, 2), Fraction(1, 4), Fraction(3, 8), Fraction(3, 8)],
    )

    def pairs(given, a, x, z, *below):
        u, v = below
        yield u - a * x, given["u-αx"]
        yield z - a * v, given["z-αv"]
        yield z, given["z-αv"] + given["α"] * given["v"]

    signs(assumed, pairs)


@claim.proof(
    "the other two: y_ij - α·u = (x - α·u) + δ·z ≥ 0 and v - α·y_ik = (v - α·z) + δ·α·z ≥ 0",
    mutants={"column j shrinks": {"sign": -1}},
)
def other_two(sign=1):
    assumed = Assumed(
        "a d x z u v",
        lambda *bases: {},
        lambda a, d, x, z, u, v: {"α": a, "δ": d, "z": z, "x-αu": x - a * u, "v-αz": v - a * z},
        witness=[ALPHA, Fraction(1, 8), Fraction(1, 2), Fraction(1, 4), Fraction(3, 8), Fraction(3, 8)],
    )

    def pairs(given, *bases):
        a, d, x, z, u, v = bases
        yield x + sign * d * z - a * u, given["x-αu"] + given["δ"] * given["z"]
        yield v - a * (1 - d) * z, given["v-αz"] + given["δ"] * given["α"] * given["z"]

    signs(assumed, pairs, strict=False)


@claim.instances(
    "on all private pairs of rows with entries in eighths and three columns, α = 1/2: at the smaller bound (at most 1) "
    "the step is private, and beyond it by 1/1000 it isn't; the kernel accepts the private ones",
    mutants={"the larger bound": {"chosen": max}, "half the bound": {"share": Fraction(1, 2)}},
)
def by_library(chosen=min, share=1):
    rows = [tuple(Fraction(v, 8) for v in (p, q, 8 - p - q)) for p in range(1, 8) for q in range(1, 8 - p)]
    for first in rows:
        for second in rows:
            below = ALPHA * first[0] < second[0] and ALPHA * second[1] < first[1]
            if not (below and private(Mechanism([first, second]), ALPHA)):
                continue
            step = share * chosen(bounds((first, second)))
            found = private(Mechanism(moved(min(step, Fraction(1)), (first, second))), ALPHA)
            require(bool(found), f"rows {first}, {second}: not private at {step}")
            accepted(found)
            if step < 1 - Fraction(1, 1000):
                beyond = Mechanism(moved(step + Fraction(1, 1000), (first, second)))
                require(not private(beyond, ALPHA), f"rows {first}, {second}: private beyond {step}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
