"""Theorems about the list of all datasets of a size: each dataset occurs once, and sums over the list."""

from collections.abc import Callable
from functools import cache

from exactdp.claims.lemmas.number import index_order, index_order_strictly, scaled_equation
from exactdp.claims.logic import core
from exactdp.claims.logic.core import Theorem
from exactdp.claims.logic.deriving import Proof
from exactdp.claims.logic.known import Fact
from exactdp.claims.statements.formulas import *
from exactdp.claims.vocabulary.count_query import values_up_to
from exactdp.claims.vocabulary.dataset import all_answers, conditional, listed, outputs, powers, subset
from exactdp.claims.vocabulary.query import bits, fits_both

i, j, k, m, n, q, r, v, w, y, z = indices("i j k m n q r v w y z")
d, s = (variable(name, INDEX_MAP) for name in "ds")
D, P, W = variable("D", Function(2, INDEX)), variable("P", Function(3, NUMBER)), variable("W", MATRIX)
c, e, f, g, u = vectors("c e f g u")
(a,) = numbers("α")


# Whole numbers


@cache
def order_of_indices() -> Theorem:
    """If j ≤ k as numbers, then also as indices."""
    proof = Proof([as_number(j) <= k], j <= k)
    return proof.by_contradiction(
        proof.goal, lambda other: other.contradiction(proof.goal, other.use(index_order_strictly(), j=k, k=j))
    ).theorem


@cache
def next_multiple() -> Theorem:
    """w·(k+1) = w·k + w."""
    proof = Proof([], w * (k + 1) == w * k + w)
    sides = (w * (k + 1), w * k + w)
    return proof.qed(*(proof.use(order_of_indices(), j=a, k=b) for a, b in (sides, sides[::-1])))


@cache
def smaller_multiples() -> Theorem:
    """For w ≥ 0 and j < k: w·j + w ≤ w·k."""
    proof = Proof([0 <= w, j < k], w * j + w <= w * k)
    less = proof.product(proof.use(index_order(), j=0, k=w), proof.use(index_order(), j=j + 1, k=k))
    return proof.use(order_of_indices(), proof.have(as_number(w * j + w) <= w * k, less), j=w * j + w, k=w * k).theorem


@cache
def quotient() -> Theorem:
    """For 0 ≤ y < w·q there is v in {0..q-1} with w·v ≤ y < w·v + w."""
    goal = (y < w * q) >> Some(v, between(0, v, q - 1), (w * v <= y) & (y < w * v + w))
    proof = Proof([0 <= y, 0 <= q])

    none = Proof([0 <= y, y < 0])
    sides = none.use(index_order(), j=0, k=y), none.use(index_order_strictly(), j=y, k=0)
    begun = none.imply(y < 0, none.contradiction(substitute(goal.args[1], {"q": as_index(0)}), *sides))
    inner, before = proof.inductive(goal, q, 0, [begun])
    after = substitute(goal, {"q": q + 1})
    further = inner.assuming(after.args[0])

    def lower(case: Proof) -> Fact:
        return case.obtain(case.detach(before), v, lambda p, given: p.witness(after.args[1], v, given))

    def last(case: Proof) -> Fact:
        return case.witness(after.args[1], q, case.use(next_multiple(), k=q))

    return inner.closed(
        inner.imply(after.args[0], further.cases(after.args[1], (y < w * q, lower), (TRUE, last)))
    ).theorem


@cache
def sum_in_blocks() -> Theorem:
    """For w ≥ 0 and q ≥ 0: a sum over {0..w·q-1} is that of q sums of w terms each."""
    goal = Sum(y, 0, w * q - 1, f[y]) == Sum(v, 0, q - 1, Sum(z, 0, w - 1, f[z + w * v]))
    proof = Proof([0 <= w, 0 <= q])
    inner, before = proof.inductive(goal, q, 0, [])
    signs = [inner.use(index_order(), j=0, k=each) for each in (w, q)]
    sign = inner.use(order_of_indices(), inner.product(*signs), j=0, k=w * q)
    known = inner.assuming(sign.says)
    last = w * q + w - 1
    halves = known.split(Sum(y, 0, last, f[y]), w * q - 1)
    one = known.assuming(between(w * q, y, last))
    ends = one.split(Sum(z, 0, y - w * q, f[z + w * q]), y - w * q - 1)
    block = known.telescope(y, w * q, last, f[y], lambda at: Sum(z, 0, at - w * q - 1, f[z + w * q]), ends)
    blocks = known.split(Sum(v, 0, q, Sum(z, 0, w - 1, f[z + w * v])), q - 1)
    whole = known.have(Sum(y, 0, last, f[y]) == blocks.says.args[0], before, halves, block, blocks)
    found = inner.fact(whole, sign)
    to = inner.have(w * q + w == w * (q + 1), inner.use(next_multiple(), k=q))
    return inner.closed(inner.replace(to, lambda at: Sum(y, 0, at - 1, f[y]) == blocks.says.args[0], found)).theorem


