"""Lemma 5, the order (L, L'): it is a strict total order on pairs, and the second objective L' is needed.

For a constant loss every mechanism is optimal in L alone, and the mechanism H with all entries 1/2 breaks the pattern.
For S = {0, 1} and |i-r| the mechanism RR_α is optimal in L alone, and breaks the pattern in rows 1 and 2. For n = 1 and
a loss that is constant on no input, L alone is enough: otherwise a step could reduce both errors together.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.lexicographic import breaks_pattern, loses_no_more, meets, minimax_optimal

claim = Claim(
    "gupte2010.lemma-5.tie-break",
    "why (L, L') and not L alone",
    section="4.2",
    position=18,
    kept=KEPT | {"l[0,0] < l[0,1]": "losses that are not constant", "l[1,1] < l[1,0]": "losses that are not constant"},
)

n, m, i, j, k, r, v, w = indices("n m i j k r v w")
a, t = numbers("α t")
x, y, l = matrices("x y l")  # noqa: E741 (the paper's letter for a loss)
S = variable("S", SET)

# The order on pairs

b, c, d, e, f, g = numbers("b c d e f g")


above = explained(
    "({0}, {1}) is lexicographically greater than ({2}, {3})", (b, c, d, e), (d < b) | ((b == d) & (e < c))
)


def trichotomy(proof):
    goal = proof.goal
    return proof.cases(
        goal,
        (b < d, lambda case: case.have(goal)),
        (d < b, lambda case: case.have(goal)),
        (c < e, lambda case: case.have(goal, case.indirect(b == d))),
        (e < c, lambda case: case.have(goal, case.indirect(b == d))),
        (TRUE, lambda case: case.have(goal, case.indirect(b == d), case.indirect(c == e))),
    )


claim.clause("total", above(b, c, d, e) | above(d, e, b, c) | ((b == d) & (c == e)))(trichotomy)


@claim.clause("transitive", above(b, c, d, e), above(d, e, f, g), above(b, c, f, g))
def transitive(proof):
    goal = proof.goal

    def then(p):
        return p.have(goal, unfold(above(d, e, f, g)))

    return proof.either(proof.know(unfold(above(b, c, d, e))), then, then)


claim.clause("strict", above(b, c, d, e), (b != d) | (c != e))(
    lambda proof: proof.have(proof.goal, unfold(above(b, c, d, e)))
)


def no_more(proof, step):
    """Return a goal that says that a mechanism loses no more, from a step about each input k of S."""
    (v, guard, body) = unfold(proof.goal).args
    inner = proof.assuming(guard, goal=body)
    return core.restate(core.generalise(step(inner).theorem, v, guard), proof.goal)


# A constant loss, and n = 1 with all entries 1/2

constant, even = function(i, r, t), named("H", table([["1/2", "1/2"], ["1/2", "1/2"]]))


@claim.clause("constant-loss", stochastic(x, n, m), stochastic(y, n, m), loses_no_more(x, y, constant, S, n, m))
def constant_loss(proof):
    rows = [proof.parts(stochastic(each, n, m))[-1] for each in (x, y)]
    return no_more(proof, lambda p: p.witness(p.goal, i, *(row(i) for row in rows)))


claim.clause("even-breaks", 0 < a, a < 1, breaks_pattern(even, a, 0, 0, 1, 1, 1))(by_arithmetic)


# n = 2, S = {0, 1} and |i-r|: the rows (1, α, 0), (α, 1, 0), (1, α, 0) over 1+α

turns = randomized_response(a)

claim.clause("turns-break", 0 < a, a < 1, breaks_pattern(turns, a, 1, 0, 1, 2, 2))(
    lambda proof: proof.qed(proof.cite("gupte2010.section-4-2.all-optimal#private", n=2, m=2), 0 < 1 + a)
)

claim.clause(
    "turns-optimal",
    0 < a,
    a < 1,
    private(y, a, 2, 2),
    S[0],
    S[1],
    ~S[2],
    loses_no_more(turns, y, absolute_loss, S, 2, 2),
)(lambda proof: proof.cite("gupte2010.section-4-2.first-part#other-rows"))


# n = 1: both errors reduced by t

errors = 0 < t, (1 + a) * t <= x[1, 0] - a * x[0, 0], (1 + a) * t <= x[0, 1] - a * x[1, 1]
lower = explained(
    "{0} with both errors reduced by {1}",
    (x, t),
    function(i, r, x[i, r] + If(i == 0, If(r == 0, t, -t), If(r == 1, t, -t))),
)(x, t)


@claim.clause(
    "small-enough",
    0 < a,
    0 < b,
    0 < c,
    Some(t, 0 < t, ((1 + a) * t <= b) & ((1 + a) * t <= c)),
    witnesses={"t": If(b <= c, b, c) / (1 + a)},
)
def small_enough(proof):
    return proof.cases(
        proof.goal,
        (b <= c, lambda p: p.witness(proof.goal, b / (1 + a))),
        (TRUE, lambda p: p.witness(proof.goal, c / (1 + a))),
    )


one_row = (0 < a, a < 1, private(x, a, 1, 1))


@claim.clause("both-lower", *one_row, *errors, private(lower, a, 1, 1))
def both_lower(proof):
    nonneg, ones, near = proof.parts(private(x, a, 1, 1))[-3:]
    facts = [nonneg(row, column) for row in (0, 1) for column in (0, 1)] + [near(0, 0), near(0, 1), ones(0), ones(1)]
    return proof.qed(*facts)


inside = meets(S, 1)
rising = (monotone(l, 1, 1), l[0, 0] < l[0, 1], l[1, 1] < l[1, 0])

claim.clause(
    "both-lose-less", 0 < t, *rising, between(0, i, 1), expected_loss(l, lower, 1, i) < expected_loss(l, x, 1, i)
)(by_arithmetic)


@claim.clause("one-row", 0 < a, a < 1, *rising, inside, minimax_optimal(x, l, S, a, 1, 1), lemma_5_pattern(x, a, 0, 1))
def one_row_has_the_pattern(proof):
    goal, best = proof.goal, proof.parts(minimax_optimal(x, l, S, a, 1, 1))[-1]
    pairs = Some(j, between(0, j, 1), Some(k, j < k, k <= 1, (a * x[0, j] < x[1, j]) & (a * x[1, k] < x[0, k])))

    def columns(p, found):
        return p.obtain(found.parts()[-1], k, gaps)

    def gaps(p, found):
        """The columns j and k are 0 and 1."""
        entries = {"b": x[1, 0] - a * x[0, 0], "c": x[0, 1] - a * x[1, 1]}
        some = p.cite("gupte2010.lemma-5.tie-break#small-enough", found, **entries)
        return p.obtain(some, t, lambda q, _: q.obtain(q.know(inside), i, worst))

    def worst(p, _):
        """Input i loses no more than what v loses after the step, which is less than what v loses before, and so on."""
        p.remember(p.cite("gupte2010.lemma-5.tie-break#both-lower"))
        less = best(lower)

        def second(q, _):
            return q.obtain(q.fact(less(v)), w, lambda c, _: impossible(c))

        return p.obtain(p.fact(less(i)), v, second)

    def impossible(p):
        falls = [p.cite("gupte2010.lemma-5.tie-break#both-lose-less", i=row) for row in (v, w)]
        contradiction = [lambda c: c.contradiction(goal, *falls)] * 3
        return p.cases(goal, (v == i, contradiction[0]), (w == v, contradiction[1]), (TRUE, contradiction[2]))

    def other(p):
        return p.cite("gupte2010.lemma-5.contradiction-hypothesis#otherwise", n=1, m=1, i=0)

    return proof.cases(goal, (pairs, lambda p: p.obtain(p.know(pairs), j, columns)), (TRUE, other))
