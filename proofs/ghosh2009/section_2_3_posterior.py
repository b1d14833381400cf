"""Section 2.3: the posterior is over the query results in N, and so is the choice of the reading i*.

The text lets i, i' and i* run over R, the responses of x. Where x has fewer responses than N, the sum then leaves out
inputs and the choice leaves out readings. Where x is x^G, R is all integers: there are no rows x_i' outside N, and a
reading outside N, which Theorem 3.1 does not allow, is never better than the end of N beside it.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.losses import absolute, squared, table, zero_one
from exactdp.model.mechanism import Mechanism
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.interaction import interact

claim = Claim(
    id="ghosh2009.section-2-3.posterior",
    title="the posterior and the best reading are over N",
    section="2.3",
    position=40,
    statement=(
        "For a response k with Pr[k] > 0 the posterior p(i|k) = x_ik·p_i / Σ_(i'∈N) x_i'k·p_i' of i ∈ N sums to 1, and "
        "a reading i* ∈ N of least posterior loss is as good as any in N. For x^G, 0 < α < 1, every Pr[k] is > 0; the "
        "responses k < 0 have the posterior of 0, those k > n that of n; and for a monotone loss no integer outside N "
        "is a better reading than the end of N beside it."
    ),
    latex=r"p(i|k) = \frac{x_{ik}\, p_i}{\sum_{i' \in N} x_{i'k}\, p_{i'}} \quad (i \in N), \qquad i^* \in \arg\min_{r "
    r"\in N} \sum_{i \in N} p(i|k)\, l(i, r)",
    domain="n ≥ 0, every mechanism, prior and monotone loss; responses k with Pr[k] > 0",
    every_n=True,
    verdict="corrected",
    scope="the posteriors of x^G and the readings outside N for all n; that the choice is best for all n by the claim "
    "used, and here on n ≤ 4 by certificates",
    printed="i, i' and i* run over R, the responses of x",
    slip="print",
    uses=("ghosh2009.section-2-3.bayes-rule",),
)


def posterior(x, prior, k, over):
    """The weights x_ik·p_i of the inputs, divided by their sum over the inputs in `over`."""
    joint = [row[k] * p for row, p in zip(x.rows, prior, strict=True)]
    return [value / sum(joint[i] for i in over) for value in joint]


@claim.counterexample(
    "the choice: n = 1, R = {0}, prior 1/4, 3/4, 0-1 loss. The response 0 read as the only i* ∈ R, which is 0, loses "
    "3/4; read as 1 it loses 1/4, as the kernel accepts",
    mutants={"prior 1/2, 1/2": {"weights": (1, 1)}, "R = {0, 1}": {"responses": 2}},
)
def choice(weights=(1, 3), responses=1):
    x = Mechanism([[1, *[0] * (responses - 1)]] * 2)
    user = BayesianUser(zero_one(), proportional(weights))
    found = interact(user, x)
    accepted(found)
    losses = [sum(p * user.loss(i, r) for i, p in enumerate(user.prior)) for r in range(responses)]
    require(min(losses) > found.value, f"a reading in R loses {min(losses)}")
    require((min(losses), found.value) == (Fraction(3, 4), Fraction(1, 4)), f"{losses} and {found.value}")


@claim.counterexample(
    "the sum: for that x and prior the weights 1/4 and 3/4 divided by the sum over i' ∈ R are 1 and 3, which is no "
    "distribution; by the sum over N they sum to 1",
    mutants={"the prior that is sure of 0": {"weights": (1, 0)}},
)
def total(weights=(1, 3)):
    x, prior = Mechanism([[1], [1]]), proportional(weights)
    require(sum(posterior(x, prior, 0, range(2))) == 1, "over N they sum to something else")
    found = posterior(x, prior, 0, range(x.shape[1]))
    require(sum(found) != 1, "over R they sum to 1 as well")
    require(found == [1, 3], f"they are {found}")


@claim.proof(
    "x^G: on 0 ≤ i ≤ n the masses of -t are α^t times those of 0, and the masses of n+t are α^t times those of n, so "
    "that the factor cancels in the posterior. By the exponents, -t is t further from i than 0 is, and n+t than n is",
    mutants={"the factor α^(t+1)": {"shift": 1}, "the masses of 1": {"beside": 1}},
)
def outside(shift=0, beside=0):
    def pairs(a, n, i, t):
        yield a ** (i + t), a ** (t + shift) * a ** abs(i - beside)
        yield a ** (n + t - i), a ** (t + shift) * a ** abs(i - (n - beside))

    identity("a", pairs, Domain("n i t", lambda n, i, t: [i, n - i, t]))


@claim.proof(
    "so each input's part of the posterior loss is no smaller for a reading outside N: q·far - q·near = q·(far - near) "
    "≥ 0, with q = p(i|k) ≥ 0 and the monotone loss at the two distances",
    mutants={"a loss that falls with the distance": {"monotone": False}},
)
def no_better(monotone=True):
    assumed = Assumed(
        "q near far",
        lambda *_: {},
        lambda q, near, far: {"q": q, "far-near": far - near if monotone else near - far},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1)],
    )
    signs(assumed, lambda given, q, near, far: [(q * far - q * near, given["q"] * given["far-near"])], strict=False)


def users(n):
    """Losses and priors, with ties, and zeros in the prior."""
    by_input = table([[abs(i - r) * (i + 1) for r in range(n + 1)] for i in range(n + 1)])
    for loss in (absolute(), squared(), zero_one(), by_input):
        for prior in (uniform(n=n), proportional([1, *[0] * (n - 1), 2] if n else [1]), point_mass(n=n, i=n)):
            yield BayesianUser(loss, prior)


@claim.instances(
    "n ≤ 4, two levels, twelve users and the responses -2 to n+2 of x^G: the posteriors sum to 1, those outside are "
    "those of the ends, and the readings of least posterior loss are the library's, whose value is certified",
    mutants={
        "without the prior": {"with_prior": False},
        "the largest posterior loss": {"best": max},
        "-1 and n+1 like 1 and n-1": {"inward": 1},
    },
)
def by_library(with_prior=True, best=min, inward=0):
    for n in range(5):
        for alpha in map(Fraction, ("1/5", "3/4")):
            x = UnboundedGeometric(alpha)
            for user in users(n):
                found = interact(user, x)
                accepted(found)
                for k in range(-2, n + 3):
                    joint = [x.mass(i, k) * (p if with_prior else 1) for i, p in enumerate(user.prior)]
                    after = [value / sum(joint) for value in joint]
                    require(sum(after) == 1, f"the posterior of {k} sums to {sum(after)}")
                    near = min(max(k, 0), n)
                    if k != near:
                        near = min(max(k, inward), n - inward)
                        at = [x.mass(i, near) * p for i, p in enumerate(user.prior)]
                        require(after == [value / sum(at) for value in at], f"{k} and {near} differ at n = {n}")
                    losses = [sum(q * user.loss(i, r) for i, q in enumerate(after)) for r in range(n + 1)]
                    chosen = tuple(r for r, loss in enumerate(losses) if loss == best(losses))
                    require(found.choices[near] == chosen, f"{k} is read as {found.choices[near]}, not {chosen}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
