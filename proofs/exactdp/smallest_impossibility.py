"""Where one mechanism serves all users with priors over databases, and where two simple users have none.

If a prior over databases is that of a random walk d_0, …, d_n of neighbours with the results 0..n, then each walk is a
mechanism on results, and none loses less than y∘x^G. For n = 1, and for n = 2 with D = {0,1}, all databases with the
results i and i+1 are neighbours, so every prior is such. In all other cases a square, or two squares side by side, of
databases has two users whose wishes exclude each other: each holds two opposite corners, with weights 1/2. They lose
nothing by reading other responses as the nearer of their two results.
"""

from fractions import Fraction
from itertools import pairwise, product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, table, zero_one
from exactdp.model.neighbours import edges
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="exactdp.smallest-impossibility",
    title="the smallest databases on which no mechanism serves all users",
    section="8",
    position=20,
    statement=(
        "For 0 < α < 1, a mechanism that is optimal for all users with priors over databases and monotone losses "
        "exists exactly for n = 1 with any D, and for n = 2 with D of two values; then x^G is one. So nothing smaller "
        "than {0,1}^3, with 8 databases, and D^2 with |D| = 3, with 9, can do for Theorem 6.3; and both do, at every "
        "α, with every predicate, by two users with weights 1/2 on two databases each. On a square d_00, d_10 (result "
        "k), d_01, d_11 (k+1) they hold d_00, d_11 and d_10, d_01: each alone loses α/2, one of them in common at "
        "least α/(1+α), as with x^G. In {0,1}^3 they hold {1}, {2,3} and {2}, {1,3}: each alone loses α²/(1+α), in "
        "common 2α²/(1+α)². Both times the best common factor is 2/(1+α), near 2 for small α."
    ),
    latex=r"\frac{\alpha/(1+\alpha)}{\alpha/2} = \frac{2\alpha^2/(1+\alpha)^2}{\alpha^2/(1+\alpha)} = "
    r"\frac{2}{1+\alpha} > 1",
    domain="0 < α < 1, n ≥ 1, every finite D and non-trivial predicate, all mechanisms and remaps; at α = 0 and α = 1 "
    "one mechanism serves all; the two users have |i-r|^p, p > 0, or the 0-1 loss",
    every_n=True,
    verdict="proved",
    scope="all n, D, predicates, α, mechanisms and remaps; certificates at several α",
    uses=("ghosh2009.theorem-3.1", "ghosh2009.theorem-6.3.randomized", "ghosh2009.section-6-2.neighbours"),
)


@claim.proof(
    "n = 1, all of E_0 being neighbours of all of E_1: with P, Q the weights of E_0, E_1, PQ times the loss is the sum "
    "over d in E_0, e in E_1 of p_d·p_e times P·L(d) + Q·L(e), the loss of the mechanism (x_d, x_e) on results: summed "
    "over the first z of E_1, then over the first z of E_0. Where P or Q is 0, "
    "the user knows the result",
    mutants={"L(d) weighted with Q": {"turned": True}, "p_e left out": {"weighted": False}},
)
def one_row(turned=False, weighted=True):
    def over_results_one(P, Q, L, *rest):
        S, T, z = rest
        # S and T are the sums of p_e and of p_e·L(e) over the first z databases of E_1.
        p, at = entry("p", z), entry("L", z)
        first, second = (Q, P) if turned else (P, Q)
        term = (p if weighted else 1) * (first * L + second * at)
        yield P * L * S + Q * T + term, P * L * (S + p) + Q * (T + p * at)

    def over_results_zero(P, Q, U, *rest):
        V, W, z = rest
        # After it: S = Q, T = W; now U and V are the sums of p_d·L(d) and p_d over the first z of E_0.
        p, at = entry("p", z), entry("L", z)
        first, second = (Q, P) if turned else (P, Q)
        term = (p if weighted else 1) * (first * at * Q + second * W)
        yield P * Q * U + Q * V * W + term, P * Q * (U + p * at) + Q * (V + p) * W

    identity("P Q L S T", over_results_one, Domain("z", lambda z: [z]))
    identity("P Q U V W", over_results_zero, Domain("z", lambda z: [z]))
    # At the end V = P, and the sum is PQ times U + W, the loss.
    identity("P Q U W", lambda P, Q, U, W: [(P * Q * U + Q * P * W, P * Q * (U + W))])


