"""Noise for results that change by up to two: the staircase is nearer to the result on average than geometric noise.

Geng & Viswanath (The optimal noise-adding mechanism in differential privacy, 2016) show that staircase noise is the
best additive noise. Geometric noise is its case of sensitivity 1. At sensitivity 2 and level α = β², let the mass fall
by α from 2k-1, 2k to 2k+1, 2k+2. Geometric noise falls by β at each integer. Both are private, and the closed forms of
both means differ by (1-β)³, up to a positive factor. But geometric noise is more likely to be within distance 1.
"""

from functools import cache

from exactdp.claims.language import *
from exactdp.claims.vocabulary import KEPT, tends, two_sided

claim = Claim(
    "exactdp.staircase",
    "staircase noise against geometric noise, for results that change by up to two",
    section="9",
    position=20,
    kept={**KEPT, **dict.fromkeys(("0 < β", "β < 1"), "the papers' levels"), "0 ≤ k": "a number of steps"},
)

i, k, y, z = indices("i k y z")
b, c, e = numbers("β c e")
v, w = numbers("v w")
(h,) = vectors("h")
levels = (0 < b, b < 1)
sign = as_number(-1)
top = (1 - b**2) / (1 + 3 * b**2)


def shape(size):
    return b**size * ((1 + b) + (1 - b) * sign**size)


stair = explained("stair_{0}({1})", (b, z), top / 2 * shape(abs(z)))
"""The mass at z: a constant times β^|z| for even z, and β^(|z|+1) for odd z."""


@cache
def even_sign():
    """(-1)^(2k) = 1."""
    return (
        Proof([0 <= k])
        .induction(sign ** (2 * k) == 1, k, 0, [], lambda inner, before: inner.have(sign ** (2 * k + 2) == 1))
        .theorem
    )


@cache
def either_sign():
    """(-1)^k is 1 or -1."""
    goal = (sign**k == 1) | (sign**k == -1)
    after = (sign ** (k + 1) == 1) | (sign ** (k + 1) == -1)

    def step(inner, before):
        return inner.either(
            before,
            lambda case: case.alternative(after, case.have(after.args[1])),
            lambda case: case.alternative(after, case.have(after.args[0])),
        )

    return Proof([0 <= k]).induction(goal, k, 0, [], step).theorem


claim.clause(
    "steps", 1 <= k, both(*(stair(b, at) == b ** (2 * k) * stair(b, 0) for at in (2 * k - 1, 2 * k, 1 - 2 * k, -2 * k)))
)(lambda proof: proof.qed(proof.have(sign ** (2 * k - 1) == -1, proof.use(even_sign()))))


def of_parity(constant, parity):
    """Return, at a size of this parity and the two after it, the masses over a constant."""
    same, other = ((1 + b) + each * (1 - b) * parity for each in (1, -1))
    return constant * same, constant * b * other, constant * b**2 * same


def are_near(masses):
    pairs = [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0)]
    return both(*(b**2 * masses[one] <= masses[other] for one, other in pairs))


@cache
def near_parity():
    """For both parities the masses are within β² of each other."""
    proof = Proof([0 < b, b < 1, 0 < c, (e == 1) | (e == -1)])
    constant, level, rest = proof.have(0 < c), proof.have(0 < b), proof.have(0 < 1 - b**2)
    more = proof.have(0 < 1 + b**2)
    factors = (constant,), (constant, level), (constant, more), (constant, level, level), (constant, level, more)
    facts = [proof.product(*each, rest) for each in factors]

    def at(parity):
        shown = proof.have(are_near(of_parity(c, as_number(parity))), *facts)

        def step(case):
            same = case.indirect(as_number(parity) == e)
            return case.replace(same, lambda of: are_near(of_parity(c, of)), shown)

        return step

    return proof.either(proof.know((e == 1) | (e == -1)), at(1), at(-1)).theorem


@cache
def near_shapes():
    """The masses at sizes that differ by up to 2 are within β² of each other."""
    proof = Proof([0 < b, b < 1, 0 <= i, 0 <= k, abs(i - k) <= 2], b**2 * shape(i) <= shape(k))

    def near(first):
        """Return what holds at this size and the two after it."""
        size = proof.use(lemmas.power_positive(), α=b, k=first)
        return proof.use(near_parity(), size, proof.use(either_sign(), k=first), c=b**first, e=sign**first)

    def later(add):
        def step(case):
            found = case.have(b**2 * shape(i) <= shape(i + add), near(i))
            return case.replace(case.have(i + add == k), lambda at: b**2 * shape(i) <= shape(at), found)

        return i + add == k, step

    def before(add):
        def step(case):
            found = case.have(b**2 * shape(k + add) <= shape(k), near(k))
            return case.replace(case.have(k + add == i), lambda at: b**2 * shape(at) <= shape(k), found)

        return k + add == i, step

    return proof.cases(proof.goal, *map(later, range(3)), *map(before, (1, 2))).theorem


