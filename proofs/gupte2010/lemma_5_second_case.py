"""Lemma 5, the step for i > (j+k)/2: the rows from i+1 on are moved, from column j to column k.

It is the mirror image of the first case: turned round, row i' is row n-i', and columns j < k are n-k < n-j. The rows
that lie nearer to k than to j are those after the middle, and the slack is between rows i and i+1, so that the moved
rows must begin with i+1.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.lemma-5.second-case",
    title="the step where i > (j+k)/2",
    section="4.2",
    position=14,
    statement=(
        "For i > (j+k)/2 set y_i'k = x_i'k + δ·x_i'j and y_i'j = (1-δ)·x_i'j in all rows i' ≥ i+1. This is the first "
        "case's step on the mirrored mechanism: rows keep their sums, privacy holds exactly up to δ = min((x_ik - "
        "α·x_(i+1)k)/(α·x_(i+1)j), (x_(i+1)j - α·x_ij)/x_(i+1)j) > 0, no moved row loses more, and in L' row i' loses "
        "δ·x_i'j·(|i'-j| - |i'-k|) > 0 less."
    ),
    latex=r"y_{i'k} = x_{i'k} + \delta x_{i'j}, \quad y_{i'j} = (1-\delta)\,x_{i'j} \qquad (i' \ge i+1)",
    domain="n ≥ 1, 0 < α < 1, i > (j+k)/2, columns j < k with α·x_ij < x_(i+1)j and α·x_(i+1)k < x_ik",
    every_n=True,
    verdict="corrected",
    scope="all n, indices, α, δ and entries",
    printed="the same assignments for i ≥ i', that is in the rows up to i",
    slip="print",
    uses=("gupte2010.lemma-5.privacy-of-step",),
)

ALPHA = Fraction(1, 2)
# i = 1, j = 0, k = 1, so that i > (j+k)/2. Column 0 falls and rises again by 1/2, column 1 the other way round.
X = tuple(tuple(Fraction(v, 4) for v in row) for row in ((2, 1, 1), (1, 2, 1), (2, 1, 1)))
ROW, J, K = 1, 0, 1


def moved(rows, step):
    """X after the step from column j to column k in these rows."""
    result = [list(row) for row in X]
    for row in rows:
        result[row][K] += step * X[row][J]
        result[row][J] *= 1 - step
    return Mechanism(result)


@claim.counterexample(
    "n = 2, α = 1/2, rows (1/2, 1/4, 1/4), (1/4, 1/2, 1/4), (1/2, 1/4, 1/4), i = 1, j = 0, k = 1: moved in rows 0 and "
    "1, by however little, it isn't private, and for |i-r| row 0 loses more; nor is it private with rows 1 and 2 moved",
    mutants={"row 2 alone": {"rows": (2,)}, "row 0 alone": {"rows": (0,)}},
)
def as_printed(rows=(0, 1)):
    require(ALPHA * X[ROW][J] < X[ROW + 1][J] and ALPHA * X[ROW + 1][K] < X[ROW][K], "it is no such pair of columns")
    for step in (Fraction(1, 10**6), Fraction(1, 4)):
        after = moved(rows, step)
        require(not private(after, ALPHA), f"rows {rows} by {step}: private")
        require(loss(after.rows[0], 0) > loss(X[0], 0), f"rows {rows} by {step}: row 0 loses no more")
        require(not private(moved((1, 2), step), ALPHA), "with rows 1 and 2 moved it is private")


def loss(row, i):
    """The expected |i-r|."""
    return sum(p * abs(i - r) for r, p in enumerate(row))


@claim.instances(
    "in row 2 alone the same example is private exactly up to δ = 3/4, the smaller bound, and row 2 loses less",
    mutants={"rows 1 and 2": {"rows": (1, 2)}, "the other bound": {"chosen": max}},
)
def as_corrected(rows=(2,), chosen=min):
    first = (X[ROW][K] - ALPHA * X[ROW + 1][K]) / (ALPHA * X[ROW + 1][J])
    largest = chosen(first, (X[ROW + 1][J] - ALPHA * X[ROW][J]) / X[ROW + 1][J])
    require(largest <= 1, f"the bound is {largest}")
    found = private(moved(rows, largest), ALPHA)
    require(bool(found), f"not private at {largest}")
    accepted(found)
    require(not private(moved(rows, largest + Fraction(1, 1000)), ALPHA), "a larger one would do")
    require(loss(moved(rows, largest).rows[2], 2) < loss(X[2], 2), "row 2 loses no less")


@claim.proof(
    "it is the first case mirrored: with x'(i', r) = x(n-i', n-r), columns n-k and n-j, and rows up to n-1-i, the "
    "first case's step at (n-i', n-r) is this step at (i', r)",
    mutants={"rows up to n-i": {"last": 0}, "the columns not mirrored": {"mirrored": False}},
)
def mirror(last=1, mirrored=True):
    def pairs(d, *indices):
        n, i, j, k, row, r = indices

        def first_case(x, i, j, k):
            def y(row, r):
                if row <= i and r == j:
                    return x(row, j) + d * x(row, k)
                return (1 - d) * x(row, k) if row <= i and r == k else x(row, r)

            return y

        def x(row, r):
            return entry("x", row, r)

        turned = first_case(lambda row, r: x(n - row, n - r), n - last - i, n - k, n - j)
        if row >= i + 1 and r == k:
            here = x(row, k) + d * x(row, j)
        elif row >= i + 1 and r == j:
            here = (1 - d) * x(row, j)
        else:
            here = x(row, r)
        yield turned(n - row, n - r if mirrored else r), here

    identity(
        "d",
        pairs,
        Domain("n i j k row r", lambda n, i, j, k, row, r: [i, n - 1 - i, j, k - j - 1, n - k, row, n - row, r, n - r]),
    )


@claim.proof(
    "the bounds: x_ik - α·(x_(i+1)k + δ·x_(i+1)j) and (1-δ)·x_(i+1)j - α·x_ij are 0 at δ = (x_ik - "
    "α·x_(i+1)k)/(α·x_(i+1)j) and (x_(i+1)j - α·x_ij)/x_(i+1)j, and fall with δ; the rows keep their sums",
    mutants={"column j of row i": {"row": "x"}, "1-2δ": {"twice": 2}},
)
def bounds(row="u", twice=1):
    def pairs(*bases):
        # x, z for row i and u, v for row i+1, in columns j and k.
        a, d, x, z, u, v = bases
        taken = {"u": u, "x": x}[row]
        yield z - a * (v + d * taken), (z - a * v) - a * u * d
        yield (1 - twice * d) * u - a * x, (u - a * x) - u * d
        yield (1 - twice * d) * u + (v + d * u), u + v

    identity("a d x z u v", pairs)


@claim.proof(
    "the other two inequalities between rows i and i+1: y_(i+1)k - α·x_ik = (x_(i+1)k - α·x_ik) + δ·x_(i+1)j and x_ij "
    "- α·y_(i+1)j = (x_ij - α·x_(i+1)j) + δ·α·x_(i+1)j, both ≥ 0; and among moved rows both columns are the same "
    "combinations of privately related entries",
    mutants={"column k shrinks": {"sign": -1}},
)
def other_two(sign=1):
    assumed = Assumed(
        "a d x z u v",
        lambda *bases: {},
        lambda a, d, x, z, u, v: (
            {"α": a, "δ": d, "1-δ": 1 - d, "u": u}
            | {"x-αu": x - a * u, "u-αx": u - a * x, "v-αz": v - a * z, "z-αv": z - a * v}
        ),
        witness=[ALPHA, Fraction(1, 8), Fraction(3, 8), Fraction(3, 8), Fraction(1, 2), Fraction(1, 4)],
    )

    def pairs(given, *bases):
        a, d, x, z, u, v = bases
        yield v + sign * d * u - a * z, given["v-αz"] + given["δ"] * given["u"]
        yield x - a * (1 - d) * u, given["x-αu"] + given["δ"] * given["α"] * given["u"]
        # Two moved rows, x and z above u and v.
        yield (z + d * x) - a * (v + sign * d * u), given["z-αv"] + given["δ"] * given["x-αu"]
        yield (v + d * u) - a * (z + sign * d * x), given["v-αz"] + given["δ"] * given["u-αx"]
        yield (1 - d) * x - a * (1 - d) * u, given["1-δ"] * given["x-αu"]

    signs(assumed, pairs, strict=False)


@claim.proof(
    "a moved row is nearer to k: |i'-j| - |i'-k| is 2i'-(j+k) > 0 for j ≤ i' ≤ k, as i' > i > (j+k)/2, and k-j > 0 for "
    "i' > k; so it loses δ·x_i'j·(l(i',j) - l(i',k)) ≥ 0 less, and in L' the row n more than 0",
    mutants={"i' ≥ i ≥ (j+k)/2 only": {"after": False}, "l(i',k) - l(i',j)": {"sign": -1}},
)
def nearer(after=True, sign=1):
    assumed = Assumed(
        "s j k",
        lambda s, j, k: {"k-j": k - j} | ({"2s-(j+k)": 2 * s - j - k} if after else {}),
        lambda s, j, k: {} if after else {"2s-(j+k)": 2 * s - j - k},
        witness=[Fraction(2), Fraction(1), Fraction(2)],
    )
    signs(assumed, lambda given, s, j, k: [((s - j) - (k - s), given["2s-(j+k)"]), ((s - j) - (s - k), given["k-j"])])
    # With m, M for l(i',k), l(i',j), and z, x for the row's entries in columns k, j.
    identity("d z x m M", lambda d, *rest: [_change(d, *rest, sign=sign)])


def _change(d, *entries, sign):
    z, x, m, M = entries
    return (m * z + M * x) - (m * (z + d * x) + M * (1 - d) * x), sign * d * x * (M - m)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
