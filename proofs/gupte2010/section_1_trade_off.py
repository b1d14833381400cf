"""Section 1: the effect of noise on privacy and on utility.

A β-private mechanism is α-private for α ≤ β, so the optimum over private mechanisms can only rise with the level. Noise
that depends only on the result is a remap: it lowers neither the level nor the loss of a rational consumer. It need not
raise the level, nor the loss.
"""

from fractions import Fraction

from exactdp.claims.language import *

ID = "gupte2010.section-1.trade-off"
claim = Claim(ID, "the trade-off between privacy and utility", section="1", position=2, kept=KEPT)

n, m, i, j, k, r, s = indices("n m i j k r s")
a, b, c = numbers("α β b")
x, y, T, R, l = matrices("x y T R l")  # noqa: E741 (the paper's name of a loss)
S = variable("S", SET)


def bounds(mechanism, n=n, m=m):
    """Return that no expected loss on an input of S is above b."""
    return bounds_loss(c, l, mechanism, S, n, m)


claim.clause(
    "does-not-fall",
    *(0 <= a, a <= b, private(x, b, n, m), bounds(x)),
    Some(y, private(y, a, n, m), bounds(y)),
    witnesses={"y": x},
)(lambda proof: proof.witness(proof.goal, x, proof.use(lemmas.less_private())))


def always(j):
    return function(i, r, If(r == j, as_number(1), 0))


I = unit_matrix()  # noqa: E741 (the usual name of the unit matrix)


lossless = expected_loss(l, I, n, i) == 0


@claim.clause("no-privacy", 0 <= n, l[i, i] == 0, between(0, i, n), private(I, 0, n, n) & lossless)
def no_privacy(proof):
    one = proof.use(lemmas.one_term(), low=0, high=n, j=i, f=function(r, l[i, r]))
    lost = proof.have(lossless, one, proof.termwise(r, 0, n, I[i, r] * l[i, r] == If(r == i, l[i, r], 0)))
    return proof.both(proof.have(private(I, 0, n, n), *proof.use(lemmas.identity_stochastic()).parts()), lost)


sure = expected_loss(l, always(j), n, j) == 0


@claim.clause("one-point", 0 <= n, l[j, j] == 0, between(0, j, n), private(always(j), 1, n, n) & sure)
def one_point(proof):
    one = proof.use(lemmas.one_term(), low=0, high=n, f=function(r, l[j, r]))
    total = proof.have(sure, one, proof.termwise(r, 0, n, always(j)[j, r] * l[j, r] == If(r == j, l[j, r], 0)))
    return proof.both(proof.use(lemmas.constant_is_private(), m=n, α=1), total)


def worst(mechanism, loss, n, *at):
    """Return that the expected losses on some inputs are at most b."""
    return [expected_loss(loss, mechanism, n, i) <= c for i in at]


@claim.clause("full-privacy", 0 <= n, private(x, 1, n, n), *worst(x, absolute_loss, n, 0, n), as_number(n) / 2 <= c)
def full_privacy(proof):
    """The rows are equal, so both losses add up to Σ_r x_0r·(r + n-r) = n."""
    cell = proof.assuming(between(0, r, n))
    here, there = x[0, r], x[n, r]
    ways = (lemmas.entry_of_private(), lemmas.entry_of_private_upwards())
    near = [cell.detach(cell.use(way, α=1, i=0, k=n, m=n)) for way in ways]
    orders = [cell.have(f, *near) for f in (here <= there, there <= here)]
    same = cell.use(lemmas.between_each_other(), *orders, α=here, β=there)
    first = cell.have(here * absolute_loss[0, r] == here * r)
    last = cell.have(there * absolute_loss[n, r] == here * (n - r), same)
    sums = [proof.termwise(r, 0, n, each) for each in (first, last)]
    both = expected_loss(absolute_loss, x, n, 0) + expected_loss(absolute_loss, x, n, n) == n
    return proof.qed(proof.have(both, *sums))


fair = function(i, r, (If(r == 0, as_number(1), 0) + If(r == n, as_number(1), 0)) / 2)


loses_half = expected_loss(absolute_loss, fair, n, i) == as_number(n) / 2


