"""Algorithm 1: which matrices it computes, and what it releases.

The first loop computes T_(i+1) from α_i and α_(i+1), for i up to k. At i = k there is no α_(k+1), and T_(k+1) is not
used. With i up to k-1 the products T_1·…·T_i are G_{n,α_i}, so that result i is that of the geometric mechanism.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Claim, Domain, accepted, entry, identity, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.polytope.derivability import derive
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.algorithm-1",
    title="the matrices of Algorithm 1",
    section="4.1",
    position=30,
    statement=(
        "With T_1 = G_{n,α_1} and, for 1 ≤ i ≤ k-1, T_(i+1) such that G_{n,α_(i+1)} = G_{n,α_i}·T_(i+1), every T_i is "
        "stochastic and T_1·…·T_i = G_{n,α_i}. As r_0 = r is the true result, r_i is distributed as the answer of the "
        "α_i-geometric mechanism."
    ),
    latex=r"T_1 \cdots T_i = G_{n,\alpha_i} \qquad (1 \le i \le k)",
    domain="n ≥ 0, k ≥ 1, 0 ≤ α_1 < … < α_k ≤ 1; α_k = 1 is allowed, as T_k is made from α_(k-1) < 1",
    every_n=True,
    verdict="corrected",
    scope="the step from i to i+1 for all n and α; that T exists is Lemma 3; runs for n ≤ 4 and k ≤ 4",
    printed="the first loop runs for 1 ≤ i ≤ k, and at i = k asks for α_(k+1)",
    slip="print",
    uses=("gupte2010.lemma-3",),
)


def first_loop(n, levels, last):
    """T_1 and what the loop for 1 ≤ i ≤ last computes, each T_(i+1) with its proof."""
    found = [geometric(n=n, alpha=levels[0])]
    for i in range(1, last + 1):
        derivation = derive(geometric(n=n, alpha=levels[i]), levels[i - 1])
        accepted(derivation)
        found.append(derivation.remap)
    return found


@claim.counterexample(
    "k = 1, n = 1, α_1 = 1/2: T_1 is all that is needed, and the printed loop asks for α_2",
    mutants={"with i up to k-1": {"beyond": 0}},
)
def as_printed(beyond=1):
    levels = [Fraction(1, 2)]
    try:
        first_loop(1, levels, len(levels) - 1 + beyond)
    except IndexError:
        require(True, "")
    else:
        require(False, "the loop ran to its end")


@claim.proof(
    "one stage: where T_1·…·T_i has the rows of G_{n,α}, times T it is G_{n,α}·T, whose partial sums Σ_{j<z} "
    "G(r,j)·T(j,s) grow by G(r,z)·T(z,s)",
    mutants={"T on the left": {"left": True}},
)
def one_stage(left=False):
    def pairs(r, z, s):
        here = entry("product", r, z)
        step = entry("T", r, z) * entry("product", z, s) if left else here * entry("T", z, s)
        before = entry("sum", r, s)
        yield (before + step) - before, entry("product", r, z) * entry("T", z, s)

    identity("", pairs, Domain("r z s", lambda *at: list(at)))


RUNS = (("1/2",), ("1",), ("0", "1/2"), ("1/3", "1"), ("1/4", "1/2", "2/3"), ("0", "1/10", "9/10", "1"))


@claim.instances(
    "for n ≤ 4 and six lists of 1 to 4 levels, 0 and 1 among them: the loop up to k-1 gives k stochastic matrices, the "
    "probabilities of r_i over all runs from r_0 = r are those of G_{n,α_i}, and its exact level is α_i (n ≥ 1)",
    mutants={"r_0 = 0 for every r": {"start": 0}, "the stages in reverse": {"reverse": True}},
)
def as_corrected(start=None, reverse=False):
    for n in range(5):
        for written in RUNS:
            levels = list(map(Fraction, written))
            stages = first_loop(n, levels, len(levels) - 1)
            require(len(stages) == len(levels), f"there are {len(stages)} matrices for {len(levels)} levels")
            for i, alpha in enumerate(levels):
                used = stages[: i + 1][::-1] if reverse else stages[: i + 1]
                expected = geometric(n=n, alpha=alpha)
                for r in range(n + 1):
                    after = distribution(used, r if start is None else start)
                    require(after == list(expected.rows[r]), f"n = {n}, levels {written}, r = {r}: r_{i + 1} differs")
                found = level(expected)
                require(n == 0 or found.alpha == alpha, f"n = {n}: the exact level of r_{i + 1} is {found.alpha}")


def distribution(stages, start):
    """The probabilities of the last result, summed over all runs of at most three stages, then stage by stage."""
    size = len(stages[0])
    total = [Fraction(0)] * size
    for run in product(range(size), repeat=min(len(stages), 3)):
        probability, here = Fraction(1), start
        for stage, after in zip(stages, run, strict=False):
            probability, here = probability * stage[here, after], after
        total[here] += probability
    for stage in stages[3:]:
        total = [sum(total[z] * stage[z, s] for z in range(size)) for s in range(size)]
    return total


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
