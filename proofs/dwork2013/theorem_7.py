"""Theorem 7: how much Gaussian noise makes a function (ε, δ)-differentially private.

On neighbours whose values differ by v the privacy loss is normal with mean η = |v|²/(2σ²) and variance 2η, in any
dimension (section 2.4). So the least δ is the curve Φ(ρ/2 - ε/ρ) - e^ε·Φ(-ρ/2 - ε/ρ) with ρ = |v|/σ. The printed
variance lacks a factor of about 2, and Δ².

A loss above ε takes a standard normal number above x = ε/ρ - ρ/2, and the least δ is at most the probability Φ(-x) of
such a loss. With λ = ln(1/(2δ)), the variance w²/ε² is enough for w² = 2λ + ε: values at most 1 apart have ρ·w ≤ ε, so
x² ≥ 2λ, and Φ(-x) is at most e^-λ times Φ(0) = 1/2, which is δ. `enough` says this of all sums whose limits are these
two integrals. The usual variance has w² = 2·ln(1.25/δ) = 2λ + 2c with c = ln(5/2). The printed one has w² = ln(1/δ),
and gives only δ' = e^(ε/2)·√δ/2, which is e^-λ/2 for λ = (w²-ε)/2.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.lemmas.noise import normal_tail_at_most
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.enclosure import log_below, root_above, root_below
from exactdp.claims.vocabulary.gaussian import (
    curve_above,
    curve_below,
    normal_tail,
    printed_below,
    printed_enough,
    right_enough,
    usual_enough,
)
from exactdp.claims.vocabulary.noise import near_power

claim = Claim(
    "dwork2013.theorem-7",
    "the variance of the Gaussian mechanism",
    section="2.3",
    position=90,
    printed="variance ln(1/δ)/ε² gives (ε, δ)-differential privacy",
    kept={
        "0 < ε": "a loss",
        "ε ≤ 2·w²": "beyond x < 0 the tail is more than a half",
        "ε ≤ 2·c": "false at ε = 10 and δ = 1/2",
        **dict.fromkeys(("1 - λ ≤ 2·δ", "2·δ·(1 + λ) ≤ 1"), "λ is ln(1/(2δ))"),
        **dict.fromkeys(("1 - w² ≤ δ", "δ·(1 + w²) ≤ 1"), "w² is ln(1/δ)"),
        "i ≤ 4": "the listed losses up to 2·ln(5/2)",
    },
    slip="statement",
)

i, j = indices("i j")
c, d, e, g, l, s, v, w, y, ratio = numbers("c δ ε g λ s v w y ρ")  # noqa: E741 (l is λ)
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
    by_arithmetic
)

# The deviation is w/ε, λ is ln(1/(2δ)), and c is ln(5/2)
x = e / ratio - ratio / 2
apart = explained(
    "noise of deviation {0} makes values up to one apart be {1} deviations apart",
    (s, ratio),
    both(0 < ratio, ratio * s <= 1),
)(w / e, ratio)
noise = (0 < e, 0 < w, apart)
half_level = near_power(2 * d, l)


@claim.clause("distance", *noise, e <= 2 * w**2, both(0 <= x, w**2 - e <= x**2))
def distance(proof):
    known = Proof([0 < w, 0 < ratio, w <= y, y * ratio == e, e <= 2 * w**2])
    square = known.product(known.know(w <= y), known.have(0 <= y + w))
    product = known.have(0 <= y * (y - ratio / 2), square)
    sign = known.indirect(0 <= y - ratio / 2, product, known.have(0 < y))
    more = known.have(w**2 - e <= (y - ratio / 2) ** 2, square, squares=[ratio / 2])
    within = proof.have(ratio * w <= e, *proof.parts(apart))
    facts = proof.have(w <= e / ratio, within), proof.have(e / ratio * ratio == e)
    return proof.both(*(proof.use(each.theorem, *facts, y=e / ratio) for each in (sign, more)))


def far_enough(proof, least):
    """Return that the tail beyond x is at most e^-least times that beyond 0."""
    sign, far = proof.cite("#distance").parts()
    known = Proof([w**2 - e <= y**2, 2 * l <= w**2 - e], l <= y**2 / 2).qed()
    square = proof.use(known, far, 2 * least <= w**2 - e, y=x, λ=least)
    return proof.use(normal_tail_at_most(), sign, square, x=x, λ=least)


claim.clause("enough", *noise, 0 <= l, half_level, w**2 == 2 * l + e, normal_tail(x, l))(
    lambda proof: far_enough(proof, l)
)
claim.clause("usual-range", "183/100" < 2 * log_below("5/2"))(by_evaluation)
claim.clause("usual", *noise, 0 <= l, half_level, e <= 2 * c, w**2 == 2 * l + 2 * c, normal_tail(x, l))(
    lambda proof: far_enough(proof, l)
)
claim.clause("printed-gives", *noise, near_power(d, w**2), e <= 2 * w**2, normal_tail(x, (w**2 - e) / 2))(
    lambda proof: far_enough(proof, (w**2 - e) / 2)
)


losses = named("losses", listed(["1/100", "1/10", "1/2", 1, "183/100", 3, 10, 20]))
shares = named("deltas", listed(["1/2", "2/5", "1/10", TINY, TINIER]))
here, delta = losses[i], shares[j]
claim.clause("listed", Every((i, 0, 7), (j, 1, 4), right_enough(here, delta, 1)))(by_evaluation)
claim.clause("usual-listed", Every((i, 0, 4), (j, 0, 4), usual_enough(here, delta, 1)))(by_evaluation)
claim.clause("at-1", both(TINY < curve_below(1, 1 / root_above(13)), curve_above(1, 1 / root_below(14)) <= TINY))(
    by_evaluation
)
claim.clause("at-3-tenths", printed_enough("3/10", TINY, 1))(by_evaluation)
