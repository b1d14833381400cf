"""Section 1.1: when 4E² wrong bits can occur on the Hadamard queries, and when there are always fewer.

Let T = 2E be whole, and v the difference of two databases that fit the same answers, with the entries 0, 1 and -1.

When T² wrong bits can occur. The k numbers (H·v)_y are at most T in absolute value, and their squares sum to k·|v|². So
|v|² = T² makes each of them T or -T (`flat`). Column x of H gives k·v_x = Σ_y H_yx·(H·v)_y, a sum of k terms T or -T.
If v_x is 1 or -1, T divides k (`divides`). Since k is a power of two, T is one as well (`powers-of-two`). Conversely,
let H_4 be the Hadamard matrix of four queries. H_4·(1, 1, 1, -1) has entries ±2, so a Kronecker power of (1, 1, 1, -1)
attains every T = 2^j for k = 4^j. Zeros at the end attain it for every larger power of two (`attained`).

The largest number of wrong bits for E = 3, or T = 6. It is at most 36. It is not 36, because 6 is not a power of two.
It is not 35: modulo 2 each (H·v)_y is the number of wrong bits. An odd number makes all of them odd, so at most 5, and
|v|² at most 25 (`odd`). So there are at most 34 wrong bits.
"""

from fractions import Fraction
from functools import cache
from operator import or_

from exactdp.claims.language import *
from exactdp.claims.lemmas.query import moved_sum
from exactdp.claims.statements.notation import text
from exactdp.claims.vocabulary.reconstruction import doubling, hadamard, query, twofold
from exactdp.surveys.queries import Transcript, hadamard_queries
from exactdp.surveys.reconstruction import WorstCase, worst_case

claim = Claim(
    "dwork2013.section-1-1.exact",
    "when 4E² wrong bits can occur",
    section="1.1",
    position=80,
    kept={**KEPT, "0 ≤ n": "a number of people", "1 ≤ k": "a number of queries"},
)

i, j, k, m, n, u, w, x, y, z = indices("i j k m n u w x y z")
a, t = indices("a t")
T, E = number("T"), number("E")
s, v = (variable(name, INDEX_MAP) for name in "sv")
(f,) = vectors("f")
H = matrix("H")

size = Sum(x, 0, n - 1, as_number(v[x]) ** 2)
row = query(H, v, y, n)
small = explained(
    "{2} bounds the answers of {0} to {1} ({3},{4})",
    (H, v, T, k, n),
    All(y, between(0, y, k - 1), (query(H, v, y, n) <= T) & (-query(H, v, y, n) <= T)),
)
people = (1 <= k, between(0, n, k), hadamard(H, k))
fitting = (*people, small(H, v, T, k, n), size == T**2)


@claim.clause("flat", *fitting, between(0, y, k - 1), row**2 == T**2)
def flat(proof):
    """The k rooms T² - (H·v)_y² are ≥ 0 and sum to k·T² - k·|v|² = 0, so each is 0."""
    squares = proof.cite("dwork2013.section-1-1.bound#squares", v=lambda i: as_number(v[i]))
    room = function(y, T**2 - row**2)
    total = proof.have(Sum(y, 0, k - 1, room[y]) == 0, squares)
    return proof.qed(proof.use(lemmas.terms_of_zero_sum(), total, low=0, high=k - 1, j=y, f=room))


def multiple(v, unit, *cases):
    """A sum of n terms that are one of two values is a multiple of `unit`; each case is a value and how often it is."""
    each = All(v, between(0, v, n - 1), or_(*(f[v] == value for value, _times in cases)))

    def goal(at):
        return Some(w, between(-at, w, at), unit * as_number(w) == Sum(v, 0, at - 1, f[v]))

    proof = Proof([0 <= n, each])
    begun = proof.witness(substitute(goal(i), {"i": n - n}), 0)
    later, before = proof.inductive(goal(i), i, 0, [begun], up_to=n)
    last = later.split(Sum(v, 0, i, f[v]), i - 1)
    later.let(before, w)
    sides = [lambda case, times=times: case.witness(goal(i + 1), w + times, last) for _, times in cases]
    return later.closed(later.either(later.know(each)(i), *sides)).theorem


