"""Lemma 5.9, its proof line by line: the base case, the count to the last row, and the contradiction that ends it.

The chain of Corollary 5.7 checks the count by another way: where s = z, row k has exactly k+1-T_k times ↓, T_k being
the number of S entries down to it. What the two halves of the induction assume gives row i-1 + S_(i-1) one ↓ too many,
and row i + S_(i-1) one too few.
"""

from fractions import Fraction

from exactdp.claims import Claim, Domain, identity, require
from exactdp.claims.words import words
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.constraints import constraint_matrix

claim = Claim(
    id="ghosh2009.lemma-5.9.count",
    title="the induction in the proof of Lemma 5.9",
    section="5",
    position=112,
    statement=(
        "Let the rows have the patterns of Lemmas 5.4 to 5.6, s = z, and S_(-1) = 0. In a column ↓ stands below every "
        "↓, and no ↑ below an S. Were C(i-1 + S_(i-1), i) not ↑, row n-1 would have n+1-s times ↓, by Lemma 5.6: all "
        "n+1-z of them. Were C(i + S_(i-1), i) = ↑, row i + S_(i-1) would have i times ↓ and no S, below a row with i "
        "at least. So column i has s_i entries S and then ↓, down to row n-1. Where i + S_(i-1) = n, which is so for i "
        "= n-z alone, there is no such row, and column i is all ↑."
    ),
    latex=r"i + I + (n - i - S_{i-1}) - (s - S_{i-1} - 1 + I) = n + 1 - s",
    domain="n ≥ 1, 0 ≤ i ≤ n-z, all matrices with these patterns",
    every_n=True,
    verdict="corrected",
    scope="the count and the columns' ends for all n, i, s and z; every line for all matrices with n ≤ 4",
    printed=(
        "row n for the last row of C, Lemma 5.5 for the ↓ that each row adds, Corollary 5.8 for Lemma 5.8, rows to n, "
        "and s_i zeros for s_i entries S"
    ),
    slip="proof",
    uses=("ghosh2009.lemma-5.9", "ghosh2009.corollary-5.7.chain"),
)


@claim.counterexample(
    "row n: for n = 1 and G the only row of C is row 0, and it has n+1-s-1 = 1 times ↓, not n+1-s",
    mutants={"the last row": {"row": 0}},
)
def row_n(row=1):
    matrix = constraint_matrix(geometric(n=1, alpha="1/2"), "1/2")
    require(row >= len(matrix.entries), f"there is a row {row}")
    require(matrix.row(0).count("↓") == 1 + 1 - matrix.s - 1, "another number of ↓")


@claim.counterexample(
    "zeros: for n = 1 and the constant answer 0, s_0 = 1, and column 0 of C holds an S and no Z; nor are there zeros "
    "in column 0 of the mechanism",
    mutants={"the constant answer 1": {"answer": 1}},
)
def no_zeros(answer=0):
    x = deterministic([answer, answer], responses=range(2))
    column = constraint_matrix(Mechanism(x.rows), "1/2").column(0)
    require(column == "S" and 0 not in {row[0] for row in x.rows}, f"column 0 reads {column}")


@claim.counterexample(
    "Lemma 5.5 by itself adds no ↓: for n = 2, two rows ↓↑ have its pattern, and neither an S nor one ↓ more; what "
    "says so is Lemma 5.6",
    mutants={"with Lemma 5.6": {"grows": True}},
)
def no_more_down(grows=False):
    found = [rows for rows in matrices(2, 2, grows=grows) if rows[0] == rows[1] == "↓↑"]
    require(found != [], "two such rows are not allowed")


@claim.proof(
    "the ends of columns: let row k have d ↓ and t = 0 or 1 entries S, and the next row e ↓ and u entries S, e + u ≥ "
    "d+1 by Lemma 5.6. Below ↓ stands ↓, and below S no ↑; with ↓, S, ↑ as a², a, 1",
    mutants={"without Lemma 5.6, e + u ≥ d": {"more": 0}, "e ≥ d+1, and so ↓ below S": {"stays": False}},
)
def ends(more=1, stays=True):
    def letter(a, down, slack, c):
        return a**2 if c < down else a if c < down + slack else a**0

    def pairs(a, d, *rest):
        _, e, u, c = rest
        below = letter(a, e, u, c)
        if c < d or c < e:
            yield below, a**2
        else:
            # Column c is d, the S of row k, and e ≤ d leaves only e = d with u = 1.
            yield below, a if stays else a**2

    def bounds(d, t, *rest):
        e, u, c = rest
        # Column c holds ↓ or S in row k.
        return [d, t, 1 - t, e, u, 1 - u, e + u - d - more, c, d + t - 1 - c]

    identity("a", pairs, Domain("d t e u c", bounds))


