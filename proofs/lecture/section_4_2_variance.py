"""Section 4.2: the variance of the geometric noise, exactly, and as O(1/ε²).

The variance 2α/(1-α)² is 2/(t + α - 2) for t = 1/α. With α = e^-ε, t + α - 2 is the sum of 2·ε^(2k)/(2k)! over k ≥ 1.
Its partial sums are above ε², and for ε ≤ 1 below ε² + ε⁴/11, as each term from ε⁴/12 on is at most 1/30 of the one
before. That the series has this sum is quoted. So the variance is below 2/ε², and 2 is the best constant.
"""

from functools import cache

from exactdp.claims import Claim, core
from exactdp.claims.deriving import Proof
from exactdp.claims.formulas import (
    TRUE,
    Product,
    Some,
    Sum,
    as_number,
    between,
    both,
    function,
    indices,
    numbers,
    substitute,
)
from exactdp.claims.laplace_words import at_least_exponential, at_most_exponential
from exactdp.claims.lemmas import index_order, index_order_strictly, positive_sum, power_positive
from exactdp.claims.names import explained
from exactdp.claims.neighbour_lemmas import positive_product
from exactdp.claims.vocabulary import KEPT, tends, two_sided
from exactdp.commands.cli import main

claim = Claim(
    "lecture.section-4-2.variance",
    "the variance of the geometric mechanism",
    section="4.2",
    position=70,
    kept={**KEPT, **dict.fromkeys(("0 < ε", "ε ≤ 1", "0 < Δ"), "the lecture's parameters")},
)

j, k, m, n, z = indices("j k m n z")
a, c, d, e, t = numbers("α c Δ ε t")
levels = (0 < a, a < 1)
variance = 2 * a / (1 - a) ** 2
squares = function(k, Sum(z, -k, k, z**2 * two_sided(a, z)))
bound = 2 * (a + 2) * (a + 3) / ((1 + a) * (1 - a) ** 3)

claim.clause("variance", *levels, tends(squares, variance), witnesses={"C": bound})(
    lambda proof: proof.cite("ghosh2009.section-2-2.squared-loss#variance")
)


@claim.clause("closed-form", *levels, t == 1 / a, both(0 < t + a - 2, variance == 2 / (t + a - 2)))
def closed_form(proof):
    whole, square = t + a - 2, proof.product(*[proof.have(0 < 1 - a)] * 2)
    inverse = proof.have(a * t == 1)
    positive = proof.have(
        0 < whole, proof.have(whole == t * (1 - a) ** 2, inverse), proof.product(proof.have(0 < t), square)
    )
    quotient = Proof([c == a * d, 0 < a, 0 < d], 2 * a / c == 2 / d).qed()
    same = proof.have((1 - a) ** 2 == a * whole, inverse)
    return proof.both(positive, proof.use(quotient, same, positive, c=(1 - a) ** 2, Δ=whole))


# The series of e^ε + e^-ε - 2

term = explained(
    "s({0}, {1})",
    (e, k),
    2 * e ** (2 * k) / Product(j, 1, 2 * k, j),
    r"\tfrac{{2 {0}^{{2 \cdot {1}}}}}{{(2 \cdot {1})!}}",
)
series = Sum(k, 1, m, term(e, k))


def factorial(k):
    return Product(j, 1, 2 * k, j)


@cache
def factors():
    """For ε > 0 and k ≥ 0: (2k)! > 0, (2k+2)! = (2k)!·(2k+1)·(2k+2), and the term is > 0."""
    proof = Proof([0 < e, 0 <= k])
    inner = proof.assuming(between(1, j, 2 * k))
    every = proof.all(inner.use(index_order_strictly(), j=0, k=j), j, between(1, j, 2 * k))
    size = proof.detach(proof.use(positive_product(), k=2 * k, f=function(j, as_number(j))), every)
    after = [proof.fact(core.split_range(Product(j, 1, 2 * k + c, j), 2 * k + c - 1)) for c in (1, 2)]
    more = proof.have(factorial(k + 1) == factorial(k) * ((2 * k + 1) * (2 * k + 2)), *after)
    power = proof.use(power_positive(), α=e, k=2 * k)
    positive = proof.use(Proof([0 < a, 0 < d], 0 < 2 * a / d).qed(), power, size, α=e ** (2 * k), Δ=factorial(k))
    return proof.both(size, more, proof.fact(core.restate(positive.theorem, 0 < term(e, k))), power).theorem


