"""Equation (1): the privacy loss as a largest ratio over all events.

Here t is e^ε. The ratio of an event is a weighted mean of the ratios of its responses, so it is largest at a response.
With infinitely many responses a largest ratio need not exist: P_r = (3/2)(2^-r - 4^-r), Q_r = 2^-r, r ≥ 1, have the
ratios (3/2)(1 - 2^-r), which rise to 3/2. For an event that contains the response k the ratio is below 3/2, by a gap
that does not shrink as more responses are counted. Where Q_r = 0 < P_r, no t is enough.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import distribution, events, indicator, probability

claim = Claim(
    "dwork2013.equation-1",
    "the privacy loss of a mechanism",
    section="2.2",
    position=20,
    printed="a maximum over all events, without a condition on their probability; and x, x' for the databases D, D'",
    slip="statement",
    weight="edge",
    kept={
        **KEPT,
        "∀r ∈ S: 0 ≤ r ≤ m": "events are of responses",
        "1 ≤ r": "the responses of the example",
        "0 ≤ k": "a sequence",
    },
)

k, m, r = indices("k m r")
(t,) = numbers("t")
p, q = vectors("p q")
S = variable("S", SET)
half = as_number("1/2")

first = explained("P_{0}", (r,), (half**r - half ** (2 * r)) * "3/2")
second = explained("Q_{0}", (r,), half**r)


def ratio(at):
    return first(at) / second(at)


@claim.printed_as("maximum", Some(k, 1 <= k, All(r, 1 <= r, ratio(r) <= ratio(k))), instead=("attained", "supremum"))
def no_maximum(proof):
    return proof.for_all(
        proof.goal, lambda inner: inner.witness(inner.goal, k + 1, inner.cite("#ratios-rise", r=k).parts()[0])
    )


chance, other = (probability(of, indicator(S), m) for of in (p, q))
claim.printed_as(
    "every-event",
    distribution(p, m),
    distribution(q, m),
    All(r, S[r], between(0, r, m)),
    chance / other * other == chance,
    at={"m": 1, "p": ["1/2", "1/2"], "q": [1, 0], "S": frozenset({1})},
    instead="infinite",
)

one = All(r, between(0, r, m), p[r] <= t * q[r])
claim.clause("at-responses", one, events(p, q, t, 0, m))(
    lambda proof: proof.cite("dwork2013.definition-8#no-delta-is-enough")
)
claim.clause("at-events", events(p, q, t, 0, m), one)(
    lambda proof: proof.cite("dwork2013.definition-8#no-delta-is-needed")
)


@claim.clause("never-below-0", distribution(p, m), distribution(q, m), events(p, q, t, 0, m), 1 <= t)
def never_below_0(proof):
    each = proof.assuming(between(0, r, m)).cite("#at-events")(r)
    return proof.qed(proof.termwise(r, 0, m, each))


@claim.clause("infinite", events(p, q, t, 0, m), between(0, r, m), 0 < p[r], q[r] != 0)
def infinite(proof):
    less = proof.cite("#at-events")(r)
    inner = proof.otherwise()
    return inner.absurd(less, inner.use(lemmas.between_each_other(), α=q[r], β=0))


positive = All(r, between(0, r, m), 0 < q[r])
best = Some(k, between(0, k, m), events(p, q, p[k] / q[k], 0, m))


@claim.clause("attained", 0 <= m, positive, best)
def attained(proof):
    largest = Largest(r, 0, m, p[r] / q[r])
    proof.let(proof.fact(core.attained(largest)), k)
    each = proof.assuming(between(0, r, m))
    size = each.know(positive)(r)
    less = each.have(p[r] / q[r] <= p[k] / q[k], each.fact(core.bounds(largest, r)))
    whole = each.have(p[r] / q[r] * q[r] == p[r])
    found = each.opaque(p[r] <= p[k] / q[k] * q[r], each.product(less, size), whole, terms=[p[r] / q[r], p[k] / q[k]])
    every = proof.all(found, r, between(0, r, m))
    return proof.witness(best, k, proof.cite("#at-responses", every, t=p[k] / q[k]))


def powers(proof):
    """Return that 2^-r is positive, and less than 1."""
    known = [proof.use(lemmas.power_positive(), α=half, k=r), proof.use(lemmas.power_below_one(), α=half, k=r)]
    return [*known, proof.have(ratio(r) == (1 - half**r) * "3/2")]


claim.clause("ratios", 1 <= r, ratio(r) == (1 - half**r) * "3/2")(lambda proof: powers(proof)[-1])


@claim.clause("ratios-rise", 1 <= r, both(ratio(r) < ratio(r + 1), ratio(r + 1) < "3/2"))
def ratios_rise(proof):
    small, _, here = powers(proof)
    after = proof.have(ratio(r + 1) == (1 - half ** (r + 1)) * "3/2")
    terms = [ratio(r), ratio(r + 1)]
    parts = proof.have(half ** (r + 1) == half**r / 2)
    return proof.opaque(proof.goal, small, here, after, parts, terms=[*terms, half**r, half ** (r + 1)])


@claim.clause("supremum", tends(function(k, ratio(k + 1)), "3/2"), witnesses={"C": as_number("3/2")})
def supremum(proof):
    short = function(k, half ** (k + 1) * "3/2")

    def facts(inner):
        later = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
        power, rate = inner.use(lemmas.power_nonnegative(), α=half), inner.use(lemmas.power_rates(), α=half).parts()[0]
        return [
            inner.have("3/2" - ratio(k + 1) == short[k]),
            inner.have(0 <= (k + 1) * short[k], inner.product(later, power)),
            inner.have((k + 1) * short[k] <= "3/2", rate),
        ]

    return lemmas.limit(proof, short, as_number("3/2"), facts, f=function(r, ratio(r + 1)), t="3/2")


def sums_to_1(name, of, rest):
    """Add that these chances sum to 1, by what those after the first k sum to."""
    sums, errors = function(k, Sum(r, 1, k, of(r))), function(k, rest(half**k))

    @claim.clause(name, tends(sums, 1), witnesses={"C": as_number(3)})
    def of_limit(proof):
        def facts(inner):
            later = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
            power, most = inner.use(lemmas.power_nonnegative(), α=half), inner.use(lemmas.power_at_most_one(), α=half)
            rate = inner.use(lemmas.power_rates(), α=half).parts()[0]
            whole = inner.telescope(r, 1, k, of(r), lambda v: -rest(half ** (v - 1)))
            error = inner.have(1 - sums[k] == errors[k], whole)
            size = inner.have(0 <= errors[k], power, inner.product(power, most))
            less = inner.have(errors[k] <= half**k * "3/2", power)
            small = inner.have((k + 1) * errors[k] <= 3, inner.product(later, less), rate)
            return [error, inner.product(later, size), small]

        return lemmas.limit(proof, errors, as_number(3), facts, f=sums, t=1)


sums_to_1("first-sums-to-1", first, lambda h: h * "3/2" - h * h / 2)
sums_to_1("second-sums-to-1", second, lambda h: h)
chances = [Sum(r, 1, m, of(r) * indicator(S)[r]) for of in (first, second)]


@claim.clause("no-event", between(1, k, m), S[k], chances[0] + half ** (2 * k) * "3/2" <= chances[1] * "3/2")
def no_event(proof):
    parts = [function(r, of(r) * indicator(S)[r]) for of in (second, first)]
    more = function(r, parts[0][r] + as_number("-2/3") * parts[1][r])
    each = proof.assuming(between(1, r, m))
    power = each.use(lemmas.power_positive(), α=half, k=2 * r)
    sign = proof.all(each.have(0 <= more[r], power), r, between(1, r, m))
    apart = proof.use(lemmas.sum_of_two(), low=1, high=m, f=parts[0], g=parts[1], t="-2/3")
    return proof.qed(proof.use(lemmas.term_at_most_sum(), sign, low=1, high=m, j=k, f=more), apart)
