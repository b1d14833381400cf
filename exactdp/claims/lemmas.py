"""Theorems that many claims use: powers, sums, averages, and what every private or geometric mechanism satisfies.

Each is made once, by the rules of the core, about free variables: `Proof.use` puts terms in their place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from exactdp.claims.core import Theorem
from exactdp.claims.deriving import Fact, Proof
from exactdp.claims.formulas import (
    NUMBER,
    TRUE,
    All,
    Formula,
    If,
    Some,
    Sum,
    Term,
    between,
    indices,
    matrices,
    numbers,
    term,
    vectors,
)
from exactdp.claims.vocabulary import (
    geometric_mechanism,
    geometric_preimage,
    identity,
    prior,
    private,
    product,
    stochastic,
)

Lemma: TypeAlias = Callable[[], Theorem]

i, j, k, m, n, r, s, z = indices("i j k m n r s z")
low, high = indices("low high")
a, b, t = numbers("α β t")
f, g, p = vectors("f g p")
x, T, U = matrices("x T U")


def _for_all_up_to(proof: Proof, v: Term, goal: Formula, step: Callable[[Proof, Fact], Fact]) -> Fact:
    """Return the goal for v ≥ 0, by induction."""
    return proof.induction(goal, v, 0, [], step)


# Powers


@cache
def power_nonnegative() -> Theorem:
    """For α ≥ 0 and k ≥ 0: α^k ≥ 0."""
    proof = Proof([a >= 0, k >= 0], a**k >= 0)
    return proof.induction(a**k >= 0, k, 0, [], lambda inner, before: inner.have(a ** (k + 1) >= 0, before)).theorem


@cache
def power_positive() -> Theorem:
    """For α > 0 and k ≥ 0: α^k > 0."""
    proof = Proof([a > 0, k >= 0], a**k > 0)
    return proof.induction(a**k > 0, k, 0, [], lambda inner, before: inner.have(a ** (k + 1) > 0, before)).theorem


@cache
def power_at_most_one() -> Theorem:
    """For 0 ≤ α ≤ 1 and k ≥ 0: α^k ≤ 1."""
    proof = Proof([a >= 0, a <= 1, k >= 0])

    def step(inner: Proof, before: Fact) -> Fact:
        # 1 - α^(k+1) = (1-α) + α·(1-α^k)
        return inner.have(a ** (k + 1) <= 1, before)

    return proof.induction(a**k <= 1, k, 0, [], step).theorem


@cache
def power_falls() -> Theorem:
    """For 0 ≤ α ≤ 1 and 0 ≤ i ≤ k: α^k ≤ α^i."""
    proof = Proof([a >= 0, a <= 1, i >= 0, i <= k], a**k <= a**i)
    # α^i - α^k = α^i·(1 - α^(k-i))
    return proof.qed(proof.use(power_nonnegative(), k=i), proof.use(power_at_most_one(), k=k - i))


@cache
def power_below_one() -> Theorem:
    """For 0 ≤ α < 1 and k ≥ 1: α^k < 1."""
    proof = Proof([a >= 0, a < 1, k >= 1], a**k < 1)
    # 1 - α^k = (1-α) + α·(1-α^(k-1))
    return proof.qed(proof.use(power_at_most_one(), k=k - 1))


@cache
def geometric_sum() -> Theorem:
    """For k ≥ -1: (1-α)·(1 + α + … + α^k) = 1 - α^(k+1)."""
    proof = Proof([k >= -1], (1 - a) * Sum(j, 0, k, a**j) == 1 - a ** (k + 1))
    total = proof.telescope(j, 0, k, -(1 - a) * a**j, lambda v: a**v)
    return proof.qed(total)


# Sums


@cache
def sum_nonnegative() -> Theorem:
    """Where every term is ≥ 0, so is the sum."""
    terms = All(k, between(low, k, high), f[k] >= 0)
    proof = Proof([terms], Sum(k, low, high, f[k]) >= 0)
    return proof.qed(proof.termwise(k, low, high, f[k] >= 0, proof.know(terms)(k)))


@cache
def term_at_most_sum() -> Theorem:
    """Where every term is ≥ 0, none is larger than the sum."""
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
    """Where every term is ≥ 0 and one is > 0, the sum is > 0."""
    terms = All(k, between(low, k, high), f[k] >= 0)
    proof = Proof([terms, low <= j, j <= high, f[j] > 0], Sum(k, low, high, f[k]) > 0)
    return proof.qed(proof.use(term_at_most_sum()))


@cache
def terms_of_zero_sum() -> Theorem:
    """Where every term is ≥ 0 and the sum is 0, every term is 0."""
    terms = All(k, between(low, k, high), f[k] >= 0)
    proof = Proof([terms, Sum(k, low, high, f[k]) == 0, low <= j, j <= high], f[j] == 0)
    below, above = proof.use(term_at_most_sum()), proof.know(terms)(j)
    return proof.by_contradiction(
        f[j] == 0,
        lambda inner: inner.either(
            inner.have((f[j] < 0) | (f[j] > 0)),
            lambda case: case.contradiction(f[j] == 0, above),
            lambda case: case.contradiction(f[j] == 0, below),
        ),
    ).theorem


@cache
def some_positive_term() -> Theorem:
    """Where the sum is > 0, some term is."""
    goal = Some(k, between(low, k, high), f[k] > 0)
    proof = Proof([Sum(k, low, high, f[k]) > 0], goal)

    def step(inner: Proof) -> Fact:
        none = inner.know(All(k, between(low, k, high), f[k] <= 0))
        total = inner.termwise(k, low, high, f[k] <= 0, none(k))
        return inner.contradiction(goal, total)

    return proof.by_contradiction(goal, step).theorem


# Averages


@cache
def average_at_most() -> Theorem:
    """An average of numbers that are at most t is at most t."""
    terms = All(i, between(0, i, n), f[i] <= t)
    proof = Proof([prior(p, n), terms], Sum(i, 0, n, p[i] * f[i]) <= t)
    weights, ones = proof.parts(prior(p, n))[-2:]
    total = proof.termwise(i, 0, n, p[i] * f[i] <= p[i] * t, weights(i), proof.know(terms)(i))
    return proof.qed(total, ones)


@cache
def average_at_least() -> Theorem:
    """An average of numbers that are at least t is at least t."""
    terms = All(i, between(0, i, n), t <= f[i])
    proof = Proof([prior(p, n), terms], t <= Sum(i, 0, n, p[i] * f[i]))
    weights, ones = proof.parts(prior(p, n))[-2:]
    total = proof.termwise(i, 0, n, p[i] * t <= p[i] * f[i], weights(i), proof.know(terms)(i))
    return proof.qed(total, ones)


# Mechanisms


@cache
def entry_of_private() -> Theorem:
    """For an α-private x and α ≥ 0: α^k·x_ir ≤ x_(i+k)r."""
    given = [a >= 0, private(x, a, n, m), i >= 0, between(0, r, m)]
    proof = Proof(given)
    near = proof.parts(private(x, a, n, m))[-1]
    goal = (i + k <= n) >> (a**k * x[i, r] <= x[i + k, r])

    def step(inner: Proof, before: Fact) -> Fact:
        further = inner.assuming(i + k + 1 <= n)
        here = further.detach(before)
        both = near(i + k, r)
        return inner.imply(i + k + 1 <= n, further.have(a ** (k + 1) * x[i, r] <= x[i + k + 1, r], here, both))

    return proof.induction(goal, k, 0, [], step).theorem


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
def post_processing() -> Theorem:
    """A remap of an α-private mechanism is α-private."""
    given = [a >= 0, n >= 0, s >= 0, private(x, a, n, s), stochastic(T, s, m)]
    P = product(x, T, s)
    proof = Proof(given, private(P, a, n, m))
    nonneg, ones, near = proof.parts(private(x, a, n, s))[-3:]
    entries, rows = proof.parts(stochastic(T, s, m))[-2:]
    q = proof.assuming(between(0, i, n), between(0, r, m))
    at_least_0 = q.have(P[i, r] >= 0, q.termwise(z, 0, s, x[i, z] * T[z, r] >= 0, nonneg(i, z), entries(z, r)))
    q1 = proof.assuming(between(0, i, n))
    inner = q1.termwise(z, 0, s, x[i, z] * Sum(r, 0, m, T[z, r]) == x[i, z], rows(z))
    whole = q1.exchange(Sum(r, 0, m, Sum(z, 0, s, x[i, z] * T[z, r])))
    one = q1.have(Sum(r, 0, m, P[i, r]) == 1, inner, whole, ones(i))
    q2 = proof.assuming(between(0, i, n - 1), between(0, r, m))
    steps = (near(i, z), entries(z, r))
    down = q2.termwise(z, 0, s, a * x[i, z] * T[z, r] <= x[i + 1, z] * T[z, r], *steps)
    up = q2.termwise(z, 0, s, a * x[i + 1, z] * T[z, r] <= x[i, z] * T[z, r], *steps)
    neighbours = q2.have((a * P[i + 1, r] <= P[i, r]) & (a * P[i, r] <= P[i + 1, r]), down, up)
    return proof.qed(
        proof.all(proof.all(at_least_0, r, between(0, r, m)), i, between(0, i, n)),
        proof.all(one, i, between(0, i, n)),
        proof.all(proof.all(neighbours, r, between(0, r, m)), i, between(0, i, n - 1)),
    )


# The inverse of the geometric mechanism

below_one = (n >= 1, a >= 0, a < 1)


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
    """Where the rows of x sum to 1, so do those of G⁻¹·x."""
    W = geometric_preimage(x, a, n)
    rows = All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1)
    proof = Proof([*below_one, rows, between(0, k, n)], Sum(r, 0, m, W[k, r]) == 1)
    one = proof.know(rows)
    return proof.cases(
        proof.goal,
        (k == 0, lambda case: case.have(proof.goal, one(0), one(1))),
        (k == n, lambda case: case.have(proof.goal, one(n), one(n - 1))),
        (TRUE, lambda case: case.have(proof.goal, one(k - 1), one(k), one(k + 1))),
    ).theorem


@cache
def power_of_one() -> Theorem:
    """For k ≥ 0: 1^k = 1."""
    one = term(1, NUMBER)
    proof = Proof([k >= 0], one**k == 1)
    return proof.induction(one**k == 1, k, 0, [], lambda inner, before: inner.have(one ** (k + 1) == 1, before)).theorem


# Remaps


@cache
def identity_stochastic() -> Theorem:
    """The identity is a remap of {0..n} to itself."""
    proof = Proof([], stochastic(identity, n, n))
    row = proof.assuming(between(0, i, n))
    one = row.telescope(r, 0, n, identity[i, r], lambda v: If(v <= i, 0, 1))
    return proof.qed(proof.all(row.have(Sum(r, 0, n, identity[i, r]) == 1, one), i, between(0, i, n)))


@cache
def times_identity() -> Theorem:
    """x·1 = x."""
    proof = Proof([between(0, r, m)], product(x, identity, m)[i, r] == x[i, r])
    return proof.qed(proof.telescope(z, 0, m, x[i, z] * identity[z, r], lambda v: If(v <= r, 0, x[i, r])))


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
        proof.all(proof.all(positive, r, between(0, r, m)), i, between(0, i, n)),
        proof.all(one, i, between(0, i, n)),
    )
    return proof.both(same, is_remap).theorem
