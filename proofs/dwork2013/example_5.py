"""Example 5: a counting query.

One row more changes the count by 1 if the row is counted and by 0 if not. So the sensitivity is 1 as soon as some
possible row is counted, and 0 otherwise; for one row replaced it is 1 if some row is counted and another is not.
"""

from fractions import Fraction
from itertools import combinations

from exactdp.claims import Claim, entry, identity, require
from exactdp.commands.cli import main
from exactdp.model.databases import add_remove, replace_one
from exactdp.model.geometric import geometric
from exactdp.privacy.level import level
from exactdp.release.oblivious import lifted

claim = Claim(
    id="dwork2013.example-5",
    title="the sensitivity of a count",
    section="2.3",
    position=40,
    statement=(
        "A counting query has sensitivity 1 for one row more or less, if some possible row is counted, and 1 for one "
        "row replaced, if some possible row is counted and some is not; otherwise 0. So Lap(1/ε) noise is (ε, "
        "0)-differentially private for it in both readings of adjacency, and the α-geometric mechanism, α = e^-ε, on "
        "the count has the exact level α."
    ),
    latex=r"f(D \cup \{p\}) - f(D) = [p \text{ is counted}] \in \{0, 1\}",
    domain="all predicates on rows and all databases",
    verdict="proved",
    scope="all databases, the rest of the rows being one symbol; exact levels on databases of up to 4 rows",
    uses=("dwork2013.theorem-4",),
)


@claim.proof(
    "with the count F of the other rows, a row more adds its own 1 or 0, and a row replaced changes the count by the "
    "difference of two of these, -1, 0 or 1",
    mutants={"a row counted twice": {"weight": 2}},
)
def one_row(weight=1):
    def pairs():
        others = entry("F")
        for old in (0, 1):
            yield (others + weight * old) - others, old
            for new in (0, 1):
                change = (others + weight * new) - (others + weight * old)
                yield change * (change - 1) * (change + 1), 0

    identity("", pairs)


@claim.instances(
    "all predicates on 3 values and all databases of up to 4 rows, and of 3 rows: the largest change is 1 unless no "
    "value, or for one row replaced none or every value, is counted",
    mutants={"no value counted": {"predicates": [()]}, "up to two rows more": {"steps": 2}},
)
def every_predicate(predicates=None, steps=1):
    for databases in (add_remove(n=4, values=3), replace_one(n=3, values=3)):
        replaced = len(databases.members[0]) > 0
        for counted in predicates or [c for size in range(4) for c in combinations(databases.domain, size)]:
            trivial = len(counted) in ((0, 3) if replaced else (0,))
            counts = [sum(v in counted for v in member) for member in databases.members]
            largest = steps * max(abs(counts[i] - counts[k]) for i, k in databases.neighbours.both_ways())
            require(largest == (0 if trivial and predicates is None else 1), f"{counted} has sensitivity {largest}")


@claim.instances(
    "x^G of the count on databases of up to 4 rows, and of 3 rows, at three levels: the exact level is α",
    mutants={"the level √α": {"power": 2}},
)
def exact_levels(power=1):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        for databases in (add_remove(n=4), replace_one(n=3)):
            found = level(lifted(geometric(n=databases.n, alpha=alpha**power), databases), databases.neighbours).alpha
            require(found == alpha, f"the level is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
