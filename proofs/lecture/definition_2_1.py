"""Definition 2.1: which errors are blatantly non-private, if the adversary may ask about all subsets.

The definition is about databases that grow: for a single length o(n) says nothing. And the adversary must succeed for
every true database. Theorem 2.2 leaves 4E wrong bits, so E = o(n) is enough. Let t = ⌊2E⌋. If the curator chooses the
errors, two databases that differ in w = min(n, 2t) bits fit the same answers, all equal to E. Any output is wrong about
one of them in at least w/2 bits. So an error of c·n leaves a constant fraction of the bits in doubt.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.dataset import all_answers, listed, ones, powers
from exactdp.claims.vocabulary.query import bits, wrong_in_subset

claim = Claim(
    "lecture.definition-2-1",
    "the errors that are blatantly non-private",
    section="2",
    position=30,
    kept=KEPT
    | {
        **dict.fromkeys(("c has n bits", "d has n bits"), "the lecture's databases"),
        **dict.fromkeys(("0 ≤ p", "p ≤ w", "p = {t if t ≤ n; n otherwise}"), "it also holds for other p"),
        "w = {2t if 2t ≤ n; n otherwise}": "a smaller w is a counterexample",
        "2·E ≥ 1": "with t = 0 and α > 0 it is false",
        "α·n ≤ E": "counterexamples are rare",
    },
)

i, n, p, t, w = indices("i n p t w")
E, a = numbers("E α")
c, d, g, u = vectors("c d g u")
s, D = variable("s", INDEX_MAP), variable("D", Function(2, INDEX))
everyone = function(i, as_number(1))


def wrong(first, second):
    return wrong_in_subset(first, second, everyone, n)


claim.clause(
    "small-share",
    0 <= n,
    powers(s, 2, n),
    listed(D, s, 2, n),
    bits(c, n),
    bits(d, n),
    all_answers(u, D, s[n], E, c, d, n),
    4 * E <= a * n,
    wrong(c, d) <= a * n,
)(lambda proof: proof.qed(proof.cite("lecture.theorem-2-2.all-subsets#asked")))

first, second = ones(0, p), ones(p, w)


def one_of(bound):
    return (bound <= wrong(g, first)) | (bound <= wrong(g, second))


@claim.clause("any-output", between(0, p, w), w <= n, one_of(as_number(w) / 2))
def any_output(proof):
    one = proof.assuming(between(1, i, n))
    near, far, between_them = (abs(x[i] - y[i]) * everyone[i] for x, y in ((g, first), (g, second), (first, second)))
    each = one.have(between_them <= near + 1 * far)
    total = proof.use(lemmas.sum_of_two(), t=1, low=1, high=n, f=function(i, near), g=function(i, far))
    *_, apart = proof.cite("lecture.theorem-2-2.sharp#apart").parts()
    whole = proof.termwise(i, 1, n, each)
    sides = proof.have(w <= wrong(g, first) + wrong(g, second), whole, total, apart)
    one_side, other = proof.goal.args
    return proof.cases(
        proof.goal,
        (one_side, lambda case: case.alternative(proof.goal, case.know(one_side))),
        (TRUE, lambda case: case.alternative(proof.goal, case.have(other, sides))),
    )


@claim.clause("whole-part", 1 <= 2 * E, 2 * E < t + 1, E <= t)
def whole_part(proof):
    positive = proof.by_contradiction(
        1 <= t, lambda other: other.contradiction(1 <= t, other.use(lemmas.index_order(), j=t, k=0))
    )
    return proof.qed(proof.use(lemmas.index_order(), positive, j=1, k=t))


# With t = ⌊2E⌋, two databases that differ in w = min(n, 2t) bits, p = min(n, t) of them ones of the first
pair = (p == If(t <= n, t, n), w == If(2 * t <= n, 2 * t, n))
lists = (0 <= n, powers(s, 2, n), listed(D, s, 2, n))
same_answer = all_answers(function(i, E), D, s[n], E, first, second, n)


def in_cases(proof, goal, step):
    """Return the goal for each of the sizes that the choices make."""
    return proof.cases(goal, (2 * t <= n, step), (t <= n, step), (TRUE, step))


@claim.clause("same-answers", *lists, 0 <= as_number(t), as_number(t) <= 2 * E, *pair, same_answer)
def same_answers(proof):
    def found(case):
        orders = [case.use(lemmas.index_order(), j=of, k=t) for of in (p, w - p)]
        return case.cite("lecture.theorem-2-2.sharp#attained", *orders)

    least = proof.by_contradiction(
        0 <= t, lambda other: other.contradiction(0 <= t, other.use(lemmas.index_order(), j=t, k=-1))
    )
    return proof.knowing(least, lambda inner: in_cases(inner, proof.goal, found))


@claim.clause("constant-share", 0 <= n, 1 <= 2 * E, 2 * E < t + 1, 2 * a <= 1, a * n <= E, *pair, one_of(a * n))
def constant_share(proof):
    least = proof.by_contradiction(
        1 <= t, lambda other: other.contradiction(1 <= t, other.use(lemmas.index_order(), j=t, k=0))
    )

    def found(case):
        size = case.use(lemmas.index_order(), j=0, k=n)
        share = case.product(size, 2 * a <= 1)
        half = case.have(a * n <= as_number(w) / 2, case.cite("#whole-part"), size, share)
        one_side, other = proof.goal.args
        return case.either(
            case.cite("#any-output"),
            lambda side: side.alternative(proof.goal, side.have(one_side, half)),
            lambda side: side.alternative(proof.goal, side.have(other, half)),
        )

    return proof.knowing(least, lambda inner: in_cases(inner, proof.goal, found))