def signed(proof):
    """Return that a row maps v to T or -T."""
    goal = (row == T) | (row == -T)
    square = proof.cite("#flat")

    def below(inner):
        return inner.cases(goal, (-T < row, inside), (TRUE, at_least))

    def inside(inner):
        return inner.contradiction(goal, square)

    def at_least(inner):
        same = inner.use(lemmas.between_each_other(), -T <= row, α=row, β=-T)
        return inner.alternative(goal, same)

    def at_most(inner):
        return inner.alternative(goal, inner.use(lemmas.between_each_other(), α=row, β=T))

    return proof.cases(goal, (row < T, below), (TRUE, at_most))


@claim.clause(
    "divides",
    *fitting,
    between(0, x, n - 1),
    (v[x] == 1) | (v[x] == -1),
    Some(w, between(-k, w, k), T * as_number(w) == k),
    kept={text(hadamard(H, k)): "false for H = 0, T = 2 and k = 5"},
)
def divides(proof):
    """Column x of H turns H·v into k·v_x: Σ_y H_yx·(H·v)_y = k·v_x, because the columns of H are orthogonal."""
    entries = proof.parts(hadamard(H, k))[-2]
    inner = proof.assuming(between(0, y, k - 1))
    turned = H[y, x] * row
    goal = (turned == T) | (turned == -T)

    each = inner.have(goal, signed(inner), entries(y, x))
    whole_multiple = proof.use(multiple(y, T, (T, 1), (-T, -1)), each, n=k, f=function(y, turned))
    whole = proof.exchange(Sum(y, 0, k - 1, Sum(z, 0, n - 1, H[y, x] * (H[y, z] * as_number(v[z])))))
    own = If(z == x, k * as_number(v[z]), 0)
    one = proof.use(lemmas.one_term(), low=0, high=n - 1, j=x, f=function(z, k * as_number(v[z])))
    total = proof.have(
        Sum(y, 0, k - 1, turned) == k * as_number(v[x]),
        whole,
        proof.termwise(z, 0, n - 1, Sum(y, 0, k - 1, H[y, x] * (H[y, z] * as_number(v[z]))) == own),
        one,
    )
    proof.let(whole_multiple, w)
    sides = [lambda case, sign=sign: case.witness(proof.goal, sign * w, total) for sign in (1, -1)]
    return proof.either(proof.know((v[x] == 1) | (v[x] == -1)), *sides)


@cache
def halves():
    """For k ≥ 0: k is twice a whole number, or one more."""

    def goal(at):
        return Some(a, between(0, a, at), (at == 2 * a) | (at == 2 * a + 1))

    proof = Proof([])
    inner, before = proof.inductive(goal(k), k, 0, [proof.witness(substitute(goal(k), {"k": k - k}), 0)])
    known = inner.let(before, a)
    return inner.closed(
        inner.either(
            known.parts()[-1],
            lambda case: case.witness(goal(k + 1), a),
            lambda case: case.witness(goal(k + 1), a + 1),
        )
    ).theorem


def power(at):
    return Some(j, between(0, j, at), t == s[j])


def divisors(at):
    """Return that every divisor of this power of two is a power of two up to it."""
    return All(t, 1 <= t, All(w, 1 <= w, (as_number(t) * w == as_number(s[at])) >> power(at)))


