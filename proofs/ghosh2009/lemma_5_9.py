"""Lemma 5.9: the columns of the constraint matrix of an optimal vertex.

What is proved here is about matrices of ↓, S and ↑ with n rows and n+1-z columns: if they have the patterns of Lemmas
5.4, 5.5 and 5.6, and s = z entries S, then column i, from 0, begins with i + S_(i-1) times ↑, goes on with s_i times S
and ends with ↓. The proof's induction, with the slips of print removed: row n is row n-1, the last; "Corollary 5.8" is
Lemma 5.8; "by Lemma 5.5, every one of the rows" is by Lemma 5.6; and the "s_i zeros" are s_i entries S.
"""

from fractions import Fraction
from itertools import combinations, product
from math import comb

from exactdp.claims import Claim, Domain, accepted, identity, require
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import optimal_vertex
from exactdp.claims.words import words
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, power_loss, squared, threshold
from exactdp.model.mechanism import deterministic
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.lemma-5.9",
    title="the columns of an optimal vertex's constraint matrix",
    section="5",
    position=110,
    statement=(
        "If the rows have the patterns of Lemmas 5.4, 5.5 and 5.6 and s = z, the i-th column that is no Z-column has ↑ "
        "in the rows 0 to i-1 + S_(i-1), S in the next s_i, and ↓ in the others up to n-1. So it is for every optimal "
        "vertex of a user with a strictly monotone loss and a prior of full support, and not for every optimal vertex "
        "of every user."
    ),
    latex=r"C(\cdot, k_i) = \uparrow^{\,i+S_{i-1}} \ S^{\,s_i} \ \downarrow^{\,n-i-S_i}, \qquad 0 \le i \le n-z",
    domain="n ≥ 1, 0 ≤ i ≤ n-z, 0 < α < 1",
    every_n=True,
    verdict="corrected",
    scope="the induction's arithmetic for all n, i, s and z; every matrix with the patterns for n ≤ 4",
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    uses=("ghosh2009.lemma-5.4", "ghosh2009.lemma-5.5", "ghosh2009.lemma-5.6", "ghosh2009.lemma-5.8"),
)


def expected_columns(columns):
    """The columns that the lemma says, from their numbers of S entries alone."""
    found, so_far = [], 0
    for i, column in enumerate(columns):
        slack = column.count("S")
        ups = i + so_far
        found.append("↑" * ups + "S" * slack + "↓" * (len(column) - ups - slack))
        so_far += slack
    return found


def nonzero_columns(x, alpha):
    """The columns of a constraint matrix but for the Z-columns, as words."""
    tight = constraint_matrix(x, alpha)
    return [tight.column(r) for r in tight.nonzero_columns]


@claim.counterexample(
    "n = 2, α = 1/2, the prior 1/2, 1/2, 0 and |i-r|: an optimal vertex, as the kernel accepts, whose columns read ↓↑ "
    "and ↑↓, where ↓↓ and ↑↓ were to be",
    mutants={
        "a prior of full support": {"prior": ("49/100", "49/100", "2/100")},
        "G": {"x": geometric(n=2, alpha="1/2")},
    },
)
def not_for_all_vertices(prior=("1/2", "1/2", 0), x=WITHOUT_PATTERN):
    tight = optimal_vertex(Problem(BayesianUser(absolute(), prior), "1/2"), x)
    columns = [tight.column(r) for r in tight.nonzero_columns]
    require(columns == ["↓↑", "↑↓"] != expected_columns(columns), f"the columns read {columns}")


@claim.proof(
    "the induction's first half. From row i + S_(i-1) to row n-1 there are n-i-S_(i-1) rows, each with one more ↓ than "
    "the row above or with one of the s - S_(i-1) - 1 + I entries S that are left; from i + I on, the last row has "
    "n+1-s at least, and with s = z all n+1-z: against Lemma 5.4",
    mutants={
        "to row n": {"last": 0},
        "s - S_(i-1) entries S left": {"spent": 0},
        "i ↓ in row i-1 + S_(i-1)": {"arrow": 0},
    },
)
def first_half(last=-1, spent=1, arrow=1):
    # c stands for the indicator I, and t for S_(i-1).
    def pairs(n, i, *others):
        s, t, c = others
        rows = (n + last) - (i + t) + 1
        left = s - t - spent + c
        yield (i + arrow * c) + rows - left, n + 1 - s

    identity("n i s t c", pairs)


