"""Section 2.7: minimax consumers need randomised interactions, Bayesian users never do.

A Bayesian user's loss is Σ_r Σ_s T_rs·c_rs, where c_rs = Σ_i p_i·y_ir·l(i,s) does not depend on T. So each row r of T
can be put on one s with the least c_rs. A maximum over inputs is not of this form.
"""

from fractions import Fraction

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.section-2-7",
    "Bayesian users post-process deterministically, minimax consumers don't",
    section="2.7",
    position=10,
    kept=KEPT
    | {
        "0 ≤ j0": "the responses",
        "0 ≤ j1": "the responses",
        "0 ≤ j2": "the responses",
        "0 ≤ j3": "the responses",
        "i ≤ 3": "the inputs",
    },
)

n, m, s, i, r, z = indices("n m s i r z")
answers = indices("j0 j1 j2 j3")
b, (p,) = number("b"), vectors("p")
y, T, loss = matrices("y T l")
f = variable("f", INDEX_MAP)
G = geometric_mechanism(3, Fraction(1, 4))
j0, j1, j2, j3 = answers
read_as = function(z, r, If(r == If(z == 0, j0, If(z == 1, j1, If(z == 2, j2, j3))), as_number(1), 0))
reading = Definition("T_({0},{1},{2},{3})", answers, read_as)(*answers)
remapped = expected_loss(absolute_loss, product(G, reading, 3), 3, i)
no_better = Some(i, between(0, i, 3), Fraction(9, 20) <= remapped)
for each in reversed(answers):
    no_better = All(each, between(0, each, 3), no_better)

claim.clause("deterministic", no_better)(by_evaluation)
claim.clause("best-deterministic", All(i, between(0, i, 3), expected_loss(absolute_loss, G, 3, i) <= Fraction(9, 20)))(
    by_evaluation
)
randomised = All(i, between(0, i, 3), expected_loss(absolute_loss, product(G, T, 3), 3, i) <= b)

claim.clause("randomised", stochastic(T, 3, 3), randomised, Fraction(168, 415) <= b)(
    lambda proof: proof.cite("gupte2010.table-1c#optimal")
)

cost = weighed_loss(p, loss, y, n)
by_remap = Sum(z, 0, s, Sum(r, 0, m, T[z, r] * cost[z, r]))


@claim.clause("linear", bayesian_loss(p, loss, product(y, T, s), n, m) == by_remap)
def linear(proof):
    term = p[i] * y[i, z] * T[z, r] * loss[i, r]
    first = Sum(i, 0, n, Sum(z, 0, s, term))
    inner = proof.termwise(r, 0, m, first == Sum(z, 0, s, Sum(i, 0, n, term)), proof.exchange(first))
    outer = proof.exchange(Sum(i, 0, n, Sum(r, 0, m, Sum(z, 0, s, term))))
    return proof.qed(outer, inner, proof.exchange(Sum(r, 0, m, Sum(z, 0, s, Sum(i, 0, n, term)))))


best = best_readings(f, cost, s, m)


@claim.clause("bayesian-deterministic", stochastic(T, s, m), best, Sum(z, 0, s, cost[z, f[z]]) <= by_remap)
def bayesian_deterministic(proof):
    entries, ones = proof.parts(stochastic(T, s, m))[-2:]
    row = proof.assuming(between(0, z, s))
    d = cost[z, f[z]]
    cell = row.assuming(between(0, r, m))
    term = cell.have(T[z, r] * d <= T[z, r] * cost[z, r], entries(z, r), cell.know(best)(z).parts()[-1](r))
    total = row.have(d <= Sum(r, 0, m, T[z, r] * cost[z, r]), row.termwise(r, 0, m, term), ones(z))
    return proof.qed(proof.termwise(z, 0, s, total))
