"""Section 2.3: which losses are nondecreasing in |i-r| for every i.

Such a loss gives each input i its own nondecreasing function of the distance d = |i-r|. It is enough to go from d to
the next distance. Where i-d and i+d are both in N they cost the same, so two slopes need n ≥ 2 to be noticed.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import Shape, absolute, asymmetric, power_loss, squared, table, threshold, zero_one

claim = Claim(
    id="gupte2010.section-2-3.losses",
    title="monotone losses",
    section="2.3",
    position=10,
    statement=(
        "|i-r|, (i-r)² and the 0-1 loss are nondecreasing in |i-r| for every i; the first two strictly, the third is 1 "
        "at all distances ≥ 1. A loss f_i(|i-r|) with another nondecreasing f_i for each i is valid too, and so is one "
        "with values < 0; sums and maxima of valid losses, and c + k·l with k ≥ 0, are valid. A loss that tells i+1 "
        "from i-1 is not valid once n ≥ 2; for n = 1 exactly l(0,0) ≤ l(0,1) and l(1,1) ≤ l(1,0) are asked."
    ),
    latex=r"|i-r| \le |i-s| \;\Rightarrow\; l(i,r) \le l(i,s)",
    domain="all n ≥ 0, all i, r, s in {0..n}, all real losses",
    every_n=True,
    verdict="proved",
    scope="all n, i, r and s",
)


@claim.proof(
    "two responses r, s have the same distance to i exactly if they are one or mirror images about i: (i-r)² - (i-s)² "
    "= (s-r)·(2i-r-s); and the mirror image of r has its distance (distances as exponents)",
    mutants={"mirrored about i+1": {"shift": 1}},
)
def same_distance(shift=0):
    def pairs(z, n, i, r):
        mirrored = 2 * (i + shift) - r
        yield z ** abs(i - mirrored), z ** abs(i - r)

    identity("z", pairs, Domain("n i r", lambda n, i, r: [i, n - i, r, n - r]))
    identity("i r s", lambda i, r, s: [((i - r) ** 2 - (i - s) ** 2, (s - r) * (2 * (i + shift) - r - s))])


@claim.proof(
    "|i-r| is d, and (i-r)² is d²: from the distance d to d+e, e ≥ 1, they grow by e > 0 and by e·(2d+e) > 0",
    mutants={"e·d for e·(2d+e)": {"own": 0}, "for e ≥ 0": {"strict": False}},
)
def growing(own=1, strict=True):
    steps = Assumed(
        "d e",
        lambda d, e: {"e": e} if strict else {},
        lambda d, e: {"d": d} if strict else {"d": d, "e": e},
        witness=[Fraction(0), Fraction(1)],
    )

    def pairs(given, d, e):
        yield (d + e) - d, given["e"]
        grown = given["e"] * (2 * given["d"] + given["e"]) if own else given["e"] * given["d"]
        yield (d + e) ** 2 - d**2, grown

    signs(steps, pairs)


@claim.proof(
    "the 0-1 loss as a function of d is 0 at d = 0, and its steps are 1 from d = 0 to 1 and 0 after that; for i and r "
    "in N it is 0 exactly where d = 0, where r = i",
    mutants={"1 from d = 2 on": {"least": 2}, "0 at d = 1 only": {"falls": True}},
)
def error(least=1, falls=False):
    def loss(d):
        wrong = d == least if falls else d >= least
        return number(1) if wrong else number(0)

    def steps(z, d):
        yield loss(d + 1) - loss(d), number(1) if d == 0 else number(0)
        yield loss(0 * d), number(0)

    identity("z", steps, Domain("d", lambda d: [d]))
    inside = Domain("n i r", lambda n, i, r: [i, n - i, r, n - r])
    identity("z", lambda z, n, i, r: [(loss(abs(i - r)), number(0) if r == i else number(1))], inside)


@claim.proof(
    "for u ≤ v and x ≤ y, the losses at a nearer and a farther response: u+x ≤ v+y, and c + k·u ≤ c + k·v for k ≥ 0; "
    "and max(u, x) ≤ max(v, y), as each of u and x is at most the larger of v and y",
    mutants={"k of any sign": {"sign": -1}, "differences": {"minus": True}},
)
def combined(sign=1, minus=False):
    known = Assumed(
        "u v x y c k",
        lambda *_: {},
        lambda u, v, x, y, c, k: {"v-u": v - u, "y-x": y - x, "k": sign * k},
        witness=[0, 0, 0, 0, 1, 0],
    )

    def pairs(given, u, v, x, *others):
        y, c, k = others
        yield (v - y) - (u - x) if minus else (v + y) - (u + x), given["v-u"] + given["y-x"]
        yield (c + k * v) - (c + k * u), given["k"] * given["v-u"]

    signs(known, pairs, strict=False)
    # The maximum where v ≥ y; the case y ≥ v is the same with the two losses exchanged.
    larger = Assumed(
        "u v x y",
        lambda *_: {},
        lambda u, v, x, y: {"v-u": v - u, "y-x": y - x, "v-y": v - y},
        witness=[0, 0, 0, 0],
    )
    signs(larger, lambda given, u, v, x, y: [(v - u, given["v-u"]), (v - x, given["v-y"] + given["y-x"])], strict=False)


@claim.proof(
    "two slopes, a·(r-i) above i and b·(i-r) below it: for 0 < i < n the responses i+1 and i-1 have the same distance, "
    "and the losses a and b differ by a-b; for n = 1 there is no such i",
    mutants={"the slopes a and a": {"equal": True}, "n ≥ 1": {"least": 0}},
)
def slopes(equal=False, least=1):
    different = Assumed("a b", lambda a, b: {"a-b": a - b}, witness=[Fraction(2), Fraction(1)])
    signs(different, lambda given, a, b: [(a - (a if equal else b), given["a-b"])])
    # An input i with two neighbours in N: i-1 ≥ 0, i+1 ≤ n.
    inner = list(Domain("n i", lambda n, i: [i - least, n - 1 - i, 1 - n]).instances(3))
    require(not inner, f"for n ≤ 1 there is {inner[:1]}")


def nondecreasing(loss, n):
    """The definition, read off: for every i, no farther response costs less."""
    cells = range(n + 1)
    return all(loss(i, r) <= loss(i, s) for i, r, s in product(cells, repeat=3) if abs(i - r) <= abs(i - s))


def tables(n):
    """Tables of losses: one function of the distance for each input, one below 0, and one that is nowhere monotone."""
    yield table([[(i + 1) * abs(i - r) + i for r in range(n + 1)] for i in range(n + 1)]), True
    yield table([[-5 + abs(i - r) ** 3 for r in range(n + 1)] for i in range(n + 1)]), True
    yield table([[7] * (n + 1) for _ in range(n + 1)]), True
    yield table([[-abs(i - r) for r in range(n + 1)] for i in range(n + 1)]), n == 0


@claim.instances(
    "n ≤ 6: by the definition and by the library the three losses, |i-r|^(1/2), |i-r|³, two thresholds and the tables "
    "are valid or not as said, and asymmetric losses are valid up to n = 1 only",
    mutants={"asymmetric up to n = 2": {"last": 2}, "unimodal is valid": {"shapes": (Shape.MONOTONE, Shape.UNIMODAL)}},
    largest=10,
)
def by_library(last=1, shapes=(Shape.MONOTONE,), largest=6):
    valid = (absolute(), squared(), zero_one(), power_loss("1/2"), power_loss(3), threshold(1), threshold(2))
    for n in range(largest + 1):
        listed = [(loss, True) for loss in valid] + list(tables(n))
        listed += [(asymmetric(over, under), n <= last) for over, under in ((2, 1), (1, 3), (0, 1))]
        for loss, expected in listed:
            require(nondecreasing(loss, n) == expected, f"{loss} at n = {n} is valid: {not expected}")
            require((loss.shape(n + 1, n + 1) in shapes) == expected, f"{loss} at n = {n}, by the library")


@claim.instances(
    "n = 1, every table of losses from 0 to 2: valid exactly if neither truth costs more than the error",
    mutants={"costs less": {"strictly": True}},
)
def smallest(strictly=False):
    for a, b, c, d in product(range(3), repeat=4):
        expected = (a < b and d < c) if strictly else (a <= b and d <= c)
        loss = table([[a, b], [c, d]])
        require(nondecreasing(loss, 1) == expected, f"the table {[[a, b], [c, d]]}")
        require((loss.shape(2, 2) == Shape.MONOTONE) == expected, f"by the library, {[[a, b], [c, d]]}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
