"""Losses with flat parts: when modes that never turn back can be chosen in them.

A row that falls weakly up to μ and rises weakly from there does so for every μ in an interval a..b, where it is least.
Modes that do not decrease can be chosen exactly if no a_j is above a later b_i: take the largest a_j so far. The proof
of the theorem asks for no more, and never for a strict step.
"""

from fractions import Fraction
from itertools import combinations, product

from exactdp.claims import Claim, Domain, accepted, identity, require
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import table, threshold, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="exactdp.plateaus",
    title="losses with flat parts and ties",
    section="3",
    position=55,
    statement=(
        "Let l(i,·) fall weakly up to μ and rise weakly from there exactly for the μ in a_i..b_i. There is a choice "
        "μ(i) of these that never decreases if and only if a_j ≤ b_i for all j < i, and then μ(i) = max a_j over j ≤ i "
        "is one; one that never increases if and only if a_i ≤ b_j for all j < i. With either, some optimal mechanism "
        "is derivable from G for every prior and every S, by the claim universal-optimality, whose proof asks for weak "
        "steps only. If there is neither, a cut r and inputs j < i < k have a_i > r and b_j, b_k ≤ r, or b_i ≤ r and "
        "a_j, a_k > r. The converse holds for lists of modes, not for each loss: the responses may have another order "
        "in which all is well."
    ),
    latex=r"\mu(i) = \max_{j \le i} a_j \le b_i \iff a_j \le b_i \text{ for all } j \le i",
    domain="n ≥ 0, all intervals a_i..b_i of responses, all losses that are weakly unimodal with them",
    every_n=True,
    verdict="proved",
    scope=(
        "all n and intervals; where there is no choice, the cut by a step whose cases are put together in words, and "
        "by instances"
    ),
    uses=("exactdp.universal-optimality", "exactdp.which-modes"),
)


@claim.proof(
    "the choice: from μ = max a_j so far and the next a, b the new one is the larger of μ and a; it is ≥ μ, ≥ a, and ≤ "
    "b if μ ≤ b and a ≤ b (as exponents, which must not be negative)",
    mutants={"without a_j ≤ b_i": {"slack": 1}, "the smaller of the two": {"larger": False}},
)
def choice(slack=0, larger=True):
    def pairs(u, mode, first, last):
        following = first if (first >= mode) == larger else mode
        yield u ** (following - mode) * u**mode, u**following
        yield u ** (following - first) * u**first, u**following
        yield u ** (last - following) * u**following, u**last

    identity("u", pairs, Domain("p a b", lambda p, a, b: [p, a, b - a, b - p + slack]))


@claim.proof(
    "it is needed: for j < i and modes with a_j ≤ μ(j) ≤ μ(i) ≤ b_i, a_j ≤ b_i",
    mutants={"modes that decrease by 1": {"back": 1}},
)
def needed(back=0):
    identity(
        "u",
        lambda u, a, p, q, b: [(u ** (b - a) * u**a, u**b)],
        Domain("a p q b", lambda a, p, q, b: [a, p - a, q - p + back, b - q]),
    )


@claim.proof(
    "with neither choice: let a_j > b_i for some j < i, at the cut r = b_i, and b_v < a_w for some v < w, at s = b_v. "
    "If s ≥ r, j and w are beyond the cut r and i before it, so that j < i < w will do, if w > i. If s < r, as for w = "
    "i, v is before both cuts and j beyond both, so that j < v < w at the cut s, or v < j < i at the cut r, will do. "
    "For w < i, with the responses in reverse order the two pairs change places",
    mutants={"a_j ≥ b_i": {"slack": 1}},
)
def triple(slack=0):
    # On which side of the cuts r and s they are: beyond a cut if a > cut, before it if b ≤ cut.
    def later_cut(u, r, s, aj, aw):
        # s ≥ r: a_j > r, and a_w > s ≥ r.
        yield u ** (aw - r - 1) * u ** (r + 1), u**aw
        yield u ** (aj - r - 1) * u ** (r + 1), u**aj

    def earlier_cut(u, r, s, aj, bv):
        # s < r: b_v ≤ s < r, and a_j > r > s.
        yield u ** (r - bv - 1) * u ** (bv + 1), u**r
        yield u ** (aj - s - 2) * u ** (s + 2), u**aj

    identity("u", later_cut, Domain("r s c d", lambda r, s, c, d: [r, s - r, c - r - 1 + slack, d - s - 1]))
    identity("u", earlier_cut, Domain("r s c d", lambda r, s, c, d: [s, r - s - 1, c - r - 1 + slack, d, s - d]))


