"""False claims in the style of the proof scripts: each must fail, and must never be proved or verified.

Each is a slip that a paper or a script could make. The proofs do what a script would do, with the best facts at hand.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from exactdp.claims.clause import Clause
from exactdp.claims.lemmas import (
    average_at_most,
    geometric_rows,
    geometric_sum,
    positive_sum,
    post_processing,
    power_at_most_one,
    power_nonnegative,
    some_positive_term,
    term_at_most_sum,
)
from exactdp.claims.logic import core
from exactdp.claims.logic.deriving import Proof, by_arithmetic, by_evaluation
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.expressions import INDEX_MAP, SET
from exactdp.claims.statements.formulas import (
    All,
    Largest,
    Least,
    Product,
    Some,
    Sum,
    between,
    function,
    indices,
    matrices,
    numbers,
    vectors,
)
from exactdp.claims.statements.terms import Definition, Formula, If, Term, as_number, term, variable
from exactdp.claims.vocabulary import (
    derivable,
    expected_loss,
    geometric_mechanism,
    monotone,
    prior,
    private,
    product,
    scaled_geometric,
    stochastic,
    table,
    three_entries,
    two_sided,
)
from exactdp.claims.vocabulary.binomial import binomial
from exactdp.claims.vocabulary.laplace import laplace

Step = Callable[[Proof], Any]

i, j, k, m, n, r, s, z = indices("i j k m n r s z")
a, b, t = numbers("α β t")
f, g, p = vectors("f g p")
x, y, T, l = matrices("x y T l")  # noqa: E741
S, d = variable("S", SET), variable("d", INDEX_MAP)

COIN = table([["2/3", "1/3"], ["1/3", "2/3"]])
LEVEL = (0 < a, a < 1)
MECHANISM = (1 <= n, *LEVEL, private(x, a, n, m))
ROW = (0 <= i, i < n)


def rows(proof: Proof, *at: Term) -> list[Fact]:
    """That the rows of x sum to 1."""
    _, ones, _ = proof.parts(private(x, a, n, m))[-3:]
    return [ones(each) for each in at]


def from_rows(*at: Term) -> Step:
    return lambda proof: proof.qed(*rows(proof, *at))


def near(proof: Proof) -> Fact:
    return proof.parts(private(x, a, n, m))[-1]


def lemma(theorem: Callable[[], core.Theorem], **terms: Any) -> Step:
    return lambda proof: proof.use(theorem(), **terms)


def word(proof: Proof) -> Fact:
    return proof.qed()


def from_a_sum_without_terms(proof: Proof) -> core.Theorem:
    """Take the power i^(i-1) out of a sum of i terms, and let i be 0: then 0 = 0^0."""
    power = core.combine(Sum(k, 0, i - 1, as_number(i) ** (i - 1)) == as_number(i) ** i, given=[0 <= i])
    wrong = core.cut(core.instance(power, {"i": 0}), core.arithmetic(term(0) <= 0))
    return core.absurd(core.combine(0 * a < 0 * a, [(-1, [wrong]), (1, [])]), proof.goal)


two_levels = Definition(
    "{0} tight entries at {1}", (x, a), If(a == Fraction(1, 2), 1, 2), latex=r"\mathrm{tight}({0}, {1})"
)


def false_claims() -> Iterator[Clause]:
    """Yield the clauses, each with a proof that somebody could try."""
    given: dict[str, tuple[tuple[Formula, ...], Formula, Step | None]] = {
        # The value of a sum
        "sum-to-two": ((*MECHANISM, *ROW), Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 2 - 2 * a, from_rows(i, i + 1)),
        "sum-one-plus-alpha": (
            (*MECHANISM, *ROW),
            Sum(r, 0, m, x[i + 1, r] - a * x[i, r]) == 1 + a,
            from_rows(i, i + 1),
        ),
        "sum-of-squares": ((*MECHANISM, between(0, i, n)), Sum(r, 0, m, x[i, r] * x[i, r]) == 1, from_rows(i)),
        "column-sums": ((*MECHANISM, between(0, r, m)), Sum(i, 0, n, x[i, r]) == 1, by_arithmetic),
        "product-of-sums": (
            (0 <= n,),
            Sum(i, 0, n, f[i] * g[i]) == Sum(i, 0, n, f[i]) * Sum(i, 0, n, g[i]),
            by_arithmetic,
        ),
        "count": ((0 <= n,), Sum(i, 0, n, 1) == n, by_arithmetic),
        "gauss": ((0 <= n,), Sum(i, 0, n, i) == n * n / 2, by_arithmetic),
        "geometric-sum-short": (
            (0 <= n, 0 <= a, a < 1),
            (1 - a) * Sum(i, 0, n, a**i) == 1 - a**n,
            lemma(geometric_sum, k=n),
        ),
        "geometric-sum-whole": (
            (0 <= n, 0 <= a, a < 1),
            (1 - a) * Sum(i, 0, n, a**i) == 1,
            lemma(geometric_sum, k=n),
        ),
        "product-telescopes": ((1 <= n, 0 < a), Product(i, 1, n, a) == a ** (n - 1), by_arithmetic),
        # Off by one at the ends
        "row-n-plus-1": ((*MECHANISM, between(0, i, n)), Sum(r, 0, m, x[i + 1, r]) == 1, from_rows(i + 1)),
        "one-response-too-few": ((*MECHANISM, between(0, i, n)), Sum(r, 0, m - 1, x[i, r]) == 1, from_rows(i)),
        "one-response-too-many": ((*MECHANISM, between(0, i, n)), Sum(r, 0, m + 1, x[i, r]) == 1, from_rows(i)),
        "from-response-1": ((*MECHANISM, between(0, i, n)), Sum(r, 1, m, x[i, r]) == 1, from_rows(i)),
        "neighbour-below": (
            (*MECHANISM, between(0, i, n), between(0, r, m)),
            a * x[i, r] <= x[i - 1, r],
            lambda proof: proof.qed(near(proof)(i - 1, r)),
        ),
        "three-entries-at-the-edge": (
            (1 <= n, *LEVEL, derivable(x, a, n, m), between(0, k, n), between(0, r, m)),
            0 <= three_entries(x, a, k, r),
            by_arithmetic,
        ),
        "geometric-outer-column": (
            (1 <= n, *LEVEL, between(0, k, n)),
            geometric_mechanism(n, a)[k, k] == (1 - a) / (1 + a),
            by_arithmetic,
        ),
        "power-one-less": ((1 <= n, *LEVEL), a ** (n - 1) <= a**n, lemma(power_at_most_one, k=n)),
        "k-times-power": ((1 <= n, *LEVEL, 1 <= k), k * a**n == a**n * (k + 1), by_arithmetic),
        # n = 0, and an empty sum
        "some-neighbour": ((0 <= n,), Some(i, 0 <= i, i < n, i + 1 <= n), None),
        "positive-sum-of-none": (
            (All(k, between(0, k, n), 0 < f[k]),),
            0 < Sum(k, 0, n, f[k]),
            lambda proof: proof.use(positive_sum(), low=0, high=n, j=0),
        ),
        "length-of-a-range": ((between(0, i, n), between(0, k, n)), Sum(j, i, k, 1) == k - i + 1, by_arithmetic),
        "all-sizes-are-small": ((0 <= n,), n < 1000, from_a_sum_without_terms),
        "halves": ((1 <= n,), Some(k, between(1, k, n - 1), 2 * k <= n), None),
        "rows-of-one-input": (
            (0 <= n, 0 <= a, between(0, i, n)),
            Sum(z, 0, n, geometric_mechanism(n, a)[i, z]) == 1,
            lemma(geometric_rows),
        ),
        "largest-of-none": ((0 <= n,), f[1] <= Largest(i, 1, n, f[i]), None),
        # α = 0 and 1
        "power-of-zero": ((0 <= a, a < 1, 0 <= n), a**n < 1, None),
        "positive-at-zero": (
            (0 <= a, a < 1, 1 <= n, between(0, i, n), between(0, k, n)),
            0 < geometric_mechanism(n, a)[i, k],
            None,
        ),
        "strict-at-one": ((0 < a, a <= 1, 0 <= i), a ** (i + 1) < a**i, None),
        "divides-by-one-minus-alpha": ((0 <= a, a <= 1), (1 - a * a) / (1 - a) == 1 + a, by_arithmetic),
        "divides-by-alpha": ((0 <= a, a < 1), a * (1 / a) == 1, by_arithmetic),
        "negative-power": ((0 <= a, a < 1, 0 <= i, 0 <= k), a ** (i - k) * a**k == a**i, by_arithmetic),
        "zero-to-zero": ((0 <= i,), 0**i == 0, None),
        # A strict sign
        "strict-privacy": (
            (*MECHANISM, *ROW, between(0, r, m)),
            a * x[i, r] < x[i + 1, r],
            lambda proof: proof.qed(near(proof)(i, r)),
        ),
        "strict-triple": (
            (0 <= a, a <= b, b <= 1, 0 <= i),
            0 < b**i * (b - a) * (1 - a * b),
            lambda proof: proof.qed(proof.use(power_nonnegative(), a=b, k=i)),
        ),
        "strict-average": (
            (prior(p, n), All(i, between(0, i, n), f[i] <= t)),
            Sum(i, 0, n, p[i] * f[i]) < t,
            lambda proof: proof.qed(proof.use(average_at_most())),
        ),
        "strict-loss": ((monotone(l, n, n), between(0, i, n - 1)), l[i, i] < l[i, i + 1], by_arithmetic),
        "strict-from-weak": ((0 <= a,), 0 < a, by_arithmetic),
        "square-positive": ((), 0 < t * t, lambda proof: proof.qed(squares=[t])),
        # A dropped assumption
        "not-stochastic": ((0 <= i,), Sum(r, 0, m, x[i, r]) == 1, by_arithmetic),
        "not-private": (
            (1 <= n, *LEVEL, stochastic(x, n, m), *ROW, between(0, r, m)),
            a * x[i, r] <= x[i + 1, r],
            by_arithmetic,
        ),
        "remap-not-stochastic": (
            (*LEVEL, 0 <= n, 0 <= s, private(x, a, n, s), All(z, between(0, z, s), Sum(r, 0, m, T[z, r]) == 1)),
            private(product(x, T, s), a, n, m),
            lambda proof: proof.use(post_processing()),
        ),
        "terms-of-any-sign": (
            (between(0, j, n),),
            f[j] <= Sum(k, 0, n, f[k]),
            lemma(term_at_most_sum, low=0, high=n),
        ),
        "levels-unordered": ((*LEVEL, 0 < b, b < 1), 0 <= (b - a) * (1 - a * b), by_arithmetic),
        "private-is-derivable": ((1 <= n, *LEVEL, private(x, a, n, m)), derivable(x, a, n, m), None),
        "weak-duality-without-privacy": (
            (1 <= n, *LEVEL, stochastic(x, n, m), between(0, r, m), *ROW),
            a * x[i, r] - x[i + 1, r] <= 0,
            by_arithmetic,
        ),
        "average-without-a-prior": (
            (All(i, between(0, i, n), f[i] <= t),),
            Sum(i, 0, n, p[i] * f[i]) <= t,
            lemma(average_at_most),
        ),
        "larger-level": (
            (*LEVEL, a < b, b < 1, 1 <= n, private(x, a, n, m)),
            private(x, b, n, m),
            by_arithmetic,
        ),
        # Quantifiers in the wrong order, and the wrong quantifier
        "one-bound-for-all": ((), Some(t, All(k, 0 <= k, k <= t)), None),
        "one-index-for-all": ((1 <= n,), Some(i, between(0, i, n), All(k, between(0, k, n), i == k)), None),
        "every-term-positive": (
            (0 < Sum(k, 0, n, f[k]),),
            All(k, between(0, k, n), 0 < f[k]),
            lambda proof: proof.use(some_positive_term(), low=0, high=n),
        ),
        "some-is-all-words": (
            (1 <= n, between(0, j, n), Some(i, between(0, i, n), S[i])),
            S[j],
            lambda proof: proof.obtain(proof.know(Some(i, between(0, i, n), S[i])), j, lambda inner, found: found),
        ),
        "least-below-all": ((0 <= n,), All(i, between(0, i, n), Least(k, 0, n, f[k]) < f[i]), None),
        "onto-is-identity": (
            (0 <= n, All(i, between(0, i, n), between(0, d[i], n))),
            All(i, between(0, i, n), d[i] == i),
            None,
        ),
        # What was tried at one level, or one size, and said of all
        "vertices-at-one-level": ((0 <= a, a < 1), two_levels(table([[1, 0], [0, 1]]), a) == 1, None),
        "all-sizes-from-small": ((0 <= n,), n * (n - 1) * (n - 2) * (n - 3) == 0, by_arithmetic),
        "all-levels-from-one": (LEVEL, (1 - a) * (1 - 2 * a) == 0, by_arithmetic),
        "level-of-a-table": (LEVEL, private(table([["2/3", "1/3"], ["1/3", "2/3"]]), a, 1, 1), by_arithmetic),
        "outside-of-a-table": ((), Some(r, between(0, r, 2), COIN[0, r] == 0), by_evaluation),
        "outside-of-a-table-unproved": ((), Some(r, between(0, r, 2), COIN[0, r] == 0), None),
        "rows-of-a-table": ((between(0, i, 2),), Sum(r, 0, 1, COIN[i, r]) == If(i < 2, 1, 0), None),
        "a-negative-probability": ((), two_sided(2, 0) < 0, by_evaluation),
        "a-probability-above-level-1": ((0 <= a,), two_sided(a, 0) == (1 - a) / (1 + a), by_arithmetic),
        "laplace-noise-of-a-negative-root": ((), laplace(t, -1, 2) == t / 2, by_arithmetic),
        "laplace-noise-in-steps-of-no-size": ((0 < a, a < 1), laplace(a, 3, 0) == 1 - a**3 / 2, by_arithmetic),
        "binomial-below-0": ((0 <= n,), binomial(n, -1) == 1, by_arithmetic),
        "rational-root": ((0 <= a, a <= 2 - Fraction(26, 100)), 0 <= 1 - 4 * a + a * a, by_arithmetic),
        # A shifted index, an exchanged argument, a wrong sign
        "transposed": (
            (1 <= n, *LEVEL, between(0, i, n), between(0, k, n)),
            geometric_mechanism(n, a)[i, k] == geometric_mechanism(n, a)[k, i],
            by_arithmetic,
        ),
        "scaled-sum": (
            (1 <= n, *LEVEL, between(1, k, n - 1)),
            three_entries(scaled_geometric(a), a, k, k) == 1 + a * a,
            by_arithmetic,
        ),
        "distance-without-bars": ((between(0, i, n), between(0, k, n)), abs(i - k) == i - k, by_arithmetic),
        "loss-of-other-row": (
            (0 <= m, 0 <= i),
            expected_loss(l, x, m, i) == expected_loss(l, x, m, i + 1),
            by_arithmetic,
        ),
        "triangle-turned": ((), abs(i - j) + abs(j - k) <= abs(i - k), by_arithmetic),
        # Nothing is claimed, or not what is shown
        "no-instance": ((n < 0, 1 <= n), n == n + 1, None),
        "open-beyond-one": ((0 <= n,), (n <= 1) | Some(t, t + 1 < t), None),
        "shows-something-else": ((0 <= n,), n * n <= n, lambda proof: proof.have(0 <= n)),
        "assumes-the-goal": ((0 <= t,), 1 <= t, lambda proof: proof.assuming(1 <= t).have(1 <= t)),
        "wrong-witness": (
            (0 <= n,),
            Some(T, All(i, between(0, i, n), T[i, i] == i + 1)),
            lambda proof: proof.witness(Some(T, All(i, between(0, i, n), T[i, i] == i + 1)), function(i, k, i)),
        ),
    }
    for name, (assumed, says, prove) in given.items():
        yield Clause(name, assumed, says, prove=prove)