def first_terms(proof):
    """Return that the first two terms are ε² and ε⁴/12."""
    first, second = (proof.use(factors(), k=at).parts()[1] for at in (0, 1))
    values = [proof.have(factorial(1) == 2, first), proof.have(factorial(2) == 24, first, second)]
    return [proof.have(term(e, 1) == e**2, values[0]), proof.have(term(e, 2) == e**4 / 12, values[1])]


@claim.clause("series-above", 0 < e, 2 <= m, e**2 < series)
def series_above(proof):
    inner = proof.assuming(between(2, k, m))
    each = inner.use(factors()).parts()[2]
    signs = proof.all(inner.opaque(0 <= term(e, k), each, terms=[term(e, k)]), k, between(2, k, m))
    second = proof.use(factors(), k=2).parts()[2]
    rest = proof.use(positive_sum(), signs, second, low=2, high=m, j=2, f=function(k, term(e, k)))
    return proof.qed(proof.split(series, 1), rest, first_terms(proof)[0])


@claim.clause("series-below", 0 < e, e <= 1, 1 <= m, series < e**2 + e**4 / 11)
def series_below(proof):
    def sums(at):
        return Sum(k, 1, at, term(e, k))

    first, second = first_terms(proof)
    fourth = proof.use(power_positive(), α=e, k=4)
    limit = e**2 + 30 * (e**4 / 12) / 29
    goal = sums(m) + term(e, m) / 29 <= limit
    known = Proof([0 < a, 0 < d, c == d * t, 30 <= t, 0 < e, e <= 1], 30 * (2 * (a * e**2) / c) <= 2 * a / d)
    smaller = known.have(
        30 * a * e**2 * d <= a * (d * t),
        known.product(known.know(0 < a), known.know(0 < d), known.have(30 * e**2 <= t, known.have(e**2 <= 1))),
    )
    falls = known.qed(known.have(0 < d * t), smaller)

    def step(inner, before):
        size, more, _, power = inner.use(factors(), k=m).parts()
        orders = [inner.use(index_order(), j=least, k=of) for least, of in ((5, 2 * m + 1), (6, 2 * m + 2))]
        times = (2 * as_number(m) + 1) * (2 * m + 2)
        many = inner.have(30 <= times, *orders)
        less = inner.use(falls, size, more, power, many, α=e ** (2 * m), Δ=factorial(m), c=factorial(m + 1), t=times)
        new = inner.have(2 * (e ** (2 * m) * e**2) == 2 * e ** (2 * m + 2))
        less = inner.replace(new, lambda v: 30 * (v / factorial(m + 1)) <= 2 * e ** (2 * m) / factorial(m), less)
        less = inner.fact(core.restate(less.theorem, 30 * term(e, m + 1) <= term(e, m)))
        whole = inner.have(sums(m + 1) == sums(m) + term(e, m + 1), inner.split(sums(m + 1), m))
        terms = [sums(m + 1), sums(m), term(e, m + 1), term(e, m), e**2, e**4]
        return inner.opaque(substitute(goal, {"m": m + 1}), before, whole, less, terms=terms)

    def later(case):
        begun = case.have(sums(2) == term(e, 1) + term(e, 2), case.split(sums(2), 1))
        positive = case.use(factors(), k=m).parts()[2]
        most = case.induction(goal, m, 2, [begun, first, second], step)
        return case.opaque(series < e**2 + e**4 / 11, most, positive, fourth, terms=[series, term(e, m), e**2, e**4])

    return proof.cases(proof.goal, (m == 1, lambda case: case.have(proof.goal, first, fourth)), (TRUE, later))


