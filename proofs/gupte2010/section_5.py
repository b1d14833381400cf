"""Section 5: the geometric mechanism is optimal for all consumers at once, provided that they interact with it.

That is Theorem 1. The proviso is needed: a consumer who knows that the result is 0 wants the answer 0 for certain. A
consumer who knows that it is n wants the answer n. An α-private mechanism that answers 0 on input 0 does so on input n
with probability α^n at least.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim("gupte2010.section-5", "one mechanism for all, by interaction", section="5", position=10, kept=KEPT)

n, i, j, r = indices("n i j r")
a = number("α")
x = matrix("x")
truth = unit_matrix()
always = function(i, r, If(r == j, as_number(1), 0))


def loses(mechanism, at):
    return expected_loss(absolute_loss, mechanism, n, at)


@claim.clause("loss-0", stochastic(x, n, n), between(0, j, n), loses(x, j) <= 0, x[j, j] == 1)
def loss_0(proof):
    """All but x_jj is lost at least once: 1 - x_jj ≤ Σ_r x_jr·|j-r|."""
    nonneg, rows = proof.parts(stochastic(x, n, n))[-2:]
    goal = x[j, r] + Fraction(-1) * If(r == j, x[j, r], 0) <= x[j, r] * absolute_loss[j, r]

    def apart(low, high):
        """Return the step for low < high; one of the two is r and the other j."""
        return lambda p: p.have(goal, nonneg(j, r), p.use(lemmas.index_order(), j=low + 1, k=high))

    cell = proof.assuming(between(0, r, n))
    each = cell.cases(goal, (r < j, apart(r, j)), (j < r, apart(j, r)), (TRUE, lambda p: p.have(goal)))
    terms = proof.termwise(r, 0, n, goal, each)
    one = proof.use(lemmas.one_term(), low=0, high=n, f=function(r, x[j, r]))
    two = proof.use(
        lemmas.sum_of_two(), low=0, high=n, f=function(r, x[j, r]), g=function(r, If(r == j, x[j, r], 0)), t=-1
    )
    every = proof.all(cell.fact(nonneg(j, r)), r, between(0, r, n))
    most = proof.use(lemmas.term_at_most_sum(), every, low=0, high=n, f=function(r, x[j, r]))
    return proof.indirect(proof.goal, terms, one, two, rows(j), most)


@claim.clause("possible-for-one", between(0, j, n), a <= 1, private(always, a, n, n) & (loses(always, j) == 0))
def possible_for_one(proof):
    zero = proof.termwise(r, 0, n, always[j, r] * absolute_loss[j, r] == 0)
    return proof.qed(proof.use(lemmas.constant_is_private(), m=n), zero)


@claim.clause("impossible-for-both", 1 <= n, 0 < a, private(x, a, n, n), loses(x, 0) <= 0, 0 < loses(x, n))
def impossible_for_both(proof):
    nonneg, rows = proof.parts(private(x, a, n, n))[-3:-1]
    case = proof.otherwise()
    first, last = (case.cite("gupte2010.section-5#loss-0", j=at) for at in (as_index(0), n))
    down = case.detach(case.use(lemmas.entry_of_private(), m=n, i=0, r=0, k=n))
    below = case.have(0 < x[n, 0], down, first, case.use(lemmas.power_positive(), k=n))
    two = case.split(Sum(r, 0, n, x[n, r]), 0), case.split(Sum(r, 1, n, x[n, r]), n - 1)
    rest = case.termwise(r, 1, n - 1, 0 <= x[n, r], nonneg(n, r))
    return case.absurd(below, last, rows(n), *two, rest)


@claim.clause("truth-at-0", 0 <= n, private(truth, 0, n, n) & (loses(truth, i) == 0))
def truth_at_0(proof):
    zero = proof.termwise(r, 0, n, truth[i, r] * absolute_loss[i, r] == 0)
    return proof.qed(proof.cite("ghosh2009.section-1.exact-release#level-0"), zero)
