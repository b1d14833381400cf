"""Section 3.3: people with more than 120 calls in an hour are removed, and the number n of the others is public.

Whether someone is removed depends on that one's calls alone, so the filter sends neighbours to neighbours or to the
same database, and every promise for the filtered data is one for the raw data, if a person is added or removed. But n
is itself a count of people with a private property, not too many calls, and is published without noise.
"""

from fractions import Fraction
from itertools import combinations_with_replacement, product

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges
from exactdp.privacy.level import level
from exactdp.surveys.dp_where import Call, City, Person

claim = Claim(
    id="dwork2013.section-3-3.filter",
    title="the filter for automatic dialers, and a known n",
    section="3.3",
    position=10,
    statement=(
        "The filter keeps or removes each person by that person's own calls, so databases with one person more or less "
        "stay so or become equal, and replaced ones stay within two such steps. The number n of those who are left is "
        "no public constant: replacing an ordinary user by one with too many calls changes it, so that a mechanism "
        "that publishes it has level 0 for the raw data. The promise that remains with n known is among filtered "
        "databases of the same size."
    ),
    latex=r"|F(D)| \ne |F(D')| \ \Longrightarrow\ \alpha = 0 \text{ for } D \mapsto |F(D)|",
    domain="databases of up to three of nine people, and the filter for more than one call in an hour",
    verdict="verified",
    scope="the level 0 by the smallest example; what the filter keeps, for all databases of three people of nine",
    uses=("dwork2013.section-3-3-1.histograms",),
)

CITY = City(1, days=1, hours=2, cap=1)


def people(cap=2):
    """Everyone with up to so many calls in either hour."""
    for first, second in product(range(cap + 1), repeat=2):
        yield Person(0, 0, (Call(0, 0, 0),) * first + (Call(0, 1, 0),) * second)


@claim.instances(
    "one person, with one call or with two in an hour where one is allowed: n is 1 or 0, so its publication has level "
    "0",
    mutants={"n with geometric noise": {"noise": Fraction(1, 2)}, "both within the cap": {"calls": 1}},
)
def one_person(noise=Fraction(0), calls=2):
    counts = [len(CITY.kept([Person(0, 0, (Call(0, 0, 0),) * number)])) for number in (1, calls)]
    published = UnboundedGeometric(noise)
    rows = [[published.between(count, r, r) for r in (0, 1)] for count in counts]
    rows = [[*row, 1 - sum(row)] for row in rows]
    require(level(Mechanism(rows)).alpha == 0, "the level is above 0")


@claim.instances(
    "all databases of at most three of nine people: filtering commutes with adding a person, so that neighbours become "
    "neighbours or equal",
    mutants={"a filter that removes those above the average": {"by_average": True}},
)
def one_at_a_time(by_average=False):
    everyone = list(people())

    def kept(database):
        if not by_average:
            return CITY.kept(database)
        average = Fraction(sum(len(person.calls) for person in database), max(len(database), 1))
        return tuple(person for person in database if len(person.calls) <= average)

    for size in range(3):
        for database in combinations_with_replacement(everyone, size):
            for person in everyone:
                before, after = kept(database), kept((*database, person))
                require(after in (before, (*before, person)), "more than one person enters or leaves")


@claim.instances(
    "a mechanism on filtered data keeps its level on raw data: counts of people with noise of level 1/2, cut to 0 … "
    "3, on all databases of at most two people",
    mutants={"a higher level": {"alpha": Fraction(3, 4)}},
)
def keeps_level(alpha=Fraction(1, 2)):
    everyone = list(people())
    databases = [d for size in range(3) for d in combinations_with_replacement(everyone, size)]
    position = {d: k for k, d in enumerate(databases)}
    noisy = UnboundedGeometric(Fraction(1, 2)).clamped(n=3)
    mechanism = Mechanism([noisy.rows[len(CITY.kept(d))] for d in databases])
    pairs = [(position[d[:k] + d[k + 1 :]], position[d]) for d in databases for k in range(len(d))]
    require(level(mechanism, edges(pairs, inputs=range(len(databases)))).alpha >= alpha, "the level falls")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
