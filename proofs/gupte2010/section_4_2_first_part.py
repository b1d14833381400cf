"""Section 4.2: what the first part of the proof shows, and for which optimal mechanisms.

The step of Lemma 5 doesn't raise L and lowers L'. L itself falls only if every worst input of S is among the moved rows
and loses strictly more by response k than by response j. So a mechanism may break the pattern and be optimal; it is
just not optimal in (L, L').
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, accepted, require, signs
from exactdp.claims.examples import in_turn
from exactdp.claims.optima import accepted_optimum
from exactdp.claims.words import row_pattern
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, table
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.problem import Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import Better
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.section-4-2.first-part",
    title="which optimal mechanisms have the pattern",
    section="4.2",
    position=6,
    statement=(
        "Every mechanism that is optimal in the order (L, L') has the pattern in all pairs of adjacent rows; if a "
        "private mechanism breaks it, a perturbation is private, loses no more in L, and less in L'. It is strictly "
        "better in L if all worst inputs of S are moved and have l(i',k) > l(i',j). A mechanism that is optimal in L "
        "alone may break the pattern, and then no private mechanism has strictly better utility."
    ),
    latex=r"L_y \le L_x, \qquad L'_y < L'_x",
    domain="0 < α < 1, all private mechanisms that break the pattern, monotone losses",
    verdict="corrected",
    scope="the change of L for all entries and losses; the two examples at three levels",
    printed=(
        "every two adjacent rows of every optimal mechanism have the pattern, as otherwise some perturbation is "
        "private with strictly better utility"
    ),
    slip="statement",
    uses=("gupte2010.lemma-5.loss", "gupte2010.lemma-5.second-case", "gupte2010.lemma-5.tie-break"),
)

LEVELS = tuple(map(Fraction, ("1/10", "1/2", "9/10")))


@claim.counterexample(
    "n = 1, a constant loss, all entries 1/2: optimal, and both columns are S",
    mutants={"1 for a wrong answer only": {"truth": 0}, "always 0": {"rows": ((1, 0), (1, 0))}},
)
def constant(truth=1, rows=(("1/2", "1/2"), ("1/2", "1/2"))):
    for alpha in LEVELS:
        accepted_optimum(
            Problem(MinimaxConsumer(table([[truth, 1], [1, truth]]), inputs=range(2)), alpha), Mechanism(rows)
        )
        require(row_pattern(Mechanism(rows), alpha).witness == "row 0 reads SS", "it has the pattern")


def total(x):
    """L'."""
    return sum(v * abs(i - r) for i, row in enumerate(x.rows) for r, v in enumerate(row))


@claim.counterexample(
    "n = 2, |i-r|, S = {0, 1}, the rows (1, α, 0), (α, 1, 0), (1, α, 0) over 1+α: optimal, and row 1 reads ↑↓Z. With j "
    "= 0, k = 1 and i = 1 > (j+k)/2 the step moves row 2 only: L stays, L' falls, and the result is private up to δ = "
    "1-α² and not beyond",
    mutants={
        "S = {0, 1, 2}": {"inside": (0, 1, 2)},
        "δ = 1-α³": {"power": 3},
        "|i-r| with the columns exchanged": {"j": 1, "k": 0},
    },
)
def strict_only_second(inside=(0, 1), power=2, j=0, k=1):
    for alpha in LEVELS:
        x, consumer = in_turn(n=2, alpha=alpha), MinimaxConsumer(absolute(), inputs=range(3), side_information=inside)
        accepted_optimum(Problem(consumer, alpha), x)
        require(row_pattern(x, alpha).witness is not None, "it has the pattern")
        for step, kept in ((1 - alpha**power, True), (1 - alpha**power + Fraction(1, 1000), False)):
            last = list(x.rows[2])
            last[k] += step * last[j]
            last[j] *= 1 - step
            y = Mechanism([x.rows[0], x.rows[1], last])
            require(bool(private(y, alpha)) == kept, f"α = {alpha}: private at {step} is not {kept}")
            if kept:
                require(total(y) < total(x), f"α = {alpha}: L' does not fall")
                accepted_optimum(Problem(consumer, alpha), y)


@claim.proof(
    "an input's loss falls by δ·z·(M - m) in the step, for its losses m, M in columns j, k and its entry z in column "
    "k: ≥ 0 for M ≥ m, and > 0 for M > m and z > 0; so if this is so for all worst inputs, and the others stay below "
    "for small δ, L falls",
    mutants={"> 0 also for M = m": {"apart": False}, "m·(x - δz)": {"sign": -1}},
)
def change(apart=True, sign=1):
    assumed = Assumed(
        "d x z m M",
        lambda d, x, z, m, M: {"δ": d, "z": z} | ({"M-m": M - m} if apart else {}),
        lambda d, x, z, m, M: {} if apart else {"M-m": M - m},
        witness=[Fraction(v) for v in (1, 1, 1, 0, 1)],
    )

    def pairs(given, d, x, z, *losses):
        m, M = losses
        before, after = m * x + M * z, m * (x + sign * d * z) + M * (z - d * z)
        yield before - after, given["δ"] * given["z"] * given["M-m"]

    signs(assumed, pairs)


@claim.instances(
    "where the worst input is moved the utility is strictly better: n = 1, |i-r|, S = {0, 1}, α = 1/4, rows (2/3, 1/3) "
    "and (1/3, 2/3), both S: the kernel accepts that they are not optimal",
    mutants={"rows (4/5, 1/5), (1/5, 4/5)": {"rows": (("4/5", "1/5"), ("1/5", "4/5"))}},
)
def strict(rows=(("2/3", "1/3"), ("1/3", "2/3"))):
    problem, x = Problem(MinimaxConsumer(absolute(), inputs=range(2)), "1/4"), Mechanism(rows)
    require(bool(private(x, "1/4")), "it is not private")
    require(row_pattern(x, Fraction(1, 4)).witness is not None, "it has the pattern")
    accepted(Better(problem, x, optimal(problem)))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
