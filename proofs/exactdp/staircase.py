"""The best noise for results that change by up to two: a staircase, and which one depends on the loss.

Geng & Viswanath (The optimal noise-adding mechanism in differential privacy, 2016) show for every sensitivity, and for
every loss that grows with the size of the noise: the best additive noise is a staircase. This claim proves two cases
for integers, for sensitivity 2 and the level α = β².

The loss |z|: one staircase falls by α from the sizes 2k-1 and 2k to 2k+1 and 2k+2 (`steps`). Its mean size is
2α(3+α)/((1-α)(1+3α)) (`mean`). Let other noise be private. Its mean within k+n steps, times 1 + 3α/((1-α)n), is at
least this mean times its mass within k steps (`least-mean`). As n and then k grow, the factor and the mass go to 1. So
no private noise has a smaller mean size.

The loss of all sizes above 1: another staircase falls by α from the sizes 2k and 2k+1 to 2k+2 and 2k+3 (`wide-steps`).
It is within distance 1 with probability 3(1-α)/(3+α) (`wide-near`), and other private noise is not there more often
(`most-near`).

Geometric noise is the staircase of sensitivity 1. With β for α it is private for sensitivity 2 (`geometric-private`),
but the first staircase has a smaller mean size (`better`), and the second one is more often within distance 1
(`wide-near`). The first one is there less often than geometric noise (`not-near`).
"""

from fractions import Fraction
from functools import cache

from exactdp.claims.language import *

claim = Claim(
    "exactdp.staircase",
    "two staircases are the best noise for two losses, for results that change by up to two",
    section="9",
    position=20,
    kept={**KEPT, **dict.fromkeys(("0 < β", "β < 1"), "the papers' levels"), "0 ≤ k": "a number of steps"},
)

i, j, k, n, y, z = indices("i j k n y z")
b, c, e = numbers("β c e")
t, v, w = numbers("t v w")
h, p = vectors("h p")
levels = (0 < b, b < 1)
sign = as_number(-1)
top = (1 - b**2) / (1 + 3 * b**2)


def signed(size, parity):
    return sign**size if parity == 1 else -(sign**size)


def shape(size, parity=1):
    return b**size * ((1 + b) + (1 - b) * signed(size, parity))


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


@lemma([0 < b, b < 1, 0 < c, (e == 1) | (e == -1)])
def near_parity(proof):
    """For both parities the masses are within β² of each other."""
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

    return proof.either(proof.know((e == 1) | (e == -1)), at(1), at(-1))


@cache
def near_shapes(parity):
    """The masses at sizes that differ by up to 2 are within β² of each other."""

    def mass(size):
        return shape(size, parity)

    proof = Proof([0 < b, b < 1, 0 <= i, 0 <= k, abs(i - k) <= 2], b**2 * mass(i) <= mass(k))

    def near(first):
        """Return what holds at this size and the two after it."""
        size, power = proof.use(lemmas.power_positive(), α=b, k=first), signed(first, parity)
        one, other = power == 1, power == -1
        sides = [
            lambda case: case.alternative(one | other, case.have(one if parity == 1 else other)),
            lambda case: case.alternative(one | other, case.have(other if parity == 1 else one)),
        ]
        either = proof.either(proof.use(either_sign(), k=first), *sides)
        return proof.use(near_parity(), size, either, c=b**first, e=power)

    def later(add):
        def step(case):
            found = case.have(b**2 * mass(i) <= mass(i + add), near(i))
            return case.replace(case.have(i + add == k), lambda at: b**2 * mass(i) <= mass(at), found)

        return i + add == k, step

    def before(add):
        def step(case):
            found = case.have(b**2 * mass(k + add) <= mass(k), near(k))
            return case.replace(case.have(k + add == i), lambda at: b**2 * mass(at) <= mass(k), found)

        return k + add == i, step

    return proof.cases(proof.goal, *map(later, range(3)), *map(before, (1, 2))).theorem


def is_private(proof, constant, parity):
    """Return the goal for a constant times the shape of this parity."""
    masses = [shape(abs(at), parity) for at in (y, z)]
    near, positive = proof.use(near_shapes(parity), i=abs(y), k=abs(z)), proof.have(0 < constant)
    goal = b**2 * (constant * masses[0]) <= constant * masses[1]
    return proof.restated(proof.opaque(goal, positive, near, terms=[constant, *masses]))


