"""Theorem 1, the column k: which it is, why k ≥ j, and that Z-columns must be left out.

A Z-column, of entries 0, satisfies α·x_ij = x_(i+1)j too. Where it follows after ↑ columns and no column is S, the last
column with this equation is no pivot: columns before it are ↑. Without Z-columns, all l < k are ↓ and all l > k are ↑.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, Domain, accepted, identity, require
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.lexicographic import lexicographic
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="gupte2010.theorem-1.column-k",
    title="the pivot column k",
    section="4.2",
    position=32,
    statement=(
        "Let rows i, i+1 have the pattern of Lemma 5, 0 < α < 1. At most one column is S. Let k be this one or, "
        "without it, the last ↓ that is no Z-column; there is one. Then α·x_il = x_(i+1)l for l < k and x_il = "
        "α·x_(i+1)l for l > k. If (2) holds in column j then k ≥ j, as column j is not ↑ in row i; and as it is not ↓ "
        "in row i+1, x_(i+1)l = α·x_(i+2)l for all l > j."
    ),
    latex=r"\alpha x_{i,l} = x_{i+1,l} \;(l<k), \qquad x_{i,l} = \alpha x_{i+1,l} = \alpha^2 x_{i+2,l} \;(l>k\ge j)",
    domain="n ≥ 1, 0 < α < 1, all α-private mechanisms with the pattern in rows i and i+1",
    every_n=True,
    verdict="corrected",
    scope="all n, rows, j and positions of Z-columns",
    printed=(
        "without an S, k is the last column with α·x_ij = x_(i+1)j: that may be a Z-column after ↑ columns, and then "
        "α·a + b' + c/α is not 1"
    ),
    slip="proof",
    uses=("gupte2010.theorem-1.equation-2", "gupte2010.lemma-5.contradiction-hypothesis"),
)


def pivot(letters, skipped="Z"):
    """k, read off a row of the constraint matrix; the Z-columns left out, unless none are `skipped`."""
    if "S" in letters:
        return letters.index("S")
    return max((m for m, letter in enumerate(letters) if letter in "↓Z" and letter != skipped), default=None)


def second_sum(x, i, k, alpha):
    """α·a + b' + c/α."""
    here, below = x.rows[i], x.rows[i + 1]
    return alpha * sum(here[:k]) + below[k] + sum(here[k + 1 :]) / alpha


def refined(loss, inside, n, alpha):
    """The optimum in (L, L'), judged by the kernel."""
    found = lexicographic(optimal(Problem(MinimaxConsumer(loss, n=n, side_information=inside), alpha)))
    require(isinstance(found, Optimum), "the linear program was not solved")
    accepted(found)
    return found.mechanism


@claim.counterexample(
    "n = 2, α = 1/2, |i-r|, S = {0, 1}: the optimum in (L, L') has ↓↑Z in row 0. The last column with α·x_0j = x_1j is "
    "2, a Z-column, and α·a + b' + c/α = 1/2 there; for column 0 it is 1",
    mutants={"Z-columns left out": {"skipped": "Z"}, "S = {0, 1, 2}": {"inside": (0, 1, 2)}},
)
def last_is_zero(skipped="", inside=(0, 1)):
    alpha = Fraction(1, 2)
    x = refined(absolute(), inside, 2, alpha)
    letters = "".join(constraint_matrix(x, alpha).entries[0])
    require(letters == "↓↑Z", f"row 0 reads {letters}")
    k = pivot(letters, skipped)
    require(all(alpha * u == v for u, v in [(x[0, k], x[1, k])]), f"column {k} is not ↓")
    require(second_sum(x, 0, k, alpha) == Fraction(1, 2), f"k = {k}: the sum is {second_sum(x, 0, k, alpha)}")


