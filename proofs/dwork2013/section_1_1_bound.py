"""Section 1.1: errors up to E, and at least k - 4E² correct bits. Which counting queries make it so.

Query y counts the people whose bit agrees with row y of a Hadamard matrix: bit 1 where the row has 1, bit 0 where it
has -1. That is a count of a predicate of person and bit; less the known number of -1 it is the row times the bits. For
two databases that fit the answers, v = c - d has |H·v| ≤ 2E in every row; and the squares of H·v sum to k times v's.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.surveys.queries import hadamard_queries, hadamard_transform
from exactdp.surveys.reconstruction import spectral_bound, worst_case

claim = Claim(
    id="dwork2013.section-1-1.bound",
    title="at least k - 4E² correct bits",
    section="1.1",
    position=60,
    statement=(
        "For k a power of two there are k counting queries such that, if every answer is off by at most E, a database "
        "that fits them has at most 4E² wrong bits among the k. The counts must be of people whose bit agrees with a "
        "pattern of both values. Any k people are served by fewer than 2k such queries."
    ),
    latex=r"k\,|\{x : c_x \ne d_x\}| = \sum_y \Big(\sum_x H_{yx}(c_x - d_x)\Big)^2 \le k\,(2E)^2",
    domain="k = 1, 2, 4, …, all databases of k bits, all E ≥ 0",
    verdict="proved",
    scope="all powers of two, databases and E; the exact worst case for k up to 8",
)


@claim.proof(
    "the step from k to 2k: H_2k(a, b) = (H_k·a + H_k·b, H_k·a - H_k·b), and (p+q)² + (p-q)² = 2(p² + q²), so that the "
    "squares sum to 2k(Σa² + Σb²) if they do to k·Σ for k; and k = 1 is v² = v²",
    mutants={"(p+q)² - (p-q)²": {"sign": -1}, "k·Σ for 2k": {"factor": 1}},
)
def squares(sign=1, factor=2):
    identity("p q", lambda p, q: [((p + q) ** 2 + sign * (p - q) ** 2, factor * (p**2 + q**2))])


@claim.proof(
    "two answers within E of one are within 2E of each other; and k·w ≤ k·4E² gives w ≤ 4E²",
    mutants={"within E": {"factor": 1}},
)
def within(factor=2):
    given = Assumed(
        "c d r E",
        lambda *_: {},
        lambda c, d, r, E: {"E-(c-r)": E - (c - r), "E-(r-d)": E - (r - d)},
        witness=[Fraction(1), Fraction(0), Fraction(1, 2), Fraction(1)],
    )
    signs(given, lambda known, c, d, r, E: [(factor * E - (c - d), known["E-(c-r)"] + known["E-(r-d)"])], strict=False)


@claim.instances(
    "a count of agreements is the row times the bits and the number of -1; the transform of the library has the rows",
    mutants={"the number of 1": {"known": 1}},
)
def agreements(known=-1):
    for k in (1, 2, 4, 8):
        rows = hadamard_queries(k)
        for d in product((0, 1), repeat=k):
            values = hadamard_transform([Fraction(bit) for bit in d])
            for row, value in zip(rows, values, strict=True):
                count = sum((weight == 1) == (bit == 1) for weight, bit in zip(row, d, strict=True))
                require(count == value + row.count(known), f"k = {k}, d = {d}: {count} people agree")


@claim.instances(
    "the exact worst case over all answers is at most 4E², k ≤ 8; and for k people, no power of two, with the first k "
    "columns of the next one",
    mutants={"at most 2E²": {"factor": 2}},
)
def exact_worst_case(factor=4):
    for k in (1, 2, 4, 8):
        for E in map(Fraction, ("0", "1/2", "1", "3/2")):
            found = worst_case(hadamard_queries(k), E)
            require(bool(found), f"k = {k}, E = {E}: not decided")
            require(found.wrong <= factor * E**2, f"k = {k}, E = {E}: {found.wrong} wrong bits")
    for k in (3, 5, 6, 7):
        rows = [row[:k] for row in hadamard_queries(8)]
        require(spectral_bound(rows, 1).wrong <= factor, f"k = {k}: more than 4E² bits")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
