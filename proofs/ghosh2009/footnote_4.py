"""Footnote 4: the vertices that are not derivable from G, counted, and for whom they are optimal.

A column of an α-private mechanism is zero, or its constraints read as a word of ↓, ↑ and S. Each S begins a new block,
whose entries are one unknown times powers of α. A mechanism is a vertex just where the blocks' unknowns are determined
by the row sums; so all vertices are found by trying every choice of words with n+1 blocks at most. Columns with the
same word are dependent, and the order of the columns is free: a choice of m words stands for (n+1)!/(n+1-m)! vertices.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product
from math import comb, perm

from flint import fmpq, fmpq_mat

from exactdp.claims import Assumed, Claim, accepted, identity, require, signs
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import accepted_optimum
from exactdp.claims.words import row_pattern
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, table
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix, rebuilt_remap
from exactdp.polytope.derivability import derive
from exactdp.polytope.vertex import vertex
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.footnote-4",
    title="vertices that are not derivable from G",
    section="5",
    position=115,
    statement=(
        "For n = 1, 2, 3, 4 the polytope has 4, 27, 664 and 55,725 vertices, of which 0, 6, 528 and 54,680 are not "
        "derivable from G. None of these is optimal for a user with a strictly monotone loss and a prior of full "
        "support. But for other users some are: for the prior 1/2, 1/2, 0 and the loss |i-r| the vertex with the rows "
        "(1, α, 0), (α, 1, 0), (1, α, 0) over 1+α is optimal, and not derivable."
    ),
    latex=(
        r"\frac{1}{1+\alpha}\begin{pmatrix} 1 & \alpha & 0 \\ \alpha & 1 & 0 \\ 1 & \alpha & 0 \end{pmatrix}\ \text{is "
        r"an optimal vertex for}\ p = (\tfrac12, \tfrac12, 0),\ l = |i-r|"
    ),
    domain="1 ≤ n ≤ 4, 0 < α < 1, responses 0..n",
    verdict="corrected",
    scope=(
        "the count for n ≤ 3 at three levels and for n = 4 at α = 1/2; that none is optimal for strict users for n ≤ 3 "
        "at α = 1/2; the vertex that is optimal and not derivable for all α"
    ),
    printed="these vertices are not optimal for any user",
    slip="statement",
    uses=("ghosh2009.section-6.1",),
)

LEVELS = tuple(map(Fraction, ("1/5", "1/2", "9/10")))


@claim.counterexample(
    "n = 2, α = 1/2: the kernel accepts that it is a vertex, that it is not derivable, and that it is optimal for the "
    "prior 1/2, 1/2, 0 with |i-r|, and for the uniform prior where the input 2 costs nothing, whatever the response",
    mutants={
        "a prior of full support": {"prior": ("49/100", "49/100", "2/100")},
        "G": {"x": geometric(n=2, alpha="1/2")},
        "the input 2 has the loss |i-r|": {"last": (2, 1, 0)},
    },
)
def optimal_for_some(prior=("1/2", "1/2", 0), x=WITHOUT_PATTERN, last=(0, 0, 0)):
    accepted(vertex(x, "1/2"), "vertex")
    accepted(derive(x, "1/2"), "not-derivable")
    for user in (BayesianUser(absolute(), prior), BayesianUser(table([[0, 1, 2], [1, 0, 1], last]), uniform(n=2))):
        accepted_optimum(Problem(user, "1/2"), x)


@claim.instances(
    "the same for all α: its rows sum to 1; α·(x_00 + x_20) - (1+α²)·x_10, which is at most 0 for what is derivable, "
    "is α·(1-α)(1+α) over 1+α, and so positive; its loss is (x_01 + x_10)/2 = α/(1+α), the least there is, as |i-r| is "
    "at least the 0-1 loss",
    mutants={"1+2α² for 1+α²": {"factor": 2}, "x_20 = α/(1+α)": {"last": 1}},
)
def for_all_levels(factor=1, last=0):
    def one_plus_alpha_times(a):
        return (a**0, a, a**last), (a, a**0, a ** (1 - last))

    def pairs(a):
        first, second = one_plus_alpha_times(a)
        for x, y in zip(first, second, strict=True):
            yield x + y, 1 + a
        yield (first[1] + second[0]), 2 * a

    identity("a", pairs)
    inside = Assumed("a", lambda a: {"α": a, "1-α": 1 - a, "1+α": 1 + a}, witness=[Fraction(1, 2)])

    def difference(given, a):
        first, _ = one_plus_alpha_times(a)
        value = a * (first[0] + first[2]) - (1 + factor * a**2) * first[1]
        yield value, given["α"] * given["1-α"] * given["1+α"]

    signs(inside, difference)


# All vertices


def blocks(word: str, alpha: Fraction) -> list[list[Fraction]]:
    """One column for each block of a word, its first entry 1."""
    found, block = [], [Fraction(1)] + [Fraction(0)] * len(word)
    for i, letter in enumerate(word):
        if letter == "S":
            found.append(block)
            block = [Fraction(0)] * (len(word) + 1)
            block[i + 1] = Fraction(1)
        else:
            block[i + 1] = block[i] * alpha if letter == "↓" else block[i] / alpha
    return [*found, block]


def choices(words: list[str], room: int) -> Iterator[tuple[str, ...]]:
    """All sets of words with at most so many blocks together."""
    yield ()
    for k, word in enumerate(words):
        if word.count("S") < room:
            yield from ((word, *rest) for rest in choices(words[k + 1 :], room - word.count("S") - 1))


def determined(columns: list[list[Fraction]]) -> list[Fraction] | None:
    """The only coefficients with which the columns sum to 1 in every row, if there are such."""
    rows = [[*(fmpq(v.numerator, v.denominator) for v in row), fmpq(1)] for row in zip(*columns, strict=True)]
    reduced, rank = fmpq_mat(rows).rref()
    count = len(columns)
    if rank != count or any(reduced[k, k] != 1 for k in range(count)):
        return None
    return [Fraction(int(reduced[k, count].p), int(reduced[k, count].q)) for k in range(count)]


def nonzero_columns(n: int, alpha: Fraction, letters="↓↑S") -> Iterator[list[list[Fraction]]]:
    """The nonzero columns of every vertex, in one order of all that there are."""
    words = ["".join(word) for word in product(letters, repeat=n)]
    for chosen in choices(words, n + 1):
        parts = [(k, block) for k, word in enumerate(chosen) for block in blocks(word, alpha)]
        unknowns = determined([block for _, block in parts]) if parts else None
        if unknowns is None or min(unknowns) <= 0:
            continue
        columns = [[Fraction(0)] * (n + 1) for _ in chosen]
        for unknown, (k, block) in zip(unknowns, parts, strict=True):
            columns[k] = [x + unknown * v for x, v in zip(columns[k], block, strict=True)]
        if all(
            alpha * x < y and alpha * y < x
            for word, column in zip(chosen, columns, strict=True)
            for i, (x, y) in enumerate(pairwise(column))
            if word[i] == "S"
        ):
            yield columns


def mechanism(columns: list[list[Fraction]], places: tuple[int, ...]) -> Mechanism:
    """The mechanism that has these columns in these places."""
    size = len(columns[0])
    rows = [[Fraction(0)] * size for _ in range(size)]
    for place, column in zip(places, columns, strict=True):
        for i, x in enumerate(column):
            rows[i][place] = x
    return Mechanism(rows)


COUNTS = {1: (4, 0), 2: (27, 6), 3: (664, 528), 4: (55725, 54680)}


@claim.instances(
    "for n = 1, 2, 3 at three levels, and n = 4 at α = 1/2, there are 4, 27, 664 and 55,725 vertices, of which 0, 6, "
    "528 and 54,680 are not derivable from G; the kernel accepts each as a vertex, and whether it is derivable, in one "
    "order of its columns",
    mutants={
        "without S": {"letters": "↓↑"},
        "5 underivable for n = 2": {"counts": {2: (27, 5)}},
        "665 for n = 3": {"counts": {3: (665, 528)}},
    },
)
def counted(letters="↓↑S", counts=None):
    for n, expected in (COUNTS if counts is None else counts).items():
        for alpha in LEVELS if n < 4 else (Fraction(1, 2),):
            total = underivable = 0
            for columns in nonzero_columns(n, alpha, letters):
                x = mechanism(columns, tuple(range(len(columns))))
                found, orders = derive(x, alpha), perm(n + 1, len(columns))
                accepted(vertex(x, alpha), "vertex")
                accepted(found, "derivable" if found else "not-derivable")
                total += orders
                underivable += 0 if found else orders
            require((total, underivable) == expected, f"n = {n}, α = {alpha}: {underivable} of {total}")


@claim.instances(
    "the derivable ones are Σ_m C(n, m-1)·(n+1)!/(n+1-m)! in number: a vertex made of G by a remap is made by a "
    "deterministic one, and that brings together neighbours only, in m intervals",
    mutants={"C(n, m)": {"shift": 0}},
)
def derivable_ones(shift=-1):
    for n, (total, underivable) in COUNTS.items():
        intervals = sum(comb(n, m + shift) * perm(n + 1, m) for m in range(1, n + 2))
        require(total - underivable == intervals, f"n = {n}: {intervals}")


@claim.instances(
    "a second way for n = 1 and 2: every choice of (n+1)² tight constraints, the n+1 row sums among them, that has one "
    "solution which keeps all others; the solutions are the same vertices",
    mutants={"without S": {"letters": "↓↑"}, "without the last privacy constraint": {"dropped": 1}},
)
def by_definition(letters="↓↑S", dropped=0):
    for n in (1, 2):
        for alpha in LEVELS:
            expected = {
                mechanism(columns, places).rows
                for columns in nonzero_columns(n, alpha, letters)
                for places in permutations(range(n + 1), len(columns))
            }
            require(basic_solutions(n, alpha, dropped) == expected, f"n = {n}, α = {alpha}: other vertices")


def basic_solutions(n, alpha, dropped):
    """The vertices, by the definition."""
    size = n + 1
    cells = range(size * size)
    level = fmpq(alpha.numerator, alpha.denominator)
    sums = [[fmpq(int(cell // size == i)) for cell in cells] for i in range(size)]
    privacy = []
    for i, r in product(range(n), range(size)):
        for here, below in ((i, i + 1), (i + 1, i)):
            row = [fmpq(0)] * len(cells)
            row[below * size + r], row[here * size + r] = fmpq(1), -level
            privacy.append(row)
    privacy = privacy[: len(privacy) - dropped]
    found = set()
    right = fmpq_mat([[fmpq(int(k < size))] for k in cells])
    for tight in combinations(privacy, len(cells) - size):
        matrix = fmpq_mat([*sums, *tight])
        if matrix.rank() < len(cells):
            continue
        point = matrix.solve(right)
        if all(sum((v * point[k, 0] for k, v in enumerate(row) if v), fmpq(0)) >= 0 for row in privacy):
            x = [Fraction(int(point[k, 0].p), int(point[k, 0].q)) for k in cells]
            found.add(tuple(tuple(x[i * size : (i + 1) * size]) for i in range(size)))
    return found


# For whom they are optimal


def move(x, alpha):
    """The change in the proof of Lemma 5.5, with the largest δ: the new rows, and which rows move from where to where.

    None where every row has the pattern of the lemma.
    """
    tight = constraint_matrix(x, alpha)
    for i, row in enumerate(tight.entries):
        for first, second in combinations(tight.nonzero_columns, 2):
            if row[first] != "↓" and row[second] != "↑":
                up = 2 * i <= first + second
                to, source = (first, second) if up else (second, first)
                edge, beyond = (i, i + 1) if up else (i + 1, i)
                largest = min(
                    1 - alpha * x[beyond, source] / x[edge, source],
                    (x[beyond, to] - alpha * x[edge, to]) / (alpha * x[edge, source]),
                )
                moved = range(i + 1) if up else range(i + 1, len(x))
                rows = [list(each) for each in x.rows]
                for k in moved:
                    rows[k][to] += largest * rows[k][source]
                    rows[k][source] -= largest * rows[k][source]
                return rows, moved, to, source
    return None


@claim.instances(
    "every vertex that is not derivable, for n ≤ 3 and α = 1/2, breaks the row pattern of Lemma 5.5; the change in the "
    "lemma's proof leaves it 1/2-private and moves probability to no farther responses, and in row 0 or n to a nearer "
    "one: so a user with a strictly monotone loss and a prior of full support loses less",
    mutants={"the derivable ones too": {"derivable": True}},
)
def never_for_strict_users(derivable=False):
    alpha = Fraction(1, 2)
    for n in (1, 2, 3):
        for columns in nonzero_columns(n, alpha):
            if derive(mechanism(columns, tuple(range(len(columns)))), alpha) and not derivable:
                continue
            for places in permutations(range(n + 1), len(columns)):
                x = mechanism(columns, places)
                found = move(x, alpha)
                require(found is not None, f"every row has the pattern in {x.rows}")
                rows, moved, to, source = found
                require(bool(private(Mechanism(rows), alpha)), f"{rows} is not 1/2-private")
                require(all(abs(k - to) <= abs(k - source) for k in moved), f"{x.rows}: a response is farther away")
                end = 0 if 0 in moved else n
                require(abs(end - to) < abs(end - source), f"{x.rows}: row {end} gains nothing")


@claim.instances(
    "for n ≤ 3 and α = 1/2 the vertices with the row pattern of Lemma 5.5 in every row are C(2n+1, n) in number, 3, 10 "
    "and 35, and all are G followed by a nondecreasing deterministic map",
    mutants={"C(2n, n)": {"size": 0}},
)
def with_the_pattern(size=1):
    alpha = Fraction(1, 2)
    for n in (1, 2, 3):
        count = 0
        for columns in nonzero_columns(n, alpha):
            for places in permutations(range(n + 1), len(columns)):
                x = mechanism(columns, places)
                if not row_pattern(x, alpha):
                    continue
                count += 1
                images = rebuilt_remap(constraint_matrix(x, alpha))
                require(images is not None and list(images) == sorted(images), f"{x.rows}: {images}")
                induced = geometric(n=n, alpha=alpha) @ deterministic(images, responses=range(n + 1))
                require(induced.rows == x.rows, f"{x.rows} is not G followed by {images}")
        require(count == comb(2 * n + size, n), f"n = {n}: {count} of them")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
