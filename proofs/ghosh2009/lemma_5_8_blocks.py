"""Lemma 5.8, the linear algebra in its proof: a vertex has at most n+1 blocks.

A block is a run of rows between two entries S, in a column that is not a Z-column. Inside a block, tight constraints
fix the ratio of each entry to the next. So a mechanism with B blocks can move in B directions, if each block is scaled
as a whole. If B > n+1, in some direction no row sum changes. A small step in this direction, or back, keeps slack
constraints satisfied and tight ones tight. So the mechanism is halfway between two others, and is not a vertex.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary import vertex as vertex_words
from exactdp.claims.vocabulary.polytope import slack
from exactdp.claims.vocabulary.vertex import cells, mine, of_constraints, of_signs, signs, vertex_of

claim = Claim(
    "ghosh2009.lemma-5.8.blocks",
    "the linear algebra in the proof of Lemma 5.8",
    section="5",
    position=101,
    kept={**KEPT, "x is α-private on {0..n} with responses {0..m}": "it makes a column all 0 or nowhere 0"},
)

n, m, i, r, b, c, e, h, j, k, s = indices("n m i r b c e h j k s")
a, g, t, u, v, w = numbers("α g t u v w")
x = matrix("x")
(T,) = vectors("T")


def bit(f):
    return as_number(If(f, 1, 0))


def slacks_above(i, r):
    """The number of S in column r above row i."""
    return Sum(h, 0, i - 1, bit(slack(x, a, h, r)))


blocks_before = explained(
    "blocks_before({3}; {0},{1},{2})",
    (x, a, n, r),
    Sum(k, 0, r - 1, bit(0 < x[0, k]) + slacks_above(n, k)),
)
block = explained("block({3},{4}; {0},{1},{2})", (x, a, n, i, r), blocks_before(x, a, n, r) + slacks_above(i, r))
"""The number of the block of an entry that is not 0, counted down the columns from the first."""


def _count(x: Rows, alpha: Fraction, n: int, r: int) -> int:
    pairs = [(x[i][k], x[i + 1][k]) for k in range(r) for i in range(n)]
    return sum(x[0][k] > 0 for k in range(r)) + sum(alpha * u < v and alpha * v < u for u, v in pairs)


number_of_blocks = Definition(
    "the number of blocks of {0} before column {3} for {1} on {{0..{2}}}", (x, a, n, r), None, INDEX, decide=_count
)


# Every number below the number of blocks is the number of some block


def reached(b, r):
    """Some entry of a column before r that is not a Z-column is in block b."""
    return Some(k, 0 <= k, k < r, Some(i, between(0, i, n), (0 < x[0, k]) & (block(x, a, n, i, k) == b)))


def all_reached(c, r):
    return All(b, 0 <= b, b < c, reached(b, r))


numbered_below = explained(
    "all of {{0..{3}-1}} number blocks of {0} before column {4} for {1} on {{0..{2}}}",
    (x, a, n, c, r),
    all_reached(c, r),
)


def counted(r):
    return Some(c, 0 <= c, (blocks_before(x, a, n, r) == c) & numbered_below(x, a, n, c, r))


def no_block():
    """Before column 0."""
    start = Proof([])
    every = start.for_all(all_reached(term(0), term(0)), lambda p: p.contradiction(reached(b, term(0))))
    return start.witness(counted(term(0)), 0, every)


def still_reached(proof, found, b, r):
    """Return that block b is reached before column r+1, as it is before column r."""
    goal = reached(b, r + 1)
    return proof.obtain(proof.let(found, k).parts()[-1], i, lambda q, row: q.witness(goal, k))


def last_column(proof):
    """Return that the blocks before column r+1 are the blocks before column r and the blocks of column r."""
    return proof.split(Sum(k, 0, r, bit(0 < x[0, k]) + slacks_above(n, k)), r - 1)


def empty_column(proof, here):
    """Column r is a Z-column: it has no block."""
    none = proof.assuming(between(0, h, n - 1)).cite("ghosh2009.lemma-5.9.count#entry-zero", i=h, k=r)
    zero = proof.termwise(h, 0, n - 1, bit(slack(x, a, h, r)) == 0, none)
    before = here.parts()[-1]
    same = proof.have(blocks_before(x, a, n, r + 1) == c, last_column(proof), zero)
    each = proof.for_all(all_reached(c, r + 1), lambda p: still_reached(p, before(b), b, r))
    return proof.witness(counted(r + 1), c, same, each)


def full_column(proof, here):
    """Column r is not a Z-column: its first entry is in block c, and each S begins another block."""
    before = here.parts()[-1]
    so_far = Some(e, 0 <= e, (block(x, a, n, i, r) == e) & all_reached(e + 1, r + 1))
    goal = (i <= n) >> so_far

    def up_to(p, e, old, row, number):
        """Return that all blocks up to e are reached: those before it as they were, and it by this row of column r."""
        inner = reached(e, r + 1)
        new = p.witness(inner, r, p.witness(substitute(inner.args[2], {"k": r}), row, number))

        def last(q):
            return q.replace(q.have(term(e) == b), lambda v: reached(v, r + 1), new)

        return p.for_all(all_reached(e + 1, r + 1), lambda q: q.cases(reached(b, r + 1), (b < e, old), (TRUE, last)))

    def first_row(p):
        number = p.have(block(x, a, n, 0, r) == c)
        every = up_to(p, c, lambda q: still_reached(q, before(b), b, r), 0, number)
        return p.imply(term(0) <= n, p.witness(substitute(so_far, {"i": term(0)}), c, every))

    def next_row(p, above):
        q = p.assuming(i + 1 <= n)
        goal, loose = substitute(so_far, {"i": i + 1}), unfold(slack(x, a, i, r))

        def at(s, found):
            number, old = found.parts()[-2:]
            more = s.split(slacks_above(i + 1, r), i - 1)

            def new_block(u):
                following = u.decided(block(x, a, n, i + 1, r) == e + 1, by=(number, more))
                every = up_to(u, e + 1, lambda v: v.have(reached(b, r + 1), old(b)), i + 1, following)
                return u.witness(goal, e + 1, following, every)

            def same_block(u):
                return u.witness(goal, e, u.have(block(x, a, n, i + 1, r) == e, more))

            return s.cases(goal, (loose, new_block), (TRUE, same_block))

        return p.imply(i + 1 <= n, q.obtain(q.detach(above), e, at))

    def at_last(p, found):
        whole = p.have(blocks_before(x, a, n, r + 1) == e + 1, last_column(p))
        return p.witness(counted(r + 1), e + 1, whole)

    by_row = proof.induction(goal, i, 0, [first_row(proof)], next_row)
    return proof.obtain(proof.detach(by_row.with_(i=n)), e, at_last)


@claim.clause(
    "numbered",
    *(1 <= n, 0 < a, a < 1, private(x, a, n, m), 0 <= r, r <= m + 1, counted(r)),
    witnesses={"c": number_of_blocks(x, a, n, r)},
)
def numbered(proof):
    p, before = proof.inductive((r <= m + 1) >> counted(r), r, 0, [no_block()])

    def at(q, found):
        empty, full = (lambda s, of=of: of(s, found) for of in (empty_column, full_column))
        return q.cases(counted(r + 1), (x[0, r] <= 0, empty), (TRUE, full))

    further = p.assuming(r + 1 <= m + 1)
    return proof.detach(p.closed(p.imply(r + 1 <= m + 1, further.obtain(further.detach(before), c, at))))


# No block of a vertex can be scaled

U, V, F, W = (variable(name, MATRIX) for name in "UVFW")
box = between(0, i, n), between(0, h, m)
both_ways = (0 <= U[i, h] + t * V[i, h]) & (0 <= U[i, h] - t * V[i, h])


def in_box(f):
    return All(i, box[0], All(h, box[1], f))


@cache
def small_enough():
    """If v = w·u, a step t of at most 1/(1+w²) in either direction leaves u > 0 at least 0."""
    given = [0 < u, v == w * u, w * w <= g, 0 < t, t * (1 + g) == 1]
    ends = []
    for sign in (1, -1):
        proof = Proof(given, 0 <= u + sign * (t * v))
        room = proof.have(0 <= 1 + g + sign * w, squares=[w + Fraction(sign, 2)])
        ends.append(proof.have(proof.goal, proof.product(0 < u, 0 < t, room)))
    return core.conjoin(*(each.theorem for each in ends))


@cache
def bounded():
    """The squares of the entries of a table are at most some number."""
    square = F[i, h] * F[i, h]
    largest = Largest(i, 0, n, Largest(h, 0, m, square))
    proof = Proof([0 <= n, 0 <= m], Some(g, 0 <= g, in_box(square <= g)))

    def below(proof, at):
        """Return that an entry is at most the largest, from the largest of its row."""
        row = core.bounds(largest, at[0])
        return proof.have(F[at] * F[at] <= largest, proof.fact(row), proof.fact(core.bounds(row.says.args[0], at[1])))

    cell = below(proof.assuming(*box), (i, h))
    first = proof.have(0 <= largest, below(proof, (0, 0)), squares=[F[0, 0]])
    return proof.witness(proof.goal, largest, first, proof.all(proof.all(cell, h, box[1]), i, box[0])).theorem


@cache
def small_step():
    """A table U ≥ 0 stays ≥ 0 on some step along V and back, where V is 0 wherever U is."""
    share = If(0 < U[i, h], V[i, h] / U[i, h], 0)
    given = in_box((0 <= U[i, h]) & ((U[i, h] == 0) >> (V[i, h] == 0)))
    proof = Proof([0 <= n, 0 <= m, given], Some(t, 0 < t, in_box(both_ways)))

    def at_bound(p, found):
        length = 1 / (1 + g)
        at = substitute(both_ways, {"t": length})
        cell = p.assuming(*box)
        sign, zero = cell.know(given)(i, h).parts()

        def slack_cell(q):
            w = V[i, h] / U[i, h]
            same = q.decided(w * w == share * share)
            square = q.chain(w * w, (share * share, same), ("<=", g, found.parts()[-1](i, h)))
            terms = {"u": U[i, h], "v": V[i, h], "w": w, "t": length}
            return q.have(at, q.use(small_enough(), square, **terms))

        def tight_cell(q):
            nothing = q.indirect(U[i, h] == 0, sign)
            return q.have(at, nothing, q.have(length * V[i, h] == 0, q.detach(zero, nothing)))

        each = cell.cases(at, (0 < U[i, h], slack_cell), (TRUE, tight_cell))
        return p.witness(proof.goal, length, p.all(p.all(each, h, box[1]), i, box[0]))

    return proof.obtain(proof.use(bounded(), F=function(i, h, share)), g, at_bound).theorem


tied = Every((i, 0, n - 1), (r, 0, m), slack(x, a, i, r) | (W[i, r] == W[i + 1, r]))
no_change = All(i, between(0, i, n), Sum(r, 0, m, x[i, r] * W[i, r]) == 0)
moves = explained(
    "{0} moves {1} along its tight constraints for {2} on {{0..{3}}} × {{0..{4}}}", (W, x, a, n, m), tied & no_change
)(W, x, a, n, m)
d = function(i, r, x[i, r] * W[i, r])


def tight_together(proof):
    """Return that constraint s of row i is ≥ 0, and that what is tight stays so in the direction d."""
    here, there = vertex_words.slack(x)[i, s] == 0, vertex_words.slack(d)[i, s] == 0

    def column(r, rises):
        """Return the step for constraint (4) of column r, or for (3) where it `rises`."""

        def loose(q):
            return q.contradiction(there)

        def step(p):
            q = p.assuming(here)
            return p.imply(here, q.either(q.know(tied)(i)(r), loose, lambda q: q.have(there)))

        return step

    each = proof.cases(here >> there, (s <= m, column(s, False)), (TRUE, column(s - m - 1, True)))
    return proof.both(proof.fact(signs(proof, x)(i, s)), each)


level = (1 <= n, 0 <= m, 0 < a, a < 1)


@claim.clause("rigid", *level, vertex_of(x), moves, between(0, j, n), between(0, k, m), x[j, k] * W[j, k] == 0)
def rigid(proof):
    """If x_ir may become (1 ± t·W_ir)·x_ir for a small t, x is halfway between two others."""
    proof.remember(proof.have(mine(x)))
    every = of_constraints(tight_together(proof.assuming(*cells)), proof)
    some = proof.use(small_step(), every, n=n - 1, m=2 * m + 1, U=vertex_words.slack(x), V=vertex_words.slack(d))
    _, rest = proof.let(some, t).parts()
    ends = [function(i, r, x[i, r] + sign * t * (x[i, r] * W[i, r])) for sign in (1, -1)]
    sums = proof.parts(mine(x))[-2](i), proof.know(no_change)(i)

    def sign(k, y):
        return lambda q, at: q.have(0 <= vertex_words.slack(y)[i, at], rest(i, at).parts()[k])

    proof.remember(*(of_signs(proof, y, sign(k, y), *sums) for k, y in enumerate(ends)))
    same = proof.detach(proof.parts(vertex_of(x))[-1](*ends))(j, k)
    moved = proof.have(t * (x[j, k] * W[j, k]) == 0, same)
    return proof.use(lemmas.zero_factor(), moved, α=t, β=x[j, k] * W[j, k])


# So there are at most n+1 blocks


def chosen(at):
    """T_h for the block h = `at`, if it is in {0..n+1}."""
    return Sum(h, 0, n + 1, If(at == h, T[h], 0))


here = block(x, a, n, i, r)
of_blocks = {"W": function(i, r, chosen(here))}
mass = function(i, h, Sum(r, 0, m, If(here == h, x[i, r], 0)))


@lemma([between(0, b, n + 1)], chosen(as_number(b)) == T[b])
def own_term(proof):
    """T_b, for the block that is b."""

    def same(h):
        return If(as_number(b) == h, T[h], 0) == If(h == b, T[h], 0)

    def apart(p, j, k):
        return p.decided(same(h), p.have(as_number(b) != h, p.use(lemmas.index_order_strictly(), j=j, k=k)))

    each = proof.assuming(between(0, h, n + 1)).cases(
        same(h),
        (h == b, lambda p: p.replace(p.have(b == h), same, p.decided(same(b), p.have(as_number(b) == b)))),
        (h < b, lambda p: apart(p, h, b)),
        (TRUE, lambda p: apart(p, b, h)),
    )
    terms = proof.termwise(h, 0, n + 1, same(h), each)
    return proof.qed(terms, proof.use(lemmas.one_term(), low=0, high=n + 1, j=b, f=T))


def tied_blocks(proof):
    """Return that an entry S begins another block, and any other entry goes on with its own."""
    loose, equal = slack(x, a, i, r), substitute(W[i, r] == W[i + 1, r], of_blocks)

    def same_block(p):
        same = p.have(here == block(x, a, n, i + 1, r), p.split(slacks_above(i + 1, r), i - 1))
        return p.alternative(loose | equal, p.replace(same, lambda v: chosen(here) == chosen(v)))

    def apart(p):
        return p.alternative(loose | equal, p.have(loose))

    pair = proof.assuming(between(0, i, n - 1)).assuming(between(0, r, m))
    each = pair.cases(loose | equal, (unfold(loose), apart), (TRUE, same_block))
    return proof.every((i, 0, n - 1), (r, 0, m), each)


def no_change_in_blocks(proof):
    """Return that row sums stay: the sum over the responses is the sum over the blocks."""

    def factored(proof, v, high, factor, terms):
        """Return factor·Σ term = Σ value, where each term times the factor is the value."""
        term, value = terms
        each = proof.termwise(v, 0, high, factor * term == value)
        whole = proof.use(lemmas.scaled_sum(), low=0, high=high, t=factor, f=function(v, term))
        return proof.have(factor * Sum(v, 0, high, term) == Sum(v, 0, high, value), each, whole)

    row, value = proof.assuming(between(0, i, n)), If(here == h, x[i, r] * T[h], 0)
    by_response = factored(row.assuming(between(0, r, m)), h, n + 1, x[i, r], (If(here == h, T[h], 0), value))
    by_block = factored(row.assuming(between(0, h, n + 1)), r, m, T[h], (If(here == h, x[i, r], 0), value))
    same = row.have(
        Sum(r, 0, m, x[i, r] * chosen(here)) == 0,
        row.termwise(r, 0, m, by_response),
        row.exchange(Sum(r, 0, m, Sum(h, 0, n + 1, value))),
        row.termwise(h, 0, n + 1, by_block),
    )
    return proof.all(same, i, between(0, i, n))


@claim.clause("few", *level, vertex_of(x), blocks_before(x, a, n, m + 1) <= n + 1)
def few(proof):
    """With more of them, the equations of the n+1 rows would have a solution for n+2 blocks."""
    proof.remember(proof.have(mine(x)))

    def at_count(p, found):
        every = found.parts()[-1]

        def at_most(q):
            return q.have(proof.goal, q.use(lemmas.index_order(), j=c, k=n + 1))

        def more(q):
            some = q.cite("exactdp.more-unknowns#solution", A=mass, n=n + 1)
            return q.obtain(some, T, lambda s, found: moved(s, every, *found.parts()[-2:]))

        return p.cases(proof.goal, (c <= n + 1, at_most), (TRUE, more))

    def moved(p, every, some, zeros):
        facts = tied_blocks(p), no_change_in_blocks(p)

        def in_column(q, column):
            return q.obtain(column.parts()[-1], i, at_entry)

        def at_entry(q, found):
            """T_b is 0 after all, as x_ik > 0 is in block b."""
            own = q.have(as_number(b) == block(x, a, n, i, k))
            own = q.replace(own, lambda v: chosen(v) == T[b], q.use(own_term()))
            still = q.cite("ghosh2009.lemma-5.8.blocks#rigid", *facts, j=i, **of_blocks)
            zero = q.have(x[i, k] * T[b] == 0, still, lemmas.scaled(q, x[i, k], own))
            positive = q.cite("ghosh2009.section-5.z-columns#all-positive", i=i, k=0, r=k)
            nothing = q.use(lemmas.zero_factor(), positive, zero, α=x[i, k], β=T[b])
            return q.either(q.know(T[b] != 0), *[lambda side: side.contradiction(proof.goal, nothing)] * 2)

        return p.obtain(some, b, lambda q, _: q.obtain(every(b), k, in_column))

    return proof.obtain(proof.cite("ghosh2009.lemma-5.8.blocks#numbered", r=m + 1), c, at_count)
