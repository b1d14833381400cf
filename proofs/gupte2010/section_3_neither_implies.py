"""Section 3: privacy of neighbouring entries and the condition on three entries do not imply each other.

A column that is 1/2 but in row 1, where it is α/2, and its complement are private, and at row 1 the condition fails. A
column that grows in equal steps from 0 to 1, and its complement, meet the condition and are not private.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    identity,
    number,
    positive_number,
    require,
    signs,
    three_term,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.mechanism import identity as truthful
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.section-3.neither-implies",
    title="privacy and the condition on three entries are independent",
    section="3",
    position=4,
    statement=(
        "For every n ≥ 2 and 0 < α < 1 there is an α-private mechanism with a column that violates the condition on "
        "three entries. For every n ≥ 1 and 0 < α ≤ 1 there is a mechanism that meets it in all columns (for n = 1 "
        "there is nothing to meet) and is not α-private. Both hold together exactly where it is derivable from G."
    ),
    latex=r"x_i \ge \alpha x_{i \pm 1} \;\not\Rightarrow\; (1+\alpha^2)x_2 \ge \alpha(x_1 + x_3) \;\not\Rightarrow\; "
    r"x_i \ge \alpha x_{i \pm 1}",
    domain=(
        "n ≥ 2, 0 < α < 1. Privacy implies the condition for n ≤ 1, for α = 1 (all rows are equal) and for α = 0 (it "
        "says x_2 ≥ 0), and the condition implies privacy for n = 0 and for α = 0"
    ),
    every_n=True,
    verdict="proved",
    scope="one family of mechanisms for each direction, for all n and α",
    uses=("gupte2010.theorem-2",),
)

ROWS = Domain("n k", lambda n, k: [n - 2, k, n - k])
PAIRS = Domain("n k", lambda n, k: [n - 2, k, n - 1 - k])
UNIT = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])


@claim.proof(
    "n ≥ 2: the columns 1, α, 1, …, 1 and 1, 2-α, 1, …, 1 (times 1/2) are α-private: each x_i - α·x_k for neighbours "
    "is 0, 1-α, 1-α², (1-α)² or 2·(1-α)",
    mutants={"α² for α in row 1": {"power": 2}},
)
def valley_is_private(power=1):
    def pairs(given, a, n, k):
        def column(i):
            return a**power if i == 1 else number(1)

        below, above = given["1-α"], positive_number(1) + given["α"]
        for here, there in ((k, k + 1), (k + 1, k)):
            if there == 1 or here == 1:
                yield (2 - column(here)) - a * (2 - column(there)), below**2 if there == 1 else 2 * below
            else:
                yield (2 - column(here)) - a * (2 - column(there)), below
            if here == 1:
                continue
            yield column(here) - a * column(there), below * above if there == 1 else below

    # Of α - α·1 = 0, in row 1 against its neighbours, no sign is to be shown.
    identity("a", lambda a: [(a**power - a * number(1), number(0))])
    signs(UNIT, pairs, PAIRS)


@claim.proof(
    "and in rows 0 to 2 of the first the condition comes to -α·(1-α²) < 0",
    mutants={"1-α² without α": {"power": 0}},
)
def valley_fails(power=1):
    identity(
        "a",
        lambda a: [(three_term(a, lambda i: a if i == 1 else number(1), 2, 1), -(a**power) * (1 - a**2))],
    )
    signs(UNIT, lambda given, a: [(a * (1 - a**2), given["α"] * given["1-α"] * (positive_number(1) + given["α"]))])


@claim.proof(
    "the columns i/n and 1 - i/n: in row k the condition comes to (1-α)² times their entry, so it holds for every α; "
    "shown for n·x_i, as x_(k-1) + x_(k+1) = 2·x_k",
    mutants={"1-α² for (1-α)²": {"square": False}},
)
def line_holds(square=True):
    def pairs(a, middle, step):
        here = middle + step, middle, middle - step
        factor = (1 - a) ** 2 if square else 1 - a**2
        yield three_term(a, lambda i: here[i], 2, 1), factor * middle

    identity("a x s", pairs)


@claim.proof(
    "and they are not α-private for any α > 0: in rows 0 and 1 the first has 0 < α·(1/n)",
    mutants={"α ≥ 0 for α > 0": {"least": 0}},
)
def line_is_not_private(least=1):
    assumed = Assumed(
        "a step",
        lambda a, step: {"1/n": step} | ({"α": a} if least else {}),
        lambda a, step: {} if least else {"α": a},
        witness=[Fraction(least), Fraction(1, 2)],
    )
    signs(assumed, lambda given, a, step: [(a * step - 0, given["α"] * given["1/n"])])


def valley(n, alpha):
    """The mechanism with the columns 1/2, α/2, 1/2, … and its complement."""
    return Mechanism([[x, 1 - x] for i in range(n + 1) for x in [alpha / 2 if i == 1 else Fraction(1, 2)]])


def line(n):
    """The mechanism that answers n with probability i/n and 0 otherwise."""
    return Mechanism([[Fraction(n - i, n), *[0] * (n - 1), Fraction(i, n)] for i in range(n + 1)])


def holds(mechanism, alpha):
    """Whether every three consecutive entries of every column meet the condition."""
    rows = mechanism.rows
    return all(
        x - alpha * z >= alpha * (w - alpha * x)
        for above, here, below in zip(rows, rows[1:], rows[2:], strict=False)
        for w, x, z in zip(above, here, below, strict=True)
    )


@claim.instances(
    "for n ≤ 6 (from 2; the other kind from 1) and α = 1/10, 1/2, 9/10: one kind is private and fails the condition, "
    "the other is not and meets it; neither is derivable, with certificates",
    mutants={"the private kind at n = 1": {"least": 1}, "the level α = 0": {"levels": ("0",)}},
)
def by_library(least=2, levels=("1/10", "1/2", "9/10")):
    for alpha in map(Fraction, levels):
        for n in range(1, 7):
            kinds = [(line(n), False, True)] + ([(valley(n, alpha), True, False)] if n >= least else [])
            for mechanism, is_private, meets in kinds:
                require(bool(private(mechanism, alpha)) == is_private, f"the privacy at n = {n}, α = {alpha}")
                require(holds(mechanism, alpha) == meets, f"the condition at n = {n}, α = {alpha}")
                found = derive(mechanism, alpha)
                require(not found, f"it is derivable at n = {n}, α = {alpha}")
                accepted(found)


FULL = (("4/5", "1/10", "1/10"), ("9/20", "1/10", "9/20"), ("1/10", "1/10", "4/5"))


@claim.instances(
    "n = 1: the truthful mechanism, which has no three entries, is private only at α = 0; n = 2: a mechanism without "
    "zeros that meets the condition at α = 1/2 and is 2/9-private only",
    mutants={"at α = 2/9": {"alpha": "2/9"}},
)
def smallest(alpha="1/2"):
    level = Fraction(alpha)
    for mechanism in (truthful(inputs=range(2)), Mechanism(FULL)):
        require(holds(mechanism, level), "the condition fails")
        require(not private(mechanism, level), "it is private")
    require(bool(private(Mechanism(FULL), "2/9")), "it is not 2/9-private")


@claim.instances(
    "both together: G itself and its mixture with the uniform mechanism; at α = 1 two equal rows, at α = 0 any rows",
    mutants={"G of a smaller level": {"factor": Fraction(1, 2)}},
)
def together(factor=1):
    for n in range(1, 5):
        for alpha in map(Fraction, ("0", "1/3", "1/2", "1")):
            source = geometric(n=n, alpha=alpha * factor)
            mixed = Mechanism([[(x + Fraction(1, n + 1)) / 2 for x in row] for row in source])
            for mechanism in (source, mixed):
                require(bool(private(mechanism, alpha)), f"not private at n = {n}, α = {alpha}")
                require(holds(mechanism, alpha), f"the condition fails at n = {n}, α = {alpha}")
                found = derive(mechanism, alpha)
                require(bool(found), f"not derivable at n = {n}, α = {alpha}")
                accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
