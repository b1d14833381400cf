"""Section 2.2: large groups are not protected, and should not be.

Databases whose counts differ by k = 2m+1 are told apart by asking whether the α-geometric answer is more than m above
the smaller count. Each error has probability α^(m+1)/(1+α), which goes to 0: the noise has been outgrown.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric

claim = Claim(
    id="dwork2013.section-2-2.large-groups",
    title="large groups show",
    section="2.2",
    position=55,
    statement=(
        "For counts that differ by k = 2m+1, m ≥ 0, the test whether the answer of the α-geometric mechanism exceeds "
        "the smaller count by more than m errs on either side with probability α^(m+1)/(1+α), which goes to 0 as k "
        "grows. So groups much larger than 1/ε are not protected. To hide them would be to hide the statistic: where "
        "databases k rows apart are to have a level L, every test between them errs with probabilities that sum to at "
        "least 2L/(1+L)."
    ),
    latex=r"\Pr[r > i + m \mid i] = \Pr[r \le i + m \mid i + 2m + 1] = \frac{\alpha^{m+1}}{1+\alpha}",
    domain="0 < α < 1, m ≥ 0",
    verdict="proved",
    scope="the errors for all α and m; the lower bound for all mechanisms",
    uses=("dwork2013.section-2-1.tell-apart", "dwork2013.section-2-2.group-privacy"),
)


@claim.proof(
    "the tail beyond m: T(z) = α^z/(1+α) has T(z) - T(z+1) = (1-α)/(1+α)·α^z, the mass at distance z; at z = m+1, and "
    "by symmetry for both",
    mutants={"α^(z+1)/(1+α)": {"shift": 1}, "1 in place of 1-α": {"mass": 0}},
)
def tail(shift=0, mass=1):
    # Times 1+α.
    def pairs(a, z):
        yield a ** (z + shift) - a ** (z + 1 + shift), (1 - mass * a) * a**z

    identity("a", pairs, Domain("z", lambda z: [z]))


@claim.proof(
    "the errors fall: α^(m+1) - α^(m+2) = α^(m+1)·(1-α) > 0, and the lower bound of all tests for a level L: "
    "(1+L)(u+v) - 2L = (u-L(1-v)) + (v-L(1-u))",
    mutants={"u + v ≥ 2L": {"divided": 0}},
)
def falls(divided=1):
    given = Assumed("a", lambda a: {"α": a, "1-α": 1 - a}, witness=[Fraction(1, 2)])
    signs(
        given,
        lambda known, a, m: [(a ** (m + 1) - a ** (m + 2), known["α"] ** (m + 1) * known["1-α"])],
        Domain("m", lambda m: [m]),
    )
    identity("L u v", lambda L, u, v: [((1 + divided * L) * (u + v) - 2 * L, (u - L * (1 - v)) + (v - L * (1 - u)))])


@claim.instances(
    "the library's tails for m = 0 … 60 at α = 1/2, 9/10: both errors; at α = 9/10 and k = 121 they sum to less than "
    "1/500; in the truncated mechanism they are the same",
    mutants={"k = 2m": {"odd": 0}, "k = 61": {"largest": 31}},
)
def errors(odd=1, largest=61):
    for alpha in map(Fraction, ("1/2", "9/10")):
        noise = UnboundedGeometric(alpha)
        for m in range(largest):
            k = 2 * m + odd
            above, not_above = noise.at_least(0, m + 1), 1 - noise.at_least(k, m + 1)
            require(above == not_above == alpha ** (m + 1) / (1 + alpha), f"the errors are {above} and {not_above}")
    require(above + not_above < Fraction(1, 500), f"the errors still sum to {above + not_above}")
    x = geometric(n=5, alpha="1/2")
    require(sum(x.rows[0][3:]) == sum(x.rows[5][:3]) == Fraction(1, 12), "the truncated mechanism errs otherwise")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
