"""Both papers' main theorems at once, for every unimodal loss whose modes never turn back, and for these alone.

The proof, for any private x. Each cut R ≤ r of x is compared with a threshold event of G that has its probability at
one input: to one side G's is larger and to the other side smaller, as G's falls as fast as privacy allows (cut-events).
The thresholds grow with r, so they are the cuts of G·T for one T (concentration). By summation by parts no row's loss
is larger (concentration-certifies). What is left are objectives made from the rows' losses, modes that never increase,
and the outer levels. There is no vertex, no dual and no limit in it. A second proof, by the row pattern of an optimum
that is chosen well, is in the claims pattern-implies-derivable, one-perturbation, unimodal-bayesian and
unimodal-minimax.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.polytope.derivability import derive

claim = Claim(
    id="exactdp.universal-optimality",
    title="G is universally optimal for every unimodal loss whose modes never turn back",
    section="7",
    position=10,
    statement=(
        "Let μ(0), …, μ(n) never decrease, or never increase, and let l(i,·) fall weakly up to μ(i) and rise weakly "
        "from there, for any number of responses. For every α-private x there is a stochastic T, the same for all such "
        "l, with Σ_r l(i,r)·(G_{n,α}·T)_ir ≤ Σ_r l(i,r)·x_ir on every input i. So in every objective that does not "
        "fall as a row's loss rises, the remaps of G reach what all α-private mechanisms reach: for every prior, also "
        "with zeros, and for the worst case over every S. Of privacy, x needs only that of the events R ≤ r and R > r. "
        "For a μ that turns back some such loss and prior exist for which G fails, at every 0 < α < 1. Both papers' "
        "main theorems are the case μ(i) = i."
    ),
    latex=(
        r"\forall x\; \exists T\; \forall l\; \forall i: \quad \sum_r l(i,r)\, (G_{n,\alpha} T)_{ir} \le \sum_r "
        r"l(i,r)\, x_{ir}"
    ),
    domain="n ≥ 0, 0 ≤ α ≤ 1, m ≥ 1 responses, every α-private mechanism, unimodal losses, modes that never turn back",
    every_n=True,
    verdict="proved",
    scope=(
        "all n, α, m, mechanisms and losses, put together in words from the claims used; instances for n ≤ 2, in a "
        "deep run n ≤ 4"
    ),
    uses=(
        "exactdp.cut-events",
        "exactdp.concentration",
        "exactdp.concentration-certifies",
        "exactdp.level-of-derivable",
        "exactdp.which-modes",
    ),
)


@claim.proof(
    "from rows to users: if no row loses more, an input of prior p adds p·(L(x) - L(y)) ≥ 0 to the gain, and the worst "
    "loss w of x over S bounds each row of y, as w - L(y) = (w - L(x)) + (L(x) - L(y))",
    mutants={"a row loses more": {"sign": -1}},
)
def from_rows_to_users(sign=1):
    assumed = Assumed(
        "p w x y",
        lambda *_: {},
        lambda p, w, x, y: {"p": p, "w-L(x)": w - x, "L(x)-L(y)": x - y},
        witness=[Fraction(1)] * 4,
    )

    def found(given, p, w, x, y):
        yield sign * p * (x - y), given["p"] * given["L(x)-L(y)"]
        yield w - x + sign * (x - y), given["w-L(x)"] + given["L(x)-L(y)"]

    signs(assumed, found, strict=False)


@claim.proof(
    "modes that never increase: with the inputs in reverse order they never decrease; entry (n-i, k) of G is entry (i, "
    "n-k), so that G·T with its inputs in reverse order is G times T with its rows so",
    mutants={"T as it is": {"rows": False}},
)
def never_increase(rows=True):
    def pairs(a, n, i, k):
        image = n - k if rows else k
        term = geometric_times_one_plus_alpha(a, n, n - i, k) * entry("T", k)
        yield term, geometric_times_one_plus_alpha(a, n, i, image) * entry("T", k)

    identity("a", pairs, Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k, n - k]))


@claim.proof(
    "α = 0: entry (i, k) of G is 1 for i = k and 0 otherwise, so that G·x = x; α = 1: privacy of the cuts at level 1 "
    "makes the rows of x equal, f' - f ≥ 0 and (1-f') - (1-f) ≥ 0 being opposite numbers, and G·x = x as the rows of G "
    "sum to 1; n = 0: G = 1",
    mutants={"α = 1/2": {"level": Fraction(1, 2)}, "only one of the two inequalities": {"other": 2}},
)
def outer_levels(level=Fraction(0), other=1):
    def at_zero(a, n, i, k):
        # α is given as a number; a power of 0 with the exponent 0 is 1.
        distance = i - k if i >= k else k - i
        power = number(1) if distance == 0 else number(level)
        yield power * (1 if k in (0, n) else 1 - level), number(1) * (1 + level) * (1 if i == k else 0)

    identity("a", at_zero, Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k, n - k]))
    identity("f g", lambda f, g: [((g - f) + other * ((1 - g) - (1 - f)), number(0))])


def concentrated(x, alpha, modes):
    """The remap T of the claim concentration, for modes that never decrease or never increase."""
    if modes[0] > modes[-1]:
        return concentrated(x[::-1], alpha, modes[::-1])[::-1]
    n, source = len(x) - 1, geometric(n=len(x) - 1, alpha=alpha)
    before, columns = [Fraction(0)] * (n + 1), []
    for r in range(len(x[0])):
        at = max((i for i in range(n + 1) if modes[i] <= r), default=0)
        t, left = [], sum(x[at][: r + 1])
        for v in source.rows[at]:
            t.append(min(Fraction(1), left / v))
            left -= t[-1] * v
        columns.append([v - w for v, w in zip(t, before, strict=True)])
        before = t
    return [list(row) for row in zip(*columns, strict=True)]


def losses(n):
    """Unimodal losses with their modes: inputs, reversed, in jumps, at one point, beyond the inputs, flat parts."""
    inputs = list(range(n + 1))
    for modes, responses in (
        (inputs, n + 1),
        (inputs[::-1], n + 1),
        ([0 if 2 * i < n else 3 for i in inputs], 4),
        ([1] * (n + 1), 3),
        ([i + 1 for i in inputs], n + 3),
    ):
        yield modes, [[(i + 1) * (r - m) ** 2 + max(r - m, 0) for r in range(responses)] for i, m in enumerate(modes)]
        yield modes, [[max(abs(r - m) - 1, 0) + 2 * int(r > m + 1) for r in range(responses)] for m in modes]


def users(n, loss):
    """Users of a loss: three priors, two with zeros, and four sets S."""
    for weights in (range(1, n + 2), [i % 2 for i in range(n + 1)], [2, *[0] * (n - 1), 3]):
        yield BayesianUser(loss, proportional(weights))
    for inside in ([0], [n // 2], [0, n], range(n + 1)):
        yield MinimaxConsumer(loss, n=n, side_information=inside)


@claim.instances(
    "n ≤ 2, α = 0, 1/3 and 1, ten losses and seven users of each: the kernel accepts the best remap of G, and the "
    "optimum that the linear program finds; the two lose the same",
    mutants={
        "G at the level (1+α)/2": {"deployed": lambda alpha: (1 + alpha) / 2},
        "modes that turn back": {"order": lambda rows: [*rows[:-1], rows[0]]},
    },
    largest=4,
    levels=("0", "1/3", "3/4", "1"),
)
def same_value(deployed=lambda alpha: alpha, order=lambda rows: rows, largest=2, levels=("0", "1/3", "1")):
    for n, alpha in product(range(1, largest + 1), map(Fraction, levels)):
        for _, rows in losses(n):
            for user in users(n, table(order(rows))):
                with_geometric = interact(user, geometric(n=n, alpha=deployed(alpha)), responses=range(len(rows[0])))
                best = solve_polytope(Problem(user, alpha, responses=range(len(rows[0]))))
                accepted(with_geometric)
                accepted(best)
                found = with_geometric.value
                require(found == best.value, f"n = {n}, α = {alpha}, {user}: {found} with G, and {best.value}")


@claim.instances(
    "n ≤ 2, α = 1/3 and 3/4, the same users: from the optimum x of the linear program the proof's T makes G·T, which "
    "the kernel accepts as optimal too, with the same prices, and as derivable",
    mutants={"T for the modes in reverse order": {"turned": True}},
    largest=4,
)
def from_an_optimum(turned=False, largest=2):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("1/3", "3/4"))):
        for modes, rows in losses(n):
            for user in users(n, table(rows)):
                problem = Problem(user, alpha, responses=range(len(rows[0])))
                best = solve_polytope(problem)
                remap = concentrated(best.mechanism.rows, alpha, modes[::-1] if turned else modes)
                y = Mechanism((geometric(n=n, alpha=alpha) @ Mechanism(remap)).rows)
                accepted(Optimum(problem, best.value, best.dual, None, y), "optimal")
                accepted(derive(y, alpha), "derivable")


claim.theorem(
    "UniversalOptimality",
    "universal_remap_at_every_level",
    "for every n ≥ 1, every rational 0 ≤ α ≤ 1, every rational x, modes that never decrease and rational losses",
    r"""
    forall (n responses : nat) (alpha : Q) (mode : nat -> nat) (x : matrix),
      (1 <= n)%nat -> 0 <= alpha <= 1 -> private_mechanism (S n) responses (path (S n)) alpha x ->
      (forall j k, (j <= k)%nat -> (k <= n)%nat -> (mode j <= mode k)%nat) ->
      exists t, stochastic (S n) responses t /\
        forall l, unimodal n responses mode l -> forall i, (i <= n)%nat ->
          expected_loss responses l (product (S n) (geometric n alpha) t) i <= expected_loss responses l x i
    """,
    mutants={
        "any modes": ("(mode j <= mode k)%nat)", "True)"),
        "less loss by 1": ("<= expected_loss responses l x i", "<= expected_loss responses l x i - 1"),
    },
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
