"""Definition 2: the Laplace distribution.

The clauses consider the noise on a grid of step h = x·b. With c = e^(-x), the noise is at most k·h with probability 1 -
c^k/2 for k ≥ 0, and c^(-k)/2 for k ≤ 0. The proof uses only 1-x ≤ c ≤ 1/(1+x) about e: so each cell has the mass that
the density gives it. For sizes rounded down and up to the grid, the moments are sums of powers. As x goes to 0, c goes
to 1 and the bounds go to b and 2b²: for the variance they are (1-x)(2-x)b² and (1+x)(2+x)b². Only 2b² is between
these for every x.
"""

from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import limit_times, weighted_powers
from exactdp.claims.vocabulary.noise import below, cell, near_power

claim = Claim(
    "dwork2013.definition-2",
    "the Laplace distribution",
    section="2.3",
    position=20,
    kept={"0 < c": "a power of e", "c < 1": "a power of e", "0 < h": "a step", "0 < b": "a scale", "0 ≤ k": "a size"},
)

i, j, k = indices("i j k")
a, b, c, h, v, x = numbers("a b c h v x")
grid = (0 < c, c < 1)
step = (0 < b, 0 < x, *grid, near_power(c, x))

within = function(k, below(c, k) - below(c, -k))


@claim.clause("mass", *grid, tends(within, 1), witnesses={"C": 1 / (1 - c)})
def mass(proof):
    def facts(inner):
        later = inner.have(0 <= as_number(k + 1), as_index(0) <= k)
        rate, power = inner.use(lemmas.power_rates(), α=c).parts()[0], inner.use(lemmas.power_nonnegative(), α=c)
        return [
            inner.have(1 - within[k] == c**k),
            inner.product(later, power),
            inner.have((k + 1) * c**k <= 1 / (1 - c), rate),
        ]

    return lemmas.limit(proof, function(k, c**k), 1 / (1 - c), facts, f=within, t=1)


claim.clause("symmetric", *grid, below(c, -k) == 1 - below(c, k))(by_arithmetic)
claim.clause("size", *grid, 0 <= k, below(c, -k) + (1 - below(c, k)) == c**k)(by_arithmetic)
claim.clause("cells", *grid, 0 <= k, 2 * (below(c, k + 1) - below(c, k)) == cell(c, k))(by_arithmetic)
density = function(k, c**k / (2 * b))


@claim.clause(
    "density",
    *step,
    0 <= k,
    both(x * b * density[k + 1] <= below(c, k + 1) - below(c, k), below(c, k + 1) - below(c, k) <= x * b * density[k]),
)
def of_density(proof):
    power, near = proof.use(lemmas.power_nonnegative(), α=c), proof.parts(near_power(c, x))
    same = [proof.have(x * b * density[at] == x * c**at / 2) for at in (k, k + 1)]
    return proof.qed(*same, *(proof.product(power, each) for each in near[-2:]))


def power(value, order):
    return value if order == 1 else value**2


def sizes(order, more):
    """Return the mean size, or mean square, rounded down or up to the grid, as far as the first k cells go."""
    return function(k, Sum(j, 0, k, power(h * as_number(j + more), order) * cell(c, j)))


limits = {
    (1, 0): h * c / (1 - c),
    (1, 1): h / (1 - c),
    (2, 0): h**2 * c * (1 + c) / (1 - c) ** 2,
    (2, 1): h**2 * (1 + c) / (1 - c) ** 2,
}


def moment(order, more):
    """Add that the moment is a multiple of the sum of j·c^j, or of j²·c^j."""
    name = ("mean", "square")[order - 1] + ("-rounded-down", "-rounded-up")[more]
    values, to = sizes(order, more), limits[order, more]
    powers = function(k, Sum(j, 0, k, power(as_number(j), order) * c**j))
    factor = power(h, order) * (1 - c) / (c if more else 1)
    largest = 12 / (1 - c) ** (order + 2)

    @claim.clause(name, *grid, 0 < h, tends(values, to), witnesses={"C": factor * largest})
    def of_moment(proof):
        whole = proof.use(weighted_powers(order), α=c)
        inner = proof.assuming(as_index(0) <= k)
        term = values[k].args[3]
        if more:
            # The sum of (j+1)^p·c^(j+1) ends one term later.
            last = inner.assuming(between(0, j, k)).split(Sum(i, 0, j + 1, power(as_number(i), order) * c**i), j)
            shifted = inner.telescope(j, 0, k, term, lambda v: factor * powers[v], last)
            same = inner.have(values[k] == factor * powers[k + 1], shifted)
        else:
            same = inner.have(values[k] == factor * powers[k])
        every = proof.all(same, k, as_index(0) <= k)
        found = proof.use(
            limit_times(),
            proof.have(0 <= factor, factors=4),
            whole,
            every,
            t=factor,
            i=more,
            f=powers,
            g=values,
            α=whole.says.args[2],
        )
        equal = proof.have(factor * whole.says.args[2] == to)
        return proof.replace(equal, lambda v: tends(values, v), found)


