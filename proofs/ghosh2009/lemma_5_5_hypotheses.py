"""Lemma 5.5, its smallest hypotheses: only the inputs 0 and n need a positive prior and a strictly monotone loss.

The first case changes the rows 0 to i and the second case the rows i+1 to n. So row 0 or row n always changes, and both
are strictly nearer to the response that gains mass, for all i, l and m. The loss of the other rows does not rise if it
is monotone. So full support, and strictness in the rows between, are not needed. Positive p_0 and p_n are needed, and
strictness at 0 and at n: without one of them, an optimal mechanism of the last clauses lacks the pattern.

With u = x_im - α·x_(i+1)m and v = x_(i+1)l - α·x_il, both in (0, 1], the part δ = u·v is small enough in either case.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.polytope import falls, rises, row_pattern, strict_user, strictly_monotone

claim = Claim(
    "ghosh2009.lemma-5.5.hypotheses",
    "the hypotheses of Lemma 5.5 on the user",
    section="5",
    position=75,
    kept={
        **KEPT,
        **dict.fromkeys(("p[0] > 0", "p[n] > 0"), "the last clauses have a counterexample"),
        **dict.fromkeys(
            (f"loss({k}, ·) is strictly monotone on {{0..n}}" for k in "0n"), "the last clauses have a counterexample"
        ),
    },
)

n, i, k, l, m, r = indices("n i k l m r")  # noqa: E741 (l and m are the paper's two columns)
a, d = numbers("α δ")
x, w, loss = matrices("x w loss")
(p,) = vectors("p")

given = (0 < a, a < 1, strict_user(p, loss, n), optimal(x, p, loss, a, n, n), 0 <= i, i < n)
mechanism = private(x, a, n, n)

equation = x[i, m] == a * x[i + 1, m]
u, v = x[i, m] - a * x[i + 1, m], x[i + 1, l] - a * x[i, l]


class Case(NamedTuple):
    """The change: the rows, the row that gains strictly, and the columns; and the bound on δ from the adjacent row."""

    name: str
    low: Any
    high: Any
    outer: Any
    source: Term
    target: Term
    entry: Term
    less: Term
    more: Term


FIRST = Case("lemma-5.5#first-case-", 0, i, 0, m, l, x[i, m], u, v)
SECOND = Case("lemma-5.5.second-case#", i + 1, n, n, l, m, x[i + 1, l], v, u)


def no_gain(proof, case):
    """A contradiction: the mechanism that is changed so is private and loses less."""
    name, low, high, outer, source, target, entry, less, more = case
    nonneg, ones, _ = proof.parts(mechanism)[-3:]
    given = 0 < d, d * entry <= less, a * d * entry <= more, 0 < entry
    inner = proof.assuming(*given)
    # The loss falls, in the outer row strictly.
    row = inner.assuming(low <= k, k <= high)
    row.remember(row.cite(f"ghosh2009.{name}not-farther"))
    gain = function(k, p[k] * d * x[k, source] * (loss[k, source] - loss[k, target]))
    weight = row.have(0 <= p[k] * d)
    weight = row.have(0 <= p[k] * d * x[k, source], weight, nonneg(k, source))
    falls = row.have(0 <= gain[k], weight, row.know(unfold(monotone(loss, n, n)))(k, target, source))
    inner.remember(inner.cite(f"ghosh2009.{name}outer"))
    there = inner.cite("ghosh2009.section-5.z-columns#all-positive", m=n, i=outer, k=entry.args[1], r=source)
    weight = inner.have(0 < p[outer] * d * x[outer, source], 0 < p[outer] * d, there)
    most = inner.have(0 < gain[outer], weight, inner.know(unfold(strictly_monotone(loss, outer, n)))(target, source))
    total = inner.use(
        lemmas.positive_sum(), inner.all(falls, k, low <= k, k <= high), most, low=low, high=high, j=outer, f=gain
    )
    # The mechanism is private, and so it does not lose less.
    inner.remember(inner.cite(f"ghosh2009.{name}private", w=n))
    change = inner.cite(f"ghosh2009.{name}loss", w=n)
    best = inner.parts(optimal(x, p, loss, a, n, n))[-1](change.says.args[0].args[3])
    never = inner.contradiction(equation, best, change, total).with_(δ=u * v)
    # δ = u·v is small enough, as u, v and all entries are at most 1.
    at_most_1 = []
    for q, c in ((i, m), (i + 1, l)):
        each = proof.all(proof.assuming(between(0, r, n)).have(0 <= x[q, r], nonneg(q, r)), r, between(0, r, n))
        largest = proof.use(lemmas.term_at_most_sum(), each, low=0, high=n, j=c, f=function(r, x[q, r]))
        at_most_1.append(proof.have(x[q, c] <= 1, largest, ones(q)))
    ends = nonneg(i, l), nonneg(i, m), nonneg(i + 1, l), nonneg(i + 1, m), *at_most_1
    positive = proof.have(0 < entry, *ends)
    first = proof.have(more * entry <= 1, proof.have(more <= 1, *ends), *at_most_1)
    second = proof.have(less * entry <= 1, proof.have(less <= 1, *ends), *at_most_1)
    second = proof.have(a * less * entry <= 1, second)
    small = (proof.have(substitute(f, {"δ": u * v}), first, second, positive) for f in given)
    return proof.fact(never, *small)


@claim.clause("pair", *given, 0 <= l, l < m, m <= n, 0 < v, rises(x, a, i, m))
def pair(proof):
    near = proof.parts(mechanism)[-1](i, m)

    def both_slack(p):
        return p.cases(
            equation, (2 * i <= l + m, lambda p: no_gain(p, FIRST)), (l + m < 2 * i, lambda p: no_gain(p, SECOND))
        )

    shown = proof.cases(equation, (0 < u, both_slack), (TRUE, lambda p: p.indirect(equation, near)))
    return proof.qed(shown)


@claim.clause("pattern", *given, row_pattern(x, a, i, n))
def pattern(proof):
    near = proof.parts(mechanism)[-1]
    both = proof.assuming(0 <= l, l < m, m <= n)
    goal = falls(x, a, i, l) | rises(x, a, i, m)

    def slack(p):
        return p.have(goal, p.cite("ghosh2009.lemma-5.5.hypotheses#pair"))

    def tight(p):
        return p.have(goal, p.indirect(x[i + 1, l] == a * x[i, l], near(i, l)))

    side = both.cases(goal, (0 < v, slack), (TRUE, tight))
    every = proof.all(proof.all(side, m, l < m, m <= n), l, between(0, l, n))
    return proof.cite("ghosh2009.lemma-5.5.negation#sufficient", every, w=n)


# All four hypotheses are needed: an optimal mechanism without the pattern in row 1, and its mirror image.
half = Fraction(1, 2)
WITHOUT = [["2/3", "1/3", 0], ["1/3", "2/3", 0], ["2/3", "1/3", 0]]
STRICT_AT_0 = [[0, 1, 2], [1, 0, 1], [1, 1, 0]]


def turned(rows):
    return [row[::-1] for row in rows[::-1]]


def of_weights(weights):
    return Definition(f"({' '.join(weights)})", (), function(k, table([weights])[0, k]))()


def not_needed(name, p, loss, x, row):
    least = All(w, private(w, half, 2, 2), bayesian_loss(p, loss, x, 2, 2) <= bayesian_loss(p, loss, w, 2, 2))
    lacking = private(x, half, 2, 2) & ~row_pattern(x, half, row, 2)

    def prove(proof):
        inner = proof.assuming(private(w, half, 2, 2))
        nonneg, ones, near = inner.parts(private(w, half, 2, 2))[-3:]
        facts = [
            *(near(q, c) for q in range(2) for c in range(3)),
            *map(ones, range(3)),
            *(nonneg(q, 2 * c) for q in range(3) for c in range(2)),
        ]
        less = inner.have(least.args[2], *facts)
        lacks = proof.fact(by_evaluation(Proof([], lacking)))
        return proof.qed(lacks, proof.all(less, w, private(w, half, 2, 2)))

    claim.clause(name, lacking & least)(prove)


strict_at_0, strict_at_2 = named("strict_0", table(STRICT_AT_0)), named("strict_2", table(turned(STRICT_AT_0)))
up_and_down = named("X", table(WITHOUT)), 1
not_needed("without-p-n-positive", of_weights(["1/2", "1/2", "0"]), absolute_loss, *up_and_down)
not_needed("without-l-n-strict", of_weights(["2/5", "2/5", "1/5"]), strict_at_0, *up_and_down)
other_way = named("X'", table(turned(WITHOUT))), 0
not_needed("without-p-0-positive", of_weights(["0", "1/2", "1/2"]), absolute_loss, *other_way)
not_needed("without-l-0-strict", of_weights(["1/5", "2/5", "2/5"]), strict_at_2, *other_way)
