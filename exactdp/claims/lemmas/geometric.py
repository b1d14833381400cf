"""Theorems about the geometric mechanism and its inverse."""

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from exactdp.claims.lemmas.number import scaled_equation
from exactdp.claims.lemmas.power import power_nonnegative
from exactdp.claims.lemmas.private import entry_of_private, entry_of_private_upwards
from exactdp.claims.lemmas.summation import scaled_sum
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.geometric import geometric_mechanism, geometric_preimage
from exactdp.claims.vocabulary.matrix import product
from exactdp.claims.vocabulary.mechanism import private

i, k, m, n, r, z = indices("i k m n r z")
(a,) = numbers("α")
x, T = matrices("x T")
Lemma: TypeAlias = Callable[[], Theorem]
below_one = (n >= 1, a >= 0, a < 1)


@cache
def geometric_rows() -> Theorem:
    """The rows of G_{n,α} sum to 1, for n ≥ 1 and α ≥ 0."""
    G = geometric_mechanism(n, a)
    proof = Proof([n >= 1, a >= 0, between(0, i, n)], Sum(z, 0, n, G[i, z]) == 1)

    def ends(v: Term) -> Term:
        falling = a ** (v - i) / (1 + a)
        return If(v == 0, 0, If(v == n + 1, 1, If(v <= i, a ** (i + 1 - v) / (1 + a), 1 - falling)))

    return proof.qed(proof.telescope(z, 0, n, G[i, z], ends))


@cache
def geometric_nonnegative() -> Theorem:
    """The entries of G_{n,α} are ≥ 0, for 0 ≤ α ≤ 1."""
    G = geometric_mechanism(n, a)
    proof = Proof([n >= 1, a >= 0, a <= 1, between(0, i, n), between(0, z, n)], G[i, z] >= 0)
    return proof.qed(proof.use(power_nonnegative(), k=abs(i - z)))


@cache
def geometric_inverse() -> Theorem:
    """G·(G⁻¹·x) = x, for n ≥ 1 and 0 ≤ α < 1."""
    G, W = geometric_mechanism(n, a), geometric_preimage(x, a, n)
    proof = Proof([*below_one, between(0, i, n)], Sum(z, 0, n, G[i, z] * W[z, r]) == x[i, r])
    scale = (1 - a) * (1 + a)

    def ends(v: Term) -> Term:
        falling = a ** (i + 1 - v) * (x[v - 1, r] - a * x[v, r]) / scale
        rising = a ** (v - i) * (x[v, r] - a * x[v - 1, r]) / scale
        return If(v == 0, 0, If(v == n + 1, x[i, r], If(v <= i, falling, x[i, r] - rising)))

    return proof.qed(proof.telescope(z, 0, n, G[i, z] * W[z, r], ends))


@cache
def first_entry_of_image() -> Theorem:
    """For x = G·T: x_0r - α·x_1r = (1-α)·T_0r."""
    return _image(1 - a, (k == 0,), lambda at: at(0) - a * at(1))


@cache
def last_entry_of_image() -> Theorem:
    """For x = G·T: x_nr - α·x_(n-1)r = (1-α)·T_nr."""
    return _image(1 - a, (k == n,), lambda at: at(n) - a * at(n - 1))


@cache
def three_entries_of_image() -> Theorem:
    """For x = G·T and 0 < k < n: (1+α²)·x_kr - α·(x_(k-1)r + x_(k+1)r) = (1-α)²·T_kr."""
    inner = (1 <= k, k < n)
    return _image((1 - a) * (1 - a), inner, lambda at: (1 + a * a) * at(k) - a * (at(k - 1) + at(k + 1)))


def _image(factor: Term, where: tuple[Formula, ...], form: Callable[[Callable[[Term | int], Term]], Term]) -> Theorem:
    G = geometric_mechanism(n, a)
    goal = form(lambda i: Sum(z, 0, n, G[i, z] * T[z, r])) == factor * T[k, r]
    proof = Proof([n >= 1, a >= 0, *where], goal)
    # On column z of G the form is 0 unless z = k.
    columns = form(lambda i: G[i, z] * T[z, r])
    total = proof.telescope(z, 0, n, columns, lambda v: If(v <= k, 0, factor * T[k, r]))
    sums = Proof([], form(lambda i: Sum(z, 0, n, x[i, z])) == Sum(z, 0, n, form(lambda i: x[i, z])))
    return proof.qed(total, proof.use(sums.qed(), x=lambda i, z: G[i, z] * T[z, r]))


