"""Section 4.2: some optimal mechanism can be derived from the geometric one, and others cannot.

A remap of G loses no more on any input than a given optimum, so it is optimal too. But only privacy constrains the rows
outside S, and the rows whose loss is not the worst. For S = {0, 1} the two losses cannot both be below α/(1+α). If the
answers on two neighbours are right with probabilities p and q, then q ≤ 1 - α·p and p ≤ 1 - α·q. Randomized response on
whether the input is 1 attains this. Its column 0 holds 1, α, 1, up to a factor; a derivable mechanism has no such
column.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.concentration import never_decrease, unimodal
from exactdp.claims.vocabulary.lexicographic import best_remapped, loses_no_more, minimax_optimal

claim = Claim(
    "gupte2010.section-4-2.all-optimal",
    "which optimal mechanisms are derivable",
    section="4.2",
    position=2,
    printed="all optimal mechanisms can be derived from the geometric mechanism",
    slip="statement",
    weight="remark",
    kept=KEPT
    | {
        "l is monotone on {0..n} × {0..m}": "the question whether i = 1 is a counterexample",
        "x is optimal for l and S among the α-private mechanisms on {0..n} with responses {0..m}": "the optimum",
        "x = RR_α on {0..n} × {0..m}": "a random matrix is seldom derivable",
        "x = [1/2 1/4 1/4; 1/4 1/2 1/4; 1/4 1/4 1/2] on {0..2} × {0..2}": "a random matrix is seldom derivable",
    },
)

n, m, i, k, r = indices("n m i k r")
a, b, c = numbers("α b c")
x, y, T, l = matrices("x y T l")  # noqa: E741 (the paper's letter for a loss)
S = variable("S", SET)
G = geometric_mechanism(n, a)
best = randomized_response(a)

claim.printed_as(
    "derivable",
    1 <= n,
    0 < a,
    a < 1,
    monotone(l, n, n),
    minimax_optimal(x, l, S, a, n, n),
    derivable(x, a, n, n),
    at={
        "n": 2,
        "α": "1/2",
        "l": ((0, 1, 2), (1, 0, 1), (2, 1, 0)),
        "S": frozenset({0, 1}),
        "x": (("2/3", "1/3", 0), ("1/3", "2/3", 0), ("2/3", "1/3", 0)),
    },
    instead="some-optimum",
)
derived = Some(y, minimax_optimal(y, l, S, a, n, m), derivable(y, a, n, m))


@claim.clause(
    "some-optimum",
    1 <= n,
    0 <= a,
    a <= 1,
    monotone(l, n, m),
    minimax_optimal(x, l, S, a, n, m),
    derived,
    witnesses={"y": best_remapped(l, S, a, n, m)},
)
def some_optimum(proof):
    modes = function(i, i)

    def row(inner):
        def side(where, smaller, larger):
            case = inner.assuming(where)
            case.remember(case.have(abs(i - smaller) <= abs(i - larger)))
            rises = case.know(monotone(l, n, m))(i, smaller)(larger)
            return case.imply(where, case.have(l[i, smaller] <= l[i, larger], rises))

        return inner.both(side(i <= r, r, r + 1), side(r < i, r + 1, r))

    shape = proof.for_all(unimodal(l, modes, n, m), row)
    proof.remember(shape)
    best_of_all = proof.parts(minimax_optimal(x, l, S, a, n, m))
    row = next(each for each in best_of_all if each.says.op == "all" and each.says.args[2].op == "=")(0)
    some_response = (0 <= m, lambda case: case.have(0 <= m))
    proof.remember(proof.cases(0 <= m, some_response, (TRUE, lambda case: case.contradiction(0 <= m, row))))
    some = proof.cite("exactdp.universal-optimality#losses", never_decrease(modes, n), *best_of_all, μ=modes)
    found = proof.let(some, T)
    proof.remember(shape)
    less = found.parts()[-1](l)
    remapped = product(G, T, n)

    def others(case):
        each = case.inside(loses_no_more(remapped, y, l, S, n, m))
        each.let(each.fact(best_of_all[-1](y)(i)), k)
        return each.closed(each.witness(each.goal, k, less(i)))

    inside = proof.assuming(private(y, a, n, m))
    every = proof.all(others(inside), y, private(y, a, n, m))
    stays = proof.cite("gupte2010.theorem-1#no-better")
    remap = proof.witness(derivable(remapped, a, n, m), T)
    return proof.witness(derived, remapped, proof.have(minimax_optimal(remapped, l, S, a, n, m), stays, every), remap)


@claim.clause("private", 0 <= a, a <= 1, 1 <= m, private(best, a, n, m))
def is_private(proof):
    row = proof.assuming(between(0, i, n))
    first = If(i == 1, a, 1) / (1 + a)
    one = row.have(
        Sum(r, 0, m, best[i, r]) == 1, row.telescope(r, 0, m, best[i, r], lambda v: If(v <= 0, 0, If(v <= 1, first, 1)))
    )
    return proof.qed(proof.all(one, i, between(0, i, n)))


@claim.clause("not-derivable", 2 <= n, 0 <= m, 0 < a, a < 1, equal_matrices(x, best, n, m), ~derivable(x, a, n, m))
def not_derivable(proof):
    inner = proof.otherwise()
    meets = inner.cite("gupte2010.theorem-2.converse#condition").parts()[-1](1, 0)
    return inner.absurd(meets)


# The least loss for S = {0, 1}

near = (l[0, 0] == l[1, 1], l[1, 1] == 0, l[0, 1] == l[1, 0], l[1, 0] == 1)
outside = All(i, between(2, i, n), ~S[i])
pair = Definition("{0} is {{0..1}} within {{0..{1}}}", (S, n), both(1 <= n, S[0], S[1], outside))(S, n)
far = All(r, between(2, r, m), (1 <= l[0, r]) & (1 <= l[1, r]))


least = a / (1 + a)


@lemma([0 <= a, a * (1 - b) <= c, b < least], least <= c)
def rest(proof):
    """If one loss is below α/(1+α), the other is not."""
    return proof.qed(0 < 1 + a, (1 + a) * b < a)


def loss(mechanism, row):
    return expected_loss(l, mechanism, m, row)


def in_columns(proof, goal, *steps):
    """Return the goal from the steps for the columns 0, 1, and all others."""
    return proof.cases(goal, (r == 0, steps[0]), (r == 1, steps[1]), (TRUE, steps[2]))


def reached(proof, row):
    """Return what randomized response loses on input 0 or 1."""
    inner = proof.assuming(between(0, r, m))
    goal = best[row, r] * l[row, r] == If(r == 1 - row, least, 0)

    def column(at):
        return lambda case: case.have(goal)

    each = in_columns(inner, goal, column(0), column(1), lambda case: case.have(goal))
    one = proof.use(lemmas.one_term(), low=0, high=m, j=1 - row, f=lambda r: least)
    return proof.have(loss(best, row) == least, proof.termwise(r, 0, m, goal, each), one)


@claim.clause("no-better", 1 <= m, 0 <= a, *near, far, pair, private(y, a, n, m), loses_no_more(best, y, l, S, n, m))
def no_better(proof):
    given, proof = proof, proof.opening(pair)
    nonneg, ones, steps = proof.parts(private(y, a, n, m))[-3:]
    inner = proof.assuming(between(0, r, m))

    def each(goal, row):
        sides = [lambda case: case.have(goal)] * 2
        return in_columns(inner, goal, *sides, lambda case: case.have(goal, case.know(far)(r), nonneg(row, r)))

    # The loss on input 0 is at least the probability of a wrong answer, and on input 1 at least that of the answer 0.
    right = If(r == 0, y[0, r], 0)
    wrong = y[0, r] + -1 * right <= y[0, r] * l[0, r]
    total = proof.termwise(r, 0, m, wrong, each(wrong, 0))
    apart = proof.use(lemmas.sum_of_two(), low=0, high=m, f=lambda r: y[0, r], g=function(r, right), t=-1)
    one = proof.use(lemmas.one_term(), low=0, high=m, j=0, f=lambda r: y[0, r])
    first = proof.have(1 - y[0, 0] <= loss(y, 0), total, apart, one, ones(0))
    terms = proof.all(each(0 <= y[1, r] * l[1, r], 1), r, between(0, r, m))
    second = proof.use(lemmas.term_at_most_sum(), terms, low=0, high=m, j=0, f=lambda r: y[1, r] * l[1, r])
    second = proof.have(y[1, 0] <= loss(y, 1), second)
    terms = [loss(y, 0), loss(y, 1), y[0, 0], y[1, 0]]
    together = proof.opaque(a * (1 - terms[0]) <= terms[1], first, second, steps(0, 0).parts()[-1], 0 <= a)
    p = proof.inside()

    def at(row):
        def step(case):
            exact = case.have(loss(best, row) <= least, reached(case, row))
            here = case.replace(case.have(as_index(row) == i), lambda v: loss(best, v) <= least, exact)

            def other(last):
                bound = last.use(rest(), together, b=terms[0], c=terms[1])
                return last.witness(p.goal, 1, here, bound)

            return case.cases(p.goal, (least <= terms[0], lambda last: last.witness(p.goal, 0, here)), (TRUE, other))

        return step

    def elsewhere(case):
        apart = case.use(lemmas.not_in_set(), case.know(outside)(i), j=i)
        return case.either(apart, *[lambda last: last.contradiction(p.goal)] * 2)

    return given.fact(p.closed(p.cases(p.goal, (i == 0, at(0)), (i == 1, at(1)), (TRUE, elsewhere))))


def of_loss(proof, of):
    inner = proof.assuming(between(2, r, m))
    beyond = proof.all(inner.have((1 <= of[0, r]) & (1 <= of[1, r]), as_index(2) <= r), r, between(2, r, m))
    return proof.cite("gupte2010.section-4-2.all-optimal#no-better", beyond, l=of)


for name, of in (("absolute", absolute_loss), ("squared", squared_loss), ("zero-one", zero_one)):
    claim.clause(name, 1 <= m, 0 <= a, pair, private(y, a, n, m), loses_no_more(best, y, of, S, n, m))(
        lambda proof, of=of: of_loss(proof, of)
    )

# All inputs in S: the truth with probability 1/2, and either other answer with 1/4

half = table([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]])
some_loss = Some(i, between(0, i, 2), "1/2" <= expected_loss(zero_one, y, 2, i))


def errs(mechanism, row):
    return expected_loss(zero_one, mechanism, 2, row)


claim.clause("all-inputs", private(half, "1/2", 2, 2) & All(i, between(0, i, 2), errs(half, i) == "1/2"))(by_arithmetic)


@claim.clause("all-inputs-no-better", private(y, "1/2", 2, 2), some_loss)
def all_inputs_no_better(proof):
    nonneg, ones, steps = proof.parts(private(y, "1/2", 2, 2))[-3:]
    inner = proof.otherwise(some_loss)
    less = inner.know(negation(some_loss))
    known = [*map(less, range(3)), *map(ones, range(3)), steps(0, 0), steps(1, 2), steps(0, 2), steps(1, 0)]
    entries = [nonneg(row, column) for row in range(3) for column in range(3)]
    return inner.absurd(*known, *entries, factors=1)


@claim.clause("all-inputs-not-derivable", equal_matrices(x, half, 2, 2), ~derivable(x, "1/2", 2, 2))
def all_inputs_not_derivable(proof):
    at = proof.know(equal_matrices(x, half, 2, 2))
    inner = proof.otherwise()
    meets = inner.cite("gupte2010.theorem-2.converse#condition", n=2, m=2, α="1/2").parts()[-1](1, 0)
    return inner.absurd(meets, *(at(row, 0) for row in range(3)))


claim.clause("level-0", 1 <= n, private(x, 0, n, m), derivable(x, 0, n, m))(
    lambda proof: proof.cite("gupte2010.theorem-1.equation-2#no-privacy")
)
claim.clause("level-1", 1 <= n, private(x, 1, n, m), derivable(x, 1, n, m))(
    lambda proof: proof.cite("gupte2010.theorem-1.equation-2#full-privacy")
)
claim.clause("two-inputs", 0 <= a, a <= 1, private(x, a, 1, m), derivable(x, a, 1, m))(
    lambda proof: proof.cite("gupte2010.theorem-1.equation-2#two-inputs")
)
