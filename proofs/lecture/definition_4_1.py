"""Definition 4.1, the symmetric geometric distribution: its normalisation, and for which b it exists.

With α = e^-b the mass at i is (1-α)/(1+α)·α^|i|. The masses from -m to m sum to 1 - 2α^(m+1)/(1+α), so that all of them
sum to 1 for every b > 0. The printed b ∈ (0, 1) leaves out Geom(ε/Δf) for ε ≥ Δf, with ε = 1 for a count among them.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric
from exactdp.privacy.level import epsilon

claim = Claim(
    id="lecture.definition-4.1",
    title="the symmetric geometric distribution",
    section="4.2",
    position=30,
    statement=(
        "For every b > 0 the masses (e^b-1)/(e^b+1)·e^(-|i|·b), i ∈ ℤ, are positive and sum to 1; with α = e^-b, 0 < "
        "α < 1, they are (1-α)/(1+α)·α^|i|. The masses from -m to m sum to 1 - 2α^(m+1)/(1+α). There is no reason for "
        "b < 1, and Definition 4.2 needs b = ε/Δf ≥ 1 for ε ≥ Δf. For b = 0 the masses are 0; as b grows the mass at "
        "0 tends to 1."
    ),
    latex=r"\sum_{i=-m}^{m} \frac{1-\alpha}{1+\alpha}\, \alpha^{|i|} = 1 - \frac{2\alpha^{m+1}}{1+\alpha}, \qquad "
    r"\alpha = e^{-b}, \; b > 0",
    domain="b > 0, that is 0 < α < 1",
    verdict="corrected",
    scope="all α, with all partial sums; b = ln 3 for what is left out",
    printed="b ∈ (0, 1)",
    slip="statement",
)


@claim.counterexample(
    "b = ln 3 > 1: the masses (3-1)/(3+1)·3^-|i| sum to 1 like all others, and Geom(ε) with ε = ln 3 is the noise for "
    "a count at the level 1/3",
    mutants={"b = ln 2": {"exponential": 2}, "(e^b-1)/e^b": {"more": 0}},
)
def beyond_one(exponential=3, more=1):
    t = Fraction(exponential)
    require(epsilon(1 / t).lower > 1, "b is not above 1")
    mass = lambda i: (t - 1) / (t + more) * t ** -abs(i)  # noqa: E731
    # The tails are geometric series: from m on, 1/(1 - 1/t) times the first term.
    total = sum(mass(i) for i in range(-4, 5)) + 2 * mass(5) / (1 - 1 / t)
    require(total == 1, f"the masses sum to {total}")
    require(all(mass(i) == UnboundedGeometric(1 / t).mass(0, i) for i in range(-4, 5)), "the library has other masses")


@claim.proof(
    "the partial sums, times 1+α: (1-α)·α^|i| over -m..m is (1+α) - 2α^(m+1); it is 1-α at m = 0, and grows by "
    "2·(1-α)·α^(m+1) from m to m+1",
    mutants={"2α^m": {"more": 0}, "the factor 1-α²": {"factor": 2}},
)
def partial_sums(more=1, factor=1):
    total = lambda a, m: (1 + a) - 2 * a ** (m + more)  # noqa: E731
    identity(
        "a",
        lambda a, m: [(total(a, m + 1) - total(a, m), 2 * (1 - a**factor) * a ** (m + 1))],
        Domain("m", lambda m: [m]),
    )
    identity("a", lambda a: [(total(a, 0), 1 - a)])


@claim.proof(
    "the remainder 2α^(m+1) tends to 0: (1-α)·(m+1)·α^(m+1) ≤ 1, since with s the sum of the powers below, each at "
    "least α^m, (1-α)·s = 1 - α^m ≤ 1; masses are > 0 for 0 < α < 1",
    mutants={"(1+α)·s": {"sign": 1}, "α = 1": {"below": False}},
)
def remainder(sign=-1, below=True):
    # p stands for α^m, s for 1 + … + α^(m-1), and the next sum is s + p.
    identity("a s p", lambda a, s, p: [((1 + sign * a) * (s + p) - (1 + sign * a) * s, p - a * p)])
    unit = Assumed(
        "a p",
        lambda a, p: {"α": a, "p": p} | ({"1-α": 1 - a} if below else {}),
        lambda a, p: {} if below else {"1-α": 1 - a},
        witness=[Fraction(1, 2)] * 2,
    )
    signs(
        unit,
        lambda given, a, p: [((1 - a) * p, given["1-α"] * given["p"]), (number(1) + a, given["1-α"] + 2 * given["α"])],
    )


@claim.instances(
    "α = 1/10, 1/2, 9/10 and m ≤ 5: the library's probability of -m..m is 1 - 2α^(m+1)/(1+α)",
    mutants={"α^m": {"more": 0}},
)
def in_library(more=1):
    for alpha in map(Fraction, ("1/10", "1/2", "9/10")):
        noise = UnboundedGeometric(alpha)
        for m in range(6):
            expected = 1 - 2 * alpha ** (m + more) / (1 + alpha)
            require(sum(noise.mass(0, i) for i in range(-m, m + 1)) == expected, f"α = {alpha}, m = {m}")
            require(noise.between(0, -m, m) == expected, f"α = {alpha}, m = {m}: the library's sum differs")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
