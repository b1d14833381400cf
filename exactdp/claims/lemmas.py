"""Theorems that many claims use: powers, sums, averages, and properties of every private or geometric mechanism.

Each is made once, by the rules of the core, about free variables: `Proof.use` puts terms in their place.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Fact, Proof
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary import (
    absolute_loss,
    bayesian_loss,
    best_readings,
    expected_loss,
    geometric_mechanism,
    geometric_preimage,
    monotone,
    nonnegative,
    prior,
    private,
    private_column,
    product,
    reads,
    stochastic,
    tends,
    two_sided,
    unit_matrix,
    weighed_loss,
    zero_one,
)
from exactdp.claims.words.polytope import moved

Lemma: TypeAlias = Callable[[], Theorem]

i, j, k, m, n, r, s, z = indices("i j k m n r s z")
low, high = indices("low high")
a, b, t = numbers("α β t")
e, f, g, p = vectors("e f g p")
l, x, T, U = matrices("l x T U")  # noqa: E741 (the papers' letter for a loss)
S = variable("S", SET)
h = variable("h", INDEX_MAP)


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


# Averages


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


# Sums whose terms are choices: the core leaves such a sum unchanged


@cache
def sum_of_two() -> Theorem:
    """Σ (f_k + t·g_k) = Σ f_k + t·Σ g_k: for terms with choices, which depend on k."""
    whole = Sum(k, low, high, f[k] + t * g[k])
    return Proof([], whole == Sum(k, low, high, f[k]) + t * Sum(k, low, high, g[k])).qed()


@cache
def entry_of_private_upwards() -> Theorem:
    """For an α-private x and α ≥ 0: α^k·x_(i+k)r ≤ x_ir."""
    given = [a >= 0, private(x, a, n, m), i >= 0, between(0, r, m)]
    proof = Proof(given)
    near = proof.parts(private(x, a, n, m))[-1]
    goal = (i + k <= n) >> (a**k * x[i + k, r] <= x[i, r])

    def step(inner: Proof, before: Fact) -> Fact:
        further = inner.assuming(i + k + 1 <= n)
        here = further.detach(before)
        # α^k times α·x_(i+k+1)r ≤ x_(i+k)r
        power = further.use(power_nonnegative())
        return inner.imply(
            i + k + 1 <= n, further.have(a ** (k + 1) * x[i + k + 1, r] <= x[i, r], here, near(i + k, r), power)
        )

    return proof.induction(goal, k, 0, [], step).theorem


# A mechanism with a part of each row moved from response k to j


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
    at_least_0 = entry.have(y[i, r] >= 0, nonneg(i, r), entry.know(parts_moved)(i))
    return proof.qed(at_least_0, one)


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
    """If the rows of x sum to 1, so do the rows of G⁻¹·x."""
    W = geometric_preimage(x, a, n)
    rows = All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1)
    proof = Proof([*below_one, rows, between(0, k, n)], Sum(r, 0, m, W[k, r]) == 1)
    return proof.qed(cases=[k == 0, k == n])


@cache
def power_of_one() -> Theorem:
    """For k ≥ 0: 1^k = 1."""
    one = term(1, NUMBER)
    proof = Proof([k >= 0], one**k == 1)
    return proof.induction(one**k == 1, k, 0, [], lambda inner, before: inner.have(one ** (k + 1) == 1, before)).theorem


# Sums with one term, and powers that go to 0


@cache
def one_term() -> Theorem:
    """A sum whose terms are 0 except at one index is the term at this index."""
    proof = Proof([low <= j, j <= high], Sum(k, low, high, If(k == j, f[k], 0)) == f[j])
    return proof.qed(proof.telescope(k, low, high, If(k == j, f[k], 0), lambda v: If(v <= j, 0, f[j])))


@cache
def power_times_cubic() -> Theorem:
    """For 0 ≤ α ≤ 1, u = 1-α and k ≥ 0: α^k·(1 + k·u + k(k+1)/2·u² + k(k+1)(k+2)/6·u³) ≤ 1.

    The factor is the beginning of the binomial series of (1-u)^(-k). The step to k+1 loses α^k·u⁴·(k+1)(k+2)(k+3)/6.
    """
    u, c = 1 - a, as_number(k)
    proof = Proof([a >= 0, a <= 1, k >= 0])

    def value(v: Term) -> Term:
        return a**v * (1 + v * u + v * (v + 1) / 2 * u**2 + v * (v + 1) * (v + 2) / 6 * u**3)

    def step(inner: Proof, before: Fact) -> Fact:
        power = inner.use(power_nonnegative())
        size = inner.have(as_number(0) <= (c + 1) * (c + 2) * (c + 3), inner.know(as_index(0) <= k), factors=3)
        lost = inner.have(0 <= a**k * ((c + 1) * (c + 2) * (c + 3)), power, size)
        four = inner.have(0 <= u**4, squares=[u * u])
        lost = inner.have(0 <= a**k * ((c + 1) * (c + 2) * (c + 3)) * u**4, lost, four)
        return inner.have(value(k + 1) <= 1, before, lost)

    return proof.induction(value(k) <= 1, k, 0, [], step).theorem


@cache
def scaled_sum() -> Theorem:
    """A factor before every term is a factor before the sum, also if the terms are choices."""
    return Proof([], Sum(k, low, high, t * f[k]) == t * Sum(k, low, high, f[k])).qed()


@cache
def powers_rise() -> Theorem:
    """For 0 ≤ α ≤ β and k ≥ 0: α^k ≤ β^k."""
    proof = Proof([a >= 0, a <= b, k >= 0])

    def step(inner: Proof, before: Fact) -> Fact:
        # β^(k+1) - α^(k+1) = β·(β^k - α^k) + (β-α)·α^k
        return inner.have(a ** (k + 1) <= b ** (k + 1), before, inner.use(power_nonnegative()), a <= b, b >= 0)

    return proof.induction(a**k <= b**k, k, 0, [], step).theorem


@cache
def power_at_least_one() -> Theorem:
    """For t ≥ 1 and k ≥ 0: t^k ≥ 1."""
    proof = Proof([1 <= t, 0 <= k], 1 <= t**k)
    return proof.qed(proof.use(powers_rise(), α=1, β=t), proof.use(power_of_one()))


@cache
def powers_rise_strictly() -> Theorem:
    """For 0 ≤ α < β and k ≥ 1: α^k < β^k."""
    proof = Proof([a >= 0, a < b, k >= 1], a**k < b**k)
    # β^k - α^k = (β-α)·β^(k-1) + α·(β^(k-1) - α^(k-1))
    positive = proof.use(power_positive(), proof.have(b > 0), α=b, k=k - 1)
    return proof.qed(positive, proof.use(powers_rise(), k=k - 1), a >= 0, a < b)


@cache
def power_falls_strictly() -> Theorem:
    """For 0 < α < 1 and 0 ≤ i < k: α^k < α^i."""
    proof = Proof([a > 0, a < 1, i >= 0, i < k], a**k < a**i)
    return proof.qed(proof.use(power_positive(), k=i), proof.use(power_below_one(), k=k - i))


@cache
def power_rates() -> Theorem:
    """For 0 ≤ α ≤ 1, u = 1-α and k ≥ 0: α^k·(k+1)·u ≤ 1, α^k·(k·u)² ≤ 2 and α^k·(k·u)³ ≤ 6."""
    u, v = 1 - a, k * (1 - a)
    proof = Proof([a >= 0, a <= 1, k >= 0], (a**k * (k + 1) * u <= 1) & (a**k * v**2 <= 2) & (a**k * v**3 <= 6))
    signs = [proof.use(power_nonnegative()), proof.have(u >= 0), proof.have(v >= 0, proof.know(as_index(0) <= k))]
    terms = (v, v * v, v * u, v**3, v * v * u, v * u * u, a)
    parts = [proof.have(a**k * each >= 0, *signs, factors=4) for each in terms]
    return proof.qed(proof.use(power_times_cubic()), *parts, *signs, factors=1)


@cache
def limit_from_below() -> Theorem:
    """If t - f(k) = g(k) and 0 ≤ (k+1)·g(k) ≤ β for every k ≥ 0, f(k) goes to t."""
    step = both(t - f[k] == g[k], 0 <= (k + 1) * g[k], (k + 1) * g[k] <= b)
    errors = All(k, as_index(0) <= k, step)
    proof = Proof([errors], tends(f, t))
    inner = proof.assuming(as_index(0) <= k)
    error, *bounds = proof.know(errors)(k).parts()
    size = inner.have((k + 1) * abs(f[k] - t) <= b, inner.have((k + 1) * (t - f[k]) == (k + 1) * g[k], error), *bounds)
    return proof.qed(proof.witness(unfold(tends(f, t)), b, proof.all(size, k, as_index(0) <= k)))


def limit(proof: Proof, errors: Term, bound: Term, facts: Callable[[Proof], Sequence[Fact]], **terms: Any) -> Fact:
    """Return that f(k) goes to t, by `limit_from_below`: the three facts are shown for k ≥ 0.

    >>> error, zero = function(k, t - t), as_number(0)
    >>> three = [t - t == error[k], 0 <= (k + 1) * error[k], (k + 1) * error[k] <= 0]
    >>> limit(Proof([]), error, zero, lambda inner: [*map(inner.have, three)], f=function(k, t)).says
    (k ↦ t) → t, with an error of at most C/(k+1) for a constant C
    """
    inner = proof.assuming(as_index(0) <= k)
    each = proof.all(inner.both(*facts(inner)), k, as_index(0) <= k)
    return proof.use(limit_from_below(), each, g=errors, β=bound, **terms)


@cache
def _twice_a_rate() -> Theorem:
    """From 0 ≤ c·(2·u - v) and c·u ≤ t: c·v ≤ 2·t."""
    c, u, v = numbers("c u v")
    return Proof([0 <= c * (2 * u - v), c * u <= t], c * v <= 2 * t).qed()


def limit_by_powers(
    proof: Proof, terms: Term, to: Term, exponents: Sequence[Term], total: Callable[[Proof], Fact]
) -> Fact:
    """Return that the terms go to a limit: the error is the sum of one or two powers of α, over 1+α.

    The exponents are at least k, and 0 ≤ α < 1. `total` shows the values of the terms. The bound is 2·(1/(1-α)).

    >>> values, proof = function(k, 1 - a**k / (1 + a)), Proof([a >= 0, a < 1])
    >>> one = as_number(1)
    >>> limit_by_powers(proof, values, one, [k], lambda inner: inner.have(one - values[k] == a**k / (1 + a))).says
    (k ↦ 1 - α^k/(1 + α)) → 1, with an error of at most C/(k+1) for a constant C
    """
    error = sum((a**each for each in exponents[1:]), a ** exponents[0]) / (1 + a)

    def facts(inner: Proof) -> list[Fact]:
        later = inner.have(0 <= as_number(k + 1), inner.know(as_index(0) <= k))
        smaller = [inner.use(power_falls(), i=k, k=at) for at in exponents]
        powers = [inner.use(power_nonnegative(), k=at) for at in (k, *exponents)]
        least = inner.product(later, inner.have(0 <= 2 * a**k - error, *smaller, *powers))
        rate = inner.have((k + 1) * a**k <= 1 / (1 - a), inner.use(power_rates()).parts()[0])
        small = inner.use(_twice_a_rate(), least, rate, c=k + 1, u=a**k, v=error, t=1 / (1 - a))
        return [
            inner.have(to - terms[k] == error, total(inner)),
            inner.product(later, inner.have(0 <= error, *powers)),
            small,
        ]

    return limit(proof, function(k, error), 2 * (1 / (1 - a)), facts, f=terms, t=to)


# Users


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


# Indices as numbers


@cache
def index_order() -> Theorem:
    """For indices j ≤ k: j ≤ k as numbers."""
    proof = Proof([j <= k], as_number(j) <= k)
    return proof.qed(proof.know(j <= k))


@cache
def index_order_strictly() -> Theorem:
    """For indices j < k: j < k as numbers."""
    proof = Proof([j < k], as_number(j) < k)
    return proof.qed(proof.know(j < k))


@cache
def distance_nonnegative() -> Theorem:
    """For an index k: |k| ≥ 0 as a number."""
    goal = as_number(0) <= as_number(abs(k))
    return (
        Proof([])
        .cases(
            goal,
            (as_index(0) <= k, lambda case: case.have(goal, case.know(as_index(0) <= k))),
            (k < as_index(0), lambda case: case.have(goal, case.know(k < as_index(0)))),
            (TRUE, lambda case: case.have(goal)),
        )
        .theorem
    )


@cache
def less_private() -> Theorem:
    """A β-private mechanism is α-private for every 0 ≤ α ≤ β."""
    return Proof([0 <= a, a <= b, private(x, b, n, m)], private(x, a, n, m)).qed()


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
def equal_values() -> Theorem:
    """For i = j: both or neither of them are in the set."""
    proof = Proof([i == j])

    def bit(v: Term) -> Term:
        return If(S[v], as_number(1), 0)

    return core.replace(proof.know(i == j).theorem, proof.have(bit(i) == bit(i)).theorem, k, bit(i) == bit(k))


# Extremes


@cache
def least_of_positive() -> Theorem:
    """If every number of a range is > 0, so is the least of them."""
    terms = All(k, between(low, k, high), f[k] > 0)
    proof = Proof([low <= high, terms], Least(k, low, high, f[k]) > 0)
    some = proof.fact(core.attained(Least(k, low, high, f[k])))
    return proof.obtain(some, j, lambda inner, found: inner.have(proof.goal, inner.know(terms)(j), found)).theorem


# Deterministic readings


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
def constant_is_private() -> Theorem:
    """The mechanism that always answers j is α-private for every α ≤ 1."""
    always = function(i, r, If(r == j, as_number(1), 0))
    proof = Proof([between(0, j, m), a <= 1], private(always, a, n, m))
    ones = proof.use(one_term(), low=0, high=m, f=function(k, as_number(1)))
    row = proof.assuming(between(0, i, n))
    return proof.qed(proof.all(row.have(Sum(r, 0, m, always[i, r]) == 1, ones), i, between(0, i, n)))


@cache
def multiplied() -> Theorem:
    """From α = β: t·α = t·β."""
    return Proof([a == b], t * a == t * b).qed()


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
    row = inner.use(multiplied(), rows(i), t=G[i, i], α=Sum(r, 0, n, x[i, r]), β=1)
    weights = inner.chain(factor.says.args[0], (factor.says.args[1], factor), (row.says.args[1], row), G[i, i])
    columns = proof.termwise(r, 0, n, diagonal.says, diagonal)
    totals = proof.termwise(i, 0, n, weights.says, weights)
    return proof.chain(
        columns.says.args[0],
        ("<=", columns.says.args[1], columns),
        (whole.says.args[1], whole),
        (totals.says.args[1], totals),
    ).theorem


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


# Remaps


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
        proof.all(proof.all(positive, r, between(0, r, m)), i, between(0, i, n)),
        proof.all(one, i, between(0, i, n)),
    )
    return proof.both(same, is_remap).theorem


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
def distance_monotone() -> Theorem:
    """The loss |i-r| is monotone."""
    proof = Proof([], monotone(absolute_loss, n, m))

    def step(inner: Proof) -> Theorem:
        order = inner.use(index_order(), j=abs(i - r), k=abs(i - k))
        return core.restate(order.theorem, inner.goal)

    return proof.for_all(proof.goal, step).theorem


@cache
def not_in_set() -> Theorem:
    """If i is in the set and j is not: i ≠ j."""
    proof = Proof([S[i], ~S[j]], i != j)

    def bit(v: Term) -> Term:
        return If(S[v], as_number(1), 0)

    def equal(inner: Proof) -> Fact:
        return inner.contradiction(
            proof.goal, inner.use(equal_values()), inner.have(bit(i) == 1), inner.have(bit(j) == 0)
        )

    return proof.cases(
        proof.goal,
        (i == j, equal),
        (i < j, lambda inner: inner.alternative(proof.goal, inner.know(i < j))),
        (TRUE, lambda inner: inner.alternative(proof.goal, inner.have(j < i))),
    ).theorem


# Columns of private mechanisms


@cache
def column_of_private() -> Theorem:
    """Each column of an α-private mechanism is an α-private column."""
    column = function(i, x[i, r])
    proof = Proof([private(x, a, n, m), between(0, r, m)], private_column(column, a, n))
    nonneg, _, near = proof.parts(private(x, a, n, m))[-3:]
    entries = proof.all(proof.assuming(between(0, i, n)).have(0 <= x[i, r], nonneg(i, r)), i, between(0, i, n))
    steps = proof.all(proof.assuming(between(0, i, n - 1)).fact(near(i, r).theorem), i, between(0, i, n - 1))
    return proof.qed(entries, steps)


@cache
def scaled_equation() -> Theorem:
    """From α = β: t·α = t·β. The core then need not look into the terms."""
    return Proof([a == b], t * a == t * b).qed()


def scaled(proof: Proof, factor: Term, equation: Fact) -> Fact:
    """Return an equation with both sides times a factor, not expanded.

    >>> proof = Proof([f[0] == f[1] + 1])
    >>> scaled(proof, t, proof.know(f[0] == f[1] + 1))
    f[0] = f[1] + 1 ⊢ t·f[0] = t·(f[1] + 1)
    """
    left, right = equation.says.args
    return proof.use(scaled_equation(), equation, t=factor, α=left, β=right)


@cache
def scaled_inequality() -> Theorem:
    """From α ≤ β and t ≥ 0: t·α ≤ t·β. The core then need not look into the terms."""
    return Proof([a <= b, 0 <= t], t * a <= t * b).qed()


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

    def step(inner: Proof) -> Fact:
        sides = [lambda case: case.contradiction(f[j] == g[j], one, weight)] * 2
        return inner.either(inner.know(negation(f[j] == g[j])), *sides)

    return proof.by_contradiction(f[j] == g[j], step).theorem


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
def zero_factor() -> Theorem:
    """From α > 0 and α·β = 0: β = 0."""
    return Proof([0 < a, a * b == 0]).indirect(b == 0).theorem


@cache
def quotient_order() -> Theorem:
    """From t·α ≤ t·β, as α·t ≤ β·t, and t > 0: α ≤ β."""
    proof = Proof([a * t <= b * t, 0 < t], a <= b)
    return proof.by_contradiction(a <= b, lambda other: other.contradiction(a <= b)).theorem


@cache
def share_of() -> Theorem:
    """From t > 0 and 0 ≤ α ≤ t: 0 ≤ α/t ≤ 1, and t·(α/t) = α."""
    proof = Proof([0 < t, 0 <= a, a <= t])
    return proof.have((0 <= a / t) & (a / t <= 1) & (t * (a / t) == a)).theorem


# Algorithm 1

chances, remaps = (variable(name, Function(3, NUMBER)) for name in ("W", "T"))
seen, results = variable("S", SET), variable("ρ", INDEX_MAP)
(first,) = indices("f")


def _chance(s: Term, i: Term, z: Term) -> Formula:
    total = Sum(r, 0, n, chances[s, i, r] * remaps[s, r, z])
    formula: Formula = chances[s + 1, i, z] == If(~seen[s + 1] | (z == results[s + 1]), total, 0)
    return formula


@cache
def list_keeps_order() -> Theorem:
    """If α times the probability of the first result is ≤ β times that on another input, the same holds for a list."""
    following = Every((s, first, k - 1), (i, 0, n), (z, 0, n), _chance(s, i, z))
    positive = Every((s, first, k - 1), (r, 0, n), (z, 0, n), remaps[s, r, z] >= 0)
    (h,) = indices("h")

    def ordered(stage: Term) -> Formula:
        return All(z, between(0, z, n), a * chances[stage, i, z] <= b * chances[stage, h, z])

    given = [first <= s, s <= k, between(0, i, n), between(0, h, n), ordered(first), following, positive]
    proof = Proof(given, ordered(s))
    nexts, entries = proof.know(following), proof.know(positive)

    def step(later: Proof, here: Fact) -> Fact:
        def entry(cell: Proof) -> Fact:
            term = cell.assuming(between(0, r, n))
            less = term.have(
                a * chances[m, i, r] * remaps[m, r, z] <= b * chances[m, h, r] * remaps[m, r, z],
                here(r),
                entries(m, r, z),
            )
            total = cell.termwise(r, 0, n, less.says, less)
            return cell.have(cell.goal, total, nexts(m, i, z), nexts(m, h, z))

        return later.for_all(ordered(m + 1), entry)

    begun = [proof.know(ordered(first))(z)]
    return proof.induction(ordered(m), m, first, begun, step, up_to=s).theorem


@cache
def between_each_other() -> Theorem:
    """Two numbers are equal if neither is larger than the other."""
    proof = Proof([a <= b, b <= a], a == b)
    return proof.indirect(proof.goal).theorem


@cache
def levels_multiply() -> Theorem:
    """If g(k) ≥ α^d(k)·f(k) ≥ 0 for 1 ≤ k ≤ n, and α ≥ 0: the product of g is at least α^Σd times the product of f.

    f(k) and g(k) are the probabilities of the k-th response, given the earlier ones, on two neighbouring inputs. h(k)
    is the sum of d up to k.
    """
    d = variable("d", INDEX_MAP)
    each = All(k, between(1, k, n), both(0 <= f[k], a ** d[k] * f[k] <= g[k], h[k - 1] + d[k] == h[k], 0 <= d[k]))

    def product_of(by: Term) -> Callable[[Term | int], Term]:
        return lambda high: Product(k, 1, high, by[k])

    left, right = product_of(f), product_of(g)
    proof = Proof([0 <= a, 0 <= n, h[0] == 0, each])
    goal = both(0 <= h[m], 0 <= left(m), a ** h[m] * left(m) <= right(m))

    def step(later: Proof, before: Fact) -> Fact:
        total, size, less = before.parts()
        ends = [later.fact(core.split_range(whole(m + 1), m)) for whole in (left, right)]
        sign, next_, sum_, exponent = later.know(each)(m + 1).parts()
        more = later.assuming(total.says, exponent.says)
        positive = more.have(0 <= left(m + 1), ends[0], more.product(size, sign))
        powers = [more.use(power_nonnegative(), k=at) for at in (h[m], d[m + 1])]
        rest = [more.product(powers[1], sign), more.product(powers[0], size)]
        less = more.have(a ** h[m] * left(m) * (a ** d[m + 1] * f[m + 1]) <= right(m) * g[m + 1], *rest, less, next_)
        less = more.have(a ** (h[m] + d[m + 1]) * left(m + 1) <= right(m + 1), *ends, less)
        less = more.replace(sum_, lambda v: a**v * left(m + 1) <= right(m + 1), less)
        found = more.both(more.have(0 <= h[m + 1], sum_), positive, less)
        return later.fact(core.cut(found.theorem, total.theorem, exponent.theorem))

    ends = proof.have(0 <= h[0]), proof.have(as_number(0) <= left(0))
    begun = proof.replace(
        proof.have(as_index(0) == h[0]), lambda v: a**v * left(0) <= right(0), a**0 * left(0) <= right(0)
    )
    return proof.induction(goal, m, 0, [*ends, begun], step, up_to=n).theorem


@cache
def noise_on_counts() -> Theorem:
    """Geometric noise of level α on each of n counts is α^Σ|u-v|-private: h(k) is the sum of |u-v| up to k."""
    u, v, answers = (variable(name, INDEX_MAP) for name in ("u", "v", "r"))
    each = All(k, between(1, k, n), h[k - 1] + abs(u[k] - v[k]) == h[k])
    noise = [function(k, two_sided(a, answers[k] - counts[k])) for counts in (u, v)]
    whole = [Product(k, 1, n, mass[k]) for mass in noise]
    proof = Proof([0 <= a, a <= 1, 0 <= n, h[0] == 0, each], a ** h[n] * whole[0] <= whole[1])
    inner = proof.assuming(between(1, k, n))
    here, there, steps = abs(answers[k] - u[k]), abs(answers[k] - v[k]), abs(u[k] - v[k])
    falls = inner.use(power_falls(), inner.have(there <= here + steps), inner.have(0 <= there), i=there, k=here + steps)
    factor = inner.have(0 <= (1 - a) / (1 + a))
    sign = inner.have(
        0 <= noise[0][k], inner.product(factor, inner.use(power_nonnegative(), inner.have(0 <= here), k=here))
    )
    less = inner.have(a**steps * noise[0][k] <= noise[1][k], inner.product(factor, falls))
    facts = inner.both(sign, less, inner.know(each)(k), inner.have(0 <= steps))
    found = proof.all(facts, k, between(1, k, n))
    return (
        proof.use(levels_multiply(), found, f=noise[0], g=noise[1], d=function(k, abs(u[k] - v[k]))).parts()[-1].theorem
    )


@cache
def apart_at_most() -> Theorem:
    """|α-β| ≤ |α| + 1·|β|, with the factor that `sum_of_two` leaves."""
    return Proof([], abs(a - b) <= abs(a) + as_number(1) * abs(b)).qed()


@cache
def absolute_value(sign: int) -> Theorem:
    """|α| is α for α ≥ 0, and -α for α ≤ 0."""
    if sign > 0:
        return Proof([0 <= a]).have(abs(a) == a).theorem
    goal: Formula = abs(a) == -a

    def at_0(case: Proof) -> Fact:
        return case.have(goal, case.use(between_each_other(), α=a, β=0))

    return Proof([a <= 0]).cases(goal, (0 <= a, at_0), (TRUE, lambda case: case.have(goal))).theorem


@cache
def square_within() -> Theorem:
    """From α ≤ β and -α ≤ β: α² ≤ β²."""
    proof = Proof([a <= b, -a <= b], a**2 <= b**2)
    return proof.qed(proof.product(proof.know(a <= b), proof.know(-a <= b)))
