"""Section 2.4.3: the entries of T are to be ≥ 0, not positive.

Let n = 1, S = {0, 1}, the loss |i-r|, and let G_{1,α} be deployed. With t = T_01 and u = T_10, (1+α)·(e_0 + e_1) = 2α +
(1-α)·(t+u). So for α < 1 the larger of e_0 and e_1 is above α/(1+α) unless t = u = 0, where it is attained.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import MinimaxConsumer
from exactdp.optimum.interaction import interact

claim = Claim(
    id="gupte2010.section-2-4-3.positive",
    title="entries of T that are 0",
    section="2.4.3",
    position=20,
    statement=(
        "The constraints are T_rr' ≥ 0. With T_rr' > 0 the program has in general no optimum: for n = 1, 0 ≤ α < 1, "
        "|i-r|, S = N and G deployed, all T > 0 lose more than the optimum α/(1+α), which only T_01 = T_10 = 0 "
        "attains, and come as close to it as one likes. For n = 0, T = (1); for α = 1 and n = 1 every T with T_01 = "
        "T_10 is optimal. The infimum over T > 0 is always the minimum over T ≥ 0."
    ),
    latex=r"(1+\alpha)(e_0+e_1) = 2\alpha + (1-\alpha)(T_{01}+T_{10})",
    domain="0 ≤ α < 1 for the example; for the infimum all n ≥ 0, mechanisms, losses and nonempty S",
    every_n=True,
    verdict="corrected",
    scope="all α for the example; all n, mechanisms and losses for the infimum",
    printed="all entries of T are positive",
    slip="print",
    uses=("gupte2010.equation-1",),
)


def losses(mechanism, t, u):
    """The expected losses |i-r| on both inputs, for n = 1."""
    x = mechanism @ Mechanism([[1 - t, t], [u, 1 - u]])
    return x[0, 1], x[1, 0]


@claim.counterexample(
    "the smallest, n = 1, α = 1/2: the certified optimum of T ≥ 0 is 1/3, and T_01 = 0 there; at T_01, T_10 among "
    "1/1000, 1/10, 1/2, 9/10 and 999/1000 the loss is above 1/3",
    mutants={"α = 1": {"alpha": "1"}, "T_01 = T_10 = 0 too": {"least": 0}},
)
def smallest(alpha="1/2", least=Fraction(1, 1000)):
    y = geometric(n=1, alpha=alpha)
    best = interact(MinimaxConsumer(absolute(), inputs=range(2)), y)
    accepted(best)
    require(best.value == Fraction(1, 3), f"the optimum is {best.value}")
    require(best.remap[0, 1] == 0, "T_01 is positive at the optimum")
    tried = [least, Fraction(1, 10), Fraction(1, 2), Fraction(9, 10), Fraction(999, 1000)]
    for t, u in product(tried, repeat=2):
        require(max(losses(y, t, u)) > best.value, f"T_01 = {t}, T_10 = {u} is optimal")


@claim.counterexample(
    "Table 1 (b), which is the certified optimum for |i-r|, S = N, n = 3 and α = 1/4, has 10 zeros",
    mutants={"n = 1, α = 1": {"n": 1, "alpha": "1"}},
)
def table_1b(n=3, alpha="1/4"):
    best = interact(MinimaxConsumer(absolute(), n=n), geometric(n=n, alpha=alpha))
    accepted(best)
    zeros = sum(v == 0 for row in best.remap.rows for v in row)
    require(zeros == 10, f"there are {zeros} zeros")


@claim.proof(
    "e_0 = (t + α·(1-u))/(1+α) and e_1 = (u + α·(1-t))/(1+α) sum to the formula; twice the larger is at least the sum, "
    "which for t, u > 0 is above 2α/(1+α)",
    mutants={"at α = 1": {"below": False}, "(1+α)·(t+u)": {"sign": 1}},
)
def example(below=True, sign=-1):
    def sums(a, t, u):
        return (t + a * (1 - u)) + (u + a * (1 - t))

    identity("a t u", lambda a, t, u: [(sums(a, t, u), 2 * a + (1 + sign * a) * (t + u))])
    inside = Assumed(
        "a t u",
        lambda a, t, u: {"t": t, "u": u} | ({"1-α": 1 - a} if below else {}),
        lambda a, t, u: {} if below else {"1-α": 1 - a},
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)],
    )
    signs(inside, lambda given, a, t, u: [(sums(a, t, u) - 2 * a, given["1-α"] * (given["t"] + given["u"]))])


@claim.proof(
    "as close as one likes: with t = u both losses times 1+α are α + (1-α)·t; at α = 1 both losses are 1/2",
    mutants={"α + t": {"own": 0}},
)
def close(own=1):
    def pairs(a, t):
        yield t + a * (1 - t), a + (1 - own * a) * t
        yield t + (1 - t), number(1)

    identity("a t", pairs)


@claim.proof(
    "the infimum in general: (1-ε)·T* + ε·U, where all entries of U are 1/(n+1), has entries ≥ ε·u > 0 and rows that "
    "sum to 1; by convexity its loss is at most L* + ε·(L_U - L*), which goes to L* as ε to 0",
    mutants={"ε for T*": {"swapped": True}},
)
def infimum(swapped=False):
    def weights(e):
        return (e, 1 - e) if swapped else (1 - e, e)

    known = Assumed(
        "e t u",
        lambda e, t, u: {"ε": e, "u": u},
        lambda e, t, u: {"1-ε": 1 - e, "t": t},
        witness=[Fraction(1, 2), 0, 1],
    )

    def entries(given, e, t, u):
        yield (1 - e) * t + e * u, given["1-ε"] * given["t"] + given["ε"] * given["u"]

    signs(known, entries)

    def sums(e, best, other, *indices):
        _, r, s = indices
        first, second = weights(e)
        yield first * best + second * other, best + e * (other - best)
        # Row sums so far.
        t, u = entry("T", r, s), entry("u")
        before = (1 - e) * entry("sum of T", r, s) + e * entry("sum of u", s)
        yield before + ((1 - e) * t + e * u), (1 - e) * (entry("sum of T", r, s) + t) + e * (entry("sum of u", s) + u)

    identity("e b o", sums, Domain("n r s", lambda n, r, s: [r, n - r, s, n - s]))


@claim.instances(
    "n ≤ 3, three losses, α = 1/3: with weight ε = 1/10, 1/1000 on equal entries the loss of the best T rises by at "
    "most ε times the difference to theirs, and all entries are positive",
    mutants={"half as much": {"part": Fraction(1, 2)}, "ε = 0": {"weights": (0,)}},
)
def by_library(part=1, weights=("1/10", "1/1000")):
    for n, loss in product(range(4), (absolute(), squared(), zero_one())):
        y = geometric(n=n, alpha="1/3")
        best = interact(MinimaxConsumer(loss, n=n), y)
        accepted(best)
        equal = [[Fraction(1, n + 1)] * (n + 1) for _ in range(n + 1)]

        def worst(remap, loss=loss, y=y):
            return max(sum(v * loss(i, r) for r, v in enumerate(row)) for i, row in enumerate((y @ remap).rows))

        others = worst(Mechanism(equal))
        for weight in map(Fraction, weights):
            mixed = [
                [(1 - weight) * a + weight * b for a, b in zip(*rows, strict=True)]
                for rows in zip(best.remap.rows, equal, strict=True)
            ]
            require(min(map(min, mixed)) > 0, f"an entry is 0 at n = {n}")
            bound = best.value + part * weight * (others - best.value)
            require(worst(Mechanism(mixed)) <= bound, f"the loss rises by more at n = {n}, {loss}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