# The list of all datasets


@cache
def power_at_least_one() -> Theorem:
    """For q ≥ 1, each power q^j of a list of powers is at least 1."""
    proof = Proof([1 <= q, powers(s, q, n), between(0, j, n)], 1 <= s[j])
    first, each = proof.parts(powers(s, q, n))[-2:]
    later, before = proof.inductive(1 <= s[v], v, 0, [first], up_to=j)
    more = later.use(smaller_multiples(), before, w=s[v], j=0, k=q)
    return later.closed(later.have(1 <= s[v + 1], each(v), more, before)).theorem


@cache
def number_of_datasets() -> Theorem:
    """The last power is q^n."""
    proof = Proof([0 <= n, powers(s, q, n)], as_number(s[n]) == as_number(q) ** n)
    first, each = proof.parts(powers(s, q, n))[-2:]
    later, before = proof.inductive(as_number(s[j]) == as_number(q) ** j, j, 0, [first], up_to=n)
    return later.closed(later.have(as_number(s[j + 1]) == as_number(q) ** (j + 1), each(j), before)).theorem


@cache
def place_of_digits() -> Theorem:
    """For 0 ≤ z < q^j and 0 ≤ v < q: 0 ≤ z + q^j·v < q^(j+1)."""
    given = [1 <= q, powers(s, q, n), between(0, j, n - 1), between(0, z, s[j] - 1), between(0, v, q - 1)]
    proof = Proof(given, between(0, z + s[j] * v, s[j + 1] - 1))
    positive = proof.use(power_at_least_one())
    signs = proof.have(0 <= s[j], positive)
    most = proof.use(smaller_multiples(), signs, w=s[j], j=v, k=q)
    least = proof.use(smaller_multiples(), signs, w=s[j], j=-1, k=v)
    return proof.qed(most, least, proof.parts(powers(s, q, n))[-1](j))


@cache
def every_dataset_is_listed() -> Theorem:
    """Each dataset of n entries from {0..q-1} occurs in the list."""
    proof = Proof([0 <= n, 1 <= q, powers(s, q, n), listed(D, s, q, n), values_up_to(d, n, q - 1)])

    def at(j: Term) -> Formula:
        return Some(z, between(0, z, s[j] - 1), All(i, between(0, i, j - 1), D[z, i] == d[i]))

    first = proof.parts(powers(s, q, n))[-2]
    digits = proof.know(listed(D, s, q, n))
    begun = proof.witness(at(term(0)), 0, first)
    later, before = proof.inductive(at(j), j, 0, [begun], up_to=n)
    value = later.know(values_up_to(d, n, q - 1))(j)
    given = later.let(before, z)

    def placed(known: Proof) -> Fact:
        inside = known.use(place_of_digits(), v=d[j])
        last, others = digits(j, d[j], z).parts()
        place, same = z + s[j] * d[j], known.parts(given.says)[-1]
        one = known.inside(All(i, between(0, i, j), D[place, i] == d[i]))
        goal = one.goal
        whole = one.closed(
            one.cases(
                goal,
                (i == j, lambda p: p.replace(p.have(j == i), lambda w: D[place, w] == d[w], last)),
                (TRUE, lambda p: p.have(goal, others(i), same(i))),
            )
        )
        return known.witness(at(j + 1), place, inside, whole)

    return later.closed(later.knowing(value, placed)).theorem


