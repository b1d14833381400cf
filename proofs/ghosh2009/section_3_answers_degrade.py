"""Section 3: answers drawn anew for each user degrade the privacy; one draw that all users remap does not.

Two answers drawn independently have the joint probabilities x·x', so that only x·x' ≥ α²·y·y' is left. But users may
get different answers from one draw: u gets its own remap of what G answers, and all of them together are one remap of
G. That is how the theorem serves all users, and also how a mechanism that knew them could.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, scaled_geometric, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, proportional, uniform
from exactdp.optimum.interaction import interact
from exactdp.privacy.level import level

claim = Claim(
    id="ghosh2009.section-3.answers-degrade",
    title="different answers for different users",
    section="3",
    position=70,
    statement=(
        "m independent answers of α-private mechanisms are α^m-private together, and for m draws of G, n ≥ 1, at no "
        "larger level. For 0 < α < 1 this is less than α-private. If each of m users gets its own optimal remap of one "
        "draw of G, the answers may differ, each user has its least loss, and all answers together are α-private."
    ),
    latex=r"x\,x' - \alpha^2 y\,y' = (x - \alpha y)\,x' + \alpha y\,(x' - \alpha y'), \qquad z_{i,(r,s)} = \sum_k "
    r"g_{ik}\, t_{kr}\, u_{ks}",
    domain="n ≥ 1, 0 ≤ α ≤ 1, m ≥ 1, all α-private mechanisms and remaps",
    every_n=True,
    verdict="proved",
    scope="all n, m, α, mechanisms, remaps; the exact level of m draws of G on n ≤ 3, m ≤ 3 by certificates too",
    uses=("ghosh2009.theorem-3.1", "ghosh2009.section-2-3.remap"),
)


def joint(first, second):
    """The two answers together, drawn independently."""
    return Mechanism([[x * y for x in row for y in other] for row, other in zip(first.rows, second.rows, strict=True)])


def of_one_draw(deployed, first, second):
    """The two answers together, by two remaps of one draw."""
    both = [[t * u for t in row for u in other] for row, other in zip(first.rows, second.rows, strict=True)]
    return deployed @ Mechanism(both)


def certified_level(x):
    """The largest level at which a mechanism is private, by a certificate."""
    found = level(Mechanism(x.rows))
    accepted(found)
    return found.alpha


@claim.instances(
    "different answers without loss of privacy: n = 1, α = 1/2, 0-1 loss: the users with the priors 1/2, 1/2 and 1/4, "
    "3/4 read one draw of G differently, with 0 and 1, or 1 always; the kernel accepts both remaps as optimal, and the "
    "two answers together as 1/2-private",
    mutants={
        "two draws of G, both for the first user": {"independent": True, "weights": (1, 1)},
        "the same user twice": {"weights": (1, 1)},
    },
)
def one_draw(independent=False, weights=(1, 3)):
    deployed = geometric(n=1, alpha="1/2")
    found = [interact(BayesianUser(zero_one(), proportional(w)), deployed) for w in ((1, 1), weights)]
    for each in found:
        accepted(each)
    first, second = (each.remap for each in found)
    together = joint(found[0].induced, found[1].induced) if independent else of_one_draw(deployed, first, second)
    require(certified_level(together) == Fraction(1, 2), "together they are not 1/2-private, or more")
    require(first != second, "the two read alike")


@claim.proof(
    "m independent answers: with X and Y the joint probabilities of the first m on neighbouring inputs, X·x - "
    "α^(m+1)·Y·y = (X-α^m·Y)·x + α^m·Y·(x-α·y) ≥ 0; for m = 0 X = Y = 1. For G no larger level will do: m draws are "
    "all 0 with probabilities in the ratio 1 to α^m on inputs 0 and 1",
    mutants={"α^m for m + 1 answers": {"shift": 1}, "mechanisms that are not private": {"private": False}},
)
def independent_answers(shift=0, private=True):
    def pairs(a, m):
        X, Y, x, y = (entry(name) for name in "XYxy")
        yield X * x - a ** (m + 1 - shift) * Y * y, (X - a**m * Y) * x + a**m * Y * (x - a * y)
        # m + 1 draws of G that are all 0: up to one factor their probabilities are 1 on input 0 and this on input 1.
        yield a**m * scaled_geometric(a, 1, 0), a ** (m + 1) * scaled_geometric(a, 0, 0)

    identity("a", pairs, Domain("m", lambda m: [m]))
    signs(
        Assumed(
            "D x P d",
            lambda *_: {},
            lambda D, x, P, d: {"X-α^mY": D, "x": x, "α^mY": P, "x-αy": d if private else -d},
            witness=[Fraction(0), Fraction(1), Fraction(1), Fraction(0)],
        ),
        lambda given, D, x, P, d: [(D * x + P * d, given["X-α^mY"] * given["x"] + given["α^mY"] * given["x-αy"])],
        strict=False,
    )


@claim.proof(
    "one draw, two remaps t and u: the sum of g_ik·t_kr·u_ks over k, less α times that on input i+1, grows at every k "
    "by (g_ik-α·g_(i+1)k)·t_kr·u_ks ≥ 0, and likewise with i and i+1 exchanged. Summed over s it is (G·t)_ir, as the "
    "u_ks sum to 1",
    mutants={"two draws": {"draws": 2}},
)
def together(draws=1):
    def pairs(a, i, k, r, s):
        t, u = entry("t", k, r), entry("u", k, s)
        here, below = entry("g", i, k), entry("g", i + 1, k)
        before, under = entry("z", i, k, r, s), entry("z", i + 1, k, r, s)
        first, second = before + here**draws * t * u, under + below**draws * t * u
        yield first - a * second, (before - a * under) + (here - a * below) * t * u
        yield second - a * first, (under - a * before) + (below - a * here) * t * u

    identity("a", pairs, Domain("i k r s", lambda *at: list(at)))


@claim.proof(
    "so that all these summands are ≥ 0",
    mutants={"with a remap of another sign": {"stochastic": False}},
)
def summands(stochastic=True):
    assumed = Assumed(
        "d t u",
        lambda *_: {},
        lambda d, t, u: {"g-αg'": d, "t": t if stochastic else -t, "u": u},
        witness=[Fraction(1), Fraction(0), Fraction(1)],
    )
    signs(assumed, lambda given, d, t, u: [(d * t * u, given["g-αg'"] * given["t"] * given["u"])], strict=False)


@claim.instances(
    "m = 1, 2, 3 draws of G, 1 ≤ n ≤ 3, α = 0, 1/3, 4/5, 1: together they have exactly the level α^m",
    mutants={"m·α": {"power": False}, "one draw, seen m times": {"seen": True}},
)
def draws(power=True, seen=False):
    for n in range(1, 4):
        for alpha in map(Fraction, ("0", "1/3", "4/5", "1")):
            deployed = geometric(n=n, alpha=alpha)
            drawn = deployed
            for m in range(1, 4):
                found = certified_level(drawn)
                expected = alpha**m if power else m * alpha
                require(found == expected, f"n = {n}, α = {alpha}, m = {m}: the level is {found}")
                drawn = drawn if seen else joint(drawn, deployed)


@claim.instances(
    "three users in pairs, 1 ≤ n ≤ 3, two levels: their optimal remaps of one draw make answers of a level ≥ α "
    "together, each with the user's own least loss; independent answers have a level of at least α², and some pair one "
    "below α",
    mutants={"independent answers": {"independent": True}, "none below α": {"worse": False}},
)
def pairs_of_users(independent=False, worse=True):
    below = False
    for n, alpha in product(range(1, 4), map(Fraction, ("1/3", "4/5"))):
        deployed = geometric(n=n, alpha=alpha)
        priors = (uniform(n=n), proportional(range(1, n + 2)), proportional([1, *[0] * (n - 1), 3]))
        users = [BayesianUser(loss, p) for loss, p in zip((zero_one(), absolute(), squared()), priors, strict=True)]
        for one, other in product(users, repeat=2):
            found = [interact(user, deployed) for user in (one, other)]
            first, second = (each.remap for each in found)
            apart = joint(found[0].induced, found[1].induced)
            shared = apart if independent else of_one_draw(deployed, first, second)
            require(certified_level(shared) >= alpha, f"n = {n}, α = {alpha}: one draw has a smaller level")
            own = Fraction(0)
            for i, r, s in product(range(n + 1), repeat=3):
                own += one.prior[i] * shared[i, r * (n + 1) + s] * one.loss(i, r)
            require(own == found[0].value, f"n = {n}, α = {alpha}: the first user loses {own}")
            lower = certified_level(apart)
            require(lower >= alpha**2, f"n = {n}, α = {alpha}: independent answers have the level {lower}")
            below = below or lower < alpha
    require(below is worse, "no pair of independent answers is below α" if worse else "some pair is below α")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
