"""Section 2.1: what can be learned about a row that is not even in the database.

An answer can be about others whose values go with mine. If all m rows and mine are equal, a count by the geometric
mechanism shows my value almost surely for large m, whether my row is in or not. What privacy gives is that the two
posteriors, with my row and without, are alike.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="dwork2013.section-2-1.learn-nothing",
    title="what is learned about a row that may not be there",
    section="2.1",
    position=50,
    statement=(
        "An analyst who cannot tell whether my row is in the database may still learn its value, where it goes with "
        "the values of others. Let m other rows be all 0 or all 1, each with probability 1/2, and mine be equal to "
        "them. The α-geometric count of these m rows alone, on which my row has no influence, shows that all are 1 "
        "with probability 1/(1+α^m) whenever it answers m or more. What privacy promises is that the odds for my value "
        "with my row in differ by a factor between α² and 1/α² from those without it; between α and 1/α where a row "
        "with value 0 changes nothing."
    ),
    latex=r"\Pr[\text{mine} = 1 \mid r \ge m] = \frac{1}{1+\alpha^m} \to 1",
    domain="0 < α < 1, m ≥ 1",
    verdict="corrected",
    scope="the example for all m and α, the comparison of odds for all α-private mechanisms",
    printed="nothing can be learned about my data",
    slip="statement",
    uses=("dwork2013.section-2.posterior",),
)


@claim.counterexample(
    "m = 4, α = 1/2, the prior 1/2 for my value: after an answer ≥ 4 it is 16/17, and my row was not counted",
    mutants={"m = 0": {"m": 0}, "values independent of mine": {"together": False}},
)
def others_tell(m=4, together=True):
    noise = UnboundedGeometric("1/2")
    ones, zeros = noise.at_least(m, m), noise.at_least(0, m)
    # The probability of the answer where mine is 1, and where it is 0.
    if_one, if_zero = (ones, zeros) if together else ((ones + zeros) / 2, (ones + zeros) / 2)
    posterior = if_one / (if_one + if_zero)
    require(posterior == Fraction(16, 17), f"the posterior is {posterior}")


@claim.proof(
    "for r ≥ m the masses on the counts m and 0 are c·α^(r-m) and c·α^r, c = (1-α)/(1+α), in the ratio α^m",
    mutants={"α^(m-1)": {"less": 1}},
)
def ratio(less=0):
    identity(
        "a",
        lambda a, m, r: [((1 - a) * a ** abs(r - m) * a ** (m - less), (1 - a) * a ** abs(r))],
        Domain("m r", lambda m, r: [m - 1, r - m]),
    )


@claim.proof(
    "with my row the answer has the probabilities P_1, P_0 for my value 1, 0, without it p_1, p_0, within α of each "
    "other: P_1·p_0 - α²·p_1·P_0 ≥ 0 for the odds; where my row counts only if it is 1, P_0 = p_0 and the factor is α",
    mutants={"the factor α where both count": {"both": 1}, "√α": {"one": 0}},
)
def odds(both=2, one=1):
    given = Assumed(
        "a P_1 p_1 P_0 p_0",
        lambda a, *rest: {"α": a},
        lambda a, *rest: {
            "p_1": rest[1],
            "p_0": rest[3],
            "P_1-αp_1": rest[0] - a * rest[1],
            "p_0-αP_0": rest[3] - a * rest[2],
        },
        witness=[Fraction(1, 2)] + [Fraction(1)] * 4,
    )

    def pairs(known, a, *rest):
        P_1, p_1, P_0, p_0 = rest
        proof = known["P_1-αp_1"] * known["p_0"] + known["α"] * known["p_1"] * known["p_0-αP_0"]
        yield P_1 * p_0 - a**both * p_1 * P_0, proof
        yield P_1 * p_0 - a**one * p_1 * p_0, known["P_1-αp_1"] * known["p_0"]

    signs(given, pairs, strict=False)


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
