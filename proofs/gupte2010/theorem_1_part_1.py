"""Theorem 1, part 1: the level of what a set C of consumers holds together, and which index it has.

What they hold can be derived from the result of the least α among them, r_i' with i' = min C, and contains it. So its
exact level is α_i'. In the proof the index is doubled: c_i' is the i'-th member of C.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product

from exactdp.claims import Claim, accepted, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, transition
from exactdp.model.mechanism import Mechanism
from exactdp.polytope.derivability import derive_from
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.theorem-1.part-1",
    title="the level that part 1 means",
    section="4.2",
    position=26,
    statement=(
        "For a nonempty C ⊆ {1, …, k} and i' = min C, what the consumers in C hold together is α_i'-private, and for n "
        "≥ 1 private at no larger level. All k results together have the level α_1."
    ),
    latex=r"i' = \min C: \quad (r_c)_{c \in C} \text{ is } \alpha_{i'}\text{-differentially private}",
    domain="n ≥ 1, 0 ≤ α_1 < … < α_k ≤ 1, every nonempty C; at n = 0 everything is private at level 1",
    every_n=True,
    verdict="corrected",
    scope="n ≤ 2 (deep: 3), k ≤ 3, three lists of levels and all C; all n by the claim collusion-resistance",
    printed=(
        "the release is α_{c_i'}-private with i' = min{j: j ∈ C}, where c_i' is the i'-th smallest of C; and the "
        "theorem's set is first called I and then C"
    ),
    slip="print",
    uses=("gupte2010.lemma-4", "gupte2010.theorem-1.collusion-resistance"),
)


def joint(n, levels, group):
    """The mechanism that releases the results of this group, counted from 1: a response for each of their lists."""
    stages = [geometric(n=n, alpha=levels[0]), *(transition(n=n, alpha=a, beta=b) for a, b in pairwise(levels))]
    responses = list(product(range(n + 1), repeat=len(group)))
    rows = []
    for i in range(n + 1):
        found = dict.fromkeys(responses, Fraction(0))
        for run in product(range(n + 1), repeat=len(levels)):
            chance, before = Fraction(1), i
            for stage, after in zip(stages, run, strict=True):
                chance *= stage[before, after]
                before = after
            found[tuple(run[c - 1] for c in group)] += chance
        rows.append([found[each] for each in responses])
    return Mechanism(rows)


def exact_level(x):
    """The exact level, judged by the kernel."""
    found = level(x)
    accepted(found)
    return found.alpha


@claim.counterexample(
    "n = 1, levels 1/4 < 1/2 < 2/3, C = {2, 3}: i' = 2 and c_2 = 3, but r_2 and r_3 together have the exact level 1/2 "
    "= α_2, below α_3 = 2/3; and for C = {2} there is no c_2",
    mutants={"C = {1, 2}": {"group": (1, 2)}, "C = {3}, whose first is meant": {"group": (3,)}},
)
def doubled(group=(2, 3)):
    levels = [Fraction(text) for text in ("1/4", "1/2", "2/3")]
    first = min(group)
    require(first <= len(group), f"there is no c_{first} in {group}")
    named = levels[group[first - 1] - 1]
    found = exact_level(joint(1, levels, group))
    require(found < named, f"the level is {found}, and α of c_{first} is {named}")


@claim.instances(
    "for n ≤ 2 (deep: 3), three lists of levels and every nonempty C: the exact level is α_i' for i' = min C, and what "
    "C holds is derivable from r_i' alone",
    mutants={"max C": {"chosen": max}, "α_1 always": {"chosen": lambda group: 1}},
    largest=3,
)
def every_group(chosen=min, largest=2):
    for n in range(1, largest + 1):
        for levels in (("1/2",), ("0", "1/2"), ("1/4", "1/2", "2/3")):
            values = [Fraction(text) for text in levels]
            for size in range(1, len(values) + 1):
                for group in combinations(range(1, len(values) + 1), size):
                    x = joint(n, values, group)
                    first = chosen(group)
                    found = exact_level(x)
                    require(found == values[first - 1], f"n = {n}, levels {levels}, C = {group}: {found}")
                    derivation = derive_from(x, geometric(n=n, alpha=values[first - 1]))
                    require(bool(derivation), f"n = {n}, levels {levels}, C = {group}: not derivable")
                    accepted(derivation)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
