"""Theorem 2.3: with order n subset queries, errors of order √n. True for o(√n), false for O(√n).

True: take the rows of a Hadamard matrix, k the power of two with n ≤ k < 2n, restricted to n columns. Let v = c-d, v_0
its first entry, s = Σv, h_y the value of row y. The subset query of row y has (s+h_y)/2. The squares of all k sum to
(k/4)·(Σv_x² + 2s·v_0 + s²) ≥ (k/4)·(Σv_x² - 1), and to at most k·(2E)². So c-d has at most 16E² + 1 entries.
False: half of all 2^n databases have answers whose deviations from |S|/2 are small on average. By these, rounded to
multiples of B = 6√n, they fall into so few classes that two of one class differ in n/8 bits, and E = B/2.
"""

from fractions import Fraction
from math import comb, isqrt

from flint import fmpz_poly

from exactdp.claims import Assumed, Claim, require, signs, square
from exactdp.commands.cli import main
from exactdp.surveys.queries import hadamard_queries
from exactdp.surveys.reconstruction import worst_case

claim = Claim(
    id="lecture.theorem-2-3",
    title="order n subset queries and errors of order √n",
    section="2",
    position=90,
    statement=(
        "With fewer than 2n subset queries, and errors up to E, every consistent database has at most 16E² + 1 wrong "
        "bits: o(n) if E = o(√n). With E = 3√n it fails: whatever n subset queries are asked, n ≥ 11, two databases "
        "that differ in n/8 bits fit the same answers, so that every output is wrong in n/16 bits for one of them."
    ),
    latex=r"E = o(\sqrt n) \implies |\{i : c_i \ne d_i\}| \le 16 E^2 + 1 = o(n)",
    domain="databases of any length, all E ≥ 0",
    verdict="corrected",
    scope="all lengths and E; the failure for all sets of n queries, n ≥ 11",
    printed="with Θ(n) subset queries, any algorithm that adds noise with a bound E = O(√n) is blatantly non-private",
    slip="statement",
)


@claim.counterexample(
    "Σ(q·x-|q|/2)² ≤ n·n/2 for at least half of all x, for its mean is at most n·n/4; a nearest multiple z·B "
    "has z² ≤ 4·(deviation/B)², so Σz² ≤ n/18. For q = 1/32 and x = 1/7 the number of such z times that of the "
    "databases less than n/8 from one is at most (θ(q)·q^(-1/18)·(1+x)·x^(-1/8))^n, and that is below 2^(n-1)",
    mutants={"E = √n/2": {"width": 1}, "n/2 bits": {"share": 2}, "ten times as many queries": {"queries": 10}},
)
def every_set_of_queries(width=6, share=8, queries=1):
    # B = width·√n and E = B/2; Σz² ≤ 4·(queries·n·n/2)/B² = n·queries·2/width².
    q, x = Fraction(1, 32), Fraction(1, 7)
    # θ(q) = Σ q^(z²) over all whole z is less.
    theta = 1 + 2 * q + 2 * q**4 / (1 - q)
    radius = Fraction(2 * queries, width**2)
    power = 72
    base = (theta**queries * (1 + x)) ** power / (q ** int(radius * power) * x ** (power // share))
    # From the n-th power, below 2^(n-1) for n ≥ 11: (2^72/base)^11 ≥ 2^72.
    require((2**power / base) ** 11 >= 2**power, "there are as many classes as half of the databases have room for")


@claim.counterexample(
    "the same by counting, for n = 64 and 256: the coefficients of θ(q)^n up to n/18 are the vectors z, and binomial "
    "coefficients the databases near one",
    mutants={"n/3 bits": {"share": 3}},
    sizes=(64, 256, 1024, 4096),
)
def by_counting(share=8, sizes=(64, 256)):
    for n in sizes:
        radius = n // 18
        squares = fmpz_poly([1] + [2 * int(isqrt(j) ** 2 == j) for j in range(1, radius + 1)])
        power, left, factor = fmpz_poly([1]), n, squares
        while left:
            if left % 2:
                power = fmpz_poly((power * factor).coeffs()[: radius + 1])
            factor = fmpz_poly((factor * factor).coeffs()[: radius + 1])
            left //= 2
        classes = sum(int(c) for c in power.coeffs())
        near = sum(comb(n, j) for j in range(-(-n // share)))
        require(classes * near < 2 ** (n - 1), f"n = {n}: two of one class may differ in fewer bits")


@claim.instances(
    "a rounded deviation: the nearest whole number z of t has |z| ≤ 2|t|, and two with the same are at most 1 apart",
    mutants={"|z| ≤ |t|": {"factor": 1}},
)
def rounding(factor=2):
    points = [Fraction(j, 12) for j in range(-40, 41)]
    nearest = {t: (t + Fraction(1, 2)).__floor__() if t >= 0 else -((-t + Fraction(1, 2)).__floor__()) for t in points}
    for t, z in nearest.items():
        require(abs(z) <= factor * abs(t), f"{t} is rounded to {z}")
        require(all(abs(t - u) <= 1 for u, other in nearest.items() if other == z), f"{t} is far from another")


@claim.proof(
    "the sum of squares: with w = Σv_x², w + 2s·v_0 + s² = (w - v_0²) + (s + v_0)², and v_0² ≤ 1; so (k/4)·(w-1) ≤ "
    "k·(2E)² gives w ≤ 16E² + 1",
    mutants={"2s·v_0 of the other sign": {"sign": -1}, "8E² + 1": {"factor": 8}},
)
def sum_of_squares(sign=1, factor=16):
    given = Assumed(
        "w s v E",
        lambda *_: {},
        lambda w, s, v, E: {"1-v²": 1 - v**2, "sum": 16 * E**2 - (w + 2 * s * v + s**2)},
        witness=[Fraction(1), Fraction(0), Fraction(1), Fraction(1)],
    )

    def body(known, w, s, v, E):
        yield factor * E**2 + 1 - w, known["sum"] + known["1-v²"] + square(s + sign * v)

    signs(given, body, strict=False)


@claim.instances(
    "the subset queries of Hadamard rows on n columns: the sum of the squares is (k/4)·(w + 2s·v_0 + s²), for all v",
    mutants={"without 2s·v_0": {"mixed": 0}, "k/2": {"part": 2}},
)
def parseval(mixed=2, part=4):
    for n, k in ((1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (6, 8)):
        rows = [row[:n] for row in hadamard_queries(k, subsets=True)]
        for number in range(3**n):
            v = [number // 3**j % 3 - 1 for j in range(n)]
            total = sum(sum(a * b for a, b in zip(row, v, strict=True)) ** 2 for row in rows)
            w, s = sum(map(abs, v)), sum(v)
            require(part * total == k * (w + mixed * s * v[0] + s * s), f"n = {n}, v = {v}: the sum is {total}")


@claim.instances(
    "the exact worst case of these queries: 16E² + 1 = 5 for E = 1/2 and n = 8 and 16, and 16 = n for n = 16 and E = 1 "
    "= √n/4, where two opposite databases fit the same answers",
    mutants={"16E²": {"more": 0}},
)
def attained(more=1):
    for n in (8, 16):
        found = worst_case(hadamard_queries(n, subsets=True), "1/2")
        require(bool(found) and found.wrong == 4 + more, f"n = {n}: {found.wrong} wrong bits")
    require(worst_case(hadamard_queries(16, subsets=True), 1).wrong == 16, "n = 16: not all bits")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
