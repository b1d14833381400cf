"""Theorem 2.3: with order n subset queries, errors of order √n. True for o(√n), false for O(√n).

True: take the rows of a Hadamard matrix of k ≥ n queries, restricted to n columns; some power of two has n ≤ k < 2n
(dwork2013.section-1-1.bound#served). At most 16E² + 1 bits are wrong, which is o(n) for E = o(√n). False: for n = 16
and E = √n/4 two opposite databases fit the same answers to these queries. And no other q·n queries help, for any q.
Half of all 2^n databases have answers whose deviations from |S|/2 are small on average. Round these to multiples of B =
6q√n. They fall into so few classes that two of one class differ in n/8 bits, and E = B/2. Any guess is wrong about one
of these two in n/16 bits.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.statements.terms import conjuncts
from exactdp.claims.vocabulary.reconstruction import fits, hadamard, query, subsets, wrong
from exactdp.surveys.queries import hadamard_queries, true_answers
from exactdp.surveys.reconstruction import worst_case

claim = Claim(
    "lecture.theorem-2-3",
    "order n subset queries and errors of order √n",
    section="2",
    position=90,
    printed="with Θ(n) subset queries, any algorithm that adds noise with a bound E = O(√n) is blatantly non-private",
    slip="statement",
    kept={
        "1 ≤ n": "for n ≤ 0 nothing can be wrong",
        "H is a Hadamard matrix on {0..k-1}": "a constant matrix is a counterexample",
        "c has n rows with values in {0..1}": "it also holds for other integers",
        "d has n rows with values in {0..1}": "it also holds for other integers",
        "0 ≤ m": "it also holds for n < 11",
        "n = m+11": "it also holds for n < 11",
        "1 ≤ q": "for q ≤ 0 there are no queries",
        "H are k subset queries (n people)": "large entries are a counterexample",
    },
)

j, k, m, n, q, x, y = indices("j k m n q x y")
E = number("E")
c, d, g = (variable(name, INDEX_MAP) for name in "cdg")
[r] = vectors("r")
B, v, w = numbers("B v w")
H = variable("H", MATRIX)
first_is_1 = explained(
    "the first {1} entries of column 0 of {0} are 1", (H, k), All(y, between(0, y, k - 1), H[y, 0] == 1)
)
queries = (hadamard(H, k), first_is_1(H, k))
databases = (values_up_to(c, n, 1), values_up_to(d, n, 1))
answered = (fits(r, subsets(H), c, E, k, n), fits(r, subsets(H), d, E, k, n))

# As many queries as people, and E = O(√n): that leaves no share of the bits in doubt
opposite = worst_case(hadamard_queries(16, subsets=True), 1).databases
counts = zip(*(true_answers(hadamard_queries(16, subsets=True), each) for each in opposite), strict=True)
claim.printed_as(
    "bound",
    1 <= n,
    k == n,
    *queries,
    *databases,
    *answered,
    16 * E**2 <= n,
    2 * wrong(c, d, n) <= n,
    at={
        "n": 16,
        "k": 16,
        "E": 1,
        "H": [[2 * entry - 1 for entry in row] for row in hadamard_queries(16, subsets=True)],
        "c": opposite[0],
        "d": opposite[1],
        "r": [str(sum(pair)) + "/2" for pair in counts],
    },
    instead=("bound", "every-set-of-queries"),
)


@claim.clause("bound", 1 <= n, n <= k, *queries, *databases, *answered, wrong(c, d, n) <= 16 * E**2 + 1)
def bound(proof):
    # The same people, and then k - n others with the bit 0
    longer = [function(x, If(x < n, of[x], 0)) for of in (c, d)]

    def value(one):
        bits = [one.know(values_up_to(of, n, 1)) for of in (c, d)]
        inside = (j < n, lambda case: case.have(one.goal, *(each(j) for each in bits)))
        return one.cases(one.goal, inside, (TRUE, lambda case: case.have(one.goal)))

    same = []
    row = proof.assuming(between(0, y, k - 1))
    for of, to in zip((c, d), longer, strict=True):
        whole = unfold(query(subsets(H), to, y, k))
        parts = [
            row.termwise(x, low, high, whole.args[3] == each)
            for low, high, each in ((0, n - 1, subsets(H)[y, x] * as_number(of[x])), (n, k - 1, as_number(0)))
        ]
        same.append(row.have(query(subsets(H), to, y, k) == query(subsets(H), of, y, n), row.split(whole, n - 1)))
    near = []
    for of, to, equal in zip((c, d), longer, same, strict=True):
        goal = fits(r, subsets(H), to, E, k, k)

        def answer(one, of=of, equal=equal):
            facts = [*one.know(fits(r, subsets(H), of, E, k, n))(y).parts(), equal]
            return one.both(*(one.opaque(each, *facts) for each in conjuncts(one.goal)))

        near.append(proof.for_all(goal, answer))
    bits = [proof.for_all(values_up_to(to, k, 1), value) for to in longer]
    found = proof.cite("dwork2013.section-1-1.which-queries#bound", *bits, *near, c=longer[0], d=longer[1])
    whole = unfold(wrong(*longer, k))
    parts = [
        proof.termwise(x, low, high, whole.args[3] == each)
        for low, high, each in ((0, n - 1, If(c[x] == d[x], as_number(0), 1)), (n, k - 1, as_number(0)))
    ]
    return proof.qed(found, proof.split(whole, n - 1), *parts)


# For every choice of k ≤ q·n subset queries
bits_of_queries = explained(
    "{0} are {1} subset queries ({2} people)",
    (H, k, n),
    Every((y, 0, k - 1), (x, 0, n - 1), (H[y, x] == 0) | (H[y, x] == 1)),
)


@generator(bits_of_queries)
def some_queries(rng, turn, k, n):
    """Draw the people who are asked about."""
    return tuple(tuple(Fraction(rng.randrange(2)) for _ in range(n)) for _ in range(k))


apart = query(H, c, y, n) - query(H, d, y, n)
fit_together = explained(
    "{1} and {2} nearly agree on {0} ({4},{5};{3})",
    (H, c, d, q, k, n),
    All(y, between(0, y, k - 1), apart**2 <= 36 * as_number(q) ** 2 * as_number(n)),
)(H, c, d, q, k, n)
"""The answers differ by at most 6q√n. So the same answers, with errors of at most 3q√n, fit both databases."""
pair = Some(c, values_up_to(c, n, 1), Some(d, values_up_to(d, n, 1), (n <= 8 * wrong(c, d, n)) & fit_together))
theta = 1 + Fraction(2, 32) + 2 * Fraction(1, 32) ** 4 / (1 - Fraction(1, 32))
rate = named("ω", as_number((theta * Fraction(8, 7)) ** 72 * 32**4 * 7**9))
half = named("twos", as_number(2**72))
COUNTED = (
    "Let B = 6q√n. For at least half of all databases the squares of the k ≤ q·n deviations t from |S|/2 sum to at "
    "most q·n·n/2, as their mean is at most q·n·n/4. The nearest multiple z·B of t has z² ≤ 4t²/B², so Σz² ≤ n/(18q). "
    "For s = 32^-q there are at most (θ(s)^q·s^(-1/(18q)))^n such vectors z, where θ(s) = Σ s^(z²) over all integers "
    "z is below 1 + 2s + 2s⁴/(1-s). As q grows θ(s)^q falls, and s^(-1/(18q)) = 32^(1/18). For x = 1/7 at most "
    "((1+x)·x^(-1/8))^n databases differ from one in fewer than n/8 bits. If all with the same z did, 2^(n-1) would "
    "be less than the product of these, whose 72nd power is at most ω^n. So two databases with the same z differ in "
    "n/8 bits or more, and the counts of both are within B/2 of r = |S|/2 + z·B"
)


@cache
def few_classes():
    """For j ≥ 0: 2^72·ω^(j+11) ≤ (2^72)^(j+11)."""
    b, u = numbers("ω u")
    proof = Proof([0 <= b, b <= u, u * b**11 <= u**11, 0 <= j])
    goal = u * b ** (j + 11) <= u ** (j + 11)
    inner, _ = proof.inductive(goal, j, 0, [u * b**11 <= u**11])
    signs = [inner.use(lemmas.power_nonnegative(), α=of, k=j + 11) for of in (b, u)]
    small = inner.have(b * (u * b ** (j + 11)) <= b * u ** (j + 11))
    large = inner.product(0 <= u - b, signs[1])
    return inner.closed(inner.have(substitute(goal, {"j": j + 1}), small, large)).theorem


many = (1 <= q, as_number(k) <= q * as_number(n), bits_of_queries(H, k, n))


same_answers = both(n <= 8 * wrong(c, d, n), *(fits(r, H, of, B / 2, k, n) for of in (c, d)))
same_class = Some(r, Some(c, values_up_to(c, n, 1), Some(d, values_up_to(d, n, 1), same_answers)))
crowded = Some(B, 0 <= B, B**2 == 36 * as_number(q) ** 2 * as_number(n), same_class)


@claim.clause("every-set-of-queries", 0 <= m, n == m + 11, *many, pair)
def every_set(proof):
    few = both(1 <= n, *many, negation(crowded)) >> (half**n < half * rate**n)
    counted = proof.because(COUNTED, few)

    def step(inner):
        facts = [inner.fact(core.evaluate(each)) for each in (0 <= rate, rate <= half, half * rate**11 <= half**11)]
        less = inner.use(few_classes(), *facts, ω=rate, u=half, j=m)
        return inner.contradiction(crowded, less, inner.detach(counted))

    def with_all(inner, given):
        _far, *near = given.parts()[-3:]
        one = inner.inside(fit_together)
        sides = [part for each in near for part in one.fact(each)(y).parts()]
        values = [query(H, of, y, n) for of in (c, d)]
        less = one.opaque(apart <= B, *sides)
        more = one.opaque(-apart <= B, *sides, terms=[*values, r[y]])
        known = Proof([w <= B, -w <= B, B**2 == v], w**2 <= v)
        square = known.qed()
        together = one.closed(one.use(square, less, more, w=apart, v=36 * as_number(q) ** 2 * as_number(n)))
        return inner.witness(pair, c, inner.witness(pair.args[2], d, together))

    found = proof.by_contradiction(crowded, step)
    return proof.obtain(
        found,
        B,
        lambda one, _: one.obtain(
            one.know(same_class),
            r,
            lambda two, first: two.obtain(
                first, c, lambda three, second: three.obtain(second.parts()[-1], d, with_all)
            ),
        ),
    )


one_of = (n <= 16 * wrong(g, c, n)) | (n <= 16 * wrong(g, d, n))


@claim.clause("any-guess", n <= 8 * wrong(c, d, n), one_of)
def any_guess(proof):
    bits = [If(first[x] == second[x], as_number(0), 1) for first, second in ((c, d), (g, c), (g, d))]
    one = proof.assuming(between(0, x, n - 1))
    each = one.have(bits[0] <= bits[1] + 1 * bits[2])
    total = proof.use(lemmas.sum_of_two(), t=1, low=0, high=n - 1, f=function(x, bits[1]), g=function(x, bits[2]))
    less = proof.termwise(x, 0, n - 1, each)
    one_side, other = proof.goal.args
    return proof.cases(
        proof.goal,
        (one_side, lambda case: case.alternative(proof.goal, case.know(one_side))),
        (TRUE, lambda case: case.alternative(proof.goal, case.have(other, less, total))),
    )
