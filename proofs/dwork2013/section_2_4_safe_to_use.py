"""Section 2.4: method A always, method B where a private test says that it is safe.

The test says "safe" with probability x on one input, and y on its neighbour. An event has the probabilities c, c' after
B, and d, d' after A. If B is private for the two inputs, so is the release, with the loss of the test added. Here α is
e^-ε, and β is e^-ε_0, so the ε of the print is meant of both together. On a pathological input B adds at most x ≤ γ to
δ. Beside a pathological input, with y ≤ γ, it adds at most γ/β: the γ of the print is the larger chance of the two.

A δ smaller than this is not enough: along a row of neighbours, a test of level 1/2 may say "safe" with the
probabilities 1/2, 1/4, 1/8, …. The last of them is pathological: an event is certain after B on the one of a pair, and
impossible on the other.
"""

from exactdp.claims.language import *
from exactdp.claims.vocabulary.approximate import coin
from exactdp.claims.vocabulary.neighbour import excess, near

claim = Claim(
    "dwork2013.section-2-4.safe-to-use",
    "a test that decides between two methods",
    section="2.4",
    position=40,
    kept={
        **KEPT,
        "c ≤ 1": "a probability",
        "0 ≤ c": "a probability",
        "0 ≤ d": "a probability",
        "0 < β": "a level",
        "coin(x) and coin(y) are within the factor β on {0..1}": "false for x = α = β = c = 1 and y = γ = 0",
    },
)

a, b, c, d, t, x, y = numbers("α β c d t x y")
gamma, delta, other_c, other_d = numbers("γ δ c' d'")

released = explained("P({0}; {1}, {2})", (x, c, d), x * c + (1 - x) * d)
"""The probability of an event: c, if the test says safe, as it does with probability x, and d otherwise."""

here, there = released(x, c, d), released(y, other_c, other_d)
levels = (0 < a, a <= 1, 0 < b, b <= 1)
private_test = near(coin(x), coin(y), b, 1)
private_methods = (0 <= c, 0 <= d, a * c <= other_c, a * d <= other_d)


def facts(proof):
    """Return what the privacy of the test says of both of its answers."""
    known = proof.parts(private_test)[-1]
    return [*known(0).parts(), *known(1).parts()]


claim.clause("safe", *levels, private_test, *private_methods, a * b * here <= there)(
    lambda proof: proof.qed(*facts(proof), factors=3)
)


@claim.clause(
    "pathological",
    *levels,
    private_test,
    x <= gamma,
    c <= 1,
    0 <= other_c,
    0 <= d,
    a * d <= other_d,
    a * b * here <= there + a * b * gamma,
)
def pathological(proof):
    known = facts(proof)
    less = proof.have(a * b * ((1 - x) * d) <= (1 - y) * other_d, *known, factors=3)
    most = proof.have(x * c <= gamma, *known)
    return proof.qed(less, proof.have(0 <= y * other_c, *known), proof.product(0 <= a * b, most))


@claim.clause(
    "beside-pathological",
    *levels,
    private_test,
    y <= gamma,
    c <= 1,
    0 <= other_c,
    0 <= d,
    a * d <= other_d,
    a * b * here <= there + a * gamma,
)
def beside_pathological(proof):
    known = facts(proof)
    less = proof.have(a * b * ((1 - x) * d) <= (1 - y) * other_d, *known, factors=3)
    most = proof.have(b * (x * c) <= gamma, *known, factors=3)
    return proof.qed(less, proof.have(0 <= y * other_c, *known), proof.product(0 < a, most))


constant = coin("1/2"), coin("1/4")
claim.clause("test-of-level-1-2", near(*constant, "1/2", 1))(by_evaluation)
claim.clause("test-costs", both(excess(*constant, 1, 1) == "1/4", excess(*constant, 2, 1) == 0))(by_evaluation)
claim.clause("tight-test", 0 <= gamma, gamma <= "2/3", near(coin(gamma), coin(gamma / 2), "1/2", 1))(by_arithmetic)
claim.clause("tight", released(gamma, 1, 0) <= t * released(gamma / 2, 0, 0) + delta, gamma <= delta)(by_arithmetic)
