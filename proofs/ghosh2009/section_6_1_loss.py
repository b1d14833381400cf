"""Section 6.1: which loss l_err is. The paper does not define it, and the two printed numbers fit several losses.

After a remap to {0, 1} every loss that is 0 at distance 0 and 1 at distance 1 is the 0-1 loss, so |i-r| and its powers
will do as well. At face value neither mechanism has the number printed for it, with l_bin or with |i-r|: |i-r| makes
E|Z| = 2α/(1-α²) of x^G and ∫ |t|·ε/2·e^(-ε|t|) dt = 1/ε of the Laplace mechanism.
"""

from fractions import Fraction

import sympy

from exactdp.claims import Assumed, Claim, accepted, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.model.losses import absolute, power_loss, squared, zero_one
from exactdp.model.users import BayesianUser
from exactdp.optimum.interaction import interact

claim = Claim(
    id="ghosh2009.section-6-1.loss",
    title="the loss l_err",
    section="6.1",
    position=6,
    statement=(
        "The paper does not define l_err. With the 0-1 loss, and with |i-r|^p for every p > 0, the user with the prior "
        "1/2, 1/2 on 0 and 1 can have α/(1+α) on x^G and √α/2 on the Laplace mechanism, by a remap to 0 and 1, where "
        "all these losses are the same. At face value, 0 < α < 1, it loses more on both: 2α/(1+α) and 1 by the 0-1 "
        "loss, 2α/(1-α²) and 1/ε by |i-r|."
    ),
    latex=r"\frac{2\alpha}{1-\alpha^2} - \frac{\alpha}{1+\alpha} = \frac{\alpha}{1-\alpha} > 0, \qquad "
    r"\frac{1}{\varepsilon} > \tfrac12 e^{-\varepsilon/2}",
    domain="0 < α < 1, α = e^-ε, the prior 1/2 on each of 0 and 1, and 0 on all other results",
    verdict="proved",
    scope="all α for face value; the remaps by the claims used, and for x^G here at three levels with n ≤ 3",
    uses=("ghosh2009.section-6.1", "ghosh2009.section-1.noise-scales", "ghosh2009.example-2.2"),
)

EPSILON, T = sympy.symbols("epsilon t", positive=True)


@claim.instances(
    "n ≤ 3, three levels: the best remap of x^G loses α/(1+α) by the 0-1 loss, |i-r|, its square and its square root, "
    "as the kernel accepts; on {0, 1} these losses are the same",
    mutants={"2|i-r|": {"times": 2}, "the prior 1/3, 2/3": {"weights": ("1/3", "2/3")}},
)
def remapped(times=1, weights=("1/2", "1/2")):
    for loss in (zero_one(), absolute(), squared(), power_loss("1/2")):
        require(all(times * loss(i, r) == int(i != r) for i in (0, 1) for r in (0, 1)), f"{loss} differs on 0 and 1")
        for n in range(1, 4):
            user = BayesianUser(loss, [*weights, *["0"] * (n - 1)])
            for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
                found = interact(user, UnboundedGeometric(alpha))
                accepted(found)
                require(found.value == alpha / (1 + alpha), f"n = {n}, α = {alpha}, {loss}: {found.value}")


@claim.proof(
    "x^G at face value: times 1-α², 2α/(1-α²) and α/(1+α) differ by α·(1+α) > 0, and 2α/(1+α) and α/(1+α) by α·(1-α) > "
    "0",
    mutants={"α/(1-α²)": {"mean": 1}, "α/(1+α) for the 0-1 loss": {"wrong": 1}},
)
def geometric_at_face_value(mean=2, wrong=2):
    unit = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])
    signs(
        unit,
        lambda given, a: [
            (mean * a - a * (1 - a), given["α"] + given["α"] * given["α"]),
            (wrong * a * (1 - a) - a * (1 - a), given["α"] * given["1-α"]),
        ],
    )


@claim.proof(
    "the Laplace mechanism at face value: the mean of |t| is 1/ε, and the answer is right with probability 0, so that "
    "the 0-1 loss is 1 > √α/2; and 1/ε > e^(-ε/2)/2, which is e^(ε/2) > ε/2, as e^u ≥ 1 + u",
    mutants={"the density ε·e^(-2ε|t|)": {"scale": 2}, "|t| above t = 0 only": {"sides": 1}},
)
def laplace_at_face_value(scale=1, sides=2):
    density = scale * EPSILON / 2 * sympy.exp(-scale * EPSILON * T)
    found = sides * sympy.integrate(T * density, (T, 0, sympy.oo))
    require(bool(sympy.simplify(found - 1 / EPSILON) == 0), f"the mean of |t| is {found}")
    # With u for ε/2, and e for e^u - 1 - u.
    rest = Assumed("u e", lambda u, e: {"u": u}, lambda u, e: {"e": e}, witness=[Fraction(1), Fraction(0)])
    signs(rest, lambda given, u, e: [(u * (e + 1 + u) - u * u, given["u"] * given["e"] + given["u"])])


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
