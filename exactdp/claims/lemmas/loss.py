"""Theorems about expected losses."""

from functools import cache

from exactdp.claims.lemmas.number import index_order
from exactdp.claims.lemmas.summation import one_term, sum_of_two
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.matrix import product, stochastic
from exactdp.claims.vocabulary.optimum import weighed_loss
from exactdp.claims.vocabulary.polytope import moved
from exactdp.claims.vocabulary.user import (
    absolute_loss,
    bayesian_loss,
    expected_loss,
    monotone,
    nonnegative,
    prior,
    zero_one,
)

i, j, k, m, n, r, s, low, high = indices("i j k m n r s low high")
(t,) = numbers("t")
e, f, g, p = vectors("e f g p")
l, x, T = matrices("l x T")  # noqa: E741 (the papers' letter for a loss)


@cache
def loss_nonnegative() -> Theorem:
    """For weights ≥ 0, entries ≥ 0 and a loss ≥ 0: the expected loss is ≥ 0."""
    weights = All(i, between(0, i, n), p[i] >= 0)
    proof = Proof([weights, nonnegative(x, n, m), nonnegative(l, n, m)], 0 <= bayesian_loss(p, l, x, n, m))
    row = proof.assuming(between(0, i, n))
    total = row.have(0 <= expected_loss(l, x, m, i), row.termwise(r, 0, m, 0 <= x[i, r] * l[i, r]))
    return proof.qed(proof.termwise(i, 0, n, 0 <= p[i] * expected_loss(l, x, m, i), total))


@cache
def loss_at_most() -> Theorem:
    """For a prior, a stochastic x and a loss ≤ t: the expected loss is at most t."""
    losses = Every((i, 0, n), (r, 0, m), l[i, r] <= t)
    proof = Proof([prior(p, n), stochastic(x, n, m), losses], bayesian_loss(p, l, x, n, m) <= t)
    row = proof.assuming(between(0, i, n))
    total = row.termwise(r, 0, m, x[i, r] * l[i, r] <= x[i, r] * t)
    one = row.have(expected_loss(l, x, m, i) <= t, total)
    return proof.qed(proof.termwise(i, 0, n, p[i] * expected_loss(l, x, m, i) <= p[i] * t, one))


@cache
def zero_one_loss() -> Theorem:
    """The expected 0-1 loss on input i is the sum of its row without the diagonal entry."""
    proof = Proof([between(0, i, n)], expected_loss(zero_one, x, n, i) == Sum(r, 0, n, x[i, r]) - x[i, i])
    one = proof.use(one_term(), low=0, high=n, j=i, f=function(r, x[i, r]))
    inner = proof.assuming(between(0, r, n))
    parts = inner.have(If(r == i, x[i, r], 0) == x[i, r] - x[i, r] * zero_one[i, r])
    apart = proof.termwise(r, 0, n, parts.says, parts)
    terms = function(r, x[i, r] * zero_one[i, r])
    difference = Proof([], Sum(k, low, high, f[k] - g[k]) == Sum(k, low, high, f[k]) - Sum(k, low, high, g[k])).qed()
    return proof.qed(one, apart, proof.use(difference, low=0, high=n, f=function(r, x[i, r]), g=terms))


@cache
def moved_loss() -> Theorem:
    """Moving e_i from response k to j in each row i lowers the expected loss by Σ_i p_i·e_i·(l(i, k) - l(i, j))."""
    y = moved(x, e, j, k)
    change = bayesian_loss(p, l, x, n, m) - Sum(i, 0, n, p[i] * e[i] * (l[i, k] - l[i, j]))
    proof = Proof([n >= 0, between(0, j, m), between(0, k, m)], bayesian_loss(p, l, y, n, m) == change)

    new, old = y[i, r] * l[i, r], x[i, r] * l[i, r]
    row = proof.assuming(between(0, i, n))
    given_to, taken = e[i] * l[i, j], e[i] * l[i, k]
    both = row.telescope(r, 0, m, new + -1 * old, lambda v: If(v <= j, 0, given_to) - If(v <= k, 0, taken))
    parts = row.use(sum_of_two(), low=0, high=m, f=function(r, new), g=function(r, old), t=-1)
    lower = p[i] * Sum(r, 0, m, new) == p[i] * Sum(r, 0, m, old) - p[i] * e[i] * (l[i, k] - l[i, j])
    return proof.qed(proof.termwise(i, 0, n, lower, row.have(lower, both, parts)))


@cache
def moved_row_loss() -> Theorem:
    """On input i, moving e_i from response k to response j lowers the loss by e_i·(l(i, k) - l(i, j))."""
    y = moved(x, e, j, k)
    change = expected_loss(l, x, m, i) - e[i] * (l[i, k] - l[i, j])
    proof = Proof([between(0, j, m), between(0, k, m)], expected_loss(l, y, m, i) == change)
    new, old = y[i, r] * l[i, r], x[i, r] * l[i, r]
    given_to, taken = e[i] * l[i, j], e[i] * l[i, k]
    both = proof.telescope(r, 0, m, new + -1 * old, lambda v: If(v <= j, 0, given_to) - If(v <= k, 0, taken))
    return proof.qed(both, proof.use(sum_of_two(), low=0, high=m, f=function(r, new), g=function(r, old), t=-1))


@cache
def remapped_loss() -> Theorem:
    """The loss of x·T is Σ_k Σ_r T_kr·w_kr, where w_kr = Σ_i p_i·x_ik·l(i, r)."""
    body = p[i] * x[i, k] * l[i, r] * T[k, r]
    proof = Proof([n >= 0, m >= 0, s >= 0])
    row = proof.assuming(between(0, i, n))
    first = row.exchange(Sum(r, 0, m, Sum(k, 0, s, body)))
    second = proof.exchange(Sum(i, 0, n, Sum(k, 0, s, Sum(r, 0, m, body))))
    column = proof.assuming(between(0, k, s))
    third = column.exchange(Sum(i, 0, n, Sum(r, 0, m, body)))
    whole = Sum(k, 0, s, Sum(r, 0, m, T[k, r] * weighed_loss(p, l, x, n)[k, r]))
    each = [proof.termwise(i, 0, n, first.says, first), second, proof.termwise(k, 0, s, third.says, third)]
    return proof.have(bayesian_loss(p, l, product(x, T, s), n, m) == whole, *each).theorem


@cache
def distance_monotone() -> Theorem:
    """The loss |i-r| is monotone."""
    proof = Proof([], monotone(absolute_loss, n, m))
    inner = proof.inside()
    order = inner.use(index_order(), j=abs(i - r), k=abs(i - k))
    return inner.closed(core.restate(order.theorem, inner.goal)).theorem