@lemma([0 <= m, doubling(s, m)])
def all_divisors(proof):
    """Every divisor of a power of two is one.

    By induction on the power. Let t·w = 2·s_i. Then t or w is even, because the product of two odd numbers is odd. If
    t = 2a, then a·w = s_i, so a is a power of two, and so is t. If w = 2u, then t·u = s_i, so t is a power of two.
    """
    first, _twice_each = proof.parts(doubling(s, m))[-2:]

    def of_one(inner):
        sizes = inner.use(lemmas.index_order(), j=1, k=t), inner.use(lemmas.index_order(), j=1, k=w)
        goal = inner.goal

        def more(case):
            large = case.use(lemmas.index_order(), j=2, k=t)
            more = case.have(2 <= as_number(t) * w, large, sizes[1])
            return case.contradiction(goal, more, case.have(as_number(s[0]) == 1, first))

        return inner.cases(goal, (t <= 1, lambda case: case.witness(goal, 0, first)), (TRUE, more))

    begun = proof.for_all(substitute(divisors(i), {"i": i - i}), of_one)
    later, before = proof.inductive(divisors(i), i, 0, [begun], up_to=m)
    known, double = before, later.have(as_number(s[i + 1]) == 2 * as_number(s[i]))

    def of_next(one):
        goal = one.goal
        product = one.have(as_number(t) * w == 2 * as_number(s[i]), double)

        def smaller_power(case, divisor, other):
            """By the induction: if two numbers have the product s_i, the first one is a power of two."""
            case.remember(*(case.have(1 <= each) for each in (divisor, other)))
            return case.detach(case.fact(known(divisor)(other)))

        def even_t(case, half):
            smaller = smaller_power(case, half, w)
            return case.obtain(smaller, j, lambda last, given: last.witness(goal, j + 1))

        def even_w(case, half):
            smaller = smaller_power(case, t, half)
            return case.obtain(smaller, j, lambda last, given: last.witness(goal, j))

        def both_odd(case, p, q):
            """(2p+1)·(2q+1) = 2·(2pq+p+q) + 1 is not 2·s_i: one of 2pq+p+q and s_i is larger by 1 or more."""
            whole = 2 * (p * q) + p + q
            same = case.have(as_number(2 * whole + 1) == as_number(2 * s[i]), product)
            return case.cases(
                goal,
                (
                    whole < s[i],
                    lambda last: last.contradiction(goal, same, last.use(lemmas.index_order(), j=whole + 1, k=s[i])),
                ),
                (
                    TRUE,
                    lambda last: last.contradiction(goal, same, last.use(lemmas.index_order(), j=s[i], k=whole)),
                ),
            )

        found = one.let(one.use(halves(), k=t), a)
        return one.either(
            found.parts()[-1],
            lambda case: even_t(case, a),
            lambda case: case.obtain(
                case.use(halves(), k=w),
                u,
                lambda three, other: three.either(
                    other.parts()[-1],
                    lambda last: even_w(last, u),
                    lambda last: both_odd(last, a, u),
                ),
            ),
        )

    return later.closed(later.for_all(divisors(i + 1), of_next))


claim.clause("powers-of-two", 1 <= t, 1 <= w, 0 <= m, doubling(s, m), as_number(t) * w == as_number(s[m]), power(m))(
    lambda proof: proof.detach(proof.use(all_divisors())(t)(w))
)


bits = All(x, between(0, x, n - 1), between(-1, v[x], 1))