@cache
def datasets_differ() -> Theorem:
    """Two numbers in the list with the same entries are equal."""
    proof = Proof([0 <= n, 1 <= q, powers(s, q, n), listed(D, s, q, n)])

    def at(j: Term) -> Formula:
        same = All(i, between(0, i, j - 1), D[y, i] == D[z, i])
        return Every((y, 0, s[j] - 1), (z, 0, s[j] - 1), same >> (y == z))

    first = proof.parts(powers(s, q, n))[-2]
    digits = proof.know(listed(D, s, q, n))
    begun = proof.for_all(at(term(0)), lambda inner: inner.have(y == z, first))
    later, earlier = proof.inductive(at(j), j, 0, [begun], up_to=n)
    sizes = later.both(later.parts(powers(s, q, n))[-1](j), later.use(power_at_least_one()))

    def pair(case: Proof) -> Fact:
        same = case.know(case.given[-1])
        in_block = [case.use(quotient(), y=of, w=s[j]) for of in (y, z)]
        parts = [case.detach(each) for each in in_block]

        def both_parts(p: Proof) -> Fact:
            of_y, of_z = digits(j, k, y - s[j] * k), digits(j, m, z - s[j] * m)
            equal = p.have(k == m, of_y.parts()[0], of_z.parts()[0], same(j))

            def with_equal(e: Proof) -> Fact:
                inside = All(i, between(0, i, j - 1), D[y - s[j] * k, i] == D[z - s[j] * m, i])
                rest = e.for_all(inside, lambda one: one.qed(of_y.parts()[1](i), of_z.parts()[1](i), same(i)))
                found = e.detach(earlier(y - s[j] * k, z - s[j] * m), rest)
                return e.have(y == z, found, e.replace(equal, lambda w: s[j] * k == s[j] * w))

            return p.knowing(equal, with_equal)

        return case.obtain(parts[0], k, lambda one, _: one.obtain(parts[1], m, lambda two, _: both_parts(two)))

    return later.closed(later.knowing(sizes, lambda p: p.for_all(at(j + 1), pair))).theorem


@cache
def entries_of_the_list() -> Theorem:
    """Each dataset of the list has entries in {0..q-1}."""
    proof = Proof([0 <= n, 1 <= q, powers(s, q, n), listed(D, s, q, n)])

    def at(j: Term) -> Formula:
        return Every((y, 0, s[j] - 1), (i, 0, j - 1), between(0, D[y, i], q - 1))

    digits = proof.know(listed(D, s, q, n))
    begun = proof.for_all(at(term(0)), lambda inner: inner.have(inner.goal))
    later, earlier = proof.inductive(at(j), j, 0, [begun], up_to=n)

    def entry(case: Proof) -> Fact:
        block = case.detach(case.use(quotient(), w=s[j]))
        case.let(block, k)
        last, others = digits(j, k, y - s[j] * k).parts()
        return case.cases(
            case.goal,
            (i == j, lambda one: one.replace(one.have(j == i), lambda w: between(0, D[y, w], q - 1), last)),
            (TRUE, lambda one: one.have(case.goal, others(i), earlier(y - s[j] * k, i))),
        )

    size = later.parts(powers(s, q, n))[-1](j)
    return later.closed(later.knowing(size, lambda p: p.for_all(at(j + 1), entry))).theorem


@cache
def every_subset_is_listed() -> Theorem:
    """Each subset of n people occurs in the list of all datasets with two values."""
    goal = Some(z, between(0, z, s[n] - 1), All(i, between(1, i, n), subset(D, z)[i] == c[i]))
    proof = Proof([0 <= n, powers(s, 2, n), listed(D, s, 2, n), bits(c, n)], goal)
    entries = function(i, If(c[i + 1] < 1, 0, 1))

    def value(one: Proof) -> Fact:
        sides = (as_index(0), entries[j]), (entries[j], as_index(1))
        orders = [one.use(order_of_indices(), as_number(a) <= b, j=a, k=b) for a, b in sides]
        return one.have(one.goal, *orders)

    values = proof.for_all(values_up_to(entries, n, 1), value)
    some = proof.use(every_dataset_is_listed(), values, q=2, d=entries)

    def found(case: Proof, given: Fact) -> Fact:
        one = case.inside(goal.args[2])
        same = given.parts()[-1](i - 1)
        return case.witness(
            goal,
            z,
            one.closed(one.either(one.parts(bits(c, n))[-1](i), *[lambda bit: bit.indirect(one.goal, same)] * 2)),
        )

    return proof.obtain(some, z, found).theorem


@cache
def other_bits() -> Theorem:
    """If the entries of c are bits, so are the entries of 1 - c: the people that are not in the subset."""
    proof = Proof([bits(c, n)], bits(function(i, 1 - c[i]), n))
    one = proof.inside()
    return one.closed(one.either(one.know(bits(c, n))(i), *[lambda case: case.have(one.goal)] * 2)).theorem


