"""For which modes G is optimal for all: exactly those that never turn back, however far they move.

Where the modes go back and forth, some input i has its mode beyond a cut between responses, and two inputs j < i < k
have theirs before it, or the other way round. Let a response cost 1 on the wrong side of the cut, and let only j, i, k
have a prior. To answer beyond the cut with probability α^|s-i|/(1+α) on input s is private. G·t can't do as well for
any 0 ≤ t ≤ 1: but for response i of G, each counts against being beyond the cut, and i alone gives too little.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product

from exactdp.claims import (
    Assumed,
    Claim,
    Domain,
    accepted,
    geometric_times_one_plus_alpha,
    identity,
    number,
    require,
    scaled_geometric,
    signs,
)
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table
from exactdp.model.users import BayesianUser, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="exactdp.which-modes",
    title="exactly the modes that never turn back",
    section="3",
    position=45,
    statement=(
        "Let 0 < α < 1 and μ(0), …, μ(n) be given. Some optimal mechanism is derivable from G for every prior and "
        "every loss that falls weakly up to μ(i) and rises weakly from there, on every input i, if and only if μ never "
        "decreases or never increases; by how many steps it moves is of no importance. Otherwise there are a cut "
        "between responses and j < i < k with μ(i) on one side, μ(j) and μ(k) on the other. With the loss 1 for the "
        "wrong side and a prior proportional to qα^(j-i), 1, qα^(i-k) on j, i, k, where q = α²/(1+α²), G's best remap "
        "then loses more than the optimum, by at least α(1-α)/(1+α²) times the prior of i. Losses that fall and rise "
        "strictly fail as well: add a small multiple of |r-μ(i)|."
    ),
    latex=(
        r"\frac{2\alpha}{1+\alpha^2} - \frac{\alpha(1+\alpha)}{1+\alpha^2} = \frac{\alpha(1-\alpha)}{1+\alpha^2} > 0"
    ),
    domain="n ≥ 0, 0 < α < 1, every list of modes, any number of responses",
    every_n=True,
    verdict="proved",
    scope=(
        "all n, α and modes; that never turning back is enough is the claim concentration; that a list which turns "
        "back has such j, i, k and a cut is run through for short lists only"
    ),
    uses=("exactdp.concentration", "exactdp.concentration-certifies"),
)

UNIT = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])


@claim.proof(
    "modes that never increase: the inputs in reverse order have modes that never decrease, G is the same with inputs "
    "and responses both in reverse order, and its levels are those of the path either way",
    mutants={"only the inputs reversed": {"responses": False}},
)
def reversed_inputs(responses=True):
    def pairs(a, n, i, k):
        image = n - k if responses else k
        yield geometric_times_one_plus_alpha(a, n, n - i, image), geometric_times_one_plus_alpha(a, n, i, k)

    identity("a", pairs, Domain("n i k", lambda n, i, k: [n - 1, i, n - i, k, n - k]))


@claim.proof(
    "the mechanism is private: with f = α^z/(1+α) at the distance z from i, f is α times as much at z+1, and 1-f less "
    "α times that at z+1 is (1-α²)·(1-α^z)/(1+α) ≥ 0; the other two inequalities are weaker, as f falls with z",
    mutants={"f = α^z": {"whole": True}, "α² times as much": {"step": 2}},
)
def private_event(whole=False, step=1):
    def pairs(a, z):
        # All times 1+α.
        total = number(1) if whole else 1 + a
        here, after = a**z, a ** (z + step)
        yield after, a * here
        yield (total - here) - a * (total - after), (1 - a) * (1 + a) * (1 - a**z)

    identity("a", pairs, Domain("z", lambda z: [z]))


def worth(a, i, *at, power=2):
    """What response z of G beyond the cut is worth, over s_z, times (1+α²)·α^(k-j): for i, less for j and for k."""
    j, k, z = at
    q = a**power
    gained = (1 + a**2) * a ** (k - j) * scaled_geometric(a, i, z)
    return gained - q * a ** (k - i) * scaled_geometric(a, j, z) - q * a ** (i - j) * scaled_geometric(a, k, z)


@claim.proof(
    "what response z of G is worth beyond the cut, over s_z: α^|z-i| - qα^(|z-j|-|i-j|) - qα^(|z-k|-|i-k|). Times "
    "1+α², that is 1-α² for z = i, α^d - α^(2-d) at the distance d from i up to j and k, and α^d·(1 - α^(2-2u)) beyond "
    "j, where u = i-j, and beyond k, where u = k-i",
    mutants={"q = α/(1+α²)": {"power": 1}, "1-α for z = i": {"at_i": 1}},
)
def worth_of_a_response(power=2, at_i=2):
    def pairs(a, i, *at):
        j, k, z = at
        found, unit = worth(a, i, j, k, z, power=power), a ** (k - j)
        if z == i:
            yield found, unit * (1 - a**at_i)
        elif j <= z <= k:
            d = abs(z - i)
            yield a**d * found, unit * (a ** (2 * d) - a**2)
        else:
            d, u = abs(z - i), i - j if z < j else k - i
            yield a ** (2 * u) * found, unit * a**d * (a ** (2 * u) - a**2)

    identity("a", pairs, Domain("i j k z", lambda i, j, k, z: [j, i - 1 - j, k - 1 - i, z]))


@claim.proof(
    "so only z = i is worth more than 0: α^(2d) - α² is 0 at d = 1 and falls from d to d+1 by α^(2d)·(1-α²)",
    mutants={"0 at d = 0": {"first": 0}},
)
def worth_signs(first=1):
    identity("a", lambda a: [(a ** (2 * first) - a**2, number(0))])
    signs(
        UNIT,
        lambda given, a, d: [
            (
                a ** (2 * d) - a ** (2 * d + 2),
                given["α"] ** (2 * d) * given["1-α"] * (given["α"] + given["α"] + given["1-α"]),
            )
        ],
        Domain("d", lambda d: [d - first]),
    )


@claim.proof(
    "over the prior of i, G loses at least 1 - s_i·(1-α²)/(1+α²) = 2α/(1+α²), with response i alone beyond the cut, "
    "and the mechanism 1 - (1-2q)/(1+α) = α(1+α)/(1+α²). The difference is α(1-α)/(1+α²)",
    mutants={"s_i = 1/(1+α)": {"end": True}, "1-q for 1-2q": {"others": 1}},
)
def values(end=False, others=2):
    def pairs(a):
        # Times (1+α)·(1+α²).
        scale = number(1) if end else 1 - a
        yield (1 + a) * (1 + a**2) - scale * (1 - a**2), 2 * a * (1 + a)
        yield (1 + a) * (1 + a**2) - (1 + a**2 - others * a**2), a * (1 + a) * (1 + a)

    identity("a", pairs)
    signs(UNIT, lambda given, a: [(2 * a - a * (1 + a), given["α"] * given["1-α"])])


def back_and_forth(modes):
    """The first j < i < k and cut with μ(i) on one side of it and the other two on the other side, or None."""
    for j, i, k in combinations(range(len(modes)), 3):
        for r in range(max(modes)):
            sides = [modes[s] > r for s in (j, i, k)]
            if sides[0] == sides[2] != sides[1]:
                return j, i, k, r
    return None


@claim.instances(
    "every list of at most 5 modes out of 0, …, 3: it never decreases or never increases if and only if no j < i < k "
    "and cut are as said",
    mutants={"it never decreases": {"mirrored": False}},
    largest=6,
)
def lists(mirrored=True, largest=5):
    for size in range(1, largest + 1):
        for modes in product(range(4), repeat=size):
            rises = all(p <= q for p, q in pairwise(modes))
            falls = all(p >= q for p, q in pairwise(modes))
            require((rises or (mirrored and falls)) == (back_and_forth(modes) is None), f"the modes {modes}")


def prior_on(n, at, alpha, power=2):
    """The prior of the statement."""
    j, i, k = at
    q = alpha**power / (1 + alpha**2)
    weights = [Fraction(0)] * (n + 1)
    weights[j], weights[i], weights[k] = q * alpha ** (j - i), Fraction(1), q * alpha ** (i - k)
    return proportional(weights)


def losses(user, source, alpha):
    """The user's least loss with G and with any α-private mechanism, accepted by the kernel."""
    found = interact(user, source, responses=range(3)), solve_polytope(Problem(user, alpha, responses=range(3)))
    return [accepted(each).value for each in found]


