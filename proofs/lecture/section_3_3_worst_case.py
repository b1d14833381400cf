"""Section 3.3: privacy for all datasets, utility only with high probability.

Privacy is required for every dataset and every event. So for α > 0, a response that is possible on one result is
possible on all others, because x_kr ≥ α^d·x_ir > 0. An error bound that never fails must hold for one response on both
results 0 and n. Every number is at least n/2 away from one of them. For results d steps apart, the failure
probabilities are within the factor α^d.
"""

from exactdp.claims.language import *

claim = Claim(
    "lecture.section-3-3.worst-case", "worst-case privacy, probable utility", section="3.3", position=30, kept=KEPT
)

i, k, m, n, r = indices("i k m n r")
a, e = numbers("α e")
v, w = vectors("v w")
(x,) = matrices("x")
level = (0 < a, a <= 1)
mechanism = private(x, a, n, m)


@claim.clause(
    "failure",
    *level,
    mechanism,
    between(0, i, k),
    k <= n,
    between(0, r, m),
    both(a ** (k - i) * x[k, r] <= x[i, r], a ** (k - i) * x[i, r] <= x[k, r]),
)
def failure(proof):
    return proof.both(
        *(proof.detach(proof.use(of(), k=k - i)) for of in (lemmas.entry_of_private_upwards, lemmas.entry_of_private))
    )


# The chance of an event is Σ_r x_ir·w_r, for weights w that are 1 for its responses and 0 for others
weights = All(r, between(0, r, m), 0 <= w[r])
happens = [Sum(r, 0, m, x[of, r] * w[r]) for of in (i, k)]


@claim.clause(
    "events",
    *level,
    mechanism,
    between(0, i, k),
    k <= n,
    weights,
    both(a ** (k - i) * happens[1] <= happens[0], a ** (k - i) * happens[0] <= happens[1]),
)
def events(proof):
    one = proof.assuming(between(0, r, m))
    found = []
    for goal, (here, there), of in zip(proof.goal.args, ((i, k), (k, i)), one.cite("#failure").parts(), strict=True):
        scaled = one.product(one.know(weights)(r), of)
        each = one.have(a ** (k - i) * (x[there, r] * w[r]) <= x[here, r] * w[r], scaled)
        found.append(proof.have(goal, proof.termwise(r, 0, m, each)))
    return proof.both(*found)


both_ways = (between(0, i, n), between(0, k, n), between(0, r, m))


@claim.clause("possible", *level, mechanism, *both_ways, 0 < x[i, r], 0 < x[k, r])
def possible(proof):
    def at(lemma, distance, first):
        def found(case):
            less = case.detach(case.use(lemma, k=distance, i=first))
            power = case.use(lemmas.power_positive(), k=distance)
            return case.have(proof.goal, less, case.product(power, 0 < x[i, r]))

        return found

    return proof.cases(
        proof.goal,
        (i <= k, at(lemmas.entry_of_private(), k - i, i)),
        (TRUE, at(lemmas.entry_of_private_upwards(), i - k, k)),
    )


# v[r] is what the response r says
errors = explained(
    "all possible errors of {0} with the responses {1} on {{0..{3}}} × {{0..{4}}} are at most {2}",
    (x, v, e, n, m),
    Every((i, 0, n), (r, 0, m), (0 < x[i, r]) >> (abs(i - v[r]) <= e)),
)


def on_ends(proof, response, result):
    """Return the errors of a response that is possible on some result, on the results 0 and n."""
    every = proof.know(errors(x, v, e, n, m))
    return [proof.detach(every(end, response), proof.cite("#possible", i=result, k=end, r=response)) for end in (0, n)]


@claim.clause("half", *level, 0 <= n, mechanism, errors(x, v, e, n, m), n <= 2 * e)
def half(proof):
    first = proof.use(lemmas.some_positive_term(), low=0, high=m, f=lambda at: x[0, at])
    return proof.obtain(first, r, lambda case, _: case.have(proof.goal, *on_ends(case, r, 0)))


claim.clause(
    "only-the-middle",
    *level,
    mechanism,
    errors(x, v, e, n, m),
    2 * e <= n,
    between(0, i, n),
    between(0, r, m),
    0 < x[i, r],
    v[r] == as_number(n) / 2,
)(lambda proof: proof.indirect(proof.goal, *on_ends(proof, r, i)))

G = geometric_mechanism(n, a)
claim.clause("error-n", 1 <= n, *level, 0 < G[0, n])(lambda proof: proof.qed(proof.use(lemmas.power_positive(), k=n)))
claim.clause("tail", 1 <= n, *level, between(0, k, n - 1), Sum(r, k + 1, n, G[0, r]) == a ** (k + 1) / (1 + a))(
    lambda proof: proof.qed(proof.telescope(r, k + 1, n, G[0, r], lambda at: If(at <= n, -(a**at), 0) / (1 + a)))
)
