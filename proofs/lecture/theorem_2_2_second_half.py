"""Theorem 2.2, the last line of its proof: the second half is about the people whose bit is 1.

Printed is I_0 both times, which would bound the differences where d is 0 twice, and nowhere else.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript, subset_queries, true_answers
from exactdp.surveys.reconstruction import reconstruct

claim = Claim(
    id="lecture.theorem-2-2.second-half",
    title="the symmetric argument is about I_1",
    section="2",
    position=60,
    statement=(
        "A database c that fits differs from d in at most 2E places of I_1 = {i : d_i = 1}. The bound on I_0 says "
        "nothing about I_1: where d is all ones, I_0 is empty, and c can differ from d in 2E places."
    ),
    latex=r"|\{i \in I_1 : c_i \ne d_i\}| = \sum_{i \in I_1} (d_i - c_i) \le 2E",
    domain="databases of any length, all E ≥ 0, all answers within E",
    verdict="corrected",
    scope="all databases, answers and E",
    printed="a symmetric argument states that c and d differ by at most 2E entries for I_0, for the second time",
    slip="print",
)


@claim.counterexample(
    "d = 11 and E = 1/2: the answers |S| - 1/2 for S not empty also fit 01. The two differ in 1 place and in none of "
    "I_0, so that I_0 twice would give 0 in all",
    mutants={"d = 00, where I_0 is everything": {"d": (0, 0), "shift": 1}},
)
def both_times_zero(d=(1, 1), shift=-1):
    queries = subset_queries(n=2)
    answers = [a + Fraction(shift * int(any(S)), 2) for a, S in zip(true_answers(queries, d), queries, strict=True)]
    found = reconstruct(Transcript(queries, answers, Fraction(1, 2)))
    require(d in found.candidates, f"{d} does not fit")
    differing = [sum(c[i] != d[i] for i in range(2) if d[i] == 0) for c in found.candidates]
    total = [sum(c[i] != d[i] for i in range(2)) for c in found.candidates]
    require(any(2 * zeros < all_ for zeros, all_ in zip(differing, total, strict=True)), "I_0 twice bounds them all")


@claim.proof(
    "with r the answer on I_1: Σd - r ≤ E and r - Σc ≤ E give Σ(d-c) ≤ 2E",
    mutants={"Σ(d-c) ≤ E": {"factor": 1}},
)
def on_the_ones(factor=2):
    given = Assumed(
        "c d r E",
        lambda *_: {},
        lambda c, d, r, E: {"E-(d-r)": E - (d - r), "E-(r-c)": E - (r - c)},
        witness=[Fraction(1), Fraction(2), Fraction(3, 2), Fraction(1)],
    )
    signs(given, lambda known, c, d, r, E: [(factor * E - (d - c), known["E-(d-r)"] + known["E-(r-c)"])], strict=False)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
