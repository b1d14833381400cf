"""Example 6: a histogram.

A row lies in exactly one bin. One row more changes one bin by 1; one row replaced takes 1 from a bin and adds it to
another. So the L_1-sensitivity is 1 in the first reading of adjacency and 2 in the second, and so is the noise.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.databases import add_remove, replace_one
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.example-6",
    title="the sensitivity of a histogram",
    section="2.3",
    position=50,
    statement=(
        "For one row more or less a histogram has the L_1-sensitivity 1, and Lap(1/ε) on each bin is (ε, "
        "0)-differentially private, whatever the number of bins. For one row replaced, and at least two bins, the "
        "sensitivity is 2: there the same noise is (2ε, 0)-differentially private and no better, and Lap(2/ε) is "
        "needed. The L_2-sensitivities are 1 and √2."
    ),
    latex=r"\|H(D) - H(D \cup \{p\})\|_1 = 1, \qquad \|H(D) - H(D')\|_1 \in \{0, 2\} \text{ for one row replaced}",
    domain="k ≥ 1 bins, all databases; k ≥ 2 for one row replaced",
    verdict="proved",
    scope="all bins and databases, the counts of the other rows being symbols; exact levels for 1, 2 and 3 bins",
    uses=(
        "dwork2013.theorem-4",
        "dwork2013.section-2-1.relations",
    ),
)


@claim.proof(
    "with the other rows' counts F, G of two bins: a row more in the first adds 1 to it and 0 to the other; a row "
    "moved from the first to the second changes them by -1 and 1, squares 1 and 1",
    mutants={"a row counted in both bins": {"other": 1}},
)
def one_row(other=0):
    def pairs():
        F, G = entry("F"), entry("G")
        first, second = (F + 1, G + other), (F + other, G + 1)
        yield first[0] - F, 1
        yield first[1] - G, 0
        yield (second[0] - first[0]) ** 2 + (second[1] - first[1]) ** 2, 2
        yield first[0] - second[0], 1
        yield second[1] - first[1], 1

    identity("", pairs)


@claim.proof(
    "the exact level at answers beyond all counts: for one bin changed the ratio of masses is α, for two α²; and 2/ε "
    "- 1/ε > 0",
    mutants={"two bins with the ratio α": {"bins": 1}},
)
def ratios(bins=2):
    identity("a u v", lambda a, u, v: [((a * u) * (a * v), a**bins * u * v)])
    given = Assumed("i", lambda i: {"1/ε": i}, witness=[1])
    signs(given, lambda known, i: [(bins * i - i, positive_number(1) * known["1/ε"])])


def noisy(databases, root, width):
    """The histogram with lattice noise of masses root^|t-count| in each bin, those beyond -1..width+1 put there."""
    responses = list(product(range(-1, width + 2), repeat=len(databases.domain)))
    rows = []
    for member in databases.members:
        row = []
        for response in responses:
            mass = Fraction(1)
            for t, value in zip(response, databases.domain, strict=True):
                mass *= root ** abs(t - member.count(value)) / (1 + root)
                mass *= 1 if t in (-1, width + 1) else 1 - root
            row.append(mass)
        rows.append(row)
    return Mechanism(rows)


@claim.instances(
    "2 and 3 bins, databases of up to 2 rows and of 2 rows, α = 1/2, 9/10: the exact levels of noise of level α in "
    "each bin are α for one row more and α² for one row replaced",
    mutants={"α for both": {"power": 1}, "the level α^k of k single counts": {"naive": True}},
)
def exact_levels(power=2, naive=False):
    for alpha in (Fraction(1, 2), Fraction(9, 10)):
        for bins in (2, 3):
            databases = add_remove(n=2, values=bins)
            found = level(noisy(databases, alpha, 2), databases.neighbours).alpha
            require(found == alpha ** (bins if naive else 1), f"for one row more the level is {found}")
            databases = replace_one(n=2, values=bins)
            found = level(noisy(databases, alpha, 2), databases.neighbours).alpha
            require(found == alpha**power, f"for one row replaced the level is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