@cache
def some_answer() -> Theorem:
    """The answers to all subsets include an answer to any subset that is given as bits."""
    every = all_answers(u, D, s[n], a, c, g, n)
    goal = Some(z, between(0, z, s[n] - 1), fits_both(u[z], e, a, c, g, n))
    proof = Proof([0 <= n, powers(s, 2, n), listed(D, s, 2, n), bits(e, n), every], goal)

    def found(case: Proof, given: Fact) -> Fact:
        one = case.assuming(between(1, i, n))
        same = given.parts()[-1](i)
        sums = []
        for of in (c, g):
            equal = one.use(scaled_equation(), same, t=of[i], α=subset(D, z)[i], β=e[i])
            sums.append(case.termwise(i, 1, n, equal.says, equal))
        return case.witness(goal, z, case.know(every)(z), *sums)

    return proof.obtain(proof.use(every_subset_is_listed(), c=e), z, found).theorem


@cache
def subset_has_bits() -> Theorem:
    """The subsets of the list are bits."""
    proof = Proof([0 <= n, powers(s, 2, n), listed(D, s, 2, n), between(0, z, s[n] - 1)], bits(subset(D, z), n))
    one = proof.inside()
    low, high = one.use(entries_of_the_list(), q=2)(z, i - 1).parts()
    zero, second = D[z, i - 1] == 0, D[z, i - 1] == 1
    return one.closed(
        one.knowing(
            one.both(low, high),
            lambda p: p.cases(
                one.goal,
                (zero, lambda q: q.alternative(one.goal, q.have(subset(D, z)[i] == 0, zero))),
                (TRUE, lambda q: q.alternative(one.goal, q.have(subset(D, z)[i] == 1, second))),
            ),
        )
    ).theorem


@cache
def sum_of_bits() -> Theorem:
    """A sum of bits is a whole number: for k ≥ 0 there is w ≥ 0 that is Σ c_i, 1 ≤ i ≤ k."""
    goal = Some(w, 0 <= w, as_number(w) == Sum(i, 1, n, c[i]))
    some = substitute(goal, {"n": k})
    proof = Proof([0 <= n, bits(c, n)], goal)

    begun = proof.witness(substitute(goal, {"n": term(0)}), 0)
    later, before = proof.inductive(some, k, 0, [begun], up_to=n)
    last = later.split(Sum(i, 1, k + 1, c[i]), k)
    after = substitute(goal, {"n": k + 1})
    given = later.let(before, w)
    return later.closed(
        later.either(
            later.know(bits(c, n))(k + 1),
            lambda p: p.witness(after, w, given, last),
            lambda p: p.witness(after, w + 1, given, last),
        )
    ).theorem


@cache
def whole_part() -> Theorem:
    """A sum of bits that is less than k + 1 is at most k."""
    total = Sum(i, 1, n, c[i])
    proof = Proof([0 <= n, bits(c, n), total < k + 1], total <= k)

    def found(case: Proof, given: Fact) -> Fact:
        same = given.parts()[-1]
        other = case.otherwise(w <= k)
        less = other.absurd(other.use(index_order(), j=k + 1, k=w), same)
        return case.have(proof.goal, case.use(index_order(), less, j=w), same)

    return proof.obtain(proof.use(sum_of_bits()), w, found).theorem


# Sequences of outputs


@cache
def next_outputs() -> Theorem:
    """A weighted sum over sequences of j+1 outputs: over sequences of j outputs, and then over the next output."""
    given = [0 <= m, powers(s, m + 1, k), outputs(W, P, s, m, k), between(0, j, k - 1)]
    later = Sum(z, 0, s[j] - 1, W[j, z] * Sum(r, 0, m, P[j, z, r] * f[z + s[j] * r]))
    proof = Proof(given, Sum(y, 0, s[j + 1] - 1, W[j + 1, y] * f[y]) == later)
    size, next_ = proof.use(power_at_least_one(), q=m + 1, n=k), proof.parts(powers(s, m + 1, k))[-1](j)
    blocks = proof.use(sum_in_blocks(), proof.have(0 <= s[j], size), w=s[j], q=m + 1, f=lambda v: W[j + 1, v] * f[v])
    cell = proof.assuming(between(0, r, m), between(0, z, s[j] - 1))
    step = cell.parts(outputs(W, P, s, m, k))[-1](j, r, z)
    term = W[j, z] * P[j, z, r] * f[z + s[j] * r]
    each = cell.have(W[j + 1, z + s[j] * r] * f[z + s[j] * r] == term, step)
    block = proof.assuming(between(0, r, m))
    rows = block.termwise(z, 0, s[j] - 1, each.says, each)
    turned = proof.exchange(Sum(r, 0, m, Sum(z, 0, s[j] - 1, term)))
    whole = proof.have(
        Sum(y, 0, s[j] * (m + 1) - 1, W[j + 1, y] * f[y]) == later,
        blocks,
        proof.termwise(r, 0, m, rows.says, rows),
        turned,
    )
    to = proof.have(s[j] * (m + 1) == s[j + 1], next_)
    return proof.replace(to, lambda at: Sum(y, 0, at - 1, W[j + 1, y] * f[y]) == later, whole).theorem


