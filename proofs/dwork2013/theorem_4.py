"""Definition 3 and Theorem 4: Laplace noise of scale b = Δf/ε in each coordinate.

The density at t for the values x is a product of e^(-|t_j-x_j|/b). So against the values y, the loss at t is the sum of
|t_j-y_j|-|t_j-x_j| over b. Each term is at most |x_j-y_j|, and equal to it at t = x. On a grid of step h, values and
answers are multiples of h. With c = e^(-h/b) the densities are powers of c, and h_n steps from u to v give the level
c^h_n. So do the probabilities of the boxes of the grid, and of events that consist of boxes. With Δf = i steps, c^i is
e^-ε, and `private` is the theorem for such values and events. The grid may be as fine as needed.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import product_of_ones
from exactdp.claims.lemmas.noise import product_of_powers
from exactdp.claims.vocabulary.noise import coordinate_distances

claim = Claim(
    "dwork2013.theorem-4",
    "the Laplace mechanism",
    section="2.3",
    position=30,
    kept={**KEPT, "h[0] = 0": "a sum begins with 0", "0 < c": "a power of e", "c ≤ 1": "a power of e"},
)

i, j, k, n, s, z = indices("i j k n s z")
a, b, c, d, e, w = numbers("α b c Δ ε w")
t, x, y = vectors("t x y")
h, r, u, v = (variable(name, INDEX_MAP) for name in "hruv")
R = variable("R", Function(2, INDEX))

distance = explained("distance({0}, {1}; {2})", (x, y, n), Sum(j, 1, n, abs(x[j] - y[j])))
loss = explained("loss({0}; {1}, {2}, {3}, {4})", (t, x, y, b, n), (distance(t, y, n) - distance(t, x, n)) / b)
"""The logarithm of the density at t for the values x over that for y, with noise of scale b in n coordinates."""


@claim.clause("loss", 0 < d, 0 < e, distance(x, y, n) <= d, loss(t, x, y, d / e, n) <= e)
def of_loss(proof):
    inner = proof.assuming(between(1, j, n))
    triangle = Proof([], abs(a - b) <= abs(a - c) + as_number(1) * abs(c - b)).qed()
    each = inner.use(triangle, α=t[j], b=y[j], c=x[j])
    total = proof.termwise(j, 1, n, each)
    sums = proof.use(
        lemmas.sum_of_two(), low=1, high=n, t=1, f=lambda i: abs(t[i] - x[i]), g=lambda i: abs(x[i] - y[i])
    )
    norms = [unfold(distance(*pair, n)) for pair in ((t, y), (t, x), (x, y))]
    less = proof.opaque(norms[0] - norms[1] <= d, total, sums, norms[2] <= d)
    divided = Proof([0 < d, 0 < e, w <= d], w / (d / e) <= e)
    share = divided.have(0 < d / e)
    whole = divided.have(e * (d / e) == d)
    found = divided.opaque(w / (d / e) <= e, share, whole, divided.know(w <= d), terms=[d / e])
    return proof.restated(proof.use(found.theorem, less, w=norms[0] - norms[1]))


@claim.clause("attained", 0 < d, 0 < e, distance(x, y, n) == d, loss(x, x, y, d / e, n) == e)
def attained(proof):
    zero = proof.termwise(j, 1, n, abs(x[j] - x[j]) == 0)
    same = proof.have(distance(x, y, n) - distance(x, x, n) == d, zero)
    found = proof.replace(proof.have(d == distance(x, y, n) - distance(x, x, n), same), lambda at: at / (d / e) == e)
    return proof.restated(found)


def powers(of, to):
    """Return the density at the answers on the grid, without its constant."""
    return Product(k, 1, n, c ** abs(to[k] - of[k]))


apart = coordinate_distances(h, u, v, n)
grid = (0 < c, c <= 1, 0 <= n, apart)
boxed = (0 < c, c < 1, 0 <= n, apart)


@claim.clause("on-a-grid", *grid, c ** h[n] * powers(u, r) <= powers(v, r))
def on_a_grid(proof):
    inner = proof.assuming(between(1, k, n))
    here, there, steps = abs(r[k] - u[k]), abs(r[k] - v[k]), abs(u[k] - v[k])
    falls = inner.use(lemmas.power_falls(), α=c, i=there, k=here + steps)
    size = inner.use(lemmas.power_nonnegative(), α=c, k=here)
    less = inner.have(c**steps * c**here <= c**there, falls)
    each = proof.parts(apart)[-1]
    every = proof.all(inner.both(size, less, each(k), inner.have(0 <= steps)), k, between(1, k, n))
    terms = {"f": lambda i: c ** abs(r[i] - u[i]), "g": lambda i: c ** abs(r[i] - v[i])}
    return proof.use(lemmas.levels_multiply(), every, α=c, d=lambda i: abs(u[i] - v[i]), **terms).parts()[-1]


# The box after the grid point r has a probability, and an event of boxes is the sum of theirs
below = explained("P(Y ≤ {1}; {0})", (c, k), If(k >= 0, 1 - c**k / 2, c ** (-k) / 2), within=(0 < c) & (c < 1))
"""The distribution function of the noise at k steps h."""
cell = explained("cell({1}; {0})", (c, k), below(c, k + 1) - below(c, k))


def box(of, to):
    """Return the probability that the answers are in the box after these grid points."""
    return Product(k, 1, n, cell(c, to(k) - of[k]))


def boxed_levels(proof, to):
    """Return h[n] ≥ 0, that the probability of a box is ≥ 0, and its level."""
    inner = proof.assuming(between(1, k, n))
    steps = abs(u[k] - v[k])
    away = [If(at >= 0, at, -at - 1) for at in (to(k) - u[k], to(k) - v[k])]
    here, there = (cell(c, to(k) - of[k]) for of in (u, v))
    falls = inner.use(lemmas.power_falls(), α=c, i=away[1], k=away[0] + steps)
    share = inner.have(0 <= (1 - c) / 2)
    size = inner.have(0 <= here, inner.product(share, inner.use(lemmas.power_nonnegative(), α=c, k=away[0])))
    less = inner.have(c**steps * here <= there, inner.product(share, falls))
    each = proof.parts(apart)[-1]
    every = proof.all(inner.both(size, less, each(k), inner.have(0 <= steps)), k, between(1, k, n))
    terms = {"f": lambda i: cell(c, to(i) - u[i]), "g": lambda i: cell(c, to(i) - v[i])}
    return proof.use(lemmas.levels_multiply(), every, α=c, d=lambda i: abs(u[i] - v[i]), **terms).parts()


claim.clause("boxes", *boxed, c ** h[n] * box(u, lambda i: r[i]) <= box(v, lambda i: r[i]))(
    lambda proof: boxed_levels(proof, lambda i: r[i])[-1]
)
boxes = [box(of, lambda i: R[z, i]) for of in (u, v)]
events = [Sum(z, 1, s, each) for each in boxes]


def of_all(proof, factor, each):
    """Return the level of an event from that of each of its boxes."""
    total = proof.termwise(z, 1, s, each)
    outside = proof.use(lemmas.scaled_sum(), low=1, high=s, t=factor, f=function(z, boxes[0]))
    return proof.opaque(proof.goal, total, outside, terms=[*total.says.args, *outside.says.args[1:]])


@claim.clause("events", *boxed, c ** h[n] * events[0] <= events[1])
def of_events(proof):
    return of_all(proof, c ** h[n], proof.assuming(between(1, z, s)).cite("#boxes", r=lambda i: R[z, i]))


@claim.clause("private", *boxed, h[n] <= i, c**i * events[0] <= events[1])
def is_private(proof):
    one = proof.assuming(between(1, z, s))
    steps, size, level = boxed_levels(one, lambda i: R[z, i])
    falls = one.use(lemmas.power_falls(), steps, α=c, i=h[n], k=i)
    smaller = Proof([0 <= w, e <= d, d * w <= a], e * w <= a)
    smaller = smaller.qed(smaller.product(0 <= w, 0 <= d - e))
    each = one.use(smaller, size, falls, level, w=boxes[0], ε=c**i, Δ=c ** h[n], α=boxes[1])
    return of_all(proof, c**i, each)


@claim.clause("no-larger-level", *grid, a * powers(u, u) <= powers(v, u), a <= c ** h[n])
def no_larger_level(proof):
    inner = proof.assuming(between(1, k, n))
    each = proof.parts(apart)[-1]
    three = inner.both(
        each(k), inner.have(0 <= abs(u[k] - v[k])), inner.have(c ** abs(u[k] - v[k]) == c ** abs(u[k] - v[k]))
    )
    whole = proof.use(
        product_of_powers(),
        proof.all(three, k, between(1, k, n)),
        d=lambda i: abs(u[i] - v[i]),
        f=lambda i: c ** abs(u[i] - v[i]),
    )
    one = proof.have(powers(u, u) == 1, proof.use(product_of_ones(), low=1, k=n))
    terms = [powers(u, u), powers(v, u), c ** h[n]]
    return proof.opaque(proof.goal, proof.given[-1], whole, one, terms=terms)