def choices(intervals):
    """All choices of one mode in each interval."""
    return product(*(range(a, b + 1) for a, b in intervals))


def turned_at(intervals):
    """Whether some cut has j < i < k with i on one side and the others on the other side."""
    for first, second, third in combinations(intervals, 3):
        for r in range(3):
            beyond = [a > r for a, _ in (first, second, third)]
            before = [b <= r for _, b in (first, second, third)]
            if (beyond[1] and before[0] and before[2]) or (before[1] and beyond[0] and beyond[2]):
                return True
    return False


@claim.instances(
    "all lists of at most 3 intervals in 0..2: a choice that never decreases, or increases, exists exactly as said, "
    "and where there is neither, and only there, some cut has inputs as said",
    mutants={"a_j < b_i": {"slack": 1}, "a choice that never decreases only": {"both": False}},
    size=5,
)
def lists(slack=0, both=True, size=3):
    every = [(a, b) for a in range(3) for b in range(a, 3)]
    for length in range(1, size + 1):
        for intervals in product(every, repeat=length):
            rising = all(first[0] + slack <= later[1] for first, later in combinations(intervals, 2))
            falling = all(later[0] + slack <= first[1] for first, later in combinations(intervals, 2))
            found = [list(modes) for modes in choices(intervals)]
            require(rising == any(modes == sorted(modes) for modes in found), f"the intervals {intervals}")
            require(falling == any(modes == sorted(modes)[::-1] for modes in found), f"the intervals {intervals}")
            require((rising or (both and falling)) != turned_at(intervals), f"the cuts of {intervals}")


def flat(intervals, responses):
    """A loss that is 0 in an interval, flat again away from it, and never strict for long."""
    return table([[(max(a - r, r - b, 0) + 1) // 2 for r in range(responses)] for a, b in intervals])


@claim.instances(
    "n = 2, α = 3/4, one in seven of the lists of three intervals in 0..2 with such a choice, and the losses 0-1 and "
    "|i-r| > 1 as well: for a prior with a zero, another one and two S the best remap of G and the optimum lose the "
    "same, as the kernel accepts",
    mutants={"lists without a choice too": {"every": True}},
    levels=("1/10", "1/3", "3/4"),
    step=1,
)
def by_library(every=False, levels=("3/4",), step=7):
    intervals = [(a, b) for a in range(3) for b in range(a, 3)]
    listed = [each for each in product(intervals, repeat=3) if every or not turned_at(each)][::step]
    for alpha in map(Fraction, levels):
        for loss in (zero_one(), threshold(1), *(flat(each, 3) for each in listed)):
            for user in (
                BayesianUser(loss, proportional([1, 2, 1])),
                BayesianUser(loss, proportional([2, 0, 1])),
                MinimaxConsumer(loss, inputs=range(3)),
                MinimaxConsumer(loss, inputs=range(3), side_information=[0, 1]),
            ):
                best, deployed = solve_polytope(Problem(user, alpha)), interact(user, geometric(n=2, alpha=alpha))
                require(
                    accepted(best).value == accepted(deployed).value,
                    f"α = {alpha}, {user}: {deployed.value}, not {best.value}",
                )


TURNED = ((0, 1, 1), (1, 1, 0), (1, 0, "1/2"))


@claim.instances(
    "no converse for a single loss: the rows (0, 1, 1), (1, 1, 0), (1, 0, 1/2) have the modes 0, 2, 1; with the "
    "responses 1 and 2 exchanged they have 0, 1, 2. For 27 priors G is optimal, at α = 1/2",
    mutants={"the responses as they are": {"order": (0, 1, 2)}},
)
def another_order(order=(0, 2, 1)):
    loss = table(TURNED)
    rows = [[loss(i, r) for r in order] for i in range(3)]
    for mode, row in enumerate(rows):
        steps = [b - a for a, b in zip(row, [*row[1:], row[-1]], strict=True)]
        require(all(v >= 0 if r >= mode else v <= 0 for r, v in enumerate(steps)), f"the row {row}")
    for weights in product((1, 2, 5), repeat=3):
        user = BayesianUser(loss, proportional(weights))
        best, deployed = solve_polytope(Problem(user, "1/2")), interact(user, geometric(n=2, alpha="1/2"))
        require(
            accepted(best).value == accepted(deployed).value,
            f"the weights {weights}: {deployed.value}, not {best.value}",
        )


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
