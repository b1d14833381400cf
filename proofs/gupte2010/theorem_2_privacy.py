"""Theorem 2 without its hypothesis of privacy: what is needed of it, and what the condition on columns gives of it.

With d_k = x_k - α·x_(k+1) the condition is d_k ≥ α·d_(k-1), so that d_0 ≥ 0 makes every d_k ≥ 0; and the mirror image.
So privacy is needed in the outer rows only. Without that, x ≥ 0 and the condition still bound x_k below by a part of
α·x_(k+1). With c_k = 1-α^(2k), it is c_(k+1)·x_k ≥ c_k·α·x_(k+1), and x_k = α^(n-k)·c_k/c_n attains it in all rows.
"""

from exactdp.claims import Claim
from exactdp.claims.formulas import All, If, Some, as_number, between, function, indices, matrix, number, unfold
from exactdp.claims.lemmas import post_processing, power_at_most_one, power_nonnegative, power_below_one
from exactdp.claims.vocabulary import (
    derivable,
    geometric_mechanism,
    private,
    product,
    stochastic,
    three_entries,
    three_entries_condition,
)
from exactdp.commands.cli import main

claim = Claim("gupte2010.theorem-2.privacy", "how much privacy Theorem 2 needs", section="3", position=26)

n, m, i, k, r = indices("n m i k r")
a, x = number("α"), matrix("x")
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

    def entries(each):
        return each.have(each.goal, each.detach(down.with_(k=i)), each.detach(up.with_(k=n - 1 - i)))

    return proof.qed(proof.for_all(unfold(private(x, a, n, m)).args[1], entries))


@claim.clause("derivable", *given, derivable(x, a, n, m))
def is_derivable(proof):
    return proof.cite("gupte2010.theorem-2#if", proof.cite("gupte2010.theorem-2.privacy#private"))


@claim.clause("needed", 1 <= n, 0 <= a, a <= 1, derivable(x, a, n, m), private(x, a, n, m))
def needed(proof):
    def step(inner, found):
        G = geometric_mechanism(n, a)
        induced = inner.use(post_processing(), inner.cite("gupte2010.definition-4#private"), x=G, s=n)
        ...

    return proof.obtain(proof.know(unfold(derivable(x, a, n, m))), T, step)


# What the condition alone gives

column = function(i, r, 0)
c = function(k, 1 - a ** (2 * k))
entries = All(i, between(0, i, n), x[i, r] >= 0)
meets = All(i, 0 < i, i < n, three_entries(x, a, i, r) >= 0)
alone = (0 <= a, a < 1, entries, meets, 0 <= k, k < n)


@claim.clause("bound", *alone, a * c[k] * x[k + 1, r] <= c[k + 1] * x[k, r])
def bound(proof):
    at, nonneg = proof.know(meets), proof.know(entries)

    def step(inner, before):
        further = inner.assuming(k + 1 < n)
        ...

    goal = (k < n) >> (a * c[k] * x[k + 1, r] <= c[k + 1] * x[k, r])
    return proof.detach(proof.induction(goal, k, 0, [nonneg(0)], step))


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
