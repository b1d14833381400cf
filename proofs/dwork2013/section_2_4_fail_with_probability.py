"""Sections 2.3 and 2.4: (ε, δ) as a loss of at most ε except with probability δ.

The loss is ln(P_r/Q_r) for the answer r. If it exceeds ε with probability at most δ under P, then P(S) ≤ e^ε·Q(S) + δ.
The converse fails: the worst event {P_r > t·Q_r} has P - t·Q ≤ δ, and P itself may be up to 1. With t' > t as the
bound on the ratio it is at most δ·t'/(t'-t).
"""

from fractions import Fraction

from exactdp.claims import Assumed, Claim, identity, require, signs
from exactdp.commands.cli import main

claim = Claim(
    id="dwork2013.section-2-4.fail-with-probability",
    title="a loss of at most ε with probability 1-δ",
    section="2.4",
    position=10,
    statement=(
        "If the privacy loss exceeds ε with probability at most δ for all neighbours, then the mechanism is (ε, "
        "δ)-differentially private. The converse is false: randomised response with the probabilities 3/5, 2/5 is "
        "(ln(4/3), 1/15)-differentially private, and its loss is ln(3/2) with probability 3/5. What follows from (ε, "
        "δ) is that the loss is ε' > ε or more with probability at most δ/(1-e^(ε-ε')), and this is attained; for 2ε "
        "it is δ/(1-e^-ε)."
    ),
    latex=(
        r"\Pr_{r \sim P}\Bigl[\ln\frac{P_r}{Q_r} \ge \varepsilon'\Bigr] \le \frac{\delta}{1 - e^{\varepsilon - "
        r"\varepsilon'}}"
    ),
    domain="0 ≤ ε < ε', 0 ≤ δ < 1, all mechanisms with countably many responses",
    verdict="corrected",
    scope="both directions for all mechanisms; the counterexample in both orders",
    printed="with probability 1-δ the loss is bounded by ε",
    slip="statement",
    uses=("dwork2013.definition-8",),
)


def least_delta(P, Q, t):
    """The least δ at e^ε = t, in both orders."""
    return max(sum(max(Fraction(0), p - t * q) for p, q in zip(A, B, strict=True)) for A, B in ((P, Q), (Q, P)))


def chance_above(P, Q, t):
    """Under P, the probability of a loss above ln t."""
    return sum((p for p, q in zip(P, Q, strict=True) if p > t * q), Fraction(0))


@claim.counterexample(
    "randomised response with the probabilities 3/5 and 2/5 is (ln(4/3), 1/15)-differentially private, and its loss "
    "is ln(3/2) with probability 3/5",
    mutants={"e^ε = 3/2": {"t": Fraction(3, 2)}, "δ = 3/5": {"delta": Fraction(3, 5)}},
)
def response(t=Fraction(4, 3), delta=Fraction(1, 15)):
    P, Q = [Fraction(3, 5), Fraction(2, 5)], [Fraction(2, 5), Fraction(3, 5)]
    require(least_delta(P, Q, t) <= delta, f"it needs δ = {least_delta(P, Q, t)}")
    require(chance_above(P, Q, t) > delta, "its loss is at most ε with probability 1-δ")


@claim.proof(
    "the direction that holds: with b the mass under P of all r with a loss above ε, P(S) - t·Q(S) - b is a sum of "
    "terms P_r - t·Q_r ≤ 0 outside, and -t·Q_r ≤ 0 or -P_r ≤ 0 inside: for a response inside the event t·Q_r + P_r - "
    "P_r ≥ 0",
    mutants={"half of the mass": {"part": Fraction(1, 2)}},
)
def sufficient(part=1):
    given = Assumed(
        "t p q m",
        lambda *bases: {},
        lambda t, p, q, m: {"t": t, "q": q, "m": m},
        witness=[1, 1, 1, 1],
    )

    def slack(known, t, p, q, m):
        # A response with a large loss, p its mass; and one with p = t·q - m.
        yield t * q + part * p - p, known["t"] * known["q"]
        yield t * q - (t * q - m), known["m"]

    signs(given, slack, strict=False)


@claim.proof(
    "what follows: on S = {P_r ≥ t'·Q_r}, P ≥ t'·Q and P - t·Q ≤ δ, so that (t'-t)·P ≤ t'·δ: t'·δ - (t'-t)·P = "
    "t'·(δ-P+tQ) + t·(P-t'Q)",
    mutants={"δ alone": {"scaled": 0}},
)
def necessary(scaled=1):
    given = Assumed(
        "t u d P Q",
        lambda t, u, *rest: {"t": t, "u": u},
        lambda t, u, *rest: {"δ-P+tQ": rest[0] - rest[1] + t * rest[2], "P-uQ": rest[1] - u * rest[2]},
        witness=[1, 2, 1, 1, Fraction(1, 2)],
    )

    def slack(known, t, u, *rest):
        d, P, _ = rest
        yield u * d - (u - scaled * t) * P, known["u"] * known["δ-P+tQ"] + known["t"] * known["P-uQ"]

    signs(given, slack, strict=False)


@claim.proof(
    "attained: P = p and Q = p/t' on one response, p = δ·t'/(t'-t), gives p - t·p/t' = δ",
    mutants={"p = δ·t/(t'-t)": {"other": True}},
)
def attained(other=False):
    # Times t'·(t'-t), over δ.
    identity("t u", lambda t, u: [((t if other else u) * (u - t), u * (u - t))])


@claim.instances(
    "pairs with one such response and the rest on another: at t = 3/2, t' = 2, 3 and δ = 1/1000, 1/20 the least δ is "
    "as given, and the loss reaches ln t' with the probability δ·t'/(t'-t)",
    mutants={"1% more mass": {"more": Fraction(101, 100)}},
)
def on_instances(more=Fraction(1)):
    t = Fraction(3, 2)
    for u in (Fraction(2), Fraction(3)):
        for delta in (Fraction(1, 1000), Fraction(1, 20)):
            p = more * delta * u / (u - t)
            P, Q = [p, 1 - p], [p / u, 1 - p / u]
            require(least_delta(P, Q, t) == delta, f"the least δ is {least_delta(P, Q, t)}")
            require(chance_above(P, Q, u * Fraction(999, 1000)) == p, "the loss is smaller")


if __name__ == "__main__":
    raise SystemExit(main(["prove", "--verbose", __file__]))