claim.clause("private", *levels, abs(y - z) <= 2, b**2 * stair(b, y) <= stair(b, z))(
    lambda proof: is_private(proof, top / 2, 1)
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
    """A sum over two more integers on both sides has four more terms."""
    whole = Sum(z, -i - 2, i + 2, h[z])
    proof = Proof([0 <= i], whole == Sum(z, -i, i, h[z]) + h[i + 1] + h[i + 2] + h[-i - 1] + h[-i - 2])
    rest = (
        (Sum(z, -i - 2, i + 1, h[z]), i),
        (Sum(z, -i - 2, i, h[z]), -i - 2),
        (Sum(z, -i - 1, i, h[z]), -i - 1),
    )
    return proof.qed(proof.split(whole, i + 1), *(proof.split(*each) for each in rest))


def by_steps(proof, mass, steps, size, next_mass, *base, weigh=lambda at, mass: mass):
    """Return the goal by induction: the four masses of step k+1, at two sizes and both sides, are the same."""
    sizes = size, size + 1
    ends = [at for size in sizes for at in (size, -size)]
    masses = [proof.have(mass(b, at) == next_mass, proof.cite(steps, k=k + 1), *base[:1]) for at in ends]
    weighed = [weigh(at, mass(b, at)) for at in ends]
    added = 2 * (weigh(sizes[0], next_mass) + weigh(sizes[1], next_mass))
    goal = weighed[0] + weighed[1] + weighed[2] + weighed[3] == added
    together = proof.have(goal, *masses)
    after = substitute(proof.goal, {"k": k + 1})
    same = proof.have(proof.goal.args[1] + added == after.args[1])
    inner, before = proof.inductive(proof.goal, k, 0, base)
    more = inner.use(four_more(), i=size - 1, h=function(z, weigh(z, mass(b, z))))
    known = before, more, *(inner.fact(each) for each in (together, same))
    terms = [more.says.args[0], *before.says.args, *weighed, added, after.args[1]]
    return inner.closed(inner.opaque(after, *known, terms=terms))


def by_stairs(proof, **weigh):
    next_mass = b ** (2 * k) * a * u / (1 + 3 * a)
    return by_steps(proof, stair, "#steps", 2 * k + 1, next_mass, 0 < 1 + 3 * a, **weigh)


def rest_of_size(at):
    """Return what the steps after this one add to the mean, over their power of β and the mass at 0, times (1-α)²."""
    return 8 * a * u * at + 6 * a + 2 * a**2


claim.clause("mass-up-to", *levels, 0 <= k, up_to(stair(b, z)) == 1 - 4 * a * b ** (2 * k) / (1 + 3 * a))(by_stairs)

claim.clause(
    "mean-up-to",
    *(*levels, 0 <= k),
    up_to(as_number(abs(z)) * stair(b, z))
    == mean_of_stairs - b ** (2 * k) * rest_of_size(as_number(k)) / (u * (1 + 3 * a)),
)(lambda proof: by_stairs(proof, weigh=lambda at, mass: as_number(abs(at)) * mass))

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
    last = proof.have(6 * a + 2 * a**2 <= 8, proof.product(less, 0 <= 1 + a))
    products = [proof.product(*each) for each in ((size, size, first), (size, first), (size, last))]
    whole = (v + 1) * rest_of_size(v)
    most = proof.have(whole <= 8 * v**2 + 16 * v + 8, *products, last)
    products = [proof.product(power, other, other, *each) for each in ((most,), (size,), ())]
    small = proof.have(w * whole * (1 - b) ** 2 <= 20, *products, w * (2 * v + 1) * (1 - b) ** 2 <= 1)
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
        later = inner.have(0 <= as_number(k), as_index(0) <= k)
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
    factors = proof.product(0 < b, rest, rest, rest)
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
    return proof.opaque(proof.goal, sides[1] - sides[0] == more, positive, terms=[*sides, more])


# No private noise is smaller on average


(level,) = numbers("α")
private_noise = explained(
    "{0} has {1}-private nonnegative masses at sizes up to {2}",
    (p, level, n),
    All(
        y,
        between(-n, y, n),
        (0 <= p[y]) & All(z, between(-n, z, n) & (abs(y - z) <= 2), level * p[y] <= p[z]),
    ),
)
"""The masses of noise for results that change by up to two; they need not sum to 1, as more is outside."""


@generator(private_noise)
def some_private_noise(rng, turn, alpha, last):
    """Draw masses that change as little or as much as the two before allow, from one end to the other."""
    if last < 0 or not 0 < alpha <= 1:
        return None
    masses = {-last: Fraction(1)}
    for at in range(1 - last, last + 1):
        before = [masses[each] for each in (at - 1, at - 2) if each in masses]
        least, most = alpha * max(before), min(before) / alpha
        rising = (at <= 0) == bool(turn % 4)
        masses[at] = rng.choice((least, most)) if turn % 2 else (most if rising else least)
    return lambda at: masses.get(at, Fraction(0))


noise = private_noise(p, a, 2 * n)
mass_within = up_to(p[z])
size_within = up_to(as_number(abs(z)) * p[z])
share = 4 * a / (1 + 3 * a)


later = explained("later_{0}({1})", (b, z), (as_number(z) - share) / u)
"""What the sizes z, z+2, z+4, … add to the mean, less their share of it, over the mass at z, if it falls by β²."""


def outer(at):
    """Return the sizes of a step, and the mass of the noise at each."""
    return [(2 * at - 1, p[2 * at - 1] + p[1 - 2 * at]), (2 * at, p[2 * at] + p[-2 * at])]


(odd, of_odd), (even, of_even) = outer(k)
rest = a * (later(b, odd + 2) * of_odd + later(b, even + 2) * of_even)


@cache
def later_by_two():
    """What is added from z on is that of z and α times what is added from z+2 on."""
    goal = as_number(z) - mean_of_stairs + a * later(b, z + 2) == later(b, z)
    return Proof([*levels]).have(goal).theorem


@cache
def sign_of_quotient():
    """From 0 ≤ v and 0 < w: 0 ≤ v/w."""
    return Proof([0 <= v, 0 < w], 0 <= v / w).qed()


@lemma([*levels])
def positive_mean(proof):
    """The mean of the staircase is ≥ 0."""
    sign, divisor = (
        proof.have(0 <= 2 * a * (3 + a), 0 <= a),
        proof.have(0 < u * (1 + 3 * a), 0 < u, 0 < 1 + 3 * a),
    )
    return proof.use(sign_of_quotient(), sign, divisor, v=2 * a * (3 + a), w=u * (1 + 3 * a))


@lemma([*levels, 1 <= z])
def adds_later(proof):
    """What sizes from 1 on add is not negative."""
    size = proof.have(1 <= as_number(z), 1 <= z)
    more = proof.opaque(0 <= as_number(z) - share, size, share <= 1)
    found = proof.use(sign_of_quotient(), more, 0 < u, v=as_number(z) - share, w=u)
    return proof.restated(found, 0 <= later(b, z))


@lemma([private_noise(p, a, n), between(-n, i, n), between(-n, k, n), abs(i - k) <= 2])
def falls_slowly(proof):
    """Between two integers in the window that differ by up to 2, the mass falls by α at most."""
    sign, near = proof.know(private_noise(p, a, n))(i).parts()
    return proof.both(sign, proof.fact(near(k)))


def grows(proof, at, places):
    """Return for both sizes of a step that the mass, less α times the mass at the places before, adds to the mean."""
    facts = []
    for (size, mass), before in zip(outer(at), places, strict=True):
        slow = [proof.use(falls_slowly(), n=2 * n, i=one, k=other).parts()[1] for one, other in before]
        less = p[before[0][0]] + p[before[1][0]]
        add = proof.use(adds_later(), z=size)
        facts += [
            proof.product(add, proof.have(a * less <= mass, *slow)),
            lemmas.scaled(proof, mass, proof.use(later_by_two(), z=size)),
        ]
    return facts


@cache
def in_smaller_window():
    """For 1 ≤ j ≤ n: the claim about the sizes up to 2j, by induction on the steps."""
    goal = mean_of_stairs * mass_within <= size_within + rest

    def together(inner, at, *facts):
        """Return the goal for a number of steps; what the sizes add later is not expanded."""
        shown = substitute(goal, {"k": at})
        (one, _), (two, _) = outer(at)
        terms = [mean_of_stairs, *(later(b, each) for each in (one, two, one + 2, two + 2))]
        sums = [each for side in (goal, shown) for each in (side.args[0].args[1], side.args[1].args[0])]
        return inner.opaque(shown, *facts, terms=[*terms, *sums])

    def step(inner, before):
        masses, sizes = (inner.use(four_more(), i=2 * k, h=form) for form in (p, function(z, as_number(abs(z)) * p[z])))
        (one, of_one), (two, of_two) = outer(k + 1)
        sizes = inner.have(sizes.says.args[0] == size_within + one * of_one + two * of_two, sizes)
        masses = lemmas.scaled(inner, mean_of_stairs, masses)
        grown = grows(inner, k + 1, [[(at, at + 2), (-at, -at - 2)] for at in (odd, even)])
        return together(inner, k + 1, before, masses, sizes, *grown)

    given = *levels, 1 <= j, j <= n, noise
    first = Proof(given)
    ones, twos = (p[at] + p[-at] for at in (as_index(1), as_index(2)))
    values = (p[z], p[0] + ones + twos), (as_number(abs(z)) * p[z], ones + 2 * twos)
    masses, sizes = (first.have(Sum(z, -2, 2, each) == value) for each, value in values)
    mean = first.have(mean_of_stairs == 2 * a * (later(b, 1) + later(b, 2)))
    grown = grows(first, as_index(1), [[(as_index(0), as_index(at)), (as_index(0), as_index(-at))] for at in (1, 2)])
    scaled = lemmas.scaled(first, p[0], mean), lemmas.scaled(first, mean_of_stairs, masses)
    base = together(first, as_index(1), sizes, *scaled, *grown)
    return Proof(given).induction(goal, k, 1, [base], step, up_to=j).theorem


claim.clause(
    "window", *levels, 1 <= n, noise, substitute(mean_of_stairs * mass_within <= size_within + rest, {"k": n})
)(lambda proof: proof.use(in_smaller_window(), j=n))

slack = 3 * a / u


def within(at):
    """Return the mass within a number of steps, and its sizes."""
    return substitute(mass_within, {"k": at}), substitute(size_within, {"k": at})


@cache
def later_at_most():
    """What the sizes from z+2 on add is at most a constant times z, for z ≥ 1."""
    proof = Proof([*levels, 1 <= z])
    size, part = proof.have(1 <= as_number(z), 1 <= z), proof.have(0 <= share)
    more = proof.opaque(0 <= 3 * as_number(z) - as_number(z + 2) + share, size, part)
    general = Proof([0 < w, 0 <= c, 0 <= 3 * e - t + v])
    bound = general.have(c * ((t - v) / w) <= 3 * c / w * e).theorem
    found = proof.use(bound, more, v=share, w=u, c=a, e=as_number(z), t=as_number(z + 2))
    return proof.restated(found, a * later(b, z + 2) <= slack * as_number(z)).theorem


@cache
def one_more_step():
    """For 1 ≤ j ≤ n: what is added after step j is at most a constant times the sizes of step j."""
    mass, size = within(j)
    less_mass, less_size = within(j - 1)
    proof = Proof([*levels, 1 <= j, j <= n, noise])
    signs = [proof.use(falls_slowly(), n=2 * n, i=at, k=at).parts()[0] for at in (2 * j - 1, 1 - 2 * j, 2 * j, -2 * j)]
    masses, sizes = (proof.use(four_more(), i=2 * j - 2, h=form) for form in (p, function(z, as_number(abs(z)) * p[z])))
    first = proof.have(1 <= as_number(j), 1 <= j)
    (one, of_one), (two, of_two) = outer(j)
    sizes = proof.have(size == less_size + one * of_one + two * of_two, sizes)
    added = [proof.have(0 <= each, *signs) for each in (of_one, of_two)]
    bounds = [
        lemmas.scaled(proof, sign.says.args[1], proof.use(later_at_most(), z=at), sign)
        for at, sign in zip((one, two), added, strict=True)
    ]
    terms = [mean_of_stairs, slack, mass, size, less_size, later(b, one + 2), later(b, two + 2)]
    found = proof.use(in_smaller_window())
    goal = mean_of_stairs * mass <= size + slack * (size - less_size)
    weighed = [
        proof.product(sign, proof.have(0 <= as_number(at), first)) for at, sign in zip((one, two), added, strict=True)
    ]
    return proof.both(
        proof.opaque(goal, found, lemmas.scaled(proof, slack, sizes), *bounds, terms=terms),
        proof.have(less_size <= size, sizes, *weighed),
        proof.have(less_mass <= mass, masses),
    ).theorem


@claim.clause(
    "least-mean",
    *(*levels, 0 <= k, 1 <= n, substitute(noise, {"n": k + n})),
    mean_of_stairs * (n * mass_within) <= (n + slack) * within(k + n)[1],
)
def least_mean(proof):
    """The sizes of a step are small for most steps, as their sum over n steps is at most the mean."""
    mass, size = within(k)
    most_mass, most_size = within(k + i)
    goal = both(mean_of_stairs * (i * mass) <= i * most_size + slack * (most_size - size), mass <= most_mass)
    inner, before = proof.inductive(goal, i, 0, [], up_to=n)
    last_mass, _last_size = within(k + i + 1)
    bound, size_grows, mass_grows = inner.use(one_more_step(), j=k + i + 1, n=k + n).parts()
    steps = inner.have(0 <= as_number(i), as_index(0) <= i)
    mean = inner.use(positive_mean())
    so_far, less = before.parts()
    more = inner.opaque(mass <= last_mass, less, mass_grows)
    facts = (
        so_far,
        bound,
        inner.product(steps, size_grows),
        lemmas.scaled(inner, mean_of_stairs, more, mean),
    )
    after = substitute(goal.args[0], {"i": i + 1})
    found = inner.closed(inner.both(inner.opaque(after, *facts), more)).parts()[0]
    cell = proof.assuming(between(-2 * k, z, 2 * k))
    sizes = proof.have(
        0 <= size,
        proof.termwise(z, -2 * k, 2 * k, 0 <= as_number(abs(z)) * p[z], cell.use(lemmas.distance_nonnegative(), k=z)),
    )
    scaled = lemmas.scaled(proof, slack, sizes)
    return proof.opaque(proof.goal, found, scaled, terms=[mean_of_stairs, slack, mass, size, within(k + n)[1]])


# The noise that is most often within distance 1

top_of_wide = (1 - a) / (3 + a)
wide = explained("wide_{0}({1})", (b, z), top_of_wide / (2 * b) * shape(abs(z), -1))
"""The mass at z: a constant times β^|z| for even z, and β^(|z|-1) for odd z."""

claim.clause(
    "wide-steps",
    *(0 < b, 0 <= k),
    both(*(wide(b, at) == b ** (2 * k) * wide(b, 0) for at in (2 * k, 2 * k + 1, -2 * k, -2 * k - 1))),
)(lambda proof: proof.qed(proof.have(sign ** (2 * k + 1) == -1, proof.use(even_sign()))))

claim.clause("wide-private", *levels, abs(y - z) <= 2, b**2 * wide(b, y) <= wide(b, z))(
    lambda proof: is_private(proof, top_of_wide / (2 * b), -1)
)


def up_to_odd(term):
    """Return the sum over the integers up to size 2k+1."""
    return Sum(z, -2 * k - 1, 2 * k + 1, term)


def near(mass):
    return mass[-1] + mass[0] + mass[1]


def middle_of_wide(proof):
    """Return the masses at 0, 1 and -1."""
    return [proof.have(wide(b, at) == top_of_wide, proof.cite("#wide-steps", k=0), 0 < 3 + a) for at in (0, 1, -1)]


@claim.clause("wide-mass-up-to", *levels, 0 <= k, up_to_odd(wide(b, z)) == 1 - 4 * a * b ** (2 * k) / (3 + a))
def wide_mass(proof):
    next_mass = b ** (2 * k) * a * top_of_wide
    return by_steps(proof, wide, "#wide-steps", 2 * k + 2, next_mass, 0 < 3 + a, *middle_of_wide(proof))


wider_near = 2 * a * (1 - b) ** 2 / ((1 + b) * (3 + a))


@claim.clause(
    "wide-near",
    *levels,
    both(
        near(function(z, wide(b, z))) == 3 * top_of_wide,
        near(function(z, two_sided(b, z))) < 3 * top_of_wide,
    ),
)
def wide_is_nearer(proof):
    level, rest = proof.have(0 < b), proof.have(0 < 1 - b)
    positive = proof.have(0 < wider_near, proof.product(level, level, rest, rest))
    own, others = proof.goal.args[0], proof.goal.args[1]
    equal = proof.have(others.args[1] - others.args[0] == wider_near)
    return proof.both(
        proof.have(own, *middle_of_wide(proof)), proof.opaque(others, equal, positive, terms=[*others.args, wider_near])
    )


def block(at):
    """Return the mass of the noise at the sizes 2k and 2k+1."""
    return p[2 * at] + p[2 * at + 1] + p[-2 * at] + p[-2 * at - 1]


noise_to_odd = private_noise(p, a, 2 * n + 1)


@cache
def block_at_least():
    """Each step has at least the share of the mass within distance 1 that it has in the wide staircase."""
    given = *levels, noise_to_odd
    goal = 4 * (b ** (2 * k) * a) * near(p) <= 3 * block(k + 1)

    def slow(proof, *pairs):
        return [proof.use(falls_slowly(), n=2 * n + 1, i=one, k=other).parts()[1] for one, other in pairs]

    proof = Proof([*given, 0 <= j, j + 1 <= n])
    first = Proof([*given, 1 <= n])
    near_0 = slow(first, (0, 2), (1, 2), (1, 3), (0, -2), (-1, -2), (-1, -3))
    base = first.have(substitute(goal, {"k": as_index(0)}), *near_0)
    inner, before = proof.inductive(goal, k, 0, [base], up_to=j)
    places = [(sign * at, sign * (at + 2)) for sign in (1, -1) for at in (2 * k + 2, 2 * k + 3)]
    grown = inner.have(a * block(k + 1) <= block(k + 2), *slow(inner, *places))
    scaled = lemmas.scaled(inner, a, before)
    return inner.closed(inner.have(substitute(goal, {"k": k + 1}), grown, scaled)).theorem


@claim.clause(
    "most-near",
    *(*levels, 0 <= n, noise_to_odd),
    near(p) * substitute(up_to_odd(wide(b, z)), {"k": n}) <= 3 * top_of_wide * substitute(up_to_odd(p[z]), {"k": n}),
)
def most_near(proof):
    kept_mass = 1 - 4 * a * b ** (2 * k) / (3 + a)
    goal = near(p) * kept_mass <= 3 * top_of_wide * up_to_odd(p[z])
    sign = proof.use(sign_of_quotient(), v=1 - a, w=3 + a)
    inner, before = proof.inductive(goal, k, 0, [0 < 3 + a], up_to=n)
    more = lemmas.scaled(inner, 3 * top_of_wide, inner.use(four_more(), i=2 * k + 1, h=p))
    least = inner.use(block_at_least(), j=k)
    added = lemmas.scaled(inner, top_of_wide, least, inner.fact(sign))
    after = substitute(goal, {"k": k + 1})
    masses = kept_mass, substitute(kept_mass, {"k": k + 1})
    share_ = b ** (2 * k) * a
    kept = inner.have(masses[1] == masses[0] + 4 * share_ * top_of_wide)
    sums = up_to_odd(p[z]), substitute(up_to_odd(p[z]), {"k": k + 1})
    terms = [top_of_wide, *masses, *sums, share_]
    found = inner.closed(inner.opaque(after, before, more, added, lemmas.scaled(inner, near(p), kept), terms=terms))
    whole = lemmas.scaled(proof, near(p), proof.cite("#wide-mass-up-to", k=n))
    sides = [*whole.says.args[0].args[1:], *whole.says.args[1].args[1:], found.says.args[1]]
    return proof.opaque(proof.goal, found, whole, terms=[*sides, top_of_wide])