@claim.clause("fair", 0 <= n, private(fair, 1, n, n) & All(i, between(0, i, n), loses_half))
def fair_coin(proof):
    row = proof.assuming(between(0, i, n))

    def total(of_0, of_n, summand):
        return row.telescope(r, 0, n, summand, lambda v: If(v <= 0, 0, of_0 / 2) + If(v <= n, 0, of_n / 2))

    ones = row.have(Sum(r, 0, n, fair[i, r]) == 1, total(as_number(1), as_number(1), fair[i, r]))
    lost = total(as_number(i), as_number(n - i), fair[i, r] * absolute_loss[i, r])
    return proof.both(
        proof.have(private(fair, 1, n, n), ones), proof.all(row.have(loses_half, lost), i, between(0, i, n))
    )


claim.clause("two-inputs", 0 <= a, private(x, a, 1, 1), *worst(x, absolute_loss, 1, 0, 1), a / (1 + a) <= c)(
    lambda proof: proof.qed(proof.parts(private(x, a, 1, 1))[-1](0, 0))
)

G = geometric_mechanism(1, a)


loses_least = expected_loss(absolute_loss, G, 1, i) == a / (1 + a)

claim.clause("two-inputs-attained", 0 <= a, a <= 1, between(0, i, 1), private(G, a, 1, 1) & loses_least)(
    lambda proof: proof.both(proof.cite("gupte2010.definition-4#private", n=1), proof.have(loses_least))
)
claim.clause("rises", 0 <= a, a < b, a / (1 + a) < b / (1 + b))(by_arithmetic)

level = Fraction(3, 4)


@claim.clause("square", private(x, level, 2, 2), *worst(x, squared_loss, 2, 0, 1, 2), 1 <= c)
def square(proof):
    nonneg, rows, near = proof.parts(private(x, level, 2, 2))[-3:]
    facts = [*map(rows, range(3)), *(nonneg(i, r) for i in range(3) for r in range(3))]
    facts += [near(i, r) for i in range(2) for r in range(3)]
    return proof.qed(*facts, *map(proof.know, worst(x, squared_loss, 2, 0, 1, 2)))


mean = All(i, between(0, i, 2), expected_loss(squared_loss, always(1), 2, i) <= 1)
claim.clause("square-attained", private(always(1), 1, 2, 2) & mean)(by_evaluation)
claim.clause("noise-keeps-level", 0 <= a, private(y, a, n, m), stochastic(R, m, s), private(product(y, R, m), a, n, s))(
    lambda proof: proof.use(lemmas.post_processing(), x=y, T=R, s=m, m=s)
)

noisy = product(product(y, R, m), T, s)


@claim.clause(
    "noise-saves-nothing",
    *(stochastic(R, m, s), stochastic(T, s, k), bounds_loss(c, l, noisy, S, n, k)),
    Some(x, stochastic(x, m, k), bounds_loss(c, l, product(y, x, m), S, n, k)),
    witnesses={"x": product(R, T, s)},
)
def noise_saves_nothing(proof):
    bound = bounds_loss(c, l, noisy, S, n, k)
    inner = proof.assuming(unfold(bound).args[1])
    same, remap = inner.use(lemmas.remap_of_remap(), x=y, T=R, U=T, n=m, m=k).parts()[:2]
    joint = product(y, product(R, T, s), m)
    total = inner.termwise(r, 0, k, joint[i, r] * l[i, r] == noisy[i, r] * l[i, r], same)
    less = inner.have(expected_loss(l, joint, k, i) <= c, total)
    return proof.witness(proof.goal, product(R, T, s), remap, less)


@claim.clause(
    "noise-may-cost-nothing",
    *(between(0, j, n), stochastic(y, n, m), expected_loss(l, product(y, always(j), m), n, j) == l[j, j]),
)
def noise_costs_nothing(proof):
    one = proof.use(lemmas.one_term(), low=0, high=n, f=function(r, l[j, r]))
    return proof.qed(one, proof.termwise(r, 0, n, product(y, always(j), m)[j, r] * l[j, r] == If(r == j, l[j, r], 0)))


coin = function(i, r, (If(r == i, as_number(1), 0) + If(r == If(i == n, n, i + 1), as_number(1), 0)) / 2)

claim.clause("coin", 1 <= n, private(coin, a, n, n), a <= 0)(
    lambda proof: proof.qed(proof.parts(private(coin, a, n, n))[-1](0, 0))
)
