"""Example 2.2: reading the geometric mechanism's responses as 0 or n, whichever is nearer, decreases a user's loss.

The results 0 and n have the prior 1/2 each, every other answer is a loss of 1, and n = 2m+1. At face value the loss is
1 - (1-α)/(1+α) = 2α/(1+α). A response is nearer to the wrong end with the mass α^(m+1)/(1+α), on either input, and
that is the loss after the remap: α^m/2 of the other. By Bayes' rule no remap has less.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, scaled_geometric, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="ghosh2009.example-2.2",
    title="post-processing decreases the loss",
    section="2.3",
    position=10,
    statement=(
        "For every odd n and 0 ≤ α < 1 the user's loss is 2α/(1+α) at face value and α^((n+1)/2)/(1+α) with the remap, "
        "α^((n-1)/2)/2 of it: at most half, and so less for 0 < α < 1; at α = 0 both are 0. No remap has a smaller "
        "loss than this one, and for 0 < α < 1 every other has a larger."
    ),
    latex=r"\frac{\alpha^{(n+1)/2}}{1+\alpha} = \frac{\alpha^{(n-1)/2}}{2}\cdot\frac{2\alpha}{1+\alpha}",
    domain="odd n ≥ 1, 0 ≤ α < 1 (at α = 1 there is no x^G), remaps into {0..n}, randomized ones included",
    every_n=True,
    verdict="proved",
    scope="all n, α and remaps; “much smaller” is read as the ratio α^((n-1)/2)/2, which at n = 1 is 1/2",
    uses=("ghosh2009.example-2.1",),
)

# n = 2m+1; a response is m-t, nearer to 0, or m+1+t, nearer to n.
RESPONSES = Domain("m t", lambda m, t: [m, t])
SIZES = Domain("m", lambda m: [m])
POWER = Assumed(
    "a p",
    lambda a, p: {"1-α": 1 - a},
    lambda a, p: {"α": a, "p": p, "1-p": 1 - p},
    witness=[Fraction(1, 2), Fraction(1)],
)


@claim.instances("at α = 0 both losses are 0, for n = 1, 3, 5, 7", mutants={"at α = 1/2": {"alpha": "1/2"}})
def at_zero(alpha="0"):
    x = UnboundedGeometric(alpha)
    for n in (1, 3, 5, 7):
        require(1 - x.mass(0, 0) == x.at_least(0, (n + 1) // 2), f"the losses differ at n = {n}")


@claim.proof(
    "at face value: 1 less the mass of the right response, on the inputs 0 and n alike, is 2α/(1+α)",
    mutants={"α/(1+α)": {"twice": 1}},
)
def face_value(twice=2):
    def pairs(a, n):
        right = (1 - a) * (scaled_geometric(a, 0, 0) + scaled_geometric(a, n, n)) * Fraction(1, 2)
        yield (1 + a) - right, twice * a

    identity("a", pairs, Domain("n", lambda n: [n - 1]))


@claim.proof(
    "the remap is wrong on input 0 for m+1, m+2, … and on n for m, m-1, …; times 1+α, the first t+1 of these have the "
    "mass α^(m+1) - α^(m+t+2), which goes to α^(m+1)",
    mutants={"responses ≥ (n-1)/2 to n": {"first": 0}, "α^m": {"shift": -1}},
)
def remapped(first=1, shift=0):
    def pairs(a, m, t):
        def so_far(t):
            return a ** (m + 1 + shift) - a ** (m + t + 2 + shift)

        def on_0(t):
            return (1 - a) * a ** (m + first + t)

        def on_n(t):
            n, r = 2 * m + 1, m + first - 1 - t
            return (1 - a) * a ** (n - r)

        for wrong in (on_0, on_n):
            yield so_far(0), wrong(0)
            yield so_far(t + 1) - so_far(t), wrong(t + 1)

    identity("a", pairs, RESPONSES)


@claim.proof(
    "powers: if p = α^k is in [0, 1] then 1 - α·p = (1-α) + α·(1-p) > 0, so that α^k ≤ 1 for all k, and < 1 for k ≥ 1",
    mutants={"1 - 2α·p": {"times": 2}},
)
def powers(times=1):
    signs(POWER, lambda given, a, p: [(1 - times * a * p, given["1-α"] + given["α"] * given["1-p"])])


@claim.proof(
    "the remap's loss is α^m/2 times the other, and 2α - α^(m+1) = α + α·(1-α^m) > 0 for α > 0",
    mutants={"α^m times the other": {"half": 1}, "at α ≥ 0": {"positive": False}},
)
def comparison(half=Fraction(1, 2), positive=True):
    identity("a", lambda a, m: [(a ** (m + 1), half * a**m * (2 * a))], SIZES)
    assumed = Assumed(
        "a p",
        lambda a, p: {"α": a} if positive else {},
        lambda a, p: {"1-p": 1 - p} | ({} if positive else {"α": a}),
        witness=[Fraction(1, 2), Fraction(1)],
    )
    signs(assumed, lambda given, a, p: [(2 * a - a * p, given["α"] + given["α"] * given["1-p"])])


@claim.proof(
    "Bayes' rule: the mass of a response on the farther of 0 and n is that on the nearer one times α^(2t+1), or times "
    "α^(2m+1) where it is outside 0..n",
    mutants={"α^(2t)": {"odd": 0}, "α^(2t+1) everywhere": {"outside": False}},
)
def posterior(odd=1, outside=True):
    def pairs(a, m, t):
        n, low, high = 2 * m + 1, m - t, m + 1 + t
        steps = t if t <= m or not outside else m
        ratio = a**steps * a ** (steps + odd)
        yield a ** abs(low) * ratio, a ** (n - low)
        yield a ** abs(n - high) * ratio, a**high

    identity("a", pairs, RESPONSES)


@claim.proof(
    "so a response's mass on the nearer end is larger where it is positive at all: A - A·α·p = A·((1-α) + α·(1-p)) > 0",
    mutants={"where it is ≥ 0": {"positive": False}},
)
def nearer(positive=True):
    assumed = Assumed(
        "A a p",
        lambda A, a, p: {"1-α": 1 - a} | ({"A": A} if positive else {}),
        lambda A, a, p: {"α": a, "1-p": 1 - p} | ({} if positive else {"A": A}),
        witness=[Fraction(1, 3), Fraction(1, 2), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, A, a, p: [(A - A * a * p, given["A"] * (given["1-α"] + given["α"] * given["1-p"]))],
    )


@claim.proof(
    "no other remap does as well: reading the response as the nearer end with probability y < 1 and as the farther one "
    "with z is right with A·y + B·z, where A > B ≥ 0 and y + z ≤ 1, so A - A·y - B·z = (A-B)·(1-y) + B·(1-y-z) > 0",
    mutants={"A ≥ B": {"larger": False}, "y + z > 1": {"most": 2}},
)
def best_remap(larger=True, most=1):
    assumed = Assumed(
        "A B y z",
        lambda A, B, y, z: {"1-y": 1 - y} | ({"A-B": A - B} if larger else {}),
        lambda A, B, y, z: {"B": B, "1-y-z": most - y - z} | ({} if larger else {"A-B": A - B}),
        witness=[Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(1, 4)],
    )
    signs(
        assumed,
        lambda given, A, B, y, z: [
            (A - A * y - B * z, given["A-B"] * given["1-y"] + given["B"] * given["1-y-z"]),
        ],
    )


@claim.instances(
    "for n = 1, 3, 5, 7 and five levels, the library's masses and tails: the two losses, and the threshold (n+1)/2, "
    "which alone has the least loss among the thresholds from -5 to n + 5",
    mutants={"the threshold (n-1)/2": {"shift": -1}},
)
def by_library(shift=0):
    for alpha in map(Fraction, ("1/100", "1/5", "1/2", "9/10", "99/100")):
        x = UnboundedGeometric(alpha)
        for n in (1, 3, 5, 7):

            def loss(c, n=n, x=x):
                return (x.at_least(0, c) + 1 - x.at_least(n, c)) / 2

            face_value = (1 - x.mass(0, 0) + 1 - x.mass(n, n)) / 2
            require(face_value == 2 * alpha / (1 + alpha), f"the loss at face value at n = {n}, α = {alpha}")
            c = (n + 1) // 2 + shift
            require(loss(c) == alpha ** ((n + 1) // 2) / (1 + alpha), f"the remap's loss at n = {n}, α = {alpha}")
            require(
                all(loss(other) > loss(c) for other in range(-5, n + 6) if other != c),
                f"another threshold has no larger loss at n = {n}, α = {alpha}",
            )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
