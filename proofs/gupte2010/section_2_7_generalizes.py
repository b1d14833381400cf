"""Section 2.7: each paper's theorem about losses follows from the other's.

From minimax to Bayes: a user with prior p has an optimal mechanism x*, with the losses L*_i. Give the consumer with
S = N the loss l(i,r) + K - L*_i, still monotone. Its optimum is K, attained by x*, since the mean for p is at least K.
If a remap T of G attains K too, L_i(G·T) ≤ L*_i for all i. From Bayes to minimax: by the minimax theorem of finite
games the least worst loss over remaps T is the least mean for one prior on S, and by the Bayesian theorem no α-private
mechanism has a smaller mean for it, nor then a smaller maximum.
"""

from fractions import Fraction

from exactdp.certificates.certificate import Rejected
from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.users import BayesianUser, MinimaxConsumer, proportional
from exactdp.optimum.interaction import interact
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Optimum, Problem

claim = Claim(
    id="gupte2010.section-2-7.generalizes",
    title="both optimality theorems follow from each other",
    section="2.7",
    position=30,
    statement=(
        "Fix n and α. If every minimax consumer with a monotone loss ≥ 0 gets an optimal mechanism from G_{n,α} by "
        "some remap, then so does every Bayesian user with such a loss, and the other way round. So Theorem 1, part 2, "
        "contains Theorem 3.1 of the Bayesian paper and, by the minimax theorem of finite games, is contained in it. "
        "What goes beyond that paper are part 1 and Theorem 2, which holds for mechanisms that are nobody's optimum."
    ),
    latex=r"l'(i,r) = l(i,r) + K - L^*_i: \ \min_x \max_{i \in N} L'_i(x) = K; \qquad \min_T \max_{i \in S} L_i(GT) = "
    r"\max_{p \text{ on } S}\ \min_T \sum_i p_i L_i(GT)",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every nonempty S, every prior, monotone losses ≥ 0",
    every_n=True,
    verdict="proved",
    scope="all n and α, with the minimax theorem of finite games as known; which proof is simpler is an opinion",
    uses=("gupte2010.theorem-1", "ghosh2009.theorem-3.1", "gupte2010.theorem-2"),
)


@claim.proof(
    "l' is monotone as l is: l'(i, r) - l'(i, r') = l(i, r) - l(i, r'), since the shift K - L*_i is the same for all r",
    mutants={"a shift K - L*_r": {"by_input": False}},
)
def shifted(by_input=True):
    def pairs(i, r, s):
        def loss(response):
            return entry("l", i, response) + entry("K") - entry("L", i if by_input else response)

        yield loss(r) - loss(s), entry("l", i, r) - entry("l", i, s)

    identity("", pairs, Domain("i r s", lambda *at: list(at)))


@claim.proof(
    "from minimax to Bayes: for every x the worst L'_i is at least the mean Σ p_i·L'_i = Σ p_i·L_i + K - Σ p_i·L*_i ≥ "
    "K, by one input more in the sums; and where L'_i(G·T) ≤ K, p_i·(L*_i - L_i(G·T)) ≥ 0",
    mutants={"the shift K + L*_i": {"sign": 1}},
)
def to_bayes(sign=-1):
    def pairs(n, i):
        p, loss, best, K = entry("p", i), entry("L", i), entry("L*", i), entry("K")
        yield p * (loss + K + sign * best), p * loss + p * K - p * best

    identity("", pairs, Domain("n i", lambda n, i: [i, n - i]))
    assumed = Assumed(
        "p K L B",
        lambda *_: {},
        lambda p, K, L, B: {"p": p, "K-L'": K - (L + K + sign * B)},
        witness=[Fraction(1), Fraction(1), Fraction(-1), Fraction(0)],
    )
    signs(assumed, lambda given, p, K, L, B: [(p * (B - L), given["p"] * given["K-L'"])], strict=False)


