"""Section 3, trust models: how much privacy a trusted shuffler adds to local privacy.

A uniformly random permutation of the local answers is a post-processing of them, so the level does not fall. For
randomised response it does not rise either. The event that all answers are 1 is α times as likely for n zeros as for
n-1 zeros and a one. A permutation does not change this event. Shuffling helps only for δ > 0. Without shuffling, the
answers of the others change nothing. With shuffling, only the number of ones is visible. If it is 1, either person may
have caused it; so the positive excess of one answer is reduced by the excess of the other.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.excess import no_part, part, positive_part, scaled_part
from exactdp.claims.lemmas.neighbour import (
    near_remapped,
    one_part_compares,
    one_part_exactly,
    positive_product,
)
from exactdp.claims.lemmas.query import chances_positive, chances_sum_to_1, shifted_sum
from exactdp.claims.vocabulary.neighbour import after, distribution, excess, near
from exactdp.claims.vocabulary.query import chances

claim = Claim(
    "lecture.section-3.trust-models",
    "curator, local randomizers and a shuffler",
    section="3",
    position=5,
    kept={
        **KEPT,
        "1 ≤ i": "a person",
        "∀j, r with 1 ≤ j ≤ k, 0 ≤ r ≤ m: 0 ≤ π[j,r] ≤ m": "it also holds for other π",
    },
)

i, j, k, m, n, o, r, s, z = indices("i j k m n o r s z")
a, b, t = numbers("α β t")
u, v = numbers("u v")
p, q, w = vectors("p q w")
(W,) = matrices("W")
x, y, d = (variable(name, INDEX_MAP) for name in "xyd")
order = variable("π", Function(2, INDEX))
response = randomized_response(a)
levels = (0 <= a, a <= 1)

# The level


@claim.clause(
    "local",
    *levels,
    between(1, i, n),
    All(j, between(1, j, n), j != i, x[j] == y[j]),
    a * Product(j, 1, n, response[x[j], d[j]]) <= Product(j, 1, n, response[y[j], d[j]]),
)
def local(proof):
    one = proof.assuming(between(1, j, n))
    sign = one.have(0 <= response[x[j], d[j]])
    equal = one.assuming(j != i)
    same = equal.replace(equal.know(proof.given[-1])(j), lambda v: response[v, d[j]] == response[x[j], d[j]])
    others = proof.all(one.both(sign, one.imply(j != i, same)), j, between(1, j, n))
    rows = {"f": lambda v: response[y[v], d[v]], "g": lambda v: response[x[v], d[v]]}
    return proof.use(one_part_compares(), others, a * response[x[i], d[i]] <= response[y[i], d[i]], k=n, **rows)


shuffle = explained(
    "shuffle({0}, {1})", (order, k), function(r, z, Sum(j, 1, k, If(z == order[j, r], as_number(1), 0)) / k)
)
"""One of k permutations, each as likely: the j-th turns the answers r of all persons into π[j,r]."""

permuted = Every((j, 1, k), (r, 0, m), between(0, order[j, r], m))


@claim.clause("a-remap", 1 <= k, permuted, stochastic(shuffle(order, k), m, m))
def a_remap(proof):
    hit = If(z == order[j, r], as_number(1), 0)
    entry = proof.assuming(between(0, r, m), between(0, z, m))
    size = entry.have(0 <= shuffle(order, k)[r, z], entry.termwise(j, 1, k, 0 <= hit))
    row = proof.assuming(between(0, r, m))
    one = row.assuming(between(1, j, k))
    inside = one.know(permuted)(j, r)
    placed = one.knowing(
        inside, lambda v: v.use(lemmas.one_term(), low=0, high=m, j=order[j, r], f=function(z, as_number(1)))
    )
    each = one.have(Sum(z, 0, m, hit) == 1, placed)
    whole = row.exchange(Sum(z, 0, m, Sum(j, 1, k, hit)))
    total = row.have(Sum(z, 0, m, shuffle(order, k)[r, z]) == 1, whole, row.termwise(j, 1, k, each))
    return proof.qed(proof.every((r, 0, m), (z, 0, m), size), proof.all(total, r, between(0, r, m)))


shuffled = [after(of, shuffle(order, k), m) for of in (p, q)]

claim.clause("as-private", 1 <= k, permuted, near(p, q, a, m), near(*shuffled, a, m))(
    lambda proof: proof.restated(proof.use(near_remapped(), proof.cite("#a-remap"), g=q, s=m, P=shuffle(order, k)))
)

to_ones = Every((j, 1, k), (r, 0, m), both((r == o) >> (order[j, r] == o), (r != o) >> (order[j, r] != o)))


# A permutation keeps the answers o, which are all 1, and gives o from no other answers
@claim.clause("all-ones-stay", 1 <= k, between(0, o, m), to_ones, after(p, shuffle(order, k), m)[o] == p[o])
def all_ones_stay(proof):
    one = proof.assuming(between(0, r, m), between(1, j, k))
    stays, leaves = one.know(to_ones)(j, r).parts()
    goal = If(o == order[j, r], as_number(1), 0) == If(r == o, as_number(1), 0)
    hit = one.cases(
        goal,
        (r == o, lambda case: case.knowing(case.detach(stays), lambda known: known.have(goal))),
        (TRUE, lambda case: case.either(case.detach(leaves), *[lambda side: side.have(goal)] * 2)),
    )
    row = proof.assuming(between(0, r, m))
    count = row.telescope(j, 1, k, If(r == o, as_number(1), 0), lambda v: v * If(r == o, as_number(1), 0))
    goal = p[r] * shuffle(order, k)[r, o] == If(r == o, p[r], 0)
    each = row.have(goal, row.termwise(j, 1, k, hit), count, row.use(lemmas.index_order(), j=1))
    return proof.qed(proof.termwise(r, 0, m, goal, each), proof.use(lemmas.one_term(), low=0, high=m, j=o, f=p))


zeros = Product(j, 1, n, response[0, 1])
a_one = Product(j, 1, n, response[If(j == i, 1, 0), 1])


@claim.clause("no-larger-level", 0 < a, a <= 1, between(1, i, n), b * a_one <= zeros, b <= a)
def no_larger_level(proof):
    rows = [function(j, response[of, 1]) for of in (as_index(0), If(j == i, 1, 0))]
    one = proof.assuming(between(1, j, n))
    other = one.assuming(j != i)
    same = other.either(other.know(j != i), *[lambda side: side.have(rows[0][j] == rows[1][j])] * 2)
    others = proof.all(one.imply(j != i, same), j, between(1, j, n))
    exact = proof.use(one_part_exactly(), others, k=n, f=rows[0], g=rows[1])
    positive = proof.all(one.have(0 < rows[1][j]), j, between(1, j, n))
    size = proof.detach(proof.use(positive_product(), k=n, f=rows[1]), positive)
    return proof.use(lemmas.quotient_order(), proof.have(b * a_one <= a * a_one, exact), size, t=a_one, α=b, β=a)


# The least δ

one_bit = [function(r, response[value, r]) for value in (0, 1)]
together = [function(r, of[r] * w[z]) for of in (p, q)]


@claim.clause("others-add-nothing", distribution(w, m), Sum(z, 0, m, excess(*together, t, k)) == excess(p, q, t, k))
def others_add_nothing(proof):
    over = function(r, If(t * q[r] < p[r], p[r] - t * q[r], 0))
    of_others = proof.assuming(between(0, z, m))
    one = of_others.assuming(between(0, r, k))
    each = one.use(scaled_part(), u=p[r], v=q[r], α=w[z])
    row = of_others.termwise(r, 0, k, each)
    of_z = of_others.have(
        excess(*together, t, k) == w[z] * excess(p, q, t, k),
        row,
        of_others.use(lemmas.scaled_sum(), low=0, high=k, t=w[z], f=over),
    )
    return proof.qed(proof.termwise(z, 0, m, of_z))


alone = (1 - t * a) / (1 + a)


@claim.clause("of-one-answer", *levels, 1 <= t, t * a <= 1, excess(one_bit[1], one_bit[0], t, 1) == alone)
def of_one_answer(proof):
    cells = [{"u": one_bit[1][at], "v": one_bit[0][at]} for at in (0, 1)]
    return proof.qed(proof.use(no_part(), **cells[0]), proof.use(positive_part(), **cells[1]))


strict = (0 < a, a < 1, 1 <= t, t * a < 1)


@cache
def excess_of_two(first, second):
    """The excess of (u + α·v)/(1 + α) over (α·u + v)/(1 + α) is at most u·(1-tα)/(1+α), and less for u, v > 0."""
    here, there = (response[1, 1] * u + response[1, 0] * v, response[0, 1] * u + response[0, 0] * v)
    proof = Proof([*strict, first, second])
    goal = part(here, there) < alone * u if first.op == "<" else part(here, there) <= alone * u

    return proof.cases(
        goal, (t * there < here, lambda case: case.have(goal)), (TRUE, lambda case: case.have(goal))
    ).theorem


undecided = explained(
    "{0} is strictly between 0 and 1 on {{1..{1}}}", (q, n), All(j, between(1, j, n), (0 < q[j]) & (q[j] < 1))
)
counted = (1 <= n, chances(W, q, n), undecided(q, n))


seen = explained(
    "seen_{0}({1}, {2}, {3})", (i, a, W, n), function(s, response[i, 1] * W[n, s - 1] + response[i, 0] * W[n, s])
)
"""The chances of s ones among the answers of n+1 persons of whom the first has the bit i."""


def less(value):
    """Return the proof that the excess of a first person's bit over the other one is less, when shuffled."""

    def prove(proof):
        edges = proof.parts(chances(W, q, n))[-3](n).parts()
        positive = proof.use(chances_positive())
        own, other = (W[n, s - 1], W[n, s])[:: 1 if value else -1]
        over = part(seen(value, a, W, n)[s], seen(1 - value, a, W, n)[s])
        one = proof.assuming(between(0, s, n + 1))

        def sign(at):
            def edge(case):
                return case.have(0 <= W[n, at], *edges)

            inside = (TRUE, lambda case: case.have(0 <= W[n, at], positive(at)))
            return one.cases(0 <= W[n, at], (at < 0, edge), (at > n, edge), inside)

        signs = [sign(at) for at in (s - 1, s)]
        most = one.have(over <= alone * own, one.use(excess_of_two(0 <= u, 0 <= v), *signs, u=own, v=other))
        left = function(s, alone * own - over)
        every = proof.all(one.have(0 <= left[s], most), s, between(0, s, n + 1))
        at_1 = proof.use(excess_of_two(0 < u, 0 < v), positive(0), positive(1), u=W[n, 1 - value], v=W[n, value])
        gap = proof.have(0 < left[1], at_1)
        total = proof.use(lemmas.positive_sum(), every, gap, low=0, high=n + 1, j=1, f=left)
        apart = proof.use(lemmas.sum_of_two(), t=-1, low=0, high=n + 1, f=function(s, alone * own), g=function(s, over))
        shift = proof.use(shifted_sum(), k=n, f=function(s, W[n, s]))
        sums = proof.use(chances_sum_to_1(), k=n)
        last = proof.split(Sum(s, 0, n + 1, W[n, s]), n)
        same = proof.termwise(s, 0, n + 1, left[s] == alone * own + -1 * over)
        return proof.qed(total, same, apart, shift, sums, last, *edges)

    return prove


for value in (0, 1):
    less_than_alone = excess(seen(value, a, W, n), seen(1 - value, a, W, n), t, n + 1) < alone
    claim.clause(f"shuffled-{value}", *strict, *counted, less_than_alone)(less(value))
