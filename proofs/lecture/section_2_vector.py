"""Section 2: what stands in the vector of private bits. An "i" is printed where it must be 1."""

from itertools import product

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.queries import subset_queries, true_answers

claim = Claim(
    id="lecture.section-2.vector",
    title="the vector of private bits",
    section="2",
    position=10,
    statement=(
        "The vector d has a 1 at place i if person i has the disease, and 0 otherwise, so that d·S is the number of "
        "people in S who have it."
    ),
    latex=r"d_i = 1 \text{ or } 0, \qquad A(S) = d \cdot S = |\{i \in S : d_i = 1\}|",
    domain="up to 4 people, all vectors and subsets",
    verdict="corrected",
    scope="up to 4 people, and the counterexample",
    printed="the vector contains a i in the i-th location if person i has the disease",
    slip="scan",
    finite=True,
)


@claim.counterexample(
    "of two people only the second has the disease: with i at place i the answer for both would be 2, and 1 person has "
    "it",
    mutants={"only the first has it": {"ill": (1,)}},
)
def place_instead_of_one(ill=(2,)):
    answer = sum(i if i in ill else 0 for i in (1, 2))
    require(answer != len(ill), f"{answer} is the number of people who have it")


@claim.proof(
    "the sum of the entries of d in S is the number of people of S who have the disease",
    mutants={"people outside S": {"inside": 0}, "entries 0 and 2": {"entry": 2}},
)
def counts(inside=1, entry=1):
    for n in range(1, 5):
        for ill in product((False, True), repeat=n):
            d = [entry if each else 0 for each in ill]
            answers = true_answers(subset_queries(n=n), [int(each) for each in ill])
            for S, answer in zip(subset_queries(n=n), answers, strict=True):
                people = sum(1 for i in range(n) if S[i] == inside and ill[i])
                require(sum(x * s for x, s in zip(d, S, strict=True)) == people, f"S = {S}: not {people}")
                require(answer == sum(x * s for x, s in zip(d, S, strict=True)), f"S = {S}: the library has {answer}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
