"""Definition 4.2: the geometric mechanism for functions to ℤ^d, and the proof of its privacy, left as an exercise.

With β = e^(-ε/Δf), moving the centre of one coordinate by s changes each mass by a factor of at least β^s. Over all
coordinates that is β^(‖f(X) - f(X')‖₁) ≥ β^Δf = e^-ε. Responses beyond both centres attain it in every coordinate.
"""

from fractions import Fraction
from itertools import product

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric, geometric
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import complete, edges
from exactdp.privacy.level import level

claim = Claim(
    id="lecture.definition-4.2",
    title="the geometric mechanism and its privacy",
    section="4.2",
    position=50,
    statement=(
        "For f to ℤ^d with 0 < Δf < ∞, f(X) plus independent noise of Geom(ε/Δf) in each coordinate is ε-DP, and of "
        "level exactly α = e^-ε: with β = e^(-ε/Δf), so that α = β^Δf, the masses on neighbours compare by "
        "β^(‖f(X)-f(X')‖₁). It needs Geom(b) for b = ε/Δf ≥ 1 as well. For Δf = 0 f is constant, ε/Δf means nothing, "
        "and no noise is needed. The notes promise a proof in an appendix, which they don't have."
    ),
    latex=r"\frac{\Pr[f(X) + Y = z]}{\Pr[f(X') + Y = z]} = \prod_{j=1}^d \beta^{|z_j - f_j(X)| - |z_j - f_j(X')|} \ge "
    r"\beta^{\lVert f(X) - f(X') \rVert_1} \ge \beta^{\Delta f} = \alpha",
    domain="d ≥ 1, 0 < Δf < ∞, ε > 0, every f to ℤ^d and relation of neighbours",
    verdict="proved",
    scope="all d, f, Δf and levels, one coordinate after another; exact levels for sums and histograms",
    uses=("lecture.section-4-2.sensitivity",),
)


@claim.proof(
    "one coordinate with the centres x, y, s = |x-y|, and a response z: β^|z-x| - β^s·β^|z-y| = β^|z-x|·(1 - β^e), "
    "with e = s + |z-y| - |z-x| ≥ 0",
    mutants={"e = s - |z-x|": {"other": 0}, "β^(s-1)": {"less": 1}},
)
def one_coordinate(other=1, less=0):
    def pairs(b, x, y, z):
        s, here, there = abs(x - y), abs(z - x), abs(z - y)
        e = s + other * there - here - less
        yield b**here - b ** (s + there), b**here * (1 - b**e)

    identity("b", pairs, Domain("x y z", lambda x, y, z: [x, y, z]))


@claim.proof(
    "the centres may be any integers, as all that counts are differences; 1 - β^e ≥ 0, one more factor at a time: 1 - "
    "β·w = (1-β) + β·(1-w); and one more coordinate: P - B·Q ≥ 0 and p - c·q ≥ 0 give P·p - B·c·Q·q ≥ 0",
    mutants={"B + c": {"added": True}},
)
def all_coordinates(added=False):
    unit = Assumed(
        "b w", lambda b, w: {"β": b}, lambda b, w: {"1-β": 1 - b, "1-w": 1 - w}, witness=[Fraction(1, 2)] * 2
    )
    signs(unit, lambda given, b, w: [(1 - b * w, given["1-β"] + given["β"] * given["1-w"])], strict=False)
    assumed = Assumed(
        "P Q p q B c",
        lambda *_: {},
        lambda P, Q, p, q, B, c: {"P-BQ": P - B * Q, "p-cq": p - c * q, "Q": Q, "p": p, "B": B},
        witness=[Fraction(1, 2)] * 6,
    )

    def pairs(given, P, Q, p, *rest):
        q, B, c = rest
        both = B + c if added else B * c
        yield P * p - both * Q * q, given["P-BQ"] * given["p"] + given["B"] * given["Q"] * given["p-cq"]

    signs(assumed, pairs, strict=False)


@claim.proof(
    "attained: for z ≥ y ≥ x the masses at z around x and y are β^(z-x) = β^(y-x)·β^(z-y), in each coordinate after "
    "turning it if need be, and the exponents y-x add up to ‖f(X)-f(X')‖₁",
    mutants={"z between x and y": {"beyond": False}},
)
def attained(beyond=True):
    def pairs(b, x, y, z):
        yield b ** abs(z - x), b ** (y - x) * b ** abs(z - y)

    last = lambda y, z: z - y if beyond else y - z  # noqa: E731
    identity("b", pairs, Domain("x y z", lambda x, y, z: [x, y - x, last(y, z), z - x]))


@claim.instances(
    "the sum of values 0..Δ, Δ ≤ 4: results up to Δ apart are neighbours, and noise of level β, clamped to 0..6, has "
    "the level β^Δ; with the noise of a count, β = α, it would be α^Δ",
    mutants={"the noise of level α": {"root": False}},
)
def sums(root=True):
    for delta in range(1, 5):
        near = edges([(i, k) for i in range(7) for k in range(i + 1, min(i + delta, 6) + 1)], inputs=range(7))
        for beta in map(Fraction, ("1/3", "1/2", "9/10")):
            alpha = beta**delta
            noise = beta if root or delta == 1 else alpha
            found = level(geometric(n=6, alpha=noise), near).alpha
            require(found == alpha, f"Δ = {delta}, β = {beta}: {found}")


@claim.instances(
    "histograms of two entries in three bins, Δf = 2 where an entry is replaced: three noisy counts have the level β²",
    mutants={"the level β": {"delta": 1}},
)
def histograms(delta=2):
    data = list(product(range(3), repeat=2))
    for beta in map(Fraction, ("1/2", "4/5")):
        one = geometric(n=2, alpha=beta)
        rows = []
        for each in data:
            row = [Fraction(1)]
            for value in range(3):
                row = [p * x for p in row for x in one.rows[each.count(value)]]
            rows.append(row)
        pairs = [
            (i, k)
            for i, x in enumerate(data)
            for k, y in enumerate(data[:i])
            if sum(u != v for u, v in zip(x, y, strict=True)) == 1
        ]
        found = level(Mechanism(rows), edges(pairs, inputs=range(len(data)))).alpha
        require(found == beta**delta, f"β = {beta}: {found}")


@claim.instances(
    "unclamped, f = 0 on one dataset and f = 3 on the other: the least quotient of masses over z from -9 to 9 is β³",
    mutants={"β²": {"power": 2}},
)
def unclamped(power=3):
    for beta in map(Fraction, ("1/2", "9/10")):
        noise = UnboundedGeometric(beta)
        quotients = [noise.mass(0, z) / noise.mass(3, z) for z in range(-9, 10)]
        quotients += [1 / x for x in quotients]
        require(min(quotients) == beta**power, f"β = {beta}: {min(quotients)}")
    constant = Mechanism([[1], [1], [1]])
    require(level(constant, complete(inputs=range(3))).alpha == 1, "a constant needs noise")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
