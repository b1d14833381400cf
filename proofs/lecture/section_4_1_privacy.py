"""Section 4.1: the exact level of randomised response.

The larger of the two ratios is (1/2+ε)/(1/2-ε), so the level is α = (1-2ε)/(1+2ε). The parameter ε' with e^-ε' = α
is ln((1+2ε)/(1-2ε)), which is between 4ε and, up to ε = 1/4, 16ε/3: that is the O(ε) of the print. At ε = 1/2 the level
is 0, so no privacy parameter holds. No constant c gives the parameter cε for all ε < 1/2: the level would then be at
least e^(-c/2).
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary.laplace import at_least_exponential, at_most_exponential
from exactdp.claims.vocabulary.neighbour import near

claim = Claim(
    "lecture.section-4-1.privacy",
    "the level of randomised response",
    section="4.1",
    position=30,
    printed="ε ∈ (0, 1/2], with the ratio Pr[Y_j = a_j] / (Y'_j = a_j) at most (1/2+ε)/(1/2-ε)",
    slip="statement",
    weight="edge",
    kept={**KEPT, **dict.fromkeys(("0 < ε", "ε ≤ 1/2", "ε < 1/2"), "the lecture's ε")},
)

i, j, k, m, r = indices("i j k m r")
a, b, t = numbers("α β ε")
c, d, u, v, w, x, y = numbers("c d u v w x y")
answer = explained("answer({0}, {1})", (t, i), function(r, If(r == i, t + "1/2", -t + "1/2")))
"""How likely randomised response answers 0 and 1 for the bit i."""
below_a_half, up_to_a_half = (0 < t, t < "1/2"), (0 < t, t <= "1/2")
ratio, level = (t + "1/2") / (-t + "1/2"), (1 - 2 * t) / (1 + 2 * t)
both_bits = near(answer(t, 0), answer(t, 1), a, 1)

claim.printed_as("ratio", *up_to_a_half, answer(t, 0)[0] <= ratio * answer(t, 1)[0], at={"ε": "1/2"})
claim.clause("ratio", *below_a_half, both(answer(t, 0)[0] == ratio * answer(t, 1)[0], ratio == 1 / level))(
    by_arithmetic
)
claim.clause("private", *up_to_a_half, near(answer(t, 0), answer(t, 1), level, 1))(by_arithmetic)
claim.clause("no-larger-level", *up_to_a_half, both_bits, a <= level)(
    lambda proof: proof.qed(*proof.know(both_bits)(0).parts())
)
claim.clause("at-a-half", t == "1/2", both_bits, a <= 0)(lambda proof: proof.qed(*proof.know(both_bits)(0).parts()))

claim.clause(
    "of-a-level",
    0 < a,
    a < 1,
    t == (1 - a) / (2 * (1 + a)),
    both(0 < t, t < "1/2", level == a, t + "1/2" == 1 / (1 + a)),
)(lambda proof: proof.qed(0 < t))

claim.clause("no-constant", 0 < b, b < 1, Some(t, *below_a_half, level < b), witnesses={"ε": (1 - b) / 2})(
    lambda proof: proof.witness(proof.goal, (1 - b) / 2)
)


# The factor 1/α is between e^(4ε) and e^(16ε/3), by the sums of x^k/k!


def factorial(k):
    return Product(j, 1, k, j)


def term(x, k):
    return x**k / factorial(k)


def sums(x, last):
    return Sum(k, 0, last, term(x, k))


@cache
def powers_of_two():
    """For k ≥ 1: (2x)^k ≤ 2·x^k·k!."""
    goal = both(0 < factorial(k), (2 * x) ** k <= 2 * x**k * factorial(k))
    proof = Proof([0 < x])
    inner, before = proof.inductive(goal, k, 1, [])
    sign, _ = before.parts()
    whole, order = inner.split(factorial(k + 1), k), inner.use(lemmas.index_order(), j=1)
    positive = inner.have(0 < factorial(k + 1), whole, inner.product(sign, inner.have(0 < as_number(k) + 1, order)))
    doubled = inner.product(0 < x, 0 <= 2 * x**k * factorial(k) - (2 * x) ** k)
    power = inner.use(lemmas.power_positive(), α=x, k=k + 1)
    rest = inner.product(power, sign, inner.have(0 <= as_number(k) - 1, order))
    more = inner.have((2 * x) ** (k + 1) <= 2 * x ** (k + 1) * factorial(k + 1), whole, doubled, rest)
    return inner.closed(inner.both(positive, more)).theorem


@cache
def sums_below():
    """For 0 < x < 1: (1-x)·Σ (2x)^k/k! + 2·x^(m+1) ≤ 1+x, where k runs to m."""
    goal = (1 - x) * sums(2 * x, m) + 2 * x ** (m + 1) <= 1 + x
    proof = Proof([0 < x, x < 1])
    quotient = Proof([0 < u, v <= w * u], v / u <= w).qed()
    inner, before = proof.inductive(goal, m, 0, [])
    power, next_ = x ** (m + 1), term(2 * x, m + 1)
    sign, less = inner.use(powers_of_two(), k=m + 1).parts()
    less = inner.have((2 * x) ** (m + 1) <= 2 * power * factorial(m + 1), less)
    small = inner.use(quotient, sign, less, u=factorial(m + 1), v=(2 * x) ** (m + 1), w=2 * power)
    room = inner.opaque(0 <= 2 * power - next_, small, terms=[2 * power, next_])
    ends = inner.have(sums(2 * x, m + 1) == sums(2 * x, m) + next_, inner.split(sums(2 * x, m + 1), m))
    facts = (
        inner.product(0 < 1 - x, room),
        lemmas.scaled(inner, 1 - x, ends),
        inner.have(x ** (m + 2) == x * power),
    )
    terms = [sums(2 * x, m + 1), sums(2 * x, m), next_, power, x ** (m + 2)]
    return inner.closed(inner.opaque(substitute(goal, {"m": m + 1}), before, *facts, terms=terms)).theorem


@lemma([0 <= x, x <= 2, 2 <= v, 0 < u, 0 <= y, c * u == -x * y, d * v == -x * c])
def next_two(proof):
    """For 0 ≤ x ≤ 2 ≤ v, y ≥ 0, u·c = -x·y and v·d = -x·c: d ≥ 0 and c + d ≤ 0."""

    def absurd(goal, *pairs, by=()):
        inner = proof.otherwise(goal)
        products = [inner.product(*(inner.have(each, *by) for each in pair)) for pair in pairs]
        return inner.absurd(*products)

    low = absurd(c <= 0, (0 < c, 0 < u), (0 <= x, 0 <= y))
    last = absurd(0 <= d, (0 < -d, 0 < v), (0 <= x, 0 <= -c), by=[low])
    pair = absurd(c + d <= 0, (0 < c + d, 0 < v), (0 <= v - x, 0 <= -c), by=[low])
    return proof.both(last, pair)


@cache
def even_sums_below():
    """For 0 ≤ x ≤ 2 and m ≥ 2: Σ (-x)^k/k! up to 2m is at most that up to 4, and its last term is ≥ 0."""
    fourth = sums(-x, as_index(4))
    goal = both(sums(-x, 2 * m) <= fourth, 0 <= term(-x, 2 * m), 0 < factorial(2 * m))
    proof = Proof([0 <= x, x <= 2])

    power = proof.have(0 <= x**4, proof.product(*[proof.know(0 <= x)] * 4))
    inner, before = proof.inductive(goal, m, 2, [power])
    less, _, positive = before.parts()
    order, signs, related = inner.use(lemmas.index_order(), j=2, k=m), [positive], []
    for at in (2 * m, 2 * m + 1):
        number = as_number(at) + 1
        size = inner.have(0 < number, order)
        product = inner.have(factorial(at) * number == factorial(at + 1), inner.split(factorial(at + 1), at))

        def pattern(of, at=at, number=number):
            return (-x) ** (at + 1) / of * number == -x * term(-x, at)

        related.append(inner.replace(product, pattern))
        signs.append(inner.have(0 < factorial(at + 1), product, inner.product(signs[-1], size)))
    numbers_ = as_number(2 * m) + 1, as_number(2 * m + 1) + 1
    orders = inner.have(0 < numbers_[0], order), inner.have(2 <= numbers_[1], order)
    parts = [term(-x, 2 * m + at) for at in range(3)]
    found = inner.use(next_two(), *related, *orders, **dict(zip("uvycd", (*numbers_, *parts), strict=True)))
    last, pair = found.parts()
    wholes = [sums(-x, 2 * m + at) for at in range(3)]
    ends = [
        inner.have(wholes[at + 1] == wholes[at] + parts[at + 1], inner.split(wholes[at + 1], 2 * m + at))
        for at in (0, 1)
    ]
    final = inner.opaque(wholes[2] <= fourth, less, pair, *ends, terms=[*wholes, *parts[1:], fourth])
    return inner.closed(inner.both(final, last, signs[-1])).theorem


@claim.clause("exponent", 0 < t, t <= "1/4", at_least_exponential(level, 16 * t / 3))
def exponent(proof):
    rate = 16 * t / 3
    here, room = proof.know(0 < t), proof.have(0 <= 1 - 4 * t)
    products = [proof.product(*[here] * times, *[room] * (5 - times)) for times in range(1, 6)]

    def at_most_level(value, *facts):
        divided = Proof([value * (1 + 2 * t) <= 1 - 2 * t, 0 < t], value <= level)
        return proof.use(divided.qed(), proof.have(value * (1 + 2 * t) <= 1 - 2 * t, *facts))

    first, fourth = sums(-rate, as_index(1)), sums(-rate, as_index(4))
    ends = at_most_level(first, proof.product(here, here)), at_most_level(fourth, *products)
    inner = proof.inside()

    def later(case):
        before, last, _ = case.use(even_sums_below(), x=rate, m=m + 1).parts()
        whole = case.have(
            sums(-rate, 2 * m + 2) == sums(-rate, 2 * m + 1) + term(-rate, 2 * m + 2),
            case.split(sums(-rate, 2 * m + 2), 2 * m + 1),
        )
        terms = [whole.says.args[0], sums(-rate, 2 * m + 1), term(-rate, 2 * m + 2), fourth, level]
        return case.opaque(inner.goal, before, last, whole, ends[1], terms=terms)

    return inner.closed(inner.cases(inner.goal, (m == 0, lambda case: case.have(inner.goal)), (TRUE, later)))


@claim.clause("no-smaller-exponent", *below_a_half, at_most_exponential(level, 4 * t))
def no_smaller_exponent(proof):
    not_negative, every = conjuncts(unfold(proof.goal))
    inner = proof.inside(every)
    less = inner.use(sums_below(), x=2 * t)
    power = inner.use(lemmas.power_positive(), α=2 * t, k=m + 1)
    total, rest = sums(4 * t, m), (2 * t) ** (m + 1)
    divided = Proof([(1 - 2 * t) * u + 2 * v <= 1 + 2 * t, 0 < v, 0 < t], level * u <= 1)
    return proof.restated(
        proof.both(proof.have(not_negative), inner.closed(inner.use(divided.qed(), less, power, u=total, v=rest)))
    )