@claim.clause(
    "odd",
    *people,
    small(H, v, 6, k, n),
    bits,
    size == 2 * as_number(u) + 1,
    size <= 25,
    kept=dict.fromkeys(
        (text(hadamard(H, k)), text(size == 2 * as_number(u) + 1)), "false only for more than 25 people"
    ),
)
def odd(proof):
    """H_yx·v_x - v_x² is 0 or -2, so (H·v)_y - |v|² is even. With |v|² = 2u+1, (H·v)_y is odd: at most 5, not 6."""
    entries = proof.parts(hadamard(H, k))[-2]
    inner = proof.assuming(between(0, y, k - 1))
    change = function(x, H[y, x] * as_number(v[x]) - as_number(v[x]) ** 2)
    cell = inner.assuming(between(0, x, n - 1))
    known = cell.know(bits)(x)
    cell.remember(known)
    goal = (change[x] == 0) | (change[x] == -2)

    def with_weight(case):
        sides = [(v[x] == value, lambda one, value=value: one.have(goal)) for value in (0, 1)]
        return case.cases(goal, *sides, (TRUE, lambda one: one.have(goal, v[x] == -1)))

    each = cell.either(entries(y, x), with_weight, with_weight)
    even = inner.use(multiple(x, 2, (0, 0), (-2, -1)), each, f=change)
    high, low = inner.parts(small(H, v, 6, k, n))[-1](y).parts()

    def step(found, half):
        whole = 2 * (w + u) + 1
        least, most = found.have(as_number(whole) <= 6, high), found.have(-as_number(whole) <= 6, low)

        def at_most(case):
            upper = case.use(lemmas.index_order(), j=whole, k=5)
            lower = case.cases(
                as_number(-5) <= as_number(whole),
                (-3 <= w + u, lambda last: last.use(lemmas.index_order(), j=-5, k=whole)),
                (
                    TRUE,
                    lambda last: last.contradiction(
                        as_number(-5) <= as_number(whole), most, last.use(lemmas.index_order(), j=whole, k=-7)
                    ),
                ),
            )
            return case.have(row**2 <= 25, case.product(upper, case.have(0 <= as_number(whole) + 5, lower)))

        return found.cases(
            row**2 <= 25,
            (w + u <= 2, at_most),
            (TRUE, lambda case: case.contradiction(row**2 <= 25, least, case.use(lemmas.index_order(), j=7, k=whole))),
        )

    each = inner.obtain(even, w, step)
    squares = proof.cite("dwork2013.section-1-1.bound#squares", v=lambda i: as_number(v[i]))
    scaled = proof.have(k * size <= k * as_number(25), squares, proof.termwise(y, 0, k - 1, each))
    positive = proof.use(lemmas.index_order_strictly(), j=0)
    return proof.use(lemmas.quotient_order(), scaled, positive, t=k, α=size, β=25)


@claim.clause(
    "six", between(0, j, m), doubling(s, m), s[j] != 6, kept={text(doubling(s, m)): "otherwise s[j] can be 6"}
)
def six(proof):
    """The powers of two are 1, 2, 4 and others from 8 on."""
    first = proof.parts(doubling(s, m))[-2]

    def listed(at):
        return (s[at] == 1) | ((s[at] == 2) | ((s[at] == 4) | (8 <= s[at])))

    later, before = proof.inductive(listed(i), i, 0, [first], up_to=j)
    sides = [lambda case: case.have(listed(i + 1))] * 4
    return proof.have(proof.goal, later.closed(later.either(before, *sides)))


powers_of_2 = (0 <= m, doubling(s, m), between(0, n, s[m]), hadamard(H, s[m]))