@cache
def inverse_geometric() -> Theorem:
    """T = G⁻¹·(G·T), for n ≥ 1 and 0 ≤ α < 1."""
    W = geometric_preimage(product(geometric_mechanism(n, a), T, n), a, n)
    proof = Proof([*below_one, between(0, k, n)], T[k, r] == W[k, r])
    return proof.cases(
        proof.goal,
        (k == 0, lambda case: case.have(proof.goal, case.use(first_entry_of_image()))),
        (k == n, lambda case: case.have(proof.goal, case.use(last_entry_of_image()))),
        (TRUE, lambda case: case.have(proof.goal, case.use(three_entries_of_image()))),
    ).theorem


@cache
def preimage_rows() -> Theorem:
    """If the rows of x sum to 1, so do the rows of G⁻¹·x."""
    W = geometric_preimage(x, a, n)
    rows = All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1)
    proof = Proof([*below_one, rows, between(0, k, n)], Sum(r, 0, m, W[k, r]) == 1)
    return proof.qed(cases=[k == 0, k == n])


@cache
def trace_at_most() -> Theorem:
    """The diagonal sum of an α-private x is at most that of G_{n,α}, for n ≥ 1 and 0 ≤ α ≤ 1.

    With u_i = g_ii, Σ_i u_i·x_ir ≥ Σ_i u_i·α^|i-r|·x_rr = Σ_i g_ri·x_rr = x_rr. Summed over r, Σ_i u_i ≥ Σ_r x_rr.
    """
    G = geometric_mechanism(n, a)
    given = [n >= 1, a >= 0, a <= 1, private(x, a, n, n)]
    proof = Proof(given, Sum(r, 0, n, x[r, r]) <= Sum(i, 0, n, G[i, i]))
    rows = proof.parts(private(x, a, n, n))[-2]
    column = proof.assuming(between(0, r, n))
    cell = column.assuming(between(0, i, n))
    goal = x[r, r] * G[r, i] <= G[i, i] * x[i, r]

    def side(lemma: Lemma, first: Term, steps: Term) -> Callable[[Proof], Fact]:
        def found(case: Proof) -> Fact:
            falls = case.detach(case.use(lemma(), i=first, k=steps, m=n))
            return case.have(goal, falls, case.use(geometric_nonnegative(), z=i))

        return found

    each = cell.cases(
        goal,
        (r <= i, side(entry_of_private, r, i - r)),
        (TRUE, side(entry_of_private_upwards, i, r - i)),
    )
    sums = column.termwise(i, 0, n, goal, each)
    ones = column.use(geometric_rows(), i=r)
    factor = column.use(scaled_sum(), low=0, high=n, t=x[r, r], f=function(i, G[r, i]))
    diagonal = column.have(x[r, r] <= Sum(i, 0, n, G[i, i] * x[i, r]), sums, ones, factor)
    whole = proof.exchange(Sum(r, 0, n, Sum(i, 0, n, G[i, i] * x[i, r])))
    inner = proof.assuming(between(0, i, n))
    factor = inner.use(scaled_sum(), low=0, high=n, t=G[i, i], f=function(r, x[i, r]))
    row = inner.use(scaled_equation(), rows(i), t=G[i, i], α=Sum(r, 0, n, x[i, r]), β=1)
    weights = inner.chain(factor.says.args[0], (factor.says.args[1], factor), (row.says.args[1], row), G[i, i])
    columns = proof.termwise(r, 0, n, diagonal.says, diagonal)
    totals = proof.termwise(i, 0, n, weights.says, weights)
    return proof.chain(
        columns.says.args[0],
        ("<=", columns.says.args[1], columns),
        (whole.says.args[1], whole),
        (totals.says.args[1], totals),
    ).theorem
