"""Footnote 4: the vertices that are not derivable from G, counted at every level, and for whom they are optimal.

A column of an α-private mechanism is zero, or its constraints read as a word of ↓, ↑ and S. Each S begins a new block,
whose entries are one unknown times powers of α. A mechanism is a vertex exactly if the row sums determine the blocks'
unknowns. So trying every choice of words with at most n+1 blocks finds all vertices. Columns with the same word are
dependent, and the order of the columns is free: a choice of m words stands for (n+1)!/(n+1-m)! vertices.

By Cramer's rule a choice of words is a vertex's exactly where some polynomials in α vanish and others have the same
sign. So the number of vertices changes only at roots of these polynomials, and one level between each two is enough.

Let D_ir = (1+α²)·x_ir - α·(x_(i-1)r + x_(i+1)r) for 0 < i < n: it has the sign of entry (i,r) of G⁻¹·x. If D_ir < 0,
another value of row i is positive, as they sum to (1-α)². With these two columns the change in the proof of Lemma 5.5
lowers a user's loss.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, pairwise, permutations, product
from math import comb, perm
from operator import and_, or_

from flint import fmpq, fmpq_mat, fmpz_mat

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, Polynomial, algebraic, real_roots, sign
from exactdp.arithmetic.real_sets import between
from exactdp.claims import Assumed, Claim, Domain, accepted, determinant, identity, number, require, signs, three_term
from exactdp.claims.examples import WITHOUT_PATTERN
from exactdp.claims.optima import accepted_optimum
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, table
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, uniform
from exactdp.optimum.problem import Problem
from exactdp.polytope.derivability import derive
from exactdp.polytope.vertex import vertex
from exactdp.privacy.level import private

claim = Claim(
    id="ghosh2009.footnote-4",
    title="vertices that are not derivable from G",
    section="5",
    position=115,
    statement=(
        "For n = 1, 2, 3 the polytope has 4, 27 and 664 vertices, of which 0, 6 and 528 are not derivable from G, at "
        "every level. For n = 4 it has 60,345 for α < 1/2, 55,725 for α = 1/2, 65,325 for 1/2 < α < β, 62,445 for α = "
        "β, 65,805 for β < α < γ, 61,725 for α = γ, 67,365 for γ < α < δ, 64,965 for α = δ, and 68,805 for α > δ. Of "
        "these 1,045 are derivable, at every level. Here β = 0.5698… is the root of x³-x²+2x-1, γ = (√5-1)/2, and δ = "
        "0.6823… the root of x³+x-1. For every n and α, no mechanism that is not derivable from G is optimal for a "
        "user with a strictly monotone loss and a prior of full support. For other users some are: for n = 2, the "
        "prior 1/2, 1/2, 0 and the loss |i-r|, the vertex with the rows (1, α, 0), (α, 1, 0), (1, α, 0) over 1+α is "
        "optimal and not derivable, at every level."
    ),
    latex=(
        r"\frac{1}{1+\alpha}\begin{pmatrix} 1 & \alpha & 0 \\ \alpha & 1 & 0 \\ 1 & \alpha & 0 \end{pmatrix}\ \text{is "
        r"an optimal vertex for}\ p = (\tfrac12, \tfrac12, 0),\ l = |i-r|"
    ),
    domain="n ≥ 1, 0 < α < 1, responses 0..n",
    every_n=True,
    verdict="corrected",
    scope=(
        "the counts for n ≤ 4 at all levels, by the signs of polynomials in α; strict users for all n and α, by the "
        "change in the proof of Lemma 5.5; the vertex that is optimal and not derivable for all α"
    ),
    printed="these vertices are not optimal for any user",
    slip="statement",
    uses=(
        "exactdp.remap-in-closed-form",
        "ghosh2009.lemma-5.4",
        "ghosh2009.lemma-5.5",
        "ghosh2009.lemma-5.5.hypotheses",
        "ghosh2009.lemma-5.10",
        "ghosh2009.section-6.1",
    ),
)

LEVELS = tuple(map(Fraction, ("1/5", "1/2", "9/10")))
LEVELS_OF_4 = tuple(map(Fraction, ("1/4", "1/2", "51/100", "3/5", "13/20", "3/4")))


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
    "the same for all 0 < α < 1, times 1+α: the rows sum to 1+α; four constraints are tight, as in ↓↑ and ↑↓, and the "
    "other four are 1-α² > 0; so is the determinant of the two blocks in the rows 0 and 1, so it is a vertex; D_10 is "
    "-α(1-α²) < 0, so it is not derivable; it loses α, and no mechanism less, as |i-r| is at least the 0-1 loss",
    mutants={"x_20 = α/(1+α)": {"last": 1}, "the blocks in the rows 0 and 2": {"rows": (0, 2)}},
)
def for_all_levels(last=0, rows=(0, 1)):
    def columns(a):
        return [a**0, a, a**last], [a, a**0, a ** (1 - last)]

    def pairs(a):
        first, second = columns(a)
        for x, y in zip(first, second, strict=True):
            yield x + y, 1 + a
        for k in (0, 2):
            yield a * first[k], first[1]
            yield a * second[1], second[k]
        # Twice the loss.
        yield first[1] + second[0], 2 * a

    identity("a", pairs)
    inside = Assumed("a", lambda a: {"α": a, "1-α": 1 - a, "1+α": 1 + a}, witness=[Fraction(1, 2)])

    def positive(given, a):
        first, second = columns(a)
        slack = given["1-α"] * given["1+α"]
        for k in (0, 2):
            yield first[k] - a * first[1], slack
            yield second[1] - a * second[k], slack
        yield determinant([[first[k], second[k]] for k in rows]), slack
        yield -three_term(a, lambda k: first[k], 2, 1), given["α"] * slack

    signs(inside, positive)


# All vertices


def blocks(word: str, alpha: Fraction | int) -> list[list[Fraction | int]]:
    """One column for each block of a word: powers of α in the block's rows, the lowest α⁰, and 0 in the others."""
    exponents = [{0: 0}]
    for i, letter in enumerate(word):
        if letter == "S":
            exponents.append({i + 1: 0})
        else:
            exponents[-1][i + 1] = exponents[-1][i] + (1 if letter == "↓" else -1)
    return [
        [alpha ** (each[i] - min(each.values())) if i in each else 0 for i in range(len(word) + 1)]
        for each in exponents
    ]


