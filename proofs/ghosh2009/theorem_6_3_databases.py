"""The proof of Theorem 6.3: "{3}" and "{4}" stand for {1,3} and {2,3}, the databases that have δ_3 and δ_4.

Databases have three rows, so there is no {4}; and Figure 5 has no entries for {3}. There x_1 and x_2 agree, for {3} is
kept when rows 1 and 2 are exchanged: so the columns n and o are equal, from 0 to 1/3, and the argument does not apply.
"""

from fractions import Fraction
from itertools import combinations

from exactdp.claims import Claim, accepted, identity, number, require
from exactdp.commands.cli import main
from exactdp.model.losses import table
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.theorem-6.3.databases",
    title="the databases that the similar argument is applied to",
    section="6.2",
    position=72,
    statement=(
        "The similar argument that gives δ_3 = δ_4 = 1 is about {1,3} and {2,3}, which differ in exactly two rows, as "
        "{1} and {2} do. There is no database {4}, as n = 3. On {3} both users' mechanisms answer alike, so that x has "
        "a row (8-δ, 4-δ, δ, δ)/12 there with 0 ≤ δ ≤ 4, without an entry 3+δ, and the argument does not apply."
    ),
    latex=r"|\{1\} \mathbin{\triangle} \{2\}| = |\{1,3\} \mathbin{\triangle} \{2,3\}| = 2, \quad |\{1\} "
    r"\mathbin{\triangle} \{1,3\}| = 1",
    domain="the eight databases of {0,1}^3, α = 1/2, and ε = 1/100 and 1/10 where optima are meant",
    verdict="corrected",
    scope="all eight databases; the row of {3} by the certified optima for two ε",
    printed="the databases {3} and {4}",
    slip="print",
    finite=True,
    uses=("ghosh2009.figure-5",),
)

DATABASES = tuple("".join(bit for k, bit in enumerate("123") if number >> k & 1) for number in range(8))


def distance(first, second):
    """In how many rows two databases differ."""
    return len(set(first) ^ set(second))


@claim.counterexample(
    "of the eight databases {3} is one and {4} is none, as only rows 1 to 3 exist",
    mutants={"four rows": {"rows": "1234"}, "{1,3} and {2,3}": {"named": ("13", "23")}},
)
def no_such_database(rows="123", named=("3", "4")):
    everything = {"".join(chosen) for size in range(len(rows) + 1) for chosen in combinations(rows, size)}
    require(len(everything) == 2 ** len(rows), f"there are {len(everything)} databases")
    missing = [key for key in named if key not in everything]
    require(missing == ["4"], f"missing are {missing}")


@claim.proof(
    "{1} and {2} differ in exactly two rows, as do {1,3} and {2,3}, and {1} and {1,3} in exactly one; {3} differs from "
    "{1,3} and from {2,3} in one only",
    mutants={
        "{3} and {1,3} as the pair": {"pairs": (("1", "2"), ("3", "13"))},
        "{1} and {2,3} as neighbours": {"neighbours": ("1", "23")},
    },
)
def distances(pairs=(("1", "2"), ("13", "23")), neighbours=("1", "13")):
    for first, second in pairs:
        require(distance(first, second) == 2, f"{{{first}}} and {{{second}}} differ in {distance(first, second)} rows")
    require(distance(*neighbours) == 1, f"they differ in {distance(*neighbours)} rows")
    cube = hypercube(inputs=range(8))
    numbers = sorted(DATABASES.index(key) for key in neighbours)
    require(tuple(numbers) in cube.pairs, "they are no neighbours on the cube")


@claim.proof(
    "the argument for {1,3} and {2,3} is the one for {1} and {2}: in the rows with 1/6 instead of 1/12 the columns n "
    "and o are the same, 3+δ and δ, so that x_n ≤ 4x'_n is 3+δ_3 ≤ 4δ_4 for either factor",
    mutants={"columns o and l": {"of_second": (2, -1)}, "a factor 2": {"times": 2}},
)
def same_argument(of_second=(0, 1), times=4):
    for scale in (Fraction(1, 12), Fraction(1, 6)):

        def pairs(d, e, scale=scale):
            first, second = scale * (3 + d), scale * (of_second[0] + of_second[1] * e)
            yield times * second - first, scale * (4 * e - 3 - d)

        identity("d e", pairs)


def optimum(epsilon, second):
    """The certified optimum of the first or the second user, by the probability that 1 is the response."""
    weights = {"1": Fraction(1, 4), "2": Fraction(1, 4), "23": Fraction(1, 2) - epsilon, "13": epsilon}
    turned = {"1": "2", "2": "1", "23": "13", "13": "23"}
    held = {turned[key] if second else key: weight for key, weight in weights.items()}
    rows = [[abs(len(key) - r) for r in range(4)] for key in DATABASES]
    user = BayesianUser(table(rows), [held.get(key, 0) for key in DATABASES])
    found = solve_polytope(Problem(user, "1/2", hypercube(inputs=range(8)), responses=range(4)))
    accepted(found)
    return found.mechanism


@claim.instances(
    "by the certified optima for ε = 1/100 and 1/10 both users' mechanisms answer 1 with 2/3 on {3}, so n = o there, "
    "and o = 0 is possible; on {1,3} it is 5/6 and 1/3, so n - o = 1/2 and n ≥ 1/2",
    mutants={"{1,3} for {3}": {"alike": "13"}, "{2} for {1,3}": {"unlike": "2"}},
)
def row_of_3(alike="3", unlike="13"):
    for epsilon in map(Fraction, ("1/100", "1/10")):
        first, second = optimum(epsilon, False), optimum(epsilon, True)
        p, q = (x[DATABASES.index(alike), 1] for x in (first, second))
        # n - o = p - q, and with o = 0 the row is (q, 1-p, p-q, 0).
        require(p == q == Fraction(2, 3), f"{{{alike}}}: response 1 has {p} and {q}")
        require(min(q, 1 - p, p - q) >= 0, "o cannot be 0")
        p, q = (x[DATABASES.index(unlike), 1] for x in (first, second))
        require(p - q == Fraction(1, 2), f"{{{unlike}}}: n - o is {p - q}")


@claim.proof(
    "the row of {3} is (8-δ, 4-δ, δ, δ)/12: l+n and l+o are 2/3 and the sum is 1",
    mutants={"(8-δ, 4-δ, 3+δ, δ)/12": {"third": 3}, "m = (4+δ)/12": {"sign": 1}},
)
def shape_of_3(third=0, sign=-1):
    def pairs(d):
        row = (8 - d, 4 + sign * d, third + d, d)
        yield row[0] + row[2], number(8)
        yield row[0] + row[3], number(8)
        yield row[0] + row[1] + row[2] + row[3], number(12)

    identity("d", pairs)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
