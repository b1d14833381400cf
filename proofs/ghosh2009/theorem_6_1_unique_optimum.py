"""Theorem 6.1, first step of the proof: a linear program shows that G is the only optimal mechanism.

With the 0-1 loss a mechanism at face value loses 1 - Σ_r p_r·x_rr. The prices are p_i - α·p_(i-1) for the constraint
x_ir ≥ α·x_(i-1)r in the rows below r, and p_i - α·p_(i+1) for x_ir ≥ α·x_(i+1)r above. Weighed by them, the slacks of
column r are Σ_i (K·p)_i·x_ir - (1-α²)·p_r·x_rr. Summed over r this is a constant minus (1-α²)·Σ_r p_r·x_rr, and it is 0
if and only if all these constraints are tight, as they are in G. If they are tight, G⁻¹·x is diagonal, so x = G.
"""

from exactdp.claims.language import *
from exactdp.claims.statements.expressions import TRUTH
from exactdp.claims.vocabulary.polytope import moved

claim = Claim(
    "ghosh2009.theorem-6.1.unique-optimum",
    "the users with no optimal mechanism but G",
    section="6.1",
    position=20,
    kept=KEPT,
)

n, i, j, k, r, z = indices("n i j k r z")
a = number("α")
x = matrix("x")
(p,) = vectors("p")

G = geometric_mechanism(n, a)
level = (1 <= n, 0 <= a, a < 1)


ID = "ghosh2009.theorem-6.1.unique-optimum"


def loss(mechanism):
    """Return the user's loss, with the 0-1 loss and the responses taken at face value."""
    return bayesian_loss(p, zero_one, mechanism, n, n)


def weight(i):
    return second_difference(p, a, n, i)


def above(mechanism, i):
    """Return what row i < r adds to the slacks of column r."""
    return (p[i] - a * p[i + 1]) * (mechanism[i, r] - a * mechanism[i + 1, r])


def below(mechanism, i):
    """Return what row i > r adds."""
    return (p[i] - a * p[i - 1]) * (mechanism[i, r] - a * mechanism[i - 1, r])


def slacks(mechanism):
    """Return the weighed slacks of column r."""
    return Sum(i, 0, r - 1, above(mechanism, i)) + Sum(i, r + 1, n, below(mechanism, i))


def diagonal(mechanism):
    return Sum(r, 0, n, p[r] * mechanism[r, r])


column = Sum(i, 0, n, weight(i) * x[i, r])


@claim.clause("prices", 1 <= n, between(0, r, n), column == (1 - a * a) * p[r] * x[r, r] + slacks(x))
def prices(proof):
    def side(low, high, part, ends):
        whole, of_side = function(i, weight(i) * x[i, r]), function(i, part(x, i))
        total = proof.telescope(i, low, high, whole[i] + -1 * of_side[i], ends)
        return total, proof.use(lemmas.sum_of_two(), low=low, high=high, t=-1, f=whole, g=of_side)

    return proof.qed(
        *side(0, r - 1, above, lambda v: If(v == 0, 0, a * (p[v - 1] - a * p[v]) * x[v, r])),
        *side(r + 1, n, below, lambda v: If(v == n + 1, 0, -a * (p[v] - a * p[v - 1]) * x[v - 1, r])),
        proof.split(column, r - 1),
        proof.split(Sum(i, r, n, weight(i) * x[i, r]), r),
    )


rows = All(i, between(0, i, n), Sum(r, 0, n, x[i, r]) == 1)


def beside(row, mechanism, ones):
    """Return that the loss on input i is 1 less the diagonal entry, as the row sums to 1."""
    lost = expected_loss(zero_one, mechanism, n, i)
    return row.have(lost == 1 - mechanism[i, i], row.use(lemmas.zero_one_loss(), x=mechanism), ones)


def sums(proof):
    """Return what Σ_i (K·p)_i is by the diagonal and the slacks, and what the loss is by the diagonal."""
    each = proof.assuming(between(0, r, n)).cite(f"{ID}#prices")
    columns = proof.termwise(r, 0, n, each)
    whole = proof.exchange(Sum(r, 0, n, column))
    row = proof.assuming(between(0, i, n))
    ones = row.know(rows)(i)
    factor = row.use(lemmas.scaled_sum(), low=0, high=n, t=weight(i), f=function(r, x[i, r]))
    weighed = row.chain(factor.says.args[0], weight(i))
    lost = lemmas.scaled(row, p[i], beside(row, x, ones))
    in_all = proof.termwise(i, 0, n, weighed)
    return proof.both(
        proof.have(
            Sum(i, 0, n, weight(i)) == (1 - a * a) * diagonal(x) + Sum(r, 0, n, slacks(x)), columns, whole, in_all
        ),
        proof.have(loss(x) == Sum(i, 0, n, p[i]) - diagonal(x), proof.termwise(i, 0, n, lost)),
    )


