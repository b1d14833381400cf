"""Section 5, before Lemma 5.10: G is x^G clamped to 0..n, and a remap of G becomes one of x^G by clamping first.

The composed remap reads a response q of x^G as ŷ does w(q). That (ŷ∘w)∘x^G and ŷ∘(w∘x^G) are the same is shown
response by response: each q adds its mass to one entry of w∘x^G, and so to the same entries of both sides. The remap ŷ
is constructed on 0..n only, so that what is printed as ŷ∘x^G has to be ŷ∘G.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, Domain, entry, identity, number, require
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.mechanism import deterministic

claim = Claim(
    id="ghosh2009.section-5.range-restricted",
    title="the range-restricted mechanism and the composed remap",
    section="5",
    position=116,
    statement=(
        "G = w∘x^G, where w sends negative integers to 0, those above n to n, and the others to themselves, has "
        "α^|i-r|/(1+α) in the columns 0 and n and (1-α)·α^|i-r|/(1+α) in the others. If x = ŷ∘G for a remap ŷ of 0..n, "
        "then x = (ŷ∘w)∘x^G. What is derivable from x^G is derivable from G as well, since x^G is: read 0 as -t and n "
        "as n+t with probability (1-α)·α^t. So the theorem is the same for both."
    ),
    latex=r"\hat y \circ G = \hat y \circ (w \circ x^G) = (\hat y \circ w) \circ x^G",
    domain="n ≥ 1, 0 ≤ α < 1 (0^0 = 1), all remaps, also randomized; at n = 0 G is the constant answer 0",
    every_n=True,
    verdict="corrected",
    scope="all n, α and remaps, with the limits of geometric sums in words",
    printed="the remap ŷ that is constructed gives x = ŷ∘x^G",
    slip="print",
    uses=("gupte2010.definition-4", "gupte2010.definition-4.equivalence", "ghosh2009.example-5.2"),
)


@claim.counterexample(
    "n = 1, α = 1/2: ŷ is a map of 0 and 1, and x^G answers neither of these with probability 1/2; so the rows of "
    "ŷ∘x^G don't sum to 1",
    mutants={"all integers": {"clamped": True}, "α = 0": {"alpha": "0"}},
)
def outside(alpha="1/2", clamped=False):
    x = UnboundedGeometric(alpha)
    for i in range(2):
        row = x.clamped(n=1).rows[i] if clamped else [x.mass(i, r) for r in range(2)]
        require(sum(row) == Fraction(1, 2), f"the responses 0 and 1 have the probability {sum(row)}")


@claim.proof(
    "the composition: a response q with mass x adds x·ŷ(w(q), r) to (ŷ∘w)∘x^G, and x to the entry w(q) of w∘x^G; of "
    "the sum over k ≤ K of the entries times ŷ(k, r), that is x·ŷ(w(q), r) for K ≥ w(q), and so for K = n, and 0 "
    "before; for q below 0, in 0..n and above n",
    mutants={"q above n sent to 0": {"above": 0}, "q below 0 left out": {"below": False}},
)
def composition(above=1, below=True):
    def sent_to(target, shown):
        """The growth of the partial sum when k is taken in, from what it was to what it is."""

        def pairs(x, n, *rest):
            # The term of k is the entry that q adds to, times ŷ(k, r): there k is what w sends q to.
            k, here, sent = rest[-1], target(n, *rest), shown(n, *rest)
            met, after, before = k == sent, k + 1 > here, k > here
            gained = x * entry("ŷ", here) if after else number(0)
            yield gained - (x * entry("ŷ", here) if before else number(0)), x * entry("ŷ", sent) if met else number(0)

        return pairs

    outer = Domain("n t k", lambda n, t, k: [n - 1, t, k, n - k])
    # q = -1-t, then q itself, and q = n+1+t.
    identity("x", sent_to(lambda n, t, k: 0 * n, lambda n, t, k: 0 * n if below else 0 * n - 1), outer)
    identity(
        "x",
        sent_to(lambda n, q, k: q, lambda n, q, k: q),
        Domain("n q k", lambda n, q, k: [n - 1, q, n - q, k, n - k]),
    )
    identity("x", sent_to(lambda n, t, k: n, lambda n, t, k: above * n), outer)


@claim.proof(
    "the clamped masses: times 1+α, those of 0, -1, …, -m sum to α^i - α^(i+m+1), which goes to α^i for α < 1; those "
    "of n, n+1, …, n+m to α^(n-i) - α^(n-i+m+1): by the growth with m, and for m = 0",
    mutants={"the mass of 0 left out": {"first": 1}, "α^(i+m)": {"shift": 0}},
)
def outer_columns(first=0, shift=1):
    def pairs(a, n, i, m):
        for distance in (i, n - i):

            def total(m, distance=distance):
                return a ** (distance + first) - a ** (distance + m + shift)

            mass = (1 - a) * a ** (distance + m + 1)
            yield total(m + 1) - total(m), mass
            yield total(0 * m), (1 - a) * a**distance

    identity("a", pairs, Domain("n i m", lambda n, i, m: [n - 1, i, n - i, m]))


@claim.proof(
    "and back: reading 0 as -t with probability (1-α)·α^t, times its α^i, is the mass of x^G at distance i+t, times "
    "1+α; n likewise; these probabilities up to t = m sum to 1 - α^(m+1)",
    mutants={"α^(t+1)": {"shift": 1}},
)
def back(shift=0):
    def pairs(a, n, i, t):
        for distance in (i, n - i):
            yield (1 - a) * a ** (t + shift) * a**distance, (1 - a) * a ** (distance + t)
        yield (1 - a ** (t + 2)) - (1 - a ** (t + 1)), (1 - a) * a ** (t + 1 + shift)

    identity("a", pairs, Domain("n i t", lambda n, i, t: [n - 1, i, n - i, t]))


def composed(x, n, images, below=0, above=None):
    """(ŷ∘w)∘x^G for the map ŷ: the masses of x^G that come to each response."""
    last = n if above is None else above
    rows = [[Fraction(0)] * (n + 1) for _ in range(n + 1)]
    for i, row in enumerate(rows):
        row[images[below]] += 1 - x.at_least(i, 0)
        for q in range(n + 1):
            row[images[q]] += x.mass(i, q)
        row[images[last]] += x.at_least(i, n + 1)
    return tuple(map(tuple, rows))


@claim.instances(
    "by the library, n ≤ 3, four levels, every map of 0..n: G is x^G clamped, and ŷ∘G is x^G with the composed map",
    mutants={
        "negative integers to n": {"below": -1},
        "those above n to 0": {"above": 0},
        "G at another level": {"level": Fraction(1, 3)},
    },
    largest=4,
)
def by_library(below=0, above=None, level=None, largest=3):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("0", "1/5", "1/2", "99/100"))):
        x, source = UnboundedGeometric(alpha), geometric(n=n, alpha=alpha if level is None else level)
        require(x.clamped(n=n).rows == source.rows, f"n = {n}, α = {alpha}: x^G clamped is not G")
        for images in product(range(n + 1), repeat=n + 1):
            found = (source @ deterministic(images, responses=range(n + 1))).rows
            require(found == composed(x, n, images, below, above), f"n = {n}, α = {alpha}, {images}: {found}")


@claim.instances(
    "and a mechanism made from x^G is made from G: with the remap back, x^G is had again at every response from -9 to "
    "n+9, n ≤ 4",
    mutants={"n + 1 for n": {"more": 1}},
)
def had_again(more=0):
    for n, alpha in product(range(1, 5), map(Fraction, ("0", "1/5", "1/2"))):
        x, source = UnboundedGeometric(alpha), geometric(n=n, alpha=alpha)
        for i, response in product(range(n + 1), range(-9, n + 10)):
            found = sum(source[i, r] * x.unclamped(n=n, r=r, response=response + more) for r in range(n + 1))
            require(found == x.mass(i, response), f"n = {n}, α = {alpha}: {found} for {response} on {i}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
