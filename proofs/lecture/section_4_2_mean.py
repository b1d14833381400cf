"""Section 4.2: the noise has mean 0, and is the flatter the smaller its parameter is.

The masses at i and -i are equal and Σ|i|·α^|i| is finite, so the mean is 0. With a larger α, that is with a smaller b,
the mass at 0 is smaller, every tail from 1 on is larger, and the masses of neighbouring integers are nearer to equal.
"""

from fractions import Fraction
from itertools import pairwise

from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="lecture.section-4-2.mean",
    title="the mean and the shape of the noise",
    section="4.2",
    position=40,
    statement=(
        "The noise takes every integer with positive probability, has mean 0, and E|Z| = 2α/(1-α²). For α < α' the "
        "mass at 0, (1-α)/(1+α), is larger for α, and Pr[|Z| ≥ k] = 2α^k/(1+α), k ≥ 1, larger for α': the smaller b = "
        "ln(1/α), the flatter it is. The parameter here is b; in Definition 4.2 it is ε/Δf, so that a smaller ε or a "
        "larger Δf flattens it. There is no limit distribution as b → 0: every mass tends to 0."
    ),
    latex=r"\mathbb E[Z] = 0, \quad \mathbb E|Z| = \frac{2\alpha}{1-\alpha^2}, \qquad \Pr[|Z| \ge k] = \frac{2\alpha^k}"
    r"{1+\alpha} \;\; (k \ge 1)",
    domain="0 < α < α' < 1, k ≥ 1",
    verdict="proved",
    scope="all α and k",
    uses=("lecture.definition-4.1",),
)


@claim.proof(
    "the mean exists: (1-α)² times Σ_(1≤i≤m) i·α^i is α - α^(m+1)·((m+1)·(1-α) + α), by the growth with one more term "
    "and 0 at m = 0; the limit is α, hence E|Z| = 2·(1-α)/(1+α)·α/(1-α)²; the terms i and -i of E[Z] cancel",
    mutants={"(m+1)·α^m": {"shift": 1}, "without +α": {"rest": 0}},
)
def mean(shift=0, rest=1):
    # v stands for the number m.
    def total(a, v, m):
        return a - a ** (m + 1) * ((v + 1) * (1 - a) + rest * a)

    def pairs(a, v, m):
        grown = a - a ** (m + 2) * ((v + 2) * (1 - a) + rest * a)
        yield grown - total(a, v, m), (1 - a) ** 2 * (v + 1) * a ** (m + 1 - shift)

    identity("a v", pairs, Domain("m", lambda m: [m]))
    identity(
        "a", lambda a: [(a - a * ((1 - a) + rest * a), number(0)), (2 * (1 - a) * a * (1 + a), 2 * a * (1 - a**2))]
    )


@claim.proof(
    "the tails, times 1+α: 2α^k - 2α^(k+1) is 2·(1-α)·α^k, the masses of k and -k, and 2α^k tends to 0; 1+α - 2α is "
    "1-α, the mass at 0",
    mutants={"2α^(k+1)": {"more": 1}},
)
def tails(more=0):
    tail = lambda a, k: 2 * a ** (k + more)  # noqa: E731
    identity(
        "a",
        lambda a, k: [(tail(a, k) - tail(a, k + 1), 2 * (1 - a) * a**k), ((1 + a) - tail(a, 1), 1 - a)],
        Domain("k", lambda k: [k - 1]),
    )


@claim.proof(
    "the mass at 0 falls as α rises: (1-α)·(1+α') - (1-α')·(1+α) = 2·(α'-α); the tails rise: with v = α'^(k-1) ≥ u = "
    "α^(k-1) > 0, α'·v·(1+α) - α·u·(1+α') = (α'-α)·v + α·(v-u) + α·α'·(v-u)",
    mutants={"α ≥ α'": {"sign": -1}},
)
def flatter(sign=1):
    assumed = Assumed(
        "a b u v",
        lambda a, b, u, v: {"α": a, "α'": b, "α'-α": sign * (b - a), "v": v},
        lambda a, b, u, v: {"v-u": v - u},
        witness=[*map(Fraction, ("1/4", "1/2") if sign > 0 else ("1/2", "1/4")), Fraction(1), Fraction(1)],
    )

    def pairs(given, a, b, u, v):
        yield (1 - a) * (1 + b) - (1 - b) * (1 + a), 2 * given["α'-α"]
        yield (
            b * v * (1 + a) - a * u * (1 + b),
            (given["α'-α"] * given["v"] + given["α"] * given["v-u"] + given["α"] * given["α'"] * given["v-u"]),
        )

    signs(assumed, pairs)


@claim.instances(
    "α from 1/10 to 9/10 in the library: the mass at 0 falls, the tails from 1 to 6 rise and are 2α^k/(1+α)",
    mutants={"the tail from 0 too": {"first": 0}},
)
def in_library(first=1):
    noises = [UnboundedGeometric(Fraction(k, 10)) for k in range(1, 10)]
    tail = lambda noise, k: 1 - noise.between(0, 1 - k, k - 1)  # noqa: E731
    for one, other in pairwise(noises):
        require(one.mass(0, 0) > other.mass(0, 0), f"α = {other.alpha}: the mass at 0 rises")
        for k in range(first, 7):
            require(tail(one, k) < tail(other, k), f"α = {other.alpha}: the tail from {k} falls")
            require(tail(one, k) == 2 * one.alpha**k / (1 + one.alpha), f"α = {one.alpha}: the tail from {k}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
