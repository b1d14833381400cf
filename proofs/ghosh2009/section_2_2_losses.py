"""Section 2.2: the losses named there are losses as defined: ≥ 0, and nondecreasing in |i-r|.

All are functions of the distance d = |i-r| alone. Distances are whole numbers, so one step from d to d+1 is enough; the
powers are strictly increasing even between real distances d < e, by e^(u+1) - d^(u+1) = e·(e^u - d^u) + d^u·(e-d). For
the exponent u/v take the v-th roots of the distances first: they are in the order of their v-th powers, so in this one.
"""

from fractions import Fraction
from itertools import pairwise

from exactdp.claims import Assumed, Claim, Domain, identity, number, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, asymmetric, power_loss, squared, threshold, zero_one

claim = Claim(
    id="ghosh2009.section-2-2.losses",
    title="monotone losses",
    section="2.2",
    position=1,
    statement=(
        "|i-r|, (i-r)², l_bin, and |i-r|^p for every rational p > 0 are ≥ 0 and nondecreasing in |i-r|, for each i. "
        "The powers are strictly increasing; l_bin is not, once there are distances 1 and 2 (n ≥ 2). All are 0 exactly "
        "at r = i, and depend on the distance alone, so both sides of i cost alike, which the definition asks as well."
    ),
    latex=r"|i-r| \le |i-s| \;\Rightarrow\; 0 \le l(i,r) \le l(i,s)",
    domain="all n ≥ 0, all i, r in {0..n} and all integers r; for the powers all rational exponents p > 0",
    every_n=True,
    verdict="proved",
    scope="all i, r and p",
)


@claim.proof(
    "the responses i+d and i-d, which are all of them, both have the distance d: so the definition makes their losses "
    "equal, and a loss that is a function of d does so (distances as exponents)",
    mutants={"i+d+1": {"shift": 1}},
)
def distances(shift=0):
    identity(
        "z",
        lambda z, i, d: [(z ** abs(i - (i + d + shift)), z**d), (z ** abs(i - (i - d)), z**d)],
        Domain("i d", lambda i, d: [d]),
    )


@claim.proof(
    "|i-r| and (i-r)² as functions of d ≥ 0: ≥ 0, and their steps 1 and 2d+1 are > 0",
    mutants={"the step 2d of (i-r)²": {"step": 0}, "-|i-r|": {"sign": -1}},
)
def steps(step=1, sign=1):
    assumed = Assumed("d", lambda d: {}, lambda d: {"d": d}, witness=[Fraction(1)])
    one = positive_number
    signs(assumed, lambda given, d: [(sign * d, given["d"]), (d**2, given["d"] ** 2)], strict=False)

    def up(given, d):
        yield sign * (d + 1) - sign * d, one(1)
        yield (d + 1) ** 2 - d**2, 2 * given["d"] + one(1) if step else 2 * given["d"]

    signs(assumed, up)


@claim.proof(
    "l_bin: its step is 1 from d = 0 to 1 and 0 after that, for all d; so it is not strictly increasing",
    mutants={"a loss from distance 2 on": {"least": 2}, "a step of 1 everywhere": {"steps": 99}},
)
def binary(least=1, steps=1):
    def pairs(z, d):
        def loss(at):
            return number(1) if at >= least else number(0)

        yield loss(d + 1) - loss(d), number(1) if d < steps else number(0)
        yield loss(0), number(0)

    identity("z", pairs, Domain("d", lambda d: [d]))


@claim.proof(
    "e^u > d^u for e > d ≥ 0 and all u ≥ 1, by induction from u = 1 on: x, y are e^u, d^u, and x > y goes over to e·x "
    "> d·y. With ≥ for > likewise, so v-th roots in another order would have v-th powers in another",
    mutants={"for d of any sign": {"nonnegative": False}, "strictly, for e ≥ d": {"strictly": True}},
)
def powers(nonnegative=True, strictly=False):
    def ordered(d, e, x, y):
        return {"e-d": e - d, "x-y": x - y}

    def at_least(d, _, x, y):
        return {"y": y} | ({"d": d} if nonnegative else {})

    def induction(given, d, e, x, y):
        larger = given["e-d"] + given["d"] if nonnegative else given["e-d"]
        yield e * x - d * y, larger * given["x-y"] + given["y"] * given["e-d"]

    for strict in (True, False):
        assumed = Assumed(
            "d e x y",
            ordered if strict else lambda *_: {},
            at_least if strict else lambda *at: at_least(*at) | ordered(*at),
            witness=[Fraction(1), Fraction(2), Fraction(2), Fraction(1)],
        )
        signs(assumed, induction, strict=strict or strictly)


POWERS = (absolute(), squared(), power_loss("1/2"), power_loss("3/2"), power_loss("1/3"), power_loss(3))


@claim.instances(
    "n ≤ 6, by the library, seven losses with roots as exact radicals: ≥ 0, 0 only at r = i, alike at equal distances, "
    "nondecreasing, and strictly so but for l_bin, where equal values begin at n = 2",
    mutants={
        "l_bin strict too": {"strict": True},
        "a loss that tells the sides apart": {"other": asymmetric(2, 1)},
        "0 up to distance 1": {"other": threshold(1)},
    },
    largest=12,
)
def by_library(strict=False, other=None, largest=6):
    for loss in [*POWERS, zero_one(), *([other] if other else [])]:
        grows = loss in POWERS
        for n in range(largest + 1):
            ties = False
            for i in range(n + 1):
                by_distance = {}
                for r in range(n + 1):
                    by_distance.setdefault(abs(i - r), []).append(loss(i, r))
                values = [by_distance[d] for d in sorted(by_distance)]
                where = f"{loss} at n = {n}, i = {i}"
                require(all(v == same[0] for same in values for v in same), f"{where}: the sides differ")
                require(loss(i, i) == 0, f"{where}: the truth costs {loss(i, i)}")
                require(all(same[0] > 0 for same in values[1:]), f"{where}: an error is free")
                for (low, *_), (high, *_) in pairwise(values):
                    require(high >= low, f"{where}: it falls from {low} to {high}")
                    ties = ties or high == low
            require(ties == (not grows and not strict and n >= 2), f"{loss} at n = {n}: equal values {ties}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
