"""Lemma 5, what the proof assumes: the negation of the row pattern, for one mechanism and one pair of rows.

Column j is not ↓ where α·x_ij ≠ x_(i+1)j, which privacy makes α·x_ij < x_(i+1)j; likewise for ↑. Suppose that no j < k
have j not ↓ and k not ↑. Then after the first column that is not ↓ all are ↑, which is the pattern. So the two
inequalities with j < k are the whole negation, provided that c_1 and c_2 may lie just outside the columns 0..n.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary import falls, rises
from exactdp.claims.vocabulary.lexicographic import minimax_optimal

claim = Claim(
    "gupte2010.lemma-5.contradiction-hypothesis",
    "the assumption of the proof by contradiction",
    section="4.2",
    position=11,
    printed=(
        "c_1 and c_2 are column indices, and columns are numbered from 1 to n; but a consumer's only optimum may have "
        "no ↓ column or no ↑ column in a row, and the columns are 0 to n"
    ),
    slip="print",
)

n, m, i, j, k, c, d = indices("n m i j k c d")
a = number("α")
x, l = matrices("x l")  # noqa: E741 (the paper's letter for a loss)
S = variable("S", SET)
pattern = lemma_5_pattern(x, a, i, m)


def breaks(j, k):
    """α·x_ij < x_(i+1)j and α·x_(i+1)k < x_ik."""
    return (a * x[i, j] < x[i + 1, j]) & (a * x[i + 1, k] < x[i, k])


broken = Some(j, between(0, j, m), Some(k, j < k, k <= m, breaks(j, k)))


@claim.clause("excludes", pattern, 0 <= j, j < k, k <= m, negation(breaks(j, k)))
def excludes(proof):
    goal = proof.goal

    def columns(p, tight):
        return p.have(goal, cases=[j <= c])

    return proof.obtain(proof.know(pattern), c, lambda p, within: p.obtain(within.parts()[-1], d, columns))


@claim.clause("otherwise", private(x, a, n, m), 0 <= i, i < n, 0 <= m, negation(broken), pattern)
def otherwise(proof):
    near, pairs = proof.parts(private(x, a, n, m))[-1], proof.know(negation(broken))

    def ends(p, low, high, before, after):
        """Return the pattern: the step `before` shows ↓ up to the column low, and `after` ↑ from the column high on."""
        down = p.for_all(All(j, between(0, j, low), falls(x, a, i, j)), before)
        up = p.for_all(All(j, between(high, j, m), rises(x, a, i, j)), after)
        inner = substitute(unfold(pattern).args[2], {"c": as_index(low)})
        return p.witness(pattern, low, p.witness(inner, high, down, up))

    def first(p, found):
        """The column k is the first that is not ↓."""
        earlier = found.parts()[-1]

        def after(q):
            pair = pairs(k, j)
            either = q.have(pair.says, pair)
            return q.either(
                either, lambda case: case.contradiction(q.goal), lambda case: case.indirect(q.goal, near(i, j))
            )

        return ends(p, k - 1, k + 1, lambda q: q.indirect(q.goal, earlier(j)), after)

    def none(p):
        every = p.know(negation(some))
        return ends(p, m, m + 1, lambda q: q.indirect(q.goal, every(j)), lambda q: q.have(q.goal))

    some = Some(k, between(0, k, m), a * x[i, k] < x[i + 1, k])

    def least(p):
        return p.obtain(p.fact(core.least_index(p.know(some).theorem)), k, first)

    return proof.cases(pattern, (some, least), (TRUE, none))


claim.clause("not-both", 0 <= a, a < 1, 0 < x[i, j], rises(x, a, i, j), a * x[i, j] < x[i + 1, j])(
    lambda proof: proof.qed(proof.have(0 < (1 - a) * x[i + 1, j], proof.indirect(0 < x[i + 1, j])))
)


# S = {0}, and a loss with l(0,0) < l(0,1)
optimum = minimax_optimal(x, l, S, "1/2", 1, 1)
only_0 = (S[0], ~S[1], l[0, 0] < l[0, 1], optimum)


@claim.clause("only-optimum", *only_0, between(0, i, 1), (x[i, 0] == 1) & (x[i, 1] == 0))
def only_optimum(proof):
    always_0 = table([[1, 0], [1, 0]])
    proof.remember(proof.have(private(always_0, "1/2", 1, 1)))
    *_, best = proof.parts(optimum)
    ones = proof.parts(private(x, "1/2", 1, 1))[-2]
    goal = l[0, 0] * x[0, 0] + l[0, 1] * x[0, 1] <= l[0, 0]

    def other(p, found):
        """The input k of S with at least this loss is 0."""
        return p.have(goal, p.use(lemmas.not_in_set(), i=k, j=1))

    row_0 = proof.obtain(best(always_0)(0), k, other)
    none = proof.indirect(x[0, 1] == 0, row_0)
    one = proof.indirect(x[1, 1] == 0, none)
    return proof.have(proof.goal, *(none, one, ones(0), ones(1)), cases=[i == 0, i == 1])


claim.printed_as(
    "columns-of-the-matrix",
    monotone(l, 1, 1),
    *only_0,
    Some(
        c,
        between(0, c, 1),
        Some(
            d,
            between(c + 1, d, 1),
            All(j, between(0, j, c), falls(x, "1/2", 0, j)) & All(j, between(d, j, 1), rises(x, "1/2", 0, j)),
        ),
    ),
    instead="otherwise",
)
