"""Observation 5.3: a vertex is the only α-private mechanism with its constraint matrix.

If y has the constraint matrix of x, the same constraints are tight at both. Let e > 0 be at most each of the slack
constraints of x. Then x + e·(y-x) and x - e·(y-x) are both α-private. A constraint that is tight at x and y stays
tight. A constraint with slack t > 0 at x has slack t' ≤ 1 at y, and now (1+e)·t - e·t' ≥ t - e ≥ 0. So x is halfway
between two mechanisms, and not a vertex unless y = x.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.polytope import a_vertex, slack

claim = Claim("ghosh2009.observation-5.3", "a vertex is determined by its constraint matrix", section="5", position=50)

n, m, i, k, r = indices("n m i k r")
a, e = number("α"), number("e")
x, y = matrices("x y")


def constraint(x, down):
    """(4) or (3), as what is ≥ 0."""
    return x[i + 1, r] - a * x[i, r] if down else x[i, r] - a * x[i + 1, r]


def tight_at_both(down):
    """If (4) is tight at x, it is tight at y; likewise (3)."""
    rows = (constraint(x, down) == 0) >> (constraint(y, down) == 0)
    return Every((i, 0, n - 1), (r, 0, m), rows)


def least(down):
    """The least of the slack constraints (4), or (3), and 1."""
    t = constraint(x, down)
    return Least(i, 0, n - 1, Least(r, 0, m, If(0 < t, t, 1)))


sizes, both_private = (1 <= n, 0 <= m), (private(x, a, n, m), private(y, a, n, m))
given = (*sizes, 0 <= a, a < 1, *both_private)
keeps_tight = explained(
    "{1} is tight where {0} is ({2}; {3},{4})", (x, y, a, n, m), tight_at_both(True) & tight_at_both(False)
)
same = (keeps_tight(x, y, a, n, m),)
back = function(i, r, x[i, r] - e * (y[i, r] - x[i, r]))
forth = function(i, r, x[i, r] + e * (y[i, r] - x[i, r]))
shortest = If(least(True) <= least(False), least(True), least(False))
shortest = If(shortest <= 1, shortest, 1)
short_step = explained(
    "{0} is a short step from {1} ({2}; {3},{4})",
    (e, x, a, n, m),
    (0 < e) & (e <= 1) & (e <= least(True)) & (e <= least(False)),
)
small = (short_step(e, x, a, n, m),)


@claim.clause("positive", *sizes, (0 < least(True)) & (0 < least(False)))
def positive(proof):
    def one(down):
        t = constraint(x, down)
        inner = Least(r, 0, m, If(0 < t, t, 1))
        row = proof.assuming(between(0, i, n - 1))
        each = row.use(lemmas.least_of_positive(), low=0, high=m, f=function(r, If(0 < t, t, 1)))
        rows = proof.all(each, i, between(0, i, n - 1))
        return proof.use(lemmas.least_of_positive(), rows, low=0, high=n - 1, f=function(i, inner))

    return proof.both(one(True), one(False))


def slack_or_tight(proof, down):
    """The constraint at x - e·(y-x), at i and r: it is (1+e)·t - e·u for what it is at x and at y."""
    t, u, v = (constraint(z, down) for z in (x, y, back))
    nonneg = proof.parts(private(y, a, n, m))[-3]
    own = proof.parts(private(x, a, n, m))[-1](i, r)
    outer = core.bounds(least(down), i)
    inner = core.bounds(outer.says.args[1], r)
    value = proof.have(e <= If(0 < t, t, 1), proof.fact(outer), proof.fact(inner))

    def slack(p):
        at_most_1 = p.have(
            u <= 1,
            *(p.cite("ghosh2009.observation-5.3#at-most-1", i=row) for row in (i, i + 1)),
            nonneg(i, r),
            nonneg(i + 1, r),
        )
        return p.have(0 <= v, p.have(e <= t, value), at_most_1)

    def tight(p):
        zero = p.indirect(t == 0, own)
        return p.have(0 <= v, zero, p.detach(p.fact(p.know(tight_at_both(down))(i, r)), zero))

    return proof.cases(0 <= v, (0 < t, slack), (TRUE, tight))


@claim.clause("at-most-1", private(y, a, n, m), between(0, i, n), between(0, r, m), y[i, r] <= 1)
def at_most_one(proof):
    nonneg = proof.parts(private(y, a, n, m))[-3]
    each = proof.assuming(between(0, k, m)).have(0 <= y[i, k], nonneg(i, k))
    terms = proof.all(each, k, between(0, k, m))
    return proof.qed(proof.use(lemmas.term_at_most_sum(), terms, low=0, high=m, j=r, f=function(k, y[i, k])))


def private_from(proof, z, signs, step):
    """z is α-private: its rows sum to 1 like those of x and y; entries and neighbours are shown by the two steps."""
    entry, pair = (
        proof.assuming(between(0, i, n), between(0, r, m)),
        proof.assuming(between(0, i, n - 1), between(0, r, m)),
    )
    entries = proof.every((i, 0, n), (r, 0, m), signs(entry))
    near = pair.have((a * z[i + 1, r] <= z[i, r]) & (a * z[i, r] <= z[i + 1, r]), *step(pair))
    pairs = proof.every((i, 0, n - 1), (r, 0, m), near)
    return proof.qed(entries, pairs, *[proof.parts(private(w, a, n, m))[-2](i) for w in (x, y)])


@claim.clause(
    "back-stays-private",
    *(*given, *same, *small),
    private(back, a, n, m),
    kept={"0 ≤ α": KEPT["0 ≤ α"], "0 < e": "a step; at e < -1 it may be too long"},
)
def back_stays_private(proof):
    def step(pair):
        return slack_or_tight(pair, True), slack_or_tight(pair, False)

    pair = proof.assuming(between(0, i, n - 1), between(0, r, m))
    near = (0 <= back[i, r] - a * back[i + 1, r]) & (a * back[i, r] - back[i + 1, r] <= 0)
    constraints = pair.have(near, *step(pair))
    every = proof.every((i, 0, n - 1), (r, 0, m), constraints)
    return private_from(proof, back, lambda p: p.cite("ghosh2009.section-5.equation-6#signs", every, x=back), step)


@claim.clause("forth-stays-private", *both_private, 0 < e, e <= 1, private(forth, a, n, m))
def forth_stays_private(proof):
    first, second = (proof.parts(private(z, a, n, m))[-3:] for z in (x, y))

    def signs(p):
        # (1-e)·x + e·y
        return p.have(0 <= forth[i, r], first[0](i, r), second[0](i, r))

    return private_from(proof, forth, signs, lambda p: (first[2](i, r), second[2](i, r)))


@claim.clause(
    "unique",
    *given[:-2],
    a_vertex(x, a, n, m),
    private(y, a, n, m),
    *same,
    between(0, i, n),
    between(0, r, m),
    y[i, r] == x[i, r],
)
def unique(proof):
    inner = proof.assuming(*small)
    mechanism, halves = inner.parts(a_vertex(x, a, n, m))[1], inner.parts(a_vertex(x, a, n, m))[-1]
    inner.remember(mechanism)
    inner.remember(*(inner.cite(f"ghosh2009.observation-5.3#{name}-stays-private") for name in ("back", "forth")))
    equal = inner.detach(halves(back)(forth))
    shown = inner.indirect(proof.goal, equal(i, r)).with_(e=shortest)
    proof.remember(mechanism)
    positive = proof.cite("ghosh2009.observation-5.3#positive")
    return proof.fact(shown, *(proof.have(substitute(f, {"e": shortest}), positive) for f in small))


# Mechanisms that are not vertices may share a constraint matrix: here all entries are S.
first = named("halves", table([["1/2", "1/2"], ["1/2", "1/2"]]))
second = named("unequal", table([["1/2", "1/2"], ["2/5", "3/5"]]))
half = Fraction(1, 2)

claim.clause(
    "shared",
    private(first, half, 1, 1)
    & private(second, half, 1, 1)
    & All(r, between(0, r, 1), slack(first, half, 0, r) & slack(second, half, 0, r)),
)(lambda proof: proof.fact(core.evaluate(proof.goal)))
