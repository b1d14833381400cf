"""Section 3.3.1: the promise of all of DP-WHERE, by the ledger of its stages.

The text names the stages and, in the experiments, one total ε. With one base level for every stage, each by its
sensitivity, the total is that base to the sum of the sensitivities; the hourly calls are nearly all of it, so that
equal noise per call and per person spends nearly the whole of ε on them.
"""

from fractions import Fraction

from exactdp.claims import Claim, Domain, identity, number, require
from exactdp.claims.composition import levels_multiply
from exactdp.commands.cli import main
from exactdp.surveys.dp_where import UNSPECIFIED, Call, City, DPWhere, Levels, Person, sensitivity

claim = Claim(
    id="dwork2013.section-3-3-1.total",
    title="the promise of all of DP-WHERE",
    section="3.3.1",
    position=90,
    statement=(
        "Homes, works, medians (with a weight of a² in all), commutes, pairs (μ, σ), T sums of patterns, cluster "
        "sizes, and 24 hours with sensitivity 120·D each: with the same level α per unit of sensitivity the whole is "
        "α to the power 7 + T + 24·120·D for one person more or less, and twice that power for one replaced. For D = "
        "91 the hours are all but 7 + T of 262,087 + T. With a part ε_s of ε for each stage the noise of a stage has "
        "ε_s/Δ_s per unit, and the parts of ε add up whatever they are."
    ),
    latex=r"\alpha^{7 + T + 24 \cdot 120 \cdot D}, \qquad \alpha^{2(7 + T + 24 \cdot 120 \cdot D)}",
    domain="all T ≥ 1, D ≥ 1, 0 < α < 1; patterns in any resolution, with the level per unit of a probability",
    verdict="proved",
    scope="all T, D and α for the exponents; totals of the ledger for small cities, by the stages' exact sensitivities",
    uses=(
        "dwork2013.section-3-3-1.commute",
        "dwork2013.section-3-3-1.hourly",
        "dwork2013.section-3-3-1.two-means",
    ),
)


@claim.proof(
    "the product of the levels: α·α·α²·α·α·α^T·α·(α^(cD))^H = α^(7+T+HcD); with w = cD calls an hour, one hour more "
    "multiplies by α^w; and a replaced person squares it",
    mutants={"a median that costs α": {"median": 1}, "no cluster sizes": {"clusters": 0}},
)
def exponents(median=2, clusters=1):
    def pairs(a, t, w):
        stages = a * a * a**median * a * a * a**t * a**clusters
        yield stages * a**w, a ** (7 + t + w)
        yield (stages * a**w) * (stages * a**w), a ** (14 + 2 * t + 2 * w)
        yield a ** (0 * t), number(1)

    identity("a", pairs, Domain("t w", lambda t, w: [t - 1, w - 1]))


@claim.proof(
    "the levels multiply because each stage's promise holds for all earlier responses: y·t - αβ·x·s = (y - αx)·t + "
    "αx·(t - βs)",
    mutants={"only the first stage": {"second": 0}},
)
def product_of_two(second=1):
    levels_multiply(second)


@claim.instances(
    "the ledger's totals for cities with one or two days, T = 1, 3 and caps 1, 3, 120: α to the stated power, and to "
    "twice of it for one replaced",
    mutants={"the power without 24 hours": {"hours": 1}, "the same for a replaced person": {"replaced": 1}},
)
def totals(hours=24, replaced=2):
    # With resolution 1 a unit of a pattern is a whole probability vector.
    alpha = Fraction(99, 100)
    for days, iterations, cap in ((1, 1, 1), (2, 3, 1), (1, 3, 120), (2, 1, 3)):
        model = DPWhere(City(2, days=days, cap=cap, commute=2, resolution=1), Levels(alpha), iterations)
        power = 7 + iterations + hours * cap * days
        require(model.ledger("add-remove").total().alpha == alpha**power, "another total")
        require(model.ledger("replace-one").total().alpha == alpha ** (replaced * power), "another one for replaced")


@claim.instances(
    "the sensitivities that the ledger counts are not below the exact ones over people of a small city; and it is "
    "stated which choices the text leaves open, the stages' levels among them",
    mutants={"hours of sensitivity 0": {"factor": 0}},
)
def counted(factor=1):
    city = City(2, days=1, hours=2, cap=2, resolution=2)
    model = DPWhere(city, Levels("1/2"))
    everyone = [Person(home, work, calls) for home in range(2) for work in range(2) for calls in days()]
    for tally, bound in model.tallies([1] * 4, model.first_centres()):
        limit = bound * factor if tally.name.startswith("calls in hour") else bound
        for relation, steps in (("add-remove", 1), ("replace-one", 2)):
            found = sensitivity(tally, everyone, relation).value
            require(found <= steps * limit, f"{tally.name} moves by {found}")
    require("levels of the stages" in UNSPECIFIED, "the levels are not named as open")


def days():
    """Some days of calls within the cap."""
    for first, second in ((0, 0), (1, 0), (2, 2)):
        yield (Call(0, 0, 0),) * first + (Call(0, 1, 3),) * second


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
