"""Section 2.3, after Example 5: k counting queries with a k-th of ε each, or all at once.

Together k counts have an L_1-sensitivity of at most k, and k if some row is counted by all. So both ways add Lap(k/ε)
in the worst case, and the second adds Lap(s/ε) where a row is in at most s of the k counts.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.databases import add_remove
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.example-5.k-queries",
    title="k counting queries",
    section="2.3",
    position=45,
    statement=(
        "k counting queries answered with noise for ε/k each lose at most ε together. Their joint sensitivity, for one "
        "row more or less, is the largest number s ≤ k of them that count one row. Noise of scale s/ε on each is "
        "enough, and it is less than k/ε exactly if s < k; for s = k both ways are the same. With nested counts s = k "
        "is attained, with disjoint ones s = 1."
    ),
    latex=(
        r"\Delta f = \max_p \#\{j : p \text{ is counted by } f_j\} = s \le k, \qquad \frac{s}{\varepsilon} \le "
        r"\frac{k}{\varepsilon}"
    ),
    domain="k ≥ 1 counting queries, ε > 0",
    verdict="proved",
    scope="the scales for all k, s and ε; sensitivities and exact levels for all pairs of counts on 3 values",
    uses=("dwork2013.section-2-2.many-computations", "dwork2013.theorem-4"),
)


@claim.proof(
    "k·(ε/k) = ε; and k/ε - s/ε = (k-s)/ε ≥ 0",
    mutants={"noise for 2ε/k each": {"share": 2}, "the scale ks/ε": {"times": 2}},
)
def scales(share=1, times=1):
    # c stands for 1/k.
    identity("e k c", lambda e, k, c: [(share * e * c * k, e * c * k)])
    given = Assumed("i k s", lambda i, k, s: {"1/ε": i}, lambda i, k, s: {"k-s": k - s}, witness=[1, 2, 1])
    signs(given, lambda known, i, k, s: [(i * k - i * times * s, known["1/ε"] * known["k-s"])], strict=False)


def noisy_counts(databases, counts, root, width):
    """Counts with lattice noise of masses root^|t-count| each, those beyond 0..width put there."""
    responses = list(product(range(-1, width + 2), repeat=len(counts)))
    rows = []
    for member in databases.members:
        values = [sum(v in counted for v in member) for counted in counts]
        row = []
        for response in responses:
            mass = Fraction(1)
            for t, y in zip(response, values, strict=True):
                mass *= root ** abs(t - y) / (1 + root) * (1 if t in (-1, width + 1) else 1 - root)
            row.append(mass)
        rows.append(row)
    return Mechanism(rows)


@claim.instances(
    "all pairs of counts of subsets of 3 values, databases of up to 2 rows: the level with noise of level 1/2 on each "
    "is (1/2)^s, s the largest number of counts of one value: 1/4 where a value is in both, 1/2 where they are "
    "disjoint, 1 where both are empty",
    mutants={"s = 2 always": {"largest": 2}, "s = 1 always": {"largest": 1}},
)
def pairs_of_counts(largest=None):
    databases = add_remove(n=2, values=3)
    subsets = [tuple(v for k, v in enumerate(databases.domain) if bits >> k & 1) for bits in range(8)]
    for first in subsets:
        for second in subsets:
            s = largest or max((v in first) + (v in second) for v in databases.domain)
            found = level(noisy_counts(databases, (first, second), Fraction(1, 2), 2), databases.neighbours).alpha
            require(found == Fraction(1, 2) ** s, f"the level of {first}, {second} is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