@claim.proof(
    "n = 2, D = {0,1}: with the weights v, w of {1} and {2}, v+w times the loss is v times that of (x_{}, x_{1}, "
    "x_{1,2}) and w times that of (x_{}, x_{2}, x_{1,2}), both with v+w on the result 1. For v = w = 0 "
    "either walk alone will do",
    mutants={"weight v on the result 1": {"both": False}, "the walks exchanged": {"turned": True}},
)
def two_rows(both=True, turned=False):
    def pairs(p, q, v, w, *losses):
        none, one, two, all_of = losses
        middle = v + w if both else v
        first, second = (two, one) if turned else (one, two)
        by_one, by_two = p * none + middle * first + q * all_of, p * none + middle * second + q * all_of
        yield (v + w) * (p * none + v * one + w * two + q * all_of), v * by_one + w * by_two

    identity("p q v w none one two all", pairs)


def reduced(price, corners, held, label, column):
    """What a response costs both users in a column, less the prices; times a number, which is price["whole"] / 2."""
    total = 0 * price["whole"]
    for database, value in column.items():
        wrong = sum(int(database in held[user] and label[user] != corners[database]) for user in (0, 1))
        total += (wrong * price["whole"] - price[database]) * value
    return total


SQUARE = {"00": 0, "10": 0, "01": 1, "11": 1}
SQUARE_HELD = (("00", "11"), ("10", "01"))


@claim.proof(
    "the square: if |D| ≥ 3, two values agree about the predicate; let one row be either of these, another row one "
    "that satisfies it or one that does not, and the rest alike. With the price α/(2(1+α)) on each database, what a "
    "response costs is a sum of two slacks of neighbours, whichever way the two users read it: so they lose at least "
    "2α/(1+α)",
    mutants={
        "both users hold d_00, d_11": {"held": (("00", "11"), ("00", "11"))},
        "the price α/2": {"level": 0},
        "neighbours within α²": {"apart": 2},
    },
)
def square(held=SQUARE_HELD, level=1, apart=1):
    def hypotheses(a, *g):
        at = dict(zip(SQUARE, g, strict=True))
        near = [(u, v) for u, v in product(SQUARE, repeat=2) if (u[0] == v[0]) != (u[1] == v[1])]
        return {f"{u}<{v}": at[u] - a**apart * at[v] for u, v in near}

    def proofs(given, a, *g):
        at = dict(zip(SQUARE, g, strict=True))
        price = {**dict.fromkeys(SQUARE, a), "whole": 1 + level * a}
        for label in product((0, 1), repeat=2):
            wrong = [database for user in (0, 1) for database in held[user] if label[user] != SQUARE[database]]
            # The databases read wrongly are a side of the square, and each has a neighbour on the other side.
            across = len({database[0] for database in wrong}) > 1
            slacks = []
            for database in wrong:
                i, j = map(int, database)
                slacks.append(given[f"{database}<{i}{1 - j}" if across else f"{database}<{1 - i}{j}"])
            yield reduced(price, SQUARE, held, label, at), slacks[0] + slacks[1]

    positive = lambda a, *g: {"α": a, "1-α": 1 - a}  # noqa: E731
    signs(Assumed("a p q r s", positive, hypotheses, witness=[Fraction(1, 2), 1, 1, 1, 1]), proofs, strict=False)


GRID = {"1": 0, "": 0, "2": 0, "13": 1, "3": 1, "23": 1}
"""Whether 3 is in the database; the results of {1}, {2} are 1 and those of {1,3}, {2,3} are 2."""
CORNERS = {"1": 0, "2": 0, "13": 1, "23": 1}
GRID_HELD = (("1", "23"), ("2", "13"))


