"""Section 2: exact answers give everything away, and with fewer queries than people.

One query a person suffices. A weighing design does with fewer: two databases with the same answers would differ by a
vector of entries -1, 0, 1 that every query maps to 0, and there is none.
"""

from itertools import combinations

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript, subset_queries, true_answers
from exactdp.surveys.reconstruction import reconstruct, worst_case

claim = Claim(
    id="lecture.section-2.exact-answers",
    title="exact answers to one query a person",
    section="2",
    position=20,
    statement=(
        "The exact answers to the n queries {1}, …, {n} are the n private bits. Fewer do: three subset queries tell "
        "four bits apart, {1,2,4}, {1,3,4}, {2,3,4} with weights 1; but two queries don't, and for one, two or three "
        "people no fewer queries than people suffice."
    ),
    latex=r"A(\{i\}) = d_i",
    domain="up to 10 people; weighing designs for up to 4",
    verdict="verified",
    scope="all databases of up to 10 people, and all sets of subset queries on up to 4",
)

DESIGN = ((1, 1, 0, 1), (1, 0, 1, 1), (0, 1, 1, 1))


@claim.instances(
    "n queries about one person each leave one database, which is the true one",
    mutants={"the last person is never asked about": {"asked": -1}},
)
def single_people(asked=0):
    for n in range(1, 11):
        queries = [tuple(int(i == j) for i in range(n)) for j in range(n + asked)] or [(0,) * n]
        require(worst_case(queries, 0).wrong == 0, f"n = {n}: two databases have the same answers")
        truth = tuple(j % 2 for j in range(n))
        found = reconstruct(Transcript(queries, true_answers(queries, truth), 0))
        require(found.candidates == (truth,), f"n = {n}: {found.candidates}")


@claim.instances(
    "three queries tell four bits apart",
    mutants={
        "two of them": {"queries": DESIGN[:2]},
        "pairs instead": {"queries": ((1, 1, 0, 0), (1, 0, 1, 0), (0, 1, 1, 0))},
    },
)
def fewer_queries(queries=DESIGN):
    found = worst_case(queries, 0)
    require(bool(found) and found.wrong == 0, f"{found.databases} have the same answers")


@claim.instances(
    "two queries never tell four bits apart, nor n - 1 queries n bits, n = 2, 3: of all sets of so many subsets each "
    "leaves two databases",
    mutants={"as many queries as people": {"fewer": 0}},
)
def no_fewer(fewer=1):
    for n, count in ((2, 2 - fewer), (3, 3 - fewer), (4, 3 - fewer)):
        for queries in combinations(subset_queries(n=n)[1:], count):
            require(worst_case(queries, 0).wrong > 0, f"n = {n}: {queries} tell all databases apart")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
