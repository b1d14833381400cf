"""(1): the worst-case expected loss over S is a maximum of linear functions of the mechanism.

Each e_i = Σ_r l(i,r)·x_ir is linear in x. The largest of finitely many is attained, and is convex in x. It is the
largest of all weighted means of the e_i with weights that sum to 1, which are expected losses by priors on S.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.logic.core import attained
from exactdp.claims.logic.core import bounds as highest
from exactdp.claims.statements.names import named

claim = Claim("gupte2010.equation-1", "the minimax loss", section="2.3", position=20)

n, m, i, j, k, r = indices("n m i j k r")
a, b, c, t, u, v = numbers("a b c t u v")
x, y, loss, other = matrices("x y l w")
(p,) = vectors("p")
S, R = variable("S", SET), variable("R", SET)


def worst(value, mechanism=x, loss=loss, within=S):
    return worst_loss(value, loss, mechanism, within, n, m)


def bounds(value, mechanism=x, loss=loss, within=S):
    return bounds_loss(value, loss, mechanism, within, n, m)


def e(mechanism=x, row=i, loss=loss):
    return expected_loss(loss, mechanism, m, row)


def at_the_worst(proof, value, step):
    """Return what the step shows at an input of S that attains the worst loss."""
    at = variable("j", i.sort)
    return proof.obtain(proof.parts(value)[-1], at, lambda case, found: step(case))


def bound(proof, value):
    """Return that no input of S has a larger loss."""
    return next(part for part in proof.parts(value) if part.says.op == "all")


@claim.clause("attained", between(0, j, n), S[j], Some(k, between(0, k, n) & S[k], worst(e(row=k))))
def is_attained(proof):
    largest = Largest(i, 0, n, If(S[i], e(), e(row=j)))
    inside = proof.assuming(between(0, i, n), S[i])
    below = inside.have(e() <= largest, inside.fact(highest(largest, i)))
    every = below
    proof.let(proof.fact(attained(largest)), k)

    def at(row):
        def step(case):
            same = case.have(largest == e(row=row))
            below = case.replace(same, lambda value: All(i, between(0, i, n) & S[i], e() <= value), every)
            some = case.witness(Some(i, between(0, i, n) & S[i], e() == e(row=row)), row)
            return case.witness(proof.goal, row, below, some)

        return step

    return proof.cases(proof.goal, (S[k], at(k)), (TRUE, at(j)))


@claim.clause("one-value", worst(b), worst(c), b == c)
def one_value(proof):
    below = at_the_worst(proof, worst(b), lambda case: case.have(b <= c, bound(case, worst(c))(j)))
    above = at_the_worst(proof, worst(c), lambda case: case.have(c <= b, bound(case, worst(b))(j)))
    return proof.indirect(proof.goal, below, above)


@claim.clause("larger-set", All(i, between(0, i, n) & S[i], R[i]), bounds(b, within=R), bounds(b))
def larger_set(proof):
    case = proof.inside()
    return case.closed(case.knowing(case.know(proof.given[0])(i), lambda more: more.know(bounds(b, within=R))(i)))


rows = stochastic(x, n, m), Every((i, 0, n), (r, 0, m), loss[i, r] <= other[i, r])


@claim.clause("larger-loss", *rows, bounds(b, loss=other), bounds(b))
def larger_loss(proof):
    case = proof.inside()
    return case.closed(case.have(case.goal, case.termwise(r, 0, m, x[i, r] * loss[i, r] <= x[i, r] * other[i, r])))


within = All(r, between(0, r, m), (u <= loss[i, r]) & (loss[i, r] <= v))


@claim.clause("between", stochastic(x, n, m), between(0, i, n), within, (u <= e()) & (e() <= v))
def is_between(proof):
    entry = proof.assuming(between(0, r, m))
    below = entry.have(x[i, r] * u <= x[i, r] * loss[i, r])
    above = entry.have(x[i, r] * loss[i, r] <= x[i, r] * v)
    return proof.qed(*[proof.termwise(r, 0, m, each) for each in (below, above)])


@claim.clause(
    "scaled", stochastic(x, n, m), 0 <= a, worst(b), worst(c + a * b, loss=function(i, r, c + a * loss[i, r]))
)
def scaled(proof):
    changed = function(i, r, c + a * loss[i, r])
    goal = unfold(worst(c + a * b, loss=changed)).args

    return proof.qed(at_the_worst(proof, worst(b), lambda case: case.witness(goal[1], j)))


mixed = function(i, r, t * x[i, r] + (1 - t) * y[i, r])

claim.clause("convex", 0 <= t, t <= 1, bounds(a), bounds(b, y), bounds(t * a + (1 - t) * b, mixed))(by_arithmetic)

supported = prior(p, n), All(i, between(0, i, n), S[i] | (p[i] == 0))


@claim.clause("prior", *supported, bounds(b), bayesian_loss(p, loss, x, n, m) <= b)
def of_prior(proof):
    row = proof.assuming(between(0, i, n))
    term = row.either(
        row.know(supported[1])(i),
        lambda inside: inside.have(p[i] * e() <= p[i] * b),
        lambda outside: outside.have(p[i] * e() <= p[i] * b),
    )
    return proof.qed(proof.termwise(i, 0, n, term))


point = function(i, If(i == k, as_number(1), 0))


@claim.clause("point-mass", between(0, k, n), bayesian_loss(point, loss, x, n, m) == e(row=k))
def of_point_mass(proof):
    losses = function(i, e())
    lemma = Proof([between(0, k, n)], Sum(i, 0, n, point[i] * p[i]) == p[k])
    total = lemma.telescope(i, 0, n, point[i] * p[i], lambda v: If(v <= k, 0, p[k]))
    return proof.qed(proof.use(lemma.have(lemma.goal, total).theorem, p=losses))


# Always 0, always 1, and half of each
SHARES = {"always_0": Fraction(0), "always_1": Fraction(1), "halves": Fraction(1, 2)}
answers = [named(name, table([[1 - share, share]] * 2)) for name, share in SHARES.items()]
losses = [expected_loss(absolute_loss, answer, 1, row) for answer in answers for row in (0, 1)]
values = map(as_number, (0, 1, 1, 0, Fraction(1, 2), Fraction(1, 2)))
claim.clause("not-linear", both(*(found == value for found, value in zip(losses, values, strict=True))))(by_evaluation)