QUOTED = (
    "e^ε + e^-ε - 2 is the sum of the series, of which the first two terms exceed ε², and all are below ε² + ε⁴/11 for "
    "ε ≤ 1; and 1/α + α falls as α < 1 rises"
)
whole = 1 / a + a - 2
larger = e**2 + e**4 / 11


@cache
def quotients():
    """From 0 < c < Δ: 2/Δ < 2/c."""
    return Proof([0 < c, c < d], 2 / d < 2 / c).qed()


@claim.clause("below", *levels, 0 < e, at_most_exponential(a, e), variance < 2 / e**2)
def below(proof):
    quoted = proof.because(QUOTED, e**2 < whole)
    _, form = proof.cite("#closed-form", t=1 / a).parts()
    less = proof.use(quotients(), proof.have(0 < e**2), quoted, c=e**2, Δ=whole)
    return proof.chain(variance, (2 / whole, form), ("<", 2 / e**2, less))


@claim.clause("above", *levels, 0 < e, e <= 1, at_least_exponential(a, e), 2 / larger < variance)
def above(proof):
    quoted = proof.because(QUOTED, whole < larger)
    positive, form = proof.cite("#closed-form", t=1 / a).parts()
    less = proof.use(quotients(), positive, quoted, c=whole, Δ=larger)
    return proof.chain(2 / larger, ("<", 2 / whole, less), (variance, form))


@claim.clause(
    "of-the-fraction",
    *levels,
    1 <= n,
    0 < e,
    at_most_exponential(a, e),
    variance / (as_number(n) * n) < 2 / (e**2 * (as_number(n) * n)),
)
def of_the_fraction(proof):
    order = proof.use(index_order(), j=1, k=n)
    size = proof.have(0 < as_number(n) * n, proof.product(order, order), order)
    known = Proof([t < 2 / c, 0 < c, 0 < d], t / d < 2 / (c * d))
    shared = known.qed(known.have(t * c < 2))
    return proof.use(shared, proof.cite("#below"), proof.have(0 < e**2), size, t=variance, c=e**2, Δ=as_number(n) * n)


@claim.clause("sensitivity", *levels, 0 < d, 0 < e, at_most_exponential(a, e / d), variance < 2 * d**2 / e**2)
def sensitivity(proof):
    below_it = proof.cite("#below", ε=e / d)
    same = proof.have(2 / (e / d) ** 2 == 2 * d**2 / e**2)
    return proof.opaque(proof.goal, below_it, same, terms=[variance, *same.says.args])


small = (2 - c) / 2


@claim.clause("best-constant", 0 < c, c < 2, Some(e, 0 < e, e <= 1, c / e**2 < 2 / larger), witnesses={"ε": small})
def best_constant(proof):
    known = Proof([0 < e, 0 < c, c == 2 - 2 * e])
    room = known.have(0 < 22 - (2 - 2 * e) * e, squares=[e])
    cube = known.product(*[known.know(0 < e)] * 3, room)
    cross = known.have(c * (e**2 + e**4 / 11) < 2 * e**2, known.have(0 < e**3 * (22 - c * e), cube))
    divided = Proof([c * d < 2 * t, 0 < d, 0 < t], c / t < 2 / d).qed()
    found = known.use(
        divided,
        cross,
        known.have(0 < e**2),
        known.have(0 < larger, known.product(*[known.know(0 < e)] * 4)),
        Δ=larger,
        t=e**2,
    )
    return proof.witness(proof.goal, small, proof.use(found.theorem, proof.have(0 < small), ε=small))


@claim.clause("large", 0 < a, a <= "1/2", both(2 * a <= variance, variance <= 8 * a))
def large(proof):
    square = (
        proof.have((1 - a) ** 2 <= 1),
        proof.have((1 - a) ** 2 >= "1/4", proof.product(*[proof.have(1 - a >= "1/2")] * 2), proof.have(1 - a >= "1/2")),
    )
    known = Proof([0 < a, t <= 1, t >= "1/4"], both(2 * a <= 2 * a / t, 2 * a / t <= 8 * a))
    return proof.use(known.qed(known.have(0 < t)), *square, t=(1 - a) ** 2)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
