"""Theorems about products of matrices, remaps, and deterministic readings."""

from functools import cache

from exactdp.claims.lemmas.private import post_processing
from exactdp.claims.lemmas.summation import one_term, sum_of_two
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.matrix import product, stochastic, unit_matrix
from exactdp.claims.vocabulary.mechanism import private
from exactdp.claims.vocabulary.optimum import best_readings, reads
from exactdp.claims.vocabulary.polytope import moved

i, j, k, m, n, r, s, z = indices("i j k m n r s z")
(e,) = vectors("e")
x, T, U = matrices("x T U")
h = variable("h", INDEX_MAP)


@cache
def rows_of_product() -> Theorem:
    """If the rows of x and of T sum to 1, so do the rows of x·T."""
    rows = All(i, between(0, i, n), Sum(z, 0, s, x[i, z]) == 1)
    ones = All(z, between(0, z, s), Sum(r, 0, m, T[z, r]) == 1)
    total = Sum(r, 0, m, Sum(z, 0, s, x[i, z] * T[z, r]))
    proof = Proof([rows, ones, between(0, i, n)], total == 1)
    return proof.qed(proof.termwise(z, 0, s, x[i, z] * Sum(r, 0, m, T[z, r]) == x[i, z]), proof.exchange(total))


@cache
def associative() -> Theorem:
    """(x·T)·U = x·(T·U), entry by entry; the inner indices are in {0..s} and {0..m}."""
    left = Sum(r, 0, m, Sum(z, 0, s, x[i, z] * T[z, r]) * U[r, k])
    right = Sum(z, 0, s, x[i, z] * Sum(r, 0, m, T[z, r] * U[r, k]))
    proof = Proof([], left == right)
    whole = Sum(r, 0, m, Sum(z, 0, s, x[i, z] * T[z, r] * U[r, k]))
    apart = proof.termwise(
        r, 0, m, Sum(z, 0, s, x[i, z] * T[z, r]) * U[r, k] == Sum(z, 0, s, x[i, z] * T[z, r] * U[r, k])
    )
    together = proof.termwise(
        z, 0, s, Sum(r, 0, m, x[i, z] * T[z, r] * U[r, k]) == x[i, z] * Sum(r, 0, m, T[z, r] * U[r, k])
    )
    return proof.qed(apart, proof.exchange(whole), together)


@cache
def product_stochastic() -> Theorem:
    """A product of stochastic matrices is stochastic."""
    P = product(x, T, s)
    proof = Proof([n >= 0, s >= 0, stochastic(x, n, s), stochastic(T, s, m)], stochastic(P, n, m))
    entries, _ = proof.parts(stochastic(x, n, s))[-2:]
    near = proof.for_all(
        unfold(private(x, 0, n, s)).args[1], lambda inner: inner.have(inner.goal, entries(i, r), entries(i + 1, r))
    )
    level_0 = proof.have(private(x, 0, n, s), near)
    return proof.have(proof.goal, *proof.use(post_processing(), level_0, α=0).parts()).theorem


@cache
def identity_stochastic() -> Theorem:
    """The identity is a remap of {0..n} to itself."""
    proof = Proof([], stochastic(unit_matrix(), n, n))
    row = proof.assuming(between(0, i, n))
    one = row.telescope(r, 0, n, unit_matrix()[i, r], lambda v: If(v <= i, 0, 1))
    return proof.qed(proof.all(row.have(Sum(r, 0, n, unit_matrix()[i, r]) == 1, one), i, between(0, i, n)))


@cache
def times_identity() -> Theorem:
    """x·1 = x."""
    proof = Proof([between(0, r, m)], product(x, unit_matrix(), m)[i, r] == x[i, r])
    return proof.qed(proof.telescope(z, 0, m, x[i, z] * unit_matrix()[z, r], lambda v: If(v <= r, 0, x[i, r])))