@claim.proof(
    "row i-1 + S_(i-1) exists: with s = z it is n-1 at most for i ≤ n-z; by powers of a, n-1 being i-1 + S_(i-1) and "
    "what is left, (n-z-i) + (z - S_(i-1)); and the rows of column i are i + S_(i-1), s_i and n-i-S_i in number, n "
    "together",
    mutants={"row i + S_(i-1)": {"shift": 1}, "n-i-S_i + 1 times ↓": {"more": 1}},
)
def rows_of_a_column(shift=0, more=0):
    # With d for n-z-i and e for z - S_(i-1), both at least 0.
    def exists(a, i, t, d, e):
        n = i + d + t + e
        yield a ** (n - 1), a ** (i - 1 + t + shift) * a**d * a**e

    identity("a", exists, Domain("i t d e", lambda i, t, d, e: [i - 1, t, d, e]))

    # With f for s_i, and d for the rows that are left.
    def lengths(a, i, t, f, d):
        n = i + t + f + d
        yield a**n, a ** (i + t) * a**f * a ** (n - i - (t + f) + more)

    identity("a", lengths, Domain("i t f d", lambda *indices: list(indices)))


@claim.instances(
    "the base case and the ends of columns: in all pairs of rows with at most 6 columns and the patterns of Lemmas "
    "5.4, 5.5 and 5.6, ↓ stands below every ↓, and no ↑ below an S",
    mutants={"an S below every S": {"stays": True}, "without Lemma 5.6": {"grows": False}},
)
def below(stays=False, grows=True):
    for width in range(1, 7):
        for row, lower in product(words(width), repeat=2):
            if grows and not more_below(row, lower):
                continue
            for here, under in zip(row, lower, strict=True):
                require(here != "↓" or under == "↓", f"{row} above {lower}")
                require(here != "S" or under != "↑", f"{row} above {lower}")
                require(not stays or here != "S" or under == "S", f"{row} above {lower}")


@claim.instances(
    "the induction's second half: no row follows one with i times ↓ and then ↑ if it has again i times ↓ and then ↑",
    mutants={"without Lemma 5.6": {"grows": False}},
)
def second_half(grows=True):
    for width in range(2, 7):
        for i in range(1, width):
            row = lower = "↓" * i + "↑" * (width - i)
            require(row in words(width), f"{row} has not the pattern")
            require(not (more_below(row, lower) if grows else True), f"{row} twice")


def more_below(row, lower):
    """What Lemma 5.6 says."""
    return lower.count("↓") + lower.count("S") > row.count("↓")


def matrices(n, width):
    """All of n rows that Lemmas 5.4 to 5.6 allow."""
    found = [(word,) for word in words(width)]
    for _ in range(n - 1):
        found = [(*rows, word) for rows in found for word in words(width) if more_below(rows[-1], word)]
    return found


@claim.instances(
    "every matrix with the patterns of Lemmas 5.4 to 5.6 and s = z, for n ≤ 4 and z ≤ n, has the columns of the lemma; "
    "there are C(n, z) of them, one for each way to divide 0..n into n+1-z intervals",
    mutants={"s ≥ z for s = z": {"more": True}, "C(n, z) + 1": {"others": 1}},
)
def all_matrices(more=False, others=0):
    for n in range(1, 5):
        for z in range(n + 1):
            count = 0
            for rows in matrices(n, n + 1 - z):
                slack = sum(row.count("S") for row in rows)
                if slack == z or (more and slack > z):
                    columns = ["".join(column) for column in zip(*rows, strict=True)]
                    require(columns == expected_columns(columns), f"n = {n}, z = {z}: {rows}")
                    count += 1
            require(count == comb(n, z) + others, f"n = {n}, z = {z}: {count} matrices")


@claim.instances(
    "these are the constraint matrices of G with the responses of each interval merged: all for n ≤ 5, at α = 1/2",
    mutants={"the constraints for α = 1/4": {"level": "1/4"}, "n merged with 0": {"cycle": True}},
)
def merged(level="1/2", cycle=False):
    for n in range(1, 6):
        for m in range(n + 1):
            for cuts in combinations(range(1, n + 1), m):
                images = [sum(cut <= k for cut in cuts) for k in range(n + 1)]
                if cycle:
                    images[n] = 0
                columns = nonzero_columns(
                    geometric(n=n, alpha="1/2") @ deterministic(images, responses=range(n + 1)), level
                )
                slack = [images.count(r) - 1 for r in sorted(set(images))]
                found = [column.count("S") for column in columns]
                require(columns == expected_columns(columns) and found == slack, f"n = {n}, {images}: {columns}")


STRICT = (absolute(), squared(), power_loss("1/2"))


@claim.instances(
    "strict users: three losses, four priors of full support, n ≤ 5, three levels: the optimal vertex, as the kernel "
    "accepts it to be, has these columns",
    mutants={"the loss |i-r| > 2": {"losses": (threshold(2),)}},
)
def strict_users(losses=STRICT):
    for n in range(1, 6):
        priors = ([1] * (n + 1), range(1, n + 2), [3**k for k in range(n + 1)], [9, *[1] * (n - 1), 9])
        for alpha, loss, weights in product(map(Fraction, ("1/4", "1/2", "9/10")), losses, priors):
            found = solve_polytope(Problem(BayesianUser(loss, proportional(weights)), alpha))
            accepted(found, "optimal")
            columns = nonzero_columns(found.mechanism, alpha)
            require(columns == expected_columns(columns), f"n = {n}, α = {alpha}: {columns}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
