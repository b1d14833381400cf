"""Section 4.2: what the first part of the proof shows, and for which optimal mechanisms.

The step of Lemma 5 doesn't raise L and lowers L'. L itself falls only if every worst input of S is among the moved rows
and loses strictly more by the response that is left than by the other. So a mechanism may break the pattern and be
optimal; it is just not optimal in (L, L').
"""

from fractions import Fraction

from exactdp.claims import Claim
from exactdp.claims.deriving import by_arithmetic, by_evaluation
from exactdp.claims.formulas import (
    SET,
    TRUE,
    All,
    If,
    Some,
    as_index,
    between,
    function,
    indices,
    matrices,
    numbers,
    variable,
)
from exactdp.claims.lemmas import entry_of_private, entry_of_private_upwards, power_positive
from exactdp.claims.lexicographic_words import (
    first_step,
    improves,
    lexicographically_optimal,
    loses_no_more,
    minimax_optimal,
    second_step,
)
from exactdp.claims.vocabulary import (
    absolute_loss,
    expected_loss,
    geometric_mechanism,
    lemma_5_pattern,
    monotone,
    nonnegative,
    private,
    randomized_response,
    stochastic,
    table,
)
from exactdp.commands.cli import main

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
)

n, m, i, j, k, r, s = indices("n m i j k r s")
a, b, c, d = numbers("α b c δ")
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


@claim.clause(
    "pattern",
    *level,
    monotone(l, n, n),
    lexicographically_optimal(x, l, S, a, n, n),
    0 <= i,
    i < n,
    lemma_5_pattern(x, a, i, n),
)
def pattern(proof):
    return proof.cite("gupte2010.lemma-5#pattern")


# The step where rows i and i+1 break the pattern in columns j < k

gap_j, gap_k = x[i + 1, j] - a * x[i, j], x[i, k] - a * x[i + 1, k]
broken = (*level, private(x, a, n, m), 0 <= i, i < n, 0 <= j, j < k, k <= m, 0 < gap_j, 0 < gap_k)


def loss(mechanism, row):
    return expected_loss(l, mechanism, m, row)


def smaller(first, second):
    return If(first <= second, first, second)


def step_of(name, where, gain, step, falls):
    """Add what the step does, and that it lowers L if every worst input of S is moved and loses less by it."""
    (moved, better), (step, size) = gain, step
    goal = Some(d, 0 < d, d <= 1, improves(step, x, l, S, a, n, m))

    @claim.clause(f"{name}-case", *broken, monotone(l, n, m), where, goal, witnesses={"δ": size})
    def in_second_objective(proof):
        return proof.cite(f"gupte2010.lemma-5#{name}-case")

    at_most = All(s, between(0, s, n) & S[s], loss(x, s) <= b)
    worst = All(s, between(0, s, n) & S[s] & (loss(x, s) == b), moved & better)
    below = All(s, between(0, s, n) & S[s], loss(step, s) < b)
    goal = Some(d, 0 < d, d <= 1, private(step, a, n, m) & below)

    @claim.clause(
        f"{name}-case-strictly", *broken, monotone(l, n, m), where, at_most, worst, goal, witnesses={"δ": size}
    )
    def in_first_objective(proof):
        def found(inner, bounds):
            inner.remember(inner.have(nonnegative(x, n, m), inner.parts(private(x, a, n, m))[-3]))

            def row(p):
                most = p.know(at_most)(s)

                def at_worst(case):
                    case.remember(case.equal(loss(x, s) == b, most))
                    among, gain = case.know(worst)(s).parts()
                    return case.knowing(among, lambda last: last.have(p.goal, gain, most, *falls(last, gain)))

                def others(case):
                    terms = [loss(step, s), loss(x, s)]
                    return case.opaque(p.goal, less(case), case.know(loss(x, s) < b), terms=terms)

                def less(case):
                    return case.cite(f"gupte2010.lemma-5.{'loss' if name == 'first' else 'second-case'}#no-more")

                return p.cases(p.goal, (loss(x, s) < b, others), (TRUE, at_worst))

            return inner.witness(proof.goal, d, bounds.parts()[0], inner.for_all(below, row))

        return proof.obtain(proof.cite(f"gupte2010.lemma-5#{name}-case"), d, found)


