"""Section 1: which section's program finds a consumer's optimal mechanism.

That of section 2.4.3 takes a deployed mechanism y and finds the best interaction T with it. That of section 2.5 takes a
level and finds the best α-private mechanism. As y·T is α-private where y is, the second never loses more. For y =
G_{n,α} and a monotone loss both losses are equal, by Theorem 1, but not for every y: G_{1,3/4} is 1/2-private too.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.model.losses import table as loss_table
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact

claim = Claim(
    "gupte2010.section-1.reference",
    "where an optimal mechanism is computed",
    section="1",
    position=4,
    printed="section 2.4.3 has an algorithm that finds an optimal mechanism",
    slip="print",
    kept={
        **KEPT,
        "x is α-private on {0..n} with responses {0..n}": "an optimal mechanism is private",
        "l is monotone on {0..n} × {0..n}": "Theorem 1 assumes it",
    },
)

n, m = indices("n m")
a, b = numbers("α b")
x, y, T, loss = matrices("x y T l")
S = variable("S", SET)
half = Fraction(1, 2)
deployed = geometric_mechanism(1, Fraction(3, 4))


def bounds(mechanism):
    return bounds_loss(b, loss, mechanism, S, n, m)


def interaction_within(y, bound, losses, inside, *sizes):
    """Say whether a best interaction with y has no expected loss above the bound on the inputs inside."""
    n, m = sizes
    chosen = [row for row in range(n + 1) if entry(inside, (row,))]
    rows = [list(row[: m + 1]) for row in losses[: n + 1]]
    consumer = MinimaxConsumer(loss_table(rows), n=n, side_information=chosen)
    mechanism = Mechanism([row[: m + 1] for row in y[: n + 1]])
    return not chosen or interact(consumer, mechanism, responses=range(m + 1)).value <= bound


some_interaction = Definition(
    "some interaction with {0} has no loss {2} above {1} on {3} within {{0..{4}}} × {{0..{5}}}",
    (y, b, loss, S, n, m),
    Some(T, stochastic(T, m, m), bounds(product(y, T, m))),
    decide=interaction_within,
)


def rows(near, far):
    return ((Fraction(near), Fraction(far)), (Fraction(far), Fraction(near)))


claim.printed_as(
    "finds-optimal",
    *(private(y, a, n, m), private(x, a, n, m), bounds(x)),
    some_interaction(y, b, loss, S, n, m),
    at={
        **{"n": 1, "m": 1, "α": half, "b": Fraction(1, 3), "S": frozenset({0, 1})},
        **{"x": rows("2/3", "1/3"), "y": rows("4/7", "3/7"), "l": rows("0", "1")},
    },
    instead="equal-for-geometric",
)

claim.clause(
    "never-better",
    *(private(y, a, n, m), stochastic(T, m, m), bounds(product(y, T, m))),
    Some(x, private(x, a, n, m), bounds(x)),
    witnesses={"x": product(y, T, m)},
)(lambda proof: proof.cite("gupte2010.section-2-5.no-reinterpretation#pair-is-mechanism"))

claim.clause(
    "equal-for-geometric",
    *(1 <= n, 0 <= a, a <= 1, private(x, a, n, n), monotone(loss, n, n), bounds_loss(b, loss, x, S, n, n)),
    some_interaction(geometric_mechanism(n, a), b, loss, S, n, n),
)(lambda proof: proof.restated(proof.cite("gupte2010.theorem-1#every-consumer", m=n)))

claim.clause("deployed", private(deployed, half, 1, 1))(by_evaluation)


@claim.clause(
    "deployed-loses",
    stochastic(T, 1, 1),
    *(expected_loss(absolute_loss, product(deployed, T, 1), 1, at) <= b for at in (0, 1)),
    Fraction(3, 7) <= b,
)
def deployed_loses(proof):
    nonneg, rows = proof.parts(stochastic(T, 1, 1))[-2:]
    return proof.qed(rows(0), nonneg(1, 0))


G = geometric_mechanism(1, half)
claim.clause(
    "optimal-loses",
    private(G, half, 1, 1)
    & (expected_loss(absolute_loss, G, 1, 0) == Fraction(1, 3))
    & (expected_loss(absolute_loss, G, 1, 1) == Fraction(1, 3)),
)(by_evaluation)
