"""Theorem 3.1: the word in brackets, monotone, is a hypothesis that the theorem needs for every n ≥ 2.

The user wants the parity of the result, so the loss is |i-r| mod 2, and believes in 0, 1, 2 with 1/4, 1/2, 1/4. The
mechanism that answers 0 or 1 and tells the parity with probability 1/(1+α) is private. Of G the responses 0, 1, and all
from 2 on have the posteriors of three responses, and each errs by α/2, up to its scale. The step of the proof that
fails is Lemma 5.5: moving mass towards the diagonal may cost this user something.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, require, signs, square
from exactdp.claims.examples import in_turn, parity
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import Shape, absolute, table
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem
from exactdp.polytope.constraints import constraint_matrix
from exactdp.polytope.derivability import derive

claim = Claim(
    id="ghosh2009.theorem-3.1.monotone",
    title="the theorem needs the monotone loss",
    section="3",
    position=50,
    statement=(
        "For every n ≥ 2 and 0 < α < 1 the theorem fails without it: with the loss |i-r| mod 2 and the prior 1/4, 1/2, "
        "1/4, 0, …, 0 the best remap of x^G loses α(3-α)/(2(1+α)), and some α-private mechanism, the least loss, "
        "α/(1+α). For n ≤ 1, and at α = 0, it holds for every loss. More general losses that will do are those that "
        "fall to a mode and rise from there, with modes that do not decrease in i."
    ),
    latex=r"\frac{\alpha(3-\alpha)}{2(1+\alpha)} - \frac{\alpha}{1+\alpha} = \frac{\alpha(1-\alpha)}{2(1+\alpha)} > 0",
    domain="n ≥ 2, 0 < α < 1 for the user; all losses and priors for n = 1 and α = 0",
    every_n=True,
    verdict="proved",
    scope="the user for all n ≥ 2 and α; n = 1 on instances and by the claims used",
    uses=(
        "ghosh2009.footnote-1",
        "exactdp.modes-back-and-forth",
        "exactdp.unimodal-bayesian",
        "ghosh2009.section-5.degenerate-levels",
    ),
)


@claim.proof(
    "the responses of G from 2 on, on the inputs i = 0, 1, 2: times 1+α, response k has α^(2-i) times a factor that "
    "does not depend on i, (1-α)·α^(k-2) or for k = n α^(n-2), and all together have α^(2-i)",
    mutants={"from 1 on": {"first": 1}, "the last as an inner one": {"last": 1}},
)
def merged(first=2, last=0):
    def factors(a, n, k):
        for i in range(3):
            yield a ** (k - i), a ** (2 - i) * a ** (k - first)

    def sums(a, n, k):
        for i in range(3):
            # Inner responses from 2 to k-1.
            before, after = a ** (2 - i) - a ** (k - i), a ** (2 - i) - a ** (k + 1 - i)
            yield after - before, (1 - a) * a ** (k - i)
            yield a ** (2 - i) - a ** (n - i) + (1 - a) ** last * a ** (n - i), a ** (2 - i)

    domain = Domain("n k", lambda n, k: [k - 2, n - k])
    identity("a", factors, domain)
    identity("a", sums, domain)


@claim.proof(
    "read as even, the three err by α/2, (1-α)/2 and α/2, times 1+α; read as odd by (1+α²)/4, (1-α)·α/2, (1+α²)/4. The "
    "first and third are best even, by (1-α)²/4, the second odd, by (1-α)²/2; the least sum to α(3-α)/2",
    mutants={"prior 1/3 each": {"middle": Fraction(1, 3)}, "all read as even": {"all_even": True}},
)
def best_of_geometric(middle=Fraction(1, 2), all_even=False):
    unit = Assumed("a", lambda a: {"1-α": 1 - a, "α": a}, witness=[Fraction(1, 2)])
    side = (1 - middle) / 2

    def errors(a):
        """For each of the three, the loss as even and as odd."""
        masses = ((number(1), a, a**2), ((1 - a) * a, 1 - a, (1 - a) * a), (a**2, a, number(1)))
        return [(number(middle) * m[1], number(side) * (m[0] + m[2])) for m in masses]

    def pairs(given, a):
        outer, inner, other = errors(a)
        for even, odd in (outer, other):
            yield 4 * (odd - even), square(1 - a)
        yield 2 * (inner[0] - inner[1]), given["1-α"] * given["1-α"]

    signs(unit, pairs, strict=False)

    def total(a):
        outer, inner, other = errors(a)
        yield outer[0] + inner[0 if all_even else 1] + other[0], number(Fraction(1, 2)) * a * (3 - a)

    identity("a", total)


@claim.proof(
    "the other mechanism: each row loses α/(1+α); its entries 1 and α, over 1+α, above each other are private, as "
    "1-α·α > 0 and α-α·1 = 0. So it loses less: α(3-α)/2 - α = α(1-α)/2 > 0",
    mutants={"rows 1, α²": {"power": 2}},
)
def better(power=1):
    unit = Assumed("a", lambda a: {"1-α": 1 - a, "α": a}, witness=[Fraction(1, 2)])
    half = Fraction(1, 2)

    def pairs(given, a):
        lost = a**power
        yield number(half) * a * (3 - a) - lost, half * given["α"] * given["1-α"]
        yield 1 - a * lost, given["1-α"] + given["α"] * given["1-α"]

    signs(unit, pairs)
    identity("a", lambda a: [(a**power - a * 1, number(0))])


@claim.proof(
    "no mechanism loses less: let e_i be the probability of an even response. Of e_1 ≥ α·e_0 and 1-e_0 ≥ α·(1-e_1), "
    "which privacy gives for sets of responses too, (1+α)·(1-e_0+e_1) - 2α is the sum of the differences; so with e_2, "
    "and the loss is a quarter of the two sums",
    mutants={"without privacy": {"level": 0}, "3α": {"times": 3}},
)
def least(level=1, times=2):
    names = ("first", "second")
    private = Assumed(
        "a e f",
        lambda *_: {},
        lambda a, e, f: dict(zip(names, (f - a * e * level, 1 - e - a * (1 - f) * level), strict=True)),
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)],
    )

    def pairs(given, a, e, f):
        yield (1 + a) * (1 - e + f) - times * a, given["first"] + given["second"]

    signs(private, pairs, strict=False)


@claim.instances(
    "2 ≤ n ≤ 4, three levels: both values by certificates; the better mechanism is refuted as a remap of G, and row 1 "
    "of its constraint matrix begins with ↑↓, against Lemma 5.5",
    mutants={
        "the loss |i-r|": {"loss": lambda n: absolute()},
        "the prior uniform on 0, 1, 2": {"weights": (1, 1, 1)},
        "n = 1": {"sizes": (1,)},
    },
)
def by_certificate(loss=parity, weights=(1, 2, 1), sizes=(2, 3, 4)):
    for n in sizes:
        for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
            user = BayesianUser(loss(n=n), proportional([*weights, *[0] * n][: n + 1]))
            of_geometric, best = interact(user, geometric(n=n, alpha=alpha)), solve_polytope(Problem(user, alpha))
            accepted(of_geometric)
            accepted(best)
            require(of_geometric.value == alpha * (3 - alpha) / (2 * (1 + alpha)), f"G has {of_geometric.value}")
            require(best.value == alpha / (1 + alpha), f"the least is {best.value}")
            mechanism = in_turn(n=n, alpha=alpha)
            own = sum(p * mechanism[i, r] * user.loss(i, r) for i, p in enumerate(user.prior) for r in range(n + 1))
            require(own == best.value, f"the mechanism loses {own}")
            refuted = derive(mechanism, alpha)
            require(not refuted, "it is derivable")
            accepted(refuted)
            states = constraint_matrix(mechanism, alpha)
            require((states[1, 0], states[1, 1]) == ("↑", "↓"), f"row 1 is {states}")
            require(user.loss.shape(n + 1, n + 1) is Shape.NEITHER, "the loss is unimodal")


@claim.instances(
    "n = 1, four losses that are not monotone among them, three levels, three priors: the best remap of G has the "
    "least loss of all; and so for the parity user at n = 2, α = 0",
    mutants={"n = 2 at α = 1/2": {"other": ("1/2",)}},
)
def where_it_holds(other=("0",)):
    for rows in (((0, 1), (1, 0)), ((1, 0), (0, 1)), ((3, 1), (0, 2)), ((1, 0), (5, 4))):
        for alpha in ("0", "1/3", "9/10"):
            for prior in (uniform(n=1), proportional([1, 3]), point_mass(n=1, i=0)):
                same_value(BayesianUser(table(rows), prior), alpha)
    for alpha in other:
        same_value(BayesianUser(parity(n=2), proportional((1, 2, 1))), alpha)


def same_value(user, alpha):
    """Have G's best remap and the optimum certified, and require one value."""
    found, best = interact(user, geometric(n=user.size - 1, alpha=alpha)), solve_polytope(Problem(user, alpha))
    accepted(found)
    accepted(best)
    require(found.value == best.value, f"α = {alpha}, {user}: {found.value} and {best.value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