for order in (1, 2):
    for more in (0, 1):
        moment(order, more)


def bounded(proof):
    """Return that h is between (1-c)·b and (1-c)·b/c, and the same of the squares."""
    low = proof.have((1 - c) * b <= h)
    high = proof.have(c * h <= (1 - c) * b)
    sums = [proof.have(0 < h + (1 - c) * b), proof.have(0 < c * h + (1 - c) * b, 0 < h)]
    more = proof.have(0 < 1 + c)
    squares = proof.product(low, sums[0], more, 0 < c), proof.product(high, sums[1], more)
    return low, high, *squares


claim.clause("mean", *step, h == x * b, both(c * b <= limits[1, 0], limits[1, 1] <= b / c))(
    lambda proof: proof.qed(*bounded(proof))
)
claim.clause(
    "variance", *step, h == x * b, both((1 + c) * c * b**2 <= limits[2, 0], limits[2, 1] <= (1 + c) * b**2 / c**2)
)(lambda proof: proof.qed(*bounded(proof)))


@claim.clause(
    "two-squares",
    *step,
    x <= 1,
    h == x * b,
    both((1 - x) * (2 - x) * b**2 <= limits[2, 0], limits[2, 1] <= (1 + x) * (2 + x) * b**2),
    kept={"x ≤ 1": "needed for x = 3, which is not drawn"},
)
def two_squares(proof):
    square, size = proof.have(0 < b**2), proof.know(0 < x)
    rest = proof.have(0 <= 1 - c * (1 + x))
    least = proof.have((1 - x) * (2 - x) <= (1 + c) * c)
    low, terms = proof.cite("#variance").parts()[0], [limits[2, 0], limits[2, 1]]
    smaller = proof.opaque(proof.goal.args[0], low, proof.product(square, least), terms=terms)
    left, right = x**2 * (1 + c), (1 + x) * (2 + x) * (1 - c) ** 2
    more = (proof.product(*factors, rest) for factors in ([size], [size, size], [rest], [size, rest]))
    scaled = proof.have((1 + x) * left <= (1 + x) * right, *more)
    most = proof.use(lemmas.quotient_order(), scaled, t=1 + x, α=left, β=right)
    whole, gap = (1 + x) * (2 + x) * b**2, proof.have(0 < (1 - c) ** 2)
    same = proof.have((1 - c) ** 2 * limits[2, 1] == left * b**2)
    times = proof.opaque(
        (1 - c) ** 2 * limits[2, 1] <= (1 - c) ** 2 * whole, same, proof.product(square, most), terms=[limits[2, 1]]
    )
    larger = proof.use(lemmas.quotient_order(), times, gap, t=(1 - c) ** 2, α=limits[2, 1], β=whole)
    return proof.both(smaller, larger)


outside = (v < (1 - x) * (2 - x) * b**2) | ((1 + x) * (2 + x) * b**2 < v)
apart = abs(v - 2 * b**2)


@claim.clause(
    "no-other-variance",
    0 < b,
    v != 2 * b**2,
    Some(x, both(0 < x, x <= 1), outside),
    witnesses={"x": apart / (4 * b**2 + apart)},
)
def no_other_variance(proof):
    step = Proof([0 < a, 0 < h, x == h / (4 * a + h)], both(0 < x, x <= 1, 4 * a * x < h))
    whole = step.have(0 < 4 * a + h)
    share, sign = step.have(x * (4 * a + h) == h, whole), step.have(0 < x, whole)
    step = step.qed(share, sign, step.product(sign, 0 < h), step.product(sign, 0 < a), whole)
    near = [0 < a, 0 < x, x <= 1, 4 * a * x < h]
    sides = [Proof([*near, v == 2 * a - h], v < (1 - x) * (2 - x) * a)]
    sides.append(Proof([*near, v == 2 * a + h], (1 + x) * (2 + x) * a < v))
    goals = [each.qed(each.product(0 < a, 0 < x), each.product(0 < a, 0 < x, 0 <= 1 - x)) for each in sides]

    def far(number, gap):
        def found(case):
            square, width = case.have(0 < b**2), gap / (4 * b**2 + gap)
            size = case.use(step, square, case.have(0 < gap), a=b**2, h=gap, x=width)
            side = case.use(goals[number], *size.parts(), square, a=b**2, h=gap, x=width)
            either = case.alternative(substitute(outside, {"x": width}), side)
            return case.witness(proof.goal, width, *size.parts(), either)

        return found

    return proof.either(proof.know(v != 2 * b**2), far(0, 2 * b**2 - v), far(1, v - 2 * b**2))
