"""Section 1: what noise does to privacy and to utility.

A β-private mechanism is α-private for α ≤ β, so the optimum over private mechanisms can only rise with the level. Noise
that looks at nothing but the result is a remap: it lowers neither the level nor the loss of a rational consumer. It
need not raise the level, nor the loss.
"""

from fractions import Fraction
from itertools import pairwise

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.mechanism import identity as true_result
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.section-1.trade-off",
    title="the trade-off between privacy and utility",
    section="1",
    position=2,
    statement=(
        "For every consumer the least loss of all α-private mechanisms does not fall as α grows. It is 0 at α = 0 if "
        "l(i, i) = 0, and for |i-r| and S = N it is n/2 at α = 1. It rises strictly for n = 1 and |i-r|, as α/(1+α). "
        "It need not: with l(i, i) = 0 it is 0 throughout where S is one point, and for (i-r)², n = 2 and S = N it is "
        "1 at α = 3/4 and at α = 1. Noise added to a mechanism's result lowers neither its level nor the loss of a "
        "rational consumer, and need not raise them: a step of 0 or 1 by a coin, added to the true result, leaves the "
        "level 0."
    ),
    latex=r"\alpha \le \beta: \ \min_{x\ \alpha\text{-private}} L(x) \le \min_{x\ \beta\text{-private}} L(x), \qquad "
    r"\min_T L(y\,T) \le \min_T L(y\,R\,T)",
    domain="n ≥ 0, 0 ≤ α ≤ β ≤ 1, all consumers, mechanisms y and noise R that depends on the result alone",
    every_n=True,
    verdict="proved",
    scope="all n, levels and consumers; n/2 for all n",
    uses=("ghosh2009.section-2-3.remap", "gupte2010.section-2-5.no-reinterpretation"),
)


@claim.proof(
    "β-private is α-private: x - α·y = (x - β·y) + (β-α)·y ≥ 0, so the least is taken over more mechanisms",
    mutants={"α above β": {"above": True}},
)
def over_more(above=False):
    assumed = Assumed(
        "a b x y",
        lambda *_: {},
        lambda a, b, x, y: {"x-βy": x - b * y, "β-α": (a - b) if above else (b - a), "y": y},
        witness=[Fraction(1, 2)] * 2 + [Fraction(1)] * 2,
    )
    signs(
        assumed,
        lambda given, a, b, x, y: [(x - a * y, given["x-βy"] + given["β-α"] * given["y"])],
        strict=False,
    )


@claim.proof(
    "noise is a remap R: (y·R)·T has the terms of y·(R·T), so every interaction with y·R is one with y; and its slack "
    "is the sum of slacks of y times entries of R",
    mutants={"T before R": {"turned": True}},
)
def noise(turned=False):
    def pairs(a, i, r, s, *last):
        (z,) = last
        y, R, T = entry("y", i, r), entry("R", r, s), entry("T", s, z)
        inner = entry("T", r, s) * entry("R", s, z) if turned else R * T
        yield (
            (entry("yR", i, s) + y * R) * T - entry("yR", i, s) * T,
            y * (entry("RT", r, z) + inner) - y * entry("RT", r, z),
        )
        below = entry("y", i + 1, r)
        yield below * R - a * (y * R), (below - a * y) * R

    identity("a", lambda a, *at: [*pairs(a, *at)], Domain("i r s z", lambda *at: list(at)))


@claim.proof(
    "at α = 1 the rows are equal: for |i-r| a response r costs r on input 0 and n-r on input n, n in all, so that the "
    "larger of both expected losses is ≥ n/2; 0 and n by a coin cost i/2 + (n-i)/2 = n/2 on every i",
    mutants={"0 or n-1": {"last": 1}},
)
def at_one(last=0):
    # Distances are exponents of b here.
    identity(
        "b",
        lambda b, n, i, r: [(b ** abs(0 - r) * b ** abs(n - r), b**n), (b**i * b ** (n - last - i), b**n)],
        Domain("n i r", lambda n, i, r: [i, n - last - i, r, n - r]),
    )