@claim.clause(
    "at-most-34",
    *powers_of_2,
    small(H, v, 6, s[m], n),
    bits,
    size == as_number(u),
    u <= 34,
    kept={
        **dict.fromkeys((text(doubling(s, m)), text(hadamard(H, s[m]))), "false only for more than 34 people"),
        text(size == as_number(u)): "u is the number of wrong bits",
    },
)
def at_most_34(proof):
    """u ≤ 36, as the squares sum to k·u. `odd_number` excludes 35, and `all_flat` excludes 36, as 6 would divide k."""
    first = proof.parts(doubling(s, m))[-2]
    length = s[m]
    later, before = proof.inductive(1 <= s[i], i, 0, [first], up_to=m)
    positive = later.closed(later.have(1 <= s[i + 1], before))
    proof.remember(positive)
    squares = proof.cite("dwork2013.section-1-1.bound#squares", v=lambda i: as_number(v[i]), k=length)
    scaled = proof.have(
        length * size <= length * as_number(36), squares, proof.termwise(y, 0, length - 1, row**2 <= 36)
    )
    weight = proof.use(lemmas.index_order_strictly(), proof.have(0 < length, positive), j=0, k=length)
    few = proof.use(lemmas.quotient_order(), scaled, weight, t=length, α=size, β=36)

    def odd_number(case):
        return case.contradiction(proof.goal, case.cite("#odd", positive, k=length, u=17))

    def all_flat(case):
        some = case.use(lemmas.some_positive_term(), low=0, high=n - 1, f=function(x, as_number(v[x]) ** 2))

        def of_entry(one, known):
            """Some entry of v is not 0. It is 1 or -1, so 6 divides k."""
            one.remember(one.know(bits)(x))
            goal = (v[x] == 1) | (v[x] == -1)
            its_square = one.have(0 < as_number(v[x]) * as_number(v[x]))

            def zero(last):
                none = last.have(as_number(v[x]) == 0)
                return last.contradiction(goal, last.replace(none, lambda at: as_number(0) < at * at, its_square))

            unit = one.cases(goal, (v[x] == 0, zero), (TRUE, lambda last: last.have(goal)))
            return one.obtain(one.cite("#divides", unit, k=length, T=6), w, of_divisor)

        def of_divisor(one, known):
            """Then 6 is a power of two, unless 6 times a number below 1 is k."""
            equal = known.parts()[-1]

            def of_power(last, power_):
                return last.have(proof.goal, last.cite("#six"))

            def large(last):
                return last.obtain(last.cite("#powers-of-two", equal, t=6), j, of_power)

            return one.cases(
                proof.goal,
                (1 <= w, large),
                (TRUE, lambda last: last.contradiction(proof.goal, weight, last.use(lemmas.index_order(), j=w, k=0))),
            )

        return case.obtain(some, x, of_entry)

    def more(case):
        return case.contradiction(proof.goal, few, case.use(lemmas.index_order(), j=37, k=u))

    return proof.cases(
        proof.goal, (u <= 34, lambda case: case.have(u <= 34)), (u == 35, odd_number), (u == 36, all_flat), (TRUE, more)
    )


def unless_zero(value):
    return If(value == 0, as_number(0), 1)


flat_everywhere = explained(
    "{0} maps {1} to {2} or its negative on {{0..{3}-1}}",
    (H, v, T, k),
    All(y, between(0, y, k - 1), (query(H, v, y, k) == T) | (query(H, v, y, k) == -T)),
)
ones = explained("nonzeros({0}; {1})", (v, k), Sum(x, 0, k - 1, unless_zero(v[x])))
"""How many entries are not 0."""

difference = explained(
    "{0} is a difference of bits on {{0..{1}-1}}", (v, k), All(x, between(0, x, k - 1), between(-1, v[x], 1))
)
"""A difference of two databases of bits: entries -1, 0 and 1."""


def joined(first, second, length):
    """Return the vector that is first the one, and then the other."""
    return function(x, If(x < length, first[x], second[x - length]))


@cache
def halves_of_query():
    """The matrix of twice the size, times two vectors one after the other: their sum, then their difference."""
    p, q = (variable(name, INDEX_MAP) for name in "pq")
    both_of = joined(p, q, k)
    proof = Proof([1 <= k])

    def of(side, guards, at, sign):
        inner = proof.assuming(*guards)
        whole = inner.split(Sum(x, 0, 2 * k - 1, twofold(H, k)[y, x] * as_number(both_of[x])), k - 1)
        moved = inner.use(moved_sum(), f=lambda i: H[at, i] * as_number(q[i]))
        goal = query(twofold(H, k), both_of, y, 2 * k) == query(H, p, at, k) + sign * query(H, q, at, k)
        return inner.have(goal, whole, moved)

    return of(0, (0 <= y, y < k), y, 1).theorem, of(1, (k <= y, y < 2 * k), y - k, -1).theorem


