"""Theorem 1, part 2: the proof by contradiction, and how it ends with a row that sums to more than 1.

If M is optimal for c and M = G·T, then c does as well by interacting with G by T. No interaction does better than M,
because it induces a private mechanism. So it is enough to show that M is derivable. If it isn't, row i+2 is too large.
Before k its entries are at least α² times the entries of row i, by ↓ in row i and by privacy. After k they are 1/α²
times the entries of row i.
"""

from exactdp.claims.language import *

OTHERS = "the case of the proof; #not-equation-2 implies the other cases"
claim = Claim(
    "gupte2010.theorem-1.proof-infeasible",
    "the contradiction: row i+2 sums to more than 1",
    section="4.2",
    position=34,
    kept=KEPT
    | dict.fromkeys(
        ("column k is the pivot of row i of x for α within {0..m}", "j ≤ k", "α·x[i+1,j] < x[i+2,j]"), OTHERS
    )
    | {"row i of x and the next have the pattern of Lemma 5 for α within {0..m}": "counterexamples are rare"},
)

n, m, i, j, k, r = indices("n m i j k r")
a, x = number("α"), matrix("x")
mechanism = (0 <= i, i + 2 <= n, 0 < a, a < 1, private(x, a, n, m))
two_patterns = explained(
    "rows {2}..{2}+2 of {0} have the pattern of Lemma 5 for {1} within {{0..{3}}}",
    (x, a, i, m),
    lemma_5_pattern(x, a, i, m) & lemma_5_pattern(x, a, i + 1, m),
)
two_patterns_and_pivot = explained(
    "rows {2}..{2}+2 of {0} have the pattern of Lemma 5 and pivot {3} for {1}, {{0..{4}}}",
    (x, a, i, k, m),
    two_patterns(x, a, i, m) & pivot(x, a, i, k, m),
)
both_rows = (*mechanism, between(0, k, m), two_patterns_and_pivot(x, a, i, k, m))
not_falling = (0 <= j, j <= k, a * x[i + 1, j] < x[i + 2, j])
before, after = Sum(r, 0, k - 1, x[i, r]), Sum(r, k + 1, m, x[i, r])
here, below, last = (x[i + row, k] for row in range(3))


def cite(proof, place, *facts, **terms):
    return proof.cite(f"gupte2010.theorem-1.{place}", *facts, **terms)


@claim.clause("before", *mechanism, between(0, r, m), a**2 * x[i, r] <= x[i + 2, r])
def entries_before(proof):
    near = proof.parts(private(x, a, n, m))[-1]
    return proof.qed(proof.have(a * (a * x[i, r]) <= a * x[i + 1, r], near(i, r)), near(i + 1, r))


@claim.clause(
    "after", two_patterns_and_pivot(x, a, i, k, m), *not_falling, k < r, r <= m, x[i, r] == a**2 * x[i + 2, r]
)
def entries_after(proof):
    rising = cite(proof, "column-k#row-below", i=i + 1)
    return proof.qed(cite(proof, "column-k#after"), proof.have(a * x[i + 1, r] == a * (a * x[i + 2, r]), rising))


@claim.clause("row", *both_rows, *not_falling, a**2 * before + last + after / a**2 <= 1)
def row(proof):
    whole = Sum(r, 0, m, x[i + 2, r])
    first, second = Sum(r, 0, k - 1, x[i + 2, r]), Sum(r, k + 1, m, x[i + 2, r])
    parts = proof.split(whole, k - 1), proof.split(Sum(r, k, m, x[i + 2, r]), k)
    before_k = cite(proof.assuming(between(0, r, k - 1)), "proof-infeasible#before")
    after_k = cite(proof.assuming(between(k + 1, r, m)), "proof-infeasible#after")
    total = proof.have(first + last + second == 1, *parts)
    before_sum = proof.termwise(r, 0, k - 1, a**2 * x[i, r] <= x[i + 2, r], before_k)
    after_sum = proof.termwise(r, k + 1, m, x[i, r] == a**2 * x[i + 2, r], after_k)
    exact = proof.have(second == after / a**2, after_sum)
    return proof.replace(
        exact,
        lambda v: a**2 * before + last + v <= 1,
        proof.have(a**2 * before + last + second <= 1, total, before_sum),
    )


@claim.clause("not-equation-3", *both_rows, *not_falling, 0 <= three_entries(x, a, i + 1, k))
def not_equation_3(proof):
    inner = proof.otherwise()
    sums = cite(inner, "equation-4#row"), cite(inner, "equation-4#row-below")
    larger = cite(inner, "final-chain#chain", *sums, a=before, b=here, c=after, **{"α": a, "b′": below, "b″": last})
    return inner.absurd(larger, cite(inner, "proof-infeasible#row"))


@claim.clause(
    "not-equation-2", *mechanism, two_patterns(x, a, i, m), between(0, j, m), 0 <= three_entries(x, a, i + 1, j)
)
def not_equation_2(proof):
    def negative(inner):
        outer = cite(inner, "equation-2#not-up-not-down").parts()
        return inner.obtain(cite(inner, "column-k#exists"), k, lambda step, _: at_pivot(step, outer))

    def at_pivot(step, outer):
        def third_is_negative(case):
            return case.contradiction(
                proof.goal, equation_3(case), cite(case, "proof-infeasible#not-equation-3", *outer)
            )

        def equation_3(case):
            goal = three_entries(x, a, i + 1, k) < 0
            return case.cases(goal, (j < k, beyond), (TRUE, lambda equal: equal.have(goal)))

        def beyond(case):
            rising = cite(case, "column-k#row-below", *outer, i=i + 1, r=k)
            above = cite(case, "column-k#pivot-large")
            third = cite(case, "final-chain#equation-3", rising, above, b=here, **{"α": a, "b′": below, "b″": last})
            return case.have(three_entries(x, a, i + 1, k) < 0, third)

        return step.knowing(cite(step, "column-k#not-before", *outer), third_is_negative)

    return proof.by_contradiction(proof.goal, negative)


patterns = All(i, between(0, i, n - 1), lemma_5_pattern(x, a, i, m))


@claim.clause("derivable", 1 <= n, 0 < a, a < 1, private(x, a, n, m), patterns, derivable(x, a, n, m))
def is_derivable(proof):
    each = proof.know(patterns)
    inner = proof.inside(three_entries_condition(x, a, n, m))
    found = cite(inner, "proof-infeasible#not-equation-2", each(k - 1), each(k), i=k - 1, j=r)
    return proof.cite("gupte2010.theorem-2#if", inner.closed(inner.have(inner.goal, found)))
