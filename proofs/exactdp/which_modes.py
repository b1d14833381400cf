"""For which modes G is optimal for all: exactly those that never turn back, however far they move.

Where the modes go back and forth, some input i has its mode beyond a cut between responses, and two inputs j < i < k
have theirs before it, or the other way round. Let a response cost 1 on the wrong side of the cut, and let only j, i, k
have a prior. To answer beyond the cut with probability α^|s-i|/(1+α) on input s is private. G·t can't do as well for
any 0 ≤ t ≤ 1: but for response i of G, each counts against being beyond the cut, and i alone gives too little.
"""

from exactdp.claims import Claim
from exactdp.claims.concentration_words import event
from exactdp.claims.deriving import by_arithmetic
from exactdp.claims.formulas import (
    INDEX_MAP,
    TRUE,
    All,
    If,
    Some,
    Sum,
    between,
    both,
    function,
    indices,
    numbers,
    variable,
    vectors,
)
from exactdp.claims.lemmas import power_at_most_one, power_nonnegative
from exactdp.claims.vocabulary import geometric_mechanism, private
from exactdp.commands.cli import main

claim = Claim("exactdp.which-modes", "exactly the modes that never turn back", section="3", position=45)

i, j, k, n, p, q, r, s, v, w, z = indices("i j k n p q r s v w z")
a, g = numbers("α g")
(t,) = vectors("t")
u = variable("μ", INDEX_MAP)
level = (0 < a, a < 1)
three = (0 <= j, j < i, i < k, k <= n)
G = geometric_mechanism(n, a)


def turned(first, middle, last, cut):
    """Say that the middle one of three modes is on one side of a cut, and the others are on the other."""
    return both(u[first] <= cut, cut < u[middle], u[last] <= cut) | both(
        cut < u[first], u[middle] <= cut, cut < u[last]
    )


back_and_forth = Some(
    r,
    between(0, r, n),
    Some(s, between(0, s, n), Some(p, between(s + 1, p, n), Some(q, between(p + 1, q, n), turned(s, p, q, u[r])))),
)
falls, rises = (
    (between(0, j, n), between(j + 1, i, n), u[i] < u[j]),
    (between(0, v, n), between(v + 1, w, n), u[v] < u[w]),
)


@claim.clause("turns-back", *falls, *rises, back_and_forth)
def turns_back(proof):
    same = proof.all(proof.assuming(between(0, i, n)).have(u[i] <= u[i]), i, between(0, i, n))
    return proof.cite("exactdp.plateaus#turned", same, a=u, b=u)


# A mechanism that is beyond the cut with the probability α^|s-i|/(1+α), and what it loses

beyond = a ** abs(s - i) / (1 + a)
mechanism = function(s, r, If(r == 1, beyond, If(r == 0, 1 - beyond, 0)))


def beyond_at(at):
    return a ** abs(at - i) / (1 + a)


@claim.clause("mechanism", *level, 0 <= n, private(mechanism, a, n, 1))
def is_private(proof):
    def size(inner, at):
        powers = inner.use(power_nonnegative(), k=abs(at - i)), inner.use(power_at_most_one(), k=abs(at - i))
        equal = inner.have((1 + a) * beyond_at(at) == a ** abs(at - i))
        terms = [beyond_at(at), a ** abs(at - i)]
        less = inner.opaque((1 + a) * beyond_at(at) <= 1, equal, powers[1], terms=terms)
        return inner.have(0 <= beyond_at(at), powers[0]), less

    row = proof.assuming(between(0, s, n))
    low, high = size(row, s)
    most = row.opaque(beyond_at(s) <= 1, low, high, row.have(0 <= a), terms=[beyond_at(s)])
    sides = row.assuming(between(0, r, 1))
    entry = sides.cases(
        0 <= mechanism[s, r],
        (
            r == 1,
            lambda case: case.opaque(
                0 <= mechanism[s, r],
                low,
                case.have(mechanism[s, r] == beyond_at(s)),
                terms=[mechanism[s, r], beyond_at(s)],
            ),
        ),
        (
            TRUE,
            lambda case: case.opaque(
                0 <= mechanism[s, r],
                most,
                case.have(mechanism[s, r] == 1 - beyond_at(s)),
                terms=[mechanism[s, r], beyond_at(s)],
            ),
        ),
    )
    step = proof.assuming(between(0, s, n - 1), between(0, r, 1))
    here, there = beyond_at(s), beyond_at(s + 1)
    four = both(a * there <= here, a * here <= there, a * (1 - there) <= 1 - here, a * (1 - here) <= 1 - there)
    known = (*size(step, s), *size(step, s + 1))
    signs = step.have(0 < a), step.have(0 < 1 - a)

    def ratio(equation):
        return lambda case: case.opaque(four, *known, case.have(equation), *signs, terms=[here, there], factors=3)

    bounds = step.cases(four, (s < i, ratio(here == a * there)), (TRUE, ratio(there == a * here)))
    goal = (a * mechanism[s + 1, r] <= mechanism[s, r]) & (a * mechanism[s, r] <= mechanism[s + 1, r])

    def at(value):
        def side(case):
            one = case.have(mechanism[s, r] == value(here)), case.have(mechanism[s + 1, r] == value(there))
            terms = [mechanism[s, r], mechanism[s + 1, r], here, there]
            return case.opaque(goal, *one, *bounds.parts(), terms=terms)

        return side

    near = step.cases(goal, (r == 1, at(lambda v: v)), (TRUE, at(lambda v: 1 - v)))
    total = row.have(Sum(r, 0, 1, mechanism[s, r]) == 1)
    return proof.qed(
        proof.all(proof.all(entry, r, between(0, r, 1)), s, between(0, s, n)),
        proof.all(total, s, between(0, s, n)),
        proof.all(proof.all(near, r, between(0, r, 1)), s, between(0, s, n - 1)),
    )


weight = a * a / (1 + a * a)
prior_j, prior_k = weight / a ** (i - j), weight / a ** (k - i)


def loss(at_j, at_i, at_k):
    """Return what is lost over the prior of i, which is that of j and of k times so much."""
    return (1 - at_i) + prior_j * at_j + prior_k * at_k


at_each = [beyond_at(each) for each in (j, i, k)]
claim.clause("reached", *level, *three, loss(*at_each) == a * (1 + a) / (1 + a * a))(by_arithmetic)
claim.clause("gap", *level, 2 * a / (1 + a * a) - a * (1 + a) / (1 + a * a) == a * (1 - a) / (1 + a * a))(by_arithmetic)

weights = All(z, between(0, z, n), (0 <= t[z]) & (t[z] <= 1))
e = event(t, n, a)
claim.clause("remaps-lose", *level, *three, weights, 2 * a / (1 + a * a) <= loss(e[j], e[i], e[k]))

if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
