"""Lemma 5.5, its smallest hypotheses: only the inputs 0 and n need a positive prior and a strictly monotone loss.

The first case changes the rows 0 to i and the second the rows i+1 to n. So row 0 or row n changes always, and these two
are strictly nearer to the response that gains, however i, l and m lie. The other rows lose nothing if their loss is
monotone at all. So full support, and strictness in the rows between, are not needed; each of what is left is.
"""

from fractions import Fraction
from itertools import permutations, product

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, signs
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import accepted_optimum
from exactdp.claims.words import row_pattern
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.optimum.uniqueness import AnotherOptimum, uniqueness
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.lemma-5.5.hypotheses",
    title="what Lemma 5.5 needs of the user",
    section="5",
    position=75,
    statement=(
        "If the loss is monotone in |i-r|, p_0 > 0 and p_n > 0, and l(0,·) and l(n,·) are strictly monotone, every "
        "optimal mechanism has the pattern of Lemma 5.5 in every row. Full support, and strict losses on the inputs 1 "
        "to n-1, are not needed. None of the four can be left out: for n = 2 and α = 1/2 the vertex with the rows "
        "(2/3, 1/3, 0), (1/3, 2/3, 0), (2/3, 1/3, 0), or the same from right to left, is then optimal for some user."
    ),
    latex=r"p_0 > 0,\quad p_n > 0,\quad l(0,0) < \dots < l(0,n),\quad l(n,n) < \dots < l(n,0)",
    domain="n ≥ 1, 0 < α < 1, a user's optimal mechanisms with the responses 0..n",
    every_n=True,
    verdict="proved",
    scope="all n, α and users, given that the change of either case is α-private, which Lemma 5.5 proves",
    uses=("ghosh2009.lemma-5.5", "ghosh2009.lemma-5.5.second-case"),
)


@claim.proof(
    "distances, for l < m: (k-m)² - (k-l)² = (m-l)·(l+m-2k) is ≥ 0 for k ≤ i ≤ (l+m)/2, and for k = 0 > 0, as l+m > 0; "
    "(k-l)² - (k-m)² = (m-l)·(2k-l-m) is > 0 for k ≥ i+1 > (l+m)/2, and so for k = n",
    mutants={"> 0 in the rows up to i": {"strict": True}, "l+m ≥ 0": {"outer": False}},
)
def distances(strict=False, outer=True):
    # g is m-l, e is l+m-2i, f is i-k; below them all of row 0.
    rows_up_to = Assumed(
        "g e f i",
        lambda g, e, f, i: {"m-l": g},
        lambda g, e, f, i: {"l+m-2i": e, "i-k": f},
        witness=[Fraction(1), Fraction(0), Fraction(0), Fraction(0)],
    )

    def first_case(given, g, e, f, i):
        total = e + 2 * i
        # Twice l and twice m are total - g and total + g.
        far, near = 2 * (i - f) - (total + g), 2 * (i - f) - (total - g)
        yield far**2 - near**2, 4 * given["m-l"] * (given["l+m-2i"] + 2 * given["i-k"])

    signs(rows_up_to, first_case, strict=strict)
    rows_after = Assumed(
        "g e f i",
        lambda g, e, f, i: {"m-l": g, "2i-l-m": e},
        lambda g, e, f, i: {"k-i": f},
        witness=[Fraction(1), Fraction(1), Fraction(1), Fraction(0)],
    )

    def second_case(given, g, e, f, i):
        total = 2 * i - e
        far, near = 2 * (i + f) - (total - g), 2 * (i + f) - (total + g)
        yield far**2 - near**2, 4 * given["m-l"] * (given["2i-l-m"] + 2 * given["k-i"])

    signs(rows_after, second_case)
    row_0 = Assumed(
        "g l",
        lambda g, left: {"m-l": g} | ({"l+m": 2 * left + g} if outer else {}),
        lambda g, left: {} if outer else {"l+m": 2 * left + g},
        witness=[Fraction(1), Fraction(0)],
    )
    signs(row_0, lambda given, g, left: [((left + g) ** 2 - left**2, given["m-l"] * given["l+m"])])


