"""Lemma 6: averaging over the databases of one result makes a mechanism oblivious, and no worse.

Each database of E(k) has the same number of neighbours in E(k+1), and conversely. So the sum of all the inequalities
x_d'r - α·x_dr ≥ 0 over the pairs is a multiple of the difference of the averages. A class's average loss is no more
than its worst. For an infinite D there is no average over all of E(k), but one over the databases of two values.
"""

from fractions import Fraction
from itertools import combinations, product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.privacy.level import private

claim = Claim(
    id="gupte2010.lemma-6",
    title="some optimal mechanism is oblivious",
    section="A",
    position=10,
    statement=(
        "Let l(f(d), r) be a loss on results, monotone or not, S ⊆ {0..n}, D finite, and x an α-private mechanism on "
        "databases. Then x'_kr = avg_{d ∈ E(k)} x_dr is an oblivious α-private mechanism, and its worst loss over S is "
        "at most that of x. So the least worst loss is the same for both kinds. For an infinite D the averages over "
        "{a, b}^n do, with a satisfying the predicate and b not. For a trivial predicate one class is left."
    ),
    latex=r"x'_{k,r} = \operatorname{avg}_{d \in E(k)} x_{d,r}, \qquad \alpha\, x'_{k,r} \le x'_{k\pm1,r}, \qquad "
    r"L(x') \le L(x)",
    domain="n ≥ 1, 0 ≤ α ≤ 1, every D and predicate, all losses on results, S not empty (and attained)",
    every_n=True,
    verdict="proved",
    scope="all n, α, classes and mechanisms; that a least loss is attained, as the mechanisms are a compact set",
    uses=("gupte2010.lemma-6.neighbours", "gupte2010.equation-5"),
)


@claim.proof(
    "privacy: with A neighbours in E(k-1) for each of M databases in E(k), B the other way for each of K, and A·M = "
    "B·K, the sum of x_d' - α·x_d over the pairs is B·Y - α·A·X for the sums X = M·x', Y = K·y' of the classes, that "
    "is A·M·(y' - α·x'); and with A·M > 0 it has the sign of that",
    mutants={"A for B": {"same": True}, "without A·M = B·K": {"regular": False}},
)
def average_is_private(same=False, regular=True):
    def pairs(a, B, M, *rest):
        q, x, y = rest
        # K = q·M, so that A·M = B·K makes A = B·q.
        A, K = B * q if regular else B, q * M
        yield (A if same else B) * (K * y) - a * A * (M * x), A * M * (y - a * x)

    identity("a B M q x y", pairs)
    assumed = Assumed(
        "c d",
        lambda c, d: {"c": c},
        lambda c, d: {"cd": c * d},
        witness=[Fraction(2), Fraction(1)],
    )
    # c·d ≥ 0 with c > 0: c²·d = c·(c·d).
    signs(assumed, lambda given, c, d: [(c * c * d, given["c"] * given["cd"])], strict=False)


@claim.proof(
    "each pair of neighbours in two classes counts once: Σ over the pairs is Σ_{d'} B·x_d' - α·Σ_d A·x_d, as after m "
    "databases of a class, with A pairs each, the sum has grown by A·x_m at each; the same with all of α",
    mutants={"A+1 pairs": {"more": 1}},
)
def regular_sum(more=0):
    def pairs(a, A, n, m):
        x, total = entry("x", m), entry("X", m)
        yield A * (total + x) - A * total, (A + more) * x
        yield a * A * (total + x) - a * A * total, a * (A + more) * x

    identity("a A", pairs, Domain("n m", lambda n, m: [m, n - m]))


@claim.proof(
    "loss: for the worst loss w of a class of M databases, M·w less the sum of their losses c_d grows by w - c_d ≥ 0 "
    "at each, so the average loss is at most w; and the averages of entries ≥ 0 that sum to 1 are so too",
    mutants={"the least loss for the worst": {"worst": False}},
)
def average_loss(worst=True):
    assumed = Assumed(
        "w c s m",
        lambda *bases: {},
        lambda w, c, s, m: {"w-c": w - c if worst else c - w, "before": m * w - s},
        witness=[Fraction(1)] * 4,
    )
    signs(
        assumed,
        lambda given, w, c, s, m: [((m + 1) * w - (s + c), given["before"] + given["w-c"])],
        strict=False,
    )


