"""Lemma 5.1: among the optima of a user's LP there is a vertex of the polytope.

The paper says bounded and feasible, and cites a book. Here is a proof for this polytope, in two claims: some vertex
loses no more than a given mechanism (exactdp.vertex-below), and one of the finitely many vertices is best
(exactdp.best-vertex). They use no property of the prior or the loss. At α = 1 all rows are equal, and always giving a
best response is a vertex; with one input all levels are the same. If there are several optima, not every optimum is a
vertex: the mean of two optima is not.
"""

from exactdp.arithmetic.errors import InputError
from exactdp.claims.language import *
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.polytope import a_vertex
from exactdp.model import losses
from exactdp.model.users import BayesianUser
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim("ghosh2009.lemma-5.1", "an optimal vertex", section="5", position=12)

n, m, i, j, k, r = indices("n m i j k r")
a = number("α")
x, y, z, l = matrices("x y z l")  # noqa: E741 (the paper's name of a loss)
(p,) = vectors("p")


def loss(x):
    return bayesian_loss(p, l, x, n, m)


def mine(x):
    return private(x, a, n, m)


LARGEST = 2
"""The largest n for which instances ask the library for an optimum."""


def solved(p, l, level, n):  # noqa: E741
    """The vertex that the library finds."""
    if n > LARGEST:
        raise InputError(f"n = {n} is too large to be tried")
    user = BayesianUser(losses.table([row[: n + 1] for row in l[: n + 1]]), p[: n + 1])
    return solve_polytope(Problem(user, level)).mechanism.rows


ME = "ghosh2009.lemma-5.1#"
found = Definition("x*({0}, {1}, {2}, {3})", (p, l, a, n), None, sort=MATRIX, decide=solved)
user = prior(p, n), nonnegative(l, n, n)
KEPT = dict.fromkeys(map(text, user), "the paper's users have this property")


def some_best(alpha):
    """Some vertex is optimal."""
    return Some(x, a_vertex(x, alpha, n, n), optimal(x, p, l, alpha, n, n))


weighed = function(r, Sum(i, 0, n, p[i] * l[i, r]))
least = Least(r, 0, n, weighed[r])
always = function(i, r, If(r == k, as_number(1), 0))


@claim.clause("equal-rows", private(x, 1, n, n), bayesian_loss(p, l, x, n, n) == Sum(r, 0, n, x[0, r] * weighed[r]))
def by_first_row(proof):
    cell = proof.assuming(between(0, i, n), between(0, r, n))
    equal = cell.cite("ghosh2009.section-5.degenerate-levels#equal-rows-at-1", m=n)
    row = proof.assuming(between(0, i, n))
    each = row.termwise(r, 0, n, x[i, r] * l[i, r] == x[0, r] * l[i, r], equal)
    exchanged = proof.exchange(Sum(i, 0, n, Sum(r, 0, n, p[i] * x[0, r] * l[i, r])))
    return proof.qed(
        proof.termwise(i, 0, n, p[i] * expected_loss(l, x, n, i) == p[i] * Sum(r, 0, n, x[0, r] * l[i, r]), each),
        exchanged,
    )


def is_best(proof, reached):
    """Return that no mechanism with equal rows loses less than always answering k."""
    one = proof.use(lemmas.one_term(), low=0, high=n, j=k, f=weighed)
    first_row = proof.cite(ME + "equal-rows", x=always)
    alone = proof.termwise(r, 0, n, always[0, r] * weighed[r] == If(r == k, weighed[r], 0))
    mine = proof.have(first_row.says.args[0] == weighed[k], first_row, alone, one)
    other = proof.assuming(private(z, 1, n, n))
    ones = other.parts(private(z, 1, n, n))[-2]
    cell = other.assuming(between(0, r, n))
    bound = cell.fact(core.bounds(least, r))
    mean = other.termwise(r, 0, n, z[0, r] * least <= z[0, r] * weighed[r], bound)
    known = mine, reached, mean, other.cite(ME + "equal-rows", x=z), ones(0)
    beaten = other.have(mine.says.args[0] <= bayesian_loss(p, l, z, n, n), *known)
    return proof.all(beaten, z, private(z, 1, n, n))


