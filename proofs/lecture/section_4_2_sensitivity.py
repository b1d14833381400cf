"""Section 4.2: the sensitivity of a function, and its value for common queries.

Δf is the largest ℓ1 distance of the values on two neighbours, so datasets k entries apart differ by at most k·Δf.
For a sum of one term g(v) for each entry it is the largest distance of two terms, whatever n is. It depends on the
relation: a histogram has Δf = 2 where an entry is replaced and 1 where one is added or removed. Coordinates are 1..d,
and G[v,c] is coordinate c of g(v).
"""

from exactdp.claims.language import *

claim = Claim("lecture.section-4-2.sensitivity", "sensitivity", section="4.2", position=10, kept=KEPT)

c, d, i, j, k, m, n, u, v, z = indices("c d i j k m n u v z")
a, b, t, most = numbers("α β t Δ")
x, y = (variable(name, INDEX_MAP) for name in "xy")
p, q = vectors("p q")
S = variable("S", SET)
F, G = matrices("F G")

distance = explained("distance({0}, {1}; {2})", (p, q, d), Sum(c, 1, d, abs(p[c] - q[c])))


def row(of, at):
    return function(c, of[at, c])


near = All(z, between(0, z, k - 1), distance(row(F, z), row(F, z + 1), d) <= most)


def between_rows(first, last):
    return Sum(c, 1, d, abs(F[first, c] - F[last, c]))


@claim.clause("group", 0 <= k, near, distance(row(F, 0), row(F, k), d) <= k * most)
def group(proof):
    apart = Proof([], abs(a - b) <= abs(a - t) + 1 * abs(t - b)).qed()
    goal = between_rows(0, i) <= i * most

    begun = proof.termwise(c, 1, d, abs(F[0, c] - F[0, c]) == 0)
    later, before = proof.inductive(goal, i, 0, [begun], up_to=k)
    each = later.use(apart, α=F[0, c], β=F[i + 1, c], t=F[i, c])
    sizes = [function(v, abs(F[first, v] - F[last, v])) for first, last in ((0, i), (i, i + 1))]
    parts = later.use(lemmas.sum_of_two(), low=1, high=d, t=1, f=sizes[0], g=sizes[1])
    one = later.restated(later.know(near)(i), between_rows(i, i + 1) <= most)
    total, known = later.termwise(c, 1, d, each), before
    terms = [between_rows(0, i + 1), parts.says.args[0], between_rows(0, i), between_rows(i, i + 1)]
    return proof.restated(later.closed(later.opaque(terms[0] <= (i + 1) * most, total, parts, one, known)))


@lemma([a == b])
def same_size(proof):
    """Equal numbers have equal sizes."""
    return proof.replace(proof.know(a == b), lambda v: abs(a) == abs(v))


# A sum of one term for each entry

others = All(i, between(1, i, n), i != j, x[i] == y[i])


def total(of):
    return function(c, Sum(i, 1, n, G[of[i], c]))


@claim.clause(
    "replaced", between(1, j, n), others, distance(total(x), total(y), d) == distance(row(G, x[j]), row(G, y[j]), d)
)
def replaced(proof):
    cell = proof.assuming(between(1, i, n))
    goal = G[x[i], c] - G[y[i], c] == If(i == j, G[x[j], c] - G[y[j], c], 0)

    def here(case):
        return case.replace(
            case.have(j == i), lambda v: G[x[v], c] - G[y[v], c] == If(v == j, G[x[j], c] - G[y[j], c], 0)
        )

    def elsewhere(case):
        return case.knowing(case.know(others)(i), lambda inner: inner.have(goal))

    each = cell.cases(goal, (i == j, here), (TRUE, elsewhere))
    one = proof.use(lemmas.one_term(), low=1, high=n, f=lambda v: G[x[j], c] - G[y[j], c])
    same = proof.have(total(x)[c] - total(y)[c] == G[x[j], c] - G[y[j], c], proof.termwise(i, 1, n, goal, each), one)
    size = proof.use(same_size(), same, α=same.says.args[0], β=same.says.args[1])
    return proof.restated(proof.termwise(c, 1, d, size))


without = function(c, total(x)[c] - G[x[j], c])
nothing = function(c, as_number(0))


@claim.clause("removed", distance(total(x), without, d) == distance(row(G, x[j]), nothing, d))
def removed(proof):
    same = proof.have(total(x)[c] - without[c] == G[x[j], c] - nothing[c])
    size = proof.use(same_size(), α=same.says.args[0], β=same.says.args[1])
    return proof.restated(proof.termwise(c, 1, d, size))


