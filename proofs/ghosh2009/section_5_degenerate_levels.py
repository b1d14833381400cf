"""The degenerate levels: Theorem 3.1 at α = 0 and at α = 1.

At α = 0 the geometric mechanism is truthful, so that every mechanism is a remap of it. At α = 1 all its masses are 0:
there is no x^G, and the theorem is about nothing. It holds at α = 1 with G on {0..n}, or with any mechanism at all,
since a 1-private mechanism has equal rows, and its one row is a remap. Neither needs a monotone loss.
"""

from fractions import Fraction

from exactdp.claims import Claim, Domain, accepted, entry, identity, number, require
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import absolute, table
from exactdp.model.mechanism import Mechanism
from exactdp.model.mechanism import identity as truthful
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive, derive_from

claim = Claim(
    id="ghosh2009.section-5.degenerate-levels",
    title="the theorem at α = 0 and α = 1",
    section="5",
    position=5,
    statement=(
        "At α = 0, where every mechanism is private, each of them is a remap of x^G, which is truthful. At α = 1, "
        "where only mechanisms with equal rows are private, each of them is a remap of every mechanism, such as G; an "
        "x^G there is not. So the theorem holds for all losses at α = 0, and at α = 1 with G for x^G."
    ),
    latex=r"\alpha = 0:\ y = x,\ y\circ x^G = x; \qquad \alpha = 1:\ y_{r'r} = x_{0r},\ y\circ G_{n,1} = x",
    domain="n ≥ 0, α = 0 and α = 1, every prior and every loss ≥ 0, monotone or not",
    every_n=True,
    verdict="corrected",
    scope="all n, mechanisms and users; the library's optima for n ≤ 3",
    printed="the theorem is trivially true for α = 1 as for α = 0",
    slip="statement",
    uses=("ghosh2009.example-2.1",),
)


@claim.counterexample(
    "n = 1, α = 1: all masses (1-α)/(1+α)·α^|z| are 0, here for |z| ≤ 50, so every remap of them has rows of 0 and the "
    "“loss” 0; the optimum for the 0-1 loss and a uniform prior is 1/2",
    mutants={"at α = 99/100": {"alpha": "99/100"}, "a user who knows the result": {"prior": (1, 0)}},
)
def no_geometric(alpha="1", prior=(1, 1)):
    a = Fraction(alpha)
    rows = [[(1 - a) / (1 + a) * a ** abs(r - i) for r in range(-50, 52)] for i in range(2)]
    require(all(sum(row) == 0 for row in rows), "a mass is not 0")
    user = BayesianUser(table([[0, 1], [1, 0]]), proportional(prior))
    found = solve_polytope(Problem(user, a))
    accepted(found)
    require(found.value == Fraction(1, 2), f"the optimum is {found.value}")


@claim.proof(
    "α = 0, where x^G has 1 for r' = i and 0 elsewhere (0^0 = 1): with y = x the sum of x^G_ir'·y_r'r up to r' = k is "
    "x_ir where i ≤ k, and 0 before",
    mutants={"the summand of r' = i+1": {"shift": 1}},
)
def at_zero(shift=0):
    def pairs(i, k, r):
        def so_far(k):
            return entry("x", i, r) if i <= k else number(0)

        mass = number(1) if k == i + shift else number(0)
        yield so_far(k) - so_far(k - 1), mass * entry("x", k, r)

    identity("", pairs, Domain("i k r", lambda i, k, r: [i, k, r]))


@claim.proof(
    "α = 1: (3) says x_ir - x_(i+1)r ≥ 0, and (4) that it is ≤ 0, so the rows are equal. With y_r'r = x_0r the sum of "
    "z_ir'·y_r'r, for any mechanism z, is x_0r times the sum of z_ir' at every r', and so x_0r at the end",
    mutants={"y_r'r = x_0r'": {"column": "k"}, "(4) at α = 1/2": {"alpha": Fraction(1, 2)}},
)
def at_one(column="r", alpha=1):
    def pairs(i, k, r):
        here, below = entry("x", i, r), entry("x", i + 1, r)
        yield (here - 1 * below) - (alpha * here - below), number(0)
        z, before = entry("z", i, k), entry("sum of z", i, k)
        remapped = entry("x", 0, r if column == "r" else k)
        yield entry("x", 0, r) * before + z * remapped, entry("x", 0, r) * (before + z)

    identity("", pairs, Domain("i k r", lambda i, k, r: [i, k, r]))


def users(n):
    """Users for n: three losses, of which one is not monotone in |i-r|, and three priors."""
    constant = table([[1] * (n + 1)] * (n + 1))
    not_monotone = table([[(2 * i + 3 * r) % 5 for r in range(n + 1)] for i in range(n + 1)])
    for loss in (absolute(), constant, not_monotone):
        for prior in (uniform(n=n), proportional(range(1, n + 2)), point_mass(n=n, i=n)):
            yield BayesianUser(loss, prior)


@claim.instances(
    "n ≤ 3, α = 0 and 1, nine users: the best remap of x^G (of G at α = 1) and the LP have the same value, both "
    "certified; at α = 0 the value is the least loss on each input, at α = 1 that of the best single response",
    mutants={"G at level 1 for α = 0": {"deployed": 1}, "at α = 1/2": {"levels": (Fraction(1, 2),)}},
)
def same_value(deployed=0, levels=(Fraction(0), Fraction(1))):
    for n in range(4):
        for alpha in levels:
            for user in users(n):
                source = geometric(n=n, alpha=alpha) if alpha == 1 else UnboundedGeometric(alpha)
                remapped = interact(user, geometric(n=n, alpha=1) if deployed else source)
                best = solve_polytope(Problem(user, alpha))
                accepted(remapped)
                accepted(best)
                require(remapped.value == best.value, f"{remapped.value} and {best.value} for {user}, α = {alpha}")
                costs = [[p * user.loss(i, r) for r in range(n + 1)] for i, p in enumerate(user.prior)]
                by_hand = min(map(sum, zip(*costs, strict=True))) if alpha else sum(map(min, costs))
                require(best.value == by_hand, f"the value is {best.value}, and by hand {by_hand}")


def mechanisms(n):
    """Three mechanisms on {0..n}; the last has equal rows."""
    size = n + 1
    yield truthful(inputs=range(size))
    yield Mechanism([[Fraction((i + r) % size + 1, size * (size + 1) // 2) for r in range(size)] for i in range(size)])
    yield Mechanism([[Fraction(r + 1, size * (size + 1) // 2) for r in range(size)]] * size)


@claim.instances(
    "n = 1, 2, 3: the library derives all three mechanisms from G at α = 0, by themselves as the remap, and those with "
    "equal rows, no others, from G at α = 1 and from each of the three; the kernel accepts every answer",
    mutants={"all three from G at α = 1/2": {"zero": Fraction(1, 2)}, "all three at α = 1": {"equal": False}},
)
def by_library(zero=0, equal=True):
    for n in range(1, 4):
        for x in mechanisms(n):
            found = derive(x, zero)
            accepted(found)
            require(bool(found) and found.remap.rows == x.rows, f"{x} is not derived from G at {zero} by itself")
            at_top = derive(x, 1)
            accepted(at_top)
            same = len(set(x.rows)) == 1 or not equal
            require(bool(at_top) == same, f"{x} has equal rows: {same}, is derived from G at 1: {bool(at_top)}")
            if same:
                for source in mechanisms(n):
                    other = derive_from(x, source)
                    accepted(other)
                    require(bool(other), f"{x} is not derived from {source}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
