"""Lemma 5.5: some ↓, then at most one S, then some ↑, in every row of the constraint matrix of an optimal mechanism.

Where row i is not so, there are responses l < m with C(i, l) ≠ ↓ and C(i, m) ≠ ↑. If i ≤ (l+m)/2, a part δ of x_i'm is
moved to x_i'l in the rows i' ≤ i; otherwise a part of x_i'l is moved to x_i'm in the rows i' > i. No row moves to a
farther response. The proof says that every row moves to a nearer one; row i = (l+m)/2 does not, but row 0 does, and
that is enough if the prior is positive there and the loss strictly monotone.

Otherwise optimal vertices may lack the pattern, but not all of them do. Let p_ε = (1-ε)·p + ε·uniform, and l_ε = l +
ε·|i-r|. There are finitely many vertices; so one of them is optimal for (p_ε, l_ε) with arbitrarily small ε > 0. It has
the pattern by what is proved, and since the loss is continuous in ε it is optimal for (p, l) too.
"""

from fractions import Fraction
from itertools import combinations, permutations, product

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, signs
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import accepted_optimum
from exactdp.claims.words import row_pattern
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, power_loss, squared, table, threshold, zero_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.optimum.search import optimal
from exactdp.optimum.uniqueness import AnotherOptimum, uniqueness
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.vertex import vertex
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.lemma-5.5",
    title="the rows of an optimal mechanism's constraint matrix",
    section="5",
    position=70,
    statement=(
        "If the loss is strictly monotone in |i-r| and the prior positive everywhere, every row of the constraint "
        "matrix of every optimal mechanism is, without its Z-columns, ↓…↓, then at most one S, then ↑…↑. For every "
        "other monotone loss or prior at least one optimal vertex is so, but not every one: for the prior 1/2, 1/2, 0 "
        "and |i-r| the rows (2/3, 1/3, 0), (1/3, 2/3, 0), (2/3, 1/3, 0) are an optimal vertex at α = 1/2, with ↑↓ in "
        "row 1."
    ),
    latex=r"C(i,\cdot) = \downarrow \cdots \downarrow \; [S] \; \uparrow \cdots \uparrow",
    domain="n ≥ 1, 0 < α < 1, a user's optimal mechanisms with the responses 0..n",
    every_n=True,
    verdict="corrected",
    scope=(
        "all n, α and optimal mechanisms for strictly monotone losses and priors of full support; the limiting "
        "argument in words, and on instances"
    ),
    printed=(
        "every row, for every optimal vertex of every user with a monotone loss; in the proof, a strict decrease of "
        "the loss for all i' ≤ i"
    ),
    slip="statement",
)


@claim.counterexample(
    "n = 2, α = 1/2: the kernel accepts that the rows (2/3, 1/3, 0), (1/3, 2/3, 0), (2/3, 1/3, 0) are an optimal "
    "vertex, for the prior 1/2, 1/2, 0 and |i-r|, and for the uniform prior and a monotone loss that is 0 on the input "
    "2; row 1 of its constraint matrix reads ↑↓",
    mutants={
        "a prior of full support": {"prior": ("49/100", "49/100", "2/100")},
        "the loss |i-r| on the input 2": {"last": (2, 1, 0)},
        "G": {"x": geometric(n=2, alpha="1/2")},
    },
)
def optimal_without_it(prior=("1/2", "1/2", 0), last=(0, 0, 0), x=WITHOUT_PATTERN):
    accepted(vertex(x, "1/2"), "vertex")
    require(row_pattern(x, "1/2").witness == "row 1 reads ↑↓", "row 1 reads otherwise")
    for user in (BayesianUser(absolute(), prior), BayesianUser(table([[0, 1, 2], [1, 0, 1], last]), uniform(n=2))):
        accepted_optimum(Problem(user, "1/2"), x)


TENTHS = """
    1/3  1/4 1/12 1/3
    1/6  1/2 1/6  1/6
    1/12 1/4 1/3  1/3
    1/24 1/8 1/6  2/3
"""


