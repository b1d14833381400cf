"""Example 5.2: the mechanism of Figure 2, derived from the geometric mechanism on all integers.

The remap sends every negative number to 0, every number larger than 5 to 5, 1 to 2, and the others to themselves. What
it brings together is finite but for the two tails, and the tail of x^G from k on is α^k/(1+α) (Example 2.1).
"""

from fractions import Fraction

from exactdp.claims import Claim, Domain, identity, require
from exactdp.claims.examples import figure_2
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="ghosh2009.example-5.2",
    title="Figure 2 derived from the geometric mechanism",
    section="5",
    position=40,
    statement=(
        "On the inputs 0..5, x^G at α = 1/2, its negative responses read as 0, those above 5 as 5, 1 as 2, and the "
        "others as themselves, is the mechanism printed in Figure 2."
    ),
    latex=r"y: r \mapsto 0 \ (r < 0), \quad r \mapsto 5 \ (r > 5), \quad 1 \mapsto 2, \quad r \mapsto r",
    domain="inputs 0..5, α = 1/2, all integer responses",
    verdict="proved",
    scope="the sentence about the remap, all 36 entries; constraint matrix and optimality are claims of their own",
    finite=True,
    uses=("ghosh2009.example-2.1", "ghosh2009.figure-2", "ghosh2009.figure-3"),
)

HALF = Fraction(1, 2)


def remap(r, below=0, last=5, one=2):
    """The example's remap; other arguments make it a wrong one."""
    if r < 0:
        return below
    if r > last:
        return 5
    return one if r == 1 else r


REMAPS = {
    "1 to itself": {"one": 1},
    "1 to 0": {"one": 0},
    "the negative numbers to 1": {"below": 1},
    "every number larger than 3 to 5": {"last": 3},
}


@claim.proof(
    "the tail of x^G beyond distance k-1 is α^k/(1+α): times 1+α, the masses at k, k+1, …, k+t sum to α^k - α^(k+t+1)",
    mutants={"α^(k+1)": {"shift": 1}},
)
def tails(shift=0):
    def pairs(a, k, t):
        def so_far(t):
            return a ** (k + shift) - a ** (k + t + 1 + shift)

        yield so_far(0), (1 - a) * a**k
        yield so_far(t + 1) - so_far(t), (1 - a) * a ** (k + t + 1)

    identity("a", pairs, Domain("k t", lambda k, t: [k, t]))


@claim.proof(
    "every entry of Figure 2 is the sum of the masses that the remap brings there: those of the responses from -1 to 6 "
    "one by one, and what is left below and above them as a tail",
    mutants=REMAPS | {"at α = 1/3": {"alpha": Fraction(1, 3)}},
)
def entries(alpha=HALF, **changed):
    def mass(distance):
        return (1 - alpha) / (1 + alpha) * alpha**distance

    def tail(distance):
        return alpha**distance / (1 + alpha)

    for i, row in enumerate(figure_2()):
        total = [Fraction(0)] * 6
        for r in range(-1, 7):
            total[remap(r, **changed)] += mass(abs(r - i))
        total[remap(-2, **changed)] += tail(i + 2)
        total[remap(7, **changed)] += tail(7 - i)
        for r in range(6):
            require(row[r] == total[r], f"row {i}, column {r}: {row[r]} is printed and {total[r]} is the sum")


@claim.proof(
    "the same by the library's x^G: columns 0 and 5 are its tails, column 2 the responses 1 and 2",
    mutants={"column 0 without the response 0": {"first": -1}, "at α = 1/3": {"alpha": "1/3"}},
)
def by_library(alpha="1/2", first=0):
    x = UnboundedGeometric(alpha)
    for i, row in enumerate(figure_2()):
        low, high = 1 - x.at_least(i, first + 1), x.at_least(i, 5)
        found = [low, 0, x.between(i, 1, 2), x.mass(i, 3), x.mass(i, 4), high]
        require(found == row, f"row {i}: {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