@claim.clause("difference", *level, rows, (1 - a * a) * (loss(x) - loss(G)) == Sum(r, 0, n, slacks(x)))
def difference(proof):
    cell = proof.assuming(between(0, r, n))
    zeros = []
    for low, high, part in ((0, r - 1, above), (r + 1, n, below)):
        zeros.append(cell.termwise(i, low, high, part(G, i) == 0))
    none = cell.have(slacks(G) == 0, *zeros)
    found = sums(proof)
    row = proof.assuming(between(0, i, n)).use(lemmas.geometric_rows())
    of_g = proof.use(found.theorem, proof.all(row, i, between(0, i, n)), x=G)
    facts = [*found.parts(), *of_g.parts(), proof.termwise(r, 0, n, none)]
    terms = [Sum(i, 0, n, weight(i)), Sum(i, 0, n, p[i])]
    terms += [f(each) for each in (x, G) for f in (diagonal, loss, lambda M: Sum(r, 0, n, slacks(M)))]
    return proof.opaque(proof.goal, *facts, terms=terms)


mechanism = private(x, a, n, n)
sides = ((0, r - 1, above), (r + 1, n, below))


def of_row(fact, side):
    """Return the part of a fact on neighbours that is about row i and the next one towards r."""
    return fact(i).parts()[0] if side is above else fact(i - 1).parts()[1]


def not_negative(proof, prices):
    """Return that the slacks of column r are ≥ 0: those above r, those below, the sums of both, and all."""
    near = proof.parts(mechanism)[-1]
    each, totals = [], []
    for low, high, side in sides:
        inner = proof.assuming(low <= i, i <= high)
        slack = inner.have(0 <= side(x, i), of_row(prices, side), of_row(lambda i: near(i, r), side))
        each.append(inner.all(slack, i, low <= i, i <= high))
        totals.append(proof.use(lemmas.sum_nonnegative(), each[-1], low=low, high=high, f=function(i, side(x, i))))
    return *each, *totals, proof.have(0 <= slacks(x), *totals)


@claim.clause("optimal", *level, prior(p, n), private_column(p, a, n), optimal(G, p, zero_one, a, n, n))
def is_optimal(proof):
    other = proof.assuming(mechanism)
    *_, each = not_negative(other.assuming(between(0, r, n)), other.parts(private_column(p, a, n))[-1])
    total = other.termwise(r, 0, n, each)
    apart = other.cite(f"{ID}#difference")
    terms = [loss(x), loss(G), Sum(r, 0, n, slacks(x))]
    less = other.opaque((1 - a * a) * loss(G) <= (1 - a * a) * loss(x), total, apart, terms=terms)
    least = other.use(lemmas.quotient_order(), less, t=1 - a * a, α=loss(G), β=loss(x))
    return proof.qed(proof.cite("gupte2010.definition-4#private"), proof.all(least, x, mechanism))


strict = All(i, between(0, i, n - 1), (a * p[i + 1] < p[i]) & (a * p[i] < p[i + 1]))