@cache
def outputs_nonnegative() -> Theorem:
    """The probabilities of sequences of outputs are ≥ 0."""
    given = [0 <= m, powers(s, m + 1, k), outputs(W, P, s, m, k), conditional(P, s, m, k)]
    proof = Proof([between(0, j, k), *given])
    first, next_ = proof.parts(powers(s, m + 1, k))[-2:]
    start, steps = proof.parts(outputs(W, P, s, m, k))[-2:]

    def at(j: Term, last: Term) -> Formula:
        return All(z, between(0, z, last - 1), 0 <= W[j, z])

    def none(one: Proof) -> Fact:
        return one.replace(one.have(as_index(0) == z, first), lambda v: 0 <= W[0, v], start)

    begun = Proof(given).for_all(at(as_index(0), s[0]), none)
    later, earlier = proof.inductive(at(v, s[v]), v, 0, [begun], up_to=j)

    def sequence(known: Proof) -> Fact:
        known.let(known.detach(known.use(quotient(), y=z, w=s[v], q=m + 1)), r)
        here, chance = earlier(z - s[v] * r), known.know(conditional(P, s, m, k))(v, z - s[v] * r).parts()[0](r)
        return known.have(known.goal, steps(v, r, z - s[v] * r), known.product(here, chance))

    return later.closed(later.knowing(next_(v), lambda known: known.for_all(at(v + 1, s[v + 1]), sequence))).theorem


@cache
def outputs_sum_to_1() -> Theorem:
    """The probabilities of all sequences of j outputs sum to 1."""
    given = [0 <= m, powers(s, m + 1, k), outputs(W, P, s, m, k), conditional(P, s, m, k)]
    proof = Proof([between(0, j, k), *given])
    first, start = proof.parts(given[1])[-2], proof.parts(given[2])[-2]

    def at(j: Term, last: Term) -> Formula:
        return Sum(z, 0, last - 1, W[j, z]) == 1

    alone = Proof(given)
    begun = alone.replace(alone.have(as_index(1) == s[0], first), lambda v: at(as_index(0), v), start)
    later, before = proof.inductive(at(v, s[v]), v, 0, [begun], up_to=j)
    cell = later.assuming(between(0, z, s[v] - 1))
    one = cell.know(given[3])(v, z).parts()[-1]
    each = cell.have(W[v, z] * Sum(r, 0, m, P[v, z, r] * 1) == W[v, z], one)
    rows = later.termwise(z, 0, s[v] - 1, each.says, each)
    whole = later.use(next_outputs(), j=v, f=function(z, as_number(1)))
    return later.closed(later.have(at(v + 1, s[v + 1]), whole, rows, before)).theorem


def for_bits(proof: Proof, formula: Callable[..., Formula], *bits: Fact) -> Fact:
    """Return a statement about numbers that are each 0 or 1, from all their values; `bits` say which numbers these are.

    >>> either = (c[i] == 0) | (c[i] == 1)
    >>> proof = Proof([either])
    >>> for_bits(proof, lambda bit: bit * bit == bit, proof.know(either)).says
    c[i]·c[i] = c[i]
    """
    terms = [each.says.args[0].args[0] for each in bits]

    def decided(case: Proof, values: list[int]) -> Fact:
        at = len(values)
        if at == len(bits):
            found = case.fact(core.evaluate(formula(*map(as_number, values))))
            for k, value in enumerate(values):
                equal = case.have(as_number(value) == terms[k])

                def pattern(v: Term, k: int = k) -> Formula:
                    return formula(*terms[:k], v, *map(as_number, values[k + 1 :]))

                found = case.replace(equal, pattern, found)
            return found
        return case.either(bits[at], *[lambda side, value=value: decided(side, [*values, value]) for value in (0, 1)])

    return decided(proof, [])
