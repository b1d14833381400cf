"""The events "the remapped response is below a cut" of G: as steep as privacy allows, in one direction at a time.

Let t be a threshold: every response k < κ of G counts fully, κ with probability θ, and none after it. The probability g
of that event falls from input to input, by all that privacy allows: up to κ, 1-g grows by the factor 1/α, and from κ on
g falls by the factor α. So an event of any private mechanism that has the probability g somewhere has at least that to
the right of it and at most that to the left.
"""

from fractions import Fraction
from itertools import pairwise, product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    geometric_times_one_plus_alpha,
    identity,
    number,
    positive_number,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic

claim = Claim(
    id="exactdp.cut-events",
    title="the threshold events of G are the steepest",
    section="4",
    position=5,
    statement=(
        "Let t be the threshold (1, …, 1, θ, 0, …, 0) with θ at κ, 0 ≤ κ ≤ n, 0 ≤ θ ≤ 1, and g = G_{n,α}·t. Then 1-g_i "
        "= α·(1-g_(i+1)) for i < κ, and g_(i+1) = α·g_i for i ≥ κ. At each input i, g_i grows strictly and "
        "continuously with κ+θ from 0 to 1; so each probability is that of exactly one threshold. Let f_i be the "
        "probabilities of an event of an α-private mechanism: f_(i±1) ≥ α·f_i and 1-f_(i±1) ≥ α·(1-f_i). If g_i ≤ f_i, "
        "then g_j ≤ f_j for all j > i, and if g_i ≥ f_i, then g_j ≥ f_j for all j < i."
    ),
    latex=(r"g_i \le f_i \Rightarrow g_{i+1} \le f_{i+1}, \qquad g_{i+1} \ge f_{i+1} \Rightarrow g_i \ge f_i"),
    domain="n ≥ 1, 0 < α < 1, every threshold, every event of every α-private mechanism on {0..n}",
    every_n=True,
    verdict="proved",
    scope="all n, α, thresholds and events; that steps of one sign add up, and continuity, in words",
    uses=("gupte2010.definition-4",),
)

UNIT = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])


def below(a, n, i, z):
    """(1+α) times the probability that G gives a response before z on input i."""
    if z == 0:
        return number(0)
    if z == n + 1:
        return 1 + a
    return a ** (i + 1 - z) if z <= i else 1 + a - a ** (z - i)


def threshold_event(a, t, n, i, k):
    """(1+α) times g_i for the threshold with t at k."""
    return (1 - t) * below(a, n, i, k) + t * below(a, n, i, k + 1)


@claim.proof(
    "the sums of row i of G before z: 0 for z = 0, and then they grow by the entries; (1+α) times them is α^(i+1-z) "
    "for z ≤ i, 1+α-α^(z-i) for i < z ≤ n, and 1+α for z = n+1",
    mutants={"an entry later": {"shift": 1}},
)
def sums(shift=0):
    def pairs(a, n, i, z):
        yield below(a, n, i, 0), number(0)
        yield below(a, n, i, z + 1) - below(a, n, i, z), geometric_times_one_plus_alpha(a, n, i, z + shift)

    identity("a", pairs, Domain("n i z", lambda n, i, z: [n - 1, i, n - i, z, n - z]))


@claim.proof(
    "tight one way at every step: 1-g_i = α·(1-g_(i+1)) for i < κ, and g_(i+1) = α·g_i for i ≥ κ",
    mutants={"the first up to i = κ": {"later": 1}, "g falls by α²": {"power": 2}},
)
def tight(later=0, power=1):
    def pairs(a, t, n, i, k):
        here, after = (threshold_event(a, t, n, j, k) for j in (i, i + 1))
        if i < k + later:
            yield 1 + a - here, a * (1 + a - after)
        else:
            yield after, a**power * here

    identity("a t", pairs, Domain("n i k", lambda n, i, k: [i, n - 1 - i, k, n - k]))


@claim.proof(
    "g_i grows with θ at the rate G_iκ > 0, is at θ = 1 what it is for κ+1 at θ = 0, and runs from 0 to 1",
    mutants={"the rate of κ+1": {"shift": 1}, "up to κ = n-1 only": {"last": 1}},
)
def growth(shift=0, last=0):
    indices = Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k, n - k])

    def rate(given, a, n, i, k):
        inside = positive_number(1) if k + shift in (0, n) else given["1-α"]
        distance = k + shift - i
        positive = given["α"] ** (distance if distance >= 0 else -distance) * inside
        yield threshold_event(a, 1, n, i, k) - threshold_event(a, 0, n, i, k), positive

    def joined(a, n, i, k):
        if k < n:
            yield threshold_event(a, 1, n, i, k), threshold_event(a, 0, n, i, k + 1)
        yield threshold_event(a, 0, n, i, 0), number(0)
        yield threshold_event(a, 1, n, i, n - last), 1 + a

    signs(UNIT, rate, indices)
    identity("a", joined, indices)


