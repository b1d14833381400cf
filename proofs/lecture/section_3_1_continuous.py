"""Section 3.1: adaptive composition for continuous distributions, on the Laplace mechanism.

For densities the proof is the same with integrals for sums. Here densities are constant on cells, of any lengths, so
that integrals over events of cells are sums.

For the Laplace mechanism no integral is needed: its distribution function gives the probability of each interval. Let a
be e^(-εt), so that the real numbers t are the numbers a > 0. The noise X is at most t with probability 1 - a/2 for a ≤
1, and 1/(2a) otherwise. Moving the answer by up to 1 multiplies a by a number c from α = e^-ε to 1/α. An interval is
cut at both answers, and each piece is at least α times as likely; so are half-lines. An event of two responses is a
union of rectangles. The second answer may depend on the rectangle.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import one_more_factor
from exactdp.claims.statements.evaluation import entry

claim = Claim(
    "lecture.section-3-1.continuous",
    "composition for densities on cells, and for the Laplace mechanism",
    section="3.1",
    position=50,
    kept={**KEPT, "0 < a": "a is e^(-εt), for the upper end t of an interval"},
)

k, m, r, z = indices("k m r z")
a, b, c, d, e, h, A, B, C = numbers("a b c d α β A B C")
f, g, l, p, u, v, x, y = vectors("f g l p u v x y")  # noqa: E741
P, Q, w = matrices("P Q w")

# Densities that are constant on cells: l[r] is the length of cell r of the first response, and of the second

integral = explained(
    "integral({0}, {1}, {2}; {3}, {4})",
    (f, P, w, l, m),
    Sum(r, 0, m, Sum(z, 0, m, l[r] * l[z] * (f[r] * P[r, z]) * w[r, z])),
)
"""The integral of the joint density f·P over an event, of whose cells w is 1 for those in it, and 0 for others."""

at_least_0 = explained("{0} is nonnegative on {{0..{1}}}", (f, m), All(r, between(0, r, m), 0 <= f[r]))
denser = explained(
    "{0} is at least {2} times {1} on {{0..{3}}}",
    (f, g, e, m),
    All(r, between(0, r, m), both(0 <= g[r], e * g[r] <= f[r])),
)
denser_after = explained(
    "{0} is at least {2} times {1} on {{0..{3}}}²",
    (P, Q, h, m),
    Every((r, 0, m), (z, 0, m), both(0 <= Q[r, z], h * Q[r, z] <= P[r, z])),
)


@generator(at_least_0)
def some_lengths(rng, turn, m):
    """Draw small numbers."""
    return tuple(Fraction(rng.choice((0, 1, 1, 2)), 2) for _ in range(m + 1))


@generator(denser)
def some_denser(rng, turn, g, a, m):
    """Draw the least density that is allowed, or the same one."""
    return tuple(rng.choice((a, max(a, Fraction(1)))) * entry(g, (r,)) for r in range(m + 1))


@generator(denser_after)
def some_denser_after(rng, turn, Q, b, m):
    """Draw the least density that is allowed, or the same one."""
    return tuple(some_denser(rng, turn, tuple(entry(Q, (r, z)) for z in range(m + 1)), b, m) for r in range(m + 1))


@claim.clause(
    "densities",
    0 <= e,
    0 <= h,
    at_least_0(l, m),
    at_least_0(g, m),
    denser(f, g, e, m),
    nonnegative(Q, m, m),
    denser_after(P, Q, h, m),
    nonnegative(w, m, m),
    e * h * integral(g, Q, w, l, m) <= integral(f, P, w, l, m),
)
def densities(proof):
    row = proof.assuming(between(0, r, m))
    one = row.assuming(between(0, z, m))
    other, next_ = one.know(denser_after(P, Q, h, m))(r, z).parts()
    span, length = (one.know(at_least_0(l, m))(at) for at in (z, r))
    products = one.product(0 <= f[r] - e * g[r], 0 <= h, other), one.product(0 <= f[r], next_)
    pair = one.have(e * h * (g[r] * Q[r, z]) <= f[r] * P[r, z], *products)
    whole = one.product(length, span, one.know(nonnegative(w, m, m))(r, z), pair)
    terms = [l[r] * l[z] * (of[r] * then[r, z]) * w[r, z] for of, then in ((g, Q), (f, P))]
    rows = row.termwise(z, 0, m, e * h * terms[0] <= terms[1], one.have(e * h * terms[0] <= terms[1], whole))
    return proof.qed(proof.termwise(r, 0, m, rows))


# Laplace noise

below = explained("F({0})", (a,), If(a <= 1, 1 - a / 2, 1 / (2 * a)))
"""The probability that the noise is at most t, where a is e^(-εt)."""
interval = explained("I({0}, {1})", (a, b), below(a) - below(b))
"""The probability of an interval; a is for its upper end, so it is the smaller number."""
level = (0 < e, e <= 1)


def moved(of):
    """Return that the answer moves by at most 1: the factor is from α to 1/α."""
    return e <= of, e * of <= 1


@cache
def value_of(low):
    """F(a) is 1 - a/2 for a ≤ 1, and A/2 for A = 1/a and a ≥ 1."""
    if low:
        return Proof([a <= 1]).have(below(a) == 1 - a / 2).theorem
    proof = Proof([1 <= a, a * A == 1], below(a) == A / 2)

    def at_1(case):
        return case.have(proof.goal, case.use(lemmas.between_each_other(), α=a, β=1))

    def above(case):
        return case.have(proof.goal, case.indirect(A == 1 / a))

    return proof.cases(proof.goal, (a <= 1, at_1), (TRUE, above)).theorem


def near(first, last):
    """Return that the interval is at least α times as likely, if the answer moves."""
    return e * interval(first, last) <= interval(first * c, last * c)


def in_full(first, last):
    return e * (below(first) - below(last)) <= below(first * c) - below(last * c)


@cache
def one_piece(here, there):
    """The same for an interval on one side of each answer; `here` and `there` say whether it is above the answer."""
    inverses = (a * A == 1, b * B == 1, c * C == 1)
    sides = (b <= 1 if here else 1 <= a, b * c <= 1 if there else 1 <= a * c)
    proof = Proof([*level, *moved(c), 0 < a, a <= b, *inverses, *sides], near(a, b))
    gap, room, less = proof.have(0 <= b - a), proof.have(0 <= c - e), proof.have(0 <= 1 - e * c)
    sizes = [proof.have(0 < each) for each in (a, b, c)]
    small = [proof.indirect(0 < of) for of, size in zip((A, B, C), sizes, strict=True)]
    apart = proof.have(A - B == (b - a) * A * B)
    first, last = ((b - a) / 2 if here else (A - B) / 2), (c * (b - a) / 2 if there else (A * C - B * C) / 2)
    if here and there:
        known = [proof.product(gap, room)]
    elif here:
        below_1 = proof.have(a * b <= 1, proof.product(sizes[0], 0 <= 1 - b))
        share = proof.have(e * c * (a * b) <= 1, proof.product(less, *sizes[:2]), below_1)
        known = [proof.product(gap, *small, proof.have(0 <= 1 - e * c * (a * b), share)), apart]
    elif there:
        at_most_1 = [
            proof.have(of <= 1, proof.product(size, 0 <= at - 1))
            for of, at, size in ((A, a, small[0]), (B, b, small[1]))
        ]
        share = proof.have(A * B <= 1, proof.product(small[0], proof.have(0 <= 1 - B, at_most_1[1])), at_most_1[0])
        known = [
            proof.product(gap, room),
            proof.product(gap, 0 < e, proof.have(0 <= 1 - A * B, share)),
            apart,
        ]
    else:
        falls = proof.have(0 <= A - B, apart, proof.product(gap, *small[:2]))
        known = [proof.product(falls, proof.have(0 <= C - e, proof.product(small[2], less)))]
    order = proof.have(a * c <= b * c, proof.product(gap, sizes[2]))
    values = [
        *(proof.use(value_of(here), a=at, **({} if here else {"A": of})) for at, of in ((a, A), (b, B))),
        *(
            proof.use(value_of(there), order, a=at * c, **({} if there else {"A": of * C}))
            for at, of in ((a, A), (b, B))
        ),
    ]
    bound = proof.have(e * first <= last, *known)
    return core.weaken(proof.restated(proof.opaque(in_full(a, b), bound, *values)).theorem, *proof.given)


@lemma([near(a, d), near(d, b)], near(a, b))
def joint(proof):
    """From both parts of an interval: the same for the interval."""
    ends = [below(each) for at in (a, d, b) for each in (at, at * c)]
    parts = [proof.restated(proof.know(near(*part)), in_full(*part)) for part in ((a, d), (d, b))]
    return proof.restated(proof.opaque(in_full(a, b), *parts, terms=ends))


def cut_at_other(proof, first, last, here, *facts):
    """Return that an interval on one side of the answer is likely enough: it is cut at the other answer."""
    cut = 1 / c

    def piece(case, low, high, there, *more):
        inverses = [case.have(at * (1 / at) == 1) for at in (low, high, c)]
        return case.use(one_piece(here, there), *facts, *more, *inverses, a=low, b=high, A=1 / low, B=1 / high, C=1 / c)

    def both_sides(case):
        size = case.have(0 < c)
        at_cut = case.have(cut * c == 1, size)
        order = case.have(first <= cut, at_cut, size, *facts), case.have(cut <= last, at_cut, size, *facts)
        known = at_cut, *order, case.have(0 < cut, size), *facts
        parts = piece(case, first, cut, True, *known), piece(case, cut, last, False, *known)
        return case.use(joint(), *parts, a=first, d=cut, b=last)

    return proof.cases(
        near(first, last),
        (last * c <= 1, lambda case: piece(case, first, last, True)),
        (1 <= first * c, lambda case: piece(case, first, last, False)),
        (TRUE, both_sides),
    )


@claim.clause("interval", *level, *moved(c), 0 < a, a <= b, near(a, b))
def one_interval(proof):
    def both_sides(case):
        one = as_number(1)
        parts = cut_at_other(case, a, one, True), cut_at_other(case, one, b, False)
        return case.use(joint(), *parts, d=one)

    return proof.cases(
        proof.goal,
        (b <= 1, lambda case: cut_at_other(case, a, b, True)),
        (1 <= a, lambda case: cut_at_other(case, a, b, False)),
        (TRUE, both_sides),
    )


@cache
def two_half_lines(here, there):
    """The same for all numbers up to one, and for all above it."""
    sides = (a <= 1 if here else 1 <= a, a * c <= 1 if there else 1 <= a * c)
    proof = Proof([*level, *moved(c), 0 < a, a * A == 1, c * C == 1, *sides])
    sizes = proof.know(0 < a), proof.have(0 < c)
    small = [proof.indirect(0 < of) for of, size in zip((A, C), sizes, strict=True)]
    inverse = proof.have(e <= C, proof.product(small[1], 0 <= 1 - e * c))
    square = proof.fact(core.square(1 - a))
    known = [
        *(proof.product(sizes[0], 0 <= c - e), proof.product(small[0], proof.have(0 <= C - e, inverse))),
        *(inverse, proof.product(small[0], 0 < e, square)),
        proof.product(small[0], proof.have(0 <= 1 - a if here else 0 <= a - 1)),
        proof.product(*small, proof.have(0 <= 1 - a * c if there else 0 <= a * c - 1)),
    ]
    values = [
        proof.use(value_of(side), a=at, **({} if side else {"A": of}))
        for side, at, of in ((here, a, A), (there, a * c, A * C))
    ]
    first, last = (1 - a / 2 if here else A / 2), (1 - a * c / 2 if there else A * C / 2)
    bounds = [proof.have(e * x <= y, *known) for x, y in ((first, last), (1 - first, 1 - last))]
    goals = e * below(a) <= below(a * c), e * (1 - below(a)) <= 1 - below(a * c)
    return core.weaken(proof.both(*(proof.opaque(goal, *bounds, *values) for goal in goals)).theorem, *proof.given)


@claim.clause(
    "half-lines", *level, *moved(c), 0 < a, both(e * below(a) <= below(a * c), e * (1 - below(a)) <= 1 - below(a * c))
)
def half_lines(proof):
    def on_sides(here, there):
        def step(case):
            found = case.use(two_half_lines(here, there), A=1 / a, C=1 / c)
            return case.restated(found, proof.goal)

        return step

    above, under = (a * c <= 1, 1 <= a * c)
    return proof.cases(
        proof.goal,
        (a <= 1, lambda case: case.cases(proof.goal, (above, on_sides(True, True)), (under, on_sides(True, False)))),
        (TRUE, lambda case: case.cases(proof.goal, (above, on_sides(False, True)), (under, on_sides(False, False)))),
    )


# Two responses: the second answer depends on the rectangle k, so its factor is p_k

ends = explained(
    "{0} and {1} are the ends of intervals on {{0..{2}}}",
    (u, v, m),
    All(k, between(0, k, m), both(0 < u[k], u[k] <= v[k])),
)
moves = explained(
    "{0} moves answers by at most 1 on {{0..{2}}}, at the level {1}",
    (p, e, m),
    All(k, between(0, k, m), both(*moved(p[k]))),
)


@generator(ends)
def some_ends(rng, turn, upper, m):
    """Draw ends up to the others."""
    return tuple(entry(upper, (k,)) * Fraction(rng.randrange(1, 4), 3) for k in range(m + 1))


@generator(moves)
def some_moves(rng, turn, level, m):
    """Draw factors from the level to its inverse."""
    return tuple(rng.choice((level, 1, 1 / level)) for _ in range(m + 1)) if level else None


@lemma([0 < a, a <= b], 0 <= interval(a, b))
def nonnegative_interval(proof):
    """For 0 < a ≤ b: I(a, b) ≥ 0."""

    def values(case, low, high):
        return case.have(below(b) <= below(a))

    less = proof.cases(
        below(b) <= below(a),
        (b <= 1, lambda case: values(case, True, True)),
        (1 <= a, lambda case: values(case, False, False)),
        (TRUE, lambda case: values(case, True, False)),
    )
    return proof.restated(proof.opaque(0 <= below(a) - below(b), less))


here = interval(u[k], v[k]), interval(x[k], y[k])
there = interval(u[k] * c, v[k] * c), interval(x[k] * p[k], y[k] * p[k])


@claim.clause(
    "rectangles",
    *(*level, *moved(c), moves(p, e, m), ends(u, v, m), ends(x, y, m)),
    e**2 * Sum(k, 0, m, here[0] * here[1]) <= Sum(k, 0, m, there[0] * there[1]),
)
def rectangles(proof):
    row = proof.assuming(between(0, k, m))
    first, second = (row.know(ends(*of, m))(k).parts() for of in ((u, v), (x, y)))
    factor = row.know(moves(p, e, m))(k).parts()
    known = (
        row.have(0 <= e),
        row.cite("#interval", *first, a=u[k], b=v[k]),
        row.cite("#interval", *second, *factor, a=x[k], b=y[k], c=p[k]),
        row.use(nonnegative_interval(), *first, a=u[k], b=v[k]),
        row.use(nonnegative_interval(), a=x[k], b=y[k]),
    )
    names = {"u": e, "w": here[0], "v": there[0], "a": e, "c": here[1], "b": there[1]}
    *_, less = row.use(one_more_factor(), *known, **names).parts()
    each = row.opaque(e**2 * (here[0] * here[1]) <= there[0] * there[1], less)
    whole = proof.use(lemmas.scaled_sum(), low=0, high=m, t=e**2, f=function(k, here[0] * here[1]))
    sums = proof.termwise(k, 0, m, each)
    return proof.opaque(proof.goal, sums, whole, terms=[*proof.goal.args[0].args[1:], *sums.says.args])


@claim.clause("not-better", *level, 1 <= a, a < b, d * interval(a, b) ** 2 <= interval(a / e, b / e) ** 2, d <= e**2)
def not_better(proof):
    """Both intervals are below both answers."""
    inverses = [proof.have(at * (1 / at) == 1) for at in (a, b)]
    above = [proof.have(1 <= at / e) for at in (a, b)]
    scaled = [proof.have(at / e * (e * (1 / at)) == 1) for at in (a, b)]
    values = [
        *(proof.use(value_of(False), *inverses, a=at, A=1 / at) for at in (a, b)),
        *(proof.use(value_of(False), *above, *scaled, a=at / e, A=e * (1 / at)) for at in (a, b)),
    ]
    less = proof.have(1 / b < 1 / a)
    sides = [below(a), below(b), below(a / e), below(b / e), 1 / a, 1 / b]
    positive = proof.restated(proof.opaque(0 < below(a) - below(b), *values, less, terms=sides), 0 < interval(a, b))
    same = proof.opaque(below(a / e) - below(b / e) == e * (below(a) - below(b)), *values, terms=sides)
    same = proof.restated(same, interval(a / e, b / e) == e * interval(a, b))
    sizes = [interval(a, b), interval(a / e, b / e)]
    squares = proof.opaque(d * sizes[0] ** 2 <= e**2 * sizes[0] ** 2, same, proof.given[-1])
    size = proof.opaque(0 < sizes[0] ** 2, positive)
    return proof.use(lemmas.quotient_order(), squares, size, t=sizes[0] ** 2, α=d, β=e**2)
