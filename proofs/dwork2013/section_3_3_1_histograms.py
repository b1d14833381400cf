"""Section 3.3.1: the histograms of homes, works, commutes and pairs (mean, deviation), and which n they go with.

Each person is in one bin of each. So one person more moves a histogram by 1 in L1-norm, which is Example 6; one person
replaced moves it by 2. The section takes n to be known, and the people to be numbered from 1 to n: then nobody can be
added or removed and only the second relation is left, where noise for sensitivity 1 promises α² in place of α.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges
from exactdp.privacy.level import level
from exactdp.surveys.dp_where import Call, City, Person, calls_tally, commute_tally, home_tally, sensitivity, work_tally

claim = Claim(
    id="dwork2013.section-3-3-1.histograms",
    title="histograms of people when their number is known",
    section="3.3.1",
    position=10,
    statement=(
        "With n known and public, databases of n people differ by one replaced person, and each histogram (homes, "
        "works, commute distances of all cells together, pairs (μ, σ)) has sensitivity 2 where it has two bins or "
        "more. The 1 of Example 6 is for one person added or removed, which changes n. Noise of level α in each bin is "
        "then α²-private, and no more; Lap(1/ε) gives 2ε."
    ),
    latex=r"\max_{D, D'} \|H(D) - H(D')\|_1 = 2, \qquad |D| = |D'| = n",
    domain="all histograms with at least two bins and at least one person",
    verdict="corrected",
    scope="the sensitivity for all histograms; the level with geometric noise, attained, for all α and as an instance",
    printed="n is assumed known, and each of these is a histogram query as in Example 6, whose sensitivity is 1",
    slip="statement",
)


@claim.counterexample(
    "one person and two bins: the histograms (1, 0) and (0, 1) are 2 apart, and with noise of level 1/2 in each bin, "
    "answers cut to 0 and 1, the exact level is 1/4",
    mutants={"the noise for sensitivity 2": {"noise": Fraction(9, 10)}, "one bin only": {"bins": 1}},
)
def two_bins(noise=Fraction(1, 2), bins=2):
    # Geometric noise cut to 0 and 1 keeps a count with probability 1/(1+α).
    keep, flip = 1 / (1 + noise), noise / (1 + noise)
    rows = []
    for bin_of_person in range(2):
        row = []
        for response in range(2**bins):
            chances = (keep if response >> b & 1 == (b == bin_of_person) else flip for b in range(bins))
            product = Fraction(1)
            for chance in chances:
                product *= chance
            row.append(product)
        rows.append(row)
    require(level(Mechanism(rows)).alpha == Fraction(1, 4), "the level is another one")


@claim.proof(
    "two unit vectors are 0 or 2 apart: 1 for the bin left and 1 for the bin entered; with noise, α^|r-c| of both bins "
    "changes by at most α each, so that the product keeps α²: (y-αx)·w + αx·(w-αz) ≥ 0",
    mutants={"α for both bins together": {"power": 1}},
)
def both_bins(power=2):
    given = Assumed(
        "a x y z w",
        lambda a, x, y, z, w: {"α": a, "x": x, "w": w},
        lambda a, x, y, z, w: {"y-αx": y - a * x, "w-αz": w - a * z},
        witness=[Fraction(1, 2)] + [Fraction(1)] * 4,
    )
    signs(
        given,
        lambda known, a, x, y, z, w: [
            (y * w - a**power * x * z, known["y-αx"] * known["w"] + known["α"] * known["x"] * known["w-αz"])
        ],
        strict=False,
    )


@claim.instances(
    "everyone of a city of four cells: the exact sensitivities of the four histograms are 1 and 2 for the two "
    "relations",
    mutants={"1 for a replaced person": {"replaced": 1}},
)
def of_a_city(replaced=2):
    city = City(2, days=1, hours=2, means=(0, 1), deviations=(0,))
    people = [Person(home, work) for home in range(4) for work in range(4)]
    busy = callers()
    for tally, given in (
        (home_tally(city), people),
        (work_tally(city), people),
        (commute_tally(city, [0, 1, 2, 1]), people),
        (calls_tally(city), busy),
    ):
        require(sensitivity(tally, given, "add-remove").value == 1, f"{tally.name}: not 1 for one person more")
        require(sensitivity(tally, given, "replace-one").value == replaced, f"{tally.name}: another one for replaced")


def callers():
    """People with no calls and with two calls on the only day."""
    return [Person(0, 0), Person(0, 0, (Call(0, 0, 0), Call(0, 1, 0)))]


@claim.instances(
    "publishing the number of people as it is: level 1 for replaced people and 0 for one person more",
    mutants={"some level for one person more": {"added": Fraction(1, 2)}},
)
def number_of_people(added=Fraction(0)):
    exact = Mechanism([[int(i == r) for r in range(4)] for i in range(4)])
    require(level(exact).alpha == added, "the number has another level for one person more")
    require(level(exact, edges([], inputs=range(4))).alpha == 1, "the number has a level below 1 for replaced people")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
