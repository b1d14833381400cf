"""Section 2.2: groups of k.

Databases that differ in k rows are joined by a chain of k steps, each of one row. So probabilities on its ends differ
by a factor of at most α^-k.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.databases import add_remove, replace_one
from exactdp.model.geometric import geometric
from exactdp.model.neighbours import edges
from exactdp.privacy.level import level
from exactdp.release.oblivious import lifted

claim = Claim(
    id="dwork2013.section-2-2.group-privacy",
    title="group privacy",
    section="2.2",
    position=50,
    statement=(
        "An (ε, 0)-differentially private mechanism is (kε, 0)-differentially private for databases that differ in up "
        "to k rows, for every k: α-private for one row means α^k-private for k. In general no larger level will do: "
        "for x^G on a count α^k is the exact level as long as the counts can differ by k. A group that is to be "
        "replaced by another, where adjacency is one row more or less, takes 2k steps."
    ),
    latex=r"P_0(r) \ge \alpha P_1(r) \ge \dots \ge \alpha^k P_k(r)",
    domain="k ≥ 0, 0 ≤ α ≤ 1, all mechanisms",
    verdict="proved",
    scope="all k by induction; exact levels of groups on databases of up to 4 rows",
    uses=("dwork2013.section-2-1.relations",),
)


@claim.proof(
    "one step more along the chain: P_0 - α^(k+1)·P_{k+1} = (P_0 - α^k·P_k) + α^k·(P_k - α·P_{k+1})",
    mutants={"α^k after k+1 steps": {"more": 0}},
)
def chain(more=1):
    def step(a, k):
        start, here, there = entry("P", 0), entry("P", k), entry("P", k + 1)
        yield start - a ** (k + more) * there, (start - a**k * here) + a**k * (here - a * there)

    identity("a", step, Domain("k", lambda k: [k]))
    given = Assumed(
        "a x y", lambda a, x, y: {"α": a}, lambda a, x, y: {"before": x, "step": y}, witness=[Fraction(1, 2), 1, 1]
    )
    signs(
        given,
        lambda known, a, x, y, k: [(x + a**k * y, known["before"] + known["α"] ** k * known["step"])],
        Domain("k", lambda k: [k]),
        strict=False,
    )


@claim.proof(
    "attained: with n ≥ k the masses of x^G at the response 0 on the counts 0 and k are 1/(1+α) and α^k/(1+α)",
    mutants={"α^(k-1)": {"less": 1}},
)
def attained(less=0):
    identity("a", lambda a, k: [(a ** abs(k - 0), a ** (k - less) * a ** abs(0))], Domain("k", lambda k: [k - 1]))


@claim.instances(
    "x^G of the count on all databases of 3 rows and of up to 4: the exact level between databases that k rows tell "
    "apart, k ≤ 3, is α^k",
    mutants={"kε/2": {"scale": 2}, "α for every k": {"same": True}},
)
def groups(scale=1, same=False):
    for databases in (replace_one(n=3), add_remove(n=4)):
        for alpha in map(Fraction, ("1/4", "9/10")):
            mechanism = lifted(geometric(n=databases.n, alpha=alpha), databases)
            distance = distances(databases)
            for k in range(1, 4):
                apart = [(i, j) for (i, j), d in distance.items() if i < j and d <= scale * k]
                found = level(mechanism, edges(apart, inputs=range(len(databases)))).alpha
                require(found == alpha ** (1 if same else k), f"the level for groups of {k} is {found}")


def distances(databases):
    """The least number of steps between databases."""
    near = {i: set() for i in range(len(databases))}
    for i, k in databases.neighbours.both_ways():
        near[i].add(k)
    found = {}
    for start in near:
        reached, front, steps = {start: 0}, {start}, 0
        while front:
            steps += 1
            front = {k for i in front for k in near[i]} - set(reached)
            reached |= dict.fromkeys(front, steps)
        found |= {(start, k): d for k, d in reached.items()}
    return found


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
