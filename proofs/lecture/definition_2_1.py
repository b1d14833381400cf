"""Definition 2.1: which errors are blatantly non-private, if the adversary may ask about all subsets.

The definition is about databases that grow: for a single length o(n) says nothing. And the adversary must succeed for
every true database. Theorem 2.2 leaves 4E wrong bits, so that E = o(n) is enough. If the curator chooses the errors,
two databases that differ in w = min(n, 2t) bits, where t = ⌊2E⌋, fit the same answers, all equal to E. Any output is
wrong about one of them in at least w/2 bits. So an error of c·n leaves a constant fraction of the bits in doubt.
"""

from exactdp.claims import Claim
from exactdp.claims.dataset_words import all_answers, listed, ones, powers
from exactdp.claims.formulas import (
    INDEX,
    INDEX_MAP,
    TRUE,
    Function,
    If,
    as_number,
    between,
    both,
    function,
    indices,
    numbers,
    variable,
    vectors,
)
from exactdp.claims.lemmas import index_order, sum_of_two
from exactdp.claims.query_words import bits, wrong_in_subset
from exactdp.claims.vocabulary import KEPT
from exactdp.commands.cli import main

claim = Claim(
    "lecture.definition-2-1", "blatantly non-private, and the errors that are", section="2", position=30, kept=KEPT
)

i, n, p, t, w = indices("i n p t w")
E, a = numbers("E α")
c, d, g, u = vectors("c d g u")
s, D = variable("s", INDEX_MAP), variable("D", Function(2, INDEX))
everyone = function(i, as_number(1))


def wrong(first, second):
    return wrong_in_subset(first, second, everyone, n)


@claim.clause(
    "small-share",
    0 <= n,
    powers(s, 2, n),
    listed(D, s, 2, n),
    bits(c, n),
    bits(d, n),
    all_answers(u, D, s[n], E, c, d, n),
    4 * E <= a * n,
    wrong(c, d) <= a * n,
)
def small_share(proof):
    return proof.qed(proof.cite("lecture.theorem-2-2.all-subsets#asked"))


first, second = ones(0, p), ones(p, w)


def one_of(bound):
    return (bound <= wrong(g, first)) | (bound <= wrong(g, second))


@claim.clause("any-output", between(0, p, w), w <= n, one_of(as_number(w) / 2))
def any_output(proof):
    one = proof.assuming(between(1, i, n))
    near, far, between_them = (abs(x[i] - y[i]) * everyone[i] for x, y in ((g, first), (g, second), (first, second)))
    each = one.have(between_them <= near + 1 * far)
    total = proof.use(sum_of_two(), t=1, low=1, high=n, f=function(i, near), g=function(i, far))
    *_, apart = proof.cite("lecture.theorem-2-2.sharp#apart").parts()
    whole = proof.termwise(i, 1, n, each.says, each)
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
        1 <= t, lambda other: other.contradiction(1 <= t, other.use(index_order(), j=t, k=0))
    )
    return proof.qed(proof.use(index_order(), positive, j=1, k=t))


# The bits in which the two databases differ, and those of them that the first one has
differ, ones_of_first = If(2 * t <= n, 2 * t, n), If(t <= n, t, n)
unknown = one_of(a * n)


@claim.clause(
    "constant-share",
    0 <= n,
    powers(s, 2, n),
    listed(D, s, 2, n),
    1 <= 2 * E,
    as_number(t) <= 2 * E,
    2 * E < t + 1,
    2 * a <= 1,
    a * n <= E,
    p == ones_of_first,
    w == differ,
    both(all_answers(function(i, E), D, s[n], E, first, second, n), unknown),
)
def constant_share(proof):
    least = proof.by_contradiction(
        1 <= t, lambda other: other.contradiction(1 <= t, other.use(index_order(), j=t, k=0))
    )

    def found(case):
        sizes = [case.use(index_order(), j=of, k=t) for of in (p, w - p)]
        answers = case.cite("lecture.theorem-2-2.sharp#attained", *sizes)
        size = case.use(index_order(), j=0, k=n)
        half = case.have(
            a * n <= as_number(w) / 2, case.cite("#whole-part"), size, case.product(size, case.know(2 * a <= 1))
        )
        one_side, other = unknown.args
        share = case.either(
            case.cite("#any-output"),
            lambda side: side.alternative(unknown, side.have(one_side, half)),
            lambda side: side.alternative(unknown, side.have(other, half)),
        )
        return case.both(answers, share)

    return proof.knowing(
        least, lambda inner: inner.cases(proof.goal, (2 * t <= n, found), (t <= n, found), (TRUE, found))
    )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
