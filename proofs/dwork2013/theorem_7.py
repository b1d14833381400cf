"""Theorem 7: how much Gaussian noise makes a function (ε, δ)-differentially private.

On neighbours whose values differ by v the privacy loss is normal with mean η = |v|²/(2σ²) and variance 2η, in any
dimension (section 2.4). So the least δ is the curve Φ(ρ/2 - ε/ρ) - e^ε·Φ(-ρ/2 - ε/ρ) with ρ = |v|/σ. The printed
variance lacks a factor of about 2, and Δ². A loss above ε takes a standard normal number above x = ε/ρ - ρ/2. With
w² = 2·ln(1/(2δ)) + ε and σ = Δ·w/ε, hence y = ε/ρ ≥ w, this x is y - ε/(2y), so x² ≥ w² - ε and Φ(-x) ≤
e^(-x²/2)/2 is at most δ. The usual variance is larger where ε ≤ 2·ln(5/2), as ln(1.25/δ) = ln(1/(2δ)) + ln(5/2).
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.enclosure import exp_above, log_below, root_above, root_below
from exactdp.claims.vocabulary.gaussian import (
    curve_above,
    curve_below,
    printed_below,
    printed_enough,
    printed_for,
    right_enough,
    usual_enough,
)

claim = Claim(
    "dwork2013.theorem-7",
    "the variance of the Gaussian mechanism",
    section="2.3",
    position=90,
    printed="variance ln(1/δ)/ε² gives (ε, δ)-differential privacy",
    kept={
        "0 < ε": "a loss",
        "ε ≤ 2·ln⁻(5/2)": "false at ε = 10 and δ = 1/2",
        "i ≤ 4": "the listed losses up to 2·ln(5/2)",
    },
    slip="statement",
)

i, j = indices("i j")
c, d, e, g, s, v, w, y, larger = numbers("c δ ε g s v w y δ'")
everywhere = (0 < e, 0 < d, d <= "1/2")
printed = (0 < e, 0 < d, d < 1)

claim.printed_as(
    "variance",
    *printed,
    printed_enough(e, d, 1),
    at={"ε": Fraction(1), "δ": Fraction(1, 10**5)},
    instead=("enough", "usual"),
)


def least(epsilon, delta):
    return curve_below(epsilon, printed_below(epsilon, delta))


TINY, TINIER = Fraction(1, 10**5), Fraction(1, 10**12)
claim.clause(
    "too-little", both(4 * TINY < least(1, TINY), Fraction(4, 10**9) < least(1, TINIER), "1/100" < least(3, "1/200"))
)(by_evaluation)
claim.clause("loss", 0 < s, ((v + s * g) ** 2 - (s * g) ** 2) / (2 * s**2) == v**2 / (2 * s**2) + v / s * g)(
    lambda proof: proof.qed(proof.have(0 < s * s))
)

x = y - e / (2 * y)
claim.clause("printed-distance", 0 < e, 0 < y, y**2 - e <= x**2)(lambda proof: proof.qed())
claim.clause("distance", 0 < e, 0 < w, e <= w**2, w <= y, both(0 < x, w**2 - e <= x**2))(
    lambda proof: proof.both(proof.have(0 < x), proof.have(w**2 - e <= x**2, proof.have(w**2 <= y**2)))
)

TAIL = (
    "with y = ε/ρ the loss is above ε with the probability Φ(-x), x = y - ε/(2y), by #loss, and the least δ is at most "
    "that. For x ≥ 0, Φ(-x) ≤ e^(-x²/2)/2. "
)


@claim.clause("enough", *everywhere, 0 < c, c <= 1, right_enough(e, d, c))
def enough_variance(proof):
    words = "Here y ≥ w for w² = 2·ln(1/(2δ)) + ε, so x² ≥ 2·ln(1/(2δ)) by #distance"
    return proof.because(TAIL + words, proof.goal)


claim.clause("usual-range", "183/100" < 2 * log_below("5/2"))(by_evaluation)


@claim.clause("usual", *everywhere, e <= 2 * log_below("5/2"), usual_enough(e, d, 1))
def usual_variance(proof):
    words = "Here y² = 2·ln(1.25/δ) = 2·ln(1/(2δ)) + 2·ln(5/2) ≥ w² for w² = 2·ln(1/(2δ)) + ε, as in #enough"
    return proof.because(TAIL + words, proof.goal)


claim.clause(
    "printed-gives",
    *printed,
    e <= 2 * log_below(1 / d),
    larger == exp_above(e / 2) * root_above(d) / 2,
    larger < 1,
    printed_for(e, larger, d),
)(lambda proof: proof.because(TAIL + "Here y² = ln(1/δ), so x² ≥ ln(1/δ) - ε by #printed-distance", proof.goal))


losses = named("losses", listed(["1/100", "1/10", "1/2", 1, "183/100", 3, 10, 20]))
shares = named("deltas", listed(["1/2", "2/5", "1/10", TINY, TINIER]))
here, delta = losses[i], shares[j]
claim.clause("listed", All(i, between(0, i, 7), All(j, between(1, j, 4), right_enough(here, delta, 1))))(by_evaluation)
claim.clause("usual-listed", All(i, between(0, i, 4), All(j, between(0, j, 4), usual_enough(here, delta, 1))))(
    by_evaluation
)
claim.clause("at-1", both(TINY < curve_below(1, 1 / root_above(13)), curve_above(1, 1 / root_below(14)) <= TINY))(
    by_evaluation
)
claim.clause("at-3-tenths", printed_enough("3/10", TINY, 1))(by_evaluation)
