"""Definition 4: the range-restricted geometric mechanism is a mechanism, α-private, and no more private than that.

On input k the response z in 0 < z < n has probability (1-α)/(1+α)·α^|z-k|, and 0 and n have 1/(1+α)·α^|z-k|. Let
F(z) = α^(k-z+1) for z ≤ k and 1 + α - α^(z-k) for z > k. Then F(z+1) - F(z) = (1-α)·α^|z-k|, so the inner responses
have together F(n) - F(1), over 1+α, which the two outer ones complete to 1.
"""

from fractions import Fraction

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    scaled_geometric,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.definition-4",
    title="the range-restricted geometric mechanism",
    section="3",
    position=10,
    statement=(
        "For n ≥ 1 and 0 ≤ α ≤ 1 the formula gives a mechanism on {0..n}: no probability is negative and those of each "
        "input sum to 1. It is α-private and, for α < 1, private at no larger level. For α < 1 it is the geometric "
        "mechanism with its responses clamped to {0..n}, which can be had back from it by a remap."
    ),
    latex=(
        r"\Pr[Z(k)=z] = \frac{1}{1+\alpha}\alpha^{|z-k|} \ (z \in \{0,n\}), \quad "
        r"\frac{1-\alpha}{1+\alpha}\alpha^{|z-k|} \ (0<z<n)"
    ),
    domain="n ≥ 1, 0 ≤ α ≤ 1, all k and z; at n = 0 the only probability would be 1/(1+α), and not 1",
    every_n=True,
    verdict="proved",
    scope="all n, α, k and z",
)

ENTRIES = Domain("n k z", lambda n, k, z: [n - 1, k, n - k, z, n - z])
UNIT = Assumed("a", lambda a: {"1-α": 1 - a}, lambda a: {"α": a}, witness=[Fraction(1, 2)])


def partial_sum(a, k, z):
    """F(z)."""
    return a ** (k - z + 1) if z <= k else 1 + a - a ** (z - k)


@claim.proof("F(z+1) - F(z) = (1-α)·α^|z-k|", mutants={"F without the 1 + α": {"constant": -1}})
def telescoping(constant=0):
    def pairs(a, n, k, z):
        after = partial_sum(a, k, z + 1) + (number(constant) if z + 1 > k else 0)
        before = partial_sum(a, k, z) + (number(constant) if z > k else 0)
        yield after - before, (1 - a) * scaled_geometric(a, z, k)

    identity("a", pairs, ENTRIES)


@claim.proof(
    "the probabilities of an input, times 1+α, sum to 1+α: α^k + (F(n) - F(1)) + α^(n-k)",
    mutants={"the outer columns scaled like the inner ones": {"outer": 1}},
)
def rows_sum_to_one(outer=0):
    def pairs(a, n, k):
        ends = scaled_geometric(a, k, 0) + scaled_geometric(a, k, n)
        inside = partial_sum(a, k, n) - partial_sum(a, k, 1)
        yield ends * (1 - a) ** outer + inside, 1 + a

    identity("a", pairs, Domain("n k", lambda n, k: [n - 1, k, n - k]))


@claim.proof("α ≥ 0 and 1-α ≥ 0 make every probability ≥ 0", mutants={"1-α > 0 at all": {"strict": True}})
def nonnegative(strict=False):
    closed = Assumed("a", lambda a: {}, lambda a: {"1-α": 1 - a, "α": a}, witness=[Fraction(1)])

    def pairs(given, a, n, k, z):
        yield (
            geometric_times_one_plus_alpha(a, n, k, z),
            given["α"] ** abs(k - z) * (given["1-α"] if z not in (0, n) else given["1-α"] + given["α"]),
        )

    signs(closed, pairs, ENTRIES, strict=strict)


@claim.proof(
    "it is α-private: x_(k+1)z - α·x_kz and x_kz - α·x_(k+1)z, times 1+α, are 0 or (1-α²) times a probability",
    mutants={"1-α for 1-α²": {"power": 1}},
)
def private(power=2):
    def pairs(a, n, k, z):
        here, there = (geometric_times_one_plus_alpha(a, n, i, z) for i in (k, k + 1))
        if z <= k:
            yield there, a * here
            yield here - a * there, (1 - a**power) * here
        else:
            yield here, a * there
            yield there - a * here, (1 - a**power) * there

    identity("a", pairs, Domain("n k z", lambda n, k, z: [n - 1, k, n - 1 - k, z, n - z]))
    signs(UNIT, lambda given, a: [(1 - a**2, given["1-α"] + given["1-α"] * given["α"])])


@claim.proof(
    "clamping: α^(k+1)/(1+α) is the mass of x^G below 0, and with that of 0 itself 1/(1+α)·α^k (times 1+α: α^(k+1) + "
    "(1-α)·α^k = α^k); the other end is the mirror image",
    mutants={"without the mass of 0": {"mass": 0}},
)
def clamped(mass=1):
    # Σ over t ≥ 1 of (1-α)·α^(k+t) has the partial sums α^(k+1) - α^(k+m+1), which go to α^(k+1) for α < 1.
    identity(
        "a",
        lambda a, k, m: [
            (a ** (k + 1) - a ** (k + m + 2) - (a ** (k + 1) - a ** (k + m + 1)), (1 - a) * a ** (k + m + 1)),
            (a ** (k + 1) + mass * (1 - a) * a**k, a**k),
        ],
        Domain("k m", lambda k, m: [k, m]),
    )


@claim.proof(
    "the remap back: reading response 0 as -t with probability (1-α)·α^t turns its α^k/(1+α) into the mass of x^G at "
    "-t, (1-α)/(1+α)·α^(k+t); the other end is the mirror image",
    mutants={"α^(t+1)": {"shift": 1}},
)
def unclamped(shift=0):
    identity(
        "a",
        lambda a, k, t: [(a**k * ((1 - a) * a ** (t + shift)), (1 - a) * a ** (k + t))],
        Domain("k t", lambda k, t: [k, t]),
    )


@claim.instances(
    "for n ≤ 6 and six levels: the kernel accepts that the exact level is α, and G is x^G clamped",
    mutants={"n = 0, where the formula's row sums to 1/(1+α)": {"least": 0}},
)
def by_certificate(least=1):
    for n in range(least, 7):
        for alpha in map(Fraction, ("0", "1/5", "1/2", "2/3", "99/100", "1")):
            row = [1 / (1 + alpha) * alpha**n, *((1 - alpha) / (1 + alpha) * alpha ** (n - z) for z in range(1, n))]
            row += [1 / (1 + alpha)] if n else []
            require(sum(row) == 1, f"the last row of the formula sums to {sum(row)} at n = {n}, α = {alpha}")
            found = level(geometric(n=n, alpha=alpha))
            require(found.alpha == alpha, f"the exact level is {found.alpha} at n = {n}, α = {alpha}")
            accepted(found)
            require(
                alpha == 1 or UnboundedGeometric(alpha).clamped(n=n) == geometric(n=n, alpha=alpha),
                "clamping gives another",
            )


claim.theorem(
    "Geometric",
    "geometric_private_mechanism",
    "for every n ≥ 1 and every rational 0 ≤ α ≤ 1: stochastic and α-private",
    """
    forall (n : nat) (alpha : Q), (1 <= n)%nat -> 0 <= alpha <= 1 ->
      private_mechanism (S n) (S n) (path (S n)) alpha (geometric n alpha)
    """,
    mutants={
        "at n = 0 as well": ("(1 <= n)%nat", "(0 <= n)%nat"),
        "at α > 1 as well": ("0 <= alpha <= 1", "0 <= alpha"),
    },
)

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
