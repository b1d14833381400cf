"""Section 3.1: adaptive composition for continuous distributions, on the Laplace mechanism.

For densities the proof is the same with integrals for sums. Here densities are constant on cells, of any lengths, so
that integrals over events of cells are sums. Laplace noise is cut into cells of length 1/h, whose probabilities are
differences of its distribution function; with β = α^(1/h) they are powers of β, for every h. The second query may
depend on the cell of the first response.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import cancelled, one_more_factor
from exactdp.claims.statements.evaluation import entry
from exactdp.claims.vocabulary import KEPT, nonnegative

claim = Claim(
    "lecture.section-3-1.continuous",
    "composition for densities on cells, and for the Laplace mechanism",
    section="3.1",
    position=50,
    kept={**KEPT, "0 < β": "a level", "β < 1": "a level", "0 ≤ h": "the number of cells"},
)

h, j, k, m, r, x, y, z = indices("h j k m r x y z")
a, b, c = numbers("α β γ")
f, g, l = vectors("f g l")  # noqa: E741
P, Q, w = matrices("P Q w")
u, v = (variable(name, INDEX_MAP) for name in "uv")

# Densities that are constant on cells: l[r] is the length of cell r of the first response, and of the second

integral = explained(
    "integral({0}, {1}, {2}; {3}, {4})",
    (f, P, w, l, m),
    Sum(r, 0, m, Sum(z, 0, m, l[r] * l[z] * (f[r] * P[r, z]) * w[r, z])),
)
"""The integral of the joint density f·P over an event, of whose cells w is 1 for those in it, and 0 for others."""

at_least_0 = explained("{0} is nonnegative on {{0..{1}}}", (f, m), All(r, between(0, r, m), 0 <= f[r]))
denser = explained(
    "{0} is at least {2} times {1} on {{0..{3}}}",
    (f, g, a, m),
    All(r, between(0, r, m), both(0 <= g[r], a * g[r] <= f[r])),
)
denser_after = explained(
    "{0} is at least {2} times {1} on {{0..{3}}}²",
    (P, Q, b, m),
    All(r, between(0, r, m), All(z, between(0, z, m), both(0 <= Q[r, z], b * Q[r, z] <= P[r, z]))),
)


@generator(at_least_0)
def some_lengths(rng, turn, m):
    """Draw small numbers."""
    return tuple(Fraction(rng.choice((0, 1, 1, 2)), 2) for _ in range(m + 1))


@generator(denser)
def some_denser(rng, turn, g, a, m):
    """Draw the least density that is allowed, or the same one."""
    return tuple(rng.choice((a, max(a, Fraction(1)))) * entry(g, (r,)) for r in range(m + 1))


@generator(denser_after)
def some_denser_after(rng, turn, Q, b, m):
    """Draw the least density that is allowed, or the same one."""
    return tuple(some_denser(rng, turn, tuple(entry(Q, (r, z)) for z in range(m + 1)), b, m) for r in range(m + 1))


@claim.clause(
    "densities",
    0 <= a,
    0 <= b,
    at_least_0(l, m),
    at_least_0(g, m),
    denser(f, g, a, m),
    nonnegative(Q, m, m),
    denser_after(P, Q, b, m),
    nonnegative(w, m, m),
    a * b * integral(g, Q, w, l, m) <= integral(f, P, w, l, m),
)
def densities(proof):
    row = proof.assuming(between(0, r, m))
    one = row.assuming(between(0, z, m))
    _, near = one.know(denser(f, g, a, m))(r).parts()
    other, next_ = one.know(denser_after(P, Q, b, m))(r, z).parts()
    span, length = (one.know(at_least_0(l, m))(at) for at in (z, r))
    size = one.have(0 <= f[r])
    products = one.product(one.have(0 <= f[r] - a * g[r], near), one.know(0 <= b), other), one.product(size, next_)
    pair = one.have(a * b * (g[r] * Q[r, z]) <= f[r] * P[r, z], *products)
    whole = one.product(length, span, one.know(nonnegative(w, m, m))(r, z), pair)
    terms = [l[r] * l[z] * (of[r] * then[r, z]) * w[r, z] for of, then in ((g, Q), (f, P))]
    rows = row.termwise(z, 0, m, a * b * terms[0] <= terms[1], one.have(a * b * terms[0] <= terms[1], whole))
    return proof.qed(proof.termwise(r, 0, m, rows))


# Laplace noise of level α = β^h

below = explained("F_{0}({1})", (b, k), If(k >= 0, 1 - b**k / 2, b ** (-k) / 2))
"""The distribution function of Laplace noise of level β^h at k/h."""
cell = explained("cell({0}, {1})", (b, k), below(b, k + 1) - below(b, k))
"""The probability that the noise lies between k/h and (k+1)/h."""
level = (0 < b, b < 1)


def steps(k):
    return If(k >= 0, k, -k - 1)


@claim.clause("cells", *level, cell(b, k) == (1 - b) / 2 * b ** steps(k))
def cells(proof):
    return proof.qed()


@claim.clause("one", *level, between(-h, j, h), b**h * cell(b, k) <= cell(b, k - j))
def one_response(proof):
    falls = proof.use(lemmas.power_falls(), i=steps(k - j), k=steps(k) + h, α=b)
    return proof.qed(proof.product(proof.have(0 < (1 - b) / 2), falls))


def positive(proof, at):
    """Return what shows that a cell has a probability ≥ 0."""
    return proof.cite("#cells", k=at), proof.use(lemmas.power_nonnegative(), k=steps(at), α=b)


# Two queries with answers x and u[k], or y and v[k] on a neighbour, the second after the cell k, in units of 1/h
changes = (between(-h, x - y, h), between(-h, u[k] - v[k], h))
pair = [cell(b, k - of) * cell(b, z - then[k]) for of, then in ((x, u), (y, v))]


@claim.clause("two", *level, *changes, b ** (2 * h) * pair[0] <= pair[1])
def two_responses(proof):
    first = proof.cite("#one", k=k - x, j=y - x)
    second = proof.cite("#one", k=z - u[k], j=v[k] - u[k])
    power = proof.use(lemmas.power_nonnegative(), k=h, α=b)
    cells = [proof.have(0 <= cell(b, at), *positive(proof, at)) for at in (k - x, z - u[k])]
    values = (b**h, cell(b, k - x), cell(b, k - y), b**h, cell(b, z - u[k]), cell(b, z - v[k]))
    terms = dict(zip("uwvacb", values, strict=True))
    *_, less = proof.use(one_more_factor(), power, *cells, first, second, **terms).parts()
    twice = proof.have(b ** (2 * h) == b**h * b**h)
    return proof.opaque(proof.goal, less, twice, terms=[b ** (2 * h), *values[:3], *values[4:]])


end = cell(b, -1)
beyond = cell(b, -1 - h)


# Below both answers, where the first query and the second one are one less on the neighbour
claim.clause("not-better", *level, 0 <= h, c * (end * end) <= beyond * beyond, c <= b ** (2 * h))(
    lambda proof: proof.use(cancelled(), t=end * end, α=c, β=b ** (2 * h))
)