@claim.proof(
    "the count: from row i-1 + S_(i-1) with i+I times ↓ there are n-i-S_(i-1) rows down to row n-1, and s - S_(i-1) - "
    "1 + I entries S in them, so n+1-s times ↓ in row n-1; by the chain that row has n-s, and row i-1 + S_(i-1), where "
    "T is S_(i-1) + 1 - I, has i-1+I",
    mutants={
        "to row n": {"last": 0},
        "s - S_(i-1) entries S": {"spent": 0},
        "i-1+I times ↓": {"start": -1},
    },
)
def first_half(last=-1, spent=1, start=0):
    # t is S_(i-1), and c the indicator I.
    def pairs(n, i, *others):
        s, t, c = others
        first = i - 1 + t
        rows, left = (n + last) - first, s - t - spent + c
        yield (i + c + start) + rows - left, n + 1 - s
        by_chain = (first + 1) - (t + 1 - c)
        yield (i + c + start) - by_chain, 1 + 0 * n
        yield (n + 1 - s) - ((n - 1) + 1 - s), 1 + 0 * n

    identity("n i s t c", pairs)


@claim.proof(
    "the end: were C(i + S_(i-1), i) = ↑, then with ↓ before it row i + S_(i-1) has i times ↓ and no S; by the chain, "
    "T being S_(i-1), it has i+1. Lemma 5.6 asks for one more than in the row above, which has i at least",
    mutants={"row i-1 + S_(i-1)": {"shift": -1}},
)
def second_half(shift=0):
    identity("i t", lambda i, t: [(((i + t + shift) + 1 - t) - i, 1 + 0 * i)])


def matrices(n, width, *, grows=True):
    """All of n rows that Lemmas 5.4 to 5.6 allow."""
    found = [(word,) for word in words(width)]
    for _ in range(n - 1):
        found = [
            (*rows, word)
            for rows in found
            for word in words(width)
            if not grows or word.count("↓") + word.count("S") > rows[-1].count("↓")
        ]
    return found


def line_by_line(rows, up_to=0, first_row=0):
    """What the proof says of each column, in its order."""
    n, so_far = len(rows), 0
    for i in range(len(rows[0])):
        column = [row[i] for row in rows]
        if i == 0:
            require("↑" not in column, f"{rows}: ↑ in column 0")
        else:
            at = i - 1 + so_far + first_row
            require(at < n, f"{rows}: there is no row {at}")
            require(set(column[: i - 1 + so_far]) <= {"↑"}, f"{rows}: not ↑ above row {at} in column {i}")
            require(rows[at][i - 1] == "↓", f"{rows}: C({at}, {i - 1}) is not ↓")
            require(column[at] == "↑", f"{rows}: C({at}, {i}) is not ↑")
        at = i + so_far
        if at < n:
            require(column[at] != "↑", f"{rows}: C({at}, {i}) = ↑")
        else:
            require(at == n and i == len(rows[0]) - 1, f"{rows}: row {at} ends before the last column")
        slack = column.count("S")
        require(column[at:] == ["S"] * slack + ["↓"] * (n - at - slack - up_to), f"{rows}: column {i} ends otherwise")
        so_far += slack


@claim.instances(
    "every line for every matrix with the patterns and s = z, n ≤ 4; all of these are constraint matrices, of G with "
    "its responses merged in intervals",
    mutants={
        "s ≥ z": {"more": True},
        "the rows of column i up to n": {"up_to": -1},
        "C(i + S_(i-1), i-1) and C(i + S_(i-1), i) for the first half": {"first_row": 1},
        "merged to the left by one": {"shift": 1},
    },
    largest=5,
)
def every_line(more=False, up_to=0, first_row=0, shift=0, largest=4):
    for n in range(1, largest + 1):
        for z in range(n + 1):
            width = n + 1 - z
            for rows in matrices(n, width):
                s = "".join(rows).count("S")
                if s == z or (more and s > z):
                    line_by_line(rows, up_to, first_row)
                    parts = ["".join(row[i] for row in rows).count("S") for i in range(width)]
                    images = [i for i, slack in enumerate(parts) for _ in range(slack + 1)]
                    made = geometric(n=n, alpha="1/2") @ deterministic(
                        [*images[shift:], *images[:shift]], responses=range(n + 1)
                    )
                    found = constraint_matrix(made, "1/2")
                    require(tuple(found.row(k) for k in range(n)) == rows, f"{rows} is not that of {images}")


@claim.instances(
    "s = z is needed: for n = 1 the mean of G and the constant answer 0 has S↑ with s = 1 and z = 0, so that column 1 "
    "ought to have ↑ in two rows of one",
    mutants={"G": {"part": Fraction(1)}, "the constant answer 0": {"part": Fraction(0)}},
)
def without_equality(part=Fraction(1, 2)):
    for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
        ends_of_it = geometric(n=1, alpha=alpha).rows, ((1, 0), (1, 0))
        x = Mechanism(
            [[part * u + (1 - part) * v for u, v in zip(*rows, strict=True)] for rows in zip(*ends_of_it, strict=True)]
        )
        found = constraint_matrix(x, alpha)
        require((found.row(0), found.z) == ("S↑", 0), f"it reads {found.row(0)}")
        require(1 + found.column(0).count("S") > len(found.entries), "column 1 has as many rows")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
