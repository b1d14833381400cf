"""Section 2.4: whether a loss that is concentrated about its expectation stays so after post-processing. It need not.

Reading two responses as one moves their loss, and with it the expectation, so another loss may be farther from it. The
chapter takes its definition from a manuscript: E e^(s(L - E L)) ≤ e^(s²v/2) for all s, on both databases. The loss is
then called v-subgaussian; a normal number of variance v is one.

Let the loss be 0, 4 or 8 bits, and a constant. On D its distribution is symmetric, so only even powers of s count, and
v = 112/11 is its variance. On D' most responses have the loss 0. There an odd power is at most the mean of its
neighbours, as 2x ≤ 1 + x². Now read the first two responses as one. The two losses are then 7 bits apart, and on D they
have the variance 5145/484 > v. At s = 1/4 the promise is broken. Every remap keeps the promise of (ε, δ): this is
another claim.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import (
    next_term,
    series_rises,
    series_stays_below,
    series_term,
    terms_nonnegative,
)
from exactdp.claims.statements.evaluation import value
from exactdp.claims.statements.names import named
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.laplace import at_most_exponential
from exactdp.claims.vocabulary.neighbour import after, distribution
from exactdp.claims.vocabulary.noise import series

claim = Claim(
    "dwork2013.section-2-4.concentrated-processing",
    "concentrated privacy and post-processing",
    section="2.4",
    position=92,
    printed="concentrated differential privacy enjoys all properties of section 2.2, whatever is done with the outputs",
    slip="statement",
    weight="remark",
    kept={**KEPT, "0 ≤ c": "a level", **dict.fromkeys(("r ≤ 1", "r ≤ 2"), "a response")},
)

i, k, m, n, r, z = indices("i k m n r z")
b, c, s, v, w, x = numbers("b c s v w x")
f, p, q = vectors("f p q")
u, y = (variable(name, INDEX_MAP) for name in "uy")
T = matrix("T")
two = as_number(2)

mean = explained("mean({0}; {1}, {2})", (y, p, m), Sum(z, 0, m, p[z] * y[z]))
moments = explained(
    "moment_{4}({0}, {3}; {1}, {2})",
    (y, p, m, s, n),
    Sum(r, 0, m, p[r] * series(s * (y[r] - mean(y, p, m)), n)),
)
"""The expectation of e_n(s(y - mean)). For odd n it is at most that of e^(s(y - mean)), to which it goes."""
subgaussian = explained(
    "{0} is {3}-subgaussian under {1} on {{0..{2}}}",
    (y, p, m, v),
    All(
        s,
        TRUE,
        All(
            c,
            0 <= c,
            at_most_exponential(c, s**2 * v / 2),
            All(i, 0 <= i, both(0 <= v, c * moments(y, p, m, s, 2 * i + 1) <= 1)),
        ),
    ),
)
"""E e^(s(y - mean)) ≤ e^(s²v/2) for every s, and v ≥ 0: c stands for a number up to e^(-s²v/2)."""
losses = explained(
    "the losses of {0} against {1} on {{0..{3}}} are {2} bits and a constant",
    (p, q, y, m),
    Some(b, TRUE, All(r, between(0, r, m), p[r] == b * two ** y[r] * q[r])),
)

concentrated = explained(
    "{0} and {1} are {4}-concentrated on {{0..{3}}}, with losses of {2} bits",
    (p, q, y, m, v),
    both(
        *(distribution(p, m), distribution(q, m), losses(p, q, y, m)),
        *(subgaussian(y, p, m, v), subgaussian(y, q, m, v)),
    ),
)
"""Mean-concentrated privacy for two neighbours. The loss of q against p is -y bits: this changes the sign of s only."""

fair, biased = (
    named(name, listed([Fraction(each, sum(ones)) for each in ones]))
    for name, ones in (("p_D", (7, 8, 7)), ("p_D'", (1792, 128, 7)))
)
reading = named("T_01", table([[1, 0], [1, 0], [0, 1]]))
"""The remap that reads 0 and 1 as 0, and 2 as 1."""
before, later = function(r, 4 * r), function(r, 1 + 7 * r)
VARIANCE = Fraction(112, 11)
scale, variance = as_number(Fraction(1927, 5632)), as_number(VARIANCE)


def of_a_constant(proof):
    """Return the losses, with the constant."""
    return proof.witness(proof.goal, scale)


claim.clause("losses", losses(fair, biased, before, 2), witnesses={"b": scale})(of_a_constant)
claim.clause(
    "losses-read", losses(after(fair, reading, 2), after(biased, reading, 2), later, 1), witnesses={"b": scale}
)(of_a_constant)


# The terms x^k/k! of the exponential series


def factor(at):
    """Return (2k+1)(2k+2)."""
    return as_number(2 * at + 1) * as_number(2 * at + 2)


@cache
def next_even():
    """For k ≥ 0: (2k+1)(2k+2)·x^(2k+2)/(2k+2)! = x²·x^2k/(2k)!."""
    first, second, third = (series_term(2 * k + ahead, x) for ahead in range(3))
    proof = Proof([0 <= k], factor(k) * third == x**2 * first)
    steps = (proof.use(next_term(), ε=x, k=2 * k + ahead) for ahead in (0, 1))
    return proof.opaque(
        proof.goal, *steps, terms=[first, second, third, as_number(2 * k + 1), as_number(2 * k + 2)]
    ).theorem


@cache
def even_term():
    """For k ≥ 0: x^2k/(2k)! ≥ 0."""

    def step(inner, term_before):
        now, last = series_term(2 * k, x), series_term(2 * k + 2, x)
        positive = inner.have(0 < factor(k), inner.use(lemmas.index_order(), j=0))
        more = inner.product(term_before, inner.fact(core.square(x)))
        scaled = inner.opaque(
            0 * factor(k) <= last * factor(k), inner.use(next_even()), more, terms=[now, last, factor(k)]
        )
        found = inner.use(lemmas.quotient_order(), scaled, positive, α=0, β=last, t=factor(k))
        return inner.restated(found, 0 <= series_term(2 * (k + 1), x))

    return Proof([0 <= k]).induction(0 <= series_term(2 * k, x), k, 0, [], step).theorem


@cache
def odd_term():
    """For k ≥ 0: x^(2k+1)/(2k+1)! ≤ x^2k/(2k)! + (k+1)·x^(2k+2)/(2k+2)!, as 2x ≤ 1 + x²."""
    even, odd, last = (series_term(2 * k + ahead, x) for ahead in range(3))
    t, n = as_number(2 * k + 1), as_number(k + 1)
    proof = Proof([0 <= k], odd <= even + n * last)
    size, sign = proof.have(1 <= t, proof.use(lemmas.index_order(), j=0)), proof.use(even_term())
    known = (
        *(proof.use(next_term(), ε=x, k=2 * k), proof.use(next_even()), proof.have(as_number(2 * k + 2) == 2 * n)),
        *(proof.product(sign, proof.fact(core.square(x - 1))), proof.product(sign, proof.have(0 <= t - 1, size)), sign),
    )
    scaled = proof.opaque(odd * t <= (even + n * last) * t, *known, terms=[even, odd, last, t, n, as_number(2 * k + 2)])
    return proof.use(lemmas.quotient_order(), scaled, proof.have(0 < t, size), α=odd, β=even + n * last, t=t).theorem


# Let f(r) be s·(y(r) - mean), and w = s²·v/2, so that w^k/k! are the terms of the bound.

ratio = as_number(VARIANCE / 2)
weights = All(r, between(0, r, m), 0 <= p[r])


def evens(at):
    return Sum(r, 0, m, p[r] * series_term(2 * at, f[r]))


def odds(at):
    return Sum(r, 0, m, p[r] * series_term(2 * at + 1, f[r]))


def sums(at):
    return Sum(r, 0, m, p[r] * series(f[r], at))


def bound(at):
    return series_term(at, w)


def only_even(at):
    """The weight of the even terms if there are no odd terms."""
    return as_number(1)


def odd_too(at):
    """The weight of the even terms if they also pay for the odd terms."""
    return as_number(at) + 2


WAYS = {only_even: (16, 1), odd_too: (64, 4)}
"""For each weight: f² is at most this multiple of s², and the terms up to this one are compared one by one."""


@cache
def next_bound(weight):
    """The step of `smaller_terms`."""
    nearness, first = WAYS[weight]
    K, E, F, d, e, S = numbers("K E F d e S")
    t = (2 * K + 1) * (2 * K + 2)
    given = (t * F <= nearness * S * E, weight(K) * E <= d, (K + 1) * e == ratio * S * d)
    proof = Proof([first <= K, 0 <= S, 0 <= e, *given])
    now, ahead = weight(K), weight(K + 1)
    sizes = proof.have(0 < now), proof.have(0 <= ahead), proof.have(0 <= K + 1), proof.have(0 <= K - first)
    one = proof.product(sizes[0], given[0]), proof.product(0 <= S, given[1])
    less = proof.have(now * (t * F) <= nearness / ratio * (K + 1) * e, *one)
    wide = proof.have(nearness / ratio * ahead <= 2 * now * (2 * K + 1), proof.product(*[sizes[3]] * 2), sizes[3])
    more = proof.product(0 <= e, sizes[2], wide), proof.product(sizes[1], less)
    scaled = proof.have(ahead * F * (now * t) <= e * (now * t), *more)
    positive = proof.product(sizes[0], 0 < 2 * K + 1, 0 < 2 * K + 2)
    return proof.use(lemmas.quotient_order(), scaled, positive, α=ahead * F, β=e, t=now * t).theorem


def small(weight):
    """Return the assumptions of `smaller_terms`."""
    nearness, first = WAYS[weight]
    near = All(r, between(0, r, m), f[r] ** 2 <= nearness * s**2)
    begun = [weight(as_index(at)) * evens(as_index(at)) <= bound(as_index(at)) for at in range(1, first + 1)]
    return near, w == ratio * s**2, *begun


@cache
def smaller_terms(weight):
    """For k ≥ 1: the mean of f^2k/(2k)!, times its weight, is at most w^k/k!."""
    near, same, *begun = small(weight)
    first = WAYS[weight][1]
    proof = Proof([weights, near, same, *begun, 1 <= k])

    def goal(at):
        return weight(at) * evens(at) <= bound(at)

    def step(inner, term_before):
        row = inner.assuming(between(0, r, m))
        now, last = series_term(2 * k, f[r]), series_term(2 * k + 2, f[r])
        apart = row.have(0 <= WAYS[weight][0] * s**2 - f[r] ** 2, row.know(near)(r))
        less = row.product(row.know(weights)(r), row.use(even_term(), x=f[r]), apart)
        each = row.opaque(
            p[r] * last * factor(k) <= WAYS[weight][0] * s**2 * (p[r] * now),
            *(less, row.use(next_even(), x=f[r])),
            terms=[now, last, factor(k)],
        )
        total = factor(k) * evens(k + 1) <= WAYS[weight][0] * s**2 * evens(k)
        total = inner.have(total, inner.termwise(r, 0, m, each))
        of_bound = as_number(k + 1) * bound(k + 1)
        ahead = inner.opaque(
            of_bound == ratio * s**2 * bound(k),
            *(inner.have(of_bound == w * bound(k), inner.use(next_term(), ε=w)), inner.know(same)),
            terms=[as_number(k + 1), bound(k), bound(k + 1)],
        )
        sign = inner.use(terms_nonnegative(), inner.have(0 <= w, squares=[s]), ε=w, k=k + 1)
        known = inner.use(lemmas.index_order(), j=first), inner.fact(core.square(s)), sign, total, ahead
        names = {"K": as_number(k), "E": evens(k), "F": evens(k + 1), "d": bound(k), "e": bound(k + 1), "S": s * s}
        return inner.have(goal(k + 1), inner.use(next_bound(weight), *known, **names), factors=1)

    def at(number):
        return lambda case: case.replace(case.have(as_index(number) == k), goal)

    large = proof.assuming(first <= k).induction(goal(k), k, first, [], step)
    cases = [(k == number, at(number)) for number in range(1, first)]
    return proof.cases(goal(k), *cases, (TRUE, lambda case: case.fact(large))).theorem


def nonnegative_evens(proof, at):
    """Return that the mean of an even term is ≥ 0."""
    row = proof.assuming(between(0, r, m))
    each = row.product(row.know(weights)(r), row.use(even_term(), x=f[r], k=at))
    whole = proof.use(
        lemmas.sum_nonnegative(),
        proof.all(each, r, between(0, r, m)),
        **{"low": 0, "high": m, "f": lambda of: p[of] * series_term(2 * at, f[of])},
    )
    return proof.restated(whole, 0 <= evens(at))


def two_more(proof, weight):
    """Return that two more terms add at most this weight of an even term, and with odd terms, of the one after it."""
    row = proof.assuming(between(0, r, m))
    ahead = [series_term(2 * i + more, f[r]) for more in (2, 3, 4)]
    now, whole, t = series(f[r], 2 * i + 1), series(f[r], 2 * i + 3), as_number(i + 2)
    splits = [row.split(unfold(series(f[r], 2 * i + more)), 2 * i + more - 1) for more in (3, 2)]
    known = [row.have(whole == now + ahead[0] + ahead[1], *splits)]
    if weight is odd_too:
        known.append(row.use(odd_term(), x=f[r], k=i + 1))
        less = whole <= now + 2 * ahead[0] + t * ahead[2]
        parts = 2, (t, lambda at: p[at] * series_term(2 * i + 4, f[at]))
    else:
        less = whole <= now + ahead[0] + 1 * ahead[1]
        parts = 1, (as_number(1), lambda at: p[at] * series_term(2 * i + 3, f[at]))
    row_fact = row.opaque(less, *known, terms=[*ahead, now, whole, t])
    scaled = lemmas.scaled(row, p[r], row_fact, row.know(weights)(r))
    times, (other, last) = parts
    form = (p[r] * now + times * (p[r] * ahead[0])) + other * last(r)
    each = row.opaque(p[r] * whole <= form, scaled, terms=[*ahead, now, whole, t, p[r]])

    def beginning(at):
        return p[at] * series(f[at], 2 * i + 1) + times * (p[at] * series_term(2 * i + 2, f[at]))

    return (
        proof.termwise(r, 0, m, each),
        proof.use(lemmas.sum_of_two(), low=0, high=m, t=other, f=beginning, g=last),
        proof.use(
            lemmas.sum_of_two(),
            **{"low": 0, "high": m, "t": times, "f": lambda at: p[at] * series(f[at], 2 * i + 1)},
            g=lambda at: p[at] * series_term(2 * i + 2, f[at]),
        ),
    )


def no_odds(weight):
    """Return what `moments_below` assumes about odd terms: all of them have mean 0, or f has."""
    return All(k, 0 <= k, odds(k) == 0) if weight is only_even else Sum(r, 0, m, p[r] * f[r]) == 0


@cache
def moments_below(weight):
    """For i ≥ 0: the mean of e_(2i+1)(f) is at most e_(i+1)(w)."""
    zero = no_odds(weight)
    proof = Proof([distribution(p, m), zero, *small(weight)], sums(2 * i + 1) <= series(w, i + 1))
    one = proof.parts(distribution(p, m))[-1]

    def rest(at):
        return (at + 1) * evens(at + 1) if weight is odd_too else as_number(0)

    goal = sums(2 * i + 1) <= series(w, i) + rest(i)

    def step(inner, sums_before):
        term_ = inner.use(smaller_terms(weight), k=i + 1)
        ahead = inner.have(series(w, i + 1) == series(w, i) + bound(i + 1), inner.split(unfold(series(w, i + 1)), i))
        nothing = [inner.know(zero)(i + 1)] if weight is only_even else []
        known = sums_before, *two_more(inner, weight), term_, ahead, *nothing
        return inner.have(substitute(goal, {"i": i + 1}), *known)

    begun = proof.have(sums(as_index(1)) == Sum(r, 0, m, p[r]) + Sum(r, 0, m, p[r] * f[r]))
    zero_ = proof.have(Sum(r, 0, m, p[r] * f[r]) == 0, proof.know(zero)(0) if weight is only_even else proof.know(zero))
    base = begun, one, zero_, nonnegative_evens(proof, as_index(1))
    main = proof.induction(goal, i, 0, base, step)
    last = proof.assuming(0 <= i)
    more = last.have(series(w, i + 1) == series(w, i) + bound(i + 1), last.split(unfold(series(w, i + 1)), i))
    known = main, last.use(smaller_terms(weight), k=i + 1), more, nonnegative_evens(last, i + 1)
    return last.have(proof.goal, *known).theorem


@lemma([0 <= k], (-x) ** (2 * k + 1) == -(x ** (2 * k + 1)))
def odd_power(proof):
    """For k ≥ 0: (-x)^(2k+1) = -x^(2k+1)."""

    def times(inner, t, even):
        return inner.use(lemmas.scaled_equation(), even, t=t, α=even.says.args[0], β=even.says.args[1])

    def step(inner, even):
        return inner.have((-x) ** (2 * k + 2) == x ** (2 * k + 2), factors=1)

    return proof.qed(times(proof, -x, proof.induction((-x) ** (2 * k) == x ** (2 * k), k, 0, [], step)))


@cache
def no_odd_terms():
    """On D the odd terms of the losses 0 and 8 cancel, and those of the mean 4 are 0."""
    line = function(r, s * (before[r] - mean(before, fair, 2)))
    proof = Proof([0 <= k], Sum(r, 0, 2, fair[r] * series_term(2 * k + 1, line[r])) == 0)
    power = proof.use(odd_power(), x=4 * s)
    t = 1 / Product(z, 1, 2 * k + 1, as_number(z))
    return proof.qed(proof.use(lemmas.scaled_equation(), power, t=t, α=power.says.args[0], β=power.says.args[1]))


def average_of(proof, of):
    """Return the mean of the losses as a number."""
    found = mean(before, of, 2)
    return proof.fact(core.evaluate(found == as_number(value(found, {}))))


def subgaussian_by(proof, of, weight, zero):
    """Return that the loss is subgaussian under a distribution; `zero` shows what is assumed about odd terms."""
    line = function(r, s * (before[r] - mean(before, of, 2)))
    names = {"p": of, "f": line, "m": 2, "w": s**2 * variance / 2}
    inner = proof.inside()
    average = average_of(inner, of)
    odd, near, *others = (substitute(each, {**names, "m": as_index(2)}) for each in (no_odds(weight), *small(weight)))
    row = inner.assuming(between(0, r, 2))
    each = row.have(near.args[2], cases=[r == 0, r == 1])
    known = [
        *(inner.fact(core.evaluate(distribution(of, 2))), inner.restated(zero(inner, average), odd)),
        *(inner.all(each, r, between(0, r, 2)),),
        *(inner.have(each, squares=[s**power for power in range(1, 5)]) for each in others),
    ]
    below = inner.use(moments_below(weight), *known, **names)
    left, right = below.says.args
    scaled = lemmas.scaled(inner, c, below)
    least = inner.parts(at_most_exponential(c, s**2 * variance / 2))[-1](i + 1)
    found = inner.chain(c * left, ("<=", c * right, scaled), ("<=", 1, least))
    return inner.closed(inner.restated(inner.both(inner.have(0 <= variance), found), inner.goal))


@claim.clause("before", subgaussian(before, fair, 2, variance))
def on_one(proof):
    return subgaussian_by(
        proof, fair, only_even, lambda inner, average: inner.all(inner.fact(no_odd_terms()), k, 0 <= k)
    )


@claim.clause("before-on-neighbour", subgaussian(before, biased, 2, variance))
def on_neighbour(proof):
    def zero(inner, average):
        return inner.have(Sum(r, 0, 2, biased[r] * (s * (before[r] - mean(before, biased, 2)))) == 0)

    return subgaussian_by(proof, biased, odd_too, zero)


# Read at s = 1/4, where the promise is e^(7/22)

quarter, level = as_number(Fraction(1, 4)), as_number(Fraction(727, 1000))
read = after(fair, reading, 2)


@claim.clause("promise", at_most_exponential(level, quarter**2 * variance / 2))
def promise(proof):
    not_negative, every = conjuncts(unfold(proof.goal))
    inner = proof.inside(every)
    exponent = quarter**2 * variance / 2
    goal = level * series(exponent, m) <= 1

    def short(case):
        return case.have(goal, case.use(series_rises(), ε=exponent, i=m, n=5))

    def long(case):
        rest = case.use(series_stays_below(), ε=exponent, i=5, n=m), case.use(terms_nonnegative(), ε=exponent, k=m)
        return case.have(goal, *rest)

    return proof.restated(
        proof.both(
            proof.have(not_negative),
            inner.closed(inner.restated(inner.cases(goal, (m <= 5, short), (TRUE, long)), inner.goal)),
        )
    )


claim.clause("after", 1 < level * moments(later, read, 1, quarter, 5))(by_evaluation)


def for_all_mechanisms():
    """Return the print: for each two neighbours and each remap, a concentrated loss stays so."""
    given = (
        *((m, 0 <= m), (n, 0 <= n), (p, TRUE), (q, TRUE), (T, stochastic(T, m, n)), (y, TRUE)),
        *((u, losses(after(p, T, m), after(q, T, m), u, n)), (v, both(0 <= v, concentrated(p, q, y, m, v)))),
    )
    found = subgaussian(u, after(p, T, m), n, v)
    for variable_, guard in reversed(given):
        found = All(variable_, guard, found)
    return found


@claim.printed_as(
    "stays-concentrated", for_all_mechanisms(), instead=("before", "before-on-neighbour", "promise", "after")
)
def does_not_stay(proof):
    promised = subgaussian(later, read, 1, variance)

    def broken(case):
        case.remember(case.have(0 <= level), case.cite("#promise"))
        return case.contradiction(~promised, case.know(promised)(quarter)(level)(2), case.cite("#after"))

    rows = distribution(fair, 2), distribution(biased, 2), stochastic(reading, 2, 1)
    known = [
        *(proof.fact(core.evaluate(f)) for f in rows),
        *(proof.cite(f"#{name}") for name in ("losses", "losses-read", "before", "before-on-neighbour")),
    ]

    def shown(goal, values):
        """Return a goal that begins with several ∃, for these values."""
        if not values:
            return proof.by_contradiction(goal, broken)
        variable_ = goal.args[0]
        rest = shown(substitute(goal.args[2], {variable_.args[0]: values[0]}), values[1:])
        return proof.witness(goal, values[0], *known, rest)

    values = as_index(2), as_index(1), fair, biased, reading, before, later, variance
    return shown(proof.goal, values)
