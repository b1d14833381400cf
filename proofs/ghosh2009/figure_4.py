"""Figure 4: the rows of x_1 that are printed are 1/2-private, and they leave no choice for the other databases.

For neighbours all probabilities of a response are within a factor 2, at distance two within 4, at distance three within
8. That alone is not enough for an extension: over a database between them, a distance of two also asks that
p ≤ 1/2 + p' for a response's probabilities, and the rows {1,3} and {2,3} attain this. The text and the proof call this
figure, and the next, Figure 6.2.
"""

from fractions import Fraction
from itertools import combinations

from exactdp.claims import Claim, accepted, require
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.privacy.level import level, private

claim = Claim(
    id="ghosh2009.figure-4",
    title="the printed rows of x_1 are private and extend to all databases",
    section="6.2",
    position=40,
    statement=(
        "The printed rows are distributions, any two of them within a factor 2^k of each other, where the databases "
        "differ in k rows. They extend to a 1/2-private mechanism on all eight databases, and in one way only: {} and "
        "{1,2} have (5/6, 1/6), {3} and {1,2,3} have (2/3, 1/3). Its level is exactly 1/2."
    ),
    latex=r"x_1(\{1\},1) = \tfrac{11}{12},\; x_1(\{2\},1) = \tfrac23,\; x_1(\{1,3\},1) = \tfrac56,\; x_1(\{2,3\},1) = "
    r"\tfrac13",
    domain="the four rows printed, α = 1/2, databases of {0,1}^3, responses 1 and 2",
    verdict="proved",
    scope="all eight databases and all their neighbours",
    finite=True,
)

PRINTED = {"1": ("11/12", "1/12"), "2": ("2/3", "1/3"), "13": ("5/6", "1/6"), "23": ("1/3", "2/3")}
EXTENDED = {"": "5/6", "3": "2/3", "12": "5/6", "123": "2/3"}
CHANGED = {**PRINTED, "13": ("3/4", "1/4")}
EXCHANGED = {**PRINTED, "1": ("2/3", "1/3"), "2": ("11/12", "1/12")}

ROWS = "123"
DATABASES = tuple("".join(row for bit, row in enumerate(ROWS) if number >> bit & 1) for number in range(8))
"""Every database by the rows that have the value 1, in the order of the library's hypercube."""


def distance(first, second):
    """In how many rows two databases differ."""
    return len(set(first) ^ set(second))


@claim.proof(
    "each row sums to 1, and for both responses no probability is above 2^k times another, at distance k = 1, 2 or 3; "
    "all three distances occur, and at each some pair attains the bound",
    mutants={
        "{1,3} with (3/4, 1/4)": {"rows": CHANGED},
        "the rows of {1} and {2} exchanged": {"rows": EXCHANGED},
        "a factor 3 at distance two": {"factors": {1: 2, 2: 3, 3: 8}},
        "a factor 16 at distance three": {"factors": {1: 2, 2: 4, 3: 16}},
    },
)
def printed_rows(rows=PRINTED, factors=None):
    factors = {1: 2, 2: 4, 3: 8} if factors is None else factors
    for database, row in rows.items():
        require(sum(map(Fraction, row)) == 1, f"the row {{{database}}} does not sum to 1")
    attained = set()
    for first, second in combinations(rows, 2):
        bound = factors[distance(first, second)]
        for x, y in zip(map(Fraction, rows[first]), map(Fraction, rows[second]), strict=True):
            require(max(x, y) <= bound * min(x, y), f"{{{first}}} and {{{second}}} have {x} and {y}")
            if max(x, y) == bound * min(x, y):
                attained.add(bound)
    require(attained == set(factors.values()), f"attained are the factors {sorted(attained)}")


@claim.proof(
    "from the four rows: if a database has the probability p of response 1, a neighbour has at least max(p/2, 2p-1) "
    "and at most min(2p, (1+p)/2); with the interval of each of the other four databases narrowed so until none "
    "changes, each is a single point",
    mutants={
        "{1,3} with (3/4, 1/4)": {"rows": CHANGED},
        "without the row {1}": {"rows": {key: row for key, row in PRINTED.items() if key != "1"}},
        "{} with 3/4": {"extended": {**EXTENDED, "": "3/4"}},
    },
)
def one_extension(rows=PRINTED, extended=None):
    extended = EXTENDED if extended is None else extended
    fixed = {database: Fraction(row[0]) for database, row in rows.items()}
    least = {database: fixed.get(database, Fraction(0)) for database in DATABASES}
    most = {database: fixed.get(database, Fraction(1)) for database in DATABASES}
    changed = True
    while changed:
        changed = False
        for first in DATABASES:
            for second in DATABASES:
                if distance(first, second) == 1:
                    low, high = least[first], most[first]
                    above = max(least[second], low / 2, 2 * low - 1)
                    below = min(most[second], 2 * high, (1 + high) / 2)
                    require(above <= below, f"nothing is left for {{{second}}}")
                    changed = changed or (above, below) != (least[second], most[second])
                    least[second], most[second] = above, below
    for database, value in extended.items():
        found = least[database], most[database]
        require(found == (Fraction(value), Fraction(value)), f"{{{database}}} may have {found[0]} to {found[1]}")


def extension(changes):
    """The mechanism on all databases, its responses 1 and 2 as columns 0 and 1."""
    ones = {key: Fraction(row[0]) for key, row in PRINTED.items()} | {k: Fraction(v) for k, v in EXTENDED.items()}
    ones |= {key: Fraction(value) for key, value in changes.items()}
    return Mechanism([[ones[database], 1 - ones[database]] for database in DATABASES])


@claim.instances(
    "the kernel accepts that the mechanism on the cube of all eight databases is 1/2-private, and that no larger level "
    "will do",
    mutants={
        "{3} with 3/4": {"changes": {"3": "3/4"}},
        "{} with 11/12": {"changes": {"": "11/12"}},
        "at the level 3/5": {"alpha": "3/5"},
    },
)
def certified(changes=None, alpha="1/2"):
    mechanism, cube = extension(changes or {}), hypercube(inputs=range(8))
    found = private(mechanism, alpha, cube)
    require(bool(found), f"it is not {alpha}-private: {found.violation}")
    exactly = level(mechanism, cube)
    require(exactly.alpha == Fraction(alpha), f"its level is {exactly.alpha}")
    for result in (found, exactly):
        accepted(result)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