@claim.proof(
    "from Bayes to minimax: the worst loss m of x is at least its mean for any prior on S, as p_i·m - p_i·L_i = p_i·(m "
    "- L_i) ≥ 0 for i in S and p_i = 0 elsewhere; the mean is at least the user's optimum, which a remap of G attains",
    mutants={"m the least loss": {"worst": False}},
)
def to_minimax(worst=True):
    assumed = Assumed(
        "p m L",
        lambda *_: {},
        lambda p, m, L: {"p": p, "m-L": m - L if worst else L - m},
        witness=[Fraction(1), Fraction(1), Fraction(1)],
    )
    signs(assumed, lambda given, p, m, L: [(p * m - p * L, given["p"] * given["m-L"])], strict=False)


LOSSES = (absolute(), squared(), zero_one(), table([[0, 2, 2, 5], [1, 1, 3, 3], [4, 1, 0, 2], [6, 6, 5, 1]]))


def of_size(loss, n):
    """The loss on {0..n}."""
    return table([[loss(i, r) for r in range(n + 1)] for i in range(n + 1)])


def losses_of(loss, mechanism):
    """The expected loss on each input."""
    return [sum(v * loss(i, r) for r, v in enumerate(row)) for i, row in enumerate(mechanism.rows)]


@claim.instances(
    "n = 1, 2, 3, α = 1/4 and 3/5, four monotone losses, three priors, one with zeros: the kernel accepts K as the "
    "consumer's optimum and x* as attaining it, and its optimal interaction with G has the user's optimal loss",
    mutants={"the loss without the shift": {"sign": 0}, "the shift the other way": {"sign": -1}},
)
def users(sign=1):
    for n in (1, 2, 3):
        for loss in (of_size(each, n) for each in LOSSES):
            for weights in ([1] * (n + 1), [2**i for i in range(n + 1)], [1, *[0] * (n - 1), 2]):
                for alpha in map(Fraction, ("1/4", "3/5")):
                    user = BayesianUser(loss, proportional(weights))
                    best = solve_polytope(Problem(user, alpha))
                    means = losses_of(loss, best.mechanism)
                    K = max(means)
                    shift = [{1: K - each, 0: 0, -1: each}[sign] for each in means]
                    rows = [[loss(i, r) + shift[i] for r in range(n + 1)] for i in range(n + 1)]
                    one_user(user, Problem(MinimaxConsumer(table(rows), n=n), alpha), best, K)


def one_user(user, problem, best, K):
    """K is the optimum of the changed consumer, and its interaction is good for the user."""
    changed, deployed = solve_polytope(problem), geometric(n=user.size - 1, alpha=problem.alpha)
    found = interact(problem.user, deployed)
    try:
        for result in (best, changed, found, Optimum(problem, changed.value, changed.dual, None, best.mechanism)):
            accepted(result)
    except Rejected as error:
        require(False, f"{user}: {error}")
    require(changed.value == K == found.value, f"{user}: the consumer's optimum is {changed.value}, not {K}")
    mean = sum(p * each for p, each in zip(user.prior, losses_of(user.loss, found.induced), strict=True))
    require(mean == best.value, f"{user}: by the consumer's interaction it loses {mean}, not {best.value}")


@claim.instances(
    "n = 1, 2, 3, the same losses and levels, S = N and {0, n}: for the least favourable prior of the consumer's "
    "interaction with G the Bayesian optimum over all α-private mechanisms is the minimax one, all accepted by the "
    "kernel",
    mutants={"the uniform prior": {"uniform": True}},
)
def consumers(uniform=False):
    for n in (1, 2, 3):
        for loss in (of_size(each, n) for each in LOSSES):
            for alpha in map(Fraction, ("1/4", "3/5")):
                for inputs in {tuple(range(n + 1)), (0, n)}:
                    consumer = MinimaxConsumer(loss, n=n, side_information=inputs)
                    found = interact(consumer, geometric(n=n, alpha=alpha))
                    prior = proportional([int(i in inputs) for i in range(n + 1)]) if uniform else found.prior
                    bayes = solve_polytope(Problem(BayesianUser(loss, prior), alpha))
                    best = solve_polytope(Problem(consumer, alpha))
                    for result in (found, bayes, best):
                        accepted(result)
                    where = f"n = {n}, {consumer}, α = {alpha}"
                    require(bayes.value == found.value == best.value, f"{where}: {bayes.value} and {found.value}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
