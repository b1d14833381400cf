"""Theorems about sums: their signs, averages, sums with one term, and sums of choices.

The core leaves a sum unchanged if its terms are choices.
"""

from functools import cache

from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.user import prior

i, j, k, n, low, high = indices("i j k n low high")
(t,) = numbers("t")
e, f, g, p = vectors("e f g p")


@cache
def sum_nonnegative() -> Theorem:
    """If every term is ≥ 0, so is the sum."""
    terms = All(k, between(low, k, high), f[k] >= 0)
    proof = Proof([terms], Sum(k, low, high, f[k]) >= 0)
    return proof.qed(proof.termwise(k, low, high, f[k] >= 0))


@cache
def term_at_most_sum() -> Theorem:
    """If every term is ≥ 0, no term is larger than the sum."""
    terms = All(k, between(low, k, high), f[k] >= 0)
    proof = Proof([terms, low <= j, j <= high], f[j] <= Sum(k, low, high, f[k]))

    def part(first: Term, last: Term) -> Fact:
        inner = proof.assuming(first <= k, k <= last)
        each = inner.have(f[k] >= 0, inner.know(terms)(k))
        return proof.use(sum_nonnegative(), proof.all(each, k, between(first, k, last)), low=first, high=last, f=f)

    whole = Sum(k, low, high, f[k])
    return proof.qed(
        proof.split(whole, j - 1),
        proof.split(Sum(k, j, high, f[k]), j),
        part(low, j - 1),
        part(j + 1, high),
    )


@cache
def positive_sum() -> Theorem:
    """If every term is ≥ 0 and one is > 0, the sum is > 0."""
    terms = All(k, between(low, k, high), f[k] >= 0)
    proof = Proof([terms, low <= j, j <= high, f[j] > 0], Sum(k, low, high, f[k]) > 0)
    return proof.qed(proof.use(term_at_most_sum()))


@cache
def terms_of_zero_sum() -> Theorem:
    """If every term is ≥ 0 and the sum is 0, every term is 0."""
    terms = All(k, between(low, k, high), f[k] >= 0)
    proof = Proof([terms, Sum(k, low, high, f[k]) == 0, low <= j, j <= high], f[j] == 0)
    return proof.indirect(f[j] == 0, proof.use(term_at_most_sum())).theorem


@cache
def some_positive_term() -> Theorem:
    """If the sum is > 0, some term is > 0."""
    goal = Some(k, between(low, k, high), f[k] > 0)
    proof = Proof([Sum(k, low, high, f[k]) > 0], goal)

    return proof.by_contradiction(
        goal, lambda none: none.contradiction(goal, none.termwise(k, low, high, f[k] <= 0))
    ).theorem


@cache
def average_at_most() -> Theorem:
    """An average of numbers that are at most t is at most t."""
    proof = Proof([prior(p, n), All(i, between(0, i, n), f[i] <= t)], Sum(i, 0, n, p[i] * f[i]) <= t)
    return proof.qed(proof.termwise(i, 0, n, p[i] * f[i] <= p[i] * t))


@cache
def average_at_least() -> Theorem:
    """An average of numbers that are at least t is at least t."""
    proof = Proof([prior(p, n), All(i, between(0, i, n), t <= f[i])], t <= Sum(i, 0, n, p[i] * f[i]))
    return proof.qed(proof.termwise(i, 0, n, p[i] * t <= p[i] * f[i]))


@cache
def sum_of_two() -> Theorem:
    """Σ (f_k + t·g_k) = Σ f_k + t·Σ g_k: for terms with choices, which depend on k."""
    whole = Sum(k, low, high, f[k] + t * g[k])
    return Proof([], whole == Sum(k, low, high, f[k]) + t * Sum(k, low, high, g[k])).qed()


@cache
def scaled_sum() -> Theorem:
    """A factor before every term is a factor before the sum, also if the terms are choices."""
    return Proof([], Sum(k, low, high, t * f[k]) == t * Sum(k, low, high, f[k])).qed()


@cache
def one_term() -> Theorem:
    """A sum whose terms are 0 except at one index is the term at this index."""
    proof = Proof([low <= j, j <= high], Sum(k, low, high, If(k == j, f[k], 0)) == f[j])
    return proof.qed(proof.telescope(k, low, high, If(k == j, f[k], 0), lambda v: If(v <= j, 0, f[j])))


@cache
def equal_terms() -> Theorem:
    """If f ≤ g, and the sums with weights > 0 are equal, so are all terms."""
    less = All(k, between(low, k, high), (f[k] <= g[k]) & (0 < e[k]))
    sums = Sum(k, low, high, e[k] * f[k]) == Sum(k, low, high, e[k] * g[k])
    proof = Proof([less, sums, low <= j, j <= high], f[j] == g[j])
    difference = function(k, e[k] * (g[k] - f[k]))
    each = proof.assuming(between(low, k, high))
    positive = proof.all(each.have(0 <= difference[k], *each.know(less)(k).parts()), k, between(low, k, high))
    nothing = proof.have(Sum(k, low, high, difference[k]) == 0, sums)
    one = proof.use(terms_of_zero_sum(), positive, nothing, f=difference)
    weight = proof.know(less)(j).parts()[-1]
    inner = proof.otherwise(f[j] == g[j])
    sides = [lambda case: case.contradiction(f[j] == g[j], one, weight)] * 2
    return inner.closed(inner.either(inner.know(negation(f[j] == g[j])), *sides)).theorem
