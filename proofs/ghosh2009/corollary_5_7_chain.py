"""Corollary 5.7, its chain of inequalities at every row instead of the last one only.

Lemma 5.6 says that D_k + T_k grows by 1 at least from row to row, where D_k is the number of ↓ in row k, and T_k that
of the S entries in the rows 0 to k. Counted on from the first row this bounds D_k from below, and counted back from the
last row from above; the bounds are s-z apart. So where s = z, as Lemma 5.8 will say, all rows are known, and with them
the columns of Lemma 5.9.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.claims.words import words
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, threshold
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.corollary-5.7.chain",
    title="the chain of Corollary 5.7 at every row",
    section="5",
    position=92,
    statement=(
        "In every n × (n+1) constraint matrix with the patterns of Lemmas 5.4 and 5.6, the number D_k of ↓ in row k is "
        "at least k+1-T_k and at most k+1-z + s-T_k, for k = 0 … n-1, with T_k the number of S entries in the rows 0 "
        "to k. For k = n-1 this is n-s ≤ a + (n-1) - (s-b) ≤ D_(n-1) ≤ n-z. So s ≥ z, and where s = z all bounds are "
        "equalities: a + b = 1, each row has one ↓ more than the row above, or an S and as many, and the last row has "
        "n-z. For n = 1 the first row is the last, and the chain is a + b ≥ 1 and a ≤ 1-z."
    ),
    latex=r"k+1-T_k \ \le\ \#_\downarrow(k) \ \le\ k+1-T_k + (s-z), \qquad 0 \le k \le n-1",
    domain="n ≥ 1, 0 ≤ k ≤ n-1, 0 ≤ z ≤ n, all matrices of ↓, S, ↑ and Z with these patterns, at most one S in a row",
    every_n=True,
    verdict="proved",
    scope="all n, k and matrices; whose matrix has the patterns is what the lemmas say",
    uses=("ghosh2009.lemma-5.4", "ghosh2009.lemma-5.6", "ghosh2009.corollary-5.7"),
)


@claim.proof(
    "from row k to row k+1, D_(k+1) + T_(k+1) - (k+2) is D_k + T_k - (k+1) and what Lemma 5.6 says to be ≥ 0, D_(k+1) "
    "+ t_(k+1) - D_k - 1; in row 0 it is a + b - 1, ≥ 0 by Lemma 5.4",
    mutants={"two ↓ more from row to row": {"more": 2}, "without the S entries": {"counted": 0}},
)
def from_above(more=1, counted=1):
    def pairs(k):
        here, below, so_far, slack = entry("D", k), entry("D", k + 1), entry("T", k), entry("t", k + 1)
        # Both less k+1, which is not written.
        yield (below + so_far + slack - 1) - (here + so_far), below + counted * slack - here - more

    identity("", pairs, Domain("k", lambda k: [k]))


@claim.proof(
    "and back from row k+1 to row k: (k+1-z + s - T_k) - D_k is the same for k+1 and the same difference of Lemma 5.6; "
    "in row n-1, where T is s, it is (n-z) - D_(n-1), ≥ 0 by Lemma 5.4",
    mutants={"n+1-z in the last row": {"width": 1}, "without the S entries": {"counted": 0}},
)
def from_below(width=0, counted=1):
    # The bases n and k are numbers here; u is D_(k+1) and t is t_(k+1).
    def pairs(n, k, *rest):
        s, z, so_far, here, u, t = rest
        at, after = (k + 1 - z + s - so_far) - here, (k + 2 - z + s - (so_far + t)) - u
        yield at, after + (u + counted * t - here - 1)

    identity("n k s z T D u t", pairs)
    identity(
        "n s z D",
        lambda n, s, z, last: [(((n - 1) + 1 - z + s - s) - last, (n + width - z) - last)],
    )


@claim.proof(
    "the upper bound less the lower is s-z; so for s = z no term is left, as terms ≥ 0 whose sum is 0 are 0: the sum u "
    "+ v of two such less either is the other",
    mutants={"n-s and n-z exchanged": {"sign": -1}, "u+v less twice u": {"times": 2}},
)
def apart(sign=1, times=1):
    def pairs(k, s, z, *rest):
        so_far, here = rest
        lower, upper = k + 1 - so_far, k + 1 - z + s - so_far
        yield (here - lower) + (upper - here), sign * (s - z)

    identity("k s z T D", pairs)
    assumed = Assumed("u v", lambda u, v: {}, lambda u, v: {"u": u, "v": v}, witness=[Fraction(1), Fraction(0)])
    signs(assumed, lambda given, u, v: [((u + v) - times * u, given["v"])], strict=False)


@claim.proof(
    "so for s = z, from row k to the next: under ↓ stands ↓; in column D_k, which holds the S of row k or its first ↑, "
    "stands S if row k+1 has one and ↓ otherwise; and under every other ↑ stands ↑. With ↓, S, ↑ as a², a, 1, and d, u "
    "for D_k and the number of S entries in row k+1",
    mutants={"two ↓ more": {"more": 2}, "↓ under S": {"stays": False}},
)
def next_row(more=1, stays=True):
    def letter(a, down, slack, c):
        return a**2 if c < down else a if c < down + slack else a**0

    def pairs(a, d, u, c):
        below = letter(a, d + more - u, u, c)
        if c < d:
            yield below, a**2
        elif c == d:
            yield below, a if u == 1 and stays else a**2
        else:
            yield below, a**0

    identity("a", pairs, Domain("d u c", lambda d, u, c: [d, u, 1 - u, c]))


def matrices(n, width, *, grows=True, any_arrow=False):
    """All of n rows with the patterns."""
    found = [(word,) for word in words(width, any_arrow=any_arrow)]
    for _ in range(n - 1):
        found = [
            (*rows, word)
            for rows in found
            for word in words(width, any_arrow=any_arrow)
            if not grows or word.count("↓") + word.count("S") > rows[-1].count("↓")
        ]
    return found


def checked(rows, z, tight=True):
    """Require the bounds at every row, and equalities where s = z."""
    n, s = len(rows), "".join(rows).count("S")
    for k, row in enumerate(rows):
        so_far = "".join(rows[: k + 1]).count("S")
        down, lower, upper = row.count("↓"), k + 1 - so_far, k + 1 - z + s - so_far
        require(lower <= down <= upper, f"{down} ↓ in row {k} of {rows}")
        if s == z and tight:
            require(row == "↓" * lower + row.count("S") * "S" + "↑" * (n + 1 - z - lower - row.count("S")), f"{rows}")
    first, last = rows[0], rows[-1]
    middle = first.count("↓") + (n - 1) - (s - first.count("S"))
    require(n - s <= middle <= last.count("↓") <= n - z, f"the chain at {rows}")


@claim.instances(
    "all matrices with the patterns of Lemmas 5.4, 5.5 and 5.6 for n ≤ 4 and all z: both bounds in every row, the "
    "lower one attained, and for s = z the rows themselves",
    mutants={"without Lemma 5.6": {"grows": False}, "without Lemma 5.4": {"any_arrow": True}},
    largest=5,
)
def all_matrices(grows=True, any_arrow=False, largest=4):
    for n in range(1, largest + 1):
        for z in range(n + 1):
            found = matrices(n, n + 1 - z, grows=grows, any_arrow=any_arrow)
            for rows in found:
                checked(rows, z)
            for k in range(n):
                gaps = {rows[k].count("↓") + "".join(rows[: k + 1]).count("S") - (k + 1) for rows in found}
                require(min(gaps) == 0, f"n = {n}, z = {z}: the lower bound is not attained in row {k}")


STRICT = (absolute(), squared())


@claim.instances(
    "optimal vertices of strict users, as the kernel accepts them to be, n ≤ 5, three levels: the rows of their "
    "constraint matrices are those for s = z",
    mutants={"the loss |i-r| > 2": {"losses": (threshold(2),)}},
)
def strict_users(losses=STRICT):
    for n in range(1, 6):
        priors = ([1] * (n + 1), range(1, n + 2), [9, *[1] * (n - 1), 9])
        for alpha, loss, weights in product(map(Fraction, ("1/4", "1/2", "9/10")), losses, priors):
            found = solve_polytope(Problem(BayesianUser(loss, proportional(weights)), alpha))
            accepted(found)
            tight = constraint_matrix(found.mechanism, alpha)
            require(tight.s == tight.z, f"s = {tight.s}, z = {tight.z}")
            checked([tight.row(k) for k in range(n)], tight.z)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
