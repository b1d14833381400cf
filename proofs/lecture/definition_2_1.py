"""Definition 2.1: which errors are blatantly non-private, if all subsets may be asked.

Theorem 2.2 leaves 4E wrong bits. And two databases that differ in min(n, 2⌊2E⌋) places fit the same answers, so that
any output is wrong about one of them in at least half as many: an error of c·n leaves a share of the bits in doubt.
"""

from fractions import Fraction
from math import floor

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.surveys.queries import distance
from exactdp.surveys.reconstruction import worst_case_of_all_subsets

claim = Claim(
    id="lecture.definition-2-1",
    title="blatantly non-private, and the errors that are",
    section="2",
    position=30,
    statement=(
        "The definition is about a sequence of databases that grow, for a single length o(n) says nothing; and the "
        "adversary must succeed for every true database. Where all subsets may be asked, answers with an error up to "
        "E are blatantly non-private if E = o(n). If the curator chooses the errors, E ≥ 1/2, every output is wrong "
        "in at least min(n/2, ⌊2E⌋) ≥ min(n/2, E) bits for one of two databases, so for E = c·n, c > 0, they are not."
    ),
    latex=r"\min(n/2, \lfloor 2E \rfloor) \le \text{wrong bits of the best output} \le 4E",
    domain="databases of any length, all E ≥ 0",
    verdict="proved",
    scope="all lengths, errors and outputs",
    uses=("lecture.theorem-2-2", "lecture.theorem-2-2.sharp"),
)


@claim.proof(
    "an output that is x bits from one database and y from another, which differ in w ≤ x + y bits, is wrong in at "
    "least M = max(x, y) ≥ w/2 for one of them; and t = ⌊2E⌋ ≥ E where t ≥ 1, as 2E < t + 1",
    mutants={"at least w": {"half": 1}, "⌊2E⌋ ≥ 2E": {"times": 2}},
)
def one_of_two(half=2, times=1):
    given = Assumed(
        "x y w M t E",
        lambda *bases: {"t+1-2E": bases[4] + 1 - 2 * bases[5]},
        lambda x, y, w, M, t, E: {"M-x": M - x, "M-y": M - y, "x+y-w": x + y - w, "t-1": t - 1},
        witness=[Fraction(1), Fraction(1), Fraction(2), Fraction(1), Fraction(1), Fraction(1, 2)],
    )

    def body(known, x, y, *rest):
        w, M, t, E = rest
        yield half * M - w, known["M-x"] + known["M-y"] + known["x+y-w"]
        yield 2 * (t - times * E), known["t+1-2E"] + known["t-1"]

    signs(given, body, strict=False)


@claim.instances(
    "the two databases of the closed form: every output on the way between them is wrong about one of them in at least "
    "min(n/2, ⌊2E⌋) bits",
    mutants={"at least 2⌊2E⌋": {"factor": 2}},
)
def outputs(factor=1):
    for n in (1, 2, 5, 12, 100):
        for E in map(Fraction, ("1/2", "1", "7/3", "25")):
            c, d = worst_case_of_all_subsets(n=n, error=E).databases
            for cut in range(n + 1):
                g = c[:cut] + d[cut:]
                worst = max(distance(g, c), distance(g, d))
                require(worst >= min(Fraction(n, 2), factor * floor(2 * E)), f"n = {n}, E = {E}: {worst} wrong bits")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
