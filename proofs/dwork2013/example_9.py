"""Example 9: publishing a random hundredth of the rows.

Of the choices of s from m rows, j leave a given row out, and k contain it. A database with another row in its place
shares the j choices, and has k other ones. So the least δ is k/(j+k) = s/m at every ε, which is 1/100 if s is a
hundredth of m. If a row is added and s stays the same, the choices with the added row are new: δ = s/(m+1). If s(m)
follows m/100, it jumps, and the number of published rows distinguishes the neighbours. If a coin of probability c
decides for each row, the other rows have the same distribution, and the row appears with probability c.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.approximate import coin
from exactdp.claims.vocabulary.binomial import binomial_product
from exactdp.claims.vocabulary.neighbour import answers, excess

claim = Claim(
    "dwork2013.example-9",
    "publishing one row in a hundred",
    section="2.4",
    position=30,
    printed="δ = 1/100 permits n/100 rows to be released, also where neighbours have one row more or less",
    slip="statement",
    weight="remark",
    kept={**KEPT, "1 ≤ t": "t is e^ε", "c ≤ 1": "a probability"},
)

j, k, m, r, s, z = indices("j k m r s z")
c, t = numbers("c t")


def hundredth(of, rows):
    return both(0 <= of, 100 * of <= rows, rows < 100 * of + 100)


claim.printed_as(
    "one-row-more",
    1 <= t,
    hundredth(s, m),
    hundredth(z, m + 1),
    excess(answers(s), answers(z), t, z) <= "1/100",
    at={"t": Fraction(1), "m": 99, "s": 0, "z": 1},
    instead=("replaced", "one-more"),
)


def excess_of_own(proof, pair, own, size, *facts):
    """Return the excess of a distribution over another one: `size` at each of its own responses, and 0 elsewhere."""
    (order, t, last), (first, next_one) = pair, own
    inner = proof.assuming(between(0, r, last))
    of, to = (each[r] for each in order)
    term = If(t * to < of, of - t * to, 0)
    value = If(between(first, r, next_one - 1), size, 0)

    def here(case):
        return case.decided(term == value, case.have(expand(t * to < of), *facts), by=facts)

    def elsewhere(case):
        return case.decided(term == value, case.have(expand(of <= t * to), *facts))

    each = inner.cases(term == value, (r < first, elsewhere), (r <= next_one - 1, here), (TRUE, elsewhere))
    ends = lambda v: If(v <= first, 0, If(v <= next_one, v - first, next_one - first)) * size  # noqa: E731
    return proof.have(
        excess(*order, t, last) == (next_one - first) * size,
        proof.termwise(r, 0, last, each),
        proof.telescope(r, 0, last, value, ends),
    )


claim.clause("jump", 1 <= t, 0 <= s, s < z, excess(answers(s), answers(z), t, z) == 1)(
    lambda proof: proof.qed(excess_of_own(proof, ((answers(s), answers(z)), t, z), (s, s + 1), as_number(1)))
)

choice = explained(
    "choice({1}, {0}; {2})",
    (k, j, s),
    function(r, If((r < j) | between(j + s, r, j + s + k - 1), as_number(1), 0) / (j + k)),
)
"""Choices that are equally likely: the first j, and k more from j + s on."""
given_row = (1 <= t, 0 <= j, 0 <= k, 1 <= j + k)
share = as_number(k) / (j + k)
first, second = choice(k, j, 0), choice(k, j, k)


orders = (first, second), (second, first)


@claim.clause("replaced", *given_row, both(*(excess(*of, t, j + 2 * k - 1) == share for of in orders)))
def replaced(proof):
    size = as_number(1) / (j + k)
    count = proof.have(0 < size)
    facts = count, proof.product(count, 0 <= t - 1)
    return proof.qed(
        *(
            excess_of_own(proof, (order, t, j + 2 * k - 1), (start, start + k), size, *facts)
            for order, start in zip(orders, (j, j + k), strict=True)
        )
    )


smaller = choice(0, j, 0)


both_ways = excess(first, smaller, t, j + k - 1) == share, excess(smaller, first, 1, j + k - 1) == share


@claim.clause("one-more", 1 <= t, 1 <= j, 1 <= k, both(*both_ways))
def one_more(proof):
    sizes = [as_number(1) / each for each in (j + k, j)]
    counts = [proof.use(lemmas.index_order_strictly(), j=0, k=each) for each in (j + k, j, k)]
    positive = [proof.have(0 < size) for size, count in zip(sizes, counts, strict=False)]
    less = proof.have(sizes[0] < sizes[1], *counts)
    facts = *positive, *counts, less, proof.product(positive[1], 0 <= t - 1)
    last = j + k - 1
    one = excess_of_own(proof, ((first, smaller), t, last), (j, j + k), sizes[0], *facts)
    alone = (smaller, first), as_number(1), last
    other = excess_of_own(proof, alone, (as_index(0), j), sizes[1] - sizes[0], *facts)
    return proof.qed(one, other)


binomial = Definition("C({0},{1})", (m, k), Product(j, 1, k, (m + 1 - as_number(j)) / j))


@claim.clause("share", 0 <= k, binomial(m + 1, k + 1) * (k + 1) == (m + 1) * binomial(m, k))
def of_share(proof):
    sums = proof.cite("dwork2013.section-3-1.marginals#pascal", d=m)
    last = proof.split(binomial_product(m, k + 1), k)
    part = (m - as_number(k)) / (k + 1)
    quotient = proof.have(binomial(m, k + 1) == binomial(m, k) * part, last)
    whole = [binomial(m + 1, k + 1), binomial(m, k), binomial(m, k + 1), part]
    total = proof.have(whole[0] == whole[1] + whole[2], sums)
    return proof.opaque(proof.goal, total, quotient, part * (k + 1) == m - as_number(k), terms=whole)


@claim.clause("hundredth", 1 <= s, 100 * binomial(100 * s - 1, s - 1) == binomial(100 * s, s))
def of_hundredth(proof):
    whole, part = binomial(100 * s, s), binomial(100 * s - 1, s - 1)
    found = proof.cite("#share", m=100 * s - 1, k=s - 1)
    same = proof.have(as_number(s) * whole == as_number(s) * (100 * part), found)
    positive = proof.use(lemmas.index_order_strictly(), j=0, k=s)
    return proof.indirect(
        proof.goal,
        *(
            proof.use(
                lemmas.quotient_order(),
                proof.have(as_number(s) * low <= as_number(s) * high, same),
                positive,
                t=s,
                α=low,
                β=high,
            )
            for low, high in ((whole, 100 * part), (100 * part, whole))
        ),
    )


claim.clause(
    "one-percent", 1 <= t, 1 <= k, j == 99 * k, both(*(excess(*of, t, j + 2 * k - 1) == "1/100" for of in orders))
)(lambda proof: proof.qed(proof.cite("#replaced")))

appears = excess(coin(c), coin(0), t, 1) == c, excess(coin(0), coin(c), 1, 1) == c


@claim.clause("coins", 1 <= t, 0 < c, c <= 1, both(*appears))
def coins(proof):
    found = []
    for of, to, factor, own in ((coin(c), coin(0), t, 0), (coin(0), coin(c), as_number(1), 1)):
        less = [factor * to[at] < of[at] if at == own else of[at] <= factor * to[at] for at in (0, 1)]
        found.append(proof.decided(excess(of, to, factor, 1) == c, *(proof.have(expand(each)) for each in less)))
    return proof.qed(*found)