minus, zero = function(x, -v[x]), function(x, i - i)
padded = explained("padded({0}; {1})", (v, k), joined(v, zero, k))(v, k)
fourfold = explained("fourfold({0}; {1})", (v, k), joined(joined(v, v, k), joined(v, minus, k), 2 * k))(v, k)


def plain(proof, at):
    """Return what a row makes of 0 and of -v."""
    none = proof.have(query(H, zero, at, k) == 0)
    return none, proof.have(query(H, minus, at, k) == -query(H, v, at, k))


def signs(proof, at, *facts):
    """Return the goal, that a row is one of two numbers, from its value and the row `at` of the smaller matrix."""
    goal = proof.goal

    def side(case):
        return case.have(goal, *facts)

    return proof.either(
        proof.know(flat_everywhere(H, v, T, k)).proof.parts(flat_everywhere(H, v, T, k))[-1](at), side, side
    )


@claim.clause("twice", 1 <= k, flat_everywhere(H, v, T, k), flat_everywhere(twofold(H, k), padded, T, 2 * k))
def twice(proof):
    """The twofold matrix maps (v, 0) to (H·v, H·v)."""
    upper, lower = halves_of_query()
    inner = proof.inside()

    def half(theorem, at):
        def found(case):
            value = case.use(theorem, p=v, q=zero)
            return signs(case.assuming(goal=inner.goal), at, value, plain(case, at)[0])

        return found

    return inner.closed(inner.cases(inner.goal, (y < k, half(upper, y)), (TRUE, half(lower, y - k))))


@claim.clause(
    "four-times",
    1 <= k,
    flat_everywhere(H, v, T, k),
    flat_everywhere(twofold(twofold(H, k), 2 * k), fourfold, 2 * T, 4 * k),
)
def four_times(proof):
    """The twofold matrix maps (v, v) to (2H·v, 0) and (v, -v) to (0, 2H·v); the sum and the difference have ±2H·v."""
    upper, lower = halves_of_query()
    parts = joined(v, v, k), joined(v, minus, k)

    def within(inner, whole, at):
        """Return the goal where the row is `at` of the twofold matrix, by whether that is in its upper half."""

        def half(theorem, row):
            def found(case):
                values = [
                    case.fact(core.instance(theorem, {"y": at})).proof.use(core.instance(theorem, {"y": at}), p=v, q=q)
                    for q in (v, minus)
                ]
                return signs(case.assuming(goal=inner.goal), row, whole, *values, plain(case, row)[1])

            return found

        return inner.cases(inner.goal, (at < k, half(upper, at)), (TRUE, half(lower, at - k)))

    def step(inner):
        def half(theorem, at):
            def found(case):
                whole = case.use(theorem, H=twofold(H, k), k=2 * k, p=parts[0], q=parts[1])
                return within(case.assuming(goal=inner.goal), whole, at)

            return found

        return inner.cases(inner.goal, (y < 2 * k, half(upper, y)), (TRUE, half(lower, y - 2 * k)))

    return proof.for_all(proof.goal, step)


@cache
def joined_ones():
    """The number of entries that are not 0 adds up."""
    p, q = (variable(name, INDEX_MAP) for name in "pq")
    whole = joined(p, q, k)
    proof = Proof([1 <= k], ones(whole, 2 * k) == ones(p, k) + ones(q, k))
    halves_ = proof.split(Sum(x, 0, 2 * k - 1, unless_zero(whole[x])), k - 1)
    low = proof.termwise(x, 0, k - 1, unless_zero(whole[x]) == unless_zero(p[x]))
    high = proof.termwise(x, k, 2 * k - 1, unless_zero(whole[x]) == unless_zero(q[x - k]))
    return proof.qed(halves_, low, high, proof.use(moved_sum(), f=lambda i: unless_zero(q[i])))


@claim.clause("twice-as-many", 1 <= k, ones(padded, 2 * k) == ones(v, k))
def twice_as_many(proof):
    return proof.restated(
        proof.have(ones(joined(v, zero, k), 2 * k) == ones(v, k), proof.use(joined_ones(), p=v, q=zero))
    )


