"""Section 4.2: for which consumers the mechanism M of Appendix B is optimal.

Let G be G_{3,1/2}. Compare the probabilities that the answers of G and M are within distance d of the truth, on any
input and for d < 3. That of G is higher, unless both are 1. So for a monotone loss M loses at least what G does on
every input, and more if its row of the loss isn't constant. If M is optimal, its worst loss is therefore attained where
G loses as much.
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.lexicographic import loses_no_more, meets, minimax_optimal, worst_input

claim = Claim(
    "gupte2010.section-4-2.not-optimal-for-any",
    "the consumers for whom Appendix B's mechanism is optimal",
    section="4.2",
    position=4,
    printed="there are private mechanisms, Appendix B's M among them, that are not optimal for any consumer",
    slip="statement",
    weight="edge",
    kept={
        **dict.fromkeys(
            ("k ∈ S", "L_k(l, x; 3) bounds the loss l of x on S within {0..3} × {0..3}"),
            "the definition of a worst input",
        ),
        "l is monotone on {0..3} × {0..3}": "the claim is about consumers of the paper",
        "x = M on {0..3} × {0..3}": "the claim is about M",
    },
)

n, m, i, k, r, s = indices("n m i k r s")
(c,) = numbers("c")
x, y, l, f = matrices("x y l f")  # noqa: E741 (the paper's letter for a loss)
S = variable("S", SET)
HALF = Fraction(1, 2)
ROWS = [
    ["1/9", "2/9", "4/9", "2/9"],
    ["2/9", "1/9", "2/9", "4/9"],
    ["4/9", "2/9", "1/9", "2/9"],
    ["13/18", "1/9", "1/18", "1/9"],
]
M = named("M", table(ROWS))
G = geometric_mechanism(3, HALF)
is_m = equal_matrices(x, M, 3, 3)
optimal = minimax_optimal(x, l, S, HALF, 3, 3)

claim.printed_as(
    "no-consumer",
    *(is_m, monotone(l, 3, 3), meets(S, 3)),
    ~optimal,
    at={"x": ROWS, "l": [[0] * 4] * 4, "S": frozenset(range(4))},
    instead=("only-if", "if"),
)


def loss(mechanism, row, of=l):
    return expected_loss(of, mechanism, 3, row)


claim.clause(
    "constant-loss", stochastic(x, n, m), stochastic(y, n, m), loses_no_more(x, y, function(i, r, c), S, n, m)
)(lambda proof: proof.cite("gupte2010.lemma-5.tie-break#constant-loss", t=c))


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

    return each_input(proof, goal, lambda case, row: case.have(goal(row), *rising(case, row)))


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
                found = inner.have(value) if row == column else inner.indirect(value, *known)
                return inner.replace(inner.have(as_index(column) == r), lambda v: l[row, v] == l[row, row], found)

            return here

        return case.cases(goal(row), *((r == column, at(column)) for column in range(3)), (TRUE, at(3)))

    return each_input(proof, goal, step)


# M as x, so that its optimality can be decided for each loss and S


@cache
def same_loss():
    """Equal rows have the same expected loss, by losses that are equal there."""
    equal = [All(r, between(0, r, m), one[i, r] == other[i, r]) for one, other in ((x, y), (l, f))]
    proof = Proof(equal, expected_loss(l, x, m, i) == expected_loss(f, y, m, i))
    inner = proof.assuming(between(0, r, m))
    return proof.qed(proof.termwise(r, 0, m, inner.have(x[i, r] * l[i, r] == y[i, r] * f[i, r])))


def as_m(proof, row, *same, of=l):
    """Return that x loses what M does on an input, where the loss is the same as another one."""
    same = same or [proof.have(All(r, between(0, r, 3), l[row, r] == of[row, r]))]
    return proof.use(same_loss(), proof.know(is_m)(row), *same, y=M, m=3, i=row, f=of)


flat = All(r, between(0, r, 3), l[k, r] == l[k, k])


def worst(row):
    return worst_input(row, S, l, x, 3, 3)


def at_worst_input(proof, step):
    """Return what the step shows of an input s of S on which no other one loses more, from the bound that this is."""
    proof.let(proof.know(some_input), i)
    found = proof.let(proof.cite("gupte2010.equation-1#attained", j=i, n=3, m=3), s)
    return step(proof, next(part for part in found.parts() if part.says.op == "all"))


at_flat_row = Some(k, worst(k), flat)
varies = explained("{0} varies on {{{1}}} × {{0..{2}}}", (l, k, m), Some(r, between(0, r, m), l[k, r] != l[k, k]))
none_flat = All(k, worst(k), varies(l, k, 3))
some_input = meets(S, 3)


@claim.clause("only-if", is_m, monotone(l, 3, 3), some_input, none_flat, ~optimal)
def only_if(proof):
    def not_flat(inner, found):
        inner.let(inner.know(none_flat)(k), r)
        same = inner.have(l[k, r] == l[k, k], found.parts()[-1](r))
        return inner.either(inner.know(l[k, r] != l[k, k]), *[lambda p: p.contradiction(proof.goal, same)] * 2)

    return proof.by_contradiction(proof.goal, lambda inner: inner.obtain(worst_at_flat_row(inner), k, not_flat))


def worst_at_flat_row(proof):
    """On its worst input s an optimal M loses at most what G, and so M, does on some k: k is a worst input too."""
    proof.remember(proof.cite("gupte2010.section-4-2.not-optimal-for-any#geometric-private"))
    best = proof.parts(optimal)[-1](G)

    def at_worst(case, most):
        return case.obtain(case.fact(best(s)), k, lambda inner, less: compared(inner, less.parts()[-1], most))

    def compared(inner, less, most):
        geometric = inner.cite("gupte2010.section-4-2.not-optimal-for-any#geometric-no-worse", i=k)
        same = as_m(inner, k)
        no_less = inner.opaque(loss(M, k) <= loss(G, k), most(k), less, same)
        more = inner.opaque(loss(x, s) <= loss(x, k), less, same, geometric)
        row = unfold(bounds_loss(loss(x, k), l, x, S, 3, 3)).args[0]
        case = inner.inside(bounds_loss(loss(x, k), l, x, S, 3, 3))
        bound = case.closed(case.opaque(case.goal, most(row), more))
        each = inner.assuming(between(0, r, 3))
        constant = each.cite("gupte2010.section-4-2.not-optimal-for-any#equal-if-constant", no_less, i=k)
        return inner.witness(at_flat_row, k, bound, inner.all(constant, r, between(0, r, 3)))

    return at_worst_input(proof, at_worst)


claim.clause("private", private(M, HALF, 3, 3))(by_evaluation)


def is_private(proof):
    """Return that x is private, as M is."""
    nonneg, _, near = proof.cite("gupte2010.section-4-2.not-optimal-for-any#private").parts()[-3:]
    at = proof.know(is_m)

    def from_m(inner, goal, *known):
        return inner.opaque(goal, *known)

    cell = proof.assuming(between(0, i, 3), between(0, r, 3))
    size = from_m(cell, 0 <= x[i, r], at(i, r), nonneg(i, r))
    row = proof.assuming(between(0, i, 3))
    one = row.have(Sum(r, 0, 3, x[i, r]) == 1, row.termwise(r, 0, 3, x[i, r] == M[i, r], at(i, r)))
    step = proof.for_all(
        unfold(private(x, HALF, 3, 3)).args[1],
        lambda inner: from_m(inner, inner.goal, at(i, r), at(i + 1, r), *near(i, r).parts()),
    )
    entries = proof.every((i, 0, 3), (r, 0, 3), size)
    return proof.have(private(x, HALF, 3, 3), entries, proof.all(one, i, between(0, i, 3)), step)


@claim.clause(
    "if",
    is_m,
    monotone(l, 3, 3),
    worst(k),
    flat,
    optimal,
)
def if_constant(proof):
    at_most, stays, constant = proof.parts(worst(k))[-1], is_private(proof), proof.know(flat)
    given, proof = proof, proof.opening(worst(k))
    other = proof.assuming(private(y, HALF, 3, 3))
    inner = other.inside(loses_no_more(x, y, l, S, 3, 3))
    each = inner.assuming(between(0, r, 3))

    def of_row(mechanism, one):
        term = lemmas.scaled(each, mechanism[k, r], constant(r))
        total = inner.termwise(r, 0, 3, term)
        return inner.have(loss(mechanism, k) == l[k, k], total, lemmas.scaled(inner, l[k, k], one(k)))

    same = of_row(x, stays.parts()[-2]), of_row(y, other.parts(private(y, HALF, 3, 3))[-2])
    less = inner.opaque(loss(x, i) <= loss(y, k), at_most(i), *same)
    no_more = inner.closed(inner.witness(inner.goal, k, less))
    return given.fact(proof.have(optimal, stays, proof.all(no_more, y, private(y, HALF, 3, 3))))


def for_no_consumer(name, of):
    """Add that G loses less than M on every input for this loss, and that M is optimal for no S that holds an input."""
    less = All(i, between(0, i, 3), loss(G, i, of) < loss(M, i, of))
    claim.clause(f"{name}-less", less)(by_evaluation)
    is_loss = equal_matrices(l, of, 3, 3)

    @claim.clause(name, is_m, is_loss, some_input, ~optimal)
    def for_none(proof):
        """G loses less on every input than M does on its worst one."""
        every = proof.cite(f"gupte2010.section-4-2.not-optimal-for-any#{name}-less")

        def at_worst(case, most):
            best = case.fact(case.parts(optimal)[-1](G)(s))
            no_more = case.let(best, k)
            same = as_m(case, k, case.know(is_loss)(k), of=of)
            alike = case.use(same_loss(), case.know(is_loss)(k), case.have(same_g), x=G, y=G, m=3, i=k, f=of)
            known = no_more.parts()[-1], every(k), same, alike, most(k)
            wrong = case.opaque(term(0) < as_number(0), *known)
            return case.fact(core.absurd(wrong.theorem, proof.goal))

        same_g = All(r, between(0, r, 3), G[k, r] == G[k, r])
        inner = proof.otherwise()
        inner.remember(inner.cite("gupte2010.section-4-2.not-optimal-for-any#geometric-private"))
        return inner.closed(at_worst_input(inner, at_worst))


for_no_consumer("absolute", absolute_loss)
for_no_consumer("squared", squared_loss)
for_no_consumer("zero-one", zero_one)
claim.clause("geometric-private", private(G, HALF, 3, 3))(by_evaluation)
