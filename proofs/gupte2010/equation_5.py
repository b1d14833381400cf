"""Appendix A, Equation (5): the worst loss of a mechanism on databases, and the meaning of S.

S is introduced as a set of results and then written S ⊆ D^n. Read as results, the maximum is over all databases d with
f(d) in S. Read as any set of databases, Lemma 6 is false: two databases with results 0 and 1 may differ in two rows. A
mechanism on databases can treat them more differently than an oblivious one can treat adjacent results. The example has
two rows with values 0, 1 and 2, the loss |i-r|, and the databases (1, 1) and (0, 2). The query f counts the zeros.
"""

from exactdp.claims.language import *

claim = Claim(
    "gupte2010.equation-5",
    "the worst loss on databases",
    section="A",
    position=5,
    printed="the maximum over d ∈ S ⊆ D^n, where S is a set of results; and it is called the utility",
    slip="print",
    kept=KEPT,
)

i, j = indices("i j")
a, x = number("α"), matrix("x")
d, e = (variable(name, INDEX_MAP) for name in ("d", "e"))
S = variable("S", SET)
levels = (0 < a, a < 1)
least = a / (1 + a)


def losses(x, i):
    return expected_loss(absolute_loss, x, 2, i)


@claim.clause("oblivious", *levels, private(x, a, 2, 2), least <= a * losses(x, 0) / (1 + a) + losses(x, 1) / (1 + a))
def oblivious(proof):
    nonneg, ones, near = proof.parts(private(x, a, 2, 2))[-3:]
    together = proof.have(a * (1 - losses(x, 0)) <= losses(x, 1), nonneg(0, 2), nonneg(1, 2), near(0, 0), ones(0))
    return proof.qed(together, 0 < 1 + a)


one_and_one, zero_and_two = function(j, as_index(1)), function(j, If(j == 0, 0, 2))


@claim.clause("results", S[0], ~S[1], ~S[2], (count(one_and_one, S, 2) == 0) & (count(zero_and_two, S, 2) == 1))
def results(proof):
    rows = [proof.use(lemmas.equal_values(), i=zero_and_two[row], j=value) for row, value in ((0, 0), (1, 2))]
    return proof.qed(*rows)


answer = Definition(
    "Pr_{0}(1 | {1})",
    (a, d),
    If((d[0] == 1) & (d[1] == 1), a / 2, If((d[0] == 0) & (d[1] == 2), 1 - a / 2, as_number(1) / 2)),
    within=(0 <= a) & (a <= 1),
)
"""The probability of the answer 1: α/2 on (1, 1), 1 - α/2 on (0, 2), and 1/2 elsewhere; that of 0 is the rest."""


def chance(d):
    return answer(a, d)


def near(first, second):
    return (a * first <= second) & (a * second <= first)


@claim.clause("private", *levels, neighbours(d, e, 2), near(chance(d), chance(e)) & near(1 - chance(d), 1 - chance(e)))
def is_private(proof):
    goal, given = proof.goal, neighbours(d, e, 2)
    small = proof.product(0 < a, a < 1)

    def kept(p, row, same):
        """Return the goal where this row is the same."""
        other = as_index(row) != j
        p.remember(p.have(other))
        return p.have(goal, p.have(d[row] == e[row], same(row)), small)

    def step(p, found):
        same = found.parts()[-1]
        return p.cases(goal, (j == 0, lambda q: kept(q, 1, same)), (TRUE, lambda q: kept(q, 0, same)))

    return proof.obtain(proof.know(given), j, step)


claim.clause("losses", *levels, (chance(one_and_one) == a / 2) & (1 - chance(zero_and_two) == a / 2))(by_arithmetic)
claim.clause("less", *levels, a / 2 < least)(lambda proof: proof.qed(0 < 1 + a, proof.product(0 < a, a < 1)))


# With the two databases for S: some oblivious mechanism would lose no more on their results than this one on them.
no_more = (losses(x, 0) <= chance(one_and_one)) & (losses(x, 1) <= 1 - chance(zero_and_two))


@claim.printed_as(
    "any-databases", All(a, *levels, Some(x, private(x, a, 2, 2), no_more)), instead=("oblivious", "losses")
)
def loses_more_at_half(proof):
    """At α = 1/2, every oblivious mechanism loses more than 1/4 on one of the two results."""
    half = as_number(1) / 2
    inner = proof.inside(substitute(proof.goal.args[2], {"α": half}))
    bound, (first, second) = inner.cite("#oblivious", α=half), inner.goal.args
    more = inner.cases(
        inner.goal,
        (first, lambda case: case.alternative(inner.goal, case.know(first))),
        (TRUE, lambda case: case.alternative(inner.goal, case.have(second, bound))),
    )
    return proof.witness(proof.goal, half, inner.closed(more))
