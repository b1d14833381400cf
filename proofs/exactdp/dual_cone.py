"""One pass over the inputs, from the last to the first, decides if Σ d_i·x_i is ≥ 0 on every private column x.

F_i·x_i is the smallest sum that the terms from i on can have, since x_(i+1) lies between α·x_i and x_i/α. The worst
column begins with 1. It falls by α where F_(i+1) ≥ 0, and rises by 1/α where F_(i+1) < 0. Its value is F_0. So the
function is nowhere negative exactly if F_0 ≥ 0.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry

claim = Claim(
    "exactdp.dual-cone",
    "which linear functions are nowhere negative on the private columns",
    section="6",
    position=10,
    kept={
        "0 ≤ n": "without it the sum has no terms",
        "0 < α": "1/α is defined",
        "α ≤ 1": "false for α > 1, where private columns are 0",
    },
)

i, k, n = indices("i k n")
(a,) = numbers("α")
x, d, F = vectors("x d F")

folded = explained(
    "{0} is the fold of {1} at {2} on {{0..{3}}}",
    (F, d, a, n),
    (F[n] == d[n]) & All(i, between(0, i, n - 1), F[i] == d[i] + If(0 <= F[i + 1], a * F[i + 1], F[i + 1] / a)),
)


@generator(folded)
def fold(rng, turn, d, alpha, n):
    """Return the only vector."""
    if n < 0 or alpha == 0:
        return None
    values = [entry(d, [n])]
    for at in range(n - 1, -1, -1):
        values.append(entry(d, [at]) + (alpha * values[-1] if values[-1] >= 0 else values[-1] / alpha))
    return tuple(reversed(values))


is_fold = folded(F, d, a, n)
given = (0 <= n, 0 < a, a <= 1, is_fold)


def steps(proof):
    last, before = proof.parts(folded(F, d, a, n))[-2:]
    return last, before


@claim.clause("bound", 0 <= n, 0 < a, is_fold, private_column(x, a, n), F[0] * x[0] <= Sum(i, 0, n, d[i] * x[i]))
def bound(proof):
    near = proof.parts(private_column(x, a, n))[-1]
    last, before = steps(proof)
    goal = F[n - k] * x[n - k] <= Sum(i, n - k, n, d[i] * x[i])
    here, shorter = proof.inductive(goal, k, 0, [last], up_to=n)
    rest = shorter
    parts = here.split(Sum(i, n - k - 1, n, d[i] * x[i]), n - k - 1)
    return proof.qed(
        here.closed(
            here.have(
                F[n - k - 1] * x[n - k - 1] <= Sum(i, n - k - 1, n, d[i] * x[i]),
                rest,
                parts,
                before(n - k - 1),
                near(n - k - 1),
                factors=3,
            )
        )
    )


steps_of = function(k, Product(i, 0, k - 1, If(0 <= F[i + 1], a, 1 / a)))
extreme = explained("worst({0},{1})", (F, a), steps_of)(F, a)
"""The column that begins with 1, and falls or rises as the signs of F ask for."""


def step_of_extreme(proof):
    return proof.assuming(0 <= i).split(steps_of[i + 1], i - 1)


@claim.clause("extreme", 0 < a, a <= 1, private_column(extreme, a, n))
def extreme_is_private(proof):
    step = step_of_extreme(proof)
    goal = 0 < extreme[i]
    positive = proof.induction(goal, i, 0, [], lambda inner, before: inner.have(0 < extreme[i + 1], step))
    return proof.qed(positive, step, factors=3)


@claim.clause("attained", 0 <= n, 0 < a, is_fold, Sum(i, 0, n, d[i] * extreme[i]) == F[0])
def attained(proof):
    last, _before = steps(proof)
    step = step_of_extreme(proof)
    goal = F[n - k] * extreme[n - k] == Sum(i, n - k, n, d[i] * extreme[i])
    here, _ = proof.inductive(goal, k, 0, [last], up_to=n)
    parts = here.split(Sum(i, n - k - 1, n, d[i] * extreme[i]), n - k - 1)
    at = n - k - 1
    return proof.qed(
        here.closed(here.have(F[at] * extreme[at] == Sum(i, at, n, d[i] * extreme[i]), parts, step.with_(i=at)))
    )


@claim.clause(
    "nowhere-negative", 0 <= n, 0 < a, is_fold, 0 <= F[0], private_column(x, a, n), 0 <= Sum(i, 0, n, d[i] * x[i])
)
def nowhere_negative(proof):
    first = proof.parts(private_column(x, a, n))[-2]
    return proof.qed(proof.cite("exactdp.dual-cone#bound"), first(0))


negative = Some(x, private_column(x, a, n), Sum(i, 0, n, d[i] * x[i]) < 0)


@claim.clause("somewhere-negative", *given, F[0] < 0, negative, witnesses={"x": extreme})
def somewhere_negative(proof):
    least = proof.cite("exactdp.dual-cone#attained")
    return proof.witness(negative, extreme, proof.cite("exactdp.dual-cone#extreme"), least)
