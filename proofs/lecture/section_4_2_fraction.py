"""Section 4.2: the sensitivity of the fraction p, and of n·p.

One replaced bit changes the number of ones by at most 1, so p by at most 1/n and n·p by at most 1. Where a person is
added or removed n changes as well: p changes by at most 1/n, with n the larger number of persons.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="lecture.section-4-2.fraction",
    title="the sensitivity of a fraction",
    section="4.2",
    position=20,
    statement=(
        "The fraction p = (1/n)·Σ X_i of n bits has the sensitivity 1/n, and f = n·p, the count, has (1/n)·n = 1. "
        "Where a person is added or removed, n is no constant: for n ≥ 2 persons and n-1, p changes by up to 1/n as "
        "well, and the count by up to 1."
    ),
    latex=r"\Delta p = \frac1n, \qquad \Delta(np) = 1, \qquad \Bigl|\frac kn - \frac{k-1}{n-1}\Bigr| = "
    r"\frac{n-k}{n(n-1)} \le \frac1n",
    domain="n ≥ 1 persons; n ≥ 2 where one is removed",
    every_n=True,
    verdict="proved",
    scope="all n and data",
    uses=("lecture.section-4-2.sensitivity",),
)


@claim.proof(
    "a replaced bit: with k ones before, there are k+1, k or k-1; n times the change of p is 1, 0 or -1, each at most "
    "1 in size, and 1 is attained for every n: by no ones and one one",
    mutants={"n·p changes by n": {"change": 2}},
)
def replaced(change=1):
    def pairs(n, j, i):
        # All bits are 0, then bit j is 1: the count of the first i bits.
        ones = number(1) if i > j else number(0)
        following = number(1) if i + 1 > j else number(0)
        yield following - ones, number(change) if i == j else number(0)

    identity("", pairs, Domain("n j i", lambda n, j, i: [j, n - 1 - j, i, n - 1 - i]))
    changes = Assumed("x y", lambda *_: {}, lambda x, y: {"x": x, "1-x": 1 - x, "y": y, "1-y": 1 - y}, witness=[0, 1])
    signs(
        changes,
        lambda given, x, y: [(1 - (y - x), given["1-y"] + given["x"]), (1 - (x - y), given["1-x"] + given["y"])],
        strict=False,
    )


@claim.proof(
    "a removed one, 1 ≤ k ≤ n: k·(n-1) - (k-1)·n = n-k, between 0 and n-1; a removed zero, k ≤ n-1: k·n - k·(n-1) = k, "
    "between 0 and n-1; over n·(n-1) both are at most 1/n",
    mutants={"k ones left": {"less": 0}},
)
def removed(less=1):
    # v stands for the number n of persons.
    assumed = Assumed(
        "v k", lambda *_: {}, lambda v, k: {"k-1": k - 1, "n-k": v - k}, witness=[Fraction(3), Fraction(2)]
    )
    signs(
        assumed,
        lambda given, v, k: [
            (k * (v - 1) - (k - less) * v, given["n-k"]),
            ((v - 1) - (k * (v - 1) - (k - less) * v), given["k-1"]),
        ],
        strict=False,
    )
    zero = Assumed("v k", lambda *_: {}, lambda v, k: {"k": k, "n-1-k": v - 1 - k}, witness=[Fraction(3), Fraction(1)])
    signs(
        zero,
        lambda given, v, k: [(k * v - k * (v - 1), given["k"]), ((v - 1) - (k * v - k * (v - 1)), given["n-1-k"])],
        strict=False,
    )


@claim.instances(
    "n ≤ 5 and all data: the largest change of p is 1/n, where a bit is replaced and where a person leaves",
    mutants={"1/(n-1)": {"fewer": 1}},
)
def all_data(fewer=0):
    for n in range(2, 6):
        replaced, left = Fraction(0), Fraction(0)
        for data in product(range(2), repeat=n):
            p = Fraction(sum(data), n)
            for j in range(n):
                replaced = max(replaced, abs(p - Fraction(sum(data) + 1 - 2 * data[j], n)))
                left = max(left, abs(p - Fraction(sum(data) - data[j], n - 1)))
        require(replaced == Fraction(1, n - fewer), f"n = {n}: a replaced bit changes p by {replaced}")
        require(left == Fraction(1, n - fewer), f"n = {n}: a person who leaves changes p by {left}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