@claim.counterexample(
    "full support and the 0-1 loss, n = 3, α = 1/2, the prior 1/10, 2/10, 3/10, 4/10: an optimal vertex with ↓↑↑↓ in "
    "row 0, as the kernel accepts",
    mutants={"the loss |i-r|": {"loss": absolute()}, "the uniform prior": {"weights": (1, 1, 1, 1)}},
)
def zero_one_loss(loss=None, weights=(1, 2, 3, 4)):
    x = Mechanism([line.split() for line in TENTHS.strip().splitlines()])
    best = optimal(Problem(BayesianUser(loss or zero_one(), proportional(weights)), "1/2"))
    accepted(vertex(x, "1/2"), "vertex")
    accepted(Optimum(best.problem, best.value, best.dual, None, x), "optimal")
    require(row_pattern(x, "1/2").witness == "row 0 reads ↓↑↑↓", "row 0 reads otherwise")


@claim.counterexample(
    "the proof's 'for all i' ≤ i the expected loss strictly decreases': with l = 0, m = 2 and i = 1 row 1 moves to a "
    "response that is as far",
    mutants={"m = 3": {"m": 3}, "row 0": {"row": 0}},
)
def as_far(low=0, m=2, row=1):
    require(low + m >= 2 * 1, "i is above (l+m)/2")
    require(abs(row - low) == abs(row - m), "row i moves to a nearer response")


@claim.proof(
    "no row i' ≤ i ≤ (l+m)/2 is farther from l than from m, only i' = i = (l+m)/2 is as far, and that is not row 0: "
    "with i' = i-v, for i ≤ l, l = i+u and m = l+w+1; otherwise l = i-u, u ≥ 1, and m = i+u+w. By powers of a: "
    "a^|i'-m| is a^|i'-l| times a or a higher power, but a^0 where v = w = 0",
    mutants={"nearer in row i too": {"all_nearer": True}, "(l+m+1)/2": {"more": 1}},
)
def first_case(all_nearer=False, more=0):
    def after(a, u, v, w):
        yield a ** (u + v + w + 1), a ** (u + v) * a * a**w

    identity("a", after, Domain("u v w", lambda u, v, w: [u, v, w]))

    def around(a, u, v, w):
        near, far = a ** abs(v - u), a ** (u + v + w - more)
        if v == 0:
            yield far, near * a if all_nearer and w == 0 else near * a**w
        elif v <= u:
            yield far, near * a * a ** (2 * v + w - 1)
        else:
            yield far, near * a * a ** (2 * u + w - 1)

    identity("a", around, Domain("u v w", lambda u, v, w: [u - 1, v, w]))
    # Row 0 is v = i, and l = i-u is at least 0.
    identity(
        "a",
        lambda a, u, i, w: [(a ** (u + i + w), a ** (i - u) * a * a ** (2 * u + w - 1))],
        Domain("u i w", lambda u, i, w: [u - 1, i - u, w]),
    )


@claim.proof(
    "every row i' ≥ i+1 is nearer to m than to l, for i > (l+m)/2, though m may be above it: with i' = i+v, v ≥ 1, for "
    "m ≤ i, m = i-u and l = m-w-1; otherwise m = i+u, u ≥ 1, and l = i-u-w-1",
    mutants={"the rows i' ≥ i, and i ≥ (l+m)/2": {"least": 0, "gap": 0}},
)
def second_case(least=1, gap=1):
    def before(a, u, v, w):
        yield a ** (u + v + w + 1), a ** (u + v) * a * a**w

    identity("a", before, Domain("u v w", lambda u, v, w: [u, v - 1, w]))

    def around(a, u, v, w):
        near, far = a ** abs(v - u), a ** (v + u + w + gap)
        if v == 0 and w == 0:
            yield far, near * a
        else:
            yield far, near * a * a ** (2 * (min(v, u)) + w + gap - 1)

    identity("a", around, Domain("u v w", lambda u, v, w: [u - 1, v - least, w]))


@claim.proof(
    "the change of the loss in a row is p·δ·x_m·(l(i', l) - l(i', m)), negative where l is strictly nearer: with x_m ← "
    "(1-δ)·x_m and x_l ← x_l + δ·x_m, which keep x_l + x_m",
    mutants={"x_l ← x_l + δ": {"times": 0}, "a prior that may be 0": {"support": False}},
)
def loss_change(times=1, support=True):
    def changed(d, x, y):
        return (1 - d) * y, x + d * y**times

    def pairs(d, *others):
        x, y, p, c, e = others
        far, near = changed(d, x, y)
        yield far + near, x + y
        yield p * (far * e + near * c) - p * (y * e + x * c), p * d * y * (c - e)

    identity("d x y p c e", pairs)
    # c and e are l(i', l) and l(i', m).
    named = "d y p c e"
    assumed = Assumed(
        named,
        lambda d, y, p, c, e: {"δ": d, "x_m": y, "e-c": e - c} | ({"p": p} if support else {}),
        lambda d, y, p, c, e: {} if support else {"p": p},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(0), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, d, y, p, c, e: [
            (p * d * y * e - p * d * y * c, given["p"] * given["δ"] * given["x_m"] * given["e-c"])
        ],
    )


