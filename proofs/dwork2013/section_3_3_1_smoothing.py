"""Section 3.3.1, hourly calls: merging cells before the noise, and what it does to the distortion.

Merging m cells adds their counts, so no L1-distance grows, and one person's calls from one cell show that the bound on
sensitivity stays. There are m times fewer noises; each merged cell's noise is shared by its m cells, so that the total
of absolute noises falls by m as well. What merging adds is a bias: the true counts inside a block are evened out.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import UnboundedGeometric

claim = Claim(
    id="dwork2013.section-3-3-1.smoothing",
    title="merging cells before the noise",
    section="3.3.1",
    position=80,
    statement=(
        "For d² cells merged m at a time, with noise Z of the same level, the expected total of absolute noise falls "
        "from d²·E|Z| to (d²/m)·E|Z|, where E|Z| = 2α/(1-α²) for geometric noise; the noise on a merged cell is as "
        "before, and on each of its cells it is Z/m. The L1-sensitivity is not larger, and not smaller for the worst "
        "person. To even out the block adds Σ|x_i - S/m|, which no noise level reduces: the distance to the true "
        "counts falls only where that is less than what is saved, and with m ≥ 2 and all calls from one cell it is "
        "2(1-1/m) of them."
    ),
    latex=r"\frac{d^2}{m}\,\mathrm{E}|Z| = \frac{d^2}{m} \cdot \frac{2\alpha}{1-\alpha^2}, \qquad "
    r"\sum_{i \le m} \Bigl|x_i - \frac{S}{m}\Bigr| = 2\Bigl(1 - \frac{1}{m}\Bigr) S",
    domain="all d and all m ≥ 1 that divide d², 0 < α < 1",
    verdict="proved",
    scope="the noise and the bias for all m and α; an example where the bias outweighs what is saved, exactly",
)


def mean_noise(alpha):
    """E|Z| of geometric noise."""
    return 2 * alpha / (1 - alpha**2)


@claim.instances(
    "four cells with the calls 8, 0, 0, 0 and α = 1/2: without merging the expected distortion is 4·4/3 = 16/3; merged "
    "into one cell, the evened counts 2, 2, 2, 2 are 12 away from the truth, and by convexity noise of mean 0 makes it "
    "no less",
    mutants={"calls from all cells alike": {"calls": (2, 2, 2, 2)}, "α = 9/10": {"alpha": Fraction(9, 10)}},
)
def worse(calls=(8, 0, 0, 0), alpha=Fraction(1, 2)):
    m = len(calls)
    bias = sum(abs(count - Fraction(sum(calls), m)) for count in calls)
    require(bias > m * mean_noise(alpha), "the merged counts are not farther from the truth")


@claim.proof(
    "E|Z| = 2α/(1-α²): the tail sum T(z) = Σ_{t ≥ z} t·α^t = α^z·(z(1-α)+α)/(1-α)² has T(z) - T(z+1) = z·α^z (with "
    "(1-α)² on both sides), and twice (1-α)/(1+α)·T(1) is it: α·(1-α)·2·(1+α)·(1-α) = 2α·(1-α)²·(1+α)",
    mutants={"T without α": {"end": 0}, "1-α in place of 1-α²": {"sign": -1}},
)
def mean(end=1, sign=1):
    def pairs(a, x, z):
        # x stands for the number z, which enters T as a factor and not only as an exponent.
        tail, next_tail = a**z * (x * (1 - a) + end * a), a ** (z + 1) * ((x + 1) * (1 - a) + end * a)
        yield tail - next_tail, x * a**z * (1 - a) ** 2

    identity("a x", pairs, Domain("z", lambda z: [z]))
    # (1-α)/(1+α)·2·T(1) = 2α/(1-α²), where T(1) = α/(1-α)²; over all denominators.
    identity("a", lambda a: [(2 * a * (1 - a) * (1 - a**2), 2 * a * (1 - a) ** 2 * (1 + sign * a))])


@claim.proof(
    "the noise of a block: m cells with |Z|/m each have |Z| together; and of d² = g·m cells, g noises in place of g·m",
    mutants={"Z in each cell": {"shared": False}},
)
def shared_noise(shared=True):
    # With w = 1/m: m·(Z·w) = Z where m·w = 1, so the difference is a multiple of m·w - 1.
    identity("m w z g", lambda m, w, z, g: [(g * (m * (z * w if shared else z)) - g * z, g * z * (m * w - 1))])


@claim.proof(
    "the bias of S calls from one cell of m: S - S/m in that cell and S/m in m-1 others, together 2S(1-1/m)",
    mutants={"m others": {"others": 0}},
)
def bias(others=1):
    def pairs(m, w, s):
        found = (s - s * w) + (m - others) * s * w
        yield found - 2 * s * (1 - w), s * (m * w - 1)

    identity("m w s", pairs)


@claim.proof(
    "the L1-distance does not grow: |(x+y) - (u+v)| ≤ |x-u| + |y-v|, as with positive and negative parts p-q and r-s "
    "of both, p+q+r+s minus ±(p-q+r-s) is 2(q+s) or 2(p+r)",
    mutants={"the distance of one cell": {"both": 0}},
)
def distance(both=1):
    parts = Assumed(
        "p q r s",
        lambda *_: {},
        lambda p, q, r, s: {"p": p, "q": q, "r": r, "s": s},
        witness=[Fraction(1)] * 4,
    )

    def pairs(given, p, q, r, s):
        total = p + q + both * (r + s)
        yield total - (p - q + r - s), (given["q"] + given["s"]) * 2
        yield total + (p - q + r - s), (given["p"] + given["r"]) * 2

    signs(parts, pairs, strict=False)


@claim.instances(
    "E|Z| summed up to |z| = 400 from the mechanism's masses is within 10^-9 of 2α/(1-α²), and below it; α = 1/5, 1/2, "
    "9/10",
    mutants={"α/(1-α²)": {"factor": 2}},
)
def masses(factor=1):
    for alpha in map(Fraction, ("1/5", "1/2", "9/10")):
        noise = UnboundedGeometric(alpha)
        total = sum(2 * z * noise.mass(0, z) for z in range(1, 401))
        gap = mean_noise(alpha) / factor - total
        require(0 < gap < Fraction(1, 10**9), f"off by {gap}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
