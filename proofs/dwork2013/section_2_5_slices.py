"""Section 2.5: all counts of one attribute from one recording by randomised response."""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.privacy.level import level
from exactdp.surveys.queries import subset_queries, true_answers

claim = Claim(
    id="dwork2013.section-2-5.slices",
    title="slices of one randomised attribute",
    section="2.5",
    position=30,
    statement=(
        "If each bit is recorded once by randomised response of level α, the recorded bits have exactly level α, and "
        "so have the counts of all subsets computed from them, together: any further query is post-processing. The "
        "estimate of the count of a subset of m people has the variance m·α/(1-α)², however many are asked."
    ),
    latex=r"M(d) = (A_S(Y))_{S \subseteq [n]}, \qquad Y_i \text{ randomised once}",
    domain="n = 1, 2, 3; α = 1/3, 1/2",
    every_n=True,
    verdict="verified",
    scope="the exact level of the recorded bits, and of all counts of subsets together",
    uses=("dwork2013.section-2-5.single-query",),
)


@claim.instances(
    "the level of the recorded bits, and of the list of the counts of all subsets",
    mutants={"two recordings of each bit": {"recordings": 2}},
)
def levels(recordings=1):
    for alpha in (Fraction(1, 3), Fraction(1, 2)):
        for n in (1, 2, 3):
            databases = list(product((0, 1), repeat=n))
            # Several recordings show the same answers with so many times the differences.
            rows = [
                [(alpha ** sum(x != y for x, y in zip(d, seen, strict=True)) / (1 + alpha) ** n) for seen in databases]
                for d in databases
            ]
            recorded = Mechanism(rows)
            lists = [true_answers(subset_queries(n=n), seen) for seen in databases]
            counts = sorted(set(lists))
            together = recorded @ Mechanism([[int(each == count) for count in counts] for each in lists])
            for mechanism in (recorded, together):
                found = level(mechanism, hypercube(inputs=range(2**n))).alpha
                require(found == alpha**recordings, f"n = {n}, α = {alpha}: the level is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
