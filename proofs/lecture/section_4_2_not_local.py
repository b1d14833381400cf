"""Section 4.2: the geometric mechanism needs a trusted curator; the cost of local privacy.

The curator sees the bits themselves: a message of level 0. Let a local randomizer answer r with the probabilities p_r
and q_r on the bits 0 and 1, and let g be an unbiased estimate of the bit. With c = α/(1-α)², response by response
p·g² - 2c·g·(q-p) + c·q is at least (p·g - c·(q-p))²/p ≥ 0, as (q-αp)·(p-αq) ≥ 0. Summed up, the variance on 0 is at
least c, and on 1 likewise. Randomised response attains it. So n bits cost n/2 times the variance of geometric noise.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary.neighbour import answers, distribution, near

claim = Claim(
    "lecture.section-4-2.not-local",
    "what local privacy costs",
    section="4.2",
    position=90,
    kept={**KEPT, "q is a distribution on {0..m}": "a randomizer"},
)

k, m, n, r = indices("k m n r")
a, b, c, d, e, f = numbers("α β c d e f")
g, p, q, v = vectors("g p q v")

least = a / (1 - a) ** 2
level = (0 < a, a < 1)


def mean(of, values):
    return Sum(r, 0, m, of[r] * values[r])


def squares(of):
    return Sum(r, 0, m, of[r] * g[r] ** 2)


unbiased = explained(
    "{0} is unbiased for {1} and {2} on {{0..{3}}}", (g, p, q, m), both(mean(p, g) == 0, mean(q, g) == 1)
)


@generator(unbiased)
def some_unbiased(rng, turn, first, second, m):
    """Draw the estimate that has the least variance on 0, with a part that both distributions do not see."""
    ones, twos = ([entry(each, (r,)) for r in range(m + 1)] for each in (first, second))
    spread = sum((y - x) ** 2 / x for x, y in zip(ones, twos, strict=True) if x)
    return tuple((y - x) / x / spread if x else Fraction(0) for x, y in zip(ones, twos, strict=True))


local = (*level, distribution(p, m), distribution(q, m), near(p, q, a, m), unbiased(g, p, q, m))


@cache
def one_response():
    """From p, q ≥ 0, α·p ≤ q and α·q ≤ p: p·g² - 2c·g·(q-p) + c·q ≥ 0, here with d, e and f for p, q and g."""
    proof = Proof([*level, 0 <= d, 0 <= e, a * d <= e, a * e <= d], 0 <= d * f**2 - 2 * least * f * (e - d) + least * e)
    scale = Proof([*level, 0 < (1 - a) ** 2], both(0 < least, least * (1 - a) ** 2 == a)).qed()
    positive, inverse = proof.use(scale).parts()
    whole = d * f**2 - 2 * c * f * (e - d) + c * e
    known = Proof([*level, 0 < d, a * d <= e, a * e <= d, 0 < c, c * (1 - a) ** 2 == a], 0 <= whole)
    square = known.fact(core.square(d * f - c * (e - d)))
    rest = known.product(known.know(0 < c), known.know(0 < c), known.have(0 <= e - a * d), known.have(0 <= d - a * e))
    more = known.have(0 <= a * (d * whole), known.product(known.know(0 < a), square), rest)
    found = known.by_contradiction(
        0 <= whole,
        lambda case: case.contradiction(0 <= whole, more, case.product(0 < a, 0 < d, 0 < -whole)),
    )

    def some(case):
        return case.use(found.theorem, positive, inverse, c=least)

    def none(case):
        zero = case.use(lemmas.between_each_other(), α=d, β=0)
        small = case.by_contradiction(
            e <= 0, lambda other: other.contradiction(e <= 0, zero, other.product(0 < a, 0 < e))
        )
        other = case.use(lemmas.between_each_other(), small, α=e, β=0)
        return case.opaque(proof.goal, zero, other)

    return proof.cases(proof.goal, (0 < d, some), (TRUE, none)).theorem


@claim.clause("on-0", *local, least <= squares(p))
def on_0(proof):
    known = proof.know(near(p, q, a, m))
    each = proof.assuming(between(0, r, m)).use(one_response(), *known(r).parts(), d=p[r], e=q[r], f=g[r])
    whole, total = proof.termwise(r, 0, m, each), Sum(r, 0, m, q[r])
    terms = Sum(r, 0, m, p[r] * g[r] ** 2 - 2 * c * g[r] * (q[r] - p[r]) + c * q[r])
    parts = squares(p) - 2 * c * (mean(q, g) - mean(p, g)) + c * total
    apart = proof.use(Proof([], terms == parts).qed(), c=least)
    means, ones = proof.know(unbiased(g, p, q, m)).parts(), proof.parts(distribution(q, m))[-1]
    known = whole, apart, ones, *(proof.fact(f) for f in means)
    return proof.opaque(
        proof.goal, *known, terms=[apart.says.args[0], squares(p), mean(q, g), mean(p, g), total, least]
    )


@claim.clause("on-1", *local, least <= squares(q) - 1)
def on_1(proof):
    other = function(r, 1 - g[r])
    means = proof.know(unbiased(g, p, q, m)).parts()
    ones = [proof.parts(distribution(of, m))[-1] for of in (p, q)]
    known = proof.know(near(p, q, a, m))
    turned = proof.for_all(near(q, p, a, m), lambda inner: inner.have(inner.goal, *known(r).parts()))
    bound, total = proof.cite("#on-0", turned, p=q, q=p, g=other), Sum(r, 0, m, q[r])
    apart = proof.have(bound.says.args[1] == squares(q) - 2 * mean(q, g) + total)
    known = bound, apart, ones[1], *(proof.fact(f) for f in means)
    return proof.opaque(
        proof.goal, *known, terms=[bound.says.args[1], squares(q), mean(q, g), mean(p, g), total, least]
    )


response, flipped = (function(r, randomized_response(a)[bit, r]) for bit in (0, 1))
best = function(r, If(r == 1, as_number(1), -a) / (1 - a))

claim.clause(
    "attained", *level, both(unbiased(best, response, flipped, 1), Sum(r, 0, 1, response[r] * best[r] ** 2) == least)
)(by_arithmetic)


@claim.clause("sum", *level, 1 <= n, All(k, between(1, k, n), least <= v[k]), n * least <= Sum(k, 1, n, v[k]))
def of_sum(proof):
    every = All(k, between(1, k, n), b <= v[k])
    of_any = Proof([1 <= n, every], n * b <= Sum(k, 1, n, v[k]))
    each = of_any.assuming(between(1, k, n)).know(every)(k)
    return proof.use(of_any.qed(of_any.termwise(k, 1, n, each)), β=least)


claim.clause("factor", *level, 3 <= n, both(2 * least < n * least, n * least < n * (2 * least)))(
    lambda proof: proof.qed(proof.use(lemmas.index_order(), j=3, k=n))
)
bit = [answers(at) for at in (0, 1)]

claim.clause("message", near(bit[0], bit[1], b, 1), b <= 0)(
    lambda proof: proof.qed(*proof.know(near(bit[0], bit[1], b, 1))(0).parts())
)
