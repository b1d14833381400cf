"""Footnote 3: the meaning of a cryptographically small δ.

The print says that δ grows more slowly than the inverse of any polynomial. This is about its order, as `slower` says:
such a δ falls in the end (`falls-in-the-end`). 2^-m is cryptographically small, and m^-c for a fixed c is not. For m ≥
2c, one added row makes m^c at most twice as large, as (m+1)^c·(m-c) ≤ m^(c+1); and m^c ≤ 2^m holds at m = 4c², where it
is (4c²)^c ≤ (16^c)^c. A δ of 1/m or more allows a row to be published, as in Example 9.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import excess

claim = Claim(
    "dwork2013.footnote-3",
    "a cryptographically small δ",
    section="2.3",
    position=85,
    kept={**KEPT, "0 ≤ c": "an exponent", "1 ≤ c": "an exponent"},
)

c, i, k, m, n, q, r = indices("c i k m n q r")
t, u, v, w = numbers("t u v w")
(delta,) = vectors("δ")
two, sixteen, rows = as_number(2), as_number(16), as_number(m)

slower = explained(
    "{0} grows more slowly than the inverse of any polynomial",
    (delta,),
    All(c, 1 <= c, Some(u, TRUE, All(m, 1 <= m, u <= m, delta[m] * rows**c <= 1))),
)
"""It is at most m^-c from some m on, for every c; so for every polynomial, whose size is at most a multiple of m^c."""


@cache
def one_more():
    """For t ≥ 0 and c ≥ 0: (t+1)^c·(t-c) ≤ t^(c+1), where u is t+1."""
    goal = u**c * (t - c) <= t ** (c + 1)
    proof = Proof([0 <= t, u == t + 1, 0 <= c])
    inner, before = proof.inductive(goal, c, 0, [])
    power = inner.use(lemmas.power_nonnegative(), 0 <= u, α=u, k=c)
    least = inner.product(power, inner.have(0 <= as_number(c + 1), 0 <= c))
    more = inner.product(0 <= t, before)
    same = inner.have(u ** (c + 1) * (t - (c + 1)) == u**c * (u * (t - (c + 1))))
    value = inner.have(u * (t - (c + 1)) == t * (t - c) - (c + 1))
    facts = least, more, same, value, inner.have(t ** (c + 2) == t * t ** (c + 1))
    terms = [u ** (c + 1), u**c, t ** (c + 1), t ** (c + 2), u * (t - (c + 1))]
    return inner.closed(inner.opaque(substitute(goal, {"c": c + 1}), *facts, terms=terms)).theorem


def doubled(proof, at):
    """Return that (m+1)^c ≤ 2·m^c."""
    size = proof.use(lemmas.index_order_strictly(), 0 < at, j=0, k=at)
    half = proof.use(lemmas.index_order(), j=2 * c, k=at)
    now, after = as_number(at), as_number(at + 1)
    found = proof.use(one_more(), proof.have(0 <= now, size), t=now, u=after)
    power = proof.use(lemmas.power_nonnegative(), proof.have(0 <= after, size), α=after, k=c)
    share = proof.product(power, half)
    last = Proof([0 < t, 0 <= c], t ** (c + 1) == t * t**c).qed()
    terms = [after**c, now**c, now ** (c + 1)]
    less = proof.opaque(
        after**c * now <= 2 * now**c * now,
        found,
        share,
        proof.use(last, t=now),
        as_number(2 * c) == 2 * as_number(c),
        terms=[*terms, as_number(2 * c)],
    )
    return proof.use(lemmas.quotient_order(), less, size, α=after**c, β=2 * now**c, t=now)


claim.clause("one-row-more", 1 <= c, 2 * c <= m, as_number(m + 1) ** c <= 2 * rows**c)(lambda proof: doubled(proof, m))


@cache
def square_below():
    """For c ≥ 1: 4c² ≤ 16^c, which is 2^(4c)."""
    goal = both(4 * as_number(c) ** 2 <= sixteen**c, sixteen**c == two ** (4 * c))
    proof = Proof([1 <= c])
    inner, _ = proof.inductive(goal, c, 1, [])
    return inner.closed(inner.have(substitute(goal, {"c": c + 1}), inner.use(lemmas.index_order(), j=1, k=c))).theorem


@cache
def powers_of_sixteen():
    """For c ≥ 1 and i ≥ 0 there is an index q = 4c·i, and 2^q = (16^c)^i."""
    goal = Some(q, 0 <= q, both(as_number(q) == 4 * as_number(c) * i, two**q == (sixteen**c) ** i))
    proof = Proof([1 <= c])

    first = proof.witness(substitute(goal, {"i": as_index(0)}), as_index(0))
    inner, before = proof.inductive(goal, i, 0, [first])
    after = substitute(goal, {"i": i + 1})
    _, same = inner.use(square_below()).parts()
    power = inner.let(before, q).parts()[-1]
    lower, upper = two**q, (sixteen**c) ** i
    share = Proof([t == u, v == w], t * v == u * w)
    twice = share.qed()
    more = inner.use(
        twice, inner.have(two ** (4 * c) == sixteen**c, same), t=lower, u=upper, v=two ** (4 * c), w=sixteen**c
    )
    power = inner.have(two ** (q + 4 * c) == (sixteen**c) ** (i + 1), more)
    return inner.closed(inner.witness(after, q + 4 * c, power)).theorem


@claim.clause("powers-of-two", 1 <= c, 4 * as_number(c) ** 2 <= m, rows**c <= two**m)
def powers_of_two(proof):
    one = proof.use(lemmas.index_order(), j=1, k=c)
    large = proof.use(square_below()).parts()[0]

    def at(v):
        return as_number(q + v) ** c <= two ** (q + v)

    _value, power = proof.let(proof.use(powers_of_sixteen(), i=c), q).parts()[-2:]
    below = proof.have(as_number(q) <= sixteen**c, large)
    size = proof.use(lemmas.index_order(), j=0, k=q)
    raised = proof.use(lemmas.powers_rise(), below, size, α=as_number(q), β=sixteen**c, k=c)
    base = proof.opaque(at(as_index(0)), raised, power, terms=[as_number(q) ** c, (sixteen**c) ** c, two**q])

    def larger(other):
        return other.contradiction(2 * c <= q, other.use(lemmas.index_order(), j=q, k=2 * c), one)

    def inside(other):
        return other.contradiction(q <= m, other.use(lemmas.index_order(), j=m + 1, k=q))

    double, order = proof.by_contradiction(2 * c <= q, larger), proof.by_contradiction(q <= m, inside)

    known = proof.assuming(2 * c <= q, q <= m)
    inner, before = known.inductive(at(r), r, 0, [base])
    double_here = doubled(inner, q + r)
    last = inner.have(two ** (q + r + 1) == 2 * two ** (q + r))
    terms = [as_number(q + r) ** c, as_number(q + r + 1) ** c, two ** (q + r), two ** (q + r + 1)]
    whole = inner.closed(inner.opaque(at(r + 1), double_here, last, before, terms=terms)).with_(r=m - q)
    found = known.have(proof.goal, whole)
    return proof.fact(found, double, order)


small = function(m, 1 / two**m)


@claim.clause("small", slower(small), witnesses={"u": 4 * as_number(c) ** 2})
def is_small(proof):
    inner = proof.inside()
    large = 4 * as_number(c) ** 2
    later = inner.assuming(1 <= m, large <= m)
    less = later.cite("#powers-of-two")
    positive = later.use(lemmas.power_positive(), α=two, k=m)
    share = Proof([0 < t, u <= t], (1 / t) * u <= 1).qed()
    found = later.use(share, positive, less, t=two**m, u=rows**c)
    every = inner.all(inner.fact(found), m, 1 <= m, large <= m)
    return inner.closed(inner.witness(inner.goal, large, every))


@claim.clause("falls-in-the-end", 1 <= k, 1 <= k * delta[m], k < n, n * delta[n] <= 1, delta[n] < delta[m])
def falls_in_the_end(proof):
    """If δ(n) is at most 1/n for all large n, each δ(m) > 0 is above all later values from some n on."""
    sizes = proof.use(lemmas.index_order(), j=1), proof.use(lemmas.index_order_strictly(), j=k, k=n)
    return proof.indirect(proof.goal, *sizes, factors=3).theorem


@claim.clause("no-fixed-power", 0 <= c, 2 <= m, (1 / rows) ** (c + 1) < (1 / rows) ** c)
def no_fixed_power(proof):
    size = proof.use(lemmas.index_order(), j=2, k=m)
    share = proof.have(0 < 1 / rows), proof.have(1 / rows < 1, size)
    return proof.use(lemmas.power_falls_strictly(), *share, α=1 / rows, i=c, k=c + 1)


published = [function(r, If(r == 0, chance, 1 - 1 / rows)) for chance in (1 / rows, as_number(0))]


@claim.clause("one-row", 1 <= m, both(excess(*published, 1, 1) == 1 / rows, 1 / two**m < 1 / rows))
def one_row(proof):
    goal = rows < two**m
    smaller = proof.induction(
        goal,
        m,
        1,
        [],
        lambda inner, before: inner.have(substitute(goal, {"m": m + 1}), inner.use(lemmas.index_order(), j=1, k=m)),
    )
    size = proof.use(lemmas.index_order_strictly(), j=0, k=m)
    inverse = proof.use(Proof([0 < t, t < u], 1 / u < 1 / t).qed(), size, smaller, t=rows, u=two**m)
    first, second = published
    here = proof.have(expand(1 * second[0] < first[0]))
    return proof.both(proof.decided(proof.goal.args[0], here), inverse)
