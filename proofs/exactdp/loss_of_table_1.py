"""The consumer of Table 1 of Gupte & Sundararajan 2010 at every α: the minimax loss, the remap and a worst prior.

The consumer has n = 3, the loss |i-r| and all four inputs. With the remap R_α, the mechanism G_{3,α} loses L_least on
every input. Under the prior q, it costs least to read each response k of G as k. So no remap loses less on average than
L_least. By universal optimality no private mechanism loses less on average than L_least, and the worst loss is at least
the average. Reading 0 as 1, or 3 as 2, costs the same; all other readings cost more, if 0 < α < 1. So a best remap is
known except for the probabilities of these two readings, and the losses on the inputs 0 and 3 determine them.
"""

from fractions import Fraction
from functools import cache
from itertools import product as product_of

from exactdp.claims.language import *
from exactdp.claims.vocabulary import prior as is_prior
from exactdp.claims.vocabulary.concentration import never_decrease, unimodal

claim = Claim(
    "exactdp.loss-of-table-1",
    "the least worst loss of the consumer of Table 1, as a function of α",
    section="7",
    position=20,
    kept={
        **dict.fromkeys(("0 ≤ α", "α ≤ 1"), "the papers' levels"),
        **dict.fromkeys(("0 ≤ s", "s ≤ 3"), "the responses"),
        "0 < α": "at α = 0 the prior does not weigh the inputs 0 and 3",
    },
)

i, k, r, s, z = indices("i k r s z")
a, b = number("α"), number("b")
x, T = matrices("x T")
G = geometric_mechanism(3, a)
D = 1 + a + a**2 - a**3
least_loss = explained("L_least({0})", (a,), 2 * a * (1 + a + a**2) / ((1 + a) * D))
value = least_loss(a)
probability = explained("v({0})", (a,), a * (1 - a**2) / D)
spread = probability(a)


def read_as(k, r, first, last):
    top, bottom = If(r == 0, 1 - first, If(r == 1, first, 0)), If(r == 3, 1 - last, If(r == 2, last, 0))
    return If(k == 0, top, If(k == 3, bottom, If(k == r, as_number(1), 0)))


t, u, c = numbers("t u c")
reading = Definition("reading({0}, {1})", (t, u), function(k, r, read_as(k, r, t, u)))
"""Reads 0 as 1 with the first probability, and 3 as 2 with the last."""

remap = explained("R_{0}", (a,), reading(spread, spread))(a)
prior = explained("q({0})", (a,), function(i, If((i == 0) | (i == 3), a * (1 + a), 1 - a**3) / (2 * D)))(a)
level, between_0_and_1 = (0 <= a, a <= 1), (0 < a, a < 1)
w = matrix("w")
W = weighed_loss(prior, absolute_loss, G, 3)


def positive(proof):
    """Return that the divisors are > 0."""
    return proof.have(0 < D, factors=3), proof.have(0 < 1 + a)


def in_places(proof, goal, index, step):
    """Return the goal, which the step shows for each of the four values of the index."""
    return proof.cases(goal, *((index == at, step) for at in range(3)), (TRUE, step))


def loses(mechanism, i):
    return expected_loss(absolute_loss, mechanism, 3, i)


claim.clause("remap", *level, stochastic(remap, 3, 3))(lambda proof: proof.qed(*positive(proof), factors=3))
claim.clause("prior", *level, is_prior(prior, 3))(
    lambda proof: proof.qed(*positive(proof), proof.have(0 <= (1 - a) * (1 + a + a * a), factors=3))
)


@claim.clause("loss", *level, All(i, between(0, i, 3), loses(product(G, remap, 3), i) == value))
def loss(proof):
    return proof.qed(*positive(proof))


@claim.clause("costs", *level, between(0, k, 3), between(0, s, 3), W[k, k] <= W[k, s])
def costs(proof):
    known = *positive(proof), proof.have(0 <= (1 - a) * (1 + a + a * a), factors=3), proof.have(0 <= a * (1 + a))

    def cells(case):
        return in_places(case, proof.goal, s, lambda cell: cell.have(proof.goal, *known, factors=4))

    return in_places(proof, proof.goal, k, cells)


def lost(mechanism):
    return bayesian_loss(prior, absolute_loss, mechanism, 3, 3)


CELLS = list(product_of(range(4), range(4)))
diagonal_least = Every((k, 0, 3), (r, 0, 3), w[k, k] <= w[k, r])
weighed = Sum(k, 0, 3, Sum(r, 0, 3, T[k, r] * w[k, r]))
diagonal = w[0, 0] + w[1, 1] + w[2, 2] + w[3, 3]


