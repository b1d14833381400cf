"""Section 3.3.2, third step: weights at distance d, normalised, where all of them may be 0.

The noisy Work histogram, without its negative counts, has cells of density 0. All cells at the drawn distance may have
density 0, because the home and the distance are drawn from other histograms. Then the step divides 0 by 0. Every kind
of noise gives such a release with positive probability. Bin j of commutes with the median p/q begins at the distances x
with 2^(x·q)·(10-j)^p ≥ 10^p. Both cases need a rule. Here all cells of the bin get the same weight if none has a
positive density; if the bin has no cells, all cells are weighted by their densities.
"""

from exactdp.claims.language import *
from exactdp.surveys.city import City
from exactdp.surveys.dp_where import NoisyCounts, decile, distribution
from exactdp.surveys.synthetic_people import Generator

claim = Claim(
    "dwork2013.section-3-3-2.work",
    "a work location at the drawn distance",
    section="3.3.2",
    position=10,
    printed="the cells at distance d are weighted by their Work densities, normalised and sampled from",
    slip="statement",
    weight="edge",
    kept={
        "0 ≤ n": "a number of counts",
        "0 ≤ d": "a distance",
        "m ≤ 2": "the medians that were tried",
        "0 ≤ b": "b has four bits",
    },
)

b, d, i, j, k, m, n, x, y, z = indices("b d i j k m n x y z")
a = number("α")
[w] = vectors("w")
r, u = (variable(name, INDEX_MAP) for name in "ru")
apart = explained(
    "distance({0}, {1})",
    (i, k),
    abs(If(i <= 1, 0, 1) - If(k <= 1, 0, 1)) + abs(If(i <= 1, i, i - 2) - If(k <= 1, k, k - 2)),
)
at_distance = Sum(k, 0, 3, If(apart(i, k) == d, w[k], 0))
cells = (between(0, i, 3), All(k, between(0, k, 3), 0 <= w[k]), Sum(k, 0, 3, w[k]) == 1)

claim.printed_as(
    "some-density",
    *cells,
    between(0, d, 2),
    0 < at_distance,
    at={"i": 3, "w": [1, 0, 0, 0], "d": 1},
    instead="with-the-rule",
)


@claim.clause("every-release", 0 < a, a < 1, 0 <= n, 0 < Product(z, 1, n, two_sided(a, r[z] - u[z])))
def every_release(proof):
    def whole(high):
        return Product(z, 1, high, two_sided(a, r[z] - u[z]))

    inner, before = proof.inductive(0 < whole(n), n, 0, [])
    one = inner.use(lemmas.power_positive(), k=abs(r[n + 1] - u[n + 1]))
    factor = inner.have(0 < two_sided(a, r[n + 1] - u[n + 1]), inner.product(0 < (1 - a) / (1 + a), one))
    ends = inner.split(whole(n + 1), n)
    return inner.closed(inner.have(0 < whole(n + 1), ends, inner.product(before, factor)))


alone = table([[1, 0, 0, 0]])
claim.clause("no-density", Sum(k, 0, 3, If(apart(3, k) == 1, alone[0, k], 0)) == 0)(by_evaluation)
claim.clause("last-bin", All(d, between(0, d, 2), as_number(2) ** (2 * d) < as_number(10) ** 3))(by_evaluation)
claim.clause("farthest", *(between(0, each, m - 1) for each in (i, j, x, y)), abs(i - x) + abs(j - y) <= 2 * (m - 1))(
    by_arithmetic
)


def _has_distributions(median, work):
    city = City(2, days=1, hours=1, means=(1,), deviations=(0,), resolution=2)
    counts = tuple(work >> cell & 1 for cell in range(4))
    release = NoisyCounts(
        city, (1, 1, 1, 1), counts, (median,) * 4, (1,) * 40, (1,), (distribution([1]),) * 2, (1, 1), ((1,) * 4,)
    )
    generator = Generator(release)
    for home in range(4):
        for place in range(10):
            found = generator.work_given(home, place)
            inside = [decile(city.distance(home, cell), median) == place for cell in range(4)]
            allowed = all(within for within, p in zip(inside, found, strict=True) if p)
            if sum(found) != 1 or min(found) < 0 or not (allowed or not any(inside)):
                return False
    return True


with_rule = computed(
    Definition(
        "the rule gives each home and bin a distribution if the median is half above {0} and the work counts are the "
        "bits of {1}",
        (m, b),
        None,
        decide=_has_distributions,
    ),
    "the shares of the rule are ≥ 0 and sum to 1, worked out exactly",
)
claim.clause("with-the-rule", Every((m, 0, 2), (b, 0, 15), with_rule(m, b)))(by_evaluation)
