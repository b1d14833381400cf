"""Section 2.3: the best of all remaps, randomized ones included, reads each response by Bayes' rule.

With w_kr = Σ_i p_i·x_ik·l(i, r), the loss of y∘x is Σ_k Σ_r y_kr·w_kr: one mean for each response k of x, and no mean
is below the least of the w_kr. Up to the factor Pr[k] = Σ_i p_i·x_ik, w_kr is the posterior loss. Where Pr[k] is 0 all
w_kr are 0: then there is no posterior, and any reading will do. Ties leave a choice as well.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.linear_programs.linear_program import LinearProgram, solve
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.bayesian import bayes_remap
from exactdp.optimum.interaction import interact
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.section-2-3.bayes-rule",
    title="the optimal remap by Bayes' rule",
    section="2.3",
    position=30,
    statement=(
        "Of all randomized remaps of x into N the one that reads each response k as an r with the least posterior loss "
        "has the least loss, Σ_k min_r w_kr with w_kr = Σ_i p_i·x_ik·l(i,r). It is deterministic; where readings tie, "
        "and where Pr[k] = Σ_i p_i·x_ik is 0, so that there is no posterior, others are as good."
    ),
    latex=r"\sum_i p_i \sum_r (y\circ x)_{ir}\, l(i,r) = \sum_k \sum_r y_{kr}\, w_{kr} \ge \sum_k \min_r w_{kr}, "
    r"\qquad w_{kr} = \sum_i p_i\, x_{ik}\, l(i,r)",
    domain="every n ≥ 0, mechanism, prior and loss ≥ 0, monotone or not; all randomized remaps into N",
    every_n=True,
    verdict="proved",
    scope="all n, mechanisms and users, also with Pr[k] = 0, where the paper's formula divides by 0",
    uses=("ghosh2009.section-2-3.remap",),
)

CELLS = Domain("i k r", lambda i, k, r: [i, k, r])


@claim.proof(
    "the loss of y∘x is Σ_k Σ_r y_kr·w_kr: the summand p_i·(x_ik·y_kr)·l(i,r) of (1) is y_kr times that of w_kr, here "
    "with the partial sums of w over i",
    mutants={"y_rk": {"transposed": True}, "w without the prior": {"prior": False}},
)
def reordered(transposed=False, prior=True):
    def pairs(i, k, r):
        p, x, loss = entry("p", i), entry("x", i, k), entry("l", i, r)
        y = entry("y", r, k) if transposed else entry("y", k, r)
        before = entry("w", i, k, r)
        after = before + (p * x * loss if prior else x * loss)
        yield entry("y", k, r) * before + p * (x * y) * loss, entry("y", k, r) * after

    identity("", pairs, CELLS)


@claim.proof(
    "no reading beats the least: with m = min_r w_kr, the sum of y_kr·w_kr less m times that of y_kr grows at every r "
    "by y_kr·(w_kr-m) ≥ 0, and the y_kr sum to 1; the deterministic reading has m itself",
    mutants={"m is another w_kr": {"least": False}, "y_kr of any sign": {"stochastic": False}},
)
def least(least=True, stochastic=True):
    assumed = Assumed(
        "y w m",
        lambda *_: {},
        lambda y, w, m: {"y": y if stochastic else -y, "w-m": w - m if least else m - w},
        witness=[Fraction(0), Fraction(1), Fraction(1)],
    )
    signs(assumed, lambda given, y, w, m: [(y * w - y * m, given["y"] * given["w-m"])], strict=False)


@claim.proof(
    "w_kr is Pr[k] times the posterior loss Σ_i p(i|k)·l(i,r), where p_i·x_ik = p(i|k)·Pr[k]: so for Pr[k] > 0 both "
    "have the same least r; for Pr[k] = 0 all w_kr are 0 whatever the p(i|k)",
    mutants={"the posterior without x_ik": {"likelihood": False}},
)
def posterior(likelihood=True):
    def pairs(mass, i, k, r):
        q, loss = entry("posterior", i, k), entry("l", i, r)
        joint = q * mass if likelihood else entry("p", i)
        before = entry("posterior loss", i, k, r)
        yield mass * before + joint * loss, mass * (before + q * loss)

    identity("m", pairs, CELLS)


def mechanisms(n):
    """Mechanisms for n: two of G, one with a response that only input 0 gives, and one that gives 0 alone."""
    yield geometric(n=n, alpha="1/2")
    yield geometric(n=n, alpha="9/10")
    yield Mechanism([[Fraction(1, 2), Fraction(1, 2)], *[[0, 1]] * n])
    yield Mechanism([[1, 0]] * (n + 1))


def users(n):
    """Twelve users for n, with ties, zeros in the prior and a loss that is not monotone."""
    not_monotone = table([[(2 * i + 3 * r) % 5 for r in range(n + 1)] for i in range(n + 1)])
    for loss in (absolute(), zero_one(), not_monotone, table([[1] * (n + 1)] * (n + 1))):
        for prior in (uniform(n=n), proportional([1, *[0] * (n - 1), 2]), point_mass(n=n, i=n)):
            yield BayesianUser(loss, prior)


def of_all_remaps(user, x):
    """The optimum of the linear program over all randomized remaps."""
    n, width = len(x) - 1, x.shape[1]
    costs = {
        k * (n + 1) + r: sum(user.prior[i] * x[i, k] * user.loss(i, r) for i in range(n + 1))
        for k, r in product(range(width), range(n + 1))
    }
    rows = [{k * (n + 1) + r: Fraction(1) for r in range(n + 1)} for k in range(width)]
    return solve(LinearProgram(width * (n + 1), costs, tuple(rows), (Fraction(1),) * width, frozenset(range(width))))


@claim.instances(
    "1 ≤ n ≤ 3, four mechanisms, twelve users: the library's Bayes remap is certified, and has the value of the linear "
    "program over all randomized remaps and of Σ_k min_r w_kr; its choices are exactly the least posterior losses, and "
    "all responses where Pr[k] = 0",
    mutants={"the largest posterior loss": {"best": max}, "no ties": {"ties": False}},
)
def by_library(best=min, ties=True):
    for n in range(1, 4):
        for x, user in product(mechanisms(n), users(n)):
            found = interact(user, x)
            accepted(found)
            total = Fraction(0)
            for k in range(x.shape[1]):
                joint = [p * x[i, k] for i, p in enumerate(user.prior)]
                mass = sum(joint)
                if not mass:
                    require(found.choices[k] == tuple(range(n + 1)), f"response {k}, of mass 0, is read as one only")
                    continue
                losses = [sum(q / mass * user.loss(i, r) for i, q in enumerate(joint)) for r in range(n + 1)]
                target = best(losses)
                chosen = tuple(r for r, loss in enumerate(losses) if loss == target)
                chosen = chosen if ties else chosen[:1]
                require(found.choices[k] == chosen, f"response {k} is read as {found.choices[k]}, and not {chosen}")
                total += mass * target
            require(found.value == total, f"the value is {found.value}, and {total} by posterior losses")
            require(found.value == of_all_remaps(user, x).value, f"some randomized remap has not {found.value}")


@claim.instances(
    "the closed form for G, all ties included, chooses the same: 1 ≤ n ≤ 4, three levels, twelve users",
    mutants={"G at another level": {"factor": Fraction(1, 2)}},
)
def closed_form(factor=Fraction(1)):
    for n in range(1, 5):
        for alpha in map(Fraction, ("1/5", "1/2", "99/100")):
            for user in users(n):
                found = interact(user, geometric(n=n, alpha=alpha * factor))
                choices = bayes_remap(Problem(user, alpha)).choices
                require(found.choices == choices, f"{found.choices} and {choices} for {user} at α = {alpha}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
