"""Lemma 5, which privacy constraints the step can break: only those between rows i and i+1 in columns j and k.

Two moved rows i'-1, i' ≤ i have in column j the same combination x_j + δ·x_k, and in column k both the factor 1-δ. So
the inequality between them is a combination of those of x with weights 1, δ and 1-δ. Rows after i, and other columns,
are unchanged. What is left are the constraints between row i, which is moved, and row i+1, which isn't.
"""

from fractions import Fraction
from itertools import combinations

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.lemma-5.changed-elements",
    title="which constraints the step leaves alone",
    section="4.2",
    position=13,
    statement=(
        "For 0 ≤ δ ≤ 1 the step's y is a mechanism: rows keep the sum 1 and no entry is negative. Every inequality "
        "y_(i'+1)m ≥ α·y_i'm or y_i'm ≥ α·y_(i'+1)m holds, except perhaps for i' = i and m = j or k: for i' < i its "
        "two sides differ by u + δ·v in column j and (1-δ)·v in column k, where u, v are the differences of x in these "
        "columns, and otherwise nothing has changed. So y is private if the four inequalities left hold."
    ),
    latex=r"y_{i'+1,j} - \alpha y_{i',j} = (x_{i'+1,j}-\alpha x_{i',j}) + \delta\,(x_{i'+1,k}-\alpha x_{i',k}) \ge 0",
    domain="n ≥ 1, 0 ≤ α ≤ 1, 0 ≤ δ ≤ 1, all private x, rows i and columns j < k",
    every_n=True,
    verdict="proved",
    scope="all n, i, j, k, α, δ and private mechanisms",
    uses=("gupte2010.lemma-5.privacy-of-step",),
)


def moved(d, at, name, shrink=1):
    """The entry of y in a row and a column m, which is named "j", "k" or "another"; i and k are given besides."""
    i, k, row, m = at
    x = entry("x", row, m)
    if row > i or name == "another":
        return x
    return x + d * entry("x", row, k) if name == "j" else (1 - shrink * d) * x


@claim.proof(
    "for every row i' ≠ i and column m: y_(i'+1)m - α·y_i'm is that of x, plus δ times that of column k if i' < i and "
    "m = j, or times 1-δ if i' < i and m = k; and the same with the rows exchanged",
    mutants={"i' = i too": {"also": 0}, "1-2δ in column k": {"shrink": 2}},
)
def unbroken(also=1, shrink=1):
    def pairs(a, d, *indices):
        _, i, j, k, row, m = indices
        name = "j" if m == j else "k" if m == k else "another"
        before = row < i
        here, below = (moved(d, (i, k, at, m), name, shrink) for at in (row, row + 1))
        x, z = entry("x", row, m), entry("x", row + 1, m)
        u, v = entry("x", row, k), entry("x", row + 1, k)
        for first, second, one, two, far, near in ((below, here, z, x, v, u), (here, below, x, z, u, v)):
            kept = one - a * two
            if before and name == "j":
                kept += d * (far - a * near)
            elif before and name == "k":
                kept = (1 - d) * kept
            yield first - a * second, kept

    # Rows before i, and rows after it.
    columns = "n i j k row m"
    identity(
        "a d",
        pairs,
        Domain(
            columns,
            lambda n, i, j, k, row, m: [j, k - j - 1, n - k, m, n - m, row, i - also - row, n - 1 - i],
        ),
    )
    identity(
        "a d",
        pairs,
        Domain(columns, lambda n, i, j, k, row, m: [j, k - j - 1, n - k, m, n - m, i, row - i - 1, n - 1 - row]),
    )


@claim.proof(
    "u + δ·v ≥ 0 and (1-δ)·v ≥ 0 for u, v ≥ 0 and 0 ≤ δ ≤ 1; entries x_j + δ·x_k and (1-δ)·x_k are ≥ 0 likewise, and "
    "(x_j + δ·x_k) + (1-δ)·x_k = x_j + x_k",
    mutants={"δ up to 2": {"largest": 2}, "1-2δ": {"shrink": 2}},
)
def still_private(largest=1, shrink=1):
    assumed = Assumed(
        "d u v",
        lambda *bases: {},
        lambda d, u, v: {"δ": d, "1-δ": largest - d, "u": u, "v": v},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def pairs(given, d, u, v):
        yield u + d * v, given["u"] + given["δ"] * given["v"]
        yield (1 - shrink * d) * v, given["1-δ"] * given["v"]

    signs(assumed, pairs, strict=False)
    identity("d u v", lambda d, u, v: [((u + d * v) + (1 - shrink * d) * v, u + v)])


def step(x, last, columns, delta):
    """The rows after the step, those up to the last moved."""
    j, k = columns
    rows = [list(row) for row in x.rows]
    for row in rows[: last + 1]:
        row[j] += delta * row[k]
        row[k] *= 1 - delta
    return rows


@claim.instances(
    "n ≤ 3, α = 1/3, mechanisms G followed by three remaps, every i, j < k, and δ = 1/4, 1: a constraint that fails "
    "after the step is one of the four; if none fails the kernel accepts that it is private",
    mutants={"rows up to i-1": {"less": 1}, "δ = 3/2": {"deltas": (Fraction(3, 2),)}},
)
def by_library(less=0, deltas=(Fraction(1, 4), Fraction(1))):
    alpha = Fraction(1, 3)
    for n in range(1, 4):
        for images in (range(n + 1), range(n, -1, -1), [2 * m % (n + 1) for m in range(n + 1)]):
            x = geometric(n=n, alpha=alpha) @ deterministic(list(images), responses=range(n + 1))
            for i in range(n):
                for j, k in combinations(range(n + 1), 2):
                    for delta in deltas:
                        rows = step(x, i - less, (j, k), delta)
                        failing = {
                            (row, m)
                            for row in range(n)
                            for m in range(n + 1)
                            if rows[row + 1][m] < alpha * rows[row][m] or rows[row][m] < alpha * rows[row + 1][m]
                        }
                        require(
                            failing <= {(i, j), (i, k)}, f"n = {n}, i = {i}, j = {j}, k = {k}, δ = {delta}: {failing}"
                        )
                        require(min(map(min, rows)) >= 0, f"n = {n}, i = {i}, δ = {delta}: a negative entry")
                        if not failing:
                            found = private(Mechanism(rows), alpha)
                            require(bool(found), "it is not private")
                            accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