def setting(values, n, satisfying=1):
    """f on all databases, and the pairs that differ in one row; the first so many values satisfy the predicate."""
    databases = list(product(range(values), repeat=n))
    near = [
        (d, e)
        for d, e in combinations(range(len(databases)), 2)
        if sum(a != b for a, b in zip(databases[d], databases[e], strict=True)) == 1
    ]
    return [sum(value < satisfying for value in row) for row in databases], edges(near, inputs=range(len(databases)))


def least(problem):
    """A mechanism of least loss, judged by the kernel."""
    found = solve_polytope(problem)
    require(isinstance(found, Optimum), "the linear program was not solved")
    accepted(found)
    return found


def losses(n):
    """Monotone losses, and one that is not."""
    yield from (absolute(), zero_one())
    yield table([[(3 * i + 5 * r) % 7 for r in range(n + 1)] for i in range(n + 1)])


def class_averages(x, results, n, picked=lambda k, each: each):
    """The mechanism x' on results, from a mechanism on databases."""
    classes = [picked(k, [d for d, i in enumerate(results) if i == k]) for k in range(n + 1)]
    return Mechanism(
        [[sum((x[d, r] for d in each), Fraction(0)) / len(each) for r in range(x.shape[1])] for each in classes]
    )


@claim.instances(
    "n = 2, 3, 4 with two values, n = 2, 3 with three, s = 1 and 2: mechanisms that aren't oblivious, the rows of G "
    "for the number of rows after the first that satisfy the predicate; their averages are private at 1/2, judged by "
    "the kernel",
    mutants={
        "the first of a class, the last of the next": {"picked": lambda k, each: each[:1] if k % 2 else each[-1:]},
        "in turn three times the first and three times the last": {
            "picked": lambda k, each: [*each, *(each[:1] if k % 2 else each[-1:]) * 2]
        },
    },
)
def averages(picked=lambda k, each: each):
    for values, n, satisfying in ((2, 2, 1), (2, 3, 1), (2, 4, 1), (3, 2, 1), (3, 2, 2), (3, 3, 1)):
        results, near = setting(values, n, satisfying)
        after_first = [
            i - (row[0] < satisfying) for i, row in zip(results, product(range(values), repeat=n), strict=True)
        ]
        deployed = geometric(n=n, alpha="1/2")
        x = Mechanism([deployed.rows[i] for i in after_first])
        require(bool(private(x, "1/2", near)), "the mechanism on databases is not private")
        found = private(class_averages(x, results, n, picked), "1/2")
        require(bool(found), f"|D| = {values}, n = {n}: the averages are not private")
        accepted(found)


@claim.instances(
    "n = 1, 2, 3 with two values, n = 1, 2 with three: the optimum on databases and the oblivious one have one value, "
    "three losses, all S, α = 1/3; and its averages are private and lose no more",
    mutants={"a loss on databases": {"on_results": False}, "S one more result on databases": {"more": 1}},
)
def by_library(on_results=True, more=0):
    alpha = Fraction(1, 3)
    for values, n in ((2, 1), (2, 2), (2, 3), (3, 1), (3, 2)):
        results, near = setting(values, n)
        for loss in losses(n):
            for bits in range(1, 2 ** (n + 1)):
                inside = [i for i in range(n + 1) if bits >> i & 1]
                chosen = [d for d, i in enumerate(results) if {i, i - more} & set(inside)]
                shifts = [0 if on_results else d % 2 for d in range(len(results))]
                rows = [
                    [loss(i, (r + shift) % (n + 1)) for r in range(n + 1)]
                    for i, shift in zip(results, shifts, strict=True)
                ]
                best = least(
                    Problem(
                        MinimaxConsumer(table(rows), inputs=range(len(results)), side_information=chosen),
                        alpha,
                        near,
                        responses=range(n + 1),
                    )
                )
                oblivious = least(Problem(MinimaxConsumer(loss, n=n, side_information=inside), alpha))
                where = f"|D| = {values}, n = {n}, {loss}, S = {inside}"
                require(best.value == oblivious.value, f"{where}: {best.value} and {oblivious.value}")
                x = class_averages(best.mechanism, results, n)
                worst = max(sum(v * loss(i, r) for r, v in enumerate(x.rows[i])) for i in inside)
                require(bool(private(x, alpha)) and worst <= best.value, f"{where}: the averages lose {worst}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
