"""Footnote 4: how many vertices are not derivable from G, at every level, and for which users they are optimal.

Suppose that a user has p_0, p_n > 0 and a loss that is strictly monotone on the inputs 0 and n. Then all optimal
mechanisms are derivable: by Lemma 5.5 the rows have the pattern, and the pattern implies derivability. For another user
a vertex with the columns ↓↑ and ↑↓ is optimal. By Theorem 2 a mechanism is not derivable if a column has ↓ and then ↑
or S, or S and then ↑. All other vertices are G with neighbouring responses merged.

For n = 1 it is proved, at every level, that there are four vertices: `n-1-only`, and `n-1-vertex-1` to `-4`. All are
derivable.

For n = 2, 3 and 4 the counts are computed. By `vertex-is-determined` and `determined-is-vertex`, a mechanism is a
vertex exactly if the constraints that are tight at it determine it. So trying every choice of tight constraints finds
all vertices. A column is zero, or its constraints read as a word of ↓, ↑ and S. Each S begins a new block, whose
entries are one unknown times powers of α. The n+1 row sums determine at most n+1 unknowns, and no unknowns of two
columns with the same word. So it is enough to try the choices of different words with at most n+1 blocks. The order of
the columns is free: a choice of m words stands for (n+1)!/(n+1-m)! vertices.

By Cramer's rule, a choice of words gives a vertex exactly at the α where some polynomials in α vanish and others have
the same sign. So the number of vertices changes only at roots of these polynomials, and one level between each two is
enough.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, pairwise
from math import perm
from operator import and_, or_

from flint import fmpz_mat

from exactdp.arithmetic.algebraic_numbers import AlgebraicNumber, Polynomial, algebraic, real_roots, sign
from exactdp.arithmetic.errors import InputError
from exactdp.arithmetic.exact import to_fmpq_mat
from exactdp.arithmetic.real_sets import between as strictly_between
from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import Undefined
from exactdp.claims.vocabulary.polytope import a_vertex, some_vertex, strict_user
from exactdp.claims.vocabulary.vertex import cells, mine, of_constraints, of_signs, signs, slack
from exactdp.claims.vocabulary.vertex import level as every_level

claim = Claim(
    "ghosh2009.footnote-4",
    "vertices that are not derivable from G",
    section="5",
    position=115,
    printed="these vertices are not optimal for any user",
    slip="statement",
    weight="remark",
    kept={
        **KEPT,
        **dict.fromkeys(("p[0] > 0", "p[n] > 0"), "Lemma 5.5 needs it"),
        **dict.fromkeys((f"loss({k}, ·) is strictly monotone on {{0..n}}" for k in "0n"), "Lemma 5.5 needs it"),
        "x is α-private on {0..n} with responses {0..m}": "a mechanism; it also holds for others",
    },
)

n, i, k, m, r = indices("n i k m r")
a, low, high, s, t = numbers("α low high s t")
x, y, z, loss = matrices("x y z loss")
(p,) = vectors("p")
ME = "ghosh2009.footnote-4#"
level = 0 < a, a < 1


@claim.clause(
    "strict-users", 1 <= n, *level, strict_user(p, loss, n), optimal(x, p, loss, a, n, n), derivable(x, a, n, n)
)
def strict_users(proof):
    patterns = proof.cite("ghosh2009.corollary-5.7#optimal-patterns").parts()
    return proof.cite("exactdp.pattern-implies-derivable#derivable", *patterns, m=n)


# A vertex that is optimal for another user, and not derivable

half = Fraction(1, 2)
halves = function(i, If(i <= 1, half, 0))


def in_row(first, second):
    return If(r == 0, as_number(first), If(r == 1, as_number(second), 0))


valley = Definition(
    "valley_{0}",
    (a,),
    function(i, r, If(i == 0, in_row(1, a), If(i == 1, in_row(a, 1), If(i == 2, in_row(1, a), 0))) / (1 + a)),
)(a)
private_y = private(y, a, 2, 2)


def all_rows(proof, mechanism):
    """The facts about each entry, each row and two neighbours."""
    nonneg, ones, near = proof.parts(private(mechanism, a, 2, 2))[-3:]
    cells = [(row, column) for row in range(3) for column in range(3)]
    return [*(nonneg(*each) for each in cells), *map(ones, range(3)), *(near(*each) for each in cells[:6])]


claim.clause("valley-private", *level, private(valley, a, 2, 2))(by_arithmetic)


def determined_vertex(proof, mine, places, entries):
    """Return that a private mechanism is a vertex: what is tight at these places, with row sums of 1, is the mechanism.

    `entries` gets the tight constraints and the row sums of y, and returns facts from which all entries of y follow.
    """
    _private, *sizes = mine.says.args
    values = dict(zip(("x", "α", "n", "m"), sizes, strict=True))
    sums, stays, equal = (substitute(f, values) for f in (sums_to_1, stays_tight, same))
    inner = proof.assuming(sums, stays)
    tight = [inner.detach(inner.know(stays)(row)(at)) for row, at in places]
    found = inner.have(equal, *entries(inner, tight, inner.know(sums)))
    whole = proof.restated(proof.all(found, y, sums, stays), determined(*sizes))
    return proof.cite(ME + "determined-is-vertex", mine, whole, **values)


@claim.clause("valley-vertex", *level, a_vertex(valley, a, 2, 2))
def valley_vertex(proof):
    """Its columns are ↓↑, ↑↓ and 0, where all constraints are tight."""
    places = [(0, 0), (1, 3), (0, 4), (1, 1), *((row, at) for row in (0, 1) for at in (2, 5))]

    def entries(inner, tight, ones):
        zeros = [inner.indirect(y[row, 2] == 0, *tight[4:], 0 < 1 - a**2) for row in range(3)]
        one = inner.have((1 - a) * (1 + a) * y[0, 0] == 1 - a, *tight[:4], *zeros, *map(ones, range(3)))
        first = inner.indirect(1 / (1 + a) == y[0, 0], inner.indirect((1 + a) * y[0, 0] == 1, one))
        return [first, *tight[:4], *zeros, *map(ones, range(3))]

    return determined_vertex(proof, proof.cite(ME + "valley-private"), places, entries)


@claim.clause("valley-optimal", *level, optimal(valley, halves, absolute_loss, a, 2, 2))
def valley_optimal(proof):
    inner = proof.assuming(private_y)
    losses = [bayesian_loss(halves, absolute_loss, each, 2, 2) for each in (valley, y)]
    best = inner.have(losses[0] <= losses[1], *all_rows(inner, y))
    return proof.qed(proof.cite(ME + "valley-private"), proof.all(best, y, private_y))


claim.clause("valley-not-derivable", *level, ~derivable(valley, a, 2, 2))(
    lambda proof: proof.cite(ME + "after-down", proof.cite(ME + "valley-private"), n=2, m=2, k=1, r=0, x=valley)
)

claim.printed_as(
    "not-optimal-for-any",
    *(1 <= n, *level, prior(p, n), monotone(loss, n, n)),
    a_vertex(x, a, n, n),
    ~derivable(x, a, n, n),
    ~optimal(x, p, loss, a, n, n),
    at={
        "n": 2,
        "α": half,
        "p": (half, half, Fraction(0)),
        "loss": ((0, 1, 2), (1, 0, 1), (2, 1, 0)),
        "x": tuple(tuple(Fraction(v, 3) for v in row) for row in ((2, 1, 0), (1, 2, 0), (2, 1, 0))),
    },
    instead="strict-users",
)

inside = (*level, private(x, a, n, m), 1 <= k, k < n, between(0, r, m))


def by_theorem_2(proof):
    other = proof.otherwise()
    return other.absurd(other.cite("gupte2010.theorem-2#only-if")(k, r))


claim.clause("after-down", *inside, x[k, r] == a * x[k - 1, r], a * x[k, r] < x[k + 1, r], ~derivable(x, a, n, m))(
    by_theorem_2
)
claim.clause("before-up", *inside, x[k, r] == a * x[k + 1, r], a * x[k, r] < x[k - 1, r], ~derivable(x, a, n, m))(
    by_theorem_2
)

# All vertices for n = 1, where the first column p, q determines a mechanism

two = explained(
    "x({0}, {1})",
    (s, t),
    function(i, r, If(i == 0, If(r == 0, s, 1 - s), If(r == 0, t, 1 - t))),
)
"""The mechanism on {0, 1} that answers 0 with probability s on 0, and t on 1."""


def within(first, last):
    """Return that the mechanism is private: how far each ratio is above α, for either response."""
    return a * first <= last, last - a * first <= 1 - a


@lemma([*level, *within(s, t), *within(t, s)], private(two(s, t), a, 1, 1))
def private_for_two(proof):
    """From both conditions on s and t: the mechanism is α-private."""
    return proof.qed(*(proof.indirect(each, 0 < 1 - a**2) for each in (0 <= s, s <= 1, 0 <= t, t <= 1)))


@lemma([*level, private(y, a, 1, 1)])
def of_private(proof):
    """The conditions on the first column of an α-private mechanism, and the second column."""
    nonneg, ones, near = proof.parts(private(y, a, 1, 1))[-3:]
    known = [*(nonneg(*each) for each in ((0, 0), (0, 1), (1, 0), (1, 1))), ones(0), ones(1), near(0, 0), near(0, 1)]
    column, other = (y[0, 0], y[1, 0]), (y[0, 1] == 1 - y[0, 0], y[1, 1] == 1 - y[1, 0])
    return proof.have(both(*within(*column), *within(*column[::-1]), *other), *known)


alpha_part, rest = a / (1 + a), 1 / (1 + a)
CORNERS = tuple(tuple(map(as_number, pair)) for pair in ((0, 0), (1, 1), (rest, alpha_part), (alpha_part, rest)))


MOST = ((False, False), (True, True), (False, True), (True, False))
"""For each corner, whether each condition has its largest value 1-α, or 0."""


def is_corner(matrix, corner):
    """Return that the first column is this pair."""
    return both(matrix[0, 0] == corner[0], matrix[1, 0] == corner[1])


@cache
def corner(which):
    """Both conditions, each with its least or its largest value, determine s and t."""
    values = [1 - a if largest else as_number(0) for largest in MOST[which]]
    proof = Proof([*level, t - a * s == values[0], s - a * t == values[1]])
    room = proof.have(0 < 1 + a), proof.have(0 < 1 - a**2)
    return proof.both(
        *(proof.indirect(of == value, *room) for of, value in zip((s, t), CORNERS[which], strict=True))
    ).theorem


def not_between(proof, on_0, *known):
    """Return that a condition on a vertex x is tight: otherwise x is halfway between two mechanisms."""
    first, last = (x[0, 0], x[1, 0]) if on_0 else (x[1, 0], x[0, 0])
    slack = last - a * first
    step = slack * (1 - a - slack)
    goal = (slack == 0) | (slack == 1 - a)

    def column(sign):
        """Return the first column of one of the two mechanisms."""
        pair = first + sign * a * step, last + sign * step
        return pair if on_0 else pair[::-1]

    def strictly(case):
        inside = case.have(0 < slack), case.have(0 < 1 - a - slack)
        positive = case.product(*inside)
        room = [case.product(positive, 0 <= each) for each in (a, a**2, 1 - a**2)]
        room += [case.have(step <= each) for each, fact in zip((slack, 1 - a - slack), inside, strict=True)]
        both_sides = [column(sign) for sign in (1, -1)]
        case.remember(*(case.use(private_for_two(), *known, *room, positive, s=s_, t=t_) for s_, t_ in both_sides))
        *_, every = case.parts(a_vertex(x, a, 1, 1))
        same = case.detach(every(two(*both_sides[0]))(two(*both_sides[1])), *known)
        return case.contradiction(goal, same(1 if on_0 else 0)(0), positive)

    def tight(equation):
        return lambda case: case.alternative(goal, case.indirect(equation, *known))

    least, most = goal.args
    return proof.cases(goal, (last <= a * first, tight(least)), (1 - a <= slack, tight(most)), (TRUE, strictly))


def one_of(number):
    """Return that the first column of x is that of one of the first corners."""
    return reduce(or_, (is_corner(x, each) for each in CORNERS[:number]))


@claim.clause("n-1-only", *level, a_vertex(x, a, 1, 1), one_of(len(CORNERS)))
def only_corners(proof):
    known = proof.use(of_private(), y=x).parts()

    def found(which):
        def step(case):
            fact = case.use(corner(which), s=x[0, 0], t=x[1, 0])
            for last in range(max(which, 1), len(CORNERS)):
                fact = case.alternative(one_of(last + 1), fact)
            return fact

        return step

    def on_1(*which):
        return lambda case: case.either(not_between(proof, False, *known), *map(found, which))

    return proof.either(not_between(proof, True, *known), on_1(0, 2), on_1(3, 1))


def is_vertex(proof, which):
    """Return that a corner is a vertex: two tight constraints determine it."""
    column = CORNERS[which]

    def entries(inner, tight, ones):
        sums = ones(0), ones(1)
        return [*inner.use(corner(which), *tight, *sums, s=y[0, 0], t=y[1, 0]).parts(), *sums]

    least = proof.use(private_for_two(), s=column[0], t=column[1])
    places = [(0, at + largest) for at, largest in zip((0, 2), MOST[which], strict=True)]
    return determined_vertex(proof, least, places, entries)


for which, pair in enumerate(CORNERS):
    claim.clause(f"n-1-vertex-{which + 1}", *level, a_vertex(two(*pair), a, 1, 1))(
        lambda proof, which=which: is_vertex(proof, which)
    )
claim.clause("n-1-derivable", *level, private(x, a, 1, m), derivable(x, a, 1, m))(
    lambda proof: proof.cite("gupte2010.theorem-2#if", n=1)
)


# A vertex is determined by its tight constraints

u, v = numbers("u v")
(c,) = indices("s")
sums_to_1 = All(i, between(0, i, n), Sum(r, 0, m, y[i, r]) == 1)
stays_tight = All(i, cells[0], All(c, cells[1], (slack(x)[i, c] == 0) >> (slack(y)[i, c] == 0)))
same = Every((i, 0, n), (r, 0, m), x[i, r] == y[i, r])


def _is_determined(matrix, alpha, size, last):
    """Return whether nothing but 0 can be added to the matrix, by the rank of the tight constraints and row sums."""
    if any(sum(row[: last + 1]) != 1 for row in matrix[: size + 1]):
        raise Undefined("the row sums are not 1")
    columns = [*itertools.product(range(size + 1), range(last + 1))]
    factors = [{(row, column): 1 for column in range(last + 1)} for row in range(size + 1)]
    for row, column in itertools.product(range(size), range(last + 1)):
        for one, other in ((row, row + 1), (row + 1, row)):
            if matrix[one][column] == alpha * matrix[other][column]:
                factors.append({(one, column): 1, (other, column): -alpha})
    rank = to_fmpq_mat([[each.get(place, 0) for place in columns] for each in factors]).rref()[1]
    return rank == len(columns)


determined = explained(
    "the constraints of {1}-privacy that are tight at {0} determine it on {{0..{2}}} × {{0..{3}}}",
    (x, a, n, m),
    All(y, sums_to_1, stays_tight, same),
    decide=_is_determined,
)
generator(determined)(some_vertex)
room_left = If(0 < u, u / (1 + abs(v)), as_number(1))


@cache
def small_step():
    """For t > 0 up to the room left by a slack u ≥ 0 that changes by v: u + t·v and u - t·v are ≥ 0."""
    given = (0 <= u, 0 < t, t <= room_left, (u == 0) >> (v == 0))
    goal = both(0 <= u + t * v, 0 <= u - t * v)
    proof = Proof(given, goal)

    def open_(case):
        return case.have(goal, t * (1 + abs(v)) <= u)

    def tight(case):
        return case.have(goal, case.detach(case.know(given[-1]), case.indirect(u == 0)))

    return proof.cases(goal, (0 < u, open_), (TRUE, tight)).theorem


def along(sign):
    return function(i, r, x[i, r] + sign * t * (y[i, r] - x[i, r]))


@claim.clause("vertex-is-determined", *every_level, a_vertex(x, a, n, m), determined(x, a, n, m))
def vertex_is_determined(proof):
    """Rest on x ± t·(y - x), which are private for a small t > 0."""
    change = slack(y)[i, c] - slack(x)[i, c]
    room = substitute(room_left, {"u": slack(x)[i, c], "v": change})
    of_row = Least(c, 0, 2 * m + 1, room)
    least = Least(i, 0, n - 1, of_row)

    inner = proof.assuming(sums_to_1, stays_tight)
    at_x, stays = signs(inner, x), inner.know(stays_tight)
    cell, row = inner.assuming(*cells), inner.assuming(cells[0])
    of_rows = row.use(
        lemmas.least_of_positive(),
        row.all(cell.have(0 < room), c, cells[1]),
        low=0,
        high=2 * m + 1,
        f=function(c, room),
    )
    positive = inner.use(
        lemmas.least_of_positive(), inner.all(of_rows, i, cells[0]), low=0, high=n - 1, f=function(i, of_row)
    )
    bounds = cell.fact(core.bounds(least, i)), cell.fact(core.bounds(of_row, c))
    step = cell.have(least <= room, *bounds)
    tight = cell.assuming(slack(x)[i, c] == 0)
    none = tight.have(change == 0, tight.detach(stays(i, c)))
    unchanged = cell.imply(slack(x)[i, c] == 0, none)
    both_ways = cell.use(small_step(), at_x(i, c), positive, step, unchanged, u=slack(x)[i, c], v=change, t=least)
    stays_private = both(0 <= slack(x)[i, c] + t * change, 0 <= slack(x)[i, c] - t * change)
    some = Some(t, 0 < t, All(i, cells[0], All(c, cells[1], stays_private)))
    found = inner.witness(some, least, positive, of_constraints(both_ways, inner))

    def equal(one, facts):
        """Return that x and y are equal, as x is halfway between the two mechanisms."""
        _one_step, stay = facts.parts()
        sums = [one.parts(mine(x))[-2](i), one.know(sums_to_1)(i)]
        for way in (1, -1):
            moved = slack(along(way))

            def sign_of(case, at, moved=moved):
                return case.have(0 <= moved[i, at], stay(i, at))

            one.remember(of_signs(one, along(way), sign_of, *sums))
        entry = one.assuming(between(0, i, n), between(0, r, m))
        every = one.parts(a_vertex(x, a, n, m))[-1](along(1))(along(-1))
        here = entry.fact(one.detach(every)(i)(r))
        zero = entry.use(lemmas.zero_factor(), entry.have(t * (y[i, r] - x[i, r]) == 0, here), α=t, β=y[i, r] - x[i, r])
        return one.every((i, 0, n), (r, 0, m), entry.have(x[i, r] == y[i, r], zero))

    return proof.restated(proof.all(inner.obtain(found, t, equal), y, sums_to_1, stays_tight))


halfway = Every((i, 0, n), (r, 0, m), 2 * x[i, r] == y[i, r] + z[i, r])


@claim.clause("determined-is-vertex", *every_level, mine(x), determined(x, a, n, m), a_vertex(x, a, n, m))
def determined_is_vertex(proof):
    """What is tight at x is tight at both mechanisms that it is halfway between."""
    inner = proof.assuming(mine(y), mine(z), halfway)
    cell = inner.assuming(*cells, slack(x)[i, c] == 0)
    both_signs = [cell.fact(signs(inner, of)(i, c)) for of in (y, z)]

    def column(at):
        def step(case):
            pair = [case.know(halfway)(row)(at) for row in (i, i + 1)]
            whole = case.have(2 * slack(x)[i, c] == slack(y)[i, c] + slack(z)[i, c], *pair)
            return case.indirect(slack(y)[i, c] == 0, *both_signs, whole)

        return step

    each = cell.cases(slack(y)[i, c] == 0, (c <= m, column(c)), (TRUE, column(c - m - 1)))
    stays = of_constraints(inner.assuming(*cells).imply(slack(x)[i, c] == 0, each), inner)
    sums = inner.have(sums_to_1)
    inner.remember(sums, stays)
    equal = inner.fact(inner.know(unfold(determined(x, a, n, m)))(y))
    every = proof.all(proof.all(inner.imply(halfway, equal), z, mine(z)), y, mine(y))
    return proof.have(proof.goal, every)


# The numbers of vertices


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
    """All sets of words with at most this many blocks in total."""
    yield ()
    for k, word in enumerate(words if room else ()):
        if word.count("S") < room:
            yield from ((word, *rest) for rest in choices(words[k + 1 :], room - word.count("S") - 1))


def by_intervals(n: int) -> set[frozenset[str]]:
    """The words of G with neighbours brought together: the columns a to b-1 read ↑ above row a, and ↓ from row b-1."""
    return {
        frozenset("↑" * a + "S" * (b - 1 - a) + "↓" * (n + 1 - b) for a, b in pairwise((0, *cuts, n + 1)))
        for k in range(n + 1)
        for cuts in combinations(range(1, n + 1), k)
    }


VALLEYS = ("↓↑", "↓S", "S↑")
"""The words that exclude derivability, by the clauses after-down and before-up."""

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
    """The polynomials that vanish where the column of ones does not raise the rank; None if one never vanishes."""
    found = []
    for rows in combinations(range(len(ones)), len(columns) + 1):
        value = minor([*columns, ones], rows)
        if value and not roots(value):
            return None
        found += [value] if value else []
    return found


def alike(chosen: tuple[str, ...], columns: list[list[int]], rows: tuple[int, ...], ones: list[int]) -> list[int]:
    """The polynomials that must have one strict sign, if these rows determine the unknowns; some 0 if they never have.

    They are the determinant, the unknowns times it (by Cramer's rule), and the slacks of each S times it.
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


def conditions(n: int) -> Iterator[tuple[tuple[str, ...], list[int], list[list[int]]]]:
    """The sets of words, one of each two mirror images, that may be a vertex's, with what `vanishing` and `alike` say.

    A set is a vertex's where all of the former vanish and those of one choice of rows have the same strict sign.
    """
    by_word = {word: blocks(word, BASE) for word in map("".join, itertools.product("↓↑S", repeat=n))}
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


LARGEST = 4
"""The largest n that is tried: for n = 5 there are 243 words instead of 81, and sets of 6 words instead of 5."""


@cache
def at_all_levels(n: int) -> tuple[list[AlgebraicNumber], list[list[frozenset[str]]]]:
    """Levels in order, and the sets of words of the vertices: before the first of them, at it, after it, and so on."""
    if n > LARGEST:
        raise InputError(f"n = {n}: there are too many sets of words to try")
    candidates = list(conditions(n))
    values = {value for _, zeros, strict in candidates for found in (zeros, *strict) for value in found}
    levels = sorted({root for value in values for root in roots(value)})
    gaps = [strictly_between(x, y).lower for x, y in pairwise([algebraic(0), *levels, algebraic(1)])]

    def signs_along(value: int) -> dict[int, int]:
        """Where the polynomial has each sign: bit 2k is for the gap after k levels, bit 2k+1 for the next level."""
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


def number_of(n: int, cell: list[frozenset[str]]) -> int:
    """The number of vertices that these choices of words represent."""
    return sum(perm(n + 1, len(words)) for words in cell)


def derivable_ones(n: int, cell: list[frozenset[str]]) -> int:
    """The number of those that are derivable from G: G gives them if neighbouring responses are merged."""
    without = [words for words in cell if not any(valley in word for word in words for valley in VALLEYS)]
    if set(without) != by_intervals(n):
        raise InputError(f"n = {n}: a vertex without a valley is not a remap of G")
    return number_of(n, without)


def vertices_at(n: int, level: Fraction | AlgebraicNumber) -> int:
    """The number of vertices at a level."""
    levels, cells = at_all_levels(n)
    return number_of(n, cells[sum((each < level) + (each <= level) for each in levels)])


def vertices_between(n: int, low: Fraction, high: Fraction, count=number_of) -> int:
    """The number of vertices at every level strictly between two, if it is one number."""
    levels, cells = at_all_levels(n)
    first, last = sum(2 * (each <= low) for each in levels), sum(2 * (each < high) for each in levels)
    found = {count(n, cell) for cell in cells[first : last + 1]}
    if len(found) != 1:
        raise InputError(f"n = {n}: there are {found} vertices between {low} and {high}")
    return found.pop()


number_at = computed(
    Definition(
        "the number of vertices of the {1}-private mechanisms on {{0..{0}}} with responses {{0..{0}}}",
        (n, a),
        None,
        sort=NUMBER,
        decide=vertices_at,
    ),
    "the choices of tight constraints that determine a private mechanism are counted exactly, by the signs of "
    "polynomials in α",
)
"""The number of vertices of the α-private mechanisms on {0..n} with responses {0..n}."""

number_between = computed(
    Definition(
        "the number of vertices of the private mechanisms on {{0..{0}}} with responses {{0..{0}}} at every level "
        "strictly between {1} and {2}",
        (n, low, high),
        None,
        sort=NUMBER,
        decide=vertices_between,
    ),
    "the choices of tight constraints that determine a private mechanism are counted exactly, by the signs of "
    "polynomials in α; it has no value if it is not the same at all these levels",
)
"""The same at every level strictly between two; it has no value where that is not one number."""

derivable_between = computed(
    Definition(
        "the number of vertices, derivable from the geometric mechanism, of the private mechanisms on {{0..{0}}} with "
        "responses {{0..{0}}} at every level strictly between {1} and {2}",
        (n, low, high),
        None,
        sort=NUMBER,
        decide=lambda n, low, high: vertices_between(n, low, high, derivable_ones),
    ),
    "derivable from G_(n,α) at the level α; the choices of tight constraints that determine such a mechanism are "
    "counted exactly, by the signs of polynomials in α; it has no value if it is not the same at all these levels",
)
"""The number of those that are derivable from G."""


def root(name, of, coefficients, within):
    """A root of a polynomial between two numbers, by name; the coefficients begin with that of 1."""
    made = Definition(name, (), None, sort=NUMBER, decide=lambda: AlgebraicNumber(coefficients, *within))
    return computed(made, f"the only root of {of} between 0 and 1, as an exact algebraic number")()


LEVELS = (
    as_number(0),
    as_number(half),
    root("root_1", "x³-x²+2x-1", (-1, 2, -1, 1), ("0.5698", "0.5699")),
    root("root_2", "x²+x-1", (-1, 1, 1), (0, 1)),
    root("root_3", "x³+x-1", (-1, 1, 0, 1), ("0.6823", "0.6824")),
    as_number(1),
)
BETWEEN, AT = (60345, 65325, 65805, 67365, 68805), (55725, 62445, 61725, 64965)


for size, total, made_of_g in ((2, 27, 21), (3, 664, 136)):
    claim.clause(f"n-{size}", number_between(size, 0, 1) == total)(by_evaluation)
    claim.clause(f"n-{size}-derivable", derivable_between(size, 0, 1) == made_of_g)(by_evaluation)
for at, (ends, total) in enumerate(zip(pairwise(LEVELS), BETWEEN, strict=True)):
    claim.clause(f"n-4-interval-{at + 1}", number_between(4, *ends) == total)(by_evaluation)
for at, (change, total) in enumerate(zip(LEVELS[1:-1], AT, strict=True)):
    claim.clause(f"n-4-change-{at + 1}", number_at(4, change) == total)(by_evaluation)
claim.clause("n-4-derivable", derivable_between(4, 0, 1) == 1045)(by_evaluation)
