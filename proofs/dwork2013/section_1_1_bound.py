"""Section 1.1: counting queries for which errors up to E leave at least k - 4E² correct bits.

Query y counts the people whose bit agrees with row y of a Hadamard matrix: bit 1 where the row has 1, bit 0 where it
has -1. That is a count of a predicate of person and bit. Minus the known number of -1 in the row, it is the row times
the bits. For two databases that fit the answers, v = c - d has |H·v| ≤ 2E in every row; and the squares of H·v sum to k
times v's.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.query import moved_sum
from exactdp.claims.vocabulary.reconstruction import doubling, fits, hadamard, query, twofold, wrong

claim = Claim(
    "dwork2013.section-1-1.bound",
    "at least k - 4E² correct bits",
    section="1.1",
    position=60,
    kept={
        "1 ≤ k": "a number of queries",
        **dict.fromkeys((f"{of} has n rows with values in {{0..1}}" for of in "cd"), "it holds for all integers"),
    },
)

i, j, k, m, n, x, y, z = indices("i j k m n x y z")
E, two = number("E"), as_number(2)
c, d, s = (variable(name, INDEX_MAP) for name in "cds")
r, v = vectors("r v")
H = matrix("H")
people = (n <= k, hadamard(H, k))
doubled = twofold(H, k)
agree = If(H[y, x] == 2 * as_number(d[x]) - 1, as_number(1), 0)


@claim.clause(
    "counts",
    hadamard(H, k),
    values_up_to(d, k, 1),
    between(0, y, k - 1),
    Sum(x, 0, k - 1, agree) == query(H, d, y, k) + Sum(x, 0, k - 1, If(H[y, x] == -1, as_number(1), 0)),
)
def counts(proof):
    def each(weight, bit):
        agrees, minus = If(weight == 2 * bit - 1, as_number(1), 0), If(weight == -1, as_number(1), 0)
        return agrees == weight * bit + as_number(1) * minus

    def with_weight(value):
        def step(case):
            def with_bit(bit):
                def found(one):
                    equal = one.have(bit == as_number(d[x]), d[x] == as_index(bit))
                    at = one.replace(
                        equal, lambda v: each(as_number(value), v), one.fact(core.evaluate(each(as_number(value), bit)))
                    )
                    return one.replace(one.have(as_number(value) == H[y, x]), lambda v: each(v, as_number(d[x])), at)

                return found

            return case.cases(
                each(H[y, x], as_number(d[x])), (d[x] == 0, with_bit(as_number(0))), (TRUE, with_bit(as_number(1)))
            )

        return step

    person = proof.assuming(between(0, x, k - 1))
    weight = person.parts(hadamard(H, k))[-2].parts()[0](y, x)
    found = person.either(weight, with_weight(1), with_weight(-1))
    minus = If(H[y, x] == -1, as_number(1), 0)
    both = proof.use(
        lemmas.sum_of_two(), low=0, high=k - 1, f=function(x, H[y, x] * as_number(d[x])), g=function(x, minus), t=1
    )
    return proof.qed(proof.termwise(x, 0, k - 1, found), both)


@claim.clause(
    "squares", *people, Sum(y, 0, k - 1, Sum(x, 0, n - 1, H[y, x] * v[x]) ** 2) == k * Sum(x, 0, n - 1, v[x] ** 2)
)
def squares(proof):
    body = H[y, x] * v[x] * (H[y, z] * v[z])
    first = proof.exchange(Sum(y, 0, k - 1, Sum(x, 0, n - 1, Sum(z, 0, n - 1, body))))
    column = proof.assuming(between(0, x, n - 1))
    second = column.exchange(Sum(y, 0, k - 1, Sum(z, 0, n - 1, body)))
    inner = column.termwise(z, 0, n - 1, Sum(y, 0, k - 1, body) == If(z == x, k * v[x] * v[x], 0))
    one = column.use(lemmas.one_term(), low=0, high=n - 1, j=x, f=function(z, k * v[x] * v[x]))
    return proof.qed(
        first,
        proof.termwise(x, 0, n - 1, Sum(y, 0, k - 1, Sum(z, 0, n - 1, body)) == k * v[x] * v[x], second, inner, one),
    )


claim.clause("one", hadamard(function(y, x, as_number(1)), 1))(by_arithmetic)


@claim.clause("twice", hadamard(H, k), hadamard(doubled, 2 * k))
def twice(proof):
    entries = proof.parts(hadamard(H, k))[-2]
    ones, orthogonal = unfold(proof.goal).args

    def half(inner, at):
        return (at < k, at), (TRUE, at - k)

    def entry(inner):
        def at(row):
            def step(case):
                return case.cases(
                    inner.goal,
                    *[(where, lambda cell, u=u: cell.have(inner.goal, entries(row, u))) for where, u in half(case, x)],
                )

            return step

        return inner.cases(inner.goal, *[(where, at(row)) for where, row in half(inner, y)])

    def column(inner):
        whole = inner.goal.args[0]
        halves = inner.split(whole, k - 1)

        def at(first):
            def step(case):
                def cell(last):
                    def found(both):
                        f = function(y, H[y, first] * H[y, last])
                        return both.have(inner.goal, halves, both.use(moved_sum(), f=f))

                    return found

                return case.cases(inner.goal, *[(where, cell(last)) for where, last in half(case, z)])

            return step

        return inner.cases(inner.goal, *[(where, at(first)) for where, first in half(inner, x)])

    return proof.qed(proof.for_all(ones, entry), proof.for_all(orthogonal, column))


@claim.clause("powers-of-two", 0 <= m, doubling(s, m), Some(H, hadamard(H, s[m])))
def powers_of_two(proof):
    first = proof.parts(doubling(s, m))[-2]
    one = function(y, x, as_number(1))
    goal = (1 <= s[j]) & Some(H, hadamard(H, s[j]))
    begun = proof.replace(
        proof.have(as_index(1) == s[0], first),
        lambda v: (1 <= v) & Some(H, hadamard(H, v)),
        proof.witness(Some(H, hadamard(H, 1)), one, proof.cite("#one")),
    )
    later, before = proof.inductive(goal, j, 0, [begun], up_to=m)
    size, some = before.parts()
    larger = later.obtain(
        some,
        H,
        lambda found, given: found.witness(
            Some(H, hadamard(H, 2 * s[j])), substitute(doubled, {"k": s[j]}), found.cite("#twice", size, k=s[j])
        ),
    )
    return later.closed(
        later.replace(
            later.have(2 * s[j] == s[j + 1]),
            lambda v: (1 <= v) & Some(H, hadamard(H, v)),
            larger,
            later.have(1 <= 2 * s[j], size),
        )
    ).parts()[-1]


@claim.clause("served", 1 <= n, doubling(s, n), Some(m, between(0, m, n), (n <= s[m]) & (s[m] < 2 * n)))
def served(proof):
    first, _twice_each = proof.parts(doubling(s, n))[-2:]

    def goal(i):
        return Some(m, between(0, m, i), (i <= s[m]) & (s[m] < 2 * i))

    begun = proof.witness(goal(as_index(1)), 0, first)
    later, before = proof.inductive(goal(i), i, 1, [begun], up_to=n)
    later.let(before, m)
    return later.closed(
        later.cases(
            goal(i + 1),
            (i + 1 <= s[m], lambda case: case.witness(goal(i + 1), m)),
            (TRUE, lambda case: case.witness(goal(i + 1), m + 1)),
        )
    )


apart = function(x, as_number(c[x]) - as_number(d[x]))


@claim.clause(
    "squares-of-bits", values_up_to(c, n, 1), values_up_to(d, n, 1), wrong(c, d, n) == Sum(x, 0, n - 1, apart[x] ** 2)
)
def squares_of_bits(proof):
    person = proof.assuming(between(0, x, n - 1))
    bits = [person.know(values_up_to(each, n, 1))(x) for each in (c, d)]
    each = If(c[x] == d[x], as_number(0), 1) == apart[x] ** 2
    shown = person.cases(
        each,
        (c[x] == d[x], lambda case: case.have(each)),
        (c[x] < d[x], lambda case: case.have(each, case.have(c[x] == 0, *bits), case.have(d[x] == 1, *bits))),
        (TRUE, lambda case: case.have(each, case.have(d[x] == 0, *bits), case.have(c[x] == 1, *bits))),
    )
    return proof.qed(proof.termwise(x, 0, n - 1, each, shown))


@claim.clause(
    "wrong",
    *people,
    values_up_to(c, n, 1),
    values_up_to(d, n, 1),
    fits(r, H, c, E, k, n),
    fits(r, H, d, E, k, n),
    1 <= k,
    wrong(c, d, n) <= 4 * E**2,
)
def few_wrong(proof):
    squares = proof.cite("#squares", v=apart)
    difference = Sum(x, 0, n - 1, H[y, x] * apart[x])
    total = proof.termwise(y, 0, k - 1, difference**2 <= 4 * E**2)
    one = wrong(c, d, n)
    count = proof.cite("#squares-of-bits")
    scaled = proof.have(k * one <= k * (4 * E**2), squares, total, count)
    return proof.use(lemmas.quotient_order(), scaled, proof.have(0 < as_number(k), 1 <= k), t=k, α=one, β=4 * E**2)