def choices(words: list[str], room: int) -> Iterator[tuple[str, ...]]:
    """All sets of words with at most so many blocks together."""
    yield ()
    for k, word in enumerate(words if room else ()):
        if word.count("S") < room:
            yield from ((word, *rest) for rest in choices(words[k + 1 :], room - word.count("S") - 1))


TOTALS = {1: (4,), 2: (27,), 3: (664,), 4: (60345, 55725, 65325, 62445, 65805, 61725, 67365, 64965, 68805)}
"""How many vertices there are before the first change, at it, after it, and so on."""

CHANGES = {
    4: (
        algebraic("1/2"),
        AlgebraicNumber((-1, 2, -1, 1), "0.5698", "0.5699"),
        AlgebraicNumber((-1, 1, 1), 0, 1),
        AlgebraicNumber((-1, 1, 0, 1), "0.6823", "0.6824"),
    )
}
"""The levels at which their number changes."""

DERIVABLE = {1: 4, 2: 21, 3: 136, 4: 1045}


def by_intervals(n: int) -> set[frozenset[str]]:
    """The words of G with neighbours brought together: the columns a to b-1 read ↑ above row a, and ↓ from row b-1."""
    return {
        frozenset("↑" * a + "S" * (b - 1 - a) + "↓" * (n + 1 - b) for a, b in pairwise((0, *cuts, n + 1)))
        for k in range(n + 1)
        for cuts in combinations(range(1, n + 1), k)
    }


VALLEYS = ("↓↑", "↓S", "S↑")


# At all levels. An integer takes the place of α, so large that a polynomial in α can be read off from its value.

BASE = 2**12
"""A minor of at most 5 columns has coefficients of at most 5! = 120, and a condition of at most 240, below BASE/2."""


