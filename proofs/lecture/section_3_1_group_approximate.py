"""Section 3.1: group privacy with δ: each step of a chain multiplies the bound so far by e^ε, and adds δ.

With t = e^ε a chain of k steps gives P_0 ≤ t^k·P_k + δ_k, δ_k = δ·(1 + t + … + t^(k-1)), for the probabilities P_j of
an event. Two responses attain it, where the last dataset never gives the event, and the j-th with δ·(1 + … +
t^(k-j-1)).
"""

from exactdp.claims.language import *

claim = Claim(
    "lecture.section-3-1.group-approximate",
    "group privacy with δ",
    section="3.1",
    position=20,
    kept={**KEPT, "1 ≤ t": "t is e^ε", "0 ≤ δ": "a probability", "j ≤ k-1": "the steps of the chain"},
)

i, j, k = indices("i j k")
d, e, t = numbers("δ δ' t")
(P,) = vectors("P")
levels = (1 <= t, 0 <= d)


def lost(k):
    """Return δ_k."""
    return d * Sum(i, 0, k - 1, t**i)


chain = All(j, between(0, j, k - 1), P[j] <= t * P[j + 1] + d)


@claim.clause("group", *levels, 0 <= k, chain, P[0] <= t**k * P[k] + lost(k))
def group(proof):
    goal = P[0] <= t**j * P[j] + lost(j)
    further, _ = proof.inductive(goal, j, 0, [], up_to=k)
    power = further.use(lemmas.power_at_least_one(), k=j)
    more = further.product(further.have(0 <= t * P[j + 1] + d - P[j]), further.have(0 <= t**j, power))
    ends = further.split(Sum(i, 0, j, t**i), j - 1)
    return further.closed(further.have(P[0] <= t ** (j + 1) * P[j + 1] + lost(j + 1), more, ends))


@claim.clause("closed", *levels, 0 <= k, lost(k) * (t - 1) == d * (t**k - 1))
def closed(proof):
    return proof.qed(proof.telescope(i, 0, k - 1, (t - 1) * t**i, lambda v: t**v))


room = (1 < t, 0 <= d, 1 <= k, (1 + t) * lost(k - 1) <= 1 - d)


def within(p, q):
    """Return that two probabilities of an event, and of its complement, are within the factor t, and δ."""
    return both(p <= t * q + d, 1 - p <= t * (1 - q) + d)


here, there = lost(k - j), lost(k - j - 1)


def one_more_step(proof):
    """Return that the loss here is t times the loss there, and δ."""
    n = k - j - 1
    return proof.have(here == t * there + d, proof.split(Sum(i, 0, n, t**i), n - 1), proof.cite("#closed", k=n))


def losses(proof):
    """Return that there the loss is ≥ 0, and that (1+t) times it fits."""
    n = k - j - 1
    closed = [proof.cite("#closed", k=at) for at in (n, k - 1)]
    powers = [proof.use(lemmas.power_at_least_one(), k=at) for at in (n, k - 1 - n)]
    larger = proof.product(proof.have(0 <= t**n, powers[0]), proof.have(0 <= t ** (k - 1 - n) - 1, powers[1]))
    rises = proof.product(0 <= d, proof.have(0 <= t ** (k - 1) - t**n, larger))
    less = proof.have(there * (t - 1) <= lost(k - 1) * (t - 1), *closed, rises)
    most = proof.use(lemmas.quotient_order(), less, t=t - 1, α=there, β=lost(k - 1))
    sign = proof.have(
        0 * (t - 1) <= there * (t - 1),
        closed[0],
        proof.product(0 <= d, proof.have(0 <= t**n - 1, powers[0])),
    )
    positive = proof.use(lemmas.quotient_order(), sign, t=t - 1, α=0, β=there)
    fits = proof.product(0 <= 1 + t, proof.have(0 <= lost(k - 1) - there, most))
    return (
        positive,
        proof.opaque((1 + t) * there <= 1 - d, fits, room[-1]),
    )


@claim.clause("steps-down", *levels, between(0, j, k - 1), within(here, there))
def steps_down(proof):
    return proof.opaque(proof.goal, one_more_step(proof), *map(proof.know, levels))


@claim.clause("steps-up", *room, between(0, j, k - 1), within(there, here))
def steps_up(proof):
    positive, fits = losses(proof)
    given = [one_more_step(proof), positive, proof.know(1 < t), proof.know(0 <= d)]
    first = proof.opaque(there <= t * here + d, *given, factors=3)
    return proof.both(first, proof.opaque(1 - there <= t * (1 - here) + d, *given, fits))


claim.clause("attained", *levels, 0 <= k, lost(k) <= t**k * lost(0) + e, lost(k) <= e)(by_arithmetic)


@claim.clause("more-than-k", 1 < t, 0 < d, 2 <= k, k * d < lost(k))
def more_than_k(proof):
    inner = proof.assuming(between(2, i, k - 1))
    each = inner.use(lemmas.power_at_least_one(), k=i)
    rest = proof.termwise(i, 2, k - 1, 1 <= t**i, each)
    whole = proof.split(Sum(i, 0, k - 1, t**i), 1)
    more = proof.have(k < Sum(i, 0, k - 1, t**i), rest, whole)
    return proof.qed(proof.product(0 < d, more))


@claim.clause("less-than", *levels, 1 <= k, lost(k) <= k * t ** (k - 1) * d)
def less_than(proof):
    inner = proof.assuming(between(0, i, k - 1))
    powers = [inner.use(lemmas.power_at_least_one(), k=at) for at in (i, k - 1 - i)]
    each = inner.product(inner.have(0 <= t**i, powers[0]), inner.have(0 <= t ** (k - 1 - i) - 1, powers[1]))
    less = proof.termwise(i, 0, k - 1, t**i <= t ** (k - 1), inner.have(t**i <= t ** (k - 1), each))
    total = proof.have(Sum(i, 0, k - 1, t**i) <= k * t ** (k - 1), less)
    return proof.qed(proof.product(0 <= d, total))
