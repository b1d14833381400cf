"""Section 1.1: that noise of magnitude above √k protects, and satisfies differential privacy.

What is right: at E = √k/2 the bound k - 4E² is 0, and for k = 4^m two opposite databases do fit the same answers. What
is not: errors that never exceed E < k/2 are not differentially private for any ε. An answer r that is possible for the
database of zeros is then possible, bit by bit, for that of ones; so |r| ≤ E and |r - k| ≤ E, and k ≤ 2E.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level
from exactdp.surveys.queries import Transcript, hadamard_queries
from exactdp.surveys.reconstruction import worst_case

claim = Claim(
    id="dwork2013.section-1-1.right-answer",
    title="noise of magnitude √k",
    section="1.1",
    position=100,
    statement=(
        "For k = 4^m and errors up to E = √k/2 the k Hadamard queries do not tell all bits of a database from their "
        "opposites, so that √k is the right order against this attack. But if the errors are bounded by E, and one "
        "query counts all k bits, the answers are ε-differentially private for some ε only if E ≥ k/2. Errors of "
        "typical size √k can be so only in the relaxed sense of section 2.4, and are then not bounded."
    ),
    latex=r"P_{0}(r) > 0 \implies P_{1}(r) \ge \alpha^k P_{0}(r) > 0 \implies k \le |r| + |k - r| \le 2E",
    domain="k ≥ 1, E ≥ 0, 0 < α ≤ 1, all mechanisms with errors up to E",
    verdict="corrected",
    scope="all k, E, α and mechanisms; opposite databases for k = 4 and 16",
    printed="noise of magnitude E > √k, correctly generated, is protective (and satisfies differential privacy)",
    slip="statement",
    uses=("dwork2013.section-1-1.bound",),
)


def uniform_noise(k, E):
    """The count of k bits and a uniform whole error from -E to E, responses -E..k+E."""
    width = 2 * E + 1
    return Mechanism([[Fraction(int(i <= r <= i + 2 * E), width) for r in range(k + width)] for i in range(k + 1)])


@claim.counterexample(
    "k = 16 and E = 5 > √16: the count with a uniform error from -5 to 5 has level 0, no ε",
    mutants={"nobody": {"k": 0}},
)
def bounded_noise(k=16, E=5):
    require(k < E**2, f"E = {E} is not above √{k}")
    require(level(uniform_noise(k, E)).alpha == 0, "some ε will do")


@claim.counterexample(
    "of other mechanisms with errors up to 1 on k = 3 bits, all with whole answers and probabilities in quarters that "
    "do not depend on more than the count, none has a level above 0; for k = 2 = 2E one has",
    mutants={"k = 2": {"k": 2}},
)
def no_bounded_noise(k=3):
    parts = [(a, b, 4 - a - b) for a in range(5) for b in range(5 - a)]
    found = [[]]
    for i in range(k + 1):
        row = [[Fraction(0)] * i + [Fraction(x, 4) for x in part] + [Fraction(0)] * (k - i) for part in parts]
        # Only rows with the same zeros as the last can follow it at a level above 0.
        found = [
            [*rows, new]
            for rows in found
            for new in row
            if not rows or all((x == 0) == (y == 0) for x, y in zip(rows[-1], new, strict=True))
        ]
    require(not found, f"{len(found)} mechanisms have a level above 0")


@claim.proof(
    "an answer within E of 0 and of k: 2E - k = (E - r) + (E - (k - r)), and a level α > 0 keeps it possible along "
    "the k changes of one bit, as α^k·P > 0",
    mutants={"E ≥ k": {"factor": 1}},
)
def both_ends(factor=2):
    given = Assumed(
        "r k E",
        lambda *_: {},
        lambda r, k, E: {"E-r": E - r, "E-(k-r)": E - (k - r)},
        witness=[Fraction(1), Fraction(2), Fraction(1)],
    )
    signs(given, lambda known, r, k, E: [(factor * E - k, known["E-r"] + known["E-(k-r)"])], strict=False)
    positive = Assumed("a P", lambda a, P: {"α": a, "P": P}, witness=[Fraction(1, 2), Fraction(1, 2)])
    signs(positive, lambda known, a, P: [(a * P, known["α"] * known["P"])])


@claim.instances(
    "k = 4 and 16, E = √k/2: two opposite databases fit the same answers",
    mutants={"E = √k/2 - 1/8": {"less": Fraction(1, 8)}},
)
def opposite(less=Fraction(0)):
    for k, E in ((4, Fraction(1)), (16, Fraction(2))):
        queries = hadamard_queries(k)
        found = worst_case(queries, E - less)
        require(found.wrong == k, f"k = {k}: they differ in {found.wrong} bits")
        require(all(map(Transcript(queries, found.answers(queries), E).admits, found.databases)), f"k = {k}: no fit")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