@claim.clause("private", *levels, abs(y - z) <= 2, b**2 * stair(b, y) <= stair(b, z))
def private_stairs(proof):
    constant = proof.have(0 < top)
    near = proof.use(near_shapes(), i=abs(y), k=abs(z))
    return proof.restated(
        proof.opaque(
            b**2 * (top / 2 * shape(abs(y))) <= top / 2 * shape(abs(z)),
            constant,
            near,
            terms=[top, shape(abs(y)), shape(abs(z))],
        )
    )


claim.clause("geometric-private", *levels, abs(y - z) <= 2, b**2 * two_sided(b, y) <= two_sided(b, z))(
    lambda proof: proof.qed(proof.use(lemmas.power_falls(), α=b, i=abs(z), k=abs(y) + 2))
)


# What they add up to


a = b**2
u = 1 - a
mean_of_stairs = 2 * a * (3 + a) / (u * (1 + 3 * a))
mean_of_geometric = 2 * b / u


def up_to(term):
    """Return the sum over the integers of the first k steps, to both sides of 0."""
    return Sum(z, -2 * k, 2 * k, term)


@cache
def four_more():
    """A sum over one more step to both sides has four more terms."""
    whole = Sum(z, -2 * k - 2, 2 * k + 2, h[z])
    proof = Proof([0 <= k], whole == up_to(h[z]) + h[2 * k + 1] + h[2 * k + 2] + h[-2 * k - 1] + h[-2 * k - 2])
    rest = (
        (Sum(z, -2 * k - 2, 2 * k + 1, h[z]), 2 * k),
        (Sum(z, -2 * k - 2, 2 * k, h[z]), -2 * k - 2),
        (Sum(z, -2 * k - 1, 2 * k, h[z]), -2 * k - 1),
    )
    return proof.qed(proof.split(whole, 2 * k + 1), *(proof.split(*each) for each in rest))


def by_steps(proof, weigh):
    """Return the goal by induction: the four masses of step k+1 are β^(2k+2) times the mass at 0."""
    next_mass = b ** (2 * k) * a * u / (1 + 3 * a)
    sizes = 2 * k + 1, 2 * k + 2
    ends = [at for size in sizes for at in (size, -size)]
    masses = [proof.have(stair(b, at) == next_mass, proof.cite("#steps", k=k + 1), 0 < 1 + 3 * a) for at in ends]
    weighed = [weigh(at, stair(b, at)) for at in ends]
    added = 2 * (weigh(sizes[0], next_mass) + weigh(sizes[1], next_mass))
    goal = weighed[0] + weighed[1] + weighed[2] + weighed[3] == added
    together = proof.have(goal, *masses)
    after = substitute(proof.goal, {"k": k + 1})
    same = proof.have(proof.goal.args[1] + added == after.args[1])

    def step(inner, before):
        more = inner.use(four_more(), h=function(z, weigh(z, stair(b, z))))
        known = before, more, *(inner.fact(each.theorem) for each in (together, same))
        terms = [more.says.args[0], *before.says.args, *weighed, added, after.args[1]]
        return inner.opaque(after, *known, terms=terms)

    return proof.induction(proof.goal, k, 0, [0 < 1 + 3 * a], step)


def rest_of_size(at):
    """Return what the steps after this one add to the mean, over their power of β and the mass at 0, times (1-α)²."""
    return 8 * a * u * at + 6 * a + 2 * a**2


claim.clause("mass-up-to", *levels, 0 <= k, up_to(stair(b, z)) == 1 - 4 * a * b ** (2 * k) / (1 + 3 * a))(
    lambda proof: by_steps(proof, lambda at, mass: mass)
)

claim.clause(
    "mean-up-to",
    *(*levels, 0 <= k),
    up_to(as_number(abs(z)) * stair(b, z))
    == mean_of_stairs - b ** (2 * k) * rest_of_size(as_number(k)) / (u * (1 + 3 * a)),
)(lambda proof: by_steps(proof, lambda at, mass: as_number(abs(at)) * mass))

sizes_up_to = function(k, up_to(as_number(abs(z)) * stair(b, z)))
bound = 20 / ((1 - b) ** 2 * (u * (1 + 3 * a)))


