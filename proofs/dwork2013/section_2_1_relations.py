"""Section 2.1: two relations, one row more or less, and one row replaced.

To replace a row is to remove one and to add another. So a level α for one row more or less gives at least α² for one
row replaced, and the truncated geometric mechanism on histograms attains that. In the other direction nothing follows:
the number of rows may be published as it is where only replacement counts.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, require, signs
from exactdp.commands.cli import main
from exactdp.model.databases import add_remove, replace_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.section-2-1.relations",
    title="one row more or less, or one row replaced",
    section="2.1",
    position=10,
    statement=(
        "A mechanism that is α-private for databases of which one has a single row more is α²-private for databases of "
        "equal size that differ in one row, and α² cannot be raised. So the second reading of adjacency is not just "
        "easier to think about: the same mechanism has twice the ε for it. Conversely a level for replaced rows gives "
        "none for one row more or less: publishing the number of rows has level 1 for the one and 0 for the other."
    ),
    latex=r"D = E \cup \{p\},\; D' = E \cup \{p'\}: \qquad P_D(r) \ge \alpha P_E(r) \ge \alpha^2 P_{D'}(r)",
    domain="0 ≤ α ≤ 1, all mechanisms on databases as multisets of rows",
    verdict="proved",
    scope="the square for all mechanisms; that it cannot be raised, and the converse, by the named mechanisms",
)


@claim.proof(
    "through the common part E: x - α²z = (x - αy) + α(y - αz) ≥ 0 for the probabilities x, y, z on D, E, D'",
    mutants={"α for one row replaced": {"power": 1}},
)
def two_steps(power=2):
    given = Assumed(
        "a x y z",
        lambda a, x, y, z: {"α": a},
        lambda a, x, y, z: {"x-αy": x - a * y, "y-αz": y - a * z},
        witness=[Fraction(1, 2)] + [Fraction(1)] * 3,
    )
    signs(
        given,
        lambda known, a, x, y, z: [(x - a**power * z, known["x-αy"] + known["α"] * known["y-αz"])],
        strict=False,
    )


@claim.instances(
    "databases of at most 3 rows with the values 0, 1: for the histogram with doubled geometric noise of level α in "
    "each bin, on answers cut to -1..4, the exact levels are α for one row more or less and α² for one replaced; the "
    "number of rows by itself has the levels 0 and 1",
    mutants={"α for both": {"replaced": 1}, "noise of level √α in each bin": {"root": True}},
)
def histograms(replaced=2, root=False):
    for alpha in (Fraction(1, 4), Fraction(4, 9)):
        noise = Fraction({Fraction(1, 4): "1/2", Fraction(4, 9): "2/3"}[alpha]) if root else alpha
        databases = add_remove(n=3)
        bins = [tuple(member.count(value) for value in databases.domain) for member in databases.members]
        responses = list(product(range(-1, 5), repeat=2))

        def mass(count, r, noise=noise):
            # Geometric noise, what is beyond -1 and 4 put there.
            ends = noise ** abs(r - count) / (1 + noise)
            return ends if r in (-1, 4) else ends * (1 - noise)

        rows = [[mass(c[0], r[0]) * mass(c[1], r[1]) for r in responses] for c in bins]
        noisy = Mechanism(rows)
        sizes = Mechanism([[int(len(member) == r) for r in range(4)] for member in databases.members])
        same_size = edges(
            [
                (i, k)
                for i, first in enumerate(bins)
                for k, second in enumerate(bins)
                if i < k and sum(first) == sum(second) and abs(first[0] - second[0]) == 1
            ],
            inputs=range(len(databases)),
        )
        require(level(noisy, databases.neighbours).alpha == alpha, "the level for one row more is not α")
        require(level(noisy, same_size).alpha == alpha**replaced, "another level for one row replaced")
        require(level(sizes, databases.neighbours).alpha == 0, "the number of rows has a level above 0")
        require(level(sizes, same_size).alpha == 1, "the number of rows has a level below 1")
    equal = replace_one(n=2)
    require(all(len(member) == 2 for member in equal.members), "replacing a row changes the number of rows")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
