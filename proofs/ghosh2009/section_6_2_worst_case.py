"""Section 6.2: (9), the worst-case expected loss over all priors on databases that induce the user's prior on results.

Within E_i the prior p_i is split in any way, and the loss is linear in the split: so the worst case puts all of p_i on
a database that loses most. The averages x' lose as much as x does where each p_i is split evenly. So (9) is no larger
for x' than for x, and x' has the same loss whatever the split is.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, table
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import hypercube
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.linear_program import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.section-6-2.worst-case",
    title="the worst prior on databases",
    section="6.2",
    position=30,
    statement=(
        "With L(d) = Σ_r x_dr·l(f(d), r), (9) is Σ_i p_i·max{L(d) : f(d) = i}, attained where all of p_i is on a "
        "database that loses most. The averages x' lose Σ_i p_i·avg{L(d) : f(d) = i} under every prior that induces p: "
        "the loss of x where each p_i is split evenly. So (9) is at most as large for x' as for x; it is equal exactly "
        "if for every i with p_i > 0 all databases of E_i lose alike, even if x is not oblivious."
    ),
    latex=r"\max_{p_d \to p_i} \sum_d p_d L(d) = \sum_i p_i \max_{f(d) = i} L(d) \ge \sum_i p_i "
    r"\operatorname*{avg}_{f(d) = i} L(d)",
    domain="every count query and prior on its results, every loss, all mechanisms with range N, private or not",
    verdict="proved",
    scope="all priors, losses and mechanisms",
)


@claim.proof(
    "the largest loss M in E_i: one more database of weight w and loss L adds w·(M-L) ≥ 0 to what p_i·M is more than "
    "the loss of the split, and 0 if L = M; so all of p_i on one that loses M attains p_i·M",
    mutants={"M the least loss": {"sign": -1}, "weights of either sign": {"weighted": False}},
)
def largest(sign=1, weighted=True):
    def hypotheses(m, x, w, *so_far):
        weights, losses = so_far
        return {"M-L": sign * (m - x), "so far": m * weights - losses} | ({"w": w} if weighted else {"w": -w})

    assumed = Assumed("m x w v s", lambda *bases: {}, hypotheses, witness=[2, 2, 0, 1, 1])

    def more(given, m, x, w, *so_far):
        weights, losses = so_far
        yield m * (weights + w) - (losses + w * x), given["so far"] + given["M-L"] * given["w"]

    signs(assumed, more, strict=False)


@claim.proof(
    "the loss of x' on E_i: the sum over the first z responses of x'_r·l(i, r), times |E_i|, is the sum over E_i of "
    "the databases' own sums, for two databases here and one by one for more; l does not depend on d, as f(d) = i",
    mutants={"a loss that depends on the database": {"own": True}, "one database's row for x'": {"rows": ("x", "x")}},
)
def average_loss(own=False, rows=("x", "y")):
    def pairs(z):
        averaged = entry(rows[0], z) + entry(rows[1], z)
        loss, other = entry("l", z), entry("k", z) if own else entry("l", z)
        so_far = entry("S", z) + entry("T", z)
        # S and T are the two databases' sums up to response z.
        after = (entry("S", z) + entry("x", z) * loss) + (entry("T", z) + entry("y", z) * other)
        yield so_far + averaged * loss, after

    identity("", pairs, Domain("z", lambda z: [z]))


@claim.proof(
    "x' loses the same under every split: with equal losses L in E_i the split does not matter, Σ w_d·L = p_i·L; and "
    "the mean of losses, less than M somewhere and nowhere more, is less than M",
    mutants={"another loss on one database": {"gap": 1}},
)
def every_split(gap=0):
    identity("L w v", lambda L, w, v: [(w * L + v * (L + gap), (w + v) * L)])
    assumed = Assumed("m x y", lambda m, x, y: {"M-L": m - x}, lambda m, x, y: {"M-K": m - y}, witness=[1, 0, 1])
    half = Fraction(1, 2)
    signs(assumed, lambda given, m, x, y: [(m - half * (x + y), (given["M-L"] + given["M-K"]) * half)])


def samples(n):
    """Mechanisms on the databases of {0,1}^n: truthful, private at level 1/2 for uneven priors, and one not private."""
    results = [number_of.bit_count() for number_of in range(2**n)]
    yield Mechanism([[int(r == i) for r in range(n + 1)] for i in results])
    rows = [[abs(i - r) for r in range(n + 1)] for i in results]
    weights = [1 + ((3 * d + d * d) % 11) ** 3 for d in range(2**n)]
    user = BayesianUser(table(rows), proportional(weights))
    yield solve_polytope(Problem(user, "1/2", hypercube(inputs=range(2**n)), responses=range(n + 1))).mechanism
    uneven = [[1 + (5 * d + 3 * r * r) % 7 for r in range(n + 1)] for d in range(2**n)]
    yield Mechanism([[Fraction(v, sum(row)) for v in row] for row in uneven])


def splits(totals, classes):
    """Every way to put each total on one database of its class, and some that share it out."""
    for chosen in product(*classes):
        yield dict(zip(chosen, totals, strict=True))
    for seed in range(3):
        shares = {d: Fraction(1 + (seed + 2 * d) % 5) for each in classes for d in each}
        yield {
            d: total * shares[d] / sum(shares[e] for e in each)
            for total, each in zip(totals, classes, strict=True)
            for d in each
        }


@claim.instances(
    "n ≤ 3, D = {0, 1}, three mechanisms, two losses and two priors: of all splits on one database each, and three "
    "more, the largest loss is (9); x' loses the same in all of them, which is the mean, and never more than (9)",
    mutants={
        "the least for the largest": {"worst": min},
        "x for x'": {"averaged": False},
    },
)
def over_splits(worst=max, averaged=True):
    for n in range(1, 4):
        classes = [[d for d in range(2**n) if d.bit_count() == i] for i in range(n + 1)]
        for x in samples(n):
            made = [
                [sum(x[e, r] for e in classes[d.bit_count()]) / len(classes[d.bit_count()]) for r in range(n + 1)]
                for d in range(2**n)
            ]
            after = Mechanism(made) if averaged else x
            for loss, prior in product((absolute(), squared()), ([1] * (n + 1), [i % 2 for i in range(n + 1)])):
                totals = proportional(prior)

                def losses(mechanism, loss=loss, n=n):
                    return [
                        sum(v * loss(d.bit_count(), r) for r, v in enumerate(mechanism.rows[d])) for d in range(2**n)
                    ]

                before, now = losses(x), losses(after)
                nine = sum(p * worst(before[d] for d in each) for p, each in zip(totals, classes, strict=True))
                mean = sum(
                    p * sum(before[d] for d in each) / len(each) for p, each in zip(totals, classes, strict=True)
                )
                found = [sum(w * before[d] for d, w in split.items()) for split in splits(totals, classes)]
                require(max(found) == nine, f"n = {n}: {max(found)} and {nine}")
                again = {sum(w * now[d] for d, w in split.items()) for split in splits(totals, classes)}
                require(again == {mean} and mean <= nine, f"n = {n}: x' loses {sorted(again)}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
