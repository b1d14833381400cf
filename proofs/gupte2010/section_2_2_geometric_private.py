"""Section 2.2: two adjacent inputs of the geometric mechanism have a ratio that is α or 1/α for every output.

An output r ≤ i is one step further from i+1 than from i, and an output r > i one step nearer. So the ratio of the
masses on i and i+1 is 1/α, or α. Restricted to {0..n} the columns 0 and n get another factor, the same for all inputs.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    geometric_times_one_plus_alpha,
    identity,
    require,
    scaled_geometric,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.privacy.level import level, private

claim = Claim(
    id="gupte2010.section-2-2.geometric-private",
    title="the geometric mechanism is α-private",
    section="2.2",
    position=20,
    statement=(
        "For 0 < α < 1, all adjacent inputs and every integer r the masses of the geometric mechanism have x_ir / "
        "x_(i+1)r = 1/α for r ≤ i and α for r > i, so the ratio is an end of [α, 1/α] and no larger level will do. The "
        "same holds for the range-restricted mechanism and r in N. At α = 1 all its rows are equal, with 0 in the "
        "columns 0 < r < n. Where entries are 0, there and at α = 0, the ratios are not defined, but the products of "
        "Definition 2 hold."
    ),
    latex=r"\frac{x_{i,r}}{x_{i+1,r}} = \tfrac{1}{\alpha} \ (r \le i), \quad \alpha \ (r > i)",
    domain="0 < α < 1, n ≥ 1, 0 ≤ i < n, every integer r, or every r in N; at α = 0 in the product form",
    every_n=True,
    verdict="proved",
    scope="all n, α, i and r",
    uses=("gupte2010.definition-1", "gupte2010.definition-2", "gupte2010.definition-4"),
)

UNIT = Assumed("a", lambda a: {"1-α": 1 - a}, lambda a: {"α": a}, witness=[Fraction(1, 2)])


def both(power, last):
    """The two cases of an output, for masses here and on the next input."""

    def pairs(a, i, r, here, there):
        if r <= i - last:
            yield there, a * here
            yield here - a * there, (1 - a**power) * here
        else:
            yield here, a * there
            yield there - a * here, (1 - a**power) * there

    return pairs


@claim.proof(
    "on all integers: one mass is α times the other, and the difference that is left, 1-α² times a mass, is ≥ 0",
    mutants={"1-α for 1-α²": {"power": 1}, "r < i for r ≤ i": {"last": 1}},
)
def unbounded(power=2, last=0):
    cases = both(power, last)

    def pairs(a, i, r):
        here, there = ((1 - a) * scaled_geometric(a, k, r) for k in (i, i + 1))
        yield from cases(a, i, r, here, there)

    identity("a", pairs, Domain("i r", lambda i, r: []))
    signs(UNIT, lambda given, a: [(1 - a**2, given["1-α"] + given["1-α"] * given["α"])])


@claim.proof(
    "on N: the same, since column r has one factor for all inputs, 1 for r = 0 and n and 1-α for the others",
    mutants={"1-α for 1-α²": {"power": 1}, "r < i for r ≤ i": {"last": 1}},
)
def restricted(power=2, last=0):
    cases = both(power, last)

    def pairs(a, n, i, r):
        here, there = (geometric_times_one_plus_alpha(a, n, k, r) for k in (i, i + 1))
        yield from cases(a, i, r, here, there)

    identity("a", pairs, Domain("n i r", lambda n, i, r: [i, n - 1 - i, r, n - r]))


@claim.proof(
    "no larger level: for β > α output 0 has β·x_00 - x_10 = (β-α)·x_00 > 0, with x_00 = (1-α)/(1+α), or 1/(1+α) on N",
    mutants={"output 1": {"output": 1}, "for β ≥ α": {"larger": False}},
)
def exact_level(output=0, larger=True):
    assumed = Assumed(
        "a b",
        lambda a, b: {"1-α": 1 - a} | ({"β-α": b - a} if larger else {}),
        lambda a, b: {} if larger else {"β-α": b - a},
        witness=[Fraction(1, 2), Fraction(2, 3)],
    )

    def pairs(given, a, b):
        first, second = ((1 - a) * scaled_geometric(a, k, output) for k in (0, 1))
        yield b * first - second, given["β-α"] * given["1-α"]

    signs(assumed, pairs)
    bounded = Domain("n", lambda n: [n - 1])

    def on_range(given, a, b, n):
        first, second = (geometric_times_one_plus_alpha(a, n, k, output) for k in (0, 1))
        yield b * first - second, given["β-α"]

    signs(assumed, on_range, bounded)


@claim.instances(
    "at α = 0: an entry 0 stands beside one that is 1, or beside another 0, and the products hold; at α = 1 on N all "
    "rows are equal",
    mutants={"at α = 1/2": {"lowest": "1/2"}, "at α = 99/100": {"highest": "99/100"}},
)
def ends(lowest="0", highest="1"):
    for n in range(1, 5):
        x = geometric(n=n, alpha=lowest)
        require(bool(private(x, lowest)), "the products fail")
        require(all(x[i + 1, i] == 0 < x[i, i] for i in range(n)), "no entry is 0")
        require(len(set(geometric(n=n, alpha=highest).rows)) == 1, "two rows differ")


@claim.instances(
    "five levels, n ≤ 5: all ratios on N, and those of x^G for -5 ≤ r ≤ 10, are 1/α or α as said; the kernel accepts α "
    "as the exact level, and at every adjacent pair and output the level is attained",
    mutants={"r < i for r ≤ i": {"last": 1}, "attained in inner columns only": {"every": False}},
)
def by_library(last=0, every=True):
    for alpha in map(Fraction, ("1/100", "1/4", "1/2", "9/10", "99/100")):
        unlimited = UnboundedGeometric(alpha)
        for n in range(1, 6):
            x = geometric(n=n, alpha=alpha)
            for i in range(n):
                masses = [(r, unlimited.mass(i, r), unlimited.mass(i + 1, r)) for r in range(-5, 11)]
                entries = [(r, x[i, r], x[i + 1, r]) for r in range(n + 1)]
                for r, here, there in masses + entries:
                    ratio = 1 / alpha if r <= i - last else alpha
                    require(here / there == ratio, f"the ratio is {here / there} at i = {i}, r = {r}, α = {alpha}")
            found = level(x)
            require(found.alpha == alpha, f"the level is {found}")
            attained = sum(1 for _ in found.witnesses())
            require(attained == n * (n + 1 if every else n - 1), f"the level is attained {attained} times at n = {n}")
            accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