@claim.proof(
    "privacy between rows that both change: the difference in column m is 1-δ times the old, and that in column l the "
    "old plus δ times that of column m",
    mutants={"1+δ": {"sign": 1}},
)
def inside(sign=-1):
    # Here x, y are two neighbouring rows' entries in column m, in either order, and u, v those in column l.
    def pairs(a, d, *entries):
        x, y, u, v = entries
        yield (1 - d) * y - a * (1 - d) * x, (1 + sign * d) * (y - a * x)
        yield (v + d * y) - a * (u + d * x), (v - a * u) + d * (y - a * x)

    identity("a d x y u v", pairs)


@claim.proof(
    "privacy between row i, which changes, and row i+1, which does not: two differences grow, by α·δ·x_im and δ·x_im; "
    "the other two remain ≥ 0 exactly while δ ≤ (x_im - α·x_(i+1)m)/x_im and δ ≤ (x_(i+1)l - α·x_il)/(α·x_im), which "
    "are positive, as C(i, m) ≠ ↑ and C(i, l) ≠ ↓; the first is below 1. In the second case the same with the rows i+1 "
    "and i, since C(i, l) ≠ ↓ and C(i, m) ≠ ↑ are again what is needed",
    mutants={"α·δ·x_im for δ·x_im": {"power": 1}, "C(i, m) = ↑": {"slack": False}},
)
def border(power=0, slack=True):
    def pairs(a, d, *entries):
        x, y, u, v = entries
        yield y - a * ((1 - d) * x), (y - a * x) + a * d * x
        yield (1 - d) * x - a * y, (x - a * y) - d * x * a**power
        yield (u + d * x) - a * v, (u - a * v) + d * x
        yield v - a * (u + d * x), (v - a * u) - a * d * x

    identity("a d x y u v", pairs)
    # The two bounds times their denominators, x and α·x; and how far the first is below 1.
    given_signs = Assumed(
        "a x y u v",
        lambda a, x, y, u, v: {"α": a, "x": x, "y": y, "v-αu": v - a * u} | ({"x-αy": x - a * y} if slack else {}),
        lambda a, x, y, u, v: {} if slack else {"x-αy": x - a * y},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1), Fraction(1)],
    )

    def bounds(given, a, *entries):
        x, y, u, v = entries
        yield x - a * y, given["x-αy"]
        yield v - a * u, given["v-αu"]
        yield x - (x - a * y), given["α"] * given["y"]

    signs(given_signs, bounds)


@claim.instances(
    "a word of ↓, S and ↑ lacks the pattern just where it has letters l < m, the first not ↓ and the second not ↑: all "
    "1,092 words of at most 6 letters",
    mutants={"the first is ↑": {"first": "↓S"}},
)
def words(first="↓"):
    for length in range(1, 7):
        for word in product("↓S↑", repeat=length):
            joined = "".join(word)
            slack = joined.count("S")
            pattern = "↓" * joined.count("↓") + "S" * slack + "↑" * joined.count("↑")
            broken = any(one not in first and other != "↑" for one, other in combinations(word, 2))
            require((joined == pattern and slack <= 1) == (not broken), f"the word {joined}")


def moved(x, alpha, i, pair, part):
    """The change in the proof, with this part of the largest δ; and that δ, the rows that change, from and to where."""
    low, high = pair
    up = 2 * i <= low + high
    to, source, edge, beyond = (low, high, i, i + 1) if up else (high, low, i + 1, i)
    largest = part * min(
        1 - alpha * x[beyond, source] / x[edge, source],
        (x[beyond, to] - alpha * x[edge, to]) / (alpha * x[edge, source]),
    )
    rows = [list(row) for row in x.rows]
    changed = range(i + 1) if up else range(i + 1, len(x))
    for k in changed:
        rows[k][to] += largest * x[k, source]
        rows[k][source] -= largest * x[k, source]
    return rows, largest, changed, source, to


