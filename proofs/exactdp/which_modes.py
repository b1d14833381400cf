"""The modes for which G is optimal for all users: exactly those that never turn back, however far they move.

If the modes go back and forth, some input i has its mode beyond a cut between responses. Two inputs j < i < k have
their modes before the cut, or conversely. Let a response cost 1 on the wrong side of the cut, and let only j, i, k have
positive prior. Answering beyond the cut with probability α^|s-i|/(1+α) on input s is private. G·t can't do as well for
any 0 ≤ t ≤ 1. Reading a response of G other than i as beyond the cut raises the loss. Reading only i as beyond the cut
gains too little.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary import geometric_mechanism, private
from exactdp.claims.vocabulary.concentration import back_and_forth, event

claim = Claim("exactdp.which-modes", "exactly the modes that never turn back", section="3", position=45)

i, j, k, n, r, s, z = indices("i j k n r s z")
(a,) = numbers("α")
(t,) = vectors("t")
u = variable("μ", INDEX_MAP)
level = (0 < a, a < 1)
three = (0 <= j, j < i, i < k, k <= n)
G = geometric_mechanism(n, a)


@claim.clause(
    "turns-back", *(0 <= i, i < j, j <= n, u[j] < u[i], 0 <= s, s < r, r <= n, u[s] < u[r]), back_and_forth(u, n)
)
def turns_back(proof):
    turned = proof.cite("exactdp.plateaus#turned", a=u, b=u, t=r)
    return proof.restated(proof.restated(turned, unfold(turned.says)))


# A mechanism that is beyond the cut with the probability α^|s-i|/(1+α), and what it loses

beyond = a ** abs(s - i) / (1 + a)
mechanism = function(s, r, If(r == 1, beyond, If(r == 0, 1 - beyond, 0)))


def beyond_at(at):
    return a ** abs(at - i) / (1 + a)


@claim.clause("mechanism", *level, private(mechanism, a, n, 1))
def is_private(proof):
    def size(inner, at):
        powers = (
            inner.use(lemmas.power_nonnegative(), k=abs(at - i)),
            inner.use(lemmas.power_at_most_one(), k=abs(at - i)),
        )
        equal = inner.have((1 + a) * beyond_at(at) == a ** abs(at - i))
        terms = [beyond_at(at), a ** abs(at - i)]
        less = inner.opaque((1 + a) * beyond_at(at) <= 1, equal, powers[1], terms=terms)
        return inner.have(0 <= beyond_at(at), powers[0]), less

    row = proof.assuming(between(0, s, n))
    low, high = size(row, s)
    most = row.opaque(beyond_at(s) <= 1, low, high, row.have(0 <= a))
    sides = row.assuming(between(0, r, 1))
    entry = sides.cases(
        0 <= mechanism[s, r],
        (
            r == 1,
            lambda case: case.opaque(
                0 <= mechanism[s, r],
                low,
                case.have(mechanism[s, r] == beyond_at(s)),
                terms=[mechanism[s, r], beyond_at(s)],
            ),
        ),
        (
            TRUE,
            lambda case: case.opaque(
                0 <= mechanism[s, r],
                most,
                case.have(mechanism[s, r] == 1 - beyond_at(s)),
                terms=[mechanism[s, r], beyond_at(s)],
            ),
        ),
    )
    step = proof.assuming(between(0, s, n - 1), between(0, r, 1))
    here, there = beyond_at(s), beyond_at(s + 1)
    four = both(a * there <= here, a * here <= there, a * (1 - there) <= 1 - here, a * (1 - here) <= 1 - there)
    known = (*size(step, s), *size(step, s + 1))
    signs = step.have(0 < a), step.have(0 < 1 - a)

    def ratio(equation):
        return lambda case: case.opaque(four, *known, case.have(equation), *signs, terms=[here, there])

    bounds = step.cases(four, (s < i, ratio(here == a * there)), (TRUE, ratio(there == a * here)))
    goal = (a * mechanism[s + 1, r] <= mechanism[s, r]) & (a * mechanism[s, r] <= mechanism[s + 1, r])

    def at(value):
        def side(case):
            one = case.have(mechanism[s, r] == value(here)), case.have(mechanism[s + 1, r] == value(there))
            terms = [mechanism[s, r], mechanism[s + 1, r], here, there]
            return case.opaque(goal, *one, *bounds.parts(), terms=terms)

        return side

    near = step.cases(goal, (r == 1, at(lambda v: v)), (TRUE, at(lambda v: 1 - v)))
    return proof.qed(
        proof.all(proof.all(entry, r, between(0, r, 1)), s, between(0, s, n)),
        proof.all(proof.all(near, r, between(0, r, 1)), s, between(0, s, n - 1)),
    )


weight = explained("w({0})", (a,), a * a / (1 + a * a))(a)
prior_j, prior_k = weight / a ** (i - j), weight / a ** (k - i)


def loss(at_j, at_i, at_k):
    """Return the loss over the prior of i, which is the prior of j and of k times these factors."""
    return (1 - at_i) + prior_j * at_j + prior_k * at_k


at_each = [power / (1 + a) for power in (a ** (i - j), as_number(1), a ** (k - i))]
claim.clause("reached", 0 < a, loss(*at_each) == a * (1 + a) / (1 + a * a))(by_arithmetic)
claim.clause("gap", 2 * a / (1 + a * a) - a * (1 + a) / (1 + a * a) == a * (1 - a) / (1 + a * a))(by_arithmetic)

weights = All(z, between(0, z, n), (0 <= t[z]) & (t[z] <= 1))
e = event(t, n, a)
least = 2 * a / (1 + a * a)
most = (1 - a) * (1 - a) / (1 + a * a)
value = G[i, z] - prior_j * G[j, z] - prior_k * G[k, z]
unscaled = a ** abs(i - z) - prior_j * a ** abs(j - z) - prior_k * a ** abs(k - z)
scale = If(z == 0, 1, If(z == n, 1, 1 - a)) / (1 + a)

claim.clause("worth-at-i", 0 < a, *three, z == i, value == most)(by_arithmetic)


@claim.clause(
    "worth-elsewhere", *level, j < i, i < k, (z < i) | (i < z), value <= 0, kept={"α < 1": "the levels between 0 and 1"}
)
def worth_elsewhere(proof):
    """Times a positive number, the value over s_z is that of a number ≥ 0 times α^q - 1."""

    def sign(power, factor, exponent):
        def step(case):
            positive = case.use(lemmas.power_positive(), k=power)
            less = case.use(lemmas.power_at_most_one(), k=exponent)
            equal = case.have((1 + a * a) * a**power * unscaled == factor * (a**exponent - 1))
            terms = [unscaled, a**power, a**exponent]
            size = (
                case.use(lemmas.power_nonnegative(), k=abs(i - z)) if factor is not squared else case.have(0 <= a * a)
            )
            wrong = case.opaque(
                (1 + a * a) * a**power * unscaled <= 0,
                equal,
                less,
                case.have(0 <= factor, size),
                terms=[*terms, factor],
            )
            scaled = case.opaque(0 < (1 + a * a) * a**power, positive, case.have(0 < 1 + a * a), terms=terms)
            big = (1 + a * a) * a**power
            at_most = case.use(
                lemmas.quotient_order(),
                case.opaque(unscaled * big <= 0 * big, wrong, terms=[unscaled, big]),
                scaled,
                α=unscaled,
                β=0,
                t=big,
            )
            whole = case.have(value == scale * unscaled)
            return case.opaque(value <= 0, whole, at_most, case.have(0 <= scale), terms=[value, scale, unscaled])

        return step

    squared = a * a
    left = (
        (z <= j, sign(2 * (i - j) - 2, a ** (i - z), 2 * (i - j) - 2)),
        (TRUE, sign(i - z, squared, 2 * (i - z) - 2)),
    )
    right = (
        (z < k, sign(z - i, squared, 2 * (z - i) - 2)),
        (TRUE, sign(2 * (k - i) - 2, a ** (z - i), 2 * (k - i) - 2)),
    )
    sides = (lambda case, cases=cases: case.cases(proof.goal, *cases) for cases in (left, right))
    return proof.either(proof.know((z < i) | (i < z)), *sides)


@claim.clause("remaps-lose", *level, *three, weights, least <= loss(e[j], e[i], e[k]))
def remaps_lose(proof):
    inner = proof.assuming(between(0, z, n))
    size = inner.know(weights)(z)
    bound = If(z == i, most, 0)
    goal = value * t[z] <= bound

    def here(case):
        one, same = case.cite("exactdp.which-modes#worth-at-i"), case.have(bound == most)
        return case.opaque(goal, one, same, *size.parts(), case.have(0 <= most), terms=[value, bound, most])

    def elsewhere(case):
        less, same = case.cite("exactdp.which-modes#worth-elsewhere"), case.have(bound == 0)
        return case.opaque(goal, less, same, *size.parts(), terms=[value, bound])

    each = inner.cases(goal, (z == i, here), (z < i, elsewhere), (TRUE, elsewhere))
    total = proof.termwise(z, 0, n, goal, each)
    one = proof.use(lemmas.one_term(), low=0, high=n, j=i, f=lambda z: most)
    form_i, form_j, form_k = (function(z, G[at, z] * t[z]) for at in (i, j, k))
    first = proof.use(lemmas.sum_of_two(), low=0, high=n, t=-prior_j, f=form_i, g=form_j)
    second = proof.use(
        lemmas.sum_of_two(), low=0, high=n, t=-prior_k, f=lambda z: form_i[z] + -prior_j * form_j[z], g=form_k
    )
    parts = form_i[z] + -prior_j * form_j[z] + -prior_k * form_k[z]
    same = proof.termwise(
        z,
        0,
        n,
        value * t[z] == parts,
        inner.opaque(value * t[z] == parts, terms=[G[i, z], G[j, z], G[k, z], prior_j, prior_k]),
    )
    sums = [
        Sum(z, 0, n, each)
        for each in (value * t[z], parts, form_i[z] + -prior_j * form_j[z], form_i[z], form_j[z], form_k[z], bound)
    ]
    gained = sums[3] - prior_j * sums[4] - prior_k * sums[5]
    less = proof.opaque(gained <= most, total, one, first, second, same, terms=[*sums, most, prior_j, prior_k])
    rest = proof.have(1 - most == least)
    whole = loss(sums[4], sums[3], sums[5])
    found = proof.opaque(least <= whole, less, rest, terms=[*sums, most, least, prior_j, prior_k])
    return core.restate(found.theorem, proof.goal)
