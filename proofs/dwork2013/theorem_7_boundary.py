"""Theorem 7: for exactly which ε and δ the printed variance is enough.

With s = √ln(1/δ), σ = s/ε and a = ε/(2s) the least δ at this ε is F(a) = Φ(a-s) - e^(2as)·Φ(-a-s). Here φ is the
density, and e^(2as)·φ(a+s) = φ(a-s). So F'(a) = 2e^(2as)·(φ(x) - s·Φ(-x)) at x = a+s, and φ(x) > x·Φ(-x): F rises from
0 to 1, and the variance is enough exactly up to one ε*(δ). It stays below 9/4, for three reasons. For s ≥ 4: Φ(-x) <
φ(x)/x gives F > φ(s)·a²/(a+s), which over e^-s² rises with s. For s ≤ 1/4: 1-F is at most (1+e^ε)/2·e^(-(a-s)²/2), and
1-δ at least s²/2 = ε²/(8a²), where a²·e^(-a²/2) falls for a² ≥ 2. Between them balls cover all s.
"""

from fractions import Fraction

from flint import arb, ctx

from exactdp.arithmetic.exact import to_arb
from exactdp.claims.language import *
from exactdp.claims.lemmas.determinant import divided
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary import listed
from exactdp.claims.vocabulary.enclosure import exp_above, exp_below, pi_above, root_above
from exactdp.claims.vocabulary.gaussian import printed_enough
from exactdp.privacy.continuous import phi

claim = Claim(
    "dwork2013.theorem-7.boundary",
    "where the printed variance is enough",
    section="2.3",
    position=91,
    kept={"0 < ε": "a loss", "0 < a": "a is ε/(2s)"},
)

i, k = indices("i k")
a, d, e, p, q, s, t, w, E = numbers("a δ ε p q s ε' w E")
known = (0 < e, 0 < d, d < 1)


SHARES = ["9/10", "1/5", "1/1000", "1/100000", "1/1000000", "1/1000000000"]
DIGITS = ["1.24124", "2.22495", "1.13577", "0.32440", "0.14325", "0.00844"]
shares, digits = (named(name, listed(of)) for name, of in (("deltas", SHARES), ("digits", DIGITS)))
claim.clause(
    "values",
    All(
        i,
        between(0, i, 5),
        printed_enough(digits[i], shares[i], 1) & ~printed_enough(digits[i] + "1/100000", shares[i], 1),
    ),
)(by_evaluation)

claim.clause("exponents", -((a - s) ** 2) == 4 * a * s - (a + s) ** 2)(lambda proof: proof.qed())
signs = (0 < a, 0 < E, 0 < q)

claim.clause("derivative", *signs, (a + s) * q < p, 0 < E * p - (2 * s * E * q - E * p))(
    lambda proof: proof.qed(proof.product(proof.know(0 < E), proof.know(0 < a), proof.know(0 < q)))
)


@claim.clause("one-boundary", *known, e <= t, printed_enough(t, d, 1), printed_enough(e, d, 1))
def one_boundary(proof):
    words = (
        "with s = √ln(1/δ) and a = ε/(2s) the least δ at ε is F(a) = Φ(a-s) - e^(2as)·Φ(-a-s). By #exponents F'(a) is "
        "E·p - (2·s·E·q - E·p) for E = e^(2as), p = φ(a+s) and q = Φ(-a-s), for which (a+s)·q < p; by #derivative it "
        "is positive"
    )
    return proof.because(words, proof.goal)


# For s ≥ 4: F is more than φ(s)·a²/(a+s), and φ(s)/e^-s² is e^(s²/2)/√(2π)
@claim.clause("quotient", 0 < a, 0 < s, e == 2 * a * s, a**2 / (a + s) == e**2 / (4 * s**3 + 2 * e * s))
def quotient(proof):
    part, whole = a**2 / (a + s), 4 * s**3 + 2 * e * s
    square = proof.product(*[proof.know(0 < s)] * 2, proof.have(0 < a + s))
    return proof.use(divided(), proof.have(0 < whole, square), t=part, u=whole, c=e**2)


claim.clause("quotient-rises", 0 < e, 3 <= s**2, (12 * s**2 + 2 * e) < s**2 * (4 * s**2 + 2 * e))(
    lambda proof: proof.qed()
)
four = as_number(4)
ratio = (
    exp_below(four**2 / 2)
    * as_number("9/4") ** 2
    / (root_above(2 * pi_above) * (4 * four**3 + 2 * as_number("9/4") * four))
)
claim.clause("at-4", 1 < ratio)(by_evaluation)

# For s ≤ 1/4, where a is 9/2 or more
claim.clause("square", e == 2 * a * s, (a - s) ** 2 == a**2 - e + s**2)(lambda proof: proof.qed())
rest = (1 + exp_above("9/4")) / 2 * exp_above((as_number("9/4") - as_number("9/2") ** 2) / 2)
claim.clause("at-1-4", rest < as_number("9/4") ** 2 / (8 * as_number("9/2") ** 2))(by_evaluation)


def _covered(epsilon, first, last, pieces):
    with ctx.workprec(128):
        whole, radius = to_arb(epsilon), (last - first) / pieces / 2
        for piece in range(pieces):
            middle = to_arb(first + (2 * piece + 1) * radius)
            ball = arb(middle.mid(), to_arb(radius * Fraction(1001, 1000)))
            here = whole / (2 * ball)
            if not phi(here - ball) - whole.exp() * phi(-here - ball) > (-(ball**2)).exp():
                return False
    return True


covered = computed(
    Definition(
        "{3} balls show that the printed variance is not enough for the loss {0} and roots from {1} to {2}",
        (w, p, q, k),
        None,
        decide=_covered,
    ),
    "for p ≤ s ≤ q, a = w/(2s) and E = exp(2as), Φ(a-s) - E·Φ(-a-s) is above δ = exp(-s²), by ball arithmetic",
)
claim.clause("between", covered("9/4", "1/4", 4, 3000))(by_evaluation)


@claim.clause("never", 0 <= a, e == "9/4" + a, *known[1:], ~printed_enough(e, d, 1))
def never(proof):
    words = (
        "by #one-boundary it suffices to refute ε = 9/4. For s ≥ 4, F' > 2φ(s)·a/(a+s), since Φ(-x) < φ(x)/x; so F > "
        "φ(s)·a²/(a+s), which over δ = e^(-s²) rises with s by #quotient and #quotient-rises, and is above 1 at s = 4 "
        "by #at-4. For s ≤ 1/4, 1 - F ≤ (1+e^ε)/2·e^(-(a-s)²/2), since Φ(-x) ≤ e^(-x²/2)/2; by #square and #at-1-4 "
        "that is below ε²/(8a²) = s²/2 < 1 - δ at a = 9/2, and a²·e^(-a²/2) falls from there. The rest is #between"
    )
    return proof.because(words, proof.goal)