@claim.proof(
    "{0,1}^3, on the six databases {1}, {}, {2}, {1,3}, {3}, {2,3}: with the prices α²/(2(1+α)²) on the four that are "
    "held and α²/(1+α)² on {} and {3}, what a response costs is a sum of slacks of neighbours; so together they lose "
    "at least 4α²/(1+α)²",
    mutants={
        "the second user holds {1}, {1,3}": {"held": (("1", "23"), ("1", "13"))},
        "{} and {3} without a price": {"middle": 0},
        "3α for 2α": {"twice": 3},
    },
)
def cube(held=GRID_HELD, middle=2, twice=2):
    pairs = [(u, v) for u in GRID for v in GRID if len(set(u) ^ set(v)) == 1]

    def hypotheses(a, *g):
        at = dict(zip(GRID, g, strict=True))
        return {f"{u}<{v}": at[u] - a * at[v] for u, v in pairs}

    def proofs(given, a, *g):
        at = dict(zip(GRID, g, strict=True))
        level, one = given["α"], positive_number(1)
        price = {key: (1 if key in CORNERS else middle) * a**2 for key in GRID}
        for label in product((0, 1), repeat=2):
            value = reduced({**price, "whole": (1 + a) ** 2}, CORNERS, held, label, at)
            if label[0] == label[1]:
                # Wrong where 3 is in the database, or where it is not.
                x, y = (("1", "", "2"), ("13", "3", "23"))[:: 1 if label == (0, 0) else -1]
                slack = level * (given[f"{y[0]}<{x[0]}"] + given[f"{y[2]}<{x[2]}"])
                slack = slack + level * twice * given[f"{y[1]}<{x[1]}"]
                slack = slack + (one + level) * (given[f"{y[0]}<{y[1]}"] + given[f"{y[2]}<{y[1]}"])
            else:
                slack = None
                for row in (("1", "", "2"), ("13", "3", "23")):
                    start, between, end = row if label == (0, 1) else row[::-1]
                    part = (one + level * twice) * given[f"{end}<{between}"] + level * given[f"{between}<{start}"]
                    slack = part if slack is None else slack + part
            yield value, slack

    assumed = Assumed(
        "a p q r s t u",
        lambda a, *g: {"α": a, "1-α": 1 - a},
        hypotheses,
        witness=[Fraction(1, 2), 1, 1, 1, 1, 1, 1],
    )
    signs(assumed, proofs, strict=False)


@claim.proof(
    "one user alone, with the probabilities p_0, …, p_m of the higher reading along a walk between its two databases: "
    "for m = 2, p_0 + 1-p_2 less α is a sum of slacks, for m = 3, 1+α times p_0 + 1-p_3 less 2α²",
    mutants={"p_1 ≤ 1": {"level": 0}, "2α for 2α²": {"power": 1}},
)
def alone(level=1, power=2):
    def hypotheses(a, *p):
        found = {}
        for k, (x, y) in enumerate(pairwise(p)):
            found |= {f"p{k}": x - a * y, f"q{k + 1}": (1 - y) - a**level * (1 - x)}
        return found

    def square_user(given, a, *p):
        yield p[0] + 1 - p[2] - a, given["p0"] + given["q2"]

    def cube_user(given, a, *p):
        edge = (given["p1"] + given["q2"]) * given["α"]
        yield (
            (1 + a) * (p[0] + 1 - p[3]) - 2 * a**power,
            (positive_number(1) + given["α"]) * (given["p0"] + given["q3"]) + edge,
        )

    half = Fraction(1, 2)
    positive = lambda a, *p: {"α": a, "1-α": 1 - a}  # noqa: E731
    signs(Assumed("a p q r", positive, hypotheses, witness=[half] * 4), square_user, strict=False)
    signs(Assumed("a p q r s", positive, hypotheses, witness=[half] * 5), cube_user, strict=False)


