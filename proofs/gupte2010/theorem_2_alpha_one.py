"""Theorem 2 at α = 1 and at α = 0, for every n.

At α = 1 privacy is x_i ≥ x_(i+1) ≥ x_i, so all rows of M are equal, and the rows of G are (1/2, 0, …, 0, 1/2) each. So
G·T has the row (T_0 + T_n)/2 everywhere: M is derivable exactly if its rows are equal, and the inner rows of T don't
count. At α = 0 G is the identity, every M is 0-private, and T = M.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    signs,
    three_term,
)
from exactdp.claims.enumeration import in_parts
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.theorem-2.alpha-one",
    title="Theorem 2 at α = 1 and at α = 0",
    section="3",
    position=60,
    statement=(
        "At α = 1, for a mechanism M on {0..n}, n ≥ 1: M is 1-private ⟺ all its rows are equal ⟺ it is derivable from "
        "G_{n,1}, whose rows are all (1/2, 0, …, 0, 1/2). The condition on three entries then holds with equality, so "
        "the theorem is true; alone it says that columns are concave, which is less. G·T = M holds exactly for the T "
        "with (T_0 + T_n)/2 equal to the row of M, so T is not unique. At α = 0 every M is 0-private, meets the "
        "condition, and is derivable with T = M only."
    ),
    latex=r"G_{n,1}\,T = \mathbf 1\,\tfrac12 (T_{0,\cdot} + T_{n,\cdot}), \qquad G_{n,0} = 1",
    domain="α = 1 and α = 0, n ≥ 1, every M with any number of responses; at n = 0 every M is derivable with T = M",
    every_n=True,
    verdict="proved",
    scope="all n and M",
    uses=("gupte2010.theorem-2",),
)


@claim.proof(
    "α = 1: x_i ≥ α·x_(i+1) and x_(i+1) ≥ α·x_i leave no difference of neighbours with a sign, and the difference of "
    "x_0 and x_k is that of x_0 and x_(k-1) plus that of x_(k-1) and x_k, both 0",
    mutants={"at α = 1/2": {"alpha": Fraction(1, 2)}, "without x_(i+1) ≥ α·x_i": {"both": False}},
)
def equal_rows(alpha=Fraction(1), both=True):
    assumed = Assumed(
        "x y",
        lambda x, y: {},
        lambda x, y: {"x-αy": x - alpha * y} | ({"y-αx": y - alpha * x} if both else {}),
        witness=[Fraction(1), Fraction(1)],
    )
    other = "y-αx" if both else "x-αy"
    signs(assumed, lambda given, x, y: [(x - y, given["x-αy"]), (y - x, given[other])], strict=False)

    def along(k):
        yield entry("x", 0) - entry("x", k), (entry("x", 0) - entry("x", k - 1)) + (entry("x", k - 1) - entry("x", k))

    identity("", along, Domain("k", lambda k: [k - 1]))


@claim.proof(
    "α = 1: 2·G has the entries 1 in the columns 0 and n and 0 between, in every row, so that row i of 2·G·T is T_0 + "
    "T_n; with all rows of T equal to m it is 2·m",
    mutants={"1 in the inner columns as well": {"inner": 1}, "3·m": {"times": 3}},
)
def rows_of_the_product(inner=0, times=2):
    def entries(n, i, j):
        yield geometric_times_one_plus_alpha(number(1), n, i, j), number(1 if j in (0, n) else inner)

    def along(n, i, z):
        # The sum over the first z columns j of 2·G_ij·T_j: T_0 from z = 1 to z = n, and T_n in the end.
        def so_far(z):
            return number(0) if z == 0 else entry("T", 0) if z <= n else entry("T", 0) + entry("T", n)

        step = geometric_times_one_plus_alpha(number(1), n, i, z) * entry("T", z)
        yield so_far(z + 1), so_far(z) + step

    def constant():
        yield entry("m") + entry("m"), times * entry("m")

    identity("", entries, Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j]))
    identity("", along, Domain("n i z", lambda n, i, z: [n - 1, i, n - i, z, n - z]))
    identity("", constant)


@claim.proof(
    "α = 1: on equal rows the difference of the condition is 2·m - (m + m) = 0, in every inner row",
    mutants={"at α = 1/2": {"alpha": Fraction(1, 2)}},
)
def condition(alpha=Fraction(1)):
    def pairs(n, k):
        yield three_term(number(alpha), lambda i: entry("m"), n, k), number(0)

    identity("", pairs, Domain("n k", lambda n, k: [n - 1, k, n - k]))


@claim.proof(
    "α = 0: the entries of (1+α)·G less those of the identity are multiples of α; the condition's difference is x_k "
    "plus a multiple of α, and so are those of privacy, x_i - α·x_(i+1): at α = 0 they are entries, hence ≥ 0",
    mutants={"multiples of α²": {"power": 2}},
)
def at_zero(power=1):
    def entries(a, n, i, j):
        unit, multiple = number(0), number(0)
        if i == j:
            unit, multiple = number(1), number(0 if j in (0, n) else -1)
        else:
            multiple = a ** (abs(i - j) - power) * (number(1) if j in (0, n) else 1 - a)
        yield geometric_times_one_plus_alpha(a, n, i, j), unit + a**power * multiple

    def differences(a, n, k):
        def x(i):
            return entry("x", i)

        inside = a * x(k) - (x(k - 1) + x(k + 1)) if 0 < k < n else -(x(1) if k == 0 else x(n - 1))
        yield three_term(a, x, n, k), x(k) + a**power * inside

    identity("a", entries, Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j]))
    identity("a", differences, Domain("n k", lambda n, k: [n - 1, k, n - k]))


@claim.instances(
    "n ≤ 2, all mechanisms with two responses and quarters, three and halves: at α = 1 private, derivable and with "
    "equal rows are one; at α = 0 all are derivable, with T = M; every answer on n = 1 is certified",
    mutants={"at α = 1/2 for 1": {"one": "1/2"}, "at α = 1/10 for 0": {"zero": "1/10"}},
    largest=3,
)
def by_library(one="1", zero="0", largest=2):
    for n in range(largest + 1):
        for parts, responses in ((4, 2), (2, 3)):
            for mechanism in in_parts(n + 1, responses, parts):
                found, constant = derive(mechanism, one), len(set(mechanism.rows)) == 1
                require(bool(found) == constant, f"derivability at α = {one}: {mechanism.rows}")
                require(bool(private(mechanism, one)) == constant, f"privacy at α = {one}: {mechanism.rows}")
                at_zero = derive(mechanism, zero)
                require(bool(at_zero) and at_zero.remap == mechanism, f"α = {zero}: {mechanism.rows}")
                require(bool(private(mechanism, zero)), f"{mechanism.rows} is not {zero}-private")
                if n == 1:
                    accepted(found)
                    accepted(at_zero)


@claim.instances(
    "α = 1, n ≤ 4: G·T = G for T = G, and for the T that exchanges 0 and n and reads as 0 what is between them",
    mutants={"at α = 1/2": {"alpha": "1/2"}},
)
def not_unique(alpha="1"):
    for n in range(1, 5):
        g = geometric(n=n, alpha=alpha)
        swapped = [[int(r == n - k) for r in range(n + 1)] if k in (0, n) else [1, *[0] * n] for k in range(n + 1)]
        for remap in (g, Mechanism(swapped)):
            require(g @ remap == g, f"G·T is not G at n = {n}")


@claim.instances(
    "α = 1, n = 2: the columns 0, 1/2, 1 and 1, 1/2, 0 meet the condition, and the mechanism is neither private nor "
    "derivable: without privacy the condition is not enough",
    mutants={"at α = 0": {"alpha": "0"}},
)
def concave(alpha="1"):
    a, mechanism = Fraction(alpha), Mechanism([[1, 0], ["1/2", "1/2"], [0, 1]])
    for r in range(2):
        x = mechanism.column(r)
        require((1 + a**2) * x[1] >= a * (x[0] + x[2]), f"the condition fails in column {r}")
    found = derive(mechanism, a)
    require(not found and not private(mechanism, a), "it is derivable, or private")
    accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