@cache
def bounded_rest():
    """For k and the power of β, whose rates are known: k+1 times the rest is ≥ 0, and times (1-β)² at most 20."""
    rates = w * (2 * v + 1) * (1 - b) <= 1, w * (2 * v * (1 - b)) ** 2 <= 2
    proof = Proof([*levels, 0 <= v, 0 <= w, *rates])
    size, power = proof.know(0 <= v), proof.know(0 <= w)
    level, less, other = proof.have(0 <= a), proof.have(a <= 1), proof.have(0 <= 1 - b)
    first = proof.have(a * u <= 1, proof.product(level, level))
    last = proof.have(6 * a + 2 * a**2 <= 8, proof.product(less, proof.have(0 <= 1 + a)))
    products = [proof.product(*each) for each in ((size, size, first), (size, first), (size, last))]
    whole = (v + 1) * rest_of_size(v)
    most = proof.have(whole <= 8 * v**2 + 16 * v + 8, *products, last)
    linear = proof.have(w * (2 * v + 1) * (1 - b) ** 2 <= 1)
    products = [proof.product(power, other, other, *each) for each in ((most,), (size,), ())]
    small = proof.have(w * whole * (1 - b) ** 2 <= 20, *products, linear)
    left = proof.have(0 <= u)
    parts = (level,), (level, level), (level, left), (level, size), (level, level, size), (level, left, size)
    products = [proof.product(power, *each) for each in (*parts, (level, left, size, size))]
    return proof.both(proof.have(0 <= w * whole, *products), small).theorem


@cache
def quotient():
    """From 0 ≤ c·e and c·e·v ≤ 20: 0 ≤ c·(e/w) ≤ 20/(v·w)."""
    error = c * (e / w)
    return Proof([0 <= c * e, c * e * v <= 20, 0 < v, 0 < w], (0 <= error) & (error <= 20 / (v * w))).qed()


@claim.clause("mean", *levels, tends(sizes_up_to, mean_of_stairs), witnesses={"C": bound})
def mean_of_size(proof):
    power, rest = b ** (2 * k), rest_of_size(as_number(k))
    errors = function(k, power * rest / (u * (1 + 3 * a)))

    def facts(inner):
        later = inner.have(0 <= as_number(k), inner.know(as_index(0) <= k))
        weight = inner.use(lemmas.power_nonnegative(), α=b, k=2 * k)
        rates = inner.use(lemmas.power_rates(), α=b, k=2 * k).parts()[:2]
        known = inner.use(bounded_rest(), later, weight, *rates, v=k, w=power).parts()
        sides = inner.have(0 < (1 - b) ** 2), inner.have(0 < u * (1 + 3 * a), 0 < u, 0 < 1 + 3 * a)
        terms = {"c": k + 1, "e": power * rest, "v": (1 - b) ** 2, "w": u * (1 + 3 * a)}
        return [
            inner.have(mean_of_stairs - sizes_up_to[k] == errors[k], inner.cite("#mean-up-to")),
            *inner.use(quotient(), *known, *sides, **terms).parts(),
        ]

    return lemmas.limit(proof, errors, bound, facts, f=sizes_up_to, t=mean_of_stairs)


geometric_sizes = function(k, Sum(z, -k, k, as_number(abs(z)) * two_sided(b, z)))


@claim.clause(
    "geometric-mean",
    *levels,
    tends(geometric_sizes, mean_of_geometric),
    witnesses={"C": 8 / ((1 - b) * ((1 - b) * (1 + b)))},
)
def mean_of_geometric_size(proof):
    same = proof.have(2 * b / (1 - b * b) == mean_of_geometric)
    found = proof.cite("lecture.section-4-2.mean#expected-size", α=b)
    return proof.replace(same, lambda mean: tends(geometric_sizes, mean), found)


difference = 2 * b * (1 - b) ** 3 / (u * (1 + 3 * a))


@claim.clause(
    "better", *levels, both(mean_of_geometric - mean_of_stairs == difference, mean_of_stairs < mean_of_geometric)
)
def better(proof):
    rest = proof.have(0 < 1 - b)
    factors = proof.product(proof.have(0 < b), rest, rest, rest)
    positive = proof.have(0 < difference, factors)
    equal = proof.have(mean_of_geometric - mean_of_stairs == difference)
    terms = [mean_of_geometric, mean_of_stairs, difference]
    return proof.qed(proof.opaque(mean_of_stairs < mean_of_geometric, equal, positive, terms=terms))


@claim.clause(
    "not-near", *levels, stair(b, -1) + stair(b, 0) + stair(b, 1) < two_sided(b, -1) + two_sided(b, 0) + two_sided(b, 1)
)
def not_near(proof):
    rest = proof.have(0 < 1 - b)
    more = 2 * b**3 * (1 - b) ** 2 / ((1 + b) * (1 + 3 * a))
    level = proof.have(0 < b)
    positive = proof.have(0 < more, proof.product(level, level, level, rest, rest))
    sides = proof.goal.args
    equal = proof.have(sides[1] - sides[0] == more)
    return proof.opaque(proof.goal, equal, positive, terms=[*sides, more])
