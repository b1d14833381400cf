"""Section 4.2: the conclusion of the first part of the proof, and the optimal mechanisms to which it applies.

The step of Lemma 5 doesn't raise L and lowers L'. L itself falls only if every worst input of S is among the moved
rows. Each of them must lose strictly more by the response that gives up probability than by the response that gains. So
a mechanism can break the pattern and still be optimal; it is then not optimal in (L, L').
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.vocabulary.lexicographic import (
    breaks_pattern,
    first_step,
    improves,
    lexicographically_optimal,
    loses_less,
    loses_no_more,
    minimax_optimal,
    second_step,
    worst_input,
)

claim = Claim(
    "gupte2010.section-4-2.first-part",
    "which optimal mechanisms have the pattern",
    section="4.2",
    position=6,
    printed=(
        "every two adjacent rows of every optimal mechanism have the pattern, as otherwise some perturbation is "
        "private with strictly better utility"
    ),
    slip="statement",
    weight="remark",
    kept=KEPT
    | {
        "j < k": "the case of the proof",
        "j+k < 2i": "the case of the proof",
        "x is α-private on {0..n} with responses {0..m}": "the case of the proof",
        "x[i+1,j] - α·x[i,j] > 0": "the case of the proof",
        "x[i,k] - α·x[i+1,k] > 0": "the case of the proof",
    },
)

n, m, i, j, k, r, s = indices("n m i j k r s")
a, c, d = numbers("α c δ")
x, y, l = matrices("x y l")  # noqa: E741 (the paper's letter for a loss)
S = variable("S", SET)
level = (0 < a, a < 1)

claim.printed_as(
    "pattern",
    *level,
    monotone(l, n, n),
    minimax_optimal(x, l, S, a, n, n),
    0 <= i,
    i < n,
    lemma_5_pattern(x, a, i, n),
    at={
        "n": 1,
        "i": 0,
        "α": "1/2",
        "l": ((1, 1), (1, 1)),
        "S": frozenset({0, 1}),
        "x": (("1/2", "1/2"), ("1/2", "1/2")),
    },
)

claim.clause(
    "pattern",
    *level,
    monotone(l, n, n),
    lexicographically_optimal(x, l, S, a, n, n),
    0 <= i,
    i < n,
    lemma_5_pattern(x, a, i, n),
)(lambda proof: proof.cite("gupte2010.lemma-5#pattern"))


# The step where columns j < k break the pattern in row i

given = (monotone(l, n, m), breaks_pattern(x, a, i, j, k, n, m))
gap_j, gap_k = x[i + 1, j] - a * x[i, j], x[i, k] - a * x[i + 1, k]


def loss(mechanism, row):
    return expected_loss(l, mechanism, m, row)


def smaller(first, second):
    return If(first <= second, first, second)


def step_of(name, where, step, size, of):
    """Add what the step does to (L, L'), and that no input loses more by it, from the claim `of` for one row."""
    better = Some(d, 0 < d, d <= 1, improves(step, x, l, S, a, n, m))

    @claim.clause(f"{name}-case", *given, where, better, witnesses={"δ": size})
    def in_second_objective(proof):
        return proof.cite(f"gupte2010.lemma-5#{name}-case")

    @claim.clause(f"{name}-case-rows", *given, where, 0 <= d, between(0, s, n), loss(step, s) <= loss(x, s))
    def row_by_row(proof):
        inner = proof.opening(given[1])
        return proof.fact(inner.cite(f"gupte2010.lemma-5.{of}#no-more", nonnegative(x, n, m)))


first, second = first_step(x, d, i, j, k), second_step(x, d, i, j, k)
step_of("first", 2 * i <= j + k, first, smaller(gap_j / a, gap_k) / x[i, k], "loss")
step_of("second", j + k < 2 * i, second, smaller(gap_k / a, gap_j) / x[i + 1, j], "second-case")


@claim.clause("first-case-strictly", given[1], 0 < d, between(0, s, i), l[s, j] < l[s, k], loss(first, s) < loss(x, s))
def falls_up_to_i(proof):
    inner = proof.opening(given[1])
    start = inner.cite("gupte2010.lemma-5.privacy-of-step#positive")
    entry = inner.detach(inner.use(lemmas.entry_of_private_upwards(), i=s, k=i - s, r=k))
    size = inner.have(0 < x[s, k], entry, start, inner.use(lemmas.power_positive(), k=i - s))
    fall = inner.product(inner.have(0 < d * x[s, k], size), l[s, j] < l[s, k])
    return proof.fact(inner.have(proof.goal, inner.cite("gupte2010.lemma-5.loss#row"), fall))


@claim.clause(
    "second-case-strictly", given[1], 0 < d, between(i + 1, s, n), l[s, k] < l[s, j], loss(second, s) < loss(x, s)
)
def falls_after_i(proof):
    inner = proof.opening(given[1])
    start = inner.cite("gupte2010.lemma-5.second-case#positive")
    entry = inner.detach(inner.use(lemmas.entry_of_private(), i=i + 1, k=s - i - 1, r=j))
    size = inner.have(0 < x[s, j], entry, start, inner.use(lemmas.power_positive(), k=s - i - 1))
    fall = inner.product(inner.have(0 < d * x[s, j], size), l[s, k] < l[s, j])
    return proof.fact(inner.have(proof.goal, inner.cite("gupte2010.lemma-5.second-case#row"), fall))


no_row_more = explained(
    "{0} loses no more than {1} for {2} on each input of {3} within {{0..{4}}} × {{0..{5}}}",
    (y, x, l, S, n, m),
    All(s, between(0, s, n) & S[s], loss(y, s) <= loss(x, s)),
)(y, x, l, S, n, m)
worst_less = All(s, worst_input(s, S, l, x, n, m), loss(y, s) < loss(x, s))


@claim.clause("worst-inputs", no_row_more, worst_less, loses_less(y, x, l, S, n, m))
def worst_inputs(proof):
    inner = proof.inside()
    # Input r is a worst one. So is i, if it loses as much.
    inner.let(inner.cite("gupte2010.equation-1#attained", j=i), r)

    def equal(case):
        bound = bounds_loss(loss(x, i), l, x, S, n, m)
        bound = case.for_all(bound, lambda q: q.have(q.goal))
        case.remember(case.have(worst_input(i, S, l, x, n, m), bound))
        return case.witness(inner.goal, i, case.know(worst_less)(i))

    def less(case):
        return case.witness(inner.goal, r)

    return inner.closed(inner.cases(inner.goal, (loss(x, i) < loss(x, r), less), (TRUE, equal)))


# Optimal in L alone, and without the pattern


def breaks(mechanism, i, j=0, k=1):
    """The columns j < k break the pattern in the rows i and i+1."""
    return (a * mechanism[i, j] < mechanism[i + 1, j]) & (a * mechanism[i + 1, k] < mechanism[i, k])


@claim.clause("no-pattern", 0 <= j, j < k, k <= m, breaks(x, i, j, k), ~lemma_5_pattern(x, a, i, m))
def no_pattern(proof):
    inner = proof.otherwise()
    excluded = inner.cite("gupte2010.lemma-5.contradiction-hypothesis#excludes")
    return inner.closed(inner.either(excluded, *[lambda case: case.contradiction(proof.goal)] * 2))


even, constant = table([["1/2", "1/2"], ["1/2", "1/2"]]), function(i, r, c)
best = randomized_response(a)
only_two = (S[0], S[1], ~S[2])

claim.clause("constant-loss", stochastic(x, n, m), stochastic(y, n, m), loses_no_more(x, y, constant, S, n, m))(
    lambda proof: proof.cite("gupte2010.lemma-5.tie-break#constant-loss", t=c)
)
claim.clause("constant-breaks", *level, private(even, a, 1, 1) & breaks(even, 0))(by_arithmetic)


@claim.clause("other-rows", *level, *only_two, private(y, a, 2, 2), loses_no_more(best, y, absolute_loss, S, 2, 2))
def other_rows(proof):
    inner = proof.assuming(between(2, i, 2))
    outside = inner.replace(inner.have(as_index(2) == i), lambda v: ~S[v])
    others = proof.all(outside, i, between(2, i, 2))
    return proof.cite("gupte2010.section-4-2.all-optimal#absolute", others, n=2, m=2)


claim.clause("other-rows-break", *level, private(best, a, 2, 2) & breaks(best, 1))(by_arithmetic)
slack = table([["2/3", "1/3"], ["1/3", "2/3"]])
G = geometric_mechanism(1, Fraction(1, 4))
claim.clause(
    "worst-moved",
    private(slack, "1/4", 1, 1)
    & private(G, "1/4", 1, 1)
    & All(s, between(0, s, 1), expected_loss(absolute_loss, G, 1, s) < expected_loss(absolute_loss, slack, 1, s)),
)(by_evaluation)
