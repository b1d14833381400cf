"""Section 2.1: which mechanisms need no coins.

A deterministic mechanism has rows with a single 1. If neighbours have different answers, one of them has probability 1
on one side and 0 on the other. So it is private at a level above 0 only if neighbours have the same answer, that is
where it is constant on all databases that a chain of neighbours connects.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.databases import add_remove, replace_one
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.model.neighbours import path
from exactdp.privacy.level import level, private

claim = Claim(
    id="dwork2013.section-2-1.coins",
    title="whether coins are required",
    section="2.1",
    position=20,
    statement=(
        "A mechanism that flips no coins is (ε, 0)-differentially private, for some finite ε, exactly if neighbours "
        "have the same answer; it is then so for ε = 0. For one row more or less all databases are connected, and it "
        "is constant. For one row replaced it is a function of the number of rows. So coins are required for every "
        "other mechanism, and only for these; with (ε, δ), δ < 1, the same holds."
    ),
    latex=r"M \text{ deterministic and private} \iff M(D) = M(D') \text{ for all neighbours}",
    domain="0 ≤ ε < ∞, 0 ≤ δ < 1, all deterministic mechanisms",
    verdict="corrected",
    scope="all deterministic mechanisms; the counterexample and all 27 and 256 functions by enumeration",
    printed="flipping coins is required",
    slip="statement",
    uses=("dwork2013.definition-1",),
)


@claim.counterexample(
    "the constant answer on two neighbouring inputs flips no coin and has the level 1, that is ε = 0",
    mutants={"the true answer": {"images": (0, 1)}},
)
def constant(images=(0, 0)):
    found = level(deterministic(images, responses=range(2)), path(inputs=range(2))).alpha
    require(found == 1, f"the level is {found}")


@claim.proof(
    "different answers: the first has probability 1 and 0, and 0 - α·1 = -α < 0, also 1 - t·0 - δ = 1-δ > 0; equal "
    "ones: 1 - α·1 = 1-α ≥ 0",
    mutants={"δ = 1 allowed": {"whole": 0}},
)
def one_response(whole=1):
    given = Assumed(
        "a d t", lambda a, d, t: {"α": a, "1-δ": 1 - d}, lambda a, d, t: {"1-α": 1 - a}, witness=[Fraction(1, 2)] * 3
    )

    def strictly(known, a, d, t):
        yield -(0 - a * 1), known["α"]
        yield whole - t * 0 - d, known["1-δ"]

    signs(given, strictly)
    signs(given, lambda known, a, d, t: [(1 - a * 1, known["1-α"])], strict=False)


@claim.instances(
    "all functions of databases: 3 answers on databases of at most 1 of 2 values, 2 answers on 8 databases of 3 rows: "
    "private at 1/1000 exactly if constant on neighbours, which here is constant",
    mutants={"constant on the databases with rows": {"skipped": 1}},
)
def enumerated(skipped=0):
    for databases, answers in ((add_remove(n=1), 3), (replace_one(n=3), 2)):
        for images in product(range(answers), repeat=len(databases)):
            mechanism = Mechanism([[int(r == image) for r in range(answers)] for image in images])
            found = bool(private(mechanism, Fraction(1, 1000), databases.neighbours))
            require(found == (len(set(images[skipped:])) == 1), f"the answers {images} are private: {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
