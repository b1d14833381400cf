"""Section 2: how far an answer moves the probabilities of D and D'.

With prior p of D and likelihoods P, Q of the answer the posterior is pP/(pP+(1-p)Q). P and Q differ by factors up to
1/α, so it lies between pα/(pα+1-p) and p/(p+(1-p)α). For p = 1/2 these are α/(1+α) and 1/(1+α).
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric

claim = Claim(
    id="dwork2013.section-2.posterior",
    title="how far an answer moves the odds",
    section="2",
    position=30,
    statement=(
        "If D and D' have prior probability 1/2 each, the posterior of either lies between α/(1+α) and 1/(1+α), α = "
        "e^-ε, and randomised response attains both ends. It changes by a factor of at most 2/(1+α) up and 2α/(1+α) "
        "down: within e^ε and e^-ε, and for 0 < α < 1 strictly so. For every prior p the posterior is between α·p and "
        "p/α; it is the odds that can change by the full factor e^ε. Over a prior on more databases than two "
        "neighbours none of this is promised."
    ),
    latex=(
        r"\frac{\alpha}{1+\alpha} \le \Pr[D \mid r] = \frac{P_r}{P_r + Q_r} \le \frac{1}{1+\alpha} < \frac{1}{2\alpha}"
    ),
    domain="0 < α ≤ 1, all mechanisms and responses, 0 ≤ p ≤ 1; the factor for α < 1",
    verdict="proved",
    scope="all levels, priors on two neighbours and mechanisms",
    uses=("dwork2013.section-2.advantage",),
)

HALF = Fraction(1, 2)


@claim.proof(
    "1/(1+α) - P/(P+Q) = (Q-αP)/((1+α)(P+Q)) ≥ 0, and P/(P+Q) - α/(1+α) = (P-αQ)/((1+α)(P+Q)) ≥ 0",
    mutants={"the bound 1/(1+2α)": {"factor": 2}},
)
def equal_prior(factor=1):
    given = Assumed(
        "a P Q",
        lambda a, P, Q: {"α": a, "P": P, "Q": Q},
        lambda a, P, Q: {"P-αQ": P - a * Q, "Q-αP": Q - a * P},
        witness=[HALF, 1, 1],
    )

    def pairs(known, a, P, Q):
        yield (P + Q) - (1 + factor * a) * P, known["Q-αP"]
        yield (1 + factor * a) * P - factor * a * (P + Q), known["P-αQ"]

    signs(given, pairs, strict=False)


@claim.proof(
    "1/α - 2/(1+α) = (1-α)/(α(1+α)) > 0 and 2α/(1+α) - α = α(1-α)/(1+α) > 0 for α < 1",
    mutants={"4/(1+α)": {"factor": 4}},
)
def strictly_within(factor=2):
    given = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[HALF])

    def pairs(known, a):
        yield (1 + a) - factor * a, known["1-α"]
        yield factor * a - a * (1 + a), known["α"] * known["1-α"]

    signs(given, pairs)


@claim.proof(
    "any prior p, q = 1-p: pP/(pP+qQ) ≤ p/α, for pP+qQ - αP = p(1-α)P + q(Q-αP); and ≥ αp, for P - α(pP+qQ) = p(1-α)P "
    "+ q(P-αQ); the odds P/Q times the prior odds are at most 1/α times these",
    mutants={"p/α²": {"power": 0}, "the sum of the prior is 2": {"mass": 2}},
)
def any_prior(power=1, mass=1):
    given = Assumed(
        "a p P Q",
        lambda a, p, P, Q: {"α": a, "P": P, "Q": Q},
        lambda a, p, P, Q: {"p": p, "q": 1 - p, "1-α": 1 - a, "P-αQ": P - a * Q, "Q-αP": Q - a * P},
        witness=[HALF, HALF, 1, 1],
    )

    def pairs(known, a, p, P, Q):
        total = p * P + (mass - p) * Q
        yield total - a**power * P, known["p"] * known["1-α"] * known["P"] + known["q"] * known["Q-αP"]
        yield P - a * total, known["p"] * known["1-α"] * known["P"] + known["q"] * known["P-αQ"]
        yield Q - a * P, positive_number(1) * known["Q-αP"]

    signs(given, pairs, strict=False)


@claim.instances(
    "x^G of n ≤ 3 at three levels: all posteriors of neighbours are within the bounds, and some attain each",
    mutants={"neighbours at distance 2": {"step": 2}},
)
def posteriors(step=1):
    for n in range(2, 4):
        for alpha in (Fraction(1, 10), HALF, Fraction(9, 10)):
            x = geometric(n=n, alpha=alpha)
            for i in range(n + 1 - step):
                found = [p / (p + q) for p, q in zip(x.rows[i], x.rows[i + step], strict=True)]
                require(max(found) == 1 / (1 + alpha), f"the largest posterior is {max(found)}")
                require(min(found) == alpha / (1 + alpha), f"the smallest posterior is {min(found)}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
