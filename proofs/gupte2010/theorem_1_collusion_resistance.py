"""Theorem 1, part 1, for all n, k and C: results that are made one from another are together as private as the first.

The list of a group's results has on input i the probability G(i, a)·R, where a is the result with the smallest index
i' in the group, G is at the level α_i', and R is the probability of the other results given a, the same for all i. So
the ratio of two inputs' probabilities is that of G(i, a) to G(i+1, a), which is α_i', 1/α_i' and nothing else.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    entry,
    geometric_times_one_plus_alpha,
    identity,
    positive_number,
    require,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, transition
from exactdp.model.mechanism import Mechanism
from exactdp.privacy.level import level, private

claim = Claim(
    id="gupte2010.theorem-1.collusion-resistance",
    title="what any group of consumers holds, for all n and k",
    section="2.6",
    position=20,
    statement=(
        "Let C ⊆ {1, …, k} be nonempty and i' = min C. For every list ρ of results of the consumers in C, true results "
        "i and i+1, and α = α_i', Pr[ρ|i] is α·Pr[ρ|i+1] or Pr[ρ|i+1]/α, according to whether r_i' is above i or not. "
        "So every event, and whatever the group makes of its results, is α_i'-private, and for n ≥ 1 the level is "
        "exact. M as a whole, with all of its results, has the level α_1 only."
    ),
    latex=r"\Pr[r_{i'} = a, \rho \mid i] = G_{n,\alpha_{i'}}(i, a)\, R(a, \rho), \qquad \frac{\Pr[\cdot \mid i]}"
    r"{\Pr[\cdot \mid i+1]} \in \{\alpha_{i'}, 1/\alpha_{i'}\}",
    domain="n ≥ 0, k ≥ 1, 0 ≤ α_1 < … < α_k ≤ 1, every nonempty C; ratios for α_i' > 0, lists that can occur",
    every_n=True,
    verdict="proved",
    scope="all n, k, levels and C; that each stage's remap exists is Lemma 3",
    uses=("gupte2010.lemma-3", "gupte2010.lemma-4", "gupte2010.algorithm-1"),
)

STEP = Domain("n i a", lambda n, i, a: [n - 1, i, n - 1 - i, a, n - a])


@claim.proof(
    "one result more in the list, c from the last result b by T(b, c): G(i,a)·R becomes G(i,a)·(R·T(b,c)); and one "
    "that the group does not see, summed over: Σ_b G(i,a)·R(b)·T(b,c) has G(i,a) as a factor, term by term",
    mutants={"a remap that sees i": {"sees": True}},
)
def factors(sees=False):
    def pairs(i, h, a, b, c):
        def seen(true):
            stage = entry("T", b, c, true) if sees else entry("T", b, c)
            return entry("G", true, a) * entry("R", a, b) * stage

        yield seen(i) * entry("G", h, a), seen(h) * entry("G", i, a)
        # The sum over results up to b, without G(i,a), is S before this one.
        grown = entry("S", a, c) + entry("R", a, b) * entry("T", b, c)
        yield entry("G", i, a) * entry("S", a, c) + seen(i), entry("G", i, a) * grown

    identity("", pairs, Domain("i h a b c", lambda *at: list(at)))


@claim.proof(
    "the ratios, times R and 1+α: for a > i, Pr[ρ|i] = α·Pr[ρ|i+1], for a ≤ i, Pr[ρ|i+1] = α·Pr[ρ|i]; the other "
    "inequality of privacy has the slack (1-α²)·Pr ≥ 0",
    mutants={"for a ≥ i": {"first": 0}, "α² for α": {"power": 2}},
)
def ratios(first=1, power=1):
    def both(a, n, i, r):
        here, there = (geometric_times_one_plus_alpha(a, n, row, r) * entry("R", r) for row in (i, i + 1))
        return (here, there) if r >= i + first else (there, here)

    def pairs(a, n, i, r):
        _ = (r == 0, r == n)
        low, high = both(a, n, i, r)
        yield low, a**power * high

    identity("a", lambda a, n, i, r: [*pairs(a, n, i, r)], STEP)
    below = Assumed("a p", lambda *_: {}, lambda a, p: {"α": a, "1-α": 1 - a, "Pr": p}, witness=[Fraction(1, 2)] * 2)
    signs(
        below,
        lambda given, a, p: [(p - a * (a**power * p), given["1-α"] * (positive_number(1) + given["α"]) * given["Pr"])],
        strict=False,
    )


@claim.proof(
    "events and what is made of the list: sums of such inequalities, each times a factor ≥ 0, are of the same form",
    mutants={"a factor that differs between i and i+1": {"same": False}},
)
def events(same=True):
    assumed = Assumed(
        "a x y u v f",
        lambda *_: {},
        lambda a, x, y, u, v, f: {"x-αy": x - a * y, "u-αv": u - a * v, "f": f},
        witness=[Fraction(1, 2)] + [Fraction(1)] * 5,
    )

    def pairs(given, a, *rest):
        x, y, u, v, f = rest
        factor = f if same else 2 * f
        yield (u + x * f) - a * (v + y * factor), given["u-αv"] + given["x-αy"] * given["f"]

    signs(assumed, pairs, strict=False)


@claim.proof(
    "the level is exact: a = 0 comes on input 0 with a probability > 0, so some list with it does, with R > 0, and on "
    "input 1 that list has α times the probability: β·R·1 - R·α = (β-α)·R > 0 for each β > α",
    mutants={"lists with a = 1": {"first": 1}},
)
def exact(first=0):
    apart = Assumed("a b R", lambda a, b, R: {"β-α": b - a, "R": R}, witness=[Fraction(1, 3), Fraction(1, 2), 1])

    def breaks(given, a, b, R, n):
        above, below = (geometric_times_one_plus_alpha(a, n, row, first) * R for row in (0, 1))
        yield b * above - below, given["β-α"] * given["R"]

    signs(apart, breaks, Domain("n", lambda n: [n - 1]))


def joint(n, levels, group):
    """The lists of a group's results, stage by stage: for each input its probabilities of them, and all lists."""
    stages = [
        geometric(n=n, alpha=levels[0]),
        *(transition(n=n, alpha=low, beta=high) for low, high in pairwise(levels)),
    ]
    rows = []
    for i in range(n + 1):
        found = {((), i): Fraction(1)}
        for number_of_stage, stage in enumerate(stages, 1):
            after = {}
            for (seen, last), chance in found.items():
                for result in range(n + 1):
                    key = ((*seen, result) if number_of_stage in group else seen, result)
                    after[key] = after.get(key, Fraction(0)) + chance * stage[last, result]
            found = after
        rows.append({})
        for (seen, _), chance in found.items():
            rows[-1][seen] = rows[-1].get(seen, Fraction(0)) + chance
    return rows, list(product(range(n + 1), repeat=len(group)))


