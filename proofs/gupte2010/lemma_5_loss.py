"""Lemma 5, the step's loss: the displayed chain for one row, and why L' falls strictly.

The display calls the row r and the column i. Only columns j and k change, so all other terms cancel. Row 0 is among
the moved rows, it is strictly nearer to j than to k, and its entry in column k is not 0; so L' falls even where row i
lies in the middle between j and k and its own error stays the same.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, number, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="gupte2010.lemma-5.loss",
    title="the step's change of L and of L'",
    section="4.2",
    position=16,
    statement=(
        "In the first case every row i' from 0 to i loses δ·x_i'k·(l(i',k) - l(i',j)) less, which is ≥ 0, as i' ≤ "
        "(j+k)/2 is no farther from j than from k; so L doesn't rise. L' falls strictly, by at least δ·x_0k·(k-j) in "
        "row 0. In row i = (j+k)/2 it stays the same."
    ),
    latex=r"\sum_{m} l(i',m)\,(x_{i'm}-y_{i'm}) = \delta x_{i'k}\,(l(i',k)-l(i',j)) \ge 0",
    domain="n ≥ 1, 0 ≤ i' ≤ i ≤ (j+k)/2, columns j < k, 0 < α < 1, monotone losses; at α = 0 column k may hold 0",
    every_n=True,
    verdict="corrected",
    scope="all n, indices, entries and losses",
    printed=(
        "L = max_{r∈S} Σ_{i∈N} l(i,r)·x_ir, where i is the true result and r the response, as everywhere else; in the "
        "chain itself it is l(r,i)·x_ri. And the moved rows are 1 to i, as if row 0 were called 1"
    ),
    slip="print",
    uses=("gupte2010.lemma-5.privacy-of-step", "gupte2010.lemma-5.second-case"),
)


@claim.counterexample(
    "n = 1, S = {0}, |i-r| and the mechanism that always answers 0: its loss is 0, and L as printed, the sum over i "
    "for r = 0, is 1",
    mutants={"the truthful mechanism": {"rows": ((1, 0), (0, 1))}},
)
def as_printed(rows=((1, 0), (1, 0))):
    over_responses = sum(abs(0 - r) * rows[0][r] for r in range(2))
    over_inputs = sum(abs(i - 0) * rows[i][0] for i in range(2))
    require((over_responses, over_inputs) == (0, 1), f"they are {over_responses} and {over_inputs}")


@claim.counterexample(
    "with row 0 left out, i = 0 would move no row: x = (1/4, 3/4) and (1/2, 1/2), α = 1/2, break the pattern in rows 0 "
    "and 1 with j = 0, k = 1, i = 0, and the rows from 1 to i are none",
    mutants={"from row 0": {"first": 0}},
)
def row_zero(first=1, i=0):
    x, y = (Fraction(1, 4), Fraction(3, 4)), (Fraction(1, 2), Fraction(1, 2))
    require(x[0] / 2 < y[0] and y[1] / 2 < x[1] and 2 * i <= 0 + 1, "it is not the first case")
    require(not range(first, i + 1), "a row is moved")


@claim.proof(
    "all columns but j and k cancel: with D(z) for the change in the columns before z, D(z+1) - D(z) is l(i',z)·(x_i'z "
    "- y_i'z) for every z, and D(n+1) is l(i',j)·(x_i'j - y_i'j) + l(i',k)·(x_i'k - y_i'k)",
    mutants={"without column k": {"second": False}},
)
def other_columns(second=True):
    def terms(d, j, k):
        before = {"j": entry("x", j), "k": entry("x", k)}
        after = {"j": before["j"] + d * before["k"], "k": (1 - d) * before["k"]}
        return {name: entry("l", at) * (before[name] - after[name]) for name, at in (("j", j), ("k", k))}

    def change(d, j, k, z):
        """D(z)."""
        total = number(0)
        if z > j:
            total += terms(d, j, k)["j"]
        if z > k and second:
            total += terms(d, j, k)["k"]
        return total

    def pairs(d, *indices):
        n, j, k, z = indices
        # Compared first, so that an entry in column z is known to be that in column j or k where z is j or k.
        at_j, at_k = z == j, z == k
        x = entry("x", z)
        y = x + d * entry("x", k) if at_j else (1 - d) * x if at_k else x
        yield change(d, j, k, z + 1) - change(d, j, k, z), entry("l", z) * (x - y)
        yield change(d, j, k, n + 1), sum(terms(d, j, k).values(), number(0))

    identity("d", pairs, Domain("n j k z", lambda n, j, k, z: [j, k - j - 1, n - k, z, n - z]))


@claim.proof(
    "the chain line by line, with m, M for l(i',j), l(i',k) and x, z for x_i'j, x_i'k: the terms with y, written out, "
    "and δ·z·(M - m)",
    mutants={"m - M": {"sign": -1}, "without δ in column k": {"shrinks": False}},
)
def chain(sign=1, shrinks=True):
    def pairs(*bases):
        d, x, z, m, M = bases
        y, w = x + d * z, (1 - d) * z if shrinks else z
        second = (m * x + M * z) - (m * y + M * w)
        third = (m * x + M * z) - (m * (x + d * z) + M * (z - d * z))
        yield second, third
        yield third, sign * d * z * (M - m)

    identity("d x z m M", pairs)


@claim.proof(
    "distances: |i'-k| - |i'-j| is (j+k) - 2i' ≥ 2·((j+k)/2 - i) + 2·(i-i') ≥ 0 for j ≤ i' ≤ k, and k-j > 0 for i' < "
    "j; i' > k is impossible, as then 2i' > j+k",
    mutants={"> 0 for j ≤ i' ≤ k": {"strict": True}, "without i' ≤ i": {"ordered": False}},
)
def distances(strict=False, ordered=True):
    assumed = Assumed(
        "s i j k",
        lambda s, i, j, k: {"k-j": k - j},
        lambda s, i, j, k: {"(j+k)-2i": j + k - 2 * i} | ({"i-s": i - s} if ordered else {"i-s": s - s}),
        witness=[Fraction(v) for v in (1, 1, 0, 2)],
    )
    signs(
        assumed,
        lambda given, s, i, j, k: [((k - s) - (s - j), given["(j+k)-2i"] + 2 * given["i-s"])],
        strict=strict,
    )
    signs(assumed, lambda given, s, i, j, k: [((k - s) - (j - s), given["k-j"])])
    # With i' = k + t and t > 0: (j+k) - 2i' = -(k-j) - 2t.
    identity("j k t", lambda j, k, t: [(j + k - 2 * (k + t), -((k - j) + 2 * t))])


@claim.proof(
    "row 0 is strictly nearer to j: |0-k| - |0-j| = k-j > 0, and x_0k ≥ α^i·x_ik > 0: one row up costs a factor α, as "
    "x_(i'-1)k - α^(i-i'+1)·x_ik = (x_(i'-1)k - α·x_i'k) + α·(x_i'k - α^(i-i')·x_ik)",
    mutants={"α^i' for α^(i-i')": {"turned": True}, "α = 0": {"level": Fraction(0)}},
)
def row_zero_falls(turned=False, level=Fraction(1, 2)):
    assumed = Assumed(
        "a d j k x", lambda a, d, j, k, x: {"α": a, "δ": d, "k-j": k - j, "x": x}, witness=[level, 1, 0, 1, 1]
    )
    signs(
        assumed,
        lambda given, a, d, j, k, x, i: [
            (d * (a**i * x) * ((k - 0) - (j - 0)), given["δ"] * given["α"] ** i * given["x"] * given["k-j"])
        ],
        Domain("i", lambda i: [i]),
    )

    def one_up(a, i, row):
        last, here, above = entry("x", i), entry("x", row), entry("x", row - 1)
        power = row if turned else i - row
        yield above - a ** (i - row + 1) * last, (above - a * here) + a * (here - a**power * last)

    identity("a", one_up, Domain("i row", lambda i, row: [row - 1, i - row]))


@claim.instances(
    "all n ≤ 6, i, j < k with i ≤ (j+k)/2, and i' ≤ i: |i'-j| ≤ |i'-k|, with equality only for i' = i = (j+k)/2, and "
    "the moved rows' L' falls where all entries of column k are positive",
    mutants={"i ≤ (j+k)/2 + 1": {"beyond": 2}, "row 0 left out": {"first": 1}},
    largest=12,
)
def all_indices(beyond=0, first=0, largest=6):
    for n in range(1, largest + 1):
        for k in range(1, n + 1):
            for j in range(k):
                for i in range(n):
                    if 2 * i > j + k + beyond:
                        continue
                    gains = [abs(row - k) - abs(row - j) for row in range(first, i + 1)]
                    require(all(gain >= 0 for gain in gains), f"n = {n}, i = {i}, j = {j}, k = {k}: {gains}")
                    equal = [row for row, gain in enumerate(gains, first) if gain == 0]
                    require(equal == ([i] if 2 * i == j + k else []), f"i = {i}, j = {j}, k = {k}: equal in {equal}")
                    require(sum(gains) > 0, f"n = {n}, i = {i}, j = {j}, k = {k}: L' doesn't fall")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