@claim.instances(
    "every list of n+1 modes out of 0, 1, 2 that goes back and forth, n = 2 and 3, α = 1/4 and 1/2: the kernel's value "
    "for G is 2α/(1+α²) times the prior of i, and the optimum is at most α(1+α)/(1+α²) times it; with |r-μ|/1000 "
    "added, which makes the loss strict, G loses more than the optimum as well",
    mutants={"q = α/(1+α²)": {"power": 1}, "the modes in order": {"ordered": True}},
    largest=4,
)
def by_library(power=2, ordered=False, largest=3):
    for n, alpha in product(range(2, largest + 1), map(Fraction, ("1/4", "1/2"))):
        for modes in product(range(3), repeat=n + 1):
            found = back_and_forth(modes)
            if found is None:
                continue
            *at, r = found
            listed = sorted(modes) if ordered else modes
            rows = [[Fraction((q > r) != (mode > r)) for q in range(3)] for mode in listed]
            prior = prior_on(n, at, alpha, power)
            unit, source = prior[at[1]] / (1 + alpha**2), geometric(n=n, alpha=alpha)
            deployed, best = losses(BayesianUser(table(rows), prior), source, alpha)
            require(deployed == 2 * alpha * unit, f"n = {n}, α = {alpha}, {modes}: {deployed} with G")
            require(best <= alpha * (1 + alpha) * unit, f"n = {n}, α = {alpha}, {modes}: {best} at best")
            rows = [
                [v + Fraction(abs(q - mode), 1000) for q, v in enumerate(row)]
                for mode, row in zip(listed, rows, strict=True)
            ]
            deployed, best = losses(BayesianUser(table(rows), prior), source, alpha)
            require(deployed > best, f"n = {n}, α = {alpha}, {modes}: {deployed} with G for the strict loss")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
