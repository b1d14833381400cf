"""Section 4.2: for which consumers the mechanism M of Appendix B is optimal.

With G for G_{3,1/2}: on every input and for each d < 3 the answer of G is within distance d of the truth more probably
than that of M, unless it is so for certain. With a loss l_0 ≤ l_1 ≤ … of the distance, M loses more than G by the sum
of (l_(d+1) - l_d) times these gaps. So where a row of the loss isn't constant, G is strictly better there.
"""

from fractions import Fraction
from itertools import combinations_with_replacement

from exactdp.claims import Assumed, Claim, accepted, number, require, signs
from exactdp.claims.identities import positive_number
from exactdp.commands.cli import main
from exactdp.kernel import Rejected
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, threshold, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import Better
from exactdp.polytope.derivability import derive

claim = Claim(
    id="gupte2010.section-4-2.not-optimal-for-any",
    title="the consumers for whom Appendix B's mechanism is optimal",
    section="4.2",
    position=4,
    statement=(
        "Every private mechanism is optimal for a consumer whose loss is constant. Appendix B's M, which is not "
        "derivable, is optimal for a consumer with a monotone loss if and only if its worst expected loss over S is "
        "attained at an input of S whose row of the loss is constant. So it is optimal for no consumer with |i-r|, "
        "(i-r)² or the 0-1 loss; G_{3,1/2} has a strictly smaller loss for each, on every input."
    ),
    latex=r"L_M(i) - L_G(i) = \sum_d (l_{d+1}-l_d)\,(\Pr[|G(i)-i| \le d] - \Pr[|M(i)-i| \le d]) \ge 0",
    domain="the one matrix printed, 4 × 4, α = 1/2; all monotone losses and all nonempty S",
    verdict="corrected",
    scope="all monotone losses and S",
    printed="there are private mechanisms, Appendix B's M among them, that are not optimal for any consumer",
    slip="statement",
    uses=("gupte2010.appendix-b",),
)

M = Mechanism(
    (
        ("1/9", "2/9", "4/9", "2/9"),
        ("2/9", "1/9", "2/9", "4/9"),
        ("4/9", "2/9", "1/9", "2/9"),
        ("13/18", "1/9", "1/18", "1/9"),
    )
)
ALPHA = Fraction(1, 2)
SUBSETS = [[i for i in range(4) if bits >> i & 1] for bits in range(1, 16)]


def is_optimal(loss, inside, mechanism=M):
    """Whether the mechanism is optimal for the consumer, judged by the kernel either way."""
    problem = Problem(MinimaxConsumer(loss, inputs=range(4), side_information=inside), ALPHA)
    best = optimal(problem)
    require(isinstance(best, Optimum), "the linear program was not solved")
    worst = max(sum(p * loss(i, r) for r, p in enumerate(mechanism.rows[i])) for i in inside)
    found = worst == best.value
    accepted(Optimum(problem, best.value, best.dual, None, mechanism) if found else Better(problem, mechanism, best))
    return found


@claim.counterexample(
    "with the constant loss 1 and S = {0..3} the kernel accepts M as optimal, though it is not derivable from G",
    mutants={"the 0-1 loss": {"truth": 0}},
)
def constant_loss(truth=1):
    loss = table([[truth if i == r else 1 for r in range(4)] for i in range(4)])
    require(is_optimal(loss, range(4)), "M is not optimal")
    refuted = derive(M, ALPHA)
    require(not refuted, "M is derivable")
    accepted(refuted)


@claim.counterexample(
    "a loss that is not constant on all inputs: with l(0, r) = 4 and |i-r| on the others, M is optimal for S = {0..3}, "
    "and not for S = {1, 2, 3}",
    mutants={"l(0, r) = 2, where the worst is input 3": {"height": 2}, "S = {1, 2, 3}": {"inside": (1, 2, 3)}},
)
def constant_row(height=4, inside=(0, 1, 2, 3)):
    loss = table([[height] * 4, *([abs(i - r) for r in range(4)] for i in range(1, 4))])
    require(is_optimal(loss, inside), "M is not optimal")
    require(not is_optimal(loss, (1, 2, 3)), "M is optimal for S = {1, 2, 3}")


