"""Section 1.1: subset queries of the same matrix do not reach k - 4E², whatever the attack.

A subset query counts the people of a set whose bit is 1, as "how many people with these characteristics have had three
pregnancies?" does. For v = c - d its value is (s + h_y)/2, s = Σv, h = H·v. Two databases that fit the same answers and
differ in w bits leave every attack at least w/2 wrong bits for one of them.
"""

from fractions import Fraction

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript, distance, hadamard_queries
from exactdp.surveys.reconstruction import WorstCase, worst_case

claim = Claim(
    id="dwork2013.section-1-1.which-queries",
    title="subset queries keep fewer bits",
    section="1.1",
    position=90,
    statement=(
        "If the 128 queries are the sets of the people with entry 1 in the rows of the Hadamard matrix, and count bits "
        "1 only, then with errors up to 1 two databases that differ in 16 bits fit the same answers, so that no attack "
        "is sure of more than 120 bits; with errors up to 3 two that differ in 104, so that none is sure of more than "
        "76. So 124 and 92 are false for these queries, and likewise 252 and 220 for 256 of them. What is true of them "
        "is at most 16E² + 1 wrong bits."
    ),
    latex=r"k - 4E^2 \text{ fails for } A(S_y), \quad S_y = \{x : H_{yx} = 1\}",
    domain="k = 128, 256 and E = 1, 3",
    verdict="verified",
    scope="the pairs of databases, checked against every query; the bound is in Theorem 2.3 of the lecture notes",
    uses=("dwork2013.section-1-1.bound", "lecture.theorem-2-3"),
)

OPPOSED = (
    "-++-++--++++-0-0+++0+++0-+0--000+-+-++00+0+0+-00--+000-0-000000-"
    "+--+--+--+--++-+--++-+--+-+---++-+--+-++-++----++--++--+-+-++++-"
)
"""The difference of two databases for E = 3; it stays the same when the first six binary digits of x are rotated."""


def databases(difference, k):
    """Two databases with this difference, 0 in both where there is none."""
    entries = (*difference, *(0,) * (k - len(difference)))
    return tuple(int(v > 0) for v in entries), tuple(int(v < 0) for v in entries)


@claim.instances(
    "E = 1: the library's worst case for 16 people, all of whose bits differ, given to the first 16 of 128 and of 256",
    mutants={"E = 3/4": {"E": Fraction(3, 4)}, "17 bits": {"differing": 17}},
)
def errors_of_one(E=Fraction(1), differing=16):
    first, second = worst_case(hadamard_queries(16, subsets=True), 1).databases
    for k, sure in ((128, 124), (256, 252)):
        check(k, [a - b for a, b in zip(first, second, strict=True)], E, differing, sure)


@claim.instances(
    "E = 3: the two databases that differ in 104 bits",
    mutants={"E = 5/2": {"E": Fraction(5, 2)}, "105 bits": {"differing": 105}},
)
def errors_of_three(E=Fraction(3), differing=104):
    for k, sure in ((128, 92), (256, 220)):
        check(k, ["-0+".index(sign) - 1 for sign in OPPOSED], E, differing, sure)


def check(k, v, E, differing, sure):
    """Both databases fit the midpoints of their answers, and half their distance is more than k - sure."""
    queries, pair = hadamard_queries(k, subsets=True), databases(v, k)
    require(distance(*pair) == differing, f"k = {k}: they differ in {distance(*pair)} bits")
    answers = WorstCase(E, pair, differing, differing, "").answers(queries)
    require(all(map(Transcript(queries, answers, E).admits, pair)), f"k = {k}: they don't fit the same answers")
    require(k - Fraction(differing, 2) < sure, f"k = {k}: {sure} bits can be sure")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