@lemma([stochastic(T, 3, 3), diagonal_least], diagonal <= weighed)
def average_at_least_diagonal(proof):
    """If the diagonal entry of w is least in each row, Σ_k Σ_r T_kr·w_kr is at least the diagonal sum."""
    entries, _ones = proof.parts(stochastic(T, 3, 3))[-2:]
    below, inner = proof.know(diagonal_least), proof.assuming(between(0, k, 3))
    each = inner.termwise(r, 0, 3, T[k, r] * w[k, k] <= T[k, r] * w[k, r], entries(k, r), below(k, r))
    row = inner.have(w[k, k] <= Sum(r, 0, 3, T[k, r] * w[k, r]), each)
    return proof.qed(proof.termwise(k, 0, 3, row))


@lemma([stochastic(T, 3, 3), diagonal_least, weighed <= diagonal])
def equal_sums(proof):
    """Return a proof where the sums are equal, and the facts there: no term of their difference is negative."""
    entries, ones = proof.parts(stochastic(T, 3, 3))[-2:]
    below = proof.know(diagonal_least)
    terms = [proof.have(0 <= T[at] * (w[at] - w[at[0], at[0]]), entries(*at), below(*at)) for at in CELLS]
    rows = [lemmas.scaled(proof, w[row, row], ones(row)) for row in range(4)]
    return proof, [*terms, *rows, proof.know(weighed <= diagonal)]


@cache
def only_least_entries(k, r):
    """If the sums are equal, the weight of every larger entry is 0."""
    proof, facts = equal_sums()
    return proof.indirect(T[k, r] * (w[k, r] - w[k, k]) == 0, *facts).theorem


def least_costs(proof):
    """Return that it costs least to read each response k as k."""
    cell = proof.assuming(between(0, k, 3), between(0, r, 3))
    each = cell.cite("exactdp.loss-of-table-1#costs", s=r)
    return proof.every((k, 0, 3), (r, 0, 3), each)


def of_readings(proof):
    """Return the loss of a remap in terms of the costs, and that the least costs sum to L."""
    loss = proof.use(lemmas.remapped_loss(), p=prior, l=absolute_loss, x=G, n=3, m=3, s=3)
    return loss, proof.have(W[0, 0] + W[1, 1] + W[2, 2] + W[3, 3] == value)


@claim.clause("remaps-lose", *level, stochastic(T, 3, 3), value <= lost(product(G, T, 3)))
def remaps_lose(proof):
    loss, total = of_readings(proof)
    less = proof.use(average_at_least_diagonal(), least_costs(proof), w=W)
    return proof.chain(value, (total.says.args[0], total), ("<=", less.says.args[1], less), (loss.says.args[0], loss))


@claim.clause("private-lose", *level, private(x, a, 3, 3), value <= lost(x))
def private_lose(proof):
    modes = function(i, i)

    def step(inner, found):
        inner.remember(inner.have(unimodal(absolute_loss, modes, 3, 3)))
        no_worse = found.parts()[-1](absolute_loss)
        weights = inner.cite("exactdp.loss-of-table-1#prior").parts()[-2]
        row = inner.assuming(between(0, i, 3))
        goal = prior[i] * loses(product(G, T, 3), i) <= prior[i] * loses(x, i)
        each = row.opaque(goal, weights(i), no_worse(i))
        total = inner.termwise(i, 0, 3, goal, each)
        least = inner.cite("exactdp.loss-of-table-1#remaps-lose")
        return inner.chain(value, ("<=", least.says.args[1], least), ("<=", total.says.args[1], total))

    some = proof.cite("exactdp.universal-optimality#losses", never_decrease(modes, 3), n=3, m=3, μ=modes)
    return proof.restated(proof.obtain(some, T, step))


bounded = All(i, between(0, i, 3), loses(x, i) <= b)


@claim.clause("no-less", *level, private(x, a, 3, 3), bounded, value <= b)
def no_less(proof):
    least = proof.cite("exactdp.loss-of-table-1#private-lose")
    mean = proof.use(
        lemmas.average_at_most(),
        *proof.cite("exactdp.loss-of-table-1#prior").parts(),
        proof.know(bounded),
        n=3,
        p=prior,
        f=lambda i: loses(x, i),
        t=b,
    )
    return proof.chain(value, ("<=", mean.says.args[0], least), ("<=", b, mean))


remapped = function(i, loses(product(G, T, 3), i))
of_remap = All(i, between(0, i, 3), remapped[i] <= value)


unique_given = (*between_0_and_1, stochastic(T, 3, 3), of_remap)


def mean_of(proof):
    """Return that the average loss is at most L."""
    weights = proof.cite("exactdp.loss-of-table-1#prior").parts()
    return proof.use(lemmas.average_at_most(), *weights, n=3, p=prior, f=lambda i: remapped[i], t=value)


