"""Section 2.4: which of the properties of section 2.2 carry over to (ε, δ).

Remapping keeps (ε, δ), and composition adds both. For groups of k the δ grows too: from P_0 ≤ t·P_1 + δ, P_1 ≤ t·P_2 +
δ, … follows P_0 ≤ t^k·P_k + δ·(1 + t + … + t^(k-1)), and this is attained. The largest loss of equation (1) may be ∞.
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, Domain, entry, identity, require, signs
from exactdp.commands.cli import main
from exactdp.model.mechanism import Mechanism
from exactdp.model.neighbours import edges, path
from exactdp.privacy.level import level
from exactdp.privacy.privacy_curve import privacy_curve

claim = Claim(
    id="dwork2013.section-2-4.group-privacy",
    title="which properties (ε, δ) keeps",
    section="2.4",
    position=90,
    statement=(
        "(ε, δ)-differential privacy is kept by every remap, and (ε_1, δ_1) and (ε_2, δ_2) compose to (ε_1+ε_2, "
        "δ_1+δ_2). For groups of k it gives (kε, δ·(1 + e^ε + … + e^((k-1)ε))), and in general no smaller δ, not even "
        "kδ: with e^ε = 2, δ = 1/10 a group of two may need 3/10. The loss of equation (1) need not be bounded at all. "
        "For concentrated privacy, which the chapter does not define, the same sentence is not decided here."
    ),
    latex=r"P_0(S) \le e^{k\varepsilon} P_k(S) + \delta\,\frac{e^{k\varepsilon} - 1}{e^\varepsilon - 1}",
    domain="ε > 0, 0 ≤ δ ≤ 1, k ≥ 1, all mechanisms with countably many responses",
    verdict="corrected",
    scope=(
        "the group bound for all k, remaps and composition for all mechanisms with finitely many responses; the "
        "counterexamples exactly"
    ),
    printed="all properties of section 2.2, among them group privacy and a loss (1) bounded by ε",
    slip="statement",
    uses=("dwork2013.section-2-2.group-privacy", "dwork2013.definition-8", "dwork2013.equation-1"),
)


@claim.counterexample(
    "rows (3/10, 7/10), (1/10, 9/10), (0, 1): neighbours need δ = 1/10 at e^ε = 2, the first and the last 3/10 > 2δ "
    "at e^(2ε) = 4; and their loss (1) is infinite, the level being 0",
    mutants={"3δ allowed": {"times": 3}, "the first row (2/10, 8/10)": {"first": Fraction(2, 10)}},
)
def group_of_two(times=2, first=Fraction(3, 10)):
    mechanism = Mechanism([[first, 1 - first], ["1/10", "9/10"], [0, 1]])
    delta = privacy_curve(mechanism, path(inputs=range(3))).at(2)
    require(delta == Fraction(1, 10), f"neighbours need δ = {delta}")
    found = privacy_curve(mechanism, edges([(0, 2)], inputs=range(3))).at(4)
    require(found > times * delta, f"the group needs only δ = {found}")
    require(level(mechanism, path(inputs=range(3))).alpha == 0, "the loss is bounded")


@claim.proof(
    "one step more: with s_k = 1 + t + … + t^(k-1), of which s_(k+1) - t^k = s_k, t^(k+1)·P_{k+1} + δ·s_(k+1) - P_0 = "
    "(t^k·P_k + δ·s_k - P_0) + t^k·(t·P_{k+1} + δ - P_k)",
    mutants={"kδ": {"power": 0}, "t^k after k+1 steps": {"more": 0}},
)
def chain(power=1, more=1):
    def step(t, d, k):
        start, here, there, s = entry("P", 0), entry("P", k), entry("P", k + 1), entry("s", k)
        bound = t ** (k + more) * there + d * (s + t ** (power * k)) - start
        yield bound, (t**k * here + d * s - start) + t**k * (t * there + d - here)

    identity("t d", step, Domain("k", lambda k: [k - 1]))
    # The sum: (t-1)·s_k = t^k - 1, from k to k+1.
    identity("t", lambda t, k: [((t**k - 1) + (t - 1) * t**k, t ** (k + 1) - 1)], Domain("k", lambda k: [k]))


@claim.proof(
    "composition: P = m + e with m ≤ t·Q and e the excess of the first answer, p ≤ uq + d and p ≤ 1 for the second; "
    "then P·p ≤ t·u·Q·q + m·d + e, and summed over the first answers Σ m ≤ 1 and Σ e ≤ δ_1, so that the event has at "
    "most tu times its probability, plus δ_1 + δ_2",
    mutants={"the excess left out": {"excess": 0}, "without d": {"broken": 0}},
)
def composition(excess=1, broken=1):
    given = Assumed(
        "t u m e Q p q d",
        lambda *bases: {},
        lambda t, u, *rest: {
            "m": rest[0],
            "e": rest[1],
            "1-p": 1 - rest[3],
            "tQ-m": t * rest[2] - rest[0],
            "uq": u * rest[4],
            "uq+d-p": u * rest[4] + rest[5] - rest[3],
        },
        witness=[Fraction(1)] * 5 + [Fraction(1, 2)] * 3,
    )

    def slack(known, t, u, *rest):
        m, e, Q, p, q, d = rest
        value = t * u * Q * q + broken * m * d + excess * e - (m + e) * p
        yield value, known["tQ-m"] * known["uq"] + known["m"] * known["uq+d-p"] + known["e"] * known["1-p"]

    signs(given, slack, strict=False)


@claim.proof(
    "remaps: the excess of a sum of parts h_r ≤ 1 is at most the sum of the positive parts: max(0, e) - h·e ≥ 0, with "
    "e = p - m as in Definition 8: p - h·(p-m) = (1-h)·p + h·m",
    mutants={"h ≤ 2": {"largest": 2}},
)
def remaps(largest=1):
    given = Assumed(
        "h p m",
        lambda *bases: {},
        lambda h, p, m: {"h": h, "1-h": 1 - h, "p": p, "m": m},
        witness=[Fraction(1, 2), 1, 1],
    )
    signs(
        given,
        lambda known, h, p, m: [(p - largest * h * (p - m), known["1-h"] * known["p"] + known["h"] * known["m"])],
        strict=False,
    )


@claim.instances(
    "attained: k ≤ 4, t = 3/2, 2, δ = 1/100: the rows s_(k-i)·δ, 1 - s_(k-i)·δ for i = 0 … k need exactly δ as "
    "neighbours and δ·s_k at t^k from end to end",
    mutants={"δ·k": {"linear": True}},
)
def attained(linear=False):
    delta = Fraction(1, 100)
    for t in (Fraction(3, 2), Fraction(2)):
        for k in range(1, 5):
            sums = [sum((t**j for j in range(i)), Fraction(0)) for i in range(k + 1)]
            mechanism = Mechanism([[delta * sums[k - i], 1 - delta * sums[k - i]] for i in range(k + 1)])
            require(privacy_curve(mechanism, path(n=k)).at(t) == delta, "neighbours need another δ")
            found = privacy_curve(mechanism, edges([(0, k)], n=k)).at(t**k)
            require(found == delta * (k if linear else sums[k]), f"the group of {k} needs δ = {found}")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
