"""Section 1.1: does noise of magnitude above √k protect, and satisfy differential privacy?

The first part is right: at E = √k/2 the bound k - 4E² is 0. For k = 4^m two opposite databases fit the same answers,
such as k/2 for the query of all ones. The second part is wrong: errors that never exceed E < k/2 are not differentially
private for any ε. With privacy, a response that is possible for the database of zeros is possible, bit by bit, for the
database of ones. So it is within E of 0 and of k, and k ≤ 2E. Errors of typical size √k can be private only in the
sense of section 2.4.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.reconstruction import doubling, fits, hadamard, twofold, wrong

claim = Claim(
    "dwork2013.section-1-1.right-answer",
    "noise of magnitude √k",
    section="1.1",
    position=100,
    printed="noise of magnitude E > √k, correctly generated, is protective (and satisfies differential privacy), where "
    "E bounds all errors, as in the sentence before",
    slip="statement",
    weight="remark",
    kept={"0 ≤ k": "false at k = -1 and E = -1", "1 ≤ k": "a number of people"},
)

h, i, k, m, r, x, y, z = indices("h i k m r x y z")
a, t, E = numbers("α t E")
f, v = vectors("f v")
s, c = (variable(name, INDEX_MAP) for name in "sc")
H, P = matrices("H P")


def bounded_by(k, E):
    """Return that P answers the count of k bits with an error of at most E: its response r means the answer f(r)."""
    return All(i, between(0, i, k), All(r, between(0, r, m), 0 < P[i, r], (f[r] - i <= E) & (i - f[r] <= E)))


bounded = bounded_by(k, E)


@claim.printed_as(
    "some-bounded-errors",
    Some(m, 0 <= m, Some(a, 0 < a, Some(P, private(P, a, 16, m), Some(f, bounded_by(16, 5))))),
    instead="bounded-errors",
)
def none_for_16_bits(proof):
    """For 16 bits, 5 is above √16, and errors up to 5 are not private."""
    inner = proof.inside()
    return inner.closed(
        inner.by_contradiction(
            inner.goal,
            lambda case: case.contradiction(inner.goal, case.cite("#bounded-errors", bounded_by(16, 5), k=16, E=5)),
        )
    )


@claim.clause("bounded-errors", 0 < a, 0 <= k, private(P, a, k, m), bounded, k <= 2 * E)
def bounded_errors(proof):
    some = proof.use(lemmas.some_positive_term(), 0 < Sum(r, 0, m, P[0, r]), low=0, high=m, f=function(r, P[0, r]))
    first = proof.let(some, r).parts()[-1]
    last = proof.detach(proof.use(lemmas.entry_of_private(), n=k, x=P, i=0))
    positive = proof.have(0 < P[k, r], last, proof.product(proof.use(lemmas.power_positive()), first))
    proof.remember(positive)
    return proof.have(proof.goal, proof.know(bounded)(0, r), proof.know(bounded)(k, r))


def image(matrix, vector, size, at):
    return Sum(x, 0, size - 1, matrix[at, x] * vector[x])


flat = explained(
    "{0} is a vector of signs that {1} maps to {3} or its negative on {{0..{2}-1}}",
    (v, H, k, t),
    All(x, between(0, x, k - 1), (v[x] == 1) | (v[x] == -1))
    & All(y, between(0, y, k - 1), (image(H, v, k, y) == t) | (image(H, v, k, y) == -t)),
)


@generator(flat)
def some_flat(rng, turn, matrix, size, value):
    """Draw a power of (1, 1, 1, -1), of one sign or the other."""
    found = [Fraction(1 - 2 * (turn % 2))]
    while len(found) < size:
        found = [entry * sign for sign in (1, 1, 1, -1) for entry in found]
    return tuple(found)


four_times = explained(
    "fourfold({0}; {1})",
    (v, k),
    function(x, If(x < 3 * k, v[If(x < k, x, If(x < 2 * k, x - k, x - 2 * k))], -v[x - 3 * k])),
)(v, k)
larger = twofold(twofold(H, k), 2 * k)


@cache
def image_of_twice():
    """For 1 ≤ k, and y below k or y-k: the image of a vector of 2·k entries is the sum of two, or their difference."""
    first, second = image(H, v, k, z), Sum(x, 0, k - 1, H[z, x] * v[x + k])
    result = []
    for at, sign in ((z, 1), (z + k, -1)):
        proof = Proof([1 <= k, between(0, z, k - 1)])
        whole = image(twofold(H, k), v, 2 * k, at)
        halves = proof.split(whole, k - 1)
        last = proof.assuming(between(k, x, 2 * k - 1)).split(Sum(y, 0, x - k, f[y]), x - k - 1)
        shift = proof.telescope(x, k, 2 * k - 1, f[x - k], lambda up: Sum(y, 0, up - k - 1, f[y]), last)
        shift = proof.use(shift.theorem, f=function(x, H[z, x] * v[x + k]))
        result.append(proof.have(whole == first + as_number(sign) * second, halves, shift))
    return [each.theorem for each in result]


@claim.clause(
    "four-times",
    1 <= k,
    hadamard(H, k),
    flat(v, H, k, t),
    hadamard(larger, 4 * k) & flat(four_times, larger, 4 * k, 2 * t),
)
def quadruple(proof):
    once = proof.cite("dwork2013.section-1-1.bound#twice")
    both = proof.cite("dwork2013.section-1-1.bound#twice", once, k=2 * k, H=twofold(H, k))
    units, images = proof.parts(flat(v, H, k, t))[-2:]
    unit_goal, image_goal = unfold(proof.goal.args[1]).args

    def entries(inner):
        def of(at):
            return lambda case: case.either(units(at), *[lambda one: one.have(inner.goal)] * 2)

        return inner.cases(
            inner.goal, (x < k, of(x)), (x < 2 * k, of(x - k)), (x < 3 * k, of(x - 2 * k)), (TRUE, of(x - 3 * k))
        )

    def rows(inner):
        def block(number):
            half, quarter = divmod(number, 2)
            at = y - number * k

            def step(case):
                upper = case.use(image_of_twice()[half], k=2 * k, H=twofold(H, k), v=four_times, z=y - 2 * half * k)
                lower = [
                    case.use(image_of_twice()[quarter], z=at, v=function(x, four_times[x + 2 * k * side]))
                    for side in (0, 1)
                ]
                quarters = []
                for side in (0, 1, 2, 3):
                    place = case.assuming(between(0, x, k - 1))
                    each = place.have(
                        H[at, x] * four_times[x + side * k] == (-1 if side == 3 else 1) * (H[at, x] * v[x])
                    )
                    quarters.append(case.termwise(x, 0, k - 1, each))
                total = case.have(
                    image(larger, four_times, 4 * k, y) == (1 - 2 * (half * quarter)) * 2 * image(H, v, k, at),
                    upper,
                    *lower,
                    *quarters,
                )
                return case.either(images(at), *[lambda one: one.have(inner.goal, total)] * 2)

            return step

        return inner.cases(
            inner.goal, (y < k, block(0)), (y < 2 * k, block(1)), (y < 3 * k, block(2)), (TRUE, block(3))
        )

    return proof.both(
        both, proof.have(proof.goal.args[1], proof.for_all(unit_goal, entries), proof.for_all(image_goal, rows))
    )


@claim.clause(
    "powers-of-four", 0 <= m, doubling(s, 2 * m), Some(H, Some(v, hadamard(H, s[2 * m]) & flat(v, H, s[2 * m], s[m])))
)
def powers_of_four(proof):
    first = proof.parts(doubling(s, 2 * m))[-2]

    def some(size, value):
        return Some(H, Some(v, hadamard(H, size) & flat(v, H, size, value)))

    def goal(i):
        return (i <= m) >> both(1 <= s[i], 1 <= s[2 * i], some(s[2 * i], s[i]))

    def step(inner, before):
        later = inner.assuming(i + 1 <= m)
        value, size, found = later.detach(before).parts()
        known = later.assuming(value.says, size.says)
        at_4 = known.have(4 * s[2 * i] == s[2 * i + 2])
        by = {"k": s[2 * i], "t": as_number(s[i])}
        goal_4 = some(4 * s[2 * i], 2 * as_number(s[i]))

        def of_matrix(one, given):
            def of_vector(two, given):
                made = two.cite("#four-times", k=s[2 * i], t=s[i])
                inner_goal = substitute(goal_4.args[2], {"H": substitute(larger, by)})
                return two.witness(
                    goal_4, substitute(larger, by), two.witness(inner_goal, substitute(four_times, by), made)
                )

            return one.obtain(given, v, of_vector)

        made = known.obtain(found, H, of_matrix)
        made = known.replace(at_4, lambda u: some(u, 2 * as_number(s[i])), made)
        twice_value = known.have(2 * as_number(s[i]) == as_number(s[i + 1]))
        made = known.replace(twice_value, lambda u: some(s[2 * i + 2], u), made)
        sizes = known.have(1 <= s[i + 1]), known.have(1 <= s[2 * i + 2], at_4)
        return inner.imply(i + 1 <= m, later.fact(known.both(*sizes, made), value, size))

    ones = function(y, x, as_number(1)), function(x, as_number(1))
    inner_goal = substitute(some(1, as_number(1)).args[2], {"H": ones[0]})
    begun = proof.witness(some(1, as_number(1)), ones[0], proof.witness(inner_goal, ones[1]))
    at_0 = proof.replace(proof.have(as_index(1) == s[0], first), lambda u: both(1 <= u, 1 <= u, some(u, u)), begun)
    return proof.detach(proof.induction(goal(i), i, 0, [at_0], step).with_(i=m)).parts()[-1]


def opposite(database):
    return function(x, 1 - database[x])


signs = flat(function(x, 2 * as_number(c[x]) - 1), H, k, t)


@claim.clause(
    "opposites",
    values_up_to(c, k, 1),
    signs,
    0 <= t,
    fits(function(y, Sum(x, 0, k - 1, H[y, x]) / 2), H, c, t / 2, k, k)
    & fits(function(y, Sum(x, 0, k - 1, H[y, x]) / 2), H, opposite(c), t / 2, k, k),
)
def opposites(proof):
    images = proof.parts(signs)[-1]

    def near(inner):
        return inner.either(images(y), *[lambda case: case.have(inner.goal)] * 2)

    return proof.both(*(proof.for_all(each, near) for each in proof.goal.args))


claim.clause("differ-everywhere", 0 <= k, wrong(c, opposite(c), k) == k)(
    lambda proof: proof.qed(proof.termwise(x, 0, k - 1, If(c[x] == 1 - c[x], as_number(0), 1) == 1))
)
