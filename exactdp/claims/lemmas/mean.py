"""Theorems about means of two numbers: a^c·b^d < 1 if a > 1, and c copies of a and d copies of b average at most 1."""

from functools import cache

from exactdp.claims.lemmas.determinant import power_of_product
from exactdp.claims.lemmas.number import index_order, index_order_strictly
from exactdp.claims.lemmas.power import power_nonnegative, power_positive, powers_rise
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *

c, d = indices("c d")
a, b, x, y = numbers("a b x y")


@cache
def bernoulli() -> Theorem:
    """For 0 ≤ b ≤ a and d ≥ 1: b^d + d·(a-b)·b^(d-1) ≤ a^d."""
    proof = Proof([0 <= b, b <= a])
    inner, before = proof.inductive(b**d + d * (a - b) * b ** (d - 1) <= a**d, d, 1, [])
    power = inner.use(power_nonnegative(), α=b, k=d - 1)
    rest = inner.have(0 <= a - b)
    more = inner.product(0 <= a, inner.have(0 <= a**d - (b**d + d * (a - b) * b ** (d - 1)), before))
    square = inner.product(inner.use(index_order(), j=0, k=d), rest, rest, power)
    return inner.closed(inner.have(b ** (d + 1) + (d + 1) * (a - b) * b**d <= a ** (d + 1), more, square)).theorem


@cache
def larger_base() -> Theorem:
    """For y > 0, b ≥ 0, a = b + y ≤ d and d ≥ 1: (1+y)·b^d < a^d."""
    proof = Proof([0 <= b, 0 < y, a == b + y, a <= d, 1 <= d], (1 + y) * b**d < a**d)

    def positive(case: Proof) -> Fact:
        power = case.use(power_positive(), 0 < b, α=b, k=d - 1)
        more = case.product(0 < y, power, 0 < d - b)
        return case.have(proof.goal, case.use(bernoulli(), b <= a), more)

    def zero(case: Proof) -> Fact:
        none = case.have(b**d == 0, case.indirect(b == 0))
        return case.have(proof.goal, none, case.use(power_positive(), 0 < a, α=a, k=d))

    return proof.cases(proof.goal, (0 < b, positive), (TRUE, zero)).theorem


@cache
def two_means() -> Theorem:
    """For y > 0, c, d ≥ 1 and c·y ≤ d: (1+y)^c·(d-c·y)^d < d^d."""
    whole = as_number(d) ** d

    def goal(at: Term | int) -> Formula:
        return (at * y <= d) >> ((1 + y) ** at * (d - at * y) ** d < whole)

    proof = Proof([0 < y, 1 <= d])
    first = proof.assuming(1 * y <= d)
    start = first.use(larger_base(), 0 <= d - 1 * y, d == d - 1 * y + y, a=d, b=d - 1 * y)
    one = first.opaque((1 + y) ** 1 * (d - 1 * y) ** d < whole, start, terms=[(d - 1 * y) ** d, whole])
    inner, before = proof.inductive(goal(c), c, 1, [proof.imply(1 * y <= d, one)])
    further = inner.assuming((c + 1) * y <= d)
    lower, upper = d - (c + 1) * y, d - c * y
    count = further.product(further.use(index_order(), j=0, k=c), further.know(0 < y))
    facts = [further.have(each, count) for each in (0 <= lower, upper == lower + y, upper <= d)]
    less = further.use(larger_base(), *facts, a=upper, b=lower)
    size = further.have(0 < 1 + y)
    power = further.use(power_positive(), size, α=1 + y, k=c)
    same = further.have((1 + y) ** (c + 1) == (1 + y) ** c * (1 + y), size)
    terms = [(1 + y) ** (c + 1), (1 + y) ** c, lower**d, upper**d, whole]
    scaled_up = further.opaque(terms[1] * ((1 + y) * terms[2]) < terms[1] * terms[3], power, less, terms=terms)
    found = further.detach(before, further.have(c * y <= d))
    return inner.closed(
        inner.imply((c + 1) * y <= d, further.opaque(terms[0] * terms[2] < whole, same, scaled_up, found, terms=terms))
    ).theorem


@cache
def product_below_one() -> Theorem:
    """For c, d ≥ 1, a > 1, b ≥ 0 and c·a + d·b ≤ c + d: a^c·b^d < 1."""
    proof = Proof([1 <= c, 1 <= d, 1 < a, 0 <= b, c * a + d * b <= c + d], a**c * b**d < 1)
    rest = d - c * (a - 1)
    positive = proof.use(index_order_strictly(), j=0, k=d)
    least = proof.product(positive, 0 <= b)
    most = proof.use(two_means(), 0 < a - 1, y=a - 1)
    less = proof.detach(most, proof.have(c * (a - 1) <= d, least))
    base = proof.have((1 + (a - 1)) ** c == a**c)
    larger = proof.use(powers_rise(), least, d * b <= rest, α=d * b, β=rest, k=d)
    apart = proof.use(power_of_product(), t=d, u=b, k=d)
    size, whole = proof.use(power_positive(), α=a, k=c), proof.use(power_positive(), positive, α=d, k=d)
    terms = [a**c, (1 + (a - 1)) ** c, b**d, (d * b) ** d, as_number(d) ** d, rest**d]
    scaled_up = proof.opaque(terms[0] * terms[3] <= terms[0] * terms[5], size, larger, terms=terms)
    found = proof.opaque(terms[0] * terms[2] * terms[4] < terms[4], scaled_up, base, less, apart, terms=terms)
    small = Proof([x * y < y, 0 < y])
    below = small.by_contradiction(x < 1, lambda case: case.contradiction(x < 1))
    return proof.use(below.theorem, found, whole, x=a**c * b**d, y=terms[4]).theorem
