"""Lemma 5.1: among the optima of a user's LP there is a vertex of the polytope.

The paper says bounded and feasible, and cites a book. Here is a proof for this polytope, in two claims: some vertex
loses no more than a given mechanism (exactdp.vertex-below), and one of the finitely many vertices is best
(exactdp.best-vertex). They need nothing of the prior or the loss. Not every optimum is a vertex where there are
several: the mean of two is none.
"""

from exactdp.arithmetic.exact import InputError
from exactdp.claims import Claim
from exactdp.claims.formulas import (
    MATRIX,
    All,
    Definition,
    Some,
    Sum,
    between,
    function,
    indices,
    matrices,
    number,
    unfold,
    vectors,
)
from exactdp.claims.notation import text
from exactdp.claims.polytope_words import a_vertex
from exactdp.claims.vocabulary import bayesian_loss, nonnegative, optimal, prior, private
from exactdp.commands.cli import main
from exactdp.model import losses
from exactdp.model.users import BayesianUser
from exactdp.optimum.polytope import solve_polytope
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


found = Definition(
    "x*({0}, {1}, {2}, {3})", (p, l, a, n), None, sort=MATRIX, latex="x^*({0}, {1}, {2}, {3})", decide=solved
)
user = prior(p, n), nonnegative(l, n, n)


@claim.clause(
    "exists",
    *(1 <= n, 0 <= a, a < 1),
    *user,
    Some(x, a_vertex(x, a, n, n), optimal(x, p, l, a, n, n)),
    kept={text(each): "the users of the paper are so" for each in user},
    witnesses={"x": found(p, l, a, n)},
)
def of_users(proof):
    def one(q, first):
        vertex, least = first.parts()[1], first.parts()[-1]
        return q.witness(proof.goal, x, q.have(optimal(x, p, l, a, n, n), vertex, least))

    return proof.obtain(proof.cite("exactdp.best-vertex#of-all", m=n), x, one)


mean = function(i, r, (x[i, r] + y[i, r]) / 2)


@claim.clause(
    "several-optima",
    *(mine(x), mine(y), loss(x) == loss(y), between(0, j, n), between(0, k, m), x[j, k] != y[j, k]),
    mine(mean) & (loss(mean) == loss(x)) & ~a_vertex(mean, a, n, m),
)
def several_optima(proof):
    sides = [proof.parts(mine(each))[-3:] for each in (x, y)]
    cell = proof.assuming(between(0, i, n), between(0, r, m))
    entry = cell.have(0 <= mean[i, r], *(nonneg(i, r) for nonneg, _, _ in sides))
    row = proof.assuming(between(0, i, n)).have(Sum(r, 0, m, mean[i, r]) == 1, *(ones(i) for _, ones, _ in sides))
    near = unfold(mine(mean)).args[1]
    pairs = proof.for_all(near, lambda p: p.have(p.goal, *(p.fact(near(i, r).theorem) for _, _, near in sides)))
    entries = proof.all(proof.all(entry, r, between(0, r, m)), i, between(0, i, n))
    stays = proof.have(mine(mean), entries, proof.all(row, i, between(0, i, n)), pairs)
    differs = ~a_vertex(mean, a, n, m)

    def is_vertex(p):
        middle = p.have(All(i, between(0, i, n), All(r, between(0, r, m), 2 * mean[i, r] == x[i, r] + y[i, r])))
        same = p.detach(p.know(a_vertex(mean, a, n, m)).parts()[-1](x)(y), middle)(j)(k)
        return p.either(p.know(x[j, k] != y[j, k]), *[lambda q: q.contradiction(differs, same)] * 2)

    value = proof.have(loss(mean) == loss(x), proof.know(loss(x) == loss(y)))
    return proof.qed(stays, value, proof.by_contradiction(differs, is_vertex))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
