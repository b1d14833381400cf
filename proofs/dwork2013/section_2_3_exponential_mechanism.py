"""Section 2.3: the exponential mechanism, with and without a factor of 1/2.

The probability of o on D is w_o/W with w_o = β^(-q(o,D)/Δ), W = Σ w_o. One row changes each w_o by a factor between β
and 1/β, and so W too. So the level is at least β². It is at least β if q never falls, or never rises, when a row is
added. With β = e^-1, as described, the loss is up to 2, and ε needs β = e^(-ε/2).
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary.neighbour import near

claim = Claim(
    "dwork2013.section-2-3.exponential-mechanism",
    "the level of the exponential mechanism",
    section="2.3",
    position=70,
    kept={
        **dict.fromkeys(("β ≤ 1", "0 < β", "β < 1"), "a level"),
        "2 ≤ k": "qualities 0 to K",
        "0 ≤ m": "the outputs are {0..m}",
    },
)

k, m, o, p, q, r, s = indices("k m o p q r s")
a, b, c, t, u, x, y, z = numbers("α β c t u x y z")
v, w = vectors("v w")

chosen = explained("shares({0}; {1})", (w, m), function(r, w[r] / Sum(o, 0, m, w[o])))
"""The probabilities that are proportional to weights of the outputs 0..m."""
positive = explained("{0} is positive on {{0..{1}}}", (w, m), All(r, between(0, r, m), 0 < w[r]))
near_weights = explained(
    "{0} and {1} are weights within the factor {2} on {{0..{3}}}",
    (v, w, b, m),
    both(positive(v, m), positive(w, m), All(r, between(0, r, m), both(b * v[r] <= w[r], b * w[r] <= v[r]))),
)


def inverse(proof, at):
    """Return that c^(-k) > 0 for k ≥ 0."""
    return proof.use(lemmas.power_positive(), α=1 / c, k=at)


@claim.clause(
    "weights", 0 < c, c <= 1, p - q <= s, q - p <= s, both(c**s * c ** (-p) <= c ** (-q), c**s * c ** (-q) <= c ** (-p))
)
def weights(proof):
    """c^s·c^(-p) is c^(-q) times a power of c whose exponent is at least 0."""
    found = []
    for one, other in ((p, q), (q, p)):
        most = proof.use(lemmas.power_at_most_one(), α=c, k=s - one + other)
        size = proof.cases(
            0 < c ** (-other),
            (other <= 0, lambda case, at=other: case.use(lemmas.power_positive(), α=c, k=-at)),
            (TRUE, lambda case, at=other: case.have(0 < c ** (-at), inverse(case, at))),
        )
        less = proof.product(size, proof.have(0 <= 1 - c ** (s - one + other), most))
        found.append(proof.have(c**s * c ** (-one) <= c ** (-other), less, 0 < 1 / c))
    return proof.both(*found)


@cache
def cross():
    """From t·x·v ≤ y·u and u, v > 0: t·(x/u) ≤ y/v."""
    return Proof([0 < u, 0 < z, t * x * z <= y * u], t * (x / u) <= y / z).qed()


@cache
def share():
    """From x ≥ 0 and u > 0: x/u ≥ 0."""
    return Proof([0 <= x, 0 < u], 0 <= x / u).qed()


sums = [Sum(o, 0, m, of[o]) for of in (v, w)]


def quotients(proof, level, facts):
    """Return that the chosen outputs are within the factor; the facts bound cross products of weights and totals."""
    inner = proof.inside()
    signs, sizes, products = facts(inner)
    found = [
        inner.use(share(), size, x=of[r], u=total)
        for of, total, sign, size in zip((v, w), sums, signs, sizes, strict=True)
    ]
    for (of, at), (to, into), product in zip([(v, 0), (w, 1)], [(w, 1), (v, 0)], products, strict=True):
        terms = {"t": level, "x": of[r], "y": to[r], "u": sums[at], "z": sums[into]}
        found.append(inner.use(cross(), *sizes, product, **terms))
    return inner.closed(inner.restated(inner.both(*found), inner.goal))


def known(proof):
    """Return the signs of two weights, and that the totals are positive and within the factor."""

    def every(of):
        return proof.know(positive(of, m)).parts()[-1]

    relations = proof.parts(near_weights(v, w, b, m))[-1]
    sizes = []
    for of in (v, w):
        inner = proof.assuming(between(0, k, m))
        sign = proof.all(inner.have(0 <= of[k]), k, between(0, k, m))
        sizes.append(proof.use(lemmas.positive_sum(), sign, every(of)(0), low=0, high=m, j=0, f=of))
    inner = proof.assuming(between(0, o, m))
    less = [proof.termwise(o, 0, m, part) for part in inner.fact(relations(o)).parts()]
    totals = [proof.have(b * one <= other, each) for each, (one, other) in zip(less, (sums, sums[::-1]), strict=True)]
    return every, relations, sizes, totals


@claim.clause("in-general", 0 < b, b <= 1, 0 <= m, near_weights(v, w, b, m), near(chosen(v, m), chosen(w, m), b**2, m))
def in_general(proof):
    every, relations, sizes, totals = known(proof)

    def facts(inner):
        weights = [every(of)(r) for of in (v, w)]
        steps = relations(r).parts()
        products = []
        for at, (of, to) in enumerate(((v, w), (w, v))):
            one, other = sums if at == 0 else sums[::-1]
            less = inner.product(steps[at], sizes[at]), inner.product(totals[1 - at], weights[at], 0 < b)
            products.append(inner.opaque(b**2 * of[r] * other <= to[r] * one, *less))
        return [inner.have(0 <= of[r]) for of, each in zip((v, w), weights, strict=True)], sizes, products

    return quotients(proof, b**2, facts)


rising = All(r, between(0, r, m), w[r] <= v[r])


@claim.clause(
    "monotone", 0 < b, b <= 1, 0 <= m, near_weights(v, w, b, m), rising, near(chosen(v, m), chosen(w, m), b, m)
)
def monotone(proof):
    every, relations, sizes, totals = known(proof)
    more = proof.have(sums[1] <= sums[0], proof.termwise(o, 0, m, w[o] <= v[o]))

    def facts(inner):
        weights = [every(of)(r) for of in (v, w)]
        up, down = inner.know(rising)(r), relations(r).parts()[0]
        first = inner.product(down, sizes[1]), inner.product(more, weights[1])
        second = inner.product(up, sizes[1]), inner.product(totals[0], weights[1])
        products = [
            inner.opaque(b * v[r] * sums[1] <= w[r] * sums[0], *first),
            inner.opaque(b * w[r] * sums[0] <= v[r] * sums[1], *second),
        ]
        return [inner.have(0 <= of[r]) for of, known in zip((v, w), weights, strict=True)], sizes, products

    return quotients(proof, b, facts)


bound = explained("level({0}, {1})", (b, k), b**2 * (1 + b ** (k - 2)) / (1 + b**k))(b, k)
here, there = (
    explained(name + "({0}, {1})", (b, k), function(r, If(r == 0, first, second)))(b, k)
    for name, first, second in (("w", b**k, as_number(1)), ("w'", b ** (k - 1), b))
)
"""The weights for the qualities 0 and K, and for 1 and K-1, all times β^K."""
example = (0 < b, b < 1, 2 <= k)
outputs = near(chosen(here, 1), chosen(there, 1), bound, 1)

claim.clause("example", *example, near_weights(here, there, b, 1))(
    lambda proof: proof.qed(*[proof.use(lemmas.power_positive(), α=b, k=at) for at in (k - 2, k - 1, k)])
)


def with_power(proof):
    """Return what the four probabilities and the level are, by P = β^(K-2)."""
    power, last = (proof.use(lemmas.power_positive(), α=b, k=at) for at in (k - 2, k))
    size = proof.have(0 < 1 + b**2 * P, last), proof.have(0 < 1 + P, power)
    forms = [1 / (1 + b**2 * P), 1 / (1 + P)]
    rows = [chosen(of, 1) for of in (here, there)]
    seconds = [proof.have(row[1] == form, *size) for row, form in zip(rows, forms, strict=True)]
    firsts = [
        proof.have(row[0] == P * scale * form, *size) for row, form, scale in zip(rows, forms, (b**2, 1), strict=True)
    ]
    return (power, *size), [*firsts, *seconds], proof.have(bound == b**2 * (1 + P) / (1 + b**2 * P))


P = b ** (k - 2)


@cache
def example_products():
    """For 0 < u ≤ 1 and the level t: what `cross` needs of the weights β²u and 1, and of u and 1."""
    one, other = 1 + b**2 * u, 1 + u
    proof = Proof([0 < b, b < 1, 0 < u, u <= 1, t * one == b**2 * other])
    square = proof.product(0 < b**2, 0 < u)
    size, less = proof.have(0 < one, square), proof.have(0 < 1 - b**2)
    most = proof.use(lemmas.quotient_order(), size, t=one, α=t, β=1)
    root = proof.product(0 <= 1 - b, 0 <= 1 - b * u)
    sums = proof.product(proof.have(0 <= one - b * other, root), proof.have(0 <= one + b * other, square))
    last = proof.use(
        lemmas.quotient_order(), proof.have(t * other * one <= one * one, sums), size, t=one, α=t * other, β=one
    )
    first = proof.have(
        t * (b**2 * u) * other <= u * one,
        proof.product(most, square, 0 < other),
        proof.product(less, 0 < u),
    )
    return proof.both(
        first,
        proof.have(t * u * one <= b**2 * u * other),
        proof.have(t * 1 * other <= 1 * one, last),
        proof.have(t * 1 * one <= 1 * other, proof.product(less, 0 < other)),
        size,
    ).theorem


@claim.clause("level-of-the-example", *example, outputs)
def level_of_the_example(proof):
    (power, *totals), entries, _ = with_power(proof)
    totals = totals[::-1]
    most = proof.use(lemmas.power_at_most_one(), α=b, k=k - 2)
    whole = proof.have(bound * (1 + b**2 * P) == b**2 * (1 + P), totals[1])
    products = proof.use(example_products(), power, most, whole, u=P, t=bound).parts()
    facts = []
    for at, (first, second) in enumerate(((b**2 * P, P), (as_number(1), as_number(1)))):
        forms = [first / (1 + b**2 * P), second / (1 + P)]
        same = [
            proof.have(entry.says.args[0] == form, *totals)
            for entry, form in zip(entries[2 * at :], forms, strict=False)
        ]
        parts = (first, 1 + b**2 * P), (second, 1 + P)
        signs = [
            proof.use(
                share(),
                proof.have(0 <= part, power, proof.use(lemmas.power_positive(), α=b)),
                *totals,
                x=part,
                u=whole_,
            )
            for part, whole_ in parts
        ]
        bounds = [
            proof.use(cross(), *totals, products[2 * at], t=bound, x=first, y=second, u=1 + b**2 * P, z=1 + P),
            proof.use(cross(), *totals, products[2 * at + 1], t=bound, x=second, y=first, u=1 + P, z=1 + b**2 * P),
        ]
        cells = [entry.says.args[0] for entry in entries[2 * at : 2 * at + 2]]
        goal = both(0 <= cells[0], 0 <= cells[1], bound * cells[0] <= cells[1], bound * cells[1] <= cells[0])
        facts.append(proof.opaque(goal, *same, *signs, *bounds, terms=[*cells, *forms, bound]))
    inner = proof.inside()
    sides = [lambda case, fact=fact: case.have(inner.goal, *fact.parts()) for fact in facts]
    return inner.closed(inner.cases(inner.goal, (r == 0, sides[0]), (TRUE, sides[1])))


@claim.clause("no-larger-level", *example, near(chosen(here, 1), chosen(there, 1), a, 1), a <= bound)
def no_larger_level(proof):
    (power, *_), entries, _ = with_power(proof)
    known = proof.parts(near(chosen(here, 1), chosen(there, 1), a, 1))[-1](0).parts()[-1]
    divided = Proof([0 < b, 0 < u, a * (u * 1 * (1 / (1 + u))) <= u * b**2 * (1 / (1 + b**2 * u))])
    square = divided.product(divided.have(0 < b**2), divided.know(0 < u))
    sizes = divided.have(0 < 1 + u), divided.have(0 < 1 + b**2 * u, square)
    scaled = divided.product(divided.know(divided.given[-1]), *sizes)
    less = divided.have(a * (1 + b**2 * u) * u <= b**2 * (1 + u) * u, scaled, *sizes)
    small = divided.use(lemmas.quotient_order(), less, t=u, α=a * (1 + b**2 * u), β=b**2 * (1 + u))
    found = divided.have(a <= b**2 * (1 + u) / (1 + b**2 * u), small, *sizes)
    cells = [each.says.args[0] for each in entries]
    least = proof.opaque(
        a * entries[1].says.args[1] <= entries[0].says.args[1], known, *entries[:2], terms=[*cells[:2], P]
    )
    return proof.qed(proof.use(found.theorem, least, power, u=P))


@claim.clause("above-the-square", *example, both(b**2 < bound, bound < b**2 + b**k))
def above_the_square(proof):
    (power, *_), _, level = with_power(proof)
    inner = Proof([0 < b, b < 1, 0 < u])
    value, less = b**2 * (1 + u) / (1 + b**2 * u), inner.have(0 < 1 - b**2)
    room = inner.product(0 < u, less, 0 < b**2)
    more = inner.product(*[inner.have(0 < b**2)] * 2, 0 < u, 0 < 1 + u)
    size = inner.have(0 < 1 + b**2 * u, inner.product(0 < b**2, 0 < u))
    bounds = inner.both(inner.have(b**2 < value, room, size), inner.have(value < b**2 + b**2 * u, more, size))
    low, high = proof.use(bounds.theorem, power, u=P).parts()
    last, value = proof.have(b**2 * P == b**k), level.says.args[1]
    terms = [bound, value, b**k, b**2 * P]
    return proof.both(
        proof.opaque(b**2 < bound, low, level, terms=terms),
        proof.opaque(bound < b**2 + b**k, high, level, last, terms=terms),
    )
