"""Section 1.1: subset queries of the same matrix do not reach k - 4E², whatever the attack.

A subset query counts the people of a set whose bit is 1, as "how many people with these characteristics have had three
pregnancies?" does. For v = c - d its value is (s + h_y)/2, s = Σv, h = H·v. Two databases that fit the same answers and
differ in w bits leave every attack at least w/2 wrong bits for one of them. If the first column of H is all 1, the
squares of h_y + s sum to k·(w + 2·s·v_0 + s²). This is at least k·(w - 1), and each square is at most 16E².
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.reconstruction import fits, hadamard, subsets, wrong
from exactdp.surveys.queries import Transcript, distance, hadamard_queries
from exactdp.surveys.reconstruction import WorstCase, worst_case

claim = Claim(
    "dwork2013.section-1-1.which-queries",
    "subset queries keep fewer bits",
    section="1.1",
    position=90,
    kept={
        "1 ≤ k": "a number of people",
        "H is a Hadamard matrix on {0..k-1}": "false for H of ones and two people",
        **dict.fromkeys((f"{of} has k rows with values in {{0..1}}" for of in "cd"), "it holds for all integers"),
    },
)

k, m, x, y = indices("k m x y")
E, t, w = numbers("E t w")
c, d, e = (variable(name, INDEX_MAP) for name in "cde")
[r] = vectors("r")
H = matrix("H")
OPPOSED = (
    "-++-++--++++-0-0+++0+++0-+0--000+-+-++00+0+0+-00--+000-0-000000-"
    "+--+--+--+--++-+--++-+--+-+---++-+--+-++-++----++--++--+-+-++++-"
)
"""The difference of two databases for E = 3; it stays the same when the first six binary digits of x are rotated."""


def _fit(queries, differing, error):
    if error == 1:
        first, second = worst_case(hadamard_queries(16, subsets=True), 1).databases
        v = [a - b for a, b in zip(first, second, strict=True)]
    else:
        v = ["-0+".index(sign) - 1 for sign in OPPOSED]
    entries = (*v, *(0,) * (queries - len(v)))
    pair = tuple(int(each > 0) for each in entries), tuple(int(each < 0) for each in entries)
    listed = hadamard_queries(queries, subsets=True)
    answers = WorstCase(error, pair, differing, differing, "").answers(listed)
    return distance(*pair) == differing and all(map(Transcript(listed, answers, error).admits, pair))


apart = computed(
    Definition(
        "two databases that differ in {1} bits fit the same answers to {0} subset queries within {2}",
        (k, m, E),
        None,
        decide=_fit,
    ),
    "two databases and such answers are written down, and each answer is compared",
)

claim.clause("errors-of-1", apart(128, 16, 1) & apart(256, 16, 1))(by_evaluation)
claim.clause("errors-of-3", apart(128, 104, 3) & apart(256, 104, 3))(by_evaluation)


# For every database that an attack returns, one of two databases that differ in w bits differs from it in at least w/2
# bits
@claim.clause("any-attack", wrong(c, d, m) <= wrong(e, c, m) + wrong(e, d, m))
def any_attack(proof):
    person = proof.assuming(between(0, x, m - 1))

    def off(first, second):
        return If(first[x] == second[x], as_number(0), 1)

    goal = off(c, d) <= off(e, c) + as_number(1) * off(e, d)

    def same(case):
        return case.cases(goal, (e[x] == d[x], lambda one: one.have(goal)), (TRUE, lambda one: one.have(goal)))

    each = person.cases(goal, (e[x] == c[x], same), (TRUE, same))
    both = proof.use(lemmas.sum_of_two(), low=0, high=m - 1, f=function(x, off(e, c)), g=function(x, off(e, d)), t=1)
    return proof.qed(proof.termwise(x, 0, m - 1, goal, each), both)


claim.clause(
    "fewer-than-printed",
    both(
        as_number(128) - Fraction(16, 2) < 124,
        as_number(128) - Fraction(104, 2) < 92,
        as_number(256) - Fraction(16, 2) < 252,
        as_number(256) - Fraction(104, 2) < 220,
    ),
)(by_evaluation)


@cache
def averaged():
    """From Σf² = k·w, Σf = k·t, Σ(f+s)² ≤ Σ(4E)² and t² ≤ 1: w ≤ 16E² + 1."""
    [f], [s] = vectors("f"), numbers("s")
    squares, sums = Sum(y, 0, k - 1, f[y] ** 2) == k * w, Sum(y, 0, k - 1, f[y]) == k * t
    most = Sum(y, 0, k - 1, (f[y] + s) ** 2) <= Sum(y, 0, k - 1, (4 * E) ** 2)
    proof = Proof([1 <= k, squares, sums, most, t**2 <= as_number(1) ** 2], w <= 16 * E**2 + 1)
    positive = proof.have(as_number(0) < k, 1 <= k)
    whole = proof.have(k * (w + 2 * s * t + s * s) <= k * (16 * E**2), squares, sums, most)
    less = proof.use(lemmas.quotient_order(), whole, positive, t=k, α=w + 2 * s * t + s * s, β=16 * E**2)
    return proof.qed(less, squares=[s + t])


@claim.clause(
    "bound",
    1 <= k,
    hadamard(H, k),
    All(y, between(0, y, k - 1), H[y, 0] == 1),
    values_up_to(c, k, 1),
    values_up_to(d, k, 1),
    fits(r, subsets(H), c, E, k, k),
    fits(r, subsets(H), d, E, k, k),
    wrong(c, d, k) <= 16 * E**2 + 1,
)
def bound(proof):
    v = function(x, as_number(c[x]) - as_number(d[x]))
    size, total = Sum(x, 0, k - 1, v[x] ** 2), Sum(x, 0, k - 1, v[x])
    image = function(y, Sum(x, 0, k - 1, H[y, x] * v[x]))
    squares = proof.cite("dwork2013.section-1-1.bound#squares", n=k, v=v)
    row = proof.assuming(between(0, y, k - 1))
    near = [row.know(fits(r, subsets(H), each, E, k, k))(y) for each in (c, d)]
    low, high = (row.have(side <= 4 * E, *near) for side in (image[y] + total, -(image[y] + total)))
    square = row.use(lemmas.square_within(), low, high, α=image[y] + total, β=4 * E)
    # Σ_y h_y is k·v_0, as the first column is orthogonal to the others.
    columns, first = proof.parts(hadamard(H, k))[-1], proof.know(proof.given[2])
    person = proof.assuming(between(0, x, k - 1))
    column = person.termwise(y, 0, k - 1, H[y, x] * v[x] == H[y, 0] * H[y, x] * v[x], first(y))
    goal = Sum(y, 0, k - 1, H[y, x] * v[x]) == If(x == 0, k * v[x], 0)
    times_v = lemmas.scaled(person, v[x], columns(0, x))

    def of_column(case):
        return case.have(goal, column, times_v)

    each = person.cases(goal, (x == 0, of_column), (TRUE, of_column))
    one = proof.use(lemmas.one_term(), low=0, high=k - 1, j=0, f=function(x, k * v[x]))
    exchanged = proof.exchange(Sum(y, 0, k - 1, image[y]))
    sums = proof.chain(
        Sum(y, 0, k - 1, image[y]),
        (exchanged.says.args[1], exchanged),
        (Sum(x, 0, k - 1, If(x == 0, k * v[x], 0)), proof.termwise(x, 0, k - 1, each)),
        (k * v[0], one),
    )
    bits = [proof.know(values_up_to(each, k, 1))(0) for each in (c, d)]
    unit = proof.use(lemmas.square_within(), *(proof.have(side <= 1, *bits) for side in (v[0], -v[0])), α=v[0], β=1)
    less = proof.use(
        averaged(), squares, sums, proof.termwise(y, 0, k - 1, square), unit, f=image, s=total, w=size, t=v[0]
    )
    return proof.qed(proof.cite("dwork2013.section-1-1.bound#squares-of-bits", n=k), less)
