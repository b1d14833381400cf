"""Theorem 2 without its hypothesis of privacy: the part of privacy that it needs, and the part that it implies.

With d_k = x_k - α·x_(k+1) the condition is d_k ≥ α·d_(k-1), so d_0 ≥ 0 makes every d_k ≥ 0; and the mirror image.
So privacy is needed in the outer rows only. Without that, x ≥ 0 and the condition still bound x_k below by a part of
α·x_(k+1). With c_k = 1-α^(2k), it is c_(k+1)·x_k ≥ c_k·α·x_(k+1), and x_k = α^(n-k)·c_k/c_n attains it in all rows.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary.geometric import some_with_condition

claim = Claim(
    "gupte2010.theorem-2.privacy",
    "how much privacy Theorem 2 needs",
    section="3",
    position=26,
    kept=KEPT | {"x is stochastic on {0..n} × {0..m}": "other matrices are not derivable either"},
)

n, m, i, j, k, r = indices("n m i j k r")
a = number("α")
x, T = matrices("x T")
condition = three_entries_condition(x, a, n, m)
ends = All(r, between(0, r, m), (a * x[1, r] <= x[0, r]) & (a * x[n - 1, r] <= x[n, r]))
given = (1 <= n, 0 <= a, a <= 1, stochastic(x, n, m), condition, ends)


@claim.clause("private", *given, private(x, a, n, m))
def is_private(proof):
    inner = proof.assuming(between(0, r, m))
    meets, at_ends = inner.parts(condition)[-1], inner.know(ends)

    def falls(step, before):
        # d_(k+1) is the condition's difference in row k+1, plus α·d_k
        further = step.assuming(k + 1 < n)
        found = further.have(a * x[k + 2, r] <= x[k + 1, r], further.detach(before), meets(k + 1, r))
        return step.imply(k + 1 < n, found)

    def rises(step, before):
        further = step.assuming(k + 1 < n)
        found = further.have(a * x[n - k - 2, r] <= x[n - k - 1, r], further.detach(before), meets(n - k - 1, r))
        return step.imply(k + 1 < n, found)

    down = inner.induction((k < n) >> (a * x[k + 1, r] <= x[k, r]), k, 0, [at_ends(r)], falls)
    up = inner.induction((k < n) >> (a * x[n - k - 1, r] <= x[n - k, r]), k, 0, [at_ends(r)], rises)
    each = proof.inside(unfold(private(x, a, n, m)).args[1])
    return proof.qed(
        each.closed(each.have(each.goal, each.detach(down.with_(k=i)), each.detach(up.with_(k=n - 1 - i))))
    )


claim.clause("derivable", *given, derivable(x, a, n, m))(
    lambda proof: proof.cite("gupte2010.theorem-2#if", proof.cite("gupte2010.theorem-2.privacy#private"))
)


@claim.clause("needed", 1 <= n, 0 <= a, a <= 1, derivable(x, a, n, m), private(x, a, n, m))
def needed(proof):
    induced = product(geometric_mechanism(n, a), T, n)
    at = proof.let(proof.know(unfold(derivable(x, a, n, m))), T).parts()[-1]
    is_private = proof.use(
        lemmas.post_processing(), proof.cite("gupte2010.definition-4#private"), x=geometric_mechanism(n, a), s=n
    )
    nonneg, ones, near = is_private.parts()[-3:]
    parts = unfold(private(x, a, n, m))
    entries = proof.have(Every((i, 0, n), (r, 0, m), x[i, r] >= 0), nonneg(i, r))

    rows = proof.have(
        All(i, between(0, i, n), Sum(r, 0, m, x[i, r]) == 1),
        proof.termwise(r, 0, m, induced[i, r] == x[i, r], at(i, r)),
        ones(i),
    )
    return proof.have(proof.goal, entries, rows, proof.have(parts.args[1], near(i, r)))


outside = (0 < a, a <= 1, stochastic(x, n, m), between(0, r, m), x[0, r] < a * x[1, r])


@claim.clause("ends-needed", 1 <= n, *outside, ~derivable(x, a, n, m))
def ends_needed(proof):
    inner = proof.otherwise()
    return inner.absurd(inner.cite("gupte2010.theorem-2.privacy#needed").parts()[-1](0, r))


line = function(i, r, If(r == 0, i / as_number(n), 1 - i / as_number(n)))
exists = Some(x, stochastic(x, n, 1) & three_entries_condition(x, a, n, 1) & (x[0, 0] < a * x[1, 0]))


@claim.clause("condition-not-enough", 1 <= n, 0 < a, exists, witnesses={"x": line})
def not_enough(proof):
    def entry(inner):
        return inner.have(inner.goal, 0 <= i, i <= n)

    entries = proof.for_all(Every((i, 0, n), (r, 0, 1), line[i, r] >= 0), entry)
    condition = proof.for_all(
        three_entries_condition(line, a, n, 1),
        lambda inner: inner.have(inner.goal, 1 <= k, k < n, squares=[1 - a]),
    )
    return proof.witness(proof.goal, line, entries, condition)


# What the condition alone gives

p = variable("p", VECTOR)
c = function(k, 1 - a ** (2 * k))
bent = Definition(
    "the nonnegative {0} meets the condition on three entries for {1} on {{0..{2}}}",
    (p, a, n),
    All(i, between(0, i, n), p[i] >= 0) & All(i, 0 < i, i < n, a * (p[i - 1] + p[i + 1]) <= (1 + a * a) * p[i]),
)


@generator(bent)
def some_bent(rng, turn, alpha, n):
    """Draw the first column of a mechanism that meets the condition."""
    found = some_with_condition(rng, turn, alpha, n, 1)
    return found and tuple(row[0] for row in found)


alone = (bent(p, a, n), 0 <= k, k < n)


@claim.clause("bound", 0 <= a, a < 1, *alone, a * c[k] * p[k + 1] <= c[k + 1] * p[k])
def bound(proof):
    nonneg, _at = proof.parts(bent(p, a, n))[-2:]

    goal = (j < n) >> (a * c[j] * p[j + 1] <= c[j + 1] * p[j])
    first = [nonneg(0), proof.use(lemmas.power_at_most_one(), k=2)]
    inner, before = proof.inductive(goal, j, 0, first)
    further = inner.assuming(j + 1 < n)
    power = further.use(lemmas.power_at_most_one(), k=2 * (j + 1))
    after = a * c[j + 1] * p[j + 2] <= c[j + 2] * p[j + 1]
    return proof.detach(
        inner.closed(inner.imply(j + 1 < n, further.have(after, further.detach(before), power))).with_(j=k)
    )


@claim.clause("bound-mirrored", 0 <= a, a < 1, *alone, a * c[k] * p[n - k - 1] <= c[k + 1] * p[n - k])
def bound_mirrored(proof):
    turned = function(i, p[n - i])
    nonneg, at = proof.parts(bent(p, a, n))[-2:]
    entries, rows = conjuncts(unfold(bent(turned, a, n)))
    return proof.cite(
        "gupte2010.theorem-2.privacy#bound",
        proof.have(entries, nonneg(n - i)),
        proof.for_all(rows, lambda inner: inner.have(inner.goal, at(n - i))),
        p=turned,
    )


@claim.clause("bound-at-one", bent(p, 1, n), 0 <= k, k < n, k * p[k + 1] <= (k + 1) * p[k])
def bound_at_one(proof):
    nonneg, _at = proof.parts(bent(p, 1, n))[-2:]

    goal = (j < n) >> (j * p[j + 1] <= (j + 1) * p[j])
    inner, before = proof.inductive(goal, j, 0, [nonneg(0)])
    further = inner.assuming(j + 1 < n)
    after = (j + 1) * p[j + 2] <= (j + 2) * p[j + 1]
    return proof.detach(
        inner.closed(inner.imply(j + 1 < n, further.have(after, further.detach(before), further.know(0 <= j)))).with_(
            j=k
        )
    )


share = a ** (n - i) * (1 - a ** (2 * i)) / (1 - a ** (2 * n))
column = function(i, r, If(r == 0, share, 1 - share))
equality = All(k, 0 <= k, k < n, a * c[k] * x[k + 1, 0] == c[k + 1] * x[k, 0])
attained = Some(x, stochastic(x, n, 1) & three_entries_condition(x, a, n, 1) & equality & (x[n, 0] == 1))


@claim.clause("bound-attained", 1 <= n, 0 <= a, a < 1, attained, witnesses={"x": column})
def bound_attained(proof):
    below = proof.use(lemmas.power_below_one(), k=2 * n)
    inner = proof.inside(Every((i, 0, n), (r, 0, 1), column[i, r] >= 0))
    # 1 - α^(2n) - α^(n-i)·(1 - α^(2i)) = (1 - α^(n-i))·(1 + α^(n+i))
    least = [inner.use(lemmas.power_nonnegative(), k=each) for each in (n - i, n + i)]
    most = [inner.use(lemmas.power_at_most_one(), k=each) for each in (n - i, 2 * i)]
    entries = inner.closed(inner.have(inner.goal, below, *least, *most))
    return proof.witness(proof.goal, column, entries, below)
