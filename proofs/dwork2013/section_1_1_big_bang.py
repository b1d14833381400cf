"""Section 1.1, the Big Bang attack with one query a person, and what small errors do to it.

A query about one person has the value 0 or 1. Errors below 1/2 leave it known; an error of 1/2 can make every answer
1/2, which says nothing. So the answers about single people are made useless by E = 1/2, and by no less.
"""

from fractions import Fraction

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript
from exactdp.surveys.reconstruction import reconstruct, worst_case

claim = Claim(
    id="dwork2013.section-1-1.big-bang",
    title="k queries that describe one person each",
    section="1.1",
    position=40,
    statement=(
        "The answers to k counting queries that describe exactly one person each are k private bits. With errors up to "
        "E < 1/2 they still are; with E = 1/2 all of them can be 1/2, and then nothing is known of any bit. So small "
        "errors do protect against such queries; the next claims show other k queries against which they don't."
    ),
    latex=r"A(\{j\}) = d_j",
    domain="k = 1..8, all databases",
    verdict="verified",
    scope="k up to 8 and E = 0, 1/4, 49/100, 1/2",
    uses=("dwork2013.section-1-1.bound",),
)


@claim.instances(
    "below 1/2 no two databases fit the same answers; at 1/2 all 2^k fit the answers 1/2",
    mutants={"below 2/3": {"errors": ("2/3",)}, "answers 1/3": {"answer": Fraction(1, 3)}},
)
def single_people(errors=("0", "1/4", "49/100"), answer=Fraction(1, 2)):
    for k in range(1, 9):
        queries = [tuple(int(i == j) for i in range(k)) for j in range(k)]
        for E in map(Fraction, errors):
            found = worst_case(queries, E)
            require(bool(found) and found.wrong == 0, f"k = {k}, E = {E}: {found.databases} fit the same answers")
        if k <= 6:
            fits = reconstruct(Transcript(queries, [answer] * k, Fraction(1, 2))).candidates
            require(len(fits) == 2**k, f"k = {k}: {len(fits)} databases fit")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
