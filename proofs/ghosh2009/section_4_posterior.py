"""Section 4: an attacker's posterior is almost the same whether or not a given person takes part, for every prior.

The databases are numbered from 0 to s, and w_d are the attacker's weights. A response has the probability X_d on d, and
Y_d on d with the person's row replaced. Both X_d/Y_d and ΣwY/ΣwX lie in [α, 1/α], and their product is the quotient of
the posteriors. So "almost" means a factor of α²; an example shows that no better factor holds.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import close_quotients
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.neighbour import near

claim = Claim(
    "ghosh2009.section-4.posterior",
    "an attacker's posterior with and without a person",
    section="4",
    position=5,
    kept={**KEPT, **dict.fromkeys(("0 ≤ d", "d ≤ s"), "a database")},
)

d, k, m, n, r, s, z = indices("d k m n r s z")
a, b, e, t, u, v = numbers("α β ε t u v")
w, X, Y = vectors("w X Y")
(x,) = matrices("x")
f, g = (variable(name, INDEX_MAP) for name in "fg")
S = variable("S", SET)

total = explained("total({0}, {1}; {2})", (w, X, s), Sum(d, 0, s, w[d] * X[d]))
posterior = explained("posterior({1}; {0}, {2})", (w, X, s), function(d, w[d] * X[d] / total(w, X, s)))
"""The posterior on databases, by the probabilities of the response on them and the weights before it."""
of_set = explained("P({3} | {1}; {0}, {2})", (w, X, s, S), Sum(d, 0, s, If(S[d], w[d] * X[d], 0)) / total(w, X, s))

results = explained(
    "{0} and {1} are results in {{0..{2}}} at most 1 apart on {{0..{3}}}",
    (f, g, n, s),
    All(d, between(0, d, s), both(between(0, f[d], n), between(0, g[d], n), abs(f[d] - g[d]) <= 1)),
)(f, g, n, s)


@generator(results.args[0])
def some_results(rng, turn, others, n, last):
    """Draw results beside the other ones."""
    found = [entry(others, (d,)) + rng.choice((-1, 0, 1)) for d in range(last + 1)]
    return tuple(min(max(each, 0), n) for each in found)


@claim.clause(
    "of-a-count",
    *(0 <= a, a <= 1, private(x, a, n, m), between(0, z, m), results),
    near(function(d, x[f[d], z]), function(d, x[g[d], z]), a, s),
)
def of_a_count(proof):
    entries, _, steps = proof.parts(private(x, a, n, m))[-3:]
    inner = proof.inside()

    def by(*more):
        return lambda case: case.have(
            inner.goal, *(entries(at, z) for at in (f[r], g[r])), *(steps(at, z) for at in more)
        )

    def cases(near_results):
        apart = ((f[r] == g[r], by()), (f[r] == g[r] + 1, by(g[r])), (TRUE, by(f[r])))
        return near_results.cases(inner.goal, *apart)

    return inner.closed(inner.knowing(inner.know(results)(r), cases))


user = (0 < a, a <= 1, prior(w, s), near(X, Y, a, s), 0 < total(w, X, s))


@cache
def smaller_share():
    """For shares e·u/t and e·v/β within α < 1 of each other, where t - α·β ≥ e·(u - α·v): α²·(e·u/t) < e·v/β."""
    signs = [0 < a, a < 1, 0 < e, 0 < u, 0 < t, 0 < b]
    proof = Proof([*signs, a * u <= v, a * v <= u, e * (u - a * v) <= t - a * b], a**2 * (e * u / t) < e * v / b)
    cross = a**2 * u * b < v * t

    def less(case):
        room = case.have(0 < t - a * b, case.product(0 < e, 0 < u - a * v))
        return case.have(cross, case.product(0 < a * u, room), case.product(0 <= v - a * u, 0 < t))

    def equal(case):
        room = case.have(0 < v - a * u, case.product(case.have(0 < v, 0 < a * u), 0 < 1 - a * a))
        return case.have(cross, case.product(0 < t, room), case.product(0 <= a * u, 0 <= t - a * b))

    found = proof.cases(cross, (a * v < u, less), (TRUE, equal))
    return proof.qed(proof.have(e * (a**2 * u * b) < e * (v * t), found))


def totals(proof):
    """Return that each total is at least α times the other, and that both are > 0."""
    inner = proof.assuming(between(0, k, s))
    found = []
    for one, other in ((X, Y), (Y, X)):
        each = inner.have(a * (w[k] * one[k]) <= w[k] * other[k])
        found.append(proof.have(a * total(w, one, s) <= total(w, other, s), proof.termwise(k, 0, s, each)))
    return [*found, proof.have(0 < total(w, Y, s), found[0])]


@claim.clause(
    "sets",
    *user,
    both(a**2 * of_set(w, Y, s, S) <= of_set(w, X, s, S), a**2 * of_set(w, X, s, S) <= of_set(w, Y, s, S)),
    values=totals,
)
def sets(proof):
    inner = proof.assuming(between(0, d, s))
    more, less, positive = totals(proof)
    found = []
    for one, other, larger in ((X, Y, more), (Y, X, less)):
        terms = [If(S[d], w[d] * of[d], 0) for of in (one, other)]
        parts = [Sum(d, 0, s, each) for each in terms]
        sign = proof.have(0 <= parts[1], proof.termwise(d, 0, s, 0 <= terms[1]))
        each = inner.have(a * terms[1] <= terms[0])
        scale = proof.use(lemmas.scaled_sum(), low=0, high=s, t=a, f=function(d, terms[1]))
        share = proof.have(a * parts[1] <= parts[0], proof.termwise(d, 0, s, each), scale)
        sizes = {"t": total(w, one, s), "s": total(w, other, s)}
        found.append(proof.use(close_quotients(), share, sign, larger, positive, u=parts[1], v=parts[0], **sizes))
    return proof.qed(*found)


@claim.clause(
    "databases",
    *user,
    between(0, d, s),
    both(*(a**2 * posterior(w, one, s)[d] <= posterior(w, other, s)[d] for one, other in ((X, Y), (Y, X)))),
    values=totals,
)
def databases(proof):
    facts = [*proof.cite("#sets", S=function(k, k == d)).parts()]
    ones = [proof.use(lemmas.one_term(), low=0, high=s, j=d, f=function(k, w[k] * of[k])) for of in (X, Y)]
    return proof.qed(*facts, *ones)


@claim.clause(
    "not-attained",
    *(0 < a, a < 1, *user[2:], between(0, d, s), 0 < w[d], 0 < X[d]),
    a**2 * posterior(w, X, s)[d] < posterior(w, Y, s)[d],
)
def not_attained(proof):
    weights, facts = proof.parts(prior(w, s))[-2], proof.know(near(X, Y, a, s))
    _more, _, positive = totals(proof)
    slack = function(k, w[k] * (X[k] - a * Y[k]))
    inner = proof.assuming(between(0, k, s))
    each = inner.product(weights(k), 0 <= X[k] - a * Y[k])
    own = proof.use(lemmas.term_at_most_sum(), proof.all(each, k, between(0, k, s)), low=0, high=s, j=d, f=slack)
    sizes = {"t": total(w, X, s), "β": total(w, Y, s)}
    least = proof.have(w[d] * (X[d] - a * Y[d]) <= sizes["t"] - a * sizes["β"], own)
    found = proof.use(smaller_share(), *facts(d).parts(), least, positive, u=X[d], v=Y[d], ε=w[d], **sizes)
    return proof.restated(found)


# The example: weights ε and 1-ε on databases with the results 1 and n, and the response 1

G = geometric_mechanism(n, a)
weights = explained("weights_{0}", (e,), function(d, If(d == 0, e, 1 - e)))
with_person, without = (
    explained(name, (n, a), function(d, If(d == 0, G[at, 1], G[last, 1])))(n, a)
    for name, at, last in (("with_({0},{1})", 1, n), ("without_({0},{1})", 0, n - 1))
)
"""The probabilities of the response 1 on the results 1 and n, and on 0 and n-1 without the person."""
example = (0 < a, a < 1, 2 <= n)


def quotient(e):
    return posterior(weights(e), with_person, 1)[0] / posterior(weights(e), without, 1)[0]


def share(e):
    """Return what the weight of the first database is of what the total on both is over that on the first."""
    return e / (e + (1 - e) * a ** (n - 1))


@cache
def difference():
    """For 0 < ε < 1 the total is > 0, and 1/α² less the quotient is (1-α²)/α² times the share."""
    proof = Proof([*example, 0 < e, e < 1])
    signs = [proof.have(0 < 1 - e), *(proof.use(lemmas.power_positive(), k=n - c) for c in (1, 2))]
    c = (1 - a) / (1 + a)
    values = [e + (1 - e) * a ** (n - 1), e * a + (1 - e) * a ** (n - 2)]
    positive = [proof.have(0 < c), *(proof.have(0 < value, *signs) for value in values)]
    part_of = Proof([u == t * e, v == t * b, 0 < t, 0 < b], u / v == e / b).qed()
    terms = {}
    for name, of, value, own in zip("tv", (with_person, without), values, (e, e * a), strict=True):
        whole, part = total(weights(e), of, 1), weights(e)[0] * of[0]
        same = proof.have(whole == c * value)
        terms[name] = posterior(weights(e), of, 1)[0]
        found = proof.use(part_of, same, *positive, u=part, v=whole, t=c, ε=own, β=value)
        proof.remember(proof.restated(found, terms[name] == own / value))
    known = Proof([t == e / u, v == e * a / b, 0 < u, 0 < b, 0 < e, 0 < a, a * b == u - e * (1 - a * a)])
    size = known.have(0 < v, known.product(known.have(0 < e * a), known.have(0 < 1 / b)))
    form = known.have(t / v == b / (a * u), size)
    form = known.have(1 / a**2 - t / v == (1 - a * a) / a**2 * (e / u), form)
    return proof.both(positive[1], proof.use(form.theorem, *positive, u=values[0], β=values[1], **terms)).theorem


@claim.clause("example", *example, 0 < e, e < 1, quotient(e) < 1 / a**2)
def of_example(proof):
    size, error = proof.use(difference()).parts()
    sign = proof.product(0 < (1 - a * a) / a**2, proof.have(0 < share(e), size))
    return proof.opaque(proof.goal, error, sign, terms=[quotient(e), *error.says.args[1].args, 1 / a**2])


sequence, scale = function(k, quotient(1 / as_number(k + 2))), (1 - a * a) / a**2
errors = function(k, scale * share(1 / as_number(k + 2)))


@claim.clause("limit", *example, tends(sequence, 1 / a**2), witnesses={"C": scale * (1 / a ** (n - 1))})
def of_limit(proof):
    power, least = proof.use(lemmas.power_positive(), k=n - 1), proof.have(0 <= scale)
    known = Proof([t * e == 1 - e, u == e + (1 - e) * b, 0 < u, 0 < b, 0 < e, 0 <= t, 0 <= v])
    part = known.have(0 <= e / u), known.have(t * (e / u) <= 1 / b, known.have(t * e * b <= u))
    sign = known.have(0 <= t * (v * (e / u)), known.product(*map(known.know, known.given[-2:]), part[0]))
    rate = known.both(sign, known.have(t * (v * (e / u)) <= v * (1 / b)))

    def facts(inner):
        size, one = inner.have(0 < as_number(k + 1), as_index(0) <= k), 1 / as_number(k + 2)
        weight = [inner.have(0 < one, size), inner.have(one < 1, size)]
        whole, error = inner.use(difference(), *weight, ε=one).parts()
        terms = {"t": k + 1, "v": scale, "ε": one, "u": whole.says.args[1], "β": a ** (n - 1)}
        return [error, *inner.use(rate.theorem, whole, power, least, size, **terms).parts()]

    return lemmas.limit(proof, errors, scale * (1 / a ** (n - 1)), facts, f=sequence, t=1 / a**2)
