"""G on a grid of half the width, asked only on the wider grid, is a remap of G on the wider grid, and reveals less.

Fernandes, McIver & Morgan (The Laplace mechanism has optimal utility for differential privacy over continuous queries,
2021) compare mechanisms on grids: is one a remap of the other? Let G at level β answer the inputs 0, …, 2n, and ask it
for the even inputs alone. This is private at α = β². Its columns meet the condition on three entries, so it is
derivable from G at α. No remap leads back: the response 1 is as likely from 0 as from 2. But each response of G at α is
likelier from one of them, by the largest factor that privacy allows.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary import derivable, geometric_mechanism, private, stochastic, three_entries_condition

claim = Claim(
    "exactdp.finer-grid",
    "G on a finer grid reveals less about a coarser grid than G on that grid",
    section="7",
    position=30,
    kept=dict.fromkeys(("1 ≤ n", "0 < β", "β < 1"), "the papers' mechanisms and levels"),
)

i, k, n, r, z = indices("i k n r z")
b = number("β")
(T,) = matrices("T")
a = b**2
coarse, fine = geometric_mechanism(n, a), geometric_mechanism(2 * n, b)
of_even = function(i, k, fine[2 * i, k])
share = If((r == 0) | (r == 2 * n), as_number(1), 1 - b) / (1 + b)
levels = (1 <= n, 0 < b, b < 1)


@claim.clause("private", *levels, private(of_even, a, n, 2 * n))
def is_private(proof):
    cell = proof.assuming(between(0, i, n), between(0, r, 2 * n))
    entry = cell.have(0 <= of_even[i, r], cell.use(lemmas.power_nonnegative(), α=b, k=abs(2 * i - r)))
    row = proof.assuming(between(0, i, n))
    total = row.use(lemmas.geometric_rows(), n=2 * n, α=b, i=2 * i)
    step = proof.assuming(between(0, i, n - 1), between(0, r, 2 * n))
    here, there = abs(2 * i - r), abs(2 * i + 2 - r)
    falls = [step.use(lemmas.power_falls(), α=b, i=one, k=other + 2) for one, other in ((here, there), (there, here))]
    goal = (a * of_even[i + 1, r] <= of_even[i, r]) & (a * of_even[i, r] <= of_even[i + 1, r])
    near = step.have(goal, *falls)
    return proof.qed(
        proof.all(proof.all(entry, r, between(0, r, 2 * n)), i, between(0, i, n)),
        proof.all(row.have(Sum(r, 0, 2 * n, of_even[i, r]) == 1, total), i, between(0, i, n)),
        proof.all(proof.all(near, r, between(0, r, 2 * n)), i, between(0, i, n - 1)),
    )


@claim.clause("derivable", *levels, derivable(of_even, a, n, 2 * n))
def is_derivable(proof):
    inner = proof.assuming(1 <= k, k < n, between(0, r, 2 * n))
    powers = [b ** abs(2 * at - r) for at in (k - 1, k, k + 1)]
    goal = a * (powers[2] - a * powers[1]) <= powers[1] - a * powers[0]
    less = inner.have(0 <= 1 - a), inner.have(0 <= 1 + a)
    more = inner.product(inner.have(0 <= b), less[0])
    places = (r <= 2 * k - 2, r == 2 * k - 1, r == 2 * k, r == 2 * k + 1, TRUE)
    shape = inner.cases(goal, *((place, lambda case: case.have(goal, more)) for place in places))
    weighed = inner.product(inner.have(0 <= share), shape)
    goal = a * (of_even[k + 1, r] - a * of_even[k, r]) <= of_even[k, r] - a * of_even[k - 1, r]
    each = inner.have(goal, weighed)
    condition = proof.have(
        three_entries_condition(of_even, a, n, 2 * n),
        proof.all(proof.all(each, r, between(0, r, 2 * n)), k, 1 <= k, k < n),
    )
    mine = proof.cite("exactdp.finer-grid#private")
    return proof.cite("gupte2010.theorem-2#if", mine, condition, x=of_even, α=a, m=2 * n)


back = All(i, between(0, i, n), All(r, between(0, r, n), Sum(z, 0, 2 * n, of_even[i, z] * T[z, r]) == coarse[i, r]))


@claim.clause("not-back", *levels, stochastic(T, 2 * n, n), ~back)
def not_back(proof):
    """T gives the response 1 for some r, which then is not as much likelier on one input than on the next as G's."""
    entries = proof.parts(stochastic(T, 2 * n, n))[-2]
    likely = proof.have(0 < Sum(r, 0, n, T[1, r]))
    some = proof.use(lemmas.some_positive_term(), likely, low=0, high=n, f=function(r, T[1, r]))

    def more(case, less, greater):
        """Return that α times one row of the product is below the other."""
        inner = case.assuming(between(0, z, 2 * n))
        apart = abs(2 * greater - z), abs(2 * less - z) + 2
        falls = inner.use(lemmas.power_falls(), α=b, i=apart[0], k=apart[1])
        weights = of_even[greater, z] - a * of_even[less, z]
        weight = inner.have(0 <= weights, falls)
        terms = [of_even[greater, z], of_even[less, z]]
        cell = inner.opaque(0 <= weights * T[z, r], weight, inner.fact(entries(z, r).theorem))
        at_1 = case.have(of_even[greater, 1] - a * of_even[less, 1] == (1 - a) * (b * (1 - b) / (1 + b)))
        size = case.have(0 < b * (1 - b) / (1 + b))
        terms = [of_even[greater, 1], of_even[less, 1], size.says.args[1]]
        here = case.opaque(
            0 < (of_even[greater, 1] - a * of_even[less, 1]) * T[1, r],
            *(at_1, size, case.know(0 < T[1, r]), case.have(0 < 1 - a)),
            terms=terms,
            factors=3,
        )
        form = function(z, weights * T[z, r])
        total = case.use(
            lemmas.positive_sum(), case.all(cell, z, between(0, z, 2 * n)), here, low=0, high=2 * n, j=1, f=form
        )
        rows = [function(z, of_even[at, z] * T[z, r]) for at in (greater, less)]
        parts = case.use(lemmas.sum_of_two(), low=0, high=2 * n, t=-a, f=rows[0], g=rows[1])
        same = case.termwise(z, 0, 2 * n, form[z] == rows[0][z] + -a * rows[1][z])
        same_rows = case.know(negation(proof.goal))
        known = [*same_rows(greater, r).parts(), *same_rows(less, r).parts()]
        equal = case.have(coarse[greater, r] == a * coarse[less, r])
        return case.fact(
            core.absurd(
                case.opaque(as_number(0) < 0, total, parts, same, equal, case.have(0 < a), *known).theorem, proof.goal
            )
        )

    def step(inner, _):
        return inner.cases(proof.goal, (r == 0, lambda case: more(case, 0, 1)), (TRUE, lambda case: more(case, 1, 0)))

    return proof.by_contradiction(proof.goal, lambda inner: inner.obtain(inner.fact(some.theorem), r, step))