@cache
def remap_of_remap() -> Theorem:
    """(x·T)·U = x·(T·U), and T·U is a remap if T and U are."""
    proof = Proof([stochastic(T, n, s), stochastic(U, s, m)])
    left, right = product(product(x, T, n), U, s)[i, r], product(x, product(T, U, s), n)[i, r]
    same = proof.have(left == right, proof.exchange(Sum(k, 0, s, Sum(z, 0, n, x[i, z] * T[z, k] * U[k, r]))))
    entries, rows = proof.parts(stochastic(T, n, s))[-2:]
    to_entries, to_rows = proof.parts(stochastic(U, s, m))[-2:]
    cell = proof.assuming(between(0, i, n), between(0, r, m))
    term = cell.assuming(between(0, z, s)).have(T[i, z] * U[z, r] >= 0, entries(i, z), to_entries(z, r))
    positive = cell.have(product(T, U, s)[i, r] >= 0, cell.termwise(z, 0, s, term.says, term))
    row = proof.assuming(between(0, i, n))
    inner = row.termwise(z, 0, s, T[i, z] * Sum(r, 0, m, U[z, r]) == T[i, z], to_rows(z))
    whole = row.exchange(Sum(r, 0, m, Sum(z, 0, s, T[i, z] * U[z, r])))
    one = row.have(Sum(r, 0, m, product(T, U, s)[i, r]) == 1, inner, whole, rows(i))
    is_remap = proof.have(
        stochastic(product(T, U, s), n, m),
        proof.every((i, 0, n), (r, 0, m), positive),
        proof.all(one, i, between(0, i, n)),
    )
    return proof.both(same, is_remap).theorem


@cache
def best_readings_exist() -> Theorem:
    """For n ≥ 0: each row of a matrix has a least entry in {0..n}."""
    goal = Some(h, best_readings(h, x, s, n))
    proof = Proof([n >= 0], goal)
    inner = proof.assuming(between(0, k, s))
    least = Least(r, 0, n, x[k, r])
    some = Some(z, between(0, z, n), All(r, between(0, r, n), x[k, z] <= x[k, r]))

    def chosen(case: Proof, attained: Fact) -> Fact:
        each = case.assuming(between(0, r, n))
        below = each.have(x[k, z] <= x[k, r], attained.parts()[-1], each.fact(core.bounds(least, r)))
        return case.witness(some, z, case.all(below, r, between(0, r, n)))

    each = inner.obtain(inner.fact(core.attained(least)), z, chosen)
    return core.restate(core.choose(proof.all(each, k, between(0, k, s)).theorem, "h"), goal)


@cache
def sum_of_reading() -> Theorem:
    """If k is read as an index in {0..n}, the sum over the readings is one entry."""
    proof = Proof([0 <= h[k], h[k] <= n], Sum(r, 0, n, reads(h)[k, r] * x[k, r]) == x[k, h[k]])
    one = proof.use(one_term(), low=0, high=n, j=h[k], f=function(r, x[k, r]))
    return proof.qed(one, proof.termwise(r, 0, n, reads(h)[k, r] * x[k, r] == If(r == h[k], x[k, r], 0)))


@cache
def reading_is_remap() -> Theorem:
    """A deterministic remap is stochastic."""
    readings = All(k, between(0, k, s), between(0, h[k], n))
    proof = Proof([readings], stochastic(reads(h), s, n))
    row = proof.assuming(between(0, k, s))
    ones = row.use(one_term(), row.know(readings)(k), low=0, high=n, j=h[k], f=function(r, as_number(1)))
    return proof.qed(proof.all(row.have(Sum(r, 0, n, reads(h)[k, r]) == 1, ones), k, between(0, k, s)))


@cache
def moved_stochastic() -> Theorem:
    """A stochastic matrix stays stochastic when e_i moves from response k to j, if 0 ≤ e_i ≤ x_ik."""
    y = moved(x, e, j, k)
    parts_moved = All(i, between(0, i, n), (e[i] >= 0) & (e[i] <= x[i, k]))
    given = [stochastic(x, n, m), between(0, j, m), between(0, k, m), parts_moved]
    proof = Proof(given, stochastic(y, n, m))
    nonneg, ones = proof.parts(stochastic(x, n, m))[-2:]
    row = proof.assuming(between(0, i, n))
    both = row.telescope(r, 0, m, y[i, r] + -1 * x[i, r], lambda v: If(v <= j, 0, e[i]) - If(v <= k, 0, e[i]))
    parts = row.use(sum_of_two(), low=0, high=m, f=function(r, y[i, r]), g=function(r, x[i, r]), t=-1)
    one = row.have(Sum(r, 0, m, y[i, r]) == 1, both, parts, ones(i))
    entry = row.assuming(between(0, r, m))
    return proof.qed(entry.have(y[i, r] >= 0, nonneg(i, r), entry.know(parts_moved)(i)), one)
