"""Theorem 3.1 at its edges: it gives every user an optimal mechanism that is derivable, and not that all of them are.

A prior may be 0 somewhere, and a user may be sure of one input: the theorem holds all the same. But rows without weight
are free within privacy, and so are readings of equal loss. With the weights 1/2, 1/2, 0, …, 0 the rows (1, α, 0, …) and
(α, 1, 0, …), over 1+α and in turn, are optimal; column 0 holds 1, α, 1, which no column of a remap of G does.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, number, require, signs, three_term
from exactdp.claims.examples import in_turn
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem
from exactdp.polytope.derivability import derive
from exactdp.polytope.vertex import vertex

claim = Claim(
    id="ghosh2009.theorem-3.1.edges",
    title="some optimal mechanism, and edge cases",
    section="3",
    position=60,
    statement=(
        "The theorem holds for 0 ≤ α < 1, also for n = 0 and for every prior, sure of one input or 0 on some; and at α "
        "= 1 with G for x^G. For 0 < α < 1 it does not make all optimal mechanisms derivable, not even all optimal "
        "vertices: for n ≥ 2, the prior 1/2, 1/2, 0, …, 0 and |i-r|, (i-r)² or the 0-1 loss the rows (1, α, 0, …) and "
        "(α, 1, 0, …) in turn, over 1+α, are optimal and not derivable. All are derivable for n ≤ 1; for a user sure "
        "of one input with a larger loss for every other response; and for a prior > 0 and a strictly monotone loss."
    ),
    latex=r"\tfrac12\,\frac{\alpha}{1+\alpha} + \tfrac12\,\frac{\alpha}{1+\alpha} = \frac{\alpha}{1+\alpha}, \qquad "
    r"(1+\alpha^2)\,\alpha - \alpha\,(1+1) = -\alpha(1-\alpha^2) < 0",
    domain="n ≥ 2, 0 < α < 1 for the example; n ≥ 0, 0 ≤ α ≤ 1 for the rest; monotone losses",
    every_n=True,
    verdict="proved",
    scope="the example for all n ≥ 2 and α, as a vertex for n ≤ 4; the rest by the claims used, and here on n ≤ 3",
    uses=(
        "exactdp.unimodal-bayesian",
        "exactdp.pattern-implies-derivable",
        "ghosh2009.lemma-5.5",
        "ghosh2009.footnote-1",
        "ghosh2009.section-5.degenerate-levels",
        "ghosh2009.section-5.singleton-support",
    ),
)

LOSSES = (absolute(), squared(), zero_one())


@claim.proof(
    "no mechanism loses less than α/(1+α) with that prior: inputs 0 and 1 lose at least 1-p and q, with p = x_00 and q "
    "= x_10, as every other response loses ≥ 1; and (1+α)·(1-p+q) - 2α = (q-αp) + (1-p-α(1-q)), which privacy makes ≥ "
    "0, for the set of responses but 0 too",
    mutants={"without privacy": {"level": 0}, "3α": {"times": 3}},
)
def bound(level=1, times=2):
    private = Assumed(
        "a p q",
        lambda *_: {},
        lambda a, p, q: {"at 0": q - level * a * p, "else": 1 - p - level * a * (1 - q)},
        witness=[Fraction(1, 2)] * 3,
    )
    signs(
        private,
        lambda given, a, p, q: [((1 + a) * (1 - p + q) - times * a, given["at 0"] + given["else"])],
        strict=False,
    )


@claim.proof(
    "the mechanism attains it, either row losing α, over 1+α; it is private: 1-α·α > 0 and α-α·1 = 0; and it is not "
    "derivable for n ≥ 2, as entry 1 of K times its column 0 is (1+α²)·α - 2α = -α·(1-α²) < 0",
    mutants={"the rows (1, α²)": {"power": 2}, "+": {"sign": 1}, "the column 1, α, α²": {"decaying": True}},
)
def example(power=1, sign=-1, decaying=False):
    def column(a, i):
        return a**i if decaying else (number(1), a**power, number(1))[i]

    # Row 1 is an inner one for every n ≥ 2, and only rows 0, 1, 2 count.
    identity(
        "a",
        lambda a, n: [
            (three_term(a, lambda i: column(a, i), n, 1), sign * a * (1 - a**2)),
            (a**power + a**power, 2 * a),
        ],
        Domain("n", lambda n: [n - 2]),
    )
    unit = Assumed("a", lambda a: {"1-α": 1 - a, "α": a}, witness=[Fraction(1, 2)])
    signs(unit, lambda given, a: [(1 - a * column(a, 1), given["1-α"] + given["α"] * given["1-α"])])


def best_of_all(problem, given=None):
    """The certified optimum, or a given mechanism as an optimum at the same value."""
    best = solve_polytope(problem)
    require(isinstance(best, Optimum), "the linear program was not solved")
    accepted(best)
    if given is not None:
        user = problem.user
        value = sum(p * user.loss(i, r) * given[i, r] for i, p in enumerate(user.prior) for r in range(len(given)))
        require(value == best.value, f"it loses {value}, and the optimum is {best.value}")
        accepted(Optimum(problem, best.value, best.dual, None, given))
    return best.value


@claim.instances(
    "2 ≤ n ≤ 4, three levels and losses: the kernel accepts the rows in turn as optimal, as a vertex, and as not "
    "derivable; the best remap of G has the same value α/(1+α)",
    mutants={"n = 1": {"sizes": (1,)}, "the uniform prior": {"weights": (1, 1, 1, 1, 1)}},
)
def by_certificate(sizes=(2, 3, 4), weights=(1, 1, 0, 0, 0)):
    for n in sizes:
        for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
            x = in_turn(n=n, alpha=alpha)
            for result, expected in ((derive(x, alpha), False), (vertex(x, alpha), True)):
                require(bool(result) is expected, f"n = {n}, α = {alpha}: {type(result).__name__}")
                accepted(result)
            for loss in LOSSES:
                user = BayesianUser(loss, proportional(weights[: n + 1]))
                value = best_of_all(Problem(user, alpha), x)
                found = interact(user, UnboundedGeometric(alpha))
                accepted(found)
                require(found.value == value == alpha / (1 + alpha), f"G has {found.value}, the optimum is {value}")


@claim.instances(
    "ties too: at n = 2, α = 1/2 the rows in turn are optimal for a user with the loss 1 throughout, which is "
    "monotone, and the uniform prior",
    mutants={"0 where i = r": {"truth": 0}},
)
def ties(truth=1):
    loss = table([[truth if i == r else 1 for r in range(3)] for i in range(3)])
    best_of_all(Problem(BayesianUser(loss, uniform(n=2)), "1/2"), in_turn(n=2, alpha=Fraction(1, 2)))


@claim.instances(
    "n ≤ 3, α = 0, 1/2 and 1, three losses; the uniform prior, one without inner inputs, and those sure of one input: "
    "the best remap of x^G, or at α = 1 of G, has the least loss of all, by certificates. It is 0 where the user is "
    "sure, and at α = 0; at n = 0 it is 0",
    mutants={"x^G at 3/4 for α = 1/2": {"deployed": Fraction(3, 4)}, "0 for every prior": {"always": True}},
)
def edges(deployed=Fraction(1, 2), always=False):
    for n in range(4):
        priors = [uniform(n=n), proportional([1, *[0] * (n - 1), 2] if n else [1])]
        for prior in (*priors, *(point_mass(n=n, i=j) for j in range(n + 1))):
            for alpha in (Fraction(0), Fraction(1, 2), Fraction(1)):
                at = deployed if alpha == Fraction(1, 2) else alpha
                for loss in LOSSES:
                    user = BayesianUser(loss, prior)
                    found = interact(user, UnboundedGeometric(at) if at < 1 else geometric(n=n, alpha=at))
                    accepted(found)
                    best = best_of_all(Problem(user, alpha))
                    require(found.value == best, f"n = {n}, α = {alpha}, {user}: {found.value}, and {best} of all")
                    if max(prior) == 1 or alpha == 0 or always:
                        require(best == 0, f"n = {n}, α = {alpha}, {user}: the least loss is {best}")


@claim.instances(
    "a user sure of j with 0-1 loss: at n ≤ 3, α = 1/2 the mechanism that always answers j is optimal and derivable; "
    "at α = 1 the fair coin G at face value is not optimal for it",
    mutants={"j + 1 always": {"shift": 1}},
)
def sure(shift=0):
    for n in range(1, 4):
        for j in range(n + 1):
            constant = Mechanism([[int(r == (j + shift) % (n + 1)) for r in range(n + 1)]] * (n + 1))
            for alpha in ("1/2", "1"):
                problem = Problem(BayesianUser(zero_one(), point_mass(n=n, i=j)), alpha)
                best_of_all(problem, constant)
                found = derive(constant, alpha)
                require(bool(found), "it is not derivable")
                accepted(found)
            coin = geometric(n=n, alpha=1)
            require(coin[0, j] < 1, f"G answers {j} always")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
