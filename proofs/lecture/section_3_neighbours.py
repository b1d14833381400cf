"""Section 3: neighbouring datasets differ in exactly one entry.

A neighbour changes one entry of n into one of q-1 other values, and each such change gives another neighbour. Count the
entries that differ between two datasets. A step to a neighbour changes this number by at most 1, and a step towards the
other dataset lowers it by 1. So it is the number of steps between them. Replacing an entry is removing one and adding
one. So a mechanism that is α-private if an entry is added or removed is α²-private if an entry is replaced, and no
better in general.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.dataset import entries_of_the_list, number_of_datasets, power_at_least_one, sum_in_blocks
from exactdp.claims.vocabulary.dataset import listed, powers
from exactdp.claims.vocabulary.neighbour import near
from exactdp.claims.vocabulary.reconstruction import wrong

claim = Claim(
    "lecture.section-3.neighbours",
    "neighbours by one replaced entry",
    section="3",
    position=10,
    kept={**KEPT, "r ≤ 1": "an answer", "0 ≤ u": "an answer", "u ≤ 1": "an answer"},
)

i, j, k, m, n, q, r, u, v, x, y, z = indices("i j k m n q r u v x y z")
a, b, t = numbers("α β t")
p, w, o = vectors("p w o")
c, d, e, s = (variable(name, INDEX_MAP) for name in "cdes")
D, X = variable("D", Function(2, INDEX)), variable("X", Function(2, INDEX))


def unlike(first, second):
    return If(first == second, as_number(0), 1)


def row(of, number):
    return function(i, of[number, i])


claim.clause("not-itself", wrong(d, d, n) < 1)(by_arithmetic)
claim.clause("symmetric", wrong(d, e, n) == wrong(e, d, n))(
    lambda proof: proof.qed(proof.termwise(i, 0, n - 1, unlike(d[i], e[i]) == unlike(e[i], d[i])))
)


# The number of neighbours

lists = (0 <= n, 1 <= q, powers(s, q, n), listed(D, s, q, n))


def is_at(distance, off):
    return If(off == distance, as_number(1), 0)


def number_at(distance, k, last):
    """Return how many of the first datasets, as entries k, differ from d in this many entries."""
    return Sum(z, 0, last - 1, is_at(distance, wrong(d, row(D, z), k)))


@lemma([0 <= t])
def one_more(proof):
    """For t ≥ 0: t + 1 is 1 as t is 0, and never 0."""
    goal = is_at(1, t + 1) == is_at(0, t)

    def zero(case):
        equal = case.use(lemmas.between_each_other(), α=0, β=t)
        return case.replace(
            equal,
            lambda w: is_at(1, w + 1) == is_at(0, w),
            case.fact(core.evaluate(is_at(1, as_number(0) + 1) == is_at(0, as_number(0)))),
        )

    def positive(case):
        return case.decided(goal, case.have(t + 1 != 1), case.have(t != 0))

    first = proof.cases(goal, (0 < t, positive), (TRUE, zero))
    return proof.both(proof.decided(is_at(0, t + 1) == 0, proof.have(t + 1 != 0)), first)


@claim.clause("neighbours", *lists, values_up_to(d, n, q - 1), number_at(1, n, s[n]) == n * (as_number(q) - 1))
def number_of_neighbours(proof):
    def at(k, last):
        return both(number_at(0, k, last) == 1, number_at(1, k, last) == k * (as_number(q) - 1))

    first, _larger = proof.parts(powers(s, q, n))[-2:]
    here, there = wrong(d, row(D, z), j), wrong(d, row(D, z + s[j] * v), j + 1)

    def in_block(cell):
        """Return that with the next entry v a dataset differs from d in one entry more, or in none."""
        last, others = cell.know(listed(D, s, q, n))(j, v, z).parts()
        one = cell.assuming(between(0, x, j - 1))
        same = one.replace(
            one.have(D[z, x] == D[z + s[j] * v, x], others(x)), lambda w: unlike(d[x], w) == unlike(d[x], D[z, x])
        )
        whole = cell.termwise(x, 0, j - 1, same)
        end = cell.replace(cell.have(v == D[z + s[j] * v, j], last), lambda w: unlike(d[j], w) == unlike(d[j], v))
        return cell.have(there == here + unlike(d[j], v), cell.split(unfold(there), j - 1), whole, end)

    def of_block(later, distance, same, other):
        """Return how many datasets of block v are at a distance, from the numbers for datasets of j entries."""
        inner = later.assuming(between(0, v, q - 1))
        body = is_at(distance, there)

        def known(case, value):
            cell = case.assuming(between(0, z, s[j] - 1))
            equal = cell.have(value == there, in_block(cell))
            sign = cell.termwise(x, 0, j - 1, 0 <= unlike(d[x], D[z, x]))
            return cell, equal, cell.use(one_more(), sign, t=here)

        def alike(case):
            cell, equal, _ = known(case, here)
            each = cell.replace(equal, lambda w: is_at(distance, w) == is_at(distance, here))
            return case.have(goal, case.termwise(z, 0, s[j] - 1, each))

        def changed_entry(case):
            cell, equal, facts = known(case, here + 1)
            each = cell.replace(equal, lambda w: is_at(distance, w) == (is_at(0, here) if distance else 0), facts)
            return case.have(goal, case.termwise(z, 0, s[j] - 1, each))

        goal = Sum(z, 0, s[j] - 1, body) == If(v == d[j], same, other)
        return inner.cases(goal, (v == d[j], alike), (TRUE, changed_entry))

    def step(later, before):
        none, one_off = before.parts()
        size, value = later.use(power_at_least_one()), later.know(values_up_to(d, n, q - 1))(j)

        def counted(known):
            zero, one = (number_at(distance, j, s[j]) for distance in (0, 1))
            found = []
            for distance, same, other in ((0, zero, as_number(0)), (1, one, zero)):
                block = of_block(known, distance, same, other)
                blocks = known.use(sum_in_blocks(), w=s[j], f=function(z, is_at(distance, wrong(d, row(D, z), j + 1))))
                split = known.termwise(
                    v, 0, q - 1, If(v == d[j], same, other) == other + 1 * If(v == d[j], same - other, 0)
                )
                parts = known.use(
                    lemmas.sum_of_two(),
                    t=1,
                    low=0,
                    high=q - 1,
                    f=function(v, other),
                    g=function(v, If(v == d[j], same - other, 0)),
                )
                one_block = known.use(lemmas.one_term(), low=0, high=q - 1, j=d[j], f=function(v, same - other))
                found += [blocks, known.termwise(v, 0, q - 1, block), split, parts, one_block]
            whole = known.have(at(j + 1, s[j] * q), *found, none, one_off)
            return known.replace(known.have(s[j] * q == s[j + 1]), lambda w: at(j + 1, w), whole)

        return later.knowing(later.both(size, value), counted)

    empty = proof.assuming(between(0, z, 0))
    nothing = empty.have(as_number(0) == wrong(d, row(D, z), 0))
    ends = []
    for distance in (0, 1):
        known = empty.fact(core.evaluate(is_at(distance, as_number(0)) == 1 - distance))
        each = empty.replace(nothing, lambda w, distance=distance: is_at(distance, w) == 1 - distance, known)
        ends.append(proof.termwise(z, 0, 0, each))
    begun = proof.replace(proof.have(as_index(1) == s[0], first), lambda w: at(as_index(0), w), *ends)
    return proof.induction(at(j, s[j]), j, 0, [begun], step, up_to=n).parts()[1]


of_each = Sum(z, 0, s[n] - 1, is_at(1, wrong(row(D, y), row(D, z), n)))


# Each pair of neighbours is counted twice here
@claim.clause("pairs", *lists, Sum(y, 0, s[n] - 1, of_each) == n * (as_number(q) - 1) * as_number(q) ** n)
def pairs(proof):
    one = proof.assuming(between(0, y, s[n] - 1))
    entries = one.for_all(values_up_to(row(D, y), n, q - 1), lambda cell: cell.use(entries_of_the_list())(y, j))
    each = one.cite("#neighbours", entries, d=row(D, y))
    size = proof.use(power_at_least_one(), j=n)
    whole = proof.knowing(
        size, lambda known: known.have(Sum(y, 0, s[n] - 1, each.says.args[1]) == s[n] * each.says.args[1])
    )
    return proof.qed(proof.termwise(y, 0, s[n] - 1, each), whole, proof.use(number_of_datasets()))


# The number of steps


@claim.clause(
    "at-least",
    0 <= k,
    All(j, between(0, j, k - 1), wrong(row(X, j), row(X, j + 1), n) <= 1),
    wrong(row(X, 0), row(X, k), n) <= k,
)
def at_least(proof):
    goal = wrong(row(X, 0), row(X, j), n) <= j

    begun = proof.cite("#not-itself", d=row(X, 0))
    later, _ = proof.inductive(goal, j, 0, [begun], up_to=k)
    far = {"c": row(X, 0), "d": row(X, j + 1), "e": row(X, j), "m": n}
    sides = later.cite("dwork2013.section-1-1.which-queries#any-attack", **far)
    turned = later.cite("#symmetric", d=row(X, j), e=row(X, 0))
    return later.closed(later.have(wrong(row(X, 0), row(X, j + 1), n) <= j + 1, sides, turned))


nearer = changed(d, j, e[j])


@claim.clause(
    "a-step-nearer",
    between(0, j, n - 1),
    d[j] != e[j],
    both(wrong(d, nearer, n) == 1, wrong(nearer, e, n) == wrong(d, e, n) - 1),
)
def a_step_nearer(proof):
    def entries(goal):
        one = proof.assuming(between(0, i, n - 1))

        def here(case):
            return case.either(case.know(d[j] != e[j]), *[lambda side: side.replace(side.have(j == i), goal)] * 2)

        found = one.cases(goal(i), (i == j, here), (TRUE, lambda case: case.have(goal(i))))
        return proof.termwise(i, 0, n - 1, found)

    new = entries(lambda w: unlike(d[w], nearer[w]) == If(w == j, as_number(1), 0))
    old = entries(lambda w: unlike(nearer[w], e[w]) + 1 * If(w == j, as_number(1), 0) == unlike(d[w], e[w]))
    only = function(i, If(i == j, as_number(1), 0))
    one = proof.use(lemmas.one_term(), low=0, high=n - 1, f=function(i, as_number(1)))
    both_sums = proof.use(lemmas.sum_of_two(), t=1, low=0, high=n - 1, f=function(i, unlike(nearer[i], e[i])), g=only)
    return proof.both(
        proof.have(wrong(d, nearer, n) == 1, new, one),
        proof.have(wrong(nearer, e, n) == wrong(d, e, n) - 1, old, both_sums, one),
    )


# One entry more or less


claim.clause("replaced", 0 <= a, near(p, o, a, m), near(o, w, a, m), near(p, w, a**2, m))(by_arithmetic)

G = geometric_mechanism(1, a)
levels = (0 <= a, a <= 1)
counts = explained("Pr({0},{1} | {2},{3}; {4})", (r, u, i, k, a), G[i, r] * G[k, u], within=(0 <= a) & (a <= 1))
"""Of the two counts i and k of a histogram, each answered by G_(1,α), the probability of the answers r and u."""

claim.clause(
    "added",
    *levels,
    between(0, r, 1),
    between(0, u, 1),
    between(0, i, 1),
    both(
        a * counts(r, u, 0, 0, a) <= counts(r, u, i, 1 - i, a), a * counts(r, u, i, 1 - i, a) <= counts(r, u, 0, 0, a)
    ),
)(lambda proof: proof.qed(factors=4))


@claim.clause("square-needed", *levels, b * counts(0, 1, 0, 1, a) <= counts(0, 1, 1, 0, a), b <= a**2)
def square_needed(proof):
    here = counts(0, 1, 0, 1, a)
    same = proof.have(counts(0, 1, 1, 0, a) == a**2 * here)
    less = proof.chain(b * here, ("<=", counts(0, 1, 1, 0, a)), (a**2 * here, same))
    return proof.use(lemmas.quotient_order(), less, t=here, α=b, β=a**2)