@claim.instances(
    "for n ≤ 3 and every G with its columns in another order, and every l, m, i that break the pattern: with the "
    "largest δ the mechanism is α-private, with 101/100 of it not, and the loss falls as computed",
    mutants={"11/10 of the largest δ": {"part": Fraction(11, 10)}, "a loss that grows otherwise": {"factor": 2}},
)
def on_permuted(part=Fraction(1), factor=1):
    for n in range(1, 4):
        loss, prior = squared(), proportional(range(1, n + 2))
        for alpha in map(Fraction, ("1/4", "9/10")):
            for images in permutations(range(n + 1)):
                x = geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1))
                tight = constraint_matrix(Mechanism(x.rows), alpha)
                for i, pair in product(range(n), combinations(range(n + 1), 2)):
                    if tight[i, pair[0]] == "↓" or tight[i, pair[1]] == "↑":
                        continue
                    rows, delta, changed, source, to = moved(x, alpha, i, pair, part)
                    require(min(min(row) for row in rows) >= 0, f"{rows} has a negative entry")
                    require(bool(private(Mechanism(rows), alpha)), f"{rows} is not {alpha}-private")
                    beyond = moved(x, alpha, i, pair, Fraction(101, 100))[0]
                    if min(min(row) for row in beyond) >= 0:
                        require(not private(Mechanism(beyond), alpha), f"{rows} is not at the bound")
                    change = sum(
                        prior[k] * loss(k, r) * (rows[k][r] - x[k, r]) for k in range(n + 1) for r in range(n + 1)
                    )
                    gains = (prior[k] * x[k, source] * (loss(k, to) - loss(k, source)) for k in changed)
                    expected = delta * sum(gains)
                    require(change == factor * expected < 0, f"the loss changes by {change}")


STRICT = (absolute(), squared(), power_loss("1/2"))


@claim.instances(
    "strict users, n ≤ 4, three levels, three losses, three priors: the optimal vertex that the linear program finds "
    "has the pattern, and where there is another optimal mechanism that one has it too, and so has what is halfway",
    mutants={"the loss |i-r| > 1": {"losses": (threshold(1),)}, "no prior on 0": {"first": 0}},
)
def strict_users(losses=STRICT, first=1):
    for n in range(1, 5):
        for alpha in map(Fraction, ("1/4", "1/2", "9/10")):
            for loss in losses:
                for prior in ([first, *[1] * n], [first, *range(2, n + 2)], [first, *[3**k for k in range(1, n + 1)]]):
                    found = solve_polytope(Problem(BayesianUser(loss, proportional(prior)), alpha))
                    accepted(found, "optimal")
                    alone = uniqueness(found)
                    all_found = [found.mechanism]
                    if isinstance(alone, AnotherOptimum):
                        other = alone.other.mechanism
                        half = [
                            [(x + y) / 2 for x, y in zip(*rows, strict=True)]
                            for rows in zip(found.mechanism.rows, other.rows, strict=True)
                        ]
                        all_found += [other, Mechanism(half)]
                    for each in all_found:
                        pattern = row_pattern(each, alpha)
                        require(bool(pattern), f"n = {n}, α = {alpha}, {loss}, {prior}: {pattern.witness}")


OTHERS = (zero_one(), threshold(1), absolute())


@claim.instances(
    "other users, n ≤ 4, α = 1/4 and 1/2: the optimal vertex for ε = 10^-6 has the pattern, and the kernel accepts "
    "that it is optimal for ε = 0",
    mutants={"ε = 1/2": {"epsilon": Fraction(1, 2)}, "the vertex found for ε = 0": {"epsilon": Fraction(0)}},
)
def other_users(epsilon=Fraction(1, 10**6)):
    for n in range(1, 5):
        priors = (
            uniform(n=n),
            point_mass(n=n, i=n),
            proportional([1, 1, *[0] * (n - 1)]),
            proportional(range(1, n + 2)),
        )
        for alpha in map(Fraction, ("1/4", "1/2")):
            for loss in OTHERS:
                for prior in priors:
                    near = BayesianUser(
                        table([[loss(i, r) + epsilon * abs(i - r) for r in range(n + 1)] for i in range(n + 1)]),
                        [(1 - epsilon) * p + epsilon / (n + 1) for p in prior],
                    )
                    x = solve_polytope(Problem(near, alpha)).mechanism
                    best = optimal(Problem(BayesianUser(loss, prior), alpha))
                    accepted(Optimum(best.problem, best.value, best.dual, None, x), "optimal")
                    pattern = row_pattern(x, alpha)
                    require(bool(pattern), f"n = {n}, α = {alpha}, {loss}, {prior}: {pattern.witness}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
