"""Section 3.3.1, hourly calls: the sensitivity 120 times the number of days, hour by hour and for the whole day.

A person left by the filter makes at most 120 calls in an hour of a day, so at most 120·D in the same hour of D days,
and can make all of them from one cell. For one person replaced the bound doubles, and for all 24 hours it is 24 times
as much, as one person can call in every hour.
"""

from fractions import Fraction
from itertools import combinations_with_replacement, product

from exactdp.claims import Claim, Domain, identity, number, require
from exactdp.commands.cli import main
from exactdp.surveys.dp_where import Call, City, DPWhere, Levels, Person, hourly_tally, sensitivity

claim = Claim(
    id="dwork2013.section-3-3-1.hourly",
    title="the sensitivity of the hourly calls",
    section="3.3.1",
    position=70,
    statement=(
        "For one hour of the day, the counts of calls by cell have L1-sensitivity exactly 120 times the number D of "
        "days for one person more or less, and, with two cells or more, 240·D for one replaced. It is the same for any "
        "merging of cells that leaves one cell for the first bound, and two for the second. All 24 hours together have "
        "24 times as much: noise of level α per call makes them α^(24·120·D)-private, so for D = 91 an α-private whole "
        "needs the level α^(1/262080) for each call."
    ),
    latex=r"\Delta_j = 120\,D, \qquad \sum_{j=1}^{24} \Delta_j = 24 \cdot 120\,D",
    domain="all D ≥ 1, all caps c ≥ 1 in place of 120, all numbers of hours and cells",
    verdict="proved",
    scope="all D, caps and hours; attained, by running through all people of small cities",
    uses=("dwork2013.section-3-3.filter",),
)


@claim.proof(
    "day by day: a day more adds at most c calls to an hour of the day, and c·(D+1) = c·D + c, from c·0 = 0; attained "
    "by c calls in that hour each day from one cell",
    mutants={"a day adds 2c": {"each": 2}},
)
def days(each=1):
    # Powers with symbolic exponents stand for sums: α^(calls) is what so much noise costs.
    identity(
        "a",
        lambda a, c, d: [(a ** (c + each * d), a**c * a**d), (a ** (0 * c), number(1))],
        Domain("c d", lambda c, d: [c - 1, d]),
    )


def everyone(city):
    """All people with both places in cell 0 and any calls that the filter leaves."""
    hour = [cells for count in range(city.cap + 1) for cells in combinations_with_replacement(range(city.cells), count)]
    times = list(product(range(city.days), range(city.hours)))
    for made in product(hour, repeat=len(times)):
        calls = [Call(day, at, cell) for (day, at), cells in zip(times, made, strict=True) for cell in cells]
        yield Person(0, 0, tuple(calls))


@claim.instances(
    "one or two days, one or two hours, caps 1 and 2, a grid of four cells: the exact sensitivity of each hour is c·D "
    "for one person more and 2c·D for one replaced; merged into one cell, c·D for both; and of all hours together "
    "H·c·D",
    mutants={
        "c for every number of days": {"power": 0},
        "c·D for a replaced person": {"replaced": 1},
        "c·D for all hours together": {"hours_power": 0},
    },
)
def exact(power=1, replaced=2, hours_power=1):
    for days_, hours, cap in ((1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 1, 2)):
        for width in (1, 2):
            city = City(2, days=days_, hours=hours, cap=cap, smoothing=width)
            people = list(everyone(city))
            require(city.kept(people) == tuple(people), "the filter removes someone")
            bound = cap * days_**power
            for hour in range(hours):
                tally = hourly_tally(city, hour)
                require(sensitivity(tally, people, "add-remove").value == bound, "not c·D for one person more")
                twice = replaced * bound if width == 1 else bound
                require(sensitivity(tally, people, "replace-one").value == twice, "not 2c·D for a replaced person")
            whole = max(len(person.calls) for person in people)
            require(whole == bound * hours**hours_power, f"all hours together move by {whole}")


@claim.instances(
    "the ledger of the whole pipeline: the stages of the 24 hours together keep α^(24·120·D), for D = 1, 7, 91",
    mutants={"one hour": {"hours": 1}},
)
def in_the_ledger(hours=24):
    level = Fraction(999_999, 1_000_000)
    for days_ in (1, 7, 91):
        model = DPWhere(City(2, days=days_), Levels("1/2", hourly=level))
        kept = [stage for stage in model.ledger("add-remove").stages if stage.name.startswith("calls in hour")]
        exponents = []
        for stage in kept:
            require(stage.alpha == level ** (120 * days_), f"{stage.name} has another level")
            exponents.append(120 * days_)
        require(sum(exponents) == hours * 120 * days_, "the hours cost another level")
    require(sum(exponents) == 262_080 * hours // 24, "another number for 91 days")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
