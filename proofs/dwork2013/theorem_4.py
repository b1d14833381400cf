"""Definition 3 and Theorem 4: Laplace noise of scale Δf/ε in each coordinate.

With α = e^-ε the density at t for the value y is, up to a constant, α^(|t-y|/Δ) coordinate by coordinate. From y to y'
the exponents change by at most |y-y'| each, together by at most ‖y-y'‖_1/Δ ≤ 1. Beyond all values they change by just
that.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, entry, identity, positive_number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete
from exactdp.privacy.level import level

claim = Claim(
    id="dwork2013.theorem-4",
    title="the Laplace mechanism",
    section="2.3",
    position=30,
    statement=(
        "For 0 < Δf < ∞ and ε > 0 independent noise of Lap(Δf/ε) on each of k coordinates is (ε, 0)-differentially "
        "private, and for no smaller ε where neighbours attain Δf: the densities have the ratio "
        "e^(ε·‖f(D)-f(D')‖_1/Δf) at answers beyond both values in every coordinate. Where Δf = 0 no noise is needed, "
        "and Lap(0) is none; where Δf = ∞ the mechanism is not defined. Definition 3 has f on histograms of rows, and "
        "then Δf is over histograms at L_1-distance 1."
    ),
    latex=(
        r"\prod_{j=1}^{k} e^{-\varepsilon|t_j - f_j(D)|/\Delta f} \le e^{\varepsilon \|f(D) - f(D')\|_1/\Delta f} "
        r"\prod_{j=1}^{k} e^{-\varepsilon|t_j - f_j(D')|/\Delta f}"
    ),
    domain="ε > 0, 0 < Δf < ∞, all k",
    verdict="proved",
    scope="all ε, Δf, k, values and answers; lattice mechanisms of two coordinates on instances",
    uses=("dwork2013.definition-2", "dwork2013.section-2-3.sensitivity"),
)


@claim.proof(
    "one coordinate: with gaps p, q ≥ 0 between t, y, y' in their order, |t-y'| + |y-y'| - |t-y| is 2q for t ≤ y ≤ y' "
    "and for y ≤ t ≤ y', and 0 for y ≤ y' ≤ t, where the bound is met",
    mutants={"half of |y-y'|": {"part": Fraction(1, 2)}},
)
def one_coordinate(part=1):
    given = Assumed("p q", lambda *bases: {}, lambda p, q: {"p": p, "q": q}, witness=[1, 1])

    def distances(known, p, q):
        # |t-y'|, |y-y'| and |t-y| in the first two orders.
        yield (p + q) + part * q - p, positive_number(2) * known["q"]
        yield q + part * (p + q) - p, positive_number(2) * known["q"]

    signs(given, distances, strict=False)
    identity("p q", lambda p, q: [(q + part * p, p + q)])


@claim.proof(
    "k coordinates: each changes the exponent by at most d_j, their sum by at most Σ d_j ≤ Δ, by induction on k; over "
    "Δ, times ε, that is at most ε",
    mutants={"the scale 1/ε with Δ = 2": {"scale": 2}},
)
def all_coordinates(scale=1):
    def step(z, k):
        total, d, change, c = entry("Σd", k), entry("d", k), entry("Σc", k), entry("c", k)
        yield (total + d) - (change + c), (total - change) + (d - c)

    identity("z", step, Domain("k", lambda k: [k]))
    given = Assumed("e D s", lambda e, D, s: {"ε": e, "Δ": D}, lambda e, D, s: {"Δ-Σd": D - s}, witness=[1, 2, 1])
    # Δ times ε less the loss ε·Σd/Δ.
    signs(given, lambda known, e, D, s: [(e * D - scale * e * s, known["ε"] * known["Δ-Σd"])], strict=False)


def lattice(root, values, width):
    """Noise on lattice points with masses root^|t-y| in each coordinate, those beyond ±width put there."""

    def row(value):
        points = product(range(-width, width + 1), repeat=len(value))
        masses = []
        for point in points:
            mass = Fraction(1)
            for t, y in zip(point, value, strict=True):
                mass *= root ** abs(t - y) / (1 + root) * (1 if abs(t) == width else 1 - root)
            masses.append(mass)
        return masses

    return Mechanism([row(value) for value in values])


@claim.instances(
    "two coordinates whose values differ by (1, 1), or by (2, 0), Δ = 2: with lattice noise α^(|t-y|/2), √α = 1/2, "
    "2/3, the exact level is α; values that differ by (1, 0) have the level √α",
    mutants={"noise for Δ = 1": {"power": 2}},
)
def on_a_lattice(power=1):
    for root in map(Fraction, ("1/2", "2/3")):
        for other, expected in (((1, 1), root**2), ((2, 0), root**2), ((1, 0), root)):
            found = level(lattice(root**power, [(0, 0), other], 3), complete(inputs=range(2))).alpha
            require(found == expected, f"the level for values that differ by {other} is {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