@claim.clause("four-times-as-many", 1 <= k, ones(fourfold, 4 * k) == 4 * ones(v, k))
def four_times_as_many(proof):
    parts = joined(v, v, k), joined(v, minus, k)
    sums = [proof.use(joined_ones(), p=v, q=q) for q in (v, minus)]
    whole = proof.use(joined_ones(), k=2 * k, p=parts[0], q=parts[1])
    same = proof.termwise(x, 0, k - 1, unless_zero(-v[x]) == unless_zero(v[x]))
    return proof.restated(proof.have(ones(joined(*parts, 2 * k), 4 * k) == 4 * ones(v, k), whole, same, *sums))


@cache
def still_a_difference():
    """The larger vectors, too, have entries from -1 to 1."""
    found = []
    for larger, length, starts in ((padded, 2 * k, (0,)), (fourfold, 4 * k, (0, k, 2 * k, 3 * k))):
        proof = Proof([1 <= k, difference(v, k)], difference(larger, length))

        def step(inner, starts=starts):
            known = inner.parts(difference(v, k))[-1]

            def part(start):
                return lambda case: case.have(inner.goal, known(x - start))

            sides = [(x < start + k, part(start)) for start in starts]
            return inner.cases(inner.goal, *sides, (TRUE, lambda case: case.have(inner.goal)))

        found.append(proof.for_all(proof.goal, step).theorem)
    return found


def attained(root, length):
    """Return that for queries of this number some difference is mapped to ±root, and has root² wrong bits."""
    vector = Some(v, difference(v, length) & flat_everywhere(H, v, root, length) & (ones(v, length) == root**2))
    return Some(H, hadamard(H, length) & vector)