# Common queries


def bit(v):
    return If(S[v], as_number(1), 0)


claim.clause("count", abs(bit(u) - bit(v)) <= 1)(by_arithmetic)


def size_of(proof, same):
    """Return the size of a term, where the term is 1, 0 or -1."""
    value = same.says.args[1]
    size = proof.use(same_size(), α=same.says.args[0], β=value)
    sign = 1 if value.args[0] >= 0 else -1
    own = proof.use(lemmas.absolute_value(sign), α=value)
    return proof.chain(size.says.args[0], (size.says.args[1], size), (sign * value, own))


claim.clause("count-attained", S[u], ~S[v], abs(bit(u) - bit(v)) == 1)(
    lambda proof: size_of(proof, proof.have(bit(u) - bit(v) == 1))
)

claim.clause("values", between(0, u, m), between(0, v, m), abs(as_number(u) - v) <= m)(
    lambda proof: proof.qed(
        *(proof.use(lemmas.index_order(), j=low, k=high) for low, high in ((0, u), (0, v), (u, m), (v, m)))
    )
)


def apart(first, last):
    return abs(as_number(first) - last)


@claim.clause("values-attained", 0 <= m, u == m, v == 0, apart(u, v) == m)
def values_attained(proof):
    same, least = proof.have(as_number(u) - v == m), proof.use(lemmas.index_order(), j=0, k=m)
    own = proof.use(lemmas.absolute_value(1), proof.have(0 <= as_number(u) - v, least), α=as_number(u) - v)
    return proof.chain(apart(u, v), (as_number(u) - v, own), (as_number(m), same))


claim.clause("unbounded", 0 <= m, Some(v, 0 <= v, m < apart(v, 0)), witnesses={"v": m + 1})(
    lambda proof: proof.witness(proof.goal, m + 1)
)

bin_of = explained("bin({0})", (u,), function(c, If(c == u, as_number(1), 0)))


@claim.clause("histogram", between(1, u, d), between(1, v, d), u != v, distance(bin_of(u), bin_of(v), d) == 2)
def histogram(proof):
    ones = [function(c, bin_of(at)[c]) for at in (u, v)]
    difference, goal = ones[0][c] - ones[1][c], abs(ones[0][c] - ones[1][c]) == ones[0][c] + 1 * ones[1][c]
    cell = proof.assuming(between(1, c, d))

    def sides(case):
        def by(value):
            return lambda side: side.have(goal, size_of(side, side.have(difference == value)))

        return case.cases(goal, (c == u, by(1)), (c == v, by(-1)), (TRUE, by(0)))

    each = cell.either(cell.know(u != v), sides, sides)
    parts = proof.use(lemmas.sum_of_two(), low=1, high=d, t=1, f=ones[0], g=ones[1])
    single = [proof.use(lemmas.one_term(), low=1, high=d, j=at, f=lambda v: as_number(1)) for at in (u, v)]
    return proof.qed(proof.termwise(c, 1, d, goal, each), parts, *single)


@claim.clause("histogram-removed", between(1, u, d), distance(bin_of(u), nothing, d) == 1)
def histogram_removed(proof):
    goal = abs(bin_of(u)[c] - nothing[c]) == If(c == u, as_number(1), 0)
    cell = proof.assuming(between(1, c, d))

    def by(value):
        return lambda case: case.have(goal, size_of(case, case.have(bin_of(u)[c] - nothing[c] == value)))

    each = cell.cases(goal, (c == u, by(1)), (TRUE, by(0)))
    one = proof.use(lemmas.one_term(), low=1, high=d, j=u, f=lambda v: as_number(1))
    return proof.qed(proof.termwise(c, 1, d, goal, each), one)


counts = All(c, between(1, c, d), abs(p[c] - q[c]) <= 1)

claim.clause("counts", 0 <= d, counts, distance(p, q, d) <= d)(
    lambda proof: proof.qed(proof.termwise(c, 1, d, proof.assuming(between(1, c, d)).know(counts)(c)))
)


@claim.clause("counts-attained", 0 <= d, distance(function(c, as_number(1)), nothing, d) == d)
def counts_attained(proof):
    each = size_of(proof.assuming(between(1, c, d)), proof.have(1 - nothing[c] == 1))
    return proof.qed(proof.termwise(c, 1, d, each))
