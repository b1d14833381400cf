"""Definition 3.2: a local randomizer is private for all pairs of inputs.

All pairs of X are neighbours: it is the definition of a private mechanism on databases with one entry. For a mechanism
on a path of inputs this asks more than before, since the levels of steps multiply: G_{n,α}, which is α-private between
neighbouring results, is α^n-private as a local randomizer on {0..n}, and not more.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.claims.families import geometric_times_one_plus_alpha
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete, path
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.definition-3.2",
    title="local randomizers",
    section="3",
    position=40,
    statement=(
        "A local randomizer is private between any two inputs: the definition for databases with a single entry, n = "
        "1, where any two are neighbours. It asks at least as much as privacy between chosen neighbours, and in "
        "general more: G_{n,α}, of level α on the path 0–1–…–n, has the level α^n as a local randomizer."
    ),
    latex=r"\Pr[\mathcal R(x) \in S] \le e^{\varepsilon} \Pr[\mathcal R(x') \in S] + \delta \quad (x, x' \in "
    r"\mathcal X), \qquad \frac{G_{0,n}}{G_{n,n}} = \alpha^n",
    domain="every randomizer; n ≥ 1 and 0 ≤ α ≤ 1 for G_{n,α}",
    every_n=True,
    verdict="proved",
    scope="G for all n and α; the comparison of the two notions for all randomizers, and on small ones by running them",
)


@claim.proof(
    "the level of G_{n,α} is no more than α^n: the answer n is α^n times as likely on input 0 as on input n",
    mutants={"α^(n-1)": {"less": 1}},
)
def no_more(less=0):
    def pairs(a, n):
        far, near = (geometric_times_one_plus_alpha(a, n, i, n) for i in (0, n))
        yield far, a ** (n - less) * near

    identity("a", pairs, Domain("n", lambda n: [n - 1]))


@claim.proof(
    "and no less: of any two entries of a column, α^|i-z| and α^|k-z| times the same factor, α^n times the one is at "
    "most the other: α^|k-z| - α^(n+|i-z|) = α^|k-z|·(1 - α^d) with d = n + |i-z| - |k-z| ≥ 0",
    mutants={"d = n - |i-z|": {"other": 0}},
)
def no_less(other=1):
    def pairs(a, n, i, *at):
        k, z = at
        here, there = abs(i - z), abs(k - z)
        d = n + here - other * there
        yield a**there - a ** (n + here), a**there * (1 - a**d)

    inside = Domain("n i k z", lambda n, i, *at: [n - 1, i, n - i, at[0], n - at[0], at[1], n - at[1]])
    identity("a", pairs, inside)
    # 1 - α^d ≥ 0, since it is (1-α) + α·(1 - α^(d-1)): one more factor.
    unit = Assumed(
        "a b", lambda a, b: {"α": a}, lambda a, b: {"1-α": 1 - a, "1-b": 1 - b}, witness=[Fraction(1, 2)] * 2
    )
    signs(unit, lambda given, a, b: [(1 - a * b, given["1-α"] + given["α"] * given["1-b"])], strict=False)


@claim.instances(
    "n ≤ 5, four levels: the library's levels of G on the path and on all pairs",
    mutants={"n+1 for n": {"more": 1}},
    largest=12,
)
def of_geometric(largest=5, more=0):
    for n in range(1, largest + 1):
        for alpha in map(Fraction, ("0", "1/3", "9/10", "1")):
            mechanism = geometric(n=n, alpha=alpha)
            require(level(mechanism, path(n=n)).alpha == alpha, f"n = {n}, α = {alpha}: the path has another level")
            local = level(mechanism, complete(n=n)).alpha
            require(local == alpha ** (n + more), f"n = {n}, α = {alpha}: {local}")


@claim.instances(
    "every mechanism on three inputs with three responses and entries 1/5, 2/5, 3/5: the local level is the least over "
    "pairs of single-entry databases, and at most that on the path",
    mutants={"the path's level is at most the local one": {"turned": True}},
)
def against_path(turned=False):
    fifths = [row for row in product(range(1, 4), repeat=3) if sum(row) == 5]
    for rows in product(fifths, repeat=3):
        mechanism = Mechanism([[Fraction(x, 5) for x in row] for row in rows])
        local, along = level(mechanism, complete(inputs=range(3))).alpha, level(mechanism, path(inputs=range(3))).alpha
        ratios = [Fraction(y, x) for first in rows for second in rows for x, y in zip(first, second, strict=True) if x]
        require(local == min(ratios), f"{rows}: {local} and not {min(ratios)}")
        require(along <= local if turned else local <= along, f"{rows}: {local} and {along}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
