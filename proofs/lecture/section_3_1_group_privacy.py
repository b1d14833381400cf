"""Section 3.1, group privacy: datasets that differ in k entries, by a chain of k neighbours.

Changing the k entries one after another gives k steps between neighbours, and every step costs a factor α. That is one
mechanism on k+1 datasets, where composition is k mechanisms on two datasets; the two have only the bound in common.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges, hypercube
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.section-3-1.group-privacy",
    title="group privacy",
    section="3.1",
    position=10,
    statement=(
        "For datasets that differ in k entries (for k ≥ 2 these are no neighbours, but k steps apart) an α-private "
        "mechanism compares by α^k: with α = e^-ε it is kε-DP for groups of k. It is shown by a chain of neighbours. "
        "G_{n,α} on the sums of n bits attains α^k for every k ≤ n; answers that concern one entry only keep α."
    ),
    latex=r"X = X_0 \sim X_1 \sim \dots \sim X_k = X' \;\Rightarrow\; \Pr[M(X) \in S] \ge \alpha^k \Pr[M(X') \in S]",
    domain="k ≥ 0, 0 ≤ α ≤ 1, every mechanism",
    verdict="proved",
    scope="all k, levels and mechanisms; exact levels of groups on databases of up to 4 bits",
)


@claim.proof(
    "one more step of the chain, where x, y, z are the probabilities at X_0, X_k, X_(k+1): x - α^(k+1)·z = (x - α^k·y) "
    "+ α^k·(y - α·z)",
    mutants={"α^k again": {"more": 0}, "α^(2k)": {"steps": 2}},
)
def chain(more=1, steps=1):
    # w = x - α^k·y ≥ 0 is the hypothesis of the induction; without a step it is x - x.
    assumed = Assumed(
        "a w y z",
        lambda a, *_: {"α": a},
        lambda a, w, y, z: {"x-α^k·y": w, "y-αz": y - a * z},
        witness=[Fraction(1, 2), 1, 1, 1],
    )

    def pairs(given, a, w, y, *rest):
        z, k = rest
        x = w + a ** (steps * k) * y
        yield x - a ** (k + more) * z, given["x-α^k·y"] + given["α"] ** k * given["y-αz"]

    signs(assumed, pairs, Domain("k", lambda k: [k]), strict=False)


def groups(size, k):
    """The pairs of databases of bits, in binary order, that differ in k bits."""
    return edges([(i, j) for i in range(2**size) for j in range(i) if (i ^ j).bit_count() == k], inputs=range(2**size))


@claim.instances(
    "n ≤ 4 bits, their sum answered by G_{n,α} at two levels: the exact level for groups of k is α^k for every k ≤ n",
    mutants={"α^(k-1)": {"less": 1}},
)
def of_counts(less=0):
    for n in range(1, 5):
        for alpha in map(Fraction, ("1/3", "9/10")):
            on_results = geometric(n=n, alpha=alpha)
            mechanism = Mechanism([on_results.rows[i.bit_count()] for i in range(2**n)])
            require(level(mechanism, hypercube(inputs=range(2**n))).alpha == alpha, "another level for neighbours")
            for k in range(1, n + 1):
                found = level(mechanism, groups(n, k)).alpha
                require(found == alpha ** (k - less), f"n = {n}, k = {k}, α = {alpha}: {found}")


@claim.instances(
    "randomised response of every bit has α^k for groups of k, of the first bit alone α for every k ≥ 1",
    mutants={"every bit for the first alone": {"first": 3}},
)
def of_responses(first=1):
    alpha, n = Fraction(1, 3), 3
    for answered, expected in ((n, lambda k: alpha**k), (first, lambda _: alpha)):
        rows = []
        for database in product(range(2), repeat=n):
            row = [Fraction(1)]
            for bit in database[:answered]:
                row = [x * (1 if bit == y else alpha) / (1 + alpha) for x in row for y in range(2)]
            rows.append(row)
        for k in range(1, n + 1):
            found = level(Mechanism(rows), groups(n, k)).alpha
            require(found == expected(k), f"{answered} bits, groups of {k}: {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