@claim.proof(
    "the same two rows by powers of a, for any n: a^|0-m| is a^|0-l| times a^(m-l), which is a times a power of a, and "
    "a^|n-l| is a^|n-m| times that",
    mutants={"row 1": {"first": 1}, "row n-1": {"last": -1}},
)
def outer_rows(first=0, last=0):
    def pairs(a, n, low, high):
        larger = a * a ** (high - low - 1)
        yield a ** abs(first - high), a ** abs(first - low) * larger
        yield a ** abs(n + last - low), a ** abs(n + last - high) * larger

    identity("a", pairs, Domain("n l m", lambda n, low, high: [low, high - low - 1, n - high]))


@claim.proof(
    "the loss falls: in the first case by δ times p_0·x_0m·(l(0,m) - l(0,l)) > 0, and the like of the rows 1 to i, "
    "which are ≥ 0; in the second the same with row n and the rows i+1 to n-1",
    mutants={"p_0 ≥ 0": {"support": False}, "l(0,m) ≥ l(0,l)": {"strict": False}},
)
def loss_falls(support=True, strict=True):
    # T is what the other changed rows bring; it begins with 0 and grows by the like of p·x·(far - near).
    def positive(d, p, x, gap, *others):
        return {"δ": d, "x": x} | ({"p": p} if support else {}) | ({"gap": gap} if strict else {})

    def nonnegative(d, p, x, gap, *others):
        total, weight, more = others
        weak = {"T": total, "w": weight, "more": more}
        return weak | ({} if support else {"p": p}) | ({} if strict else {"gap": gap})

    assumed = Assumed(
        "d p x gap T w more",
        positive,
        nonnegative,
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1), Fraction(0), Fraction(0), Fraction(0)],
    )

    def body(given, d, p, x, gap, *others):
        total, weight, more = others
        by_row = given["p"] * given["x"] * given["gap"]
        yield d * (p * x * gap + total), given["δ"] * (by_row + given["T"])
        yield d * (p * x * gap + total + weight * more), given["δ"] * (by_row + given["T"] + given["w"] * given["more"])

    signs(assumed, body)


DISTANCES = ((0, 1, 2), (1, 0, 1), (2, 1, 0))


@claim.instances(
    "none of the four can be left out, n = 2, α = 1/2: the kernel accepts the vertex of the statement as optimal for "
    "the prior 1/2, 1/2, 0 and |i-r|, and for 2/5, 2/5, 1/5 with l(2,·) = (1, 1, 0) and |i-r| else; and so turned "
    "around, with p_0 = 0, and with l(0,·) = (0, 1, 1)",
    mutants={
        "p_2 = 1/100": {"prior": ("99/200", "99/200", "1/100")},
        "l(2,·) = (11/10, 1, 0)": {"last": ("11/10", 1, 0)},
        "G": {"rows": geometric(n=2, alpha="1/2").rows},
    },
)
def all_needed(prior=("1/2", "1/2", 0), last=(1, 1, 0), rows=WITHOUT_PATTERN.rows):
    users = [(DISTANCES, prior), ((*DISTANCES[:2], last), ("2/5", "2/5", "1/5"))]
    for turned in (False, True):
        x = Mechanism([row[::-1] for row in rows[::-1]] if turned else rows)
        accepted(vertex(x, "1/2"), "vertex")
        require(not row_pattern(x, "1/2"), "it has the pattern")
        for losses, weights in users:
            listed = [row[::-1] for row in losses[::-1]] if turned else losses
            user = BayesianUser(table(listed), weights[::-1] if turned else weights)
            accepted_optimum(Problem(user, "1/2"), x)


