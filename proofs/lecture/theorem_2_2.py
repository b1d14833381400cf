"""Theorem 2.2: all subset queries with errors up to E leave at most 4E wrong bits.

On the people whose bit is 0 in truth a candidate c is wrong where it has a 1, so in Σc places; both Σc and Σd = 0 are
within E of the one answer, so Σc ≤ 2E. The people whose bit is 1 are the same with 1-c and 1-d.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript, distance, subset_queries, true_answers
from exactdp.surveys.reconstruction import reconstruct

claim = Claim(
    id="lecture.theorem-2-2",
    title="all subset queries, all but 4E positions",
    section="2",
    position=40,
    statement=(
        "If every subset query is answered with an error of at most E, any database c that is within E of all answers "
        "differs from the true d in at most 4E places: in at most 2E of those where d is 0, and in at most 2E of those "
        "where d is 1. The answers may be any numbers, chosen with knowledge of d."
    ),
    latex=r"|\{i : c_i \ne d_i\}| \le 4E",
    domain="databases of any length, all E ≥ 0, all answers within E",
    verdict="proved",
    scope="all databases, answers and E; the attack itself for up to 5 people",
    uses=("lecture.theorem-2-2.not-ruled-out",),
)


@claim.proof(
    "on the places where d is 0: with r the answer there, Σc - r ≤ E and r - Σd ≤ E, so c has at most 2E ones more "
    "than d; on the places where d is 1, likewise with r - Σc ≤ E and Σd - r ≤ E; together 4E",
    mutants={"E in place of 2E": {"factor": 1}, "2E in all": {"both": 2}},
)
def triangle(factor=2, both=4):
    given = Assumed(
        "c z d e r s E",
        lambda *_: {},
        lambda c, z, d, e, r, s, E: {
            # In the first half c and z = Σd, in the second d and e = Σd there.
            "E-(c-r)": E - (c - r),
            "E-(r-z)": E - (r - z),
            "E-(s-d)": E - (s - d),
            "E-(e-s)": E - (e - s),
        },
        witness=[Fraction(1), Fraction(0), Fraction(1), Fraction(2), Fraction(1, 2), Fraction(3, 2), Fraction(1)],
    )

    def body(known, c, z, *rest):
        d, e, _, _, E = rest
        first, second = known["E-(c-r)"] + known["E-(r-z)"], known["E-(s-d)"] + known["E-(e-s)"]
        yield factor * E - (c - z), first
        yield factor * E - (e - d), second
        yield both * E - ((c - z) + (e - d)), first + second

    signs(given, body, strict=False)


@claim.instances(
    "where d is 0 the number of differences is Σ(c-d), where d is 1 it is Σ(d-c): place by place",
    mutants={"the same sign in both": {"sign": 1}},
)
def place_by_place(sign=-1):
    for c in (0, 1):
        require(int(c != 0) == c - 0, f"c = {c} where d is 0")
        require(int(c != 1) == sign * (c - 1), f"c = {c} where d is 1")


@claim.instances(
    "the attack in full: for every database of up to 4 people and answers off by ±E and by E, 0, -E in turn, every "
    "database that fits has at most 4E wrong bits",
    mutants={"at most 2E": {"factor": 2}},
    largest=5,
)
def in_full(factor=4, largest=4):
    for n in range(1, largest + 1):
        queries = subset_queries(n=n)
        for number in range(2**n):
            d = tuple(number >> j & 1 for j in range(n))
            true = true_answers(queries, d)
            for E in map(Fraction, ("1/4", "1/2", "1")):
                for pattern in (lambda k: 1 - 2 * (k % 2), lambda k: 1 - k % 3, lambda k: 1 - k.bit_count() % 3):
                    answers = [a + E * pattern(k) for k, a in enumerate(true)]
                    found = reconstruct(Transcript(queries, answers, E))
                    require(d in found.candidates, f"d = {d} was ruled out")
                    most = max(distance(c, d) for c in found.candidates)
                    require(most <= factor * E, f"d = {d}, E = {E}: a database that fits has {most} wrong bits")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
