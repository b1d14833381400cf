"""Theorem 2.2, its algorithm: the true database is never ruled out, so that there is something to output."""

from fractions import Fraction

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript, subset_queries, true_answers
from exactdp.surveys.reconstruction import reconstruct

claim = Claim(
    id="lecture.theorem-2-2.not-ruled-out",
    title="the true database is never ruled out",
    section="2",
    position=50,
    statement=(
        "As long as every error is at most E, the true database fits the answers, so at least one does. With an error "
        "beyond E it can happen that none does, and then the search proves that the stated bound is wrong."
    ),
    latex=r"|A(S) - r(S)| \le E \text{ for all } S \implies d \text{ is a candidate}",
    domain="up to 3 people, all databases, errors -E, 0 and E in every answer, E = 0, 1/2, 1",
    verdict="verified",
    scope="all these databases and errors",
)


@claim.instances(
    "the true database is among the candidates",
    mutants={"errors up to 2E": {"factor": 2}},
)
def stays(factor=1):
    for n in range(1, 4):
        queries = subset_queries(n=n)
        for number in range(2**n):
            d = tuple(number >> j & 1 for j in range(n))
            for E in map(Fraction, ("0", "1/2", "1")):
                for seed in range(0, 3 ** min(len(queries), 4), 5):
                    errors = [factor * E * (seed // 3 ** (k % 4) % 3 - 1) for k in range(len(queries))]
                    answers = [a + error for a, error in zip(true_answers(queries, d), errors, strict=True)]
                    found = reconstruct(Transcript(queries, answers, E))
                    require(d in found.candidates, f"d = {d}, E = {E}, errors {errors}: it was ruled out")


@claim.instances(
    "one person, answers 0 for nobody and 2 for the person: no database is within 1/2 of both",
    mutants={"a bound of 1": {"bound": 1}},
)
def none_fits(bound=Fraction(1, 2)):
    require(not reconstruct(Transcript(subset_queries(n=1), [0, 2], bound)), "a database fits")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