def is_vertex(proof):
    """Return that the mechanism that always answers k is halfway between no two others."""
    halfway = Every((i, 0, n), (r, 0, n), 2 * always[i, r] == y[i, r] + z[i, r])
    inner = proof.assuming(private(y, 1, n, n), private(z, 1, n, n), halfway)
    cell = inner.assuming(between(0, i, n), between(0, r, n))
    sides = [inner.parts(private(each, 1, n, n))[-3:] for each in (y, z)]
    signs = [nonneg(i, r) for nonneg, _, _ in sides]
    at_most_1 = []
    for each, (_, ones, _) in zip((y, z), sides, strict=True):
        at = cell.use(lemmas.term_at_most_sum(), low=0, high=n, j=r, f=function(j, each[i, j]))
        at_most_1.append(cell.have(each[i, r] <= 1, at, ones(i)))
    same = cell.indirect(always[i, r] == y[i, r], cell.know(halfway)(i)(r), *signs, *at_most_1)
    every = inner.every((i, 0, n), (r, 0, n), same)
    return proof.all(proof.imply(halfway, every), z, private(z, 1, n, n))


@claim.clause("level-1", 0 <= n, *user, some_best(1), kept=KEPT, witnesses={"x": found(p, l, 1, n)})
def at_level_1(proof):
    reached = proof.let(proof.fact(core.attained(least)), k).parts()[-1]
    stays = proof.use(lemmas.constant_is_private(), j=k, m=n, α=1)
    proof.remember(stays)
    best, alone = is_best(proof, reached), is_vertex(proof)
    return proof.witness(proof.goal, always, best, alone)


def one_input(proof):
    """Return the goal for n = 0, where every level asks the same."""

    def still(q, w, new):
        q.remember(q.have(private(w, new, n, n)))

    first = proof.let(proof.cite(ME + "level-1"), x)
    still(proof, x, a)
    pair = proof.assuming(private(y, a, n, n), private(z, a, n, n))
    still(pair, y, 1)
    still(pair, z, 1)
    other = proof.assuming(private(z, a, n, n))
    still(other, z, 1)
    best = proof.all(other.fact(first.parts()[-1])(z), z, private(z, a, n, n))
    return proof.witness(some_best(a), x, best)


@claim.clause(
    "exists",
    *(0 <= n, 0 <= a, a <= 1),
    *user,
    some_best(a),
    kept=KEPT | dict.fromkeys(("0 ≤ α", "α ≤ 1"), "the paper's levels"),
    witnesses={"x": found(p, l, a, n)},
)
def of_users(proof):
    def below_1(case):
        case.let(case.cite("exactdp.best-vertex#of-all", m=n), x)
        return case.witness(proof.goal, x, optimal(x, p, l, a, n, n))

    def at_1(case):
        return case.replace(case.indirect(as_number(1) == a), some_best, case.cite(ME + "level-1"))

    return proof.cases(proof.goal, (n == 0, one_input), (a < 1, below_1), (TRUE, at_1))


mean = explained("mean({0},{1})", (x, y), function(i, r, (x[i, r] + y[i, r]) / 2))(x, y)


@claim.clause("mean-private", mine(x), mine(y), mine(mean))
def mean_is_private(proof):
    sides = [proof.parts(mine(each))[-3:] for each in (x, y)]
    cell = proof.assuming(between(0, i, n), between(0, r, m))
    entry = cell.have(0 <= mean[i, r])
    near = unfold(mine(mean)).args[1]
    return proof.have(mine(mean), entry, proof.have(near, *(near(i, r) for _, _, near in sides)))


claim.clause("mean-loss", loss(x) == loss(y), loss(mean) == loss(x))(by_arithmetic)

halfway = equal_matrices(z, mean, n, m)


@claim.clause(
    "mean-no-vertex",
    *(mine(x), mine(y), between(0, j, n), between(0, k, m), x[j, k] != y[j, k], halfway),
    ~a_vertex(z, a, n, m),
    kept={
        **dict.fromkeys(map(text, (mine(x), mine(y), halfway)), "a vertex is between no two mechanisms"),
        **dict.fromkeys(("0 ≤ j", "j ≤ n", "0 ≤ k"), "an entry of the mechanisms"),
    },
)
def mean_is_no_vertex(proof):
    cell = proof.assuming(between(0, i, n), between(0, r, m))
    twice = cell.have(2 * z[i, r] == x[i, r] + y[i, r])
    p = proof.otherwise()
    same = p.detach(p.know(a_vertex(z, a, n, m)).parts()[-1](x)(y), twice)(j)(k)
    return p.closed(p.have(proof.goal, x[j, k] != y[j, k], same, p.know(halfway)(j)(k)))
