"""Section 2.5: it is enough to search all α-private mechanisms; their optimum needs no interaction.

The least L(y·T) over all private y and all T is the least L(x) over all private x: each y·T is one of the x, and each x
is x·1. So the optimum x* loses no more than x*·T, for x*·T is private too.
"""

from fractions import Fraction
from itertools import combinations

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="gupte2010.section-2-5.no-reinterpretation",
    title="the optimum needs no interaction",
    section="2.5",
    position=4,
    statement=(
        "The least loss of all pairs of an α-private mechanism and an interaction with it is the least loss of all "
        "α-private mechanisms. A consumer presented with a mechanism that is optimal for it gains nothing by "
        "interacting: face value is an optimal interaction, maybe not the only one. For other mechanisms, such as "
        "G_{3,1/4} and the consumer of Table 1, it may gain; for n = 0 it never does."
    ),
    latex=r"\min_{y\ \alpha\text{-private}}\ \min_T\ L(y\,T) = \min_{x\ \alpha\text{-private}} L(x)",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every real loss, monotone or not, and every nonempty S",
    every_n=True,
    verdict="proved",
    scope="all n, α, losses and S",
    uses=("gupte2010.section-2-5.direct",),
)


@claim.proof(
    "y·T is among the x: with d = y_(i+1)r - α·y_ir ≥ 0, its difference grows by d·T_rs, which is ≥ 0; in the other "
    "direction likewise",
    mutants={"d of any sign": {"private": False}},
)
def among(private=True):
    known = Assumed(
        "a y z t",
        lambda *_: {},
        lambda a, y, z, t: {"T": t, "y": y} | ({"z-αy": z - a * y} if private else {"αy-z": a * y - z}),
        witness=[1, 0, 0, 0],
    )
    signs(
        known,
        lambda given, a, y, z, t: [(z * t - a * (y * t), given["z-αy" if private else "αy-z"] * given["T"])],
        strict=False,
    )


@claim.proof(
    "x is x·1: of the terms x_ir·T_rs with T_rs = 1 for r = s and 0 for the others only x_is is left",
    mutants={"the remap to r+1": {"shift": 1}},
)
def face_value(shift=0):
    def pairs(n, i, r, s):
        at = r + shift == s
        # The sum over r begins with 0, and jumps to x_is after r = s.
        before = entry("x", i, s) if r > s else number(0)
        after = entry("x", i, s) if r >= s else number(0)
        yield after - before, entry("x", i, r) * (1 if at else 0)

    identity("", pairs, Domain("n i r s", lambda n, i, r, s: [i, n - i, r, n - r, s, n - s]))


@claim.proof(
    "so for the optimum's L* and any pair with the loss L(y·T) ≥ L*, and L* = L(x*·1): the two minima are at most each "
    "other, and a difference that is ≥ 0 with its negative is 0",
    mutants={"one of them only": {"both": False}},
)
def equal(both=True):
    known = Assumed(
        "p q",
        lambda *_: {},
        lambda p, q: {"p-q": p - q} | ({"q-p": q - p} if both else {}),
        witness=[0, 0],
    )
    signs(
        known,
        lambda given, p, q: [(p - q, given["p-q"]), (q - p, given["q-p"] if both else given["p-q"])],
        strict=False,
    )


def consumers(n):
    """Losses for n, one with values below 0 and one that is not monotone."""
    yield from (absolute(), squared(), zero_one())
    yield table([[(2 * i + 3 * r) % 5 - 1 for r in range(n + 1)] for i in range(n + 1)])


@claim.instances(
    "n ≤ 2, four losses, all S, α = 0, 1/3, 1: the certified optimal mechanism and the certified best interaction with "
    "it have the same loss, that of face value; no best interaction with G, or with equal rows, loses less",
    mutants={"G is optimal at face value": {"of_g": True}},
    largest=3,
)
def by_library(of_g=False, largest=2):
    for n in range(largest + 1):
        for alpha in map(Fraction, ("0", "1/3", "1")):
            for loss in consumers(n):
                for size in range(1, n + 2):
                    for inside in combinations(range(n + 1), size):
                        consumer = MinimaxConsumer(loss, n=n, side_information=inside)
                        best = solve_polytope(Problem(consumer, alpha))
                        again = interact(consumer, best.mechanism)
                        accepted(best)
                        accepted(again)
                        x = geometric(n=n, alpha=alpha) if of_g else best.mechanism
                        at_face_value = max(sum(v * loss(i, r) for r, v in enumerate(x.rows[i])) for i in inside)
                        where = f"n = {n}, α = {alpha}, {loss}, S = {inside}"
                        require(at_face_value == best.value == again.value, f"{where}: {best.value}, {again.value}")
                        equal_rows = Mechanism([[Fraction(1, n + 1)] * (n + 1)] * (n + 1))
                        for y in (geometric(n=n, alpha=alpha), equal_rows):
                            require(interact(consumer, y).value >= best.value, f"{where}: a better pair")


@claim.instances(
    "not for all mechanisms: G_{3,1/4} at face value loses more than 168/415 for |i-r| and S = N, which is what its "
    "best interaction and the optimal mechanism lose",
    mutants={"for S = {0}, n = 0": {"n": 0}},
)
def table_1(n=3):
    consumer, y = MinimaxConsumer(absolute(), n=n), geometric(n=n, alpha="1/4")
    best, optimum = interact(consumer, y), solve_polytope(Problem(consumer, "1/4"))
    accepted(best)
    accepted(optimum)
    at_face_value = max(sum(v * abs(i - r) for r, v in enumerate(row)) for i, row in enumerate(y.rows))
    require(best.value == optimum.value < at_face_value, f"G loses {at_face_value}, and {best.value} after all")
    require(best.value == Fraction(168, 415), f"the optimum is {best.value}")


@claim.instances(
    "face value need not be the only optimal interaction: where always 0 is optimal, n = 1 and S = {0}, the response 1 "
    "is never given and may be read as anything",
    mutants={"S = {0, 1}": {"inside": (0, 1)}},
)
def not_unique(inside=(0,)):
    best = solve_polytope(Problem(MinimaxConsumer(absolute(), inputs=range(2), side_information=inside), "1/2"))
    accepted(best)
    swapped = best.mechanism @ Mechanism([[1, 0], [1, 0]])
    loss = max(sum(v * abs(i - r) for r, v in enumerate(swapped.rows[i])) for i in inside)
    require(loss == best.value, f"with the response 1 read as 0 the loss is {loss}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
