"""Section 6.2: x_1 is in Figure 4 and the form of x in Figure 5; the text calls both Figure 6.2, which is none.

The references carry the number of the section in place of that of the figure. The two can't be one figure: x_1 has two
responses, and a row of x has at least three of positive probability, whatever its δ is.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, number, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism, deterministic

claim = Claim(
    id="ghosh2009.section-6-2.figure-references",
    title="x_1 is in Figure 4 and the form of x in Figure 5",
    section="6.2",
    position=47,
    statement=(
        "The mechanism x_1 is defined in Figure 4, and the form that x must have is that of Figure 5. These are two "
        "mechanisms: on each of the four databases x_1 has two responses, and x has three or four of positive "
        "probability for every δ in [0, 1], of which y_1 makes those of x_1. What is announced as Lemma 6.2 is "
        "Proposition 6.2."
    ),
    latex=r"\text{Figure 4}: x_1(d, \{1, 2\}) = 1, \qquad \text{Figure 5}: x(d, \{l, m, n, o\}) = 1",
    domain="the four databases printed in both figures, all δ in [0, 1]",
    verdict="corrected",
    scope="all four rows and all δ; that y_1 makes x_1 of x at three δ, and for all δ in the claim on Figure 5",
    printed="Figure 6.2, once for x_1 and once for the form of x; and Lemma 6.2",
    slip="print",
    uses=("ghosh2009.figure-4", "ghosh2009.figure-5"),
)

FIGURE_4 = {"1": ("11/12", "1/12"), "2": ("2/3", "1/3"), "13": ("5/6", "1/6"), "23": ("1/3", "2/3")}
# The number by which l, m, n, o are divided, and of each the constant and the coefficient of δ.
FIGURE_5 = {
    "1": (12, (8, -1), (1, -1), (3, 1), (0, 1)),
    "2": (12, (8, -1), (1, -1), (0, 1), (3, 1)),
    "13": (6, (2, -1), (1, -1), (3, 1), (0, 1)),
    "23": (6, (2, -1), (1, -1), (0, 1), (3, 1)),
}


@claim.counterexample(
    "one figure for both is impossible: in every row of Figure 5 l and one of n and o are > 0 for δ in [0, 1], and so "
    "is the sum of m and the other, which are 1-δ and δ up to one factor; Figure 4 has two responses",
    mutants={"for δ in [0, 3]": {"most": 3}, "m alone": {"both": False}},
)
def three_at_least(most=1, both=True):
    require({len(row) for row in FIGURE_4.values()} == {2}, "Figure 4 has other than two responses")
    unit = Assumed("d", lambda d: {}, lambda d: {"δ": d, "most-δ": most - d}, witness=[Fraction(1, 2)])
    for divisor, *entries in FIGURE_5.values():

        def positive(given, d, divisor=divisor, entries=entries):
            share = Fraction(1, divisor)
            entry = [share * (constant + slope * d) for constant, slope in entries]
            rising, other = (3, 2) if entries[3] == (0, 1) else (2, 3)
            yield entry[0], given["most-δ"] * share + positive_number((entries[0][0] - 1) * share)
            yield entry[other], given["δ"] * share + positive_number(3 * share)
            yield entry[1] + (entry[rising] if both else number(0)), positive_number(share)

        signs(unit, positive)


@claim.instances(
    "at δ = 0, 1/3 and 1 the rows of Figure 5 have three, four and three positive entries, and l with n, m with o are "
    "the two of Figure 4",
    mutants={"l with o, m with n": {"sends": (0, 1, 1, 0)}, "δ_1 in the row {1,3} over 12": {"divisor": 12}},
)
def two_tables(sends=(0, 1, 0, 1), divisor=6):
    for delta, count in ((Fraction(0), 3), (Fraction(1, 3), 4), (Fraction(1), 3)):
        for key, (printed, *entries) in FIGURE_5.items():
            by = divisor if key == "13" else printed
            row = [Fraction(constant + slope * delta, by) for constant, slope in entries]
            require(sum(row) == 1, f"the row of {key} sums to {sum(row)}")
            require(sum(value > 0 for value in row) == count, f"the row of {key} at δ = {delta}: {row}")
            made = (Mechanism([row]) @ deterministic(sends, responses=range(2))).rows[0]
            require(made == tuple(map(Fraction, FIGURE_4[key])), f"the row of {key} is read as {made}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
