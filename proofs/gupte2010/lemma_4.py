"""Lemma 4: who sees several results of Algorithm 1 knows no more about the database than from the least private one.

Algorithm 1 is a Markov chain: P(r_1 = a, r_2 = b, … | i) = G(i, a)·T_2(a, b)·…, and only the first factor depends on
the true result i. So the colluders' joint mechanism is G_{α_c1} followed by a remap, which adds r_c2, …, r_ct, and
G_{α_c1} is the joint mechanism followed by the remap that forgets them.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, pairwise, product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric, transition
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.derivability import Derivation, derive_from
from exactdp.privacy.level import level

claim = Claim(
    id="gupte2010.lemma-4",
    title="colluders learn no more than the first of them",
    section="4.1",
    position=40,
    statement=(
        "Let C = {c_1 < … < c_t}. Given r_c1, the joint distribution of r_c2, …, r_ct does not depend on the true "
        "result. So the joint mechanism that releases r_c1, …, r_ct and the geometric mechanism G_{n,α_c1} can be "
        "derived from each other, and for n ≥ 1 the exact level of both is α_c1."
    ),
    latex=r"\Pr[r_{c_1}=a, r_{c_2}=b, \ldots \mid i] = G_{n,\alpha_{c_1}}(i,a)\cdot T(a,b)\cdots",
    domain="n ≥ 0, 0 ≤ α_1 < … < α_k ≤ 1, every nonempty C",
    every_n=True,
    verdict="corrected",
    scope="all n, C and levels, stage by stage; runs for n ≤ 2 (deep: 3), k = 3 and two lists of levels",
    printed="R(C) = {r_c1 … r_ck}, at levels α_c1, …, α_ck: the last index must be c_t",
    slip="print",
    uses=("gupte2010.lemma-3", "gupte2010.algorithm-1", "gupte2010.definition-4"),
)

LEVELS = (("1/4", "1/2", "2/3"), ("0", "1/3", "1"))


@claim.counterexample(
    "k = 2 and C = {1}: one result is shared, and there is no c_2 for r_c2 to be released at the level α_c2",
    mutants={"C = {1, 2}": {"colluders": (1, 2)}},
)
def last_index(colluders=(1,), k=2):
    require(len(colluders) < k, f"C has an element c_{k}: it is {colluders[min(k, len(colluders)) - 1]}")


@claim.proof(
    "a stage more in C: where the joint distribution so far is G(i,a)·R(a,s,b), with b the last result and s those "
    "between, it becomes G(i,a)·R(a,s,b)·T(b,c), so the new R(a,s,b)·T(b,c) is again the same for all i: the joint "
    "probabilities of two inputs are in the ratio of G(i,a) to G(h,a)",
    mutants={"a stage that looks at the true result": {"sees": True}},
)
def one_more(sees=False):
    def pairs(i, h, *between):
        a, s, b, c = between

        def joint(true):
            stage = entry("T", b, c, true) if sees else entry("T", b, c)
            return entry("G", true, a) * entry("R", a, s, b) * stage

        yield joint(i) * entry("G", h, a), joint(h) * entry("G", i, a)

    identity("", pairs, Domain("i h a s b c", lambda *at: list(at)))


@claim.proof(
    "a stage left out after c_1: summed over its results z, Σ_z G(i,a)·R(a,s,z)·T(z,c) is G(i,a) times a number "
    "without i; its partial sums grow by equal steps",
    mutants={"the step T(z,c) alone": {"without": True}},
)
def left_out(without=False):
    def pairs(i, a, s, z, c):
        step = entry("T", z, c) if without else entry("R", a, s, z) * entry("T", z, c)
        summed = entry("sum", a, s, c)
        before, after = entry("G", i, a) * summed, entry("G", i, a) * (summed + step)
        yield after - before, entry("G", i, a) * entry("R", a, s, z) * entry("T", z, c)

    identity("", pairs, Domain("i a s z c", lambda *at: list(at)))


@claim.proof(
    "privacy: two neighbours' joint probabilities, for α = α_c1, have the difference (x - α·y)·R ≥ 0 where x - α·y ≥ 0 "
    "is that of G",
    mutants={"without R ≥ 0": {"weights": False}},
)
def private(weights=True):
    assumed = Assumed(
        "a x y R",
        lambda a, x, y, R: {},
        lambda a, x, y, R: {"x-αy": x - a * y} | ({"R": R} if weights else {"x": x}),
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1)],
    )
    signs(
        assumed,
        lambda given, a, x, y, R: [(x * R - a * (y * R), given["x-αy"] * given["R" if weights else "x"])],
        strict=False,
    )


def joint(n, levels, chosen, independent=False):
    """The joint mechanism of the chosen stages, by summing over all runs of Algorithm 1, and its responses."""
    first = geometric(n=n, alpha=levels[0])
    remaps = [transition(n=n, alpha=x, beta=y) for x, y in pairwise(levels)]
    responses = list(product(range(n + 1), repeat=len(chosen)))
    rows = []
    for i in range(n + 1):
        row = defaultdict(Fraction)
        for run in product(range(n + 1), repeat=len(levels)):
            probability = first[i, run[0]]
            for stage, remap in enumerate(remaps):
                from_level = geometric(n=n, alpha=levels[stage + 1])
                after = run[stage + 1]
                probability *= from_level[i, after] if independent else remap[run[stage], after]
            row[tuple(run[stage] for stage in chosen)] += probability
        rows.append([row[response] for response in responses])
    return Mechanism(rows), responses


@claim.instances(
    "for n ≤ 2 (deep: 3), k = 3, levels 1/4 < 1/2 < 2/3 and 0 < 1/3 < 1, and every C: the joint mechanism, summed over "
    "all runs, is derivable from G_{n,α_c1}, and that from it by forgetting; its exact level is α_c1; all certified",
    mutants={"each result drawn from its geometric mechanism independently": {"independent": True}},
    largest=3,
)
def every_set(independent=False, largest=2):
    for n in range(largest + 1):
        for levels in [tuple(map(Fraction, written)) for written in LEVELS]:
            for size in range(1, 4):
                for chosen in combinations(range(3), size):
                    together, responses = joint(n, levels, chosen, independent)
                    alone, alpha = geometric(n=n, alpha=levels[chosen[0]]), levels[chosen[0]]
                    where = f"n = {n}, levels {', '.join(map(str, levels))}, C = {[c + 1 for c in chosen]}"
                    added = derive_from(together, alone)
                    require(bool(added), f"{where}: not derivable from the first of them")
                    forgotten = deterministic([first for first, *_ in responses], responses=range(n + 1))
                    exact = level(together)
                    require(n == 0 or exact.alpha == alpha, f"{where}: the exact level is {exact.alpha}")
                    for result in (added, Derivation(forgotten, alone, together), exact):
                        accepted(result)


@claim.instances(
    "equal distributions of each result alone are not enough: r_1 and r_2 drawn independently from G_{2,1/4} and "
    "G_{2,1/2} have together the exact level 1/8 = α_1·α_2",
    mutants={"drawn as in Algorithm 1": {"independent": False}},
)
def correlation_is_needed(independent=True):
    together, _ = joint(2, (Fraction(1, 4), Fraction(1, 2)), (0, 1), independent)
    found = level(together)
    require(found.alpha == Fraction(1, 4) * Fraction(1, 2), f"the exact level is {found.alpha}")
    accepted(found)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
