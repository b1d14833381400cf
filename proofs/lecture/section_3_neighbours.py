"""Section 3: neighbouring datasets differ in exactly one entry.

That makes X^n with q values the Hamming graph: every dataset has n·(q-1) neighbours and datasets that differ
in d entries are d steps apart. Replacing an entry is removing one and adding one, so that a mechanism that is
α-private for one entry more or less is α²-private for one entry replaced, and no better in general.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges, hypercube
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-3.neighbours",
    title="neighbours by one replaced entry",
    section="3",
    position=10,
    statement=(
        "Neighbours differ in exactly one entry: a symmetric relation, and none for a dataset itself. With |X| = q, a "
        "dataset in X^n has n·(q-1) neighbours and there are n·(q-1)·q^n/2 pairs; for q = 2 it is the hypercube. The "
        "number of differing entries is the number of steps between two datasets. It is not the relation by one entry "
        "added or removed: α-private for that one is α²-private for entries replaced, and the square is needed."
    ),
    latex=r"\#\{X' : X' \sim X\} = n\,(q-1), \qquad d(X, X') = \#\{i : X[i] \ne X'[i]\}",
    domain="n ≥ 0, q ≥ 1",
    every_n=True,
    verdict="proved",
    scope="all n and q; the steps between datasets and the square on small ones",
)


@claim.proof(
    "one more entry: a dataset keeps its neighbours, the new entry left alone, and gains q-1 others; and the pairs, "
    "half of all neighbours, grow from n·(q-1)·q^n/2 to (n+1)·(q-1)·q^(n+1)/2: q times the old, and q^n copies of the "
    "q·(q-1)/2 pairs of values",
    mutants={"q others": {"others": 0}, "ordered pairs": {"half": Fraction(1)}},
)
def counted(others=-1, half=Fraction(1, 2)):
    def pairs(q, m, n):
        # m stands for the number n of entries.
        yield m * (q - 1) + (q + others), (m + 1) * (q - 1)
        one = q**n
        before, after = half * m * (q - 1) * one, half * (m + 1) * (q - 1) * q ** (n + 1)
        yield after, q * before + one * (Fraction(1, 2) * q * (q - 1))

    identity("q m", pairs, Domain("n", lambda n: [n]))


@claim.proof(
    "the square is enough: x_r ≥ α·y_r and y_r ≥ α·z_r give x_r ≥ α²·z_r, where y is the row of the dataset without "
    "the entry",
    mutants={"α": {"power": 1}},
)
def square(power=2):
    step = Assumed(
        "a x y z",
        lambda a, *_: {"α": a},
        lambda a, x, y, z: {"x-αy": x - a * y, "y-αz": y - a * z},
        witness=[Fraction(1, 2), 1, 1, 1],
    )
    signs(
        step, lambda given, a, x, y, z: [(x - a**power * z, given["x-αy"] + given["α"] * given["y-αz"])], strict=False
    )


def datasets(n, q):
    """All datasets, and their pairs of neighbours read off the definition."""
    rows = list(product(range(q), repeat=n))
    pairs = [
        (i, k)
        for i, x in enumerate(rows)
        for k, y in enumerate(rows)
        if i < k and sum(u != v for u, v in zip(x, y, strict=True)) == 1
    ]
    return rows, pairs


@claim.instances(
    "n ≤ 3 and q ≤ 3: the counts, the hypercube for q = 2, and the least number of steps, found by searching from each "
    "dataset, is the number of differing entries",
    mutants={"the count n·q": {"less": 0}},
)
def on_small(less=1):
    for n in range(4):
        for q in range(1, 4):
            rows, pairs = datasets(n, q)
            require(2 * len(pairs) == n * (q - less) * q**n, f"n = {n}, q = {q}: {len(pairs)} pairs")
            if q == 2:
                require(tuple(pairs) == hypercube(inputs=range(len(rows))).pairs, f"n = {n}: not the hypercube")
            near = {i: set() for i in range(len(rows))}
            for i, k in pairs:
                near[i].add(k)
                near[k].add(i)
            for i, x in enumerate(rows):
                steps, edge = {i: 0}, {i}
                while edge:
                    edge = {k for j in edge for k in near[j]} - steps.keys()
                    steps |= {k: max(steps.values()) + 1 for k in edge}
                differ = {k: sum(u != v for u, v in zip(x, y, strict=True)) for k, y in enumerate(rows)}
                require(steps == differ, f"n = {n}, q = {q}, {x}: {steps}")


@claim.instances(
    "histograms of one entry from two values, each count answered by a clamped geometric mechanism of level 1/2: from "
    "the empty dataset to either, the level is 1/2, between the two 1/4",
    mutants={"only one of the counts answered": {"both": False}},
)
def square_needed(both=True):
    one = geometric(n=1, alpha="1/2")
    counts = [(0, 0), (1, 0), (0, 1)]
    rows = [
        [one[a, r] * (one[b, s] if both else Fraction(1, 2)) for r in range(2) for s in range(2)] for a, b in counts
    ]
    mechanism = Mechanism(rows)
    require(
        level(mechanism, edges([(0, 1), (0, 2)], inputs=range(3))).alpha == Fraction(1, 2),
        "adding an entry has another level",
    )
    require(
        level(mechanism, edges([(1, 2)], inputs=range(3))).alpha == Fraction(1, 4), "replacing one has another level"
    )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
