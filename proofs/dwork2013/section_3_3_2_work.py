"""Section 3.3.2, third step: weights at distance d, normalised, where all of them may be 0.

The noisy Work histogram, with its negative counts removed, has cells of density 0, and none of the cells at the drawn
distance need have a positive one: the home and the distance come from a histogram and bins that know nothing of it.
Then the step divides 0 by 0. Every noise gives such a release with positive probability.
"""

from fractions import Fraction

from exactdp.arithmetic.exact import InputError
from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.surveys.dp_where import City, NoisyCounts, decile, distribution
from exactdp.surveys.mwem import normalised
from exactdp.surveys.synthetic_people import Generator

claim = Claim(
    id="dwork2013.section-3-3-2.work",
    title="a work location at the drawn distance",
    section="3.3.2",
    position=10,
    statement=(
        "The normalisation is defined where some cell at the drawn distance has positive Work density. This can fail: "
        "with four cells and noise of any level 0 < α < 1 there are releases, of positive probability, in which no "
        "cell at a distance of positive probability has one. A distance can also be one at which the grid has no cell, "
        "such as all beyond 2(d-1), to which the last decile's bin reaches. Either needs a rule; here cells of the bin "
        "count alike, and if there are none, all cells by their densities."
    ),
    latex=r"\sum_{c' : \|c - c'\| = d} w(c') = 0",
    domain="grids of at least two cells, noise with 0 < α < 1",
    verdict="corrected",
    scope="the smallest grids, with exact probabilities",
    printed="the cells at distance d are weighted by their Work densities, normalised and sampled from",
    slip="statement",
)


@claim.counterexample(
    "one person who works at home in cell 0 of a 2 × 2 grid, α = 1/2: the work counts come out as 1, 0, 0, 0 with "
    "probability at least (1/3)^4, the home count is positive in cell 3 with probability 1/3, and the commute from "
    "there at least 1 in the bin of distance 1 with probability 1/3; the cells 1, 2 at that distance have density 0",
    mutants={"home in cell 1": {"home": 1}, "another count at a neighbour": {"neighbour": 1}},
)
def no_density(home=3, neighbour=0):
    noise, city = UnboundedGeometric("1/2"), City(2, days=1)
    work = (1, neighbour, neighbour, 0)
    chance = Fraction(1)
    for true, drawn in zip((1, 0, 0, 0), work, strict=True):
        chance *= noise.mass(true, drawn)
    chance *= noise.at_least(0, 1) ** 2
    require(chance > 0, "the release has probability 0")
    at_distance = [work[cell] for cell in range(city.cells) if city.distance(home, cell) == 1]
    require(sum(at_distance) == 0, "some cell at the distance has a positive density")
    try:
        normalised(at_distance)
    except InputError:
        pass
    else:
        require(False, "the weights are normalised all the same")


@claim.counterexample(
    "the bin beyond the ninth decile reaches to infinity: on a 2 × 2 grid with the median 1/2 or more, no distance is "
    "in it for a median of 3/2, where it begins at (3/2)·log₂ 10 > 2",
    mutants={"the median 1/2": {"median": 0}},
)
def empty_bin(median=1):
    reached = {decile(distance, median) for distance in range(City(2, days=1).distances)}
    require(9 not in reached, "a distance of the grid is in the last bin")


@claim.instances(
    "with the rule named in the statement, every home and every bin has a distribution over cells: all releases with "
    "work counts 0 or 1 on four cells, medians 0, 1, 2",
    mutants={"no rule for bins without cells": {"rule": False}},
)
def with_the_rule(rule=True):
    city = City(2, days=1, hours=1, means=(1,), deviations=(0,), resolution=2)
    for median in range(3):
        for word in range(16):
            work = tuple(word >> cell & 1 for cell in range(4))
            release = NoisyCounts(
                city, (1, 1, 1, 1), work, (median,) * 4, (1,) * 40, (1,), (distribution([1]),) * 2, (1, 1), ((1,) * 4,)
            )
            generator = Generator(release)
            for home in range(4):
                for place in range(10):
                    found = generator.work_given(home, place)
                    require(sum(found) == 1 and min(found) >= 0, "no distribution")
                    inside = [decile(city.distance(home, cell), median) == place for cell in range(4)]
                    allowed = all(within for within, p in zip(inside, found, strict=True) if p)
                    require(allowed or (rule and not any(inside)), "a cell outside of the bin")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
