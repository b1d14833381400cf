"""Theorem 2.2, made exact: min(n, 2⌊2E⌋) bits are wrong at worst, and min(n, 4⌊E⌋) where the answers are whole.

The number of wrong bits among the people whose bit is 0 is whole and at most 2E. The same holds for the other wrong
bits. This is attained: let c have ones for the first p people and d for the next w - p, both at most 2E. Then all
counts lie between 0 and 2E, so the answer E to every query fits both. Answers that are whole are within ⌊E⌋ if
they are within E.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.dataset import for_bits, other_bits, some_answer, subset_has_bits, sum_of_bits, whole_part
from exactdp.claims.vocabulary.dataset import all_answers, listed, ones, powers, subset
from exactdp.claims.vocabulary.query import answer, bits, wrong_in_subset

claim = Claim(
    "lecture.theorem-2-2.sharp",
    "the exact number of wrong bits",
    section="2",
    position=70,
    kept=KEPT
    | {
        **dict.fromkeys(("c has n bits", "d has n bits"), "the lecture's databases"),
        **dict.fromkeys(("0 ≤ p", "p ≤ w", "w ≤ n"), "it also holds for other p and w"),
        "s = (1, 2, …, 2^n)": "s counts the datasets",
    },
)

i, m, n, p, t, w, y, z = indices("i m n p t w y z")
E = number("E")
c, d, u = vectors("c d u")
s, r, D = variable("s", INDEX_MAP), variable("r", INDEX_MAP), variable("D", Function(2, INDEX))
zeros, everyone = function(i, 1 - d[i]), function(i, as_number(1))
lists = (0 <= n, powers(s, 2, n), listed(D, s, 2, n))
databases = (bits(c, n), bits(d, n))
wrong = wrong_in_subset(c, d, everyone, n)


def is_bit(x):
    return (x == 0) | (x == 1)


def half(of, weight, by, name):
    """Return the proof that at most t of the people in a subset have a wrong bit."""
    terms = function(i, abs(c[i] - d[i]) * of[i])

    def step(proof, fact):
        def bit(one):
            sides = [one.know(bits(each, n))(i) for each in (c, d)]
            return for_bits(one, lambda x, y: is_bit(abs(x - y) * weight(y)), *sides)

        are_bits = proof.for_all(bits(terms, n), bit)
        some = proof.use(some_answer(), fact, e=of, g=d, α=E)
        less = proof.obtain(some, z, lambda one, _: one.cite(f"lecture.theorem-2-2#{by}", **{name: u[z]}))
        few = proof.have(wrong_in_subset(c, d, of, n) < t + 1, less)
        return proof.use(whole_part(), are_bits, few, c=terms, k=t)

    return step


@claim.clause("at-most", *lists, *databases, all_answers(u, D, s[n], E, c, d, n), 2 * E < t + 1, wrong <= 2 * t)
def at_most(proof):
    first = half(zeros, lambda bit: 1 - bit, "where-d-is-0", "u")(proof, proof.use(other_bits(), c=d))
    second = half(d, lambda bit: bit, "where-d-is-1", "v")(proof, proof.know(bits(d, n)))
    whole = proof.termwise(
        i, 1, n, abs(c[i] - d[i]) * zeros[i] + 1 * (abs(c[i] - d[i]) * d[i]) == abs(c[i] - d[i]) * everyone[i]
    )
    parts = {"f": lambda v: abs(c[v] - d[v]) * zeros[v], "g": lambda v: abs(c[v] - d[v]) * d[v]}
    return proof.qed(first, second, whole, proof.use(lemmas.sum_of_two(), t=1, low=1, high=n, **parts))


whole_answers = function(z, as_number(r[z]))


@claim.clause(
    "whole-answers", *lists, *databases, all_answers(whole_answers, D, s[n], E, c, d, n), E < m + 1, wrong <= 4 * m
)
def whole_answers_at_most(proof):
    given = all_answers(whole_answers, D, s[n], E, c, d, n)

    def query(inner):
        inside = inner.use(subset_has_bits())
        near = inner.know(given)(z).parts()[-2:]

        def within(of, fact):
            terms = function(i, of[i] * subset(D, z)[i])

            def at_most(case, low, high, *facts):
                other = case.otherwise(low <= high)
                order = other.absurd(other.use(lemmas.index_order(), j=high + 1, k=low), *facts)
                return case.use(lemmas.index_order(), order, j=low, k=high)

            one = inner.inside(bits(terms, n))
            each = one.closed(for_bits(one, lambda x, y: is_bit(x * y), one.know(bits(of, n))(i), inside(i)))
            case = inner.assuming()
            count = case.let(inner.use(sum_of_bits(), each, c=terms), w).parts()[-1]
            less = [at_most(case, low, high, fact, count) for low, high in ((w, r[z] + m), (r[z] - m, w))]
            return case.have(abs(answer(of, subset(D, z), n) - r[z]) <= m, *less)

        return inner.qed(within(c, near[0]), within(d, near[1]))

    within = proof.for_all(all_answers(whole_answers, D, s[n], m, c, d, n), query)
    return proof.qed(proof.cite("#at-most", within, u=whole_answers, E=m, t=2 * m))


first, second = ones(0, p), ones(p, w)
apart = wrong_in_subset(first, second, everyone, n)
same_answer = all_answers(function(z, E), D, s[n], E, first, second, n)


def values(one, formula):
    """Return what holds of both entries, in each of the three parts of the people."""

    def at(x, y):
        def step(case):
            found = case.fact(core.evaluate(formula(as_number(x), as_number(y))))
            found = case.replace(case.have(as_number(x) == first[i]), lambda v: formula(v, as_number(y)), found)
            return case.replace(case.have(as_number(y) == second[i]), lambda v: formula(first[i], v), found)

        return step

    return one.cases(formula(first[i], second[i]), (i <= p, at(1, 0)), (i <= w, at(0, 1)), (TRUE, at(0, 0)))


def counts(proof):
    """Return that the first database has p ones, and the second w - p."""
    return [
        proof.telescope(i, 1, n, of[i], lambda v, j=j, k=k: If(v <= j, as_number(0), If(v <= k, v - 1 - j, k - j)))
        for of, j, k in ((first, as_index(0), p), (second, p, w))
    ]


@claim.clause("apart", between(0, p, w), w <= n, both(bits(first, n), bits(second, n), apart == w))
def how_many(proof):
    are_bits = [
        proof.for_all(bits(of, n), lambda one, at=at: values(one, lambda *entries: is_bit(entries[at])))
        for at, of in enumerate((first, second))
    ]
    places = values(proof.assuming(between(1, i, n)), lambda x, y: abs(x - y) * 1 == x + 1 * y)
    total = proof.use(lemmas.sum_of_two(), t=1, low=1, high=n, f=first, g=second)
    whole = proof.termwise(i, 1, n, places)
    return proof.both(*are_bits, proof.have(apart == w, whole, total, *counts(proof)))


@claim.clause("attained", *lists, between(0, p, w), w <= n, p <= 2 * E, w - p <= 2 * E, same_answer)
def attained(proof):
    are_bits = [proof.have(bits(of, n), proof.cite("#apart")) for of in (first, second)]
    inner = proof.inside(same_answer)
    inside = inner.use(subset_has_bits())
    person = inner.assuming(between(1, i, n))
    sums = []
    for fact in are_bits:
        for goal in (lambda x, y: 0 <= x * y, lambda x, y: x * y <= x):
            each = for_bits(person, goal, fact(i), inside(i))
            sums.append(inner.termwise(i, 1, n, each))
    return inner.closed(inner.qed(*sums, *counts(inner)))
