"""Section 1.1: where 4E² wrong bits can occur on the Hadamard queries, and where there are always fewer.

T = 2E whole. For T² wrong bits every row must map v to ±T, so each entry of v is T/k times a whole number; that is ±1
only if T divides k, a power of two. Powers of (1, 1, 1, -1) then attain it. For T = 6 this excludes 36, and w odd means
odd values, so at most 5 and w ≤ 25: there are at most 34 wrong bits.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, require
from exactdp.commands.cli import main
from exactdp.surveys.queries import Transcript, hadamard_queries, hadamard_transform
from exactdp.surveys.reconstruction import WorstCase, worst_case

claim = Claim(
    id="dwork2013.section-1-1.exact",
    title="when 4E² is attained",
    section="1.1",
    position=80,
    statement=(
        "On the Hadamard queries, k a power of two, a database that fits can have 4E² wrong bits exactly if 2E is a "
        "power of two and 4E² ≤ k. So for E = 1 the 124 of 128 and 252 of 256 are exact for consistent databases. For "
        "E = 3 there are at most 34 wrong bits, so that at least 94 of 128 and 222 of 256 are right, two more than "
        "printed; 28 wrong bits do occur."
    ),
    latex=r"T = 2E = 2^a,\; T^2 \le k: \quad v = (1,1,1,-1)^{\otimes a}, \quad |H v| = T",
    domain="k a power of two up to 256, T = 2E whole",
    verdict="verified",
    scope="T = 1, 2, 4, 8 attained, k ≤ 256; T = 3, 5, 6, 7, 9, 10 excluded; the exact worst case for k = 8",
    uses=("dwork2013.section-1-1.bound", "dwork2013.section-1-1.examples"),
)

LARGE = "-00-00-00-00--0000--0+0+-0-+0+000-00-0-00-++0++0-000-++000+0000-"
"""A difference of two databases that 64 and more Hadamard queries map to at most 6."""


def power(a):
    """The a-th tensor power of (1, 1, 1, -1)."""
    return [1] if a == 0 else [x * y for x in power(a - 1) for y in (1, 1, 1, -1)]


@claim.instances(
    "the a-th power has 4^a entries ±1, and the k queries, k ≥ 4^a, map it to ±2^a",
    mutants={"of (1, 1, -1, -1)": {"last": -1}},
)
def attained(last=1):
    for a in range(4):
        v = power(a)
        if last == -1:
            v = [x * (-1) ** (j // 2 % 2) * (-1) ** (j % 4 == 3) for j, x in enumerate(v)]
        for k in (4**a, 2 * 4**a, 256):
            entries = [Fraction(x) for x in v] + [Fraction(0)] * (k - len(v))
            values = set(map(abs, hadamard_transform(entries)))
            require(values == {2**a}, f"a = {a}, k = {k}: the values are {sorted(values)}")


@claim.instances(
    "T whole, no power of two: no multiple of T/k by a whole number is 1, for k up to 2^20; so T² is excluded",
    mutants={"T = 4": {"sizes": (3, 4)}},
)
def excluded(sizes=(3, 5, 6, 7, 9, 10)):
    for T in sizes:
        for m in range(21):
            require(2**m % T != 0, f"T = {T} divides 2^{m}")


@claim.instances(
    "T = 6: an odd number w of wrong bits makes all k values odd, at most 5, so k·w ≤ k·25; of the numbers up to 36 "
    "only those up to 25 and the even ones remain, and 36 is excluded: at most 34",
    mutants={"36 not excluded": {"flat": False}, "values up to 6 for odd w": {"odd": 6}},
)
def at_most_34(flat=True, odd=5):
    for v in product((-1, 0, 1), repeat=4):
        values = hadamard_transform([Fraction(x) for x in v])
        require(all((value - sum(map(abs, v))) % 2 == 0 for value in values), f"v = {v}: the parities differ")
    possible = [w for w in range(37) if w <= (odd**2 if w % 2 else 36) and not (flat and w == 36)]
    require(max(possible) == 34, f"{max(possible)} wrong bits are possible")


@claim.instances(
    "two databases that differ in 28 bits fit the same answers of 128 and of 256 queries with errors up to 3",
    mutants={"errors up to 5/2": {"E": Fraction(5, 2)}},
)
def twenty_eight(E=Fraction(3)):
    v = ["-0+".index(sign) - 1 for sign in LARGE]
    require(sum(map(abs, v)) == 28, "they differ in another number of bits")
    for k in (128, 256):
        queries = hadamard_queries(k)
        entries = v + [0] * (k - len(v))
        pair = tuple(int(x > 0) for x in entries), tuple(int(x < 0) for x in entries)
        answers = WorstCase(E, pair, 28, 34, "").answers(queries)
        require(all(map(Transcript(queries, answers, E).admits, pair)), f"k = {k}: they don't fit the same answers")


@claim.instances(
    "the exact worst case of the library: 4E² for 2E = 1 and 2, and 5 for 2E = 3",
    mutants={"9 for 2E = 3": {"three": 9}},
)
def by_search(three=5):
    for E, wrong in ((Fraction(1, 2), 1), (Fraction(1), 4), (Fraction(3, 2), three)):
        found = worst_case(hadamard_queries(8), E)
        require(bool(found) and found.wrong == wrong, f"E = {E}: {found.wrong} wrong bits")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
