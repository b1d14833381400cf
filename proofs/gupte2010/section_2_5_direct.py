"""Section 2.5: to present x = y·T directly is as good as to present y, and x is as private as y.

A remap of y·T is a remap of y. So from x the consumer gets no less loss than from y, and by no further remap it gets
L(x). Where T is the best remap of y the three are equal. Privacy is a sum of the inequalities for y.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.section-2-5.direct",
    title="the induced mechanism presented directly",
    section="2.5",
    position=2,
    statement=(
        "Let y be α-private and x = y·T. Then x is α-private, maybe at a larger level too. With m(y) for the least "
        "loss of all interactions with y, m(y) ≤ m(x) ≤ L(x): presented with x the consumer can lose as little as by T "
        "from y. If T is optimal for y all three are equal, so that no further interaction helps. If it is not, x may "
        "be worse than y even after the best interaction."
    ),
    latex=r"\min_U L(y\,U) \le \min_U L(y\,T\,U) \le L(y\,T)",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every α-private y on N, every T, every real loss and nonempty S",
    every_n=True,
    verdict="proved",
    scope="all n, α, y, T, losses and S",
    uses=("gupte2010.definition-3", "gupte2010.equation-1"),
)

CELLS = Domain("n i r s", lambda n, i, r, s: [i, n - 1 - i, r, n - r, s, n - s])


@claim.proof(
    "the proof that is omitted: x_(i+1)s - α·x_is, and x_is - α·x_(i+1)s, are sums over r that grow by (y_(i+1)r - "
    "α·y_ir)·T_rs and (y_ir - α·y_(i+1)r)·T_rs",
    mutants={"another T for the next input": {"shift": 1}, "α² for α": {"power": 2}},
)
def private(shift=0, power=1):
    def pairs(a, n, i, r, s):
        y, below = entry("y", i, r), entry("y", i + 1, r)
        t, other = entry("T", r, s), entry("T", r + shift, s)
        x, x_below = entry("x", i, s), entry("x", i + 1, s)
        grown, grown_below = x + y * t, x_below + below * other
        yield grown_below - a**power * grown, (x_below - a * x) + (below - a * y) * t
        yield grown - a**power * grown_below, (x - a * x_below) + (y - a * below) * t

    identity("a", pairs, CELLS)


@claim.proof(
    "a sum of terms (y' - α·y)·T that begins with 0 stays ≥ 0, since T ≥ 0 and y is α-private",
    mutants={"T of any sign": {"stochastic": False}},
)
def stays(stochastic=True):
    known = Assumed(
        "a y z t S",
        lambda *_: {},
        lambda a, y, z, t, S: {"z-αy": z - a * y, "T": t if stochastic else -t, "S": S},
        witness=[1, 0, 0, 0, 0],
    )
    signs(
        known,
        lambda given, a, y, z, t, S: [(S + (z - a * y) * t, given["S"] + given["z-αy"] * given["T"])],
        strict=False,
    )


@claim.proof(
    "T·U is a remap: its entries are sums of products ≥ 0, and its row sums grow by T_rs times the sum of row s of U, "
    "which is 1; so m(x), a minimum over some remaps of y, is at least m(y). U = 1 gives m(x) ≤ L(x)",
    mutants={"columns of U sum to 1": {"transposed": True}},
)
def remaps(transposed=False):
    def pairs(n, r, s, v):
        t, u = entry("T", r, s), entry("U", v, s) if transposed else entry("U", s, v)
        so_far = entry("sum of U", s, v)
        yield t * so_far + t * u, t * (so_far + entry("U", s, v))

    identity("", pairs, Domain("n r s v", lambda n, r, s, v: [r, n - r, s, n - s, v, n - v]))
    products = Assumed("t u", lambda *_: {}, lambda t, u: {"t": t, "u": u}, witness=[0, 0])
    signs(products, lambda given, t, u: [(t * u, given["t"] * given["u"])], strict=False)


def worst(x, loss, inside):
    """(1)."""
    return max(sum(v * loss(i, r) for r, v in enumerate(x.rows[i])) for i in inside)


def consumers(n):
    """Consumers for n, some with side information, one whose loss is not monotone."""
    yield absolute(), tuple(range(n + 1))
    yield squared(), (0,)
    yield zero_one(), (0, n)
    yield table([[(2 * i + 3 * r) % 4 for r in range(n + 1)] for i in range(n + 1)]), tuple(range(n + 1))


def deployed(n):
    """Mechanisms for n."""
    yield geometric(n=n, alpha="1/4")
    yield geometric(n=n, alpha=1)
    yield Mechanism([[Fraction(i + r + 1, sum(range(i + 1, i + n + 2))) for r in range(n + 1)] for i in range(n + 1)])


def some_remaps(n):
    """Remaps for n."""
    yield deterministic([r // 2 for r in range(n + 1)], responses=range(n + 1))
    yield deterministic(range(n, -1, -1), responses=range(n + 1))
    yield Mechanism([[Fraction(1 + (r == s), n + 2) for s in range(n + 1)] for r in range(n + 1)])


@claim.instances(
    "n = 1, 2, 3, three mechanisms, four consumers: for three remaps T, m(y) ≤ m(x) ≤ L(x), and the exact level of x "
    "is at least that of y; for the optimal T they are equal; all optima and levels are certified",
    mutants={"any T is optimal": {"any_remap": True}, "no larger level": {"larger": False}},
)
def by_library(any_remap=False, larger=True):
    for n in (1, 2, 3):
        for y, (loss, inside) in product(deployed(n), consumers(n)):
            consumer = MinimaxConsumer(loss, n=n, side_information=inside)
            best = interact(consumer, y)
            accepted(best)
            for t in [best.remap, *some_remaps(n)]:
                x = Mechanism((y @ t).rows)
                again = interact(consumer, x)
                where = f"n = {n}, {loss}, S = {inside}"
                require(best.value <= again.value <= worst(x, loss, inside), f"{where}: {best.value}, {again.value}")
                if t is best.remap or any_remap:
                    require(again.value == best.value == worst(x, loss, inside), f"{where}: x is no better")
                before, after = level(y), level(x)
                require(before.alpha <= after.alpha, f"{where}: the level falls from {before} to {after}")
                require(larger or before.alpha == after.alpha, f"{where}: the level rises to {after}")
                accepted(again)
                accepted(after)


@claim.instances(
    "n = 1, α = 1/2, |i-r|: with T always 0, x loses 1 and by the best interaction 1/2, while m(y) = 1/3 for y = G",
    mutants={"T swaps 0 and 1": {"images": (1, 0)}},
)
def worse(images=(0, 0)):
    consumer, y = MinimaxConsumer(absolute(), inputs=range(2)), geometric(n=1, alpha="1/2")
    x = Mechanism((y @ deterministic(images, responses=range(2))).rows)
    values = worst(x, absolute(), (0, 1)), interact(consumer, x).value, interact(consumer, y).value
    require(values == (1, Fraction(1, 2), Fraction(1, 3)), f"they are {', '.join(map(str, values))}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
