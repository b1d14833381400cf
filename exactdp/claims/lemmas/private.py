"""Theorems about all private mechanisms."""

from functools import cache

from exactdp.claims.lemmas.power import power_nonnegative
from exactdp.claims.lemmas.summation import one_term
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.matrix import product, stochastic
from exactdp.claims.vocabulary.mechanism import private, private_column

i, j, k, m, n, r, s, z = indices("i j k m n r s z")
a, b = numbers("α β")
x, T = matrices("x T")


@cache
def entry_of_private() -> Theorem:
    """For an α-private x and α ≥ 0: α^k·x_ir ≤ x_(i+k)r."""
    given = [a >= 0, private(x, a, n, m), i >= 0, between(0, r, m)]
    proof = Proof(given)
    near = proof.parts(private(x, a, n, m))[-1]
    goal = (i + k <= n) >> (a**k * x[i, r] <= x[i + k, r])
    inner, before = proof.inductive(goal, k, 0, [])
    further = inner.assuming(i + k + 1 <= n)
    here = further.detach(before)
    both = near(i + k, r)
    return inner.closed(
        inner.imply(i + k + 1 <= n, further.have(a ** (k + 1) * x[i, r] <= x[i + k + 1, r], here, both))
    ).theorem


@cache
def entry_of_private_upwards() -> Theorem:
    """For an α-private x and α ≥ 0: α^k·x_(i+k)r ≤ x_ir."""
    given = [a >= 0, private(x, a, n, m), i >= 0, between(0, r, m)]
    proof = Proof(given)
    near = proof.parts(private(x, a, n, m))[-1]
    goal = (i + k <= n) >> (a**k * x[i + k, r] <= x[i, r])
    inner, before = proof.inductive(goal, k, 0, [])
    further = inner.assuming(i + k + 1 <= n)
    here = further.detach(before)
    # α^k times α·x_(i+k+1)r ≤ x_(i+k)r
    power = further.use(power_nonnegative())
    return inner.closed(
        inner.imply(
            i + k + 1 <= n, further.have(a ** (k + 1) * x[i + k + 1, r] <= x[i, r], here, near(i + k, r), power)
        )
    ).theorem


@cache
def column_of_private() -> Theorem:
    """Each column of an α-private mechanism is an α-private column."""
    column = function(i, x[i, r])
    proof = Proof([private(x, a, n, m), between(0, r, m)], private_column(column, a, n))
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    entries = proof.all(proof.assuming(between(0, i, n)).have(0 <= x[i, r], nonneg(i, r)), i, between(0, i, n))
    steps = proof.all(proof.assuming(between(0, i, n - 1)).fact(near(i, r)), i, between(0, i, n - 1))
    return proof.qed(entries, steps)


@cache
def less_private() -> Theorem:
    """A β-private mechanism is α-private for every 0 ≤ α ≤ β."""
    return Proof([0 <= a, a <= b, private(x, b, n, m)], private(x, a, n, m)).qed()


@cache
def post_processing() -> Theorem:
    """A remap of an α-private mechanism is α-private."""
    given = [private(x, a, n, s), stochastic(T, s, m)]
    P = product(x, T, s)
    proof = Proof(given, private(P, a, n, m))
    entry = proof.assuming(between(0, i, n), between(0, r, m))
    at_least_0 = entry.have(P[i, r] >= 0, entry.termwise(z, 0, s, x[i, z] * T[z, r] >= 0))
    row = proof.assuming(between(0, i, n))
    inner = row.termwise(z, 0, s, x[i, z] * Sum(r, 0, m, T[z, r]) == x[i, z])
    whole = row.exchange(Sum(r, 0, m, Sum(z, 0, s, x[i, z] * T[z, r])))
    one = row.have(Sum(r, 0, m, P[i, r]) == 1, inner, whole)
    pair = proof.assuming(between(0, i, n - 1), between(0, r, m))
    down = pair.termwise(z, 0, s, a * x[i, z] * T[z, r] <= x[i + 1, z] * T[z, r])
    up = pair.termwise(z, 0, s, a * x[i + 1, z] * T[z, r] <= x[i, z] * T[z, r])
    neighbours = pair.have((a * P[i + 1, r] <= P[i, r]) & (a * P[i, r] <= P[i + 1, r]), down, up)
    return proof.qed(at_least_0, one, neighbours)


@cache
def constant_is_private() -> Theorem:
    """The mechanism that always answers j is α-private for every α ≤ 1."""
    always = function(i, r, If(r == j, as_number(1), 0))
    proof = Proof([between(0, j, m), a <= 1], private(always, a, n, m))
    ones = proof.use(one_term(), low=0, high=m, f=function(k, as_number(1)))
    row = proof.assuming(between(0, i, n))
    return proof.qed(proof.all(row.have(Sum(r, 0, m, always[i, r]) == 1, ones), i, between(0, i, n)))
