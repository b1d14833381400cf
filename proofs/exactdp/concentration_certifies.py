"""A mechanism is more concentrated around modes if and only if it is at least as good for every loss with these modes.

Take the loss of row i of y minus the loss of row i of x. By summation by parts, it is minus the sum, over the cuts r,
of the step l(i,r+1) - l(i,r) times the difference of P(R ≤ r). From the mode on, the steps and the differences are ≥ 0;
before the mode, both are ≤ 0 (`no-worse`). Conversely, let the loss be 1 for the responses that a cut separates from
the mode, and 0 for the others. It is unimodal (`far-unimodal`), and its expected loss is the probability of these
responses (`far-loss`). So a mechanism that is at least as good for all these losses is more concentrated (`only-if`).
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import concentrated, cut, far, unimodal
from exactdp.claims.vocabulary.lexicographic import loses_no_more

claim = Claim(
    "exactdp.concentration-certifies",
    "a mechanism is no worse for every unimodal loss exactly if it is at least as concentrated on every input",
    section="4",
    position=20,
)

i, k, m, n, q, r = indices("i k m n q r")
l, x, y = matrices("l x y")  # noqa: E741 (the papers' letter for a loss)
p, e, f = vectors("p e f")
u, S = variable("μ", INDEX_MAP), variable("S", SET)
rows = (stochastic(x, n, m), stochastic(y, n, m))
less = concentrated(y, x, u, n, m)


def total(v, at):
    return Sum(q, 0, at, v[q])


by_parts = Sum(r, 0, k, e[r] * f[r]) == f[k] * total(e, k) - Sum(r, 0, k - 1, total(e, r) * (f[r + 1] - f[r]))


@claim.clause("by-parts", 0 <= k, by_parts, kept={"0 ≤ k": "without it the sums have no terms"})
def summation_by_parts(proof):
    after = substitute(by_parts, {"k": k + 1})
    inner, _ = proof.inductive(by_parts, k, 0, [])
    pieces = (
        inner.split(Sum(r, 0, k + 1, e[r] * f[r]), k),
        inner.split(total(e, k + 1), k),
        inner.split(Sum(r, 0, k, total(e, r) * (f[r + 1] - f[r])), k - 1),
    )
    return inner.closed(inner.have(after, *pieces))


no_more = expected_loss(l, y, m, i) <= expected_loss(l, x, m, i)


@claim.clause("no-worse", *rows, less, unimodal(l, u, n, m), between(0, i, n), no_more)
def no_worse(proof):
    one = proof.parts(stochastic(x, n, m))[-1](i)
    return proof.cases(proof.goal, (m < 0, lambda case: case.contradiction(proof.goal, one)), (TRUE, by_cuts))


def by_cuts(proof):
    inner = proof.assuming(between(0, r, m - 1))
    steps = inner.fact(inner.know(unimodal(l, u, n, m)).parts()[0](i, r)).parts()
    cuts = inner.fact(inner.know(less).parts()[0](i, r)).parts()
    goal = cut(x, i, r) * (l[i, r + 1] - l[i, r]) <= cut(y, i, r) * (l[i, r + 1] - l[i, r])

    def side(which):
        return lambda case: case.have(goal, case.detach(case.fact(steps[which])), case.detach(case.fact(cuts[which])))

    each = inner.cases(goal, (u[i] <= r, side(0)), (TRUE, side(1)))
    parts = [
        proof.cite("exactdp.concentration-certifies#by-parts", k=m, e=lambda r, z=z: z[i, r], f=lambda r: l[i, r])
        for z in (x, y)
    ]
    ones = [proof.parts(stochastic(z, n, m))[-1](i) for z in (x, y)]
    return proof.have(no_more, proof.termwise(r, 0, m - 1, goal, each), *parts, *ones)


pair = explained(
    "{0} and {1} are stochastic on {{0..{3}}} × {{0..{4}}}, and {1} at least as concentrated around {2} as {0}",
    (x, y, u, n, m),
    both(*rows, less),
)
weights = explained("{0} is nonnegative on {{0..{1}}}", (p, n), All(i, between(0, i, n), 0 <= p[i]))
users = (pair(x, y, u, n, m), unimodal(l, u, n, m))


@claim.clause("bayesian", *(*users, weights(p, n)), bayesian_loss(p, l, y, n, m) <= bayesian_loss(p, l, x, n, m))
def bayesian(proof):
    inner = proof.assuming(between(0, i, n))
    row, weight = (inner.cite("exactdp.concentration-certifies#no-worse"), inner.know(weights(p, n)))
    losses = [expected_loss(l, z, m, i) for z in (y, x)]
    goal = p[i] * losses[0] <= p[i] * losses[1]
    return proof.qed(proof.termwise(i, 0, n, goal, inner.opaque(goal, row, weight(i))))


@claim.clause("minimax", *users, loses_no_more(y, x, l, S, n, m))
def minimax(proof):
    """On each input y loses no more than x."""
    inner = proof.inside()
    return inner.closed(inner.witness(inner.goal, i, inner.cite("exactdp.concentration-certifies#no-worse")))


# Only if: the losses of the cuts

claim.clause("far-unimodal", unimodal(far(u, q), u, n, m))(by_arithmetic)


@claim.clause(
    "far-loss",
    *(stochastic(x, n, m), between(0, i, n), between(0, q, m)),
    expected_loss(far(u, q), x, m, i) == If(u[i] <= q, 1 - cut(x, i, q), cut(x, i, q)),
    kept={"0 ≤ q": "a cut is after a response"},
)
def far_loss(proof):
    one = proof.parts(stochastic(x, n, m))[-1](i)
    term, row = x[i, r] * far(u, q)[i, r], x[i, r]
    pieces = proof.split(Sum(r, 0, m, term), q), proof.split(Sum(r, 0, m, row), q)

    def side(near, beyond):
        def step(case):
            values = case.termwise(r, 0, q, term == near), case.termwise(r, q + 1, m, term == beyond)
            return case.have(proof.goal, *pieces, *values, one)

        return step

    return proof.cases(proof.goal, (u[i] <= q, side(as_number(0), row)), (TRUE, side(row, as_number(0))))


as_good = expected_loss(far(u, q), y, m, i) <= expected_loss(far(u, q), x, m, i)


@claim.clause("only-if", *rows, Every((i, 0, n), (q, 0, m), as_good), less)
def only_if(proof):
    given = proof.know(Every((i, 0, n), (q, 0, m), as_good))
    cell = proof.assuming(between(0, i, n), between(0, q, m))
    losses = [cell.cite("exactdp.concentration-certifies#far-loss", x=z) for z in (x, y)]
    bound = cell.fact(given(i, q))
    goal = ((u[i] <= q) >> (cut(x, i, q) <= cut(y, i, q))) & ((q < u[i]) >> (cut(y, i, q) <= cut(x, i, q)))
    each = cell.have(goal, *losses, bound)
    return proof.restated(proof.every((i, 0, n), (q, 0, m), each))
