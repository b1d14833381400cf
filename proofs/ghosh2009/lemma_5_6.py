"""Lemma 5.6: from row to row of the constraint matrix the number of ↓ grows, or the lower row has an S.

The proof needs no optimality: it is about an α-private mechanism, the rows i and i+1 of whose constraint matrix have
the pattern of Lemma 5.5. Let row i have j times ↓, and let a, b, c be the sums of x_ik over k < j, k = j and k > j.
Then row i+1 of the mechanism sums to α·a + b' + c/α, b' being x_(i+1)j. If the lemma fails, row i+1 is ↑ from column j
on, and row i+2 sums to α²·a + b'/α + c/α² at least, which exceeds 1.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import optimal_vertex
from exactdp.claims.words import has_pattern
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, power_loss, squared, threshold
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix, patterns

claim = Claim(
    id="ghosh2009.lemma-5.6",
    title="one more ↓ from row to row",
    section="5",
    position=80,
    statement=(
        "If rows i and i+1 of the constraint matrix of an α-private mechanism have the pattern of Lemma 5.5, row i+1 "
        "has more ↓ than row i, or it has an S and no fewer. So it is for every optimal mechanism of a user with a "
        "strictly monotone loss and a prior of full support, and not for every optimal vertex of every user."
    ),
    latex=r"\#_\downarrow(i+1) + \#_S(i+1) \ \ge\ \#_\downarrow(i) + 1",
    domain="0 ≤ i ≤ n-2, 0 < α < 1, α-private mechanisms with any number of responses",
    every_n=True,
    verdict="corrected",
    scope="all n, i, α and mechanisms",
    printed="for every optimal vertex of every user with a monotone loss",
    slip="statement",
    uses=("ghosh2009.lemma-5.5",),
)


def fails(matrix, lemma="5.6"):
    """Where a lemma fails in a constraint matrix, or None."""
    return next(each.witness for each in patterns(matrix) if each.lemma == lemma)


@claim.counterexample(
    "n = 2, α = 1/2, the prior 1/2, 1/2, 0 and |i-r|: an optimal vertex, as the kernel accepts, with ↓↑ in row 0 and "
    "↑↓ in row 1",
    mutants={
        "a prior of full support": {"prior": ("49/100", "49/100", "2/100")},
        "G": {"x": geometric(n=2, alpha="1/2")},
    },
)
def not_for_all_vertices(prior=("1/2", "1/2", 0), x=WITHOUT_PATTERN):
    tight = optimal_vertex(Problem(BayesianUser(absolute(), prior), "1/2"), x)
    found = fails(tight)
    require(found == "row 0 reads ↓↑ and row 1 reads ↑↓", f"the lemma fails otherwise: {found}")


@claim.proof(
    "a column that is ↓ adds α·x_ik to the sum of row i+1, one that is ↑ adds x_ik/α; so the columns k < j of row i+1 "
    "sum to α·a and those with k > j to c/α, by induction on their number",
    mutants={"α² for α": {"power": 2}},
)
def sums(power=1):
    def pairs(a, k):
        x, X, Y = entry("x", k), entry("sum above", k), entry("sum below", k)
        yield (Y + a**power * x) - a * (X + x), Y - a * X
        # α times an entry below ↑ is the entry above.
        y = entry("y", k)
        yield a * (Y + y) - (X + a**power * y), a * Y - X

    identity("a", pairs, Domain("k", lambda k: [k]))


@claim.proof(
    "with c and b' from the sums of the rows i and i+1, and t ≥ α²·a for the part k < j of row i+2: α² times its sum "
    "less 1 is α²·(t - α²·a) + α²·(b - α·b') + α·(1-α)², which is positive",
    mutants={
        "at α ≤ 1": {"below_one": False},
        "t from k = 1 on, so that t ≥ 0 only": {"all_columns": False},
        "↓ in column j of row i+1": {"j_up": False},
    },
)
def too_large(below_one=True, all_columns=True, j_up=True):
    # a is α, and p, b, t are the paper's a and b, and t.
    def above(a, p, b):
        c = 1 - p - b
        return c, a - a**2 * p - c

    def nonnegative(a, p, b, t):
        _, alpha_b = above(a, p, b)
        rest = {} if below_one else {"1-α": 1 - a}
        return {"t-α²a": t - a**2 * p if all_columns else t, "b-αb'": b - alpha_b} | rest

    inside = Assumed(
        "a p b t",
        lambda a, p, b, t: {"α": a} | ({"1-α": 1 - a} if below_one else {}),
        nonnegative,
        witness=[Fraction(1, 2), Fraction(1, 3), Fraction(1, 3), Fraction(1, 3)],
    )

    def excess(given, a, p, b, t):
        c, alpha_b = above(a, p, b)
        row = a**2 * t + (alpha_b if j_up else a**2 * alpha_b) + c
        positive = given["α"] * given["1-α"] ** 2
        yield row - a**2, given["α"] ** 2 * (given["t-α²a"] + given["b-αb'"]) + positive

    signs(inside, excess)


@claim.instances(
    "where two rows have the pattern and break the lemma, the lower one is ↑ from column j on: all pairs of words of "
    "at most 6 letters",
    mutants={"from column j-1 on": {"shift": -1}, "no ↓ fewer, without an S too": {"without_s": 0}},
)
def lower_row(shift=0, without_s=1):
    for length in range(1, 7):
        words = [word for word in map("".join, product("↓S↑", repeat=length)) if has_pattern(word)]
        require(len(words) == 2 * length + 1, f"{len(words)} words of {length} letters have the pattern")
        for row, lower in product(words, words):
            j = row.count("↓")
            if j == length:
                continue  # Lemma 5.4
            kept = lower.count("↓") >= j + (without_s if "S" not in lower else 0)
            up = set(lower[max(j + shift, 0) :]) == {"↑"}
            require(kept != up, f"{row} above {lower}")


STRICT = (absolute(), squared(), power_loss("1/2"))


@claim.instances(
    "strict users: three losses, four priors of full support, n ≤ 5, three levels: the lemma holds for the optimal "
    "vertex, as the kernel accepts it to be",
    mutants={
        "two ↓ more": {"more": 2},
        "the loss |i-r| > 2": {"losses": (threshold(2),)},
    },
)
def strict_users(losses=STRICT, more=1):
    for n in range(2, 6):
        priors = ([1] * (n + 1), range(1, n + 2), [3**k for k in range(n + 1)], [9, *[1] * (n - 1), 9])
        for alpha, loss, weights in product(map(Fraction, ("1/4", "1/2", "9/10")), losses, priors):
            found = solve_polytope(Problem(BayesianUser(loss, proportional(weights)), alpha))
            accepted(found, "optimal")
            tight = constraint_matrix(found.mechanism, alpha)
            require(fails(tight) is None, f"n = {n}, α = {alpha}: {fails(tight)}")
            for i in range(n - 1):
                row, lower = tight.row(i), tight.row(i + 1)
                grown = lower.count("↓") + ("S" in lower) - row.count("↓")
                require(grown >= more, f"n = {n}, α = {alpha}: {row} above {lower}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