# Along the walk of one user, the probabilities of the higher reading by how many of its rows look like the higher
# database, times a common denominator, which comes first; as coefficients of 1, α, α².
FOR_TWO = ((2,), (0, 1), (1,), (2, -1))
FOR_THREE = ((1, 1), (0, 0, 1), (0, 1), (1,), (1, 1, -1))
# Of y-αx, x-αy and the same for 1-x, 1-y, for each step: factors a = α, b = 1-α, s = 1+α, 2; none where it is 0.
SLACKS = (("bs  bb 2b", "2b bb  bs"), ("abs  bbs bs", "bs   bs", "bs bbs  abs"))


def polynomial(row, a):
    """The value of a polynomial in α."""
    return sum((c * a**k for k, c in enumerate(row)), 0 * a)


@claim.proof(
    "and it loses no more: let it read the higher result with probability (α, 1, 2-α)/2 or (α², α, 1, 1+α-α²)/(1+α), "
    "by how many of the two or three rows look like the higher database; other rows and values count for nothing, one "
    "row changes that number by at most one, and neighbouring probabilities are within α",
    mutants={
        "1+α-α³ for three rows": {"three": (*FOR_THREE[:4], (1, 1, 0, -1))},
        "α²/2 for two": {"two": ((2,), (0, 0, 1), (1,), (2, -1))},
    },
)
def attained_alone(two=FOR_TWO, three=FOR_THREE):
    def proofs(given, a):
        factors = {"a": given["α"], "b": given["1-α"], "s": positive_number(1) + given["α"], "2": positive_number(2)}
        for (total, *row), slacks in zip((two, three), SLACKS, strict=True):
            whole, values = polynomial(total, a), [polynomial(each, a) for each in row]
            for x, y, letters in zip(values[:-1], values[1:], slacks, strict=True):
                found = (y - a * x, x - a * y, (whole - y) - a * (whole - x), (whole - x) - a * (whole - y))
                for value, name in zip(found, letters.split(" "), strict=True):
                    proof = positive_number(1)
                    for letter in name:
                        proof = proof * factors[letter]
                    # A difference of 0 is shown as 1 = 1 + it.
                    yield (value, proof) if name else (1 + value, proof)

    level = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 3)])
    signs(level, proofs, strict=False)

    def lost(a):
        # The two errors together: α times 2, and 2α² times 1, over the denominators.
        for (total, *row), both in ((two, (0, 2)), (three, (0, 0, 2))):
            yield polynomial(row[0], a) + polynomial(total, a) - polynomial(row[-1], a), polynomial(both, a)

    identity("a", lost)


@claim.proof(
    "together no more than 2/(1+α) times as much: on the square x^G loses α/(1+α); in {0,1}^3 let G_1 tell whether row "
    "3 is 1, and G_2 how many of the rows 1, 2 look like {2}; who reads 0 and 2 of G_2 as its two databases, and 1 as "
    "G_1 says, loses α²/(1+α) + α(1-α)/(1+α)·α/(1+α), either user",
    mutants={"who always reads as G_1 says": {"by_rows": False}, "2/(1+2α)": {"twice": 2}},
)
def attained_together(by_rows=True, twice=1):
    # G_1 and G_2 on 0..1 and 0..2, times 1+α, and the coordinates of the four databases.
    at = {"1": (0, 0), "2": (0, 2), "13": (1, 0), "23": (1, 2)}

    def pairs(a):
        first = [[a**0, a], [a, a**0]]
        second = [[a**0, a * (1 - a), a**2], [a, 1 - a, a], [a**2, a * (1 - a), a**0]]
        for low, high in GRID_HELD:
            errors = 0 * a
            for u, v in product(range(2), range(3)):
                reads = v == at[high][1] if by_rows and v != 1 else u == 1
                i, j = at[low] if reads else at[high]
                errors += first[i][u] * second[j][v]
            # Errors are twice the loss, times (1+α)².
            yield errors, 4 * a**2
        # The quotients: α/(1+α) by α/2, and 2α²/(1+α)² by α²/(1+α).
        yield a * (1 + twice * a) * 2, (1 + a) * (a * 2)
        yield 2 * a**2 * (1 + a) * (1 + twice * a), 2 * a**2 * (1 + a) ** 2

    identity("a", pairs)