def vertices(alpha):
    """The 27 vertices for n = 2: those made of G by a map, and six that are not derivable."""
    source = geometric(n=2, alpha=alpha)
    found = {}
    for images in product(range(3), repeat=3):
        x = Mechanism((source @ deterministic(images, responses=range(3))).rows)
        if vertex(x, alpha):
            found[x.rows] = x
    out, back = (1, alpha, 0), (alpha, 1, 0)
    for order in permutations(range(3)):
        x = Mechanism([[row[k] / (1 + alpha) for k in order] for row in (out, back, out)])
        require(bool(vertex(x, alpha)), f"{x.rows} is no vertex")
        found[x.rows] = x
    return list(found.values())


WEIGHTS = ((1, 0, 1), (1, 0, 3), (2, 1, 1), (1, 5, 1))
FIRSTS = ((0, 1, 2), (0, 1, 9), (0, 3, 4))
LASTS = ((2, 1, 0), (5, 1, 0))
MIDDLE = ((0, 0, 0), (1, 0, 1), (3, 0, 3))


@claim.instances(
    "n = 2, three levels, 72 users, some with p_1 = 0 and some with no loss on input 1: of all 27 vertices the optimal "
    "ones have the pattern, and their loss is the linear program's value",
    mutants={
        "p_0 = 0 among them": {"weights": ((0, 1, 1), *WEIGHTS)},
        "l(0,·) = (0, 1, 1) among them": {"firsts": ((0, 1, 1), *FIRSTS), "weights": ((1, 2, 2), *WEIGHTS)},
        "l(2,·) = (1, 1, 0) among them": {"lasts": ((1, 1, 0), *LASTS), "weights": ((2, 2, 1), *WEIGHTS)},
    },
)
def all_vertices(weights=WEIGHTS, firsts=FIRSTS, lasts=LASTS):
    for alpha in map(Fraction, ("1/4", "1/2", "9/10")):
        every = vertices(alpha)
        require(len(every) == 27, f"{len(every)} vertices are found")
        for first, last, middle, w in product(firsts, lasts, MIDDLE, weights):
            losses, prior = (first, middle, last), [Fraction(v, sum(w)) for v in w]
            values = [sum(prior[i] * losses[i][r] * x[i, r] for i, r in product(range(3), repeat=2)) for x in every]
            if middle == MIDDLE[0]:
                best = solve_polytope(Problem(BayesianUser(table(losses), prior), alpha))
                require(min(values) == best.value, f"the linear program finds {best.value}")
            for x, value in zip(every, values, strict=True):
                require(value > min(values) or bool(row_pattern(x, alpha)), f"{x.rows} is optimal for {losses}, {w}")


def mean(x, y):
    """Halfway between two mechanisms."""
    return Mechanism([[(u + v) / 2 for u, v in zip(*rows, strict=True)] for rows in zip(x.rows, y.rows, strict=True)])


@claim.instances(
    "n ≤ 4, three levels, only the inputs 0 and n with a positive prior: the optimum that is found has the pattern, "
    "and so has another one, where there is one, and their mean",
    mutants={"no loss on the inputs 0 and n": {"costs": 0}},
    largest=6,
)
def only_the_ends(costs=1, largest=4):
    for n, alpha, weight in product(range(1, largest + 1), map(Fraction, ("1/4", "1/2", "9/10")), (1, 2, 7)):
        prior = [Fraction(0)] * (n + 1)
        prior[0], prior[n] = Fraction(weight, weight + 1), Fraction(1, weight + 1)
        losses = [[costs * abs(i - r) if i in (0, n) else 0 for r in range(n + 1)] for i in range(n + 1)]
        best = solve_polytope(Problem(BayesianUser(table(losses), prior), alpha))
        accepted(best, "optimal")
        found, alone = [best.mechanism], uniqueness(best)
        if isinstance(alone, AnotherOptimum):
            accepted(alone, "not-only-optimal")
            found += [alone.other.mechanism, mean(best.mechanism, alone.other.mechanism)]
        for x in found:
            require(bool(row_pattern(x, alpha)), f"n = {n}, α = {alpha}, {weight}: {x.rows}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
