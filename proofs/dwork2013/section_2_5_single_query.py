"""Section 2.5: one count by randomised response, and by noise added to the count.

The estimate of the fraction of ones is right on average, and its variance is α/((1-α)²·n). So the estimate of their
number has n times α/(1-α)²: an error of order √n. Geometric noise of the same level has twice α/(1-α)², and Laplace
noise of scale 1/ε has 2/ε², by Definition 2, whatever n is. With two fair coins α is 1/3.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.query import bits, chances, estimate, mean_of_ones, told

claim = Claim(
    "dwork2013.section-2-5.single-query",
    "the error of randomised response on one count",
    section="2.5",
    position=10,
    uses=("dwork2013.definition-2",),
    kept={
        **KEPT,
        "ε ≤ 1/2": "a chance is at most 1",
        "1 ≤ n": "there are answers",
        "X has n bits": "the people's answers are bits",
    },
)

i, k, n, s, z = indices("i k n s z")
a, t = numbers("α ε")
(x,) = vectors("X")
(W,) = matrices("W")
answers = (1 <= n, 0 < t, t <= "1/2", bits(x, n), chances(W, told(x, t), n))
count = Sum(i, 1, n, x[i])
number = function(s, as_number(n) * estimate(t, n)[s])
"""The estimate of the number of ones, where s answers are 1; here the truth is told with probability 1/2+ε."""
square = function(s, (number[s] - count) ** 2)


@claim.clause("unbiased", *answers, mean_of_ones(W, number, n) == count)
def unbiased(proof):
    size = proof.use(lemmas.index_order(), j=1, k=n)
    return proof.qed(proof.cite("lecture.section-4-1.expectation#unbiased"), size)


@claim.clause(
    "variance", *answers, a == (1 - 2 * t) / (1 + 2 * t), mean_of_ones(W, square, n) == n * (a / (1 - a) ** 2)
)
def variance(proof):
    size = proof.use(lemmas.index_order(), j=1, k=n)
    found, level = (
        proof.cite("lecture.section-4-1.variance#variance"),
        proof.cite("lecture.section-4-1.variance#by-the-level"),
    )
    less = proof.have(0 < 1 - a, a * (1 + 2 * t) == 1 - 2 * t)
    return proof.qed(found, level, size, less)


claim.clause(
    "geometric-noise",
    0 <= a,
    a < 1,
    tends(function(k, Sum(z, -k, k, as_number(z) ** 2 * two_sided(a, z))), 2 * a / (1 - a) ** 2),
    witnesses={"C": 24 / (1 - a) ** 3 / (1 + a)},
)(lambda proof: proof.cite("dwork2013.section-2-3.not-best#variance"))
each, other = a / (1 - a) ** 2, 2 * a / (1 - a) ** 2
level = (0 < a, a < 1)

claim.clause("one-person", *level, each < other)(lambda proof: proof.qed(other == 2 * each, 0 < each))
claim.clause("two-people", *level, n == 2, n * each == other)(by_arithmetic)


@claim.clause("more-people", *level, 3 <= n, other < n * each)
def more_people(proof):
    share = proof.have(0 < each, 0 < 1 - a)
    more = proof.product(share, proof.have(0 <= as_number(n) - 3, 3 <= n))
    return proof.opaque(proof.goal, other == 2 * each, share, more, terms=[each, other])


claim.clause("coins", a == "1/3", both(n * each == as_number(n) * "3/4", other == "3/2"))(by_arithmetic)