@claim.clause("only-one", *level, strict, mechanism, loss(x) <= loss(G), equal_matrices(x, G, n, n))
def only_one(proof):
    """All slacks are 0, so all constraints of the other mechanism bind: its G⁻¹·x is the unit matrix."""
    inner = proof.assuming(between(0, r, n))
    *each, first, second, whole = not_negative(inner, proof.know(strict))
    apart = proof.cite(f"{ID}#difference")
    total, terms = Sum(r, 0, n, slacks(x)), [loss(x), loss(G)]
    signs = proof.all(whole, r, between(0, r, n))
    at_least_0 = proof.termwise(r, 0, n, whole)
    room = proof.have(0 < 1 - a * a)
    facts = apart, proof.know(loss(x) <= loss(G)), room
    at_most_0 = proof.opaque(total <= 0, *facts)
    none = proof.use(lemmas.between_each_other(), at_least_0, at_most_0, α=total, β=0)
    zero = inner.use(lemmas.terms_of_zero_sum(), signs, none, low=0, high=n, j=r, f=function(r, slacks(x)))
    binding = []
    for (low, high, side), signs, mine, other in zip(sides, each, (first, second), (second, first), strict=True):
        sum_ = mine.says.args[1]
        at_most_0 = inner.opaque(sum_ <= 0, other, zero)
        nothing = inner.use(lemmas.between_each_other(), mine, at_most_0, α=sum_, β=0)
        row = inner.assuming(low <= i, i <= high)
        term = row.use(lemmas.terms_of_zero_sum(), signs, nothing, low=low, high=high, j=i, f=function(i, side(x, i)))
        price, slack = side(x, i).args
        bound = row.use(lemmas.zero_factor(), 0 < price, term, α=price, β=slack)
        binding.append(inner.all(bound, i, low <= i, i <= high))
    up, down = binding
    W = geometric_preimage(x, a, n)
    beside = If(r == k, W[k, r], 0)
    cell = inner.assuming(between(0, k, n))
    goal = W[k, r] == beside

    def inside(*facts):
        def found(case):
            return case.have(goal, case.have(three_entries(x, a, k, r) == 0, *(fact(at) for fact, at in facts)))

        return found

    cases = [
        (r == k, lambda case: case.have(goal)),
        (k == 0, lambda case: case.have(goal, up(0))),
        (k == n, lambda case: case.have(goal, down(n))),
        (k < r, inside((up, k), (up, k - 1))),
        (TRUE, inside((down, k), (down, k + 1))),
    ]
    entry = cell.cases(goal, *cases)
    columns = proof.every((r, 0, n), (k, 0, n), entry)
    row = proof.assuming(between(0, k, n))
    ones = row.use(lemmas.preimage_rows(), m=n)
    one = row.use(lemmas.one_term(), low=0, high=n, j=k, f=function(r, W[k, r]))
    same = row.assuming(between(0, r, n)).fact(columns(r, k))
    diagonal = row.have(W[k, k] == 1, row.termwise(r, 0, n, same), one, ones)
    cell = proof.assuming(between(0, i, n), between(0, r, n))
    inner = cell.assuming(between(0, z, n))
    term = function(z, G[i, z] * W[z, r])
    goal = term[z] == If(z == r, term[z], 0)

    def other(case):
        none = lemmas.scaled(case, G[i, z], case.have(W[z, r] == 0, case.fact(columns(r, z))))
        return case.have(goal, none)

    unit = inner.cases(goal, (z == r, lambda case: case.have(goal)), (TRUE, other))
    image = cell.use(lemmas.one_term(), low=0, high=n, j=r, f=term)
    one = lemmas.scaled(cell, G[i, r], cell.fact(diagonal.with_(k=r)))
    terms = cell.termwise(z, 0, n, goal, unit)
    same = cell.chain(
        x[i, r],
        (terms.says.args[0], cell.use(lemmas.geometric_inverse())),
        (terms.says.args[1], terms),
        (one.says.args[0], image),
        (G[i, r], one),
    )
    return proof.qed(proof.every((i, 0, n), (r, 0, n), same))


y = matrix("y")
next_to = (between(0, k, n), between(0, j, n), abs(j - k) == 1)


def read_as(mechanism):
    """Return the mechanism with the response k read as j."""
    return moved(mechanism, function(i, mechanism[i, k]), j, k)


def still_private():
    """Return that this is as private."""
    proof = Proof([mechanism, *next_to], private(read_as(x), a, n, n))
    row = proof.assuming(between(0, i, n))
    within = row.have((x[i, k] >= 0) & (x[i, k] <= x[i, k]))
    remapped = proof.use(lemmas.moved_stochastic(), proof.all(within, i, between(0, i, n)), m=n, e=function(i, x[i, k]))
    cell = proof.assuming(between(0, i, n - 1), between(0, r, n))
    one, other = read_as(x)[i, r], read_as(x)[i + 1, r]
    steps = cell.have((a * other <= one) & (a * one <= other))
    return proof.qed(remapped, proof.every((i, 0, n - 1), (r, 0, n), steps))


def saves():
    """Return how much less the user loses on G where the response k is read as j."""
    e = function(i, G[i, k])
    gain = (a * p[j] - p[k]) * G[k, k]
    proof = Proof([*level, *next_to], loss(read_as(G)) == loss(G) - gain)
    saved = function(i, p[i] * e[i] * (zero_one[i, k] - zero_one[i, j]))
    at_j, at_k = (function(i, If(i == at, saved[i], 0)) for at in (j, k))
    each = proof.assuming(between(0, i, n)).have(saved[i] == at_j[i] + 1 * at_k[i])
    total = proof.termwise(i, 0, n, each)
    apart = proof.use(lemmas.sum_of_two(), low=0, high=n, t=1, f=at_j, g=at_k)
    ends = [proof.use(lemmas.one_term(), low=0, high=n, j=at, f=saved) for at in (j, k)]
    values = [proof.have(saved[j] == a * p[j] * G[k, k]), proof.have(saved[k] == -p[k] * G[k, k])]
    change = proof.use(lemmas.moved_loss(), x=G, l=zero_one, e=e, m=n)
    terms = [loss(read_as(G)), loss(G), G[k, k], saved[j], saved[k], *total.says.args]
    terms += [Sum(i, 0, n, part[i]) for part in (at_j, at_k)]
    return proof.opaque(proof.goal, change, total, apart, *ends, *values, terms=terms).theorem


