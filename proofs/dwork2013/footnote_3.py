"""Footnote 3: the meaning of a cryptographically small δ.

It is a δ(m) that falls below m^-c for every c, as 2^-m does and m^-c for a fixed c does not. For m ≥ 2c, one added row
makes m^c at most twice as large, as (m+1)^c·(m-c) ≤ m^(c+1); and m^c ≤ 2^m holds at m = 4c², where it is (4c²)^c ≤
(16^c)^c. The numbers h_i = 4c·i count up to 4c². A δ of 1/m or more allows a row to be published, as in Example 9.

The print says that it grows more slowly than the inverse of any polynomial: it falls, and falls faster.
"""

from functools import cache

from exactdp.claims import Claim
from exactdp.claims.deriving import Proof
from exactdp.claims.determinant_lemmas import constant_product
from exactdp.claims.formulas import (
    INDEX_MAP,
    All,
    If,
    as_index,
    as_number,
    between,
    both,
    expand,
    function,
    indices,
    numbers,
    substitute,
    variable,
)
from exactdp.claims.lemmas import (
    index_order,
    index_order_strictly,
    power_falls_strictly,
    power_nonnegative,
    power_positive,
    powers_rise,
)
from exactdp.claims.neighbour_lemmas import cancelled
from exactdp.claims.neighbour_words import excess
from exactdp.claims.noise_lemmas import product_of_powers
from exactdp.claims.vocabulary import KEPT
from exactdp.commands.cli import main

claim = Claim(
    "dwork2013.footnote-3",
    "a cryptographically small δ",
    section="2.3",
    position=85,
    printed="δ grows more slowly than the inverse of any polynomial in the size of the database",
    slip="print",
    kept={**KEPT, "0 ≤ c": "an exponent", "1 ≤ c": "an exponent", "0 ≤ k": "rows beyond 4c²"},
)

c, i, j, k, m, r = indices("c i j k m r")
t, u = numbers("t u")
h = variable("h", INDEX_MAP)
two, sixteen, rows = as_number(2), as_number(16), as_number(m)


@cache
def one_more():
    """For t ≥ 0 and c ≥ 0: (t+1)^c·(t-c) ≤ t^(c+1), where u is t+1."""
    goal = u**c * (t - c) <= t ** (c + 1)
    proof = Proof([0 <= t, u == t + 1, 0 <= c])

    def step(inner, before):
        size = inner.have(0 <= u)
        power = inner.use(power_nonnegative(), size, α=u, k=c)
        least = inner.product(power, inner.have(0 <= as_number(c + 1), inner.know(0 <= c)))
        more = inner.product(inner.know(0 <= t), before)
        same = inner.have(u ** (c + 1) * (t - (c + 1)) == u**c * (u * (t - (c + 1))))
        value = inner.have(u * (t - (c + 1)) == t * (t - c) - (c + 1))
        facts = least, more, same, value, inner.have(t ** (c + 2) == t * t ** (c + 1))
        terms = [u ** (c + 1), u**c, t ** (c + 1), t ** (c + 2), u * (t - (c + 1))]
        return inner.opaque(substitute(goal, {"c": c + 1}), *facts, terms=terms)

    return proof.induction(goal, c, 0, [], step).theorem


def doubled(proof, at, *facts):
    """Return that (m+1)^c ≤ 2·m^c."""
    positive, least = proof.have(1 <= at, *facts), proof.have(2 * c <= at, *facts)
    size = proof.use(index_order_strictly(), proof.have(0 < at, positive), j=0, k=at)
    half = proof.use(index_order(), least, j=2 * c, k=at)
    now, after = as_number(at), as_number(at + 1)
    found = proof.use(one_more(), proof.have(0 <= now, size), proof.have(after == now + 1), t=now, u=after)
    power = proof.use(power_nonnegative(), proof.have(0 <= after, size), α=after, k=c)
    share = proof.product(power, half)
    last = Proof([0 < t, 0 <= c], t ** (c + 1) == t * t**c).qed()
    terms = [after**c, now**c, now ** (c + 1)]
    less = proof.opaque(
        after**c * now <= 2 * now**c * now,
        found,
        share,
        proof.use(last, size, t=now),
        proof.have(as_number(2 * c) == 2 * as_number(c)),
        terms=[*terms, as_number(2 * c)],
    )
    return proof.use(cancelled(), less, size, α=after**c, β=2 * now**c, t=now)


claim.clause("one-row-more", 1 <= c, 2 * c <= m, as_number(m + 1) ** c <= 2 * rows**c)(lambda proof: doubled(proof, m))

upwards = (1 <= c, h[0] == 0, All(i, between(1, i, c), h[i - 1] + 4 * c == h[i]))