@claim.proof(
    "n = 1, |i-r|: x_10 ≥ α·x_00 gives L_1 + α·L_0 ≥ α, so the worst loss is ≥ α/(1+α), which grows: β(1+α) - α(1+β) = "
    "β-α",
    mutants={"α(1+α) for β(1+α)": {"same": True}},
)
def one_row(same=False):
    private = Assumed("a x y", lambda *_: {}, lambda a, x, y: {"y-αx": y - a * x}, witness=[Fraction(1, 2)] * 3)
    signs(private, lambda given, a, x, y: [(y + a * (1 - x) - a, given["y-αx"])], strict=False)
    apart = Assumed("a b", lambda a, b: {"β-α": b - a}, witness=[Fraction(1, 3), Fraction(1, 2)])
    signs(apart, lambda given, a, b: [((a if same else b) * (1 + a) - a * (1 + b), given["β-α"])])


LOSSES = {"|i-r|": absolute(), "(i-r)²": squared(), "0-1": zero_one()}
LEVELS = tuple(map(Fraction, ("0", "1/4", "1/2", "3/4", "1")))


@claim.instances(
    "n = 1, 2, 3, S = N, five levels: the certified optimum rises strictly for |i-r| and the 0-1 loss, does not fall "
    "for (i-r)², where for n = 2 it is 1 at 3/4 and at 1; it is 0 at α = 0 and, for |i-r|, n/2 at α = 1; for S = {1} "
    "it is 0",
    mutants={"S = {1} for S = N": {"inside": (1,)}, "n/3": {"part": Fraction(1, 3)}},
)
def rising(inside=None, part=Fraction(1, 2)):
    for n in (1, 2, 3):
        for name, loss in LOSSES.items():
            values = [least(MinimaxConsumer(loss, n=n, side_information=inside), alpha) for alpha in LEVELS]
            require(values[0] == 0, f"n = {n}, {name}: {values[0]} at α = 0")
            rises = all(x <= y if name == "(i-r)²" else x < y for x, y in pairwise(values))
            require(rises, f"n = {n}, {name}: {values}")
            require(name != "(i-r)²" or n != 2 or values[3:] == [1, 1], f"{name}: {values[3:]} at 3/4 and 1")
            require(name != "|i-r|" or values[-1] == part * n, f"n = {n}: {values[-1]} at α = 1")
            point = [least(MinimaxConsumer(loss, n=n, side_information=(1,)), alpha) for alpha in LEVELS]
            require(not any(point), f"n = {n}, {name}: {point} for one point")


def least(consumer, alpha):
    """The certified optimum."""
    found = solve_polytope(Problem(consumer, alpha))
    accepted(found)
    return found.value


@claim.instances(
    "n = 1, 2, 3: a step of 0 or 1 by a coin, but for n, leaves the true result's level 0; added to G_{n,1/2} it "
    "neither lowers the level nor, for three losses, the loss of the optimal interaction",
    mutants={"the step added to G_{n,1/3}": {"other": "1/3"}},
)
def a_coin(other="1/2"):
    for n in (1, 2, 3):
        coin = Mechanism(
            [[Fraction(int(r == i) + int(r == min(i + 1, n)), 2) for r in range(n + 1)] for i in range(n + 1)]
        )
        require(level(Mechanism((true_result(n=n) @ coin).rows)).alpha == 0, f"n = {n}: the level is not 0")
        plain, noisy = geometric(n=n, alpha="1/2"), Mechanism((geometric(n=n, alpha=other) @ coin).rows)
        require(level(noisy).alpha >= level(plain).alpha, f"n = {n}: the level is {level(noisy).alpha}")
        for name, loss in LOSSES.items():
            consumer = MinimaxConsumer(loss, n=n)
            found = [interact(consumer, each) for each in (plain, noisy)]
            for each in found:
                accepted(each)
            require(found[0].value <= found[1].value, f"n = {n}, {name}: {found[0].value} and {found[1].value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
