"""Section 3.1, group privacy with δ: by which factor δ grows.

With t = e^ε, P_0(S) ≤ t·P_1(S) + δ ≤ t·(t·P_2(S) + δ) + δ ≤ …, so that δ is multiplied by 1 + t + … + t^(k-1). The
probabilities x_0 = 0, x_(i+1) = t·x_i + δ of an event make every step an equality, hence no smaller factor will do; in
particular k is too small for every k ≥ 2 and ε > 0.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, identity, number, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges
from exactdp.privacy.composition import group_privacy, promise
from exactdp.privacy.privacy_curve import privacy_curve

claim = Claim(
    id="lecture.section-3-1.group-approximate",
    title="group privacy with δ",
    section="3.1",
    position=20,
    statement=(
        "An (ε, δ)-DP mechanism is (kε, δ_k)-DP for datasets that differ in k entries, with t = e^ε and δ_k = δ·(1 + t "
        "+ … + t^(k-1)) = δ·(t^k - 1)/(t - 1). No smaller factor of δ holds for all mechanisms: it is attained "
        "wherever (1+t)·δ·(t^(k-1) - 1)/(t-1) ≤ 1-δ, by two responses. So δ_k = k·δ is false for k ≥ 2, ε > 0; "
        "k·t^(k-1)·δ is true and larger than needed."
    ),
    latex=r"P_0(S) \le t^k P_k(S) + \delta\,\frac{t^k - 1}{t - 1}, \qquad k < \frac{t^k-1}{t-1} < k\,t^{k-1} \quad (k "
    r"\ge 2,\ t > 1)",
    domain="k ≥ 1, t = e^ε ≥ 1 (k·δ at t = 1), 0 ≤ δ < 1; discrete responses",
    verdict="proved",
    scope="all k, t, δ and mechanisms; the page states group privacy for δ = 0",
    uses=("lecture.section-3-1.group-privacy",),
)


def times_t_less_1(t, k):
    """(t-1)·(1 + t + … + t^(k-1)) = t^k - 1."""
    return t**k - 1


@claim.proof(
    "the closed form: (t^k - 1)/(t-1) is 0 for k = 0, and t times it plus 1 is that for k+1 (times t-1)",
    mutants={"plus 0": {"one": 0}},
)
def closed_form(one=1):
    identity(
        "t",
        lambda t, k: [(t * times_t_less_1(t, k) + one * (t - 1), times_t_less_1(t, k + 1))],
        Domain("k", lambda k: [k]),
    )
    identity("t", lambda t: [(times_t_less_1(t, 0), number(0))])


@claim.proof(
    "one more step: t^k·P_k + D - P_0 ≥ 0 and t·P_(k+1) + δ - P_k ≥ 0 give t^(k+1)·P_(k+1) + (D + t^k·δ) - P_0 ≥ 0",
    mutants={"D + δ": {"power": 0}},
)
def one_more_step(power=1):
    assumed = Assumed(
        "t w y z d",
        lambda t, *_: {"t": t},
        lambda t, w, y, z, d: {"t^k·y+D-x": w, "tz+δ-y": t * z + d - y},
        witness=[Fraction(2), *[Fraction(1, 4)] * 4],
    )

    def pairs(given, t, w, y, *rest):
        z, d, k = rest
        # D - P_0 by the hypothesis of the induction, w = t^k·P_k + D - P_0.
        less = w - t**k * y
        yield t ** (k + 1) * z + t ** (power * k) * d + less, given["t^k·y+D-x"] + given["t"] ** k * given["tz+δ-y"]

    signs(assumed, pairs, Domain("k", lambda k: [k]), strict=False)


@claim.proof(
    "attained by the event with x_i = δ·(t^i - 1)/(t-1) (here times t-1): each step is t·x_i + δ = x_(i+1); the other "
    "event keeps (1-x_i) ≤ t·(1-x_(i+1)) + δ as long as (1+t)·x_i ≤ 1-δ, for t·(1-x_(i+1)) + δ - (1-x_i) = "
    "(t-1)·((1-δ) - (1+t)·x_i)",
    mutants={"(1+t)·x_i ≤ 1": {"less": 0}},
)
def attained(less=1):
    identity(
        "t d",
        lambda t, d, i: [
            (t * d * times_t_less_1(t, i) + (t - 1) * d, d * times_t_less_1(t, i + 1)),
        ],
        Domain("i", lambda i: [i]),
    )

    def other(t, d, x):
        following = t * x + d
        yield t * (1 - following) + d - (1 - x), (t - 1) * ((1 - less * d) - (1 + t) * x)

    identity("t d x", other)


@claim.proof(
    "between k and k·t^(k-1): with s_k = 1 + … + t^(k-1), s_(k+1) - (k+1) = (s_k - k) + (t^k - 1), and (k+1)·t^k - "
    "s_(k+1) = t·(k·t^(k-1) - s_k) + (t^k - 1), where t^k - 1 > 0 for t > 1, k ≥ 1 and both are 0 at k = 1",
    mutants={"k·t^(k-1) too small": {"sign": -1}},
)
def between(sign=1):
    # m stands for the number k, s for s_k and t·s + 1 for s_(k+1).
    def pairs(t, m, s, k):
        power = t ** (k - 1)
        longer = s + t**k
        yield longer - (m + 1), (s - m) + (t**k - 1)
        # t·s_k + 1 is s_(k+1) as well.
        yield (m + 1) * t**k - (t * s + 1), t * (m * power - s) + sign * (t**k - 1)

    identity("t m s", pairs, Domain("k", lambda k: [k - 1]))


@claim.instances(
    "t = 2, δ = 1/16 and t = 3/2, δ = 1/20, chains of up to 3 neighbours: by the library's curves neighbours need δ, "
    "and groups of k need δ·(t^k-1)/(t-1), more than k·δ, which the library promises too",
    mutants={"the factor k": {"linear": True}, "k·t^(k-1)": {"large": True}},
)
def chains(linear=False, large=False):
    for t, delta in ((Fraction(2), Fraction(1, 16)), (Fraction(3, 2), Fraction(1, 20))):
        event = [Fraction(0)]
        for _ in range(3):
            event.append(t * event[-1] + delta)
        mechanism = Mechanism([[x, 1 - x] for x in event])
        require(privacy_curve(mechanism).at(t) == delta, f"neighbours need δ = {privacy_curve(mechanism).at(t)}")
        for k in range(2, 4):
            factor = k if linear else k * t ** (k - 1) if large else (t**k - 1) / (t - 1)
            found = privacy_curve(mechanism, edges([(i, i + k) for i in range(4 - k)], inputs=range(4))).at(t**k)
            require(found == factor * delta and found > k * delta, f"t = {t}, k = {k}: δ_k = {found}")
            require(group_privacy(promise(1 / t, delta), k).delta == found, f"t = {t}, k = {k}: promised otherwise")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
