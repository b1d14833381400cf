"""Theorem 1, part 2: by interacting with G, every consumer does as well as with a mechanism made for it.

No remap does better than the best private mechanism, because every G·T is private. Conversely, for every private x some
remap of G loses no more than x on any input, for every monotone loss. The proof in Coq differs from the paper's proof,
whose parts have their own claims: it compares events of x with events of G.
"""

from exactdp.claims.language import *
from exactdp.claims.logic.core import in_coq, restate
from exactdp.claims.statements.evaluation import entry
from exactdp.model.geometric import geometric
from exactdp.model.losses import table as loss_table
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact

claim = Claim(
    "gupte2010.theorem-1",
    "interacting with G, every consumer does as well as possible",
    section="2.6",
    position=10,
    kept=KEPT | {"l is monotone on {0..n} × {0..m}": "the question whether i = 1 is a counterexample"},
)

n, m, i = indices("n m i")
a, b = numbers("α b")
x, T, loss = matrices("x T l")
S = variable("S", SET)
G = geometric_mechanism(n, a)
given = (1 <= n, 0 <= m, 0 <= a, a <= 1, private(x, a, n, m), monotone(loss, n, m))
as_good = Some(
    T,
    stochastic(T, n, m),
    All(i, between(0, i, n), expected_loss(loss, product(G, T, n), m, i) <= expected_loss(loss, x, m, i)),
)


def bounds(mechanism):
    return bounds_loss(b, loss, mechanism, S, n, m)


def some_interaction(losses, inside, level, n, m):
    """Say whether a remap of G has no expected loss above 0 on these inputs, by the linear program of all remaps."""
    consumer = MinimaxConsumer(loss_table(losses), n=n, side_information=inside)
    return interact(consumer, geometric(n=n, alpha=level), responses=range(m + 1)).value <= 0


def remap_as_good(x, losses, level, n, m):
    """Say whether there is a remap as good as x: less the loss of x, its losses are at most 0."""
    own = [sum(p * v for p, v in zip(x[row][: m + 1], losses[row], strict=False)) for row in range(n + 1)]
    return some_interaction([[v - own[row] for v in losses[row][: m + 1]] for row in range(n + 1)], None, level, n, m)


def remap_within(bound, losses, inside, *sizes):
    """Say whether there is a remap whose expected losses on the inputs inside are at most the bound."""
    level, n, m = sizes
    chosen = [row for row in range(n + 1) if entry(inside, (row,))]
    rows = [[v - bound for v in row[: m + 1]] for row in losses[: n + 1]]
    return not chosen or some_interaction(rows, chosen, level, n, m)


as_good_as = Definition(
    "some remap of G_({3},{2}) with responses {{0..{4}}} has on no input a larger loss {1} than {0}",
    (x, loss, a, n, m),
    as_good,
    decide=remap_as_good,
)
within = Definition(
    "some remap of G_({4},{3}) with responses {{0..{5}}} has no loss {1} above {0} on {2}",
    (b, loss, S, a, n, m),
    Some(T, stochastic(T, n, m), bounds(product(G, T, n))),
    decide=remap_within,
)

claim.clause("on-every-input", *given, as_good_as(x, loss, a, n, m))(
    lambda proof: restate(in_coq("StatedOptimality", "remap_as_good", as_good, *given), proof.goal)
)


@claim.clause("every-consumer", *given, bounds(x), within(b, loss, S, a, n, m))
def every_consumer(proof):
    goal = unfold(proof.goal)

    def step(inner, found):
        return inner.witness(goal, T, bounds(product(G, T, n)))

    found = restate(proof.cite("gupte2010.theorem-1#on-every-input").theorem, as_good)
    return restate(proof.obtain(proof.fact(found), T, step).theorem, proof.goal)


claim.clause("no-better", 1 <= n, 0 <= a, a <= 1, stochastic(T, n, m), private(product(G, T, n), a, n, m))(
    lambda proof: proof.use(lemmas.post_processing(), proof.cite("gupte2010.definition-4#private"), x=G, s=n)
)
