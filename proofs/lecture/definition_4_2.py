"""Definition 4.2: the geometric mechanism for functions to ℤ^d, and the proof of its privacy, left as an exercise.

With β = e^(-ε/Δf), so α = β^Δf, moving the centre of one coordinate by s changes each mass by a factor of at least
β^s. Over all coordinates that is β^‖f(X)-f(X')‖ ≥ β^Δf. Responses beyond both centres attain it in each coordinate. For
Δf = 0 the function is constant, so ε/Δf means nothing, and no noise is needed.

f(X) and f(X') are u and v, with coordinates 1..d, and h(k) is the distance in the first k of them.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.lemmas.neighbour import positive_product
from exactdp.claims.vocabulary.noise import coordinate_distances

claim = Claim(
    "lecture.definition-4.2",
    "the geometric mechanism and its privacy",
    section="4.2",
    position=50,
    kept={
        **KEPT,
        **dict.fromkeys(("0 < β", "β < 1"), "a root of the level"),
        "0 ≤ d": "a dimension",
        "h[0] = 0": "a sum of no distances",
        "0 ≤ s": "a distance",
    },
)

d, i, k, n, r, s = indices("d i k n r s")
a, b = numbers("α β")
h, u, v, z = (variable(name, INDEX_MAP) for name in "huvz")

noisy = explained("Pr({2} | {1}; {0}, {3})", (b, u, z, d), Product(k, 1, d, two_sided(b, z[k] - u[k])))
"""The probability of the response z, for the values u and noise of level β in each of d coordinates."""

given = (0 <= d, coordinate_distances(h, u, v, d))
here, there = noisy(b, u, z, d), noisy(b, v, z, d)
root = (0 < b, b < 1)


@claim.clause("distance", *root, *given, b ** h[d] * there <= here)
def distance(proof):
    inner = proof.assuming(between(1, k, d))
    turned = inner.have(h[k - 1] + abs(v[k] - u[k]) == h[k])
    every = proof.all(turned, k, between(1, k, d))
    return proof.restated(proof.use(lemmas.noise_on_counts(), every, α=b, n=d, u=v, v=u, r=z))


def at_least_0(proof):
    """Return that the distance is ≥ 0, and that the responses have probabilities > 0."""
    first, _steps = proof.parts(given[1])[-2:]

    def step(inner, before):
        later = inner.assuming(k + 1 <= d)
        return inner.imply(
            k + 1 <= d,
            later.have(0 <= h[k + 1], 0 <= abs(u[k + 1] - v[k + 1]), later.detach(before)),
        )

    sizes = proof.induction((k <= d) >> (0 <= h[k]), k, 0, [first], step)
    inner = proof.assuming(between(1, k, d))
    mass = two_sided(b, z[k] - v[k])
    positive = inner.product(0 < (1 - b) / (1 + b), inner.use(lemmas.power_positive(), α=b, k=abs(z[k] - v[k])))
    whole = proof.use(positive_product(), k=d, f=function(k, mass))
    signs = proof.all(inner.have(0 < mass, positive), k, between(1, k, d))
    return sizes, proof.restated(proof.detach(whole, signs), 0 < there)


@claim.clause("private", *root, *given, h[d] <= s, a == b**s, a * there <= here)
def private(proof):
    sizes, sign = at_least_0(proof)
    falls = proof.use(lemmas.power_falls(), proof.detach(sizes.with_(k=d)), α=b, i=h[d], k=s)
    less = lemmas.scaled(proof, there, falls, sign)
    known = less, proof.cite("#distance"), proof.know(a == b**s)
    return proof.opaque(proof.goal, *known, terms=[here, there, b ** h[d], b**s])


beyond = explained(
    "{2} is beyond {1}, seen from {0}, in all {3} coordinates",
    (u, v, z, d),
    All(k, between(1, k, d), both(u[k] <= v[k], v[k] <= z[k]) | both(z[k] <= v[k], v[k] <= u[k])),
)(u, v, z, d)


@cache
def one_more_coordinate():
    """From X = P·m, Y = Q·w, P = c·Q, m = e·w and g = c·e: X = g·Y."""
    X, Y, m, w, P, Q, e, c, g = numbers("X Y m w P Q e c g")
    proof = Proof([X == P * m, Y == Q * w, m == e * w, g == c * e, P == c * Q])
    steps = proof.have(P * m == c * Q * m), proof.have(c * Q * m == c * Q * (e * w)), proof.have(g * Y == c * e * Q * w)
    return proof.have(X == g * Y, *steps).theorem


@claim.clause("beyond-both", *root, *given, beyond, here == b ** h[d] * there)
def beyond_both(proof):
    first, steps = proof.parts(given[1])[-2:]
    sizes, _ = at_least_0(proof)

    def product_of(of, last):
        return Product(k, 1, last, two_sided(b, z[k] - of[k]))

    goal = product_of(u, s) == b ** h[s] * product_of(v, s)

    def at_0(at):
        return product_of(u, 0) == b**at * product_of(v, 0)

    begun = proof.replace(proof.have(as_index(0) == h[0], first), at_0)
    later, before = proof.inductive(goal, s, 0, [begun], up_to=d)
    masses, moved = [two_sided(b, z[s + 1] - of[s + 1]) for of in (u, v)], b ** abs(u[s + 1] - v[s + 1])
    splits = [later.split(product_of(of, s + 1), s) for of in (u, v)]
    ends = [
        later.have(each.says.args[0] == product_of(of, s) * mass, each)
        for each, of, mass in zip(splits, (u, v), masses, strict=True)
    ]
    apart = masses[0] == moved * masses[1]
    one = later.either(later.know(beyond)(s + 1), *[lambda case: case.have(apart)] * 2)

    def power(more):
        return more.replace(steps(s + 1), lambda at: b**at == b ** h[s] * moved)

    power = later.knowing(later.detach(sizes.with_(k=s)), power)
    known = *ends, one, power, before
    values = [*(each.says.args[0] for each in ends), *masses, product_of(u, s), product_of(v, s), moved, b ** h[s]]
    names = dict(zip(("X", "Y", "m", "w", "P", "Q", "e", "c"), [*values], strict=True))
    return proof.restated(later.closed(later.use(one_more_coordinate(), *known, g=b ** h[s + 1], **names)))


@claim.clause("no-larger-level", *root, *given, beyond, a * there <= here, a <= b ** h[d])
def no_larger_level(proof):
    _, sign = at_least_0(proof)
    less = proof.opaque(
        a * there <= b ** h[d] * there,
        a * there <= here,
        proof.cite("#beyond-both"),
        terms=[here, there, b ** h[d]],
    )
    return proof.use(lemmas.quotient_order(), less, sign, β=b ** h[d], t=there)


@claim.clause("constant", *root, 0 <= d, All(k, between(1, k, d), u[k] == v[k]), here == there)
def constant(proof):
    inner = proof.assuming(between(1, k, d))
    same = inner.replace(
        inner.know(proof.given[-1])(k), lambda at: two_sided(b, z[k] - u[k]) == two_sided(b, z[k] - at)
    )
    return proof.restated(proof.termwise(k, 1, d, same, op="product"))


# Results in {0..n} that are up to s apart are neighbours, and the noise is clamped

G = geometric_mechanism(n, b)
clamped = (1 <= n, *root, between(0, i, n), between(0, k, n))


@claim.clause("clamped", *clamped, abs(i - k) <= s, between(0, r, n), b**s * G[i, r] <= G[k, r])
def of_clamped(proof):
    mechanism = proof.cite("gupte2010.definition-4#private", α=b)
    falls = proof.use(lemmas.power_falls(), α=b, i=abs(i - k), k=s)
    sign = proof.use(lemmas.geometric_nonnegative(), α=b, z=r)
    goal = b ** abs(i - k) * G[i, r] <= G[k, r]

    def side(lemma, first, steps):
        return lambda case: case.have(goal, case.detach(case.use(lemma(), mechanism, x=G, α=b, i=first, k=steps, m=n)))

    near = proof.cases(
        goal, (i <= k, side(lemmas.entry_of_private, i, k - i)), (TRUE, side(lemmas.entry_of_private_upwards, k, i - k))
    )
    less = proof.product(falls, sign)
    return proof.opaque(proof.goal, near, less, terms=[G[i, r], G[k, r], b**s, b ** abs(i - k)])


claim.clause("clamped-attained", *clamped, i + s == k, 0 <= s, G[k, 0] == b**s * G[i, 0])(by_arithmetic)