@claim.proof(
    "to the right, from g ≤ f to g' ≤ f': f'-g' = (f'-αf) + α(f-g) where g' = αg, and α(f'-g') = (1-f-α(1-f')) + (f-g) "
    "where 1-g = α(1-g'). To the left, from g' ≥ f' to g ≥ f: α(g-f) = (g'-f') + (f'-αf), and g-f = α(g'-f') + "
    "(1-f-α(1-f'))",
    mutants={"privacy at another level": {"power": 2}, "the sides exchanged": {"exchanged": True}},
)
def compared_with(power=1, exchanged=False):
    def private(a, f, after):
        return {"f'-αf": after - a**power * f, "1-f-α(1-f')": 1 - f - a**power * (1 - after)}

    # The bases are α and f, f', and g or g', from which the other one follows.
    def hypotheses(closer):
        return Assumed(
            "a f after g",
            lambda a, f, after, g: {"α": a},
            lambda a, f, after, g: {**private(a, f, after), "closer": closer(f, after, g)},
            witness=[Fraction(1, 2)] * 4,
        )

    side = -1 if exchanged else 1

    def right(given, a, f, after, g):
        yield after - a * g, given["f'-αf"] + given["α"] * given["closer"]
        # α·g' = g - 1 + α.
        yield a * after - (g - 1 + a), given["1-f-α(1-f')"] + given["closer"]

    def left(given, a, f, after, g):
        # Here g stands for g': then α times the former g is g', or the former g is 1 - α·(1-g').
        yield g - a * f, given["closer"] + given["f'-αf"]
        yield 1 - a * (1 - g) - f, given["α"] * given["closer"] + given["1-f-α(1-f')"]

    signs(hypotheses(lambda f, after, g: side * (f - g)), right, strict=False)
    signs(hypotheses(lambda f, after, g: side * (g - after)), left, strict=False)


def events(n, alpha):
    """The probabilities of all single responses and of all cuts of some α-private mechanisms."""
    source = geometric(n=n, alpha=alpha)
    images = ([k // 2 for k in range(n + 1)], list(range(n, -1, -1)), [(k + 1) % (n + 1) for k in range(n + 1)])
    found = [source, *(source @ deterministic(each, responses=range(n + 1)) for each in images)]
    peaks = [[1 / (1 + alpha) if i % 2 else alpha / (1 + alpha) for i in range(n + 1)]]
    for x in found:
        columns = list(zip(*x.rows, strict=True))
        peaks += columns
        peaks += [[sum(row[: r + 1]) for row in x.rows] for r in range(n)]
    yield from peaks
    for first, second in pairwise(peaks):
        yield [(p + 2 * q) / 3 for p, q in zip(first, second, strict=True)]


def thresholds(n):
    """Thresholds with θ = 0, 1/3 and 1."""
    for k, t in product(range(n + 1), (Fraction(0), Fraction(1, 3), Fraction(1))):
        yield [Fraction(1)] * k + [t] + [Fraction(0)] * (n - k)


@claim.instances(
    "n ≤ 4, three levels, thresholds with θ = 0, 1/3, 1, and events of G, of its remaps, of a mechanism that goes back "
    "and forth, and mixtures: what holds at one input holds to its right, or to its left",
    mutants={"any weights (0, …, 0, 1) for a threshold": {"turned": True}, "events of level α²": {"power": 2}},
    largest=6,
)
def by_library(turned=False, power=1, largest=4):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("1/5", "1/2", "9/10"))):
        for t in thresholds(n):
            column = Mechanism([[p, 1 - p] for p in (t[::-1] if turned else t)])
            g = [row[0] for row in (geometric(n=n, alpha=alpha) @ column).rows]
            for f in events(n, alpha**power):
                for i, (p, q) in enumerate(zip(g, f, strict=True)):
                    right = all(v <= w for v, w in zip(g[i:], f[i:], strict=True))
                    left = all(v >= w for v, w in zip(g[: i + 1], f[: i + 1], strict=True))
                    require(right or p > q, f"n = {n}, α = {alpha}: {g} and {f} to the right of {i}")
                    require(left or p < q, f"n = {n}, α = {alpha}: {g} and {f} to the left of {i}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