def cube_of(values, n, good):
    """The databases of D^n, their results, and their pairs of neighbours."""
    databases = list(product(values, repeat=n))
    pairs = [
        (i, j)
        for i, d in enumerate(databases)
        for j, e in enumerate(databases)
        if i < j and sum(x != y for x, y in zip(d, e, strict=True)) == 1
    ]
    return databases, [sum(v in good for v in d) for d in databases], edges(pairs, inputs=range(len(databases)))


def least(space, alpha, held, readings):
    """The certified least sum of the losses of users with |i-r| and weights 1/2 on two databases each."""
    databases, results, neighbours = space
    answers = list(product(readings, repeat=len(held)))
    size = len(databases)
    rows = [
        [
            size * sum((d in pair) * Fraction(1, 2) * abs(results[i] - r) for pair, r in zip(held, answer, strict=True))
            for answer in answers
        ]
        for i, d in enumerate(databases)
    ]
    user = BayesianUser(table(rows), [Fraction(1, size)] * size)
    found = solve_polytope(Problem(user, alpha, neighbours, responses=range(len(answers))))
    accepted(found)
    return found.value


SPACES = (
    ("abc", 2, "c", (("aa", "bc"), ("ba", "ac"))),
    ("abc", 2, "bc", (("ba", "cc"), ("ca", "bc"))),
    ("01", 3, "1", (("100", "011"), ("010", "101"))),
)


@claim.instances(
    "certified optima on all databases of D^2 with |D| = 3 and one or two values that satisfy the predicate, and of "
    "{0,1}^3, at α = 1/10, 1/2, 4/5: the least sum is 2/(1+α) times what the two users lose alone",
    mutants={
        "users who hold neighbours": {"spaces": (("abc", 2, "c", (("aa", "ac"), ("ba", "bc"))),)},
        "the factor 4/3 at every level": {"level": "1/2"},
    },
    levels=("1/100", "1/3", "99/100"),
)
def certified(spaces=SPACES, levels=("1/10", "1/2", "4/5"), level=None):
    for values, n, good, held in spaces:
        space = databases, results, _ = cube_of(values, n, good)
        users = [[tuple(d) for d in pair] for pair in held]
        readings = sorted({results[databases.index(d)] for pair in users for d in pair})
        for alpha in map(Fraction, levels):
            together = least(space, alpha, users, readings)
            one_by_one = sum(least(space, alpha, [pair], readings) for pair in users)
            factor = 2 / (1 + Fraction(level or alpha))
            require(together == factor * one_by_one, f"α = {alpha}: {together} and {one_by_one}")


@claim.instances(
    "nothing smaller, by certified optima for all priors proportional to weights 0, 1, 3: for D = {0,1}, n = 2, and "
    "D = {a, b, c}, n = 1, with |i-r| at α = 1/2 and the 0-1 loss at α = 1/5, no mechanism on databases beats "
    "y∘x^G with the prior induced on results",
    mutants={"|D| = 3 and n = 2": {"spaces": (("abc", 2, "c"),), "weights": (0, 1), "stride": 17}},
    weights=(0, 1, 2, 5),
)
def nothing_smaller(spaces=(("01", 2, "1"), ("abc", 1, "c")), weights=(0, 1, 3), stride=1):
    for values, n, good in spaces:
        databases, results, neighbours = cube_of(values, n, good)
        for prior in list(product(weights, repeat=len(databases)))[1::stride]:
            for loss, alpha in ((absolute(), "1/2"), (zero_one(), "1/5")):
                rows = table([[loss(i, r) for r in range(n + 1)] for i in results])
                best = solve_polytope(
                    Problem(BayesianUser(rows, proportional(prior)), alpha, neighbours, responses=range(n + 1))
                )
                totals = [sum(w for w, i in zip(prior, results, strict=True) if i == k) for k in range(n + 1)]
                remapped = interact(BayesianUser(loss, proportional(totals)), geometric(n=n, alpha=alpha))
                for found in (best, remapped):
                    accepted(found)
                require(best.value == remapped.value, f"{prior}, {loss}: {best.value} and {remapped.value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