@claim.instances(
    "n ≤ 3, levels 1/5 < 1/3 < 1/2 < 1 and 0 < 2/3, every C: each list has one of the two ratios, as its first result "
    "says, and the kernel accepts that the level is α_i'",
    mutants={"i' = max C": {"index": max}},
)
def every_group(index=min):
    for n in range(1, 4):
        for written in (("1/5", "1/3", "1/2", "1"), ("0", "2/3")) if n < 3 else (("1/5", "1/2"),):
            levels = list(map(Fraction, written))
            for size in range(1, len(levels) + 1):
                for group in combinations(range(1, len(levels) + 1), size):
                    rows, lists = joint(n, levels, group)
                    alpha = levels[index(group) - 1]
                    for i, seen in product(range(n), lists):
                        here, there = rows[i][seen], rows[i + 1][seen]
                        low, high = (here, there) if seen[0] > i else (there, here)
                        require(low == alpha * high, f"n = {n}, {written}, C = {group}, {seen}: {low} and {high}")
                    found = level(Mechanism([[row[seen] for seen in lists] for row in rows]))
                    accepted(found)
                    require(found.alpha == alpha, f"n = {n}, {written}, C = {group}: the level is {found.alpha}")


@claim.instances(
    "M as a whole is not α_i'-private: for n = 1, levels 1/3 < 1/2 and C = {2} what M makes, r_1 and r_2, is not "
    "1/2-private, and r_2 is",
    mutants={"r_2 alone": {"group": (2,)}},
)
def as_a_whole(group=(1, 2)):
    levels = [Fraction(1, 3), Fraction(1, 2)]
    rows, lists = joint(1, levels, group)
    found = private(Mechanism([[row[seen] for seen in lists] for row in rows]), levels[1])
    require(not found, "it is 1/2-private")
    require(bool(private(geometric(n=1, alpha=levels[1]), levels[1])), "r_2 is not 1/2-private")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
