"""Section 5, the overview: whether the three steps announced are those that the section takes.

The first and the third are. The second is announced for every mechanism that is optimal for some user. What is shown
then is shown for optimal vertices, and for users with a positive prior and a strictly monotone loss on the inputs 0 and
n. An optimal mechanism halfway between two optimal vertices has more S entries than Z-columns, and the remap of the
third step, which sends intervals of responses, does not make it.
"""

from fractions import Fraction
from itertools import combinations, product
from math import comb

from exactdp.claims import Claim, accepted, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, threshold, zero_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, point_mass, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import linear_program, solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.polytope.constraints import constraint_matrix, patterns, rebuilt_remap

claim = Claim(
    id="ghosh2009.section-5.steps",
    title="the three steps of the proof",
    section="5",
    position=6,
    statement=(
        "1. Only the objective of the LP depends on the user, not the feasible region. 2. Lemmas 5.4 to 5.9 hold for "
        "all optimal vertices of a user with p_0, p_n > 0 and l(0,·), l(n,·) strictly monotone, and for one optimal "
        "vertex of every other user with a monotone loss; not for every optimal mechanism. 3. A mechanism with these "
        "conditions is made by a deterministic remap of x^G; so if it is optimal, the optimal remap of x^G loses no "
        "more, and is optimal as well."
    ),
    latex=r"L(u, x) \ \ge\ L(u, y^u \circ x^G) \ \ge\ \min_{x'} L(u, x') = L(u, x) \qquad (x = y \circ x^G)",
    domain="n ≥ 1, 0 < α < 1, users with monotone losses",
    every_n=True,
    verdict="corrected",
    scope="instances for n ≤ 4; the steps themselves are claims of their own",
    printed="the conditions are met by every privacy mechanism that is optimal for some user",
    slip="statement",
    uses=(
        "ghosh2009.section-5.linear-program",
        "ghosh2009.lemma-5.5.hypotheses",
        "ghosh2009.lemma-5.8.counting",
        "ghosh2009.lemma-5.11",
    ),
)


def failing(x, alpha):
    """The lemmas whose pattern a mechanism's constraint matrix has not."""
    return [each.lemma for each in patterns(constraint_matrix(x, alpha)) if not each]


@claim.counterexample(
    "step 2, n = 1, α = 1/2, |i-r|, the prior 2/3, 1/3: the kernel accepts that the rows (5/6, 1/6), (2/3, 1/3) are "
    "optimal; they break Lemmas 5.8 and 5.9, and no interval of responses makes them",
    mutants={
        "G": {"rows": (("2/3", "1/3"), ("1/3", "2/3"))},
        "the uniform prior": {"prior": ("1/2", "1/2")},
    },
)
def optimal_without(rows=(("5/6", "1/6"), ("2/3", "1/3")), prior=("2/3", "1/3")):
    x = Mechanism(rows)
    best = solve_polytope(Problem(BayesianUser(absolute(), prior), "1/2"))
    accepted(Optimum(best.problem, best.value, best.dual, None, x), "optimal")
    require(failing(x, "1/2") == ["5.8", "5.9"], f"it breaks {failing(x, '1/2')}")
    require(rebuilt_remap(constraint_matrix(x, "1/2")) is None, "intervals make it")


def users(n):
    """Users of several kinds, all with monotone losses."""
    yield BayesianUser(absolute(), proportional(range(1, n + 2)))
    yield BayesianUser(squared(), point_mass(n=n, i=0))
    yield BayesianUser(zero_one(), proportional([3**k for k in range(n + 1)]))
    rows = [[abs(i - r) * (i + 1) for r in range(n + 1)] for i in range(n + 1)]
    yield BayesianUser(table(rows), proportional([1, *[0] * (n - 1), 2]))


