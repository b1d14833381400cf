"""Section 1: releasing the truth gives no privacy, and how much of the truth a level allows.

If two neighbouring inputs i, k are both answered truthfully with probability at least t, then on input i the responses
i and k have at least t and α·t together, which is at most 1. So t ≤ 1/(1+α), and G attains it for n = 1.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.mechanism import identity as truthful
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.privacy.level import level, private

claim = Claim(
    id="ghosh2009.section-1.exact-release",
    title="the truth has no privacy",
    section="1",
    position=30,
    statement=(
        "The truthful mechanism is private at level 0 and, for n ≥ 1, at no larger one. An α-private mechanism whose "
        "probability of the true answer is at least t on two neighbouring inputs has t ≤ 1/(1+α), and for every α and "
        "n ≥ 1 some α-private mechanism attains this on inputs 0 and 1. For n = 0 the truth is private at every level."
    ),
    latex=r"x_{ii} \ge t,\; x_{(i+1)(i+1)} \ge t \;\Rightarrow\; t \le \frac{1}{1+\alpha}",
    domain="0 ≤ α ≤ 1, n ≥ 1, all mechanisms on {0..n}",
    every_n=True,
    verdict="proved",
    scope="all α, n and mechanisms; the best t for all of 0..n together is computed for n ≤ 3",
)


@claim.proof(
    "the truth is α-private for no α > 0: α·x_ii - x_(i+1)i = α > 0, for all n ≥ 1 and i < n",
    mutants={"response i-1": {"shift": -1}, "also at α = 0": {"positive": False}},
)
def truth(shift=0, positive=True):
    assumed = Assumed(
        "a",
        lambda a: {"α": a} if positive else {},
        lambda a: {} if positive else {"α": a},
        witness=[Fraction(1, 2)],
    )

    def answer(i, r):
        return number(1) if i == r else number(0)

    signs(
        assumed,
        lambda given, a, n, i: [(a * answer(i, i + shift) - answer(i + 1, i + shift), given["α"])],
        Domain("n i", lambda n, i: [n - 1, i, n - 1 - i]),
    )


@claim.proof(
    "with x = x_ii, y = x_ik, z = x_kk and o the rest of row i: 1 - (1+α)·t = o + (x-t) + (y-α·z) + α·(z-t), as x + y "
    "+ o = 1; and again with rows i and k exchanged",
    mutants={"1 - (1+2α)·t": {"factor": 2}, "a bound t ≤ 1/(1+α²)": {"power": 2}},
)
def bound(factor=1, power=1):
    assumed = Assumed(
        "a t x y z",
        lambda *bases: {},
        lambda a, t, x, y, z: {"α": a, "x-t": x - t, "z-t": z - t, "y-αz": y - a * z, "rest": 1 - x - y},
        witness=[Fraction(1, 2), Fraction(2, 3), Fraction(2, 3), Fraction(1, 3), Fraction(2, 3)],
    )

    def least(given, a, t, *_):
        total = given["rest"] + given["x-t"] + given["y-αz"] + given["α"] * given["z-t"]
        yield 1 - (1 + factor * a**power) * t, total

    signs(assumed, least, strict=False)


@claim.proof(
    "attained for all n ≥ 1: response 0 with 1/(1+α) on input 0 and α/(1+α) on all others, else response 1. Times 1+α: "
    "x_00 = x_11 = 1, rows sum to 1+α, and 1 - α·α = (1-α)(1+α) ≥ 0, the rows from 1 on being equal",
    mutants={"response 1 with probability 1 on input 1": {"other": 0}},
)
def attained(other=1):
    def entries(a, i, r):
        if r > 1:
            return number(0)
        first = a**0 if i == 0 else other * a
        return first if r == 0 else 1 + a - first

    assumed = Assumed("a", lambda a: {}, lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])

    def private_pairs(given, a, n, i):
        for r in (0, 1):
            x, y = entries(a, i, r), entries(a, i + 1, r)
            if i > 0:
                yield x - a * y, given["1-α"] * (given["α"] if r == 0 else positive_number(1))
                yield y - a * x, given["1-α"] * (given["α"] if r == 0 else positive_number(1))
            else:
                higher, lower = (x, y) if r == 0 else (y, x)
                yield higher - a * lower, given["1-α"] + given["1-α"] * given["α"]
                yield lower, given["α"] * positive_number(1)
                yield a * higher, given["α"] * positive_number(1)

    identity("a", lambda a: [(entries(a, 0, 0), 1), (entries(a, 1, 1), 1)])
    rows = Domain("n i", lambda n, i: [n - 1, i, n - i])
    identity("a", lambda a, n, i: [(entries(a, i, 0) + entries(a, i, 1), 1 + a)], rows)
    signs(assumed, private_pairs, Domain("n i", lambda n, i: [n - 1, i, n - 1 - i]), strict=False)


@claim.instances(
    "n ≤ 4: the library finds level 0 for the truth, which is 0-private, and for n = 0 level 1",
    mutants={"G at level 1/100 for the truth": {"alpha": "1/100"}},
)
def by_library(alpha="0"):
    for n in range(5):
        mechanism = geometric(n=n, alpha=alpha) if Fraction(alpha) else truthful(n=n)
        found = level(mechanism)
        accepted(found)
        require(found.alpha == (0 if n else 1), f"level {found.alpha} at n = {n}")
        require(bool(private(mechanism, 0)), f"not 0-private at n = {n}")


@claim.instances(
    "the largest t for all inputs at once, from the certified optimum of the consumer with loss [i ≠ r], is 1/(1+α) "
    "for n = 1, and less for n = 2, 3 where 0 < α",
    mutants={"1/(1+α²)": {"power": 2}},
)
def best_for_all(power=1):
    for alpha in map(Fraction, ("0", "1/4", "1/2", "1")):
        for n in range(1, 4):
            found = solve_polytope(Problem(MinimaxConsumer(zero_one(), n=n), alpha))
            accepted(found)
            best, limit = 1 - found.value, 1 / (1 + alpha**power)
            holds = best == limit if n == 1 or alpha == 0 else best < limit
            require(holds, f"the largest t is {best} at n = {n}, α = {alpha}")


@claim.instances(
    "the mechanism that attains 1/(1+α), n ≤ 4, is α-private and has x_00 = x_11 = 1/(1+α)",
    mutants={"at a level above α": {"above": Fraction(1, 100)}},
)
def attaining(above=0):
    for alpha in map(Fraction, ("0", "1/4", "1/2", "9/10")):
        for n in range(1, 5):
            high, low = 1 / (1 + alpha), alpha / (1 + alpha)
            pad = [0] * (n - 1)
            mechanism = Mechanism([[high, low, *pad], *([low, high, *pad] for _ in range(n))])
            require(bool(private(mechanism, alpha + above)), f"not private at n = {n}, α = {alpha}")
            require(mechanism[0, 0] == mechanism[1, 1] == 1 / (1 + alpha), f"another t at n = {n}, α = {alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
