"""Theorem 6.3, the words "small, positive ε and δ": for which of them, and at which levels, x_1 is the only optimum.

The mechanism answers 2 on a database with probability α^k/(1+α), if k rows differ from {2,3}, and 1 otherwise. At α =
1/2 it is x_1. A response other than the result costs at least 1. The extra loss of another mechanism is the sum of five
privacy slacks, with prices > 0 for ε < α/4. If all five slacks are 0, all eight rows are determined. The losses
|i-r|^(1-δ) have
u = 2^(1-δ), which is ≥ 1 exactly for δ ≤ 1, and w = 3^(1-δ), which never occurs.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary.cube import EDGES, best_for_first, distance_loss, first_user, private_on_cube, user_loss

ID = "ghosh2009.theorem-6.3.uniqueness"
claim = Claim(
    ID, "which small ε and δ, and at which levels", section="6.2", position=46, kept=KEPT | {"r ≤ 3": "the responses"}
)

i, r = indices("i r")
a, e, u, w = numbers("α ε u w")
x = matrix("x")
PAIRS = [pair for edge in EDGES for pair in (edge, edge[::-1])]
level = (0 < a, a < 1)
private = private_on_cube(x, a, 3)


def answers(mark, differing):
    """Return the mechanism that answers 2 on the databases with probability α^k/(1+α), for these k, and 1 else."""
    steps = as_index(0)
    for at, k in enumerate(differing):
        steps = If(i == at, as_index(k), steps)
    two = a ** named(f"k{mark}", function(i, steps))[i] / (1 + a)
    body = function(i, r, If(r == 1, 1 - two, If(r == 2, two, 0)))
    return explained(f"x_1{mark}({{0}})", (a,), body)(a)


best = answers("", (2, 3, 1, 2, 1, 2, 0, 1))
other = answers("'", (2, 2, 1, 2, 1, 1, 0, 1))


def loses(mechanism):
    return user_loss(first_user(e), distance_loss(u, w), mechanism)


least = a * (3 + a**2) / (4 * (1 + a)) + (1 - a) * e

claim.clause("loss", 0 <= a, loses(best) == least)(by_arithmetic)
claim.clause("difference", 0 <= a, loses(other) - loses(best) == a * (1 - a) * (a / 4 - e) / (1 + a))(by_arithmetic)


def is_private(proof, mechanism):
    """Return that a mechanism with two answers is private, from the 24 pairs of neighbours."""
    signs = []
    for k in range(4):
        power, rest = proof.use(lemmas.power_nonnegative(), k=k), proof.use(lemmas.power_at_most_one(), k=k)
        below = proof.have(0 <= 1 - a)
        signs += [power, rest, proof.product(below, power), proof.product(below, rest)]
    response = between(0, r, 3)
    row = proof.assuming(between(0, i, 7))
    cell = row.assuming(response)
    each = cell.cases(
        mechanism[i, r] >= 0, *((i == d, lambda case: case.have(mechanism[i, r] >= 0, *signs)) for d in range(8))
    )
    one = Sum(r, 0, 3, mechanism[i, r]) == 1
    ones = row.cases(one, *((i == d, lambda case: case.have(one)) for d in range(8)))
    near = proof.assuming(response)
    pairs = near.have(unfold(proof.goal).args[1].args[2], *signs)
    entries = proof.all(proof.all(each, r, response), i, between(0, i, 7))
    return proof.qed(entries, proof.all(ones, i, between(0, i, 7)), proof.all(pairs, r, response))


claim.clause("private", 0 <= a, a <= 1, private_on_cube(best, a, 3))(lambda proof: is_private(proof, best))
claim.clause("other-private", 0 <= a, a <= 1, private_on_cube(other, a, 3))(lambda proof: is_private(proof, other))

half = Fraction(1, 2)
results = 1 - (x[1, 1] + x[2, 1]) / 4 - e * x[5, 2] - (half - e) * x[6, 2]


@claim.clause("by-results", 0 <= e, e <= half, 1 <= u, stochastic(x, 7, 3), results <= loses(x))
def by_results(proof):
    """A response other than the result costs 1 at least."""
    nonneg, rows = proof.parts(stochastic(x, 7, 3))[-2:]
    own = []
    for d, result in ((1, 1), (2, 1), (5, 2), (6, 2)):
        costs = [distance_loss(u, w)[result, k] for k in range(4)]
        rest = sum((x[d, k] * costs[k] for k in range(1, 4)), x[d, 0] * costs[0])
        more = [proof.product(0 <= u - 1, nonneg(d, k)) for k in (0, 3)]
        own.append(proof.have(1 - x[d, result] <= rest, rows(d), *more, *(nonneg(d, k) for k in range(4)), factors=1))
    weights = [proof.have(0 <= e), proof.have(0 <= half - e)]
    weighed = [proof.product(weight, fact) for weight, fact in zip(weights, own[2:], strict=True)]
    return proof.qed(*own[:2], *weighed, factors=1)


def slacks(proof):
    """Return the five slacks, which privacy keeps from being negative."""
    nonneg, rows, near = proof.parts(private)[-3:]
    pairs = [part for k in range(4) for part in near(k).parts()]
    signs = [nonneg(d, k) for d in (1, 2, 4, 6) for k in range(4)]
    facts = [*pairs, *signs, *map(rows, (1, 2, 4, 6))]
    return [proof.have(0 <= each, *facts) for each in SLACKS]


SLACKS = (
    1 - x[1, 1] - a * x[5, 2],
    x[5, 2] - a * x[4, 2],
    1 - x[6, 2] - a * (1 - x[4, 2]),
    1 - x[6, 2] - a * x[2, 1],
    1 - x[2, 1] - a * x[6, 2],
)


def weighed(proof):
    """Return the slacks times their prices."""
    scale, room, rest = proof.have(0 < 1 + a), proof.have(0 <= a - 4 * e), proof.have(0 <= 1 - a)
    factors = [scale], [scale, room], [scale, room], [], [rest]
    return [proof.product(*more, each) if more else each for more, each in zip(factors, slacks(proof), strict=True)]


small = (0 < a, a <= 1, 0 <= e, 4 * e <= a, 1 <= u, private)


@claim.clause("best", *small, least <= loses(x), kept={"1 ≤ u": "otherwise larger errors may cost less"})
def no_better(proof):
    lost = proof.product(0 < 1 + a, proof.cite(f"{ID}#by-results"))
    return proof.qed(lost, *weighed(proof), factors=1)


SHARE = 1 / (1 + a)


def divided(proof, value, bound, product):
    """Return that a value is at most the bound, from the same of both times α."""
    return proof.use(lemmas.quotient_order(), product, t=a, α=value, β=bound)


def equals(proof, value, to, *facts):
    """Return an equation from two inequalities, each a sum of facts."""
    whole = proof.have(SHARE + a * SHARE == 1)
    orders = [proof.opaque(f, *facts, whole, terms=[SHARE]) for f in (value <= to, to <= value)]
    return proof.use(lemmas.between_each_other(), *orders, α=value, β=to)


def tight(proof):
    """Return that the five slacks are 0, since their prices are above 0."""
    terms = weighed(proof)
    less = proof.product(0 <= 1 + a, results <= least)
    scale, room, rest = proof.have(0 < 1 + a), proof.have(0 < a - 4 * e), proof.have(0 < 1 - a)
    prices = scale, proof.product(scale, room), proof.product(scale, room), proof.have(as_number(0) < 1), rest
    found = []
    for slack, sign, positive in zip(SLACKS, slacks(proof), prices, strict=True):
        price = positive.says.args[1]
        nothing = proof.have(slack * price <= 0 * price, less, *terms)
        at_most_0 = proof.use(lemmas.quotient_order(), nothing, positive, t=price, α=slack, β=0)
        found.append(proof.use(lemmas.between_each_other(), at_most_0, sign, α=slack, β=0))
    return found


rows_of_best = All(i, between(0, i, 7), (x[i, 1] == best[i, 1]) & (x[i, 2] == best[i, 2]))


def determined():
    """Return that all rows are known, where the results are as likely as they can be."""
    proof = Proof([*level, 0 <= e, 4 * e < a, private, results <= least], rows_of_best)
    first, second, third, fourth, fifth = tight(proof)
    nonneg, rows, near = proof.parts(private)[-3:]
    steps = {k: near(k).parts() for k in range(4)}

    def step(d, to, k):
        """Return α·x_dk ≤ x_(to)k."""
        return steps[k][PAIRS.index((d, to))]

    zero = proof.have((1 - a) * (1 - (1 + a) * x[2, 1]) == 0, fourth, fifth)
    one = proof.use(lemmas.zero_factor(), zero, α=1 - a, β=1 - (1 + a) * x[2, 1])
    known = {}

    def know(d, k, value, *facts):
        known[d, k] = proof.have(x[d, k] == value, *facts)

    know(2, 1, SHARE, one)
    know(6, 2, SHARE, fourth, known[2, 1])
    rest = 1 - x[4, 2] - SHARE
    none = proof.use(lemmas.zero_factor(), proof.have(a * rest == 0, third, known[6, 2]), β=rest)
    know(4, 2, a * SHARE, none)
    know(5, 2, a * a * SHARE, second, known[4, 2])
    know(1, 1, 1 - a**3 * SHARE, first, known[5, 2])
    # What the databases of the slacks answer else: as much as privacy asks, and never 0 or 3
    for d, k, value, near_one in ((1, 2, a**3 * SHARE, 5), (2, 2, a * SHARE, 6), (6, 1, a * SHARE, 2)):
        signs = [nonneg(d, at) for at in range(4)]
        lower = proof.have(value <= x[d, k], known[near_one, k], step(near_one, d, k))
        known[d, k] = equals(proof, x[d, k], value, lower, known[d, 3 - k], rows(d), *signs)
        for at in (0, 3):
            known[d, at] = equals(proof, x[d, at], as_number(0), known[d, 1], known[d, 2], rows(d), *signs)
    # The other databases answer neither, as a neighbour does not
    for d, to in ((0, 1), (3, 1), (4, 6), (5, 1), (7, 6)):
        for at in (0, 3):
            less = divided(
                proof, x[d, at], as_number(0), proof.have(x[d, at] * a <= 0 * a, step(d, to, at), known[to, at])
            )
            known[d, at] = proof.use(lemmas.between_each_other(), less, nonneg(d, at), α=x[d, at], β=0)
    for d in (4, 5):
        know(d, 1, 1 - known[d, 2].says.args[1], rows(d), *(known[d, k] for k in (0, 2, 3)))
    for d, to, other_, value in ((0, 1, 2, a * a * SHARE), (3, 1, 2, a * a * SHARE)):
        most = proof.have(x[d, 2] * a <= value * a, step(d, to, 2), known[to, 2])
        orders = (
            divided(proof, x[d, 2], value, most),
            proof.have(value <= x[d, 2], step(other_, d, 2), known[other_, 2]),
        )
        known[d, 2] = proof.use(lemmas.between_each_other(), *orders, α=x[d, 2], β=value)
        know(d, 1, 1 - value, rows(d), *(known[d, k] for k in (0, 2, 3)))
    upper = [
        divided(proof, x[7, k], value, proof.have(x[7, k] * a <= value * a, step(7, to, k), known[to, k]))
        for k, to, value in ((1, 6, SHARE), (2, 5, a * SHARE))
    ]
    for k, value in ((1, SHARE), (2, a * SHARE)):
        known[7, k] = equals(proof, x[7, k], value, *upper, rows(7), *(known[7, at] for at in (0, 3)))
    inner = proof.assuming(between(0, i, 7))
    here = (x[i, 1] == best[i, 1]) & (x[i, 2] == best[i, 2])
    values = [(d, [known[d, k] for k in (1, 2)]) for d in range(8)]
    every = inner.cases(here, *((i == d, lambda case, facts=facts: case.have(here, *facts)) for d, facts in values))
    return proof.all(every, i, between(0, i, 7)).theorem


@claim.clause(
    "only-one",
    *(*level, 0 <= e, 4 * e < a, 1 <= u, private, loses(x) <= least),
    rows_of_best,
    kept={"0 ≤ ε": "a weight of the prior"},
)
def only_one(proof):
    likely = proof.chain(results, ("<=", loses(x), proof.cite(f"{ID}#by-results")), ("<=", least, loses(x) <= least))
    return proof.use(determined(), likely)


here = substitute(best, {"α": as_number(half)})
at_half = Every((i, 0, 7), (r, 0, 3), here[i, r] == best_for_first[i, r])
claim.clause("at-half", at_half)(by_evaluation)