@claim.proof(
    "on each input i and for each d below the largest distance, G is within d of i more probably than M; so with any "
    "steps u_d = l_(d+1) - l_d ≥ 0 M loses more by the sum of u_d times a positive number, > 0 unless all steps are 0",
    mutants={"M for G": {"other": M}, "the uniform mechanism for G": {"other": Mechanism([["1/4"] * 4] * 4)}},
)
def never_worse(other=None):
    better = geometric(n=3, alpha=ALPHA) if other is None else other
    steps = Assumed(
        "nearest u v w", lambda *bases: {}, lambda _, u, v, w: {"0": u, "1": v, "2": w}, witness=[Fraction(0)] * 4
    )
    for i in range(4):
        farthest = max(i, 3 - i)

        def pairs(given, *bases, i=i, farthest=farthest):
            losses = [bases[0]]
            for step in bases[1:]:
                losses.append(losses[-1] + step)
            lost = sum((number(M[i, r] - better[i, r]) * losses[abs(i - r)] for r in range(4)), number(0))
            gaps = [within(better, i, d) - within(M, i, d) for d in range(farthest)]
            # A gap that is not positive ends this with `Failed`.
            proof = positive_number(gaps[0]) * given["0"]
            for d in range(1, farthest):
                proof += positive_number(gaps[d]) * given[str(d)]
            yield lost, proof

        signs(steps, pairs, strict=False)


def within(mechanism, i, distance):
    """The probability of an answer within a distance of i."""
    return sum((mechanism[i, r] for r in range(4) if abs(i - r) <= distance), Fraction(0))


@claim.instances(
    "the criterion: if every worst input of S has a loss that isn't constant, G is strictly better there and no worse "
    "elsewhere; if a worst input has the constant loss c, every mechanism loses c there. Run for losses with steps of "
    "0, 1 and 2 on inputs 0 and 2, |i-r| on the others, and half of the sets S (deep: more steps, all S)",
    mutants={"some constant row, worst or not": {"worst_only": False}},
    values=(0, 1, 2, 3),
)
def characterised(worst_only=True, values=(0, 1, 3)):
    chains = list(combinations_with_replacement(values, 4))
    for first in chains:
        for third in chains[:: len(chains) // 3]:
            rows = [
                [(first if i == 0 else third)[abs(i - r)] if i in (0, 2) else abs(i - r) for r in range(4)]
                for i in range(4)
            ]
            loss = table(rows)
            for inside in SUBSETS[::2] if len(values) == 3 else SUBSETS:
                losses = {i: sum(p * rows[i][r] for r, p in enumerate(M.rows[i])) for i in inside}
                worst = [i for i in inside if losses[i] == max(losses.values()) or not worst_only]
                expected = any(len(set(rows[i])) == 1 for i in worst)
                try:
                    require(is_optimal(loss, inside) == expected, f"losses {rows}, S = {inside}: not {expected}")
                except Rejected as error:
                    require(False, str(error))


@claim.instances(
    "for |i-r|, (i-r)², the 0-1 loss and |i-r| > 1, and all 15 sets S: the kernel accepts a better mechanism than M",
    mutants={"G in place of M": {"mechanism": geometric(n=3, alpha=ALPHA)}, "the constant loss": {"flat": True}},
)
def usual_losses(mechanism=M, flat=False):
    losses = [absolute(), squared(), zero_one(), threshold(1), *([table([[1] * 4] * 4)] if flat else [])]
    for loss in losses:
        for inside in SUBSETS:
            require(not is_optimal(loss, inside, mechanism), f"it is optimal for {loss}, S = {inside}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
