"""Section 4: the mechanisms that a finite privacy loss excludes.

A finite ε, that is a level α > 0, means that neighbours have the same possible responses. So a mechanism without coins
has a finite loss only if it answers all connected inputs alike; an exact statistic, or a row published unchanged, has
none. Conversely, for each response that is possible on both sides pq/(p²+q²) is a level, and the least of these is a
level for all. How much more a finite loss excludes depends on α.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.approximate import coin
from exactdp.claims.vocabulary.neighbour import near

claim = Claim("dwork2013.section-4.finite-loss", "a finite loss", section="4", position=10, kept=KEPT)

i, k, m, n, r = indices("i k m n r")
a, c, x, y = numbers("α c x y")
p, q = vectors("p q")
f = variable("f", INDEX_MAP)
place = between(0, r, m)


@claim.clause("same-responses", 0 < a, near(p, q, a, m), place, ((0 < p[r]) >> (0 < q[r])) & ((0 < q[r]) >> (0 < p[r])))
def same_responses(proof):
    known = proof.parts(near(p, q, a, m))[-1](r).parts()
    parts = []
    for of, to in ((p, q), (q, p)):
        inner = proof.assuming(0 < of[r])
        parts.append(proof.imply(0 < of[r], inner.have(0 < to[r], 0 < a * of[r], *known)))
    return proof.both(*parts)


same = All(r, place, both(0 <= p[r], 0 <= q[r], (0 < p[r]) >> (0 < q[r]), (0 < q[r]) >> (0 < p[r])))
own = If(0 < p[r], p[r] * q[r] / (p[r] ** 2 + q[r] ** 2), 1)


@cache
def level_of_two():
    """For x, y > 0: t = x·y/(x²+y²) is > 0, and t·x ≤ y and t·y ≤ x."""
    t, size = x * y / (x**2 + y**2), x**2 + y**2
    proof = Proof([0 < x, 0 < y])
    same = proof.have(t * size == x * y)
    cubes = [proof.product(*[proof.know(0 < of)] * 3) for of in (x, y)]
    less = [
        proof.use(
            lemmas.quotient_order(),
            proof.opaque(t * of * size <= to * size, same, cube, terms=[t]),
            t=size,
            α=t * of,
            β=to,
        )
        for of, to, cube in ((x, y, cubes[1]), (y, x, cubes[0]))
    ]
    return proof.both(proof.have(0 < t), *less).theorem


def serves(level):
    return both(0 < level, level * p[r] <= q[r], level * q[r] <= p[r])


@claim.clause("enough", 0 <= m, same, Some(a, 0 < a, near(p, q, a, m)), witnesses={"α": Least(r, 0, m, own)})
def enough(proof):
    one = proof.assuming(place)
    facts = one.know(same)(r).parts()

    def possible(case):
        other = case.detach(facts[2])
        found = case.use(level_of_two(), other, x=p[r], y=q[r])
        return case.replace(case.decided(own.args[1] == own), serves, found)

    def impossible(case):
        other = case.by_contradiction(
            q[r] <= 0, lambda more: more.contradiction(q[r] <= 0, more.detach(more.fact(facts[3])))
        )
        return case.replace(case.decided(as_number(1) == own), serves, case.have(serves(as_number(1)), other))

    each = one.cases(serves(own), (0 < p[r], possible), (TRUE, impossible))
    found = each.parts()
    least = Least(r, 0, m, own)
    positive = proof.use(
        lemmas.least_of_positive(),
        proof.all(found[0], r, place),
        f=lambda at: substitute(own, {"r": at}),
        low=0,
        high=m,
    )
    below = one.fact(core.bounds(least, r))
    sides = [
        one.opaque(least * of[r] <= to[r], below, known, sign)
        for of, to, known, sign in ((p, q, found[1], facts[0]), (q, p, found[2], facts[1]))
    ]
    whole = proof.have(near(p, q, least, m), proof.all(one.both(*facts[:2], *sides), r, place))
    return proof.witness(proof.goal, least, positive, whole)


table = explained("det({0})", (f,), function(i, r, If(r == f[i], as_number(1), 0)))
"""The mechanism that always answers f(i), for all inputs i."""
without_coins = (0 < a, private(table(f), a, n, m), values_up_to(f, n + 1, m))


@claim.clause("neighbours-alike", *without_coins, between(0, i, n - 1), f[i] == f[i + 1])
def neighbours_alike(proof):
    bounds = proof.parts(private(table(f), a, n, m))[-1](i, f[i]).parts()
    place = proof.know(values_up_to(f, n + 1, m))(i).parts()
    known = proof.fact(bounds[1], *place)
    other = (TRUE, lambda case: case.contradiction(proof.goal, known))
    return proof.cases(proof.goal, (f[i] == f[i + 1], lambda case: case.know(f[i] == f[i + 1])), other)


@claim.clause("constant", *without_coins, between(0, i, n), f[i] == f[0])
def constant(proof):
    goal = f[k] == f[0]
    further, before = proof.inductive(goal, k, 0, [], up_to=i)
    return further.closed(further.have(f[k + 1] == f[0], before, further.cite("#neighbours-alike", i=k)))


# One of n rows is published; no row or one row has the value 0
one_of = coin(as_number(0)), coin(1 / as_number(n))


@claim.clause("a-row", 1 <= n, near(*one_of, a, 1), a <= 0)
def a_row(proof):
    share = 1 / as_number(n)
    size = proof.have(0 < share, proof.use(lemmas.index_order_strictly(), j=0, k=n))
    known = proof.parts(near(*one_of, a, 1))[-1](0).parts()
    less = proof.opaque(a * share <= 0 * share, *known, terms=[share])
    return proof.use(lemmas.quotient_order(), less, size, t=share, α=a, β=0)


def changed(share):
    """Return the answer where i/n of the rows have the value 0, and it is changed with probability 1/4."""
    return coin("1/4" + share / 2)


@claim.clause("a-row-changed", 1 <= n, between(0, i, n - 1), near(changed(i / n), changed((i + 1) / n), "1/3", 1))
def a_row_changed(proof):
    count = proof.use(lemmas.index_order_strictly(), j=0, k=n)
    facts = []
    for at in (i, i + 1):
        low, high = proof.use(lemmas.index_order(), j=0, k=at), proof.use(lemmas.index_order(), j=at, k=n)
        facts += proof.use(lemmas.share_of(), count, low, high, t=n, α=at).parts()[:2]
    shares = Proof([0 <= x, x <= 1, 0 <= y, y <= 1], near(changed(x), changed(y), "1/3", 1)).qed()
    return proof.use(shares, *facts, x=i / n, y=(i + 1) / n)


truth = coin(1 / (1 + a)), coin(a / (1 + a))
claim.clause("nearly-the-truth", 0 < a, a <= 1, near(*truth, a, 1))(
    lambda proof: proof.qed(proof.cite("dwork2013.section-2-4.expected-loss#attained", ε=0))
)


@claim.clause("exactly", 0 < a, near(*truth, c, 1), c <= a)
def exactly(proof):
    size = 1 / (1 + a)
    positive, same = proof.have(0 < size), proof.have(a / (1 + a) == a * size)
    first = proof.parts(near(*truth, c, 1))[-1](0).parts()
    less = proof.opaque(c * size <= a * size, *first, same, terms=[size, a / (1 + a)])
    return proof.use(lemmas.quotient_order(), less, positive, t=size, α=c, β=a)
