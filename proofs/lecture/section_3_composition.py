"""Section 3: mechanisms together are private, with larger parameters; also with δ.

After the outputs z, let f be the chance that a test of all outputs says yes, and g the same on the other data. Then
f ≤ t·g + d and f ≤ 1, for t = e^ε and d = δ of the next mechanism. So f ≤ d + (1-d)·h for h = min(1, t·g/(1-d)). As h
lies between 0 and 1, it is a test of the outputs before. So the factors multiply, and so do the 1-δ, for any number of
mechanisms, also if each is chosen by the outputs before it. Mechanisms that reveal their input with probability δ, and
else run randomised response, attain both.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.dataset import next_outputs, outputs_nonnegative, outputs_sum_to_1, place_of_digits
from exactdp.claims.lemmas.excess import no_part, positive_part
from exactdp.claims.lemmas.neighbour import excess_bounds_tests, excess_of_events
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.dataset import conditional, outputs, powers
from exactdp.claims.vocabulary.neighbour import events, excess, probability

claim = Claim(
    "lecture.section-3.composition",
    "composition, also with δ",
    section="3",
    position=50,
    kept={
        "d is nonnegative and below 1 (k)": "with two large entries the bound is negative",
        **KEPT,
        "0 ≤ k": "the number of mechanisms",
        "0 < u": "a level",
        "s = (1, m+1, …, (m+1)^k)": "the numbers of sequences",
        "P are chances of outputs in {0..m} (s, k)": "the definition of a mechanism",
        "Q are chances of outputs in {0..m} (s, k)": "the definition of a mechanism",
    },
)

i, j, k, m, r, y, z = indices("i j k m r y z")
a, b, t, u = numbers("α β t u")
d, e, f, g = vectors("d e f g")
V, W, w = matrices("V W w")
s = variable("s", INDEX_MAP)
P, Q = (variable(name, Function(3, NUMBER)) for name in "PQ")

factors = explained("{0} is nonnegative ({1})", (e, k), All(j, between(0, j, k - 1), 0 <= e[j]))
deltas = explained(
    "{0} is nonnegative and below 1 ({1})", (d, k), All(j, between(0, j, k - 1), (0 <= d[j]) & (d[j] < 1))
)


@generator(factors)
def some_factors(rng, turn, k):
    """Draw factors, most of them 1 or more."""
    return tuple(Fraction(rng.choice((1, 2, 2, 3, 4)), 2) for _ in range(k))


@generator(deltas)
def some_deltas(rng, turn, k):
    """Draw small numbers."""
    return tuple(Fraction(rng.choice((0, 1, 2)), 4) for _ in range(k))


def chances(of, j, z):
    return function(r, of[j, z, r])


one_by_one = explained(
    "{3} bounds {0} minus {2} times {1} ({4},{5},{6})",
    (P, Q, e, d, s, m, k),
    Every((j, 0, k - 1), (z, 0, s[j] - 1), excess(chances(P, j, z), chances(Q, j, z), e[j], m) <= d[j]),
)
"""Each mechanism is (ln e_j, d_j)-private, whatever the outputs before it were."""


@generator(one_by_one)
def some_within(rng, turn, Q, e, d, *others):
    """Draw the chances on the other data, a part δ of them moved to one output."""

    def chance(j, z, r):
        part = entry(d, (j,))
        return (1 - part) * entry(Q, (j, z, r)) + part * (r == turn % 2)

    return chance


def factor(k):
    return Product(j, 0, k - 1, e[j])


def left(k):
    return Product(j, 0, k - 1, 1 - d[j])


runs = explained(
    "{0} and {1} run {2} and {3} ({4},{5},{6})",
    (V, W, P, Q, s, m, k),
    both(powers(s, m + 1, k), outputs(V, P, s, m, k), outputs(W, Q, s, m, k), conditional(P, s, m, k))
    & conditional(Q, s, m, k),
)
"""The chances of sequences of k outputs in {0..m}, on the two data."""

a_test = explained("{0} is a test on {{0..{1}}}", (f, m), All(z, between(0, z, m), (0 <= f[z]) & (f[z] <= 1)))


@generator(a_test)
def some_test(rng, turn, m):
    """Draw chances to say yes."""
    return tuple(Fraction(rng.choice((0, 1, 2)), 2) for _ in range(m + 1))


def row(of, k):
    return function(z, of[k, z])


def least(x):
    return If(x < 1, x, 1)


@cache
def smaller_test():
    """From u ≤ t·β + α, u ≤ 1 and 0 ≤ α < 1: u ≤ α + (1-α)·h, (1-α)·h ≤ t·β and 0 ≤ h ≤ 1, h = min(1, t·β/(1-α))."""
    h = least(t * b / (1 - a))
    proof = Proof([u <= t * b + a, u <= 1, 0 <= b, 0 <= t, 0 <= a, a < 1])
    goal = both(u <= a + (1 - a) * h, (1 - a) * h <= t * b, 0 <= h, h <= 1)

    def large(case):
        return case.have(goal, case.product(0 < 1 - a, 1 <= t * b / (1 - a)))

    return proof.cases(goal, (t * b / (1 - a) < 1, lambda case: case.have(goal)), (TRUE, large)).theorem


@cache
def combined():
    """How the test of the next output and the test of the earlier outputs are combined."""
    A, B, H, K, L, T = numbers("A B H K L T")
    given = [A <= a + (1 - a) * H, H <= T * K + 1 - L, (1 - a) * K <= t * B, 0 <= T, a < 1]
    proof = Proof(given, A <= T * t * B + 1 - L * (1 - a))
    return proof.qed()


def compared(k, test, last):
    here, there = (probability(row(of, k), test, last) for of in (V, W))
    return here <= factor(k) * there + 1 - left(k)


@claim.clause(
    "together",
    0 <= k,
    0 <= m,
    runs(V, W, P, Q, s, m, k),
    factors(e, k),
    deltas(d, k),
    one_by_one(P, Q, e, d, s, m, k),
    a_test(f, s[k] - 1),
    compared(k, f, s[k] - 1),
)
def together(proof):
    first = proof.parts(powers(s, m + 1, k))[-2]

    def at(j, last):
        return both(0 <= factor(j), All(g, a_test(g, last - 1) >> compared(j, g, last - 1)))

    one = proof.have(at(as_index(0), as_index(1)))
    begun = proof.replace(proof.have(as_index(1) == s[0], first), lambda v: at(as_index(0), v), one)
    later, before = proof.inductive(at(j, s[j]), j, 0, [begun], up_to=k)
    positive, earlier = before.parts()
    level, (delta, less) = later.know(factors(e, k))(j), later.know(deltas(d, k))(j).parts()
    ends = [later.split(of(j + 1), j - 1) for of in (factor, left)]

    def test(case):
        one = case.assuming(between(0, z, s[j] - 1))
        yes, no = (Sum(r, 0, m, of[j, z, r] * g[z + s[j] * r]) for of in (P, Q))
        cell = one.assuming(between(0, r, m))
        inside = cell.use(place_of_digits(), q=m + 1, n=k, v=r)
        weight = cell.knowing(inside, lambda known: known.know(a_test(g, s[j + 1] - 1))(z + s[j] * r))
        weights = function(r, g[z + s[j] * r])
        here, there = (one.know(conditional(of, s, m, k))(j, z).parts() for of in (P, Q))
        test_of_one = one.all(weight, r, between(0, r, m))
        near = one.use(excess_bounds_tests(), test_of_one, p=chances(P, j, z), g=chances(Q, j, z), t=e[j], f=weights)
        least_delta = one.know(one_by_one(P, Q, e, d, s, m, k))(j, z)
        most = cell.have(P[j, z, r] * weights[r] <= P[j, z, r], here[0](r), *weight.parts())
        sign = cell.have(0 <= Q[j, z, r] * weights[r], there[0](r), *weight.parts())
        facts = [
            one.have(yes <= e[j] * no + d[j], near, least_delta),
            one.have(yes <= 1, one.termwise(r, 0, m, most), here[-1]),
            one.have(0 <= no, one.termwise(r, 0, m, sign)),
        ]
        h = function(z, least(e[j] * no / (1 - d[j])))
        of_test = one.use(smaller_test(), *facts, level, delta, less, u=yes, t=e[j], β=no, α=d[j])
        upper, lower, *size = of_test.parts()
        v, w = (one.use(outputs_nonnegative(), W=of, P=to)(z) for of, to in ((V, P), (W, Q)))
        terms = [
            V[j, z] * yes,
            d[j] * V[j, z] + (1 - d[j]) * (V[j, z] * h[z]),
            (1 - d[j]) * (W[j, z] * h[z]),
            e[j] * (W[j, z] * no),
        ]
        rows = [
            case.termwise(z, 0, s[j] - 1, terms[0] <= terms[1], one.have(terms[0] <= terms[1], one.product(v, upper))),
            case.termwise(z, 0, s[j] - 1, terms[2] <= terms[3], one.have(terms[2] <= terms[3], one.product(w, lower))),
        ]
        apart = case.use(
            lemmas.sum_of_two(),
            low=0,
            high=s[j] - 1,
            t=1 - d[j],
            f=function(z, d[j] * V[j, z]),
            g=function(z, V[j, z] * h[z]),
        )
        whole = case.use(lemmas.scaled_sum(), low=0, high=s[j] - 1, t=1 - d[j], f=function(z, W[j, z] * h[z]))
        ones = case.use(outputs_sum_to_1(), W=V)
        is_test = case.all(one.both(*size), z, between(0, z, s[j] - 1))
        known = earlier(h)
        of_h = case.detach(known, case.have(known.says.args[0], is_test))
        v, w = (Sum(z, 0, s[j] - 1, of[j, z] * h[z]) for of in (V, W))
        A, B = (Sum(z, 0, s[j] - 1, of[j, z] * to) for of, to in ((V, yes), (W, no)))
        facts = [
            case.have(A <= d[j] + (1 - d[j]) * v, rows[0], apart, ones),
            case.have(v <= factor(j) * w + 1 - left(j), of_h),
            case.have((1 - d[j]) * w <= e[j] * B, rows[1], whole),
        ]
        terms = {"A": A, "B": B, "H": v, "K": w, "L": left(j), "T": factor(j), "α": d[j], "t": e[j]}
        bound = case.use(combined(), *facts, positive, less, **terms)
        both_sums = [case.use(next_outputs(), W=of, P=to, f=g) for of, to in ((V, P), (W, Q))]
        return case.have(case.goal, bound, *both_sums, *ends)

    return proof.detach(
        later.closed(
            later.both(
                later.have(0 <= factor(j + 1), later.product(positive, level), ends[0]),
                later.for_all(at(j + 1, s[j + 1]).args[1], test),
            )
        ).parts()[-1](f)
    )


# What is assumed of each mechanism is (ln t, δ)-privacy
p, q = vectors("p q")
claim.clause("by-events", events(p, q, t, a, m), excess(p, q, t, m) <= a)(
    lambda proof: proof.use(excess_of_events(), g=q)
)


@claim.clause("sum-of-deltas", 0 <= k, deltas(d, k), 1 - left(k) <= Sum(j, 0, k - 1, d[j]))
def sum_of_deltas(proof):
    total = Sum(i, 0, j - 1, d[i])
    goal = (j <= k) >> both(0 <= left(j), left(j) <= 1, 1 - left(j) <= total)
    inner, before = proof.inductive(goal, j, 0, [])
    later = inner.assuming(j + 1 <= k)
    low, high, less = later.detach(before).parts()
    least_, _most = later.know(deltas(d, k))(j).parts()
    ends = later.split(left(j + 1), j - 1), later.split(Sum(i, 0, j, d[i]), j - 1)
    products = [
        later.product(low, 0 <= 1 - d[j]),
        later.product(0 <= d[j], high),
    ]
    products += [later.product(low, least_)]
    after = substitute(goal.args[1], {"j": j + 1})
    return proof.detach(
        inner.closed(inner.imply(j + 1 <= k, later.have(after, low, high, less, *products, *ends))).with_(j=k)
    ).parts()[-1]


# Neither can be less
c, v = numbers("δ v")
revealing = explained(
    "R_({0},{1})", (a, b), function(i, r, If(r < 2, (1 - b) * randomized_response(a)[i, r], If(r == i + 2, b, 0)))
)
"""Randomised response of level α or, with probability β, the input itself, as the response 2 or 3."""


def of_input(i, level, delta):
    return function(r, revealing(level, delta)[i, r])


levels = (0 < a, a <= 1, 0 <= b, b < 1)


@claim.clause("revealing", *levels, excess(of_input(0, a, b), of_input(1, a, b), 1 / a, 3) == b)
def revealing_excess(proof):
    known = proof.product(0 < 1 - b, 0 <= 1 - a * a)
    parts = []
    for at in range(4):
        cell = {"t": 1 / a, "u": revealing(a, b)[0, at], "v": revealing(a, b)[1, at]}
        parts.append(proof.use(positive_part() if at == 2 else no_part(), known, **cell))
    return proof.qed(*parts)


shown = function(r, y, If((r == 2) | (y == 2), as_number(1), 0))


def pair(i):
    """Return the chance that one of two of them reveals the input 0, where the input is i."""
    return Sum(r, 0, 3, Sum(y, 0, 3, revealing(a, b)[i, r] * revealing(u, v)[i, y] * shown[r, y]))


claim.clause("delta-needed", 0 < a, 0 < u, pair(0) <= t * pair(1) + c, 1 - (1 - b) * (1 - v) <= c)(by_arithmetic)

here, there = (randomized_response(a)[of, 0] * randomized_response(u)[of, 0] for of in (0, 1))


@claim.clause("factor-needed", 0 < a, 0 < u, here <= t * there, 1 <= t * (a * u))
def factor_needed(proof):
    same = proof.have(t * there == t * (a * u) * here)
    less = proof.chain(1 * here, here, ("<=", t * there), (t * (a * u) * here, same))
    return proof.use(lemmas.quotient_order(), less, t=here, α=1, β=t * (a * u))