@cache
def polynomial(value: int) -> Polynomial:
    """The polynomial that has this value at BASE, and coefficients from -BASE/2 to BASE/2."""
    found = []
    while value:
        found.append((value + BASE // 2) % BASE - BASE // 2)
        value = (value - found[-1]) // BASE
    return tuple(found)


@cache
def roots(value: int) -> tuple[AlgebraicNumber, ...]:
    """The levels at which a polynomial that is not 0 vanishes."""
    return tuple(root for root in real_roots(polynomial(value)) if 0 < root < 1)


def minor(columns: list[list[int]], rows: tuple[int, ...]) -> int:
    """The determinant of these rows."""
    return int(fmpz_mat([[column[i] for column in columns] for i in rows]).det())


def vanishing(columns: list[list[int]], ones: list[int]) -> list[int] | None:
    """The polynomials that vanish where the rank does not grow with the column of ones; None if one never does."""
    found = []
    for rows in combinations(range(len(ones)), len(columns) + 1):
        value = minor([*columns, ones], rows)
        if value and not roots(value):
            return None
        found += [value] if value else []
    return found


def alike(chosen: tuple[str, ...], columns: list[list[int]], rows: tuple[int, ...], ones: list[int]) -> list[int]:
    """The polynomials that must have one strict sign, if these rows determine the unknowns; some 0 if they never have.

    They are the determinant, by Cramer's rule the unknowns times it, and what keeps each S from being ↓ or ↑, times it.
    """
    found = [minor(columns, rows)]
    for k in range(len(columns)):
        if not found[-1]:
            return found
        found.append(minor([*columns[:k], ones, *columns[k + 1 :]], rows))
    k = 0
    for word in chosen:
        for i, letter in enumerate(word):
            if letter == "S":
                above, below = found[k + 1] * columns[k][i], found[k + 2] * columns[k + 1][i + 1]
                found += [below - BASE * above, above - BASE * below]
                k += 1
        k += 1
    return found


def conditions(n: int, letters: str) -> Iterator[tuple[tuple[str, ...], list[int], list[list[int]]]]:
    """The sets of words, one of each two mirror images, that may be a vertex's, with what `vanishing` and `alike` say.

    A set is a vertex's where all of the former vanish and those of one choice of rows have the same strict sign.
    """
    by_word = {word: blocks(word, BASE) for word in map("".join, product(letters, repeat=n))}
    ones = [1] * (n + 1)
    for chosen in choices([*by_word], n + 1):
        # By Lemma 5.4 no row is all ↓ or all ↑.
        if any(set(row) in ({"↓"}, {"↑"}) for row in zip(*chosen, strict=True)) or mirrored(chosen) < sorted(chosen):
            continue
        columns = [block for word in chosen for block in by_word[word]]
        zeros = vanishing(columns, ones)
        if zeros is None:
            continue
        by_rows = [alike(chosen, columns, rows, ones) for rows in combinations(range(n + 1), len(columns))]
        if strict := [found for found in by_rows if all(found)]:
            yield chosen, zeros, strict


def mirrored(chosen: tuple[str, ...]) -> list[str]:
    """The words of the same columns with the rows in reverse order, sorted."""
    return sorted(word[::-1].translate(str.maketrans("↓↑", "↑↓")) for word in chosen)


def at_all_levels(n: int, letters: str) -> tuple[list[AlgebraicNumber], list[list[frozenset[str]]]]:
    """Levels in order, and the sets of words of the vertices: before the first of them, at it, after it, and so on."""
    candidates = list(conditions(n, letters))
    values = {value for _, zeros, strict in candidates for found in (zeros, *strict) for value in found}
    levels = sorted({root for value in values for root in roots(value)})
    gaps = [between(x, y).lower for x, y in pairwise([algebraic(0), *levels, algebraic(1)])]

    def signs_along(value: int) -> dict[int, int]:
        """Where the polynomial has each sign: bit 2k for the gap after k levels, bit 2k+1 for the next level."""
        found, own = {-1: 0, 0: 0, 1: 0}, roots(value)
        for k, gap in enumerate(gaps):
            # The sign changes at the polynomial's own roots alone.
            if k == 0 or levels[k - 1] in own:
                here = sign(polynomial(value), gap)
            found[here] |= 1 << 2 * k
            if k < len(levels):
                found[0 if levels[k] in own else here] |= 1 << 2 * k + 1
        return found

    where = {value: signs_along(value) for value in values}
    everywhere = (1 << 2 * len(levels) + 1) - 1
    cells: list[list[frozenset[str]]] = [[] for _ in range(2 * len(levels) + 1)]
    for chosen, zeros, strict in candidates:
        one_sign = [reduce(and_, (where[value][each] for value in found)) for found in strict for each in (-1, 1)]
        valid = reduce(and_, (where[value][0] for value in zeros), everywhere) & reduce(or_, one_sign)
        for k in range(len(cells)):
            if valid >> k & 1:
                cells[k] += {frozenset(chosen), frozenset(mirrored(chosen))}
    return levels, cells


@claim.instances(
    "n ≤ 4 at all levels: the roots of all conditions, and the vertices at each root and at one level between two, by "
    "their words. Their numbers are those of the statement, and change only where it says so. Without ↓↑, ↓S and S↑ in "
    "a column are, at every level, those that G gives if neighbouring columns are brought together, in 2^n ways",
    mutants={
        "without S": {"letters": "↓↑"},
        "28 for n = 2": {"totals": {2: (28,)}},
        "no other number for n = 4 and α = 1/2": {"totals": {4: (60345, *TOTALS[4][2:])}, "first": 1},
    },
)
def counted(letters="↓↑S", totals=None, first=0):
    for n, expected in (TOTALS if totals is None else totals).items():
        levels, cells = at_all_levels(n, letters)
        found = [sum(perm(n + 1, len(words)) for words in cell) for cell in cells]
        kept = [k for k in range(1, len(found), 2) if {found[k]} != {found[k - 1], found[k + 1]}]
        require([levels[k // 2] for k in kept] == list(CHANGES.get(n, ())[first:]), f"n = {n}: changes elsewhere")
        counts = tuple(found[0:1] + [found[at] for k in kept for at in (k, k + 1)])
        require(counts == expected, f"n = {n}: {counts} vertices")
        for cell in cells:
            without = {words for words in cell if not any(valley in word for word in words for valley in VALLEYS)}
            require(without == by_intervals(n), f"n = {n}: other vertices without a valley")
        require(sum(perm(n + 1, len(words)) for words in by_intervals(n)) == DERIVABLE[n], f"n = {n}: by intervals")


@claim.proof(
    "for all n and 0 < i < n: a vertex with ↓↑, ↓S or S↑ in a column is not derivable. With ↓ in row i-1, not in row "
    "i, D_ir = -α·(x_(i+1)r - α·x_ir) < 0; with ↑ in row i, not in row i-1, D_ir = -α·(x_(i-1)r - α·x_ir) < 0",
    mutants={"↑ in row i-1 and ↓ in row i": {"tight": 0}, "↓ in both rows": {"slack": False}},
)
def valleys(tight=1, slack=True):
    # x is the entry beyond the tight constraint, z the one beyond the other.
    assumed = Assumed(
        "a x z",
        lambda a, x, z: {"α": a} | ({"z-α²x": z - a**2 * x} if slack else {}),
        lambda a, x, z: {} if slack else {"z-α²x": z - a**2 * x},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def below_0(given, a, x, z, *at):
        beyond, here = x * a ** (1 - tight), x * a**tight
        for entries in ((beyond, here, z), (z, here, beyond)):
            yield -value(a, entries, *at), given["α"] * given["z-α²x"]

    signs(assumed, below_0, INSIDE)


INSIDE = Domain("n i", lambda n, i: [i - 1, n - 1 - i])


def value(a, entries, n, i):
    """D_ir by the entries in the rows i-1, i and i+1."""
    above, here, below = entries
    return three_term(a, lambda k: above if k == i - 1 else here if k == i else below, n, i)


# At one level, with the mechanisms themselves


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


@claim.instances(
    "n ≤ 3 at three levels, in a deep run n = 4 at 1/2 and one level between each two changes: the words tried one by "
    "one give these numbers of vertices. In one order of its columns, the kernel accepts each as a vertex, and whether "
    "it is derivable",
    mutants={
        "without S": {"letters": "↓↑"},
        "22 derivable for n = 2": {"derivable": DERIVABLE | {2: 22}},
        "665 for n = 3": {"totals": {1: (4,), 2: (27,), 3: (665,)}},
    },
    largest=4,
)
def at_some_levels(letters="↓↑S", derivable=None, totals=None, largest=3):
    for n in range(1, largest + 1):
        for alpha in LEVELS if n < 4 else LEVELS_OF_4:
            vertices = derivable_ones = 0
            for columns in nonzero_columns(n, alpha, letters):
                x = mechanism(columns, tuple(range(len(columns))))
                found, orders = derive(x, alpha), perm(n + 1, len(columns))
                accepted(vertex(x, alpha), "vertex")
                accepted(found, "derivable" if found else "not-derivable")
                vertices += orders
                derivable_ones += orders if found else 0
            at = sum((change < alpha) + (change <= alpha) for change in CHANGES.get(n, ()))
            expected = (totals or TOTALS)[n][at], (derivable or DERIVABLE)[n]
            require((vertices, derivable_ones) == expected, f"n = {n}, α = {alpha}: {vertices}, {derivable_ones}")


@claim.instances(
    "n ≤ 4: 4, 21, 136 and 1,045 are Σ_m C(n, m-1)·(n+1)!/(n+1-m)!, with C(n, m-1) ways of m intervals",
    mutants={"C(n, m)": {"shift": 0}},
)
def derivable_ones(shift=-1):
    for n, expected in DERIVABLE.items():
        intervals = sum(comb(n, m + shift) * perm(n + 1, m) for m in range(1, n + 2))
        require(intervals == expected, f"n = {n}: {intervals}")


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


@claim.proof(
    "for all n and α: if D_ir < 0, then 0 < i < n, C(i-1,r) ≠ ↑ and C(i,r) ≠ ↓, as D_ir ≥ 0 else by privacy. As Σ_c "
    "D_ic = (1-α)² > 0, some D_ic > 0, so C(i-1,c) ≠ ↓ and C(i,c) ≠ ↑. Thus row i-1 for c < r, and row i for c > r, "
    "breaks the pattern of Lemma 5.5 in the columns c and r. There the change in that lemma's proof is private, and a "
    "user with a strictly monotone loss and a prior of full support loses less by it",
    mutants={
        "C(i-1,r) = ↓ or C(i,r) = ↑": {"tight": 1},
        "D_ir > 0 and D_ic < 0": {"strict": True},
        "0 for α in privacy": {"level": 0},
        "the sum (1-α)": {"power": 1},
    },
)
def only_derivable_ones(tight=0, strict=False, level=1, power=2):
    # x is the entry beyond a tight constraint, or at it, and z the one beyond the other constraint.
    assumed = Assumed(
        "a x z",
        lambda a, x, z: {"α": a},
        lambda a, x, z: {"x-αz": x - level * a * z, "z-α²x": z - level * a**2 * x},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )

    def inside(given, a, x, z, *at):
        # ↑ in row i-1, or ↓ in row i.
        beyond, here = x * a ** (1 - tight), x * a**tight
        for entries in ((beyond, here, z), (z, here, beyond)):
            yield value(a, entries, *at), given["x-αz"]
        # ↓ in row i-1, or ↑ in row i.
        for entries in ((x, a * x, z), (z, a * x, x)):
            yield -value(a, entries, *at), given["α"] * given["z-α²x"]

    signs(assumed, inside, INSIDE, strict=strict)

    def at_the_ends(given, a, x, z, n):
        yield three_term(a, lambda k: x if k == 0 else z, n, 0), given["x-αz"]
        yield three_term(a, lambda k: x if k == n else z, n, n), given["x-αz"]

    signs(assumed, at_the_ends, Domain("n", lambda n: [n - 1]), strict=strict)
    # The rows sum to 1.
    identity("a", lambda a, n, i: [(value(a, [number(1)] * 3, n, i), (1 - a) ** power)], INSIDE)


def pairs_of_columns(x: Mechanism, alpha: Fraction) -> Iterator[tuple[int, int, int]]:
    """The rows and the columns l < m that the proof finds, for each D_ir < 0 and D_ic > 0."""
    for i in range(1, len(x) - 1):
        d = [(1 + alpha**2) * here - alpha * (up + down) for up, here, down in zip(*x.rows[i - 1 : i + 2], strict=True)]
        for r, c in product(range(len(d)), repeat=2):
            if d[r] < 0 < d[c]:
                yield (i - 1, c, r) if c < r else (i, r, c)


def change(x: Mechanism, alpha: Fraction, i: int, low: int, high: int) -> tuple[list[list[Fraction]], range, int, int]:
    """The change in the proof of Lemma 5.5, with the largest δ; and which rows move from where to where."""
    up = 2 * i <= low + high
    to, source = (low, high) if up else (high, low)
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
    require(largest > 0, f"{x.rows}: nothing can move in row {i}, {low}, {high}")
    return rows, moved, to, source


@claim.instances(
    "every vertex that is not derivable, for n ≤ 3 and α = 1/2, and every two columns that the proof finds: the change "
    "leaves it 1/2-private and moves probability to no farther responses, and in row 0 or n to a nearer one",
    mutants={"the derivable ones too": {"derivable": True}, "r and c exchanged": {"exchanged": True}},
)
def never_for_strict_users(derivable=False, exchanged=False):
    alpha = Fraction(1, 2)
    for n in (1, 2, 3):
        for columns in nonzero_columns(n, alpha):
            if derive(mechanism(columns, tuple(range(len(columns)))), alpha) and not derivable:
                continue
            for places in permutations(range(n + 1), len(columns)):
                x = mechanism(columns, places)
                found = list(pairs_of_columns(x, alpha))
                require(found != [], f"{x.rows} has no D_ir < 0")
                for i, low, high in found:
                    rows, moved, to, source = change(x, alpha, i, *((high, low) if exchanged else (low, high)))
                    require(bool(private(Mechanism(rows), alpha)), f"{rows} is not 1/2-private")
                    require(all(abs(k - to) <= abs(k - source) for k in moved), f"{x.rows}: a response is farther away")
                    end = 0 if 0 in moved else n
                    require(abs(end - to) < abs(end - source), f"{x.rows}: row {end} gains nothing")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
