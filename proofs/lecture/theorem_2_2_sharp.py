"""Theorem 2.2, made exact: how many wrong bits a consistent database has at worst.

c and d fit the same answers exactly where Σ_S c and Σ_S d never differ by more than 2E: the midpoints are such answers.
If c-d has p entries 1 and m entries -1, its sums over subsets run from -m to p. So p and m are any numbers up to 2E.
"""

from fractions import Fraction
from itertools import product
from math import floor

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript, distance, subset_queries, true_answers
from exactdp.surveys.reconstruction import worst_case, worst_case_of_all_subsets

claim = Claim(
    id="lecture.theorem-2-2.sharp",
    title="the exact number of wrong bits",
    section="2",
    position=70,
    statement=(
        "Over all databases of n bits and all answers within E, the largest number of wrong bits of a database that "
        "fits is exactly min(n, 2⌊2E⌋). So 4E is attained where 2E is whole and n ≥ 4E, and for E < 1/2 there is no "
        "wrong bit at all. If the curator answers in whole numbers, it is min(n, 4⌊E⌋): errors below 1 are then none."
    ),
    latex=r"\max |\{i : c_i \ne d_i\}| = \min(n, 2 \lfloor 2E \rfloor)",
    domain="databases of any length, all E ≥ 0",
    verdict="proved",
    scope="all lengths and E; by definition for up to 4 people, by search for up to 8",
    uses=("lecture.theorem-2-2",),
)


@claim.proof(
    "if two databases fit one answer r, their counts differ by at most 2E; the midpoint of two counts is half their "
    "difference from each, so it is within E of both if they differ by at most 2E",
    mutants={"E is enough": {"factor": 1}, "a third of the way": {"share": Fraction(1, 3)}},
)
def midpoints(factor=2, share=Fraction(1, 2)):
    given = Assumed(
        "c d r E",
        lambda *_: {},
        lambda c, d, r, E: {"E-(c-r)": E - (c - r), "E-(r-d)": E - (r - d)},
        witness=[Fraction(1), Fraction(0), Fraction(1, 2), Fraction(1)],
    )
    signs(given, lambda known, c, d, r, E: [(factor * E - (c - d), known["E-(c-r)"] + known["E-(r-d)"])], strict=False)
    identity("c d", lambda c, d: [(2 * (c - (c + share * (d - c))), c - d), (2 * (c + share * (d - c) - d), c - d)])


@claim.instances(
    "a sum of entries 1, -1, 0 over a subset is at most the number of the 1, at least minus that of the -1, and "
    "takes both values",
    mutants={"at most all that are not 0": {"counted": (1, -1)}},
)
def subset_sums(counted=(1,)):
    for n in range(1, 6):
        for v in product((-1, 0, 1), repeat=n):
            sums = {sum(x for x, s in zip(v, S, strict=True) if s) for S in subset_queries(n=n)}
            require(max(sums) == sum(1 for x in v if x in counted), f"v = {v}: the largest sum is {max(sums)}")
            require(min(sums) == -v.count(-1), f"v = {v}: the least sum is {min(sums)}")


def fit_together(c, d, E, whole):
    """Whether some answers, whole numbers if so asked, are within E of the true ones of both."""
    queries = subset_queries(n=len(c))
    for a, b in zip(true_answers(queries, c), true_answers(queries, d), strict=True):
        low, high = max(a, b) - E, min(a, b) + E
        if low > high or (whole and -floor(-low) > high):
            return False
    return True


@claim.instances(
    "by definition, for up to 4 people: over all pairs of databases",
    mutants={"4E rounded down": {"bound": lambda E: floor(4 * E)}, "whole answers change nothing": {"whole": False}},
)
def by_definition(bound=lambda E: 2 * floor(2 * E), whole=True):
    for n in range(1, 5):
        databases = list(product((0, 1), repeat=n))
        for E in map(Fraction, ("0", "1/3", "1/2", "3/4", "1", "3/2")):
            most = max(distance(c, d) for c in databases for d in databases if fit_together(c, d, E, False))
            require(most == min(n, bound(E)), f"n = {n}, E = {E}: {most} wrong bits")
            most = max(distance(c, d) for c in databases for d in databases if fit_together(c, d, E, whole))
            require(most == min(n, 4 * floor(E)), f"n = {n}, E = {E}, whole answers: {most} wrong bits")


@claim.instances(
    "by the library's search for up to 7 people, the two databases checked against the midpoints; the closed form for "
    "10,000 people",
    mutants={"⌊2E⌋ bits in all": {"ways": 1}},
    largest=9,
)
def by_search(ways=2, largest=7):
    for n in range(1, largest + 1):
        queries = subset_queries(n=n)
        for E in map(Fraction, ("1/4", "1/2", "1", "5/4", "3/2")):
            found = worst_case(queries, E)
            require(bool(found), f"n = {n}, E = {E}: not decided")
            require(found.wrong == min(n, ways * floor(2 * E)), f"n = {n}, E = {E}: {found.wrong} wrong bits")
            seen = Transcript(queries, found.answers(queries), E)
            require(all(map(seen.admits, found.databases)), f"n = {n}, E = {E}: the two don't fit together")
    require(worst_case_of_all_subsets(n=10_000, error=700).wrong == ways * 1400, "n = 10,000")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
