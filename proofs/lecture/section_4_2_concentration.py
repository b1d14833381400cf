"""Section 4.2: how far the noisy fraction is from p, with which probability.

The tail of the noise is known exactly, Pr[|Z| ≥ k] = 2α^k/(1+α), so no inequality is needed. Chebyshev's bound 2/c² for
|Z| ≥ c/ε holds and is far larger. As before the error is bounded with a probability only, here by O(1/(εn)).
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.privacy.level import epsilon, level_of_epsilon

claim = Claim(
    id="lecture.section-4-2.concentration",
    title="the error of the geometric mechanism",
    section="4.2",
    position=80,
    statement=(
        "For p̃ = (f(X)+Z)/n and every k ≥ 1, |p̃ - p| ≥ k/n with probability exactly 2α^k/(1+α), whatever the data "
        "are. So for 0 < β < 1, |p̃ - p| ≤ ln(2/β)/(εn) with probability at least 1-β. Chebyshev's inequality gives "
        "|p̃ - p| < c/(εn) with probability at least 1 - 2/c². The error is unbounded: every k has a positive "
        "probability."
    ),
    latex=r"\Pr\Bigl[|\tilde p - p| \ge \frac kn\Bigr] = \frac{2 \alpha^k}{1+\alpha}, \qquad \Pr\Bigl[|\tilde p - p| > "
    r"\frac{\ln(2/\beta)}{\varepsilon n}\Bigr] \le \beta",
    domain="n ≥ 1, 0 < α < 1, α = e^-ε, k ≥ 1, 0 < β < 1, c > 0",
    every_n=True,
    verdict="proved",
    scope="all n, α and k; the logarithm at several β and α by enclosures",
    uses=("lecture.section-4-2.mean", "lecture.section-4-2.variance"),
)


@claim.proof(
    "the tail: 2·(1-α)·(α^k + … + α^(k+m)) = 2·(α^k - α^(k+m+1)), one more term at a time, with 2α^(k+m+1) → 0; over "
    "1+α",
    mutants={"2·α^(k+1)": {"more": 1}},
)
def tail(more=0):
    def pairs(a, k, m):
        total = lambda at: 2 * (a ** (k + more) - a ** (k + at + 1))  # noqa: E731
        yield total(m + 1) - total(m), 2 * (1 - a) * a ** (k + m + 1)
        yield total(0), 2 * (1 - a) * a**k

    identity("a", pairs, Domain("k m", lambda k, m: [k - 1, m]))


@claim.proof(
    "with x = ln(2/β)/ε, α^x = β/2; |Z| > x means |Z| ≥ k for the next integer k > x, α^k ≤ α^x, and 2α^k/(1+α) ≤ 2α^k "
    "≤ β: β·(1+α) - 2u = 2·(β/2 - u) + β·α ≥ 0 where u ≤ β/2",
    mutants={"β/2": {"half": 4}},
)
def quantile(half=2):
    assumed = Assumed(
        "a b u",
        lambda *_: {},
        lambda a, b, u: {"α": a, "β": b, "β/2-u": b - 2 * u},
        witness=[Fraction(1, 2), Fraction(1, 2), Fraction(1, 4)],
    )
    signs(
        assumed,
        lambda given, a, b, u: [(b * (1 + a) - half * u, given["β/2-u"] + given["β"] * given["α"])],
        strict=False,
    )


@claim.proof(
    "Chebyshev: Pr[|Z| ≥ s]·s² ≤ Var[Z] < 2/ε², as z²·w ≥ s²·w for |z| ≥ s; with s = c/ε the bound is 2/c²",
    mutants={"s³": {"power": 3}},
)
def chebyshev(power=2):
    assumed = Assumed(
        "z s w", lambda z, s, w: {"s": s}, lambda z, s, w: {"|z|-s": z - s, "w": w}, witness=[Fraction(1)] * 3
    )
    signs(
        assumed,
        lambda given, z, s, w: [
            (z**2 * w - s**power * w, given["|z|-s"] * given["w"] * (given["|z|-s"] + 2 * given["s"]))
        ],
        strict=False,
    )


@claim.instances(
    "α = 1/10, 1/2, 9/10 and β = 1/2, 1/10, 1/1000: with k the least integer above ln(2/β)/ε, in enclosures of both "
    "logarithms, the library's tail is at most β",
    mutants={"k - 2": {"earlier": 2}},
)
def quantiles(earlier=0):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        noise = UnboundedGeometric(alpha)
        for beta in map(Fraction, ("1/2", "1/10", "1/1000")):
            logarithm, e = epsilon(beta / 2), epsilon(alpha)
            least, most = logarithm.lower / e.upper, logarithm.upper / e.lower
            k = max(int(least // 1) + 1 - earlier, 1)
            if earlier == 0:
                # ln(2/β)/ε may be an integer itself, and k then that one: α^k is still at most β/2.
                require(k == most // 1 + 1 or alpha ** int(most // 1) <= beta / 2, f"α = {alpha}: no k is sure")
            found = 1 - noise.between(0, 1 - k, k - 1)
            require(found <= beta, f"α = {alpha}, β = {beta}: the tail from {k} is {found}")


@claim.instances(
    "the tails at c = 1, 2, 3, 5 for three levels are at most 2/c², and far smaller at c = 5: below 1/60",
    mutants={"1/c²": {"two": Fraction(1, 2)}},
)
def against_chebyshev(two=2):
    for alpha in map(Fraction, ("1/2", "9/10", "99/100")):
        e, noise = epsilon(alpha), UnboundedGeometric(alpha)
        for c in (1, 2, 3, 5):
            k = max(int(-(-c / e.upper // 1)), 1)
            found = 1 - noise.between(0, 1 - k, k - 1)
            require(found <= two / Fraction(c**2), f"α = {alpha}, c = {c}: {found}")
    require(level_of_epsilon(5) < Fraction(1, 120), "2·e^-5 is not below 1/60")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