@claim.proof(
    "let columns before f = c_1 + 1 be ↓ and those from d = c_2 on be ↑, f ≤ d ≤ f + 1. An S is neither, so it is "
    "column f and d = f + 1; then l < k is before f, and l > k is from d on",
    mutants={"d ≤ f + 2": {"apart": 2}},
)
def with_slack(apart=1):
    def pairs(z, *indices):
        _, f, d, k, m = indices
        # With m for l. As coefficients: whether k is not f, and whether m, on either side of k, is misplaced.
        yield z * (0 if k == f else 1), z * 0
        yield z * (1 if m < k and m >= f else 0), z * 0
        yield z * (1 if m > k and m < d else 0), z * 0

    identity(
        "z",
        pairs,
        Domain(
            "n f d k m",
            lambda n, f, d, k, m: [f, d - f, f + apart - d, n + 1 - d, k - f, d - 1 - k, m, n - m],
        ),
    )


@claim.proof(
    "without an S, a nonzero ↓ is not ↑, so k < d, and l < k is before d - 1 ≤ f, hence ↓. A column l > k that is no "
    "Z-column is not ↓, so it is ↑",
    mutants={"d ≤ f + 2": {"apart": 2}, "k ≤ d": {"before": 0}},
)
def without_slack(apart=1, before=1):
    def pairs(z, *indices):
        _, f, _, k, m = indices
        yield z * (1 if m < k and m >= f else 0), z * 0

    identity(
        "z",
        pairs,
        Domain(
            "n f d k m", lambda n, f, d, k, m: [f, d - f, f + apart - d, n + 1 - d, k, d - before - k, n - k, m, n - m]
        ),
    )


@claim.proof(
    "there is a nonzero ↓ or an S, since with only ↑ and Z the sums 1 of both rows would give 1 = α·1, and 1-α > 0; "
    "and the products: x_il = α·x_(i+1)l and x_(i+1)l = α·x_(i+2)l give α²",
    mutants={"α = 1": {"level": 1}, "α³": {"power": 3}},
)
def exists(level=None, power=2):
    # The sum of x_il - α·x_(i+1)l, all 0 then, is s - α·s for equal sums s.
    identity("a s t", lambda a, s, t: [(s - (level or a) * s, (1 - a) * s), (a * (a * t), a**power * t)])


@claim.instances(
    "all words of ↓, ↑, S, Z up to length 5 that have the pattern, a nonzero ↓ or an S, and either at least: l < k is "
    "↓ or Z, l > k is ↑ or Z, and a column that is S or nonzero ↓ is not after k",
    mutants={"with Z-columns": {"skipped": ""}, "the first S or ↓": {"first": True}},
    longest=7,
)
def words(skipped="Z", first=False, longest=5):
    for length in range(1, longest + 1):
        for letters in product("↓↑SZ", repeat=length):
            broken = any(letters[j] in "↑S" and letters[k] in "↓S" for j in range(length) for k in range(j + 1, length))
            if broken or not {"↓", "S"} & set(letters):
                continue
            k = next(m for m, x in enumerate(letters) if x in "↓S") if first else pivot(letters, skipped)
            word = "".join(letters)
            require(all(x in "↓Z" for x in letters[:k]), f"{word}: k = {k}, before it not all is ↓")
            require(all(x in "↑Z" for x in letters[k + 1 :]), f"{word}: k = {k}, after it not all is ↑")


@claim.instances(
    "on the optima in (L, L') for n ≤ 3, α = 1/4, 1/2, three losses and all S: α·a + b' + c/α = 1 in all rows",
    mutants={"with Z-columns": {"skipped": ""}},
)
def by_library(skipped="Z"):
    for n in range(1, 4):
        for alpha in map(Fraction, ("1/4", "1/2")):
            for loss in (absolute(), squared(), zero_one()):
                for bits in range(1, 2 ** (n + 1)):
                    inside = [i for i in range(n + 1) if bits >> i & 1]
                    x = refined(loss, inside, n, alpha)
                    for i, letters in enumerate(constraint_matrix(x, alpha).entries):
                        total = second_sum(x, i, pivot("".join(letters), skipped), alpha)
                        require(total == 1, f"n = {n}, α = {alpha}, {loss}, S = {inside}, row {i}: {total}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
