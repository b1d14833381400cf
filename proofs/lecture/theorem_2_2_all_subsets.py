"""Theorem 2.2, its algorithm: which queries are asked. "All but 2^n" of the 2^n subsets would be none."""

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript, subset_queries
from exactdp.surveys.reconstruction import reconstruct

claim = Claim(
    id="lecture.theorem-2-2.all-subsets",
    title="all 2^n subsets are asked",
    section="2",
    position=45,
    statement="The adversary asks all 2^n subsets of [n]. The proof then uses two of the answers, unknown which.",
    latex=r"|\{S : S \subseteq [n]\}| = 2^n",
    domain="up to 8 people",
    verdict="corrected",
    scope="up to 8 people, and the counterexample",
    printed="They ask for all but 2^n subsets of [n]",
    slip="print",
)


@claim.counterexample(
    "one person, E = 0: of the 2 subsets all but 2 are none, and then both databases fit",
    mutants={"with all but one, the empty one": {"asked": [(1,)], "answers": [0]}},
)
def nothing_asked(asked=((0,),), answers=(0,)):
    # No query at all says as much as the empty one.
    found = reconstruct(Transcript(asked, answers, 0))
    require(found.wrong == 1, "one database is left, and 4E = 0")


@claim.instances(
    "n people have 2^n subsets, each a query once",
    mutants={"2^n - 1 without the empty one": {"base": 2, "less": 1}, "n^2": {"base": None}},
)
def how_many(base=2, less=0):
    for n in range(1, 9):
        count = len(set(subset_queries(n=n)))
        require(count == (n**2 if base is None else base**n - less), f"n = {n}: {count} subsets")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
