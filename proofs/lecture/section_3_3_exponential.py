"""Section 3.3: the factor e^ε composes, and is about 1+ε.

The factors of two mechanisms multiply, as e^ε·e^ε' = e^(ε+ε') does, where (1+ε)·(1+ε') is more than 1+ε+ε'. The factor
e^ε is the limit of the partial sums of Σ ε^k/k!. Let 0 < ε ≤ 1. From k = 4 on, each term is at most a fifth of the one
before it. So these sums stay below 1 + ε + 23ε²/32, and they are above 1 + ε + ε²/2 by ε³/6.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.privacy.level import level_of_epsilon

claim = Claim(
    "lecture.section-3-3.exponential",
    "e^ε as the factor",
    section="3.3",
    position=40,
    kept={
        **KEPT,
        "0 ≤ ε": "the paper's ε",
        "0 ≤ x": "an ε",
        "0 ≤ y": "an ε",
        "4 ≤ n": "this many terms suffice in place of e^ε",
    },
)

j, k, n = indices("j k n")
e, t, x, y = numbers("ε t x y")
(T,) = vectors("T")

terms = explained(
    "{0} are the terms of the exponential series of {1} up to {2}",
    (T, e, n),
    (T[0] == 1) & All(k, between(0, k, n - 1), (k + 1) * T[k + 1] == e * T[k]),
)
total = Sum(k, 0, n, T[k])
series = terms(T, e, n)


@generator(terms)
def the_terms(rng, turn, e, n):
    """Multiply them one after another."""
    found = [Fraction(1)]
    for k in range(1, n + 1):
        found.append(found[-1] * e / k)
    return tuple(found)


def first_terms(proof, last):
    """Return the terms up to the last as powers of ε."""
    start, steps = proof.parts(series)[-2:]
    found, factor = [start], 1
    for at in range(last):
        factor *= at + 1
        found.append(proof.have(T[at + 1] == e ** (at + 1) / factor, steps(at), found[-1]))
    return found


@claim.clause("positive", 0 <= e, series, between(0, k, n), 0 <= T[k])
def positive(proof):
    start, steps = proof.parts(series)[-2:]
    later, before = proof.inductive(0 <= T[j], j, 0, [start], up_to=k)
    rate = later.use(lemmas.index_order(), j=1, k=j + 1)
    less = later.product(before, 0 <= e)
    goal = 0 <= T[j + 1]
    other = later.otherwise(goal)
    size = other.product(T[j + 1] < 0, other.have(0 < as_number(j + 1), rate))
    return later.closed(other.absurd(steps(j), less, size))


@claim.clause("lower", 0 <= e, 3 <= n, series, 1 + e + e**2 / 2 + e**3 / 6 <= total)
def lower(proof):
    one = proof.assuming(between(4, k, n))
    rest = proof.termwise(k, 4, n, 0 <= T[k], one.cite("#positive"))
    return proof.qed(rest, proof.split(total, 3), *first_terms(proof, 3))


@claim.clause("upper", 0 <= e, e <= 1, 4 <= n, series, total <= 1 + e + Fraction(23, 32) * e**2)
def upper(proof):
    steps = proof.parts(series)[-1]
    goal = (j <= n) >> (Sum(k, 4, j, T[k]) + T[j] / 4 <= Fraction(5, 4) * T[4])
    inner, before = proof.inductive(goal, j, 4, [])
    later = inner.assuming(j + 1 <= n)
    signs = [later.cite("#positive", k=at) for at in (j, j + 1)]
    rate = later.use(lemmas.index_order(), j=5, k=j + 1)
    fifth = [later.product(signs[1], rate), later.product(signs[0], 0 <= 1 - e)]
    less = later.have(5 * T[j + 1] <= T[j], steps(j), *fifth)
    ends = later.split(Sum(k, 4, j + 1, T[k]), j)
    after = substitute(goal.args[1], {"j": j + 1})
    tail = proof.detach(
        inner.closed(inner.imply(j + 1 <= n, later.have(after, later.detach(before), less, ends))).with_(j=n)
    )
    last = proof.cite("#positive", k=n)
    sign, size = proof.know(0 <= e), proof.have(0 <= 1 - e)
    powers = [proof.have(e**3 <= e**2, proof.product(sign, sign, size))]
    powers.append(proof.have(e**4 <= e**2, *powers))
    return proof.qed(tail, last, proof.split(total, 3), *first_terms(proof, 4), *powers)


# Two randomised responses with the factors 1+x and 1+y
rates = (1 / (1 + x), 1 / (1 + y))
here, there = (randomized_response(rates[0])[i, 0] * randomized_response(rates[1])[i, 0] for i in (0, 1))


@cache
def undone():
    """From α·(1+x) = 1, β·(1+y) = 1 and t·α·β ≥ 1, for x, y ≥ 0: t ≥ 1 + x + y + x·y."""
    a, b = numbers("α β")
    first, second = a * (1 + x) == 1, b * (1 + y) == 1
    proof = Proof([0 <= x, 0 <= y, first, second, 1 <= t * (a * b)], 1 + x + y + x * y <= t)
    more = proof.product(0 < 1 + x, 0 < 1 + y, proof.given[-1])
    return proof.qed(more, lemmas.scaled(proof, t, proof.have(a * (1 + x) * (b * (1 + y)) == 1)))


@claim.clause("not-the-sum", 0 <= x, 0 <= y, here <= t * there, 1 + x + y + x * y <= t)
def not_the_sum(proof):
    least = proof.cite("lecture.section-3.composition#factor-needed", α=rates[0], u=rates[1])
    return proof.use(undone(), least, α=rates[0], β=rates[1])


def _bounds(low, high, epsilon):
    """Say whether e^ε lies between these bounds, by rational bounds on it that are a part 2^-64 apart."""
    level = level_of_epsilon(epsilon, bits=64)
    return low < 1 / level and (1 + Fraction(1, 2**64)) / level < high


bounded = computed(
    Definition("the exponential of {2} is strictly between {0} and {1}", (x, y, e), None, decide=_bounds),
    "decided by rational bounds on e^ε that are a factor 1+2^-64 apart",
)


def around(epsilon):
    return bounded(1 + epsilon + epsilon**2 / 2, 1 + epsilon + Fraction(3, 4) * epsilon**2, epsilon)


claim.clause("at-some", both(*(around(Fraction(1, of)) for of in (100, 10, 2, 1))))(
    lambda proof: proof.fact(core.evaluate(proof.goal))
)
claim.clause("at-5", bounded(148, 149, 5))(lambda proof: proof.fact(core.evaluate(proof.goal)))