def falls_up_to_i(proof, gain):
    """Return how much less row s ≤ i loses, and that it is more than 0."""
    start = proof.cite("gupte2010.lemma-5.privacy-of-step#positive")
    entry = proof.detach(proof.use(entry_of_private_upwards(), i=s, k=i - s, r=k))
    size = proof.have(0 < x[s, k], entry, start, proof.use(power_positive(), k=i - s))
    fall = proof.have(0 < d * x[s, k], size)
    return proof.cite("gupte2010.lemma-5.loss#row"), proof.product(fall, gain)


def falls_after_i(proof, gain):
    """Return how much less row s > i loses, and that it is more than 0."""
    start = proof.cite("gupte2010.lemma-5.second-case#positive")
    entry = proof.detach(proof.use(entry_of_private(), i=i + 1, k=s - i - 1, r=j))
    size = proof.have(0 < x[s, j], entry, start, proof.use(power_positive(), k=s - i - 1))
    fall = proof.have(0 < d * x[s, j], size)
    return proof.cite("gupte2010.lemma-5.second-case#row"), proof.product(fall, gain)


step_of(
    "first",
    2 * i <= j + k,
    (s <= i, l[s, j] < l[s, k]),
    (first_step(x, d, i, j, k), smaller(gap_j / a, gap_k) / x[i, k]),
    falls_up_to_i,
)
step_of(
    "second",
    j + k < 2 * i,
    (i < s, l[s, k] < l[s, j]),
    (second_step(x, d, i, j, k), smaller(gap_k / a, gap_j) / x[i + 1, j]),
    falls_after_i,
)


# Optimal in L alone, and without the pattern


def breaks(mechanism, i, j=0, k=1):
    """The columns j < k break the pattern in the rows i and i+1."""
    return (a * mechanism[i, j] < mechanism[i + 1, j]) & (a * mechanism[i + 1, k] < mechanism[i, k])


@claim.clause("no-pattern", 0 <= j, j < k, k <= m, breaks(x, i, j, k), ~lemma_5_pattern(x, a, i, m))
def no_pattern(proof):
    def step(inner):
        excluded = inner.cite("gupte2010.lemma-5.contradiction-hypothesis#excludes")
        return inner.either(excluded, *[lambda case: case.contradiction(proof.goal)] * 2)

    return proof.by_contradiction(proof.goal, step)


even, constant = table([["1/2", "1/2"], ["1/2", "1/2"]]), function(i, r, c)
best = randomized_response(a)
only_two = (S[0], S[1], ~S[2])


@claim.clause("constant-loss", stochastic(x, n, m), stochastic(y, n, m), loses_no_more(x, y, constant, S, n, m))
def constant_loss(proof):
    return proof.cite("gupte2010.lemma-5.tie-break#constant-loss", t=c)


claim.clause("constant-breaks", *level, private(even, a, 1, 1) & breaks(even, 0))(by_arithmetic)


@claim.clause("other-rows", *level, *only_two, private(y, a, 2, 2), loses_no_more(best, y, absolute_loss, S, 2, 2))
def other_rows(proof):
    inner = proof.assuming(between(2, i, 2))
    outside = inner.replace(inner.have(as_index(2) == i), lambda v: ~S[v], only_two[2])
    others = proof.all(outside, i, between(2, i, 2))
    return proof.cite("gupte2010.section-4-2.all-optimal#absolute", others, n=2, m=2)


claim.clause("other-rows-break", *level, private(best, a, 2, 2) & breaks(best, 1))(lambda proof: proof.qed(0 < 1 + a))
slack = table([["2/3", "1/3"], ["1/3", "2/3"]])
G = geometric_mechanism(1, Fraction(1, 4))
claim.clause(
    "worst-moved",
    private(slack, "1/4", 1, 1)
    & private(G, "1/4", 1, 1)
    & All(s, between(0, s, 1), expected_loss(absolute_loss, G, 1, s) < expected_loss(absolute_loss, slack, 1, s)),
)(by_evaluation)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
