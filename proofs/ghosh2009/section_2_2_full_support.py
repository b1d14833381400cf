"""Section 2.2: a prior is any distribution on N, and may be 0 on some inputs; full support is not required.

An input of weight 0 adds nothing to (1), but it matters: privacy binds its row to the rows of its neighbours. A user
without full support is the limit of users with full support. So the proof of Theorem 3.1 covers all priors, although
its Lemma 5.5 needs weight on every input.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim("ghosh2009.section-2-2.full-support", "priors that are 0 on some inputs", section="2.2", position=4)

n, m, i, r = indices("n m i r")
a, b, e = numbers("α β ε")
p, q = vectors("p q")
x, y, z, l = matrices("x y z l")  # noqa: E741 (the paper's name of a loss)

ME = "ghosh2009.section-2-2.full-support#"
half = term(Fraction(1, 2))
mixed = mixed_vectors(p, q, e)


def loss(of, mechanism):
    return bayesian_loss(of, l, mechanism, n, m)


claim.clause("mixed", loss(mixed, x) == (1 - e) * loss(p, x) + e * loss(q, x))(by_arithmetic)

uniform = function(i, 1 / (n + 1))

claim.clause("full-support", prior(p, n), 0 < e, e < 1, between(0, i, n), 0 < (1 - e) * p[i] + e * uniform[i])(
    lambda proof: proof.qed(proof.parts(prior(p, n))[-2](i), 0 < n + 1, factors=3)
)

given_user = explained(
    "{0} is optimal for {1}, {3} and {4}, with the priors {1} and {2} and the nonnegative loss {3}, "
    "on {{0..{5}}} × {{0..{6}}}",
    (x, p, q, l, a, n, m),
    prior(p, n) & prior(q, n) & nonnegative(l, n, m) & optimal(x, p, l, a, n, m),
)
two_users = explained(
    "{0} is optimal for the prior {2} and {1} for {3}, with the nonnegative loss {4} and {5} "
    "on {{0..{6}}} × {{0..{7}}}",
    (x, y, p, q, l, a, n, m),
    given_user(x, p, q, l, a, n, m) & optimal(y, q, l, a, n, m),
)
users = (0 <= e, e <= 1, given_user(x, p, q, l, a, n, m))
best = optimal(x, p, l, a, n, m)
SHARE = {"ε ≤ 1": "ε is a share"}


@claim.clause(
    "concave",
    *(0 <= e, e <= 1, two_users(x, y, p, q, l, a, n, m)),
    private(z, a, n, m),
    (1 - e) * loss(p, x) + e * loss(q, y) <= loss(mixed, z),
    kept={**SHARE, "0 ≤ ε": "ε is a share"},
)
def concave(proof):
    by_p, by_q = (proof.parts(f)[-1] for f in (best, optimal(y, q, l, a, n, m)))
    return proof.qed(by_p(z), by_q(z))


@claim.clause("from-below", *users, private(z, a, n, m), (1 - e) * loss(p, x) <= loss(mixed, z), kept=SHARE)
def from_below(proof):
    by_p, weight = proof.parts(best)[-1], proof.parts(prior(q, n))[-2]
    return proof.qed(by_p(z), proof.use(lemmas.loss_nonnegative(), weight, *proof.parts(private(z, a, n, m)), p=q, x=z))


losses_up_to = explained(
    "{0} is between 0 and {1} on {{0..{2}}} × {{0..{3}}}",
    (l, b, n, m),
    Every((i, 0, n), (r, 0, m), between(0, l[i, r], b)),
)


@claim.clause("bounded", prior(q, n), stochastic(x, n, m), losses_up_to(l, b, n, m), between(0, loss(q, x), b))
def bounded(proof):
    cell = proof.assuming(between(0, i, n), between(0, r, m))
    least, most = cell.know(losses_up_to(l, b, n, m))(i)(r).parts()
    signs, bounds = (proof.every((i, 0, n), (r, 0, m), f) for f in (least, most))
    weights, entries = (proof.parts(f)[-2] for f in (prior(q, n), stochastic(x, n, m)))
    sign = proof.use(lemmas.loss_nonnegative(), weights, entries, signs, p=q)
    return proof.qed(sign, proof.use(lemmas.loss_at_most(), bounds, p=q, t=b))


better = (loss(q, x) <= b, loss(mixed, z) <= loss(mixed, x))

claim.clause("from-above", 0 <= e, *better, loss(mixed, z) <= (1 - e) * loss(p, x) + e * b)(
    lambda proof: proof.qed(proof.cite(ME + "mixed"))
)
claim.clause("nearly-optimal", 0 <= e, e < 1, 0 <= loss(q, z), *better, loss(p, z) - loss(p, x) <= e * b / (1 - e))(
    lambda proof: proof.qed(proof.cite(ME + "from-above"), proof.cite(ME + "mixed", x=z))
)

ends = Definition("(1/2 0 1/2)", (), function(i, If(i == 0, half, If(i == 2, half, 0))))()
unit = (0 <= a, a <= 1)
LEVEL = {"0 ≤ α": "the paper's levels"}


def two_ends(first, middle):
    """Return the mechanism that answers 0 or 2, and answers 2 with these probabilities on the inputs 0 and 1."""
    second = If(i == 0, first, If(i == 1, middle, 1 - first))
    return function(i, r, If(r == 0, 1 - second, If(r == 2, second, 0)))


@claim.clause("middle", private(x, a, 2, 2), a / 2 <= bayesian_loss(ends, zero_one, x, 2, 2))
def middle(proof):
    nonneg, rows, between_rows = proof.parts(private(x, a, 2, 2))[-3:]
    facts = [rows(0), rows(1), rows(2), nonneg(2, 1), *(between_rows(k, v) for k in (0, 1) for v in (0, 1, 2))]
    return proof.qed(*facts, factors=1)


attained = Some(x, private(x, a, 2, 2), bayesian_loss(ends, zero_one, x, 2, 2) == a / 2)

claim.clause("middle-attained", *unit, attained, witnesses={"x": two_ends(a / 2, half)})(
    lambda proof: proof.witness(attained, two_ends(a / 2, half))
)

apart = All(r, between(0, r, 2), (a * a * x[2, r] <= x[0, r]) & (a * a * x[0, r] <= x[2, r]))
least = a * a / (1 + a * a)


@claim.clause(
    "ends-alone", *unit, stochastic(x, 2, 2), apart, least <= bayesian_loss(ends, zero_one, x, 2, 2), kept=LEVEL
)
def ends_alone(proof):
    nonneg, rows = proof.parts(stochastic(x, 2, 2))[-2:]
    by = proof.know(apart)
    return proof.qed(rows(0), rows(2), nonneg(2, 1), nonneg(0, 1), *(by(v) for v in (0, 1, 2)))


without = Some(x, stochastic(x, 2, 2) & apart, bayesian_loss(ends, zero_one, x, 2, 2) == least)


@claim.clause("ends-alone-attained", *unit, without, kept=LEVEL, witnesses={"x": two_ends(least, half)})
def ends_alone_attained(proof):
    squares = proof.have(a * a <= 1)
    return proof.witness(without, two_ends(least, half), squares, proof.have(a * a * a * a <= 1, squares, factors=3))


claim.clause("middle-counts", 0 < a, a < 1, least < a / 2)(lambda proof: proof.qed(factors=3))
