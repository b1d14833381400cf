"""Section 2.4: whether a loss that is concentrated about its expectation stays so after post-processing. It need not.

Reading two responses as one moves their loss, and with it the expectation, so another loss may be farther from it.
The chapter takes its definition from a manuscript. Here it means that E e^(λ(L - E L)) ≤ e^(λ²τ²/2) for all λ.

Let D give two fair bits, and D' two that are 0 with the probability 64/65. The loss is a number plus 6·ln 2 times the
number of ones. For each bit Hoeffding's lemma gives that with τ = 3·ln 2, in both orders; so for two it holds with
τ² = 18·(ln 2)². Now tell only whether both bits are 1. Then the two losses are ln 1408 apart, with the probabilities
3/4 and 1/4. Let λ = 2/5 and w = 1408^(1/10) ≥ 2. The left side is 3/(4w) + w³/4 ≥ 19/8, and the right side is below 2.
The promise of (ε, δ) is kept by every remap: another claim.
"""

from fractions import Fraction

from exactdp.claims.language import *
from exactdp.claims.statements.names import named
from exactdp.claims.vocabulary import KEPT, listed, stochastic, table
from exactdp.claims.vocabulary.enclosure import exp_above, exp_below, log_above
from exactdp.claims.vocabulary.neighbour import after, distribution

claim = Claim(
    "dwork2013.section-2-4.concentrated-processing",
    "concentrated privacy and post-processing",
    section="2.4",
    position=92,
    printed="concentrated differential privacy enjoys all properties of section 2.2, whatever is done with the outputs",
    slip="statement",
    weight="remark",
    kept={**KEPT, "0 ≤ h": "a probability", "h ≤ 1": "a probability", "0 ≤ c": "half of a root"},
)

m, r, s, z = indices("m r s z")
b, c, h, t = numbers("b c h t")
p, q = vectors("p q")
u, y = (variable(name, INDEX_MAP) for name in "uy")
T = matrix("T")
two = as_number(2)

spread = explained("spread({0}; {1}, {2})", (y, p, m), Sum(r, 0, m, p[r] * (y[r] - Sum(z, 0, m, p[z] * y[z])) ** 2))
"""The variance of the numbers y_r."""
serves = explained(
    "the losses of {0} against {1} on {{0..{4}}}, in bits, are the entries of {2} plus the logarithm of {3}",
    (p, q, y, b, m),
    All(r, between(0, r, m), p[r] == b * two ** y[r] * q[r]),
)

# 0 and 1 are read as 0, and 2 as 1. The variance rises from 112/11 to 5145/484.
claim.printed_as(
    "spread-does-not-rise",
    *(distribution(p, m), distribution(q, m), stochastic(T, m, s), serves(p, q, y, b, m)),
    serves(after(p, T, m), after(q, T, m), u, b, s),
    spread(u, after(p, T, m), s) <= spread(y, p, m),
    at={
        **{"m": 2, "s": 1, "b": Fraction(1927, 5632), "T": ((1, 0), (1, 0), (0, 1)), "y": (0, 4, 8), "u": (1, 8)},
        **{"p": [Fraction(k, 22) for k in (7, 8, 7)], "q": [Fraction(k, 1927) for k in (1792, 128, 7)]},
    },
    instead=("losses-read", "moment-read", "promise"),
)

fair, biased = (
    named(name, listed([Fraction(k, total) for k in ones]))
    for name, total, ones in (("p_D", 4, (1, 2, 1)), ("p_D'", 65**2, (64**2, 128, 1)))
)
"""How likely r ones are, on D and on D'."""
both_ones = named("AND", table([[1, 0], [1, 0], [0, 1]]))
"""The remap that tells whether both bits are 1."""
read = [after(of, both_ones, 2) for of in (fair, biased)]

claim.clause("losses", both(*(fair[k + 1] * biased[k] == 64 * fair[k] * biased[k + 1] for k in (0, 1))))(by_evaluation)
claim.clause(
    "losses-read",
    both(read[0][0] == "3/4", read[0][1] == "1/4", read[0][1] * read[1][0] == 1408 * read[0][0] * read[1][1]),
)(by_evaluation)
claim.clause("two-bits", 0 < c, 1 / (4 * c**2) + "1/2" + c**2 / 4 == ((c + 1 / c) / 2) ** 2)(lambda proof: proof.qed())
claim.clause(
    "one-bit", 0 <= h, h <= 1, h * exp_below((1 - h) * t) + (1 - h) * exp_below(-h * t) <= exp_above(t**2 / 8)
)(lambda proof: proof.because("Hoeffding's lemma for a variable with two values that are t apart", proof.goal))


# So w, whose power is 1408, is at least 2.
claim.clause("root", 0 <= c, c < 1, (2 * c) ** 10 < 1024)(
    lambda proof: proof.qed(proof.use(lemmas.powers_rise_strictly(), α=c, β=1, k=10))
)


# w is 2 + c.
claim.clause("moment-read", 0 <= c, "19/8" <= 3 / (4 * (2 + c)) + (2 + c) ** 3 / 4)(
    lambda proof: proof.qed(proof.product(*[proof.know(0 <= c)] * 2), factors=4)
)
claim.clause("promise", exp_above(Fraction(2, 5) ** 2 * 18 * log_above(2) ** 2 / 2) < 2)(by_evaluation)