def counted(proof):
    """Return that h_c is at least 4c, and that it is 4c²."""

    def at(v):
        return both(4 * c <= h[v], as_number(h[v]) == 4 * as_number(c) * v)

    def step(inner, before):
        later = inner.assuming(i + 1 <= c)
        least, same = later.detach(before).parts()
        more = later.know(upwards[-1])(i + 1)
        return inner.imply(i + 1 <= c, later.have(at(i + 1), least, same, more))

    first = proof.have(h[1] == 4 * c, proof.know(upwards[-1])(1))
    found = proof.detach(proof.induction((i <= c) >> at(i), i, 1, [first], step).with_(i=c))
    return found.parts()


claim.clause("size", *upwards, as_number(h[c]) == 4 * as_number(c) ** 2)(lambda proof: proof.qed(*counted(proof)))


@cache
def square_below():
    """For c ≥ 1: 4c² ≤ 16^c, which is 2^(4c)."""
    goal = both(4 * as_number(c) ** 2 <= sixteen**c, sixteen**c == two ** (4 * c))
    proof = Proof([1 <= c])

    def step(inner, before):
        one = inner.use(index_order(), j=1, k=c)
        return inner.have(substitute(goal, {"c": c + 1}), *before.parts(), one, squares=[as_number(c)])

    return proof.induction(goal, c, 1, [], step).theorem


@claim.clause("powers-of-two", *upwards, 0 <= k, m == h[c] + k, rows**c <= two**m)
def powers_of_two(proof):
    def at(v):
        return as_number(h[c] + v) ** c <= two ** (h[c] + v)

    least, same = proof.use(square_below()).parts()
    positive, value = counted(proof)
    size = proof.use(index_order(), proof.have(0 <= h[c], positive), j=0, k=h[c])
    below = proof.chain(as_number(h[c]), (4 * as_number(c) ** 2, value), ("<=", sixteen**c, least))
    raised = proof.use(powers_rise(), below, size, α=as_number(h[c]), β=sixteen**c, k=c)
    each = proof.assuming(between(1, j, c))
    three = each.both(each.know(upwards[-1])(j), each.have(0 <= 4 * c), each.fact(same.theorem))
    product = proof.use(
        product_of_powers(),
        proof.all(three, j, between(1, j, c)),
        n=c,
        c=two,
        d=function(j, 4 * c),
        f=function(j, sixteen**c),
    )
    constant = proof.use(constant_product(), low=1, k=c, t=sixteen**c)
    terms = [as_number(h[c]) ** c, (sixteen**c) ** c, two ** h[c], constant.says.args[0], product.says.args[0]]
    base = proof.opaque(at(as_index(0)), raised, product, constant, terms=terms)

    def step(inner, before):
        double = doubled(inner, h[c] + r, positive)
        last = inner.have(two ** (h[c] + r + 1) == 2 * two ** (h[c] + r))
        terms = [as_number(h[c] + r) ** c, as_number(h[c] + r + 1) ** c, two ** (h[c] + r), two ** (h[c] + r + 1)]
        return inner.opaque(at(r + 1), double, last, before, terms=terms)

    found = proof.induction(at(r), r, 0, [base], step).with_(r=k)
    return proof.replace(proof.have(h[c] + k == m), lambda v: as_number(v) ** c <= two**v, found)


claim.printed_as("grows", 1 <= m, 1 / two**m <= 1 / two ** (m + 1))


@claim.clause("falls", 1 <= m, 1 / two ** (m + 1) < 1 / two**m)
def falls(proof):
    half = Proof([0 < t, u == 2 * t], 1 / u < 1 / t).qed()
    last = proof.have(two ** (m + 1) == 2 * two**m)
    return proof.use(half, proof.use(power_positive(), α=two, k=m), last, t=two**m, u=two ** (m + 1))


@claim.clause("no-fixed-power", 0 <= c, 2 <= m, (1 / rows) ** (c + 1) < (1 / rows) ** c)
def no_fixed_power(proof):
    size = proof.use(index_order(), j=2, k=m)
    share = proof.have(0 < 1 / rows, size), proof.have(1 / rows < 1, size)
    return proof.use(power_falls_strictly(), *share, α=1 / rows, i=c, k=c + 1)


published = [function(r, If(r == 0, chance, 1 - 1 / rows)) for chance in (1 / rows, as_number(0))]


@claim.clause("one-row", 1 <= m, both(excess(*published, 1, 1) == 1 / rows, 1 / two**m < 1 / rows))
def one_row(proof):
    goal = rows < two**m
    smaller = proof.induction(
        goal,
        m,
        1,
        [],
        lambda inner, before: inner.have(substitute(goal, {"m": m + 1}), before, inner.use(index_order(), j=1, k=m)),
    )
    size = proof.use(index_order_strictly(), j=0, k=m)
    inverse = proof.use(Proof([0 < t, t < u], 1 / u < 1 / t).qed(), size, smaller, t=rows, u=two**m)
    share = proof.have(0 < 1 / rows, size)
    first, second = published
    here, there = (
        proof.have(expand(1 * second[0] < first[0]), share),
        proof.have(expand(first[1] <= 1 * second[1]), share),
    )
    return proof.both(proof.decided(proof.goal.args[0], here, there), inverse)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
