"""Section 4.2: for which consumers the mechanism M of Appendix B is optimal.

With G for G_{3,1/2}: on every input and for each d < 3 the answer of G is within distance d of the truth more probably
than that of M, unless it is so for certain. So for a monotone loss M loses at least what G does on every input, and
more if its row of the loss isn't constant. If M is optimal, its worst loss is therefore attained where G loses as much.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims import Claim, core
from exactdp.claims.deriving import Proof, by_evaluation
from exactdp.claims.formulas import (
    SET,
    TRUE,
    All,
    Some,
    Sum,
    as_index,
    as_number,
    between,
    function,
    indices,
    matrices,
    numbers,
    term,
    unfold,
    variable,
)
from exactdp.claims.lemmas import between_each_other, scaled
from exactdp.claims.lexicographic_words import loses_no_more, minimax_optimal
from exactdp.claims.vocabulary import (
    absolute_loss,
    equal_matrices,
    expected_loss,
    geometric_mechanism,
    monotone,
    private,
    squared_loss,
    stochastic,
    table,
    zero_one,
)
from exactdp.commands.cli import main

claim = Claim(
    "gupte2010.section-4-2.not-optimal-for-any",
    "the consumers for whom Appendix B's mechanism is optimal",
    section="4.2",
    position=4,
    printed="there are private mechanisms, Appendix B's M among them, that are not optimal for any consumer",
    slip="statement",
)

n, m, i, k, r, s = indices("n m i k r s")
a, b, c = numbers("α b c")
x, y, l = matrices("x y l")  # noqa: E741 (the paper's letter for a loss)
S = variable("S", SET)
HALF = Fraction(1, 2)
M = table(
    [
        ["1/9", "2/9", "4/9", "2/9"],
        ["2/9", "1/9", "2/9", "4/9"],
        ["4/9", "2/9", "1/9", "2/9"],
        ["13/18", "1/9", "1/18", "1/9"],
    ]
)
G = geometric_mechanism(3, HALF)
is_m = equal_matrices(x, M, 3, 3)
optimal = minimax_optimal(x, l, S, HALF, 3, 3)

claim.printed_as("no-consumer", is_m, monotone(l, 3, 3), between(0, i, 3), S[i], ~optimal)


def loss(mechanism, row, of=l):
    return expected_loss(of, mechanism, 3, row)


@claim.clause(
    "constant-loss", stochastic(x, n, m), stochastic(y, n, m), loses_no_more(x, y, function(i, r, c), S, n, m)
)
def constant_loss(proof):
    return proof.cite("gupte2010.lemma-5.tie-break#constant-loss", t=c)


def each_input(proof, goal, step):
    """Return the goal, which the step shows for each input and its number."""
    at = [lambda case, row=row: case.replace(case.have(as_index(row) == i), goal, step(case, row)) for row in range(4)]
    return proof.cases(goal(i), *((i == row, at[row]) for row in range(3)), (TRUE, at[3]))


def rising(proof, row):
    """Return how the loss of an input grows with the distance."""
    rises = proof.know(monotone(l, 3, 3))
    return [
        rises(row, near)(far)
        for near in range(4)
        for far in range(4)
        if near != far and abs(row - near) <= abs(row - far) <= abs(row - near) + 1
    ]


@claim.clause("geometric-no-worse", monotone(l, 3, 3), between(0, i, 3), loss(G, i) <= loss(M, i))
def geometric_no_worse(proof):
    def goal(row):
        return loss(G, row) <= loss(M, row)

    return each_input(proof, goal, lambda case, row: case.have(goal(row), *rising(case, row), factors=1))


@claim.clause(
    "equal-if-constant",
    monotone(l, 3, 3),
    between(0, i, 3),
    between(0, r, 3),
    loss(M, i) <= loss(G, i),
    l[i, r] == l[i, i],
)
def equal_if_constant(proof):
    def goal(row):
        return l[row, r] == l[row, row]

    def step(case, row):
        less = case.replace(case.have(i == as_index(row)), lambda v: loss(M, v) <= loss(G, v))
        known = less, *rising(case, row)

        def at(column):
            value = l[row, column] == l[row, row]

            def here(inner):
                found = inner.have(value) if row == column else inner.equal(value, *known, factors=1)
                return inner.replace(inner.have(as_index(column) == r), lambda v: l[row, v] == l[row, row], found)

            return here

        return case.cases(goal(row), *((r == column, at(column)) for column in range(3)), (TRUE, at(3)))

    return each_input(proof, goal, step)


# M as x, so that its optimality can be decided for each loss and S


@cache
def same_loss():
    """Equal rows have the same expected loss."""
    equal = All(r, between(0, r, m), x[i, r] == y[i, r])
    proof = Proof([equal], expected_loss(l, x, m, i) == expected_loss(l, y, m, i))
    inner = proof.assuming(between(0, r, m))
    term = inner.have(x[i, r] * l[i, r] == y[i, r] * l[i, r], inner.know(equal)(r))
    return proof.qed(proof.termwise(r, 0, m, term.says, term))


def as_m(proof, row):
    """Return that x loses what M does on an input."""
    return proof.use(same_loss(), proof.know(is_m)(row), y=M, m=3, i=row)


flat = All(r, between(0, r, 3), l[k, r] == l[k, k])


def worst(i):
    return between(0, i, 3), S[i], All(s, between(0, s, 3) & S[s], loss(x, s) <= loss(x, i))


at_flat_row = Some(k, between(0, k, 3) & S[k], (loss(x, k) == loss(x, i)) & flat)


@claim.clause("only-if", is_m, monotone(l, 3, 3), *worst(i), optimal, at_flat_row)
def only_if(proof):
    proof.remember(proof.cite("gupte2010.section-4-2.not-optimal-for-any#geometric-private"))
    best = proof.parts(optimal)[-1](G)

    def compared(inner, found):
        """What M loses on its worst input i is at most what G loses on k, and so what M does."""
        geometric = inner.cite("gupte2010.section-4-2.not-optimal-for-any#geometric-no-worse", i=k)
        most, less, same = inner.know(worst(i)[-1])(k), found.parts()[-1], as_m(inner, k)
        terms = [loss(x, i), loss(x, k), loss(M, k), loss(G, k)]
        no_less = inner.opaque(loss(M, k) <= loss(G, k), most, less, same, terms=terms)
        more = inner.opaque(loss(x, i) <= loss(x, k), less, same, geometric, terms=terms)
        equal = inner.use(between_each_other(), most, more, α=loss(x, k), β=loss(x, i))
        each = inner.assuming(between(0, r, 3))
        constant = each.cite("gupte2010.section-4-2.not-optimal-for-any#equal-if-constant", no_less, i=k)
        return inner.witness(at_flat_row, k, equal, inner.all(constant, r, between(0, r, 3)))

    return proof.obtain(proof.fact(best(i).theorem), k, compared)


claim.clause("private", private(M, HALF, 3, 3))(by_evaluation)


def is_private(proof):
    """Return that x is private, as M is."""
    nonneg, ones, near = proof.cite("gupte2010.section-4-2.not-optimal-for-any#private").parts()[-3:]
    at = proof.know(is_m)

    def from_m(inner, goal, *known):
        places = [(i, r), (i + 1, r)]
        return inner.opaque(goal, *known, terms=[entry[place] for place in places for entry in (x, M)])

    cell = proof.assuming(between(0, i, 3), between(0, r, 3))
    size = from_m(cell, 0 <= x[i, r], at(i, r), nonneg(i, r))
    row = proof.assuming(between(0, i, 3))
    one = row.have(Sum(r, 0, 3, x[i, r]) == 1, row.termwise(r, 0, 3, x[i, r] == M[i, r], at(i, r)), ones(i))
    step = proof.for_all(
        unfold(private(x, HALF, 3, 3)).args[1],
        lambda inner: from_m(inner, inner.goal, at(i, r), at(i + 1, r), *near(i, r).parts()),
    )
    entries = proof.all(proof.all(size, r, between(0, r, 3)), i, between(0, i, 3))
    return proof.have(private(x, HALF, 3, 3), entries, proof.all(one, i, between(0, i, 3)), step)


@claim.clause(
    "if",
    is_m,
    monotone(l, 3, 3),
    *worst(k),
    flat,
    optimal,
    kept={"l is monotone on {0..3} × {0..3}": "the claim is about consumers of the paper"},
)
def if_constant(proof):
    at_most, stays, constant = proof.know(worst(k)[-1]), is_private(proof), proof.know(flat)
    other = proof.assuming(private(y, HALF, 3, 3))

    def on_input(inner):
        each = inner.assuming(between(0, r, 3))

        def of_row(mechanism, one):
            term = scaled(each, mechanism[k, r], constant(r))
            total = inner.termwise(r, 0, 3, term.says, term)
            return inner.have(loss(mechanism, k) == l[k, k], total, scaled(inner, l[k, k], one(k)))

        same = of_row(x, stays.parts()[-2]), of_row(y, other.parts(private(y, HALF, 3, 3))[-2])
        less = inner.opaque(loss(x, i) <= loss(y, k), at_most(i), *same, terms=[loss(x, i), loss(x, k), loss(y, k)])
        return inner.witness(inner.goal, k, less)

    no_more = other.for_all(loses_no_more(x, y, l, S, 3, 3), on_input)
    return proof.qed(stays, proof.all(no_more, y, private(y, HALF, 3, 3)))


def for_no_consumer(name, of):
    """Add that G loses less than M on every input for this loss, and that M is optimal for no S."""
    less = All(i, between(0, i, 3), loss(G, i, of) < loss(M, i, of))
    claim.clause(f"{name}-less", less)(by_evaluation)
    at_most = All(s, between(0, s, 3) & S[s], loss(x, s, of) <= loss(x, i, of))
    best = minimax_optimal(x, of, S, HALF, 3, 3)

    @claim.clause(name, is_m, between(0, i, 3), S[i], at_most, ~best)
    def for_none(proof):
        every = proof.cite(f"gupte2010.section-4-2.not-optimal-for-any#{name}-less")

        def compared(inner, found):
            same = inner.use(same_loss(), inner.know(is_m)(k), y=M, m=3, i=k, l=of)
            known = found.parts()[-1], every(k), same, inner.know(at_most)(k)
            terms = [loss(each, row, of) for each, row in ((x, i), (x, k), (G, k), (M, k))]
            return inner.fact(
                core.absurd(inner.opaque(term(0) < as_number(0), *known, terms=terms).theorem, proof.goal)
            )

        def step(inner):
            inner.remember(inner.cite("gupte2010.section-4-2.not-optimal-for-any#geometric-private"))
            return inner.obtain(inner.fact(inner.parts(best)[-1](G)(i).theorem), k, compared)

        return proof.by_contradiction(proof.goal, step)


for_no_consumer("absolute", absolute_loss)
for_no_consumer("squared", squared_loss)
for_no_consumer("zero-one", zero_one)
claim.clause("geometric-private", private(G, HALF, 3, 3))(by_evaluation)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
