"""Section 4.2: the variance of the geometric noise, exactly, and as O(1/ε²).

The variance 2α/(1-α)² is 2/(t + α - 2) for t = 1/α. At α = e^-ε it is below 2/ε², and for ε ≤ 1 above 2/(ε² + ε⁴/11),
so that 2 is the best constant. The sums of ε^k/k! up to k = 3, and of (-ε)^k/k! up to k = 7, are near enough to e^ε and
e^-ε to show this.
"""

from functools import cache
from math import factorial

from exactdp.claims.language import *
from exactdp.claims.vocabulary.laplace import at_least_exponential, at_most_exponential

claim = Claim(
    "lecture.section-4-2.variance",
    "the variance of the geometric mechanism",
    section="4.2",
    position=70,
    kept={**KEPT, **dict.fromkeys(("0 < ε", "ε ≤ 1", "0 < Δ"), "the lecture's parameters")},
)

k, n, z = indices("k n z")
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
    positive = proof.have(0 < whole, proof.product(0 < t, square))
    quotient = Proof([c == a * d, 0 < a, 0 < d], 2 * a / c == 2 / d).qed()
    return proof.both(positive, proof.use(quotient, positive, c=(1 - a) ** 2, Δ=whole))


larger = e**2 + e**4 / 11
"""For ε ≤ 1 the variance is above 2 over this number."""


def sums(x, last):
    """Return the sum of x^k/k! up to k = last."""
    return sum((x**k / factorial(k) for k in range(1, last + 1)), as_number(1))


@cache
def less_than_square():
    """From α·(1 + ε + ε²/2 + ε³/6) ≤ 1: α·ε² < (1-α)². With u = 1 - α·S, S²·((1-α)² - α·ε²) is a sum of products."""
    whole = sums(e, 3)
    proof = Proof([*levels, 0 < e, a * whole <= 1], a * e**2 < (1 - a) ** 2)
    powers = [proof.product(*[proof.know(0 < e)] * times) for times in (2, 3, 4, 6)]
    left, size = proof.have(0 <= 1 - a * whole), proof.have(0 < whole, *powers[:2])
    products = proof.product(left, proof.have(0 < whole - 1, *powers[:2])), proof.product(left, size, powers[0])
    room = whole**2 * ((1 - a) ** 2 - a * e**2)
    positive = proof.have(0 < room, *powers[2:], *products, squares=[1 - a * whole])
    other = proof.otherwise()
    more = other.product(0 <= a * e**2 - (1 - a) ** 2, size, size)
    return other.absurd(positive, more).theorem


@cache
def more_than_square():
    """From α ≥ L, the sum of (-ε)^k/k! up to k = 7, and ε ≤ 1: (1-α)² < (ε² + ε⁴/11)·α, as (1-L)² < (ε² + ε⁴/11)·L."""
    least = sums(-e, 7)
    proof = Proof([*levels, 0 < e, e <= 1, least <= a], (1 - a) ** 2 < larger * a)
    here, there = proof.know(0 < e), proof.have(0 <= 1 - e)
    products = [proof.product(*[here] * (4 + times), *[there] * (10 - times)) for times in range(11)]
    most = proof.have((1 - least) ** 2 < larger * least, *products)
    size = proof.have(0 < larger, proof.product(here, here, here, here))
    square = proof.product(0 <= (1 - least) - (1 - a), 0 <= (1 - least) + (1 - a))
    return proof.qed(most, square, proof.product(size, 0 <= a - least))


@claim.clause("below", *levels, 0 < e, at_most_exponential(a, e), variance < 2 / e**2)
def below(proof):
    sum_ = proof.have(a * sums(e, 3) <= 1, proof.parts(at_most_exponential(a, e))[-1](3))
    return proof.qed(proof.use(less_than_square(), sum_))


@claim.clause("above", *levels, 0 < e, e <= 1, at_least_exponential(a, e), 2 / larger < variance)
def above(proof):
    sum_ = proof.have(sums(-e, 7) <= a, proof.know(at_least_exponential(a, e))(3))
    here = proof.know(0 < e)
    size = proof.have(0 < larger, proof.product(here, here, here, here))
    known = Proof([*levels, 0 < c, (1 - a) ** 2 < c * a], 2 / c < variance)
    return proof.use(known.qed(), proof.use(more_than_square(), sum_), size, c=larger)


@claim.clause(
    "of-the-fraction",
    *levels,
    1 <= n,
    0 < e,
    at_most_exponential(a, e),
    variance / (as_number(n) * n) < 2 / (e**2 * (as_number(n) * n)),
)
def of_the_fraction(proof):
    order = proof.use(lemmas.index_order(), j=1, k=n)
    size = proof.have(0 < as_number(n) * n, order)
    known = Proof([t < 2 / c, 0 < c, 0 < d], t / d < 2 / (c * d))
    shared = known.qed()
    return proof.use(shared, proof.cite("#below"), 0 < e**2, size, t=variance, c=e**2, Δ=as_number(n) * n)


@claim.clause("sensitivity", *levels, 0 < d, 0 < e, at_most_exponential(a, e / d), variance < 2 * d**2 / e**2)
def sensitivity(proof):
    below_it = proof.cite("#below", ε=e / d)
    same = proof.have(2 / (e / d) ** 2 == 2 * d**2 / e**2)
    return proof.opaque(proof.goal, below_it, same, terms=[variance, *same.says.args])


small = (2 - c) / 2


@claim.clause("best-constant", 0 < c, c < 2, Some(e, 0 < e, e <= 1, c / e**2 < 2 / larger), witnesses={"ε": small})
def best_constant(proof):
    known = Proof([0 < e, 0 < c, c == 2 - 2 * e])
    room = known.have(0 < 22 - (2 - 2 * e) * e)
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
    return proof.witness(proof.goal, small, proof.use(found.theorem, ε=small))


@claim.clause("large", 0 < a, a <= "1/2", both(2 * a <= variance, variance <= 8 * a))
def large(proof):
    known = Proof([0 < a, t <= 1, t >= "1/4"], both(2 * a <= 2 * a / t, 2 * a / t <= 8 * a))
    return proof.use(known.qed(), t=(1 - a) ** 2)
