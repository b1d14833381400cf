"""Section 3.3.2: synthetic records read the released distributions alone, so they promise no less than these.

Whatever is computed from responses, with coins of its own, is a remap T, and M·T is α-private if M is:
Σ_r (y_r - αx_r)·t_r is a sum of terms ≥ 0. This covers the clamped histograms, the medians' rates, the generator, and
as many data sets as an analyst cares to draw.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.geometric import geometric
from exactdp.model.mechanism import Mechanism, deterministic
from exactdp.polytope.derivability import derive_from
from exactdp.privacy.level import level
from exactdp.surveys.dp_where import distribution

claim = Claim(
    id="dwork2013.section-3-3-2.release",
    title="synthetic records reveal no more than the distributions",
    section="3.3.2",
    position=20,
    statement=(
        "Every data set drawn from the released distributions is a remap of the release, so it is α-private if the "
        "release is, and no loss of any analyst gets smaller by it. Releasing the distributions instead of records "
        "keeps the same α, and lets an analyst draw any number of records."
    ),
    latex=r"y - \alpha x \ge 0 \ \Longrightarrow\ \sum_r (y_r - \alpha x_r)\, t_{rs} \ge 0",
    domain="all n ≥ 0, all mechanisms with n + 1 responses, all remaps, 0 ≤ α ≤ 1",
    every_n=True,
    verdict="proved",
    scope="all mechanisms and remaps",
)


@claim.proof(
    "with one more response of the mechanism, the difference of the two probabilities of s grows by (y_r - αx_r)·t_rs",
    mutants={"two different remaps": {"same": False}},
)
def one_response(same=True):
    def pairs(a, r, s):
        x, y, t = entry("x", r), entry("y", r), entry("t", r, s)
        other = t if same else entry("u", r, s)
        yield y * other - a * (x * t), (y - a * x) * t

    # n counts the responses below r; every one adds so.
    identity("a", lambda a, n, r, s: pairs(a, r, s), Domain("n r s", lambda n, r, s: [r, n - r, s]))


@claim.proof(
    "each of these terms is ≥ 0, and so is their sum",
    mutants={"y - αx < 0": {"sign": -1}},
)
def terms(sign=1):
    given = Assumed(
        "a x y t",
        lambda a, x, y, t: {},
        lambda a, x, y, t: {"y-αx": y - a * x, "t": t},
        witness=[Fraction(1, 2)] + [Fraction(1)] * 3,
    )
    signs(given, lambda known, a, x, y, t: [(sign * (y - a * x) * t, known["y-αx"] * known["t"])], strict=False)


@claim.instances(
    "a histogram of two bins with two people and its noisy counts, cut to 0 … 2, made a distribution and then one "
    "synthetic home: the level does not fall, and neither does that of clamped and rounded counts, which are found to "
    "be a remap",
    mutants={"a home drawn from the true counts": {"private": False}},
)
def histogram(private=True):
    noisy = geometric(n=2, alpha="1/2")
    # Of two people, i live in cell 1: independent noise in both bins.
    joint = [[first * second for first in noisy.rows[2 - i] for second in noisy.rows[i]] for i in range(3)]
    release = Mechanism(joint)
    shares = [distribution([first, second]) for first in range(3) for second in range(3)]
    home = release @ Mechanism(shares)
    if not private:
        home = Mechanism([distribution([2 - i, i]) for i in range(3)])
    require(level(home).alpha >= level(release).alpha, "the level falls")
    rounded = noisy @ deterministic([0, 1, 1], responses=range(2))
    found = derive_from(rounded, noisy)
    require(bool(found), "the rounded counts are no remap")
    require(level(rounded).alpha >= level(noisy).alpha, "the level of the rounded counts falls")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
