"""Lemma 6, the loss: the chain of four lines from L(x') to L(x).

The average over a class may be taken before or after the sum over responses. An average is at most the maximum of its
class. That this is at most L(x) needs the whole class to count for L: it does where S is a set of results, and it need
not where S is a set of databases, as printed.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.lemma-6.loss",
    title="the averages lose no more",
    section="A",
    position=30,
    statement=(
        "Let S ⊆ {0..n}, and let x' lose most on the class E(d_1), f(d_1) ∈ S. Then L(x') = Σ_r "
        "x'_(E(d_1),r)·l(f(d_1),r) = avg_{d ∈ E(d_1)} Σ_r x_dr·l(f(d_1),r) ≤ max_{d ∈ E(d_1)} Σ_r x_dr·l(f(d_1),r) ≤ "
        "L(x). The third line is an equality exactly if all databases of the class lose the same."
    ),
    latex=r"\sum_r \operatorname{avg}_{d \in E(d_1)}(x_{d,r})\, l(f(d_1),r) \le \max_{d \in E(d_1)} \sum_r x_{d,r}\, "
    r"l(f(d_1),r) \le L(x)",
    domain="every n, finite D, S ⊆ {0..n}, loss on results and mechanism on databases",
    every_n=True,
    verdict="corrected",
    scope="all classes, responses, losses and mechanisms",
    printed=(
        "the last maximum is over d ∈ S ⊆ D^n, which need not hold all of E(d_1); and x' has the index E(d_1, r) for "
        "E(d_1), r"
    ),
    slip="print",
    uses=("gupte2010.equation-5",),
)


def loses(row, k):
    """The expected |k-r|."""
    return sum(v * abs(k - r) for r, v in enumerate(row))


ROWS = (("1/2", "1/2"), ("2/3", "1/3"), ("1/3", "2/3"))


@claim.counterexample(
    "n = 1, D = {0, 1, 2}, f counting zeros, α = 1/2, |i-r|: the rows (1/2, 1/2), (2/3, 1/3), (1/3, 2/3) for (0), (1), "
    "(2) are private; over S = {(1)} they lose 1/3, and the average of (1) and (2), of result 0, loses 1/2",
    mutants={"S = {(1), (2)}": {"inside": (1, 2)}, "one row for (1) and (2)": {"rows": (ROWS[0], ROWS[1], ROWS[1])}},
)
def not_all_of_the_class(inside=(1,), rows=ROWS):
    x = Mechanism(rows)
    found = private(x, "1/2", complete(inputs=range(3)))
    require(bool(found), "it is not private")
    accepted(found)
    average = [(u + v) / 2 for u, v in zip(x.rows[1], x.rows[2], strict=True)]
    worst = max(loses(x.rows[d], 0) for d in inside)
    require(loses(average, 0) == Fraction(1, 2), f"the average loses {loses(average, 0)}")
    require(loses(average, 0) > worst, f"x loses {worst} over S")


@claim.proof(
    "the first two lines: for M databases with the sum X(r) of their x_dr, M times Σ_r avg·l grows by X(r)·l(r), which "
    "is Σ_d x_dr·l(r): at one more database m, by x_mr·l(r)",
    mutants={"l(r+1)": {"next_one": 1}},
)
def exchanged(next_one=0):
    def pairs(z, n, r, m):
        x, before, loss = entry("x", m, r), entry("X", m, r), entry("l", r)
        # X(m+1, r) = X(m, r) + x_mr.
        yield z * (before + x) * loss - z * before * loss, z * x * entry("l", r + next_one)

    identity("z", pairs, Domain("n r m", lambda n, r, m: [r, n - r, m]))


@claim.proof(
    "the third line: with w for the largest loss and c_d for those of M databases, M·w - Σ c_d is a sum of w - c_d ≥ "
    "0, and > 0 if one of them is > 0",
    mutants={"> 0 with all c_d = w allowed": {"different": False}},
)
def average_and_maximum(different=True):
    assumed = Assumed(
        "w c s m",
        lambda w, c, s, m: {"w-c": w - c} if different else {},
        lambda w, c, s, m: {"mw-s": m * w - s} | ({} if different else {"w-c": w - c}),
        witness=[Fraction(v) for v in (1, 0, 1, 1)],
    )
    signs(assumed, lambda given, w, c, s, m: [((m + 1) * w - (s + c), given["mw-s"] + given["w-c"])])


@claim.instances(
    "line by line on the class of ROWS with result 0, and on three classes of three databases with entries in sixths: "
    "line 1 = line 2 ≤ line 3, equal exactly if all lose the same",
    mutants={"< for ≤": {"strict": True}, "the smallest for the largest": {"worst": min}},
)
def line_by_line(strict=False, worst=max):
    sixths = [Fraction(v, 6) for v in range(7)]
    classes = [[[p, 1 - p] for p in (u, v, w)] for u in sixths for v in sixths for w in sixths]
    classes += [[[u, v, 1 - u - v] for u, v in zip(sixths[:4], sixths[2::-1], strict=False)]]
    for rows in classes:
        for k in range(len(rows[0])):
            averages = [sum(column, Fraction(0)) / len(rows) for column in zip(*rows, strict=True)]
            second = sum(loses(row, k) for row in rows) / len(rows)
            third = worst(loses(row, k) for row in rows)
            require(loses(averages, k) == second, f"{rows}: lines 1 and 2")
            require(second < third if strict else second <= third, f"{rows}: line 2 is {second}, line 3 is {third}")
            require((second == third) == (len({loses(row, k) for row in rows}) == 1), f"{rows}: equality")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
