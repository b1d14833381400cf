"""Lemma 5.1: among the optima of a user's LP there is a vertex of the polytope.

The paper says bounded and feasible, and cites a book. What bounded has to mean is that the polytope holds no line,
which (6) sees to. An optimum that is no vertex is the midpoint of two other feasible points; both are optimal too.
Pushed along their line until a further constraint is tight it stays optimal, and so it ends at a vertex. This needs
nothing of α, the prior or the loss.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.polytope.vertex import Vertex, vertex

claim = Claim(
    id="ghosh2009.lemma-5.1",
    title="an optimal vertex",
    section="5",
    position=12,
    statement=(
        "For every n ≥ 0, 0 ≤ α ≤ 1, prior and loss the LP (2)-(6) has an optimum that is a vertex of its polytope. "
        "Where there are several optima, not all of them are vertices."
    ),
    latex=r"\exists\, x^* \text{ a vertex}:\quad \sum_{i,r} p_i\, x^*_{ir}\, l(i,r) = \min_x \sum_{i,r} p_i\, x_{ir}\, "
    r"l(i,r)",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every prior and every loss ≥ 0, monotone or not",
    every_n=True,
    verdict="proved",
    scope="all n, α and users, given that a bounded LP attains its optimum; the library's optima for n ≤ 3",
    uses=("ghosh2009.section-5.linear-program",),
)

CELLS = Domain("i r", lambda i, r: [i, r])


@claim.proof(
    "both ends x+d and x-d of an optimal midpoint are optimal: term by term, their objectives sum to twice that of x, "
    "and neither is below it",
    mutants={"ends x+d and x-2d": {"back": 2}},
)
def ends_are_optimal(back=1):
    def pairs(i, r):
        cost, x, d = entry("p", i) * entry("l", i, r), entry("x", i, r), entry("d", i, r)
        yield cost * (x + d) + cost * (x - back * d), 2 * (cost * x)

    identity("", pairs, CELLS)


@claim.proof(
    "tight constraints of x are tight at both ends: with f for the left side of (3), of (4) with its sign turned, or "
    "of (6), f(x+d) and f(x-d) are ≥ 0 and sum to 2·f(x) = 0; and by (5) the rows of d sum to 0",
    mutants={"their sum is f(x)": {"twice": 1}},
)
def tight_stay_tight(twice=2):
    def pairs(a, i, r):
        x, y, d, e = entry("x", i, r), entry("x", i + 1, r), entry("d", i, r), entry("d", i + 1, r)
        for left in (lambda x, y: x - a * y, lambda x, y: -(a * x - y), lambda x, _: x):
            yield left(x + d, y + e) + left(x - d, y - e), twice * left(x, y)
        sums = entry("sum of x", i, r), entry("sum of d", i, r)
        yield (sums[0] + sums[1]) + (x + d), (sums[0] + x) + (sums[1] + d)

    identity("a", pairs, CELLS)


@claim.proof(
    "push: of the left sides that fall along d (one of (6) does, as d ≠ 0 has row sums 0) take the s that falls by g > "
    "0 with the least s/g. After s/g steps it is 0, and any other t, times g, is g·t + s·h ≥ 0 if it rises by h, and "
    "g·t - s·h ≥ 0 if it falls by h, as s/g ≤ t/h",
    mutants={"with the largest s/g": {"least": False}},
)
def push(least=True):
    assumed = Assumed(
        "s g t h",
        lambda s, g, t, h: {"g": g, "h": h},
        lambda s, g, t, h: {"s": s, "t": t, "least": (t * g - s * h) if least else (s * h - t * g)},
        witness=[Fraction(1)] * 4,
    )

    def pairs(given, s, g, t, h):
        yield g * t + s * h, given["g"] * given["t"] + given["s"] * given["h"]
        yield g * t - s * h, given["least"]

    signs(assumed, pairs, strict=False)


LOSSES = (absolute(), squared(), zero_one(), None)


def users(n):
    """Sixteen users for n, some with a prior of 0 in places, with ties, or with a loss that is not monotone."""
    for loss in LOSSES:
        parity = table([[(i + r) % 2 for r in range(n + 1)] for i in range(n + 1)])
        for prior in (
            uniform(n=n),
            proportional(range(1, n + 2)),
            point_mass(n=n, i=n // 2),
            proportional([1, *[0] * (n - 1), 1][: n + 1]),
        ):
            yield BayesianUser(loss or parity, prior)


LEVELS = ("0", "1/3", "1/2", "9/10", "1")


@claim.instances(
    "n ≤ 2, five levels with 0 and 1, sixteen users: the optimum that the library finds is a vertex, and the kernel "
    "accepts either",
    mutants={"mixed half and half with equal rows": {"mixed": True}},
    largest=4,
)
def by_library(mixed=False, largest=2):
    for n in range(largest + 1):
        for alpha in map(Fraction, LEVELS):
            for user in users(n):
                found = solve_polytope(Problem(user, alpha))
                accepted(found)
                x = found.mechanism
                if mixed:
                    x = Mechanism([[(entry + Fraction(1, n + 1)) / 2 for entry in row] for row in x.rows])
                corner = vertex(x, alpha)
                require(isinstance(corner, Vertex), f"the optimum of {user} at α = {alpha} is no vertex")
                accepted(corner)


def loss_of(user, x):
    """The expected loss (1)."""
    return sum(user.prior[i] * x[i, r] * user.loss(i, r) for i in range(len(x)) for r in range(len(x)))


def tight(x, alpha):
    """How many of (3), (4) and (6) are tight."""
    pairs = [(x[i, r], x[i + 1, r]) for i in range(len(x) - 1) for r in range(len(x))]
    return sum((a == alpha * b) + (b == alpha * a) for a, b in pairs) + sum(row.count(0) for row in x.rows)


@claim.instances(
    "for n = 2, α = 1/2, |i-r| and the 0-1 loss, the mean of an optimum and its mirror image is certified as optimal "
    "and as a midpoint, and pushed to a vertex by ends that are certified as optimal, each with more constraints tight",
    mutants={
        "a start that is not optimal": {"start": "equal"},
        "the uniform prior, with only one optimum": {"weights": (1, 1, 1)},
    },
)
def pushed(start="mean", weights=(1, 0, 1)):
    alpha, n = Fraction(1, 2), 2
    for loss in (absolute(), zero_one()):
        user = BayesianUser(loss, proportional(weights))
        problem = Problem(user, alpha)
        best = solve_polytope(problem)
        x = Mechanism([[Fraction(1, n + 1)] * (n + 1)] * (n + 1))
        if start == "mean":
            mirrored = [row[::-1] for row in best.mechanism.rows[::-1]]
            x = Mechanism(
                [
                    [(a + b) / 2 for a, b in zip(*rows, strict=True)]
                    for rows in zip(best.mechanism, mirrored, strict=True)
                ]
            )
        steps = 0
        while not (found := vertex(x, alpha)):
            accepted(found)
            require(loss_of(user, x) == best.value, f"the loss {loss_of(user, x)} is not the least, {best.value}")
            accepted(Optimum(problem, best.value, best.dual, None, given=x))
            after = max(found.ends, key=lambda end: tight(end, alpha))
            require(tight(after, alpha) > tight(x, alpha), "neither end has more constraints tight")
            x, steps = after, steps + 1
        require(steps > 0, f"the optimum is a vertex already, for {user}")
        accepted(found)
        accepted(Optimum(problem, best.value, best.dual, None, given=x))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