@claim.clause("attained", 0 <= z, 2 * z <= m, doubling(s, m), attained(as_number(s[z]), s[m]))
def of_attained(proof):
    """From k = 1 and v = (1), z steps `four` make k = 4^z and T = 2^z. Then steps `two` append zeros, up to k = 2^m."""
    first = proof.parts(doubling(s, m))[-2]

    def witnessed(inner, larger, vector, root, length, *facts):
        """Return that it is attained, by a matrix and a vector."""
        goal = attained(root, length)
        named = substitute(goal.args[2], {"H": larger})
        return inner.witness(goal, larger, inner.both(facts[0], inner.witness(named.args[1], vector, *facts[1:])))

    def from_it(inner, some, step):
        return inner.obtain(some, H, lambda one, known: one.obtain(known.parts()[-1], v, step))

    def grown(inner, before):
        later = inner.assuming(i + 1 <= m)
        return inner.imply(i + 1 <= m, later.have(1 <= s[i + 1], later.detach(before)))

    sizes = proof.induction((i <= m) >> (1 <= s[i]), i, 0, [first], grown)

    def four(inner, before):
        """From v to (v, v, v, -v), which has four times as many queries and wrong bits, and doubles the root."""
        later = inner.assuming(2 * j + 2 <= m)
        length, root = s[2 * j], as_number(s[j])
        size = later.detach(sizes.with_(i=2 * j))

        def step(one, known):
            matrix_ = one.cite("dwork2013.section-1-1.bound#twice", size, k=length)
            again = one.cite(
                "dwork2013.section-1-1.bound#twice",
                matrix_,
                one.have(1 <= 2 * length, size),
                H=twofold(H, length),
                k=2 * length,
            )
            rows = one.cite("#four-times", size, k=length, T=root)
            many = one.cite("#four-times-as-many", size, k=length)
            total = one.have(many.says.args[0] == (2 * root) ** 2, many)
            still = one.use(still_a_difference()[1], size, k=length)
            vector = substitute(fourfold, {"k": length})
            return witnessed(
                one, twofold(twofold(H, length), 2 * length), vector, 2 * root, 4 * length, again, still, rows, total
            )

        found = from_it(later, later.detach(before), step)
        twice_ = later.have(4 * s[2 * j] == s[2 * j + 2])
        found = later.replace(twice_, lambda at: attained(2 * root, at), found)
        next_ = later.have(2 * root == as_number(s[j + 1]))
        return inner.imply(2 * j + 2 <= m, later.replace(next_, lambda at: attained(at, s[2 * j + 2]), found))

    single = function(y, x, as_number(1)), function(x, i - i + 1)
    # The query of one bit: H = (1) and v = (1)
    begun = witnessed(proof, *single, as_number(1), 1, proof.cite("dwork2013.section-1-1.bound#one"))
    begun = proof.replace(proof.have(as_index(1) == s[0], first), lambda at: attained(as_number(1), at), begun)
    begun = proof.replace(proof.have(as_number(1) == as_number(s[0]), first), lambda at: attained(at, s[0]), begun)
    least = proof.detach(
        proof.induction((2 * j <= m) >> attained(as_number(s[j]), s[2 * j]), j, 0, [begun], four).with_(j=z)
    )

    def two(inner, before):
        """From v to (v, 0), which has twice as many queries, and the same wrong bits and root."""
        later = inner.assuming(i + 1 <= m)
        size = later.detach(sizes)

        def step(one, known):
            matrix_ = one.cite("dwork2013.section-1-1.bound#twice", size, k=s[i])
            rows = one.cite("#twice", size, k=s[i], T=as_number(s[z]))
            many = one.cite("#twice-as-many", size, k=s[i])
            total = one.have(many.says.args[0] == as_number(s[z]) ** 2, many)
            still = one.use(still_a_difference()[0], size, k=s[i])
            vector = substitute(padded, {"k": s[i]})
            return witnessed(one, twofold(H, s[i]), vector, as_number(s[z]), 2 * s[i], matrix_, still, rows, total)

        found = from_it(later, later.detach(before), step)
        twice_ = later.have(2 * s[i] == s[i + 1])
        return inner.imply(i + 1 <= m, later.replace(twice_, lambda at: attained(as_number(s[z]), at), found))

    goal = (i <= m) >> attained(as_number(s[z]), s[i])
    return proof.detach(proof.induction(goal, i, 2 * z, [least], two).with_(i=m))


LARGE = "-00-00-00-00--0000--0+0+-0-+0+000-00-0-00-++0++0-000-++000+0000-"
"""A difference of two databases that 64 and more Hadamard queries map to at most 6."""


def _both_fit(queries):
    """Return whether two databases that differ in 28 bits fit the same answers with errors up to 3."""
    entries = ["-0+".index(sign) - 1 for sign in LARGE] + [0] * (queries - len(LARGE))
    pair = tuple(int(each > 0) for each in entries), tuple(int(each < 0) for each in entries)
    differ = sum(map(abs, entries)) == 28
    error, rows = Fraction(3), hadamard_queries(queries)
    answers = WorstCase(error, pair, 28, 34, "").answers(rows)
    return differ and all(map(Transcript(rows, answers, error).admits, pair))


fit = computed(
    Definition(
        "two databases 28 bits apart fit the same answers to {0} Hadamard queries with errors up to 3",
        (k,),
        None,
        decide=_both_fit,
    ),
    "two databases and such answers are written down, and each answer is compared",
)
claim.clause("twenty-eight", fit(128) & fit(256))(by_evaluation)

largest = computed(
    Definition(
        "most wrong bits for errors up to {0} on 8 Hadamard queries",
        (E,),
        None,
        NUMBER,
        decide=lambda error: Fraction(worst_case(hadamard_queries(8), error).wrong),
    ),
    "the number of wrong bits of the best guess in the worst case, found by trying all pairs of databases",
)
claim.clause("by-search", both(largest("1/2") == 1, largest(1) == 4, largest("3/2") == 5))(by_evaluation)
