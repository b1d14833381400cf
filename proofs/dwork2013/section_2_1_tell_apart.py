"""Section 2.1: how hard it is to tell neighbours apart by a test.

A test takes the data set to be D' on an event S. It errs on D with probability u = P(S), and on D' with v = 1 - Q(S).
Definition 1 for S and its complement is α(1-v) ≤ u and α(1-u) ≤ v, and nothing else restricts u and v.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric

claim = Claim(
    id="dwork2013.section-2-1.tell-apart",
    title="the errors of every test between neighbours",
    section="2.1",
    position=40,
    statement=(
        "Every test between neighbours of an α-private mechanism, α = e^-ε, with error probabilities u and v has u + "
        "αv ≥ α and αu + v ≥ α, hence u + v ≥ 2α/(1+α), for tests by any event and also with coins. Randomised "
        "response attains u = v = α/(1+α). Conversely Definition 1 is the first two inequalities for every event."
    ),
    latex=r"u + \alpha v \ge \alpha, \qquad \alpha u + v \ge \alpha, \qquad u + v \ge \frac{2\alpha}{1+\alpha}",
    domain="0 < α ≤ 1, all mechanisms and tests",
    verdict="proved",
    scope="all levels and tests; a test with coins is a mean of tests, and the inequalities are linear",
    uses=("dwork2013.definition-1", "dwork2013.section-2.advantage"),
)


@claim.proof(
    "u - α(1-v) = P(S) - αQ(S) and v - α(1-u) = Q(S^c) - αP(S^c), both ≥ 0; their sum is (1+α)(u+v) - 2α",
    mutants={"u + v ≥ 2α": {"divided": 0}, "the errors of the same side": {"whole": 0}},
)
def errors(divided=1, whole=1):
    given = Assumed(
        "a P Q",
        lambda a, P, Q: {"α": a},
        lambda a, P, Q: {"P-αQ": P - a * Q, "Q'-αP'": (1 - Q) - a * (1 - P)},
        witness=[Fraction(1, 2)] * 3,
    )

    def pairs(known, a, P, Q):
        u, v = P, whole - Q
        yield u + a * v - a, known["P-αQ"]
        yield a * u + v - a, known["Q'-αP'"]
        yield (1 + divided * a) * (u + v) - 2 * a, known["P-αQ"] + known["Q'-αP'"]

    signs(given, pairs, strict=False)


@claim.proof(
    "u = v = α/(1+α) meets all three with equality",
    mutants={"u = v = α/2": {"half": True}},
)
def attained(half=False):
    # Times 1+α, or 2.
    def pairs(a):
        scale = 2 * a**0 if half else 1 + a
        yield a + a * a, a * scale
        yield (1 + a) * 2 * a, 2 * a * scale

    identity("a", pairs)


@claim.instances(
    "all events of x^G on neighbours, n ≤ 3 and three levels: the inequalities hold, and some test attains the sum "
    "2α/(1+α)",
    mutants={"inputs at distance 2": {"step": 2}},
)
def all_tests(step=1):
    for n in range(2, 4):
        for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
            x = geometric(n=n, alpha=alpha)
            sums = []
            for i in range(n + 1 - step):
                for bits in range(2 ** (n + 1)):
                    u = sum(x[i, r] for r in range(n + 1) if bits >> r & 1)
                    v = 1 - sum(x[i + step, r] for r in range(n + 1) if bits >> r & 1)
                    require(u + alpha * v >= alpha and alpha * u + v >= alpha, f"errors {u} and {v} at α = {alpha}")
                    sums.append(u + v)
            require(min(sums) == 2 * alpha / (1 + alpha), f"the least sum of errors is {min(sums)}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
