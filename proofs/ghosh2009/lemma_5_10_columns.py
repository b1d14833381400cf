"""Lemma 5.10 for every deterministic map: a column depends on the least and the largest response sent to it alone.

Column j of G is α^|i-j| times a number. From row i to row i+1 a summand with j > i grows by 1/α, one with j ≤ i shrinks
by α. So the sum over any set of j reads ↑ above the least of them, ↓ from the largest on, and S between, whether the
set is an interval or not; and Z where no j is sent. Counting the columns then tells which maps have s = z: those that
send nothing but intervals, as Lemma 5.11 uses them.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    number,
    positive_number,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.lemma-5.10.columns",
    title="all columns of a deterministic map of G",
    section="5",
    position=118,
    statement=(
        "Column j of G is (α^j, …, α, 1, α, …, α^(n-j)) over 1+α, times 1-α for 0 < j < n. If a deterministic map "
        "sends to l a set of responses of G with the least element a and the largest b, an interval or not, column l "
        "of C has ↑ in the rows 0 to a-1, S in a to b-1 and ↓ in b to n-1. If it sends none, column l is a Z-column. "
        "So s - z is the sum of b-a+1 over these columns less n+1: it is ≥ 0, and 0 exactly if each set is an interval."
    ),
    latex=r"C(\cdot, l) = \uparrow^{\,a} S^{\,b-a} \downarrow^{\,n-b}, \qquad s - z = \sum_l (b_l - a_l + 1) - (n+1)",
    domain="n ≥ 1, 0 < α < 1, all maps of {0..n} to {0..n}",
    every_n=True,
    verdict="proved",
    scope="all n, α and maps",
    uses=("ghosh2009.lemma-5.10",),
)

STEPS = Domain("n i j", lambda n, i, j: [n - 1, i, n - 1 - i, j, n - j])


@claim.proof(
    "(1+α)·g_ij is α^|i-j|, times 1-α for 0 < j < n: so α^(j-i) in the rows i ≤ j, from α^j down to α^0, and α^(i-j) "
    "in the rows after j, up to α^(n-j)",
    mutants={"1-α in all columns": {"outer": False}, "α^(j-i+1)": {"shift": 1}},
)
def multiples(outer=True, shift=0):
    def pairs(a, n, i, j):
        factor = 1 - a if not outer or (j > 0 and n - j > 0) else number(1)
        power = a ** (j - i + shift) if i <= j else a ** (i - j)
        yield geometric_times_one_plus_alpha(a, n, i, j), factor * power

    identity("a", pairs, Domain("n i j", lambda n, i, j: [n - 1, i, n - i, j, n - j]))


@claim.proof(
    "with c_j = 1 for what is sent to l and 0 otherwise, w_(i+1) - α·w_i is a sum over j, in which j ≤ i brings 0 and "
    "j > i brings c_j times (1-α²)·α^(j-i-1) times the column's factor; w_i - α·w_(i+1) has 0 for j > i, and for j ≤ i "
    "c_j times (1-α²)·α^(i-j) times that",
    mutants={"c_j·(1-α)": {"power": 1}, "j = i brings something to the first": {"first": 0}},
)
def summands(power=2, first=1):
    def pairs(a, n, i, j):
        here, below = (geometric_times_one_plus_alpha(a, n, row, j) for row in (i, i + 1))
        larger = (1 - a**power) * (number(1) if j == 0 or n - j == 0 else 1 - a)
        after = j >= i + first
        rise = larger * a ** (j - i - first) if after else number(0)
        fall = number(0) if after else larger * a ** (i - j)
        # The entry comes last, when it is known whether j is 0 or n.
        c = entry("c", j)
        yield c * below - a * c * here, c * rise
        yield c * here - a * c * below, c * fall

    identity("a", pairs, STEPS)


@claim.proof(
    "so with c_a = 1 for some a ≤ i and c_b = 1 for some b > i both sums are > 0, and C(i, l) = S; if all are > i, the "
    "second is 0, an ↑, and if all are ≤ i, the first is 0, a ↓: a sum of terms ≥ 0 with one > 0 among them",
    mutants={"at α = 1": {"below_one": False}, "c_b = 0": {"sent": False}},
)
def sums(below_one=True, sent=True):
    # p is a power of α, and T what the other terms of the sum bring.
    assumed = Assumed(
        "a p T c",
        lambda a, p, rest, c: {"α": a, "p": p} | ({"1-α": 1 - a} if below_one else {}) | ({"c": c} if sent else {}),
        lambda a, p, rest, c: {"T": rest} | ({} if below_one else {"1-α": 1 - a}) | ({} if sent else {"c": c}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(0), Fraction(1)],
    )

    def positive(given, a, p, rest, c):
        one = given["1-α"] * (positive_number(1) + given["α"]) * given["p"] * given["c"]
        yield c * (1 - a**2) * p + rest, one + given["T"]
        yield c * (1 - a**2) * (1 - a) * p + rest, one * given["1-α"] + given["T"]

    signs(assumed, positive)


@claim.proof(
    "counting: a column with a…b has b-a entries S, so with each such column the sum of b-a+1 less the S entries grows "
    "by 1; with n+1-z columns it is s + n+1-z. A set with least a and largest b has b-a+1 members at most, and "
    "together they have n+1",
    mutants={"b-a+1 entries S": {"more": 1}, "n-z columns": {"columns": 0}},
)
def counting(more=0, columns=1):
    def pairs(k):
        lengths, slack, a, b = entry("lengths", k), entry("s", k), entry("a", k), entry("b", k)
        yield (lengths + b - a + 1) - (slack + b - a + more), (lengths - slack) + 1

    identity("", pairs, Domain("k", lambda k: [k]))
    identity("n s z", lambda n, s, z: [((s + (n + columns - z)) - (n + 1), s - z)])


def expected_column(n, sent):
    """What the statement says of a column, given what is sent to it."""
    if not sent:
        return "Z" * n
    a, b = min(sent), max(sent)
    return "↑" * a + "S" * (b - a) + "↓" * (n - b)


def is_interval(sent):
    """Whether no response is left out between the least and the largest."""
    return not sent or len(sent) == max(sent) - min(sent) + 1


@claim.instances(
    "all maps for n ≤ 3 at two levels: every column of the library's constraint matrix, s - z, and that s = z just for "
    "sets that are intervals, which is just when the mechanism is a vertex",
    mutants={
        "the next to largest for the largest": {"dropped": 1},
        "s = z for all maps": {"always": True},
        "the constraints for α²": {"power": 2},
    },
    largest=4,
)
def all_maps(dropped=0, always=False, power=1, largest=3):
    for n, alpha in product(range(1, largest + 1), map(Fraction, ("1/3", "9/10"))):
        source = geometric(n=n, alpha=alpha)
        for images in product(range(n + 1), repeat=n + 1):
            x = Mechanism((source @ deterministic(images, responses=range(n + 1))).rows)
            found = constraint_matrix(x, alpha**power)
            sets = [[k for k, image in enumerate(images) if image == r] for r in range(n + 1)]
            for r, sent in enumerate(sets):
                column, kept = found.column(r), sent[: len(sent) - dropped] if len(sent) > 1 else sent
                require(column == expected_column(n, kept), f"n = {n}, {images}: column {r} reads {column}")
            lengths = sum(max(sent) - min(sent) + 1 for sent in sets if sent)
            require(found.s - found.z == lengths - (n + 1), f"n = {n}, {images}: s = {found.s}, z = {found.z}")
            intervals = all(map(is_interval, sets))
            require((found.s == found.z) == (intervals or always), f"n = {n}, {images}: s = {found.s}, z = {found.z}")
            require(bool(vertex(x, alpha)) == intervals, f"n = {n}, {images}: a vertex, or none")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