def worse(proof, goal):
    """Return a relation of the losses, from the sign of the gain, and that the mechanism is private."""
    saving = proof.use(saves())
    sign = proof.know(goal)
    return proof.opaque(Formula(goal.op, loss(read_as(G)), loss(G), sort=TRUTH), saving, 0 < G[k, k], sign)


@claim.clause(
    "another",
    *level,
    *next_to,
    p[k] <= a * p[j],
    Some(y, private(y, a, n, n), (loss(y) <= loss(G)) & (y[k, k] < G[k, k])),
    witnesses={"y": read_as(G)},
)
def another(proof):
    is_private = proof.use(still_private(), proof.cite("gupte2010.definition-4#private"), x=G)
    fewer = proof.have(read_as(G)[k, k] < G[k, k])
    return proof.witness(proof.goal, read_as(G), is_private, worse(proof, p[k] <= a * p[j]), fewer)


@claim.clause(
    "better",
    *level,
    *next_to,
    p[k] < a * p[j],
    Some(y, private(y, a, n, n), loss(y) < loss(G)),
    witnesses={"y": read_as(G)},
)
def better(proof):
    is_private = proof.use(still_private(), proof.cite("gupte2010.definition-4#private"), x=G)
    return proof.witness(proof.goal, read_as(G), is_private, worse(proof, p[k] < a * p[j]))


@claim.clause("value", *level, prior(p, n), loss(G) == 1 - (1 - a + a * (p[0] + p[n])) / (1 + a))
def value(proof):
    facts = []
    for f in (function(i, p[i]), function(i, p[i] * (1 - G[i, i]))):
        facts += [proof.split(Sum(i, 0, n, f[i]), 0), proof.split(Sum(i, 1, n, f[i]), n - 1)]
    row = proof.assuming(between(0, i, n))
    lost = lemmas.scaled(row, p[i], beside(row, G, row.use(lemmas.geometric_rows())))
    facts += [
        proof.termwise(i, 0, n, lost),
        proof.termwise(i, 1, n - 1, p[i] * (1 - G[i, i]) == 2 * a / (1 + a) * p[i]),
    ]
    return proof.qed(*facts)


at_one = geometric_mechanism(n, 1)


def always(j):
    return function(i, r, If(r == j, as_number(1), 0))


@claim.clause("at-one", 1 <= n, Some(j, between(0, j, n), private(always(j), 1, n, n), loss(always(j)) <= loss(at_one)))
def not_alone_at_one(proof):
    """G is the mean of the two mechanisms that always answer 0 and n; one of these loses no more."""
    row = proof.assuming(between(0, i, n))
    rows = [row.use(lemmas.constant_is_private(), j=at, m=n, α=1).parts()[-2](i) for at in (0, n)]
    facts = [beside(row, always(at), ones) for at, ones in zip((0, n), rows, strict=True)]
    facts.append(beside(row, at_one, row.use(lemmas.geometric_rows(), α=1)))
    first, last, of_g = (each.says.args[0] for each in facts)
    half = row.have(of_g == (first + last) / 2, *facts)
    each = lemmas.scaled(row, p[i], half)
    f, g = vectors("f g")
    halves = (Sum(i, 0, n, p[i] * f[i]) + Sum(i, 0, n, p[i] * g[i])) / 2
    apart = Proof([], Sum(i, 0, n, p[i] * ((f[i] + g[i]) / 2)) == halves).qed()
    mean = proof.use(apart, f=function(i, first), g=function(i, last))
    total = proof.termwise(i, 0, n, each)
    losses = [loss(always(0)), loss(always(n)), loss(at_one)]
    chained = proof.chain(total.says.args[0], (total.says.args[1], total), (mean.says.args[1], mean))
    equal = proof.restated(chained, losses[2] == (losses[0] + losses[1]) / 2)

    def answer(at, facts):
        def found(case):
            less = case.opaque(loss(always(at)) <= loss(at_one), equal, *facts(case), terms=losses)
            return case.witness(proof.goal, at, case.use(lemmas.constant_is_private(), j=at, m=n, α=1), less)

        return found

    least = loss(always(0)) <= loss(always(n))
    return proof.cases(
        proof.goal,
        (least, answer(0, lambda case: [case.know(least)])),
        (TRUE, answer(n, lambda case: [case.know(negation(least))])),
    )
