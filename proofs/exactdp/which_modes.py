"""If the modes of a unimodal loss turn back, some user with these modes has no optimal remap of G (`some-user`).

If the modes never turn back, every user has one (`every-user`). So these are exactly the modes for which G is optimal
for all users, however far they move: modes that fall somewhere and rise elsewhere go back and forth (`turns-back`).

If the modes go back and forth, some input i has its mode beyond a cut between responses. Two inputs j < i < k have
their modes before the cut, or conversely. Let a response cost 1 on the wrong side of the cut, and let only j, i, k have
positive prior (`user`). Answering beyond the cut with probability α^|s-i|/(1+α) on input s is private (`mechanism`).
G·t can't do as well for any 0 ≤ t ≤ 1 (`remaps-lose`, `gap`). Reading a response of G other than i as beyond the cut
raises the loss. Reading only i as beyond the cut gains too little. So no remap of G is optimal (`not-optimal`).
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import (
    back_and_forth,
    cut,
    event,
    far,
    never_decrease,
    never_rise,
    rising_unimodal,
    unimodal,
)
from exactdp.claims.vocabulary.remap import remap_is_optimal

claim = Claim(
    "exactdp.which-modes",
    "G is optimal for all users with given modes exactly if the modes never turn back",
    section="3",
    position=45,
)

g, h, i, j, k, m, n, q, r, s, z = indices("g h i j k m n q r s z")
a, c = numbers("α c")
f, t = vectors("f t")
T, x = matrices("T x")
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
answers = explained(
    "answers({0},{1},{2},{3})", (g, h, i, a), function(s, r, If(r == h, beyond, If(r == g, 1 - beyond, 0)))
)
"""Answers h, beyond a cut, with probability α^|s-i|/(1+α) on input s, and otherwise g."""
mechanism = answers(g, h, i, a)
two = (between(0, g, m), between(0, h, m), g != h)


def beyond_at(at):
    return a ** abs(at - i) / (1 + a)


@cache
def sum_of_answers():
    """A sum weighed by the probabilities of the answers has two terms."""
    mass = If(r == h, c, If(r == g, 1 - c, 0)) * f[r]
    proof = Proof([*two], Sum(r, 0, m, mass) == c * f[h] + (1 - c) * f[g])
    parts = [function(r, If(r == at, value * f[r], 0)) for at, value in ((h, c), (g, 1 - c))]
    ones = [
        proof.use(lemmas.one_term(), low=0, high=m, j=at, f=function(r, value * f[r]))
        for at, value in ((h, c), (g, 1 - c))
    ]
    apart = proof.use(lemmas.sum_of_two(), low=0, high=m, t=1, f=parts[0], g=parts[1])
    goal = mass == parts[0][r] + 1 * parts[1][r]
    cell = proof.assuming(between(0, r, m))

    def in_order(case):
        return case.cases(goal, *((side, lambda deep: deep.have(goal)) for side in (r == h, r == g, TRUE)))

    each = cell.either(cell.know(g != h), in_order, in_order)
    return proof.qed(*ones, apart, proof.termwise(r, 0, m, goal, each))


def weighed(proof, weights):
    """Return the sum of the answers on input s with these weights."""
    found = proof.use(sum_of_answers(), c=beyond_at(s), f=weights)
    total = Sum(r, 0, m, mechanism[s, r] * weights(r))
    return proof.restated(found, total == found.says.args[1])


@claim.clause("mechanism", *level, *two, private(mechanism, a, n, m))
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
    most = row.opaque(beyond_at(s) <= 1, high, 0 <= a)
    cell = row.assuming(between(0, r, m))

    def entry_is(entry, value):
        return lambda case: case.opaque(0 <= entry, low, most, entry == value, terms=[entry, beyond_at(s)])

    entry = cell.cases(
        0 <= mechanism[s, r],
        (r == h, entry_is(mechanism[s, r], beyond_at(s))),
        (r == g, entry_is(mechanism[s, r], 1 - beyond_at(s))),
        (TRUE, entry_is(mechanism[s, r], as_number(0))),
    )
    total = weighed(row, lambda r: as_number(1))
    plain = cell.opaque(mechanism[s, r] == mechanism[s, r] * as_number(1))
    plain = row.termwise(r, 0, m, plain.says, plain)
    one = row.opaque(plain.says.args[0] == 1, plain, total)
    step = proof.assuming(between(0, s, n - 1), between(0, r, m))
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

    near = step.cases(
        goal, (r == h, at(lambda v: v)), (r == g, at(lambda v: 1 - v)), (TRUE, at(lambda v: as_number(0)))
    )
    return proof.qed(
        proof.every((s, 0, n), (r, 0, m), entry),
        proof.all(one, s, between(0, s, n)),
        proof.every((s, 0, n - 1), (r, 0, m), near),
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
            terms = [unscaled, a**power, a**exponent]
            size = (
                case.use(lemmas.power_nonnegative(), k=abs(i - z)) if factor is not squared else case.have(0 <= a * a)
            )
            wrong = case.opaque(
                (1 + a * a) * a**power * unscaled <= 0,
                (1 + a * a) * a**power * unscaled == factor * (a**exponent - 1),
                less,
                case.have(0 <= factor, size),
                terms=[*terms, factor],
            )
            scaled = case.opaque(0 < (1 + a * a) * a**power, positive, 0 < 1 + a * a, terms=terms)
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
            return case.opaque(value <= 0, whole, at_most, 0 <= scale, terms=[value, scale, unscaled])

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
        return case.opaque(goal, one, same, *size.parts(), 0 <= most, terms=[value, bound, most])

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


# The user for whom no remap of G is optimal


whole_weight = 1 + prior_j + prior_k
p = explained(
    "prior({0},{1},{2},{3})",
    (j, i, k, a),
    function(
        z,
        If(z == i, 1 / whole_weight, If(z == j, prior_j / whole_weight, If(z == k, prior_k / whole_weight, 0))),
    ),
)(j, i, k, a)
"""Three inputs are possible: i, and j and k with the weights of `loss`."""
l = far(u, q)  # noqa: E741 (the papers' letter for a loss)
apart = explained(
    "{0} has {2} on one side of the cut after {4}, and {1} and {3} on the other",
    (u, j, i, k, q),
    both(u[j] <= q, q < u[i], u[k] <= q) | both(q < u[j], u[i] <= q, q < u[k]),
)(u, j, i, k, q)
given = (*level, *three, 0 <= q, q < m)


@cache
def three_terms():
    """A sum whose terms are 0 except at i, j and k."""
    v, w, b = numbers("v w b")
    mass = If(z == i, v, If(z == j, w, If(z == k, b, 0))) * f[z]
    proof = Proof([*three], Sum(z, 0, n, mass) == v * f[i] + w * f[j] + b * f[k])
    weights_ = ((i, v), (j, w), (k, b))
    parts = [function(z, If(z == at, value * f[z], 0)) for at, value in weights_]
    ones = [proof.use(lemmas.one_term(), low=0, high=n, j=at, f=function(z, value * f[z])) for at, value in weights_]
    first = proof.use(lemmas.sum_of_two(), low=0, high=n, t=1, f=parts[0], g=parts[1])
    second = proof.use(
        lemmas.sum_of_two(), low=0, high=n, t=1, f=function(z, parts[0][z] + 1 * parts[1][z]), g=parts[2]
    )
    goal = mass == parts[0][z] + 1 * parts[1][z] + 1 * parts[2][z]
    cell = proof.assuming(between(0, z, n))
    each = cell.cases(goal, *((side, lambda case: case.have(goal)) for side in (z == i, z == j, z == k, TRUE)))
    return proof.qed(*ones, first, second, proof.termwise(z, 0, n, goal, each))


def over_three(proof, values):
    """Return the sum of the values, weighed by the prior."""
    shares = {"v": 1 / whole_weight, "w": prior_j / whole_weight, "b": prior_k / whole_weight}
    found = proof.use(three_terms(), f=values, **shares)
    return proof.restated(found, Sum(z, 0, n, p[z] * values[z]) == found.says.args[1])


@cache
def positive_weights():
    """The weights of j and k are positive."""
    proof = Proof([0 < a, *three])
    found = []
    for power, share in ((i - j, prior_j), (k - i, prior_k)):
        below = proof.use(lemmas.power_positive(), k=power)
        general = Proof([0 < c, 0 < t[0]], 0 < c / t[0]).qed()
        found.append(proof.restated(proof.use(general, below, c=weight, t=lambda _, to=power: a**to), 0 < share))
    return proof.both(*found).theorem


@claim.clause("user", 0 < a, *three, prior(p, n) & unimodal(l, u, n, m))
def is_user(proof):
    v, w = numbers("v w")
    positive = proof.use(positive_weights()).parts()
    sizes = [proof.opaque(0 < whole_weight, *positive, terms=[prior_j, prior_k])]
    divided = Proof([0 < v, 0 < w], 0 < v / w).qed()
    shares = [proof.use(divided, sizes[0], *positive, v=of, w=whole_weight) for of in (as_number(1), prior_j, prior_k)]
    cell = proof.assuming(between(0, z, n))
    values = [each.says.args[1] for each in shares]

    def is_value(value):
        return lambda case: case.opaque(0 <= p[z], *shares, p[z] == value, terms=[p[z], *values])

    sign = cell.cases(
        0 <= p[z],
        *((side, is_value(value)) for side, value in zip((z == i, z == j, z == k), values, strict=True)),
        (TRUE, is_value(as_number(0))),
    )
    total = over_three(proof, function(z, as_number(1)))
    plain = cell.opaque(p[z] == p[z] * as_number(1), terms=[p[z]])
    plain = proof.termwise(z, 0, n, plain.says, plain)
    whole = 1 + v + w
    ones = Proof([0 < whole], 1 / whole + v / whole + w / whole == 1).qed()
    ones = proof.use(ones, sizes[0], v=prior_j, w=prior_k)
    one = proof.opaque(plain.says.args[0] == 1, plain, total, ones, terms=[*plain.says.args, *values])
    signs = proof.all(sign, z, between(0, z, n))
    return proof.both(proof.have(prior(p, n), signs, one), proof.cite("exactdp.concentration-certifies#far-unimodal"))


@cache
def compared():
    """Sums with the shares of the prior are in the order of the sums with its weights."""
    v, w, b, *values = numbers("v w b x0 x1 x2 y0 y1 y2")
    sums = [1 / w * x[0] + v / w * x[1] + b / w * x[2] for x in (values[:3], values[3:])]
    weighed_ = [x[0] + v * x[1] + b * x[2] for x in (values[:3], values[3:])]
    proof = Proof([0 < w, sums[0] <= sums[1]])
    return proof.have(weighed_[0] <= weighed_[1]).theorem


@lemma([0 <= q, q < m, stochastic(T, n, m), between(0, z, n)])
def cut_of_row(proof):
    """A cut of a row of a remap is between 0 and 1."""
    near, beyond_ = (proof.assuming(between(low, r, high)) for low, high in ((0, q), (q + 1, m)))
    signs = [
        proof.termwise(r, low, high, 0 <= T[z, r]) for part, low, high in ((near, as_index(0), q), (beyond_, q + 1, m))
    ]
    goal = both(0 <= cut(T, z, q), cut(T, z, q) <= 1)
    return proof.have(goal, proof.split(Sum(r, 0, m, T[z, r]), q), *signs)


@cache
def event_of_rest():
    """An event and its complement have together the probability 1."""
    whole = Sum(z, 0, n, G[s, z] * (1 - f[z]))
    proof = Proof([1 <= n, 0 <= a, between(0, s, n)], whole == 1 - Sum(z, 0, n, G[s, z] * f[z]))
    forms = function(z, G[s, z]), function(z, G[s, z] * f[z])
    parts = proof.use(lemmas.sum_of_two(), low=0, high=n, t=-1, f=forms[0], g=forms[1])
    cell = proof.assuming(between(0, z, n))
    apart_ = G[s, z] * (1 - f[z]) == G[s, z] + as_number(-1) * (G[s, z] * f[z])
    same = proof.termwise(z, 0, n, cell.opaque(apart_))
    return proof.opaque(proof.goal, parts, same, proof.use(lemmas.geometric_rows(), i=s)).theorem


def loss_of(proof, mechanism, losses):
    """Return the loss of the user, from the expected losses on i, j and k."""
    found = over_three(proof, function(z, expected_loss(l, mechanism, m, z)))
    shares = 1 / whole_weight, prior_j / whole_weight, prior_k / whole_weight
    scaled = [lemmas.scaled(proof, share, each) for share, each in zip(shares, losses, strict=True)]
    values = [each.says.args[1] for each in losses]
    total = shares[0] * values[0] + shares[1] * values[1] + shares[2] * values[2]
    terms = [found.says.args[0], *shares, *(each.says.args[0] for each in losses), *values]
    whole = proof.opaque(found.says.args[0] == total, found, *scaled, terms=terms)
    return proof.restated(whole, bayesian_loss(p, l, mechanism, n, m) == total)


def loses_more(proof, event_of):
    """Return facts by which an event of G loses more than the own mechanism."""
    cell = proof.assuming(between(0, z, n))
    size = cell.have(both(0 <= event_of[z], event_of[z] <= 1), cell.use(cut_of_row()))
    lost = proof.cite("exactdp.which-modes#remaps-lose", proof.all(size, z, between(0, z, n)), t=event_of)
    same = [proof.have(beyond_at(at) == each) for at, each in zip((j, i, k), at_each, strict=True)]
    less = proof.have(a * (1 + a) / (1 + a * a) < least, proof.cite("exactdp.which-modes#gap"))
    return lost, proof.cite("exactdp.which-modes#reached"), *same, less


@claim.clause("not-optimal", *given, apart, ~remap_is_optimal(p, l, a, n, m))
def not_optimal(proof):
    optimal, user = remap_is_optimal(p, l, a, n, m), proof.use(positive_weights()).parts()
    positive = proof.opaque(0 < whole_weight, *user, terms=[prior_j, prior_k])
    inputs = i, j, k

    def with_modes(later):
        return lambda case: refuted(case, later)

    def refuted(case, later):
        places = {"g": q, "h": q + 1} if later else {"g": q + 1, "h": q}
        own = answers(places["g"], places["h"], i, a)
        mine = case.cite("exactdp.which-modes#mechanism", **places)

        def lost(at):
            """Return the expected loss of the own mechanism on one of the three inputs."""
            found = case.use(sum_of_answers(), c=beyond_at(at), f=lambda r: l[at, r], **places)
            found = case.restated(found, expected_loss(l, own, m, at) == found.says.args[1])
            right, wrong = (places["g"], places["h"]) if at is not i else (places["h"], places["g"])
            known = case.have(l[at, right] == 0), case.have(l[at, wrong] == 1)
            value = 1 - beyond_at(at) if at is i else beyond_at(at)
            terms = [found.says.args[0], beyond_at(at), l[at, right], l[at, wrong]]
            return case.opaque(found.says.args[0] == value, found, *known, terms=terms)

        own_loss = loss_of(case, own, [lost(at) for at in inputs])
        return case.by_contradiction(proof.goal, lambda inner: against(inner, own, mine, own_loss, later))

    def against(case, own, mine, own_loss, later):
        case.remember(case.fact(mine))
        *_, reached = case.let(case.cite("exactdp.weak-duality#remap-attains", p=p, l=l), T).parts()
        event_of = function(z, 1 - cut(T, z, q)) if later else function(z, cut(T, z, q))
        image = product(G, T, n)
        case.remember(case.cite("exactdp.level-of-derivable#at-least"))

        def lost(at):
            """Return the expected loss of the remap on one of the three inputs."""
            loss_ = case.cite("exactdp.concentration-certifies#far-loss", x=image, i=at)
            same = case.cite("exactdp.undominated#cuts", i=at, r=q)
            rest = case.use(event_of_rest(), s=at, f=function(z, cut(T, z, q)))
            seen = event(event_of, n, a)[at]
            value = 1 - seen if at is i else seen
            by_cut = 1 - cut(image, at, q) if (at is i) != later else cut(image, at, q)
            whole = case.have(same.says.args[1] == (1 - seen if later else seen), rest)
            return case.opaque(loss_.says.args[0] == value, loss_, loss_.says.args[1] == by_cut, same, whole)

        remapped = loss_of(case, image, [lost(at) for at in inputs])
        bound, mine_loses = case.know(optimal)(own), case.fact(own_loss)
        totals = remapped.says.args[1], mine_loses.says.args[1]
        terms = [*remapped.says.args, *mine_loses.says.args, reached.says.args[1]]
        no_more = case.opaque(totals[0] <= totals[1], bound, reached, remapped, mine_loses, terms=terms)
        values = [event(event_of, n, a)[at] for at in inputs], [beyond_at(at) for at in inputs]
        names = ("x0", "x1", "x2"), ("y0", "y1", "y2")
        given_ = {
            name: 1 - value if at is i else value
            for of, to in zip(names, values, strict=True)
            for name, at, value in zip(of, inputs, to, strict=True)
        }
        weights_ = {"w": whole_weight, "v": prior_j, "b": prior_k}
        order = case.use(compared(), case.fact(positive), no_more, **given_, **weights_)
        return case.contradiction(proof.goal, order, *loses_more(case, event_of))

    return proof.either(proof.know(apart), with_modes(True), with_modes(False))


(w,), y = vectors("w"), matrix("l")
one_way = never_decrease(u, n) | never_rise(u, n)


@claim.clause(
    "every-user",
    1 <= n,
    0 <= a,
    a <= 1,
    0 <= m,
    prior(w, n),
    unimodal(y, u, n, m),
    one_way,
    remap_is_optimal(w, y, a, n, m),
    kept={
        "0 ≤ α": "the papers' levels",
        "w is a prior on {0..n}": "a user",
        "l is unimodal with the modes μ on {0..n} × {0..m}": "other losses have no modes",
        "μ never decreases on {0..n} or μ never rises on {0..n}": "other users are the subject of #some-user",
    },
)
def every_user(proof):
    def rising(case):
        shape = case.both(case.know(unimodal(y, u, n, m)), case.know(never_decrease(u, n)))
        modes = case.restated(shape, rising_unimodal(y, u, n, m))
        return case.cite("exactdp.unimodal-bayesian#best-remap", modes, p=w, l=y)

    def falling(case):
        inner = case.assuming(private(x, a, n, m))

        def compared(deep, found):
            remapped = product(G, T, n)
            least = deep.cite("exactdp.weak-duality#remap", *found.parts(), p=w, l=y)
            row = deep.assuming(between(0, i, n))
            weight, less = row.parts(prior(w, n))[-2](i), row.fact(found.parts()[-1](y, i))
            goal = w[i] * expected_loss(y, remapped, m, i) <= w[i] * expected_loss(y, x, m, i)
            each = deep.termwise(i, 0, n, goal, row.opaque(goal, less, weight))
            lost, other = (bayesian_loss(w, y, of, n, m) for of in (remapped, x))
            mean = deep.have(lost <= other, each)
            return deep.opaque(least.says.args[0] <= other, least, mean, terms=[*least.says.args, other])

        less = inner.obtain(inner.cite("exactdp.universal-optimality#losses-for-falling-modes"), T, compared)
        return case.restated(case.all(less, x, private(x, a, n, m)), proof.goal)

    return proof.either(proof.know(one_way), rising, falling)


some_user = Some(y, unimodal(y, u, n, m), Some(w, prior(w, n), ~remap_is_optimal(w, y, a, n, m)))


inside = All(s, between(0, s, n), between(0, u[s], m))
turning = explained(
    "{0} has values in {{0..{2}}} that go back and forth on {{0..{1}}}", (u, n, m), back_and_forth(u, n) & inside
)(u, n, m)


@claim.clause("some-user", *level, 0 <= m, turning, some_user)
def user_exists(proof):
    modes = proof.know(inside)
    chosen = {"q": u[r]}
    user, loss_ = substitute(p, chosen), substitute(l, chosen)

    def found(case, sides):
        at = case.both(*(case.fact(modes(place)) for place in (r, i, j, k)))

        def on_side(one):
            def step(known):
                parts = known.cite("exactdp.which-modes#user", **chosen).parts()
                worse = known.cite("exactdp.which-modes#not-optimal", **chosen)
                inner = known.witness(substitute(some_user.args[2], {"l": loss_}), user, *parts, worse)
                return known.witness(proof.goal, loss_, *parts, inner)

            return one.knowing(at, step)

        return case.either(sides, on_side, on_side)

    def obtained(inner, some, names, last):
        if not names:
            return last(inner, some)
        return inner.obtain(some, names[0], lambda deep, body: obtained(deep, body.parts()[-1], names[1:], last))

    return obtained(proof, proof.know(back_and_forth(u, n)), (r, j, i, k), found)
