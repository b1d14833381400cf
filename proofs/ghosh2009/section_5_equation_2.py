"""Equation (2): the objective of the LP is the expected loss (1) for the range N, and linear in x.

Row by row, (2) adds p_i times the sum of x_ir·l(i,r), and (1) adds p_i·x_ir·l(i,r) term by term. Both are linear in the
entries of x, so a mechanism between two others has the loss between theirs. Only losses on inputs with p_i > 0 matter.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, Domain, accepted, entry, identity, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.polytope import linear_program, solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.section-5.equation-2",
    title="the objective of the LP",
    section="5",
    position=7,
    statement=(
        "With the range N the objective (2), summed within the rows first, is the expected loss (1). It is linear in "
        "the entries x_ir, with the coefficients p_i·l(i,r): for 0 ≤ t ≤ 1 the mixture t·x + (1-t)·y of two mechanisms "
        "loses t times what x does and 1-t times what y does. A number c_i added to all l(i,r) of row i adds Σ p_i·c_i "
        "to it for every mechanism, and the optima stay the same."
    ),
    latex=r"\sum_i p_i \sum_r x_{ir}\, l(i,r) = \sum_{i,r} p_i\, x_{ir}\, l(i,r)",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every prior and every loss, also with p_i = 0",
    every_n=True,
    verdict="proved",
    scope="all n, users and mechanisms; the library's objective for n ≤ 3",
    uses=("ghosh2009.section-2-2.equation-1", "ghosh2009.section-5.linear-program"),
)


@claim.proof(
    "row i of (2) is p_i times a sum over r, which grows by x_ir·l(i,r): times p_i it grows as the sum over all pairs "
    "does, by p_i·x_ir·l(i,r); so the rows, and the sums over the rows, are the same",
    mutants={"p_r for p_i": {"prior": "r"}},
)
def same_sum(prior="i"):
    def pairs(i, r):
        p, x, loss = entry("p", i if prior == "i" else r), entry("x", i, r), entry("l", i, r)
        within, all_pairs = entry("within row", i, r), entry("all pairs", i, r)
        by_row = entry("p", i) * (within + x * loss) - entry("p", i) * within
        yield by_row, (all_pairs + p * x * loss) - all_pairs

    identity("", pairs, Domain("i r", lambda i, r: [i, r]))


@claim.proof(
    "linear: the sums L and M of x and y, and that of t·x + (1-t)·y, keep the difference Z - t·L - (1-t)·M with every "
    "term; and with c_i added to the loss the sum over a row gains p_i·c_i times the sum of the row",
    mutants={"t·x + t·y": {"rest": False}, "c_i without p_i": {"weighted": False}},
)
def linear(rest=True, weighted=True):
    def pairs(t, c, i, r):
        p, x, y, loss = entry("p", i), entry("x", i, r), entry("y", i, r), entry("l", i, r)
        left, right, mixed = entry("L", i, r), entry("M", i, r), entry("Z", i, r)
        other = 1 - t if rest else t
        after = mixed + p * (t * x + other * y) * loss
        yield after - t * (left + p * x * loss) - (1 - t) * (right + p * y * loss), mixed - t * left - (1 - t) * right
        yield p * x * (loss + c) - p * x * loss, (p if weighted else 1) * c * x

    identity("t c", pairs, Domain("i r", lambda i, r: [i, r]))


def users(n):
    """Users of several kinds, some of whose inputs have p_i = 0."""
    yield BayesianUser(absolute(), proportional(range(1, n + 2)))
    yield BayesianUser(squared(), proportional([1, *[0] * n]))
    rows = [[(3 * i + 5 * r) % 7 for r in range(n + 1)] for i in range(n + 1)]
    yield BayesianUser(table(rows), proportional([2 + i % 2 for i in range(n + 1)]))


def by_rows(user, x):
    """(2), read off the page."""
    total = Fraction(0)
    for i, p in enumerate(user.prior):
        within = Fraction(0)
        for r, v in enumerate(x.rows[i]):
            within += v * user.loss(i, r)
        total += p * within
    return total


@claim.instances(
    "n ≤ 3, three levels, three users: the library's objective has the coefficients p_i·l(i,r), up to one positive "
    "factor; (2) at the certified optimum is its value, and at a mixture of it with G what is between",
    mutants={"l(r,i) for l(i,r)": {"turned": True}, "1/2 and 1/2 of another": {"part": Fraction(1, 2)}},
)
def by_library(turned=False, part=Fraction(1, 4)):
    for n, alpha in product(range(1, 4), map(Fraction, ("1/4", "1/2", "1"))):
        for user in users(n):
            problem = Problem(user, alpha)
            objective, best = linear_program(problem).objective, solve_polytope(problem)
            accepted(best)
            cells = list(product(range(n + 1), repeat=2))
            costs = [user.prior[i] * (user.loss(r, i) if turned else user.loss(i, r)) for i, r in cells]
            given = [objective.get(k, Fraction(0)) for k in range(len(cells))]
            factor = sum(given) / sum(costs)
            require(factor > 0 and given == [factor * c for c in costs], f"n = {n}, {user}: {given} and {costs}")
            x, other = best.mechanism, geometric(n=n, alpha=alpha)
            require(by_rows(user, x) == best.value, f"n = {n}, {user}: (2) is {by_rows(user, x)}")
            pairs = zip(x.rows, other.rows, strict=True)
            mixed = Mechanism([[u / 4 + 3 * v / 4 for u, v in zip(*rows, strict=True)] for rows in pairs])
            between = part * best.value + (1 - part) * by_rows(user, other)
            require(by_rows(user, mixed) == between, f"n = {n}, {user}: a mixture loses {by_rows(user, mixed)}")


@claim.instances(
    "with c_i = i + 1 added to row i the same mechanism is certified as optimal, and the value grows by Σ p_i·(i+1); n "
    "= 1, 2, 3, three users, α = 1/2; a constant answer gains as much",
    mutants={"Σ p_i": {"power": 0}, "c depends on r": {"by_response": True}},
)
def shifted(power=1, by_response=False):
    for n in range(1, 4):
        for user in users(n):
            rows = [[user.loss(i, r) + (r if by_response else i) + 1 for r in range(n + 1)] for i in range(n + 1)]
            moved = BayesianUser(table(rows), user.prior)
            gained = sum(p * (i + 1) ** power for i, p in enumerate(user.prior))
            before, after = (solve_polytope(Problem(each, "1/2")) for each in (user, moved))
            accepted(after)
            require(after.value == before.value + gained, f"n = {n}, {user}: {before.value} and {after.value}")
            require(by_rows(moved, before.mechanism) == after.value, f"n = {n}, {user}: another optimum")
            constant = deterministic([0] * (n + 1), responses=range(n + 1))
            require(by_rows(moved, constant) == by_rows(user, constant) + gained, f"n = {n}, {user}: answer 0")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
