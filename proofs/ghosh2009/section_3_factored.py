"""Section 3: an optimal mechanism M_u of every user factors as M_u = G·T_u, with one G for all users.

G is deployed, and u applies T_u itself. By Theorem 3.1 the Bayes remap of G has the least loss of all α-private
mechanisms, so that what it induces is an optimal M_u. Without remaps one mechanism does not serve all: a user sure of
j wants j always, and then by privacy j is the response to every input, which a user with the uniform prior does not
want. T_u is stochastic in general, though for a Bayesian user it may be taken deterministic.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import deterministic
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.bayesian import bayes_remap
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.polytope.derivability import derive

claim = Claim(
    id="ghosh2009.section-3.factored",
    title="optimal mechanisms factor into G and a remap of the user's",
    section="3",
    position=30,
    statement=(
        "For every user with a monotone loss some optimal α-private mechanism is M_u = G·T_u, with a deterministic T_u "
        "that depends on the user, and G that does not. M_u determines T_u. Without remaps no mechanism is optimal for "
        "all users: for 0 < α < 1 and n ≥ 1 none is for both the user sure of some j and the one with the uniform "
        "prior, if both have the 0-1 loss. What is optimal for the first answers j always, and loses n/(n+1) for the "
        "second, who can have 2αn/((1+α)(n+1))."
    ),
    latex=r"M_u = G \cdot T_u, \qquad \frac{n}{n+1} - \frac{2\alpha n}{(1+\alpha)(n+1)} = "
    r"\frac{(1-\alpha)\,n}{(1+\alpha)(n+1)} > 0",
    domain="n ≥ 1, 0 < α < 1, every prior and monotone loss",
    every_n=True,
    verdict="proved",
    scope="the two users for all n and α; that some M_u factors for all users by the claims used, and here for n ≤ 4",
    uses=(
        "ghosh2009.theorem-3.1",
        "exactdp.unimodal-bayesian",
        "exactdp.remap-in-closed-form",
        "ghosh2009.section-5.singleton-support",
    ),
)


@claim.proof(
    "T_kj = 1 for all k gives the mechanism that always answers j, as the entries of each row of G sum to 1: times "
    "1+α, the first z+1 of them sum to α^(i-z) for z < i, to 1+α-α^(z+1-i) for i-1 ≤ z < n, and all to 1+α",
    mutants={"no factor 1-α inside": {"inner": 0}, "the last entry as an inner one": {"last": 1}},
)
def answers_one(inner=1, last=0):
    def up_to(a, i, z):
        """The claimed sum of the entries 0..z < n."""
        return 1 + a - a ** (z + 1 - i) if z >= i - 1 else a ** (i - z)

    def pairs(a, n, i, z):
        if i == 0:
            yield up_to(a, i, 0), a**0
        elif i == 1:
            yield up_to(a, i, 0), a
        else:
            yield up_to(a, i, 0), a**i
        # z + 1 is an inner column.
        yield up_to(a, i, z + 1) - up_to(a, i, z), (1 - a) ** inner * a ** abs(i - z - 1)

    def last_entry(a, n, i):
        yield up_to(a, i, n - 1) + (1 - a) ** last * a ** (n - i), 1 + a

    identity("a", pairs, Domain("n i z", lambda n, i, z: [n - 2 - z, i, n - i, z]))
    identity("a", last_entry, Domain("n i", lambda n, i: [n - 1, i, n - i]))


@claim.proof(
    "the second user: (1+α)·trace G = 2 + (n-1)(1-α), so with m = n+1 the loss 1 - trace/m of G, times (1+α)·m, is "
    "2α(m-1); that of answering j always, 1 - 1/m, times (1+α)·m, is more by (1-α)(m-1), which is > 0",
    mutants={"n inner columns": {"more": 1}, "α for 2α": {"twice": 1}},
)
def two_users(more=0, twice=2):
    assumed = Assumed("a m", lambda a, m: {"1-α": 1 - a, "m-1": m - 1}, witness=[Fraction(1, 2), Fraction(2)])

    def pairs(given, a, m):
        trace = 2 + (m - 2 + more) * (1 - a)
        of_geometric = (1 + a) * m - trace
        yield (1 + a) * (m - 1) - of_geometric, given["1-α"] * given["m-1"]
        yield (1 + a) * (m - 1) - twice * a * (m - 1), given["1-α"] * given["m-1"]

    signs(assumed, pairs)


@claim.instances(
    "n ≤ 4, three levels: the loss of G for the second user is the least, by certificates, and the one for answering j "
    "always is larger; for the user sure of j it is the other way round",
    mutants={"at α = 1": {"levels": ("1",)}, "G for both users": {"always": False}},
)
def face_value(levels=("1/5", "1/2", "9/10"), always=True):
    def loss(user, x):
        return sum(p * x[i, r] for i, p in enumerate(user.prior) for r in range(len(x)) if r != i)

    for n in range(1, 5):
        for alpha in map(Fraction, levels):
            for j in range(n + 1):
                sure, even = BayesianUser(zero_one(), point_mass(n=n, i=j)), BayesianUser(zero_one(), uniform(n=n))
                constant = (
                    deterministic([j] * (n + 1), responses=range(n + 1)) if always else geometric(n=n, alpha=alpha)
                )
                deployed = geometric(n=n, alpha=alpha)
                for user, own, other in ((sure, constant, deployed), (even, deployed, constant)):
                    best = solve_polytope(Problem(user, alpha))
                    accepted(best)
                    require(loss(user, own) == best.value, f"n = {n}, α = {alpha}, {user}: {own} is not optimal")
                    require(loss(user, other) > best.value, f"n = {n}, α = {alpha}, {user}: {other} is optimal too")


def users(n):
    """Users with different losses and priors."""
    by_input = table([[abs(i - r) * (i + 1) for r in range(n + 1)] for i in range(n + 1)])
    for loss in (absolute(), squared(), zero_one(), by_input):
        for prior in (uniform(n=n), proportional(range(1, n + 2)), proportional([1, *[0] * (n - 1), 9])):
            yield BayesianUser(loss, prior)


@claim.instances(
    "n ≤ 4, three levels, twelve users: G·T_u with the deterministic Bayes remap T_u is accepted as optimal by the "
    "kernel, at the value of the linear program of all α-private mechanisms; G⁻¹·M_u is T_u again; and there are "
    "several T_u for each n and α",
    mutants={
        "G at the level α²": {"power": 2},
        "one T_u, which keeps all": {"own": False},
    },
)
def one_for_all(power=1, own=True):
    for n in range(1, 5):
        for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
            deployed, remaps = geometric(n=n, alpha=alpha**power), set()
            for user in users(n):
                problem = Problem(user, alpha)
                images = [chosen[0] for chosen in bayes_remap(problem).choices] if own else list(range(n + 1))
                remap = deterministic(images, responses=range(n + 1))
                induced = deployed @ remap
                best = solve_polytope(problem)
                value = sum(p * user.loss(i, r) * induced[i, r] for i, p in enumerate(user.prior) for r in range(n + 1))
                require(value == best.value, f"n = {n}, α = {alpha}, {user}: G·T_u has {value}, not {best.value}")
                accepted(Optimum(problem, best.value, best.dual, None, induced))
                found = derive(induced, alpha)
                require(bool(found), "it is not derivable")
                require(found.remap == remap, f"G⁻¹·M_u is {found.remap}")
                accepted(found)
                remaps.add(tuple(images))
            require(len(remaps) > 1, f"n = {n}, α = {alpha}: all users have the remap {remaps}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
