"""Section 2.2: a prior is any distribution on N, and may be 0 on some inputs; no full support is asked for.

An input of weight 0 adds nothing to (1), and yet it counts: its row stands between those of the inputs that have
weight. A user without full support is the limit of users with it. That is how the proof of Theorem 3.1, whose
Lemma 5.5 needs weight on every input, covers all priors.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, accepted, entry, identity, require, signs, square
from exactdp.commands.cli import main
from exactdp.model.losses import absolute, squared, zero_one
from exactdp.model.users import BayesianUser, point_mass, proportional, uniform
from exactdp.optimum.polytope import solve_polytope
from exactdp.optimum.problem import Problem

claim = Claim(
    id="ghosh2009.section-2-2.full-support",
    title="priors that are 0 on some inputs",
    section="2.2",
    position=4,
    statement=(
        "Let v(p) be the least loss for the prior p, with a loss ≤ m. It is concave in p, and for p_ε = (1-ε)·p + "
        "ε·uniform, which is > 0 on every input, (1-ε)·v(p) ≤ v(p_ε) ≤ (1-ε)·v(p) + ε·m; so v(p_ε) goes to v(p), and a "
        "mechanism optimal for p_ε is, for p, within ε·m/(1-ε) of the least. Inputs of weight 0 still count: for the "
        "prior 1/2, 0, 1/2 and the 0-1 loss v is α/2, and if only the privacy α² between 0 and 2 were asked it would "
        "be α²/(1+α²), which is less for 0 < α < 1."
    ),
    latex=r"L_{p_\varepsilon}(x) = (1-\varepsilon)\, L_p(x) + \varepsilon\, L_u(x), \qquad \frac{\alpha}{2} - "
    r"\frac{\alpha^2}{1+\alpha^2} = \frac{\alpha(1-\alpha)^2}{2(1+\alpha^2)}",
    domain="n ≥ 0, 0 ≤ α ≤ 1, every prior, every loss with 0 ≤ l ≤ m, 0 ≤ ε < 1; the example at n = 2",
    every_n=True,
    verdict="proved",
    scope="all n, priors, losses and mechanisms; the example for all α",
    uses=("ghosh2009.section-2-2.equation-1", "ghosh2009.footnote-1"),
)


@claim.proof(
    "for each mechanism (1) is linear in the prior: with L_i = Σ_r x_ir·l(i,r) the sum of ((1-ε)·p_i + ε·q_i)·L_i is "
    "(1-ε) times that of p_i·L_i and ε times that of q_i·L_i, here from i to i + 1",
    mutants={"1+ε": {"sign": 1}, "ε² for ε": {"power": 2}},
)
def linear(sign=-1, power=1):
    def pairs(e, i):
        first, second, loss = entry("sum for p", i), entry("sum for q", i), entry("L", i)
        p, q = entry("p", i), entry("q", i)
        mixed = (1 + sign * e) * p + e * q
        before = (1 - e) * first + e**power * second
        yield before + mixed * loss, (1 - e) * (first + p * loss) + e**power * (second + q * loss)

    identity("e", pairs, Domain("i", lambda i: [i]))


@claim.proof(
    "so v is concave and the bounds hold: L_p ≥ v and L_q ≥ w for every mechanism give (1-ε)·L_p + ε·L_q ≥ (1-ε)·v + "
    "ε·w; 0 ≤ L_q ≤ m gives ≥ (1-ε)·v and, for a mechanism optimal for p, ≤ (1-ε)·v + ε·m",
    mutants={"a loss that may be negative": {"least": -1}, "a loss above m": {"most": -1}},
)
def bounds(least=1, most=1):
    assumed = Assumed(
        "e L M v w m",
        lambda *_: {},
        lambda e, L, M, v, w, m: {
            "ε": e,
            "1-ε": 1 - e,
            "L_p-v": L - v,
            "L_q-w": M - w,
            "L_q": least * M,
            "m-L_q": most * (m - M),
        },
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(0), Fraction(0), Fraction(2)],
    )

    def pairs(given, e, L, M, *rest):
        v, w, m = rest
        mixed = (1 - e) * L + e * M
        yield mixed - (1 - e) * v - e * w, given["1-ε"] * given["L_p-v"] + given["ε"] * given["L_q-w"]
        yield mixed - (1 - e) * v, given["1-ε"] * given["L_p-v"] + given["ε"] * given["L_q"]
        yield (1 - e) * L + e * m - mixed, given["ε"] * given["m-L_q"]

    signs(assumed, pairs, strict=False)


@claim.proof(
    "a mechanism optimal for p_ε has (1-ε)·L_p ≤ (1-ε)·L_p + ε·L_u = v(p_ε) ≤ (1-ε)·v + ε·m: so (1-ε)·(L_p-v) is at "
    "most ε·m",
    mutants={"the bound (1-ε)·v": {"more": 0}},
)
def within(more=1):
    assumed = Assumed(
        "e L M v m s",
        lambda *_: {},
        lambda e, L, M, v, m, s: {"ε": e, "L_u": M, "slack": (1 - e) * v + e * m - (1 - e) * L - e * M},
        witness=[Fraction(1, 2), Fraction(1), Fraction(1), Fraction(1), Fraction(2), Fraction(0)],
    )

    def pairs(given, e, L, *rest):
        _, v, m, _ = rest
        yield more * e * m - (1 - e) * (L - v), given["slack"] + given["ε"] * given["L_u"]

    signs(assumed, pairs, strict=False)


@claim.proof(
    "the example: with e_i for the probability of an answer read as 0, the loss is (1-e_0+e_2)/2, and 1-e_0+e_2-α is "
    "(1-e_0-α(1-e_1)) + (e_2-α·e_1), which privacy makes ≥ 0. With e_0, e_1, e_2 = 1-α/2, 1/2, α/2 it is 0: the "
    "differences are 1-α, (1-α)²/2, (1-α²)/2 and 0",
    mutants={"2α": {"times": 2}, "e_1 = 1": {"middle": Fraction(1)}},
)
def example(times=1, middle=Fraction(1, 2)):
    private = Assumed(
        "a e f g",
        lambda *_: {},
        lambda a, e, f, g: {"first": 1 - e - a * (1 - f), "second": g - a * f},
        witness=[Fraction(1, 2)] * 4,
    )
    signs(
        private,
        lambda given, a, e, f, g: [(1 - e + g - times * a, given["first"] + given["second"])],
        strict=False,
    )
    unit = Assumed("a", lambda a: {}, lambda a: {"1-α": 1 - a, "α": a}, witness=[Fraction(1, 2)])

    def responses(a):
        """e_0, e_1, e_2."""
        return 1 - Fraction(1, 2) * a, middle + 0 * a, Fraction(1, 2) * a

    def attained(given, a):
        # Both answers, and both directions, between the inputs 0 and 1; those between 1 and 2 are the mirror image.
        e, f, _ = responses(a)
        yield e - a * f, given["1-α"]
        yield 2 * (f - a * e), square(1 - a)
        yield 2 * ((1 - f) - a * (1 - e)), given["1-α"] + given["α"] * given["1-α"]

    def tight(a):
        e, f, g = responses(a)
        yield (1 - e) - a * (1 - f), 0 * a
        yield g - a * f, 0 * a
        yield 1 - e + g, a

    signs(unit, attained, strict=False)
    identity("a", tight)


@claim.proof(
    "α/2 is more than α²/(1+α²), the least loss on two inputs at the level α²: (1+α²)·α - 2α² = α·(1-α)²",
    mutants={"α at the level α": {"power": 1}},
)
def more(power=2):
    unit = Assumed("a", lambda a: {"1-α": 1 - a, "α": a}, witness=[Fraction(1, 2)])
    signs(unit, lambda given, a: [((1 + a**power) * a - 2 * a**power, given["α"] * given["1-α"] * given["1-α"])])


def least(user, alpha):
    """The certified least loss."""
    best = solve_polytope(Problem(user, alpha))
    accepted(best)
    return best.value


@claim.instances(
    "n = 2, five levels, by certificates: the least loss for the prior 1/2, 0, 1/2 is α/2; for 1/2, 1/2 on two inputs "
    "at the level α² it is α²/(1+α²)",
    mutants={"the prior 1/2, 1/2, 0": {"weights": (1, 1, 0)}, "two inputs at the level α": {"power": 1}},
)
def by_certificate(weights=(1, 0, 1), power=2):
    for alpha in map(Fraction, ("0", "1/5", "1/2", "4/5", "1")):
        value = least(BayesianUser(zero_one(), proportional(weights)), alpha)
        require(value == alpha / 2, f"α = {alpha}: {value}")
        apart = least(BayesianUser(zero_one(), uniform(n=1)), alpha**power)
        require(apart == alpha**2 / (1 + alpha**2), f"α = {alpha}: {apart} on two inputs")


@claim.instances(
    "n ≤ 3, two levels, three losses, priors with zeros, ε = 1/100 and 1/3, by certificates: v(p_ε) is within the "
    "bounds, and at least (1-ε)·v(p) + ε·v(uniform)",
    mutants={"above v(p)": {"rises": True}, "the lower bound v(p) + ε·m": {"lower": 1}},
)
def perturbed(rises=False, lower=0):
    for n in range(4):
        for prior in (point_mass(n=n, i=0), proportional([1, *[0] * (n - 1), 2] if n else [1])):
            for loss in (absolute(), squared(), zero_one()):
                m = max(loss(i, r) for i in range(n + 1) for r in range(n + 1))
                for alpha in ("1/3", "4/5"):
                    v, w = (least(BayesianUser(loss, p), alpha) for p in (prior, uniform(n=n)))
                    for e in (Fraction(1, 100), Fraction(1, 3)):
                        mixed = [(1 - e) * p + e * q for p, q in zip(prior, uniform(n=n), strict=True)]
                        found = least(BayesianUser(loss, mixed), alpha)
                        require((1 - e) * v + e * m * lower <= found, f"n = {n}, {found} is below the bound of {v}")
                        require(found <= (1 - e) * v + e * m, f"n = {n}, {found} is above the bound of {v}")
                        require((1 - e) * v + e * w <= found, f"n = {n}, {found} is below the mean of {v} and {w}")
                        require(not rises or found > v, f"n = {n}, {found} is not above {v}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