@claim.clause("all-lose", *unique_given, between(0, s, 3), remapped[s] == value)
def all_lose(proof):
    mean, least = mean_of(proof), proof.cite("exactdp.loss-of-table-1#remaps-lose")
    total = proof.use(lemmas.between_each_other(), mean, least, α=mean.says.args[0], β=value)
    flat = proof.have(Sum(i, 0, 3, prior[i] * value) == value, *positive(proof))
    same = proof.chain(mean.says.args[0], (value, total), (flat.says.args[0], flat))
    row = proof.assuming(between(0, z, 3))
    known = *positive(row), row.have(0 < (1 - a) * (1 + a + a * a), factors=3), row.have(0 < a * (1 + a))
    weight = in_places(row, 0 < prior[z], z, lambda case: case.have(0 < prior[z], *known))
    each = proof.all(row.both(row.know(of_remap)(z), weight), z, between(0, z, 3))
    return proof.use(
        lemmas.equal_terms(), each, same, low=0, high=3, j=s, e=prior, f=lambda i: remapped[i], g=lambda i: value
    )


@claim.clause("readings", *unique_given, between(0, k, 3), between(0, s, 3), T[k, s] == reading(T[0, 1], T[3, 2])[k, s])
def readings(proof):
    loss, total = of_readings(proof)
    most = proof.chain(loss.says.args[1], ("<=", value, mean_of(proof)), (total.says.args[0], total))
    known = *positive(proof), proof.have(0 < (1 - a) * (1 + a + a * a), factors=3), proof.have(0 < a * (1 + a))
    least, zeros = least_costs(proof), []
    for at in CELLS:
        if at[0] != at[1] and at not in ((0, 1), (3, 2)):
            more = W[at] - W[at[0], at[0]]
            nothing = proof.use(only_least_entries(*at), least, most, w=W)
            zeros.append(
                proof.use(lemmas.zero_factor(), proof.have(0 < more, *known, factors=4), nothing, α=more, β=T[at])
            )
    ones = proof.parts(stochastic(T, 3, 3))[-1]
    known = *zeros, *map(ones, range(4))

    def cells(case):
        return in_places(case, proof.goal, s, lambda cell: cell.have(proof.goal, *known))

    return in_places(proof, proof.goal, k, cells)


@cache
def one_solution():
    """The losses on the inputs 0 and 3 determine t and u: the determinant is 1-α⁶."""
    given = [0 < a, a < 1, t - a**3 * u == c * (1 - a**3), u - a**3 * t == c * (1 - a**3)]
    proof = Proof(given, t == c)
    factor = proof.have(0 < 1 - a**6, proof.use(lemmas.power_below_one(), k=6))
    return proof.have(t == c, proof.use(lemmas.zero_factor(), factor, α=1 - a**6, β=t - c)).theorem


@claim.clause("unique", *unique_given, between(0, k, 3), between(0, s, 3), T[k, s] == remap[k, s])
def unique(proof):
    first, last = T[0, 1], T[3, 2]
    cell = proof.assuming(between(0, z, 3), between(0, r, 3))
    each = cell.cite("exactdp.loss-of-table-1#readings", k=z, s=r)
    equal = proof.every((z, 0, 3), (r, 0, 3), each)
    # The losses on the inputs 0 and 3, in terms of the two remaining probabilities.
    image = product(G, reading(first, last), 3)
    equations = []
    for at, (one, other) in ((0, (first, last)), (3, (last, first))):
        cell = proof.assuming(between(0, r, 3))
        inner = cell.assuming(between(0, z, 3))
        term = lemmas.scaled(inner, G[at, z], equal(z, r))
        total = cell.termwise(z, 0, 3, term)
        same = proof.termwise(r, 0, 3, product(G, T, 3)[at, r] * abs(at - r) == image[at, r] * abs(at - r), total)
        exact = proof.cite("exactdp.loss-of-table-1#all-lose", s=at)
        goal = one - a**3 * other == spread * (1 - a**3)
        loss = proof.have(loses(image, at) == value, same, exact)
        equations.append(proof.have(goal, loss, *positive(proof)))
    solved = [
        proof.use(one_solution(), *equations, t=one, u=other, c=spread) for one, other in ((first, last), (last, first))
    ]

    def cells(case):
        return in_places(case, proof.goal, s, lambda cell: cell.have(proof.goal, *solved, equal(k, s), *positive(cell)))

    return in_places(proof, proof.goal, k, cells)


claim.clause("table-1", least_loss(Fraction(1, 4)) == Fraction(168, 415))(by_arithmetic)
