"""Theorem 6.3 for randomized remaps: they are deterministic ones of a mechanism that tosses their coins itself.

Let x' answer with the pair (a, b), where r is drawn by x, a by y_1 from r, and b by y_2 from r, each by itself. So
x'_d(a,b) = Σ_r x_dr·y_1(r,a)·y_2(r,b), which is private as x is. The deterministic maps to a and to b give y_1∘x and
y_2∘x. So x' is optimal for both by deterministic remaps if x is by randomized ones, and Theorem 6.3 excludes that.
"""

from fractions import Fraction

from exactdp.certificates.certificate import Rejected
from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import hypercube
from exactdp.polytope.derivability import derive_from
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.theorem-6.3.randomized",
    title="randomized remaps do not help",
    section="6.2",
    position=74,
    statement=(
        "If x is α-private and y_1, y_2 are remaps, randomized or not, then the mechanism that answers with a pair of "
        "responses, drawn from r by y_1 and by y_2 independently, is α-private, is derived from x, and has y_1∘x and "
        "y_2∘x for its first and second part. So a proof for deterministic y_1, y_2 and all x is one for all remaps. A "
        "mixture of mechanisms, drawn at random, is a mechanism too, and excluded with them."
    ),
    latex=r"x'_{d,(a,b)} = \sum_r x_{dr}\, y_1(r, a)\, y_2(r, b), \qquad \sum_b x'_{d,(a,b)} = (y_1 \circ x)_{da}",
    domain="0 ≤ α ≤ 1, all α-private mechanisms with a countable range, all remaps, any number of responses",
    verdict="proved",
    scope="all mechanisms and remaps",
)


@claim.proof(
    "privacy: one more r adds (x_d'r - α·x_dr)·y_1(r,a)·y_2(r,b) ≥ 0 to the difference of x' in (a, b)",
    mutants={"the second coin tossed on d' only": {"coins": 1}, "a difference of responses": {"sign": -1}},
)
def privacy(coins=2, sign=1):
    def hypotheses(*bases):
        a, x, y, s, t, p, q = bases
        return {"so far": t - a * s, "r": y - a * x, "y_1": p, "y_2": q}

    half = Fraction(1, 2)
    assumed = Assumed("a x y s t p q", lambda *bases: {}, hypotheses, witness=[half, 1, 1, 1, 1, half, half])

    def grows(given, *bases):
        a, x, y, s, t, p, q = bases
        left = p * q if coins > 1 else p
        yield (
            (t + sign * y * p * q) - a * (s + sign * x * left),
            given["so far"] + given["r"] * given["y_1"] * given["y_2"],
        )

    signs(assumed, grows, strict=False)


@claim.proof(
    "the parts: for each r, the sum over the first z answers b of x_dr·y_1(r,a)·y_2(r,b) is x_dr·y_1(r,a) times that "
    "of y_2(r,b), which for all b is 1; so the pairs with the first part a have the probability (y_1∘x)_da",
    mutants={"the first coin is the second": {"first": "y_2"}, "x_dr left out of a term": {"with_x": False}},
)
def parts(first="y_1", with_x=True):
    def pairs(z):
        # The sums over the first z answers, and one more term on either side.
        x, p = entry("x"), entry("y_1")
        so_far, term = entry("sum of y_2", z), entry("y_2", z)
        drawn = p if first == "y_1" else term
        yield x * p * so_far + (x if with_x else 1) * drawn * term, x * p * (so_far + term)

    identity("", pairs, Domain("z", lambda z: [z]))
    # All answers of y_2, the last one being what the others leave of 1.
    identity("x p u v", lambda x, p, u, v: [(x * p * u + x * p * v + x * p * (number(1) - u - v), x * p)])


@claim.proof(
    "a mixture of two mechanisms with weights w and 1-w is private: the differences are mixed likewise",
    mutants={"weights w and 1-2w": {"twice": 2}},
)
def mixture(twice=1):
    def pairs(a, w, *entries):
        x, y, s, t = entries
        mixed = lambda first, second: w * first + (1 - twice * w) * second  # noqa: E731
        yield mixed(y, t) - a * mixed(x, s), w * (y - a * x) + (1 - w) * (t - a * s)

    identity("a w x y s t", pairs)


def pairs_of(x, first, second):
    """The mechanism that answers with pairs, numbered first·width + second."""
    width = second.shape[1]
    coins = [
        [first[r, k // width] * second[r, k % width] for k in range(first.shape[1] * width)] for r in range(len(first))
    ]
    return x @ Mechanism(coins)


def samples():
    """A private mechanism on {0,1}^3 and two remaps of its responses to 0..3, for a few sizes."""
    for width in (2, 3, 5):
        for seed in range(3):
            base = [Fraction(1 + (seed + 2 * r) % 5) for r in range(width)]
            rows = []
            for number_of in range(8):
                weights = [w * (Fraction(4, 3) if number_of >> (r + seed) % 3 & 1 else 1) for r, w in enumerate(base)]
                rows.append([value / sum(weights) for value in weights])
            remaps = []
            for user in (1, 2):
                weights = [[1 + (user * r + seed * k + k * k) % 4 for k in range(4)] for r in range(width)]
                remaps.append(Mechanism([[Fraction(w, sum(row)) for w in row] for row in weights]))
            yield Mechanism(rows), remaps


@claim.instances(
    "nine mechanisms on the databases of {0,1}^3 with two randomized remaps to 0..3 each: the kernel accepts that the "
    "mechanism with 16 pairs is 1/2-private and derived from x, and its parts are y_1∘x and y_2∘x",
    mutants={
        "the parts exchanged": {"order": (1, 0)},
        "both by the first coin": {"same": True},
        "at the level 9/10": {"alpha": "9/10"},
    },
)
def with_coins(order=(0, 1), same=False, alpha="1/2"):
    cube = hypercube(inputs=range(8))
    for x, remaps in samples():
        made = pairs_of(x, *(remaps if not same else remaps[:1] * 2))
        found = private(made, alpha, cube)
        require(bool(found), f"the pairs are not {alpha}-private: {found.violation}")
        derived = derive_from(made, x)
        require(bool(derived), "the pairs are not derived from x")
        try:
            for result in (found, derived):
                accepted(result)
        except Rejected as error:
            require(False, str(error))
        for user, part in enumerate(order):
            sends = [k // 4 if part == 0 else k % 4 for k in range(16)]
            require(
                made @ deterministic(sends, responses=range(4)) == x @ remaps[user],
                f"user {user + 1} gets another mechanism",
            )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