@claim.instances(
    "step 1, n ≤ 4, three levels, four users: the library's programs have the same variables, rows and right sides, "
    "and different objectives",
    mutants={"the level differs": {"other": Fraction(1, 3)}, "the same objectives": {"differ": False}},
)
def one_region(other=None, differ=True):
    for n, alpha in product(range(1, 5), map(Fraction, ("1/4", "1/2", "9/10"))):
        first, *rest = [
            linear_program(Problem(user, other if other and k else alpha)) for k, user in enumerate(users(n))
        ]
        for program in rest:
            for part in ("variables", "rows", "right", "equalities", "free"):
                require(getattr(program, part) == getattr(first, part), f"n = {n}: the {part} differ")
            require((program.objective != first.objective) == differ, f"n = {n}: the objectives")


LOSSES = (absolute(), squared())


@claim.instances(
    "step 2, n ≤ 4, three levels, two losses, three priors, one of them on the inputs 0 and n alone: the optimal "
    "vertex, as the kernel accepts it to be, has all patterns",
    mutants={"the loss |i-r| > 1": {"losses": (threshold(1),)}, "no prior on n": {"last": 0}},
)
def optimal_vertices(losses=LOSSES, last=1):
    for n, alpha, loss in product(range(2, 5), map(Fraction, ("1/4", "1/2", "9/10")), losses):
        for weights in ([1] * n + [last], [*range(1, n + 1), n * last], [2, *[0] * (n - 1), last]):
            found = solve_polytope(Problem(BayesianUser(loss, proportional(weights)), alpha))
            accepted(found, "optimal")
            broken = failing(found.mechanism, alpha)
            require(broken == [], f"n = {n}, α = {alpha}, {loss}, {weights}: {broken}")


@claim.instances(
    "step 3: for n ≤ 4 and two levels, the mechanisms that G makes by intervals, C(n, z) for each z, with their "
    "columns in order: each has all patterns, and the remap that is read off its constraint matrix makes it from G",
    mutants={"the first two columns exchanged": {"turned": True}, "C(n+1, z) of them": {"size": 1}},
)
def made_by_intervals(turned=False, size=0):
    for n, alpha in product(range(1, 5), map(Fraction, ("1/4", "9/10"))):
        source = geometric(n=n, alpha=alpha)
        for z in range(n + 1):
            count = 0
            for cuts in combinations(range(1, n + 1), n - z):
                images = [sum(cut <= k for cut in cuts) for k in range(n + 1)]
                if turned:
                    images = [1 - r if r < 2 else r for r in images]
                x = Mechanism((source @ deterministic(images, responses=range(n + 1))).rows)
                require(failing(x, alpha) == [], f"n = {n}, {images}: {failing(x, alpha)}")
                found = rebuilt_remap(constraint_matrix(x, alpha))
                require(
                    (source @ deterministic(found, responses=range(n + 1))).rows == x.rows,
                    f"n = {n}: {found} for {images}",
                )
                count += 1
            require(count == comb(n + size, z), f"n = {n}, z = {z}: {count} of them")


@claim.instances(
    "and the end: n ≤ 3, three levels, four users: the optimal remap of G, the remap read off the optimal vertex where "
    "it has the patterns, and the LP have the same value, by certificates",
    mutants={"G at the level 19/20": {"deployed": Fraction(19, 20)}},
)
def same_value(deployed=None):
    read = 0
    for n, alpha in product(range(1, 4), map(Fraction, ("1/4", "1/2", "9/10"))):
        for user in users(n):
            best = solve_polytope(Problem(user, alpha))
            with_g = interact(user, geometric(n=n, alpha=deployed or alpha))
            accepted(best, "optimal")
            accepted(with_g, "interaction")
            require(with_g.value == best.value, f"n = {n}, α = {alpha}, {user}: {with_g.value} and {best.value}")
            if not failing(best.mechanism, alpha):
                images = rebuilt_remap(constraint_matrix(best.mechanism, alpha))
                by_map = geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1))
                lost = sum(
                    p * sum(v * user.loss(i, r) for r, v in enumerate(by_map.rows[i])) for i, p in enumerate(user.prior)
                )
                require(lost == best.value, f"n = {n}, α = {alpha}: {images} loses {lost}")
                read += 1
    require(read > 20, f"only {read} optimal vertices have the patterns")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
